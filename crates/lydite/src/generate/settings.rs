//! The options that decide what programs look like: as arguments, as the library's options, and as the text that gives
//! the same again.

use super::{Refusal, feature, weights};
use clap::{Parser, ValueEnum};
use lydite_choices::{Origin, Recording};
use lydite_generate::{Feature, GENERATOR, Opaque, Options, Paths, Split, Standard, VERSION};
use lydite_lang::Target;
use lydite_lang::target::TARGETS;
use std::path::PathBuf;

/// What programs look like.
#[derive(clap::Args, Clone, Default)]
#[group(id = "settings", multiple = true)]
#[command(next_help_heading = "What programs look like")]
pub struct Args {
    /// About how many tokens a program has at most
    #[arg(long, value_name = "TOKENS")]
    size: Option<u32>,
    /// The ABI for which the expected output holds [default: x86_64]
    #[arg(long, value_parser = target_names())]
    target: Option<String>,
    /// The version of C, as compilers' -std names it: c99, c11, c17, c23, or with gnu for c [default: gnu17]
    #[arg(long = "std", value_name = "STD", value_parser = standard)]
    standard: Option<Standard>,
    /// Use only these features and what they need
    #[arg(long, value_name = "FEATURES", value_delimiter = ',', value_parser = feature::Name, hide_possible_values = true)]
    only: Vec<Feature>,
    /// Don't use these features
    #[arg(long, value_name = "FEATURES", value_delimiter = ',', value_parser = feature::Name, hide_possible_values = true)]
    without: Vec<Feature>,
    /// Take weights from a file: a table `[weights]` of feature = percent of its usual weight
    #[arg(long, value_name = "FILE.toml")]
    weights: Option<PathBuf>,
    /// Give single features another weight, as NAME=PERCENT
    #[arg(long, value_name = "WEIGHTS", value_delimiter = ',', value_parser = feature::Weighted)]
    weight: Vec<(Feature, u32)>,
    /// Which paths must be free of undefined behaviour: those that run, or all [default: executed]
    #[arg(long, value_enum)]
    paths: Option<PathsName>,
    /// Make two files, data with driver and code, so that no compiler sees both
    #[arg(long)]
    split: bool,
    /// Hide the first values of data from the compiler [default: no]
    #[arg(long, value_enum)]
    opaque: Option<OpaqueName>,
    /// Print the checksum after each variable, too
    #[arg(long)]
    each: bool,
    /// Give every program the same weights, instead of drawing them anew and switching some features off
    #[arg(long)]
    no_swarm: bool,
}

/// Which paths must be clean, as an argument.
#[derive(Clone, Copy, ValueEnum, PartialEq)]
enum PathsName {
    Executed,
    All,
}

/// Whether values are hidden, as an argument.
#[derive(Clone, Copy, ValueEnum, PartialEq)]
enum OpaqueName {
    No,
    Volatile,
}

fn target_names() -> clap::builder::PossibleValuesParser {
    TARGETS.iter().map(|target| target.name).collect::<Vec<_>>().into()
}

fn standard(name: &str) -> Result<Standard, String> {
    Standard::find(name).ok_or_else(|| "it must be c99, c11, c17, c23, gnu99, gnu11, gnu17 or gnu23".to_owned())
}

/// The library's options with the arguments that give them.
#[derive(Clone)]
pub struct Settings {
    /// What the library is asked for.
    pub options: Options,
    /// The arguments that are not the usual ones, each with a space before it.
    flags: String,
}

impl Args {
    /// Whether any of them was given.
    pub fn is_given(&self) -> bool {
        let any_list = !self.only.is_empty() || !self.without.is_empty() || !self.weight.is_empty();
        let any_value = self.size.is_some() || self.target.is_some() || self.standard.is_some();
        let any_choice = self.weights.is_some() || self.paths.is_some() || self.opaque.is_some();
        any_list || any_value || any_choice || self.split || self.each || self.no_swarm
    }

    /// The size, if none was given.
    pub fn or_size(&self, size: u32) -> Args {
        Args { size: self.size.or(Some(size)), ..self.clone() }
    }

    /// The same without swarm.
    pub fn without_swarm(self) -> Args {
        Args { no_swarm: true, ..self }
    }

    /// Looks everything up and checks it.
    pub fn resolve(&self) -> Result<Settings, Refusal> {
        let mut weighted = match &self.weights {
            None => Vec::new(),
            Some(path) => weights::read(path).map_err(Refusal::input)?,
        };
        weighted.extend_from_slice(&self.weight);
        let usual = Options::default();
        let mut options = usual.clone();
        options.size = self.size.unwrap_or(usual.size);
        options.target = self.target.as_deref().and_then(Target::find).unwrap_or(usual.target);
        options.standard = self.standard.unwrap_or(usual.standard);
        options.paths = if self.paths == Some(PathsName::All) { Paths::All } else { Paths::Executed };
        options.split = if self.split { Split::Two } else { Split::No };
        options.opaque = if self.opaque == Some(OpaqueName::Volatile) { Opaque::Volatile } else { Opaque::No };
        options.each = self.each;
        options.swarm = !self.no_swarm;
        if !self.only.is_empty() {
            options.weights.only(&self.only);
        }
        for &(feature, percent) in &weighted {
            options.weights.set(feature, percent);
        }
        for &feature in &self.without {
            options.weights.set(feature, 0);
        }
        options.check().map_err(Refusal::input)?;
        let flags = self.flags(&options, &usual, &weighted);
        Ok(Settings { options, flags })
    }

