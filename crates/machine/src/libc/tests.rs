//! Library functions as the executor calls them, and the faults they name.

use super::*;
use crate::memory::{LayoutSeed, ObjectNames};
use crate::text::ctype::class_bits;
use lydite_lang::target::{TARGETS, Target};
use std::sync::Arc;

/// Everything a call needs.
struct Guest {
    memory: Memory,
    types: Types,
    library: Library,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    varargs: FxHashMap<u32, Vec<Value>>,
}

fn guest(target: &'static Target) -> Guest {
    let mut types = Types::new(target);
    types.pointer(TypeId::INT.into());
    let mut patterns = Patterns::default();
    let mut library = Library::new(&types, &mut patterns).unwrap();
    let names = Arc::new(ObjectNames::default());
    let mut memory = Memory::new(target, Arc::new(patterns), names, 1 << 24, LayoutSeed(0));
    library.start(&mut memory).unwrap();
    Guest { memory, types, library, stdout: Vec::new(), stderr: Vec::new(), varargs: FxHashMap::default() }
}

impl Guest {
    fn call(&mut self, name: &str, args: &[Value]) -> Run<Value> {
        let mut host = Host {
            memory: &mut self.memory,
            types: &self.types,
            library: &mut self.library,
            stdout: &mut self.stdout,
            stderr: &mut self.stderr,
            output_limit: 1000,
            varargs: &self.varargs,
        };
        call(find(name).expect(name), &mut host, args)
    }
    /// A string literal.
    fn text(&mut self, text: &str) -> Value {
        let bytes = [text.as_bytes(), b"\0"].concat();
        let ptr = self.memory.alloc_string(PatternId::of_class(class::CHAR), 1, &bytes).unwrap();
        Value::pointer(TypeId::CHAR_PTR, ptr)
    }
    /// An array of characters that holds a string and then nothing.
    fn room(&mut self, size: u32, text: &str) -> Value {
        let pattern = PatternId::of_class(class::CHAR);
        let desc = ObjectDesc::new(self.memory.patterns(), ObjectKind::Local, size, 1, pattern, ObjectDesc::UNNAMED);
        let ptr = self.memory.alloc_local(&desc).unwrap();
        if !text.is_empty() {
            self.memory.write_bytes(ptr, &[text.as_bytes(), b"\0"].concat()).unwrap();
        }
        Value::pointer(TypeId::CHAR_PTR, ptr)
    }
    fn size(&self, n: u64) -> Value {
        Value { ty: self.types.size_type(), lo: n, hi: 0 }
    }
    fn read(&mut self, at: Value) -> String {
        String::from_utf8(self.memory.cstr(at.as_ptr()).unwrap().to_vec()).unwrap()
    }
    fn kind(&mut self, name: &str, args: &[Value]) -> Kind {
        self.call(name, args).expect_err(name).kind
    }
    fn printed(&mut self) -> String {
        String::from_utf8(std::mem::take(&mut self.stdout)).unwrap()
    }
}

fn int(v: i32) -> Value {
    Value::of_int(v)
}

fn here() -> Guest {
    guest(Target::x86_64())
}

const NULL: Value = Value { ty: TypeId::CHAR_PTR, lo: 0, hi: 0 };

#[test]
fn names_are_found_once() {
    for (i, row) in LIBRARY.iter().enumerate() {
        assert!(LIBRARY[..i].iter().all(|other| other.name != row.name), "{}", row.name);
        assert!(matches!(find(row.name), Some(LibFn::Row(found)) if found.name == row.name));
    }
    assert_eq!(find("__builtin_memcpy").unwrap().name(), "memcpy");
    assert_eq!(find("__builtin_sqrtf").unwrap().name(), "sqrt");
    assert_eq!(find("toupper").unwrap().name(), "toupper");
    assert!(find("system").is_none());
}

