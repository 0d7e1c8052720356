//! What the samples say: a row for each counter, a line for each set.

use super::arms::Question;
use super::measure::{Counter, Measured};
use super::policy::Policy;
use super::resample::{Kept, Samples, Series};
use super::sets::{self, SETS};
use super::statistics::{Compared, Point, Verdict, compare, geometric_mean};
use crate::generate::Refusal;
use lydite_compilers::{Options, Patient};
use std::collections::BTreeMap;

/// Rates are per so many tokens.
pub const TOKENS: f64 = 1000.0;

/// Counters that both samples together have seen less often are not in summaries.
pub const RARE: u64 = 5;

/// What one counter of one compiler says.
pub struct Row {
    /// The compiler.
    pub compiler: String,
    /// The counter.
    pub counter: String,
    /// The name of its set; nothing if it is of none.
    pub set: Option<&'static str>,
    /// Whether the policies aim at it.
    pub is_aim: bool,
    /// How often it was seen in both samples.
    pub seen: u64,
    /// The samples compared.
    pub compared: Compared,
    /// The samples.
    series: Series,
}

impl Row {
    /// Whether it was seen too rarely to count in a summary.
    pub fn is_rare(&self) -> bool {
        self.seen < RARE
    }
}

/// What some counters say together.
#[derive(serde::Serialize)]
pub struct Summary {
    /// Which: `aims`, the name of a set, or `all`.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// How many counters.
    pub counters: usize,
    /// How many more were seen too rarely.
    pub rare: usize,
    /// The geometric mean of their ratios.
    pub geometric_mean: Option<f64>,
    /// Where it is, in 95 of 100 cases.
    pub interval: Option<(f64, f64)>,
    /// How many are significantly higher with.
    pub higher: usize,
    /// How many are significantly lower with.
    pub lower: usize,
    /// Of how many it can't be told.
    pub undecided: usize,
}

/// A compiler's part in an answer.
pub struct Asked {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// How many programs a sample has.
    pub programs: u64,
    /// How many seeds were left out since it made nothing of one of their programs.
    pub left_out: u64,
}

/// What is known about a question.
pub struct Answer<'a> {
    /// The question.
    pub question: &'a Question,
    /// The compilers.
    pub asked: Vec<Asked>,
    /// Every counter of every compiler, by compiler and name.
    pub rows: Vec<Row>,
    /// Sets of counters.
    pub summaries: Vec<Summary>,
}

impl Answer<'_> {
    /// Answers a question.
    pub fn of<'a>(
        question: &'a Question,
        measured: &Measured,
        patients: &[(Patient, Options)],
    ) -> Result<Answer<'a>, Refusal> {
        let mut answer = Answer { question, asked: Vec::new(), rows: Vec::new(), summaries: Vec::new() };
        let mut kept = Vec::new();
        for (at, (patient, _)) in patients.iter().enumerate() {
            kept.push(answer.add(at, patient, measured)?);
        }
        let seeds = measured.pairs(question.with, question.without).count();
        answer.summaries = summaries(&answer.rows, &Samples { seeds, kept: &kept });
        Ok(answer)
    }

    /// Adds what a compiler says; the programs it has compiled.
    fn add(&mut self, at: usize, patient: &Patient, measured: &Measured) -> Result<Kept, Refusal> {
        let mut kept = Kept::new();
        let mut counts: BTreeMap<Counter, [BTreeMap<usize, u64>; 2]> = BTreeMap::new();
        let mut left_out = 0;
        for (seed, pair) in measured.pairs(self.question.with, self.question.without).enumerate() {
            let [Some(with), Some(without)] = pair.map(|sample| sample.counts[at].as_ref()) else {
                left_out += 1;
                continue;
            };
            kept.push((seed, pair.map(|sample| sample.tokens as f64 / TOKENS)));
            for (side, found) in [with, without].into_iter().enumerate() {
                for (counter, count) in found {
                    counts.entry(*counter).or_default()[side].insert(seed, *count);
                }
            }
        }
        let name = patient.name().to_owned();
        if kept.is_empty() {
            let reason = measured.failure(at).map_or("it was never asked", |failure| &failure.reason);
            return Err(Refusal::input(format!("no program is left for {name}: {reason}")));
        }
        let mut rows: Vec<Row> = Vec::new();
        for (counter, found) in &counts {
            let [with, without] = [0, 1].map(|side| points(&kept, side, &found[side]));
            let counter = measured.name(*counter).to_owned();
            let aims = |policy: &Policy| policy.aims.iter().any(|aim| sets::fits(aim, &counter));
            rows.push(Row {
                compiler: name.clone(),
                set: sets::of(&counter).map(|set| set.name),
                is_aim: self.question.policies.iter().any(aims),
                seen: found.iter().flat_map(BTreeMap::values).sum(),
                compared: compare(&with, &without),
                series: Series { compiler: at, rates: [rates(&kept, &with), rates(&kept, &without)] },
                counter,
            });
        }
        rows.sort_by(|a, b| a.counter.cmp(&b.counter));
        self.rows.extend(rows);
        let version = patient.facts.version.clone();
        self.asked.push(Asked { name, version, programs: kept.len() as u64, left_out });
        Ok(kept)
    }

    /// What the policies aim at, once each.
    pub fn aims(&self) -> Vec<&'static str> {
        let mut aims: Vec<&str> = self.question.policies.iter().flat_map(|policy| policy.aims).copied().collect();
        aims.sort_unstable();
        aims.dedup();
        aims
    }

    /// The counter among the aims, or among all if there are none, that is higher by the largest factor, of those of which both the
    /// verdict and the interval say so.
    pub fn best(&self) -> Option<&Row> {
        let has_aims = !self.aims().is_empty();
        let rows = self.rows.iter().filter(|row| (row.is_aim || !has_aims) && !row.is_rare());
        let is_higher = |compared: &Compared| {
            compared.verdict == Verdict::Higher && compared.interval.is_some_and(|(low, _)| low > 1.0)
        };
        let higher = rows.filter(|row| is_higher(&row.compared));
        higher.max_by(|a, b| a.compared.ratio.total_cmp(&b.compared.ratio).then_with(|| b.counter.cmp(&a.counter)))
    }
}

