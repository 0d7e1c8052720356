//! The bytes one directive prints for one argument, as glibc prints them in the C locale.

use super::float::{self, FloatClass, Sign};
use super::format::{Case, Conversion, FIELD_LIMIT, Field, FormatProblem};
use std::io::Write;

/// A value to be printed, already converted to the type its directive names.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Argument<'a> {
    /// For `%%`.
    Nothing,
    /// For `d` and `i`.
    Signed(i128),
    /// For `o`, `u`, `x` and `X`.
    Unsigned(u128),
    /// For the floating conversions.
    Real(f64),
    /// For `c`.
    Byte(u8),
    /// For `s`: the bytes before the null byte, or as many as the precision lets be read.
    Text(&'a [u8]),
    /// For `p`.
    Pointer(u64),
}

/// No `double` has more digits than this after its decimal point, with or without an exponent; the rest are zeros.
const MOST_DIGITS: usize = 1100;

/// What stands before and after the padding of a field.
struct Layout<'a> {
    /// Sign and base; zeros go after it, spaces before it.
    prefix: &'a [u8],
    /// Zeros that the precision asks for.
    zeros: usize,
    body: &'a [u8],
    /// What the field is padded with on the left.
    fill: Fill,
}

/// What pads a field on the left.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fill {
    Spaces,
    Zeros,
}

impl Field {
    /// Appends what this field prints for `argument`; nothing is appended when there is a problem.
    pub fn render(&self, argument: Argument<'_>, out: &mut Vec<u8>) -> Result<(), FormatProblem> {
        // The precision of %s only ever shortens.
        let asked = match self.conversion {
            Conversion::Text => 0,
            _ => self.precision.unwrap_or(0),
        };
        if self.width.max(asked) > FIELD_LIMIT {
            return Err(FormatProblem::TooLong);
        }
        match (self.conversion, argument) {
            (Conversion::Percent, Argument::Nothing) => out.push(b'%'),
            (Conversion::Decimal, Argument::Signed(value)) => self.integer(value.unsigned_abs(), self.sign(value < 0), out),
            (Conversion::Unsigned | Conversion::Octal | Conversion::Hex(_), Argument::Unsigned(value)) => {
                self.integer(value, b"", out);
            }
            (Conversion::Pointer, Argument::Pointer(value)) => self.pointer(value, out),
            (Conversion::Char, Argument::Byte(byte)) => self.plain(&[byte], out),
            (Conversion::Text, Argument::Text(text)) => {
                let most = self.precision.map_or(text.len(), |most| usize::try_from(most).unwrap_or(usize::MAX));
                self.plain(&text[..text.len().min(most)], out);
            }
            (Conversion::Fixed(case), Argument::Real(value)) => self.real(value, case, Field::fixed, out),
            (Conversion::Exponent(case), Argument::Real(value)) => self.real(value, case, Field::exponent, out),
            (Conversion::General(case), Argument::Real(value)) => self.real(value, case, Field::general, out),
            (Conversion::HexFloat(case), Argument::Real(value)) => self.real(value, case, Field::hex_float, out),
            _ => return Err(FormatProblem::Argument),
        }
        Ok(())
    }

    fn width(&self) -> usize {
        self.width.min(FIELD_LIMIT) as usize
    }

    fn precision(&self) -> Option<usize> {
        self.precision.map(|precision| precision.min(FIELD_LIMIT) as usize)
    }

