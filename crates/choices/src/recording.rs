//! What was drawn: a tree of named scopes with the values drawn in them, kept flat.

use std::borrow::Cow;
use std::ops::Range;

use rustc_hash::FxHashMap;

/// A scope's name, as its place in the recording's table of names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct NameId(pub(crate) u32);

impl NameId {
    /// Its place in [`Recording::names`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A number of a range, as its place in the recording's table of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NumberId(pub(crate) u32);

/// A number with the range it was drawn from, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Number {
    /// What was drawn.
    pub value: i128,
    /// The least it could have been, which is also the simplest.
    pub lo: i128,
    /// The greatest it could have been.
    pub hi: i128,
}

/// One item of a recording.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    /// A scope begins.
    Open(NameId),
    /// The innermost scope ends.
    Close,
    /// One of `bound` options, all equally likely.
    Index {
        /// The option taken.
        value: u32,
        /// How many there were.
        bound: u32,
    },
    /// One of some options with weights; `bound` is one more than the last option with a weight that is not zero.
    Weighted {
        /// The option taken.
        value: u32,
        /// One more than the last option that could have been taken.
        bound: u32,
    },
    /// A yes or no.
    Coin(bool),
    /// A number of so many bits.
    Word {
        /// The number.
        value: u64,
        /// How many bits it has, 1 to 64.
        bits: u8,
    },
    /// A number of a range.
    Number(NumberId),
}

/// The sorts of values; a replay gives a draw only a recorded value of its own sort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// [`Item::Index`].
    Index,
    /// [`Item::Weighted`].
    Weighted,
    /// [`Item::Coin`].
    Coin,
    /// [`Item::Word`].
    Word,
    /// [`Item::Number`].
    Number,
}

impl Sort {
    /// Whether such a value decides the shape of what is generated, rather than a constant in it.
    pub fn is_structural(self) -> bool {
        matches!(self, Sort::Index | Sort::Weighted | Sort::Coin)
    }
}

impl Item {
    /// The sort of the value; none for the ends of a scope.
    #[inline]
    pub fn sort(self) -> Option<Sort> {
        match self {
            Item::Open(_) | Item::Close => None,
            Item::Index { .. } => Some(Sort::Index),
            Item::Weighted { .. } => Some(Sort::Weighted),
            Item::Coin(_) => Some(Sort::Coin),
            Item::Word { .. } => Some(Sort::Word),
            Item::Number(_) => Some(Sort::Number),
        }
    }
}

/// Which generator drew the choices: they mean something only to the same version of it with the same settings.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Origin {
    /// The generator's name.
    pub generator: String,
    /// Its version, raised whenever the same choices would make another program.
    pub version: u32,
    /// Its settings, as text of its own form.
    pub settings: Vec<u8>,
}

/// A scope of a recording.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scope {
    /// Its name.
    pub name: NameId,
    /// Its items, from its [`Item::Open`] to its [`Item::Close`], both included.
    pub range: Range<usize>,
    /// How many scopes are around it.
    pub depth: usize,
    /// The scope around it, as its place in [`Recording::scopes`].
    pub parent: Option<usize>,
}

/// All choices of one run of a generator.
#[derive(Clone, Default, Debug)]
pub struct Recording {
    pub(crate) seed: u64,
    pub(crate) stream: u64,
    pub(crate) salt: u64,
    pub(crate) origin: Origin,
    pub(crate) names: Vec<Cow<'static, str>>,
    pub(crate) items: Vec<Item>,
    pub(crate) numbers: Vec<Number>,
}

impl PartialEq for Recording {
    /// Equal are recordings of the same choices from the same source, however their tables are ordered.
    fn eq(&self, other: &Recording) -> bool {
        (self.seed, self.stream, self.salt) == (other.seed, other.stream, other.salt)
            && self.origin == other.origin
            && self.same_choices(other)
    }
}

impl Eq for Recording {}

impl Recording {
    /// The seed it was drawn from.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The stream of the seed it was drawn from.
    pub fn stream(&self) -> u64 {
        self.stream
    }

    /// What makes the fresh choices of a replay differ from those of other recordings with the same seed.
    pub fn salt(&self) -> u64 {
        self.salt
    }

    /// The same choices with other fresh ones in a replay.
    pub fn with_salt(mut self, salt: u64) -> Recording {
        self.salt = salt;
        self
    }

    /// Which generator drew it.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The same choices, said to be drawn by this generator.
    pub fn with_origin(mut self, origin: Origin) -> Recording {
        self.origin = origin;
        self
    }

