//! The file and its tables.

use crate::Error;
use rusqlite::{Connection, OpenFlags};
use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// "lydi" as a number: says whose database this is.
const APPLICATION: i32 = 0x6c79_6469;

/// Step `n` makes a store of version `n` one of version `n + 1`. Steps are never changed once released.
const STEPS: &[&str] = &[
    "
CREATE TABLE blob (
    hash BLOB PRIMARY KEY,
    size INTEGER NOT NULL,
    data BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE campaign (
    id INTEGER PRIMARY KEY,
    settings TEXT NOT NULL,
    started INTEGER NOT NULL,
    seconds REAL NOT NULL DEFAULT 0,
    ended INTEGER
);
CREATE TABLE program (
    campaign INTEGER NOT NULL REFERENCES campaign,
    number INTEGER NOT NULL,
    PRIMARY KEY (campaign, number)
) WITHOUT ROWID;
CREATE TABLE tally (
    campaign INTEGER NOT NULL REFERENCES campaign,
    name TEXT NOT NULL,
    count INTEGER NOT NULL,
    seconds REAL NOT NULL,
    PRIMARY KEY (campaign, name)
) WITHOUT ROWID;
CREATE TABLE finding (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    state TEXT NOT NULL,
    signature TEXT NOT NULL UNIQUE,
    first_seen INTEGER NOT NULL,
    last_seen INTEGER NOT NULL,
    count INTEGER NOT NULL,
    detail TEXT NOT NULL,
    program BLOB NOT NULL REFERENCES blob,
    reduced BLOB REFERENCES blob
);
CREATE TABLE alias (
    key TEXT PRIMARY KEY,
    finding INTEGER NOT NULL REFERENCES finding
) WITHOUT ROWID;
CREATE TABLE occurrence (
    finding INTEGER NOT NULL REFERENCES finding,
    campaign INTEGER NOT NULL REFERENCES campaign,
    number INTEGER NOT NULL,
    detail TEXT NOT NULL,
    PRIMARY KEY (finding, campaign, number)
) WITHOUT ROWID;
",
    // The highest number a finding ever had: people keep numbers, so none is given twice.
    "
CREATE TABLE highest (finding INTEGER NOT NULL);
INSERT INTO highest SELECT coalesce(max(id), 0) FROM finding;
",
];

/// One file with everything in it.
#[derive(Debug)]
pub struct Store {
    pub(crate) db: Connection,
    path: PathBuf,
    /// Held by whoever writes.
    lock: Option<File>,
}

impl Store {
    /// Opens a store; makes it if there is none.
    pub fn open(path: &Path) -> Result<Store, Error> {
        if let Some(parent) = path.parent().filter(|p| !p.as_os_str().is_empty() && !p.is_dir()) {
            return Err(open_error(path, &format!("there is no directory {}", parent.display())));
        }
        Store::prepare(path, Connection::open(path))
    }

    /// Opens a store that must be there. One that can't be written can still be read.
    pub fn open_existing(path: &Path) -> Result<Store, Error> {
        if !path.exists() {
            return Err(open_error(path, "there is no such file; `lydite hunt` makes one"));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        match Store::prepare(path, Connection::open_with_flags(path, flags)) {
            // Readers keep notes beside the file. Where they can't, nobody writes, unless there are such notes already.
            Err(Error::Open { .. }) if !has_notes(path) => {
                let flags =
                    OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
                Store::prepare(path, Connection::open_with_flags(unchanging(path), flags))
            }
            opened => opened,
        }
    }

    /// A store that is gone with the program.
    pub fn in_memory() -> Result<Store, Error> {
        Store::prepare(Path::new(":memory:"), Connection::open_in_memory())
    }

    fn prepare(path: &Path, db: rusqlite::Result<Connection>) -> Result<Store, Error> {
        let not_ours = |e: rusqlite::Error| match e.sqlite_error_code() {
            Some(rusqlite::ErrorCode::NotADatabase) => Error::NotOurs(path.to_owned()),
            Some(rusqlite::ErrorCode::DiskFull) => Error::Full,
            _ => open_error(path, &e.to_string()),
        };
        let db = db.map_err(not_ours)?;
        db.busy_timeout(Duration::from_secs(60)).map_err(not_ours)?;
        let number = |pragma: &str| db.query_row(pragma, [], |row| row.get::<_, i64>(0)).map_err(not_ours);
        let (application, version) = (number("PRAGMA application_id")?, number("PRAGMA user_version")?);
        let tables = number("SELECT count(*) FROM sqlite_schema")?;
        if application != i64::from(APPLICATION) && (tables > 0 || version > 0) {
            return Err(Error::NotOurs(path.to_owned()));
        }
        if version as usize > STEPS.len() {
            return Err(Error::Newer { path: path.to_owned(), found: version as u32, known: STEPS.len() as u32 });
        }
        // Readers and one writer at a time; a commit is on the disk when it returns.
        db.execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;")
            .map_err(not_ours)?;
        let mut store = Store { db, path: path.to_owned(), lock: None };
        if (version as usize) < STEPS.len() {
            store.migrate()?;
        }
        Ok(store)
    }

    fn migrate(&mut self) -> Result<(), Error> {
        // Another process may do the same at this moment: the version is read again inside.
        let tx = self.db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let version: i64 = tx.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        for step in STEPS.iter().skip(version as usize) {
            tx.execute_batch(step)?;
        }
        tx.execute_batch(&format!("PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {};", STEPS.len()))?;
        tx.commit()?;
        Ok(())
    }

    /// Keeps others who write away until the store is dropped.
    pub fn lock(&mut self) -> Result<(), Error> {
        if self.path == Path::new(":memory:") || self.lock.is_some() {
            return Ok(());
        }
        let mut name = self.path.clone().into_os_string();
        name.push(".lock");
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&name);
        let file = file.map_err(|e| open_error(&self.path, &e.to_string()))?;
        file.try_lock().map_err(|e| match e {
            TryLockError::WouldBlock => Error::InUse(self.path.clone()),
            TryLockError::Error(e) => open_error(&self.path, &format!("it can't be locked: {e}")),
        })?;
        self.lock = Some(file);
        Ok(())
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Whether there is something beside the file that is not in it yet.
fn has_notes(path: &Path) -> bool {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    std::fs::metadata(name).is_ok_and(|file| file.len() > 0)
}

/// The address of a file that does not change while it is open.
fn unchanging(path: &Path) -> OsString {
    let mut address = b"file:".to_vec();
    for byte in path.as_os_str().as_bytes() {
        match byte {
            b'%' | b'?' | b'#' => address.extend(format!("%{byte:02x}").bytes()),
            byte => address.push(*byte),
        }
    }
    address.extend(b"?immutable=1");
    OsString::from_vec(address)
}

fn open_error(path: &Path, reason: &str) -> Error {
    Error::Open { path: path.to_owned(), reason: reason.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_files_are_refused_and_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let text = dir.path().join("text");
        std::fs::write(&text, "this is a text that is longer than the header of a database file, well over a hundred bytes long, as any text may be").unwrap();
        let before = std::fs::read(&text).unwrap();
        assert!(matches!(Store::open(&text), Err(Error::NotOurs(_))));
        assert_eq!(std::fs::read(&text).unwrap(), before);

        let other = dir.path().join("other.db");
        Connection::open(&other).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
        assert!(matches!(Store::open(&other), Err(Error::NotOurs(_))));
        assert!(matches!(Store::open_existing(&dir.path().join("none")), Err(Error::Open { .. })));
    }

    #[test]
    fn a_newer_store_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("s.db");
        Store::open(&path).unwrap().db.execute_batch("PRAGMA user_version = 99").unwrap();
        assert!(matches!(Store::open(&path), Err(Error::Newer { found: 99, .. })));
    }

    #[test]
    fn an_older_store_is_brought_up_to_date() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("s.db");
        let old = Connection::open(&path).unwrap();
        old.execute_batch(STEPS[0]).unwrap();
        old.execute_batch(&format!("PRAGMA application_id = {APPLICATION}; PRAGMA user_version = 1;")).unwrap();
        old.execute_batch("INSERT INTO blob VALUES (x'00', 0, x'00');").unwrap();
        old.execute_batch("INSERT INTO finding VALUES (7, 'k', 't', 'new', 's', 0, 0, 1, '{}', x'00', NULL);").unwrap();
        drop(old);
        let store = Store::open_existing(&path).unwrap();
        let highest: i64 = store.db.query_row("SELECT finding FROM highest", [], |row| row.get(0)).unwrap();
        assert_eq!(highest, 7);
    }

    #[test]
    fn what_does_not_change_can_be_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("50% of it?#.db");
        drop(Store::open(&path).unwrap());
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        let store = Store::prepare(&path, Connection::open_with_flags(unchanging(&path), flags)).unwrap();
        assert!(store.findings().unwrap().is_empty());
    }

    #[test]
    fn one_hunt_at_a_time() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("s.db");
        let mut first = Store::open(&path).unwrap();
        first.lock().unwrap();
        let mut second = Store::open(&path).unwrap();
        assert!(matches!(second.lock(), Err(Error::InUse(_))));
        drop(first);
        second.lock().unwrap();
    }
}
