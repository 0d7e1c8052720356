//! A recording read again: which recorded value a draw gets, and where choices that were never recorded come from.
//!
//! The recorded tree and the tree that the generator opens now are walked side by side.
//!
//! * A draw takes the next recorded item of the current scope if that is a value of its sort; otherwise it is fresh,
//!   and nothing is skipped.
//! * At the opening of a scope, the next recorded scope of that name at this level is entered: first one ahead, within
//!   [`LOOK_AHEAD`] items; then one that such a look ahead has passed over. What is passed over is thus never lost
//!   to a generator that still wants it, and a scope that was deleted, duplicated or no longer asked for moves at most the
//!   scopes of the same name in the same parent.
//! * If there is no such scope, everything up to its end is fresh.
//! * When a scope ends, what is left of the recorded one is skipped.
//!
//! Fresh choices come from a stream of their own for each scope that needs some, numbered by the path to it, so that fresh
//! choices here do not move those elsewhere.

use std::sync::Arc;

use crate::chacha::{ChaCha8, split_mix};
use crate::recording::{Item, NameId, Number, NumberId, Recording, Sort};

/// How many items of a level are looked at to find a scope of some name.
pub(crate) const LOOK_AHEAD: usize = 256;

/// How many scopes that were passed over are remembered.
const PASSED_OVER: usize = 64;

/// What a draw gets for which nothing was recorded.
#[derive(Clone, Debug)]
pub(crate) enum Fresh {
    /// A random choice.
    Random,
    /// The simplest choice.
    Minimal,
    /// The simplest choice, but the first of these numbers that is in range where a number is asked for.
    Listed(Arc<[i128]>),
}

/// How far a replay kept to what was recorded.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Resynchronised {
    /// Recorded values that were used.
    pub used: usize,
    /// Recorded values that were not, or not yet.
    pub skipped: usize,
    /// Values drawn because none was recorded.
    pub fresh: usize,
}

#[derive(Clone, Debug)]
struct Frame {
    cursor: usize,
    end: usize,
    recorded: bool,
    path: u64,
    opened: u64,
    /// The frame whose stream this one uses: the outermost one of a wholly fresh subtree.
    source: usize,
    stream: Option<Box<ChaCha8>>,
    passed_over: Vec<u32>,
}

#[derive(Clone, Debug)]
pub(crate) struct Replay {
    items: Vec<Item>,
    numbers: Vec<Number>,
    ends: Vec<u32>,
    frames: Vec<Frame>,
    fresh: Fresh,
    seed: u64,
    total: usize,
    used: usize,
    drawn: usize,
}

impl Replay {
    pub(crate) fn new(recording: &Recording, fresh: Fresh) -> Replay {
        let mut state = recording.stream ^ recording.salt.rotate_left(32);
        let path = split_mix(&mut state);
        let root = Frame {
            cursor: 0,
            end: recording.items.len(),
            recorded: true,
            path,
            opened: 0,
            source: 0,
            stream: None,
            passed_over: Vec::new(),
        };
        Replay {
            items: recording.items.clone(),
            numbers: recording.numbers.clone(),
            ends: recording.ends(),
            frames: vec![root],
            fresh,
            seed: recording.seed,
            total: recording.values(),
            used: 0,
            drawn: 0,
        }
    }

    pub(crate) fn resynchronised(&self) -> Resynchronised {
        Resynchronised { used: self.used, skipped: self.total - self.used, fresh: self.drawn }
    }

