//! Loops whose iterations can run in any order, or at once.
//!
//! What is not plainly so is not: an iteration stores only to its own locals and to elements that its counter picks, of arrays that
//! the loop touches in no other way.

use lydite_lang::visit::{self, Child};
use lydite_lang::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// Whether a loop is plainly independent.
pub fn is_independent(program: &Program, stmt: StmtId) -> bool {
    let Some(counted) = dress::counted(program, stmt) else { return false };
    let mut seen = Seen::new(counted.counter);
    seen.walk(program, Child::Stmt(counted.body));
    let stored_alone = |(var, store): (&VarId, &Store)| {
        seen.mentions.get(var) == Some(&store.times) && store.picked.iter().any(|is_picked| *is_picked)
    };
    // How far it goes is worked out once, or each time.
    let mut bound = Seen::new(counted.counter);
    bound.walk(program, Child::Expr(counted.to));
    let changes = bound.is_hopeless || bound.mentions.keys().any(|var| seen.stored.contains_key(var));
    !seen.is_hopeless && !changes && !seen.stored.is_empty() && seen.stored.iter().all(stored_alone)
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
    is_hopeless: bool,
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
            is_hopeless: false,
        }
    }

    fn walk(&mut self, p: &Program, child: Child) {
        match child {
            Child::Stmt(stmt) => {
                match &p.stmts[stmt].kind {
                    StmtKind::Decl(vars) => self.own.extend(vars.iter().copied()),
                    StmtKind::Empty | StmtKind::Expr(_) | StmtKind::Block(_) | StmtKind::If(..) => {}
                    _ => self.is_hopeless = true,
                }
                visit::stmt_children(p, stmt, &mut |child| self.walk(p, child));
            }
            Child::Expr(e) => {
                match p.exprs[e].kind {
                    ExprKind::Var(var) => *self.mentions.entry(var).or_default() += 1,
                    ExprKind::Assign(place, _)
                    | ExprKind::CompoundAssign { lhs: place, .. }
                    | ExprKind::IncDec(_, place) => self.store(p, place),
                    // Pointers, calls and blocks in expressions may do anything.
                    ExprKind::Deref(_)
                    | ExprKind::AddrOf(_)
                    | ExprKind::Call(..)
                    | ExprKind::StmtExpr(_)
                    | ExprKind::VaArg(_)
                    | ExprKind::CompoundLiteral(_)
                    | ExprKind::PtrAdd(..) => self.is_hopeless = true,
                    // So may elements of what a pointer points to.
                    ExprKind::Index(base, _)
                        if !matches!(p.exprs[base].kind, ExprKind::Cast(CastKind::ArrayDecay, ..)) =>
                    {
                        self.is_hopeless = true;
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
                ExprKind::Var(var) if !picked.is_empty() && var != self.counter => {
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
                _ => {
                    self.is_hopeless = true;
                    return;
                }
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
mod tests {
    use super::*;
    use crate::options::{Options, Split};
    use crate::{Family, generate};

    #[test]
    fn programs_of_loops_have_some() {
        let options = Options { split: Split::No, size: 3_000, ..Options::of(Family::Loops) };
        let (mut independent, mut others) = (0, 0);
        for seed in 0..40 {
            let Ok(made) = generate(&options, seed, "test") else { panic!("seed {seed}") };
            let p = &made.program;
            for stmt in p.stmts.ids().filter(|s| dress::counted(p, *s).is_some()) {
                if is_independent(p, stmt) { independent += 1 } else { others += 1 }
            }
        }
        assert!(independent > 20 && others > 100, "{independent} {others}");
    }
}
