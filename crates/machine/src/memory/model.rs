//! Memory against a model: a row of bits, each set, clear or unknown.

use super::tests::{Fixture, fixture};
use super::{Aliasing, BitAccess, BitSign, ObjectKind};
use crate::kinds::Kind;
use lydite_lang::target::{Endian, TARGETS, Target};
use lydite_lang::types::TypeId;
use proptest::prelude::*;

/// The bits of an object in the order of the layout: bit 0 of byte 0 first (big endian: its highest bit first).
struct Bits {
    endian: Endian,
    bits: Vec<Option<bool>>,
}

impl Bits {
    /// The places of a field's bits, least significant first.
    fn places(&self, offset: usize, width: usize) -> Vec<usize> {
        match self.endian {
            Endian::Little => (offset..offset + width).collect(),
            Endian::Big => (offset..offset + width).rev().collect(),
        }
    }

    /// Little endian: byte `k` of a number is at `offset + k`. Big endian: bit 0 is the last one's lowest.
    fn store(&mut self, offset: usize, width: usize, value: u64) {
        for (i, place) in self.places(offset, width).into_iter().enumerate() {
            self.bits[place] = Some(value >> i & 1 == 1);
        }
    }

    fn load(&self, offset: usize, width: usize) -> Option<u64> {
        let places = self.places(offset, width);
        places.into_iter().enumerate().try_fold(0, |v, (i, place)| Some(v | u64::from(self.bits[place]?) << i))
    }
}

fn targets() -> impl Strategy<Value = &'static Target> {
    prop_oneof![Just(&TARGETS[0]), Just(&TARGETS[5])]
}

fn extend(value: u64, width: u32, sign: BitSign) -> u64 {
    match sign {
        BitSign::Signed => ((value << (64 - width)) as i64 >> (64 - width)) as u64,
        BitSign::Unsigned => value,
    }
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Store(u32, u32, u64),
    Load(u32, u32),
}

fn fields() -> impl Strategy<Value = (u32, u32)> {
    (0u32..120, 1u32..=64).prop_filter("inside", |(offset, width)| offset + width <= 128)
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        (fields(), any::<u64>()).prop_map(|((offset, width), value)| Step::Store(offset, width, value)),
        fields().prop_map(|(offset, width)| Step::Load(offset, width)),
    ];
    prop::collection::vec(step, 1..40)
}

proptest! {
    #[test]
    fn bit_fields_are_rows_of_bits(target in targets(), steps in steps(), signed in any::<bool>()) {
        let Fixture { mut memory, .. } = fixture(target);
        let sign = if signed { BitSign::Signed } else { BitSign::Unsigned };
        let block = memory.malloc(16, 0).unwrap();
        let mut model = Bits { endian: target.endian, bits: vec![None; 128] };
        for step in steps {
            let (Step::Store(offset, width, _) | Step::Load(offset, width)) = step;
            let access = BitAccess::new(target.endian, offset.into(), width, sign, 1, Aliasing::Strict).unwrap();
            match step {
                Step::Store(_, _, value) => {
                    model.store(offset as usize, width as usize, value);
                    memory.store_bits(block, &access, value).unwrap();
                }
                Step::Load(..) => match model.load(offset as usize, width as usize) {
                    Some(value) => {
                        prop_assert_eq!(memory.load_bits(block, &access).unwrap(), extend(value, width, sign));
                    }
                    None => {
                        prop_assert_eq!(memory.load_bits(block, &access).unwrap_err().kind, Kind::Uninitialised);
                    }
                },
            }
        }
    }

    #[test]
    fn integers_are_bytes_in_order(
        target in targets(),
        stores in prop::collection::vec((0usize..5, 0u32..16, any::<u64>()), 1..20),
        loads in prop::collection::vec((0usize..5, 0u32..16), 1..20),
    ) {
        const TYPES: [(TypeId, u32); 5] =
            [(TypeId::SCHAR, 1), (TypeId::USHORT, 2), (TypeId::INT, 4), (TypeId::UINT, 4), (TypeId::LONGLONG, 8)];
        let Fixture { mut memory, types, mut patterns, .. } = fixture(target);
        // Any type may access any byte here; effective types are tested by themselves.
        let mut access = |ty: TypeId| super::Access::new(&types, &mut patterns, ty.into(), Aliasing::Any).unwrap();
        let accesses: Vec<_> = TYPES.iter().map(|&(ty, _)| access(ty).aligned_to(1)).collect();
        let object = memory.malloc(16, 0).unwrap();
        prop_assert_eq!(memory.kind_of(object), Some(ObjectKind::Heap));
        let mut model = [None::<u8>; 16];
        for (which, at, value) in stores {
            let size = TYPES[which].1;
            if at + size > 16 {
                prop_assert_eq!(
                    memory.store(object.offset(at), &accesses[which], value).unwrap_err().kind,
                    Kind::OutOfBounds
                );
                continue;
            }
            memory.store(object.offset(at), &accesses[which], value).unwrap();
            for k in 0..size {
                let shift = if target.endian == Endian::Big { size - 1 - k } else { k };
                model[(at + k) as usize] = Some((value >> (8 * shift)) as u8);
            }
        }
        for (which, at) in loads {
            let (ty, size) = TYPES[which];
            if at + size > 16 {
                continue;
            }
            let bytes = model[at as usize..][..size as usize].iter().copied().collect::<Option<Vec<u8>>>();
            let loaded = memory.load(object.offset(at), &accesses[which]);
            let Some(mut bytes) = bytes else {
                prop_assert_eq!(loaded.unwrap_err().kind, Kind::Uninitialised);
                continue;
            };
            if target.endian == Endian::Little {
                bytes.reverse();
            }
            let number = bytes.iter().fold(0i128, |v, &b| v << 8 | i128::from(b));
            prop_assert_eq!(loaded.unwrap(), types.int_type(ty).unwrap().wrap(number) as u64);
        }
    }

    #[test]
    fn locals_and_blocks_never_meet(
        seed in 0u32..8,
        sizes in prop::collection::vec((0u32..200, 0u32..6, any::<bool>()), 1..60),
    ) {
        let mut f = super::tests::fixture_with(&TARGETS[0], super::LayoutSeed(seed));
        let mut live: Vec<(super::Ptr, u32)> = Vec::new();
        for (size, log, heap) in sizes {
            let ptr = if heap {
                let block = |o: &(super::Ptr, u32)| f.memory.kind_of(o.0) == Some(ObjectKind::Heap);
                if size % 3 == 0 && let Some(at) = live.iter().position(block) {
                    f.memory.free(live.swap_remove(at).0).unwrap();
                }
                f.memory.malloc(size.into(), 0).unwrap()
            } else {
                let desc = super::ObjectDesc::untyped(ObjectKind::Local, size, 1 << log);
                let ptr = f.memory.alloc_local(&desc).unwrap();
                let zeros = ptr.addr().trailing_zeros();
                // The usual layout gives exactly what was asked; the others vary the bits above.
                let fits = if seed == 0 { zeros == log } else { zeros >= log };
                prop_assert!(fits, "aligned to what was asked");
                ptr
            };
            prop_assert_eq!(f.memory.extent(ptr), Some((0, size)));
            live.push((ptr, size));
            for &(other, len) in &live {
                prop_assert!(f.memory.is_live(other) && f.memory.is_live(other.offset(len)));
                let apart = other == ptr || other.addr() + len < ptr.addr() || ptr.addr() + size < other.addr();
                prop_assert!(apart, "objects share no byte, nor the one after the last");
            }
        }
    }
}
