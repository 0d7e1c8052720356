//! What can go wrong with a store.

use crate::FindingId;
use std::path::PathBuf;
use thiserror::Error;

/// Why a store can't do what it was asked for.
#[derive(Debug, Error)]
pub enum Error {
    /// The file can't be opened or made.
    #[error("cannot open the store {path}: {reason}")]
    Open {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// The file is a database, but not one of ours, or no database at all.
    #[error("{0} is not a store of lydite; name another file with --store")]
    NotOurs(PathBuf),
    /// A newer program made it.
    #[error("the store {path} has version {found}, and this program knows versions up to {known}; use a newer lydite")]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// Ours.
        known: u32,
    },
    /// Someone else writes to it.
    #[error("a hunt is using the store {0}; wait or Ctrl-C it, or name another one with --store")]
    InUse(PathBuf),
    /// No such finding.
    #[error("the store has no finding {0}; `lydite findings` lists them")]
    NoFinding(FindingId),
    /// No campaign to go on with.
    #[error("the store has no campaign that could be resumed")]
    NoCampaign,
    /// No room on the disk.
    #[error("the disk is full: nothing was lost, but nothing can be added to the store")]
    Full,
    /// The file or its directory can't be written.
    #[error("the store can't be written: make the file and its directory writable, or name another one with --store")]
    ReadOnly,
    /// Stored bytes do not have the hash they are stored under.
    #[error("the store is damaged: what is stored as {0} is something else")]
    Damaged(String),
    /// A bundle that can't be read.
    #[error("not a bundle of findings: {0}")]
    Bundle(String),
    /// SQLite refused.
    #[error("the store refused: {0}")]
    Database(rusqlite::Error),
}

impl From<rusqlite::Error> for Error {
    fn from(e: rusqlite::Error) -> Self {
        match e.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DiskFull) => Error::Full,
            Some(rusqlite::ErrorCode::ReadOnly) => Error::ReadOnly,
            _ => Error::Database(e),
        }
    }
}
