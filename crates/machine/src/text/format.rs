//! What a `printf` format string asks for, and what is wrong with it (C17 7.21.6.1).
//!
//! The parser accepts exactly the directives the standard defines. A directive that glibc prints although the
//! standard calls it undefined (`%#d`, `%05s`, `%.2c`) is an error here, because another library may print it differently.

use std::fmt;
use std::ops::Range;

/// The longest field, in bytes, that one directive may produce.
///
/// The standard asks for at least 4095; the limit keeps `%2000000000d` from exhausting the host's memory.
pub const FIELD_LIMIT: u64 = 1 << 20;

/// The flags of a directive, each present or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Flags {
    /// `-`: the field is padded on the right.
    pub left: bool,
    /// `+`: a number that is not negative gets a plus sign.
    pub plus: bool,
    /// ` `: a number that is not negative gets a space.
    pub space: bool,
    /// `#`: the alternative form.
    pub alternative: bool,
    /// `0`: the field is padded with zeros after the sign.
    pub zero: bool,
}

/// A field width or a precision as the format string gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Amount {
    /// Not given.
    None,
    /// Given in the format string.
    Fixed(u64),
    /// `*`: given by an `int` argument before the converted one.
    Star,
}

/// The length modifier of a directive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// No modifier.
    None,
    /// `hh`: `signed char` or `unsigned char`, passed as `int`.
    Char,
    /// `h`: `short` or `unsigned short`, passed as `int`.
    Short,
    /// `l`: `long` or `unsigned long`; no effect on a floating conversion.
    Long,
    /// `ll`: `long long` or `unsigned long long`.
    LongLong,
    /// `j`: `intmax_t` or `uintmax_t`.
    IntMax,
    /// `z`: `size_t` or the corresponding signed type.
    Size,
    /// `t`: `ptrdiff_t` or the corresponding unsigned type.
    PtrDiff,
    /// `L`: `long double`.
    LongDouble,
}

impl Length {
    /// The modifier as it is written.
    pub fn spelling(self) -> &'static str {
        match self {
            Length::None => "",
            Length::Char => "hh",
            Length::Short => "h",
            Length::Long => "l",
            Length::LongLong => "ll",
            Length::IntMax => "j",
            Length::Size => "z",
            Length::PtrDiff => "t",
            Length::LongDouble => "L",
        }
    }
}

/// What a directive converts its argument to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conversion {
    /// `d` or `i`: signed decimal.
    Decimal,
    /// `o`: unsigned octal.
    Octal,
    /// `u`: unsigned decimal.
    Unsigned,
    /// `x` or `X`: unsigned hexadecimal.
    Hex(Case),
    /// `f` or `F`: decimal without an exponent.
    Fixed(Case),
    /// `e` or `E`: decimal with an exponent.
    Exponent(Case),
    /// `g` or `G`: the shorter of the two.
    General(Case),
    /// `a` or `A`: hexadecimal with a binary exponent.
    HexFloat(Case),
    /// `c`: one byte.
    Char,
    /// `s`: the bytes up to a null byte.
    Text,
    /// `p`: an address.
    Pointer,
    /// `n`: stores the number of bytes written so far.
    Count,
    /// `%`: a percent sign.
    Percent,
}

/// The case of the letters in a converted number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Case {
    /// `abc`, `0x`, `inf`.
    Lower,
    /// `ABC`, `0X`, `INF`.
    Upper,
}

/// The type of the argument a directive takes, after the default argument promotions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArgClass {
    /// No argument (`%%`).
    Nothing,
    /// `int`: also what `hh` and `h` take, and `%c`.
    Int,
    /// `unsigned int`.
    UInt,
    /// `long`.
    Long,
    /// `unsigned long`.
    ULong,
    /// `long long`.
    LongLong,
    /// `unsigned long long`.
    ULongLong,
    /// `intmax_t`.
    IntMax,
    /// `uintmax_t`.
    UIntMax,
    /// The signed type that corresponds to `size_t`.
    SSize,
    /// `size_t`.
    Size,
    /// `ptrdiff_t`.
    PtrDiff,
    /// The unsigned type that corresponds to `ptrdiff_t`.
    UPtrDiff,
    /// `double`.
    Double,
    /// `long double`.
    LongDouble,
    /// A pointer to characters (`%s`).
    CharPtr,
    /// `void *` (`%p`).
    VoidPtr,
    /// A pointer to the signed integer type of that length modifier (`%n`).
    CountPtr(Length),
}

