//! Who sits at the table, and what was agreed before the game. It owns no state of a game.

use crate::{SIDES_MAX, TimeControl};
use serde::{Deserialize, Serialize};

/// The people (or programs) at the table. Which of them moves first is decided at the table; the others follow in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// Opened the table and chose the position.
    Host,
    /// Joined it.
    Guest,
    /// Joined it after that, and so on.
    Third,
    /// The fourth.
    Fourth,
    /// The fifth.
    Fifth,
    /// The sixth.
    Sixth,
    /// The seventh.
    Seventh,
    /// The eighth.
    Eighth,
}

impl Player {
    /// All that a table seats, in order.
    pub const ALL: [Player; SIDES_MAX] = [
        Player::Host,
        Player::Guest,
        Player::Third,
        Player::Fourth,
        Player::Fifth,
        Player::Sixth,
        Player::Seventh,
        Player::Eighth,
    ];

    /// The opponent, where two play.
    pub fn other(self) -> Self {
        match self {
            Player::Host => Player::Guest,
            _ => Player::Host,
        }
    }
}

/// How it is decided who moves first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Opening {
    /// The host moves first.
    #[default]
    Plain,
    /// The guest chooses who is to move, or plays a move and leaves the choice to the host. For two players.
    Swap2,
    /// The host names the size of the game, the guest chooses who moves first. For two players.
    Size,
}

/// Whether a move can be taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TakeBack {
    /// Whenever a player likes: both sit at one screen, or one of them is a program.
    #[default]
    Free,
    /// When everybody else agrees.
    ByConsent,
    /// Never.
    Never,
}

/// What was agreed before the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// Who moves first.
    pub opening: Opening,
    /// Whether moves can be taken back.
    pub take_back: TakeBack,
    /// The clock, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeControl>,
}
