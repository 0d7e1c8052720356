//! Who outlives a child.
//!
//! A child is the leader of its own session, so its group is killed as one. Descendants may leave the group (`setsid`, two forks).
//! Since this process is a subreaper they become its own children when their parents die, and since every child carries
//! a marker in its environment, which is inherited, one can tell whose they were. A job that is over kills and reaps its
//! descendants until there are none. As long as nobody was adopted, all that costs is one look at the list of children.

use super::ran::Usage;
use crate::sys::{self, Spawn};
use rustix::io::Errno;
use rustix::process::{Pid, Signal};
use std::collections::HashSet;
use std::io;
use std::process::ExitStatus;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError, RwLock};

/// The variable that marks the descendants of a job.
pub(crate) const MARKER: &str = "LYDITE_JOB";

/// The children that were started, not adopted.
static STARTED: LazyLock<Mutex<HashSet<Pid>>> = LazyLock::new(Mutex::default);

/// Read: someone is between starting a child and writing it down. Write: nobody is.
static STARTING: RwLock<()> = RwLock::new(());

fn started() -> MutexGuard<'static, HashSet<Pid>> {
    STARTED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes this process the one that adopts orphans.
pub(crate) fn adopt_orphans() {
    // A kernel that can't would leave orphans to init; everything else works.
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

/// Starts a child and writes it down.
pub(crate) fn start(child: &Spawn) -> io::Result<Pid> {
    let _starting = STARTING.read().unwrap_or_else(PoisonError::into_inner);
    let pid = sys::spawn(child)?;
    started().insert(pid);
    Ok(pid)
}

/// Reaps a child that was started.
pub(crate) fn reap(pid: Pid) -> io::Result<(ExitStatus, Usage)> {
    // Under the lock, so that its number can't be another's before it is struck out.
    let mut started = started();
    let reaped = sys::wait(pid);
    started.remove(&pid);
    reaped
}

/// Kills a whole group; that it is gone already is fine.
pub(crate) fn kill_group(leader: Pid) {
    let _ = rustix::process::kill_process_group(leader, Signal::KILL);
}

/// Kills and reaps whoever descends from a job that is over; what they used.
pub(crate) fn clear(leader: Pid, marker: &str) -> Usage {
    let mut used = Usage::default();
    // Each round reaches the children of those killed in the one before.
    while let Some(round) = clear_once(leader, marker) {
        used.add(&round);
    }
    used
}

/// One round; `None` if there was nobody to kill or reap.
fn clear_once(leader: Pid, marker: &str) -> Option<Usage> {
    let known = |child: &Pid| started().contains(child);
    if children().iter().all(known) {
        return None;
    }
    // Now in earnest: nobody may start a child meanwhile, which would look adopted.
    let _nobody_starts = STARTING.write().unwrap_or_else(PoisonError::into_inner);
    let adopted: Vec<Pid> = children().into_iter().filter(|child| !known(child)).collect();
    let mut found = None;
    for orphan in adopted.into_iter().filter(|orphan| is_ours(*orphan, leader, marker)) {
        // What can't be killed is not waited for.
        if rustix::process::kill_process(orphan, Signal::KILL) == Err(Errno::PERM) {
            continue;
        }
        if let Ok((_, usage)) = sys::wait(orphan) {
            found.get_or_insert_with(Usage::default).add(&usage);
        }
    }
    found
}

/// Whether an adopted child belongs to the job, or is dead and belongs to no one.
fn is_ours(orphan: Pid, leader: Pid, marker: &str) -> bool {
    let Some(stat) = Stat::of(orphan) else { return false };
    let own_session = Stat::of(rustix::process::getpid()).and_then(|own| own.session);
    // All descendants of jobs are in other sessions; a child in ours was started by someone else, who waits for it.
    if own_session == stat.session {
        return false;
    }
    stat.session == Some(leader) || stat.is_dead || marker_of(orphan).is_none_or(|found| found == marker)
}

/// The marker in the environment of a process.
fn marker_of(pid: Pid) -> Option<String> {
    let environment = std::fs::read(format!("/proc/{pid}/environ")).ok()?;
    let name = format!("{MARKER}=");
    let variable = environment.split(|byte| *byte == 0).find(|variable| variable.starts_with(name.as_bytes()))?;
    Some(String::from_utf8_lossy(&variable[name.len()..]).into_owned())
}

/// A few fields of `/proc/PID/stat`.
struct Stat {
    is_dead: bool,
    parent: Option<Pid>,
    /// `None` if its leader is outside of our namespace of processes, as in a container that was entered.
    session: Option<Pid>,
}

impl Stat {
    fn of(pid: Pid) -> Option<Stat> {
        let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name may contain anything, also parentheses.
        let mut fields = text.rsplit_once(')')?.1.split_whitespace();
        let state = fields.next()?;
        let parent = fields.next()?.parse().ok().and_then(Pid::from_raw);
        let session = fields.nth(1)?.parse().ok().and_then(Pid::from_raw);
        Some(Stat { is_dead: matches!(state, "Z" | "X"), parent, session })
    }
}

/// The children of this process: of all its threads.
fn children() -> Vec<Pid> {
    children_of(rustix::process::getpid()).unwrap_or_else(|| {
        let this = Some(rustix::process::getpid());
        processes().filter(|pid| Stat::of(*pid).is_some_and(|stat| stat.parent == this)).collect()
    })
}

/// The children of a process, if the kernel keeps lists of them.
fn children_of(pid: Pid) -> Option<Vec<Pid>> {
    let mut found = Vec::new();
    for thread in std::fs::read_dir(format!("/proc/{pid}/task")).ok()?.flatten() {
        match std::fs::read_to_string(thread.path().join("children")) {
            Ok(text) => {
                found.extend(text.split_whitespace().filter_map(|word| word.parse().ok()).filter_map(Pid::from_raw))
            }
            Err(_) if thread.path().exists() => return None,
            // It has ended meanwhile; its children are another thread's now.
            Err(_) => {}
        }
    }
    Some(found)
}

/// Every process.
fn processes() -> impl Iterator<Item = Pid> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok().and_then(Pid::from_raw))
}

/// Kills every process whose marker begins so: what a run that was killed has left behind.
pub(crate) fn kill_marked(beginning: &str) {
    let of_the_run = |pid: &Pid| marker_of(*pid).is_some_and(|marker| marker.starts_with(beginning));
    // One that is not killed yet may start another behind our back. The dead have no environment.
    for _ in 0..KILL_ROUNDS {
        let killed = |pid: Pid| rustix::process::kill_process(pid, Signal::KILL).is_ok();
        if processes().filter(of_the_run).filter(|pid| killed(*pid)).count() == 0 {
            return;
        }
    }
}

/// More than enough, since each round kills everyone that could start others.
const KILL_ROUNDS: usize = 1000;

/// The resident memory of a process and its descendants, in bytes.
pub(crate) fn resident(root: Pid) -> u64 {
    let page = rustix::param::page_size() as u64;
    let mut waiting = vec![root];
    let mut pages = 0;
    while let Some(pid) = waiting.pop() {
        let statm = std::fs::read_to_string(format!("/proc/{pid}/statm")).unwrap_or_default();
        pages += statm.split_whitespace().nth(1).and_then(|word| word.parse::<u64>().ok()).unwrap_or(0);
        waiting.extend(children_of(pid).unwrap_or_default());
    }
    pages * page
}
