//! Interned identifiers.

use rustc_hash::FxHashMap;

crate::entity_id! {
    /// An interned identifier.
    Name
}

/// The identifiers of one program.
#[derive(Clone, Debug, Default)]
pub struct Names {
    texts: Vec<Box<str>>,
    ids: FxHashMap<Box<str>, Name>,
}

impl Names {
    /// The name with this text, made if new.
    pub fn intern(&mut self, text: &str) -> Name {
        if let Some(&name) = self.ids.get(text) {
            return name;
        }
        let name = Name(self.texts.len() as u32);
        self.texts.push(text.into());
        self.ids.insert(text.into(), name);
        name
    }
    /// The name with this text, if it exists.
    pub fn find(&self, text: &str) -> Option<Name> {
        self.ids.get(text).copied()
    }
    /// The text of a name.
    #[inline]
    pub fn text(&self, name: Name) -> &str {
        &self.texts[name.0 as usize]
    }
    /// How many names there are.
    pub fn len(&self) -> usize {
        self.texts.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }
}