    fn flags(&self, options: &Options, usual: &Options, weighted: &[(Feature, u32)]) -> String {
        let names =
            |features: &[Feature]| features.iter().map(|f| f.row().name.to_owned()).collect::<Vec<_>>().join(",");
        let pairs: Vec<String> = weighted.iter().map(|(f, percent)| format!("{}={percent}", f.row().name)).collect();
        // One row an argument: whether it is not as usual, and how it is written.
        let rows = [
            (options.size != usual.size, format!("--size {}", options.size)),
            (options.target != usual.target, format!("--target {}", options.target.name)),
            (options.standard != usual.standard, format!("--std {}", options.standard.name())),
            (!self.only.is_empty(), format!("--only {}", names(&self.only))),
            (!pairs.is_empty(), format!("--weight {}", pairs.join(","))),
            (!self.without.is_empty(), format!("--without {}", names(&self.without))),
            (options.paths == Paths::All, "--paths all".to_owned()),
            (options.split == Split::Two, "--split".to_owned()),
            (options.opaque == Opaque::Volatile, "--opaque volatile".to_owned()),
            (options.each, "--each".to_owned()),
            (!options.swarm, "--no-swarm".to_owned()),
        ];
        rows.into_iter().filter(|row| row.0).map(|row| format!(" {}", row.1)).collect()
    }
}

impl Settings {
    /// The command that makes the program of a seed: the first line of the program.
    pub fn header(&self, seed: u64) -> String {
        format!("lydite gen {GENERATOR} --seed {seed}{}", self.flags)
    }

    /// The command that makes a program of an enumeration.
    pub fn exhaustive_header(&self, skip: u64, depth: Option<usize>) -> String {
        let flags = self.flags.replace(" --no-swarm", "");
        let depth = depth.map_or(String::new(), |depth| format!(" --depth {depth}"));
        format!("lydite gen exhaustive --skip {skip} --limit 1{depth}{flags}")
    }

    /// The recording with what is needed to replay it; a seed only if that alone gives the program, too.
    pub fn label(&self, recording: &Recording, seed: Option<u64>) -> Recording {
        let seed = seed.map_or(String::new(), |seed| format!("--seed {seed}"));
        let settings = format!("{seed}{}", self.flags).trim().as_bytes().to_vec();
        let origin = Origin { generator: GENERATOR.to_owned(), version: VERSION, settings };
        recording.clone().with_origin(origin)
    }
}

/// What a recording says about itself, read like a command line.
#[derive(Parser)]
#[command(no_binary_name = true)]
struct Label {
    #[arg(long)]
    seed: Option<u64>,
    #[command(flatten)]
    settings: Args,
}

/// A recording that can be replayed.
pub struct Recorded {
    /// The choices.
    pub recording: Recording,
    /// The settings they were drawn with.
    pub settings: Settings,
    /// The seed that gives the same program, if one does.
    pub seed: Option<u64>,
}

impl Recorded {
    /// Reads a recording and checks that this version can replay it.
    pub fn read(path: &std::path::Path) -> Result<Recorded, Refusal> {
        let refuse = |message: &dyn std::fmt::Display| Refusal::input(format!("{}: {message}", path.display()));
        let bytes = std::fs::read(path).map_err(|error| refuse(&error))?;
        let recording = Recording::from_bytes(&bytes).map_err(|error| refuse(&error))?;
        recording.check_origin(GENERATOR, VERSION).map_err(|error| refuse(&error))?;
        let text = String::from_utf8_lossy(&recording.origin().settings).into_owned();
        let label = match Label::try_parse_from(text.split_whitespace()) {
            // A recording is self-contained: one that names a file was not written by this program.
            Ok(label) if label.settings.weights.is_none() => label,
            _ => return Err(refuse(&format!("the recording has settings that are not known here: {text}"))),
        };
        let settings = label.settings.resolve().map_err(|refusal| refuse(&refusal.message))?;
        Ok(Recorded { recording, settings, seed: label.seed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Label {
        Label::try_parse_from(text.split_whitespace()).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn resolve(text: &str) -> Settings {
        parse(text).settings.resolve().unwrap_or_else(|refusal| panic!("{text}: {}", refusal.message))
    }

    #[test]
    fn the_usual_settings_need_no_arguments() {
        let settings = resolve("");
        assert_eq!(settings.options, Options::default());
        assert_eq!(settings.header(7), "lydite gen general --seed 7");
    }

    #[test]
    fn settings_are_found_again_in_the_header() {
        for text in [
            "--size 300",
            "--target s390x --std c11",
            "--only while,call --weight while=40,int=7 --without do-while",
            "--paths all --split --opaque volatile --each --no-swarm",
            "--weight vla=0",
        ] {
            let settings = resolve(text);
            let header = settings.header(5);
            let again = parse(header.trim_start_matches("lydite gen general "));
            assert_eq!(again.seed, Some(5));
            let again = again.settings.resolve().unwrap_or_else(|refusal| panic!("{}", refusal.message));
            assert_eq!(again.options, settings.options, "{text}");
            assert_eq!(again.header(5), header);
            assert_eq!(header, format!("lydite gen general --seed 5 {text}"));
        }
    }

    #[test]
    fn impossible_settings_are_refused() {
        assert!(parse("--size 1").settings.resolve().is_err());
        assert!(Label::try_parse_from(["--std", "c89"]).is_err());
        assert!(Label::try_parse_from(["--weight", "vla"]).is_err());
        assert!(Label::try_parse_from(["--only", "strukt"]).is_err());
    }
}
