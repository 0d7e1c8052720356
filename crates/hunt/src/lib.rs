//! The campaign.
pub mod rank;
pub mod signature;
pub mod suppress;
