//! What can go wrong with a hunt.

use thiserror::Error;

/// Why a hunt can't go on.
#[derive(Debug, Error)]
pub enum Error {
    /// The store.
    #[error(transparent)]
    Store(#[from] lydite_store::Error),
    /// Compilers, or running them.
    #[error(transparent)]
    Compilers(#[from] lydite_compilers::Error),
    /// No patient can be used.
    #[error("no compiler to test: {0}; `lydite compilers` says what is installed and what can be")]
    NoPatient(String),
    /// A stored document that can't be read.
    #[error("a document of the store can't be read: {0}")]
    Document(String),
    /// The generator has failed: a mistake of ours.
    #[error("{command} makes no program: {failure}")]
    Generator {
        /// What was to make it.
        command: String,
        /// Why it did not.
        failure: lydite_generate::Failure,
    },
    /// The machine keeps failing.
    #[error("the machine is in trouble: {0}")]
    Trouble(String),
    /// Something was begun and could not be ended.
    #[error("nothing came of it: {0}")]
    CalledOff(String),
    /// Not something that can be reduced.
    #[error("finding {0} can't be reduced: {1}")]
    Reduce(lydite_store::FindingId, String),
    /// Nothing here can say whether a smaller program is valid.
    #[error("the program stays as it was found: {0}")]
    Unchecked(String),
    /// It does not show any more.
    #[error("finding {0} does not show when it is run again alone")]
    NotAgain(lydite_store::FindingId),
    /// The patient of a finding is not here.
    #[error(
        "the compiler of this finding, {0}, is not among those here: `lydite compilers` lists them, --cc PATH names another one"
    )]
    PatientMissing(String),
}
