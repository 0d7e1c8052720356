//! Integers wider than a word, and of odd widths, in what they are for: high products, shifts across words, carries.

use super::super::dsl::built;
use super::super::effects::{Effects, Locs};
use super::super::state::Gen;
use super::ground::{self, Elements, Want};
use crate::feature::Feature;
use lydite_lang::*;

/// Statements that need `__int128`.
pub fn int128(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    ground::scoped(g, "int128", out, |g, out| {
        let signed = g.c.coin(1, 3);
        let word = if signed { TypeId::LONGLONG } else { TypeId::ULONGLONG };
        let wide = if signed { TypeId::INT128 } else { TypeId::UINT128 };
        match g.c.weighted(&[4, 3, 3, 2, 2, 2]) {
            0 => high_product(g, word, wide, 64, out),
            1 => shifts(g, TypeId::UINT128, 128, out),
            2 => words(g, out),
            3 => dot_product(g, word, wide, out),
            4 => power(g, out),
            _ => divide(g, word, wide, out),
        }
    })
}

/// Statements that need `_BitInt`.
pub fn bit_int(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    ground::scoped(g, "bit-int", out, |g, out| {
        let bits = [12u16, 17, 37, 65, 96, 100, 5, 127, 128, 31][g.c.index(10)];
        let signed = g.c.coin(1, 3);
        let ty = g.b.program.types.bit_int(IntType { bits, signed });
        let unsigned = g.b.program.types.bit_int(IntType { bits, signed: false });
        match g.c.weighted(&[3, 3, 2, 2]) {
            0 => narrow(g, ty, out),
            1 => shifts(g, unsigned, bits, out),
            2 => {
                let half = g.b.program.types.bit_int(IntType { bits: bits / 2, signed: false });
                high_product(g, half, unsigned, bits / 2, out)
            }
            _ => global(g, ty, out),
        }
    })
}

/// A value kept as this type.
fn kept(g: &mut Gen, ty: TypeId, out: &mut Vec<StmtId>) -> VarId {
    let mut cx = g.cx();
    cx.depth = cx.depth.min(2);
    let e = g.value(ty, &mut cx);
    let e = g.load(e);
    let e = g.cast(e, ty);
    g.done(&cx);
    g.private_value(ty, e, out)
}

fn keep_and_store(g: &mut Gen, ty: TypeId, e: ExprId, out: &mut Vec<StmtId>) {
    let var = g.private_value(ty, e, out);
    ground::store_var(g, var, out);
}

/// `(word)(((wide)a * b) >> bits)`, in a function half the time.
fn high_product(g: &mut Gen, word: TypeId, wide: TypeId, bits: u16, out: &mut Vec<StmtId>) -> bool {
    let product = |g: &mut Gen, a: VarId, b: VarId| {
        let (a, b) = (g.get(a), g.get(b));
        let a = g.cast(a, wide);
        let b = if g.c.coin(1, 2) { g.cast(b, wide) } else { b };
        // The product of two words fits.
        let e = g.bin(BinOp::Mul, a, b);
        let n = g.int(bits.into());
        let e = g.raw(BinOp::Shr, e, n);
        g.cast(e, word)
    };
    if g.on(Feature::Call) && g.c.coin(1, 2) && !g.is_full() && g.affords(500) {
        let cx = g.cx();
        let callee = g.define(word.into(), &[word.into(), word.into()], &cx, |g, out| {
            let params = g.b.program.funcs[g.f.func].params.clone();
            let e = product(g, params[0], params[1]);
            g.spend(16);
            let s = g.b.stmt(StmtKind::Return(Some(e)));
            out.push(s);
        });
        let mut cx = g.cx();
        if let Some(e) = g.call_of(callee, &mut cx) {
            ground::store(g, e, cx, out);
            return true;
        }
        return false;
    }
    let (a, b) = (kept(g, word, out), kept(g, word, out));
    let e = product(g, a, b);
    keep_and_store(g, word, e, out);
    true
}

