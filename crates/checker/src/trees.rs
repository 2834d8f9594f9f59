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
use crate::{Stop, Wrong};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard};

/// A reduced tree, by its number; 0 is the finished game.
pub(crate) type Tree = u32;

struct Entry {
    /// In order.
    options: Vec<Tree>,
    /// Whether the player to move wins.
    wins: bool,
    /// The length of the longest play.
    depth: u32,
}

/// The trees met so far, for all threads.
pub(crate) struct Trees<'a> {
    known: Mutex<Known<'a>>,
    lands: Mutex<HashMap<Land, Tree>>,
    stop: Stop<'a>,
}

pub(crate) struct Known<'a> {
    entries: Vec<Entry>,
    numbers: HashMap<Vec<Tree>, Tree>,
    sums: HashMap<(Tree, Tree), Tree>,
    winners: HashMap<Vec<Tree>, bool>,
    /// Trees are added up to one tree while their longest plays together are not longer than this. Other sums of trees stay lists.
    depth_max: u32,
    stop: Stop<'a>,
}

impl<'a> Trees<'a> {
    pub(crate) fn new(depth_max: u32, stop: Stop<'a>) -> Self {
        let finished = Entry {
            options: Vec::new(),
            // Whoever cannot move has won.
            wins: true,
            depth: 0,
        };
        let known = Known {
            entries: vec![finished],
            numbers: HashMap::from([(Vec::new(), 0)]),
            sums: HashMap::new(),
            winners: HashMap::new(),
            depth_max,
            stop,
        };
        Trees {
            known: Mutex::new(known),
            lands: Mutex::default(),
            stop,
        }
    }

    /// The trees, for this thread alone as long as it holds them.
    pub(crate) fn known(&self) -> MutexGuard<'_, Known<'a>> {
        self.known.lock().expect("no thread panics")
    }

    /// The tree of a land, from those of all its children.
    pub(crate) fn of_land(&self, land: &Land) -> Result<Tree, Wrong> {
        let lands = || self.lands.lock().expect("no thread panics");
        if let Some(&known) = lands().get(land) {
            return Ok(known);
        }
        let mut options = Vec::new();
        let flow = children(land, &mut |child| {
            if (self.stop)() {
                return ControlFlow::Break(Wrong::Stopped);
            }
            let trees: Result<Vec<Tree>, Wrong> =
                child.iter().map(|land| self.of_land(land)).collect();
            match trees.and_then(|trees| self.known().add_all(&trees)) {
                Ok(tree) => options.push(tree),
                Err(wrong) => return ControlFlow::Break(wrong),
            }
            ControlFlow::Continue(())
        });
        if let ControlFlow::Break(wrong) = flow {
            return Err(wrong);
        }
        let tree = self.known().reduce(options);
        lands().insert(land.clone(), tree);
        Ok(tree)
    }
}

impl Known<'_> {
    fn entry(&self, tree: Tree) -> &Entry {
        &self.entries[tree as usize]
    }

    fn has_option(&self, tree: Tree, option: Tree) -> bool {
        self.entry(tree).options.binary_search(&option).is_ok()
    }

    /// The reduced tree of the game with these options.
    fn reduce(&mut self, mut options: Vec<Tree>) -> Tree {
        options.sort_unstable();
        options.dedup();
        if let Some(&known) = self.numbers.get(&options) {
            return known;
        }
        let wins = options.iter().any(|&option| !self.entry(option).wins);
        if let Some(simpler) = self.simpler(&options, wins) {
            return simpler;
        }
        let depth = options.iter().map(|&option| 1 + self.entry(option).depth);
        self.entries.push(Entry {
            wins,
            depth: depth.max().unwrap_or(0),
            options: options.clone(),
        });
        let number = self.entries.len() as Tree - 1;
        self.numbers.insert(options, number);
        number
    }

    /// A tree R as above. The options are not exactly those of a tree, so there is another one, which has R as an option.
    fn simpler(&self, options: &[Tree], wins: bool) -> Option<Tree> {
        let has = |option: &Tree| options.binary_search(option).is_ok();
        let candidates = options.iter().flat_map(|&other| &self.entry(other).options);
        candidates.copied().find(|&simpler| {
            self.entry(simpler).options.iter().all(has)
                && options.iter().all(|&option| {
                    self.has_option(simpler, option) || self.has_option(option, simpler)
                })
                && (simpler != 0 || wins)
        })
    }

    /// The tree of a sum of two.
    fn add(&mut self, one: Tree, two: Tree) -> Result<Tree, Wrong> {
        let (low, high) = (one.min(two), one.max(two));
        if low == 0 {
            return Ok(high);
        }
        if let Some(&known) = self.sums.get(&(low, high)) {
            return Ok(known);
        }
        if (self.stop)() {
            return Err(Wrong::Stopped);
        }
        let mut options = Vec::new();
        for (moved, other) in [(low, high), (high, low)] {
            for index in 0..self.entry(moved).options.len() {
                options.push(self.add(self.entry(moved).options[index], other)?);
            }
        }
        let sum = self.reduce(options);
        self.sums.insert((low, high), sum);
        Ok(sum)
    }

    fn add_all(&mut self, trees: &[Tree]) -> Result<Tree, Wrong> {
        trees.iter().try_fold(0, |sum, &tree| self.add(sum, tree))
    }

    /// Adds up what is shallow enough, the shallowest first, and puts the rest in order.
    pub(crate) fn fold(&mut self, trees: &mut Vec<Tree>) -> Result<(), Wrong> {
        trees.retain(|&tree| tree != 0);
        loop {
            trees.sort_unstable_by_key(|&tree| std::cmp::Reverse((self.entry(tree).depth, tree)));
            let [.., one, two] = trees[..] else {
                return Ok(());
            };
            if self.entry(one).depth + self.entry(two).depth > self.depth_max {
                return Ok(());
            }
            trees.truncate(trees.len() - 2);
            let sum = self.add(one, two)?;
            if sum != 0 {
                trees.push(sum);
            }
        }
    }

    /// What the moves of a sum of trees lead to.
    pub(crate) fn moves(&mut self, trees: &[Tree]) -> Result<Vec<Vec<Tree>>, Wrong> {
        let mut moves = Vec::new();
        for (place, &tree) in trees.iter().enumerate() {
            if place > 0 && trees[place - 1] == tree {
                continue;
            }
            for index in 0..self.entry(tree).options.len() {
                let mut moved = trees.to_vec();
                moved[place] = self.entry(tree).options[index];
                self.fold(&mut moved)?;
                moves.push(moved);
            }
        }
        Ok(moves)
    }

    /// Whether the player to move wins a sum of trees.
    pub(crate) fn wins(&mut self, trees: &[Tree]) -> Result<bool, Wrong> {
        match trees {
            [] => return Ok(true),
            &[tree] => return Ok(self.entry(tree).wins),
            _ => {}
        }
        if let Some(&known) = self.winners.get(trees) {
            return Ok(known);
        }
        let mut wins = false;
        for moved in self.moves(trees)? {
            if !self.wins(&moved)? {
                wins = true;
                break;
            }
        }
        self.winners.insert(trees.to_vec(), wins);
        Ok(wins)
    }
}
