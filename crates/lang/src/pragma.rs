//! What a programmer may say to the optimizer about a loop, as a table.

use std::fmt;

macro_rules! pragmas {
    ($($(#[$doc:meta])* $variant:ident => $text:literal),* $(,)?) => {
        /// A row of the table of loop pragmas.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum PragmaKind { $($(#[$doc])* $variant),* }
        impl PragmaKind {
            /// Every row of the table.
            pub const ALL: &[PragmaKind] = &[$(PragmaKind::$variant),*];
            /// What follows `#pragma`; `#` stands for the number.
            pub fn text(self) -> &'static str {
                match self { $(PragmaKind::$variant => $text),* }
            }
        }
    };
}

pragmas! {
    /// Vectorize it.
    VectorizeEnable => "clang loop vectorize(enable)",
    /// Don't vectorize it.
    VectorizeDisable => "clang loop vectorize(disable)",
    /// Vectorize it with so many lanes.
    VectorizeWidth => "clang loop vectorize_width(#)",
    /// Vectorize its last iterations, too, with masks.
    VectorizePredicate => "clang loop vectorize_predicate(enable)",
    /// Interleave its iterations.
    InterleaveEnable => "clang loop interleave(enable)",
    /// Don't interleave its iterations.
    InterleaveDisable => "clang loop interleave(disable)",
    /// Interleave so many iterations.
    InterleaveCount => "clang loop interleave_count(#)",
    /// Unroll it.
    UnrollEnable => "clang loop unroll(enable)",
    /// Don't unroll it.
    UnrollDisable => "clang loop unroll(disable)",
    /// Unroll all of it.
    UnrollFull => "clang loop unroll(full)",
    /// Unroll it so many times.
    UnrollCount => "clang loop unroll_count(#)",
    /// Make several loops of it.
    DistributeEnable => "clang loop distribute(enable)",
    /// Unroll it so many times (GCC).
    GccUnroll => "GCC unroll #",
    /// Promises that no iteration depends on an earlier one in a way that forbids vectorizing (GCC).
    GccIvdep => "GCC ivdep",
    /// Don't vectorize it (GCC).
    GccNovector => "GCC novector",
    /// Promises that iterations may run at once in lanes (OpenMP).
    OmpSimd => "omp simd",
}

impl PragmaKind {
    /// Whether the row has a number.
    pub fn has_count(self) -> bool {
        self.text().contains('#')
    }

    /// Whether a compiler takes it for leave to do floating arithmetic in another order, as clang does.
    pub fn may_reorder(self) -> bool {
        use PragmaKind::*;
        matches!(self, VectorizeEnable | VectorizeWidth | VectorizePredicate | InterleaveEnable | InterleaveCount)
    }

    /// Whether a program for which it does not hold is undefined.
    pub fn is_promise(self) -> bool {
        matches!(self, PragmaKind::GccIvdep | PragmaKind::OmpSimd)
    }
}

/// A pragma of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Pragma {
    kind: PragmaKind,
    count: u32,
}

impl Pragma {
    /// A row with its number, which rows without one don't keep.
    pub fn new(kind: PragmaKind, count: u32) -> Pragma {
        Pragma { kind, count: if kind.has_count() { count } else { 0 } }
    }

    /// The row of the table.
    pub fn kind(self) -> PragmaKind {
        self.kind
    }

    /// The number, if the row has one.
    pub fn count(self) -> Option<u32> {
        self.kind.has_count().then_some(self.count)
    }

    /// The pragmas in what follows `#pragma` on a line; none if it has anything that the table has not.
    pub fn read(line: &str) -> Vec<Pragma> {
        const CLANG: &str = "clang loop ";
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        let read = match line.strip_prefix(CLANG) {
            // Several clauses may stand on one line.
            Some(clauses) => clauses
                .split_inclusive(')')
                .map(|clause| Pragma::read_one(&format!("{CLANG}{}", clause.split_whitespace().collect::<String>())))
                .collect(),
            None => Pragma::read_one(&line).map(|pragma| vec![pragma]),
        };
        read.unwrap_or_default()
    }

    fn read_one(text: &str) -> Option<Pragma> {
        PragmaKind::ALL.iter().find_map(|&kind| {
            let Some((before, after)) = kind.text().split_once('#') else {
                return (kind.text() == text).then_some(Pragma::new(kind, 0));
            };
            let number = text.strip_prefix(before)?.strip_suffix(after)?;
            let is_plain = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
            is_plain.then(|| number.parse().ok()).flatten().map(|count| Pragma::new(kind, count))
        })
    }
}

impl fmt::Display for Pragma {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#pragma {}", self.kind.text().replace('#', &self.count.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_reads_back() {
        for &kind in PragmaKind::ALL {
            let pragma = Pragma::new(kind, 4);
            let text = pragma.to_string();
            assert_eq!(Pragma::read(text.trim_start_matches("#pragma ")), [pragma], "{text}");
        }
    }

    #[test]
    fn several_clauses_and_unknown_ones() {
        let both = Pragma::read("clang  loop vectorize ( enable )  unroll_count(8)");
        assert_eq!(both, [Pragma::new(PragmaKind::VectorizeEnable, 0), Pragma::new(PragmaKind::UnrollCount, 8)]);
        for unknown in [
            "once",
            "clang loop",
            "clang loop vectorize(assume_safety)",
            "GCC unroll",
            "GCC unroll x",
            "omp simd safelen(4)",
        ] {
            assert_eq!(Pragma::read(unknown), [], "{unknown}");
        }
    }
}
