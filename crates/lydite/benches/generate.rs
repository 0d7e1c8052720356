//! The figures: how many bytes of program a second are made, beside Csmith in the same run.
//!
//! `cargo bench -p lydite --bench generate -- --seeds 1..200` takes turns: Csmith's program of a seed (CPU time of its
//! process, no expected output), then ours (CPU time of this thread, expected output included), all on one core.

#[path = "../tests/support.rs"]
mod support;

use lydite_generate::Options;
use std::process::{Command, ExitCode};
use std::time::Duration;

/// How much faster than Csmith it must be.
const RATIO: f64 = 20.0;
/// How many times the median the slowest program may take.
const SLOWEST: f64 = 50.0;

/// What one generator made, and what that cost.
#[derive(Default)]
struct Made {
    bytes: usize,
    cpu: Vec<Duration>,
}

impl Made {
    fn add(&mut self, bytes: usize, cpu: Duration) {
        self.bytes += bytes;
        self.cpu.push(cpu);
    }

    fn total(&self) -> f64 {
        self.cpu.iter().sum::<Duration>().as_secs_f64()
    }

    fn rate(&self) -> f64 {
        self.bytes as f64 / self.total().max(1e-9)
    }

    /// The time of a program in the middle, and of the slowest one, in milliseconds.
    fn spread(&self) -> (f64, f64) {
        let mut cpu = self.cpu.clone();
        cpu.sort();
        let milliseconds = |time: Option<&Duration>| time.map_or(0.0, |time| time.as_secs_f64() * 1e3);
        (milliseconds(cpu.get(cpu.len() / 2)), milliseconds(cpu.last()))
    }

    fn report(&self, name: &str) {
        let (median, max) = self.spread();
        println!(
            "{name:8} {:5} programs, {:6.2} MB in {:7.2} s of CPU: {:8.1} KB a second; a program: median {median:.2} ms, slowest {max:.2} ms",
            self.cpu.len(),
            self.bytes as f64 / 1e6,
            self.total(),
            self.rate() / 1e3,
        );
    }
}

fn csmith(seed: u64) -> Result<(usize, Duration), String> {
    let before = support::children_cpu();
    let output = Command::new("csmith")
        .args(["--seed", &seed.to_string()])
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .output()
        .map_err(|error| format!("csmith: {error}"))?;
    let cpu = support::children_cpu() - before;
    if output.status.success() { Ok((output.stdout.len(), cpu)) } else { Err(format!("csmith fails for seed {seed}")) }
}

fn ours(options: &Options, seed: u64) -> Result<(usize, Duration), String> {
    let before = support::own_cpu();
    let header = format!("lydite gen general --seed {seed}");
    let generated =
        lydite_generate::generate(options, seed, &header).map_err(|error| format!("seed {seed}: {error}"))?;
    let cpu = support::own_cpu() - before;
    if generated.expected.is_empty() {
        return Err(format!("seed {seed}: there is no expected output"));
    }
    Ok((generated.files.iter().map(|file| file.text.len()).sum(), cpu))
}

/// What to do.
struct Plan {
    seeds: std::ops::RangeInclusive<u64>,
    options: Options,
}

fn plan() -> Result<Plan, String> {
    let mut plan = Plan { seeds: 1..=100, options: Options::default() };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--seeds" => {
                let text = arguments.next().unwrap_or_default();
                plan.seeds = support::seeds(&text).ok_or("--seeds needs a range such as 1..200")?;
            }
            "--size" => {
                let size = arguments.next().and_then(|text| text.parse().ok());
                plan.options.size = size.ok_or("--size needs a number of tokens")?;
            }
            "--bench" => {}
            other => return Err(format!("{other}: the options are --seeds A..B and --size TOKENS")),
        }
    }
    plan.options.check().map_err(|error| error.to_string())?;
    Ok(plan)
}

fn measure(plan: &Plan) -> Result<bool, String> {
    let has_csmith = support::find("csmith").is_some();
    let (mut theirs, mut mine) = (Made::default(), Made::default());
    // Once without measuring, so that neither pays for what only a first run costs.
    ours(&plan.options, *plan.seeds.start())?;
    for seed in plan.seeds.clone() {
        if has_csmith {
            let (bytes, cpu) = csmith(seed)?;
            theirs.add(bytes, cpu);
        }
        let (bytes, cpu) = ours(&plan.options, seed)?;
        mine.add(bytes, cpu);
    }
    let mut is_met = true;
    if has_csmith {
        theirs.report("csmith");
    } else {
        println!("csmith is not installed; `make tools` installs what is needed");
    }
    mine.report("lydite");
    if has_csmith {
        let ratio = mine.rate() / theirs.rate().max(1e-9);
        println!("lydite / csmith: {ratio:.1} (at least {RATIO:.0} is wanted)");
        is_met &= ratio >= RATIO;
    }
    let (median, max) = mine.spread();
    let slowest = max / median.max(1e-9);
    println!("slowest / median: {slowest:.1} (at most {SLOWEST:.0} is wanted)");
    Ok(is_met && slowest <= SLOWEST)
}

fn main() -> ExitCode {
    match plan().and_then(|plan| support::with_stack(move || measure(&plan))) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("generate: {error}");
            ExitCode::from(2)
        }
    }
}
