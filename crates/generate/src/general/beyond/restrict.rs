//! Functions that loop over arrays they are given: with `restrict` and arrays of their own each, or without and
//! arrays that may be one.
//!
//! Their bodies touch nothing but the arrays and their own variables, so who keeps arrays apart at the call keeps the promise.

use super::super::dsl::built;
use super::super::effects::{Cx, Effects, Locs};
use super::super::state::Gen;
use super::function_pointer::{finish, may_make};
use super::ground::{self, Array, Elements, Want};
use lydite_lang::*;

/// A function over arrays.
#[derive(Clone, Copy, Debug)]
pub struct Loop {
    callee: usize,
    elem: TypeId,
    /// How many arrays it only reads.
    sources: usize,
    /// Whether its pointers are `restrict`.
    apart: bool,
}

/// What a body has to work with.
struct Parts {
    to: VarId,
    from: Vec<VarId>,
    count: VarId,
    factor: VarId,
    elem: TypeId,
}

/// The most such functions of a program.
const MOST: usize = 10;

/// A function with `restrict` parameters and a call with arrays that are apart.
pub fn statement(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    g.c.open("restrict");
    let made = one_dimension(g, true, out);
    g.c.close();
    made
}

/// Arrays as arguments: of one dimension, where one array may be given twice, or of two.
pub fn array_argument(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    g.c.open("array-argument");
    let made = if g.c.coin(1, 2) { rows(g, out) } else { one_dimension(g, false, out) };
    g.c.close();
    made
}

fn one_dimension(g: &mut Gen, apart: bool, out: &mut Vec<StmtId>) -> bool {
    let mut cx = g.cx();
    let old: Vec<Loop> = g
        .special
        .loops
        .iter()
        .filter(|l| {
            let f = &g.callees[l.callee];
            l.apart == apart && cx.may_call(&f.effects) && g.affords(f.cost)
        })
        .copied()
        .collect();
    let l = if !old.is_empty() && g.c.coin(1, 3) {
        old[g.c.index(old.len())]
    } else if may_make(g) && g.special.loops.len() < MOST {
        let to = ground::array(g, Want::Write, Elements::Any, out);
        new_loop(g, to.elem, apart, &cx)
    } else {
        return false;
    };
    let f = g.callees[l.callee].clone();
    if !cx.may_call(&f.effects) || !g.affords(f.cost) {
        return false;
    }
    let to = some_array(g, Want::Write, l.elem, None, out);
    let mut given = vec![to];
    for _ in 0..l.sources {
        let not = l.apart.then_some(to.var);
        let from = some_array(g, Want::Read, l.elem, not, out);
        given.push(from);
    }
    // Slices may begin anywhere and, without the promise, overlap.
    let least = given.iter().map(|a| a.len).min().unwrap_or(1);
    let most_skipped = i128::from((least - 1).min(3));
    let skipped: Vec<u64> = given.iter().map(|_| g.c.range(0, most_skipped) as u64).collect();
    let longest = given.iter().zip(&skipped).map(|(a, s)| a.len - s).min().unwrap_or(1);
    let mut args = Vec::new();
    for ((array, &skip), param) in given.iter().zip(&skipped).zip(&f.params) {
        let e = array.plus(g, skip);
        args.push(g.convert_pointer(e, param.ty));
    }
    let outer = cx.enter();
    let count = if g.c.coin(1, 3) {
        let e = g.value(TypeId::UINT, &mut cx);
        let e = g.cast(e, TypeId::UINT);
        let n = g.lit(i128::from(longest) + 1, TypeId::UINT);
        g.raw(BinOp::Rem, e, n)
    } else {
        let least = if longest > 2 && g.c.coin(2, 3) { longest } else { 0 };
        let n = i128::from(longest) - g.c.range(0, i128::from(longest - least));
        g.int(n)
    };
    cx.unsequenced();
    args.push(count);
    let rest = g.arguments(&f.params[1 + l.sources + 1..], &mut cx);
    cx.leave(outer);
    let Some(rest) = rest else { return false };
    args.extend(rest);
    for array in &given {
        cx.read(&array.locs);
    }
    cx.write(&to.locs);
    cx.eff.merge(&f.effects);
    g.spend(f.cost);
    let e = g.call(f.func, args);
    finish(g, Some(e), cx, out);
    if to.locs.is_empty() {
        show(g, to, out);
    }
    true
}

