//! What Csmith can't make.

mod computed_goto;
pub mod function_pointer;
mod ground;
mod memory;
mod overflow;
mod pointer_walk;
mod promise;
mod recursion;
mod restrict;
pub mod result;
mod text;
pub mod variadic;
pub mod vector;
mod vla;
mod wide;

use super::stmt::Production;
use crate::feature::Feature;

/// Functions that only the productions that made them can call.
#[derive(Clone, Debug, Default)]
pub struct Special {
    /// Function pointers, tables and what takes them.
    pub pointers: function_pointer::Pointers,
    /// Functions with variable arguments.
    pub variadics: Vec<variadic::Variadic>,
    /// Functions over arrays.
    pub loops: Vec<restrict::Loop>,
}

/// The productions of this directory.
pub const STATEMENTS: &[(Feature, Production)] = &[
    (Feature::FunctionPointer, function_pointer::statement),
    (Feature::FunctionTable, function_pointer::table_statement),
    (Feature::Recursion, recursion::statement),
    (Feature::MutualRecursion, recursion::mutual),
    (Feature::Variadic, variadic::statement),
    (Feature::PointerResult, result::statement),
    (Feature::Restrict, restrict::statement),
    (Feature::ArrayArgument, restrict::array_argument),
    (Feature::Unreachable, promise::unreachable),
    (Feature::Assume, promise::assume),
    (Feature::PointerArithmetic, pointer_walk::arithmetic),
    (Feature::PointerCompare, pointer_walk::compare),
    (Feature::MemoryBuiltin, memory::builtin),
    (Feature::MayAlias, memory::may_alias),
    (Feature::StringBuiltin, text::builtin),
    (Feature::Vla, vla::production),
    (Feature::ComputedGoto, computed_goto::production),
    (Feature::Vector, vector::production),
    (Feature::OverflowBuiltin, overflow::production),
    (Feature::Int128, wide::int128),
    (Feature::BitInt, wide::bit_int),
];

#[cfg(test)]
mod tests {
    use super::STATEMENTS;
    use crate::feature::Feature;
    use crate::options::Options;

    #[test]
    fn every_row_can_be_made_without_its_likes() {
        for &(feature, _) in STATEMENTS.iter().filter(|row| row.0 != Feature::BitInt) {
            let mut options = Options { size: 3_000, swarm: false, ..Options::default() };
            options.weights.only(&[feature, Feature::Assign, Feature::LocalVariable]);
            let made = (0..12).any(|seed| {
                let g = crate::generate(&options, seed, "").unwrap();
                g.used(feature).count > 0
            });
            assert!(made, "{}", feature.row().name);
        }
    }
}
