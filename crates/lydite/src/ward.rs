//! Which compilers a command uses, with which options.

use crate::diagnostics;
use crate::exit::Exit;
use crate::number;
use crate::patients::{self, Patients, Source};
use lydite_compilers::{Language, Memory, Options, Patient, Runner, Scratch, at_once};
use lydite_hunt::campaign::Settings;
use lydite_hunt::lab::{Lab, LabLimits};
use lydite_hunt::patients::{Bed, Ward};
use lydite_hunt::recipe::is_made_for;
use lydite_hunt::suppress::Suppress;
use lydite_lang::Target;
use std::time::Duration;

/// Which compilers, and how they are called.
#[derive(clap::Args, Clone, Default)]
#[command(next_help_heading = "Compilers")]
#[group(id = "patients")]
pub struct Args {
    /// Use only these compilers: names as `lydite compilers` lists them, beginnings of names, or paths, with commas between
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub cc: Vec<String>,
    /// Use these option sets for every compiler, with commas before their dashes, such as "-O2,-O3 -march=native" [default: each
    /// compiler's levels, and those of -m32, -march, -flto and sanitizers that work]
    #[arg(long, value_name = "SETS", value_delimiter = ',', allow_hyphen_values = true)]
    pub options: Vec<String>,
    #[command(flatten)]
    pub source: Source,
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// What compilers and their programs may use.
#[derive(clap::Args, Clone, Default)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// A compiler that takes longer hangs, such as 20s or 2m [default: 60s]
    #[arg(long, value_name = "TIME", value_parser = number::duration)]
    compile_limit: Option<Duration>,
    /// A compiler that takes more memory has a bug, such as 512M [default: 4G]
    #[arg(long, value_name = "SIZE", value_parser = number::size)]
    compile_memory: Option<u64>,
    /// A compiled program that takes longer is endless; sanitizers and emulators get four times as much [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = number::duration)]
    pub run_limit: Option<Duration>,
}

impl LimitArgs {
    /// The limits asked for.
    pub fn limits(&self) -> LabLimits {
        let mut limits = LabLimits::default();
        if let Some(time) = self.compile_limit {
            (limits.compile.wall, limits.compile.cpu) = (time, time);
        }
        if let Some(bytes) = self.compile_memory {
            limits.compile.memory = Memory::Resident(bytes);
        }
        if let Some(time) = self.run_limit {
            (limits.program.wall, limits.program.cpu) = (time, time);
        }
        limits
    }
}

impl Args {
    /// Asks for the compilers of an earlier hunt, and for its options if all compilers had the same, where nothing else is asked for.
    pub fn like(&mut self, settings: &Settings) {
        if self.cc.is_empty() {
            self.cc = settings.patients.iter().map(|patient| patient.name.clone()).collect();
        }
        let sets = settings.patients.first().map(|first| first.options.clone()).unwrap_or_default();
        if self.options.is_empty() && settings.patients.iter().all(|patient| patient.options == sets) {
            self.options = sets;
        }
    }

    /// The option sets asked for. Commas stand in options too: what begins with no dash belongs to the set before it.
    fn sets(&self) -> Vec<Options> {
        let mut sets: Vec<String> = Vec::new();
        for part in &self.options {
            match sets.last_mut() {
                Some(set) if !part.is_empty() && !part.trim_start().starts_with('-') => {
                    set.push_str(&format!(",{part}"))
                }
                _ => sets.push(part.clone()),
            }
        }
        sets.iter().map(|set| Options::parse(set)).collect()
    }

    /// The same as words of a command line.
    pub fn words(&self) -> Vec<String> {
        let list = |name: &str, items: &[String]| match items.is_empty() {
            true => Vec::new(),
            false => vec![format!("{name}={}", items.join(","))],
        };
        // Another directory may be the current one then.
        let absolute = |name: &String| match name.contains('/') {
            true => std::path::absolute(name).map_or_else(|_| name.clone(), |path| path.display().to_string()),
            false => name.clone(),
        };
        let mut words = list("--cc", &self.cc.iter().map(absolute).collect::<Vec<_>>());
        words.extend(list("--options", &self.options));
        words.extend(self.source.words());
        let limits = &self.limits;
        let seconds = |time: Option<Duration>| time.map(|time| time.as_secs());
        let numbers = [
            ("--compile-limit", seconds(limits.compile_limit)),
            ("--compile-memory", limits.compile_memory),
            ("--run-limit", seconds(limits.run_limit)),
        ];
        words.extend(numbers.iter().filter_map(|(name, number)| Some(format!("{name}={}", (*number)?))));
        words
    }
}

/// A place to run things.
pub fn lab(limits: LabLimits) -> Result<Lab, String> {
    let scratch = Scratch::open(&std::env::temp_dir()).map_err(|e| e.to_string())?;
    Ok(Lab::new(Runner::new(scratch), limits))
}

