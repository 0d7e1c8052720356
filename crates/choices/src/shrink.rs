//! The same finding from fewer and simpler choices.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashSet, FxHasher};

use crate::recording::{Item, Recording, Scope};

/// Makes a recording smaller while it stays interesting, with at most `budget` calls of `test`.
///
/// `test` replays the candidate with [`Choices::replay_minimal`](crate::Choices::replay_minimal), so that what a deletion leaves open
/// is filled with the simplest choices, and gives back what the generator really drew if that is still interesting.
/// The recording itself is taken to be interesting. Smaller is what has fewer items, or as many and the first
/// difference is a simpler value.
///
/// Large steps come first: whole levels of scopes by halves before single scopes, all values before single values.
/// Every kind of step gets a share of the calls left and goes no finer than these allow; once the recording is small,
/// the same share reaches single scopes and values.
pub fn shrink(
    recording: &Recording,
    budget: usize,
    test: &mut dyn FnMut(&Recording) -> Option<Recording>,
) -> Recording {
    let mut shrinker =
        Shrinker { best: recording.clone(), left: budget, share: 0, coarse: false, tried: FxHashSet::default(), test };
    shrinker.run();
    shrinker.best
}

/// The least share of calls a kind of step gets, if there are so many.
const LEAST_SHARE: usize = 24;

/// Into how many shares the calls left are divided.
const SHARES: usize = 12;

/// How many calls halving a value takes, more or less.
const CALLS_OF_HALVING: usize = 16;

struct Shrinker<'a> {
    best: Recording,
    left: usize,
    /// How many calls the current kind of step may make.
    share: usize,
    /// Whether a step of this round was not tried as finely as possible.
    coarse: bool,
    tried: FxHashSet<u64>,
    test: &'a mut dyn FnMut(&Recording) -> Option<Recording>,
}

