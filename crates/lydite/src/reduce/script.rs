//! A user's script that says which programs are interesting.

use crate::findings::at;
use lydite_compilers::{Command, End, Limits, Memory, Ran, Runner, Sandbox, Trouble};
use lydite_hunt::lab::Lab;
use lydite_reduce::{Candidate, Test};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A script, the name under which it finds the program, and what runs it.
pub struct Script<'a> {
    script: PathBuf,
    file: PathBuf,
    name: String,
    timeout: Duration,
    runner: &'a Runner,
    /// Ends the reduction.
    stop: Arc<AtomicBool>,
    trouble: Mutex<Option<String>>,
}

impl<'a> Script<'a> {
    pub fn new(
        script: &Path,
        file: &Path,
        timeout: Duration,
        lab: &'a Lab,
        stop: &Arc<AtomicBool>,
    ) -> Result<Script<'a>, String> {
        use std::os::unix::fs::PermissionsExt;
        let name = file.file_name().map_or_else(|| "t.c".to_owned(), |name| name.to_string_lossy().into_owned());
        let script = script.canonicalize().map_err(|e| at(script, &e))?;
        let is_executable = script.metadata().is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0);
        if !is_executable {
            return Err(format!("{0} can't be run: chmod +x {0}", script.display()));
        }
        let file = std::path::absolute(file).map_err(|e| at(file, &e))?;
        Ok(Script {
            script,
            file,
            name,
            timeout,
            runner: lab.runner(),
            stop: Arc::clone(stop),
            trouble: Mutex::default(),
        })
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

    /// Runs it; what the machine lacks is an error, unless it has it the second time.
    fn run(&self, text: &str) -> Result<Ran, String> {
        let lacking = |ran: &Ran| match ran.trouble() {
            Some(trouble @ (Trouble::Disk | Trouble::Processes)) => Some(trouble),
            _ => None,
        };
        match self.run_once(text) {
            Ok(ran) if ran.trouble().is_none() => return Ok(ran),
            _ => {}
        }
        let ran = self.run_once(text)?;
        match lacking(&ran) {
            Some(trouble) => Err(trouble.advice().to_owned()),
            None => Ok(ran),
        }
    }

    fn run_once(&self, text: &str) -> Result<Ran, String> {
        let dir = self.runner.scratch().dir().map_err(|e| e.to_string())?;
        dir.write(&self.name, text.as_bytes()).map_err(|e| e.to_string())?;
        Ok(self.runner.run(&as_the_user(Command::new(&self.script, dir.path()).arg(&self.name), self.timeout)))
    }

    /// What the machine lacked, if that ended the reduction.
    pub fn trouble(&self) -> Option<String> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Tries it with the program as it is; says how to try it by hand if it does not end with 0.
    pub fn try_first(&self, text: &str) -> Result<(), String> {
        let ran = self.run(text)?;
        if ran.end.is_success() {
            return Ok(());
        }
        let script = self.script.display();
        let how = match &ran.end {
            End::Exit(status) => format!("ends with status {status} instead of 0"),
            End::Wall | End::Cpu => format!("takes longer than {} s (--timeout)", self.timeout.as_secs()),
            End::Signal(_) => format!("is killed by {}", ran.end.words()),
            End::Stopped => return Err("interrupted before the reduction began".to_owned()),
            End::NotStarted { errno, reason } => {
                let hint = START.iter().find(|row| Some(row.0) == *errno).map_or(reason.as_str(), |row| row.1);
                return Err(format!("{script} can't be started: {hint}"));
            }
            end => format!("does not end by itself ({})", end.words()),
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

/// Why a script does not start: the system's number, and what to do.
const START: &[(i32, &str)] = &[
    (2, "the interpreter that its first line names is not there"),
    (8, "its first line must name an interpreter, such as #!/bin/sh"),
    (13, "it may not be executed there: chmod +x, or its file system is mounted with noexec"),
];

/// A command of the user's own: it may do what the user may, for as long as the user says.
pub fn as_the_user(mut command: Command, time: Duration) -> Command {
    let dir = command.private().to_owned();
    // Nought is as good as not set, and the user may have set neither.
    for (name, value) in
        [("LANG", ""), ("LC_ALL", "")].into_iter().map(|(n, v)| (n.into(), v.into())).chain(std::env::vars_os())
    {
        command = command.env(name, value);
    }
    command.env("TMPDIR", dir).sandbox(Sandbox::Off).limits(Limits {
        wall: time,
        // Of each process, which may have many threads.
        cpu: time.saturating_mul(64),
        memory: Memory::Unlimited,
        file_size: u64::MAX,
        output: Limits::COMPILE.output,
        flood: u64::MAX,
    })
}

impl Test for Script<'_> {
    fn interesting(&self, candidate: &Candidate) -> bool {
        match self.run(&candidate.text) {
            Ok(ran) => ran.end.is_success(),
            Err(why) => {
                *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
                self.stop.store(true, Ordering::SeqCst);
                false
            }
        }
    }
}
