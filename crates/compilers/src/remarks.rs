//! What an optimiser did to a program, as the compiler itself tells it: counters and how often each was raised.
//!
//! | counter | who | what |
//! |---|---|---|
//! | `clang:PASS:REMARK` | clang | a transformation that was done, such as `clang:loop-vectorize:Vectorized` |
//! | `clang:missed:PASS:REMARK` | clang | one that was not done, or what was found out on the way; only if asked for |
//! | `clang:asm:MNEMONIC` | clang | an instruction of the code that was made |
//! | `gcc:TEXT` | gcc | a line of `-fopt-info-optimized` without what belongs to the program |
//! | `gcc:PASS:COUNTER` | gcc | a row of `-fdump-statistics` |

mod clang;
mod gcc;

use crate::error::Error;
use crate::options::Options;
use crate::patient::{Brand, Patient};
use crate::run::command::Command;
use crate::run::ran::End;
use crate::run::runner::Runner;
use std::collections::BTreeMap;
use std::path::Path;

/// How often each counter was raised.
pub type Counts = BTreeMap<String, u64>;

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Detail {
    /// What was done.
    #[default]
    Done,
    /// What was not done, too, where the compiler tells it.
    Missed,
}

/// Why nothing was counted.
#[derive(Debug, thiserror::Error)]
pub enum Uncounted {
    /// Compilers of this brand don't tell what they do.
    #[error("{0} does not tell what its optimiser does: name a gcc or a clang")]
    Silent(String),
    /// It made nothing of the program.
    #[error("{name} made nothing of the program ({}): {message}", end.words())]
    Failed {
        /// The compiler.
        name: String,
        /// How it ended.
        end: End,
        /// What it said: the line with an error, or the first.
        message: String,
    },
    /// The machine is to blame, and nothing follows from it.
    #[error("{0}")]
    Trouble(&'static str),
    /// A file that is needed can't be used.
    #[error(transparent)]
    File(#[from] Error),
}

/// Where the compiler writes, in its private directory.
const RECORD: &str = "record";
const STATISTICS: &str = "statistics";

impl Patient {
    /// Whether it tells what its optimiser does.
    pub fn tells_remarks(&self) -> bool {
        matches!(self.brand(), Brand::Clang | Brand::Gcc)
    }

    /// Compiles a source to assembly and counts what its optimiser did.
    pub fn remarks(
        &self,
        runner: &Runner,
        source: &Path,
        options: &Options,
        detail: Detail,
    ) -> Result<Counts, Uncounted> {
        let private = runner.scratch().dir()?;
        let [record, statistics] = [RECORD, STATISTICS].map(|name| private.path().join(name));
        // Clang names instructions as people write them only where it writes assembly.
        let command = self.assembly(source, options, &private.path().join("t.s"));
        let told = |flag: &str, file: &Path| format!("{flag}={}", file.display());
        let mut counts = Counts::new();
        match self.brand() {
            Brand::Clang => {
                let flags = ["-fsave-optimization-record=yaml".to_owned(), told("-foptimization-record-file", &record)];
                self.compiled(runner, &command.args(flags))?;
                clang::count(&read(&record)?, detail, &mut counts);
            }
            Brand::Gcc => {
                let flags = [told("-fopt-info-optimized", &record), told("-fdump-statistics", &statistics)];
                self.compiled(runner, &command.args(flags))?;
                gcc::count_lines(&read(&record)?, &mut counts);
                gcc::count_statistics(&read(&statistics)?, &mut counts);
            }
            Brand::Tcc | Brand::Zig | Brand::Ispc | Brand::Other => {
                return Err(Uncounted::Silent(self.name().to_owned()));
            }
        }
        Ok(counts)
    }

    fn compiled(&self, runner: &Runner, command: &Command) -> Result<(), Uncounted> {
        let ran = runner.run(command);
        match ran.trouble() {
            Some(trouble) => Err(Uncounted::Trouble(trouble.advice())),
            None if ran.end.is_success() => Ok(()),
            None => {
                let said = ran.stderr.text();
                let line = said.lines().find(|line| line.contains("error: ")).or_else(|| said.lines().next());
                let message = line.unwrap_or("it said nothing").to_owned();
                Err(Uncounted::Failed { name: self.name().to_owned(), end: ran.end, message })
            }
        }
    }
}

/// The text of a file; none if the compiler had nothing to write.
fn read(path: &Path) -> Result<String, Error> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(Error::at(path)(error)),
    }
}

/// Raises a counter.
fn raise(counts: &mut Counts, name: String, by: u64) {
    let count = counts.entry(name).or_default();
    *count = count.saturating_add(by);
}
