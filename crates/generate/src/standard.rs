//! Versions of C, as compilers' `-std` names them.

/// A version of C, with or without GNU's extensions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Standard {
    /// 1999, 2011, 2017 or 2023.
    pub year: u16,
    /// Whether extensions that gcc and clang share may be used.
    pub gnu: bool,
}

/// Every version with its name.
pub const STANDARDS: &[(&str, Standard)] = &[
    ("c99", Standard { year: 1999, gnu: false }),
    ("c11", Standard { year: 2011, gnu: false }),
    ("c17", Standard { year: 2017, gnu: false }),
    ("c23", Standard { year: 2023, gnu: false }),
    ("gnu99", Standard { year: 1999, gnu: true }),
    ("gnu11", Standard { year: 2011, gnu: true }),
    ("gnu17", Standard { year: 2017, gnu: true }),
    ("gnu23", Standard { year: 2023, gnu: true }),
];

impl Standard {
    /// What is used if nothing is said.
    pub const DEFAULT: Standard = Standard { year: 2017, gnu: true };

    /// The version with this name.
    pub fn find(name: &str) -> Option<Standard> {
        STANDARDS.iter().find(|row| row.0 == name).map(|row| row.1)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        STANDARDS.iter().find(|row| row.1 == self).map_or("gnu17", |row| row.0)
    }

    /// Whether a program of this version may use something that needs `other`.
    pub fn allows(self, other: Standard) -> bool {
        self.year >= other.year && (self.gnu || !other.gnu)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_again_and_extensions_need_gnu() {
        for &(name, standard) in STANDARDS {
            assert_eq!(Standard::find(name), Some(standard));
            assert_eq!(standard.name(), name);
        }
        let (gnu99, c17) = (Standard::find("gnu99").unwrap(), Standard::find("c17").unwrap());
        assert!(!c17.allows(gnu99));
        assert!(!gnu99.allows(c17));
        assert!(Standard::DEFAULT.allows(gnu99) && Standard::DEFAULT.allows(c17));
    }
}
