//! What can go wrong before a child runs.

use std::path::{Path, PathBuf};

/// An error of this crate; the message says what to do.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file or directory that is needed can't be used.
    #[error("{}: {source}; make it usable or name another place", path.display())]
    File {
        /// The file or directory.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A configuration that can't be understood.
    #[error("{}:{line}: {message}", file.display())]
    Config {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong and what would be right.
        message: String,
    },
}

impl Error {
    /// Turns an error of the system into one that names the file.
    pub(crate) fn at(path: &Path) -> impl FnOnce(std::io::Error) -> Error {
        move |source| Error::File { path: path.to_owned(), source }
    }
}
