//! From outcomes to findings: group, confirm, doubt ourselves, blame.

use crate::blame::{self, Blame, Depth};
use crate::detail::{Detail, PatientInfo, beginning};
use crate::lab::{Bug, Desk, Patience};
use crate::outcome::{Kind, Outcome, Symptom};
use crate::patients::{Trial, Ward, method};
use crate::signature;
use lydite_compilers::{Options, Patient};
use std::cmp::Reverse;

/// What happened on one patient with one set of options.
pub struct Seen<'a> {
    /// Who and how.
    pub trial: Trial<'a>,
    /// What.
    pub outcome: Outcome,
}

/// What an oracle says of a program's outcomes.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// A compiler is wrong.
    Finding(Box<Found>),
    /// Nobody agrees with us: we are the suspect.
    SuspectOurs(Box<Found>),
    /// It did not happen again.
    NotAgain(String),
}

/// Something found.
#[derive(Clone, Debug)]
pub struct Found {
    /// What makes it the same as others.
    pub key: String,
    /// One line for people.
    pub title: String,
    /// What is wrong.
    pub kind: Kind,
    /// What is known.
    pub detail: Detail,
}

/// Judges the outcomes of one program.
pub fn judge(desk: &Desk, seen: &[Seen], ward: &Ward) -> Vec<Verdict> {
    groups(seen).into_iter().map(|group| examine(desk, seen, group, ward)).collect()
}

/// Outcomes that are one bug, the one to look at first.
struct Group<'a> {
    /// What tells it from other groups.
    key: String,
    members: Vec<(&'a Trial<'a>, &'a Symptom)>,
}

