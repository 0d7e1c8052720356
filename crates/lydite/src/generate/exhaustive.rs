//! `lydite gen exhaustive`: every tiny program, in the order of its choices.

use super::emit::{self, Emit, Reader};
use super::origin::{self, Source};
use super::{Refusal, batch, settings};
use crate::{diagnostics, number};
use lydite_choices::{Depth, Enumerate};
use std::path::{Path, PathBuf};

/// Tokens of a tiny program.
pub const SIZE: u32 = 40;
/// What numbers are drawn, besides the least of their range.
const NUMBERS: [i128; 4] = [0, 1, -1, 2];
/// How many programs are made if nothing is said.
const LIMIT: u64 = 100;

const EXAMPLES: &str = "\
Examples:
  lydite gen exhaustive --limit 10                   the ten simplest programs
  lydite gen exhaustive --size 60 --only while --limit 1000 --out dir
                                                     a thousand with nothing but while
  lydite gen exhaustive --skip 41 --limit 1 -o t.c   the 42nd again
  lydite gen --skip 41 --limit 1 --exhaustive        the same as an option, in any order
";

/// Make all tiny programs, one after the other, the simplest choices first
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, mut_arg("size", |size| size.help(settings::size_help(SIZE))))]
pub struct Args {
    /// Write files to this directory instead of all programs to standard output
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write to this file instead of standard output; only with --limit 1
    #[arg(short, long, value_name = "FILE", conflicts_with = "out")]
    output: Option<PathBuf>,
    /// What to write; several with --out [default: source]
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    emit: Vec<Emit>,
    #[command(flatten)]
    range: Range,
    #[command(flatten)]
    settings: settings::Args,
}

/// Which of them to make.
#[derive(clap::Args, Clone, Copy)]
#[group(id = "range", multiple = true)]
#[command(next_help_heading = "Which tiny programs (exhaustive only)")]
pub struct Range {
    /// Stop after this many programs [default: 100]
    #[arg(long, value_name = "N", value_parser = number::count, allow_negative_numbers = true)]
    limit: Option<u64>,
    /// Pass over this many programs first [default: 0]
    #[arg(long, value_name = "N", value_parser = number::skip, allow_negative_numbers = true)]
    skip: Option<u64>,
    /// Leave out programs with more structural choices than this, 1 or more [default: none is left out]
    #[arg(long, value_name = "N", value_parser = number::count, allow_negative_numbers = true)]
    depth: Option<u64>,
}

impl Range {
    /// Whether any of it was asked for.
    pub fn is_given(self) -> bool {
        self.limit.is_some() || self.skip.is_some() || self.depth.is_some()
    }
}

/// Where programs go.
pub struct Place<'a> {
    /// To a directory.
    pub out: Option<&'a Path>,
    /// Else, a single one to a file; else to standard output.
    pub output: Option<&'a Path>,
    /// What of them.
    pub emit: &'a [Emit],
}

/// Runs the command.
pub fn execute(args: &Args) -> Result<(), Refusal> {
    let place = Place { out: args.out.as_deref(), output: args.output.as_deref(), emit: &args.emit };
    enumerate(args.range, &args.settings, &place)
}

/// Makes the programs of a range.
pub fn enumerate(range: Range, settings: &settings::Args, place: &Place) -> Result<(), Refusal> {
    let (limit, skip) = (range.limit.unwrap_or(LIMIT), range.skip.unwrap_or(0));
    if place.output.is_some() && limit != 1 {
        return Err(Refusal::input("-o takes one program: say --limit 1, or --out DIR for several"));
    }
    // Every program has the same weights: drawing them would be most of what there is to enumerate.
    let settings = settings.or_size(SIZE).without_swarm().resolve()?;
    if let Some(dir) = place.out {
        emit::make_directory(dir)?;
    }
    let mut all = Enumerate::new(&NUMBERS);
    if let Some(depth) = range.depth {
        all = all.skip_deeper_than(usize::try_from(depth).unwrap_or(usize::MAX));
    }
    let mut progress = place.out.map(|_| batch::Progress::new(limit));
    let mut number = 0;
    while let Some(choices) = all.choices()
        && number < skip.saturating_add(limit)
    {
        let (generated, recording) = origin::generate(&settings, choices, Source::Number(number, range.depth))
            .map_err(|failure| Refusal::internal(format!("program {number}: {failure}")))?;
        if all.done(&generated.recording) == Depth::Deeper {
            continue;
        }
        number += 1;
        if number <= skip {
            continue;
        }
        let parts = emit::parts(&generated, &recording, place.emit);
        match (place.out, place.output) {
            (Some(dir), _) => {
                let bytes = emit::to_directory(&parts, dir, &format!("exhaustive-{}", number - 1))?;
                progress.iter_mut().for_each(|progress| progress.add(bytes));
            }
            (None, Some(path)) => emit::to_file(&parts, path)?,
            (None, None) if emit::to_stdout(&parts)? == Reader::Gone => return Ok(()),
            (None, None) => {}
        }
    }
    if let Some(progress) = progress {
        progress.finish();
    }
    if number < skip.saturating_add(limit) {
        diagnostics::caution(&format!("there are no more: these settings give {}", number::counted(number, "program")));
    }
    Ok(())
}
