//! Getting to know a compiler: asked once, remembered as long as the file does not change.

use crate::error::Error;
use crate::extension::{EXTENSIONS, Extension};
use crate::find::Places;
use crate::options::{MODIFIERS, Modifier, Options};
use crate::patient::{Brand, Candidate, Facts, Language, Patient, State};
use crate::run::command::{Command, Limits};
use crate::run::ran::{End, Ran};
use crate::run::runner::Runner;
use crate::run::trouble::Trouble;
use crate::scratch::ScratchDir;
use crate::target::Target;
use std::cell::Cell;
use std::path::{Path, PathBuf};

/// A program that means the same in C and C++ on every target. It multiplies wide integers: for that sanitizers of older clangs need
/// functions that are not in the library they are linked with.
const KNOWN: &str = r#"#include <stdio.h>
struct pair { signed char small; unsigned long long large; };
static struct pair pairs[3] = { { -1, 1 }, { 2, 1ULL << 40 }, { -3, 12345678901234567ULL } };
static volatile int three = 3;
static unsigned long long fold(const struct pair *p, int n)
{
    unsigned long long sum = 7;
    for (int i = 0; i < n; i++)
        sum = sum * 31 + p[i].large * (unsigned long long)(p[i].small + 4);
    return sum;
}
int main(void)
{
    double half = three / 2.0;
    long long product = (long long)pairs[2].large / -40 * three;
#ifdef __SIZEOF_INT128__
    product = (long long)((__int128)product * three / three);
#endif
    printf("%llu %d %.3f %lld\n", fold(pairs, three), -7 / three, half, product);
    return three;
}
"#;

/// What a compiler of C++ gets before it: programs use these headers, which may be missing where those of C are not.
const KNOWN_CXX: &str = r#"#include <array>
#include <valarray>
#include <vector>
std::array<int, 2> held = { { 1, 2 } };
std::vector<int> grown(3);
std::valarray<int> valued(2);
extern "C" int reach(unsigned at) { return held.at(at) + grown.at(at) + valued[at]; }
"#;

/// What a compiler of SYCL gets before that.
const KNOWN_SYCL: &str = "#include <sycl/sycl.hpp>\n";

/// What a compiler of ISPC gets beside it: it counts the numbers below another.
const KNOWN_ISPC: &str = r#"export uniform int below(uniform int n)
{
    varying int count = 0;
    foreach (i = 0 ... 10)
        count += i < n ? 1 : 0;
    return reduce_add(count);
}
"#;

/// What it prints, and its status.
const KNOWN_OUTPUT: &str = "12550188064212323 -2 1.500 -925925917592592\n";
const KNOWN_STATUS: i32 = 3;

/// Compilers of C++ for what others can't read.
const HOSTS: &[&str] = &["g++", "clang++"];

/// The standards, newest first, each with the older names of the same. Whoever accepts one accepts all that follow.
const C_STANDARDS: &[&str] = &["2y", "23", "2x", "17", "11", "99"];
const CXX_STANDARDS: &[&str] = &["++26", "++2c", "++23", "++2b", "++20", "++17", "++14", "++11"];

/// Gets to know a compiler. That it does not work is a fact, not an error.
pub fn probe(runner: &Runner, candidate: &Candidate, places: &Places) -> Result<Patient, Error> {
    probe_now(runner, candidate, places).map(|(patient, _)| patient)
}

/// The same, and whether it will still be true later: not if the machine was in trouble meanwhile.
pub(crate) fn probe_now(runner: &Runner, candidate: &Candidate, places: &Places) -> Result<(Patient, bool), Error> {
    let probe = Probe { runner, candidate, places, dir: runner.scratch().dir()?, trouble: Cell::new(false) };
    let patient = probe.all()?;
    Ok((patient, !probe.trouble.get()))
}

struct Probe<'a> {
    runner: &'a Runner,
    candidate: &'a Candidate,
    places: &'a Places,
    dir: ScratchDir,
    /// Whether the machine was in trouble.
    trouble: Cell<bool>,
}

/// Why a known program does not work.
struct Failure {
    reason: String,
    trouble: Option<Trouble>,
}

/// What the machine lacked. A compiler that can't be started is no trouble of the machine's.
fn trouble_of(ran: &Ran) -> Option<Trouble> {
    ran.trouble().filter(|trouble| *trouble != Trouble::Start)
}

