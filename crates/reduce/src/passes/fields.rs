//! Members of records.

use crate::edit::{Edit, Node, Proposal};
use crate::tree::Tree;
use lydite_lang::*;
use rustc_hash::FxHashSet;

pub(super) fn list(tree: &Tree) -> Vec<Proposal> {
    let p = &*tree.program;
    let mut used: FxHashSet<(RecordId, usize)> = FxHashSet::default();
    for (e, _) in tree.reach.exprs() {
        if let ExprKind::Member(base, field) = p.exprs[e].kind
            && let Some(record) = p.types.record_of(p.ty(base).ty)
        {
            used.insert((record, field.0 as usize));
        }
    }
    let mut found = Vec::new();
    for (r, record) in p.types.records.iter() {
        // Later ones first, so that the places of the others stay what they are.
        for at in (0..record.fields.len()).rev() {
            if !used.contains(&(r, at)) {
                found.push(Proposal::new(Node::Record(r), 0, 3, Edit::DropField(r, at)));
            }
        }
        if let [field] = &record.fields[..]
            && field.bits.is_none()
        {
            found.push(Proposal::new(Node::Record(r), 1, 6, Edit::Unwrap(r)));
        }
    }
    found
}
