//! Functions that return pointers to static objects.

use super::super::dsl::built;
use super::super::effects::{Cx, Locs};
use super::super::state::Gen;
use super::function_pointer::{finish, may_make};
use crate::feature::Feature;
use lydite_lang::*;

/// `*f(...)` of a function that exists.
pub fn value(g: &mut Gen, _: TypeId, cx: &mut Cx) -> Option<ExprId> {
    g.c.open("pointer-result");
    let f = existing(g, cx);
    let e = f.and_then(|f| read(g, f, cx));
    g.c.close();
    e.filter(|&e| g.is_int(g.b.type_of(e)))
}

/// `*f(...) = value;`, or what it points to stored elsewhere.
pub fn statement(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    g.c.open("pointer-result");
    let made = made(g, out);
    g.c.close();
    made
}

fn made(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    let mut cx = g.cx();
    let old = existing(g, &cx);
    let f = if old.is_some() && g.c.coin(1, 2) || !may_make(g) { old } else { Some(new(g, &cx)) };
    let Some(f) = f else { return false };
    let Some(to) = g.b.program.types.pointee(g.callees[f].ret.ty) else { return false };
    let locs = Locs::of(g.class(to.ty));
    if !to.quals.has(Quals::CONST) && cx.may_write(&locs) && g.c.coin(1, 2) {
        let outer = cx.enter();
        let e = g.call_of(f, &mut cx);
        // The store comes after the value, but in no order with what else the value stores.
        cx.unsequenced();
        cx.no_write.merge(&locs);
        let value = g.value(to.ty, &mut cx);
        cx.leave(outer);
        let Some(e) = e else { return false };
        cx.write(&locs);
        let place = g.deref(e);
        let e = g.assign(place, value);
        g.push_expr(e, &cx, out);
        return true;
    }
    let e = read(g, f, &mut cx);
    finish(g, e, cx, out)
}

fn existing(g: &mut Gen, cx: &Cx) -> Option<usize> {
    let found: Vec<usize> = (0..g.callees.len())
        .filter(|&i| {
            let f = &g.callees[i];
            let to = g.b.program.types.pointee(f.ret.ty);
            to.is_some_and(|to| g.b.program.types.is_arithmetic(to.ty) && to.quals.without(Quals::CONST) == Quals::NONE)
                && f.reusable
                && cx.may_call(&f.effects)
                && g.affords(f.cost)
        })
        .collect();
    if found.is_empty() { None } else { Some(found[g.c.index(found.len())]) }
}

/// The value that a function's result points to.
fn read(g: &mut Gen, f: usize, cx: &mut Cx) -> Option<ExprId> {
    let to = g.b.program.types.pointee(g.callees[f].ret.ty)?;
    let locs = Locs::of(g.class(to.ty));
    if !cx.may_read(&locs) {
        return None;
    }
    let e = g.call_of(f, cx)?;
    cx.read(&locs);
    let e = g.deref(e);
    Some(g.load(e))
}

/// `T *f(...) { ...; return c ? &g_1 : &g_2[i]; }`
fn new(g: &mut Gen, cx: &Cx) -> usize {
    let mut to = QType::from(g.scalar_ty());
    if g.on(Feature::Const) && g.c.coin(1, 5) {
        to = to.with(Quals::CONST);
    }
    let ret = g.b.program.types.pointer(to);
    let mut params: Vec<QType> = Vec::new();
    for _ in 0..g.c.index(3) {
        params.push(g.scalar_ty().into());
    }
    g.define(ret.into(), &params, cx, |g, out| {
        for _ in 0..g.c.index(3) {
            if !g.is_full() {
                g.stmt(out);
            }
        }
        if g.on(Feature::If) && g.c.coin(1, 3) && !g.is_full() {
            let mut cx = g.cx();
            let c = g.condition(&mut cx);
            g.done(&cx);
            if let Some(e) = g.static_address(ret) {
                let then = g.b.stmt(StmtKind::Return(Some(e)));
                let s = g.if_stmt(c, then, None);
                out.push(s);
            }
        }
        let two = g.c.coin(1, 2);
        let one = if two { g.static_address(ret) } else { None };
        let Some(one) = one else {
            g.return_stmt(out);
            return;
        };
        let mut cx = g.cx();
        let c = g.condition(&mut cx);
        g.done(&cx);
        let e = match g.static_address(ret) {
            Some(other) => built(g.b.cond(c, one, other)),
            None => one,
        };
        let s = g.b.stmt(StmtKind::Return(Some(e)));
        out.push(s);
    })
}
