//! Operators.

use super::{BuildError, Builder, Built, fail};
use crate::ops::{BinOp, CastKind, IncDec, UnOp};
use crate::tree::*;
use crate::types::*;

impl Builder {
    /// A unary operator.
    pub fn unary(&mut self, op: UnOp, e: ExprId) -> Built {
        if op == UnOp::LogNot {
            let e = self.rvalue(e)?;
            if !self.program.types.is_vector(self.type_of(e)) {
                let e = self.condition(e)?;
                return Ok(self.expr(ExprKind::Unary(op, e), TypeId::INT));
            }
        }
        let e = self.promote(e)?;
        let ty = self.type_of(e);
        let scalar = self.program.types.vector_parts(ty).map_or(ty, |(elem, _)| elem);
        let types = &self.program.types;
        let fits = match op {
            UnOp::BitNot => types.is_integer(scalar),
            _ => types.is_arithmetic(scalar),
        };
        if !fits {
            return fail(format!("unary '{}' on {}", op.text(), self.describe(ty)));
        }
        self.reject_unmodelled(ty)?;
        let ty = if op == UnOp::LogNot { self.mask_type(ty)? } else { ty };
        Ok(self.expr(ExprKind::Unary(op, e), ty))
    }

    fn reject_unmodelled(&self, ty: TypeId) -> Result<(), BuildError> {
        match self.program.types.kind(ty) {
            TypeKind::Float(FloatKind::LongDouble | FloatKind::Float128) | TypeKind::Complex(_) => {
                Err(BuildError::Unsupported(format!("arithmetic on {}", self.describe(ty))))
            }
            _ => Ok(()),
        }
    }

    /// The vector of signed integers that comparing vectors of this type gives.
    fn mask_type(&mut self, ty: TypeId) -> Result<TypeId, BuildError> {
        let Some((elem, lanes)) = self.program.types.vector_parts(ty) else { return fail("not a vector") };
        let size = self.program.types.size_of(elem).unwrap_or(0);
        let mask = match size {
            1 => TypeId::SCHAR,
            2 => TypeId::SHORT,
            4 => TypeId::INT,
            8 if self.program.types.target().int64_is_long => TypeId::LONG,
            8 => TypeId::LONGLONG,
            _ => TypeId::INT128,
        };
        // GCC keeps a signed element type of the right size as it is (long long stays long long).
        let keeps = self.program.types.int_type(elem).is_some_and(|t| t.signed) && elem != TypeId::CHAR;
        let mask = if keeps { elem } else { mask };
        Ok(self.program.types.vector(mask, lanes))
    }

    /// A binary operator, `&&` and `||` included.
    pub fn binary(&mut self, op: BinOp, a: ExprId, b: ExprId) -> Built {
        if op.is_logical() {
            let a = self.condition(a)?;
            let b = self.condition(b)?;
            return Ok(self.expr(ExprKind::Binary(op, a, b), TypeId::INT));
        }
        let a = self.rvalue(a)?;
        let b = self.rvalue(b)?;
        let (ta, tb) = (self.type_of(a), self.type_of(b));
        let types = &self.program.types;
        if types.is_vector(ta) || types.is_vector(tb) {
            return self.vector_binary(op, a, b);
        }
        let pointers = (types.is_pointer(ta), types.is_pointer(tb));
        match (op, pointers) {
            (BinOp::Add, (true, false)) | (BinOp::Sub, (true, false)) => self.pointer_add(op, a, b),
            (BinOp::Add, (false, true)) => self.pointer_add(op, b, a),
            (BinOp::Sub, (true, true)) => {
                self.complete_pointee(ta)?;
                let ty = self.program.types.ptrdiff_type();
                Ok(self.expr(ExprKind::PtrDiff(a, b), ty))
            }
            (op, (true, _) | (_, true)) if op.is_comparison() => self.pointer_comparison(op, a, b),
            (op, (false, false)) => self.arithmetic(op, a, b),
            _ => fail(format!("'{}' on {} and {}", op.text(), self.describe(ta), self.describe(tb))),
        }
    }

    fn complete_pointee(&mut self, pointer: TypeId) -> Result<(), BuildError> {
        let Some(to) = self.program.types.pointee(pointer) else { return fail("not a pointer") };
        let types = &self.program.types;
        // GNU: arithmetic on pointers to void and to functions counts bytes.
        let counts =
            types.size_of(to.ty).is_some() || types.is_vla(to.ty) || to.ty == TypeId::VOID || types.is_function(to.ty);
        if counts { Ok(()) } else { fail(format!("pointer arithmetic on {}", self.describe(pointer))) }
    }

