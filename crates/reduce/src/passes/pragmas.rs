//! What is said to the optimizer about loops.

use crate::edit::{Edit, Proposal};
use crate::tree::Tree;

/// All pragmas of a loop are gone, or one of several.
pub(super) fn list(tree: &Tree) -> Vec<Proposal> {
    let p = &*tree.program;
    let mut found = Vec::new();
    for (s, site) in tree.reach.stmts() {
        let Some(pragmas) = p.pragmas.get(&s) else { continue };
        let mut propose = |left| found.push(Proposal::new(site.node, site.depth, 4, Edit::Pragmas(s, left)));
        propose(Vec::new());
        for i in (0..pragmas.len()).filter(|_| pragmas.len() > 1) {
            let mut left = pragmas.clone();
            left.remove(i);
            propose(left);
        }
    }
    found
}
