//! Delta debugging over the edits of a draft, ahead of its own answers.
//!
//! The sequence of candidates is that of one thread: chunks of edits, large ones first, each tried on top of what has been
//! kept. Further threads try the candidates that come next if those under way fail; when one is kept, what was tried on the
//! assumption that it would fail is thrown away. So the result does not depend on threads or timing.

use crate::api::{Budget, Progress, Settings, Watch};
use crate::draft::{Draft, EditIndex};
use crate::judge::{Judge, guarded};
use crate::pool::{Answer, Below, Found, Pool, Task};
use crate::size::{Size, Sized};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::time::Instant;

/// The smallest program so far.
#[derive(Clone)]
pub(crate) struct State {
    pub text: Arc<Sized>,
    /// Steps of the machine.
    pub steps: u64,
}

pub(crate) struct Search<'s, 'a> {
    pub judge: &'s Judge<'a>,
    pool: &'s Pool,
    answers: Receiver<Answer>,
    watch: &'s mut dyn Watch,
    threads: usize,
    budget: Option<Budget>,
    stop: Option<Arc<AtomicBool>>,
    start: Size,
    begun: Instant,
    spent: u64,
    next_ticket: u64,
    pub state: State,
}

/// A chunk of edits under way.
struct Pending {
    ticket: u64,
    chunk: Vec<EditIndex>,
    after: Cursor,
}

/// Where the search is in its list.
#[derive(Clone, Copy)]
struct Cursor {
    size: usize,
    at: usize,
}

impl<'s, 'a> Search<'s, 'a> {
    pub(crate) fn new(
        judge: &'s Judge<'a>,
        pool: &'s Pool,
        answers: Receiver<Answer>,
        watch: &'s mut dyn Watch,
        settings: &Settings,
        state: State,
    ) -> Self {
        let start = state.text.size;
        let begun = Instant::now();
        Search {
            judge,
            pool,
            answers,
            watch,
            threads: settings.threads.max(1),
            budget: settings.budget,
            stop: settings.stop.clone(),
            start,
            begun,
            spent: 0,
            next_ticket: 0,
            state,
        }
    }

