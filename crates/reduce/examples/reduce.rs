//! Reduces generated programs with planted predicates, and prints sizes and times.
//!
//! `cargo run --release -p lydite-reduce --example reduce -- [first seed] [count] [threads]`; with `SHOW` in the environment the
//! results and the time of each pass are printed, with `OUT` the results and what they must print go to that directory.

#[path = "../tests/planted/mod.rs"]
mod planted;

use lydite_choices::Choices;
use lydite_generate::{Options, generate_with};
use lydite_reduce::{Progress, Settings, Watch, reduce};
use std::collections::BTreeMap;
use std::time::Instant;

/// Time by pass.
struct Clock {
    last: Instant,
    pass: String,
    passes: BTreeMap<String, (f64, u64)>,
    tests: u64,
}

impl Watch for Clock {
    fn progress(&mut self, progress: &Progress<'_>) {
        let entry = self.passes.entry(std::mem::take(&mut self.pass)).or_default();
        entry.0 += self.last.elapsed().as_secs_f64();
        entry.1 += progress.statistics.runs - self.tests;
        self.tests = progress.statistics.runs;
        self.pass = progress.pass.to_owned();
        self.last = Instant::now();
    }
}

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let number = |at: usize, other: u64| numbers.get(at).copied().unwrap_or(other);
    let settings = Settings { threads: number(2, 2) as usize, ..Settings::default() };
    let mut sizes = Vec::new();
    println!("seed predicate               tokens  bytes ->  tokens  bytes    runs   tests seconds");
    for seed in number(0, 1)..number(0, 1) + number(1, 10) {
        let Ok(made) = generate_with(&Options::default(), Choices::from_seed(seed), "reduce") else { continue };
        let text = &made.files[0].text;
        for (name, test) in planted::PREDICATES {
            let begun = Instant::now();
            let mut clock = Clock { last: begun, pass: String::new(), passes: BTreeMap::new(), tests: 0 };
            let Ok(done) = reduce(text, test, &settings, &mut clock) else { continue };
            let start = lydite_reduce::Size::of(text);
            println!(
                "{seed:>4} {name:<22} {:>8} {:>6} -> {:>7} {:>6} {:>7} {:>7} {:>7.2}",
                start.tokens,
                start.bytes,
                done.size.tokens,
                done.size.bytes,
                done.statistics.runs,
                done.statistics.tests,
                begun.elapsed().as_secs_f64()
            );
            if std::env::var_os("SHOW").is_some() {
                println!("{}", done.text);
                for (pass, (seconds, runs)) in &clock.passes {
                    println!("    {pass:<24} {seconds:>7.2} {runs:>6}");
                }
                println!("{:?}", done.statistics);
            }
            if let Some(out) = std::env::var_os("OUT") {
                let file = std::path::Path::new(&out).join(format!("{seed}-{}.c", sizes.len()));
                let stdout = done.expected.map(|e| e.stdout).unwrap_or_default();
                let written =
                    std::fs::write(file.with_extension("txt"), stdout).and_then(|()| std::fs::write(&file, &done.text));
                if let Err(error) = written {
                    eprintln!("{}: {error}", file.display());
                }
            }
            sizes.push(done.size.bytes);
        }
    }
    sizes.sort_unstable();
    if let Some(median) = sizes.get(sizes.len() / 2) {
        println!("median {median} bytes of {} reductions", sizes.len());
    }
}
