//! Arithmetic beyond the common cases, and what to say when it goes wrong.

use super::Machine;
use crate::code::{Lane, Op, Site, SwitchTable};
use crate::fault::{Fault, Run, fault};
use crate::kinds::Kind;
use crate::memory::ObjectKind;
use crate::value::Ptr;
use lydite_lang::int::IntFault;
use lydite_lang::*;

#[cfg(test)]
fn lane_type(lane: Lane) -> IntType {
    match lane {
        Lane::I32 => IntType::signed(32),
        Lane::U32 => IntType::unsigned(32),
        Lane::I64 => IntType::signed(64),
        Lane::U64 => IntType::unsigned(64),
    }
}

fn kind_of(fault: IntFault) -> Kind {
    match fault {
        IntFault::Overflow => Kind::SignedOverflow,
        IntFault::DivideByZero => Kind::DivideByZero,
        IntFault::DivideOverflow => Kind::DivideOverflow,
        IntFault::ShiftCount => Kind::ShiftCount,
        IntFault::ShiftValue => Kind::ShiftValue,
    }
}

#[inline]
fn bits(lane: Lane) -> u64 {
    match lane {
        Lane::I32 | Lane::U32 => 32,
        Lane::I64 | Lane::U64 => 64,
    }
}

/// A left shift; a negative count is a large one.
#[inline]
pub(super) fn shl(lane: Lane, a: u64, count: u64) -> Result<u64, Kind> {
    if count >= bits(lane) {
        return Err(Kind::ShiftCount);
    }
    match lane {
        Lane::U32 => Ok(u64::from((a as u32) << count)),
        Lane::U64 => Ok(a << count),
        Lane::I32 => {
            let (a, v) = (a as i64, (a as i64) << count);
            if a < 0 || v > i64::from(i32::MAX) { Err(Kind::ShiftValue) } else { Ok(v as u64) }
        }
        Lane::I64 => {
            let a = a as i64;
            let v = a << count;
            if a < 0 || v < 0 || v >> count != a { Err(Kind::ShiftValue) } else { Ok(v as u64) }
        }
    }
}

/// A right shift.
#[inline]
pub(super) fn shr(lane: Lane, a: u64, count: u64) -> Result<u64, Kind> {
    if count >= bits(lane) {
        return Err(Kind::ShiftCount);
    }
    Ok(match lane {
        Lane::U32 | Lane::U64 => a >> count,
        Lane::I32 | Lane::I64 => ((a as i64) >> count) as u64,
    })
}

/// An operator on integers of any width, given and giving canonical values.
pub(super) fn wide(op: BinOp, t: IntType, x: i128, y: i128) -> Result<i128, Kind> {
    t.binary(op, x, y).map_err(kind_of)
}

pub(super) fn f64_op(op: BinOp, a: f64, b: f64) -> u64 {
    match op {
        BinOp::Add => (a + b).to_bits(),
        BinOp::Sub => (a - b).to_bits(),
        BinOp::Mul => (a * b).to_bits(),
        BinOp::Div => (a / b).to_bits(),
        op => u64::from(float_compare(op, a, b)),
    }
}

pub(super) fn f32_op(op: BinOp, a: f32, b: f32) -> u64 {
    match op {
        BinOp::Add => u64::from((a + b).to_bits()),
        BinOp::Sub => u64::from((a - b).to_bits()),
        BinOp::Mul => u64::from((a * b).to_bits()),
        BinOp::Div => u64::from((a / b).to_bits()),
        op => u64::from(float_compare(op, a.into(), b.into())),
    }
}

fn float_compare(op: BinOp, a: f64, b: f64) -> bool {
    match op {
        BinOp::Lt => a < b,
        BinOp::Gt => a > b,
        BinOp::Le => a <= b,
        BinOp::Ge => a >= b,
        BinOp::Eq => a == b,
        _ => a != b,
    }
}

