//! Programs on the other targets: what they print must be what a cross gcc -O0 makes of them under qemu.
//!
//! By default a few of Csmith's programs and the features in which targets differ. `LYDITE_CROSS_SEEDS=1..60` chooses
//! other programs of Csmith's, `LYDITE_CROSS_FEATURES=all` every feature. What can't be checked for want of a compiler
//! or an emulator is shown as ignored.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use lydite_lang::target::{TARGETS, Target};
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{PATIENCE, Ran, excerpt};

/// Seconds that a binary may run before it counts as one that does not end; emulated ones are slow.
const ENDS_WITHIN: u64 = 20;

/// How to compile for a target and run the result.
struct Reference {
    target: &'static str,
    /// The emulator; none if the machine runs such programs itself.
    emulator: Option<&'static str>,
    options: &'static [&'static str],
}

const REFERENCES: &[Reference] = &[
    Reference { target: "aarch64", emulator: Some("qemu-aarch64"), options: &[] },
    Reference { target: "arm", emulator: Some("qemu-arm"), options: &[] },
    // The x87 computes with more precision than the types have, and not even alike at all levels.
    Reference {
        target: "i686",
        emulator: Some("qemu-i386"),
        options: &["-msse2", "-mfpmath=sse", "-fexcess-precision=standard"],
    },
    Reference { target: "riscv64", emulator: Some("qemu-riscv64"), options: &[] },
    Reference { target: "s390x", emulator: Some("qemu-s390x"), options: &[] },
];

/// The features in which targets differ.
const FEATURES: &[&str] = &[
    "bit-field-layout",
    "bit-fields",
    "enums",
    "fixed-width-types",
    "int128",
    "integer-conversions",
    "integer-literals",
    "packed-structs",
    "program-codecs",
    "promotions",
    "sizeof-alignof",
    "unions",
    "variadics",
    "wide-strings",
];

/// Features that a cross gcc can't be asked about: what, where, why.
const NOT_COMPARED: &[(&str, &str, &str)] =
    &[("atomics", "riscv64", "needs libatomic, which has no static build everywhere")];

impl Reference {
    fn target(&self) -> Result<&'static Target, Failed> {
        TARGETS.iter().find(|t| t.name == self.target).ok_or_else(|| format!("no target {}", self.target).into())
    }

    fn compiler(&self) -> Option<String> {
        let name = format!("{}-gcc", Target::find(self.target)?.triple);
        support::find(&name).map(|_| name)
    }

    /// What is missing to check anything on this target.
    fn missing(&self) -> Option<String> {
        if self.compiler().is_none() {
            return Some(format!("a gcc for {}", self.target));
        }
        self.emulator.filter(|name| support::find(name).is_none()).map(str::to_owned)
    }

    fn run(&self, source: &Path, options: &[&str]) -> Result<Ran, Failed> {
        let compiler = self.compiler().ok_or("the compiler is gone")?;
        let dir = tempfile::tempdir()?;
        let binary = dir.path().join("program");
        let options: Vec<&str> = ["-O0", "-static"].iter().chain(self.options).chain(options).copied().collect();
        support::compile(&compiler, &options, source, &binary)?;
        let command = match self.emulator {
            None => Command::new(&binary),
            Some(emulator) => {
                let mut command = Command::new(emulator);
                command.arg(&binary);
                command
            }
        };
        Ok(support::run(&command, ENDS_WITHIN)?)
    }

    fn lydite(&self, source: &Path, options: &[&str]) -> Result<Ran, Failed> {
        let mut command = support::lydite();
        command.args(["run", "--target", self.target]).args(options).arg(source);
        Ok(support::run(&command, PATIENCE)?)
    }

    fn check_csmith(&self, seed: u64) -> Result<(), Failed> {
        // One directory each: tests of several targets run at once.
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(self.target);
        std::fs::create_dir_all(&dir)?;
        let source = support::csmith(seed, &dir)?;
        let headers = format!("-I{}", support::CSMITH_HEADERS);
        let expected = self.run(&source, &[&headers])?;
        if expected.status > 128 {
            let ran = self.lydite(&source, &[&headers, "--steps", "2e7"])?;
            return if ran.status == 123 { Ok(()) } else { differ(&expected, &ran) };
        }
        same(&expected, &self.lydite(&source, &[&headers])?)
    }

    fn check_feature(&self, file: &Path) -> Result<(), Failed> {
        let ran = self.lydite(file, &[])?;
        if self.target()?.int128_align == 0 && ran.status == 124 && ran.stderr.contains("'__int128' on this target") {
            return Ok(());
        }
        same(&self.run(file, &[])?, &ran)
    }
}

