//! Where randomness comes from: drawing, recording, scopes, replay with resynchronisation, mutation, shrinking.
//!
//! A generated program is the record of the choices that made it. A generator draws everything from one
//! [`Choices`] and says with [`Choices::open`] and [`Choices::close`] which draws belong together; what comes back is a
//! [`Recording`], a tree of named scopes with values in them. Everything else works on recordings and knows nothing
//! of programs.

mod chacha;
mod choices;
mod recording;
mod replay;

pub use choices::Choices;
pub use recording::{Item, NameId, Number, NumberId, Origin, Recording, Scope, Sort};
pub use replay::Resynchronised;
