//! Programs of every sample, made and compiled on all cores.

use super::arms::Arm;
use super::policy::{Biased, Program};
use crate::generate::{Refusal, batch};
use lydite_compilers::{Counts, Detail, Options, Patient, Runner, Uncounted};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;

/// Who compiles, and how.
pub struct Bench<'a> {
    /// Starts them.
    pub runner: &'a Runner,
    /// The compilers with their options, the version of C included.
    pub patients: Vec<(Patient, Options)>,
}

/// Which programs are made.
#[derive(Clone, Copy, Debug)]
pub struct Seeds {
    /// The first seed.
    pub first: u64,
    /// How many, of each sample.
    pub count: u64,
    /// How many at once.
    pub jobs: NonZeroUsize,
}

/// The number of a counter's name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Counter(usize);

/// What compilers did to one program.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Its tokens.
    pub tokens: u64,
    /// What each compiler did, in their order; nothing if it made nothing of the program.
    pub counts: Vec<Option<Vec<(Counter, u64)>>>,
}

/// What compilers did to the programs of every sample.
#[derive(Debug, Default)]
pub struct Measured {
    /// Names of counters.
    names: Vec<String>,
    numbers: BTreeMap<String, Counter>,
    /// By seed, then by sample.
    samples: Vec<Vec<Sample>>,
    /// For each compiler that made nothing of some programs, the first of them.
    failures: BTreeMap<usize, Failure>,
}

/// A program of which a compiler made nothing.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The number of the work.
    piece: u64,
    /// The seed of the program.
    pub seed: u64,
    /// The place of its sample.
    pub arm: usize,
    /// What happened.
    pub reason: String,
}

/// What is known of a program before its counters have numbers.
struct Told {
    tokens: u64,
    bytes: u64,
    counts: Vec<Result<Counts, String>>,
}

impl Measured {
    /// Makes and compiles the programs of all samples; the result does not depend on how many are made at once.
    pub fn of(family: &dyn Biased, arms: &[Arm], bench: &Bench, seeds: Seeds) -> Result<Measured, Refusal> {
        let width = arms.len() as u64;
        let total = seeds.count * width;
        let mut progress = batch::Progress::new(total);
        let mut measured = Measured::default();
        let mut found: BTreeMap<u64, Sample> = BTreeMap::new();
        let place = |piece: u64| (seeds.first + piece / width, (piece % width) as usize);
        let work = |piece: u64| {
            let (seed, arm) = place(piece);
            told(bench, &family.generate(seed, &arms[arm])?)
        };
        let done = batch::run(total, seeds.jobs, work, |piece, told| {
            progress.add(told.bytes);
            let (seed, arm) = place(piece);
            let sample = measured.sample(told, |reason| Failure { piece, seed, arm, reason });
            found.insert(piece, sample);
        });
        progress.finish();
        done?;
        let mut samples = found.into_values();
        measured.samples = (0..seeds.count).map(|_| samples.by_ref().take(arms.len()).collect()).collect();
        Ok(measured)
    }

    fn sample(&mut self, told: Told, failure: impl Fn(String) -> Failure) -> Sample {
        let each = told.counts.into_iter().enumerate().map(|(patient, counts)| match counts {
            Ok(counts) => Some(counts.into_iter().map(|(name, count)| (self.counter(name), count)).collect()),
            Err(reason) => {
                let failure = failure(reason);
                let first = self.failures.entry(patient).or_insert_with(|| failure.clone());
                if failure.piece < first.piece {
                    *first = failure;
                }
                None
            }
        });
        Sample { tokens: told.tokens, counts: each.collect() }
    }

    fn counter(&mut self, name: String) -> Counter {
        let next = Counter(self.names.len());
        *self.numbers.entry(name).or_insert_with_key(|name| {
            self.names.push(name.clone());
            next
        })
    }

    /// The name of a counter.
    pub fn name(&self, counter: Counter) -> &str {
        &self.names[counter.0]
    }

    /// The programs of two samples that come from the same seed.
    pub fn pairs(&self, with: usize, without: usize) -> impl Iterator<Item = [&Sample; 2]> {
        self.samples.iter().map(move |samples| [&samples[with], &samples[without]])
    }

    /// The first program of which a compiler made nothing.
    pub fn failure(&self, patient: usize) -> Option<&Failure> {
        self.failures.get(&patient)
    }
}

/// Compiles a program with every compiler.
fn told(bench: &Bench, program: &Program) -> Result<Told, Refusal> {
    let private = bench.runner.scratch().dir().map_err(Refusal::input)?;
    let mut sources = Vec::new();
    for (suffix, text) in &program.files {
        sources.push(private.write(&format!("t{suffix}.c"), text.as_bytes()).map_err(Refusal::input)?);
    }
    let mut counts = Vec::new();
    for (patient, options) in &bench.patients {
        let mut all = Ok(Counts::new());
        for source in &sources {
            match patient.remarks(bench.runner, source, options, Detail::Done) {
                Ok(counts) => all.iter_mut().for_each(|all| add(all, &counts)),
                Err(failed @ Uncounted::Failed { .. }) => {
                    let private = format!("{}/", private.path().display());
                    all = Err(failed.to_string().replace(&private, ""));
                    break;
                }
                Err(trouble) => return Err(Refusal::input(trouble)),
            }
        }
        counts.push(all);
    }
    let bytes = program.files.iter().map(|(_, text)| text.len() as u64).sum();
    Ok(Told { tokens: program.tokens, bytes, counts })
}

fn add(all: &mut Counts, counts: &Counts) {
    for (name, count) in counts {
        *all.entry(name.clone()).or_default() += count;
    }
}
