//! Constants: small, near limits, blocks of ones, used before, or any.

use super::policy::OperatorContext;
use super::state::Gen;
use crate::feature::Feature;
use crate::scalar::parameter::Parameter;
use lydite_lang::*;

/// Kinds of constants.
#[derive(Clone, Copy)]
enum Sort {
    /// Of small magnitude.
    Small,
    /// Near a limit of a type.
    Limit,
    /// A block of ones.
    Ones,
    /// Used before: as it was, negated or complemented, if that is known.
    Used(Option<usize>),
    /// Any.
    Any,
}

/// How many constants stand close together.
const MOST_RECENT: usize = 4;

impl Gen {
    /// The value of a constant of an integer type.
    pub fn constant_value(&mut self, ty: TypeId) -> i128 {
        let t = self.int_of(ty);
        let value = match self.constant_sort() {
            Sort::Small => self.c.range(-4, 16),
            Sort::Limit => {
                self.uses(Feature::SpecialConstant);
                let edges = [
                    t.max(),
                    t.min(),
                    i128::from(i32::MAX),
                    i128::from(i32::MIN),
                    i128::from(u32::MAX),
                    127,
                    255,
                    32767,
                    65535,
                ];
                edges[self.c.index(edges.len())].wrapping_add(self.c.range(-2, 2))
            }
            Sort::Ones => {
                self.uses(Feature::SpecialConstant);
                // A block of ones, perhaps turned round.
                let bits = i128::from(t.bits.min(64));
                let width = self.c.range(1, bits);
                let at = self.c.range(0, bits - width);
                let ones = ((1i128 << width) - 1) << at;
                if self.c.coin(1, 3) { !ones } else { ones }
            }
            Sort::Used(change) => {
                self.uses(Feature::ReusedConstant);
                // Related constants meet only if they stand close together.
                let from = if change.is_some() && self.c.coin(2, 3) { &self.recent } else { &self.constants };
                let v = from[self.c.index(from.len())];
                match change.unwrap_or_else(|| self.c.index(3)) {
                    0 => v,
                    1 => v.wrapping_neg(),
                    _ => !v,
                }
            }
            Sort::Any => self.c.word(u32::from(t.bits.min(64))) as i128,
        };
        let value = if t.bits > 64 && self.c.coin(1, 4) { value.wrapping_mul(1 << 62) } else { value };
        let value = if ty == TypeId::BOOL { value & 1 } else { t.wrap(value) };
        self.recent.push(value);
        if self.recent.len() > MOST_RECENT {
            self.recent.remove(0);
        }
        if self.constants.len() < 64 {
            self.constants.push(value);
        } else {
            let at = (value as usize) % 64;
            self.constants[at] = value;
        }
        value
    }

    /// What kind of constant comes next.
    fn constant_sort(&mut self) -> Sort {
        let is_used = !self.constants.is_empty();
        if self.has_parameters() {
            // Logical operators see little of a constant.
            let may_use = is_used && self.context != Some(OperatorContext::Logical);
            return match self.pick_among(Parameter::ConstantReuse, |option| option == 0 || may_use) {
                Some(change @ 1..) => Sort::Used(Some(change - 1)),
                _ => [Sort::Small, Sort::Any, Sort::Limit, Sort::Ones]
                    [self.pick(Parameter::SpecialConstant).unwrap_or(0)],
            };
        }
        let reused = if is_used { self.weight(Feature::ReusedConstant) } else { 0 };
        let special = self.weight(Feature::SpecialConstant);
        [Sort::Small, Sort::Limit, Sort::Ones, Sort::Used(None), Sort::Any]
            [self.c.weighted(&[60, special, special / 2, reused, 40])]
    }

    /// A floating constant: exact and of moderate size.
    pub fn float_value(&mut self) -> f64 {
        match self.c.weighted(&[50, 30, 15, 5]) {
            0 => self.c.range(-8, 16) as f64,
            1 => self.c.range(-4096, 4096) as f64 / 64.0,
            2 => (self.c.word(24) as f64) * 2f64.powi(self.c.range(-30, 30) as i32),
            _ => [0.0, -0.0, 1e30, -1e-30, 16777216.0, 2147483648.0][self.c.index(6)],
        }
    }

