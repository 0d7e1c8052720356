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
    let float = |candidate: &Candidate| candidate.text.contains("x *") || candidate.text.contains("a *");
    let done = reduce(text, &float, &Settings::default(), &mut ()).unwrap();
    assert!(!done.text.contains("double") || done.text.contains("FP_CONTRACT"), "{}", done.text);
    let kept = |candidate: &Candidate| candidate.text.contains("double");
    let done = reduce(text, &kept, &Settings::default(), &mut ()).unwrap();
    assert!(done.text.starts_with("#pragma STDC FP_CONTRACT OFF\n"), "{}", done.text);
    let done = reduce(text, &|_: &Candidate| true, &Settings::default(), &mut ()).unwrap();
    assert_eq!(done.text, "int main() {\n}\n");
}
