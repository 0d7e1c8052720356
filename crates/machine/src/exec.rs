//! The executor: one loop over the bytecode.
//!
//! Guest calls are frames in a vector, never host recursion. Whatever goes wrong is a [`Fault`]; the instruction it
//! happened at gives its place in the source.

mod arith;
mod builtin;
mod call;
mod native;
mod seq;
mod start;
mod state;
mod total;
mod vector;

pub(crate) use call::libc_is_pure;
pub(crate) use state::{End, Machine};

use crate::code::*;
use crate::fault::{Fault, Run};
use crate::kinds::Kind;
use crate::memory::{LocalMark, ObjectKind, Overlap};
use crate::value::Ptr;
use lydite_lang::*;
use state::{Frame, TO_HOST, TO_NATIVE};

impl Machine<'_> {
    /// Runs until the function that the host called returns, or something ends the program.
    fn run(&mut self) -> Run<End> {
        let image = self.image;
        let code: &[Op] = &image.code;
        let mut pc = self.pc;
        let mut fp: usize = 0;
        let mut fuel = self.limits.steps.saturating_sub(self.steps);
        let start_fuel = fuel;

        macro_rules! r {
            ($reg:expr) => {
                self.regs[fp + $reg as usize]
            };
        }
        macro_rules! save {
            () => {
                self.pc = pc;
                self.steps += start_fuel - fuel;
            };
        }
        macro_rules! tri {
            ($e:expr) => {
                match $e {
                    Ok(v) => v,
                    Err(fault) => {
                        save!();
                        return Err(fault);
                    }
                }
            };
        }
        macro_rules! fault {
            ($kind:expr, $detail:expr) => {{
                save!();
                return Err(Fault::boxed($kind, $detail));
            }};
        }
        // A fault, or on with what total mode has put in the place of the result.
        macro_rules! or_repaired {
            ($trouble:expr) => {
                match $trouble {
                    None => {
                        pc += 1;
                        continue;
                    }
                    Some(fault) => {
                        save!();
                        return Err(fault);
                    }
                }
            };
        }
        macro_rules! arith {
            ($dst:expr, $kind:expr, $a:expr, $b:expr) => {{
                self.pc = pc;
                or_repaired!(self.arithmetic_trouble(fp, $dst, $kind, $a, $b));
            }};
        }
        macro_rules! jump {
            ($to:expr) => {{
                pc = $to as usize;
                continue;
            }};
        }
        macro_rules! jump_if {
            ($condition:expr, $to:expr) => {
                if $condition {
                    jump!($to);
                }
            };
        }
        macro_rules! profile {
            ($event:ident, $stmt:expr) => {
                if let Some(profile) = &mut self.profile {
                    profile.$event($stmt);
                }
            };
        }
        // An access at an offset from a pointer: a null base is what is wrong with it.
        macro_rules! based {
            ($base:expr, $e:expr) => {
                match $e {
                    Ok(v) => v,
                    Err(fault) => {
                        save!();
                        return Err(self.memory.blame_base($base, fault));
                    }
                }
            };
        }
        macro_rules! leave {
            ($value:expr, $registers:expr) => {
                match tri!(self.leave($value, $registers)) {
                    Some((to, window)) => {
                        fp = window;
                        jump!(to);
                    }
                    None => {
                        save!();
                        return Ok(End::Returned);
                    }
                }
            };
        }
        macro_rules! f64_of {
            ($reg:expr) => {
                f64::from_bits(r!($reg))
            };
        }
        macro_rules! f32_of {
            ($reg:expr) => {
                f32::from_bits(r!($reg) as u32)
            };
        }

        loop {
            if fuel == 0 {
                fault!(Kind::OutOfSteps, format!("more than {} steps", self.limits.steps));
            }
            fuel -= 1;
            match code[pc] {
                Op::Nop => {}
                Op::Const { dst, value } => r!(dst) = value,
                Op::Move { dst, src } => r!(dst) = r!(src),

                Op::AddI32 { dst, a, b } => {
                    let v = (r!(a) as i64).wrapping_add(r!(b) as i64);
                    if v != i64::from(v as i32) {
                        arith!(dst, Kind::SignedOverflow, r!(a), r!(b));
                    }
                    r!(dst) = v as u64;
                }
                Op::AddI32Imm { dst, a, imm } => {
                    let v = (r!(a) as i64).wrapping_add(i64::from(imm));
                    if v != i64::from(v as i32) {
                        arith!(dst, Kind::SignedOverflow, r!(a), i64::from(imm) as u64);
                    }
                    r!(dst) = v as u64;
                }
                Op::AddU32Imm { dst, a, imm } => r!(dst) = u64::from((r!(a) as u32).wrapping_add(imm as u32)),
                Op::AddI64Imm { dst, a, imm } => match (r!(a) as i64).checked_add(imm.into()) {
                    Some(v) => r!(dst) = v as u64,
                    None => arith!(dst, Kind::SignedOverflow, r!(a), i64::from(imm) as u64),
                },
                Op::AddU64Imm { dst, a, imm } => r!(dst) = r!(a).wrapping_add(i64::from(imm) as u64),
                Op::AndImm { dst, a, imm } => r!(dst) = r!(a) & imm as u64,
                Op::AddU32 { dst, a, b } => r!(dst) = u64::from((r!(a) as u32).wrapping_add(r!(b) as u32)),
                Op::AddI64 { dst, a, b } => match (r!(a) as i64).checked_add(r!(b) as i64) {
                    Some(v) => r!(dst) = v as u64,
                    None => arith!(dst, Kind::SignedOverflow, r!(a), r!(b)),
                },
                Op::AddU64 { dst, a, b } => r!(dst) = r!(a).wrapping_add(r!(b)),
                Op::SubI32 { dst, a, b } => {
                    let v = (r!(a) as i64).wrapping_sub(r!(b) as i64);
                    if v != i64::from(v as i32) {
                        arith!(dst, Kind::SignedOverflow, r!(a), r!(b));
                    }
                    r!(dst) = v as u64;
                }
                Op::SubU32 { dst, a, b } => r!(dst) = u64::from((r!(a) as u32).wrapping_sub(r!(b) as u32)),
                Op::SubI64 { dst, a, b } => match (r!(a) as i64).checked_sub(r!(b) as i64) {
                    Some(v) => r!(dst) = v as u64,
                    None => arith!(dst, Kind::SignedOverflow, r!(a), r!(b)),
                },
                Op::SubU64 { dst, a, b } => r!(dst) = r!(a).wrapping_sub(r!(b)),
                Op::MulI32 { dst, a, b } => {
                    let v = (r!(a) as i64).wrapping_mul(r!(b) as i64);
                    if v != i64::from(v as i32) {
                        arith!(dst, Kind::SignedOverflow, r!(a), r!(b));
                    }
                    r!(dst) = v as u64;
                }
                Op::MulU32 { dst, a, b } => r!(dst) = u64::from((r!(a) as u32).wrapping_mul(r!(b) as u32)),
                Op::MulI64 { dst, a, b } => match (r!(a) as i64).checked_mul(r!(b) as i64) {
                    Some(v) => r!(dst) = v as u64,
                    None => arith!(dst, Kind::SignedOverflow, r!(a), r!(b)),
                },
                Op::MulU64 { dst, a, b } => r!(dst) = r!(a).wrapping_mul(r!(b)),
                Op::DivI32 { dst, a, b } => {
                    let (x, y) = (r!(a) as i64, r!(b) as i64);
                    if y == 0 {
                        arith!(dst, Kind::DivideByZero, r!(a), r!(b));
                    }
                    if y == -1 && x == i64::from(i32::MIN) {
                        arith!(dst, Kind::DivideOverflow, r!(a), r!(b));
                    }
                    r!(dst) = (x / y) as u64;
                }
                Op::DivI64 { dst, a, b } => {
                    let (x, y) = (r!(a) as i64, r!(b) as i64);
                    if y == 0 {
                        arith!(dst, Kind::DivideByZero, r!(a), r!(b));
                    }
                    match x.checked_div(y) {
                        Some(v) => r!(dst) = v as u64,
                        None => arith!(dst, Kind::DivideOverflow, r!(a), r!(b)),
                    }
                }
                Op::DivU { dst, a, b } => match r!(a).checked_div(r!(b)) {
                    Some(v) => r!(dst) = v,
                    None => arith!(dst, Kind::DivideByZero, r!(a), r!(b)),
                },
                Op::RemI32 { dst, a, b } => {
                    let (x, y) = (r!(a) as i64, r!(b) as i64);
                    if y == 0 {
                        arith!(dst, Kind::DivideByZero, r!(a), r!(b));
                    }
                    if y == -1 && x == i64::from(i32::MIN) {
                        arith!(dst, Kind::DivideOverflow, r!(a), r!(b));
                    }
                    r!(dst) = (x % y) as u64;
                }
                Op::RemI64 { dst, a, b } => {
                    let (x, y) = (r!(a) as i64, r!(b) as i64);
                    if y == 0 {
                        arith!(dst, Kind::DivideByZero, r!(a), r!(b));
                    }
                    match x.checked_rem(y) {
                        Some(v) => r!(dst) = v as u64,
                        None => arith!(dst, Kind::DivideOverflow, r!(a), r!(b)),
                    }
                }
                Op::RemU { dst, a, b } => match r!(a).checked_rem(r!(b)) {
                    Some(v) => r!(dst) = v,
                    None => arith!(dst, Kind::DivideByZero, r!(a), r!(b)),
                },
                Op::Shl { lane, dst, a, b } => {
                    let v = arith::shl(lane, r!(a), r!(b));
                    match v {
                        Ok(v) => r!(dst) = v,
                        Err(kind) => arith!(dst, kind, r!(a), r!(b)),
                    }
                }
                Op::Shr { lane, dst, a, b } => match arith::shr(lane, r!(a), r!(b)) {
                    Ok(v) => r!(dst) = v,
                    Err(kind) => arith!(dst, kind, r!(a), r!(b)),
                },
                Op::ShrNonNegative { lane, dst, a, b } => match arith::shr(lane, r!(a), r!(b)) {
                    Ok(v) if r!(a) as i64 >= 0 => r!(dst) = v,
                    Ok(_) => arith!(dst, Kind::ShiftCount, r!(a), r!(b)),
                    Err(kind) => arith!(dst, kind, r!(a), r!(b)),
                },
                Op::And { dst, a, b } => r!(dst) = r!(a) & r!(b),
                Op::Or { dst, a, b } => r!(dst) = r!(a) | r!(b),
                Op::Xor { dst, a, b } => r!(dst) = r!(a) ^ r!(b),
                Op::Neg { lane, dst, a } => {
                    let v = r!(a);
                    r!(dst) = match lane {
                        Lane::U32 => u64::from((v as u32).wrapping_neg()),
                        Lane::U64 => v.wrapping_neg(),
                        Lane::I32 if v as i64 == i64::from(i32::MIN) => arith!(dst, Kind::SignedOverflow, v, 0),
                        Lane::I64 if v as i64 == i64::MIN => arith!(dst, Kind::SignedOverflow, v, 0),
                        Lane::I32 | Lane::I64 => (v as i64).wrapping_neg() as u64,
                    };
                }
                Op::Not { lane, dst, a } => {
                    let v = !r!(a);
                    r!(dst) = if lane == Lane::U32 { u64::from(v as u32) } else { v };
                }
                Op::IsZero { dst, a } => r!(dst) = u64::from(r!(a) == 0),
                Op::NonZero { dst, a } => r!(dst) = u64::from(r!(a) != 0),
                Op::Eq { dst, a, b } => r!(dst) = u64::from(r!(a) == r!(b)),
                Op::Ne { dst, a, b } => r!(dst) = u64::from(r!(a) != r!(b)),
                Op::LtS { dst, a, b } => r!(dst) = u64::from((r!(a) as i64) < (r!(b) as i64)),
                Op::LeS { dst, a, b } => r!(dst) = u64::from((r!(a) as i64) <= (r!(b) as i64)),
                Op::LtU { dst, a, b } => r!(dst) = u64::from(r!(a) < r!(b)),
                Op::LeU { dst, a, b } => r!(dst) = u64::from(r!(a) <= r!(b)),
                Op::Sx8 { dst, a } => r!(dst) = i64::from(r!(a) as i8) as u64,
                Op::Zx8 { dst, a } => r!(dst) = u64::from(r!(a) as u8),
                Op::Sx16 { dst, a } => r!(dst) = i64::from(r!(a) as i16) as u64,
                Op::Zx16 { dst, a } => r!(dst) = u64::from(r!(a) as u16),
                Op::Sx32 { dst, a } => r!(dst) = i64::from(r!(a) as i32) as u64,
                Op::Zx32 { dst, a } => r!(dst) = u64::from(r!(a) as u32),
                Op::WrapBits { bits, signed, dst, a } => {
                    let ty = IntType { bits: bits.into(), signed };
                    r!(dst) = ty.wrap(i128::from(r!(a))) as u64;
                }

                Op::Wide { op, ty, dst, a, b } => {
                    let t = image.int_types[ty as usize];
                    let (x, y) = (self.wide(fp, a), self.wide(fp, b));
                    match arith::wide(op, t, x, y) {
                        Ok(v) if op.is_comparison() => r!(dst) = v as u64,
                        Ok(v) => self.set_wide(fp, dst, v),
                        Err(kind) => {
                            self.pc = pc;
                            or_repaired!(self.wide_trouble(fp, dst, kind, t, (x, y)));
                        }
                    }
                }
                Op::WideNeg { ty, dst, a } => {
                    let t = image.int_types[ty as usize];
                    let x = self.wide(fp, a);
                    match t.neg(x) {
                        Ok(v) => self.set_wide(fp, dst, v),
                        Err(_) => {
                            self.pc = pc;
                            or_repaired!(self.wide_trouble(fp, dst, Kind::SignedOverflow, t, (x, 0)));
                        }
                    }
                }
                Op::WideNot { ty, dst, a } => {
                    let t = image.int_types[ty as usize];
                    let v = t.wrap(!self.wide(fp, a));
                    self.set_wide(fp, dst, v);
                }
                Op::Widen { signed, dst, a } => {
                    let v = if signed { i128::from(r!(a) as i64) } else { i128::from(r!(a)) };
                    self.set_wide(fp, dst, v);
                }
                Op::WideWrap { ty, dst, a } => {
                    let v = image.int_types[ty as usize].wrap(self.wide(fp, a));
                    self.set_wide(fp, dst, v);
                }
                Op::WideIsZero { dst, a } => r!(dst) = u64::from(self.wide(fp, a) == 0),
                Op::WideToFloat { ty, double, dst, a } => {
                    let (t, v) = (image.int_types[ty as usize], self.wide(fp, a));
                    r!(dst) = if double { t.to_f64(v).to_bits() } else { u64::from(t.to_f32(v).to_bits()) };
                }
                Op::FloatToWide { ty, double, dst, a } => {
                    let t = image.int_types[ty as usize];
                    let f = if double { f64_of!(a) } else { f64::from(f32_of!(a)) };
                    match t.from_f64(f) {
                        Some(v) => self.set_wide(fp, dst, v),
                        None => {
                            self.pc = pc;
                            or_repaired!(self.float_trouble(fp, dst, f, ty));
                        }
                    }
                }

                Op::F64 { op, dst, a, b } => r!(dst) = arith::f64_op(op, f64_of!(a), f64_of!(b)),
                Op::F32 { op, dst, a, b } => r!(dst) = arith::f32_op(op, f32_of!(a), f32_of!(b)),
                Op::NegF64 { dst, a } => r!(dst) = r!(a) ^ (1 << 63),
                Op::NegF32 { dst, a } => r!(dst) = r!(a) ^ (1 << 31),
                Op::NonZeroF64 { dst, a } => r!(dst) = u64::from(f64_of!(a) != 0.0),
                Op::NonZeroF32 { dst, a } => r!(dst) = u64::from(f32_of!(a) != 0.0),
                Op::IntToF { signed, double, dst, a } => {
                    let v = r!(a);
                    r!(dst) = match (signed, double) {
                        (true, true) => (v as i64 as f64).to_bits(),
                        (false, true) => (v as f64).to_bits(),
                        (true, false) => u64::from((v as i64 as f32).to_bits()),
                        (false, false) => u64::from((v as f32).to_bits()),
                    };
                }
                Op::FToInt { ty, double, dst, a } => {
                    let f = if double { f64_of!(a) } else { f64::from(f32_of!(a)) };
                    match image.int_types[ty as usize].from_f64(f) {
                        Some(v) => r!(dst) = v as u64,
                        None => {
                            self.pc = pc;
                            or_repaired!(self.float_trouble(fp, dst, f, ty));
                        }
                    }
                }
                Op::F32ToF64 { dst, a } => r!(dst) = f64::from(f32_of!(a)).to_bits(),
                Op::F64ToF32 { dst, a } => r!(dst) = u64::from((f64_of!(a) as f32).to_bits()),

                Op::Jump { to } => jump!(to),
                Op::JumpIf { c, to } => jump_if!(r!(c) != 0, to),
                Op::JumpIfNot { c, to } => jump_if!(r!(c) == 0, to),
                Op::JumpLtS { a, b, to } => jump_if!((r!(a) as i64) < (r!(b) as i64), to),
                Op::JumpGeS { a, b, to } => jump_if!((r!(a) as i64) >= (r!(b) as i64), to),
                Op::JumpLtU { a, b, to } => jump_if!(r!(a) < r!(b), to),
                Op::JumpGeU { a, b, to } => jump_if!(r!(a) >= r!(b), to),
                Op::JumpEq { a, b, to } => jump_if!(r!(a) == r!(b), to),
                Op::JumpNe { a, b, to } => jump_if!(r!(a) != r!(b), to),
                Op::JumpEqImm { a, imm, to } => jump_if!(r!(a) == i64::from(imm) as u64, to),
                Op::JumpNeImm { a, imm, to } => jump_if!(r!(a) != i64::from(imm) as u64, to),
                Op::JumpLtSImm { a, imm, to } => jump_if!((r!(a) as i64) < i64::from(imm), to),
                Op::JumpGeSImm { a, imm, to } => jump_if!((r!(a) as i64) >= i64::from(imm), to),
                Op::Switch { a, table } => jump!(image.switches[table as usize].find(r!(a))),

                Op::Load { access, dst, ptr, off } => {
                    let access = &image.accesses[access as usize];
                    let base = Ptr(r!(ptr));
                    let at = Ptr(base.0.wrapping_add(u64::from(off)));
                    if self.seq.active() {
                        self.log(at, access.size.into(), seq::Kind::Read);
                    }
                    r!(dst) = based!(base, self.memory.load(at, access));
                }
                Op::Store { access, ptr, off, src } => {
                    let access = &image.accesses[access as usize];
                    let base = Ptr(r!(ptr));
                    let at = Ptr(base.0.wrapping_add(u64::from(off)));
                    if self.seq.active() {
                        self.log(at, access.size.into(), seq::Kind::Write);
                    }
                    based!(base, self.memory.store(at, access, self.regs[fp + src as usize]));
                }
                Op::LoadVar { access, dst, ptr, off } => {
                    let access = &image.accesses[access as usize];
                    let at = Ptr(r!(ptr) + u64::from(off));
                    if self.seq.active() {
                        self.log(at, access.size.into(), seq::Kind::Read);
                    }
                    r!(dst) = tri!(self.memory.load_trusted(at, access));
                }
                Op::StoreVar { access, ptr, off, src } => {
                    let access = &image.accesses[access as usize];
                    let at = Ptr(r!(ptr) + u64::from(off));
                    if self.seq.active() {
                        self.log(at, access.size.into(), seq::Kind::Write);
                    }
                    self.memory.store_trusted(at, access, self.regs[fp + src as usize]);
                }
                Op::StoreVarWide { access, ptr, off, src } => {
                    let access = &image.accesses[access as usize];
                    let at = Ptr(r!(ptr) + u64::from(off));
                    if self.seq.active() {
                        self.log(at, 16, seq::Kind::Write);
                    }
                    self.memory.store_trusted_wide(at, access, r!(src), r!(src + 1));
                }
                Op::LoadWide { access, dst, ptr, off } => {
                    let access = &image.accesses[access as usize];
                    let base = Ptr(r!(ptr));
                    let at = Ptr(base.0.wrapping_add(u64::from(off)));
                    if self.seq.active() {
                        self.log(at, 16, seq::Kind::Read);
                    }
                    (r!(dst), r!(dst + 1)) = based!(base, self.memory.load_wide(at, access));
                }
                Op::StoreWide { access, ptr, off, src } => {
                    let access = &image.accesses[access as usize];
                    let base = Ptr(r!(ptr));
                    let at = Ptr(base.0.wrapping_add(u64::from(off)));
                    if self.seq.active() {
                        self.log(at, 16, seq::Kind::Write);
                    }
                    based!(base, self.memory.store_wide(at, access, r!(src), r!(src + 1)));
                }
                Op::LoadBits { dst, ptr, field } => {
                    let (info, access) = &image.fields[field as usize];
                    let base = Ptr(r!(ptr));
                    if self.seq.active() {
                        self.log_bits(base, info, seq::Kind::Read);
                    }
                    let v = based!(base, self.memory.load_bits(base, access));
                    r!(dst) = v;
                }
                Op::StoreBits { ptr, src, field } => {
                    let (info, access) = &image.fields[field as usize];
                    let base = Ptr(r!(ptr));
                    if self.seq.active() {
                        self.log_bits(base, info, seq::Kind::Write);
                    }
                    if let Site::Var(_) = image.sites[pc] {
                        self.memory.store_bits_trusted(base, access, r!(src), 0);
                    } else {
                        based!(base, self.memory.store_bits(base, access, r!(src)));
                    }
                }
                Op::Copy { dst, src, extent } => {
                    let extent = image.extents[extent as usize];
                    let (to, from) = (Ptr(r!(dst)), Ptr(r!(src)));
                    if self.seq.active() {
                        self.log(from, extent.size, seq::Kind::Read);
                        self.log(to, extent.size, seq::Kind::Write);
                    }
                    tri!(self.memory.copy_value(to, from, extent.size, extent.pattern));
                }
                Op::CopyInit { dst, src, extent } => {
                    let extent = image.extents[extent as usize];
                    let (to, from) = (Ptr(r!(dst)), Ptr(r!(src)));
                    if self.seq.active() {
                        self.log(from, extent.size, seq::Kind::Read);
                    }
                    tri!(self.memory.check_readable(from, extent.size));
                    self.memory.copy_trusted(to, from, extent.size, extent.pattern);
                }
                Op::CopyByte { dst, src } => {
                    let (to, from) = (Ptr(r!(dst)), Ptr(r!(src)));
                    if self.seq.active() {
                        self.log(from, 1, seq::Kind::Read);
                        self.log(to, 1, seq::Kind::Write);
                    }
                    tri!(self.memory.copy_bytes(to, from, 1, Overlap::Allowed));
                }
                Op::CopyBits { dst, src, extent } => {
                    let extent = image.extents[extent as usize];
                    let (to, from) = (Ptr(r!(dst)), Ptr(r!(src)));
                    tri!(self.memory.copy_bytes(to, from, extent.size.into(), Overlap::Allowed));
                }
                Op::UnionStored { ptr, off, union } => {
                    let u = image.unions[union as usize];
                    let at = Ptr(r!(ptr) + u64::from(off));
                    self.memory.mark_union_store(at, u.size, u.offset, u.stored);
                }
                Op::ZeroFill { ptr, extent } => {
                    let extent = image.extents[extent as usize];
                    self.memory.zero_value(Ptr(r!(ptr)), extent.size, extent.pattern);
                }
                Op::Uninit { ptr, extent } => {
                    let size = image.extents[extent as usize].size;
                    self.memory.forget(Ptr(r!(ptr)), size);
                }
                Op::InitData { ptr, data } => {
                    let base = r!(ptr);
                    for item in &image.data[data as usize] {
                        let access = &image.accesses[item.access as usize];
                        let at = Ptr(base + u64::from(item.offset));
                        if access.size == 16 {
                            self.memory.store_trusted_wide(at, access, item.value.0, item.value.1);
                        } else {
                            self.memory.store_trusted(at, access, item.value.0);
                        }
                    }
                }
                Op::CheckRecord { ptr, off, record } => {
                    let at = Ptr(r!(ptr).wrapping_add(u64::from(off)));
                    tri!(self.memory.check_record(&self.p.types, at, RecordId(record)));
                }
                Op::CheckVla { a } => {
                    let v = r!(a) as i64;
                    let v = if self.p.target().word == 4 { i64::from(v as i32) } else { v };
                    if v <= 0 {
                        fault!(Kind::VlaSize, format!("an array of {v} elements"));
                    }
                }

                Op::PtrAdd { scale, signed, dst, ptr, index } => {
                    let scale = image.scales[scale as usize];
                    let p = Ptr(r!(ptr));
                    let delta = tri!(arith::scaled(r!(index), signed, scale));
                    match self.memory.ptr_add(p, delta) {
                        Ok(v) => r!(dst) = v.0,
                        Err(f) => {
                            save!();
                            return Err(self.explain_pointer(p, f));
                        }
                    }
                }
                Op::IndexNamed { scale, dst, ptr, index } => {
                    let delta = r!(index).wrapping_mul(image.scales[scale as usize] as u64);
                    r!(dst) = Ptr(r!(ptr)).offset(delta as u32).0;
                }
                Op::PtrAddDyn { dst, ptr, index } => {
                    r!(dst) = tri!(self.memory.ptr_add(Ptr(r!(ptr)), r!(index) as i64)).0;
                }
                Op::PtrOffset { dst, ptr, off } => {
                    let base = Ptr(r!(ptr));
                    if base.is_null() {
                        fault!(Kind::NullDereference, "the address of a member through a null pointer");
                    }
                    r!(dst) = tri!(self.memory.ptr_add(base, off.into())).0;
                }
                Op::OffsetNamed { dst, ptr, off } => r!(dst) = r!(ptr) + u64::from(off),
                Op::PtrDiff { dst, a, b } => {
                    let (x, y) = (Ptr(r!(a)), Ptr(r!(b)));
                    match self.memory.ptr_diff(x, y) {
                        Ok(v) => r!(dst) = v as u64,
                        Err(f) => {
                            save!();
                            return Err(self.explain_pointer(x, f));
                        }
                    }
                }
                Op::DivExact { dst, a, scale } => {
                    let (bytes, size) = (r!(a) as i64, image.scales[scale as usize]);
                    if bytes % size != 0 {
                        let detail = format!("a distance of {bytes} bytes is no multiple of {size}");
                        fault!(Kind::PointerSubtraction, detail);
                    }
                    r!(dst) = (bytes / size) as u64;
                }
                Op::PtrCmp { op, dst, a, b } => {
                    let (x, y) = (Ptr(r!(a)), Ptr(r!(b)));
                    r!(dst) = u64::from(tri!(self.compare_pointers(op, x, y)));
                }
                Op::PtrToInt { dst, a } => {
                    let ptr = Ptr(r!(a));
                    r!(dst) = self.memory.ptr_to_int(ptr);
                    if self.exposed_at.is_none() && self.memory.address_seen() {
                        self.exposed_at = Some(image.sites[pc]);
                    }
                }
                Op::IntToPtr { dst, a } => r!(dst) = self.memory.int_to_ptr(r!(a)).0,
                Op::CheckAlign { ptr, align } => {
                    let p = Ptr(r!(ptr));
                    if p.addr() & (align - 1) != 0 && p.id() > Ptr::INTERNED {
                        let detail = format!("{} is not aligned to {align} bytes", self.memory.describe(p));
                        fault!(Kind::Misaligned, detail);
                    }
                }
                Op::NarrowIndex { dst, a } => r!(dst) = i64::try_from(self.wide(fp, a)).unwrap_or(i64::MAX) as u64,
                Op::CheckIndex { past, signed, whole, index, len } => {
                    let i = r!(index);
                    let limit = u64::from(len) + u64::from(past);
                    if i >= limit {
                        let kind = match whole {
                            false => Kind::ArrayIndex,
                            true if i == u64::from(len) => Kind::OutOfBounds,
                            true => Kind::PointerArithmetic,
                        };
                        fault!(kind, arith::index_detail(i, signed, u64::from(len)));
                    }
                }
                Op::CheckIndexDyn { past, signed, index, len } => {
                    let (i, len) = (r!(index), r!(len));
                    if i >= len + u64::from(past) {
                        fault!(Kind::ArrayIndex, arith::index_detail(i, signed, len));
                    }
                }

                Op::Alloc { dst, local } => {
                    r!(dst) = tri!(self.memory.alloc_local(&image.locals[local as usize])).0;
                }
                Op::AllocDyn { dst, size, local } => {
                    let old = Ptr(r!(dst));
                    if !old.is_null() {
                        self.memory.free_local(old);
                    }
                    let size = r!(size);
                    if size > self.limits.memory {
                        fault!(Kind::OutOfMemory, format!("an array of {size} bytes"));
                    }
                    let desc = image.locals[local as usize].with_size(size as u32);
                    r!(dst) = tri!(self.memory.alloc_local(&desc)).0;
                }
                Op::Free { ptr } => {
                    let p = Ptr(r!(ptr));
                    if !p.is_null() {
                        self.memory.free_local(p);
                    }
                }
                Op::Temp { dst, local } => {
                    r!(dst) = tri!(self.memory.alloc_local(&image.locals[local as usize])).0;
                }
                Op::TempMark { dst } => r!(dst) = self.memory.mark_locals().to_bits(),
                Op::TempRelease { mark } => self.memory.release_locals(LocalMark::from_bits(r!(mark))),
                Op::AllocaDyn { dst, size } => {
                    let ptr = tri!(self.memory.malloc(r!(size), 16));
                    self.allocas.push(ptr);
                    r!(dst) = ptr.0;
                }
                Op::SetFlag { flag, set } => r!(flag) = set.into(),
                Op::CheckInit { flag, var } => {
                    if r!(flag) == 0 {
                        let name = self.p.vars[var].name.map_or("", |n| self.p.names.text(n));
                        fault!(Kind::Uninitialised, format!("'{name}' has no value yet"));
                    }
                }

                Op::Call { func, base, dst } => {
                    let callee = &image.funcs[func as usize];
                    let new_fp = fp + base as usize;
                    let need = new_fp + callee.registers as usize + 8;
                    if self.regs.len() < need {
                        self.regs.resize(need * 2, 0);
                    }
                    if self.frames.len() >= self.limits.depth as usize {
                        fault!(Kind::OutOfMemory, format!("calls nested {} deep", self.limits.depth));
                    }
                    self.frames.push(Frame {
                        return_pc: pc as u32 + 1,
                        caller: fp as u32,
                        dst,
                        func,
                        mark: self.memory.mark_locals(),
                        varargs: Ptr::NULL,
                        allocas: self.allocas.len() as u32,
                    });
                    fp = new_fp;
                    jump!(callee.entry);
                }
                Op::CallVariadic { call, base, dst } => {
                    let desc = &image.calls[call as usize];
                    save!();
                    let target = self.enter(desc.callee, desc, pc as u32 + 1, fp, base, dst);
                    self.steps -= start_fuel - fuel;
                    fp += base as usize;
                    jump!(tri!(target));
                }
                Op::CallPtr { call, ptr, base, dst } => {
                    let desc = &image.calls[call as usize];
                    save!();
                    let next = self.call_pointer(Ptr(r!(ptr)), desc, fp, base, dst);
                    self.steps -= start_fuel - fuel;
                    match tri!(next) {
                        call::Next::Enter(entry) => {
                            fp += base as usize;
                            jump!(entry);
                        }
                        call::Next::Resume { pc: to, fp: window } => {
                            fp = window;
                            jump!(to);
                        }
                        call::Next::Continue => {}
                        call::Next::End(end) => {
                            save!();
                            return Ok(end);
                        }
                    }
                }
                Op::CallLib { call, base, dst } => {
                    let desc = &image.calls[call as usize];
                    self.pc = pc;
                    if let Err(fault) = self.call_library(desc.callee, desc, fp, base, dst) {
                        or_repaired!(self.call_trouble(fp, base, dst, desc, fault));
                    }
                }
                Op::CallSpecial { call, base, dst } => {
                    let desc = &image.calls[call as usize];
                    save!();
                    let next = self.call_special(desc.callee, desc, pc as u32 + 1, fp, base, dst);
                    self.steps -= start_fuel - fuel;
                    match tri!(next) {
                        call::Next::Resume { pc: to, fp: window } => {
                            fp = window;
                            jump!(to);
                        }
                        call::Next::End(end) => {
                            save!();
                            return Ok(end);
                        }
                        call::Next::Enter(_) | call::Next::Continue => {}
                    }
                }
                Op::Return { src } => {
                    let value = (r!(src), 0);
                    leave!(value, 1);
                }
                Op::ReturnWide { src } => {
                    let value = (r!(src), r!(src + 1));
                    leave!(value, 2);
                }
                Op::ReturnVoid => leave!((0, 0), 0),
                Op::ReturnMissing => {
                    self.missing = true;
                    leave!((0, 0), 0);
                }
                Op::CheckReturned => {
                    if self.missing {
                        fault!(Kind::MissingReturn, "the called function ended without a value");
                    }
                }
                Op::ForgetReturned => self.missing = false,

                Op::Vector { desc, dst, a } => {
                    tri!(self.vector(&image.vectors[desc as usize], fp, dst, a));
                }
                Op::Builtin { desc, dst, flag } => {
                    let desc = &image.builtins[desc as usize];
                    if let Err(fault) = self.builtin(desc, fp, dst, flag) {
                        self.pc = pc;
                        or_repaired!(self.builtin_trouble(fp, dst, desc, fault));
                    }
                }
                Op::VaStart { list, varargs } => {
                    let (list, value) = (Ptr(r!(list)), r!(varargs));
                    tri!(self.store_va(list, Ptr(value)));
                }
                Op::VaEnd { list } => self.memory.forget(Ptr(r!(list)), self.p.target().word),
                Op::VaCopy { dst, src } => {
                    let value = tri!(self.load_va(Ptr(r!(src))));
                    tri!(self.store_va(Ptr(r!(dst)), value));
                }
                Op::VaArg { dst, list, desc } => {
                    let ty = image.extents[desc as usize].ty;
                    let (lo, hi) = tri!(self.va_arg(Ptr(r!(list)), ty));
                    r!(dst) = lo;
                    if crate::lower::repr(&self.p.types, ty).registers() == 2 {
                        r!(dst + 1) = hi;
                    }
                }
                Op::LabelAddr { dst, label } => {
                    if self.labels[label as usize].is_null() {
                        self.labels[label as usize] = tri!(self.memory.alloc_opaque(ObjectKind::Label, label));
                    }
                    r!(dst) = self.labels[label as usize].0;
                }
                Op::LabelIndex { dst, ptr } => r!(dst) = u64::from(tri!(self.memory.label_at(Ptr(r!(ptr))))),
                Op::FuncAddr { dst, func } => r!(dst) = tri!(self.function_pointer(func)).0,
                Op::GlobalAddr { dst, global } => r!(dst) = self.globals[global as usize].0,
                Op::StrAddr { dst, string } => {
                    if self.strings[string as usize].is_null() {
                        self.strings[string as usize] = tri!(self.make_string(StrId(string)));
                    }
                    r!(dst) = self.strings[string as usize].0;
                }

                Op::SeqEnter => self.seq.enter(self.frames.len() as u32, self.memory.next_object_id()),
                Op::SeqNext => self.seq.next(),
                Op::SeqExit => {
                    if let Some((a, b)) = self.seq.conflict_of_exit() {
                        save!();
                        return Err(self.unsequenced(a, b));
                    }
                    if self.seq.take_suspicion() && !self.suspects.contains(&image.sites[pc]) {
                        self.suspects.push(image.sites[pc]);
                    }
                }
                Op::SeqExitList => {
                    let conflict = self.seq.conflict_of_exit().is_some();
                    if (self.seq.take_suspicion() || conflict) && !self.suspects.contains(&image.sites[pc]) {
                        self.suspects.push(image.sites[pc]);
                    }
                }
                Op::SeqStore { ptr, off, size } => {
                    let at = Ptr(r!(ptr).wrapping_add(u64::from(off)));
                    if let Some(record) = self.seq.pending_write(at, size) {
                        save!();
                        return Err(self.unsequenced(record, record));
                    }
                }
                Op::SeqStoreBits { ptr, field } => {
                    let (info, _) = &image.fields[field as usize];
                    if let Some(record) = self.seq.pending_write_bits(Ptr(r!(ptr)), info) {
                        save!();
                        return Err(self.unsequenced(record, record));
                    }
                }
                Op::SeqMark => self.seq.mark(),
                Op::SeqPoint => self.seq.point(),

                Op::ProfileValue { expr, src } => {
                    let (lo, hi) = (r!(src), self.regs.get(fp + src as usize + 1).copied().unwrap_or(0));
                    if let Some(profile) = &mut self.profile {
                        profile.value(self.p, expr, lo, hi);
                    }
                }
                Op::ProfileStmt { stmt } => profile!(statement, stmt),
                Op::ProfileLoopEnter { stmt } => profile!(loop_enter, stmt),
                Op::ProfileLoopTrip { stmt } => profile!(loop_trip, stmt),
                Op::ProfileLoopExit { stmt } => profile!(loop_exit, stmt),

                Op::Cover { stmt } => {
                    if let Some(word) = self.covered.get_mut(stmt.0 as usize / 64) {
                        *word |= 1 << (stmt.0 % 64);
                    }
                }
                Op::Watch { expr, c } => {
                    if r!(c) == 0 {
                        self.mark_watched(expr, 0, 0);
                    }
                }
                Op::WrapIndex { signed, dst, a, len } => {
                    let v = r!(a);
                    r!(dst) = v;
                    if v >= u64::from(len) {
                        self.pc = pc;
                        r!(dst) = self.index_trouble(v, signed, len);
                    }
                }
                Op::Dropped { expr } => self.mark_watched(expr, 0, 0),

                Op::Fault { fault } => {
                    let (kind, detail) = &image.faults[fault as usize];
                    fault!(*kind, detail.clone());
                }
                Op::Trap => {
                    save!();
                    return Ok(End::Abort);
                }
            }
            pc += 1;
        }
    }
}