/// Shifts and rotations by a count known at run time, of an unsigned type.
fn shifts(g: &mut Gen, ty: TypeId, bits: u16, out: &mut Vec<StmtId>) -> bool {
    let x = kept(g, ty, out);
    let n = kept(g, TypeId::UINT, out);
    let most = g.lit(i128::from(bits) - 1, TypeId::UINT);
    let (l, old) = (g.var(n), g.get(n));
    // 0 to bits - 2, so that one more is still a count.
    let e = g.raw(BinOp::Rem, old, most);
    let e = g.assign(l, e);
    let s = g.expr_stmt(e);
    out.push(s);
    let (a, count) = (g.get(x), g.get(n));
    let e = match g.c.index(4) {
        0 => g.raw(BinOp::Shl, a, count),
        1 => g.raw(BinOp::Shr, a, count),
        2 => {
            // x << n | x >> (bits - n), with n from 1 on.
            let one = g.lit(1, TypeId::UINT);
            let count = g.raw(BinOp::Add, count, one);
            let left = g.raw(BinOp::Shl, a, count);
            let (a, n, one) = (g.get(x), g.get(n), g.lit(i128::from(bits) - 1, TypeId::UINT));
            let rest = g.raw(BinOp::Sub, one, n);
            let right = g.raw(BinOp::Shr, a, rest);
            g.raw(BinOp::Or, left, right)
        }
        _ => {
            let left = g.raw(BinOp::Shl, a, count);
            let b = g.get(x);
            g.raw(BinOp::Xor, left, b)
        }
    };
    g.spend(16);
    let e = g.cast(e, ty);
    let var = g.private_value(ty, e, out);
    if bits > 64 && g.c.coin(1, 2) {
        // Both halves.
        let (v, n) = (g.get(var), g.int(64));
        let high = g.raw(BinOp::Shr, v, n);
        let high = g.cast(high, TypeId::ULONGLONG);
        let v = g.get(var);
        let low = g.cast(v, TypeId::ULONGLONG);
        let e = g.raw(BinOp::Xor, high, low);
        keep_and_store(g, TypeId::ULONGLONG, e, out);
    } else {
        ground::store_var(g, var, out);
    }
    true
}

/// A wide number from two words, added to another, taken apart again.
fn words(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    let mut sum = Vec::new();
    for _ in 0..2 {
        let (high, low) = (kept(g, TypeId::ULONGLONG, out), kept(g, TypeId::ULONGLONG, out));
        let (high, low) = (g.get(high), g.get(low));
        let high = g.cast(high, TypeId::UINT128);
        let n = g.int(64);
        let high = g.raw(BinOp::Shl, high, n);
        let e = g.raw(BinOp::Or, high, low);
        sum.push(g.private_value(TypeId::UINT128, e, out));
    }
    let (a, b) = (g.get(sum[0]), g.get(sum[1]));
    let op = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Xor][g.c.index(4)];
    let e = g.raw(op, a, b);
    let sum_var = g.private_value(TypeId::UINT128, e, out);
    match g.c.index(3) {
        0 => {
            let (v, n) = (g.get(sum_var), g.int(64));
            let e = g.raw(BinOp::Shr, v, n);
            let e = g.cast(e, TypeId::ULONGLONG);
            keep_and_store(g, TypeId::ULONGLONG, e, out);
        }
        1 => {
            // The carry.
            let (v, a) = (g.get(sum_var), g.get(sum[0]));
            let e = g.raw(BinOp::Lt, v, a);
            keep_and_store(g, TypeId::INT, e, out);
        }
        _ => ground::store_var(g, sum_var, out),
    }
    g.spend(24);
    true
}

/// Products of words added up in twice the width.
fn dot_product(g: &mut Gen, word: TypeId, wide: TypeId, out: &mut Vec<StmtId>) -> bool {
    let a = ground::array(g, Want::Read, Elements::Bits, out);
    if !g.affords(a.len * 20) {
        return false;
    }
    let zero = g.int(0);
    let acc = g.private_value(wide, zero, out);
    let i = g.private(TypeId::INT.into(), None, out);
    let (base, n) = (g.var(a.var), g.get(i));
    let x = g.at(base, n);
    let x = g.load(x);
    let x = g.cast(x, word);
    let x = g.cast(x, wide);
    let (base, n) = (g.var(a.var), g.get(i));
    let last = g.int(i128::from(a.len) - 1);
    let from_end = g.raw(BinOp::Sub, last, n);
    let y = g.at(base, from_end);
    let y = g.load(y);
    let y = g.cast(y, word);
    let e = g.repeatedly(|g| {
        let product = g.bin(BinOp::Mul, x, y);
        let l = g.var(acc);
        g.assign_op(BinOp::Add, l, product)
    });
    let body = g.expr_stmt(e);
    let s = g.count_up(i, 0, i128::from(a.len), body);
    out.push(s);
    g.touches(&Effects { reads: a.locs, writes: Locs::NONE });
    g.spend(a.len * 20);
    ground::store_var(g, acc, out);
    true
}

