//! `lydite gen general`, `scalar` and `loops`: programs of a family.

use super::emit::{self, Emit};
use super::origin::{self, Recorded, Source};
use super::settings::{self, Settings};
use super::{Refusal, batch, effect, exhaustive, stats};
use crate::number;
use lydite_choices::Choices;
use lydite_generate::{Family, Generated};
use lydite_lang::Language;
use std::hash::{BuildHasher, Hasher};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// How many programs, from what, and where they go.
#[derive(clap::Args)]
#[group(id = "family")]
pub struct Args {
    /// The seed, from 0 to 18446744073709551615, decimal or hexadecimal after 0x; if none is given, one is drawn,
    /// and the first line of the program tells it
    #[arg(short, long, value_name = "SEED", value_parser = number::seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Make this many programs, 1 or more, from as many seeds in a row; needs --out or --effect, which makes 200 of each kind if
    /// nothing is said
    #[arg(long, value_name = "N", requires = "many", value_parser = number::count, allow_negative_numbers = true)]
    count: Option<u64>,
    /// Write files to this directory, which is made if need be, named after their seeds
    #[arg(long, value_name = "DIR", group = "many")]
    out: Option<PathBuf>,
    /// Write the program, or what --stats and --effect say, to this file instead of standard output
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["out"])]
    output: Option<PathBuf>,
    /// What to write; several, with commas between, with --out [default: source]
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    emit: Vec<Emit>,
    /// Make the program of these recorded choices again (see --emit choices); the recording has its settings in it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "count", "stats"])]
    replay: Option<PathBuf>,
    /// Make this many programs, 1 or more, and say what they are made of, on standard output or in the file of -o,
    /// instead of writing them
    #[arg(long, value_name = "N", group = "measure", conflicts_with_all = ["count", "out", "emit"], value_parser = number::count, allow_negative_numbers = true)]
    stats: Option<u64>,
    /// Write what --stats or --effect says as one JSON object
    #[arg(long, requires = "measure")]
    json: bool,
    /// How many programs are made at once [default: the number of cores]
    #[arg(short, long, value_name = "N", value_parser = number::jobs, allow_negative_numbers = true)]
    jobs: Option<NonZeroUsize>,
    /// Make all tiny programs in order instead, as `lydite gen exhaustive` does
    #[arg(long, conflicts_with_all = ["seed", "count", "replay", "stats", "jobs"])]
    exhaustive: bool,
    #[command(flatten)]
    range: exhaustive::Range,
    #[command(flatten)]
    effect: effect::Args,
    #[command(flatten)]
    settings: settings::Args,
}

/// Runs the command.
pub fn execute(family: Family, args: &Args) -> Result<(), Refusal> {
    if args.effect.is_idle() {
        return Err(Refusal::input("--against, --cc, --options and --markdown go with --effect"));
    }
    if args.exhaustive {
        let place = exhaustive::Place { out: args.out.as_deref(), output: args.output.as_deref(), emit: &args.emit };
        return exhaustive::enumerate(family, args.range, &args.settings, &place);
    }
    if args.range.is_given() {
        return Err(Refusal::input("--limit, --skip and --depth go with --exhaustive"));
    }
    if let Some(path) = &args.replay {
        return replay(args, path);
    }
    let settings = args.settings.resolve(family)?;
    let seed = args.seed.unwrap_or_else(drawn_seed);
    let usual = if args.effect.is_given() { effect::PROGRAMS } else { 1 };
    let count = args.stats.or(args.count).unwrap_or(usual);
    if seed.checked_add(count - 1).is_none() {
        return Err(Refusal::input(format!("there are no {count} seeds from {seed} on: the last is {}", u64::MAX)));
    }
    let jobs = batch::jobs(args.jobs);
    if args.stats.is_some() {
        let form = if args.json { stats::Form::Json } else { stats::Form::Table };
        let text = stats::measure(&settings, seed, count, jobs, form)?;
        return stats::write(&text, args.output.as_deref());
    }
    if args.effect.is_given() {
        if settings.options.language != Language::C {
            return Err(Refusal::input("effects are measured on programs in C: --effect and --lang don't go together"));
        }
        let form = if args.json { effect::Form::Json } else { args.effect.form() };
        let seeds = effect::Seeds { first: seed, count, jobs };
        return effect::execute(&args.effect, &effect::Features(&settings), seeds, form, args.output.as_deref());
    }
    match &args.out {
        None => {
            let parts = one(&settings, seed, &args.emit)?;
            match &args.output {
                None => emit::to_stdout(&parts).map(|_| ()),
                Some(path) => emit::to_file(&parts, path),
            }
        }
        Some(dir) => many(args, &settings, seed, count, dir),
    }
}

/// A seed that nobody has asked for: short enough to be typed again, long enough not to come twice.
fn drawn_seed() -> u64 {
    std::hash::RandomState::new().build_hasher().finish() >> 16
}

/// The program of a seed.
pub fn generate(settings: &Settings, seed: u64) -> Result<Generated, Refusal> {
    let header = Source::Seed(seed).header(settings);
    lydite_generate::generate(&settings.options, seed, &header)
        .map_err(|failure| Refusal::internal(format!("{failure}; please report `{header}`")))
}

fn one(settings: &Settings, seed: u64, emits: &[Emit]) -> Result<Vec<emit::Part>, Refusal> {
    let generated = generate(settings, seed)?;
    Ok(emit::parts(&generated, &Source::Seed(seed).label(settings, &generated.recording), emits))
}

fn many(args: &Args, settings: &Settings, seed: u64, count: u64, dir: &Path) -> Result<(), Refusal> {
    emit::make_directory(dir)?;
    let mut progress = batch::Progress::new(count);
    let write = |piece| {
        let seed = seed + piece;
        emit::to_directory(
            &one(settings, seed, &args.emit)?,
            dir,
            &format!("{}-{seed}", settings.options.family.name()),
        )
    };
    let done = batch::run(count, batch::jobs(args.jobs), write, |_, bytes| progress.add(bytes));
    progress.finish();
    done
}

fn replay(args: &Args, path: &Path) -> Result<(), Refusal> {
    if args.settings.is_given() {
        return Err(Refusal::input("a recording has its own settings: --replay takes none"));
    }
    let Recorded { recording, settings, source } = Recorded::read(path)?;
    let (generated, recording) =
        origin::generate(&settings, Choices::replay(&recording), source).map_err(|failure| {
            Refusal::internal(format!("{}: {failure}; please report it with this file", path.display()))
        })?;
    let parts = emit::parts(&generated, &recording, &args.emit);
    match (&args.out, &args.output) {
        (Some(dir), _) => {
            emit::make_directory(dir)?;
            let stem = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy();
            emit::to_directory(&parts, dir, &stem).map(|_| ())
        }
        (None, Some(file)) => emit::to_file(&parts, file),
        (None, None) => emit::to_stdout(&parts).map(|_| ()),
    }
}
