//! The family `loops`: loops, loop nests and sequences of loops.
//!
//! Data first ([`data`]): arrays whose lengths fit the program's few extents. Then, for each function, a skeleton
//! ([`skeleton`]): sequences, nests and conditionals with what each aims at. Then the skeleton is filled in
//! ([`expand`]): headers, subscripts ([`place`]), stencils and reductions, with the shared expressions. Policies that are
//! about a shape of code are sketches ([`pattern`]).
//!
//! Undefined behaviour is kept away in four ways, drawn for each nest ([`skeleton::Avoid`]): the same values in every iteration; two
//! classes of iterations or more, each with a version of its own of the expression; or nothing at all, where the
//! machine finds out what goes wrong and when.

mod data;
mod expand;
mod pattern;
mod place;
mod pragma;
mod skeleton;
mod stencil;

pub use data::{Data, Iterator};
pub use skeleton::{Avoid, Order};

use crate::make::state::Gen;
use lydite_lang::*;

impl Gen {
    /// Makes a program that is not yet repaired.
    pub(crate) fn fill_loops(&mut self) {
        self.make_arrays();
        let mut roots = Vec::new();
        let amount = self.amount();
        let functions = 1 + self.c.index(amount.functions);
        let room = self.room * amount.share / 100;
        let each = (room / functions).max(60);
        for _ in 0..functions {
            let left = room.saturating_sub(self.b.program.exprs.len());
            if left < 40 && !roots.is_empty() {
                break;
            }
            self.c.open("function");
            roots.push(self.loop_function(each.min(left)));
            self.c.close();
        }
        // Functions have asked for arrays, too.
        roots.insert(0, self.make_init());
        self.make_main(&roots);
    }

    /// A function that `main` calls once.
    fn loop_function(&mut self, room: usize) -> FuncId {
        let skeleton = self.skeleton(room);
        let name = self.func_name();
        self.loops.outline.push_str(&format!("{name}\n{}", skeleton::text(&skeleton)));
        let (func, vars) = self.declare(&name, TypeId::VOID.into(), &[], ParamTail::Fixed);
        let cx = self.cx();
        let callee = self.fill(func, &vars, &cx, |g, out| {
            g.f.once = true;
            g.f.room = room;
            g.f.deepest = 2 + g.c.index(2) as u32;
            g.expand_all(&skeleton, out);
        });
        self.callees[callee].reusable = false;
        func
    }
}
