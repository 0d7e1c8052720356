//! Functions that call themselves or each other, to a bounded depth.
//!
//! The first parameter is the depth that is left. Where it is out of range the function returns at once, so such a
//! function is defined for every argument and anybody may call it.

use super::super::dsl::built;
use super::super::effects::{Cx, Effects, Locality, Locs};
use super::super::state::{Depth, Gen, Variable};
use super::function_pointer::{finish, may_make};
use super::ground;
use lydite_lang::*;

/// How a function recurs.
#[derive(Clone, Copy, Debug)]
struct Shape {
    /// The deepest it goes.
    depth: u64,
    /// How many calls it makes of itself, or of its partner, at most.
    branches: u64,
    /// Whether it changes nothing but its own variables.
    pure: bool,
    /// The type of the depth.
    count: TypeId,
}

impl Shape {
    /// A shape whose calls can be paid for.
    fn draw(g: &mut Gen) -> Shape {
        let branches = [1, 2, 1, 3][g.c.weighted(&[4, 4, 2, 1])];
        let most = [12, 5, 3][branches as usize - 1];
        let depth = 1 + g.c.range(1, most) as u64;
        let pure = g.c.coin(1, 2);
        let count = [TypeId::INT, TypeId::UINT, TypeId::LONG, TypeId::SCHAR, TypeId::ULONGLONG][g.c.index(5)];
        let mut shape = Shape { depth, branches, pure, count };
        while shape.depth > 1 && !g.affords(60 * shape.calls()) {
            shape.depth -= 1;
        }
        shape
    }

    /// The calls that one call of the deepest kind leads to, itself among them.
    fn calls(self) -> u64 {
        (0..self.depth).fold(1, |n, _| 1 + n * self.branches)
    }
}

/// A function that calls itself, and a call of it.
pub fn statement(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    if !may_make(g) {
        return false;
    }
    g.c.open("recursion");
    let mut cx = g.cx();
    let e = match g.c.weighted(&[6, 2, 3]) {
        0 => {
            let shape = Shape::draw(g);
            let callee = recursive(g, shape, &cx);
            call(g, callee, shape, &mut cx)
        }
        1 => {
            let callee = euclid(g, &cx);
            g.call_of(callee, &mut cx)
        }
        _ => over_array(g, &mut cx, out),
    };
    g.c.close();
    finish(g, e, cx, out)
}

/// Two functions that call each other, and a call of one.
pub fn mutual(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    if !may_make(g) {
        return false;
    }
    g.c.open("mutual-recursion");
    let mut cx = g.cx();
    let mut shape = Shape::draw(g);
    shape.depth = shape.depth.max(2);
    let callee = pair(g, shape, &cx);
    let e = call(g, callee, shape, &mut cx);
    g.c.close();
    finish(g, e, cx, out)
}

/// What a function of this shape must keep to.
fn inside(shape: Shape, cx: &Cx) -> Cx {
    if shape.pure { cx.pure() } else { *cx }
}

fn parameters(g: &mut Gen, shape: Shape) -> Vec<QType> {
    let mut params: Vec<QType> = vec![shape.count.into()];
    for _ in 0..g.c.index(3) {
        params.push(g.scalar_ty().into());
    }
    params
}

/// A call with a depth that is in range, more often than not.
fn call(g: &mut Gen, callee: usize, shape: Shape, cx: &mut Cx) -> Option<ExprId> {
    let f = g.callees[callee].clone();
    if !cx.may_call(&f.effects) || !g.affords(f.cost) {
        return None;
    }
    let outer = cx.enter();
    let depth = if g.c.coin(1, 4) {
        let e = g.value(TypeId::UINT, cx);
        let e = g.cast(e, TypeId::UINT);
        let len = g.lit(i128::from(shape.depth) + 1, TypeId::UINT);
        g.raw(BinOp::Rem, e, len)
    } else {
        let n = g.c.range(1, i128::from(shape.depth));
        g.int(n)
    };
    g.call_after(&f, depth, outer, cx)
}

fn recursive(g: &mut Gen, shape: Shape, cx: &Cx) -> usize {
    let ret = g.int_ty().into();
    let params = parameters(g, shape);
    g.define(ret, &params, &inside(shape, cx), |g, out| {
        let to = g.f.func;
        body(g, shape, to, out);
    })
}

