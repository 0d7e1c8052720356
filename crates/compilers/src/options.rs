//! Sets of options: levels, modifiers, and what they imply.

use crate::patient::{Brand, Language, Patient};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// A level of optimisation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// The flag.
    pub flag: &'static str,
    /// Who has it.
    pub brands: &'static [Brand],
}

const ALL: &[Brand] = &[Brand::Gcc, Brand::Clang, Brand::Tcc, Brand::Zig, Brand::Ispc, Brand::Other];
const MOST: &[Brand] = &[Brand::Gcc, Brand::Clang, Brand::Zig, Brand::Ispc];
const BOTH: &[Brand] = &[Brand::Gcc, Brand::Clang, Brand::Zig];
const LLVM: &[Brand] = &[Brand::Clang, Brand::Zig];

/// The levels, in canonical order. `-Ofast` is not among them: it gives up the standard's arithmetic.
pub const LEVELS: &[Level] = &[
    Level { flag: "-O0", brands: ALL },
    Level { flag: "-O1", brands: MOST },
    Level { flag: "-O2", brands: MOST },
    Level { flag: "-O3", brands: BOTH },
    Level { flag: "-Os", brands: BOTH },
    Level { flag: "-Og", brands: &[Brand::Gcc] },
    Level { flag: "-Oz", brands: LLVM },
];

/// Something beside the level that changes how a program is compiled but not what it means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Modifier {
    /// What people write.
    pub flag: &'static str,
    /// What goes with it.
    pub implied: &'static [&'static str],
    /// Who has it.
    pub brands: &'static [Brand],
    /// The target that it is for; every one if empty.
    pub on: &'static str,
    /// The target of what is made with it; the same if empty.
    pub makes: &'static str,
    /// The levels at which it is tried by itself.
    pub levels: &'static [&'static str],
    /// What the processor must have.
    pub needs: &'static [&'static str],
    /// Whether it is only for programs that need no emulator. Linkers for other machines crash now and then when clang's plugin
    /// optimises a static program, and sanitizers don't expect to be emulated.
    pub is_native: bool,
}

/// What a row does not say.
const USUAL: Modifier =
    Modifier { flag: "", implied: &[], brands: BOTH, on: "", makes: "", levels: &[], needs: &[], is_native: false };

/// The modifiers, in canonical order. Which of them work is probed for each compiler.
pub const MODIFIERS: &[Modifier] = &[
    Modifier {
        flag: "-m32",
        implied: &["-msse2", "-mfpmath=sse"],
        on: "x86_64",
        makes: "i686",
        levels: &["-O0", "-O2", "-O3"],
        ..USUAL
    },
    Modifier { flag: "-march=native", implied: &["-ffp-contract=off"], on: "x86_64", levels: &["-O2", "-O3"], ..USUAL },
    Modifier {
        flag: "-march=x86-64-v3",
        implied: &["-ffp-contract=off"],
        on: "x86_64",
        levels: &["-O3"],
        needs: &["avx2", "fma", "bmi1", "bmi2", "movbe", "lzcnt"],
        ..USUAL
    },
    Modifier { flag: "-flto", brands: &[Brand::Gcc, Brand::Clang], levels: &["-O2", "-O3"], is_native: true, ..USUAL },
    Modifier {
        flag: "-fsanitize=address,undefined",
        implied: &["-fno-sanitize-recover=all", "-fno-omit-frame-pointer"],
        levels: &["-O0", "-O1", "-O2"],
        is_native: true,
        ..USUAL
    },
    Modifier { flag: "-fPIC", ..USUAL },
    Modifier { flag: "-g", ..USUAL },
    Modifier { flag: "-fwrapv", ..USUAL },
    Modifier { flag: "-fno-builtin", ..USUAL },
];

impl Modifier {
    /// The modifier that people write so.
    pub fn find(flag: &str) -> Option<&'static Modifier> {
        MODIFIERS.iter().find(|row| row.flag == flag)
    }

    /// Whether the processor has what it needs.
    pub(crate) fn suits_processor(&self) -> bool {
        self.needs.is_empty() || {
            let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
            let flags: Vec<&str> =
                info.lines().find(|line| line.starts_with("flags")).unwrap_or("").split(' ').collect();
            // The kernel has an older name for one of them.
            let has = |need: &&str| flags.contains(need) || (*need == "lzcnt" && flags.contains(&"abm"));
            self.needs.iter().all(has)
        }
    }
}

/// One set of options.
///
/// What people write is its name, in canonical order: level, modifiers, the rest as written. What the compiler gets is more where
/// a modifier implies something.
#[derive(Clone, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Options {
    words: Vec<String>,
    label: Option<String>,
}

impl Options {
    /// A set from what people write, such as `-O2 -m32`.
    pub fn parse(text: &str) -> Options {
        Options::of(text.split_whitespace().map(str::to_owned).collect())
    }

    /// A set from words.
    pub fn of(mut words: Vec<String>) -> Options {
        words.sort_by_key(|word| rank(word));
        let first_of_its_kind = |at: usize, word: &String| rank(word) == LAST || !words[..at].contains(word);
        let words = words.iter().enumerate().filter(|(at, word)| first_of_its_kind(*at, word));
        Options { words: words.map(|(_, word)| word.clone()).collect(), label: None }
    }

    /// The same set under a name of its own.
    pub fn named(mut self, name: &str) -> Options {
        self.label = Some(name.to_owned());
        self
    }

    /// The same set with more words.
    pub fn and<W: Into<String>>(&self, more: impl IntoIterator<Item = W>) -> Options {
        Options::of(self.words.iter().cloned().chain(more.into_iter().map(Into::into)).collect())
    }

