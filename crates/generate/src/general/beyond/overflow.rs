//! `__builtin_add_overflow` and its kin: operands and results of several types, the flag used.

use super::super::state::Gen;
use super::ground::{self, FULL};
use lydite_lang::*;

/// Forms for one type each.
const TYPED: [(&str, TypeId); 18] = [
    ("__builtin_sadd_overflow", TypeId::INT),
    ("__builtin_uadd_overflow", TypeId::UINT),
    ("__builtin_ssub_overflow", TypeId::INT),
    ("__builtin_usub_overflow", TypeId::UINT),
    ("__builtin_smul_overflow", TypeId::INT),
    ("__builtin_umul_overflow", TypeId::UINT),
    ("__builtin_saddl_overflow", TypeId::LONG),
    ("__builtin_uaddl_overflow", TypeId::ULONG),
    ("__builtin_ssubl_overflow", TypeId::LONG),
    ("__builtin_usubl_overflow", TypeId::ULONG),
    ("__builtin_smull_overflow", TypeId::LONG),
    ("__builtin_umull_overflow", TypeId::ULONG),
    ("__builtin_saddll_overflow", TypeId::LONGLONG),
    ("__builtin_uaddll_overflow", TypeId::ULONGLONG),
    ("__builtin_ssubll_overflow", TypeId::LONGLONG),
    ("__builtin_usubll_overflow", TypeId::ULONGLONG),
    ("__builtin_smulll_overflow", TypeId::LONGLONG),
    ("__builtin_umulll_overflow", TypeId::ULONGLONG),
];

/// A checked operation whose result and flag are used.
pub fn production(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    ground::scoped(g, "overflow-builtin", out, |g, out| {
        if g.c.coin(1, 5) {
            return chain(g, out);
        }
        let (name, types) = operation(g);
        let mut cx = g.cx();
        let outer = cx.enter();
        let a = g.value(types[0], &mut cx);
        let a = g.load(a);
        let a = g.cast(a, types[0]);
        cx.unsequenced();
        let b = g.value(types[1], &mut cx);
        let b = g.load(b);
        let b = g.cast(b, types[1]);
        cx.leave(outer);
        let zero = g.int(0);
        let result = g.private_value(types[2], zero, out);
        let at = g.var(result);
        let at = g.addr(at);
        let flag = g.builtin(name, vec![a, b, at]);
        g.spend(8);
        match g.c.index(4) {
            0 => {
                ground::store(g, flag, cx, out);
                ground::store_var(g, result, out);
            }
            1 if g.may_nest() => {
                g.done(&cx);
                let then = g.block_stmt();
                let mut other = Vec::new();
                ground::store_var(g, result, &mut other);
                let other = g.block(other);
                let s = g.if_stmt(flag, then, Some(other));
                out.push(s);
            }
            2 => {
                // A limit where it overflowed.
                let (value, limit) = (g.get(result), g.constant(types[2]));
                let e = g.cond(flag, limit, value);
                let e = g.load(e);
                let ty = g.b.type_of(e);
                g.done(&cx);
                let kept = g.private_value(ty, e, out);
                ground::store_var(g, kept, out);
            }
            _ => {
                g.done(&cx);
                let kept = g.private_value(TypeId::BOOL, flag, out);
                let (value, kept) = (g.get(result), g.get(kept));
                let e = g.raw(BinOp::Xor, value, kept);
                let cx = g.cx();
                ground::store(g, e, cx, out);
            }
        }
        true
    })
}

/// A name, the types of its operands, and what its result is stored as.
fn operation(g: &mut Gen) -> (&'static str, [TypeId; 3]) {
    if g.c.coin(1, 3) {
        let (name, ty) = TYPED[g.c.index(TYPED.len())];
        return (name, [ty; 3]);
    }
    let pick = |g: &mut Gen| FULL[g.c.index(FULL.len())];
    match g.c.weighted(&[3, 3, 2]) {
        0 => ("__builtin_add_overflow", [pick(g), pick(g), pick(g)]),
        1 => ("__builtin_sub_overflow", [pick(g), pick(g), pick(g)]),
        _ => {
            // Factors of 64 bits and several signs need a function of the compiler's library that may be missing.
            let narrow = |g: &mut Gen| {
                let small: Vec<TypeId> = FULL.iter().copied().filter(|&t| g.int_of(t).bits <= 32).collect();
                small[g.c.index(small.len())]
            };
            if g.c.coin(1, 3) {
                ("__builtin_mul_overflow", [pick(g); 3])
            } else {
                ("__builtin_mul_overflow", [narrow(g), narrow(g), narrow(g)])
            }
        }
    }
}

/// A loop that stops at the first overflow.
fn chain(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    let trips = g.trips(12);
    let ty = FULL[g.c.index(FULL.len())];
    let first = g.constant(ty);
    let acc = g.private_value(ty, first, out);
    let (by, _) = g.pure_value(ty, 1);
    let by = g.cast(by, ty);
    let by = g.private_value(ty, by, out);
    let i = g.private(TypeId::INT.into(), None, out);
    let name = ["__builtin_add_overflow", "__builtin_mul_overflow", "__builtin_sub_overflow"][g.c.index(3)];
    let (x, y, at) = (g.get(acc), g.get(by), g.var(acc));
    let at = g.addr(at);
    let flag = g.builtin(name, vec![x, y, at]);
    let stop = g.b.stmt(StmtKind::Break);
    let body = g.if_stmt(flag, stop, None);
    let s = g.count_up(i, 0, i128::from(trips), body);
    out.push(s);
    g.spend(trips * 12);
    ground::store_var(g, acc, out);
    if g.c.coin(1, 2) {
        ground::store_var(g, i, out);
    }
    true
}
