//! `lydite reduce`: findings and files with a script.

mod support;

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use support::{PATIENCE, Ran};

/// A program with one line that matters.
const PROGRAM: &str = "\
#include <stdio.h>

static int unused(int x) { return x * 3; }

static unsigned shifted(unsigned x, int n)
{
    unsigned y = x;
    for (int i = 0; i < n; i++)
        y = y >> 1;
    return y;
}

int main(void)
{
    int z[4] = {1, 2, 3, 4};
    z[2] = unused(z[1]);
    printf(\"%u %d\\n\", shifted(1000u, 3), z[2]);
    return 0;
}
";

fn lydite(dir: &Path, arguments: &[&str]) -> Ran {
    let mut command = support::lydite();
    command.args(arguments).current_dir(dir).env("XDG_CACHE_HOME", dir.join("cache"));
    support::run(&command, PATIENCE).expect("lydite can be started")
}

fn script(dir: &Path, name: &str, body: &str) {
    let path = dir.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{body}\n")).expect("a script");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("permissions");
}

fn directory() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a directory");
    std::fs::write(dir.path().join("t.c"), PROGRAM).expect("a program");
    dir
}

fn text(dir: &Path, name: &str) -> String {
    std::fs::read_to_string(dir.join(name)).expect("a file")
}

