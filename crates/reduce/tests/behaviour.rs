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
    for (seed, name, predicate, text) in planted(100..104, 3000) {
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
