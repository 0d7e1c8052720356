//! Expressions that hold statements, objects or types, and pointers as truth values.

use super::dsl::built;
use super::effects::Cx;
use super::state::{Gen, Variable};
use lydite_lang::*;

/// `(type){...}.member`, or an element of an unnamed array.
pub fn compound_literal(g: &mut Gen, _: TypeId, cx: &mut Cx) -> Option<ExprId> {
    if cx.is_pure() {
        return None;
    }
    let elem = g.int_ty();
    let len = 1 + g.c.index(4) as u64;
    let ty = g.b.program.types.array(elem.into(), ArrayLen::Fixed(len));
    let outer = cx.enter();
    let mut items = Vec::new();
    for index in 0..len {
        // The initialisers are indeterminately sequenced among themselves.
        let e = g.value(elem, cx);
        let e = g.convert(e, elem);
        cx.unsequenced();
        items.push(InitItem { index, last: index, init: Init::Expr(e) });
    }
    let index = g.index_value(len, cx);
    cx.leave(outer);
    let literal = g.literal(ty, Some(Init::List(items)));
    let e = g.at_any(literal, index?, len);
    Some(g.load(e))
}

/// `({ ...; value; })`
pub fn statement_expression(g: &mut Gen, ty: TypeId, cx: &mut Cx) -> Option<ExprId> {
    if cx.is_pure() || g.f.scopes.is_empty() || !g.may_nest() {
        return None;
    }
    g.c.open("statement-expression");
    // Statements inside obey what the expression around must not touch, and nothing jumps out.
    let saved = (g.f.no_read, g.f.no_write, g.f.effects);
    let exits = std::mem::take(&mut g.f.exits);
    let breakable = std::mem::take(&mut g.f.breakable);
    (g.f.no_read, g.f.no_write) = (cx.no_read, cx.no_write);
    g.f.effects = Default::default();
    let (context, leaves) = (g.context, g.leaves);
    let ret = g.f.ret;
    let early = g.policy.weight(crate::feature::Feature::EarlyReturn);
    g.policy.switch_off(crate::feature::Feature::EarlyReturn);
    g.f.scopes.push(Vec::new());
    g.f.nesting += 1;
    let mut out = Vec::new();
    g.local_stmt(&mut out);
    if g.c.coin(1, 2) && !g.is_full() {
        g.stmt(&mut out);
    }
    let mut inner = g.cx();
    inner.depth = cx.depth.saturating_sub(1);
    let value = g.value(ty, &mut inner);
    let value = g.load(value);
    let value = g.declared(value);
    g.f.effects.merge(&inner.eff);
    let last = g.expr_stmt(value);
    out.push(last);
    g.f.nesting -= 1;
    g.pop_scope();
    g.policy.restore(crate::feature::Feature::EarlyReturn, early);
    g.f.ret = ret;
    (g.context, g.leaves) = (context, leaves);
    let effects = g.f.effects;
    (g.f.no_read, g.f.no_write, g.f.effects) = saved;
    g.f.exits = exits;
    g.f.breakable = breakable;
    cx.eff.merge(&effects);
    g.uncopyable += 1;
    let block = g.block(out);
    g.c.close();
    Some(built(g.b.stmt_expr(block)))
}

/// `_Generic(e, type: a, default: b)`
pub fn generic(g: &mut Gen, ty: TypeId, cx: &mut Cx) -> Option<ExprId> {
    let control = g.value(ty, cx);
    // Promoted: compilers do not agree on the type of a bit-field here, not even of one inside another selection.
    let control = g.un(UnOp::Plus, control);
    let of = g.b.type_of(control);
    const PLAIN: [TypeId; 6] =
        [TypeId::INT, TypeId::UINT, TypeId::LONG, TypeId::ULONG, TypeId::LONGLONG, TypeId::ULONGLONG];
    if !PLAIN.contains(&of) {
        return None;
    }
    let outer = cx.enter();
    let mut choices = Vec::new();
    let chosen = g.c.index(2);
    for (i, candidate) in PLAIN.iter().enumerate().take(3) {
        let association = if i == chosen { of } else { *candidate };
        if choices.iter().any(|(t, _): &(Option<QType>, ExprId)| *t == Some(association.into()))
            || i != chosen && association == of
        {
            continue;
        }
        let e = g.value(ty, cx);
        let e = g.load(e);
        let e = g.declared(e);
        choices.push((Some(association.into()), e));
    }
    let other = g.value(ty, cx);
    let other = g.load(other);
    let other = g.declared(other);
    choices.push((None, other));
    cx.leave(outer);
    let at = choices.iter().position(|c| c.0 == Some(of.into()))?;
    let ty = g.b.type_of(choices[at].1);
    let node = Generic { control, choices, chosen: at };
    Some(g.b.expr(ExprKind::Generic(Box::new(node)), ty))
}

fn pointers(g: &Gen, cx: &Cx) -> Vec<Variable> {
    let types = &g.b.program.types;
    g.visible()
        .filter(|v| types.is_pointer(v.ty.ty) && cx.may_read(&v.locs) && !v.ty.quals.has(Quals::VOLATILE))
        .copied()
        .collect()
}

/// `p == &object`, `p != q`
pub fn pointer_compare(g: &mut Gen, _: TypeId, cx: &mut Cx) -> Option<ExprId> {
    let all = pointers(g, cx);
    if all.is_empty() {
        return None;
    }
    let p = all[g.c.index(all.len())];
    let to = g.b.program.types.pointee(p.ty.ty)?;
    if g.b.program.types.is_function(to.ty) {
        return None;
    }
    cx.read(&p.locs);
    let left = g.get(p.var);
    let depth = g.depth();
    let right = g.address_of(to, depth)?;
    let op = if g.c.coin(1, 2) { BinOp::Ne } else { BinOp::Eq };
    Some(g.raw(op, left, right))
}

/// `!p`, `p != 0`
pub fn null_test(g: &mut Gen, _: TypeId, cx: &mut Cx) -> Option<ExprId> {
    let all: Vec<Variable> = pointers(g, cx).into_iter().filter(|v| v.nullable).collect();
    if all.is_empty() {
        return None;
    }
    let p = all[g.c.index(all.len())];
    cx.read(&p.locs);
    let e = g.get(p.var);
    Some(g.un(UnOp::LogNot, e))
}
