//! Lifetimes: where objects come from and how they end.

use super::{DEAD, GRAVES, Grave, Memory, ObjectKind, Slot, UNTYPED, state};
use crate::fault::{Run, fault};
use crate::kinds::Kind;
use crate::pattern::{PatternId, Patterns};
use crate::value::Ptr;

/// The size of the first extent a region asks for; later ones double.
const FIRST_EXTENT: u32 = 0x800;
/// The largest extent a region asks for ahead of need.
const LAST_EXTENT: u32 = 0x40_0000;
/// Marks a description whose shadow is copied from its pattern.
const TEMPLATE: u8 = 0xff;

/// What to allocate, decided once per variable.
#[derive(Clone, Copy, Debug)]
pub struct ObjectDesc {
    /// Size in bytes.
    pub size: u32,
    /// Alignment in bytes.
    pub align: u32,
    /// What its bytes are.
    pub pattern: PatternId,
    /// The index of the variable it is, or [`ObjectDesc::UNNAMED`].
    pub tag: u32,
    /// What sort of object it is.
    pub kind: ObjectKind,
    fill: u8,
    has_const: bool,
    untyped: bool,
}

impl ObjectDesc {
    /// The tag of objects without a name.
    pub const UNNAMED: u32 = u32::MAX;

    /// Describes an object.
    pub fn new(
        patterns: &Patterns,
        kind: ObjectKind,
        size: u32,
        align: u32,
        pattern: PatternId,
        tag: u32,
    ) -> ObjectDesc {
        let row = &patterns[pattern];
        let has_tail_const = row.tail.is_some_and(|tail| !patterns[tail].consts.is_empty());
        ObjectDesc {
            size,
            align: align.max(1),
            pattern,
            tag,
            kind,
            fill: row.uniform.unwrap_or(TEMPLATE),
            has_const: !row.consts.is_empty() || has_tail_const,
            untyped: pattern == PatternId::UNTYPED,
        }
    }

    /// An object without declared type.
    pub fn untyped(kind: ObjectKind, size: u32, align: u32) -> ObjectDesc {
        ObjectDesc {
            size,
            align: align.max(1),
            pattern: PatternId::UNTYPED,
            tag: ObjectDesc::UNNAMED,
            kind,
            fill: 0,
            has_const: false,
            untyped: true,
        }
    }

    /// The same with another size: variable length arrays.
    pub fn with_size(self, size: u32) -> ObjectDesc {
        ObjectDesc { size, ..self }
    }
}

/// A height of the stack of locals, to return to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LocalMark(u32);

impl LocalMark {
    /// The mark as a register holds it.
    pub fn to_bits(self) -> u64 {
        self.0.into()
    }

    /// The mark that a register holds.
    pub fn from_bits(bits: u64) -> Self {
        LocalMark(bits as u32)
    }
}

/// The locals, in the order of their allocation.
#[derive(Clone, Debug, Default)]
pub(super) struct Stack {
    next: u32,
    base: u32,
    limit: u32,
    /// The slots of the locals, dead ones below living ones included.
    order: Vec<u32>,
    /// Extents below the current one.
    below: Vec<(u32, u32)>,
    /// Extents above the current one, kept for the next time.
    above: Vec<(u32, u32)>,
}

/// Address space from which objects are cut one after the other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Region {
    next: u32,
    limit: u32,
    extents: u32,
}

/// Allocated blocks.
#[derive(Clone, Debug)]
pub(super) struct Heap {
    align: u32,
    region: Region,
    /// Freed addresses by size class.
    free: Vec<Vec<u32>>,
}

impl Heap {
    pub(super) fn new(align: u32) -> Heap {
        Heap { align, region: Region::default(), free: Vec::new() }
    }
}

/// The size class of a number of granules and how many granules it has: exact up to 16, then eight to an octave.
fn size_class(granules: u32) -> (usize, u32) {
    if granules <= 16 {
        return (granules as usize, granules);
    }
    let shift = 28 - granules.leading_zeros();
    let steps = granules.div_ceil(1 << shift);
    ((shift * 8 + steps) as usize + 8, steps << shift)
}

/// The lowest address from a multiple of 16 on that is aligned to `align` but to no more.
///
/// With a jitter (other layouts), to somewhere in its granule that is aligned as well.
#[inline(always)]
fn exactly_aligned(from: u32, align: u32, jitter: u32) -> u32 {
    if align < 16 {
        return from | if jitter == 0 { align } else { jitter.wrapping_mul(from >> 4 | 1) & 15 & !(align - 1) };
    }
    let up = from.saturating_add(align - 1) & !(align - 1);
    if up & align == 0 { up.saturating_add(align) } else { up }
}

