//! Predicates that stand for compiler bugs.

#![allow(dead_code)]

use lydite_lang::{BinOp, ExprKind, Program, StmtId, StmtKind, Written, visit};
use lydite_machine::{Limits, ProfileOptions, Seen};
use lydite_reduce::Candidate;

/// A predicate by name.
pub type Predicate = fn(&Candidate) -> bool;

/// All of them.
pub const PREDICATES: &[(&str, Predicate)] = &[
    ("negative division", negative_division),
    ("shift in loop, odd", shift_in_loop),
    ("wide multiplication", wide_multiplication),
    ("<= compiled as <", miscompiled_comparison),
    ("^= compiled as |=", miscompiled_assignment),
    ("-= lost on members", lost_subtraction),
    ("loads of short wrong", miscompiled_loads),
];

fn read(candidate: &Candidate) -> Option<Program> {
    lydite_cfront::parse_bytes(candidate.text.as_bytes(), "t.c", &lydite_cfront::Options::default()).ok()
}

fn constant(p: &Program, e: lydite_lang::ExprId) -> bool {
    match p.exprs[e].kind {
        ExprKind::Int(_) => true,
        ExprKind::Cast(_, Written::Implicit, inner) => constant(p, inner),
        _ => false,
    }
}

/// The program divides a negative number by a constant, or takes the remainder.
pub fn negative_division(candidate: &Candidate) -> bool {
    let Some(p) = read(candidate) else { return false };
    let divides = |op| matches!(op, BinOp::Div | BinOp::Rem);
    let sites: Vec<_> = p
        .exprs
        .iter()
        .filter_map(|(_, e)| match e.kind {
            ExprKind::Binary(op, a, b) if divides(op) && constant(&p, b) && !constant(&p, a) => Some(a),
            _ => None,
        })
        .collect();
    if sites.is_empty() {
        return false;
    }
    let (_, profile) = lydite_machine::run_with_profile(&p, &Limits::default(), &ProfileOptions { values: 64 });
    sites.iter().any(|a| {
        profile.exprs.get(a).is_some_and(|seen| seen.values.iter().any(|v| matches!(v, Seen::Int(v) if *v < 0)))
    })
}

/// A loop has a shift of something that is no constant, and the output ends in an odd digit.
pub fn shift_in_loop(candidate: &Candidate) -> bool {
    let odd = candidate.expected.as_ref().is_some_and(|expected| {
        let digits = expected.stdout.iter().rev().find(|c| c.is_ascii_hexdigit());
        digits.is_some_and(|&c| char::from(c).to_digit(16).is_some_and(|d| d % 2 == 1))
    });
    if !odd {
        return false;
    }
    let Some(p) = read(candidate) else { return false };
    p.stmts.iter().any(|(_, s)| match s.kind {
        StmtKind::For { body, .. } | StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => has_shift(&p, body),
        _ => false,
    })
}

fn has_shift(p: &Program, s: StmtId) -> bool {
    let mut todo = vec![visit::Child::Stmt(s)];
    while let Some(child) = todo.pop() {
        match child {
            visit::Child::Stmt(s) => visit::stmt_children(p, s, &mut |c| todo.push(c)),
            visit::Child::Expr(e) => {
                if let ExprKind::Binary(BinOp::Shl | BinOp::Shr, a, _) = p.exprs[e].kind
                    && !constant(p, a)
                {
                    return true;
                }
                visit::expr_children(p, e, &mut |c| todo.push(c));
            }
            visit::Child::Var(v) => {
                if let Some(init) = &p.vars[v].init {
                    visit::init_exprs(init, &mut |e| todo.push(visit::Child::Expr(e)));
                }
            }
        }
    }
    false
}

