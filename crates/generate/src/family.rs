//! The table of families.

use crate::make::state::Gen;
use crate::options::Split;

/// A kind of programs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Family {
    /// Everything Csmith makes and what it can't.
    #[default]
    General,
    /// Large functions without loops: YARPGen v.1.
    Scalar,
    /// Loops, loop nests and sequences of loops: YARPGen v.2.
    Loops,
}

/// One row of the table.
pub struct FamilyRow {
    /// Its name on the command line and in recordings.
    pub name: &'static str,
    /// One sentence.
    pub sentence: &'static str,
    /// Another version makes other programs from the same choices.
    pub version: u32,
    /// The usual size of its programs, in tokens.
    pub size: u32,
    /// Whether its programs usually are one file or two.
    pub split: Split,
    /// Makes a program that is not yet repaired.
    pub(crate) fill: fn(&mut Gen),
}

/// Every family, in the order of [`Family`].
pub const FAMILIES: &[FamilyRow] = &[
    FamilyRow {
        name: "general",
        sentence: "Everything C has: functions, pointers, jumps, unions, library calls, idioms.",
        version: 2,
        size: 16_000,
        split: Split::No,
        fill: Gen::fill_program,
    },
    FamilyRow {
        name: "scalar",
        sentence: "Large functions without loops, aimed at scalar optimisations.",
        version: 1,
        size: 8_000,
        split: Split::Two,
        fill: Gen::fill_scalar,
    },
    FamilyRow {
        name: "loops",
        sentence: "Loops, loop nests and sequences of loops, aimed at loop optimisations and vectorisers.",
        version: 1,
        size: 4_000,
        split: Split::Two,
        fill: Gen::fill_loops,
    },
];

const ORDER: [Family; FAMILIES.len()] = [Family::General, Family::Scalar, Family::Loops];

impl Family {
    /// Its row.
    pub fn row(self) -> &'static FamilyRow {
        &FAMILIES[self as usize]
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Every family.
    pub fn all() -> impl ExactSizeIterator<Item = Family> {
        ORDER.into_iter()
    }

    /// The family with this name.
    pub fn find(name: &str) -> Option<Family> {
        Family::all().find(|family| family.name() == name)
    }
}
