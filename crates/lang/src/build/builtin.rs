//! Typing of compiler builtins.

use super::{BuildError, Builder, Built, fail};
use crate::builtins::{Builtin, BuiltinRow, sig_type};
use crate::convert;
use crate::fold;
use crate::tree::*;
use crate::types::*;

impl Builder {
    /// A call of a builtin by its row of the table.
    pub fn builtin(&mut self, row: &'static BuiltinRow, args: Vec<ExprId>) -> Built {
        if row.signature.starts_with('*') {
            return self.special(row, args);
        }
        let letters = row.signature.as_bytes();
        let mut types = letters.iter().map(|&l| sig_type(&mut self.program.types, l)).collect::<Option<Vec<_>>>();
        let Some(types) = types.as_mut() else { return fail("a builtin with a bad signature") };
        let ret = types.remove(0);
        if args.len() != types.len() {
            return fail(format!("'{}' takes {} arguments, not {}", row.name, types.len(), args.len()));
        }
        let args =
            args.into_iter().zip(types.iter()).map(|(a, &ty)| self.convert(a, ty)).collect::<Result<Vec<_>, _>>()?;
        Ok(self.expr(ExprKind::Builtin(row.builtin, args.into()), ret))
    }

    fn special(&mut self, row: &'static BuiltinRow, args: Vec<ExprId>) -> Built {
        use Builtin::*;
        let count = |n: std::ops::RangeInclusive<usize>| {
            if n.contains(&args.len()) { Ok(()) } else { fail(format!("'{}' with {} arguments", row.name, args.len())) }
        };
        match row.builtin {
            AddOverflow | SubOverflow | MulOverflow | AddOverflowP | SubOverflowP | MulOverflowP => {
                count(3..=3)?;
                self.overflow(row, args)
            }
            AssumeAligned => {
                count(2..=3)?;
                let size = self.program.types.size_type();
                let mut all = vec![self.convert(args[0], TypeId::VOID_PTR)?];
                for &a in &args[1..] {
                    all.push(self.convert(a, size)?);
                }
                Ok(self.expr(ExprKind::Builtin(row.builtin, all.into()), TypeId::VOID_PTR))
            }
            ConstantP => {
                count(1..=1)?;
                let value = self.rvalue(args[0])?;
                if fold::integer(&self.program, value).is_some() || fold::float(&self.program, value).is_some() {
                    return Ok(self.int(1, TypeId::INT));
                }
                Ok(self.expr(ExprKind::Builtin(row.builtin, [value].into()), TypeId::INT))
            }
            Prefetch => {
                count(1..=3)?;
                let mut all = vec![self.convert(args[0], TypeId::VOID_PTR)?];
                for &a in &args[1..] {
                    all.push(self.convert(a, TypeId::INT)?);
                }
                Ok(self.expr(ExprKind::Builtin(row.builtin, all.into()), TypeId::VOID))
            }
            ObjectSize => {
                count(2..=2)?;
                let pointer = self.convert(args[0], TypeId::VOID_PTR)?;
                let mode = self.convert(args[1], TypeId::INT)?;
                let size = self.program.types.size_type();
                Ok(self.expr(ExprKind::Builtin(row.builtin, [pointer, mode].into()), size))
            }
            VaStart => {
                count(1..=2)?;
                let list = self.va_list(args[0])?;
                Ok(self.expr(ExprKind::Builtin(row.builtin, [list].into()), TypeId::VOID))
            }
            VaEnd => {
                count(1..=1)?;
                let list = self.va_list(args[0])?;
                Ok(self.expr(ExprKind::Builtin(row.builtin, [list].into()), TypeId::VOID))
            }
            VaCopy => {
                count(2..=2)?;
                let to = self.va_list(args[0])?;
                let from = self.va_list(args[1])?;
                Ok(self.expr(ExprKind::Builtin(row.builtin, [to, from].into()), TypeId::VOID))
            }
            IsNan | IsInf | IsInfSign | IsFinite | IsNormal | SignBit => {
                count(1..=1)?;
                let value = self.rvalue(args[0])?;
                let value = if self.program.types.is_integer(self.type_of(value)) {
                    self.convert(value, TypeId::DOUBLE)?
                } else {
                    value
                };
                self.float_operand(value)?;
                Ok(self.expr(ExprKind::Builtin(row.builtin, [value].into()), TypeId::INT))
            }
            FpClassify => {
                count(6..=6)?;
                let mut all = Vec::new();
                for &a in &args[..5] {
                    all.push(self.convert(a, TypeId::INT)?);
                }
                let value = self.rvalue(args[5])?;
                self.float_operand(value)?;
                all.push(value);
                Ok(self.expr(ExprKind::Builtin(row.builtin, all.into()), TypeId::INT))
            }
            IsGreater | IsGreaterEqual | IsLess | IsLessEqual | IsLessGreater | IsUnordered => {
                count(2..=2)?;
                let (a, b, ty) = self.balance(args[0], args[1])?;
                if !self.program.types.is_float(ty) {
                    return fail(format!("'{}' on {}", row.name, self.describe(ty)));
                }
                Ok(self.expr(ExprKind::Builtin(row.builtin, [a, b].into()), TypeId::INT))
            }
            Shuffle => {
                count(2..=3)?;
                let all = args.into_iter().map(|a| self.rvalue(a)).collect::<Result<Vec<_>, _>>()?;
                let ty = self.type_of(all[0]);
                let lanes = |b: &Builder, e| b.program.types.vector_parts(b.type_of(e)).map(|v| v.1);
                let mask = *all.last().expect("two or three");
                if lanes(self, all[0]).is_none() || lanes(self, all[0]) != lanes(self, mask) {
                    return fail(format!("'{}' needs vectors of one length", row.name));
                }
                Ok(self.expr(ExprKind::Builtin(row.builtin, all.into()), ty))
            }
            ShuffleVector => {
                count(3..=258)?;
                let a = self.rvalue(args[0])?;
                let b = self.rvalue(args[1])?;
                let Some((elem, _)) = self.program.types.vector_parts(self.type_of(a)) else {
                    return fail(format!("'{}' needs vectors", row.name));
                };
                let lanes = args.len() as u32 - 2;
                if !lanes.is_power_of_two() {
                    return Err(BuildError::Unsupported("a vector whose length is no power of two".into()));
                }
                let mut all = vec![a, b];
                for &index in &args[2..] {
                    let index = self.convert(index, TypeId::INT)?;
                    let Some(value) = fold::integer(&self.program, index) else {
                        return fail(format!("'{}' needs constant indices", row.name));
                    };
                    all.push(self.int(value, TypeId::INT));
                }
                let ty = self.program.types.vector(elem, lanes);
                Ok(self.expr(ExprKind::Builtin(row.builtin, all.into()), ty))
            }
            _ => self.atomic(row, args),
        }
    }

