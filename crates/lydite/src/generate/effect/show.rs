//! Answers as people and scripts read them.

use super::answer::{Answer, RARE, Row, Summary, TOKENS};
use super::arms::Against;
use super::measure::Seeds;
use super::sets::{SETS, fits};
use super::statistics::{Compared, Verdict};
use crate::generate::Refusal;
use crate::number;
use serde::Serialize;

/// How answers are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// As tables.
    Table,
    /// As a JSON object with every counter.
    Json,
    /// As a table in Markdown with a row for each question.
    Markdown,
}

/// What all answers have in common.
pub struct Setting {
    /// The family.
    pub family: &'static str,
    /// Which programs.
    pub seeds: Seeds,
    /// What policies are measured against.
    pub against: Against,
    /// The options of compilers.
    pub options: String,
}

/// The answers as text.
pub fn text(setting: &Setting, answers: &[Answer], form: Form) -> Result<String, Refusal> {
    match form {
        Form::Table => Ok(answers.iter().map(|answer| table(setting, answer)).collect::<Vec<_>>().join("\n")),
        Form::Json => json(setting, answers),
        Form::Markdown => Ok(markdown(answers)),
    }
}

/// A number with three figures or so.
fn figure(value: f64) -> String {
    match value {
        _ if value == 0.0 => "0".to_owned(),
        _ if value >= 100.0 => format!("{value:.0}"),
        _ if value >= 10.0 => format!("{value:.1}"),
        _ if value >= 1.0 => format!("{value:.2}"),
        _ if value >= 0.1 => format!("{value:.3}"),
        _ if value >= 0.001 => format!("{value:.4}"),
        _ => format!("{value:.1e}"),
    }
}

fn interval(interval: Option<(f64, f64)>) -> String {
    interval.map_or("-".to_owned(), |(low, high)| format!("{} to {}", figure(low), figure(high)))
}

/// More policies than these are told by their number.
const NAMED: usize = 6;

fn names(answer: &Answer) -> String {
    let count = answer.question.policies.len();
    if count > NAMED {
        return format!("{count} policies");
    }
    answer.question.policies.iter().map(|policy| policy.name).collect::<Vec<_>>().join(", ")
}

/// A part of the table: a heading and its rows.
struct Section<'a> {
    title: &'a str,
    rows: Vec<&'a Row>,
}

/// The aims, then what is decided of every set and of the rest.
fn sections<'a>(answer: &'a Answer) -> Vec<Section<'a>> {
    let decided = |row: &&Row| !row.is_aim && !row.is_rare() && row.compared.verdict != Verdict::Undecided;
    let of = |title, set: Option<&str>| {
        let mut rows: Vec<&Row> = answer.rows.iter().filter(decided).filter(|row| row.set == set).collect();
        let key = |row: &&Row| row.compared.verdict;
        rows.sort_by(|a, b| key(a).cmp(&key(b)).then(b.compared.ratio.total_cmp(&a.compared.ratio)));
        Section { title, rows }
    };
    let aims = Section { title: "aims", rows: answer.rows.iter().filter(|row| row.is_aim).collect() };
    let sets = SETS.iter().map(|set| of(set.title, Some(set.name)));
    let all = std::iter::once(aims).chain(sets).chain([of("others", None)]);
    all.filter(|section| !section.rows.is_empty()).collect()
}

fn table(setting: &Setting, answer: &Answer) -> String {
    let Setting { family, seeds, options, .. } = setting;
    let against = match setting.against {
        Against::None => "against no policy",
        Against::All => "all policies against all but these",
    };
    let mut text = format!("{family}: {}, {against}; seeds from {} on, {options}\n", names(answer), seeds.first);
    for asked in &answer.asked {
        let programs = number::counted(asked.programs, "program");
        text.push_str(&format!("{}: {programs} a side, {} left out ({})\n", asked.name, asked.left_out, asked.version));
    }
    let sections = sections(answer);
    let all = || sections.iter().flat_map(|section| &section.rows);
    let compiler = all().map(|row| row.compiler.len()).max().unwrap_or(0);
    let counter = all().map(|row| row.counter.chars().count()).max().unwrap_or(0);
    let lead = 2 + compiler + 1 + counter;
    for section in &sections {
        let title = format!("{} (per {TOKENS} tokens)", section.title);
        text.push_str(&format!(
            "\n{title:lead$}  {:>8}  {:>8}  {:>8}  {:18}\n",
            "with", "without", "ratio", "95 % interval"
        ));
        for row in &section.rows {
            let Compared { with, without, ratio, verdict, .. } = row.compared;
            let [with, without, ratio] = [with, without, ratio].map(figure);
            let (interval, verdict) = (interval(row.compared.interval), verdict.word());
            let rare = if row.is_rare() { ", rare" } else { "" };
            text.push_str(&format!(
                "  {:compiler$} {:counter$}  {with:>8}  {without:>8}  {ratio:>8}  {interval:18}  {verdict}{rare}\n",
                row.compiler, row.counter
            ));
        }
    }
    for aim in answer.aims() {
        if !answer.rows.iter().any(|row| fits(aim, &row.counter)) {
            text.push_str(&format!("\naimed at and never seen: {aim}\n"));
        }
    }
    text.push_str(&summary(&answer.summaries));
    text
}

