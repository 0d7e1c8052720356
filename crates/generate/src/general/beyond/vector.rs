//! GNU vectors: arithmetic lane by lane, comparisons, selections, shuffles, conversions, lanes.
//!
//! Lanes are added, subtracted and multiplied in unsigned types, where nothing overflows; signed vectors are converted
//! there and back. Floating lanes are only added, subtracted and multiplied by powers of two. Conversions between vector types
//! are always written: compilers differ in which they imply.

use super::super::dsl::built;
use super::super::effects::{Cx, Locs};
use super::super::state::{Gen, Variable};
use super::super::variable::Home;
use super::ground;
use crate::feature::Feature;
use crate::options::Shifts;
use lydite_lang::*;

/// Elements, each with its unsigned and its signed counterpart of the same size.
const ELEMENTS: [(TypeId, TypeId, TypeId); 10] = [
    (TypeId::UINT, TypeId::UINT, TypeId::INT),
    (TypeId::INT, TypeId::UINT, TypeId::INT),
    (TypeId::USHORT, TypeId::USHORT, TypeId::SHORT),
    (TypeId::SHORT, TypeId::USHORT, TypeId::SHORT),
    (TypeId::UCHAR, TypeId::UCHAR, TypeId::SCHAR),
    (TypeId::SCHAR, TypeId::UCHAR, TypeId::SCHAR),
    (TypeId::ULONGLONG, TypeId::ULONGLONG, TypeId::LONGLONG),
    (TypeId::LONGLONG, TypeId::ULONGLONG, TypeId::LONGLONG),
    (TypeId::FLOAT, TypeId::UINT, TypeId::INT),
    (TypeId::DOUBLE, TypeId::ULONGLONG, TypeId::LONGLONG),
];

/// A vector type.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Shape {
    ty: TypeId,
    elem: TypeId,
    lanes: u32,
}

/// A vector variable that code may use.
#[derive(Clone, Copy)]
struct Operand {
    var: VarId,
    locs: Locs,
}

/// Statements on vectors.
pub fn production(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    ground::scoped(g, "vector", out, |g, out| {
        if !g.affords(400) {
            return false;
        }
        let shape = shape(g);
        let mut pool = operands(g, shape, out);
        match g.c.weighted(&[5, 3, 2, 2]) {
            0 => assign(g, shape, &pool, out),
            1 => lane(g, shape, &pool, out),
            2 => reduce(g, shape, &pool, out),
            _ => call(g, shape, &mut pool, out),
        }
        true
    })
}

/// A statement on the vectors in sight without loops and calls, if there are some.
pub fn straight(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    let cx = g.cx();
    let known: Vec<(Shape, Operand)> = g
        .visible()
        .filter(|v| cx.may_read(&v.locs))
        .filter_map(|v| Some((shape_of(g, v.ty.ty)?, Operand { var: v.var, locs: v.locs })))
        .collect();
    if known.is_empty() {
        return false;
    }
    let shape = known[g.c.index(known.len())].0;
    let pool: Vec<Operand> = known.into_iter().filter(|k| k.0 == shape).map(|k| k.1).collect();
    if target(g, shape).is_some() && g.c.coin(3, 4) {
        assign(g, shape, &pool, out);
    } else {
        lane(g, shape, &pool, out);
    }
    true
}

/// A type of vectors.
pub fn new_type(g: &mut Gen) -> TypeId {
    shape(g).ty
}

fn of(g: &mut Gen, elem: TypeId, lanes: u32) -> Shape {
    Shape { ty: g.b.program.types.vector(elem, lanes), elem, lanes }
}

fn shape_of(g: &Gen, ty: TypeId) -> Option<Shape> {
    let (elem, lanes) = g.b.program.types.vector_parts(ty)?;
    ELEMENTS.iter().any(|e| e.0 == elem).then_some(Shape { ty, elem, lanes })
}

/// A shape that variables have, or a new one.
fn shape(g: &mut Gen) -> Shape {
    let known: Vec<Shape> = g.visible().filter_map(|v| shape_of(g, v.ty.ty)).collect();
    if !known.is_empty() && g.c.coin(2, 3) {
        return known[g.c.index(known.len())];
    }
    let elem = ELEMENTS[g.c.weighted(&[4, 3, 2, 2, 2, 2, 2, 2, 2, 2])].0;
    let size = g.b.program.types.size_of(elem).unwrap_or(4) as u32;
    let bytes = [16, 32, 8][g.c.weighted(&[5, 2, 2])];
    let lanes = (bytes / size).clamp(2, 16);
    of(g, elem, lanes)
}

