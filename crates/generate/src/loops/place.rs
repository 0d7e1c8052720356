//! Places in loops: scalars, counters and elements, with the subscripts that a nest's order gives.

use super::data::{Array, Fill, Iterator};
use super::skeleton::{Avoid, Order};
use crate::feature::Feature;
use crate::general::place::{Access, Spot};
use crate::make::effects::{Cx, Locs};
use crate::make::state::{Gen, Variable};
use lydite_lang::*;

impl Gen {
    /// A place of arithmetic type for code of this family.
    pub(crate) fn loop_place(&mut self, access: Access, cx: &mut Cx) -> Option<Spot> {
        let tracked = self.f.avoid == Avoid::Tracked;
        let in_loop = !self.f.nest.is_empty();
        let counters = if access == Access::Read && tracked && in_loop { 12 } else { 0 };
        // A function that loops call sees what it is given, and nothing else.
        let elements = match (self.making > 1, in_loop) {
            (true, _) => 0,
            (_, true) => 100,
            (_, false) => 25,
        };
        let found = match self.c.weighted(&[40, elements, counters]) {
            0 => self.variable_place(access),
            1 => self.element_place(access, cx).or_else(|| self.variable_place(access)),
            _ => {
                let at = self.c.index(self.f.nest.len());
                let var = self.f.nest[at].var;
                let e = self.var(var);
                Some(Spot { e, ty: self.b.program.ty(e), locs: Locs::NONE })
            }
        }?;
        let may = match access {
            Access::Read => cx.may_read(&found.locs),
            _ => cx.may_write(&found.locs) && cx.may_read(&found.locs),
        };
        may.then_some(found)
    }

    fn variable_place(&mut self, access: Access) -> Option<Spot> {
        let tracked = self.f.avoid == Avoid::Tracked;
        let pure = self.making > 1;
        let fits = |g: &Gen, v: &Variable, global: bool| {
            let plain = g.b.program.types.is_arithmetic(v.ty.ty) && !(pure && global);
            plain
                && match access {
                    // Where all iterations are to see the same values, nothing that changes is read.
                    Access::Read => tracked || !global || !v.assignable,
                    Access::Write => v.assignable && (tracked || global),
                    Access::Change => v.assignable && tracked,
                }
        };
        let mut found: Vec<Variable> = self.globals.iter().filter(|v| fits(self, v, true)).copied().collect();
        // Locals of loops further out differ between iterations of those.
        let from = if tracked { 0 } else { self.f.same_from };
        let locals: Vec<Variable> =
            self.f.scopes.iter().skip(from).flatten().filter(|v| fits(self, v, false)).copied().collect();
        // Locals are fewer.
        if !locals.is_empty() && (found.is_empty() || self.c.coin(1, 2)) {
            found = locals;
        }
        if found.is_empty() {
            return None;
        }
        let v = found[self.c.index(found.len())];
        let e = self.var(v.var);
        Some(Spot { e, ty: v.ty, locs: v.locs })
    }

    fn element_place(&mut self, access: Access, cx: &mut Cx) -> Option<Spot> {
        let at = self.some_array(access)?;
        let array = self.loops.arrays[at].clone();
        let subscripts = self.subscripts(&array);
        Some(self.element(&array, &subscripts, cx))
    }

    /// The number of an array that may be touched that way here.
    pub(super) fn some_array(&mut self, access: Access) -> Option<usize> {
        let avoid = self.f.avoid;
        let fits = |array: &Array| match (access, avoid) {
            (Access::Read, Avoid::Tracked) => true,
            (Access::Read, Avoid::Same) => array.fill == Fill::Same,
            (Access::Read, Avoid::Classes(k)) => match array.fill {
                Fill::Same => true,
                Fill::Classes { count, axis } => {
                    count == k && self.f.nest.last().is_some_and(|i| i.high < i128::from(array.dims[axis]))
                }
                Fill::Varied => false,
            },
            _ => array.var.assignable,
        };
        let found: Vec<usize> = (0..self.loops.arrays.len()).filter(|&i| fits(&self.loops.arrays[i])).collect();
        if found.is_empty() { None } else { Some(found[self.c.index(found.len())]) }
    }

