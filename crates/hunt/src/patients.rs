//! The patients of a hunt and how each program meets some of them.

use crate::blame::Method;
use crate::campaign::PatientRecord;
use crate::case::Case;
use lydite_choices::Choices;
use lydite_compilers::{Brand, Flags, Language, Options, Patient};
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

    /// Whether it can be tried with a program: it makes code for its target, reads its language in its version and accepts what it uses.
    pub fn suits(&self, case: &Case) -> bool {
        let accepts = |feature: &String| self.patient.accepts_feature(feature);
        self.target() == case.target && reads(self.patient, case) && case.features.iter().all(accepts)
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

    /// For whom the next program is made: any patient with any of its options, but at least every other time one of C if there is one.
    pub fn guest(&self, choices: &mut Choices) -> Option<Trial<'_>> {
        let all: Vec<Trial> = self.every().collect();
        let (c, others): (Vec<Trial>, Vec<Trial>) = all.iter().partition(|t| t.patient.language() == Language::C);
        let from = match c.is_empty() || others.len() <= c.len() {
            true => all,
            false if choices.coin(1, 2) => others,
            false => c,
        };
        (!from.is_empty()).then(|| from[choices.index(from.len())])
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

/// Whether a patient reads a program's language, and knows the version of it.
pub fn reads(patient: &Patient, case: &Case) -> bool {
    patient.language() == case.language && patient.standard_words(&case.standard).is_some()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe;
    use lydite_compilers::{Candidate, Facts, State};

    fn bed(name: &str, standards: &[&str], options: &[&str]) -> Bed {
        let facts = Facts {
            version: name.to_owned(),
            numbers: vec![1],
            triple: "x86_64-linux-gnu".to_owned(),
            standards: standards.iter().map(|name| (*name).to_owned()).collect(),
            extensions: Vec::new(),
            modifiers: Vec::new(),
            host: None,
            state: State::Works { run: Vec::new(), link: Vec::new() },
        };
        let patient = Patient { candidate: Candidate::at(format!("/bin/{name}")), facts };
        Bed { patient, options: options.iter().map(|set| Options::parse(set)).collect() }
    }

    const C: &[&str] = &["gnu99", "gnu11", "gnu17"];
    const CXX: &[&str] = &["c++11", "c++14", "c++17"];

    #[test]
    fn compilers_of_c_are_drawn_as_if_there_were_no_others() {
        let ward = Ward::new(vec![bed("gcc-1", C, &["-O0", "-O2"]), bed("clang-1", C, &["-O0", "-O3", "-Os"])]);
        for seed in 0..50 {
            let at = recipe::choices(seed).index(5);
            let guest = ward.guest(&mut recipe::choices(seed)).map(|trial| trial.name());
            assert_eq!(guest, ward.every().nth(at).map(|trial| trial.name()));
        }
    }

    #[test]
    fn other_languages_leave_room_for_c() {
        let many: Vec<Bed> = (1..9).map(|at| bed(&format!("g++-{at}"), CXX, &["-O0", "-O2", "-O3"])).collect();
        let ward = Ward::new(many.into_iter().chain([bed("gcc-1", C, &["-O2"])]).collect());
        let guests = (0..400).filter_map(|seed| ward.guest(&mut recipe::choices(seed)));
        let of_c = guests.filter(|trial| trial.patient.language() == Language::C).count();
        assert!((150..250).contains(&of_c), "{of_c} of 400");
    }

    #[test]
    fn programs_meet_compilers_of_their_language() {
        let beds = vec![
            bed("gcc-1", C, &["-O0", "-O2"]),
            bed("g++-1", CXX, &["-O0", "-O2"]),
            bed("g++-2", &["c++11"], &["-O0", "-O2"]),
            bed("clang++-1", CXX, &["-O0"]),
        ];
        let ward = Ward::new(beds);
        for seed in 0..40 {
            let mut choices = recipe::choices(seed);
            let guest = ward.guest(&mut choices).expect("a guest");
            let family = if recipe::is_made_in("general", guest.patient.language()) { "general" } else { "loops" };
            let recipe = recipe::Recipe::draw(family, seed, &guest, &mut choices);
            let case = Case { features: Vec::new(), ..recipe.case(&recipe.make().expect("a program")) };
            assert_eq!(case.language, guest.patient.language());
            for trial in ward.draw(guest, &case, 9, &mut choices) {
                assert!(trial.patient.language() == case.language, "{} for {}", trial.name(), case.origin);
                assert!(trial.patient.standard(&case.standard).is_some(), "{} for {}", trial.name(), case.origin);
            }
            for trial in ward.witnesses(guest.patient, &case) {
                assert_eq!(trial.patient.language(), case.language);
            }
        }
    }
}
