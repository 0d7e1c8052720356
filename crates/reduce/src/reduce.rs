//! From the program given to the one that is handed back.

use crate::api::{Ending, Meaning, Reduced, Settings, Test, Watch};
use crate::error::Error;
use crate::judge::{Judge, Reading, Ruling};
use crate::pool::Pool;
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
    let steps = begin(&judge, text)?;
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
        Meaning::Defined => judge.read(&text, Reading::Raw).ok().and_then(|p| judge.run(&p, u64::MAX).1),
    };
    let size = crate::Size::of(&text);
    Ok(Reduced { text, expected, size, ending, statistics: judge.statistics() })
}

/// Checks that there is something to reduce, and says how many steps it takes.
fn begin(judge: &Judge<'_>, text: &str) -> Result<u64, Error> {
    let (mut expected, mut steps) = (None, 0);
    let program = judge.read(text, Reading::Raw);
    if let Ok(program) = &program {
        judge.hold_to(program);
    }
    if judge.meaning() == Meaning::Defined {
        let program = program?;
        let (outcome, found) = judge.run(&program, u64::MAX);
        if let Some(report) = outcome.verdict.report() {
            return Err(not_defined(&program.files, report));
        }
        (expected, steps) = (found, outcome.steps);
    }
    if judge.ask(text, expected) { Ok(steps) } else { Err(Error::NotInteresting) }
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
    for _ in 0..ROUNDS {
        let before = Arc::clone(&search.state.text);
        if enter(search) {
            let header = Header::of(&before.text);
            reduce_tree(search, &header);
            // What a tree of its own text makes larger was small already.
            if search.state.text > before {
                search.state.text = before;
            }
            return;
        }
        let reading = match search.judge.meaning() {
            Meaning::Defined => Reading::Raw,
            Meaning::Any => Reading::Unread,
        };
        reduce_text(search, reading);
        if search.is_over() || search.state.text == before {
            return;
        }
    }
}

/// Goes from the text to the text of its tree, if that is as interesting.
fn enter(search: &mut Search<'_, '_>) -> bool {
    let now = &search.state.text.text;
    let Ok(mut program) = search.judge.read(now, Reading::Raw) else { return false };
    let header = Header::of(now);
    tidy(&mut program);
    let text = render(&program, &header);
    if text == *now {
        return true;
    }
    match search.judge.rule(&text, Reading::Tree, u64::MAX) {
        Ruling::Interesting(steps) => {
            search.state = State { text: Arc::new(Sized::new(text)), steps };
            true
        }
        _ => false,
    }
}
