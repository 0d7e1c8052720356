//! Bit-fields: a byte may hold some bits of one and some of another, or bits that were never stored.

use super::access::{Aliasing, BitAccess};
use super::describe::Verb;
use super::{Memory, UNTYPED, state};
use crate::fault::{Run, fault};
use crate::kinds::Kind;
use crate::pattern::class;
use crate::value::Ptr;

impl BitAccess {
    /// The value bits, shifted into place.
    fn mask(&self) -> u128 {
        (u128::MAX >> (128 - u32::from(self.width))) << self.shift
    }

    fn extend(&self, number: u128) -> u128 {
        let up = 128 - u32::from(self.width);
        let value = number >> self.shift << up;
        if self.signed { (value as i128 >> up) as u128 } else { value >> up }
    }
}

impl Memory {
    /// Reads a bit-field of the record a pointer points to, extended to 64 bits.
    #[inline]
    pub fn load_bits(&mut self, record: Ptr, a: &BitAccess) -> Run<u64> {
        Ok(self.load_bits_wide(record, a)?.0)
    }

    /// Reads a bit-field of up to 128 bits: low and high half.
    #[inline]
    pub fn load_bits_wide(&mut self, record: Ptr, a: &BitAccess) -> Run<(u64, u64)> {
        let ptr = record.offset(a.first);
        let at = ptr.addr() as usize;
        let slot = &self.slots[self.owner_of(ptr.addr())];
        let count = usize::from(a.count);
        if slot.id != ptr.id() || at + count > slot.end as usize || record.addr() & a.align_mask != 0 {
            self.check_bits(record, a, Verb::Read)?;
        }
        let typed = class::BIT_FIELD << 4 | state::INITIALISED;
        if !self.shadow[at..at + count].iter().all(|&s| s == typed || s == state::INITIALISED) {
            self.check_bits_held(record, a)?;
        }
        if count <= 8
            && let Some(raw) = super::window::<8>(&self.bytes, at)
        {
            let number = if self.big_endian { raw.swap_bytes() >> (64 - 8 * u32::from(a.count)) } else { raw };
            let up = 64 - u32::from(a.width);
            let value = number >> a.shift << up;
            let value = if a.signed { (value as i64 >> up) as u64 } else { value >> up };
            return Ok((value, if a.signed { (value as i64 >> 63) as u64 } else { 0 }));
        }
        let value = a.extend(self.number_at(ptr.addr(), a.count));
        Ok((value as u64, (value >> 64) as u64))
    }

    /// Writes a bit-field of the record a pointer points to.
    #[inline]
    pub fn store_bits(&mut self, record: Ptr, a: &BitAccess, v: u64) -> Run<()> {
        self.store_bits_wide(record, a, v, 0)
    }

    /// Writes a bit-field of up to 128 bits.
    #[inline]
    pub fn store_bits_wide(&mut self, record: Ptr, a: &BitAccess, lo: u64, hi: u64) -> Run<()> {
        let ptr = record.offset(a.first);
        let at = ptr.addr() as usize;
        let slot = &self.slots[self.owner_of(ptr.addr())];
        let count = usize::from(a.count);
        let usual = slot.id == ptr.id()
            && at + count <= slot.write_end as usize
            && record.addr() & a.align_mask == 0
            && self.shadow[at..at + count].iter().all(|&s| s >> 4 == class::BIT_FIELD);
        if !usual {
            self.check_bits_store(record, a)?;
        }
        self.store_bits_trusted(record, a, lo, hi);
        Ok(())
    }

    /// Writes a bit-field of a place that is known to be right, const or not.
    pub fn store_bits_trusted(&mut self, record: Ptr, a: &BitAccess, lo: u64, hi: u64) {
        let addr = record.addr().wrapping_add(a.first);
        let (at, count) = (addr as usize, usize::from(a.count));
        if count <= 8 && at + 8 <= self.bytes.len() {
            return self.store_bits_word(at, a, lo);
        }
        let mask = a.mask();
        let value = (u128::from(hi) << 64 | u128::from(lo)) << a.shift & mask;
        let number = self.number_at(addr, a.count) & !mask | value;
        let (mut bytes, mut masks) = (number.to_le_bytes(), mask.to_le_bytes());
        if self.big_endian {
            bytes[..count].reverse();
            masks[..count].reverse();
        }
        self.bytes[at..at + count].copy_from_slice(&bytes[..count]);
        for (i, &mask) in masks[..count].iter().enumerate() {
            self.hold_bits(at + i, mask);
        }
    }

