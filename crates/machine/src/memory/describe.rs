//! What is wrong with a pointer, in words.

use super::{Grave, Memory, ObjectDesc, ObjectKind};
use crate::fault::{Fault, Run, fault};
use crate::kinds::Kind;
use crate::pattern::{Pattern, PatternId};
use crate::value::Ptr;

/// The names of a program's variables and functions, for messages.
#[derive(Clone, Debug, Default)]
pub struct ObjectNames {
    text: String,
    vars: Vec<u32>,
    funcs: Vec<u32>,
}

impl ObjectNames {
    /// Collects the names of variables and functions in the order of their indices; empty for the unnamed.
    pub fn new<'a>(vars: impl Iterator<Item = &'a str>, funcs: impl Iterator<Item = &'a str>) -> ObjectNames {
        let mut names = ObjectNames::default();
        names.vars = names.push_all(vars);
        names.funcs = names.push_all(funcs);
        names
    }

    fn push_all<'a>(&mut self, all: impl Iterator<Item = &'a str>) -> Vec<u32> {
        let mut starts = vec![self.text.len() as u32];
        for name in all {
            self.text.push_str(name);
            starts.push(self.text.len() as u32);
        }
        starts
    }

    fn get(&self, starts: &[u32], tag: u32) -> Option<&str> {
        let (&from, &to) = (starts.get(tag as usize)?, starts.get(tag as usize + 1)?);
        Some(&self.text[from as usize..to as usize]).filter(|name| !name.is_empty())
    }

    fn of(&self, kind: ObjectKind, tag: u32) -> Option<&str> {
        match kind {
            ObjectKind::Static | ObjectKind::Local if tag != ObjectDesc::UNNAMED => self.get(&self.vars, tag),
            ObjectKind::Function => self.get(&self.funcs, tag),
            _ => None,
        }
    }
}

/// What an access does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verb {
    Read,
    Write,
    /// Neither: the address is computed or compared.
    Use,
}

impl Verb {
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Verb::Read => "read",
            Verb::Write => "write",
            Verb::Use => "use",
        }
    }
    pub(crate) fn past(self) -> &'static str {
        match self {
            Verb::Read => "read",
            Verb::Write => "written",
            Verb::Use => "used",
        }
    }
}

impl Memory {
    /// The slot of the object that a range of bytes lies in, or what is wrong with the pointer.
    pub(crate) fn slot_for(&self, ptr: Ptr, len: u32, verb: Verb) -> Run<usize> {
        let Some(slot) = self.locate(ptr) else {
            // An instruction with an offset of its own may have left the object, which still lives.
            return match self.slots.iter().position(|row| row.id == ptr.id()) {
                Some(slot) => self.out_of_bounds(ptr, len.into(), slot, verb),
                None => self.dead_pointer(ptr, verb),
            };
        };
        let row = &self.slots[slot];
        if !matches!(row.kind, ObjectKind::Static | ObjectKind::Local | ObjectKind::Heap | ObjectKind::Str) {
            return fault(Kind::InvalidPointer, format!("{} of {} as data", verb.noun(), self.describe_slot(slot)));
        }
        if u64::from(ptr.addr()) + u64::from(len) > row.end.into() || ptr.addr() < row.base {
            return self.out_of_bounds(ptr, len.into(), slot, verb);
        }
        Ok(slot)
    }

    #[cold]
    pub(super) fn out_of_bounds<T>(&self, ptr: Ptr, len: u64, slot: usize, verb: Verb) -> Run<T> {
        let row = &self.slots[slot];
        let bytes = if len == 1 { "1 byte".into() } else { format!("{len} bytes") };
        let offset = i64::from(ptr.addr()) - i64::from(row.base);
        let detail = format!("{} of {bytes} at offset {offset} of {}", verb.noun(), self.describe_sized(slot));
        fault(Kind::OutOfBounds, detail)
    }

    /// The slot of a living object, or the fault that a pointer without one deserves.
    pub(super) fn live_slot(&self, ptr: Ptr, verb: Verb) -> Run<usize> {
        self.locate(ptr).ok_or(()).or_else(|()| self.dead_pointer(ptr, verb))
    }

