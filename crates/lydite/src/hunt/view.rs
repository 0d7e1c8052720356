//! What a hunt shows: lines drawn again and again on a terminal, plain lines otherwise, JSON for scripts.

use crate::exit::Exit;
use crate::number::counted;
use crate::screen::Screen;
use lydite_compilers::Host;
use lydite_hunt::campaign::{Conduct, Event, PatientStanding, Settings, Standing, Watch};
use lydite_hunt::patients::Ward;
use lydite_report::table;
use lydite_store::Store;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// How often plain lines tell how things stand.
const PLAIN: Duration = Duration::from_secs(10);

enum Style {
    Live(Screen),
    Plain,
    Json,
}

/// Whoever looks at a hunt.
pub struct View {
    style: Style,
    last: Option<Instant>,
}

impl View {
    pub fn new(json: bool) -> View {
        let style = match (json, Screen::new()) {
            (true, _) => Style::Json,
            (false, Some(screen)) => Style::Live(screen),
            (false, None) => Style::Plain,
        };
        View { style, last: None }
    }

    /// A line that stays.
    pub fn say(&mut self, line: &str) {
        match &mut self.style {
            Style::Live(screen) => screen.say(line),
            Style::Plain => eprintln!("{line}"),
            Style::Json => {}
        }
    }

    fn json(&self, value: &Value) {
        // Whoever reads may be gone; the hunt goes on for the store.
        let _ = writeln!(std::io::stdout(), "{value}");
    }

    pub fn begin(&mut self, ward: &Ward, settings: &Settings, conduct: &Conduct, store: &Path) {
        if let Style::Json = self.style {
            let names = names(settings);
            self.json(&json!({ "event": "begin", "seed": settings.seed, "patients": names, "jobs": conduct.jobs }));
            return;
        }
        let sets: usize = ward.beds().iter().map(|b| b.options.len()).sum();
        self.say(&format!(
            "{} with {}: {}",
            counted(ward.beds().len() as u64, "compiler"),
            counted(sets as u64, "option set"),
            names(settings).join(", ")
        ));
        let until = match (conduct.time, settings.count) {
            (Some(time), _) => format!("for {}", clock(time)),
            (None, Some(count)) => format!("for {}", counted(count, "program")),
            (None, None) => "until Ctrl-C".to_owned(),
        };
        self.say(&format!(
            "hunting {until} from seed {}, {} at once, kept in {}",
            settings.seed,
            conduct.jobs,
            store.display()
        ));
    }

    /// What came of it, for people and as an exit status.
    pub fn summary(
        &mut self,
        store: &Store,
        standing: &Standing,
        before: i64,
        interrupted: bool,
    ) -> Result<Exit, String> {
        let entries = table::ranked(store).map_err(|e| e.to_string())?;
        let fresh: Vec<table::Entry> = entries.into_iter().filter(|e| e.finding.id.0 > before).collect();
        let found = fresh.iter().filter(|e| !table::is_suspect(&e.finding)).count();
        if let Style::Json = self.style {
            let is_ours = |e: &&table::Entry| table::is_suspect(&e.finding);
            let ids: Vec<i64> = fresh.iter().filter(|e| !is_ours(e)).map(|e| e.finding.id.0).collect();
            self.json(&json!({
                "event": "end", "programs": standing.programs, "compilations": standing.compilations,
                "seconds": standing.elapsed.as_secs_f64(), "new": ids, "known": standing.known,
                "suppressed": standing.suppressed, "suspects": standing.suspects, "not_tried": standing.not_tried,
                "gave_up": standing.gave_up, "interrupted": interrupted,
                "compiling": standing.compiling.as_secs_f64(), "running": standing.running.as_secs_f64(),
                "own_cpu": Host::own_cpu().as_secs_f64(),
            }));
        } else {
            self.say(&format!(
                "{}: {}, {}; processor time: {} in compilers, {} in programs, {} in lydite",
                match &standing.gave_up {
                    Some(_) => "given up",
                    None if interrupted => "interrupted",
                    None => "done",
                },
                counted(standing.programs, "program"),
                counted(standing.compilations, "compilation"),
                clock(standing.compiling),
                clock(standing.running),
                clock(Host::own_cpu())
            ));
            for line in patients(standing, usize::MAX) {
                self.say(&line);
            }
            if standing.suppressed > 0 {
                self.say(&format!("{} kept quiet by rules of the configuration", standing.suppressed));
            }
            if fresh.is_empty() {
                self.say("nothing new was found");
            } else {
                self.say(&format!("{found} new; the ones least alike first:"));
                crate::json::write(&table::list(&fresh));
                self.say("look at one with `lydite show ID`, report it with `lydite report ID`");
            }
            if standing.suspects > 0 {
                self.say("suspects are programs on which no compiler agrees with us: the mistake is probably ours; please report them");
            }
            if standing.not_tried > 0 {
                self.say(&format!("{} could not be tried", counted(standing.not_tried, "program")));
            }
            if interrupted || standing.not_tried > 0 {
                self.say("go on with `lydite hunt --resume`");
            }
        }
        Ok(if found > 0 { Exit::Found } else { Exit::Guest(0) })
    }

