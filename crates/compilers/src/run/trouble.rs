//! Whether the machine, not the compiler, is to blame.

use super::command::Memory;
use super::ran::{End, Ran, Usage};
use std::time::Duration;

/// What the machine lacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// Memory, machine-wide.
    Memory,
    /// Space for files.
    Disk,
    /// Processes or open files.
    Processes,
    /// Someone else killed it: as a rule the kernel, for want of memory.
    Killed,
    /// The command can't be started at all.
    Start,
}

impl Trouble {
    /// A sentence that says what to do.
    pub fn advice(self) -> &'static str {
        match self {
            Trouble::Memory => "the machine is out of memory: run fewer jobs at once, or raise the limit (ulimit -v)",
            Trouble::Disk => "the disk is full: free some space or set TMPDIR to another place",
            Trouble::Processes => {
                "no more processes or open files: run fewer jobs at once or raise the limits (ulimit -u, -n)"
            }
            Trouble::Killed => "killed from outside, probably for want of memory: run fewer jobs at once",
            Trouble::Start => "the command can't be started: see that it is there and can be executed",
        }
    }
}

/// What children say when memory can't be had.
const NO_MEMORY: &[&str] = &[
    "virtual memory exhausted",
    "out of memory allocating",
    "Cannot allocate memory",
    "cc1: out of memory",
    "cc1plus: out of memory",
    "LLVM ERROR: out of memory",
    "std::bad_alloc",
    "memory full (malloc)",
    "memory exhausted",
];

/// What children say when the machine lacks something else.
const TEXTS: &[(&str, Trouble)] = &[
    ("No space left on device", Trouble::Disk),
    ("Disk quota exceeded", Trouble::Disk),
    ("Killed signal terminated program", Trouble::Killed),
    ("fork: Resource temporarily unavailable", Trouble::Processes),
    ("posix_spawn: Resource temporarily unavailable", Trouble::Processes),
    ("vfork: Resource temporarily unavailable", Trouble::Processes),
    ("Too many open files", Trouble::Processes),
];

/// What the system says when a child can't be started.
const ERRNOS: &[(i32, Trouble)] = &[
    (libc::EAGAIN, Trouble::Processes),
    (libc::EMFILE, Trouble::Processes),
    (libc::ENFILE, Trouble::Processes),
    (libc::ENOMEM, Trouble::Memory),
    (libc::ENOSPC, Trouble::Disk),
    (libc::EDQUOT, Trouble::Disk),
];

/// See [`Ran::trouble`].
pub(crate) fn of(ran: &Ran) -> Option<Trouble> {
    match &ran.end {
        End::NotStarted { errno, .. } => {
            Some(ERRNOS.iter().find(|row| Some(row.0) == *errno).map_or(Trouble::Start, |row| row.1))
        }
        End::Signal(libc::SIGKILL) => Some(Trouble::Killed),
        End::Exit(0) | End::Wall | End::Cpu | End::Memory | End::FileSize | End::Output | End::Stopped => None,
        End::Exit(_) | End::Signal(_) => {
            let text = ran.stderr.text();
            let said = TEXTS.iter().find(|row| text.contains(row.0)).map(|row| row.1);
            said.or_else(|| lacks_memory(&text).then_some(Trouble::Memory))
        }
    }
}

/// Looks behind the status of a child for a limit of ours that it ran into.
///
/// A limit of the kernel's is felt by a process somewhere below the one we wait for, which then reports it in its own
/// words and with its own status; so each needs evidence beyond the status.
pub(crate) fn behind(end: End, stderr: &str, usage: &Usage, cpu: Duration, memory: Memory) -> End {
    const XCPU: i32 = 128 + libc::SIGXCPU;
    const KILL: i32 = 128 + libc::SIGKILL;
    if end.is_success() {
        return end;
    }
    let cut_short = match end {
        End::Exit(status) => status == XCPU || status == KILL || stderr.contains("CPU time limit exceeded"),
        End::Signal(signal) => signal == libc::SIGXCPU || signal == libc::SIGKILL,
        _ => return end,
    };
    // The kernel's limit goes by ticks, what it says of usage by a finer clock: on a busy machine they are a quarter apart.
    if cut_short && usage.cpu() >= cpu / 2 {
        return End::Cpu;
    }
    let too_large = stderr.contains("File size limit exceeded") || stderr.contains("File too large");
    if end == End::Signal(libc::SIGXFSZ) || too_large {
        return End::FileSize;
    }
    // The kernel refuses memory for a limit of ours or for an absurd request, both of which are the child's doing, or
    // because it does not overcommit; where memory is merely short it kills. A limit of the shell's is nobody's bug.
    if memory.bytes().is_some() && lacks_memory(stderr) && !machine_is_short() && !is_inherited(memory) {
        return End::Memory;
    }
    end
}

