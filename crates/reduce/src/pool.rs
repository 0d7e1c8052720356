//! Threads that try candidates before it is known whether they are needed.

use crate::draft::{Draft, EditIndex};
use crate::judge::{Judge, Ruling, guarded};
use crate::size::Sized;
use std::any::Any;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Trees are walked recursively; the parser bounds their depth, this holds what it allows.
const STACK: usize = 64 << 20;

/// What a candidate must be to be asked about.
#[derive(Clone)]
pub(crate) enum Below {
    /// Smaller than this.
    Text(Arc<Sized>),
    /// Anything: what comes after will make it small.
    Nothing,
}

/// A candidate to try.
pub(crate) struct Task {
    pub ticket: u64,
    pub draft: Arc<dyn Draft>,
    pub chosen: Vec<EditIndex>,
    pub below: Below,
    pub steps: u64,
}

/// What became of it.
pub(crate) struct Answer {
    pub ticket: u64,
    pub result: Result<Found, Box<dyn Any + Send>>,
}

/// A candidate that was tried.
pub(crate) enum Found {
    /// It is kept unless an earlier one was.
    Good {
        /// Its text.
        text: Sized,
        /// Steps of the machine.
        steps: u64,
    },
    /// The test said no.
    Dull,
    /// The test was not asked.
    Rejected,
}

#[derive(Default)]
struct Queue {
    tasks: VecDeque<Task>,
    closed: bool,
}

/// Tasks that wait for a thread.
#[derive(Default)]
pub(crate) struct Pool {
    queue: Mutex<Queue>,
    ready: Condvar,
}

impl Pool {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn push(&self, task: Task) {
        self.lock().tasks.push_back(task);
        self.ready.notify_one();
    }

    /// Forgets what no thread has begun.
    pub(crate) fn clear(&self) {
        self.lock().tasks.clear();
    }

    fn take(&self) -> Option<Task> {
        let mut queue = self.lock();
        loop {
            if queue.closed {
                return None;
            }
            if let Some(task) = queue.tasks.pop_front() {
                return Some(task);
            }
            queue = self.ready.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Runs `work` while `threads` threads try what it pushes; their answers go to `answers`.
    pub(crate) fn with<T>(
        &self,
        threads: usize,
        judge: &Judge<'_>,
        answers: &Sender<Answer>,
        work: impl FnOnce() -> T,
    ) -> std::io::Result<T> {
        std::thread::scope(|scope| {
            let _close = Close(self);
            for _ in 0..threads.max(1) {
                let answers = answers.clone();
                std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                    while let Some(task) = self.take() {
                        let result = catch_unwind(AssertUnwindSafe(|| attempt(judge, &task)));
                        if answers.send(Answer { ticket: task.ticket, result }).is_err() {
                            return;
                        }
                    }
                })?;
            }
            Ok(work())
        })
    }
}

/// Sends the threads home when the work ends, however it does.
struct Close<'p>(&'p Pool);

impl Drop for Close<'_> {
    fn drop(&mut self) {
        self.0.lock().closed = true;
        self.0.ready.notify_all();
    }
}

fn attempt(judge: &Judge<'_>, task: &Task) -> Found {
    judge.propose();
    // Edits can make trees that nobody has printed before.
    let Some(Some(text)) = guarded(|| task.draft.text(&task.chosen)) else {
        judge.skip();
        return Found::Rejected;
    };
    let is_large = |text: &Sized| matches!(&task.below, Below::Text(bound) if *text >= **bound);
    let mut text = Sized::new(text);
    if is_large(&text) {
        judge.skip();
        return Found::Rejected;
    }
    if let Some(header) = task.draft.header() {
        let Some(normal) = judge.normal(&text.text, header) else { return Found::Rejected };
        if normal != text.text {
            text = Sized::new(normal);
            if is_large(&text) {
                judge.skip();
                return Found::Rejected;
            }
        }
    }
    match judge.rule(&text.text, task.draft.reading(), task.steps) {
        Ruling::Interesting(steps) => Found::Good { text, steps },
        Ruling::Dull => Found::Dull,
        Ruling::Rejected => Found::Rejected,
    }
}
