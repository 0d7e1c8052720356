//! Every fault that memory names, and its near misses.

use super::*;
use crate::fault::Run;
use crate::kinds::Kind;
use crate::pattern::PatternId;
use lydite_lang::types::{ArrayLen, Field, QType, Quals, RecordAttrs, RecordKind, TypeId, TypeKind, Types};

pub(super) struct Fixture {
    pub memory: Memory,
    pub types: Types,
    pub patterns: Patterns,
    tag: u32,
}

pub(super) fn fixture(target: &'static Target) -> Fixture {
    fixture_with(target, LayoutSeed(0))
}

pub(super) fn fixture_with(target: &'static Target, seed: LayoutSeed) -> Fixture {
    let names = ObjectNames::new(["x", "y", "z"].into_iter(), ["f", "g"].into_iter());
    let patterns = Patterns::default();
    let memory = Memory::new(target, Arc::new(patterns.clone()), Arc::new(names), 1 << 26, seed);
    Fixture { memory, types: Types::new(target), patterns, tag: 0 }
}

fn here() -> Fixture {
    fixture(Target::x86_64())
}

impl Fixture {
    fn access(&mut self, ty: impl Into<QType>) -> Access {
        Access::new(&self.types, &mut self.patterns, ty.into(), Aliasing::Strict).unwrap()
    }
    fn union_access(&mut self, ty: impl Into<QType>) -> Access {
        Access::new(&self.types, &mut self.patterns, ty.into(), Aliasing::Any).unwrap()
    }
    fn desc(&mut self, ty: impl Into<QType>, kind: ObjectKind) -> ObjectDesc {
        let ty = ty.into();
        let pattern = self.patterns.get(&self.types, ty);
        self.memory.patterns = Arc::new(self.patterns.clone());
        let size = self.types.size_of(ty.ty).unwrap() as u32;
        self.tag += 1;
        ObjectDesc::new(&self.patterns, kind, size, self.types.align_of_q(ty), pattern, self.tag - 1)
    }
    fn local(&mut self, ty: impl Into<QType>) -> Ptr {
        let desc = self.desc(ty, ObjectKind::Local);
        self.memory.alloc_local(&desc).unwrap()
    }
    fn global(&mut self, ty: impl Into<QType>) -> Ptr {
        let desc = self.desc(ty, ObjectKind::Static);
        self.memory.alloc_static(&desc).unwrap()
    }
    fn array(&mut self, elem: impl Into<QType>, len: u64) -> TypeId {
        self.types.array(elem.into(), ArrayLen::Fixed(len))
    }
    fn record(&mut self, kind: RecordKind, fields: &[(QType, Option<u32>)]) -> TypeId {
        let name = lydite_lang::names::Name(0);
        let fields =
            fields.iter().map(|&(ty, bits)| Field { name: Some(name), ty, bits, align: None, packed: false }).collect();
        let (id, ty) = self.types.new_record(kind, None);
        self.types.complete_record(id, fields, RecordAttrs::default()).unwrap();
        ty
    }
}

#[track_caller]
fn is<T: std::fmt::Debug>(run: Run<T>, kind: Kind, detail: &str) {
    let fault = run.unwrap_err();
    assert_eq!((fault.kind, fault.detail.as_str()), (kind, detail));
}

#[test]
fn a_store_is_read_back() {
    for target in lydite_lang::target::TARGETS {
        let mut f = fixture(target);
        for (ty, value) in [
            (TypeId::INT, -5i64 as u64),
            (TypeId::UINT, 0xffff_fffb),
            (TypeId::SCHAR, -1i64 as u64),
            (TypeId::UCHAR, 255),
            (TypeId::USHORT, 0x8000),
            (TypeId::LONGLONG, i64::MIN as u64),
            (TypeId::DOUBLE, 2.5f64.to_bits()),
            (TypeId::FLOAT, 2.5f32.to_bits().into()),
            (TypeId::BOOL, 1),
        ] {
            let (x, a) = (f.local(ty), f.access(ty));
            assert_eq!(f.memory.load(x, &a).unwrap_err().kind, Kind::Uninitialised);
            f.memory.store(x, &a, value).unwrap();
            assert_eq!(f.memory.load(x, &a).unwrap(), value, "{} {ty:?}", target.name);
            assert_eq!(f.memory.load_trusted(x, &a).unwrap(), value);
            f.memory.forget(x, a.size.into());
            assert_eq!(f.memory.load_trusted(x, &a).unwrap_err().kind, Kind::Uninitialised);
            f.memory.store_trusted(x, &a, value);
            assert_eq!(f.memory.load(x, &a).unwrap(), value);
        }
        if target.int128_align != 0 {
            let (x, a) = (f.local(TypeId::INT128), f.access(TypeId::INT128));
            assert_eq!(f.memory.load_wide(x, &a).unwrap_err().kind, Kind::Uninitialised);
            f.memory.store_wide(x, &a, 1, 2).unwrap();
            assert_eq!(f.memory.load_wide(x, &a).unwrap(), (1, 2));
        }
    }
}

