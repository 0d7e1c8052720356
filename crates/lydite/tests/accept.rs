//! What generated programs must be: checks of single programs and of many, for tests and for the acceptance run.
#![allow(dead_code, reason = "tests and the acceptance run use different parts of it")]

#[path = "accept/check.rs"]
pub mod check;
#[path = "accept/choices.rs"]
pub mod choices;
#[path = "accept/shares.rs"]
pub mod shares;
#[path = "accept/similar.rs"]
pub mod similar;

use lydite_generate::{Generated, Options};
use std::cell::RefCell;
use std::io::{IsTerminal, Write};
use std::panic::AssertUnwindSafe;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Something that must not be, with the seed that shows it.
#[derive(Debug)]
pub struct Failure {
    /// The seed.
    pub seed: u64,
    /// What happened.
    pub message: String,
}

/// The command that makes a seed's program with the usual settings.
pub fn header(seed: u64) -> String {
    format!("lydite gen general --seed {seed}")
}

/// The program of a seed.
pub fn generate(options: &Options, seed: u64) -> Result<Generated, String> {
    lydite_generate::generate(options, seed, &header(seed)).map_err(|failure| failure.to_string())
}

/// All text of a program.
pub fn text(generated: &Generated) -> String {
    generated.files.iter().map(|file| file.text.as_str()).collect()
}

/// Does the work for every seed on all cores, and gives back results in the order of seeds.
pub fn each<T: Send>(
    name: &str,
    seeds: std::ops::RangeInclusive<u64>,
    jobs: usize,
    work: impl Fn(u64) -> Result<T, String> + Sync,
) -> (Vec<(u64, T)>, Vec<Failure>) {
    let next = AtomicU64::new(*seeds.start());
    let found = Mutex::new((Vec::new(), Vec::new(), Progress::new(name, seeds.clone().count())));
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            let worker = || {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if !seeds.contains(&seed) {
                        break;
                    }
                    let result = caught(|| work(seed));
                    let Ok(mut found) = found.lock() else { break };
                    match result {
                        Ok(result) => found.0.push((seed, result)),
                        Err(message) => found.1.push(Failure { seed, message }),
                    }
                    let failures = found.1.len();
                    found.2.add(failures);
                }
            };
            let spawned = std::thread::Builder::new().stack_size(256 << 20).spawn_scoped(scope, worker);
            assert!(spawned.is_ok(), "no thread to work in");
        }
    });
    let (mut results, mut failures, progress) = found.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    progress.finish(failures.len());
    results.sort_by_key(|(seed, _)| *seed);
    failures.sort_by_key(|failure: &Failure| failure.seed);
    (results, failures)
}

/// What the work gives; a panic in it is a failure, too.
fn caught<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    std::panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| {
        let text = payload.downcast_ref::<String>().map(String::as_str).or(payload.downcast_ref::<&str>().copied());
        let place = PANICKED.take();
        Err(format!("it panics{place}: {}", text.unwrap_or("something that is no text")))
    })
}

thread_local! {
    /// Where this thread has panicked last.
    static PANICKED: RefCell<String> = const { RefCell::new(String::new()) };
}

/// From now on, panics are not reported when they happen but as failures of what was done.
pub fn collect_panics() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map_or(String::new(), |place| format!(" at {}:{}", place.file(), place.line()));
        PANICKED.set(place);
    }));
}

/// As many threads as there are cores.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A line on standard error that says how far a check is.
struct Progress {
    name: String,
    total: usize,
    done: usize,
    start: Instant,
    shown: Instant,
    every: Duration,
    is_terminal: bool,
}

impl Progress {
    fn new(name: &str, total: usize) -> Progress {
        let is_terminal = std::io::stderr().is_terminal();
        let every = if is_terminal { Duration::from_millis(200) } else { Duration::from_secs(30) };
        let now = Instant::now();
        Progress { name: name.to_owned(), total, done: 0, start: now, shown: now, every, is_terminal }
    }

    fn add(&mut self, failures: usize) {
        self.done += 1;
        if self.shown.elapsed() >= self.every {
            self.shown = Instant::now();
            self.show(failures, if self.is_terminal { "" } else { "\n" });
        }
    }

    fn finish(&self, failures: usize) {
        // Tests are quiet; what took long enough to have been shown has its last line shown, too.
        if self.shown != self.start {
            self.show(failures, "\n");
        }
    }

    fn show(&self, failures: usize, end: &str) {
        let start = if self.is_terminal { "\r" } else { "" };
        let seconds = self.start.elapsed().as_secs();
        eprint!("{start}{}: {} of {}, {failures} failures, {seconds} s {end}", self.name, self.done, self.total);
        let _ = std::io::stderr().flush();
    }
}

/// The middle of some values.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => 0.0,
        odd if odd % 2 == 1 => values[middle],
        _ => (values[middle - 1] + values[middle]) / 2.0,
    }
}
