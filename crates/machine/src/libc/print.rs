//! The `printf` family: fetches arguments as their directives ask for them, and names what does not match.

use super::Host;
use crate::fault::{Fault, Run, fault};
use crate::kinds::Kind;
use crate::memory::Access;
use crate::text::format::{self, Amount, ArgClass, Consequence, Conversion, Directive, FormatError, Length, Piece};
use crate::text::render::Argument;
use crate::value::{Ptr, Value};
use lydite_lang::int::IntType;
use lydite_lang::types::{IntKind, TypeId, TypeKind};

pub(super) fn printf(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    to_stream(host, host.library.stdout, args[0].as_ptr(), &args[1..])
}

pub(super) fn fprintf(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    to_stream(host, args[0].as_ptr(), args[1].as_ptr(), &args[2..])
}

pub(super) fn sprintf(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    to_memory(host, args[0].as_ptr(), u64::MAX, args[1].as_ptr(), &args[2..])
}

pub(super) fn snprintf(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    to_memory(host, args[0].as_ptr(), args[1].lo, args[2].as_ptr(), &args[3..])
}

pub(super) fn vprintf(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    let rest = rest(host, args[1])?;
    to_stream(host, host.library.stdout, args[0].as_ptr(), &rest)
}

pub(super) fn vfprintf(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    let rest = rest(host, args[2])?;
    to_stream(host, args[0].as_ptr(), args[1].as_ptr(), &rest)
}

pub(super) fn vsprintf(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    let rest = rest(host, args[2])?;
    to_memory(host, args[0].as_ptr(), u64::MAX, args[1].as_ptr(), &rest)
}

pub(super) fn vsnprintf(host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    let rest = rest(host, args[3])?;
    to_memory(host, args[0].as_ptr(), args[1].lo, args[2].as_ptr(), &rest)
}

/// The arguments that a `va_list` has still to give.
fn rest(host: &mut Host<'_>, list: Value) -> Run<Vec<Value>> {
    let at = Ptr(host.memory.load(list.as_ptr(), &host.library.access.any_pointer)?);
    let (id, index) = host.memory.varargs_at(at)?;
    let all = host.varargs.get(&id).map_or(&[][..], Vec::as_slice);
    Ok(all.get(index as usize..).unwrap_or(&[]).to_vec())
}

/// Where formatted text goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum To {
    Stream,
    Memory,
}

fn to_stream(host: &mut Host<'_>, stream: Ptr, format: Ptr, args: &[Value]) -> Run<Value> {
    let text = match formatted(host, format, args, To::Stream) {
        Ok(text) => text.out,
        Err((before, fault)) => {
            // What stands before the bad directive has been printed.
            host.emit(stream, &before)?;
            return Err(fault);
        }
    };
    host.emit(stream, &text)?;
    length(&text)
}

fn to_memory(host: &mut Host<'_>, to: Ptr, max: u64, format: Ptr, args: &[Value]) -> Run<Value> {
    let text = formatted(host, format, args, To::Memory).map_err(|(_, fault)| fault)?;
    if max != 0 {
        if to.is_null() {
            return fault(Kind::BadLibraryArgument, "snprintf: a null pointer with a size that is not zero");
        }
        let mut out = text.out[..text.out.len().min(usize::try_from(max - 1).unwrap_or(usize::MAX))].to_vec();
        out.push(0);
        let written = to.addr()..to.addr().saturating_add(out.len() as u32);
        let overlaps = |&(at, len): &(Ptr, u32)| {
            at.id() == to.id() && at.addr() < written.end && written.start < at.addr().saturating_add(len)
        };
        if text.read.iter().any(overlaps) {
            return fault(Kind::OverlappingCopy, "the formatted text overwrites one of its arguments");
        }
        host.memory.write_bytes(to, &out)?;
    }
    length(&text.out)
}

fn length(text: &[u8]) -> Run<Value> {
    match i32::try_from(text.len()) {
        Ok(len) => Ok(Value::of_int(len)),
        Err(_) => fault(Kind::BadLibraryArgument, "printf: the text is longer than an int can say"),
    }
}

/// Formatted text, and the strings it was made of.
#[derive(Default)]
struct Formatted {
    out: Vec<u8>,
    read: Vec<(Ptr, u32)>,
}

