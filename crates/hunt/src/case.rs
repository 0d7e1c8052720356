//! A program under test and what it must do.

use lydite_compilers::Language;
use serde::{Deserialize, Serialize};

/// A program with its meaning, as it is stored and sent to others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Who made it: a family, or `file`.
    pub family: String,
    /// The command that makes it again.
    pub origin: String,
    /// What makes it again, if it was made.
    #[serde(default)]
    pub recipe: Option<crate::recipe::Recipe>,
    /// Its text: one file, or several that are linked.
    pub files: Vec<SourceText>,
    /// What it must print.
    pub stdout: String,
    /// The status it must end with.
    pub status: i32,
    /// The ABI for which that holds.
    pub target: String,
    /// The language of its text; what older versions have written is C.
    #[serde(default)]
    pub language: Language,
    /// The version of the language, as `-std` names it.
    pub standard: String,
    /// The features of the generator that it uses and that not every compiler accepts.
    #[serde(default)]
    pub features: Vec<String>,
}

/// One file of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceText {
    /// Its name.
    pub name: String,
    /// What stands in it.
    pub text: String,
}

impl Case {
    /// As a document.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// From a document.
    pub fn from_json(text: &str) -> Result<Case, crate::Error> {
        serde_json::from_str(text).map_err(|e| crate::Error::Document(e.to_string()))
    }

    /// All its text.
    pub fn text(&self) -> String {
        self.files.iter().map(|f| f.text.as_str()).collect::<Vec<_>>().join("\n")
    }

    /// How many bytes it has.
    pub fn bytes(&self) -> usize {
        self.files.iter().map(|f| f.text.len()).sum()
    }
}
