//! Pointers that walk through arrays, slices passed on, comparisons of pointers into one array.

use super::super::dsl::built;
use super::super::effects::{Cx, Effects, Locs};
use super::super::state::{Breakable, Gen};
use super::ground::{self, Array, Elements, Want};
use crate::feature::Feature;
use lydite_lang::*;

/// Steps a walk costs for each element.
const STEP: u64 = 12;

/// `p += k`, `*p++`, `p[i]`, `p < end`, `p - base`.
pub fn arithmetic(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    ground::scoped(g, "pointer-arithmetic", out, |g, out| match g.c.weighted(&[3, 3, 2, 2, 3, 3, 2]) {
        0 => scan(g, out),
        1 => fill(g, out),
        2 => reverse(g, out),
        3 => ring(g, out),
        4 => leap(g, out),
        5 => slice(g, out),
        _ => bytes(g, out),
    })
}

fn affords(g: &Gen, a: &Array) -> bool {
    g.affords(a.len * STEP * 4)
}

/// A walk up or down that reads every element, or every second one.
fn scan(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    let a = ground::array(g, Want::Read, Elements::Any, out);
    if !affords(g, &a) {
        return false;
    }
    let acc = ground::accumulator(g, a.elem, out);
    walk_of(g, &a, acc, out);
    g.touches(&Effects { reads: a.locs, writes: Locs::NONE });
    g.spend(a.len * STEP);
    ground::store_var(g, acc, out);
    true
}

/// The loop of a walk that adds elements up.
fn walk_of(g: &mut Gen, a: &Array, acc: VarId, out: &mut Vec<StmtId>) {
    let step = if a.len.is_multiple_of(2) && g.c.coin(1, 4) { 2 } else { 1 };
    let up = !g.c.coin(1, 3);
    let (from, to) = if up { (0, a.len) } else { (a.len, 0) };
    let p = a.cursor(g, from, out);
    let end = a.cursor(g, to, out);
    let (l, r) = (g.get(p), g.get(end));
    let cond = match (up, g.c.index(3)) {
        (true, 0) => g.raw(BinOp::Lt, l, r),
        (false, 0) => g.raw(BinOp::Gt, l, r),
        // The other way round.
        (true, 1) => g.raw(BinOp::Gt, r, l),
        (false, 1) => g.raw(BinOp::Lt, r, l),
        _ => g.raw(BinOp::Ne, l, r),
    };
    if step == 1 && g.c.coin(1, 2) {
        let element = ground::deref_step(g, p, if up { IncDec::PostInc } else { IncDec::PreDec });
        let e = ground::accumulate(g, acc, element);
        let body = g.expr_stmt(e);
        let s = g.b.stmt(StmtKind::While(cond, body));
        out.push(s);
        return;
    }
    let next = ground::advance(g, p, if up { step } else { -step });
    let pointer = g.get(p);
    let element = if g.c.coin(1, 2) {
        let i = if up { g.c.range(0, step - 1) } else { 0 };
        let i = g.int(i);
        g.at(pointer, i)
    } else {
        g.deref(pointer)
    };
    let element = if g.c.coin(1, 4) && g.is_int(a.elem) {
        // With its position.
        let base = g.get(a.var);
        let pointer = g.get(p);
        let at = g.raw(BinOp::Sub, pointer, base);
        g.raw(BinOp::Xor, element, at)
    } else {
        element
    };
    let e = ground::accumulate(g, acc, element);
    let body = g.expr_stmt(e);
    let s = if up {
        g.b.stmt(StmtKind::For { init: None, cond: Some(cond), step: Some(next), body })
    } else {
        // Down: the step comes before the element.
        let next = g.expr_stmt(next);
        let body = g.block(vec![next, body]);
        g.b.stmt(StmtKind::While(cond, body))
    };
    out.push(s);
}

