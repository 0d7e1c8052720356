//! The memory-touching half of the guest's C library.
//!
//! One table, [`LIBRARY`], names the functions; those of `<math.h>` and `<ctype.h>` come from the tables in
//! [`crate::text`]. What ends the program or calls back into it (`exit`, `abort`, `qsort`, ...) belongs to the
//! executor.

mod convert;
mod print;
mod stream;
mod string;
#[cfg(test)]
mod tests;

use crate::fault::{Run, fault};
use crate::kinds::Kind;
use crate::memory::{Access, Aliasing, Memory, ObjectDesc, ObjectKind};
use crate::pattern::{PatternId, Patterns, class};
use crate::text::ctype::{self, CtypeFunction};
use crate::text::math::{self, MathFunction, Precision};
use crate::value::{Ptr, Value};
use lydite_lang::types::{TypeId, Types};
use rustc_hash::FxHashMap;

/// What a library function works on.
pub struct Host<'a> {
    /// The guest's memory.
    pub memory: &'a mut Memory,
    /// The program's types.
    pub types: &'a Types,
    /// What the library remembers between calls.
    pub library: &'a mut Library,
    /// What was printed so far.
    pub stdout: &'a mut Vec<u8>,
    /// What was printed to `stderr` so far.
    pub stderr: &'a mut Vec<u8>,
    /// How many bytes both together may have.
    pub output_limit: u64,
    /// The variable arguments of the calls under way, by the id of the object that stands for them.
    pub varargs: &'a FxHashMap<u32, Vec<Value>>,
}

/// What the library remembers between calls, and how it accesses memory.
#[derive(Clone, Debug)]
pub struct Library {
    /// The stream `stdin`, which is always empty.
    pub stdin: Ptr,
    /// The stream `stdout`.
    pub stdout: Ptr,
    /// The stream `stderr`.
    pub stderr: Ptr,
    strtok: Ptr,
    errno: Ptr,
    errno_changed: bool,
    tables: [Ptr; 3],
    /// The objects that hold the entries of those tables.
    table_ids: Vec<u32>,
    access: Accesses,
}

#[derive(Clone, Debug)]
struct Accesses {
    schar: Access,
    short: Access,
    int: Access,
    long: Access,
    long_long: Access,
    float: Access,
    double: Access,
    char_pointer: Access,
    ushort_pointer: Access,
    int_pointer: Access,
    any_pointer: Access,
}

/// The value of `errno` after a result did not fit.
const ERANGE: u64 = 34;
/// The value of `errno` after an invalid argument.
const EINVAL: u64 = 22;

impl Library {
    /// A library for programs with these types; [`Library::start`] comes before the first call.
    pub fn new(types: &Types, patterns: &mut Patterns) -> Option<Library> {
        let mut scalar = |ty: TypeId| Access::new(types, patterns, ty.into(), Aliasing::Strict);
        let (schar, short, int) = (scalar(TypeId::SCHAR)?, scalar(TypeId::SHORT)?, scalar(TypeId::INT)?);
        let (long, long_long) = (scalar(TypeId::LONG)?, scalar(TypeId::LONGLONG)?);
        let (float, double) = (scalar(TypeId::FLOAT)?, scalar(TypeId::DOUBLE)?);
        let mut pointer = |to: TypeId, aliasing| Access::pointer_to(types, patterns, to, aliasing);
        let access = Accesses {
            schar,
            short,
            int,
            long,
            long_long,
            float,
            double,
            char_pointer: pointer(TypeId::CHAR, Aliasing::Strict),
            ushort_pointer: pointer(TypeId::USHORT, Aliasing::Strict),
            int_pointer: pointer(TypeId::INT, Aliasing::Strict),
            any_pointer: pointer(TypeId::VOID, Aliasing::Any),
        };
        let null = Ptr::NULL;
        Some(Library {
            stdin: null,
            stdout: null,
            stderr: null,
            strtok: null,
            errno: null,
            errno_changed: false,
            tables: [null; 3],
            table_ids: Vec::new(),
            access,
        })
    }

