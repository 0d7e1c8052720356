//! Compiler builtins.

use super::lvalue::{Through, Use};
use super::{Lower, Lowered};
use crate::code::*;
use crate::kinds::Kind;
use crate::plan::Plan;
use lydite_lang::*;

impl Lower<'_> {
    pub(crate) fn builtin(&mut self, e: ExprId, b: Builtin, args: &[ExprId]) -> Lowered<Reg> {
        let p = self.p;
        match b {
            Builtin::Unreachable => {
                self.site = Site::Expr(e);
                match self.plan(e) {
                    Some(Plan::Drop) => _ = self.emit(Op::Dropped { expr: e }),
                    _ => self.fault(Kind::Unreachable, "'__builtin_unreachable' is reached"),
                }
                return Ok(0);
            }
            Builtin::Trap => {
                self.site = Site::Expr(e);
                self.emit(Op::Trap);
                return Ok(0);
            }
            // Not evaluated, and nothing is known about it here.
            Builtin::ConstantP => return Ok(self.constant(0)),
            Builtin::ObjectSize => {
                let mode = args.get(1).and_then(|&m| fold::integer(p, m)).unwrap_or(0);
                let size = p.types.int_type(p.ty(e).ty).unwrap_or(IntType::unsigned(64));
                return Ok(self.constant(if mode < 2 { size.max() as u64 } else { 0 }));
            }
            Builtin::Assume => {
                // An assumption with side effects is not evaluated at all.
                if self.effects.has_effect(args[0]) {
                    return Ok(0);
                }
                let c = self.expr(args[0])?;
                self.site = Site::Expr(e);
                let over = self.emit(Op::JumpIf { c, to: 0 });
                match self.plan(e) {
                    Some(Plan::Drop) => _ = self.emit(Op::Dropped { expr: e }),
                    _ => self.fault(Kind::Unreachable, "the assumption of '__builtin_assume' is false"),
                }
                self.patch_all(&[over]);
                return Ok(0);
            }
            Builtin::VaStart => {
                let list = self.va_list(args[0])?;
                self.site = Site::Expr(e);
                let Some(varargs) = self.frame.varargs else {
                    return self.unsupported("'va_start' in a function without variable arguments");
                };
                self.emit(Op::VaStart { list, varargs });
                return Ok(0);
            }
            Builtin::VaEnd => {
                let list = self.va_list(args[0])?;
                self.site = Site::Expr(e);
                self.emit(Op::VaEnd { list });
                return Ok(0);
            }
            Builtin::VaCopy => {
                let dst = self.va_list(args[0])?;
                let src = self.va_list(args[1])?;
                self.site = Site::Expr(e);
                self.emit(Op::VaCopy { dst, src });
                return Ok(0);
            }
            Builtin::Shuffle | Builtin::ShuffleVector | Builtin::ConvertVector => {
                return self.vector_builtin(e, b, args);
            }
            _ => {}
        }
        let watched = self.begin_group(e);
        let mut regs = vec![0; args.len()];
        let order: Vec<usize> = if self.options.reversed.contains(&Site::Expr(e)) {
            (0..args.len()).rev().collect()
        } else {
            (0..args.len()).collect()
        };
        for (n, i) in order.into_iter().enumerate() {
            if n > 0 {
                self.next_operand(watched);
            }
            regs[i] = self.expr(args[i])?;
        }
        self.end_group(watched, e);
        self.site = Site::Expr(e);
        match b {
            Builtin::Expect => Ok(regs[0]),
            Builtin::Prefetch | Builtin::Fence => Ok(0),
            Builtin::AssumeAligned => {
                if let Some(align) = fold::integer(p, args[1])
                    && args.len() == 2
                    && let Ok(align) = u32::try_from(align)
                    && align.is_power_of_two()
                {
                    self.emit(Op::CheckAlign { ptr: regs[0], align });
                }
                Ok(regs[0])
            }
            Builtin::Alloca => {
                let dst = self.reg(1);
                self.emit(Op::AllocaDyn { dst, size: regs[0] });
                Ok(dst)
            }
            _ => self.general(e, b, args, regs),
        }
    }

    fn general(&mut self, e: ExprId, b: Builtin, args: &[ExprId], regs: Vec<Reg>) -> Lowered<Reg> {
        use Builtin::*;
        let p = self.p;
        let types: Vec<TypeId> = args.iter().map(|&a| p.ty(a).ty).collect();
        let result = p.ty(e).ty;
        // Builtins that touch memory do it through ordinary loads and stores.
        let pointee = types.first().and_then(|&t| p.types.pointee(t));
        match b {
            AddOverflow | SubOverflow | MulOverflow => {
                let to = p.types.pointee(types[2]).expect("a pointer");
                let wide = self.reg(2);
                let flag = self.reg(1);
                let desc = self.builtin_desc(b, vec![types[0], types[1], to.ty], regs.clone(), result);
                self.emit(Op::Builtin { desc, dst: wide, flag });
                self.store_through(regs[2], to, wide, e)?;
                return Ok(flag);
            }
            AtomicLoad => {
                let to = pointee.expect("a pointer");
                return self.load_through(regs[0], to, e);
            }
            AtomicStore => {
                let to = pointee.expect("a pointer");
                self.store_through(regs[0], to, regs[1], e)?;
                return Ok(0);
            }
            AtomicExchange => {
                let to = pointee.expect("a pointer");
                let old = self.load_through(regs[0], to, e)?;
                self.store_through(regs[0], to, regs[1], e)?;
                return Ok(old);
            }
            AtomicFetchAdd | AtomicFetchSub | AtomicFetchAnd | AtomicFetchOr | AtomicFetchXor | AtomicAddFetch
            | AtomicSubFetch | AtomicAndFetch | AtomicOrFetch | AtomicXorFetch => {
                return self.atomic_update(e, b, regs, pointee.expect("a pointer"));
            }
            SyncValCompareSwap | SyncBoolCompareSwap | AtomicCompareExchange => {
                return self.compare_swap(e, b, regs, pointee.expect("a pointer"));
            }
            _ => {}
        }
        let dst = self.reg(2);
        let flag = self.reg(1);
        let desc = self.builtin_desc(b, types, regs, result);
        self.emit(Op::Builtin { desc, dst, flag });
        Ok(dst)
    }

    fn builtin_desc(&mut self, builtin: Builtin, args: Vec<TypeId>, regs: Vec<Reg>, result: TypeId) -> u32 {
        self.image.builtins.push(BuiltinDesc { builtin, args, regs, result });
        self.image.builtins.len() as u32 - 1
    }

    fn load_through(&mut self, ptr: Reg, to: QType, e: ExprId) -> Lowered<Reg> {
        let spot = super::lvalue::Spot::checked(ptr);
        self.load(&super::lvalue::Where::Memory(spot), to, Site::Expr(e))
    }

    fn store_through(&mut self, ptr: Reg, to: QType, value: Reg, e: ExprId) -> Lowered<()> {
        let spot = super::lvalue::Spot { through: Through::Pointer, ..super::lvalue::Spot::checked(ptr) };
        self.store(&super::lvalue::Where::Memory(spot), to, value, Site::Expr(e))
    }

    /// Atomic arithmetic wraps (7.17.7.5p3), so it is done unsigned.
    fn atomic_update(&mut self, e: ExprId, b: Builtin, regs: Vec<Reg>, to: QType) -> Lowered<Reg> {
        use Builtin::*;
        let old = self.load_through(regs[0], to, e)?;
        let op = match b {
            AtomicFetchAdd | AtomicAddFetch => BinOp::Add,
            AtomicFetchSub | AtomicSubFetch => BinOp::Sub,
            AtomicFetchAnd | AtomicAndFetch => BinOp::And,
            AtomicFetchOr | AtomicOrFetch => BinOp::Or,
            _ => BinOp::Xor,
        };
        let new = if self.p.types.is_pointer(to.ty) {
            // The operand counts bytes.
            let size = self.reg(1);
            self.emit(Op::PtrToInt { dst: size, a: regs[1] });
            self.add_scaled(old, size, TypeId::CHAR, op, true)?
        } else {
            let Some(t) = self.p.types.int_type(to.ty) else { return self.unsupported("atomic arithmetic on this") };
            let work = match t.bits {
                0..=32 => TypeId::UINT,
                33..=64 => TypeId::ULONGLONG,
                _ => TypeId::UINT128,
            };
            let a = self.int_to_int(old, to.ty, work);
            let b = self.int_to_int(regs[1], to.ty, work);
            let r = self.operate(op, a, b, work, work)?;
            self.int_to_int(r, work, to.ty)
        };
        self.store_through(regs[0], to, new, e)?;
        let fetch_first =
            matches!(b, AtomicFetchAdd | AtomicFetchSub | AtomicFetchAnd | AtomicFetchOr | AtomicFetchXor);
        Ok(if fetch_first { old } else { new })
    }

    fn compare_swap(&mut self, e: ExprId, b: Builtin, regs: Vec<Reg>, to: QType) -> Lowered<Reg> {
        let current = self.load_through(regs[0], to, e)?;
        let expected =
            if b == Builtin::AtomicCompareExchange { self.load_through(regs[1], to.plain(), e)? } else { regs[1] };
        let equal = self.operate(BinOp::Eq, current, expected, to.ty, to.ty)?;
        let differ = self.emit(Op::JumpIfNot { c: equal, to: 0 });
        self.store_through(regs[0], to, regs[2], e)?;
        let end = self.emit(Op::Jump { to: 0 });
        self.patch_all(&[differ]);
        if b == Builtin::AtomicCompareExchange {
            self.store_through(regs[1], to.plain(), current, e)?;
        }
        self.patch_all(&[end]);
        Ok(if b == Builtin::SyncValCompareSwap { current } else { equal })
    }

    /// The address of a vector operand.
    pub(crate) fn vector_operand(&mut self, e: ExprId) -> Lowered<Reg> {
        if self.p.is_lvalue(e) {
            match self.lvalue(e, Use::Access)? {
                super::lvalue::Where::Memory(spot) => Ok(self.spot_pointer(&spot)),
                _ => self.unsupported("a vector in registers"),
            }
        } else {
            self.expr(e)
        }
    }
}
