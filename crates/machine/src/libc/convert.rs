//! `<stdlib.h>` without what ends the program or calls back, the tables behind `<ctype.h>`, and `<math.h>`.

use super::{EINVAL, ERANGE, Host, pointer};
use crate::fault::{Run, fault};
use crate::kinds::Kind;
use crate::memory::Access;
use crate::pattern::class;
use crate::text::ctype::class_bits;
use crate::text::float::Real;
use crate::text::math::{self, IntegerRank, Shape};
use crate::text::number::{self, Fit, Signedness};
use crate::text::real::{self, ParsedReal};
use crate::value::{Ptr, Value};
use lydite_lang::target::Endian;
use lydite_lang::types::TypeId;
use std::fmt::LowerExp;
use std::str::FromStr;

pub(super) fn malloc(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    pointer(host.memory.malloc(args[0].lo, 0)?)
}

pub(super) fn calloc(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    pointer(host.memory.calloc(args[0].lo, args[1].lo)?)
}

pub(super) fn realloc(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    let (old, size) = (args[0].as_ptr(), args[1].lo);
    if size == 0 && !old.is_null() {
        // Whether the block is freed is up to the implementation; glibc frees it and returns null.
        host.memory.free(old)?;
        return pointer(Ptr::NULL);
    }
    pointer(host.memory.realloc(old, size)?)
}

pub(super) fn aligned_alloc(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    let (align, size) = (args[0].lo, args[1].lo);
    if !align.is_power_of_two() || align > 1 << 20 {
        return host.bad("aligned_alloc", format!("{align} is not a supported alignment"));
    }
    pointer(host.memory.malloc(size, (align as u32).max(host.memory.word() * 2))?)
}

pub(super) fn free(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    host.memory.free(args[0].as_ptr())?;
    Ok(Value::VOID)
}

pub(super) fn abs(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    let v = args[0].as_int(host.types).unwrap_or(0);
    let fits = host.types.int_type(args[0].ty).is_some_and(|ty| ty.signed && ty.fits(v.abs()));
    if !fits {
        return fault(Kind::BadLibraryArgument, format!("the absolute value of {v} does not fit its type"));
    }
    Ok(Value::int(host.types, args[0].ty, v.abs()))
}

pub(super) fn divide(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    let (a, b) = (args[0].lo as i64, args[1].lo as i64);
    let fits = |q: &i64| host.types.int_type(args[0].ty).is_some_and(|ty| ty.fits(i128::from(*q)));
    match a.checked_div(b).filter(fits) {
        Some(quotient) => Ok(Value { ty: args[0].ty, lo: quotient as u64, hi: (a % b) as u64 }),
        None => fault(Kind::BadLibraryArgument, format!("{a} / {b} has no representable result")),
    }
}

/// Reads the text of a number: everything up to the final zero, or up to the first byte no number contains.
fn number_text(host: &mut Host<'_>, at: Ptr) -> Run<Vec<u8>> {
    match host.memory.cstr(at) {
        Ok(text) => Ok(text.to_vec()),
        Err(other) => {
            // Without a final zero the number must end before the object does.
            let mut text = Vec::new();
            for i in 0.. {
                let Ok(byte) = host.memory.read_bytes(at.offset(i), 1) else { return Err(other) };
                text.push(byte[0]);
                let space = matches!(byte[0], b' ' | b'\t'..=b'\r') && text.iter().all(u8::is_ascii_whitespace);
                if !(byte[0].is_ascii_alphanumeric() || matches!(byte[0], b'+' | b'-' | b'.' | b'(' | b'_') || space) {
                    break;
                }
            }
            Ok(text)
        }
    }
}

