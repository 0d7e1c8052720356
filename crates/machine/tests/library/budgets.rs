//! Budgets: steps, memory, output, depth of calls.

use crate::{parse, run};
use lydite_machine::{Kind, Limits, Outcome, Verdict};

fn run_within(text: &str, limits: Limits) -> Outcome {
    lydite_machine::run(&parse(text), &limits)
}

#[track_caller]
fn runs_out(outcome: &Outcome, kind: Kind) {
    let Verdict::Budget(report) = &outcome.verdict else { panic!("{:?}", outcome.verdict) };
    assert_eq!(report.kind, kind, "{}", report.detail);
}

#[test]
fn endless_programs_run_out_of_steps() {
    for text in [
        "int main(void) { for (;;) ; }",
        "int main(void) { again: goto again; }",
        "int main(void) { volatile int x = 1; while (x) x ^= 2; }",
        "int main(void) { void *p = &&again; again: goto *p; }",
    ] {
        let outcome = run_within(text, Limits { steps: 10_000, ..Limits::default() });
        runs_out(&outcome, Kind::OutOfSteps);
        assert!((10_000..10_100).contains(&outcome.steps), "{} {text}", outcome.steps);
    }
}

#[test]
fn a_program_that_just_fits_its_steps_ends() {
    let text = "int main(void) { int t = 0; for (int i = 0; i < 100; i++) t += i; return t == 4950 ? 0 : 1; }";
    let needed = run(text).steps;
    let limits = |steps| Limits { steps, ..Limits::default() };
    assert_eq!(run_within(text, limits(needed)).verdict, Verdict::Exit(0));
    runs_out(&run_within(text, limits(needed - 1)), Kind::OutOfSteps);
}

#[test]
fn memory_is_limited() {
    let limits = Limits { memory: 4 << 20, ..Limits::default() };
    let leak = "int main(void) { for (;;) { char *p = malloc(1000); if (!p) return 3; p[0] = 1; } }";
    let outcome = run_within(leak, limits.clone());
    runs_out(&outcome, Kind::OutOfMemory);
    assert!(outcome.memory <= 8 << 20, "{}", outcome.memory);
    runs_out(&run_within("char a[1 << 24]; int main(void) { return a[5]; }", limits.clone()), Kind::OutOfMemory);
    let vla = "int main(void) { int n = 1 << 24; char v[n]; v[0] = 0; return v[0]; }";
    runs_out(&run_within(vla, limits.clone()), Kind::OutOfMemory);
    let freed = "int main(void) { for (int i = 0; i < 20000; i++) { char *p = malloc(1000); p[0] = 1; free(p); } }";
    assert_eq!(run_within(freed, limits).verdict, Verdict::Exit(0));
}

#[test]
fn blocks_and_temporaries_give_their_memory_back() {
    let limits = Limits { memory: 1 << 20, ..Limits::default() };
    for body in [
        "int a[100]; a[i % 100] = i; t += a[i % 100];",
        "int n = i % 50 + 1; int v[n]; v[n - 1] = i; t += v[n - 1];",
        "t += make(i).a[3];",
        "struct s x = make(i); t += (i & 1 ? x : make(2)).a[0];",
        "int *p = (int[]){i, i + 1}; t += p[1];",
        "switch (i & 3) { case 0: { int b[64]; b[1] = 1; t += b[1]; break; } case 1: continue; default: t++; }",
    ] {
        let text = format!(
            "struct s {{ int a[32]; }};
             static struct s make(int i) {{ return (struct s){{{{i, i, i, i}}}}; }}
             int main(void) {{ unsigned t = 0; for (int i = 0; i < 20000; i++) {{ {body} }} return 0 * t; }}"
        );
        assert_eq!(run_within(&text, limits.clone()).verdict, Verdict::Exit(0), "{body}");
    }
}

#[test]
fn output_is_limited() {
    let outcome =
        run_within("int main(void) { for (;;) puts(\"0123456789\"); }", Limits { output: 1000, ..Limits::default() });
    runs_out(&outcome, Kind::OutOfMemory);
    assert!((989..=1000).contains(&outcome.stdout.len()), "{}", outcome.stdout.len());
}

#[test]
fn depth_is_limited() {
    let text = "static int f(int n) { return n ? 1 + f(n - 1) : 0; } int main(void) { return f(998) != 998; }";
    let limits = |depth| Limits { depth, ..Limits::default() };
    assert_eq!(run_within(text, limits(1000)).verdict, Verdict::Exit(0));
    runs_out(&run_within(text, limits(900)), Kind::OutOfMemory);
    runs_out(&run("int f(int n) { return f(n + 1) + 1; } int main(void) { return f(0); }"), Kind::OutOfMemory);
}
