//! Names in scope: ordinary identifiers and tags.
//!
//! Each name knows its innermost binding directly; leaving a scope pops that scope's bindings off one stack.

use lydite_lang::builtins::BuiltinRow;
use lydite_lang::{FuncId, Name, QType, TypeId, VarId};

/// What an ordinary identifier stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum What {
    Typedef(QType),
    Var(VarId),
    Func(FuncId),
    /// An enumeration constant, by position in [`Scopes::constants`].
    Const(u32),
    /// A parameter of a prototype, by position in the parser's list.
    Pending(u32),
    Builtin(&'static BuiltinRow),
}

#[derive(Clone, Copy)]
struct Binding<W> {
    what: W,
    name: Name,
    previous: u32,
    scope: u32,
}

/// Bindings of one name space.
struct Space<W> {
    /// One plus the position of each name's innermost binding.
    innermost: Vec<u32>,
    bindings: Vec<Binding<W>>,
}

impl<W: Copy> Space<W> {
    fn new() -> Self {
        Space { innermost: Vec::new(), bindings: Vec::new() }
    }
    fn find(&self, name: Name) -> Option<&Binding<W>> {
        let at = *self.innermost.get(name.0 as usize)?;
        if at == 0 { None } else { self.bindings.get(at as usize - 1) }
    }
    fn bind(&mut self, name: Name, what: W, scope: u32) {
        let i = name.0 as usize;
        if i >= self.innermost.len() {
            self.innermost.resize((i + 1).next_power_of_two(), 0);
        }
        let previous = self.innermost[i];
        if previous != 0 {
            let old = &mut self.bindings[previous as usize - 1];
            if old.scope == scope {
                old.what = what;
                return;
            }
        }
        self.bindings.push(Binding { what, name, previous, scope });
        self.innermost[i] = self.bindings.len() as u32;
    }
    fn cut(&mut self, len: usize) {
        while self.bindings.len() > len {
            if let Some(binding) = self.bindings.pop() {
                self.innermost[binding.name.0 as usize] = binding.previous;
            }
        }
    }
}

/// All scopes that are open.
pub(crate) struct Scopes {
    ordinary: Space<What>,
    tags: Space<TypeId>,
    marks: Vec<(usize, usize)>,
    /// Values and types of enumeration constants.
    pub(crate) constants: Vec<(i128, TypeId)>,
}

impl Scopes {
    pub(crate) fn new() -> Self {
        Scopes { ordinary: Space::new(), tags: Space::new(), marks: Vec::new(), constants: Vec::new() }
    }
    /// The number of scopes inside the file scope.
    pub(crate) fn level(&self) -> u32 {
        self.marks.len() as u32
    }
    pub(crate) fn enter(&mut self) {
        self.marks.push((self.ordinary.bindings.len(), self.tags.bindings.len()));
    }
    pub(crate) fn leave(&mut self) {
        if let Some((ordinary, tags)) = self.marks.pop() {
            self.ordinary.cut(ordinary);
            self.tags.cut(tags);
        }
    }
    pub(crate) fn find(&self, name: Name) -> Option<What> {
        self.ordinary.find(name).map(|b| b.what)
    }
    /// The binding made in the current scope itself.
    pub(crate) fn find_here(&self, name: Name) -> Option<What> {
        self.ordinary.find(name).filter(|b| b.scope == self.level()).map(|b| b.what)
    }
    pub(crate) fn bind(&mut self, name: Name, what: What) {
        let level = self.level();
        self.ordinary.bind(name, what, level);
    }
    pub(crate) fn bind_const(&mut self, name: Name, value: i128, ty: TypeId) {
        self.constants.push((value, ty));
        let at = self.constants.len() as u32 - 1;
        self.bind(name, What::Const(at));
    }
    pub(crate) fn find_tag(&self, name: Name) -> Option<TypeId> {
        self.tags.find(name).map(|b| b.what)
    }
    pub(crate) fn find_tag_here(&self, name: Name) -> Option<TypeId> {
        self.tags.find(name).filter(|b| b.scope == self.level()).map(|b| b.what)
    }
    pub(crate) fn bind_tag(&mut self, name: Name, ty: TypeId) {
        let level = self.level();
        self.tags.bind(name, ty, level);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_bindings_hide_and_go() {
        let mut scopes = Scopes::new();
        let name = Name(7);
        scopes.bind(name, What::Typedef(TypeId::INT.into()));
        scopes.enter();
        assert!(scopes.find_here(name).is_none());
        scopes.bind(name, What::Var(VarId(3)));
        assert!(matches!(scopes.find(name), Some(What::Var(VarId(3)))));
        scopes.leave();
        assert!(matches!(scopes.find(name), Some(What::Typedef(_))));
        assert!(scopes.find(Name(8)).is_none());
    }
}