/// Vectors of this shape in sight; new ones if there are too few.
fn operands(g: &mut Gen, s: Shape, out: &mut Vec<StmtId>) -> Vec<Operand> {
    let cx = g.cx();
    let mut pool: Vec<Operand> = g
        .visible()
        .filter(|v| v.ty.ty == s.ty && cx.may_read(&v.locs) && !v.ty.quals.has(Quals::VOLATILE))
        .map(|v| Operand { var: v.var, locs: v.locs })
        .collect();
    while pool.len() < 2 {
        let new = fresh(g, s, out);
        pool.push(new);
    }
    pool
}

fn fresh(g: &mut Gen, s: Shape, out: &mut Vec<StmtId>) -> Operand {
    let home = match g.c.index(3) {
        0 => None,
        1 => Some(Home::Global),
        _ => Some(Home::Local),
    };
    if let Some(home) = home
        && let Some(v) = g.new_variable(s.ty.into(), home, out)
        && g.cx().may_read(&v.locs)
    {
        return Operand { var: v.var, locs: v.locs };
    }
    let mut items = Vec::new();
    let mut cx = g.cx();
    cx.depth = 1;
    for index in 0..u64::from(s.lanes) {
        let e = if g.c.coin(1, 3) { g.value(s.elem, &mut cx) } else { g.constant(s.elem) };
        let e = g.convert(e, s.elem);
        cx.unsequenced();
        items.push(InitItem { index, last: index, init: Init::Expr(e) });
    }
    g.done(&cx);
    let var = g.private(s.ty.into(), Some(Init::List(items)), out);
    Operand { var, locs: Locs::NONE }
}

fn bits(g: &mut Gen, e: ExprId, to: TypeId) -> ExprId {
    if g.b.type_of(e) == to { g.load(e) } else { built(g.b.cast(e, to.into())) }
}

/// A conversion that is written even if we see no need: compilers do not agree on the element type of a comparison.
fn cast_always(g: &mut Gen, e: ExprId, to: TypeId) -> ExprId {
    let e = g.load(e);
    g.b.expr(ExprKind::Cast(CastKind::VectorBits, Written::Explicit, e), to)
}

/// A vector of one shape that reads these variables.
fn expr(g: &mut Gen, s: Shape, pool: &[Operand], cx: &mut Cx, depth: u32) -> ExprId {
    if depth == 0 {
        return leaf(g, s, pool, cx);
    }
    let is_float = g.is_float(s.elem);
    let int = if is_float { 0 } else { 1 };
    match g.c.weighted(&[2, 6, 4 * int, 3 * int, 3, 3, 2, int, 2 * int]) {
        0 => leaf(g, s, pool, cx),
        1 => arithmetic(g, s, pool, cx, depth),
        2 => {
            let (a, b) = (expr(g, s, pool, cx, depth - 1), expr(g, s, pool, cx, depth - 1));
            let op = [BinOp::And, BinOp::Or, BinOp::Xor][g.c.index(3)];
            g.raw(op, a, b)
        }
        3 => shift(g, s, pool, cx, depth),
        4 => select(g, s, pool, cx, depth),
        5 => shuffle(g, s, pool, cx, depth),
        6 => converted(g, s, pool, cx, depth),
        7 => {
            let a = expr(g, s, pool, cx, depth - 1);
            built(g.b.unary(UnOp::BitNot, a))
        }
        _ => {
            let m = comparison(g, s, pool, cx, depth - 1);
            cast_always(g, m, s.ty)
        }
    }
}

fn leaf(g: &mut Gen, s: Shape, pool: &[Operand], cx: &mut Cx) -> ExprId {
    if g.c.coin(4, 5) {
        let v = pool[g.c.index(pool.len())];
        cx.read(&v.locs);
        return g.get(v.var);
    }
    let mut items = Vec::new();
    for index in 0..u64::from(s.lanes) {
        let e = g.constant(s.elem);
        let e = g.convert(e, s.elem);
        items.push(InitItem { index, last: index, init: Init::Expr(e) });
    }
    let e = g.literal(s.ty, Some(Init::List(items)));
    g.load(e)
}