impl Shrinker<'_> {
    fn run(&mut self) {
        let mut patient = false;
        while self.left > 0 {
            let before = (self.best.len(), self.tried.len());
            self.coarse = false;
            let improved = self.round(patient);
            if !improved && (!self.coarse || patient) {
                break;
            }
            // Nothing more comes of coarse steps, so each kind may take all that is left; back to shares when it helps.
            patient = !improved || (patient && self.best.len() == before.0);
        }
    }

    fn round(&mut self, patient: bool) -> bool {
        let mut improved = false;
        improved |= self.step(patient, |s| s.sweep(&lowerable, &lowered));
        let mut depth = 0;
        while self.left > 0 && self.best.scopes().iter().any(|scope| scope.depth == depth) {
            improved |= self.step(patient, |s| s.sweep(&|r| deletable(r, depth), &deleted));
            improved |= self.step(patient, |s| s.sweep(&|r| emptiable(r, depth), &emptied));
            depth += 1;
        }
        improved |= self.step(patient, |s| s.counted_deletions());
        improved |= self.step(patient, |s| s.hoists());
        improved |= self.step(patient, |s| s.sweep(&lowerable, &lowered));
        improved |= self.step(patient, |s| s.single_values());
        improved
    }

    fn step(&mut self, patient: bool, run: impl FnOnce(&mut Self) -> bool) -> bool {
        self.share = if patient { self.left } else { (self.left / SHARES).max(LEAST_SHARE).min(self.left) };
        run(self)
    }

    fn spent(&mut self) -> bool {
        if self.share == 0 {
            self.coarse = true;
        }
        self.left == 0 || self.share == 0
    }

    fn attempt(&mut self, candidate: &Recording) -> bool {
        if self.left == 0 || self.share == 0 || !self.tried.insert(fingerprint(candidate)) {
            return false;
        }
        self.left -= 1;
        self.share -= 1;
        match (self.test)(candidate) {
            Some(drawn) if order(&drawn, &self.best) == Ordering::Less => {
                self.best = drawn;
                true
            }
            _ => false,
        }
    }

    /// Applies one kind of change to runs of units, longer runs first, from the last to the first.
    fn sweep<U>(
        &mut self,
        units: &dyn Fn(&Recording) -> Vec<U>,
        apply: &dyn Fn(&Recording, &[U]) -> Recording,
    ) -> bool {
        let mut improved = false;
        let mut list = units(&self.best);
        let mut run = list.len();
        while run > 0 {
            // A pass over runs of this length takes so many calls; none is begun that cannot be ended.
            if list.len() / run > self.share {
                self.coarse = true;
                break;
            }
            let mut end = list.len();
            while end > 0 && !self.spent() {
                let start = end.saturating_sub(run);
                let candidate = apply(&self.best, &list[start..end]);
                if self.attempt(&candidate) {
                    improved = true;
                    let from_last = list.len() - end;
                    list = units(&self.best);
                    // Those after the run are done, however many there are now.
                    end =
                        list.len().saturating_sub(from_last).min(start.max(list.len().saturating_sub(from_last + run)));
                } else {
                    end = start;
                }
            }
            run = if run == 1 { 0 } else { run.div_ceil(2).min(list.len()) };
        }
        improved
    }

    /// Deletes scopes and lowers a number drawn before them in the same parent by as many: it may be their count.
    fn counted_deletions(&mut self) -> bool {
        let mut improved = false;
        let mut families = families(&self.best);
        let mut at = 0;
        while at < families.len() && !self.spent() {
            let family = &families[at];
            let mut better = false;
            'runs: for run in halves(family.children.len()) {
                for children in family.children.rchunks(run) {
                    for &value in &family.values {
                        let offset = self.best.offset(self.best.items[value]);
                        if offset < children.len() as u128 || value > children[0].range.start {
                            continue;
                        }
                        let mut candidate = self.best.clone();
                        candidate.set_offset(value, offset - children.len() as u128);
                        better = self.attempt(&deleted(&candidate, children));
                        if better {
                            break 'runs;
                        }
                    }
                }
            }
            if better {
                improved = true;
                families = self::families(&self.best);
            } else {
                at += 1;
            }
        }
        improved
    }

    /// Puts a scope in the place of one around it with the same name.
    fn hoists(&mut self) -> bool {
        let mut improved = false;
        'again: while !self.spent() {
            for (outer, inner) in nested(&self.best) {
                let items = &self.best.items;
                let candidate =
                    self.best.assembled(&[&items[..outer.range.start], &items[inner.range], &items[outer.range.end..]]);
                if self.attempt(&candidate) {
                    improved = true;
                    continue 'again;
                }
                if self.spent() {
                    break;
                }
            }
            break;
        }
        improved
    }

    /// Lowers values one by one: to the least, to the next, then by halves of what lies between.
    fn single_values(&mut self) -> bool {
        let mut improved = false;
        // Halving a wide number takes many calls, which are better spent on scopes while there are many values.
        let halving = lowerable(&self.best).len() * CALLS_OF_HALVING <= self.share;
        self.coarse |= !halving;
        let mut at = 0;
        while at < self.best.items.len() && !self.spent() {
            let mut too_low = None;
            while let Some(&item) = self.best.items.get(at) {
                let offset = self.best.offset(item);
                let to = match too_low {
                    None => 0,
                    Some(0) => 1,
                    Some(low) if halving => low + offset.saturating_sub(low) / 2,
                    Some(_) => offset,
                };
                if to >= offset || too_low == Some(to) || self.spent() {
                    break;
                }
                let mut candidate = self.best.clone();
                candidate.set_offset(at, to);
                if self.attempt(&candidate) {
                    improved = true;
                } else {
                    too_low = Some(to);
                }
            }
            at += 1;
        }
        improved
    }
}

/// The places of values that are not the simplest.
fn lowerable(recording: &Recording) -> Vec<usize> {
    (0..recording.items.len()).filter(|&at| recording.offset(recording.items[at]) > 0).collect()
}

fn lowered(recording: &Recording, places: &[usize]) -> Recording {
    let mut lowered = recording.clone();
    for &at in places {
        lowered.set_offset(at, 0);
    }
    lowered
}

fn deletable(recording: &Recording, depth: usize) -> Vec<Scope> {
    recording.scopes().into_iter().filter(|scope| scope.depth == depth).collect()
}