/// The body of a function that calls `to`, which has its type.
fn body(g: &mut Gen, shape: Shape, to: FuncId, out: &mut Vec<StmtId>) {
    g.f.inlinable = false;
    let times = g.f.times;
    g.f.times = times.saturating_mul(shape.calls());
    let locs = Locs::of(g.fresh_loc(Locality::Local));
    let Some(count) = g.f.scopes.first_mut().and_then(|s| s.first_mut()) else { return };
    // Nobody but the recursion itself counts.
    (count.assignable, count.addressable, count.locs) = (false, false, locs);
    let count = count.var;
    stop(g, shape, count, out);
    if shape.pure {
        pure_calls(g, shape, count, to, out);
    } else {
        ordered_calls(g, shape, count, to, out);
    }
    g.f.times = times;
}

/// `if (d <= 0 || d > most) return value;`
fn stop(g: &mut Gen, shape: Shape, count: VarId, out: &mut Vec<StmtId>) {
    let signed = g.int_of(shape.count).signed;
    let (d, zero) = (g.get(count), g.int(0));
    let low = g.raw(if signed { BinOp::Le } else { BinOp::Eq }, d, zero);
    let (d, most) = (g.get(count), g.int(i128::from(shape.depth)));
    let high = g.raw(BinOp::Gt, d, most);
    let c = if g.c.coin(1, 2) { g.raw(BinOp::LogOr, low, high) } else { g.raw(BinOp::LogOr, high, low) };
    let mut then = Vec::new();
    g.return_stmt(&mut then);
    let then = g.block(then);
    let s = g.if_stmt(c, then, None);
    out.push(s);
}

/// A smaller depth. The depth is positive here.
fn less(g: &mut Gen, count: VarId) -> ExprId {
    let d = g.get(count);
    match g.c.weighted(&[6, 2, 1]) {
        1 => {
            let two = g.int(2);
            g.raw(BinOp::Div, d, two)
        }
        2 => {
            let one = g.int(1);
            g.raw(BinOp::Shr, d, one)
        }
        _ => {
            let one = g.int(1);
            g.raw(BinOp::Sub, d, one)
        }
    }
}

/// `return f(d - 1, x) op f(d / 2, y);`: nothing is written, so the order does not matter.
fn pure_calls(g: &mut Gen, shape: Shape, count: VarId, to: FuncId, out: &mut Vec<StmtId>) {
    if g.c.coin(1, 2) && !g.is_full() {
        g.stmt(out);
    }
    let ret = g.f.ret.ty;
    let mut total: Option<ExprId> = None;
    // Where it is the last thing done, the value is an argument.
    let is_tail = shape.branches == 1 && g.c.coin(1, 2);
    for _ in 0..shape.branches {
        let e = recur(g, count, to, None);
        total = Some(match total {
            Some(old) => mixed(g, old, e),
            None => e,
        });
    }
    let Some(mut total) = total else { return };
    if !is_tail {
        let (own, _) = g.pure_value(ret, 1);
        total = mixed(g, total, own);
    }
    let total = g.convert(total, ret);
    let s = g.b.stmt(StmtKind::Return(Some(total)));
    out.push(s);
}

/// `a op b`, either way round.
fn mixed(g: &mut Gen, a: ExprId, b: ExprId) -> ExprId {
    const OPS: [BinOp; 8] =
        [BinOp::Add, BinOp::Xor, BinOp::Sub, BinOp::Mul, BinOp::Or, BinOp::And, BinOp::Lt, BinOp::Div];
    let op = OPS[g.c.weighted(&[8, 5, 4, 3, 2, 2, 1, 1])];
    if g.c.coin(1, 2) { g.bin(op, b, a) } else { g.bin(op, a, b) }
}

/// `f(smaller, ...)`; arguments without a context change nothing.
fn recur(g: &mut Gen, count: VarId, to: FuncId, cx: Option<&mut Cx>) -> ExprId {
    let params: Vec<QType> = g.b.program.funcs[to].params[1..].iter().map(|&v| g.b.program.vars[v].ty).collect();
    let mut args = vec![less(g, count)];
    let made = cx.and_then(|cx| g.arguments(&params, cx));
    match made {
        Some(made) => args.extend(made),
        None => {
            for p in params {
                let (e, _) = g.pure_value(p.ty, 1);
                let e = g.load(e);
                args.push(g.convert(e, p.ty));
            }
        }
    }
    g.call(to, args)
}

