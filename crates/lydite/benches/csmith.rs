//! The figures: agreement with gcc on Csmith's programs, and the cost of checking them.
//!
//! `cargo bench -p lydite --bench csmith -- --seeds 1..500` checks each seed's program with gcc -O0 and with lydite,
//! and measures CPU time against clang -O0 with sanitizers. `--agree` leaves the measurements out; `--target i686`
//! (or another) compares with the cross compiler and qemu instead.

#[path = "../tests/support.rs"]
mod support;

use lydite_cfront::Options;
use lydite_lang::Target;
use lydite_machine::{Limits, Verdict};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

/// Seconds of CPU time after which a binary counts as one that does not end.
const ENDS_WITHIN: u64 = 10;
/// CPU time of a binary from which on a program counts as long-running.
const LONG: Duration = Duration::from_millis(20);

/// What to do.
struct Plan {
    seeds: std::ops::RangeInclusive<u64>,
    target: &'static Target,
    is_measured: bool,
}

/// How a program compares with the reference.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdicts {
    /// Both end, and agree.
    Agree,
    /// The reference does not end; lydite is out of budget.
    Endless,
    /// The reference ends; lydite is out of budget.
    Short,
    /// Anything else.
    Disagree,
}

/// What one program cost, in CPU time.
struct Cost {
    /// The binary that gcc -O0 made.
    binary: Duration,
    /// Compiling with sanitizers and running.
    sanitizers: Duration,
    /// Parsing preprocessed text and running it, in this process.
    check: Duration,
    /// The part of `check` that ran the program.
    run: Duration,
    /// `lydite run` as a process, preprocessing included.
    whole: Duration,
    /// Steps of the machine.
    steps: u64,
}

/// The reference: how a target's programs are compiled and run.
struct Reference {
    compiler: String,
    emulator: Option<String>,
}

impl Reference {
    fn of(target: &'static Target) -> Reference {
        if target == Target::x86_64() {
            return Reference { compiler: support::gcc().unwrap_or("gcc").to_owned(), emulator: None };
        }
        let emulator = match target.name {
            "i686" => "qemu-i386".to_owned(),
            name => format!("qemu-{name}"),
        };
        Reference { compiler: format!("{}-gcc", target.triple), emulator: Some(emulator) }
    }

    fn compile(&self, source: &Path, binary: &Path) -> Result<(), String> {
        let headers = format!("-I{}", support::CSMITH_HEADERS);
        let linking = if self.emulator.is_some() { "-static" } else { "-O0" };
        support::compile(&self.compiler, &["-O0", linking, &headers], source, binary)
    }

    fn command(&self, binary: &Path) -> Command {
        match &self.emulator {
            None => Command::new(binary),
            Some(emulator) => {
                let mut command = Command::new(emulator);
                command.arg(binary);
                command
            }
        }
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.4}", time.as_secs_f64())
}

/// Runs a command and says how much CPU time it took.
fn timed(command: &Command, limit: u64) -> Result<(support::Ran, Duration), String> {
    let before = support::children_cpu();
    let ran = support::run(command, limit).map_err(|error| error.to_string())?;
    Ok((ran, support::children_cpu() - before))
}

fn compare(
    plan: &Plan,
    reference: &Reference,
    seed: u64,
    dir: &Path,
) -> Result<(Verdicts, Option<Cost>, String), String> {
    let source = support::csmith(seed, dir)?;
    let binary = dir.join(format!("csmith-{seed}-{}", plan.target.name));
    reference.compile(&source, &binary)?;
    let (expected, binary_cpu) = timed(&reference.command(&binary), ENDS_WITHIN)?;
    let _ = std::fs::remove_file(&binary);
    let ends = expected.status < 128;
    let headers = format!("-I{}", support::CSMITH_HEADERS);
    let mut command = support::lydite();
    command.args(["run", "--target", plan.target.name]).arg(&source).arg(&headers);
    let (ran, whole) = timed(&command, 600)?;
    let agree = ran.status == expected.status && ran.stdout == expected.stdout;
    let verdict = match (ends, ran.status) {
        (true, _) if agree => Verdicts::Agree,
        (false, 123) => Verdicts::Endless,
        (true, 123) => Verdicts::Short,
        _ => Verdicts::Disagree,
    };
    let detail =
        format!("gcc exits {}, lydite {}: {}", expected.status, ran.status, ran.stderr.lines().next().unwrap_or(""));
    let cost = match (plan.is_measured, verdict) {
        (true, Verdicts::Agree) => Some(measure(&source, &headers, binary_cpu, whole, dir)?),
        _ => None,
    };
    Ok((verdict, cost, detail))
}

