//! Small changes of a recording, which replaying it keeps within the scopes where they happen.

use crate::choices::Choices;
use crate::recording::{Item, Recording, Scope, Sort};

/// The ways to change a recording.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mutation {
    /// One value becomes another one that could have been drawn there.
    Replace,
    /// A scope vanishes.
    Delete,
    /// Two scopes of the same name change places.
    Swap,
    /// A scope is there twice: next to itself, or in place of another one of the same name.
    Clone,
    /// A scope gives way to one of the same name from another recording.
    Splice,
}

/// The mutations with how often each is tried first.
const MUTATIONS: [(Mutation, u32); 5] =
    [(Mutation::Replace, 4), (Mutation::Delete, 2), (Mutation::Swap, 2), (Mutation::Clone, 2), (Mutation::Splice, 2)];

/// How often a pair of scopes is looked for before giving up.
const ATTEMPTS: usize = 16;

/// The recording with one mutation, and which one it was.
///
/// The mutation's own decisions are drawn from `choices`. If the one drawn first is not possible, the others are tried. A recording
/// that cannot be mutated at all comes back with only its salt changed, as [`Mutation::Replace`].
pub fn mutate(recording: &Recording, choices: &mut Choices, donors: &[Recording]) -> (Recording, Mutation) {
    let weights = MUTATIONS.map(|(mutation, weight)| match mutation {
        Mutation::Splice if donors.is_empty() => 0,
        _ => weight,
    });
    let first = choices.weighted(&weights);
    for turn in 0..MUTATIONS.len() {
        let (mutation, _) = MUTATIONS[(first + turn) % MUTATIONS.len()];
        if let Some(mutated) = mutation.apply(recording, choices, donors) {
            return (mutated.with_salt(choices.word(64)), mutation);
        }
    }
    (recording.clone().with_salt(choices.word(64)), Mutation::Replace)
}

impl Mutation {
    /// The recording with this mutation; none if nothing in it can be changed so.
    pub fn apply(self, recording: &Recording, choices: &mut Choices, donors: &[Recording]) -> Option<Recording> {
        match self {
            Mutation::Replace => replace(recording, choices),
            Mutation::Delete => delete(recording, choices),
            Mutation::Swap => swap(recording, choices),
            Mutation::Clone => clone(recording, choices),
            Mutation::Splice => splice(recording, choices, donors),
        }
    }
}

/// One value becomes another one within its bound; three times of four a structural one.
pub fn replace(recording: &Recording, choices: &mut Choices) -> Option<Recording> {
    let (structural, numbers): (Vec<usize>, Vec<usize>) = (0..recording.items.len())
        .filter(|&at| recording.greatest_offset(recording.items[at]) > 0)
        .partition(|&at| recording.items[at].sort().is_some_and(Sort::is_structural));
    let places = match (structural.is_empty(), numbers.is_empty()) {
        (true, _) => numbers,
        (false, true) => structural,
        (false, false) => {
            if choices.coin(1, 4) {
                numbers
            } else {
                structural
            }
        }
    };
    let at = *choices.pick(&places)?;
    let item = recording.items[at];
    let now = recording.offset(item);
    // One fewer than all values, so that the one there now is passed over.
    let others = i128::try_from(recording.greatest_offset(item) - 1).unwrap_or(i128::MAX);
    let drawn = choices.range(0, others) as u128;
    let mut mutated = recording.clone();
    mutated.set_offset(at, if drawn >= now { drawn + 1 } else { drawn });
    Some(mutated)
}

/// A scope vanishes, with all in it; the outermost ones only if there are no others.
pub fn delete(recording: &Recording, choices: &mut Choices) -> Option<Recording> {
    let scopes = recording.scopes();
    let inner: Vec<&Scope> = scopes.iter().filter(|scope| scope.depth > 0).collect();
    let scope = if inner.is_empty() { choices.pick(&scopes)? } else { choices.pick(&inner)? };
    Some(recording.without(std::slice::from_ref(&scope.range)))
}

/// Two scopes of the same name and neither within the other change places; three times of four siblings if there are any.
pub fn swap(recording: &Recording, choices: &mut Choices) -> Option<Recording> {
    let scopes = recording.scopes();
    let siblings = choices.coin(3, 4);
    let near = |a: &Scope, b: &Scope| a.parent == b.parent && a.range != b.range;
    let pair = if siblings { pair_of(&scopes, choices, near) } else { None };
    let (a, b) = pair.or_else(|| pair_of(&scopes, choices, disjoint))?;
    let (a, b) = if a.range.start < b.range.start { (a, b) } else { (b, a) };
    let items = &recording.items;
    Some(recording.assembled(&[
        &items[..a.range.start],
        &items[b.range.clone()],
        &items[a.range.end..b.range.start],
        &items[a.range.clone()],
        &items[b.range.end..],
    ]))
}

