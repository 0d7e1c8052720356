//! Expressions that become numbers.

use super::functions::small_type;
use super::{is_number, number};
use crate::edit::{Edit, Node, Proposal};
use crate::reach::Site;
use crate::tree::Tree;
use lydite_lang::*;
use lydite_machine::Seen;

/// Values that a number can stand for, outer ones first.
fn values(tree: &Tree) -> impl Iterator<Item = (ExprId, &Site)> {
    let p = &*tree.program;
    tree.reach.exprs().filter(move |(e, _)| {
        let ty = p.ty(*e).ty;
        let is_implied = matches!(p.exprs[*e].kind, ExprKind::Cast(_, Written::Implicit, _));
        !is_implied && !is_number(p, *e) && !p.is_lvalue(*e) && (p.types.is_arithmetic(ty) || p.types.is_pointer(ty))
    })
}

/// Those that always had the same value become that value.
pub(super) fn seen(tree: &Tree) -> Vec<Proposal> {
    let p = &*tree.program;
    let Some(profile) = &tree.profile else { return Vec::new() };
    let mut found = Vec::new();
    for (e, site) in values(tree) {
        let Some(seen) = profile.exprs.get(&e) else { continue };
        let [value] = seen.values[..] else { continue };
        if seen.more {
            continue;
        }
        let own = p.ty(e).ty;
        let mut propose = |(kind, ty), level| {
            found.push(Proposal::new(Node::Expr(e), level, site.weight, Edit::Expr(e, kind, ty)));
        };
        match value {
            Seen::Int(value) => {
                let small = small_type(value, own);
                propose(number(value, small), site.depth);
                if small != own && p.types.int_type(own).is_some_and(|t| t.bits >= 32) {
                    propose(number(value, own), site.depth);
                }
            }
            Seen::Float(bits) => propose((ExprKind::Float(bits), own.into()), site.depth),
            Seen::Null => propose(number(0, TypeId::INT), site.depth),
            Seen::Pointer => {}
        }
    }
    found
}

/// Any becomes nought or one.
pub(super) fn plain(tree: &Tree) -> Vec<Proposal> {
    let mut found = Vec::new();
    for (e, site) in values(tree) {
        for value in [0, 1] {
            let (kind, ty) = number(value, TypeId::INT);
            found.push(Proposal::new(Node::Expr(e), site.depth, site.weight, Edit::Expr(e, kind, ty)));
        }
    }
    found
}
