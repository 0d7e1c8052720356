//! Constants and string literals, each with the spelling that gives it back its exact type and value.

use super::Printer;
use super::expression::Level;
use crate::int::IntType;
use crate::tree::StrId;
use crate::types::*;

/// Integer types that a suffix can express.
const SUFFIXES: &[(IntKind, &str)] = &[
    (IntKind::Int, ""),
    (IntKind::UInt, "U"),
    (IntKind::Long, "L"),
    (IntKind::ULong, "UL"),
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
    /// An integer constant: its text and how tightly that binds.
    pub(super) fn int_text(&mut self, value: i128, ty: TypeId) -> (String, Level) {
        let Some(kind) = self.types().int_kind_of(ty) else { return (value.to_string(), Level::Primary) };
        let is_enum = matches!(self.types().kind(ty), TypeKind::Enum(_));
        if !is_enum && let Some((_, suffix)) = SUFFIXES.iter().find(|row| row.0 == kind) {
            return self.suffixed(value, kind, suffix);
        }
        let int = self.types().int_kind(kind);
        let name = self.declare(ty.into(), "");
        if i64::try_from(value).is_ok() {
            let (text, level) = match i32::try_from(value) {
                Ok(_) => self.suffixed(value, IntKind::Int, ""),
                Err(_) => self.suffixed(value, IntKind::LongLong, "LL"),
            };
            let text = if level < Level::Unary { format!("({text})") } else { text };
            return (format!("({name}){text}"), Level::Unary);
        }
        // As an unsigned value of the same width, in two parts.
        let pattern = IntType::unsigned(int.bits).wrap(value) as u128;
        let (high, low) = ((pattern >> 64) as u64, pattern as u64);
        let unsigned = match kind {
            IntKind::BitInt { bits, .. } => format!("unsigned _BitInt({bits})"),
            _ => "unsigned __int128".to_owned(),
        };
        let parts = format!("({unsigned}){high}ULL << 64 | {low}ULL");
        match int.signed {
            true => (format!("({name})({parts})"), Level::Unary),
            false => (parts, Level::Or),
        }
    }

    fn suffixed(&self, value: i128, kind: IntKind, suffix: &str) -> (String, Level) {
        if value >= 0 {
            (format!("{value}{suffix}"), Level::Primary)
        } else if value == self.types().int_kind(kind).min() {
            // The least value has no constant of its own: its absolute value does not fit.
            (format!("-{}{suffix} - 1", -(value + 1)), Level::Add)
        } else {
            (format!("{value}{suffix}"), Level::Unary)
        }
    }

    /// A value in a `case` label or enumeration, where the type is given by the context.
    pub(super) fn case_value(&mut self, value: i128, kind: IntKind) {
        let text = match i32::try_from(value) {
            Ok(_) => self.suffixed(value, IntKind::Int, "").0,
            Err(_) => match SUFFIXES.iter().find(|row| row.0 == kind) {
                Some((kind, suffix)) => self.suffixed(value, *kind, suffix).0,
                None => self.suffixed(value, IntKind::LongLong, "LL").0,
            },
        };
        self.put(&text);
    }

    /// A floating constant: its text and how tightly that binds.
    pub(super) fn float_text(&mut self, bits: u64, ty: TypeId) -> (String, Level) {
        let value = f64::from_bits(bits);
        let (builtin, suffix, cast) = match self.types().kind(ty) {
            TypeKind::Float(FloatKind::Float) => ("f", "f", ""),
            TypeKind::Float(FloatKind::LongDouble) => ("l", "L", ""),
            TypeKind::Float(FloatKind::Float128) => ("", "", "(_Float128)"),
            _ => ("", "", ""),
        };
        let sign = if value.is_sign_negative() { "-" } else { "" };
        let magnitude = value.abs();
        let text = if value.is_nan() {
            format!("{sign}__builtin_nan{builtin}(\"{}\")", nan_payload(bits, suffix == "f"))
        } else if value.is_infinite() {
            format!("{sign}__builtin_inf{builtin}()")
        } else if suffix == "f" {
            format!("{sign}{:?}f", magnitude as f32)
        } else {
            format!("{sign}{magnitude:?}{suffix}")
        };
        let level = if sign.is_empty() && cast.is_empty() { Level::Primary } else { Level::Unary };
        (format!("{cast}{text}"), level)
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