    fn top(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    pub(crate) fn open(&mut self, name: NameId, name_hash: u64) {
        let index = self.frames.len();
        let found = self.find(name);
        let parent = self.top();
        parent.opened += 1;
        let mut state = parent.path ^ name_hash ^ parent.opened.rotate_left(40);
        let path = split_mix(&mut state);
        // A scope that is missing from a recorded one begins a fresh subtree with a stream of its own.
        let source = if found.is_some() || parent.recorded { index } else { parent.source };
        let recorded = found.is_some();
        let (cursor, end) = found.map_or((0, 0), |at| (at + 1, self.ends[at] as usize));
        self.frames.push(Frame {
            cursor,
            end,
            recorded,
            path,
            opened: 0,
            source,
            stream: None,
            passed_over: Vec::new(),
        });
    }

    pub(crate) fn close(&mut self) {
        if self.frames.len() > 1 {
            self.frames.pop();
        }
    }

    /// The recorded scope to enter for `name`, taken from the current one.
    fn find(&mut self, name: NameId) -> Option<usize> {
        let Replay { items, ends, frames, .. } = self;
        let frame = frames.last_mut()?;
        if frame.cursor >= frame.end && frame.passed_over.is_empty() {
            return None;
        }
        let mut at = frame.cursor;
        let mut left = LOOK_AHEAD;
        while at < frame.end && left > 0 {
            if items[at] == Item::Open(name) {
                let mut passed = frame.cursor;
                while passed < at {
                    if matches!(items[passed], Item::Open(_)) && frame.passed_over.len() < PASSED_OVER {
                        frame.passed_over.push(passed as u32);
                    }
                    passed = ends[passed] as usize + 1;
                }
                frame.cursor = ends[at] as usize + 1;
                return Some(at);
            }
            at = ends[at] as usize + 1;
            left -= 1;
        }
        let passed = frame.passed_over.iter().position(|&at| items[at as usize] == Item::Open(name))?;
        Some(frame.passed_over.remove(passed) as usize)
    }

    /// The recorded value for a draw of this sort.
    #[inline]
    pub(crate) fn recorded(&mut self, sort: Sort) -> Option<Item> {
        let last = self.frames.len() - 1;
        let frame = &mut self.frames[last];
        if frame.cursor < frame.end {
            let item = self.items[frame.cursor];
            if item.sort() == Some(sort) {
                frame.cursor += 1;
                self.used += 1;
                return Some(item);
            }
        }
        self.drawn += 1;
        None
    }

    pub(crate) fn number(&self, id: NumberId) -> i128 {
        self.numbers.get(id.0 as usize).map_or(0, |number| number.value)
    }

    fn stream(&mut self) -> &mut ChaCha8 {
        let source = self.frames[self.frames.len() - 1].source;
        let seed = self.seed;
        let frame = &mut self.frames[source];
        let path = frame.path;
        // The seed is inverted so that no path can give the stream that the recording itself was drawn from.
        frame.stream.get_or_insert_with(|| Box::new(ChaCha8::from_seed(!seed, path)))
    }

    pub(crate) fn below(&mut self, n: u64) -> u64 {
        match self.fresh {
            Fresh::Random => self.stream().below(n),
            Fresh::Minimal | Fresh::Listed(_) => 0,
        }
    }

    pub(crate) fn number_in(&mut self, lo: i128, hi: i128) -> i128 {
        match &self.fresh {
            Fresh::Random => lo.wrapping_add(self.stream().up_to(hi.wrapping_sub(lo) as u128) as i128),
            Fresh::Minimal => lo,
            Fresh::Listed(numbers) => numbers.iter().copied().find(|n| (lo..=hi).contains(n)).unwrap_or(lo),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::Choices;
    use crate::toy;

    /// What a generator draws in scopes of these names, one after the other.
    fn level(choices: &mut Choices, names: &[&'static str]) -> Vec<u64> {
        choices.scope("level", |choices| {
            names.iter().map(|name| choices.scope(name, |choices| choices.word(60))).collect()
        })
    }

    fn recorded(names: &[&'static str]) -> (Vec<u64>, Recording) {
        let mut choices = Choices::from_seed(11);
        let drawn = level(&mut choices, names);
        (drawn, choices.finish())
    }

    #[test]
    fn a_scope_no_longer_asked_for_moves_nothing() {
        let (drawn, recording) = recorded(&["a", "b", "c", "d"]);
        let mut replay = Choices::replay(&recording);
        assert_eq!(level(&mut replay, &["a", "c", "d"]), [drawn[0], drawn[2], drawn[3]]);
        assert_eq!(replay.resynchronised(), Resynchronised { used: 3, skipped: 1, fresh: 0 });
    }

    #[test]
    fn a_scope_that_is_new_moves_nothing() {
        let (drawn, recording) = recorded(&["a", "b", "c"]);
        let mut replay = Choices::replay(&recording);
        let again = level(&mut replay, &["a", "new", "b", "c"]);
        assert_eq!([again[0], again[2], again[3]], drawn[..]);
        assert_eq!(replay.resynchronised().fresh, 1);
    }

    #[test]
    fn scopes_in_another_order_are_found() {
        let (drawn, recording) = recorded(&["a", "b", "c", "d"]);
        let again = level(&mut Choices::replay(&recording), &["c", "a", "d", "b"]);
        assert_eq!(again, [drawn[2], drawn[0], drawn[3], drawn[1]]);
    }

    #[test]
    fn a_missing_scope_moves_only_those_of_its_name() {
        let names = ["a", "b", "c", "b", "d", "b"];
        let (drawn, recording) = recorded(&names);
        let first_b = recording.scopes()[2].range.clone();
        let mut replay = Choices::replay(&recording.without(&[first_b]));
        let again = level(&mut replay, &names);
        assert_eq!([again[0], again[2], again[4]], [drawn[0], drawn[2], drawn[4]]);
        assert_eq!([again[1], again[3]], [drawn[3], drawn[5]]);
        assert_eq!(replay.resynchronised().fresh, 1);
    }

    #[test]
    fn a_look_ahead_has_an_end() {
        let mut names = vec!["a"; LOOK_AHEAD];
        names.push("b");
        let (_, recording) = recorded(&names);
        let mut replay = Choices::replay(&recording);
        level(&mut replay, &["b"]);
        assert_eq!(replay.resynchronised().fresh, 1);
        let mut replay = Choices::replay(&recording);
        level(&mut replay, &["a", "b"]);
        assert_eq!(replay.resynchronised().fresh, 0);
    }

    #[test]
    fn a_draw_of_another_sort_is_fresh_and_skips_nothing() {
        let mut choices = Choices::from_seed(3);
        let drawn = (choices.index(1000), choices.word(50));
        let mut replay = Choices::replay(&choices.finish());
        replay.coin(1, 2);
        assert_eq!((replay.index(1000), replay.word(50)), drawn);
    }

    #[test]
    fn fresh_choices_of_one_scope_do_not_move_those_of_another() {
        let names = ["a", "b", "c"];
        let (_, recording) = recorded(&["x"]);
        let plain = level(&mut Choices::replay(&recording), &names);
        let mut replay = Choices::replay(&recording);
        replay.open("level");
        replay.scope("a", |choices| (0..9).map(|_| choices.word(60)).max());
        let rest: Vec<u64> = names[1..].iter().map(|name| replay.scope(name, |choices| choices.word(60))).collect();
        assert_eq!(rest, plain[1..]);
        let salted = level(&mut Choices::replay(&recording.clone().with_salt(1)), &names);
        assert_ne!(salted, plain);
    }

    #[test]
    fn a_changed_function_leaves_the_others_as_they_were() {
        let mut choices = Choices::from_seed(8);
        let functions = toy::functions(&mut choices, 12);
        let recording = choices.finish();
        let scopes = recording.scopes();
        let bodies: Vec<_> = scopes.iter().filter(|scope| recording.name(scope.name) == "function").collect();
        for (changed, scope) in bodies.iter().enumerate() {
            for at in scope.range.clone().filter(|&at| recording.items[at].sort().is_some()).take(40) {
                let item = recording.items[at];
                let mut mutated = recording.clone();
                let offset = recording.offset(item);
                mutated.set_offset(at, if offset == 0 { recording.greatest_offset(item) } else { offset - 1 });
                let again = toy::functions(&mut Choices::replay(&mutated), 12);
                for other in (0..12).filter(|&other| other != changed) {
                    assert_eq!(again[other], functions[other]);
                }
                assert_ne!(again[changed], functions[changed]);
            }
        }
    }
}
