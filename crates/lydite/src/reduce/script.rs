//! A user's script that says which programs are interesting.

use crate::findings::at;
use lydite_compilers::{Command, End, Limits, Memory, Ran, Runner, Sandbox};
use lydite_hunt::lab::Lab;
use lydite_reduce::{Candidate, Test};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A script, the name under which it finds the program, and what runs it.
pub struct Script<'a> {
    script: PathBuf,
    file: PathBuf,
    name: String,
    timeout: Duration,
    runner: &'a Runner,
}

impl<'a> Script<'a> {
    pub fn new(script: &Path, file: &Path, timeout: Duration, lab: &'a Lab) -> Result<Script<'a>, String> {
        use std::os::unix::fs::PermissionsExt;
        let name = file.file_name().map_or_else(|| "t.c".to_owned(), |name| name.to_string_lossy().into_owned());
        let script = script.canonicalize().map_err(|e| at(script, &e))?;
        let is_executable = script.metadata().is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0);
        if !is_executable {
            return Err(format!("{0} can't be run: chmod +x {0}", script.display()));
        }
        let file = std::path::absolute(file).map_err(|e| at(file, &e))?;
        Ok(Script { script, file, name, timeout, runner: lab.runner() })
    }

    /// Where it is.
    pub fn path(&self) -> String {
        self.script.display().to_string()
    }

    /// Where the program is.
    pub fn file(&self) -> String {
        self.file.display().to_string()
    }

    /// What the program is called.
    pub fn name(&self) -> String {
        self.name.clone()
    }

    fn run(&self, text: &str) -> Result<Ran, String> {
        let dir = self.runner.scratch().dir().map_err(|e| e.to_string())?;
        dir.write(&self.name, text.as_bytes()).map_err(|e| e.to_string())?;
        // It is the user's own: it may do what the user may, for as long as the user says.
        let limits = Limits { wall: self.timeout, cpu: self.timeout, memory: Memory::Unlimited, ..Limits::COMPILE };
        Ok(self
            .runner
            .run(&Command::new(&self.script, dir.path()).arg(&self.name).sandbox(Sandbox::Off).limits(limits)))
    }

    /// Tries it with the program as it is; says how to try it by hand if it does not end with 0.
    pub fn try_first(&self, text: &str) -> Result<(), String> {
        let ran = self.run(text)?;
        if ran.end.is_success() {
            return Ok(());
        }
        let how = match ran.end {
            End::Exit(status) => format!("ends with status {status} instead of 0"),
            End::Wall | End::Cpu => format!("takes longer than {} s (--timeout)", self.timeout.as_secs()),
            _ => "did not end by itself".to_owned(),
        };
        let words = ["cp", &self.file(), "."].map(str::to_owned);
        let copy = Command::of_words(words, "/").map(|c| c.line()).unwrap_or_default();
        let call = Command::new(&self.script, "/").arg(&self.name).line();
        let said = ran.stderr.text();
        let said = said.trim();
        let said = if said.is_empty() { String::new() } else { format!("\nit says: {said}") };
        Err(format!(
            "the script {how} for the program as it is, so there is nothing to reduce; try it by hand:\n  cd \"$(mktemp -d)\" && {copy} && {call}; echo $?{said}"
        ))
    }
}

impl Test for Script<'_> {
    fn interesting(&self, candidate: &Candidate) -> bool {
        self.run(&candidate.text).is_ok_and(|ran| ran.end.is_success())
    }
}
