//! Statements: outer ones before inner ones, later ones before those they may need.

use crate::edit::{Edit, Node, Proposal};
use crate::tree::Tree;
use lydite_lang::*;
use rustc_hash::FxHashMap;

pub(super) fn list(tree: &Tree) -> Vec<Proposal> {
    let p = &*tree.program;
    // Blocks are not levels of their own.
    let mut levels: FxHashMap<Node, u32> = FxHashMap::default();
    let mut found = Vec::new();
    for (s, site) in tree.reach.stmts() {
        let is_block = matches!(p.stmts[s].kind, StmtKind::Block(_));
        let outer = levels.get(&site.parent).copied().unwrap_or(0);
        levels.insert(site.node, if is_block { outer } else { outer + 1 });
        let keeps = match p.stmts[s].kind {
            StmtKind::Empty | StmtKind::Decl(_) | StmtKind::VlaLength(_) | StmtKind::Label(..) => true,
            _ => matches!(site.parent, Node::Func(_)),
        };
        if !keeps {
            found.push(Proposal::new(site.node, outer, site.weight, Edit::Stmt(s, StmtKind::Empty)));
        }
    }
    found.reverse();
    found
}
