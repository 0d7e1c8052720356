//! The options that decide what programs look like: as arguments, as the library's options, and as the text that gives
//! the same again.

use super::{Refusal, exhaustive, feature, weights};
use crate::number;
use clap::ValueEnum;
use lydite_generate::family::FAMILIES;
use lydite_generate::feature::Group;
use lydite_generate::{Family, Feature, MAX_SIZE, MIN_SIZE, Opaque, Options, Paths, Shifts, Split, Standard};
use lydite_lang::target::TARGETS;
use lydite_lang::{CppStandard, Language, Target};
use std::path::PathBuf;

/// What programs look like.
#[derive(clap::Args, Clone, Default)]
#[group(id = "settings", multiple = true)]
#[command(next_help_heading = "What programs look like")]
pub struct Args {
    #[arg(long, value_name = "TOKENS", value_parser = size, allow_negative_numbers = true, help = size_help(&sizes()))]
    size: Option<u32>,
    /// The ABI for which the expected output holds [default: x86_64]
    #[arg(long, value_parser = target_names())]
    target: Option<String>,
    /// The language: c, c++, ispc or sycl; all but c only for scalar and loops [default: c]
    #[arg(long = "lang", value_name = "LANGUAGE", value_parser = language_names())]
    language: Option<String>,
    /// The version of C, as compilers' -std names it: c99, c11, c17, c23, or with gnu for c [default: gnu17]; with --lang
    /// c++: c++11, c++14, c++17 or c++20 [default: c++17]
    #[arg(long = "std", value_name = "STD", value_parser = standard)]
    standard: Option<AnyStandard>,
    /// Use only these features and what they need, as `lydite gen features` names them, with commas between
    #[arg(long, value_name = "FEATURES", value_delimiter = ',', value_parser = feature::Name, hide_possible_values = true)]
    only: Vec<Feature>,
    /// Don't use these features; none may be one that --only asks for
    #[arg(long, value_name = "FEATURES", value_delimiter = ',', value_parser = feature::Name, hide_possible_values = true)]
    without: Vec<Feature>,
    /// Take weights from a TOML file: below a line [weights], features with percentages of their usual weights,
    /// such as vla = 300
    #[arg(long, value_name = "FILE.toml")]
    weights: Option<PathBuf>,
    /// Give features other weights, as percentages of the usual ones, such as vla=300,goto-backward=0
    #[arg(long, value_name = "NAME=PERCENT", value_delimiter = ',', value_parser = feature::Weighted)]
    weight: Vec<(Feature, u32)>,
    /// Which paths must be free of undefined behaviour: those that run, or all [default: executed]
    #[arg(long, value_enum)]
    paths: Option<PathsName>,
    /// Make two files, so that no compiler sees all: data with the driver (*_driver.c) and code (*_code.c); usual for
    /// scalar and loops
    #[arg(long)]
    split: bool,
    /// Make one file; usual for general
    #[arg(long, conflicts_with = "split")]
    one_file: bool,
    /// Leave out all deliberate biases, which `lydite gen features` lists as policies
    #[arg(long)]
    without_policies: bool,
    /// Hide the first values of data from the compiler: not at all, or behind volatile variables [default: no]
    #[arg(long, value_enum)]
    opaque: Option<OpaqueName>,
    /// Never shift a negative value to the right, which C leaves to implementations
    #[arg(long)]
    no_negative_shift_right: bool,
    /// Have programs print the checksum after each variable, too, not only at the end
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

fn size(text: &str) -> Result<u32, String> {
    number::within(text, MIN_SIZE.into()..=MAX_SIZE.into()).map(|tokens| tokens as u32)
}

fn sizes() -> String {
    let sizes: Vec<String> = FAMILIES.iter().map(|family| format!("{} for {}", family.size, family.name)).collect();
    format!("{}, {} with --exhaustive", sizes.join(", "), exhaustive::SIZE)
}

/// The help of `--size`, for a command with this default.
pub fn size_help(default: &str) -> String {
    let least: Vec<String> = FAMILIES.iter().map(|family| format!("{} of {}", family.least, family.name)).collect();
    let least = least.join(", ");
    format!(
        "About how many tokens a program has, from {MIN_SIZE} to {MAX_SIZE}; the smallest have some {least} \
         [default: {default}]"
    )
}

fn target_names() -> clap::builder::PossibleValuesParser {
    TARGETS.iter().map(|target| target.name).collect::<Vec<_>>().into()
}

fn language_names() -> clap::builder::PossibleValuesParser {
    Language::TABLE.iter().map(|row| row.name).collect::<Vec<_>>().into()
}

/// A version of one of the languages that have them.
#[derive(Clone, Copy)]
enum AnyStandard {
    C(Standard),
    Cpp(CppStandard),
}

fn standard(name: &str) -> Result<AnyStandard, String> {
    let cpp = CppStandard::TABLE.iter().find(|row| row.1 == name);
    let found = cpp.map(|row| AnyStandard::Cpp(row.0)).or_else(|| Standard::find(name).map(AnyStandard::C));
    found.ok_or_else(|| {
        "it must be c99, c11, c17, c23, gnu99, gnu11, gnu17, gnu23, c++11, c++14, c++17 or c++20".to_owned()
    })
}

/// The library's options with the arguments that give them.
#[derive(Clone)]
pub struct Settings {
    /// What the library is asked for.
    pub options: Options,
    /// The arguments that are not the usual ones, each with a space before it.
    pub flags: String,
    /// The same for an enumeration, for which other ones are usual.
    pub enumerated: String,
}

impl Args {
    /// Whether any of them was given.
    pub fn is_given(&self) -> bool {
        let any_list = !self.only.is_empty() || !self.without.is_empty() || !self.weight.is_empty();
        let any_value =
            self.size.is_some() || self.target.is_some() || self.standard.is_some() || self.language.is_some();
        let any_choice = self.weights.is_some() || self.paths.is_some() || self.opaque.is_some();
        any_list
            || any_value
            || any_choice
            || self.split
            || self.one_file
            || self.without_policies
            || self.no_negative_shift_right
            || self.each
            || self.no_swarm
    }