#[test]
fn narrow_bit_ints_keep_their_width() {
    let mut f = here();
    let ty = f.types.bit_int(lydite_lang::int::IntType::signed(5));
    let (x, a) = (f.local(ty), f.access(ty));
    f.memory.store(x, &a, 0xff).unwrap();
    assert_eq!(f.memory.load(x, &a).unwrap(), u64::MAX);
    f.memory.store(x, &a, 0x0f).unwrap();
    assert_eq!(f.memory.load(x, &a).unwrap(), 15);
}

#[test]
fn bounds_of_an_array() {
    let mut f = here();
    let ty = f.array(TypeId::INT, 10);
    let (x, a) = (f.global(ty), f.access(TypeId::INT));
    f.memory.store(x.offset(36), &a, 1).unwrap();
    assert_eq!(f.memory.load(x.offset(36), &a).unwrap(), 1);
    is(f.memory.load(x.offset(40), &a), Kind::OutOfBounds, "read of 4 bytes at offset 40 of 'x' (40 bytes)");
    is(f.memory.store(x.offset(40), &a, 0), Kind::OutOfBounds, "write of 4 bytes at offset 40 of 'x' (40 bytes)");
    // An instruction's own offset may lead far out of the object, even into another.
    let y = f.global(ty);
    let far = x.offset(y.addr() - x.addr());
    assert_eq!(f.memory.load(far, &a).unwrap_err().kind, Kind::OutOfBounds);
}

#[test]
fn arithmetic_stays_in_the_object() {
    let mut f = here();
    let ty = f.array(TypeId::INT, 10);
    let x = f.local(ty);
    assert_eq!(f.memory.ptr_add(x, 40).unwrap(), x.offset(40));
    assert_eq!(f.memory.ptr_add(x.offset(40), -40).unwrap(), x);
    is(f.memory.ptr_add(x, 41), Kind::PointerArithmetic, "offset 41 of 'x' (40 bytes)");
    is(f.memory.ptr_add(x, -1), Kind::PointerArithmetic, "offset -1 of 'x' (40 bytes)");
    assert_eq!(f.memory.ptr_add(x, i64::MAX).unwrap_err().kind, Kind::PointerArithmetic);
    is(f.memory.ptr_add(Ptr::NULL, 0), Kind::PointerArithmetic, "a null pointer +0 bytes");
    is(f.memory.ptr_add(Ptr::NULL, 4), Kind::PointerArithmetic, "a null pointer +4 bytes");
    f.memory.free_local(x);
    assert_eq!(f.memory.ptr_add(x, 0).unwrap_err().kind, Kind::Dangling);
}

#[test]
fn null_and_invalid_pointers() {
    let mut f = here();
    let a = f.access(TypeId::INT);
    is(f.memory.load(Ptr::NULL, &a), Kind::NullDereference, "read through a null pointer");
    let made = f.memory.int_to_ptr(4096);
    is(f.memory.store(made, &a, 1), Kind::InvalidPointer, "write through a pointer made from the integer 0x1000");
    let wide = f.memory.int_to_ptr(u64::MAX);
    assert_eq!(f.memory.ptr_to_int(wide), u64::MAX);
    assert_eq!(f.memory.int_to_ptr(u64::MAX), wide);
    assert_eq!(f.memory.load(wide, &a).unwrap_err().kind, Kind::InvalidPointer);
    let function = f.memory.alloc_opaque(ObjectKind::Function, 1).unwrap();
    assert_eq!(f.memory.function_at(function).unwrap(), 1);
    let c = f.access(TypeId::CHAR);
    is(f.memory.load(function, &c), Kind::InvalidPointer, "read of 'g' as data");
    let x = f.local(TypeId::INT);
    is(f.memory.function_at(x), Kind::InvalidPointer, "a call of 'x'");
    let fault = f.memory.load(Ptr::NULL.offset(8), &a).unwrap_err();
    assert_eq!(fault.kind, Kind::InvalidPointer);
    assert_eq!(f.memory.blame_base(Ptr::NULL, fault).kind, Kind::NullDereference);
}

