//! LLVM: the number of the pass that makes it wrong.

use super::{Blame, Subject, Tried, least};

fn limit(n: i64) -> Vec<String> {
    vec!["-mllvm".to_owned(), format!("-opt-bisect-limit={n}")]
}

/// One line: `BISECT: running pass (12) instcombine on func_1`, also with `NOT running`.
struct Line<'a> {
    number: usize,
    pass: &'a str,
    place: &'a str,
}

fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    text.lines().filter_map(|line| {
        let (_, rest) = line.split_once("BISECT: ")?;
        let (_, rest) = rest.split_once("running pass (")?;
        let (number, rest) = rest.split_once(") ")?;
        let (pass, place) = rest.split_once(" on ").unwrap_or((rest, ""));
        Some(Line { number: number.parse().ok()?, pass: pass.trim(), place: place.trim() })
    })
}

pub fn blame(subject: &mut dyn Subject) -> Blame {
    let said = subject.ask(&limit(-1));
    let Some(all) = lines(&said).map(|l| l.number).max() else {
        return Blame::unknown("The compiler does not number its passes.");
    };
    if subject.try_with(&limit(0)) != Tried::Passes {
        return Blame::unknown("It is wrong without any optional pass: the front end or code generation.");
    }
    let number = least(all, &mut |n| subject.try_with(&limit(n as i64)) == Tried::Fails);
    if subject.try_with(&limit(number as i64 - 1)) != Tried::Passes {
        return Blame::unknown("With fewer passes it is wrong in another way.");
    }
    let said = subject.ask(&limit(number as i64));
    let Some(line) = lines(&said).find(|l| l.number == number) else {
        return Blame::unknown("The pass that makes it wrong has no name.");
    };
    Blame {
        passes: vec![line.pass.to_owned()],
        sentence: format!(
            "Wrong from pass {number} of {all} on: {} on {} (-mllvm -opt-bisect-limit={number}; right with {}).",
            line.pass,
            line.place,
            number - 1
        ),
        ..Blame::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A compiler of so many passes, wrong from one of them on.
    struct Fake {
        all: usize,
        wrong_from: usize,
    }

    impl Fake {
        fn number(extra: &[String]) -> i64 {
            extra[1].rsplit('=').next().and_then(|n| n.parse().ok()).expect("a limit")
        }
    }

    impl Subject for Fake {
        fn try_with(&mut self, extra: &[String]) -> Tried {
            if Fake::number(extra) >= self.wrong_from as i64 { Tried::Fails } else { Tried::Passes }
        }
        fn ask(&mut self, extra: &[String]) -> String {
            let limit = Fake::number(extra);
            (1..=self.all)
                .map(|n| {
                    let not = if limit >= 0 && n as i64 > limit { "NOT " } else { "" };
                    format!("BISECT: {not}running pass ({n}) pass{} on f (x)\n", n % 7)
                })
                .collect()
        }
    }

    #[test]
    fn the_pass_is_found() {
        let found = blame(&mut Fake { all: 412, wrong_from: 101 });
        assert_eq!(found.passes, ["pass3"]);
        assert!(found.sentence.contains("pass 101 of 412"), "{}", found.sentence);
    }

    #[test]
    fn wrong_from_the_start_is_no_pass() {
        assert!(!blame(&mut Fake { all: 412, wrong_from: 0 }).is_known());
    }
}
