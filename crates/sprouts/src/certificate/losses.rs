//! The misère half of the checker: claims that positions are lost. It owns this argument:
//!
//! Lands of at most so many lives as the certificate says are small; with 0 none is. A position is taken as the sum of its large
//! lands, as they are, and the tree of all its small ones, a game equal to them in every sum ([`super::trees`]). So what is shown of
//! this sum holds of the position, and of every other one with the same large lands and the same tree. A claim holds when the sum is
//! not finished, and
//! every move of it, in a large land or in the tree, leads to a win. A sum is a win when a move leads to a claimed loss. Where
//! no large land is left the tree itself says who wins.
//!
//! No circle: take the lives of the large lands and the longest play of the tree together. A move in a land takes a life at least,
//! and what becomes small has a tree with plays shorter than its lives; a move in the tree makes its plays shorter. So everything
//! that a claim leans on is smaller than the claim.

use super::checker::{ANSWERS_BYTES_MAX, Wrong};
use super::trees::{TooMany, Tree, Trees};
use crate::children::Generator;
use crate::land::PackedLand;
use crate::packed_table::PackedTable;
use crate::position::Canonical;
use std::ops::ControlFlow;

/// Large lands, sorted, and the tree of the small ones.
struct Sum<'a> {
    large: Vec<PackedLand<'a>>,
    tree: Tree,
}

pub(super) struct Losses {
    small_lives_max: u32,
    trees: Trees,
    /// The sums claimed lost.
    claims: PackedTable,
    /// Sums known to have a move to a claimed loss.
    answered: PackedTable,
    outer: Generator,
    inner: Generator,
    key: Vec<u8>,
    pub(super) children: u64,
    pub(super) replies: u64,
}

impl From<TooMany> for Wrong {
    fn from(_: TooMany) -> Self {
        Wrong::TooComplex
    }
}

impl Losses {
    /// Makes ready to check claims about these packed positions; nothing if it is stopped before.
    pub(super) fn new<'a>(
        small_lives_max: u8,
        positions: impl Iterator<Item = &'a [u8]>,
        stop: &dyn Fn() -> bool,
    ) -> Option<Losses> {
        let mut losses = Losses {
            small_lives_max: small_lives_max.into(),
            trees: Trees::new(),
            claims: PackedTable::default(),
            answered: PackedTable::default(),
            outer: Generator::default(),
            inner: Generator::default(),
            key: Vec::new(),
            children: 0,
            replies: 0,
        };
        for position in positions {
            if stop() {
                return None;
            }
            // A claim that cannot be written here is claimed in vain, and is refused when its turn comes.
            if let Ok(sum) = losses.sum(PackedLand::all_in(position)) {
                losses.write_key(&sum);
                let _ = losses.claims.insert(&losses.key, 0);
            }
        }
        Some(losses)
    }

    fn sum<'a>(
        &mut self,
        lands: impl IntoIterator<Item = PackedLand<'a>>,
    ) -> Result<Sum<'a>, TooMany> {
        let (mut large, mut tree) = (Vec::new(), 0);
        for land in lands {
            if land.lives() > self.small_lives_max {
                large.push(land);
            } else {
                let small = self.trees.of_land(land)?;
                tree = self.trees.add(tree, small)?;
            }
        }
        large.sort_unstable();
        Ok(Sum { large, tree })
    }

    fn write_key(&mut self, sum: &Sum<'_>) {
        self.key.clear();
        for land in &sum.large {
            self.key.extend_from_slice(land.as_bytes());
        }
        self.key.extend_from_slice(&sum.tree.to_le_bytes());
    }

    /// Visits the sums that a move leads to, until one is accepted or there is an error.
    fn any_move(
        &mut self,
        generator: &mut Generator,
        sum: &Sum<'_>,
        accept: &mut dyn FnMut(&mut Losses, &Sum<'_>) -> Result<bool, Wrong>,
    ) -> Result<bool, Wrong> {
        for index in 0..self.trees.options(sum.tree).len() {
            let tree = self.trees.options(sum.tree)[index];
            let large = sum.large.clone();
            if accept(self, &Sum { large, tree })? {
                return Ok(true);
            }
        }
        for (index, land) in sum.large.iter().enumerate() {
            if index > 0 && sum.large[index - 1] == *land {
                continue;
            }
            let flow = generator.children(*land, |child| {
                let accepted =
                    self.sum(child.lands())
                        .map_err(Wrong::from)
                        .and_then(|mut moved| {
                            moved.large.extend(&sum.large[..index]);
                            moved.large.extend(&sum.large[index + 1..]);
                            moved.large.sort_unstable();
                            moved.tree = self.trees.add(moved.tree, sum.tree)?;
                            accept(self, &moved)
                        });
                match accepted {
                    Ok(false) => ControlFlow::Continue(()),
                    decided => ControlFlow::Break(decided),
                }
            });
            if let ControlFlow::Break(decided) = flow {
                return decided;
            }
        }
        Ok(false)
    }

    /// Whether the sum is claimed lost, or lost by its tree alone.
    fn is_lost(&mut self, sum: &Sum<'_>) -> bool {
        if sum.large.is_empty() {
            return !self.trees.is_win(sum.tree);
        }
        self.write_key(sum);
        self.claims.get(&self.key).is_some()
    }

    /// Whether a move leads to a loss, or the tree alone is a win.
    fn is_won(&mut self, sum: &Sum<'_>) -> Result<bool, Wrong> {
        if sum.large.is_empty() {
            return Ok(self.trees.is_win(sum.tree));
        }
        self.write_key(sum);
        if self.answered.get(&self.key).is_some() {
            return Ok(true);
        }
        let mut inner = std::mem::take(&mut self.inner);
        let found = self.any_move(&mut inner, sum, &mut |losses, reply| {
            losses.replies += 1;
            Ok(losses.is_lost(reply))
        });
        self.inner = inner;
        if found == Ok(true) {
            if self.answered.bytes() > ANSWERS_BYTES_MAX {
                self.answered.clear();
            }
            self.write_key(sum);
            // A full table only means that a reply is looked for again.
            let _ = self.answered.insert(&self.key, 0);
        }
        found
    }

    /// Checks the claim that a packed position is lost.
    pub(super) fn claim(&mut self, position: &[u8]) -> Result<(), Wrong> {
        if position.is_empty() {
            return Err(Wrong::Finished);
        }
        let sum = self.sum(PackedLand::all_in(position))?;
        if sum.large.is_empty() {
            return if self.trees.is_win(sum.tree) {
                Err(Wrong::Won)
            } else {
                Ok(())
            };
        }
        let mut outer = std::mem::take(&mut self.outer);
        let mut unanswered = None;
        let found = self.any_move(&mut outer, &sum, &mut |losses, child| {
            losses.children += 1;
            let won = losses.is_won(child)?;
            if !won {
                let lands = child.large.iter().map(|land| land.to_land());
                unanswered = Some((Canonical::sum(lands), child.tree != 0));
            }
            Ok(!won)
        });
        self.outer = outer;
        found?;
        match unanswered {
            None => Ok(()),
            Some((child, beside_small)) => Err(Wrong::NoAnswer {
                child,
                beside_small,
            }),
        }
    }

    /// Checks that the claims show who wins a packed position.
    pub(super) fn root(&mut self, position: &[u8], is_loss: bool) -> Result<(), Wrong> {
        let sum = self.sum(PackedLand::all_in(position))?;
        let shown = if is_loss {
            self.is_lost(&sum)
        } else {
            self.is_won(&sum)?
        };
        if shown { Ok(()) } else { Err(Wrong::NotShown) }
    }
}
