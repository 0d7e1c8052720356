//! The tokens of a C text: enough of a lexer to count them, to compare texts and to cut them at sensible places.

use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// An identifier or keyword.
    Word,
    /// A number.
    Number,
    /// A string or character literal, with its prefix.
    Literal,
    /// An operator or separator.
    Mark,
    /// A preprocessor line.
    Directive,
}

/// A token and where it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    pub range: Range<usize>,
}

/// Operators of more than one character, longest first.
const MARKS: &[&str] = &[
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=", "/=", "%=", "+=",
    "-=", "&=", "^=", "|=", "##",
];

fn is_word(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'_' || c == b'$' || c >= 0x80
}

/// The tokens of a text, comments and white space left out; anything odd is a token of its own.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    let mut line_start = true;
    while at < bytes.len() {
        let c = bytes[at];
        if c == b'\n' {
            line_start = true;
            at += 1;
            continue;
        }
        if c.is_ascii_whitespace() || c == 0x0b {
            at += 1;
            continue;
        }
        if let Some(end) = comment_end(bytes, at) {
            at = end;
            continue;
        }
        let (kind, end) =
            if c == b'#' && line_start { (Kind::Directive, line_end(bytes, at)) } else { token(text, at) };
        line_start = false;
        found.push(Token { kind, range: at..end });
        at = end;
    }
    found
}

fn comment_end(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = &bytes[at..];
    if rest.starts_with(b"//") {
        return Some(line_end(bytes, at));
    }
    if rest.starts_with(b"/*") {
        let close = rest[2..].windows(2).position(|w| w == b"*/");
        return Some(close.map_or(bytes.len(), |i| at + i + 4));
    }
    None
}

/// The end of a line and of those joined to it.
fn line_end(bytes: &[u8], mut at: usize) -> usize {
    loop {
        match bytes[at..].iter().position(|&b| b == b'\n') {
            None => return bytes.len(),
            Some(i) if bytes[at..at + i].ends_with(b"\\") => at += i + 1,
            Some(i) => return at + i,
        }
    }
}

fn token(text: &str, at: usize) -> (Kind, usize) {
    let bytes = text.as_bytes();
    let c = bytes[at];
    if c.is_ascii_digit() || c == b'.' && bytes.get(at + 1).is_some_and(u8::is_ascii_digit) {
        let mut end = at + 1;
        while end < bytes.len() {
            let exponent = matches!(bytes[end], b'+' | b'-') && matches!(bytes[end - 1], b'e' | b'E' | b'p' | b'P');
            if !(is_word(bytes[end]) || bytes[end] == b'.' || exponent && !text[at..end].starts_with("0x")) {
                break;
            }
            end += 1;
        }
        return (Kind::Number, end);
    }
    if is_word(c) {
        let end = bytes[at..].iter().position(|&b| !is_word(b)).map_or(bytes.len(), |i| at + i);
        if bytes.get(end).is_some_and(|b| matches!(b, b'"' | b'\'')) && matches!(&text[at..end], "L" | "u" | "U" | "u8")
        {
            return (Kind::Literal, literal_end(bytes, end));
        }
        return (Kind::Word, end);
    }
    if matches!(c, b'"' | b'\'') {
        return (Kind::Literal, literal_end(bytes, at));
    }
    let length = MARKS.iter().find(|mark| text[at..].starts_with(**mark)).map_or(1, |mark| mark.len());
    (Kind::Mark, at + length)
}

/// The end of a literal that starts with a quote here; one that is not closed ends with its line.
fn literal_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'\n' => return at,
            c if c == bytes[start] => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        tokens(text).into_iter().map(|t| &text[t.range]).collect()
    }

    #[test]
    fn tokens_of_everything() {
        assert_eq!(
            texts("#include <a.h>\nint x=-1.5e-3f; // c\n/* \n */ s->m<<=L\"a\\\"b\"+'\\'';"),
            [
                "#include <a.h>",
                "int",
                "x",
                "=",
                "-",
                "1.5e-3f",
                ";",
                "s",
                "->",
                "m",
                "<<=",
                "L\"a\\\"b\"",
                "+",
                "'\\''",
                ";"
            ]
        );
    }

    #[test]
    fn bad_texts_end() {
        for text in ["\"abc", "'", "/*", "#", "\\", "a\\\n", "\"\\", "é€", "#x\\"] {
            assert!(tokens(text).last().is_none_or(|t| t.range.end <= text.len()), "{text:?}");
        }
    }
}
