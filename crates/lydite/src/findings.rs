//! `lydite findings`, `show`, `replay`, `blame`, `report`, `export`, `import`, `forget`: what hunts have found.

use crate::exit::Exit;
use crate::json;
use crate::number::counted;
use crate::ward::{self, refuse};
use clap::ValueEnum;
use lydite_hunt::case::Case;
use lydite_hunt::detail::Detail;
use lydite_hunt::lab::{Meter, Patience};
use lydite_hunt::outcome::{Kind, Outcome, Stage};
use lydite_hunt::smaller::{self, Accused};
use lydite_report::bug::{self, Tracker};
use lydite_report::table::{self, Entry};
use lydite_store::{Bundle, Finding, FindingId, Store};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Where everything is kept unless something else is said.
pub const STORE: &str = "lydite.db";

/// Which store.
#[derive(clap::Args, Clone)]
#[group(skip)]
pub struct StoreArgs {
    /// The file in which hunts keep everything
    #[arg(long, value_name = "FILE", default_value = STORE)]
    store: PathBuf,
}

impl StoreArgs {
    /// Opens it.
    pub fn open(&self) -> Result<Store, String> {
        Store::open_existing(&self.store).map_err(|e| e.to_string())
    }

    /// Opens it and keeps hunts away from it.
    pub fn open_alone(&self) -> Result<Store, String> {
        let mut store = self.open()?;
        store.lock().map_err(|e| e.to_string())?;
        Ok(store)
    }
}

/// The number of a finding.
pub fn id(text: &str) -> Result<FindingId, String> {
    let number = crate::number::value(text).and_then(|n| i64::try_from(n).ok());
    number.map(FindingId).ok_or_else(|| "expected the number of a finding; `lydite findings` lists them".to_owned())
}

/// A finding with its documents.
pub fn entry(store: &Store, id: FindingId) -> Result<Entry, String> {
    let finding = store.finding(id).map_err(|e| e.to_string())?;
    let entry = table::entry(store, finding).map_err(|e| e.to_string())?;
    entry.ok_or_else(|| format!("finding {id} was written by another version of lydite and can't be read"))
}

/// Says what is wrong, if something is.
pub fn done(result: Result<Exit, String>) -> Exit {
    result.unwrap_or_else(|message| refuse(&message))
}

/// List what hunts have found, the findings least alike first
#[derive(clap::Args)]
pub struct ListArgs {
    #[command(flatten)]
    store: StoreArgs,
    /// Print a JSON array
    #[arg(long)]
    json: bool,
}

/// Runs `findings`.
pub fn list(args: &ListArgs) -> Exit {
    done(args.store.open().and_then(|store| {
        let (entries, unreadable) = table::all(&store).map_err(|e| e.to_string())?;
        json::write(&if args.json {
            let rows = entries.iter().map(document);
            let rows = rows.chain(unreadable.iter().map(|f| row(f, "unreadable", None, None)));
            format!("{}\n", rows.collect::<serde_json::Value>())
        } else if entries.is_empty() && unreadable.is_empty() {
            "nothing has been found yet\n".to_owned()
        } else {
            table::list(&entries) + &table::unreadable(&unreadable)
        });
        Ok(Exit::Guest(0))
    }))
}

fn document(entry: &Entry) -> serde_json::Value {
    row(&entry.finding, entry.finding.state.name(), Some(&entry.detail), Some(&entry.case))
}

fn row(finding: &Finding, state: &str, detail: Option<&Detail>, case: Option<&Case>) -> serde_json::Value {
    json!({
        "id": finding.id.0, "kind": finding.kind, "title": finding.title, "state": state,
        "signature": finding.signature, "count": finding.count, "first_seen": finding.first_seen,
        "last_seen": finding.last_seen, "detail": detail, "program": case,
    })
}

/// Show a finding: the program, what happened, what should, who is affected
#[derive(clap::Args)]
pub struct ShowArgs {
    /// Its number
    #[arg(value_parser = id)]
    id: FindingId,
    /// Print only the program
    #[arg(long)]
    program: bool,
    /// Print the program as it was found, not the small one
    #[arg(long)]
    original: bool,
    /// Print a JSON object
    #[arg(long, conflicts_with = "program")]
    json: bool,
    #[command(flatten)]
    store: StoreArgs,
}

/// Runs `show`.
pub fn show(args: &ShowArgs) -> Exit {
    done(args.store.open().and_then(|store| {
        let mut entry = entry(&store, args.id)?;
        if args.original {
            entry.case = original(&store, &entry)?;
        }
        json::write(&if args.json {
            format!("{}\n", document(&entry))
        } else if args.program {
            entry.case.text()
        } else {
            described(&entry)
        });
        Ok(Exit::Guest(0))
    }))
}

pub fn original(store: &Store, entry: &Entry) -> Result<Case, String> {
    let bytes = store.bytes(entry.finding.program).map_err(|e| e.to_string())?;
    Case::from_json(&String::from_utf8_lossy(&bytes)).map_err(|e| e.to_string())
}

