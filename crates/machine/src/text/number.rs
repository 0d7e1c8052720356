//! Integers out of text, as `strtol` and its family read them (C17 7.22.1.4).

/// Whether the result of a conversion has a sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signedness {
    /// `strtol`, `strtoll`.
    Signed,
    /// `strtoul`, `strtoull`: a minus sign negates in the unsigned type.
    Unsigned,
}

/// An integer read from text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParsedInteger {
    /// The value, already clamped to the type when it does not fit; zero without digits.
    pub value: i128,
    /// How many bytes were read; zero when there is no number.
    pub consumed: usize,
    /// Whether the value in the text fits the type.
    pub fit: Fit,
}

/// Whether a number in a text fits the type it is read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    /// The number is in the type's range.
    InRange,
    /// The number is too large in magnitude; the library would set `errno` to `ERANGE`.
    TooLarge,
    /// A floating-point number is inexact and below the normal range; glibc sets `errno` to `ERANGE` here too.
    TooSmall,
}

/// The number of white-space bytes of the C locale that `text` begins with.
pub fn leading_space(text: &[u8]) -> usize {
    let solid = text.iter().position(|byte| !matches!(byte, b' ' | b'\t'..=b'\r'));
    solid.unwrap_or(text.len())
}

/// Reads an integer of `width` bits (at most 64) in `base` (0, or 2 to 36); the text ends with the slice or a byte that is no digit.
///
/// `None` when the base or the width is none of these.
pub fn parse_integer(text: &[u8], base: u32, width: u32, signedness: Signedness) -> Option<ParsedInteger> {
    if base == 1 || base > 36 || !(1..=64).contains(&width) {
        return None;
    }
    let mut at = leading_space(text);
    let negative = text.get(at) == Some(&b'-');
    if matches!(text.get(at), Some(b'-' | b'+')) {
        at += 1;
    }
    let digit_at = |at: usize, base: u32| text.get(at).and_then(|&byte| char::from(byte).to_digit(base));
    let starts_with_zero = text.get(at) == Some(&b'0');
    let mut base = base;
    // "0x" is a prefix only before a digit; else the zero is the number.
    if matches!(base, 0 | 16)
        && starts_with_zero
        && matches!(text.get(at + 1), Some(b'x' | b'X'))
        && digit_at(at + 2, 16).is_some()
    {
        at += 2;
        base = 16;
    } else if base == 0 {
        base = if starts_with_zero { 8 } else { 10 };
    }
    let first = at;
    let mut magnitude = 0u128;
    while let Some(digit) = digit_at(at, base) {
        // Beyond 64 bits only the fact that it is too large matters.
        magnitude = magnitude.saturating_mul(u128::from(base)).saturating_add(u128::from(digit));
        at += 1;
    }
    if at == first {
        return Some(ParsedInteger { value: 0, consumed: 0, fit: Fit::InRange });
    }
    let limit = match (signedness, negative) {
        (Signedness::Signed, false) => (1u128 << (width - 1)) - 1,
        (Signedness::Signed, true) => 1u128 << (width - 1),
        (Signedness::Unsigned, _) => (1u128 << width) - 1,
    };
    let fit = if magnitude > limit { Fit::TooLarge } else { Fit::InRange };
    let clamped = magnitude.min(limit) as i128;
    let value = match (signedness, negative, fit) {
        (Signedness::Signed, true, _) => -clamped,
        // Too large is ULONG_MAX whatever the sign.
        (Signedness::Unsigned, true, Fit::InRange) => clamped.wrapping_neg() & limit as i128,
        _ => clamped,
    };
    Some(ParsedInteger { value, consumed: at, fit })
}

/// Reads an integer as `atoi`, `atol` and `atoll` do, where a value that does not fit is undefined (C17 7.22.1p1).
pub fn parse_decimal(text: &[u8], width: u32) -> Option<ParsedInteger> {
    parse_integer(text, 10, width, Signedness::Signed)
}

#[cfg(test)]
mod tests {
    use super::super::reference;
    use super::*;

    fn signed(text: &str, base: u32) -> (i128, usize, Fit) {
        let parsed = parse_integer(text.as_bytes(), base, 64, Signedness::Signed).expect("valid base");
        (parsed.value, parsed.consumed, parsed.fit)
    }

