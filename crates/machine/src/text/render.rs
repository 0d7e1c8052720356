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
            (Conversion::Decimal, Argument::Signed(value)) => {
                self.integer(value.unsigned_abs(), self.sign(value < 0), out)
            }
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
        if self.conversion == Conversion::Octal && self.flags.alternative && zeros == 0 && digits.first() != Some(&b'0')
        {
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
        } else if self.flags.alternative && carries_into_exponent(magnitude, significant, exponent) {
            b"1.".to_vec()
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

/// Whether only rounding makes the number too large for the style of `%f`, as with `%#g` of 999999.5.
///
/// glibc then leaves out the zeros the standard asks for (`1.e+06`), and what programs print is what counts.
fn carries_into_exponent(magnitude: f64, significant: usize, exponent: i32) -> bool {
    let at_the_edge = usize::try_from(exponent) == Ok(significant);
    at_the_edge && exponent_digits(magnitude, MOST_DIGITS).1 < exponent
}

fn push_exponent(text: &mut Vec<u8>, exponent: i32) {
    let sign = if exponent < 0 { '-' } else { '+' };
    let _ = write!(text, "e{sign}{:02}", exponent.unsigned_abs());
}

#[cfg(test)]
mod tests {
    use super::super::format::{self, Amount, Piece};
    use super::super::reference::{self, Random};
    use super::*;

    /// What a whole format string prints when each directive gets the same argument.
    fn printed(format: &str, stars: (i32, i32), argument: Argument<'_>) -> Result<String, FormatProblem> {
        let mut out = Vec::new();
        for piece in format::parse(format.as_bytes()).map_err(|error| error.problem)? {
            match piece {
                Piece::Literal(range) => out.extend_from_slice(&format.as_bytes()[range]),
                Piece::Directive(directive) => directive.resolve(stars.0, stars.1).render(argument, &mut out)?,
            }
        }
        Ok(String::from_utf8_lossy(&out).into_owned())
    }

    fn check(table: &[(&str, Argument<'_>, &str)]) {
        for &(format, argument, expected) in table {
            assert_eq!(printed(format, (0, 0), argument).as_deref(), Ok(expected), "{format} of {argument:?}");
        }
    }

    #[test]
    fn integers() {
        use Argument::{Signed, Unsigned};
        check(&[
            ("[%d]", Signed(-42), "[-42]"),
            ("[%5d]", Signed(42), "[   42]"),
            ("[%-5d]", Signed(42), "[42   ]"),
            ("[%05d]", Signed(-42), "[-0042]"),
            ("[%-05d]", Signed(42), "[42   ]"),
            ("[%+d]", Signed(0), "[+0]"),
            ("[% d]", Signed(7), "[ 7]"),
            ("[%+ d]", Signed(7), "[+7]"),
            ("[%.0d]", Signed(0), "[]"),
            ("[%+.0d]", Signed(0), "[+]"),
            ("[%08.3d]", Signed(-5), "[    -005]"),
            ("[%lld]", Signed(i128::from(i64::MIN)), "[-9223372036854775808]"),
            ("[%u]", Unsigned(4_294_967_295), "[4294967295]"),
            ("[%+u]", Unsigned(1), "[1]"),
            ("[%#x]", Unsigned(255), "[0xff]"),
            ("[%#X]", Unsigned(255), "[0XFF]"),
            ("[%#x]", Unsigned(0), "[0]"),
            ("[%#.0x]", Unsigned(0), "[]"),
            ("[%#010x]", Unsigned(255), "[0x000000ff]"),
            ("[%#8.4x]", Unsigned(255), "[  0x00ff]"),
            ("[%#o]", Unsigned(8), "[010]"),
            ("[%#o]", Unsigned(0), "[0]"),
            ("[%#.0o]", Unsigned(0), "[0]"),
            ("[%#.3o]", Unsigned(8), "[010]"),
            ("[%#.2o]", Unsigned(8), "[010]"),
        ]);
    }

    #[test]
    fn characters_strings_and_pointers() {
        use Argument::{Byte, Nothing, Pointer, Text};
        check(&[
            ("100%%", Nothing, "100%"),
            ("[%c]", Byte(b'x'), "[x]"),
            ("[%3c]", Byte(b'x'), "[  x]"),
            ("[%-3c]", Byte(b'x'), "[x  ]"),
            ("[%s]", Text(b"hello"), "[hello]"),
            ("[%8s]", Text(b"hello"), "[   hello]"),
            ("[%-8s]", Text(b"hello"), "[hello   ]"),
            ("[%.2s]", Text(b"hello"), "[he]"),
            ("[%.s]", Text(b"hello"), "[]"),
            ("[%.2147483647s]", Text(b"hello"), "[hello]"),
            ("[%p]", Pointer(0), "[(nil)]"),
            ("[%8p]", Pointer(0), "[   (nil)]"),
            ("[%p]", Pointer(0xdead), "[0xdead]"),
            ("[%-8p]", Pointer(0xdead), "[0xdead  ]"),
        ]);
    }

    #[test]
    fn reals() {
        use Argument::Real;
        let negative_nan = Real(-f64::from_bits(0x7ff8_0000_0000_0000));
        check(&[
            ("[%f]", Real(1.5), "[1.500000]"),
            ("[%.0f]", Real(0.5), "[0]"),
            ("[%.0f]", Real(1.5), "[2]"),
            ("[%.0f]", Real(2.5), "[2]"),
            ("[%#.0f]", Real(2.5), "[2.]"),
            ("[%.1f]", Real(0.25), "[0.2]"),
            ("[%.20f]", Real(0.1), "[0.10000000000000000555]"),
            ("[%08.2f]", Real(-1.5), "[-0001.50]"),
            ("[%f]", Real(-0.0), "[-0.000000]"),
            ("[%f]", Real(1e22), "[10000000000000000000000.000000]"),
            ("[%e]", Real(0.0), "[0.000000e+00]"),
            ("[%e]", Real(12345.678), "[1.234568e+04]"),
            ("[%.0e]", Real(9.5), "[1e+01]"),
            ("[%#.0e]", Real(2.5), "[2.e+00]"),
            ("[%E]", Real(1e-300), "[1.000000E-300]"),
            ("[%g]", Real(100_000.0), "[100000]"),
            ("[%g]", Real(1_000_000.0), "[1e+06]"),
            ("[%g]", Real(0.0001), "[0.0001]"),
            ("[%g]", Real(0.00001), "[1e-05]"),
            ("[%#g]", Real(1.5), "[1.50000]"),
            ("[%#.0g]", Real(1.0), "[1.]"),
            ("[%#g]", Real(999_999.5), "[1.e+06]"),
            ("[%#g]", Real(1_000_000.0), "[1.00000e+06]"),
            ("[%#g]", Real(9_999_999.5), "[1.00000e+07]"),
            ("[%#.2g]", Real(99.5), "[1.e+02]"),
            ("[%.3g]", Real(999.9), "[1e+03]"),
            ("[%G]", Real(1e-10), "[1E-10]"),
            ("[%g]", Real(0.0), "[0]"),
            ("[%a]", Real(1.0), "[0x1p+0]"),
            ("[%a]", Real(0.0), "[0x0p+0]"),
            ("[%a]", Real(-0.1), "[-0x1.999999999999ap-4]"),
            ("[%a]", Real(5e-324), "[0x0.0000000000001p-1022]"),
            ("[%.0a]", Real(1.5), "[0x2p+0]"),
            ("[%.1a]", Real(1.03125), "[0x1.0p+0]"),
            ("[%.1a]", Real(1.09375), "[0x1.2p+0]"),
            ("[%.1a]", Real(1.96875), "[0x2.0p+0]"),
            ("[%.15a]", Real(1.5), "[0x1.800000000000000p+0]"),
            ("[%#a]", Real(1.0), "[0x1.p+0]"),
            ("[%012A]", Real(1.5), "[0X00001.8P+0]"),
            ("[%f]", Real(f64::INFINITY), "[inf]"),
            ("[%F]", Real(f64::NEG_INFINITY), "[-INF]"),
            ("[%08f]", Real(f64::INFINITY), "[     inf]"),
            ("[%+a]", Real(f64::INFINITY), "[+inf]"),
            ("[%g]", Real(f64::from_bits(0x7ff8_0000_0000_0000)), "[nan]"),
            ("[%g]", negative_nan, "[-nan]"),
            ("[%E]", negative_nan, "[-NAN]"),
        ]);
    }

    #[test]
    fn long_fields_work_and_endless_ones_are_refused() {
        let length = |format: &str, argument| printed(format, (-5000, 6000), argument).map(|text| text.len());
        assert_eq!(length("%4095d", Argument::Signed(1)), Ok(4095));
        assert_eq!(length("%*.*d", Argument::Signed(1)), Ok(6000));
        assert_eq!(length("%.70000f", Argument::Real(0.1)), Ok(70002));
        assert_eq!(length("%.70000e", Argument::Real(5e-324)), Ok(70007));
        assert_eq!(length("%#.70000g", Argument::Real(1.5)), Ok(70001));
        assert_eq!(length("%.70000a", Argument::Real(1.5)), Ok(70007));
        for format in ["%2000000000d", "%.2000000000d", "%.99999999999999999999f", "%99999999999999999999s"] {
            let argument = match format.as_bytes()[format.len() - 1] {
                b'd' => Argument::Signed(1),
                b'f' => Argument::Real(1.0),
                _ => Argument::Text(b"x"),
            };
            assert_eq!(length(format, argument), Err(FormatProblem::TooLong), "{format}");
        }
        assert_eq!(length("%d", Argument::Real(1.0)), Err(FormatProblem::Argument));
    }

    /// A directive the standard defines, an argument for it in C, and the same argument here.
    fn case(random: &mut Random) -> (String, String, i32, i32, Argument<'static>) {
        const TEXTS: [&[u8]; 4] = [b"", b"a", b"hello", b"a longer text"];
        loop {
            let mut format = String::from("%");
            for flag in "-+ #0".chars() {
                if random.below(3) == 0 {
                    format.push(flag);
                }
            }
            format += random.pick::<&str>(&["", "", "5", "12", "30", "*"]);
            format += random.pick::<&str>(&["", "", ".", ".0", ".1", ".3", ".11", ".25", ".*", ".400"]);
            format += random.pick::<&str>(&["", "", "hh", "h", "l", "ll", "j", "z", "t"]);
            format.push(char::from(*random.pick(b"diouxXcspfFeEgGaAdxfega")));
            let Ok(pieces) = format::parse(format.as_bytes()) else { continue };
            let Some(Piece::Directive(directive)) = pieces.first() else { continue };
            let stars = (random.below(40) as i32 - 20, random.below(20) as i32 - 5);
            let wide = match random.below(4) {
                0 => 0,
                1 => random.below(20) as i64 - 10,
                _ => random.next() as i64 >> random.below(60),
            };
            let narrow = i64::from(wide as i32);
            let is_int =
                matches!(directive.length, format::Length::None | format::Length::Char | format::Length::Short);
            let (value, literal) =
                if is_int { (narrow, format!("(int){narrow}LL")) } else { (wide, format!("(long)0x{wide:x}ULL")) };
            let (argument, literal) = match directive.conversion {
                Conversion::Decimal => (Argument::Signed(directive.narrow(i128::from(value))), literal),
                Conversion::Octal | Conversion::Unsigned | Conversion::Hex(_) => {
                    let bits = if is_int { u64::from(value as u32) } else { value as u64 };
                    (Argument::Unsigned(directive.narrow(i128::from(bits)) as u128), literal)
                }
                Conversion::Char => (Argument::Byte(b'A' + (wide & 15) as u8), format!("{}", b'A' + (wide & 15) as u8)),
                Conversion::Text => {
                    let text = *random.pick(&TEXTS);
                    (Argument::Text(text), format!("\"{}\"", text.escape_ascii()))
                }
                Conversion::Pointer => (Argument::Pointer(wide as u64), format!("(void *)0x{wide:x}ULL")),
                _ => {
                    let real = random.double();
                    (Argument::Real(real), format!("D(0x{:x}ULL)", real.to_bits()))
                }
            };
            let mut arguments = String::new();
            if directive.width == Amount::Star {
                arguments += &format!(", {}", stars.0);
            }
            if directive.precision == Amount::Star {
                arguments += &format!(", {}", stars.1);
            }
            arguments += &format!(", {literal}");
            return (format, arguments, stars.0, stars.1, argument);
        }
    }

    #[test]
    fn random_directives_print_what_the_c_library_prints() {
        let mut random = Random::new(7);
        let mut body = String::new();
        let mut expected = Vec::new();
        for _ in 0..6000 {
            let (format, arguments, width, precision, argument) = case(&mut random);
            body.push_str(&format!("printf(\"[{format}]\\n\"{arguments});\n"));
            expected.push(printed(&format!("[{format}]"), (width, precision), argument).expect("a valid directive"));
        }
        let lines = reference::run("", &body);
        reference::compare(&body, &expected, lines);
    }
}
