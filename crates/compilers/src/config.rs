//! What people write about compilers in `lydite.toml`.
//!
//! ```toml
//! [[compiler]]
//! name = "gcc-16"
//! path = "/usr/bin/gcc-16"
//! prefix = ["chroot", "/srv/sid"]
//!
//! [[options]]
//! name = "wrap"
//! flags = ["-O2", "-fwrapv"]
//! for = "gcc"
//! ```
//!
//! The file has other tables, which belong to others: their owner takes [`CompilerEntry`] and [`OptionsEntry`] as rows of its own
//! structure and hands them to [`Entries`].

use crate::error::Error;
use crate::find::Places;
use crate::options::Options;
use crate::patient::{Brand, Candidate, Language};
use crate::target::{TARGETS, Target};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// One `[[compiler]]`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompilerEntry {
    name: Spanned<String>,
    path: Spanned<PathBuf>,
    #[serde(default)]
    flags: Vec<String>,
    #[serde(default)]
    prefix: Vec<String>,
    #[serde(default)]
    run: Vec<String>,
    language: Option<Language>,
    brand: Option<Brand>,
    target: Option<Spanned<String>>,
}

/// One `[[options]]`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionsEntry {
    name: Spanned<String>,
    flags: Vec<String>,
    #[serde(rename = "for", default)]
    brands: For,
}

/// Whose compilers something is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum For {
    /// GCC.
    Gcc,
    /// Clang, also inside zig.
    Clang,
    /// TinyCC.
    Tcc,
    /// Intel's of ISPC.
    Ispc,
    /// Everyone's.
    #[default]
    All,
}

impl For {
    /// Whether it is for compilers of this brand.
    pub fn includes(self, brand: Brand) -> bool {
        match self {
            For::Gcc => brand == Brand::Gcc,
            For::Clang => brand.is_llvm(),
            For::Tcc => brand == Brand::Tcc,
            For::Ispc => brand == Brand::Ispc,
            For::All => true,
        }
    }
}

/// What a file says of compilers and options, checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Entries {
    /// The compilers.
    pub compilers: Vec<Candidate>,
    /// The sets of options, and for whom they are.
    pub options: Vec<(For, Options)>,
}

impl Entries {
    /// Checks the rows of a file with this name and text.
    pub fn new(
        file: &Path,
        text: &str,
        compilers: &[CompilerEntry],
        options: &[OptionsEntry],
        places: &Places,
    ) -> Result<Entries, Error> {
        let reader = Reader { file, text, places };
        let names = compilers.iter().map(|row| &row.name);
        reader.all_differ("compiler", names)?;
        reader.all_differ("options", options.iter().map(|row| &row.name))?;
        let compilers = compilers.iter().map(|row| reader.compiler(row)).collect::<Result<_, Error>>()?;
        let set = |row: &OptionsEntry| (row.brands, Options::of(row.flags.clone()).named(row.name.get_ref()));
        Ok(Entries { compilers, options: options.iter().map(set).collect() })
    }
}

/// What `toml` says of a file that it can't read, with the line.
pub fn misread(file: &Path, text: &str, error: &toml::de::Error) -> Error {
    let at = error.span().map_or(0, |span| span.start);
    Error::Config { file: file.to_owned(), line: line_of(text, at), message: error.message().to_owned() }
}

fn line_of(text: &str, at: usize) -> usize {
    1 + text.bytes().take(at).filter(|byte| *byte == b'\n').count()
}

struct Reader<'a> {
    file: &'a Path,
    text: &'a str,
    places: &'a Places,
}