impl Probe<'_> {
    fn all(&self) -> Result<Patient, Error> {
        let (version, asked) = self.version();
        let mut patient = Patient {
            candidate: self.candidate.clone(),
            facts: Facts {
                numbers: numbers(&version),
                triple: self.triple(&version),
                version,
                standards: Vec::new(),
                extensions: Vec::new(),
                modifiers: Vec::new(),
                host: self.host(),
                state: State::Broken(String::new()),
            },
        };
        let is_hosted = self.candidate.language == Language::Ispc;
        patient.facts.state = match asked {
            Ok(()) if is_hosted && patient.facts.host.is_none() => {
                let reason = "no compiler of C++ is here for the half with main: apt-get install g++";
                State::Broken(reason.to_owned())
            }
            Ok(()) => self.state(&patient)?,
            Err(reason) => State::Broken(reason),
        };
        if patient.works().is_ok() {
            patient.facts.standards = self.standards()?;
            patient.facts.extensions = self.extensions(&patient)?;
            patient.facts.modifiers = self.modifiers(&patient)?;
        }
        Ok(patient)
    }

    fn ask(&self, args: &[&str]) -> Ran {
        let ran = self.runner.run(&self.candidate.command(args, self.dir.path()).limits(Limits::COMPILE));
        self.note(trouble_of(&ran));
        ran
    }

    fn note(&self, trouble: Option<Trouble>) {
        self.trouble.set(self.trouble.get() || trouble.is_some());
    }

    fn check(&self, patient: &Patient, options: &Options) -> Result<Result<(), String>, Error> {
        Ok(check_in(self.runner, patient, options, &self.dir)?.map_err(|failure| {
            self.note(failure.trouble);
            failure.reason
        }))
    }

    /// Who compiles what it can't read itself.
    fn host(&self) -> Option<PathBuf> {
        let names = if self.candidate.language == Language::Ispc { HOSTS } else { &[] };
        names.iter().find_map(|name| self.places.program(name))
    }

    /// The first line of the version, and whether it could be asked.
    fn version(&self) -> (String, Result<(), String>) {
        let flag = if self.candidate.brand == Brand::Tcc { "-v" } else { "--version" };
        let ran = self.ask(&[flag]);
        let said = format!("{}{}", ran.stdout.text(), ran.stderr.text());
        let line = said.lines().next().unwrap_or_default().trim().to_owned();
        let asked = if ran.end.is_success() { Ok(()) } else { Err(complaint(&ran)) };
        (line, asked)
    }

    /// The triple as the compiler says it.
    fn triple(&self, version: &str) -> String {
        if self.candidate.brand == Brand::Tcc {
            // `tcc version 0.9.27 (x86_64 Linux)`
            let machine = version.rsplit_once('(').and_then(|(_, end)| end.split([' ', ')']).next());
            return machine.unwrap_or_default().to_owned();
        }
        let ran = self.ask(&["-dumpmachine"]);
        match (ran.end, self.candidate.language) {
            (End::Exit(0), _) => ran.stdout.text().trim().to_owned(),
            (_, Language::C | Language::Cxx) => String::new(),
            // These don't all know the question.
            (_, Language::Ispc | Language::Sycl) => Target::host().map_or(String::new(), |host| host.triple.to_owned()),
        }
    }

    /// Tries the known program in the ways it may run here.
    fn state(&self, patient: &Patient) -> Result<State, Error> {
        let mut reason = String::new();
        for (run, link) in self.ways(patient) {
            let patient = Patient {
                facts: Facts { state: State::Works { run, link }, ..patient.facts.clone() },
                ..patient.clone()
            };
            match self.check(&patient, &Options::of(Vec::new()))? {
                Ok(()) => return Ok(patient.facts.state),
                Err(why) if reason.is_empty() => reason = why,
                Err(_) => {}
            }
        }
        if reason.is_empty() {
            let emulator = Target::find(patient.target()).map_or("an emulator", |target| target.emulator);
            reason = format!("nothing here runs programs for {}: {emulator} is missing", patient.target());
        }
        Ok(State::Broken(reason))
    }

    /// The ways in which its programs may run: command words before them, and how they are linked. An emulated program starts
    /// faster if it is linked statically.
    fn ways(&self, patient: &Patient) -> Vec<(Vec<String>, Vec<String>)> {
        let dynamic = Vec::new;
        let fixed = || vec!["-static".to_owned()];
        if !self.candidate.run.is_empty() {
            return vec![(self.candidate.run.clone(), dynamic()), (self.candidate.run.clone(), fixed())];
        }
        let Some(target) = Target::find(patient.target()) else { return vec![(Vec::new(), dynamic())] };
        let mut ways = Vec::new();
        if target.may_run_here() {
            ways.extend([(Vec::new(), dynamic()), (Vec::new(), fixed())]);
        }
        if let Some(emulator) = self.places.program(target.emulator) {
            let emulator = emulator.display().to_string();
            let sysroot = target.sysroot().display().to_string();
            ways.push((vec![emulator.clone()], fixed()));
            ways.push((vec![emulator, "-L".to_owned(), sysroot], dynamic()));
        }
        ways
    }

    /// Whether a text is accepted. A builtin that it does not know must not pass for a function that is not declared: either that
    /// is an error, or the linker does not find it.
    fn accepts(&self, text: &str, flags: &[String]) -> Result<bool, Error> {
        let file = format!("accept.{}", self.candidate.language.extension());
        let text = format!("{text}int main(void) {{ return 0; }}\n");
        let source = self.dir.write(&file, text.as_bytes())?;
        let only: &[&str] = match (self.candidate.brand, self.candidate.language) {
            (Brand::Gcc | Brand::Clang | Brand::Zig, Language::C) => {
                &["-Werror=implicit-function-declaration", "-fsyntax-only"]
            }
            (Brand::Gcc | Brand::Clang | Brand::Zig, _) => &["-w", "-fsyntax-only"],
            (Brand::Tcc | Brand::Ispc | Brand::Other, _) => &["-w", "-o", "accept"],
        };
        let command = self.candidate.command(flags, self.dir.path()).args(only).arg(source);
        let ran = self.runner.run(&command);
        self.note(trouble_of(&ran));
        Ok(ran.end.is_success())
    }

    fn standards(&self) -> Result<Vec<String>, Error> {
        let names = match self.candidate.language {
            Language::C => C_STANDARDS,
            Language::Cxx | Language::Sycl => CXX_STANDARDS,
            Language::Ispc => &[],
        };
        for (at, name) in names.iter().enumerate() {
            if self.accepts("int x;\n", &[format!("-std=gnu{name}")])? {
                let older = names[at..].iter().rev();
                return Ok(older.flat_map(|name| [format!("c{name}"), format!("gnu{name}")]).collect());
            }
        }
        Ok(Vec::new())
    }

    /// All at once; one by one only if that fails.
    fn extensions(&self, patient: &Patient) -> Result<Vec<String>, Error> {
        let mut accepted = Vec::new();
        if self.candidate.language == Language::Ispc {
            return Ok(accepted);
        }
        for standard in ["", "c23"] {
            let rows: Vec<&Extension> = EXTENSIONS.iter().filter(|row| row.standard == standard).collect();
            let flags = match standard {
                "" => Vec::new(),
                _ => match patient.standard("gnu23") {
                    Some(flag) => vec![flag],
                    None => continue,
                },
            };
            self.extensions_among(&rows, &flags, &mut accepted)?;
        }
        Ok(accepted)
    }

    /// Halves the rows until each half is accepted or is one row.
    fn extensions_among(&self, rows: &[&Extension], flags: &[String], accepted: &mut Vec<String>) -> Result<(), Error> {
        let text: String = rows.iter().map(|row| format!("{}\n", row.program)).collect();
        if self.accepts(&text, flags)? {
            accepted.extend(rows.iter().map(|row| row.name.to_owned()));
        } else if rows.len() > 1 {
            let (first, second) = rows.split_at(rows.len() / 2);
            self.extensions_among(first, flags, accepted)?;
            self.extensions_among(second, flags, accepted)?;
        }
        Ok(())
    }

    fn modifiers(&self, patient: &Patient) -> Result<Vec<String>, Error> {
        let suits = |row: &&Modifier| {
            let on_target = row.on.is_empty() || row.on == patient.target();
            // What the configuration puts before programs is as a rule no emulator.
            let is_emulated = self.candidate.run.is_empty() && !patient.launcher().is_empty();
            on_target
                && !(row.is_native && is_emulated)
                && row.brands.contains(&patient.brand())
                && row.suits_processor()
        };
        let mut found = Vec::new();
        for row in MODIFIERS.iter().filter(suits) {
            let options = Options::parse("-O1").and([row.flag]);
            // What is never tried by itself is known to every version.
            if row.levels.is_empty() || self.check(patient, &options)?.is_ok() {
                found.push(row.flag.to_owned());
            }
        }
        Ok(found)
    }
}

