//! What an expression may read and write, as sets of places.
//!
//! C leaves the order of many operands open, so two operands must not touch the same place if one of them writes.
//! One run can't show that for every order, so it is ruled out while generating. A variable whose address is never
//! taken is a place of its own; all others, and everything reached through pointers, are lumped together by the type of
//! their scalars, which the rules on effective types make sound: an `int *` never designates a `long`.

/// A place: a variable, or all scalars of a type that pointers may reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Loc(pub u16);

const WORDS: usize = 8;
/// Places below are classes of scalars, from here on globals.
const GLOBALS: u16 = 64;
/// From here on locals of the function being made.
const LOCALS: u16 = 288;
const END: u16 = (WORDS * 64) as u16;

impl Loc {
    /// All accesses to volatile objects: they must not be reordered.
    pub const VOLATILE: Loc = Loc(31);
    /// What variables share when there are more than we have places for.
    pub const SHARED: Loc = Loc(63);
    /// The members of unions.
    pub const UNIONS: Loc = Loc(30);
    /// Pointers.
    pub const POINTERS: Loc = Loc(29);
    /// Integers of odd widths.
    pub const ODD: Loc = Loc(28);
    /// The first global.
    pub const FIRST_GLOBAL: Loc = Loc(GLOBALS);
    /// The first local.
    pub const FIRST_LOCAL: Loc = Loc(LOCALS);

    /// The place after this one, or the shared one.
    pub fn next(self, is_local: Locality) -> Loc {
        if self == Loc::SHARED {
            return self;
        }
        let end = if is_local == Locality::Local { END } else { LOCALS };
        if self.0 + 1 >= end { Loc::SHARED } else { Loc(self.0 + 1) }
    }
}

/// Where a variable lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Locality {
    /// In one call.
    Local,
    /// As long as the program.
    Global,
}

/// A set of places.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Locs([u64; WORDS]);

impl Locs {
    /// No place.
    pub const NONE: Locs = Locs([0; WORDS]);
    /// Every place.
    pub const ALL: Locs = Locs([u64::MAX; WORDS]);

    /// Just one.
    pub fn of(loc: Loc) -> Locs {
        let mut set = Locs::NONE;
        set.add(loc);
        set
    }
    /// Adds a place.
    pub fn add(&mut self, loc: Loc) {
        self.0[loc.0 as usize / 64] |= 1 << (loc.0 % 64);
    }
    /// Adds places.
    pub fn merge(&mut self, other: &Locs) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a |= b;
        }
    }
    /// Whether a place is in both.
    pub fn meets(&self, other: &Locs) -> bool {
        self.0.iter().zip(other.0).any(|(a, b)| a & b != 0)
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|w| *w == 0)
    }
    /// What callers can see of it: everything but the locals.
    pub fn outside(&self) -> Locs {
        let mut set = *self;
        let first = LOCALS as usize / 64;
        set.0[first] &= (1 << (LOCALS % 64)) - 1;
        for word in &mut set.0[first + 1..] {
            *word = 0;
        }
        set
    }
}

/// Places read and written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effects {
    /// Read.
    pub reads: Locs,
    /// Written.
    pub writes: Locs,
}

impl Effects {
    /// Adds others.
    pub fn merge(&mut self, other: &Effects) {
        self.reads.merge(&other.reads);
        self.writes.merge(&other.writes);
    }
    /// What callers can see.
    pub fn outside(&self) -> Effects {
        Effects { reads: self.reads.outside(), writes: self.writes.outside() }
    }
}

/// What the expression being made may touch, and what it has touched.
#[derive(Clone, Copy, Debug)]
pub struct Cx {
    /// How deep it may still get.
    pub depth: u32,
    /// Places it must not read.
    pub no_read: Locs,
    /// Places it must not write.
    pub no_write: Locs,
    /// What it touches so far.
    pub eff: Effects,
}

impl Cx {
    /// A full expression.
    pub fn new(depth: u32) -> Cx {
        Cx { depth, no_read: Locs::NONE, no_write: Locs::NONE, eff: Effects::default() }
    }
    /// Whether these places may be read now.
    pub fn may_read(&self, locs: &Locs) -> bool {
        !self.no_read.meets(locs)
    }
    /// Whether they may be written now.
    pub fn may_write(&self, locs: &Locs) -> bool {
        !self.no_write.meets(locs) && !self.no_read.meets(locs)
    }
    /// Whether a call with these effects may stand here.
    pub fn may_call(&self, eff: &Effects) -> bool {
        !self.no_read.meets(&eff.reads) && !self.no_read.meets(&eff.writes) && !self.no_write.meets(&eff.writes)
    }
    /// Notes a read.
    pub fn read(&mut self, locs: &Locs) {
        self.eff.reads.merge(locs);
    }
    /// Notes a write.
    pub fn write(&mut self, locs: &Locs) {
        self.eff.writes.merge(locs);
    }
    /// Whether nothing may be written at all.
    pub fn is_pure(&self) -> bool {
        self.no_write == Locs::ALL
    }
    /// From here on nothing may be written: what is made can be repeated or left out.
    pub fn pure(mut self) -> Cx {
        self.no_write = Locs::ALL;
        self.no_read.add(Loc::VOLATILE);
        self
    }
    /// Starts a group of operands.
    pub fn enter(&mut self) -> Cx {
        let outer = *self;
        self.eff = Effects::default();
        self.depth = self.depth.saturating_sub(1);
        outer
    }
    /// What follows is not sequenced after what has been made since `enter`.
    pub fn unsequenced(&mut self) {
        self.no_read.merge(&self.eff.writes);
        self.no_write.merge(&self.eff.writes);
        self.no_write.merge(&self.eff.reads);
    }
    /// Ends a group of operands.
    pub fn leave(&mut self, outer: Cx) {
        let eff = self.eff;
        *self = outer;
        self.eff.merge(&eff);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_exclude_each_other_only_while_unsequenced() {
        let (x, y) = (Locs::of(Loc(70)), Locs::of(Loc(300)));
        let mut cx = Cx::new(4);
        let outer = cx.enter();
        cx.write(&x);
        assert!(cx.may_read(&x), "sequenced until said otherwise");
        cx.unsequenced();
        assert!(!cx.may_read(&x) && !cx.may_write(&x));
        assert!(cx.may_write(&y));
        cx.read(&y);
        cx.leave(outer);
        assert!(cx.may_read(&x) && cx.eff.writes.meets(&x) && cx.eff.reads.meets(&y));
    }

    #[test]
    fn callers_do_not_see_locals() {
        let mut set = Locs::of(Loc(LOCALS - 1));
        set.add(Loc(LOCALS));
        set.add(Loc(END - 1));
        assert_eq!(set.outside(), Locs::of(Loc(LOCALS - 1)));
    }
}
