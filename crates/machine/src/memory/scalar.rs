//! Loads and stores of scalars.

use super::access::{Access, Aliasing, STATES};
use super::describe::Verb;
use super::{Memory, UNTYPED, state, window};
use crate::fault::{Run, fault};
use crate::kinds::Kind;
use crate::pattern::class;
use crate::value::Ptr;

impl Memory {
    /// Reads a scalar of up to eight bytes: integers extended to 64 bits, floats as bits, pointers as [`Ptr`] bits.
    #[inline]
    pub fn load(&mut self, ptr: Ptr, a: &Access) -> Run<u64> {
        match (a.size, a.pointee) {
            (4, 0) => self.load_n::<4>(ptr, a),
            (8, 0) => self.load_n::<8>(ptr, a),
            (1, _) => self.load_n::<1>(ptr, a),
            (2, _) => self.load_n::<2>(ptr, a),
            (8, _) => self.load_pointer_n::<8>(ptr, a),
            (4, _) => self.load_pointer_n::<4>(ptr, a),
            _ => Ok(self.load_wide(ptr, a)?.0),
        }
    }

    /// [`Memory::load`] of `N` bytes that are no pointer.
    #[inline(always)]
    pub fn load_n<const N: usize>(&mut self, ptr: Ptr, a: &Access) -> Run<u64> {
        let addr = ptr.addr() as usize;
        if let Some(slot) = self.slot_at(ptr.addr())
            && slot.id == ptr.id()
            && addr + N <= slot.end as usize
            && ptr.addr() & a.align_mask == 0
            && let Some(shadow) = window::<N>(&self.shadow, addr)
            && shadow & a.load_mask == a.load_expect
            && let Some(raw) = window::<N>(&self.bytes, addr)
        {
            let v = self.extend::<N>(raw, a);
            if v & a.forbidden == 0 {
                return Ok(v);
            }
        }
        self.load_cold(ptr, a)
    }

    /// [`Memory::load`] of a pointer of `N` bytes.
    #[inline(always)]
    pub fn load_pointer_n<const N: usize>(&mut self, ptr: Ptr, a: &Access) -> Run<u64> {
        let addr = ptr.addr() as usize;
        if let Some(slot) = self.slot_at(ptr.addr())
            && slot.id == ptr.id()
            && addr + N <= slot.end as usize
            && ptr.addr() & a.align_mask == 0
            && let Some(shadow) = window::<N>(&self.shadow, addr)
            && shadow & a.load_mask == a.load_expect
            && let Some(raw) = window::<N>(&self.bytes, addr)
            && let Some(&cell) = self.cells.get((addr + 3) >> 2)
            && (cell as u32 == a.pointee || a.aliasing == Aliasing::Any)
        {
            return Ok(cell >> 32 << 32 | u64::from(self.ordered::<N>(raw) as u32));
        }
        self.load_cold(ptr, a)
    }

    /// The number that bytes, read as little-endian, make in the target's order.
    #[inline(always)]
    pub(super) fn ordered<const N: usize>(&self, raw: u64) -> u64 {
        if self.big_endian { raw.swap_bytes() >> (64 - 8 * N) } else { raw }
    }

    #[inline(always)]
    fn extend<const N: usize>(&self, raw: u64, a: &Access) -> u64 {
        ((self.ordered::<N>(raw) & a.value_mask) ^ a.sign).wrapping_sub(a.sign)
    }

    /// Reads a scalar of a variable that is known to live, of the right type, in bounds and aligned.
    #[inline]
    pub fn load_trusted(&mut self, ptr: Ptr, a: &Access) -> Run<u64> {
        match (a.size, a.pointee) {
            (4, 0) => self.load_trusted_n::<4>(ptr, a),
            (8, 0) => self.load_trusted_n::<8>(ptr, a),
            (1, _) => self.load_trusted_n::<1>(ptr, a),
            (2, _) => self.load_trusted_n::<2>(ptr, a),
            (8, _) => self.load_trusted_pointer_n::<8>(ptr, a),
            (4, _) => self.load_trusted_pointer_n::<4>(ptr, a),
            _ => Ok(self.load_wide(ptr, a)?.0),
        }
    }