#[test]
fn printf_prints() {
    let mut g = here();
    let format = g.text("%d %s|%5.1f|%c%%%-4x|%ld\n");
    let text = g.text("ab");
    let long = Value { ty: TypeId::LONG, lo: -7i64 as u64, hi: 0 };
    let n = g.call("printf", &[format, int(-3), text, Value::double(2.25), int(65), int(255), long]).unwrap();
    assert_eq!(g.printed(), "-3 ab|  2.2|A%ff  |-7\n");
    assert_eq!(n, int(22));
    let err = Value::pointer(TypeId::VOID_PTR, g.library.stderr);
    g.call("fprintf", &[err, format, int(1), text, Value::double(0.0), int(66), int(1), long]).unwrap();
    assert_eq!(g.stderr, b"1 ab|  0.0|B%1   |-7\n");
}

#[test]
fn printf_names_what_does_not_match() {
    let mut g = here();
    let pointer = Value::pointer(TypeId::CHAR_PTR, g.library.stdout);
    let room = g.room(4, "abc");
    let long = Value { ty: TypeId::LONG, lo: 1, hi: 0 };
    let unsigned = Value { ty: TypeId::UINT, lo: 0xffff_ffff, hi: 0 };
    let small = Value { ty: TypeId::UINT, lo: 7, hi: 0 };
    let table = [
        ("%d", vec![], Some(Kind::BadFormat)),
        ("%d", vec![Value::double(1.0)], Some(Kind::BadFormat)),
        ("%d", vec![long], Some(Kind::BadFormat)),
        ("%lld", vec![long], Some(Kind::BadFormat)),
        ("%zd %jd %td", vec![long, long, long], None),
        ("%d", vec![unsigned], Some(Kind::BadFormat)),
        ("%d", vec![small], None),
        ("%x", vec![int(-1)], Some(Kind::BadFormat)),
        ("%hhx", vec![int(-1)], None),
        ("%g", vec![int(1)], Some(Kind::BadFormat)),
        ("%s", vec![int(1)], Some(Kind::BadFormat)),
        ("%s", vec![NULL], Some(Kind::BadLibraryArgument)),
        ("%*d", vec![int(3)], Some(Kind::BadFormat)),
        ("%#d", vec![int(3)], Some(Kind::BadFormat)),
        ("%y", vec![int(3)], Some(Kind::BadFormat)),
        ("%ls", vec![room], Some(Kind::Unsupported)),
        ("%p", vec![NULL], None),
        ("%p", vec![pointer], Some(Kind::AddressDependent)),
        ("none", vec![int(3)], None),
        ("%2000000000d", vec![int(3)], Some(Kind::OutOfMemory)),
        ("%1001d", vec![int(3)], Some(Kind::OutOfMemory)),
    ];
    for (format, args, kind) in table {
        let mut all = vec![g.text(format)];
        all.extend(args);
        assert_eq!(g.call("printf", &all).err().map(|fault| fault.kind), kind, "{format}");
    }
    assert!(g.stdout.ends_with(b"none"));
}

#[test]
fn printf_into_memory() {
    let mut g = here();
    let (format, room) = (g.text("%d-%s"), g.room(8, ""));
    let text = g.text("abc");
    assert_eq!(g.call("sprintf", &[room, format, int(12), text]).unwrap(), int(6));
    assert_eq!(g.read(room), "12-abc");
    let four = g.size(4);
    assert_eq!(g.call("snprintf", &[room, four, format, int(99), text]).unwrap(), int(6));
    assert_eq!(g.read(room), "99-");
    let zero = g.size(0);
    assert_eq!(g.call("snprintf", &[NULL, zero, format, int(99), text]).unwrap(), int(6));
    assert_eq!(g.kind("snprintf", &[NULL, four, format, int(99), text]), Kind::BadLibraryArgument);
    assert_eq!(g.kind("sprintf", &[room, format, int(12345), text]), Kind::OutOfBounds);
    assert_eq!(g.kind("sprintf", &[room, format, int(1), room]), Kind::OverlappingCopy);
    assert_eq!(g.kind("sprintf", &[text, text]), Kind::OverlappingCopy);
    let one = g.text("1");
    assert_eq!(g.kind("sprintf", &[text, one]), Kind::WriteToStringLiteral);
    let count = g.memory.malloc(4, 0).unwrap();
    let to_int = g.types.pointer(TypeId::INT.into());
    let (n, access) = (g.text("abc%n"), g.library.access.int.clone());
    g.call("printf", &[n, Value::pointer(to_int, count)]).unwrap();
    assert_eq!(g.memory.load(count, &access).unwrap(), 3);
}

