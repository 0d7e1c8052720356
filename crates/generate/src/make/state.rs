//! The state of a program being made.

use super::effects::{Cx, Effects, Loc, Locs};
use super::policy::Policy;
use super::repair::Repairs;
use crate::feature::Feature;
use crate::options::Options;
use crate::scalar::parameter::Shuffled;
use lydite_choices::Choices;
use lydite_lang::*;

/// How long a pointer's target lives: static objects, what the caller gave, or a block of this depth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Depth(pub u32);

impl Depth {
    /// As long as the program.
    pub const STATIC: Depth = Depth(0);
    /// The outermost block of a function.
    pub const BODY: Depth = Depth(2);
}

/// A variable that code may use.
#[derive(Clone, Copy, Debug)]
pub struct Variable {
    /// Which.
    pub var: VarId,
    /// Its type.
    pub ty: QType,
    /// The places of all its scalars.
    pub locs: Locs,
    /// Whether pointers may point to it: then its scalars are lumped together by type.
    pub addressable: bool,
    /// Whether code may assign to it.
    pub assignable: bool,
    /// Where it lives; what it points to lives at least as long.
    pub depth: Depth,
    /// Whether it is a pointer that may be null.
    pub nullable: bool,
}

/// A function that is complete and may be called.
#[derive(Clone, Debug)]
pub struct Callee {
    /// Which.
    pub func: FuncId,
    /// What it returns.
    pub ret: QType,
    /// Its parameters.
    pub params: Vec<QType>,
    /// What a call touches.
    pub effects: Effects,
    /// An upper bound on the cost of a call.
    pub cost: u64,
    /// Whether ordinary calls may use it.
    pub reusable: bool,
}

/// The function being made.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Which.
    pub func: FuncId,
    /// What it returns.
    pub ret: QType,
    /// What it touches so far.
    pub effects: Effects,
    /// What it must not read.
    pub no_read: Locs,
    /// What it must not write.
    pub no_write: Locs,
    /// Blocks from the outside in, each with its variables.
    pub scopes: Vec<Vec<Variable>>,
    /// The next place for a local.
    pub next_loc: Loc,
    /// Labels after enclosing statements, for jumps out of them; and whether one was used.
    pub exits: Vec<(LabelId, bool)>,
    /// How often, at most, the code being made runs for each run of the program.
    pub times: u64,
    /// Loops and switches around: what `break` and `continue` refer to.
    pub breakable: Vec<Breakable>,
    /// Expressions there were when the function was begun.
    pub begun_at: usize,
    /// The number of expressions it may have.
    pub room: usize,
    /// Cost there was when the function was begun.
    pub cost_before: u64,
    /// Whether it is called once by `main` and by nobody else.
    pub once: bool,
    /// Expressions made in this function that may be used again.
    pub common: Vec<Common>,
    /// How deep statements are nested.
    pub nesting: u32,
    /// Whether compilers can always inline it: no labels as values, no variable arguments.
    pub inlinable: bool,
    /// Counters of the loops around that subscripts may use, from the outside in.
    pub nest: Vec<crate::loops::Iterator>,
    /// How the nest around keeps undefined behaviour away.
    pub avoid: crate::loops::Avoid,
    /// The order of counters in its subscripts.
    pub order: crate::loops::Order,
    /// How many blocks were open where it began: locals of blocks further out differ between iterations.
    pub same_from: usize,
    /// How deep expressions get at most.
    pub deepest: u32,
}

/// An expression that may be used again.
#[derive(Clone, Copy, Debug)]
pub struct Common {
    /// Which.
    pub expr: ExprId,
    /// What it reads.
    pub reads: Locs,
    /// How many blocks were open where it was made.
    pub depth: usize,
    /// What running it costs.
    pub cost: u64,
}

/// What `break` and `continue` may do here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Breakable {
    /// Both.
    Loop,
    /// `break` ends the case; `continue` belongs to the loop around, if any.
    Switch,
    /// Neither: a loop whose exact shape is relied on.
    Closed,
}

/// How often a feature was used, and in which statements.
#[derive(Clone, Copy, Debug)]
pub struct Used {
    /// Which.
    pub feature: Feature,
    /// The innermost statement.
    pub stmt: Option<StmtId>,
}

