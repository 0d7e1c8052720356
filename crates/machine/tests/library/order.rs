//! Unsequenced and indeterminately sequenced operands; results that depend on addresses.

use crate::{has, parse, prints, run};
use lydite_machine::{Kind, Limits, ProfileOptions, Verdict, run_with_profile};

#[test]
fn conflicts_in_one_expression_are_undefined() {
    for body in [
        "i = i++ + 1;",
        "a[i] = i++;",
        "f(i++, i);",
        "i += i++;",
        "i = ++i + i++;",
        "a[0] = a[j]++;",
        "i = (*p)++;",
        "s.a = s.a++ + 1;",
        "i = j + (i = 2) * i;",
        "*p = i++;",
        "i ? i = i++ : 0;",
    ] {
        let text = format!(
            "static int f(int a, int b) {{ return a + b; }} struct {{ unsigned a : 3, b : 5; }} s;
             int main(void) {{ int a[3] = {{0, 1, 2}}; int i = 1, j = 0, *p = &i; {body} return a[0] + f(i, j) & 0 * *p; }}"
        );
        has(&text, Kind::Unsequenced);
    }
}

#[test]
fn near_misses_are_defined() {
    prints(
        "struct l { struct l *n; int v; };
         static int f(int a, int b) { return a * 10 + b; }
         int main(void) {
             int a[2] = {0, 1}, i = 0, j = 1;
             a[i] = a[j]++;
             i = (i++, i + 5);
             int x = i++ && i, y = i++ ? i : -1;
             int *p = a;
             *p++ = 5;
             struct l l1 = {0, 1}, l2 = {0, 2}, *q = &l1;
             q = q->n = &l2;
             struct { unsigned a : 3, b : 3; } s = {1, 2};
             int r = s.a++ + s.b++;
             i = f(i++, 2);
             printf(\"%d %d %d %d %d %d %d %d\\n\", a[0], a[1], i, x, y, q->v, r, s.a);
         }",
        "5 2 82 1 8 2 3 2\n",
    );
}

#[test]
fn calls_in_one_expression_that_do_not_commute_are_ambiguous() {
    for (functions, expression) in [
        ("static int f(int x) { return g = g * 2 + x; }", "f(1) - f(2)"),
        ("static int f(int x) { return g += x; }", "({ int a[2] = {f(1), f(2)}; a[0]; })"),
        ("static int f(int x) { return x; }", "({ int i = 0, a[2] = {i++, f(i)}; a[1]; })"),
        ("static int f(int *p) { return p[1]; }", "({ int i = 0; f((int[]){i++, i}); })"),
        ("static int f(int x) { printf(\"%d\", x); return x; }", "f(1) + f(2)"),
        ("static int f(int x) { g = x; return x; }", "f(1) + g"),
        ("static int f(int x) { g = x; return 0; }", "(f(1) | f(2)) + 0"),
        ("static int f(int x) { return g++ ? 1 / (x - 1) : x; }", "f(1) * f(2)"),
    ] {
        let text = format!("int g; {functions} int main(void) {{ int r = {expression}; printf(\"%d %d\\n\", r, g); }}");
        has(&text, Kind::EvaluationOrder);
    }
}

#[test]
fn calls_that_commute_are_not() {
    prints(
        "int g; static int f(int x) { g += x; return x; } int main(void) { printf(\"%d\\n\", f(f(1) + f(2))); }",
        "3\n",
    );
    prints("static int f(void) { static int n; return ++n; } int main(void) { printf(\"%d\\n\", f() + f()); }", "3\n");
    prints(
        "int a[9]; static int f(int i) { return a[i] = i; }
         int main(void) { int r = f(1) + f(2) * f(3); printf(\"%d %d\\n\", r, a[2] + a[3]); }",
        "7 5\n",
    );
}

#[test]
fn a_jump_out_of_an_operand_ends_its_watch() {
    prints(
        "int g; static int h(int x) { return g += x; }
         static int f(int n) { return h(1) + ({ if (n) return 7; 2; }); }
         int main(void) {
             int a = f(1), t = 0;
             for (int i = 0; i < 5; i++) { t += h(0) + ({ if (i == 3) break; 1; }); }
             g = g + 1;
             a = a + f(1);
             printf(\"%d %d %d\\n\", a, g, t);
         }",
        "14 3 6\n",
    );
}

#[test]
fn addresses_must_not_matter() {
    has("int main(void) { int x; printf(\"%p\\n\", (void *)&x); }", Kind::AddressDependent);
    has("int x; int main(void) { return (unsigned long)&x >> 4 & 0xff; }", Kind::AddressDependent);
    has("int a[2], b[2]; int main(void) { return a + 2 == b; }", Kind::AddressDependent);
    has("int main(void) { const char *a = \"abc\", *b = \"abc\"; return a == b; }", Kind::AddressDependent);
    has("int main(void) { const char *a = \"xabc\", *b = \"abc\"; return a + 1 != b; }", Kind::AddressDependent);
    prints(
        "int x; int main(void) {
             unsigned long u = (unsigned long)&x;
             *(int *)u = 5;
             const char *s = \"abc\", *t = s;
             printf(\"%d %d %d %d\\n\", x, (u & 3) == 0, s == t, s == \"abd\");
         }",
        "5 1 1 0\n",
    );
}

#[test]
fn a_profile_does_not_hide_ambiguity() {
    let program = parse("int g; static int f(int x) { return g = g * 2 + x; } int main(void) { return f(1) - f(2); }");
    let (outcome, _) = run_with_profile(&program, &Limits::default(), &ProfileOptions::default());
    assert!(matches!(outcome.verdict, Verdict::Ambiguous(_)), "{:?}", outcome.verdict);
}

#[test]
fn a_tight_budget_is_not_ambiguity() {
    let text = "int g; static int f(int x) { g += x; return x; } static int h(int n) { while (n--) g++; return g > 0; }
                int main(void) { return f(1) + h(50) != 2; }";
    let steps = run(text).steps;
    let outcome = lydite_machine::run(&parse(text), &Limits { steps, ..Limits::default() });
    assert_eq!(outcome.verdict, Verdict::Exit(0));
}
