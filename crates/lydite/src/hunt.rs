//! `lydite hunt`: programs, compilers, findings.

mod view;

pub use view::clock;

use crate::exit::Exit;
use crate::interrupts::Interrupts;
use crate::number;
use crate::ward::{self, refuse};
use lydite_compilers::Language;
use lydite_generate::family::FAMILIES;
use lydite_hunt::campaign::{self, Closing, Conduct, GIVE_UP, PatientRecord, Settings, Task, now};
use lydite_hunt::recipe::is_made_in;
use lydite_store::{CampaignId, Store};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  lydite hunt --for 10m                       hunt with every compiler here, for ten minutes
  lydite hunt --cc gcc-12,clang-19 --for 1h   with these two
  lydite hunt --options '-O2,-O3 -flto'       with these option sets only
  lydite hunt --lang c++ --for 10m            with compilers of C++ only
  lydite hunt --resume                        go on with the last hunt of the store
  lydite findings                             what was found; `show`, `report` and `replay` take their numbers

Ctrl-C once ends the hunt after the programs under way and sums up; twice ends it at once. Either way, as after
a crash or kill -9, the store is whole and --resume goes on where it was.

Exit status: 0 nothing new, 1 something new was found, 125 a wrong command line, no compiler or no store.
";

/// Hunt for bugs in the compilers on this machine
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Begin no new program after this long, such as 90s, 10m or 8h; findings being made small get half a minute
    /// more [default: 10m unless --count is given]
    #[arg(long = "for", value_name = "TIME", value_parser = number::duration)]
    time: Option<Duration>,
    /// Stop after this many programs
    #[arg(long, value_name = "N", value_parser = number::count)]
    count: Option<u64>,
    /// The seed of the first program; the next one has the next [default: one after the last hunt of the store]
    #[arg(long, value_name = "SEED", value_parser = number::seed)]
    seed: Option<u64>,
    /// On how many compilers with options each program is tried
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = trials)]
    trials: u64,
    /// Give one in N trials random flags of the compiler, 0 for none [default: 4, or 0 with --options]
    #[arg(long, value_name = "N", value_parser = random_flags)]
    random_flags: Option<u64>,
    /// Which families of programs to make, with commas between
    #[arg(long, value_name = "FAMILIES", value_delimiter = ',', value_parser = clap::builder::PossibleValuesParser::new(FAMILIES.iter().map(|family| family.name)))]
    families: Vec<String>,
    /// Use only compilers of these languages: c, c++, ispc, sycl, with commas between; programs of general are in C
    /// [default: all that the compilers read]
    #[arg(long = "lang", value_name = "LANGUAGES", value_delimiter = ',', value_parser = language)]
    languages: Vec<Language>,
    /// How many programs to work on at once [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = number::jobs)]
    jobs: Option<NonZeroUsize>,
    /// The file in which everything is kept
    #[arg(long, value_name = "FILE", default_value = crate::findings::STORE)]
    store: PathBuf,
    /// Go on with the last hunt of the store, with its seeds
    #[arg(long, conflicts_with_all = ["seed", "count", "trials", "random_flags", "families", "languages"])]
    resume: bool,
    /// Don't make findings small
    #[arg(long)]
    no_reduce: bool,
    /// Spend at most this long on making one finding small
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = number::duration)]
    reduce_for: Duration,
    /// Go on when one program after another can't be tried: the disk is full, memory is short, a compiler has gone
    #[arg(long)]
    keep_going: bool,
    /// Print events as lines of JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    patients: ward::Args,
}

fn trials(text: &str) -> Result<u64, String> {
    number::within(text, 1..=10_000)
}

fn random_flags(text: &str) -> Result<u64, String> {
    number::within(text, 0..=10_000)
}

fn language(name: &str) -> Result<Language, String> {
    let names = || Language::all().map(Language::name).collect::<Vec<_>>().join(", ");
    Language::find(name).ok_or_else(|| format!("expected one of {}", names()))
}

/// The languages to hunt in: those asked for in which one of the families has programs.
fn languages(asked: &[Language], families: &[String]) -> Result<Vec<Language>, String> {
    let is_asked = |language: &Language| asked.is_empty() || asked.contains(language);
    let is_made = |language: &Language| families.iter().any(|family| is_made_in(family, *language));
    let languages: Vec<Language> = Language::all().filter(is_asked).filter(is_made).collect();
    match languages.is_empty() {
        true => {
            Err(format!("--families {} has programs in no language of --lang: add scalar or loops", families.join(",")))
        }
        false => Ok(languages),
    }
}

/// Runs the command.
pub fn execute(args: &Args) -> Exit {
    match hunt(args) {
        Ok(exit) => exit,
        Err(message) => refuse(&message),
    }
}

