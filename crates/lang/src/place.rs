//! Places in source files.

crate::entity_id! {
    /// A source file of a program.
    FileId
}

/// A place in a source file: line and column count from one; line 0 means "no place".
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Place {
    /// The line, from one.
    pub line: u32,
    /// The file, as an index into [`Files`].
    pub file: u16,
    /// The column in bytes, from one, 65535 if beyond.
    pub column: u16,
}

impl Place {
    /// The absence of a place, for trees that were not read from text.
    pub const NONE: Place = Place { line: 0, file: 0, column: 0 };

    /// Whether this is a real place.
    pub fn is_some(self) -> bool {
        self.line != 0
    }
}

/// The names of the source files of a program.
#[derive(Clone, Debug, Default)]
pub struct Files {
    names: Vec<String>,
}

impl Files {
    /// The id of the file with this name, made if new.
    pub fn intern(&mut self, name: &str) -> FileId {
        if let Some(i) = self.names.iter().position(|n| n == name) {
            return FileId(i as u32);
        }
        self.names.push(name.to_owned());
        FileId(self.names.len() as u32 - 1)
    }
    /// The file's name as it was given.
    pub fn name(&self, place: Place) -> &str {
        self.names.get(place.file as usize).map_or("<none>", String::as_str)
    }
}
