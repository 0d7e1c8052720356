//! The machine as a library: programs in, verdicts, profiles and results of calls out.

mod arithmetic;
mod budgets;
mod deep;
mod determinism;
mod instances;
mod lifetimes;
mod order;
mod profiles;
mod reports;
mod total;

use lydite_cfront::{Options, Preprocess, parse_bytes};
use lydite_lang::{FuncId, Program, Target};
use lydite_machine::{Kind, Limits, Outcome, Verdict};

/// What the tests' programs need of the library.
const PROTOTYPES: &str = "int printf(const char *, ...); int puts(const char *); int putchar(int);
void *malloc(unsigned long); void free(void *); void exit(int); void abort(void); int atexit(void (*)(void));
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
";

/// Reads a program for a target.
fn parse_for(text: &str, target: &'static Target) -> Program {
    let size = if target.word == 4 { "unsigned int" } else { "unsigned long" };
    let all = format!("{}# 1 \"t.c\"\n{text}", PROTOTYPES.replace("unsigned long", size));
    let options = Options { target, preprocess: Preprocess::Never, ..Options::default() };
    parse_bytes(all.as_bytes(), "t.c", &options).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn parse(text: &str) -> Program {
    parse_for(text, Target::x86_64())
}

fn run(text: &str) -> Outcome {
    lydite_machine::run(&parse(text), &Limits::default())
}

/// What a program prints that ends with status 0.
fn output(text: &str) -> String {
    let outcome = run(text);
    assert_eq!(outcome.verdict, Verdict::Exit(0), "{text}");
    String::from_utf8(outcome.stdout).expect("text")
}

/// Asserts that a program prints this and ends with status 0.
#[track_caller]
fn prints(text: &str, expected: &str) {
    assert_eq!(output(text), expected, "{text}");
}

/// Asserts that a program is found to do this.
#[track_caller]
fn has(text: &str, kind: Kind) {
    let outcome = run(text);
    assert_eq!(outcome.verdict.report().map(|r| r.kind), Some(kind), "{text}\n{:?}", outcome.verdict);
}

/// The function with a name.
fn function(program: &Program, name: &str) -> FuncId {
    let found = program.funcs.iter().find(|(_, f)| program.names.text(f.name) == name);
    found.unwrap_or_else(|| panic!("no function '{name}'")).0
}
