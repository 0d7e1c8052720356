//! From the program given to the one that is handed back.

use crate::api::{Ending, Expected, Meaning, Reduced, Settings, Test, Watch};
use crate::edit::apply;
use crate::error::Error;
use crate::judge::{Judge, NAME, Reading, Ruling, guarded};
use crate::pool::Pool;
use crate::promises;
use crate::render::{Header, render};
use crate::schedule::{reduce_text, reduce_tree};
use crate::search::{Search, State};
use crate::size::Sized;
use crate::tidy::tidy;
use lydite_machine::Report;
use std::sync::Arc;
use std::sync::mpsc::channel;

/// Reduces a program.
///
/// Fails if the program is not interesting as it is, or, where its meaning matters, if it can't be read or is not defined.
pub fn reduce(text: &str, test: &dyn Test, settings: &Settings, watch: &mut dyn Watch) -> Result<Reduced, Error> {
    let judge = Judge::new(test, settings);
    let (steps, _) = begin(&judge, text, None)?;
    let pool = Pool::default();
    let (sender, receiver) = channel();
    let state = State { text: Arc::new(Sized::new(text.to_owned())), steps };
    let mut search = Search::new(&judge, &pool, receiver, watch, settings, state);
    let done = pool.with(settings.threads, &judge, &sender, || {
        work(&mut search);
        let ending = if search.is_over() { Ending::Budget } else { Ending::Smallest };
        (search.state.text.text.clone(), ending)
    });
    // Without threads there is nothing to try; the program is as small as it will get.
    let (text, ending) = done.unwrap_or_else(|_| (text.to_owned(), Ending::Budget));
    let expected = match settings.meaning {
        Meaning::Any => None,
        Meaning::Defined => {
            guarded(|| judge.read(&text, Reading::Raw).ok().and_then(|p| judge.run(&p, u64::MAX).1)).flatten()
        }
    };
    let size = crate::Size::of(&text);
    Ok(Reduced { text, expected, size, ending, statistics: judge.statistics() })
}

/// Judges a text that somebody else made of an interesting program, as [`reduce`] judges its candidates: it must be interesting
/// and, where meaning matters, defined, and break no rule of C that `original` keeps.
pub fn judge(text: &str, original: &str, test: &dyn Test, settings: &Settings) -> Result<Reduced, Error> {
    let judge = Judge::new(test, settings);
    let (_, expected) = begin(&judge, text, Some(original))?;
    let (size, statistics) = (crate::Size::of(text), judge.statistics());
    Ok(Reduced { text: text.to_owned(), expected, size, ending: Ending::Smallest, statistics })
}

impl Reduced {
    /// The smaller one of this and what somebody else has made of it, if that passes for a candidate of `original`.
    pub fn or_polished(self, text: &str, original: &str, test: &dyn Test, settings: &Settings) -> Reduced {
        match judge(text, original, test, settings) {
            Ok(polished) if polished.size < self.size => {
                Reduced { statistics: self.statistics, ending: self.ending, ..polished }
            }
            _ => self,
        }
    }
}

/// Checks that there is something to reduce, and says how many steps it takes and what it does.
fn begin(judge: &Judge<'_>, text: &str, original: Option<&str>) -> Result<(u64, Option<Expected>), Error> {
    let (mut expected, mut steps) = (None, 0);
    let fallen =
        || Error::NotDefined { place: NAME.to_owned(), what: "lydite falls over it, which is a bug".to_owned() };
    let program = guarded(|| judge.read(text, Reading::Raw));
    match original {
        None => program.iter().flatten().for_each(|program| judge.hold_to(program)),
        Some(original) => {
            let original = guarded(|| judge.read(original, Reading::Raw));
            original.iter().flatten().for_each(|original| judge.hold_to(original));
            if let Some(Ok(program)) = &program
                && !judge.keeps_rules(program, text, Reading::Raw)
            {
                return Err(Error::BreaksRules);
            }
        }
    }
    if judge.meaning() == Meaning::Defined {
        let program = program.ok_or_else(fallen)??;
        let (outcome, found) = guarded(|| judge.run(&program, u64::MAX)).ok_or_else(fallen)?;
        if let Some(report) = outcome.verdict.report() {
            return Err(not_defined(&program.files, report));
        }
        (expected, steps) = (found, outcome.steps);
    }
    match judge.ask(text, expected.clone()) {
        true => Ok((steps, expected)),
        false => Err(Error::NotInteresting),
    }
}

fn not_defined(files: &lydite_lang::Files, report: &Report) -> Error {
    let place = report.place;
    let place = match place.is_some() {
        true => format!("{}:{}:{}", files.name(place), place.line, place.column),
        false => files.name(place).to_owned(),
    };
    let sentence = report.kind.row().sentence;
    let what = if report.detail.is_empty() { sentence.to_owned() } else { format!("{sentence}: {}", report.detail) };
    Error::NotDefined { place, what }
}

/// How often a text that is no tree is looked at again.
const ROUNDS: usize = 4;

fn work(search: &mut Search<'_, '_>) {
    let is_any = search.judge.meaning() == Meaning::Any;
    for _ in 0..ROUNDS {
        let before = Arc::clone(&search.state.text);
        if search.is_over() {
            return;
        }
        let is_tree = enter(search);
        if is_tree {
            reduce_tree(search, &Header::of(&before.text));
            // What a tree of its own text makes larger was small already.
            if search.state.text > before {
                search.state.text = Arc::clone(&before);
            }
        }
        if is_any || !is_tree {
            reduce_text(search, if is_any { Reading::Unread } else { Reading::Raw });
        }
        if is_tree && !is_any || search.state.text == before {
            return;
        }
    }
}

/// Goes from the text to the text of its tree, if that is as interesting: without promises, or with those that are kept.
fn enter(search: &mut Search<'_, '_>) -> bool {
    let now = Arc::clone(&search.state.text);
    let header = Header::of(&now.text);
    let is_any = search.judge.meaning() == Meaning::Any;
    for edits in [promises::all, promises::unkept] {
        let text = guarded(|| {
            let mut program = search.judge.read(&now.text, Reading::Raw).ok()?;
            if !is_any {
                edits(&program).iter().for_each(|edit| apply(&mut program, edit));
            }
            tidy(&mut program);
            Some(render(&program, &header))
        });
        let Some(Some(text)) = text else { return false };
        if text == now.text {
            return true;
        }
        if let Ruling::Interesting(steps) = search.judge.rule(&text, Reading::Tree, u64::MAX) {
            search.state = State { text: Arc::new(Sized::new(text)), steps };
            return true;
        }
    }
    false
}