/// `for (p = a; p != end; p++) *p = value;`
fn fill(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    let a = ground::array(g, Want::Write, Elements::Any, out);
    if !affords(g, &a) || a.elem == TypeId::BOOL {
        return false;
    }
    let times = g.f.times;
    let up = !g.c.coin(1, 3);
    let p = a.cursor(g, if up { 0 } else { a.len }, out);
    let end = a.cursor(g, if up { a.len } else { 0 }, out);
    g.f.times = times.saturating_mul(a.len);
    g.f.breakable.push(Breakable::Closed);
    let (value, mut cx) = ground::element_value(g, &a, 2);
    let value = if g.is_int(g.b.type_of(value)) && g.c.coin(1, 2) {
        let (pointer, base) = if up { (g.get(p), g.get(a.var)) } else { (g.get(p), g.get(end)) };
        let at = g.raw(BinOp::Sub, pointer, base);
        let at = g.cast(at, TypeId::UINT);
        let op = [BinOp::Add, BinOp::Xor, BinOp::Mul][g.c.index(3)];
        g.bin(op, at, value)
    } else {
        value
    };
    cx.write(&a.locs);
    let mut body = Vec::new();
    let stepped = g.c.coin(1, 2);
    let element = if stepped {
        // The store and the step of the pointer that the value reads would not be sequenced.
        let kept = g.private_value(a.elem, value, &mut body);
        let element = ground::deref_step(g, p, if up { IncDec::PostInc } else { IncDec::PreDec });
        let kept = g.get(kept);
        g.assign(element, kept)
    } else {
        if !up {
            let e = ground::advance(g, p, -1);
            let s = g.expr_stmt(e);
            body.push(s);
        }
        let pointer = g.get(p);
        let element = g.deref(pointer);
        if g.c.coin(1, 4) && g.is_int(a.elem) {
            cx.read(&a.locs);
            g.assign_op(BinOp::Xor, element, value)
        } else {
            g.assign(element, value)
        }
    };
    g.push_expr(element, &cx, &mut body);
    g.f.breakable.pop();
    g.f.times = times;
    g.spend(a.len * STEP);
    let (l, r) = (g.get(p), g.get(end));
    let cond = match g.c.index(2) {
        0 => g.raw(BinOp::Ne, l, r),
        _ => g.raw(if up { BinOp::Lt } else { BinOp::Gt }, l, r),
    };
    let step = (up && !stepped).then(|| ground::advance(g, p, 1));
    let body = g.block(body);
    let s = g.b.stmt(StmtKind::For { init: None, cond: Some(cond), step, body });
    out.push(s);
    true
}

/// Two pointers that meet: reversal in place.
fn reverse(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    let a = ground::array(g, Want::Write, Elements::Any, out);
    if !affords(g, &a) {
        return false;
    }
    let lo = a.cursor(g, 0, out);
    let hi = a.cursor(g, a.len - 1, out);
    let (l, h) = (g.get(lo), g.get(hi));
    let cond = g.raw(BinOp::Lt, l, h);
    let mut body = Vec::new();
    let p = g.get(lo);
    let first = g.deref(p);
    let kept = g.private_value(a.elem, first, &mut body);
    let p = g.get(hi);
    let last = g.deref(p);
    let last = g.load(last);
    let to = ground::deref_step(g, lo, IncDec::PostInc);
    let e = g.assign(to, last);
    let s = g.expr_stmt(e);
    body.push(s);
    let value = g.get(kept);
    let value = if g.is_int(a.elem) && a.elem != TypeId::BOOL && g.c.coin(1, 3) {
        let n = g.constant(a.elem);
        g.raw(BinOp::Xor, value, n)
    } else {
        value
    };
    let to = ground::deref_step(g, hi, IncDec::PostDec);
    let e = g.assign(to, value);
    let s = g.expr_stmt(e);
    body.push(s);
    let body = g.block(body);
    let s = g.b.stmt(StmtKind::While(cond, body));
    out.push(s);
    g.touches(&Effects { reads: a.locs, writes: a.locs });
    g.spend(a.len * STEP);
    true
}

/// A walk round and round: `p = p + 1 == end ? a : p + 1`.
fn ring(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    let a = ground::array(g, Want::Read, Elements::Any, out);
    let rounds = 1 + g.c.range(0, 2 * i128::from(a.len)) as u64;
    if !g.affords(rounds * STEP) {
        return false;
    }
    let acc = ground::accumulator(g, a.elem, out);
    let start = a.index(g, out);
    let base = g.get(a.var);
    let start = g.get(start);
    let first = g.raw(BinOp::Add, base, start);
    let ty = a.pointer(g);
    let p = ground::pointer_var(g, ty, first, out);
    let pointer = g.get(p);
    let element = g.deref(pointer);
    let e = ground::accumulate(g, acc, element);
    let sum = g.expr_stmt(e);
    let by = 1 + g.c.range(0, i128::from(a.len) - 2);
    let (pointer, end, n) = (g.get(p), a.plus(g, a.len), g.int(by));
    let left = g.raw(BinOp::Sub, end, pointer);
    let wraps = g.raw(BinOp::Le, left, n);
    let (pointer, n) = (g.get(p), g.int(i128::from(a.len) - by));
    let back = g.raw(BinOp::Sub, pointer, n);
    let (pointer, n) = (g.get(p), g.int(by));
    let on = g.raw(BinOp::Add, pointer, n);
    let next = g.cond(wraps, back, on);
    let l = g.var(p);
    let e = built(g.b.assign(l, next));
    let step = g.expr_stmt(e);
    let body = g.block(vec![sum, step]);
    let counter = g.private(TypeId::INT.into(), None, out);
    let s = g.count_up(counter, 0, i128::from(rounds), body);
    out.push(s);
    g.touches(&Effects { reads: a.locs, writes: Locs::NONE });
    g.spend(rounds * STEP);
    ground::store_var(g, acc, out);
    true
}

