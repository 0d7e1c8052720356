//! Promises to compilers that the machine does not look at: `restrict`, attributes such as `pure`, pragmas such as `ivdep`.
//!
//! A program that breaks one is undefined though its run shows nothing of it. So they go first; one that the bug needs stays
//! where the text alone shows that it is kept: `restrict` parameters of a function that touches nothing but what it is given,
//! called with parts of different variables where it may write; `pure` and `const` functions that write to nothing but their own variables.

use crate::edit::{Edit, Node, direct_callee};
use crate::reach::Reach;
use crate::token::tokens;
use lydite_lang::*;

/// Attributes that promise something.
const ATTRS: &[FuncAttrs] = &[FuncAttrs::CONST, FuncAttrs::PURE, FuncAttrs::MALLOC, FuncAttrs::RETURNS_NONNULL];

/// Attributes that the tree does not know; a text may have them.
const WORDS: &[&str] = &["nonnull", "assume_aligned", "alloc_size", "alloc_align"];

/// Whether a text promises something that its tree does not show.
pub(crate) fn are_hidden(text: &str) -> bool {
    let all = tokens(text);
    let word = |at: usize| all.get(at).map_or("", |token| &text[token.range.clone()]);
    (0..all.len()).any(|i| WORDS.contains(&word(i).trim_matches('_')) || word(i) == "[" && word(i + 1) == "static")
}

/// The edits that take each promise away.
pub(crate) fn all(p: &Program) -> Vec<Edit> {
    list(p, |_| true)
}

/// The edits that take those away that are not seen to be kept.
pub(crate) fn unkept(p: &Program) -> Vec<Edit> {
    let mut reach = None;
    list(p, |promise| {
        let reach = reach.get_or_insert_with(|| Reach::of(p));
        match promise {
            Promise::Restrict(f) => !are_apart(p, reach, f),
            Promise::Attr(f, FuncAttrs::PURE) => !is_pure(p, reach, f, true),
            Promise::Attr(f, FuncAttrs::CONST) => !is_pure(p, reach, f, false),
            Promise::Attr(..) | Promise::Elsewhere | Promise::Loop => true,
        }
    })
}

/// A promise.
#[derive(Clone, Copy)]
enum Promise {
    /// The `restrict` parameters of a function.
    Restrict(FuncId),
    /// `restrict` at any other place.
    Elsewhere,
    /// An attribute of a function.
    Attr(FuncId, FuncAttrs),
    /// A pragma of a loop.
    Loop,
}

fn is_restrict(ty: QType) -> bool {
    ty.quals.has(Quals::RESTRICT)
}

/// The edits that take those away that are asked for.
fn list(p: &Program, mut is_asked: impl FnMut(Promise) -> bool) -> Vec<Edit> {
    let mut edits = Vec::new();
    // What is defined elsewhere keeps its promises.
    for (f, function) in p.funcs.iter().filter(|(_, function)| function.body.is_some()) {
        let apart = || function.params.iter().filter(|&&v| is_restrict(p.vars[v].ty));
        if apart().next().is_some() && is_asked(Promise::Restrict(f)) {
            let plain = |&v: &VarId| (v, p.vars[v].ty.ty, p.vars[v].ty.quals.without(Quals::RESTRICT));
            edits.extend(apart().map(plain).map(|(v, ty, quals)| Edit::VarType(v, QType { ty, quals })));
        }
        for &attr in ATTRS {
            if function.attrs.has(attr) && is_asked(Promise::Attr(f, attr)) {
                edits.push(Edit::DropAttr(f, attr));
            }
        }
    }
    let inner = (0..p.types.len() as u32).any(|id| match p.types.kind(TypeId(id)) {
        TypeKind::Pointer(to) => is_restrict(*to),
        TypeKind::Array { elem, .. } => is_restrict(*elem),
        _ => false,
    });
    let variables = p.vars.iter().any(|(_, var)| var.storage != Storage::Param && is_restrict(var.ty));
    let members = p.types.records.iter().any(|(_, record)| record.fields.iter().any(|field| is_restrict(field.ty)));
    for (&s, pragmas) in &p.pragmas {
        let has_floats = visit::any_expr(p, s, &mut |p, e| p.types.is_float(p.ty(e).ty));
        let is_promise = |kind: PragmaKind| kind.is_promise() || has_floats && kind.may_reorder();
        let left: Vec<Pragma> = pragmas.iter().copied().filter(|pragma| !is_promise(pragma.kind())).collect();
        if left.len() < pragmas.len() && is_asked(Promise::Loop) {
            edits.push(Edit::Pragmas(s, left));
        }
    }
    if (inner || variables || members) && is_asked(Promise::Elsewhere) {
        edits.push(Edit::Unqualify(Quals::RESTRICT));
    }
    edits
}

