//! Guest memory: objects with lifetimes, bytes with states, pointers with provenance.
//!
//! An address is an index into parallel arrays. `bytes` holds what the guest sees; `shadow` says of each byte what
//! type it belongs to (high nibble, see [`crate::pattern::class`]) and whether it holds anything (low nibble, see
//! [`state`]); `cells` holds provenance and type of stored pointers; `owner` maps each granule of 16 bytes to the slot
//! of its object.
//!
//! Invariants:
//! - An object owns the granules of its first byte up to that of the byte *after* its last one, alone. So a
//!   pointer made by [`Memory::ptr_add`], which stays within an object or one past it, leads through `owner` to its
//!   object's slot as long as the object lives; if the slot has another id, the object is dead.
//! - Ids are never used twice. [`DEAD`] is nobody's id.
//! - An object is aligned to exactly what its type asks for, never more.
//! - `Slot::write_end` is the end of the object if all of it may be written, else 0.
//!
//! Loads and stores check on a short fast path; everything else, right or wrong, is decided on a cold path.

mod access;
mod alloc;
mod bits;
mod bulk;
mod copy;
mod describe;
#[cfg(test)]
mod model;
mod pointer;
mod scalar;
#[cfg(test)]
mod tests;

pub use crate::value::Ptr;
pub use access::{Access, Aliasing, BitAccess, BitSign};
pub use alloc::{LocalMark, ObjectDesc};
pub use copy::Overlap;
pub use describe::ObjectNames;

use crate::pattern::Patterns;
use alloc::{Heap, Region, Stack};
use lydite_lang::target::{Endian, Target};
use lydite_lang::types::RecordId;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The states of a byte.
pub mod state {
    /// Nothing was stored yet.
    pub const UNINITIALISED: u8 = 0;
    /// A plain byte.
    pub const INITIALISED: u8 = 1;
    /// The first byte of a stored pointer; the following ones count up.
    pub const POINTER: u8 = 2;
    /// The last state that a byte of a pointer may have.
    pub const POINTER_LAST: u8 = 9;
    /// Some bits were stored (bit-fields).
    pub const PARTIAL: u8 = 10;
    /// Another member of the union was stored, or padding was overwritten.
    pub const UNSPECIFIED: u8 = 11;
}

/// The id of slots without a living object.
const DEAD: u32 = u32::MAX;
/// Ids below this one have a meaning of their own (see [`Ptr`]).
const FIRST_ID: u32 = 2;

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    /// A variable that lives as long as the program.
    Static,
    /// A variable of a block, or what `alloca` gave.
    Local,
    /// What an allocation function gave.
    Heap,
    /// A string literal.
    Str,
    /// A function; its tag is the function's index.
    Function,
    /// A label; its tag is the label's index.
    Label,
    /// The variable arguments of a call: 16 bytes stand for one.
    VarArgs,
    /// Something that only its address tells apart, as `stdout`.
    Opaque,
}

/// A living object, or room for one.
#[derive(Clone, Copy, Debug)]
struct Slot {
    id: u32,
    base: u32,
    end: u32,
    write_end: u32,
    pattern: u32,
    /// The index of the variable, function or label it is; [`ObjectDesc::UNNAMED`] for none.
    tag: u32,
    /// For locals: where the stack was before it. For heap blocks: how many granules were set aside.
    before: u32,
    kind: ObjectKind,
    flags: u8,
}

/// No declared type: stores give the bytes theirs.
const UNTYPED: u8 = 1;
/// The address has been seen as an integer.
const EXPOSED: u8 = 2;

/// The last end of a lifetime of an object, for messages.
#[derive(Clone, Copy, Debug)]
struct Grave {
    id: u32,
    tag: u32,
    kind: ObjectKind,
}

/// How many of the last dead objects are remembered by name.
const GRAVES: usize = 256;

/// Varies where objects are, so that a second run can show whether a result depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LayoutSeed(pub u32);

/// Guest memory.
#[derive(Clone, Debug)]
pub struct Memory {
    bytes: Vec<u8>,
    shadow: Vec<u8>,
    /// For a pointer stored at an address, at index `(address + 3) / 4`: provenance in the high half, canonical pointee
    /// in the low half.
    cells: Vec<u64>,
    owner: Vec<u32>,
    slots: Vec<Slot>,
    free_slots: Vec<u32>,
    next_id: u32,
    big_endian: bool,
    word: u8,
    /// Which bits of bytes in state `PARTIAL` hold something; grown when first needed.
    partial: Vec<u8>,
    stack: Stack,
    statics: Region,
    heap: Heap,
    /// The first address not yet given to anything.
    top: u32,
    limit: u32,
    gap: u32,
    /// Varies the addresses of small objects within their granules; zero in the usual layout.
    jitter: u32,
    downward: bool,
    graves: Box<[Grave; GRAVES]>,
    grave: usize,
    /// Integers that are no addresses but became pointers.
    interned: Vec<u64>,
    interned_ids: FxHashMap<u64, u32>,
    address_seen: bool,
    /// Room for the shadow of a range that is being moved.
    scratch: Vec<u8>,
    /// Room for the pointers in it.
    scratch_cells: Vec<(u32, u64)>,
    record_cache: Vec<(u32, u32, u32)>,
    patterns: Arc<Patterns>,
    names: Arc<ObjectNames>,
}