#[test]
fn lifetimes_end() {
    let mut f = here();
    let a = f.access(TypeId::INT);
    let mark = f.memory.mark_locals();
    let x = f.local(TypeId::INT);
    let y = f.local(TypeId::INT);
    f.memory.store(y, &a, 2).unwrap();
    f.memory.free_local(x);
    is(f.memory.load(x, &a), Kind::Dangling, "read through a pointer to 'x', whose lifetime has ended");
    assert_eq!(f.memory.load(y, &a).unwrap(), 2);
    f.memory.release_locals(mark);
    is(f.memory.store(y, &a, 2), Kind::Dangling, "write through a pointer to 'y', whose lifetime has ended");
    // The room is used again, but the old pointers stay dead and the new object is uninitialised.
    let z = f.local(TypeId::INT);
    assert_eq!(z.addr(), x.addr());
    assert_eq!(f.memory.load(z, &a).unwrap_err().kind, Kind::Uninitialised);
    assert_eq!(f.memory.load(x, &a).unwrap_err().kind, Kind::Dangling);
    assert_eq!(f.memory.ptr_equal(x, z).unwrap_err().kind, Kind::Dangling);
}

#[test]
fn deep_stacks_come_and_go() {
    let mut f = here();
    let (ty, a) = (f.array(TypeId::INT, 100), f.access(TypeId::INT));
    let desc = f.desc(ty, ObjectKind::Local);
    let mark = f.memory.mark_locals();
    let mut top = 0;
    for round in 0..3 {
        let all: Vec<Ptr> = (0..1000).map(|_| f.memory.alloc_local(&desc).unwrap()).collect();
        for (i, &p) in all.iter().enumerate() {
            f.memory.store(p.offset(396), &a, i as u64).unwrap();
        }
        assert!(all.iter().enumerate().all(|(i, &p)| f.memory.load(p.offset(396), &a).unwrap() == i as u64));
        f.memory.release_locals(mark);
        assert!(!all.iter().any(|&p| f.memory.is_live(p)));
        assert!(round == 0 || f.memory.peak() == top, "the room is used again");
        top = f.memory.peak();
    }
    is(
        f.memory.alloc_local(&desc.with_size(1 << 27)).map(|_| ()),
        Kind::OutOfMemory,
        "134217728 more bytes do not fit the limit of 67108864",
    );
    let x = f.memory.alloc_local(&desc).unwrap();
    assert!(f.memory.is_live(x), "and the stack is as before");
}

#[test]
fn frees() {
    let mut f = here();
    let p = f.memory.malloc(8, 0).unwrap();
    assert_eq!(p.addr() % 32, 16, "aligned to 16 and no more");
    is(f.memory.free(p.offset(4)), Kind::InvalidFree, "free: the pointer is at offset 4 of an allocated block");
    f.memory.free(p).unwrap();
    is(f.memory.free(p), Kind::InvalidFree, "free: the block has been freed already");
    f.memory.free(Ptr::NULL).unwrap();
    let x = f.local(TypeId::INT);
    is(f.memory.free(x), Kind::InvalidFree, "free: 'x' was not allocated");
    let a = f.access(TypeId::INT);
    is(f.memory.load(p, &a), Kind::Dangling, "read through a pointer to a block that has been freed");
    let q = f.memory.malloc(8, 0).unwrap();
    assert_eq!(q.addr(), p.addr(), "the room is used again");
    assert!(!f.memory.is_live(p) && f.memory.is_live(q));
    f.memory.free(q).unwrap();
    let empty = f.memory.malloc(0, 0).unwrap();
    assert!(!empty.is_null());
    f.memory.free(empty).unwrap();
    assert_eq!(f.memory.malloc(1 << 63, 0).unwrap(), Ptr::NULL);
    assert_eq!(f.memory.calloc(1 << 62, 16).unwrap(), Ptr::NULL);
    assert_eq!(f.memory.malloc(1 << 40, 0).unwrap_err().kind, Kind::OutOfMemory);
}

#[test]
fn realloc_keeps_what_was_there() {
    let mut f = here();
    let a = f.access(TypeId::INT);
    let p = f.memory.malloc(8, 0).unwrap();
    f.memory.store(p, &a, 7).unwrap();
    let q = f.memory.realloc(p, 400).unwrap();
    assert_eq!(f.memory.load(q, &a).unwrap(), 7);
    assert_eq!(f.memory.load(q.offset(4), &a).unwrap_err().kind, Kind::Uninitialised);
    assert_eq!(f.memory.load(p, &a).unwrap_err().kind, Kind::Dangling);
    let x = f.local(TypeId::INT);
    is(f.memory.realloc(x, 8), Kind::InvalidFree, "realloc: 'x' was not allocated");
    let zero = f.memory.calloc(2, 4).unwrap();
    assert_eq!(f.memory.load(zero.offset(4), &a).unwrap(), 0);
}

