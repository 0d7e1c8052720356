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
    let scalar = text(&gen_in(dir.path(), &["features", "scalar"]));
    for row in lydite_generate::PARAMETERS {
        assert!(scalar.contains(&format!("  {} ", row.name)) && !table.contains("\nparameters:"), "{}", row.name);
    }
    let chosen = text(&gen_in(dir.path(), &["scalar", "-s", "1", "--size", "500", "--stats", "5"]));
    assert!(lydite_generate::PARAMETERS.iter().all(|row| chosen.contains(&format!("\n{} ", row.name))), "{chosen}");
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
fn a_recording_of_any_program_gives_the_same_bytes_whatever_its_name() {
    let dir = dir();
    let emit = ["--emit", "source,choices"];
    text(&gen_in(dir.path(), &[&["exhaustive", "--limit", "30", "--out", "d"], &emit[..]].concat()));
    text(&gen_in(dir.path(), &[&["-s", "3", "--size", "300", "--out", "d"], &emit[..]].concat()));
    text(&gen_in(dir.path(), &["mutate", "d/general-3.choices", "--count", "5", "--out", "d"]));
    let again = |arguments: &[&str]| gen_in(dir.path(), arguments).stdout;
    let stems = ["exhaustive-0", "exhaustive-29", "general-3", "general-3-0", "general-3-4"];
    for stem in stems {
        let program = read(&dir.path().join(format!("d/{stem}.c")));
        std::fs::rename(dir.path().join(format!("d/{stem}.choices")), dir.path().join("x")).expect("a recording");
        assert!(!program.is_empty() && again(&["--replay", "x"]) == program, "{stem}");
        // The choices of what was replayed are those it was replayed from.
        assert!(again(&["--replay", "x", "--emit", "choices"]) == read(&dir.path().join("x")), "{stem}");
    }
    let mutated = String::from_utf8(read(&dir.path().join("d/general-3-4.c"))).expect("text");
    let end: String =
        read(&dir.path().join("x")).iter().rev().take(8).rev().map(|byte| format!("{byte:02x}")).collect();
    let first = format!("/* lydite gen general --replay FILE, the one that ends with {end} */");
    assert_eq!(mutated.lines().next(), Some(first.as_str()));
    let deep = ["exhaustive", "--skip", "3", "--limit", "1", "--depth", "90"];
    let program = again(&deep);
    text(&gen_in(dir.path(), &[&deep[..], &["--emit", "choices", "-o", "deep"]].concat()));
    assert!(!program.is_empty() && again(&["--replay", "deep"]) == program);
}

#[test]
fn the_order_of_options_does_not_matter() {
    let dir = dir();
    let one = text(&gen_in(dir.path(), &["exhaustive", "--skip", "5", "--limit", "1", "--size", "60"]));
    for arguments in [
        &["--exhaustive", "--skip", "5", "--limit", "1", "--size", "60"][..],
        &["--size", "60", "--limit", "1", "--skip", "5", "--exhaustive"],
        &["general", "--skip", "5", "--exhaustive", "--limit", "1", "--size", "60"],
    ] {
        assert_eq!(text(&gen_in(dir.path(), arguments)), one, "{arguments:?}");
    }
    text(&gen_in(dir.path(), &["--limit", "1", "-o", "t.c", "--skip", "5", "--size", "60", "--exhaustive"]));
    assert_eq!(read(&dir.path().join("t.c")), one.as_bytes());
}

