//! What a user of the reducer gives and gets.

use crate::size::Size;
use lydite_machine::Limits;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What the machine says a program does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// What it prints.
    pub stdout: Vec<u8>,
    /// Its exit status; [`ABORTED`] if it ends itself by `abort` or a trap.
    pub status: i32,
}

/// The status of a program that aborts, as a shell gives it.
pub const ABORTED: i32 = 134;

/// A program that may take the place of the one being reduced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its text.
    pub text: String,
    /// What it must do, if the machine was asked.
    pub expected: Option<Expected>,
}

/// What makes a program worth keeping.
pub trait Test: Sync {
    /// Whether a candidate still shows what is looked for; called from several threads, and must always give the same answer.
    fn interesting(&self, candidate: &Candidate) -> bool;
}

impl<F: Fn(&Candidate) -> bool + Sync> Test for F {
    fn interesting(&self, candidate: &Candidate) -> bool {
        self(candidate)
    }
}

/// Which candidates the test is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Meaning {
    /// Those that the machine calls defined.
    #[default]
    Defined,
    /// Any; for compilers that crash or hang whatever the program means.
    Any,
}

/// When to stop early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// After this many tests; the result does not depend on the number of threads.
    Tests(u64),
    /// After this much time.
    Time(Duration),
}

/// How to reduce.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How many candidates are tried at once.
    pub threads: usize,
    /// Which candidates the test is asked about.
    pub meaning: Meaning,
    /// What a run of the machine may use; less where the program given uses much less.
    pub limits: Limits,
    /// How texts are read: target, include directories, macros.
    pub front: lydite_cfront::Options,
    /// When to stop early.
    pub budget: Option<Budget>,
    /// Somebody who may call it off: set, the reduction ends with the smallest program so far.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            meaning: Meaning::default(),
            limits: Limits::default(),
            front: lydite_cfront::Options::default(),
            budget: None,
            stop: None,
        }
    }
}

/// What was done so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Candidates that were made.
    pub candidates: u64,
    /// Those of them that were no smaller, or known already.
    pub skipped: u64,
    /// Those of them that could not be read back, or broke a rule of C that the program given keeps.
    pub unreadable: u64,
    /// Runs of the machine.
    pub runs: u64,
    /// Candidates that the machine rejected.
    pub undefined: u64,
    /// Candidates that the test was asked about.
    pub tests: u64,
    /// Candidates that were kept.
    pub kept: u64,
}

/// How far a reduction has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The size at the beginning.
    pub start: Size,
    /// The size now.
    pub now: Size,
    /// The smallest text so far.
    pub text: &'a str,
    /// The pass at work.
    pub pass: &'a str,
    /// What was done.
    pub statistics: Statistics,
}

/// Someone who wants to know how far a reduction has come.
pub trait Watch {
    /// Called when a pass begins and when a candidate is kept.
    fn progress(&mut self, progress: &Progress<'_>);
}

/// Nobody is watching.
impl Watch for () {
    fn progress(&mut self, _: &Progress<'_>) {}
}

/// Why a reduction ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// No pass finds anything more.
    Smallest,
    /// The budget is spent, or it was called off.
    Budget,
}

/// A reduced program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reduced {
    /// Its text.
    pub text: String,
    /// What it must do, if the machine was asked.
    pub expected: Option<Expected>,
    /// Its size.
    pub size: Size,
    /// Why it is not smaller.
    pub ending: Ending,
    /// What was done; with several threads it varies from run to run, the text does not.
    pub statistics: Statistics,
}
