//! Expressions.

use super::lvalue::{Use, Where};
use super::{Lower, Lowered, Profiling, Repr};
use crate::code::*;
use crate::plan::Plan;
use lydite_lang::*;

impl Lower<'_> {
    /// Evaluates an expression for its effects only.
    pub(crate) fn effect(&mut self, e: ExprId) -> Lowered<()> {
        if self.is_filtered(e) {
            self.expr(e)?;
            return Ok(());
        }
        match &self.p.exprs[e].kind {
            ExprKind::Call(f, args) => {
                self.call(e, *f, args, super::call::Wanted::No)?;
            }
            ExprKind::Cast(CastKind::ToVoid, _, inner) => self.effect(*inner)?,
            ExprKind::Comma(a, b) => {
                self.effect(*a)?;
                self.effect(*b)?;
            }
            ExprKind::Assign(l, r) if self.copies_character(e, *l, *r) => self.copy_character(e, *l, *r)?,
            ExprKind::IncDec(op, lv) if !self.effects.watched_store(e) => {
                self.inc_dec(e, if op.is_inc() { IncDec::PreInc } else { IncDec::PreDec }, *lv)?;
            }
            ExprKind::Cond(c, a, b) if self.p.ty(e).ty == TypeId::VOID => {
                let to_else = self.jump_unless(*c)?;
                self.effect(*a)?;
                let end = self.emit(Op::Jump { to: 0 });
                self.patch_all(&to_else);
                self.effect(*b)?;
                let here = self.here();
                self.patch(end, here);
            }
            _ => {
                self.expr(e)?;
            }
        }
        Ok(())
    }

    /// Whether an assignment copies one character object to another: it does so whatever the byte holds.
    fn copies_character(&self, e: ExprId, l: ExprId, r: ExprId) -> bool {
        let ExprKind::Load(from) = self.p.exprs[r].kind else { return false };
        let ty = self.p.ty(l).ty;
        self.p.types.is_character(ty)
            && self.p.ty(from).ty == ty
            && !self.effects.watched(e)
            && !self.effects.watched_store(e)
            && !self.is_filtered(r)
    }

    fn copy_character(&mut self, e: ExprId, l: ExprId, r: ExprId) -> Lowered<()> {
        let ExprKind::Load(from) = self.p.exprs[r].kind else { return Ok(()) };
        let to = self.lvalue(l, Use::Access)?;
        let source = self.lvalue(from, Use::Access)?;
        self.site = Site::Expr(e);
        match (&to, &source) {
            (Where::Memory(to), Where::Memory(from)) => {
                let dst = self.spot_pointer(to);
                let src = self.spot_pointer(from);
                self.emit(Op::CopyByte { dst, src });
                self.unions_stored(to);
                Ok(())
            }
            _ => {
                let value = self.load(&source, self.p.ty(from), Site::Expr(from))?;
                self.store(&to, self.p.ty(l), value, Site::Expr(e))
            }
        }
    }

    /// Evaluates an expression into a register (or two).
    pub(crate) fn expr(&mut self, e: ExprId) -> Lowered<Reg> {
        let mut reg = self.deeper(|l| l.expr_inner(e))?;
        if let Some(plan) = self.plan(e) {
            reg = self.filter(e, plan, reg);
        }
        if self.options.profile == Profiling::On && !matches!(self.repr_of(e), Repr::Void | Repr::Memory) {
            self.emit(Op::ProfileValue { expr: e, src: reg });
        }
        Ok(reg)
    }

    /// Looks at a value as its plan says, and gives the register to use instead.
    fn filter(&mut self, e: ExprId, plan: Plan, reg: Reg) -> Reg {
        let ty = self.p.ty(e).ty;
        match (plan, self.repr(ty)) {
            (Plan::Watch, Repr::Void | Repr::Memory) => reg,
            (Plan::Watch, repr) => {
                self.site = Site::Expr(e);
                let c = if matches!(repr, Repr::Int(_) | Repr::Ptr) { reg } else { self.truth(reg, ty) };
                self.emit(Op::Watch { expr: e, c });
                reg
            }
            (Plan::Index { len }, Repr::Int(t)) => {
                self.site = Site::Expr(e);
                // A fresh register: the value may be a variable's own.
                let dst = self.reg(1);
                self.emit(Op::WrapIndex { signed: t.signed, dst, a: reg, len });
                dst
            }
            _ => reg,
        }
    }

    fn expr_inner(&mut self, e: ExprId) -> Lowered<Reg> {
        let p = self.p;
        let ty = p.ty(e).ty;
        match &p.exprs[e].kind {
            ExprKind::Int(v) => Ok(self.int_constant(i128::from(*v), ty)),
            ExprKind::Wide(v) => Ok(self.int_constant(**v, ty)),
            ExprKind::Float(bits) => {
                let value = match self.repr(ty) {
                    Repr::F32 => u64::from((f64::from_bits(*bits) as f32).to_bits()),
                    _ => *bits,
                };
                Ok(self.constant(value))
            }
            ExprKind::SizeOf(of) => Ok(self.constant(p.types.size_of(*of).unwrap_or(0))),
            ExprKind::AlignOf(of) => Ok(self.constant(p.types.align_of(*of).into())),
            ExprKind::SizeOfVla(of) => self.vla_size(*of),
            ExprKind::Load(lv) => {
                let from = self.lvalue(*lv, Use::Access)?;
                self.load(&from, p.ty(*lv), Site::Expr(*lv))
            }
            ExprKind::Unary(op, a) => self.unary(e, *op, *a),
            ExprKind::Binary(op, a, b) if op.is_logical() => self.logical(*op, *a, *b),
            ExprKind::Binary(op, a, b) => self.binary(e, *op, *a, *b),
            ExprKind::PtrAdd(op, ptr, index) => self.pointer_plus(e, *ptr, *index, *op, Use::Address),
            ExprKind::PtrDiff(a, b) => self.pointer_difference(e, *a, *b),
            ExprKind::AddrOf(lv) => self.address(e, *lv),
            ExprKind::Assign(l, r) => self.assign(e, *l, *r),
            ExprKind::CompoundAssign { op, lhs, rhs, in_type } => self.compound(e, *op, *lhs, *rhs, *in_type),
            ExprKind::IncDec(op, lv) => self.inc_dec(e, *op, *lv),
            ExprKind::Cond(c, a, b) => self.conditional(e, *c, *a, *b),
            ExprKind::Elvis(c, b) => self.elvis(e, *c, *b),
            ExprKind::Comma(a, b) => {
                self.mark();
                self.effect(*a)?;
                self.point();
                self.expr(*b)
            }
            ExprKind::Cast(kind, _, a) => self.cast(e, *kind, *a),
            ExprKind::Call(f, args) => self.call(e, *f, args, super::call::Wanted::Yes),
            ExprKind::Builtin(b, args) => self.builtin(e, *b, args),
            ExprKind::StmtExpr(block) => self.stmt_expr(e, *block),
            ExprKind::VaArg(list) => self.va_arg(e, *list),
            ExprKind::LabelAddr(label) => {
                let label = self.label_id(*label);
                let dst = self.reg(1);
                self.site = Site::Expr(e);
                self.emit(Op::LabelAddr { dst, label });
                Ok(dst)
            }
            ExprKind::Generic(g) => self.expr(g.choices[g.chosen].1),
            ExprKind::Member(..) | ExprKind::Lane(..) => {
                // A member of a record that is a value.
                let from = self.lvalue(e, Use::Access)?;
                self.load(&from, p.ty(e), Site::Expr(e))
            }
            ExprKind::Deref(_) if ty == TypeId::VOID || p.types.is_function(ty) => {
                let ExprKind::Deref(ptr) = &p.exprs[e].kind else { return self.unsupported("this") };
                self.expr(*ptr)
            }
            ExprKind::Func(_) => self.function_pointer(e),
            ExprKind::Var(_)
            | ExprKind::Str(_)
            | ExprKind::Deref(_)
            | ExprKind::Index(..)
            | ExprKind::CompoundLiteral(_) => {
                // An lvalue used for nothing, as in `(void)x` of an incomplete type.
                self.lvalue(e, Use::Address)?;
                Ok(0)
            }
        }
    }

    pub(crate) fn int_constant(&mut self, value: i128, ty: TypeId) -> Reg {
        match self.repr(ty) {
            Repr::Wide(_) => {
                let dst = self.reg(2);
                self.emit(Op::Const { dst, value: value as u64 });
                self.emit(Op::Const { dst: dst + 1, value: (value >> 64) as u64 });
                dst
            }
            _ => self.constant(value as u64),
        }
    }

    // Operands that are not sequenced.

    pub(crate) fn begin_group(&mut self, e: ExprId) -> bool {
        let watched = self.effects.watched(e);
        if watched {
            self.emit(Op::SeqEnter);
            self.frame.watching += 1;
        }
        watched
    }

    pub(crate) fn next_operand(&mut self, watched: bool) {
        if watched {
            self.emit(Op::SeqNext);
        }
    }

    pub(crate) fn end_group(&mut self, watched: bool, e: ExprId) {
        if watched {
            self.site = Site::Expr(e);
            self.emit(Op::SeqExit);
            self.frame.watching -= 1;
        }
    }

    /// A part begins that ends with a sequence point.
    pub(crate) fn mark(&mut self) {
        if self.frame.watching > 0 {
            self.emit(Op::SeqMark);
        }
    }

    pub(crate) fn point(&mut self) {
        if self.frame.watching > 0 {
            self.emit(Op::SeqPoint);
        }
    }

    /// Evaluates two operands in the order asked for.
    fn pair(&mut self, e: ExprId, a: ExprId, b: ExprId) -> Lowered<(Reg, Reg)> {
        let watched = self.begin_group(e);
        let regs = if self.options.reversed.contains(&Site::Expr(e)) {
            let rb = self.expr(b)?;
            self.next_operand(watched);
            (self.expr(a)?, rb)
        } else {
            let ra = self.expr(a)?;
            self.next_operand(watched);
            (ra, self.expr(b)?)
        };
        self.end_group(watched, e);
        Ok(regs)
    }

    // Operators.

    fn unary(&mut self, e: ExprId, op: UnOp, a: ExprId) -> Lowered<Reg> {
        let from = self.p.ty(a).ty;
        if self.p.types.is_vector(from) {
            return self.vector_unary(e, op, a);
        }
        let a = self.expr(a)?;
        self.site = Site::Expr(e);
        if op == UnOp::LogNot {
            let dst = self.reg(1);
            match self.repr(from) {
                Repr::Int(_) | Repr::Ptr => self.emit(Op::IsZero { dst, a }),
                Repr::Wide(_) => self.emit(Op::WideIsZero { dst, a }),
                _ => {
                    let t = self.truth(a, from);
                    self.emit(Op::IsZero { dst, a: t })
                }
            };
            return Ok(dst);
        }
        let repr = self.repr(from);
        let bit_int = matches!(self.p.types.kind(from), TypeKind::Int(IntKind::BitInt { .. }));
        Ok(match (op, repr) {
            (UnOp::Plus, _) => a,
            (UnOp::Neg, Repr::F64) => {
                let dst = self.reg(1);
                self.emit(Op::NegF64 { dst, a });
                dst
            }
            (UnOp::Neg, Repr::F32) => {
                let dst = self.reg(1);
                self.emit(Op::NegF32 { dst, a });
                dst
            }
            (op, Repr::Int(t)) if !bit_int => {
                let dst = self.reg(1);
                let lane = lane(t);
                self.emit(if op == UnOp::Neg { Op::Neg { lane, dst, a } } else { Op::Not { lane, dst, a } });
                dst
            }
            (op, repr) => {
                let ty = self.int_id(from);
                let wide = self.widened(a, repr);
                let dst = self.reg(2);
                self.emit(if op == UnOp::Neg {
                    Op::WideNeg { ty, dst, a: wide }
                } else {
                    Op::WideNot { ty, dst, a: wide }
                });
                dst
            }
        })
    }

    fn binary(&mut self, e: ExprId, op: BinOp, a: ExprId, b: ExprId) -> Lowered<Reg> {
        let ty = self.p.ty(a).ty;
        if self.p.types.is_vector(ty) {
            return self.vector_binary(e, op, a, b);
        }
        if let Some(imm) = self.immediate(b)
            && let Repr::Int(t) = self.repr(ty)
            && !self.is_bit_int(ty)
            && let Some(make) = immediate_op(op, lane(t), imm)
        {
            let a = self.expr(a)?;
            self.site = Site::Expr(e);
            let dst = self.reg(1);
            self.emit(make(dst, a));
            return Ok(dst);
        }
        let (ra, rb) = self.pair(e, a, b)?;
        self.site = Site::Expr(e);
        self.operate(op, ra, rb, ty, self.p.ty(b).ty)
    }

    /// Whether the operator being lowered must not shift negative values.
    fn shifts_non_negative(&self) -> bool {
        matches!(self.site, Site::Expr(e) if matches!(self.plan(e), Some(Plan::NonNegative { .. })))
    }

    /// A constant that fits in an instruction.
    fn immediate(&self, e: ExprId) -> Option<i32> {
        if self.options.profile == Profiling::On {
            return None;
        }
        let value = i32::try_from(fold::integer(self.p, e)?).ok()?;
        (!self.has_filter(e)).then_some(value)
    }

    /// A binary operator on values in registers; `ty` is the type of the left one.
    pub(crate) fn operate(&mut self, op: BinOp, a: Reg, b: Reg, ty: TypeId, right: TypeId) -> Lowered<Reg> {
        let repr = self.repr(ty);
        let bit_int = matches!(self.p.types.kind(ty), TypeKind::Int(IntKind::BitInt { .. }));
        match repr {
            Repr::F64 | Repr::F32 => {
                let dst = self.reg(1);
                self.emit(if repr == Repr::F64 { Op::F64 { op, dst, a, b } } else { Op::F32 { op, dst, a, b } });
                Ok(dst)
            }
            Repr::Ptr => {
                let dst = self.reg(1);
                self.emit(Op::PtrCmp { op, dst, a, b });
                Ok(dst)
            }
            Repr::Int(t) if op.is_comparison() => Ok(self.compare(op, a, b, t)),
            Repr::Int(t) if !bit_int && !matches!((op.is_shift(), self.repr(right)), (true, Repr::Wide(_))) => {
                let dst = self.reg(1);
                let lane = lane(t);
                let is_watched = op == BinOp::Shr && t.signed && self.shifts_non_negative();
                self.emit(match is_watched {
                    true => Op::ShrNonNegative { lane, dst, a, b },
                    false => int_op(op, lane, dst, a, b),
                });
                Ok(dst)
            }
            Repr::Int(_) | Repr::Wide(_) => {
                let id = self.int_id(ty);
                let wa = self.widened(a, repr);
                let right_repr = self.repr(right);
                let wb = self.widened(b, right_repr);
                let dst = self.reg(2);
                self.emit(Op::Wide { op, ty: id, dst, a: wa, b: wb });
                Ok(dst)
            }
            _ => self.unsupported("this operator"),
        }
    }

    fn compare(&mut self, op: BinOp, a: Reg, b: Reg, t: IntType) -> Reg {
        let dst = self.reg(1);
        self.emit(match (op, t.signed) {
            (BinOp::Eq, _) => Op::Eq { dst, a, b },
            (BinOp::Ne, _) => Op::Ne { dst, a, b },
            (BinOp::Lt, true) => Op::LtS { dst, a, b },
            (BinOp::Lt, false) => Op::LtU { dst, a, b },
            (BinOp::Gt, true) => Op::LtS { dst, a: b, b: a },
            (BinOp::Gt, false) => Op::LtU { dst, a: b, b: a },
            (BinOp::Le, true) => Op::LeS { dst, a, b },
            (BinOp::Le, false) => Op::LeU { dst, a, b },
            (BinOp::Ge, true) => Op::LeS { dst, a: b, b: a },
            (_, _) => Op::LeU { dst, a: b, b: a },
        });
        dst
    }

    fn pointer_difference(&mut self, e: ExprId, a: ExprId, b: ExprId) -> Lowered<Reg> {
        let Some(to) = self.p.types.pointee(self.p.ty(a).ty) else { return self.unsupported("this difference") };
        let (ra, rb) = self.pair(e, a, b)?;
        self.site = Site::Expr(e);
        let bytes = self.reg(1);
        self.emit(Op::PtrDiff { dst: bytes, a: ra, b: rb });
        if self.p.types.is_vla(to.ty) {
            let size = self.vla_size(to.ty)?;
            let dst = self.reg(1);
            self.emit(Op::DivI64 { dst, a: bytes, b: size });
            return Ok(dst);
        }
        let size = self.p.types.size_of(to.ty).unwrap_or(1) as i64;
        if size <= 1 {
            return Ok(bytes);
        }
        let scale = self.scale_id(size);
        let dst = self.reg(1);
        self.emit(Op::DivExact { dst, a: bytes, scale });
        Ok(dst)
    }

    // Conditions.

    /// Jumps that are taken if a condition is false; to be patched.
    pub(crate) fn jump_unless(&mut self, c: ExprId) -> Lowered<Vec<Pc>> {
        let p = self.p;
        let plain = self.options.profile != Profiling::On && self.frame.watching == 0 && !self.is_filtered(c);
        match &p.exprs[c].kind {
            ExprKind::Binary(BinOp::LogAnd, a, b) if plain => {
                self.mark();
                let mut jumps = self.jump_unless(*a)?;
                self.point();
                jumps.extend(self.jump_unless(*b)?);
                Ok(jumps)
            }
            ExprKind::Unary(UnOp::LogNot, a) if plain => self.jump_if(*a),
            ExprKind::Binary(op, a, b) if plain && op.is_comparison() => {
                if let Repr::Int(t) = self.repr_of(*a) {
                    if let Some(imm) = self.immediate(*b)
                        && (t.signed || t.bits <= 32)
                        && let Some(make) = immediate_jump_unless(*op, imm)
                    {
                        let a = self.expr(*a)?;
                        self.site = Site::Expr(c);
                        return Ok(vec![self.emit(make(a))]);
                    }
                    let (a, b) = self.pair(c, *a, *b)?;
                    self.site = Site::Expr(c);
                    let to = 0;
                    return Ok(vec![self.emit(match (op, t.signed) {
                        (BinOp::Eq, _) => Op::JumpNe { a, b, to },
                        (BinOp::Ne, _) => Op::JumpEq { a, b, to },
                        (BinOp::Lt, true) => Op::JumpGeS { a, b, to },
                        (BinOp::Lt, false) => Op::JumpGeU { a, b, to },
                        (BinOp::Ge, true) => Op::JumpLtS { a, b, to },
                        (BinOp::Ge, false) => Op::JumpLtU { a, b, to },
                        (BinOp::Gt, true) => Op::JumpGeS { a: b, b: a, to },
                        (BinOp::Gt, false) => Op::JumpGeU { a: b, b: a, to },
                        (_, true) => Op::JumpLtS { a: b, b: a, to },
                        (_, false) => Op::JumpLtU { a: b, b: a, to },
                    })]);
                }
                let r = self.condition(c)?;
                Ok(vec![self.emit(Op::JumpIfNot { c: r, to: 0 })])
            }
            _ => {
                let r = self.condition(c)?;
                Ok(vec![self.emit(Op::JumpIfNot { c: r, to: 0 })])
            }
        }
    }

    /// Jumps that are taken if a condition is true; to be patched.
    fn jump_if(&mut self, c: ExprId) -> Lowered<Vec<Pc>> {
        let r = self.condition(c)?;
        Ok(vec![self.emit(Op::JumpIf { c: r, to: 0 })])
    }

    /// A register that is zero if and only if the condition is false.
    fn condition(&mut self, c: ExprId) -> Lowered<Reg> {
        let r = self.expr(c)?;
        let ty = self.p.ty(c).ty;
        self.site = Site::Expr(c);
        Ok(match self.repr(ty) {
            Repr::Int(_) | Repr::Ptr => r,
            _ => self.truth(r, ty),
        })
    }

    pub(crate) fn patch_all(&mut self, jumps: &[Pc]) {
        let here = self.here();
        for &jump in jumps {
            self.patch(jump, here);
        }
    }

    fn logical(&mut self, op: BinOp, a: ExprId, b: ExprId) -> Lowered<Reg> {
        let dst = self.reg(1);
        self.mark();
        let ra = self.condition(a)?;
        self.emit(Op::NonZero { dst, a: ra });
        self.point();
        let skip =
            self.emit(if op == BinOp::LogAnd { Op::JumpIfNot { c: dst, to: 0 } } else { Op::JumpIf { c: dst, to: 0 } });
        let rb = self.condition(b)?;
        self.emit(Op::NonZero { dst, a: rb });
        self.patch_all(&[skip]);
        Ok(dst)
    }

    fn conditional(&mut self, e: ExprId, c: ExprId, a: ExprId, b: ExprId) -> Lowered<Reg> {
        if self.p.ty(e).ty == TypeId::VOID {
            self.mark();
            let to_else = self.jump_unless(c)?;
            self.point();
            self.effect(a)?;
            let end = self.emit(Op::Jump { to: 0 });
            self.patch_all(&to_else);
            self.point();
            self.effect(b)?;
            self.patch_all(&[end]);
            return Ok(0);
        }
        let registers = self.repr_of(e).registers();
        let dst = self.reg(registers);
        self.mark();
        let to_else = self.jump_unless(c)?;
        self.point();
        let ra = self.expr(a)?;
        self.copy_register(dst, ra, registers);
        let end = self.emit(Op::Jump { to: 0 });
        self.patch_all(&to_else);
        self.point();
        let rb = self.expr(b)?;
        self.copy_register(dst, rb, registers);
        self.patch_all(&[end]);
        Ok(dst)
    }

    fn elvis(&mut self, e: ExprId, c: ExprId, b: ExprId) -> Lowered<Reg> {
        let registers = self.repr_of(e).registers();
        let dst = self.reg(registers);
        self.mark();
        let rc = self.expr(c)?;
        self.point();
        self.copy_register(dst, rc, registers);
        let ty = self.p.ty(c).ty;
        let t = self.truth(dst, ty);
        let end = self.emit(Op::JumpIf { c: t, to: 0 });
        let rb = self.expr(b)?;
        self.copy_register(dst, rb, registers);
        self.patch_all(&[end]);
        Ok(dst)
    }

    pub(crate) fn copy_register(&mut self, dst: Reg, src: Reg, registers: u32) {
        for i in 0..registers {
            self.emit(Op::Move { dst: dst + i, src: src + i });
        }
    }

    // Assignment.

    fn assign(&mut self, e: ExprId, l: ExprId, r: ExprId) -> Lowered<Reg> {
        let ty = self.p.ty(l);
        let watch_store = self.effects.watched_store(e);
        if watch_store {
            self.emit(Op::SeqEnter);
            self.frame.watching += 1;
        }
        let watched = self.begin_group(e);
        let (to, value) = if self.options.reversed.contains(&Site::Expr(e)) {
            let value = self.value_for(self.p.bit_field_width(l), r)?;
            self.next_operand(watched);
            (self.lvalue(l, Use::Access)?, value)
        } else {
            let to = self.lvalue(l, Use::Access)?;
            self.next_operand(watched);
            (to, self.value_for(self.p.bit_field_width(l), r)?)
        };
        self.end_group(watched, e);
        self.watch_store(e, &to, ty)?;
        if watch_store {
            self.emit(Op::SeqExit);
            self.frame.watching -= 1;
        }
        self.store(&to, ty, value, Site::Expr(e))?;
        self.stored_value(&to, ty, value)
    }

    /// A value that is stored next. The type of a bit-field has the field's width, so a floating value must fit that.
    pub(crate) fn value_for(&mut self, field: Option<u32>, e: ExprId) -> Lowered<Reg> {
        match (field, &self.p.exprs[e].kind) {
            (Some(width), &ExprKind::Cast(CastKind::FloatToInt, Written::Implicit, float)) => {
                let a = self.expr(float)?;
                self.site = Site::Expr(e);
                Ok(self.float_to_field(a, self.p.ty(float).ty, width, self.p.ty(e).ty))
            }
            _ => self.expr(e),
        }
    }

    fn float_to_field(&mut self, a: Reg, from: TypeId, width: u32, to: TypeId) -> Reg {
        let ty = self.field_int_id(width, to);
        let dst = self.reg(1);
        self.emit(Op::FToInt { ty, double: self.repr(from) == Repr::F64, dst, a });
        dst
    }

    /// The value of an assignment: what the lvalue holds now.
    fn stored_value(&mut self, to: &Where, ty: QType, value: Reg) -> Lowered<Reg> {
        Ok(match to {
            Where::Bits { field, .. } => {
                let (field, _) = self.image.fields[*field as usize];
                self.wrap(value, None, IntType { bits: field.width as u16, signed: field.signed })
            }
            Where::Reg { reg, .. } => *reg,
            Where::Memory(spot) if self.repr(ty.ty) == Repr::Memory => self.spot_pointer(spot),
            Where::Memory(_) => value,
        })
    }

    fn compound(&mut self, e: ExprId, op: BinOp, lhs: ExprId, rhs: ExprId, in_type: TypeId) -> Lowered<Reg> {
        let ty = self.p.ty(lhs);
        let watch_store = self.effects.watched_store(e);
        if watch_store {
            self.emit(Op::SeqEnter);
            self.frame.watching += 1;
        }
        let watched = self.begin_group(e);
        let (to, old, value) = if self.options.reversed.contains(&Site::Expr(e)) {
            let value = self.expr(rhs)?;
            self.next_operand(watched);
            let to = self.lvalue(lhs, Use::Access)?;
            let old = self.load(&to, ty, Site::Expr(lhs))?;
            (to, old, value)
        } else {
            let to = self.lvalue(lhs, Use::Access)?;
            let old = self.load(&to, ty, Site::Expr(lhs))?;
            self.next_operand(watched);
            (to, old, self.expr(rhs)?)
        };
        self.end_group(watched, e);
        self.site = Site::Expr(e);
        let result = if self.p.types.is_pointer(ty.ty) {
            let to = self.p.types.pointee(ty.ty).expect("a pointer");
            let signed = self.is_signed(rhs);
            self.add_scaled(old, value, to.ty, op, signed)?
        } else if self.p.types.is_vector(ty.ty) {
            self.vector_compound(op, old, value, ty.ty, rhs)?
        } else {
            let a = self.scalar_convert(old, ty.ty, in_type)?;
            let r = self.operate(op, a, value, in_type, self.p.ty(rhs).ty)?;
            match self.p.bit_field_width(lhs) {
                Some(width) if self.p.types.is_float(in_type) && ty.ty != TypeId::BOOL => {
                    self.float_to_field(r, in_type, width, ty.ty)
                }
                _ => self.scalar_convert(r, in_type, ty.ty)?,
            }
        };
        self.watch_store(e, &to, ty)?;
        if watch_store {
            self.emit(Op::SeqExit);
            self.frame.watching -= 1;
        }
        self.store(&to, ty, result, Site::Expr(e))?;
        self.stored_value(&to, ty, result)
    }

    /// Converts between arithmetic types.
    pub(crate) fn scalar_convert(&mut self, a: Reg, from: TypeId, to: TypeId) -> Lowered<Reg> {
        if from == to {
            return Ok(a);
        }
        if to == TypeId::BOOL {
            return Ok(self.truth(a, from));
        }
        let dst = self.reg(2);
        match (self.repr(from), self.repr(to)) {
            (Repr::Int(_) | Repr::Wide(_), Repr::Int(_) | Repr::Wide(_)) => return Ok(self.int_to_int(a, from, to)),
            (Repr::Int(t), Repr::F64) => self.emit(Op::IntToF { signed: t.signed, double: true, dst, a }),
            (Repr::Int(t), Repr::F32) => self.emit(Op::IntToF { signed: t.signed, double: false, dst, a }),
            (Repr::Wide(_), Repr::F64 | Repr::F32) => {
                let ty = self.int_id(from);
                let double = self.repr(to) == Repr::F64;
                self.emit(Op::WideToFloat { ty, double, dst, a })
            }
            (Repr::F64 | Repr::F32, Repr::Int(_)) => {
                let ty = self.int_id(to);
                let double = self.repr(from) == Repr::F64;
                self.emit(Op::FToInt { ty, double, dst, a })
            }
            (Repr::F64 | Repr::F32, Repr::Wide(_)) => {
                let ty = self.int_id(to);
                let double = self.repr(from) == Repr::F64;
                self.emit(Op::FloatToWide { ty, double, dst, a })
            }
            (Repr::F32, Repr::F64) => self.emit(Op::F32ToF64 { dst, a }),
            (Repr::F64, Repr::F32) => self.emit(Op::F64ToF32 { dst, a }),
            _ => return Ok(a),
        };
        Ok(dst)
    }

    fn inc_dec(&mut self, e: ExprId, op: IncDec, lv: ExprId) -> Lowered<Reg> {
        let ty = self.p.ty(lv);
        let watch_store = self.effects.watched_store(e);
        if watch_store {
            self.emit(Op::SeqEnter);
            self.frame.watching += 1;
        }
        let to = self.lvalue(lv, Use::Access)?;
        let mut old = self.load(&to, ty, Site::Expr(lv))?;
        self.site = Site::Expr(e);
        if op.is_post()
            && let Where::Reg { .. } = to
        {
            let registers = self.repr(ty.ty).registers();
            let copy = self.reg(registers);
            self.copy_register(copy, old, registers);
            old = copy;
        }
        let sign: i64 = if op.is_inc() { 1 } else { -1 };
        let bits = match to {
            Where::Bits { field, .. } => Some(self.image.fields[field as usize].0),
            _ => None,
        };
        let new = match self.repr(ty.ty) {
            Repr::Ptr => {
                let to = self.p.types.pointee(ty.ty).expect("a pointer");
                let one = self.constant(1);
                let op = if sign > 0 { BinOp::Add } else { BinOp::Sub };
                self.add_scaled(old, one, to.ty, op, true)?
            }
            Repr::F64 | Repr::F32 => {
                let one = if self.repr(ty.ty) == Repr::F64 {
                    self.constant(1f64.to_bits())
                } else {
                    self.constant(u64::from(1f32.to_bits()))
                };
                let op = if sign > 0 { BinOp::Add } else { BinOp::Sub };
                self.operate(op, old, one, ty.ty, ty.ty)?
            }
            Repr::Int(t) if ty.ty == TypeId::BOOL => {
                let _ = t;
                // ++ gives 1; -- is `b = b - 1`, which toggles.
                if sign > 0 {
                    self.constant(1)
                } else {
                    let dst = self.reg(1);
                    self.emit(Op::IsZero { dst, a: old });
                    dst
                }
            }
            Repr::Int(t) if t.bits < 32 && !self.is_bit_int(ty.ty) => {
                // Promoted, changed, converted back: no overflow is possible in int.
                let dst = self.reg(1);
                self.emit(Op::AddI32Imm { dst, a: old, imm: sign as i32 });
                self.wrap(dst, None, t)
            }
            Repr::Int(t) if bits.is_none() && !self.is_bit_int(ty.ty) => {
                let in_place = match (&to, op.is_post()) {
                    (Where::Reg { reg, .. }, false) => Some(*reg),
                    _ => None,
                };
                let dst = in_place.unwrap_or_else(|| self.reg(1));
                let imm = sign as i32;
                self.emit(add_immediate(lane(t), dst, old, imm));
                dst
            }
            _ => {
                // A bit-field narrower than int is promoted like any other narrow integer.
                let small = bits.is_some_and(|b| b.width < 32 || b.width == 32 && b.signed);
                let work = if small { TypeId::INT } else { ty.ty };
                let one = self.int_constant(1, work);
                let op = if sign > 0 { BinOp::Add } else { BinOp::Sub };
                self.operate(op, old, one, work, work)?
            }
        };
        if self.p.types.is_vector(ty.ty) {
            return self.unsupported("'++' on a vector");
        }
        self.watch_store(e, &to, ty)?;
        if watch_store {
            self.emit(Op::SeqExit);
            self.frame.watching -= 1;
        }
        self.store(&to, ty, new, Site::Expr(e))?;
        if op.is_post() { Ok(old) } else { self.stored_value(&to, ty, new) }
    }

    pub(crate) fn is_bit_int(&self, ty: TypeId) -> bool {
        matches!(self.p.types.kind(ty), TypeKind::Int(IntKind::BitInt { .. }))
    }

    fn stmt_expr(&mut self, e: ExprId, block: StmtId) -> Lowered<Reg> {
        let dst = match self.repr_of(e) {
            // Made before the block opens, since it outlives what the block declares.
            Repr::Memory => self.temp(self.p.ty(e).ty),
            other => self.reg(other.registers()),
        };
        let StmtKind::Block(stmts) = &self.p.stmts[block].kind else { return self.unsupported("this") };
        let has_value = self.repr_of(e) != Repr::Void;
        self.block_with_value(block, stmts, has_value.then_some((dst, e)))?;
        Ok(dst)
    }
}