#[test]
fn printf_with_a_list() {
    for target in TARGETS {
        let mut g = guest(target);
        let list = g.memory.alloc_local(&ObjectDesc::untyped(ObjectKind::VarArgs, 48, 16)).unwrap();
        g.varargs.insert(list.id(), vec![int(1), int(2), Value::double(0.5)]);
        let va = g.memory.alloc_local(&ObjectDesc::untyped(ObjectKind::Local, 32, 8)).unwrap();
        let access = g.library.access.any_pointer.clone();
        g.memory.store(va, &access, list.offset(16).0).unwrap();
        let format = g.text("%d %g\n");
        let va = Value::pointer(TypeId::VOID_PTR, va);
        g.call("vprintf", &[format, va]).unwrap();
        assert_eq!(g.printed(), "2 0.5\n", "{}", target.name);
        let long = g.text("%d %g %d\n");
        assert_eq!(g.kind("vprintf", &[long, va]), Kind::BadFormat);
    }
}

#[test]
fn copying_and_filling() {
    let mut g = here();
    let (room, text, empty) = (g.room(8, ""), g.text("abc"), g.text(""));
    g.call("strcpy", &[room, text]).unwrap();
    g.call("strcat", &[room, text]).unwrap();
    assert_eq!(g.read(room), "abcabc");
    assert_eq!(g.kind("strcat", &[room, text]), Kind::OutOfBounds);
    let tail = Value::pointer(TypeId::CHAR_PTR, room.as_ptr().offset(1));
    assert_eq!(g.kind("strcpy", &[tail, room]), Kind::OverlappingCopy);
    assert_eq!(g.kind("strcpy", &[NULL, text]), Kind::BadLibraryArgument);
    assert_eq!(g.kind("strcpy", &[text, empty]), Kind::WriteToStringLiteral);
    let (two, five, zero) = (g.size(2), g.size(5), g.size(0));
    assert_eq!(g.kind("memcpy", &[room, tail, two]), Kind::OverlappingCopy);
    g.call("memmove", &[room, tail, two]).unwrap();
    assert_eq!(g.read(room), "bccabc");
    assert_eq!(g.kind("memcpy", &[room, NULL, zero]), Kind::BadLibraryArgument);
    g.call("strncpy", &[room, text, five]).unwrap();
    assert_eq!(g.memory.read_bytes(room.as_ptr(), 7).unwrap(), b"abc\0\0c\0");
    g.call("strncat", &[room, text, two]).unwrap();
    assert_eq!(g.read(room), "abcab");
    g.call("memset", &[room, int(0x178), five]).unwrap();
    assert_eq!(g.read(room), "xxxxx");
    let end = g.call("stpcpy", &[room, text]).unwrap();
    assert_eq!(end.as_ptr(), room.as_ptr().offset(3));
    assert_eq!(g.kind("memcpy", &[room, text, int(3)]), Kind::WrongCall);
    assert_eq!(g.kind("memcpy", &[room, text]), Kind::WrongCall);
}

