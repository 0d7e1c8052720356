//! Findings: what was found, how often, and what shows it.

use crate::blob::{self, Hash};
use crate::{CampaignId, Error, Store};
use rusqlite::{Connection, OptionalExtension, Row, ToSql, params, types};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A finding's number, as people type it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct FindingId(pub i64);

impl fmt::Display for FindingId {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How far a finding has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// As it was found.
    New,
    /// With a small program and its last signature.
    Reduced,
    /// It was seen, but not again when it was to be reduced.
    Flaky,
}

/// States and their names in the store.
const STATES: [(State, &str); 3] = [(State::New, "new"), (State::Reduced, "reduced"), (State::Flaky, "flaky")];

impl State {
    /// Its name.
    pub fn name(self) -> &'static str {
        STATES.iter().find(|s| s.0 == self).map_or("new", |s| s.1)
    }
}

impl types::FromSql for State {
    fn column_result(value: types::ValueRef) -> types::FromSqlResult<Self> {
        let name = value.as_str()?;
        STATES.iter().find(|s| s.1 == name).map(|s| s.0).ok_or(types::FromSqlError::InvalidType)
    }
}

impl ToSql for State {
    fn to_sql(&self) -> rusqlite::Result<types::ToSqlOutput<'_>> {
        Ok(self.name().into())
    }
}

/// A finding as it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Its number.
    pub id: FindingId,
    /// Which oracle spoke.
    pub kind: String,
    /// One line for people.
    pub title: String,
    /// How far it has come.
    pub state: State,
    /// What makes two findings the same.
    pub signature: String,
    /// When it was first seen, in seconds since 1970.
    pub first_seen: i64,
    /// When it was last seen.
    pub last_seen: i64,
    /// In how many programs.
    pub count: u64,
    /// What is known about it; the caller's document.
    pub detail: String,
    /// The program that first showed it.
    pub program: Hash,
    /// The small program.
    pub reduced: Option<Hash>,
}

/// Something found with one program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// What makes it the same as others, as far as is known yet.
    pub key: String,
    /// Which oracle spoke.
    pub kind: String,
    /// One line for people.
    pub title: String,
    /// What is known about it.
    pub detail: String,
    /// The program.
    pub program: Vec<u8>,
}

/// What recording an occurrence came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// The first of its kind.
    New(FindingId),
    /// One more of a known one.
    Known(FindingId),
}

impl Seen {
    /// The finding.
    pub fn finding(self) -> FindingId {
        match self {
            Seen::New(id) | Seen::Known(id) => id,
        }
    }
}

/// Counts an occurrence up or makes a finding of it.
pub(crate) fn record(
    db: &Connection,
    from: Option<(CampaignId, u64)>,
    occurrence: &Occurrence,
    now: i64,
) -> Result<Seen, Error> {
    let known: Option<i64> = db
        .prepare_cached("SELECT finding FROM alias WHERE key = ?")?
        .query_row([&occurrence.key], |row| row.get(0))
        .optional()?;
    let seen = match known {
        Some(id) => Seen::Known(FindingId(id)),
        None => {
            let program = blob::put(db, &occurrence.program)?;
            let id = insert(
                db,
                &Finding {
                    id: FindingId(0),
                    kind: occurrence.kind.clone(),
                    title: occurrence.title.clone(),
                    state: State::New,
                    signature: occurrence.key.clone(),
                    first_seen: now,
                    last_seen: now,
                    count: 0,
                    detail: occurrence.detail.clone(),
                    program,
                    reduced: None,
                },
            )?;
            db.execute("INSERT INTO alias (key, finding) VALUES (?, ?)", params![occurrence.key, id.0])?;
            Seen::New(id)
        }
    };
    let id = seen.finding();
    let added = match from {
        Some((campaign, number)) => db.execute(
            "INSERT INTO occurrence (finding, campaign, number, detail) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            params![id.0, campaign.0, number as i64, occurrence.detail],
        )?,
        None => 1,
    };
    db.execute("UPDATE finding SET count = count + ?, last_seen = ? WHERE id = ?", params![added as i64, now, id.0])?;
    Ok(seen)
}

