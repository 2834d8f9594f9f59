//! The right to swap. Who swaps takes over just the position against which he would have had to play, so nothing needs to be played out for
//! it: swapping is worth what the best other move leaves to the opponent. The tree never goes down that move, it only chooses it. And a
//! move after which the opponent may swap is worth at most one half to him who makes it.

use super::Tree;
use super::node::{NOBODY, Node};
use crate::engine::{Engine, Status};
use crate::moves::Move;

/// So many looks that brought one half are added where the opponent may swap: few looks say little of which side of it a move is on.
const EVEN_LOOKS: f32 = 4.0;

/// What is left of a move's worth where the opponent takes the better side.
fn folded(worth: f32) -> f32 {
    worth.min(1.0 - worth)
}

/// Whether the opponent may swap after these moves. The first of them speaks for all.
pub(super) fn comes_next(engine: &mut dyn Engine, moves: &[Move]) -> bool {
    let Some(first) = moves.first().filter(|_| engine.plan().swap) else {
        return false;
    };
    engine.play(*first);
    let legal = engine.status() == Status::Running && engine.is_legal(Move::SWAP);
    engine.undo();
    legal
}

impl Node {
    /// How much a move deserves a look where the opponent may swap after it.
    pub(super) fn score_before_swap(&self, curiosity: f32, passing_worth: f32) -> f32 {
        let own = (self.value + EVEN_LOOKS / 2.0) / (self.visits + EVEN_LOOKS);
        let share = match self.passing_visits {
            0.0 => 0.0,
            _ => (passing_worth / (3.0 * self.visits + passing_worth)).sqrt(),
        };
        let passing = self.passing_value / self.passing_visits.max(1.0);
        folded(share * passing + (1.0 - share) * own) + curiosity / (self.visits + 1.0).sqrt()
    }

    /// What the move is worth to the person who makes it.
    fn worth(&self) -> f32 {
        match self.winner {
            NOBODY => self.value / self.visits.max(1.0),
            winner => f32::from(u8::from(winner == self.person)),
        }
    }
}

impl Tree {
    /// The child of a node that swaps, if there is one.
    pub(super) fn swap_of(&self, here: usize) -> Option<usize> {
        let swaps = |child: &usize| self.nodes[*child].played == Move::SWAP;
        self.children(here)
            .filter(|_| self.nodes[here].swaps)
            .find(swaps)
    }

    /// Whether to swap, where `best` is the best of the other moves.
    pub(super) fn is_better_swapped(&self, best: usize) -> bool {
        self.steady_worth(best) < 0.5
    }

    /// What a move is worth, from both sides. Every move is thought too good, since bad answers to it were looked at, too: by as much as
    /// the best answer is thought too good.
    fn steady_worth(&self, here: usize) -> f32 {
        let worth = self.nodes[here].worth();
        let looks = |child: &usize| self.nodes[*child].visits;
        let answer = self
            .children(here)
            .max_by(|a, b| looks(a).total_cmp(&looks(b)));
        match answer.map(|answer| &self.nodes[answer]) {
            Some(answer) if self.nodes[here].winner == NOBODY && answer.visits > 0.0 => {
                (worth + 1.0 - answer.worth()) / 2.0
            }
            _ => worth,
        }
    }

    /// What the player to move at the root can expect, where `best` is the best of the moves that do not swap.
    pub(super) fn expected(&self, best: usize) -> f32 {
        let worth = match self.nodes[0].swaps {
            true => self.steady_worth(best),
            false => self.nodes[best].worth(),
        };
        match (self.nodes[0].swaps, self.nodes[0].before_swap) {
            (true, _) => worth.max(1.0 - worth),
            (_, true) => folded(worth),
            _ => worth,
        }
    }
}
