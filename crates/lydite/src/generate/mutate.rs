//! `lydite gen mutate`: neighbours of a recorded program.

use super::emit::{self, Emit};
use super::origin::{self, Recorded, Source};
use super::{Refusal, batch};
use crate::number;
use lydite_choices::{Choices, Recording};
use std::num::NonZeroUsize;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  lydite gen --seed 7 --emit choices -o t.choices
  lydite gen mutate t.choices --count 100 --out dir             one change of its choices each
  lydite gen mutate t.choices --donor u.choices --count 100 --out dir
                                                                also with parts of another program
  lydite gen --replay dir/t-3.choices                           one of them again
";

/// Change the choices of a recorded program a little, and make the programs they now stand for
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The choices of a program, as written by --emit choices
    file: PathBuf,
    /// Take parts from the choices of another program, too; can be given again for more
    #[arg(long, value_name = "FILE")]
    donor: Vec<PathBuf>,
    /// Make this many programs
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number::count, allow_negative_numbers = true)]
    count: u64,
    /// Write files to this directory, named after the recording and numbered from 0
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The seed of the changes
    #[arg(short, long, default_value_t = 0, value_parser = number::seed, allow_negative_numbers = true)]
    seed: u64,
    /// How many changes each program gets
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::count, allow_negative_numbers = true)]
    changes: u64,
    /// What to write besides the choices
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',', default_value = "source")]
    emit: Vec<Emit>,
    /// How many programs are made at once [default: the number of cores]
    #[arg(short, long, value_name = "N", value_parser = number::jobs, allow_negative_numbers = true)]
    jobs: Option<NonZeroUsize>,
}

/// Runs the command.
pub fn execute(args: &Args) -> Result<(), Refusal> {
    let recorded = Recorded::read(&args.file)?;
    let settings = &recorded.settings;
    let donors: Vec<Recording> =
        args.donor.iter().map(|path| Ok(Recorded::read(path)?.recording)).collect::<Result<_, Refusal>>()?;
    emit::make_directory(&args.out)?;
    let stem = args.file.file_stem().unwrap_or(args.file.as_os_str()).to_string_lossy();
    let mut emits = args.emit.clone();
    // The choices are the only way back to a program that no seed makes.
    emits.push(Emit::Choices);
    let make = |piece: u64| {
        let mut changes = Choices::from_seed_and_stream(args.seed, piece);
        let mut mutated = recorded.recording.clone();
        for _ in 0..args.changes {
            mutated = lydite_choices::mutate(&mutated, &mut changes, &donors).0;
        }
        let name = format!("{stem}-{piece}");
        let made = origin::generate(settings, Choices::replay(&mutated), Source::Choices);
        let (generated, recording) = match made {
            Ok(made) => made,
            Err(failure) => return Ok(Err((piece, failure.reason.to_string()))),
        };
        let parts = emit::parts(&generated, &recording, &emits);
        emit::to_directory(&parts, &args.out, &name).map(Ok)
    };
    let mut progress = batch::Progress::new(args.count);
    let mut failures = Vec::new();
    let done = batch::run(args.count, batch::jobs(args.jobs), make, |_, made| match made {
        Ok(bytes) => progress.add(bytes),
        Err(failure) => failures.push(failure),
    });
    progress.finish();
    done?;
    failures.sort();
    match failures.first() {
        None => Ok(()),
        Some((piece, reason)) => Err(Refusal::internal(format!(
            "{} made no program; number {piece}: {reason}; please report it with the recording",
            number::counted(failures.len() as u64, "mutation")
        ))),
    }
}
