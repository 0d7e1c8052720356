//! Functions with variable arguments: what is read is what was given, in number and type.

use super::super::dsl::built;
use super::super::effects::Cx;
use super::super::state::{Gen, Variable};
use super::function_pointer::{finish, may_make};
use super::ground;
use lydite_lang::*;

/// What a function reads from its variable arguments.
#[derive(Clone, Debug)]
enum Reads {
    /// As many of one type as the first parameter says.
    Counted(TypeId),
    /// Types that the first parameter spells, two bits each: the position in the list plus one.
    Spelled([TypeId; 3]),
    /// These, one after another.
    Fixed(Vec<TypeId>),
}

/// A function with variable arguments.
#[derive(Clone, Debug)]
pub struct Variadic {
    callee: usize,
    reads: Reads,
}

/// The most such functions of a program.
const MOST: usize = 6;
/// The most variable arguments of a call.
const LONGEST: usize = 9;

/// Types that pass through the default promotions unchanged.
const PASSED: [TypeId; 7] =
    [TypeId::INT, TypeId::LONGLONG, TypeId::DOUBLE, TypeId::UINT, TypeId::LONG, TypeId::ULONGLONG, TypeId::ULONG];

/// A call of a function that exists.
pub fn value(g: &mut Gen, _: TypeId, cx: &mut Cx) -> Option<ExprId> {
    g.c.open("variadic");
    let v = existing(g, cx);
    let e = v.and_then(|v| call(g, &v, cx));
    g.c.close();
    e.filter(|&e| g.is_int(g.b.type_of(e)))
}

/// A call of a new function or of one that exists.
pub fn statement(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    g.c.open("variadic");
    let mut cx = g.cx();
    let old = existing(g, &cx);
    let v = if old.is_some() && g.c.coin(1, 2) || !may_make(g) || g.special.variadics.len() >= MOST {
        old
    } else {
        Some(new(g, &cx))
    };
    let e = v.and_then(|v| call(g, &v, &mut cx));
    g.c.close();
    finish(g, e, cx, out)
}

fn existing(g: &mut Gen, cx: &Cx) -> Option<Variadic> {
    let fits = |v: &&Variadic| cx.may_call(&g.callees[v.callee].effects) && g.affords(g.callees[v.callee].cost);
    let found: Vec<Variadic> = g.special.variadics.iter().filter(fits).cloned().collect();
    if found.is_empty() { None } else { Some(found[g.c.index(found.len())].clone()) }
}

/// A call with arguments as the function wants them; more than it reads do no harm.
fn call(g: &mut Gen, v: &Variadic, cx: &mut Cx) -> Option<ExprId> {
    let f = g.callees[v.callee].clone();
    if !cx.may_call(&f.effects) || !g.affords(f.cost) {
        return None;
    }
    let (first, types) = match &v.reads {
        Reads::Counted(ty) => {
            let n = g.c.index(LONGEST + 1);
            (n as i128, vec![*ty; n])
        }
        Reads::Spelled(list) => {
            let n = g.c.index(LONGEST + 1);
            let picks: Vec<usize> = (0..n).map(|_| g.c.index(list.len())).collect();
            let first = picks.iter().rev().fold(0, |code, &p| code * 4 + p as i128 + 1);
            (first, picks.iter().map(|&p| list[p]).collect())
        }
        Reads::Fixed(list) => (g.c.range(-9, 9), list.clone()),
    };
    let mut types = types;
    if g.c.coin(1, 5) {
        types.push(PASSED[g.c.index(PASSED.len())]);
    }
    let mut args = vec![g.int(first)];
    args.extend(g.arguments_by(&types, cx, |g, &ty, cx| argument(g, ty, cx))?);
    cx.eff.merge(&f.effects);
    g.spend(f.cost);
    Some(g.call(f.func, args))
}

/// A value of exactly this type: nothing converts it on the way. What promotes to the type is left to promote.
fn argument(g: &mut Gen, ty: TypeId, cx: &mut Cx) -> Option<ExprId> {
    if g.b.program.types.is_record(ty) {
        return g.record_value(ty, cx);
    }
    let e = g.value(ty, cx);
    let e = g.load(e);
    let promoted = built(g.b.default_promote(e));
    if g.b.type_of(promoted) == ty {
        return Some(e);
    }
    Some(g.cast(e, ty))
}

