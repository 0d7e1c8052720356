//! The executor: one loop over the bytecode.
//!
//! Guest calls are frames in a vector, never host recursion. Whatever goes wrong is a [`Fault`]; the instruction it
//! happened at gives its place in the source.

mod arith;
mod builtin;
mod call;
mod native;
mod seq;
mod vector;

pub(crate) use call::libc_is_pure;

use crate::code::*;
use crate::fault::{Fault, Run};
use crate::kinds::Kind;
use crate::libc::{Host, LibFn, Library};
use crate::limits::Limits;
use crate::memory::{LayoutSeed, LocalMark, Memory, ObjectDesc, ObjectKind, ObjectNames, Overlap};
use crate::profile::Profile;
use crate::value::{Ptr, Value};
use lydite_lang::*;
use native::Native;
use rustc_hash::{FxHashMap, FxHashSet};
use seq::Seq;
use std::sync::Arc;

/// How a run ends when nothing goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// The function that was called has returned.
    Returned,
    /// `exit` was called.
    Exit(i32),
    /// `abort` was called, an assertion failed or a trap was reached.
    Abort,
}

/// A call under way.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// Where the caller goes on.
    return_pc: u32,
    /// The caller's registers.
    caller: u32,
    /// The caller's register for the result.
    dst: Reg,
    func: u32,
    mark: LocalMark,
    /// The object that stands for variable arguments.
    varargs: Ptr,
    /// How many blocks of `alloca` there were before.
    allocas: u32,
}

/// The return address of a function that native code called.
const TO_NATIVE: u32 = u32::MAX;
/// The return address of the outermost function.
const TO_HOST: u32 = u32::MAX - 1;

pub(crate) struct Machine<'p> {
    pub p: &'p Program,
    pub image: &'p Image,
    pub memory: Memory,
    pub library: Library,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub limits: Limits,
    pub steps: u64,
    pub profile: Option<Box<Profile>>,
    /// Expressions and initialisers whose operands conflict in functions they call: their order may matter.
    pub suspects: Vec<Site>,
    /// Where an address was first seen as a number.
    pub exposed_at: Option<Site>,
    regs: Vec<u64>,
    frames: Vec<Frame>,
    natives: Vec<Native>,
    seq: Seq,
    varargs: FxHashMap<u32, Vec<Value>>,
    allocas: Vec<Ptr>,
    functions: Vec<Ptr>,
    labels: Vec<Ptr>,
    globals: Vec<Ptr>,
    strings: Vec<Ptr>,
    /// A function came back without a value.
    missing: bool,
    compatible: FxHashSet<(TypeId, TypeId)>,
    at_exit: Vec<u32>,
    library_functions: FxHashMap<u32, LibFn>,
    pc: usize,
    /// What the outermost function returned.
    result: (u64, u64),
}

