//! Misère play: who cannot move wins. Owns the solver of this ending; trees, nodes and the search have files of their own. The door to both endings is
//! [`crate::Solver`].
//!
//! In misère play a sum is not an exclusive or. What replaces the nimber of a small land is its reduced canonical tree, the
//! simplest game that can stand for it in every sum; large lands are searched.
//!
//! ```
//! use solver::{Limits, Outcome, misere};
//! use sprouts::Position;
//! use std::ops::ControlFlow;
//! let mut solver = misere::Solver::new(Limits::default());
//! let position = Position::start(5)?.canonical();
//! let outcome = solver.outcome(&position, &mut |_| ControlFlow::Continue(()))?;
//! assert_eq!(outcome, Outcome::Win);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod interner;
mod lands;
mod lists;
mod nodes;
mod phase;
mod scratch;
mod search;
mod sums;
mod trees;

use crate::Outcome;
use crate::numbers::Numbers;
use crate::solver::{Budget, Limits, Progress, Stopped};
pub(crate) use nodes::Node;
use search::Search;
use sprouts::{Canonical, Land, PackedLand};
use std::collections::BTreeSet;

/// The numbers that steer the search. They change how long it takes, never what it finds.
#[derive(Clone, Debug, PartialEq)]
pub struct Guide {
    /// Lands with at most this many lives are replaced by their tree. If it is not given, the largest position asked for so far decides:
    /// a larger game meets small lands so often that larger trees are worth their cost.
    pub tree_lives_max: Option<u32>,
    /// Trees are added up to one tree while their depths together stay within this.
    pub fold_depth_max: u32,
    /// A new node's first guess at the effort to prove a win is its lives to this power.
    pub win_exponent: f64,
    /// The same for a loss.
    pub loss_exponent: f64,
    /// The guess for a win is the moves for each life to this power times as large.
    pub win_mobility_exponent: f64,
    /// The same for a loss.
    pub loss_mobility_exponent: f64,
    /// How much the expected length of the play tilts the first guess for a win: by e to this power, up or down.
    pub win_tilt: f64,
    /// The same for a loss.
    pub loss_tilt: f64,
    /// The search leaves a move when another looks easier by more than this fraction.
    pub margin: f64,
}

impl Default for Guide {
    fn default() -> Self {
        Guide {
            tree_lives_max: None,
            fold_depth_max: 20,
            win_exponent: 1.0,
            loss_exponent: 2.0,
            win_mobility_exponent: 0.6,
            loss_mobility_exponent: 0.9,
            win_tilt: 0.5,
            loss_tilt: 0.5,
            margin: 0.0,
        }
    }
}

impl Guide {
    /// The guide for a game that is solved in parts, from the parts' side: what is small is decided by the whole.
    pub fn for_game(lives: u32) -> Self {
        Guide {
            tree_lives_max: Some(tree_lives_max_of(lives)),
            ..Guide::default()
        }
    }
}

/// Finds out who wins in misère play. Keeps what it has learnt from one question to the next.
pub struct Solver {
    search: Search,
    /// Whether the questions decide which lands are small.
    adapts: bool,
    /// Losses proved while other lands were small, packed, that are still to be learnt.
    unlearnt: Vec<Vec<u8>>,
}

/// No default guide takes trees of larger lands.
pub(crate) const TREE_LIVES_MAX: u32 = 11;

/// Lands that are small in a game with so many lives.
fn tree_lives_max_of(lives: u32) -> u32 {
    match lives {
        0..36 => 9,
        36..45 => 10,
        _ => TREE_LIVES_MAX,
    }
}

impl Solver {
    /// A solver that knows nothing yet.
    pub fn new(limits: Limits) -> Self {
        Solver::with_guide(limits, &Guide::default())
    }

    /// The same with other numbers to steer it.
    pub fn with_guide(limits: Limits, guide: &Guide) -> Self {
        Solver {
            search: Search::new(limits, guide),
            adapts: guide.tree_lives_max.is_none(),
            unlearnt: Vec::new(),
        }
    }

    /// Lands with at most this many lives are replaced by their tree.
    pub fn tree_lives_max(&self) -> u32 {
        self.search.nodes().lands.lives_max
    }

