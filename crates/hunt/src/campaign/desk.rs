//! The main thread of a campaign: it alone writes to the store and speaks to whoever is watching.

use super::work::{Message, Order, Shared};
use super::{Event, PatientStanding, Standing, Watch, now};
use crate::case::Case;
use crate::error::Error;
use crate::oracle::{SUSPECT, Verdict};
use crate::smaller::Smaller;
use crate::suppress::Subject;
use lydite_store::{CampaignId, FindingId, Finished, Occurrence, State, Store, Tally};
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// The main thread's part.
pub(super) struct FrontDesk<'a, 'b> {
    pub(super) store: &'a mut Store,
    pub(super) campaign: CampaignId,
    pub(super) shared: &'a Shared<'b>,
    pub(super) standing: Standing,
    pub(super) last: Instant,
    /// Programs in a row that could not be tried.
    pub(super) not_tried: u32,
    pub(super) watch: &'a mut dyn Watch,
}

impl FrontDesk<'_, '_> {
    pub(super) fn receive(&mut self, receiver: &mpsc::Receiver<Message>) -> Result<(), Error> {
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

    fn count(&mut self, tallies: &[Tally]) {
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

    fn reduced(&mut self, id: FindingId, meter: &[Tally], result: Result<Box<Smaller>, Error>) -> Result<(), Error> {
        self.standing.reducing = self.standing.reducing.saturating_sub(1);
        self.count(meter);
        self.store.tally(self.campaign, meter)?;
        let event = match result {
            Ok(smaller) => {
                let Smaller { signature, title, detail, case } = *smaller;
                let bytes = case.bytes();
                let unreduced = detail.unreduced.clone();
                let signature = signature.unwrap_or(self.store.finding(id)?.signature);
                match self.store.reduce(id, &signature, &title, &detail.to_json(), case.to_json().as_bytes()) {
                    Ok(now) => {
                        if now != id {
                            // Two that were taken for distinct are one.
                            self.standing.new = self.standing.new.saturating_sub(1);
                        }
                        match unreduced {
                            Some(why) if now == id => Event::NotReduced { id, why },
                            _ => Event::Reduced { id: now, was: id, title, bytes },
                        }
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

fn tally(name: &str) -> Tally {
    Tally { name: name.to_owned(), count: 1, seconds: 0.0 }
}
