//! Loops whose iterations can run in any order, or at once.
//!
//! What is not plainly so is not: an iteration stores only to its own locals, to elements that its counter picks, of arrays that
//! the loop touches in no other way, and to variables that it only adds to ([`reduction`]).

use super::reduction;
use lydite_lang::visit::{self, Child};
use lydite_lang::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Why iterations might depend on each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dependence {
    /// The loop does not count by one from a number to another, or is left early.
    Form,
    /// It has statements that are not looked into: loops, `switch`, jumps.
    Control,
    /// It uses pointers, which may point to anything.
    Pointer,
    /// It calls functions, which may do anything.
    Call,
    /// It changes what says how far it goes.
    Bound,
    /// It changes something that other iterations may use.
    Shared,
    /// It changes nothing outside.
    Nothing,
}

/// What the iterations of a loop have in common, if they can run in any order.
pub fn independence(program: &Program, stmt: StmtId) -> Result<Parallel, Dependence> {
    let counted = dress::counted(program, stmt).ok_or(Dependence::Form)?;
    let mut seen = Seen::new(counted.counter);
    seen.walk(program, Child::Stmt(counted.body));
    // How far it goes is worked out once, or each time.
    let mut bound = Seen::new(counted.counter);
    bound.walk(program, Child::Expr(counted.to));
    if let Some(found) = seen.found.or(bound.found) {
        return Err(found);
    }
    let is_changed = |var: &VarId| seen.stored.contains_key(var) || seen.scalars.contains(var);
    if bound.mentions.keys().any(is_changed) {
        return Err(Dependence::Bound);
    }
    let is_alone = |(var, store): (&VarId, &Store)| {
        seen.mentions.get(var) == Some(&store.times) && store.picked.iter().any(|is_picked| *is_picked)
    };
    let is_reduced = |var: &VarId| seen.reductions.get(var).map(|found| found.1) == seen.mentions.get(var).copied();
    if !seen.stored.iter().all(is_alone) || !seen.scalars.iter().all(is_reduced) {
        return Err(Dependence::Shared);
    }
    if seen.stored.is_empty() && seen.scalars.is_empty() {
        return Err(Dependence::Nothing);
    }
    let reductions = seen.reductions.iter().filter(|(var, _)| seen.scalars.contains(var));
    Ok(Parallel { reductions: reductions.map(|(var, found)| (*var, found.0)).collect() })
}

/// What a body does.
struct Seen {
    counter: VarId,
    /// Variables declared in it.
    own: FxHashSet<VarId>,
    /// How often variables are mentioned.
    mentions: FxHashMap<VarId, u32>,
    /// Stores to elements of arrays.
    stored: FxHashMap<VarId, Store>,
    /// Variables from outside that are stored to as a whole.
    scalars: FxHashSet<VarId>,
    /// Variables that are added to in one way, and how often they are mentioned for that.
    reductions: BTreeMap<VarId, (ReduceOp, u32)>,
    /// The first thing that is in the way.
    found: Option<Dependence>,
}

/// Stores to an array.
struct Store {
    times: u32,
    /// Dimensions, from the last, of which the counter alone is the subscript in each of them.
    picked: Vec<bool>,
}

impl Seen {
    fn new(counter: VarId) -> Seen {
        Seen {
            counter,
            own: FxHashSet::default(),
            mentions: FxHashMap::default(),
            stored: FxHashMap::default(),
            scalars: FxHashSet::default(),
            reductions: BTreeMap::new(),
            found: None,
        }
    }

    fn note(&mut self, dependence: Dependence) {
        self.found.get_or_insert(dependence);
    }

    fn walk(&mut self, p: &Program, child: Child) {
        match child {
            Child::Stmt(stmt) => {
                match &p.stmts[stmt].kind {
                    StmtKind::Decl(vars) => self.own.extend(vars.iter().copied()),
                    StmtKind::Empty | StmtKind::Expr(_) | StmtKind::Block(_) | StmtKind::If(..) => {}
                    _ => self.note(Dependence::Control),
                }
                if let Some(found) = reduction::recognise(p, stmt) {
                    let (op, mentions) = self.reductions.entry(found.var).or_insert((found.op, 0));
                    // Mentions in another way are not counted, so that there are too many.
                    *mentions += if *op == found.op { found.mentions } else { 0 };
                }
                visit::stmt_children(p, stmt, &mut |child| self.walk(p, child));
            }
            Child::Expr(e) => {
                match &p.exprs[e].kind {
                    ExprKind::Var(var) => *self.mentions.entry(*var).or_default() += 1,
                    ExprKind::Assign(place, _)
                    | ExprKind::CompoundAssign { lhs: place, .. }
                    | ExprKind::IncDec(_, place) => self.store(p, *place),
                    // Blocks in expressions are as bad as calls.
                    ExprKind::Call(..) | ExprKind::StmtExpr(_) | ExprKind::VaArg(_) | ExprKind::CompoundLiteral(_) => {
                        self.note(Dependence::Call);
                    }
                    ExprKind::Deref(_) | ExprKind::AddrOf(_) | ExprKind::PtrAdd(..) => self.note(Dependence::Pointer),
                    ExprKind::Index(base, _)
                        if !matches!(p.exprs[*base].kind, ExprKind::Cast(CastKind::ArrayDecay, ..)) =>
                    {
                        self.note(Dependence::Pointer);
                    }
                    ExprKind::Builtin(_, args) if args.iter().any(|arg| p.types.is_pointer(p.ty(*arg).ty)) => {
                        self.note(Dependence::Pointer);
                    }
                    _ => {}
                }
                visit::expr_children(p, e, &mut |child| self.walk(p, child));
            }
            Child::Var(var) => {
                if let Some(init) = &p.vars[var].init {
                    visit::init_exprs(init, &mut |e| self.walk(p, Child::Expr(e)));
                }
            }
        }
    }

    fn store(&mut self, p: &Program, place: ExprId) {
        let (mut at, mut picked) = (place, Vec::new());
        loop {
            match p.exprs[at].kind {
                ExprKind::Var(var) if self.own.contains(&var) => return,
                ExprKind::Var(var) if picked.is_empty() => {
                    self.scalars.insert(var);
                    return;
                }
                ExprKind::Var(var) => {
                    let store = self.stored.entry(var).or_insert_with(|| Store { times: 0, picked: picked.clone() });
                    store.times += 1;
                    store.picked.iter_mut().zip(picked).for_each(|(all, this)| *all &= this);
                    return;
                }
                ExprKind::Index(base, index) => {
                    picked.push(self.is_counter(p, index));
                    at = base;
                }
                ExprKind::Cast(CastKind::ArrayDecay, _, inner) => at = inner,
                ExprKind::Deref(_) | ExprKind::Load(_) | ExprKind::PtrAdd(..) => return self.note(Dependence::Pointer),
                _ => return self.note(Dependence::Shared),
            }
        }
    }

    fn is_counter(&self, p: &Program, e: ExprId) -> bool {
        match p.exprs[e].kind {
            ExprKind::Cast(_, Written::Implicit, inner) | ExprKind::Load(inner) => self.is_counter(p, inner),
            ExprKind::Var(var) => var == self.counter,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests;