    /// Allocates the streams in fresh memory.
    pub fn start(&mut self, memory: &mut Memory) -> Run<()> {
        self.strtok = Ptr::NULL;
        self.errno_changed = false;
        self.tables = [Ptr::NULL; 3];
        self.table_ids.clear();
        for stream in [&mut self.stdin, &mut self.stdout, &mut self.stderr] {
            *stream = memory.alloc_opaque(ObjectKind::Opaque, ObjectDesc::UNNAMED)?;
        }
        self.errno = alloc_table(memory, class::INT, 4, 4)?;
        memory.store_trusted(self.errno, &self.access.int, 0);
        Ok(())
    }

    /// How a pointer to anything is accessed.
    pub(crate) fn any_pointer(&self) -> Access {
        self.access.any_pointer.clone()
    }

    /// How a pointer to characters is accessed.
    pub(crate) fn char_pointer(&self) -> Access {
        self.access.char_pointer.clone()
    }

    /// `errno`, if it was set since this was last asked.
    pub fn take_changed_errno(&mut self) -> Option<Ptr> {
        std::mem::take(&mut self.errno_changed).then_some(self.errno)
    }

    /// Whether a pointer points into one of the tables behind `<ctype.h>`.
    pub fn is_table(&self, ptr: Ptr) -> bool {
        self.table_ids.contains(&ptr.id())
    }

    /// The value of the library's pointer variable with this name.
    pub fn variable(&self, name: &str) -> Option<Ptr> {
        match name {
            "stdin" => Some(self.stdin),
            "stdout" => Some(self.stdout),
            "stderr" => Some(self.stderr),
            _ => None,
        }
    }
}

