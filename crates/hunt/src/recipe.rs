//! How the programs of a hunt are made.

use crate::case::{Case, SourceText};
use crate::patients::Trial;
use lydite_choices::Choices;
use lydite_compilers::{EXTENSIONS, Language, Patient};
use lydite_generate::{Family, Feature, Generated, Opaque, Options, Paths, Split, Standard, Weights, generate};
use lydite_lang::Target;
use lydite_lang::dress::CppStandard;
use serde::{Deserialize, Serialize};

/// What makes one program again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// The family.
    pub family: String,
    /// Its version; what older versions of ours have written has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// The seed.
    pub seed: u64,
    /// The size asked for, in tokens.
    pub size: u32,
    /// The ABI.
    pub target: String,
    /// The language; what older versions have written is C.
    #[serde(default)]
    pub language: Language,
    /// The version of the language.
    pub standard: String,
    /// Whether all paths are clean, not only those that run.
    pub all_paths: bool,
    /// Whether it is in two files.
    pub split: bool,
    /// Whether data is hidden behind `volatile`.
    pub opaque: bool,
    /// Features that are switched off.
    #[serde(default)]
    pub without: Vec<String>,
}

/// The stream of a seed from which a hunt draws; generators use the first ones.
const STREAM: u64 = 1 << 40;

/// What a hunt draws for the program of a seed.
pub fn choices(seed: u64) -> Choices {
    Choices::from_seed_and_stream(seed, STREAM)
}

/// Sizes in sixteenths of what is usual for a family, and how often each is drawn: small programs compile fast, large ones hold more.
const SIZES: &[(u32, u32)] = &[(1, 2), (3, 4), (8, 4), (16, 2)];

/// Versions of C, and how often each is drawn.
const C_WEIGHTS: &[(&str, u32)] = &[("gnu17", 10), ("gnu23", 3), ("gnu11", 2), ("gnu99", 1)];

/// Versions of C++, and how often each is drawn.
const CXX_WEIGHTS: &[(&str, u32)] = &[("c++17", 4), ("c++20", 3), ("c++14", 2), ("c++11", 2)];

/// The versions of a language that a hunt uses: how often each is drawn, and what is used if nothing is said.
fn versions(language: Language) -> (&'static [(&'static str, u32)], &'static str) {
    match language {
        Language::C => (C_WEIGHTS, Standard::DEFAULT.name()),
        Language::Cxx => (CXX_WEIGHTS, CppStandard::Cpp17.name()),
        Language::Sycl => (&[("c++17", 1)], CppStandard::Cpp17.name()),
        Language::Ispc => (&[], ""),
    }
}

/// Whether programs of a family can be had in a language.
pub fn is_made_in(family: &str, language: Language) -> bool {
    language == Language::C || Family::find(family) != Some(Family::General)
}

/// Whether only the code half of a program can be in a language.
pub fn is_of_kernels(language: Language) -> bool {
    matches!(language, Language::Ispc | Language::Sycl)
}

/// Whether programs can be made for a patient: it knows a version of its language that hunts use.
pub fn is_made_for(patient: &Patient) -> bool {
    let (weights, _) = versions(patient.language());
    matches!(patient.language(), Language::C | Language::Ispc)
        || weights.iter().any(|row| patient.standard(row.0).is_some())
}

impl Recipe {
    /// Draws a recipe for a program that a patient must accept.
    pub fn draw(family: &str, seed: u64, guest: &Trial, c: &mut Choices) -> Recipe {
        let weights = |rows: &[(u32, u32)]| rows.iter().map(|r| r.1).collect::<Vec<_>>();
        let usual = Options::of(Family::find(family).unwrap_or_default());
        let size = usual.size * SIZES[c.weighted(&weights(SIZES))].0 / 16;
        let language = guest.patient.language();
        let known = |r: &&(&str, u32)| guest.patient.standard(r.0).is_some();
        let (versions, usual_version) = versions(language);
        let standards: Vec<(&str, u32)> = versions.iter().filter(known).copied().collect();
        let standard = match standards.is_empty() {
            true => usual_version.to_owned(),
            false => standards[c.weighted(&standards.iter().map(|r| r.1).collect::<Vec<_>>())].0.to_owned(),
        };
        Recipe {
            family: family.to_owned(),
            version: Family::find(family).map(|family| family.row().version),
            seed,
            size,
            target: guest.target().to_owned(),
            language,
            standard,
            all_paths: c.coin(1, 8),
            split: c.coin(1, 8) != (usual.split == Split::Two) || is_of_kernels(language),
            opaque: c.coin(1, 10),
            without: guest.patient.lacks().into_iter().map(str::to_owned).collect(),
        }
    }

