//! Misère values of small lands, for the checker: reduced canonical trees, in the plainest form. Owns the reduction and the
//! argument for it; a solver has its own.
//!
//! Two games are equal in misère play when they can be exchanged in every sum without changing who wins. A game T is equal to R when
//! 1. every option of R is an option of T,
//! 2. every other option of T has R as an option, and
//! 3. R is not finished, or the player to move wins T.
//!
//! For whoever wins a sum with R also wins the one with T: by the same moves, and when the opponent makes one of the other moves of T, by
//! going back to R. Only when the sum is over must the moves of T have an end of their own, and that is 3.
//!
//! A tree is a set of options, each reduced before: equal sets are equal trees. Reduction takes options away, so a play of the
//! reduced tree is never longer than one of the land, which is shorter than its lives: that keeps the checker's induction going.

use crate::children::Generator;
use crate::land::{Land, PackedLand};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// A reduced tree, by its number; 0 is the finished game.
pub(super) type Tree = u32;

/// More trees than any game of Sprouts needs: a certificate that asks for more is not checked further.
const TREES_MAX: usize = 1 << 20;

/// More trees are wanted than the checker has room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooMany;

/// The trees met so far.
pub(super) struct Trees {
    /// The options of each, in order.
    options: Vec<Box<[Tree]>>,
    wins: Vec<bool>,
    numbers: HashMap<Box<[Tree]>, Tree>,
    sums: HashMap<(Tree, Tree), Tree>,
    lands: HashMap<Land, Tree>,
    generators: Vec<Generator>,
}

impl Trees {
    pub(super) fn new() -> Self {
        let finished: Box<[Tree]> = Box::new([]);
        Trees {
            options: vec![finished.clone()],
            // Whoever cannot move has won.
            wins: vec![true],
            numbers: HashMap::from([(finished, 0)]),
            sums: HashMap::new(),
            lands: HashMap::new(),
            generators: Vec::new(),
        }
    }

    /// The options of a tree, in order.
    pub(super) fn options(&self, tree: Tree) -> &[Tree] {
        &self.options[tree as usize]
    }

    /// Whether the player to move wins.
    pub(super) fn is_win(&self, tree: Tree) -> bool {
        self.wins[tree as usize]
    }

    fn has_option(&self, tree: Tree, option: Tree) -> bool {
        self.options(tree).binary_search(&option).is_ok()
    }

    /// The reduced tree of the game with these options.
    fn reduce(&mut self, mut options: Vec<Tree>) -> Result<Tree, TooMany> {
        options.sort_unstable();
        options.dedup();
        if let Some(&known) = self.numbers.get(&options[..]) {
            return Ok(known);
        }
        let wins = options.iter().any(|&option| !self.is_win(option));
        // Its options are not those of a tree there is, so a simpler one is an option of one of the others.
        for &other in &options {
            for &simpler in self.options(other) {
                let rest = |&&option: &&Tree| !self.has_option(simpler, option);
                if self
                    .options(simpler)
                    .iter()
                    .all(|option| options.contains(option))
                    && options
                        .iter()
                        .filter(rest)
                        .all(|&rest| self.has_option(rest, simpler))
                    && (simpler != 0 || wins)
                {
                    return Ok(simpler);
                }
            }
        }
        if self.options.len() >= TREES_MAX {
            return Err(TooMany);
        }
        let options: Box<[Tree]> = options.into();
        self.options.push(options.clone());
        self.wins.push(wins);
        let number = self.options.len() as Tree - 1;
        self.numbers.insert(options, number);
        Ok(number)
    }

