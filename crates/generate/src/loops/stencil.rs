//! Stencils, reductions and dependences carried from one iteration to another.

use super::data::Array;
use super::place::Subscript;
use crate::feature::Feature;
use crate::general::place::{Access, Spot};
use crate::make::effects::Cx;
use crate::make::state::Gen;
use lydite_lang::*;

/// How a reduction collects values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Collect {
    Operator(BinOp),
    Least,
    Greatest,
    Call,
}

impl Gen {
    /// An element at distances from the counters of `subscripts`, if it stays in bounds.
    fn neighbour(&mut self, array: &Array, subscripts: &[Subscript], offsets: &[i128], cx: &mut Cx) -> Option<Spot> {
        let moved = subscripts.iter().zip(offsets).zip(&array.dims).map(|((s, &more), &len)| match *s {
            Subscript::Counter(i, offset) => {
                let offset = offset + more;
                (i.low + offset >= 0 && i.high + offset < i128::from(len)).then_some(Subscript::Counter(i, offset))
            }
            other => Some(other),
        });
        let moved: Option<Vec<Subscript>> = moved.collect();
        Some(self.element(array, &moved?, cx))
    }

    /// A combination of neighbouring elements of one array or several, all at the same distances.
    fn stencil_value(&mut self, cx: &mut Cx) -> Option<ExprId> {
        let arrays = 1 + self.c.weighted(&[50, 25, 15]);
        let stride = 1 + self.c.weighted(&[80, 20]) as i128;
        let points = 2 + self.c.index(4);
        let mut offsets = Vec::new();
        for _ in 0..points {
            let mut point: Vec<i128> = Vec::new();
            for _ in 0..4 {
                point.push(if self.c.coin(1, 2) { stride * self.c.range(-1, 1) } else { 0 });
            }
            // At least along one dimension.
            let along = self.c.index(2);
            point[along] = stride * self.c.range(-2, 2);
            offsets.push(point);
        }
        let op = [BinOp::Add, BinOp::Add, BinOp::Xor, BinOp::Or, BinOp::Mul, BinOp::Sub][self.c.index(6)];
        let mut sum: Option<ExprId> = None;
        for _ in 0..arrays {
            let at = self.some_array(Access::Read)?;
            let array = self.loops.arrays[at].clone();
            let subscripts = self.subscripts(&array);
            let op = if self.is_float(array.elem) { BinOp::Add } else { op };
            for point in &offsets {
                let Some(spot) = self.neighbour(&array, &subscripts, point, cx) else { continue };
                let mut value = self.load(spot.e);
                if self.c.coin(1, 3) {
                    let factor = self.constant(array.elem);
                    let by = [BinOp::Mul, BinOp::Add][self.c.index(2)];
                    value = self.bin(by, value, factor);
                }
                sum = Some(match sum {
                    None => value,
                    Some(sum) if self.is_float(self.b.type_of(sum)) || self.is_float(self.b.type_of(value)) => {
                        self.bin(BinOp::Add, sum, value)
                    }
                    Some(sum) => self.bin(op, sum, value),
                });
            }
        }
        sum
    }

    /// `out[i] = in[i - 1] + in[i] + in[i + 1];`
    pub(super) fn expand_stencil(&mut self, out: &mut Vec<StmtId>) {
        let mut cx = self.cx();
        let Some(spot) = self.loop_place(Access::Write, &mut cx) else { return };
        let Some(mut value) = self.stencil_value(&mut cx) else { return };
        if self.c.coin(1, 3) && self.is_int(self.b.type_of(value)) {
            let n = self.c.range(2, 9);
            let n = self.int(n);
            value = self.bin(BinOp::Div, value, n);
        }
        if self.is_float(self.b.type_of(value)) && !self.is_float(spot.ty.ty) {
            value = self.cast(value, spot.ty.ty);
        }
        self.uses(Feature::Stencil);
        let e = self.assign(spot.e, value);
        cx.write(&spot.locs);
        self.push_expr(e, &cx, out);
    }

