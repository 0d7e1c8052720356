//! `lydite compilers`: the patients.

use crate::exit::Exit;
use crate::patients;
use lydite_compilers::{Missing, Patient, missing};
use serde::Serialize;
use std::collections::BTreeMap;

const EXAMPLES: &str = "\
Examples:
  lydite compilers                                   every compiler that is found, and what is missing
  lydite compilers gcc-12 clang-19                   two of them, with everything that is known of them
  lydite compilers --json | jq -r '.compilers[].name'   their names

Exit status: 0 if a compiler works, 1 if none does, 125 for a wrong command line or configuration.";

/// List the compilers of this machine (C, C++, ISPC, SYCL): version, target, how their programs run
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Only these, with everything that is known of them
    names: Vec<String>,
    #[command(flatten)]
    patients: patients::Source,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    compilers: Vec<Row<'a>>,
    missing: Vec<Gap>,
}

#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    path: String,
    brand: &'static str,
    language: &'static str,
    version: &'a str,
    numbers: &'a [u32],
    target: &'a str,
    works: bool,
    reason: Option<&'a str>,
    runs: String,
    prefix: &'a [String],
    flags: &'a [String],
    standards: &'a [String],
    extensions: &'a [String],
    options: Vec<String>,
}

#[derive(Serialize)]
struct Gap {
    what: String,
    gives: String,
    package: String,
}

impl<'a> From<&'a Patient> for Row<'a> {
    fn from(patient: &'a Patient) -> Row<'a> {
        Row {
            name: patient.name(),
            path: patient.candidate.path.display().to_string(),
            brand: patient.brand().name(),
            language: patient.language().name(),
            version: &patient.facts.version,
            numbers: &patient.facts.numbers,
            target: patient.target(),
            works: patient.works().is_ok(),
            reason: patient.works().err(),
            runs: runs(patient),
            prefix: &patient.candidate.prefix,
            flags: &patient.candidate.flags,
            standards: &patient.facts.standards,
            extensions: &patient.facts.extensions,
            options: patient.option_sets().iter().map(ToString::to_string).collect(),
        }
    }
}

/// How programs run.
fn runs(patient: &Patient) -> String {
    match (patient.works(), patient.launcher()) {
        (Err(_), _) => "-".to_owned(),
        (Ok(()), []) => "here".to_owned(),
        (Ok(()), [program, ..]) => program.rsplit('/').next().unwrap_or(program).to_owned(),
    }
}

/// Runs the command.
pub fn execute(args: &Args) -> Exit {
    let loaded = match patients::load(&args.patients) {
        Ok(loaded) => loaded,
        Err(error) => {
            crate::diagnostics::complain(&error.to_string());
            return Exit::BadInput;
        }
    };
    let unknown = args.names.iter().find(|name| loaded.patients.iter().all(|patient| patient.name() != name.as_str()));
    if let Some(name) = unknown {
        crate::diagnostics::complain(&format!("no compiler is called {name:?}; `lydite compilers` lists them all"));
        return Exit::BadInput;
    }
    let asked = |patient: &&Patient| args.names.is_empty() || args.names.iter().any(|name| name == patient.name());
    let shown: Vec<&Patient> = loaded.patients.iter().filter(asked).collect();
    let gaps = if args.names.is_empty() { missing(&loaded.patients, &loaded.places) } else { Vec::new() };
    if args.json {
        let compilers = shown.iter().map(|patient| Row::from(*patient)).collect();
        let gap = |row: Missing| Gap { what: row.what, gives: row.gives, package: row.package };
        crate::json::print(&Report { compilers, missing: gaps.into_iter().map(gap).collect() });
    } else if args.names.is_empty() {
        crate::json::write(&(table(&shown) + &advice(&gaps)));
    } else {
        crate::json::write(&shown.iter().map(|patient| details(patient)).collect::<Vec<_>>().join("\n"));
    }
    match shown.iter().any(|patient| patient.works().is_ok()) {
        true => Exit::Guest(0),
        false => Exit::Guest(1),
    }
}

/// One line each.
fn table(patients: &[&Patient]) -> String {
    let heading = ["name", "version", "target", "runs", "newest standard"].map(str::to_owned);
    let row = |patient: &&Patient| {
        let numbers: Vec<String> = patient.facts.numbers.iter().map(u32::to_string).collect();
        let newest = match patient.works() {
            Ok(()) => patient.facts.standards.last().map_or(patient.language().name(), String::as_str).to_owned(),
            Err(reason) => format!("does not work: {reason}"),
        };
        [patient.name().to_owned(), numbers.join("."), patient.target().to_owned(), runs(patient), newest]
    };
    let rows: Vec<[String; 5]> = std::iter::once(heading).chain(patients.iter().map(row)).collect();
    let widths: Vec<usize> = (0..5).map(|column| rows.iter().map(|row| row[column].len()).max().unwrap_or(0)).collect();
    let line = |row: &[String; 5]| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}

/// What is missing, by package.
fn advice(gaps: &[Missing]) -> String {
    if gaps.is_empty() {
        return String::new();
    }
    let mut packages: BTreeMap<&str, Vec<&Missing>> = BTreeMap::new();
    for gap in gaps {
        packages.entry(&gap.package).or_default().push(gap);
    }
    let mut text = "\nnot here, and what it would give:\n".to_owned();
    for gap in gaps {
        text.push_str(&format!("  {:26} {}\n", gap.what, gap.gives));
    }
    let names: Vec<&str> = packages.into_keys().collect();
    text.push_str(&format!("\non Debian and its relatives:\n  apt-get install {}\n", names.join(" ")));
    text.push_str("what compilers said is remembered: --refresh asks again\n");
    text.push_str("the newest versions, in a directory of their own: scripts/newest-compilers DIR\n");
    text
}

/// Everything that is known.
fn details(patient: &Patient) -> String {
    let row = Row::from(patient);
    let state = row.reason.map_or_else(|| "works".to_owned(), |reason| format!("does not work: {reason}"));
    let words: Vec<&String> = row.prefix.iter().chain([&row.path]).chain(row.flags).collect();
    let called = words.iter().map(|word| word.as_str()).collect::<Vec<_>>().join(" ");
    let lines = [
        ("version", row.version.to_owned()),
        ("language", row.language.to_owned()),
        ("called", called),
        ("state", state),
        ("target", row.target.to_owned()),
        ("runs", row.runs.clone()),
        ("standards", row.standards.join(" ")),
        ("accepts", row.extensions.join(" ")),
        ("options", row.options.join(", ")),
    ];
    let lines = lines.iter().filter(|line| !line.1.is_empty()).map(|(name, text)| format!("  {name:10} {text}\n"));
    format!("{}\n{}", row.name, lines.collect::<String>())
}
