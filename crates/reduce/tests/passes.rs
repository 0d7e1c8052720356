//! What single passes do, seen from outside: a program, what must stay in it, and what is left.

use lydite_reduce::*;

/// A name, a program, words that make a candidate interesting (all of them), and the result.
type Row = (&'static str, &'static str, &'static [&'static str], &'static str);

const ROWS: &[Row] = &[
    ("everything goes", "int x; int f(void) { return x; } int main(void) { return f(); }", &[], "int main() {\n}\n"),
    (
        "includes",
        "#include <stdio.h>\n#include <string.h>\nint main(void) { printf(\"hello %d\\n\", (int)strlen(\"a\")); return 0; }",
        &["printf"],
        "int main() {\n    __builtin_printf(\"\");\n}\n",
    ),
    (
        "a prototype where no builtin will do",
        "#include <stdio.h>\nint main(void) { printf(\"hello\\n\"); return 0; }",
        &["printf", "!__builtin"],
        "int printf(const char *, ...);\n\nint main() {\n    printf(\"\");\n}\n",
    ),
    (
        "members",
        "struct S { int a; long b; char c[4]; }; struct S s = {1, 2, {3, 4}}; int main(void) { return s.b == 2 ? 0 : 1; }",
        &["struct", "."],
        "struct S {\n    int a;\n};\n\nstruct S a;\n\nint main() {\n    a.a;\n}\n",
    ),
    (
        "parameters and results",
        "int g; static long f(int a, char b, long c) { g = a; return b + c; } int main(void) { f(1, 2, 3); return 0; }",
        &["+"],
        "int main() {\n    0 + 0;\n}\n",
    ),
    (
        "loops",
        "int a[8], s; int main(void) { for (int i = 0; i < 8; i++) { a[i] = i; s += a[i] << 1; } return s != 56; }",
        &["<<"],
        "int main() {\n    0 << 0;\n}\n",
    ),
    (
        "pragmas",
        "int a[8]; int main(void) { int s = 0;\n#pragma GCC ivdep\n#pragma GCC unroll 4\n#pragma clang loop vectorize(enable)\n \
         for (int i = 0; i < 8; i++) s += a[i]; return s; }",
        &["unroll"],
        "int main() {\n    #pragma GCC unroll 4\n    while (0)\n        ;\n}\n",
    ),
    (
        "switches",
        "int g = 3; int main(void) { switch (g) { case 1: g = 4; break; case 3: g ^= 5; break; default: g = 0; } return 0; }",
        &["^"],
        "int a;\n\nint main() {\n    a ^= 0;\n}\n",
    ),
    (
        "types and qualifiers",
        "static const volatile unsigned long long x = 5; int main(void) { unsigned short y = x; return y % 5; }",
        &["%"],
        "int main() {\n    0 % 1;\n}\n",
    ),
    (
        "pointers",
        "int x; int *p = &x, **q = &p; int main(void) { **q = 3; return x >> 3; }",
        &[">>"],
        "int main() {\n    0 >> 0;\n}\n",
    ),
    (
        "statement expressions and labels",
        "int main(void) { int x = ({ int y = 3; y * 2; }); goto end; x = 9; end: return x ^ 6; }",
        &["^"],
        "int main() {\n    0 ^ 0;\n}\n",
    ),
];

fn holds(candidate: &Candidate, words: &[&str]) -> bool {
    words.iter().all(|word| match word.strip_prefix('!') {
        Some(word) => !candidate.text.contains(word),
        None => candidate.text.contains(word),
    })
}