fn summary(summaries: &[Summary]) -> String {
    let mut text = format!(
        "\n{:20}{:>10}{:>16}  {:18}{:>8}{:>8}{:>11}{:>8}\n",
        "summary", "counters", "geometric mean", "95 % interval", "higher", "lower", "undecided", "rare"
    );
    for summary in summaries {
        let Summary { title, counters, higher, lower, undecided, rare, .. } = summary;
        let mean = summary.geometric_mean.map_or("-".to_owned(), figure);
        let interval = interval(summary.interval);
        text.push_str(&format!(
            "  {title:18}{counters:>10}{mean:>16}  {interval:18}{higher:>8}{lower:>8}{undecided:>11}{rare:>8}\n"
        ));
    }
    text.push_str(&format!(
        "Verdicts are Student's test of pairs at 95 %: one counter in twenty is decided by chance alone. Rare counters, seen\n\
         fewer than {RARE} times, are in no summary. Where one side has none, both get half an occurrence more for the ratio.\n\
         Undecided counters are shown only among aims; --json has all.\n"
    ));
    text
}

fn markdown(answers: &[Answer]) -> String {
    let mut text =
        "| policy | what it does | programs | counter | with : without | 95 % interval |\n|---|---|---|---|---|---|\n"
            .to_owned();
    for answer in answers {
        let sentences: Vec<&str> = answer.question.policies.iter().map(|policy| policy.sentence).collect();
        let best = match answer.best() {
            Some(row) => {
                format!("`{}` | {} | {}", row.counter, figure(row.compared.ratio), interval(row.compared.interval))
            }
            None => "none is significantly higher | - | -".to_owned(),
        };
        let programs = answer.asked.iter().map(|asked| asked.programs).min().unwrap_or(0);
        let sentences = sentences.join(" ").replace('|', "\\|");
        text.push_str(&format!("| `{}` | {sentences} | {programs} | {best} |\n", names(answer)));
    }
    text
}

/// The object of `--json`.
#[derive(Serialize)]
struct Object<'a> {
    family: &'static str,
    seed: u64,
    programs: u64,
    against: Against,
    options: &'a str,
    per_tokens: f64,
    comparisons: Vec<Comparison<'a>>,
}

#[derive(Serialize)]
struct Comparison<'a> {
    policies: Vec<&'static str>,
    aims: Vec<&'static str>,
    compilers: Vec<Compiler<'a>>,
    counters: Vec<Line<'a>>,
    summaries: &'a [Summary],
}

#[derive(Serialize)]
struct Compiler<'a> {
    name: &'a str,
    version: &'a str,
    programs: u64,
    left_out: u64,
}

#[derive(Serialize)]
struct Line<'a> {
    compiler: &'a str,
    counter: &'a str,
    set: Option<&'static str>,
    aim: bool,
    seen: u64,
    with: f64,
    without: f64,
    ratio: f64,
    low: Option<f64>,
    high: Option<f64>,
    verdict: Verdict,
}

fn line(row: &Row) -> Line<'_> {
    let Compared { with, without, ratio, interval, verdict } = row.compared;
    Line {
        compiler: &row.compiler,
        counter: &row.counter,
        set: row.set,
        aim: row.is_aim,
        seen: row.seen,
        with,
        without,
        ratio,
        low: interval.map(|(low, _)| low),
        high: interval.map(|(_, high)| high),
        verdict,
    }
}

fn json(setting: &Setting, answers: &[Answer]) -> Result<String, Refusal> {
    let comparisons = answers.iter().map(|answer| Comparison {
        policies: answer.question.policies.iter().map(|policy| policy.name).collect(),
        aims: answer.aims(),
        compilers: answer
            .asked
            .iter()
            .map(|asked| Compiler {
                name: &asked.name,
                version: &asked.version,
                programs: asked.programs,
                left_out: asked.left_out,
            })
            .collect(),
        counters: answer.rows.iter().map(line).collect(),
        summaries: &answer.summaries,
    });
    let object = Object {
        family: setting.family,
        seed: setting.seeds.first,
        programs: setting.seeds.count,
        against: setting.against,
        options: &setting.options,
        per_tokens: TOKENS,
        comparisons: comparisons.collect(),
    };
    serde_json::to_string_pretty(&object).map(|text| text + "\n").map_err(Refusal::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_short() {
        let figures = [0.0, 0.000_12, 0.0123, 0.456, 1.234, 12.34, 1234.5].map(figure);
        assert_eq!(figures, ["0", "1.2e-4", "0.0123", "0.456", "1.23", "12.3", "1234"]);
    }
}