impl Patient {
    /// Whether a small known program works with these options; if not, what is wrong. A compiler that rejects another program with
    /// such options has told us something about the options.
    pub fn check(&self, runner: &Runner, options: &Options) -> Result<Result<(), String>, Error> {
        Ok(check_in(runner, self, options, &runner.scratch().dir()?)?.map_err(|failure| failure.reason))
    }

    /// Whether it works with these options; that the machine is in trouble is an error.
    pub(crate) fn takes(&self, runner: &Runner, options: &Options) -> Result<bool, Error> {
        match check_in(runner, self, options, &runner.scratch().dir()?)? {
            Err(Failure { trouble: Some(trouble), .. }) => Err(in_trouble(&self.candidate, trouble)),
            checked => Ok(checked.is_ok()),
        }
    }
}

fn in_trouble(candidate: &Candidate, trouble: Trouble) -> Error {
    Error::at(&candidate.path)(std::io::Error::other(trouble.advice()))
}

/// The known program in a language: names of files and their texts.
fn known(language: Language) -> Vec<(&'static str, String)> {
    match language {
        Language::C => vec![("known.c", KNOWN.to_owned())],
        Language::Cxx => vec![("known.cpp", format!("{KNOWN_CXX}{KNOWN}"))],
        Language::Sycl => vec![("known.cpp", format!("{KNOWN_SYCL}{KNOWN_CXX}{KNOWN}"))],
        Language::Ispc => {
            let main = KNOWN.replace("return three;", "return below(three);");
            let driver = format!("extern \"C\" int below(int);\n{main}");
            vec![("known_driver.cpp", driver), ("known.ispc", KNOWN_ISPC.to_owned())]
        }
    }
}

