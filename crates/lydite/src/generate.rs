//! `lydite gen`: programs from nothing, with the output they must print.

mod batch;
mod effect;
mod emit;
mod exhaustive;
mod feature;
mod features;
mod general;
mod mutate;
mod origin;
mod settings;
mod stats;
mod weights;

use crate::exit::Exit;
use clap::Subcommand;

const EXAMPLES: &str = "\
Examples:
  lydite gen                                        a program; line 1 says how to get it again
  lydite gen --seed 7 -o t.c                        the program of seed 7
  lydite gen --seed 1 --count 1000 --out dir        a thousand, on all cores
  lydite gen --seed 7 --emit expected               what it must print
  lydite gen --seed 7 --size 300 --only while,call  a small one, made of few things
  lydite gen --effect special-constant              what a policy makes compilers do
  lydite gen features                               what programs can be made of
  lydite gen exhaustive --size 40 --limit 100       the hundred simplest programs
  lydite gen mutate t.choices --count 10 --out dir  ten neighbours of a recorded program

Every program is complete, takes no input, is free of undefined behaviour, ends soon, and prints one
line `checksum = ...`. It goes to standard output or to the file named by -o, as Csmith's do.
Numbers are written as 1000, 1_000, 1e3 or 0x3e8. `lydite gen` means `lydite gen general`.

Exit status: 0; 125 for a wrong command line or what can't be read or written; 126 for a bug in lydite.
";

/// Make C programs whose output is known
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
#[group(id = "gen")]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    general: general::Args,
}

#[derive(Subcommand)]
enum Command {
    General(general::Args),
    Features(features::Args),
    Exhaustive(exhaustive::Args),
    Mutate(mutate::Args),
}

/// Why a command can't do what it was asked to, and the status that says so.
pub struct Refusal {
    exit: Exit,
    message: String,
}

impl Refusal {
    /// What was asked for makes no sense, or can't be written.
    fn input(message: impl ToString) -> Refusal {
        Refusal { exit: Exit::BadInput, message: message.to_string() }
    }

    /// The generator failed, which it never should.
    fn internal(message: impl ToString) -> Refusal {
        Refusal { exit: Exit::Internal, message: message.to_string() }
    }
}

/// Runs the command.
pub fn execute(args: &Args) -> Exit {
    let done = match &args.command {
        None => general::execute(&args.general),
        Some(Command::General(args)) => general::execute(args),
        Some(Command::Features(args)) => {
            features::execute(args);
            Ok(())
        }
        Some(Command::Exhaustive(args)) => exhaustive::execute(args),
        Some(Command::Mutate(args)) => mutate::execute(args),
    };
    match done {
        Ok(()) => Exit::Guest(0),
        Err(refusal) => {
            crate::diagnostics::complain(&refusal.message);
            refusal.exit
        }
    }
}
