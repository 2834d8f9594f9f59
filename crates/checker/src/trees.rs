//! Misère values of small lands: reduced canonical trees.
//!
//! Two games are equal when they can be exchanged in every sum without changing who wins. A game T is equal to R when
//! 1. every option of R is an option of T,
//! 2. every other option of T has R as an option, and
//! 3. R is not finished, or the player to move wins T.
//!
//! For whoever wins a sum with R also wins it with T: by the same moves, and when the opponent makes one of the other moves of T, by
//! going back to R. Only where the sum with R is over has T to be played on: then 3 says that the player to move wins there as well.
//!
//! A tree is the set of its options, each reduced before, so equal sets are equal trees. Reduction only takes options away: a play of
//! the tree is never longer than one of the land, and that is at most as long as the land has lives, less one.

use crate::land::Land;
use crate::moves::children;
use crate::{Watch, Wrong};
use std::collections::HashMap;

/// A reduced tree, by its number; 0 is the finished game.
pub(crate) type Tree = usize;

/// The trees met so far.
pub(crate) struct Trees<'a> {
    /// The options of each tree, in order.
    options: Vec<Vec<Tree>>,
    /// Whether the player to move wins it.
    wins: Vec<bool>,
    numbers: HashMap<Vec<Tree>, Tree>,
    lands: HashMap<Land, Tree>,
    sums: HashMap<(Tree, Tree), Tree>,
    watch: &'a Watch<'a>,
}

impl<'a> Trees<'a> {
    pub(crate) fn new(watch: &'a Watch) -> Self {
        Trees {
            options: vec![Vec::new()],
            // Whoever cannot move has won.
            wins: vec![true],
            numbers: HashMap::from([(Vec::new(), 0)]),
            lands: HashMap::new(),
            sums: HashMap::new(),
            watch,
        }
    }

    pub(crate) fn options(&self, tree: Tree) -> &[Tree] {
        &self.options[tree]
    }

    /// Whether the player to move wins a tree.
    pub(crate) fn wins(&self, tree: Tree) -> bool {
        self.wins[tree]
    }

    /// The tree of a land, from those of all its children.
    pub(crate) fn of_land(&mut self, land: &Land) -> Result<Tree, Wrong> {
        if let Some(&known) = self.lands.get(land) {
            return Ok(known);
        }
        self.watch.go_on()?;
        let mut options = Vec::new();
        for child in children(land) {
            let mut sum = 0;
            for land in &child {
                let tree = self.of_land(land)?;
                sum = self.add(sum, tree)?;
            }
            options.push(sum);
        }
        let tree = self.reduced(options);
        self.lands.insert(land.clone(), tree);
        Ok(tree)
    }

    /// The tree of a sum of two.
    pub(crate) fn add(&mut self, one: Tree, two: Tree) -> Result<Tree, Wrong> {
        let (low, high) = (one.min(two), one.max(two));
        if low == 0 {
            return Ok(high);
        }
        if let Some(&known) = self.sums.get(&(low, high)) {
            return Ok(known);
        }
        self.watch.go_on()?;
        let mut options = Vec::new();
        for (moved, other) in [(low, high), (high, low)] {
            for option in self.options[moved].clone() {
                options.push(self.add(option, other)?);
            }
        }
        let sum = self.reduced(options);
        self.sums.insert((low, high), sum);
        Ok(sum)
    }

    /// The reduced tree of the game with these options.
    fn reduced(&mut self, mut options: Vec<Tree>) -> Tree {
        options.sort_unstable();
        options.dedup();
        if let Some(&known) = self.numbers.get(&options) {
            return known;
        }
        let wins = options.iter().any(|&option| !self.wins[option]);
        if let Some(simpler) = self.simpler(&options, wins) {
            return simpler;
        }
        let number = self.options.len();
        self.options.push(options.clone());
        self.wins.push(wins);
        self.numbers.insert(options, number);
        number
    }

    /// A tree R as above. The options are not exactly those of a tree, so there is another one, which has R as an option.
    fn simpler(&self, options: &[Tree], wins: bool) -> Option<Tree> {
        let has = |options: &[Tree], tree: Tree| options.binary_search(&tree).is_ok();
        let is_equal = |simpler: Tree| {
            let few = &self.options[simpler];
            few.iter().all(|&option| has(options, option))
                && options
                    .iter()
                    .all(|&other| has(few, other) || has(&self.options[other], simpler))
                && (simpler != 0 || wins)
        };
        let candidates = options.iter().flat_map(|&option| &self.options[option]);
        candidates.copied().find(|&simpler| is_equal(simpler))
    }
}
