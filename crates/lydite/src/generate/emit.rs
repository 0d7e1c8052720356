//! What is written of a program, and where.

use super::Refusal;
use crate::diagnostics;
use clap::ValueEnum;
use lydite_choices::Recording;
use lydite_generate::Generated;
use lydite_generate::SourceFile;
use std::io::{Error, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// A thing to write.
#[derive(Clone, Copy, ValueEnum, PartialEq, Eq, Debug)]
pub enum Emit {
    /// The program
    Source,
    /// The choices that made it, for --replay
    Choices,
    /// What it must print
    Expected,
    /// Its functions and statements without their expressions
    Skeleton,
}

/// A file to be written: what follows the stem of its name, and its bytes.
pub struct Part {
    end: String,
    bytes: Vec<u8>,
    is_source: bool,
}

/// Whether anybody reads what goes to standard output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reader {
    /// Somebody may.
    There,
    /// The reader has seen enough, which is no error.
    Gone,
}

/// The parts of a program that are asked for; the source if nothing is.
pub fn parts(generated: &Generated, labelled: &Recording, emits: &[Emit]) -> Vec<Part> {
    let emits = if emits.is_empty() { &[Emit::Source] } else { emits };
    let mut parts: Vec<Part> = Vec::new();
    for emit in emits {
        let one = |end: &str, bytes: Vec<u8>| vec![Part { end: end.to_owned(), bytes, is_source: false }];
        let new = match emit {
            Emit::Source => {
                let part = |file: &SourceFile| Part {
                    end: format!("{}.{}", file.suffix, file.extension),
                    bytes: file.text.clone().into_bytes(),
                    is_source: true,
                };
                generated.files.iter().map(part).collect()
            }
            Emit::Choices => one(".choices", labelled.to_bytes()),
            Emit::Expected => one(".expected", generated.expected.clone()),
            Emit::Skeleton => one(".skeleton", generated.skeleton().into_bytes()),
        };
        for part in new {
            if !parts.iter().any(|other| other.end == part.end) {
                parts.push(part);
            }
        }
    }
    parts
}

/// Writes the parts to a directory under one stem; how many bytes they have.
pub fn to_directory(parts: &[Part], dir: &Path, stem: &str) -> Result<u64, Refusal> {
    let mut bytes = 0;
    for part in parts {
        write(&dir.join(format!("{stem}{}", part.end)), &part.bytes)?;
        bytes += part.bytes.len() as u64;
    }
    Ok(bytes)
}

/// Writes to one file; two parts go to files named after it.
pub fn to_file(parts: &[Part], path: &Path) -> Result<(), Refusal> {
    if let [part] = parts {
        return write(path, &part.bytes);
    }
    if parts.iter().any(|part| !part.is_source) {
        return Err(Refusal::input("-o takes one thing to emit; --out DIR takes several"));
    }
    let stem = path.with_extension("");
    parts.iter().try_for_each(|part| write(&PathBuf::from(format!("{}{}", stem.display(), part.end)), &part.bytes))
}

/// Writes the only part to standard output.
pub fn to_stdout(parts: &[Part]) -> Result<Reader, Refusal> {
    let [part] = parts else {
        return Err(Refusal::input(
            "these are several files: say where with --out DIR (two sources: also with -o FILE), or ask for one source with --one-file",
        ));
    };
    let mut stdout = std::io::stdout().lock();
    if part.end == ".choices" && stdout.is_terminal() {
        return Err(Refusal::input("choices are not text: send them to a file with -o FILE"));
    }
    match stdout.write_all(&part.bytes).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Reader::Gone),
        Err(error) => Err(Refusal::input(format!("cannot write to standard output: {}", diagnostics::reason(&error)))),
        Ok(()) => Ok(Reader::There),
    }
}

/// Makes a directory and those above it.
pub fn make_directory(dir: &Path) -> Result<(), Refusal> {
    if dir.exists() && !dir.is_dir() {
        return Err(Refusal::input(format!("--out {}: this is a file, and a directory is needed", dir.display())));
    }
    let refuse = |error: Error| format!("cannot make the directory {}: {}", dir.display(), diagnostics::reason(&error));
    std::fs::create_dir_all(dir).map_err(|error| Refusal::input(refuse(error)))
}

/// Writes a file whole or not at all.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Refusal> {
    std::fs::write(path, bytes).map_err(|error| {
        // Half a program would be taken for a program; a device or a directory is not ours to remove.
        if path.is_file() {
            let _ = std::fs::remove_file(path);
        }
        Refusal::input(format!("cannot write {}: {}", path.display(), diagnostics::reason(&error)))
    })
}
