//! Compilers and processes, for tests and benchmarks.
#![allow(dead_code, reason = "every test uses another part of it")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Seconds of CPU time after which a test's process is ended: never reached by one that works.
pub const PATIENCE: u64 = 120;

/// What a process did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ran {
    /// What it printed.
    pub stdout: Vec<u8>,
    /// What it complained about.
    pub stderr: String,
    /// Its status; 128 plus the signal if one ended it.
    pub status: i32,
}

/// The program under test.
pub fn lydite() -> Command {
    Command::new(env!("CARGO_BIN_EXE_lydite"))
}

/// The path of a command, if it is installed.
pub fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|dir| dir.join(name)).find(|file| file.is_file())
}

/// The first of these commands that is installed.
pub fn find_any(names: &[&'static str]) -> Option<&'static str> {
    names.iter().copied().find(|name| find(name).is_some())
}

/// GCC, if it is installed.
pub fn gcc() -> Option<&'static str> {
    find_any(&["gcc-12", "gcc"])
}

/// Clang, if it is installed.
pub fn clang() -> Option<&'static str> {
    find_any(&["clang-19", "clang"])
}

/// A command with nothing to read, with a limit on its CPU time in seconds.
pub fn limited(command: &Command, seconds: u64) -> Command {
    // The limit is set by a shell: the standard library can't set one without unsafe code.
    let mut limited = Command::new("sh");
    limited.args(["-c", &format!("ulimit -t {seconds}; ulimit -c 0; exec \"$0\" \"$@\"")]);
    limited.arg(command.get_program()).args(command.get_args()).stdin(Stdio::null());
    if let Some(dir) = command.get_current_dir() {
        limited.current_dir(dir);
    }
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => limited.env(name, value),
            None => limited.env_remove(name),
        };
    }
    limited
}

/// What the output of a process says.
pub fn ran(output: std::process::Output) -> Ran {
    let signal = std::os::unix::process::ExitStatusExt::signal(&output.status);
    Ran {
        stdout: output.stdout,
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        status: output.status.code().or(signal.map(|signal| 128 + signal)).unwrap_or(-1),
    }
}

/// Runs a command with nothing to read, with a limit on its CPU time in seconds.
pub fn run(command: &Command, seconds: u64) -> std::io::Result<Ran> {
    limited(command, seconds).output().map(ran)
}

/// Compiles C with these options.
pub fn compile(compiler: &str, options: &[&str], source: &Path, binary: &Path) -> Result<(), String> {
    let mut command = Command::new(compiler);
    command.args(["-std=gnu17", "-w"]).args(options).arg(source).arg("-o").arg(binary).arg("-lm");
    let ran = run(&command, PATIENCE).map_err(|error| format!("{compiler}: {error}"))?;
    if ran.status == 0 { Ok(()) } else { Err(format!("{compiler} refuses {}:\n{}", source.display(), ran.stderr)) }
}

/// CPU time used so far by the processes that have been waited for.
pub fn children_cpu() -> Duration {
    let Ok(usage) = nix::sys::resource::getrusage(nix::sys::resource::UsageWho::RUSAGE_CHILDREN) else {
        return Duration::ZERO;
    };
    [usage.user_time(), usage.system_time()]
        .iter()
        .map(|time| Duration::from_micros(time.tv_sec() as u64 * 1_000_000 + time.tv_usec() as u64))
        .sum()
}

/// CPU time used so far by this thread.
pub fn own_cpu() -> Duration {
    let clock = nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID;
    nix::time::clock_gettime(clock).map_or(Duration::ZERO, Duration::from)
}

/// Where a Csmith program's headers are.
pub const CSMITH_HEADERS: &str = "/usr/include/csmith";

/// Writes Csmith's program for a seed.
pub fn csmith(seed: u64, dir: &Path) -> Result<PathBuf, String> {
    let file = dir.join(format!("csmith-{seed}.c"));
    if file.is_file() {
        return Ok(file);
    }
    let mut command = Command::new("csmith");
    command.args(["--no-packed-struct", "--seed", &seed.to_string()]).current_dir(dir);
    let ran = run(&command, PATIENCE).map_err(|error| format!("csmith: {error}"))?;
    if ran.status != 0 {
        return Err(format!("csmith fails for seed {seed}: {}", ran.stderr));
    }
    // Whole or not at all: a run that was stopped must not leave half a program behind.
    let part = dir.join(format!("csmith-{seed}.part"));
    std::fs::write(&part, ran.stdout)
        .and_then(|()| std::fs::rename(&part, &file))
        .map_err(|error| error.to_string())?;
    Ok(file)
}

/// Whether two runs did the same; what each did, if not.
pub fn same(name: &str, expected: &Ran, ran: &Ran) -> Result<(), String> {
    if ran.status == expected.status && ran.stdout == expected.stdout {
        return Ok(());
    }
    Err(format!(
        "{name} exits {} and prints\n{}\nlydite exits {} and prints\n{}\n{}",
        expected.status,
        excerpt(&expected.stdout),
        ran.status,
        excerpt(&ran.stdout),
        ran.stderr
    ))
}

/// Bytes as text, cut to what a message can show.
pub fn excerpt(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    match text.char_indices().nth(400) {
        Some((cut, _)) => format!("{}...", &text[..cut]),
        None => text.into_owned(),
    }
}

/// A range of seeds: `1..500`, both included, or a single one.
pub fn seeds(text: &str) -> Option<std::ops::RangeInclusive<u64>> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    Some(first.parse().ok()?..=last.trim_start_matches('=').parse().ok()?)
}

/// Does something on a thread whose stack is large enough for programs that nest deeply.
pub fn with_stack<T: Send + 'static>(work: impl FnOnce() -> Result<T, String> + Send + 'static) -> Result<T, String> {
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(work).map_err(|error| error.to_string())?;
    thread.join().unwrap_or_else(|_| Err("it panicked".to_owned()))
}