    /// What is usual for its family.
    fn usual(&self) -> Options {
        Options::of(Family::find(&self.family).unwrap_or_default())
    }

    /// The language and its version as generators know them.
    fn dress(&self) -> lydite_lang::Language {
        let found = lydite_lang::Language::find(self.language.name()).unwrap_or(lydite_lang::Language::C);
        match (found, CppStandard::TABLE.iter().find(|row| row.1 == self.standard)) {
            (lydite_lang::Language::Cpp(_), Some(row)) => lydite_lang::Language::Cpp(row.0),
            (found, _) => found,
        }
    }

    /// The generator's options.
    pub fn options(&self) -> Options {
        let mut weights = Weights::default();
        for feature in self.without.iter().filter_map(|name| Feature::find(name)) {
            weights.set(feature, 0);
        }
        Options {
            weights,
            target: Target::find(&self.target).unwrap_or(Target::x86_64()),
            language: self.dress(),
            standard: Standard::find(&self.standard).unwrap_or(Standard::DEFAULT),
            size: self.size,
            paths: if self.all_paths { Paths::All } else { Paths::Executed },
            split: if self.split { Split::Two } else { Split::No },
            opaque: if self.opaque { Opaque::Volatile } else { Opaque::No },
            ..self.usual()
        }
    }

    /// The command that makes it.
    pub fn command(&self) -> String {
        let mut line = format!("lydite gen {} --seed {} --size {}", self.family, self.seed, self.size);
        for (set, text) in [
            (self.target != Target::x86_64().name, format!(" --target {}", self.target)),
            (self.language != Language::C, format!(" --lang {}", self.language.name())),
            (self.standard != versions(self.language).1, format!(" --std {}", self.standard)),
            (self.all_paths, " --paths all".to_owned()),
            (self.split && self.usual().split == Split::No, " --split".to_owned()),
            (!self.split && self.usual().split == Split::Two, " --one-file".to_owned()),
            (self.opaque, " --opaque volatile".to_owned()),
            (!self.without.is_empty(), format!(" --without {}", self.without.join(","))),
        ] {
            if set {
                line.push_str(&text);
            }
        }
        line
    }

    /// Whether it still makes the program that it made.
    pub fn is_current(&self) -> bool {
        let family = Family::find(&self.family).unwrap_or_default();
        self.version.unwrap_or(if family == Family::General { 2 } else { 1 }) == family.row().version
    }

    /// Makes it.
    pub fn make(&self) -> Result<Generated, lydite_generate::Failure> {
        generate(&self.options(), self.seed, &self.command())
    }

    /// The same program in one file.
    pub fn in_one_file(&self) -> Recipe {
        Recipe { split: false, ..self.clone() }
    }

    /// The same program in C.
    pub fn in_c(&self) -> Recipe {
        Recipe { language: Language::C, standard: versions(Language::C).1.to_owned(), ..self.clone() }
    }

    /// A made program as a case.
    pub fn case(&self, generated: &Generated) -> Case {
        let files = generated.files.iter();
        Case {
            family: self.family.clone(),
            origin: self.command(),
            recipe: Some(self.clone()),
            files: files
                .map(|f| SourceText { name: format!("t{}.{}", f.suffix, f.extension), text: f.text.clone() })
                .collect(),
            stdout: String::from_utf8_lossy(&generated.expected).into_owned(),
            status: 0,
            target: self.target.clone(),
            language: self.language,
            standard: self.standard.clone(),
            features: features(generated),
        }
    }
}

/// The features that a program uses and that not every compiler accepts.
fn features(generated: &Generated) -> Vec<String> {
    let used = |name: &&str| Feature::find(name).is_some_and(|f| generated.used(f).count > 0);
    let mut names: Vec<&str> = EXTENSIONS.iter().map(|row| row.feature).filter(used).collect();
    names.dedup();
    names.into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lydite_generate::FEATURES;

    #[test]
    fn compilers_and_printers_call_languages_alike() {
        for row in Language::TABLE {
            let printed = lydite_lang::Language::find(row.name).expect("a language that is printed").row();
            assert_eq!((row.extension, row.title), (printed.extension, printed.title), "{}", row.name);
        }
    }

    #[test]
    fn what_goes_beyond_the_oldest_standard_is_looked_for_in_compilers() {
        let plain = Standard::find("c99").expect("c99");
        for row in FEATURES.iter().filter(|row| !plain.allows(row.since)) {
            assert!(EXTENSIONS.iter().any(|e| e.feature == row.name), "no compiler is asked for {}", row.name);
        }
        for row in EXTENSIONS.iter().filter(|row| !row.feature.is_empty()) {
            assert!(Feature::find(row.feature).is_some(), "no feature {}", row.feature);
        }
    }
}
