//! Profiles: values per expression, executed statements, trip counts.

use crate::parse;
use lydite_lang::{BinOp, ExprId, ExprKind, Program, StmtId, StmtKind};
use lydite_machine::{
    Limits, LoopProfile, Plan, Plans, Profile, ProfileOptions, Seen, Verdict, run, run_covered, run_total_covered,
    run_with_profile,
};

fn profile(program: &Program, values: usize) -> Profile {
    let (outcome, profile) = run_with_profile(program, &Limits::default(), &ProfileOptions { values });
    assert_eq!(outcome.verdict, Verdict::Exit(0));
    profile
}

fn find_expr(program: &Program, wanted: impl Fn(&ExprKind) -> bool) -> ExprId {
    program.exprs.iter().find(|(_, e)| wanted(&e.kind)).expect("the expression").0
}

fn find_stmt(program: &Program, wanted: impl Fn(&StmtKind) -> bool) -> StmtId {
    program.stmts.iter().find(|(_, s)| wanted(&s.kind)).expect("the statement").0
}

#[test]
fn values_are_kept_up_to_the_cap() {
    let program = parse("int main(void) { int t = 0; for (int i = 0; i < 10; i++) t += i * 3; return t - 135; }");
    let product = find_expr(&program, |k| matches!(k, ExprKind::Binary(BinOp::Mul, ..)));
    let seen = &profile(&program, 4).exprs[&product];
    assert_eq!((seen.count, seen.first, seen.last), (10, Seen::Int(0), Seen::Int(27)));
    assert_eq!(seen.values, [0, 3, 6, 9].map(Seen::Int));
    assert!(seen.more);
    let seen = &profile(&program, 10).exprs[&product];
    assert_eq!(seen.values.len(), 10);
    assert!(!seen.more);
}

#[test]
fn values_of_all_scalar_types() {
    let program = parse(
        "int main(void) {
             __int128 w = -(__int128)5;
             unsigned long long u = ~0ull;
             float f = 0.5f; double d = -f / 2; int *p = 0, *q = &(int){1};
             return w > 0 || !u || d > 0 || p == q;
         }",
    );
    let profile = profile(&program, 8);
    let only = |wanted: &dyn Fn(&ExprKind) -> bool| profile.exprs[&find_expr(&program, wanted)].first;
    assert_eq!(only(&|k| matches!(k, ExprKind::Unary(lydite_lang::UnOp::BitNot, _))), Seen::Int(u64::MAX.into()));
    assert_eq!(only(&|k| matches!(k, ExprKind::Binary(BinOp::Div, ..))), Seen::Float((-0.25f64).to_bits()));
    let all: Vec<Seen> = profile.exprs.values().map(|e| e.first).collect();
    for value in [Seen::Int(-5), Seen::Null, Seen::Pointer] {
        assert!(all.contains(&value), "{value:?}");
    }
}

#[test]
fn statements_that_ran() {
    let program = parse(
        "int main(void) { int n = 0; for (int i = 0; i < 6; i++) { if (i & 1) n++; else if (i > 100) return 1; } return n - 3; }",
    );
    let profile = profile(&program, 8);
    let count = |s| profile.stmts.get(&s).copied().unwrap_or(0);
    let ifs: Vec<u64> =
        program.stmts.iter().filter(|(_, s)| matches!(s.kind, StmtKind::If(..))).map(|(id, _)| count(id)).collect();
    let mut sorted = ifs;
    sorted.sort_unstable();
    assert_eq!(sorted, [3, 6]);
    let returns: Vec<u64> =
        program.stmts.iter().filter(|(_, s)| matches!(s.kind, StmtKind::Return(_))).map(|(id, _)| count(id)).collect();
    assert_eq!(returns.iter().sum::<u64>(), 1);
    assert!(returns.contains(&0));
}

#[test]
fn trips_of_loops() {
    let program = parse(
        "int main(void) {
             int n = 0;
             for (int i = 0; i < 4; i++) { int j = 0; while (j < i) { j++; n++; if (n == 100) break; } }
             do n--; while (n > 2);
             return n - 2;
         }",
    );
    let profile = profile(&program, 8);
    let of = |wanted: &dyn Fn(&StmtKind) -> bool| profile.loops[&find_stmt(&program, wanted)];
    let inner = of(&|k| matches!(k, StmtKind::While(..)));
    assert_eq!(inner, LoopProfile { entered: 4, trips: 6, least: 0, most: 3 });
    let outer = of(&|k| matches!(k, StmtKind::For { .. }));
    assert_eq!(outer, LoopProfile { entered: 1, trips: 4, least: 4, most: 4 });
    let last = of(&|k| matches!(k, StmtKind::DoWhile(..)));
    assert_eq!(last, LoopProfile { entered: 1, trips: 4, least: 4, most: 4 });
}

