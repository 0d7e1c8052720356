//! Variable length arrays of one and two dimensions.
//!
//! They live in a block of their own, so that no jump leads past their declaration into their scope.

use super::super::dsl::built;
use super::super::state::Gen;
use super::ground;
use lydite_lang::*;

/// A block with a variable length array: filled, added up, measured.
pub fn production(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    ground::scoped(g, "vla", out, |g, out| {
        let dims = 1 + usize::from(g.c.coin(1, 3));
        if !g.affords(if dims == 1 { 400 } else { 2_000 }) || g.is_full() {
            return false;
        }
        let mut body = Vec::new();
        g.f.scopes.push(Vec::new());
        block(g, dims, &mut body);
        g.pop_scope();
        let s = g.block(body);
        out.push(s);
        true
    })
}

fn block(g: &mut Gen, dims: usize, out: &mut Vec<StmtId>) {
    let elem = g.scalar_ty();
    let lengths: Vec<VarId> = (0..dims).map(|_| length(g, out)).collect();
    // The row of a matrix may also have a constant length.
    let fixed = dims == 2 && g.c.coin(1, 3);
    let mut ty = QType::from(elem);
    let mut declared = Vec::new();
    for (i, &n) in lengths.iter().enumerate().rev() {
        let len = if fixed && i == 1 {
            ArrayLen::Fixed(8)
        } else {
            let e = g.get(n);
            let size = g.b.program.types.size_type();
            let e = built(g.b.convert(e, size));
            let vla = g.b.program.types.vlas.push(e);
            declared.push(vla);
            ArrayLen::Variable(vla)
        };
        ty = g.b.program.types.array(ty, len).into();
    }
    for &vla in declared.iter().rev() {
        let s = g.b.stmt(StmtKind::VlaLength(vla));
        out.push(s);
    }
    let array = g.private(ty, None, out);
    g.spend(40);
    // Filled as far as the lengths go: all that is read later.
    let counters: Vec<VarId> = lengths.iter().map(|_| g.private(TypeId::INT.into(), None, out)).collect();
    let times = g.f.times;
    g.f.times = times.saturating_mul(8u64.pow(dims as u32));
    let mut cx = g.cx();
    cx.depth = cx.depth.min(2);
    let value = g.value(elem, &mut cx);
    let value = g.load(value);
    let value = if g.is_int(g.b.type_of(value)) {
        let i = g.get(counters[dims - 1]);
        let op = [BinOp::Add, BinOp::Xor, BinOp::Mul][g.c.index(3)];
        g.bin(op, value, i)
    } else {
        value
    };
    let to = element(g, array, &counters);
    let e = g.assign(to, value);
    let mut inner = Vec::new();
    g.push_expr(e, &cx, &mut inner);
    let body = if inner.len() == 1 { inner[0] } else { g.block(inner) };
    let s = nest(g, &counters, &lengths, body);
    out.push(s);
    if g.c.coin(1, 3) && g.may_nest() {
        // Code that may leave the block.
        g.f.times = times;
        let s = g.block_stmt();
        out.push(s);
        g.f.times = times.saturating_mul(8u64.pow(dims as u32));
    }
    let acc = ground::accumulator(g, elem, out);
    let e = element(g, array, &counters);
    let e = ground::accumulate(g, acc, e);
    let body = g.expr_stmt(e);
    g.spend(8);
    g.f.times = times;
    let s = if dims == 1 && g.c.coin(1, 2) {
        backwards(g, array, acc, lengths[0])
    } else {
        nest(g, &counters, &lengths, body)
    };
    out.push(s);
    ground::store_var(g, acc, out);
    if g.c.coin(1, 2) {
        let e = built(g.b.sizeof_type(ty));
        let e = if g.c.coin(1, 2) {
            let size = built(g.b.sizeof_type(elem.into()));
            g.raw(BinOp::Div, e, size)
        } else {
            e
        };
        let cx = g.cx();
        ground::store(g, e, cx, out);
    }
}

/// `(e & 7) + 1`, kept in a variable.
fn length(g: &mut Gen, out: &mut Vec<StmtId>) -> VarId {
    let mut cx = g.cx();
    cx.depth = cx.depth.min(2);
    let e = g.value(TypeId::INT, &mut cx);
    let e = g.load(e);
    let e = built(g.b.promote(e));
    let e = g.cast(e, TypeId::INT);
    let (mask, one) = (g.int(7), g.int(1));
    let e = g.raw(BinOp::And, e, mask);
    let e = g.raw(BinOp::Add, e, one);
    g.done(&cx);
    let ty = [TypeId::INT, TypeId::UINT, TypeId::SHORT, TypeId::LONG, TypeId::UCHAR][g.c.index(5)];
    g.private_value(ty, e, out)
}

fn element(g: &mut Gen, array: VarId, counters: &[VarId]) -> ExprId {
    let mut e = g.var(array);
    for &counter in counters {
        let i = g.get(counter);
        e = g.at(e, i);
    }
    e
}

/// Loops over all elements.
fn nest(g: &mut Gen, counters: &[VarId], lengths: &[VarId], body: StmtId) -> StmtId {
    let mut body = body;
    for (&i, &n) in counters.iter().zip(lengths).rev() {
        let (zero, n) = (g.int(0), g.get(n));
        // Lengths are small, so that their type does not matter.
        let n = g.cast(n, TypeId::INT);
        body = g.count(i, zero, (BinOp::Lt, n), IncDec::PostInc, body);
    }
    body
}

/// `while (n--) acc += v[n];`, with a count of its own in the block.
fn backwards(g: &mut Gen, array: VarId, acc: VarId, n: VarId) -> StmtId {
    let mut block = Vec::new();
    let n = g.get(n);
    let left = g.private_value(TypeId::INT, n, &mut block);
    let l = g.var(left);
    let old = built(g.b.inc_dec(IncDec::PostDec, l));
    let zero = g.int(0);
    let cond = g.raw(BinOp::Gt, old, zero);
    let e = element(g, array, &[left]);
    let e = ground::accumulate(g, acc, e);
    let body = g.expr_stmt(e);
    let s = g.b.stmt(StmtKind::While(cond, body));
    block.push(s);
    g.block(block)
}