#[test]
fn numbers_can_be_hexadecimal() {
    let dir = dir();
    let program = text(&gen_in(dir.path(), &["--seed", "0xFF", "--size", "0x50"]));
    assert!(program.starts_with("/* lydite gen general --seed 255 --size 80 */\n"), "{program}");
    assert_eq!(text(&gen_in(dir.path(), &["-s", "255", "--size", "80"])), program);
    text(&gen_in(dir.path(), &["-s", "255", "--size", "80", "--emit", "choices", "-o", "t.choices"]));
    let mutate = |seed: &str| {
        text(&gen_in(dir.path(), &["mutate", "t.choices", "--count", "1", "--out", "m", "--seed", seed]));
        read(&dir.path().join("m/t-0.c"))
    };
    assert_eq!(mutate("0x10"), mutate("16"));
    // Help is folded to the width of the terminal.
    let help = text(&gen_in(dir.path(), &["--help"])).split_whitespace().collect::<Vec<_>>().join(" ");
    let defaults = "[default: 16000 for general, 8000 for scalar, 4000 for loops, 40 with --exhaustive]";
    assert!(help.contains("from 20 to 1000000; the smallest have") && help.contains(defaults), "{help}");
    let tiny = text(&gen_in(dir.path(), &["exhaustive", "--help"])).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(tiny.contains("from 20 to 1000000; the smallest have") && tiny.contains("[default: 40]"), "{tiny}");
}

