//! Floating-point numbers out of text, as `strtod` and `strtof` read them (C17 7.22.1.3).
//!
//! Every result is the nearest number of the format itself: `strtof` never rounds by way of `double`.

use super::float::{self, Exactness, FloatClass, Parts, Real, Sign};
use super::number::{self, Fit, Signedness};
use std::fmt::LowerExp;
use std::str::FromStr;

/// A floating-point number read from text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ParsedReal<F> {
    /// The value; zero when there is no number, an infinity when it is too large.
    pub value: F,
    /// How many bytes were read; zero when there is no number.
    pub consumed: usize,
    /// Whether the value in the text is in the format's range.
    pub fit: Fit,
}

/// No `double` and no midpoint between two of them has more significant digits; what follows can only break a tie.
const MOST_DIGITS: usize = 800;

/// Exponents beyond this give zero or infinity whatever the digits are.
const FAR: i64 = 5000;

/// Reads a `float` or a `double`; the text ends with the slice or a byte that belongs to no number.
pub fn parse_real<F: Real + FromStr + LowerExp>(text: &[u8]) -> ParsedReal<F> {
    let mut at = number::leading_space(text);
    let sign = if text.get(at) == Some(&b'-') { Sign::Minus } else { Sign::Plus };
    if matches!(text.get(at), Some(b'-' | b'+')) {
        at += 1;
    }
    let rest = &text[at..];
    let parsed = named(rest, sign).or_else(|| hexadecimal(rest, sign)).or_else(|| decimal(rest, sign));
    match parsed {
        Some(parsed) => ParsedReal { consumed: at + parsed.consumed, ..parsed },
        None => ParsedReal { value: float::zero(Sign::Plus), consumed: 0, fit: Fit::InRange },
    }
}

fn starts_with(text: &[u8], word: &[u8]) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

/// `inf`, `infinity`, `nan` and `nan(...)` in any case.
fn named<F: Real>(text: &[u8], sign: Sign) -> Option<ParsedReal<F>> {
    if starts_with(text, b"inf") {
        let consumed = if starts_with(text, b"infinity") { 8 } else { 3 };
        return Some(ParsedReal { value: float::infinity(sign), consumed, fit: Fit::InRange });
    }
    if !starts_with(text, b"nan") {
        return None;
    }
    let mut bits = float::infinity::<F>(sign).bits() | 1 << (F::STORED - 1);
    let mut consumed = 3;
    if let Some(inside) = text[3..].strip_prefix(b"(") {
        let length =
            inside.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_').unwrap_or(inside.len());
        if inside.get(length) == Some(&b')') {
            consumed += length + 2;
            bits |= payload(&inside[..length]) & ((1 << (F::STORED - 1)) - 1);
        }
    }
    Some(ParsedReal { value: F::with_bits(bits), consumed, fit: Fit::InRange })
}

/// What glibc puts into a NaN: the text as an integer, if it is one as a whole.
fn payload(text: &[u8]) -> u64 {
    number::parse_integer(text, 0, 64, Signedness::Unsigned)
        .filter(|parsed| parsed.consumed == text.len())
        .and_then(|parsed| u64::try_from(parsed.value).ok())
        .unwrap_or(0)
}

/// The digits of a number around its point, and where they end.
struct Digits<'a> {
    whole: &'a [u8],
    fraction: &'a [u8],
    end: usize,
}

fn digits(text: &[u8], is_digit: fn(&u8) -> bool) -> Option<Digits<'_>> {
    let run = |text: &[u8]| text.iter().position(|byte| !is_digit(byte)).unwrap_or(text.len());
    let whole = &text[..run(text)];
    let after = &text[whole.len()..];
    let fraction = after.strip_prefix(b".").map_or(&after[..0], |rest| &rest[..run(rest)]);
    let point = usize::from(after.first() == Some(&b'.'));
    let any = !whole.is_empty() || !fraction.is_empty();
    any.then_some(Digits { whole, fraction, end: whole.len() + point + fraction.len() })
}

