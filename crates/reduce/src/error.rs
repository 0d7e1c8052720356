//! Why there is nothing to reduce.

use thiserror::Error;

/// Why a reduction could not begin.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Error {
    /// The test says no to the program as it is given.
    #[error("the program is not interesting as it is: run the test on it by hand and see why it says no")]
    NotInteresting,
    /// The machine says that the program has no definite meaning.
    #[error("{place}: the program is not defined: {what}; repair it, or reduce it without regard to its meaning")]
    NotDefined {
        /// File, line and column.
        place: String,
        /// What it does there.
        what: String,
    },
    /// The program can't be read, so the machine can't say what it means.
    #[error("{0}; without a meaning it can only be reduced without regard to its meaning")]
    Unreadable(#[from] lydite_cfront::Error),
    /// It breaks rules of C that the program it came from keeps, or a promise such as `restrict` that is not seen to be kept.
    #[error("the program breaks rules that the one it came from keeps")]
    BreaksRules,
}
