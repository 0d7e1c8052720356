//! All that a generator can draw, one sequence of choices after the other.

use std::sync::Arc;

use crate::choices::Choices;
use crate::recording::{Item, Recording};

/// Whether a sequence of choices was within the limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// No more structural draws than the limit.
    Within,
    /// More of them: only the first ones are varied, so the caller should pass over what was made.
    Deeper,
}

/// Every sequence of choices exactly once, in lexicographic order.
///
/// ```
/// use lydite_choices::Enumerate;
///
/// let mut seen = Vec::new();
/// let mut all = Enumerate::new(&[]);
/// while let Some(mut choices) = all.choices() {
///     seen.push((choices.index(2), choices.coin(1, 3)));
///     all.done(&choices.finish());
/// }
/// assert_eq!(seen, [(0, false), (0, true), (1, false), (1, true)]);
/// ```
#[derive(Clone, Debug)]
pub struct Enumerate {
    numbers: Arc<[i128]>,
    limit: usize,
    next: Option<Recording>,
}

impl Enumerate {
    /// Starts before the first sequence. Structural draws take all their options; numbers take those of `numbers` that are
    /// in their range, in the order given, or only the least of the range if none is.
    pub fn new(numbers: &[i128]) -> Enumerate {
        let mut list: Vec<i128> = Vec::new();
        for &number in numbers {
            if !list.contains(&number) {
                list.push(number);
            }
        }
        Enumerate { numbers: list.into(), limit: usize::MAX, next: Some(Recording::default()) }
    }

    /// Varies only what is drawn up to the `limit`th structural draw; [`Enumerate::done`] says which sequences are longer.
    pub fn skip_deeper_than(mut self, limit: usize) -> Enumerate {
        self.limit = limit;
        self
    }

    /// The next choices; none when all have been given.
    pub fn choices(&self) -> Option<Choices> {
        let next = self.next.as_ref()?;
        Some(Choices::replay_listed(next, Arc::clone(&self.numbers)))
    }

    /// Moves on past what was drawn from the last [`Enumerate::choices`].
    pub fn done(&mut self, drawn: &Recording) -> Depth {
        let mut structural = 0;
        let mut varied = drawn.items.len();
        for (at, item) in drawn.items.iter().enumerate() {
            if item.sort().is_some_and(|sort| sort.is_structural()) {
                if structural == self.limit {
                    varied = at;
                    break;
                }
                structural += 1;
            }
        }
        self.next = (0..varied).rev().find_map(|at| self.advanced(drawn, at));
        if varied == drawn.items.len() { Depth::Within } else { Depth::Deeper }
    }

    /// What was drawn up to a place, with the next value there.
    fn advanced(&self, drawn: &Recording, at: usize) -> Option<Recording> {
        let item = drawn.items[at];
        let offset = match item {
            Item::Open(_) | Item::Close => return None,
            Item::Index { .. } | Item::Weighted { .. } | Item::Coin(_) => drawn.offset(item) + 1,
            Item::Word { value, bits } => {
                self.number_after(value.into(), 0, i128::from(u64::MAX >> (64 - u32::from(bits))))? as u128
            }
            Item::Number(id) => {
                let number = drawn.number(id);
                self.number_after(number.value, number.lo, number.hi)?.wrapping_sub(number.lo) as u128
            }
        };
        if offset > drawn.greatest_offset(item) {
            return None;
        }
        let mut next = drawn.assembled(&[&drawn.items[..=at]]);
        next.set_offset(at, offset);
        let depth = next.items.iter().fold(0usize, |depth, item| match item {
            Item::Open(_) => depth + 1,
            Item::Close => depth.saturating_sub(1),
            _ => depth,
        });
        next.items.extend(std::iter::repeat_n(Item::Close, depth));
        Some(next)
    }

    fn number_after(&self, value: i128, lo: i128, hi: i128) -> Option<i128> {
        let at = self.numbers.iter().position(|&number| number == value)?;
        self.numbers[at + 1..].iter().copied().find(|number| (lo..=hi).contains(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Binary trees: a leaf or a node of two.
    fn tree(choices: &mut Choices, text: &mut String) {
        choices.open("tree");
        if choices.coin(1, 2) {
            text.push('(');
            tree(choices, text);
            tree(choices, text);
            text.push(')');
        } else {
            text.push('.');
        }
        choices.close();
    }

    #[test]
    fn trees_of_each_size_are_as_many_as_catalan_says() {
        let mut all = Enumerate::new(&[]).skip_deeper_than(11);
        let mut seen = BTreeSet::new();
        let mut nodes = [0; 6];
        while let Some(mut choices) = all.choices() {
            let mut text = String::new();
            tree(&mut choices, &mut text);
            if all.done(&choices.finish()) == Depth::Within {
                nodes[text.matches('(').count()] += 1;
                assert!(seen.insert(text), "each one once");
            }
        }
        assert_eq!(nodes, [1, 1, 2, 5, 14, 42]);
    }

    #[test]
    fn orders_of_four_things() {
        let mut all = Enumerate::new(&[]);
        let mut seen = Vec::new();
        while let Some(mut choices) = all.choices() {
            let mut items = [0, 1, 2, 3];
            choices.shuffle(&mut items);
            seen.push(items);
            assert_eq!(all.done(&choices.finish()), Depth::Within);
        }
        assert_eq!((seen.len(), seen[0]), (24, [0, 1, 2, 3]));
        assert_eq!(seen.iter().collect::<BTreeSet<_>>().len(), 24);
    }

    #[test]
    fn weights_of_zero_and_numbers_out_of_range_are_passed_over() {
        let mut all = Enumerate::new(&[0, 1, -1, 100, 1]);
        let mut seen = Vec::new();
        while let Some(mut choices) = all.choices() {
            let option = choices.weighted(&[0, 5, 0, 1, 0]);
            let number = if option == 1 { choices.range(-1, 50) } else { choices.range(7, 9) };
            seen.push((option, number, choices.word(1)));
            all.done(&choices.finish());
        }
        let expected = [(1, 0, 0), (1, 0, 1), (1, 1, 0), (1, 1, 1), (1, -1, 0), (1, -1, 1), (3, 7, 0), (3, 7, 1)];
        assert_eq!(seen, expected);
    }
}