/// A library function: its arguments have been checked against its signature.
type Body = fn(&mut Host<'_>, &[Value]) -> Run<Value>;

/// One library function.
pub struct LibRow {
    /// Its name.
    pub name: &'static str,
    /// Its parameters, a letter each: `p` pointer, `n` pointer or null, `z` `size_t`, `i` `int`, `l` `long`, `q`
    /// `long long`, `d` `double`, `v` `va_list`; a final `.` means more.
    pub signature: &'static str,
    body: Body,
}

/// Something the library can be asked to do.
#[derive(Clone, Copy)]
pub enum LibFn {
    /// A function of [`LIBRARY`].
    Row(&'static LibRow),
    /// A function of `<math.h>`.
    Math(&'static MathFunction, Precision),
    /// A function of `<ctype.h>`.
    Ctype(&'static CtypeFunction),
}

impl std::fmt::Debug for LibFn {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(self.name())
    }
}

impl LibFn {
    /// The name of the function.
    pub fn name(self) -> &'static str {
        match self {
            LibFn::Row(row) => row.name,
            LibFn::Math(row, _) => row.name,
            LibFn::Ctype(row) => row.name,
        }
    }
}

const fn row(name: &'static str, signature: &'static str, body: Body) -> LibRow {
    LibRow { name, signature, body }
}

/// Every function but those of `<math.h>` and `<ctype.h>`.
pub const LIBRARY: &[LibRow] = &[
    row("memcpy", "ppz", string::memcpy),
    row("mempcpy", "ppz", string::mempcpy),
    row("memmove", "ppz", string::memmove),
    row("memccpy", "ppiz", string::memccpy),
    row("memset", "piz", string::memset),
    row("memcmp", "ppz", string::memcmp),
    row("bcmp", "ppz", string::memcmp),
    row("memchr", "piz", string::memchr),
    row("bzero", "pz", string::bzero),
    row("strlen", "p", string::strlen),
    row("strnlen", "pz", string::strnlen),
    row("strcpy", "pp", string::strcpy),
    row("stpcpy", "pp", string::stpcpy),
    row("strncpy", "ppz", string::strncpy),
    row("strcat", "pp", string::strcat),
    row("strncat", "ppz", string::strncat),
    row("strcmp", "pp", string::strcmp),
    row("strncmp", "ppz", string::strncmp),
    row("strcasecmp", "pp", string::strcasecmp),
    row("strncasecmp", "ppz", string::strncasecmp),
    row("strchr", "pi", string::strchr),
    row("index", "pi", string::strchr),
    row("strrchr", "pi", string::strrchr),
    row("rindex", "pi", string::strrchr),
    row("strstr", "pp", string::strstr),
    row("strspn", "pp", string::strspn),
    row("strcspn", "pp", string::strcspn),
    row("strpbrk", "pp", string::strpbrk),
    row("strdup", "p", string::strdup),
    row("strndup", "pz", string::strndup),
    row("strtok", "np", string::strtok),
    row("printf", "p.", print::printf),
    row("fprintf", "pp.", print::fprintf),
    row("sprintf", "pp.", print::sprintf),
    row("snprintf", "nzp.", print::snprintf),
    row("vprintf", "pv", print::vprintf),
    row("vfprintf", "ppv", print::vfprintf),
    row("vsprintf", "ppv", print::vsprintf),
    row("vsnprintf", "nzpv", print::vsnprintf),
    row("puts", "p", stream::puts),
    row("putchar", "i", stream::putchar),
    row("putc", "ip", stream::fputc),
    row("_IO_putc", "ip", stream::fputc),
    row("fputc", "ip", stream::fputc),
    row("fputs", "pp", stream::fputs),
    row("fwrite", "pzzp", stream::fwrite),
    row("fflush", "n", stream::fflush),
    row("malloc", "z", convert::malloc),
    row("calloc", "zz", convert::calloc),
    row("realloc", "nz", convert::realloc),
    row("aligned_alloc", "zz", convert::aligned_alloc),
    row("free", "n", convert::free),
    row("abs", "i", convert::abs),
    row("labs", "l", convert::abs),
    row("llabs", "q", convert::abs),
    row("div", "ii", convert::divide),
    row("ldiv", "ll", convert::divide),
    row("lldiv", "qq", convert::divide),
    row("strtol", "pni", convert::strtol),
    row("__isoc23_strtol", "pni", convert::strtol),
    row("strtoul", "pni", convert::strtoul),
    row("__isoc23_strtoul", "pni", convert::strtoul),
    row("strtoll", "pni", convert::strtoll),
    row("__isoc23_strtoll", "pni", convert::strtoll),
    row("strtoull", "pni", convert::strtoull),
    row("__isoc23_strtoull", "pni", convert::strtoull),
    row("strtod", "pn", convert::strtod),
    row("strtof", "pn", convert::strtof),
    row("atoi", "p", convert::atoi),
    row("atol", "p", convert::atol),
    row("atoll", "p", convert::atoll),
    row("atof", "p", convert::atof),
    row("__errno_location", "", convert::errno_location),
    row("__ctype_b_loc", "", convert::ctype_b),
    row("__ctype_tolower_loc", "", convert::ctype_tolower),
    row("__ctype_toupper_loc", "", convert::ctype_toupper),
];

/// Finds a function by its name, also as a builtin.
pub fn find(name: &str) -> Option<LibFn> {
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    LIBRARY
        .iter()
        .find(|row| row.name == plain)
        .map(LibFn::Row)
        .or_else(|| ctype::find(plain).map(LibFn::Ctype))
        .or_else(|| math::find(plain).map(|(row, precision)| LibFn::Math(row, precision)))
}

/// Calls a library function; a function without a result gives [`Value::VOID`], one that divides its quotient in the
/// low half and its remainder in the high half of a value with their type.
pub fn call(function: LibFn, host: &mut Host<'_>, args: &[Value]) -> Run<Value> {
    match function {
        LibFn::Row(row) => {
            host.check(row.name, row.signature, args)?;
            (row.body)(host, args).map_err(|mut fault| {
                if matches!(fault.kind.row().class, crate::kinds::Class::Undefined) && !fault.detail.contains(row.name)
                {
                    fault.detail = format!("{}: {}", row.name, fault.detail);
                }
                fault
            })
        }
        LibFn::Ctype(row) => {
            host.check(row.name, "i", args)?;
            let character = args[0].lo as i32;
            match row.apply(character) {
                Some(result) => Ok(Value::of_int(result)),
                None => host.bad(row.name, format!("{character} is neither an unsigned char nor EOF")),
            }
        }
        LibFn::Math(row, Precision::Double) => convert::math_double(host, row.name, row.double, args),
        LibFn::Math(row, Precision::Single) => convert::math_single(host, row.name, row.single, args),
    }
}

impl Host<'_> {
    /// Checks the arguments of a call against a signature.
    fn check(&self, name: &str, signature: &str, args: &[Value]) -> Run<()> {
        let (fixed, more) = match signature.strip_suffix('.') {
            Some(fixed) => (fixed, true),
            None => (signature, false),
        };
        if args.len() < fixed.len() || (args.len() > fixed.len() && !more) {
            let detail = format!("{name} takes {} arguments, not {}", fixed.len(), args.len());
            return fault(Kind::WrongCall, detail);
        }
        for (i, (letter, arg)) in fixed.bytes().zip(args).enumerate() {
            let width = self.types.int_type(arg.ty).map(|ty| u32::from(ty.bits));
            let fits = match letter {
                b'p' | b'n' => self.types.is_pointer(arg.ty),
                b'z' | b'l' => width == Some(self.types.target().word * 8),
                b'i' => width == Some(32),
                b'q' => width == Some(64),
                b'd' => arg.ty == TypeId::DOUBLE,
                b'f' => arg.ty == TypeId::FLOAT,
                _ => true,
            };
            if !fits {
                return fault(Kind::WrongCall, format!("argument {} of {name} has another type", i + 1));
            }
            if letter == b'p' && arg.as_ptr().is_null() {
                return self.bad(name, format!("argument {} is a null pointer", i + 1));
            }
        }
        Ok(())
    }

    fn bad<T>(&self, name: &str, detail: impl std::fmt::Display) -> Run<T> {
        fault(Kind::BadLibraryArgument, format!("{name}: {detail}"))
    }

    fn size(&self, n: u64) -> Value {
        Value { ty: self.types.size_type(), lo: n, hi: 0 }
    }

    /// Appends to a stream.
    fn emit(&mut self, stream: Ptr, text: &[u8]) -> Run<()> {
        if (self.stdout.len() + self.stderr.len() + text.len()) as u64 > self.output_limit {
            return fault(Kind::OutOfMemory, format!("more than {} bytes of output", self.output_limit));
        }
        if stream == self.library.stdout {
            self.stdout.extend_from_slice(text);
        } else if stream == self.library.stderr {
            self.stderr.extend_from_slice(text);
        } else {
            return fault(
                Kind::BadLibraryArgument,
                format!("{} is not an output stream", self.memory.describe(stream)),
            );
        }
        Ok(())
    }

    fn set_errno(&mut self, value: u64) {
        self.library.errno_changed = true;
        self.memory.store_trusted(self.library.errno, &self.library.access.int, value);
    }
}

/// Allocates a static object of the library.
fn alloc_table(memory: &mut Memory, class: u8, size: u32, align: u32) -> Run<Ptr> {
    let pattern = PatternId::of_class(class);
    let desc = ObjectDesc::new(memory.patterns(), ObjectKind::Static, size, align, pattern, ObjectDesc::UNNAMED);
    memory.alloc_static(&desc)
}

/// A pointer result.
fn pointer(ptr: Ptr) -> Run<Value> {
    Ok(Value::pointer(TypeId::VOID_PTR, ptr))
}