/// A power modulo a word.
fn power(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    let trips = g.trips(10);
    let (x, m) = (kept(g, TypeId::ULONGLONG, out), kept(g, TypeId::ULONGLONG, out));
    let one = g.int(1);
    let r = g.private_value(TypeId::ULONGLONG, one, out);
    let (l, two) = (g.var(m), g.int(3));
    let e = built(g.b.compound_assign(BinOp::Or, l, two));
    let s = g.expr_stmt(e);
    out.push(s);
    let i = g.private(TypeId::INT.into(), None, out);
    let (a, b) = (g.get(r), g.get(x));
    let a = g.cast(a, TypeId::UINT128);
    let e = g.raw(BinOp::Mul, a, b);
    let modulus = g.get(m);
    let e = g.raw(BinOp::Rem, e, modulus);
    let l = g.var(r);
    let e = g.assign(l, e);
    let body = g.expr_stmt(e);
    let s = g.count_up(i, 0, i128::from(trips), body);
    out.push(s);
    g.spend(trips * 16);
    ground::store_var(g, r, out);
    true
}

/// A division of a wide number by a word, or a conversion through `double`.
fn divide(g: &mut Gen, word: TypeId, wide: TypeId, out: &mut Vec<StmtId>) -> bool {
    let (x, y) = (kept(g, wide, out), kept(g, word, out));
    let (a, b) = (g.get(x), g.get(y));
    if g.c.coin(1, 3) && g.on(Feature::Double) {
        let e = g.cast(a, TypeId::DOUBLE);
        let e = g.raw(BinOp::Add, e, b);
        keep_and_store(g, TypeId::DOUBLE, e, out);
        return true;
    }
    let op = if g.c.coin(1, 2) { BinOp::Div } else { BinOp::Rem };
    let e = g.bin(op, a, b);
    keep_and_store(g, wide, e, out);
    true
}

/// Arithmetic that wraps at an odd width.
fn narrow(g: &mut Gen, ty: TypeId, out: &mut Vec<StmtId>) -> bool {
    let (x, y) = (kept(g, ty, out), kept(g, ty, out));
    let op = [BinOp::Add, BinOp::Mul, BinOp::Sub, BinOp::Div, BinOp::Rem, BinOp::And][g.c.index(6)];
    let (a, b) = (g.get(x), g.get(y));
    let e = g.bin(op, a, b);
    if g.c.coin(1, 3) {
        let other = g.get(x);
        let e = g.raw(BinOp::Lt, e, other);
        keep_and_store(g, TypeId::INT, e, out);
        return true;
    }
    // To something wider or narrower.
    let to = ground::FULL[g.c.index(ground::FULL.len())];
    let e = g.cast(e, to);
    keep_and_store(g, to, e, out);
    true
}

/// A global of an odd width that other code may use.
fn global(g: &mut Gen, ty: TypeId, out: &mut Vec<StmtId>) -> bool {
    let home = super::super::variable::Home::Global;
    let Some(v) = g.new_variable(ty.into(), home, out) else { return false };
    if !v.assignable || !g.may_touch(&v.locs, &v.locs) || ground::is_volatile(&v.locs) {
        return true;
    }
    let mut cx = g.cx();
    cx.no_write.merge(&v.locs);
    cx.depth = cx.depth.min(2);
    let e = g.value(ty, &mut cx);
    let l = g.var(v.var);
    let op = [BinOp::Add, BinOp::Xor, BinOp::Mul][g.c.index(3)];
    cx.read(&v.locs);
    cx.write(&v.locs);
    let e = g.load(e);
    let e = g.assign_op(op, l, e);
    g.push_expr(e, &cx, out);
    true
}
