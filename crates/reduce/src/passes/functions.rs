//! Whole functions, with their calls.

use super::number;
use crate::edit::{Edit, Node, Proposal, direct_callee};
use crate::tree::Tree;
use lydite_lang::*;
use lydite_machine::Seen;
use rustc_hash::FxHashMap;

pub(super) fn list(tree: &Tree) -> Vec<Proposal> {
    let p = &*tree.program;
    let mut edits: FxHashMap<FuncId, Vec<Edit>> = FxHashMap::default();
    for (e, site) in tree.reach.exprs() {
        match &p.exprs[e].kind {
            ExprKind::Call(callee, _) => {
                let Some(f) = direct_callee(p, *callee) else { continue };
                let edit = match site.parent {
                    Node::Stmt(s) if matches!(p.stmts[s].kind, StmtKind::Expr(_)) => Edit::Stmt(s, StmtKind::Empty),
                    _ => zero(tree, e),
                };
                edits.entry(f).or_default().push(edit);
            }
            // The designator of a call is gone with it.
            ExprKind::Func(f) => edits.entry(*f).or_default().push(zero(tree, e)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    for (_, site) in tree.reach.stmts().rev() {
        let Node::Func(f) = site.parent else { continue };
        if tree.is_needed(f) {
            continue;
        }
        let mut all = edits.remove(&f).unwrap_or_default();
        all.push(Edit::DropFunc(f));
        found.push(Proposal::new(Node::Func(f), 0, site.weight, Edit::All(all)));
    }
    found
}

/// The call becomes the value it first had.
fn zero(tree: &Tree, e: ExprId) -> Edit {
    let seen = tree.profile.as_ref().and_then(|profile| profile.exprs.get(&e)).map(|seen| seen.first);
    let (kind, ty) = match seen {
        Some(Seen::Int(value)) => number(value, small_type(value, tree.program.ty(e).ty)),
        _ => number(0, TypeId::INT),
    };
    Edit::Expr(e, kind, ty)
}

/// `int` for what fits it.
pub(super) fn small_type(value: i128, own: TypeId) -> TypeId {
    if i32::try_from(value).is_ok() { TypeId::INT } else { own }
}
