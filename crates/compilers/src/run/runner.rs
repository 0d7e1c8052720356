//! Running a command from beginning to end.

use super::command::{Command, Memory, Sandbox, Stdin};
use super::ran::{End, Ran, Usage};
use super::sandbox::Landlock;
use super::stop::Stop;
use super::watch::{Seen, Watched, watch};
use super::{family, trouble};
use crate::scratch::Scratch;
use crate::sys::Spawn;
use rustix::process::{Pid, PidfdFlags, Resource};
use std::collections::BTreeMap;
use std::ffi::{CString, OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Where programs are looked for if the environment does not say.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Bytes of stack for a child: what is usual, whatever the shell says.
const STACK: u64 = 8 << 20;

/// How many files a child may have open.
const OPEN_FILES: u64 = 1024;

/// How often a program that is still being written by someone is tried.
const BUSY_TRIES: u32 = 100;

/// Runs commands, from as many threads as wish to; see the crate's example.
#[derive(Debug)]
pub struct Runner {
    scratch: Scratch,
    landlock: Landlock,
    path: OsString,
    serial: AtomicU64,
    stop: Stop,
}

impl Runner {
    /// A runner whose private directories are of this scratch place. From now on this process adopts the orphans of its children.
    pub fn new(scratch: Scratch) -> Runner {
        family::adopt_orphans();
        Runner {
            scratch,
            landlock: Landlock::of_the_kernel(),
            path: std::env::var_os("PATH").unwrap_or_else(|| PATH.into()),
            serial: AtomicU64::new(0),
            stop: Stop::new(),
        }
    }

    /// The place for private directories.
    pub fn scratch(&self) -> &Scratch {
        &self.scratch
    }

    /// Calls off everything that this runner runs.
    pub fn stopper(&self) -> &Stop {
        &self.stop
    }

    /// Runs a command to its end, whatever that is. When this returns, no descendant of it runs any more.
    pub fn run(&self, command: &Command) -> Ran {
        if self.stops(command).any(Stop::is_stopped) {
            return Ran::stopped();
        }
        let marker = format!("{}.{}", self.scratch.name(), self.serial.fetch_add(1, Ordering::Relaxed));
        match self.start(command, &marker) {
            Ok(child) => self.attend(command, &marker, child),
            Err(error) => Ran::not_started(&error),
        }
    }

    fn stops<'a>(&'a self, command: &'a Command) -> impl Iterator<Item = &'a Stop> {
        std::iter::once(&self.stop).chain(&command.stop)
    }

    /// Starts the child.
    fn start(&self, command: &Command, marker: &str) -> io::Result<Watched> {
        let mut tries = 0;
        loop {
            match self.start_once(command, marker) {
                // The file was just written, and a child that another thread is starting still has it open.
                Err(error) if error.raw_os_error() == Some(libc::ETXTBSY) && tries < BUSY_TRIES => tries += 1,
                other => return other,
            }
            std::thread::yield_now();
        }
    }

    fn start_once(&self, command: &Command, marker: &str) -> io::Result<Watched> {
        let stdin = match &command.stdin {
            Stdin::Null => File::open("/dev/null")?,
            Stdin::File(file) => File::open(file)?,
        };
        let (stdout, out) = io::pipe()?;
        let (stderr, err) = io::pipe()?;
        let child = Spawn {
            program: c_string(self.find(&command.program)?)?,
            args: command.words().map(c_string).collect::<io::Result<_>>()?,
            env: self.environment(command, marker)?,
            dir: c_string(&command.dir)?,
            streams: [stdin.into(), out.into(), err.into()],
            limits: kernel_limits(command),
            ruleset: match command.sandbox {
                Sandbox::Private => self.landlock.private(&command.dir)?,
                Sandbox::Off => None,
            },
        };
        let began = Instant::now();
        let pid = family::start(&child)?;
        // Only the child is to hold the ends that it writes to.
        drop(child);
        match rustix::process::pidfd_open(pid, PidfdFlags::empty()) {
            Ok(handle) => Ok(Watched { pid, handle, stdout: stdout.into(), stderr: stderr.into(), began }),
            Err(error) => {
                Runner::finish(marker, pid);
                Err(error.into())
            }
        }
    }

    /// The file of a program: a path as it is, a name where `PATH` has it.
    fn find(&self, program: &OsStr) -> io::Result<PathBuf> {
        if program.as_encoded_bytes().contains(&b'/') {
            return Ok(program.into());
        }
        let files = std::env::split_paths(&self.path).map(|dir| dir.join(program));
        let is_program =
            |file: &PathBuf| file.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0);
        files.into_iter().find(is_program).ok_or_else(|| io::Error::from_raw_os_error(libc::ENOENT))
    }

    /// The environment: a fixed small one, what the command adds, and the marker.
    fn environment(&self, command: &Command, marker: &str) -> io::Result<Vec<CString>> {
        let dir = command.dir.as_os_str();
        let fixed: [(&OsStr, &OsStr); 5] = [
            ("PATH".as_ref(), &self.path),
            ("LANG".as_ref(), "C".as_ref()),
            ("LC_ALL".as_ref(), "C".as_ref()),
            ("HOME".as_ref(), dir),
            ("TMPDIR".as_ref(), dir),
        ];
        let added = command.env.iter().map(|(name, value)| (name.as_os_str(), value.as_os_str()));
        let marker = (OsStr::new(family::MARKER), OsStr::new(marker));
        // The last one of a name counts.
        let all: BTreeMap<&OsStr, &OsStr> = fixed.into_iter().chain(added).chain([marker]).collect();
        let variable = |(name, value): (&OsStr, &OsStr)| {
            let mut text = name.to_owned();
            text.push("=");
            text.push(value);
            c_string(text)
        };
        all.into_iter().map(variable).collect()
    }

    /// Watches the child to its end and cleans up after it.
    fn attend(&self, command: &Command, marker: &str, child: Watched) -> Ran {
        let (pid, began) = (child.pid, child.began);
        self.stops(command).for_each(|stop| stop.enter(pid));
        let seen = watch(child, &command.limits);
        self.stops(command).for_each(|stop| stop.leave(pid));
        let (status, mut usage) = Runner::finish(marker, pid);
        usage.wall = began.elapsed();
        let Seen { killed, stdout, stderr } = match seen {
            Ok(seen) => seen,
            Err(error) => return Ran { usage, ..Ran::not_started(&error) },
        };
        let end = match (killed, status) {
            (Some(killed), _) => killed,
            // Whoever ended by itself in the same moment ended by itself.
            (None, Some(End::Signal(libc::SIGKILL))) if self.stops(command).any(Stop::is_stopped) => End::Stopped,
            (None, Some(end)) => {
                trouble::behind(end, &stderr.text(), &usage, command.limits.cpu, command.limits.memory)
            }
            (None, None) => End::Signal(libc::SIGKILL),
        };
        Ran { end, stdout, stderr, usage }
    }

    /// Kills the group, reaps the child and clears away its descendants: how it ended and what all of them used.
    fn finish(marker: &str, pid: Pid) -> (Option<End>, Usage) {
        family::kill_group(pid);
        let (end, mut usage) = match family::reap(pid) {
            Ok((status, usage)) => (end_of(status), usage),
            Err(_) => (None, Usage::default()),
        };
        usage.add(&family::clear(pid, marker));
        (end, usage)
    }
}

fn c_string(text: impl AsRef<OsStr>) -> io::Result<CString> {
    Ok(CString::new(text.as_ref().as_encoded_bytes())?)
}

fn end_of(status: ExitStatus) -> Option<End> {
    status.code().map(End::Exit).or_else(|| status.signal().map(End::Signal))
}

/// The limits that the kernel enforces.
fn kernel_limits(command: &Command) -> Vec<(Resource, u64, u64)> {
    let limits = &command.limits;
    let seconds = limits.cpu.as_secs() + u64::from(limits.cpu.subsec_nanos() > 0);
    let mut all = vec![
        (Resource::Cpu, seconds.max(1), seconds.max(1) + 1),
        (Resource::Fsize, limits.file_size, limits.file_size),
        (Resource::Core, 0, 0),
        (Resource::Nofile, OPEN_FILES, OPEN_FILES),
    ];
    // The hard limit stays: gcc asks for more by itself.
    let stack = rustix::process::getrlimit(Resource::Stack).maximum.unwrap_or(u64::MAX);
    all.push((Resource::Stack, STACK.min(stack), stack));
    if let Memory::Address(bytes) = limits.memory {
        all.push((Resource::As, bytes, bytes));
    }
    all
}