/// An index times a size, as a distance in bytes.
#[inline]
pub(super) fn scaled(index: u64, signed: bool, scale: i64) -> Run<i64> {
    let out = || fault(Kind::PointerArithmetic, format!("an index of {}", index_text(index, signed)));
    if !signed && index > i64::MAX as u64 {
        return out();
    }
    match (index as i64).checked_mul(scale) {
        Some(delta) => Ok(delta),
        None => out(),
    }
}

fn index_text(index: u64, signed: bool) -> String {
    if signed { (index as i64).to_string() } else { index.to_string() }
}

#[cold]
pub(super) fn index_detail(index: u64, signed: bool, len: u64) -> String {
    format!("index {} of an array of {len}", index_text(index, signed))
}

impl SwitchTable {
    /// Where a value goes.
    pub(crate) fn find(&self, v: u64) -> u32 {
        let at = if self.signed {
            self.cases.partition_point(|c| c.0 as i64 <= v as i64)
        } else {
            self.cases.partition_point(|c| c.0 <= v)
        };
        let Some(&(_, last, to)) = at.checked_sub(1).and_then(|i| self.cases.get(i)) else { return self.default };
        let inside = if self.signed { v as i64 <= last as i64 } else { v <= last };
        if inside { to } else { self.default }
    }
}

