//! What a game is worth that a playout brought to its end.

use super::{Payoffs, Tree, payoffs_of, person};
use crate::engine::{Engine, Status};
use crate::moves::MoveKind;
use crate::plan::{Colour, Condition, Plan, ScoreTerm, Tie};

/// Stones of colours 1 and 2.
pub(super) type Stones = [i64; 2];

impl Tree {
    /// What everybody is paid as the game stands.
    pub(super) fn payoffs(&self, swapped: bool) -> Payoffs {
        if self.engine.status() != Status::Running
            && let Some(placed) = self.placed
        {
            return self.payoffs_without_cost(placed, swapped);
        }
        let plan = self.engine.plan();
        let players = plan.players;
        if let Status::Won(colour) = self.engine.status() {
            return payoffs_of(person(colour, swapped));
        }
        let scores = if plan.score.is_empty() || self.engine.status() == Status::Running {
            Vec::new()
        } else {
            self.engine.scores()
        };
        let best = scores.iter().max();
        let tied = |colour: u8| best.is_none_or(|best| scores[usize::from(colour) - 1] == *best);
        let count = (1..=players).filter(|colour| tied(*colour)).count();
        let mut payoffs = Payoffs::default();
        for colour in (1..=players).filter(|colour| tied(*colour)) {
            payoffs[usize::from(person(Colour(colour), swapped))] = 1.0 / count as f32;
        }
        payoffs
    }

    /// The same where a stone in one's own territory costs a point: players of playouts do not know that, so their stones cost nothing.
    /// Those of the tree do.
    fn payoffs_without_cost(&self, root: Stones, swapped: bool) -> Payoffs {
        let mut drawn = placed(&*self.engine);
        for here in &self.path[1..] {
            if let MoveKind::Place { colour, .. } = self.nodes[*here as usize].played.kind() {
                drawn[colour.index() - 1] -= 1;
            }
        }
        let scores = self.engine.scores();
        let points = [0, 1].map(|player| scores[player] as i64 + drawn[player] - root[player]);
        let winner = match points[0].cmp(&points[1]) {
            std::cmp::Ordering::Greater => Colour(1),
            std::cmp::Ordering::Less => Colour(2),
            std::cmp::Ordering::Equal => match self.engine.plan().ties.first() {
                Some(Tie::Player(player)) => *player,
                _ => {
                    let mut payoffs = Payoffs::default();
                    payoffs[1..3].fill(0.5);
                    return payoffs;
                }
            },
        };
        payoffs_of(person(winner, swapped))
    }
}

/// Whether the game is one of two in which nobody can win but by points when both have passed, and captured stones count but not those
/// on the board: there whoever fills his own territory loses by it.
pub(super) fn stones_cost(plan: &Plan) -> bool {
    let has = |term: ScoreTerm| plan.score.contains(&term);
    let by_points = plan
        .ends
        .iter()
        .all(|end| end.condition == Condition::AllPassed);
    let ties = !plan.ties.iter().any(|tie| !matches!(tie, Tie::Player(_)));
    let counts = has(ScoreTerm::Captures) && has(ScoreTerm::Territory) && !has(ScoreTerm::Stones);
    plan.players == 2 && plan.moves.pass && counts && by_points && ties
}

/// How many stones have been placed by both: those on the board, and those that the other one has captured.
pub(super) fn placed(engine: &dyn Engine) -> Stones {
    let mut placed = [2, 1].map(|other| i64::from(engine.prisoners(Colour(other))));
    for site in engine.plan().board.ids() {
        let stone = engine.stone(site);
        if stone != Colour::NONE {
            placed[stone.index() - 1] += 1;
        }
    }
    placed
}