/// One directive of a format string.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directive {
    /// The flags.
    pub flags: Flags,
    /// The field width.
    pub width: Amount,
    /// The precision.
    pub precision: Amount,
    /// The length modifier.
    pub length: Length,
    /// The conversion.
    pub conversion: Conversion,
    /// Where the directive is in the format string, from its percent sign on.
    pub range: Range<usize>,
}

/// A part of a format string.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Bytes of the format string that are printed as they are.
    Literal(Range<usize>),
    /// A directive.
    Directive(Directive),
}

/// Something wrong with a directive.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{directive}': {problem}")]
pub struct FormatError {
    /// The directive as it is written, made printable.
    pub directive: String,
    /// Where the directive is in the format string.
    pub range: Range<usize>,
    /// What is wrong with it.
    pub problem: FormatProblem,
}

/// What is wrong with a directive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormatProblem {
    /// The format string ends before the conversion specifier.
    Incomplete,
    /// The conversion specifier is none of the standard's.
    UnknownConversion,
    /// The flag has no meaning for the conversion.
    Flag(char),
    /// The length modifier does not apply to the conversion.
    Length(Length),
    /// The conversion takes no precision.
    Precision,
    /// The conversion takes no field width.
    Width,
    /// Something stands between the two percent signs of `%%`.
    Percent,
    /// A valid extension of the C library, or a wide character, that the machine does not know.
    Unsupported(&'static str),
    /// The field would be longer than [`FIELD_LIMIT`].
    TooLong,
    /// The value given for rendering does not belong to the conversion.
    Argument,
}

/// What a problem means for the program that runs into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consequence {
    /// The behaviour is undefined.
    Undefined,
    /// The program may be fine; the machine can't tell.
    Unsupported,
    /// The program asks for more than the machine gives.
    Budget,
}

impl FormatProblem {
    /// What the problem means for the program.
    pub fn consequence(self) -> Consequence {
        match self {
            FormatProblem::Unsupported(_) => Consequence::Unsupported,
            FormatProblem::TooLong => Consequence::Budget,
            _ => Consequence::Undefined,
        }
    }
}

impl fmt::Display for FormatProblem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormatProblem::Incomplete => out.write_str("the format string ends inside the directive"),
            FormatProblem::UnknownConversion => out.write_str("there is no such conversion"),
            FormatProblem::Flag(flag) => write!(out, "the flag '{flag}' has no meaning for this conversion"),
            FormatProblem::Length(length) => {
                write!(out, "the length modifier '{}' does not apply to this conversion", length.spelling())
            }
            FormatProblem::Precision => out.write_str("this conversion takes no precision"),
            FormatProblem::Width => out.write_str("this conversion takes no field width"),
            FormatProblem::Percent => out.write_str("nothing may stand between the percent signs"),
            FormatProblem::Unsupported(what) => write!(out, "{what} not supported"),
            FormatProblem::TooLong => write!(out, "the field is longer than {FIELD_LIMIT} bytes"),
            FormatProblem::Argument => out.write_str("the value does not belong to this conversion"),
        }
    }
}

/// What the standard allows in the directives of one conversion.
struct Rule {
    letter: u8,
    conversion: Conversion,
    /// The flags whose meaning is defined; `-`, `+` and space are harmless everywhere but in `%n` and `%%`.
    flags: &'static [u8],
    lengths: &'static [Length],
    width: Takes,
    precision: Takes,
}

/// Whether a conversion takes an amount.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    Yes,
    No,
}

const INTEGER_LENGTHS: &[Length] = &[
    Length::None,
    Length::Char,
    Length::Short,
    Length::Long,
    Length::LongLong,
    Length::IntMax,
    Length::Size,
    Length::PtrDiff,
];
const REAL_LENGTHS: &[Length] = &[Length::None, Length::Long, Length::LongDouble];
const NO_LENGTH: &[Length] = &[Length::None];

