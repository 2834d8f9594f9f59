//! Misère play: claims that a position is lost for the player to move.

use crate::land::{Land, sum_text};
use crate::moves::{children, without};
use crate::trees::{Tree, Trees};
use crate::{Claim, Watch, Wrong};
use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard};

/// A position: its large lands in order, and the tree of the small ones together.
type Position = (Vec<Land>, Tree);

pub(crate) struct Misere<'a> {
    small_lives_max: u32,
    trees: Mutex<Trees<'a>>,
    /// The trees that are claimed lost beside these large lands.
    claims: HashMap<Vec<Land>, HashSet<Tree>>,
    /// Positions shown to be won.
    won: Mutex<HashSet<Position>>,
    watch: &'a Watch<'a>,
}

impl<'a> Misere<'a> {
    /// A checker of these claims.
    pub(crate) fn new(
        claims: &[Claim],
        small_lives_max: u32,
        watch: &'a Watch,
    ) -> Result<Self, Wrong> {
        let mut misere = Misere {
            small_lives_max,
            trees: Mutex::new(Trees::new(watch)),
            claims: HashMap::new(),
            won: Mutex::default(),
            watch,
        };
        for claim in claims {
            let (large, tree) = misere.position(&claim.lands, 0)?;
            misere.claims.entry(large).or_default().insert(tree);
        }
        Ok(misere)
    }

    /// The trees, for this thread alone as long as it holds them.
    fn trees(&self) -> MutexGuard<'_, Trees<'a>> {
        self.trees.lock().expect("no thread panics")
    }

    fn is_large(&self, land: &Land) -> bool {
        land.lives() > self.small_lives_max
    }

    fn large(&self, lands: &[Land]) -> Vec<Land> {
        let mut large = lands.to_vec();
        large.retain(|land| self.is_large(land));
        large.sort_unstable();
        large
    }

    /// These lands beside a tree.
    fn position(&self, lands: &[Land], mut tree: Tree) -> Result<Position, Wrong> {
        let mut trees = self.trees();
        for small in lands.iter().filter(|land| !self.is_large(land)) {
            let more = trees.of_land(small)?;
            tree = trees.add(tree, more)?;
        }
        Ok((self.large(lands), tree))
    }

    /// What each move leads to: lands beside a tree.
    fn moves<'b>(
        &self,
        (large, tree): &'b Position,
    ) -> impl Iterator<Item = (Vec<Land>, Tree)> + use<'b> {
        let options = self.trees().options(*tree).to_vec().into_iter();
        let in_tree = options.map(|option| (large.clone(), option));
        let in_lands = large.iter().enumerate().flat_map(move |(index, land)| {
            let others = without(large, index);
            children(land).map(move |child| ([&child[..], &others].concat(), *tree))
        });
        in_tree.chain(in_lands)
    }

    /// Whether lands beside a tree are claimed lost, or small and lost.
    fn is_lost(&self, lands: &[Land], tree: Tree) -> Result<bool, Wrong> {
        let large = self.large(lands);
        let claimed = self.claims.get(&large);
        // Without a claim about the large lands there is no need for trees.
        if claimed.is_none() && !large.is_empty() {
            return Ok(false);
        }
        let (large, tree) = self.position(lands, tree)?;
        Ok(match large.is_empty() {
            true => !self.trees().wins(tree),
            false => claimed.is_some_and(|trees| trees.contains(&tree)),
        })
    }

    /// Whether a move leads to a loss, or all is small and won.
    fn is_won(&self, position: &Position) -> Result<bool, Wrong> {
        let (large, tree) = position;
        if large.is_empty() {
            return Ok(self.trees().wins(*tree));
        }
        let won = || self.won.lock().expect("no thread panics");
        if won().contains(position) {
            return Ok(true);
        }
        for (lands, tree) in self.moves(position) {
            self.watch.reply()?;
            if self.is_lost(&lands, tree)? {
                won().insert(position.clone());
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Checks the claim that a position is lost.
    pub(crate) fn claim(&self, claim: &Claim) -> Result<(), Wrong> {
        let position = self.position(&claim.lands, 0)?;
        // A large land has a move: the game is not over. Without one the tree says who wins.
        if position.0.is_empty() && self.is_won(&position)? {
            return Err(Wrong::Won);
        }
        for (lands, tree) in self.moves(&position) {
            self.watch.child()?;
            let child = self.position(&lands, tree)?;
            if !self.is_won(&child)? {
                let beside = if child.1 == 0 {
                    ""
                } else {
                    " with small lands beside it"
                };
                let child = sum_text(&child.0) + beside;
                return Err(Wrong::NoAnswer { child });
            }
        }
        Ok(())
    }

    /// Checks that the claims show who wins a position.
    pub(crate) fn root(&self, lands: &[Land], is_win: bool) -> Result<(), Wrong> {
        let is_shown = match is_win {
            true => self.is_won(&self.position(lands, 0)?)?,
            false => self.is_lost(lands, 0)?,
        };
        if is_shown {
            Ok(())
        } else {
            Err(Wrong::NotShown)
        }
    }
}