/// A pointer that leaps by a computed distance, guarded where that leads out of the array.
fn leap(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    let writes = g.c.coin(1, 2);
    let a = ground::array(g, if writes { Want::Write } else { Want::Read }, Elements::Any, out);
    let wanted = 1 + g.c.range(0, 7) as u64;
    let trips = g.trips(wanted);
    let at = a.index(g, out);
    let (base, at) = (g.get(a.var), g.get(at));
    let first = g.raw(BinOp::Add, base, at);
    let ty = a.pointer(g);
    let p = ground::pointer_var(g, ty, first, out);
    let times = g.f.times;
    g.f.times = times.saturating_mul(trips);
    let mut body = Vec::new();
    let mut cx = g.cx();
    cx.depth = cx.depth.min(2);
    let by = g.value(TypeId::INT, &mut cx);
    let near = if g.c.coin(1, 2) { TypeId::SCHAR } else { TypeId::INT };
    let by = g.cast(by, near);
    let by = g.private_value(TypeId::INT, by, &mut body);
    g.done(&cx);
    // Inside, one past the end excluded: n < end - p && n >= a - p.
    let (n, end, pointer) = (g.get(by), a.plus(g, a.len), g.get(p));
    let room = g.raw(BinOp::Sub, end, pointer);
    let below = g.raw(BinOp::Lt, n, room);
    let (n, base, pointer) = (g.get(by), g.get(a.var), g.get(p));
    let room = g.raw(BinOp::Sub, base, pointer);
    let above = g.raw(BinOp::Ge, n, room);
    let inside = g.raw(BinOp::LogAnd, below, above);
    let (pointer, n, same) = (g.get(p), g.get(by), g.get(p));
    let moved = g.raw(BinOp::Add, pointer, n);
    let node = g.cond(inside, moved, same);
    if let ExprKind::Cond(watch, plain, _) = g.b.program.exprs[node].kind {
        g.guard(watch, node, plain, Vec::new(), Feature::RepairPointer);
    }
    let l = g.var(p);
    let e = built(g.b.assign(l, node));
    let s = g.expr_stmt(e);
    body.push(s);
    if writes {
        let (value, mut cx) = ground::element_value(g, &a, 1);
        cx.write(&a.locs);
        let pointer = g.get(p);
        let to = g.deref(pointer);
        let e = g.assign(to, value);
        g.push_expr(e, &cx, &mut body);
    }
    let pointer = g.get(p);
    let element = g.deref(pointer);
    let mut cx = g.cx();
    cx.read(&a.locs);
    ground::store(g, element, cx, &mut body);
    g.f.times = times;
    g.touches(&Effects { reads: a.locs, writes: Locs::NONE });
    let body = g.block(body);
    if trips == 1 {
        out.push(body);
        return true;
    }
    let counter = g.private(TypeId::INT.into(), None, out);
    let s = g.count_up(counter, 0, i128::from(trips), body);
    out.push(s);
    true
}

/// How a slice is passed on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slice {
    /// `(first, count)`
    Counted,
    /// `(first, last)`
    Ends,
}

