//! Labels as values: tables of labels, `goto *`, threaded interpreters.
//!
//! A function has at most one table: compilers take every `goto *` of a function to lead to every label whose address is
//! taken, and some of those could be in places that may not be jumped into.

use super::super::dsl::built;
use super::super::state::Gen;
use super::ground;
use crate::feature::Feature;
use lydite_lang::*;

/// A dispatch by a table of labels, here or in a function of its own.
pub fn production(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    ground::scoped(g, "computed-goto", out, |g, out| {
        if g.is_full() || !g.affords(1_500) {
            return false;
        }
        if g.on(Feature::Call) && g.c.coin(1, 2) {
            return function(g, out);
        }
        if !g.f.inlinable {
            return false;
        }
        g.f.inlinable = false;
        if g.c.coin(1, 2) && g.may_nest() {
            dispatch(g, out);
        } else {
            let acc = ground::accumulator(g, TypeId::INT, out);
            interpreter(g, acc, out);
            ground::store_var(g, acc, out);
        }
        true
    })
}

/// An interpreter as a function of a start value.
fn function(g: &mut Gen, out: &mut Vec<StmtId>) -> bool {
    let ty = g.wide_ty();
    let cx = g.cx();
    let callee = g.define(ty.into(), &[ty.into()], &cx, |g, out| {
        g.f.inlinable = false;
        let param = g.b.program.funcs[g.f.func].params[0];
        let first = g.get(param);
        let acc = g.private_value(ty, first, out);
        interpreter(g, acc, out);
        let e = g.get(acc);
        let s = g.b.stmt(StmtKind::Return(Some(e)));
        out.push(s);
    });
    let mut cx = g.cx();
    match g.call_of(callee, &mut cx) {
        Some(e) => {
            ground::store(g, e, cx, out);
            true
        }
        None => false,
    }
}

/// `static void *const table[] = {&&a, &&b};`
fn table(g: &mut Gen, labels: &[LabelId], out: &mut Vec<StmtId>) -> VarId {
    let items = labels
        .iter()
        .enumerate()
        .map(|(i, &label)| {
            let e = g.b.label_addr(label);
            InitItem { index: i as u64, last: i as u64, init: Init::Expr(e) }
        })
        .collect();
    let elem = QType::from(TypeId::VOID_PTR).with(Quals::CONST);
    let ty = g.b.program.types.array(elem, ArrayLen::Fixed(labels.len() as u64));
    let var = g.private(ty.into(), Some(Init::List(items)), out);
    if g.c.coin(3, 4) {
        g.b.program.vars[var].storage = Storage::StaticLocal;
    }
    var
}

/// One jump to one of several blocks, each of which ends at a common place.
fn dispatch(g: &mut Gen, out: &mut Vec<StmtId>) {
    let count = 2 + g.c.index(4);
    let labels: Vec<LabelId> = (0..count).map(|_| g.new_label()).collect();
    let end = g.new_label();
    let table = table(g, &labels, out);
    let mut cx = g.cx();
    cx.depth = cx.depth.min(2);
    let index = g.value(TypeId::UINT, &mut cx);
    let index = g.load(index);
    let index = g.cast(index, TypeId::UINT);
    let index = g.reduced(index, count as u64);
    g.done(&cx);
    let base = g.var(table);
    let target = g.at(base, index);
    let target = g.load(target);
    let jump = g.b.stmt(StmtKind::GotoComputed(target));
    out.push(jump);
    for label in labels {
        let s = g.label_stmt(label);
        out.push(s);
        let s = g.block_stmt();
        out.push(s);
        // Or into the next one.
        if g.c.coin(2, 3) {
            let s = g.b.stmt(StmtKind::Goto(end));
            out.push(s);
        }
    }
    let s = g.label_stmt(end);
    out.push(s);
}

/// What an instruction of the little machine does.
#[derive(Clone, Copy)]
enum Action {
    /// `acc op= constant`
    Constant,
    /// `acc op= other`
    Other,
    /// `other op= acc`
    Back,
    /// Two bytes of code: an operand.
    Operand,
    /// Back by some instructions while there is fuel.
    Loop,
    /// `acc op= other` under a condition.
    Perhaps,
}

const ACTIONS: [Action; 6] =
    [Action::Constant, Action::Other, Action::Back, Action::Operand, Action::Loop, Action::Perhaps];