    /// [`Memory::load_trusted`] of `N` bytes that are no pointer.
    #[inline(always)]
    pub fn load_trusted_n<const N: usize>(&mut self, ptr: Ptr, a: &Access) -> Run<u64> {
        let addr = ptr.addr() as usize;
        if let Some(shadow) = window::<N>(&self.shadow, addr)
            && (shadow & STATES) == a.states
            && let Some(raw) = window::<N>(&self.bytes, addr)
        {
            let v = self.extend::<N>(raw, a);
            if v & a.forbidden == 0 {
                return Ok(v);
            }
        }
        self.load_cold(ptr, a)
    }

    /// [`Memory::load_trusted`] of a pointer of `N` bytes.
    #[inline(always)]
    pub fn load_trusted_pointer_n<const N: usize>(&mut self, ptr: Ptr, a: &Access) -> Run<u64> {
        let addr = ptr.addr() as usize;
        if let Some(shadow) = window::<N>(&self.shadow, addr)
            && (shadow & STATES) == a.states
            && let Some(raw) = window::<N>(&self.bytes, addr)
            && let Some(&cell) = self.cells.get((addr + 3) >> 2)
        {
            return Ok(cell >> 32 << 32 | u64::from(self.ordered::<N>(raw) as u32));
        }
        self.load_cold(ptr, a)
    }

    /// Reads a scalar of sixteen bytes (or fewer): low and high half.
    pub fn load_wide(&mut self, ptr: Ptr, a: &Access) -> Run<(u64, u64)> {
        if a.size != 16 {
            return Ok((self.load(ptr, a)?, 0));
        }
        let addr = ptr.addr() as usize;
        if let Some(slot) = self.slot_at(ptr.addr())
            && slot.id == ptr.id()
            && addr + 16 <= slot.end as usize
            && ptr.addr() & a.align_mask == 0
            && let (Some(s), Some(t)) = (window::<8>(&self.shadow, addr), window::<8>(&self.shadow, addr + 8))
            && s & a.load_mask == a.load_expect
            && t & a.load_mask == a.load_expect
        {
            let v = self.number_at(ptr.addr(), 16);
            return Ok((v as u64, (v >> 64) as u64));
        }
        self.check_load(ptr, a)?;
        let v = self.number_at(ptr.addr(), 16);
        Ok((v as u64, (v >> 64) as u64))
    }

    /// Writes a scalar of up to eight bytes.
    #[inline]
    pub fn store(&mut self, ptr: Ptr, a: &Access, v: u64) -> Run<()> {
        match (a.size, a.pointee) {
            (4, 0) => self.store_n::<4>(ptr, a, v),
            (8, 0) => self.store_n::<8>(ptr, a, v),
            (1, _) => self.store_n::<1>(ptr, a, v),
            (2, _) => self.store_n::<2>(ptr, a, v),
            (8, _) => self.store_pointer_n::<8>(ptr, a, v),
            (4, _) => self.store_pointer_n::<4>(ptr, a, v),
            _ => self.store_wide(ptr, a, v, 0),
        }
    }

    /// [`Memory::store`] of `N` bytes that are no pointer.
    #[inline(always)]
    pub fn store_n<const N: usize>(&mut self, ptr: Ptr, a: &Access, v: u64) -> Run<()> {
        let addr = ptr.addr() as usize;
        if let Some(slot) = self.slot_at(ptr.addr())
            && slot.id == ptr.id()
            && addr + N <= slot.write_end as usize
            && ptr.addr() & a.align_mask == 0
            && let Some(shadow) = window::<N>(&self.shadow, addr)
            && shadow & a.store_mask == a.store_expect
        {
            // A character stored in an allocated block ends the effective type of what was there (6.5p6).
            let ends = N == 1 && a.class == class::CHAR && slot.flags & UNTYPED != 0;
            let kept = if ends { 0 } else { shadow & !STATES };
            self.put::<N>(addr, kept | a.states, v);
            return Ok(());
        }
        self.store_cold(ptr, a, v, 0)
    }

