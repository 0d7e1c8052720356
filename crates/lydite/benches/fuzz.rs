//! Mutated programs through the front end, the printer and the machine: nothing may panic, hang or overflow the stack.
//!
//! `cargo bench -p lydite --bench fuzz -- --seconds 600 [--seed N]`. The programs of `tests/` are preprocessed once, then
//! cut, repeated and mixed by token. What can still be read is printed back, which must read as the same text, and
//! run for a few steps. The program under way is kept in a file, so that even a crash leaves it behind.

#[path = "../tests/support.rs"]
mod support;

use lydite_cfront::{Error, Options};
use lydite_machine::Limits;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

/// CPU time after which one program counts as a hang.
const HANG: Duration = Duration::from_secs(20);
/// Stack of the thread that works: as much as the command line gives itself.
const STACK: usize = 1 << 30;

/// A small generator of random numbers: a seed gives the same programs again.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n.max(1) as u64) as usize
    }
}

/// Tokens that programs rarely have but parsers must know.
const RARE: &[&str] = &[
    "_Generic",
    "_Alignof",
    "_Atomic",
    "_BitInt(77)",
    "__int128",
    "__attribute__((packed))",
    "__attribute__((aligned(8)))",
    "__attribute__((vector_size(16)))",
    "typeof",
    "__auto_type",
    "&&",
    "?:",
    "...",
    "({",
    "})",
    "[*]",
    "_Static_assert",
    "__builtin_va_arg",
    "__builtin_offsetof",
    "__label__",
    "switch",
    "case",
    "default:",
    "goto",
    "asm(\"\")",
    "0x1p-3",
    "L\"x\"",
    "'\\377'",
    "18446744073709551615u",
    "typedef",
    "struct",
    "union",
    "enum",
    "static",
    "extern",
    "inline",
    "register",
    "->",
    "<<=",
    "sizeof",
    "void",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    ",",
    "*",
    "=",
    ":",
    "1e999",
    "\"\\x41\" u8\"b\"",
    "_Noreturn",
    "restrict",
];

/// Punctuators of several characters, longest first.
const PUNCTUATORS: &[&str] = &[
    "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=",
    "%=", "&=", "|=", "^=",
];

/// What sort of token this is: number, literal, word, or the punctuation itself by its role.
fn sort_of(token: &str) -> u8 {
    match token.as_bytes().first() {
        Some(b'0'..=b'9') => 1,
        Some(b'"' | b'\'') => 2,
        Some(b'a'..=b'z' | b'A'..=b'Z' | b'_') => 3,
        Some(b'+' | b'-' | b'*' | b'/' | b'%' | b'<' | b'>' | b'&' | b'|' | b'^' | b'=') => 4,
        Some(&byte) => byte,
        None => 0,
    }
}

/// Splits text into tokens, roughly; line markers are left out.
fn tokens(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut rest = line;
        while let Some(first) = rest.chars().next() {
            let word = |c: char| c.is_alphanumeric() || c == '_';
            let end = if first == '"' || first == '\'' {
                let mut escaped = false;
                let close = rest.char_indices().skip(1).find(|&(_, c)| {
                    let closes = c == first && !escaped;
                    escaped = c == '\\' && !escaped;
                    closes
                });
                close.map_or(rest.len(), |(i, c)| i + c.len_utf8())
            } else if word(first) {
                rest.find(|c| !(word(c) || c == '.' && first.is_ascii_digit())).unwrap_or(rest.len())
            } else {
                PUNCTUATORS.iter().find(|p| rest.starts_with(**p)).map_or(first.len_utf8(), |p| p.len())
            };
            if !first.is_whitespace() {
                found.push(rest[..end].to_owned());
            }
            rest = &rest[end..];
        }
    }
    found
}

fn mutate(dice: &mut Dice, corpus: &[Vec<String>]) -> String {
    let mut program = corpus[dice.below(corpus.len())].clone();
    let count = if dice.below(2) == 0 { 1 } else { 1 + dice.below(6) };
    for _ in 0..count {
        let at = dice.below(program.len());
        let len = 1 + dice.below(8).min(program.len().saturating_sub(at + 1));
        match dice.below(18) {
            0 => drop(program.drain(at..(at + len).min(program.len()))),
            1 => program.insert(at, RARE[dice.below(RARE.len())].to_owned()),
            2 => {
                let other = dice.below(program.len());
                program.swap(at, other);
            }
            3 => {
                let piece: Vec<String> = program[at..(at + len).min(program.len())].to_vec();
                let most = if dice.below(50) == 0 { 20_000 } else { 4 };
                let times = 1 + dice.below(most);
                let repeated: Vec<String> = piece.iter().cycle().take(piece.len() * times).cloned().collect();
                drop(program.splice(at..at, repeated));
            }
            4 => {
                let other = &corpus[dice.below(corpus.len())];
                let from = dice.below(other.len());
                let piece = other[from..(from + 12).min(other.len())].to_vec();
                drop(program.splice(at..(at + len).min(program.len()), piece));
            }
            5 => program.truncate(at),
            6 => program[at] = (dice.below(1 << 20) as i64 - 500).to_string(),
            7 => {
                let mut bytes = program[at].clone().into_bytes();
                let i = dice.below(bytes.len());
                if let Some(byte) = bytes.get_mut(i) {
                    *byte = dice.below(256) as u8;
                }
                program[at] = String::from_utf8_lossy(&bytes).into_owned();
            }
            8 => {
                let other = dice.below(program.len());
                program[at] = program[other].clone();
            }
            // Most often a token of the same sort, so that the program is often still one.
            _ => {
                let start = dice.below(program.len());
                let sort = sort_of(&program[at]);
                let similar =
                    (0..program.len()).map(|i| (start + i) % program.len()).find(|&i| sort_of(&program[i]) == sort);
                if let Some(other) = similar {
                    program[at] = program[other].clone();
                }
            }
        }
        if program.is_empty() {
            program.push(";".to_owned());
        }
    }
    program.join(" ")
}