    fn pointer_add(&mut self, op: BinOp, pointer: ExprId, index: ExprId) -> Built {
        let ty = self.type_of(pointer);
        if !self.program.types.is_integer(self.type_of(index)) {
            return fail(format!("a pointer plus {}", self.describe(self.type_of(index))));
        }
        self.complete_pointee(ty)?;
        let index = self.promote(index)?;
        Ok(self.expr(ExprKind::PtrAdd(op, pointer, index), ty))
    }

    fn pointer_comparison(&mut self, op: BinOp, a: ExprId, b: ExprId) -> Built {
        let (ta, tb) = (self.type_of(a), self.type_of(b));
        if self.program.types.is_float(ta) || self.program.types.is_float(tb) {
            return fail(format!("'{}' on {} and {}", op.text(), self.describe(ta), self.describe(tb)));
        }
        // Compared as the first operand's type, or as the other's if the first is a null constant or void pointer.
        let prefer_b = !self.program.types.is_pointer(ta) || self.is_null_constant(a);
        let common = if prefer_b && self.program.types.is_pointer(tb) { tb } else { ta };
        let a = self.convert(a, common)?;
        let b = self.convert(b, common)?;
        Ok(self.expr(ExprKind::Binary(op, a, b), TypeId::INT))
    }

    fn arithmetic(&mut self, op: BinOp, a: ExprId, b: ExprId) -> Built {
        let (ta, tb) = (self.type_of(a), self.type_of(b));
        let types = &self.program.types;
        let fits = if op.integers_only() {
            types.is_integer(ta) && types.is_integer(tb)
        } else {
            types.is_arithmetic(ta) && types.is_arithmetic(tb)
        };
        if !fits {
            return fail(format!("'{}' on {} and {}", op.text(), self.describe(ta), self.describe(tb)));
        }
        self.reject_unmodelled(ta)?;
        self.reject_unmodelled(tb)?;
        if op.is_shift() {
            let a = self.promote(a)?;
            let b = self.promote(b)?;
            let ty = self.type_of(a);
            return Ok(self.expr(ExprKind::Binary(op, a, b), ty));
        }
        let (a, b, common) = self.balance(a, b)?;
        let ty = if op.is_comparison() { TypeId::INT } else { common };
        Ok(self.expr(ExprKind::Binary(op, a, b), ty))
    }

    fn vector_binary(&mut self, op: BinOp, a: ExprId, b: ExprId) -> Built {
        let (mut a, mut b) = (a, b);
        let (ta, tb) = (self.type_of(a), self.type_of(b));
        let vector = if self.program.types.is_vector(ta) { ta } else { tb };
        let Some((elem, _)) = self.program.types.vector_parts(vector) else { return fail("not a vector") };
        for operand in [&mut a, &mut b] {
            if !self.program.types.is_vector(self.type_of(*operand)) {
                let value = self.convert(*operand, elem)?;
                *operand = self.cast_node(CastKind::Splat, Written::Implicit, value, vector);
            }
        }
        let (ta, tb) = (self.type_of(a), self.type_of(b));
        let same = ta == tb
            || self.program.types.size_of(ta) == self.program.types.size_of(tb)
                && self.program.types.vector_parts(ta).map(|v| v.1) == self.program.types.vector_parts(tb).map(|v| v.1)
                && self.program.types.is_integer(elem);
        if !same {
            return fail(format!("'{}' on {} and {}", op.text(), self.describe(ta), self.describe(tb)));
        }
        if op.integers_only() && !self.program.types.is_integer(elem) {
            return fail(format!("'{}' on {}", op.text(), self.describe(ta)));
        }
        if ta != tb && !op.is_shift() {
            b = self.cast_node(CastKind::VectorBits, Written::Implicit, b, ta);
        }
        let ty = if op.is_comparison() { self.mask_type(ta)? } else { ta };
        Ok(self.expr(ExprKind::Binary(op, a, b), ty))
    }

    /// `a[i]`, for pointers, arrays and vectors, either way round.
    pub fn index(&mut self, a: ExprId, i: ExprId) -> Built {
        if let Some((elem, _)) = self.program.types.vector_parts(self.type_of(a)) {
            let i = self.rvalue(i)?;
            let i = self.promote(i)?;
            let quals = self.program.ty(a).quals;
            return Ok(self.expr(ExprKind::Lane(a, i), QType::from(elem).with(quals.standard())));
        }
        let a = self.rvalue(a)?;
        let i = self.rvalue(i)?;
        let (pointer, index) = if self.program.types.is_pointer(self.type_of(a)) { (a, i) } else { (i, a) };
        let ty = self.type_of(pointer);
        let Some(to) = self.program.types.pointee(ty) else {
            return fail(format!(
                "a subscript of {}, which is not an array or pointer",
                self.describe(self.type_of(a))
            ));
        };
        if !self.program.types.is_integer(self.type_of(index)) {
            return fail(format!("a subscript of type {}", self.describe(self.type_of(index))));
        }
        if to.ty == TypeId::VOID || self.program.types.is_function(to.ty) {
            return fail(format!("a subscript of {}", self.describe(ty)));
        }
        self.complete_pointee(ty)?;
        let index = self.promote(index)?;
        Ok(self.expr(ExprKind::Index(pointer, index), to))
    }

