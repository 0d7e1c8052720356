//! Loops.
//!
//! Every loop is bounded: by a counter that nothing else changes, or by fuel, a counter that is only in the final
//! program if the loop really needed it.

use super::effects::Locality;
use super::effects::Locs;
use super::place::Access;
use super::state::{Breakable, Gen, Variable};
use super::stmt::Production;
use crate::feature::Feature;
use lydite_lang::*;

/// The productions of this file.
pub const STATEMENTS: &[(Feature, Production)] = &[
    (Feature::For, Gen::for_production),
    (Feature::While, Gen::while_production),
    (Feature::DoWhile, Gen::do_production),
    (Feature::ArrayLoop, Gen::array_loop),
    (Feature::MultiInduction, Gen::multi_induction),
];

impl Gen {
    /// A counter for a loop's fuel, and its declaration.
    pub fn fuel_counter(&mut self, out: &mut Vec<StmtId>) -> (VarId, StmtId) {
        let zero = self.lit(0, TypeId::INT);
        let var = self.private(TypeId::INT.into(), Some(Init::Expr(zero)), out);
        let decl = out[out.len() - 1];
        (var, decl)
    }

    /// `condition && counter++ < limit`; only `condition` if that is never false.
    pub fn bounded(&mut self, condition: ExprId, counter: VarId, limit: u64, decl: StmtId) -> ExprId {
        let lvalue = self.var(counter);
        let count = super::dsl::built(self.b.inc_dec(IncDec::PostInc, lvalue));
        let limit = self.int(i128::from(limit));
        let more = self.raw(BinOp::Lt, count, limit);
        let condition = super::dsl::built(self.b.condition(condition));
        let node = self.raw(BinOp::LogAnd, condition, more);
        let ExprKind::Binary(_, plain, watch) = self.b.program.exprs[node].kind else { return node };
        self.guard(watch, node, plain, vec![decl], Feature::RepairBound);
        node
    }

    /// A loop counter that code in the loop may read.
    pub fn loop_counter(&mut self, ty: TypeId, out: &mut Vec<StmtId>) -> Variable {
        let zero = self.lit(0, ty);
        let zero = self.convert(zero, ty);
        let var = self.private(ty.into(), Some(Init::Expr(zero)), out);
        let name = format!("i_{}", self.names.local);
        let name = self.name(&name);
        self.b.program.vars[var].name = Some(name);
        let locs = Locs::of(self.fresh_loc(Locality::Local));
        let depth = self.depth();
        Variable { var, ty: ty.into(), locs, addressable: false, assignable: false, depth, nullable: false }
    }

    /// A block that runs this many times at most, with these variables in sight.
    pub fn loop_body(&mut self, times: u64, counters: &[Variable], kind: Breakable) -> StmtId {
        let before = self.f.times;
        self.f.times = before.saturating_mul(times.max(1));
        self.f.breakable.push(kind);
        self.f.scopes.push(counters.to_vec());
        let body = self.block_stmt();
        self.pop_scope();
        self.f.breakable.pop();
        self.f.times = before;
        body
    }

    /// A counter from one constant to another.
    fn for_production(&mut self, out: &mut Vec<StmtId>) -> bool {
        if !self.may_nest() {
            return false;
        }
        let wanted = 1 + self.c.range(0, 2 * i128::from(self.policy.trips)) as u64;
        let trips = self.trips(wanted);
        const COUNTERS: [TypeId; 8] = [
            TypeId::INT,
            TypeId::UINT,
            TypeId::SHORT,
            TypeId::SCHAR,
            TypeId::LONG,
            TypeId::ULONGLONG,
            TypeId::UCHAR,
            TypeId::LONGLONG,
        ];
        let ty = COUNTERS[self.c.weighted(&[8, 4, 2, 2, 2, 2, 2, 2])];
        let step = 1 + self.c.range(0, 3);
        let up = !self.c.coin(1, 3);
        let t = self.int_of(ty);
        // Keep clear of the limits of narrow types.
        let trips = i128::from(trips).min((t.max() - 8) / (2 * step)).max(1);
        let from = if t.signed { self.c.range(-4, 4) } else { self.c.range(0, 4) };
        let (from, to) = if up { (from, from + trips * step) } else { (from + trips * step, from) };
        self.c.open("for");
        let counter = self.loop_counter(ty, out);
        let (v, value) = (self.var(counter.var), self.lit(from, TypeId::INT));
        let init = self.assign(v, value);
        let init = self.expr_stmt(init);
        let (v, limit) = (self.get(counter.var), self.lit(to, TypeId::INT));
        let op = match (up, self.c.index(2)) {
            (true, 0) => BinOp::Lt,
            (false, 0) => BinOp::Gt,
            _ => BinOp::Ne,
        };
        let cond = self.raw(op, v, limit);
        let v = self.var(counter.var);
        let step_expr = if step == 1 {
            let op = if up { IncDec::PostInc } else { IncDec::PreDec };
            super::dsl::built(self.b.inc_dec(op, v))
        } else {
            let step = self.int(step);
            super::dsl::built(self.b.compound_assign(if up { BinOp::Add } else { BinOp::Sub }, v, step))
        };
        let body = self.loop_body(trips as u64, &[counter], Breakable::Loop);
        let s = self.b.stmt(StmtKind::For { init: Some(init), cond: Some(cond), step: Some(step_expr), body });
        out.push(s);
        self.c.close();
        true
    }