#[test]
fn alignment() {
    let mut f = here();
    let ty = f.array(TypeId::CHAR, 16);
    let (x, a) = (f.local(ty), f.access(TypeId::INT));
    assert_eq!(f.memory.load(x, &a).unwrap_err().kind, Kind::Misaligned, "a char array is not aligned for int");
    let p = f.memory.calloc(1, 16).unwrap();
    assert_eq!(f.memory.load(p.offset(4), &a).unwrap(), 0);
    is(
        f.memory.load(p.offset(5), &a),
        Kind::Misaligned,
        "read at offset 5 of an allocated block, which is not aligned to 4 bytes",
    );
    assert_eq!(f.memory.store(p.offset(6), &a, 1).unwrap_err().kind, Kind::Misaligned);
    let loose = a.aligned_to(1);
    f.memory.store(p.offset(5), &loose, 55).unwrap();
    assert_eq!(f.memory.load(p.offset(5), &loose).unwrap(), 55);
}

#[test]
fn effective_types() {
    let mut f = here();
    let (int, uint, float) = (f.access(TypeId::INT), f.access(TypeId::UINT), f.access(TypeId::FLOAT));
    let (char, short) = (f.access(TypeId::CHAR), f.access(TypeId::SHORT));
    let x = f.local(TypeId::INT);
    f.memory.store(x, &uint, 5).unwrap();
    assert_eq!(f.memory.load(x, &int).unwrap(), 5);
    assert_eq!(f.memory.load(x, &char).unwrap(), 5);
    f.memory.store(x.offset(1), &char, 1).unwrap();
    assert_eq!(f.memory.load(x, &int).unwrap(), 261);
    is(f.memory.load(x, &float), Kind::WrongEffectiveType, "'x' holds int, read as float");
    is(f.memory.store(x, &short, 1), Kind::WrongEffectiveType, "'x' holds int, written as short");
    // Allocated memory takes the type of the last store, whatever it was before.
    let p = f.memory.malloc(8, 0).unwrap();
    f.memory.store(p, &int, 1).unwrap();
    assert_eq!(f.memory.load(p, &float).unwrap_err().kind, Kind::WrongEffectiveType);
    f.memory.store(p, &float, 0).unwrap();
    assert_eq!(f.memory.load(p, &float).unwrap(), 0);
    assert_eq!(f.memory.load(p, &int).unwrap_err().kind, Kind::WrongEffectiveType);
    // Zeroed memory has no type.
    let z = f.memory.calloc(1, 8).unwrap();
    assert_eq!((f.memory.load(z, &int).unwrap(), f.memory.load(z, &float).unwrap()), (0, 0));
    // Copies carry the type to allocated memory and nowhere else.
    f.memory.copy_bytes(z, x, 4, Overlap::Forbidden).unwrap();
    assert_eq!(f.memory.load(z, &float).unwrap_err().kind, Kind::WrongEffectiveType);
    let y = f.local(TypeId::FLOAT);
    f.memory.copy_bytes(y, x, 4, Overlap::Forbidden).unwrap();
    assert_eq!(f.memory.load(y, &float).unwrap(), 261);
}

#[test]
fn pointers_in_memory() {
    for target in lydite_lang::target::TARGETS {
        let mut f = fixture(target);
        let to_int = f.types.pointer(TypeId::INT.into());
        let to_const = f.types.pointer(QType::from(TypeId::INT).with(Quals::CONST));
        let to_float = f.types.pointer(TypeId::FLOAT.into());
        let (x, p) = (f.local(TypeId::INT), f.local(to_int));
        let (a, b, c) = (f.access(to_int), f.access(to_const), f.access(to_float));
        assert_eq!(f.memory.load(p, &a).unwrap_err().kind, Kind::Uninitialised);
        for _ in 0..2 {
            f.memory.store(p, &a, x.0).unwrap();
            assert_eq!(f.memory.load(p, &a).unwrap(), x.0);
        }
        assert_eq!(f.memory.load(p, &b).unwrap(), x.0, "qualifiers do not matter");
        is(f.memory.load(p, &c), Kind::WrongEffectiveType, "'y' holds a pointer to another type");
        assert_eq!(f.memory.store(p, &c, x.0).unwrap_err().kind, Kind::WrongEffectiveType);
        f.memory.store(p, &a, 0).unwrap();
        assert_eq!(f.memory.load(p, &a).unwrap(), 0);
        let wide = f.memory.int_to_ptr(0x1234_5678_9abc & (u64::MAX >> (64 - 8 * target.word)));
        f.memory.store(p, &a, wide.0).unwrap();
        assert_eq!(f.memory.load(p, &a).unwrap(), wide.0);
        let zero = f.global(to_float);
        for _ in 0..2 {
            assert_eq!(f.memory.load(zero, &c).unwrap(), 0, "zeroed memory holds null pointers");
        }
        assert_eq!(f.memory.load(zero, &a).unwrap_err().kind, Kind::WrongEffectiveType);
    }
}

