//! Where randomness comes from: drawing, recording, scopes, replay with resynchronisation, mutation, shrinking.
//!
//! A generated program is the record of the choices that made it. A generator draws everything from one
//! [`Choices`] and says with [`Choices::open`] and [`Choices::close`] which draws belong together; what comes back is a
//! [`Recording`], a tree of named scopes with values in them. Everything else works on recordings and knows nothing
//! of programs: [`mutate()`] changes one a little, [`shrink()`] makes one small, [`Enumerate`] goes through all there are,
//! [`Recording::to_bytes`] keeps one.

mod chacha;
mod choices;
mod edit;
mod exhaustive;
mod format;
pub mod mutate;
mod recording;
mod replay;
mod shrink;
#[cfg(test)]
mod toy;

pub use choices::Choices;
pub use exhaustive::{Depth, Enumerate};
pub use format::Error;
pub use mutate::{Mutation, mutate};
pub use recording::{Item, NameId, Number, NumberId, Origin, Recording, Scope, Sort};
pub use replay::Resynchronised;
pub use shrink::shrink;