/// A function over a slice of an array, called with several slices.
fn slice(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    if !g.on(Feature::Call) || g.is_full() {
        return false;
    }
    let writes = g.c.coin(1, 3);
    let want = if writes { Want::Write } else { Want::Read };
    let mut a = ground::array(g, want, Elements::Any, out);
    if !a.shared || !affords(g, &a) || a.elem == TypeId::BOOL {
        a = ground::new_array(g, want, TypeId::INT, 2 + a.len / 2, out);
    }
    if !a.shared || !affords(g, &a) {
        return false;
    }
    g.uses(Feature::PointerToElement);
    g.uses(Feature::PointerArgument);
    let form = if g.c.coin(1, 3) { Slice::Ends } else { Slice::Counted };
    let to = QType::from(a.elem);
    let to = if writes { to } else { to.with(Quals::CONST) };
    let pointer = g.b.program.types.pointer(to);
    let second = if form == Slice::Ends { pointer } else { TypeId::INT };
    let ret = if g.is_float(a.elem) { a.elem } else { g.wide_ty() };
    let class = Locs::of(g.class(a.elem));
    let cx = g.cx();
    let writes_to = if writes { class } else { Locs::NONE };
    if !g.may_touch(&class, &writes_to) {
        return false;
    }
    let len = a.len;
    let callee = g.define(ret.into(), &[pointer.into(), second.into()], &cx, |g, out| {
        slice_body(g, out, SliceBody { form, writes, elem: a.elem, len });
        g.touches(&Effects { reads: class, writes: writes_to });
    });
    g.callees[callee].reusable = false;
    let calls = 1 + g.c.index(3);
    for _ in 0..calls {
        let cost = g.callees[callee].cost;
        if !g.affords(cost) {
            break;
        }
        let from = g.c.range(0, i128::from(len) - 1) as u64;
        let to = g.c.range(i128::from(from), i128::from(len)) as u64;
        let first = a.plus(g, from);
        let last = match form {
            Slice::Counted => g.int(i128::from(to - from)),
            Slice::Ends => a.plus(g, to),
        };
        let first = g.convert_pointer(first, pointer);
        let last = if form == Slice::Ends { g.convert_pointer(last, pointer) } else { last };
        let func = g.callees[callee].func;
        let effects = g.callees[callee].effects;
        let mut cx = g.cx();
        cx.eff.merge(&effects);
        cx.read(&a.locs);
        if writes {
            cx.write(&a.locs);
        }
        g.spend(cost);
        let e = g.call(func, vec![first, last]);
        ground::store(g, e, cx, out);
    }
    true
}

struct SliceBody {
    form: Slice,
    writes: bool,
    elem: TypeId,
    len: u64,
}

fn slice_body(g: &mut Gen, out: &mut Vec<StmtId>, s: SliceBody) {
    let SliceBody { form, writes, elem, len } = s;
    let params: Vec<VarId> = g.b.program.funcs[g.f.func].params.clone();
    // Its own code alone uses them.
    if let Some(scope) = g.f.scopes.last_mut() {
        scope.clear();
    }
    let (p, n) = (params[0], params[1]);
    let acc = ground::accumulator(g, elem, out);
    let mut body = Vec::new();
    let index = (form == Slice::Counted && g.c.coin(1, 2)).then(|| g.private(TypeId::INT.into(), None, out));
    let element = |g: &mut Gen| {
        let pointer = g.get(p);
        match index {
            Some(i) => {
                let i = g.get(i);
                g.at(pointer, i)
            }
            None => g.deref(pointer),
        }
    };
    if writes {
        let old = element(g);
        let e = if g.is_int(elem) && g.c.coin(1, 2) {
            let k = g.constant(elem);
            let op = [BinOp::Xor, BinOp::Add, BinOp::Or][g.c.index(3)];
            g.assign_op(op, old, k)
        } else {
            let k = g.constant(elem);
            let l = element(g);
            g.assign(l, k)
        };
        let s = g.expr_stmt(e);
        body.push(s);
    }
    let e = element(g);
    let e = g.load(e);
    if g.c.coin(1, 3) {
        // Only some of them.
        let (x, k) = (element(g), g.constant(elem));
        let op = [BinOp::Gt, BinOp::Lt, BinOp::Ne][g.c.index(3)];
        let c = g.raw(op, x, k);
        let sum = ground::accumulate(g, acc, e);
        let sum = g.expr_stmt(sum);
        let s = g.if_stmt(c, sum, None);
        body.push(s);
    } else {
        let sum = ground::accumulate(g, acc, e);
        let s = g.expr_stmt(sum);
        body.push(s);
    }
    let s = match (form, index) {
        (Slice::Counted, Some(i)) => {
            let block = g.block(body);
            let (zero, n) = (g.int(0), g.get(n));
            g.count(i, zero, (BinOp::Lt, n), IncDec::PreInc, block)
        }
        (Slice::Counted, None) => {
            let next = ground::advance(g, p, 1);
            let next = g.expr_stmt(next);
            body.push(next);
            let block = g.block(body);
            let l = g.var(n);
            let left = built(g.b.inc_dec(IncDec::PostDec, l));
            let zero = g.int(0);
            let cond = g.raw(BinOp::Gt, left, zero);
            g.b.stmt(StmtKind::While(cond, block))
        }
        (Slice::Ends, _) => {
            let block = g.block(body);
            let (l, r) = (g.get(p), g.get(n));
            let op = if g.c.coin(1, 2) { BinOp::Ne } else { BinOp::Lt };
            let cond = g.raw(op, l, r);
            let step = ground::advance(g, p, 1);
            g.b.stmt(StmtKind::For { init: None, cond: Some(cond), step: Some(step), body: block })
        }
    };
    out.push(s);
    g.spend(len * STEP);
    let value = g.get(acc);
    let value = g.convert(value, g.f.ret.ty);
    let s = g.b.stmt(StmtKind::Return(Some(value)));
    out.push(s);
}

