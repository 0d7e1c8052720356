//! Csmith's programs: what they print must be what gcc -O0 makes of them.
//!
//! `LYDITE_CSMITH_SEEDS=1..500` checks others than the usual few; programs whose binary does not end soon are only
//! required to end as out of budget, or to agree if they end.

mod support;

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::PathBuf;
use std::process::Command;

/// Seconds that a binary may run before it counts as one that does not end.
const ENDS_WITHIN: u64 = 2;

fn check(seed: u64, dir: &std::path::Path) -> Result<(), Failed> {
    let source = support::csmith(seed, dir)?;
    let binary = dir.join(format!("csmith-{seed}"));
    let headers = format!("-I{}", support::CSMITH_HEADERS);
    let gcc = support::gcc().ok_or("gcc is not installed")?;
    support::compile(gcc, &["-O0", &headers], &source, &binary)?;
    let expected = support::run(&Command::new(&binary), ENDS_WITHIN)?;
    std::fs::remove_file(&binary)?;
    let mut command = support::lydite();
    command.arg("run").arg(&source).arg(&headers);
    // Ended by the limit on its CPU time, not by a crash of its own.
    let is_endless = matches!(expected.status, 137 | 152);
    if is_endless {
        command.args(["--steps", "2e7"]);
    }
    let ran = support::run(&command, support::PATIENCE)?;
    if is_endless && ran.status == 123 {
        return Ok(());
    }
    Ok(support::same("gcc -O0", &expected, &ran)?)
}

/// `1..500` or `7`.
fn seeds() -> std::ops::RangeInclusive<u64> {
    let text = std::env::var("LYDITE_CSMITH_SEEDS").unwrap_or_default();
    support::seeds(&text).unwrap_or(1..=40)
}

fn main() {
    let arguments = Arguments::from_args();
    if support::find("csmith").is_none() || support::gcc().is_none() {
        eprintln!("note: csmith or gcc is not installed; Csmith's programs are not checked");
        return;
    }
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let trials = seeds()
        .map(|seed| {
            let dir = dir.clone();
            Trial::test(format!("seed_{seed}"), move || check(seed, &dir))
        })
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}
