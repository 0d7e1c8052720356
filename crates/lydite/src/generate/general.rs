//! `lydite gen general`: programs of the family `general`.

use super::emit::{self, Emit};
use super::settings::{self, Recorded, Settings};
use super::{Refusal, batch, stats};
use lydite_choices::Choices;
use lydite_generate::Generated;
use std::hash::{BuildHasher, Hasher};
use std::num::NonZeroUsize;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  lydite gen general --seed 7                                  the program of seed 7
  lydite gen general --seed 7 --emit choices -o t.choices      the choices that made it
  lydite gen general --replay t.choices                        the same program from its choices
  lydite gen general --count 100 --out dir --emit source,expected
                                                               programs, each with what it must print
  lydite gen general --without float,double --std c99 --paths all
                                                               clean on all paths, no floats, nothing newer than C99
  lydite gen general --split -o t.c                            t_driver.c and t_code.c
  lydite gen general --stats 1000                              what a thousand programs are made of
";

/// Make programs of everything C has: the usual family
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
#[group(id = "general")]
pub struct Args {
    /// The seed; one is drawn if none is given, and the first line of the program tells it
    #[arg(short, long, value_name = "SEED")]
    seed: Option<u64>,
    /// Make this many programs, from as many seeds in a row
    #[arg(long, value_name = "N", requires = "out")]
    count: Option<u64>,
    /// Write files to this directory, named after their seeds
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["out", "count"])]
    output: Option<PathBuf>,
    /// What to write; several with --out
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    emit: Vec<Emit>,
    /// Make the program of these recorded choices
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "count", "stats"])]
    replay: Option<PathBuf>,
    /// Make this many programs and say what they are made of, instead of writing them
    #[arg(long, value_name = "N", conflicts_with_all = ["count", "out", "output", "emit"], value_parser = clap::value_parser!(u64).range(1..))]
    stats: Option<u64>,
    /// Print statistics as one JSON object
    #[arg(long, requires = "stats")]
    json: bool,
    /// How many programs are made at once [default: the number of cores]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    settings: settings::Args,
}

/// Runs the command.
pub fn execute(args: &Args) -> Result<(), Refusal> {
    if let Some(path) = &args.replay {
        return replay(args, path);
    }
    let settings = args.settings.resolve()?;
    let seed = args.seed.unwrap_or_else(drawn_seed);
    let jobs = batch::jobs(args.jobs);
    if let Some(count) = args.stats {
        return stats::execute(&settings, seed, count, jobs, args.json);
    }
    match &args.out {
        None => {
            let parts = one(&settings, seed, &args.emit)?;
            match &args.output {
                None => emit::to_stdout(&parts),
                Some(path) => emit::to_file(&parts, path),
            }
        }
        Some(dir) => many(args, &settings, seed, dir, jobs),
    }
}

/// A seed that nobody has asked for: short enough to be typed again, long enough not to come twice.
fn drawn_seed() -> u64 {
    std::hash::RandomState::new().build_hasher().finish() >> 16
}

/// The program of a seed.
pub fn generate(settings: &Settings, seed: u64) -> Result<Generated, Refusal> {
    let header = settings.header(seed);
    let make = AssertUnwindSafe(|| lydite_generate::generate(&settings.options, seed, &header));
    // A panic is a bug; that it has a seed is what makes it one that can be mended.
    match std::panic::catch_unwind(make) {
        Ok(made) => made.map_err(|failure| Refusal::internal(format!("{failure}: `{header}`"))),
        Err(_) => Err(Refusal::internal(format!("the generator panicked; please report `{header}`"))),
    }
}

fn one(settings: &Settings, seed: u64, emits: &[Emit]) -> Result<Vec<emit::Part>, Refusal> {
    let generated = generate(settings, seed)?;
    Ok(emit::parts(&generated, &settings.label(&generated.recording, Some(seed)), emits))
}

fn many(args: &Args, settings: &Settings, seed: u64, dir: &Path, jobs: NonZeroUsize) -> Result<(), Refusal> {
    let count = args.count.unwrap_or(1);
    if count > 0 && seed.checked_add(count - 1).is_none() {
        return Err(Refusal::input(format!("there are no {count} seeds from {seed} on")));
    }
    emit::make_directory(dir)?;
    let mut progress = batch::Progress::new(count);
    let write = |piece| {
        let seed = seed + piece;
        emit::to_directory(&one(settings, seed, &args.emit)?, dir, &format!("general-{seed}"))
    };
    let done = batch::run(count, jobs, write, |_, bytes| progress.add(bytes));
    progress.finish();
    done
}

fn replay(args: &Args, path: &Path) -> Result<(), Refusal> {
    if args.settings.is_given() {
        return Err(Refusal::input("a recording has its own settings: --replay takes none"));
    }
    let recorded = Recorded::read(path)?;
    let settings = &recorded.settings;
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let header = match recorded.seed {
        Some(seed) => settings.header(seed),
        None => format!("lydite gen general --replay {}", name.replace("*/", "* /")),
    };
    let generated = lydite_generate::generate_with(&settings.options, Choices::replay(&recorded.recording), &header)
        .map_err(|failure| Refusal::input(format!("{}: {failure}", path.display())))?;
    let parts = emit::parts(&generated, &settings.label(&generated.recording, recorded.seed), &args.emit);
    match (&args.out, &args.output) {
        (Some(dir), _) => {
            emit::make_directory(dir)?;
            let stem = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy();
            emit::to_directory(&parts, dir, &stem).map(|_| ())
        }
        (None, Some(file)) => emit::to_file(&parts, file),
        (None, None) => emit::to_stdout(&parts),
    }
}
