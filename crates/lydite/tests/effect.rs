//! `lydite gen --effect` with the compilers of this machine, where there are any.

mod support;

use serde_json::Value;
use support::{PATIENCE, Ran};

fn effect(count: u64, arguments: &[&str]) -> Ran {
    let mut command = support::lydite();
    command.args(["gen", "--seed", "1", "--size", "400", "--count", &count.to_string()]).args(arguments);
    support::run(&command, PATIENCE).expect("lydite can be started")
}

fn text(ran: &Ran) -> String {
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    String::from_utf8(ran.stdout.clone()).expect("text")
}

/// The compilers that can be measured here.
fn compilers() -> Vec<&'static str> {
    support::gcc().into_iter().chain(support::clang()).collect()
}

#[test]
fn the_same_question_has_the_same_answer_on_any_number_of_cores() {
    let found = compilers();
    if found.is_empty() {
        return;
    }
    let names = found.join(",");
    let arguments = ["--effect", "for,array-loop", "--cc", &names, "--against", "all"];
    let answer = |more: &[&str]| text(&effect(4, &[&arguments[..], more].concat()));
    let table = answer(&["--jobs", "1"]);
    assert_eq!(table, answer(&["--jobs", "3"]));
    assert!(table.starts_with("general: for, array-loop, all policies against all but these"), "{table}");
    for word in ["geometric mean", "all counters", "Student"] {
        assert!(table.contains(word), "{table}");
    }
    let object: Value = serde_json::from_str(&answer(&["--json"])).expect("JSON");
    let comparison = &object["comparisons"][0];
    let compilers = comparison["compilers"].as_array().expect("compilers");
    assert_eq!(compilers.len(), found.len());
    for compiler in compilers {
        let [kept, left_out] = ["programs", "left_out"].map(|key| compiler[key].as_u64().expect("a number"));
        assert_eq!(kept + left_out, 4, "{compiler}");
    }
    let counters = comparison["counters"].as_array().expect("counters");
    assert!(counters.iter().all(|row| row["ratio"].as_f64().is_some_and(|ratio| ratio > 0.0)), "{counters:?}");
    let has = |beginning: &str| {
        counters.iter().any(|row| row["counter"].as_str().is_some_and(|name| name.starts_with(beginning)))
    };
    for name in &found {
        let beginnings = if name.contains("clang") { ["clang:asm:", "clang:"] } else { ["gcc:ccp:", "gcc:"] };
        assert!(beginnings.into_iter().all(has), "{name}: {counters:?}");
    }
}

#[test]
fn every_policy_has_its_row() {
    let Some(name) = compilers().into_iter().next() else { return };
    let table = text(&effect(2, &["--effect", "each", "--cc", name, "--markdown"]));
    let rows: Vec<&str> = table.lines().collect();
    assert!(rows[0].starts_with("| policy |") && rows[1].starts_with("|---"), "{table}");
    assert!(rows.iter().any(|row| row.starts_with("| `constant-tree` | Trees whose leaves")), "{table}");
    assert!(rows.iter().all(|row| row.matches(" | ").count() >= 4 || row.starts_with("|---")), "{table}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = dir.path().join("d").display().to_string();
    for (arguments, word) in [
        (&["--effect", "quantum"][..], "no feature is called 'quantum'"),
        (&["--effect", "all,for"], "not both"),
        (&["--effect", "for", "--cc", "no-such-compiler"], "no compiler is called 'no-such-compiler'"),
        (&["--effect", "for", "--out", &out], "cannot be used with"),
        (&["--effect", "for", "--json", "--markdown"], "cannot be used with"),
        (&["--cc", "gcc", "--out", &out], "--effect"),
        (&["--markdown", "--out", &out], "--effect"),
    ] {
        let ran = effect(1, arguments);
        assert_eq!(ran.status, 125, "{arguments:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(word) && ran.stdout.is_empty(), "{arguments:?}: {}", ran.stderr);
    }
}