/// Formats; a fault comes with the text before it.
fn formatted(host: &mut Host<'_>, format: Ptr, args: &[Value], to: To) -> Result<Formatted, (Vec<u8>, Box<Fault>)> {
    let template = host.memory.cstr(format).map_err(|fault| (Vec::new(), fault))?.to_vec();
    let mut done = Formatted { out: Vec::new(), read: vec![(format, template.len() as u32 + 1)] };
    let mut args = Args { all: args, next: 0 };
    for piece in format::pieces(&template) {
        let step = match piece {
            Ok(Piece::Literal(range)) => {
                done.out.extend_from_slice(&template[range]);
                Ok(())
            }
            Ok(Piece::Directive(directive)) => one(host, &template, &directive, &mut args, to, &mut done),
            Err(error) => Err(format_fault(&error)),
        };
        if let Err(fault) = step {
            return Err((done.out, fault));
        }
        if done.out.len() as u64 > host.output_limit {
            let fault = Fault::boxed(Kind::OutOfMemory, format!("more than {} bytes of output", host.output_limit));
            return Err((Vec::new(), fault));
        }
    }
    Ok(done)
}

fn format_fault(error: &FormatError) -> Box<Fault> {
    let kind = match error.problem.consequence() {
        Consequence::Undefined => Kind::BadFormat,
        Consequence::Unsupported => Kind::Unsupported,
        Consequence::Budget => Kind::OutOfMemory,
    };
    Fault::boxed(kind, error.to_string())
}

/// The arguments, taken one after the other.
struct Args<'a> {
    all: &'a [Value],
    next: usize,
}

impl Args<'_> {
    fn take(&mut self, directive: Written<'_>) -> Run<Value> {
        let Some(&value) = self.all.get(self.next) else {
            return fault(Kind::BadFormat, format!("'{directive}' has no argument"));
        };
        self.next += 1;
        Ok(value)
    }
}

/// A directive as it stands in the format string.
#[derive(Clone, Copy)]
struct Written<'a>(&'a [u8]);

impl std::fmt::Display for Written<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}", self.0.escape_ascii())
    }
}

/// Formats one directive.
fn one(
    host: &mut Host<'_>,
    template: &[u8],
    directive: &Directive,
    args: &mut Args<'_>,
    to: To,
    done: &mut Formatted,
) -> Run<()> {
    let written = Written(&template[directive.range.clone()]);
    let star = |amount: Amount, args: &mut Args<'_>| match amount {
        Amount::Star => {
            let value = args.take(written)?;
            integer(host, value, TypeId::INT, written).map(|v| v as i32)
        }
        _ => Ok(0),
    };
    let (width, precision) = (star(directive.width, args)?, star(directive.precision, args)?);
    let field = directive.resolve(width, precision);
    let render = |argument: Argument<'_>, out: &mut Vec<u8>| {
        field.render(argument, out).map_err(|problem| format_fault(&directive.error(template, problem)))
    };
    let expected = directive.expects();
    if expected == ArgClass::Nothing {
        return render(Argument::Nothing, &mut done.out);
    }
    let value = args.take(written)?;
    if let Some(ty) = integer_type(host, expected) {
        let v = directive.narrow(integer(host, value, ty, written)?);
        let argument = match directive.conversion {
            Conversion::Char => Argument::Byte(v as u8),
            Conversion::Decimal => Argument::Signed(v),
            _ => {
                // A negative `int` under %hhu and %hu has been narrowed already.
                Argument::Unsigned(v as u128)
            }
        };
        return render(argument, &mut done.out);
    }
    match expected {
        ArgClass::Double if value.ty == TypeId::DOUBLE => render(Argument::Real(value.as_f64()), &mut done.out),
        ArgClass::LongDouble if value.ty == TypeId::LONGDOUBLE => {
            fault(Kind::Unsupported, format!("'{written}': long double"))
        }
        ArgClass::CharPtr if is_character_pointer(host, value.ty) => {
            let at = value.as_ptr();
            if at.is_null() {
                return fault(Kind::BadLibraryArgument, format!("the argument of '{written}' is a null pointer"));
            }
            let text = host.memory.cstr_max(at, field.precision.unwrap_or(u64::MAX))?;
            done.read.push((at, text.len() as u32 + 1));
            render(Argument::Text(text), &mut done.out)
        }
        ArgClass::VoidPtr if is_character_pointer(host, value.ty) => {
            let at = value.as_ptr();
            if to == To::Stream && at.id() > Ptr::INTERNED {
                let detail = format!("'{written}' prints the address of {}", host.memory.describe(at));
                return fault(Kind::AddressDependent, detail);
            }
            let bits = host.memory.ptr_to_int(at);
            render(Argument::Pointer(bits), &mut done.out)
        }
        ArgClass::CountPtr(length) if host.types.is_pointer(value.ty) => {
            if value.as_ptr().is_null() {
                return fault(Kind::BadLibraryArgument, format!("the argument of '{written}' is a null pointer"));
            }
            let access = count_access(host, length);
            host.memory.store(value.as_ptr(), &access, done.out.len() as u64)
        }
        _ => fault(Kind::BadFormat, format!("'{written}' does not go with {}", type_name(host, value.ty))),
    }
}

