//! Findings in a file, for another machine.

use crate::finding::{Finding, FindingId, Occurrence};
use crate::{Error, Store};
use serde::{Deserialize, Serialize};

/// What a bundle of ours says it is.
const FORMAT: &str = "lydite findings";
const VERSION: u32 = 1;

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
    signature: String,
    first_seen: i64,
    count: u64,
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
        let mut findings = Vec::new();
        for &id in ids {
            let Finding { kind, title, signature, first_seen, count, detail, program, reduced, .. } =
                self.finding(id)?;
            let (program, reduced) = (text(program)?, reduced.map(text).transpose()?);
            findings.push(Entry { kind, title, signature, first_seen, count, detail, program, reduced });
        }
        Ok(Bundle { format: FORMAT.into(), version: VERSION, findings })
    }

    /// Adds findings of another store. Known signatures are left as they are.
    pub fn import(&mut self, bundle: &Bundle) -> Result<Imported, Error> {
        let mut imported = Imported::default();
        for entry in &bundle.findings {
            if self.known(&entry.signature)?.is_some() {
                imported.known += 1;
                continue;
            }
            let occurrence = Occurrence {
                key: entry.signature.clone(),
                kind: entry.kind.clone(),
                title: entry.title.clone(),
                detail: entry.detail.clone(),
                program: entry.program.clone().into_bytes(),
            };
            let id = self.add(&occurrence, entry.first_seen)?.finding();
            if let Some(reduced) = &entry.reduced {
                self.reduce(id, &entry.signature, &entry.title, &entry.detail, reduced.as_bytes())?;
            }
            imported.new += 1;
        }
        Ok(imported)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        here.reduce(b, "b2", "gcc -O2", "{}", b"int main;").unwrap();
        let bundle = Bundle::from_json(&here.export(&[a, b]).unwrap().to_json()).unwrap();
        let mut there = Store::in_memory().unwrap();
        assert_eq!(there.import(&bundle).unwrap(), Imported { new: 2, known: 0 });
        assert_eq!(there.import(&bundle).unwrap(), Imported { new: 0, known: 2 });
        assert_eq!(there.export(&[a, b]).unwrap().to_json(), here.export(&[a, b]).unwrap().to_json());
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