    /// `*p`
    pub fn deref(&mut self, e: ExprId) -> Built {
        let e = self.rvalue(e)?;
        let ty = self.type_of(e);
        match self.program.types.pointee(ty) {
            Some(to) => Ok(self.expr(ExprKind::Deref(e), to)),
            None => fail(format!("'*' on {}, which is not a pointer", self.describe(ty))),
        }
    }

    /// `&e`
    pub fn addr_of(&mut self, e: ExprId) -> Built {
        let ty = self.program.ty(e);
        let designates = self.program.is_lvalue(e) || self.program.types.is_function(ty.ty);
        if !designates {
            return fail("'&' on something that is not an object or function");
        }
        if let ExprKind::Member(..) = self.program.exprs[e].kind
            && self.program.bit_field_width(e).is_some()
        {
            return fail("the address of a bit-field");
        }
        // The alignment that a packed member's access must not assume is not part of the pointer's type.
        let pointee = match self.program.exprs[e].kind {
            ExprKind::Member(base, field) => {
                let record = self.program.types.record_of(self.type_of(base));
                let declared =
                    record.and_then(|r| self.program.types.records[r].fields[field.0 as usize].ty.quals.align());
                let plain = QType { ty: ty.ty, quals: ty.quals.standard().with(ty.quals.may_alias()) };
                match declared {
                    Some(align) => QType { ty: plain.ty, quals: plain.quals.with_align(align) },
                    None => plain,
                }
            }
            _ => ty,
        };
        let pointer = self.program.types.pointer(pointee);
        Ok(self.expr(ExprKind::AddrOf(e), pointer))
    }

    fn modifiable(&self, e: ExprId, what: &str) -> Result<QType, BuildError> {
        let ty = self.program.ty(e);
        if !self.program.is_lvalue(e) {
            return fail(format!("{what} something that is not an lvalue"));
        }
        if self.program.types.is_array(ty.ty) {
            return fail(format!("{what} an array"));
        }
        if ty.quals.has(Quals::CONST) {
            return fail(format!("{what} an object that is 'const'"));
        }
        Ok(ty)
    }

    /// `l = r`
    pub fn assign(&mut self, l: ExprId, r: ExprId) -> Built {
        let ty = self.modifiable(l, "assignment to")?;
        let r = self.convert(r, ty.ty)?;
        Ok(self.expr(ExprKind::Assign(l, r), ty.ty))
    }

    /// `l op= r`
    pub fn compound_assign(&mut self, op: BinOp, l: ExprId, r: ExprId) -> Built {
        let ty = self.modifiable(l, "assignment to")?.ty;
        let r = self.rvalue(r)?;
        if self.program.types.is_pointer(ty) && matches!(op, BinOp::Add | BinOp::Sub) {
            self.complete_pointee(ty)?;
            if !self.program.types.is_integer(self.type_of(r)) {
                return fail(format!("a pointer plus {}", self.describe(self.type_of(r))));
            }
            let rhs = self.promote(r)?;
            return Ok(self.expr(ExprKind::CompoundAssign { op, lhs: l, rhs, in_type: ty }, ty));
        }
        // The types come from an ordinary `l op r`, whose nodes are then not used.
        let probe = self.binary(op, l, r)?;
        let ExprKind::Binary(_, _, rhs) = self.program.exprs[probe].kind else {
            return fail(format!("'{}=' on {}", op.text(), self.describe(ty)));
        };
        let in_type = self.type_of(probe);
        Ok(self.expr(ExprKind::CompoundAssign { op, lhs: l, rhs, in_type }, ty))
    }

    /// `++` and `--`
    pub fn inc_dec(&mut self, op: IncDec, e: ExprId) -> Built {
        let ty = self.modifiable(e, "change of")?.ty;
        self.reject_unmodelled(ty)?;
        if self.program.types.is_pointer(ty) {
            self.complete_pointee(ty)?;
        } else if !self.program.types.is_arithmetic(ty) && !self.program.types.is_vector(ty) {
            return fail(format!("'{}' on {}", op.text(), self.describe(ty)));
        }
        Ok(self.expr(ExprKind::IncDec(op, e), ty))
    }

