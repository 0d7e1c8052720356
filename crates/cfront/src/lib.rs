//! Turns C text into the typed tree of [`lydite_lang`].
//!
//! One pass: the [lexer] hands out tokens on demand, the parser knows the types of everything it has read and builds
//! the tree as it goes ([`lydite_lang::Builder`] holds the typing rules). Names live in [scope]; [specs], [declarator],
//! [record] and [enums] read types; [decl], [function] and [init] read declarations; [stmt] and [expr] the rest. The
//! language is C17 with the GNU extensions that glibc's headers and real programs use. Texts with directives go
//! through the system's [preprocessor](preprocess) first; line markers are honoured.
//!
//! No input makes it panic, recurse without bound or run forever: nesting, tree depth and type depth are limited.
//!
//! [lexer]: lexer/index.html
//! [scope]: scope/index.html
//! [specs]: specs/index.html
//! [declarator]: declarator/index.html
//! [record]: record/index.html
//! [enums]: enums/index.html
//! [decl]: decl/index.html
//! [function]: function/index.html
//! [init]: init/index.html
//! [stmt]: stmt/index.html
//! [expr]: expr/index.html

mod asm;
mod attr;
mod builtin;
mod constant;
mod decl;
mod declarator;
mod enums;
mod error;
mod expr;
mod function;
mod init;
mod items;
mod lexer;
mod library;
mod literal;
mod parser;
mod preprocess;
mod primary;
mod record;
mod scope;
mod specs;
mod stmt;
mod token;

pub use error::Error;

use lydite_lang::{Program, Target};
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// When and how a text is preprocessed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Preprocess {
    /// If it has directives, with the first preprocessor found for the target.
    #[default]
    WhenNeeded,
    /// If it has directives, with this command line.
    With(Vec<String>),
    /// Never; directives are errors.
    Never,
}

/// How to read a text.
#[derive(Clone, Debug)]
pub struct Options {
    /// The ABI the program is for.
    pub target: &'static Target,
    /// Whether and how to preprocess.
    pub preprocess: Preprocess,
    /// Directories for `#include`.
    pub include_dirs: Vec<PathBuf>,
    /// Macros to define, as in `-D`.
    pub defines: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            target: Target::x86_64(),
            preprocess: Preprocess::default(),
            include_dirs: Vec::new(),
            defines: Vec::new(),
        }
    }
}

/// Reads a file.
pub fn parse_file(path: &Path, options: &Options) -> Result<Program, Error> {
    let text = std::fs::read(path).map_err(|e| Error::Io { path: path.to_owned(), message: e.to_string() })?;
    parse_text(&text, &path.to_string_lossy(), Some(path), options)
}

/// Reads a text; `name` stands for its file in places and messages.
pub fn parse_bytes(text: &[u8], name: &str, options: &Options) -> Result<Program, Error> {
    parse_text(text, name, None, options)
}

fn parse_text(text: &[u8], name: &str, path: Option<&Path>, options: &Options) -> Result<Program, Error> {
    let may_preprocess = options.preprocess != Preprocess::Never;
    let needed = may_preprocess && (preprocess::is_needed(text) || !options.defines.is_empty());
    let ready = if needed { Cow::Owned(preprocess::run(text, name, path, options)?) } else { Cow::Borrowed(text) };
    let result = parser::parse(&ready, name, options.target);
    // A text without directives may still use predefined macros.
    match result {
        Err(Error::Syntax { .. }) if may_preprocess && !needed && preprocess::may_use_macros(text) => {
            let ready = preprocess::run(text, name, path, options)?;
            parser::parse(&ready, name, options.target)
        }
        result => result,
    }
}
