//! The system's preprocessor, when a text has directives.

use crate::error::Error;
use crate::{Options, Preprocess};
use lydite_lang::Target;
use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// How much preprocessed text we accept.
const OUTPUT_LIMIT: u64 = 256 << 20;

/// Whether a text has something only a preprocessor can deal with: a directive that is no line marker or pragma, or
/// a line joined to the next.
pub(crate) fn is_needed(text: &[u8]) -> bool {
    let mut rest = text;
    // A directive is the first thing on its line.
    let mut line_start = true;
    while let Some((&byte, tail)) = rest.split_first() {
        match byte {
            b'\n' => line_start = true,
            b' ' | b'\t' | b'\r' | 0x0b | 0x0c => {}
            b'#' if line_start => {
                if is_real_directive(tail) {
                    return true;
                }
                line_start = false;
            }
            _ => {
                // Nothing else on this line can start a directive; see whether it is joined to the next.
                let end = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
                if end < rest.len() && rest[..end].trim_ascii_end().ends_with(b"\\") {
                    return true;
                }
                rest = &rest[end..];
                continue;
            }
        }
        rest = tail;
    }
    false
}

/// Whether a text that has not been preprocessed has a name like those of predefined macros (`__SIZE_TYPE__`).
pub(crate) fn may_use_macros(text: &[u8]) -> bool {
    !text.starts_with(b"# ") && text.windows(3).any(|w| w[..2] == *b"__" && w[2].is_ascii_uppercase())
        || text.windows(7).any(|w| w == b"_Pragma")
}

fn is_real_directive(after_hash: &[u8]) -> bool {
    let end = after_hash.iter().position(|&b| b == b'\n').unwrap_or(after_hash.len());
    let line = after_hash[..end].trim_ascii();
    let word = line.split(|b| !b.is_ascii_alphanumeric()).next().unwrap_or_default();
    match word {
        b"pragma" | b"line" | b"ident" => false,
        [first, ..] => !first.is_ascii_digit(),
        [] => !line.is_empty(),
    }
}

/// The command lines to try for a target, best first.
fn candidates(target: &Target) -> Vec<Vec<String>> {
    let line = |words: &[&str]| words.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>();
    let cross = format!("{}-gcc", target.triple);
    let native = cfg!(target_os = "linux") && target.triple.starts_with(std::env::consts::ARCH);
    if native {
        return vec![line(&["gcc", "-E"]), line(&["clang", "-E"]), line(&["cc", "-E"]), line(&["cpp"])];
    }
    let mut all = vec![line(&[&cross, "-E"])];
    if target.name == "i686" && cfg!(target_arch = "x86_64") {
        all.push(line(&["gcc", "-m32", "-E"]));
    }
    all
}

/// Runs the preprocessor on a text whose file is `path` if it has one.
pub(crate) fn run(text: &[u8], name: &str, path: Option<&Path>, options: &Options) -> Result<Vec<u8>, Error> {
    let commands = match &options.preprocess {
        Preprocess::With(command) => vec![command.clone()],
        _ => candidates(options.target),
    };
    for command in &commands {
        let Some((program, args)) = command.split_first() else { continue };
        match start(program, args, path, options) {
            Ok(child) => return finish(child, program, text, name, path),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => {
                return Err(Error::Preprocessor {
                    message: format!("can't start the preprocessor '{program}': {error}"),
                });
            }
        }
    }
    let tried: Vec<String> = commands.iter().filter_map(|c| c.first()).map(|p| format!("'{p}'")).collect();
    Err(Error::Preprocessor {
        message: format!(
            "{name}: the text has directives, but there is no preprocessor for {} (tried {}); install one or give preprocessed text",
            options.target.triple,
            tried.join(", ")
        ),
    })
}

fn start(program: &str, args: &[String], path: Option<&Path>, options: &Options) -> std::io::Result<Child> {
    let mut command = Command::new(program);
    command.args(args).args(["-x", "c"]);
    for define in &options.defines {
        command.arg(format!("-D{define}"));
    }
    for dir in &options.include_dirs {
        command.arg("-I").arg(dir);
    }
    match path {
        Some(path) if path.to_string_lossy().starts_with('-') => command.arg(Path::new(".").join(path)),
        Some(path) => command.arg(path),
        None => command.arg("-"),
    };
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()
}

fn finish(mut child: Child, program: &str, text: &[u8], name: &str, path: Option<&Path>) -> Result<Vec<u8>, Error> {
    let failed = |message: String| Error::Preprocessor { message };
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let mut output = Vec::new();
    let mut errors = Vec::new();
    let mut read_error = None;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            if let (Some(mut stdin), None) = (stdin, path) {
                let escaped = name.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ");
                // A child that stops reading says why on its stderr.
                let _ = stdin.write_all(format!("# 1 \"{escaped}\"\n").as_bytes()).and_then(|()| stdin.write_all(text));
            }
        });
        scope.spawn(|| {
            if let Some(mut stderr) = stderr {
                let mut kept = Vec::new();
                let _ = stderr.by_ref().take(64 << 10).read_to_end(&mut kept);
                let _ = std::io::copy(&mut stderr, &mut std::io::sink());
                errors = kept;
            }
        });
        if let Some(stdout) = stdout
            && let Err(error) = stdout.take(OUTPUT_LIMIT + 1).read_to_end(&mut output)
        {
            read_error = Some(error);
        }
        if output.len() as u64 > OUTPUT_LIMIT {
            // Ends the writers and readers above; whether it was still alive does not matter.
            let _ = child.kill();
        }
    });
    let status = child.wait().map_err(|e| failed(format!("preprocessor '{program}': {e}")))?;
    if output.len() as u64 > OUTPUT_LIMIT {
        return Err(failed(format!("{name}: more than {} MiB after preprocessing", OUTPUT_LIMIT >> 20)));
    }
    if let Some(error) = read_error {
        return Err(failed(format!("preprocessor '{program}': {error}")));
    }
    if status.success() {
        return Ok(output);
    }
    let errors = String::from_utf8_lossy(&errors);
    let first = errors.lines().find(|l| l.contains("error")).or_else(|| errors.lines().next());
    Err(failed(match first {
        Some(line) => format!("{line} (from the preprocessor '{program}')"),
        None => format!("{name}: the preprocessor '{program}' failed with {status}"),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_real_directives_need_it() {
        assert!(is_needed(b"#include <stdio.h>\n"));
        assert!(is_needed(b"int x;\n  # define A 1\n"));
        assert!(is_needed(b"int a\\\nb;\n"));
        assert!(!is_needed(b"# 1 \"a.c\"\nint x;\n#pragma pack(1)\n#\n"));
        assert!(!is_needed(b"char *s = \"#include\";"));
        assert!(!is_needed(b""));
    }
}
