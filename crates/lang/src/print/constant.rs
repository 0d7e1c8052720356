//! Constants and string literals, each with the spelling that gives it back its exact type and value.

use super::Printer;
use super::expression::Level;
use crate::dress::Language;
use crate::int::IntType;
use crate::tree::StrId;
use crate::types::*;
use std::fmt::Write;

/// Integer types that a suffix can express.
const SUFFIXES: &[(IntKind, &str)] = &[
    (IntKind::Int, ""),
    (IntKind::UInt, "U"),
    (IntKind::Long, "L"),
    (IntKind::ULong, "UL"),
    (IntKind::LongLong, "LL"),
    (IntKind::ULongLong, "ULL"),
];

/// The same in ISPC, where all of these but two have 64 bits.
const LANE_SUFFIXES: &[(IntKind, &str)] = &[
    (IntKind::Int, ""),
    (IntKind::UInt, "U"),
    (IntKind::Long, "LL"),
    (IntKind::ULong, "ULL"),
    (IntKind::LongLong, "LL"),
    (IntKind::ULongLong, "ULL"),
];

/// Characters with an escape of their own.
const ESCAPES: &[(u32, &str)] = &[
    (b'\n' as u32, "\\n"),
    (b'\t' as u32, "\\t"),
    (b'\r' as u32, "\\r"),
    (b'"' as u32, "\\\""),
    (b'\\' as u32, "\\\\"),
];

