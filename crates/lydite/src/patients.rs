//! The compilers of this machine and of `lydite.toml`, for the commands that need them.

use crate::screen::Screen;
use lydite_compilers::{
    Cache, Candidate, CompilerEntry, Entries, Error, Flags, For, Options, OptionsEntry, Patient, Places, Runner,
    Scratch, find, misread,
};
use lydite_hunt::suppress::Suppress;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The file that is read if it is there.
const USUAL: &str = "lydite.toml";

/// Where compilers come from.
#[derive(clap::Args, Clone, Default)]
#[group(skip)]
pub struct Source {
    /// Read this file instead of lydite.toml
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Use only the compilers of that file
    #[arg(long)]
    configured: bool,
    /// Ask every compiler again instead of remembering what it said
    #[arg(long)]
    refresh: bool,
}

impl Source {
    /// Whether only the compilers of the configuration are used.
    pub fn is_configured(&self) -> bool {
        self.configured
    }

    /// The same as words of a command line that may be used in another directory; nothing is asked again.
    pub fn words(&self) -> Vec<String> {
        let file = self.config.clone().or_else(|| Path::new(USUAL).exists().then(|| PathBuf::from(USUAL)));
        let file = file.map(|file| std::path::absolute(&file).unwrap_or(file));
        let mut words: Vec<String> = file.map(|file| format!("--config={}", file.display())).into_iter().collect();
        words.extend(self.configured.then(|| "--configured".to_owned()));
        words
    }
}

/// The whole of `lydite.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    compiler: Vec<CompilerEntry>,
    #[serde(default)]
    options: Vec<OptionsEntry>,
    #[serde(default)]
    suppress: Vec<Suppress>,
}

/// Everything that is needed to call compilers.
pub struct Patients {
    pub places: Places,
    pub patients: Vec<Patient>,
    /// Sets of options of the configuration, and for whom they are.
    pub options: Vec<(For, Options)>,
    /// Known bugs of the configuration.
    pub suppress: Vec<Suppress>,
}

/// Finds and probes the compilers.
pub fn load(args: &Source) -> Result<Patients, Error> {
    load_with(args, &[], &Runner::new(Scratch::open(&std::env::temp_dir())?))
}

/// Whether somebody who asks for this name means this compiler.
pub fn is_asked(name: &str, candidate: &Candidate) -> bool {
    candidate.name == name
        || name.contains('/') && candidate.path == absolute(name)
        || is_beginning(name, &candidate.name)
}

/// `gcc` is the beginning of `gcc-12`, not of `gccgo`.
fn is_beginning(name: &str, of: &str) -> bool {
    of.strip_prefix(name)
        .is_some_and(|rest| rest.starts_with('-') && rest[1..].starts_with(|c: char| c.is_ascii_digit()))
}

/// Compilers work in directories of their own, where a relative path means something else.
fn absolute(path: &str) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.into())
}

/// What a compiler may be called that is given by its path: its file, with the directory if another one is called so, or the path.
fn names(candidate: &Candidate) -> [String; 3] {
    let dir = candidate.path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    [candidate.name.clone(), format!("{}@{dir}", candidate.name), candidate.path.display().to_string()]
}

/// Finds and probes those that are asked for by name or path, with a runner that is there already; all if nobody is.
pub fn load_with(args: &Source, asked: &[String], runner: &Runner) -> Result<Patients, Error> {
    let places = Places::of_this_machine();
    let (entries, suppress) = configured(args.config.as_deref(), &places)?;
    let mut candidates = entries.compilers;
    // What is configured under a name stands for what is found under it.
    let found = if args.configured { Vec::new() } else { find(&places) }.into_iter();
    let others: Vec<_> = found.filter(|found| candidates.iter().all(|known| known.name != found.name)).collect();
    candidates.extend(others);
    for path in asked.iter().filter(|name| name.contains('/')) {
        if candidates.iter().all(|known| known.path != absolute(path)) {
            let name = |name: &str| candidates.iter().all(|known| known.name != name);
            let candidate = Candidate::at(absolute(path));
            let name = names(&candidate).into_iter().find(|text| name(text)).unwrap_or_default();
            candidates.push(Candidate { name, ..candidate });
        }
    }
    candidates.retain(|candidate| asked.is_empty() || asked.iter().any(|name| is_asked(name, candidate)));
    let file = cache_file();
    let mut cache = file.as_deref().map_or_else(Cache::default, Cache::read);
    if args.refresh {
        cache.forget(&candidates);
    }
    let waiting = Waiting::new("getting to know compilers", cache.unknown(&candidates));
    let patients = cache.probe(runner, &candidates, &places, &|name| waiting.told(name))?;
    keep(&cache, file.as_deref());
    Ok(Patients { places, patients, options: entries.options, suppress })
}

