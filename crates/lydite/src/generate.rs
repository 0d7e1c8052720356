//! `lydite gen`: programs from nothing, with the output they must print.

mod batch;
mod effect;
mod emit;
mod exhaustive;
mod family;
mod feature;
mod features;
mod mutate;
mod origin;
mod settings;
mod stats;
mod weights;

use crate::exit::Exit;
use clap::Subcommand;
use lydite_generate::Family;

const EXAMPLES: &str = "\
Examples:
  lydite gen                                        a program; line 1 says how to get it again
  lydite gen --seed 7 -o t.c                        the program of seed 7
  lydite gen --seed 1 --count 1000 --out dir        a thousand, on all cores
  lydite gen --seed 7 --emit expected               what it must print
  lydite gen loops --seed 7 --one-file              loops; `lydite gen scalar` has none
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

const GENERAL: &str = "\
Examples:
  lydite gen general --seed 7                               the program of seed 7
  lydite gen general --seed 7 --emit choices -o t.choices   the choices that made it
  lydite gen general --replay t.choices                     the same program from its choices
  lydite gen general --count 100 --out dir --emit source,expected
                                                            programs, each with what it must print
  lydite gen general --without float,double --std c99 --paths all
                                                            clean on all paths, nothing after C99
  lydite gen general --split -o t.c                         t_driver.c and t_code.c
  lydite gen general --stats 1000                           what a thousand programs are made of
  lydite gen general --effect special-constant              what a policy makes compilers do
  lydite gen general --effect vla --against all --cc clang-19 --options=-O2
                                                            what a feature adds to all others
  lydite gen general --effect each --size 2000 --markdown   a row for every policy

Effects are counts per 1,000 tokens, with and without; docs/policies.md says how they are measured.
";

const SCALAR: &str = "\
Examples:
  lydite gen scalar --seed 7 -o t.c                  t_driver.c and t_code.c: values are opaque to either
  lydite gen scalar --seed 7 --one-file              one file
  lydite gen scalar --seed 7 --without-policies      the same without deliberate biases
  lydite gen scalar --stats 1000                     what a thousand programs are made of
";

const LOOPS: &str = "\
Examples:
  lydite gen loops --seed 7 -o t.c                   t_driver.c and t_code.c: values are opaque to either
  lydite gen loops --seed 7 --emit skeleton          its loops and what they aim at
  lydite gen loops --only stencil,reduction          these policies and what they need
  lydite gen loops --seed 7 --without-policies       the same without deliberate biases
";

/// Make C programs whose output is known
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
#[group(id = "gen")]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    general: family::Args,
}

#[derive(Subcommand)]
enum Command {
    /// Make programs of everything C has: the usual family
    #[command(after_help = GENERAL)]
    General(family::Args),
    /// Make large functions without loops, aimed at scalar optimisations
    #[command(after_help = SCALAR)]
    Scalar(family::Args),
    /// Make loops, nests and sequences of loops, aimed at loop optimisations and vectorisers
    #[command(after_help = LOOPS)]
    Loops(family::Args),
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
        None => family::execute(Family::General, &args.general),
        Some(Command::General(args)) => family::execute(Family::General, args),
        Some(Command::Scalar(args)) => family::execute(Family::Scalar, args),
        Some(Command::Loops(args)) => family::execute(Family::Loops, args),
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
