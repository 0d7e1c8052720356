//! Watching operands that are not sequenced with one another (6.5p2-3).
//!
//! While a watched group of operands is evaluated, every access is logged with the operand it belongs to. When the
//! group ends, two accesses to the same bits in different operands, one of them a write, are a conflict: undefined
//! if both were made by the expression itself, a suspicion that the order matters if one was made in a called
//! function (calls are indeterminately sequenced). Objects younger than the innermost group can't be in conflict.

use super::Machine;
use crate::code::BitField;
use crate::fault::Fault;
use crate::kinds::Kind as FaultKind;
use crate::value::Ptr;

/// Reading or writing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub(super) enum Kind {
    Read,
    Write,
}

/// One access.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub(super) struct Record {
    /// First bit, as an address times eight.
    start: u64,
    end: u64,
    id: u32,
    /// How deep in calls it was made.
    depth: u32,
    kind: Kind,
    /// Whether no sequence point has followed it yet.
    pending: bool,
}

#[derive(Clone, Copy, Debug)]
struct Group {
    start: usize,
    bounds: usize,
    depth: u32,
    youngest: u32,
}

/// The log.
#[derive(Default)]
pub(super) struct Seq {
    groups: Vec<Group>,
    log: Vec<Record>,
    /// Where operands of the open groups end.
    bounds: Vec<usize>,
    marks: Vec<usize>,
    suspicion: bool,
    scratch: Vec<(Record, u32)>,
}

/// The object id that stands for the output.
const OUTPUT: u32 = u32::MAX - 7;
/// An operand with more accesses than this is compacted now and then.
const COMPACT: usize = 1 << 14;

impl Seq {
    #[inline(always)]
    pub fn active(&self) -> bool {
        !self.groups.is_empty()
    }

    pub fn clear(&mut self) {
        self.groups.clear();
        self.log.clear();
        self.bounds.clear();
        self.marks.clear();
        self.suspicion = false;
    }

    pub fn enter(&mut self, depth: u32, youngest: u32) {
        self.groups.push(Group { start: self.log.len(), bounds: self.bounds.len(), depth, youngest });
    }

    pub fn next(&mut self) {
        self.bounds.push(self.log.len());
    }

    pub fn mark(&mut self) {
        self.marks.push(self.log.len());
    }

    pub fn point(&mut self) {
        if let Some(mark) = self.marks.pop() {
            let mark = mark.min(self.log.len());
            self.log[mark..].iter_mut().for_each(|r| r.pending = false);
        }
    }

    fn add(&mut self, record: Record) {
        let Some(group) = self.groups.last() else { return };
        if record.id >= group.youngest && record.id != OUTPUT {
            return;
        }
        // The same access again, as in a loop, adds nothing.
        if self.log.len() > group.start
            && self.log.last() == Some(&record)
            && self.bounds.last() != Some(&self.log.len())
        {
            return;
        }
        self.log.push(record);
        let tail = self.bounds.last().copied().unwrap_or(0).max(group.start);
        let len = self.log.len() - tail;
        if len >= COMPACT && len.is_power_of_two() {
            let (start, end) = (tail, self.log.len());
            self.log[start..end].sort_unstable();
            let mut kept = self.log.split_off(start);
            kept.dedup();
            self.log.extend(kept);
            let len = self.log.len();
            self.marks.iter_mut().for_each(|m| *m = (*m).min(len));
        }
    }

    /// Ends the innermost group; the conflict in it that is undefined.
    pub fn conflict_of_exit(&mut self) -> Option<(Record, Record)> {
        let group = self.groups.pop()?;
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        let mut operand = 0;
        for (i, record) in self.log.iter().enumerate().skip(group.start) {
            while self.bounds.get(group.bounds + operand as usize).is_some_and(|&b| i >= b) {
                operand += 1;
            }
            scratch.push((*record, operand));
        }
        self.bounds.truncate(group.bounds);
        let mut found = None;
        if operand > 0 && scratch.iter().any(|(r, _)| r.kind == Kind::Write) {
            scratch.sort_unstable();
            scratch.dedup();
            'search: for i in 0..scratch.len() {
                let (a, in_a) = scratch[i];
                // Nothing to learn from more accesses of called functions.
                if self.suspicion && a.depth != group.depth {
                    continue;
                }
                for &(b, in_b) in scratch[i + 1..].iter().take_while(|(b, _)| b.start < a.end) {
                    if in_a == in_b || a.kind == Kind::Read && b.kind == Kind::Read {
                        continue;
                    }
                    if a.depth == group.depth && b.depth == group.depth {
                        found = Some((a, b));
                        break 'search;
                    }
                    self.suspicion = true;
                }
            }
        }
        self.scratch = scratch;
        if self.groups.is_empty() {
            self.log.clear();
            self.marks.clear();
        }
        found
    }

    pub fn take_suspicion(&mut self) -> bool {
        std::mem::take(&mut self.suspicion)
    }

    /// A side effect of the innermost group's operands on this place that no sequence point has followed.
    pub fn pending_write(&self, at: Ptr, size: u32) -> Option<Record> {
        let start = u64::from(at.addr()) * 8;
        self.pending(start, start + u64::from(size) * 8)
    }

    pub fn pending_write_bits(&self, at: Ptr, field: &BitField) -> Option<Record> {
        let start = u64::from(at.addr()) * 8 + field.bit_offset;
        self.pending(start, start + u64::from(field.width))
    }

    fn pending(&self, start: u64, end: u64) -> Option<Record> {
        let group = self.groups.last()?;
        self.log[group.start..]
            .iter()
            .find(|r| r.kind == Kind::Write && r.pending && r.depth == group.depth && r.start < end && start < r.end)
            .copied()
    }
}

impl Machine<'_> {
    /// Logs an access.
    #[inline(never)]
    pub(super) fn log(&mut self, at: Ptr, size: u32, kind: Kind) {
        let start = u64::from(at.addr()) * 8;
        self.add_record(at.id(), start, start + u64::from(size) * 8, kind);
    }

    #[inline(never)]
    pub(super) fn log_bits(&mut self, at: Ptr, field: &BitField, kind: Kind) {
        let start = u64::from(at.addr()) * 8 + field.bit_offset;
        self.add_record(at.id(), start, start + u64::from(field.width), kind);
    }

    fn add_record(&mut self, id: u32, start: u64, end: u64, kind: Kind) {
        let depth = self.frames.len() as u32;
        self.seq.add(Record { start, end, id, depth, kind, pending: true });
    }

    /// Logs what a library function may do: anything to the objects its arguments point to.
    pub(super) fn log_library(&mut self, pointers: impl Iterator<Item = Ptr>, printed: bool) {
        let depth = self.frames.len() as u32 + 1;
        for ptr in pointers {
            if let Some((offset, size)) = self.memory.extent(ptr) {
                let start = u64::from(ptr.addr() - offset) * 8;
                let end = start + u64::from(size) * 8;
                self.seq.add(Record { start, end, id: ptr.id(), depth, kind: Kind::Write, pending: false });
            }
        }
        if printed {
            let record = Record { start: 0, end: 1, id: OUTPUT, depth, kind: Kind::Write, pending: false };
            self.seq.add(record);
        }
    }

    #[cold]
    pub(super) fn unsequenced(&self, a: Record, b: Record) -> Box<Fault> {
        let at = Ptr::new(a.id, (a.start.max(b.start) / 8) as u32);
        let what = if a.kind == b.kind { "two changes of" } else { "a change and a use of" };
        Fault::boxed(FaultKind::Unsequenced, format!("{what} {}", self.memory.describe(at)))
    }
}
