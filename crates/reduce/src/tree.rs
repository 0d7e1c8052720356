//! What a pass sees, and the draft it makes.

use crate::draft::{Draft, EditIndex};
use crate::edit::{self, Node, Proposal};
use crate::judge::{Judge, Reading};
use crate::reach::{Reach, is_finite};
use crate::render::{Header, render};
use crate::tidy::tidy;
use lydite_lang::*;
use lydite_machine::{Limits, Profile, ProfileOptions};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// A program with what is known of it.
pub(crate) struct Tree {
    pub program: Arc<Program>,
    pub reach: Reach,
    /// Whether it must have a `main` function.
    pub is_whole: bool,
    /// What its run did, if it was run.
    pub profile: Option<Profile>,
}

impl Tree {
    /// Looks at a program; runs it if its meaning matters.
    pub(crate) fn new(program: Arc<Program>, judge: &Judge<'_>, needs: Needs, steps: u64) -> Tree {
        let reach = Reach::of(&program);
        let is_whole = judge.meaning() == crate::api::Meaning::Defined;
        let profile = (needs == Needs::Profile && is_whole).then(|| {
            // A profiled run takes a few more steps.
            let steps = steps.saturating_mul(4).saturating_add(100_000).min(judge.limits().steps);
            let limits = Limits { steps, ..judge.limits().clone() };
            lydite_machine::run_with_profile(&program, &limits, &ProfileOptions { values: 2 }).1
        });
        Tree { program, reach, is_whole, profile }
    }
}

impl Tree {
    /// Whether a function must stay.
    pub(crate) fn is_needed(&self, f: FuncId) -> bool {
        self.is_whole && self.program.names.text(self.program.funcs[f].name) == "main"
    }
}

/// Whether a pass wants to know what the program's run did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Needs {
    Nothing,
    Profile,
}

/// A tree with proposals.
pub(crate) struct TreeDraft {
    program: Arc<Program>,
    header: Header,
    proposals: Vec<Proposal>,
    /// The most nodes an edited tree may have.
    most: usize,
}

impl TreeDraft {
    pub(crate) fn new(tree: &Tree, header: Header, proposals: Vec<Proposal>) -> Self {
        let most = tree.reach.sites.len() * 4 + 1000;
        TreeDraft { program: Arc::clone(&tree.program), header, proposals, most }
    }

    fn edited(&self, chosen: &[EditIndex]) -> Option<Program> {
        let mut program = Program::clone(&self.program);
        for &i in chosen {
            edit::apply(&mut program, &self.proposals[i as usize].edit);
        }
        if !is_finite(&program, self.most) {
            return None;
        }
        tidy(&mut program);
        Some(program)
    }
}

impl Draft for TreeDraft {
    fn len(&self) -> usize {
        self.proposals.len()
    }

    fn level(&self, edit: EditIndex) -> u32 {
        self.proposals[edit as usize].level
    }

    fn weight(&self, edit: EditIndex) -> u32 {
        self.proposals[edit as usize].weight
    }

    fn text(&self, chosen: &[EditIndex]) -> Option<String> {
        Some(render(&self.edited(chosen)?, &self.header))
    }

    fn prune(&self, chosen: &[EditIndex], rest: &mut Vec<EditIndex>) {
        let Some(edited) = self.edited(chosen) else { return };
        let reach = Reach::of(&edited);
        let sites: FxHashSet<Node> = reach.sites.iter().map(|site| site.node).collect();
        let declared: FxHashSet<VarId> = reach.declared.iter().copied().collect();
        rest.retain(|&i| match self.proposals[i as usize].node {
            Node::Stmt(_) | Node::Expr(_) => sites.contains(&self.proposals[i as usize].node),
            Node::Var(v) => declared.contains(&v),
            Node::Func(_) | Node::Record(_) | Node::Whole => true,
        });
    }

    fn header(&self) -> Option<&Header> {
        Some(&self.header)
    }

    fn reading(&self) -> Reading {
        Reading::Tree
    }
}
