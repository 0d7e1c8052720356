//! Results for scripts.

use crate::diagnostics::Location;
use crate::exit::Exit;
use lydite_cfront::Error;
use lydite_lang::{Files, Place, Program};
use lydite_machine::{Outcome, Report, Verdict};
use serde::Serialize;
use std::io::Write;

/// The object `lydite run --json` prints; fields that do not apply are null.
#[derive(Serialize, Default)]
pub struct Run {
    verdict: &'static str,
    status: u8,
    kind: Option<&'static str>,
    clause: Option<&'static str>,
    message: Option<String>,
    #[serde(flatten)]
    at: At,
    stack: Vec<Frame>,
    stdout: String,
    stderr: String,
    steps: u64,
    memory: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<crate::profile::Summary>,
}

/// A place in a file.
#[derive(Serialize, Default)]
pub struct At {
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
}

/// A call that had not returned.
#[derive(Serialize)]
struct Frame {
    function: String,
    #[serde(flatten)]
    at: At,
}

impl At {
    /// A place of a program.
    pub fn of(files: &Files, place: Place) -> At {
        At::new(&Location::of(files, place))
    }

    /// `file:line:column`
    pub fn text(&self) -> String {
        match (&self.file, self.line, self.column) {
            (Some(file), Some(line), Some(column)) => format!("{file}:{line}:{column}"),
            _ => "(no place)".to_owned(),
        }
    }

    fn new(place: &Location) -> At {
        match place.line {
            0 => At::default(),
            line => At { file: Some(place.file.to_owned()), line: Some(line), column: Some(place.column) },
        }
    }
}

/// How a run ended.
pub fn outcome(program: &Program, outcome: &Outcome, exit: Exit, profile: Option<&crate::profile::Profile>) -> Run {
    let mut run = Run {
        status: exit.status(),
        stdout: String::from_utf8_lossy(&outcome.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&outcome.stderr).into_owned(),
        steps: outcome.steps,
        memory: outcome.memory,
        profile: profile.map(|profile| crate::profile::summary(program, profile)),
        ..Run::default()
    };
    run.verdict = match &outcome.verdict {
        Verdict::Exit(_) => "exit",
        Verdict::Abort => "abort",
        Verdict::Undefined(_) => "undefined",
        Verdict::Ambiguous(_) => "ambiguous",
        Verdict::Budget(_) => "budget",
        Verdict::Unsupported(_) => "unsupported",
    };
    if let Some(report) = outcome.verdict.report() {
        add_report(&mut run, &program.files, report);
    }
    run
}

fn add_report(run: &mut Run, files: &Files, report: &Report) {
    let row = report.kind.row();
    run.kind = Some(row.slug);
    run.clause = Some(row.clause);
    run.message = Some(match report.detail.as_str() {
        "" => row.sentence.to_owned(),
        detail => format!("{}: {detail}", row.sentence),
    });
    run.at = At::of(files, report.place);
    let frame =
        |frame: &lydite_machine::StackFrame| Frame { function: frame.function.clone(), at: At::of(files, frame.place) };
    run.stack = report.stack.iter().map(frame).collect();
}

/// A program that could not be read.
pub fn unreadable(error: &Error, exit: Exit) -> Run {
    let (at, message) = match error {
        Error::Syntax { file, line, column, message } | Error::Unsupported { file, line, column, message } => {
            (At::new(&Location { file, line: *line, column: *column }), message.clone())
        }
        other => (At::default(), crate::diagnostics::unread(other)),
    };
    let verdict = if exit == Exit::Unsupported { "unsupported" } else { "bad-input" };
    Run { verdict, status: exit.status(), message: Some(message), at, ..Run::default() }
}

/// Prints a value as JSON.
pub fn print(value: &impl Serialize) {
    match serde_json::to_string_pretty(value) {
        Ok(text) => write(&format!("{text}\n")),
        Err(error) => crate::diagnostics::complain(&error.to_string()),
    }
}

/// Writes to standard output; a reader that has gone away is not an error.
pub fn write(text: &str) {
    let mut stdout = std::io::stdout().lock();
    let done = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    if let Err(error) = done
        && error.kind() != std::io::ErrorKind::BrokenPipe
    {
        let reason = crate::diagnostics::reason(&error);
        crate::diagnostics::complain(&format!("cannot write to standard output: {reason}"));
        std::process::exit(Exit::BadInput.status().into());
    }
}
