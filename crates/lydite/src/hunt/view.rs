//! What a hunt shows: a live line on a terminal, plain lines otherwise, JSON for scripts.

use crate::exit::Exit;
use crate::number::counted;
use lydite_compilers::Host;
use lydite_hunt::campaign::{Conduct, Event, Settings, Standing, Watch};
use lydite_hunt::patients::Ward;
use lydite_report::table;
use lydite_store::Store;
use serde_json::json;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// How often plain lines tell how things stand.
const PLAIN: Duration = Duration::from_secs(10);

enum Style {
    /// One line on a terminal, drawn again and again; how wide it was.
    Live(usize),
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
        let style = match json {
            true => Style::Json,
            false if std::io::stderr().is_terminal() => Style::Live(0),
            false => Style::Plain,
        };
        View { style, last: None }
    }

    /// A line that stays.
    pub fn say(&mut self, line: &str) {
        match &mut self.style {
            Style::Live(width) => {
                let blank = " ".repeat(std::mem::take(width));
                eprint!("\r{blank}\r{line}\n");
            }
            Style::Plain => eprintln!("{line}"),
            Style::Json => {}
        }
    }

    fn json(&self, value: &serde_json::Value) {
        // Whoever reads may be gone; the hunt goes on for the store.
        let _ = writeln!(std::io::stdout(), "{value}");
    }

    pub fn begin(&mut self, ward: &Ward, settings: &Settings, conduct: &Conduct, store: &Path) {
        if let Style::Json = self.style {
            self.json(&json!({ "event": "begin", "seed": settings.seed, "patients": settings.patients, "jobs": conduct.jobs }));
            return;
        }
        let sets: usize = ward.beds().iter().map(|b| b.options.len()).sum();
        self.say(&format!(
            "{} with {}: {}",
            counted(ward.beds().len() as u64, "compiler"),
            counted(sets as u64, "option set"),
            settings.patients.join(", ")
        ));
        let until = match (conduct.time, settings.count) {
            (Some(time), _) => format!("for {}", clock(time)),
            (None, Some(count)) => format!("for {count} programs"),
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
            let ids: Vec<i64> = fresh.iter().map(|e| e.finding.id.0).collect();
            self.json(&json!({
                "event": "end", "programs": standing.programs, "compilations": standing.compilations,
                "seconds": standing.elapsed.as_secs_f64(), "new": ids, "known": standing.known,
                "suppressed": standing.suppressed, "suspects": standing.suspects,
                "compiling": standing.compiling.as_secs_f64(), "running": standing.running.as_secs_f64(),
                "own_cpu": Host::own_cpu().as_secs_f64(),
            }));
        } else {
            self.say(&format!(
                "{}: {} programs, {} compilations; processor time: {} in compilers, {} in programs, {} in lydite",
                if interrupted { "interrupted" } else { "done" },
                standing.programs,
                standing.compilations,
                clock(standing.compiling),
                clock(standing.running),
                clock(Host::own_cpu())
            ));
            for (patient, compilations, found) in &standing.patients {
                self.say(&format!("  {patient:<28} {compilations:>7} compilations  {found:>4} findings counted"));
            }
            if standing.suppressed > 0 {
                self.say(&format!("{} kept quiet by rules of the configuration", standing.suppressed));
            }
            if fresh.is_empty() {
                self.say("nothing new was found");
            } else {
                self.say(&format!("{found} new; the ones least alike first:"));
                print!("{}", table::list(&fresh));
                self.say("look at one with `lydite show ID`, report it with `lydite report ID`");
            }
            if standing.suspects > 0 {
                self.say("suspects are programs on which no compiler agrees with us: the mistake is probably ours; please report them");
            }
            if interrupted {
                self.say("go on with `lydite hunt --resume`");
            }
        }
        Ok(if found > 0 { Exit::Found } else { Exit::Guest(0) })
    }

    fn status(&mut self, standing: &Standing) {
        let seconds = standing.elapsed.as_secs_f64().max(0.001);
        let busy = (standing.compiling + standing.running).as_secs_f64().max(0.001);
        let line = format!(
            "{}  {} programs ({:.1}/s)  {} compilations ({:.1}/s)  {} new, {} known{}  compilers {:.0} %, programs {:.0} %{}",
            clock(standing.elapsed),
            standing.programs,
            standing.programs as f64 / seconds,
            standing.compilations,
            standing.compilations as f64 / seconds,
            standing.new,
            standing.known,
            if standing.suspects > 0 { format!(", {} suspect", standing.suspects) } else { String::new() },
            100.0 * standing.compiling.as_secs_f64() / busy,
            100.0 * standing.running.as_secs_f64() / busy,
            if standing.reducing > 0 { format!("  making {} small", standing.reducing) } else { String::new() },
        );
        match &mut self.style {
            Style::Live(width) => {
                let pad = width.saturating_sub(line.chars().count());
                eprint!("\r{line}{}", " ".repeat(pad));
                *width = line.chars().count();
                let _ = std::io::stderr().flush();
            }
            Style::Plain => eprintln!("{line}"),
            Style::Json => self.json(&json!({
                "event": "standing", "seconds": seconds, "programs": standing.programs,
                "compilations": standing.compilations, "new": standing.new, "known": standing.known,
                "suspects": standing.suspects, "reducing": standing.reducing,
            })),
        }
    }
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

impl Watch for View {
    fn event(&mut self, event: &Event, standing: &Standing) {
        let is_json = matches!(self.style, Style::Json);
        let line = match event {
            Event::Found { id, title, new, origin } if is_json => {
                self.json(&json!({ "event": "found", "id": id.0, "title": title, "new": new, "program": origin }));
                None
            }
            Event::Found { id, title, new: true, origin } => Some(format!("new {id}: {title}\n      {origin}")),
            Event::Found { .. } | Event::Program { .. } | Event::Tick | Event::Suppressed(_) => None,
            Event::Suspect { id, origin } if is_json => {
                self.json(&json!({ "event": "suspect", "id": id.0, "program": origin }));
                None
            }
            Event::NotAgain(why) if is_json => {
                self.json(&json!({ "event": "not-again", "why": why }));
                None
            }
            Event::NotReduced { id, why } if is_json => {
                self.json(&json!({ "event": "not-reduced", "id": id.0, "why": why }));
                None
            }
            Event::Trouble(what) if is_json => {
                self.json(&json!({ "event": "trouble", "what": what }));
                None
            }
            Event::Suspect { id, origin } => {
                Some(format!("suspect ours {id}: no compiler agrees with us\n      {origin}"))
            }
            Event::NotAgain(why) => Some(format!("not again: {why}")),
            Event::Reduced { id, was, title, bytes } if is_json => {
                self.json(&json!({ "event": "reduced", "id": id.0, "was": was.0, "title": title, "bytes": bytes }));
                None
            }
            Event::Reduced { id, was, title, bytes } if id == was => {
                Some(format!("reduced {id} to {bytes} bytes: {title}"))
            }
            Event::Reduced { id, was, .. } => Some(format!("finding {was} is the same as {id}")),
            Event::NotReduced { id, why } => Some(format!("finding {id} was not made small: {why}")),
            Event::Trouble(what) => Some(format!("trouble: {what}")),
        };
        if let Some(line) = line {
            self.say(&line);
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
