//! A node of the tree: a move, who makes it, and what came of it for that person.

use crate::moves::Move;

/// What a move that nothing is known of is thought to be worth: it is looked at before any other.
const UNKNOWN_WORTH: f32 = 1.1;

/// Nobody, where the number of a person is asked for.
pub(super) const NOBODY: u8 = 0;

/// A move that was considered, and what came of it for the person who makes it.
#[derive(Clone)]
pub(super) struct Node {
    pub(super) played: Move,
    pub(super) person: u8,
    /// Who is sure to win from here.
    pub(super) winner: u8,
    pub(super) expanded: bool,
    /// Whether one of the children swaps.
    pub(super) swaps: bool,
    /// Whether the opponent may swap after the children.
    pub(super) before_swap: bool,
    pub(super) first: u32,
    pub(super) count: u32,
    pub(super) visits: f32,
    pub(super) value: f32,
    /// The same from playouts in which the stone came later, no matter when.
    pub(super) passing_visits: f32,
    pub(super) passing_value: f32,
    /// What the static judgement makes of the move.
    pub(super) promise: f32,
    /// Whether the children have their promises.
    pub(super) judged: bool,
    /// Whether virtual connections were looked for.
    pub(super) examined: bool,
    /// Whether rows of threats were looked for.
    pub(super) threatened: bool,
}

impl Node {
    pub(super) fn new(played: Move, person: u8) -> Self {
        Node {
            played,
            person,
            winner: NOBODY,
            expanded: false,
            swaps: false,
            before_swap: false,
            first: 0,
            count: 0,
            visits: 0.0,
            value: 0.0,
            passing_visits: 0.0,
            passing_value: 0.0,
            promise: 0.0,
            judged: false,
            examined: false,
            threatened: false,
        }
    }

    /// What was paid for the move and what was paid in passing, weighed by how often each was seen, and curiosity, which fades as the
    /// move is looked at. Most moves were never looked at, so for them no root is taken.
    #[inline(always)]
    pub(super) fn score(&self, curiosity: f32, passing_worth: f32) -> f32 {
        let promise = self.promise;
        if self.visits == 0.0 {
            return match self.passing_visits {
                0.0 => UNKNOWN_WORTH + promise,
                visits => self.passing_value / visits + curiosity + promise,
            };
        }
        let curiosity = (curiosity + promise) / (self.visits + 1.0).sqrt();
        let own = self.value / self.visits;
        if self.passing_visits == 0.0 {
            return own + curiosity;
        }
        let share = (passing_worth / (3.0 * self.visits + passing_worth)).sqrt();
        share * self.passing_value / self.passing_visits + (1.0 - share) * own + curiosity
    }
}
