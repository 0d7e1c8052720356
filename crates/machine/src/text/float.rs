//! The bits of `float` and `double`, and rounding into them.
//!
//! One trait, so that every algorithm on bits is written once and is exact for both formats.

/// A binary floating-point format of IEEE 754, seen as its bits.
pub trait Real: Copy + PartialOrd {
    /// The bits of the significand that are stored.
    const STORED: u32;
    /// The exponent of the least significant bit of a subnormal number.
    const LOWEST: i64;
    /// The largest value of the exponent field, which infinities and NaNs have.
    const FIELD_MAX: u64;
    /// The sign bit.
    const SIGN: u64;
    /// The NaN that an invalid operation gives: x86's, which is negative.
    ///
    /// C leaves its sign and payload open; fixing them keeps a run the same on every host.
    const INVALID: Self;

    /// The bits, zero-extended.
    fn bits(self) -> u64;
    /// The number with these bits.
    fn with_bits(bits: u64) -> Self;
}

impl Real for f64 {
    const STORED: u32 = 52;
    const LOWEST: i64 = -1074;
    const FIELD_MAX: u64 = 0x7ff;
    const SIGN: u64 = 1 << 63;
    const INVALID: Self = f64::from_bits(0xfff8_0000_0000_0000);

    fn bits(self) -> u64 {
        self.to_bits()
    }

    fn with_bits(bits: u64) -> Self {
        f64::from_bits(bits)
    }
}

impl Real for f32 {
    const STORED: u32 = 23;
    const LOWEST: i64 = -149;
    const FIELD_MAX: u64 = 0xff;
    const SIGN: u64 = 1 << 31;
    const INVALID: Self = f32::from_bits(0xffc0_0000);

    fn bits(self) -> u64 {
        u64::from(self.to_bits())
    }

    fn with_bits(bits: u64) -> Self {
        // The callers build the bits from this format's own fields.
        f32::from_bits(bits as u32)
    }
}

/// The sign of a number, which zeros and NaNs have too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// The sign bit is clear.
    Plus,
    /// The sign bit is set.
    Minus,
}

/// The five kinds of floating-point numbers, in the order of glibc's `FP_` constants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FloatClass {
    /// `FP_NAN`.
    Nan = 0,
    /// `FP_INFINITE`.
    Infinite = 1,
    /// `FP_ZERO`.
    Zero = 2,
    /// `FP_SUBNORMAL`.
    Subnormal = 3,
    /// `FP_NORMAL`.
    Normal = 4,
}

/// A finite number taken apart: `significand * 2^exponent`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts {
    /// The sign.
    pub sign: Sign,
    /// The significand as an integer; it has its leading bit unless the number is subnormal or zero.
    pub significand: u64,
    /// The exponent of the significand's least significant bit.
    pub exponent: i64,
}

/// Whether a rounded result is the exact one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exactness {
    /// Nothing was lost.
    Exact,
    /// Something was lost.
    Inexact,
}

/// The sign of a number.
pub fn sign<F: Real>(value: F) -> Sign {
    if value.bits() & F::SIGN == 0 { Sign::Plus } else { Sign::Minus }
}

/// The class of a number.
pub fn classify<F: Real>(value: F) -> FloatClass {
    let magnitude = value.bits() & !F::SIGN;
    let stored = magnitude & ((1 << F::STORED) - 1);
    match (magnitude >> F::STORED, stored) {
        (0, 0) => FloatClass::Zero,
        (0, _) => FloatClass::Subnormal,
        (field, 0) if field == F::FIELD_MAX => FloatClass::Infinite,
        (field, _) if field == F::FIELD_MAX => FloatClass::Nan,
        _ => FloatClass::Normal,
    }
}

/// Takes a number apart, unless it is infinite or a NaN.
pub fn parts<F: Real>(value: F) -> Option<Parts> {
    let field = (value.bits() & !F::SIGN) >> F::STORED;
    let stored = value.bits() & ((1 << F::STORED) - 1);
    if field == F::FIELD_MAX {
        return None;
    }
    let (significand, above) = if field == 0 { (stored, 0) } else { (stored | 1 << F::STORED, field as i64 - 1) };
    Some(Parts { sign: sign(value), significand, exponent: F::LOWEST + above })
}

/// Zero with a sign.
pub fn zero<F: Real>(sign: Sign) -> F {
    F::with_bits(if sign == Sign::Minus { F::SIGN } else { 0 })
}

/// Infinity with a sign.
pub fn infinity<F: Real>(sign: Sign) -> F {
    F::with_bits(zero::<F>(sign).bits() | F::FIELD_MAX << F::STORED)
}

