//! Compilers as patients: found, probed, called, watched and cleaned up after.
//!
//! Start with a [`Runner`], which starts every child there is: in a session of its own, with limits, in a sandbox, in
//! a private directory of the [`Scratch`]. It can be used from many threads at once. A [`Command`] says what to run and
//! a [`Ran`] how that ended.
//!
//! ```no_run
//! use lydite_compilers::{Command, End, Runner, Scratch};
//! # fn main() -> Result<(), lydite_compilers::Error> {
//! let runner = Runner::new(Scratch::open(&std::env::temp_dir())?);
//! let private = runner.scratch().dir()?;
//! private.write("t.c", b"int main(void) { return 3; }")?;
//! let ran = runner.run(&Command::new("gcc", private.path()).args(["t.c", "-o", "t"]));
//! assert!(ran.trouble().is_none(), "the machine is in trouble: not a finding");
//! assert_eq!(ran.end, End::Exit(0));
//! # Ok(())
//! # }
//! ```

mod cache;
mod config;
mod error;
mod extension;
mod find;
mod flags;
mod host;
mod missing;
mod options;
mod patient;
mod probe;
mod remarks;
mod run;
mod scratch;
mod sys;
mod target;

pub use cache::{Cache, Told, at_once};
pub use config::{CompilerEntry, Entries, For, OptionsEntry, misread};
pub use error::Error;
pub use extension::{EXTENSIONS, Extension};
pub use find::{Places, find};
pub use flags::{Flag, Flags};
pub use host::Host;
pub use missing::{Missing, missing};
pub use options::{LEVELS, Level, MODIFIERS, Modifier, Options};
pub use patient::{Brand, Candidate, Facts, Language, LanguageRow, Patient, State};
pub use probe::probe;
pub use remarks::{Counts, Detail, Uncounted};
pub use run::command::{Command, Limits, Memory, Sandbox, Stdin};
pub use run::ran::{Captured, End, Ran, Usage};
pub use run::runner::Runner;
pub use run::sandbox::Landlock;
pub use run::stop::Stop;
pub use run::trouble::Trouble;
pub use scratch::{Scratch, ScratchDir};
pub use target::{TARGETS, Target};
