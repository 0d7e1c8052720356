//! Where C++ differs from C in what it implies: conversions, initialisers, linkage.

use super::expression::Level;
use super::{Construct, Printer};
use crate::dress::{self, Language};
use crate::ops::CastKind;
use crate::tree::*;
use crate::types::*;
use rustc_hash::FxHashSet;

/// Types that neither C++ nor what comes after it has.
fn is_foreign(types: &Types, ty: TypeId) -> bool {
    let kind = types.kind(ty);
    let is_float = matches!(kind, TypeKind::Complex(_) | TypeKind::Float(FloatKind::Float128));
    is_float || matches!(kind, TypeKind::Int(IntKind::BitInt { .. }))
}

impl Printer<'_> {
    pub(super) fn is_cpp(&self) -> bool {
        self.language().is_cpp()
    }

    /// Notes a type that the language lacks.
    pub(super) fn check_type(&mut self, ty: TypeId) {
        if self.language() == Language::C {
            return;
        }
        let is_wide = matches!(self.types().int_kind_of(ty), Some(IntKind::Int128 | IntKind::UInt128));
        let is_long = matches!(self.types().kind(ty), TypeKind::Float(FloatKind::LongDouble));
        let lacks = match self.language() {
            Language::C => false,
            Language::Cpp(_) => is_foreign(self.types(), ty),
            Language::Sycl => is_foreign(self.types(), ty) || is_wide || is_long,
            Language::Ispc => true,
        };
        if lacks {
            self.refuse(Construct::Type);
        }
    }

    /// Whether C++ does not make a conversion by itself that C does.
    pub(super) fn cpp_shows(&self, expr: ExprId, kind: CastKind, inner: ExprId) -> bool {
        let p = self.program;
        let types = &p.types;
        let (to, from) = (p.ty(expr).ty, p.ty(inner).ty);
        match kind {
            CastKind::PtrToPtr => !self.only_adds(from, to),
            CastKind::IntToPtr | CastKind::PtrToInt | CastKind::VectorBits => true,
            CastKind::NullToPtr => !matches!(p.exprs[self.written(inner)].kind, ExprKind::Int(0)),
            CastKind::IntToInt if matches!(types.kind(to), TypeKind::Enum(_)) => from != to,
            // Compilers differ in what a wide bit-field is promoted to.
            CastKind::IntToInt => {
                p.bit_field_width(inner).is_some() && types.int_type(from).is_some_and(|int| int.bits > 32)
            }
            CastKind::ArrayDecay => self.form_of(inner).is_some() || matches!(p.exprs[inner].kind, ExprKind::Str(_)),
            _ => false,
        }
    }

    /// Whether a pointer is converted to `void *`, or gains qualifiers.
    fn only_adds(&self, from: TypeId, to: TypeId) -> bool {
        let (Some(from), Some(to)) = (self.types().pointee(from), self.types().pointee(to)) else { return false };
        let is_same = from.ty == to.ty || to.ty == TypeId::VOID && !self.types().is_function(from.ty);
        is_same && to.quals.standard().has(from.quals.standard())
    }

    /// A string literal where a pointer to its characters is wanted: in C++ they are `const`, and only C forgets that.
    pub(super) fn is_text_as_const(&self, expr: ExprId, inner: ExprId) -> bool {
        let p = self.program;
        let is_text = match p.exprs[inner].kind {
            ExprKind::Cast(CastKind::ArrayDecay, Written::Implicit, text) => {
                matches!(p.exprs[text].kind, ExprKind::Str(_))
            }
            _ => false,
        };
        is_text && p.types.pointee(p.ty(expr).ty).is_some_and(|to| to.quals.has(Quals::CONST))
    }

    /// The operands of a conditional operator: C promotes them, C++ does not if they have one type.
    pub(super) fn needs_cast(&self, node: ExprId, a: ExprId, b: ExprId) -> bool {
        let p = self.program;
        let own = p.ty(node).ty;
        let (a, b) = (p.ty(self.written(a)).ty, p.ty(self.written(b)).ty);
        self.is_cpp() && self.types().is_arithmetic(own) && a == b && a != own
    }

    /// An initialiser in C++.
    pub(super) fn cpp_init(&mut self, init: &Init, ty: TypeId) {
        match init {
            Init::Expr(e) => self.expr(*e, Level::Assign),
            Init::Str(id) => self.cpp_text(*id, ty),
            Init::List(items) => {
                self.put("{");
                self.cpp_items(items, ty);
                self.put("}");
            }
        }
    }

    /// An initialiser in braces, where nothing may be lost without a cast.
    pub(super) fn braced(&mut self, init: &Init, ty: TypeId) {
        let Init::Expr(e) = init else { return self.cpp_init(init, ty) };
        let p = self.program;
        let fits = match p.exprs[*e].kind {
            ExprKind::Cast(
                CastKind::IntToInt
                | CastKind::ToBool
                | CastKind::IntToFloat
                | CastKind::FloatToInt
                | CastKind::FloatToFloat,
                Written::Implicit,
                inner,
            ) => match (p.int_constant(inner), self.types().int_type(ty)) {
                (Some(value), Some(int)) => value >= int.min() && value <= int.max() && ty != TypeId::BOOL,
                _ => false,
            },
            _ => true,
        };
        match fits {
            true => self.expr(*e, Level::Assign),
            false => {
                self.put("(");
                self.put_type_name(p.ty(*e).plain());
                self.put(")");
                self.expr(*e, Level::Unary);
            }
        }
    }

    /// The characters of an array; as text only where C++ takes that.
    fn cpp_text(&mut self, id: StrId, ty: TypeId) {
        let literal = &self.program.strings[id];
        let len = match self.types().array_parts(ty) {
            Some((_, ArrayLen::Fixed(len))) => usize::try_from(len).unwrap_or(usize::MAX),
            _ => literal.units.len(),
        };
        let elem = self.types().array_parts(ty).map_or(literal.elem, |(elem, _)| elem.ty);
        if literal.elem == TypeId::CHAR && literal.units.len() <= len {
            return self.string(id);
        }
        self.put("{");
        for (i, &unit) in literal.units.iter().take(len).enumerate() {
            if i > 0 {
                self.put(", ");
            }
            let value = self.types().int_type(elem).map_or(unit.into(), |int| int.wrap(unit.into()));
            self.int(value, elem, Level::Assign);
        }
        self.put("}");
    }

    /// The parts of an initialiser in order, those that C leaves out among them.
    fn cpp_items(&mut self, items: &[InitItem], ty: TypeId) {
        match *self.types().kind(ty) {
            TypeKind::Record(id) => self.cpp_members(items, id),
            TypeKind::Vector { elem, .. } => self.cpp_elements(items, elem),
            _ => {
                let elem = self.types().array_parts(ty).map_or(ty, |(elem, _)| elem.ty);
                self.cpp_elements(items, elem);
            }
        }
    }

    fn cpp_elements(&mut self, items: &[InitItem], elem: TypeId) {
        let mut next = 0;
        for item in items {
            for gap in next..item.index {
                self.separate(gap);
                self.put_zero(elem);
            }
            for index in item.index..=item.last {
                self.separate(index);
                self.braced(&item.init, elem);
            }
            next = item.last + 1;
        }
    }

    pub(super) fn separate(&mut self, index: u64) {
        if index > 0 {
            self.put(", ");
        }
    }

    /// The value of what has no initialiser of its own.
    pub(super) fn put_zero(&mut self, ty: TypeId) {
        self.put(if self.types().is_arithmetic(ty) { "0" } else { "{}" });
    }

    fn cpp_members(&mut self, items: &[InitItem], id: RecordId) {
        let record = &self.types().records[id];
        if record.kind == RecordKind::Union {
            for item in items {
                let Some(field) = record.fields.get(item.index as usize) else { continue };
                if let Some(name) = field.name.filter(|_| item.index > 0) {
                    self.put(".");
                    self.put(self.program.names.text(name));
                    self.put(" = ");
                }
                self.braced(&item.init, field.ty.ty);
            }
            return;
        }
        let mut written = 0;
        let last = items.iter().map(|item| item.index).max().unwrap_or(0);
        for (i, field) in (0..).zip(&record.fields).take_while(|row| row.0 <= last && !items.is_empty()) {
            let is_gap = field.name.is_none() && field.bits.is_some();
            if is_gap || self.is_static_member(id, FieldIdx(i as u32)) {
                continue;
            }
            self.separate(written);
            written += 1;
            match items.iter().find(|item| item.index == i) {
                Some(item) => self.braced(&item.init, field.ty.ty),
                None => self.put_zero(field.ty.ty),
            }
        }
    }

    pub(super) fn is_static_member(&self, record: RecordId, field: FieldIdx) -> bool {
        self.is_cpp() && self.dress.static_members.contains(&(record, field))
    }

    /// `int S::x = 1;`: the definitions of the static members of an object's record.
    pub(super) fn define_static_members(&mut self, var: VarId) {
        let info = &self.program.vars[var];
        let Some(id) = self.types().record_of(info.ty.ty) else { return };
        let tag = self.tag_name(super::names::Tag::Record(id)).to_owned();
        for (i, field) in (0u32..).zip(&self.types().records[id].fields) {
            if !self.is_static_member(id, FieldIdx(i)) {
                continue;
            }
            if !dress::may_be_static(self.program, id, FieldIdx(i)) {
                self.refuse(Construct::StaticMember);
            }
            let name = field.name.map_or("", |name| self.program.names.text(name));
            self.put_declaration(field.ty, &format!("{tag}::{name}"));
            let own = match &info.init {
                Some(Init::List(items)) => items.iter().find(|item| item.index == u64::from(i)),
                _ => None,
            };
            if let Some(item) = own {
                self.put(" = ");
                self.cpp_init(&item.init, field.ty.ty);
            } else if self.has_const(field.ty) {
                self.put(" = {}");
            }
            self.put(";\n");
        }
    }

    /// Whether an object of this type has a part that C++ wants a value for.
    pub(super) fn has_const(&self, ty: QType) -> bool {
        ty.quals.has(Quals::CONST)
            || match *self.types().kind(ty.ty) {
                TypeKind::Array { elem, .. } => self.has_const(elem),
                TypeKind::Record(id) => self.types().records[id].fields.iter().any(|field| self.has_const(field.ty)),
                _ => false,
            }
    }

    /// Whether a variable at file scope would not be seen from other files in C++.
    pub(super) fn is_hidden_const(&self, info: &Var) -> bool {
        let mut ty = info.ty;
        while let Some((elem, _)) = self.types().array_parts(ty.ty) {
            ty = elem.with(ty.quals);
        }
        self.is_cpp() && info.storage == Storage::Global && ty.quals.has(Quals::CONST)
    }

    /// `extern "C"`, which all functions have that other files can see.
    pub(super) fn linkage(&self, function: &Function) -> &'static str {
        let is_main = self.program.names.text(function.name) == "main";
        if self.is_cpp() && !function.spec.is_static && !is_main { "extern \"C\" " } else { "" }
    }

    /// Refuses a `switch` one of whose labels would jump over a declaration.
    pub(super) fn check_switch(&mut self, body: StmtId) {
        if !self.is_cpp() {
            return;
        }
        let StmtKind::Block(stmts) = &self.program.stmts[body].kind else { return };
        let mut declared = false;
        for &stmt in stmts {
            let mut inner = stmt;
            let mut is_label = false;
            while let StmtKind::Case(_, next) | StmtKind::Default(next) = self.program.stmts[inner].kind {
                (inner, is_label) = (next, true);
            }
            if declared && is_label {
                return self.refuse(Construct::JumpOverDeclaration);
            }
            if let StmtKind::Decl(vars) = &self.program.stmts[inner].kind {
                declared |= vars.iter().any(|&var| self.program.vars[var].init.is_some());
            }
        }
    }

    /// The functions that an expression or statement calls by name, somewhere inside.
    pub(super) fn callees(&self, root: crate::visit::Child, found: &mut FxHashSet<FuncId>) {
        use crate::visit::{Child, expr_children, init_exprs, stmt_children};
        let mut inner = Vec::new();
        match root {
            Child::Expr(e) => {
                if let ExprKind::Func(func) = self.program.exprs[e].kind {
                    found.insert(func);
                }
                expr_children(self.program, e, &mut |child| inner.push(child));
            }
            Child::Stmt(s) => stmt_children(self.program, s, &mut |child| inner.push(child)),
            Child::Var(var) => {
                if let Some(init) = &self.program.vars[var].init {
                    init_exprs(init, &mut |e| inner.push(Child::Expr(e)));
                }
            }
        }
        for child in inner {
            self.callees(child, found);
        }
    }
}
