//! `lydite check`: one program on all compilers.

use crate::exit::Exit;
use crate::number::counted;
use crate::ward::{self, refuse};
use crate::{diagnostics, json, run};
use lydite_compilers::Language;
use lydite_hunt::case::{Case, SourceText};
use lydite_hunt::lab::{Meter, Patience};
use lydite_hunt::outcome::{Kind, Outcome, Stage};
use lydite_hunt::patients::Ward;
use lydite_lang::Target;
use lydite_machine::{Limits, Verdict};
use serde_json::json;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  lydite check t.c                   every compiler, every option set
  lydite check t.c --cc gcc-12       one compiler
  lydite check t.c --options '-O0,-O3'

The machine runs the program first: one that is undefined is not shown to compilers.
A compiler that rejects the program is wrong only if another one, or the same with other options, accepts it.

Exit status: 0 all are right, 1 some compiler is wrong, 125 nothing could be tried; as `lydite run` if the program is not
defined.
";

/// Compile and run a program with all compilers and compare with what it must do
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A C program
    file: PathBuf,
    /// The version of C for the compilers
    #[arg(long = "std", value_name = "STD", default_value = "gnu17")]
    standard: String,
    /// Print a JSON array
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    patients: ward::Args,
}

/// Runs the command.
pub fn execute(args: &Args) -> Exit {
    check(args).unwrap_or_else(|message| refuse(&message))
}

fn check(args: &Args) -> Result<Exit, String> {
    let text = std::fs::read_to_string(&args.file).map_err(|e| format!("{}: {e}", args.file.display()))?;
    let lab = ward::lab(args.patients.limits.limits())?;
    let (ward, _) = ward::ward(&lab, &args.patients, &[Language::C])?;
    is_known(&args.standard, &ward)?;
    // Headers stand beside the file, and compilers read a copy of it elsewhere.
    let dir = std::path::absolute(&args.file).map_err(|e| format!("{}: {e}", args.file.display()))?;
    let beside = ["-I".to_owned(), dir.parent().unwrap_or(&dir).display().to_string()];
    let most = args.patients.limits.limits().program.output;
    let meter = Meter::default();
    let mut count = Count::default();
    let mut rows = Vec::new();
    for target in ward.targets() {
        let Some(abi) = Target::find(target) else { continue };
        let front = lydite_cfront::Options { target: abi, ..lydite_cfront::Options::default() };
        let program = match lydite_cfront::parse_file(&args.file, &front) {
            Ok(program) => program,
            Err(error) => {
                diagnostics::unreadable(&error);
                return Ok(run::unreadable_exit(&error));
            }
        };
        let outcome = lydite_machine::run(&program, &Limits::default());
        let Verdict::Exit(status) = outcome.verdict else {
            if let Some(report) = outcome.verdict.report() {
                diagnostics::report(&program.files, report);
            }
            return Ok(run::exit_of(&outcome.verdict));
        };
        let Ok(stdout) = String::from_utf8(outcome.stdout) else {
            return Ok(not_supported("prints bytes that are no UTF-8"));
        };
        if stdout.len() > most {
            return Ok(not_supported(&format!("prints more than {most} bytes")));
        }
        let name = args.file.file_name().map_or_else(|| "t.c".into(), |n| n.to_string_lossy().into_owned());
        let case = Case {
            family: "file".to_owned(),
            origin: args.file.display().to_string(),
            recipe: None,
            files: vec![SourceText { name, text: text.clone() }],
            stdout,
            status: status & 0xff,
            target: target.to_owned(),
            language: Language::C,
            standard: args.standard.clone(),
            features: Vec::new(),
        };
        let desk = lab.desk(&case, &meter).map_err(|e| e.to_string())?;
        for trial in ward.all(&case) {
            let outcome = desk.try_on(trial.patient, trial.options, &beside, Patience::Usual);
            count.add(&outcome);
            let (word, more) = match &outcome {
                Outcome::Right => ("right", String::new()),
                Outcome::Trouble(why) => ("trouble", (*why).to_owned()),
                Outcome::Stopped => ("stopped", String::new()),
                Outcome::Wrong(symptom) => (symptom.kind.name(), symptom.ending.clone()),
            };
            if args.json {
                rows.push(json!({ "compiler": trial.patient.name(), "options": trial.options.name(), "target": target, "outcome": word, "ending": more }));
            } else {
                let more = if more.is_empty() { more } else { format!(" ({more})") };
                json::write(&format!("{:<44} {word}{more}\n", trial.name()));
            }
        }
    }
    if args.json {
        json::write(&format!("{}\n", serde_json::Value::from(rows)));
    }
    count.exit()
}

/// How often what happened.
#[derive(Default)]
struct Count {
    accepted: usize,
    rejected: usize,
    wrong: usize,
    /// The machine was in trouble.
    not_tried: usize,
}

impl Count {
    fn add(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Right => self.accepted += 1,
            Outcome::Wrong(symptom) if symptom.kind == Kind::Rejected => self.rejected += 1,
            Outcome::Wrong(symptom) => {
                self.wrong += 1;
                self.accepted += usize::from(symptom.kind.row().stage == Stage::Run);
            }
            Outcome::Trouble(_) | Outcome::Stopped => self.not_tried += 1,
        }
    }

    fn exit(&self) -> Result<Exit, String> {
        match self {
            Count { wrong: 1.., .. } | Count { accepted: 1.., rejected: 1.., .. } => Ok(Exit::Found),
            Count { not_tried: count @ 1.., .. } => {
                Err(format!("{} could not be judged: the machine is in trouble", counted(*count as u64, "compilation")))
            }
            Count { rejected: 1.., .. } => Err("every compiler rejects the program: none is called wrong".to_owned()),
            Count { accepted: 1.., .. } => Ok(Exit::Guest(0)),
            _ => Err("nothing was tried: no compiler here suits the program".to_owned()),
        }
    }
}

/// Refuses a version of C that no compiler knows.
fn is_known(standard: &str, ward: &Ward) -> Result<(), String> {
    let patients = || ward.beds().iter().map(|bed| &bed.patient);
    if patients().any(|patient| patient.standard(standard).is_some()) {
        return Ok(());
    }
    let mut names: Vec<&str> = Vec::new();
    for name in patients().flat_map(|patient| &patient.facts.standards) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    Err(format!("no compiler here knows --std {standard}; they know {}", names.join(", ")))
}

fn not_supported(what: &str) -> Exit {
    diagnostics::complain(&format!("not supported: {what}"));
    Exit::Unsupported
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_rejects_is_wrong_if_someone_accepts() {
        let exit = |accepted, rejected, wrong, not_tried| Count { accepted, rejected, wrong, not_tried }.exit().ok();
        assert_eq!(exit(3, 0, 0, 0), Some(Exit::Guest(0)));
        assert_eq!(exit(1, 1, 0, 0), Some(Exit::Found));
        assert_eq!(exit(0, 0, 1, 5), Some(Exit::Found), "a crash is wrong, whoever accepts");
        for nothing in [exit(0, 2, 0, 0), exit(0, 0, 0, 0), exit(2, 0, 0, 1)] {
            assert_eq!(nothing, None);
        }
    }
}