    /// Whether the budget is spent, or somebody called it off.
    pub(crate) fn is_over(&self) -> bool {
        if self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return true;
        }
        match self.budget {
            None => false,
            Some(Budget::Tests(most)) => self.spent >= most,
            Some(Budget::Time(most)) => self.begun.elapsed() >= most,
        }
    }

    /// Tells the watcher.
    pub(crate) fn report(&mut self, pass: &str) {
        let statistics = self.judge.statistics();
        let text = &self.state.text;
        self.watch.progress(&Progress { start: self.start, now: text.size, text: &text.text, pass, statistics });
    }

    /// What a run of a candidate may take: a few times what the present program takes.
    fn steps(&self) -> u64 {
        (self.state.steps.saturating_mul(4).saturating_add(50_000)).checked_next_power_of_two().unwrap_or(u64::MAX)
    }

    /// Tries one candidate that may be larger.
    pub(crate) fn leap(&mut self, draft: &Arc<dyn Draft>, edit: EditIndex) -> Option<State> {
        let ticket = self.push(draft, vec![edit], Below::Nothing);
        let mut early = FxHashMap::default();
        match self.wait(ticket, &mut early) {
            Found::Good { text, steps } => Some(State { text: Arc::new(text), steps }),
            _ => None,
        }
    }

    fn push(&mut self, draft: &Arc<dyn Draft>, chosen: Vec<EditIndex>, below: Below) -> u64 {
        let ticket = self.next_ticket;
        self.next_ticket += 1;
        self.pool.push(Task { ticket, draft: Arc::clone(draft), chosen, below, steps: self.steps() });
        ticket
    }

    /// Waits for an answer; those to later questions are put aside.
    fn wait(&mut self, ticket: u64, early: &mut FxHashMap<u64, Found>) -> Found {
        let found = early.remove(&ticket).or_else(|| {
            loop {
                let answer = self.answers.recv().ok()?;
                match answer.result {
                    Ok(found) if answer.ticket == ticket => return Some(found),
                    Ok(found) => early.insert(answer.ticket, found),
                    // A panic of the test is the caller's.
                    Err(panic) => std::panic::resume_unwind(panic),
                };
            }
        });
        let found = found.unwrap_or(Found::Rejected);
        if !matches!(found, Found::Rejected) {
            self.spent += 1;
        }
        found
    }

    /// Applies as many edits of a draft as can be; chunks of less than `grain` tokens are left alone. Whether any was kept.
    pub(crate) fn sweep(&mut self, pass: &str, draft: &Arc<dyn Draft>, grain: u32) -> Swept {
        let mut levels: Vec<u32> = (0..draft.len() as EditIndex).map(|i| draft.level(i)).collect();
        levels.sort_unstable();
        levels.dedup();
        let mut kept: Vec<EditIndex> = Vec::new();
        for level in levels {
            let mut rest: Vec<EditIndex> = (0..draft.len() as EditIndex).filter(|&i| draft.level(i) == level).collect();
            if !kept.is_empty() {
                prune(draft, &kept, &mut rest);
            }
            self.sweep_level(pass, draft, grain, &mut kept, rest);
        }
        if kept.is_empty() { Swept::Nothing } else { Swept::Kept }
    }

    fn sweep_level(
        &mut self,
        pass: &str,
        draft: &Arc<dyn Draft>,
        grain: u32,
        kept: &mut Vec<EditIndex>,
        mut rest: Vec<EditIndex>,
    ) {
        let mut cursor = Cursor { size: rest.len(), at: 0 };
        let mut pending: VecDeque<Pending> = VecDeque::new();
        let mut early = FxHashMap::default();
        loop {
            while pending.len() < self.threads && !self.is_over() {
                let Some((chunk, after)) = next_chunk(draft.as_ref(), &rest, cursor, grain) else { break };
                cursor = after;
                let mut chosen = kept.clone();
                chosen.extend(&chunk);
                chosen.sort_unstable();
                let ticket = self.push(draft, chosen, Below::Text(Arc::clone(&self.state.text)));
                pending.push_back(Pending { ticket, chunk, after });
            }
            // What was tried ahead of its turn does not count: with one thread it would not have been.
            if self.is_over() {
                self.pool.clear();
                break;
            }
            let Some(first) = pending.pop_front() else { break };
            let Found::Good { text, steps } = self.wait(first.ticket, &mut early) else { continue };
            // What comes later was tried on top of something else.
            self.pool.clear();
            pending.clear();
            self.judge.keep();
            self.state = State { text: Arc::new(text), steps };
            kept.extend(&first.chunk);
            kept.sort_unstable();
            // Edits before the chunk have had their turn at this size.
            let at = first.after.at.saturating_sub(first.chunk.len());
            let (mut before, mut later) = (rest[..at].to_vec(), rest[first.after.at..].to_vec());
            prune(draft, kept, &mut before);
            prune(draft, kept, &mut later);
            cursor = Cursor { size: first.after.size, at: before.len() };
            rest = before;
            rest.extend(later);
            self.report(pass);
        }
    }
}

/// Drops edits that have become pointless, if that can be told.
fn prune(draft: &Arc<dyn Draft>, kept: &[EditIndex], rest: &mut Vec<EditIndex>) {
    guarded(|| draft.prune(kept, rest));
}

/// Whether a sweep kept anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Swept {
    Kept,
    Nothing,
}

/// The next chunk of at least `grain` tokens if nothing is kept, and where to go on then.
fn next_chunk(
    draft: &dyn Draft,
    rest: &[EditIndex],
    mut cursor: Cursor,
    grain: u32,
) -> Option<(Vec<EditIndex>, Cursor)> {
    loop {
        if rest.is_empty() || cursor.size == 0 {
            return None;
        }
        cursor.size = cursor.size.min(rest.len());
        if cursor.at >= rest.len() {
            cursor = Cursor { size: cursor.size / 2, at: 0 };
            continue;
        }
        let end = (cursor.at + cursor.size).min(rest.len());
        let chunk = &rest[cursor.at..end];
        let after = Cursor { size: cursor.size, at: end };
        let weight: u64 = chunk.iter().map(|&i| u64::from(draft.weight(i))).sum();
        if weight >= u64::from(grain) {
            return Some((chunk.to_vec(), after));
        }
        cursor = after;
    }
}
