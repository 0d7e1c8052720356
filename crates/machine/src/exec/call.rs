//! Calls and returns.

use super::{End, Frame, Machine, TO_HOST, TO_NATIVE};
use crate::code::*;
use crate::fault::{Run, fault};
use crate::kinds::Kind;
use crate::libc;
use crate::lower::{Repr, Special, repr, special};
use crate::memory::{Access, Aliasing, ObjectDesc, ObjectKind};
use crate::value::{Ptr, Value};
use lydite_lang::*;

/// What follows a call instruction.
pub(super) enum Next {
    /// A guest function starts here, in the window the call set up.
    Enter(Pc),
    /// Control goes on here, in this window.
    Resume { pc: Pc, fp: usize },
    /// The next instruction.
    Continue,
    /// The program ends.
    End(End),
}

impl Machine<'_> {
    /// Pushes a frame for a guest function whose arguments are in place; where it starts.
    pub(super) fn enter(
        &mut self,
        func: u32,
        desc: &CallDesc,
        return_pc: u32,
        fp: usize,
        base: Reg,
        dst: Reg,
    ) -> Run<Pc> {
        let callee = &self.image.funcs[func as usize];
        let window = fp + base as usize;
        let need = window + callee.registers as usize + 8;
        if self.regs.len() < need {
            self.regs.resize(need * 2, 0);
        }
        if self.frames.len() >= self.limits.depth as usize {
            return fault(Kind::OutOfMemory, format!("calls nested {} deep", self.limits.depth));
        }
        let mark = self.memory.mark_locals();
        let mut varargs = Ptr::NULL;
        if let Some(reg) = callee.varargs {
            let extra = desc.args.len() - desc.fixed;
            let size = extra as u32 * 16;
            varargs = self.memory.alloc_local(&ObjectDesc::untyped(ObjectKind::VarArgs, size, 16))?;
            let values = (desc.fixed..desc.args.len()).map(|i| self.argument(desc, i, window)).collect();
            self.varargs.insert(varargs.id(), values);
            self.regs[window + reg as usize] = varargs.0;
        }
        let allocas = self.allocas.len() as u32;
        self.frames.push(Frame { return_pc, caller: fp as u32, dst, func, mark, varargs, allocas });
        Ok(callee.entry)
    }

    fn argument(&self, desc: &CallDesc, i: usize, window: usize) -> Value {
        let at = window + desc.at[i] as usize;
        let ty = desc.args[i];
        let hi = if repr(&self.p.types, ty).registers() == 2 { self.regs[at + 1] } else { 0 };
        Value { ty, lo: self.regs[at], hi }
    }

    /// Ends the innermost function; where its caller goes on, or nothing if the host called it.
    pub(super) fn leave(&mut self, value: (u64, u64), registers: u32) -> Run<Option<(Pc, usize)>> {
        let Some(frame) = self.frames.pop() else { return Ok(None) };
        while self.allocas.len() > frame.allocas as usize {
            if let Some(ptr) = self.allocas.pop() {
                self.memory.free(ptr)?;
            }
        }
        if !frame.varargs.is_null() {
            self.varargs.remove(&frame.varargs.id());
        }
        self.memory.release_locals(frame.mark);
        match frame.return_pc {
            TO_HOST => {
                self.result = value;
                Ok(None)
            }
            TO_NATIVE => {
                let next = self.native_step(value.0 as i32)?;
                match next {
                    Next::Resume { pc, fp } => Ok(Some((pc, fp))),
                    _ => Ok(None),
                }
            }
            pc => {
                let at = frame.caller as usize + frame.dst as usize;
                if registers > 0 {
                    self.regs[at] = value.0;
                }
                if registers > 1 {
                    self.regs[at + 1] = value.1;
                }
                Ok(Some((pc, frame.caller as usize)))
            }
        }
    }

    /// A call through a pointer.
    pub(super) fn call_pointer(&mut self, ptr: Ptr, desc: &CallDesc, fp: usize, base: Reg, dst: Reg) -> Run<Next> {
        let func = self.memory.function_at(ptr)?;
        let callee = &self.image.funcs[func as usize];
        let p = self.p;
        if callee.ty != desc.func_type && !self.compatible.contains(&(callee.ty, desc.func_type)) {
            let name = p.names.text(p.funcs[callee.func].name);
            if !p.types.compatible(callee.ty, desc.func_type) {
                let detail = format!(
                    "'{name}' has type '{}' and is called as '{}'",
                    print::ty(p, callee.ty.into()),
                    print::ty(p, desc.func_type.into())
                );
                return fault(Kind::WrongCall, detail);
            }
            self.compatible.insert((callee.ty, desc.func_type));
        }
        if callee.defined {
            let unprototyped = p.types.func_parts(desc.func_type).is_some_and(|f| f.tail == ParamTail::Unprototyped);
            let params = &p.funcs[callee.func].params;
            if unprototyped && params.len() != desc.args.len() {
                let detail = format!("{} arguments where {} are expected", desc.args.len(), params.len());
                return fault(Kind::WrongCall, detail);
            }
            return Ok(Next::Enter(self.enter(func, desc, self.pc as u32 + 1, fp, base, dst)?));
        }
        let name = p.names.text(p.funcs[callee.func].name);
        if let Some(special) = special(name) {
            return self.call_special(special as u32, desc, self.pc as u32 + 1, fp, base, dst);
        }
        self.call_library(func, desc, fp, base, dst)?;
        Ok(Next::Continue)
    }

    /// A call of a library function.
    pub(super) fn call_library(&mut self, func: u32, desc: &CallDesc, fp: usize, base: Reg, dst: Reg) -> Run<()> {
        let name = self.p.names.text(self.p.funcs[FuncId(func)].name);
        let function = match self.library_functions.get(&func) {
            Some(&f) => f,
            None => match libc::find(name) {
                Some(f) => {
                    self.library_functions.insert(func, f);
                    f
                }
                None => {
                    return fault(
                        Kind::Unsupported,
                        format!("the function '{name}', which is not in the library of the machine"),
                    );
                }
            },
        };
        let window = fp + base as usize;
        let mut args: [Value; 8] = [Value::VOID; 8];
        let mut many = Vec::new();
        let count = desc.args.len();
        let args = if count <= 8 {
            for (i, arg) in args.iter_mut().enumerate().take(count) {
                *arg = self.argument(desc, i, window);
            }
            &args[..count]
        } else {
            many.extend((0..count).map(|i| self.argument(desc, i, window)));
            &many[..]
        };
        let printed = self.stdout.len() + self.stderr.len();
        let result = libc::call(function, &mut self.host(), args)?;
        if self.exposed_at.is_none() && self.memory.address_seen() {
            self.exposed_at = self.site();
        }
        let errno = self.library.take_changed_errno();
        if self.seq.active() && !libc_is_pure(function) {
            let pointers = args.iter().filter(|v| self.p.types.is_pointer(v.ty)).map(|v| v.as_ptr());
            let pointers: Vec<Ptr> = pointers.chain(errno).collect();
            let printed = self.stdout.len() + self.stderr.len() != printed;
            self.log_library(pointers.into_iter(), printed);
        }
        let ret = self.p.types.func_parts(desc.func_type).map_or(TypeId::VOID, |f| f.ret.ty);
        match repr(&self.p.types, ret) {
            Repr::Void => {}
            Repr::Memory => self.return_quotient(name, Ptr(self.regs[window]), ret, result)?,
            _ => self.regs[fp + dst as usize] = result.lo,
        }
        Ok(())
    }

    /// Stores the result of `div` and its like, whose members may come in either order (7.22.6.2p3).
    fn return_quotient(&mut self, name: &str, to: Ptr, ret: TypeId, result: Value) -> Run<()> {
        let p = self.p;
        for (member, half) in [("quot", result.lo), ("rem", result.hi)] {
            let found = p.types.record_of(ret).map(|r| &p.types.records[r]).and_then(|record| {
                let i = record.fields.iter().position(|f| f.name.is_some_and(|n| p.names.text(n) == member))?;
                Some((record.fields[i].ty, record.layout.as_ref()?.fields[i]))
            });
            let Some((ty, at)) = found.filter(|(ty, at)| ty.ty == result.ty && at.bits.is_none()) else {
                let detail = format!("'{name}' does not return a '{}'", print::ty(p, ret.into()));
                return fault(Kind::WrongCall, detail);
            };
            let mut patterns = self.memory.patterns().clone();
            if let Some(access) = Access::new(&p.types, &mut patterns, ty, Aliasing::Strict) {
                self.memory.store(to.offset(at.byte_offset() as u32), &access, half)?;
            }
        }
        Ok(())
    }

    /// A call of a library function that ends the program or calls back.
    pub(super) fn call_special(
        &mut self,
        which: u32,
        desc: &CallDesc,
        return_pc: u32,
        fp: usize,
        base: Reg,
        dst: Reg,
    ) -> Run<Next> {
        let window = fp + base as usize;
        let args: Vec<Value> = (0..desc.args.len()).map(|i| self.argument(desc, i, window)).collect();
        let need = |n: usize| {
            if args.len() == n {
                Ok(())
            } else {
                fault(Kind::WrongCall, format!("{} arguments where {n} are expected", args.len()))
            }
        };
        if which == Special::Abort as u32 {
            Ok(Next::End(End::Abort))
        } else if which == Special::Exit as u32 {
            need(1)?;
            Ok(Next::End(End::Exit(args[0].lo as i32)))
        } else if which == Special::QuickExit as u32 {
            need(1)?;
            self.at_exit.clear();
            Ok(Next::End(End::Exit(args[0].lo as i32)))
        } else if which == Special::AssertFail as u32 {
            need(4)?;
            let mut text =
                |v: Value| -> Run<String> { Ok(String::from_utf8_lossy(self.memory.cstr(v.as_ptr())?).into_owned()) };
            let (what, file) = (text(args[0])?, text(args[1])?);
            let function = text(args[3])?;
            let line = args[2].lo as u32;
            self.stderr.extend(format!("{file}:{line}: {function}: Assertion `{what}' failed.\n").bytes());
            Ok(Next::End(End::Abort))
        } else if which == Special::Atexit as u32 {
            need(1)?;
            let func = self.memory.function_at(args[0].as_ptr())?;
            self.at_exit.push(func);
            self.regs[fp + dst as usize] = 0;
            Ok(Next::Continue)
        } else {
            need(if which == Special::Qsort as u32 { 4 } else { 5 })?;
            self.start_native(which == Special::Qsort as u32, &args, return_pc, fp, base, dst)
        }
    }

    /// Calls a comparison function for native code, in a window above everything.
    pub(super) fn call_back(&mut self, func: u32, a: Ptr, b: Ptr, window: usize) -> Run<Next> {
        let callee = &self.image.funcs[func as usize];
        if !callee.defined {
            return fault(Kind::Unsupported, "a library function as comparison function");
        }
        let need = window + callee.registers as usize + 8;
        if self.regs.len() < need {
            self.regs.resize(need * 2, 0);
        }
        self.regs[window] = a.0;
        self.regs[window + 1] = b.0;
        let mark = self.memory.mark_locals();
        let allocas = self.allocas.len() as u32;
        self.frames.push(Frame {
            return_pc: TO_NATIVE,
            caller: window as u32,
            dst: 0,
            func,
            mark,
            varargs: Ptr::NULL,
            allocas,
        });
        Ok(Next::Resume { pc: callee.entry, fp: window })
    }

    // Variable arguments: the first word of a `va_list` points to the next one.

    fn va_access(&self) -> Access {
        self.library.any_pointer()
    }

    pub(super) fn store_va(&mut self, list: Ptr, value: Ptr) -> Run<()> {
        let access = self.va_access();
        self.memory.store(list, &access, value.0)
    }

    pub(super) fn load_va(&mut self, list: Ptr) -> Run<Ptr> {
        let access = self.va_access();
        Ok(Ptr(self.memory.load(list, &access)?))
    }

    pub(super) fn va_arg(&mut self, list: Ptr, ty: TypeId) -> Run<(u64, u64)> {
        let at = self.load_va(list)?;
        let (id, index) = self.memory.varargs_at(at)?;
        let value = self.varargs.get(&id).and_then(|v| v.get(index as usize)).copied();
        let Some(value) = value else {
            return fault(Kind::BadVariadic, "there are no more arguments");
        };
        self.check_va_type(value, ty)?;
        self.store_va(list, at.offset(16))?;
        Ok((value.lo, value.hi))
    }

    /// Types must match, but for signedness if the value fits both, and `void *` against character pointers.
    fn check_va_type(&self, value: Value, ty: TypeId) -> Run<()> {
        let types = &self.p.types;
        if types.compatible(value.ty, ty) {
            return Ok(());
        }
        let ok = match (types.int_type(value.ty), types.int_type(ty)) {
            (Some(a), Some(b)) => {
                let same = convert::other_signedness(types.int_kind_of(value.ty).unwrap_or(IntKind::Int))
                    == types.int_kind_of(ty).unwrap_or(IntKind::Int);
                a.bits == b.bits && same && value.as_int(types).is_some_and(|v| b.fits(v))
            }
            _ => match (types.pointee(value.ty), types.pointee(ty)) {
                (Some(a), Some(b)) => {
                    let loose = |t: TypeId| t == TypeId::VOID || types.is_character(t);
                    types.compatible(a.ty, b.ty) || loose(a.ty) && loose(b.ty) || value.lo == 0 && loose(a.ty)
                }
                _ => false,
            },
        };
        if ok {
            return Ok(());
        }
        let detail = format!(
            "the argument has type '{}', not '{}'",
            print::ty(self.p, value.ty.into()),
            print::ty(self.p, ty.into())
        );
        fault(Kind::BadVariadic, detail)
    }
}

/// Whether a library function neither reads nor writes memory of the guest.
pub(crate) fn libc_is_pure(function: libc::LibFn) -> bool {
    use crate::text::math::Shape;
    match function {
        libc::LibFn::Ctype(_) => true,
        libc::LibFn::Math(row, _) => !matches!(row.double, Shape::Exponent(_) | Shape::Split(_)),
        libc::LibFn::Row(row) => matches!(row.name, "abs" | "labs" | "llabs" | "div" | "ldiv" | "lldiv"),
    }
}
