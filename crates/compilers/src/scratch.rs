//! Private directories that vanish.
//!
//! Every run of the program has one directory with a lock that it holds as long as it lives. Whoever starts later and finds a directory
//! whose lock is free knows that its owner is dead, kills what it left running and removes it.

use crate::error::Error;
use crate::run::family;
use std::fs::{DirBuilder, File, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How the directories of runs are called.
const PREFIX: &str = "lydite-run-";

/// How they are called until they are locked.
const PREPARING: &str = ".lydite-new-";

/// The file in them that is locked.
const LOCK: &str = "lock";

/// Makes names differ within a process.
static SERIAL: AtomicU64 = AtomicU64::new(0);

/// The place for the private directories of one run.
#[derive(Clone, Debug)]
pub struct Scratch(Arc<Place>);

#[derive(Debug)]
struct Place {
    name: String,
    path: PathBuf,
    /// Held, never read.
    _lock: File,
}

impl Scratch {
    /// Makes one in a parent directory such as `/tmp`, and removes those of runs that are dead.
    pub fn open(parent: &Path) -> Result<Scratch, Error> {
        let parent = parent.canonicalize().map_err(Error::at(parent))?;
        sweep(&parent);
        let number = SERIAL.fetch_add(1, Ordering::Relaxed);
        let moment = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos();
        let name = format!("{PREFIX}{}-{number}-{moment:x}", std::process::id());
        let path = parent.join(&name);
        // It gets its name when it is locked, so that nobody finds it unlocked and takes it for dead.
        let preparing = parent.join(name.replacen(PREFIX, PREPARING, 1));
        private_dir(&preparing)?;
        let lock = File::create_new(preparing.join(LOCK)).and_then(|lock| {
            lock.lock()?;
            std::fs::rename(&preparing, &path)?;
            Ok(lock)
        });
        match lock {
            Ok(lock) => Ok(Scratch(Arc::new(Place { name, path, _lock: lock }))),
            Err(error) => {
                remove(&preparing);
                Err(Error::at(&preparing)(error))
            }
        }
    }

    /// A new private directory.
    pub fn dir(&self) -> Result<ScratchDir, Error> {
        let path = self.0.path.join(SERIAL.fetch_add(1, Ordering::Relaxed).to_string());
        private_dir(&path)?;
        Ok(ScratchDir { path, _place: self.clone() })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// What it is called; no two runs on a machine have the same.
    pub(crate) fn name(&self) -> &str {
        &self.0.name
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        remove(&self.path);
    }
}

/// A private directory; removed when dropped.
#[derive(Debug)]
pub struct ScratchDir {
    path: PathBuf,
    /// Outlives the directory.
    _place: Scratch,
}

impl ScratchDir {
    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file in it; where that is.
    pub fn write(&self, name: &str, contents: &[u8]) -> Result<PathBuf, Error> {
        let path = self.path.join(name);
        std::fs::write(&path, contents).map_err(Error::at(&path))?;
        Ok(path)
    }
}

impl Drop for ScratchDir {
    fn drop(&mut self) {
        remove(&self.path);
    }
}

fn private_dir(path: &Path) -> Result<(), Error> {
    DirBuilder::new().mode(0o700).create(path).map_err(Error::at(path))
}

/// Removes a directory with everything in it. What can't be removed now is left to the next start's sweep.
fn remove(path: &Path) {
    if std::fs::remove_dir_all(path).is_err() {
        make_accessible(path);
        let _ = std::fs::remove_dir_all(path);
    }
}

/// Undoes what a child may have done to keep its directories: no permissions.
fn make_accessible(dir: &Path) {
    let _ = std::fs::set_permissions(dir, Permissions::from_mode(0o700));
    for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            make_accessible(&entry.path());
        }
    }
}

/// Removes the directories of dead runs.
fn sweep(parent: &Path) {
    for entry in std::fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        let path = entry.path();
        if name.starts_with(PREFIX) && is_unlocked(&path.join(LOCK)) {
            family::kill_marked(&format!("{name}."));
            remove(&path);
        } else if let Some(rest) = name.strip_prefix(PREPARING) {
            // Its owner died in the few microseconds before it was locked.
            let owner = rest.split('-').next().unwrap_or_default();
            if !Path::new("/proc").join(owner).exists() {
                remove(&path);
            }
        }
    }
}

/// Whether a lock can be had; not if it is another user's.
fn is_unlocked(lock: &Path) -> bool {
    match File::open(lock) {
        Ok(lock) => lock.try_lock().is_ok(),
        // A removal that was cut short has left the rest.
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(parent: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(parent).expect("a directory").flatten();
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn directories_vanish() {
        let parent = tempfile::tempdir().expect("a directory");
        let scratch = Scratch::open(parent.path()).expect("a place");
        let private = scratch.dir().expect("a directory");
        let file = private.write("t.c", b"x").expect("a file");
        assert!(file.starts_with(scratch.path()));
        let inner = private.path().join("a/b");
        std::fs::create_dir_all(&inner).expect("directories");
        std::fs::set_permissions(&inner, Permissions::from_mode(0o0)).expect("permissions");
        std::fs::set_permissions(private.path().join("a"), Permissions::from_mode(0o0)).expect("permissions");
        drop(private);
        assert_eq!(std::fs::read_dir(scratch.path()).expect("the place").count(), 1, "only the lock is left");
        drop(scratch);
        assert_eq!(names(parent.path()), Vec::<String>::new());
    }

    #[test]
    fn the_dead_are_swept_and_the_living_stay() {
        let parent = tempfile::tempdir().expect("a directory");
        let dead = parent.path().join(format!("{PREFIX}1-2-3"));
        std::fs::create_dir_all(dead.join("7")).expect("a directory");
        std::fs::write(dead.join(LOCK), "").expect("a lock");
        let unborn = parent.path().join(format!("{PREPARING}999999999-2-3"));
        std::fs::create_dir(&unborn).expect("a directory");
        let other = parent.path().join("somebody-else");
        std::fs::create_dir(&other).expect("a directory");
        let first = Scratch::open(parent.path()).expect("a place");
        let second = Scratch::open(parent.path()).expect("a place");
        assert!(!dead.exists() && !unborn.exists());
        assert!(other.exists() && first.path().exists() && second.path().exists());
    }
}
