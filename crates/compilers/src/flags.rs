//! Random flags: those that the compiler itself lists, without those that change what a program means.

mod refused;

use crate::error::Error;
use crate::options::{LEVELS, Options};
use crate::patient::{Brand, Patient};
use crate::probe::question;
use crate::run::runner::Runner;
use refused::{GCC_PARAMS, GCC_SWITCHES, LLVM_NUMBERS, LLVM_SWITCHES, LLVM_TARGETS};
use serde::{Deserialize, Serialize};

/// A flag and what it may be set to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Flag {
    /// The words that set it, one entry for each setting.
    settings: Vec<Vec<String>>,
}

impl Flag {
    /// `-fname` and `-fno-name`.
    fn switch(name: &str) -> Flag {
        Flag::of([format!("-f{name}"), format!("-fno-{name}")])
    }

    /// One word for each setting.
    fn of(words: impl IntoIterator<Item = String>) -> Flag {
        Flag { settings: words.into_iter().map(|word| vec![word]).collect() }
    }

    /// One word for each setting, handed through clang to LLVM.
    fn llvm(words: impl IntoIterator<Item = String>) -> Flag {
        Flag { settings: words.into_iter().map(|word| vec!["-mllvm".to_owned(), word]).collect() }
    }

    /// What it may be set to: the words of each setting.
    pub fn settings(&self) -> &[Vec<String>] {
        &self.settings
    }
}

/// The flags of one compiler that may be used at random.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Flags {
    flags: Vec<Flag>,
}

impl Flags {
    /// Asks a compiler for its flags, and which of them it takes.
    pub fn read(runner: &Runner, patient: &Patient) -> Result<Flags, Error> {
        let ask = |args: &[&str]| question(runner, &patient.candidate, args);
        let listed = match patient.brand() {
            Brand::Gcc => {
                let mut flags = gcc_switches(&ask(&["-Q", "-O2", "--help=optimizers"])?);
                flags.extend(gcc_params(&ask(&["-Q", "-O2", "--help=params"])?));
                flags
            }
            Brand::Clang | Brand::Zig => {
                let help = ask(&["-mllvm", "--help-list-hidden", "-x", "c", "-c", "/dev/null", "-o", "/dev/null"])?;
                llvm_flags(&help, patient.target())
            }
            Brand::Tcc | Brand::Ispc | Brand::Other => Vec::new(),
        };
        let mut flags = Vec::new();
        taken(runner, patient, &listed, &mut flags)?;
        Ok(Flags { flags })
    }

    /// Every flag, in the compiler's order.
    pub fn all(&self) -> &[Flag] {
        &self.flags
    }

    /// Draws options: a level that optimises and so many flags. `draw(n)` gives a number below `n`; the same numbers give the
    /// same options. With no flags there is only the level.
    pub fn draw(&self, count: usize, draw: &mut dyn FnMut(usize) -> usize) -> Options {
        let levels: Vec<&str> = LEVELS[1..4].iter().map(|level| level.flag).collect();
        let mut words = vec![pick(&levels, draw).map_or("-O2", |level| *level).to_owned()];
        let mut left: Vec<&Flag> = self.flags.iter().collect();
        for _ in 0..count {
            if left.is_empty() {
                break;
            }
            let flag = left.remove(draw(left.len()).min(left.len() - 1));
            words.extend(pick(flag.settings(), draw).into_iter().flatten().cloned());
        }
        Options::of(words)
    }
}

fn pick<'a, T>(from: &'a [T], draw: &mut dyn FnMut(usize) -> usize) -> Option<&'a T> {
    let last = from.len().checked_sub(1)?;
    from.get(draw(from.len()).min(last))
}

