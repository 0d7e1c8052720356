//! Conversions: lvalue conversion, decay, promotion, casts, and conversion as if by assignment.

use super::{Builder, Built, fail};
use crate::convert;
use crate::fold;
use crate::ops::CastKind;
use crate::tree::*;
use crate::types::*;

impl Builder {
    /// The value of an expression: lvalues are loaded, arrays and functions decay.
    pub fn rvalue(&mut self, e: ExprId) -> Built {
        let ty = self.program.ty(e);
        match *self.program.types.kind(ty.ty) {
            TypeKind::Array { elem, .. } => {
                // A qualified array (through a const record) has qualified elements.
                let mut elem = elem.with(ty.quals.standard().without(Quals::ATOMIC));
                if ty.quals.has(Quals::MAY_ALIAS) {
                    elem = elem.with(Quals::MAY_ALIAS);
                }
                // Elements of an array inside a packed record may sit anywhere, too.
                if let Some(align) = ty.quals.align()
                    && align < self.program.types.align_of_q(elem)
                {
                    elem.quals = elem.quals.with_align(align);
                }
                let pointer = self.program.types.pointer(elem);
                Ok(self.cast_node(CastKind::ArrayDecay, Written::Implicit, e, pointer))
            }
            TypeKind::Func(_) => {
                let pointer = self.program.types.pointer(ty.ty.into());
                Ok(self.cast_node(CastKind::FuncDecay, Written::Implicit, e, pointer))
            }
            _ if self.program.is_lvalue(e) => {
                if ty.ty == TypeId::VOID {
                    return Ok(e);
                }
                if self.program.types.size_of(ty.ty).is_none() {
                    return fail(format!("the value of an object of incomplete type {}", self.describe(ty.ty)));
                }
                let place = std::mem::replace(&mut self.place, self.program.exprs[e].place);
                let load = self.expr(ExprKind::Load(e), ty.ty);
                self.place = place;
                Ok(load)
            }
            _ => Ok(e),
        }
    }

    /// A value with the integer promotions applied.
    pub fn promote(&mut self, e: ExprId) -> Built {
        let e = self.rvalue(e)?;
        let ty = self.type_of(e);
        let Some(kind) = self.program.types.int_kind_of(ty) else { return Ok(e) };
        let bits = self.program.bit_field_width(e);
        let promoted = convert::promote(&self.program.types, kind, bits);
        let to = self.program.types.of_int_kind(promoted);
        Ok(if to == ty { e } else { self.cast_node(CastKind::IntToInt, Written::Implicit, e, to) })
    }

    /// A scalar value, for a condition.
    pub fn condition(&mut self, e: ExprId) -> Built {
        let e = self.rvalue(e)?;
        let ty = self.type_of(e);
        if self.program.types.is_scalar(ty) {
            Ok(e)
        } else {
            fail(format!("a condition of type {}, which is not a scalar", self.describe(ty)))
        }
    }

    /// A cast operator.
    pub fn cast(&mut self, e: ExprId, to: QType) -> Built {
        if to.ty == TypeId::VOID {
            let e = self.rvalue_or_void(e)?;
            return Ok(self.cast_node(CastKind::ToVoid, Written::Explicit, e, TypeId::VOID));
        }
        let e = self.rvalue(e)?;
        let from = self.type_of(e);
        let types = &self.program.types;
        let kind = match types.kind(to.ty) {
            _ if self.scalar_cast(e, to.ty).is_some() => self.scalar_cast(e, to.ty),
            TypeKind::Vector { elem, .. } => {
                if types.size_of(to.ty) == types.size_of(from) && (types.is_vector(from) || types.is_integer(from)) {
                    Some(CastKind::VectorBits)
                } else if types.is_arithmetic(from) {
                    let elem = *elem;
                    let value = self.convert(e, elem)?;
                    return Ok(self.cast_node(CastKind::Splat, Written::Explicit, value, to.ty));
                } else {
                    None
                }
            }
            TypeKind::Int(_) if types.is_vector(from) && types.size_of(to.ty) == types.size_of(from) => {
                Some(CastKind::VectorBits)
            }
            TypeKind::Record(_) if to.ty == from => Some(CastKind::Same),
            TypeKind::Record(record) if types.records[*record].kind == RecordKind::Union => {
                let fits = types.records[*record].fields.iter().any(|f| f.ty.ty == from);
                fits.then_some(CastKind::Same)
            }
            TypeKind::Float(FloatKind::LongDouble | FloatKind::Float128) | TypeKind::Complex(_) => {
                return Err(super::BuildError::Unsupported(format!("a value of type {}", self.describe(to.ty))));
            }
            _ => None,
        };
        match kind {
            Some(kind) => Ok(self.cast_node(kind, Written::Explicit, e, to.ty)),
            None => fail(format!("a cast from {} to {}", self.describe(from), self.describe(to.ty))),
        }
    }

