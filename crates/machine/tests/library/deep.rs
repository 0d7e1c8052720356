//! Deep trees and long chains: no host stack is exhausted, in any build.

use crate::{parse, prints};
use lydite_machine::{Limits, ProfileOptions, Verdict, run_with_profile};

/// Nearly as deep as the front end lets a tree be.
const DEPTH: usize = 2900;
/// Nearly as deep as it lets brackets nest.
const NESTING: usize = 280;

#[test]
fn nested_expressions() {
    let sum = format!("{}1{}", "(1 + ".repeat(NESTING), ")".repeat(NESTING));
    prints(&format!("int main(void) {{ printf(\"%d\\n\", {sum}); }}"), &format!("{}\n", NESTING + 1));
    let variable = format!("{}x{}", "(x + ".repeat(NESTING), ")".repeat(NESTING));
    prints(&format!("int main(void) {{ int x = 1; printf(\"%d\\n\", {variable}); }}"), &format!("{}\n", NESTING + 1));
}

#[test]
fn long_chains() {
    let plus = format!("x{}", " + x".repeat(DEPTH));
    prints(&format!("int main(void) {{ int x = 1; printf(\"%d\\n\", {plus}); }}"), &format!("{}\n", DEPTH + 1));
    let calls = format!("f(1){}", " + f(1)".repeat(DEPTH));
    prints(
        &format!("static int f(int x) {{ return x; }} int main(void) {{ printf(\"%d\\n\", {calls}); }}"),
        &format!("{}\n", DEPTH + 1),
    );
    let and = format!("x{}", " && x".repeat(DEPTH));
    prints(&format!("int main(void) {{ int x = 1; printf(\"%d\\n\", {and}); }}"), "1\n");
    let comma = format!("x{}", ", x++".repeat(DEPTH));
    prints(&format!("int main(void) {{ int x = 0; {comma}; printf(\"%d\\n\", x); }}"), &format!("{DEPTH}\n"));
    let assign = format!("{}1", (0..NESTING).map(|i| format!("a[{i}] = ")).collect::<String>());
    prints(&format!("int a[{NESTING}]; int main(void) {{ {assign}; printf(\"%d\\n\", a[7]); }}"), "1\n");
}

#[test]
fn other_shapes() {
    let calls = format!("{}1{}", "f(".repeat(NESTING), ")".repeat(NESTING));
    prints(
        &format!("static int f(int x) {{ return x + 1; }} int main(void) {{ printf(\"%d\\n\", {calls}); }}"),
        &format!("{}\n", NESTING + 1),
    );
    let conditional = format!("{}5{}", "x ? ".repeat(NESTING), " : 0".repeat(NESTING));
    prints(&format!("int main(void) {{ int x = 1; printf(\"%d\\n\", {conditional}); }}"), "5\n");
    let negations = "!".repeat(NESTING);
    prints(&format!("int main(void) {{ int x = 3; printf(\"%d\\n\", {negations}x); }}"), "1\n");
    let indices = format!("{}0{}", "a[".repeat(NESTING), "]".repeat(NESTING));
    prints(&format!("int a[2]; int main(void) {{ printf(\"%d\\n\", {indices}); }}"), "0\n");
}

#[test]
fn statements() {
    let depth = 500;
    let blocks = format!("{} n++; {}", "{".repeat(depth), "}".repeat(depth));
    let ifs = format!("{}n++;", "if (n >= 0) ".repeat(depth));
    prints(&format!("int main(void) {{ int n = 0; {blocks} {ifs} printf(\"%d\\n\", n); }}"), "2\n");
    let chain: String = (0..2000).map(|i| format!("if (n == {i} + 5000) n = 0; else ")).collect();
    prints(&format!("int main(void) {{ int n = 1; {chain} n = 7; printf(\"%d\\n\", n); }}"), "7\n");
    let long: String = (0..20_000).map(|i| format!("n += {};", i & 3)).collect();
    prints(&format!("int main(void) {{ int n = 0; {long} printf(\"%d\\n\", n); }}"), "30000\n");
}

#[test]
fn with_a_profile() {
    let sum = format!("x{}", " + x".repeat(DEPTH));
    let program = parse(&format!("int main(void) {{ int x = 1; return ({sum}) != {}; }}", DEPTH + 1));
    let (outcome, profile) = run_with_profile(&program, &Limits::default(), &ProfileOptions::default());
    assert_eq!(outcome.verdict, Verdict::Exit(0));
    assert!(profile.exprs.len() > DEPTH);
}
