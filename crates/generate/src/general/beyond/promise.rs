//! Promises to the compiler: code that is not reached, conditions that hold.
//!
//! A promise is a statement of its own with a condition free of effects, so one that the run finds broken is
//! taken out and nothing else changes.

use super::super::effects::Locs;
use super::super::place::{Access, Spot};
use super::super::state::{Breakable, Gen};
use super::function_pointer::{finish, may_make};
use super::ground;
use lydite_lang::*;

/// `if (c) __builtin_unreachable();`, and a `default` that can't be reached.
pub fn unreachable(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    g.c.open("unreachable");
    let made = match g.c.weighted(&[4, 3]) {
        0 => match rare(g) {
            Some((c, spot)) => {
                promise(g, c, out);
                follow(g, spot, out);
                true
            }
            None => false,
        },
        _ => closed_switch(g, out),
    };
    g.c.close();
    made
}

/// `if (!(c)) __builtin_unreachable();`
pub fn assume(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    g.c.open("assume");
    let made = match g.c.weighted(&[3, 3, 3]) {
        0 => masked(g, out),
        1 => match rare(g) {
            Some((c, spot)) => {
                let c = negated(g, c);
                assumption(g, c, out);
                follow(g, spot, out);
                true
            }
            None => false,
        },
        _ => assuming_function(g, out),
    };
    g.c.close();
    made
}

/// The statement that makes the promise; taken out if it would be reached.
fn promise(g: &mut Gen, c: ExprId, out: &mut Vec<StmtId>) {
    let call = g.builtin("__builtin_unreachable", Vec::new());
    let then = g.expr_stmt(call);
    let then = if g.c.coin(1, 4) { g.block(vec![then]) } else { then };
    let s = g.if_stmt(c, then, None);
    g.repairs.promises.push((call, s));
    out.push(s);
    g.spend(4);
}

/// The promise that a condition holds.
fn assumption(g: &mut Gen, holds: ExprId, out: &mut Vec<StmtId>) {
    let c = g.un(UnOp::LogNot, holds);
    promise(g, c, out);
}

/// A condition the other way round.
fn negated(g: &mut Gen, c: ExprId) -> ExprId {
    let opposite = match g.b.program.exprs[c].kind {
        ExprKind::Binary(op, a, b) => match op {
            BinOp::Eq => Some((BinOp::Ne, a, b)),
            BinOp::Ne => Some((BinOp::Eq, a, b)),
            BinOp::Lt => Some((BinOp::Ge, a, b)),
            BinOp::Gt => Some((BinOp::Le, a, b)),
            _ => None,
        },
        _ => None,
    };
    match opposite {
        Some((op, a, b)) => g.raw(op, a, b),
        None => g.un(UnOp::LogNot, c),
    }
}

/// An integer place that may be read without effects.
fn integer(g: &mut Gen) -> Option<(Spot, Locs)> {
    let mut cx = g.cx().pure();
    cx.depth = 1;
    let spot = g.place(Access::Read, &mut cx)?;
    if !g.is_int(spot.ty.ty) || spot.ty.quals.has(Quals::VOLATILE) {
        return None;
    }
    cx.read(&spot.locs);
    g.done(&cx);
    Some((spot, spot.locs))
}

/// The value of a place once more.
fn again(g: &mut Gen, spot: Spot) -> ExprId {
    let e = g.copy_planned(spot.e);
    g.load(e)
}

/// A condition on a place that is seldom true.
fn rare(g: &mut Gen) -> Option<(ExprId, Spot)> {
    let (spot, _) = integer(g)?;
    let ty = spot.ty.ty;
    let t = g.int_of(ty);
    let x = again(g, spot);
    let c = match g.c.weighted(&[4, 3, 2, 2, 2]) {
        0 => {
            let k = g.constant(ty);
            g.raw(BinOp::Eq, x, k)
        }
        1 => {
            // Beyond a limit that most values keep.
            let bits = i128::from(t.bits.min(63));
            let k = (1i128 << g.c.range(bits / 2, bits - 1)) - 1;
            let k = g.lit(k, TypeId::LONGLONG);
            g.raw(BinOp::Gt, x, k)
        }
        2 => {
            let low = -(1i128 << g.c.range(1, i128::from(t.bits.clamp(2, 62)) - 1));
            let k = g.lit(if t.signed { low } else { 0 }, if t.bits < 64 { TypeId::LONGLONG } else { ty });
            g.raw(BinOp::Lt, x, k)
        }
        3 => {
            // Some bits all at once.
            let mask = [15, 31, 0x7F, 0xFF][g.c.index(4)];
            let want = g.c.range(0, mask);
            let (mask, want) = (g.int(mask), g.int(want));
            let low = g.raw(BinOp::And, x, mask);
            g.raw(BinOp::Eq, low, want)
        }
        _ => {
            let (other, _) = integer(g)?;
            let y = again(g, other);
            let (y, one) = (g.cast(y, TypeId::ULONGLONG), g.c.range(0, 3));
            let one = g.lit(one, TypeId::ULONGLONG);
            let y = g.raw(BinOp::Xor, y, one);
            let x = g.cast(x, TypeId::ULONGLONG);
            g.raw(BinOp::Eq, x, y)
        }
    };
    Some((c, spot))
}