/// Keeps the flags that the compiler takes in every setting: all at once, or by halves.
fn taken(runner: &Runner, patient: &Patient, flags: &[Flag], kept: &mut Vec<Flag>) -> Result<(), Error> {
    if flags.is_empty() {
        return Ok(());
    }
    let most = flags.iter().map(|flag| flag.settings.len()).max().unwrap_or(0);
    let mut all_right = true;
    for setting in 0..most {
        let words = flags.iter().filter_map(|flag| flag.settings.get(setting)).flatten().cloned();
        let options = Options::of(std::iter::once("-O2".to_owned()).chain(words).collect());
        all_right = all_right && patient.takes(runner, &options)?;
    }
    match (all_right, flags.len()) {
        (true, _) => kept.extend(flags.iter().cloned()),
        (false, 1) => {}
        (false, count) => {
            let (first, second) = flags.split_at(count / 2);
            taken(runner, patient, first, kept)?;
            taken(runner, patient, second, kept)?;
        }
    }
    Ok(())
}

/// Whether a name is refused: one that ends in `*` refuses what begins so.
fn is_refused(name: &str, table: &[&str]) -> bool {
    table.iter().any(|row| match row.strip_suffix('*') {
        Some(beginning) => name.starts_with(beginning),
        None => name == *row,
    })
}

/// The switches among `-Q --help=optimizers`: lines such as `  -fgcse  [enabled]`, and those with a few words to choose from.
fn gcc_switches(text: &str) -> Vec<Flag> {
    let flag = |line: &str| {
        let mut words = line.split_whitespace();
        let name = words.next()?.strip_prefix("-f")?;
        let state = words.next().unwrap_or_default();
        if let Some((name, choices)) = name.strip_suffix(']').and_then(|name| name.split_once("=[")) {
            let settings = choices.split('|').map(|choice| format!("-f{name}={choice}"));
            return (!is_refused(name, GCC_SWITCHES)).then(|| Flag::of(settings));
        }
        let plain = !name.contains('=') && !name.starts_with("no-") && matches!(state, "[enabled]" | "[disabled]");
        (plain && !is_refused(name, GCC_SWITCHES)).then(|| Flag::switch(name))
    };
    text.lines().filter_map(flag).collect()
}

/// The parameters among `-Q --help=params`: lines such as `  --param=max-unroll-times=<0,9>  8`.
fn gcc_params(text: &str) -> Vec<Flag> {
    let flag = |line: &str| {
        let mut words = line.split_whitespace();
        let (name, range) = words.next()?.strip_prefix("--param=")?.split_once('=')?;
        if is_refused(name, GCC_PARAMS) {
            return None;
        }
        if let Some(choices) = range.strip_prefix('[').and_then(|range| range.strip_suffix(']')) {
            return Some(Flag::of(choices.split('|').map(|choice| format!("--param={name}={choice}"))));
        }
        let usual: i64 = words.next()?.parse().ok()?;
        let bounds = range.strip_prefix('<').and_then(|range| range.strip_suffix('>')?.split_once(','));
        let bounds = bounds.and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
        let settings = numbers_around(usual, bounds.unwrap_or((0, i64::MAX)));
        Some(Flag::of(settings.into_iter().map(|number| format!("--param={name}={number}"))))
    };
    text.lines().filter_map(flag).collect()
}