fn deleted(recording: &Recording, scopes: &[Scope]) -> Recording {
    let ranges: Vec<_> = scopes.iter().map(|scope| scope.range.clone()).collect();
    recording.without(&ranges)
}

/// Scopes of a depth that hold anything but the simplest values: others are already what an empty one would be.
fn emptiable(recording: &Recording, depth: usize) -> Vec<Scope> {
    let mut scopes = deletable(recording, depth);
    scopes.retain(|scope| recording.items[scope.range.clone()].iter().any(|item| recording.offset(*item) > 0));
    scopes
}

fn emptied(recording: &Recording, scopes: &[Scope]) -> Recording {
    let ranges: Vec<_> = scopes.iter().map(|scope| scope.range.start + 1..scope.range.end - 1).collect();
    recording.without(&ranges)
}

/// The scopes directly in one, or in none, and the places of the values directly there that are not the simplest.
struct Family {
    children: Vec<Scope>,
    values: Vec<usize>,
}

/// The families with both, those with more children first.
fn families(recording: &Recording) -> Vec<Family> {
    let scopes = recording.scopes();
    let mut families: Vec<Family> =
        (0..=scopes.len()).map(|_| Family { children: Vec::new(), values: Vec::new() }).collect();
    let slot = |parent: Option<usize>| parent.map_or(0, |parent| parent + 1);
    let mut open = Vec::new();
    let mut opened = 0;
    for (at, item) in recording.items.iter().enumerate() {
        match item {
            Item::Open(_) => {
                families[slot(open.last().copied())].children.push(scopes[opened].clone());
                open.push(opened);
                opened += 1;
            }
            Item::Close => {
                open.pop();
            }
            _ if recording.offset(*item) > 0 => families[slot(open.last().copied())].values.push(at),
            _ => {}
        }
    }
    families.retain(|family| !family.children.is_empty() && !family.values.is_empty());
    families.sort_by_key(|family| std::cmp::Reverse(family.children.len()));
    families
}

/// Half of a number of things, half of that, down to one.
fn halves(count: usize) -> impl Iterator<Item = usize> {
    let first = if count == 0 { None } else { Some(count) };
    std::iter::successors(first, |&run| if run == 1 { None } else { Some(run.div_ceil(2)) })
}

/// Scopes with the outermost one around them of the same name, those that save most first.
fn nested(recording: &Recording) -> Vec<(Scope, Scope)> {
    let scopes = recording.scopes();
    let mut pairs = Vec::new();
    for inner in &scopes {
        let mut around = inner.parent;
        let mut outermost = None;
        while let Some(at) = around {
            if scopes[at].name == inner.name {
                outermost = Some(at);
            }
            around = scopes[at].parent;
        }
        if let Some(outer) = outermost {
            pairs.push((scopes[outer].clone(), inner.clone()));
        }
    }
    pairs.sort_by_key(|(outer, inner)| std::cmp::Reverse(outer.range.len() - inner.range.len()));
    pairs
}

/// Which recording is smaller.
fn order(a: &Recording, b: &Recording) -> Ordering {
    let rank = |item: &Item| match item {
        Item::Close => 0,
        Item::Open(_) => 2,
        _ => 1,
    };
    a.len().cmp(&b.len()).then_with(|| {
        let pairs = a.items.iter().zip(&b.items);
        let mut orders = pairs.map(|(x, y)| rank(x).cmp(&rank(y)).then_with(|| a.offset(*x).cmp(&b.offset(*y))));
        orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    })
}