    /// `c ? a : b`
    pub fn cond(&mut self, c: ExprId, a: ExprId, b: ExprId) -> Built {
        let c = self.rvalue(c)?;
        if self.program.types.is_vector(self.type_of(c)) {
            return Err(BuildError::Unsupported("a vector as a condition".into()));
        }
        let c = self.condition(c)?;
        let a = self.rvalue_or_void(a)?;
        let b = self.rvalue_or_void(b)?;
        let (a, b, ty) = self.unify(a, b)?;
        Ok(self.expr(ExprKind::Cond(c, a, b), ty))
    }

    /// GNU `c ?: b`
    pub fn elvis(&mut self, c: ExprId, b: ExprId) -> Built {
        let c = self.condition(c)?;
        let b = self.rvalue_or_void(b)?;
        let (c, b, ty) = self.unify(c, b)?;
        Ok(self.expr(ExprKind::Elvis(c, b), ty))
    }

    /// Brings the arms of a conditional to one type.
    fn unify(&mut self, a: ExprId, b: ExprId) -> Result<(ExprId, ExprId, TypeId), BuildError> {
        let (ta, tb) = (self.type_of(a), self.type_of(b));
        let types = &self.program.types;
        if types.is_arithmetic(ta) && types.is_arithmetic(tb) {
            self.reject_unmodelled(ta)?;
            self.reject_unmodelled(tb)?;
            return self.balance(a, b);
        }
        if ta == TypeId::VOID || tb == TypeId::VOID {
            let a = self.cast_node(CastKind::ToVoid, Written::Implicit, a, TypeId::VOID);
            let b = self.cast_node(CastKind::ToVoid, Written::Implicit, b, TypeId::VOID);
            return Ok((a, b, TypeId::VOID));
        }
        if ta == tb {
            return Ok((a, b, ta));
        }
        let common = match (types.pointee(ta), types.pointee(tb)) {
            (Some(_), None) => ta,
            (None, Some(_)) => tb,
            (Some(_), Some(_)) if self.is_null_constant(b) => ta,
            (Some(_), Some(_)) if self.is_null_constant(a) => tb,
            (Some(pa), Some(pb)) => {
                let quals = pa.quals.with(pb.quals.standard());
                let ty = if pa.ty == TypeId::VOID || pb.ty == TypeId::VOID { TypeId::VOID } else { pa.ty };
                self.program.types.pointer(QType { ty, quals })
            }
            (None, None) => {
                return fail(format!("'?:' on {} and {}", self.describe(ta), self.describe(tb)));
            }
        };
        Ok((self.convert(a, common)?, self.convert(b, common)?, common))
    }

    /// `a, b`
    pub fn comma(&mut self, a: ExprId, b: ExprId) -> Built {
        let a = self.rvalue_or_void(a)?;
        let b = self.rvalue_or_void(b)?;
        let ty = self.type_of(b);
        Ok(self.expr(ExprKind::Comma(a, b), ty))
    }

    /// `f(args)`
    pub fn call(&mut self, f: ExprId, args: Vec<ExprId>) -> Built {
        let f = self.rvalue(f)?;
        let fty = self.type_of(f);
        let func = self.program.types.pointee(fty).and_then(|to| self.program.types.func_parts(to.ty)).cloned();
        let Some(func) = func else {
            return fail(format!("a call of {}, which is not a function", self.describe(fty)));
        };
        let fixed = func.params.len();
        let enough = match func.tail {
            ParamTail::Fixed => args.len() == fixed,
            ParamTail::Variadic => args.len() >= fixed,
            ParamTail::Unprototyped => true,
        };
        if !enough {
            let few = if args.len() < fixed { "few" } else { "many" };
            return fail(format!("too {few} arguments: {} given, {fixed} needed", args.len()));
        }
        let mut converted = Vec::with_capacity(args.len());
        for (i, arg) in args.into_iter().enumerate() {
            converted.push(match func.params.get(i) {
                Some(&ty) if func.tail != ParamTail::Unprototyped => self.convert(arg, ty)?,
                _ => self.default_promote(arg)?,
            });
        }
        let ret = func.ret.ty;
        if ret != TypeId::VOID && self.program.types.size_of(ret).is_none() {
            return fail(format!("a call that returns the incomplete type {}", self.describe(ret)));
        }
        self.reject_unmodelled(ret)?;
        Ok(self.expr(ExprKind::Call(f, converted.into()), ret))
    }

    /// The default argument promotions.
    pub fn default_promote(&mut self, e: ExprId) -> Built {
        let e = self.promote(e)?;
        match self.type_of(e) {
            TypeId::FLOAT => self.convert(e, TypeId::DOUBLE),
            TypeId::VOID => fail("an argument of type 'void'"),
            ty => {
                self.reject_unmodelled(ty)?;
                Ok(e)
            }
        }
    }
}
