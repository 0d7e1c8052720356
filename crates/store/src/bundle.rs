//! Findings in a file, for another machine.

use crate::finding::{self, Finding, FindingId, State};
use crate::{Error, Store, blob};
use rusqlite::{OptionalExtension, params};
use serde::{Deserialize, Serialize};

/// What a bundle of ours says it is.
const FORMAT: &str = "lydite findings";
/// Version 2 added states, keys and when a finding was last seen.
const VERSION: u32 = 2;

/// Findings with their programs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bundle {
    format: String,
    version: u32,
    findings: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    kind: String,
    title: String,
    state: Option<State>,
    signature: String,
    /// Every signature it has had.
    #[serde(default)]
    keys: Vec<String>,
    first_seen: i64,
    last_seen: Option<i64>,
    count: u32,
    detail: String,
    program: String,
    reduced: Option<String>,
}

/// What importing came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Imported {
    /// Findings that were not known.
    pub new: usize,
    /// Findings that were.
    pub known: usize,
}

impl Bundle {
    /// As a document.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// From a document.
    pub fn from_json(text: &str) -> Result<Bundle, Error> {
        let bundle: Bundle = serde_json::from_str(text).map_err(|e| Error::Bundle(e.to_string()))?;
        if bundle.format != FORMAT {
            return Err(Error::Bundle(format!("its format is '{}', not '{FORMAT}'", bundle.format)));
        }
        if bundle.version > VERSION {
            return Err(Error::Bundle(format!(
                "it has version {}, and this program knows versions up to {VERSION}",
                bundle.version
            )));
        }
        Ok(bundle)
    }

    /// The documents of each finding, in order: what is known about it, and its programs.
    pub fn documents(&self) -> impl Iterator<Item = (&str, Vec<&str>)> {
        self.findings.iter().map(|e| {
            (
                e.detail.as_str(),
                [Some(&e.program), e.reduced.as_ref()].into_iter().flatten().map(String::as_str).collect(),
            )
        })
    }

    /// How many findings it has.
    pub fn len(&self) -> usize {
        self.findings.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.findings.is_empty()
    }
}

impl Store {
    /// Findings to take along. Programs are documents of text.
    pub fn export(&self, ids: &[FindingId]) -> Result<Bundle, Error> {
        let text = |hash| {
            let bytes = self.bytes(hash)?;
            String::from_utf8(bytes).map_err(|_| Error::Damaged(format!("{hash}")))
        };
        let mut query = self.db.prepare("SELECT key FROM alias WHERE finding = ? ORDER BY key")?;
        let mut findings = Vec::new();
        for &id in ids {
            let Finding {
                kind, title, state, signature, first_seen, last_seen, count, detail, program, reduced, ..
            } = self.finding(id)?;
            let keys = query.query_map([id.0], |row| row.get(0))?.collect::<Result<_, _>>()?;
            findings.push(Entry {
                kind,
                title,
                state: Some(state),
                signature,
                keys,
                first_seen,
                last_seen: Some(last_seen),
                count: count.try_into().unwrap_or(u32::MAX),
                detail,
                program: text(program)?,
                reduced: reduced.map(text).transpose()?,
            });
        }
        Ok(Bundle { format: FORMAT.into(), version: VERSION, findings })
    }

    /// Adds findings of another store, all or none. Known ones are left as they are.
    pub fn import(&mut self, bundle: &Bundle) -> Result<Imported, Error> {
        let mut imported = Imported::default();
        let tx = self.db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        for entry in &bundle.findings {
            let keys = || std::iter::once(&entry.signature).chain(&entry.keys);
            let mut known: Option<i64> = None;
            for key in keys() {
                let found =
                    tx.query_row("SELECT finding FROM alias WHERE key = ?", [key], |row| row.get(0)).optional()?;
                known = known.or(found);
            }
            let id = match known {
                Some(id) => {
                    imported.known += 1;
                    id
                }
                None => {
                    imported.new += 1;
                    add(&tx, entry)?.0
                }
            };
            for key in keys() {
                tx.execute("INSERT INTO alias (key, finding) VALUES (?, ?) ON CONFLICT DO NOTHING", params![key, id])?;
            }
        }
        tx.commit()?;
        Ok(imported)
    }
}

fn add(db: &rusqlite::Connection, entry: &Entry) -> Result<FindingId, Error> {
    let program = blob::put(db, entry.program.as_bytes())?;
    let reduced = entry.reduced.as_ref().map(|text| blob::put(db, text.as_bytes())).transpose()?;
    let usual = if reduced.is_some() { State::Reduced } else { State::New };
    finding::insert(
        db,
        &Finding {
            id: FindingId(0),
            kind: entry.kind.clone(),
            title: entry.title.clone(),
            state: entry.state.unwrap_or(usual),
            signature: entry.signature.clone(),
            first_seen: entry.first_seen,
            last_seen: entry.last_seen.unwrap_or(entry.first_seen),
            count: entry.count.into(),
            detail: entry.detail.clone(),
            program,
            reduced,
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Occurrence;

    #[test]
    fn there_and_back() {
        let mut here = Store::in_memory().unwrap();
        let occurrence = |key: &str| Occurrence {
            key: key.into(),
            kind: "wrong-output".into(),
            title: "gcc -O2".into(),
            detail: "{\"a\": 1}".into(),
            program: b"int main(void) { return 0; }".to_vec(),
        };
        let a = here.add(&occurrence("a"), 5).unwrap().finding();
        let b = here.add(&occurrence("b"), 6).unwrap().finding();
        here.add(&occurrence("a"), 9).unwrap();
        here.update(a, State::Flaky, "gcc -O2", "{}").unwrap();
        here.reduce(b, "b2", "gcc -O2", "{}", b"int main;").unwrap();
        let bundle = Bundle::from_json(&here.export(&[a, b]).unwrap().to_json()).unwrap();
        let mut there = Store::in_memory().unwrap();
        assert_eq!(there.import(&bundle).unwrap(), Imported { new: 2, known: 0 });
        assert_eq!(there.import(&bundle).unwrap(), Imported { new: 0, known: 2 });
        assert_eq!(there.export(&[a, b]).unwrap().to_json(), here.export(&[a, b]).unwrap().to_json());
        assert_eq!((there.finding(a).unwrap().count, there.finding(a).unwrap().state), (2, State::Flaky));
        assert_eq!(there.known("b").unwrap(), Some(b), "by its first key too");
    }

    #[test]
    fn other_documents_are_refused() {
        for text in [
            "",
            "{}",
            "[1]",
            r#"{"format":"x","version":1,"findings":[]}"#,
            r#"{"format":"lydite findings","version":9,"findings":[]}"#,
        ] {
            assert!(matches!(Bundle::from_json(text), Err(Error::Bundle(_))), "{text}");
        }
    }
}
