//! Nimbers and outcomes of Sprouts positions.

mod oracle;

pub use oracle::Oracle;
pub use sprouts::Outcome;
