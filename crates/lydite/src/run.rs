//! `lydite run`: what a program does.

use crate::exit::{self, Exit};
use crate::{diagnostics, json, number, profile, source, warnings};
use lydite_cfront::Error;
use lydite_lang::Program;
use lydite_machine::{Limits, Outcome, Verdict};
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  lydite run t.c                      exits like t.c, or with 121 at the first undefined behaviour
  lydite run t.c --steps 1e6          stop early; loops that never end are out of budget (123)
  lydite run t.c --target s390x       big-endian, unsigned char
  lydite run t.c --json | jq .kind    which behaviour it was, for scripts
  gcc -E t.c | lydite run -           preprocessed text from standard input
";

/// Run a C program and say exactly what it does: its output and status, or the first undefined thing it does
#[derive(clap::Args)]
#[command(after_help = format!("{EXAMPLES}\n{}", exit::help()))]
pub struct Args {
    #[command(flatten)]
    source: source::Args,
    /// Stop after this many steps (such as 5000000 or 5e6)
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    steps: Option<u64>,
    /// Give the program this much memory (such as 64M)
    #[arg(long, value_name = "SIZE", value_parser = number::size, allow_negative_numbers = true)]
    memory: Option<u64>,
    /// Print one JSON object instead of the program's output and messages
    #[arg(long)]
    json: bool,
    /// Say afterwards how often things ran and which values they had
    #[arg(long)]
    profile: bool,
    /// Warn about what compilers only warn about (pointers mixed with integers and with each other)
    #[arg(long)]
    all_warnings: bool,
}

/// Runs the command.
pub fn execute(args: &Args) -> Exit {
    let program = match source::read(&args.source) {
        Ok(program) => program,
        Err(error) => return unreadable(args, &error),
    };
    if args.all_warnings {
        warnings::show(&program);
    }
    let mut limits = Limits::default();
    limits.steps = args.steps.unwrap_or(limits.steps);
    limits.memory = args.memory.unwrap_or(limits.memory);
    let (outcome, profile) = match args.profile {
        false => (lydite_machine::run(&program, &limits), None),
        true => {
            let (outcome, profile) = profile::run(&program, &limits);
            (outcome, Some(profile))
        }
    };
    let exit = exit_of(&outcome.verdict);
    if args.json {
        json::print(&json::outcome(&program, &outcome, exit, profile.as_ref()));
        return exit;
    }
    let written = show(&program, &outcome);
    if let Some(profile) = profile {
        profile::show(&program, &profile);
    }
    match written {
        Ok(()) => exit,
        Err(error) => {
            diagnostics::complain(&format!("cannot write to standard output: {}", diagnostics::reason(&error)));
            Exit::BadInput
        }
    }
}

fn unreadable(args: &Args, error: &Error) -> Exit {
    let exit = unreadable_exit(error);
    match args.json {
        true => json::print(&json::unreadable(error, exit)),
        false => diagnostics::unreadable(error),
    }
    exit
}

/// The exit for what can't be read.
pub fn unreadable_exit(error: &Error) -> Exit {
    match error {
        Error::Unsupported { .. } => Exit::Unsupported,
        _ => Exit::BadInput,
    }
}

/// The exit that a verdict asks for; a status is cut to eight bits, as the system does.
pub fn exit_of(verdict: &Verdict) -> Exit {
    match (verdict, verdict.report()) {
        (_, Some(report)) => report.kind.row().class.into(),
        (Verdict::Exit(status), None) => Exit::Guest(*status as u8),
        (_, None) => Exit::Abort,
    }
}

/// What the program printed, up to where it ended; then why it ended.
fn show(program: &Program, outcome: &Outcome) -> std::io::Result<()> {
    let mut stdout = std::io::stdout().lock();
    let written = match stdout.write_all(&outcome.stdout).and_then(|()| stdout.flush()) {
        // A reader that has gone away is not the program's fault: its status still counts.
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    };
    let _ = std::io::stderr().write_all(&outcome.stderr);
    if let Some(report) = outcome.verdict.report() {
        diagnostics::report(&program.files, report);
    }
    written
}

/// A number of steps.
fn parse_count(text: &str) -> Result<u64, String> {
    number::value(text).ok_or_else(|| "a number such as 5000000 or 5e6 is needed".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_sizes() {
        assert_eq!(parse_count("5e6"), Ok(5_000_000));
        assert_eq!(parse_count("1_000"), Ok(1000));
        assert!(parse_count("1e99").is_err());
        assert!(parse_count("-1").is_err());
        assert_eq!(number::size("16M"), Ok(16 << 20));
        assert_eq!(number::size("7"), Ok(7));
        assert!(number::size("M").is_err());
        assert!(number::size("99999999999G").is_err());
    }
}
