//! The few calls of the kernel that no safe library offers: what happens between `fork` and `exec`, `wait4`, landlock.
#![allow(unsafe_code)]

use crate::run::ran::Usage;
use rustix::io::Errno;
use rustix::process::{Pid, Resource, Rlimit, Signal};
use std::ffi::{CString, c_char, c_void};
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Duration;

/// A child to be started: everything that it needs, made ready beforehand, since it must not allocate.
pub(crate) struct Spawn {
    /// The program's file.
    pub program: CString,
    /// The arguments, the program's name first.
    pub args: Vec<CString>,
    /// The environment, as `NAME=value`.
    pub env: Vec<CString>,
    /// The directory it starts in.
    pub dir: CString,
    /// Standard input, output and error.
    pub streams: [OwnedFd; 3],
    /// Limits, each as soft and hard limit.
    pub limits: Vec<(Resource, u64, u64)>,
    /// The ruleset it restricts itself to.
    pub ruleset: Option<OwnedFd>,
}

/// What the child sees of its parent while it still shares the parent's memory.
struct Shared<'a> {
    spawn: &'a Spawn,
    args: Vec<*const c_char>,
    env: Vec<*const c_char>,
    parent: Pid,
    /// Why the program could not be started; zero if it was.
    error: AtomicI32,
}

/// Room for what the child does before it becomes its program.
const STACK: usize = 1 << 18;

/// Starts a child.
///
/// It shares our memory until it becomes its program, as `posix_spawn` and `vfork` do: a fork copies the page tables, which costs
/// milliseconds in a process with a few hundred megabytes. The calling thread stands still meanwhile.
pub(crate) fn spawn(spawn: &Spawn) -> io::Result<Pid> {
    let pointers = |words: &[CString]| words.iter().map(|word| word.as_ptr()).chain([std::ptr::null()]).collect();
    let shared = Shared {
        spawn,
        args: pointers(&spawn.args),
        env: pointers(&spawn.env),
        parent: rustix::process::getpid(),
        error: AtomicI32::new(0),
    };
    let mut stack: Vec<u128> = Vec::with_capacity(STACK / size_of::<u128>());
    let top = stack.spare_capacity_mut().as_mut_ptr_range().end;
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
    // SAFETY: the sets are plain bits, for which zeros are values, and live; signals are blocked so that no handler of ours runs in the
    // child. `child` gets a stack of its own that outlives it, and a pointer to `shared`, which lives until the child has become its program or
    // ended: only then does `clone` return here (`CLONE_VFORK`).
    let pid = unsafe {
        let mut all: libc::sigset_t = std::mem::zeroed();
        let mut before: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &all, &mut before);
        let pid = libc::clone(child, top.cast(), flags, (&raw const shared).cast_mut().cast());
        let error = io::Error::last_os_error();
        libc::pthread_sigmask(libc::SIG_SETMASK, &before, std::ptr::null_mut());
        if pid < 0 {
            return Err(error);
        }
        pid
    };
    let pid = Pid::from_raw(pid).ok_or_else(|| io::Error::from_raw_os_error(libc::ESRCH))?;
    match shared.error.load(Ordering::SeqCst) {
        0 => Ok(pid),
        errno => {
            // It has ended already.
            let _ = wait(pid);
            Err(io::Error::from_raw_os_error(errno))
        }
    }
}

/// What the child does. It makes system calls and touches only its stack and `Shared::error`: no locks, no allocation, no panics.
extern "C" fn child(shared: *mut c_void) -> i32 {
    // SAFETY: `spawn` passes a pointer to a `Shared` that is alive and is only shared, not changed, meanwhile.
    let shared = unsafe { &*shared.cast_const().cast::<Shared<'_>>() };
    let errno = match prepare(shared) {
        // SAFETY: the pointers are to strings that end in zero and to arrays that end in null, all alive.
        Ok(()) => unsafe {
            libc::execve(shared.spawn.program.as_ptr(), shared.args.as_ptr(), shared.env.as_ptr());
            *libc::__errno_location()
        },
        Err(errno) => errno.raw_os_error(),
    };
    shared.error.store(errno, Ordering::SeqCst);
    // SAFETY: ends this process without running anything of the parent's.
    unsafe { libc::_exit(127) }
}

/// What the child does to itself before it becomes its program.
fn prepare(shared: &Shared<'_>) -> rustix::io::Result<()> {
    let spawn = shared.spawn;
    rustix::process::setsid()?;
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
    // The parent may have died before it was asked for.
    if rustix::process::getppid() != Some(shared.parent) {
        return Err(Errno::SRCH);
    }
    for (fd, number) in spawn.streams.iter().zip(0..) {
        // SAFETY: only numbers are passed; this table of descriptors is the child's own.
        if unsafe { libc::dup2(fd.as_raw_fd(), number) } < 0 {
            return Err(Errno::BADF);
        }
    }
    rustix::process::chdir(spawn.dir.as_c_str())?;
    // If memory runs out, children go before the one who keeps their results. Not worth failing for.
    if let Ok(file) = rustix::fs::open(c"/proc/self/oom_score_adj", OPEN_TO_WRITE, rustix::fs::Mode::empty()) {
        let _ = rustix::io::write(file, b"1000");
    }
    for (resource, soft, hard) in &spawn.limits {
        let limit = Rlimit { current: Some(*soft), maximum: Some(*hard) };
        // A hard limit that is lower already stays.
        if rustix::process::setrlimit(*resource, limit).is_err() {
            let hard = rustix::process::getrlimit(*resource).maximum.unwrap_or(*hard);
            let limit = Rlimit { current: Some((*soft).min(hard)), maximum: Some(hard) };
            rustix::process::setrlimit(*resource, limit)?;
        }
    }
    if let Some(ruleset) = &spawn.ruleset {
        rustix::thread::set_no_new_privs(true)?;
        restrict_self(ruleset.as_fd())?;
    }
    // SAFETY: the set is plain bits and alive; handlers and mask are the child's own. Handlers go before signals can come.
    unsafe {
        for signal in 1..32 {
            libc::signal(signal, libc::SIG_DFL);
        }
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &none, std::ptr::null_mut());
    }
    Ok(())
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
fn restrict_self(ruleset: BorrowedFd<'_>) -> rustix::io::Result<()> {
    // SAFETY: no pointers are passed; `errno` is this thread's.
    let errno = unsafe {
        match libc::syscall(libc::SYS_landlock_restrict_self, ruleset.as_raw_fd(), 0_u32) {
            0 => return Ok(()),
            _ => *libc::__errno_location(),
        }
    };
    Err(Errno::from_raw_os_error(errno))
}
