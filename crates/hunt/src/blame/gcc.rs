//! GCC: the flags, passes and counters that hide a bug.

use super::{Blame, Subject, Tried, least};

/// How far to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// Flags only: some ten compilations.
    Flags,
    /// Passes and counters too: some hundred; for small programs.
    Passes,
}

/// Flags without which a program means something else, or that do not change its code.
const KEEP: &[&str] = &[
    "signed-zeros",
    "trapping-math",
    "math-errno",
    "fp-int-builtin-inexact",
    "asynchronous-unwind-tables",
    "unwind-tables",
    "exceptions",
    "stack-clash-protection",
    "semantic-interposition",
    "short-enums",
    "signed-char",
    "pic",
    "pie",
    "plt",
];

/// How many flags may be needed at once.
const MOST_FLAGS: usize = 4;

pub fn blame(depth: Depth, subject: &mut dyn Subject) -> Blame {
    let said = subject.ask(&["-Q".to_owned(), "--help=optimizers".to_owned()]);
    let flags = enabled(&said);
    let hidden_by = smallest(&flags, subject);
    let (mut passes, mut counters) = (Vec::new(), Vec::new());
    if depth == Depth::Passes {
        let all = switched_on(&subject.ask(&["-fdump-passes".to_owned()]));
        hiding(subject, &all, &|pass| format!("-fdisable-{pass}"), &mut passes);
        // What makes it wrong comes after what only prepares for it.
        passes.reverse();
        let all = counter_names(&subject.ask(&["-fdbg-cnt-list".to_owned()]));
        hiding(subject, &all, &|counter| format!("-fdbg-cnt={counter}:0"), &mut counters);
    }
    let mut sentence = match (hidden_by.is_empty(), passes.first()) {
        (true, None) => "No flag, pass or counter that the compiler offers hides it.".to_owned(),
        (true, Some(pass)) => format!("Right without the pass {pass} (-fdisable-{pass})."),
        (false, _) => format!("Right with {}.", hidden_by.join(" ")),
    };
    if !hidden_by.is_empty() && !passes.is_empty() {
        sentence.push_str(&format!(" Each of these passes alone hides it when disabled: {}.", passes.join(", ")));
    }
    if !counters.is_empty() {
        sentence.push_str(&format!(" So does a zero counter (-fdbg-cnt=NAME:0): {}.", counters.join(", ")));
    }
    Blame { passes, hidden_by, counters, sentence }
}

/// Those that hide it alone. If several together do not, none of them does; otherwise each half is tried.
fn hiding(subject: &mut dyn Subject, all: &[String], flag: &dyn Fn(&str) -> String, found: &mut Vec<String>) {
    if all.is_empty() {
        return;
    }
    let extra: Vec<String> = all.iter().map(|name| flag(name)).collect();
    match (subject.try_with(&extra), all) {
        (Tried::Fails, _) | (Tried::Unclear, [_]) => {}
        (Tried::Passes, [one]) => found.push(one.clone()),
        // Not every pass can be done without.
        _ => {
            let (first, second) = all.split_at(all.len() / 2);
            hiding(subject, first, flag, found);
            hiding(subject, second, flag, found);
        }
    }
}

/// The flags `-fx` that are on, as `-fno-x`.
fn enabled(said: &str) -> Vec<String> {
    said.lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            let (flag, state) = (words.next()?, words.next()?);
            let name = flag.strip_prefix("-f").filter(|n| !n.contains('='))?;
            (state == "[enabled]" && !KEEP.contains(&name)).then(|| format!("-fno-{name}"))
        })
        .collect()
}

/// The passes that are on, such as `tree-ccp1`.
fn switched_on(said: &str) -> Vec<String> {
    let named = |line: &str| {
        let (name, state) = line.split_once(':')?;
        let name = name.trim();
        let known = ["tree-", "rtl-", "ipa-"].iter().any(|kind| name.starts_with(kind));
        (known && !name.contains('*') && state.trim() == "ON").then(|| name.to_owned())
    };
    said.lines().filter_map(named).collect()
}