/// The integer type that a directive's argument must have.
fn integer_type(host: &Host<'_>, class: ArgClass) -> Option<TypeId> {
    let word_is_long = host.types.target().word == 8;
    let signed_size = if host.types.size_type() == TypeId::ULONG { TypeId::LONG } else { TypeId::INT };
    Some(match class {
        ArgClass::Int => TypeId::INT,
        ArgClass::UInt => TypeId::UINT,
        ArgClass::Long => TypeId::LONG,
        ArgClass::ULong => TypeId::ULONG,
        ArgClass::LongLong => TypeId::LONGLONG,
        ArgClass::ULongLong => TypeId::ULONGLONG,
        ArgClass::IntMax => {
            if word_is_long {
                TypeId::LONG
            } else {
                TypeId::LONGLONG
            }
        }
        ArgClass::UIntMax => {
            if word_is_long {
                TypeId::ULONG
            } else {
                TypeId::ULONGLONG
            }
        }
        ArgClass::SSize => signed_size,
        ArgClass::Size => host.types.size_type(),
        ArgClass::PtrDiff => host.types.ptrdiff_type(),
        ArgClass::UPtrDiff => {
            if host.types.ptrdiff_type() == TypeId::LONG {
                TypeId::ULONG
            } else {
                TypeId::UINT
            }
        }
        _ => return None,
    })
}

/// The signed kind of an integer kind, for comparison.
fn rank(kind: IntKind) -> Option<IntKind> {
    use IntKind::*;
    Some(match kind {
        Int | UInt => Int,
        Long | ULong => Long,
        LongLong | ULongLong => LongLong,
        _ => return None,
    })
}

/// An integer argument as the type asked for: the same rank, and the other signedness only for values both have.
fn integer(host: &Host<'_>, value: Value, ty: TypeId, written: Written<'_>) -> Run<i128> {
    let kinds = (host.types.int_kind_of(value.ty).and_then(rank), host.types.int_kind_of(ty).and_then(rank));
    let same = kinds.0.is_some() && kinds.0 == kinds.1;
    match (same, value.as_int(host.types), host.types.int_type(ty)) {
        (true, Some(v), Some(int)) if int.fits(v) => Ok(v),
        (true, Some(v), Some(IntType { signed, .. })) => {
            let asked = if signed { "a signed type" } else { "an unsigned type" };
            fault(Kind::BadFormat, format!("'{written}' takes {asked}, which has no {v}"))
        }
        _ => fault(Kind::BadFormat, format!("'{written}' does not go with {}", type_name(host, value.ty))),
    }
}

/// Whether a type is a pointer to a character type or to `void`.
fn is_character_pointer(host: &Host<'_>, ty: TypeId) -> bool {
    let pointee = host.types.pointee(ty);
    pointee.is_some_and(|to| to.ty == TypeId::VOID || host.types.is_character(to.ty))
}

fn count_access(host: &Host<'_>, length: Length) -> Access {
    let access = &host.library.access;
    let word_is_long = host.types.target().word == 8;
    match length {
        Length::Char => &access.schar,
        Length::Short => &access.short,
        Length::Long => &access.long,
        Length::LongLong => &access.long_long,
        Length::IntMax => {
            if word_is_long {
                &access.long
            } else {
                &access.long_long
            }
        }
        Length::Size | Length::PtrDiff => {
            if host.types.size_type() == TypeId::ULONG {
                &access.long
            } else {
                &access.int
            }
        }
        Length::None | Length::LongDouble => &access.int,
    }
    .clone()
}

fn type_name(host: &Host<'_>, ty: TypeId) -> String {
    match *host.types.kind(ty) {
        TypeKind::Pointer(_) => "a pointer".into(),
        TypeKind::Record(_) | TypeKind::VaListTag => "a record".into(),
        TypeKind::Float(_) => {
            format!("an argument of type '{}'", if ty == TypeId::DOUBLE { "double" } else { "float" })
        }
        _ => match host.types.int_kind_of(ty) {
            Some(IntKind::Int) => "an argument of type 'int'".into(),
            Some(IntKind::UInt) => "an argument of type 'unsigned int'".into(),
            Some(IntKind::Long) => "an argument of type 'long'".into(),
            Some(IntKind::ULong) => "an argument of type 'unsigned long'".into(),
            Some(IntKind::LongLong) => "an argument of type 'long long'".into(),
            Some(IntKind::ULongLong) => "an argument of type 'unsigned long long'".into(),
            _ => "an argument of this type".into(),
        },
    }
}
