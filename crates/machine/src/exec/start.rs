//! Before and after: memory and registers of a run, calls from the host, what messages need to know.

use super::seq::Seq;
use super::state::{End, Frame, Machine, TO_HOST, TO_NATIVE};
use crate::code::*;
use crate::fault::Run;
use crate::kinds::Kind;
use crate::libc::Host;
use crate::limits::Limits;
use crate::memory::{LayoutSeed, Memory, ObjectKind};
use crate::value::Ptr;
use lydite_lang::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

impl<'p> Machine<'p> {
    /// Memory and registers for a program, with static objects allocated but not initialised.
    pub fn new(p: &'p Program, image: &'p Image, limits: &Limits, seed: LayoutSeed) -> Run<Machine<'p>> {
        let Some(start) = &image.start else {
            return crate::fault::fault(Kind::Unsupported, "this target");
        };
        let mut memory =
            Memory::new(p.target(), Arc::clone(&start.patterns), Arc::clone(&start.names), limits.memory, seed);
        // Room for all of them at once, and then for a stack.
        memory.expect(start.statics.iter().map(|s| u64::from(s.size) + 48).sum::<u64>() + 0x2000);
        let mut machine = Machine {
            p,
            image,
            memory,
            library: start.library.clone(),
            stdout: Vec::new(),
            stderr: Vec::new(),
            limits: limits.clone(),
            steps: 0,
            profile: None,
            suspects: Vec::new(),
            exposed_at: None,
            total: None,
            covered: Vec::new(),
            lane_accesses: FxHashMap::default(),
            regs: vec![0; 1024],
            frames: Vec::new(),
            natives: Vec::new(),
            seq: Seq::default(),
            varargs: FxHashMap::default(),
            allocas: Vec::new(),
            functions: vec![Ptr::NULL; image.funcs.len()],
            labels: vec![Ptr::NULL; image.labels.len()],
            globals: Vec::with_capacity(start.statics.len()),
            strings: vec![Ptr::NULL; p.strings.len()],
            missing: false,
            compatible: FxHashSet::default(),
            at_exit: Vec::new(),
            library_functions: FxHashMap::default(),
            pc: 0,
            result: (0, 0),
        };
        machine.library.start(&mut machine.memory)?;
        for desc in &start.statics {
            let ptr = machine.memory.alloc_static(desc)?;
            machine.globals.push(ptr);
        }
        for (i, &var) in image.globals.iter().enumerate() {
            if p.vars[var].storage == Storage::Extern
                && let Some(name) = p.vars[var].name
                && let Some(stream) = machine.library.variable(p.names.text(name))
            {
                let access = machine.library.any_pointer();
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
        let access = self.library.char_pointer();
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
        let mut waiting = self.natives.iter().rev();
        let mut out = Vec::new();
        for frame in self.frames.iter().rev() {
            if let Some(&site) = self.image.sites.get(at)
                && frame.func != u32::MAX
            {
                out.push((frame.func, site));
            }
            let back = match frame.return_pc {
                TO_NATIVE => waiting.next().map_or(TO_HOST, |native| native.return_pc()),
                pc => pc,
            };
            at = (back as usize).wrapping_sub(1);
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

    pub(super) fn wide(&self, fp: usize, reg: Reg) -> i128 {
        let at = fp + reg as usize;
        (u128::from(self.regs[at + 1]) << 64 | u128::from(self.regs[at])) as i128
    }

    pub(super) fn set_wide(&mut self, fp: usize, reg: Reg, v: i128) {
        let at = fp + reg as usize;
        self.regs[at] = v as u64;
        self.regs[at + 1] = (v >> 64) as u64;
    }

    pub(super) fn function_pointer(&mut self, func: u32) -> Run<Ptr> {
        if self.functions[func as usize].is_null() {
            self.functions[func as usize] = self.memory.alloc_opaque(ObjectKind::Function, func)?;
        }
        Ok(self.functions[func as usize])
    }

    pub(super) fn make_string(&mut self, id: StrId) -> Run<Ptr> {
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

    pub(super) fn host(&mut self) -> Host<'_> {
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