/// Calls one after another, with other statements before, between and after.
fn ordered_calls(g: &mut Gen, shape: Shape, count: VarId, to: FuncId, out: &mut Vec<StmtId>) {
    let ret = g.f.ret.ty;
    let mut results = Vec::new();
    for _ in 0..shape.branches {
        if g.c.coin(1, 2) && !g.is_full() {
            g.stmt(out);
        }
        let mut cx = g.cx();
        let e = recur(g, count, to, Some(&mut cx));
        g.done(&cx);
        let var = g.private_value(ret, e, out);
        let locs = Locs::of(g.fresh_loc(Locality::Local));
        let depth = Depth::BODY;
        g.reveal(Variable { var, ty: ret.into(), locs, addressable: false, assignable: false, depth, nullable: false });
        results.push(var);
    }
    if g.c.coin(1, 3) && !g.is_full() {
        g.stmt(out);
    }
    let (mut total, _) = g.pure_value(ret, 1);
    for var in results {
        let e = g.get(var);
        total = mixed(g, e, total);
    }
    let total = g.convert(total, ret);
    let s = g.b.stmt(StmtKind::Return(Some(total)));
    out.push(s);
}

/// Two functions of one type: the second is made while the first is.
fn pair(g: &mut Gen, shape: Shape, cx: &Cx) -> usize {
    let ret: QType = g.int_ty().into();
    let params = parameters(g, shape);
    let names = [g.func_name(), g.func_name()];
    let (first, first_vars) = g.declare(&names[0], ret, &params, ParamTail::Fixed);
    g.b.program.items.push(Item::FuncDecl(first));
    let (second, second_vars) = g.declare(&names[1], ret, &params, ParamTail::Fixed);
    let bound = inside(shape, cx);
    let mut partner = None;
    let callee = g.fill(first, &first_vars, &bound, |g, out| {
        g.f.inlinable = false;
        let inner = g.cx();
        let other = g.fill(second, &second_vars, &inner, |g, out| body(g, shape, first, out));
        // While the first is not complete, only the first calls the second.
        g.callees[other].reusable = false;
        let effects = g.callees[other].effects;
        g.touches(&effects);
        partner = Some(other);
        body(g, shape, second, out);
    });
    if let Some(other) = partner {
        let effects = g.callees[callee].effects;
        let cost = g.callees[callee].cost + g.callees[other].cost;
        for i in [callee, other] {
            g.callees[i].effects.merge(&effects);
            g.callees[i].cost = cost;
            g.callees[i].reusable = true;
            honest(g, i);
        }
    }
    callee
}

/// Takes back attributes that are no longer true of a function.
pub fn honest(g: &mut Gen, callee: usize) {
    let Effects { reads, writes } = g.callees[callee].effects;
    let func = g.callees[callee].func;
    let attrs = g.b.program.funcs[func].attrs;
    let promised = FuncAttrs::PURE.with(FuncAttrs::CONST);
    let plain = FuncAttrs(attrs.0 & !promised.0);
    g.b.program.funcs[func].attrs = match attrs.0 & promised.0 != 0 {
        false => plain,
        true if !writes.is_empty() => plain,
        true if !reads.is_empty() => plain.with(FuncAttrs::PURE),
        true => attrs,
    };
}

/// `b ? gcd(b, a % b) : a`
fn euclid(g: &mut Gen, cx: &Cx) -> usize {
    let ty = [TypeId::UINT, TypeId::ULONGLONG, TypeId::ULONG, TypeId::USHORT][g.c.index(4)];
    let bits = u64::from(g.int_of(ty).bits);
    let by_difference = g.c.coin(1, 3);
    g.define(ty.into(), &[ty.into(), ty.into()], cx, |g, out| {
        g.f.inlinable = false;
        let (func, params) = (g.f.func, g.b.program.funcs[g.f.func].params.clone());
        let (a, b) = (params[0], params[1]);
        let (x, y) = (g.get(a), g.get(b));
        // The divisor is not zero where the call is made.
        let rest = g.raw(BinOp::Rem, x, y);
        let y = g.get(b);
        let again = g.call(func, vec![y, rest]);
        if by_difference {
            let c = g.get(b);
            let then = g.b.stmt(StmtKind::Return(Some(again)));
            let s = g.if_stmt(c, then, None);
            out.push(s);
            let e = g.get(a);
            let s = g.b.stmt(StmtKind::Return(Some(e)));
            out.push(s);
        } else {
            let (c, e) = (g.get(b), g.get(a));
            let e = g.cond(c, again, e);
            let e = g.convert(e, ty);
            let s = g.b.stmt(StmtKind::Return(Some(e)));
            out.push(s);
        }
        // Fibonacci numbers are the worst case.
        g.spend(6 * bits * 3 / 2);
    })
}

