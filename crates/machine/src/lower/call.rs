//! Calls.

use super::effects::direct_callee;
use super::{Lower, Lowered, Repr};
use crate::code::*;
use crate::kinds::Kind;
use lydite_lang::*;

/// Whether the value of a call is used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    Yes,
    No,
}

/// Library functions that the executor itself must run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Special {
    /// `exit(status)`
    Exit,
    /// `_Exit(status)`, which runs no handlers
    QuickExit,
    /// `abort()`
    Abort,
    /// glibc's half of `assert`
    AssertFail,
    /// `qsort`
    Qsort,
    /// `bsearch`
    Bsearch,
    /// `atexit`
    Atexit,
}

/// Their names.
pub const SPECIALS: &[(&str, Special)] = &[
    ("exit", Special::Exit),
    ("_Exit", Special::QuickExit),
    ("_exit", Special::QuickExit),
    ("quick_exit", Special::QuickExit),
    ("abort", Special::Abort),
    ("__assert_fail", Special::AssertFail),
    ("qsort", Special::Qsort),
    ("bsearch", Special::Bsearch),
    ("atexit", Special::Atexit),
];

/// The special function with this name.
pub fn special(name: &str) -> Option<Special> {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    SPECIALS.iter().find(|row| row.0 == name).map(|row| row.1)
}

