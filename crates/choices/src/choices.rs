//! The one source of decisions: every generator and mutator draws from a [`Choices`].

use std::sync::Arc;

use crate::chacha::ChaCha8;
use crate::recording::{Item, Names, Number, Origin, Recording, Sort};
use crate::replay::{Fresh, Replay, Resynchronised};

/// Where decisions come from, and the record of those made so far.
///
/// By convention option 0, the least number of a range and a coin that is false are the simplest: shrinking goes
/// towards them. What could only be one way is neither drawn nor recorded.
#[derive(Clone, Debug)]
pub struct Choices {
    stream: ChaCha8,
    replay: Option<Box<Replay>>,
    record: Recording,
    names: Names,
    name_hashes: Vec<u64>,
    depth: usize,
}

impl Choices {
    /// New choices from a seed.
    pub fn from_seed(seed: u64) -> Choices {
        Choices::from_seed_and_stream(seed, 0)
    }

    /// New choices from one of the many independent streams of a seed.
    pub fn from_seed_and_stream(seed: u64, stream: u64) -> Choices {
        Choices {
            stream: ChaCha8::from_seed(seed, stream),
            replay: None,
            record: Recording { seed, stream, ..Recording::default() },
            names: Names::default(),
            name_hashes: Vec::new(),
            depth: 0,
        }
    }

    /// The recorded choices again, and random ones where none was recorded.
    pub fn replay(recording: &Recording) -> Choices {
        Choices::replay_with(recording, Fresh::Random)
    }

    /// The recorded choices again, and the simplest ones where none was recorded; this is what shrinking needs.
    pub fn replay_minimal(recording: &Recording) -> Choices {
        Choices::replay_with(recording, Fresh::Minimal)
    }

    pub(crate) fn replay_listed(recording: &Recording, numbers: Arc<[i128]>) -> Choices {
        Choices::replay_with(recording, Fresh::Listed(numbers))
    }

    fn replay_with(recording: &Recording, fresh: Fresh) -> Choices {
        let record = Recording {
            seed: recording.seed,
            stream: recording.stream,
            salt: recording.salt,
            origin: recording.origin.clone(),
            // The same names in the same places, so that names are compared as numbers.
            names: recording.names.clone(),
            items: Vec::with_capacity(recording.items.len()),
            numbers: Vec::with_capacity(recording.numbers.len()),
        };
        Choices {
            stream: ChaCha8::from_seed(recording.seed, recording.stream),
            replay: Some(Box::new(Replay::new(recording, fresh))),
            names: Names::of(recording),
            name_hashes: recording.names().map(hash_name).collect(),
            record,
            depth: 0,
        }
    }

    /// Says which generator draws.
    pub fn set_origin(&mut self, origin: Origin) {
        self.record.origin = origin;
    }

    /// Begins a scope: what is drawn until its end belongs together, and can be deleted, moved or duplicated as one.
    #[inline]
    pub fn open(&mut self, scope: &'static str) {
        let id = self.names.id(scope, &mut self.record.names);
        self.record.items.push(Item::Open(id));
        self.depth += 1;
        if let Some(replay) = &mut self.replay {
            if self.name_hashes.len() <= id.index() {
                self.name_hashes.push(hash_name(scope));
            }
            replay.open(id, self.name_hashes[id.index()]);
        }
    }

    /// Ends the innermost scope.
    #[inline]
    pub fn close(&mut self) {
        debug_assert!(self.depth > 0, "a scope is closed that was never opened");
        if self.depth == 0 {
            return;
        }
        self.depth -= 1;
        self.record.items.push(Item::Close);
        if let Some(replay) = &mut self.replay {
            replay.close();
        }
    }

    /// What `body` draws, in a scope of this name.
    #[inline]
    pub fn scope<T>(&mut self, scope: &'static str, body: impl FnOnce(&mut Choices) -> T) -> T {
        self.open(scope);
        let result = body(self);
        self.close();
        result
    }

    /// How many scopes are open.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// How many items are recorded so far.
    pub fn position(&self) -> usize {
        self.record.items.len()
    }

    #[inline]
    fn recorded(&mut self, sort: Sort) -> Option<Item> {
        self.replay.as_mut()?.recorded(sort)
    }

    #[inline]
    fn below(&mut self, n: u64) -> u64 {
        match &mut self.replay {
            None => self.stream.below(n),
            Some(replay) => replay.below(n),
        }
    }

    /// One of `n` options, all equally likely; a structural choice. Options past the first 2³²-1 are never taken.
    #[inline]
    pub fn index(&mut self, n: usize) -> usize {
        if n <= 1 {
            return 0;
        }
        let bound = u32::try_from(n).unwrap_or(u32::MAX);
        let value = match self.recorded(Sort::Index) {
            Some(Item::Index { value, .. }) => value % bound,
            _ => self.below(u64::from(bound)) as u32,
        };
        self.record.items.push(Item::Index { value, bound });
        value as usize
    }

