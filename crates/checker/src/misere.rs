//! Misère play: claims that a position is lost for the player to move.

use crate::land::Land;
use crate::moves::children;
use crate::trees::{Tree, Trees};
use crate::{Claim, Counts, Stop, Wrong};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Mutex;

/// A position: its large lands, and the trees of the small ones, both in order.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Sum {
    large: Vec<Land>,
    trees: Vec<Tree>,
}

pub(crate) struct Misere<'a> {
    small_lives_max: u32,
    trees: Trees<'a>,
    /// The lists of trees that are claimed lost beside these large lands.
    claims: HashMap<Vec<Land>, HashSet<Vec<Tree>>>,
    /// The large lands of claims.
    claimed: HashSet<Land>,
    /// Positions shown to be won.
    won: Mutex<HashSet<Sum>>,
    counts: &'a Counts,
    stop: Stop<'a>,
}

/// Says of large lands whether a position with them can be accepted at all.
type Wanted<'a> = fn(&Misere<'a>, &[Land]) -> bool;

impl<'a> Misere<'a> {
    /// A checker without claims. Trees are added up while their longest plays together are not longer than `depth_max`.
    pub(crate) fn new(
        small_lives_max: u32,
        depth_max: u32,
        counts: &'a Counts,
        stop: Stop<'a>,
    ) -> Self {
        Misere {
            small_lives_max,
            trees: Trees::new(depth_max, stop),
            claims: HashMap::new(),
            claimed: HashSet::new(),
            won: Mutex::default(),
            counts,
            stop,
        }
    }

    /// The position of a claim.
    pub(crate) fn position(&self, claim: &Claim) -> Result<Sum, Wrong> {
        self.sum(claim.lands.clone(), &[])
    }

    /// Takes these positions as claimed lost.
    pub(crate) fn claim_all(&mut self, positions: Vec<Sum>) {
        for Sum { large, trees } in positions {
            self.claimed.extend(large.iter().cloned());
            self.claims.entry(large).or_default().insert(trees);
        }
    }

    /// These lands beside some trees.
    fn sum(&self, lands: Vec<Land>, beside: &[Tree]) -> Result<Sum, Wrong> {
        let (mut large, small): (Vec<Land>, Vec<Land>) =
            lands.into_iter().partition(|land| self.is_large(land));
        let mut trees = beside.to_vec();
        for land in &small {
            trees.push(self.trees.of_land(land)?);
        }
        self.trees.known().fold(&mut trees)?;
        large.sort_unstable();
        Ok(Sum { large, trees })
    }

    fn is_large(&self, land: &Land) -> bool {
        land.lives() > self.small_lives_max
    }

    /// Whether a position with these lands can be claimed lost.
    fn can_be_claimed(&self, lands: &[Land]) -> bool {
        let mut large = lands.iter().filter(|land| self.is_large(land));
        large.all(|land| self.claimed.contains(land))
    }

    /// Visits the positions that a move leads to, until one is accepted or there is an error.
    fn any_move(
        &self,
        sum: &Sum,
        wanted: Wanted<'a>,
        accept: &mut dyn FnMut(Sum) -> Result<bool, Wrong>,
    ) -> Result<bool, Wrong> {
        if wanted(self, &sum.large) {
            let moves = self.trees.known().moves(&sum.trees)?;
            for trees in moves {
                let large = sum.large.clone();
                if accept(Sum { large, trees })? {
                    return Ok(true);
                }
            }
        }
        for (index, land) in sum.large.iter().enumerate() {
            let others = [&sum.large[..index], &sum.large[index + 1..]].concat();
            if (index > 0 && sum.large[index - 1] == *land) || !wanted(self, &others) {
                continue;
            }
            let flow = children(land, &mut |mut lands| {
                if (self.stop)() {
                    return ControlFlow::Break(Err(Wrong::Stopped));
                }
                if !wanted(self, &lands) {
                    return ControlFlow::Continue(());
                }
                lands.extend(others.iter().cloned());
                match self.sum(lands, &sum.trees).and_then(&mut *accept) {
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

    /// Whether a position is claimed lost, or lost by its trees alone.
    fn is_lost(&self, sum: &Sum) -> Result<bool, Wrong> {
        if sum.large.is_empty() {
            return Ok(!self.trees.known().wins(&sum.trees)?);
        }
        let claims = self.claims.get(&sum.large);
        Ok(claims.is_some_and(|claims| claims.contains(&sum.trees)))
    }

    /// Whether a move leads to a loss, or the trees alone are a win.
    fn is_won(&self, sum: &Sum) -> Result<bool, Wrong> {
        if sum.large.is_empty() {
            return self.trees.known().wins(&sum.trees);
        }
        let known = || self.won.lock().expect("no thread panics");
        if known().contains(sum) {
            return Ok(true);
        }
        let won = self.any_move(sum, Misere::can_be_claimed, &mut |reply| {
            self.counts.reply();
            self.is_lost(&reply)
        })?;
        if won {
            known().insert(sum.clone());
        }
        Ok(won)
    }

    /// Checks the claim that a position is lost.
    pub(crate) fn claim(&self, claim: &Claim) -> Result<(), Wrong> {
        let sum = self.position(claim)?;
        if sum.large.is_empty() {
            let wins = self.trees.known().wins(&sum.trees)?;
            return if wins { Err(Wrong::Won) } else { Ok(()) };
        }
        let mut unanswered = None;
        self.any_move(&sum, |_, _| true, &mut |child| {
            self.counts.child();
            let won = self.is_won(&child)?;
            if !won {
                unanswered = Some(child);
            }
            Ok(!won)
        })?;
        match unanswered {
            None => Ok(()),
            Some(child) => Err(Wrong::NoAnswer {
                child: child.large,
                beside_small: !child.trees.is_empty(),
            }),
        }
    }

    /// Checks that the claims show who wins a position.
    pub(crate) fn root(&self, lands: &[Land], is_win: bool) -> Result<(), Wrong> {
        let sum = self.sum(lands.to_vec(), &[])?;
        let shown = match is_win {
            true => self.is_won(&sum)?,
            false => self.is_lost(&sum)?,
        };
        if shown { Ok(()) } else { Err(Wrong::NotShown) }
    }
}