/// An exponent with its letter, if there is one: its value and its length.
fn exponent(text: &[u8], letter: u8) -> (i64, usize) {
    if !text.first().is_some_and(|byte| byte.eq_ignore_ascii_case(&letter)) {
        return (0, 0);
    }
    let signed = usize::from(matches!(text.get(1), Some(b'-' | b'+')));
    let first = 1 + signed;
    let digits = text[first.min(text.len())..].iter().take_while(|byte| byte.is_ascii_digit());
    let (value, count) = digits.fold((0i64, 0), |(value, count), byte| {
        // Far beyond the length of any text, so that no fraction of zeros can bring it back.
        let grown = value.saturating_mul(10).saturating_add(i64::from(byte - b'0'));
        (grown.min(i64::MAX / 4), count + 1)
    });
    match (count, text.get(1)) {
        (0, _) => (0, 0),
        (_, Some(b'-')) => (-value, first + count),
        _ => (value, first + count),
    }
}

fn hexadecimal<F: Real>(text: &[u8], sign: Sign) -> Option<ParsedReal<F>> {
    let body = if starts_with(text, b"0x") { &text[2..] } else { return None };
    let digits = digits(body, u8::is_ascii_hexdigit)?;
    let (power, length) = exponent(&body[digits.end..], b'p');
    let mut significand = 0u64;
    let mut scale = 0i64;
    let mut below = Exactness::Exact;
    let whole = digits.whole.iter().map(|byte| (byte, 0));
    let fraction = digits.fraction.iter().map(|byte| (byte, -4));
    for (&byte, shift) in whole.chain(fraction) {
        let digit = char::from(byte).to_digit(16).unwrap_or(0);
        if significand >> 60 == 0 {
            significand = significand << 4 | u64::from(digit);
            scale += shift;
        } else {
            scale += shift + 4;
            if digit != 0 {
                below = Exactness::Inexact;
            }
        }
    }
    let parts = Parts { sign, significand, exponent: power.saturating_add(scale) };
    let (value, exactness) = float::assemble::<F>(parts, below);
    let fit = fit(value, exactness);
    Some(ParsedReal { value, consumed: 2 + digits.end + length, fit })
}

fn decimal<F: Real + FromStr + LowerExp>(text: &[u8], sign: Sign) -> Option<ParsedReal<F>> {
    let digits = digits(text, u8::is_ascii_digit)?;
    let (power, length) = exponent(&text[digits.end..], b'e');
    let mut kept = String::new();
    let mut scale = 0i64;
    let mut lost = false;
    let whole = digits.whole.iter().map(|byte| (byte, 0));
    let fraction = digits.fraction.iter().map(|byte| (byte, -1));
    for (&byte, shift) in whole.chain(fraction) {
        if kept.len() < MOST_DIGITS {
            if byte != b'0' || !kept.is_empty() {
                kept.push(char::from(byte));
            }
            scale += shift;
        } else {
            scale += shift + 1;
            lost |= byte != b'0';
        }
    }
    let consumed = digits.end + length;
    if kept.is_empty() {
        return Some(ParsedReal { value: float::zero(sign), consumed, fit: Fit::InRange });
    }
    if lost {
        kept.push('1');
        scale -= 1;
    }
    let scale = scale.saturating_add(power).clamp(-FAR, FAR);
    let magnitude: F = format!("{kept}e{scale}").parse().ok()?;
    let exactness = if is_exactly(magnitude, &kept, scale) { Exactness::Exact } else { Exactness::Inexact };
    let value = F::with_bits(magnitude.bits() | float::zero::<F>(sign).bits());
    Some(ParsedReal { value, consumed, fit: fit(value, exactness) })
}

