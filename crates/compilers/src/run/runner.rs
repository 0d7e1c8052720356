//! Running a command from beginning to end.

use super::command::{Command, Memory, Sandbox, Stdin};
use super::ran::{End, Ran, Usage};
use super::sandbox::Landlock;
use super::stop::Stop;
use super::watch::{Seen, Watched, watch};
use super::{family, trouble};
use crate::scratch::Scratch;
use crate::sys::{self, Setup};
use rustix::process::{Pid, PidfdFlags, Resource};
use std::ffi::OsString;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::{ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Where programs are looked for if the environment does not say.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

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
        let mut child = std::process::Command::new(&command.program);
        child.args(&command.args).current_dir(&command.dir);
        child.env_clear().env("PATH", &self.path).env("LANG", "C").env("LC_ALL", "C");
        child.env("HOME", &command.dir).env("TMPDIR", &command.dir);
        child.envs(command.env.iter().map(|(name, value)| (name, value))).env(family::MARKER, marker);
        child.stdin(match &command.stdin {
            Stdin::Null => Stdio::null(),
            Stdin::File(file) => std::fs::File::open(file)?.into(),
        });
        child.stdout(Stdio::piped()).stderr(Stdio::piped());
        let ruleset = match command.sandbox {
            Sandbox::Private => self.landlock.private(&command.dir)?,
            Sandbox::Off => None,
        };
        sys::prepare(&mut child, Setup { limits: kernel_limits(command), ruleset });
        let began = Instant::now();
        let (mut child, pid) = family::start(&mut child)?;
        let streams = child.stdout.take().zip(child.stderr.take());
        match (streams, rustix::process::pidfd_open(pid, PidfdFlags::empty())) {
            (Some((stdout, stderr)), Ok(handle)) => {
                Ok(Watched { pid, handle, stdout: stdout.into(), stderr: stderr.into(), began })
            }
            (_, handle) => {
                Runner::finish(marker, pid);
                Err(handle.err().map_or_else(|| io::ErrorKind::BrokenPipe.into(), io::Error::from))
            }
        }
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
    if let Memory::Address(bytes) = limits.memory {
        all.push((Resource::As, bytes, bytes));
    }
    all
}
