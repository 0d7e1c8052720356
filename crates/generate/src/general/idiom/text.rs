//! The words of a sketch: text to tokens, with alternatives drawn on the way.
//!
//! `«a¦b¦c»` stands for one of its alternatives; they may be nested, and the first is the simplest.

use lydite_choices::Choices;

const PUNCTUATION: [&str; 22] = [
    "<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "->", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=",
    "|=", "^=", "«",
];

/// The tokens of a text.
pub fn tokens(text: &'static str, c: &mut Choices) -> Vec<&'static str> {
    let mut out = Vec::with_capacity(text.len() / 2);
    add_tokens(text, c, &mut out);
    out
}

fn add_tokens(text: &'static str, c: &mut Choices, out: &mut Vec<&'static str>) {
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else { return };
        if first == '«' {
            let (options, after) = alternatives(&rest['«'.len_utf8()..]);
            rest = after;
            let chosen = options[c.index(options.len())];
            add_tokens(chosen, c, out);
            continue;
        }
        let len = if first.is_ascii_alphanumeric() || first == '_' {
            rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len())
        } else {
            PUNCTUATION.iter().find(|p| rest.starts_with(**p)).map_or(first.len_utf8(), |p| p.len())
        };
        out.push(&rest[..len]);
        rest = &rest[len..];
    }
}

/// The alternatives up to the matching `»`, and what follows it.
fn alternatives(text: &'static str) -> (Vec<&'static str>, &'static str) {
    let mut options = Vec::new();
    let (mut depth, mut from) = (0, 0);
    for (at, ch) in text.char_indices() {
        match ch {
            '«' => depth += 1,
            '¦' if depth == 0 => {
                options.push(&text[from..at]);
                from = at + ch.len_utf8();
            }
            '»' if depth == 0 => {
                options.push(&text[from..at]);
                return (options, &text[at + ch.len_utf8()..]);
            }
            '»' => depth -= 1,
            _ => {}
        }
    }
    options.push(&text[from..]);
    (options, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternatives_nest_and_leave_the_rest() {
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..200 {
            let mut c = Choices::from_seed(seed);
            seen.insert(tokens("a <<= «b¦«c¦d»+1»;", &mut c).join(" "));
        }
        let expected = ["a <<= b ;", "a <<= c + 1 ;", "a <<= d + 1 ;"];
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), expected);
    }
}
