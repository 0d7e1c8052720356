//! How a program is to look, without changing what it does: its language, and what that language has for the same thing.
//!
//! A [`Dress`] is plain data that whoever makes a program fills in; [`crate::print::program_as`] prints the program in it. What
//! of it is legal for how a program uses a thing is said by [`forms`], [`at_sites`], [`may_be_static`],
//! [`may_be_constexpr`], [`counted`] and [`may_reduce`].

pub(crate) mod arrays;
mod loops;
mod members;

pub use arrays::{at_sites, forms};
pub use loops::{Counted, counted, may_reduce};
pub use members::{may_be_constexpr, may_be_static};

use crate::tree::{ExprId, FieldIdx, FuncId, StmtId, VarId};
use crate::types::RecordId;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A version of C++.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum CppStandard {
    /// C++11
    Cpp11,
    /// C++14
    Cpp14,
    /// C++17
    Cpp17,
    /// C++20
    Cpp20,
}

impl CppStandard {
    /// Every version with what compilers call it after `-std=`.
    pub const TABLE: &[(CppStandard, &str)] = &[
        (CppStandard::Cpp11, "c++11"),
        (CppStandard::Cpp14, "c++14"),
        (CppStandard::Cpp17, "c++17"),
        (CppStandard::Cpp20, "c++20"),
    ];

    /// What compilers call it after `-std=`.
    pub fn name(self) -> &'static str {
        Self::TABLE.iter().find(|row| row.0 == self).map_or("c++11", |row| row.1)
    }
}

/// A language that programs are printed in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    /// GNU C17.
    C,
    /// C++.
    Cpp(CppStandard),
    /// Intel's language for single programs on multiple data; only the code half of a program can be in it.
    Ispc,
    /// C++17 with SYCL; only the code half of a program can be in it.
    Sycl,
}

/// What is to be known of a language.
#[derive(Clone, Copy, Debug)]
pub struct LanguageRow {
    /// One of the family.
    pub language: Language,
    /// Its name on the command line.
    pub name: &'static str,
    /// What the names of its files end with, after the dot.
    pub extension: &'static str,
    /// Its name in messages.
    pub title: &'static str,
}

impl Language {
    /// Every language, C++ once.
    pub const TABLE: &[LanguageRow] = &[
        LanguageRow { language: Language::C, name: "c", extension: "c", title: "C" },
        LanguageRow { language: Language::Cpp(CppStandard::Cpp17), name: "c++", extension: "cpp", title: "C++" },
        LanguageRow { language: Language::Ispc, name: "ispc", extension: "ispc", title: "ISPC" },
        LanguageRow { language: Language::Sycl, name: "sycl", extension: "cpp", title: "SYCL" },
    ];

    /// Its row of the table.
    pub fn row(self) -> &'static LanguageRow {
        let is_own = |row: &&LanguageRow| std::mem::discriminant(&row.language) == std::mem::discriminant(&self);
        Self::TABLE.iter().find(is_own).unwrap_or(&Self::TABLE[0])
    }

    /// The language with this name on the command line; C++ is C++17.
    pub fn find(name: &str) -> Option<Language> {
        Self::TABLE.iter().find(|row| row.name == name).map(|row| row.language)
    }

    /// Whether its text is for a C++ compiler.
    pub fn is_cpp(self) -> bool {
        matches!(self, Language::Cpp(_) | Language::Sycl)
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().title)
    }
}

/// What holds the elements of an array in C++.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ArrayForm {
    /// An array as in C.
    C,
    /// `std::array`
    StdArray,
    /// `std::vector`
    Vector,
    /// `std::valarray`
    Valarray,
}

impl ArrayForm {
    /// Every form with its template and the header that has it.
    pub const TABLE: &[(ArrayForm, &str, &str)] = &[
        (ArrayForm::C, "", ""),
        (ArrayForm::StdArray, "std::array", "array"),
        (ArrayForm::Vector, "std::vector", "vector"),
        (ArrayForm::Valarray, "std::valarray", "valarray"),
    ];
}

/// What the body of a function is put in, in C++.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Wrap {
    /// Nothing.
    Plain,
    /// A template of a function, with the result's type as its parameter, that the function instantiates and calls.
    Template,
    /// A lambda that the function calls.
    Lambda,
}

/// How partial results are combined; in no order that could matter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ReduceOp {
    /// Sum, of unsigned integers.
    Add,
    /// Product, of unsigned integers.
    Mul,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// The least.
    Min,
    /// The greatest.
    Max,
}

/// A loop whose iterations don't depend on each other but for reductions.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Parallel {
    /// Variables outside the loop that its iterations only add to, each in one way.
    pub reductions: Vec<(VarId, ReduceOp)>,
}

/// How a program is to look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dress {
    /// The language.
    pub language: Language,
    /// Forms of arrays at file scope (C++); those not here are as in C.
    pub arrays: BTreeMap<VarId, ArrayForm>,
    /// `Index` nodes that are written `.at(i)` (C++).
    pub at: BTreeSet<ExprId>,
    /// Members that are `static` (C++).
    pub static_members: BTreeSet<(RecordId, FieldIdx)>,
    /// What bodies are put in (C++); those not here are plain.
    pub wraps: BTreeMap<FuncId, Wrap>,
    /// Constants that are `constexpr` (C++).
    pub constants: BTreeSet<VarId>,
    /// Loops that may run in parallel (ISPC and SYCL).
    pub parallel: BTreeMap<StmtId, Parallel>,
}

impl Dress {
    /// The plainest dress of a language.
    pub const fn new(language: Language) -> Dress {
        Dress {
            language,
            arrays: BTreeMap::new(),
            at: BTreeSet::new(),
            static_members: BTreeSet::new(),
            wraps: BTreeMap::new(),
            constants: BTreeSet::new(),
            parallel: BTreeMap::new(),
        }
    }

    /// The form of an array.
    pub fn form(&self, var: VarId) -> ArrayForm {
        self.arrays.get(&var).copied().unwrap_or(ArrayForm::C)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_have_names() {
        for row in Language::TABLE {
            assert_eq!(Language::find(row.name), Some(row.language));
            assert_eq!(row.language.row().name, row.name);
        }
        assert_eq!(Language::Cpp(CppStandard::Cpp11).row().extension, "cpp");
        assert_eq!(Language::Sycl.to_string(), "SYCL");
        assert_eq!(Language::find("java"), None);
    }
}