    /// `array[...]...`
    pub(super) fn element(&mut self, array: &Array, subscripts: &[Subscript], cx: &mut Cx) -> Spot {
        let mut e = self.var(array.var.var);
        for (&subscript, &len) in subscripts.iter().zip(&array.dims) {
            e = match subscript {
                Subscript::Constant(n) => {
                    let n = self.int(n);
                    self.at(e, n)
                }
                Subscript::Counter(iterator, offset) => {
                    let index = self.shifted(iterator, offset);
                    self.at(e, index)
                }
                Subscript::Any => {
                    let index = self.index_value(len, cx).unwrap_or_else(|| self.int(0));
                    self.at_any(e, index, len)
                }
            };
        }
        Spot { e, ty: self.b.program.ty(e), locs: array.var.locs }
    }

    fn shifted(&mut self, iterator: Iterator, offset: i128) -> ExprId {
        let i = self.get(iterator.var);
        match offset {
            0 => i,
            n if n > 0 => {
                let n = self.int(n);
                self.raw(BinOp::Add, i, n)
            }
            n => {
                let n = self.int(-n);
                self.raw(BinOp::Sub, i, n)
            }
        }
    }

    /// Subscripts for an array, in bounds by construction or by repair.
    pub(super) fn subscripts(&mut self, array: &Array) -> Vec<Subscript> {
        let pattern = self.on(Feature::AccessPattern) || self.f.avoid != Avoid::Tracked;
        if pattern && self.f.avoid == Avoid::Tracked {
            self.uses(Feature::AccessPattern);
        }
        let rank = array.dims.len();
        let depth = self.f.nest.len();
        let order = self.f.order;
        let one = if depth > 0 { self.c.index(depth) } else { 0 };
        let mut subscripts = Vec::with_capacity(rank);
        for (dim, &len) in array.dims.iter().enumerate() {
            // From the inside out, so that the last subscript is the innermost counter's.
            let from_end = rank - 1 - dim;
            let wanted = match order {
                _ if depth == 0 => None,
                Order::Nested => depth.checked_sub(1 + from_end),
                Order::Reversed => Some(from_end).filter(|n| *n < depth),
                Order::Diagonal => Some(one),
                Order::Any => Some(self.c.index(depth)),
            };
            // Without the policy subscripts are whatever comes: any expression.
            if !pattern && self.c.coin(1, 2) {
                subscripts.push(if self.c.coin(1, 3) { self.constant_subscript(len) } else { Subscript::Any });
                continue;
            }
            let counter = wanted.map(|n| self.f.nest[n]).filter(|i| i.high < i128::from(len));
            let special = self.c.weighted(&[80, if pattern { 8 } else { 0 }, if pattern { 12 } else { 0 }]);
            subscripts.push(match (counter, special) {
                (None, _) | (_, 1) => self.constant_subscript(len),
                (Some(i), 2) => Subscript::Counter(i, self.offset(i, len)),
                (Some(i), _) => Subscript::Counter(i, 0),
            });
        }
        if let (Fill::Classes { axis, .. }, Avoid::Classes(_), Some(&inner)) =
            (array.fill, self.f.avoid, self.f.nest.last())
        {
            subscripts[axis] = Subscript::Counter(inner, 0);
        }
        subscripts
    }

    /// A distance that stays in bounds.
    pub(super) fn offset(&mut self, i: Iterator, len: u64) -> i128 {
        let (least, most) = ((-i.low).max(-4), (i128::from(len) - 1 - i.high).min(4));
        self.c.range(least, most.max(least))
    }

    fn constant_subscript(&mut self, len: u64) -> Subscript {
        Subscript::Constant(self.c.range(0, i128::from(len) - 1))
    }
}

/// One subscript.
#[derive(Clone, Copy, Debug)]
pub enum Subscript {
    /// A number.
    Constant(i128),
    /// A counter and a distance.
    Counter(Iterator, i128),
    /// Any expression, reduced to the length.
    Any,
}