    /// Writes a bit-field inside the eight bytes from an address.
    #[inline]
    fn store_bits_word(&mut self, at: usize, a: &BitAccess, v: u64) {
        let count = usize::from(a.count);
        let up = if self.big_endian { 64 - 8 * u32::from(a.count) } else { 0 };
        let order = |x: u64| if self.big_endian { x.swap_bytes() } else { x };
        let mask = (u64::MAX >> (64 - u32::from(a.width))) << a.shift;
        // What follows the field's bytes is written back as it was.
        let (mask, value) = (order(mask << up), order((v << a.shift & mask) << up));
        let old = super::window::<8>(&self.bytes, at).unwrap_or(0);
        let new = old & !mask | value & mask;
        self.bytes[at..at + 8].copy_from_slice(&new.to_le_bytes());
        let masks = mask.to_le_bytes();
        for (i, &mask) in masks[..count].iter().enumerate() {
            if self.shadow[at + i] & 15 != state::INITIALISED {
                self.hold_bits(at + i, mask);
            }
        }
    }

    /// Notes that some bits of a byte now hold something.
    #[inline]
    fn hold_bits(&mut self, at: usize, mask: u8) {
        let shadow = self.shadow[at];
        let held = match shadow & 15 {
            state::UNINITIALISED | state::UNSPECIFIED => mask,
            state::PARTIAL => self.partial[at] | mask,
            _ => 0xff,
        };
        if held == 0xff {
            self.shadow[at] = shadow & 0xf0 | state::INITIALISED;
        } else {
            self.ensure_partial();
            self.partial[at] = held;
            self.shadow[at] = shadow & 0xf0 | state::PARTIAL;
        }
    }

    /// Makes room for the masks of partly initialised bytes.
    pub(super) fn ensure_partial(&mut self) {
        if self.partial.len() < self.bytes.len() {
            self.partial.resize(self.bytes.len(), 0);
        }
    }

    fn check_bits(&self, record: Ptr, a: &BitAccess, verb: Verb) -> Run<usize> {
        let slot = self.live_slot(record, verb)?;
        let slot = match self.slot_for(record.offset(a.first), a.count.into(), verb) {
            Ok(inside) if inside == slot => slot,
            Err(other) if other.kind == Kind::InvalidPointer && self.locate(record.offset(a.first)) == Some(slot) => {
                return Err(other);
            }
            _ => return self.out_of_bounds(record.offset(a.first), a.count.into(), slot, verb),
        };
        self.check_alignment(record, a.align_mask, slot, verb)?;
        Ok(slot)
    }

    /// Decides about a bit-field whose bytes are not all as usual.
    #[cold]
    #[inline(never)]
    fn check_bits_held(&mut self, record: Ptr, a: &BitAccess) -> Run<()> {
        let slot = self.check_bits(record, a, Verb::Read)?;
        let ptr = record.offset(a.first);
        self.check_bits_class(ptr, a, slot, Verb::Read)?;
        let mut masks = a.mask().to_le_bytes();
        if self.big_endian {
            masks[..usize::from(a.count)].reverse();
        }
        for (i, &mask) in masks[..usize::from(a.count)].iter().enumerate() {
            let at = ptr.offset(i as u32);
            match self.shadow[at.addr() as usize] & 15 {
                state::UNINITIALISED | state::UNSPECIFIED => return self.unreadable(at, slot),
                state::PARTIAL if self.partial[at.addr() as usize] & mask != mask => {
                    return self.unreadable(at, slot);
                }
                _ => {}
            }
        }
        self.expose_range(ptr.addr(), a.count.into());
        Ok(())
    }

    fn check_bits_class(&self, ptr: Ptr, a: &BitAccess, slot: usize, verb: Verb) -> Run<()> {
        let shadow = &self.shadow[ptr.addr() as usize..][..a.count.into()];
        let wrong = |s: &u8| !matches!(s >> 4, class::BIT_FIELD | class::UNTYPED);
        match shadow.iter().find(|s| wrong(s)) {
            Some(byte) if a.aliasing == Aliasing::Strict => {
                let (at, held) = (self.describe_at(ptr, slot), class::name(byte >> 4));
                let detail = format!("{at} holds {held}, {} as a bit-field", verb.past());
                fault(Kind::WrongEffectiveType, detail)
            }
            _ => Ok(()),
        }
    }

    /// Decides about a store to a bit-field whose bytes are not all as usual.
    #[cold]
    #[inline(never)]
    fn check_bits_store(&mut self, record: Ptr, a: &BitAccess) -> Run<()> {
        let slot = self.check_bits(record, a, Verb::Write)?;
        let ptr = record.offset(a.first);
        if !a.initialises {
            self.check_writable(ptr, a.count.into(), slot)?;
        }
        if self.slots[slot].flags & UNTYPED == 0 {
            return self.check_bits_class(ptr, a, slot, Verb::Write);
        }
        if a.aliasing == Aliasing::Strict {
            for shadow in &mut self.shadow[ptr.addr() as usize..][..a.count.into()] {
                *shadow = *shadow & 15 | class::BIT_FIELD << 4;
            }
        }
        Ok(())
    }
}
