//! Builtins on registers.

use super::Machine;
use crate::code::{BuiltinDesc, Reg};
use crate::fault::{Run, fault};
use crate::kinds::Kind;
use lydite_lang::*;

impl Machine<'_> {
    /// An operand as a canonical integer.
    fn integer(&self, desc: &BuiltinDesc, i: usize, fp: usize) -> (i128, IntType) {
        let t = self.p.types.int_type(desc.args[i]).unwrap_or(IntType::unsigned(64));
        let at = fp + desc.regs[i] as usize;
        let v = match (t.bits > 64, t.signed) {
            (true, _) => (u128::from(self.regs[at + 1]) << 64 | u128::from(self.regs[at])) as i128,
            (false, true) => (self.regs[at] as i64).into(),
            (false, false) => self.regs[at].into(),
        };
        (v, t)
    }

    fn float(&self, desc: &BuiltinDesc, i: usize, fp: usize) -> f64 {
        let bits = self.regs[fp + desc.regs[i] as usize];
        if desc.args[i] == TypeId::FLOAT { f32::from_bits(bits as u32).into() } else { f64::from_bits(bits) }
    }

    pub(super) fn builtin(&mut self, desc: &BuiltinDesc, fp: usize, dst: Reg, flag: Reg) -> Run<()> {
        use Builtin::*;
        let value: i128 = match desc.builtin {
            Clz | Ctz | Clrsb | Popcount | Parity | Ffs | Bswap | BitReverse | RotateLeft | RotateRight => {
                self.bits(desc, fp)?
            }
            AddOverflow | SubOverflow | MulOverflow | AddOverflowP | SubOverflowP | MulOverflowP => {
                let (a, ta) = self.integer(desc, 0, fp);
                let (b, tb) = self.integer(desc, 1, fp);
                let t = self.p.types.int_type(desc.args[2]).unwrap_or(IntType::signed(32));
                let (v, overflow) = overflowing(desc.builtin, (a, ta), (b, tb), t);
                self.set_wide(fp, dst, v);
                self.regs[fp + flag as usize] = overflow.into();
                if matches!(desc.builtin, AddOverflowP | SubOverflowP | MulOverflowP) {
                    self.regs[fp + dst as usize] = overflow.into();
                }
                return Ok(());
            }
            IsNan => self.float(desc, 0, fp).is_nan().into(),
            IsInf => self.float(desc, 0, fp).is_infinite().into(),
            IsInfSign => {
                let f = self.float(desc, 0, fp);
                if !f.is_infinite() {
                    0
                } else if f < 0.0 {
                    -1
                } else {
                    1
                }
            }
            IsFinite => self.float(desc, 0, fp).is_finite().into(),
            IsNormal => self.normal(desc, 0, fp).into(),
            SignBit => self.float(desc, 0, fp).is_sign_negative().into(),
            FpClassify => {
                let f = self.float(desc, 5, fp);
                let row = if f.is_nan() {
                    0
                } else if f.is_infinite() {
                    1
                } else if self.normal(desc, 5, fp) {
                    2
                } else if f != 0.0 {
                    3
                } else {
                    4
                };
                self.integer(desc, row, fp).0
            }
            IsGreater | IsGreaterEqual | IsLess | IsLessEqual | IsLessGreater | IsUnordered => {
                let (a, b) = (self.float(desc, 0, fp), self.float(desc, 1, fp));
                match desc.builtin {
                    IsGreater => a > b,
                    IsGreaterEqual => a >= b,
                    IsLess => a < b,
                    IsLessEqual => a <= b,
                    IsLessGreater => a.partial_cmp(&b).is_some_and(|order| order.is_ne()),
                    _ => a.is_nan() || b.is_nan(),
                }
                .into()
            }
            other => return fault(Kind::Unsupported, format!("the builtin {other:?}")),
        };
        self.set_wide(fp, dst, value);
        Ok(())
    }

    fn normal(&self, desc: &BuiltinDesc, i: usize, fp: usize) -> bool {
        let bits = self.regs[fp + desc.regs[i] as usize];
        if desc.args[i] == TypeId::FLOAT {
            f32::from_bits(bits as u32).is_normal()
        } else {
            f64::from_bits(bits).is_normal()
        }
    }

    fn bits(&self, desc: &BuiltinDesc, fp: usize) -> Run<i128> {
        use Builtin::*;
        let (v, t) = self.integer(desc, 0, fp);
        let bits = u32::from(t.bits);
        let raw = IntType::unsigned(t.bits).wrap(v) as u128;
        if raw == 0 && matches!(desc.builtin, Clz | Ctz) {
            let name = if desc.builtin == Clz { "clz" } else { "ctz" };
            return fault(Kind::BadBuiltinArgument, format!("__builtin_{name}(0)"));
        }
        let leading = |x: u128| x.leading_zeros() - (128 - bits);
        let result = match desc.builtin {
            Clz => leading(raw).into(),
            Ctz => raw.trailing_zeros().into(),
            Clrsb => {
                let x = if v < 0 { !v } else { v };
                i128::from(leading(IntType::unsigned(t.bits).wrap(x) as u128)) - 1
            }
            Popcount => raw.count_ones().into(),
            Parity => (raw.count_ones() & 1).into(),
            Ffs => {
                if raw == 0 {
                    0
                } else {
                    i128::from(raw.trailing_zeros()) + 1
                }
            }
            Bswap => (raw.swap_bytes() >> (128 - bits)) as i128,
            BitReverse => (raw.reverse_bits() >> (128 - bits)) as i128,
            _ => {
                let count = (self.integer(desc, 1, fp).0 as u32) % bits;
                let left = if desc.builtin == RotateLeft { count } else { (bits - count) % bits };
                let rotated = if left == 0 { raw } else { raw << left | raw >> (bits - left) };
                t.wrap(rotated as i128)
            }
        };
        Ok(result)
    }
}

