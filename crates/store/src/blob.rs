//! Bytes under the hash of their content.

use crate::{Error, Store};
use rusqlite::{Connection, OptionalExtension, ToSql, params, types};
use std::fmt;

/// The hash of stored bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash([u8; 32]);

impl Hash {
    /// The hash of bytes.
    pub fn of(bytes: &[u8]) -> Hash {
        Hash(*blake3::hash(bytes).as_bytes())
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.iter().try_for_each(|b| write!(f, "{b:02x}"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl ToSql for Hash {
    fn to_sql(&self) -> rusqlite::Result<types::ToSqlOutput<'_>> {
        self.0.to_sql()
    }
}

impl types::FromSql for Hash {
    fn column_result(value: types::ValueRef) -> types::FromSqlResult<Self> {
        <[u8; 32]>::column_result(value).map(Hash)
    }
}

/// Stores bytes once.
pub(crate) fn put(db: &Connection, bytes: &[u8]) -> Result<Hash, Error> {
    let hash = Hash::of(bytes);
    let known: Option<i64> =
        db.prepare_cached("SELECT 1 FROM blob WHERE hash = ?")?.query_row([hash], |row| row.get(0)).optional()?;
    if known.is_none() {
        let data = zstd::bulk::compress(bytes, 9).map_err(|e| Error::Damaged(e.to_string()))?;
        db.execute("INSERT INTO blob (hash, size, data) VALUES (?, ?, ?)", params![hash, bytes.len() as i64, data])?;
    }
    Ok(hash)
}

impl Store {
    /// The bytes with a hash.
    pub fn bytes(&self, hash: Hash) -> Result<Vec<u8>, Error> {
        let damaged = || Error::Damaged(hash.to_string());
        let (size, data): (i64, Vec<u8>) = self
            .db
            .query_row("SELECT size, data FROM blob WHERE hash = ?", [hash], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?
            .ok_or_else(damaged)?;
        let bytes = zstd::bulk::decompress(&data, size as usize).map_err(|_| damaged())?;
        if Hash::of(&bytes) == hash { Ok(bytes) } else { Err(damaged()) }
    }
}
