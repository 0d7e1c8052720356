//! The patients of a hunt and how each program meets some of them.

use crate::blame::Method;
use crate::campaign::PatientRecord;
use crate::case::Case;
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

    /// Whether it can be tried with a program: it makes code for its target, knows its version of C and accepts what it uses.
    pub fn suits(&self, case: &Case) -> bool {
        let accepts = |feature: &String| self.patient.accepts_feature(feature);
        self.target() == case.target
            && self.patient.standard(&case.standard).is_some()
            && case.features.iter().all(accepts)
    }

    /// Whether it is the same.
    fn is(&self, other: &Trial) -> bool {
        std::ptr::eq(self.patient, other.patient) && self.order == other.order
    }

    /// The same patient with other options, which are not among its own.
    pub fn with<'b>(self, options: &'b Options) -> Trial<'b>
    where
        'a: 'b,
    {
        // After everything that is its own: others tell more.
        Trial { patient: self.patient, options, order: usize::MAX }
    }

    /// Whose the compiler is: what shares its code counts once.
    pub fn maker(&self) -> &'static str {
        maker(self.patient)
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

    /// The same for the record.
    pub fn records(&self) -> Vec<PatientRecord> {
        let record = |bed: &Bed| PatientRecord {
            name: bed.patient.name().to_owned(),
            version: bed.patient.facts.version.clone(),
            options: bed.options.iter().map(Options::name).collect(),
        };
        self.beds.iter().map(record).collect()
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

    /// Every trial that suits a program.
    pub fn all(&self, case: &Case) -> Vec<Trial<'_>> {
        self.every().filter(|t| t.suits(case)).collect()
    }

    /// For whom the next program is made: any patient with any of its options.
    pub fn guest(&self, choices: &mut Choices) -> Option<Trial<'_>> {
        let all: Vec<Trial> = self.every().collect();
        (!all.is_empty()).then(|| all[choices.index(all.len())])
    }

    /// Some trials for one program: the guest it was made for, then others drawn without repetition, patients in turn, so
    /// that none is left out for long.
    pub fn draw<'a>(&'a self, guest: Trial<'a>, case: &Case, count: usize, choices: &mut Choices) -> Vec<Trial<'a>> {
        let mut by_patient: Vec<Vec<Trial>> = Vec::new();
        for bed in &self.beds {
            let others = bed.trials().filter(|t| t.suits(case) && !t.is(&guest));
            let mut trials: Vec<Trial> = others.collect();
            choices.shuffle(&mut trials);
            by_patient.push(trials);
        }
        choices.shuffle(&mut by_patient);
        // The guest has had its first turn.
        by_patient.sort_by_key(|trials| trials.first().is_some_and(|t| std::ptr::eq(t.patient, guest.patient)));
        let most = by_patient.iter().map(Vec::len).max().unwrap_or(0);
        let turns = (0..most).flat_map(|turn| by_patient.iter().filter_map(move |trials| trials.get(turn).copied()));
        [guest].into_iter().chain(turns).take(count).collect()
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
    pub fn witnesses(&self, accused: &Patient, case: &Case) -> Vec<Trial<'_>> {
        let simplest = |bed| Bed::trials(bed).find(|t| t.suits(case) && !t.options.is_sanitized());
        let mut trials: Vec<Trial> = self.beds.iter().filter_map(simplest).collect();
        trials.sort_by_key(|t| (t.maker() == maker(accused), Reverse(t.patient.major())));
        trials
    }

    /// The patient of a name.
    pub fn find(&self, name: &str) -> Option<&Bed> {
        self.beds.iter().find(|b| b.patient.name() == name)
    }
}

/// Whose a compiler is: what shares its code counts once.
pub fn maker(patient: &Patient) -> &'static str {
    if patient.brand().is_llvm() { Brand::Clang.name() } else { patient.brand().name() }
}

/// How a patient can be asked for what is to blame.
pub fn method(patient: &Patient) -> Method {
    match patient.brand() {
        brand if brand.is_llvm() => Method::OptBisect,
        Brand::Gcc => Method::GccFlags,
        _ => Method::None,
    }
}