impl Machine<'_> {
    pub(super) fn compare_pointers(&mut self, op: BinOp, a: Ptr, b: Ptr) -> Run<bool> {
        match op {
            BinOp::Eq => self.memory.ptr_equal(a, b),
            BinOp::Ne => self.memory.ptr_equal(a, b).map(|v| !v),
            BinOp::Lt => self.memory.ptr_less(a, b),
            BinOp::Gt => self.memory.ptr_less(b, a),
            BinOp::Le => self.memory.ptr_less(b, a).map(|v| !v),
            _ => self.memory.ptr_less(a, b).map(|v| !v),
        }
    }

    /// What bad arithmetic on a pointer means, if it points to something of ours.
    #[cold]
    pub(super) fn explain_pointer(&self, ptr: Ptr, fault: Box<Fault>) -> Box<Fault> {
        match self.memory.kind_of(ptr) {
            Some(ObjectKind::Label) => Fault::boxed(Kind::Unsupported, "arithmetic on the addresses of labels"),
            Some(_) if self.library.is_table(ptr) => {
                Fault::boxed(Kind::BadLibraryArgument, "a character that is neither an unsigned char nor EOF")
            }
            _ if ptr.is_null() && self.at_subscript() => {
                Fault::boxed(Kind::NullDereference, "an element of a null pointer")
            }
            _ => fault,
        }
    }

    fn at_subscript(&self) -> bool {
        matches!(self.site(), Some(Site::Expr(e)) if matches!(self.p.exprs[e].kind, ExprKind::Index(..)))
    }

    /// The operator and operand type at the current instruction.
    fn operation(&self) -> (&'static str, Option<TypeId>) {
        let Some(Site::Expr(e)) = self.site() else { return ("", None) };
        let p = self.p;
        match &p.exprs[e].kind {
            ExprKind::Binary(op, a, _) => (op.text(), Some(p.ty(*a).ty)),
            ExprKind::CompoundAssign { op, in_type, .. } => (op.text(), Some(*in_type)),
            ExprKind::IncDec(op, lv) => (if op.is_inc() { "+" } else { "-" }, Some(p.ty(*lv).ty)),
            ExprKind::Unary(op, a) => (op.text(), Some(p.ty(*a).ty)),
            _ => ("", None),
        }
    }

    /// A fault of an arithmetic instruction, with its operands.
    #[cold]
    pub(super) fn arithmetic_fault(&self, kind: Kind, a: u64, b: u64) -> Box<Fault> {
        let (op, ty) = self.operation();
        let t = ty.and_then(|ty| self.p.types.int_type(ty)).unwrap_or(IntType::signed(64));
        let b = match self.image.code[self.pc] {
            // Subtracting a constant adds its negation.
            Op::AddI32Imm { .. } | Op::AddI64Imm { .. } if op == "-" => (b as i64).wrapping_neg() as u64,
            _ => b,
        };
        let number = |v: u64, t: IntType| if t.signed { (v as i64).to_string() } else { v.to_string() };
        let negation =
            matches!(self.site(), Some(Site::Expr(e)) if matches!(self.p.exprs[e].kind, ExprKind::Unary(..)));
        let b = if kind == Kind::ShiftCount { (b as i64).to_string() } else { number(b, t) };
        let a = number(a, t);
        let place = ty.map_or(String::new(), |ty| format!(" in '{}'", print::ty(self.p, ty.into())));
        let detail = if negation { format!("{op}({a}){place}") } else { format!("{a} {op} {b}{place}") };
        Fault::boxed(kind, detail)
    }

    #[cold]
    pub(super) fn wide_fault(&self, kind: Kind, t: IntType, a: i128, b: i128) -> Box<Fault> {
        let (op, ty) = self.operation();
        let place = ty.map_or(String::new(), |ty| format!(" in '{}'", print::ty(self.p, ty.into())));
        Fault::boxed(kind, format!("{} {op} {}{place}", t.text(a), t.text(b)))
    }

    #[cold]
    pub(super) fn float_detail(&self, f: f64, ty: u16) -> String {
        let id = self.image.int_type_ids[ty as usize];
        let (bits, name) = (self.image.int_types[ty as usize].bits, print::ty(self.p, id.into()));
        match self.p.types.int_type(id) {
            Some(t) if t.bits != bits => format!("{f:?} does not fit in a bit-field '{name}' of {bits} bits"),
            _ => format!("{f:?} does not fit in '{name}'"),
        }
    }

    /// A scalar operation on lanes or builtin operands, in any type; integers canonical, floats as bits.
    pub(super) fn scalar(&self, op: BinOp, ty: TypeId, x: i128, y: i128) -> Run<i128> {
        match ty {
            TypeId::DOUBLE => Ok(i128::from(f64_op(op, f64::from_bits(x as u64), f64::from_bits(y as u64)))),
            TypeId::FLOAT => Ok(i128::from(f32_op(op, f32::from_bits(x as u32), f32::from_bits(y as u32)))),
            ty => {
                let t = self.p.types.int_type(ty).unwrap_or(IntType::signed(64));
                wide(op, t, x, y).map_err(|kind| {
                    let place = print::ty(self.p, ty.into());
                    Fault::boxed(kind, format!("{} {} {} in '{place}'", t.text(x), op.text(), t.text(y)))
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_agree_with_the_wide_ones() {
        for lane in [Lane::I32, Lane::U32, Lane::I64, Lane::U64] {
            let t = lane_type(lane);
            for a in [0i128, 1, 2, -1, -2, 0x4000_0000, 0x7fff_ffff, i128::from(i64::MAX), i128::from(i32::MIN)] {
                let a = t.wrap(a);
                for count in [0u64, 1, 2, 30, 31, 32, 33, 62, 63, 64, u64::MAX] {
                    let signed = i128::from(count as i64);
                    assert_eq!(
                        shl(lane, a as u64, count).map(|v| v as i64),
                        wide(BinOp::Shl, t, a, signed).map(|v| v as i64),
                        "{a} << {count} in {t:?}"
                    );
                    assert_eq!(
                        shr(lane, a as u64, count).map(|v| v as i64),
                        wide(BinOp::Shr, t, a, signed).map(|v| v as i64),
                        "{a} >> {count} in {t:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn switches_find_ranges() {
        let table = SwitchTable {
            signed: true,
            cases: vec![(-5i64 as u64, -5i64 as u64, 1), (0, 9, 2), (20, 20, 3)],
            default: 7,
        };
        for (v, to) in [(-6, 7), (-5, 1), (-4, 7), (0, 2), (9, 2), (10, 7), (20, 3), (21, 7)] {
            assert_eq!(table.find(v as i64 as u64), to, "{v}");
        }
    }
}
