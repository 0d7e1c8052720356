//! Long-running programs: how much slower the machine, with all its checks, is than gcc's unoptimised code.
//!
//! `cargo bench -p lydite --bench kernels` runs each program of `benches/kernels` both ways, compares what they print,
//! and gives the ratio of CPU times and the guest operations per second.

#[path = "../tests/support.rs"]
mod support;

use lydite_cfront::Options;
use lydite_machine::{Limits, Verdict};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

/// How often each side runs; the best counts.
const TRIES: usize = 3;

struct Figures {
    native: Duration,
    machine: Duration,
    steps: u64,
}

fn measure(source: &Path, dir: &Path) -> Result<Figures, String> {
    let gcc = support::gcc().ok_or("gcc is not installed; `make tools` installs what is needed")?;
    let binary = dir.join("kernel");
    support::compile(gcc, &["-O0"], source, &binary)?;
    let mut native = Duration::MAX;
    let mut expected = Vec::new();
    for _ in 0..TRIES {
        let before = support::children_cpu();
        let ran = support::run(&Command::new(&binary), 60).map_err(|error| error.to_string())?;
        native = native.min(support::children_cpu() - before);
        expected = ran.stdout;
    }
    let program = lydite_cfront::parse_file(source, &Options::default()).map_err(|error| error.to_string())?;
    let limits = Limits { steps: u64::MAX, ..Limits::default() };
    let mut machine = Duration::MAX;
    let mut steps = 0;
    for _ in 0..TRIES {
        let before = support::own_cpu();
        let outcome = lydite_machine::run(&program, &limits);
        machine = machine.min(support::own_cpu() - before);
        if outcome.verdict != Verdict::Exit(0) || outcome.stdout != expected {
            return Err(format!("{:?} instead of what gcc's program prints", outcome.verdict));
        }
        steps = outcome.steps;
    }
    Ok(Figures { native, machine, steps })
}

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/kernels");
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let mut sources: Vec<PathBuf> =
        std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    sources.sort();
    let (mut ratios, mut steps, mut time) = (Vec::new(), 0, Duration::ZERO);
    let mut failed = sources.is_empty();
    for source in &sources {
        let name = source.file_stem().unwrap_or_default().to_string_lossy();
        match measure(source, &dir) {
            Ok(figures) => {
                let ratio = figures.machine.as_secs_f64() / figures.native.as_secs_f64().max(1e-6);
                println!(
                    "{name}: gcc -O0 {:.3} s, machine {:.3} s, ratio {ratio:.1}, {} steps",
                    figures.native.as_secs_f64(),
                    figures.machine.as_secs_f64(),
                    figures.steps
                );
                ratios.push(ratio);
                steps += figures.steps;
                time += figures.machine;
            }
            Err(error) => {
                println!("{name}: FAILED: {error}");
                failed = true;
            }
        }
    }
    ratios.sort_by(f64::total_cmp);
    if let Some(median) = ratios.get(ratios.len() / 2) {
        println!("lydite / gcc -O0 binary: {median:.1} (median of {})", ratios.len());
        println!("guest operations per second: {:.1} million", steps as f64 / time.as_secs_f64() / 1e6);
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
