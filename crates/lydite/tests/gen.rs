//! `lydite gen` as people and scripts use it.

mod support;

use std::path::Path;
use support::{PATIENCE, Ran};

fn gen_in(dir: &Path, arguments: &[&str]) -> Ran {
    let mut command = support::lydite();
    command.arg("gen").args(arguments).current_dir(dir);
    support::run(&command, PATIENCE).expect("lydite can be started")
}

fn dir() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary directory")
}

fn text(ran: &Ran) -> String {
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    String::from_utf8(ran.stdout.clone()).expect("text")
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_first_line_makes_the_program_again() {
    let dir = dir();
    for arguments in [
        &[][..],
        &["--seed", "7", "--size", "500"],
        &["general", "-s", "7", "--only", "while,struct", "--without", "if", "--paths", "all", "--size", "900"],
        &["--size", "300", "--std", "c11", "--target", "s390x", "--each", "--no-swarm", "--opaque", "volatile"],
    ] {
        let program = text(&gen_in(dir.path(), arguments));
        let first = program.lines().next().expect("a first line");
        let command = first.strip_prefix("/* lydite gen ").and_then(|rest| rest.strip_suffix(" */")).expect(first);
        let again = text(&gen_in(dir.path(), &command.split(' ').collect::<Vec<_>>()));
        assert_eq!(program, again, "{arguments:?}");
        assert!(program.contains("checksum = "));
    }
    let drawn = || text(&gen_in(dir.path(), &["--size", "50"])).lines().next().map(str::to_owned);
    assert_ne!(drawn(), drawn(), "a seed is drawn if none is given");
}

#[test]
fn the_expected_output_is_what_run_prints() {
    let dir = dir();
    text(&gen_in(dir.path(), &["-s", "3", "--output", "t.c"]));
    let expected = gen_in(dir.path(), &["-s", "3", "--emit", "expected"]);
    let mut command = support::lydite();
    command.args(["run", "t.c"]).current_dir(dir.path());
    let ran = support::run(&command, PATIENCE).expect("lydite can be started");
    assert_eq!((ran.status, ran.stdout), (0, expected.stdout), "{}", ran.stderr);
}

#[test]
fn many_programs_are_the_same_on_any_number_of_cores() {
    let dir = dir();
    let make = |out: &str, jobs: &str| {
        let emit = "source,expected,choices,skeleton";
        text(&gen_in(dir.path(), &["-s", "5", "--count", "12", "--out", out, "--jobs", jobs, "--emit", emit]));
        let mut names: Vec<String> = std::fs::read_dir(dir.path().join(out))
            .expect("a directory")
            .map(|entry| entry.expect("a file").file_name().into_string().expect("a name"))
            .collect();
        names.sort();
        names
    };
    let names = make("one", "1");
    assert_eq!(names, make("three", "3"));
    assert_eq!(names.len(), 12 * 4);
    assert!(names.contains(&"general-16.expected".to_owned()), "{names:?}");
    for name in &names {
        let [one, three] = ["one", "three"].map(|out| read(&dir.path().join(out).join(name)));
        assert!(one == three && !one.is_empty(), "{name}");
    }
    let alone = gen_in(dir.path(), &["-s", "16"]);
    assert!(alone.stdout == read(&dir.path().join("one/general-16.c")), "alone or among others");
}

#[test]
fn recordings_replay_and_mutate() {
    let dir = dir();
    let arguments = ["-s", "9", "--size", "2000", "--without", "vla"];
    let program = gen_in(dir.path(), &arguments).stdout;
    text(&gen_in(dir.path(), &[&arguments[..], &["--emit", "choices", "-o", "t.choices"]].concat()));
    let replayed = gen_in(dir.path(), &["--replay", "t.choices"]);
    assert!(replayed.stdout == program && replayed.status == 0, "{}", replayed.stderr);
    text(&gen_in(dir.path(), &["mutate", "t.choices", "--count", "6", "--out", "m", "--emit", "source,expected"]));
    for number in 0..6 {
        let name = |end: &str| dir.path().join(format!("m/t-{number}.{end}"));
        let replayed = gen_in(dir.path(), &["--replay", &name("choices").display().to_string()]);
        assert!(replayed.stdout == read(&name("c")) && replayed.status == 0, "{number}: {}", replayed.stderr);
        assert!(!read(&name("expected")).is_empty());
    }
}

#[test]
fn two_files() {
    let dir = dir();
    text(&gen_in(dir.path(), &["-s", "4", "--split", "-o", "t.c"]));
    assert!(!read(&dir.path().join("t_driver.c")).is_empty() && !read(&dir.path().join("t_code.c")).is_empty());
    let refused = gen_in(dir.path(), &["-s", "4", "--split"]);
    assert!(refused.status == 125 && refused.stderr.contains("--out"), "{}", refused.stderr);
}

#[test]
fn tiny_programs_in_order() {
    let dir = dir();
    text(&gen_in(dir.path(), &["exhaustive", "--limit", "20", "--out", "all"]));
    let programs: Vec<Vec<u8>> = (0..20).map(|n| read(&dir.path().join(format!("all/exhaustive-{n}.c")))).collect();
    let bodies = programs.iter().map(|text| String::from_utf8_lossy(text).lines().skip(1).collect::<String>());
    let distinct: std::collections::BTreeSet<String> = bodies.collect();
    assert!(distinct.len() >= 10, "{} of 20 differ", distinct.len());
    let one = gen_in(dir.path(), &["--exhaustive", "--skip", "13", "--limit", "1"]);
    assert!(one.stdout == programs[13] && one.status == 0, "{}", one.stderr);
}

#[test]
fn the_table_and_statistics() {
    let dir = dir();
    let table = text(&gen_in(dir.path(), &["features"]));
    let rows: serde_json::Value =
        serde_json::from_str(&text(&gen_in(dir.path(), &["features", "--json"]))).expect("JSON");
    for row in rows.as_array().expect("an array") {
        let name = row["name"].as_str().expect("a name");
        assert!(table.contains(&format!("  {name} ")), "{name}");
    }
    let arguments = ["-s", "1", "--size", "1000", "--without", "while", "--stats", "20"];
    let people = text(&gen_in(dir.path(), &arguments));
    let found: serde_json::Value =
        serde_json::from_str(&text(&gen_in(dir.path(), &[&arguments[..], &["--json"]].concat()))).expect("JSON");
    assert_eq!((found["programs"].as_u64(), found["seed"].as_u64()), (Some(20), Some(1)));
    assert!(
        found["tokens"]["mean"].as_f64().is_some_and(|mean| (100.0..2000.0).contains(&mean)),
        "{}",
        found["tokens"]
    );
    for row in found["features"].as_array().expect("an array") {
        let name = row["name"].as_str().expect("a name");
        assert!(people.contains(&format!("  {name} ")), "{name}");
        assert!(row["live"].as_f64() <= row["programs"].as_f64(), "{row}");
        if name == "while" {
            assert_eq!(row["programs"].as_f64(), Some(0.0));
        }
    }
}

#[test]
fn weights_files() {
    let dir = dir();
    std::fs::write(dir.path().join("w.toml"), "[weights]\nwhile = 900\nvla = 0\n").expect("a file");
    let program = text(&gen_in(dir.path(), &["-s", "2", "--size", "800", "--weights", "w.toml"]));
    let first = program.lines().next().expect("a first line");
    assert_eq!(first, "/* lydite gen general --seed 2 --size 800 --weight vla=0,while=900 */");
    std::fs::write(dir.path().join("w.toml"), "[weights]\nwihle = 900\n").expect("a file");
    let refused = gen_in(dir.path(), &["--weights", "w.toml"]);
    assert!(refused.stderr.contains("w.toml:2:") && refused.stderr.contains("'while'"), "{}", refused.stderr);
}

#[test]
fn what_cannot_be_done_is_said_in_a_line() {
    let dir = dir();
    std::fs::write(dir.path().join("file"), "no recording\n").expect("a file");
    text(&gen_in(dir.path(), &["-s", "1", "--size", "60", "--emit", "choices", "-o", "t.choices"]));
    let mut damaged = read(&dir.path().join("t.choices"));
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    std::fs::write(dir.path().join("damaged"), damaged).expect("a file");
    for (arguments, word) in [
        (&["--only", "strukt"][..], "'struct'"),
        (&["--size", "3"], "size"),
        (&["--std", "c89"], "c99"),
        (&["--target", "vax"], "x86_64"),
        (&["--weights", "missing.toml"], "missing.toml"),
        (&["--weight", "vla"], "NAME=PERCENT"),
        (&["--count", "3"], "--out"),
        (&["--size", "60", "--out", "file"], "file"),
        (&["--size", "60", "-o", "missing/t.c"], "missing/t.c"),
        (&["--size", "60", "-o", "/dev/full"], "/dev/full"),
        (&["--size", "60", "--emit", "source,choices"], "--out"),
        (&["--replay", "missing"], "missing"),
        (&["--replay", "file"], "not a recording"),
        (&["--replay", "damaged"], "damaged"),
        (&["--replay", "t.choices", "--size", "70"], "settings"),
        (&["--seed", "18446744073709551615", "--count", "2", "--out", "d"], "seeds"),
        (&["mutate", "file", "--out", "d"], "not a recording"),
        (&["--json"], "--stats"),
    ] {
        let ran = gen_in(dir.path(), arguments);
        assert_eq!(ran.status, 125, "{arguments:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(word), "{arguments:?}: {}", ran.stderr);
        assert!(ran.stdout.is_empty() && !ran.stderr.contains("panicked"), "{arguments:?}: {}", ran.stderr);
    }
    for command in ["general", "features", "exhaustive", "mutate"] {
        let help = text(&gen_in(dir.path(), &[command, "--help"]));
        assert!(help.contains("Example"), "{command}");
    }
    assert!(text(&gen_in(dir.path(), &["--help"])).contains("checksum"));
}