impl Printer<'_> {
    fn suffixes(&self) -> &'static [(IntKind, &'static str)] {
        if self.language() == Language::Ispc { LANE_SUFFIXES } else { SUFFIXES }
    }

    /// An integer constant.
    pub(super) fn int(&mut self, value: i128, ty: TypeId, least: Level) {
        let Some(kind) = self.types().int_kind_of(ty) else {
            return self.suffixed(value, IntKind::Int128, "");
        };
        let is_enum = matches!(self.types().kind(ty), TypeKind::Enum(_));
        if !is_enum && let Some((_, suffix)) = self.suffixes().iter().find(|row| row.0 == kind) {
            let level = self.suffixed_level(value, kind);
            return self.at(level, least, |p| p.suffixed(value, kind, suffix));
        }
        if i64::try_from(value).is_ok() {
            let (as_kind, suffix) = match i32::try_from(value) {
                Ok(_) => (IntKind::Int, ""),
                Err(_) => (IntKind::LongLong, "LL"),
            };
            return self.at(Level::Unary, least, |p| {
                p.put("(");
                p.put_type_name(ty.into());
                p.put(")");
                let level = p.suffixed_level(value, as_kind);
                p.at(level, Level::Unary, |p| p.suffixed(value, as_kind, suffix));
            });
        }
        // As an unsigned value of the same width, in two parts.
        let int = self.types().int_kind(kind);
        let pattern = IntType::unsigned(int.bits).wrap(value) as u128;
        let (high, low) = ((pattern >> 64) as u64, pattern as u64);
        let unsigned = match kind {
            IntKind::BitInt { bits, .. } => format!("unsigned _BitInt({bits})"),
            _ => "unsigned __int128".to_owned(),
        };
        let parts = format!("({unsigned}){high}ULL << 64 | {low}ULL");
        match int.signed {
            true => self.at(Level::Unary, least, |p| {
                p.put("(");
                p.put_declaration(ty.into(), "");
                p.put(")(");
                p.put(&parts);
                p.put(")");
            }),
            false => self.at(Level::Or, least, |p| p.put(&parts)),
        }
    }

    /// How tightly the text of [`Printer::suffixed`] binds.
    fn suffixed_level(&self, value: i128, kind: IntKind) -> Level {
        if value >= 0 {
            Level::Primary
        } else if value == self.types().int_kind(kind).min() {
            Level::Add
        } else {
            Level::Unary
        }
    }

    fn suffixed(&mut self, value: i128, kind: IntKind, suffix: &str) {
        if value >= 0 {
            self.digits(value as u128);
            self.put(suffix);
            return;
        }
        self.put_unary("-");
        if value == self.types().int_kind(kind).min() {
            // The least value has no constant of its own: its absolute value does not fit.
            self.digits(value.unsigned_abs() - 1);
            self.put(suffix);
            self.put(" - 1");
        } else {
            self.digits(value.unsigned_abs());
            self.put(suffix);
        }
    }

    /// A number, without the detour that `format!` takes.
    pub(super) fn digits(&mut self, value: u128) {
        let Ok(mut left) = u64::try_from(value) else { return self.put(&value.to_string()) };
        let mut text = [b'0'; 20];
        let mut at = text.len();
        loop {
            at -= 1;
            text[at] = b'0' + (left % 10) as u8;
            left /= 10;
            if left == 0 {
                break;
            }
        }
        self.out.extend(text[at..].iter().map(|&digit| char::from(digit)));
    }

    /// A value in a `case` label or enumeration, where the type is given by the context.
    pub(super) fn case_value(&mut self, value: i128, kind: IntKind) {
        match i32::try_from(value) {
            Ok(_) => self.suffixed(value, IntKind::Int, ""),
            Err(_) => match self.suffixes().iter().find(|row| row.0 == kind) {
                Some((kind, suffix)) => self.suffixed(value, *kind, suffix),
                None => self.suffixed(value, IntKind::LongLong, "LL"),
            },
        }
    }

    /// A floating constant.
    pub(super) fn float(&mut self, bits: u64, ty: TypeId, least: Level) {
        let value = f64::from_bits(bits);
        let (builtin, suffix, cast) = match self.types().kind(ty) {
            TypeKind::Float(FloatKind::Float) => ("f", "f", ""),
            TypeKind::Float(FloatKind::LongDouble) => ("l", "L", ""),
            TypeKind::Float(FloatKind::Float128) => ("", "", "(_Float128)"),
            _ => ("", "", ""),
        };
        let is_negative = value.is_sign_negative();
        let magnitude = value.abs();
        let level = if is_negative || !cast.is_empty() { Level::Unary } else { Level::Primary };
        self.at(level, least, |p| {
            p.put(cast);
            if is_negative {
                p.put_unary("-");
            }
            let written = if value.is_nan() {
                write!(p.out, "__builtin_nan{builtin}(\"{}\")", nan_payload(bits, suffix == "f"))
            } else if value.is_infinite() {
                write!(p.out, "__builtin_inf{builtin}()")
            } else if suffix == "f" {
                write!(p.out, "{:?}f", magnitude as f32)
            } else {
                write!(p.out, "{magnitude:?}{suffix}")
            };
            debug_assert!(written.is_ok(), "writing to a string can't fail");
        });
    }

    /// A string literal, without its final zero.
    pub(super) fn string(&mut self, id: StrId) {
        let literal = &self.program.strings[id];
        let prefix = match literal.elem {
            TypeId::CHAR => "",
            TypeId::USHORT => "u",
            elem if elem == self.types().wchar_type() => "L",
            _ => "U",
        };
        let units = match literal.units.split_last() {
            Some((0, units)) => units,
            _ => &literal.units,
        };
        let mut text = format!("{prefix}\"");
        let mut after_hex = false;
        for &unit in units {
            let printable = (0x20..0x7f).contains(&unit);
            if after_hex && char::from_u32(unit).is_some_and(|c| c.is_ascii_hexdigit()) {
                // A hexadecimal escape ends only where the literal does.
                text.push_str(&format!("\" {prefix}\""));
            }
            after_hex = false;
            if let Some((_, escape)) = ESCAPES.iter().find(|row| row.0 == unit) {
                text.push_str(escape);
            } else if printable {
                text.extend(char::from_u32(unit));
            } else if unit < 256 {
                text.push_str(&format!("\\{unit:03o}"));
            } else {
                text.push_str(&format!("\\x{unit:x}"));
                after_hex = true;
            }
        }
        text.push('"');
        self.put(&text);
    }
}

/// The argument that makes `__builtin_nan` give these bits back: empty for the usual quiet one.
fn nan_payload(bits: u64, is_float: bool) -> String {
    let payload = bits & ((1 << 51) - 1);
    match (payload, is_float) {
        (0, _) => String::new(),
        (payload, true) => format!("{:#x}", payload >> 29),
        (payload, false) => format!("{payload:#x}"),
    }
}
