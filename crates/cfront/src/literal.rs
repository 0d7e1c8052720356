//! What constants mean: numbers, characters, strings.

use lydite_lang::{IntType, StrLit, TypeId, Types};

/// The value of a numeric constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Number {
    Int(i128, TypeId),
    /// `_BitInt` constant with its width and signedness.
    BitInt(i128, IntType),
    Float(f64, TypeId),
}

/// Why a constant is bad.
#[derive(Debug, PartialEq)]
pub(crate) enum LiteralError {
    Bad(String),
    Unsupported(String),
}

fn bad<V>(message: impl Into<String>) -> Result<V, LiteralError> {
    Err(LiteralError::Bad(message.into()))
}

/// Reads a preprocessing number.
pub(crate) fn number(types: &Types, spelling: &[u8]) -> Result<Number, LiteralError> {
    let Ok(text) = std::str::from_utf8(spelling) else { return bad("bad number") };
    if let Some(value) = small_int(spelling) {
        return Ok(Number::Int(value.into(), TypeId::INT));
    }
    let lower = text.to_ascii_lowercase();
    let (radix, digits) = match lower.as_bytes() {
        [b'0', b'x', ..] => (16, &lower[2..]),
        [b'0', b'b', ..] => (2, &lower[2..]),
        [b'0', ..] => (8, &lower[..]),
        _ => (10, &lower[..]),
    };
    let is_float = match radix {
        16 => digits.contains(['.', 'p']),
        2 => false,
        _ => {
            let mantissa = digits.find(|c: char| !c.is_ascii_digit()).map(|i| digits.as_bytes()[i]);
            matches!(mantissa, Some(b'.' | b'e'))
        }
    };
    if is_float { float(text, digits, radix) } else { integer(types, text, digits, radix) }
}

/// The commonest constants by far: decimal or hexadecimal, without suffix, of few digits.
fn small_int(spelling: &[u8]) -> Option<i32> {
    let (radix, digits) = match spelling {
        [digit] => return char::from(*digit).to_digit(10).map(|d| d as i32),
        [b'0', b'x' | b'X', rest @ ..] if (1..=7).contains(&rest.len()) => (16, rest),
        [b'1'..=b'9', ..] if spelling.len() <= 9 => (10, spelling),
        _ => return None,
    };
    digits.iter().try_fold(0i32, |value, &d| Some(value * radix + char::from(d).to_digit(radix as u32)? as i32))
}

/// The value as `double` of a `long double` constant; compilers' headers spell `DBL_MAX` as a cast of one.
pub(crate) fn long_double_as_double(spelling: &[u8]) -> Option<f64> {
    let body = spelling.strip_suffix(b"L").or_else(|| spelling.strip_suffix(b"l"))?;
    let text = std::str::from_utf8(body).ok()?.to_ascii_lowercase();
    match text.strip_prefix("0x") {
        Some(hex) if hex.contains('p') => hex_float(hex, (53, -1074)),
        None if text.contains(['.', 'e']) => text.parse().ok(),
        _ => None,
    }
}

