//! Connection games: boards, a small language of rules, and engines that play it with undo at any depth.
//!
//! ```
//! use connection::{engine, library, random::Random};
//! use std::sync::Arc;
//!
//! let plan = Arc::new(library::game("hex").unwrap().plan(&[("size", "7")]).unwrap());
//! let mut game = engine::start(&plan);
//! let before = game.image();
//! let moves = game.playout(&mut Random::new(1));
//! assert!(moves >= 13, "seven stones join two sides of Hex 7 at the earliest after thirteen moves");
//! for _ in 0..moves {
//!     game.undo();
//! }
//! assert_eq!(game.image(), before);
//! ```

pub mod board;
pub mod connections;
pub mod deciding;
pub mod engine;
pub mod language;
pub mod library;
pub mod moves;
pub mod opponent;
pub mod plan;
pub mod playouts;
pub mod policy;
pub mod random;
pub mod record;
pub mod referee;
pub mod reference;
pub mod refusal;
pub mod sgf;
pub mod solving;
pub mod vertex;
