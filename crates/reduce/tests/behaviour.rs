//! What a reduction promises.

mod planted;

use lydite_choices::Choices;
use lydite_generate::generate_with;
use lydite_reduce::*;
use planted::{PREDICATES, Predicate};

fn settings(threads: usize) -> Settings {
    Settings { threads, ..Settings::default() }
}

fn made(seed: u64, size: u32) -> String {
    let options = lydite_generate::Options { size, ..lydite_generate::Options::default() };
    generate_with(&options, Choices::from_seed(seed), "test").unwrap().files.remove(0).text
}

/// The programs of these seeds for which a predicate holds.
fn planted(seeds: std::ops::Range<u64>, size: u32) -> Vec<(u64, &'static str, Predicate, String)> {
    let mut found = Vec::new();
    for seed in seeds {
        let text = made(seed, size);
        let expected = expected(&text).expect("generated programs are defined");
        for &(name, predicate) in PREDICATES {
            if predicate(&Candidate { text: text.clone(), expected: Some(expected.clone()) }) {
                found.push((seed, name, predicate, text.clone()));
            }
        }
    }
    found
}

/// What the machine says of a text.
fn expected(text: &str) -> Option<Expected> {
    let p = lydite_cfront::parse_bytes(text.as_bytes(), "t.c", &lydite_cfront::Options::default()).ok()?;
    let outcome = lydite_machine::run(&p, &lydite_machine::Limits::default());
    match outcome.verdict {
        lydite_machine::Verdict::Exit(status) => Some(Expected { stdout: outcome.stdout, status }),
        lydite_machine::Verdict::Abort => Some(Expected { stdout: outcome.stdout, status: ABORTED }),
        _ => None,
    }
}

#[test]
fn results_are_small_interesting_defined_and_always_the_same() {
    let programs = planted(100..104, 3000);
    assert!(!programs.is_empty());
    for (seed, name, predicate, text) in programs {
        let one = reduce(&text, &predicate, &settings(1), &mut ()).unwrap();
        assert!(one.size <= Size::of(&text), "seed {seed}, {name}");
        assert_eq!(one.ending, Ending::Smallest);
        let meaning = expected(&one.text);
        assert!(meaning.is_some(), "seed {seed}, {name}: undefined:\n{}", one.text);
        assert_eq!(meaning, one.expected);
        assert!(
            predicate(&Candidate { text: one.text.clone(), expected: meaning }),
            "seed {seed}, {name}:\n{}",
            one.text
        );
        for threads in [2, 4] {
            let other = reduce(&text, &predicate, &settings(threads), &mut ()).unwrap();
            assert_eq!(one.text, other.text, "seed {seed}, {name}, {threads} threads");
        }
        let again = reduce(&one.text, &predicate, &settings(2), &mut ()).unwrap();
        assert_eq!(one.text, again.text, "seed {seed}, {name}: not the smallest");
    }
}

#[test]
fn planted_bugs_end_small() {
    let mut sizes = Vec::new();
    for (seed, name, predicate, text) in planted(1..5, 16_000) {
        let done = reduce(&text, &predicate, &settings(2), &mut ()).unwrap();
        println!("seed {seed}, {name}: {} to {} bytes, {:?}", text.len(), done.size.bytes, done.statistics);
        assert!(done.statistics.runs < 10_000, "seed {seed}, {name}: {:?}", done.statistics);
        sizes.push(done.size.bytes);
    }
    sizes.sort_unstable();
    assert!(sizes[sizes.len() / 2] < 600, "{sizes:?}");
}

#[test]
fn a_program_must_be_interesting_and_defined_to_begin_with() {
    let dull = reduce("int main(void) { return 0; }", &|_: &Candidate| false, &settings(1), &mut ());
    assert_eq!(dull, Err(Error::NotInteresting));
    let text = "int main(void) {\n    int x = 1;\n    return x / 0;\n}\n";
    let Err(Error::NotDefined { place, what }) = reduce(text, &|_: &Candidate| true, &settings(1), &mut ()) else {
        panic!("it is undefined");
    };
    assert_eq!(place, "program.c:3:14");
    assert!(what.contains("division"), "{what}");
    let unread = reduce("int main(void) { return }", &|_: &Candidate| true, &settings(1), &mut ());
    assert!(matches!(unread, Err(Error::Unreadable(_))), "{unread:?}");
}

