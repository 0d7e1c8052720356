//! A compiler under test and how it is called.

use crate::extension::EXTENSIONS;
use crate::options::Options;
use crate::run::command::{Command, Limits, Sandbox};
use crate::target::Target;
use serde::{Deserialize, Serialize};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Whose compiler it is: what its options are called.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Brand {
    /// GCC.
    Gcc,
    /// Clang.
    Clang,
    /// TinyCC.
    Tcc,
    /// Clang inside `zig cc`.
    Zig,
    /// Intel's compiler of ISPC.
    Ispc,
    /// Another one that understands `-o`.
    Other,
}

impl Brand {
    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Brand::Gcc => "gcc",
            Brand::Clang => "clang",
            Brand::Tcc => "tcc",
            Brand::Zig => "zig",
            Brand::Ispc => "ispc",
            Brand::Other => "other",
        }
    }

    /// Whether LLVM is behind it.
    pub fn is_llvm(self) -> bool {
        matches!(self, Brand::Clang | Brand::Zig)
    }

    /// Whose compiler goes by a name such as `gcc-12`, `clang++` or `aarch64-linux-gnu-g++`.
    pub fn of_name(name: &str) -> Brand {
        let has = |part: &str| name.contains(part);
        match () {
            () if has("clang") => Brand::Clang,
            () if has("gcc") || has("g++") => Brand::Gcc,
            () if has("tcc") => Brand::Tcc,
            () if has("zig") => Brand::Zig,
            () if has("ispc") => Brand::Ispc,
            () => Brand::Other,
        }
    }
}

/// What a compiler reads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash, Serialize, Deserialize)]
pub enum Language {
    /// C.
    #[default]
    #[serde(rename = "c")]
    C,
    /// C++.
    #[serde(rename = "c++")]
    Cxx,
    /// ISPC, with a half in C++.
    #[serde(rename = "ispc")]
    Ispc,
    /// C++ with SYCL.
    #[serde(rename = "sycl")]
    Sycl,
}

/// A row of the table of languages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LanguageRow {
    /// The language.
    pub language: Language,
    /// Its name on command lines and in files.
    pub name: &'static str,
    /// Its name in sentences.
    pub title: &'static str,
    /// What files of it end in, without the dot.
    pub extension: &'static str,
}

const fn language(language: Language, name: &'static str, title: &'static str, extension: &'static str) -> LanguageRow {
    LanguageRow { language, name, title, extension }
}

impl Language {
    /// Every language.
    pub const TABLE: &[LanguageRow] = &[
        language(Language::C, "c", "C", "c"),
        language(Language::Cxx, "c++", "C++", "cpp"),
        language(Language::Ispc, "ispc", "ISPC", "ispc"),
        language(Language::Sycl, "sycl", "SYCL", "cpp"),
    ];

    /// Its row.
    pub fn row(self) -> &'static LanguageRow {
        Language::TABLE.iter().find(|row| row.language == self).unwrap_or(&Language::TABLE[0])
    }

    /// What files of it end in, without the dot.
    pub fn extension(self) -> &'static str {
        self.row().extension
    }

    /// The name.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Every one.
    pub fn all() -> impl Iterator<Item = Language> {
        Language::TABLE.iter().map(|row| row.language)
    }

    /// The language of a name.
    pub fn find(name: &str) -> Option<Language> {
        Language::TABLE.iter().find(|row| row.name == name).map(|row| row.language)
    }
}

impl std::fmt::Display for Language {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.row().title)
    }
}

/// A compiler that was found or configured, and of which nothing is known yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Candidate {
    /// What people call it.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
    /// Whose it is.
    pub brand: Brand,
    /// What it reads.
    pub language: Language,
    /// Flags that it always gets, first of all.
    pub flags: Vec<String>,
    /// Command words before it, such as `chroot DIR`; it must see the same files there.
    pub prefix: Vec<String>,
    /// Command words before its programs; if there are none, an emulator is looked for.
    pub run: Vec<String>,
    /// The name of its target, where it is known before the compiler is asked.
    pub target: Option<String>,
}

impl Candidate {
    /// A compiler by its path alone; the file name says the rest.
    pub fn at(path: impl Into<PathBuf>) -> Candidate {
        let path = path.into();
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let brand = Brand::of_name(&name);
        let language = match brand {
            Brand::Ispc => Language::Ispc,
            _ if name.contains("++") => Language::Cxx,
            _ => Language::C,
        };
        Candidate { brand, language, name, path, flags: Vec::new(), prefix: Vec::new(), run: Vec::new(), target: None }
    }

    /// Calls it with these arguments in a private directory.
    pub(crate) fn command<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>, dir: &Path) -> Command {
        let words: Vec<OsString> = self.prefix.iter().map(OsString::from).chain([self.path.clone().into()]).collect();
        let mut words = words.into_iter();
        let program = words.next().unwrap_or_default();
        let command = Command::new(program, dir).args(words).args(&self.flags).args(args);
        command.sandbox(sandbox_with(&self.prefix))
    }
}

