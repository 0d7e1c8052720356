//! Calls through function pointers: variables, parameters, tables and structures of them.
//!
//! A pointer only ever points to the functions of its [`Group`], which are all complete when the group is made, so
//! what a call through it touches and costs is known wherever the call stands.

use super::super::dsl::built;
use super::super::effects::{Cx, Effects, Locality, Locs};
use super::super::state::{Gen, Variable};
use super::ground;
use crate::feature::Feature;
use lydite_lang::*;

/// Functions of one type.
#[derive(Clone, Debug)]
pub struct Group {
    /// The pointer type.
    ty: TypeId,
    /// The functions, as places among the callees.
    members: Vec<usize>,
    /// What they return.
    ret: QType,
    /// Their parameters.
    params: Vec<QType>,
    /// What a call of any touches.
    effects: Effects,
    /// What a call costs at most.
    cost: u64,
}

/// What holds a function pointer.
#[derive(Clone, Copy, Debug)]
struct Holder {
    var: VarId,
    group: usize,
    locs: Locs,
}

/// A constant table of function pointers.
#[derive(Clone, Copy, Debug)]
struct Table {
    var: VarId,
    group: usize,
    len: u64,
    /// The member with the pointer, if the elements are structures.
    field: Option<usize>,
}

/// A function that takes a function pointer as its first parameter.
#[derive(Clone, Copy, Debug)]
struct Taker {
    callee: usize,
    group: usize,
}

/// All groups and what points to them.
#[derive(Clone, Debug, Default)]
pub struct Pointers {
    groups: Vec<Group>,
    /// Local variables and parameters; those in sight are among the variables in sight.
    locals: Vec<Holder>,
    globals: Vec<Holder>,
    tables: Vec<Table>,
    takers: Vec<Taker>,
}

/// The most groups, global pointers, tables and takers of a program.
const MOST: usize = 8;

/// Whether one more function may be made here.
pub fn may_make(g: &Gen) -> bool {
    g.making < 3 && !g.is_full() && g.affords(3_000) && g.callees.len() < 90
}

/// A call through something that exists.
pub fn value(g: &mut Gen, _: TypeId, cx: &mut Cx) -> Option<ExprId> {
    g.c.open("function-pointer");
    let e = match g.c.index(3) {
        0 | 1 => holder(g, None, cx).and_then(|h| call_holder(g, h, cx)),
        _ => some_taker(g, cx).and_then(|t| call_taker(g, t, cx)),
    };
    g.c.close();
    e.filter(|&e| g.is_int(g.b.type_of(e)))
}

/// A call through a table that exists.
pub fn table_value(g: &mut Gen, _: TypeId, cx: &mut Cx) -> Option<ExprId> {
    g.c.open("function-table");
    let e = some_table(g, cx).and_then(|t| call_table(g, t, cx));
    g.c.close();
    e.filter(|&e| g.is_int(g.b.type_of(e)))
}

/// New pointers, other targets for old ones, and calls.
pub fn statement(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    g.c.open("function-pointer");
    let made = match g.c.weighted(&[4, 3, 3, 3]) {
        0 => local_pointer(g, out),
        1 => global_pointer(g, out),
        2 => retarget(g, out),
        _ => taker_call(g, out),
    };
    g.c.close();
    made
}

/// A new table and a call through it, or a call through an old one.
pub fn table_statement(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    g.c.open("function-table");
    let mut cx = g.cx();
    let table = match some_table(g, &cx) {
        Some(table) if g.c.coin(1, 2) => Some(table),
        old => new_table(g, &cx, out).or(old),
    };
    let e = table.and_then(|t| call_table(g, t, &mut cx));
    g.c.close();
    finish(g, e, cx, out)
}

/// A value is stored where the program can see it; a call without one stands alone.
pub fn finish(g: &mut Gen, e: Option<ExprId>, cx: Cx, out: &mut Vec<StmtId>) -> bool {
    let Some(e) = e else { return false };
    if g.b.program.types.is_arithmetic(g.b.type_of(e)) {
        ground::store(g, e, cx, out);
    } else {
        g.push_expr(e, &cx, out);
    }
    true
}