fn check_in(
    runner: &Runner,
    patient: &Patient,
    options: &Options,
    dir: &ScratchDir,
) -> Result<Result<(), Failure>, Error> {
    let files = known(patient.language());
    let sources = files.iter().map(|(name, text)| dir.write(name, text.as_bytes())).collect::<Result<Vec<_>, _>>()?;
    let sources: Vec<&Path> = sources.iter().map(PathBuf::as_path).collect();
    let program = dir.path().join("known");
    // What an earlier try has left would do.
    let _ = std::fs::remove_file(&program);
    let (before, last) = patient.steps(&sources, options, &program);
    for step in before.iter().chain([&last]) {
        let compiled = runner.run(step);
        if !compiled.end.is_success() {
            return Ok(Err(Failure { reason: complaint(&compiled), trouble: trouble_of(&compiled) }));
        }
    }
    let ran = runner.run(&patient.run_program(&program));
    if ran.end == End::Exit(KNOWN_STATUS) && ran.stdout.text() == KNOWN_OUTPUT {
        return Ok(Ok(()));
    }
    let said = ran.stdout.text();
    let reason = match ran.end {
        End::Exit(KNOWN_STATUS) => format!("a small program printed {said:?} instead of {KNOWN_OUTPUT:?}"),
        _ => format!("a small program did not work: {}", complaint(&ran)),
    };
    Ok(Err(Failure { reason, trouble: trouble_of(&ran) }))
}

/// How something ended and what it said first that sounds like a reason.
fn complaint(ran: &Ran) -> String {
    let text = ran.stderr.text();
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let line = lines.clone().find(|line| line.contains("error")).or_else(|| lines.next());
    match line {
        Some(line) => format!("{}: {line}", ran.end.words()),
        None => ran.end.words(),
    }
}

impl Facts {
    /// The numbers of a version line.
    pub fn numbers_of(line: &str) -> Vec<u32> {
        numbers(line)
    }
}

/// The numbers of a version line: the first word that is nothing but digits and dots.
fn numbers(line: &str) -> Vec<u32> {
    let words = line.split([' ', '(', ')', '-', '~', '+', ',']);
    let is_version = |word: &&str| word.contains('.') && word.starts_with(|c: char| c.is_ascii_digit());
    // A package's own version may stand in parentheses before the compiler's.
    let outside: String = without_parentheses(line);
    let found = outside.split([' ', '-', '~', '+', ',']).find(|word| is_version(word)).map(str::to_owned);
    let found = found.or_else(|| words.clone().find(is_version).map(str::to_owned)).unwrap_or_default();
    found.split('.').map_while(|number| number.parse().ok()).collect()
}

fn without_parentheses(line: &str) -> String {
    let mut depth = 0_usize;
    line.chars()
        .filter(|c| {
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => return depth == 0,
            }
            false
        })
        .collect()
}

/// Runs one of the compiler's own questions, such as `--help=params`; what it printed.
pub(crate) fn question(runner: &Runner, candidate: &Candidate, args: &[&str]) -> Result<String, Error> {
    let dir = runner.scratch().dir()?;
    let limits = Limits { output: 1 << 22, ..Limits::COMPILE };
    let command: Command = candidate.command(args, dir.path()).limits(limits);
    let ran = runner.run(&command);
    match trouble_of(&ran) {
        Some(trouble) => Err(in_trouble(candidate, trouble)),
        None => Ok(ran.stdout.text().into_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read() {
        let lines: [(&str, &[u32]); 7] = [
            ("gcc-12 (Debian 12.2.0-14+deb12u1) 12.2.0", &[12, 2, 0]),
            ("gcc (GCC) 17.0.0 20261101 (experimental)", &[17, 0, 0]),
            ("Debian clang version 19.1.7 (3~deb12u1)", &[19, 1, 7]),
            ("clang version 24.0.0git (https://x.example/llvm 1.2)", &[24, 0]),
            ("tcc version 0.9.27 (x86_64 Linux)", &[0, 9, 27]),
            ("Ubuntu clang version 18.1.3 (1ubuntu1)", &[18, 1, 3]),
            ("no version", &[]),
        ];
        for (line, expected) in lines {
            assert_eq!(numbers(line), expected, "{line}");
        }
    }
}