/// The infinitely precise result wrapped to the type, and whether that changed it.
fn overflowing(b: Builtin, (a, ta): (i128, IntType), (c, tc): (i128, IntType), t: IntType) -> (i128, bool) {
    // Operands of unsigned 128-bit type may exceed an i128; sign and magnitude tell all cases apart.
    let parts = |v: i128, t: IntType| {
        if t.signed && v < 0 { (true, v.unsigned_abs()) } else { (false, v as u128) }
    };
    let (na, ma) = parts(a, ta);
    let (mut nc, mc) = parts(c, tc);
    let (negative, magnitude, lost) = match b {
        Builtin::MulOverflow | Builtin::MulOverflowP => {
            let (m, lost) = ma.overflowing_mul(mc);
            (na != nc && m != 0, m, lost)
        }
        _ => {
            if matches!(b, Builtin::SubOverflow | Builtin::SubOverflowP) {
                nc = !nc;
            }
            if na == nc {
                let (m, lost) = ma.overflowing_add(mc);
                (na, m, lost)
            } else if ma >= mc {
                (na, ma - mc, false)
            } else {
                (nc, mc - ma, false)
            }
        }
    };
    let low = if negative { magnitude.wrapping_neg() } else { magnitude };
    let wrapped = t.wrap(low as i128);
    let exact = !lost
        && match (negative && magnitude != 0, t.signed && wrapped < 0) {
            (true, true) => wrapped.unsigned_abs() == magnitude,
            (false, false) => wrapped as u128 == magnitude,
            _ => false,
        };
    (wrapped, !exact)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overflow_of_mixed_types() {
        let (s32, u32, u128) = (IntType::signed(32), IntType::unsigned(32), IntType::unsigned(128));
        let add = Builtin::AddOverflow;
        let mul = Builtin::MulOverflow;
        let sub = Builtin::SubOverflow;
        assert_eq!(overflowing(add, (i32::MAX.into(), s32), (1, s32), s32), (i32::MIN.into(), true));
        assert_eq!(overflowing(add, (i32::MAX.into(), s32), (1, s32), u32), (1 << 31, false));
        assert_eq!(overflowing(sub, (0, u32), (1, u32), u32), (u32::MAX.into(), true));
        assert_eq!(overflowing(sub, (0, u32), (1, u32), s32), (-1, false));
        assert_eq!(overflowing(mul, (-1, u128), (2, s32), u128), (-2, true));
        assert_eq!(overflowing(mul, (-1, s32), (1, u32), u32), (u32::MAX.into(), true));
        assert_eq!(overflowing(add, (-1, u128), (-1, s32), u128), (-2, false));
    }
}