    /// Whether they are not complete by themselves.
    pub fn names_a_file(&self) -> bool {
        self.weights.is_some()
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
    pub fn resolve(&self, family: Family) -> Result<Settings, Refusal> {
        let mut weighted = match &self.weights {
            None => Vec::new(),
            Some(path) => weights::read(path).map_err(Refusal::input)?,
        };
        weighted.extend_from_slice(&self.weight);
        let usual = Options::of(family);
        let mut options = usual.clone();
        options.size = self.size.unwrap_or(usual.size);
        options.target = self.target.as_deref().and_then(Target::find).unwrap_or(usual.target);
        options.language = self.language.as_deref().and_then(Language::find).unwrap_or(usual.language);
        match (self.standard, options.language) {
            (None, _) => {}
            (Some(AnyStandard::C(standard)), Language::C) => options.standard = standard,
            (Some(AnyStandard::Cpp(standard)), Language::Cpp(_)) => options.language = Language::Cpp(standard),
            (Some(_), language) => {
                return Err(Refusal::input(format!(
                    "--std names a version of another language than {language}: see --lang"
                )));
            }
        }
        if self.one_file && matches!(options.language, Language::Ispc | Language::Sycl) {
            return Err(Refusal::input(format!(
                "{} is a language of kernels: its driver is a file of C++",
                options.language
            )));
        }
        if family == Family::General && options.language != Language::C {
            return Err(Refusal::input("programs of general are in C: --lang goes with `gen scalar` and `gen loops`"));
        }
        options.paths = if self.paths == Some(PathsName::All) { Paths::All } else { Paths::Executed };
        options.split = match (self.split, self.one_file) {
            (true, _) => Split::Two,
            (_, true) => Split::No,
            _ => usual.split,
        };
        options.opaque = if self.opaque == Some(OpaqueName::Volatile) { Opaque::Volatile } else { Opaque::No };
        options.shifts = if self.no_negative_shift_right { Shifts::NonNegative } else { Shifts::Arithmetic };
        options.each = self.each;
        options.swarm = !self.no_swarm;
        if !self.only.is_empty() {
            options.weights.only(&self.only);
        }
        for &(feature, percent) in &weighted {
            options.weights.set(feature, percent);
        }
        if self.without_policies {
            for policy in Feature::of(family).filter(|feature| feature.row().group == Group::Policy) {
                options.weights.set(policy, 0);
            }
        }
        for &feature in &self.without {
            options.weights.set(feature, 0);
        }
        self.check_only(&options)?;
        options.check().map_err(Refusal::input)?;
        let flags = self.flags(&options, &usual, &weighted);
        // An enumeration has a size of its own and is always without.
        let tiny = Options { size: exhaustive::SIZE, swarm: options.swarm, ..usual };
        let enumerated = self.flags(&options, &tiny, &weighted);
        Ok(Settings { options, flags, enumerated })
    }

    /// Whoever asks for a feature and against it, or what it needs, has made a mistake, and nobody knows which.
    fn check_only(&self, options: &Options) -> Result<(), Refusal> {
        if let Some(feature) = self.only.iter().find(|feature| !feature.row().families.contains(&options.family)) {
            return Err(Refusal::input(format!(
                "programs of {0} have no '{1}'; `lydite gen features {0}` lists what they have",
                options.family.name(),
                feature.row().name
            )));
        }
        let mut todo: Vec<(Feature, Feature)> = self.only.iter().map(|&asked| (asked, asked)).collect();
        let mut seen = Vec::new();
        while let Some((asked, needed)) = todo.pop() {
            let row = needed.row();
            if !options.standard.allows(row.since) {
                return Err(Refusal::input(format!(
                    "--only asks for '{}', and '{}' needs {}: add --std {}",
                    asked.row().name,
                    row.name,
                    row.since.name(),
                    row.since.name()
                )));
            }
            if options.weights.get(needed) == 0 {
                let how = match () {
                    () if self.without.contains(&needed) => "--without",
                    () if self.without_policies && row.group == Group::Policy => "--without-policies",
                    () => "a weight of 0",
                };
                let (asked, needed) = (asked.row().name, needed.row().name);
                let needing = if asked == needed { String::new() } else { format!(", which needs '{needed}',") };
                return Err(Refusal::input(format!(
                    "--only asks for '{asked}'{needing} and {how} switches '{needed}' off: leave out one of them"
                )));
            }
            if !seen.contains(&needed) {
                seen.push(needed);
                todo.extend(needed.row().needs.iter().map(|&need| (asked, need)));
            }
        }
        Ok(())
    }

    fn flags(&self, options: &Options, usual: &Options, weighted: &[(Feature, u32)]) -> String {
        let names =
            |features: &[Feature]| features.iter().map(|f| f.row().name.to_owned()).collect::<Vec<_>>().join(",");
        let pairs: Vec<String> = weighted.iter().map(|(f, percent)| format!("{}={percent}", f.row().name)).collect();
        let cpp = if let Language::Cpp(standard) = options.language { Some(standard) } else { None };
        // One row an argument: whether it is not as usual, and how it is written.
        let rows = [
            (options.size != usual.size, format!("--size {}", options.size)),
            (options.target != usual.target, format!("--target {}", options.target.name)),
            (options.language != usual.language, format!("--lang {}", options.language.row().name)),
            (options.standard != usual.standard, format!("--std {}", options.standard.name())),
            (
                cpp.is_some_and(|standard| standard != CppStandard::Cpp17),
                format!("--std {}", cpp.map_or("", |s| s.name())),
            ),
            (!self.only.is_empty(), format!("--only {}", names(&self.only))),
            (!pairs.is_empty(), format!("--weight {}", pairs.join(","))),
            (!self.without.is_empty(), format!("--without {}", names(&self.without))),
            (options.paths == Paths::All, "--paths all".to_owned()),
            (self.without_policies, "--without-policies".to_owned()),
            (options.split != usual.split && options.split == Split::Two, "--split".to_owned()),
            (options.split != usual.split && options.split == Split::No, "--one-file".to_owned()),
            (options.opaque == Opaque::Volatile, "--opaque volatile".to_owned()),
            (options.shifts == Shifts::NonNegative, "--no-negative-shift-right".to_owned()),
            (options.each, "--each".to_owned()),
            (options.swarm != usual.swarm, "--no-swarm".to_owned()),
        ];
        rows.into_iter().filter(|row| row.0).map(|row| format!(" {}", row.1)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    #[command(no_binary_name = true)]
    struct Line {
        #[command(flatten)]
        settings: Args,
    }

    fn resolve(text: &str) -> Result<Settings, String> {
        let line = Line::try_parse_from(text.split_whitespace()).map_err(|error| error.to_string())?;
        line.settings.resolve(Family::General).map_err(|refusal| refusal.message)
    }

    #[test]
    fn the_usual_settings_need_no_arguments() {
        let settings = resolve("").expect("nothing is wrong with nothing");
        assert_eq!((settings.options, settings.flags), (Options::default(), String::new()));
    }

    #[test]
    fn settings_are_found_again_in_their_flags() {
        for text in [
            "--size 300",
            "--target s390x --std c11",
            "--only while,call --weight while=40,int=7 --without do-while",
            "--paths all --split --opaque volatile --each --no-swarm",
            "--weight vla=0",
            "--without-policies --no-negative-shift-right",
        ] {
            let settings = resolve(text).expect(text);
            assert_eq!(settings.flags, format!(" {text}"));
            assert_eq!(resolve(&settings.flags).expect(text).options, settings.options, "{text}");
        }
    }

    #[test]
    fn impossible_settings_are_refused() {
        for (text, word) in [
            ("--size 1", "'--size <TOKENS>': expected a number from 20 to 1000000"),
            ("--size -5", "expected a number from 20 to 1000000"),
            ("--size many", "expected a number from 20 to 1000000"),
            ("--std c89", "c99"),
            ("--weight vla", "NAME=PERCENT"),
            ("--only strukt", "'struct'"),
            ("--only while,call --without vla,while", "'while' and --without switches 'while' off"),
            ("--only while --weight while=0", "'while' and a weight of 0 switches 'while' off"),
            ("--only vla --without array", "'vla', which needs 'array', and --without"),
        ] {
            let message = resolve(text).err().expect(text);
            assert!(message.contains(word), "{text}: {message}");
        }
        assert_eq!(resolve("--size 1e3").expect("a number").options.size, 1000);
    }
}
