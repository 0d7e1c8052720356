//! One runner for every child.
//!
//! `command` is what to run, `runner` runs it, `ran` is how it ended. Between them: `sandbox` (what a child may write),
//! `watch` (limits on time, memory and output while it runs), `family` (whoever outlives it), `stop` (calling it off)
//! and `trouble` (whether the machine, not the compiler, is to blame).

pub(crate) mod command;
pub(crate) mod family;
pub(crate) mod ran;
pub(crate) mod runner;
pub(crate) mod sandbox;
pub(crate) mod stop;
pub(crate) mod trouble;
mod watch;