/// A function that halves an array, or takes its first element off, and a call of it.
fn over_array(g: &mut Gen, cx: &mut Cx, out: &mut Vec<StmtId>) -> Option<ExprId> {
    let array = ground::array(g, ground::Want::Read, ground::Elements::Any, out);
    if !cx.may_read(&array.locs) || !g.affords(40 * array.len) {
        return None;
    }
    let elem = array.elem;
    let to = g.b.program.types.pointer(QType::from(elem).with(Quals::CONST));
    let ret = if g.is_float(elem) { elem } else { g.wide_ty() };
    let halves = g.c.coin(1, 2);
    let callee = g.define(ret.into(), &[to.into(), TypeId::INT.into()], cx, |g, out| {
        g.f.inlinable = false;
        let reads = g.classes(elem);
        g.touches(&Effects { reads, writes: Locs::NONE });
        let (func, params) = (g.f.func, g.b.program.funcs[g.f.func].params.clone());
        let (p, n) = (params[0], params[1]);
        let (len, one) = (g.get(n), g.int(1));
        let c = g.raw(BinOp::Le, len, one);
        let first = g.get(p);
        let first = g.deref(first);
        let first = g.load(first);
        let e = g.convert(first, ret);
        let then = g.b.stmt(StmtKind::Return(Some(e)));
        let s = g.if_stmt(c, then, None);
        out.push(s);
        let part = |g: &mut Gen| {
            let len = g.get(n);
            if halves {
                let two = g.int(2);
                return g.raw(BinOp::Div, len, two);
            }
            g.int(1)
        };
        let left = if halves {
            let (q, m) = (g.get(p), part(g));
            g.call(func, vec![q, m])
        } else {
            let first = g.get(p);
            let first = g.deref(first);
            g.load(first)
        };
        let (q, m) = (g.get(p), part(g));
        let q = g.raw(BinOp::Add, q, m);
        let (len, m) = (g.get(n), part(g));
        let m = g.raw(BinOp::Sub, len, m);
        let right = g.call(func, vec![q, m]);
        let e = if g.is_float(ret) {
            g.raw(BinOp::Add, left, right)
        } else if g.c.coin(1, 4) {
            larger(g, left, right, ret, out)
        } else {
            mixed(g, left, right)
        };
        let e = g.convert(e, ret);
        let s = g.b.stmt(StmtKind::Return(Some(e)));
        out.push(s);
        g.spend(20 * array.len);
    });
    g.callees[callee].reusable = false;
    let f = g.callees[callee].clone();
    if !cx.may_call(&f.effects) {
        return None;
    }
    cx.read(&array.locs);
    cx.eff.merge(&f.effects);
    g.spend(f.cost);
    let first = array.plus(g, 0);
    let first = g.convert_pointer(first, to);
    let len = g.int(i128::from(array.len));
    Some(g.call(f.func, vec![first, len]))
}

/// The larger of two results.
fn larger(g: &mut Gen, a: ExprId, b: ExprId, ty: TypeId, out: &mut Vec<StmtId>) -> ExprId {
    let (a, b) = (g.private_value(ty, a, out), g.private_value(ty, b, out));
    let (x, y) = (g.get(a), g.get(b));
    let c = g.raw(BinOp::Gt, x, y);
    let (x, y) = (g.get(a), g.get(b));
    built(g.b.cond(c, x, y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_counted_as_a_full_tree() {
        let shape = |depth, branches| Shape { depth, branches, pure: true, count: TypeId::INT };
        assert_eq!(shape(5, 1).calls(), 6);
        assert_eq!(shape(3, 2).calls(), 15);
        assert_eq!(shape(2, 3).calls(), 13);
    }
}