/// Code that a compiler can improve if it believes the promise.
fn follow(g: &mut Gen, spot: Spot, out: &mut Vec<StmtId>) {
    if g.is_full() || g.c.coin(1, 4) {
        return;
    }
    let mut cx = g.cx();
    cx.read(&spot.locs);
    let x = again(g, spot);
    let ty = spot.ty.ty;
    let e = match g.c.index(5) {
        0 => {
            let k = g.constant(ty);
            g.raw(BinOp::Lt, x, k)
        }
        1 => {
            let k = g.c.range(0, 5);
            let k = g.int(1 << k);
            g.bin(BinOp::Div, x, k)
        }
        2 => {
            let k = g.c.range(1, 5);
            let k = g.int(1 << k);
            g.bin(BinOp::Rem, x, k)
        }
        3 => {
            let k = g.c.range(0, 5);
            let k = g.int(k);
            let x = g.bin(BinOp::Shr, x, k);
            let again = again(g, spot);
            g.bin(BinOp::Sub, x, again)
        }
        _ => {
            let (k, other) = (g.constant(ty), again(g, spot));
            let c = g.raw(BinOp::Eq, x, k);
            let zero = g.int(0);
            let zero = g.convert(zero, ty);
            g.cond(c, zero, other)
        }
    };
    ground::store(g, e, cx, out);
}

/// `switch (x & 3) { case 0: ... case 3: ...; default: __builtin_unreachable(); }`
fn closed_switch(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    if !g.may_nest() {
        return false;
    }
    let mut cx = g.cx();
    let count = [2, 4, 8, 3, 5][g.c.weighted(&[2, 4, 1, 2, 1])];
    let e = g.value(TypeId::UINT, &mut cx);
    let e = g.cast(e, TypeId::UINT);
    let by_mask = i128::count_ones(count) == 1;
    let k = g.lit(if by_mask { count - 1 } else { count }, TypeId::UINT);
    let e = g.raw(if by_mask { BinOp::And } else { BinOp::Rem }, e, k);
    g.done(&cx);
    let (selector, is_kept) = if g.c.coin(1, 3) {
        let var = g.private_value(TypeId::UINT, e, out);
        (g.get(var), true)
    } else {
        (e, false)
    };
    let mut body = Vec::new();
    let result = g.private_value_zero(out);
    for at in 0..count {
        let mut stmts = Vec::new();
        let (value, _) = g.pure_value(TypeId::INT, 2);
        let value = g.load(value);
        let value = g.cast(value, TypeId::INT);
        let l = g.var(result);
        let e = g.assign(l, value);
        stmts.push(g.expr_stmt(e));
        if is_kept && g.c.coin(1, 4) && !g.is_full() {
            g.f.breakable.push(Breakable::Switch);
            stmts.push(g.block_stmt());
            g.f.breakable.pop();
        }
        let block = if stmts.len() == 1 { stmts[0] } else { g.block(stmts) };
        body.push(g.b.stmt(StmtKind::Case(Box::new((at, at)), block)));
        body.push(g.b.stmt(StmtKind::Break));
    }
    let call = g.builtin("__builtin_unreachable", Vec::new());
    let call_stmt = g.expr_stmt(call);
    let default = g.b.stmt(StmtKind::Default(call_stmt));
    if g.c.coin(1, 3) {
        body.insert(0, default)
    } else {
        body.push(default)
    }
    let block = g.block(body);
    let s = g.b.stmt(StmtKind::Switch(selector, block));
    out.push(s);
    ground::store_var(g, result, out);
    true
}

impl Gen {
    /// A private `int` that begins as zero.
    fn private_value_zero(&mut self, out: &mut Vec<StmtId>) -> VarId {
        let zero = self.int(0);
        self.private_value(TypeId::INT, zero, out)
    }
}

/// What is known of a value that has been brought into range.
fn known(g: &mut Gen, x: VarId, mask: i128, shift: i128) -> ExprId {
    let v = g.get(x);
    match g.c.weighted(&[3, 3, 2]) {
        0 => {
            let k = g.int((mask << shift) + 1);
            g.raw(BinOp::Lt, v, k)
        }
        1 => {
            let low = g.int((1 << shift) - 1);
            let low = g.raw(BinOp::And, v, low);
            let zero = g.int(0);
            g.raw(BinOp::Eq, low, zero)
        }
        _ => {
            let k = g.c.range(1, 9);
            let k = g.int((mask << shift) + k);
            g.raw(BinOp::Ne, v, k)
        }
    }
}

