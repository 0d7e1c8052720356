//! Integer promotions and the usual arithmetic conversions (6.3.1), driven by a table of ranks.

use crate::types::{FloatKind, IntKind, TypeId, TypeKind, Types};

/// The integer kinds with their conversion rank and the kind of the other signedness.
const RANKS: &[(IntKind, u32, IntKind)] = &[
    (IntKind::Bool, 10, IntKind::Bool),
    (IntKind::Char, 20, IntKind::UChar),
    (IntKind::SChar, 20, IntKind::UChar),
    (IntKind::UChar, 20, IntKind::SChar),
    (IntKind::Short, 30, IntKind::UShort),
    (IntKind::UShort, 30, IntKind::Short),
    (IntKind::Int, 40, IntKind::UInt),
    (IntKind::UInt, 40, IntKind::Int),
    (IntKind::Long, 50, IntKind::ULong),
    (IntKind::ULong, 50, IntKind::Long),
    (IntKind::LongLong, 60, IntKind::ULongLong),
    (IntKind::ULongLong, 60, IntKind::LongLong),
    (IntKind::Int128, 70, IntKind::UInt128),
    (IntKind::UInt128, 70, IntKind::Int128),
];

/// The kind with the same rank and the other signedness.
pub fn other_signedness(kind: IntKind) -> IntKind {
    match kind {
        IntKind::BitInt { bits, signed } => IntKind::BitInt { bits, signed: !signed },
        kind => RANKS.iter().find(|row| row.0 == kind).map_or(kind, |row| row.2),
    }
}

/// Rank as a pair: width first for `_BitInt` against the others (a standard type outranks a `_BitInt` of its width).
fn rank(types: &Types, kind: IntKind) -> (u16, u32) {
    let bits = types.int_kind(kind).bits;
    match kind {
        IntKind::BitInt { .. } => (bits, 0),
        kind => (bits, RANKS.iter().find(|row| row.0 == kind).map_or(0, |row| row.1)),
    }
}

/// The promoted kind of an integer; `bits` is the width if it is a bit-field.
pub fn promote(types: &Types, kind: IntKind, bits: Option<u32>) -> IntKind {
    if matches!(kind, IntKind::BitInt { .. }) {
        return kind;
    }
    let ty = types.int_kind(kind);
    let width = bits.map_or(u32::from(ty.bits), |b| b.min(ty.bits.into()));
    let small = width < 32 || width == 32 && ty.signed;
    let rank_fits = RANKS.iter().any(|row| row.0 == kind && row.1 <= 40);
    if small && (rank_fits || bits.is_some()) {
        IntKind::Int
    } else if width == 32 && !ty.signed && bits.is_some() {
        IntKind::UInt
    } else {
        kind
    }
}

/// The common kind of two promoted integers.
pub fn common_int(types: &Types, a: IntKind, b: IntKind) -> IntKind {
    if a == b {
        return a;
    }
    let (ta, tb) = (types.int_kind(a), types.int_kind(b));
    let (ra, rb) = (rank(types, a), rank(types, b));
    if ta.signed == tb.signed {
        return if ra >= rb { a } else { b };
    }
    let (unsigned, ru, signed, rs) = if ta.signed { (b, rb, a, ra) } else { (a, ra, b, rb) };
    if ru >= rs {
        return unsigned;
    }
    if types.int_kind(signed).bits > types.int_kind(unsigned).bits { signed } else { other_signedness(signed) }
}

/// The type two arithmetic operands are converted to, given their types after promotion.
pub fn usual_arithmetic(types: &mut Types, a: TypeId, b: TypeId) -> Option<TypeId> {
    const ORDER: [FloatKind; 4] = [FloatKind::Float128, FloatKind::LongDouble, FloatKind::Double, FloatKind::Float];
    for kind in ORDER {
        for ty in [a, b] {
            if *types.kind(ty) == TypeKind::Float(kind) {
                return Some(ty);
            }
        }
    }
    let kind = common_int(types, types.int_kind_of(a)?, types.int_kind_of(b)?);
    Some(types.of_int_kind(kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Target;

    fn common(target: &str, a: IntKind, b: IntKind) -> IntKind {
        let types = Types::new(Target::find(target).expect("target"));
        common_int(&types, promote(&types, a, None), promote(&types, b, None))
    }

    #[test]
    fn the_usual_cases() {
        use IntKind::*;
        assert_eq!(common("x86_64", Char, Short), Int);
        assert_eq!(common("x86_64", UInt, Int), UInt);
        assert_eq!(common("x86_64", UInt, Long), Long);
        assert_eq!(common("i686", UInt, Long), ULong);
        assert_eq!(common("x86_64", ULong, LongLong), ULongLong);
        assert_eq!(common("i686", ULong, LongLong), LongLong);
        assert_eq!(common("x86_64", LongLong, Long), LongLong);
        assert_eq!(common("x86_64", UInt128, LongLong), UInt128);
        assert_eq!(common("x86_64", BitInt { bits: 37, signed: true }, Int), BitInt { bits: 37, signed: true });
        assert_eq!(common("x86_64", BitInt { bits: 32, signed: false }, Int), UInt);
        assert_eq!(common("x86_64", BitInt { bits: 17, signed: false }, Char), Int);
    }

    #[test]
    fn bit_fields_promote_by_width() {
        let types = Types::new(Target::x86_64());
        assert_eq!(promote(&types, IntKind::UInt, Some(31)), IntKind::Int);
        assert_eq!(promote(&types, IntKind::UInt, Some(32)), IntKind::UInt);
        assert_eq!(promote(&types, IntKind::Bool, Some(1)), IntKind::Int);
        assert_eq!(promote(&types, IntKind::ULong, Some(20)), IntKind::Int);
        assert_eq!(promote(&types, IntKind::ULong, Some(40)), IntKind::ULong);
    }
}
