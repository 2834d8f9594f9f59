//! What the table asks of a game. It owns the two sides and nothing of any one game.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Who made the first move of the game, and who the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Moves first.
    First,
    /// Moves second.
    Second,
}

impl Side {
    /// The opponent's side.
    pub fn other(self) -> Self {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// The side to move after so many moves, where sides alternate.
    pub fn of_turn(moves: usize) -> Self {
        if moves.is_multiple_of(2) {
            Side::First
        } else {
            Side::Second
        }
    }
}

/// How a finished game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// One side won.
    Wins(Side),
    /// Nobody did.
    Draw,
}

/// A game as the table sees it: a position that moves change and that can be taken back.
pub trait Game: Clone {
    /// A move, complete enough to be replayed.
    type Move: Clone + PartialEq + fmt::Debug;
    /// Why a move is not possible, in words for the person who tried it.
    type Refusal: fmt::Display;

    /// The side to move; nobody when the game is over.
    fn mover(&self) -> Option<Side>;
    /// Plays a move. A refused move changes nothing.
    fn play(&mut self, m: &Self::Move) -> Result<(), Self::Refusal>;
    /// Takes the last move back; false when there is none.
    fn undo(&mut self) -> bool;
    /// Who won, once the game is over.
    fn verdict(&self) -> Option<Verdict>;
    /// The last move as it should be recorded, where playing added to it (a curve, for instance).
    fn last_move(&self) -> Option<Self::Move> {
        None
    }
}