/// Uses of a value in `0..=mask << shift`, a multiple of `1 << shift`.
fn uses_of(g: &mut Gen, x: VarId, shift: i128) -> ExprId {
    let v = g.get(x);
    match g.c.index(5) {
        0 => {
            let k = g.int(1 << shift);
            let q = g.bin(BinOp::Div, v, k);
            let k = g.int(1 << shift);
            g.bin(BinOp::Mul, q, k)
        }
        1 => {
            let k = g.int(2 << shift);
            g.bin(BinOp::Rem, v, k)
        }
        2 => {
            let k = g.int(shift);
            let q = g.bin(BinOp::Shr, v, k);
            let one = g.int(1);
            g.bin(BinOp::Add, q, one)
        }
        3 => {
            let k = g.c.range(0, 20);
            let k = g.int(k);
            g.raw(BinOp::Gt, v, k)
        }
        _ => {
            let (k, w) = (g.constant(TypeId::INT), g.get(x));
            let e = g.bin(BinOp::Sub, v, k);
            g.bin(BinOp::Xor, e, w)
        }
    }
}

/// `T x = (value & 7) << 2; if (!(x < 29)) __builtin_unreachable(); ... x ...`
fn masked(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    let ty = [TypeId::INT, TypeId::UINT, TypeId::LONG, TypeId::UCHAR, TypeId::ULONGLONG, TypeId::SHORT][g.c.index(6)];
    let (mask, shift) = ((1 << g.c.range(1, 4)) - 1, g.c.range(0, 3));
    let mut cx = g.cx();
    let e = g.value(TypeId::UINT, &mut cx);
    let e = g.cast(e, TypeId::UINT);
    let (m, s) = (g.lit(mask, TypeId::UINT), g.int(shift));
    let e = g.raw(BinOp::And, e, m);
    let e = g.raw(BinOp::Shl, e, s);
    g.done(&cx);
    let x = g.private_value(ty, e, out);
    let c = known(g, x, mask, shift);
    assumption(g, c, out);
    let e = uses_of(g, x, shift);
    let cx = g.cx();
    ground::store(g, e, cx, out);
    true
}

/// A function that assumes something of its parameter, and a call that keeps to it.
fn assuming_function(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    if !may_make(g) {
        return false;
    }
    let ty = [TypeId::UINT, TypeId::INT, TypeId::LONGLONG, TypeId::USHORT][g.c.index(4)];
    let (mask, shift) = ((1 << g.c.range(1, 4)) - 1, g.c.range(0, 3));
    let ret = g.int_ty();
    let mut cx = g.cx();
    let callee = g.define(ret.into(), &[ty.into(), ret.into()], &cx, |g, out| {
        // The parameter keeps its value.
        if let Some(p) = g.f.scopes.first_mut().and_then(|s| s.first_mut()) {
            (p.assignable, p.addressable) = (false, false);
        }
        let x = g.b.program.funcs[g.f.func].params[0];
        let c = known(g, x, mask, shift);
        assumption(g, c, out);
        let e = uses_of(g, x, shift);
        let kept = g.private_value(TypeId::LONGLONG, e, out);
        if g.c.coin(1, 3) && !g.is_full() {
            g.stmt(out);
        }
        let (own, _) = g.pure_value(ret, 1);
        let own = g.load(own);
        let own = g.cast(own, TypeId::ULONGLONG);
        let e = g.get(kept);
        let e = g.cast(e, TypeId::ULONGLONG);
        let op = [BinOp::Add, BinOp::Xor, BinOp::Sub][g.c.index(3)];
        let e = g.raw(op, e, own);
        let e = g.convert(e, ret);
        let s = g.b.stmt(StmtKind::Return(Some(e)));
        out.push(s);
    });
    g.callees[callee].reusable = false;
    let f = g.callees[callee].clone();
    if !cx.may_call(&f.effects) || !g.affords(f.cost) {
        return false;
    }
    let outer = cx.enter();
    let e = g.value(TypeId::UINT, &mut cx);
    let e = g.cast(e, TypeId::UINT);
    let (m, s) = (g.lit(mask, TypeId::UINT), g.int(shift));
    let e = g.raw(BinOp::And, e, m);
    let e = g.raw(BinOp::Shl, e, s);
    cx.unsequenced();
    let rest = g.arguments(&f.params[1..], &mut cx);
    cx.leave(outer);
    let Some(rest) = rest else { return false };
    let mut args = vec![e];
    args.extend(rest);
    cx.eff.merge(&f.effects);
    g.spend(f.cost);
    let e = g.call(f.func, args);
    finish(g, Some(e), cx, out)
}
