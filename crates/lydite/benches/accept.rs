//! The acceptance run: what generated programs must be, at any scale.
//!
//! `cargo bench -p lydite --bench accept` runs every check on few programs, `-- --full` on as many as the documents speak of,
//! `-- --checks machine,sanitizers --count 500 --first 2000` some checks on these seeds. Programs that fail are kept in
//! `accept-failures` under the target directory (`--keep DIR`), with `--shrink 2000` also a small one that fails. Exits with
//! a failure if anything failed.

#[path = "../tests/accept.rs"]
mod accept;
#[path = "../tests/support.rs"]
mod support;

use accept::check::{self, Desk, Patient};
use accept::choices::{self, Mutations};
use accept::{Failure, shares};
use lydite_generate::{Generated, Options, Standard};
use lydite_lang::target::TARGETS;
use std::path::PathBuf;
use std::process::ExitCode;

/// A check: its name, how many programs a full and a quick run look at, what it does, whether it is run unasked.
struct Check {
    name: &'static str,
    full: u64,
    quick: u64,
    run: fn(&Plan, std::ops::RangeInclusive<u64>) -> Verdict,
    unasked: bool,
}

const CHECKS: &[Check] = &[
    Check { name: "machine", full: 100_000, quick: 1000, run: machine, unasked: true },
    Check { name: "compilers", full: 2000, quick: 40, run: compilers, unasked: true },
    Check { name: "sanitizers", full: 1000, quick: 20, run: sanitizers, unasked: true },
    Check { name: "optimised", full: 500, quick: 20, run: optimised, unasked: false },
    Check { name: "targets", full: 200, quick: 5, run: targets, unasked: true },
    Check { name: "features", full: 10_000, quick: 1000, run: features, unasked: true },
    Check { name: "determinism", full: 1000, quick: 50, run: determinism, unasked: true },
    Check { name: "mutations", full: 1000, quick: 100, run: mutations, unasked: true },
    Check { name: "shrinking", full: 20, quick: 20, run: shrinking, unasked: true },
];

/// What a check found.
struct Verdict {
    lines: Vec<String>,
    failures: Vec<Failure>,
}

/// What to do.
struct Plan {
    checks: Vec<&'static Check>,
    count: Option<u64>,
    first: u64,
    is_full: bool,
    jobs: usize,
    keep: PathBuf,
    /// How many replays shrinking a program that fails may take.
    shrink: usize,
    options: Options,
}

/// Checks each program; those that fail are kept.
fn each_program(
    plan: &Plan,
    name: &str,
    seeds: std::ops::RangeInclusive<u64>,
    check: impl Fn(&Generated) -> Result<(), String> + Sync,
) -> Verdict {
    let total = seeds.clone().count();
    let work = |seed| {
        let generated = accept::generate(&plan.options, seed)?;
        let start = support::own_cpu();
        check(&generated).inspect_err(|message| {
            check::keep(&plan.keep, "general", seed, &generated, message);
            let fails = |candidate: &Generated| check(candidate).is_err();
            // The replays of a shrink cost as many compilations where compilers check, so they are only made on request.
            if plan.shrink > 0
                && let Ok((small, _)) = choices::smaller(&plan.options, &generated, plan.shrink, fails)
            {
                let message = check(&small).err().unwrap_or_default();
                check::keep(&plan.keep, "small", seed, &small, &message);
            }
        })?;
        Ok((accept::text(&generated).len(), support::own_cpu() - start))
    };
    let (passed, failures) = accept::each(name, seeds, plan.jobs, work);
    let bytes: usize = passed.iter().map(|(_, (bytes, _))| bytes).sum();
    let lines = vec![format!("{} of {total} pass, {:.1} MB of programs", passed.len(), bytes as f64 / 1e6)];
    Verdict { lines, failures }
}

fn machine(plan: &Plan, seeds: std::ops::RangeInclusive<u64>) -> Verdict {
    each_program(plan, "machine", seeds, |generated| check::machine(&plan.options, generated))
}

fn on_patients(plan: &Plan, name: &str, seeds: std::ops::RangeInclusive<u64>, patients: &[Patient]) -> Verdict {
    each_program(plan, name, seeds, |generated| Desk::new(generated)?.try_on(patients, &plan.options, generated))
}