/// Numbers that a parameter may be set to. Far more than usual could make a compiler take for ever, which would be no bug.
fn numbers_around(usual: i64, (low, high): (i64, i64)) -> Vec<i64> {
    let mut numbers: Vec<i64> =
        [low, 0, 1, 2, usual / 2, usual, usual.saturating_mul(2), usual.saturating_mul(4)].into();
    if high <= usual.saturating_mul(4).saturating_add(16) {
        numbers.push(high);
    }
    numbers.retain(|number| (low..=high).contains(number));
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// The options among `-mllvm --help-list-hidden` that are known to change no meaning: lines such as `  --enable-gvn-sink  - …`.
fn llvm_flags(text: &str, target: &str) -> Vec<Flag> {
    let of_another = |word: &str| {
        LLVM_TARGETS.iter().any(|(prefix, targets)| word.starts_with(prefix) && !targets.contains(&target))
    };
    let flag = |line: &str| {
        let word = line.split_whitespace().next()?.strip_prefix('-')?.trim_start_matches('-');
        if of_another(word) {
            return None;
        }
        match word.split_once('=') {
            None if LLVM_SWITCHES.contains(&word) => {
                Some(Flag::llvm([format!("-{word}=true"), format!("-{word}=false")]))
            }
            Some((name, "<uint>" | "<int>" | "<number>" | "<ulong>")) => {
                let row = LLVM_NUMBERS.iter().find(|row| row.0 == name)?;
                Some(Flag::llvm(row.1.iter().map(|number| format!("-{name}={number}"))))
            }
            _ => None,
        }
    };
    text.lines().filter_map(flag).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(flags: &[Flag]) -> Vec<String> {
        flags.iter().flat_map(Flag::settings).map(|setting| setting.join(" ")).collect()
    }

    #[test]
    fn what_gcc_lists_is_read() {
        let text = "The following options control optimizations:\n  -O<number>\n  -fgcse \t[enabled]\n  -ffast-math \t\n  \
                    -fassociative-math \t[disabled]\n  -fira-region=[one|all|mixed] \tone\n  -falign-loops= \t16\n  \
                    -ftrapv \t[disabled]\n  -fno-threadsafe-statics \t[available in C++]\n";
        let expected = ["-fgcse", "-fno-gcse", "-fira-region=one", "-fira-region=all", "-fira-region=mixed"];
        assert_eq!(words(&gcc_switches(text)), expected);
        let text = "  --param=max-unroll-times= \t8\n  --param=max-combine-insns=<2,4> \t4\n  --param=ggc-min-expand= \t30\n  \
                    --param=vrp1-mode=[vrp|ranger] \tvrp\n";
        let params = words(&gcc_params(text));
        let numbers = [0, 1, 2, 4, 8, 16, 32].map(|number| format!("--param=max-unroll-times={number}"));
        let combine = [2, 4].map(|number| format!("--param=max-combine-insns={number}"));
        assert_eq!(params[..7], numbers);
        assert_eq!(params[7..9], combine);
        assert!(params.iter().all(|word| !word.contains("ggc")));
    }

    #[test]
    fn what_llvm_lists_is_read() {
        let text = "  --enable-gvn-hoist      - Enable it\n  --enable-unsafe-fp-math - Do not\n  --unroll-count=<uint> - Use\n  \
                    --aarch64-enable-ccmp - Of another target\n";
        let flags = llvm_flags(text, "x86_64");
        assert_eq!(words(&flags)[..2], ["-mllvm -enable-gvn-hoist=true", "-mllvm -enable-gvn-hoist=false"]);
        assert!(words(&flags).iter().all(|word| !word.contains("unsafe")));
        assert_eq!(flags.len(), 2);
        assert_eq!(llvm_flags(text, "aarch64").len(), 3);
    }

    #[test]
    fn the_same_numbers_draw_the_same_options() {
        let flags = Flags { flags: vec![Flag::switch("gcse"), Flag::switch("ivopts"), Flag::of(["-fx=1".to_owned()])] };
        let drawn = |count, numbers: &[usize]| {
            let mut numbers = numbers.iter().copied();
            flags.draw(count, &mut |below| numbers.next().unwrap_or(0) % below).name()
        };
        assert_eq!(drawn(2, &[1, 1, 1, 0, 0]), "-O2 -fno-ivopts -fgcse");
        assert_eq!(drawn(9, &[]), "-O1 -fgcse -fivopts -fx=1", "no flag twice");
        assert_eq!(Flags::default().draw(3, &mut |_| 0).name(), "-O1");
        let beyond = flags.draw(1, &mut |below| below + 7);
        assert_eq!(beyond.name(), "-O3 -fx=1", "a number out of range is the last one");
    }
}