const fn number(letter: u8, conversion: Conversion, flags: &'static [u8], lengths: &'static [Length]) -> Rule {
    Rule { letter, conversion, flags, lengths, width: Takes::Yes, precision: Takes::Yes }
}

const fn real(letter: u8, conversion: Conversion) -> Rule {
    number(letter, conversion, b"-+ #0", REAL_LENGTHS)
}

/// The conversions of the standard, each with what may go with it.
const RULES: &[Rule] = &[
    number(b'd', Conversion::Decimal, b"-+ 0", INTEGER_LENGTHS),
    number(b'i', Conversion::Decimal, b"-+ 0", INTEGER_LENGTHS),
    number(b'u', Conversion::Unsigned, b"-+ 0", INTEGER_LENGTHS),
    number(b'o', Conversion::Octal, b"-+ #0", INTEGER_LENGTHS),
    number(b'x', Conversion::Hex(Case::Lower), b"-+ #0", INTEGER_LENGTHS),
    number(b'X', Conversion::Hex(Case::Upper), b"-+ #0", INTEGER_LENGTHS),
    real(b'f', Conversion::Fixed(Case::Lower)),
    real(b'F', Conversion::Fixed(Case::Upper)),
    real(b'e', Conversion::Exponent(Case::Lower)),
    real(b'E', Conversion::Exponent(Case::Upper)),
    real(b'g', Conversion::General(Case::Lower)),
    real(b'G', Conversion::General(Case::Upper)),
    real(b'a', Conversion::HexFloat(Case::Lower)),
    real(b'A', Conversion::HexFloat(Case::Upper)),
    number(b's', Conversion::Text, b"-+ ", NO_LENGTH),
    Rule {
        letter: b'c',
        conversion: Conversion::Char,
        flags: b"-+ ",
        lengths: NO_LENGTH,
        width: Takes::Yes,
        precision: Takes::No,
    },
    Rule {
        letter: b'p',
        conversion: Conversion::Pointer,
        flags: b"-+ ",
        lengths: NO_LENGTH,
        width: Takes::Yes,
        precision: Takes::No,
    },
    Rule {
        letter: b'n',
        conversion: Conversion::Count,
        flags: b"",
        lengths: INTEGER_LENGTHS,
        width: Takes::No,
        precision: Takes::No,
    },
];

/// What glibc understands beyond the standard, so that it is called unsupported and not undefined.
const EXTENSIONS: &[(u8, &str)] = &[
    (b'$', "numbered arguments are"),
    (b'\'', "the flag for digit grouping is"),
    (b'I', "the flag for alternative digits is"),
    (b'm', "the conversion of errno is"),
    (b'b', "the binary conversion is"),
    (b'B', "the binary conversion is"),
    (b'C', "wide characters are"),
    (b'S', "wide strings are"),
    (b'q', "the length modifier 'q' is"),
    (b'Z', "the length modifier 'Z' is"),
];

/// The pieces of a format string, in order; after an error there are no more.
#[derive(Debug, Clone)]
pub struct Pieces<'a> {
    format: &'a [u8],
    at: usize,
}

/// Splits a format string (without its null byte) into pieces as they are asked for.
pub fn pieces(format: &[u8]) -> Pieces<'_> {
    Pieces { format, at: 0 }
}

/// Splits a whole format string (without its null byte) into pieces.
pub fn parse(format: &[u8]) -> Result<Vec<Piece>, FormatError> {
    pieces(format).collect()
}

impl Iterator for Pieces<'_> {
    type Item = Result<Piece, FormatError>;

    fn next(&mut self) -> Option<Self::Item> {
        let start = self.at;
        let rest = self.format.get(start..).filter(|rest| !rest.is_empty())?;
        if rest[0] != b'%' {
            let length = rest.iter().position(|&byte| byte == b'%').unwrap_or(rest.len());
            self.at = start + length;
            return Some(Ok(Piece::Literal(start..self.at)));
        }
        self.at = start + 1;
        let parsed = self.directive(start);
        Some(match parsed {
            Ok(directive) => Ok(Piece::Directive(directive)),
            Err(problem) => {
                let range = start..self.at;
                self.at = self.format.len();
                Err(FormatError::new(self.format, range, problem))
            }
        })
    }
}

