//! What the table asks of a game. It owns the sides and nothing of any one game.

use drawing::PictureHash;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The most sides that a game may have.
pub const SIDES_MAX: usize = 8;

/// The sides of a game in the order in which they first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Side {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
}

impl Side {
    /// All of them, in order.
    pub const ALL: [Side; SIDES_MAX] = [
        Side::First,
        Side::Second,
        Side::Third,
        Side::Fourth,
        Side::Fifth,
        Side::Sixth,
        Side::Seventh,
        Side::Eighth,
    ];

    /// The opponent's side, where two play.
    pub fn other(self) -> Self {
        match self {
            Side::First => Side::Second,
            _ => Side::First,
        }
    }

    /// The side to move after so many moves, where two sides alternate.
    pub fn of_turn(moves: usize) -> Self {
        Side::ALL[moves % 2]
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

/// A game as the table sees it: a start, moves that change it and can be taken back, and a verdict. The game keeps the
/// one history there is.
pub trait Game: Clone {
    /// Everything that makes two games of this kind begin alike.
    type Start: Clone + PartialEq + fmt::Debug;
    /// A move, complete enough to be replayed.
    type Move: Clone + PartialEq + fmt::Debug;
    /// Why a move is not possible, in words for the person who tried it.
    type Refusal: fmt::Display;

    /// A game at its start.
    fn open(start: &Self::Start) -> Result<Self, Self::Refusal>;
    /// Where it began.
    fn start(&self) -> &Self::Start;
    /// How many sides there are: two, unless the game says otherwise, and at most [`SIDES_MAX`].
    fn sides(&self) -> usize {
        2
    }
    /// The side to move; nobody when the game is over.
    fn mover(&self) -> Option<Side>;
    /// How many moves were played and not taken back.
    fn len(&self) -> usize;
    /// Whether no move was played yet.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// One of those moves as it is recorded.
    fn move_at(&self, index: usize) -> Option<Self::Move>;
    /// Plays a move. A refused move changes nothing.
    fn play(&mut self, m: &Self::Move) -> Result<(), Self::Refusal>;
    /// Plays a recorded move. What comes of it must be what the record says, number by number, for later moves of the
    /// record name things by those numbers.
    fn replay(&mut self, m: &Self::Move) -> Result<(), Self::Refusal> {
        self.play(m)
    }
    /// Takes the last move back.
    fn undo(&mut self) -> Option<Self::Move>;
    /// Who won, once the game is over.
    fn verdict(&self) -> Option<Verdict>;
    /// The start of the same kind of game in another size; nothing where there is no such size.
    fn sized(_start: &Self::Start, _size: u32) -> Option<Self::Start> {
        None
    }
    /// Redraws the picture, which changes nothing else; false where there is nothing to redraw.
    fn redraw(&mut self) -> bool {
        false
    }
    /// How often the picture was redrawn since the last move.
    fn redrawn(&self) -> u32 {
        0
    }
    /// The picture as text, where there is one that takes long to draw again.
    fn drawn(&self) -> Option<String> {
        None
    }
    /// The game after these moves and redrawings, with the picture that came of them. Nothing where the picture is not
    /// theirs; then they have to be played again.
    fn reopen(
        _start: &Self::Start,
        _moves: &[Self::Move],
        _redrawn: u32,
        _drawn: &str,
    ) -> Option<Self> {
        None
    }
    /// What everybody must see alike, where there is a picture.
    fn picture_hash(&self) -> Option<PictureHash> {
        None
    }
}