fn described(entry: &Entry) -> String {
    let Entry { finding, detail, case } = entry;
    let kind = Kind::find(&detail.kind).map_or("", |k| k.row().sentence);
    let mut text = format!("finding {}: {}\n", finding.id, finding.title);
    text.push_str(&format!("  {}: {kind}\n", detail.kind));
    text.push_str(&format!("  {}\n", detail.patient.version));
    text.push_str(&format!("  command    {}\n", table::command(entry)));
    text.push_str(&format!("  ended with {}\n", detail.ending));
    text.push_str(&format!("  seen in    {}, first {}\n", counted(finding.count, "program"), case.origin));
    if let Some(witness) = &detail.witness {
        text.push_str(&format!("  right with {witness}\n"));
    }
    if !detail.also.is_empty() {
        text.push_str(&format!("  also wrong {}\n", detail.also.join(", ")));
    }
    if let Some(blame) = &detail.blame {
        text.push_str(&format!("  blame      {}\n", blame.sentence));
    }
    if let Some(reduction) = &detail.reduction {
        text.push_str(&format!("  reduced    {}\n", reduction.words()));
        if reduction.is_cut_short {
            text.push_str(&format!("             `lydite reduce {}` goes on\n", entry.finding.id));
        }
    }
    if let Some(found_with) = &detail.found_with {
        text.push_str(&format!("  found with {} in C++; it shows in C as well\n", found_with.name));
    }
    if let Some(why) = &detail.unreduced {
        text.push_str(&format!("  as found   {why}\n"));
    }
    if let Some(matrix) = &detail.matrix {
        text.push('\n');
        for line in table::matrix(matrix).lines() {
            text.push_str(&format!("  {line}\n"));
        }
    }
    if !detail.message.is_empty() {
        text.push_str(&format!("\nmessage:\n{}\n", detail.message.trim_end()));
    }
    let ran = Kind::find(&detail.kind).is_some_and(|k| k.row().stage == Stage::Run);
    if ran && (!detail.actual.is_empty() || !case.stdout.is_empty()) {
        text.push_str(&format!("\nexpected output:\n{}", table::ended(&case.stdout)));
        text.push_str(&format!("actual output:\n{}", table::ended(&detail.actual)));
    }
    if case.bytes() <= 8_000 {
        text.push_str(&format!("\nprogram:\n{}", case.text()));
    } else {
        text.push_str(&format!("\nthe program has {} bytes: lydite show {} --program\n", case.bytes(), finding.id));
    }
    text
}

/// Try a finding again with the compilers here
#[derive(clap::Args)]
pub struct ReplayArgs {
    /// Its number
    #[arg(value_parser = id)]
    id: FindingId,
    /// Try the program as it was found, not the small one
    #[arg(long)]
    original: bool,
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    patients: ward::Args,
}

/// Runs `replay`: status 1 if the bug is still there.
pub fn replay(args: &ReplayArgs) -> Exit {
    done(args.store.open().and_then(|store| {
        let mut entry = entry(&store, args.id)?;
        if args.original {
            entry.case = original(&store, &entry)?;
        }
        let lab = ward::lab(args.patients.limits.limits())?;
        let (ward, _) = ward::ward(&lab, &args.patients, &[entry.case.language])?;
        let meter = Meter::default();
        let accused = Accused::of(&lab, &ward, &entry.case, &entry.detail, &meter).map_err(|e| e.to_string())?;
        let desk = lab.desk(&entry.case, &meter).map_err(|e| e.to_string())?;
        let outcome = desk.try_on(accused.patient, &accused.options, &[], Patience::Alone);
        let who = format!("{} {}", accused.patient.name(), accused.options.name());
        Ok(match outcome {
            Outcome::Right => {
                json::write(&format!("{who}: right; the bug does not show here\n"));
                Exit::Guest(0)
            }
            Outcome::Wrong(symptom) => {
                let same = accused.is_same(&Outcome::Wrong(symptom.clone()));
                let but = if same { "" } else { ", not what it was" };
                json::write(&format!("{who}: {} ({}){but}\n", symptom.kind.name(), symptom.ending));
                Exit::Found
            }
            Outcome::Trouble(why) => return Err(why.to_owned()),
            Outcome::Stopped => return Err("it was called off".to_owned()),
        })
    }))
}

/// Say which part of the compiler is to blame, and who is affected
#[derive(clap::Args)]
pub struct BlameArgs {
    /// The finding's number
    #[arg(value_parser = id)]
    id: FindingId,
    #[command(flatten)]
    store: StoreArgs,
    #[command(flatten)]
    patients: ward::Args,
}

