//! This machine: what there is to work with.

use std::path::Path;
use std::time::Duration;

/// What there is to work with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Host {
    /// Processors that may be used.
    pub cores: usize,
    /// Bytes of memory.
    pub memory: u64,
    /// Bytes of memory that could be had now.
    pub available: u64,
}

impl Host {
    /// Looks at the machine; what can't be found out is zero.
    pub fn look() -> Host {
        let (memory, available) = crate::run::trouble::machine_memory().unwrap_or((0, 0));
        Host { cores: std::thread::available_parallelism().map_or(1, usize::from), memory, available }
    }

    /// Bytes that can still be written at a place.
    pub fn space(path: &Path) -> Option<u64> {
        let place = rustix::fs::statvfs(path).ok()?;
        Some(place.f_bavail.saturating_mul(place.f_frsize))
    }

    /// Processor time that this process has used itself, without its children.
    pub fn own_cpu() -> Duration {
        let used = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Duration::try_from(used).unwrap_or_default()
    }

    /// How many processes and open files this user may have, where that is limited.
    pub fn processes_and_files() -> (Option<u64>, Option<u64>) {
        use rustix::process::{Resource, getrlimit};
        (getrlimit(Resource::Nproc).current, getrlimit(Resource::Nofile).current)
    }
}