impl Pieces<'_> {
    fn peek(&self) -> Option<u8> {
        self.format.get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> Option<u8> {
        let found = self.peek().filter(|&next| next == byte)?;
        self.at += 1;
        Some(found)
    }

    /// Reads a directive whose percent sign is at `start` and already taken.
    fn directive(&mut self, start: usize) -> Result<Directive, FormatProblem> {
        let mut flags = Flags::default();
        let flags_start = self.at;
        loop {
            let flag = match self.peek() {
                Some(b'-') => &mut flags.left,
                Some(b'+') => &mut flags.plus,
                Some(b' ') => &mut flags.space,
                Some(b'#') => &mut flags.alternative,
                Some(b'0') => &mut flags.zero,
                _ => break,
            };
            *flag = true;
            self.at += 1;
        }
        let flags_end = self.at;
        let width = self.amount(Amount::None);
        let precision = match self.take(b'.') {
            Some(_) => self.amount(Amount::Fixed(0)),
            None => Amount::None,
        };
        let length = self.length();
        let letter = self.peek().ok_or(FormatProblem::Incomplete)?;
        self.at += 1;
        let plain = self.at == start + 2;
        if letter == b'%' {
            let conversion = Conversion::Percent;
            let percent = Directive { flags, width, precision, length, conversion, range: start..self.at };
            return if plain { Ok(percent) } else { Err(FormatProblem::Percent) };
        }
        let rule = RULES.iter().find(|rule| rule.letter == letter).ok_or_else(|| {
            let extension = EXTENSIONS.iter().find(|(extension, _)| *extension == letter);
            extension.map_or(FormatProblem::UnknownConversion, |&(_, what)| FormatProblem::Unsupported(what))
        })?;
        let written = &self.format[flags_start..flags_end];
        if let Some(&flag) = written.iter().find(|flag| !rule.flags.contains(flag)) {
            return Err(FormatProblem::Flag(char::from(flag)));
        }
        if rule.width == Takes::No && width != Amount::None {
            return Err(FormatProblem::Width);
        }
        if rule.precision == Takes::No && precision != Amount::None {
            return Err(FormatProblem::Precision);
        }
        if !rule.lengths.contains(&length) {
            return Err(match (length, rule.conversion) {
                (Length::Long, Conversion::Char) => FormatProblem::Unsupported("wide characters are"),
                (Length::Long, Conversion::Text) => FormatProblem::Unsupported("wide strings are"),
                _ => FormatProblem::Length(length),
            });
        }
        Ok(Directive { flags, width, precision, length, conversion: rule.conversion, range: start..self.at })
    }

    /// Reads `*` or digits; `absent` is what neither means.
    fn amount(&mut self, absent: Amount) -> Amount {
        if self.take(b'*').is_some() {
            return Amount::Star;
        }
        let mut amount = absent;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            let so_far = if let Amount::Fixed(value) = amount { value } else { 0 };
            amount = Amount::Fixed(so_far.saturating_mul(10).saturating_add(u64::from(digit - b'0')));
            self.at += 1;
        }
        amount
    }

    fn length(&mut self) -> Length {
        let rest = &self.format[self.at..];
        let (taken, length) = match rest {
            [b'h', b'h', ..] => (2, Length::Char),
            [b'h', ..] => (1, Length::Short),
            [b'l', b'l', ..] => (2, Length::LongLong),
            [b'l', ..] => (1, Length::Long),
            [b'j', ..] => (1, Length::IntMax),
            [b'z', ..] => (1, Length::Size),
            [b't', ..] => (1, Length::PtrDiff),
            [b'L', ..] => (1, Length::LongDouble),
            _ => (0, Length::None),
        };
        self.at += taken;
        length
    }
}

impl FormatError {
    fn new(format: &[u8], range: Range<usize>, problem: FormatProblem) -> Self {
        // A directive can be as long as the format string; a message need not be.
        let written = &format[range.clone()];
        let shown = &written[..written.len().min(40)];
        FormatError { directive: shown.escape_ascii().to_string(), range, problem }
    }
}