/// The variable that an object is part of.
fn object(p: &Program, e: ExprId) -> Option<VarId> {
    match p.exprs[e].kind {
        ExprKind::Var(v) | ExprKind::CompoundLiteral(v) => Some(v),
        ExprKind::Member(base, _) | ExprKind::Lane(base, _) => object(p, base),
        ExprKind::Index(pointer, _) | ExprKind::Deref(pointer) => target(p, pointer),
        _ => None,
    }
}

/// The variable that a pointer is seen to point into.
fn target(p: &Program, e: ExprId) -> Option<VarId> {
    match p.exprs[e].kind {
        ExprKind::AddrOf(inner) | ExprKind::Cast(CastKind::ArrayDecay, _, inner) => object(p, inner),
        ExprKind::Cast(CastKind::PtrToPtr, _, inner) | ExprKind::PtrAdd(_, inner, _) => target(p, inner),
        _ => None,
    }
}

fn is_own(p: &Program, v: VarId) -> bool {
    !p.vars[v].storage.is_static()
}

fn exprs_of(reach: &Reach, f: FuncId) -> impl Iterator<Item = ExprId> {
    reach.exprs().filter(move |(_, site)| site.func == Some(f)).map(|(e, _)| e)
}

fn has_pointers(types: &Types, ty: TypeId) -> bool {
    match types.kind(ty) {
        TypeKind::Array { elem, .. } => has_pointers(types, elem.ty),
        _ => !types.is_arithmetic(ty),
    }
}

fn points_to_const(p: &Program, ty: QType) -> bool {
    p.types.pointee(ty.ty).is_some_and(|to| to.quals.has(Quals::CONST))
}

/// Whether the pointers given to a function lead to different variables, and it has no other way to them.
fn are_apart(p: &Program, reach: &Reach, f: FuncId) -> bool {
    let function = &p.funcs[f];
    let simple = |&v: &VarId| match p.types.pointee(p.vars[v].ty.ty) {
        Some(to) => !has_pointers(&p.types, to.ty),
        None => !has_pointers(&p.types, p.vars[v].ty.ty),
    };
    if !function.params.iter().all(simple) || !function.param_vlas.is_empty() {
        return false;
    }
    let is_promised = |e: ExprId| matches!(p.exprs[e].kind, ExprKind::Var(v) if is_restrict(p.vars[v].ty));
    let is_fine = |e: ExprId| match &p.exprs[e].kind {
        ExprKind::Var(v) => is_own(p, *v),
        ExprKind::Call(..) | ExprKind::Func(_) | ExprKind::VaArg(_) => false,
        ExprKind::Assign(l, _) => !is_promised(*l),
        ExprKind::AddrOf(inner) => !is_promised(*inner),
        ExprKind::Cast(CastKind::PtrToPtr, _, inner) => {
            points_to_const(p, p.ty(e)) || !points_to_const(p, p.ty(*inner))
        }
        ExprKind::Cast(CastKind::IntToPtr, _, inner) => p.int_constant(*inner).is_some(),
        _ => true,
    };
    if !exprs_of(reach, f).all(is_fine) {
        return false;
    }
    let calls = reach.exprs().filter_map(|(e, _)| match &p.exprs[e].kind {
        ExprKind::Call(callee, args) if direct_callee(p, *callee) == Some(f) => Some(args),
        _ => None,
    });
    let mut direct = 0;
    for args in calls {
        direct += 1;
        let mut seen = Vec::new();
        for (i, &arg) in args.iter().enumerate().filter(|(_, arg)| p.types.is_pointer(p.ty(**arg).ty)) {
            // What is only read may be read in two ways.
            let reads = function.params.get(i).is_some_and(|&v| points_to_const(p, p.vars[v].ty));
            let is_taken = |v: VarId| seen.iter().any(|&(other, also_reads)| other == v && !(reads && also_reads));
            let is_null = matches!(p.exprs[arg].kind, ExprKind::Cast(_, _, inner) if p.int_constant(inner) == Some(0));
            match target(p, arg) {
                Some(v) if !is_taken(v) => seen.push((v, reads)),
                None if is_null => {}
                _ => return false,
            }
        }
    }
    // Whoever calls it through a pointer is not seen.
    direct == reach.calls(f)
}

