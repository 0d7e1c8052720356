//! What a program does: the C reference machine.

pub mod fault;
pub mod kinds;
pub mod libc;
pub mod memory;
pub mod pattern;
pub mod text;
pub mod value;