    /// [`Memory::store`] of a pointer of `N` bytes.
    #[inline(always)]
    pub fn store_pointer_n<const N: usize>(&mut self, ptr: Ptr, a: &Access, v: u64) -> Run<()> {
        let addr = ptr.addr() as usize;
        if let Some(slot) = self.slot_at(ptr.addr())
            && slot.id == ptr.id()
            && addr + N <= slot.write_end as usize
            && ptr.addr() & a.align_mask == 0
            && (v >> 32) as u32 != Ptr::INTERNED
            && let Some(shadow) = window::<N>(&self.shadow, addr)
            && shadow & a.store_mask == a.store_expect
            && let Some(cell) = self.cells.get_mut((addr + 3) >> 2)
            && (*cell as u32 == a.pointee || a.aliasing == Aliasing::Any)
        {
            *cell = v >> 32 << 32 | u64::from(a.pointee);
            self.put::<N>(addr, shadow & !STATES | a.states, v & 0xffff_ffff);
            return Ok(());
        }
        self.store_cold(ptr, a, v, 0)
    }

    #[inline(always)]
    fn put<const N: usize>(&mut self, addr: usize, shadow: u64, v: u64) {
        let v = if self.big_endian { v.swap_bytes() >> (64 - 8 * N) } else { v };
        if let Some(to) = self.bytes.get_mut(addr..addr + N) {
            to.copy_from_slice(&v.to_le_bytes()[..N]);
        }
        if let Some(to) = self.shadow.get_mut(addr..addr + N) {
            to.copy_from_slice(&shadow.to_le_bytes()[..N]);
        }
    }

    /// Writes a scalar of a variable that is known to live, of the right type, in bounds and aligned; const or not.
    #[inline]
    pub fn store_trusted(&mut self, ptr: Ptr, a: &Access, v: u64) {
        match (a.size, a.pointee) {
            (4, 0) => self.store_trusted_n::<4>(ptr, a, v),
            (8, 0) => self.store_trusted_n::<8>(ptr, a, v),
            (1, _) => self.store_trusted_n::<1>(ptr, a, v),
            (2, _) => self.store_trusted_n::<2>(ptr, a, v),
            (8, _) => self.store_trusted_pointer_n::<8>(ptr, a, v),
            (4, _) => self.store_trusted_pointer_n::<4>(ptr, a, v),
            _ => self.store_raw(ptr.addr(), a, v, 0),
        }
    }

    /// [`Memory::store_trusted`] of `N` bytes that are no pointer.
    #[inline(always)]
    pub fn store_trusted_n<const N: usize>(&mut self, ptr: Ptr, a: &Access, v: u64) {
        let addr = ptr.addr() as usize;
        if let Some(shadow) = window::<N>(&self.shadow, addr) {
            self.put::<N>(addr, shadow & !STATES | a.states, v);
        }
    }

    /// [`Memory::store_trusted`] of a pointer of `N` bytes.
    #[inline(always)]
    pub fn store_trusted_pointer_n<const N: usize>(&mut self, ptr: Ptr, a: &Access, v: u64) {
        let addr = ptr.addr() as usize;
        if (v >> 32) as u32 != Ptr::INTERNED
            && let Some(shadow) = window::<N>(&self.shadow, addr)
            && let Some(cell) = self.cells.get_mut((addr + 3) >> 2)
        {
            *cell = v >> 32 << 32 | u64::from(a.pointee);
            self.put::<N>(addr, shadow & !STATES | a.states, v & 0xffff_ffff);
        } else {
            self.store_raw(ptr.addr(), a, v, 0);
        }
    }

    /// [`Memory::store_trusted`] of sixteen bytes.
    pub fn store_trusted_wide(&mut self, ptr: Ptr, a: &Access, lo: u64, hi: u64) {
        self.store_raw(ptr.addr(), a, lo, hi);
    }

    /// Writes a scalar of sixteen bytes (or fewer).
    pub fn store_wide(&mut self, ptr: Ptr, a: &Access, lo: u64, hi: u64) -> Run<()> {
        if a.size == 16 { self.store_cold(ptr, a, lo, hi) } else { self.store(ptr, a, lo) }
    }

    /// The number that `n` bytes make in the target's order.
    pub(super) fn number_at(&self, addr: u32, n: u8) -> u128 {
        let bytes = &self.bytes[addr as usize..][..n.into()];
        let next = |v: u128, &b: &u8| v << 8 | u128::from(b);
        if self.big_endian { bytes.iter().fold(0, next) } else { bytes.iter().rev().fold(0, next) }
    }

