//! What mutation and shrinking do to recordings: values as distances from the simplest one, and scopes moved about.

use std::borrow::Cow;
use std::ops::Range;

use crate::recording::{Item, NameId, Number, Recording};

impl Recording {
    /// Everything but the items.
    pub(crate) fn shell(&self) -> Recording {
        Recording {
            origin: self.origin.clone(),
            names: self.names.clone(),
            items: Vec::new(),
            numbers: self.numbers.clone(),
            ..*self
        }
    }

    /// The same recording with these parts of its items, one after the other.
    pub(crate) fn assembled(&self, parts: &[&[Item]]) -> Recording {
        Recording { items: parts.concat(), ..self.shell() }
    }

    /// The same recording without these ranges, which are in order and do not overlap.
    pub(crate) fn without(&self, ranges: &[Range<usize>]) -> Recording {
        let mut kept = self.shell();
        kept.items.reserve(self.items.len());
        let mut from = 0;
        for range in ranges {
            kept.items.extend_from_slice(&self.items[from..range.start]);
            from = range.end;
        }
        kept.items.extend_from_slice(&self.items[from..]);
        kept
    }

    /// How far an item's value is from the simplest one it could be; 0 for the ends of scopes.
    pub(crate) fn offset(&self, item: Item) -> u128 {
        match item {
            Item::Open(_) | Item::Close => 0,
            Item::Index { value, .. } | Item::Weighted { value, .. } => u128::from(value),
            Item::Coin(value) => u128::from(value),
            Item::Word { value, .. } => u128::from(value),
            Item::Number(id) => {
                let number = self.number(id);
                number.value.wrapping_sub(number.lo) as u128
            }
        }
    }

    /// The farthest an item's value could be from the simplest one.
    pub(crate) fn greatest_offset(&self, item: Item) -> u128 {
        match item {
            Item::Open(_) | Item::Close => 0,
            Item::Index { bound, .. } | Item::Weighted { bound, .. } => u128::from(bound.saturating_sub(1)),
            Item::Coin(_) => 1,
            Item::Word { bits, .. } => u128::from(u64::MAX >> (64 - u32::from(bits.clamp(1, 64)))),
            Item::Number(id) => {
                let number = self.number(id);
                number.hi.wrapping_sub(number.lo) as u128
            }
        }
    }

    /// Changes the value at a place to the one so far from the simplest.
    pub(crate) fn set_offset(&mut self, at: usize, offset: u128) {
        let offset = offset.min(self.greatest_offset(self.items[at]));
        self.items[at] = match self.items[at] {
            Item::Index { bound, .. } => Item::Index { value: offset as u32, bound },
            Item::Weighted { bound, .. } => Item::Weighted { value: offset as u32, bound },
            Item::Coin(_) => Item::Coin(offset != 0),
            Item::Word { bits, .. } => Item::Word { value: offset as u64, bits },
            Item::Number(id) => {
                let Number { lo, hi, .. } = self.number(id);
                Item::Number(self.add_number(Number { value: lo.wrapping_add(offset as i128), lo, hi }))
            }
            end @ (Item::Open(_) | Item::Close) => end,
        };
    }

    /// Items of another recording, with the names and numbers put into the tables of this one.
    pub(crate) fn adopt(&mut self, other: &Recording, range: Range<usize>) -> Vec<Item> {
        let ids: Vec<NameId> = other.names.iter().map(|name| self.name_id(name.clone())).collect();
        let adopted = other.items[range].iter().map(|item| match *item {
            Item::Open(name) => Item::Open(ids[name.index()]),
            Item::Number(id) => Item::Number(self.add_number(other.number(id))),
            item => item,
        });
        adopted.collect()
    }

    fn name_id(&mut self, name: Cow<'static, str>) -> NameId {
        let found = self.names.iter().position(|here| *here == name);
        NameId(found.unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        }) as u32)
    }
}