#[test]
fn any_text_can_be_reduced_without_regard_to_its_meaning() {
    let text =
        "// A comment.\ntemplate <class T> struct S { T t; void f() { g(1, (2 + 3)); } };\nS<int> s;\nint x = 1234;\n";
    let test = |candidate: &Candidate| {
        assert_eq!(candidate.expected, None);
        candidate.text.contains("g(") && candidate.text.contains("template")
    };
    let any = Settings { meaning: Meaning::Any, ..settings(2) };
    let done = reduce(text, &test, &any, &mut ()).unwrap();
    assert!(done.size.tokens <= 3, "{}", done.text);
    assert_eq!(reduce(&done.text, &test, &any, &mut ()).unwrap().text, done.text);
    // Undefined, and without a main function: a compiler may crash on it all the same.
    let text = "int f(int x) { int y; if (x) { y += x / 0; } return y; } int g(void) { return f(3); }";
    let done = reduce(text, &|c: &Candidate| c.text.contains("/ 0"), &any, &mut ()).unwrap();
    assert_eq!(done.size.tokens, 2, "{}", done.text);
    // Also `main`, and brackets around what must stay.
    let text = "int a[3]; int main(void) { return a[0] + ((1) + a[2]); }";
    let done = reduce(text, &|c: &Candidate| c.text.contains('a'), &any, &mut ()).unwrap();
    assert_eq!(done.text.trim(), "a");
}

#[test]
fn what_the_front_end_does_not_print_is_reduced_as_text() {
    let text = "#define A 1\n#define B 2\nint x = B;\nint main(void) { int y = A; return y - A; }\n";
    let test = |candidate: &Candidate| candidate.text.contains("#define A");
    let done = reduce(text, &test, &settings(2), &mut ()).unwrap();
    assert!(done.text.contains("#define A") && !done.text.contains('B'), "{}", done.text);
    assert!(done.expected.is_some());
}

#[test]
fn a_budget_of_tests_is_kept() {
    let text = made(1, 3000);
    let xor = |candidate: &Candidate| candidate.text.contains("^ ");
    let whole = reduce(&text, &xor, &settings(1), &mut ());
    assert!(whole.is_ok_and(|whole| whole.statistics.tests > 15));
    for tests in 1..30 {
        let short = |threads| Settings { budget: Some(Budget::Tests(tests)), ..settings(threads) };
        let one = reduce(&text, &xor, &short(1), &mut ()).unwrap();
        let three = reduce(&text, &xor, &short(3), &mut ()).unwrap();
        assert_eq!((&one.text, one.ending), (&three.text, three.ending), "{tests} tests");
        assert!(tests > 8 || one.ending == Ending::Budget);
        assert!(one.statistics.tests <= tests + 2, "{tests}: {:?}", one.statistics);
    }
}

#[test]
fn a_watcher_sees_sizes_fall() {
    struct Sizes(Vec<Size>);
    impl Watch for Sizes {
        fn progress(&mut self, progress: &Progress<'_>) {
            assert_eq!(progress.now, Size::of(progress.text));
            self.0.push(progress.now);
        }
    }
    let mut sizes = Sizes(Vec::new());
    let text = "int a, b; int main(void) { a = 1; b = a + 2; if (b > 2) { a = b * b; } return a != 9; }";
    let done = reduce(text, &|c: &Candidate| c.text.contains('*'), &settings(2), &mut sizes).unwrap();
    assert!(sizes.0.len() > 3);
    assert_eq!(sizes.0.iter().min(), Some(&done.size));
}

/// A user's script, which finds the candidate under its own name in a directory of its own.
struct Script {
    body: &'static str,
}

impl Test for Script {
    fn interesting(&self, candidate: &Candidate) -> bool {
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("t.c"), &candidate.text).unwrap();
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", self.body]).current_dir(directory.path());
        shell.status().unwrap().success()
    }
}

#[test]
fn a_script_decides() {
    let text = "int a, b; int f(void) { return b; }\nint main(void) { a = 3; b = a * 5; return f() != 15; }";
    let done = reduce(text, &Script { body: "grep -q '\\*' t.c" }, &settings(2), &mut ()).unwrap();
    assert_eq!(done.text, "int main() {\n    0 * 0;\n}\n");
}

#[test]
#[should_panic(expected = "the test fell over")]
fn a_panic_of_the_test_is_the_callers() {
    let calls = std::sync::atomic::AtomicU32::new(0);
    let test = |_: &Candidate| match calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed) {
        0..5 => true,
        _ => panic!("the test fell over"),
    };
    let _ = reduce(&made(3, 2000), &test, &settings(2), &mut ());
}
