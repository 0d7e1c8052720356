//! What a run did, for those who ask: values seen, statements executed, trip counts.
//!
//! Recording instructions exist only in code lowered for it, so a run without a profile pays nothing.

use lydite_lang::*;
use rustc_hash::FxHashMap;

/// How much to remember.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProfileOptions {
    /// How many distinct values to keep per expression.
    pub values: usize,
}

impl Default for ProfileOptions {
    fn default() -> Self {
        ProfileOptions { values: 8 }
    }
}

/// A scalar as the profile shows it: the bits of a float, the number of an integer; of a pointer only whether it is
/// null, since addresses mean nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Seen {
    /// An integer.
    Int(i128),
    /// A `float` or `double`, as `double` bits.
    Float(u64),
    /// A null pointer.
    Null,
    /// Any other pointer.
    Pointer,
}

/// What an expression evaluated to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExprProfile {
    /// How often it was evaluated.
    pub count: u64,
    /// The first value.
    pub first: Seen,
    /// The last value.
    pub last: Seen,
    /// Distinct values in the order they were seen, up to the cap.
    pub values: Vec<Seen>,
    /// Whether there were more than the cap.
    pub more: bool,
}

/// How a loop ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopProfile {
    /// How often it was entered.
    pub entered: u64,
    /// How often its body was.
    pub trips: u64,
    /// The fewest trips of one entry that was left through the loop's own end.
    pub least: u64,
    /// The most trips of one entry.
    pub most: u64,
}

/// A profile.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    options: ProfileOptions,
    /// Values by expression.
    pub exprs: FxHashMap<ExprId, ExprProfile>,
    /// Executions by statement.
    pub stmts: FxHashMap<StmtId, u64>,
    /// Trip counts by loop.
    pub loops: FxHashMap<StmtId, LoopProfile>,
    /// Trips of the entries under way.
    running: Vec<(StmtId, u64)>,
}

impl Profile {
    /// An empty profile.
    pub fn new(options: ProfileOptions) -> Self {
        Profile { options, ..Profile::default() }
    }

    pub(crate) fn value(&mut self, p: &Program, e: ExprId, lo: u64, hi: u64) {
        let ty = p.ty(e).ty;
        let seen = match (p.types.int_type(ty), ty) {
            (Some(t), _) if t.bits > 64 => Seen::Int((u128::from(hi) << 64 | u128::from(lo)) as i128),
            (Some(t), _) if t.signed => Seen::Int((lo as i64).into()),
            (Some(_), _) => Seen::Int(lo.into()),
            (None, TypeId::FLOAT) => Seen::Float(f64::from(f32::from_bits(lo as u32)).to_bits()),
            (None, TypeId::DOUBLE) => Seen::Float(lo),
            (None, _) if lo == 0 => Seen::Null,
            (None, _) => Seen::Pointer,
        };
        let cap = self.options.values;
        let entry = self.exprs.entry(e).or_insert_with(|| ExprProfile {
            count: 0,
            first: seen,
            last: seen,
            values: Vec::new(),
            more: false,
        });
        entry.count += 1;
        entry.last = seen;
        if !entry.values.contains(&seen) {
            if entry.values.len() < cap {
                entry.values.push(seen);
            } else {
                entry.more = true;
            }
        }
    }

    pub(crate) fn statement(&mut self, s: StmtId) {
        *self.stmts.entry(s).or_default() += 1;
    }

    pub(crate) fn loop_enter(&mut self, s: StmtId) {
        // Entries that a jump or return left without passing the loop's end stay behind; keep the list short.
        if self.running.len() > 10_000 {
            self.running.drain(..5_000);
        }
        self.running.push((s, 0));
        let entry = self.loops.entry(s).or_insert(LoopProfile { entered: 0, trips: 0, least: u64::MAX, most: 0 });
        entry.entered += 1;
    }

    pub(crate) fn loop_trip(&mut self, s: StmtId) {
        if let Some(running) = self.running.iter_mut().rev().find(|r| r.0 == s) {
            running.1 += 1;
            let trips = running.1;
            if let Some(entry) = self.loops.get_mut(&s) {
                entry.trips += 1;
                entry.most = entry.most.max(trips);
            }
        }
    }

    pub(crate) fn loop_exit(&mut self, s: StmtId) {
        if let Some(at) = self.running.iter().rposition(|r| r.0 == s) {
            let (_, trips) = self.running.remove(at);
            if let Some(entry) = self.loops.get_mut(&s) {
                entry.least = entry.least.min(trips);
            }
        }
    }
}
