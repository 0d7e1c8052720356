//! How much of one program is in another, measured as the tool `sim` does: the share of its tokens that are in runs of
//! at least 24 which the other has, too.

use std::collections::HashSet;

/// The shortest run that counts.
const RUN: usize = 24;

/// What tokens are compared by.
#[derive(Clone, Copy, PartialEq)]
pub enum By {
    /// Their kind: any name is like any other, and any number; this is what `sim` does.
    Kind,
    /// Their text.
    Text,
}

/// The keywords that are not names.
pub const KEYWORDS: &[&str] = &[
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern", "float",
    "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed", "sizeof",
    "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while",
];

/// The tokens of a text without comments.
pub fn tokens(text: &str, by: By) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let (len, alike) = match rest[0] {
            byte if byte.is_ascii_whitespace() => (1, Some("")),
            b'/' if rest.starts_with(b"/*") => (text[at..].find("*/").map_or(rest.len(), |end| end + 2), Some("")),
            b'"' | b'\'' => {
                let quote = rest[0];
                let mut end = 1;
                while end < rest.len() && rest[end] != quote {
                    end += if rest[end] == b'\\' { 2 } else { 1 };
                }
                ((end + 1).min(rest.len()), Some("\""))
            }
            byte if byte.is_ascii_digit() => {
                let is_number = |byte: &u8| is_word(byte) || *byte == b'.';
                (rest.iter().take_while(|byte| is_number(byte)).count(), Some("0"))
            }
            byte if is_word(&byte) => {
                let len = rest.iter().take_while(|byte| is_word(byte)).count();
                let is_keyword = KEYWORDS.binary_search(&&text[at..at + len]).is_ok();
                (len, (!is_keyword).then_some("x"))
            }
            _ => (1, None),
        };
        let end = (at + len).min(bytes.len());
        match alike {
            Some("") => {}
            Some(alike) if by == By::Kind => tokens.push(alike),
            _ => tokens.push(text.get(at..end).unwrap_or("?")),
        }
        at = end;
    }
    tokens
}

/// The share of the tokens of `new` that are also in `old`, of one.
pub fn share(old: &str, new: &str, by: By) -> f64 {
    let (old, new) = (tokens(old, by), tokens(new, by));
    if new.is_empty() {
        return 1.0;
    }
    if old.len().min(new.len()) < RUN {
        return f64::from(u8::from(old == new));
    }
    let known: HashSet<&[&str]> = old.windows(RUN).collect();
    let mut covered = 0;
    let mut kept = 0;
    for (start, run) in new.windows(RUN).enumerate() {
        if known.contains(run) {
            kept += (start + RUN) - covered.max(start);
            covered = start + RUN;
        }
    }
    kept as f64 / new.len() as f64
}