/// Whether the number is `digits * 10^scale`; asked only below the normal range, where it decides about `ERANGE`.
fn is_exactly<F: Real + LowerExp>(value: F, digits: &str, scale: i64) -> bool {
    match float::classify(value) {
        FloatClass::Zero | FloatClass::Subnormal => {}
        _ => return true,
    }
    let written = format!("{value:.MOST_DIGITS$e}");
    let Some((significand, exponent)) = written.split_once('e') else { return false };
    let ours = significand.replace('.', "");
    let first = scale + digits.len() as i64 - 1;
    ours.trim_end_matches('0') == digits.trim_end_matches('0') && exponent.parse() == Ok(first)
}

fn fit<F: Real>(value: F, exactness: Exactness) -> Fit {
    match (float::classify(value), exactness) {
        (FloatClass::Infinite, _) => Fit::TooLarge,
        (FloatClass::Zero | FloatClass::Subnormal, Exactness::Inexact) => Fit::TooSmall,
        _ => Fit::InRange,
    }
}

#[cfg(test)]
mod tests {
    use super::super::reference;
    use super::*;

    #[test]
    fn forms_and_lengths() {
        let table = [
            ("1.5", 1.5, 3),
            ("  -2.5e1x", -25.0, 8),
            (".5", 0.5, 2),
            ("5.", 5.0, 2),
            ("1e", 1.0, 1),
            ("1e+", 1.0, 1),
            ("1e+2", 100.0, 4),
            ("0x1.8p1", 3.0, 7),
            ("0x.8", 0.5, 4),
            ("0xp1", 0.0, 1),
            ("0x.p1", 0.0, 1),
            ("0x1p", 1.0, 3),
            ("-0x", -0.0, 2),
            ("infinit", f64::INFINITY, 3),
            ("-InFiNiTy!", f64::NEG_INFINITY, 9),
            (".", 0.0, 0),
            ("e5", 0.0, 0),
            ("", 0.0, 0),
            ("- 1", 0.0, 0),
            ("0e999999999999999999999", 0.0, 23),
            ("0x0p999999999999999999999", 0.0, 25),
        ];
        for (text, value, consumed) in table {
            let parsed = parse_real::<f64>(text.as_bytes());
            assert_eq!((parsed.value.to_bits(), parsed.consumed), (f64::to_bits(value), consumed), "{text:?}");
            assert_eq!(parsed.fit, Fit::InRange, "{text:?}");
        }
    }

    #[test]
    fn not_numbers_carry_their_payload() {
        let table = [
            ("nan", 0x7ff8_0000_0000_0000, 3),
            ("-NAN", 0xfff8_0000_0000_0000, 4),
            ("nan()", 0x7ff8_0000_0000_0000, 5),
            ("nan(0x123)", 0x7ff8_0000_0000_0123, 10),
            ("nan(12_)", 0x7ff8_0000_0000_0000, 8),
            ("nan(1", 0x7ff8_0000_0000_0000, 3),
            ("nan(-1)", 0x7ff8_0000_0000_0000, 3),
        ];
        for (text, bits, consumed) in table {
            let parsed = parse_real::<f64>(text.as_bytes());
            assert_eq!((parsed.value.to_bits(), parsed.consumed), (bits, consumed), "{text:?}");
        }
    }