/// What became of a program.
enum Fate {
    Refused,
    Accepted,
}

fn attempt(text: &str) -> Result<Fate, String> {
    let options = Options::default();
    let program = match lydite_cfront::parse_bytes(text.as_bytes(), "fuzz.c", &options) {
        Ok(program) => program,
        Err(Error::Syntax { .. } | Error::Unsupported { .. }) => return Ok(Fate::Refused),
        Err(other) => return Err(format!("an error about the surroundings: {other}")),
    };
    let printed = lydite_lang::print::program(&program);
    let again = lydite_cfront::parse_bytes(printed.as_bytes(), "printed.c", &options)
        .map_err(|error| format!("what was printed can't be read: {error}"))?;
    let twice = lydite_lang::print::program(&again);
    if printed != twice {
        let differs = printed.lines().zip(twice.lines()).find(|(a, b)| a != b);
        return Err(format!("printed twice, it differs: {differs:?}"));
    }
    let limits = Limits { steps: 20_000, memory: 8 << 20, ..Limits::default() };
    lydite_machine::run(&program, &limits);
    Ok(Fate::Accepted)
}

fn corpus() -> Vec<Vec<String>> {
    let mut files = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"), &mut files);
    let mut programs = Vec::new();
    for file in files {
        // Without the headers, whose declarations would be most of every program.
        let Ok(program) = lydite_cfront::parse_file(&file, &Options::default()) else { continue };
        programs.push(tokens(&lydite_lang::print::program(&program)));
        let mut command = Command::new("gcc");
        command.args(["-E", "-P"]).arg(&file);
        if programs.len() % 8 == 0
            && let Ok(ran) = support::run(&command, support::PATIENCE)
        {
            programs.push(tokens(&String::from_utf8_lossy(&ran.stdout)));
        }
    }
    programs.retain(|program| !program.is_empty());
    programs
}

fn collect(dir: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "c") {
            files.push(path);
        }
    }
    files.sort();
}

fn number(name: &str, usual: u64) -> u64 {
    let mut arguments = std::env::args().skip_while(|argument| argument != name);
    arguments.nth(1).and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn campaign() -> ExitCode {
    let seconds = number("--seconds", 60);
    let seed = number("--seed", 1);
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let current = dir.join("fuzz-current.c");
    let corpus = corpus();
    if corpus.is_empty() {
        eprintln!("fuzz: no programs to start from");
        return ExitCode::from(2);
    }
    std::panic::set_hook(Box::new(|info| eprintln!("{info}")));
    let mut dice = Dice(seed);
    let (mut done, mut accepted, mut failures) = (0u64, 0u64, 0u64);
    let start = Instant::now();
    let mut shown = start;
    while start.elapsed() < Duration::from_secs(seconds) && failures < 20 {
        let text = mutate(&mut dice, &corpus);
        if std::fs::write(&current, &text).is_err() {
            eprintln!("fuzz: {} can't be written", current.display());
            return ExitCode::from(2);
        }
        let before = support::own_cpu();
        let fate = std::panic::catch_unwind(AssertUnwindSafe(|| attempt(&text)));
        let took = support::own_cpu() - before;
        let complaint = match fate {
            Err(_) => Some("a panic".to_owned()),
            Ok(Err(complaint)) => Some(complaint),
            Ok(Ok(_)) if took > HANG => Some(format!("it took {:.1} s", took.as_secs_f64())),
            Ok(Ok(Fate::Accepted)) => {
                accepted += 1;
                None
            }
            Ok(Ok(Fate::Refused)) => None,
        };
        if let Some(complaint) = complaint {
            failures += 1;
            let kept = dir.join(format!("fuzz-failure-{seed}-{failures}.c"));
            let _ = std::fs::write(&kept, &text);
            println!("FAILURE: {complaint}: {}", kept.display());
        }
        done += 1;
        if shown.elapsed() > Duration::from_secs(10) {
            shown = Instant::now();
            eprintln!(
                "{:.0} s: {done} programs, {accepted} of them accepted, {failures} failures",
                start.elapsed().as_secs_f64()
            );
        }
    }
    println!(
        "{done} programs in {:.0} s, {accepted} of them accepted: {failures} failures",
        start.elapsed().as_secs_f64()
    );
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn main() -> ExitCode {
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(campaign);
    worker.ok().and_then(|worker| worker.join().ok()).unwrap_or(ExitCode::FAILURE)
}
