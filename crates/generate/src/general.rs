//! The family `general`: everything Csmith makes and what it can't.
//!
//! Types first, then functions and the data they need until the program has its size.

mod beyond;
mod builtin;
mod call;
mod control;
mod expr;
mod extra;
pub(crate) mod idiom;
mod loops;
pub(crate) mod place;
mod stmt;
mod switch;
mod types;
mod variable;

use crate::make::state::Gen;
use crate::make::{dsl, effects, policy, repair, state};
use lydite_lang::*;

pub use beyond::Special;
pub(crate) use beyond::vector;
pub(crate) use builtin::bit_builtin;
pub(crate) use place::{Access, Spot};
pub(crate) use variable::Home;

impl Gen {
    /// Makes a program that is not yet repaired.
    pub(crate) fn fill_program(&mut self) {
        self.make_types();
        self.make_globals();
        let roots = self.make_roots();
        self.make_main(&roots);
    }

    /// Some data to begin with.
    fn make_globals(&mut self) {
        self.c.open("globals");
        let most = (self.room / 120).clamp(1, 40);
        let count = 1 + self.c.index(most);
        for _ in 0..count {
            self.c.open("global");
            let ty = self.variable_ty();
            self.new_variable(ty, Home::Global, &mut Vec::new());
            self.c.close();
        }
        self.c.close();
    }

    /// Functions that `main` calls, until the program has its size.
    fn make_roots(&mut self) -> Vec<FuncId> {
        let mut roots = Vec::new();
        loop {
            let left = self.room.saturating_sub(self.b.program.exprs.len());
            // A coin that may end it early makes small programs possible for shrinking.
            if left < 12 || roots.len() >= 64 || !self.c.coin(1999, 2000) {
                return roots;
            }
            self.c.open("root");
            let cx = self.cx();
            let callee = self.define(TypeId::VOID.into(), &[], &cx, |g, out| {
                g.f.once = true;
                g.f.room = left.min(g.room / 4).max(40);
                let wanted = 2 + g.c.index(14);
                for _ in 0..wanted {
                    if g.is_full() {
                        break;
                    }
                    g.stmt(out);
                }
            });
            self.callees[callee].reusable = false;
            roots.push(self.callees[callee].func);
            self.c.close();
        }
    }
}
