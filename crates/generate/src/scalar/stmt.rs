//! Statements: declarations, assignments, conditionals, and patterns that optimisations look for.

use super::parameter::Parameter;
use super::pattern::PATTERNS;
use crate::feature::Feature;
use crate::general::{Home, vector};
use crate::make::policy::Leaves;
use crate::make::state::Gen;
use lydite_lang::*;

impl Gen {
    /// One statement, or the statements of a pattern.
    pub(crate) fn scalar_stmt(&mut self, out: &mut Vec<StmtId>) {
        let (context, leaves) = (self.context, self.leaves);
        self.scalar_region();
        if !self.pattern_stmt(out) && !self.plain_stmt(out) && !self.assign_stmt(out) {
            // Nothing can be assigned yet: a variable is what is missing.
            self.scalar_local(out);
        }
        (self.context, self.leaves) = (context, leaves);
    }

    /// The statements of a pattern, about every third time.
    fn pattern_stmt(&mut self, out: &mut Vec<StmtId>) -> bool {
        let usual: u32 = PATTERNS.iter().map(|(feature, _)| feature.row().weight).sum();
        let mut weights = vec![2 * usual];
        weights.extend(PATTERNS.iter().map(|(feature, _)| self.weight(*feature)));
        let Some(n) = self.c.weighted(&weights).checked_sub(1) else { return false };
        let (feature, sketches) = PATTERNS[n];
        let made = self.idiom(sketches, out);
        if made {
            self.uses(feature);
        }
        made
    }

    fn plain_stmt(&mut self, out: &mut Vec<StmtId>) -> bool {
        let may_nest = self.may_nest();
        let name = self.pick_name(Parameter::Statement, |name| !name.starts_with("if") || may_nest);
        match name {
            "declaration" => self.scalar_local(out),
            "update" => self.compound_assign_stmt(out),
            "if" | "if-else" => {
                let mut cx = self.cx();
                let c = self.condition(&mut cx);
                self.done(&cx);
                let then = self.scalar_block();
                let otherwise = if name == "if" { None } else { Some(self.scalar_block()) };
                let s = self.if_stmt(c, then, otherwise);
                out.push(s);
                true
            }
            "vector" => vector::straight(self, out),
            _ => self.assign_stmt(out),
        }
    }

    /// A block, all of which may keep to some operators.
    fn scalar_block(&mut self) -> StmtId {
        let (context, leaves) = (self.context.take(), self.leaves);
        if self.c.coin(1, 3) {
            self.scalar_region();
        }
        // Leaves are chosen for each statement.
        self.leaves = Leaves::Any;
        let s = self.block_stmt();
        (self.context, self.leaves) = (context, leaves);
        s
    }

    /// A local variable with a first value: mostly a scalar, at times a pointer to another.
    fn scalar_local(&mut self, out: &mut Vec<StmtId>) -> bool {
        let may_point = self.on(Feature::Pointer) && self.visible().any(|v| v.addressable);
        let ty = match may_point && self.c.coin(1, 8) {
            true => self.pointer_ty(),
            false => self.scalar_ty(),
        };
        // What is known of a local variable goes on to where it is used.
        let leaves = self.leaves;
        self.draw_leaves();
        let made = self.new_variable(ty.into(), Home::Local, out).is_some();
        self.leaves = leaves;
        made
    }
}