fn same(expected: &Ran, ran: &Ran) -> Result<(), Failed> {
    match ran.status == expected.status && ran.stdout == expected.stdout {
        true => Ok(()),
        false => differ(expected, ran),
    }
}

fn differ(expected: &Ran, ran: &Ran) -> Result<(), Failed> {
    let lines = |ran: &Ran| String::from_utf8_lossy(&ran.stdout).lines().map(str::to_owned).collect::<Vec<_>>();
    let (theirs, ours) = (lines(expected), lines(ran));
    let first = theirs.iter().zip(&ours).position(|(a, b)| a != b).unwrap_or(theirs.len().min(ours.len()));
    let line = |lines: &[String]| excerpt(lines.get(first).map_or("(nothing)", String::as_str).as_bytes());
    Err(format!(
        "gcc exits {}, lydite exits {}; line {} differs:\n  gcc:    {}\n  lydite: {}\n{}",
        expected.status,
        ran.status,
        first + 1,
        line(&theirs),
        line(&ours),
        ran.stderr
    )
    .into())
}

/// `1..60` or `7`.
fn seeds() -> std::ops::RangeInclusive<u64> {
    let text = std::env::var("LYDITE_CROSS_SEEDS").unwrap_or_default();
    let (first, last) = text.split_once("..").unwrap_or((&text, &text));
    match (first.parse(), last.trim_start_matches('=').parse()) {
        (Ok(first), Ok(last)) => first..=last,
        _ => 1..=4,
    }
}

/// The programs of features that gcc knows.
fn features() -> Vec<(String, PathBuf)> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/features");
    let all = std::env::var_os("LYDITE_CROSS_FEATURES").is_some_and(|v| v == "all");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let header = text.lines().take(3).find_map(|line| line.strip_prefix("// compilers: "));
        if header.is_none_or(|list| list.contains("gcc")) && (all || FEATURES.contains(&name.as_str())) {
            found.push((name, path));
        }
    }
    found.sort();
    found
}

fn trials() -> Vec<Trial> {
    let has_csmith = support::find("csmith").is_some();
    let mut trials = Vec::new();
    for reference in REFERENCES {
        let missing = reference.missing();
        if let Some(what) = &missing {
            eprintln!("note: {what} is not installed; nothing is compared on {}", reference.target);
        }
        for seed in seeds() {
            let name = format!("{}::csmith_{seed}", reference.target);
            let trial = Trial::test(name, move || reference.check_csmith(seed));
            trials.push(trial.with_ignored_flag(missing.is_some() || !has_csmith));
        }
        for (name, file) in features() {
            let excused =
                NOT_COMPARED.iter().any(|&(feature, target, _)| feature == name && target == reference.target);
            let trial = Trial::test(format!("{}::{name}", reference.target), move || reference.check_feature(&file));
            trials.push(trial.with_ignored_flag(missing.is_some() || excused));
        }
    }
    if !has_csmith {
        eprintln!("note: csmith is not installed; its programs are not compared");
    }
    trials
}

fn main() {
    libtest_mimic::run(&Arguments::from_args(), trials()).exit();
}