    /// The names of scopes.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.names.iter().map(|name| &**name)
    }

    /// One name of a scope; empty for an id of another recording.
    pub fn name(&self, id: NameId) -> &str {
        self.names.get(id.index()).map_or("", |name| name)
    }

    /// All items in the order they were drawn.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// One number of the table; an id of another recording may give a number that is none of its.
    pub fn number(&self, id: NumberId) -> Number {
        self.numbers.get(id.0 as usize).copied().unwrap_or(Number { value: 0, lo: 0, hi: 0 })
    }

    /// How many items there are: values and both ends of scopes.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether nothing was drawn and no scope opened.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// How many values were drawn.
    pub fn values(&self) -> usize {
        self.items.iter().filter(|item| item.sort().is_some()).count()
    }

    /// Every scope, outer ones before those inside, in the order they were opened.
    pub fn scopes(&self) -> Vec<Scope> {
        let mut scopes: Vec<Scope> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for (at, item) in self.items.iter().enumerate() {
            match *item {
                Item::Open(name) => {
                    let scope =
                        Scope { name, range: at..self.items.len(), depth: open.len(), parent: open.last().copied() };
                    open.push(scopes.len());
                    scopes.push(scope);
                }
                Item::Close => {
                    if let Some(scope) = open.pop() {
                        scopes[scope].range.end = at + 1;
                    }
                }
                _ => {}
            }
        }
        scopes
    }

    /// Whether the same scopes and values were drawn, whatever the seeds and the origin.
    pub fn same_choices(&self, other: &Recording) -> bool {
        self.items.len() == other.items.len()
            && self.items.iter().zip(&other.items).all(|(a, b)| match (*a, *b) {
                (Item::Open(a), Item::Open(b)) => self.name(a) == other.name(b),
                (Item::Number(a), Item::Number(b)) => self.number(a) == other.number(b),
                (a, b) => a == b,
            })
    }

    /// Where each scope ends: for an [`Item::Open`] the place of its [`Item::Close`], for others their own.
    pub(crate) fn ends(&self) -> Vec<u32> {
        let mut ends: Vec<u32> = (0..self.items.len() as u32).collect();
        let mut open = Vec::new();
        for (at, item) in self.items.iter().enumerate() {
            match item {
                Item::Open(_) => open.push(at),
                Item::Close => {
                    if let Some(start) = open.pop() {
                        ends[start] = at as u32;
                    }
                }
                _ => {}
            }
        }
        // A scope that never ends lasts to the end of the recording.
        for start in open {
            ends[start] = self.items.len() as u32;
        }
        ends
    }

    /// The same recording with only the names that are used, in the order of their first use.
    pub(crate) fn with_used_names(mut self) -> Recording {
        let mut names = Vec::with_capacity(self.names.len());
        let mut new_ids: Vec<Option<NameId>> = vec![None; self.names.len()];
        for item in &mut self.items {
            if let Item::Open(id) = item {
                let old = id.index();
                *id = *new_ids[old].get_or_insert_with(|| {
                    names.push(std::mem::take(&mut self.names[old]));
                    NameId(names.len() as u32 - 1)
                });
            }
        }
        self.names = names;
        self
    }

    pub(crate) fn add_number(&mut self, number: Number) -> NumberId {
        self.numbers.push(number);
        NumberId(self.numbers.len() as u32 - 1)
    }
}

/// The table of names while a recording grows.
#[derive(Clone, Default, Debug)]
pub(crate) struct Names {
    ids: FxHashMap<Cow<'static, str>, NameId>,
    /// By the address of the literal, which is asked for again and again: the text need not be hashed.
    recent: [(usize, usize, NameId); 32],
}

impl Names {
    pub(crate) fn of(recording: &Recording) -> Names {
        let ids = recording.names.iter().enumerate().map(|(id, name)| (name.clone(), NameId(id as u32))).collect();
        Names { ids, recent: Default::default() }
    }

    #[inline]
    pub(crate) fn id(&mut self, name: &'static str, table: &mut Vec<Cow<'static, str>>) -> NameId {
        let place = (name.as_ptr() as usize, name.len());
        let slot = (place.0 ^ place.0 >> 5) % self.recent.len();
        let recent = self.recent[slot];
        if (recent.0, recent.1) == place {
            return recent.2;
        }
        let id = *self.ids.entry(Cow::Borrowed(name)).or_insert_with(|| {
            table.push(Cow::Borrowed(name));
            NameId(table.len() as u32 - 1)
        });
        self.recent[slot] = (place.0, place.1, id);
        id
    }
}