impl Reader<'_> {
    fn wrong<T>(&self, place: &Spanned<T>, message: String) -> Error {
        Error::Config { file: self.file.to_owned(), line: line_of(self.text, place.span().start), message }
    }

    fn all_differ<'a>(&self, what: &str, names: impl Iterator<Item = &'a Spanned<String>>) -> Result<(), Error> {
        let mut seen: Vec<&str> = Vec::new();
        for name in names {
            let text = name.get_ref().as_str();
            if text.trim().is_empty() {
                return Err(self.wrong(name, format!("every [[{what}]] needs a name that is not empty")));
            }
            if seen.contains(&text) {
                return Err(
                    self.wrong(name, format!("another [[{what}]] is called {text:?}: give this one its own name"))
                );
            }
            seen.push(text);
        }
        Ok(())
    }

    fn compiler(&self, row: &CompilerEntry) -> Result<Candidate, Error> {
        let path = self.path(row)?;
        let by_path = Candidate::at(&path);
        let target = match &row.target {
            None => None,
            Some(name) => Some(self.target(name)?.name.to_owned()),
        };
        let language = row.language.unwrap_or(by_path.language);
        // There is one compiler of ISPC, whatever its file is called.
        let brand = if language == Language::Ispc { Brand::Ispc } else { by_path.brand };
        Ok(Candidate {
            name: row.name.get_ref().clone(),
            brand: row.brand.unwrap_or(brand),
            language,
            flags: row.flags.clone(),
            prefix: row.prefix.clone(),
            run: row.run.clone(),
            target,
            path,
        })
    }

    /// A path behind a prefix is the prefix's business; a name is looked for, a relative path is relative to the file.
    fn path(&self, row: &CompilerEntry) -> Result<PathBuf, Error> {
        let path = row.path.get_ref();
        if !row.prefix.is_empty() || path.is_absolute() {
            return Ok(path.clone());
        }
        if path.components().count() > 1 {
            let here = self.file.parent().unwrap_or(Path::new("."));
            return std::path::absolute(here.join(path)).map_err(Error::at(path));
        }
        let name = path.to_string_lossy();
        self.places.program(&name).ok_or_else(|| {
            self.wrong(&row.path, format!("there is no program {name:?} on PATH: give its whole path, or install it"))
        })
    }

    fn target(&self, name: &Spanned<String>) -> Result<&'static Target, Error> {
        Target::find(name.get_ref()).ok_or_else(|| {
            let known: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            self.wrong(name, format!("no such target: {:?}; one of {}", name.get_ref(), known.join(", ")))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        #[serde(default)]
        compiler: Vec<CompilerEntry>,
        #[serde(default)]
        options: Vec<OptionsEntry>,
    }

    fn read(text: &str) -> Result<Entries, String> {
        let name = Path::new("/somewhere/lydite.toml");
        let file: File = toml::from_str(text).map_err(|error| misread(name, text, &error).to_string())?;
        let entries = Entries::new(name, text, &file.compiler, &file.options, &Places::only([]));
        entries.map_err(|error| error.to_string())
    }

    #[test]
    fn entries_are_read() {
        let text = "[[compiler]]\nname = \"new\"\npath = \"/usr/bin/g++-16\"\nprefix = [\"chroot\", \"/srv\"]\n\
                    flags = [\"-B/x\"]\nrun = [\"qemu-arm\"]\ntarget = \"arm\"\n\
                    [[compiler]]\nname = \"mine\"\npath = \"build/clang\"\nlanguage = \"c++\"\n\
                    [[options]]\nname = \"wrap\"\nflags = [\"-fwrapv\", \"-O2\"]\nfor = \"gcc\"\n\
                    [[options]]\nname = \"plain\"\nflags = []\n";
        let entries = read(text).expect("entries");
        let [new, mine] = entries.compilers.as_slice() else { panic!("two compilers") };
        assert_eq!((new.brand, new.language, new.target.as_deref()), (Brand::Gcc, Language::Cxx, Some("arm")));
        assert_eq!((new.prefix.len(), new.flags.len(), new.run.len()), (2, 1, 1));
        assert_eq!(mine.path, Path::new("/somewhere/build/clang"));
        assert_eq!((mine.brand, mine.language), (Brand::Clang, Language::Cxx));
        assert_eq!(entries.options[0].1.flags(), ["-O2", "-fwrapv"]);
        assert_eq!((entries.options[0].0, entries.options[0].1.name()), (For::Gcc, "wrap".to_owned()));
        assert!(!entries.options[0].0.includes(Brand::Clang) && entries.options[1].0.includes(Brand::Clang));
    }

    #[test]
    fn languages_are_named_where_files_are_not() {
        let entry = |name: &str, more: &str| format!("[[compiler]]\nname = \"{name}\"\npath = \"/x/{name}\"\n{more}\n");
        let text = entry("ispc", "") + &entry("mine", "language = \"ispc\"") + &entry("icpx", "language = \"sycl\"");
        let entries = read(&text).expect("entries");
        let kinds: Vec<_> = entries.compilers.iter().map(|compiler| (compiler.brand, compiler.language)).collect();
        let ispc = (Brand::Ispc, Language::Ispc);
        assert_eq!(kinds, [ispc, ispc, (Brand::Other, Language::Sycl)]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let compiler = "[[compiler]]\nname = \"a\"\npath = \"/a\"\n";
        let cases = [
            (format!("{compiler}flag = []\n"), "lydite.toml:4:", "unknown field `flag`"),
            (format!("{compiler}{compiler}"), "lydite.toml:5:", "its own name"),
            (format!("{compiler}target = \"vax\"\n"), "lydite.toml:4:", "one of x86_64"),
            ("[[compiler]]\nname = \"a\"\npath = \"gcc-0\"\n".to_owned(), "lydite.toml:3:", "on PATH"),
            ("[[compiler]]\nname = \"a\"\n".to_owned(), "lydite.toml:1:", "missing field `path`"),
            ("[[compiler]]\nname = \" \"\npath = \"/a\"\n".to_owned(), "lydite.toml:2:", "not empty"),
            (
                "[[options]]\nname = \"a\"\nflags = []\nfor = \"icc\"\n".to_owned(),
                "lydite.toml:4:",
                "unknown variant `icc`",
            ),
            ("\n[[compilers]]\n".to_owned(), "lydite.toml:2:", "unknown field `compilers`"),
            ("x = \n".to_owned(), "lydite.toml:1:", ""),
        ];
        for (text, place, part) in cases {
            let message = read(&text).expect_err(&text);
            assert!(message.contains(place) && message.contains(part), "{text}: {message}");
        }
    }
}
