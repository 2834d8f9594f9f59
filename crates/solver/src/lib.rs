//! Nimbers and outcomes of Sprouts positions.

pub mod database;
pub mod extract;
mod guess;
mod heap;
pub mod lands;
mod length;
pub mod misere;
pub mod normal;
mod numbers;
pub mod opponent;
mod oracle;
mod pieces;
mod records;
mod shards;

pub use database::Database;
pub use oracle::Oracle;
pub use sprouts::Outcome;
