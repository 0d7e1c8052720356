//! What every edited tree is spared: empty statements, needless braces, statements that are only a constant.

use lydite_lang::*;
use rustc_hash::FxHashSet;

/// Removes what says nothing.
pub(crate) fn tidy(p: &mut Program) {
    // The last statement of a statement expression is its value.
    let values: FxHashSet<StmtId> = p
        .exprs
        .iter()
        .filter_map(|(_, e)| match e.kind {
            ExprKind::StmtExpr(block) => Some(block),
            _ => None,
        })
        .collect();
    for s in p.stmts.ids() {
        match p.stmts[s].kind.clone() {
            StmtKind::Block(stmts) => {
                let keep_last = values.contains(&s);
                let mut out = Vec::with_capacity(stmts.len());
                for (i, &inner) in stmts.iter().enumerate() {
                    let is_value = keep_last && i + 1 == stmts.len();
                    flatten(p, inner, is_value, &mut out);
                }
                p.stmts[s].kind = StmtKind::Block(out.into());
            }
            StmtKind::If(c, a, b) => {
                let (a, b) = (unwrap(p, a), b.map(|b| unwrap(p, b)));
                let b = b.filter(|&b| !matches!(p.stmts[b].kind, StmtKind::Empty));
                p.stmts[s].kind = StmtKind::If(c, a, b);
            }
            StmtKind::While(c, body) => p.stmts[s].kind = StmtKind::While(c, unwrap(p, body)),
            StmtKind::DoWhile(body, c) => p.stmts[s].kind = StmtKind::DoWhile(unwrap(p, body), c),
            StmtKind::For { init, cond, step, body } => {
                p.stmts[s].kind = StmtKind::For { init, cond, step, body: unwrap(p, body) };
            }
            StmtKind::Switch(c, body) => p.stmts[s].kind = StmtKind::Switch(c, unwrap(p, body)),
            _ => {}
        }
    }
}

fn is_constant(p: &Program, e: ExprId) -> bool {
    match &p.exprs[e].kind {
        ExprKind::Int(_) | ExprKind::Wide(_) | ExprKind::Float(_) => true,
        ExprKind::Cast(_, _, inner) => is_constant(p, *inner),
        _ => false,
    }
}

/// Adds the statements that a statement of a block amounts to.
fn flatten(p: &Program, s: StmtId, is_value: bool, out: &mut Vec<StmtId>) {
    match &p.stmts[s].kind {
        StmtKind::Empty => {}
        StmtKind::Decl(vars) if vars.is_empty() => {}
        StmtKind::Expr(e) if !is_value && is_constant(p, *e) => {}
        StmtKind::Block(inner) if !is_value && !inner.iter().any(|&s| declares(p, s)) => {
            inner.iter().for_each(|&s| flatten(p, s, false, out));
        }
        _ => out.push(s),
    }
}

/// Whether a statement declares something in the block it is in.
pub(crate) fn declares(p: &Program, s: StmtId) -> bool {
    match p.stmts[s].kind {
        StmtKind::Decl(_) | StmtKind::VlaLength(_) => true,
        StmtKind::Label(_, s) | StmtKind::Case(_, s) | StmtKind::Default(s) => declares(p, s),
        _ => false,
    }
}

/// The one statement of a block, if that needs no braces.
fn unwrap(p: &mut Program, s: StmtId) -> StmtId {
    match &p.stmts[s].kind {
        StmtKind::Block(inner) => match **inner {
            [] => p.stmts.push(Stmt { kind: StmtKind::Empty, place: Place::NONE }),
            [one] if !declares(p, one) => one,
            _ => s,
        },
        StmtKind::Expr(e) if is_constant(p, *e) => p.stmts.push(Stmt { kind: StmtKind::Empty, place: Place::NONE }),
        _ => s,
    }
}
