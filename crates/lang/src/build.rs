//! The builder: the typing rules of C.
//!
//! Every method takes operands as a parser or generator has them (lvalues, arrays, unpromoted integers) and inserts
//! the loads, decays and conversions that C implies; what it returns is well-typed or an error. Constraints that
//! compilers only warn about (mixed pointer types, integers for pointers) are accepted, as `gcc -w` does.

mod builtin;
mod conversion;
mod operator;

use crate::entity::Id;
use crate::int::IntType;
use crate::names::Name;
use crate::ops::CastKind;
use crate::place::Place;
use crate::target::Target;
use crate::tree::*;
use crate::types::*;
use thiserror::Error;

/// Why a tree can't be built.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BuildError {
    /// The operands break a rule of C.
    #[error("{0}")]
    Type(String),
    /// The operands are something we do not model.
    #[error("{0}")]
    Unsupported(String),
}

type Built = Result<ExprId, BuildError>;

fn fail<T>(message: impl Into<String>) -> Result<T, BuildError> {
    Err(BuildError::Type(message.into()))
}

/// Makes the nodes of one program.
#[derive(Clone, Debug)]
pub struct Builder {
    /// The program under construction.
    pub program: Program,
    /// The place given to every node made.
    pub place: Place,
}

impl Builder {
    /// A builder of an empty program.
    pub fn new(target: &'static Target) -> Self {
        Builder { program: Program::new(target), place: Place::NONE }
    }

    /// A node as it is; the caller answers for its type.
    pub fn expr(&mut self, kind: ExprKind, ty: impl Into<QType>) -> ExprId {
        self.program.exprs.push(Expr { kind, ty: ty.into(), place: self.place })
    }

    /// A statement.
    pub fn stmt(&mut self, kind: StmtKind) -> StmtId {
        self.program.stmts.push(Stmt { kind, place: self.place })
    }

    /// An integer constant of an integer or enumeration type, wrapped to it.
    pub fn int(&mut self, value: i128, ty: TypeId) -> ExprId {
        let value = match self.int_type(ty) {
            Some(t) => t.wrap(value),
            None => value,
        };
        match i64::try_from(value) {
            Ok(small) => self.expr(ExprKind::Int(small), ty),
            Err(_) => self.expr(ExprKind::Wide(Box::new(value)), ty),
        }
    }

    /// A floating constant, rounded to its type.
    pub fn float(&mut self, value: f64, ty: TypeId) -> ExprId {
        let value = if ty == TypeId::FLOAT { f64::from(value as f32) } else { value };
        self.expr(ExprKind::Float(value.to_bits()), ty)
    }

    /// A string literal: an lvalue of array type.
    pub fn string(&mut self, literal: StrLit) -> ExprId {
        let ty = self.program.types.array(literal.elem.into(), ArrayLen::Fixed(literal.units.len() as u64));
        let id = self.program.strings.push(literal);
        self.expr(ExprKind::Str(id), ty)
    }

    /// A variable.
    pub fn var(&mut self, var: VarId) -> ExprId {
        let ty = self.program.vars[var].ty;
        self.expr(ExprKind::Var(var), ty)
    }

    /// A function designator.
    pub fn func(&mut self, func: FuncId) -> ExprId {
        let ty = self.program.funcs[func].ty;
        self.expr(ExprKind::Func(func), ty)
    }

    /// `&&label`
    pub fn label_addr(&mut self, label: LabelId) -> ExprId {
        self.expr(ExprKind::LabelAddr(label), TypeId::VOID_PTR)
    }

    /// A compound literal whose unnamed variable has been made.
    pub fn compound_literal(&mut self, var: VarId) -> ExprId {
        let ty = self.program.vars[var].ty;
        self.expr(ExprKind::CompoundLiteral(var), ty)
    }

    /// A statement expression: its type is that of the block's last statement if that is an expression.
    pub fn stmt_expr(&mut self, block: StmtId) -> Built {
        let last = match &self.program.stmts[block].kind {
            StmtKind::Block(stmts) => stmts.last().copied(),
            _ => return fail("a statement expression needs a block"),
        };
        let value = last.and_then(|s| self.value_of(s));
        let ty = match value {
            Some((stmt, expr)) => {
                let value = self.rvalue(expr)?;
                self.program.stmts[stmt].kind = StmtKind::Expr(value);
                self.type_of(value)
            }
            None => TypeId::VOID,
        };
        Ok(self.expr(ExprKind::StmtExpr(block), ty))
    }

    fn value_of(&self, stmt: StmtId) -> Option<(StmtId, ExprId)> {
        match self.program.stmts[stmt].kind {
            StmtKind::Expr(e) => Some((stmt, e)),
            StmtKind::Label(_, inner) => self.value_of(inner),
            _ => None,
        }
    }

