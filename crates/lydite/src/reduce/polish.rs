//! Another reducer's last word.

use super::script::as_the_user;
use clap::ValueEnum;
use lydite_compilers::{Command, End, Runner, Stop};
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

/// A reducer that may be installed; all are called with a script and a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Polisher {
    Cvise,
    Creduce,
}

/// What it gets.
pub struct Work<'a> {
    /// The program.
    pub text: &'a str,
    /// What its file is called.
    pub name: &'a str,
    /// Whether a candidate is interesting is asked with `lydite WORDS --check`.
    pub words: &'a [String],
    /// How many of these at once.
    pub jobs: usize,
    /// How long it may take.
    pub time: Duration,
    /// Who may call it off.
    pub stop: &'a Stop,
}

impl Polisher {
    fn command(self) -> &'static str {
        match self {
            Polisher::Cvise => "cvise",
            Polisher::Creduce => "creduce",
        }
    }

    /// What it makes of a program, which is for the caller to judge: these reducers know nothing of meaning.
    pub fn polish(self, work: &Work, runner: &Runner) -> Result<String, String> {
        let failed = |why: &str| format!("{} did not finish and is left out: {why}", self.command());
        if work.time.is_zero() {
            return Err(failed("there is no time left (--for)"));
        }
        let dir = runner.scratch().dir().map_err(|e| failed(&e.to_string()))?;
        let own = std::env::current_exe().map_err(|e| failed(&e.to_string()))?;
        let ask = Command::new(&own, "/").args(work.words).args(["--jobs", "1", "--check", work.name]).line();
        // Standard output is the small program's.
        let script = format!("#!/bin/sh\nexec {ask} > /dev/null 2>&1\n");
        let script = dir.write("interesting.sh", script.as_bytes()).map_err(|e| failed(&e.to_string()))?;
        std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755))
            .map_err(|e| failed(&e.to_string()))?;
        let file = dir.write(work.name, work.text.as_bytes()).map_err(|e| failed(&e.to_string()))?;
        let command = Command::new(self.command(), dir.path()).args(["--n", &work.jobs.to_string()]);
        let command = as_the_user(command.arg(&script).arg(work.name), work.time).stop(work.stop);
        match runner.run(&command).end {
            // Out of time, the file has the smallest program so far.
            End::Exit(0) | End::Wall => std::fs::read_to_string(file).map_err(|e| failed(&e.to_string())),
            End::NotStarted { errno: Some(2), .. } => Err(failed("it is not installed")),
            end => Err(failed(&end.words())),
        }
    }
}
