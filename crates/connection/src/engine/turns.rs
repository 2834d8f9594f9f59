//! Whose turn it is: the part of an engine that is the same for all games.

use crate::moves::Move;
use crate::plan::{Colour, Plan};

/// What a move changes of the turn; undo puts it back. Aligned, so that it is copied as one word.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(4))]
pub struct Turn {
    pub mover: u8,
    /// Moves made in this turn.
    pub step: u8,
    /// Passes in succession.
    pub passes: u8,
}

impl Turn {
    const FIRST: Turn = Turn {
        mover: 1,
        step: 0,
        passes: 0,
    };
}

/// The turn, how many are over, and what the plan says of turns.
#[derive(Clone, PartialEq, Debug)]
pub struct Turns {
    pub now: Turn,
    pub over: u32,
    pub players: u8,
    /// Whether passing is free.
    pub pass: bool,
    /// The turn in which swapping is legal.
    swap_turn: u32,
}

impl Turns {
    pub fn new(plan: &Plan) -> Self {
        Turns {
            now: Turn::FIRST,
            over: 0,
            players: plan.players,
            pass: plan.moves.pass,
            swap_turn: if plan.swap { 1 } else { u32::MAX },
        }
    }

    pub fn restart(&mut self) {
        self.now = Turn::FIRST;
        self.over = 0;
    }

    #[inline(always)]
    pub fn mover(&self) -> Colour {
        Colour(self.now.mover)
    }

    /// Whether swapping may be legal: then moves are listed before one is drawn.
    #[inline(always)]
    pub fn is_swap_turn(&self) -> bool {
        self.over == self.swap_turn
    }

    pub fn may_swap(&self) -> bool {
        self.is_swap_turn() && self.now.step == 0 && self.now.mover == 2
    }

    /// Ends the turn and says whether a round is over with it.
    #[inline(always)]
    pub fn finish(&mut self) -> bool {
        let last = self.now.mover == self.players;
        self.now.step = 0;
        self.over += 1;
        self.now.mover = if last { 1 } else { self.now.mover + 1 };
        last
    }

    /// Ends the turn by passing or swapping. After a swap colour 2 moves again, played by the other person.
    pub fn pass_or_swap(&mut self, played: Move) -> bool {
        if played == Move::SWAP {
            self.now.passes = 0;
            self.now.step = 0;
            self.over += 1;
            return self.now.mover == self.players;
        }
        self.now.passes += 1;
        self.finish()
    }

    /// Takes the last move back.
    #[inline(always)]
    pub fn undo(&mut self, before: Turn) {
        self.over -= u32::from(self.now.step == 0);
        self.now = before;
    }
}