/// The lane a promoted integer type computes in.
pub(crate) fn lane(t: IntType) -> Lane {
    match (t.bits > 32, t.signed) {
        (false, true) => Lane::I32,
        (false, false) => Lane::U32,
        (true, true) => Lane::I64,
        (true, false) => Lane::U64,
    }
}

/// Adds a constant.
fn add_immediate(lane: Lane, dst: Reg, a: Reg, imm: i32) -> Op {
    match lane {
        Lane::I32 => Op::AddI32Imm { dst, a, imm },
        Lane::U32 => Op::AddU32Imm { dst, a, imm },
        Lane::I64 => Op::AddI64Imm { dst, a, imm },
        Lane::U64 => Op::AddU64Imm { dst, a, imm },
    }
}

/// The instruction of an operator whose right operand is a constant, if there is one.
fn immediate_op(op: BinOp, lane: Lane, imm: i32) -> Option<impl FnOnce(Reg, Reg) -> Op> {
    let value = match op {
        BinOp::Add => imm,
        BinOp::Sub => imm.checked_neg()?,
        BinOp::And if imm >= 0 => imm,
        _ => return None,
    };
    Some(move |dst, a| match op {
        BinOp::And => Op::AndImm { dst, a, imm: value },
        _ => add_immediate(lane, dst, a, value),
    })
}

