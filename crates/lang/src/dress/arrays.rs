//! Which forms an array can have for how a program uses it.

use super::ArrayForm;
use crate::ops::CastKind;
use crate::tree::*;
use crate::types::*;
use crate::visit;
use rustc_hash::FxHashSet;

/// The variable whose sub-array an lvalue of array type is, reached by subscripts alone.
pub(crate) fn root(p: &Program, e: ExprId) -> Option<VarId> {
    match p.exprs[e].kind {
        ExprKind::Var(var) => Some(var),
        ExprKind::Index(base, _) => match p.exprs[base].kind {
            ExprKind::Cast(CastKind::ArrayDecay, _, array) => root(p, array),
            _ => None,
        },
        _ => None,
    }
}

/// The elements of an array of any number of dimensions, with the qualifiers they have in it, and its lengths.
pub(crate) fn dimensions(types: &Types, ty: QType) -> Option<(QType, Vec<u64>)> {
    let mut elem = ty;
    let mut lengths = Vec::new();
    while let TypeKind::Array { elem: inner, len } = types.kind(elem.ty) {
        let ArrayLen::Fixed(len) = len else { return None };
        lengths.push(*len);
        elem = inner.with(elem.quals);
    }
    (!lengths.is_empty()).then_some((elem, lengths))
}

/// How a program uses an array, beyond elements named by all their subscripts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    /// Elements only.
    Elements,
    /// Pointers to elements.
    Pointers,
    /// The array as an object, or pointers to its rows.
    Whole,
}

/// The forms that an array can have in C++ without changing what the program does: C's own always.
pub fn forms(program: &Program, var: VarId) -> Vec<ArrayForm> {
    let mut legal = vec![ArrayForm::C];
    let info = &program.vars[var];
    let types = &program.types;
    let is_file = matches!(info.storage, Storage::Global | Storage::StaticGlobal | Storage::Extern);
    let Some((elem, lengths)) = dimensions(types, info.ty) else { return legal };
    let simple = types.is_scalar(elem.ty) || types.is_record(elem.ty);
    let is_plain = elem.quals.without(Quals::CONST) == Quals::NONE && info.align.is_none() && !info.attrs.thread_local;
    if !is_file || !simple || !is_plain || lengths.contains(&0) {
        return legal;
    }
    let most = uses(program, var);
    if most <= Use::Pointers {
        legal.push(ArrayForm::StdArray);
    }
    // Rows of the others are not next to each other, and they are not there before `main` is about to begin.
    let is_apart = most == Use::Elements || most == Use::Pointers && lengths.len() == 1;
    let is_const_record = elem.quals.has(Quals::CONST) && types.is_record(elem.ty);
    if is_apart && !in_initialiser(program, var) && !is_const_record {
        if elem.ty != TypeId::BOOL {
            legal.push(ArrayForm::Vector);
        }
        legal.push(ArrayForm::Valarray);
    }
    legal
}

fn uses(p: &Program, var: VarId) -> Use {
    let is_part = |e: ExprId| p.types.is_array(p.ty(e).ty) && root(p, e) == Some(var);
    let mut subscripted: FxHashSet<ExprId> = FxHashSet::default();
    let mut decayed: FxHashSet<ExprId> = FxHashSet::default();
    let mut most = Use::Elements;
    for (_, e) in p.exprs.iter() {
        if let ExprKind::Index(base, _) = e.kind {
            subscripted.insert(base);
        }
    }
    for (id, e) in p.exprs.iter() {
        match e.kind {
            ExprKind::Cast(CastKind::ArrayDecay, _, array) if is_part(array) => {
                decayed.insert(array);
                if !subscripted.contains(&id) {
                    let is_row = p.types.pointee(e.ty.ty).is_some_and(|to| p.types.is_array(to.ty));
                    most = most.max(if is_row { Use::Whole } else { Use::Pointers });
                }
            }
            ExprKind::AddrOf(place) if points_into(p, place, var) => most = most.max(Use::Pointers),
            _ => {}
        }
    }
    // What does not decay is used as an object.
    let is_whole = p.exprs.ids().any(|e| is_part(e) && !decayed.contains(&e));
    if is_whole { Use::Whole } else { most }
}

/// Whether a place is in an element of an array.
fn points_into(p: &Program, place: ExprId, var: VarId) -> bool {
    match p.exprs[place].kind {
        ExprKind::Member(base, _) => points_into(p, base, var),
        ExprKind::Index(base, _) => match p.exprs[base].kind {
            ExprKind::Cast(CastKind::ArrayDecay, _, array) => root(p, array) == Some(var) || points_into(p, array, var),
            _ => false,
        },
        _ => false,
    }
}

/// Whether the initialiser of something at file scope mentions a variable.
fn in_initialiser(p: &Program, var: VarId) -> bool {
    p.vars.iter().filter(|(_, info)| info.storage.is_static()).any(|(_, info)| {
        let mut found = false;
        if let Some(init) = &info.init {
            visit::init_exprs(init, &mut |e| found |= mentions(p, e, var));
        }
        found
    })
}

fn mentions(p: &Program, e: ExprId, var: VarId) -> bool {
    let mut found = matches!(p.exprs[e].kind, ExprKind::Var(v) if v == var);
    visit::expr_children(p, e, &mut |child| {
        if let visit::Child::Expr(inner) = child {
            found |= mentions(p, inner, var);
        }
    });
    found
}

/// The subscripts of an array that `.at(i)` can take the place of, if its form is `std::array` or `std::vector`.
pub fn at_sites(program: &Program, var: VarId) -> Vec<ExprId> {
    let mut past = FxHashSet::default();
    for (_, e) in program.exprs.iter() {
        // The address of what is just past the end may be taken; `.at` would throw.
        if let ExprKind::AddrOf(place) = e.kind {
            past.insert(place);
        }
    }
    let is_site = |e: &ExprId| {
        let ExprKind::Index(base, _) = program.exprs[*e].kind else { return false };
        let ExprKind::Cast(CastKind::ArrayDecay, _, array) = program.exprs[base].kind else { return false };
        root(program, array) == Some(var) && !past.contains(e)
    };
    program.exprs.ids().filter(is_site).collect()
}