    #[test]
    fn prefixes_and_bases() {
        let table = [
            ("42", 10, 42, 2),
            (" \t\n\x0b\x0c\r-42x", 10, -42, 9),
            ("+7", 0, 7, 2),
            ("", 10, 0, 0),
            ("  -", 10, 0, 0),
            ("- 1", 10, 0, 0),
            ("0x1F", 0, 31, 4),
            ("0X1f", 16, 31, 4),
            ("1f", 16, 31, 2),
            ("0x", 0, 0, 1),
            ("-0xg", 16, 0, 2),
            ("0x10", 10, 0, 1),
            ("0x10", 36, 42804, 4),
            ("0778", 0, 63, 3),
            ("08", 0, 0, 1),
            ("zZ", 36, 1295, 2),
            ("102", 2, 2, 2),
        ];
        for (text, base, value, consumed) in table {
            assert_eq!(signed(text, base), (value, consumed, Fit::InRange), "{text:?} in base {base}");
        }
    }

    #[test]
    fn limits_of_the_types() {
        assert_eq!(signed("9223372036854775807", 10), (i128::from(i64::MAX), 19, Fit::InRange));
        assert_eq!(signed("9223372036854775808", 10), (i128::from(i64::MAX), 19, Fit::TooLarge));
        assert_eq!(signed("-9223372036854775808", 10), (i128::from(i64::MIN), 20, Fit::InRange));
        assert_eq!(signed("-9223372036854775809", 10), (i128::from(i64::MIN), 20, Fit::TooLarge));
        let unsigned = |text: &str, width| {
            let parsed = parse_integer(text.as_bytes(), 10, width, Signedness::Unsigned).expect("valid");
            (parsed.value, parsed.fit)
        };
        assert_eq!(unsigned("-1", 64), (i128::from(u64::MAX), Fit::InRange));
        assert_eq!(unsigned("-1", 32), (i128::from(u32::MAX), Fit::InRange));
        assert_eq!(unsigned("-4294967297", 32), (i128::from(u32::MAX), Fit::TooLarge));
        assert_eq!(unsigned("-4294967295", 32), (1, Fit::InRange));
        assert_eq!(unsigned("-0", 32), (0, Fit::InRange));
        let long = "9".repeat(100_000);
        assert_eq!(unsigned(&long, 64), (i128::from(u64::MAX), Fit::TooLarge));
        assert_eq!(parse_decimal(b"2147483648", 32).map(|parsed| parsed.fit), Some(Fit::TooLarge));
        for (base, width) in [(1, 64), (37, 64), (10, 0), (10, 65)] {
            assert_eq!(parse_integer(b"1", base, width, Signedness::Signed), None);
        }
    }

    #[test]
    fn random_texts_read_as_the_c_library_reads_them() {
        let mut random = reference::Random::new(11);
        let mut body = String::new();
        let mut expected = Vec::new();
        for _ in 0..3000 {
            let text = integer_text(&mut random);
            let base = *random.pick(&[0, 0, 10, 10, 16, 8, 2, 36, 7]);
            body.push_str(&format!("check(\"{text}\", {base});\n"));
            let signed = parse_integer(text.as_bytes(), base, 64, Signedness::Signed).expect("valid base");
            let unsigned = parse_integer(text.as_bytes(), base, 64, Signedness::Unsigned).expect("valid base");
            expected.push(format!(
                "{} {} {} {} {} {}",
                signed.value,
                signed.consumed,
                u8::from(signed.fit != Fit::InRange),
                unsigned.value,
                unsigned.consumed,
                u8::from(unsigned.fit != Fit::InRange)
            ));
        }
        let prelude = "static void check(const char *s, int base) { char *e, *f; errno = 0; long a = strtol(s, &e, base);\n\
            int ae = errno != 0; errno = 0; unsigned long b = strtoul(s, &f, base);\n\
            printf(\"%ld %d %d %lu %d %d\\n\", a, (int)(e - s), ae, b, (int)(f - s), errno != 0); }\n";
        let lines = reference::run(prelude, &body);
        reference::compare(&body, &expected, lines);
    }

    fn integer_text(random: &mut reference::Random) -> String {
        let mut text = String::new();
        text.push_str(random.pick::<&str>(&["", "", " ", "  "]));
        text.push_str(random.pick::<&str>(&["", "", "-", "+", "--"]));
        text.push_str(random.pick::<&str>(&["", "", "", "0", "0x", "0X", "00x"]));
        let digits: &[u8] =
            random.pick::<&[u8]>(&[b"0123456789", b"0123456789", b"01234567", b"0123456789abcDEFgz", b"01"]);
        for _ in 0..random.below(24) {
            text.push(char::from(*random.pick(digits)));
        }
        text.push_str(random.pick::<&str>(&["", "", "g", " 1", ".5"]));
        text
    }
}
