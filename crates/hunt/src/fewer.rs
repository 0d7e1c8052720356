//! Fewer options and fewer choices that still show a bug, before the program itself is made smaller.

use crate::case::Case;
use lydite_choices::{Choices, Recording, shrink};
use lydite_compilers::Options;
use lydite_generate::{Generated, generate_with};

/// A set of options without the words that are not needed: none of those left can be taken away alone.
///
/// What decides for which target a program is made, and what makes it report on itself, stays; so does the level.
pub fn options(all: &Options, shows: &mut dyn FnMut(&Options) -> bool) -> Options {
    let mut units = units(all);
    let of = |units: &[Vec<String>]| Options::of(units.concat());
    let removable = |unit: &[String]| {
        let alone = Options::of(unit.to_vec());
        alone.level().is_none() && alone.target().is_none() && !alone.is_sanitized()
    };
    // All at once first: most bugs need no flag.
    let needed: Vec<Vec<String>> = units.iter().filter(|unit| !removable(unit)).cloned().collect();
    if needed.len() == units.len() {
        return all.clone();
    }
    if units.len() - needed.len() > 1 && shows(&of(&needed)) {
        return of(&needed);
    }
    let mut changed = true;
    while changed {
        changed = false;
        // The last word first, so that what is left keeps its place.
        for at in (0..units.len()).rev().filter(|&at| removable(&units[at])).collect::<Vec<_>>() {
            let mut fewer = units.clone();
            fewer.remove(at);
            if shows(&of(&fewer)) {
                units = fewer;
                changed = true;
            }
        }
    }
    of(&units)
}

/// Words that only have a meaning with the word after them.
const PREFIXES: &[&str] = &["-mllvm", "--param", "-Xclang", "-include", "-I", "-D"];

/// The words of options, with those together that belong together.
fn units(options: &Options) -> Vec<Vec<String>> {
    let mut units: Vec<Vec<String>> = Vec::new();
    let mut is_open = false;
    for word in options.words() {
        match units.last_mut() {
            Some(unit) if is_open => unit.push(word.clone()),
            _ => units.push(vec![word.clone()]),
        }
        is_open = !is_open && PREFIXES.contains(&word.as_str());
    }
    units
}

/// A program of fewer choices that still shows a bug, with at most so many tests; `None` if there is none or nothing made it.
pub fn choices(case: &Case, tests: usize, shows: &mut dyn FnMut(&Case) -> bool) -> Option<Case> {
    let recipe = case.recipe.as_ref().filter(|_| tests > 0)?;
    let first = recipe.make().ok()?;
    let mut best: Option<(Recording, Case)> = None;
    let smallest = shrink(&first.recording, tests, &mut |recording| {
        let choices = Choices::replay_minimal(recording);
        let made: Generated = generate_with(&recipe.options(), choices, "").ok()?;
        let case = Case { recipe: None, ..recipe.case(&made) };
        shows(&case).then(|| {
            best = Some((made.recording.clone(), case));
            made.recording
        })
    });
    // The last that was shown may have been no smaller than the best.
    match best {
        Some((recording, case)) if recording.same_choices(&smallest) => Some(case),
        _ if smallest.same_choices(&first.recording) => None,
        _ => {
            let made = generate_with(&recipe.options(), Choices::replay_minimal(&smallest), "").ok()?;
            let case = Case { recipe: None, ..recipe.case(&made) };
            shows(&case).then_some(case)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::Recipe;

    fn fewest(all: &str, needed: &[&str]) -> (String, usize) {
        let mut asked = 0;
        let found = options(&Options::parse(all), &mut |options| {
            asked += 1;
            let name = options.name();
            needed.iter().all(|word| name.contains(word))
        });
        (found.name(), asked)
    }

    #[test]
    fn only_the_needed_words_stay() {
        assert_eq!(fewest("-O2 -fa -fb -fc -fd", &["-fb", "-fd"]).0, "-O2 -fb -fd");
        assert_eq!(fewest("-O2 -mllvm -a=1 -mllvm -b=2", &["-b=2"]).0, "-O2 -mllvm -b=2");
        assert_eq!(fewest("-O3 -fa -fb", &[]), ("-O3".to_owned(), 1), "all at once");
    }

    #[test]
    fn level_target_and_sanitizers_stay() {
        assert_eq!(fewest("-O2", &[]), ("-O2".to_owned(), 0));
        assert_eq!(fewest("-O2 -m32 -fa", &[]).0, "-O2 -m32");
        assert_eq!(fewest("-O1 -fsanitize=address,undefined", &[]).1, 0);
    }

    #[test]
    fn fewer_choices_make_a_smaller_program() {
        let recipe = Recipe {
            version: None,
            family: "general".to_owned(),
            seed: 7,
            size: 1_000,
            target: "x86_64".to_owned(),
            language: lydite_compilers::Language::C,
            standard: "gnu17".to_owned(),
            all_paths: false,
            split: false,
            opaque: false,
            without: Vec::new(),
        };
        let case = recipe.case(&recipe.make().expect("a program"));
        let small = choices(&case, 60, &mut |case| case.text().contains("for (")).expect("smaller");
        assert!(small.bytes() < case.bytes() && small.text().contains("for ("));
        assert_eq!(choices(&case, 0, &mut |_| true), None);
        assert_eq!(choices(&Case { recipe: None, ..case }, 60, &mut |_| true), None);
    }
}