impl Memory {
    /// Empty memory of at most `limit` bytes.
    pub fn new(
        target: &Target,
        patterns: Arc<Patterns>,
        names: Arc<ObjectNames>,
        limit: u64,
        seed: LayoutSeed,
    ) -> Memory {
        let dead = Slot {
            id: DEAD,
            base: 0,
            end: 0,
            write_end: 0,
            pattern: 0,
            tag: ObjectDesc::UNNAMED,
            before: 0,
            kind: ObjectKind::Opaque,
            flags: 0,
        };
        let start = Memory::start(seed);
        let mut memory = Memory {
            bytes: Vec::new(),
            shadow: Vec::new(),
            cells: Vec::new(),
            owner: Vec::new(),
            slots: vec![dead],
            free_slots: Vec::new(),
            next_id: FIRST_ID,
            big_endian: target.endian == Endian::Big,
            word: target.word as u8,
            partial: Vec::new(),
            stack: Stack::default(),
            statics: Region::default(),
            heap: Heap::new(target.word * 2),
            top: start,
            limit: u32::try_from(limit).unwrap_or(u32::MAX).min(0x7fff_0000),
            gap: (seed.0 % 7) * 16,
            jitter: seed.0.wrapping_mul(0x9e37_79b1) >> 7,
            downward: seed.0 & 1 == 1,
            graves: Box::new([Grave { id: 0, tag: ObjectDesc::UNNAMED, kind: ObjectKind::Opaque }; GRAVES]),
            grave: 0,
            interned: Vec::new(),
            interned_ids: FxHashMap::default(),
            address_seen: false,
            scratch: Vec::new(),
            scratch_cells: Vec::new(),
            record_cache: Vec::new(),
            patterns,
            names,
        };
        memory.limit = memory.limit.max(memory.top);
        memory
    }

    /// The first address, above those that programs like to make up.
    fn start(seed: LayoutSeed) -> u32 {
        0x1100 + (seed.0.wrapping_mul(0x9e5) & 0xff) * 0x30
    }

    /// Ends all lifetimes and forgets everything, but keeps the room: as good as new, and cheaper.
    pub fn reset(&mut self, seed: LayoutSeed) {
        // Bytes, shadow and cells of an object are written when it is allocated; only the owners must go.
        let used = (self.top as usize >> 4).min(self.owner.len());
        self.owner[..used].fill(0);
        self.slots.truncate(1);
        self.free_slots.clear();
        self.next_id = FIRST_ID;
        self.stack = Stack::default();
        self.statics = Region::default();
        self.heap = Heap::new(self.word() * 2);
        self.top = Memory::start(seed);
        self.gap = (seed.0 % 7) * 16;
        self.downward = seed.0 & 1 == 1;
        self.interned.clear();
        self.interned_ids.clear();
        self.address_seen = false;
        for grave in self.graves.iter_mut() {
            grave.id = 0;
        }
    }

    /// How many bytes of address space the guest has needed so far.
    pub fn peak(&self) -> u64 {
        self.top.into()
    }

    /// The id that the next object will have; those of all living ones are below.
    pub fn next_object_id(&self) -> u32 {
        self.next_id
    }

    /// Whether the guest has seen an address as an integer.
    pub fn address_seen(&self) -> bool {
        self.address_seen
    }

    /// The patterns its objects were declared with.
    pub fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    /// Bytes of a pointer on the target.
    pub fn word(&self) -> u32 {
        self.word.into()
    }

    #[inline(always)]
    fn owner_of(&self, addr: u32) -> usize {
        self.owner.get((addr >> 4) as usize).map_or(0, |&slot| slot as usize)
    }

    /// The slot that an address belongs to, for fast paths.
    #[inline(always)]
    fn slot_at(&self, addr: u32) -> Option<&Slot> {
        self.slots.get(*self.owner.get((addr >> 4) as usize)? as usize)
    }

    /// The slot of the living object a pointer points into.
    #[inline]
    fn locate(&self, ptr: Ptr) -> Option<usize> {
        let slot = self.owner_of(ptr.addr());
        (self.slots[slot].id == ptr.id()).then_some(slot)
    }

    /// Whether a pointer points into (or one past) a living object.
    pub fn is_live(&self, ptr: Ptr) -> bool {
        self.locate(ptr).is_some()
    }

    /// The kind of the living object a pointer points into.
    pub fn kind_of(&self, ptr: Ptr) -> Option<ObjectKind> {
        self.locate(ptr).map(|slot| self.slots[slot].kind)
    }

    /// Offset into the object and size of the object a pointer points into.
    pub fn extent(&self, ptr: Ptr) -> Option<(u32, u32)> {
        let slot = &self.slots[self.locate(ptr)?];
        Some((ptr.addr() - slot.base, slot.end - slot.base))
    }

    /// Remembers that a check of a record has passed; see [`Memory::check_record`].
    fn record_key(pattern: u32, offset: u32, record: RecordId) -> (usize, (u32, u32, u32)) {
        let hash =
            pattern.wrapping_mul(0x9e37_79b1) ^ offset.wrapping_mul(0x85eb_ca6b) ^ record.0.wrapping_mul(0xc2b2_ae35);
        ((hash >> 24) as usize, (pattern, offset, record.0))
    }
}

/// Eight bytes or fewer as a little-endian number.
#[inline(always)]
fn window<const N: usize>(array: &[u8], at: usize) -> Option<u64> {
    let part: &[u8; N] = array.get(at..at + N)?.try_into().ok()?;
    let mut all = [0; 8];
    all[..N].copy_from_slice(part);
    Some(u64::from_le_bytes(all))
}
