//! Every program under `tests/behaviour` and `tests/features`, one test each.
//!
//! The first line of a behaviour program says what it has: `// has: <kind> <line>`, or `// clean`. Clean programs and
//! features must print the same and exit the same as with gcc and clang at -O0; `// compilers: clang` names those that
//! know the feature. Everything that has a meaning must keep it when it is printed back and read again.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use lydite_cfront::Options;
use lydite_machine::{Class, KINDS};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use support::{PATIENCE, Ran, same};

/// What a program says about itself.
#[derive(Clone, PartialEq, Eq)]
enum Claim {
    /// It ends with this kind at this line.
    Has { kind: String, line: u64 },
    /// It has a meaning, which these compilers know.
    Clean { compilers: Vec<String> },
}

fn claim(text: &str) -> Result<Claim, Failed> {
    let mut compilers = vec!["gcc".to_owned(), "clang".to_owned()];
    for line in text.lines().take(3) {
        if let Some(rest) = line.strip_prefix("// has: ") {
            let (kind, line) = rest.trim().split_once(' ').ok_or("`// has:` needs a kind and a line")?;
            let line = line.trim().parse().map_err(|_| "`// has:` needs a line number")?;
            return Ok(Claim::Has { kind: kind.to_owned(), line });
        }
        if let Some(list) = line.strip_prefix("// compilers: ") {
            compilers = list.split_whitespace().map(str::to_owned).collect();
        }
    }
    Ok(Claim::Clean { compilers })
}

fn lydite(file: &Path) -> Result<Ran, Failed> {
    let mut command = support::lydite();
    // Small budgets, so that the programs which exceed them do so soon.
    command.args(["run", "--steps", "3e7", "--memory", "64M"]).arg(file);
    Ok(support::run(&command, PATIENCE)?)
}

fn check(file: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(file)?;
    match claim(&text)? {
        Claim::Has { kind, line } => check_kind(file, &kind, line),
        Claim::Clean { compilers } => {
            check_output(file, &compilers)?;
            check_round_trip(file, &compilers)
        }
    }
}

fn check_kind(file: &Path, kind: &str, line: u64) -> Result<(), Failed> {
    let row = KINDS.iter().find(|row| row.slug == kind).ok_or_else(|| format!("no kind is called {kind}"))?;
    let ran = lydite(file)?;
    let (expected, word) = match row.class {
        Class::Undefined => (121, "undefined"),
        Class::Ambiguous => (122, "ambiguous"),
        Class::Budget => (123, "out of budget"),
        Class::Unsupported => (124, "unsupported"),
    };
    let place = format!("{}:{line}:", file.display());
    let sentence = format!(": {word}: {}", row.sentence);
    // The guest may have written to standard error before.
    let found = ran.stderr.lines().any(|l| l.starts_with(&place) && l.contains(&sentence));
    if ran.status != expected || !found {
        return Err(format!(
            "expected {kind} at line {line}, exit {expected}; got exit {}\n{}",
            ran.status, ran.stderr
        )
        .into());
    }
    Ok(())
}

/// Compiles and runs; none if the compiler is not installed or not meant.
fn reference(name: &str, file: &Path, compilers: &[String], dir: &Path) -> Result<Option<Ran>, Failed> {
    let compiler = match name {
        "gcc" => support::gcc(),
        _ => support::clang(),
    };
    let Some(compiler) = compiler.filter(|_| compilers.iter().any(|c| c == name)) else { return Ok(None) };
    let binary = dir.join(name);
    support::compile(compiler, &["-O0"], file, &binary)?;
    Ok(Some(support::run(&std::process::Command::new(binary), PATIENCE)?))
}

fn check_output(file: &Path, compilers: &[String]) -> Result<(), Failed> {
    let ran = lydite(file)?;
    if (121..=126).contains(&ran.status) {
        return Err(format!("exits {}\n{}", ran.status, ran.stderr).into());
    }
    let dir = tempfile::tempdir()?;
    for name in ["gcc", "clang"] {
        if let Some(expected) = reference(name, file, compilers, dir.path())? {
            same(name, &expected, &ran)?;
        }
    }
    Ok(())
}

/// Printing and reading again gives the same text, and a program that means the same to a compiler and to us.
fn check_round_trip(file: &Path, compilers: &[String]) -> Result<(), Failed> {
    let options = Options::default();
    let first = lydite_lang::print::program(&lydite_cfront::parse_file(file, &options)?);
    let again = lydite_cfront::parse_bytes(first.as_bytes(), "printed.c", &options)
        .map_err(|error| format!("what was printed can't be read: {error}\n{first}"))?;
    let second = lydite_lang::print::program(&again);
    if first != second {
        let differs = first.lines().zip(second.lines()).find(|(a, b)| a != b);
        return Err(format!("printed twice, it differs: {differs:?}").into());
    }
    let dir = tempfile::tempdir()?;
    let printed = dir.path().join("printed.c");
    std::fs::write(&printed, &first)?;
    let expected = lydite(file)?;
    same("the original", &expected, &lydite(&printed)?)?;
    // One compiler is enough to see that the text is C.
    let name = if compilers.iter().any(|c| c == "gcc") { "gcc" } else { "clang" };
    match reference(name, &printed, compilers, dir.path())? {
        Some(ran) => Ok(same("the original", &expected, &ran)?),
        None => Ok(()),
    }
}

fn programs(dir: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|e| e == "c") {
            found.push(path);
        }
    }
    found.sort();
}

/// Every kind that a program can have needs three programs that have it, and three near misses.
fn every_kind_is_covered(root: &Path) -> Result<(), Failed> {
    let mut missing = Vec::new();
    for row in KINDS.iter().filter(|row| row.class != Class::Unsupported) {
        let mut counts: BTreeMap<bool, usize> = BTreeMap::new();
        let mut files = Vec::new();
        programs(&root.join("behaviour").join(row.slug), &mut files);
        for file in files {
            let has = match claim(&std::fs::read_to_string(&file)?)? {
                Claim::Has { kind, .. } if kind == row.slug => true,
                Claim::Has { kind, .. } => return Err(format!("{}: has {kind}", file.display()).into()),
                Claim::Clean { .. } => false,
            };
            *counts.entry(has).or_default() += 1;
        }
        let count = |has| counts.get(&has).copied().unwrap_or(0);
        if count(true) < 3 || count(false) < 3 {
            missing.push(format!("{}: {} that have it, {} clean", row.slug, count(true), count(false)));
        }
    }
    if missing.is_empty() { Ok(()) } else { Err(missing.join("\n").into()) }
}

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut files = Vec::new();
    programs(&root.join("behaviour"), &mut files);
    programs(&root.join("features"), &mut files);
    let mut trials: Vec<Trial> = files
        .into_iter()
        .map(|file| {
            let name = file.strip_prefix(&root).unwrap_or(&file).with_extension("").display().to_string();
            Trial::test(name, move || check(&file))
        })
        .collect();
    trials.push(Trial::test("every_kind_is_covered", move || every_kind_is_covered(&root)));
    libtest_mimic::run(&arguments, trials).exit();
}
