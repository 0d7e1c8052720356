//! The workers of a campaign: programs, trials, findings made small.

use super::{Closing, Conduct, Settings};
use crate::case::Case;
use crate::detail::Detail;
use crate::error::Error;
use crate::lab::{Lab, Meter, Patience};
use crate::oracle::{self, Seen, Verdict};
use crate::outcome::{Kind, Outcome};
use crate::patients::Ward;
use crate::recipe::{self, Recipe, is_made_in};
use crate::smaller::{self, Accused, Effort, Smaller};
use lydite_store::{FindingId, Finished, Progress, Tally};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What a worker tells the main thread.
pub(super) enum Message {
    /// `failure` is one of the generator: there is no program of this number.
    Done {
        finished: Finished,
        verdicts: Vec<(Verdict, Case)>,
        failure: Option<String>,
    },
    /// A program of which nothing is known, since the machine is in trouble. It is not done.
    NotTried {
        meter: Vec<Tally>,
        advice: String,
    },
    Reduced {
        id: FindingId,
        meter: Vec<Tally>,
        result: Result<Box<Smaller>, Error>,
    },
}

/// A finding to be made small.
pub(super) struct Order {
    pub(super) id: FindingId,
    pub(super) case: Case,
    pub(super) detail: Detail,
}

/// What workers and the main thread share.
pub(super) struct Shared<'a> {
    pub(super) lab: &'a Lab,
    pub(super) ward: &'a Ward,
    pub(super) settings: &'a Settings,
    pub(super) conduct: &'a Conduct,
    pub(super) progress: &'a Progress,
    pub(super) next: AtomicU64,
    pub(super) orders: Mutex<VecDeque<Order>>,
    /// No new programs: time is over or somebody said so.
    pub(super) closing: &'a Closing,
    pub(super) began: Instant,
    /// Programs that were taken and whose findings are not yet among the orders.
    pub(super) open: AtomicU64,
}

/// How long a worker without work waits before it looks for some again.
const IDLE: Duration = Duration::from_millis(20);

/// A worker: findings first, then programs. It ends when there are no more of either and nobody can find another.
pub(super) fn work(shared: &Shared, sender: &mpsc::Sender<Message>) {
    while !shared.closing.is_closed() {
        // Read first: whoever closes a program has written its orders before.
        let open = shared.open.load(Ordering::SeqCst);
        let order = shared.orders.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let message = if let Some(order) = order {
            reduce_one(shared, &order)
        } else if let Some(number) = next(shared) {
            match one_program(shared, number) {
                Some(message) => message,
                None => return,
            }
        } else if open > 0 {
            std::thread::sleep(IDLE);
            continue;
        } else {
            return;
        };
        if sender.send(message).is_err() {
            return;
        }
    }
}

/// The next program that is not done.
fn next(shared: &Shared) -> Option<u64> {
    loop {
        // Open before it is taken, so that no worker believes that nothing is under way.
        shared.open.fetch_add(1, Ordering::SeqCst);
        let number = shared.next.fetch_add(1, Ordering::SeqCst);
        let is_over = shared.settings.count.is_some_and(|count| number >= count);
        if !is_over && !shared.progress.contains(number) {
            return Some(number);
        }
        shared.open.fetch_sub(1, Ordering::SeqCst);
        if is_over {
            return None;
        }
    }
}

fn reduce_one(shared: &Shared, order: &Order) -> Message {
    let meter = Meter::default();
    // What is under way when the hunt's time is over gets a little more.
    let left = shared.conduct.time.map_or(Duration::MAX, |t| t.saturating_sub(shared.began.elapsed()) + GRACE);
    let time = shared.conduct.reduce.unwrap_or_default().min(left);
    let result = Accused::of(shared.lab, shared.ward, &order.case, &order.detail, &meter).and_then(|accused| {
        let stop = Some(Arc::clone(&shared.closing.is_interrupted));
        let effort = Effort { stop, is_dropped: true, ..Effort::new(1, time) };
        smaller::smaller(order.id, &accused, shared.ward, &order.case, &order.detail, effort, &mut ())
    });
    Message::Reduced { id: order.id, meter: meter.take(), result: result.map(Box::new) }
}

/// How long a finding may still be made small when the hunt's time is over.
const GRACE: Duration = Duration::from_secs(30);

/// The seed of a program.
fn seed_of(settings: &Settings, number: u64) -> u64 {
    settings.seed.wrapping_add(number)
}

/// What came of one program.
enum Tried {
    /// The outcomes are judged.
    Judged(Vec<(Verdict, Case)>),
    /// The machine is in trouble: nothing is known.
    Nothing(String),
    /// It was called off.
    CalledOff,
}

/// Tries one program; `None` if it was called off, and so is not done.
fn one_program(shared: &Shared, number: u64) -> Option<Message> {
    let meter = Meter::default();
    let mut finished = Finished { number, ..Finished::default() };
    let (verdicts, failure) = match trials(shared, number, &meter) {
        Ok(Tried::Judged(verdicts)) => (verdicts, None),
        Ok(Tried::Nothing(advice)) => return Some(Message::NotTried { meter: meter.take(), advice }),
        Ok(Tried::CalledOff) => return None,
        Err(error) => (Vec::new(), Some(error.to_string())),
    };
    finished.tallies = meter.take();
    Some(Message::Done { finished, verdicts, failure })
}

fn trials(shared: &Shared, number: u64, meter: &Meter) -> Result<Tried, Error> {
    let seed = seed_of(shared.settings, number);
    let mut choices = recipe::choices(seed);
    let guest = shared.ward.guest(&mut choices).ok_or_else(|| Error::NoPatient("none has options".to_owned()))?;
    let language = guest.patient.language();
    let families: Vec<&String> = shared.settings.families.iter().filter(|f| is_made_in(f, language)).collect();
    let family = families.get(number as usize % families.len().max(1));
    let family = family.ok_or_else(|| Error::NoPatient(format!("no family of programs is in {language}")))?;
    let recipe = Recipe::draw(family, seed, &guest, &mut choices);
    let began = Instant::now();
    let generated = recipe.make().map_err(|failure| Error::Generator { command: recipe.command(), failure })?;
    let case = recipe.case(&generated);
    meter.add("generate", began.elapsed());
    let desk = match shared.lab.desk(&case, meter) {
        Ok(desk) => desk,
        Err(error) => return Ok(Tried::Nothing(error.to_string())),
    };
    let mut seen = Vec::new();
    let drawn = shared.ward.draw(guest, &case, shared.settings.trials, &mut choices);
    let random = shared.ward.random(&drawn, shared.settings.random_flags, &mut choices);
    for (trial, random) in drawn.into_iter().zip(&random) {
        let trial = random.as_ref().map_or(trial, |options| trial.with(options));
        match desk.try_on(trial.patient, trial.options, &[], Patience::Usual) {
            Outcome::Trouble(advice) => return Ok(Tried::Nothing(advice.to_owned())),
            Outcome::Stopped => return Ok(Tried::CalledOff),
            // Options that the compiler does not take are no bug.
            Outcome::Wrong(symptom)
                if symptom.kind == Kind::Rejected && !shared.lab.takes(trial.patient, trial.options) => {}
            outcome => seen.push(Seen { trial, outcome }),
        }
    }
    let verdicts = oracle::judge(&desk, &seen, shared.ward);
    if shared.lab.runner().stopper().is_stopped() {
        return Ok(Tried::CalledOff);
    }
    Ok(match desk.unreliable() {
        Some(why) => Tried::Nothing(why),
        None => Tried::Judged(verdicts.into_iter().map(|verdict| (verdict, case.clone())).collect()),
    })
}
