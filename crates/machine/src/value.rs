//! Values of scalar type as they travel between the program and the library.

use lydite_lang::types::{TypeId, Types};

/// A pointer: a guest address in the low half, the provenance (a serial number of the object) in the high half.
///
/// Provenance 0 is none: the null pointer is `Ptr(0)`, other addresses with it were made from an integer.
/// Provenance [`Ptr::INTERNED`] marks an integer too wide for an address; the address is its index in a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ptr(pub u64);

impl Ptr {
    /// The null pointer.
    pub const NULL: Ptr = Ptr(0);
    /// The provenance of integers that are no addresses.
    pub const INTERNED: u32 = 1;

    /// A pointer to an address in an object.
    #[inline]
    pub const fn new(id: u32, addr: u32) -> Ptr {
        Ptr((id as u64) << 32 | addr as u64)
    }
    /// The address.
    #[inline]
    pub const fn addr(self) -> u32 {
        self.0 as u32
    }
    /// The serial number of the object.
    #[inline]
    pub const fn id(self) -> u32 {
        (self.0 >> 32) as u32
    }
    /// Whether this is the null pointer.
    #[inline]
    pub const fn is_null(self) -> bool {
        self.0 == 0
    }
    /// The same object at another address, which the caller knows to be inside it.
    #[inline]
    pub const fn offset(self, delta: u32) -> Ptr {
        Ptr(self.0 & 0xffff_ffff_0000_0000 | (self.0 as u32).wrapping_add(delta) as u64)
    }
}

/// A value of scalar type.
///
/// Integers up to 64 bits are sign- or zero-extended in `lo`; wider ones have their high half in `hi`. Floats are
/// their bits. Pointers are [`Ptr`] bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// Its type.
    pub ty: TypeId,
    /// The low half.
    pub lo: u64,
    /// The high half of a value wider than 64 bits.
    pub hi: u64,
}

impl Value {
    /// The value of a call that returns nothing.
    pub const VOID: Value = Value { ty: TypeId::VOID, lo: 0, hi: 0 };

    /// An integer, wrapped into its type.
    pub fn int(types: &Types, ty: TypeId, v: i128) -> Value {
        let (v, wide) = types.int_type(ty).map_or((v, true), |t| (t.wrap(v), t.bits > 64));
        Value { ty, lo: v as u64, hi: if wide { (v >> 64) as u64 } else { 0 } }
    }
    /// A value of type `int`.
    pub fn of_int(v: i32) -> Value {
        Value { ty: TypeId::INT, lo: i64::from(v) as u64, hi: 0 }
    }
    /// A pointer.
    pub fn pointer(ty: TypeId, ptr: Ptr) -> Value {
        Value { ty, lo: ptr.0, hi: 0 }
    }
    /// A `double`.
    pub fn double(v: f64) -> Value {
        Value { ty: TypeId::DOUBLE, lo: v.to_bits(), hi: 0 }
    }
    /// A `float`.
    pub fn float(v: f32) -> Value {
        Value { ty: TypeId::FLOAT, lo: v.to_bits().into(), hi: 0 }
    }
    /// The mathematical value of an integer (its bit pattern, if it has 128 bits).
    pub fn as_int(self, types: &Types) -> Option<i128> {
        let ty = types.int_type(self.ty)?;
        Some(match (ty.bits > 64, ty.signed) {
            (true, _) => (u128::from(self.hi) << 64 | u128::from(self.lo)) as i128,
            (false, true) => (self.lo as i64).into(),
            (false, false) => self.lo.into(),
        })
    }
    /// The pointer.
    pub fn as_ptr(self) -> Ptr {
        Ptr(self.lo)
    }
    /// The `double`.
    pub fn as_f64(self) -> f64 {
        f64::from_bits(self.lo)
    }
    /// The `float`.
    pub fn as_f32(self) -> f32 {
        f32::from_bits(self.lo as u32)
    }
}
