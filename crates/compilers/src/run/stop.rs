//! Calling children off.

use super::family;
use rustix::process::Pid;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Calls off every command that carries it, those that run and those to come.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<State>);

#[derive(Debug, Default)]
struct State {
    stopped: AtomicBool,
    groups: Mutex<Vec<Pid>>,
}

impl Stop {
    /// One that has not been used.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Calls everything off.
    pub fn stop(&self) {
        self.0.stopped.store(true, Ordering::SeqCst);
        for group in self.groups().iter() {
            family::kill_group(*group);
        }
    }

    /// Whether it has been called off.
    pub fn is_stopped(&self) -> bool {
        self.0.stopped.load(Ordering::SeqCst)
    }

    /// A group that runs from now on; it is killed if it came too late.
    pub(crate) fn enter(&self, group: Pid) {
        let mut groups = self.groups();
        groups.push(group);
        if self.is_stopped() {
            family::kill_group(group);
        }
    }

    /// A group whose leader is about to be reaped: its number may soon be another's.
    pub(crate) fn leave(&self, group: Pid) {
        self.groups().retain(|other| *other != group);
    }

    fn groups(&self) -> std::sync::MutexGuard<'_, Vec<Pid>> {
        self.0.groups.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
