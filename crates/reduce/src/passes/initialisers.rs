//! Initialisers and lengths of arrays.

use crate::edit::{Edit, Node, Proposal};
use crate::tree::Tree;
use lydite_lang::*;

/// Initialisers go, whole or item by item.
pub(super) fn list(tree: &Tree) -> Vec<Proposal> {
    let p = &*tree.program;
    let mut found = Vec::new();
    for &v in &tree.reach.declared {
        let Some(init) = &p.vars[v].init else { continue };
        found.push(Proposal::new(Node::Var(v), 0, 2 + weight(init), Edit::VarInit(v, None)));
        items(init, v, &mut Vec::new(), &mut found);
    }
    found
}

fn weight(init: &Init) -> u32 {
    match init {
        Init::Expr(_) | Init::Str(_) => 1,
        Init::List(items) => 2 + items.iter().map(|item| 1 + weight(&item.init)).sum::<u32>(),
    }
}

fn items(init: &Init, v: VarId, path: &mut Vec<u64>, found: &mut Vec<Proposal>) {
    let Init::List(all) = init else { return };
    // An item that is not the last leaves a gap that a designator fills.
    for item in all.iter().rev() {
        path.push(item.index);
        let edit = Edit::DropInit(v, path.clone());
        found.push(Proposal::new(Node::Var(v), path.len() as u32, weight(&item.init), edit));
        items(&item.init, v, path, found);
        path.pop();
    }
}

/// Arrays get shorter, or vanish around their only element.
pub(super) fn lengths(tree: &Tree) -> Vec<Proposal> {
    let p = &*tree.program;
    let mut found = Vec::new();
    for &v in &tree.reach.declared {
        let ty = p.vars[v].ty;
        let Some((elem, len)) = p.types.array_parts(ty.ty) else { continue };
        found.push(Proposal::new(Node::Var(v), 0, 4, Edit::Collapse(v)));
        let ArrayLen::Fixed(len) = len else { continue };
        let mut tried = vec![len];
        for shorter in [1, 2, len / 2, len.saturating_sub(1)] {
            if shorter == 0 || shorter >= len || tried.contains(&shorter) {
                continue;
            }
            tried.push(shorter);
            let mut edits = Vec::new();
            if let Some(Init::List(all)) = &p.vars[v].init {
                edits.extend(all.iter().filter(|i| i.last >= shorter).map(|i| Edit::DropInit(v, vec![i.index])));
            }
            edits.push(Edit::Length(v, elem, shorter));
            found.push(Proposal::new(Node::Var(v), 1, 1, Edit::All(edits)));
        }
    }
    found
}
