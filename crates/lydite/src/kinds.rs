//! `lydite kinds`: the table of behaviours.

use crate::exit::Exit;
use lydite_machine::{Class, KINDS, KindRow};
use serde::Serialize;

const EXAMPLES: &str = "\
Examples:
  lydite kinds                             every behaviour, with the clause of the standard
  lydite kinds signed-overflow             one of them, explained
  lydite kinds --json | jq -r '.[].slug'   their names
";

/// List the behaviours that end a run, with the clauses of the standard
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Explain only this one
    slug: Option<String>,
    /// Print a JSON array
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    slug: &'static str,
    class: &'static str,
    sentence: &'static str,
    clause: &'static str,
    explanation: &'static str,
}

impl From<&KindRow> for Row {
    fn from(row: &KindRow) -> Row {
        Row {
            slug: row.slug,
            class: row.class.word(),
            sentence: row.sentence,
            clause: row.clause,
            explanation: row.explanation,
        }
    }
}

/// Runs the command.
pub fn execute(args: &Args) -> Exit {
    let rows: Vec<&KindRow> =
        KINDS.iter().filter(|row| args.slug.as_ref().is_none_or(|slug| slug == row.slug)).collect();
    if rows.is_empty() {
        let slug = args.slug.as_deref().unwrap_or_default();
        crate::diagnostics::complain(&format!("no behaviour is called '{slug}' (`lydite kinds` lists them)"));
        return Exit::BadInput;
    }
    match args.json {
        true => crate::json::print(&rows.iter().map(|row| Row::from(*row)).collect::<Vec<_>>()),
        false => show(&rows),
    }
    Exit::Guest(0)
}

fn show(rows: &[&KindRow]) {
    let mut text = String::new();
    for class in [Class::Undefined, Class::Ambiguous, Class::Budget, Class::Unsupported] {
        let of_class: Vec<_> = rows.iter().filter(|row| row.class == class).collect();
        if of_class.is_empty() {
            continue;
        }
        text.push_str(&format!("{}:\n", class.word()));
        for row in of_class {
            text.push_str(&format!("  {:24}{}\n{:26}{}\n", row.slug, row.clause, "", row.explanation));
        }
    }
    crate::json::write(&text);
}