    #[test]
    fn rounding_is_direct_and_correct() {
        let float = |text: &str| parse_real::<f32>(text.as_bytes());
        // Just above the middle of two floats, by less than a double can tell.
        assert_eq!(float("1.00000005960464477539062500000000000000001").value.to_bits(), 0x3f80_0001);
        assert_eq!(float("1.000000059604644775390625").value.to_bits(), 0x3f80_0000);
        assert_eq!(float("0x1.00000100000000000000000000000001p0").value.to_bits(), 0x3f80_0001);
        assert_eq!(float("1e39").fit, Fit::TooLarge);
        assert_eq!(float("1e-46").fit, Fit::TooSmall);
        assert_eq!(float("0x1p-149").fit, Fit::InRange);
        assert_eq!(float("0x1p-149").value.to_bits(), 1);
        let double = |text: &str| parse_real::<f64>(text.as_bytes());
        assert_eq!(double("4.9e-324").value.to_bits(), 1);
        assert_eq!(double("4.9e-324").fit, Fit::TooSmall);
        assert_eq!(double("1e309").value, f64::INFINITY);
        // Above the half of a subnormal's last bit by one bit that older versions of glibc lose.
        assert_eq!(double("0x17.cde3e708905a8p-1028").value.to_bits(), 0x5_f378_f9c2_2417);
        let middle = format!("9007199254740993.{}1", "0".repeat(2000));
        assert_eq!(double(&middle).value, 9_007_199_254_740_994.0);
        let tiny = format!("0.{}1e1000001", "0".repeat(1_000_000));
        assert_eq!(double(&tiny).value, 1.0);
        let huge = format!("1{}e-1000000", "0".repeat(1_000_000));
        assert_eq!(double(&huge).value, 1.0);
    }

    #[test]
    fn random_texts_read_as_the_c_library_reads_them() {
        let mut random = reference::Random::new(5);
        let mut body = String::new();
        let mut expected = Vec::new();
        for _ in 0..4000 {
            let text = real_text(&mut random);
            body.push_str(&format!("check(\"{text}\");\n"));
            let double = parse_real::<f64>(text.as_bytes());
            let single = parse_real::<f32>(text.as_bytes());
            let range = |fit| u8::from(fit != Fit::InRange);
            expected.push(format!(
                "{:x} {} {} {:x} {} {}",
                double.value.to_bits(),
                double.consumed,
                range(double.fit),
                single.value.to_bits(),
                single.consumed,
                range(single.fit)
            ));
        }
        let prelude = "static void check(const char *s) { char *e; errno = 0; double d = strtod(s, &e);\n\
            printf(\"%llx %d %d\", DB(d), (int)(e - s), errno != 0); errno = 0; float f = strtof(s, &e);\n\
            printf(\" %x %d %d\\n\", FB(f), (int)(e - s), errno != 0); }\n";
        let lines = reference::run(prelude, &body);
        reference::compare(&body, &expected, lines);
    }

    fn real_text(random: &mut reference::Random) -> String {
        let sign = random.pick::<&str>(&["", "", "-", "+", " "]).to_string();
        let value = random.double();
        let precision = random.below(30) as usize;
        let exponent = random.below(700) as i64 - 350;
        sign + &match random.below(9) {
            0 => format!("{:e}", value.abs()),
            1 => format!("{:.precision$e}", value.abs()),
            2 => format!("{}.{}e{exponent}", random.next() % 1000, random.next()),
            3 => format!("{:.60}", f64::from(random.float().abs()) * (1.0 + f64::EPSILON)),
            4 => format!("0x{:x}.{:x}p{}", random.next() % 50, random.next(), 4 * exponent),
            5 => format!("0X.{:x}{:X}P+{}", random.next(), random.next(), random.below(100)),
            6 => format!("0x1.{:x}p-{}", random.next() >> 20, 120 + random.below(40)),
            7 => random
                .pick::<&str>(&[
                    "inf",
                    "INFINITY",
                    "infin",
                    "nan",
                    "nan(7)",
                    "nan(0x1_)",
                    "nan(zz",
                    "0x",
                    ".",
                    "1e",
                    "0x.p",
                    "e",
                    "1.e1",
                ])
                .to_string(),
            // Halfway between two doubles or two floats, and next to it.
            _ => {
                let middle = u128::from(random.next() | 1 << 63) << 1 | 1;
                let unit = if random.below(2) == 0 { 1u128 << 12 } else { 1 << 41 };
                let middle = middle / unit * unit + unit / 2;
                format!("{}{}", middle, random.pick::<&str>(&["", ".0", ".00000000000000000000001", "e5"]))
            }
        }
    }
}