fn measure(source: &Path, headers: &str, binary: Duration, whole: Duration, dir: &Path) -> Result<Cost, String> {
    let mut preprocess = Command::new(support::gcc().unwrap_or("gcc"));
    preprocess.args(["-E", headers]).arg(source);
    let text = support::run(&preprocess, support::PATIENCE).map_err(|error| error.to_string())?.stdout;
    let (check, run, steps) = check(&text)?;
    let clang = support::clang().ok_or("clang is not installed")?;
    let sanitized = dir.join("csmith-sanitized");
    let before = support::children_cpu();
    support::compile(clang, &["-O0", "-fsanitize=address,undefined", headers], source, &sanitized)?;
    support::run(&Command::new(&sanitized), 120).map_err(|error| error.to_string())?;
    let sanitizers = support::children_cpu() - before;
    let _ = std::fs::remove_file(&sanitized);
    Ok(Cost { binary, sanitizers, check, run, whole, steps })
}

/// The best of three checks in this process: CPU time of the whole, of the run alone, and steps.
fn check(text: &[u8]) -> Result<(Duration, Duration, u64), String> {
    let mut best = None;
    for _ in 0..3 {
        let start = support::own_cpu();
        let program =
            lydite_cfront::parse_bytes(text, "csmith.c", &Options::default()).map_err(|error| error.to_string())?;
        let parsed = support::own_cpu();
        let outcome = lydite_machine::run(&program, &Limits::default());
        let end = support::own_cpu();
        let took = (end - start, end - parsed, outcome.steps);
        if !matches!(outcome.verdict, Verdict::Exit(_)) {
            return Err("it does not end the same way twice".to_owned());
        }
        best = Some(best.map_or(took, |best: (Duration, Duration, u64)| best.min(took)));
    }
    best.ok_or_else(|| "nothing was measured".to_owned())
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        n if n % 2 == 1 => Some(values[middle]),
        _ => Some((values[middle - 1] + values[middle]) / 2.0),
    }
}

fn ratios(costs: &[&Cost], of: impl Fn(&Cost) -> (Duration, Duration)) -> Vec<f64> {
    costs.iter().map(|cost| of(cost)).map(|(a, b)| a.as_secs_f64() / b.as_secs_f64().max(1e-6)).collect()
}

fn report(costs: &[Cost]) {
    let all: Vec<&Cost> = costs.iter().collect();
    let show = |what: &str, value: Option<f64>, count: usize| match value {
        Some(value) => println!("{what}: {value:.1} (median of {count})"),
        None => println!("{what}: no program to measure"),
    };
    let checked = ratios(&all, |cost| (cost.sanitizers, cost.check));
    show("sanitizers / lydite, parse to verdict", median(checked), all.len());
    let whole = ratios(&all, |cost| (cost.sanitizers, cost.whole));
    show("sanitizers / lydite, whole process with preprocessing", median(whole), all.len());
    let long: Vec<&Cost> = costs.iter().filter(|cost| cost.binary >= LONG).collect();
    let slowdown = ratios(&long, |cost| (cost.run, cost.binary));
    show("lydite / gcc -O0 binary, long-running programs", median(slowdown), long.len());
    let time: f64 = long.iter().map(|cost| cost.run.as_secs_f64()).sum();
    let steps: u64 = long.iter().map(|cost| cost.steps).sum();
    if time > 0.0 {
        println!("guest operations per second: {:.1} million", steps as f64 / time / 1e6);
    }
    let middle =
        |of: fn(&Cost) -> Duration| median(costs.iter().map(|cost| of(cost).as_secs_f64()).collect()).unwrap_or(0.0);
    println!(
        "median CPU seconds: sanitizers {:.3}, lydite parse to verdict {:.4}, lydite whole process {:.4}",
        middle(|cost| cost.sanitizers),
        middle(|cost| cost.check),
        middle(|cost| cost.whole)
    );
}

