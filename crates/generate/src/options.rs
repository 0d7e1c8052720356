//! What a user may ask of a family.

use crate::family::Family;
use crate::feature::{FEATURES, Feature};
use crate::standard::Standard;
use lydite_lang::{Language, Target};
use thiserror::Error;

/// Which paths must be free of undefined behaviour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Paths {
    /// Those that run. Code that never runs keeps its raw operators.
    #[default]
    Executed,
    /// All: every operator that could go wrong is made safe, whether it runs or not.
    All,
}

/// Whether the program is one file or two.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Split {
    /// One file.
    #[default]
    No,
    /// Data and driver in one file, code in the other: the compiler of either does not see the other's values.
    Two,
}

/// Whether values are hidden from the compiler inside one file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Opaque {
    /// They are not.
    #[default]
    No,
    /// Globals get their first values from `volatile` copies.
    Volatile,
}

/// What may be shifted to the right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shifts {
    /// Negative values, too: every compiler there is copies the sign, though C leaves it open.
    #[default]
    Arithmetic,
    /// No negative value.
    NonNegative,
}

/// The weight of every feature, 0 to switch it off; 100 leaves its default as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights(Vec<u32>);

impl Default for Weights {
    fn default() -> Self {
        Weights(vec![100; FEATURES.len()])
    }
}

impl Weights {
    /// A feature's weight in percent of its default.
    pub fn get(&self, feature: Feature) -> u32 {
        self.0[feature as usize]
    }
    /// Sets it.
    pub fn set(&mut self, feature: Feature, percent: u32) {
        self.0[feature as usize] = percent;
    }
    /// Switches everything else off that can be; what a feature needs stays on.
    pub fn only(&mut self, features: &[Feature]) {
        let mut keep = vec![false; FEATURES.len()];
        let mut todo: Vec<Feature> = features.to_vec();
        while let Some(f) = todo.pop() {
            if !std::mem::replace(&mut keep[f as usize], true) {
                todo.extend(f.row().needs);
            }
        }
        for (weight, keep) in self.0.iter_mut().zip(keep) {
            if !keep {
                *weight = 0;
            }
        }
    }
}

/// Why options can't be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionsError {
    /// No such feature.
    #[error("no feature is called '{0}'; `lydite gen features` lists them")]
    UnknownFeature(String),
    /// Not a number of tokens that can be reached.
    #[error("a program of {0} tokens: the size must be between {1} and {2}")]
    Size(u32, u32, u32),
}

/// What a user may ask for.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// What kind of program.
    pub family: Family,
    /// For which ABI the expected output holds.
    pub target: &'static Target,
    /// The language of its text.
    pub language: Language,
    /// The version of C.
    pub standard: Standard,
    /// About how many tokens a program has at most; the choices draw between half of it and all of it.
    pub size: u32,
    /// Which paths must be clean.
    pub paths: Paths,
    /// One file or two.
    pub split: Split,
    /// Whether data is hidden from the compiler.
    pub opaque: Opaque,
    /// What may be shifted to the right.
    pub shifts: Shifts,
    /// Whether each variable's checksum is printed, too.
    pub each: bool,
    /// Features and their weights.
    pub weights: Weights,
    /// Whether each program draws its own weights and switches some features off.
    pub swarm: bool,
}

/// The smallest size that can be asked for.
pub const MIN_SIZE: u32 = 20;
/// The largest.
pub const MAX_SIZE: u32 = 1_000_000;

impl Default for Options {
    fn default() -> Self {
        Options::of(Family::default())
    }
}

impl Options {
    /// What is usual for a family.
    pub fn of(family: Family) -> Options {
        Options {
            family,
            target: Target::x86_64(),
            language: Language::C,
            standard: Standard::DEFAULT,
            size: family.row().size,
            paths: Paths::default(),
            split: family.row().split,
            opaque: Opaque::default(),
            shifts: Shifts::default(),
            each: false,
            weights: Weights::default(),
            swarm: true,
        }
    }

    /// Checks what types can't say.
    pub fn check(&self) -> Result<(), OptionsError> {
        if (MIN_SIZE..=MAX_SIZE).contains(&self.size) {
            Ok(())
        } else {
            Err(OptionsError::Size(self.size, MIN_SIZE, MAX_SIZE))
        }
    }
}