/// An element of an array that nobody else knows is stored where the program can see it.
fn show(g: &mut Gen, array: Array, out: &mut Vec<StmtId>) {
    let i = g.c.range(0, i128::from(array.len) - 1);
    let (e, i) = (g.var(array.var), g.int(i));
    let e = g.at(e, i);
    let (e, cx) = (g.load(e), g.cx());
    ground::store(g, e, cx, out);
}

/// An array of this element, perhaps one but this.
fn some_array(g: &mut Gen, want: Want, elem: TypeId, not: Option<VarId>, out: &mut Vec<StmtId>) -> Array {
    let found: Vec<Array> =
        ground::arrays(g, want, Elements::Any).into_iter().filter(|a| a.elem == elem && Some(a.var) != not).collect();
    if found.is_empty() {
        let len = 2 + g.c.range(0, 22) as u64;
        return ground::new_array(g, want, elem, len, out);
    }
    found[g.c.index(found.len())]
}

/// The longest array there is.
const LONGEST: u64 = 64;

fn new_loop(g: &mut Gen, elem: TypeId, apart: bool, cx: &Cx) -> Loop {
    g.c.open("loop");
    let sources = 1 + g.c.weighted(&[3, 2, 1]);
    let quals = if apart { Quals::RESTRICT } else { Quals::NONE };
    let to = g.b.program.types.pointer(elem.into());
    let from = g.b.program.types.pointer(QType::from(elem).with(Quals::CONST));
    let mut params = vec![QType::from(to).with(quals)];
    params.extend(vec![QType::from(from).with(quals); sources]);
    let count = [TypeId::INT, TypeId::UINT, TypeId::LONG, TypeId::USHORT][g.c.index(4)];
    params.push(count.into());
    params.push(elem.into());
    let ret = if g.c.coin(1, 2) { TypeId::VOID } else { elem };
    let callee = g.define(ret.into(), &params, cx, |g, out| {
        if let Some(scope) = g.f.scopes.first_mut() {
            scope.clear();
        }
        let touched = g.classes(elem);
        g.touches(&Effects { reads: touched, writes: touched });
        let vars = g.b.program.funcs[g.f.func].params.clone();
        let parts = Parts {
            to: vars[0],
            from: vars[1..=sources].to_vec(),
            count: vars[1 + sources],
            factor: vars[2 + sources],
            elem,
        };
        let acc = (ret != TypeId::VOID).then(|| ground::accumulator(g, elem, out));
        let times = g.f.times;
        g.f.times = times.saturating_mul(LONGEST);
        if g.c.coin(1, 4) {
            walking(g, &parts, acc, out)
        } else {
            counting(g, &parts, acc, out)
        }
        g.spend(16);
        g.f.times = times;
        if let Some(acc) = acc {
            let e = g.get(acc);
            let e = g.convert(e, elem);
            let s = g.b.stmt(StmtKind::Return(Some(e)));
            out.push(s);
        }
    });
    g.callees[callee].reusable = false;
    g.c.close();
    let made = Loop { callee, elem, sources, apart };
    g.special.loops.push(made);
    made
}

/// A tree over these operands and a constant or two.
fn tree(g: &mut Gen, elem: TypeId, operands: Vec<ExprId>) -> ExprId {
    const INTEGER: [BinOp; 9] =
        [BinOp::Add, BinOp::Xor, BinOp::Sub, BinOp::Mul, BinOp::And, BinOp::Or, BinOp::Shr, BinOp::Lt, BinOp::Shl];
    let floating = g.is_float(elem);
    let mut total: Option<ExprId> = None;
    for operand in operands {
        let mut e = operand;
        if !floating && g.c.coin(1, 4) {
            let op = INTEGER[g.c.weighted(&[4, 3, 3, 3, 3, 3, 2, 1, 2])];
            let k = if op.is_shift() {
                let k = g.c.range(0, 7);
                g.int(k)
            } else {
                g.constant(elem)
            };
            e = g.bin(op, e, k);
        }
        total = Some(match total {
            None => e,
            Some(old) => {
                let op = if floating {
                    [BinOp::Add, BinOp::Sub][g.c.index(2)]
                } else {
                    INTEGER[g.c.weighted(&[5, 4, 4, 3, 2, 2])]
                };
                if g.c.coin(1, 4) { g.bin(op, e, old) } else { g.bin(op, old, e) }
            }
        });
    }
    match total {
        Some(e) => e,
        None => g.constant(elem),
    }
}