impl Memory {
    /// Starts the lifetime of a local variable; its bytes are uninitialised.
    #[inline]
    pub fn alloc_local(&mut self, desc: &ObjectDesc) -> Run<Ptr> {
        let before = self.stack.next;
        let base = exactly_aligned(before, desc.align, self.jitter);
        let end = u64::from(base) + u64::from(desc.size);
        let next = (end | 15) + 1 + u64::from(self.gap);
        if next > self.stack.limit.into() {
            return self.alloc_local_cold(desc);
        }
        let slot = self.place(desc, base, before)?;
        self.stack.order.push(slot);
        self.stack.next = next as u32;
        Ok(Ptr::new(self.next_id - 1, base))
    }

    #[cold]
    fn alloc_local_cold(&mut self, desc: &ObjectDesc) -> Run<Ptr> {
        let need = u64::from(desc.size) + 3 * u64::from(desc.align) + 64 + u64::from(self.gap);
        self.stack.below.push((self.stack.base, self.stack.limit));
        while let Some((base, limit)) = self.stack.above.pop() {
            if u64::from(limit - base) >= need {
                (self.stack.base, self.stack.limit, self.stack.next) = (base, limit, base);
                return self.alloc_local(desc);
            }
        }
        let doubled = FIRST_EXTENT << self.stack.below.len().min(12);
        let size = need.max(doubled.min(LAST_EXTENT).into());
        let base = match self.reserve(size) {
            Ok(base) => base,
            Err(_) => {
                self.stack.below.pop();
                return self.out_of_memory(desc.size.into());
            }
        };
        (self.stack.base, self.stack.limit, self.stack.next) = (base, base + size as u32, base);
        self.alloc_local(desc)
    }

    /// Ends the lifetime of a local variable.
    #[inline]
    pub fn free_local(&mut self, ptr: Ptr) {
        let slot = self.owner_of(ptr.addr());
        if self.slots[slot].id == ptr.id() {
            self.bury(slot);
            while let Some(&last) = self.stack.order.last()
                && self.slots[last as usize].id == DEAD
            {
                self.pop_local(last);
            }
        }
    }

    /// The present height of the stack of locals.
    #[inline]
    pub fn mark_locals(&self) -> LocalMark {
        LocalMark(self.stack.order.len() as u32)
    }

    /// Ends the lifetimes of all locals allocated since the mark.
    #[inline]
    pub fn release_locals(&mut self, mark: LocalMark) {
        while self.stack.order.len() > mark.0 as usize
            && let Some(&last) = self.stack.order.last()
        {
            if self.slots[last as usize].id != DEAD {
                self.bury(last as usize);
            }
            self.pop_local(last);
        }
    }

    #[inline]
    fn pop_local(&mut self, slot: u32) {
        self.stack.order.pop();
        self.free_slots.push(slot);
        let before = self.slots[slot as usize].before;
        self.stack.next = before;
        if before.wrapping_sub(self.stack.base) > self.stack.limit - self.stack.base {
            self.previous_extent(before);
        }
    }

    #[cold]
    fn previous_extent(&mut self, next: u32) {
        while let Some((base, limit)) = self.stack.below.pop() {
            self.stack.above.push((self.stack.base, self.stack.limit));
            (self.stack.base, self.stack.limit) = (base, limit);
            if base <= next && next <= limit {
                break;
            }
        }
    }

    /// Marks an object dead and remembers it for messages.
    #[inline]
    fn bury(&mut self, slot: usize) {
        let slot = &mut self.slots[slot];
        self.graves[self.grave % GRAVES] = Grave { id: slot.id, tag: slot.tag, kind: slot.kind };
        self.grave = self.grave.wrapping_add(1);
        slot.id = DEAD;
    }

    /// Writes slot, owner and shadow of a new object; its id is the one before `next_id`.
    #[inline]
    fn place(&mut self, desc: &ObjectDesc, base: u32, before: u32) -> Run<u32> {
        let id = self.next_id;
        if id == DEAD {
            return fault(Kind::OutOfMemory, "more than 4294967293 objects");
        }
        self.next_id = id + 1;
        let end = base + desc.size;
        let new = Slot {
            id,
            base,
            end,
            write_end: if desc.has_const || desc.kind == ObjectKind::Str { 0 } else { end },
            pattern: desc.pattern.0,
            tag: desc.tag,
            before,
            kind: desc.kind,
            flags: if desc.untyped { UNTYPED } else { 0 },
        };
        let slot = match self.free_slots.pop() {
            Some(slot) => {
                self.slots[slot as usize] = new;
                slot
            }
            None => {
                self.slots.push(new);
                self.slots.len() as u32 - 1
            }
        };
        for granule in &mut self.owner[(base >> 4) as usize..=(end >> 4) as usize] {
            *granule = slot;
        }
        let at = base as usize;
        // An object's granules are its own, so the eight bytes from an address below a granule's half are too.
        if desc.size <= 8
            && desc.fill != TEMPLATE
            && let Some(eight) = self.shadow.get_mut(at..at + 8)
        {
            eight.copy_from_slice(&(super::access::ONES * u64::from(desc.fill)).to_le_bytes());
        } else {
            self.shade(desc, base);
        }
        Ok(slot)
    }