fn counterpart(elem: TypeId) -> (TypeId, TypeId) {
    ELEMENTS.iter().find(|e| e.0 == elem).map_or((TypeId::UINT, TypeId::INT), |e| (e.1, e.2))
}

fn arithmetic(g: &mut Gen, s: Shape, pool: &[Operand], cx: &mut Cx, depth: u32) -> ExprId {
    let a = expr(g, s, pool, cx, depth - 1);
    if g.is_float(s.elem) {
        if g.c.coin(1, 4) {
            let factor = g.b.float([2.0, 0.5, -1.0, 4.0][g.c.index(4)], s.elem);
            return g.raw(BinOp::Mul, a, factor);
        }
        let b = expr(g, s, pool, cx, depth - 1);
        let op = [BinOp::Add, BinOp::Sub][g.c.index(2)];
        return g.raw(op, a, b);
    }
    let u = of(g, counterpart(s.elem).0, s.lanes);
    let a = bits(g, a, u.ty);
    let op = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Rem][g.c.weighted(&[4, 3, 3, 1, 1])];
    let b = if g.c.coin(1, 4) {
        // A scalar for every lane.
        let t = g.int_of(u.elem);
        let k = g.c.range(1, t.max().min(200));
        let k = g.int(k);
        let k = g.convert(k, u.elem);
        splat(g, op, a, k)
    } else {
        let b = expr(g, s, pool, cx, depth - 1);
        let b = bits(g, b, u.ty);
        let b = if matches!(op, BinOp::Div | BinOp::Rem) {
            let one = g.int(1);
            let one = g.convert(one, u.elem);
            g.raw(BinOp::Or, b, one)
        } else {
            b
        };
        g.raw(op, a, b)
    };
    bits(g, b, s.ty)
}

fn splat(g: &mut Gen, op: BinOp, a: ExprId, k: ExprId) -> ExprId {
    if matches!(op, BinOp::Add | BinOp::Mul | BinOp::Sub) && g.c.coin(1, 3) {
        return g.raw(op, k, a);
    }
    g.raw(op, a, k)
}

/// By constants that are the same for every lane or not. To the left in an unsigned type.
fn shift(g: &mut Gen, s: Shape, pool: &[Operand], cx: &mut Cx, depth: u32) -> ExprId {
    let left = g.c.coin(1, 2);
    let a = expr(g, s, pool, cx, depth - 1);
    let is_unsigned = left || g.options.shifts == Shifts::NonNegative;
    let t = if is_unsigned { of(g, counterpart(s.elem).0, s.lanes) } else { s };
    let a = bits(g, a, t.ty);
    let most = i128::from(g.int_of(s.elem).bits) - 1;
    let op = if left { BinOp::Shl } else { BinOp::Shr };
    let e = if g.c.coin(1, 2) {
        let n = g.c.range(0, most);
        let n = g.int(n);
        let n = g.convert(n, t.elem);
        g.raw(op, a, n)
    } else {
        let items = (0..u64::from(s.lanes))
            .map(|index| {
                let n = g.c.range(0, most);
                let n = g.int(n);
                let n = g.convert(n, t.elem);
                InitItem { index, last: index, init: Init::Expr(n) }
            })
            .collect();
        let counts = g.literal(t.ty, Some(Init::List(items)));
        g.raw(op, a, counts)
    };
    bits(g, e, s.ty)
}

/// All ones where it holds, of the compiler's own signed type.
fn comparison(g: &mut Gen, s: Shape, pool: &[Operand], cx: &mut Cx, depth: u32) -> ExprId {
    const OPS: [BinOp; 6] = [BinOp::Lt, BinOp::Eq, BinOp::Gt, BinOp::Ne, BinOp::Le, BinOp::Ge];
    let (a, b) = (expr(g, s, pool, cx, depth), expr(g, s, pool, cx, depth));
    let op = OPS[g.c.index(OPS.len())];
    g.raw(op, a, b)
}

