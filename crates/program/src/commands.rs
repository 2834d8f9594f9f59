//! The commands, a file per family. A command reads arguments, calls an engine crate and prints.

pub mod bots;
pub mod campaign;
pub mod certificate;
pub mod connection;
mod connection_match;
mod connection_table;
pub mod database;
pub mod draw;
mod gtp;
pub mod join;
pub mod keep;
pub mod opponents;
pub mod play;
mod process;
pub mod puzzles;
pub mod rules;
pub mod serve;
pub mod solve;
mod thinker;

/// What a command gives back: an exit status, or an error that says what to do.
pub type Outcome = Result<std::process::ExitCode, Box<dyn std::error::Error>>;
