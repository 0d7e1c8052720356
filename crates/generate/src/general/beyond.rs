//! What Csmith can't make.

use super::stmt::Production;
use crate::feature::Feature;

/// The productions of this directory.
pub const STATEMENTS: &[(Feature, Production)] = &[];
