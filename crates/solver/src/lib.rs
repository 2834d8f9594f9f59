//! Nimbers and outcomes of Sprouts positions.

pub mod extract;
mod oracle;

pub use oracle::Oracle;
pub use sprouts::Outcome;