#[test]
fn searching_and_comparing() {
    let mut g = here();
    let (a, b, c) = (g.text("hello"), g.text("help"), g.text("lo"));
    let at = |g: &mut Guest, name: &str, args: &[Value]| {
        let found = g.call(name, args).unwrap().as_ptr();
        (!found.is_null()).then(|| found.addr() - args[0].as_ptr().addr())
    };
    assert!((g.call("strcmp", &[a, b]).unwrap().lo as i32) < 0);
    let three = g.size(3);
    assert_eq!(g.call("strncmp", &[a, b, three]).unwrap(), int(0));
    assert_eq!(at(&mut g, "strchr", &[a, int(108)]), Some(2));
    assert_eq!(at(&mut g, "strrchr", &[a, int(108)]), Some(3));
    assert_eq!(at(&mut g, "strchr", &[a, int(0)]), Some(5));
    assert_eq!(at(&mut g, "strchr", &[a, int(122)]), None);
    assert_eq!(at(&mut g, "strstr", &[a, c]), Some(3));
    assert_eq!(at(&mut g, "strstr", &[c, a]), None);
    assert_eq!(at(&mut g, "strpbrk", &[a, c]), Some(2));
    assert_eq!(g.call("strspn", &[a, b]).unwrap().lo, 4);
    assert_eq!(g.call("strcspn", &[a, c]).unwrap().lo, 2);
    assert_eq!(g.call("strlen", &[a]).unwrap().lo, 5);
    assert_eq!(g.kind("strlen", &[NULL]), Kind::BadLibraryArgument);
    let room = g.room(3, "");
    g.memory.write_bytes(room.as_ptr(), b"xyz").unwrap();
    assert_eq!(g.kind("strlen", &[room]), Kind::OutOfBounds);
    let (nine, four) = (g.size(9), g.size(4));
    assert_eq!(at(&mut g, "memchr", &[room, int(121), nine]), Some(1), "stops where it finds");
    assert_eq!(g.kind("memchr", &[room, int(1), nine]), Kind::OutOfBounds);
    assert_eq!(g.kind("memcmp", &[room, a, four]), Kind::OutOfBounds);
    assert!((g.call("strcmp", &[room, a]).unwrap().lo as i32) > 0, "the difference comes before the end");
    let copy = g.call("strdup", &[b]).unwrap();
    assert_eq!(g.read(copy), "help");
    g.call("free", &[copy]).unwrap();
    assert_eq!(g.kind("free", &[copy]), Kind::InvalidFree);
    let (line, space) = (g.room(8, "a  bc"), g.text(" "));
    assert_eq!(at(&mut g, "strtok", &[line, space]), Some(0));
    let second = g.call("strtok", &[NULL, space]).unwrap();
    assert_eq!(g.read(second), "bc");
    assert!(g.call("strtok", &[NULL, space]).unwrap().as_ptr().is_null());
}

#[test]
fn numbers() {
    let mut g = here();
    let (text, huge) = (g.text(" -42abc"), g.text("99999999999999999999"));
    let end = g.memory.malloc(8, 0).unwrap();
    let end_value = Value::pointer(TypeId::VOID_PTR, end);
    let v = g.call("strtol", &[text, end_value, int(10)]).unwrap();
    assert_eq!((v.ty, v.lo as i64), (TypeId::LONG, -42));
    let access = g.library.access.char_pointer.clone();
    assert_eq!(g.memory.load(end, &access).unwrap(), text.as_ptr().offset(4).0);
    assert_eq!(g.call("strtol", &[huge, NULL, int(10)]).unwrap().lo, i64::MAX as u64);
    let errno = g.call("__errno_location", &[]).unwrap().as_ptr();
    let int_access = g.library.access.int.clone();
    assert_eq!(g.memory.load(errno, &int_access).unwrap(), ERANGE);
    assert_eq!(g.kind("strtol", &[text, NULL, int(99)]), Kind::BadLibraryArgument);
    assert_eq!(g.kind("atoi", &[huge]), Kind::BadLibraryArgument);
    assert_eq!(g.call("atoi", &[text]).unwrap(), int(-42));
    let real = g.text("2.5e1x");
    assert_eq!(g.call("strtod", &[real, NULL]).unwrap(), Value::double(25.0));
    assert_eq!(g.call("strtof", &[real, NULL]).unwrap(), Value::float(25.0));
    assert_eq!(g.call("abs", &[int(i32::MIN + 1)]).unwrap(), int(i32::MAX));
    assert_eq!(g.kind("abs", &[int(i32::MIN)]), Kind::BadLibraryArgument);
}

