//! The table of families.

use crate::general::{Access, Spot};
use crate::make::effects::Cx;
use crate::make::state::{Gen, Variable};
use crate::options::Split;
use lydite_lang::{ExprId, StmtId, TypeId};

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
    /// About how many tokens its smallest programs have, whatever is asked for: measured.
    pub least: u32,
    /// Whether its programs usually are one file or two.
    pub split: Split,
    /// Expressions that a token of text takes, in hundredths: measured, so that sizes come out as asked for.
    pub(crate) expressions_per_token: u64,
    /// How much other operators are favoured among repairs where a site runs once.
    pub(crate) rewrites: u32,
    /// How it decides.
    pub(crate) productions: Productions,
}

/// What families do each in their own way; all else they share.
pub(crate) struct Productions {
    /// Makes a program that is not yet repaired.
    pub fill: fn(&mut Gen),
    /// Adds a statement of any kind to a block.
    pub statement: fn(&mut Gen, &mut Vec<StmtId>),
    /// An integer expression that is not a leaf, if it can be made.
    pub operator: fn(&mut Gen, TypeId, &mut Cx) -> ExprId,
    /// A constant, a place, or an expression used before.
    pub leaf: fn(&mut Gen, TypeId, &mut Cx) -> ExprId,
    /// A place of arithmetic type, if one is found.
    pub place: fn(&mut Gen, Access, &mut Cx) -> Option<Spot>,
    /// A new array for a pattern, one that outlives it, so that what is done to it counts.
    pub array: fn(&mut Gen, TypeId, &[u64], Access) -> Option<Variable>,
}

/// How the family `general` decides.
const GENERAL: Productions = Productions {
    fill: Gen::fill_program,
    statement: Gen::any_stmt,
    operator: Gen::any_operator,
    leaf: Gen::any_leaf,
    place: Gen::any_place,
    array: |_, _, _, _| None,
};

/// Every family, in the order of [`Family`].
pub const FAMILIES: &[FamilyRow] = &[
    FamilyRow {
        name: "general",
        sentence: "Everything C has: functions, pointers, jumps, unions, library calls, idioms.",
        version: 2,
        size: 16_000,
        least: 140,
        split: Split::No,
        expressions_per_token: 70,
        rewrites: 2,
        productions: GENERAL,
    },
    FamilyRow {
        name: "scalar",
        sentence: "Large functions without loops, aimed at scalar optimisations.",
        version: 2,
        size: 8_000,
        least: 180,
        split: Split::Two,
        expressions_per_token: 64,
        rewrites: 40,
        productions: Productions {
            fill: Gen::fill_scalar,
            statement: Gen::scalar_stmt,
            operator: Gen::scalar_operator,
            leaf: Gen::scalar_leaf,
            place: Gen::scalar_place,
            array: Gen::scalar_array,
        },
    },
    FamilyRow {
        name: "loops",
        sentence: "Loops, loop nests and sequences of loops, aimed at loop optimisations and vectorisers.",
        version: 2,
        size: 4_000,
        least: 350,
        split: Split::Two,
        expressions_per_token: 70,
        rewrites: 2,
        productions: Productions { fill: Gen::fill_loops, place: Gen::loop_place, array: Gen::loop_array, ..GENERAL },
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