    fn status(&mut self, standing: &Standing) {
        match &mut self.style {
            Style::Live(screen) => {
                let (_, rows) = screen.size();
                let mut lines = vec![totals(standing), times(standing)];
                lines.extend(patients(standing, rows.saturating_sub(6).min(MOST_PATIENTS)));
                screen.draw(&lines);
            }
            Style::Plain => eprintln!("{}  {}", totals(standing), times(standing)),
            Style::Json => self.json(&json!({
                "event": "standing", "seconds": standing.elapsed.as_secs_f64(), "programs": standing.programs,
                "compilations": standing.compilations, "new": standing.new, "known": standing.known,
                "suspects": standing.suspects, "reducing": standing.reducing,
            })),
        }
    }
}

/// The most patients that are shown while a hunt goes on.
const MOST_PATIENTS: usize = 12;

/// What was done and found, so far and per second.
fn totals(standing: &Standing) -> String {
    let per_second = |count: u64| count as f64 / standing.elapsed.as_secs_f64().max(0.001);
    format!(
        "{}  {} programs ({:.1}/s)  {} compilations ({:.1}/s)  {} new, {} known ({:.2}/s){}{}",
        clock(standing.elapsed),
        standing.programs,
        per_second(standing.programs),
        standing.compilations,
        per_second(standing.compilations),
        standing.new,
        standing.known,
        per_second(standing.new + standing.known),
        if standing.suspects > 0 { format!(", {} suspect", standing.suspects) } else { String::new() },
        if standing.reducing > 0 { format!("  making {} small", standing.reducing) } else { String::new() },
    )
}

/// Where the time goes.
fn times(standing: &Standing) -> String {
    let own = Host::own_cpu();
    let all = (standing.compiling + standing.running + own).as_secs_f64().max(0.001);
    let share = |time: Duration| 100.0 * time.as_secs_f64() / all;
    format!(
        "time: compilers {:.1} %, programs {:.1} %, lydite {:.1} %",
        share(standing.compiling),
        share(standing.running),
        share(own)
    )
}

/// A line per patient, those with most findings first.
fn patients(standing: &Standing, most: usize) -> Vec<String> {
    let mut patients: Vec<&PatientStanding> = standing.patients.iter().collect();
    patients.sort_by_key(|p| (Reverse(p.found), Reverse(p.time)));
    let all = standing.compiling.as_secs_f64().max(0.001);
    let line = |p: &&PatientStanding| {
        let share = 100.0 * p.time.as_secs_f64() / all;
        let (name, compilations, found) = (&p.name, p.compilations, p.found);
        format!("  {name:<28} {compilations:>7} compilations {share:>5.1} % of their time {found:>5} times wrong")
    };
    let mut lines: Vec<String> = patients.iter().take(most).map(line).collect();
    if patients.len() > most {
        lines.push(format!("  and {} more", patients.len() - most));
    }
    lines
}

fn names(settings: &Settings) -> Vec<&str> {
    settings.patients.iter().map(|patient| patient.name.as_str()).collect()
}

/// `1:02:03`, `2:03`.
pub fn clock(time: Duration) -> String {
    let s = time.as_secs();
    if s >= 3600 {
        format!("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60)
    } else {
        format!("{}:{:02}", s / 60, s % 60)
    }
}

/// What happened, for a script; nothing if it is not for scripts.
fn document(event: &Event) -> Option<Value> {
    Some(match event {
        Event::Found { id, title, new, origin } => {
            json!({ "event": "found", "id": id.0, "title": title, "new": new, "program": origin })
        }
        Event::Suspect { id, origin } => json!({ "event": "suspect", "id": id.0, "program": origin }),
        Event::NotAgain(why) => json!({ "event": "not-again", "why": why }),
        Event::Reduced { id, was, title, bytes } => {
            json!({ "event": "reduced", "id": id.0, "was": was.0, "title": title, "bytes": bytes })
        }
        Event::NotReduced { id, why } => json!({ "event": "not-reduced", "id": id.0, "why": why }),
        Event::Trouble(what) => json!({ "event": "trouble", "what": what }),
        Event::Program { .. } | Event::Suppressed(_) | Event::GivingUp(_) | Event::Tick => return None,
    })
}

/// What happened, for people; nothing if it is not for them.
fn sentence(event: &Event) -> Option<String> {
    Some(match event {
        Event::Found { id, title, new: true, origin } => format!("new {id}: {title}\n      {origin}"),
        Event::Suspect { id, origin } => format!("suspect ours {id}: no compiler agrees with us\n      {origin}"),
        Event::NotAgain(why) => format!("not again: {why}"),
        Event::Reduced { id, was, title, bytes } if id == was => format!("reduced {id} to {bytes} bytes: {title}"),
        Event::Reduced { id, was, .. } => format!("finding {was} is the same as {id}"),
        Event::NotReduced { id, why } => format!("finding {id} was not made small: {why}"),
        Event::Trouble(what) => format!("trouble: {what}"),
        Event::Found { .. } | Event::Program { .. } | Event::Suppressed(_) | Event::GivingUp(_) | Event::Tick => {
            return None;
        }
    })
}

impl Watch for View {
    fn event(&mut self, event: &Event, standing: &Standing) {
        match self.style {
            Style::Json => document(event).iter().for_each(|value| self.json(value)),
            _ => sentence(event).iter().for_each(|line| self.say(line)),
        }
        let pause = match self.style {
            Style::Live(_) => Duration::from_millis(200),
            Style::Plain | Style::Json => PLAIN,
        };
        let last = *self.last.get_or_insert_with(Instant::now);
        if last.elapsed() >= pause {
            self.last = Some(Instant::now());
            self.status(standing);
        }
    }
}