/// A group whose functions may be called here.
fn some_group(g: &mut Gen, cx: &Cx) -> Option<usize> {
    let fits: Vec<usize> = (0..g.special.pointers.groups.len())
        .filter(|&i| {
            let group = &g.special.pointers.groups[i];
            cx.may_call(&group.effects) && g.affords(group.cost)
        })
        .collect();
    if !fits.is_empty() && (g.special.pointers.groups.len() >= MOST || g.c.coin(1, 2)) {
        return Some(fits[g.c.index(fits.len())]);
    }
    if may_make(g) && g.special.pointers.groups.len() < MOST {
        return new_group(g, cx);
    }
    if fits.is_empty() { None } else { Some(fits[g.c.index(fits.len())]) }
}

/// A group of functions that are there already and new ones like them.
fn new_group(g: &mut Gen, cx: &Cx) -> Option<usize> {
    g.c.open("group");
    let old: Vec<usize> = (0..g.callees.len())
        .filter(|&i| {
            let f = &g.callees[i];
            let plain = g.b.program.types.is_arithmetic(f.ret.ty) || f.ret.ty == TypeId::VOID;
            f.reusable && plain && cx.may_call(&f.effects) && g.affords(f.cost.saturating_mul(2))
        })
        .collect();
    let wanted = 2 + g.c.index(3);
    let mut members = Vec::new();
    let (ret, params) = if !old.is_empty() && g.c.coin(2, 3) {
        let first = old[g.c.index(old.len())];
        let (ret, params) = (g.callees[first].ret, g.callees[first].params.clone());
        members.push(first);
        members.extend(old.iter().filter(|&&i| i != first && g.callees[i].ret == ret && g.callees[i].params == params));
        members.truncate(4);
        (ret, params)
    } else {
        let ret = if g.c.coin(1, 8) { TypeId::DOUBLE } else { g.int_ty() };
        let count = g.c.index(4);
        (ret.into(), (0..count).map(|_| g.scalar_ty().into()).collect::<Vec<QType>>())
    };
    while members.len() < wanted && may_make(g) {
        g.c.open("function");
        let callee = g.define(ret, &params, cx, |g, out| {
            for _ in 0..g.c.index(3) {
                if !g.is_full() {
                    g.stmt(out);
                }
            }
            g.return_stmt(out);
        });
        g.c.close();
        members.push(callee);
    }
    g.c.close();
    let (mut effects, mut cost) = (Effects::default(), 0);
    for &m in &members {
        effects.merge(&g.callees[m].effects);
        cost = g.callees[m].cost.max(cost);
    }
    let first = *members.first()?;
    let func_ty = g.b.program.funcs[g.callees[first].func].ty;
    let ty = g.b.program.types.pointer(func_ty.into());
    g.special.pointers.groups.push(Group { ty, members, ret, params, effects, cost: cost + 4 });
    Some(g.special.pointers.groups.len() - 1)
}

/// A function of a group as a pointer: `f` or `&f`.
fn target(g: &mut Gen, group: usize) -> ExprId {
    let members = &g.special.pointers.groups[group].members;
    let (count, members) = (members.len(), members.clone());
    let func = g.callees[members[g.c.index(count)]].func;
    let f = g.b.func(func);
    if g.c.coin(1, 3) { g.addr(f) } else { g.load(f) }
}

/// A pointer of a group, as a value free of writes: a function, a conditional, another pointer or an entry of a table.
fn pointer_value(g: &mut Gen, group: usize, cx: &mut Cx) -> ExprId {
    match g.c.weighted(&[4, 3, 2, 2]) {
        1 => {
            let mut inner = cx.pure();
            inner.depth = inner.depth.min(2);
            let c = g.condition(&mut inner);
            cx.eff.merge(&inner.eff);
            let (a, b) = (target(g, group), target(g, group));
            g.cond(c, a, b)
        }
        2 => match holder(g, Some(group), cx) {
            Some(h) => {
                cx.read(&h.locs);
                g.get(h.var)
            }
            None => target(g, group),
        },
        3 => {
            let table = g.special.pointers.tables.iter().find(|t| t.group == group).copied();
            match table.and_then(|t| entry(g, t, cx)) {
                Some(e) => g.load(e),
                None => target(g, group),
            }
        }
        _ => target(g, group),
    }
}

