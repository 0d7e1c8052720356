//! Names for what has none of its own, or shares it: tags, enumeration constants, type aliases.

use crate::names::Name;
use crate::tree::{Item, Program, Storage, VarId};
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
    /// What the program's own names are the names of, by name.
    own: Vec<Own>,
    /// New names at file scope and of variables anywhere.
    ordinary: FxHashSet<String>,
    /// New names at file scope.
    file: FxHashSet<String>,
}

/// What a name of the program is the name of.
#[derive(Clone, Copy, Default)]
struct Own {
    /// A function or a variable anywhere.
    ordinary: bool,
    /// A function or a variable at file scope that the program declares.
    file: bool,
    /// A function or a variable that is not a local one.
    outer: bool,
}

impl NameTable {
    pub(super) fn new(program: &Program) -> Self {
        let mut own = vec![Own::default(); program.names.len()];
        for (_, var) in program.vars.iter() {
            if let Some(name) = var.name {
                let entry = &mut own[name.0 as usize];
                entry.ordinary = true;
                entry.outer |= matches!(var.storage, Storage::Global | Storage::StaticGlobal | Storage::Extern);
            }
        }
        for &item in &program.items {
            if let Item::Var(var) = item
                && let Some(name) = program.vars[var].name
            {
                own[name.0 as usize].file = true;
            }
        }
        for (_, func) in program.funcs.iter() {
            own[func.name.0 as usize] = Own { ordinary: true, file: true, outer: true };
        }
        NameTable { own, ..NameTable::default() }
    }

    /// Whether something that is not a local variable has this name.
    pub(super) fn is_outer(&self, name: Name) -> bool {
        self.own.get(name.0 as usize).is_none_or(|own| own.outer)
    }

    fn own(&self, program: &Program, name: &str) -> Own {
        program.names.find(name).and_then(|name| self.own.get(name.0 as usize)).copied().unwrap_or_default()
    }

    fn has_ordinary(&self, program: &Program, name: &str) -> bool {
        self.own(program, name).ordinary || self.ordinary.contains(name)
    }

    fn has_file(&self, program: &Program, name: &str) -> bool {
        self.own(program, name).file || self.file.contains(name)
    }

    /// The tag of a record or enumeration, unique in the file.
    pub(super) fn tag(&mut self, program: &Program, tag: Tag) -> &str {
        if !self.tags.contains_key(&tag) {
            self.new_tag(program, tag);
        }
        self.tags.get(&tag).map_or("", String::as_str)
    }

    fn new_tag(&mut self, program: &Program, tag: Tag) {
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
        self.tags.insert(tag, name);
    }

    /// The names of an enumeration's constants, unique at file scope.
    pub(super) fn constants(&mut self, program: &Program, id: EnumId) -> Vec<String> {
        if let Some(names) = self.constants.get(&id) {
            return names.clone();
        }
        let mut names = Vec::new();
        for (name, _) in &program.types.enums[id].constants {
            let wanted = program.names.text(*name);
            let name = if self.has_file(program, wanted) {
                fresh(wanted, |name| self.has_file(program, name) || program.names.find(name).is_some())
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
    pub(super) fn alias(&mut self, program: &Program, ty: QType, wanted: &str) -> String {
        if let Some(name) = self.aliases.get(&ty) {
            return name.clone();
        }
        // Unlike tags, aliases are not part of the program that is read back: they must come out the same again.
        let name = if self.has_ordinary(program, wanted) {
            fresh(wanted, |name| self.has_ordinary(program, name))
        } else {
            wanted.to_owned()
        };
        self.ordinary.insert(name.clone());
        self.aliases.insert(ty, name.clone());
        name
    }

    /// The new name of a local variable that has none, or one that hides what its function uses.
    pub(super) fn renamed(&mut self, program: &Program, var: VarId, wanted: &str) -> String {
        if let Some(name) = self.renamed.get(&var) {
            return name.clone();
        }
        let name = self.local(program, wanted);
        self.renamed.insert(var, name.clone());
        name
    }

    /// A name for a new local variable.
    pub(super) fn local(&mut self, program: &Program, wanted: &str) -> String {
        let name = fresh(wanted, |name| self.has_ordinary(program, name));
        self.ordinary.insert(name.clone());
        name
    }
}

/// `wanted_1`, `wanted_2`, ...: the first that is free.
fn fresh(wanted: &str, is_taken: impl Fn(&str) -> bool) -> String {
    (1u64..).map(|i| format!("{wanted}_{i}")).find(|name| !is_taken(name)).unwrap_or_default()
}
