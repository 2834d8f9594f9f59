//! The log by which moves are taken back. It never grows while a game is played, and a copy of it does not either.

use super::turns::Turn;
use crate::moves::Move;
use crate::plan::{self, Plan};
use std::fmt;
use std::ops::{Deref, DerefMut};

/// A move in the log: whose turn it was, and what else the engine must know to take it back.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Entry<C> {
    pub played: Move,
    pub before: Turn,
    pub change: C,
}

/// A stack with room for the longest game.
pub struct Log<T>(Vec<T>);

impl<T> Log<T> {
    /// Room for one thing a move, and one before the first.
    pub fn new(plan: &Plan) -> Self {
        let turns = [(0, false), (1, false), (1, true)];
        let in_turn = turns.map(|(turn, grown)| plan.moves_in_turn(turn, grown));
        let in_turn = in_turn.into_iter().max().unwrap_or(1);
        // Stopping is a move as well.
        let in_turn = in_turn + u32::from(matches!(plan.turn, plan::Turn::UpTo { .. }));
        let moves = plan.turns_max().saturating_mul(in_turn);
        Log(Vec::with_capacity(moves.min(plan.moves_max()) as usize + 1))
    }
}

impl<T: Clone> Clone for Log<T> {
    /// A copy has the same room; a vector's would have none to spare.
    fn clone(&self) -> Self {
        let mut copy = Vec::with_capacity(self.0.capacity());
        copy.extend_from_slice(&self.0);
        Log(copy)
    }
}

impl<T> Deref for Log<T> {
    type Target = Vec<T>;

    #[inline(always)]
    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> DerefMut for Log<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

impl<T: fmt::Debug> fmt::Debug for Log<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
