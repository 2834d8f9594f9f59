//! The rules of Sprouts. No dependencies, integers only, no search.
//!
//! A position is read, made canonical and asked for its children; a game is played on a labelled position, where every
//! spot keeps its number, and written down.
//!
//! ```
//! use sprouts::{Ending, Labelled, Position, Seed, wgosa::Record};
//!
//! let position: Position = "0*2".parse()?;
//! assert_eq!(position.canonical().children().len(), 2);
//!
//! let mut game = Labelled::start(2);
//! let mut seed = Seed::new(1);
//! while let Some(m) = seed.pick(&game.moves()).cloned() {
//!     game.play(&m)?;
//! }
//! assert!(game.is_over() && game.position()?.canonical().is_over());
//! let record = Record::of(&game, Ending::Normal).expect("the game began with lone spots");
//! assert_eq!(record.replay()?.outline(), game.outline());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod canonize;
pub mod certificate;
mod checksum;
mod children;
mod drawable;
mod ending;
pub mod hash;
pub mod labelled;
mod land;
pub mod list_model;
mod nimber;
mod notation;
pub mod order;
mod outcome;
mod packed;
mod packed_table;
mod parent;
mod position;
mod recent;
mod reduce;
mod seed;
mod symmetry;
mod tree;
pub mod wgosa;

pub use certificate::Certificate;
pub use checksum::checksum;
pub use children::{Child, Generator, Names};
pub use ending::Ending;
pub use labelled::{Corner, Labelled, LabelledError, Move, MoveError, RawError, RegionId, SpotId};
pub use land::{Census, Land, PackedLand};
pub use nimber::{Nimber, NimberError};
pub use outcome::Outcome;
pub use packed::PackedError;
pub use packed_table::{Full, PackedTable};
pub use position::{Canonical, NoPicture, Position, PositionError, Problem};
pub use seed::Seed;
pub use tree::Tree;