    /// Gives the bytes of a new object their classes.
    fn shade(&mut self, desc: &ObjectDesc, base: u32) {
        let range = base as usize..(base + desc.size) as usize;
        if desc.fill != TEMPLATE {
            return self.shadow[range].fill(desc.fill);
        }
        let patterns = &self.patterns;
        let row = &patterns[desc.pattern];
        let whole = &mut self.shadow[range];
        match row.tail {
            Some(tail) if whole.len() > row.unit.len() => {
                let (head, rest) = whole.split_at_mut(row.unit.len());
                head.copy_from_slice(&row.unit);
                repeat(rest, &patterns[tail].unit);
            }
            _ => repeat(whole, &row.unit),
        }
    }

    /// Allocates an object of static storage duration; its bytes are zero.
    pub fn alloc_static(&mut self, desc: &ObjectDesc) -> Run<Ptr> {
        let mut region = self.statics;
        let base = self.cut(&mut region, desc.size, desc.align);
        self.statics = region;
        let base = base?;
        self.place(desc, base, 0)?;
        let id = self.next_id - 1;
        self.zero(base, desc.size);
        Ok(Ptr::new(id, base))
    }

    /// Allocates the array of a string literal; `bytes` are its elements in the target's order.
    pub fn alloc_string(&mut self, pattern: PatternId, align: u32, bytes: &[u8]) -> Run<Ptr> {
        let desc =
            ObjectDesc::new(&self.patterns, ObjectKind::Str, bytes.len() as u32, align, pattern, ObjectDesc::UNNAMED);
        let ptr = self.alloc_static(&desc)?;
        self.bytes[ptr.addr() as usize..][..bytes.len()].copy_from_slice(bytes);
        Ok(ptr)
    }

    /// Allocates something without bytes: a function, a label, a stream.
    pub fn alloc_opaque(&mut self, kind: ObjectKind, tag: u32) -> Run<Ptr> {
        let mut desc = ObjectDesc::untyped(kind, 0, 16);
        desc.tag = tag;
        self.alloc_static(&desc)
    }

    /// Makes the bytes of an object zero and initialised.
    fn zero(&mut self, base: u32, size: u32) {
        let range = base as usize..(base + size) as usize;
        self.bytes[range.clone()].fill(0);
        for byte in &mut self.shadow[range] {
            *byte = *byte & 0xf0 | state::INITIALISED;
        }
    }

    /// Allocates a heap block; null if the size is more than any object can have.
    pub fn malloc(&mut self, size: u64, align: u32) -> Run<Ptr> {
        if size >= 1u64 << (self.word() * 8 - 1) {
            return Ok(Ptr::NULL);
        }
        if size >= u64::from(self.limit) {
            return self.out_of_memory(size);
        }
        let align = if align == 0 { self.heap.align } else { align };
        let room = (size as u32 + (align & 8)) / 16 + 1;
        let (class, granules) = size_class(room);
        let usual = align == self.heap.align;
        let start = match self.heap.free.get_mut(class).filter(|_| usual).and_then(Vec::pop) {
            Some(start) => start,
            None => {
                let mut region = self.heap.region;
                let cut = self.cut(&mut region, granules * 16 - 1, if usual { 16 } else { align });
                self.heap.region = region;
                cut?
            }
        };
        // Blocks on 32-bit targets are aligned to 8 and no more.
        let base = if usual && align == 8 { start + 8 } else { start };
        let desc = ObjectDesc::untyped(ObjectKind::Heap, size as u32, align);
        self.place(&desc, base, if usual { granules } else { 0 })?;
        Ok(Ptr::new(self.next_id - 1, base))
    }

    /// Allocates a heap block of zeros.
    pub fn calloc(&mut self, count: u64, size: u64) -> Run<Ptr> {
        let Some(size) = count.checked_mul(size) else { return Ok(Ptr::NULL) };
        let ptr = self.malloc(size, 0)?;
        if !ptr.is_null() {
            self.zero(ptr.addr(), size as u32);
        }
        Ok(ptr)
    }

    /// Ends the lifetime of a heap block; null is fine.
    pub fn free(&mut self, ptr: Ptr) -> Run<()> {
        if ptr.is_null() {
            return Ok(());
        }
        let slot = self.heap_slot(ptr, "free")?;
        let Slot { base, before, .. } = self.slots[slot];
        self.bury(slot);
        self.free_slots.push(slot as u32);
        if before != 0 {
            let (class, _) = size_class(before);
            if self.heap.free.len() <= class {
                self.heap.free.resize(class + 1, Vec::new());
            }
            self.heap.free[class].push(base & !15);
        }
        Ok(())
    }