fn integer(host: &mut Host<'_>, args: &[Value], ty: TypeId) -> Run<Value> {
    let text = number_text(host, args[0].as_ptr())?;
    let (end, base) = (args[1].as_ptr(), args[2].lo as u32);
    let Some(int) = host.types.int_type(ty) else { return Ok(Value::VOID) };
    let signedness = if int.signed { Signedness::Signed } else { Signedness::Unsigned };
    let Some(parsed) = number::parse_integer(&text, base, int.bits.into(), signedness) else {
        // The standard says nothing about such bases; glibc gives zero.
        host.set_errno(EINVAL);
        return fault(Kind::BadLibraryArgument, format!("there is no base {}", base as i32));
    };
    finish(host, args[0].as_ptr(), end, parsed.consumed, parsed.fit)?;
    Ok(Value::int(host.types, ty, parsed.value))
}

/// Stores where a number ended, and whether it fitted.
fn finish(host: &mut Host<'_>, start: Ptr, end: Ptr, consumed: usize, fit: Fit) -> Run<()> {
    if fit != Fit::InRange {
        host.set_errno(ERANGE);
    }
    if end.is_null() {
        return Ok(());
    }
    host.memory.store(end, &host.library.access.char_pointer, start.offset(consumed as u32).0)
}

pub(super) fn strtol(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    integer(host, args, TypeId::LONG)
}

pub(super) fn strtoul(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    integer(host, args, TypeId::ULONG)
}

pub(super) fn strtoll(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    integer(host, args, TypeId::LONGLONG)
}

pub(super) fn strtoull(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    integer(host, args, TypeId::ULONGLONG)
}

fn decimal(host: &mut Host<'_>, args: &[Value], ty: TypeId) -> Run<Value> {
    let text = number_text(host, args[0].as_ptr())?;
    let bits = host.types.int_type(ty).map_or(32, |int| int.bits.into());
    match number::parse_decimal(&text, bits) {
        Some(parsed) if parsed.fit == Fit::InRange => Ok(Value::int(host.types, ty, parsed.value)),
        _ => fault(Kind::BadLibraryArgument, "the number does not fit the result"),
    }
}

pub(super) fn atoi(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    decimal(host, args, TypeId::INT)
}

pub(super) fn atol(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    decimal(host, args, TypeId::LONG)
}

pub(super) fn atoll(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    decimal(host, args, TypeId::LONGLONG)
}

fn real<F: Real + FromStr + LowerExp>(host: &mut Host<'_>, args: &[Value], end: Ptr) -> Run<F> {
    let text = number_text(host, args[0].as_ptr())?;
    let parsed: ParsedReal<F> = real::parse_real(&text);
    finish(host, args[0].as_ptr(), end, parsed.consumed, parsed.fit)?;
    Ok(parsed.value)
}

pub(super) fn strtod(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    Ok(Value::double(real(host, args, args[1].as_ptr())?))
}

pub(super) fn strtof(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    Ok(Value::float(real(host, args, args[1].as_ptr())?))
}

pub(super) fn atof(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    Ok(Value::double(real(host, args, Ptr::NULL)?))
}

pub(super) fn errno_location(host: &mut Host<'_>, _: &[Value]) -> Run<Value> {
    pointer(host.library.errno)
}

/// The entries of glibc's tables: one for each value from -128 to 255.
const ENTRIES: i32 = 384;

/// A pointer to a pointer to entry 0 of one of glibc's tables, made when first asked for.
fn table(host: &mut Host<'_>, which: usize, entry: impl Fn(i32) -> u64) -> Run<Value> {
    if host.library.tables[which].is_null() {
        let (element, link): (Access, Access) = match which {
            0 => (host.library.access.short.clone(), host.library.access.ushort_pointer.clone()),
            _ => (host.library.access.int.clone(), host.library.access.int_pointer.clone()),
        };
        let size = u32::from(element.size);
        let entries = super::alloc_table(host.memory, element.class, size * ENTRIES as u32, size)?;
        for i in 0..ENTRIES {
            host.memory.store_trusted(entries.offset(i as u32 * size), &element, entry(i - 128));
        }
        let word = host.memory.word();
        let holder = super::alloc_table(host.memory, class::POINTER, word, word)?;
        host.memory.store_trusted(holder, &link, entries.offset(128 * size).0);
        host.library.table_ids.push(entries.id());
        host.library.tables[which] = holder;
    }
    pointer(host.library.tables[which])
}