fn compilers(plan: &Plan, seeds: std::ops::RangeInclusive<u64>) -> Verdict {
    on_patients(plan, "compilers", seeds, &check::unoptimised())
}

fn sanitizers(plan: &Plan, seeds: std::ops::RangeInclusive<u64>) -> Verdict {
    on_patients(plan, "sanitizers", seeds, &check::sanitized())
}

fn optimised(plan: &Plan, seeds: std::ops::RangeInclusive<u64>) -> Verdict {
    on_patients(plan, "optimised", seeds, &check::optimised())
}

/// The same seeds on every other target that has a cross compiler and an emulator here.
fn targets(plan: &Plan, seeds: std::ops::RangeInclusive<u64>) -> Verdict {
    let mut verdict = Verdict { lines: Vec::new(), failures: Vec::new() };
    for target in TARGETS {
        let Some(patient) = check::cross(target) else { continue };
        let plan = Plan {
            options: Options { target, ..plan.options.clone() },
            keep: plan.keep.join(target.name),
            checks: Vec::new(),
            ..*plan
        };
        let found = on_patients(&plan, target.name, seeds.clone(), &[patient]);
        verdict.lines.extend(found.lines.into_iter().map(|line| format!("{}: {line}", target.name)));
        verdict.failures.extend(found.failures);
    }
    verdict
}

fn features(plan: &Plan, seeds: std::ops::RangeInclusive<u64>) -> Verdict {
    const LEAST: f64 = 0.005;
    let mut verdict = Verdict { lines: Vec::new(), failures: Vec::new() };
    let newest = Standard { year: 2023, gnu: true };
    let few = *seeds.start()..=seeds.start() + seeds.clone().count() as u64 / 10;
    // What the usual version of C does not have is looked for in the newest.
    for (options, seeds) in
        [(plan.options.clone(), seeds.clone()), (Options { standard: newest, ..plan.options.clone() }, few)]
    {
        let shares = shares::Shares::of(&options, seeds, plan.jobs);
        let mut rows: Vec<(usize, &str)> = lydite_generate::Feature::all()
            .filter(|feature| options.standard.allows(feature.row().since))
            .map(|feature| (shares.counts[feature as usize].0, feature.row().name))
            .collect();
        rows.sort();
        let percent = |count: usize| 100.0 * count as f64 / shares.programs.max(1) as f64;
        let rarest: Vec<String> =
            rows.iter().take(5).map(|(count, name)| format!("{name} {:.2} %", percent(*count))).collect();
        let (programs, standard) = (shares.programs, options.standard.name());
        verdict.lines.push(format!("{programs} programs in {standard}; the rarest: {}", rarest.join(", ")));
        for (feature, count) in shares.rarer_than(&options, LEAST) {
            let message = format!("{} is in {count} of {programs} programs in {standard}", feature.row().name);
            verdict.failures.push(Failure { seed: 0, message });
        }
        verdict.failures.extend(shares.failures);
    }
    verdict
}

fn determinism(plan: &Plan, seeds: std::ops::RangeInclusive<u64>) -> Verdict {
    let (same, mut failures) =
        accept::each("replays", seeds.clone(), plan.jobs, |seed| choices::replays(&plan.options, seed));
    failures.extend(choices::depends_on_threads(&plan.options, seeds));
    Verdict { lines: vec![format!("{} replay to the same bytes", same.len())], failures }
}

fn mutations(plan: &Plan, seeds: std::ops::RangeInclusive<u64>) -> Verdict {
    let mutations = Mutations::of(&plan.options, seeds, plan.jobs);
    let lines = mutations.report();
    let invalid = mutations.tried - mutations.valid;
    let mut failures = mutations.failures;
    if invalid * 100 > mutations.tried {
        failures.push(Failure { seed: 0, message: format!("{invalid} of {} are not valid", mutations.tried) });
    }
    Verdict { lines, failures }
}

