//! The campaign: programs, trials and findings until there is no more time.
//!
//! Each worker takes the next program's number, makes the program, tries it on some patients and judges what
//! happened; the main thread alone writes to the store and speaks to whoever is watching. New findings are made
//! small by the workers before they go on. All that a program's number stands for follows from the settings, so a
//! hunt that was killed goes on where it was.

mod desk;
mod work;

pub use desk::GIVE_UP;

use crate::case::Case;
use crate::detail::Detail;
use crate::error::Error;
use crate::lab::Lab;
use crate::oracle::SUSPECT;
use crate::patients::Ward;
use crate::suppress::Suppress;
use desk::FrontDesk;
use lydite_store::{CampaignId, FindingId, State, Store};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use work::{Order, Shared, work};

/// What a campaign is asked to do. Together with the patients it decides everything.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The seed of the first program; the next one has the next.
    pub seed: u64,
    /// The families, in turn.
    pub families: Vec<String>,
    /// How many programs, if there is an end.
    pub count: Option<u64>,
    /// On how many (patient, options) each program is tried.
    pub trials: usize,
    /// The patients: a hunt goes on with the same.
    pub patients: Vec<PatientRecord>,
    /// One in so many trials has random flags; none if it is 0.
    #[serde(default)]
    pub random_flags: u32,
}

/// A patient of a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PatientRecord {
    /// Its name.
    pub name: String,
    /// What it says of itself.
    pub version: String,
    /// The names of its sets of options.
    pub options: Vec<String>,
}

/// A campaign of the store and what it is asked to do.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// Which one.
    pub campaign: CampaignId,
    /// What it is asked to do.
    pub settings: &'a Settings,
}

/// What is not part of a campaign's identity.
#[derive(Clone, Debug)]
pub struct Conduct {
    /// How many workers.
    pub jobs: usize,
    /// How long at most.
    pub time: Option<Duration>,
    /// Whether findings are made small, and how long each may take.
    pub reduce: Option<Duration>,
    /// Known bugs.
    pub suppress: Vec<Suppress>,
    /// Whether to go on when one program after another can't be tried.
    pub keep_going: bool,
}

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// A program is done.
    Program {
        /// Its number.
        number: u64,
    },
    /// Something was found.
    Found {
        /// The finding.
        id: FindingId,
        /// One line for people.
        title: String,
        /// Whether it is the first of its kind.
        new: bool,
        /// The program's command.
        origin: String,
    },
    /// Nobody agrees with us.
    Suspect {
        /// The finding.
        id: FindingId,
        /// The program's command.
        origin: String,
    },
    /// A symptom that did not come again.
    NotAgain(String),
    /// A rule of the configuration spoke.
    Suppressed(String),
    /// A finding was made small.
    Reduced {
        /// The finding; another one than before if they are the same.
        id: FindingId,
        /// The finding as it was.
        was: FindingId,
        /// One line for people.
        title: String,
        /// Bytes of the small program.
        bytes: usize,
    },
    /// A finding could not be made small.
    NotReduced {
        /// The finding.
        id: FindingId,
        /// Why.
        why: String,
    },
    /// The machine or our generator failed with a program.
    Trouble(String),
    /// One program after another could not be tried: the hunt ends.
    GivingUp(String),
    /// Time has passed.
    Tick,
}

/// How things stand.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// Programs done.
    pub programs: u64,
    /// Compilations.
    pub compilations: u64,
    /// Findings of this hunt that were new.
    pub new: u64,
    /// Occurrences of known findings.
    pub known: u64,
    /// Occurrences that a rule kept quiet.
    pub suppressed: u64,
    /// Suspects of our own.
    pub suspects: u64,
    /// How long it has been going on.
    pub elapsed: Duration,
    /// How many findings wait for being made small or are being.
    pub reducing: usize,
    /// Processor time in compilers.
    pub compiling: Duration,
    /// Processor time in programs.
    pub running: Duration,
    /// Per patient.
    pub patients: Vec<PatientStanding>,
    /// Programs that could not be tried, since the machine was in trouble.
    pub not_tried: u64,
    /// Why it ended before its time.
    pub gave_up: Option<String>,
}

/// How things stand with one patient.
#[derive(Clone, Debug, Default)]
pub struct PatientStanding {
    /// Its name.
    pub name: String,
    /// Compilations.
    pub compilations: u64,
    /// Processor time of compilations.
    pub time: Duration,
    /// Occurrences of findings.
    pub found: u64,
}

/// Someone who watches.
pub trait Watch {
    /// Something happened.
    fn event(&mut self, event: &Event, standing: &Standing);
}

/// A hunt to be called off.
#[derive(Debug, Default)]
pub struct Closing {
    is_closed: AtomicBool,
    is_interrupted: Arc<AtomicBool>,
}

impl Closing {
    /// No new programs from now on.
    pub fn close(&self) {
        self.is_closed.store(true, Ordering::SeqCst);
    }

    /// No new programs, and no finding is made smaller from now on.
    pub fn interrupt(&self) {
        self.is_interrupted.store(true, Ordering::SeqCst);
        self.close();
    }

    /// Whether it was called off.
    pub fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::SeqCst)
    }
}

/// Seconds since 1970.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs() as i64)
}

/// Hunts until there is no more time, no more programs, or somebody closes it. Gives how things stand at the end.
pub fn hunt(
    store: &mut Store,
    task: Task,
    lab: &Lab,
    ward: &Ward,
    conduct: &Conduct,
    closing: &Closing,
    watch: &mut dyn Watch,
) -> Result<Standing, Error> {
    let Task { campaign, settings } = task;
    let progress = store.progress(campaign)?;
    let shared = Shared {
        lab,
        ward,
        settings,
        conduct,
        progress: &progress,
        next: AtomicU64::new(0),
        orders: Mutex::new(VecDeque::new()),
        closing,
        began: Instant::now(),
        open: AtomicU64::new(0),
    };
    // What an earlier hunt left to be made small.
    let mut left = VecDeque::new();
    if conduct.reduce.is_some() {
        for finding in store.findings()?.into_iter().filter(|f| f.state == State::New) {
            let case = store.bytes(finding.program).map(|bytes| Case::from_json(&String::from_utf8_lossy(&bytes)));
            // What another version has written is left to it.
            let (Ok(detail), Ok(Ok(case))) = (Detail::from_json(&finding.detail), case) else { continue };
            if ward.find(&detail.patient.name).is_some() && !finding.signature.starts_with(SUSPECT) {
                left.push_back(Order { id: finding.id, case, detail });
            }
        }
    }
    let mut desk = FrontDesk {
        store,
        campaign,
        shared: &shared,
        standing: Standing { programs: 0, reducing: left.len(), ..Standing::default() },
        last: Instant::now(),
        not_tried: 0,
        watch,
    };
    *shared.orders.lock().unwrap_or_else(PoisonError::into_inner) = left;
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..conduct.jobs.max(1) {
            let sender = sender.clone();
            let shared = &shared;
            // Parsers and printers recurse as deeply as programs nest.
            let thread = std::thread::Builder::new().stack_size(256 << 20);
            thread.spawn_scoped(scope, move || work(shared, &sender)).map_err(|e| Error::Trouble(e.to_string()))?;
        }
        drop(sender);
        let result = desk.receive(&receiver);
        // Whatever happened, workers must not go on.
        closing.close();
        if result.is_err() {
            lab.runner().stopper().stop();
        }
        result
    })?;
    let FrontDesk { mut standing, .. } = desk;
    standing.elapsed = shared.began.elapsed();
    Ok(standing)
}