    /// The node of a sum of packed lands. It is good until the solver searches again.
    pub(crate) fn node<'a>(
        &mut self,
        lands: impl IntoIterator<Item = PackedLand<'a>>,
    ) -> Result<Node, Stopped> {
        self.search.node(lands.into_iter())
    }

    /// Whether two nodes are the same game: trees that are too deep to be added up may be added up to different nodes by different ways.
    pub(crate) fn same_game(&mut self, one: Node, two: Node) -> Result<bool, Stopped> {
        self.search.same_game(one, two)
    }

    /// The nodes that a move leads to.
    pub(crate) fn moves(&mut self, node: Node) -> Result<BTreeSet<Node>, Stopped> {
        let mut moves = BTreeSet::new();
        self.search.moves(node, |child| {
            moves.insert(child);
        })?;
        Ok(moves)
    }

    /// What is already proved about a node.
    pub(crate) fn known_node(&mut self, node: Node) -> Result<Option<Outcome>, Stopped> {
        self.search.known(node)
    }

    /// Whether the node has no land that is not replaced by its tree, so that who wins follows without a search.
    pub(crate) fn is_small(&self, node: Node) -> bool {
        !self.search.nodes().has_large_land(node)
    }

    /// Who wins. Calls `budget` now and then; when that breaks, what was proved is kept, and asking again goes on from there.
    pub fn outcome(
        &mut self,
        position: &Canonical,
        budget: Budget<'_>,
    ) -> Result<Outcome, Stopped> {
        let numbers = self.numbers_within(position, Numbers::UNLIMITED, budget)?;
        Ok(match numbers.win {
            0 => Outcome::Win,
            _ => Outcome::Loss,
        })
    }

    /// The same, or how much work seems left as soon as that reaches the limits.
    pub(crate) fn numbers_within(
        &mut self,
        position: &Canonical,
        limits: Numbers,
        budget: Budget<'_>,
    ) -> Result<Numbers, Stopped> {
        let tree_lives_max = tree_lives_max_of(position.lives());
        if self.adapts && tree_lives_max > self.tree_lives_max() {
            self.unlearnt = self.losses().collect();
            self.search.forget_everything(tree_lives_max);
        }
        self.learn_again(budget)?;
        self.search.prove(packed(position), limits, budget)
    }

    /// Gives memory back: forgets everything but the losses proved so far, which is all that a certificate needs.
    pub fn forget_all_but_losses(&mut self) {
        self.search.forget_all_but_losses();
    }

    /// Learns what was proved while fewer lands were small. The losses stay proved: they are positions, whatever nodes they belong to.
    fn learn_again(&mut self, budget: Budget<'_>) -> Result<(), Stopped> {
        while let Some(loss) = self.unlearnt.last() {
            let position = Canonical::from_bytes(loss).expect("losses are positions");
            let learnt = self.search.learn_loss(packed(&position), Some(budget));
            match learnt {
                // Where the memory is too small for all of them, the search does without the rest.
                Ok(()) | Err(Stopped::ByMemory) => {}
                Err(stopped) => return Err(stopped),
            }
            self.unlearnt.pop();
        }
        Ok(())
    }

    /// Who wins, if that is already proved or is a matter of small lands only. Nothing too if such a matter would take long.
    pub fn known(&mut self, position: &Canonical) -> Option<Outcome> {
        let node = self.search.node(packed(position)).ok()?;
        self.search.known(node).ok()?
    }

    /// The work that seems left to show a win and a loss of a position, without a search. Nothing if even that would take long.
    pub(crate) fn numbers(&mut self, position: &Canonical) -> Option<Numbers> {
        let node = self.search.node(packed(position)).ok()?;
        self.search.numbers(node).ok()
    }

    /// Takes it on trust that the player to move loses this position: something that [`Solver::losses`] gave before. It is left out
    /// where that takes long or the memory is full.
    pub fn learn_loss(&mut self, position: &Canonical) {
        let _ = self.search.learn_loss(packed(position), None);
    }

    /// Lost positions that speak for all the losses proved so far, packed as [`Canonical::to_bytes`] does it. A solver that has
    /// learnt them need not search for them again.
    pub fn losses(&self) -> impl Iterator<Item = Vec<u8>> {
        self.unlearnt.iter().cloned().chain(self.search.losses())
    }

    /// What has been done since the solver was made.
    pub fn progress(&self) -> Progress {
        self.search.progress()
    }
}

fn packed(position: &Canonical) -> impl Iterator<Item = PackedLand<'_>> + Clone {
    position.lands().iter().map(Land::packed)
}