fn integer(types: &Types, text: &str, digits: &str, radix: u32) -> Result<Number, LiteralError> {
    let end = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    let (body, suffix) = digits.split_at(end);
    if body.is_empty() {
        return bad(format!("invalid number '{text}'"));
    }
    if suffix.starts_with(|c: char| c.is_ascii_digit()) {
        return bad(format!("invalid digit in octal or binary constant '{text}'"));
    }
    let Ok(value) = u128::from_str_radix(body, radix) else {
        return bad(format!("integer constant '{}' is too large", &text[..text.len().min(60)]));
    };
    let value = value as i128;
    let (unsigned, longs) = match suffix {
        "" => (false, 0),
        "u" => (true, 0),
        "l" => (false, 1),
        "ul" | "lu" => (true, 1),
        "ll" => (false, 2),
        "ull" | "llu" => (true, 2),
        "wb" => return Ok(bit_int(value, true)),
        "uwb" | "wbu" => return Ok(bit_int(value, false)),
        s if s.contains(['i', 'j']) => return Err(LiteralError::Unsupported("imaginary constants".into())),
        _ => return bad(format!("invalid suffix '{suffix}' on integer constant")),
    };
    const RANKED: [(TypeId, TypeId); 4] = [
        (TypeId::INT, TypeId::UINT),
        (TypeId::LONG, TypeId::ULONG),
        (TypeId::LONGLONG, TypeId::ULONGLONG),
        (TypeId::INT128, TypeId::UINT128),
    ];
    let fits =
        |ty: TypeId| types.int_type(ty).is_some_and(|t| t.bits == 128 && value >= 0 || t.bits < 128 && t.fits(value));
    for (signed, other) in &RANKED[longs..] {
        if !unsigned && fits(*signed) {
            return Ok(Number::Int(value, *signed));
        }
        if (unsigned || radix != 10) && fits(*other) {
            return Ok(Number::Int(value, *other));
        }
    }
    bad(format!("integer constant '{text}' is too large"))
}

fn bit_int(value: i128, signed: bool) -> Number {
    let needed = (128 - value.leading_zeros() as u16).max(1);
    let bits = if signed { (needed + 1).clamp(2, 128) } else { needed };
    Number::BitInt(value, IntType { bits, signed })
}

fn float(text: &str, digits: &str, radix: u32) -> Result<Number, LiteralError> {
    // The exponent ends the digits; a suffix may follow.
    let mark = if radix == 16 { 'p' } else { 'e' };
    let is_digit = |c: char| c == '.' || c.is_digit(radix.max(10));
    let mantissa_end = digits.find(|c| !is_digit(c)).unwrap_or(digits.len());
    let mut end = mantissa_end;
    if digits[mantissa_end..].starts_with(mark) {
        let rest = &digits[mantissa_end + 1..];
        let sign = usize::from(rest.starts_with(['+', '-']));
        let len = rest[sign..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - sign);
        if len == 0 {
            return bad("exponent has no digits");
        }
        end = mantissa_end + 1 + sign + len;
    } else if radix == 16 {
        return bad("hexadecimal floating constants require an exponent");
    }
    let ty = match &digits[end..] {
        "" | "f64" | "f32x" => TypeId::DOUBLE,
        "f" | "f32" => TypeId::FLOAT,
        "l" | "f64x" => return Err(LiteralError::Unsupported("constants of type 'long double'".into())),
        "q" | "f128" | "w" => return Err(LiteralError::Unsupported("constants of type '_Float128'".into())),
        "df" | "dd" | "dl" => return Err(LiteralError::Unsupported("decimal floating constants".into())),
        s if s.contains(['i', 'j']) => return Err(LiteralError::Unsupported("imaginary constants".into())),
        s => return bad(format!("invalid suffix '{s}' on floating constant '{}'", &text[..text.len().min(60)])),
    };
    let body = &digits[..end];
    if body.matches('.').count() > 1 || !body.contains(|c: char| c.is_digit(radix.max(10))) {
        return bad(format!("invalid number '{}'", &text[..text.len().min(60)]));
    }
    let value = match (radix, ty) {
        (16, ty) => hex_float(body, if ty == TypeId::FLOAT { (24, -149) } else { (53, -1074) }),
        // Parsed at its own width, so that it is rounded once.
        (_, TypeId::FLOAT) => body.parse::<f32>().ok().map(f64::from),
        _ => body.parse::<f64>().ok(),
    };
    value.map_or_else(|| bad(format!("invalid number '{text}'")), |value| Ok(Number::Float(value, ty)))
}

