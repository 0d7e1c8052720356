//! Arithmetic on pointers, comparison, and conversion to and from integers.

use super::describe::Verb;
use super::{EXPOSED, Memory, ObjectKind, state};
use crate::fault::{Run, fault};
use crate::kinds::Kind;
use crate::pattern::{PatternId, holds_record};
use crate::value::Ptr;
use lydite_lang::types::{Quals, RecordId, Types};

impl Memory {
    /// A pointer moved by a number of bytes.
    #[inline]
    pub fn ptr_add(&self, ptr: Ptr, delta: i64) -> Run<Ptr> {
        let to = i64::from(ptr.addr()).wrapping_add(delta);
        if let Some(slot) = self.slot_at(ptr.addr())
            && slot.id == ptr.id()
            && to >= slot.base.into()
            && to <= slot.end.into()
        {
            return Ok(Ptr::new(slot.id, to as u32));
        }
        self.ptr_add_cold(ptr, delta)
    }

    #[cold]
    #[inline(never)]
    fn ptr_add_cold(&self, ptr: Ptr, delta: i64) -> Run<Ptr> {
        if ptr.id() <= Ptr::INTERNED {
            // Even plus zero: a null pointer points to no element of any array (6.5.6p8).
            if delta == 0 && !ptr.is_null() {
                return Ok(ptr);
            }
            return fault(Kind::PointerArithmetic, format!("{} {delta:+} bytes", self.describe_dead(ptr)));
        }
        let slot = self.live_slot(ptr, Verb::Use)?;
        let offset = i64::from(ptr.addr()) - i64::from(self.slots[slot].base);
        fault(
            Kind::PointerArithmetic,
            format!("offset {} of {}", offset.wrapping_add(delta), self.describe_sized(slot)),
        )
    }

    /// The difference of two pointers into one object, in bytes.
    #[inline]
    pub fn ptr_diff(&self, a: Ptr, b: Ptr) -> Run<i64> {
        if a.id() == b.id() && self.slots[self.owner_of(a.addr())].id == a.id() {
            return Ok(i64::from(a.addr()) - i64::from(b.addr()));
        }
        self.across(a, b, Kind::PointerSubtraction).map(|()| 0)
    }

    /// Whether a pointer is below another one into the same object.
    #[inline]
    pub fn ptr_less(&self, a: Ptr, b: Ptr) -> Run<bool> {
        if a.id() == b.id() && self.slots[self.owner_of(a.addr())].id == a.id() {
            return Ok(a.addr() < b.addr());
        }
        self.across(a, b, Kind::PointerComparison).map(|()| false)
    }

    /// Two pointers that are not into the same living object: fine if both are null (or dangling, or a fault).
    #[cold]
    fn across(&self, a: Ptr, b: Ptr, kind: Kind) -> Run<()> {
        if a.is_null() && b.is_null() {
            return Ok(());
        }
        for ptr in [a, b] {
            if ptr.id() > Ptr::INTERNED {
                self.live_slot(ptr, Verb::Use)?;
            }
        }
        fault(kind, format!("{} and {}", self.describe(a), self.describe(b)))
    }

    /// Whether two pointers are equal.
    #[inline]
    pub fn ptr_equal(&mut self, a: Ptr, b: Ptr) -> Run<bool> {
        if (b.is_null() || a.id() == b.id()) && self.slots[self.owner_of(a.addr())].id == a.id() {
            return Ok(a.0 == b.0);
        }
        self.ptr_equal_cold(a, b)
    }

    #[inline(never)]
    fn ptr_equal_cold(&mut self, a: Ptr, b: Ptr) -> Run<bool> {
        let mut slots = [None; 2];
        for (ptr, slot) in [a, b].into_iter().zip(&mut slots) {
            if ptr.id() > Ptr::INTERNED {
                *slot = Some(self.live_slot(ptr, Verb::Use)?);
            }
        }
        match slots {
            [Some(x), Some(y)] if x != y => {
                let (p, q) = (&self.slots[x], &self.slots[y]);
                // Whether they are neighbours here or not: elsewhere they may be.
                let touches = |low: &super::Slot, at: Ptr, high: &super::Slot, start: Ptr| {
                    low.base != low.end && high.base != high.end && at.addr() == low.end && start.addr() == high.base
                };
                if touches(p, a, q, b) || touches(q, b, p, a) {
                    let (x, y) = (self.describe_slot(x), self.describe_slot(y));
                    let detail = format!("whether one past the end of one is the start of the other of {x} and {y}");
                    return fault(Kind::AddressDependent, detail);
                }
                if self.may_share(x, a, y, b) {
                    return fault(Kind::AddressDependent, "whether equal string literals are one object (6.4.5p7)");
                }
                Ok(false)
            }
            [Some(_), None] | [None, Some(_)] if !a.is_null() && !b.is_null() => {
                self.address_seen = true;
                Ok(a.addr() == b.addr() && a.id() != Ptr::INTERNED && b.id() != Ptr::INTERNED)
            }
            _ => Ok(a.0 == b.0),
        }
    }

    /// Whether pointers into two string literals would be equal if those shared their storage.
    fn may_share(&self, x: usize, a: Ptr, y: usize, b: Ptr) -> bool {
        let (p, q) = (&self.slots[x], &self.slots[y]);
        let rest = |slot: &super::Slot, at: Ptr| self.bytes.get(at.addr() as usize..slot.end as usize);
        p.kind == ObjectKind::Str && q.kind == ObjectKind::Str && rest(p, a) == rest(q, b)
    }

