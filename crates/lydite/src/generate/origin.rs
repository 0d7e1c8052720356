//! Where a program comes from: the first line of its text, the label of its recording, and back.
//!
//! Both are made of the settings and the choices, never of a file's name, so a recording replays to the same bytes wherever
//! it is kept.

use super::Refusal;
use super::settings::{self, Settings};
use crate::{diagnostics, number};
use clap::Parser;
use lydite_choices::{Choices, Origin, Recording};
use lydite_generate::{Failure, Family, Generated, generate_with};
use std::path::Path;

/// What gives a program again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// Its seed.
    Seed(u64),
    /// Its number in an enumeration, which may have a limit on depth.
    Number(u64, Option<u64>),
    /// Nothing but its choices.
    Choices,
}

/// Stands for the fingerprint of a recording in the first line while there is no recording yet.
const NO_FINGERPRINT: &str = "----------------";

fn depth(limit: Option<u64>) -> String {
    limit.map_or(String::new(), |depth| format!(" --depth {depth}"))
}

impl Source {
    /// The first line of a program: the command that makes it again.
    pub fn header(self, settings: &Settings) -> String {
        let family = settings.options.family.name();
        match self {
            Source::Seed(seed) => format!("lydite gen {family} --seed {seed}{}", settings.flags),
            Source::Number(number, limit) => {
                let flags = &settings.enumerated;
                let command = match settings.options.family {
                    Family::General => "exhaustive".to_owned(),
                    _ => format!("{family} --exhaustive"),
                };
                format!("lydite gen {command} --skip {number} --limit 1{}{flags}", depth(limit))
            }
            Source::Choices => format!("lydite gen {family} --replay FILE, the one that ends with {NO_FINGERPRINT}"),
        }
    }

    /// The recording with what is needed to replay it.
    pub fn label(self, settings: &Settings, recording: &Recording) -> Recording {
        let source = match self {
            Source::Seed(seed) => format!("--seed {seed}"),
            Source::Number(number, limit) => format!("--number {number}{}", depth(limit)),
            Source::Choices => String::new(),
        };
        let options = &settings.options;
        let settings = format!("{source}{}", settings.flags).trim().as_bytes().to_vec();
        let family = options.family.row();
        recording.clone().with_origin(Origin { generator: family.name.to_owned(), version: family.version, settings })
    }
}

/// The program of choices, with its first line, and its recording with its label.
pub fn generate(settings: &Settings, choices: Choices, source: Source) -> Result<(Generated, Recording), Failure> {
    let mut generated = generate_with(&settings.options, choices, &source.header(settings))?;
    let recording = source.label(settings, &generated.recording);
    if source == Source::Choices {
        let fingerprint = fingerprint(&recording);
        for file in &mut generated.files {
            file.text = file.text.replacen(NO_FINGERPRINT, &fingerprint, 1);
        }
    }
    Ok((generated, recording))
}

/// The last bytes of a recording's file, which are a checksum of all before them.
fn fingerprint(recording: &Recording) -> String {
    let bytes = recording.to_bytes();
    let last = &bytes[bytes.len().saturating_sub(NO_FINGERPRINT.len() / 2)..];
    last.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What a recording says about itself, read like a command line.
#[derive(Parser)]
#[command(no_binary_name = true)]
struct Label {
    #[arg(long, value_parser = number::seed, conflicts_with = "number")]
    seed: Option<u64>,
    #[arg(long)]
    number: Option<u64>,
    #[arg(long, requires = "number")]
    depth: Option<u64>,
    #[command(flatten)]
    settings: settings::Args,
}

impl Label {
    fn source(&self) -> Source {
        match (self.seed, self.number) {
            (Some(seed), _) => Source::Seed(seed),
            (None, Some(number)) => Source::Number(number, self.depth),
            (None, None) => Source::Choices,
        }
    }
}

/// A recording that can be replayed.
pub struct Recorded {
    /// The choices.
    pub recording: Recording,
    /// The settings they were drawn with.
    pub settings: Settings,
    /// What gives the same program.
    pub source: Source,
}

impl Recorded {
    /// Reads a recording and checks that this version can replay it.
    pub fn read(path: &Path) -> Result<Recorded, Refusal> {
        let bytes = std::fs::read(path).map_err(|error| {
            Refusal::input(format!("cannot read {}: {}", path.display(), diagnostics::reason(&error)))
        })?;
        let refuse = |message: &dyn std::fmt::Display| Refusal::input(format!("{}: {message}", path.display()));
        let recording = Recording::from_bytes(&bytes).map_err(|error| refuse(&error))?;
        let family = Family::find(&recording.origin().generator).unwrap_or_default();
        recording.check_origin(family.name(), family.row().version).map_err(|error| refuse(&error))?;
        let text = String::from_utf8_lossy(&recording.origin().settings).into_owned();
        let label = match Label::try_parse_from(text.split_whitespace()) {
            // A recording is self-contained: one that names a file was not written by this program.
            Ok(label) if !label.settings.names_a_file() => label,
            _ => return Err(refuse(&format!("the recording has settings that are not known here: {text}"))),
        };
        let settings = label.settings.resolve(family).map_err(|refusal| refuse(&refusal.message))?;
        Ok(Recorded { source: label.source(), recording, settings })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> (Source, Settings) {
        let label = Label::try_parse_from(text.split_whitespace()).unwrap_or_else(|error| panic!("{text}: {error}"));
        let settings =
            label.settings.resolve(Family::General).unwrap_or_else(|refusal| panic!("{text}: {}", refusal.message));
        (label.source(), settings)
    }

    #[test]
    fn labels_are_read_back() {
        let recording = Recording::default();
        for (text, header) in [
            ("--seed 7", "lydite gen general --seed 7"),
            ("--seed 0 --size 300 --each", "lydite gen general --seed 0 --size 300 --each"),
            ("--number 3 --size 40 --no-swarm", "lydite gen exhaustive --skip 3 --limit 1"),
            ("--number 3 --size 90 --no-swarm", "lydite gen exhaustive --skip 3 --limit 1 --size 90"),
            ("--number 3 --depth 9 --no-swarm", "lydite gen exhaustive --skip 3 --limit 1 --depth 9 --size 16000"),
            ("--split", "lydite gen general --replay FILE, the one that ends with ----------------"),
            ("", "lydite gen general --replay FILE, the one that ends with ----------------"),
        ] {
            let (source, settings) = parse(text);
            assert_eq!(source.header(&settings), header);
            assert_eq!(source.label(&settings, &recording).origin().settings, text.as_bytes());
        }
    }

    #[test]
    fn choices_alone_are_told_by_their_fingerprint() {
        let (_, settings) = parse("--size 60");
        let make = |seed| generate(&settings, Choices::from_seed(seed), Source::Choices).expect("a program");
        let (one, recording) = make(1);
        let (again, _) = generate(&settings, Choices::replay(&recording), Source::Choices).expect("the same program");
        assert_eq!(one.files[0].text, again.files[0].text);
        assert!(one.files[0].text.starts_with("/* lydite gen general --replay FILE, the one that ends with "));
        assert!(!one.files[0].text.contains(NO_FINGERPRINT));
        let first = |text: &str| text.lines().next().map(str::to_owned);
        assert_ne!(first(&one.files[0].text), first(&make(2).0.files[0].text));
    }
}
