//! Pragmas about loops.
//!
//! Only such as ask for something: a promise that did not hold would make a program undefined. Clang takes a request to vectorise or
//! interleave for leave to add floating numbers in another order, so loops with such get none of these.

use crate::feature::Feature;
use crate::make::state::Gen;
use lydite_lang::{Pragma, PragmaKind, StmtId, visit};

/// Pragmas of which a loop has at most one: compilers refuse what contradicts itself.
const GROUPS: &[&[PragmaKind]] = &[
    &[
        PragmaKind::VectorizeEnable,
        PragmaKind::VectorizeWidth,
        PragmaKind::VectorizePredicate,
        PragmaKind::VectorizeDisable,
    ],
    &[PragmaKind::InterleaveEnable, PragmaKind::InterleaveCount, PragmaKind::InterleaveDisable],
    // Clang knows gcc's, too.
    &[
        PragmaKind::UnrollEnable,
        PragmaKind::UnrollCount,
        PragmaKind::GccUnroll,
        PragmaKind::UnrollFull,
        PragmaKind::UnrollDisable,
    ],
    &[PragmaKind::DistributeEnable],
    &[PragmaKind::GccNovector],
];

impl Gen {
    /// Perhaps gives a loop pragmas.
    pub(crate) fn pragmas(&mut self, stmt: StmtId) {
        if !self.on(Feature::LoopPragma) || !self.c.coin(self.weight(Feature::LoopPragma).min(60), 100) {
            return;
        }
        self.c.open("pragmas");
        let mut chosen = Vec::new();
        let is_exact = !visit::any_expr(&self.b.program, stmt, &mut |p, e| p.types.is_float(p.ty(e).ty));
        for group in GROUPS.iter().filter(|group| is_exact || !group[0].may_reorder()) {
            if self.c.coin(1, 3) {
                let kind = group[self.c.index(group.len())];
                let count = [2, 4, 8, 16][self.c.index(4)];
                chosen.push(Pragma::new(kind, count));
            }
        }
        if !chosen.is_empty() {
            self.uses(Feature::LoopPragma);
            self.b.program.pragmas.insert(stmt, chosen);
        }
        self.c.close();
    }
}