    /// `sizeof(type)`; computed at run time for variable length arrays.
    pub fn sizeof_type(&mut self, ty: QType) -> Built {
        let size_type = self.program.types.size_type();
        if self.program.types.is_vla(ty.ty) {
            return Ok(self.expr(ExprKind::SizeOfVla(ty.ty), size_type));
        }
        match self.program.types.kind(ty.ty) {
            // GNU: void and functions count as one byte.
            TypeKind::Void | TypeKind::Func(_) => return Ok(self.int(1, size_type)),
            _ => {}
        }
        match self.program.types.size_of(ty.ty) {
            Some(_) => Ok(self.expr(ExprKind::SizeOf(ty.ty), size_type)),
            None => fail("'sizeof' of an incomplete type"),
        }
    }

    /// `_Alignof(type)`
    pub fn alignof_type(&mut self, ty: QType) -> ExprId {
        let size_type = self.program.types.size_type();
        match ty.quals.align() {
            Some(align) => self.int(align.into(), size_type),
            None => self.expr(ExprKind::AlignOf(ty.ty), size_type),
        }
    }

    /// The type of an expression, without qualifiers.
    pub fn type_of(&self, expr: ExprId) -> TypeId {
        self.program.ty(expr).ty
    }

    fn int_type(&self, ty: TypeId) -> Option<IntType> {
        self.program.types.int_type(ty)
    }

    fn describe(&self, ty: TypeId) -> String {
        format!("'{}'", crate::print::ty(&self.program, ty.into()))
    }

    /// One step into a record: an lvalue if the record is one.
    pub fn member(&mut self, base: ExprId, field: FieldIdx) -> Built {
        let base_ty = self.program.ty(base);
        let Some(record) = self.program.types.record_of(base_ty.ty) else {
            return fail(format!("a member of {}, which is not a structure or union", self.describe(base_ty.ty)));
        };
        let record = &self.program.types.records[record];
        let Some(field_info) = record.fields.get(field.index()) else {
            return fail("no such member");
        };
        let inherited = base_ty.quals.without(Quals::RESTRICT.with(Quals::ATOMIC));
        let mut ty = field_info.ty;
        let own_align = ty.quals.align();
        ty.quals = ty.quals.with(inherited.standard());
        if base_ty.quals.has(Quals::MAY_ALIAS) || record.attrs.may_alias {
            ty.quals = ty.quals.with(Quals::MAY_ALIAS);
        }
        // What an access through this lvalue may assume: a packed member, or any member of an under-aligned record,
        // may sit anywhere.
        if own_align.is_none() && field_info.bits.is_none() {
            if field_info.packed || record.attrs.packed {
                ty.quals = ty.quals.with_align(field_info.align.unwrap_or(1));
            } else if let Some(pack) = record.attrs.pack {
                let natural = self.program.types.align_of(ty.ty);
                if pack < natural {
                    ty.quals = ty.quals.with_align(pack);
                }
            } else if let Some(align) = base_ty.quals.align() {
                let natural = self.program.types.align_of(ty.ty);
                if align < natural {
                    ty.quals = ty.quals.with_align(align);
                }
            }
        }
        Ok(self.expr(ExprKind::Member(base, field), ty))
    }

    /// A member by name, through anonymous members.
    pub fn member_named(&mut self, base: ExprId, name: Name) -> Built {
        let ty = self.type_of(base);
        let Some(record) = self.program.types.record_of(ty) else {
            return fail(format!(
                "member '{}' of {}, which is not a structure or union",
                self.program.names.text(name),
                self.describe(ty)
            ));
        };
        if self.program.types.records[record].layout.is_none() {
            return fail(format!("a member of {}, which is incomplete", self.describe(ty)));
        }
        let Some(path) = self.program.types.find_field(record, name) else {
            return fail(format!("{} has no member '{}'", self.describe(ty), self.program.names.text(name)));
        };
        path.into_iter().try_fold(base, |base, field| self.member(base, field))
    }

    /// `va_arg(list, type)`
    pub fn va_arg(&mut self, list: ExprId, ty: TypeId) -> Built {
        let list = self.va_list(list)?;
        if self.program.types.size_of(ty).is_none() {
            return fail("'va_arg' of an incomplete type");
        }
        Ok(self.expr(ExprKind::VaArg(list), ty))
    }

    /// The record inside a `va_list` argument, as an lvalue.
    fn va_list(&mut self, list: ExprId) -> Built {
        let types = &self.program.types;
        let ty = self.type_of(list);
        if *types.kind(ty) == TypeKind::VaListTag {
            return Ok(list);
        }
        let inner = match types.kind(ty) {
            TypeKind::Array { elem, .. } | TypeKind::Pointer(elem) => elem.ty,
            _ => ty,
        };
        if *types.kind(inner) == TypeKind::VaListTag {
            return self.deref(list);
        }
        fail(format!("{} is not a 'va_list'", self.describe(ty)))
    }

    fn cast_node(&mut self, kind: CastKind, written: Written, e: ExprId, ty: TypeId) -> ExprId {
        let place = std::mem::replace(&mut self.place, self.program.exprs[e].place);
        if written == Written::Explicit {
            self.place = place;
        }
        let node = self.expr(ExprKind::Cast(kind, written, e), ty);
        self.place = place;
        node
    }
}