/// A cache that can't be kept costs time at the next start and nothing else.
fn keep(cache: &Cache, file: Option<&Path>) {
    if let Some(file) = file
        && file.parent().is_some_and(|dir| std::fs::create_dir_all(dir).is_ok())
    {
        let _ = cache.write(file);
    }
}

/// The flags that each compiler lists for itself, in the compilers' order; what was asked before is remembered.
pub fn flags(runner: &Runner, patients: &[&Patient]) -> Result<Vec<Flags>, Error> {
    let file = cache_file();
    let mut cache = file.as_deref().map_or_else(Cache::default, Cache::read);
    let waiting = Waiting::new("asking compilers for their flags", cache.without_flags(patients));
    let flags = cache.flags(runner, patients, &|name| waiting.told(name))?;
    keep(&cache, file.as_deref());
    Ok(flags)
}

/// What people see who wait for compilers to be asked, on a terminal.
struct Waiting {
    what: &'static str,
    all: usize,
    /// The screen, and how many have been asked.
    state: Mutex<(Option<Screen>, usize)>,
}

impl Waiting {
    fn new(what: &'static str, all: usize) -> Waiting {
        Waiting { what, all, state: Mutex::new((Screen::new(), 0)) }
    }

    fn told(&self, name: &str) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.1 += 1;
        let line = format!("{}: {} of {}, {name}", self.what, state.1, self.all);
        if let Some(screen) = &mut state.0 {
            screen.draw(&[line]);
        }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if let Some(screen) = &mut self.state.lock().unwrap_or_else(PoisonError::into_inner).0 {
            screen.clear();
        }
    }
}

/// What the configuration says.
fn configured(file: Option<&Path>, places: &Places) -> Result<(Entries, Vec<Suppress>), Error> {
    let path = file.unwrap_or(Path::new(USUAL));
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if file.is_none() && error.kind() == std::io::ErrorKind::NotFound => {
            return Ok((Entries::default(), Vec::new()));
        }
        Err(source) => return Err(Error::File { path: path.to_owned(), source }),
    };
    let read: File = toml::from_str(&text).map_err(|error| misread(path, &text, &error))?;
    if let Some(rule) = read.suppress.iter().find(|rule| !rule.has_condition()) {
        let message = format!(
            "the rule {:?} of [[suppress]] would hide everything: give it a kind, patient, signature or message",
            rule.name
        );
        return Err(Error::Config { file: path.to_owned(), line: 1, message });
    }
    let is_kind = |kind: &String| lydite_hunt::outcome::Kind::find(kind).is_some();
    if let Some(rule) = read.suppress.iter().find(|rule| !rule.kind.iter().all(is_kind)) {
        let kinds: Vec<&str> = lydite_hunt::outcome::KINDS.iter().map(|row| row.name).collect();
        let message =
            format!("the rule {:?} of [[suppress]] has no kind of finding: one of {}", rule.name, kinds.join(", "));
        return Err(Error::Config { file: path.to_owned(), line: 1, message });
    }
    Ok((Entries::new(path, &text, &read.compiler, &read.options, places)?, read.suppress))
}

/// Where what compilers said is kept.
fn cache_file() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let dir = set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")))?;
    Some(dir.join("lydite/compilers.json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_give_names() {
        assert_eq!(names(&Candidate::at("/x/build/gcc-12")), ["gcc-12", "gcc-12@build", "/x/build/gcc-12"]);
    }

    #[test]
    fn beginnings_are_whole_words() {
        assert!(is_beginning("gcc", "gcc-12"));
        assert!(is_beginning("aarch64-linux-gnu-gcc", "aarch64-linux-gnu-gcc-12"));
        assert!(!is_beginning("gcc", "gccgo"));
        assert!(!is_beginning("clang", "clang++-19"));
    }
}