/// The bytes of integers through `unsigned char *`.
fn bytes(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    let a = ground::array(g, Want::Read, Elements::Bits, out);
    let size = g.b.program.types.size_of(a.elem).unwrap_or(1) * a.len;
    if !g.affords(size * STEP) {
        return false;
    }
    let acc = ground::accumulator(g, TypeId::UCHAR, out);
    let to = [TypeId::UCHAR, TypeId::CHAR, TypeId::SCHAR][g.c.weighted(&[4, 2, 1])];
    let to = g.b.program.types.pointer(QType::from(to).with(Quals::CONST));
    let base = g.get(a.var);
    let base = built(g.b.cast(base, to.into()));
    let p = ground::pointer_var(g, to, base, out);
    let (pointer, n) = (g.get(p), g.b.sizeof_type(g.b.program.vars[a.var].ty));
    let n = built(n);
    let end = g.raw(BinOp::Add, pointer, n);
    let end = ground::pointer_var(g, to, end, out);
    let (l, r) = (g.get(p), g.get(end));
    let cond = g.raw(BinOp::Lt, l, r);
    let element = ground::deref_step(g, p, IncDec::PostInc);
    let e = ground::accumulate(g, acc, element);
    let body = g.expr_stmt(e);
    let s = g.b.stmt(StmtKind::While(cond, body));
    out.push(s);
    g.touches(&Effects { reads: a.locs, writes: Locs::NONE });
    g.spend(size * STEP);
    ground::store_var(g, acc, out);
    true
}

/// `p < q`, `q - p`, the lower of two pointers.
pub fn compare(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    ground::scoped(g, "pointer-compare", out, compared)
}

fn compared(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    const OPS: [BinOp; 6] = [BinOp::Lt, BinOp::Ge, BinOp::Gt, BinOp::Le, BinOp::Eq, BinOp::Ne];
    let a = ground::array(g, Want::Read, Elements::Any, out);
    let ty = a.pointer(g);
    let (i, j) = (a.index(g, out), a.index(g, out));
    let mut pointers = [i; 2];
    for (slot, index) in pointers.iter_mut().zip([i, j]) {
        let (base, at) = (g.get(a.var), g.get(index));
        let e = g.raw(BinOp::Add, base, at);
        *slot = ground::pointer_var(g, ty, e, out);
    }
    let [p, q] = pointers;
    let (l, r) = (g.get(p), g.get(q));
    let op = OPS[g.c.index(OPS.len())];
    let c = g.raw(op, l, r);
    let mut cx: Cx = g.cx();
    let value = match g.c.index(4) {
        0 => c,
        1 => {
            let (x, y, z, w) = (g.get(q), g.get(p), g.get(p), g.get(q));
            let (one, other) = (g.raw(BinOp::Sub, x, y), g.raw(BinOp::Sub, z, w));
            g.cond(c, one, other)
        }
        2 => {
            let (x, y) = (g.get(q), g.get(p));
            let lower = g.cond(c, x, y);
            cx.read(&a.locs);
            let e = g.deref(lower);
            g.load(e)
        }
        _ => {
            // Inside a range of the array.
            let (low, high) = (a.plus(g, 0), a.plus(g, 1 + a.len / 2));
            let (x, y) = (g.get(p), g.get(p));
            let (above, below) = (g.raw(BinOp::Ge, x, low), g.raw(BinOp::Lt, y, high));
            let both = g.raw(BinOp::LogAnd, above, below);
            g.raw(BinOp::LogOr, both, c)
        }
    };
    ground::branch_or_store(g, value, cx, out);
    true
}
