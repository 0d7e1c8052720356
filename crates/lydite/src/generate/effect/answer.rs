//! What the samples say: a row for each counter, a line for each set.

use super::arms::Question;
use super::measure::{Counter, Measured};
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
        for (at, (patient, _)) in patients.iter().enumerate() {
            answer.add(at, patient, measured)?;
        }
        answer.summaries = summaries(&answer.rows);
        Ok(answer)
    }

    fn add(&mut self, at: usize, patient: &Patient, measured: &Measured) -> Result<(), Refusal> {
        let mut sizes: [Vec<f64>; 2] = Default::default();
        let mut counts: BTreeMap<Counter, [Vec<(usize, u64)>; 2]> = BTreeMap::new();
        let mut left_out = 0;
        for pair in measured.pairs(self.question.with, self.question.without) {
            let [Some(with), Some(without)] = pair.map(|sample| sample.counts[at].as_ref()) else {
                left_out += 1;
                continue;
            };
            let program = sizes[0].len();
            for (side, found) in [with, without].into_iter().enumerate() {
                sizes[side].push(pair[side].tokens as f64 / TOKENS);
                for (counter, count) in found {
                    counts.entry(*counter).or_default()[side].push((program, *count));
                }
            }
        }
        let name = patient.name().to_owned();
        if sizes[0].is_empty() {
            let reason = measured.failure(at).map_or("it was never asked", |failure| &failure.reason);
            return Err(Refusal::input(format!("no program is left for {name}: {reason}")));
        }
        let mut rows: Vec<Row> = counts
            .iter()
            .map(|(counter, found)| {
                let [with, without] = [0, 1].map(|side| points(&sizes[side], &found[side]));
                let counter = measured.name(*counter).to_owned();
                let aims = |policy: &super::policy::Policy| policy.aims.iter().any(|aim| sets::fits(aim, &counter));
                Row {
                    compiler: name.clone(),
                    set: sets::of(&counter).map(|set| set.name),
                    is_aim: self.question.policies.iter().any(aims),
                    seen: found.iter().flatten().map(|(_, count)| count).sum(),
                    compared: compare(&with, &without),
                    counter,
                }
            })
            .collect();
        rows.sort_by(|a, b| a.counter.cmp(&b.counter));
        self.rows.extend(rows);
        let version = patient.facts.version.clone();
        self.asked.push(Asked { name, version, programs: sizes[0].len() as u64, left_out });
        Ok(())
    }

    /// What the policies aim at, once each.
    pub fn aims(&self) -> Vec<&'static str> {
        let mut aims: Vec<&str> = self.question.policies.iter().flat_map(|policy| policy.aims).copied().collect();
        aims.sort_unstable();
        aims.dedup();
        aims
    }

    /// The counter among the aims, or among all if there are none, that is significantly higher by the largest factor.
    pub fn best(&self) -> Option<&Row> {
        let has_aims = !self.aims().is_empty();
        let rows = self.rows.iter().filter(|row| (row.is_aim || !has_aims) && !row.is_rare());
        let higher = rows.filter(|row| row.compared.verdict == Verdict::Higher);
        higher.max_by(|a, b| a.compared.ratio.total_cmp(&b.compared.ratio).then_with(|| b.counter.cmp(&a.counter)))
    }
}

/// The programs' counts, most of which are zero.
fn points(sizes: &[f64], found: &[(usize, u64)]) -> Vec<Point> {
    let mut points: Vec<Point> = sizes.iter().map(|&size| Point { count: 0, size }).collect();
    for &(program, count) in found {
        points[program].count += count;
    }
    points
}

fn summaries(rows: &[Row]) -> Vec<Summary> {
    let mut all = vec![Summary::of("aims", "aims", rows.iter().filter(|row| row.is_aim))];
    for set in SETS {
        all.push(Summary::of(set.name, set.title, rows.iter().filter(|row| row.set == Some(set.name))));
    }
    all.push(Summary::of("all", "all counters", rows.iter()));
    all.retain(|summary| summary.counters + summary.rare > 0);
    all
}

impl Summary {
    fn of<'a>(name: &'static str, title: &'static str, rows: impl Iterator<Item = &'a Row>) -> Summary {
        let (rare, rows): (Vec<&Row>, Vec<&Row>) = rows.partition(|row| row.is_rare());
        let count = |verdict| rows.iter().filter(|row| row.compared.verdict == verdict).count();
        Summary {
            name,
            title,
            counters: rows.len(),
            rare: rare.len(),
            geometric_mean: geometric_mean(rows.iter().map(|row| row.compared.ratio)),
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
        Row { compiler: "x".to_owned(), counter: counter.to_owned(), set, is_aim: false, seen, compared }
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
        let found: Vec<_> = summaries(&rows)
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