/// A pointer variable in sight that may be read, of this group or of one that may be called.
fn holder(g: &mut Gen, group: Option<usize>, cx: &Cx) -> Option<Holder> {
    let pointers = &g.special.pointers;
    let fits = |h: &Holder| {
        let of = &pointers.groups[h.group];
        cx.may_read(&h.locs) && group.map_or(cx.may_call(&of.effects) && g.affords(of.cost), |want| want == h.group)
    };
    let locals = g.f.scopes.iter().flatten().filter_map(|v| pointers.locals.iter().find(|h| h.var == v.var));
    let found: Vec<Holder> = locals.chain(&pointers.globals).filter(|h| fits(h)).copied().collect();
    if found.is_empty() { None } else { Some(found[g.c.index(found.len())]) }
}

fn some_table(g: &mut Gen, cx: &Cx) -> Option<Table> {
    let pointers = &g.special.pointers;
    let fits = |t: &Table| {
        let of = &pointers.groups[t.group];
        cx.may_call(&of.effects) && g.affords(of.cost)
    };
    let found: Vec<Table> = pointers.tables.iter().filter(|t| fits(t)).copied().collect();
    if found.is_empty() { None } else { Some(found[g.c.index(found.len())]) }
}

fn some_taker(g: &mut Gen, cx: &Cx) -> Option<Taker> {
    let fits = |t: &Taker| cx.may_call(&g.callees[t.callee].effects) && g.affords(g.callees[t.callee].cost);
    let found: Vec<Taker> = g.special.pointers.takers.iter().filter(|t| fits(t)).copied().collect();
    if found.is_empty() { None } else { Some(found[g.c.index(found.len())]) }
}

/// `callee(arguments)`, where the callee's expression and the arguments are in no order.
fn call_through(
    g: &mut Gen,
    group: usize,
    cx: &mut Cx,
    callee: impl FnOnce(&mut Gen, &mut Cx) -> Option<ExprId>,
) -> Option<ExprId> {
    let Group { params, effects, cost, .. } = g.special.pointers.groups[group].clone();
    if !cx.may_call(&effects) || !g.affords(cost) {
        return None;
    }
    let outer = cx.enter();
    let f = callee(g, cx);
    cx.unsequenced();
    let args = g.arguments(&params, cx);
    cx.leave(outer);
    let (f, args) = (f?, args?);
    cx.eff.merge(&effects);
    g.spend(cost);
    // `(*p)(x)` says the same as `p(x)`.
    let f = if g.c.coin(1, 3) { g.deref(f) } else { f };
    Some(built(g.b.call(f, args)))
}

fn call_holder(g: &mut Gen, h: Holder, cx: &mut Cx) -> Option<ExprId> {
    g.uses(Feature::FunctionPointer);
    call_through(g, h.group, cx, |g, cx| {
        cx.read(&h.locs);
        Some(g.get(h.var))
    })
}

/// `table[index]` or `table[index].member`
fn entry(g: &mut Gen, t: Table, cx: &mut Cx) -> Option<ExprId> {
    let index = g.index_value(t.len, cx)?;
    let e = g.var(t.var);
    let e = g.at_any(e, index, t.len);
    Some(match t.field {
        Some(field) => g.member(e, field),
        None => e,
    })
}

fn call_table(g: &mut Gen, t: Table, cx: &mut Cx) -> Option<ExprId> {
    call_through(g, t.group, cx, |g, cx| {
        let e = entry(g, t, cx)?;
        Some(g.load(e))
    })
}

fn call_taker(g: &mut Gen, t: Taker, cx: &mut Cx) -> Option<ExprId> {
    let f = g.callees[t.callee].clone();
    if !cx.may_call(&f.effects) || !g.affords(f.cost) {
        return None;
    }
    let outer = cx.enter();
    let pointer = pointer_value(g, t.group, cx);
    g.call_after(&f, pointer, outer, cx)
}

/// `ret (*p)(params) = f;` in the block, and a call through it.
fn local_pointer(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    let mut cx = g.cx();
    let Some(group) = some_group(g, &cx) else { return false };
    let mut at = g.cx();
    let init = pointer_value(g, group, &mut at);
    g.done(&at);
    let ty = g.special.pointers.groups[group].ty;
    let var = g.private(ty.into(), Some(Init::Expr(init)), out);
    let v = reveal(g, var, group);
    let e = call_holder(g, v, &mut cx);
    finish(g, e, cx, out);
    true
}

