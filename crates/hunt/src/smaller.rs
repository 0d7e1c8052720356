//! From a finding to a small program, the pass to blame and a table of who is affected.

use crate::blame::{self, Blame, Depth, Method};
use crate::case::{Case, SourceText};
use crate::detail::{Cell, Checked, Detail, Matrix, Reduction};
use crate::error::Error;
use crate::fewer;
use crate::gate::Gate;
use crate::lab::{Bug, Desk, Lab, Meter, Patience};
use crate::oracle;
use crate::outcome::{Kind, Outcome, Symptom};
use crate::patients::{Bed, Trial, Ward, method, reads};
use crate::recipe::is_of_kernels;
use crate::signature;
use crate::twin;
use lydite_compilers::{Brand, Language, Options, Patient};
use lydite_lang::Target;
use lydite_reduce::{Budget, Candidate, Ending, Meaning, Settings, Test, Watch};
use lydite_store::FindingId;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A finding with its small program.
#[derive(Clone, Debug)]
pub struct Smaller {
    /// The last signature; none if it was called off before there was one.
    pub signature: Option<String>,
    /// One line for people.
    pub title: String,
    /// What is known.
    pub detail: Detail,
    /// The small program.
    pub case: Case,
}

/// Another reducer's last word on a text: a smaller one, or nothing.
pub type Polish<'a> = &'a dyn Fn(&str) -> Option<String>;

/// How a finding is made small.
#[derive(Clone)]
pub struct Effort<'a> {
    /// How many candidates are tried at once.
    pub threads: usize,
    /// How long it may take at most.
    pub time: Duration,
    /// With how many tests the choices that made the program are shrunk first.
    pub choices: usize,
    /// Somebody who may call it off.
    pub stop: Option<Arc<AtomicBool>>,
    /// Who is asked at the end.
    pub polish: Option<Polish<'a>>,
    /// Whether nothing is kept of what was called off.
    pub is_dropped: bool,
}

impl Effort<'_> {
    /// With so many candidates at once and so much time.
    pub fn new(threads: usize, time: Duration) -> Self {
        Effort { threads, time, choices: 0, stop: None, polish: None, is_dropped: false }
    }
}

impl Effort<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::SeqCst))
    }
}

/// A patient, options and the way in which they go wrong.
#[derive(Clone)]
pub struct Accused<'a> {
    /// The lab.
    pub lab: &'a Lab,
    /// The patient.
    pub patient: &'a Patient,
    /// Its options.
    pub options: Options,
    /// What is wrong.
    pub kind: Kind,
    /// How it shows.
    pub key: String,
    /// Flags with which it does not show, if it is known which.
    pub hidden_by: Vec<String>,
    /// Somebody who must get it right.
    pub witness: Option<Trial<'a>>,
    /// What was done.
    pub meter: &'a Meter,
}

impl<'a> Accused<'a> {
    /// The accused of a finding.
    pub fn of(
        lab: &'a Lab,
        ward: &'a Ward,
        case: &Case,
        detail: &Detail,
        meter: &'a Meter,
    ) -> Result<Accused<'a>, Error> {
        let patient = detail.patient_of(case);
        let missing = || Error::PatientMissing(format!("{} ({})", patient.name, patient.version));
        let bed: &Bed = ward.find(&patient.name).ok_or_else(missing)?;
        let kind = Kind::find(&detail.kind).ok_or_else(|| Error::Document(format!("no kind '{}'", detail.kind)))?;
        let hidden_by = detail.blame.as_ref().filter(|_| method(&bed.patient) == Method::GccFlags);
        let mut accused = Accused {
            lab,
            patient: &bed.patient,
            options: options_of(bed, detail),
            kind,
            key: detail.symptom.clone(),
            hidden_by: hidden_by.map(|blame| blame.hidden_by.clone()).unwrap_or_default(),
            witness: None,
            meter,
        };
        let desk = lab.desk(case, meter)?;
        let is_right = |t: &Trial| desk.try_on(t.patient, t.options, &[], Patience::Brief) == Outcome::Right;
        // Those at their simplest first, then whoever was right when it was found.
        let known = ward.all(case).into_iter().filter(|trial| detail.witness.as_ref() == Some(&trial.name()));
        accused.witness = ward.witnesses(&bed.patient, case).into_iter().chain(known).find(is_right);
        Ok(accused)
    }

    /// Whether an outcome is the same bug. What ends does not become endless: that takes long to see, and tells less.
    pub fn is_same(&self, outcome: &Outcome) -> bool {
        let is_endless = matches!(outcome, Outcome::Wrong(symptom) if symptom.kind == Kind::Endless);
        outcome.shows(&self.key) && (self.kind == Kind::Endless || !is_endless)
    }

    /// The same with no more options than the program needs to show it.
    fn with_fewest_options(&self, case: &Case) -> Accused<'a> {
        let with = |options: &Options| Accused { options: options.clone(), ..self.clone() };
        with(&fewer::options(&self.options, &mut |options| with(options).shows(case)))
    }

    /// Whether a program shows it, and somebody else gets the program right.
    pub fn shows(&self, case: &Case) -> bool {
        let Ok(desk) = self.lab.desk(case, self.meter) else { return false };
        if !self.is_same(&desk.try_on(self.patient, &self.options, &[], Patience::Brief)) {
            return false;
        }
        // Without what is to blame it must be right, or it has become another bug.
        if !self.hidden_by.is_empty()
            && desk.try_on(self.patient, &self.options, &self.hidden_by, Patience::Brief) != Outcome::Right
        {
            return false;
        }
        match &self.witness {
            Some(trial) => desk.try_on(trial.patient, trial.options, &[], Patience::Brief) == Outcome::Right,
            None => true,
        }
    }
}

