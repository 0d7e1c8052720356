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
    groups(seen).into_iter().map(|group| examine(desk, seen, &group, ward)).collect()
}

/// Outcomes that are one bug, the one to look at first.
struct Group<'a> {
    kind: Kind,
    /// What tells it from other groups.
    key: String,
    members: Vec<(&'a Trial<'a>, &'a Symptom)>,
}

fn groups<'a>(seen: &'a [Seen<'a>]) -> Vec<Group<'a>> {
    let mut groups: Vec<Group> = Vec::new();
    for s in seen {
        let Outcome::Wrong(symptom) = &s.outcome else { continue };
        let brand = s.trial.patient.brand().name();
        let key = format!("{brand} {}", symptom.key());
        match groups.iter_mut().find(|g| g.key == key) {
            Some(group) => group.members.push((&s.trial, symptom)),
            None => groups.push(Group { kind: symptom.kind, key, members: vec![(&s.trial, symptom)] }),
        }
    }
    for group in &mut groups {
        // The newest version at the lowest level tells most.
        group.members.sort_by_key(|(trial, _)| (Reverse(trial.patient.major()), trial.order));
    }
    groups
}

fn examine(desk: &Desk, seen: &[Seen], group: &Group, ward: &Ward) -> Verdict {
    let (trial, symptom) = group.members[0];
    let (patient, options) = (trial.patient, trial.options);
    let key = symptom.key();
    let same = |outcome: &Outcome| outcome.shows(&key);
    let again = desk.try_on(patient, options, &[], Patience::Alone);
    if !same(&again) {
        return Verdict::NotAgain(format!("{}: {}, but not when run again alone", trial.name(), group.kind.name()));
    }
    let witness = match group.kind {
        kind if kind.is_always_wrong() => None,
        _ => match witness(desk, seen, group, ward) {
            Some(witness) => Some(witness),
            None => {
                let found = found(desk, group, Blame::default(), None);
                return Verdict::SuspectOurs(Box::new(Found { key: format!("suspect ours: {}", found.key), ..found }));
            }
        },
    };
    let blame = if group.kind.is_wrong_code() {
        let mut bug = Bug { desk, patient, options, same: &same };
        blame::blame(method(patient), Depth::Flags, &mut bug)
    } else {
        Blame::default()
    };
    Verdict::Finding(Box::new(found(desk, group, blame, witness)))
}

/// Somebody who gets it right: of another maker if there is one.
fn witness(desk: &Desk, seen: &[Seen], group: &Group, ward: &Ward) -> Option<String> {
    let accused = group.members[0].0;
    let right = |other: bool| {
        seen.iter()
            .filter(|s| (s.trial.patient.brand() != accused.patient.brand()) == other)
            .find(|s| s.outcome == Outcome::Right)
            .map(|s| s.trial.name())
    };
    if let Some(found) = right(true) {
        return Some(found);
    }
    for trial in ward.witnesses(accused.patient, desk.case) {
        if desk.try_on(trial.patient, trial.options, &[], Patience::Usual) == Outcome::Right {
            return Some(trial.name());
        }
    }
    right(false)
}

fn found(desk: &Desk, group: &Group, blame: Blame, witness: Option<String>) -> Found {
    let (trial, symptom) = group.members[0];
    let (patient, options) = (trial.patient, trial.options);
    let mut key = format!("{} | {}", class(group.kind), group.key);
    if group.kind.is_wrong_code() {
        key.push_str(" | ");
        key.push_str(&blame.key());
        if !blame.is_known() {
            // Nothing else tells such bugs apart.
            key.push_str(&format!(" | {}", options.name()));
        }
    }
    let detail = Detail {
        kind: group.kind.name().to_owned(),
        family: desk.case.family.clone(),
        patient: info(patient),
        options: options.name(),
        flags: desk.flags(patient, options),
        ending: symptom.ending.clone(),
        message: beginning(&symptom.message),
        actual: beginning(&symptom.stdout),
        also: group.members[1..].iter().map(|(t, _)| t.name()).collect(),
        witness,
        blame: blame.is_known().then(|| blame.clone()),
        matrix: None,
        reduction: None,
    };
    Found { title: title(group.kind, patient, options, symptom, &blame), key, kind: group.kind, detail }
}

/// Wrong code is one thing, however it shows.
fn class(kind: Kind) -> &'static str {
    if kind.is_wrong_code() { "wrong-code" } else { kind.name() }
}

/// One line for people.
pub fn title(kind: Kind, patient: &Patient, options: &Options, symptom: &Symptom, blame: &Blame) -> String {
    let who = format!("{} {}", patient.name(), options.name());
    match kind {
        Kind::Crash => {
            let crash = signature::crash(&symptom.message, &symptom.ending);
            let during = crash.pass.map(|p| format!(", during {p}")).unwrap_or_default();
            format!("{who}: {}{during}", crash.normal)
        }
        Kind::Rejected | Kind::FalseAlarm => {
            format!("{who}: {}: {}", kind.name(), signature::complaint(&symptom.message))
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