    pub(super) fn rvalue_or_void(&mut self, e: ExprId) -> Built {
        if self.type_of(e) == TypeId::VOID { Ok(e) } else { self.rvalue(e) }
    }

    /// The kind of conversion between two scalar types, if there is one.
    fn scalar_cast(&self, e: ExprId, to: TypeId) -> Option<CastKind> {
        let types = &self.program.types;
        let from = self.type_of(e);
        let modelled = |ty| !matches!(types.kind(ty), TypeKind::Float(FloatKind::LongDouble | FloatKind::Float128));
        if !modelled(from) || !modelled(to) || !types.is_scalar(from) || !types.is_scalar(to) {
            return None;
        }
        let shape = |ty| (types.is_integer(ty), types.is_float(ty), types.is_pointer(ty));
        Some(match (shape(from), shape(to)) {
            _ if to == TypeId::BOOL => CastKind::ToBool,
            ((true, ..), (true, ..)) => CastKind::IntToInt,
            ((true, ..), (_, true, _)) => CastKind::IntToFloat,
            ((true, ..), _) if self.program.int_constant(e) == Some(0) => CastKind::NullToPtr,
            ((true, ..), _) => CastKind::IntToPtr,
            ((_, true, _), (true, ..)) => CastKind::FloatToInt,
            ((_, true, _), (_, true, _)) => CastKind::FloatToFloat,
            ((_, _, true), (true, ..)) => CastKind::PtrToInt,
            ((_, _, true), (_, _, true)) => CastKind::PtrToPtr,
            _ => return None,
        })
    }

    /// A value converted to a type as if by assignment.
    pub fn convert(&mut self, e: ExprId, to: TypeId) -> Built {
        let e = self.rvalue(e)?;
        let from = self.type_of(e);
        if from == to {
            return Ok(e);
        }
        if matches!(
            self.program.types.kind(to),
            TypeKind::Complex(_) | TypeKind::Float(FloatKind::LongDouble | FloatKind::Float128)
        ) || matches!(
            self.program.types.kind(from),
            TypeKind::Complex(_) | TypeKind::Float(FloatKind::LongDouble | FloatKind::Float128)
        ) {
            let odd =
                if self.program.types.is_float(to) && to != TypeId::FLOAT && to != TypeId::DOUBLE { to } else { from };
            return Err(super::BuildError::Unsupported(format!("a value of type {}", self.describe(odd))));
        }
        if let Some(kind) = self.scalar_cast(e, to) {
            return Ok(self.cast_node(kind, Written::Implicit, e, to));
        }
        let types = &self.program.types;
        match (types.kind(from), types.kind(to)) {
            (TypeKind::Vector { .. }, TypeKind::Vector { .. }) if types.size_of(from) == types.size_of(to) => {
                Ok(self.cast_node(CastKind::VectorBits, Written::Implicit, e, to))
            }
            (_, TypeKind::Record(record)) if types.records[*record].attrs.transparent => {
                let types = &self.program.types;
                let member = types.records[*record]
                    .fields
                    .iter()
                    .position(|f| f.ty.ty == from || types.is_pointer(f.ty.ty) && types.is_pointer(from));
                match member {
                    Some(_) => Ok(self.cast_node(CastKind::Same, Written::Implicit, e, to)),
                    None => fail(format!("a value of type {} for {}", self.describe(from), self.describe(to))),
                }
            }
            _ => fail(format!("a value of type {} where {} is needed", self.describe(from), self.describe(to))),
        }
    }

    /// Both operands converted to their common arithmetic type.
    pub(super) fn balance(&mut self, a: ExprId, b: ExprId) -> Result<(ExprId, ExprId, TypeId), super::BuildError> {
        let a = self.promote(a)?;
        let b = self.promote(b)?;
        let (ta, tb) = (self.type_of(a), self.type_of(b));
        let Some(common) = convert::usual_arithmetic(&mut self.program.types, ta, tb) else {
            return fail(format!("arithmetic on {} and {}", self.describe(ta), self.describe(tb)));
        };
        Ok((self.convert(a, common)?, self.convert(b, common)?, common))
    }

    /// Whether a value is a null pointer constant.
    pub fn is_null_constant(&self, e: ExprId) -> bool {
        match &self.program.exprs[e].kind {
            ExprKind::Cast(CastKind::NullToPtr, Written::Explicit, inner) => {
                self.type_of(e) == TypeId::VOID_PTR && self.program.int_constant(*inner) == Some(0)
            }
            _ => self.program.types.is_integer(self.type_of(e)) && fold::integer(&self.program, e) == Some(0),
        }
    }
}
