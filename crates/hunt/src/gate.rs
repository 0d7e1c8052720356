//! What stands in for the machine where it can't read a program's language: sanitizers, and other compilers without optimisation.
//!
//! A candidate passes if every compiler of the panel accepts it and what they make prints the same; where its run matters, also if
//! sanitizers have nothing to say and other values of variables that have none change nothing. What the program as it was
//! found does not pass is not asked of smaller ones.

use crate::case::Case;
use crate::error::Error;
use crate::lab::{Desk, Patience};
use crate::outcome::{Outcome, Stage};
use crate::patients::Ward;
use crate::smaller::{Accused, with_text};
use lydite_compilers::{Options, Patient};
use lydite_reduce::{Candidate, Test};

/// Without optimisation compilers do what is written.
const PLAIN: &str = "-O0";

/// With what a run must be clean.
const SANITIZED: &str =
    "-O0 -fsanitize=address,undefined -fsanitize=float-cast-overflow -fno-sanitize-recover=all -D_GLIBCXX_ASSERTIONS";

/// What must change nothing, where it works: those sanitizers say nothing of variables without a value.
const VALUED: &[&str] = &["-O0 -ftrivial-auto-var-init=pattern", "-O0 -fsanitize=memory"];

/// With what the bug must still show if it does at first: it then does not come from a rule that the program breaks.
const INDIFFERENT: &[&str] = &["-fno-strict-aliasing"];

/// How many compilers are on the panel at most, beside the accused one.
const PANEL: usize = 2;

/// What every candidate of a program must pass.
pub(crate) struct Gate<'a> {
    accused: Accused<'a>,
    model: &'a Case,
    /// Who says what a candidate must print.
    first: (&'a Patient, Options),
    /// Who must agree.
    others: Vec<(&'a Patient, Options)>,
    /// Options with which the bug shows as well.
    indifferent: Vec<Options>,
}

impl<'a> Gate<'a> {
    /// The gate for a program that shows a bug; an error if there are not enough compilers or sanitizers for one.
    pub(crate) fn new(accused: &Accused<'a>, ward: &'a Ward, model: &'a Case) -> Result<Gate<'a>, Error> {
        let desk = accused.lab.desk(model, accused.meter)?;
        let right = |patient: &'a Patient, words: &str| {
            let options = with_target_of(words, &accused.options);
            let outcome = desk.try_on(patient, &options, &[], Patience::Brief);
            (outcome == Outcome::Right).then_some((patient, options))
        };
        let others = ward.witnesses(accused.patient, model).into_iter().map(|trial| trial.patient);
        let others = others.filter(|patient| !std::ptr::eq(*patient, accused.patient));
        let mut panel: Vec<_> = others.filter_map(|patient| right(patient, PLAIN)).take(PANEL).collect();
        let Some(first) = panel.first().cloned() else {
            return Err(unchecked(model, "no second compiler is here that gets it right"));
        };
        panel.extend(right(accused.patient, PLAIN));
        if panel.len() < 2 {
            return Err(unchecked(model, "no two compilers are here that agree about it"));
        }
        let patients: Vec<&Patient> = panel.iter().map(|(patient, _)| *patient).collect();
        let mut others = panel.split_off(1);
        let mut indifferent = Vec::new();
        if accused.kind.row().stage == Stage::Run {
            let sanitized: Vec<_> = patients.iter().filter_map(|patient| right(patient, SANITIZED)).collect();
            if sanitized.is_empty() {
                return Err(unchecked(model, "no compiler is here whose sanitizers work"));
            }
            others.extend(sanitized);
            others.extend(VALUED.iter().flat_map(|words| patients.iter().filter_map(|patient| right(patient, words))));
            let beside = INDIFFERENT.iter().map(|word| accused.options.and([*word]));
            indifferent.extend(beside.filter(|options| shows(accused, &desk, options)));
        }
        if let Some(why) = desk.unreliable() {
            return Err(Error::CalledOff(why));
        }
        // The witness is on the panel, or another one is.
        let accused = Accused { witness: None, ..accused.clone() };
        Ok(Gate { accused, model, first, others, indifferent })
    }

    /// A text as a program under test with what it must do, if it can be compiled and run without optimisation.
    pub(crate) fn case(&self, text: &str) -> Option<Case> {
        let case = with_text(self.model, text, b"", 0);
        let desk = self.accused.lab.desk(&case, self.accused.meter).ok()?;
        let (stdout, status) = desk.output(self.first.0, &self.first.1)?;
        Some(with_text(self.model, text, stdout.as_bytes(), status))
    }
}

fn unchecked(model: &Case, why: &str) -> Error {
    Error::Unchecked(format!("smaller programs in {} can't be checked: {why}", model.language))
}

fn shows(accused: &Accused, desk: &Desk, options: &Options) -> bool {
    accused.is_same(&desk.try_on(accused.patient, options, &[], Patience::Brief))
}

/// Some options for the target for which others are.
fn with_target_of(words: &str, others: &Options) -> Options {
    let is_target = |word: &&String| Options::parse(word).target().is_some();
    Options::parse(words).and(others.words().iter().filter(is_target).cloned())
}

impl Test for Gate<'_> {
    fn interesting(&self, candidate: &Candidate) -> bool {
        let Some(case) = self.case(&candidate.text) else { return false };
        if !self.accused.shows(&case) {
            return false;
        }
        let Ok(desk) = self.accused.lab.desk(&case, self.accused.meter) else { return false };
        let is_right = |(patient, options): &(&Patient, Options)| {
            desk.try_on(patient, options, &[], Patience::Brief) == Outcome::Right
        };
        self.others.iter().all(is_right) && self.indifferent.iter().all(|options| shows(&self.accused, &desk, options))
    }
}
