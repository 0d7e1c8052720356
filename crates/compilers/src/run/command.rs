//! What to run.

use super::stop::Stop;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What to run, where, and within which limits.
#[derive(Clone, Debug)]
pub struct Command {
    pub(crate) program: OsString,
    pub(crate) args: Vec<OsString>,
    pub(crate) dir: PathBuf,
    pub(crate) stdin: Stdin,
    pub(crate) env: Vec<(OsString, OsString)>,
    pub(crate) limits: Limits,
    pub(crate) sandbox: Sandbox,
    pub(crate) stop: Option<Stop>,
}

/// Where a child reads from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Stdin {
    /// Nothing.
    #[default]
    Null,
    /// A file.
    File(PathBuf),
}

/// What a child may touch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sandbox {
    /// It reads everything and writes only in its private directory and to `/dev/null`; it has no TCP and sends
    /// no signals to others. As much of it as the kernel knows.
    #[default]
    Private,
    /// Whatever the user may, for command prefixes such as `ssh`.
    Off,
}

/// How memory is limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory {
    /// Killed when the resident memory of the process and its descendants is above this many bytes. Works for everything,
    /// also for sanitizers and emulators, which reserve far more than they use.
    Resident(u64),
    /// As `Resident`, and each process gets no more address space than this many bytes: allocations fail.
    Address(u64),
    /// Not at all.
    Unlimited,
}

impl Memory {
    /// The number of bytes.
    pub fn bytes(self) -> Option<u64> {
        match self {
            Memory::Resident(bytes) | Memory::Address(bytes) => Some(bytes),
            Memory::Unlimited => None,
        }
    }
}

/// How much a child may use of everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Time that passes.
    pub wall: Duration,
    /// Processor time of each process, rounded up to seconds.
    pub cpu: Duration,
    /// Memory.
    pub memory: Memory,
    /// Bytes in each file it writes.
    pub file_size: u64,
    /// Bytes kept of each of its output streams; what is left out is left out in the middle.
    pub output: usize,
    /// Bytes of one stream after which it is killed.
    pub flood: u64,
}

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;

impl Limits {
    /// For a compiler: a minute, 4 GiB.
    pub const COMPILE: Limits = Limits {
        wall: Duration::from_secs(60),
        cpu: Duration::from_secs(60),
        memory: Memory::Resident(4 * GIB),
        file_size: 256 * MIB,
        output: 256 * KIB as usize,
        flood: 64 * MIB,
    };

    /// For a compiled program: ten seconds, 1 GiB.
    pub const PROGRAM: Limits = Limits {
        wall: Duration::from_secs(10),
        cpu: Duration::from_secs(10),
        memory: Memory::Resident(GIB),
        file_size: 64 * MIB,
        output: MIB as usize,
        flood: 64 * MIB,
    };
}

impl Command {
    /// A program, looked for on `PATH` if it has no slash, that works in this private directory: it starts there, may
    /// write there, and has its `HOME` and `TMPDIR` there.
    pub fn new(program: impl AsRef<OsStr>, dir: impl AsRef<Path>) -> Command {
        Command {
            program: program.as_ref().to_owned(),
            args: Vec::new(),
            dir: dir.as_ref().to_owned(),
            stdin: Stdin::Null,
            env: Vec::new(),
            limits: Limits::COMPILE,
            sandbox: Sandbox::Private,
            stop: None,
        }
    }

    /// Command words, of which the first is the program; `None` if there are none.
    pub fn of_words<W: AsRef<OsStr>>(words: impl IntoIterator<Item = W>, dir: impl AsRef<Path>) -> Option<Command> {
        let mut words = words.into_iter();
        let program = words.next()?;
        Some(Command::new(program, dir).args(words))
    }

    /// One more argument.
    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Command {
        self.args.push(arg.as_ref().to_owned());
        self
    }

    /// More arguments.
    pub fn args<A: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = A>) -> Command {
        self.args.extend(args.into_iter().map(|arg| arg.as_ref().to_owned()));
        self
    }

    /// Another private directory.
    pub fn dir(mut self, dir: impl AsRef<Path>) -> Command {
        self.dir = dir.as_ref().to_owned();
        self
    }

    /// Something to read.
    pub fn stdin(mut self, stdin: Stdin) -> Command {
        self.stdin = stdin;
        self
    }

    /// A variable beside the fixed environment, or instead of one of it.
    pub fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Command {
        self.env.push((name.as_ref().to_owned(), value.as_ref().to_owned()));
        self
    }

    /// Other limits.
    pub fn limits(mut self, limits: Limits) -> Command {
        self.limits = limits;
        self
    }

    /// Another sandbox.
    pub fn sandbox(mut self, sandbox: Sandbox) -> Command {
        self.sandbox = sandbox;
        self
    }

    /// Something by which others can call it off.
    pub fn stop(mut self, stop: &Stop) -> Command {
        self.stop = Some(stop.clone());
        self
    }

    /// The program and its arguments.
    pub fn words(&self) -> impl Iterator<Item = &OsStr> {
        std::iter::once(self.program.as_os_str()).chain(self.args.iter().map(OsString::as_os_str))
    }

    /// The private directory.
    pub fn private(&self) -> &Path {
        &self.dir
    }

    /// The limits it will run within.
    pub fn within(&self) -> Limits {
        self.limits
    }

    /// The command as one would type it in a shell.
    pub fn line(&self) -> String {
        let words: Vec<String> = self.words().map(|word| quoted(&word.to_string_lossy())).collect();
        words.join(" ")
    }
}

/// A word that a shell reads as this word.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+,:@%^".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_can_be_typed() {
        let command = Command::new("gcc", "/").args(["-DX=it's", "a b", "", "-O2", "--param=x=1"]);
        assert_eq!(command.line(), r"gcc '-DX=it'\''s' 'a b' '' -O2 --param=x=1");
    }

    #[test]
    fn words_need_a_first() {
        assert!(Command::of_words(Vec::<&str>::new(), "/").is_none());
        let command = Command::of_words(["chroot", "d", "gcc"], "/").expect("words");
        assert_eq!(command.line(), "chroot d gcc");
    }
}
