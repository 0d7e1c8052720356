//! Programs from nothing.
//!
//! A *family* turns choices into complete, closed C programs whose output is known; [`family`] is the table of families, [`feature`] the table of
//! what they can make. A program is built freely, run by the reference machine in total mode, and repaired at the
//! sites that went wrong; the repaired program, run plainly, gives the expected output. The same choices always give
//! the same bytes.

mod caught;
pub mod family;
pub mod feature;
mod general;
mod loops;
mod make;
mod options;
mod scalar;
mod standard;

pub use family::Family;
pub use feature::{FEATURES, Feature, FeatureRow};
pub use make::files::{DRIVER, SourceFile, count_tokens};
pub use make::{Failure, Generated, Reason, Use, generate, generate_with};
pub use options::{MAX_SIZE, MIN_SIZE, Opaque, Options, OptionsError, Paths, Shifts, Split, Weights};
pub use scalar::parameter::{OptionRow, PARAMETERS, Parameter, ParameterRow};
pub use standard::Standard;
