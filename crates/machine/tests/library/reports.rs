//! Ends of programs, and reports of what is wrong: place and call stack.

use crate::{has, prints, run};
use lydite_machine::{Kind, Verdict};

#[test]
fn programs_end_in_all_ways() {
    assert_eq!(run("int main(void) { return 300; }").verdict, Verdict::Exit(300 & 0xff));
    assert_eq!(run("int main(void) { }").verdict, Verdict::Exit(0));
    assert_eq!(run("static void f(void) { exit(7); } int main(void) { f(); return 1; }").verdict, Verdict::Exit(7));
    assert_eq!(run("int main(void) { abort(); }").verdict, Verdict::Abort);
    assert_eq!(run("int main(void) { __builtin_trap(); }").verdict, Verdict::Abort);
    assert_eq!(
        run("int main(int argc, char **argv) { return argc - 1 + (argv[argc] != 0); }").verdict,
        Verdict::Exit(0)
    );
}

#[test]
fn handlers_run_at_exit_last_first() {
    prints(
        "static void a(void) { puts(\"a\"); } static void b(void) { puts(\"b\"); }
         int main(void) { atexit(a); atexit(b); puts(\"main\"); exit(0); }",
        "main\nb\na\n",
    );
    prints(
        "void _Exit(int); static void a(void) { puts(\"a\"); } int main(void) { atexit(a); puts(\"main\"); _Exit(0); }",
        "main\n",
    );
}

#[test]
fn output_before_a_fault_is_kept() {
    let outcome = run("int main(void) { puts(\"before\"); int z = 0; return 1 / z; }");
    assert_eq!(outcome.stdout, b"before\n");
    assert!(matches!(outcome.verdict, Verdict::Undefined(_)));
}

#[test]
fn a_report_has_place_detail_and_the_calls_under_way() {
    let outcome = run("static int inner(int x) {
    return x + 1;
}
static int outer(int x) {
    int y = 0;
    y = inner(x);
    return y;
}
int main(void) {
    return outer(2147483647);
}
");
    let Verdict::Undefined(report) = outcome.verdict else { panic!("{:?}", outcome.verdict) };
    assert_eq!(report.kind, Kind::SignedOverflow);
    assert_eq!((report.place.line, report.place.column), (2, 14));
    assert_eq!(report.detail, "2147483647 + 1 in 'int'");
    assert!(report.expr.is_some());
    let stack: Vec<_> = report.stack.iter().map(|f| (f.function.as_str(), f.place.line)).collect();
    assert_eq!(stack, [("inner", 2), ("outer", 6), ("main", 10)]);
}

#[test]
fn a_callback_of_the_library_is_on_the_stack() {
    let outcome = run("static int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}
int main(void) {
    int a[] = {-2147483647, 2147483647};
    qsort(a, 2, sizeof *a, compare);
}
");
    let Verdict::Undefined(report) = outcome.verdict else { panic!("{:?}", outcome.verdict) };
    let stack: Vec<_> = report.stack.iter().map(|f| (f.function.as_str(), f.place.line)).collect();
    assert_eq!(stack.first(), Some(&("compare", 2)));
}

#[test]
fn what_is_defined_elsewhere_is_named() {
    let outcome = run("int elsewhere(int); int main(void) { return elsewhere(1); }");
    let Verdict::Unsupported(report) = outcome.verdict else { panic!("{:?}", outcome.verdict) };
    assert!(report.detail.contains("elsewhere"), "{}", report.detail);
    assert_eq!(report.place.line, 1);
    assert!(matches!(run("int f(void) { return 1; }").verdict, Verdict::Unsupported(_)));
}

#[test]
fn library_functions_that_return_records() {
    let div = "typedef struct { long quot, rem; } ldiv_t; ldiv_t ldiv(long, long);";
    prints(
        &format!("{div} int main(void) {{ ldiv_t d = ldiv(-7, 2); printf(\"%ld %ld\\n\", d.quot, ldiv(9, 4).rem); }}"),
        "-3 1\n",
    );
    has(&format!("{div} int main(void) {{ return ldiv(1, 0).quot; }}"), Kind::BadLibraryArgument);
    has(
        &format!("{div} int main(void) {{ return ldiv(-9223372036854775807L - 1, -1).rem; }}"),
        Kind::BadLibraryArgument,
    );
}