#[test]
fn pointers_copied_byte_by_byte() {
    let mut f = here();
    let to_int = f.types.pointer(TypeId::INT.into());
    let (x, p, q) = (f.local(TypeId::INT), f.local(to_int), f.local(to_int));
    let (a, char) = (f.access(to_int), f.access(TypeId::UCHAR));
    f.memory.store(p, &a, x.0).unwrap();
    f.memory.copy_bytes(q, p, 3, Overlap::Forbidden).unwrap();
    assert_eq!(f.memory.load(q, &a).unwrap_err().kind, Kind::Uninitialised);
    f.memory.copy_bytes(q.offset(3), p.offset(3), 5, Overlap::Forbidden).unwrap();
    assert_eq!(f.memory.load(q, &a).unwrap(), x.0, "halves make a whole");
    assert!(!f.memory.address_seen());
    f.memory.forget(q, 8);
    for i in 0..8 {
        let byte = f.memory.load(p.offset(i), &char).unwrap();
        f.memory.store(q.offset(i), &char, byte).unwrap();
    }
    assert!(f.memory.address_seen());
    assert_eq!(f.memory.load(q, &a).unwrap(), x.0, "an address that was seen leads back to its object");
    let heap = f.memory.malloc(64, 0).unwrap();
    f.memory.copy_bytes(heap.offset(1), p, 8, Overlap::Forbidden).unwrap();
    f.memory.copy_bytes(heap.offset(16), heap.offset(1), 8, Overlap::Allowed).unwrap();
    assert_eq!(f.memory.load(heap.offset(16), &a).unwrap(), x.0);
}

#[test]
fn integers_and_pointers() {
    let mut f = here();
    let (x, y) = (f.local(TypeId::INT), f.local(TypeId::INT));
    let unseen = f.memory.int_to_ptr(x.addr().into());
    assert_eq!(unseen.id(), 0, "nobody has seen the address");
    let bits = f.memory.ptr_to_int(x);
    assert_eq!(f.memory.int_to_ptr(bits), x);
    assert_eq!(f.memory.int_to_ptr(bits + 4), x.offset(4));
    assert_eq!(f.memory.int_to_ptr(y.addr().into()).id(), 0);
    assert_eq!(f.memory.int_to_ptr(0), Ptr::NULL);
    f.memory.free_local(x);
    assert_eq!(f.memory.int_to_ptr(bits).id(), 0);
}

#[test]
fn comparisons() {
    let mut f = here();
    let ty = f.array(TypeId::INT, 2);
    let (x, y) = (f.local(ty), f.local(ty));
    let m = &mut f.memory;
    assert!(m.ptr_less(x, x.offset(8)).unwrap() && !m.ptr_less(x, x).unwrap());
    is(m.ptr_less(x, y), Kind::PointerComparison, "'x' and 'y'");
    is(m.ptr_less(x, Ptr::NULL), Kind::PointerComparison, "'x' and a null pointer");
    assert!(!m.ptr_less(Ptr::NULL, Ptr::NULL).unwrap());
    assert_eq!(m.ptr_diff(x.offset(8), x).unwrap(), 8);
    assert_eq!(m.ptr_diff(x, x.offset(8)).unwrap(), -8);
    is(m.ptr_diff(x, y), Kind::PointerSubtraction, "'x' and 'y'");
    assert!(m.ptr_equal(x, x).unwrap() && !m.ptr_equal(x, y).unwrap() && !m.ptr_equal(x, x.offset(4)).unwrap());
    assert!(!m.ptr_equal(x, Ptr::NULL).unwrap() && !m.ptr_equal(Ptr::NULL, x).unwrap());
    assert!(m.ptr_equal(Ptr::NULL, Ptr::NULL).unwrap());
    assert_eq!(m.ptr_equal(x.offset(8), y).unwrap_err().kind, Kind::AddressDependent);
    assert_eq!(m.ptr_equal(y, x.offset(8)).unwrap_err().kind, Kind::AddressDependent);
    assert!(!m.ptr_equal(x.offset(8), y.offset(4)).unwrap());
    assert!(!m.ptr_equal(x.offset(8), y.offset(8)).unwrap());
    let (g, h) = (m.alloc_opaque(ObjectKind::Function, 0).unwrap(), m.alloc_opaque(ObjectKind::Function, 1).unwrap());
    assert!(!m.ptr_equal(g, h).unwrap());
    let made = m.int_to_ptr(1 << 40);
    assert!(!m.ptr_equal(made, x).unwrap() && m.ptr_equal(made, made).unwrap());
    m.free_local(y);
    for run in [m.ptr_equal(y, Ptr::NULL), m.ptr_equal(y, y), m.ptr_equal(x, y), m.ptr_less(y, y)] {
        assert_eq!(run.unwrap_err().kind, Kind::Dangling);
    }
}

