//! Nimbers and outcomes of Sprouts positions.

mod outcome;

pub use outcome::Outcome;