    fn float_operand(&self, e: ExprId) -> Result<(), BuildError> {
        match self.type_of(e) {
            TypeId::FLOAT | TypeId::DOUBLE => Ok(()),
            ty if self.program.types.is_float(ty) => {
                Err(BuildError::Unsupported(format!("a value of type {}", self.describe(ty))))
            }
            ty => fail(format!("{} where a floating value is needed", self.describe(ty))),
        }
    }

    fn overflow(&mut self, row: &'static BuiltinRow, args: Vec<ExprId>) -> Built {
        let mut all = Vec::new();
        for (i, arg) in args.into_iter().enumerate() {
            let value = self.rvalue(arg)?;
            let ty = self.type_of(value);
            let predicate =
                matches!(row.builtin, Builtin::AddOverflowP | Builtin::SubOverflowP | Builtin::MulOverflowP);
            let integer = match i {
                2 if !predicate => self.program.types.pointee(ty).map(|to| to.ty),
                _ => Some(ty),
            };
            if !integer.is_some_and(|t| self.program.types.is_integer(t)) {
                return fail(format!("{} as operand of '{}'", self.describe(ty), row.name));
            }
            all.push(value);
        }
        Ok(self.expr(ExprKind::Builtin(row.builtin, all.into()), TypeId::BOOL))
    }

    /// The atomic families: first operand a pointer to a scalar, values converted to what it points to.
    fn atomic(&mut self, row: &'static BuiltinRow, args: Vec<ExprId>) -> Built {
        use Builtin::*;
        let Some(&first) = args.first() else { return fail(format!("'{}' without arguments", row.name)) };
        let pointer = self.rvalue(first)?;
        let Some(to) = self.program.types.pointee(self.type_of(pointer)) else {
            return fail(format!("'{}' needs a pointer", row.name));
        };
        if !self.program.types.is_scalar(to.ty) {
            return Err(BuildError::Unsupported(format!("'{}' on {}", row.name, self.describe(to.ty))));
        }
        let sync = row.name.starts_with("__sync");
        let values: usize = match row.builtin {
            AtomicLoad => 0,
            AtomicCompareExchange | SyncValCompareSwap | SyncBoolCompareSwap => 2,
            _ => 1,
        };
        if args.len() < 1 + values {
            return fail(format!("'{}' with {} arguments", row.name, args.len()));
        }
        let mut all = vec![pointer];
        for (i, &arg) in args[1..].iter().enumerate() {
            let ty = match (i, row.builtin) {
                (0, AtomicCompareExchange) => self.program.types.pointer(to.plain()),
                (i, _) if i < values => to.ty,
                // Memory orders and the like have no meaning on one thread.
                _ if sync => break,
                _ => TypeId::INT,
            };
            all.push(self.convert(arg, ty)?);
        }
        let ret = match row.builtin {
            AtomicStore => TypeId::VOID,
            AtomicCompareExchange | SyncBoolCompareSwap => TypeId::BOOL,
            _ => to.ty,
        };
        Ok(self.expr(ExprKind::Builtin(row.builtin, all.into()), ret))
    }

    /// `__builtin_convertvector(e, type)`
    pub fn convert_vector(&mut self, e: ExprId, ty: TypeId) -> Built {
        let e = self.rvalue(e)?;
        let lanes = |ty| self.program.types.vector_parts(ty).map(|v| v.1);
        if lanes(ty).is_none() || lanes(ty) != lanes(self.type_of(e)) {
            return fail("'__builtin_convertvector' needs vectors of one length");
        }
        Ok(self.expr(ExprKind::Builtin(Builtin::ConvertVector, [e].into()), ty))
    }

    /// The promoted type of an integer expression, without making nodes.
    pub fn promoted_type(&mut self, e: ExprId) -> Option<TypeId> {
        let kind = self.program.types.int_kind_of(self.type_of(e))?;
        let promoted = convert::promote(&self.program.types, kind, self.program.bit_field_width(e));
        Some(self.program.types.of_int_kind(promoted))
    }
}