    /// One of the options, each as likely as its weight says; a structural choice.
    #[inline]
    pub fn weighted(&mut self, weights: &[u32]) -> usize {
        let mut sum = 0u64;
        let mut possible = 0u32;
        let mut last = 0;
        for (option, &weight) in weights.iter().enumerate() {
            if weight != 0 {
                sum += u64::from(weight);
                possible += 1;
                last = option;
            }
        }
        if possible <= 1 {
            return last;
        }
        let value = match self.recorded(Sort::Weighted) {
            Some(Item::Weighted { value, .. }) => {
                let from = value as usize % weights.len();
                let later = (from..weights.len()).find(|&option| weights[option] != 0);
                later.or_else(|| weights.iter().position(|&weight| weight != 0)).unwrap_or(last)
            }
            _ => {
                let mut left = self.below(sum);
                let mut option = 0;
                while left >= u64::from(weights[option]) {
                    left -= u64::from(weights[option]);
                    option += 1;
                }
                option
            }
        };
        self.record.items.push(Item::Weighted { value: value as u32, bound: last as u32 + 1 });
        value
    }

    /// True `num` times out of `den`; a structural choice.
    #[inline]
    pub fn coin(&mut self, num: u32, den: u32) -> bool {
        if num == 0 || den == 0 {
            return false;
        }
        if num >= den {
            return true;
        }
        let value = match self.recorded(Sort::Coin) {
            Some(Item::Coin(value)) => value,
            // The least draw is false, because that is the simplest.
            _ => self.below(u64::from(den)) >= u64::from(den - num),
        };
        self.record.items.push(Item::Coin(value));
        value
    }

    /// A number from `lo` to `hi`, both included, all equally likely; not a structural choice.
    #[inline]
    pub fn range(&mut self, lo: i128, hi: i128) -> i128 {
        debug_assert!(lo <= hi, "a range whose end is before its start");
        if lo >= hi {
            return lo;
        }
        let value = match self.recorded(Sort::Number) {
            Some(Item::Number(id)) => {
                let recorded = self.replay.as_ref().map_or(lo, |replay| replay.number(id));
                into_range(recorded, lo, hi)
            }
            _ => match &mut self.replay {
                None => lo.wrapping_add(self.stream.up_to(hi.wrapping_sub(lo) as u128) as i128),
                Some(replay) => replay.number_in(lo, hi),
            },
        };
        let id = self.record.add_number(Number { value, lo, hi });
        self.record.items.push(Item::Number(id));
        value
    }

    /// A number of `bits` bits, 1 to 64, all equally likely; not a structural choice.
    #[inline]
    pub fn word(&mut self, bits: u32) -> u64 {
        debug_assert!((1..=64).contains(&bits), "a word of no bits or more than 64");
        if bits == 0 {
            return 0;
        }
        let bits = bits.min(64);
        let mask = u64::MAX >> (64 - bits);
        let value = match self.recorded(Sort::Word) {
            Some(Item::Word { value, .. }) => value & mask,
            _ => match &mut self.replay {
                None => {
                    if bits <= 32 {
                        u64::from(self.stream.next_u32()) & mask
                    } else {
                        self.stream.next_u64() & mask
                    }
                }
                Some(replay) => replay.number_in(0, i128::from(mask)) as u64,
            },
        };
        self.record.items.push(Item::Word { value, bits: bits as u8 });
        value
    }

    /// Puts the items in an order, all orders equally likely; structural choices, the simplest of which leave it as it is.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for first in 0..items.len() {
            let other = first + self.index(items.len() - first);
            items.swap(first, other);
        }
    }

    /// One of the items, all equally likely; a structural choice, and none if there are no items.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let at = self.index(items.len());
        items.get(at)
    }

    /// How far the replay has kept to what was recorded; all zero without a replay.
    pub fn resynchronised(&self) -> Resynchronised {
        self.replay.as_ref().map_or_else(Resynchronised::default, |replay| replay.resynchronised())
    }

    /// The record of all that was drawn; scopes still open end here.
    pub fn finish(mut self) -> Recording {
        for _ in 0..self.depth {
            self.record.items.push(Item::Close);
        }
        match self.replay {
            None => self.record,
            Some(_) => self.record.compacted(),
        }
    }
}

/// FNV-1a, only to tell names apart when paths are numbered.
fn hash_name(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The value itself if it is in the range, otherwise the one in it with the same remainder.
pub(crate) fn into_range(value: i128, lo: i128, hi: i128) -> i128 {
    if (lo..=hi).contains(&value) {
        return value;
    }
    // The whole of i128 contains every value, so the number of values fits.
    let count = (hi.wrapping_sub(lo) as u128) + 1;
    let offset = if value >= lo {
        (value.wrapping_sub(lo) as u128) % count
    } else {
        let below = (lo.wrapping_sub(value) as u128) % count;
        if below == 0 { 0 } else { count - below }
    };
    lo.wrapping_add(offset as i128)
}
