//! Arguments beyond the parameters, and what is printed.

use crate::edit::{Edit, Proposal};
use crate::tree::Tree;
use lydite_lang::*;

pub(super) fn list(tree: &Tree) -> Vec<Proposal> {
    let p = &*tree.program;
    let mut found = Vec::new();
    for (e, site) in tree.reach.exprs() {
        let ExprKind::Call(callee, args) = &p.exprs[e].kind else { continue };
        let Some(ty) = p.types.pointee(p.ty(*callee).ty).and_then(|to| p.types.func_parts(to.ty)) else { continue };
        // Later ones first, so that the places of the others stay what they are.
        for at in (ty.params.len()..args.len()).rev() {
            found.push(Proposal::new(site.node, 0, 2, Edit::DropArg(e, at)));
        }
        if let Some(edit) = as_int(p, args) {
            found.push(Proposal::new(site.node, 1, 3, edit));
        }
    }
    found
}

/// A format with its values: everything printed is an `int` without a cast.
fn as_int(p: &Program, args: &[ExprId]) -> Option<Edit> {
    let (&format, values) = args.split_first()?;
    let mut literal = format;
    while let ExprKind::Cast(_, _, inner) = p.exprs[literal].kind {
        literal = inner;
    }
    let ExprKind::Str(id) = p.exprs[literal].kind else { return None };
    let has_conversion = p.strings[id].units.contains(&u32::from(b'%'));
    if values.is_empty() || !has_conversion {
        return None;
    }
    let mut units: Vec<u32> = "%d".repeat(values.len()).bytes().map(u32::from).collect();
    units.push(0);
    let mut edits = vec![Edit::Text(id, units)];
    for &value in values {
        let mut inner = value;
        while let ExprKind::Cast(_, _, next) = p.exprs[inner].kind {
            inner = next;
        }
        if inner != value {
            edits.push(Edit::ExprFrom(value, inner));
        }
    }
    Some(Edit::All(edits))
}