/// Loops over an index.
fn counting(g: &mut Gen, parts: &Parts, acc: Option<VarId>, out: &mut Vec<StmtId>) {
    // An `int` holds every count.
    let n = g.get(parts.count);
    let n = g.private_value(TypeId::INT, n, out);
    let i = g.loop_counter(TypeId::INT, out).var;
    let recurrence = g.c.coin(1, 5);
    let reversed = g.c.coin(1, 6);
    let at = |g: &mut Gen, array: VarId, index: ExprId| {
        let e = g.get(array);
        g.at(e, index)
    };
    let mut operands = Vec::new();
    for &from in &parts.from {
        let mut index = g.get(i);
        if reversed {
            let (n, one) = (g.get(n), g.int(1));
            let last = g.raw(BinOp::Sub, n, one);
            index = g.raw(BinOp::Sub, last, index);
        }
        let e = at(g, from, index);
        operands.push(g.load(e));
    }
    if recurrence {
        let (index, one) = (g.get(i), g.int(1));
        let index = g.raw(BinOp::Sub, index, one);
        let e = at(g, parts.to, index);
        operands.push(g.load(e));
    }
    if g.c.coin(1, 2) {
        operands.push(g.get(parts.factor));
    }
    let value = tree(g, parts.elem, operands);
    let index = g.get(i);
    let place = at(g, parts.to, index);
    let mut body = Vec::new();
    let change = store_to(g, parts, place, value);
    let mut s = g.expr_stmt(change);
    if g.c.coin(1, 4) {
        let index = g.get(i);
        let e = at(g, parts.from[0], index);
        let (e, k) = (g.load(e), g.get(parts.factor));
        let op = [BinOp::Lt, BinOp::Ne, BinOp::Ge][g.c.index(3)];
        let c = g.raw(op, e, k);
        s = g.if_stmt(c, s, None);
    }
    body.push(s);
    if let Some(acc) = acc {
        let which = if g.c.coin(1, 2) { parts.to } else { parts.from[g.c.index(parts.from.len())] };
        let index = g.get(i);
        let e = at(g, which, index);
        let e = ground::accumulate(g, acc, e);
        let s = g.expr_stmt(e);
        if g.c.coin(1, 4) { body.insert(0, s) } else { body.push(s) }
    }
    let body = if body.len() == 1 && g.c.coin(1, 2) { body[0] } else { g.block(body) };
    let down = g.c.coin(1, 4);
    let first = i128::from(recurrence);
    let s = if down { from_above(g, i, n, first, body) } else { from_below(g, i, n, first, body) };
    out.push(s);
}

/// `place = value` or `place op= value`
fn store_to(g: &mut Gen, parts: &Parts, place: ExprId, value: ExprId) -> ExprId {
    let floating = g.is_float(parts.elem);
    if parts.elem == TypeId::BOOL || g.c.coin(2, 3) {
        return g.assign(place, value);
    }
    let op = if floating { BinOp::Add } else { [BinOp::Add, BinOp::Xor, BinOp::Sub, BinOp::Or][g.c.index(4)] };
    g.assign_op(op, place, value)
}

/// `for (i = first; i < n; i++)`
fn from_below(g: &mut Gen, i: VarId, n: VarId, first: i128, body: StmtId) -> StmtId {
    let (first, n) = (g.int(first), g.get(n));
    g.count(i, first, (BinOp::Lt, n), IncDec::PostInc, body)
}

/// `for (i = n - 1; i >= first; i--)`
fn from_above(g: &mut Gen, i: VarId, n: VarId, first: i128, body: StmtId) -> StmtId {
    let (n, one, first) = (g.get(n), g.int(1), g.int(first));
    let last = g.raw(BinOp::Sub, n, one);
    g.count(i, last, (BinOp::Ge, first), IncDec::PostDec, body)
}