#[test]
fn const_and_literals() {
    let mut f = here();
    let (a, c) = (f.access(TypeId::INT), f.access(TypeId::CHAR));
    let constant = QType::from(TypeId::INT).with(Quals::CONST);
    let x = f.local(constant);
    f.memory.store_trusted(x, &a, 3);
    is(f.memory.store(x, &a, 4), Kind::WriteToConst, "'x'");
    is(f.memory.fill(x, 0, 4), Kind::WriteToConst, "'x'");
    assert_eq!(f.memory.load(x, &a).unwrap(), 3);
    let mixed = f.record(RecordKind::Struct, &[(TypeId::INT.into(), None), (constant, None)]);
    let rows = f.array(mixed, 3);
    let y = f.local(rows);
    f.memory.store(y.offset(16), &a, 1).unwrap();
    is(f.memory.store(y.offset(20), &a, 1), Kind::WriteToConst, "offset 20 of 'y'");
    is(f.memory.store(y.offset(23), &c, 1), Kind::WriteToConst, "offset 23 of 'y'");
    let s = f.memory.alloc_string(PatternId::of_class(crate::pattern::class::CHAR), 1, b"abc\0").unwrap();
    assert_eq!(f.memory.load(s, &c).unwrap(), b'a'.into());
    is(f.memory.store(s.offset(1), &c, 1), Kind::WriteToStringLiteral, "at offset 1 of a string literal");
    assert_eq!(f.memory.cstr(s).unwrap(), b"abc");
}

#[test]
fn booleans() {
    let mut f = here();
    let (x, b, c) = (f.local(TypeId::BOOL), f.access(TypeId::BOOL), f.access(TypeId::UCHAR));
    f.memory.store(x, &c, 1).unwrap();
    assert_eq!(f.memory.load(x, &b).unwrap(), 1);
    f.memory.store(x, &c, 2).unwrap();
    is(f.memory.load(x, &b), Kind::InvalidBool, "'x' holds 2");
    is(f.memory.load_trusted(x, &b), Kind::InvalidBool, "'x' holds 2");
    assert_eq!(f.memory.load(x, &c).unwrap(), 2);
}

#[test]
fn unions() {
    let mut f = here();
    let union = f.record(RecordKind::Union, &[(TypeId::INT.into(), None), (TypeId::SHORT.into(), None)]);
    let u = f.local(union);
    let (wide, narrow) = (f.union_access(TypeId::INT), f.union_access(TypeId::SHORT));
    f.memory.store(u, &wide, 0x12345678).unwrap();
    f.memory.mark_union_store(u, 4, 0, 4);
    assert_eq!(f.memory.load(u, &narrow).unwrap(), 0x5678);
    f.memory.store(u, &narrow, 1).unwrap();
    f.memory.mark_union_store(u, 4, 0, 2);
    assert_eq!(f.memory.load(u, &narrow).unwrap(), 1);
    is(
        f.memory.load(u, &wide),
        Kind::UnionBytes,
        "offset 2 of 'x' does not belong to the member of the union stored last",
    );
    let int = f.access(TypeId::INT);
    f.memory.store(u, &int, 5).unwrap();
    assert_eq!(f.memory.load(u, &int).unwrap(), 5, "through a pointer to the member");
    assert_eq!(f.memory.load(u, &wide).unwrap(), 5);
}

#[test]
fn record_copies() {
    let mut f = here();
    let to_int = f.types.pointer(TypeId::INT.into());
    let ty =
        f.record(RecordKind::Struct, &[(TypeId::CHAR.into(), None), (to_int.into(), None), (TypeId::INT.into(), None)]);
    let pattern = f.patterns.get(&f.types, ty.into());
    let (x, y) = (f.local(ty), f.local(ty));
    let (p, i, c) = (f.access(to_int), f.access(TypeId::INT), f.access(TypeId::CHAR));
    f.memory.fill(x, 0, 24).unwrap();
    f.memory.forget(x.offset(16), 4);
    f.memory.store(x.offset(8), &p, y.0).unwrap();
    f.memory.copy_value(y, x, 24, pattern).unwrap();
    assert_eq!(f.memory.load(y.offset(8), &p).unwrap(), y.0);
    assert_eq!(f.memory.load(y.offset(16), &i).unwrap_err().kind, Kind::Uninitialised, "copied, but not read");
    is(f.memory.load(y.offset(1), &c), Kind::UnionBytes, "offset 1 of 'y' is padding");
    assert_eq!(f.memory.load(x.offset(1), &c).unwrap(), 0);
    f.memory.copy_value(y, y, 24, pattern).unwrap();
    let block = f.memory.malloc(48, 0).unwrap();
    f.memory.copy_value(block, x, 24, pattern).unwrap();
    assert_eq!(f.memory.load(block.offset(8), &p).unwrap(), y.0);
    f.memory.copy_value(y, block, 24, pattern).unwrap();
    assert_eq!(f.memory.copy_value(block.offset(8), block, 24, pattern).unwrap_err().kind, Kind::OverlappingCopy);
    assert_eq!(f.memory.copy_value(block.offset(32), block, 24, pattern).unwrap_err().kind, Kind::OutOfBounds);
    assert_eq!(f.memory.copy_value(block.offset(4), x, 24, pattern).unwrap_err().kind, Kind::Misaligned);
    let longs = f.array(TypeId::LONG, 3);
    let other = f.local(longs);
    assert_eq!(f.memory.copy_value(y, other, 24, pattern).unwrap_err().kind, Kind::WrongEffectiveType);
    is(f.memory.copy_value(other, y, 24, pattern), Kind::WrongEffectiveType, "'z' holds long, written as char");
}

