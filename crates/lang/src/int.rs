//! Integers of a given width and signedness, exactly.
//!
//! A value of width below 128 is its mathematical value in an `i128`; a value of width 128 is its bit pattern in
//! an `i128` (so an unsigned 128-bit value above the signed maximum is negative here). [`IntType`] is the only
//! place that knows this.

use crate::ops::BinOp;

/// The width and signedness of an integer type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IntType {
    /// Width in bits, 1 to 128.
    pub bits: u16,
    /// Whether it is signed (two's complement).
    pub signed: bool,
}

/// Why an operation has no defined result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IntFault {
    /// A signed result does not fit.
    Overflow,
    /// Division by zero.
    DivideByZero,
    /// The least value divided by -1.
    DivideOverflow,
    /// Shift count negative or not below the width.
    ShiftCount,
    /// Left shift of a negative value, or one whose result does not fit.
    ShiftValue,
}

impl IntType {
    /// A signed type of this width.
    pub const fn signed(bits: u16) -> Self {
        Self { bits, signed: true }
    }
    /// An unsigned type of this width.
    pub const fn unsigned(bits: u16) -> Self {
        Self { bits, signed: false }
    }
    /// The least value, in canonical form.
    pub fn min(self) -> i128 {
        if !self.signed { 0 } else { -1i128 << (self.bits - 1) }
    }
    /// The greatest value, in canonical form (all ones for unsigned 128).
    pub fn max(self) -> i128 {
        match (self.signed, self.bits) {
            (true, bits) => !(-1i128 << (bits - 1)),
            (false, 128) => -1,
            (false, bits) => !(-1i128 << bits),
        }
    }
    /// The canonical value of the low bits of `v`.
    pub fn wrap(self, v: i128) -> i128 {
        let shift = 128 - u32::from(self.bits);
        if self.signed { (v << shift) >> shift } else { (((v as u128) << shift) >> shift) as i128 }
    }
    /// Whether a mathematical value fits (for width 128, any bit pattern of a non-overflowing computation does).
    pub fn fits(self, v: i128) -> bool {
        self.wrap(v) == v
    }
    /// Less-than on canonical values.
    pub fn less(self, a: i128, b: i128) -> bool {
        if self.signed { a < b } else { (a as u128) < (b as u128) }
    }
    fn exact(self, v: i128, overflowed: bool) -> Result<i128, IntFault> {
        if !self.signed {
            return Ok(self.wrap(v));
        }
        if overflowed || !self.fits(v) { Err(IntFault::Overflow) } else { Ok(v) }
    }
    /// Sum; unsigned wraps, signed faults.
    pub fn add(self, a: i128, b: i128) -> Result<i128, IntFault> {
        let (v, o) = a.overflowing_add(b);
        self.exact(v, o)
    }
    /// Difference; unsigned wraps, signed faults.
    pub fn sub(self, a: i128, b: i128) -> Result<i128, IntFault> {
        let (v, o) = a.overflowing_sub(b);
        self.exact(v, o)
    }
    /// Product; unsigned wraps, signed faults.
    pub fn mul(self, a: i128, b: i128) -> Result<i128, IntFault> {
        let (v, o) = a.overflowing_mul(b);
        self.exact(v, o)
    }
    /// Negation; unsigned wraps, signed faults.
    pub fn neg(self, a: i128) -> Result<i128, IntFault> {
        self.sub(0, a)
    }
    fn check_division(self, a: i128, b: i128) -> Result<(), IntFault> {
        if b == 0 {
            Err(IntFault::DivideByZero)
        } else if self.signed && b == -1 && a == self.min() {
            Err(IntFault::DivideOverflow)
        } else {
            Ok(())
        }
    }
    /// Quotient, truncated.
    pub fn div(self, a: i128, b: i128) -> Result<i128, IntFault> {
        self.check_division(a, b)?;
        Ok(if self.signed { a / b } else { (a as u128 / b as u128) as i128 })
    }
    /// Remainder with the dividend's sign.
    pub fn rem(self, a: i128, b: i128) -> Result<i128, IntFault> {
        self.check_division(a, b)?;
        Ok(if self.signed { a % b } else { (a as u128 % b as u128) as i128 })
    }
    /// Left shift of a promoted value by a count of any type.
    pub fn shl(self, a: i128, count: i128) -> Result<i128, IntFault> {
        if count < 0 || count >= i128::from(self.bits) {
            return Err(IntFault::ShiftCount);
        }
        let v = self.wrap(a << count);
        if self.signed && (a < 0 || (v >> count) != a || v < 0) {
            return Err(IntFault::ShiftValue);
        }
        Ok(v)
    }
    /// Right shift, arithmetic for signed values.
    pub fn shr(self, a: i128, count: i128) -> Result<i128, IntFault> {
        if count < 0 || count >= i128::from(self.bits) {
            return Err(IntFault::ShiftCount);
        }
        Ok(if self.signed { a >> count } else { ((a as u128) >> count) as i128 })
    }
    /// Any binary operator on canonical values; comparisons give 0 or 1. `&&` and `||` see both operands.
    pub fn binary(self, op: BinOp, x: i128, y: i128) -> Result<i128, IntFault> {
        match op {
            BinOp::Add => self.add(x, y),
            BinOp::Sub => self.sub(x, y),
            BinOp::Mul => self.mul(x, y),
            BinOp::Div => self.div(x, y),
            BinOp::Rem => self.rem(x, y),
            BinOp::Shl => self.shl(x, y),
            BinOp::Shr => self.shr(x, y),
            BinOp::And => Ok(x & y),
            BinOp::Xor => Ok(x ^ y),
            BinOp::Or => Ok(x | y),
            BinOp::Lt => Ok(self.less(x, y).into()),
            BinOp::Gt => Ok(self.less(y, x).into()),
            BinOp::Le => Ok((!self.less(y, x)).into()),
            BinOp::Ge => Ok((!self.less(x, y)).into()),
            BinOp::Eq => Ok((x == y).into()),
            BinOp::Ne => Ok((x != y).into()),
            BinOp::LogAnd => Ok((x != 0 && y != 0).into()),
            BinOp::LogOr => Ok((x != 0 || y != 0).into()),
        }
    }
    /// Converts a canonical value to `f64`, rounding to nearest even once.
    pub fn to_f64(self, v: i128) -> f64 {
        if self.signed || self.bits < 128 { v as f64 } else { v as u128 as f64 }
    }
    /// Converts a canonical value to `f32`, rounding to nearest even once.
    pub fn to_f32(self, v: i128) -> f32 {
        if self.signed || self.bits < 128 { v as f32 } else { v as u128 as f32 }
    }
    /// Truncates a float; `None` if the result does not fit.
    pub fn from_f64(self, f: f64) -> Option<i128> {
        if !f.is_finite() {
            return None;
        }
        let t = f.trunc();
        if self.bits == 128 && !self.signed {
            return (t >= 0.0 && t < 2f64.powi(128)).then_some(t as u128 as i128);
        }
        if t < -(2f64.powi(127)) || t >= 2f64.powi(127) {
            return None;
        }
        let v = t as i128;
        self.fits(v).then_some(v)
    }
    /// Decimal text of a canonical value.
    pub fn text(self, v: i128) -> String {
        if self.signed || self.bits < 128 { v.to_string() } else { (v as u128).to_string() }
    }
}
