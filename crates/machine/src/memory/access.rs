//! How an instruction accesses memory: decided once per type, so that an access is a few compares.

use crate::pattern::{Patterns, class, class_of};
use lydite_lang::target::Endian;
use lydite_lang::types::{FloatKind, QType, Quals, TypeId, TypeKind, Types};

/// Every byte's state, in a shadow word.
pub(crate) const STATES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
/// One in every byte.
pub(crate) const ONES: u64 = 0x0101_0101_0101_0101;
/// The states of the bytes of a pointer, first byte lowest.
const POINTER_STATES: u64 = 0x0908_0706_0504_0302;

/// Whether an access has to respect effective types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aliasing {
    /// The type must match the effective type.
    Strict,
    /// A member of a union, or a type that may alias anything.
    Any,
}

/// Which bits of an object are its value.
struct Value {
    bits: u32,
    sign: BitSign,
}

/// An access to a scalar of one type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// Size in bytes: 1, 2, 4, 8 or 16.
    pub size: u8,
    /// The class of the type.
    pub class: u8,
    /// Whether effective types matter.
    pub aliasing: Aliasing,
    /// The canonical pointee of a pointer type, else zero.
    pub pointee: u32,
    pub(crate) align_mask: u32,
    /// The shadow, under this mask, must be `load_expect`.
    pub(crate) load_mask: u64,
    pub(crate) load_expect: u64,
    /// The shadow before a store, under this mask, must be `store_expect`.
    pub(crate) store_mask: u64,
    pub(crate) store_expect: u64,
    /// The states a store leaves behind.
    pub(crate) states: u64,
    /// The bits of a (low) word that are value.
    pub(crate) value_mask: u64,
    /// The sign bit, or zero.
    pub(crate) sign: u64,
    /// Bits that no value has (`_Bool`).
    pub(crate) forbidden: u64,
}

impl Access {
    /// How to access a scalar type; none for types that are not scalar, and for `long double`.
    pub fn new(types: &Types, patterns: &mut Patterns, ty: QType, aliasing: Aliasing) -> Option<Access> {
        let class = class_of(types, ty.ty);
        let align = types.align_of_q(ty);
        let aliasing = if ty.quals.has(Quals::MAY_ALIAS) { Aliasing::Any } else { aliasing };
        match *types.kind(ty.ty) {
            TypeKind::Pointer(to) => Some(Access::pointer_to(types, patterns, to.ty, aliasing).aligned_to(align)),
            TypeKind::Float(FloatKind::Float | FloatKind::Double) => {
                let size = types.size_of(ty.ty)? as u8;
                Some(Access::build(
                    size,
                    class,
                    aliasing,
                    0,
                    align,
                    Value { bits: u32::from(size) * 8, sign: BitSign::Unsigned },
                ))
            }
            _ => {
                let int = types.int_type(ty.ty)?;
                let size = types.size_of(ty.ty)? as u8;
                let bits = if class == class::BOOL { 8 } else { int.bits.into() };
                let sign = if int.signed { BitSign::Signed } else { BitSign::Unsigned };
                Some(Access::build(size, class, aliasing, 0, align, Value { bits, sign }))
            }
        }
    }

    /// How to access a pointer to a type.
    pub fn pointer_to(types: &Types, patterns: &mut Patterns, pointee: TypeId, aliasing: Aliasing) -> Access {
        let word = types.target().word;
        let value = Value { bits: word * 8, sign: BitSign::Unsigned };
        let pointee = patterns.canonical(types, pointee);
        Access::build(word as u8, class::POINTER, aliasing, pointee, word, value)
    }

    fn build(size: u8, class: u8, aliasing: Aliasing, pointee: u32, align: u32, value: Value) -> Access {
        let any = aliasing == Aliasing::Any || class == class::CHAR;
        let pointer = pointee != 0;
        let window = u64::MAX >> (64 - 8 * u32::from(size.min(8)));
        let states = window & if pointer { POINTER_STATES } else { ONES };
        let typed = window & (ONES * u64::from(class << 4));
        Access {
            size,
            class,
            aliasing: if any { Aliasing::Any } else { Aliasing::Strict },
            pointee,
            align_mask: align - 1,
            load_mask: window & if any { STATES } else { u64::MAX },
            load_expect: if any { states } else { typed | states },
            store_mask: match (any, pointer) {
                (true, _) => 0,
                // The first store of a pointer compares the declared pointee, on the cold path.
                (false, true) => window,
                (false, false) => window & !STATES,
            },
            store_expect: match (any, pointer) {
                (true, _) => 0,
                (false, true) => typed | states,
                (false, false) => typed,
            },
            states,
            value_mask: u64::MAX >> (64 - value.bits.min(64)),
            sign: match value.sign {
                BitSign::Signed if value.bits <= 64 => 1 << (value.bits - 1),
                _ => 0,
            },
            forbidden: if class == class::BOOL { !1 } else { 0 },
        }
    }

    /// The same access with an alignment asked of the address: a packed member's, or a lowered typedef's.
    pub fn aligned_to(self, align: u32) -> Access {
        Access { align_mask: align.max(1) - 1, ..self }
    }

    /// The alignment asked of the address.
    pub fn align(&self) -> u32 {
        self.align_mask + 1
    }
}

/// An access to a bit-field, relative to the address of its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitAccess {
    /// Its width in bits.
    pub width: u8,
    pub(crate) signed: bool,
    /// The first byte it touches, from the start of the record.
    pub(crate) first: u32,
    /// How many bytes it touches.
    pub(crate) count: u8,
    /// How far the value is shifted in the number its bytes make in the target's order.
    pub(crate) shift: u8,
    pub(crate) align_mask: u32,
    pub(crate) aliasing: Aliasing,
    /// Whether a store gives the object its first value, `const` or not.
    pub(crate) initialises: bool,
}

impl BitAccess {
    /// How to access a bit-field; none if it has no width or touches more than sixteen bytes.
    ///
    /// The position is as in the layout; `align` is what the address of the record must be aligned to.
    pub fn new(
        endian: Endian,
        bit_offset: u64,
        width: u32,
        sign: BitSign,
        align: u32,
        aliasing: Aliasing,
    ) -> Option<BitAccess> {
        let skip = (bit_offset % 8) as u32;
        let count = (skip + width).div_ceil(8);
        if width == 0 || count > 16 {
            return None;
        }
        let shift = match endian {
            Endian::Little => skip,
            Endian::Big => count * 8 - skip - width,
        };
        Some(BitAccess {
            width: width as u8,
            signed: sign == BitSign::Signed,
            first: u32::try_from(bit_offset / 8).ok()?,
            count: count as u8,
            shift: shift as u8,
            align_mask: align.max(1) - 1,
            aliasing,
            initialises: false,
        })
    }

    /// The same access as an initialiser makes it: `const` does not matter.
    pub fn initialising(self) -> BitAccess {
        BitAccess { initialises: true, ..self }
    }
}

/// Whether a bit-field is signed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BitSign {
    /// Sign-extended when read.
    Signed,
    /// Zero-extended when read.
    Unsigned,
}
