//! Features as arguments: looked up in the table, with the nearest name when there is none.

use crate::number;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use lydite_generate::{FEATURES, Feature};
use std::ffi::OsStr;

/// The feature of a name, or a message that says which name may have been meant.
pub fn find(name: &str) -> Result<Feature, String> {
    Feature::find(name).ok_or_else(|| {
        let hint = nearest(name).map_or(String::new(), |near| format!("; did you mean '{near}'?"));
        format!("no feature is called '{name}'{hint} (`lydite gen features` lists them)")
    })
}

/// The name in the table that is nearest to one that is not in it, if any is near.
fn nearest(name: &str) -> Option<&'static str> {
    let (distance, near) = FEATURES.iter().map(|row| (distance(name, row.name), row.name)).min()?;
    (distance <= 1 + name.chars().count() / 3).then_some(near)
}

/// How many characters must be added, removed or replaced to make one name the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

/// Reads a feature's name.
#[derive(Clone)]
pub struct Name;

impl TypedValueParser for Name {
    type Value = Feature;

    fn parse_ref(&self, command: &clap::Command, _: Option<&clap::Arg>, value: &OsStr) -> Result<Feature, clap::Error> {
        find(&value.to_string_lossy()).map_err(|message| refuse(command, &message))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(FEATURES.iter().map(|row| PossibleValue::new(row.name))))
    }
}

/// Reads `NAME=PERCENT`.
#[derive(Clone)]
pub struct Weighted;

impl TypedValueParser for Weighted {
    type Value = (Feature, u32);

    fn parse_ref(
        &self,
        command: &clap::Command,
        _: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<(Feature, u32), clap::Error> {
        let text = value.to_string_lossy();
        let parsed = match text.split_once('=') {
            Some((name, percent)) => {
                find(name).and_then(|feature| match number::value(percent).and_then(|n| u32::try_from(n).ok()) {
                    Some(percent) if percent <= super::weights::MOST => Ok((feature, percent)),
                    _ => Err(format!("--weight {text}: expected a percentage from 0 to {}", super::weights::MOST)),
                })
            }
            None => Err(format!("--weight {text}: expected NAME=PERCENT, such as vla=300")),
        };
        parsed.map_err(|message| refuse(command, &message))
    }
}

fn refuse(command: &clap::Command, message: &str) -> clap::Error {
    clap::Error::raw(ErrorKind::ValueValidation, format!("{message}\n")).with_cmd(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_suggested_and_nothing_far() {
        assert!(find("vla").is_ok());
        assert!(find("do_while").is_err_and(|message| message.contains("'do-while'")));
        assert!(find("bitfield").is_err_and(|message| message.contains("'bit-field'")));
        assert!(find("quantum").is_err_and(|message| !message.contains("did you mean")));
    }

    #[test]
    fn distances() {
        assert_eq!((distance("", "abc"), distance("abc", "")), (3, 3));
        assert_eq!((distance("abc", "abc"), distance("abc", "axc"), distance("abc", "bc")), (0, 1, 1));
    }
}