/// The jump taken unless a comparison with a constant holds; for values that compare alike signed and unsigned.
fn immediate_jump_unless(op: BinOp, imm: i32) -> Option<impl FnOnce(Reg) -> Op> {
    let imm = match op {
        BinOp::Gt | BinOp::Le => imm.checked_add(1)?,
        _ => imm,
    };
    let to = 0;
    Some(move |a| match op {
        BinOp::Eq => Op::JumpNeImm { a, imm, to },
        BinOp::Ne => Op::JumpEqImm { a, imm, to },
        BinOp::Lt | BinOp::Le => Op::JumpGeSImm { a, imm, to },
        _ => Op::JumpLtSImm { a, imm, to },
    })
}

/// The instruction of an arithmetic operator.
fn int_op(op: BinOp, lane: Lane, dst: Reg, a: Reg, b: Reg) -> Op {
    use Lane::*;
    match (op, lane) {
        (BinOp::Add, I32) => Op::AddI32 { dst, a, b },
        (BinOp::Add, U32) => Op::AddU32 { dst, a, b },
        (BinOp::Add, I64) => Op::AddI64 { dst, a, b },
        (BinOp::Add, U64) => Op::AddU64 { dst, a, b },
        (BinOp::Sub, I32) => Op::SubI32 { dst, a, b },
        (BinOp::Sub, U32) => Op::SubU32 { dst, a, b },
        (BinOp::Sub, I64) => Op::SubI64 { dst, a, b },
        (BinOp::Sub, U64) => Op::SubU64 { dst, a, b },
        (BinOp::Mul, I32) => Op::MulI32 { dst, a, b },
        (BinOp::Mul, U32) => Op::MulU32 { dst, a, b },
        (BinOp::Mul, I64) => Op::MulI64 { dst, a, b },
        (BinOp::Mul, U64) => Op::MulU64 { dst, a, b },
        (BinOp::Div, I32) => Op::DivI32 { dst, a, b },
        (BinOp::Div, I64) => Op::DivI64 { dst, a, b },
        (BinOp::Div, _) => Op::DivU { dst, a, b },
        (BinOp::Rem, I32) => Op::RemI32 { dst, a, b },
        (BinOp::Rem, I64) => Op::RemI64 { dst, a, b },
        (BinOp::Rem, _) => Op::RemU { dst, a, b },
        (BinOp::Shl, lane) => Op::Shl { lane, dst, a, b },
        (BinOp::Shr, lane) => Op::Shr { lane, dst, a, b },
        (BinOp::And, _) => Op::And { dst, a, b },
        (BinOp::Or, _) => Op::Or { dst, a, b },
        (_, _) => Op::Xor { dst, a, b },
    }
}