impl Directive {
    /// The type of the converted argument; each [`Amount::Star`] takes one `int` before it, width first.
    pub fn expects(&self) -> ArgClass {
        let signed = match self.length {
            Length::None | Length::Char | Length::Short => ArgClass::Int,
            Length::Long => ArgClass::Long,
            Length::LongLong => ArgClass::LongLong,
            Length::IntMax => ArgClass::IntMax,
            Length::Size => ArgClass::SSize,
            Length::PtrDiff => ArgClass::PtrDiff,
            Length::LongDouble => ArgClass::LongDouble,
        };
        match self.conversion {
            Conversion::Decimal => signed,
            Conversion::Octal | Conversion::Unsigned | Conversion::Hex(_) => match signed {
                ArgClass::Int if self.length == Length::None => ArgClass::UInt,
                ArgClass::Long => ArgClass::ULong,
                ArgClass::LongLong => ArgClass::ULongLong,
                ArgClass::IntMax => ArgClass::UIntMax,
                ArgClass::SSize => ArgClass::Size,
                ArgClass::PtrDiff => ArgClass::UPtrDiff,
                promoted => promoted,
            },
            Conversion::Fixed(_) | Conversion::Exponent(_) | Conversion::General(_) | Conversion::HexFloat(_) => {
                if self.length == Length::LongDouble { ArgClass::LongDouble } else { ArgClass::Double }
            }
            Conversion::Char => ArgClass::Int,
            Conversion::Text => ArgClass::CharPtr,
            Conversion::Pointer => ArgClass::VoidPtr,
            Conversion::Count => ArgClass::CountPtr(self.length),
            Conversion::Percent => ArgClass::Nothing,
        }
    }

    /// What the argument is converted to before printing: `hh` and `h` keep the low 8 or 16 bits of an `int`.
    pub fn narrow(&self, value: i128) -> i128 {
        let signed = self.conversion == Conversion::Decimal;
        match (self.length, signed) {
            (Length::Char, true) => i128::from(value as i8),
            (Length::Char, false) => i128::from(value as u8),
            (Length::Short, true) => i128::from(value as i16),
            (Length::Short, false) => i128::from(value as u16),
            _ => value,
        }
    }

    /// Fills in the values of the `*` amounts; a value for an amount that is not a star is ignored.
    ///
    /// A negative width means `-` and its absolute value, a negative precision means none.
    pub fn resolve(&self, width: i32, precision: i32) -> Field {
        let mut flags = self.flags;
        let width = match self.width {
            Amount::None => 0,
            Amount::Fixed(width) => width,
            Amount::Star => {
                flags.left |= width < 0;
                u64::from(width.unsigned_abs())
            }
        };
        let precision = match self.precision {
            Amount::None => None,
            Amount::Fixed(precision) => Some(precision),
            Amount::Star => u64::try_from(precision).ok(),
        };
        Field { flags, width, precision, conversion: self.conversion }
    }

    /// The error that says this directive of `format` has `problem`.
    pub fn error(&self, format: &[u8], problem: FormatProblem) -> FormatError {
        let end = self.range.end.min(format.len());
        FormatError::new(format, self.range.start.min(end)..end, problem)
    }
}