fn new(g: &mut Gen, cx: &Cx) -> Variadic {
    let ret = if g.c.coin(1, 6) { TypeId::DOUBLE } else { g.wide_ty() };
    let reads = match g.c.weighted(&[4, 3, 4]) {
        0 => Reads::Counted(PASSED[g.c.index(PASSED.len())]),
        1 => {
            let at = g.c.index(PASSED.len());
            Reads::Spelled([0, 1, 2].map(|i| PASSED[(at + i) % PASSED.len()]))
        }
        _ => {
            let n = 1 + g.c.index(LONGEST);
            Reads::Fixed((0..n).map(|_| passed(g)).collect())
        }
    };
    let name = g.func_name();
    let (func, vars) = g.declare(&name, ret.into(), &[TypeId::INT.into()], ParamTail::Variadic);
    let by_helper = g.c.coin(1, 4);
    let twice = g.c.coin(1, 3);
    let helper = by_helper.then(|| new_helper(g, ret, &reads, cx));
    let list_ty = g.b.program.types.va_list_type();
    let kinds = reads.clone();
    let callee = g.fill(func, &vars, cx, |g, out| {
        g.f.inlinable = false;
        let first = fix_first(g);
        let ap = g.private(list_ty.into(), None, out);
        let other = twice.then(|| g.private(list_ty.into(), None, out));
        let acc = ground::accumulator(g, ret, out);
        va(g, "__builtin_va_start", &[ap], out);
        if let Some(other) = other {
            va(g, "__builtin_va_copy", &[other, ap], out);
        }
        match helper {
            Some(helper) => {
                let (n, list) = (g.get(first), g.get(ap));
                let e = g.call(g.callees[helper].func, vec![n, list]);
                let cost = g.callees[helper].cost;
                g.spend(cost);
                let e = add(g, acc, e);
                push(g, e, out);
            }
            None => walk(g, ap, first, acc, &kinds, out),
        }
        if let Some(other) = other {
            // A copy reads the same arguments again; it may be used up before or after the first list is.
            if g.c.coin(1, 2) {
                va(g, "__builtin_va_end", &[ap], out);
                walk(g, other, first, acc, &kinds, out);
            } else {
                walk(g, other, first, acc, &kinds, out);
                va(g, "__builtin_va_end", &[ap], out);
            }
            va(g, "__builtin_va_end", &[other], out);
        } else {
            va(g, "__builtin_va_end", &[ap], out);
        }
        give_back(g, acc, ret, out);
    });
    g.callees[callee].reusable = false;
    unpromise(g, func);
    let v = Variadic { callee, reads };
    g.special.variadics.push(v.clone());
    v
}

/// A type that may be passed on its own: also a structure that somebody has.
fn passed(g: &mut Gen) -> TypeId {
    let records: Vec<TypeId> =
        g.globals.iter().map(|v| v.ty.ty).filter(|&ty| g.structs.contains(&ty) && leaf(g, ty).is_some()).collect();
    if !records.is_empty() && g.c.coin(1, 5) {
        return records[g.c.index(records.len())];
    }
    PASSED[g.c.index(PASSED.len())]
}

/// A member of a structure that holds a plain number.
fn leaf(g: &Gen, ty: TypeId) -> Option<usize> {
    let record = g.b.program.types.record_of(ty)?;
    let fields = &g.b.program.types.records[record].fields;
    fields.iter().position(|f| f.name.is_some() && g.is_int(f.ty.ty) && f.ty.quals == Quals::NONE)
}

/// The number that says what follows stays as it is.
fn fix_first(g: &mut Gen) -> VarId {
    let func = g.f.func;
    if let Some(scope) = g.f.scopes.first_mut() {
        scope.clear();
    }
    g.b.program.funcs[func].params[0]
}

/// A function that reads a list that it is given: `ret f(int n, va_list list)`.
fn new_helper(g: &mut Gen, ret: TypeId, reads: &Reads, cx: &Cx) -> usize {
    let list_ty = g.b.program.types.va_list_type();
    let param = match g.b.program.types.array_parts(list_ty) {
        Some((elem, _)) => g.b.program.types.pointer(elem),
        None => list_ty,
    };
    let kinds = reads.clone();
    let callee = g.define(ret.into(), &[TypeId::INT.into(), param.into()], cx, |g, out| {
        let first = fix_first(g);
        let list = g.b.program.funcs[g.f.func].params[1];
        let acc = ground::accumulator(g, ret, out);
        walk(g, list, first, acc, &kinds, out);
        give_back(g, acc, ret, out);
    });
    g.callees[callee].reusable = false;
    let func = g.callees[callee].func;
    unpromise(g, func);
    callee
}

/// Reading a list changes it, and the arguments are memory: nothing is promised about that.
fn unpromise(g: &mut Gen, func: FuncId) {
    let promised = FuncAttrs::PURE.with(FuncAttrs::CONST);
    g.b.program.funcs[func].attrs.0 &= !promised.0;
}

fn va(g: &mut Gen, name: &str, lists: &[VarId], out: &mut Vec<StmtId>) {
    let args = lists.iter().map(|&l| g.var(l)).collect();
    let e = g.builtin(name, args);
    push(g, e, out);
}

fn push(g: &mut Gen, e: ExprId, out: &mut Vec<StmtId>) {
    let s = g.expr_stmt(e);
    out.push(s);
    g.spend(4);
}

