//! Another reducer's last word.

use clap::ValueEnum;
use lydite_compilers::Command;
use lydite_hunt::lab::Lab;
use std::os::unix::fs::PermissionsExt;

/// A reducer that may be installed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Polisher {
    Cvise,
    Creduce,
}

impl Polisher {
    fn command(self) -> &'static str {
        match self {
            Polisher::Cvise => "cvise",
            Polisher::Creduce => "creduce",
        }
    }

    /// What it makes of a text; whether a candidate is interesting is asked with `lydite WORDS --check`.
    pub fn polish(self, text: &str, name: &str, words: &[String], jobs: usize, lab: &Lab) -> Result<String, String> {
        let dir = lab.runner().scratch().dir().map_err(|e| e.to_string())?;
        let own = std::env::current_exe().map_err(|e| e.to_string())?;
        let ask = Command::new(&own, "/").args(words).args(["--jobs", "1", "--check", name]).line();
        // Standard output is the small program's.
        let script = format!("#!/bin/sh\nexec {ask} > /dev/null 2>&1\n");
        let script = dir.write("interesting.sh", script.as_bytes()).map_err(|e| e.to_string())?;
        std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).map_err(|e| e.to_string())?;
        let command = vec![self.command().to_owned(), "--n".to_owned(), jobs.to_string()];
        let polisher = lydite_reduce::Polisher { command, script };
        lydite_reduce::polish(text, name, dir.path(), &polisher).map_err(|e| e.to_string())
    }
}
