//! Names for what has none of its own, or shares it: tags, enumeration constants, type aliases.

use crate::tree::{Program, VarId};
use crate::types::{EnumId, QType, RecordId};
use rustc_hash::{FxHashMap, FxHashSet};

/// A structure, union or enumeration: they share one name space.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Tag {
    Record(RecordId),
    Enum(EnumId),
}

/// The names given so far.
#[derive(Default)]
pub(super) struct NameTable {
    tags: FxHashMap<Tag, String>,
    used_tags: FxHashSet<String>,
    constants: FxHashMap<EnumId, Vec<String>>,
    aliases: FxHashMap<QType, String>,
    renamed: FxHashMap<VarId, String>,
    /// Names at file scope and of variables anywhere.
    ordinary: FxHashSet<String>,
    /// Names at file scope.
    file: FxHashSet<String>,
}

impl NameTable {
    pub(super) fn new(program: &Program) -> Self {
        let mut table = NameTable::default();
        for (_, var) in program.vars.iter() {
            if let Some(name) = var.name {
                table.ordinary.insert(program.names.text(name).to_owned());
            }
        }
        for &item in &program.items {
            if let crate::tree::Item::Var(var) = item
                && let Some(name) = program.vars[var].name
            {
                table.file.insert(program.names.text(name).to_owned());
            }
        }
        for (_, func) in program.funcs.iter() {
            table.ordinary.insert(program.names.text(func.name).to_owned());
            table.file.insert(program.names.text(func.name).to_owned());
        }
        table
    }

    /// The tag of a record or enumeration, unique in the file.
    pub(super) fn tag(&mut self, program: &Program, tag: Tag) -> String {
        if let Some(name) = self.tags.get(&tag) {
            return name.clone();
        }
        let own = match tag {
            Tag::Record(id) => program.types.records[id].tag,
            Tag::Enum(id) => program.types.enums[id].tag,
        };
        let wanted = own.map_or("anonymous", |name| program.names.text(name));
        let name = if own.is_some() && !self.used_tags.contains(wanted) {
            wanted.to_owned()
        } else {
            fresh(wanted, |name| self.used_tags.contains(name) || program.names.find(name).is_some())
        };
        self.used_tags.insert(name.clone());
        self.tags.insert(tag, name.clone());
        name
    }

    /// The names of an enumeration's constants, unique at file scope.
    pub(super) fn constants(&mut self, program: &Program, id: EnumId) -> Vec<String> {
        if let Some(names) = self.constants.get(&id) {
            return names.clone();
        }
        let mut names = Vec::new();
        for (name, _) in &program.types.enums[id].constants {
            let wanted = program.names.text(*name);
            let name = if self.file.contains(wanted) {
                fresh(wanted, |name| self.file.contains(name) || program.names.find(name).is_some())
            } else {
                wanted.to_owned()
            };
            self.file.insert(name.clone());
            self.ordinary.insert(name.clone());
            names.push(name);
        }
        self.constants.insert(id, names.clone());
        names
    }

    /// The name of a type alias; `wanted` is what it should be like.
    pub(super) fn alias(&mut self, ty: QType, wanted: &str) -> String {
        if let Some(name) = self.aliases.get(&ty) {
            return name.clone();
        }
        // Unlike tags, aliases are not part of the program that is read back: they must come out the same again.
        let name = if self.ordinary.contains(wanted) {
            fresh(wanted, |name| self.ordinary.contains(name))
        } else {
            wanted.to_owned()
        };
        self.ordinary.insert(name.clone());
        self.aliases.insert(ty, name.clone());
        name
    }

    /// The new name of a local variable that has none, or one that hides what its function uses.
    pub(super) fn renamed(&mut self, var: VarId, wanted: &str) -> String {
        if let Some(name) = self.renamed.get(&var) {
            return name.clone();
        }
        let name = self.local(wanted);
        self.renamed.insert(var, name.clone());
        name
    }

    /// A name for a new local variable.
    pub(super) fn local(&mut self, wanted: &str) -> String {
        let name = fresh(wanted, |name| self.ordinary.contains(name));
        self.ordinary.insert(name.clone());
        name
    }
}

/// `wanted_1`, `wanted_2`, ...: the first that is free.
fn fresh(wanted: &str, is_taken: impl Fn(&str) -> bool) -> String {
    (1u64..).map(|i| format!("{wanted}_{i}")).find(|name| !is_taken(name)).unwrap_or_default()
}