/// The byte of a table's index, as a `char` that may be negative.
fn byte(index: i32) -> Option<u8> {
    u8::try_from(index).ok()
}

pub(super) fn ctype_b(host: &mut Host<'_>, _: &[Value]) -> Run<Value> {
    let endian = host.types.target().endian;
    table(host, 0, |index| {
        let bits = byte(index).map_or(0, class_bits);
        // The bits are numbered so that a byte-wise look at the entry is the same on all targets.
        u64::from(if endian == Endian::Big { bits.swap_bytes() } else { bits })
    })
}

pub(super) fn ctype_tolower(host: &mut Host<'_>, _: &[Value]) -> Run<Value> {
    table(host, 1, |index| byte(index).map_or(i64::from(index), |b| b.to_ascii_lowercase().into()) as u64)
}

pub(super) fn ctype_toupper(host: &mut Host<'_>, _: &[Value]) -> Run<Value> {
    table(host, 2, |index| byte(index).map_or(i64::from(index), |b| b.to_ascii_uppercase().into()) as u64)
}

fn rank_type(rank: IntegerRank) -> (char, TypeId) {
    match rank {
        IntegerRank::Int => ('i', TypeId::INT),
        IntegerRank::Long => ('l', TypeId::LONG),
        IntegerRank::LongLong => ('q', TypeId::LONGLONG),
    }
}

macro_rules! math {
    ($name:ident, $float:ty, $letter:literal, $get:ident, $make:path, $access:ident) => {
        /// Calls a function of `<math.h>`.
        pub(super) fn $name(host: &mut Host<'_>, name: &str, shape: Shape<$float>, args: &[Value]) -> Run<Value> {
            let rank = match shape {
                Shape::Scale(rank, _) => rank_type(rank).0,
                _ => 'i',
            };
            let signature = match shape {
                Shape::Unary(_) | Shape::ToInteger(..) | Shape::Test(_) => $letter.into(),
                Shape::Binary(_) | Shape::Compare(_) => $letter.repeat(2),
                Shape::Ternary(_) => $letter.repeat(3),
                Shape::Scale(..) => format!("{}{rank}", $letter),
                Shape::Exponent(_) | Shape::Split(_) => format!("{}p", $letter),
            };
            host.check(name, &signature, args)?;
            let arg = |i: usize| args[i].$get();
            Ok(match shape {
                Shape::Unary(f) => $make(f(arg(0))),
                Shape::Binary(f) => $make(f(arg(0), arg(1))),
                Shape::Ternary(f) => $make(f(arg(0), arg(1), arg(2))),
                Shape::Scale(_, f) => $make(f(arg(0), args[1].lo as i64)),
                Shape::Exponent(f) => {
                    let (fraction, exponent) = f(arg(0));
                    host.memory.store(args[1].as_ptr(), &host.library.access.int, i64::from(exponent) as u64)?;
                    $make(fraction)
                }
                Shape::Split(f) => {
                    let (fraction, whole) = f(arg(0));
                    host.memory.store(args[1].as_ptr(), &host.library.access.$access, whole.to_bits().into())?;
                    $make(fraction)
                }
                Shape::ToInteger(rank, f) => {
                    let ty = rank_type(rank).1;
                    let width = host.types.int_type(ty).map_or(32, |int| int.bits.into());
                    match math::to_integer(f(arg(0)), width) {
                        Some(v) => Value::int(host.types, ty, v.into()),
                        None => return host.bad(name, format!("{} does not fit the result", arg(0))),
                    }
                }
                Shape::Test(f) => Value::of_int(f(arg(0))),
                Shape::Compare(f) => Value::of_int(f(arg(0), arg(1))),
            })
        }
    };
}

math!(math_double, f64, "d", as_f64, Value::double, double);
math!(math_single, f32, "f", as_f32, Value::float, float);