    #[cold]
    pub(super) fn dead_pointer<T>(&self, ptr: Ptr, verb: Verb) -> Run<T> {
        if ptr.is_null() {
            let detail = match verb {
                Verb::Use => "a null pointer is used".into(),
                verb => format!("{} through a null pointer", verb.noun()),
            };
            return fault(Kind::NullDereference, detail);
        }
        let kind = if ptr.id() <= Ptr::INTERNED { Kind::InvalidPointer } else { Kind::Dangling };
        fault(kind, format!("{} through {}", verb.noun(), self.describe_dead(ptr)))
    }

    /// The fault of an access at a constant offset from a pointer: that of the pointer, if it is null.
    #[cold]
    pub fn blame_base(&self, base: Ptr, fault: Box<Fault>) -> Box<Fault> {
        if base.is_null() && fault.kind == Kind::InvalidPointer {
            return Fault::boxed(Kind::NullDereference, "access to a member or element through a null pointer");
        }
        fault
    }

    /// A pointer that points to nothing.
    pub(super) fn describe_dead(&self, ptr: Ptr) -> String {
        if ptr.is_null() {
            return "a null pointer".into();
        }
        if ptr.id() <= Ptr::INTERNED {
            return format!("a pointer made from the integer {:#x}", self.integer_of(ptr));
        }
        match self.grave_of(ptr) {
            Some(grave) if grave.kind == ObjectKind::Heap => "a pointer to a block that has been freed".into(),
            Some(grave) => match self.names.of(grave.kind, grave.tag) {
                Some(name) => format!("a pointer to '{name}', whose lifetime has ended"),
                None => "a pointer to an object whose lifetime has ended".into(),
            },
            None => "a pointer to an object whose lifetime has ended".into(),
        }
    }

    pub(super) fn grave_of(&self, ptr: Ptr) -> Option<Grave> {
        self.graves.iter().copied().find(|grave| grave.id == ptr.id())
    }

    /// An object by name or by nature.
    pub(super) fn describe_slot(&self, slot: usize) -> String {
        let row = &self.slots[slot];
        if let Some(name) = self.names.of(row.kind, row.tag) {
            return format!("'{name}'");
        }
        match row.kind {
            ObjectKind::Static | ObjectKind::Local => "an unnamed object",
            ObjectKind::Heap => "an allocated block",
            ObjectKind::Str => "a string literal",
            ObjectKind::Function => "a function",
            ObjectKind::Label => "a label",
            ObjectKind::VarArgs => "a variable argument list",
            ObjectKind::Opaque => "an opaque object",
        }
        .into()
    }

    pub(super) fn describe_sized(&self, slot: usize) -> String {
        let size = self.slots[slot].end - self.slots[slot].base;
        let bytes = if size == 1 { "byte" } else { "bytes" };
        format!("{} ({size} {bytes})", self.describe_slot(slot))
    }

    /// An object with the offset of a pointer in it, if it is not its start.
    pub(super) fn describe_at(&self, ptr: Ptr, slot: usize) -> String {
        match ptr.addr() - self.slots[slot].base {
            0 => self.describe_slot(slot),
            offset => format!("offset {offset} of {}", self.describe_slot(slot)),
        }
    }

    /// What a pointer points to, in words.
    pub fn describe(&self, ptr: Ptr) -> String {
        match self.locate(ptr) {
            Some(slot) => self.describe_at(ptr, slot),
            None => self.describe_dead(ptr),
        }
    }

    /// The pattern that covers an address of an object, and the offset in it.
    pub(super) fn pattern_at(&self, slot: usize, addr: u32) -> (&Pattern, u32) {
        let row = &self.slots[slot];
        let pattern = &self.patterns[PatternId(row.pattern)];
        let offset = addr - row.base;
        match pattern.tail {
            Some(tail) if offset as usize >= pattern.unit.len() => {
                (&self.patterns[tail], offset - pattern.unit.len() as u32)
            }
            _ => (pattern, offset),
        }
    }
}
