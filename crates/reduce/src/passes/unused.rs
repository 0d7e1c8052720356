//! Declarations that nothing mentions, variables that nobody reads, labels that nobody jumps to.

use crate::edit::{Edit, Node, Proposal, is_var};
use crate::reach::Site;
use crate::tree::Tree;
use lydite_lang::*;
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) fn list(tree: &Tree) -> Vec<Proposal> {
    let p = &*tree.program;
    let mut found = Vec::new();
    for &v in tree.reach.declared.iter().rev() {
        if p.vars[v].storage != Storage::Param && tree.reach.uses(v) == 0 {
            found.push(Proposal::new(Node::Var(v), 0, 4, Edit::DropVar(v)));
        }
    }
    for (f, function) in p.funcs.iter() {
        if function.body.is_some() && tree.reach.calls(f) == 0 && !tree.is_needed(f) {
            found.push(Proposal::new(Node::Func(f), 0, 20, Edit::DropFunc(f)));
        }
    }
    let mut targets: FxHashSet<LabelId> = FxHashSet::default();
    for site in &tree.reach.sites {
        match site.node {
            Node::Stmt(s) => {
                if let StmtKind::Goto(label) = p.stmts[s].kind {
                    targets.insert(label);
                }
            }
            Node::Expr(e) => {
                if let ExprKind::LabelAddr(label) = p.exprs[e].kind {
                    targets.insert(label);
                }
            }
            _ => {}
        }
    }
    for (s, _) in tree.reach.stmts() {
        if let StmtKind::Label(label, inner) = p.stmts[s].kind
            && !targets.contains(&label)
        {
            found.push(Proposal::new(Node::Stmt(s), 0, 2, Edit::StmtFrom(s, inner)));
        }
    }
    found.extend(write_only(tree));
    found
}

/// Variables that are only assigned to: the assignments become their values.
fn write_only(tree: &Tree) -> Vec<Proposal> {
    let p = &*tree.program;
    let mut writes: FxHashMap<VarId, Vec<Edit>> = FxHashMap::default();
    let parents: FxHashMap<Node, &Site> = tree.reach.sites.iter().map(|site| (site.node, site)).collect();
    for (e, site) in tree.reach.exprs() {
        let ExprKind::Var(v) = p.exprs[e].kind else { continue };
        let edit = write(p, &parents, site.parent, e, v);
        writes.entry(v).or_default().extend(edit);
    }
    let mut found = Vec::new();
    for &v in &tree.reach.declared {
        if let Some(mut edits) = writes.remove(&v)
            && edits.len() == tree.reach.uses(v) as usize
            && p.vars[v].storage != Storage::Param
        {
            edits.push(Edit::DropVar(v));
            found.push(Proposal::new(Node::Var(v), 1, 4 + 2 * edits.len() as u32, Edit::All(edits)));
        }
    }
    found
}

/// The edit that takes a write to a variable away; the write may be to a part of it.
fn write(p: &Program, parents: &FxHashMap<Node, &Site>, parent: Node, place: ExprId, v: VarId) -> Option<Edit> {
    let Node::Expr(outer) = parent else { return None };
    match p.exprs[outer].kind {
        ExprKind::Assign(l, r) | ExprKind::CompoundAssign { lhs: l, rhs: r, .. } if l == place => {
            Some(Edit::ExprFrom(outer, r))
        }
        ExprKind::IncDec(_, _) => match parents.get(&parent)?.parent {
            Node::Stmt(s) if matches!(p.stmts[s].kind, StmtKind::Expr(_)) => Some(Edit::Stmt(s, StmtKind::Empty)),
            _ => None,
        },
        ExprKind::Member(..) | ExprKind::Cast(CastKind::ArrayDecay, ..) => {
            write(p, parents, parents.get(&parent)?.parent, outer, v)
        }
        ExprKind::Index(base, _) if base == place || is_var(p, base, v) => {
            write(p, parents, parents.get(&parent)?.parent, outer, v)
        }
        _ => None,
    }
}
