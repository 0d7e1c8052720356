//! Which part of a compiler is to blame.
//!
//! LLVM can be told after how many passes to stop transforming, so the first pass that makes the program wrong is found
//! by halving. GCC offers flags for its optimisations, switches for its passes and counters inside them; the
//! smallest set of flags without which the program is right is found by halving, and so are passes and counters that hide it alone.

mod gcc;
mod llvm;

pub use gcc::Depth;

use serde::{Deserialize, Serialize};

/// Whether the bug shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tried {
    /// It does.
    Fails,
    /// It does not: all is well.
    Passes,
    /// Something else happened.
    Unclear,
}

/// A bug that can be tried again with more arguments to the compiler.
pub trait Subject {
    /// Compiles and runs with arguments after the usual ones.
    fn try_with(&mut self, extra: &[String]) -> Tried;
    /// What the compiler writes when it compiles with arguments after the usual ones: standard output, then standard error.
    fn ask(&mut self, extra: &[String]) -> String;
}

/// How a compiler is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// LLVM's limit on the number of passes.
    OptBisect,
    /// GCC's flags, passes and counters.
    GccFlags,
    /// Not at all.
    None,
}

/// What is to blame.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Blame {
    /// The pass or passes, the last one first.
    #[serde(default)]
    pub passes: Vec<String>,
    /// Arguments that hide the bug.
    #[serde(default)]
    pub hidden_by: Vec<String>,
    /// Counters inside the passes that hide it when they are zero.
    #[serde(default)]
    pub counters: Vec<String>,
    /// A sentence for people.
    pub sentence: String,
}

impl Blame {
    /// What tells it from others.
    pub fn key(&self) -> String {
        match (self.passes.first(), self.hidden_by.is_empty()) {
            (_, false) => self.hidden_by.join(" "),
            (Some(pass), true) => without_number(pass).to_owned(),
            (None, true) => "no optional pass".to_owned(),
        }
    }

    /// Whether something was found.
    pub fn is_known(&self) -> bool {
        !self.passes.is_empty() || !self.hidden_by.is_empty()
    }

    fn unknown(sentence: &str) -> Blame {
        Blame { sentence: sentence.to_owned(), ..Blame::default() }
    }
}

/// Finds what is to blame for a bug that shows without further arguments.
pub fn blame(method: Method, depth: Depth, subject: &mut dyn Subject) -> Blame {
    match method {
        Method::OptBisect => llvm::blame(subject),
        Method::GccFlags => gcc::blame(depth, subject),
        Method::None => Blame::unknown("This compiler does not say what it does."),
    }
}

/// `fre3` is one of several runs of `fre`.
fn without_number(pass: &str) -> &str {
    pass.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// The least `n` in `1..=most` for which `test` holds, if it holds for `most` and does not for 0; and for all above if for one.
fn least(most: usize, test: &mut dyn FnMut(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, most);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if test(middle) { high = middle } else { low = middle }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halving_finds_the_least() {
        for wanted in 1..=40 {
            let mut calls = 0;
            let found = least(40, &mut |n| {
                calls += 1;
                n >= wanted
            });
            assert_eq!(found, wanted);
            assert!(calls <= 6);
        }
    }

    #[test]
    fn runs_of_one_pass_have_one_key() {
        let of = |pass: &str| Blame { passes: vec![pass.into()], ..Blame::default() }.key();
        assert_eq!(of("tree-fre1"), of("tree-fre5"));
        assert_ne!(of("tree-fre1"), of("tree-pre"));
    }
}
