//! The command line: exit statuses, messages, and input that is no program.

mod support;

use std::path::Path;
use support::{PATIENCE, Ran};

/// A directory with one file in it, and what `lydite` does there.
struct Place {
    dir: tempfile::TempDir,
}

impl Place {
    fn with(name: &str, text: impl AsRef<[u8]>) -> Place {
        let dir = tempfile::tempdir().expect("a temporary directory");
        std::fs::write(dir.path().join(name), text).expect("a file in it");
        Place { dir }
    }

    fn lydite(&self, arguments: &[&str]) -> Ran {
        lydite_in(self.dir.path(), arguments)
    }
}

fn lydite_in(dir: &Path, arguments: &[&str]) -> Ran {
    let mut command = support::lydite();
    command.args(arguments).current_dir(dir);
    support::run(&command, PATIENCE).expect("lydite can be started")
}

fn run(text: impl AsRef<[u8]>) -> Ran {
    Place::with("t.c", text).lydite(&["run", "t.c"])
}

const OVERFLOW: &str = "\
#include <stdio.h>
static int add(int a, int b)
{
    return a + b;
}
int main(void)
{
    printf(\"before\\n\");
    int sum = add(2147483647, 1);
    printf(\"after %d\\n\", sum);
    return 0;
}
";

#[test]
fn every_exit_status() {
    let status = |text: &str| run(text).status;
    assert_eq!(status("int main(void) { return 0; }"), 0);
    assert_eq!(status("int main(void) { return 7; }"), 7);
    assert_eq!(status("int main(void) { return 256 + 3; }"), 3);
    assert_eq!(status("#include <stdlib.h>\nint main(void) { exit(9); }"), 9);
    assert_eq!(status(OVERFLOW), 121);
    let ambiguous = "static int n; static int f(void) { return n = n * 2 + 1; } static int g(void) { return n = n * 3 + 2; }\n\
                     int main(void) { int x = f() - g(); return x + 10; }";
    assert_eq!(status(ambiguous), 122);
    assert_eq!(status("int main(void) { long double x = 1; x += 2; return x > 2; }"), 124);
    assert_eq!(status("int main(void) { return 0 }"), 125);
    assert_eq!(status("#include <stdlib.h>\nint main(void) { abort(); }"), 134);
    let endless = Place::with("t.c", "int main(void) { for (volatile unsigned i = 0;; i++); }");
    assert_eq!(endless.lydite(&["run", "t.c", "--steps", "1e5"]).status, 123);
}

#[test]
fn output_comes_before_the_message() {
    let ran = run(OVERFLOW);
    assert_eq!(ran.stdout, b"before\n");
    let lines: Vec<&str> = ran.stderr.lines().collect();
    assert_eq!(lines[0], "t.c:4:14: undefined: signed overflow: 2147483647 + 1 in 'int'");
    assert_eq!(lines[1], "    4 |     return a + b;");
    assert_eq!(lines[2], "      |              ^");
    assert!(lines[3].contains("'add'") && lines[4].contains("'main'"), "{}", ran.stderr);
    assert!(lines[4].contains("t.c:9:"), "{}", ran.stderr);
    assert!(!ran.stderr.contains('\x1b'), "no colour where there is no terminal");
}

#[test]
fn json_has_a_fixed_shape() {
    let place = Place::with("t.c", OVERFLOW);
    let ran = place.lydite(&["run", "t.c", "--json"]);
    assert_eq!(ran.status, 121);
    let mut value: serde_json::Value = serde_json::from_slice(&ran.stdout).expect("JSON");
    for counted in ["steps", "memory"] {
        assert!(value[counted].as_u64().is_some_and(|n| n > 0), "{counted}");
        value[counted] = serde_json::json!(1);
    }
    insta::assert_snapshot!(serde_json::to_string_pretty(&value).expect("JSON"));
    let ran = Place::with("t.c", "int main(void) {").lydite(&["run", "t.c", "--json"]);
    let value: serde_json::Value = serde_json::from_slice(&ran.stdout).expect("JSON");
    assert_eq!((value["verdict"].as_str(), value["status"].as_u64()), (Some("bad-input"), Some(125)));
    let ran = Place::with("t.c", "int main(void) { return 3; }").lydite(&["run", "t.c", "--json"]);
    let value: serde_json::Value = serde_json::from_slice(&ran.stdout).expect("JSON");
    assert_eq!((value["verdict"].as_str(), value["status"].as_u64()), (Some("exit"), Some(3)));
}

/// A refusal: one of the two statuses, no output, and a message of one line with at most a source line and a caret.
fn refused(what: &str, ran: &Ran) {
    assert!(matches!(ran.status, 124 | 125), "{what}: exit {}\n{}", ran.status, ran.stderr);
    assert!(ran.stdout.is_empty(), "{what}");
    let lines = ran.stderr.lines().count();
    assert!((1..=3).contains(&lines), "{what}: {lines} lines\n{}", ran.stderr);
    assert!(ran.stderr.len() < 2000, "{what}: a message of {} bytes", ran.stderr.len());
    assert!(!ran.stderr.contains("panicked"), "{what}: {}", ran.stderr);
}

#[test]
fn input_that_is_no_program() {
    let place = Place::with("empty.c", "");
    refused("an empty file", &place.lydite(&["run", "empty.c"]));
    refused("a missing file", &place.lydite(&["run", "missing.c"]));
    refused("a directory", &place.lydite(&["run", "."]));
    let garbage: Vec<u8> = (0..100_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    refused("binary garbage", &run(&garbage));
    refused("zeros", &run(vec![0u8; 5000]));
    refused(
        "an executable",
        &run(std::fs::read(env!("CARGO_BIN_EXE_lydite")).expect("our binary").get(..200_000).expect("it is larger")),
    );
    let missing = place.lydite(&["run", "missing.c"]).stderr;
    assert_eq!(missing, "error: cannot read missing.c: no such file or directory\n");
}

#[test]
fn a_line_of_50_megabytes() {
    let mut text = b"int main(void) { return 0; } int ".to_vec();
    text.resize(50 << 20, b'x');
    refused("a name of 50 MB", &run(&text));
    let mut text = b"int main(void) { return 0".to_vec();
    while text.len() < 50 << 20 {
        text.extend_from_slice(b" + 0");
    }
    text.extend_from_slice(b"; }");
    refused("an expression of 50 MB", &run(&text));
    let mut text = b"int main(void) { return 0; } \"".to_vec();
    text.resize(50 << 20, b'y');
    refused("a string of 50 MB", &run(&text));
}

#[test]
fn nesting_100000_deep() {
    const DEEP: usize = 100_000;
    let shape = |before: &str, open: &str, middle: &str, close: &str, after: &str| {
        format!("{before}{}{middle}{}{after}", open.repeat(DEEP), close.repeat(DEEP))
    };
    let shapes = [
        ("parentheses", shape("int main(void) { return ", "(", "0", ")", "; }")),
        ("open parentheses", shape("int main(void) { return ", "(", "", "", "")),
        ("blocks", shape("int main(void) ", "{", "", "}", "")),
        ("open blocks", shape("int main(void) ", "{", "", "", "")),
        ("negations", shape("int main(void) { return ", "!", "0", "", "; }")),
        ("minus signs", shape("int main(void) { return ", "- ", "0", "", "; }")),
        ("casts", shape("int main(void) { return ", "(int)", "0", "", "; }")),
        ("ifs", shape("int main(void) { ", "if (1) ", ";", "", " return 0; }")),
        ("else ifs", shape("int main(void) { ", "if (0) ; else ", ";", "", " return 0; }")),
        ("loops", shape("int main(void) { ", "while (0) ", ";", "", " return 0; }")),
        ("labels", shape("int main(void) { switch (0) ", "default: switch (0) ", ";", "", " return 0; }")),
        ("pointers", shape("int ", "*", "p", "", "; int main(void) { return 0; }")),
        ("declarators", shape("int ", "(", "p", ")", "; int main(void) { return 0; }")),
        ("arrays", shape("int a", "[1]", "", "", "; int main(void) { return 0; }")),
        ("functions", shape("int ", "(*", "f", ")(void)", "; int main(void) { return 0; }")),
        ("records", shape("", "struct { ", "int x;", "} y;", " int main(void) { return 0; }")),
        ("initialisers", shape("int a[] = ", "{", "0", "}", "; int main(void) { return 0; }")),
        ("statement expressions", shape("int main(void) { return ", "({", "0;", "});", " }")),
        ("subscripts", shape("int a[1]; int main(void) { return ", "a[", "0", "]", "; }")),
        ("conditionals", shape("int main(void) { return ", "1 ? 2 : ", "0", "", "; }")),
        ("assignments", shape("int main(void) { int a; ", "a = ", "0", "", "; return 0; }")),
        ("sizeofs", shape("int main(void) { return ", "sizeof ", "0", "", " ? 0 : 1; }")),
        ("calls", shape("int f(int x) { return x; } int main(void) { return ", "f(", "0", ")", "; }")),
        ("typeofs", shape("", "typeof(", "int", ")", " x; int main(void) { return 0; }")),
        ("generics", shape("int main(void) { return ", "_Generic(0, int: ", "0", ")", "; }")),
    ];
    for (what, text) in shapes {
        refused(what, &run(text));
    }
}

/// Long, but not deep: chains to the left are ordinary programs.
#[test]
fn long_chains() {
    let sum = format!("int main(void) {{ return 0{}; }}", " + 0".repeat(2_500));
    assert_eq!(run(sum).status, 0);
    let statements = format!("int main(void) {{ int a = 0; {} return a == 100000 ? 4 : 5; }}", "a++; ".repeat(100_000));
    assert_eq!(run(statements).status, 4);
}

#[test]
fn no_preprocessor() {
    let place = Place::with("t.c", "#include <stdio.h>\nint main(void) { return 0; }\n");
    std::fs::write(place.dir.path().join("plain.c"), "int main(void) { return 6; }\n").expect("a second file");
    let mut command = support::lydite();
    // The shell that sets the limits is found before the path is emptied for lydite.
    command.args(["run", "t.c"]).current_dir(place.dir.path()).env("PATH", place.dir.path());
    let output = command.output().expect("lydite can be started");
    assert_eq!(output.status.code(), Some(125));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("preprocessor"), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    let mut command = support::lydite();
    command.args(["run", "plain.c"]).current_dir(place.dir.path()).env("PATH", place.dir.path());
    assert_eq!(
        command.output().expect("lydite can be started").status.code(),
        Some(6),
        "no directives, no preprocessor"
    );
}

#[test]
fn targets_differ() {
    let text = "int main(void) { char c = -1; return (c < 0) + 2 * (int)sizeof(long) + 100 * *(char *)&(int){1}; }";
    let place = Place::with("t.c", text);
    let status = |target| place.lydite(&["run", "t.c", "--target", target]).status;
    assert_eq!(status("x86_64"), 117);
    assert_eq!(status("aarch64"), 116);
    assert_eq!(status("i686"), 109);
    assert_eq!(status("arm"), 108);
    assert_eq!(status("riscv64"), 116);
    assert_eq!(status("s390x"), 16);
}

#[test]
fn options_for_the_preprocessor() {
    let place = Place::with("t.c", "#include \"seven.h\"\nint main(void) { return SEVEN + EXTRA; }\n");
    std::fs::create_dir(place.dir.path().join("headers")).expect("a directory");
    std::fs::write(place.dir.path().join("headers/seven.h"), "#define SEVEN 7\n").expect("a header");
    assert_eq!(place.lydite(&["run", "t.c", "-I", "headers", "-D", "EXTRA=3"]).status, 10);
    refused("a missing header", &place.lydite(&["run", "t.c"]));
}

#[test]
fn wrong_command_lines() {
    let place = Place::with("t.c", "int main(void) { return 0; }");
    for arguments in [
        &["run"][..],
        &["run", "t.c", "--target", "vax"],
        &["run", "t.c", "--steps", "many"],
        &["run", "t.c", "--memory", "-1"],
        &["fly"],
        &["kinds", "no-such-kind"],
        &["completions", "tcsh-but-worse"],
    ] {
        let ran = place.lydite(arguments);
        assert_eq!(ran.status, 125, "{arguments:?}: {}", ran.stderr);
        assert!(ran.stderr.starts_with("error: "), "{arguments:?}: {}", ran.stderr);
    }
}

#[test]
fn other_commands() {
    let place = Place::with("t.c", "int main(void) { return 0; }");
    let kinds = place.lydite(&["kinds"]);
    assert!(kinds.status == 0 && String::from_utf8_lossy(&kinds.stdout).contains("signed-overflow"));
    let kinds = place.lydite(&["kinds", "--json"]);
    let value: serde_json::Value = serde_json::from_slice(&kinds.stdout).expect("JSON");
    assert!(value.as_array().is_some_and(|rows| rows.len() > 30 && rows.iter().all(|row| row["slug"].is_string())));
    let printed = place.lydite(&["print", "t.c"]);
    assert_eq!(String::from_utf8_lossy(&printed.stdout), "int main(void) {\n    return 0;\n}\n");
    let script = place.lydite(&["completions", "bash"]);
    assert!(script.status == 0 && String::from_utf8_lossy(&script.stdout).contains("complete"));
    for command in ["run", "gen", "kinds", "print", "completions"] {
        let help = place.lydite(&[command, "--help"]);
        assert!(help.status == 0 && String::from_utf8_lossy(&help.stdout).contains("Example"), "{command}");
    }
}

#[test]
fn warnings_only_on_request() {
    let place = Place::with("t.c", "int main(void) { int x = 0; char *p = &x; return p == 0; }\n");
    let quiet = place.lydite(&["run", "t.c"]);
    assert!(quiet.status == 0 && quiet.stderr.is_empty(), "{}", quiet.stderr);
    let loud = place.lydite(&["run", "t.c", "--all-warnings"]);
    assert!(
        loud.status == 0 && loud.stderr.contains("t.c:1:") && loud.stderr.contains("'int *' to 'char *'"),
        "{}",
        loud.stderr
    );
}

#[test]
fn a_program_from_standard_input() {
    use std::io::Write;
    let mut child = support::lydite()
        .args(["run", "-"])
        .stdin(std::process::Stdio::piped())
        .spawn()
        .expect("lydite can be started");
    child.stdin.take().expect("a pipe").write_all(b"int main(void) { return 11; }").expect("it reads");
    assert_eq!(child.wait().expect("it ends").code(), Some(11));
}

#[test]
fn a_limit_on_files_is_told() {
    let dir = tempfile::tempdir().expect("a directory");
    let mut command = std::process::Command::new("sh");
    command.args(["-c", "ulimit -f 1; exec \"$0\" gen general --seed 1 > t.c", env!("CARGO_BIN_EXE_lydite")]);
    let ran = support::run(command.current_dir(dir.path()), PATIENCE).expect("lydite can be started");
    assert_eq!(ran.status, 125, "{}", ran.stderr);
    assert!(ran.stderr.contains("cannot write to standard output"), "{}", ran.stderr);
}
