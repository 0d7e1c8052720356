//! A call that becomes the body of its function.

use crate::edit::{Edit, apply};
use lydite_lang::*;

/// How the call's value is used.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Use {
    /// In an expression; the function only returns a value.
    Value,
    /// In this statement: nothing uses it.
    Dropped(StmtId),
    /// In this statement, which assigns it.
    Assigned(StmtId, ExprId),
    /// In this statement, which returns it.
    Returned(StmtId),
}

/// The only call of a function.
#[derive(Clone, Debug)]
pub(crate) struct Inlining {
    pub call: ExprId,
    pub func: FuncId,
    pub args: Vec<ExprId>,
    pub how: Use,
}

fn push(p: &mut Program, kind: StmtKind) -> StmtId {
    p.stmts.push(Stmt { kind, place: Place::NONE })
}

/// Puts the body of a function before that of another and removes it; its parameters become variables.
pub(crate) fn move_body(p: &mut Program, func: FuncId, into: FuncId) -> Option<()> {
    let function = p.funcs[func].clone();
    let (StmtKind::Block(mut body), StmtKind::Block(rest)) =
        (p.stmts[function.body?].kind.clone(), p.stmts[p.funcs[into].body?].kind.clone())
    else {
        return None;
    };
    if let Some(last) = body.last_mut()
        && let StmtKind::Return(value) = p.stmts[*last].kind
    {
        *last = push(p, value.map_or(StmtKind::Empty, StmtKind::Expr));
    }
    let mut all = Vec::new();
    for &param in &function.params {
        p.vars[param].storage = Storage::Local;
        all.push(push(p, StmtKind::Decl([param].into())));
    }
    all.extend(body.iter().chain(rest.iter()));
    let at = p.funcs[into].body?;
    p.stmts[at].kind = StmtKind::Block(all.into());
    apply(p, &Edit::DropFunc(func));
    Some(())
}

/// Puts the body in the call's place and removes the function.
pub(crate) fn apply_to(p: &mut Program, inlining: &Inlining) -> Option<()> {
    let function = p.funcs[inlining.func].clone();
    let StmtKind::Block(body) = p.stmts[function.body?].kind.clone() else { return None };
    let last = body.last().map(|&s| p.stmts[s].kind.clone());
    if let Use::Value = inlining.how {
        let Some(StmtKind::Return(Some(value))) = last else { return None };
        for e in p.exprs.ids() {
            if let ExprKind::Var(v) = p.exprs[e].kind
                && let Some(at) = function.params.iter().position(|&param| param == v)
            {
                p.exprs[e] = p.exprs[*inlining.args.get(at)?].clone();
            }
        }
        p.exprs[inlining.call] = p.exprs[value].clone();
    } else {
        let mut all = Vec::new();
        for (&param, &arg) in function.params.iter().zip(&inlining.args) {
            p.vars[param].storage = Storage::Local;
            p.vars[param].init = Some(Init::Expr(arg));
            all.push(push(p, StmtKind::Decl([param].into())));
        }
        all.extend(body.iter());
        let at = match inlining.how {
            Use::Returned(at) => at,
            Use::Dropped(at) => at,
            Use::Assigned(at, _) => at,
            Use::Value => return None,
        };
        if let (Use::Dropped(_) | Use::Assigned(..), Some(StmtKind::Return(value))) = (inlining.how, last) {
            all.pop();
            let kind = match (inlining.how, value) {
                (Use::Assigned(_, target), Some(value)) => {
                    let ty = p.ty(target);
                    StmtKind::Expr(p.exprs.push(Expr { kind: ExprKind::Assign(target, value), ty, place: Place::NONE }))
                }
                (_, Some(value)) => StmtKind::Expr(value),
                (_, None) => StmtKind::Empty,
            };
            all.push(push(p, kind));
        }
        p.stmts[at].kind = StmtKind::Block(all.into());
    }
    apply(p, &Edit::DropFunc(inlining.func));
    Some(())
}