/// Whether a function, and those it calls, write to nothing but their own variables, and read nothing else unless that is allowed.
fn is_pure(p: &Program, reach: &Reach, f: FuncId, may_read: bool) -> bool {
    let mut funcs = vec![f];
    let mut at = 0;
    while let Some(&f) = funcs.get(at) {
        at += 1;
        let function = &p.funcs[f];
        let has_asm =
            reach.stmts().any(|(s, site)| site.func == Some(f) && matches!(p.stmts[s].kind, StmtKind::AsmBarrier(_)));
        if function.body.is_none() || !function.param_vlas.is_empty() || has_asm {
            return false;
        }
        for e in exprs_of(reach, f) {
            let is_volatile = p.is_lvalue(e) && p.ty(e).quals.has(Quals::VOLATILE);
            let is_own_object = || object(p, e).is_some_and(|v| is_own(p, v));
            let is_number = |e: ExprId| p.types.is_arithmetic(p.ty(e).ty);
            let is_fine = match &p.exprs[e].kind {
                ExprKind::Var(_) | ExprKind::Deref(_) | ExprKind::Index(..) | ExprKind::Str(_) => {
                    may_read || is_own_object()
                }
                ExprKind::Assign(l, _) | ExprKind::CompoundAssign { lhs: l, .. } | ExprKind::IncDec(_, l) => {
                    object(p, *l).is_some_and(|v| is_own(p, v))
                }
                ExprKind::Call(callee, _) => match direct_callee(p, *callee) {
                    Some(f) if funcs.contains(&f) => true,
                    Some(f) => {
                        funcs.push(f);
                        true
                    }
                    None => false,
                },
                ExprKind::Builtin(_, args) => is_number(e) && args.iter().all(|&arg| is_number(arg)),
                ExprKind::VaArg(_) => false,
                _ => true,
            };
            if !is_fine || is_volatile {
                return false;
            }
        }
    }
    true
}

/// The pass that takes them away, all at once and each.
pub(crate) fn proposals(p: &Program) -> Vec<crate::edit::Proposal> {
    all(p).into_iter().map(|edit| crate::edit::Proposal::new(Node::Whole, 0, 1, edit)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unkept_in(text: &str) -> usize {
        let options = lydite_cfront::Options::default();
        unkept(&lydite_cfront::parse_bytes(text.as_bytes(), "t.c", &options).unwrap()).len()
    }

    #[test]
    fn restrict_needs_different_variables() {
        let f = "int x[9], y[9], *g; void f(int *restrict p, int *q) { *p = *q; p++; } ";
        for (rest, unkept) in [
            ("void h(void) { f(x, &y[2]); f(x + 1, 0); }", 0),
            ("void h(void) { f(x, x + 4); }", 1),
            ("void h(int *p) { f(p, x); }", 1),
            ("void (*k)(int *, int *) = f; void h(void) { f(x, y); }", 1),
        ] {
            assert_eq!(unkept_in(&format!("{f}{rest}")), unkept, "{rest}");
        }
        let f = "int x[9], y[9]; void f(int *restrict p, const int *restrict q, const int *r) { *p = *q + *r; } ";
        assert_eq!(unkept_in(&format!("{f} void h(void) {{ f(x, y, y + 1); }}")), 0);
        assert_eq!(unkept_in(&format!("{f} void h(void) {{ f(x, y, x); }}")), 2);
        let f = f.replace("*p =", "*(int *)q =");
        assert_eq!(unkept_in(&format!("{f} void h(void) {{ f(x, y, y + 1); }}")), 2);
        assert_eq!(unkept_in("int x, y; void f(int *restrict p) { *p = x; } void h(void) { f(&y); }"), 1);
        assert_eq!(unkept_in("void f(int *restrict p, int *restrict q) { p = q; }"), 2);
        assert_eq!(unkept_in("int x; int *restrict p = &x;"), 1);
        assert_eq!(
            unkept_in("int f(int *p) { return *p; } void *memcpy(void *restrict, const void *restrict, long);"),
            0
        );
    }

    #[test]
    fn attributes_need_functions_without_effects() {
        for (attr, body, unkept) in [
            ("pure", "int y[2]; y[1] = x * g; return y[1] + *p + k(x);", 0),
            ("pure", "g = x; return 0;", 1),
            ("pure", "*p = x; return 0;", 1),
            ("pure", "static int y; return y++;", 1),
            ("pure", "return v;", 1),
            ("pure", "return l(x);", 1),
            ("const", "int y = x; for (; y > 9; y /= 2); return k(y);", 0),
            ("const", "return g;", 1),
            ("const", "return *p;", 1),
            ("returns_nonnull", "return 0;", 1),
            ("noinline", "g = 1; return 0;", 0),
        ] {
            let text = format!(
                "int g; volatile int v; int k(int x) {{ return x + 1; }} int l(int x) {{ return g = x; }}\n\
                 __attribute__(({attr})) int f(int x, int *p) {{ {body} }}"
            );
            assert_eq!(unkept_in(&text), unkept, "{attr}: {body}");
        }
    }

    #[test]
    fn words_of_a_text_are_seen() {
        assert!(are_hidden("void f(int *) __attribute__((__nonnull__));"));
        assert!(are_hidden("void f(int p[static 3]);"));
        assert!(!are_hidden("static int y[3], a[sizeof(int)];"));
    }
}