/// A scope is put in once more next to itself, or one time of four in place of another one of the same name.
pub fn clone(recording: &Recording, choices: &mut Choices) -> Option<Recording> {
    let scopes = recording.scopes();
    let items = &recording.items;
    let differ = |a: &Scope, b: &Scope| items[a.range.clone()] != items[b.range.clone()];
    let over = choices.coin(1, 4);
    if let Some((from, to)) = if over { pair_of(&scopes, choices, differ) } else { None } {
        let copy = &items[from.range.clone()];
        return Some(recording.assembled(&[&items[..to.range.start], copy, &items[to.range.end..]]));
    }
    let inner: Vec<&Scope> = scopes.iter().filter(|scope| scope.depth > 0).collect();
    let scope = if inner.is_empty() { choices.pick(&scopes)? } else { choices.pick(&inner)? };
    let copy = &items[scope.range.clone()];
    Some(recording.assembled(&[&items[..scope.range.end], copy, &items[scope.range.end..]]))
}

/// A scope gives way to one of the same name from one of the donors.
pub fn splice(recording: &Recording, choices: &mut Choices, donors: &[Recording]) -> Option<Recording> {
    let donor = choices.pick(donors)?;
    let theirs = donor.scopes();
    let known: Vec<&str> = donor.names().collect();
    let scopes: Vec<Scope> =
        recording.scopes().into_iter().filter(|scope| known.contains(&recording.name(scope.name))).collect();
    let inner: Vec<&Scope> = scopes.iter().filter(|scope| scope.depth > 0).collect();
    for _ in 0..ATTEMPTS {
        let scope = if inner.is_empty() { choices.pick(&scopes)? } else { choices.pick(&inner)? };
        let name = recording.name(scope.name);
        let matching: Vec<&Scope> = theirs.iter().filter(|other| donor.name(other.name) == name).collect();
        if let Some(from) = choices.pick(&matching) {
            let mut mutated = recording.shell();
            let new = mutated.adopt(donor, from.range.clone());
            let items: &[Item] = &recording.items;
            mutated.items = [&items[..scope.range.start], &new, &items[scope.range.end..]].concat();
            return Some(mutated);
        }
    }
    None
}

fn disjoint(a: &Scope, b: &Scope) -> bool {
    a.range.end <= b.range.start || b.range.end <= a.range.start
}