/// A prefix may need to do what a sandbox forbids: gain rights, use the network. `chroot` does not.
fn sandbox_with(prefix: &[String]) -> Sandbox {
    match prefix.first().map(String::as_str) {
        None | Some("chroot" | "/usr/sbin/chroot" | "nice" | "env") => Sandbox::Private,
        Some(_) => Sandbox::Off,
    }
}

/// A clang that has crashed would preprocess everything once more and keep it for its developers. From 22 on it refuses
/// `a < b < c`, a valid program, unless it is told that this is no error.
const CLANG_FLAGS: &[&str] = &["-w", "-Wno-error=parentheses", "-fno-crash-diagnostics"];

/// What probing a compiler has shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// The first line of its version.
    pub version: String,
    /// The numbers of its version.
    pub numbers: Vec<u32>,
    /// What it calls its target.
    pub triple: String,
    /// The standards it accepts, as `-std=` takes them, oldest first.
    pub standards: Vec<String>,
    /// The rows of [`EXTENSIONS`](crate::EXTENSIONS) that it accepts.
    pub extensions: Vec<String>,
    /// The rows of [`MODIFIERS`](crate::MODIFIERS) with which its programs work.
    pub modifiers: Vec<String>,
    /// The compiler of C++ for the half of its programs that it can't read, if there is such a half.
    #[serde(default)]
    pub host: Option<PathBuf>,
    /// Whether it works.
    pub state: State,
}

/// Whether a compiler works.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It does.
    Works {
        /// Command words before its programs: none, or an emulator.
        run: Vec<String>,
        /// What its programs must be linked with to run here.
        link: Vec<String>,
    },
    /// It can't be used, for this reason.
    Broken(String),
}

/// A compiler under test.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Patient {
    /// How it is called.
    pub candidate: Candidate,
    /// What it is.
    pub facts: Facts,
}

impl Patient {
    /// What people call it.
    pub fn name(&self) -> &str {
        &self.candidate.name
    }

    /// Whose it is.
    pub fn brand(&self) -> Brand {
        self.candidate.brand
    }

    /// What it reads.
    pub fn language(&self) -> Language {
        self.candidate.language
    }

    /// The name of its target: one of Lydite's where it is one, else the compiler's own triple.
    pub fn target(&self) -> &str {
        let told = self.candidate.target.as_deref();
        told.unwrap_or_else(|| Target::find(&self.facts.triple).map_or(&self.facts.triple, |target| target.name))
    }

    /// The name of the target of what it makes with some options.
    pub fn target_with<'a>(&'a self, options: &'a Options) -> &'a str {
        options.target_on(self.target()).unwrap_or_else(|| self.target())
    }

    /// The main number of its version.
    pub fn major(&self) -> u32 {
        self.facts.numbers.first().copied().unwrap_or(0)
    }

    /// Whether it can be used; if not, the reason.
    pub fn works(&self) -> Result<(), &str> {
        match &self.facts.state {
            State::Works { .. } => Ok(()),
            State::Broken(reason) => Err(reason),
        }
    }

    /// The command words before its programs: none, or an emulator.
    pub fn launcher(&self) -> &[String] {
        match &self.facts.state {
            State::Works { run, .. } => run,
            State::Broken(_) => &[],
        }
    }

    /// Whether it accepts an extension, by the name of its row.
    pub fn accepts(&self, extension: &str) -> bool {
        self.facts.extensions.iter().any(|name| name == extension)
    }

    /// Whether it accepts all that a feature of the generator may use. What ISPC has no words for, generators know.
    pub fn accepts_feature(&self, feature: &str) -> bool {
        self.language() == Language::Ispc
            || EXTENSIONS.iter().filter(|row| row.feature == feature).all(|row| self.accepts(row.name))
    }