fn lacks_memory(stderr: &str) -> bool {
    NO_MEMORY.iter().any(|text| stderr.contains(text))
}

/// Whether the address space is limited, and not by us.
fn is_inherited(memory: Memory) -> bool {
    let inherited = rustix::process::getrlimit(rustix::process::Resource::As).current;
    inherited.is_some_and(|inherited| !matches!(memory, Memory::Address(bytes) if bytes < inherited))
}

/// Whether the kernel may refuse memory for lack of it.
fn machine_is_short() -> bool {
    let strict = std::fs::read_to_string("/proc/sys/vm/overcommit_memory").is_ok_and(|mode| mode.trim() == "2");
    let (total, available) = machine_memory().unwrap_or((1, 1));
    strict || available < total / 20
}

/// The machine's memory in bytes: all of it, and what could be had now.
pub(crate) fn machine_memory() -> Option<(u64, u64)> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let row = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib << 10)
    };
    Some((row("MemTotal:")?, row("MemAvailable:")?))
}

#[cfg(test)]
mod tests {
    use super::super::ran::Captured;
    use super::*;

    fn ran(end: End, stderr: &str) -> Ran {
        let stderr = Captured { bytes: stderr.as_bytes().to_vec(), left_out: 0 };
        Ran { end, stdout: Captured::default(), stderr, usage: Usage::default() }
    }

    #[test]
    fn the_machine_is_to_blame() {
        let cases = [
            (End::Exit(1), "/tmp/cc.s: No space left on device", Some(Trouble::Disk)),
            (End::Exit(1), "gcc: fatal error: Killed signal terminated program cc1", Some(Trouble::Killed)),
            (End::Exit(1), "cc1: out of memory allocating 65536 bytes after a total of 1", Some(Trouble::Memory)),
            (End::Exit(2), "sh: 1: fork: Resource temporarily unavailable", Some(Trouble::Processes)),
            (End::Signal(libc::SIGKILL), "", Some(Trouble::Killed)),
            (End::NotStarted { errno: Some(libc::EAGAIN), reason: String::new() }, "", Some(Trouble::Processes)),
            (End::NotStarted { errno: Some(libc::ENOENT), reason: String::new() }, "", Some(Trouble::Start)),
            (End::Exit(1), "internal compiler error: in foo", None),
            (End::Signal(libc::SIGSEGV), "", None),
            (End::Memory, "Cannot allocate memory", None),
            (End::Exit(0), "warning: No space left on device", None),
        ];
        for (end, stderr, expected) in cases {
            assert_eq!(ran(end.clone(), stderr).trouble(), expected, "{end:?} {stderr}");
        }
    }

    #[test]
    fn limits_of_ours_are_seen_behind_a_status() {
        let second = Duration::from_secs(1);
        let busy = Usage { user: second, ..Usage::default() };
        let idle = Usage::default();
        let text = "gcc: fatal error: CPU time limit exceeded signal terminated program cc1";
        let case = |end, stderr, usage: &Usage| behind(end, stderr, usage, second, Memory::Unlimited);
        assert_eq!(case(End::Signal(libc::SIGXCPU), "", &busy), End::Cpu);
        assert_eq!(case(End::Exit(1), text, &busy), End::Cpu);
        assert_eq!(case(End::Exit(1), "internal compiler error", &busy), End::Exit(1));
        assert_eq!(case(End::Exit(152), "", &idle), End::Exit(152), "a status is no evidence by itself");
        assert_eq!(case(End::Exit(1), "as: t.o: File too large", &idle), End::FileSize);
        assert_eq!(case(End::Signal(libc::SIGXFSZ), "", &idle), End::FileSize);
        assert_eq!(case(End::Exit(0), text, &busy), End::Exit(0));
    }
}
