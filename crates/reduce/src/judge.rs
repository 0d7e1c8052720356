//! The judge of texts: can it be read, is it defined, is it interesting.

use crate::api::{ABORTED, Candidate, Expected, Meaning, Settings, Statistics, Test};
use crate::promises;
use crate::render::{Header, render};
use crate::strict::violations;
use crate::tidy::tidy;
use lydite_cfront::{Options, Preprocess};
use lydite_lang::Program;
use lydite_machine::{Limits, Outcome, Verdict};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// The name of the text in places.
pub(crate) const NAME: &str = "program.c";

/// What the judge says of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ruling {
    /// It is interesting, and took the machine this many steps.
    Interesting(u64),
    /// The test says no.
    Dull,
    /// It can't be read or is not defined.
    Rejected,
}

/// How the text is to be read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Reading {
    /// As a program; there is nothing to preprocess.
    Tree,
    /// As a program that may have directives.
    Raw,
    /// Not at all.
    Unread,
}

/// Counts, from all threads.
#[derive(Default)]
struct Counts {
    candidates: AtomicU64,
    skipped: AtomicU64,
    unreadable: AtomicU64,
    runs: AtomicU64,
    undefined: AtomicU64,
    tests: AtomicU64,
    kept: AtomicU64,
}

/// What a text hashes to, in which reading and with how many steps.
type Key = (u64, u64, Reading, u64);

pub(crate) struct Judge<'a> {
    test: &'a dyn Test,
    settings: &'a Settings,
    never: Options,
    known: Mutex<FxHashMap<Key, Ruling>>,
    counts: Counts,
    /// How often a candidate may break the rules that are not enforced.
    lenience: AtomicUsize,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(test: &'a dyn Test, settings: &'a Settings) -> Self {
        let never = Options { preprocess: Preprocess::Never, defines: Vec::new(), ..settings.front.clone() };
        Judge {
            test,
            settings,
            never,
            known: Mutex::default(),
            counts: Counts::default(),
            lenience: AtomicUsize::new(usize::MAX),
        }
    }

    /// From now on a candidate must keep the rules as well as this program does.
    pub(crate) fn hold_to(&self, program: &Program) {
        self.lenience.store(violations(program), Ordering::Relaxed);
    }

    /// Whether a program keeps the rules that its run does not show.
    pub(crate) fn keeps_rules(&self, program: &Program, text: &str, reading: Reading) -> bool {
        let is_promising =
            || reading != Reading::Tree && promises::are_hidden(text) || !promises::unkept(program).is_empty();
        violations(program) <= self.lenience.load(Ordering::Relaxed)
            && (self.settings.meaning == Meaning::Any || !is_promising())
    }

    pub(crate) fn meaning(&self) -> Meaning {
        self.settings.meaning
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.settings.limits
    }

    /// Reads a text.
    pub(crate) fn read(&self, text: &str, reading: Reading) -> Result<Program, lydite_cfront::Error> {
        let options = if reading == Reading::Tree { &self.never } else { &self.settings.front };
        lydite_cfront::parse_bytes(text.as_bytes(), NAME, options)
    }

    /// Runs a program, and says what it is expected to do if it is defined.
    pub(crate) fn run(&self, program: &Program, steps: u64) -> (Outcome, Option<Expected>) {
        self.counts.runs.fetch_add(1, Ordering::Relaxed);
        let limits = Limits { steps: steps.min(self.settings.limits.steps), ..self.settings.limits.clone() };
        let mut outcome = lydite_machine::run(program, &limits);
        let status = match outcome.verdict {
            Verdict::Exit(status) => status,
            Verdict::Abort => ABORTED,
            _ => return (outcome, None),
        };
        let stdout = std::mem::take(&mut outcome.stdout);
        (outcome, Some(Expected { stdout, status }))
    }

    /// Asks the test, without looking at anything else.
    pub(crate) fn ask(&self, text: &str, expected: Option<Expected>) -> bool {
        self.counts.tests.fetch_add(1, Ordering::Relaxed);
        self.test.interesting(&Candidate { text: text.to_owned(), expected })
    }

    /// Rules on a text; `steps` is what its run may take.
    pub(crate) fn rule(&self, text: &str, reading: Reading, steps: u64) -> Ruling {
        let key = (hash(text, 0), hash(text, 1), reading, steps);
        if let Some(&ruling) = self.known().get(&key) {
            self.skip();
            return ruling;
        }
        let ruling = self.rule_anew(text, reading, steps);
        self.known().insert(key, ruling);
        ruling
    }

    /// The text of the tree that a text is read as: what is kept must print as itself, or the next pass would begin with
    /// something else. None if it can't be read.
    pub(crate) fn normal(&self, text: &str, header: &Header) -> Option<String> {
        let normal = guarded(|| {
            let mut program = self.read(text, Reading::Tree).ok()?;
            tidy(&mut program);
            Some(render(&program, header))
        });
        if let Some(Some(normal)) = normal {
            return Some(normal);
        }
        self.counts.unreadable.fetch_add(1, Ordering::Relaxed);
        None
    }

    fn known(&self) -> std::sync::MutexGuard<'_, FxHashMap<Key, Ruling>> {
        self.known.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn rule_anew(&self, text: &str, reading: Reading, steps: u64) -> Ruling {
        let defined = self.settings.meaning == Meaning::Defined;
        if reading == Reading::Unread && !defined {
            return if self.ask(text, None) { Ruling::Interesting(0) } else { Ruling::Dull };
        }
        let read = guarded(|| {
            let program = self.read(text, reading).ok()?;
            self.keeps_rules(&program, text, reading).then_some(program)
        });
        let Some(Some(program)) = read else {
            self.counts.unreadable.fetch_add(1, Ordering::Relaxed);
            return Ruling::Rejected;
        };
        let (mut expected, mut used) = (None, 0);
        if defined {
            let Some((outcome, Some(found))) = guarded(|| self.run(&program, steps)) else {
                self.counts.undefined.fetch_add(1, Ordering::Relaxed);
                return Ruling::Rejected;
            };
            (expected, used) = (Some(found), outcome.steps);
        }
        if self.ask(text, expected) { Ruling::Interesting(used) } else { Ruling::Dull }
    }

    pub(crate) fn propose(&self) {
        self.counts.candidates.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn skip(&self) {
        self.counts.skipped.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn keep(&self) {
        self.counts.kept.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn statistics(&self) -> Statistics {
        let counts = &self.counts;
        let get = |count: &AtomicU64| count.load(Ordering::Relaxed);
        Statistics {
            candidates: get(&counts.candidates),
            skipped: get(&counts.skipped),
            unreadable: get(&counts.unreadable),
            runs: get(&counts.runs),
            undefined: get(&counts.undefined),
            tests: get(&counts.tests),
            kept: get(&counts.kept),
        }
    }
}

/// What comes of reading or running a candidate, unless that falls over: one such must not end a long reduction.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

fn hash(text: &str, seed: u64) -> u64 {
    let mut hasher = FxHasher::default();
    (seed, text).hash(&mut hasher);
    hasher.finish()
}
