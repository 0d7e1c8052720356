//! Why a run ends before the program does.

use crate::kinds::Kind;
use std::fmt;

/// The first thing that went wrong, without its place in the source (which the executor knows).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What it is.
    pub kind: Kind,
    /// The values and objects it is about.
    pub detail: String,
}

/// The result of anything that may fault; boxed, so that results travel in registers.
pub type Run<T> = Result<T, Box<Fault>>;

impl Fault {
    /// A fault ready to return as an error.
    #[cold]
    pub fn boxed(kind: Kind, detail: impl Into<String>) -> Box<Fault> {
        Box::new(Fault { kind, detail: detail.into() })
    }
}

/// An error of this kind.
#[cold]
pub fn fault<T>(kind: Kind, detail: impl Into<String>) -> Run<T> {
    Err(Fault::boxed(kind, detail))
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = self.kind.row();
        write!(out, "{}: {}: {}", row.class.word(), row.sentence, self.detail)
    }
}