/// The options of a finding. A name of its own means something only where it is configured.
fn options_of(bed: &Bed, detail: &Detail) -> Options {
    match bed.options.iter().find(|options| options.name() == detail.options) {
        Some(options) => options.clone(),
        None if detail.options.starts_with('-') => Options::parse(&detail.options),
        None => Options::of(detail.flags.iter().filter(|flag| !flag.starts_with("-std=")).cloned().collect()),
    }
}

/// Whether a text is a valid program that shows the bug of a finding.
pub fn is_interesting(accused: &Accused, ward: &Ward, model: &Case, text: &str) -> bool {
    let judged = |test: &dyn Test| lydite_reduce::judge(text, &model.text(), test, &settings(model)).is_ok();
    match model.language {
        Language::C => judged(&Shows { accused, model }),
        _ => Gate::new(accused, ward, model).is_ok_and(|gate| judged(&gate)),
    }
}

/// How texts of a case are read.
fn settings(case: &Case) -> Settings {
    let target = Target::find(&case.target).unwrap_or(Target::x86_64());
    Settings {
        meaning: if case.language == Language::C { Meaning::Defined } else { Meaning::Any },
        front: lydite_cfront::Options { target, ..Default::default() },
        ..Settings::default()
    }
}

/// A candidate of the reducer as a program under test.
struct Shows<'a> {
    accused: &'a Accused<'a>,
    model: &'a Case,
}

/// The same program with another text and what that must do.
pub(crate) fn with_text(model: &Case, text: &str, stdout: &[u8], status: i32) -> Case {
    Case {
        files: vec![SourceText { name: format!("t.{}", model.language.extension()), text: text.to_owned() }],
        stdout: String::from_utf8_lossy(stdout).into_owned(),
        status,
        recipe: None,
        ..model.clone()
    }
}

impl Test for Shows<'_> {
    fn interesting(&self, candidate: &Candidate) -> bool {
        let case = match &candidate.expected {
            Some(expected) => with_text(self.model, &candidate.text, &expected.stdout, expected.status),
            None => with_text(self.model, &candidate.text, b"", 0),
        };
        self.accused.shows(&case)
    }
}

