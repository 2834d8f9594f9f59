//! Rooms for remote play: who sits where, what was said in which order, and how client and server keep in step.
//! No sockets, no storage and no clock: time and messages come in as values, and values go out. What a message does to the
//! game is `table`'s affair.
//!
//! A room is its invitation and the list of everything that was accepted since, its *entries*. Applying the entries in order gives
//! the room again, to the last point of the picture. So
//! - an entry is what a server keeps: once it is on disk, nothing that was confirmed can be lost;
//! - an entry without its secrets is what a server sends: number, time, and what happened. Every client applies it to a table of its
//!   own. A hash of the picture goes with it, and a client that finds another picture asks for everything anew.
//!
//! | file | owns |
//! |---|---|
//! | `invitation` | what a room is about, and the bounds on what visitors may write |
//! | `board` | a table with either kind of game |
//! | `room` | the state machine of a room |
//! | `wire` | the messages between client and server |
//! | `client` | a client that loses its connection and goes on |

mod board;
mod client;
mod invitation;
mod room;
mod wire;

pub use board::{AnyMove, Board, BoardSnapshot, GameStart};
pub use client::{Client, News};
pub use invitation::{Invalid, Invitation, Name, Phrase};
pub use room::{
    Act, Done, Entry, Event, Key, Numbered, Refusal, Room, RoomSnapshot, RoomState, Seat,
};
pub use wire::{Away, Clocks, FromServer, Hello, Summary, ToServer, VERSION};
