//! What a program is.
//!
//! A [`Program`] is one translation unit for one [`Target`]: interned [types](types), and a typed tree of functions,
//! statements and expressions that live in arenas and are named by small ids. Every implicit conversion of C is an
//! explicit node, so whoever walks the tree needs no typing rules of their own; the [`Builder`] holds those rules
//! and is the only convenient way to make expressions. [`layout`] says where members live, [`fold`] evaluates
//! constant expressions, [`print`] turns a program back into C.
//!
//! Nothing here knows how programs are parsed, generated, run or compiled.

pub mod build;
pub mod builtins;
pub mod convert;
pub mod dress;
pub mod entity;
pub mod fold;
pub mod int;
pub mod layout;
pub mod names;
pub mod ops;
pub mod place;
pub mod pragma;
pub mod print;
pub mod target;
pub mod tree;
pub mod types;
pub mod visit;

pub use build::{BuildError, Builder};
pub use builtins::Builtin;
pub use dress::{ArrayForm, CppStandard, Dress, Language, Parallel, ReduceOp, Wrap};
pub use entity::{Arena, Id};
pub use int::IntType;
pub use names::{Name, Names};
pub use ops::{AssignOp, BinOp, CastKind, IncDec, UnOp};
pub use place::{FileId, Files, Place};
pub use pragma::{Pragma, PragmaKind};
pub use target::Target;
pub use tree::*;
pub use types::*;
