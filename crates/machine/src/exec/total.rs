//! Total mode: what happens where plain mode ends with a fault.
//!
//! Arithmetic is lowered the same for both modes and is as fast in both. Only once an operator has no plain meaning does
//! the executor look for the plan of its site, here, and go on with the plan's result.

use super::Machine;
use crate::code::{BuiltinDesc, CallDesc, Op, Reg, Site};
use crate::fault::Fault;
use crate::kinds::Kind;
use crate::plan::{Mark, Plan, Repair};
use lydite_lang::*;

/// An operator with the types of its operands.
enum Operator {
    Binary(BinOp, IntType, IntType),
    Negation(IntType),
}

impl Machine<'_> {
    /// The expression at the current instruction and its plan.
    fn planned(&self) -> Option<(ExprId, Plan)> {
        let total = self.total.as_ref()?;
        let Site::Expr(e) = self.site()? else { return None };
        Some((e, total.plans.get(e)?))
    }

    fn operator(&self, e: ExprId) -> Option<Operator> {
        let p = self.p;
        let int = |ty: TypeId| p.types.int_type(ty);
        Some(match &p.exprs[e].kind {
            ExprKind::Binary(op, a, b) => Operator::Binary(*op, int(p.ty(*a).ty)?, int(p.ty(*b).ty)?),
            ExprKind::CompoundAssign { op, lhs, rhs, in_type } if p.types.is_arithmetic(p.ty(*lhs).ty) => {
                Operator::Binary(*op, int(*in_type)?, int(p.ty(*rhs).ty)?)
            }
            ExprKind::IncDec(op, lv) => {
                let t = int(p.ty(*lv).ty)?;
                Operator::Binary(if op.is_inc() { BinOp::Add } else { BinOp::Sub }, t, t)
            }
            ExprKind::Unary(UnOp::Neg, a) => Operator::Negation(int(p.ty(*a).ty)?),
            _ => return None,
        })
    }

    fn marked(&mut self, expr: ExprId, a: i128, b: i128, repair: Repair) -> i128 {
        if let Some(total) = &mut self.total {
            total.mark(Mark { expr, a, b, count: repair.count });
        }
        repair.value
    }

    /// The result of an operator that is undefined for operands in one register each, or what is wrong.
    #[cold]
    #[inline(never)]
    pub(super) fn arithmetic_trouble(&mut self, fp: usize, dst: Reg, kind: Kind, a: u64, b: u64) -> Option<Box<Fault>> {
        match self.repaired(a, b) {
            Some(v) => {
                self.regs[fp + dst as usize] = v as u64;
                None
            }
            None => Some(self.arithmetic_fault(kind, a, b)),
        }
    }

    fn repaired(&mut self, a: u64, b: u64) -> Option<i128> {
        let (e, plan) = self.planned()?;
        let value = |v: u64, t: IntType| if t.signed { i128::from(v as i64) } else { i128::from(v) };
        match self.operator(e)? {
            Operator::Binary(op, t, right) => {
                let (a, mut b) = (value(a, t), value(b, right));
                // Subtracting a constant adds its negation.
                if op == BinOp::Sub && matches!(self.image.code[self.pc], Op::AddI32Imm { .. } | Op::AddI64Imm { .. }) {
                    b = -b;
                }
                let repair = plan.binary(op, t, right, a, b)?;
                Some(self.marked(e, a, b, repair))
            }
            Operator::Negation(t) => {
                let a = value(a, t);
                let repair = plan.negation(t, a)?;
                Some(self.marked(e, a, 0, repair))
            }
        }
    }

    /// The same for operands in two registers each.
    #[cold]
    #[inline(never)]
    pub(super) fn wide_trouble(
        &mut self,
        fp: usize,
        dst: Reg,
        kind: Kind,
        t: IntType,
        (a, b): (i128, i128),
    ) -> Option<Box<Fault>> {
        let repaired = self.planned().and_then(|(e, plan)| {
            let repair = match self.operator(e)? {
                Operator::Binary(op, _, right) => plan.binary(op, t, right, a, b)?,
                Operator::Negation(_) => plan.negation(t, a)?,
            };
            Some(self.marked(e, a, b, repair))
        });
        match repaired {
            Some(v) => {
                self.set_wide(fp, dst, v);
                None
            }
            None => Some(self.wide_fault(kind, t, a, b)),
        }
    }

    /// A floating value that does not fit in an integer type.
    #[cold]
    #[inline(never)]
    pub(super) fn float_trouble(&mut self, fp: usize, dst: Reg, f: f64, ty: u16) -> Option<Box<Fault>> {
        if let Some((e, Plan::Zero)) = self.planned() {
            self.marked(e, i128::from(f.to_bits()), 0, Repair { value: 0, count: 0 });
            self.regs[fp + dst as usize] = 0;
            if self.image.int_types[ty as usize].bits > 64 {
                self.regs[fp + dst as usize + 1] = 0;
            }
            return None;
        }
        Some(Fault::boxed(Kind::FloatToInteger, self.float_detail(f, ty)))
    }

    /// A builtin that is undefined for its operand.
    #[cold]
    #[inline(never)]
    pub(super) fn builtin_trouble(
        &mut self,
        fp: usize,
        dst: Reg,
        desc: &BuiltinDesc,
        fault: Box<Fault>,
    ) -> Option<Box<Fault>> {
        if fault.kind == Kind::BadBuiltinArgument
            && let Some((e, Plan::Zero)) = self.planned()
            && let Some(t) = desc.args.first().and_then(|&ty| self.p.types.int_type(ty))
        {
            self.marked(e, 0, 0, Repair { value: 0, count: 0 });
            self.set_wide(fp, dst, t.bits.into());
            return None;
        }
        Some(fault)
    }

    /// A library function that is undefined for its argument: `abs` and its like.
    #[cold]
    #[inline(never)]
    pub(super) fn call_trouble(
        &mut self,
        fp: usize,
        base: Reg,
        dst: Reg,
        desc: &CallDesc,
        fault: Box<Fault>,
    ) -> Option<Box<Fault>> {
        let name = self.p.names.text(self.p.funcs[FuncId(desc.callee)].name);
        if fault.kind == Kind::BadLibraryArgument
            && matches!(name, "abs" | "labs" | "llabs")
            && let Some((e, Plan::Zero)) = self.planned()
        {
            let v = self.regs[fp + base as usize];
            self.marked(e, i128::from(v as i64), 0, Repair { value: 0, count: 0 });
            self.regs[fp + dst as usize] = v;
            return None;
        }
        Some(fault)
    }

    /// An index outside of its array, brought inside.
    #[cold]
    #[inline(never)]
    pub(super) fn index_trouble(&mut self, v: u64, signed: bool, len: u32) -> u64 {
        if let Some(Site::Expr(e)) = self.site() {
            let a = if signed { i128::from(v as i64) } else { i128::from(v) };
            self.mark_watched(e, a, len.into());
        }
        v.checked_rem(len.into()).unwrap_or(v)
    }

    /// Marks a site that was only looked at.
    #[cold]
    #[inline(never)]
    pub(super) fn mark_watched(&mut self, expr: ExprId, a: i128, b: i128) {
        self.marked(expr, a, b, Repair { value: 0, count: 0 });
    }
}
