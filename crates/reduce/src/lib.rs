//! Smaller, still wrong, still defined.
//!
//! [`reduce`] takes a C program and a [`Test`] to a small program that the test still calls interesting and the reference
//! machine still calls defined. The program becomes a tree ([`lydite_cfront`]); `passes` list possible edits of it as data
//! (`edit`); `search` tries chunks of them, large ones first and several at once (`pool`); each candidate is printed, read back,
//! run by the machine and only then handed to the test (`judge`). `schedule` is the order of the passes; `size` is the total order
//! of texts, in which every step goes down. What can't be read as a program is reduced as `text`.
//!
//! The result depends on the program, the test and the settings, but not on the number of threads or their timing.

mod api;
mod draft;
mod edit;
mod error;
mod inline;
mod judge;
mod passes;
mod pool;
mod promises;
mod reach;
mod reduce;
mod render;
mod retype;
mod schedule;
mod search;
mod size;
mod strict;
mod text;
mod tidy;
mod token;
mod tree;

pub use api::*;
pub use error::Error;
pub use reduce::{judge, reduce};
pub use size::Size;
