//! The half of the guest's C library that needs no memory: text, numbers and exact mathematics.
//!
//! Everything here maps plain values to plain values. Who reads bytes from the guest, checks the types of its
//! arguments or names its undefined behaviour is the machine; what glibc would compute in the C locale is decided here.
//!
//! - [`format`]: what a `printf` format string asks for, and what is wrong with it.
//! - [`render`]: the bytes one directive prints for one argument.
//! - [`number`]: integers out of text, as `strtol` and its family read them.
//! - [`real`]: floating-point numbers out of text, as `strtod` and `strtof` read them.
//! - [`float`]: the bits of `float` and `double`, and rounding into them.
//! - [`math`]: the table of the mathematical functions whose results are exact or correctly rounded.
//! - [`ctype`]: the table of the character classes of the C locale.

pub mod ctype;
pub mod float;
pub mod format;
pub mod math;
pub mod number;
pub mod real;
pub mod render;

#[cfg(test)]
mod reference;
