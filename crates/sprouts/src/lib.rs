//! The rules of Sprouts. No dependencies, integers only, no search.

pub mod labelled;
mod seed;

pub use labelled::{Corner, Labelled, LabelledError, Move, MoveError, RawError, RegionId, SpotId};
pub use seed::Seed;
