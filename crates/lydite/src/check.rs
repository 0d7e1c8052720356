//! `lydite check`: one program on all compilers.

use crate::exit::Exit;
use crate::ward::{self, refuse};
use crate::{diagnostics, run};
use lydite_hunt::case::{Case, SourceText};
use lydite_hunt::lab::{Meter, Patience};
use lydite_hunt::outcome::Outcome;
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

Exit status: 0 all are right, 1 some compiler is wrong; as `lydite run` if the program is not defined.
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
    let (ward, _) = ward::ward(&lab, &args.patients)?;
    let meter = Meter::default();
    let mut wrong = 0;
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
        let name = args.file.file_name().map_or_else(|| "t.c".into(), |n| n.to_string_lossy().into_owned());
        let case = Case {
            family: "file".to_owned(),
            origin: args.file.display().to_string(),
            recipe: None,
            files: vec![SourceText { name, text: text.clone() }],
            stdout: String::from_utf8_lossy(&outcome.stdout).into_owned(),
            status: status & 0xff,
            target: target.to_owned(),
            standard: args.standard.clone(),
            features: Vec::new(),
        };
        let desk = lab.desk(&case, &meter).map_err(|e| e.to_string())?;
        for trial in ward.all(&case) {
            let outcome = desk.try_on(trial.patient, trial.options, &[], Patience::Usual);
            let (word, more) = match &outcome {
                Outcome::Right => ("right", String::new()),
                Outcome::Trouble(why) => ("trouble", (*why).to_owned()),
                Outcome::Stopped => ("stopped", String::new()),
                Outcome::Wrong(symptom) => {
                    wrong += 1;
                    (symptom.kind.name(), symptom.ending.clone())
                }
            };
            if args.json {
                rows.push(json!({ "compiler": trial.patient.name(), "options": trial.options.name(), "target": target, "outcome": word, "ending": more }));
            } else {
                println!(
                    "{:<44} {word}{}",
                    trial.name(),
                    if more.is_empty() { String::new() } else { format!(" ({more})") }
                );
            }
        }
    }
    if args.json {
        println!("{}", serde_json::Value::from(rows));
    }
    Ok(if wrong > 0 { Exit::Found } else { Exit::Guest(0) })
}
