//! Code as people write it: productions whose operators do something together.
//!
//! An idiom is a table of sketches: text in a small C-like language ([`sketch`]) with alternatives, drawn types and
//! numbers, inputs and a result. The same sketch becomes statements in place or a function ([`input`]), over values,
//! arrays and places of the program around it.

mod arrays;
mod bytes;
mod input;
mod sketch;
mod table;
mod text;
mod value;
mod words;

use super::stmt::Production;
use crate::feature::Feature;

/// The productions of this directory.
pub const STATEMENTS: &[(Feature, Production)] = &[
    (Feature::BitTricks, |g, out| g.idiom(words::BIT_TRICKS, out)),
    (Feature::Rotate, |g, out| g.idiom(words::ROTATE, out)),
    (Feature::MaskMerge, |g, out| g.idiom(words::MASK_MERGE, out)),
    (Feature::FixedPoint, |g, out| g.idiom(words::FIXED_POINT, out)),
    (Feature::Saturate, |g, out| g.idiom(words::SATURATE, out)),
    (Feature::CarryChain, |g, out| g.idiom(words::CARRY_CHAIN, out)),
    (Feature::ByteParse, |g, out| g.idiom(bytes::BYTE_PARSE, out)),
    (Feature::Hash, |g, out| g.idiom(bytes::HASH, out)),
    (Feature::Crc, |g, out| g.idiom(bytes::CRC, out)),
    (Feature::NumberText, |g, out| g.idiom(bytes::NUMBER_TEXT, out)),
    (Feature::StateMachine, |g, out| g.idiom(bytes::STATE_MACHINE, out)),
    (Feature::TableLookup, |g, out| g.idiom(arrays::TABLE_LOOKUP, out)),
    (Feature::Sort, |g, out| g.idiom(arrays::SORT, out)),
    (Feature::Search, |g, out| g.idiom(arrays::SEARCH, out)),
    (Feature::LinkedNodes, |g, out| g.idiom(arrays::LINKED_NODES, out)),
    (Feature::MatrixLoop, |g, out| g.idiom(arrays::MATRIX_LOOP, out)),
    (Feature::Reduction, |g, out| g.idiom(arrays::REDUCTION, out)),
];