fn shrinking(plan: &Plan, seeds: std::ops::RangeInclusive<u64>) -> Verdict {
    const MEDIAN: f64 = 1500.0;
    let first = *seeds.start();
    let last = first + (seeds.count() as u64).min(choices::PLANTED.len() as u64) - 1;
    let feature = |seed: u64| choices::PLANTED[(seed - first) as usize];
    let shrink = |seed| choices::shrunk(&plan.options, feature(seed), 100 * seed, choices::BUDGET);
    let (shrunk, mut failures) = accept::each("shrinking", first..=last, plan.jobs, shrink);
    let mut sizes = Vec::new();
    let mut lines = Vec::new();
    for (seed, found) in &shrunk {
        let size = accept::text(&found.after).len();
        sizes.push(size as f64);
        let name = feature(*seed).row().name;
        let (before, replays) = (found.before, found.replays);
        lines.push(format!("  {name:22} seed {:5}: {before:7} bytes to {size:6} in {replays} replays", found.seed));
        let _ = std::fs::create_dir_all(&plan.keep);
        let _ = std::fs::write(plan.keep.join(format!("shrunk-{name}.c")), accept::text(&found.after));
    }
    let median = accept::median(sizes);
    lines.push(format!("median {median:.0} bytes"));
    if median >= MEDIAN {
        failures.push(Failure { seed: 0, message: format!("the median is {median:.0} bytes, not below {MEDIAN:.0}") });
    }
    Verdict { lines, failures }
}

fn plan() -> Result<Plan, String> {
    let keep = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("accept-failures");
    let mut plan = Plan {
        checks: CHECKS.iter().filter(|check| check.unasked).collect(),
        count: None,
        first: 1,
        is_full: false,
        jobs: accept::cores(),
        keep,
        shrink: 0,
        options: Options::default(),
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{argument} needs a value"));
        let number = |text: String| text.parse::<u64>().map_err(|_| format!("{text} is not a number"));
        match argument.as_str() {
            "--full" => plan.is_full = true,
            "--count" => plan.count = Some(number(value()?)?.max(1)),
            "--first" => plan.first = number(value()?)?,
            "--jobs" => plan.jobs = number(value()?)? as usize,
            "--shrink" => plan.shrink = number(value()?)? as usize,
            "--keep" => plan.keep = value()?.into(),
            "--size" => plan.options.size = number(value()?)? as u32,
            "--checks" => {
                let names = value()?;
                let find = |name: &str| {
                    let known: Vec<&str> = CHECKS.iter().map(|check| check.name).collect();
                    let unknown = || format!("no check is called {name}; there are {}", known.join(", "));
                    CHECKS.iter().find(|check| check.name == name).ok_or_else(unknown)
                };
                plan.checks = names.split(',').map(find).collect::<Result<_, _>>()?;
            }
            "--bench" => {}
            other => {
                let known = "--full, --checks NAMES, --count N, --first SEED, --size TOKENS, --jobs N, --shrink REPLAYS and --keep DIR";
                return Err(format!("{other}: the options are {known}"));
            }
        }
    }
    plan.options.check().map_err(|error| error.to_string())?;
    Ok(plan)
}

fn main() -> ExitCode {
    let plan = match plan() {
        Ok(plan) => plan,
        Err(error) => {
            eprintln!("accept: {error}");
            return ExitCode::from(2);
        }
    };
    accept::collect_panics();
    let mut failed = 0;
    for check in &plan.checks {
        let count = plan.count.unwrap_or(if plan.is_full { check.full } else { check.quick });
        let verdict = (check.run)(&plan, plan.first..=plan.first + count - 1);
        println!("{}: {}", check.name, if verdict.failures.is_empty() { "ok" } else { "FAILED" });
        for line in &verdict.lines {
            println!("  {line}");
        }
        const SHOWN: usize = 30;
        for failure in verdict.failures.iter().take(SHOWN) {
            match failure.seed {
                0 => println!("  {}", failure.message),
                seed => println!("  seed {seed}: {}", failure.message),
            }
        }
        if verdict.failures.len() > SHOWN {
            println!("  and {} more", verdict.failures.len() - SHOWN);
        }
        failed += verdict.failures.len();
    }
    if failed == 0 {
        return ExitCode::SUCCESS;
    }
    println!("{failed} failures; programs are kept in {}", plan.keep.display());
    ExitCode::FAILURE
}
