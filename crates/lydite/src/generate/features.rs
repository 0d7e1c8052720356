//! `lydite gen features`: the table of what programs are made of.

use lydite_generate::family::FAMILIES;
use lydite_generate::{FEATURES, Family, FeatureRow, OptionRow, PARAMETERS, ParameterRow};
use serde::Serialize;

const EXAMPLES: &str = "\
Examples:
  lydite gen features                               the table
  lydite gen features loops                         what programs of one family can be made of
  lydite gen features scalar                        the same with its shuffled parameters
  lydite gen features --json | jq -r '.[].name'     their names
";

/// List what programs can be made of
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Print a JSON array
    #[arg(long)]
    json: bool,
    /// Only those of one family: general, scalar or loops
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(FAMILIES.iter().map(|family| family.name)))]
    family: Option<String>,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    group: &'static str,
    sentence: &'static str,
    weight: u32,
    needs: Vec<&'static str>,
    since: &'static str,
    compilers: &'static str,
    families: Vec<&'static str>,
    aims: &'static [&'static str],
    /// What a parameter can be; none for a feature.
    options: Vec<Choice>,
}

#[derive(Serialize)]
struct Choice {
    name: &'static str,
    weight: u32,
}

impl From<&FeatureRow> for Row {
    fn from(row: &FeatureRow) -> Row {
        Row {
            name: row.name,
            group: row.group.name(),
            sentence: row.sentence,
            weight: row.weight,
            needs: row.needs.iter().map(|need| need.row().name).collect(),
            since: row.since.name(),
            compilers: row.compilers,
            families: row.families.iter().map(|family| family.name()).collect(),
            aims: row.aims,
            options: Vec::new(),
        }
    }
}

impl From<&ParameterRow> for Row {
    fn from(row: &ParameterRow) -> Row {
        let choice = |option: &OptionRow| Choice { name: option.name, weight: option.weight };
        Row {
            name: row.name,
            group: "parameters",
            sentence: row.sentence,
            weight: 100,
            needs: Vec::new(),
            since: "",
            compilers: "",
            families: vec![Family::Scalar.name()],
            aims: &[],
            options: row.options.iter().map(choice).collect(),
        }
    }
}

/// Runs the command.
pub fn execute(args: &Args) {
    let family = args.family.as_deref().and_then(Family::find);
    let is_asked_for = |row: &&FeatureRow| family.is_none_or(|family| row.families.contains(&family));
    let mut rows: Vec<Row> = FEATURES.iter().filter(is_asked_for).map(Row::from).collect();
    if family == Some(Family::Scalar) {
        rows.extend(PARAMETERS.iter().map(Row::from));
    }
    match args.json {
        true => crate::json::print(&rows),
        false => crate::json::write(&table(&rows)),
    }
}

fn table(rows: &[Row]) -> String {
    let mut text = String::new();
    let mut group = "";
    for row in rows {
        if row.group != group {
            group = row.group;
            text.push_str(&format!("{group}:\n"));
        }
        let weight = if row.options.is_empty() { row.weight.to_string() } else { String::new() };
        text.push_str(&format!("  {:22}{weight:>5}  {:6} {}", row.name, row.since, row.sentence));
        if !row.needs.is_empty() {
            text.push_str(&format!(" Needs {}.", row.needs.join(", ")));
        }
        if !row.compilers.is_empty() {
            text.push_str(&format!(" From {} on.", row.compilers));
        }
        if !row.options.is_empty() {
            let options: Vec<String> =
                row.options.iter().map(|option| format!("{} {}", option.name, option.weight)).collect();
            text.push_str(&format!(" Weights: {}.", options.join(", ")));
        }
        text.push('\n');
    }
    text
}