#[test]
fn mathematics_and_characters() {
    let mut g = here();
    assert_eq!(g.call("sqrt", &[Value::double(9.0)]).unwrap(), Value::double(3.0));
    assert_eq!(g.call("__builtin_fmaxf", &[Value::float(1.0), Value::float(2.0)]).unwrap(), Value::float(2.0));
    let exponent = g.memory.malloc(4, 0).unwrap();
    let to_int = g.types.pointer(TypeId::INT.into());
    let half = g.call("frexp", &[Value::double(8.0), Value::pointer(to_int, exponent)]).unwrap();
    let access = g.library.access.int.clone();
    assert_eq!((half, g.memory.load(exponent, &access).unwrap()), (Value::double(0.5), 4));
    assert_eq!(g.call("ldexp", &[Value::double(0.5), int(4)]).unwrap(), Value::double(8.0));
    assert_eq!(g.kind("lrint", &[Value::double(1e300)]), Kind::BadLibraryArgument);
    assert_eq!(g.kind("sqrt", &[int(4)]), Kind::WrongCall);
    assert_eq!(g.call("toupper", &[int(97)]).unwrap(), int(65));
    assert_eq!(g.kind("isalpha", &[int(300)]), Kind::BadLibraryArgument);
}

#[test]
fn the_tables_behind_the_macros_of_ctype() {
    for target in TARGETS {
        let mut g = guest(target);
        let holder = g.call("__ctype_b_loc", &[]).unwrap().as_ptr();
        assert_eq!(g.call("__ctype_b_loc", &[]).unwrap().as_ptr(), holder);
        let (link, short) = (g.library.access.ushort_pointer.clone(), g.library.access.short.clone());
        let table = Ptr(g.memory.load(holder, &link).unwrap());
        let entry = g.memory.ptr_add(table, i64::from(b'A') * 2).unwrap();
        let bytes = class_bits(b'A').to_le_bytes();
        assert_eq!(g.memory.read_bytes(entry, 2).unwrap(), bytes, "{}", target.name);
        assert_eq!(g.memory.load(g.memory.ptr_add(table, -256).unwrap(), &short).unwrap(), 0);
        let holder = g.call("__ctype_toupper_loc", &[]).unwrap().as_ptr();
        let (link, int) = (g.library.access.int_pointer.clone(), g.library.access.int.clone());
        let table = Ptr(g.memory.load(holder, &link).unwrap());
        let load = |g: &mut Guest, i: i64| {
            let at = g.memory.ptr_add(table, i * 4).unwrap();
            g.memory.load(at, &int).unwrap() as i32
        };
        assert_eq!((load(&mut g, 97), load(&mut g, 48), load(&mut g, -1)), (65, 48, -1));
    }
}

#[test]
fn output() {
    let mut g = here();
    let text = g.text("hi");
    g.call("puts", &[text]).unwrap();
    g.call("putchar", &[int(0x141)]).unwrap();
    let out = Value::pointer(TypeId::VOID_PTR, g.library.variable("stdout").unwrap());
    g.call("fputs", &[text, out]).unwrap();
    let (one, two) = (g.size(1), g.size(2));
    assert_eq!(g.call("fwrite", &[text, one, two, out]).unwrap().lo, 2);
    assert_eq!(g.printed(), "hi\nAhihi");
    assert_eq!(g.kind("fputs", &[text, text]), Kind::BadLibraryArgument);
    let much = g.size(1001);
    let block = g.memory.calloc(1001, 1).unwrap();
    let block = Value::pointer(TypeId::VOID_PTR, block);
    assert_eq!(g.kind("fwrite", &[block, one, much, out]), Kind::OutOfMemory);
    g.call("fflush", &[NULL]).unwrap();
}