    /// Decides about a load that is not as usual.
    #[cold]
    #[inline(never)]
    fn load_cold(&mut self, ptr: Ptr, a: &Access) -> Run<u64> {
        let slot = self.check_load(ptr, a)?;
        let raw = self.number_at(ptr.addr(), a.size) as u64;
        if a.pointee != 0 {
            return Ok(self.load_odd_pointer(ptr.addr(), slot, a, raw));
        }
        let v = ((raw & a.value_mask) ^ a.sign).wrapping_sub(a.sign);
        if v & a.forbidden != 0 {
            return fault(Kind::InvalidBool, format!("{} holds {v}", self.describe_at(ptr, slot)));
        }
        Ok(v)
    }

    /// Checks everything about a load: object, bounds, alignment, effective type, states. Returns the slot.
    pub(super) fn check_load(&mut self, ptr: Ptr, a: &Access) -> Run<usize> {
        let slot = self.slot_for(ptr, a.size.into(), Verb::Read)?;
        self.check_alignment(ptr, a.align_mask, slot, Verb::Read)?;
        self.check_class(ptr, a, slot, Verb::Read)?;
        self.check_held(ptr, a.size.into(), slot)?;
        if a.pointee == 0 {
            self.expose_range(ptr.addr(), a.size.into());
        }
        Ok(slot)
    }

    /// A pointer out of bytes that were not, as a whole, stored as one of this type.
    fn load_odd_pointer(&mut self, addr: u32, slot: usize, a: &Access, raw: u64) -> u64 {
        let found = match self.pointer_bytes_at(addr) {
            Some(id) => Ptr::new(id, raw as u32),
            None => {
                self.expose_range(addr, a.size.into());
                self.int_to_ptr(raw)
            }
        };
        // The next time is on the fast path.
        let all_pointer = self.shadow[addr as usize..][..a.size.into()].iter().all(|s| s >> 4 == class::POINTER);
        if all_pointer && a.aliasing == Aliasing::Strict && self.slots[slot].flags & UNTYPED == 0 {
            self.store_raw(addr, a, found.0, 0);
        }
        found.0
    }

    /// The provenance of the pointer stored at an address, if all its bytes are there.
    pub(super) fn pointer_bytes_at(&self, addr: u32) -> Option<u32> {
        let states = self.shadow.get(addr as usize..addr as usize + usize::from(self.word))?;
        let whole = states.iter().enumerate().all(|(k, s)| s & 15 == state::POINTER + k as u8);
        whole.then(|| (self.cells[(addr as usize + 3) >> 2] >> 32) as u32)
    }

    pub(super) fn check_alignment(&self, ptr: Ptr, mask: u32, slot: usize, verb: Verb) -> Run<()> {
        if ptr.addr() & mask == 0 {
            return Ok(());
        }
        let row = &self.slots[slot];
        fault(
            Kind::Misaligned,
            format!(
                "{} at offset {} of {}, which is not aligned to {} bytes",
                verb.noun(),
                ptr.addr() - row.base,
                self.describe_slot(slot),
                mask + 1
            ),
        )
    }

    /// Checks an access against the effective type.
    fn check_class(&self, ptr: Ptr, a: &Access, slot: usize, verb: Verb) -> Run<()> {
        if a.aliasing == Aliasing::Any {
            return Ok(());
        }
        let shadow = &self.shadow[ptr.addr() as usize..][..a.size.into()];
        let first = shadow[0] >> 4;
        if shadow.iter().all(|s| s >> 4 == class::UNTYPED) {
            return Ok(());
        }
        let same = shadow.iter().all(|s| s >> 4 == a.class);
        if same && (a.pointee == 0 || self.effective_pointee(ptr.addr(), slot).is_none_or(|p| p == a.pointee)) {
            return Ok(());
        }
        let held = shadow.iter().map(|s| s >> 4).find(|&c| c != a.class).unwrap_or(first);
        let detail = if same {
            format!("{} holds a pointer to another type", self.describe_at(ptr, slot))
        } else {
            let at = self.describe_at(ptr, slot);
            format!("{at} holds {}, {} as {}", class::name(held), verb.past(), class::name(a.class))
        };
        fault(Kind::WrongEffectiveType, detail)
    }