/// The value of `digits.digits p exponent`, rounded to nearest even at a precision and least exponent.
fn hex_float(body: &str, (precision, least): (i64, i64)) -> Option<f64> {
    let (mantissa, exponent) = body.split_once('p')?;
    let mut exponent = match exponent.parse::<i64>() {
        Ok(e) => e.clamp(-1_000_000_000, 1_000_000_000),
        Err(_) if exponent.starts_with('-') => -1_000_000_000,
        Err(_) => 1_000_000_000,
    };
    let (mut bits, mut sticky, mut after_point) = (0u64, false, false);
    for c in mantissa.chars() {
        if c == '.' {
            after_point = true;
            continue;
        }
        let digit = u64::from(c.to_digit(16)?);
        if bits >> 60 == 0 {
            bits = bits << 4 | digit;
            exponent -= if after_point { 4 } else { 0 };
        } else {
            sticky |= digit != 0;
            exponent += if after_point { 0 } else { 4 };
        }
    }
    if bits == 0 {
        return Some(0.0);
    }
    // Drop the bits beyond the precision, or below the least exponent.
    let width = 64 - i64::from(bits.leading_zeros());
    let drop = (width - precision).max(least - exponent).max(0);
    if drop > 0 {
        let (kept, half) = if drop > 64 {
            (0, false)
        } else if drop == 64 {
            (0, bits >> 63 == 1)
        } else {
            (bits >> drop, bits >> (drop - 1) & 1 == 1)
        };
        let below = if drop > 64 { true } else { sticky || drop > 1 && bits & ((1u64 << (drop - 1)) - 1) != 0 };
        bits = kept + u64::from(half && (below || kept & 1 == 1));
        exponent += drop;
    }
    let mut value = bits as f64;
    // Scaled in exact steps.
    while exponent > 0 && value.is_finite() {
        let step = exponent.min(1000);
        value *= 2f64.powi(step as i32);
        exponent -= step;
    }
    while exponent < 0 && value != 0.0 {
        let step = (-exponent).min(900);
        value *= 2f64.powi(-step as i32);
        exponent += step;
    }
    if precision == 24 { Some(f64::from(value as f32)) } else { Some(value) }
}

/// The prefix of a character or string constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Prefix {
    Plain,
    Utf8,
    Wide,
    Char16,
    Char32,
}

impl Prefix {
    fn split(spelling: &[u8]) -> (Prefix, &[u8]) {
        match spelling {
            [b'u', b'8', rest @ ..] => (Prefix::Utf8, rest),
            [b'L', rest @ ..] => (Prefix::Wide, rest),
            [b'u', rest @ ..] => (Prefix::Char16, rest),
            [b'U', rest @ ..] => (Prefix::Char32, rest),
            rest => (Prefix::Plain, rest),
        }
    }

    fn elem(self, types: &Types) -> TypeId {
        match self {
            Prefix::Plain | Prefix::Utf8 => TypeId::CHAR,
            Prefix::Wide => types.wchar_type(),
            Prefix::Char16 => TypeId::USHORT,
            Prefix::Char32 => TypeId::UINT,
        }
    }
}

