//! `if`, blocks and jumps.

use super::state::{Breakable, Gen};
use super::stmt::Production;
use crate::feature::Feature;
use lydite_lang::*;

/// The productions of this file.
pub const STATEMENTS: &[(Feature, Production)] = &[
    (Feature::If, |g, out| g.if_production(out, 0)),
    (Feature::IfElse, |g, out| g.if_production(out, 1)),
    (Feature::Block, Gen::block_production),
    (Feature::GotoForward, Gen::goto_forward),
    (Feature::GotoBackward, Gen::goto_backward),
    (Feature::Break, Gen::break_production),
    (Feature::Continue, Gen::continue_production),
    (Feature::EarlyReturn, Gen::early_return),
];

impl Gen {
    fn if_production(&mut self, out: &mut Vec<StmtId>, otherwise: u32) -> bool {
        if !self.may_nest() {
            return false;
        }
        let mut cx = self.cx();
        let c = self.condition(&mut cx);
        self.done(&cx);
        let then = self.block_stmt();
        let otherwise = match otherwise {
            0 => None,
            _ if self.c.coin(1, 4) && self.may_nest() => {
                let mut chain = Vec::new();
                self.f.nesting += 1;
                self.if_production(&mut chain, 1);
                self.f.nesting -= 1;
                match chain.len() {
                    1 => chain.pop(),
                    _ => Some(self.block_stmt()),
                }
            }
            _ => Some(self.block_stmt()),
        };
        let s = self.if_stmt(c, then, otherwise);
        out.push(s);
        true
    }

    fn block_production(&mut self, out: &mut Vec<StmtId>) -> bool {
        if !self.may_nest() {
            return false;
        }
        let s = self.block_stmt();
        out.push(s);
        true
    }

    /// A new label of the function being made.
    pub fn new_label(&mut self) -> LabelId {
        self.names.label += 1;
        let name = format!("lbl_{}", self.names.label);
        let name = self.name(&name);
        let func = self.f.func;
        self.b.program.labels.push(Label { name, func })
    }

    /// `label:;`
    pub fn label_stmt(&mut self, label: LabelId) -> StmtId {
        let empty = self.b.stmt(StmtKind::Empty);
        self.b.stmt(StmtKind::Label(label, empty))
    }

    /// Either a jump to a label after an enclosing statement, or a block with such a label after it.
    fn goto_forward(&mut self, out: &mut Vec<StmtId>) -> bool {
        if !self.f.exits.is_empty() && self.c.coin(2, 3) {
            let mut cx = self.cx();
            let c = self.condition(&mut cx);
            self.done(&cx);
            let at = self.c.index(self.f.exits.len());
            self.f.exits[at].1 = true;
            let label = self.f.exits[at].0;
            let jump = self.b.stmt(StmtKind::Goto(label));
            let s = self.if_stmt(c, jump, None);
            out.push(s);
            return true;
        }
        if !self.may_nest() {
            return false;
        }
        let label = self.new_label();
        self.f.exits.push((label, false));
        let mut cx = self.cx();
        let c = self.condition(&mut cx);
        self.done(&cx);
        let jump = self.b.stmt(StmtKind::Goto(label));
        let skip = self.if_stmt(c, jump, None);
        let block = self.block_stmt();
        self.f.exits.pop();
        out.push(skip);
        out.push(block);
        let s = self.label_stmt(label);
        out.push(s);
        true
    }

    /// `label: { ... } if (condition && more) goto label;`
    fn goto_backward(&mut self, out: &mut Vec<StmtId>) -> bool {
        let trips = self.trips(self.policy.trips);
        if !self.may_nest() || trips < 2 {
            return false;
        }
        let label = self.new_label();
        let (counter, decl) = self.fuel_counter(out);
        let s = self.label_stmt(label);
        out.push(s);
        let times = self.f.times;
        self.f.times = times.saturating_mul(trips);
        let block = self.block_stmt();
        out.push(block);
        let mut cx = self.cx();
        let c = self.condition(&mut cx);
        self.done(&cx);
        self.f.times = times;
        let c = self.bounded(c, counter, trips - 1, decl);
        let jump = self.b.stmt(StmtKind::Goto(label));
        let s = self.if_stmt(c, jump, None);
        out.push(s);
        true
    }

    fn break_production(&mut self, out: &mut Vec<StmtId>) -> bool {
        match self.f.breakable.last() {
            Some(Breakable::Loop) => {}
            _ => return false,
        }
        self.conditional_jump(StmtKind::Break, out);
        true
    }

    fn continue_production(&mut self, out: &mut Vec<StmtId>) -> bool {
        if !self.in_loop() {
            return false;
        }
        self.conditional_jump(StmtKind::Continue, out);
        true
    }

    fn conditional_jump(&mut self, jump: StmtKind, out: &mut Vec<StmtId>) {
        let mut cx = self.cx();
        let c = self.condition(&mut cx);
        self.done(&cx);
        let jump = self.b.stmt(jump);
        let s = self.if_stmt(c, jump, None);
        out.push(s);
    }

    fn early_return(&mut self, out: &mut Vec<StmtId>) -> bool {
        let mut cx = self.cx();
        let c = self.condition(&mut cx);
        self.done(&cx);
        let mut inner = Vec::new();
        self.return_stmt(&mut inner);
        let then = self.block(inner);
        let s = self.if_stmt(c, then, None);
        out.push(s);
        true
    }
}
