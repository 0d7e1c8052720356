//! How a child ended.

use super::trouble::{self, Trouble};
use std::borrow::Cow;
use std::time::Duration;

/// How a child ended, what it wrote and what it used.
#[derive(Clone, Debug)]
pub struct Ran {
    /// How it ended.
    pub end: End,
    /// What it wrote to standard output.
    pub stdout: Captured,
    /// What it wrote to standard error.
    pub stderr: Captured,
    /// What it used.
    pub usage: Usage,
}

/// How a child ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// By itself, with this status.
    Exit(i32),
    /// By this signal, which was not ours.
    Signal(i32),
    /// Killed: too much time passed.
    Wall,
    /// Out of processor time.
    Cpu,
    /// Killed or failed: too much memory.
    Memory,
    /// Failed: a file became too large.
    FileSize,
    /// Killed: too much output.
    Output,
    /// Called off by a [`Stop`](crate::Stop).
    Stopped,
    /// It never ran.
    NotStarted {
        /// The system's number for the reason.
        errno: Option<i32>,
        /// The reason.
        reason: String,
    },
}

impl End {
    /// Whether it ended by itself with status 0.
    pub fn is_success(&self) -> bool {
        *self == End::Exit(0)
    }

    /// A few words for people.
    pub fn words(&self) -> String {
        match self {
            End::Exit(status) => format!("exit status {status}"),
            End::Signal(signal) => format!("signal {signal} ({})", signal_name(*signal)),
            End::Wall => "out of time".to_owned(),
            End::Cpu => "out of processor time".to_owned(),
            End::Memory => "out of memory".to_owned(),
            End::FileSize => "a file became too large".to_owned(),
            End::Output => "too much output".to_owned(),
            End::Stopped => "stopped".to_owned(),
            End::NotStarted { reason, .. } => format!("not started: {reason}"),
        }
    }
}

/// The signals that end compilers and programs.
const SIGNALS: &[(i32, &str)] = &[
    (libc::SIGHUP, "SIGHUP"),
    (libc::SIGINT, "SIGINT"),
    (libc::SIGQUIT, "SIGQUIT"),
    (libc::SIGILL, "SIGILL"),
    (libc::SIGTRAP, "SIGTRAP"),
    (libc::SIGABRT, "SIGABRT"),
    (libc::SIGBUS, "SIGBUS"),
    (libc::SIGFPE, "SIGFPE"),
    (libc::SIGKILL, "SIGKILL"),
    (libc::SIGSEGV, "SIGSEGV"),
    (libc::SIGPIPE, "SIGPIPE"),
    (libc::SIGALRM, "SIGALRM"),
    (libc::SIGTERM, "SIGTERM"),
    (libc::SIGXCPU, "SIGXCPU"),
    (libc::SIGXFSZ, "SIGXFSZ"),
    (libc::SIGSYS, "SIGSYS"),
];

/// The name of a signal.
fn signal_name(signal: i32) -> &'static str {
    SIGNALS.iter().find(|row| row.0 == signal).map_or("another signal", |row| row.1)
}

/// The bytes of an output stream, of which the middle may be missing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Captured {
    /// What was kept: all of it, or its beginning and its end.
    pub bytes: Vec<u8>,
    /// How many bytes were left out in the middle.
    pub left_out: u64,
}

impl Captured {
    /// Whether something was left out.
    pub fn was_cut(&self) -> bool {
        self.left_out > 0
    }

    /// As text; what is not UTF-8 is replaced.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }
}

/// What a child and the descendants it waited for used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    /// Time that passed.
    pub wall: Duration,
    /// Processor time in user space.
    pub user: Duration,
    /// Processor time in the kernel.
    pub system: Duration,
    /// The most memory one of them had, in bytes. The kernel counts from the fork on, so it is never below what Lydite had then.
    pub max_rss: u64,
}

impl Usage {
    /// Processor time.
    pub fn cpu(&self) -> Duration {
        self.user + self.system
    }

    /// Adds what someone else used at the same time.
    pub(crate) fn add(&mut self, other: &Usage) {
        self.user += other.user;
        self.system += other.system;
        self.max_rss = self.max_rss.max(other.max_rss);
    }
}

impl Ran {
    /// A child that never ran.
    pub(crate) fn not_started(error: &std::io::Error) -> Ran {
        Ran::nothing(End::NotStarted { errno: error.raw_os_error(), reason: error.to_string() })
    }

    /// A child that was called off before it ran.
    pub(crate) fn stopped() -> Ran {
        Ran::nothing(End::Stopped)
    }

    fn nothing(end: End) -> Ran {
        Ran { end, stdout: Captured::default(), stderr: Captured::default(), usage: Usage::default() }
    }

    /// Whether the machine is to blame (no memory, no disk, no processes) and not what ran: such a run says nothing.
    pub fn trouble(&self) -> Option<Trouble> {
        trouble::of(self)
    }
}
