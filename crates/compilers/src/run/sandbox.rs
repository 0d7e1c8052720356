//! What a child may write: landlock rulesets.

use crate::sys::{self, Handled};
use rustix::fs::{Mode, OFlags};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;

/// Which restrictions the kernel can put on a child.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Landlock {
    version: u32,
}

/// What a restriction is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    /// Writing to a file.
    File,
    /// Changing a directory.
    Directory,
    Net,
    Scope,
}

/// Everything that is restricted: what it is about, its bit, the version of landlock that has it. Reading and executing are
/// not here: they are free.
const RESTRICTIONS: &[(Group, u64, u32)] = &[
    (Group::File, 1 << 1, 1),       // write to a file
    (Group::Directory, 1 << 4, 1),  // remove a directory
    (Group::Directory, 1 << 5, 1),  // remove a file
    (Group::Directory, 1 << 6, 1),  // make a character device
    (Group::Directory, 1 << 7, 1),  // make a directory
    (Group::Directory, 1 << 8, 1),  // make a file
    (Group::Directory, 1 << 9, 1),  // make a socket
    (Group::Directory, 1 << 10, 1), // make a pipe
    (Group::Directory, 1 << 11, 1), // make a block device
    (Group::Directory, 1 << 12, 1), // make a symbolic link
    (Group::Directory, 1 << 13, 2), // rename to another directory
    (Group::File, 1 << 14, 3),      // truncate
    (Group::File, 1 << 15, 5),      // control a device
    (Group::Net, 1 << 0, 4),        // listen on TCP
    (Group::Net, 1 << 1, 4),        // connect by TCP
    (Group::Scope, 1 << 0, 6),      // connect to others by abstract sockets
    (Group::Scope, 1 << 1, 6),      // send signals to others
];

/// What the versions of landlock add, for people: the version, what is missing without it.
const MISSING: &[(u32, &str)] = &[
    (1, "a child can write wherever you can"),
    (3, "a child can truncate your files"),
    (4, "a child can use the network"),
    (6, "a child can send signals to your processes"),
];

impl Landlock {
    /// Asks the kernel.
    pub fn of_the_kernel() -> Landlock {
        Landlock { version: sys::landlock_version() }
    }

    /// The version; zero if there is none.
    pub fn version(self) -> u32 {
        self.version
    }

    /// What the kernel can't restrict, in words.
    pub fn missing(self) -> impl Iterator<Item = &'static str> {
        MISSING.iter().filter(move |row| row.0 > self.version).map(|row| row.1)
    }

    /// The restrictions of some groups.
    fn bits(self, groups: &[Group]) -> u64 {
        let known = RESTRICTIONS.iter().filter(|row| row.2 <= self.version && groups.contains(&row.0));
        known.fold(0, |bits, row| bits | row.1)
    }

    /// A ruleset for a child that may write in this directory only; `None` where there is no landlock.
    pub(crate) fn private(self, dir: &Path) -> io::Result<Option<OwnedFd>> {
        if self.version == 0 {
            return Ok(None);
        }
        let everything = self.bits(&[Group::File, Group::Directory]);
        let handled = Handled { files: everything, net: self.bits(&[Group::Net]), scoped: self.bits(&[Group::Scope]) };
        let ruleset = sys::landlock_create(&handled)?;
        sys::landlock_allow(ruleset.as_fd(), place(dir)?.as_fd(), everything)?;
        sys::landlock_allow(ruleset.as_fd(), place(Path::new("/dev/null"))?.as_fd(), self.bits(&[Group::File]))?;
        Ok(Some(ruleset))
    }
}

fn place(path: &Path) -> io::Result<OwnedFd> {
    Ok(rustix::fs::open(path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty())?)
}
