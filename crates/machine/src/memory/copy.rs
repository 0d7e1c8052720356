//! Copies of records, raw copies, and the marks that unions leave.

use super::describe::Verb;
use super::{Memory, UNTYPED, state};
use crate::fault::{Run, fault};
use crate::kinds::Kind;
use crate::pattern::{PatternId, class};
use crate::value::Ptr;

/// Whether the two sides of a copy may overlap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overlap {
    /// They must not (`memcpy`).
    Forbidden,
    /// They may (`memmove`).
    Allowed,
}

impl Memory {
    /// Copies a record (or vector, or array inside one) by assignment.
    ///
    /// Members that hold nothing may be copied; padding becomes unspecified.
    pub fn copy_value(&mut self, dst: Ptr, src: Ptr, size: u32, pattern: PatternId) -> Run<()> {
        let from = self.slot_for(src, size, Verb::Read)?;
        let to = self.slot_for(dst, size, Verb::Write)?;
        let mask = self.patterns[pattern].align - 1;
        self.check_alignment(src, mask, from, Verb::Read)?;
        self.check_alignment(dst, mask, to, Verb::Write)?;
        self.check_writable(dst, size, to)?;
        if src.addr() == dst.addr() {
            return Ok(());
        }
        if src.addr().abs_diff(dst.addr()) < size {
            return fault(Kind::OverlappingCopy, self.describe_overlap(dst, src, size));
        }
        self.check_classes(src, size, pattern, from, Verb::Read)?;
        let untyped = self.slots[to].flags & UNTYPED != 0;
        if !untyped {
            self.check_classes(dst, size, pattern, to, Verb::Write)?;
        }
        self.copy_trusted(dst, src, size, pattern);
        Ok(())
    }

    /// Copies a record between places that are known to be right and apart: initialisation, arguments, results.
    pub fn copy_trusted(&mut self, dst: Ptr, src: Ptr, size: u32, pattern: PatternId) {
        let (to, from) = (self.owner_of(dst.addr()), self.owner_of(src.addr()));
        if src.addr() == dst.addr() || from == 0 {
            return;
        }
        self.transfer(dst.addr(), src.addr(), size, to);
        let untyped = self.slots[to].flags & UNTYPED != 0;
        let row = &self.patterns[pattern];
        let shadow = &mut self.shadow[dst.addr() as usize..][..size as usize];
        if untyped {
            for chunk in shadow.chunks_mut(row.unit.len().max(1)) {
                for (byte, &class) in chunk.iter_mut().zip(&row.unit) {
                    *byte = *byte & 15 | class;
                }
            }
        }
        if row.has_padding {
            for chunk in shadow.chunks_mut(row.unit.len().max(1)) {
                for (byte, &class) in chunk.iter_mut().zip(&row.unit) {
                    let padding = class == class::PADDING << 4;
                    *byte = if padding { *byte & 0xf0 | state::UNSPECIFIED } else { *byte };
                }
            }
        }
    }

    fn describe_overlap(&self, dst: Ptr, src: Ptr, size: u32) -> String {
        format!("{size} bytes from {} to {}", self.describe(src), self.describe(dst))
    }

    /// Checks that the effective types of a range agree with a pattern.
    fn check_classes(&self, ptr: Ptr, size: u32, pattern: PatternId, slot: usize, verb: Verb) -> Run<()> {
        let row = &self.patterns[pattern];
        if self.slots[slot].pattern == pattern.0 || row.unit.is_empty() || row.may_alias {
            return Ok(());
        }
        let shadow = &self.shadow[ptr.addr() as usize..][..size as usize];
        let wrong = |s: u8, u: u8| (s ^ u) & 0xf0 != 0 && s & 0xf0 != 0 && u != 0 && u >> 4 != class::PADDING;
        let unit = &row.unit[..];
        let any = shadow
            .chunks(unit.len())
            .any(|chunk| chunk.iter().zip(unit).fold(false, |any, (&s, &u)| any | wrong(s, u)));
        if any && let Some(at) = (0..shadow.len()).find(|&i| wrong(shadow[i], unit[i % unit.len()])) {
            let (held, asked) = (class::name(shadow[at] >> 4), class::name(unit[at % unit.len()] >> 4));
            let place = self.describe_at(ptr.offset(at as u32), slot);
            return fault(Kind::WrongEffectiveType, format!("{place} holds {held}, {} as {asked}", verb.past()));
        }
        Ok(())
    }

