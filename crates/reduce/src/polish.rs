//! Another reducer's last word, where one is installed.

use crate::error::Error;
use std::path::Path;
use std::process::{Command, Stdio};

/// An external reducer that is called as `cvise` and `creduce` are: the command, the script, the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polisher {
    /// The command with its options.
    pub command: Vec<String>,
    /// The interestingness script: status 0 means interesting.
    pub script: std::path::PathBuf,
}

/// Lets an external reducer work on a text in a directory of the caller's, and gives back what it leaves in the file.
///
/// The file is written there under `name`. Whether the result is still interesting and defined is for the caller to check,
/// since these reducers know nothing of meaning.
pub fn polish(text: &str, name: &str, directory: &Path, polisher: &Polisher) -> Result<String, Error> {
    let command = polisher.command.first().cloned().unwrap_or_default();
    let failed = |message: String| Error::Polish { command: command.clone(), message };
    let file = directory.join(name);
    std::fs::write(&file, text).map_err(|e| failed(e.to_string()))?;
    let status = Command::new(&command)
        .args(polisher.command.iter().skip(1))
        .arg(&polisher.script)
        .arg(name)
        .current_dir(directory)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map_err(|e| failed(e.to_string()))?;
    if !status.success() {
        return Err(failed(status.to_string()));
    }
    std::fs::read_to_string(&file).map_err(|e| failed(e.to_string()))
}