    fn while_production(&mut self, out: &mut Vec<StmtId>) -> bool {
        self.conditional_loop(out, Feature::While)
    }

    fn do_production(&mut self, out: &mut Vec<StmtId>) -> bool {
        self.conditional_loop(out, Feature::DoWhile)
    }

    /// A loop whose condition reads what the body changes.
    fn conditional_loop(&mut self, out: &mut Vec<StmtId>, kind: Feature) -> bool {
        let trips = self.trips(self.policy.trips);
        if !self.may_nest() || trips < 2 {
            return false;
        }
        self.c.open("while");
        let (counter, decl) = self.fuel_counter(out);
        let times = self.f.times;
        self.f.times = times.saturating_mul(trips);
        let mut cx = self.cx();
        let outer = cx.enter();
        // The condition is about a place that the body changes.
        let spot = self.place(Access::Change, &mut cx).filter(|s| self.may_increment(s));
        let condition = match spot {
            Some(spot) => {
                let left = self.read(spot, &mut cx);
                let op = [BinOp::Lt, BinOp::Ne, BinOp::Gt, BinOp::Ge][self.c.index(4)];
                cx.unsequenced();
                let right = self.value(TypeId::INT, &mut cx);
                self.raw(op, left, right)
            }
            None => self.condition(&mut cx),
        };
        cx.leave(outer);
        self.done(&cx);
        let mut last = None;
        if let Some(spot) = spot {
            let mut cx = self.cx();
            cx.read(&spot.locs);
            cx.write(&spot.locs);
            let place = self.copy_planned(spot.e);
            let change = match self.c.index(3) {
                0 => self.inc(IncDec::PostInc, place),
                1 => self.inc(IncDec::PreDec, place),
                _ => {
                    let by = 1 + self.c.range(0, 6);
                    let by = self.int(by);
                    let op = [BinOp::Add, BinOp::Sub, BinOp::Shr][self.c.index(3)];
                    self.assign_op(op, place, by)
                }
            };
            self.done(&cx);
            last = Some(self.expr_stmt(change));
        }
        self.f.times = times;
        let condition = self.bounded(condition, counter, trips, decl);
        let body = self.loop_body(trips, &[], Breakable::Loop);
        let body = match last {
            // The change comes first, so that `continue` does not skip it.
            Some(change) => self.block(vec![change, body]),
            None => body,
        };
        let s = if kind == Feature::While {
            self.b.stmt(StmtKind::While(condition, body))
        } else {
            self.b.stmt(StmtKind::DoWhile(body, condition))
        };
        out.push(s);
        self.c.close();
        true
    }

