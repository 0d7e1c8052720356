//! The few calls of the kernel that no safe library offers: what happens between `fork` and `exec`, `wait4`, landlock.
#![allow(unsafe_code)]

use crate::run::ran::Usage;
use rustix::process::{Pid, Resource, Rlimit, Signal};
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::ExitStatus;
use std::time::Duration;

/// What a child does to itself before it becomes its program.
pub(crate) struct Setup {
    /// Limits, each as soft and hard limit.
    pub limits: Vec<(Resource, u64, u64)>,
    /// The ruleset it restricts itself to.
    pub ruleset: Option<OwnedFd>,
}

/// Adds the setup to a command.
pub(crate) fn prepare(command: &mut std::process::Command, setup: Setup) {
    let parent = rustix::process::getpid();
    let before_exec = move || {
        rustix::process::setsid()?;
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
        // The parent may have died before it was asked for.
        if rustix::process::getppid() != Some(parent) {
            return Err(io::Error::from_raw_os_error(libc::ESRCH));
        }
        // If memory runs out, children go before the one who keeps their results. Not worth failing for.
        if let Ok(file) = rustix::fs::open(c"/proc/self/oom_score_adj", OPEN_TO_WRITE, rustix::fs::Mode::empty()) {
            let _ = rustix::io::write(file, b"1000");
        }
        for (resource, soft, hard) in &setup.limits {
            let limit = Rlimit { current: Some(*soft), maximum: Some(*hard) };
            // A hard limit that is lower already stays.
            if rustix::process::setrlimit(*resource, limit).is_err() {
                let hard = rustix::process::getrlimit(*resource).maximum.unwrap_or(*hard);
                let limit = Rlimit { current: Some((*soft).min(hard)), maximum: Some(hard) };
                rustix::process::setrlimit(*resource, limit)?;
            }
        }
        if let Some(ruleset) = &setup.ruleset {
            rustix::thread::set_no_new_privs(true)?;
            restrict_self(ruleset.as_fd())?;
        }
        Ok(())
    };
    // SAFETY: the closure runs in the child between `fork` and `exec`. It makes system calls only (rustix and `libc::syscall`
    // call the kernel directly); it takes no lock and allocates nothing.
    unsafe { command.pre_exec(before_exec) };
}

const OPEN_TO_WRITE: rustix::fs::OFlags = rustix::fs::OFlags::WRONLY.union(rustix::fs::OFlags::CLOEXEC);

/// Reaps a child that has ended, or waits for it to end; how it ended and what it used.
pub(crate) fn wait(pid: Pid) -> io::Result<(ExitStatus, Usage)> {
    let mut status = 0;
    // SAFETY: `rusage` is plain numbers, for which zeros are values.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    loop {
        // SAFETY: both pointers are to live variables of the right types.
        let reaped = unsafe { libc::wait4(pid.as_raw_nonzero().get(), &mut status, 0, &mut usage) };
        if reaped >= 0 {
            break;
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    let time = |t: libc::timeval| Duration::new(t.tv_sec.unsigned_abs(), (t.tv_usec.unsigned_abs() as u32) * 1000);
    let used = Usage {
        wall: Duration::ZERO,
        user: time(usage.ru_utime),
        system: time(usage.ru_stime),
        max_rss: usage.ru_maxrss.unsigned_abs() << 10,
    };
    Ok((ExitStatus::from_raw(status), used))
}

/// What a ruleset is about, as `struct landlock_ruleset_attr`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Handled {
    /// Accesses to files.
    pub files: u64,
    /// Accesses to the network.
    pub net: u64,
    /// What does not reach beyond the sandbox.
    pub scoped: u64,
}

/// `struct landlock_path_beneath_attr`
#[repr(C, packed)]
struct Beneath {
    allowed: u64,
    parent: i32,
}

const CREATE_VERSION: u32 = 1;
const RULE_PATH_BENEATH: i32 = 1;

/// The version of landlock that the kernel has; zero if none.
pub(crate) fn landlock_version() -> u32 {
    // SAFETY: with this flag the kernel reads no attributes, and asks that there be none.
    let version = unsafe {
        libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<Handled>(), 0_usize, CREATE_VERSION)
    };
    u32::try_from(version).unwrap_or(0)
}

/// A ruleset that allows nothing of what it handles.
pub(crate) fn landlock_create(handled: &Handled) -> io::Result<OwnedFd> {
    // SAFETY: pointer and size are of a live `Handled`.
    let fd = unsafe {
        libc::syscall(libc::SYS_landlock_create_ruleset, handled as *const Handled, size_of::<Handled>(), 0_u32)
    };
    match i32::try_from(fd) {
        // SAFETY: the kernel has just given us this descriptor.
        Ok(fd) if fd >= 0 => Ok(unsafe { OwnedFd::from_raw_fd(fd) }),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Allows accesses to a file, or to everything beneath a directory.
pub(crate) fn landlock_allow(ruleset: BorrowedFd<'_>, place: BorrowedFd<'_>, allowed: u64) -> io::Result<()> {
    let rule = Beneath { allowed, parent: place.as_raw_fd() };
    // SAFETY: the pointer is to a live `Beneath`, which is what this type of rule asks for.
    let done = unsafe {
        libc::syscall(libc::SYS_landlock_add_rule, ruleset.as_raw_fd(), RULE_PATH_BENEATH, &raw const rule, 0_u32)
    };
    if done == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Restricts the calling thread, and what it becomes, to a ruleset.
fn restrict_self(ruleset: BorrowedFd<'_>) -> io::Result<()> {
    // SAFETY: no pointers are passed.
    let done = unsafe { libc::syscall(libc::SYS_landlock_restrict_self, ruleset.as_raw_fd(), 0_u32) };
    if done == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