/// The compilers of some languages that a command asks for with their options, and the known bugs of the configuration.
pub fn ward(lab: &Lab, args: &Args, languages: &[Language]) -> Result<(Ward, Vec<Suppress>), String> {
    let Patients { patients, options: configured, suppress, .. } =
        patients::load_with(&args.source, &args.cc, lab.runner()).map_err(|e| e.to_string())?;
    for name in &args.cc {
        if !patients.iter().any(|p| patients::is_asked(name, &p.candidate)) {
            return Err(format!("no compiler is called '{name}'; `lydite compilers` lists those that are here"));
        }
    }
    let mut beds = Vec::new();
    for patient in patients {
        // Who was named is missed.
        let (is_asked, is_missed) = (!args.cc.is_empty(), !args.cc.is_empty() || args.source.is_configured());
        let is_read = languages.contains(&patient.language()) && is_made_for(&patient);
        match patient.works() {
            Err(reason) if is_asked || is_missed && is_read => {
                diagnostics::caution(&format!("{} is left out: {reason}", patient.name()));
            }
            Ok(()) if is_asked && !is_read => {
                diagnostics::caution(&format!("{} is left out: it reads {}", patient.name(), patient.language()));
            }
            _ => {}
        }
        if patient.works().is_err() || !is_read {
            continue;
        }
        if Target::find(patient.target()).is_none() {
            continue;
        }
        let options = if args.options.is_empty() {
            let own =
                configured.iter().filter(|(brands, _)| brands.includes(patient.brand())).map(|(_, set)| set.clone());
            patient.option_sets().into_iter().chain(own).collect()
        } else {
            args.sets()
        };
        beds.push(Bed { patient, options });
    }
    if beds.is_empty() {
        return Err(nobody(args, languages));
    }
    let names: Vec<&str> = beds.iter().map(|bed| bed.patient.name()).collect();
    if let Some(name) = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name)).map(|(_, name)| name) {
        return Err(format!("two compilers are called '{name}': give one another name in lydite.toml"));
    }
    let checked = at_once(beds.len(), |at| checked(lab.runner(), &beds[at])).map_err(|e| e.to_string())?;
    for (bed, checked) in beds.iter_mut().zip(checked) {
        bed.options = taken(bed.patient.name(), checked)?;
    }
    Ok((Ward::new(beds), suppress))
}

/// Why there is no compiler at all.
fn nobody(args: &Args, languages: &[Language]) -> String {
    let titles: Vec<&str> = languages.iter().map(|language| language.row().title).collect();
    let titles = titles.join(" or ");
    if !args.cc.is_empty() {
        return format!(
            "none of the compilers that --cc names reads {titles} and works; `lydite compilers` lists them"
        );
    }
    let is_listed = |language: &Language| matches!(language, Language::C | Language::Cxx);
    match languages.iter().any(is_listed) {
        true => {
            format!("no compiler of {titles} works here; `lydite compilers` says what is missing and how to install it")
        }
        false => format!("no compiler of {titles} is here; lydite.toml can name one, see docs/hunting.md"),
    }
}

/// The option sets of a compiler, and why it does not take those of people that it does not take: what it then says would look
/// like a finding.
fn checked(runner: &Runner, bed: &Bed) -> Result<Vec<(Options, Option<String>)>, lydite_compilers::Error> {
    let usual = bed.patient.option_sets();
    let refused = |set: &Options| match usual.contains(set) {
        true => Ok(None),
        false => bed.patient.check(runner, set).map(Result::err),
    };
    bed.options.iter().map(|set| Ok((set.clone(), refused(set)?))).collect()
}

/// Leaves out what is not taken, and says so.
fn taken(name: &str, sets: Vec<(Options, Option<String>)>) -> Result<Vec<Options>, String> {
    let mut taken = Vec::new();
    for (set, reason) in sets {
        match reason {
            None => taken.push(set),
            Some(reason) => {
                diagnostics::caution(&format!("{name} does not take '{}': {reason}: left out", set.name()));
            }
        }
    }
    match taken.is_empty() {
        true => Err(format!("no option set is left for {name}; name other ones with --options")),
        false => Ok(taken),
    }
}

/// The same compilers with the flags that each lists.
pub fn with_flags(ward: Ward, lab: &Lab) -> Result<Ward, String> {
    let patients: Vec<&Patient> = ward.beds().iter().map(|bed| &bed.patient).collect();
    let flags = patients::flags(lab.runner(), &patients).map_err(|e| e.to_string())?;
    Ok(ward.with_flags(flags))
}

/// Says what is wrong and how the program ends.
pub fn refuse(message: &str) -> Exit {
    diagnostics::complain(message);
    Exit::BadInput
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[test]
    fn commas_stand_between_sets_and_in_options() {
        let options = "-O0,-O2 -fsanitize=address,undefined, -O3".split(',').map(str::to_owned).collect();
        let sets = Args { options, ..Args::default() }.sets();
        let names: Vec<String> = sets.iter().map(Options::name).collect();
        assert_eq!(names, ["-O0", "-O2 -fsanitize=address,undefined", "-O3"]);
    }

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    #[test]
    fn words_say_the_same() {
        let limits = ["--compile-limit=20", "--compile-memory=1048576", "--run-limit=120"];
        let line =
            ["lydite", "--cc=gcc", "--options=-O0,-O2", "--compile-limit=20s", "--compile-memory=1M", "--run-limit=2m"];
        let words = Line::parse_from(line).args.words();
        assert!(limits.iter().all(|limit| words.contains(&(*limit).to_owned())), "{words:?}");
        let again = Line::parse_from(["lydite".to_owned()].into_iter().chain(words.clone())).args;
        assert_eq!((again.words(), again.limits.limits().program.wall.as_secs()), (words, 120));
    }
}
