//! `--profile`: how often things ran and which values they had.

use crate::json::At;
use lydite_lang::{ExprId, ExprKind, Program, StmtId, Written};
use lydite_machine::{Limits, Outcome, ProfileOptions, Seen};
use serde::Serialize;
use std::io::Write;

pub use lydite_machine::Profile;

/// How many rows of each table people are shown.
const ROWS: usize = 20;
/// How much of an expression's text they are shown.
const TEXT: usize = 48;

/// Runs a program and records what it does.
pub fn run(program: &Program, limits: &Limits) -> (Outcome, Profile) {
    lydite_machine::run_with_profile(program, limits, &ProfileOptions::default())
}

/// A profile for scripts: everything, in the order of the source.
#[derive(Serialize)]
pub struct Summary {
    statements: Vec<Statement>,
    loops: Vec<Loop>,
    expressions: Vec<Expression>,
}

#[derive(Serialize)]
struct Statement {
    #[serde(flatten)]
    at: At,
    count: u64,
}

#[derive(Serialize)]
struct Loop {
    #[serde(flatten)]
    at: At,
    entered: u64,
    trips: u64,
    least: u64,
    most: u64,
}

#[derive(Serialize)]
struct Expression {
    #[serde(flatten)]
    at: At,
    text: String,
    count: u64,
    first: String,
    last: String,
    values: Vec<String>,
    more: bool,
}

fn value(seen: Seen) -> String {
    match seen {
        Seen::Int(value) => value.to_string(),
        Seen::Float(bits) => format!("{:?}", f64::from_bits(bits)),
        Seen::Null => "null".to_owned(),
        Seen::Pointer => "pointer".to_owned(),
    }
}

/// Ids of a map in the order of their places.
fn by_place<I: Copy + Ord>(ids: impl Iterator<Item = I>, place: impl Fn(I) -> lydite_lang::Place) -> Vec<I> {
    let mut ids: Vec<I> = ids.filter(|&id| place(id).is_some()).collect();
    ids.sort_by_key(|&id| (place(id), id));
    ids
}

/// Whether an expression is a constant, or a conversion that is not written and has its operand's value.
fn is_implied(program: &Program, id: ExprId) -> bool {
    matches!(
        program.exprs[id].kind,
        ExprKind::Int(_)
            | ExprKind::Wide(_)
            | ExprKind::Float(_)
            | ExprKind::Str(_)
            | ExprKind::SizeOf(_)
            | ExprKind::Cast(_, Written::Implicit, _)
    )
}

/// The profile as data.
pub fn summary(program: &Program, profile: &Profile) -> Summary {
    let files = &program.files;
    let stmt_place = |id: StmtId| program.stmts[id].place;
    let expr_place = |id: ExprId| program.exprs[id].place;
    let statements = by_place(profile.stmts.keys().copied(), stmt_place)
        .into_iter()
        .map(|id| Statement { at: At::of(files, stmt_place(id)), count: profile.stmts[&id] });
    let loops = by_place(profile.loops.keys().copied(), stmt_place).into_iter().map(|id| {
        let found = profile.loops[&id];
        // A loop that was never left by its own end has no fewest trips.
        let least = found.least.min(found.most);
        Loop { at: At::of(files, stmt_place(id)), entered: found.entered, trips: found.trips, least, most: found.most }
    });
    let worth_telling = |id: &ExprId| !is_implied(program, *id);
    let expressions = by_place(profile.exprs.keys().copied().filter(worth_telling), expr_place).into_iter().map(|id| {
        let found = &profile.exprs[&id];
        Expression {
            at: At::of(files, expr_place(id)),
            text: lydite_lang::print::expr(program, id),
            count: found.count,
            first: value(found.first),
            last: value(found.last),
            values: found.values.iter().copied().map(value).collect(),
            more: found.more,
        }
    });
    Summary { statements: statements.collect(), loops: loops.collect(), expressions: expressions.collect() }
}

/// Shows the most interesting part to people.
pub fn show(program: &Program, profile: &Profile) {
    let mut summary = summary(program, profile);
    let mut text = String::from("profile:\n");
    if !summary.loops.is_empty() {
        text.push_str("  loops, by trips\n");
    }
    summary.loops.sort_by_key(|row| std::cmp::Reverse(row.trips));
    for row in summary.loops.iter().take(ROWS) {
        let each = if row.least == row.most { row.most.to_string() } else { format!("{} to {}", row.least, row.most) };
        text.push_str(&format!(
            "  {:>12}  {}  entered {}, {each} trips each time\n",
            row.trips,
            row.at.text(),
            times(row.entered)
        ));
    }
    text.push_str("  expressions, by evaluations\n");
    summary.expressions.sort_by_key(|row| std::cmp::Reverse(row.count));
    for row in summary.expressions.iter().take(ROWS) {
        let more = if row.more { ", ..." } else { "" };
        let shown: String = row.text.replace('\n', " ").chars().take(TEXT).collect();
        text.push_str(&format!("  {:>12}  {}  {shown}: {}{more}\n", row.count, row.at.text(), row.values.join(", ")));
    }
    // A closed standard error leaves the exit status to speak.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

fn times(count: u64) -> String {
    match count {
        1 => "once".to_owned(),
        count => format!("{count} times"),
    }
}
