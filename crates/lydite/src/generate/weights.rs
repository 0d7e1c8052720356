//! The file of `--weights`: a TOML table of features and percentages.

use super::feature;
use lydite_generate::Feature;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use toml::Spanned;

/// The greatest percentage that can be asked for.
pub const MOST: u32 = 10_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    weights: BTreeMap<Spanned<String>, u32>,
}

/// Reads a weights file.
pub fn read(path: &Path) -> Result<Vec<(Feature, u32)>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    parse(&text).map_err(|(line, message)| format!("{}:{line}: {message}", path.display()))
}

/// The weights of a text, or the line of a mistake and what it is.
fn parse(text: &str) -> Result<Vec<(Feature, u32)>, (usize, String)> {
    let line = |at: usize| 1 + text.bytes().take(at).filter(|&byte| byte == b'\n').count();
    let file: File = toml::from_str(text).map_err(|error| {
        let place = error.span().map_or(1, |span| line(span.start));
        (place, error.message().lines().collect::<Vec<_>>().join(" "))
    })?;
    let mut weights = Vec::new();
    for (name, percent) in file.weights {
        let place = line(name.span().start);
        let feature = feature::find(name.get_ref()).map_err(|message| (place, message))?;
        if percent > MOST {
            return Err((place, format!("{percent} is not a percentage from 0 to {MOST}")));
        }
        weights.push((feature, percent));
    }
    Ok(weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read() {
        let weights = parse("# mine\n[weights]\nvla = 0\ngoto-backward = 300\n").expect("well-formed");
        assert!(weights.contains(&(Feature::Vla, 0)) && weights.contains(&(Feature::GotoBackward, 300)));
        assert_eq!(weights.len(), 2);
    }

    #[test]
    fn mistakes_have_their_line() {
        let mistake = |text: &str| parse(text).expect_err(text);
        let (line, message) = mistake("[weights]\nvla = 3\nstrukt = 1\n");
        assert!(line == 3 && message.contains("'struct'"), "{line}: {message}");
        assert!(mistake("[weights]\nvla = -1\n").0 == 2);
        assert!(mistake("[weights]\n\nvla = 99999\n").0 == 3);
        assert!(mistake("[weights]\nvla = \"often\"\n").0 == 2);
        assert!(mistake("[wieghts]\nvla = 1\n").1.contains("wieghts"));
        assert!(mistake("[weights\n").0 == 1);
        assert!(!mistake("").1.is_empty());
    }
}
