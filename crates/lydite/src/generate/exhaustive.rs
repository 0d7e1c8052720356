//! `lydite gen exhaustive`: every tiny program, in the order of its choices.

use super::emit::{self, Emit};
use super::{Refusal, batch, settings};
use lydite_choices::{Depth, Enumerate};
use std::path::PathBuf;

/// Tokens of a tiny program.
const SIZE: u32 = 40;
/// What numbers are drawn, besides the least of their range.
const NUMBERS: [i128; 4] = [0, 1, -1, 2];

const EXAMPLES: &str = "\
Examples:
  lydite gen exhaustive --limit 10                                  the ten simplest programs
  lydite gen exhaustive --size 60 --only while --limit 1000 --out dir
                                                                    a thousand with nothing but while
  lydite gen --exhaustive --skip 41 --limit 1                       the 42nd again
";

/// Make all tiny programs, one after the other, the simplest choices first
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Stop after this many programs
    #[arg(long, value_name = "N", default_value_t = 100)]
    limit: u64,
    /// Pass over this many programs first
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip: u64,
    /// Pass over programs with more structural choices than this
    #[arg(long, value_name = "N")]
    depth: Option<usize>,
    /// Write files to this directory instead of all programs to standard output
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// What to write; several with --out
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    emit: Vec<Emit>,
    #[command(flatten)]
    settings: settings::Args,
}

/// Runs the command.
pub fn execute(args: &Args) -> Result<(), Refusal> {
    // Every program has the same weights: drawing them would be most of what there is to enumerate.
    let settings = args.settings.or_size(SIZE).without_swarm().resolve()?;
    if let Some(dir) = &args.out {
        emit::make_directory(dir)?;
    }
    let mut all = Enumerate::new(&NUMBERS);
    if let Some(depth) = args.depth {
        all = all.skip_deeper_than(depth);
    }
    let mut progress = args.out.as_ref().map(|_| batch::Progress::new(args.limit));
    let mut number = 0;
    while let Some(choices) = all.choices()
        && number - args.skip.min(number) < args.limit
    {
        let header = settings.exhaustive_header(number, args.depth);
        let generated = lydite_generate::generate_with(&settings.options, choices, &header)
            .map_err(|failure| Refusal::internal(format!("program {number}: {failure}")))?;
        if all.done(&generated.recording) == Depth::Deeper {
            continue;
        }
        number += 1;
        if number <= args.skip {
            continue;
        }
        let parts = emit::parts(&generated, &settings.label(&generated.recording, None), &args.emit);
        match &args.out {
            None => emit::to_stdout(&parts)?,
            Some(dir) => {
                let bytes = emit::to_directory(&parts, dir, &format!("exhaustive-{}", number - 1))?;
                progress.iter_mut().for_each(|progress| progress.add(bytes));
            }
        }
    }
    if let Some(progress) = progress {
        progress.finish();
    }
    Ok(())
}
