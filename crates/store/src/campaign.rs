//! Campaigns: which programs are done and what they took.

use crate::finding::{self, Occurrence, Seen};
use crate::{Error, Store};
use rusqlite::{OptionalExtension, params};
use std::collections::BTreeSet;

/// A campaign in the store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CampaignId(pub i64);

/// A campaign as it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Campaign {
    /// Its name in the store.
    pub id: CampaignId,
    /// What it was asked to do; the caller's words.
    pub settings: String,
    /// When it began, in seconds since 1970.
    pub started: i64,
    /// How long it has been at work, in seconds.
    pub seconds: f64,
    /// When it ended, if it did.
    pub ended: Option<i64>,
}

/// What something was done how often, and how long that took.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// What.
    pub name: String,
    /// How often.
    pub count: u64,
    /// For how long, in seconds.
    pub seconds: f64,
}

/// Which programs are done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// All programs below this number are done.
    pub below: u64,
    /// Others that are.
    pub beyond: BTreeSet<u64>,
}

impl Progress {
    /// Whether a program is done.
    pub fn contains(&self, number: u64) -> bool {
        number < self.below || self.beyond.contains(&number)
    }

    /// How many are done.
    pub fn len(&self) -> u64 {
        self.below + self.beyond.len() as u64
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// All that one program of a campaign leaves behind.
#[derive(Clone, Debug, Default)]
pub struct Finished {
    /// Its number in the campaign.
    pub number: u64,
    /// What was found with it.
    pub occurrences: Vec<Occurrence>,
    /// What was done, to be added up.
    pub tallies: Vec<Tally>,
    /// Work of the campaign since the last program, in seconds.
    pub seconds: f64,
    /// Now, in seconds since 1970.
    pub now: i64,
}

impl Store {
    /// Begins a campaign.
    pub fn begin(&mut self, settings: &str, now: i64) -> Result<CampaignId, Error> {
        self.db.execute("INSERT INTO campaign (settings, started) VALUES (?, ?)", params![settings, now])?;
        Ok(CampaignId(self.db.last_insert_rowid()))
    }

    /// The last campaign, if it has not ended.
    pub fn unfinished(&self) -> Result<Option<Campaign>, Error> {
        Ok(self.campaigns()?.pop().filter(|c| c.ended.is_none()))
    }

    /// All campaigns, the first one first.
    pub fn campaigns(&self) -> Result<Vec<Campaign>, Error> {
        let mut query = self.db.prepare("SELECT id, settings, started, seconds, ended FROM campaign ORDER BY id")?;
        let rows = query.query_map([], |row| {
            Ok(Campaign {
                id: CampaignId(row.get(0)?),
                settings: row.get(1)?,
                started: row.get(2)?,
                seconds: row.get(3)?,
                ended: row.get(4)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Which programs of a campaign are done.
    pub fn progress(&self, campaign: CampaignId) -> Result<Progress, Error> {
        let mut query = self.db.prepare("SELECT number FROM program WHERE campaign = ? ORDER BY number")?;
        let mut progress = Progress::default();
        for number in query.query_map([campaign.0], |row| row.get::<_, i64>(0))? {
            let number = number? as u64;
            if number == progress.below {
                progress.below += 1;
            } else {
                progress.beyond.insert(number);
            }
        }
        Ok(progress)
    }

    /// Writes down all that came of one program, at once. A program that is done already changes nothing.
    pub fn finish(&mut self, campaign: CampaignId, finished: &Finished) -> Result<Vec<Seen>, Error> {
        let tx = self.db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let number = finished.number as i64;
        let done: Option<i64> = tx
            .prepare_cached("SELECT 1 FROM program WHERE campaign = ? AND number = ?")?
            .query_row(params![campaign.0, number], |row| row.get(0))
            .optional()?;
        if done.is_some() {
            return Ok(Vec::new());
        }
        tx.execute("INSERT INTO program (campaign, number) VALUES (?, ?)", params![campaign.0, number])?;
        let mut seen = Vec::new();
        for occurrence in &finished.occurrences {
            seen.push(finding::record(&tx, Some((campaign, finished.number)), occurrence, finished.now)?);
        }
        add(&tx, campaign, &finished.tallies)?;
        tx.execute("UPDATE campaign SET seconds = seconds + ? WHERE id = ?", params![finished.seconds, campaign.0])?;
        tx.commit()?;
        Ok(seen)
    }

    /// Adds to what was counted.
    pub fn tally(&mut self, campaign: CampaignId, tallies: &[Tally]) -> Result<(), Error> {
        let tx = self.db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        add(&tx, campaign, tallies)?;
        tx.commit()?;
        Ok(())
    }

    /// What was counted, by name.
    pub fn tallies(&self, campaign: CampaignId) -> Result<Vec<Tally>, Error> {
        let mut query = self.db.prepare("SELECT name, count, seconds FROM tally WHERE campaign = ? ORDER BY name")?;
        let rows = query.query_map([campaign.0], |row| {
            Ok(Tally { name: row.get(0)?, count: row.get::<_, i64>(1)? as u64, seconds: row.get(2)? })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Ends a campaign.
    pub fn end(&mut self, campaign: CampaignId, now: i64) -> Result<(), Error> {
        self.db.execute("UPDATE campaign SET ended = ? WHERE id = ?", params![now, campaign.0])?;
        Ok(())
    }
}

fn add(db: &rusqlite::Connection, campaign: CampaignId, tallies: &[Tally]) -> Result<(), Error> {
    let mut query = db.prepare_cached(
        "INSERT INTO tally (campaign, name, count, seconds) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET count = count + excluded.count, seconds = seconds + excluded.seconds",
    )?;
    for tally in tallies {
        query.execute(params![campaign.0, tally.name, tally.count as i64, tally.seconds])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(number: u64) -> Finished {
        let tallies = vec![Tally { name: "gcc".into(), count: 3, seconds: 0.5 }];
        Finished { number, tallies, seconds: 1.0, now: 7, ..Finished::default() }
    }

    #[test]
    fn programs_are_done_once() {
        let mut store = Store::in_memory().unwrap();
        let id = store.begin("{}", 5).unwrap();
        for number in [0, 1, 4, 1, 4, 2] {
            store.finish(id, &finished(number)).unwrap();
        }
        let progress = store.progress(id).unwrap();
        assert_eq!((progress.below, progress.beyond.iter().copied().collect::<Vec<_>>()), (3, vec![4]));
        assert!(progress.contains(2) && !progress.contains(3) && progress.contains(4));
        assert_eq!(store.tallies(id).unwrap(), [Tally { name: "gcc".into(), count: 12, seconds: 2.0 }]);
        let campaign = store.unfinished().unwrap().unwrap();
        assert_eq!((campaign.seconds, campaign.started), (4.0, 5));
        store.end(id, 9).unwrap();
        assert_eq!(store.unfinished().unwrap(), None);
    }
}
