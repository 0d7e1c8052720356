//! Smaller constants and shorter strings.

use super::number;
use crate::edit::{Edit, Node, Proposal};
use crate::tree::Tree;
use lydite_lang::*;
use rustc_hash::FxHashMap;

pub(super) fn list(tree: &Tree) -> Vec<Proposal> {
    let p = &*tree.program;
    let mut found = Vec::new();
    for (e, site) in tree.reach.exprs() {
        let ty = p.ty(e);
        let mut propose = |(kind, ty): (ExprKind, QType)| {
            found.push(Proposal::new(site.node, 0, 1, Edit::Expr(e, kind, ty)));
        };
        match &p.exprs[e].kind {
            ExprKind::Int(_) | ExprKind::Wide(_) => {
                let Some(value) = p.int_constant(e) else { continue };
                let mut tried = vec![value];
                if ty.ty != TypeId::INT && i32::try_from(value).is_ok() {
                    propose(number(value, TypeId::INT));
                }
                for smaller in [0, 1, 2, value.saturating_abs(), value / 1_000_000, value / 1000, value / 10] {
                    let shorter = smaller.to_string().len() < value.to_string().len();
                    if !tried.contains(&smaller) && (shorter || (0..value).contains(&smaller)) {
                        tried.push(smaller);
                        let small = if i32::try_from(smaller).is_ok() { TypeId::INT } else { ty.ty };
                        propose(number(smaller, small));
                        if small != ty.ty {
                            propose(number(smaller, ty.ty));
                        }
                    }
                }
            }
            ExprKind::Float(bits) => {
                let value = f64::from_bits(*bits);
                for smaller in [0.0, 1.0, value.trunc()] {
                    propose((ExprKind::Float(smaller.to_bits()), TypeId::DOUBLE.into()));
                }
                propose((ExprKind::Float(*bits), TypeId::DOUBLE.into()));
                propose(number(1, TypeId::INT));
            }
            ExprKind::Str(id) => {
                let units = &p.strings[*id].units;
                for shorter in shorter_strings(units) {
                    found.push(Proposal::new(site.node, 0, 1, Edit::Text(*id, shorter)));
                }
            }
            _ => {}
        }
    }
    found.extend(alike(tree));
    found
}

/// Constants that are equal get smaller together.
fn alike(tree: &Tree) -> Vec<Proposal> {
    let p = &*tree.program;
    let mut places: FxHashMap<i128, Vec<ExprId>> = FxHashMap::default();
    let mut order = Vec::new();
    for (e, _) in tree.reach.exprs() {
        let Some(value) = p.int_constant(e) else { continue };
        let own = places.entry(value).or_default();
        if own.is_empty() {
            order.push(value);
        }
        own.push(e);
    }
    let mut found = Vec::new();
    for value in order.into_iter().filter(|value| !(0..2).contains(value)) {
        let own = &places[&value];
        if own.len() < 2 {
            continue;
        }
        for smaller in [0, 1, 2] {
            let edits = own.iter().map(|&e| {
                let (kind, ty) = number(smaller, TypeId::INT);
                Edit::Expr(e, kind, ty)
            });
            found.push(Proposal::new(Node::Whole, 1, 1, Edit::All(edits.collect())));
        }
    }
    found
}

/// A string without parts of it: everything, everything but conversions, halves, each character.
fn shorter_strings(units: &[u32]) -> Vec<Vec<u32>> {
    let body = units.strip_suffix(&[0]).unwrap_or(units);
    let mut all = Vec::new();
    let mut propose = |kept: Vec<u32>| {
        if kept.len() < body.len() {
            let mut kept = kept;
            kept.push(0);
            all.push(kept);
        }
    };
    propose(Vec::new());
    propose(conversions(body));
    let mut size = body.len() / 2;
    while size > 0 {
        for start in (0..body.len()).step_by(size) {
            let end = (start + size).min(body.len());
            propose([&body[..start], &body[end..]].concat());
        }
        // Long texts are not worth their single characters.
        size = if size > 1 && body.len() / size > 16 { 0 } else { size / 2 };
    }
    all
}

/// The conversions of a format.
fn conversions(body: &[u32]) -> Vec<u32> {
    let mut kept = Vec::new();
    let mut inside = false;
    for &unit in body {
        let c = char::from_u32(unit).unwrap_or(' ');
        if c == '%' {
            inside = true;
        }
        if inside {
            kept.push(unit);
            inside = c == '%' || !c.is_ascii_alphabetic() || matches!(c, 'l' | 'h' | 'z' | 'j' | 't' | 'L');
        }
    }
    kept
}
