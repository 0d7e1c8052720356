//! `lydite gen exhaustive`: every tiny program, in the order of its choices.

use super::emit::{self, Emit, Reader};
use super::origin::{self, Source};
use super::{Refusal, batch, settings};
use crate::{diagnostics, number};
use lydite_choices::{Choices, Depth, Enumerate, Recording};
use lydite_generate::Family;
use lydite_generate::{Failure, Generated};
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
#[command(after_help = EXAMPLES, mut_arg("size", |size| size.help(settings::size_help(&SIZE.to_string()))))]
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
    enumerate(Family::General, args.range, &args.settings, &place)
}

/// Makes the programs of a range.
pub fn enumerate(family: Family, range: Range, settings: &settings::Args, place: &Place) -> Result<(), Refusal> {
    let (limit, skip) = (range.limit.unwrap_or(LIMIT), range.skip.unwrap_or(0));
    if place.output.is_some() && limit != 1 {
        return Err(Refusal::input("-o takes one program: say --limit 1, or --out DIR for several"));
    }
    // Every program has the same weights: drawing them would be most of what there is to enumerate.
    let settings = settings.or_size(SIZE).without_swarm().resolve(family)?;
    if let Some(dir) = place.out {
        emit::make_directory(dir)?;
    }
    let mut all = Enumerate::new(&NUMBERS);
    if let Some(depth) = range.depth {
        all = all.skip_deeper_than(usize::try_from(depth).unwrap_or(usize::MAX));
    }
    let mut progress = place.out.map(|_| batch::Progress::new(limit));
    let make = |choices, number| origin::generate(&settings, choices, Source::Number(number, range.depth));
    let walked = walk(all, skip, limit, make, |number, (generated, recording)| {
        let parts = emit::parts(&generated, &recording, place.emit);
        match (place.out, place.output) {
            (Some(dir), _) => {
                let bytes = emit::to_directory(&parts, dir, &format!("exhaustive-{number}"))?;
                progress.iter_mut().for_each(|progress| progress.add(bytes));
                Ok(Reader::There)
            }
            (None, Some(path)) => emit::to_file(&parts, path).map(|()| Reader::There),
            (None, None) => emit::to_stdout(&parts),
        }
    });
    if let Some(progress) = progress {
        progress.finish();
    }
    let walked = walked?;
    if let (Some(path), true) = (place.output, walked.programs <= skip) {
        return Err(Refusal::input(format!("there is no program {skip}: {} was not written", path.display())));
    }
    if walked.end == End::All {
        let programs = number::counted(walked.programs, "program");
        diagnostics::caution(&format!("there are no more: these settings give {programs}"));
    }
    match &walked.first_failure {
        None => Ok(()),
        Some((number, failure)) => Err(Refusal::internal(format!(
            "{} of choices made no program; the first before program {number}: {failure}; please report `{}`",
            number::counted(walked.failures, "sequence"),
            Source::Number(*number, range.depth).header(&settings),
        ))),
    }
}

/// Why an enumeration ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// There are no more.
    All,
    /// As many as asked for were made.
    Limit,
    /// Nobody wants them any more.
    Unread,
}

/// What an enumeration came to.
#[derive(Debug)]
struct Walked {
    /// How many programs there were, with those passed over at the beginning.
    programs: u64,
    /// How many sequences of choices make no program, though they should.
    failures: u64,
    /// The first of them, and the number of the program that would have been.
    first_failure: Option<(u64, Failure)>,
    end: End,
}

/// Gives out programs `skip` to `skip + limit` of the enumeration, each with its number. A sequence of choices that makes no
/// program has no number.
fn walk(
    mut all: Enumerate,
    skip: u64,
    limit: u64,
    mut make: impl FnMut(Choices, u64) -> Result<(Generated, Recording), Failure>,
    mut give: impl FnMut(u64, (Generated, Recording)) -> Result<Reader, Refusal>,
) -> Result<Walked, Refusal> {
    let mut walked = Walked { programs: 0, failures: 0, first_failure: None, end: End::Limit };
    while walked.programs < skip.saturating_add(limit) {
        let Some(choices) = all.choices() else {
            walked.end = End::All;
            break;
        };
        let number = walked.programs;
        let made = make(choices, number);
        let drawn = match &made {
            Ok((generated, _)) => &generated.recording,
            Err(failure) => &failure.recording,
        };
        if all.done(drawn) == Depth::Deeper {
            continue;
        }
        match made {
            Ok(made) => {
                walked.programs += 1;
                if number >= skip && give(number, made)? == Reader::Gone {
                    walked.end = End::Unread;
                    break;
                }
            }
            Err(failure) => {
                walked.failures += 1;
                walked.first_failure.get_or_insert((number, failure));
            }
        }
    }
    Ok(walked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lydite_generate::{Feature, Options, Reason, generate_with};

    /// The texts of the first programs, if every sequence of choices that `fails` says makes no program.
    fn texts(skip: u64, limit: u64, mut fails: impl FnMut() -> bool) -> (Vec<(u64, String)>, Walked) {
        let mut options = Options { size: SIZE, swarm: false, ..Options::default() };
        options.weights.only(&[Feature::Assign]);
        let mut given = Vec::new();
        let make = |choices, _| {
            let made = generate_with(&options, choices, "test")?;
            match fails() {
                false => Ok((made, Recording::default())),
                true => {
                    let reason = Reason::Panicked { message: "planted".to_owned() };
                    Err(Failure { reason, recording: made.recording.into() })
                }
            }
        };
        let walked = walk(Enumerate::new(&NUMBERS), skip, limit, make, |number, (generated, _)| {
            given.push((number, generated.files[0].text.clone()));
            Ok(Reader::There)
        });
        (given, walked.unwrap_or_else(|refusal| panic!("{}", refusal.message)))
    }

    #[test]
    fn what_makes_no_program_is_counted_and_passed_over() {
        let (all, walked) = texts(0, 30, || false);
        assert_eq!((all.len(), walked.failures, walked.end), (30, 0, End::Limit));
        let mut sequence = 0;
        let (some, walked) = texts(0, 20, || {
            sequence += 1;
            sequence % 3 == 2
        });
        assert_eq!(walked.failures, 10);
        assert_eq!(walked.first_failure.map(|(number, _)| number), Some(1));
        let numbers: Vec<u64> = some.iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers, (0..20).collect::<Vec<_>>());
        let kept = all.iter().filter(|(number, _)| number % 3 != 1).map(|(_, text)| text);
        assert!(kept.eq(some.iter().map(|(_, text)| text)), "the others come in the same order");
    }

    #[test]
    fn skipping_gives_the_same_programs() {
        let (all, _) = texts(0, 12, || false);
        let (last, _) = texts(9, 3, || false);
        assert_eq!(all[9..], last);
    }
}
