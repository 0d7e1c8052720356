//! What is needed of a family to measure what its policies do.
//!
//! A family plugs in with an implementation of [`Biased`]: its policies, and its programs with some of them off or with other weights.

use super::super::settings::Settings;
use super::super::{Refusal, family, feature};
use super::arms::Arm;
use lydite_generate::feature::Group;
use lydite_generate::{DRIVER, Feature, SourceFile, count_tokens};

/// A deliberate bias of generation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Policy {
    /// Its name.
    pub name: &'static str,
    /// One sentence.
    pub sentence: &'static str,
    /// What it should make compilers do more often: names of counters, or their beginnings with a `*`.
    pub aims: &'static [&'static str],
    /// Its weight among its likes; 0 if it, or what it needs, is switched off.
    pub weight: u32,
    /// Policies it can't do without.
    pub needs: Vec<&'static str>,
}

/// A program to be compiled.
pub struct Program {
    /// Its files, by what is unlike in their names.
    pub files: Vec<(&'static str, String)>,
    /// Its size.
    pub tokens: u64,
}

/// A generator whose policies can be switched off.
pub trait Biased: Sync {
    /// Its name.
    fn name(&self) -> &'static str;
    /// Every policy.
    fn policies(&self) -> Vec<Policy>;
    /// The policy of a name, also one that is not among [`Biased::policies`], or a message that says which may have been meant.
    fn policy(&self, name: &str) -> Result<Policy, String>;
    /// The version of C of its programs, as compilers' `-std` names it.
    fn standard(&self) -> &'static str;
    /// The name of the target that its programs are for.
    fn target(&self) -> &'static str;
    /// The program of a seed, made as one sample asks.
    fn generate(&self, seed: u64, arm: &Arm) -> Result<Program, Refusal>;
}

/// A family of ours: its policies are the features of that group, and any other feature can be measured like one.
pub struct Features<'a>(pub &'a Settings);

impl Features<'_> {
    fn row(&self, feature: Feature) -> Policy {
        let row = feature.row();
        let needs = needs(feature);
        let weights = &self.0.options.weights;
        let is_off = |name: &&str| Feature::find(name).is_some_and(|feature| weights.get(feature) == 0);
        let weight = if needs.iter().any(is_off) { 0 } else { row.weight * weights.get(feature) / 100 };
        Policy { name: row.name, sentence: row.sentence, aims: row.aims, weight, needs }
    }
}

/// What a feature needs to show what it does, directly or not.
fn needs(feature: Feature) -> Vec<&'static str> {
    let mut todo = [feature.row().needs, feature.row().ground].concat();
    let mut found = Vec::new();
    while let Some(need) = todo.pop() {
        if !found.contains(&need.row().name) {
            found.push(need.row().name);
            todo.extend(need.row().needs);
        }
    }
    found
}

impl Biased for Features<'_> {
    fn name(&self) -> &'static str {
        self.0.options.family.name()
    }

    fn policies(&self) -> Vec<Policy> {
        Feature::of(self.0.options.family)
            .filter(|feature| feature.row().group == Group::Policy)
            .map(|feature| self.row(feature))
            .collect()
    }

    fn policy(&self, name: &str) -> Result<Policy, String> {
        let family = self.0.options.family;
        let feature = feature::find(name)?;
        match feature.row().families.contains(&family) {
            true => Ok(self.row(feature)),
            false => Err(format!(
                "programs of {0} have no '{name}'; `lydite gen features {0}` lists what they have",
                family.name()
            )),
        }
    }

    fn standard(&self) -> &'static str {
        self.0.options.standard.name()
    }

    fn target(&self) -> &'static str {
        self.0.options.target.name
    }

    fn generate(&self, seed: u64, arm: &Arm) -> Result<Program, Refusal> {
        let mut settings = self.0.clone();
        let weights = &mut settings.options.weights;
        for feature in arm.off.iter().filter_map(|name| Feature::find(name)) {
            weights.set(feature, 0);
        }
        for (name, percent) in &arm.weights {
            if let Some(feature) = Feature::find(name) {
                weights.set(feature, weights.get(feature) * percent / 100);
            }
        }
        let generated = family::generate(&settings, seed)?;
        // Of two files, one is data and what prints it: nothing that policies are about.
        let files: Vec<SourceFile> = generated.files.into_iter().filter(|file| file.suffix != DRIVER).collect();
        let tokens = files.iter().map(|file| count_tokens(&file.text) as u64).sum();
        Ok(Program { files: files.into_iter().map(|file| (file.suffix, file.text)).collect(), tokens })
    }
}
