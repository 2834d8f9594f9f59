//! Looking ahead where nothing can be proved in time: a best-first search that backs up chances instead of proofs. Owns the tree
//! and the order in which it grows; the chance of a leaf comes from the expected length of the play, or is a proof.
//!
//! A position is lost when every reply is met, so its chance to be lost falls with the weight of the replies, the
//! sum of -ln(1 - chance) over them. Were the guesses independent, the chance would be e^-weight; how it really falls
//! is fitted, see [`length`]. Proofs of leaves come through unharmed: a lost reply weighs infinitely, a won one nothing.

use super::judge::Judge;
use super::odds;
use sprouts::order;
use sprouts::{Canonical, Ending};

/// What is looked at, and how far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// Lands of at most so many lives are worked out; without a limit everything counts that is proved already.
    pub(super) sight: Option<u32>,
    /// Positions whose replies are looked at.
    pub(super) positions_max: usize,
}

/// What was seen of the moves.
pub(super) struct Seen {
    /// For each move the chance that it wins: exactly 1 or 0 only where that is proved.
    pub(super) chances: Vec<f64>,
    /// How many positions were looked at.
    pub(super) positions: u32,
}

/// The largest tree, as a bound on its memory.
const NODES_MAX: usize = 2_000_000;

struct Node {
    position: Canonical,
    /// The chance that the player to move loses.
    lost: f64,
    parent: Option<usize>,
    /// Where the replies stand, once they were looked at.
    replies: Option<(usize, usize)>,
}

/// Looks ahead after each of the moves, given by the positions that they leave: at all replies first, the likeliest moves
/// before the others, then further where the best move and the best replies to it lead.
pub(super) fn look_ahead<'a>(
    judge: &mut Judge,
    ending: Ending,
    lefts: impl Iterator<Item = &'a Canonical>,
    plan: Plan,
    go_on: &mut dyn FnMut() -> bool,
) -> Seen {
    let mut nodes: Vec<Node> = lefts
        .map(|left| Node {
            lost: odds::chance_lost(judge, left, ending, plan.sight),
            position: left.clone(),
            parent: None,
            replies: None,
        })
        .collect();
    let moves = nodes.len();
    let mut order: Vec<usize> = (0..moves).collect();
    order::sort_by(&mut order, |&a, &b| nodes[b].lost.total_cmp(&nodes[a].lost));
    let mut tree = Tree {
        judge,
        ending,
        sight: plan.sight,
        nodes: &mut nodes,
        positions: 0,
    };
    for index in order.into_iter().take(plan.positions_max) {
        if !go_on() {
            break;
        }
        tree.expand(index);
    }
    while tree.positions < plan.positions_max && tree.nodes.len() < NODES_MAX && go_on() {
        let Some(leaf) = tree.leaf(moves) else { break };
        tree.expand(leaf);
    }
    let positions = tree.positions as u32;
    Seen {
        chances: nodes[..moves].iter().map(|node| node.lost).collect(),
        positions,
    }
}

struct Tree<'a> {
    judge: &'a mut Judge,
    ending: Ending,
    sight: Option<u32>,
    nodes: &'a mut Vec<Node>,
    positions: usize,
}

impl Tree<'_> {
    /// The place of the likeliest loss among some nodes, the first of equal ones.
    fn likeliest(&self, from: usize, to: usize) -> Option<usize> {
        (from..to).reduce(|best, index| {
            if self.nodes[index].lost > self.nodes[best].lost {
                index
            } else {
                best
            }
        })
    }

    /// The leaf on which the choice depends most: down from the best move along the best replies. Nothing when that is decided.
    fn leaf(&self, moves: usize) -> Option<usize> {
        let mut index = self.likeliest(0, moves)?;
        loop {
            let node = &self.nodes[index];
            if node.lost <= 0.0 || node.lost >= 1.0 {
                return None;
            }
            match node.replies {
                None => return Some(index),
                Some((from, to)) => index = self.likeliest(from, to)?,
            }
        }
    }

    /// Looks at the replies in a position, and corrects the chances of all that leads there.
    fn expand(&mut self, index: usize) {
        self.positions += 1;
        let from = self.nodes.len();
        for reply in self.nodes[index].position.children() {
            let lost = odds::chance_lost(self.judge, &reply, self.ending, self.sight);
            self.nodes.push(Node {
                position: reply,
                lost,
                parent: Some(index),
                replies: None,
            });
        }
        self.nodes[index].replies = Some((from, self.nodes.len()));
        let mut next = Some(index);
        while let Some(index) = next {
            let node = &self.nodes[index];
            let (from, to) = node.replies.expect("its replies were looked at");
            let weight: f64 = (self.nodes[from..to].iter())
                .map(|reply| -(-reply.lost).ln_1p())
                .sum();
            next = node.parent;
            // Whoever cannot move loses in normal play and wins in misère play.
            self.nodes[index].lost = if from == to {
                f64::from(u8::from(self.ending == Ending::Normal))
            } else {
                odds::chance_lost_to(weight, self.ending)
            };
        }
    }
}