fn groups<'a>(seen: &'a [Seen<'a>]) -> Vec<Group<'a>> {
    let mut groups: Vec<Group> = Vec::new();
    for s in seen {
        let Outcome::Wrong(symptom) = &s.outcome else { continue };
        let key = signature::first(&signature::maker(s.trial.patient), symptom);
        match groups.iter_mut().find(|g| g.key == key) {
            Some(group) => group.members.push((&s.trial, symptom)),
            None => groups.push(Group { key, members: vec![(&s.trial, symptom)] }),
        }
    }
    for group in &mut groups {
        // The newest version at the lowest level tells most.
        group.members.sort_by_key(|(trial, _)| (Reverse(trial.patient.major()), trial.order));
    }
    groups
}

/// How many members of a group are tried again, until one goes wrong again.
const AGAIN: usize = 3;

fn examine(desk: &Desk, seen: &[Seen], mut group: Group, ward: &Ward) -> Verdict {
    let comes_again = |(trial, symptom): &(&Trial, &Symptom)| {
        let again = desk.try_on(trial.patient, trial.options, &[], Patience::Alone);
        again.shows(&symptom.key())
    };
    let Some(at) = group.members.iter().take(AGAIN).position(comes_again) else {
        let (trial, symptom) = group.members[0];
        return Verdict::NotAgain(format!("{}: {}, but not when run again alone", trial.name(), symptom.kind.name()));
    };
    group.members.drain(..at);
    let (trial, symptom) = group.members[0];
    let witness = match symptom.kind.is_always_wrong() {
        true => None,
        false if is_shared(seen, trial, symptom) => return suspect(desk, &group),
        false => match witness(desk, seen, trial, ward) {
            Some(witness) => Some(witness),
            None => return suspect(desk, &group),
        },
    };
    let blame = if symptom.kind.is_wrong_code() {
        let key = symptom.key();
        let same = |outcome: &Outcome| outcome.shows(&key);
        let mut bug = Bug { desk, patient: trial.patient, options: trial.options, same: &same };
        blame::blame(method(trial.patient), Depth::Flags, &mut bug)
    } else {
        Blame::default()
    };
    Verdict::Finding(Box::new(found(desk, &group, blame, witness)))
}

fn suspect(desk: &Desk, group: &Group) -> Verdict {
    let found = found(desk, group, Blame::default(), None);
    Verdict::SuspectOurs(Box::new(Found { key: format!("{SUSPECT}: {}", found.key), ..found }))
}

/// How signatures of suspects of our own begin.
pub const SUSPECT: &str = "suspect ours";

/// Whether another maker's compiler makes a program that prints the same wrong thing: two that err alike are a sign that we do.
fn is_shared(seen: &[Seen], accused: &Trial, symptom: &Symptom) -> bool {
    let same = |s: &Seen| matches!(&s.outcome, Outcome::Wrong(w) if (w.kind, &w.stdout, &w.ending) == (symptom.kind, &symptom.stdout, &symptom.ending));
    symptom.kind == Kind::WrongOutput && seen.iter().any(|s| s.trial.maker() != accused.maker() && same(s))
}

/// Somebody who gets it right: of another maker if one can be asked.
fn witness(desk: &Desk, seen: &[Seen], accused: &Trial, ward: &Ward) -> Option<String> {
    let is_other = |trial: &Trial| trial.maker() != accused.maker();
    let right = |other: bool| {
        let others = seen.iter().filter(|s| is_other(&s.trial) == other);
        others.clone().find(|s| s.outcome == Outcome::Right).map(|s| s.trial.name())
    };
    let (others, own): (Vec<Trial>, Vec<Trial>) =
        ward.witnesses(accused.patient, desk.case).into_iter().partition(is_other);
    let ask = |trials: &[Trial]| {
        let is_right = |t: &&Trial| desk.try_on(t.patient, t.options, &[], Patience::Usual) == Outcome::Right;
        trials.iter().find(is_right).map(Trial::name)
    };
    let found = right(true).or_else(|| ask(&others));
    match others.is_empty() {
        true => found.or_else(|| right(false)).or_else(|| ask(&own)),
        false => found,
    }
}

fn found(desk: &Desk, group: &Group, blame: Blame, witness: Option<String>) -> Found {
    let (trial, symptom) = group.members[0];
    let (patient, options) = (trial.patient, trial.options);
    let mut key = group.key.clone();
    if symptom.kind.is_wrong_code() {
        key.push_str(&format!(" | {}", blame.key()));
        if !blame.is_known() {
            // Nothing else tells such bugs apart.
            key.push_str(&format!(" | {} {}", symptom.kind.name(), options.name()));
        }
    }
    let detail = Detail {
        kind: symptom.kind.name().to_owned(),
        family: desk.case.family.clone(),
        patient: info(patient),
        options: options.name(),
        flags: desk.flags(patient, options),
        symptom: symptom.key(),
        ending: symptom.ending.clone(),
        message: beginning(&symptom.message),
        actual: beginning(&symptom.stdout),
        also: group.members[1..].iter().map(|(t, _)| t.name()).collect(),
        witness,
        blame: blame.is_known().then(|| blame.clone()),
        matrix: None,
        reduction: None,
        unreduced: None,
        found_with: None,
    };
    Found { title: title(patient, options, symptom, &blame), key, kind: symptom.kind, detail }
}

/// One line for people.
pub fn title(patient: &Patient, options: &Options, symptom: &Symptom, blame: &Blame) -> String {
    let who = format!("{} {}", patient.name(), options.name());
    match symptom.kind {
        Kind::Crash => {
            let crash = signature::crash(&symptom.message, &symptom.ending);
            let during = crash.pass.map(|p| format!(", during {p}")).unwrap_or_default();
            format!("{who}: {}{during}", crash.normal)
        }
        Kind::Rejected | Kind::FalseAlarm => {
            format!("{who}: {}: {}", symptom.kind.name(), signature::complaint(&symptom.message))
        }
        kind if kind.is_wrong_code() && blame.is_known() => {
            let what = blame.passes.first().cloned().unwrap_or_else(|| blame.hidden_by.join(" "));
            format!("{who}: {}, {what}", kind.name())
        }
        kind => format!("{who}: {}", kind.name()),
    }
}

/// A patient as reports name it.
pub fn info(patient: &Patient) -> PatientInfo {
    PatientInfo {
        name: patient.name().to_owned(),
        version: patient.facts.version.clone(),
        brand: patient.brand().name().to_owned(),
        triple: patient.facts.triple.clone(),
        flags: patient.candidate.flags.clone(),
        file: patient.candidate.path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
    }
}
