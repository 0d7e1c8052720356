//! What is remembered: campaigns, findings and the programs that show them.
//!
//! One file of SQLite. It knows neither languages nor compilers: a finding is a signature, a sentence, a count and
//! some documents, programs are bytes under the hash of their content. Everything that one tested program changes is
//! written in one transaction by [`Store::finish`], so a hunt that is killed at any instant has either done a program or
//! not, and what is done twice is counted once.

mod blob;
mod bundle;
mod campaign;
mod error;
mod finding;
mod schema;

pub use blob::Hash;
pub use bundle::{Bundle, Imported};
pub use campaign::{Campaign, CampaignId, Finished, Progress, Tally};
pub use error::Error;
pub use finding::{Finding, FindingId, Occurrence, Seen, State};
pub use schema::Store;