    /// `s += in[i];`, and all other ways to collect values.
    pub(super) fn expand_reduction(&mut self, out: &mut Vec<StmtId>) {
        let Some(spot) = self.collector() else { return self.expand_local(out) };
        let mut cx = self.cx();
        let stencil = if self.on(Feature::Stencil) && self.c.coin(1, 5) { self.stencil_value(&mut cx) } else { None };
        let value = match stencil {
            Some(value) => value,
            None if self.c.coin(1, 2) => match self.some_array(Access::Read) {
                Some(at) => {
                    let array = self.loops.arrays[at].clone();
                    let subscripts = self.subscripts(&array);
                    let spot = self.element(&array, &subscripts, &mut cx);
                    self.load(spot.e)
                }
                None => return,
            },
            None => self.versions(spot.ty.ty),
        };
        let ty = spot.ty.ty;
        let is_float = self.is_float(ty);
        let value = if is_float || self.is_float(self.b.type_of(value)) || ty == TypeId::BOOL {
            self.cast(value, ty)
        } else {
            value
        };
        let collect =
            match self.c.weighted(&[60, 12, 12, if is_float { 0 } else { self.weight(Feature::LoopCall) / 2 }]) {
                0 if is_float || ty == TypeId::BOOL => Collect::Operator(BinOp::Add),
                0 => {
                    let ops = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::And, BinOp::Or, BinOp::Xor];
                    Collect::Operator(ops[self.c.weighted(&[50, 10, 10, 10, 10, 10])])
                }
                1 => Collect::Least,
                2 => Collect::Greatest,
                _ => Collect::Call,
            };
        self.uses(Feature::LoopReduction);
        let e = match collect {
            Collect::Operator(op) => self.assign_op(op, spot.e, value),
            Collect::Least | Collect::Greatest => {
                let op = if collect == Collect::Least { BinOp::Lt } else { BinOp::Gt };
                let value = if self.b.type_of(value) == ty { value } else { self.cast(value, ty) };
                let again = self.copy_planned(spot.e);
                let kept = self.copy_planned(spot.e);
                let other = self.copy_planned(value);
                let (old, kept) = (self.load(again), self.load(kept));
                let less = self.raw(op, value, old);
                if self.c.coin(1, 2) {
                    let place = spot.e;
                    let e = self.assign(place, other);
                    let s = self.expr_stmt(e);
                    let s = self.if_stmt(less, s, None);
                    self.done(&cx);
                    out.push(s);
                    return;
                }
                let e = self.cond(less, other, kept);
                self.assign(spot.e, e)
            }
            Collect::Call => {
                let again = self.copy_planned(spot.e);
                let old = self.load(again);
                let e = self.called(ty, vec![old, value]);
                self.assign(spot.e, e)
            }
        };
        cx.write(&spot.locs);
        self.push_expr(e, &cx, out);
    }

    /// Where values are collected: a scalar, or an element that does not depend on the innermost counter.
    fn collector(&mut self) -> Option<Spot> {
        let mut cx = self.cx();
        if self.f.nest.len() > 1 && self.c.coin(1, 2) {
            let inner = self.f.nest.pop();
            let at = self.some_array(Access::Change);
            let spot = at.map(|at| {
                let array = self.loops.arrays[at].clone();
                let subscripts = self.subscripts(&array);
                self.element(&array, &subscripts, &mut cx)
            });
            self.f.nest.extend(inner);
            return spot;
        }
        self.loop_place(Access::Change, &mut cx)
    }

    /// `a[i] = a[i - distance] op value;`
    pub(super) fn expand_carried(&mut self, out: &mut Vec<StmtId>) {
        let mut cx = self.cx();
        let Some(at) = self.some_array(Access::Change) else { return };
        let array = self.loops.arrays[at].clone();
        let subscripts = self.subscripts(&array);
        let distance = [1, -1, 2, 3, 4, -2][self.c.index(6)];
        let offsets = vec![distance; 4];
        let Some(from) = self.neighbour(&array, &subscripts, &offsets, &mut cx) else { return };
        let to = self.element(&array, &subscripts, &mut cx);
        let old = self.load(from.e);
        let value = self.versions(array.elem);
        let is_float = self.is_float(array.elem) || self.is_float(self.b.type_of(value));
        let op = if is_float { BinOp::Add } else { [BinOp::Add, BinOp::Xor, BinOp::Sub, BinOp::And][self.c.index(4)] };
        let e = self.bin(op, old, value);
        let e = if is_float && !self.is_float(array.elem) { self.cast(e, array.elem) } else { e };
        self.uses(Feature::Carried);
        let e = self.assign(to.e, e);
        cx.write(&to.locs);
        self.push_expr(e, &cx, out);
    }

    /// A call of a small function of values, made for it or made before.
    pub(super) fn called(&mut self, ty: TypeId, args: Vec<ExprId>) -> ExprId {
        let fits = |f: &&usize| self.callees[**f].ret.ty == ty && self.callees[**f].params.len() == args.len();
        let known = self.loops.functions.iter().find(fits).copied();
        let callee = match known.filter(|_| self.c.coin(1, 2)) {
            Some(callee) => callee,
            None => {
                let params: Vec<QType> = args.iter().map(|_| ty.into()).collect();
                let cx = self.cx();
                let made = self.define(ty.into(), &params, &cx, |g, body| {
                    let mut cx = g.cx();
                    let e = g.value(ty, &mut cx);
                    g.done(&cx);
                    let e = g.load(e);
                    let e = if g.b.type_of(e) == ty { e } else { g.cast(e, ty) };
                    let s = g.b.stmt(StmtKind::Return(Some(e)));
                    body.push(s);
                });
                self.loops.functions.push(made);
                made
            }
        };
        self.uses(Feature::LoopCall);
        let f = self.callees[callee].clone();
        self.spend(f.cost);
        let args = args.into_iter().map(|e| if self.is_float(self.b.type_of(e)) { self.cast(e, ty) } else { e });
        let args: Vec<ExprId> = args.collect();
        self.call(f.func, args)
    }
}