/// A local function pointer that later code may use.
fn reveal(g: &mut Gen, var: VarId, group: usize) -> Holder {
    let locs = Locs::of(g.fresh_loc(Locality::Local));
    let (ty, depth) = (g.b.program.vars[var].ty, g.depth());
    g.reveal(Variable { var, ty, locs, addressable: false, assignable: false, depth, nullable: false });
    let holder = Holder { var, group, locs };
    g.special.pointers.locals.push(holder);
    holder
}

/// A global function pointer and a call through it.
fn global_pointer(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    let mut cx = g.cx();
    if g.special.pointers.globals.len() < MOST && !g.is_full() {
        let Some(group) = some_group(g, &cx) else { return false };
        let init = target(g, group);
        let ty = g.special.pointers.groups[group].ty;
        let quals = if g.on(Feature::Const) && g.c.coin(1, 6) { Quals::CONST } else { Quals::NONE };
        let var = g.numbered_global("g", QType::from(ty).with(quals), Some(Init::Expr(init)));
        let locs = Locs::of(g.fresh_loc(Locality::Global));
        g.special.pointers.globals.push(Holder { var, group, locs });
    }
    let Some(h) = holder(g, None, &cx) else { return false };
    let e = call_holder(g, h, &mut cx);
    finish(g, e, cx, out)
}

/// `p = other;`, perhaps under a condition that compares it.
fn retarget(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    let mut cx = g.cx();
    let pointers = &g.special.pointers;
    let locals = g.f.scopes.iter().flatten().filter_map(|v| pointers.locals.iter().find(|h| h.var == v.var));
    let found: Vec<Holder> = locals
        .chain(&pointers.globals)
        .filter(|h| cx.may_write(&h.locs) && !g.b.program.vars[h.var].ty.quals.has(Quals::CONST))
        .copied()
        .collect();
    if found.is_empty() {
        return false;
    }
    let h = found[g.c.index(found.len())];
    let value = pointer_value(g, h.group, &mut cx);
    cx.write(&h.locs);
    let l = g.var(h.var);
    let e = built(g.b.assign(l, value));
    if g.c.coin(2, 3) || !cx.may_read(&h.locs) {
        g.push_expr(e, &cx, out);
        return true;
    }
    cx.read(&h.locs);
    g.done(&cx);
    let (old, other) = (g.get(h.var), target(g, h.group));
    let op = if g.c.coin(1, 2) { BinOp::Ne } else { BinOp::Eq };
    let c = g.raw(op, old, other);
    let then = g.expr_stmt(e);
    let s = g.if_stmt(c, then, None);
    out.push(s);
    true
}

/// A call of a function that takes a function pointer.
fn taker_call(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    let mut cx = g.cx();
    let taker = match some_taker(g, &cx) {
        Some(t) if g.c.coin(1, 2) => Some(t),
        old => new_taker(g, &cx).or(old),
    };
    let e = taker.and_then(|t| call_taker(g, t, &mut cx));
    finish(g, e, cx, out)
}

