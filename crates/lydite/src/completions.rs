//! `lydite completions`: scripts that complete the command line.

use crate::exit::Exit;
use clap_complete::Shell;

/// Print a script that makes a shell complete this command line
#[derive(clap::Args)]
#[command(after_help = "Example:\n  lydite completions bash > ~/.local/share/bash-completion/completions/lydite\n")]
pub struct Args {
    /// The shell
    shell: Shell,
}

/// Runs the command.
pub fn execute(args: &Args) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut crate::command_line(), "lydite", &mut script);
    crate::json::write(&String::from_utf8_lossy(&script));
    Exit::Guest(0)
}