/// The programs' counts, most of which are zero.
fn points(kept: &Kept, side: usize, found: &BTreeMap<usize, u64>) -> Vec<Point> {
    let point =
        |(seed, sizes): &(usize, [f64; 2])| Point { count: found.get(seed).copied().unwrap_or(0), size: sizes[side] };
    kept.iter().map(point).collect()
}

/// The rates that are not zero.
fn rates(kept: &Kept, points: &[Point]) -> Vec<(usize, f64)> {
    let some = kept.iter().zip(points).filter(|(_, point)| point.count > 0);
    some.map(|((seed, _), point)| (*seed, point.rate())).collect()
}

fn summaries(rows: &[Row], samples: &Samples) -> Vec<Summary> {
    let of = |name, title, has: &dyn Fn(&Row) -> bool| {
        Summary::of(name, title, rows.iter().filter(|row| has(row)).collect(), samples)
    };
    let mut all = vec![of("aims", "aims", &|row| row.is_aim)];
    all.extend(SETS.iter().map(|set| of(set.name, set.title, &|row| row.set == Some(set.name))));
    all.push(of("all", "all counters", &|_| true));
    all.retain(|summary| summary.counters + summary.rare > 0);
    all
}

impl Summary {
    fn of(name: &'static str, title: &'static str, rows: Vec<&Row>, samples: &Samples) -> Summary {
        let (rare, rows): (Vec<&Row>, Vec<&Row>) = rows.into_iter().partition(|row| row.is_rare());
        let series: Vec<&Series> = rows.iter().map(|row| &row.series).collect();
        let count = |verdict| rows.iter().filter(|row| row.compared.verdict == verdict).count();
        Summary {
            name,
            title,
            counters: rows.len(),
            rare: rare.len(),
            geometric_mean: geometric_mean(rows.iter().map(|row| row.compared.ratio)),
            interval: samples.interval(&series),
            higher: count(Verdict::Higher),
            lower: count(Verdict::Lower),
            undecided: count(Verdict::Undecided),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(counter: &str, seen: u64, ratio: f64, verdict: Verdict) -> Row {
        let compared =
            Compared { with: ratio, without: 1.0, ratio, interval: Some((ratio / 2.0, ratio * 2.0)), verdict };
        let set = sets::of(counter).map(|set| set.name);
        Row {
            compiler: "x".to_owned(),
            counter: counter.to_owned(),
            set,
            is_aim: false,
            seen,
            compared,
            series: Series::default(),
        }
    }

    #[test]
    fn the_best_is_sure() {
        let question = Question { policies: Vec::new(), with: 0, without: 1 };
        let rows = vec![
            row("clang:licm:Hoisted", 90, 2.5, Verdict::Higher),
            row("clang:licm:InstSunk", 90, 9.0, Verdict::Undecided),
            row("clang:gvn:LoadElim", 3, 7.0, Verdict::Higher),
            row("clang:gvn:LoadPRE", 90, 3.5, Verdict::Higher),
            row("clang:sink:Sunk", 90, 0.5, Verdict::Lower),
        ];
        let mut answer = Answer { question: &question, asked: Vec::new(), rows, summaries: Vec::new() };
        let best = |answer: &Answer| answer.best().map(|row| row.counter.clone());
        assert_eq!(best(&answer).as_deref(), Some("clang:gvn:LoadPRE"));
        answer.rows[3].compared.interval = Some((0.9, 90.0));
        assert_eq!(best(&answer).as_deref(), Some("clang:licm:Hoisted"));
        answer.rows.truncate(0);
        assert_eq!(best(&answer), None);
    }

    #[test]
    fn summaries_leave_out_what_is_rare() {
        let rows = [
            row("clang:licm:Hoisted", 90, 2.0, Verdict::Higher),
            row("clang:licm:InstSunk", 90, 0.5, Verdict::Lower),
            row("clang:gvn:LoadElim", 5, 3.0, Verdict::Undecided),
            row("clang:gvn:LoadPRE", 4, 900.0, Verdict::Higher),
            row("clang:inline:Inlined", 70, 9.0, Verdict::Undecided),
        ];
        let found: Vec<_> = summaries(&rows, &Samples { seeds: 0, kept: &[] })
            .iter()
            .map(|s| (s.name, s.counters, s.rare, s.higher, s.lower, s.undecided, s.geometric_mean.unwrap_or(0.0)))
            .collect();
        assert_eq!(found.len(), 3, "no aims, no line for them: {found:?}");
        assert_eq!(found[0], ("loop", 2, 0, 1, 1, 0, 1.0));
        let (name, counters, rare, _, _, undecided, mean) = found[1];
        assert_eq!((name, counters, rare, undecided), ("scalar", 1, 1, 1));
        assert!((mean - 3.0).abs() < 1e-9);
        assert_eq!((found[2].0, found[2].1, found[2].2), ("all", 4, 1));
    }
}