/// Decodes the characters between quotes into units of the prefix's width.
fn decode(prefix: Prefix, body: &[u8], out: &mut Vec<u32>) -> Result<(), LiteralError> {
    let narrow = matches!(prefix, Prefix::Plain | Prefix::Utf8);
    let (limit, wide_max) = match prefix {
        Prefix::Plain | Prefix::Utf8 => (0xff, 0xff),
        Prefix::Char16 => (0xffff, 0xffff),
        _ => (u32::MAX, u32::MAX),
    };
    let mut rest = body;
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        if byte != b'\\' {
            if narrow || byte < 0x80 {
                out.push(byte.into());
                continue;
            }
            let whole = &body[body.len() - tail.len() - 1..];
            let len = match byte {
                0xc0..=0xdf => 2,
                0xe0..=0xef => 3,
                _ => 4,
            };
            let Some(c) = whole.get(..len).and_then(|s| std::str::from_utf8(s).ok()).and_then(|s| s.chars().next())
            else {
                return bad("the text is not valid UTF-8");
            };
            push_char(prefix, c, out);
            rest = &whole[len..];
            continue;
        }
        let Some((&escape, tail)) = rest.split_first() else { return bad("incomplete escape sequence") };
        rest = tail;
        let unit = match escape {
            b'n' => 10,
            b't' => 9,
            b'r' => 13,
            b'a' => 7,
            b'b' => 8,
            b'f' => 12,
            b'v' => 11,
            b'e' | b'E' => 27,
            b'\n' => continue,
            b'0'..=b'7' => {
                let mut value = u32::from(escape - b'0');
                for _ in 0..2 {
                    match rest.split_first() {
                        Some((d @ b'0'..=b'7', tail)) => {
                            value = value * 8 + u32::from(d - b'0');
                            rest = tail;
                        }
                        _ => break,
                    }
                }
                if value > limit {
                    return bad("octal escape sequence out of range");
                }
                value
            }
            b'x' => {
                let len = rest.iter().position(|b| !b.is_ascii_hexdigit()).unwrap_or(rest.len());
                let text = std::str::from_utf8(&rest[..len]).unwrap_or_default().trim_start_matches('0');
                if len == 0 {
                    return bad("\\x used with no following hex digits");
                }
                rest = &rest[len..];
                let value = if text.is_empty() { Some(0) } else { u32::from_str_radix(text, 16).ok() };
                match value {
                    Some(value) if value <= wide_max => value,
                    _ => return bad("hex escape sequence out of range"),
                }
            }
            b'u' | b'U' => {
                let len = if escape == b'u' { 4 } else { 8 };
                let c = rest
                    .get(..len)
                    .and_then(|s| std::str::from_utf8(s).ok())
                    .and_then(|s| u32::from_str_radix(s, 16).ok())
                    .and_then(char::from_u32);
                let Some(c) = c else { return bad("invalid universal character") };
                rest = &rest[len..];
                push_char(prefix, c, out);
                continue;
            }
            other => other.into(),
        };
        out.push(unit);
    }
    Ok(())
}

fn push_char(prefix: Prefix, c: char, out: &mut Vec<u32>) {
    match prefix {
        Prefix::Plain | Prefix::Utf8 => {
            let mut buffer = [0; 4];
            out.extend(c.encode_utf8(&mut buffer).bytes().map(u32::from));
        }
        Prefix::Char16 => {
            let mut buffer = [0; 2];
            out.extend(c.encode_utf16(&mut buffer).iter().map(|&u| u32::from(u)));
        }
        Prefix::Wide | Prefix::Char32 => out.push(c.into()),
    }
}

/// Reads a character constant: its value and type.
pub(crate) fn character(types: &Types, spelling: &[u8]) -> Result<(i128, TypeId), LiteralError> {
    let (prefix, quoted) = Prefix::split(spelling);
    let mut units = Vec::new();
    decode(prefix, &quoted[1..quoted.len() - 1], &mut units)?;
    let Some(&last) = units.last() else { return bad("empty character constant") };
    if prefix != Prefix::Plain {
        let ty = if prefix == Prefix::Utf8 { TypeId::UCHAR } else { prefix.elem(types) };
        return Ok((types.int_type(ty).map_or(0, |t| t.wrap(last.into())), ty));
    }
    if units.len() == 1 {
        let value = types.int_type(TypeId::CHAR).map_or(0, |t| t.wrap(last.into()));
        return Ok((value, TypeId::INT));
    }
    if units.len() > 4 {
        return bad("character constant too long for its type");
    }
    let value = units.iter().fold(0u32, |v, &u| v << 8 | u & 0xff);
    Ok(((value as i32).into(), TypeId::INT))
}