/// What tells candidates apart, so that none is tried twice.
fn fingerprint(recording: &Recording) -> u64 {
    let mut hasher = FxHasher::default();
    for item in &recording.items {
        if let Item::Open(name) = item {
            recording.name(*name).hash(&mut hasher);
        }
        (item.sort().map_or(9, |sort| sort as u8), recording.offset(*item), *item == Item::Close).hash(&mut hasher);
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::Choices;
    use crate::toy::{self, Node};

    /// Shrinks what `make` draws from a seed; gives what is left, and how many calls it took.
    fn shrunk<T>(
        seed: u64,
        budget: usize,
        make: impl Fn(&mut Choices) -> T,
        interesting: impl Fn(&T) -> bool,
    ) -> (T, Recording, usize) {
        let mut choices = Choices::from_seed(seed);
        assert!(interesting(&make(&mut choices)), "the seed is not interesting to begin with");
        let mut calls = 0;
        let small = shrink(&choices.finish(), budget, &mut |candidate| {
            calls += 1;
            let mut replay = Choices::replay_minimal(candidate);
            interesting(&make(&mut replay)).then(|| replay.finish())
        });
        let mut replay = Choices::replay_minimal(&small);
        let made = make(&mut replay);
        assert_eq!(replay.resynchronised().fresh, 0, "what comes back is what was really drawn");
        assert!(interesting(&made));
        assert!(calls <= budget);
        (made, small, calls)
    }

    fn numbers(choices: &mut Choices) -> Vec<i128> {
        let count = choices.index(200);
        (0..count).map(|_| choices.scope("number", |choices| choices.range(0, 1_000_000))).collect()
    }

    #[test]
    fn lists_become_the_one_number_that_matters() {
        for seed in 0..8 {
            let (list, _, _) = shrunk(seed, 1500, numbers, |list| list.iter().any(|&n| n >= 5000));
            assert_eq!(list, [5000], "seed {seed}");
        }
    }

    #[test]
    fn two_numbers_that_depend_on_each_other_stay() {
        for seed in 0..8 {
            let (list, _, _) = shrunk(seed, 1500, numbers, |list| list.iter().filter(|&&n| n > 10).count() >= 2);
            assert_eq!(list, [11, 11], "seed {seed}");
        }
    }

    #[test]
    fn expressions_become_the_operator_that_matters() {
        let is_wanted = |functions: &Vec<Node>| functions.iter().any(|f| f.any(&|node| node.text == "loop 7"));
        for seed in (0..40).filter(|&seed| is_wanted(&toy::functions(&mut Choices::from_seed(seed), 8))).take(6) {
            let (functions, small, _) = shrunk(seed, 1500, |choices| toy::functions(choices, 8), is_wanted);
            let size: usize = functions.iter().map(Node::size).sum();
            assert!(size <= 8 + 3, "seed {seed}: {size} nodes, {functions:?}");
            assert!(small.values() <= 8 + 4, "seed {seed}: {} values", small.values());
        }
    }

    #[test]
    fn a_large_program_becomes_tiny_within_the_budget() {
        let wanted = |f: &Node| f.any(&|node| node.text == "loop 5" && node.any(&|inner| inner.text == "if"));
        let interesting = |functions: &Vec<Node>| functions.iter().any(wanted);
        let make = |choices: &mut Choices| {
            let count = 1 + choices.index(600);
            toy::functions(choices, count)
        };
        let size = |seed| {
            let mut choices = Choices::from_seed(seed);
            let made = make(&mut choices);
            if interesting(&made) { choices.position() } else { 0 }
        };
        let seeds: Vec<u64> = (0..200).filter(|&seed| (10_000..60_000).contains(&size(seed))).take(3).collect();
        assert_eq!(seeds.len(), 3);
        for seed in seeds {
            let (functions, small, calls) = shrunk(seed, 1500, make, interesting);
            println!("seed {seed}: {} items became {} in {calls} calls", size(seed), small.len());
            let nodes: usize = functions.iter().map(Node::size).sum();
            assert!(nodes <= 12 && small.len() < 60, "{nodes} nodes, {} items: {functions:?}", small.len());
        }
    }

    #[test]
    fn no_budget_changes_nothing() {
        let mut choices = Choices::from_seed(1);
        numbers(&mut choices);
        let recording = choices.finish();
        assert_eq!(shrink(&recording, 0, &mut |_| unreachable!("there is no budget")), recording);
    }

    #[test]
    fn all_simplest_is_found_at_once() {
        let (list, _, calls) = shrunk(3, 1500, numbers, |_| true);
        assert!(list.is_empty());
        assert!(calls <= 3, "{calls} calls");
    }
}
