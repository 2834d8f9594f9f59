//! What every long command of our programs shares: processor time, Ctrl-C as a flag, and a line that says how far it is.
//! Knows nothing of what the command does.

pub mod clock;
pub mod interrupt;
mod progress;

pub use progress::{Progress, meanwhile};