/// A product of 64-bit numbers whose value needs more than 32 bits comes about more than once.
pub fn wide_multiplication(candidate: &Candidate) -> bool {
    let Some(p) = read(candidate) else { return false };
    let is_product =
        |kind: &ExprKind| matches!(kind, ExprKind::Binary(BinOp::Mul, a, b) if !constant(&p, *a) && !constant(&p, *b));
    let sites: Vec<_> = p.exprs.iter().filter(|(_, e)| is_product(&e.kind)).map(|(id, _)| id).collect();
    if sites.is_empty() {
        return false;
    }
    let (_, profile) = lydite_machine::run_with_profile(&p, &Limits::default(), &ProfileOptions { values: 64 });
    sites.iter().any(|e| {
        let wide = |v: &Seen| matches!(v, Seen::Int(v) if v.unsigned_abs() > 1 << 32);
        profile.exprs.get(e).is_some_and(|seen| seen.values.iter().filter(|v| wide(v)).count() > 1)
    })
}

/// What a compiler with a bug makes of a program: the bug is an edit of the tree; whether the output shows it.
fn miscompiled(candidate: &Candidate, bug: fn(&mut Program)) -> bool {
    let (Some(mut p), Some(expected)) = (read(candidate), &candidate.expected) else { return false };
    bug(&mut p);
    let limits = Limits { steps: 2_000_000, ..Limits::default() };
    let outcome = lydite_machine::run(&p, &limits);
    matches!(outcome.verdict, lydite_machine::Verdict::Exit(_)) && outcome.stdout != expected.stdout
}

/// `a <= b` on signed numbers is compiled as `a < b`.
pub fn miscompiled_comparison(candidate: &Candidate) -> bool {
    miscompiled(candidate, |p| {
        for e in p.exprs.ids() {
            if let ExprKind::Binary(BinOp::Le, a, b) = p.exprs[e].kind
                && p.types.int_type(p.ty(a).ty).is_some_and(|t| t.signed)
            {
                p.exprs[e].kind = ExprKind::Binary(BinOp::Lt, a, b);
            }
        }
    })
}

/// `a ^= b` is compiled as `a |= b`.
pub fn miscompiled_assignment(candidate: &Candidate) -> bool {
    miscompiled(candidate, |p| {
        for e in p.exprs.ids() {
            if let ExprKind::CompoundAssign { op: op @ BinOp::Xor, .. } = &mut p.exprs[e].kind {
                *op = BinOp::Or;
            }
        }
    })
}

/// `x.m -= y` and `p->m -= y` add instead.
pub fn lost_subtraction(candidate: &Candidate) -> bool {
    miscompiled(candidate, |p| {
        for e in p.exprs.ids() {
            let ExprKind::CompoundAssign { op: BinOp::Sub, lhs, .. } = p.exprs[e].kind else { continue };
            if let ExprKind::Member(..) = p.exprs[lhs].kind
                && let ExprKind::CompoundAssign { op, .. } = &mut p.exprs[e].kind
            {
                *op = BinOp::Add;
            }
        }
    })
}

/// Negative elements of arrays of `short` are read as positive ones.
pub fn miscompiled_loads(candidate: &Candidate) -> bool {
    miscompiled(candidate, |p| {
        for e in p.exprs.ids() {
            let ExprKind::Cast(kind, written, inner) = p.exprs[e].kind else { continue };
            let is_element = |e: lydite_lang::ExprId| matches!(p.exprs[e].kind, ExprKind::Load(from) if matches!(p.exprs[from].kind, ExprKind::Index(..)));
            if p.ty(inner).ty == lydite_lang::TypeId::SHORT
                && p.ty(e).ty == lydite_lang::TypeId::INT
                && is_element(inner)
            {
                let place = p.exprs[e].place;
                let ty = lydite_lang::TypeId::USHORT.into();
                let unsigned =
                    p.exprs.push(lydite_lang::Expr { kind: ExprKind::Cast(kind, written, inner), ty, place });
                p.exprs[e].kind = ExprKind::Cast(kind, written, unsigned);
            }
        }
    })
}
