//! The table of the character classes of the C locale.

/// A function of `<ctype.h>`.
#[derive(Debug, Clone, Copy)]
pub struct CtypeFunction {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub action: CtypeAction,
}

/// What a function of `<ctype.h>` does with a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CtypeAction {
    /// Says whether it has this class (one of the bits of [`class_bits`]).
    Test(u16),
    /// Gives the corresponding lower-case letter.
    Lower,
    /// Gives the corresponding upper-case letter.
    Upper,
}

/// Capital letters.
pub const UPPER: u16 = 0x0100;
/// Small letters.
pub const LOWER: u16 = 0x0200;
/// Letters.
pub const ALPHA: u16 = 0x0400;
/// Decimal digits.
pub const DIGIT: u16 = 0x0800;
/// Hexadecimal digits.
pub const XDIGIT: u16 = 0x1000;
/// White space.
pub const SPACE: u16 = 0x2000;
/// Printing characters, the space among them.
pub const PRINT: u16 = 0x4000;
/// Printing characters but the space.
pub const GRAPH: u16 = 0x8000;
/// Space and tab.
pub const BLANK: u16 = 0x0001;
/// Control characters.
pub const CNTRL: u16 = 0x0002;
/// Printing characters that are neither letters, digits nor the space.
pub const PUNCT: u16 = 0x0004;
/// Letters and digits.
pub const ALNUM: u16 = 0x0008;

/// The table of functions.
pub const CTYPE: &[CtypeFunction] = &[
    CtypeFunction { name: "isalnum", action: CtypeAction::Test(ALNUM) },
    CtypeFunction { name: "isalpha", action: CtypeAction::Test(ALPHA) },
    CtypeFunction { name: "isblank", action: CtypeAction::Test(BLANK) },
    CtypeFunction { name: "iscntrl", action: CtypeAction::Test(CNTRL) },
    CtypeFunction { name: "isdigit", action: CtypeAction::Test(DIGIT) },
    CtypeFunction { name: "isgraph", action: CtypeAction::Test(GRAPH) },
    CtypeFunction { name: "islower", action: CtypeAction::Test(LOWER) },
    CtypeFunction { name: "isprint", action: CtypeAction::Test(PRINT) },
    CtypeFunction { name: "ispunct", action: CtypeAction::Test(PUNCT) },
    CtypeFunction { name: "isspace", action: CtypeAction::Test(SPACE) },
    CtypeFunction { name: "isupper", action: CtypeAction::Test(UPPER) },
    CtypeFunction { name: "isxdigit", action: CtypeAction::Test(XDIGIT) },
    CtypeFunction { name: "tolower", action: CtypeAction::Lower },
    CtypeFunction { name: "toupper", action: CtypeAction::Upper },
];

/// The end-of-file value, which every function takes and none counts as a character.
pub const EOF: i32 = -1;

/// Finds a function by its name, also as a builtin.
pub fn find(name: &str) -> Option<&'static CtypeFunction> {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    CTYPE.iter().find(|function| function.name == name)
}

/// The classes of a byte, as the bits glibc has for them on a little-endian target.
pub const fn class_bits(byte: u8) -> u16 {
    let mut bits = 0;
    if byte.is_ascii_uppercase() {
        bits |= UPPER;
    }
    if byte.is_ascii_lowercase() {
        bits |= LOWER;
    }
    if byte.is_ascii_alphabetic() {
        bits |= ALPHA;
    }
    if byte.is_ascii_digit() {
        bits |= DIGIT;
    }
    if byte.is_ascii_hexdigit() {
        bits |= XDIGIT;
    }
    if byte == b' ' || (byte >= b'\t' && byte <= b'\r') {
        bits |= SPACE;
    }
    if byte.is_ascii_graphic() || byte == b' ' {
        bits |= PRINT;
    }
    if byte.is_ascii_graphic() {
        bits |= GRAPH;
    }
    if byte == b' ' || byte == b'\t' {
        bits |= BLANK;
    }
    if byte.is_ascii_control() {
        bits |= CNTRL;
    }
    if byte.is_ascii_punctuation() {
        bits |= PUNCT;
    }
    if byte.is_ascii_alphanumeric() {
        bits |= ALNUM;
    }
    bits
}

impl CtypeFunction {
    /// The result for a character, or `None` when it is neither an `unsigned char` nor [`EOF`] (undefined, C17 7.4p1).
    ///
    /// A class that applies is said with glibc's value for it; the standard only says that it is not zero.
    pub fn apply(&self, character: i32) -> Option<i32> {
        if character == EOF {
            return Some(if matches!(self.action, CtypeAction::Test(_)) { 0 } else { EOF });
        }
        let byte = u8::try_from(character).ok()?;
        Some(match self.action {
            CtypeAction::Test(class) => i32::from(class_bits(byte) & class),
            CtypeAction::Lower => i32::from(byte.to_ascii_lowercase()),
            CtypeAction::Upper => i32::from(byte.to_ascii_uppercase()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::reference;
    use super::*;

    #[test]
    fn classes_of_some_characters() {
        let apply = |name: &str, character| find(name).expect(name).apply(character);
        assert_eq!(apply("isdigit", i32::from(b'7')), Some(i32::from(DIGIT)));
        assert_eq!(apply("isdigit", i32::from(b'a')), Some(0));
        assert_eq!(apply("isspace", i32::from(b'\x0b')), Some(i32::from(SPACE)));
        assert_eq!(apply("toupper", i32::from(b'q')), Some(i32::from(b'Q')));
        assert_eq!(apply("__builtin_tolower", i32::from(b'Q')), Some(i32::from(b'q')));
        assert_eq!(apply("toupper", EOF), Some(EOF));
        assert_eq!(apply("isalpha", EOF), Some(0));
        assert_eq!(apply("isalpha", -2), None);
        assert_eq!(apply("isalpha", 256), None);
        assert!(find("isascii").is_none());
    }

    #[test]
    fn every_character_is_as_in_the_c_library() {
        let mut body = String::new();
        let mut expected = Vec::new();
        for function in CTYPE {
            for character in EOF..256 {
                body.push_str(&format!("printf(\"%d\\n\", ({})({character}));\n", function.name));
                expected.push(function.apply(character).expect("in range").to_string());
            }
        }
        let lines = reference::run("", &body);
        // The values of the bits are glibc's on little-endian machines; elsewhere only zero or not can be compared.
        if cfg!(all(target_os = "linux", target_env = "gnu", target_endian = "little")) {
            reference::compare(&body, &expected, lines);
        }
    }
}
