//! What is known about a finding, as a document.

use crate::blame::Blame;
use crate::case::Case;
use lydite_compilers::Language;
use serde::{Deserialize, Serialize};

/// What is known about a finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Detail {
    /// Which oracle spoke.
    pub kind: String,
    /// Who found it.
    pub family: String,
    /// The patient.
    pub patient: PatientInfo,
    /// The name of the options.
    pub options: String,
    /// The arguments they stand for.
    pub flags: Vec<String>,
    /// What tells it from other things that go wrong.
    #[serde(default)]
    pub symptom: String,
    /// How the compiler or the program ended.
    pub ending: String,
    /// What the compiler or the program wrote to standard error: its beginning.
    pub message: String,
    /// What the program printed: its beginning.
    pub actual: String,
    /// Others that go wrong with the same program: patient and options.
    #[serde(default)]
    pub also: Vec<String>,
    /// Somebody who gets it right: patient and options.
    #[serde(default)]
    pub witness: Option<String>,
    /// The part of the compiler that is to blame.
    #[serde(default)]
    pub blame: Option<Blame>,
    /// Who is affected.
    #[serde(default)]
    pub matrix: Option<Matrix>,
    /// How the small program was made.
    #[serde(default)]
    pub reduction: Option<Reduction>,
    /// Why there is none, if it was tried.
    #[serde(default)]
    pub unreduced: Option<String>,
    /// The compiler of C++ with which it was found, if the small program is in C.
    #[serde(default)]
    pub found_with: Option<PatientInfo>,
}

/// A compiler, as reports name it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PatientInfo {
    /// Its name here.
    pub name: String,
    /// What it says of itself.
    pub version: String,
    /// gcc, clang, tcc.
    pub brand: String,
    /// For which machine it compiles.
    pub triple: String,
    /// Flags that it always gets, such as `--target=…`.
    #[serde(default)]
    pub flags: Vec<String>,
    /// The name of its file.
    #[serde(default)]
    pub file: String,
}

impl PatientInfo {
    /// How it is called, as others can call theirs.
    pub fn command(&self) -> String {
        let file = if self.file.is_empty() { &self.name } else { &self.file };
        std::iter::once(file).chain(&self.flags).cloned().collect::<Vec<_>>().join(" ")
    }
}

/// Which patients are affected at which levels.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matrix {
    /// The levels.
    pub levels: Vec<String>,
    /// Patients and, for each level, what happened.
    pub rows: Vec<(String, Vec<Cell>)>,
}

/// What happened on one patient at one level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cell {
    /// The bug shows.
    Fails,
    /// All is well.
    Right,
    /// Something else is wrong.
    Other,
    /// It could not be tried.
    Unknown,
}

impl Matrix {
    /// The affected ones in words that make a signature: `gcc-12 -O2 -O3; gcc-13 -O3`.
    pub fn affected(&self) -> String {
        let rows = self.rows.iter().filter_map(|(patient, cells)| {
            let levels: Vec<&str> =
                self.levels.iter().zip(cells).filter(|(_, c)| **c == Cell::Fails).map(|(l, _)| l.as_str()).collect();
            (!levels.is_empty()).then(|| format!("{patient} {}", levels.join(" ")))
        });
        rows.collect::<Vec<_>>().join("; ")
    }
}

/// How the small program was made.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reduction {
    /// Bytes at first.
    pub from: usize,
    /// Bytes at last.
    pub to: usize,
    /// How often a compiler was asked.
    pub tests: u64,
    /// How often the machine said no before.
    pub refused: u64,
    /// Seconds it took.
    pub seconds: f64,
    /// Whether it could have gone on: there was no more time.
    #[serde(default)]
    pub is_cut_short: bool,
    /// Who said that the small program is a valid one.
    #[serde(default)]
    pub checked: Checked,
}

/// Who says that a small program is valid and what it must print.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Checked {
    /// The reference machine.
    #[default]
    Machine,
    /// Sanitizers, and other compilers without optimisation: the machine can't read the language.
    Compilers,
}

impl Reduction {
    /// In words.
    pub fn words(&self) -> String {
        let Reduction { from, to, tests, refused, seconds, is_cut_short, checked } = self;
        let how = if *is_cut_short { ", cut short" } else { "" };
        let checks = match checked {
            Checked::Machine => format!("{refused} refused by the machine before"),
            Checked::Compilers => "checked by sanitizers and other compilers, not by the machine".to_owned(),
        };
        format!("from {from} to {to} bytes in {seconds:.1} s{how}: {tests} candidates tried, {checks}")
    }
}

/// How much of a message is kept.
const KEPT: usize = 8 << 10;

/// The beginning of a text, cut between characters.
pub fn beginning(text: &str) -> String {
    if text.len() <= KEPT {
        return text.to_owned();
    }
    let end = (0..=KEPT).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
    format!("{}\n[{} bytes more]\n", &text[..end], text.len() - end)
}

impl Detail {
    /// The compiler that is wrong about a program of this finding, as it was found or small.
    pub fn patient_of(&self, case: &Case) -> &PatientInfo {
        self.found_with.as_ref().filter(|_| case.language != Language::C).unwrap_or(&self.patient)
    }

    /// Whether the program could be made smaller still.
    pub fn is_cut_short(&self) -> bool {
        self.reduction.as_ref().is_some_and(|reduction| reduction.is_cut_short)
    }

    /// As a document.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// From a document.
    pub fn from_json(text: &str) -> Result<Detail, crate::Error> {
        serde_json::from_str(text).map_err(|e| crate::Error::Document(e.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_affected_are_named() {
        let matrix = Matrix {
            levels: vec!["-O0".into(), "-O2".into()],
            rows: vec![
                ("gcc-11".into(), vec![Cell::Right, Cell::Right]),
                ("gcc-12".into(), vec![Cell::Right, Cell::Fails]),
                ("tcc".into(), vec![Cell::Fails, Cell::Fails]),
            ],
        };
        assert_eq!(matrix.affected(), "gcc-12 -O2; tcc -O0 -O2");
    }

    #[test]
    fn long_messages_are_cut_between_characters() {
        let text = "ä".repeat(10_000);
        let cut = beginning(&text);
        assert!(cut.len() < 9_000 && cut.contains("bytes more"));
        assert_eq!(beginning("short"), "short");
    }
}