/// `ret f(ret (*p)(params), ...)`: calls what it is given, once or in a loop.
fn new_taker(g: &mut Gen, cx: &Cx) -> Option<Taker> {
    if !may_make(g) || g.special.pointers.takers.len() >= MOST {
        return None;
    }
    let group = some_group(g, cx)?;
    let Group { ty, ret, cost, .. } = g.special.pointers.groups[group].clone();
    if !may_make(g) || !g.affords(20 * cost) {
        return None;
    }
    let mut params: Vec<QType> = vec![ty.into()];
    for _ in 0..g.c.index(3) {
        params.push(g.scalar_ty().into());
    }
    let result = if ret.ty == TypeId::VOID { g.int_ty().into() } else { ret };
    let trips = 2 + g.c.range(0, 5);
    let in_loop = g.c.coin(1, 2);
    let callee = g.define(result, &params, cx, |g, out| {
        let Some(p) = g.f.scopes.first_mut().and_then(|s| s.first_mut()) else { return };
        p.assignable = false;
        let h = Holder { var: p.var, group, locs: p.locs };
        g.special.pointers.locals.push(h);
        if g.c.coin(1, 2) {
            g.stmt(out);
        }
        let times = g.f.times;
        if in_loop {
            g.f.times = times.saturating_mul(trips as u64);
        }
        let counter = in_loop.then(|| g.loop_counter(TypeId::INT, out));
        let mut body = Vec::new();
        g.f.scopes.push(counter.into_iter().collect());
        let mut cx = g.cx();
        let acc = (ret.ty != TypeId::VOID).then(|| ground::accumulator(g, ret.ty, out));
        if let Some(e) = call_holder(g, h, &mut cx) {
            let e = match acc {
                Some(acc) => ground::accumulate(g, acc, e),
                None => e,
            };
            g.push_expr(e, &cx, &mut body);
        }
        if g.c.coin(1, 3) {
            retarget(g, &mut body);
        }
        g.pop_scope();
        g.f.times = times;
        match counter {
            Some(counter) => {
                let body = g.block(body);
                let s = g.count_up(counter.var, 0, trips, body);
                out.push(s);
            }
            None => out.append(&mut body),
        }
        match acc {
            Some(acc) => {
                let e = g.get(acc);
                let e = g.convert(e, result.ty);
                let s = g.b.stmt(StmtKind::Return(Some(e)));
                out.push(s);
            }
            None => g.return_stmt(out),
        }
    });
    g.callees[callee].reusable = false;
    let taker = Taker { callee, group };
    g.special.pointers.takers.push(taker);
    Some(taker)
}

/// `static ret (*const table[n])(params) = {f, h, ...};`, or a table of structures with a pointer and a key.
fn new_table(g: &mut Gen, cx: &Cx, out: &mut Vec<StmtId>) -> Option<Table> {
    if g.is_full() || g.special.pointers.tables.len() >= MOST {
        return None;
    }
    let group = some_group(g, cx)?;
    let ty = g.special.pointers.groups[group].ty;
    let count = g.special.pointers.groups[group].members.len() as i128;
    let len = g.c.range(2, 2 + 2 * count) as u64;
    let with_key = g.on(Feature::Struct) && g.c.coin(1, 3);
    let pointer = QType::from(ty);
    let (elem, field) = if with_key { (operations(g, pointer), Some(1)) } else { (pointer, None) };
    let mut items = Vec::new();
    for index in 0..len {
        let f = Init::Expr(target(g, group));
        let init = if with_key {
            let key = g.c.range(0, 255);
            let key = Init::Expr(g.int(key));
            Init::List(vec![InitItem { index: 0, last: 0, init: key }, InitItem { index: 1, last: 1, init: f }])
        } else {
            f
        };
        items.push(InitItem { index, last: index, init });
    }
    let array = g.b.program.types.array(elem.with(Quals::CONST), ArrayLen::Fixed(len));
    let local = g.c.coin(1, 3) && !g.f.scopes.is_empty();
    let var = g.numbered_global("g", array, Some(Init::List(items)));
    let table = Table { var, group, len, field };
    if local {
        // Seen by this block alone: it is not offered again.
        g.b.program.items.pop();
        g.b.program.vars[var].storage = Storage::StaticLocal;
        let decl = g.b.stmt(StmtKind::Decl([var].into()));
        out.push(decl);
    } else {
        g.special.pointers.tables.push(table);
    }
    Some(table)
}

/// `struct { int key; ret (*run)(params); }`
fn operations(g: &mut Gen, pointer: QType) -> QType {
    g.names.ty += 1;
    let tag = format!("Op{}", g.names.ty);
    let (tag, key, run) = (g.name(&tag), g.name("key"), g.name("run"));
    let (id, ty) = g.b.program.types.new_record(RecordKind::Struct, Some(tag));
    let field = |name, ty| Field { name: Some(name), ty, bits: None, align: None, packed: false };
    let fields = vec![field(key, TypeId::INT.into()), field(run, pointer)];
    match g.b.program.types.complete_record(id, fields, RecordAttrs::default()) {
        Ok(_) => ty.into(),
        Err(_) => pointer,
    }
}