/// The same number, but quiet if it is a signalling NaN.
pub fn quiet<F: Real>(value: F) -> F {
    match classify(value) {
        FloatClass::Nan => F::with_bits(value.bits() | 1 << (F::STORED - 1)),
        _ => value,
    }
}

/// Puts a number together, rounded to nearest with ties to even.
///
/// `below` says whether the true value has more bits below those of `parts.significand`.
pub fn assemble<F: Real>(parts: Parts, below: Exactness) -> (F, Exactness) {
    if parts.significand == 0 {
        return (zero(parts.sign), below);
    }
    // With the leading bit at the top of 64 there are at least eleven bits to round away.
    let up = parts.significand.leading_zeros();
    let wide = parts.significand << up;
    let exponent = parts.exponent.saturating_sub(i64::from(up));
    let normal_drop = 63 - i64::from(F::STORED);
    let drop = normal_drop.max(F::LOWEST.saturating_sub(exponent)).min(100) as u32;
    let sticky = u128::from(below == Exactness::Inexact);
    // Two bits more than the significand, so that the sticky bit is below the half.
    let scaled = u128::from(wide) << 2 | sticky;
    let drop = drop + 2;
    let kept = (scaled >> drop) as u64;
    let lost = scaled & ((1 << drop) - 1);
    let half = 1u128 << (drop - 1);
    let rounded = kept + u64::from(lost > half || (lost == half && kept & 1 == 1));
    let exactness = if lost == 0 { Exactness::Exact } else { Exactness::Inexact };
    let lowest = exponent.saturating_add(i64::from(drop) - 2);
    // A significand with its leading bit adds one to the field, and so does a carry out of it: fields line up.
    let field = lowest.saturating_sub(F::LOWEST);
    if field >= F::FIELD_MAX as i64 {
        return (infinity(parts.sign), Exactness::Inexact);
    }
    let bits = ((field.max(0) as u64) << F::STORED) + rounded;
    if bits >= F::FIELD_MAX << F::STORED {
        return (infinity(parts.sign), Exactness::Inexact);
    }
    (F::with_bits(zero::<F>(parts.sign).bits() | bits), exactness)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_go_back_together() {
        for bits in [0, 1, 0xf_ffff_ffff_ffff, 0x10_0000_0000_0000, 0x3ff0_0000_0000_0001, 0x7fef_ffff_ffff_ffff] {
            for bits in [bits, bits | 1 << 63] {
                let value = f64::from_bits(bits);
                let (back, exactness) = assemble::<f64>(parts(value).expect("finite"), Exactness::Exact);
                assert_eq!((back.to_bits(), exactness), (bits, Exactness::Exact));
            }
        }
        assert_eq!(parts(f32::INFINITY), None);
        assert_eq!(parts(f64::NAN), None);
    }

    #[test]
    fn rounding_is_to_nearest_even() {
        let round =
            |significand, exponent, below| assemble::<f32>(Parts { sign: Sign::Plus, significand, exponent }, below).0;
        assert_eq!(round(0x0100_0001, 0, Exactness::Exact), 16_777_216.0);
        assert_eq!(round(0x0100_0001, 0, Exactness::Inexact), 16_777_218.0);
        assert_eq!(round(0x0100_0003, 0, Exactness::Exact), 16_777_220.0);
        assert_eq!(round(1, -150, Exactness::Exact).to_bits(), 0);
        assert_eq!(round(1, -150, Exactness::Inexact).to_bits(), 1);
        assert_eq!(round(3, -150, Exactness::Exact).to_bits(), 2);
        assert_eq!(round(1, -100_000, Exactness::Inexact).to_bits(), 0);
        assert_eq!(round(0xff_ffff, 104, Exactness::Exact), f32::MAX);
        assert_eq!(round(0x1ff_ffff, 103, Exactness::Exact), f32::INFINITY);
        assert_eq!(round(1, i64::MAX, Exactness::Exact), f32::INFINITY);
        assert_eq!(round(1, i64::MIN, Exactness::Exact), 0.0);
    }

    #[test]
    fn classes_are_told_apart() {
        let table = [
            (f64::NAN, FloatClass::Nan),
            (f64::NEG_INFINITY, FloatClass::Infinite),
            (-0.0, FloatClass::Zero),
            (5e-324, FloatClass::Subnormal),
            (f64::MIN_POSITIVE, FloatClass::Normal),
        ];
        for (value, class) in table {
            assert_eq!(classify(value), class, "{value}");
        }
        assert_eq!(classify(1e-40f32), FloatClass::Subnormal);
    }
}
