//! Numbers as arguments: one way to write them and one way to refuse them.

use std::ops::RangeInclusive;
use std::time::Duration;

/// The most programs, changes or passes that can be asked for at once.
const MANY: u64 = 1_000_000_000;

/// The value of a number: decimal, hexadecimal after `0x`, or with an exponent of ten such as `5e6`; `_` parts digits.
pub fn value(text: &str) -> Option<u64> {
    // The library would take a sign, which nobody means here.
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let digits = text.replace('_', "");
    if let Some(digits) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        let is_hexadecimal = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        return if is_hexadecimal { u64::from_str_radix(digits, 16).ok() } else { None };
    }
    match digits.split_once(['e', 'E']) {
        None => digits.parse().ok(),
        Some((mantissa, exponent)) => {
            mantissa.parse::<u64>().ok()?.checked_mul(10u64.checked_pow(exponent.parse().ok()?)?)
        }
    }
}

/// A number of a range.
pub fn within(text: &str, range: RangeInclusive<u64>) -> Result<u64, String> {
    let (least, most) = (range.start(), range.end());
    let found = value(text).filter(|number| range.contains(number));
    found.ok_or_else(|| format!("expected a number from {least} to {most}"))
}

/// A seed.
pub fn seed(text: &str) -> Result<u64, String> {
    within(text, 0..=u64::MAX).map_err(|message| format!("{message}, decimal or as 0x and hexadecimal digits"))
}

/// How many of something to make: none makes no sense.
pub fn count(text: &str) -> Result<u64, String> {
    within(text, 1..=MANY)
}

/// How many of something to pass over.
pub fn skip(text: &str) -> Result<u64, String> {
    within(text, 0..=MANY)
}

/// How many things to do at once.
pub fn jobs(text: &str) -> Result<std::num::NonZeroUsize, String> {
    within(text, 1..=1024).map(|jobs| std::num::NonZeroUsize::new(jobs as usize).unwrap_or(std::num::NonZeroUsize::MIN))
}

/// A time: `90`, `90s`, `10m`, `8h`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a time such as 90s, 10m or 8h".to_owned();
    let (digits, unit) = match text.char_indices().last() {
        Some((at, 's')) => (&text[..at], 1),
        Some((at, 'm')) => (&text[..at], 60),
        Some((at, 'h')) => (&text[..at], 3600),
        _ => (text, 1),
    };
    let number = value(digits).filter(|n| (1..=10_000_000).contains(n)).ok_or_else(wrong)?;
    Ok(Duration::from_secs(number * unit))
}

/// A number of bytes, with an optional K, M or G.
pub fn size(text: &str) -> Result<u64, String> {
    let (digits, shift) = match text.as_bytes().last() {
        Some(b'k' | b'K') => (&text[..text.len() - 1], 10),
        Some(b'm' | b'M') => (&text[..text.len() - 1], 20),
        Some(b'g' | b'G') => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let size = digits.parse::<u64>().ok().and_then(|n| n.checked_mul(1 << shift));
    size.ok_or_else(|| "a size such as 65536, 64K, 16M or 1G is needed".to_owned())
}

/// `1 program`, `2 programs`.
pub fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_decimal_hexadecimal_or_have_an_exponent() {
        assert_eq!(["0", "007", "1_000", "5e6", "0x1e3"].map(value), [0, 7, 1000, 5_000_000, 0x1e3].map(Some));
        assert_eq!(value("18446744073709551615"), Some(u64::MAX));
        assert_eq!(value("0xFFFFFFFFFFFFFFFF"), Some(u64::MAX));
        for text in
            ["", "-5", "+5", "_", "0x", "0x+1", "1e", "e3", "1e99", "1.5", "18446744073709551616", "seven", "１"]
        {
            assert_eq!(value(text), None, "{text}");
        }
    }

    #[test]
    fn ranges_are_told() {
        assert_eq!(within("7", 5..=9), Ok(7));
        assert_eq!(within("4", 5..=9), Err("expected a number from 5 to 9".to_owned()));
        assert!(count("0").is_err() && skip("0").is_ok() && jobs("0").is_err());
        assert!(seed("-1").is_err_and(|message| message.contains("18446744073709551615")));
    }

    #[test]
    fn one_is_not_many() {
        assert_eq!([0, 1, 2].map(|n| counted(n, "program")), ["0 programs", "1 program", "2 programs"]);
    }

    #[test]
    fn times_have_units() {
        for (text, seconds) in [("90", 90), ("90s", 90), ("10m", 600), ("8h", 28_800)] {
            assert_eq!(duration(text), Ok(Duration::from_secs(seconds)));
        }
        for text in ["", "m", "-1s", "0", "1d", "ten"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }
}