    /// The features of the generator of which it does not accept all, by name.
    pub fn lacks(&self) -> Vec<&'static str> {
        let mut lacks: Vec<&str> = EXTENSIONS.iter().map(|row| row.feature).collect();
        lacks.dedup();
        lacks.retain(|feature| !feature.is_empty() && !self.accepts_feature(feature));
        lacks
    }

    /// The flag for a standard such as `c99`, `gnu17` or `c23`, by whichever name it knows it; `None` if it does not.
    pub fn standard(&self, standard: &str) -> Option<String> {
        let older =
            standard.replace("23", "2x").replace("17", "18").replace("c++20", "c++2a").replace("c++23", "c++2b");
        let knows = |name: &&str| self.facts.standards.iter().any(|known| known == name);
        [standard, &older].into_iter().find(knows).map(|name| format!("-std={name}"))
    }

    /// The words that ask for a standard; none if its language has no versions, `None` if it does not know this one.
    pub fn standard_words(&self, standard: &str) -> Option<Vec<String>> {
        match self.language() {
            Language::Ispc => Some(Vec::new()),
            _ => self.standard(standard).map(|flag| vec![flag]),
        }
    }

    /// The calls that make a program of sources (or objects): those that come before, and the last. Each works in the directory of its output.
    pub fn steps(&self, sources: &[&Path], options: &Options, output: &Path) -> (Vec<Command>, Command) {
        let Some(host) = &self.facts.host else { return (Vec::new(), self.compile(sources, options, output)) };
        let (own, mut others): (Vec<&Path>, Vec<&Path>) = sources.iter().partition(|source| is_own(source));
        let objects: Vec<PathBuf> = (0..own.len()).map(|at| output.with_file_name(format!("own-{at}.o"))).collect();
        let before = own.iter().zip(&objects).map(|(source, object)| self.object(source, options, object)).collect();
        others.extend(objects.iter().map(PathBuf::as_path));
        (before, self.hosted(host, &others, output, &["-lm"]))
    }

    /// A call of the compiler of C++ for what it can't read itself.
    fn hosted(&self, host: &Path, files: &[&Path], output: &Path, last: &[&str]) -> Command {
        let output = absolute(output);
        let dir = output.parent().unwrap_or(Path::new("/")).to_owned();
        let command = Command::new(host, &dir).args(HOSTED).args(files.iter().map(|file| absolute(file)));
        command.arg("-o").arg(&output).args(last).limits(Limits::COMPILE)
    }

    /// The call that compiles and links sources (or objects) to a program. It works in the directory of its output.
    pub fn compile(&self, sources: &[&Path], options: &Options, output: &Path) -> Command {
        self.build(sources, options, output, self.link(options), &["-lm"])
    }

    /// What its programs must be linked with.
    fn link(&self, options: &Options) -> &[String] {
        match &self.facts.state {
            State::Works { link, .. } if options.target().is_none() => link,
            _ => &[],
        }
    }

    /// What keeps floating-point arithmetic exact on the target.
    fn floats(&self, options: &Options) -> &'static [&'static str] {
        let floats = Target::find(self.target_with(options)).map_or(&[][..], |target| target.floats);
        match (self.brand(), self.language()) {
            (Brand::Tcc, _) => &[],
            (_, Language::Ispc) => &["--opt=disable-fma"],
            // Devices have fused operations, whatever the host has.
            (_, Language::Sycl) => &["-fno-fast-math", "-ffp-contract=off"],
            _ => floats,
        }
    }

    /// The flags with which others see the same: those of a set of options and all that goes with it here.
    pub fn flags(&self, options: &Options) -> Vec<String> {
        let floats = self.floats(options).iter().map(|flag| (*flag).to_owned());
        floats.chain(options.flags()).chain(self.link(options).iter().cloned()).collect()
    }

    /// The call that compiles a source to an object. It works in the directory of its output.
    pub fn object(&self, source: &Path, options: &Options, output: &Path) -> Command {
        match &self.facts.host {
            Some(_) if is_own(source) => self.build(&[source], options, output, &[], &[]),
            Some(host) => self.hosted(host, &[source], output, &["-c"]),
            None => self.build(&[source], options, output, &["-c".to_owned()], &[]),
        }
    }

    /// The call that compiles a source to assembly. It works in the directory of its output.
    pub fn assembly(&self, source: &Path, options: &Options, output: &Path) -> Command {
        self.build(&[source], options, output, &["-S".to_owned()], &[])
    }

    fn build(&self, files: &[&Path], options: &Options, output: &Path, how: &[String], last: &[&str]) -> Command {
        let output = absolute(output);
        let dir = output.parent().unwrap_or(Path::new("/")).to_owned();
        let plain = match self.brand() {
            brand if brand.is_llvm() => CLANG_FLAGS,
            Brand::Ispc => &["--woff", "--pic"],
            _ => &["-w"],
        };
        let command = self.candidate.command(plain, &dir).args(self.floats(options)).args(options.flags()).args(how);
        let command = command.args(files.iter().map(|file| absolute(file))).arg("-o").arg(&output).args(last);
        command.limits(Limits::COMPILE)
    }

    /// The call that runs one of its programs, in the program's directory.
    pub fn run_program(&self, program: &Path) -> Command {
        let program = absolute(program);
        let dir = program.parent().unwrap_or(Path::new("/")).to_owned();
        let words = self.launcher().iter().map(OsString::from).chain([program.clone().into_os_string()]);
        let command = Command::of_words(words, &dir).unwrap_or_else(|| Command::new(&program, &dir));
        // Programs may leave memory to the system at their end, and what sanitizers say is read by a program.
        let command = command.env("ASAN_OPTIONS", "detect_leaks=0:color=never").env("UBSAN_OPTIONS", "color=never");
        command.limits(Limits::PROGRAM).sandbox(sandbox_with(&self.candidate.run))
    }
}

/// How the half of a program in C++ is compiled.
const HOSTED: &[&str] = &["-w", "-Wno-error=parentheses", "-O0", "-fPIC", "-std=c++17", "-ffp-contract=off"];

/// Whether a file is in ISPC.
fn is_own(file: &Path) -> bool {
    file.extension().is_some_and(|end| end == Language::Ispc.extension())
}

/// Prefixes such as `chroot` change the current directory.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