/// Adds a finding under a number that none had before; its own number is not looked at.
pub(crate) fn insert(db: &Connection, new: &Finding) -> Result<FindingId, Error> {
    db.execute("UPDATE highest SET finding = finding + 1", [])?;
    let id: i64 = db.query_row("SELECT finding FROM highest", [], |row| row.get(0))?;
    db.execute(
        &format!("INSERT INTO finding ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
        params![
            id,
            new.kind,
            new.title,
            new.state,
            new.signature,
            new.first_seen,
            new.last_seen,
            new.count as i64,
            new.detail,
            new.program,
            new.reduced
        ],
    )?;
    Ok(FindingId(id))
}

const COLUMNS: &str = "id, kind, title, state, signature, first_seen, last_seen, count, detail, program, reduced";

fn finding(row: &Row) -> rusqlite::Result<Finding> {
    Ok(Finding {
        id: FindingId(row.get(0)?),
        kind: row.get(1)?,
        title: row.get(2)?,
        state: row.get(3)?,
        signature: row.get(4)?,
        first_seen: row.get(5)?,
        last_seen: row.get(6)?,
        count: row.get::<_, i64>(7)? as u64,
        detail: row.get(8)?,
        program: row.get(9)?,
        reduced: row.get(10)?,
    })
}

impl Store {
    /// All findings, in the order they were found.
    pub fn findings(&self) -> Result<Vec<Finding>, Error> {
        let mut query = self.db.prepare(&format!("SELECT {COLUMNS} FROM finding ORDER BY id"))?;
        let rows = query.query_map([], finding)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// One finding.
    pub fn finding(&self, id: FindingId) -> Result<Finding, Error> {
        let query = format!("SELECT {COLUMNS} FROM finding WHERE id = ?");
        self.db.query_row(&query, [id.0], finding).optional()?.ok_or(Error::NoFinding(id))
    }

    /// The finding that a key stands for, if any does.
    pub fn known(&self, key: &str) -> Result<Option<FindingId>, Error> {
        let query = "SELECT finding FROM alias WHERE key = ?";
        Ok(self.db.query_row(query, [key], |row| row.get(0).map(FindingId)).optional()?)
    }

    /// Records something that no campaign found.
    pub fn add(&mut self, occurrence: &Occurrence, now: i64) -> Result<Seen, Error> {
        let tx = self.db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let seen = record(&tx, None, occurrence, now)?;
        tx.commit()?;
        Ok(seen)
    }

    /// Changes what is known about a finding.
    pub fn update(&mut self, id: FindingId, state: State, title: &str, detail: &str) -> Result<(), Error> {
        let query = "UPDATE finding SET state = ?, title = ?, detail = ? WHERE id = ?";
        match self.db.execute(query, params![state, title, detail, id.0])? {
            0 => Err(Error::NoFinding(id)),
            _ => Ok(()),
        }
    }

    /// Gives a finding its small program and its last signature. If another finding has that signature they become one,
    /// the older one; which one it is now is the answer.
    pub fn reduce(
        &mut self,
        id: FindingId,
        signature: &str,
        title: &str,
        detail: &str,
        reduced: &[u8],
    ) -> Result<FindingId, Error> {
        let tx = self.db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let there: i64 = tx.query_row("SELECT count(*) FROM finding WHERE id = ?", [id.0], |row| row.get(0))?;
        if there == 0 {
            return Err(Error::NoFinding(id));
        }
        let same: Option<i64> = tx
            .query_row("SELECT id FROM finding WHERE signature = ? AND id <> ?", params![signature, id.0], |row| {
                row.get(0)
            })
            .optional()?;
        let hash = blob::put(&tx, reduced)?;
        let (kept, gone) = match same {
            Some(other) => (other.min(id.0), Some(other.max(id.0))),
            None => (id.0, None),
        };
        if let Some(gone) = gone {
            tx.execute("UPDATE alias SET finding = ? WHERE finding = ?", params![kept, gone])?;
            tx.execute(
                "INSERT INTO occurrence SELECT ?, campaign, number, detail FROM occurrence WHERE finding = ? ON CONFLICT DO NOTHING",
                params![kept, gone],
            )?;
            tx.execute("DELETE FROM occurrence WHERE finding = ?", [gone])?;
            tx.execute(
                "UPDATE finding SET count = count + (SELECT count FROM finding WHERE id = ?1),
                        first_seen = min(first_seen, (SELECT first_seen FROM finding WHERE id = ?1)),
                        last_seen = max(last_seen, (SELECT last_seen FROM finding WHERE id = ?1)) WHERE id = ?2",
                params![gone, kept],
            )?;
            tx.execute("DELETE FROM finding WHERE id = ?", [gone])?;
        }
        // Of two small programs the smaller one is kept.
        let old: Option<i64> = tx
            .query_row("SELECT size FROM finding JOIN blob ON hash = reduced WHERE id = ?", [kept], |row| row.get(0))
            .optional()?;
        if old.is_none_or(|old| (reduced.len() as i64) < old) || gone.is_none() {
            tx.execute(
                "UPDATE finding SET state = ?, signature = ?, title = ?, detail = ?, reduced = ? WHERE id = ?",
                params![State::Reduced, signature, title, detail, hash, kept],
            )?;
        }
        tx.execute("INSERT INTO alias (key, finding) VALUES (?, ?) ON CONFLICT DO NOTHING", params![signature, kept])?;
        tx.commit()?;
        Ok(FindingId(kept))
    }

    /// Forgets a finding; the next program that shows it makes it new.
    pub fn forget(&mut self, id: FindingId) -> Result<(), Error> {
        let tx = self.db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        tx.execute("DELETE FROM alias WHERE finding = ?", [id.0])?;
        tx.execute("DELETE FROM occurrence WHERE finding = ?", [id.0])?;
        let changed = tx.execute("DELETE FROM finding WHERE id = ?", [id.0])?;
        if changed == 0 {
            return Err(Error::NoFinding(id));
        }
        tx.execute(
            "DELETE FROM blob WHERE hash NOT IN (SELECT program FROM finding)
             AND hash NOT IN (SELECT reduced FROM finding WHERE reduced IS NOT NULL)",
            [],
        )?;
        tx.commit()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Finished;

    fn occurrence(key: &str, program: &str) -> Occurrence {
        Occurrence {
            key: key.into(),
            kind: "crash".into(),
            title: format!("crash {key}"),
            detail: "{}".into(),
            program: program.into(),
        }
    }

    fn finished(number: u64, keys: &[&str]) -> Finished {
        let occurrences = keys.iter().map(|k| occurrence(k, &format!("program {number}"))).collect();
        Finished { number, occurrences, now: number as i64, ..Finished::default() }
    }

    #[test]
    fn a_known_key_only_counts_up() {
        let mut store = Store::in_memory().unwrap();
        let campaign = store.begin("{}", 0).unwrap();
        let first = store.finish(campaign, &finished(1, &["a", "b"])).unwrap();
        let second = store.finish(campaign, &finished(2, &["a"])).unwrap();
        assert!(matches!((first[0], second[0]), (Seen::New(x), Seen::Known(y)) if x == y));
        let found = store.findings().unwrap();
        assert_eq!(found.iter().map(|f| (f.signature.as_str(), f.count)).collect::<Vec<_>>(), [("a", 2), ("b", 1)]);
        assert_eq!((found[0].first_seen, found[0].last_seen), (1, 2));
        assert_eq!(store.bytes(found[0].program).unwrap(), b"program 1");
    }

    #[test]
    fn findings_of_one_signature_become_one() {
        let mut store = Store::in_memory().unwrap();
        let campaign = store.begin("{}", 0).unwrap();
        store.finish(campaign, &finished(1, &["a", "b"])).unwrap();
        store.finish(campaign, &finished(2, &["b", "c"])).unwrap();
        let ids: Vec<FindingId> = ["a", "b", "c"].map(|k| store.known(k).unwrap().unwrap()).to_vec();
        assert_eq!(store.reduce(ids[1], "s", "t", "{}", b"small program").unwrap(), ids[1]);
        assert_eq!(store.reduce(ids[0], "s", "t", "{}", b"smaller").unwrap(), ids[0]);
        let found = store.findings().unwrap();
        assert_eq!(found.iter().map(|f| (f.id, f.count)).collect::<Vec<_>>(), [(ids[0], 3), (ids[2], 1)]);
        assert_eq!(store.bytes(found[0].reduced.unwrap()).unwrap(), b"smaller");
        // A larger program for the same signature does not replace a smaller one.
        assert_eq!(store.reduce(ids[2], "s", "t", "{}", b"a larger program").unwrap(), ids[0]);
        let found = store.findings().unwrap();
        assert_eq!((found.len(), found[0].count), (1, 4));
        assert_eq!(store.bytes(found[0].reduced.unwrap()).unwrap(), b"smaller");
        assert_eq!(store.known("c").unwrap(), Some(ids[0]));
        assert_eq!(store.known("s").unwrap(), Some(ids[0]));
    }

    #[test]
    fn what_is_forgotten_leaves_nothing() {
        let mut store = Store::in_memory().unwrap();
        let id = store.add(&occurrence("a", "text"), 1).unwrap().finding();
        store.forget(id).unwrap();
        let blobs: i64 = store.db.query_row("SELECT count(*) FROM blob", [], |row| row.get(0)).unwrap();
        assert_eq!((blobs, store.known("a").unwrap()), (0, None));
        assert!(matches!(store.forget(id), Err(Error::NoFinding(_))));
        // Its number is not given to another one, and what comes too late for it is refused.
        let next = store.add(&occurrence("b", "text"), 1).unwrap().finding();
        assert!(next > id);
        for signature in ["b", "c"] {
            assert!(matches!(store.reduce(id, signature, "t", "{}", b"small"), Err(Error::NoFinding(_))));
        }
        assert_eq!(store.finding(next).unwrap().count, 1);
    }
}