/// `while (n) { *a++ = *b++ op k; n--; }`
fn walking(g: &mut Gen, parts: &Parts, acc: Option<VarId>, out: &mut Vec<StmtId>) {
    let mut operands = Vec::new();
    for &from in &parts.from {
        let e = ground::deref_step(g, from, IncDec::PostInc);
        operands.push(g.load(e));
    }
    if g.c.coin(1, 2) {
        operands.push(g.get(parts.factor));
    }
    let value = tree(g, parts.elem, operands);
    let mut body = Vec::new();
    let kept = g.private_value(parts.elem, value, &mut body);
    let value = g.get(kept);
    if let Some(acc) = acc {
        let e = g.get(kept);
        let e = ground::accumulate(g, acc, e);
        let s = g.expr_stmt(e);
        body.push(s);
    }
    let place = ground::deref_step(g, parts.to, IncDec::PostInc);
    let e = g.assign(place, value);
    let s = g.expr_stmt(e);
    body.push(s);
    let l = g.var(parts.count);
    let less = built(g.b.inc_dec(IncDec::PostDec, l));
    let zero = g.int(0);
    if g.c.coin(1, 2) {
        let c = g.raw(BinOp::Ne, less, zero);
        let body = g.block(body);
        let s = g.b.stmt(StmtKind::While(c, body));
        out.push(s);
        return;
    }
    let s = g.expr_stmt(less);
    body.push(s);
    let n = g.get(parts.count);
    let c = g.raw(BinOp::Gt, n, zero);
    let body = g.block(body);
    let s = g.b.stmt(StmtKind::While(c, body));
    out.push(s);
}

/// A matrix in sight, or a private one.
fn matrix(g: &mut Gen, ty: TypeId, want: Want, out: &mut Vec<StmtId>) -> (VarId, Locs) {
    let cx = g.cx();
    let found: Vec<(VarId, Locs)> = g
        .visible()
        .filter(|v| {
            let written = want == Want::Read || v.assignable && cx.may_write(&v.locs);
            v.ty.ty == ty && v.ty.quals == Quals::NONE && written && cx.may_read(&v.locs)
        })
        .map(|v| (v.var, v.locs))
        .collect();
    if !found.is_empty() {
        return found[g.c.index(found.len())];
    }
    let init = g.static_init(ty.into());
    (g.private(ty.into(), init, out), Locs::NONE)
}

/// `f(T (*a)[n], T (*b)[n])` over matrices that may be one.
fn rows(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    let mut cx = g.cx();
    let seen: Vec<(TypeId, TypeId, u64, u64)> = g
        .visible()
        .filter(|v| v.assignable && v.ty.quals == Quals::NONE && cx.may_write(&v.locs) && cx.may_read(&v.locs))
        .filter_map(|v| shape(g, v.ty.ty))
        .collect();
    let (ty, elem, high, wide) = if !seen.is_empty() && g.c.coin(3, 4) {
        seen[g.c.index(seen.len())]
    } else {
        let elem = g.scalar_ty();
        let (high, wide) = (1 + g.c.range(0, 6) as u64, 1 + g.c.range(0, 6) as u64);
        let row = g.b.program.types.array(elem.into(), ArrayLen::Fixed(wide));
        (g.b.program.types.array(row.into(), ArrayLen::Fixed(high)), elem, high, wide)
    };
    let area = high * wide;
    if !may_make(g) || !g.affords(60 * area) {
        return false;
    }
    let row = g.b.program.types.array(elem.into(), ArrayLen::Fixed(wide));
    let pointer = g.b.program.types.pointer(row.into());
    let ret = if g.c.coin(1, 2) { TypeId::VOID } else { elem };
    let params = [pointer.into(), pointer.into(), TypeId::INT.into(), elem.into()];
    let callee = g.define(ret.into(), &params, &cx, |g, out| {
        if let Some(scope) = g.f.scopes.first_mut() {
            scope.clear();
        }
        let touched = g.classes(elem);
        g.touches(&Effects { reads: touched, writes: touched });
        rows_body(g, elem, (high, wide), ret, out);
        g.spend(20 * area);
    });
    g.callees[callee].reusable = false;
    let f = g.callees[callee].clone();
    if !cx.may_call(&f.effects) {
        return false;
    }
    let (a, a_locs) = matrix(g, ty, Want::Write, out);
    let (b, b_locs) = if g.c.coin(1, 3) { (a, a_locs) } else { matrix(g, ty, Want::Read, out) };
    let n = i128::from(high) - g.c.range(0, 1);
    let (p, q, n) = (g.get(a), g.get(b), g.int(n));
    let Some(rest) = g.arguments(&f.params[3..], &mut cx) else { return false };
    let mut args = vec![p, q, n];
    args.extend(rest);
    cx.read(&a_locs);
    cx.read(&b_locs);
    cx.write(&a_locs);
    cx.eff.merge(&f.effects);
    g.spend(f.cost);
    let e = g.call(f.func, args);
    finish(g, Some(e), cx, out);
    if a_locs.is_empty() {
        let (i, j) = (g.c.range(0, i128::from(high) - 1), g.c.range(0, i128::from(wide) - 1));
        let (e, i, j) = (g.var(a), g.int(i), g.int(j));
        let e = g.at(e, i);
        let e = g.at(e, j);
        let (e, cx) = (g.load(e), g.cx());
        ground::store(g, e, cx, out);
    }
    true
}

