//! `switch`: dense, sparse, with ranges, with and without fall-through.

use super::state::{Breakable, Gen};
use super::stmt::Production;
use crate::feature::Feature;
use lydite_lang::*;

/// The productions of this file.
pub const STATEMENTS: &[(Feature, Production)] = &[
    (Feature::SwitchDense, |g, out| g.switch(out, Feature::SwitchDense)),
    (Feature::SwitchSparse, |g, out| g.switch(out, Feature::SwitchSparse)),
    (Feature::SwitchRange, |g, out| g.switch(out, Feature::SwitchRange)),
];

impl Gen {
    fn switch(&mut self, out: &mut Vec<StmtId>, kind: Feature) -> bool {
        if !self.may_nest() {
            return false;
        }
        self.c.open("switch");
        let mut cx = self.cx();
        let e = self.value(TypeId::INT, &mut cx);
        self.done(&cx);
        let mut e = self.load(e);
        // Cases near zero are only met if the condition is brought near them.
        let count = 2 + self.c.index(7);
        if self.int_of(self.b.type_of(e)).bits > 64
            || matches!(self.b.program.types.int_kind_of(self.b.type_of(e)), Some(IntKind::BitInt { .. }))
        {
            e = self.cast(e, TypeId::INT);
        }
        if self.c.coin(2, 3) && kind != Feature::SwitchSparse {
            let mask = self.int(if count > 4 { 7 } else { 3 });
            e = self.raw(BinOp::And, e, mask);
        }
        let e = super::dsl::built(self.b.promote(e));
        let t = self.int_of(self.b.type_of(e));
        let values = self.case_values(kind, count, t);
        let mut stmts = Vec::new();
        self.f.breakable.push(Breakable::Switch);
        let falls = self.on(Feature::SwitchFallThrough);
        let default_at = self.c.index(values.len() + 2);
        for (i, &(lo, hi)) in values.iter().enumerate() {
            self.c.open("case");
            if i == default_at {
                self.default_case(&mut stmts);
            }
            let body = self.block_stmt();
            let s = self.b.stmt(StmtKind::Case(Box::new((lo, hi)), body));
            stmts.push(s);
            if falls && self.c.coin(self.weight(Feature::SwitchFallThrough).min(90), 150) {
                self.uses(Feature::SwitchFallThrough);
            } else {
                let s = self.b.stmt(StmtKind::Break);
                stmts.push(s);
            }
            self.c.close();
        }
        if default_at == values.len() {
            self.default_case(&mut stmts);
        }
        self.f.breakable.pop();
        let body = self.block(stmts);
        let s = self.b.stmt(StmtKind::Switch(e, body));
        out.push(s);
        self.c.close();
        true
    }

    fn default_case(&mut self, stmts: &mut Vec<StmtId>) {
        let body = self.block_stmt();
        let s = self.b.stmt(StmtKind::Default(body));
        stmts.push(s);
        let s = self.b.stmt(StmtKind::Break);
        stmts.push(s);
    }

    fn case_values(&mut self, kind: Feature, count: usize, t: IntType) -> Vec<(i128, i128)> {
        let mut values = Vec::new();
        let mut next: i128 = if t.signed { self.c.range(-3, 2) } else { self.c.range(0, 2) };
        if kind == Feature::SwitchSparse {
            for _ in 0..count {
                let v = t.wrap(i128::from(self.c.word(u32::from(t.bits.min(31))) as u32));
                if values.iter().all(|&(lo, _)| lo != v) {
                    values.push((v, v));
                }
            }
            return values;
        }
        for i in 0..count {
            let wide =
                if kind == Feature::SwitchRange && (i == 0 || self.c.coin(1, 3)) { self.c.range(1, 5) } else { 0 };
            values.push((next, next + wide));
            next += wide + 1 + if self.c.coin(1, 6) { self.c.range(1, 3) } else { 0 };
        }
        values
    }
}