/// Makes a finding small, blames a pass and sees who is affected.
pub fn smaller(
    id: FindingId,
    accused: &Accused,
    ward: &Ward,
    case: &Case,
    detail: &Detail,
    effort: Effort,
    watch: &mut dyn Watch,
) -> Result<Smaller, Error> {
    let fail = |why: String| Error::Reduce(id, why);
    let desk = accused.lab.desk(case, accused.meter)?;
    let symptom = match desk.try_on(accused.patient, &accused.options, &[], Patience::Alone) {
        Outcome::Wrong(symptom) if symptom.key() == accused.key => symptom,
        Outcome::Trouble(_) | Outcome::Stopped => return Err(called_off(&desk)),
        _ => return Err(Error::NotAgain(id)),
    };
    if accused.witness.is_none() && !accused.kind.is_always_wrong() {
        return Err(fail("nobody here gets the program right".to_owned()));
    }
    if let Some((twin, twin_case)) = twin::of(accused, ward, case) {
        let found_with = Some(detail.patient_of(case).clone());
        let detail = Detail { patient: oracle::info(twin.patient), found_with, ..detail.clone() };
        match smaller(id, &twin, ward, &twin_case, &detail, effort.clone(), watch) {
            Err(Error::NotAgain(_) | Error::Reduce(..)) => {}
            result => return result,
        }
    }
    // A text without a recipe is one that was made small before: what checked it then holds.
    let before = detail.reduction.clone().filter(|_| case.recipe.is_none());
    let whole = Small { accused: accused.clone(), case: case.clone(), symptom, reduction: before };
    let mut unreduced = None;
    let single = match is_of_kernels(case.language) {
        true => {
            unreduced = Some(format!("programs in {} are not made smaller", case.language));
            None
        }
        false => in_one_file(accused, case),
    };
    let small = match single {
        Some(single) => match made_small(id, accused, ward, &single, case.bytes(), &effort, watch) {
            Ok(small) => small.unwrap_or(whole),
            Err(Error::Unchecked(why)) => {
                unreduced = Some(why);
                whole
            }
            Err(error) => return Err(error),
        },
        None => {
            unreduced.get_or_insert_with(|| "it can't be made one file that shows the same".to_owned());
            whole
        }
    };
    if effort.is_dropped && effort.is_stopped() {
        return Err(fail("it was called off".to_owned()));
    }
    let Small { accused, case, symptom, reduction } = small;
    let desk = accused.lab.desk(&case, accused.meter)?;
    // Whoever calls it off does not wait for more than the program.
    let is_hurried = effort.is_stopped();
    let blame = match (is_hurried, &detail.blame) {
        (false, _) => blamed(&desk, &accused),
        (true, known) => known.clone().unwrap_or_default(),
    };
    let matrix = if is_hurried { detail.matrix.clone() } else { Some(matrix(&desk, &accused, ward)) };
    if !is_hurried && desk.unreliable().is_some() {
        return Err(called_off(&desk));
    }
    let title = oracle::title(accused.patient, &accused.options, &symptom, &blame);
    let signature = matrix.as_ref().filter(|_| !is_hurried).map(|m| signature_of(&accused, &symptom, &blame, m));
    // What was found in C++ may be small in C, or once have been.
    let (patient, found_with) = match case.language {
        Language::C => (detail.patient.clone(), detail.found_with.clone()),
        _ => (detail.patient_of(&case).clone(), None),
    };
    let detail = Detail {
        patient,
        found_with,
        kind: symptom.kind.name().to_owned(),
        options: accused.options.name(),
        flags: desk.flags(accused.patient, &accused.options),
        symptom: symptom.key(),
        ending: symptom.ending.clone(),
        message: crate::detail::beginning(&symptom.message),
        actual: crate::detail::beginning(&symptom.stdout),
        witness: accused.witness.map(|t| t.name()).or(detail.witness.clone()),
        blame: blame.is_known().then_some(blame),
        matrix,
        reduction,
        unreduced,
        ..detail.clone()
    };
    Ok(Smaller { signature, title, detail, case })
}

fn called_off(desk: &Desk) -> Error {
    Error::CalledOff(desk.unreliable().unwrap_or_else(|| "something could not be tried".to_owned()))
}

/// A program that shows a bug, as small as it has become.
struct Small<'a> {
    accused: Accused<'a>,
    case: Case,
    symptom: Symptom,
    reduction: Option<Reduction>,
}

/// Makes a program small; `None` if what came of it does not show the bug when it is run again alone.
fn made_small<'a>(
    id: FindingId,
    accused: &Accused<'a>,
    ward: &Ward,
    single: &Case,
    from: usize,
    effort: &Effort,
    watch: &mut dyn Watch,
) -> Result<Option<Small<'a>>, Error> {
    let began = Instant::now();
    let accused = accused.with_fewest_options(single);
    let fewer = fewer::choices(single, effort.choices, &mut |case| accused.shows(case));
    let single = fewer.as_ref().unwrap_or(single);
    let settings = Settings {
        threads: effort.threads,
        budget: Some(Budget::Time(effort.time)),
        stop: effort.stop.clone(),
        ..settings(single)
    };
    let shows = Shows { accused: &accused, model: single };
    let gate = if single.language == Language::C { None } else { Some(Gate::new(&accused, ward, single)?) };
    let test: &dyn Test = gate.as_ref().map_or(&shows, |gate| gate);
    let reduced = lydite_reduce::reduce(&single.text(), test, &settings, watch);
    let mut reduced = reduced.map_err(|e| Error::Reduce(id, e.to_string()))?;
    if let Some(polished) = effort.polish.and_then(|polish| polish(&reduced.text)) {
        reduced = reduced.or_polished(&polished, &single.text(), test, &settings);
    }
    let case = match (&reduced.expected, &gate) {
        (Some(expected), _) => with_text(single, &reduced.text, &expected.stdout, expected.status),
        (None, None) => with_text(single, &reduced.text, b"", 0),
        (None, Some(gate)) => match gate.case(&reduced.text) {
            Some(case) => case,
            None => return Ok(None),
        },
    };
    let reduction = Some(Reduction {
        from,
        to: case.bytes(),
        tests: reduced.statistics.tests,
        refused: reduced.statistics.undefined,
        seconds: began.elapsed().as_secs_f64(),
        is_cut_short: reduced.ending == Ending::Budget,
        checked: if gate.is_some() { Checked::Compilers } else { Checked::Machine },
    });
    let desk = accused.lab.desk(&case, accused.meter)?;
    let outcome = desk.try_on(accused.patient, &accused.options, &[], Patience::Alone);
    if desk.unreliable().is_some() {
        return Err(called_off(&desk));
    }
    Ok(match outcome {
        Outcome::Wrong(symptom) if symptom.key() == accused.key => Some(Small { accused, case, symptom, reduction }),
        _ => None,
    })
}

