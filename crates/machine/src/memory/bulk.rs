//! Runs of characters: what the string functions of the library read and write.

use super::describe::Verb;
use super::{Memory, UNTYPED, state};
use crate::fault::{Run, fault};
use crate::kinds::Kind;
use crate::pattern::{PatternId, class};
use crate::value::Ptr;

impl Memory {
    /// Checks that a range of bytes may be read, whether they hold something or not.
    pub fn check_readable(&self, ptr: Ptr, len: u32) -> Run<()> {
        self.slot_for(ptr, len, Verb::Read).map(|_| ())
    }

    /// Checks that a range of bytes may be written.
    pub fn check_written(&self, ptr: Ptr, len: u32) -> Run<()> {
        let slot = self.slot_for(ptr, len, Verb::Write)?;
        self.check_writable(ptr, len, slot)
    }

    /// Reads characters that all must hold something.
    pub fn read_bytes(&mut self, ptr: Ptr, len: u64) -> Run<&[u8]> {
        let len = self.range_size(ptr, len, Verb::Read)?;
        let slot = self.slot_for(ptr, len, Verb::Read)?;
        let range = ptr.addr() as usize..ptr.addr() as usize + len as usize;
        if self.shadow[range.clone()].iter().any(|s| s & 15 != state::INITIALISED) {
            self.check_held(ptr, len, slot)?;
            self.expose_range(ptr.addr(), len);
        }
        Ok(&self.bytes[range])
    }

    /// Reads a string, without its final zero.
    pub fn cstr(&mut self, ptr: Ptr) -> Run<&[u8]> {
        self.cstr_max(ptr, u64::MAX)
    }

    /// Reads a string or its first `max` characters, whichever ends first, without a final zero.
    pub fn cstr_max(&mut self, ptr: Ptr, max: u64) -> Run<&[u8]> {
        let len = self.cstr_extent(ptr, max)?;
        self.expose_range(ptr.addr(), len);
        Ok(&self.bytes[ptr.addr() as usize..][..len as usize])
    }

    /// The length of a string.
    pub fn cstr_len(&mut self, ptr: Ptr) -> Run<u32> {
        self.cstr(ptr).map(|text| text.len() as u32)
    }

    fn cstr_extent(&self, ptr: Ptr, max: u64) -> Run<u32> {
        let slot = self.slot_for(ptr, u32::from(max != 0), Verb::Read)?;
        let start = ptr.addr() as usize;
        let end = (self.slots[slot].end as usize).min(start.saturating_add(max.min(u64::from(u32::MAX)) as usize));
        let zero = self.bytes[start..end].iter().position(|&b| b == 0);
        let len = zero.unwrap_or(end - start);
        let read = len + usize::from(zero.is_some());
        // A zero that was never stored does not end a string.
        self.check_held(ptr, read as u32, slot)?;
        if zero.is_none() && (end - start) as u64 != max {
            let detail = format!("a string without a final zero: {}", self.describe_sized(slot));
            return fault(Kind::OutOfBounds, detail);
        }
        Ok(len as u32)
    }

    /// Writes characters.
    pub fn write_bytes(&mut self, ptr: Ptr, bytes: &[u8]) -> Run<()> {
        let len = bytes.len() as u32;
        let slot = self.slot_for(ptr, len, Verb::Write)?;
        self.check_writable(ptr, len, slot)?;
        self.put_bytes(ptr, bytes);
        self.forget_type(ptr, len, slot);
        Ok(())
    }

    /// Writes characters to a place that is known to be right, const or not: initialisation by a string literal.
    pub fn put_bytes(&mut self, ptr: Ptr, bytes: &[u8]) {
        let range = ptr.addr() as usize..ptr.addr() as usize + bytes.len();
        self.bytes[range.clone()].copy_from_slice(bytes);
        self.mark_initialised(range);
    }

    /// Writes the same character many times, as `memset` does.
    pub fn fill(&mut self, ptr: Ptr, byte: u8, len: u64) -> Run<()> {
        let len = self.range_size(ptr, len, Verb::Write)?;
        let slot = self.slot_for(ptr, len, Verb::Write)?;
        self.check_writable(ptr, len, slot)?;
        self.fill_trusted(ptr, byte, len);
        self.forget_type(ptr, len, slot);
        Ok(())
    }

    /// Ends the effective type of bytes of an allocated block: it lasts as long as the stored value does (6.5p6).
    fn forget_type(&mut self, ptr: Ptr, len: u32, slot: usize) {
        if self.slots[slot].flags & UNTYPED != 0 {
            for shadow in &mut self.shadow[ptr.addr() as usize..][..len as usize] {
                *shadow &= 15;
            }
        }
    }

    /// Fills a place that is known to be right, const or not: the zeros of an initialiser.
    pub fn fill_trusted(&mut self, ptr: Ptr, byte: u8, len: u32) {
        let range = ptr.addr() as usize..(ptr.addr() + len) as usize;
        self.bytes[range.clone()].fill(byte);
        self.mark_initialised(range);
    }

    /// The zeros of an automatic object's initialiser: its padding stays unspecified (6.2.6.1p6).
    pub fn zero_value(&mut self, ptr: Ptr, len: u32, pattern: PatternId) {
        self.fill_trusted(ptr, 0, len);
        if self.patterns[pattern].has_padding {
            for shadow in &mut self.shadow[ptr.addr() as usize..][..len as usize] {
                if *shadow >> 4 == class::PADDING {
                    *shadow = class::PADDING << 4 | state::UNSPECIFIED;
                }
            }
        }
    }

    fn mark_initialised(&mut self, range: std::ops::Range<usize>) {
        for shadow in &mut self.shadow[range] {
            *shadow = *shadow & 0xf0 | state::INITIALISED;
        }
    }

    /// Makes bytes of a variable hold nothing again: a new iteration, a jump back over its declaration.
    pub fn forget(&mut self, ptr: Ptr, len: u32) {
        for shadow in &mut self.shadow[ptr.addr() as usize..][..len as usize] {
            *shadow &= 0xf0;
        }
    }
}