#[test]
fn raw_copies() {
    let mut f = here();
    let p = f.memory.malloc(16, 0).unwrap();
    f.memory.write_bytes(p, b"abcdefgh").unwrap();
    assert_eq!(f.memory.copy_bytes(p.offset(1), p, 4, Overlap::Forbidden).unwrap_err().kind, Kind::OverlappingCopy);
    f.memory.copy_bytes(p.offset(1), p, 0, Overlap::Forbidden).unwrap();
    f.memory.copy_bytes(p.offset(4), p, 4, Overlap::Forbidden).unwrap();
    assert_eq!(f.memory.read_bytes(p, 8).unwrap(), b"abcdabcd");
    f.memory.copy_bytes(p.offset(1), p, 4, Overlap::Allowed).unwrap();
    assert_eq!(f.memory.read_bytes(p, 8).unwrap(), b"aabcdbcd");
    assert_eq!(f.memory.copy_bytes(p, p.offset(8), 9, Overlap::Allowed).unwrap_err().kind, Kind::OutOfBounds);
    assert_eq!(f.memory.copy_bytes(p, p, u64::MAX, Overlap::Allowed).unwrap_err().kind, Kind::OutOfBounds);
    f.memory.copy_bytes(p.offset(4), p.offset(8), 4, Overlap::Forbidden).unwrap();
    assert_eq!(f.memory.read_bytes(p, 8).unwrap_err().kind, Kind::Uninitialised, "states are copied too");
}

#[test]
fn strings() {
    let mut f = here();
    let ty = f.array(TypeId::CHAR, 4);
    let x = f.local(ty);
    is(f.memory.cstr(x).map(<[u8]>::to_vec), Kind::Uninitialised, "'x' is read before it is written");
    f.memory.write_bytes(x, b"abcd").unwrap();
    is(f.memory.cstr(x).map(<[u8]>::to_vec), Kind::OutOfBounds, "a string without a final zero: 'x' (4 bytes)");
    assert_eq!(f.memory.cstr_max(x, 4).unwrap(), b"abcd");
    assert_eq!(f.memory.cstr_max(x, 0).unwrap(), b"");
    f.memory.write_bytes(x.offset(2), b"\0").unwrap();
    assert_eq!(f.memory.cstr(x).unwrap(), b"ab");
    assert_eq!(f.memory.cstr_max(x, 99).unwrap(), b"ab");
    assert_eq!(f.memory.cstr(x.offset(4)).unwrap_err().kind, Kind::OutOfBounds);
}

#[test]
fn bit_fields_are_checked() {
    let mut f = here();
    let ty = f.record(RecordKind::Struct, &[(TypeId::INT.into(), Some(3)), (TypeId::INT.into(), Some(5))]);
    let x = f.local(ty);
    let low = BitAccess::new(Endian::Little, 0, 3, BitSign::Signed, 4, Aliasing::Strict).unwrap();
    let high = BitAccess::new(Endian::Little, 3, 5, BitSign::Unsigned, 4, Aliasing::Strict).unwrap();
    is(f.memory.load_bits(x, &low), Kind::Uninitialised, "'x' is read before it is written");
    f.memory.store_bits(x, &low, 7).unwrap();
    assert_eq!(f.memory.load_bits(x, &low).unwrap(), u64::MAX);
    is(f.memory.load_bits(x, &high), Kind::Uninitialised, "not all bits of 'x' were stored");
    f.memory.store_bits(x, &high, 17).unwrap();
    assert_eq!((f.memory.load_bits(x, &high).unwrap(), f.memory.load_bits(x, &low).unwrap()), (17, u64::MAX));
    is(f.memory.load_bits(Ptr::NULL, &low), Kind::NullDereference, "read through a null pointer");
    let y = f.local(TypeId::INT);
    assert_eq!(f.memory.store_bits(y, &low, 1).unwrap_err().kind, Kind::WrongEffectiveType);
    let p = f.memory.malloc(8, 0).unwrap();
    assert_eq!(f.memory.store_bits(p.offset(2), &low, 1).unwrap_err().kind, Kind::Misaligned);
    assert_eq!(f.memory.store_bits(p.offset(8), &low, 1).unwrap_err().kind, Kind::OutOfBounds);
    f.memory.free_local(x);
    assert_eq!(f.memory.load_bits(x, &low).unwrap_err().kind, Kind::Dangling);
    // A copy carries the bits that hold something.
    let z = f.local(ty);
    f.memory.store_bits(z, &low, 2).unwrap();
    f.memory.copy_bytes(p, z, 4, Overlap::Forbidden).unwrap();
    assert_eq!(f.memory.load_bits(p, &low).unwrap(), 2);
    assert_eq!(f.memory.load_bits(p, &high).unwrap_err().kind, Kind::Uninitialised);
}