    fn sign(&self, negative: bool) -> &'static [u8] {
        match (negative, self.flags.plus, self.flags.space) {
            (true, _, _) => b"-",
            (false, true, _) => b"+",
            (false, false, true) => b" ",
            (false, false, false) => b"",
        }
    }

    fn place(&self, layout: &Layout<'_>, out: &mut Vec<u8>) {
        let used = layout.prefix.len() + layout.zeros + layout.body.len();
        let padding = self.width().saturating_sub(used);
        let (before, zeros, after) = match (self.flags.left, layout.fill) {
            (true, _) => (0, layout.zeros, padding),
            (false, Fill::Spaces) => (padding, layout.zeros, 0),
            (false, Fill::Zeros) => (0, layout.zeros + padding, 0),
        };
        let pad = |out: &mut Vec<u8>, count: usize, byte: u8| out.resize(out.len() + count, byte);
        pad(out, before, b' ');
        out.extend_from_slice(layout.prefix);
        pad(out, zeros, b'0');
        out.extend_from_slice(layout.body);
        pad(out, after, b' ');
    }

    fn plain(&self, body: &[u8], out: &mut Vec<u8>) {
        self.place(&Layout { prefix: b"", zeros: 0, body, fill: Fill::Spaces }, out);
    }

    fn integer(&self, magnitude: u128, sign: &[u8], out: &mut Vec<u8>) {
        let mut digits = Vec::new();
        let _ = match self.conversion {
            Conversion::Octal => write!(digits, "{magnitude:o}"),
            Conversion::Hex(Case::Lower) => write!(digits, "{magnitude:x}"),
            Conversion::Hex(Case::Upper) => write!(digits, "{magnitude:X}"),
            _ => write!(digits, "{magnitude}"),
        };
        if magnitude == 0 && self.precision == Some(0) {
            digits.clear();
        }
        let mut zeros = self.precision().unwrap_or(1).saturating_sub(digits.len());
        let prefix = match self.conversion {
            Conversion::Hex(Case::Lower) if self.flags.alternative && magnitude != 0 => b"0x",
            Conversion::Hex(Case::Upper) if self.flags.alternative && magnitude != 0 => b"0X",
            _ => sign,
        };
        // The alternative form of octal is one more digit of precision, unless there is a zero in front already.
        if self.conversion == Conversion::Octal && self.flags.alternative && zeros == 0 && digits.first() != Some(&b'0') {
            zeros = 1;
        }
        let fill = if self.flags.zero && self.precision.is_none() { Fill::Zeros } else { Fill::Spaces };
        self.place(&Layout { prefix, zeros, body: &digits, fill }, out);
    }

    fn pointer(&self, value: u64, out: &mut Vec<u8>) {
        if value == 0 {
            return self.plain(b"(nil)", out);
        }
        // glibc lets the flags for signs through.
        let mut prefix = self.sign(false).to_vec();
        prefix.extend_from_slice(b"0x");
        let body = format!("{value:x}").into_bytes();
        self.place(&Layout { prefix: &prefix, zeros: 0, body: &body, fill: Fill::Spaces }, out);
    }

    /// Prints a number whose magnitude `digits` writes, in lower case, when it is finite.
    fn real(&self, value: f64, case: Case, digits: fn(&Field, f64) -> Vec<u8>, out: &mut Vec<u8>) {
        let mut prefix = self.sign(float::sign(value) == Sign::Minus).to_vec();
        let mut fill = if self.flags.zero { Fill::Zeros } else { Fill::Spaces };
        let mut body = match float::classify(value) {
            FloatClass::Nan => b"nan".to_vec(),
            FloatClass::Infinite => b"inf".to_vec(),
            _ => digits(self, value.abs()),
        };
        if !value.is_finite() {
            fill = Fill::Spaces;
        } else if matches!(self.conversion, Conversion::HexFloat(_)) {
            prefix.extend_from_slice(b"0x");
        }
        if case == Case::Upper {
            prefix.make_ascii_uppercase();
            body.make_ascii_uppercase();
        }
        self.place(&Layout { prefix: &prefix, zeros: 0, body: &body, fill }, out);
    }

    fn fixed(&self, magnitude: f64) -> Vec<u8> {
        let mut text = fixed_digits(magnitude, self.precision().unwrap_or(6));
        if self.flags.alternative && !text.contains(&b'.') {
            text.push(b'.');
        }
        text
    }

    fn exponent(&self, magnitude: f64) -> Vec<u8> {
        let (mut text, exponent) = exponent_digits(magnitude, self.precision().unwrap_or(6));
        if self.flags.alternative && !text.contains(&b'.') {
            text.push(b'.');
        }
        push_exponent(&mut text, exponent);
        text
    }

    fn general(&self, magnitude: f64) -> Vec<u8> {
        let significant = self.precision().unwrap_or(6).max(1);
        let (scientific, exponent) = exponent_digits(magnitude, significant - 1);
        let in_range = exponent >= -4 && i64::from(exponent) < significant as i64;
        let mut text = if in_range {
            let after = significant as i64 - 1 - i64::from(exponent);
            fixed_digits(magnitude, usize::try_from(after).unwrap_or(0))
        } else {
            scientific
        };
        match (self.flags.alternative, text.contains(&b'.')) {
            (true, false) => text.push(b'.'),
            (false, true) => {
                let kept = text.iter().rposition(|&byte| byte != b'0').map_or(0, |last| last + 1);
                text.truncate(kept);
                if text.last() == Some(&b'.') {
                    text.pop();
                }
            }
            _ => {}
        }
        if !in_range {
            push_exponent(&mut text, exponent);
        }
        text
    }

    /// `h.hhhp±d`, where the first digit is 1 but for zero and subnormal numbers, and 2 when rounding carries into it.
    fn hex_float(&self, magnitude: f64) -> Vec<u8> {
        const STORED: u32 = 52;
        let Some(parts) = float::parts(magnitude) else { return Vec::new() };
        let exponent = if parts.significand == 0 { 0 } else { parts.exponent + i64::from(STORED) };
        let mut significand = parts.significand;
        let mut digits = 13;
        let mut zeros = 0;
        match self.precision() {
            None => {
                while digits > 0 && significand & 0xf == 0 {
                    significand >>= 4;
                    digits -= 1;
                }
            }
            Some(asked) if asked >= digits => zeros = asked - digits,
            Some(asked) => {
                let drop = 4 * (digits - asked) as u32;
                let lost = significand & ((1 << drop) - 1);
                let half = 1 << (drop - 1);
                significand >>= drop;
                significand += u64::from(lost > half || (lost == half && significand & 1 == 1));
                digits = asked;
            }
        }
        let lead = significand >> (4 * digits);
        let mut text = format!("{lead:x}").into_bytes();
        if digits + zeros > 0 || self.flags.alternative {
            text.push(b'.');
        }
        if digits > 0 {
            let rest = significand & ((1 << (4 * digits)) - 1);
            let _ = write!(text, "{rest:0digits$x}");
        }
        text.resize(text.len() + zeros, b'0');
        let _ = write!(text, "p{exponent:+}");
        text
    }
}

/// The decimal digits with `precision` of them after the point.
fn fixed_digits(magnitude: f64, precision: usize) -> Vec<u8> {
    let exact = precision.min(MOST_DIGITS);
    let mut text = format!("{magnitude:.exact$}").into_bytes();
    text.resize(text.len() + (precision - exact), b'0');
    text
}

/// One decimal digit, `precision` more after the point, and the exponent.
fn exponent_digits(magnitude: f64, precision: usize) -> (Vec<u8>, i32) {
    let exact = precision.min(MOST_DIGITS);
    let text = format!("{magnitude:.exact$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mut digits = digits.as_bytes().to_vec();
    digits.resize(digits.len() + (precision - exact), b'0');
    (digits, exponent.parse().unwrap_or(0))
}

fn push_exponent(text: &mut Vec<u8>, exponent: i32) {
    let sign = if exponent < 0 { '-' } else { '+' };
    let _ = write!(text, "e{sign}{:02}", exponent.unsigned_abs());
}