    /// Copies bytes with all that is known of them, as `memcpy` and `memmove` do.
    pub fn copy_bytes(&mut self, dst: Ptr, src: Ptr, size: u64, overlap: Overlap) -> Run<()> {
        let size = self.range_size(dst, size, Verb::Write)?;
        let size = self.range_size(src, size.into(), Verb::Read)?;
        self.slot_for(src, size, Verb::Read)?;
        let to = self.slot_for(dst, size, Verb::Write)?;
        self.check_writable(dst, size, to)?;
        if size != 0 && overlap == Overlap::Forbidden && src.addr().abs_diff(dst.addr()) < size {
            return fault(Kind::OverlappingCopy, self.describe_overlap(dst, src, size));
        }
        self.transfer(dst.addr(), src.addr(), size, to);
        Ok(())
    }

    /// A size as an address; sizes beyond any object are out of bounds.
    pub(super) fn range_size(&self, ptr: Ptr, size: u64, verb: Verb) -> Run<u32> {
        match u32::try_from(size) {
            Ok(size) => Ok(size),
            Err(_) => {
                let slot = self.live_slot(ptr, verb)?;
                self.out_of_bounds(ptr, size, slot, verb)
            }
        }
    }

    /// Moves bytes, states and provenance; the classes too, if the destination has no declared type.
    fn transfer(&mut self, dst: u32, src: u32, size: u32, to: usize) {
        let (d, s, n) = (dst as usize, src as usize, size as usize);
        if n == 0 || d == s {
            return;
        }
        let untyped = self.slots[to].flags & UNTYPED != 0;
        let base = self.slots[to].base;
        self.bytes.copy_within(s..s + n, d);
        let mut seen = 0u8;
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        scratch.extend_from_slice(&self.shadow[s..s + n]);
        let keep = if untyped { 0 } else { 0xf0 };
        for (to, &from) in self.shadow[d..d + n].iter_mut().zip(&scratch) {
            seen |= from & 14;
            *to = *to & keep | from & !keep;
        }
        // Anything but "uninitialised" and "initialised" has more to it.
        if seen != 0 {
            let mut cells = std::mem::take(&mut self.scratch_cells);
            cells.clear();
            for (i, &shadow) in scratch.iter().enumerate() {
                let byte = (shadow & 15).wrapping_sub(state::POINTER);
                let k = u32::from(byte);
                if byte < 8 && (k == 0 || i == 0) && dst + i as u32 >= base + k {
                    let start = dst + i as u32 - k;
                    cells.push((start, self.cells[(src as usize + i + 3 - k as usize) >> 2]));
                }
            }
            for &(start, cell) in &cells {
                let declared = self.declared_pointee(start, to);
                let cell = declared.map_or(cell, |pointee| cell >> 32 << 32 | u64::from(pointee));
                self.cells[(start as usize + 3) >> 2] = cell;
            }
            self.scratch_cells = cells;
            if !self.partial.is_empty() {
                self.ensure_partial();
                self.partial.copy_within(s..s + n, d);
            }
        }
        self.scratch = scratch;
    }

    /// The canonical pointee of the pointer declared at an address.
    fn declared_pointee(&self, addr: u32, slot: usize) -> Option<u32> {
        if self.slots[slot].flags & UNTYPED != 0 {
            return None;
        }
        let (pattern, offset) = self.pattern_at(slot, addr);
        pattern.pointer_at(offset)
    }

    /// After a store to a member of a union: the bytes outside the member become unspecified.
    pub fn mark_union_store(&mut self, union: Ptr, size: u32, member: u32, member_size: u32) {
        let Some(shadow) = self.shadow.get_mut(union.addr() as usize..(union.addr() as usize + size as usize)) else {
            return;
        };
        let end = (member + member_size) as usize;
        let (before, after) = (member as usize, end.min(shadow.len()));
        for byte in &mut shadow[..before.min(size as usize)] {
            *byte = *byte & 0xf0 | state::UNSPECIFIED;
        }
        for byte in &mut shadow[after..] {
            *byte = *byte & 0xf0 | state::UNSPECIFIED;
        }
    }
}