    /// Its name: the words, unless it has one of its own.
    pub fn name(&self) -> String {
        self.label.clone().unwrap_or_else(|| self.words.join(" "))
    }

    /// The words, without what is implied.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// What the compiler gets.
    pub fn flags(&self) -> Vec<String> {
        let implied = |word: &String| Modifier::find(word).map_or(&[][..], |row| row.implied);
        let each = |word: &String| {
            std::iter::once(word.clone()).chain(implied(word).iter().map(ToString::to_string)).collect::<Vec<_>>()
        };
        self.words.iter().flat_map(each).collect()
    }

    /// The target of what is made with it, if it changes the compiler's.
    pub fn target(&self) -> Option<&'static str> {
        self.retargeting().map(|row| row.makes).next()
    }

    /// The same for a compiler whose own target is known: what is for another one changes nothing.
    pub fn target_on(&self, own: &str) -> Option<&'static str> {
        self.retargeting().find(|row| row.on == own).map(|row| row.makes)
    }

    fn retargeting(&self) -> impl Iterator<Item = &'static Modifier> {
        self.words.iter().filter_map(|word| Modifier::find(word)).filter(|row| !row.makes.is_empty())
    }

    /// The level of optimisation.
    pub fn level(&self) -> Option<&str> {
        self.words.iter().map(String::as_str).find(|word| LEVELS.iter().any(|level| level.flag == *word))
    }

    /// Whether programs made with it report on themselves.
    pub fn is_sanitized(&self) -> bool {
        self.words.iter().any(|word| word.starts_with("-fsanitize="))
    }
}

const LAST: usize = usize::MAX;

/// Where a word stands.
fn rank(word: &str) -> usize {
    let level = LEVELS.iter().position(|level| level.flag == word);
    level.or_else(|| MODIFIERS.iter().position(|row| row.flag == word).map(|at| LEVELS.len() + at)).unwrap_or(LAST)
}

impl Ord for Options {
    fn cmp(&self, other: &Options) -> Ordering {
        let key = |options: &Options| {
            let ranks: Vec<usize> = options.words.iter().map(|word| rank(word)).collect();
            let (level, others) = ranks.split_first().map_or((LAST, &[][..]), |(first, rest)| (*first, rest));
            (others.to_vec(), level)
        };
        (key(self), &self.words, &self.label).cmp(&(key(other), &other.words, &other.label))
    }
}

impl PartialOrd for Options {
    fn partial_cmp(&self, other: &Options) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl std::fmt::Display for Options {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name())
    }
}

impl From<String> for Options {
    fn from(text: String) -> Options {
        Options::parse(&text)
    }
}

impl From<Options> for String {
    fn from(options: Options) -> String {
        options.words.join(" ")
    }
}

impl Patient {
    /// The levels that it has, in canonical order.
    pub fn levels(&self) -> Vec<Options> {
        // A compiler of SYCL is as a rule a clang by another name.
        let brand = match (self.brand(), self.language()) {
            (Brand::Other, Language::Sycl) => Brand::Clang,
            (brand, _) => brand,
        };
        let has = |level: &&Level| level.brands.contains(&brand);
        LEVELS.iter().filter(has).map(|level| Options::parse(level.flag)).collect()
    }

    /// The levels, then every modifier that works, at the levels where it is worth trying.
    pub fn option_sets(&self) -> Vec<Options> {
        let works = |row: &&Modifier| self.facts.modifiers.iter().any(|name| name == row.flag);
        let mut all = self.levels();
        for row in MODIFIERS.iter().filter(works) {
            all.extend(row.levels.iter().map(|level| Options::parse(level).and([row.flag])));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_one_spelling() {
        let spelt = ["-m32 -O2 -fx -fy", "-O2 -m32 -fx -fy", "-fx -O2 -m32 -fy -m32"];
        for text in spelt {
            assert_eq!(Options::parse(text).name(), "-O2 -m32 -fx -fy");
        }
        let set = Options::parse("-O2 -m32");
        assert_eq!(set.flags(), ["-O2", "-m32", "-msse2", "-mfpmath=sse"]);
        assert_eq!((set.target(), set.level()), (Some("i686"), Some("-O2")));
        assert_eq!((set.target_on("x86_64"), set.target_on("aarch64")), (Some("i686"), None));
        assert_eq!(Options::parse(&set.name()), set);
        assert_eq!(set.and(["-O2", "-flto"]).name(), "-O2 -m32 -flto");
    }

    #[test]
    fn words_that_repeat_are_kept_where_order_matters() {
        let set = Options::parse("-O1 -mllvm -a -mllvm -b");
        assert_eq!(set.flags(), ["-O1", "-mllvm", "-a", "-mllvm", "-b"]);
    }

    #[test]
    fn plain_levels_come_first() {
        let mut sets: Vec<Options> = ["-O0 -m32", "-O3", "-O2 -flto", "-O0", "-Os"].map(Options::parse).into();
        sets.sort();
        let names: Vec<String> = sets.iter().map(Options::name).collect();
        assert_eq!(names, ["-O0", "-O3", "-Os", "-O0 -m32", "-O2 -flto"]);
    }

    #[test]
    fn modifiers_speak_of_known_levels_and_targets() {
        for row in MODIFIERS {
            assert!(row.levels.iter().all(|level| LEVELS.iter().any(|known| known.flag == *level)), "{}", row.flag);
            for target in [row.on, row.makes].into_iter().filter(|target| !target.is_empty()) {
                assert!(crate::Target::find(target).is_some_and(|found| found.name == target), "{}", row.flag);
            }
        }
    }
}