fn hunt(args: &Args) -> Result<Exit, String> {
    let mut store = Store::open(&args.store).map_err(|e| e.to_string())?;
    store.lock().map_err(|e| e.to_string())?;
    let lab = ward::lab(args.patients.limits.limits())?;
    let closing = Arc::new(Closing::default());
    let guard = {
        let closing = Arc::clone(&closing);
        Interrupts::new(&lab, move || closing.interrupt())?
    };
    let mut view = view::View::new(args.json);
    view.say("looking for compilers");
    let last = if args.resume { Some(last(&store)?) } else { None };
    let mut patients = args.patients.clone();
    if let Some((_, settings)) = &last {
        patients.like(settings);
    }
    let families = match (&last, args.families.is_empty()) {
        (Some((_, settings)), _) => settings.families.clone(),
        (None, true) => FAMILIES.iter().map(|family| family.name.to_owned()).collect(),
        (None, false) => args.families.clone(),
    };
    let (ward, suppress) = ward::ward(&lab, &patients, &languages(&args.languages, &families)?)?;
    let (campaign, settings) = if let Some((campaign, settings)) = last {
        if let Some(change) = changed(&settings.patients, &ward.records()) {
            return Err(format!("{change}: resume with what the hunt began with, or begin a new one without --resume"));
        }
        (campaign, settings)
    } else {
        let settings = Settings {
            seed: args.seed.map_or_else(|| next_seed(&store), Ok)?,
            families,
            count: args.count,
            trials: args.trials as usize,
            patients: ward.records(),
            random_flags: args.random_flags.unwrap_or(if args.patients.options.is_empty() { 4 } else { 0 }) as u32,
        };
        let text = serde_json::to_string(&settings).map_err(|e| e.to_string())?;
        (store.begin(&text, now()).map_err(|e| e.to_string())?, settings)
    };
    let ward = match settings.random_flags {
        0 => ward,
        _ => ward::with_flags(ward, &lab)?,
    };
    let time = args.time.or_else(|| settings.count.is_none().then_some(Duration::from_secs(600)));
    let conduct = Conduct {
        jobs: args.jobs.or_else(|| std::thread::available_parallelism().ok()).map_or(1, usize::from),
        time,
        reduce: (!args.no_reduce).then_some(args.reduce_for),
        suppress,
        keep_going: args.keep_going,
    };
    view.begin(&ward, &settings, &conduct, &args.store);
    let before = store.findings().map_err(|e| e.to_string())?.last().map_or(0, |f| f.id.0);
    let task = Task { campaign, settings: &settings };
    let standing = campaign::hunt(&mut store, task, &lab, &ward, &conduct, &closing, &mut view);
    let was_interrupted = guard.happened();
    drop(guard);
    let standing = standing.map_err(|e| e.to_string())?;
    if !was_interrupted && standing.not_tried == 0 {
        store.end(campaign, now()).map_err(|e| e.to_string())?;
    }
    let exit = view.summary(&store, &standing, before, was_interrupted)?;
    match standing.gave_up {
        Some(advice) => Err(format!(
            "{GIVE_UP} programs in a row could not be tried: {advice}; then `lydite hunt --resume` goes on"
        )),
        None => Ok(exit),
    }
}

/// The last hunt of the store, if it can go on.
fn last(store: &Store) -> Result<(CampaignId, Settings), String> {
    let last = store.unfinished().map_err(|e| e.to_string())?;
    let last = last.ok_or_else(|| lydite_store::Error::NoCampaign.to_string())?;
    let settings = serde_json::from_str(&last.settings).map_err(|e| format!("the last hunt can't be resumed: {e}"))?;
    Ok((last.id, settings))
}

/// What is not as it was when a hunt began.
fn changed(then: &[PatientRecord], now: &[PatientRecord]) -> Option<String> {
    let names = |records: &[PatientRecord]| records.iter().map(|r| r.name.clone()).collect::<Vec<_>>();
    if names(then) != names(now) {
        return Some(format!("the last hunt had other compilers ({})", names(then).join(", ")));
    }
    then.iter().zip(now).find(|(then, now)| then != now).map(|(then, now)| match then.version == now.version {
        true => format!("{} had other options ({})", then.name, then.options.join(", ")),
        false => format!("{} was '{}', and is '{}' now", then.name, then.version, now.version),
    })
}

/// The seed after the last program of the store.
fn next_seed(store: &Store) -> Result<u64, String> {
    let mut next = 1;
    for campaign in store.campaigns().map_err(|e| e.to_string())? {
        let Ok(settings) = serde_json::from_str::<Settings>(&campaign.settings) else { continue };
        let progress = store.progress(campaign.id).map_err(|e| e.to_string())?;
        let last = progress.beyond.last().map_or(progress.below, |last| last + 1);
        next = next.max(settings.seed.wrapping_add(last));
    }
    Ok(next)
}
