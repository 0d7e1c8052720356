//! Statements that never ran.

use crate::edit::{Edit, Node, Proposal};
use crate::tree::Tree;
use lydite_lang::*;
use rustc_hash::FxHashSet;

pub(super) fn list(tree: &Tree) -> Vec<Proposal> {
    let p = &*tree.program;
    let Some(profile) = &tree.profile else { return Vec::new() };
    let mut ran: FxHashSet<Node> = profile.stmts.keys().map(|&s| Node::Stmt(s)).collect();
    // What contains something that ran, ran.
    for site in tree.reach.sites.iter().rev() {
        if ran.contains(&site.node) || matches!(site.node, Node::Expr(e) if profile.exprs.contains_key(&e)) {
            ran.insert(site.parent);
        }
    }
    let mut found = Vec::new();
    let parent_ran = |parent: Node| ran.contains(&parent) || matches!(parent, Node::Func(_));
    for (s, site) in tree.reach.stmts() {
        let is_needed = matches!(p.stmts[s].kind, StmtKind::Decl(_) | StmtKind::Empty | StmtKind::VlaLength(_));
        if ran.contains(&site.node) || !parent_ran(site.parent) || is_needed {
            continue;
        }
        let edit = match site.parent {
            Node::Func(f) if tree.reach.calls(f) == 0 => Edit::DropFunc(f),
            Node::Func(_) => Edit::Stmt(s, StmtKind::Block([].into())),
            _ => Edit::Stmt(s, StmtKind::Empty),
        };
        found.push(Proposal::new(Node::Stmt(s), 0, site.weight, edit));
    }
    found
}
