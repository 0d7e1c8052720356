//! The family `scalar`: large functions without loops, calls and effects in expressions, after YARPGen v.1.
//!
//! First a table of types, then global variables in three classes (read, written, both), then a few large functions that
//! `main` calls once each. As every site runs once at most, what goes wrong usually becomes another operator. Every decision is
//! a row of [`parameter::PARAMETERS`], whose distribution each program draws for itself.

mod data;
mod expr;
pub mod parameter;
mod pattern;
mod place;
mod stmt;
mod types;

use crate::feature::Feature;
use crate::make::state::Gen;
use lydite_lang::*;
use parameter::Shuffled;

/// Assignments that every function ends with.
const STORES: usize = 3;

impl Gen {
    /// Makes a program that is not yet repaired.
    pub(crate) fn fill_scalar(&mut self) {
        self.shuffled = Shuffled::draw(&mut self.c, &self.options, |f| self.policy.weight(f));
        self.make_data();
        let roots = self.make_large_functions();
        // What is only read is no result.
        self.globals.retain(|v| v.assignable);
        self.globals.append(&mut self.outputs);
        self.make_main(&roots);
    }

    /// One to five functions that share what room there is.
    fn make_large_functions(&mut self) -> Vec<FuncId> {
        let mut roots = Vec::new();
        let count = 1 + self.c.index(5);
        for n in 0..count {
            let left = self.room.saturating_sub(self.b.program.exprs.len());
            if left < 8 {
                break;
            }
            self.c.open("function");
            let cx = self.cx();
            let callee = self.define(TypeId::VOID.into(), &[], &cx, |g, out| {
                g.f.once = true;
                g.f.room = left / (count - n);
                // A coin that may end it early makes small programs possible for shrinking.
                while !g.is_full() && g.c.coin(1999, 2000) {
                    g.stmt(out);
                }
                // What locals have become is seen.
                for _ in 0..STORES {
                    if g.assign_stmt(out) {
                        g.uses(Feature::Assign);
                    }
                }
            });
            self.callees[callee].reusable = false;
            roots.push(self.callees[callee].func);
            self.c.close();
        }
        roots
    }
}
