//! The campaign: programs, trials and findings until there is no more time.
//!
//! Each worker takes the next program's number, makes the program, tries it on some patients and judges what
//! happened; the main thread alone writes to the store and speaks to whoever is watching. New findings are made
//! small by the workers before they go on. All that a program's number stands for follows from the settings, so a
//! hunt that was killed goes on where it was.

use crate::case::Case;
use crate::detail::Detail;
use crate::error::Error;
use crate::lab::{Lab, Meter, Patience};
use crate::oracle::{self, Seen, Verdict};
use crate::outcome::{Kind, Outcome};
use crate::patients::Ward;
use crate::recipe::{self, Recipe};
use crate::smaller::{self, Accused, Effort, Smaller};
use crate::suppress::{Subject, Suppress};
use lydite_store::{CampaignId, FindingId, Finished, Occurrence, Progress, State, Store};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

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

/// What a worker tells the main thread.
enum Message {
    /// `failure` is one of the generator: there is no program of this number.
    Done {
        finished: Finished,
        verdicts: Vec<(Verdict, Case)>,
        failure: Option<String>,
    },
    /// A program of which nothing is known, since the machine is in trouble. It is not done.
    NotTried {
        meter: Vec<lydite_store::Tally>,
        advice: String,
    },
    Reduced {
        id: FindingId,
        meter: Vec<lydite_store::Tally>,
        result: Result<Box<Smaller>, Error>,
    },
}

/// A finding to be made small.
struct Order {
    id: FindingId,
    case: Case,
    detail: Detail,
}

struct Shared<'a> {
    lab: &'a Lab,
    ward: &'a Ward,
    settings: &'a Settings,
    conduct: &'a Conduct,
    progress: &'a Progress,
    next: AtomicU64,
    orders: Mutex<VecDeque<Order>>,
    /// No new programs: time is over or somebody said so.
    closing: &'a Closing,
    began: Instant,
    /// Programs that were taken and whose findings are not yet among the orders.
    open: AtomicU64,
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

pub use crate::oracle::SUSPECT;

/// The main thread's part.
struct FrontDesk<'a, 'b> {
    store: &'a mut Store,
    campaign: CampaignId,
    shared: &'a Shared<'b>,
    standing: Standing,
    last: Instant,
    /// Programs in a row that could not be tried.
    not_tried: u32,
    watch: &'a mut dyn Watch,
}