    /// A loop nest over all elements of an array.
    fn array_loop(&mut self, out: &mut Vec<StmtId>) -> bool {
        let cx = self.cx();
        let types = &self.b.program.types;
        let arrays: Vec<Variable> = self
            .visible()
            .filter(|v| types.is_array(v.ty.ty) && v.assignable && cx.may_write(&v.locs) && cx.may_read(&v.locs))
            .copied()
            .collect();
        if arrays.is_empty() {
            return false;
        }
        let array = arrays[self.c.index(arrays.len())];
        let mut dims = Vec::new();
        let mut elem = array.ty;
        while let Some((inner, ArrayLen::Fixed(len))) = self.b.program.types.array_parts(elem.ty) {
            dims.push(len);
            elem = inner;
        }
        let total: u64 = dims.iter().product();
        let fits = total <= 200 && self.trips(total) >= total;
        if !fits || !self.b.program.types.is_arithmetic(elem.ty) || elem.quals.has(Quals::CONST) {
            return false;
        }
        self.c.open("array-loop");
        let times = self.f.times;
        let counters: Vec<Variable> = dims.iter().map(|_| self.loop_counter(TypeId::INT, out)).collect();
        self.f.times = times.saturating_mul(total);
        self.f.scopes.push(counters.clone());
        let mut e = self.var(array.var);
        for counter in &counters {
            let i = self.get(counter.var);
            e = self.at(e, i);
        }
        let mut cx = self.cx();
        let outer = cx.enter();
        let value = self.value(elem.ty, &mut cx);
        let writes = cx.eff.writes;
        cx.leave(outer);
        let inner =
            if self.c.coin(1, 3) && self.is_int(elem.ty) && elem.ty != TypeId::BOOL && !writes.meets(&array.locs) {
                let op = [BinOp::Add, BinOp::Xor, BinOp::Sub, BinOp::Mul][self.c.index(4)];
                // The value must not change the element under the operator.
                self.assign_op(op, e, value)
            } else if writes.meets(&array.locs) {
                let zero = self.constant(elem.ty);
                self.assign(e, zero)
            } else {
                self.assign(e, value)
            };
        cx.read(&array.locs);
        cx.write(&array.locs);
        self.done(&cx);
        let mut body = self.expr_stmt(inner);
        self.pop_scope();
        self.f.times = times;
        for (counter, &len) in counters.iter().zip(&dims).rev() {
            let block = if self.c.coin(1, 2) { self.block(vec![body]) } else { body };
            body = self.count_up(counter.var, 0, i128::from(len), block);
        }
        out.push(body);
        self.c.close();
        true
    }

    /// `for (i = a, j = b; i < j && ...; i += x) { ...; j -= y; }`
    fn multi_induction(&mut self, out: &mut Vec<StmtId>) -> bool {
        let trips = self.trips(self.policy.trips);
        if !self.may_nest() || trips < 2 {
            return false;
        }
        self.c.open("multi-induction");
        let (fuel, decl) = self.fuel_counter(out);
        let ty = if self.c.coin(1, 2) { TypeId::INT } else { TypeId::LONGLONG };
        let (i, j) = (self.loop_counter(ty, out), self.loop_counter(ty, out));
        let low = self.c.range(-10, 10);
        let gap = self.c.range(1, 60);
        let (vi, a) = (self.var(i.var), self.lit(low, TypeId::INT));
        let (vj, b) = (self.var(j.var), self.lit(low + gap, TypeId::INT));
        let set_i = self.assign(vi, a);
        let set_j = self.assign(vj, b);
        let init = super::dsl::built(self.b.comma(set_i, set_j));
        let init = self.expr_stmt(init);
        let (li, lj) = (self.get(i.var), self.get(j.var));
        let cond = self.raw(BinOp::Lt, li, lj);
        let times = self.f.times;
        self.f.times = times.saturating_mul(trips);
        let cond = self.bounded(cond, fuel, trips, decl);
        let (vi, by) = (self.var(i.var), 1 + self.c.range(0, 4));
        let by = self.int(by);
        let step_i = self.assign_op(BinOp::Add, vi, by);
        let step = if self.c.coin(1, 2) {
            let (vj, by) = (self.var(j.var), self.c.range(0, 3));
            let by = self.int(by);
            let step_j = self.assign_op(BinOp::Sub, vj, by);
            super::dsl::built(self.b.comma(step_i, step_j))
        } else {
            step_i
        };
        // The body may change the second one, under a condition.
        self.f.times = times;
        let body = self.loop_body(trips, &[i, j], Breakable::Loop);
        self.f.times = times.saturating_mul(trips);
        let mut cx = self.cx();
        self.f.scopes.push(vec![i, j]);
        let c = self.condition(&mut cx);
        self.done(&cx);
        self.pop_scope();
        let vj = self.var(j.var);
        let change = match self.c.index(3) {
            0 => self.inc(IncDec::PostDec, vj),
            1 => self.inc(IncDec::PreInc, vj),
            _ => {
                let one = self.int(1);
                self.assign_op(BinOp::Shr, vj, one)
            }
        };
        self.f.times = times;
        let change = self.expr_stmt(change);
        let change = self.if_stmt(c, change, None);
        let body = self.block(vec![change, body]);
        let s = self.b.stmt(StmtKind::For { init: Some(init), cond: Some(cond), step: Some(step), body });
        out.push(s);
        self.c.close();
        true
    }
}
