//! Which statements ran at all: one bit each, cheaper than a profile.

use lydite_lang::visit::Child;
use lydite_lang::{ExprKind, Program, StmtId, StmtKind, visit};

fn has(words: &[u64], stmt: StmtId) -> bool {
    words.get(stmt.0 as usize / 64).is_some_and(|word| word >> (stmt.0 % 64) & 1 == 1)
}

/// The statements that a run has reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Covered {
    words: Vec<u64>,
    begun: Vec<u64>,
}

impl Covered {
    /// Whether a statement, or any statement in it, was begun.
    pub fn contains(&self, stmt: StmtId) -> bool {
        has(&self.words, stmt)
    }

    /// Whether a statement was begun: not if the only way into it was a jump.
    pub fn begins(&self, stmt: StmtId) -> bool {
        has(&self.begun, stmt)
    }

    /// The statements that ran.
    pub fn iter(&self) -> impl Iterator<Item = StmtId> + '_ {
        (0..self.words.len() as u32 * 64).map(StmtId).filter(|&s| self.contains(s))
    }

    /// Room for a program's statements.
    pub(crate) fn room(p: &Program) -> Vec<u64> {
        vec![0; p.stmts.len().div_ceil(64)]
    }

    /// What the code recorded, completed: a jump into a statement runs a part of it without passing its beginning.
    pub(crate) fn new(p: &Program, words: Vec<u64>) -> Covered {
        let mut covered = Covered { begun: words.clone(), words };
        for (_, func) in p.funcs.iter() {
            if let Some(body) = func.body {
                covered.complete(p, body);
            }
        }
        for (_, expr) in p.exprs.iter() {
            if let ExprKind::StmtExpr(body) = expr.kind {
                covered.complete(p, body);
            }
        }
        covered
    }

    fn complete(&mut self, p: &Program, stmt: StmtId) {
        let mut reached = self.contains(stmt);
        let leaf = matches!(p.stmts[stmt].kind, StmtKind::Expr(_) | StmtKind::Decl(_) | StmtKind::Empty);
        if !leaf {
            visit::stmt_children(p, stmt, &mut |child| {
                if let Child::Stmt(child) = child {
                    stacker::maybe_grow(64 << 10, 4 << 20, || self.complete(p, child));
                    reached = reached || self.contains(child);
                }
            });
        }
        if reached && let Some(word) = self.words.get_mut(stmt.0 as usize / 64) {
            *word |= 1 << (stmt.0 % 64);
        }
    }
}
