//! `lydite`: a workbench that tests compilers with programs whose meaning it knows.
//!
//! This crate is the command line and nothing else: each command is a module that turns arguments into calls of the
//! libraries and their results into text and an exit status.

mod check;
mod compilers;
mod completions;
mod diagnostics;
mod doctor;
mod exit;
mod findings;
mod generate;
mod hunt;
mod interrupts;
mod json;
mod kinds;
mod number;
mod patients;
mod print;
mod profile;
mod reduce;
mod run;
mod screen;
mod source;
mod ward;
mod warnings;

use clap::{Parser, Subcommand};
use exit::Exit;
use std::process::ExitCode;
use std::sync::Arc;

/// Stack for the front end, which recurses as deeply as the program nests.
const STACK: usize = 1 << 30;

const EXAMPLES: &str = "\
Examples:
  lydite run t.c                 run a program; say where it is undefined
  lydite run t.c --target i686   the same, with 32-bit pointers and long
  lydite run t.c --json          the same, for scripts
  lydite gen                     make a program; its first line says how to get it again
  lydite gen --count 9 --out d   make nine
  lydite hunt --for 10m          hunt for bugs in the compilers of this machine
  lydite findings                what was found; show, report and replay take the numbers
  lydite check t.c               one program on all compilers
  lydite kinds                   every behaviour that is looked for
  lydite print t.c               the program as it was understood
  lydite compilers               the compilers of this machine
  lydite doctor                  whether this machine has what is needed";

/// A workbench that tests compilers with programs whose meaning it knows.
#[derive(Parser)]
#[command(name = "lydite", version, about, after_help = EXAMPLES, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(run::Args),
    Gen(Box<generate::Args>),
    Hunt(Box<hunt::Args>),
    Findings(findings::ListArgs),
    Show(findings::ShowArgs),
    Replay(findings::ReplayArgs),
    Reduce(Box<reduce::Args>),
    Blame(findings::BlameArgs),
    Report(findings::ReportArgs),
    Export(findings::ExportArgs),
    Import(findings::ImportArgs),
    Forget(findings::ForgetArgs),
    Check(check::Args),
    Kinds(kinds::Args),
    Print(print::Args),
    Compilers(compilers::Args),
    Doctor(doctor::Args),
    Completions(completions::Args),
}

fn dispatch(command: Command) -> Exit {
    match command {
        Command::Run(args) => run::execute(&args),
        Command::Gen(args) => generate::execute(&args),
        Command::Hunt(args) => hunt::execute(&args),
        Command::Findings(args) => findings::list(&args),
        Command::Show(args) => findings::show(&args),
        Command::Replay(args) => findings::replay(&args),
        Command::Reduce(args) => reduce::execute(&args),
        Command::Blame(args) => findings::blame(&args),
        Command::Report(args) => findings::report(&args),
        Command::Export(args) => findings::export(&args),
        Command::Import(args) => findings::import(&args),
        Command::Forget(args) => findings::forget(&args),
        Command::Check(args) => check::execute(&args),
        Command::Kinds(args) => kinds::execute(&args),
        Command::Print(args) => print::execute(&args),
        Command::Compilers(args) => compilers::execute(&args),
        Command::Doctor(args) => doctor::execute(&args),
        Command::Completions(args) => completions::execute(&args),
    }
}

fn main() -> ExitCode {
    // A file that becomes larger than the shell allows is to be an error that is told, not our end.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let exit = if error.use_stderr() { Exit::BadInput } else { Exit::Guest(0) };
            // Nothing sensible can be done if even the message can't be written.
            let _ = error.print();
            return exit.code();
        }
    };
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || dispatch(cli.command));
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(exit)) => exit.code(),
        Ok(Err(_)) => {
            diagnostics::complain("this is a bug in lydite; please report the command and the program it was given");
            Exit::Internal.code()
        }
        Err(error) => {
            diagnostics::complain(&format!("there is no thread to work in: {}", diagnostics::reason(&error)));
            Exit::Internal.code()
        }
    }
}

/// The command line as clap knows it, for completions.
fn command_line() -> clap::Command {
    <Cli as clap::CommandFactory>::command()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_well_formed() {
        super::command_line().debug_assert();
    }
}