/// A directive with nothing left open: ready to be rendered (see [`super::render`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// The flags, with those a negative `*` width adds.
    pub flags: Flags,
    /// The least number of bytes to print.
    pub width: u64,
    /// The precision, if there is one.
    pub precision: Option<u64>,
    /// The conversion.
    pub conversion: Conversion,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(format: &str) -> Directive {
        match parse(format.as_bytes()).expect(format).as_slice() {
            [Piece::Directive(directive)] => directive.clone(),
            other => panic!("{format}: {other:?}"),
        }
    }

    #[test]
    fn pieces_cover_the_format_string() {
        let format = b"a%d%%b%-*.3lux";
        let ranges: Vec<_> = parse(format)
            .expect("valid")
            .into_iter()
            .map(|piece| match piece {
                Piece::Literal(range) => range,
                Piece::Directive(directive) => directive.range,
            })
            .collect();
        assert_eq!(ranges, [0..1, 1..3, 3..5, 5..6, 6..13, 13..14]);
        assert_eq!(parse(b"").expect("empty"), []);
    }

    #[test]
    fn directives_say_all_they_hold() {
        let directive = one("%-+ #0*.*llx");
        let flags = Flags { left: true, plus: true, space: true, alternative: true, zero: true };
        assert_eq!(directive.flags, flags);
        assert_eq!((directive.width, directive.precision), (Amount::Star, Amount::Star));
        assert_eq!(directive.length, Length::LongLong);
        assert_eq!(directive.conversion, Conversion::Hex(Case::Lower));
        assert_eq!(one("%5.f").precision, Amount::Fixed(0));
        assert_eq!(one("%12.34f").width, Amount::Fixed(12));
        assert_eq!(one("%12.34f").precision, Amount::Fixed(34));
        assert_eq!(one("%99999999999999999999999d").width, Amount::Fixed(u64::MAX));
    }

    #[test]
    fn arguments_are_named_after_promotion() {
        let table = [
            ("%d", ArgClass::Int),
            ("%hhd", ArgClass::Int),
            ("%hu", ArgClass::Int),
            ("%u", ArgClass::UInt),
            ("%ld", ArgClass::Long),
            ("%lx", ArgClass::ULong),
            ("%lli", ArgClass::LongLong),
            ("%llo", ArgClass::ULongLong),
            ("%jd", ArgClass::IntMax),
            ("%jX", ArgClass::UIntMax),
            ("%zd", ArgClass::SSize),
            ("%zu", ArgClass::Size),
            ("%td", ArgClass::PtrDiff),
            ("%tu", ArgClass::UPtrDiff),
            ("%f", ArgClass::Double),
            ("%lg", ArgClass::Double),
            ("%La", ArgClass::LongDouble),
            ("%c", ArgClass::Int),
            ("%s", ArgClass::CharPtr),
            ("%p", ArgClass::VoidPtr),
            ("%n", ArgClass::CountPtr(Length::None)),
            ("%hhn", ArgClass::CountPtr(Length::Char)),
            ("%%", ArgClass::Nothing),
        ];
        for (format, class) in table {
            assert_eq!(one(format).expects(), class, "{format}");
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let table = [
            ("%", FormatProblem::Incomplete),
            ("%-5.2l", FormatProblem::Incomplete),
            ("%y", FormatProblem::UnknownConversion),
            ("%5 d", FormatProblem::UnknownConversion),
            ("%.-3d", FormatProblem::UnknownConversion),
            ("%#d", FormatProblem::Flag('#')),
            ("%#u", FormatProblem::Flag('#')),
            ("%05s", FormatProblem::Flag('0')),
            ("%0c", FormatProblem::Flag('0')),
            ("%#p", FormatProblem::Flag('#')),
            ("%-n", FormatProblem::Flag('-')),
            ("%5n", FormatProblem::Width),
            ("%.5c", FormatProblem::Precision),
            ("%.5p", FormatProblem::Precision),
            ("%Ld", FormatProblem::Length(Length::LongDouble)),
            ("%hf", FormatProblem::Length(Length::Short)),
            ("%llf", FormatProblem::Length(Length::LongLong)),
            ("%hs", FormatProblem::Length(Length::Short)),
            ("%zp", FormatProblem::Length(Length::Size)),
            ("%5%", FormatProblem::Percent),
            ("%ls", FormatProblem::Unsupported("wide strings are")),
            ("%lc", FormatProblem::Unsupported("wide characters are")),
            ("%1$d", FormatProblem::Unsupported("numbered arguments are")),
            ("%'d", FormatProblem::Unsupported("the flag for digit grouping is")),
            ("%m", FormatProblem::Unsupported("the conversion of errno is")),
        ];
        for (format, problem) in table {
            assert_eq!(parse(format.as_bytes()).expect_err(format).problem, problem, "{format}");
        }
        let error = parse(b"ok %d then %#i and more").expect_err("'#' with i");
        assert_eq!(error.range, 11..14);
        assert_eq!(error.to_string(), "'%#i': the flag '#' has no meaning for this conversion");
        assert_eq!(pieces(b"%y%d").count(), 1);
    }

    #[test]
    fn negative_stars_change_sides() {
        let field = one("%*.*d").resolve(-7, -1);
        assert_eq!((field.flags.left, field.width, field.precision), (true, 7, None));
        let field = one("%*.*d").resolve(7, 2);
        assert_eq!((field.flags.left, field.width, field.precision), (false, 7, Some(2)));
        assert_eq!(one("%*d").resolve(i32::MIN, 0).width, 1 << 31);
    }
}
