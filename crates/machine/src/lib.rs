//! What a program does: the C reference machine.
//!
//! [`run`] takes a [`lydite_lang::Program`] to its verdict: what it prints and how it exits, or the first undefined
//! or ambiguous thing it does, with its place. The tree is lowered to register bytecode ([`lower`] to [`code`]) and
//! executed by one loop over [`memory`] in which objects have lifetimes, bytes know whether they hold anything and
//! of what type, and pointers know their object. [`libc`] is the hosted library; [`kinds`] is the table of everything that
//! can end a run early. The same input always takes the same steps.
//!
//! [`Compiled`] and [`Instance`] call single functions many times; [`run_with_profile`] records what happened,
//! [`run_covered`] only where it happened. [`run_total`] gives undefined operators the meaning of a [`plan`].

pub mod code;
mod covered;
mod exec;
pub mod fault;
mod instance;
pub mod kinds;
pub mod libc;
mod limits;
pub mod lower;
pub mod memory;
pub mod pattern;
pub mod plan;
mod profile;
mod run;
pub mod text;
pub mod value;

pub use covered::Covered;
pub use instance::{Called, Compiled, Instance};
pub use kinds::{Class, KINDS, Kind, KindRow};
pub use limits::Limits;
pub use plan::{Mark, Plan, Plans};
pub use profile::{ExprProfile, LoopProfile, Profile, ProfileOptions, Seen};
pub use run::{Outcome, Report, StackFrame, Verdict, run, run_covered, run_total, run_total_covered, run_with_profile};
pub use value::Value;