    /// The canonical pointee of the pointer object at an address, if it is known.
    fn effective_pointee(&self, addr: u32, slot: usize) -> Option<u32> {
        let row = &self.slots[slot];
        if row.flags & UNTYPED == 0 {
            let (pattern, offset) = self.pattern_at(slot, addr);
            return pattern.pointer_at(offset);
        }
        self.pointer_bytes_at(addr).map(|_| self.cells[(addr as usize + 3) >> 2] as u32)
    }

    /// Checks that all bytes of a range hold something.
    pub(super) fn check_held(&self, ptr: Ptr, len: u32, slot: usize) -> Run<()> {
        let start = ptr.addr();
        let shadow = &self.shadow[start as usize..][..len as usize];
        let bad = |s: &u8| matches!(s & 15, state::UNINITIALISED | state::PARTIAL | state::UNSPECIFIED);
        match shadow.iter().position(bad) {
            None => Ok(()),
            Some(at) => self.unreadable(ptr.offset(at as u32), slot),
        }
    }

    /// The fault of reading a byte that holds nothing.
    #[cold]
    pub(super) fn unreadable<T>(&self, ptr: Ptr, slot: usize) -> Run<T> {
        let shadow = self.shadow[ptr.addr() as usize];
        let at = self.describe_at(ptr, slot);
        match (shadow & 15, shadow >> 4) {
            (state::UNSPECIFIED, class::PADDING) => fault(Kind::UnionBytes, format!("{at} is padding")),
            (state::UNSPECIFIED, _) => {
                fault(Kind::UnionBytes, format!("{at} does not belong to the member of the union stored last"))
            }
            (state::PARTIAL, _) => fault(Kind::Uninitialised, format!("not all bits of {at} were stored")),
            _ => fault(Kind::Uninitialised, format!("{at} is read before it is written")),
        }
    }

    /// Decides about a store that is not as usual.
    #[cold]
    #[inline(never)]
    fn store_cold(&mut self, ptr: Ptr, a: &Access, lo: u64, hi: u64) -> Run<()> {
        let slot = self.slot_for(ptr, a.size.into(), Verb::Write)?;
        self.check_alignment(ptr, a.align_mask, slot, Verb::Write)?;
        self.check_writable(ptr, a.size.into(), slot)?;
        if self.slots[slot].flags & UNTYPED == 0 {
            self.check_class(ptr, a, slot, Verb::Write)?;
        } else if a.aliasing == Aliasing::Strict {
            self.shadow[ptr.addr() as usize..][..a.size.into()].fill(a.class << 4);
        }
        self.store_raw(ptr.addr(), a, lo, hi);
        Ok(())
    }

    /// Checks that nothing in a range is const.
    pub(super) fn check_writable(&self, ptr: Ptr, len: u32, slot: usize) -> Run<()> {
        let row = &self.slots[slot];
        if row.write_end != 0 || len == 0 {
            return Ok(());
        }
        if row.kind == super::ObjectKind::Str {
            let offset = ptr.addr() - row.base;
            return fault(Kind::WriteToStringLiteral, format!("at offset {offset} of {}", self.describe_slot(slot)));
        }
        let (pattern, offset) = self.pattern_at(slot, ptr.addr());
        if pattern.touches_const(offset, len) {
            return fault(Kind::WriteToConst, self.describe_at(ptr, slot));
        }
        Ok(())
    }

    /// Writes bytes, states and provenance without a question.
    pub(super) fn store_raw(&mut self, addr: u32, a: &Access, lo: u64, hi: u64) {
        let at = addr as usize;
        let n = usize::from(a.size);
        let (mut value, mut states) = (u128::from(hi) << 64 | u128::from(lo), a.states);
        if a.pointee != 0 {
            let ptr = Ptr(lo);
            if ptr.id() == Ptr::INTERNED {
                value = self.interned.get(ptr.addr() as usize).copied().unwrap_or(0).into();
                states = super::access::ONES;
            } else {
                value = ptr.addr().into();
                self.cells[(at + 3) >> 2] = u64::from(ptr.id()) << 32 | u64::from(a.pointee);
            }
        }
        let mut bytes = value.to_le_bytes();
        if self.big_endian {
            bytes[..n].reverse();
        }
        self.bytes[at..at + n].copy_from_slice(&bytes[..n]);
        for (i, shadow) in self.shadow[at..at + n].iter_mut().enumerate() {
            *shadow = *shadow & 0xf0 | (states >> (8 * (i & 7))) as u8 & 15;
        }
    }
}
