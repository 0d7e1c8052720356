//! Reading a C program: the options that every command which does has.

use lydite_cfront::{Error, Options};
use lydite_lang::target::TARGETS;
use lydite_lang::{Program, Target};
use std::io::Read;
use std::path::{Path, PathBuf};

/// What to read, and for which target.
#[derive(clap::Args)]
#[group(id = "source")]
pub struct Args {
    /// The C program: raw or preprocessed; `-` is standard input
    pub file: PathBuf,
    /// The ABI: sizes, alignment, byte order and signedness of char
    #[arg(long, default_value = "x86_64", value_parser = target_names())]
    pub target: String,
    /// Look for header files here first
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// Define a macro, as NAME or NAME=VALUE
    #[arg(short = 'D', value_name = "MACRO")]
    pub define: Vec<String>,
}

/// The names of targets, for clap.
pub fn target_names() -> clap::builder::PossibleValuesParser {
    TARGETS.iter().map(|target| target.name).collect::<Vec<_>>().into()
}

/// Reads the program.
pub fn read(args: &Args) -> Result<Program, Error> {
    let target = Target::find(&args.target).unwrap_or(Target::x86_64());
    let options =
        Options { target, include_dirs: args.include.clone(), defines: args.define.clone(), ..Options::default() };
    if args.file != Path::new("-") {
        return lydite_cfront::parse_file(&args.file, &options);
    }
    let mut text = Vec::new();
    match std::io::stdin().read_to_end(&mut text) {
        Ok(_) => lydite_cfront::parse_bytes(&text, "<stdin>", &options),
        Err(error) => Err(Error::Io { path: args.file.clone(), message: error.to_string() }),
    }
}
