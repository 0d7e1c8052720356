//! The campaign: schedule, oracles, verdicts, findings, signatures, blame.
//!
//! [`campaign::hunt`] makes programs ([`recipe`]), tries them on patients ([`patients`], [`lab`]), sees what happened
//! ([`outcome`]) and judges it ([`oracle`]): what does not come again is nothing, what nobody agrees with us about is a
//! suspect of our own, and the rest is a finding with a [`signature`], a part of the compiler to [`blame`] and, once it
//! is made [`smaller`] (with [`fewer`] options and choices first, and a `gate` where the machine can't read the language), a small program and a table of who is affected. Everything known is a document ([`case`], [`detail`])
//! in the store.

pub mod blame;
pub mod campaign;
pub mod case;
pub mod detail;
mod error;
pub mod fewer;
mod gate;
pub mod lab;
pub mod oracle;
pub mod outcome;
pub mod patients;
pub mod rank;
pub mod recipe;
pub mod signature;
pub mod smaller;
pub mod suppress;
mod twin;

pub use error::Error;
