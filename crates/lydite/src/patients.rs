//! The compilers of this machine and of `lydite.toml`, for the commands that need them.

use lydite_compilers::{
    Cache, CompilerEntry, Entries, Error, OptionsEntry, Patient, Places, Runner, Scratch, find, misread,
};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// The file that is read if it is there.
const USUAL: &str = "lydite.toml";

/// Where compilers come from.
#[derive(clap::Args)]
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

/// The whole of `lydite.toml`. Its other tables belong to other commands.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    compiler: Vec<CompilerEntry>,
    #[serde(default)]
    options: Vec<OptionsEntry>,
    #[serde(default, rename = "suppress")]
    _suppress: IgnoredAny,
    #[serde(default, rename = "hunt")]
    _hunt: IgnoredAny,
}

/// Everything that is needed to call compilers.
pub struct Patients {
    pub places: Places,
    pub patients: Vec<Patient>,
}

/// Finds and probes the compilers.
pub fn load(args: &Source) -> Result<Patients, Error> {
    let places = Places::of_this_machine();
    let entries = entries(args.config.as_deref(), &places)?;
    let runner = Runner::new(Scratch::open(&std::env::temp_dir())?);
    let mut candidates = entries.compilers;
    // What is configured under a name stands for what is found under it.
    let found = if args.configured { Vec::new() } else { find(&places) }.into_iter();
    let others: Vec<_> = found.filter(|found| candidates.iter().all(|known| known.name != found.name)).collect();
    candidates.extend(others);
    let file = cache_file();
    let mut cache = match (&file, args.refresh) {
        (Some(file), false) => Cache::read(file),
        _ => Cache::default(),
    };
    if std::io::stderr().is_terminal() && file.as_deref().is_none_or(|file| args.refresh || !file.exists()) {
        eprintln!("lydite: asking {} compilers what they are; it will be remembered", candidates.len());
    }
    let patients = cache.probe(&runner, &candidates, &places)?;
    // A cache that can't be kept costs time at the next start and nothing else.
    if let Some(file) = file
        && file.parent().is_some_and(|dir| std::fs::create_dir_all(dir).is_ok())
    {
        let _ = cache.write(&file);
    }
    Ok(Patients { places, patients })
}

/// What the configuration says.
pub fn entries(file: Option<&Path>, places: &Places) -> Result<Entries, Error> {
    let path = file.unwrap_or(Path::new(USUAL));
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if file.is_none() && error.kind() == std::io::ErrorKind::NotFound => return Ok(Entries::default()),
        Err(source) => return Err(Error::File { path: path.to_owned(), source }),
    };
    let read: File = toml::from_str(&text).map_err(|error| misread(path, &text, &error))?;
    Entries::new(path, &text, &read.compiler, &read.options, places)
}

/// Where what compilers said is kept.
fn cache_file() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let dir = set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")))?;
    Some(dir.join("lydite/compilers.json"))
}
