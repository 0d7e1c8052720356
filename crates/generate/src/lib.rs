//! Programs from nothing.
//!
//! A *family* turns choices into complete, closed C programs whose output is known. [`general`] is the family that
//! makes everything Csmith does and what it can't; [`feature`] is the table of what that is. A program is built
//! freely, run by the reference machine in total mode, and repaired at the sites that went wrong; the repaired
//! program, run plainly, gives the expected output. The same choices always give the same bytes.

mod caught;
pub mod feature;
pub mod general;
mod options;
mod standard;

pub use feature::{FEATURES, Feature, FeatureRow};
pub use general::{Failure, GENERATOR, Generated, Reason, VERSION, generate, generate_with};
pub use options::{MAX_SIZE, MIN_SIZE, Opaque, Options, OptionsError, Paths, Split, Weights};
pub use standard::Standard;
