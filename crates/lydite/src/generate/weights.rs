//! The file of `--weights`: a TOML table of features and percentages.

use super::feature;
use crate::diagnostics;
use lydite_generate::Feature;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The greatest percentage that can be asked for.
pub const MOST: u32 = 10_000;

/// What a file looks like, for those who wrote something else.
const SHAPE: &str = "expected a line [weights] and below it features with percentages, such as vla = 300";

/// A line and what is wrong there.
type Mistake = (usize, String);

/// Reads a weights file.
pub fn read(path: &Path) -> Result<Vec<(Feature, u32)>, String> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("cannot read {}: {}", path.display(), diagnostics::reason(&error)))?;
    parse(&text).map_err(|(line, message)| format!("{}:{line}: {message}", path.display()))
}

/// The weights of a text in the order of their names, or the first mistake.
fn parse(text: &str) -> Result<Vec<(Feature, u32)>, Mistake> {
    let line = |at: usize| 1 + text.bytes().take(at).filter(|&byte| byte == b'\n').count();
    let file = DeTable::parse(text).map_err(|error| {
        let place = error.span().map_or(1, |span| line(span.start));
        (place, format!("not TOML: {}", error.message().lines().collect::<Vec<_>>().join(" ")))
    })?;
    let mut weights = None;
    for (name, value) in in_order(file.get_ref()) {
        let place = line(name.span().start);
        match value.get_ref().as_table() {
            Some(table) if name.get_ref() == "weights" => weights = Some(table),
            _ => return Err((place, format!("'{}' does not belong here: {SHAPE}", name.get_ref()))),
        }
    }
    let Some(weights) = weights else { return Err((1, format!("there are no weights: {SHAPE}"))) };
    let mut found = Vec::new();
    for (name, value) in in_order(weights) {
        let place = line(name.span().start);
        let feature = feature::find(name.get_ref()).map_err(|message| (place, message))?;
        let percent = percent(value.get_ref()).ok_or_else(|| {
            let written = match value.get_ref().as_table() {
                Some(_) => "a table",
                None => text.get(value.span()).unwrap_or_default().lines().next().unwrap_or_default(),
            };
            (place, format!("the weight of '{}' is {written}: expected a percentage from 0 to {MOST}", name.get_ref()))
        })?;
        found.push((feature, percent));
    }
    found.sort_by_key(|(feature, _)| feature.row().name);
    Ok(found)
}

/// The entries of a table as they stand in the file, so that the first mistake is the one that is told.
fn in_order<'a, 'i>(table: &'a DeTable<'i>) -> Vec<(&'a Spanned<std::borrow::Cow<'i, str>>, &'a Spanned<DeValue<'i>>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(name, _)| name.span().start);
    entries
}

fn percent(value: &DeValue) -> Option<u32> {
    let number = value.as_integer()?;
    u32::from_str_radix(number.as_str(), number.radix()).ok().filter(|percent| *percent <= MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read() {
        let weights = parse("# mine\n[weights]\nvla = 0\ngoto-backward = 300\n").expect("well-formed");
        assert_eq!(weights, [(Feature::GotoBackward, 300), (Feature::Vla, 0)]);
        assert_eq!(parse("weights = { vla = 1_000 }"), Ok(vec![(Feature::Vla, 1000)]));
        assert_eq!(parse("[weights]\n"), Ok(Vec::new()));
    }

    #[test]
    fn mistakes_have_their_line_and_say_what_is_expected() {
        for (text, line, word) in [
            ("[weights]\nvla = 3\nstrukt = 1\nzzz = 1\n", 3, "'struct'"),
            ("[weights]\nvla = -1\n", 2, "'vla' is -1: expected a percentage from 0 to 10000"),
            ("[weights]\n\nvla = 99999\n", 3, "'vla' is 99999: expected a percentage"),
            ("[weights]\nvla = \"often\"\n", 2, "'vla' is \"often\": expected a percentage"),
            ("[weights]\nvla = 1.5\n", 2, "'vla' is 1.5: expected a percentage"),
            ("[wieghts]\nvla = 1\n", 1, "'wieghts' does not belong here: expected a line [weights]"),
            ("\nvla = 1\n", 2, "'vla' does not belong here: expected a line [weights]"),
            ("weights = 3\n", 1, "expected a line [weights]"),
            ("[weights]\nvla = 1\n[more]\n", 3, "'more'"),
            ("[weights\n", 1, "not TOML"),
            ("[weights]\nvla = 1\nvla = 2\n", 3, "not TOML: duplicate key"),
            ("", 1, "there are no weights: expected a line [weights]"),
        ] {
            let (found, message) = parse(text).expect_err(text);
            assert!(found == line && message.contains(word), "{text:?}: {found}: {message}");
            assert!(!message.contains('\n'), "{message}");
        }
    }
}
