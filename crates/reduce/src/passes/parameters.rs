//! Parameters and results.

use crate::edit::{Edit, Node, Proposal, direct_callee};
use crate::tree::Tree;
use lydite_lang::*;
use lydite_machine::Seen;
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) fn list(tree: &Tree) -> Vec<Proposal> {
    let p = &*tree.program;
    let mut used_results: FxHashSet<FuncId> = FxHashSet::default();
    let mut calls: FxHashMap<FuncId, Vec<ExprId>> = FxHashMap::default();
    for (e, site) in tree.reach.exprs() {
        let ExprKind::Call(callee, _) = &p.exprs[e].kind else { continue };
        let Some(f) = direct_callee(p, *callee) else { continue };
        calls.entry(f).or_default().push(e);
        let is_statement = matches!(site.parent, Node::Stmt(s) if matches!(p.stmts[s].kind, StmtKind::Expr(_)));
        if !is_statement {
            used_results.insert(f);
        }
    }
    let mut found = Vec::new();
    for (f, function) in p.funcs.iter() {
        let Some(ty) = p.types.func_parts(function.ty) else { continue };
        if function.body.is_none() || p.names.text(function.name) == "main" || ty.tail != ParamTail::Fixed {
            continue;
        }
        // Later ones first, so that the places of the others stay what they are.
        for (at, &v) in function.params.iter().enumerate().rev() {
            if tree.reach.uses(v) == 0 {
                found.push(Proposal::new(Node::Func(f), 0, 4, Edit::DropParam(f, at)));
                continue;
            }
            let value = calls.get(&f).and_then(|calls| argument(tree, calls, at));
            found.push(Proposal::new(Node::Func(f), 1, 2, Edit::ParamToLocal(f, at, value)));
        }
        if ty.ret.ty != TypeId::VOID && !used_results.contains(&f) {
            found.push(Proposal::new(Node::Func(f), 0, 2, Edit::ReturnNothing(f)));
        }
    }
    found
}

/// The value of an argument, if it was always the same.
fn argument(tree: &Tree, calls: &[ExprId], at: usize) -> Option<ExprKind> {
    let p = &*tree.program;
    let mut values = calls.iter().filter_map(|&call| {
        let ExprKind::Call(_, args) = &p.exprs[call].kind else { return None };
        let arg = *args.get(at)?;
        match tree.profile.as_ref().and_then(|profile| profile.exprs.get(&arg)) {
            Some(seen) => Some(seen.first),
            None => p.int_constant(arg).map(Seen::Int),
        }
    });
    let first = values.next()?;
    match (first, values.all(|value| value == first)) {
        (Seen::Int(value), true) => i64::try_from(value).ok().map(ExprKind::Int),
        _ => None,
    }
}