#[test]
fn records_through_pointers() {
    let mut f = here();
    let inner = f.record(RecordKind::Struct, &[(TypeId::INT.into(), None)]);
    let twin = f.record(RecordKind::Struct, &[(TypeId::INT.into(), None)]);
    let pair = f.array(inner, 2);
    let outer = f.record(RecordKind::Struct, &[(TypeId::CHAR.into(), None), (pair.into(), None)]);
    let rows = f.array(outer, 5);
    let x = f.local(rows);
    let id = |f: &Fixture, ty| f.types.record_of(ty).unwrap();
    let (inner, twin, outer) = (id(&f, inner), id(&f, twin), id(&f, outer));
    for _ in 0..2 {
        f.memory.check_record(&f.types, x.offset(12), outer).unwrap();
        f.memory.check_record(&f.types, x.offset(20), inner).unwrap();
        is(
            f.memory.check_record(&f.types, x.offset(20), twin),
            Kind::WrongEffectiveType,
            "offset 20 of 'x' is accessed as another record",
        );
        assert!(f.memory.check_record(&f.types, x, inner).is_err());
    }
    let p = f.memory.malloc(8, 0).unwrap();
    f.memory.check_record(&f.types, p, twin).unwrap();
    f.memory.check_record(&f.types, Ptr::NULL, twin).unwrap();
}

#[test]
fn variable_arguments() {
    let mut f = here();
    let list = f.memory.alloc_local(&ObjectDesc::untyped(ObjectKind::VarArgs, 32, 16)).unwrap();
    assert_eq!(f.memory.varargs_at(list.offset(16)).unwrap(), (list.id(), 1));
    let x = f.local(TypeId::INT);
    is(f.memory.varargs_at(x), Kind::BadVariadic, "'x' is not a list of arguments");
}

#[test]
fn flexible_members_have_a_tail() {
    let mut f = here();
    let unknown = f.types.intern(TypeKind::Array { elem: TypeId::SHORT.into(), len: ArrayLen::Unknown });
    let ty = f.record(RecordKind::Struct, &[(TypeId::INT.into(), None), (unknown.into(), None)]);
    let desc = f.desc(ty, ObjectKind::Static).with_size(10);
    let x = f.memory.alloc_static(&desc).unwrap();
    let (int, short) = (f.access(TypeId::INT), f.access(TypeId::SHORT));
    f.memory.store(x.offset(8), &short, 9).unwrap();
    assert_eq!(f.memory.load(x.offset(8), &short).unwrap(), 9);
    assert_eq!(f.memory.load(x.offset(4), &int).unwrap_err().kind, Kind::WrongEffectiveType);
    assert_eq!(f.memory.load(x.offset(10), &short).unwrap_err().kind, Kind::OutOfBounds);
}

#[test]
fn seeds_move_objects() {
    let place = |seed| {
        let mut f = fixture_with(Target::x86_64(), LayoutSeed(seed));
        let (x, y) = (f.global(TypeId::INT), f.global(TypeId::INT));
        let (p, q) = (f.memory.malloc(4, 0).unwrap(), f.memory.malloc(4, 0).unwrap());
        (x.addr(), x.addr() < y.addr(), p.addr() < q.addr())
    };
    assert_eq!(place(0), place(0));
    assert_ne!(place(0).0, place(1).0);
    assert_ne!((place(0).1, place(0).2), (place(1).1, place(1).2));
}

#[test]
fn reset_is_as_good_as_new() {
    let mut f = here();
    let a = f.access(TypeId::INT);
    let first = f.local(TypeId::INT);
    let block = f.memory.malloc(100, 0).unwrap();
    f.memory.store(first, &a, 1).unwrap();
    f.memory.ptr_to_int(block);
    f.memory.reset(LayoutSeed(0));
    assert!(!f.memory.is_live(first) && !f.memory.is_live(block) && !f.memory.address_seen());
    let again = f.local(TypeId::INT);
    assert_eq!(again, first, "the same run takes the same steps");
    assert_eq!(f.memory.load(again, &a).unwrap_err().kind, Kind::Uninitialised);
    assert_eq!(f.memory.malloc(100, 0).unwrap(), block);
    assert_eq!(f.memory.load(block, &a).unwrap_err().kind, Kind::Uninitialised);
}