/// The program in one file, if it shows the bug there.
fn in_one_file(accused: &Accused, case: &Case) -> Option<Case> {
    if case.files.len() == 1 {
        return Some(case.clone());
    }
    let recipe = case.recipe.as_ref().filter(|recipe| recipe.is_current())?.in_one_file();
    let single = recipe.case(&recipe.make().ok()?);
    accused.shows(&single).then_some(single)
}

/// The pass to blame, looked for thoroughly.
pub fn blamed(desk: &Desk, accused: &Accused) -> Blame {
    if !accused.kind.is_wrong_code() {
        return Blame::default();
    }
    let same = |outcome: &Outcome| accused.is_same(outcome);
    let mut bug = Bug { desk, patient: accused.patient, options: &accused.options, same: &same };
    blame::blame(method(accused.patient), Depth::Passes, &mut bug)
}

/// Levels of the table, simple ones first; the one at which it was found is added if it is another.
const LEVELS: &[&str] = &["-O0", "-O1", "-O2", "-O3", "-Os"];

/// Who is affected.
pub fn matrix(desk: &Desk, accused: &Accused, ward: &Ward) -> Matrix {
    let case = desk.case;
    let level = accused.options.level();
    let beside: Vec<&str> =
        accused.options.words().iter().map(String::as_str).filter(|word| Some(*word) != level).collect();
    // What makes programs for another target stays for everybody; the rest where it is known to work.
    let target: Vec<&str> = beside.iter().copied().filter(|word| Options::parse(word).target().is_some()).collect();
    let own = level.filter(|level| !LEVELS.contains(level));
    let names: Vec<&str> = LEVELS.iter().copied().chain(own).collect();
    let with = |words: &[&str]| -> Vec<Options> {
        names.iter().map(|level| Options::parse(level).and(words.iter().copied())).collect()
    };
    let mut rows = Vec::new();
    for bed in ward.beds() {
        let patient = &bed.patient;
        let (mut levels, mut name) = (with(&target), patient.name().to_owned());
        if patient.target_with(&levels[0]) != case.target || !reads(patient, case) {
            continue;
        }
        if beside != target && patient.brand() == accused.patient.brand() {
            let flagged = with(&beside);
            if accused.lab.takes(patient, &flagged[0]) {
                levels = flagged;
                name = format!("{name} {}", beside.join(" "));
            }
        }
        // Most compilers take levels that they don't have.
        let (is_strict, own) = (patient.brand() == Brand::Ispc, patient.levels());
        let lacks = |options: &Options| is_strict && own.iter().all(|known| known.level() != options.level());
        let cells = levels.iter().map(|options| match desk.try_on(patient, options, &[], Patience::Brief) {
            _ if lacks(options) => Cell::Unknown,
            Outcome::Right => Cell::Right,
            outcome if accused.is_same(&outcome) => Cell::Fails,
            Outcome::Wrong(_) => Cell::Other,
            Outcome::Trouble(_) | Outcome::Stopped => Cell::Unknown,
        });
        rows.push((name, cells.collect()));
    }
    Matrix { levels: names.iter().map(|l| (*l).to_owned()).collect(), rows }
}

/// The last signature: the first one, with the pass to blame and who is affected.
fn signature_of(accused: &Accused, symptom: &Symptom, blame: &Blame, matrix: &Matrix) -> String {
    let first = signature::first(&signature::maker(accused.patient), symptom);
    match symptom.kind {
        Kind::Crash => first,
        kind if kind.is_wrong_code() && blame.is_known() => {
            format!("{first} | {} | {}", blame.key(), matrix.affected())
        }
        kind if kind.is_wrong_code() => format!("{first} | {} | {} {}", blame.key(), kind.name(), matrix.affected()),
        _ => format!("{first} | {}", matrix.affected()),
    }
}
