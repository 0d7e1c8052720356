//! Code as people write it: productions whose operators do something together.

use super::stmt::Production;
use crate::feature::Feature;

/// The productions of this directory.
pub const STATEMENTS: &[(Feature, Production)] = &[];