    /// The tree of a sum.
    pub(super) fn add(&mut self, one: Tree, two: Tree) -> Result<Tree, TooMany> {
        let (low, high) = (one.min(two), one.max(two));
        if low == 0 {
            return Ok(high);
        }
        if let Some(&known) = self.sums.get(&(low, high)) {
            return Ok(known);
        }
        let mut options = Vec::new();
        for index in 0..self.options(low).len() {
            options.push(self.add(self.options(low)[index], high)?);
        }
        for index in 0..self.options(high).len() {
            options.push(self.add(low, self.options(high)[index])?);
        }
        let sum = self.reduce(options)?;
        self.sums.insert((low, high), sum);
        Ok(sum)
    }

    /// The tree of a packed land, from those of all its children.
    pub(super) fn of_land(&mut self, land: PackedLand<'_>) -> Result<Tree, TooMany> {
        if let Some(&known) = self.lands.get(land.as_bytes()) {
            return Ok(known);
        }
        let mut generator = self.generators.pop().unwrap_or_default();
        let mut options = Vec::new();
        let result = generator.children(land, |child| {
            let option = child.lands().try_fold(0, |sum, land| {
                let tree = self.of_land(land)?;
                self.add(sum, tree)
            });
            match option {
                Ok(option) => options.push(option),
                Err(TooMany) => return ControlFlow::Break(()),
            }
            ControlFlow::Continue(())
        });
        self.generators.push(generator);
        if result.is_break() {
            return Err(TooMany);
        }
        let tree = self.reduce(options)?;
        self.lands.insert(land.to_land(), tree);
        Ok(tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Position, Seed};

    /// All games with plays of at most `moves` moves.
    fn all_games(trees: &mut Trees, moves: u32) -> usize {
        for _ in 0..moves {
            let known = trees.options.len();
            for subset in 0u64..1 << known {
                let options = (0..known as Tree).filter(|game| subset >> game & 1 == 1);
                trees.reduce(options.collect()).unwrap();
            }
        }
        trees.options.len()
    }

    #[test]
    fn as_many_different_games_as_the_literature_counts() {
        for (moves, games) in [(0, 1), (1, 2), (2, 3), (3, 5), (4, 22)] {
            assert_eq!(all_games(&mut Trees::new(), moves), games);
        }
    }

    /// Whether the player to move wins a sum of lands, by trying every move of the position.
    fn wins(position: &crate::Canonical, known: &mut HashMap<Vec<u8>, bool>) -> bool {
        let bytes = position.to_bytes();
        if let Some(&wins) = known.get(&bytes) {
            return wins;
        }
        let children = position.children();
        let won = children.is_empty() || children.iter().any(|child| !wins(child, known));
        known.insert(bytes, won);
        won
    }

    #[test]
    fn lands_of_equal_trees_can_stand_for_each_other() {
        let (mut trees, mut known) = (Trees::new(), HashMap::new());
        let mut seed = Seed::new(7);
        let mut lands = Vec::new();
        let mut position = Position::start(3).unwrap().canonical();
        for _ in 0..400 {
            position = match seed.pick(&position.children()) {
                Some(child) => child.clone(),
                None => Position::start(3).unwrap().canonical(),
            };
            lands.extend(
                position
                    .lands()
                    .iter()
                    .filter(|land| land.lives() < 8)
                    .cloned(),
            );
        }
        lands.sort_unstable();
        lands.dedup();
        let tree: Vec<Tree> = lands
            .iter()
            .map(|land| trees.of_land(land.packed()).unwrap())
            .collect();
        let mut exchanged = 0;
        for _ in 0..3000 {
            let [one, two, beside] = [(); 3].map(|()| seed.below(lands.len()));
            let sum =
                |land: usize| crate::Canonical::sum([lands[land].clone(), lands[beside].clone()]);
            let by_trees = trees.add(tree[one], tree[beside]).unwrap();
            assert_eq!(trees.is_win(by_trees), wins(&sum(one), &mut known));
            if tree[one] == tree[two] && one != two {
                assert_eq!(wins(&sum(one), &mut known), wins(&sum(two), &mut known));
                exchanged += 1;
            }
        }
        assert!(exchanged > 100, "{exchanged} exchanged");
    }
}