/// The type of a matrix, its element, its rows and its columns.
fn shape(g: &Gen, ty: TypeId) -> Option<(TypeId, TypeId, u64, u64)> {
    let types = &g.b.program.types;
    let (row, ArrayLen::Fixed(high)) = types.array_parts(ty)? else { return None };
    let (elem, ArrayLen::Fixed(wide)) = types.array_parts(row.ty)? else { return None };
    let fits = types.is_arithmetic(elem.ty) && elem.quals == Quals::NONE && row.quals == Quals::NONE;
    (fits && high * wide <= 100).then_some((ty, elem.ty, high, wide))
}

fn rows_body(g: &mut Gen, elem: TypeId, (high, wide): (u64, u64), ret: TypeId, out: &mut Vec<StmtId>) {
    let vars = g.b.program.funcs[g.f.func].params.clone();
    let acc = (ret != TypeId::VOID).then(|| ground::accumulator(g, elem, out));
    let (i, j) = (g.loop_counter(TypeId::INT, out).var, g.loop_counter(TypeId::INT, out).var);
    let at = |g: &mut Gen, array: VarId, i: ExprId, j: ExprId| {
        let e = g.get(array);
        let e = g.at(e, i);
        g.at(e, j)
    };
    let (x, y) = if high == wide && g.c.coin(1, 3) { (g.get(j), g.get(i)) } else { (g.get(i), g.get(j)) };
    let e = at(g, vars[1], x, y);
    let mut operands = vec![g.load(e)];
    if g.c.coin(1, 2) {
        operands.push(g.get(vars[3]));
    }
    if g.c.coin(1, 3) {
        let (x, zero) = (g.get(i), g.int(0));
        let e = at(g, vars[0], x, zero);
        operands.push(g.load(e));
    }
    let value = tree(g, elem, operands);
    let (x, y) = (g.get(i), g.get(j));
    let place = at(g, vars[0], x, y);
    let parts = Parts { to: vars[0], from: vec![vars[1]], count: vars[2], factor: vars[3], elem };
    let e = store_to(g, &parts, place, value);
    let mut inner = vec![g.expr_stmt(e)];
    if let Some(acc) = acc {
        let (x, y) = (g.get(i), g.get(j));
        let e = at(g, vars[0], x, y);
        let e = ground::accumulate(g, acc, e);
        inner.push(g.expr_stmt(e));
    }
    let inner = g.block(inner);
    // Rows outside or inside; fewer rows than there are if the count says so.
    let nest = if g.c.coin(1, 3) {
        let rows = from_below(g, i, vars[2], 0, inner);
        g.count_up(j, 0, i128::from(wide), rows)
    } else {
        let columns = g.count_up(j, 0, i128::from(wide), inner);
        from_below(g, i, vars[2], 0, columns)
    };
    out.push(nest);
    if let Some(acc) = acc {
        let e = g.get(acc);
        let e = g.convert(e, ret);
        let s = g.b.stmt(StmtKind::Return(Some(e)));
        out.push(s);
    }
}