fn plan() -> Result<Plan, String> {
    let mut plan = Plan { seeds: 1..=100, target: Target::x86_64(), is_measured: true };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--seeds" => {
                let text = arguments.next().unwrap_or_default();
                plan.seeds = support::seeds(&text).ok_or("--seeds needs a range such as 1..500")?;
            }
            "--target" => {
                let name = arguments.next().unwrap_or_default();
                plan.target = Target::find(&name).ok_or_else(|| format!("no target is called {name}"))?;
                plan.is_measured &= plan.target == Target::x86_64();
            }
            "--agree" => plan.is_measured = false,
            "--bench" => {}
            other => return Err(format!("{other}: the options are --seeds A..B, --target NAME and --agree")),
        }
    }
    let reference = Reference::of(plan.target);
    for tool in ["csmith", &reference.compiler].into_iter().chain(reference.emulator.as_deref()) {
        if support::find(tool).is_none() {
            return Err(format!("{tool} is not installed; `make tools` installs what is needed"));
        }
    }
    Ok(plan)
}

fn main() -> ExitCode {
    let plan = match plan() {
        Ok(plan) => plan,
        Err(error) => {
            eprintln!("csmith: {error}");
            return ExitCode::from(2);
        }
    };
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let reference = Reference::of(plan.target);
    let mut counts = [0usize; 4];
    let mut costs = Vec::new();
    let is_terminal = std::io::stderr().is_terminal();
    let total = plan.seeds.clone().count();
    for (done, seed) in plan.seeds.clone().enumerate() {
        match compare(&plan, &reference, seed, &dir) {
            Ok((verdict, cost, detail)) => {
                counts[verdict as usize] += 1;
                if matches!(verdict, Verdicts::Disagree | Verdicts::Short) {
                    println!(
                        "seed {seed}: {}: {detail}",
                        if verdict == Verdicts::Short { "out of budget" } else { "DISAGREES" }
                    );
                }
                if let Some(cost) = &cost {
                    let [a, b, c, d] = [cost.binary, cost.check, cost.whole, cost.sanitizers].map(seconds);
                    eprintln!(
                        "seed {seed}: binary {a} s, check {b} s, process {c} s, sanitizers {d} s, {} steps",
                        cost.steps
                    );
                }
                costs.extend(cost);
            }
            Err(error) => {
                counts[Verdicts::Disagree as usize] += 1;
                println!("seed {seed}: FAILED: {error}");
            }
        }
        if is_terminal || done % 10 == 9 {
            eprint!(
                "{}{} of {total} checked, {} agree{}",
                if is_terminal { "\r" } else { "" },
                done + 1,
                counts[0],
                if is_terminal { "" } else { "\n" }
            );
            let _ = std::io::stderr().flush();
        }
    }
    if is_terminal {
        eprintln!();
    }
    let [agree, endless, short, disagree] = counts;
    let ended = agree + short + disagree;
    println!(
        "{}: {agree} agree of {ended} that end within {ENDS_WITHIN} s ({disagree} disagree, {short} out of budget); {endless} of the other {endless_total} end as out of budget",
        plan.target.name,
        endless_total = total - ended
    );
    if plan.is_measured {
        report(&costs);
    }
    if disagree + short == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
