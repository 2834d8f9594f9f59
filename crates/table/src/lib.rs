//! A game in progress, without input or output: whose turn it is, what a message does, what a clock says, and a record
//! that replays. Time comes in as a number and effects go out as values, so that the page and a server run the very
//! same rules. The crate knows no sockets, no storage and no opponents.
//!
//! ```
//! use table::{Game, Message, Player, Rules, Side, Table, Verdict};
//!
//! /// Take one or two matches; who takes the last one wins.
//! #[derive(Clone)]
//! struct Matches { taken: Vec<u32>, all: u32 }
//! impl Game for Matches {
//!     type Start = u32;
//!     type Move = u32;
//!     type Refusal = String;
//!     fn open(all: &u32) -> Result<Self, String> { Ok(Matches { taken: vec![], all: *all }) }
//!     fn start(&self) -> &u32 { &self.all }
//!     fn len(&self) -> usize { self.taken.len() }
//!     fn move_at(&self, index: usize) -> Option<u32> { self.taken.get(index).copied() }
//!     fn mover(&self) -> Option<Side> {
//!         let left = self.all - self.taken.iter().sum::<u32>();
//!         (left > 0).then(|| Side::of_turn(self.taken.len()))
//!     }
//!     fn play(&mut self, &take: &u32) -> Result<(), String> {
//!         let left = self.all - self.taken.iter().sum::<u32>();
//!         if !(1..=2).contains(&take) || take > left { return Err("take one or two".into()); }
//!         self.taken.push(take);
//!         Ok(())
//!     }
//!     fn undo(&mut self) -> Option<u32> { self.taken.pop() }
//!     fn verdict(&self) -> Option<Verdict> {
//!         self.mover().is_none().then(|| Verdict::Wins(Side::of_turn(self.taken.len()).other()))
//!     }
//! }
//!
//! let mut table = Table::new(Matches::open(&3).unwrap(), Rules::default());
//! table.apply(0, Player::Host, Message::Play(1));
//! table.apply(10, Player::Guest, Message::Play(2));
//! assert_eq!(table.ended().unwrap().winner, Some(Player::Guest));
//! ```

mod clock;
mod game;
mod ink;
mod message;
mod player;
mod record;
mod state;
mod stones;
mod written;

pub use clock::{Clock, TimeControl};
pub use game::{Game, SIDES_MAX, Side, Verdict};
pub use ink::{Ink, InkError, InkMove, Setting, Start};
pub use message::{Effect, Ended, Message, Reason, Refused};
pub use player::{Opening, Player, Rules, TakeBack};
pub use record::{Record, ReplayError, Snapshot};
pub use state::{Asked, Phase, Players, Table};
pub use stones::{Stones, StonesError, StonesStart};
pub use written::{Written, WrittenError};