#[test]
fn recursive_loops_count_each_entry() {
    let program = parse(
        "static int f(int n) { int t = 0; for (int i = 0; i < n; i++) t += 1 + f(n - 1); return t; }
         int main(void) { return f(3) != 15; }",
    );
    let profile = profile(&program, 8);
    let entry = profile.loops[&find_stmt(&program, |k| matches!(k, StmtKind::For { .. }))];
    assert_eq!(entry, LoopProfile { entered: 16, trips: 15, least: 0, most: 3 });
}

#[test]
fn verdicts_are_the_same_with_a_profile() {
    for text in [
        "int main(void) { int x; return x; }",
        "int main(void) { int a[3] = {0}; int i = 3; return a[i]; }",
        "int main(void) { int i = 0; return i++ + i; }",
        "int main(void) { for (int i = 0; ; i += 1000) ; }",
        "int main(void) { unsigned char b; _Bool *p = (_Bool *)&b; b = 7; return *p; }",
        "int main(void) { struct { int a : 3; } s = {3}; s.a++; return s.a != -4; }",
        "struct s { int a[4]; }; static struct s f(int i) { struct s s = {{i}}; return s; }
         int main(void) { int t = 0; for (int i = 0; i < 5; i++) t += f(i).a[0]; return t != 10; }",
    ] {
        let program = parse(text);
        let plain = run(&program, &Limits::default());
        let (profiled, _) = run_with_profile(&program, &Limits::default(), &ProfileOptions::default());
        assert_eq!(plain.verdict, profiled.verdict, "{text}");
        assert_eq!(plain.stdout, profiled.stdout, "{text}");
    }
}

#[test]
fn covered_statements_are_those_of_the_profile_and_what_holds_them() {
    let program = parse(
        "int g; int f(int x) { switch (x) { case 1: g = 1; break; default: g = 2; } return ({ int t = g; if (x == 9) L: g = 7; t; }); }
         int dead(void) { return 3; }
         int main(void) {
             for (int i = 0; i < 3; i++) { if (i == 5) g = 3; else g = 4; }
             goto in; { g = 5; in: g = 6; }
             while (0) g = 8;
             return f(1) - 1;
         }",
    );
    let (outcome, covered) = run_covered(&program, &Limits::default());
    let profile = profile(&program, 1);
    assert_eq!((&outcome.verdict, &outcome.stdout), (&Verdict::Exit(0), &Vec::new()));
    let value_of = |s: StmtId| match program.stmts[s].kind {
        StmtKind::Expr(e) => match program.exprs[e].kind {
            ExprKind::Assign(_, value) => program.int_constant(value),
            _ => None,
        },
        _ => None,
    };
    let mut assigned: Vec<i128> = covered.iter().filter_map(value_of).collect();
    assigned.sort();
    assert_eq!(assigned, [1, 4, 6]);
    for (s, stmt) in program.stmts.iter() {
        let ran = profile.stmts.contains_key(&s);
        match stmt.kind {
            // A label counts with its statement, a block with any in it.
            StmtKind::Label(_, body) | StmtKind::Case(_, body) | StmtKind::Default(body) => {
                assert_eq!(covered.contains(s), covered.contains(body));
            }
            StmtKind::Block(ref stmts) => {
                assert_eq!(covered.contains(s), ran || stmts.iter().any(|&s| covered.contains(s)));
            }
            _ => assert_eq!(covered.contains(s), ran, "{stmt:?}"),
        }
    }
    let body = program.funcs.iter().find(|(_, f)| program.names.text(f.name) == "dead").and_then(|(_, f)| f.body);
    assert!(!covered.contains(body.expect("a body")));
}

#[test]
fn total_mode_tells_what_it_covered() {
    let program = parse("int g; int main(void) { if (1 / g) g = 3; else g = 2; return g - 3; }");
    let mut plans = Plans::new();
    plans.set(find_expr(&program, |k| matches!(k, ExprKind::Binary(BinOp::Div, ..))), Plan::Wrap);
    let (outcome, marks, covered) = run_total_covered(&program, &Limits::default(), &plans);
    assert_eq!((outcome.verdict, marks.len()), (Verdict::Exit(0), 1));
    let StmtKind::If(_, then, Some(other)) = program.stmts[find_stmt(&program, |k| matches!(k, StmtKind::If(..)))].kind
    else {
        panic!("the statement")
    };
    assert_eq!((covered.contains(then), covered.contains(other)), (true, false));
}