/// A little machine: code bytes, a table of labels, threaded or central dispatch.
fn interpreter(g: &mut Gen, acc: VarId, out: &mut Vec<StmtId>) {
    let count = 2 + g.c.index(5);
    let actions: Vec<Action> = (0..count).map(|_| ACTIONS[g.c.weighted(&[3, 3, 2, 2, 2, 2])]).collect();
    let labels: Vec<LabelId> = (0..=count).map(|_| g.new_label()).collect();
    let (code, length) = code(g, &actions, out);
    let table = table(g, &labels, out);
    let zero = g.int(0);
    let pc = g.private_value(TypeId::INT, zero, out);
    let fuel = 4 + g.c.range(0, 8);
    let steps = g.trips(fuel as u64 + 2) as i128;
    let fuel = steps.min(fuel);
    let e = g.int(fuel);
    let fuel_var = g.private_value(TypeId::INT, e, out);
    let other_ty = g.wide_ty();
    let first = g.constant(other_ty);
    let other = g.private_value(other_ty, first, out);
    let threaded = g.c.coin(1, 2);
    let next = g.new_label();
    if !threaded {
        let s = g.label_stmt(next);
        out.push(s);
    }
    let s = fetch(g, table, code, pc);
    out.push(s);
    for (i, action) in actions.iter().enumerate() {
        let s = g.label_stmt(labels[i]);
        out.push(s);
        act(g, *action, &Registers { acc, other, pc, fuel: fuel_var, code }, out);
        let s = if threaded { fetch(g, table, code, pc) } else { g.b.stmt(StmtKind::Goto(next)) };
        out.push(s);
    }
    let s = g.label_stmt(labels[count]);
    out.push(s);
    // Each bit of fuel takes it back by the whole code at most.
    g.spend((fuel as u64 + 2) * length * 16);
    if g.c.coin(1, 2) {
        let e = g.get(other);
        let e = ground::accumulate(g, acc, e);
        let s = g.expr_stmt(e);
        out.push(s);
    }
}

struct Registers {
    acc: VarId,
    other: VarId,
    pc: VarId,
    fuel: VarId,
    code: VarId,
}

/// Code for the machine that ends: one byte for each instruction and each operand.
fn code(g: &mut Gen, actions: &[Action], out: &mut Vec<StmtId>) -> (VarId, u64) {
    let halt = actions.len() as i128;
    let length = 3 + g.c.index(10);
    let mut bytes = Vec::new();
    for _ in 0..length {
        let at = g.c.index(actions.len());
        bytes.push(at as i128);
        if matches!(actions[at], Action::Operand) {
            let operand = g.c.range(0, 255);
            bytes.push(operand);
        }
    }
    bytes.push(halt);
    let items = bytes
        .iter()
        .enumerate()
        .map(|(i, &b)| {
            let e = g.int(b);
            let e = g.convert(e, TypeId::UCHAR);
            InitItem { index: i as u64, last: i as u64, init: Init::Expr(e) }
        })
        .collect();
    let elem = QType::from(TypeId::UCHAR).with(Quals::CONST);
    let ty = g.b.program.types.array(elem, ArrayLen::Fixed(bytes.len() as u64));
    let var = g.private(ty.into(), Some(Init::List(items)), out);
    g.b.program.vars[var].storage = Storage::StaticLocal;
    (var, bytes.len() as u64)
}

/// `code[pc++]`
fn byte(g: &mut Gen, code: VarId, pc: VarId) -> ExprId {
    let l = g.var(pc);
    let at = built(g.b.inc_dec(IncDec::PostInc, l));
    let base = g.var(code);
    let e = g.at(base, at);
    g.load(e)
}

/// `goto *table[code[pc++]];`
fn fetch(g: &mut Gen, table: VarId, code: VarId, pc: VarId) -> StmtId {
    let op = byte(g, code, pc);
    let base = g.var(table);
    let target = g.at(base, op);
    let target = g.load(target);
    g.b.stmt(StmtKind::GotoComputed(target))
}

fn act(g: &mut Gen, action: Action, r: &Registers, out: &mut Vec<StmtId>) {
    let e = match action {
        Action::Constant => {
            let k = g.constant(TypeId::INT);
            ground::accumulate(g, r.acc, k)
        }
        Action::Other => {
            let e = g.get(r.other);
            ground::accumulate(g, r.acc, e)
        }
        Action::Back => {
            let e = g.get(r.acc);
            ground::accumulate(g, r.other, e)
        }
        Action::Operand => {
            let e = byte(g, r.code, r.pc);
            ground::accumulate(g, r.acc, e)
        }
        Action::Loop => {
            // if (fuel-- > 0) pc = 0;
            let l = g.var(r.fuel);
            let left = built(g.b.inc_dec(IncDec::PostDec, l));
            let zero = g.int(0);
            let more = g.raw(BinOp::Gt, left, zero);
            let (l, zero) = (g.var(r.pc), g.int(0));
            let e = g.assign(l, zero);
            let then = g.expr_stmt(e);
            let s = g.if_stmt(more, then, None);
            out.push(s);
            return;
        }
        Action::Perhaps => {
            let (x, y) = (g.get(r.acc), g.get(r.other));
            let op = [BinOp::Lt, BinOp::Gt, BinOp::Ne][g.c.index(3)];
            let c = g.raw(op, x, y);
            let e = g.get(r.other);
            let change = ground::accumulate(g, r.acc, e);
            let then = g.expr_stmt(change);
            let s = g.if_stmt(c, then, None);
            out.push(s);
            return;
        }
    };
    let s = g.expr_stmt(e);
    out.push(s);
}