fn give_back(g: &mut Gen, acc: VarId, ret: TypeId, out: &mut Vec<StmtId>) {
    let e = g.get(acc);
    let e = g.convert(e, ret);
    let s = g.b.stmt(StmtKind::Return(Some(e)));
    out.push(s);
}

/// `va_arg(list, ty)` as a number.
fn take(g: &mut Gen, list: VarId, ty: TypeId) -> ExprId {
    let l = g.var(list);
    let e = built(g.b.va_arg(l, ty));
    match leaf(g, ty) {
        Some(field) => g.member(e, field),
        None => e,
    }
}

/// `acc op= value`; a floating value is converted first where the sum is an integer.
fn add(g: &mut Gen, acc: VarId, e: ExprId) -> ExprId {
    let ty = g.b.program.vars[acc].ty.ty;
    let e = g.load(e);
    let e = if g.is_int(ty) && g.is_float(g.b.type_of(e)) { g.cast(e, ty) } else { e };
    ground::accumulate(g, acc, e)
}

/// Reads all arguments and accumulates them.
fn walk(g: &mut Gen, list: VarId, first: VarId, acc: VarId, reads: &Reads, out: &mut Vec<StmtId>) {
    match reads {
        Reads::Counted(ty) => {
            let counter = g.loop_counter(TypeId::INT, out);
            let times = g.f.times;
            g.f.times = times.saturating_mul(LONGEST as u64);
            let e = take(g, list, *ty);
            let mut body = Vec::new();
            accumulate(g, acc, e, *ty, &counter, &mut body);
            g.f.times = times;
            let body = g.block(body);
            let s = if g.c.coin(1, 2) { up(g, counter.var, first, body) } else { down(g, counter.var, first, body) };
            out.push(s);
        }
        Reads::Spelled(types) => spelled(g, list, first, acc, types, out),
        Reads::Fixed(types) => {
            for &ty in types {
                let e = take(g, list, ty);
                let e = add(g, acc, e);
                push(g, e, out);
            }
        }
    }
}

/// `acc op= value`, perhaps weighed by the counter or under a condition on it.
fn accumulate(g: &mut Gen, acc: VarId, e: ExprId, ty: TypeId, counter: &Variable, body: &mut Vec<StmtId>) {
    match g.c.index(3) {
        1 if g.is_int(ty) => {
            let i = g.get(counter.var);
            let e = g.bin(BinOp::Mul, e, i);
            let e = add(g, acc, e);
            push(g, e, body);
        }
        2 => {
            let kept = g.private_value(ty, e, body);
            let (i, one) = (g.get(counter.var), g.int(1));
            let c = g.raw(BinOp::And, i, one);
            let e = g.get(kept);
            let e = add(g, acc, e);
            let then = g.expr_stmt(e);
            let s = g.if_stmt(c, then, None);
            body.push(s);
        }
        _ => {
            let e = add(g, acc, e);
            push(g, e, body);
        }
    }
}

/// `for (i = 0; i < n; i++)`
fn up(g: &mut Gen, i: VarId, n: VarId, body: StmtId) -> StmtId {
    let (zero, n) = (g.int(0), g.get(n));
    g.count(i, zero, (BinOp::Lt, n), IncDec::PostInc, body)
}

/// `for (i = n; i > 0; i--)`
fn down(g: &mut Gen, i: VarId, n: VarId, body: StmtId) -> StmtId {
    let (n, zero) = (g.get(n), g.int(0));
    g.count(i, n, (BinOp::Gt, zero), IncDec::PreDec, body)
}

/// `for (code = n; code; code >>= 2) switch (code & 3) { case 1: ... }`
fn spelled(g: &mut Gen, list: VarId, first: VarId, acc: VarId, types: &[TypeId; 3], out: &mut Vec<StmtId>) {
    let n = g.get(first);
    let code = g.private_value(TypeId::INT, n, out);
    let times = g.f.times;
    g.f.times = times.saturating_mul(LONGEST as u64);
    let mut cases = Vec::new();
    for (i, &ty) in types.iter().enumerate() {
        let e = take(g, list, ty);
        let e = add(g, acc, e);
        let s = g.expr_stmt(e);
        g.spend(6);
        let at = i as i128 + 1;
        let case = g.b.stmt(StmtKind::Case(Box::new((at, at)), s));
        cases.push(case);
        let end = g.b.stmt(StmtKind::Break);
        cases.push(end);
    }
    g.f.times = times;
    let block = g.block(cases);
    let (c, three) = (g.get(code), g.int(3));
    let kind = g.raw(BinOp::And, c, three);
    let body = g.b.stmt(StmtKind::Switch(kind, block));
    let (c, l, two) = (g.get(code), g.var(code), g.int(2));
    let cond = built(g.b.condition(c));
    let step = built(g.b.compound_assign(BinOp::Shr, l, two));
    let s = g.b.stmt(StmtKind::For { init: None, cond: Some(cond), step: Some(step), body });
    out.push(s);
}
