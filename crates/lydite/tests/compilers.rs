//! `lydite compilers` and `lydite doctor`, with compilers that are scripts around a real one.

mod support;

use serde_json::Value;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use support::PATIENCE;

/// What `lydite` printed, complained about and ended with.
struct Ran {
    stdout: String,
    stderr: String,
    status: i32,
}

/// What `lydite` does in a directory, without the compilers of this machine and with a memory of its own.
fn lydite(dir: &Path, arguments: &[&str]) -> Ran {
    let mut command = support::lydite();
    command.args(arguments).arg("--configured").current_dir(dir);
    command.env("XDG_CACHE_HOME", dir.join("cache"));
    let ran = support::run(&command, PATIENCE).expect("lydite can be started");
    Ran { stdout: String::from_utf8_lossy(&ran.stdout).into_owned(), stderr: ran.stderr, status: ran.status }
}

fn script(dir: &Path, name: &str, body: &str) {
    let path = dir.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{body}\n")).expect("a script");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("permissions");
}

fn configure(dir: &Path, text: &str) {
    std::fs::write(dir.join("lydite.toml"), text).expect("a configuration");
}

/// A directory with one compiler, if there is one.
fn with_gcc() -> Option<tempfile::TempDir> {
    let real = support::gcc()?;
    let dir = tempfile::tempdir().expect("a directory");
    script(dir.path(), "good-gcc", &format!("exec {real} \"$@\""));
    configure(dir.path(), "[[compiler]]\nname = \"good\"\npath = \"./good-gcc\"\n");
    Some(dir)
}

#[test]
fn what_is_configured_is_listed() {
    let Some(real) = support::gcc() else { return };
    let dir = tempfile::tempdir().expect("a directory");
    script(dir.path(), "good-gcc", &format!("exec {real} \"$@\""));
    script(dir.path(), "bad-gcc", "echo 'error: no' >&2; exit 1");
    configure(
        dir.path(),
        "[[compiler]]\nname = \"good\"\npath = \"./good-gcc\"\n[[compiler]]\nname = \"bad\"\npath = \"./bad-gcc\"\n\
         [[suppress]]\nname = \"x\"\nkind = \"crash\"\n",
    );
    let ran = lydite(dir.path(), &["compilers", "--json"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let value: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    let rows = value["compilers"].as_array().expect("compilers");
    let works: Vec<_> = rows.iter().map(|row| (row["name"].as_str(), row["works"].as_bool())).collect();
    assert_eq!(works, [(Some("good"), Some(true)), (Some("bad"), Some(false))]);
    assert!(value["missing"].as_array().is_some_and(|rows| rows.iter().any(|row| row["package"] == "clang")));
    let text = lydite(dir.path(), &["compilers"]).stdout;
    assert!(text.contains("does not work: exit status 1: error: no") && text.contains("apt-get install"), "{text}");
    assert!(lydite(dir.path(), &["compilers", "good"]).stdout.contains("-O2"));
    assert_eq!(lydite(dir.path(), &["compilers", "bad"]).status, 1, "none of those asked for works");
    assert_eq!(lydite(dir.path(), &["compilers", "nobody"]).status, 125);
}

#[test]
fn a_wrong_configuration_is_named_with_its_line() {
    let dir = tempfile::tempdir().expect("a directory");
    configure(dir.path(), "[[compiler]]\nname = \"a\"\npath = \"/a\"\nflag = 1\n");
    let ran = lydite(dir.path(), &["compilers"]);
    assert_eq!(ran.status, 125);
    assert!(ran.stderr.contains("lydite.toml:4: unknown field `flag`"), "{}", ran.stderr);
    configure(dir.path(), "[compiler]\n");
    assert_eq!(lydite(dir.path(), &["compilers"]).status, 125);
    assert_eq!(lydite(dir.path(), &["compilers", "--config", "other.toml"]).status, 125);
}

#[test]
fn the_doctor_says_whether_a_hunt_can_be_had() {
    let Some(dir) = with_gcc() else { return };
    let ran = lydite(dir.path(), &["doctor", "--json"]);
    assert_eq!(ran.status, 0, "{}{}", ran.stdout, ran.stderr);
    let value: Value = serde_json::from_str(&ran.stdout).expect("JSON");
    let names: Vec<_> = value.as_array().expect("checks").iter().filter_map(|check| check["name"].as_str()).collect();
    assert_eq!(names, ["sandbox", "space", "memory", "limits", "store", "children", "emulators", "compilers"]);
    assert!(!dir.path().join("lydite.db").exists(), "looking leaves nothing behind");
    let bad = lydite(dir.path(), &["doctor", "--store", "/no/such/place/lydite.db"]);
    assert_eq!(bad.status, 1);
    assert!(bad.stdout.contains("BAD   store"), "{}", bad.stdout);
    configure(dir.path(), "");
    let none = lydite(dir.path(), &["doctor"]);
    assert_eq!(none.status, 1);
    assert!(none.stdout.contains("none works"), "{}", none.stdout);
}

/// Such as a container that was entered: the leader of the session has no number here.
#[test]
fn the_doctor_works_where_the_session_began_outside() {
    let Some(dir) = with_gcc() else { return };
    let inside = |program: &str, arguments: &[&str]| {
        let mut command = std::process::Command::new("unshare");
        command.args(["--user", "--map-root-user", "--pid", "--fork", "--mount-proc", program]).args(arguments);
        command.current_dir(dir.path()).env("XDG_CACHE_HOME", dir.path().join("cache"));
        support::run(&command, PATIENCE)
    };
    if inside("true", &[]).is_ok_and(|ran| ran.status == 0) {
        let ran = inside(env!("CARGO_BIN_EXE_lydite"), &["doctor", "--configured"]).expect("lydite can be started");
        assert_eq!(ran.status, 0, "{}{}", String::from_utf8_lossy(&ran.stdout), ran.stderr);
    }
}
