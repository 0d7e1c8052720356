//! Loops that count.

use super::ReduceOp;
use crate::ops::BinOp;
use crate::tree::*;
use crate::types::{Quals, TypeId, TypeKind};
use crate::visit::{self, Child};

/// A loop `for (T i = from; i < to; i += 1)` that can't be left early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counted {
    /// The counter.
    pub counter: VarId,
    /// Its first value.
    pub from: ExprId,
    /// The first value it does not have, converted to what is compared.
    pub to: ExprId,
    /// What is repeated.
    pub body: StmtId,
}

/// The parts of a loop, if it has the form that can be made parallel: its body neither changes the counter nor leaves the loop.
pub fn counted(program: &Program, stmt: StmtId) -> Option<Counted> {
    let StmtKind::For { init: Some(init), cond: Some(cond), step: Some(step), body } = program.stmts[stmt].kind else {
        return None;
    };
    let StmtKind::Decl(vars) = &program.stmts[init].kind else { return None };
    let [counter] = **vars else { return None };
    let info = &program.vars[counter];
    let Some(Init::Expr(from)) = info.init else { return None };
    let is_int = matches!(program.types.kind(info.ty.ty), TypeKind::Int(_));
    let ExprKind::Binary(BinOp::Lt, left, to) = program.exprs[plain(program, cond)].kind else { return None };
    let is_counter = |e: ExprId| matches!(program.exprs[plain(program, e)].kind, ExprKind::Var(var) if var == counter);
    let is_one = |e: ExprId| program.int_constant(plain(program, e)) == Some(1);
    let counts = match program.exprs[plain(program, step)].kind {
        ExprKind::IncDec(op, e) => op.is_inc() && is_counter(e),
        ExprKind::CompoundAssign { op: BinOp::Add, lhs, rhs, .. } => is_counter(lhs) && is_one(rhs),
        ExprKind::Assign(lhs, rhs) => match program.exprs[plain(program, rhs)].kind {
            ExprKind::Binary(BinOp::Add, a, b) => is_counter(lhs) && is_counter(a) && is_one(b),
            _ => false,
        },
        _ => false,
    };
    let is_bare = info.ty.quals.without(Quals::CONST) == Quals::NONE && info.storage == Storage::Local;
    let fits = is_int && is_bare && is_counter(left) && counts && is_kept(program, body, counter, Inside::Loop);
    fits.then_some(Counted { counter, from, to, body })
}

/// Whether partial results of a variable can be combined in any order.
pub fn may_reduce(program: &Program, var: VarId, op: ReduceOp) -> bool {
    let ty = program.vars[var].ty.ty;
    let int = program.types.int_type(ty).filter(|_| ty != TypeId::BOOL);
    match op {
        ReduceOp::Add | ReduceOp::Mul => int.is_some_and(|int| !int.signed),
        ReduceOp::And | ReduceOp::Or | ReduceOp::Xor => int.is_some(),
        ReduceOp::Min | ReduceOp::Max => int.is_some() || program.types.is_float(ty),
    }
}

/// An expression without loads and conversions that are not written.
fn plain(p: &Program, e: ExprId) -> ExprId {
    match p.exprs[e].kind {
        ExprKind::Load(inner) | ExprKind::Cast(_, Written::Implicit, inner) => plain(p, inner),
        _ => e,
    }
}

/// What a `break` would leave.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Loop,
    Other,
}

/// Whether a statement neither changes the counter nor leaves the loop.
fn is_kept(p: &Program, s: StmtId, counter: VarId, inside: Inside) -> bool {
    let inside = match p.stmts[s].kind {
        StmtKind::Break => return inside == Inside::Other,
        StmtKind::Return(_) | StmtKind::Goto(_) | StmtKind::GotoComputed(_) => return false,
        StmtKind::For { .. } | StmtKind::While(..) | StmtKind::DoWhile(..) | StmtKind::Switch(..) => Inside::Other,
        _ => inside,
    };
    let mut kept = true;
    visit::stmt_children(p, s, &mut |child| kept &= child_is_kept(p, child, counter, inside));
    kept
}

fn child_is_kept(p: &Program, child: Child, counter: VarId, inside: Inside) -> bool {
    match child {
        Child::Stmt(s) => is_kept(p, s, counter, inside),
        Child::Expr(e) => expr_is_kept(p, e, counter),
        Child::Var(var) => {
            let mut kept = true;
            if let Some(init) = &p.vars[var].init {
                visit::init_exprs(init, &mut |e| kept &= expr_is_kept(p, e, counter));
            }
            kept
        }
    }
}

fn expr_is_kept(p: &Program, e: ExprId, counter: VarId) -> bool {
    let is_counter = |e: ExprId| matches!(p.exprs[e].kind, ExprKind::Var(var) if var == counter);
    match p.exprs[e].kind {
        ExprKind::Assign(place, _)
        | ExprKind::CompoundAssign { lhs: place, .. }
        | ExprKind::IncDec(_, place)
        | ExprKind::AddrOf(place)
            if is_counter(place) =>
        {
            return false;
        }
        _ => {}
    }
    let mut kept = true;
    visit::expr_children(p, e, &mut |child| kept &= child_is_kept(p, child, counter, Inside::Other));
    kept
}