#[test]
fn a_file_becomes_small_and_stays_defined() {
    let dir = directory();
    // The name is an argument and the only other file is not there.
    script(dir.path(), "check.sh", "[ \"$1\" = t.c ] && [ ! -e check.sh ] && grep -q '>>' t.c");
    let ran = lydite(dir.path(), &["reduce", "t.c", "--test", "./check.sh"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let small = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(small.contains(">>") && small.len() < 80, "{small}");
    assert_eq!(text(dir.path(), "t.c"), PROGRAM, "the file is as it was");
    std::fs::write(dir.path().join("small.c"), &small).expect("a file");
    assert!(lydite(dir.path(), &["run", "small.c"]).status < 121, "{small}");
    let wild = "int z; int main(void) { return 1 >> (z - 1); }";
    std::fs::write(dir.path().join("t.c"), wild).expect("a program");
    assert_eq!(lydite(dir.path(), &["reduce", "t.c", "--test", "./check.sh"]).status, 125, "it is undefined");
    let any = lydite(dir.path(), &["reduce", "t.c", "--test", "./check.sh", "--any", "-o", "any.c"]);
    assert_eq!((any.status, any.stdout.len()), (0, 0), "{}", any.stderr);
    let any = text(dir.path(), "any.c");
    assert!(any.contains(">>") && any.len() < wild.len(), "{any}");
}

#[test]
fn a_file_is_changed_only_in_place() {
    let dir = directory();
    script(dir.path(), "check.sh", "grep -q shifted t.c");
    let ran = lydite(dir.path(), &["reduce", "t.c", "--test", "check.sh", "--in-place", "--jobs", "1"]);
    assert_eq!((ran.status, ran.stdout.len()), (0, 0), "{}", ran.stderr);
    assert!(text(dir.path(), "t.c").len() < PROGRAM.len());
    assert_eq!(text(dir.path(), "t.c.orig"), PROGRAM);
    let left = std::fs::read_dir(dir.path())
        .expect("a directory")
        .flatten()
        .filter(|file| file.file_name().to_string_lossy().ends_with(".part"));
    assert_eq!(left.count(), 0);
    let check = |name: &str| lydite(dir.path(), &["reduce", "t.c", "--test", "check.sh", "--check", name]).status;
    std::fs::write(dir.path().join("dull.c"), "int main(void) { return 0; }").expect("a program");
    std::fs::write(dir.path().join("wild.c"), "int shifted; int main(void) { return 1 / shifted; }")
        .expect("a program");
    assert_eq!((check("t.c"), check("dull.c"), check("wild.c")), (0, 1, 1));
}

#[test]
fn what_can_not_be_reduced_is_explained() {
    let dir = directory();
    script(dir.path(), "no.sh", "echo 'nothing here' >&2; exit 3");
    let ran = lydite(dir.path(), &["reduce", "t.c", "--test", "./no.sh"]);
    assert_eq!(ran.status, 125);
    for part in ["status 3", "cd \"$(mktemp -d)\" && cp ", "/no.sh t.c; echo $?", "nothing here"] {
        assert!(ran.stderr.contains(part), "{part}: {}", ran.stderr);
    }
    std::fs::write(dir.path().join("plain.sh"), "exit 0").expect("a file");
    assert!(lydite(dir.path(), &["reduce", "t.c", "--test", "./plain.sh"]).stderr.contains("chmod +x"));
    assert_eq!(lydite(dir.path(), &["reduce", "t.c", "--test", "./none.sh"]).status, 125);
    script(dir.path(), "yes.sh", "exit 0");
    std::fs::write(dir.path().join("wild.c"), "int main(void) { int x = 0; return 1 / x; }").expect("a program");
    let wild = lydite(dir.path(), &["reduce", "wild.c", "--test", "./yes.sh"]);
    assert!(
        wild.status == 125 && wild.stderr.contains("wild.c:1:") && wild.stderr.contains("--any"),
        "{}",
        wild.stderr
    );
    assert!(lydite(dir.path(), &["reduce", "t.c"]).stderr.contains("--test"));
    assert_eq!(lydite(dir.path(), &["reduce"]).status, 125);
}

#[test]
fn scripts_are_the_users_own() {
    let dir = directory();
    script(
        dir.path(),
        "check.sh",
        "[ \"$WORD\" = yes ] && [ \"$TMPDIR\" = \"$PWD\" ] && head -c 70000000 /dev/zero | tee big",
    );
    let mut command = support::lydite();
    command.args(["reduce", "t.c", "--test", "./check.sh", "--check", "t.c"]).current_dir(dir.path());
    assert_eq!(support::run(command.env("WORD", "yes"), PATIENCE).expect("lydite").status, 0);
    assert_eq!(support::run(command.env("WORD", "no"), PATIENCE).expect("lydite").status, 1);
    // Ways to fail.
    script(dir.path(), "slow.sh", "sleep 9");
    script(dir.path(), "killed.sh", "kill -TERM $$");
    script(dir.path(), "bare.sh", "");
    std::fs::write(dir.path().join("bare.sh"), "exit 0\n").expect("a script");
    script(dir.path(), "lost.sh", "");
    std::fs::write(dir.path().join("lost.sh"), "#!/none\n").expect("a script");
    script(dir.path(), "full.sh", "echo x: No space left on device >&2; exit 1");
    for (name, word) in [
        ("./slow.sh", "--timeout"),
        ("./killed.sh", "SIGTERM"),
        ("./bare.sh", "#!/bin/sh"),
        ("./lost.sh", "interpreter"),
        ("./full.sh", "disk is full"),
    ] {
        let ran = lydite(dir.path(), &["reduce", "t.c", "--test", name, "--timeout", "1s"]);
        assert!(ran.status == 125 && ran.stderr.contains(word), "{name}: {}", ran.stderr);
    }
    std::fs::write(dir.path().join("latin.c"), b"// \xe9\nint main(void) { return 0; }").expect("a program");
    assert!(lydite(dir.path(), &["reduce", "latin.c", "--test", "./slow.sh"]).stderr.contains("iconv"));
}

#[test]
fn a_full_disk_ends_it_with_the_smallest_so_far() {
    let dir = directory();
    let body = "[ $(wc -c < t.c) -gt 200 ] || { echo No space left on device >&2; exit 1; }";
    script(dir.path(), "check.sh", body);
    let ran = lydite(dir.path(), &["reduce", "t.c", "--test", "./check.sh", "-o", "small.c"]);
    assert!(ran.status == 125 && ran.stderr.contains("disk is full"), "{}", ran.stderr);
    assert!(text(dir.path(), "small.c").len() > 200);
}

#[test]
fn outputs_are_looked_at_first_and_never_lost() {
    let dir = directory();
    script(dir.path(), "check.sh", &format!("touch {}/ran && grep -q '>>' t.c", dir.path().display()));
    let ran = lydite(dir.path(), &["reduce", "t.c", "--test", "./check.sh", "-o", "none/small.c"]);
    assert!(ran.status == 125 && ran.stderr.contains("none/small.c"), "{}", ran.stderr);
    assert!(!dir.path().join("ran").exists(), "nothing was tried");
    let mut full = std::process::Command::new("sh");
    full.args(["-c", "exec \"$0\" reduce t.c --test ./check.sh > /dev/full"]).arg(env!("CARGO_BIN_EXE_lydite"));
    let ran = support::run(full.current_dir(dir.path()), PATIENCE).expect("a shell");
    assert!(ran.status == 125 && ran.stderr.contains("standard output: no space"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
    let ran = lydite(dir.path(), &["reduce", "t.c", "--test", "./check.sh", "-o", "/dev/null"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
}

#[test]
fn time_is_kept() {
    let dir = directory();
    script(dir.path(), "check.sh", "sleep 0.3; grep -q '>>' t.c");
    let began = std::time::Instant::now();
    let ran = lydite(dir.path(), &["reduce", "t.c", "--test", "./check.sh", "--for", "1s", "--jobs", "1"]);
    assert!(ran.status == 0 && ran.stderr.contains("out of time"), "{}", ran.stderr);
    assert!(began.elapsed().as_secs() < 20 && String::from_utf8_lossy(&ran.stdout).contains(">>"));
}

#[test]
fn another_reducer_has_the_last_word() {
    let dir = directory();
    script(dir.path(), "check.sh", "grep -q '>>' t.c");
    let path = format!("{}:{}", dir.path().display(), std::env::var("PATH").unwrap_or_default());
    let polished = |cvise: &str| {
        script(dir.path(), "cvise", cvise);
        let mut command = support::lydite();
        command.args(["reduce", "t.c", "--test", "./check.sh", "--polish", "cvise", "--for", "60s"]);
        support::run(command.current_dir(dir.path()).env("PATH", &path), PATIENCE).expect("lydite can be started")
    };
    // It is called with a number of jobs, a script that works, and a file.
    let good = polished("[ \"$1\" = --n ] && \"$3\" && printf 'int main(){1>>0;}' > \"$4\" && \"$3\"");
    assert_eq!((good.status, &*String::from_utf8_lossy(&good.stdout)), (0, "int main(){1>>0;}"), "{}", good.stderr);
    let careless = "int*p=5;int main(){1>>0;}";
    for cvise in ["exit 3", "printf 'int main(){1>>99;}' > \"$4\"", &format!("printf '{careless}' > \"$4\"")] {
        let ran = polished(cvise);
        assert_eq!(
            (ran.status, &*String::from_utf8_lossy(&ran.stdout)),
            (0, "int main() {\n    0 >> 0;\n}\n"),
            "{cvise}"
        );
        assert_eq!(ran.stderr.contains("cvise did not finish"), cvise == "exit 3", "{}", ran.stderr);
    }
}

/// A finding about a compiler that adds instead of shifting, with flags that have nothing to do with it.
#[test]
fn a_finding_becomes_small_with_fewer_options() {
    let (Some(gcc), Some(_)) = (support::find("gcc-12"), support::find("clang-19")) else { return };
    let dir = tempfile::tempdir().expect("a directory");
    // It says nothing of its passes: looking for one to blame is another test's.
    let body = format!(
        "case $* in *--help=optimizers* | *-fdump-passes* | *-fdbg-cnt-list*) exit 0;; esac\n\
         case \" $* \" in *' -O2 '*) ;; *) exec {gcc} \"$@\";; esac\n\
         for word; do\n  shift\n\
         case $word in *.c) sed 's/>>/+/g' \"$word\" >planted.c; word=planted.c;; esac\n\
         set -- \"$@\" \"$word\"\ndone\nexec {gcc} \"$@\"",
        gcc = gcc.display()
    );
    script(dir.path(), "gcc-12", &body);
    let compilers = ["--cc", "./gcc-12,clang-19", "--options=-O0,-O2 -fno-gcse -fno-ivopts", "--store", "s.db"];
    let with = |words: &[&'static str]| [words, &compilers[..]].concat();
    let hunt = ["hunt", "--seed", "28", "--count", "2", "--trials", "4", "--no-reduce"];
    let found = lydite(dir.path(), &with(&hunt));
    assert_eq!(found.status, 1, "{}", found.stderr);
    let all = lydite(dir.path(), &with(&["reduce", "--all"]));
    assert_eq!(all.status, 0, "{}", all.stderr);
    let shown = lydite(dir.path(), &["show", "1", "--json", "--store", "s.db"]);
    let shown: serde_json::Value = serde_json::from_slice(&shown.stdout).expect("JSON");
    assert_eq!((shown["state"].as_str(), shown["detail"]["options"].as_str()), (Some("reduced"), Some("-O2")));
    let small = shown["program"]["files"][0]["text"].as_str().unwrap_or_default().to_owned();
    assert!(small.contains(">>") && small.len() < 200, "{small}");
    std::fs::write(dir.path().join("small.c"), &small).expect("a file");
    assert_eq!(lydite(dir.path(), &with(&["reduce", "1", "--check", "small.c"])).status, 0);
    assert!(String::from_utf8_lossy(&lydite(dir.path(), &with(&["reduce", "--all"])).stdout).contains("small already"));
}
