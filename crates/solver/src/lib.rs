//! Nimbers and outcomes of Sprouts positions.

pub mod database;
pub mod extract;
pub mod misere;
mod oracle;

pub use database::Database;
pub use oracle::Oracle;
pub use sprouts::Outcome;