/// Reads adjacent string literals as one.
pub(crate) fn string(types: &Types, spellings: &[&[u8]]) -> Result<StrLit, LiteralError> {
    let mut prefix = Prefix::Plain;
    for spelling in spellings {
        let (own, _) = Prefix::split(spelling);
        if own == Prefix::Plain || own == prefix {
            continue;
        }
        if !matches!(prefix, Prefix::Plain | Prefix::Utf8) && own != Prefix::Utf8 {
            return bad("concatenation of string literals with different prefixes");
        }
        if prefix == Prefix::Plain || own != Prefix::Utf8 {
            prefix = own;
        }
    }
    let mut units = Vec::new();
    for spelling in spellings {
        let (_, quoted) = Prefix::split(spelling);
        decode(prefix, &quoted[1..quoted.len() - 1], &mut units)?;
    }
    units.push(0);
    Ok(StrLit { elem: prefix.elem(types), units })
}

#[cfg(test)]
mod tests {
    use super::*;
    use lydite_lang::Target;

    fn num(text: &str) -> Number {
        number(&Types::new(Target::x86_64()), text.as_bytes()).expect(text)
    }

    #[test]
    fn integers_get_the_first_type_that_fits() {
        assert_eq!(num("2147483647"), Number::Int(2147483647, TypeId::INT));
        assert_eq!(num("2147483648"), Number::Int(2147483648, TypeId::LONG));
        assert_eq!(num("0x80000000"), Number::Int(2147483648, TypeId::UINT));
        assert_eq!(num("0xFFFFFFFFFFFFFFFFLL"), Number::Int(u64::MAX.into(), TypeId::ULONGLONG));
        assert_eq!(num("18446744073709551615UL"), Number::Int(u64::MAX.into(), TypeId::ULONG));
        assert_eq!(num("0b1011u"), Number::Int(11, TypeId::UINT));
        assert_eq!(num("0777"), Number::Int(511, TypeId::INT));
        assert_eq!(num("0"), Number::Int(0, TypeId::INT));
        assert_eq!(num("5wb"), Number::BitInt(5, IntType::signed(4)));
    }

    #[test]
    fn floats() {
        assert_eq!(num("1e3"), Number::Float(1000.0, TypeId::DOUBLE));
        assert_eq!(num(".5f"), Number::Float(0.5, TypeId::FLOAT));
        assert_eq!(num("0.1f"), Number::Float(f64::from(0.1f32), TypeId::FLOAT));
        assert_eq!(num("0x1.8p+1"), Number::Float(3.0, TypeId::DOUBLE));
        assert_eq!(num("0x1p-1074"), Number::Float(f64::from_bits(1), TypeId::DOUBLE));
        assert_eq!(num("0x1.fffffffffffffp1023"), Number::Float(f64::MAX, TypeId::DOUBLE));
        assert_eq!(num("0x1.fffffep127f"), Number::Float(f64::from(f32::MAX), TypeId::FLOAT));
        assert_eq!(num("0x1.00000000000008p0"), Number::Float(1.0, TypeId::DOUBLE));
        assert_eq!(num("0x1.000000000000081p0"), Number::Float(1.0 + f64::EPSILON, TypeId::DOUBLE));
        assert_eq!(num("0x0.8p-1073"), Number::Float(f64::from_bits(1), TypeId::DOUBLE));
        assert_eq!(num("08.5"), Number::Float(8.5, TypeId::DOUBLE));
    }

    #[test]
    fn bad_numbers() {
        let types = Types::new(Target::x86_64());
        for text in
            ["089", "0x", "1.2.3", "1e", "0x1.8", "12abc", "1.0L", "0b2", "999999999999999999999999999999999999999999"]
        {
            assert!(number(&types, text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn characters_and_strings() {
        let types = Types::new(Target::x86_64());
        assert_eq!(character(&types, b"'\\xff'"), Ok((-1, TypeId::INT)));
        assert_eq!(character(&types, b"'ab'"), Ok((0x6162, TypeId::INT)));
        assert_eq!(character(&types, b"L'\\x1234'"), Ok((0x1234, TypeId::INT)));
        let joined = string(&types, &[b"\"a\\0\"", b"\"1\\n\""]).expect("string");
        assert_eq!(joined.units, [97, 0, 49, 10, 0]);
        assert_eq!(string(&types, &["u\"é\"".as_bytes()]).expect("string").units, [0xe9, 0]);
    }
}
