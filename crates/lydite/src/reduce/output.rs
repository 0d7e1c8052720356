//! Where the small program goes: looked at before anything is done, written as a whole or not at all.

use crate::diagnostics::reason;
use crate::findings::at;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// A file, or standard output.
pub struct Output {
    path: Option<PathBuf>,
    /// What becomes the file when all of it is written; without one, the file itself is written to.
    part: Option<PathBuf>,
}

impl Output {
    /// Sees that the file can be written.
    pub fn open(path: Option<&Path>) -> Result<Output, String> {
        let Some(path) = path else { return Ok(Output { path: None, part: None }) };
        // Where a link leads.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let old = path.metadata().ok();
        let part = path.with_extension(format!("{}.part", std::process::id()));
        let made = match &old {
            Some(old) if !old.is_file() => None,
            _ => Some(File::create_new(&part).and_then(|file| match &old {
                Some(old) => file.set_permissions(old.permissions()),
                None => Ok(()),
            })),
        };
        match made {
            Some(Ok(())) => return Ok(Output { path: Some(path), part: Some(part) }),
            Some(Err(error)) if old.is_none() => return Err(at(&path, &error)),
            _ => {}
        }
        OpenOptions::new().write(true).open(&path).map_err(|e| at(&path, &e))?;
        Ok(Output { path: Some(path), part: None })
    }

    /// Writes it.
    pub fn write(mut self, text: &str) -> Result<(), String> {
        let Some(path) = &self.path else { return say(text) };
        let failed = |e: std::io::Error| at(path, &e);
        match &self.part {
            None => {
                return OpenOptions::new()
                    .write(true)
                    .truncate(true)
                    .open(path)
                    .map_err(failed)?
                    .write_all(text.as_bytes())
                    .map_err(failed);
            }
            Some(part) => {
                std::fs::write(part, text).map_err(failed)?;
                std::fs::rename(part, path).map_err(failed)?;
            }
        }
        self.part = None;
        Ok(())
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            let _ = std::fs::remove_file(part);
        }
    }
}

/// Prints a text to standard output.
pub fn say(text: &str) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|e| format!("standard output: {}", reason(&e)))
}
