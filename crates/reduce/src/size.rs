//! The total order of texts.

use crate::token::{Kind, tokens};
use std::cmp::Ordering;

/// What an `#include` counts, so that the few declarations it is needed for are smaller.
const HEADER: usize = 100;

/// How large a text is: tokens count first, then bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Size {
    /// Its tokens; a minus sign of a constant is part of it, the words of a preprocessor line count, and an
    /// `#include` counts as a hundred.
    pub tokens: usize,
    /// Its bytes.
    pub bytes: usize,
}

impl Size {
    /// The size of a text.
    pub fn of(text: &str) -> Size {
        let all = tokens(text);
        let mut count = 0;
        for (i, token) in all.iter().enumerate() {
            let own = &text[token.range.clone()];
            count += match token.kind {
                // A header is much more than its name.
                Kind::Directive if own.contains("include") => HEADER,
                Kind::Directive => own.split_ascii_whitespace().count(),
                // Otherwise a negative value could never take the place of a variable.
                Kind::Number if i > 1 && &text[all[i - 1].range.clone()] == "-" => {
                    let before = &all[i - 2];
                    let is_sign = match before.kind {
                        Kind::Mark => !matches!(&text[before.range.clone()], ")" | "]" | "}"),
                        Kind::Word => &text[before.range.clone()] == "return",
                        _ => false,
                    };
                    usize::from(!is_sign)
                }
                _ => 1,
            };
        }
        Size { tokens: count, bytes: text.len() }
    }
}

/// A text with its size, ordered: fewer tokens, then fewer bytes, then the text itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sized {
    pub size: Size,
    pub text: String,
}

impl Sized {
    pub(crate) fn new(text: String) -> Sized {
        Sized { size: Size::of(&text), text }
    }
}

impl PartialOrd for Sized {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Sized {
    fn cmp(&self, other: &Self) -> Ordering {
        self.size.cmp(&other.size).then_with(|| self.text.cmp(&other.text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_belong_to_constants() {
        assert_eq!(Size::of("x = -5;").tokens, 4);
        assert_eq!(Size::of("return -5;").tokens, 3);
        assert_eq!(Size::of("x - 5").tokens, 3);
        assert_eq!(Size::of("(x) - 5").tokens, 5);
    }

    #[test]
    fn tokens_then_bytes_then_text() {
        let order = ["int b;", "long a;", "long b;", "int a = 1;"].map(|t| Sized::new(t.to_owned()));
        assert!(order.is_sorted());
    }
}
