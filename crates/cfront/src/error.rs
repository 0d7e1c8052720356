//! What can be wrong with a source text.

use std::path::PathBuf;
use thiserror::Error;

/// Why a text did not become a program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Error {
    /// The text is not C as we know it.
    #[error("{file}:{line}:{column}: error: {message}")]
    Syntax {
        /// The file as the text or its line markers name it.
        file: String,
        /// The line, from one.
        line: u32,
        /// The column in bytes, from one.
        column: u32,
        /// What is wrong.
        message: String,
    },
    /// The text may be good C, but has a construct we do not support.
    #[error("{file}:{line}:{column}: unsupported: {message}")]
    Unsupported {
        /// The file as the text or its line markers name it.
        file: String,
        /// The line, from one.
        line: u32,
        /// The column in bytes, from one.
        column: u32,
        /// The construct.
        message: String,
    },
    /// The preprocessor is missing or failed.
    #[error("{message}")]
    Preprocessor {
        /// What happened, with the preprocessor's first error line if it gave one.
        message: String,
    },
    /// A file could not be read.
    #[error("{}: {message}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What happened.
        message: String,
    },
}

/// A result inside the parser; boxed, because errors are rare and large.
pub(crate) type Res<T> = Result<T, Box<Error>>;