impl Lower<'_> {
    /// A pointer to the function that an expression designates.
    pub(crate) fn function_pointer(&mut self, e: ExprId) -> Lowered<Reg> {
        match &self.p.exprs[e].kind {
            ExprKind::Func(f) => {
                let dst = self.reg(1);
                self.site = Site::Expr(e);
                self.emit(Op::FuncAddr { dst, func: f.0 });
                Ok(dst)
            }
            ExprKind::Deref(ptr) => self.expr(*ptr),
            ExprKind::Generic(g) => self.function_pointer(g.choices[g.chosen].1),
            _ => self.expr(e),
        }
    }

    pub(crate) fn call(&mut self, e: ExprId, f: ExprId, args: &[ExprId], wanted: Wanted) -> Lowered<Reg> {
        let p = self.p;
        let callee = direct_callee(p, f);
        let func_type = p.types.pointee(p.ty(f).ty).map_or(TypeId::VOID, |to| to.ty);
        let Some(signature) = p.types.func_parts(func_type) else { return self.unsupported("a call of this") };
        let ret = p.ty(e).ty;
        let result = self.repr(ret);
        let dst = if result == Repr::Memory { self.temp(ret) } else { self.reg(result.registers()) };

        // The arguments.
        self.mark();
        let watched = self.begin_group(e);
        let mut values: Vec<Reg> = vec![0; args.len()];
        let mut ptr = None;
        let reversed = self.options.reversed.contains(&Site::Expr(e));
        let effects = args.iter().filter(|&&a| self.effects.has_effect(a)).count();
        if !reversed && callee.is_none() {
            ptr = Some(self.expr(f)?);
            self.next_operand(watched);
        }
        let order: Vec<usize> = if reversed { (0..args.len()).rev().collect() } else { (0..args.len()).collect() };
        for (n, i) in order.into_iter().enumerate() {
            if n > 0 {
                self.next_operand(watched);
            }
            let arg = args[i];
            let mut value = self.expr(arg)?;
            let others = effects - usize::from(self.effects.has_effect(arg));
            let variable = signature.tail == ParamTail::Variadic && i >= signature.params.len();
            if self.repr_of(arg) == Repr::Memory && (others > 0 || variable) {
                // The record as it is now, whatever the other arguments do to it, or the callee before `va_arg`.
                let copy = self.temp(p.ty(arg).ty);
                let extent = self.extent_id(p.ty(arg).ty);
                self.emit(Op::CopyInit { dst: copy, src: value, extent });
                value = copy;
            }
            values[i] = value;
        }
        if reversed && callee.is_none() {
            self.next_operand(watched);
            ptr = Some(self.expr(f)?);
        }
        self.end_group(watched, e);
        self.point();
        self.site = Site::Expr(e);

        let fixed = match signature.tail {
            ParamTail::Unprototyped => args.len(),
            _ => signature.params.len(),
        };
        let mut types: Vec<TypeId> = args.iter().map(|&a| p.ty(a).ty).collect();
        if let Some(func) = callee
            && signature.tail == ParamTail::Unprototyped
            && p.funcs[func].body.is_some()
            && !self.adapt_to_definition(func, &mut values, &mut types)?
        {
            return Ok(dst);
        }

        // Where the callee finds them.
        let mut at = Vec::with_capacity(args.len());
        let mut next = u32::from(result == Repr::Memory);
        for (i, &ty) in types.iter().enumerate() {
            if i == fixed {
                next += 1;
            }
            at.push(next);
            next += self.repr(ty).registers();
        }
        let base = self.reg(next.max(1) + 1);
        if result == Repr::Memory {
            self.emit(Op::Move { dst: base, src: dst });
        }
        for (i, &value) in values.iter().enumerate() {
            let registers = self.repr(types[i]).registers();
            self.copy_register(base + at[i], value, registers);
        }
        let desc = CallDesc { callee: callee.map_or(0, |f| f.0), func_type, args: types, at, fixed };
        let may_miss = self.emit_call(callee, ptr, desc, base, dst)?;
        if may_miss && result != Repr::Void {
            self.emit(if wanted == Wanted::Yes { Op::CheckReturned } else { Op::ForgetReturned });
        }
        Ok(dst)
    }

    /// Emits the call itself; whether the callee may come back without a value.
    fn emit_call(
        &mut self,
        callee: Option<FuncId>,
        ptr: Option<Reg>,
        desc: CallDesc,
        base: Reg,
        dst: Reg,
    ) -> Lowered<bool> {
        let p = self.p;
        let variadic = p.types.func_parts(desc.func_type).is_some_and(|f| f.tail == ParamTail::Variadic);
        let Some(func) = callee else {
            let ptr = ptr.unwrap_or(0);
            self.image.calls.push(desc);
            let Ok(call) = u16::try_from(self.image.calls.len() - 1) else {
                return self.unsupported("more than 65535 indirect calls");
            };
            self.emit(Op::CallPtr { call, ptr, base, dst });
            return Ok(true);
        };
        let info = &p.funcs[func];
        if info.body.is_some() {
            if variadic {
                self.image.calls.push(desc);
                let call = self.image.calls.len() as u32 - 1;
                self.emit(Op::CallVariadic { call, base, dst });
            } else {
                self.emit(Op::Call { func: func.0, base, dst });
            }
            return Ok(self.effects.falls_off(func));
        }
        let name = p.names.text(info.name);
        let mut desc = desc;
        if let Some(special) = special(name) {
            desc.callee = special as u32;
            self.image.calls.push(desc);
            let call = self.image.calls.len() as u32 - 1;
            self.emit(Op::CallSpecial { call, base, dst });
        } else if crate::libc::find(name).is_some() {
            self.image.calls.push(desc);
            let call = self.image.calls.len() as u32 - 1;
            self.emit(Op::CallLib { call, base, dst });
        } else {
            self.fault(Kind::Unsupported, format!("the function '{name}', which is not in the library of the machine"));
        }
        Ok(false)
    }

    /// A call without a prototype of a function whose definition we see: its arguments as that definition wants
    /// them, or undefined behaviour (6.5.2.2p6).
    fn adapt_to_definition(&mut self, func: FuncId, values: &mut [Reg], types: &mut [TypeId]) -> Lowered<bool> {
        let p = self.p;
        let params = &p.funcs[func].params;
        if params.len() != values.len() {
            let detail = format!("{} arguments where {} are expected", values.len(), params.len());
            self.fault(Kind::WrongCall, detail);
            return Ok(false);
        }
        for i in 0..values.len() {
            let want = p.vars[params[i]].ty.ty;
            if want == types[i] {
                continue;
            }
            let promoted = match want {
                TypeId::FLOAT => TypeId::DOUBLE,
                ty if p.types.int_type(ty).is_some_and(|t| t.bits < 32) => TypeId::INT,
                ty => ty,
            };
            let both_integers = p.types.is_integer(promoted) && p.types.is_integer(types[i]);
            let same_width = p.types.size_of(promoted) == p.types.size_of(types[i]);
            let both_pointers = p.types.is_pointer(promoted) && p.types.is_pointer(types[i]);
            if !(p.types.compatible(promoted, types[i]) || both_integers && same_width || both_pointers) {
                let detail = format!(
                    "argument {} has type '{}', the parameter '{}'",
                    i + 1,
                    print::ty(p, types[i].into()),
                    print::ty(p, want.into())
                );
                self.fault(Kind::WrongCall, detail);
                return Ok(false);
            }
            values[i] = self.scalar_convert(values[i], types[i], want)?;
            types[i] = want;
        }
        Ok(true)
    }

    pub(crate) fn va_arg(&mut self, e: ExprId, list: ExprId) -> Lowered<Reg> {
        let ty = self.p.ty(e).ty;
        let list = self.va_list(list)?;
        self.site = Site::Expr(e);
        let desc = self.extent_id(ty);
        let registers = self.repr(ty).registers();
        let dst = self.reg(registers);
        self.emit(Op::VaArg { dst, list, desc });
        Ok(dst)
    }

    /// The address of a `va_list`'s record.
    pub(crate) fn va_list(&mut self, list: ExprId) -> Lowered<Reg> {
        match self.lvalue(list, super::lvalue::Use::Access)? {
            super::lvalue::Where::Memory(spot) => Ok(self.spot_pointer(&spot)),
            _ => self.unsupported("a 'va_list' in registers"),
        }
    }
}