#[test]
fn the_smallest_program_is_found() {
    let mut wrong = Vec::new();
    for (name, text, words, smallest) in ROWS {
        let test = |candidate: &Candidate| holds(candidate, words);
        let done = reduce(text, &test, &Settings::default(), &mut ()).unwrap_or_else(|e| panic!("{name}: {e}"));
        if done.text != *smallest {
            wrong.push(format!("{name}:\n{}", done.text));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether a candidate has these words and ends with this status.
fn ends(candidate: &Candidate, words: &[&str], status: i32) -> bool {
    holds(candidate, words) && candidate.expected.as_ref().is_some_and(|expected| expected.status == status)
}

#[test]
fn the_machine_guards_meaning() {
    // Without it, the loop would lose its bound or the divisor become nought.
    let text = "int d = 4, s; int main(void) { for (int i = 0; i < 3; i++) s += 100 / d; return s; }";
    let test = |candidate: &Candidate| ends(candidate, &["for", "+=", "/"], 75);
    let done = reduce(text, &test, &Settings::default(), &mut ()).unwrap();
    assert!(done.size.tokens < 35 && done.text.contains("< 3"), "{}", done.text);
}

#[test]
fn functions_are_inlined() {
    let text = "int g; int h(int x) { if (x > 2) g = x + 9; g /= x; return g; }\n\
        int k(int x) { int y = h(x); return y; } int main(void) { int z = k(5); return z; }";
    // The division must count, not only be there.
    let test = |candidate: &Candidate| {
        let wrong = candidate.text.replace("/=", "*=");
        let options = lydite_cfront::Options::default();
        let wrong = lydite_cfront::parse_bytes(wrong.as_bytes(), "t.c", &options);
        let end = wrong.map(|p| lydite_machine::run(&p, &lydite_machine::Limits::default()).verdict);
        ends(candidate, &["/="], 2) && end.is_ok_and(|end| end != lydite_machine::Verdict::Exit(2))
    };
    let done = reduce(text, &test, &Settings::default(), &mut ()).unwrap();
    assert_eq!(done.text.matches('{').count(), 1, "{}", done.text);
    assert!(done.size.tokens <= 20, "{}", done.text);
}

#[test]
fn loops_are_unrolled() {
    let text = "int a[2]; int main(void) { for (int i = 0; i < 2; i++) a[i] = i + 4; return a[0] * a[1]; }";
    let test = |candidate: &Candidate| ends(candidate, &["*", "["], 20);
    let done = reduce(text, &test, &Settings::default(), &mut ()).unwrap();
    assert!(!done.text.contains("for"), "{}", done.text);
}

#[test]
fn what_is_printed_is_known_to_the_test() {
    let text = "int printf(const char *, ...); int x = 41; int main(void) { x++; printf(\"x = %d\\n\", x); return 0; }";
    let test = |candidate: &Candidate| {
        candidate.expected.as_ref().is_some_and(|expected| expected.stdout.windows(2).any(|w| w == b"42"))
    };
    let done = reduce(text, &test, &Settings::default(), &mut ()).unwrap();
    assert_eq!(done.text, "int main() {\n    __builtin_printf(\"%d\", 42);\n}\n");
}

#[test]
fn pragmas_about_arithmetic_stay_while_there_is_any() {
    let text = "#pragma STDC FP_CONTRACT OFF\ndouble x = 2.5; int main(void) { x = x * x + 1.5; return 0; }";
    let product = |candidate: &Candidate| candidate.text.contains("x *") || candidate.text.contains("a *");
    let done = reduce(text, &product, &Settings::default(), &mut ()).unwrap();
    assert_eq!(done.text, "int a;\n\nint main() {\n    a * 0;\n}\n");
    let kept = |candidate: &Candidate| candidate.text.contains("double");
    let done = reduce(text, &kept, &Settings::default(), &mut ()).unwrap();
    assert!(done.text.starts_with("#pragma STDC FP_CONTRACT OFF\n"), "{}", done.text);
    let done = reduce(text, &|_: &Candidate| true, &Settings::default(), &mut ()).unwrap();
    assert_eq!(done.text, "int main() {\n}\n");
}

const APART: &str = "int x[4], y[4]; __attribute__((noinline)) void f(int *restrict p, int *restrict q) {\n*q = 2;\n*p = 1;\n}\n\
    __attribute__((pure)) int g(int k) { return x[k]; } int main(void) { f(x, y + 1); return g(0); }";

/// Whether a program writes 2 and 1 through pointers and ends with the 1.
fn writes(candidate: &Candidate) -> bool {
    let has = |end: &str| candidate.text.lines().map(str::trim).any(|l| l.starts_with('*') && l.ends_with(end));
    let other = candidate.text.replace("= 1;", "= 7;");
    let other = lydite_cfront::parse_bytes(other.as_bytes(), "t.c", &lydite_cfront::Options::default());
    let end = other.map(|p| lydite_machine::run(&p, &lydite_machine::Limits::default()).verdict);
    ends(candidate, &[], 1) && has("= 2;") && has("= 1;") && end.is_ok_and(|e| e == lydite_machine::Verdict::Exit(7))
}

#[test]
fn a_promise_that_is_needed_is_kept() {
    let test = |candidate: &Candidate| candidate.text.matches("restrict").count() == 2 && writes(candidate);
    let done = reduce(APART, &test, &Settings::default(), &mut ()).unwrap();
    let main = done.text.split("main").nth(1).unwrap();
    let given: Vec<&str> = main.split("(").nth(2).unwrap().split(")").next().unwrap().split(", ").collect();
    assert!(given.len() == 2 && given[0] != given[1], "{}", done.text);
    assert!(!done.text.contains("pure"), "{}", done.text);
    // Here an effect would be smaller than what the promise allows.
    let pure = |candidate: &Candidate| ends(candidate, &["pure", "= 1"], 1);
    let text =
        "int x; __attribute__((pure)) int g(int k) { int y; y = 1; return y + k + x; } int main(void) { return g(0); }";
    let done = reduce(text, &pure, &Settings::default(), &mut ()).unwrap();
    assert!(done.size.tokens < 45 && !done.text.starts_with("int a;"), "{}", done.text);
}

#[test]
fn a_promise_that_is_not_needed_goes() {
    let done = reduce(APART, &writes, &Settings::default(), &mut ()).unwrap();
    assert!(!done.text.contains("restrict") && !done.text.contains("pure"), "{}", done.text);
}

#[test]
fn a_text_is_judged_as_a_candidate_is() {
    let settings = Settings::default();
    let all = |_: &Candidate| true;
    let judged = |text: &str| judge(text, APART, &all, &settings).map(|judged| judged.expected.map(|e| e.status));
    assert_eq!(judged("int main() { return 3; }"), Ok(Some(3)));
    assert_eq!(judged("int *p; int main() { p = 5; return 3; }"), Err(Error::BreaksRules));
    assert_eq!(judged(&APART.replace("y + 1", "x + 1")), Err(Error::BreaksRules));
    assert!(matches!(judged("int main() { return 1 / 0; }"), Err(Error::NotDefined { .. })));
    assert_eq!(judge(APART, APART, &|_: &Candidate| false, &settings), Err(Error::NotInteresting));
}