impl FrontDesk<'_, '_> {
    fn receive(&mut self, receiver: &mpsc::Receiver<Message>) -> Result<(), Error> {
        loop {
            if self.shared.conduct.time.is_some_and(|time| self.shared.began.elapsed() >= time) {
                self.shared.closing.close();
            }
            match receiver.recv_timeout(Duration::from_millis(100)) {
                Ok(message) => self.message(message)?,
                Err(RecvTimeoutError::Timeout) => self.tell(&Event::Tick),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
    }

    fn tell(&mut self, event: &Event) {
        self.standing.elapsed = self.shared.began.elapsed();
        self.watch.event(event, &self.standing);
    }

    fn count(&mut self, tallies: &[lydite_store::Tally]) {
        for tally in tallies {
            let time = Duration::from_secs_f64(tally.seconds.max(0.0));
            if let Some(name) = tally.name.strip_prefix("compile ") {
                self.standing.compilations += tally.count;
                self.standing.compiling += time;
                let patient = self.patient(name);
                patient.compilations += tally.count;
                patient.time += time;
            } else if tally.name.starts_with("run ") {
                self.standing.running += time;
            }
        }
    }

    fn patient(&mut self, name: &str) -> &mut PatientStanding {
        let patients = &mut self.standing.patients;
        let at = match patients.iter().position(|p| p.name == name) {
            Some(at) => at,
            None => {
                patients.push(PatientStanding { name: name.to_owned(), ..PatientStanding::default() });
                patients.len() - 1
            }
        };
        &mut patients[at]
    }

    fn message(&mut self, message: Message) -> Result<(), Error> {
        match message {
            Message::Done { finished, verdicts, failure } => {
                self.not_tried = 0;
                let result = self.done(finished, verdicts, failure);
                self.shared.open.fetch_sub(1, Ordering::SeqCst);
                result
            }
            Message::NotTried { meter, advice } => {
                self.shared.open.fetch_sub(1, Ordering::SeqCst);
                self.count(&meter);
                self.not_tried += 1;
                self.standing.not_tried += 1;
                self.tell(&Event::Trouble(advice.clone()));
                if self.not_tried >= GIVE_UP && !self.shared.conduct.keep_going && self.standing.gave_up.is_none() {
                    self.shared.closing.close();
                    self.standing.gave_up = Some(advice.clone());
                    self.tell(&Event::GivingUp(advice));
                }
                Ok(())
            }
            Message::Reduced { id, meter, result } => self.reduced(id, &meter, result),
        }
    }

    fn done(
        &mut self,
        mut finished: Finished,
        verdicts: Vec<(Verdict, Case)>,
        failure: Option<String>,
    ) -> Result<(), Error> {
        let mut events = Vec::new();
        let mut entries = Vec::new();
        for (verdict, case) in verdicts {
            match verdict {
                Verdict::NotAgain(why) => events.push(Event::NotAgain(why)),
                Verdict::Finding(found) => {
                    let subject = Subject {
                        kind: found.kind.name(),
                        patient: &found.detail.patient.name,
                        signature: &found.key,
                        message: &found.detail.message,
                    };
                    match self.shared.conduct.suppress.iter().find(|rule| rule.matches(&subject)) {
                        Some(rule) => {
                            finished.tallies.push(tally(&format!("suppressed {}", rule.name)));
                            self.standing.suppressed += 1;
                            events.push(Event::Suppressed(rule.name.clone()));
                        }
                        None => entries.push((found, case)),
                    }
                }
                Verdict::SuspectOurs(found) => entries.push((found, case)),
            }
        }
        finished.occurrences = entries
            .iter()
            .map(|(found, case)| Occurrence {
                key: found.key.clone(),
                kind: found.kind.name().to_owned(),
                title: found.title.clone(),
                detail: found.detail.to_json(),
                program: case.to_json().into_bytes(),
            })
            .collect();
        for (found, case) in &entries {
            finished.tallies.push(tally(&format!("found {} {}", found.detail.patient.name, case.family)));
        }
        finished.seconds = self.last.elapsed().as_secs_f64();
        self.last = Instant::now();
        finished.now = now();
        let seen = self.store.finish(self.campaign, &finished)?;
        self.count(&finished.tallies);
        self.standing.programs += 1;
        for ((found, case), seen) in entries.into_iter().zip(seen) {
            self.patient(&found.detail.patient.name).found += 1;
            let id = seen.finding();
            if found.key.starts_with(SUSPECT) {
                self.standing.suspects += 1;
                events.push(Event::Suspect { id, origin: case.origin.clone() });
                continue;
            }
            let new = matches!(seen, lydite_store::Seen::New(_));
            if new {
                self.standing.new += 1;
            } else {
                self.standing.known += 1;
            }
            events.push(Event::Found { id, title: found.title.clone(), new, origin: case.origin.clone() });
            if new && self.shared.conduct.reduce.is_some() {
                self.standing.reducing += 1;
                let mut orders = self.shared.orders.lock().unwrap_or_else(PoisonError::into_inner);
                orders.push_back(Order { id, case, detail: found.detail });
            }
        }
        events.extend(failure.map(Event::Trouble));
        events.push(Event::Program { number: finished.number });
        for event in &events {
            self.tell(event);
        }
        Ok(())
    }

    fn reduced(
        &mut self,
        id: FindingId,
        meter: &[lydite_store::Tally],
        result: Result<Box<Smaller>, Error>,
    ) -> Result<(), Error> {
        self.standing.reducing = self.standing.reducing.saturating_sub(1);
        self.count(meter);
        self.store.tally(self.campaign, meter)?;
        let event = match result {
            Ok(smaller) => {
                let Smaller { signature, title, detail, case } = *smaller;
                let bytes = case.bytes();
                let signature = signature.unwrap_or(self.store.finding(id)?.signature);
                match self.store.reduce(id, &signature, &title, &detail.to_json(), case.to_json().as_bytes()) {
                    Ok(now) => {
                        if now != id {
                            // Two that were taken for distinct are one.
                            self.standing.new = self.standing.new.saturating_sub(1);
                        }
                        Event::Reduced { id: now, was: id, title, bytes }
                    }
                    Err(error @ lydite_store::Error::NoFinding(_)) => Event::NotReduced { id, why: error.to_string() },
                    Err(error) => return Err(error.into()),
                }
            }
            Err(error) => {
                if let Error::NotAgain(_) = error {
                    let finding = self.store.finding(id)?;
                    self.store.update(id, State::Flaky, &finding.title, &finding.detail)?;
                }
                Event::NotReduced { id, why: error.to_string() }
            }
        };
        self.tell(&event);
        Ok(())
    }
}

/// After so many programs in a row that could not be tried a hunt ends.
pub const GIVE_UP: u32 = 10;

fn tally(name: &str) -> lydite_store::Tally {
    lydite_store::Tally { name: name.to_owned(), count: 1, seconds: 0.0 }
}

/// How long a worker without work waits before it looks for some again.
const IDLE: Duration = Duration::from_millis(20);

/// A worker: findings first, then programs. It ends when there are no more of either and nobody can find another.
fn work(shared: &Shared, sender: &mpsc::Sender<Message>) {
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
    let guest = shared.ward.guest(&mut choices).ok_or_else(|| Error::Trouble("there is no compiler".to_owned()))?;
    let families = &shared.settings.families;
    let family = &families[number as usize % families.len()];
    let recipe = Recipe::draw(family, seed, &guest, &mut choices);
    let began = Instant::now();
    let generated = recipe.make().map_err(|failure| Error::Trouble(format!("{}: {failure}", recipe.command())))?;
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