/// `(mask & a) | (~mask & b)`
fn select(g: &mut Gen, s: Shape, pool: &[Operand], cx: &mut Cx, depth: u32) -> ExprId {
    let u = of(g, counterpart(s.elem).0, s.lanes);
    let (x, y) = (pool[g.c.index(pool.len())], pool[g.c.index(pool.len())]);
    let op = [BinOp::Lt, BinOp::Eq, BinOp::Gt, BinOp::Ge][g.c.index(4)];
    cx.read(&x.locs);
    cx.read(&y.locs);
    let mask = |g: &mut Gen| {
        let (a, b) = (g.get(x.var), g.get(y.var));
        let m = g.raw(op, a, b);
        cast_always(g, m, u.ty)
    };
    let (a, b) = (expr(g, s, pool, cx, depth - 1), expr(g, s, pool, cx, depth - 1));
    let (a, b) = (bits(g, a, u.ty), bits(g, b, u.ty));
    let m = mask(g);
    let a = g.raw(BinOp::And, m, a);
    let m = mask(g);
    let not = built(g.b.unary(UnOp::BitNot, m));
    let b = g.raw(BinOp::And, not, b);
    let e = g.raw(BinOp::Or, a, b);
    bits(g, e, s.ty)
}

fn shuffle(g: &mut Gen, s: Shape, pool: &[Operand], cx: &mut Cx, depth: u32) -> ExprId {
    let (a, b) = (expr(g, s, pool, cx, depth - 1), leaf(g, s, pool, cx));
    let mut args: Vec<ExprId> = [a, b].into_iter().map(|e| cast_always(g, e, s.ty)).collect();
    let pattern = g.c.index(4);
    for i in 0..s.lanes {
        let index = match pattern {
            0 => s.lanes - 1 - i,
            1 => i / 2 + if i % 2 == 1 { s.lanes } else { 0 },
            2 => (i + 1) % s.lanes,
            _ => g.c.range(0, i128::from(2 * s.lanes) - 1) as u32,
        };
        let index = g.int(index.into());
        args.push(index);
    }
    g.builtin("__builtin_shufflevector", args)
}

/// Through a type of other lanes and back.
fn converted(g: &mut Gen, s: Shape, pool: &[Operand], cx: &mut Cx, depth: u32) -> ExprId {
    let a = expr(g, s, pool, cx, depth - 1);
    if g.is_float(s.elem) {
        let wide = of(g, TypeId::DOUBLE, s.lanes);
        let wide_e = built(g.b.convert_vector(a, wide.ty));
        return built(g.b.convert_vector(wide_e, s.ty));
    }
    let integers: Vec<TypeId> = ELEMENTS.iter().map(|e| e.0).filter(|&e| g.is_int(e)).collect();
    let other = integers[g.c.index(integers.len())];
    let bytes = g.b.program.types.size_of(other).unwrap_or(4) * u64::from(s.lanes);
    if !(4..=64).contains(&bytes) {
        return a;
    }
    let t = of(g, other, s.lanes);
    let e = built(g.b.convert_vector(a, t.ty));
    let u = of(g, counterpart(other).0, s.lanes);
    let e = bits(g, e, u.ty);
    let k = g.int(3);
    let k = g.convert(k, u.elem);
    let op = [BinOp::Add, BinOp::Xor, BinOp::Mul][g.c.index(3)];
    let e = g.raw(op, e, k);
    built(g.b.convert_vector(e, s.ty))
}

/// A place of this shape that may be written.
fn target(g: &mut Gen, s: Shape) -> Option<Variable> {
    let cx = g.cx();
    let found: Vec<Variable> = g
        .visible()
        .chain(&g.outputs)
        .filter(|v| v.ty.ty == s.ty && v.assignable && v.ty.quals == Quals::NONE && cx.may_write(&v.locs))
        .copied()
        .collect();
    if found.is_empty() { None } else { Some(found[g.c.index(found.len())]) }
}

/// `v = expression;`
fn assign(g: &mut Gen, s: Shape, pool: &[Operand], out: &mut Vec<StmtId>) {
    let mut cx = g.cx();
    let depth = 1 + g.c.index(3) as u32;
    let e = expr(g, s, pool, &mut cx, depth);
    g.spend(40);
    match target(g, s) {
        Some(v) => {
            cx.write(&v.locs);
            let l = g.var(v.var);
            let e = built(g.b.assign(l, e));
            g.push_expr(e, &cx, out);
        }
        None => {
            g.done(&cx);
            let e = g.load(e);
            let var = g.private(s.ty.into(), Some(Init::Expr(e)), out);
            lanes_of(g, s, var, out);
        }
    }
}