    /// A pointer as an integer.
    pub fn ptr_to_int(&mut self, ptr: Ptr) -> u64 {
        if ptr.id() > Ptr::INTERNED {
            self.expose(ptr);
        }
        self.integer_of(ptr)
    }

    pub(super) fn integer_of(&self, ptr: Ptr) -> u64 {
        match ptr.id() {
            Ptr::INTERNED => self.interned.get(ptr.addr() as usize).copied().unwrap_or(0),
            _ => ptr.addr().into(),
        }
    }

    /// An integer as a pointer: into the object with that address, if the guest has seen an address of it.
    pub fn int_to_ptr(&mut self, v: u64) -> Ptr {
        let Ok(addr) = u32::try_from(v) else {
            let next = self.interned.len() as u32;
            let index = *self.interned_ids.entry(v).or_insert(next);
            if index == next {
                self.interned.push(v);
            }
            return Ptr::new(Ptr::INTERNED, index);
        };
        let slot = &self.slots[self.owner_of(addr)];
        let inside = slot.id != super::DEAD && slot.base <= addr && addr <= slot.end;
        if inside && slot.flags & EXPOSED != 0 { Ptr::new(slot.id, addr) } else { Ptr::new(0, addr) }
    }

    fn expose(&mut self, ptr: Ptr) {
        self.address_seen = true;
        if let Some(slot) = self.locate(ptr) {
            self.slots[slot].flags |= EXPOSED;
        }
    }

    /// Exposes the targets of all pointers with bytes in a range that is read as something else.
    pub(super) fn expose_range(&mut self, addr: u32, len: u32) {
        for at in addr..addr + len {
            let byte = self.shadow[at as usize] & 15;
            if !(state::POINTER..=state::POINTER_LAST).contains(&byte) {
                continue;
            }
            let start = at.wrapping_sub(u32::from(byte - state::POINTER));
            let Some(&cell) = self.cells.get((start as usize + 3) >> 2) else { continue };
            let id = (cell >> 32) as u32;
            if id > Ptr::INTERNED && (start as usize + usize::from(self.word)) <= self.bytes.len() {
                let target = self.number_at(start, self.word) as u32;
                self.expose(Ptr::new(id, target));
            }
        }
    }

    /// The index of the function a pointer points to.
    #[inline]
    pub fn function_at(&self, ptr: Ptr) -> Run<u32> {
        self.tag_of(ptr, ObjectKind::Function)
    }

    /// The index of the label a pointer points to.
    pub fn label_at(&self, ptr: Ptr) -> Run<u32> {
        self.tag_of(ptr, ObjectKind::Label)
    }

    #[inline]
    fn tag_of(&self, ptr: Ptr, kind: ObjectKind) -> Run<u32> {
        let slot = self.live_slot(ptr, Verb::Use)?;
        let row = &self.slots[slot];
        if row.kind == kind {
            return Ok(row.tag);
        }
        let what = if kind == ObjectKind::Label { "a jump to" } else { "a call of" };
        fault(Kind::InvalidPointer, format!("{what} {}", self.describe_slot(slot)))
    }

    /// The position in a list of variable arguments that a pointer points to: the list's id and the index.
    pub fn varargs_at(&self, ptr: Ptr) -> Run<(u32, u32)> {
        let slot = self.live_slot(ptr, Verb::Use)?;
        let row = &self.slots[slot];
        if row.kind != ObjectKind::VarArgs {
            return fault(Kind::BadVariadic, format!("{} is not a list of arguments", self.describe_slot(slot)));
        }
        Ok((row.id, (ptr.addr() - row.base) / 16))
    }

    /// Checks that a record may be accessed through a pointer: an object with a declared type must have one there.
    ///
    /// Pointers that point to nothing pass; the access itself names what is wrong with them.
    #[inline]
    pub fn check_record(&mut self, types: &Types, ptr: Ptr, record: RecordId) -> Run<()> {
        let slot = &self.slots[self.owner_of(ptr.addr())];
        if slot.id != ptr.id() || slot.pattern < 16 {
            return Ok(());
        }
        let (at, key) = Memory::record_key(slot.pattern, ptr.addr() - slot.base, record);
        if self.record_cache.get(at) == Some(&key) {
            return Ok(());
        }
        self.check_record_cold(types, ptr, record)
    }

    #[cold]
    #[inline(never)]
    fn check_record_cold(&mut self, types: &Types, ptr: Ptr, record: RecordId) -> Run<()> {
        let Some(slot) = self.locate(ptr) else { return Ok(()) };
        let row = self.slots[slot];
        let offset = ptr.addr() - row.base;
        let Some(ty) = self.patterns[PatternId(row.pattern)].ty else { return Ok(()) };
        let alias = types.records[record].attrs.may_alias || ty.quals.has(Quals::MAY_ALIAS);
        let whole = types.size_of(ty.ty).unwrap_or(0);
        // One past the end of the object there is nothing to check; the access is out of bounds.
        if offset >= row.end - row.base {
            return Ok(());
        }
        // The members of an array allocated with its run-time length repeat as those of a static one do.
        let inside = if whole > 0 && types.is_array(ty.ty) { u64::from(offset) % whole } else { offset.into() };
        if alias || holds_record(types, ty.ty, inside, record) {
            if self.record_cache.is_empty() {
                self.record_cache = vec![(u32::MAX, 0, 0); 256];
            }
            let (at, key) = Memory::record_key(row.pattern, offset, record);
            self.record_cache[at] = key;
            return Ok(());
        }
        let ptr = Ptr::new(row.id, ptr.addr());
        fault(Kind::WrongEffectiveType, format!("{} is accessed as another record", self.describe_at(ptr, slot)))
    }
}
