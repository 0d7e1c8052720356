//! `lydite`: a workbench that tests compilers with programs whose meaning it knows.
//!
//! This crate is the command line and nothing else: each command is a module that turns arguments into calls of the
//! libraries and their results into text and an exit status.

mod compilers;
mod completions;
mod diagnostics;
mod doctor;
mod exit;
mod generate;
mod json;
mod kinds;
mod patients;
mod print;
mod profile;
mod run;
mod source;
mod warnings;

use clap::{Parser, Subcommand};
use exit::Exit;
use std::process::ExitCode;

/// Stack for the front end, which recurses as deeply as the program nests.
const STACK: usize = 1 << 30;

const EXAMPLES: &str = "\
Examples:
  lydite run t.c                 run a program; say where it is undefined
  lydite run t.c --target i686   the same, with 32-bit pointers and long
  lydite run t.c --json          the same, for scripts
  lydite gen                     make a program; its first line says how to get it again
  lydite gen --count 9 --out d   make nine
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
        Command::Kinds(args) => kinds::execute(&args),
        Command::Print(args) => print::execute(&args),
        Command::Compilers(args) => compilers::execute(&args),
        Command::Doctor(args) => doctor::execute(&args),
        Command::Completions(args) => completions::execute(&args),
    }
}

fn main() -> ExitCode {
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
        Ok(Err(_)) => Exit::Internal.code(),
        Err(error) => {
            diagnostics::complain(&format!("no thread to work in: {error}"));
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
