//! The sub-objects an initialiser list has reached so far.
//!
//! Lists come in order nearly always, so they are vectors that grow at their end; a designator that goes back turns
//! its list into a tree, which keeps any order of designators cheap.

use lydite_lang::{Init, InitItem};
use std::collections::BTreeMap;

/// One step on the way to a sub-object: an element or member, or a range of elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub index: u64,
    pub last: u64,
    /// Whether it is a step into a union, of which one member at a time has an initialiser.
    pub is_union: bool,
}

/// Sub-objects with initialisers, apart from one another.
#[derive(Clone, Debug)]
pub(crate) enum Items {
    Sorted(Vec<Item>),
    Tree(BTreeMap<u64, Item>),
}

#[derive(Clone, Debug)]
pub(crate) struct Item {
    index: u64,
    last: u64,
    part: Part,
}

#[derive(Clone, Debug)]
enum Part {
    Whole(Init),
    Parts(Items),
}

impl Items {
    pub(crate) fn new() -> Items {
        Items::Sorted(Vec::new())
    }

    /// Stores an initialiser at a path; what was there before is replaced.
    pub(crate) fn store(&mut self, path: impl Iterator<Item = Step>, init: Init) {
        let mut steps = path.peekable();
        let mut items = self;
        while let Some(step) = steps.next() {
            if step.is_union {
                items.keep_only(step.index);
            }
            let part = items.isolate(step.index, step.last);
            if steps.peek().is_none() {
                *part = Part::Whole(init);
                return;
            }
            items = part.open();
        }
    }

    /// The list in order.
    pub(crate) fn finish(self) -> Vec<InitItem> {
        let item = |i: Item| InitItem { index: i.index, last: i.last, init: i.part.finish() };
        match self {
            Items::Sorted(items) => items.into_iter().map(item).collect(),
            Items::Tree(items) => items.into_values().map(item).collect(),
        }
    }

    fn keep_only(&mut self, index: u64) {
        match self {
            Items::Sorted(items) => items.retain(|item| item.index == index),
            Items::Tree(items) => items.retain(|&i, _| i == index),
        }
    }

    /// Makes `first..=last` one item of its own, splitting ranges that overlap it.
    fn isolate(&mut self, first: u64, last: u64) -> &mut Part {
        if let Items::Sorted(items) = self {
            let in_order =
                items.last().is_none_or(|item| item.last < first || (item.index, item.last) == (first, last));
            if !in_order {
                *self = Items::Tree(std::mem::take(items).into_iter().map(|item| (item.index, item)).collect());
            }
        }
        match self {
            Items::Sorted(items) => {
                if items.last().is_none_or(|item| item.last < first) {
                    items.push(Item::empty(first, last));
                }
                let at = items.len() - 1;
                &mut items[at].part
            }
            Items::Tree(items) => isolate(items, first, last),
        }
    }
}

fn isolate(items: &mut BTreeMap<u64, Item>, first: u64, last: u64) -> &mut Part {
    let split = |item: &mut Item, at: u64| {
        let rest = Item { index: at, ..item.clone() };
        item.last = at - 1;
        rest
    };
    if let Some((_, item)) = items.range_mut(..first).next_back()
        && item.last >= first
    {
        let rest = split(item, first);
        items.insert(first, rest);
    }
    if let Some((_, item)) = items.range_mut(first..=last).next_back()
        && item.last > last
    {
        let rest = split(item, last + 1);
        items.insert(last + 1, rest);
    }
    if items.get(&first).is_none_or(|item| item.last != last) {
        // Several items are covered: whatever they said is replaced.
        let covered: Vec<u64> = items.range(first..=last).map(|(&i, _)| i).collect();
        covered.iter().for_each(|i| {
            items.remove(i);
        });
    }
    &mut items.entry(first).or_insert_with(|| Item::empty(first, last)).part
}

impl Item {
    fn empty(index: u64, last: u64) -> Item {
        Item { index, last, part: Part::Parts(Items::new()) }
    }
}

impl Part {
    /// Its parts; those of an initialiser that is not a list are replaced.
    fn open(&mut self) -> &mut Items {
        if let Part::Whole(init) = self {
            let whole = |i: InitItem| Item { index: i.index, last: i.last, part: Part::Whole(i.init) };
            let items = match init {
                Init::List(items) => std::mem::take(items).into_iter().map(whole).collect(),
                _ => Vec::new(),
            };
            *self = Part::Parts(Items::Sorted(items));
        }
        match self {
            Part::Parts(items) => items,
            Part::Whole(_) => unreachable!("opened above"),
        }
    }

    fn finish(self) -> Init {
        match self {
            Part::Whole(init) => init,
            Part::Parts(items) => Init::List(items.finish()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lydite_lang::ExprId;

    fn step(index: u64, last: u64) -> Step {
        Step { index, last, is_union: false }
    }

    fn list(stores: &[(&[Step], u32)]) -> Vec<(u64, u64, Init)> {
        let mut items = Items::new();
        for (path, e) in stores {
            items.store(path.iter().copied(), Init::Expr(ExprId(*e)));
        }
        items.finish().into_iter().map(|i| (i.index, i.last, i.init)).collect()
    }

    #[test]
    fn ranges_are_split_and_covered() {
        let e = |n| Init::Expr(ExprId(n));
        let got = list(&[(&[step(0, 9)], 1), (&[step(3, 3)], 2), (&[step(12, 12)], 3), (&[step(8, 12)], 4)]);
        assert_eq!(got, [(0, 2, e(1)), (3, 3, e(2)), (4, 7, e(1)), (8, 12, e(4))]);
        let got = list(&[(&[step(5, 5)], 1), (&[step(1, 1)], 2), (&[step(3, 3)], 3), (&[step(1, 1)], 4)]);
        assert_eq!(got, [(1, 1, e(4)), (3, 3, e(3)), (5, 5, e(1))]);
    }

    #[test]
    fn parts_of_what_was_whole() {
        let e = |n| Init::Expr(ExprId(n));
        let mut items = Items::new();
        let inner = vec![InitItem { index: 0, last: 0, init: e(1) }, InitItem { index: 1, last: 1, init: e(2) }];
        items.store([step(0, 1)].into_iter(), Init::List(inner));
        items.store([step(1, 1), step(0, 0)].into_iter(), e(3));
        let done = items.finish();
        let Init::List(second) = &done[1].init else { panic!("{done:?}") };
        assert_eq!(second.iter().map(|i| i.init.clone()).collect::<Vec<_>>(), [e(3), e(2)]);
        let Init::List(first) = &done[0].init else { panic!("{done:?}") };
        assert_eq!(first[0].init, e(1));
    }

    #[test]
    fn a_union_has_one_member() {
        let member = |n| Step { index: n, last: n, is_union: true };
        let got = list(&[(&[member(0)], 1), (&[member(1)], 2)]);
        assert_eq!(got, [(1, 1, Init::Expr(ExprId(2)))]);
    }
}
