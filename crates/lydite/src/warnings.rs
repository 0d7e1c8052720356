//! `--all-warnings`: what a program may do but compilers warn about.
//!
//! The front end accepts it as `gcc -w` does; the implicit conversions it leaves in the tree tell.

use crate::diagnostics;
use lydite_lang::print::ty;
use lydite_lang::{CastKind, Expr, ExprKind, Program, TypeId, Written};
use std::collections::BTreeSet;

/// Shows the warnings, in the order of their places.
pub fn show(program: &Program) {
    let found: BTreeSet<_> = program
        .exprs
        .iter()
        .filter(|(_, expr)| expr.place.is_some())
        .filter_map(|(_, expr)| Some((expr.place, describe(program, expr)?)))
        .collect();
    for (place, text) in found {
        diagnostics::warn(&program.files, place, &text);
    }
}

fn describe(program: &Program, expr: &Expr) -> Option<String> {
    let ExprKind::Cast(kind, Written::Implicit, inner) = expr.kind else { return None };
    let from = program.ty(inner);
    let what = match kind {
        CastKind::IntToPtr => "an integer becomes a pointer without a cast",
        CastKind::PtrToInt => "a pointer becomes an integer without a cast",
        CastKind::PtrToPtr if is_incompatible(program, from.ty, expr.ty.ty) => "incompatible pointer types",
        CastKind::PtrToPtr if loses_qualifiers(program, from.ty, expr.ty.ty) => "qualifiers are lost",
        _ => return None,
    };
    Some(format!("{what}: '{}' to '{}'", ty(program, from.plain()), ty(program, expr.ty.plain())))
}

fn is_incompatible(program: &Program, from: TypeId, to: TypeId) -> bool {
    let types = &program.types;
    match (types.pointee(from), types.pointee(to)) {
        (Some(a), Some(b)) => a.ty != TypeId::VOID && b.ty != TypeId::VOID && !types.compatible(a.ty, b.ty),
        _ => false,
    }
}

fn loses_qualifiers(program: &Program, from: TypeId, to: TypeId) -> bool {
    match (program.types.pointee(from), program.types.pointee(to)) {
        (Some(a), Some(b)) => !b.quals.has(a.quals.standard()),
        _ => false,
    }
}