/// A loop over the lanes of a private vector.
fn lanes_of(g: &mut Gen, s: Shape, var: VarId, out: &mut Vec<StmtId>) {
    let acc = ground::accumulator(g, s.elem, out);
    let i = g.private(TypeId::INT.into(), None, out);
    let (v, n) = (g.var(var), g.get(i));
    let e = g.at(v, n);
    let e = g.load(e);
    let e = ground::accumulate(g, acc, e);
    let body = g.expr_stmt(e);
    let loop_ = g.count_up(i, 0, s.lanes.into(), body);
    out.push(loop_);
    g.spend(12 * u64::from(s.lanes));
    ground::store_var(g, acc, out);
}

/// A lane read or written, by a constant or an index.
fn lane(g: &mut Gen, s: Shape, pool: &[Operand], out: &mut Vec<StmtId>) {
    if let Some(v) = target(g, s)
        && g.c.coin(1, 2)
    {
        let mut cx = g.cx();
        cx.depth = cx.depth.min(2);
        cx.no_write.merge(&v.locs);
        let value = g.value(s.elem, &mut cx);
        let value = g.load(value);
        let value = g.convert(value, s.elem);
        let mut at = g.cx();
        let index = g.index_value(s.lanes.into(), &mut at).unwrap_or_else(|| g.int(0));
        // The index is read while the value may be changing what it reads.
        let (value, mut cx) = if cx.eff.writes.is_empty() {
            (value, cx)
        } else {
            g.done(&cx);
            let kept = g.private_value(s.elem, value, out);
            (g.get(kept), g.cx())
        };
        cx.eff.merge(&at.eff);
        let base = g.var(v.var);
        let l = g.at_any(base, index, s.lanes.into());
        cx.write(&v.locs);
        let e = g.assign(l, value);
        g.push_expr(e, &cx, out);
        return;
    }
    let v = pool[g.c.index(pool.len())];
    let mut cx = g.cx();
    let index = g.index_value(s.lanes.into(), &mut cx).unwrap_or_else(|| g.int(0));
    let base = g.var(v.var);
    let e = g.at_any(base, index, s.lanes.into());
    cx.read(&v.locs);
    let e = g.load(e);
    ground::store(g, e, cx, out);
}

/// An expression whose lanes are added up.
fn reduce(g: &mut Gen, s: Shape, pool: &[Operand], out: &mut Vec<StmtId>) {
    let mut cx = g.cx();
    let e = expr(g, s, pool, &mut cx, 2);
    let e = g.load(e);
    g.done(&cx);
    let var = g.private(s.ty.into(), Some(Init::Expr(e)), out);
    lanes_of(g, s, var, out);
}

/// A function of vectors. Only those of 16 bytes are passed alike by everybody.
fn call(g: &mut Gen, s: Shape, pool: &mut [Operand], out: &mut Vec<StmtId>) {
    let size = g.b.program.types.size_of(s.ty).unwrap_or(0);
    if size != 16 || !g.on(Feature::Call) || g.is_full() {
        assign(g, s, pool, out);
        return;
    }
    let cx = g.cx();
    let callee = g.define(s.ty.into(), &[s.ty.into(), s.ty.into()], &cx, |g, out| {
        let params = g.b.program.funcs[g.f.func].params.clone();
        let pool: Vec<Operand> = params.iter().map(|&var| Operand { var, locs: Locs::NONE }).collect();
        let mut cx = g.cx();
        let e = expr(g, s, &pool, &mut cx, 2);
        let e = g.load(e);
        g.done(&cx);
        g.spend(40);
        let ret = g.b.stmt(StmtKind::Return(Some(e)));
        out.push(ret);
    });
    g.callees[callee].reusable = false;
    let mut cx = g.cx();
    let (a, b) = (expr(g, s, pool, &mut cx, 1), expr(g, s, pool, &mut cx, 1));
    let (a, b) = (g.load(a), g.load(b));
    let (func, cost) = (g.callees[callee].func, g.callees[callee].cost);
    g.spend(cost);
    let e = g.call(func, vec![a, b]);
    g.done(&cx);
    let var = g.private(s.ty.into(), Some(Init::Expr(e)), out);
    match target(g, s) {
        Some(v) => {
            let mut cx = g.cx();
            cx.write(&v.locs);
            let (l, r) = (g.var(v.var), g.get(var));
            let e = built(g.b.assign(l, r));
            g.push_expr(e, &cx, out);
        }
        None => lanes_of(g, s, var, out),
    }
}