/// Runs `blame`.
pub fn blame(args: &BlameArgs) -> Exit {
    done(args.store.open_alone().and_then(|mut store| {
        let mut entry = entry(&store, args.id)?;
        let lab = ward::lab(args.patients.limits.limits())?;
        let (ward, _) = ward::ward(&lab, &args.patients, &[entry.case.language])?;
        let meter = Meter::default();
        let accused = Accused::of(&lab, &ward, &entry.case, &entry.detail, &meter).map_err(|e| e.to_string())?;
        let desk = lab.desk(&entry.case, &meter).map_err(|e| e.to_string())?;
        if !accused.is_same(&desk.try_on(accused.patient, &accused.options, &[], Patience::Alone)) {
            json::write("the bug does not show here\n");
            return Ok(Exit::Guest(0));
        }
        let blame = smaller::blamed(&desk, &accused);
        let matrix = smaller::matrix(&desk, &accused, &ward);
        let sentence = match blame.sentence.as_str() {
            "" => "no pass is looked for: the compiler itself fails",
            sentence => sentence,
        };
        json::write(&format!("{sentence}\n{}", table::matrix(&matrix)));
        entry.detail.blame = blame.is_known().then_some(blame);
        entry.detail.matrix = Some(matrix);
        let finding = &entry.finding;
        store.update(args.id, finding.state, &finding.title, &entry.detail.to_json()).map_err(|e| e.to_string())?;
        Ok(Exit::Found)
    }))
}

/// Whose form a report has.
#[derive(Clone, Copy, ValueEnum)]
enum For {
    Gcc,
    Llvm,
}

/// Write a bug report: the first line is the title
#[derive(clap::Args)]
pub struct ReportArgs {
    /// The finding's number
    #[arg(value_parser = id)]
    id: FindingId,
    /// A text for GCC's Bugzilla or an issue for LLVM [default: by compiler]
    #[arg(long = "for", value_enum)]
    tracker: Option<For>,
    #[command(flatten)]
    store: StoreArgs,
}

/// Runs `report`.
pub fn report(args: &ReportArgs) -> Exit {
    done(args.store.open().and_then(|store| {
        let entry = entry(&store, args.id)?;
        if table::is_suspect(&entry.finding) {
            return Err(format!("finding {} is a suspect of our own: no compiler agrees with us", args.id));
        }
        let tracker = match args.tracker {
            Some(For::Gcc) => Tracker::Gcc,
            Some(For::Llvm) => Tracker::Llvm,
            None => Tracker::of(&entry.detail.patient.brand),
        };
        json::write(&bug::report(&entry, tracker));
        Ok(Exit::Guest(0))
    }))
}

/// Write findings to a file that `lydite import` reads on another machine
#[derive(clap::Args)]
pub struct ExportArgs {
    /// Their numbers; all if none is given
    #[arg(value_parser = id)]
    ids: Vec<FindingId>,
    /// Where to [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    store: StoreArgs,
}

/// Runs `export`.
pub fn export(args: &ExportArgs) -> Exit {
    done(args.store.open().and_then(|store| {
        let ids = match args.ids.is_empty() {
            true => store.findings().map_err(|e| e.to_string())?.iter().map(|f| f.id).collect(),
            false => args.ids.clone(),
        };
        let text = store.export(&ids).map_err(|e| e.to_string())?.to_json();
        match &args.output {
            Some(file) => std::fs::write(file, text).map_err(|e| at(file, &e))?,
            None => json::write(&format!("{text}\n")),
        }
        Ok(Exit::Guest(0))
    }))
}

/// Read findings that `lydite export` wrote
#[derive(clap::Args)]
pub struct ImportArgs {
    /// The file
    file: PathBuf,
    /// The file in which hunts keep everything; made if there is none
    #[arg(long, value_name = "FILE", default_value = STORE)]
    store: PathBuf,
}

/// Runs `import`.
pub fn import(args: &ImportArgs) -> Exit {
    let run = || {
        let text = std::fs::read_to_string(&args.file).map_err(|e| at(&args.file, &e))?;
        let bundle = Bundle::from_json(&text).map_err(|e| format!("{}: {e}", args.file.display()))?;
        for (number, (detail, programs)) in (1..).zip(bundle.documents()) {
            let read = Detail::from_json(detail).map(|_| ());
            let read = programs.iter().fold(read, |read, text| read.and(Case::from_json(text).map(|_| ())));
            read.map_err(|e| format!("{}: finding {number} of {}: {e}", args.file.display(), bundle.len()))?;
        }
        let mut store = Store::open(&args.store).map_err(|e| e.to_string())?;
        store.lock().map_err(|e| e.to_string())?;
        let imported = store.import(&bundle).map_err(|e| e.to_string())?;
        json::write(&format!("{} new, {} known already\n", imported.new, imported.known));
        Ok(Exit::Guest(0))
    };
    done(run())
}

/// Forget a finding; the next program that shows it makes it new
#[derive(clap::Args)]
pub struct ForgetArgs {
    /// Its number
    #[arg(value_parser = id)]
    id: FindingId,
    #[command(flatten)]
    store: StoreArgs,
}

/// Runs `forget`.
pub fn forget(args: &ForgetArgs) -> Exit {
    done(args.store.open_alone().and_then(|mut store| {
        store.forget(args.id).map_err(|e| e.to_string())?;
        Ok(Exit::Guest(0))
    }))
}

/// A file and what is wrong with it.
pub fn at(file: &Path, error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text).to_lowercase();
    format!("{}: {text}", file.display())
}
