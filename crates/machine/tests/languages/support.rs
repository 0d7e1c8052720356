//! Compilers and processes.

use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What a process did.
pub struct Ran {
    /// What it printed.
    pub stdout: String,
    /// What it complained about.
    pub stderr: String,
    /// Whether it ended well.
    pub success: bool,
}

/// The path of a command, if it is installed.
pub fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|dir| dir.join(name)).find(|file| file.is_file())
}

/// Runs a command with nothing to read.
pub fn run(command: &mut Command) -> Ran {
    let output = command.stdin(Stdio::null()).output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    Ran {
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        success: output.status.success(),
    }
}
