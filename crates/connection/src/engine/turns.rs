//! Whose turn it is: the part of an engine that is the same for all games.

use crate::moves::Move;
use crate::plan::{self, Colour, Plan};
use std::fmt;

/// What a move changes of the turn; undo puts it back. One word, always written whole: a word read just after one of its
/// bytes was written would keep the processor waiting.
#[derive(Clone, Copy, PartialEq)]
pub struct Turn(u32);

impl Turn {
    const FIRST: Turn = Turn::new(1, 0, 0);

    #[inline(always)]
    const fn new(mover: u8, step: u8, passes: u8) -> Turn {
        Turn((passes as u32) << 16 | (step as u32) << 8 | mover as u32)
    }

    /// Set when the turn before this one made the largest group larger.
    const GROWN: u32 = 1 << 24;

    #[inline(always)]
    pub fn grown(self) -> bool {
        self.0 & Self::GROWN != 0
    }

    #[inline(always)]
    pub fn mover(self) -> u8 {
        self.0 as u8
    }

    /// Moves made in this turn.
    #[inline(always)]
    pub fn step(self) -> u8 {
        (self.0 >> 8) as u8
    }

    /// Passes in succession.
    #[inline(always)]
    pub fn passes(self) -> u8 {
        (self.0 >> 16) as u8
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mover, step, passes) = (self.mover(), self.step(), self.passes());
        write!(f, "({mover} {step} {passes} {})", self.grown())
    }
}

/// The turn, how many are over, and what the plan says of turns.
#[derive(Clone, PartialEq, Debug)]
pub struct Turns {
    pub now: Turn,
    pub over: u32,
    pub players: u8,
    /// Whether passing may be free: then moves are listed before one is drawn.
    pub pass: bool,
    /// The turn in which swapping is legal.
    swap_turn: u32,
    /// Whether one may stop after some moves of a turn.
    stops: bool,
    /// Whether both still place stones of colour 1.
    opening: bool,
    /// The number of moves before the one that ended the opening.
    settled_at: Option<u32>,
}

impl Turns {
    pub fn new(plan: &Plan) -> Self {
        Turns {
            now: Turn::FIRST,
            over: 0,
            players: plan.players,
            pass: plan.moves.pass,
            swap_turn: if plan.swap { 1 } else { u32::MAX },
            stops: matches!(plan.turn, plan::Turn::UpTo { .. }),
            opening: false,
            settled_at: None,
        }
        .opened(plan.opening.is_some())
    }

    fn opened(mut self, opening: bool) -> Self {
        self.opening = opening;
        self.pass |= opening;
        self
    }

    pub fn restart(&mut self) {
        self.now = Turn::FIRST;
        self.over = 0;
        if self.settled_at.is_some() {
            self.reopen();
        }
    }

    /// Whether both still place stones of colour 1.
    #[inline(always)]
    pub fn is_opening(&self) -> bool {
        self.opening
    }

    /// Ends the opening, if it is one, with the move after so many others.
    pub fn settle(&mut self, moves: u32) {
        if self.opening {
            self.opening = false;
            self.pass = false;
            self.settled_at = Some(moves);
        }
    }

    /// A pass or a swap after so many other moves is taken back.
    pub fn unsettle(&mut self, moves: u32) {
        if self.settled_at == Some(moves) {
            self.reopen();
        }
    }

    fn reopen(&mut self) {
        self.opening = true;
        self.pass = true;
        self.settled_at = None;
    }

    /// Whether one may stop here, having made a move of the turn.
    #[inline(always)]
    pub fn may_stop(&self) -> bool {
        self.stops && self.now.step() > 0
    }

    /// Whether passing is legal though there are other moves.
    pub fn may_pass(&self) -> bool {
        self.pass && (!self.opening || self.now.mover() == 1) || self.may_stop()
    }

    /// Notes that the turn that has just ended made the largest group larger.
    pub fn grow(&mut self) {
        self.now.0 |= Turn::GROWN;
    }

    #[inline(always)]
    pub fn mover(&self) -> Colour {
        Colour(self.now.mover())
    }

    /// Whether swapping may be legal: then moves are listed before one is drawn.
    #[inline(always)]
    pub fn is_swap_turn(&self) -> bool {
        self.over == self.swap_turn
    }

    pub fn may_swap(&self) -> bool {
        (self.is_swap_turn() || self.opening) && self.now.step() == 0 && self.now.mover() == 2
    }

    /// Ends the turn after a move and says whether a round is over with it.
    #[inline(always)]
    pub fn finish(&mut self) -> bool {
        self.hand_on(0)
    }

    /// A move of a turn that has so many; says whether a round is over with it.
    #[inline(always)]
    pub fn step(&mut self, moves_in_turn: u32) -> bool {
        let step = self.now.step() + 1;
        if u32::from(step) >= moves_in_turn {
            return self.finish();
        }
        self.now = Turn::new(self.now.mover(), step, 0);
        false
    }

    /// A move of a turn that may be longer or shorter; says whether the turn ended with it, and a round.
    pub fn step_up_to(&mut self, moves_in_turn: u32) -> (bool, bool) {
        let grown = self.now.0 & Turn::GROWN;
        let round_over = self.step(moves_in_turn);
        let turn_over = self.now.step() == 0;
        if !turn_over {
            self.now.0 |= grown;
        }
        (turn_over, round_over)
    }

    /// Ends the turn by passing or swapping. After a swap colour 2 moves again, played by the other person.
    pub fn pass_or_swap(&mut self, played: Move) -> bool {
        let mover = self.now.mover();
        if played == Move::SWAP {
            self.now = Turn::new(mover, 0, 0);
            self.over += 1;
            return mover == self.players;
        }
        // Who stops after some moves has not passed.
        let passes = if self.may_stop() {
            0
        } else {
            self.now.passes() + 1
        };
        self.hand_on(passes)
    }

    #[inline(always)]
    fn hand_on(&mut self, passes: u8) -> bool {
        let mover = self.now.mover();
        let last = mover == self.players;
        self.over += 1;
        self.now = Turn::new(if last { 1 } else { mover + 1 }, 0, passes);
        last
    }

    /// Takes the last move back.
    #[inline(always)]
    pub fn undo(&mut self, before: Turn) {
        self.over -= u32::from(self.now.step() == 0);
        self.now = before;
    }
}