impl<'p> Machine<'p> {
    /// Memory and registers for a program, with static objects allocated but not initialised.
    pub fn new(p: &'p Program, image: &'p Image, limits: &Limits, seed: LayoutSeed) -> Run<Machine<'p>> {
        let name = |n: Option<Name>| n.map_or("", |n| p.names.text(n));
        let names = ObjectNames::new(
            p.vars.iter().map(|(_, v)| name(v.name)),
            p.funcs.iter().map(|(_, f)| p.names.text(f.name)),
        );
        let mut patterns = image.patterns.clone();
        let Some(library) = Library::new(&p.types, &mut patterns) else {
            return crate::fault::fault(Kind::Unsupported, "this target");
        };
        let static_descs: Vec<ObjectDesc> = image
            .globals
            .iter()
            .map(|&var| {
                let info = &p.vars[var];
                let size = p.types.size_of(info.ty.ty).unwrap_or(0) + crate::lower::flexible_extra(p, var);
                let align = info.align.unwrap_or(1).max(p.types.align_of_q(info.ty));
                let pattern = patterns.get(&p.types, info.ty);
                let size = u32::try_from(size).unwrap_or(u32::MAX);
                ObjectDesc::new(&patterns, ObjectKind::Static, size, align, pattern, var.0)
            })
            .collect();
        let memory = Memory::new(p.target(), Arc::new(patterns), Arc::new(names), limits.memory, seed);
        let mut machine = Machine {
            p,
            image,
            memory,
            library,
            stdout: Vec::new(),
            stderr: Vec::new(),
            limits: limits.clone(),
            steps: 0,
            profile: None,
            suspects: Vec::new(),
            exposed_at: None,
            regs: vec![0; 1024],
            frames: Vec::new(),
            natives: Vec::new(),
            seq: Seq::default(),
            varargs: FxHashMap::default(),
            allocas: Vec::new(),
            functions: vec![Ptr::NULL; image.funcs.len()],
            labels: vec![Ptr::NULL; image.labels.len()],
            globals: Vec::with_capacity(static_descs.len()),
            strings: vec![Ptr::NULL; p.strings.len()],
            missing: false,
            compatible: FxHashSet::default(),
            at_exit: Vec::new(),
            library_functions: FxHashMap::default(),
            pc: 0,
            result: (0, 0),
        };
        machine.library.start(&mut machine.memory)?;
        for desc in &static_descs {
            let ptr = machine.memory.alloc_static(desc)?;
            machine.globals.push(ptr);
        }
        for (i, &var) in image.globals.iter().enumerate() {
            if p.vars[var].storage == Storage::Extern
                && let Some(stream) = machine.library.variable(name(p.vars[var].name))
            {
                let access = crate::memory::Access::pointer_to(
                    &p.types,
                    &mut image.patterns.clone(),
                    TypeId::VOID,
                    crate::memory::Aliasing::Any,
                );
                machine.memory.store_trusted(machine.globals[i], &access, stream.0);
            }
        }
        Ok(machine)
    }

    /// Runs the initialisers of static objects.
    pub fn initialise(&mut self) -> Run<End> {
        self.enter_host(u32::MAX, self.image.init, self.image.init_registers);
        self.run()
    }

    /// Calls a function with values in its parameters' registers and runs until it returns.
    pub fn call_function(&mut self, func: u32, args: &[(u64, u64, u32)]) -> Run<End> {
        let code = &self.image.funcs[func as usize];
        self.enter_host(func, code.entry, code.registers);
        let mut at = 0;
        for &(lo, hi, registers) in args {
            self.regs[at] = lo;
            if registers == 2 {
                self.regs[at + 1] = hi;
            }
            at += registers as usize;
        }
        self.run()
    }

    /// What the outermost function returned.
    pub fn result(&self) -> (u64, u64) {
        self.result
    }

    /// Whether the last function came back without a value.
    pub fn is_missing(&self) -> bool {
        self.missing
    }

    /// Forgets it.
    pub fn forget_missing(&mut self) {
        self.missing = false;
    }

    /// `argc` and `argv` as `main` wants them: the program's name and nothing else.
    pub fn main_arguments(&mut self, main: u32) -> Run<Vec<(u64, u64, u32)>> {
        let params = &self.p.funcs[FuncId(main)].params;
        let mut args = Vec::new();
        for (i, _) in params.iter().enumerate() {
            args.push(match i {
                0 => (1, 0, 1),
                1 => (self.argument_vector()?.0, 0, 1),
                _ => (0, 0, 1),
            });
        }
        Ok(args)
    }

    fn argument_vector(&mut self) -> Run<Ptr> {
        let name = b"program\0";
        let text = self.memory.malloc(name.len() as u64, 1)?;
        self.memory.write_bytes(text, name)?;
        let word = u64::from(self.p.target().word);
        let vector = self.memory.malloc(2 * word, word as u32)?;
        let mut patterns = self.memory.patterns().clone();
        let access = crate::memory::Access::pointer_to(
            &self.p.types,
            &mut patterns,
            TypeId::CHAR,
            crate::memory::Aliasing::Strict,
        );
        self.memory.store(vector, &access, text.0)?;
        self.memory.store(vector.offset(word as u32), &access, 0)?;
        Ok(vector)
    }

    fn enter_host(&mut self, func: u32, entry: Pc, registers: u32) {
        self.frames.clear();
        self.natives.clear();
        self.seq.clear();
        if self.regs.len() < registers as usize + 16 {
            self.regs.resize(registers as usize + 16, 0);
        }
        let mark = self.memory.mark_locals();
        let allocas = self.allocas.len() as u32;
        self.frames.push(Frame { return_pc: TO_HOST, caller: 0, dst: 0, func, mark, varargs: Ptr::NULL, allocas });
        self.pc = entry as usize;
    }

    /// The functions under way, innermost first, with where each is.
    pub fn stack(&self) -> Vec<(u32, Site)> {
        let mut at = self.pc;
        let mut out = Vec::new();
        for frame in self.frames.iter().rev() {
            if let Some(&site) = self.image.sites.get(at)
                && frame.func != u32::MAX
            {
                out.push((frame.func, site));
            }
            at = (frame.return_pc as usize).wrapping_sub(1);
        }
        out
    }

    /// Where the machine is.
    pub fn site(&self) -> Option<Site> {
        self.image.sites.get(self.pc).copied()
    }

    /// Functions to run at exit, last registered first.
    pub fn take_at_exit(&mut self) -> Option<u32> {
        self.at_exit.pop()
    }

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
        macro_rules! arith {
            ($kind:expr, $a:expr, $b:expr) => {{
                save!();
                return Err(self.arithmetic_fault($kind, $a, $b));
            }};
        }
        macro_rules! jump {
            ($to:expr) => {{
                pc = $to as usize;
                continue;
            }};
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
                        arith!(Kind::SignedOverflow, r!(a), r!(b));
                    }
                    r!(dst) = v as u64;
                }
                Op::AddI32Imm { dst, a, imm } => {
                    let v = (r!(a) as i64).wrapping_add(i64::from(imm));
                    if v != i64::from(v as i32) {
                        arith!(Kind::SignedOverflow, r!(a), i64::from(imm) as u64);
                    }
                    r!(dst) = v as u64;
                }
                Op::AddU32Imm { dst, a, imm } => r!(dst) = u64::from((r!(a) as u32).wrapping_add(imm as u32)),
                Op::AddI64Imm { dst, a, imm } => match (r!(a) as i64).checked_add(imm.into()) {
                    Some(v) => r!(dst) = v as u64,
                    None => arith!(Kind::SignedOverflow, r!(a), i64::from(imm) as u64),
                },
                Op::AddU64Imm { dst, a, imm } => r!(dst) = r!(a).wrapping_add(i64::from(imm) as u64),
                Op::AndImm { dst, a, imm } => r!(dst) = r!(a) & imm as u64,
                Op::AddU32 { dst, a, b } => r!(dst) = u64::from((r!(a) as u32).wrapping_add(r!(b) as u32)),
                Op::AddI64 { dst, a, b } => match (r!(a) as i64).checked_add(r!(b) as i64) {
                    Some(v) => r!(dst) = v as u64,
                    None => arith!(Kind::SignedOverflow, r!(a), r!(b)),
                },
                Op::AddU64 { dst, a, b } => r!(dst) = r!(a).wrapping_add(r!(b)),
                Op::SubI32 { dst, a, b } => {
                    let v = (r!(a) as i64).wrapping_sub(r!(b) as i64);
                    if v != i64::from(v as i32) {
                        arith!(Kind::SignedOverflow, r!(a), r!(b));
                    }
                    r!(dst) = v as u64;
                }
                Op::SubU32 { dst, a, b } => r!(dst) = u64::from((r!(a) as u32).wrapping_sub(r!(b) as u32)),
                Op::SubI64 { dst, a, b } => match (r!(a) as i64).checked_sub(r!(b) as i64) {
                    Some(v) => r!(dst) = v as u64,
                    None => arith!(Kind::SignedOverflow, r!(a), r!(b)),
                },
                Op::SubU64 { dst, a, b } => r!(dst) = r!(a).wrapping_sub(r!(b)),
                Op::MulI32 { dst, a, b } => {
                    let v = (r!(a) as i64).wrapping_mul(r!(b) as i64);
                    if v != i64::from(v as i32) {
                        arith!(Kind::SignedOverflow, r!(a), r!(b));
                    }
                    r!(dst) = v as u64;
                }
                Op::MulU32 { dst, a, b } => r!(dst) = u64::from((r!(a) as u32).wrapping_mul(r!(b) as u32)),
                Op::MulI64 { dst, a, b } => match (r!(a) as i64).checked_mul(r!(b) as i64) {
                    Some(v) => r!(dst) = v as u64,
                    None => arith!(Kind::SignedOverflow, r!(a), r!(b)),
                },
                Op::MulU64 { dst, a, b } => r!(dst) = r!(a).wrapping_mul(r!(b)),
                Op::DivI32 { dst, a, b } => {
                    let (x, y) = (r!(a) as i64, r!(b) as i64);
                    if y == 0 {
                        arith!(Kind::DivideByZero, r!(a), r!(b));
                    }
                    if y == -1 && x == i64::from(i32::MIN) {
                        arith!(Kind::DivideOverflow, r!(a), r!(b));
                    }
                    r!(dst) = (x / y) as u64;
                }
                Op::DivI64 { dst, a, b } => {
                    let (x, y) = (r!(a) as i64, r!(b) as i64);
                    if y == 0 {
                        arith!(Kind::DivideByZero, r!(a), r!(b));
                    }
                    match x.checked_div(y) {
                        Some(v) => r!(dst) = v as u64,
                        None => arith!(Kind::DivideOverflow, r!(a), r!(b)),
                    }
                }
                Op::DivU { dst, a, b } => match r!(a).checked_div(r!(b)) {
                    Some(v) => r!(dst) = v,
                    None => arith!(Kind::DivideByZero, r!(a), r!(b)),
                },
                Op::RemI32 { dst, a, b } => {
                    let (x, y) = (r!(a) as i64, r!(b) as i64);
                    if y == 0 {
                        arith!(Kind::DivideByZero, r!(a), r!(b));
                    }
                    if y == -1 && x == i64::from(i32::MIN) {
                        arith!(Kind::DivideOverflow, r!(a), r!(b));
                    }
                    r!(dst) = (x % y) as u64;
                }
                Op::RemI64 { dst, a, b } => {
                    let (x, y) = (r!(a) as i64, r!(b) as i64);
                    if y == 0 {
                        arith!(Kind::DivideByZero, r!(a), r!(b));
                    }
                    match x.checked_rem(y) {
                        Some(v) => r!(dst) = v as u64,
                        None => arith!(Kind::DivideOverflow, r!(a), r!(b)),
                    }
                }
                Op::RemU { dst, a, b } => match r!(a).checked_rem(r!(b)) {
                    Some(v) => r!(dst) = v,
                    None => arith!(Kind::DivideByZero, r!(a), r!(b)),
                },
                Op::Shl { lane, dst, a, b } => {
                    let v = arith::shl(lane, r!(a), r!(b));
                    match v {
                        Ok(v) => r!(dst) = v,
                        Err(kind) => arith!(kind, r!(a), r!(b)),
                    }
                }
                Op::Shr { lane, dst, a, b } => match arith::shr(lane, r!(a), r!(b)) {
                    Ok(v) => r!(dst) = v,
                    Err(kind) => arith!(kind, r!(a), r!(b)),
                },
                Op::And { dst, a, b } => r!(dst) = r!(a) & r!(b),
                Op::Or { dst, a, b } => r!(dst) = r!(a) | r!(b),
                Op::Xor { dst, a, b } => r!(dst) = r!(a) ^ r!(b),
                Op::Neg { lane, dst, a } => {
                    let v = r!(a);
                    r!(dst) = match lane {
                        Lane::U32 => u64::from((v as u32).wrapping_neg()),
                        Lane::U64 => v.wrapping_neg(),
                        Lane::I32 if v as i64 == i64::from(i32::MIN) => arith!(Kind::SignedOverflow, v, 0),
                        Lane::I64 if v as i64 == i64::MIN => arith!(Kind::SignedOverflow, v, 0),
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
                            save!();
                            return Err(self.wide_fault(kind, t, x, y));
                        }
                    }
                }
                Op::WideNeg { ty, dst, a } => {
                    let t = image.int_types[ty as usize];
                    let x = self.wide(fp, a);
                    match t.neg(x) {
                        Ok(v) => self.set_wide(fp, dst, v),
                        Err(_) => {
                            save!();
                            return Err(self.wide_fault(Kind::SignedOverflow, t, x, 0));
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
                        None => fault!(Kind::FloatToInteger, self.float_detail(f, ty)),
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
                        None => fault!(Kind::FloatToInteger, self.float_detail(f, ty)),
                    }
                }
                Op::F32ToF64 { dst, a } => r!(dst) = f64::from(f32_of!(a)).to_bits(),
                Op::F64ToF32 { dst, a } => r!(dst) = u64::from((f64_of!(a) as f32).to_bits()),

                Op::Jump { to } => jump!(to),
                Op::JumpIf { c, to } => {
                    if r!(c) != 0 {
                        jump!(to);
                    }
                }
                Op::JumpIfNot { c, to } => {
                    if r!(c) == 0 {
                        jump!(to);
                    }
                }
                Op::JumpLtS { a, b, to } => {
                    if (r!(a) as i64) < (r!(b) as i64) {
                        jump!(to);
                    }
                }
                Op::JumpGeS { a, b, to } => {
                    if (r!(a) as i64) >= (r!(b) as i64) {
                        jump!(to);
                    }
                }
                Op::JumpLtU { a, b, to } => {
                    if r!(a) < r!(b) {
                        jump!(to);
                    }
                }
                Op::JumpGeU { a, b, to } => {
                    if r!(a) >= r!(b) {
                        jump!(to);
                    }
                }
                Op::JumpEq { a, b, to } => {
                    if r!(a) == r!(b) {
                        jump!(to);
                    }
                }
                Op::JumpNe { a, b, to } => {
                    if r!(a) != r!(b) {
                        jump!(to);
                    }
                }
                Op::JumpEqImm { a, imm, to } => {
                    if r!(a) == i64::from(imm) as u64 {
                        jump!(to);
                    }
                }
                Op::JumpNeImm { a, imm, to } => {
                    if r!(a) != i64::from(imm) as u64 {
                        jump!(to);
                    }
                }
                Op::JumpLtSImm { a, imm, to } => {
                    if (r!(a) as i64) < i64::from(imm) {
                        jump!(to);
                    }
                }
                Op::JumpGeSImm { a, imm, to } => {
                    if (r!(a) as i64) >= i64::from(imm) {
                        jump!(to);
                    }
                }
                Op::Switch { a, table } => jump!(image.switches[table as usize].find(r!(a))),

                Op::Load { access, dst, ptr, off } => {
                    let access = &image.accesses[access as usize];
                    let base = Ptr(r!(ptr));
                    let at = Ptr(base.0.wrapping_add(u64::from(off)));
                    if self.seq.active() {
                        self.log(at, access.size.into(), seq::Kind::Read);
                    }
                    match self.memory.load(at, access) {
                        Ok(v) => r!(dst) = v,
                        Err(f) => {
                            save!();
                            return Err(self.memory.blame_base(base, f));
                        }
                    }
                }
                Op::Store { access, ptr, off, src } => {
                    let access = &image.accesses[access as usize];
                    let base = Ptr(r!(ptr));
                    let at = Ptr(base.0.wrapping_add(u64::from(off)));
                    if self.seq.active() {
                        self.log(at, access.size.into(), seq::Kind::Write);
                    }
                    if let Err(f) = self.memory.store(at, access, self.regs[fp + src as usize]) {
                        save!();
                        return Err(self.memory.blame_base(base, f));
                    }
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
                Op::LoadWide { access, dst, ptr, off } => {
                    let access = &image.accesses[access as usize];
                    let base = Ptr(r!(ptr));
                    let at = Ptr(base.0.wrapping_add(u64::from(off)));
                    if self.seq.active() {
                        self.log(at, 16, seq::Kind::Read);
                    }
                    match self.memory.load_wide(at, access) {
                        Ok((lo, hi)) => {
                            r!(dst) = lo;
                            r!(dst + 1) = hi;
                        }
                        Err(f) => {
                            save!();
                            return Err(self.memory.blame_base(base, f));
                        }
                    }
                }
                Op::StoreWide { access, ptr, off, src } => {
                    let access = &image.accesses[access as usize];
                    let base = Ptr(r!(ptr));
                    let at = Ptr(base.0.wrapping_add(u64::from(off)));
                    if self.seq.active() {
                        self.log(at, 16, seq::Kind::Write);
                    }
                    if let Err(f) = self.memory.store_wide(at, access, r!(src), r!(src + 1)) {
                        save!();
                        return Err(self.memory.blame_base(base, f));
                    }
                }
                Op::LoadBits { dst, ptr, field } => {
                    let (info, access) = &image.fields[field as usize];
                    let base = Ptr(r!(ptr));
                    if self.seq.active() {
                        self.log_bits(base, info, seq::Kind::Read);
                    }
                    let v = tri!(self.memory.load_bits(base, access).map_err(|f| self.memory.blame_base(base, f)));
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
                        tri!(self.memory.store_bits(base, access, r!(src)).map_err(|f| self.memory.blame_base(base, f)));
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
                    let size = image.extents[extent as usize].size;
                    self.memory.fill_trusted(Ptr(r!(ptr)), 0, size);
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
                Op::Alloca { dst, local } => {
                    let desc = image.locals[local as usize];
                    let ptr = tri!(self.memory.malloc(desc.size.into(), desc.align.max(16)));
                    self.allocas.push(ptr);
                    r!(dst) = ptr.0;
                }
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
                    tri!(self.call_library(desc.callee, desc, fp, base, dst));
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
                    let next = self.leave(value, 1);
                    match tri!(next) {
                        Some((to, window)) => {
                            fp = window;
                            jump!(to);
                        }
                        None => {
                            save!();
                            return Ok(End::Returned);
                        }
                    }
                }
                Op::ReturnWide { src } => {
                    let value = (r!(src), r!(src + 1));
                    match tri!(self.leave(value, 2)) {
                        Some((to, window)) => {
                            fp = window;
                            jump!(to);
                        }
                        None => {
                            save!();
                            return Ok(End::Returned);
                        }
                    }
                }
                Op::ReturnVoid | Op::ReturnMissing => {
                    if matches!(code[pc], Op::ReturnMissing) {
                        self.missing = true;
                    }
                    match tri!(self.leave((0, 0), 0)) {
                        Some((to, window)) => {
                            fp = window;
                            jump!(to);
                        }
                        None => {
                            save!();
                            return Ok(End::Returned);
                        }
                    }
                }
                Op::CheckReturned => {
                    if self.missing {
                        fault!(Kind::MissingReturn, "the called function ended without 'return'");
                    }
                }
                Op::ForgetReturned => self.missing = false,

                Op::Vector { desc, dst, a } => {
                    tri!(self.vector(&image.vectors[desc as usize], fp, dst, a));
                }
                Op::Builtin { desc, dst, flag } => {
                    tri!(self.builtin(&image.builtins[desc as usize], fp, dst, flag));
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
                Op::ProfileStmt { stmt } => {
                    if let Some(profile) = &mut self.profile {
                        profile.statement(stmt);
                    }
                }
                Op::ProfileLoopEnter { stmt } => {
                    if let Some(profile) = &mut self.profile {
                        profile.loop_enter(stmt);
                    }
                }
                Op::ProfileLoopTrip { stmt } => {
                    if let Some(profile) = &mut self.profile {
                        profile.loop_trip(stmt);
                    }
                }
                Op::ProfileLoopExit { stmt } => {
                    if let Some(profile) = &mut self.profile {
                        profile.loop_exit(stmt);
                    }
                }

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

    fn wide(&self, fp: usize, reg: Reg) -> i128 {
        let at = fp + reg as usize;
        (u128::from(self.regs[at + 1]) << 64 | u128::from(self.regs[at])) as i128
    }

    fn set_wide(&mut self, fp: usize, reg: Reg, v: i128) {
        let at = fp + reg as usize;
        self.regs[at] = v as u64;
        self.regs[at + 1] = (v >> 64) as u64;
    }

    fn function_pointer(&mut self, func: u32) -> Run<Ptr> {
        if self.functions[func as usize].is_null() {
            self.functions[func as usize] = self.memory.alloc_opaque(ObjectKind::Function, func)?;
        }
        Ok(self.functions[func as usize])
    }

    fn make_string(&mut self, id: StrId) -> Run<Ptr> {
        let literal = &self.p.strings[id];
        let size = self.p.types.size_of(literal.elem).unwrap_or(1) as usize;
        let big = self.p.target().endian == target::Endian::Big;
        let mut bytes = Vec::with_capacity(literal.units.len() * size);
        for &unit in &literal.units {
            let le = unit.to_le_bytes();
            let unit = &le[..size.min(4)];
            if big { bytes.extend(unit.iter().rev()) } else { bytes.extend(unit) }
        }
        let pattern = self.image.string_patterns[&literal.elem];
        self.memory.alloc_string(pattern, size as u32, &bytes)
    }

    fn host(&mut self) -> Host<'_> {
        Host {
            memory: &mut self.memory,
            types: &self.p.types,
            library: &mut self.library,
            stdout: &mut self.stdout,
            stderr: &mut self.stderr,
            output_limit: self.limits.output,
            varargs: &self.varargs,
        }
    }
}
