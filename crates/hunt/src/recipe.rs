//! How the programs of a hunt are made.

use crate::case::{Case, SourceText};
use lydite_choices::Choices;
use lydite_generate::{Generated, Opaque, Options, Paths, Split, Standard, generate};
use lydite_lang::Target;
use serde::{Deserialize, Serialize};

/// What makes one program again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// The family.
    pub family: String,
    /// The seed.
    pub seed: u64,
    /// The size asked for, in tokens.
    pub size: u32,
    /// The ABI.
    pub target: String,
    /// The version of C.
    pub standard: String,
    /// Whether all paths are clean, not only those that run.
    pub all_paths: bool,
    /// Whether it is in two files.
    pub split: bool,
    /// Whether data is hidden behind `volatile`.
    pub opaque: bool,
}

/// The families there are.
pub const FAMILIES: &[&str] = &[lydite_generate::GENERATOR];

/// The stream of a seed from which a hunt draws; generators use the first ones.
const STREAM: u64 = 1 << 40;

/// What a hunt draws for the program of a seed.
pub fn choices(seed: u64) -> Choices {
    Choices::from_seed_and_stream(seed, STREAM)
}

/// Sizes, and how often each is drawn: small programs compile fast, large ones hold more.
const SIZES: &[(u32, u32)] = &[(1_000, 2), (3_000, 4), (8_000, 4), (16_000, 2)];

/// Versions of C, and how often each is drawn.
const STANDARD_WEIGHTS: &[(&str, u32)] = &[("gnu17", 10), ("gnu11", 2), ("gnu99", 1)];

impl Recipe {
    /// Draws a program's recipe.
    pub fn draw(family: &str, seed: u64, target: &str, c: &mut Choices) -> Recipe {
        let weights = |rows: &[(u32, u32)]| rows.iter().map(|r| r.1).collect::<Vec<_>>();
        let size = SIZES[c.weighted(&weights(SIZES))].0;
        let standards: Vec<u32> = STANDARD_WEIGHTS.iter().map(|r| r.1).collect();
        let standard = STANDARD_WEIGHTS[c.weighted(&standards)].0;
        Recipe {
            family: family.to_owned(),
            seed,
            size,
            target: target.to_owned(),
            standard: standard.to_owned(),
            all_paths: c.coin(1, 8),
            split: c.coin(1, 8),
            opaque: c.coin(1, 10),
        }
    }

    /// The generator's options.
    pub fn options(&self) -> Options {
        Options {
            target: Target::find(&self.target).unwrap_or(Target::x86_64()),
            standard: Standard::find(&self.standard).unwrap_or(Standard::DEFAULT),
            size: self.size,
            paths: if self.all_paths { Paths::All } else { Paths::Executed },
            split: if self.split { Split::Two } else { Split::No },
            opaque: if self.opaque { Opaque::Volatile } else { Opaque::No },
            ..Options::default()
        }
    }

    /// The command that makes it.
    pub fn command(&self) -> String {
        let mut line = format!("lydite gen {} --seed {} --size {}", self.family, self.seed, self.size);
        for (set, text) in [
            (self.target != Target::x86_64().name, format!(" --target {}", self.target)),
            (self.standard != Standard::DEFAULT.name(), format!(" --std {}", self.standard)),
            (self.all_paths, " --paths all".to_owned()),
            (self.split, " --split".to_owned()),
            (self.opaque, " --opaque volatile".to_owned()),
        ] {
            if set {
                line.push_str(&text);
            }
        }
        line
    }

    /// Makes it.
    pub fn make(&self) -> Result<Generated, lydite_generate::Failure> {
        generate(&self.options(), self.seed, &self.command())
    }

    /// The same program in one file.
    pub fn in_one_file(&self) -> Recipe {
        Recipe { split: false, ..self.clone() }
    }

    /// A made program as a case.
    pub fn case(&self, generated: &Generated) -> Case {
        let files = generated.files.iter();
        Case {
            family: self.family.clone(),
            origin: self.command(),
            recipe: Some(self.clone()),
            files: files.map(|f| SourceText { name: format!("t{}.c", f.suffix), text: f.text.clone() }).collect(),
            stdout: String::from_utf8_lossy(&generated.expected).into_owned(),
            status: 0,
            target: self.target.clone(),
            standard: self.standard.clone(),
        }
    }
}