/// A program being made.
pub struct Gen {
    /// Where decisions come from.
    pub c: Choices,
    /// What is made.
    pub b: Builder,
    /// What was asked for.
    pub options: Options,
    /// Weights of this program.
    pub policy: Policy,
    /// Sites that may need repair, and how.
    pub repairs: Repairs,
    /// The distributions of the family's parameters.
    pub shuffled: Shuffled,
    /// Globals.
    pub globals: Vec<Variable>,
    /// Globals that are only written.
    pub outputs: Vec<Variable>,
    /// Static variables of functions, for the checksum.
    pub kept: Vec<super::checksum::Kept>,
    /// Complete functions.
    pub callees: Vec<Callee>,
    /// The function being made.
    pub f: Frame,
    /// Structures that variables may have.
    pub structs: Vec<TypeId>,
    /// Arrays that members and variables may share.
    pub arrays: Vec<TypeId>,
    /// Unions.
    pub unions: Vec<TypeId>,
    /// Enumerations.
    pub enums: Vec<TypeId>,
    /// Constants used before.
    pub constants: Vec<i128>,
    /// The last few of them, in order.
    pub recent: Vec<i128>,
    /// What was used.
    pub used: Vec<Used>,
    /// The most expressions the program may have.
    pub room: usize,
    /// An upper bound on the steps of the program so far.
    pub cost: u64,
    /// The next place for a global.
    pub next_global: Loc,
    /// How many functions are being made inside one another.
    pub making: u32,
    /// Counters for names.
    pub names: NameCounters,
    /// Library functions declared so far.
    pub library: Vec<(&'static str, FuncId)>,
    /// The operator context in force, if any.
    pub context: Option<super::policy::OperatorContext>,
    /// How leaves are chosen.
    pub leaves: super::policy::Leaves,
    /// How many expressions were made that can't be copied: they hold statements or objects.
    pub uncopyable: u32,
    /// What loops work on.
    pub loops: crate::loops::Data,
    /// Functions that only the productions that made them can call.
    pub special: crate::general::Special,
}

/// The most steps, roughly, that a program may take.
pub const COST_LIMIT: u64 = 400_000;

/// Numbers for names.
#[derive(Clone, Copy, Default, Debug)]
pub struct NameCounters {
    /// Globals.
    pub global: u32,
    /// Locals.
    pub local: u32,
    /// Parameters.
    pub param: u32,
    /// Functions.
    pub func: u32,
    /// Labels.
    pub label: u32,
    /// Types.
    pub ty: u32,
}

impl Gen {
    /// Whether a feature is on in this program.
    pub fn on(&self, feature: Feature) -> bool {
        self.policy.weight(feature) > 0
    }

    /// A feature's weight in this program; 0 if it is off.
    pub fn weight(&self, feature: Feature) -> u32 {
        self.policy.weight(feature)
    }

    /// Says that a feature was used by what is being made.
    pub fn uses(&mut self, feature: Feature) {
        self.used.push(Used { feature, stmt: None });
    }

    /// Whether the program, or the function being made, is as large as it may be.
    pub fn is_full(&self) -> bool {
        let n = self.b.program.exprs.len();
        n >= self.room || n - self.f.begun_at >= self.f.room
    }

    /// The context of a full expression in the function being made.
    pub fn cx(&self) -> Cx {
        let mut cx = Cx::new(self.policy.expression_depth.min(self.f.deepest));
        cx.no_read = self.f.no_read;
        cx.no_write = self.f.no_write;
        cx
    }

    /// A full expression is complete: the function has its effects.
    pub fn done(&mut self, cx: &Cx) {
        self.f.effects.merge(&cx.eff);
        self.spend(4);
    }

    /// Counts cost at the rate of the code being made.
    pub fn spend(&mut self, units: u64) {
        self.cost += units * self.f.times;
    }

    /// How many times more a loop made here may run.
    pub fn trips(&self, wanted: u64) -> u64 {
        let left = COST_LIMIT.saturating_sub(self.cost) / 2;
        // A body is taken to cost about a hundred.
        (left / (self.f.times.max(1) * 100)).min(wanted).max(1)
    }

    /// Whether a call of this cost fits here.
    pub fn affords(&self, cost: u64) -> bool {
        self.cost + cost * self.f.times <= COST_LIMIT
    }

    /// The depth of the innermost block.
    pub fn depth(&self) -> Depth {
        Depth(Depth::BODY.0 + self.f.scopes.len() as u32)
    }

    /// Ends the innermost block: its variables, and expressions that read them, are no longer in sight.
    pub fn pop_scope(&mut self) {
        self.f.scopes.pop();
        let depth = self.f.scopes.len();
        self.f.common.retain(|c| c.depth <= depth);
    }

    /// All variables in sight: globals, then locals from the outside in.
    pub fn visible(&self) -> impl Iterator<Item = &Variable> {
        self.globals.iter().chain(self.f.scopes.iter().flatten())
    }
}
