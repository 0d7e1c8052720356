//! The patients of a hunt and how each program meets some of them.

use crate::blame::Method;
use lydite_choices::Choices;
use lydite_compilers::{Brand, Flags, Options, Patient};
use std::cmp::Reverse;

/// One patient with one set of options.
#[derive(Clone, Copy, Debug)]
pub struct Trial<'a> {
    /// The patient.
    pub patient: &'a Patient,
    /// The options.
    pub options: &'a Options,
    /// The place of the options among the patient's: simple ones first.
    pub order: usize,
}

impl<'a> Trial<'a> {
    /// The target of what is made.
    pub fn target(&self) -> &'a str {
        self.patient.target_with(self.options)
    }

    /// Whether it can be tried with programs of this target and version of C.
    pub fn suits(&self, target: &str, standard: &str) -> bool {
        self.target() == target && self.patient.standard(standard).is_some()
    }

    /// The same patient with other options, which are not among its own.
    pub fn with<'b>(self, options: &'b Options) -> Trial<'b>
    where
        'a: 'b,
    {
        // After everything that is its own: others tell more.
        Trial { patient: self.patient, options, order: usize::MAX }
    }

    /// Both names.
    pub fn name(&self) -> String {
        format!("{} {}", self.patient.name(), self.options.name())
    }
}

/// All patients with their options.
pub struct Ward {
    beds: Vec<Bed>,
    /// Flags for random options: of each patient, or of none.
    flags: Vec<Flags>,
}

/// The most random flags in one set of options.
const MOST_FLAGS: usize = 6;

/// A patient and the options it is tried with.
pub struct Bed {
    /// The patient.
    pub patient: Patient,
    /// The options, simple ones first.
    pub options: Vec<Options>,
}

impl Bed {
    fn trials(&self) -> impl Iterator<Item = Trial<'_>> {
        let options = self.options.iter().enumerate();
        options.map(|(order, options)| Trial { patient: &self.patient, options, order })
    }
}

impl Ward {
    /// With these patients.
    pub fn new(beds: Vec<Bed>) -> Ward {
        Ward { beds, flags: Vec::new() }
    }

    /// The same with flags for random options, those of each patient in their order.
    pub fn with_flags(self, flags: Vec<Flags>) -> Ward {
        Ward { flags, ..self }
    }

    /// Patients and their options.
    pub fn beds(&self) -> &[Bed] {
        &self.beds
    }

    /// The targets there are, by name, in order.
    pub fn targets(&self) -> Vec<&str> {
        let mut targets: Vec<&str> = self.every().map(|t| t.target()).collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    fn every(&self) -> impl Iterator<Item = Trial<'_>> {
        self.beds.iter().flat_map(Bed::trials)
    }

    /// Every trial for a program's target and version of C.
    pub fn all(&self, target: &str, standard: &str) -> Vec<Trial<'_>> {
        self.every().filter(|t| t.suits(target, standard)).collect()
    }

    /// Some trials for one program: drawn without repetition, patients in turn, so that none is left out for long.
    pub fn draw(&self, target: &str, standard: &str, count: usize, choices: &mut Choices) -> Vec<Trial<'_>> {
        let mut by_patient: Vec<Vec<Trial>> = Vec::new();
        for bed in &self.beds {
            let mut trials: Vec<Trial> = bed.trials().filter(|t| t.suits(target, standard)).collect();
            choices.shuffle(&mut trials);
            by_patient.push(trials);
        }
        choices.shuffle(&mut by_patient);
        let most = by_patient.iter().map(Vec::len).max().unwrap_or(0);
        let turns = (0..most).flat_map(|turn| by_patient.iter().filter_map(move |trials| trials.get(turn).copied()));
        turns.take(count).collect()
    }

    /// Random options for one in so many of a program's trials: a level and a few of the flags that the compiler itself lists.
    pub fn random(&self, trials: &[Trial], one_in: u32, choices: &mut Choices) -> Vec<Option<Options>> {
        let draw = |trial: &Trial| {
            if one_in == 0 || !choices.coin(1, one_in) {
                return None;
            }
            // The program is made for one target, and what sanitizers say of strange code is another question.
            if trial.options.target().is_some() || trial.options.is_sanitized() {
                return None;
            }
            let at = self.beds.iter().position(|bed| std::ptr::eq(&bed.patient, trial.patient))?;
            let flags = self.flags.get(at).filter(|flags| !flags.all().is_empty())?;
            let count = 1 + choices.index(MOST_FLAGS);
            Some(flags.draw(count, &mut |below| choices.index(below)))
        };
        trials.iter().map(draw).collect()
    }

    /// Who may confirm that a program means what we say: others first, at their simplest.
    pub fn witnesses(&self, accused: &Patient, target: &str, standard: &str) -> Vec<Trial<'_>> {
        let simplest = |bed| Bed::trials(bed).find(|t| t.suits(target, standard) && !t.options.is_sanitized());
        let mut trials: Vec<Trial> = self.beds.iter().filter_map(simplest).collect();
        trials.sort_by_key(|t| (t.patient.brand() == accused.brand(), Reverse(t.patient.major())));
        trials
    }

    /// The patient of a name.
    pub fn find(&self, name: &str) -> Option<&Bed> {
        self.beds.iter().find(|b| b.patient.name() == name)
    }
}

/// How a patient can be asked for what is to blame.
pub fn method(patient: &Patient) -> Method {
    match patient.brand() {
        brand if brand.is_llvm() => Method::OptBisect,
        Brand::Gcc => Method::GccFlags,
        _ => Method::None,
    }
}
