//! The rules of Sprouts. No dependencies, integers only, no search: what a certificate needs to be believed.

mod canonize;
pub mod certificate;
mod checksum;
mod children;
mod ending;
pub mod labelled;
mod land;
pub mod list_model;
mod nimber;
mod notation;
mod outcome;
mod packed;
mod packed_table;
mod position;
mod reduce;
mod seed;
mod tree;
pub mod wgosa;

pub use certificate::Certificate;
pub use checksum::checksum;
pub use children::{Child, Generator};
pub use ending::Ending;
pub use labelled::{Corner, Labelled, LabelledError, Move, MoveError, RawError, RegionId, SpotId};
pub use land::Land;
pub use nimber::{Nimber, NimberError};
pub use outcome::Outcome;
pub use packed::PackedError;
pub use packed_table::{Full, PackedTable};
pub use position::{Canonical, Position, PositionError};
pub use seed::Seed;
pub use tree::Tree;