#[test]
fn statistics_go_where_o_says() {
    let dir = dir();
    let arguments = ["-s", "1", "--size", "60", "--stats", "1"];
    let ran = gen_in(dir.path(), &[&arguments[..], &["-o", "stats"]].concat());
    assert!(text(&ran).is_empty() && ran.stderr.starts_with("1 program, "), "{}", ran.stderr);
    let written = String::from_utf8(read(&dir.path().join("stats"))).expect("text");
    assert!(written.starts_with("1 program from seed 1 on, ") && written.contains("tokens"), "{written}");
    text(&gen_in(dir.path(), &[&arguments[..], &["--json", "--output", "stats"]].concat()));
    let found: serde_json::Value = serde_json::from_slice(&read(&dir.path().join("stats"))).expect("JSON");
    assert_eq!(found["programs"].as_u64(), Some(1));
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let binary = env!("CARGO_BIN_EXE_lydite");
    // The second would not end for hours if it did not stop.
    for arguments in ["gen --seed 1", "gen --exhaustive --limit 1e9", "gen features"] {
        let script = format!("{{ '{binary}' {arguments}; echo $? >&2; }} | head -n 1");
        let mut command = std::process::Command::new("sh");
        command.args(["-c", &script]);
        let ran = support::run(&command, PATIENCE).expect("a shell");
        assert_eq!(ran.stderr, "0\n", "{arguments}");
        assert_eq!(ran.stdout.iter().filter(|&&byte| byte == b'\n').count(), 1, "{arguments}");
    }
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
    for (name, text) in [
        ("empty.toml", ""),
        ("unknown.toml", "[weights]\n[more]\n"),
        ("type.toml", "[weights]\nvla = \"often\"\n"),
        ("negative.toml", "[weights]\nwhile = 1\nvla = -1\n"),
    ] {
        std::fs::write(dir.path().join(name), text).expect("a file");
    }
    for (arguments, word) in [
        (&["--only", "strukt"][..], "'struct'"),
        (&["--only", "while", "--without", "vla,while"], "'while' and --without"),
        (&["--size", "3"], "'--size <TOKENS>': expected a number from 20 to 1000000"),
        (&["--size", "0"], "'--size <TOKENS>': expected a number from 20 to 1000000"),
        (&["--size", "-5"], "'--size <TOKENS>': expected a number from 20 to 1000000"),
        (&["--size", "many"], "'--size <TOKENS>': expected a number from 20 to 1000000"),
        (&["--seed", "-1"], "'--seed <SEED>': expected a number from 0 to 18446744073709551615"),
        (&["--seed", "0xg"], "'--seed <SEED>': expected a number from 0 to 18446744073709551615"),
        (&["mutate", "t.choices", "--out", "d", "--seed", "x"], "'--seed <SEED>': expected a number from 0 to"),
        (&["mutate", "t.choices", "--out", "d", "--count", "0"], "'--count <N>': expected a number from 1 to"),
        (&["mutate", "t.choices", "--out", "d", "--changes", "0"], "'--changes <N>': expected a number from 1 to"),
        (&["--count", "0", "--out", "d"], "'--count <N>': expected a number from 1 to"),
        (&["--stats", "0"], "'--stats <N>': expected a number from 1 to"),
        (&["--jobs", "0"], "'--jobs <N>': expected a number from 1 to"),
        (&["exhaustive", "--limit", "0"], "'--limit <N>': expected a number from 1 to"),
        (&["exhaustive", "--depth", "0"], "'--depth <N>': expected a number from 1 to"),
        (&["--limit", "5"], "--exhaustive"),
        (&["--exhaustive", "-o", "t.c"], "--limit 1"),
        (&["--weight", "vla=-1"], "--weight vla=-1: expected a percentage from 0 to 10000"),
        (&["--weights", "empty.toml"], "empty.toml:1: there are no weights: expected a line [weights]"),
        (&["--weights", "unknown.toml"], "unknown.toml:2: 'more' does not belong here: expected a line [weights]"),
        (&["--weights", "type.toml"], "type.toml:2: the weight of 'vla' is \"often\": expected a percentage from 0"),
        (&["--weights", "negative.toml"], "negative.toml:3: the weight of 'vla' is -1: expected a percentage from 0"),
        (&["--std", "c89"], "c99"),
        (&["--target", "vax"], "x86_64"),
        (&["--weights", "missing.toml"], "cannot read missing.toml: no such file or directory"),
        (&["--weight", "vla"], "NAME=PERCENT"),
        (&["--count", "3"], "--out"),
        (&["--size", "60", "--out", "file"], "--out file: this is a file"),
        (&["--size", "60", "--out", "file/d"], "cannot make the directory file/d: not a directory"),
        (&["--size", "60", "-o", "."], "cannot write .: is a directory"),
        (&["--size", "60", "-o", "missing/t.c"], "cannot write missing/t.c: no such file or directory"),
        (&["--size", "60", "-o", "/dev/full"], "cannot write /dev/full: no space left on device"),
        (&["--size", "60", "--emit", "source,choices"], "--out"),
        (&["--replay", "missing"], "cannot read missing: no such file or directory"),
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
        assert!(ran.stderr.starts_with("error: ") && !ran.stderr.contains("os error"), "{arguments:?}: {}", ran.stderr);
        assert!(ran.stdout.is_empty() && !ran.stderr.contains("panicked"), "{arguments:?}: {}", ran.stderr);
    }
    for command in ["general", "features", "exhaustive", "mutate"] {
        let help = text(&gen_in(dir.path(), &[command, "--help"]));
        assert!(help.contains("Example"), "{command}");
    }
    assert!(text(&gen_in(dir.path(), &["--help"])).contains("checksum"));
}

/// The first line of an enumerated program is the command that makes it, whatever the size.
#[test]
fn first_lines_of_enumerations_give_the_same_program() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    for size in ["40", "300", "16000"] {
        let program = text(&gen_in(dir.path(), &["exhaustive", "--size", size, "--skip", "5", "--limit", "1"]));
        let line = program.lines().next().expect("a line");
        let command = line.trim_start_matches("/* lydite gen ").trim_end_matches(" */");
        let again = text(&gen_in(dir.path(), &command.split(' ').collect::<Vec<_>>()));
        assert!(again == program, "{line}");
    }
}

#[test]
fn what_can_not_be_made_is_refused() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    for (args, message) in [
        (&["--only", "bit-int"][..], "'bit-int' needs c23: add --std c23"),
        (&["exhaustive", "--depth", "1", "--limit", "1", "-o", "t.c"], "t.c was not written"),
    ] {
        let output = gen_in(dir.path(), args);
        assert!(output.status == 125 && output.stderr.contains(message), "{args:?}: {}", output.stderr);
    }
    assert!(!dir.path().join("t.c").exists());
}
