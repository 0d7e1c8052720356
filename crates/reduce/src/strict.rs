//! What compilers reject, or will, though the front end reads it: a reduced program must not owe its size to it.

use lydite_lang::*;

/// How many times a program breaks a rule that compilers have only begun to enforce: pointers mixed with integers and with
/// each other, qualifiers lost, `return` without a value in a function that has one.
pub(crate) fn violations(p: &Program) -> usize {
    let conversions = p.exprs.iter().filter(|(_, e)| is_mixed(p, e)).count();
    let mut returns = 0;
    for (_, function) in p.funcs.iter() {
        let has_value = p.types.func_parts(function.ty).is_some_and(|ty| ty.ret.ty != TypeId::VOID);
        if let (Some(body), true) = (function.body, has_value) {
            crate::edit::statements(p, body, &mut |p, s| {
                returns += usize::from(matches!(p.stmts[s].kind, StmtKind::Return(None)));
            });
        }
    }
    conversions + returns
}

fn is_mixed(p: &Program, expr: &Expr) -> bool {
    let ExprKind::Cast(kind, Written::Implicit, inner) = expr.kind else { return false };
    match kind {
        CastKind::IntToPtr | CastKind::PtrToInt => true,
        CastKind::PtrToPtr => match (p.types.pointee(p.ty(inner).ty), p.types.pointee(expr.ty.ty)) {
            (Some(a), Some(b)) => {
                let is_void = a.ty == TypeId::VOID || b.ty == TypeId::VOID;
                !is_void && !p.types.compatible(a.ty, b.ty) || !b.quals.has(a.quals.standard())
            }
            _ => false,
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str) -> usize {
        let options = lydite_cfront::Options::default();
        violations(&lydite_cfront::parse_bytes(text.as_bytes(), "t.c", &options).unwrap())
    }

    #[test]
    fn rules_are_counted() {
        assert_eq!(count("int *p = 0; void *q; long f(void) { q = p; p = q; return (long)p; }"), 0);
        assert_eq!(count("int *p; int f(void) { p = 5; return; }"), 2);
        assert_eq!(count("int *p; short *q; const int *r; void f(void) { p = q; p = r; return; }"), 2);
    }
}