fn counter_names(said: &str) -> Vec<String> {
    let rows = said.lines().skip_while(|line| !line.starts_with("---")).skip(1);
    rows.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

/// A few flags that hide it together: the last one needed of all, then the last one needed beside it, and so on.
fn smallest(flags: &[String], subject: &mut dyn Subject) -> Vec<String> {
    let mut chosen: Vec<String> = Vec::new();
    if flags.is_empty() || subject.try_with(flags) != Tried::Passes {
        return chosen;
    }
    let mut most = flags.len();
    while chosen.len() < MOST_FLAGS {
        let n = least(most, &mut |n| {
            let with: Vec<String> = chosen.iter().chain(&flags[..n]).cloned().collect();
            subject.try_with(&with) == Tried::Passes
        });
        chosen.push(flags[n - 1].clone());
        if subject.try_with(&chosen) == Tried::Passes {
            break;
        }
        most = n - 1;
        if most == 0 {
            break;
        }
    }
    if subject.try_with(&chosen) != Tried::Passes {
        return Vec::new();
    }
    // None that is not needed.
    let mut i = 0;
    while i < chosen.len() && chosen.len() > 1 {
        let rest: Vec<String> = chosen.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, f)| f.clone()).collect();
        if subject.try_with(&rest) == Tried::Passes { chosen = rest } else { i += 1 }
    }
    chosen.sort();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A compiler that is right if all of some flags are given.
    struct Fake {
        needed: Vec<&'static str>,
        calls: usize,
    }

    impl Subject for Fake {
        fn try_with(&mut self, extra: &[String]) -> Tried {
            self.calls += 1;
            let right = self.needed.iter().all(|n| extra.iter().any(|e| e == n))
                || extra.iter().any(|e| e == "-fdisable-tree-vrp2" || e == "-fdbg-cnt=match:0");
            match right {
                // This pass can't be done without.
                _ if extra.iter().any(|e| e == "-fdisable-tree-cfg") => Tried::Unclear,
                true => Tried::Passes,
                false => Tried::Fails,
            }
        }
        fn ask(&mut self, extra: &[String]) -> String {
            match extra[0].as_str() {
                "-Q" => {
                    let mut text =
                        "The following options control optimizations:\n  -O<number>\n  -falign-loops=  16:11:8\n"
                            .to_owned();
                    for i in 0..100 {
                        text.push_str(&format!(
                            "  -fflag{i}    \t[{}]\n",
                            if i % 3 == 0 { "disabled" } else { "enabled" }
                        ));
                    }
                    text + "  -fsigned-zeros \t[enabled]\n"
                }
                "-fdump-passes" => {
                    "*warn :  ON\n   tree-cfg  :  ON\n   tree-vrp2  :  ON\n   tree-sra : OFF\n  ipa-cp : ON\n"
                        .to_owned()
                }
                _ => "  counter name  value\n-----\n  ccp  0  unset\n  match  0  unset\n".to_owned(),
            }
        }
    }

    #[test]
    fn one_flag() {
        let mut fake = Fake { needed: vec!["-fno-flag31"], calls: 0 };
        let found = blame(Depth::Flags, &mut fake);
        assert_eq!(found.hidden_by, ["-fno-flag31"]);
        assert!(fake.calls < 15, "{}", fake.calls);
        assert_eq!(found.key(), "-fno-flag31");
    }

    #[test]
    fn several_flags_and_passes() {
        let mut fake = Fake { needed: vec!["-fno-flag7", "-fno-flag50", "-fno-flag98"], calls: 0 };
        let found = blame(Depth::Passes, &mut fake);
        assert_eq!(found.hidden_by, ["-fno-flag50", "-fno-flag7", "-fno-flag98"]);
        assert_eq!((found.passes, found.counters), (vec!["tree-vrp2".to_owned()], vec!["match".to_owned()]));
    }

    #[test]
    fn nothing_helps() {
        let found = blame(Depth::Flags, &mut Fake { needed: vec!["-fno-signed-zeros"], calls: 0 });
        assert!(!found.is_known());
        assert_eq!(found.key(), "no optional pass");
    }
}