    /// Moves a heap block to one of another size.
    pub fn realloc(&mut self, ptr: Ptr, size: u64) -> Run<Ptr> {
        if ptr.is_null() {
            return self.malloc(size, 0);
        }
        let slot = self.heap_slot(ptr, "realloc")?;
        let old = self.slots[slot].end - self.slots[slot].base;
        let new = self.malloc(size, 0)?;
        if !new.is_null() {
            self.copy_bytes(new, ptr, u64::from(old).min(size), super::Overlap::Forbidden)?;
            self.free(ptr)?;
        }
        Ok(new)
    }

    fn heap_slot(&self, ptr: Ptr, function: &str) -> Run<usize> {
        let Some(slot) = self.locate(ptr) else {
            let detail = match self.grave_of(ptr) {
                Some(Grave { kind: ObjectKind::Heap, .. }) => format!("{function}: the block has been freed already"),
                _ => format!("{function}: {}", self.describe_dead(ptr)),
            };
            return fault(Kind::InvalidFree, detail);
        };
        let row = &self.slots[slot];
        if row.kind != ObjectKind::Heap {
            return fault(Kind::InvalidFree, format!("{function}: {} was not allocated", self.describe_slot(slot)));
        }
        if row.base != ptr.addr() {
            let offset = ptr.addr() - row.base;
            return fault(
                Kind::InvalidFree,
                format!("{function}: the pointer is at offset {offset} of {}", self.describe_slot(slot)),
            );
        }
        Ok(slot)
    }

    /// Cuts room for an object out of a region: an aligned address with granules of its own.
    fn cut(&mut self, region: &mut Region, size: u32, align: u32) -> Run<u32> {
        let need = (u64::from(size) + 3 * u64::from(align) + 48 + u64::from(self.gap)) & !15;
        if u64::from(region.limit - region.next) < need {
            let extent = (FIRST_EXTENT << region.extents.min(12)).min(LAST_EXTENT);
            let extent = need.max(extent.into()) & !15;
            region.next = self.reserve(extent)?;
            region.limit = region.next + extent as u32;
            region.extents += 1;
        }
        let from = if self.downward {
            let room = size + align.saturating_mul(2) + 16;
            (region.limit - room) & !15
        } else {
            region.next
        };
        let base = exactly_aligned(from, align, self.jitter);
        if self.downward {
            region.limit = from.max(region.next);
        } else {
            region.next = ((base + size) | 15) + 1 + self.gap;
        }
        Ok(base)
    }

    /// Makes room for this much more, which need not be copied then.
    pub fn expect(&mut self, size: u64) {
        let end = u64::from(self.top) + size;
        if end <= u64::from(self.limit) && end > self.bytes.len() as u64 {
            self.make_room(end.next_multiple_of(16) as usize);
        }
    }

    fn make_room(&mut self, len: usize) {
        grow(&mut self.bytes, len);
        grow(&mut self.shadow, len);
        grow(&mut self.owner, len / 16 + 1);
        grow(&mut self.cells, len / 4 + 2);
    }

    /// Takes fresh address space, a multiple of 16 bytes.
    fn reserve(&mut self, size: u64) -> Run<u32> {
        let base = self.top;
        let end = u64::from(base) + size.next_multiple_of(16);
        if end > u64::from(self.limit) {
            return self.out_of_memory(size);
        }
        if end > self.bytes.len() as u64 {
            let len = (end * 2).clamp(0x4000, u64::from(self.limit).next_multiple_of(16)).max(end) as usize;
            self.make_room(len);
        }
        self.top = end as u32;
        Ok(base)
    }

    #[cold]
    fn out_of_memory<T>(&self, size: u64) -> Run<T> {
        fault(Kind::OutOfMemory, format!("{size} more bytes do not fit the limit of {}", self.limit))
    }
}

/// Grows a vector; the new part is zeroed memory from the allocator, which costs nothing until it is touched.
fn grow<T: Copy + Default>(vec: &mut Vec<T>, len: usize) {
    let mut new = vec![T::default(); len];
    new[..vec.len()].copy_from_slice(vec);
    *vec = new;
}

/// Fills a slice with repetitions of a unit.
fn repeat(whole: &mut [u8], unit: &[u8]) {
    if unit.is_empty() {
        return whole.fill(0);
    }
    let mut chunks = whole.chunks_exact_mut(unit.len());
    for chunk in &mut chunks {
        chunk.copy_from_slice(unit);
    }
    let rest = chunks.into_remainder();
    let len = rest.len();
    rest.copy_from_slice(&unit[..len]);
}