    /// A constant of an arithmetic type. Types narrower than `int` have no constants of their own.
    pub fn constant(&mut self, ty: TypeId) -> ExprId {
        if self.is_float(ty) {
            let v = self.float_value();
            return self.b.float(v, ty);
        }
        let value = self.constant_value(ty);
        if let TypeKind::Enum(id) = *self.b.program.types.kind(ty) {
            let constants = &self.b.program.types.enums[id].constants;
            let value = constants[value.unsigned_abs() as usize % constants.len()].1;
            return self.b.int(value, ty);
        }
        let t = self.int_of(ty);
        let is_bit_int = matches!(self.b.program.types.int_kind_of(ty), Some(IntKind::BitInt { .. }));
        if is_bit_int || ty == TypeId::INT128 || ty == TypeId::UINT128 {
            return self.b.int(value, ty);
        }
        let written = if t.bits < 32 { TypeId::INT } else { ty };
        self.b.int(value, written)
    }

    /// A static initialiser for a type: constants, and addresses of globals for pointers.
    pub fn static_init(&mut self, ty: QType) -> Option<Init> {
        let types = &self.b.program.types;
        match types.kind(ty.ty).clone() {
            TypeKind::Array { elem, len: ArrayLen::Fixed(len) } => {
                self.c.open("elements");
                let scalar = self.b.program.types.is_arithmetic(elem.ty);
                // Not every element of a large array has a value of its own.
                let whole = scalar && len > 4 && self.c.coin(1, 6);
                let mut items = Vec::new();
                if whole {
                    if let Some(init) = self.static_init(elem) {
                        items.push(InitItem { index: 0, last: 0, init });
                    }
                } else {
                    for i in 0..len {
                        if let Some(init) = self.static_init(elem) {
                            items.push(InitItem { index: i, last: i, init });
                        }
                    }
                }
                self.c.close();
                Some(Init::List(items))
            }
            TypeKind::Record(id) => {
                let record = self.b.program.types.records[id].clone();
                let mut items = Vec::new();
                for (i, field) in record.fields.iter().enumerate() {
                    if field.name.is_none() {
                        continue;
                    }
                    // The longest member of a union gives all bytes a value; a structure gives each member one.
                    if record.kind == RecordKind::Union {
                        let longest = (0..record.fields.len())
                            .max_by_key(|&k| (self.b.program.types.size_of(record.fields[k].ty.ty), usize::MAX - k))
                            .unwrap_or(0);
                        if i != longest {
                            continue;
                        }
                    }
                    if let Some(init) = self.static_init_field(field) {
                        items.push(InitItem { index: i as u64, last: i as u64, init });
                    }
                }
                Some(Init::List(items))
            }
            TypeKind::Vector { elem, lanes } => {
                let mut items = Vec::new();
                for i in 0..u64::from(lanes) {
                    if let Some(init) = self.static_init(elem.into()) {
                        items.push(InitItem { index: i, last: i, init });
                    }
                }
                Some(Init::List(items))
            }
            TypeKind::Pointer(_) => {
                let e = self.static_address(ty.ty)?;
                Some(Init::Expr(e))
            }
            TypeKind::Func(_) | TypeKind::Void => None,
            _ => {
                let e = self.constant(ty.ty);
                let e = self.convert(e, ty.ty);
                Some(Init::Expr(e))
            }
        }
    }

    fn static_init_field(&mut self, field: &Field) -> Option<Init> {
        if let Some(bits) = field.bits {
            let signed = self.int_of(field.ty.ty).signed;
            let v = self.constant_value(field.ty.ty);
            let v = IntType { bits: bits as u16, signed }.wrap(v);
            let narrow = self.int_of(field.ty.ty).bits < 32;
            let e = self.lit(v, if narrow { TypeId::INT } else { field.ty.ty });
            return Some(Init::Expr(self.convert(e, field.ty.ty)));
        }
        self.static_init(field.ty)
    }
}
