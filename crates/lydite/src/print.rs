//! `lydite print`: the program as it was understood, as C.

use crate::exit::Exit;
use crate::{diagnostics, json, source};
use lydite_cfront::Error;

const EXAMPLES: &str = "\
Examples:
  lydite print t.c                     macros expanded, headers gone, types spelled out
  lydite print t.c | gcc -x c -o t -   it compiles, and means the same
";

/// Print a C program back from the tree it was read into: self-contained, one declaration each
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    source: source::Args,
}

/// Runs the command.
pub fn execute(args: &Args) -> Exit {
    match source::read(&args.source) {
        Ok(program) => {
            json::write(&lydite_lang::print::program(&program));
            Exit::Guest(0)
        }
        Err(error) => {
            diagnostics::unreadable(&error);
            if matches!(error, Error::Unsupported { .. }) { Exit::Unsupported } else { Exit::BadInput }
        }
    }
}