/// Two scopes of the same name that fit together.
fn pair_of<'a>(
    scopes: &'a [Scope],
    choices: &mut Choices,
    fits: impl Fn(&Scope, &Scope) -> bool,
) -> Option<(&'a Scope, &'a Scope)> {
    for _ in 0..ATTEMPTS {
        let one = choices.pick(scopes)?;
        let others: Vec<&Scope> = scopes.iter().filter(|other| other.name == one.name && fits(one, other)).collect();
        if let Some(&other) = choices.pick(&others) {
            return Some((one, other));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy;
    use proptest::prelude::*;

    fn recorded(seed: u64) -> Recording {
        let mut choices = Choices::from_seed(seed);
        toy::functions(&mut choices, 8);
        choices.finish()
    }

    /// Items as text, so that those of different recordings can be compared.
    fn texts(recording: &Recording) -> Vec<String> {
        let text = |item: &Item| match *item {
            Item::Open(name) => recording.name(name).to_owned(),
            Item::Number(id) => format!("{:?}", recording.number(id)),
            item => format!("{item:?}"),
        };
        recording.items.iter().map(text).collect()
    }

    fn balanced(recording: &Recording) -> bool {
        let mut depth = 0i64;
        for item in &recording.items {
            match item {
                Item::Open(_) => depth += 1,
                Item::Close => depth -= 1,
                _ => {}
            }
            if depth < 0 {
                return false;
            }
        }
        depth == 0
    }

    #[test]
    fn replace_changes_one_value() {
        let recording = recorded(1);
        let mut choices = Choices::from_seed(2);
        let mut structural = 0;
        for _ in 0..200 {
            let mutated = replace(&recording, &mut choices).unwrap();
            let (before, after) = (texts(&recording), texts(&mutated));
            assert_eq!(before.len(), after.len());
            let changed: Vec<usize> = (0..before.len()).filter(|&at| before[at] != after[at]).collect();
            assert_eq!(changed.len(), 1);
            structural += usize::from(recording.items[changed[0]].sort().is_some_and(Sort::is_structural));
        }
        assert!((120..180).contains(&structural), "{structural} of 200 are structural");
    }

    #[test]
    fn delete_takes_one_scope_away() {
        let recording = recorded(1);
        let mut choices = Choices::from_seed(2);
        for _ in 0..100 {
            let mutated = delete(&recording, &mut choices).unwrap();
            let (before, after) = (texts(&recording), texts(&mutated));
            let taken = recording
                .scopes()
                .into_iter()
                .any(|scope| [&before[..scope.range.start], &before[scope.range.end..]].concat() == after);
            assert!(taken);
        }
    }

    #[test]
    fn swap_keeps_all_items() {
        let recording = recorded(1);
        let mut choices = Choices::from_seed(2);
        let before = texts(&recording);
        let mut moved = 0;
        for _ in 0..100 {
            let mutated = swap(&recording, &mut choices).unwrap();
            let mut after = texts(&mutated);
            moved += usize::from(after != before);
            assert!(balanced(&mutated));
            after.sort();
            let mut sorted = before.clone();
            sorted.sort();
            assert_eq!(after, sorted);
        }
        assert!(moved > 50);
    }

    #[test]
    fn clone_makes_a_scope_appear_twice() {
        let recording = recorded(1);
        let mut choices = Choices::from_seed(2);
        let mut beside = 0;
        for _ in 0..100 {
            let mutated = clone(&recording, &mut choices).unwrap();
            let after = texts(&mutated);
            let scopes = mutated.scopes();
            beside += usize::from(
                mutated.len() > recording.len()
                    && scopes.iter().any(|a| {
                        let next = a.range.end..a.range.end + a.range.len();
                        next.end <= after.len() && after[a.range.clone()] == after[next]
                    }),
            );
            assert!(balanced(&mutated));
        }
        assert!(beside > 50);
    }

    #[test]
    fn splice_brings_a_scope_of_the_donor() {
        let (recording, donor) = (recorded(1), recorded(50));
        let mut choices = Choices::from_seed(2);
        let theirs = texts(&donor);
        for _ in 0..50 {
            let mutated = splice(&recording, &mut choices, std::slice::from_ref(&donor)).unwrap();
            let after = texts(&mutated);
            let before = texts(&recording);
            let brought = recording.scopes().iter().any(|to| {
                let tail = before.len() - to.range.end;
                after.len() >= to.range.start + tail
                    && after[..to.range.start] == before[..to.range.start]
                    && after[after.len() - tail..] == before[to.range.end..]
                    && donor
                        .scopes()
                        .iter()
                        .any(|from| theirs[from.range.clone()] == after[to.range.start..after.len() - tail])
            });
            assert!(brought);
        }
        assert_eq!(splice(&recording, &mut choices, &[]), None);
    }

    #[test]
    fn what_cannot_be_changed_comes_back() {
        let mut choices = Choices::from_seed(1);
        let (mutated, _) = mutate(&Recording::default(), &mut choices, &[]);
        assert!(mutated.is_empty());
        for mutation in MUTATIONS.map(|(mutation, _)| mutation) {
            assert_eq!(mutation.apply(&Recording::default(), &mut choices, &[]), None);
        }
    }

    /// Most functions of a mutated program are those of the original: the point of scopes.
    #[test]
    fn mutations_are_local() {
        let mut choices = Choices::from_seed(77);
        let (mut same, mut all) = (0, 0);
        for seed in 0..60 {
            let recording = recorded(seed);
            let original = toy::functions(&mut Choices::replay(&recording), 8);
            let (mutated, _) = mutate(&recording, &mut choices, &[recorded(seed + 1000)]);
            let again = toy::functions(&mut Choices::replay(&mutated), 8);
            same += again.iter().filter(|function| original.contains(function)).count();
            all += original.len();
        }
        assert!(same * 100 >= all * 85, "{same} of {all}");
    }

    proptest! {
        #[test]
        fn mutated_recordings_are_whole(seed: u64, rounds in 1..12usize) {
            let mut choices = Choices::from_seed(seed);
            let mut recording = recorded(seed % 10);
            let donors = [recorded(20), recorded(21)];
            for _ in 0..rounds {
                recording = mutate(&recording, &mut choices, &donors).0;
                prop_assert!(balanced(&recording));
                prop_assert!(Recording::from_bytes(&recording.to_bytes()).is_ok());
                let mut replay = Choices::replay(&recording);
                toy::functions(&mut replay, 8);
                recording = replay.finish();
            }
        }
    }
}
