//! What is known of compilers, kept in a file between runs.

use crate::error::Error;
use crate::find::Places;
use crate::flags::Flags;
use crate::patient::{Candidate, Patient};
use crate::probe::probe_now;
use crate::run::runner::Runner;
use serde::{Deserialize, Serialize};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Raised whenever probing learns something new; older files are then forgotten.
const VERSION: u32 = 6;

/// What is known of compilers. It forgets by itself whatever belongs to a file that has changed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cache {
    version: u32,
    rows: Vec<Row>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    stamp: Stamp,
    patient: Patient,
    /// Its flags, once someone has asked for them.
    flags: Option<Flags>,
}

/// What tells one state of a file from another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stamp {
    modified: (i64, i64),
    size: u64,
}

impl Stamp {
    /// The stamp of a compiler's file; of nothing if it is not here but behind a prefix.
    fn of(path: &Path) -> Stamp {
        match path.metadata() {
            Ok(file) => Stamp { modified: (file.mtime(), file.mtime_nsec()), size: file.len() },
            Err(_) => Stamp { modified: (0, 0), size: 0 },
        }
    }
}

/// Who hears the name of each compiler before it is asked.
pub type Told<'a> = &'a (dyn Fn(&str) + Sync);

impl Cache {
    /// Reads a cache; one that is missing, damaged or of another version is empty.
    pub fn read(file: &Path) -> Cache {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let cache: Cache = serde_json::from_str(&text).unwrap_or_default();
        if cache.version == VERSION { cache } else { Cache { version: VERSION, rows: Vec::new() } }
    }

    /// Writes it, all or nothing.
    pub fn write(&self, file: &Path) -> Result<(), Error> {
        let text = serde_json::to_vec(&Cache { version: VERSION, ..self.clone() }).unwrap_or_default();
        let mut name = file.as_os_str().to_owned();
        name.push(format!(".{}.new", std::process::id()));
        let new = PathBuf::from(name);
        let written = std::fs::write(&new, text).and_then(|()| std::fs::rename(&new, file));
        if written.is_err() {
            let _ = std::fs::remove_file(&new);
        }
        written.map_err(Error::at(file))
    }

    /// What is known of a compiler, if its file is as it was.
    fn known(&self, candidate: &Candidate) -> Option<&Patient> {
        let stamp = Stamp::of(&candidate.path);
        let same = |row: &&Row| row.patient.candidate == *candidate && row.stamp == stamp;
        // What is behind a prefix has no stamp of its own, and what did not work may have been mended elsewhere.
        let lasting = |row: &&Row| stamp.size > 0 && row.patient.works().is_ok();
        self.rows.iter().find(same).filter(lasting).map(|row| &row.patient)
    }

    /// How many of some compilers it does not know.
    pub fn unknown(&self, candidates: &[Candidate]) -> usize {
        candidates.iter().filter(|candidate| self.known(candidate).is_none()).count()
    }

    /// Gets to know compilers, several at a time; asks only those that are not known.
    pub fn probe(
        &mut self,
        runner: &Runner,
        candidates: &[Candidate],
        places: &Places,
        told: Told,
    ) -> Result<Vec<Patient>, Error> {
        let known: Vec<Option<Patient>> = candidates.iter().map(|candidate| self.known(candidate).cloned()).collect();
        let asked = at_once(candidates.len(), |at| match &known[at] {
            Some(patient) => Ok((patient.clone(), true)),
            None => {
                told(&candidates[at].name);
                probe_now(runner, &candidates[at], places)
            }
        })?;
        let mut old = std::mem::take(&mut self.rows);
        old.retain(|row| row.stamp == Stamp::of(&row.patient.candidate.path));
        for (patient, _) in asked.iter().filter(|(_, lasts)| *lasts) {
            let stamp = Stamp::of(&patient.candidate.path);
            let flags = old.iter().position(|row| row.patient == *patient).and_then(|at| old.swap_remove(at).flags);
            self.rows.push(Row { stamp, patient: patient.clone(), flags });
        }
        // What was not asked about this time is kept.
        self.rows.extend(old.into_iter().filter(|row| !candidates.contains(&row.patient.candidate)));
        Ok(asked.into_iter().map(|(patient, _)| patient).collect())
    }

    /// Forgets what is known of these compilers.
    pub fn forget(&mut self, candidates: &[Candidate]) {
        self.rows.retain(|row| !candidates.contains(&row.patient.candidate));
    }

    /// How many of some compilers have not been asked for their flags.
    pub fn without_flags(&self, patients: &[&Patient]) -> usize {
        let has = |patient: &&&Patient| self.rows.iter().any(|row| row.patient == ***patient && row.flags.is_some());
        patients.len() - patients.iter().filter(has).count()
    }

    /// The flags of compilers for random options, several at a time; each is asked only once.
    pub fn flags(&mut self, runner: &Runner, patients: &[&Patient], told: Told) -> Result<Vec<Flags>, Error> {
        let row = |patient: &Patient| self.rows.iter().position(|row| row.patient == *patient);
        let rows: Vec<Option<usize>> = patients.iter().map(|patient| row(patient)).collect();
        let known: Vec<Option<Flags>> = rows.iter().map(|row| self.rows[(*row)?].flags.clone()).collect();
        let flags = at_once(patients.len(), |at| match &known[at] {
            Some(flags) => Ok(flags.clone()),
            None => {
                told(patients[at].name());
                Flags::read(runner, patients[at])
            }
        })?;
        for (row, flags) in rows.into_iter().zip(&flags) {
            if let Some(row) = row {
                self.rows[row].flags = Some(flags.clone());
            }
        }
        Ok(flags)
    }
}

/// Does so many things, as many at a time as there are cores; the results are in order.
pub fn at_once<T: Send>(count: usize, work: impl Fn(usize) -> Result<T, Error> + Sync) -> Result<Vec<T>, Error> {
    let jobs = std::thread::available_parallelism().map_or(1, usize::from).min(count);
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Result<T, Error>)>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                while let Some(at) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|at| *at < count) {
                    let result = work(at);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((at, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}
