//! The shortest names: `a`, `b`, `c` in the order of the text.

use crate::edit::{Edit, Named, Node, Proposal};
use crate::tree::Tree;
use lydite_lang::*;
use rustc_hash::FxHashSet;

/// Short words that are not free.
const TAKEN: &[&str] =
    &["do", "if", "or", "asm", "for", "int", "and", "not", "xor", "y0", "y1", "yn", "j0", "j1", "jn"];

/// Names in order of length.
struct Fresh {
    next: usize,
    taken: FxHashSet<String>,
}

impl Fresh {
    fn new(taken: FxHashSet<String>) -> Self {
        Fresh { next: 0, taken }
    }

    fn name(&mut self) -> String {
        loop {
            let mut left = self.next;
            self.next += 1;
            let mut text = Vec::new();
            loop {
                text.push(b'a' + (left % 26) as u8);
                left /= 26;
                if left == 0 {
                    break;
                }
                left -= 1;
            }
            let name: String = text.iter().rev().map(|&c| char::from(c)).collect();
            if !TAKEN.contains(&name.as_str()) && !self.taken.contains(&name) {
                return name;
            }
        }
    }
}

pub(super) fn list(tree: &Tree) -> Vec<Proposal> {
    let p = &*tree.program;
    let mut ordinary: Vec<(Place, usize, Named)> = Vec::new();
    let mut kept = FxHashSet::default();
    for (f, function) in p.funcs.iter() {
        let name = p.names.text(function.name);
        if function.body.is_some() && name != "main" {
            ordinary.push((function.place, ordinary.len(), Named::Func(f)));
        } else if name == "main" || tree.reach.calls(f) > 0 {
            kept.insert(name.to_owned());
        }
    }
    for &v in &tree.reach.declared {
        let var = &p.vars[v];
        let Some(name) = var.name else { continue };
        if var.storage == Storage::Extern {
            kept.insert(p.names.text(name).to_owned());
        } else {
            ordinary.push((var.place, ordinary.len(), Named::Var(v)));
        }
    }
    ordinary.sort_by_key(|row| (row.0, row.1));
    let mut found = Vec::new();
    let mut fresh = Fresh::new(kept);
    for (_, _, named) in ordinary {
        propose(p, named, fresh.name(), &mut found);
    }
    for (e, info) in p.types.enums.iter() {
        for at in 0..info.constants.len() {
            propose(p, Named::Constant(e, at), fresh.name(), &mut found);
        }
    }
    let mut tags = Fresh::new(FxHashSet::default());
    for (r, record) in p.types.records.iter() {
        if record.tag.is_some() {
            propose(p, Named::Record(r), tags.name(), &mut found);
        }
        let mut members = Fresh::new(FxHashSet::default());
        for (at, _) in record.fields.iter().enumerate().filter(|(_, field)| field.name.is_some()) {
            propose(p, Named::Field(r, at), members.name(), &mut found);
        }
    }
    for (e, info) in p.types.enums.iter() {
        if info.tag.is_some() {
            propose(p, Named::Enum(e), tags.name(), &mut found);
        }
    }
    let mut labels = Fresh::new(FxHashSet::default());
    for (l, _) in p.labels.iter() {
        propose(p, Named::Label(l), labels.name(), &mut found);
    }
    found.extend(builtins(tree));
    found
}

fn propose(p: &Program, named: Named, name: String, found: &mut Vec<Proposal>) {
    let old = match named {
        Named::Var(v) => p.vars[v].name,
        Named::Func(f) => Some(p.funcs[f].name),
        Named::Record(r) => p.types.records[r].tag,
        Named::Enum(e) => p.types.enums[e].tag,
        Named::Field(r, at) => p.types.records[r].fields[at].name,
        Named::Constant(e, at) => Some(p.types.enums[e].constants[at].0),
        Named::Label(l) => Some(p.labels[l].name),
    };
    if old.is_some_and(|old| p.names.text(old) != name) {
        found.push(Proposal::new(Node::Whole, 0, 1, Edit::Rename(named, name)));
    }
}

/// Library functions that compilers have of their own need no declaration.
fn builtins(tree: &Tree) -> Vec<Proposal> {
    let p = &*tree.program;
    let mut found = Vec::new();
    for (f, function) in p.funcs.iter() {
        let name = p.names.text(function.name);
        if function.body.is_none() && tree.reach.calls(f) > 0 && !name.starts_with("__builtin_") {
            let edit = Edit::Rename(Named::Func(f), format!("__builtin_{name}"));
            found.push(Proposal::new(Node::Func(f), 1, 8, edit));
        }
    }
    found
}
