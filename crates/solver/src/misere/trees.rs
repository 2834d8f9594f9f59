//! Reduced canonical trees: games up to misère equivalence. Owns the reduction, sums of trees and their outcomes; knows
//! nothing of Sprouts.
//!
//! Two games are equal in misère play when they can be exchanged in every sum without changing who wins. A game is reduced by the one
//! simplification there is (Conway). Let the options of a game T be those of a simpler game R, and others that all have R as an
//! option. Then T is equal to R, since a move to one of the others is answered by going back to R. If R is the empty
//! game there is no option of R to go on with, so T must be a win in its own right. Applied from the leaves upwards this
//! gives each class of equal games one tree.
//!
//! The heap of one counter is special: it is its own inverse, and adding it to a tree gives a tree whose shape is known.
//! So a tree that is another one plus this heap is not stored, and a value is a stored tree and one bit.

use super::interner::Interner;
use super::lists::List;
use super::scratch::{Halted, Scratch};
use std::sync::atomic::{AtomicU32, Ordering::Acquire, Ordering::Relaxed, Ordering::Release};

/// A game up to misère equivalence: a stored tree, plus a heap of one counter if the lowest bit is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Value(pub(super) u32);

impl Value {
    /// The empty game.
    pub(super) const ZERO: Value = Value(0);

    pub(super) fn new(tree: u32, bit: u32) -> Self {
        debug_assert!(bit < 2);
        Value(tree << 1 | bit)
    }

    /// The stored tree; 0 is the empty game.
    pub(super) fn tree(self) -> u32 {
        self.0 >> 1
    }

    /// Whether a heap of one counter is added.
    pub(super) fn bit(self) -> u32 {
        self.0 & 1
    }

    /// The sum with a heap of one counter.
    pub(super) fn flip(self) -> Self {
        Value(self.0 ^ 1)
    }
}

/// All trees met so far.
pub(super) struct Trees {
    /// The options of each tree, values in ascending order, and its [`Facts`], packed.
    options: Interner<u32, AtomicU32>,
    /// Pairs of trees, and their sum.
    pairs: Interner<u32, AtomicU32>,
}

#[derive(Clone, Copy)]
struct Facts {
    /// The length of the longest play.
    depth: u32,
    /// The nimber in normal play, where reduction changes nothing either.
    nimber: u32,
    /// Whether the player to move wins: the tree alone, and with a heap of one counter.
    wins: [bool; 2],
}

impl Facts {
    /// Two bits for the wins, then these for the nimber, which is at most the depth.
    const NIMBER_BITS: u32 = 14;

    fn pack(self) -> u32 {
        let [alone, with_heap] = self.wins.map(u32::from);
        debug_assert!(self.depth < 1 << 16 && self.nimber < 1 << Facts::NIMBER_BITS);
        (self.depth << Facts::NIMBER_BITS | self.nimber) << 2 | with_heap << 1 | alone
    }

    fn unpack(word: u32) -> Self {
        Facts {
            depth: word >> (2 + Facts::NIMBER_BITS),
            nimber: word >> 2 & ((1 << Facts::NIMBER_BITS) - 1),
            wins: [word & 1 == 1, word & 2 == 2],
        }
    }
}

impl Trees {
    pub(super) fn new() -> Self {
        let trees = Trees {
            options: Interner::new(),
            pairs: Interner::new(),
        };
        // Who cannot move wins; with the heap of one counter left, the move is forced and loses.
        let empty = Facts {
            depth: 0,
            nimber: 0,
            wins: [true, false],
        };
        trees.intern(&[], empty);
        trees
    }

    fn intern(&self, options: &[u32], facts: Facts) -> Value {
        let describe = |known: &AtomicU32| known.store(facts.pack(), Relaxed);
        Value::new(self.options.intern(options, describe), 0)
    }

    /// How many trees there are.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.options.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.options.bytes() + self.pairs.bytes()
    }

    fn facts(&self, value: Value) -> Facts {
        Facts::unpack(self.options.known(value.tree()).load(Relaxed))
    }

    pub(super) fn depth(&self, value: Value) -> u32 {
        self.facts(value).depth + value.bit()
    }

    pub(super) fn nimber(&self, value: Value) -> u32 {
        self.facts(value).nimber ^ value.bit()
    }

    pub(super) fn win(&self, value: Value) -> bool {
        self.facts(value).wins[value.bit() as usize]
    }

    /// The options of a stored tree without the extra heap, in ascending order.
    pub(super) fn options(&self, tree: u32) -> List<'_, u32> {
        self.options.get(tree)
    }

    /// Whether a move from `value` leads to `option`.
    fn has_option(&self, value: Value, option: Value) -> bool {
        let options = self.options(value.tree());
        if value.bit() == 0 {
            options.has(option.0)
        } else {
            option == value.flip() || options.has(option.flip().0)
        }
    }

    /// The value of the game with these options. The list is put in order and may hold a value twice.
    pub(super) fn reduce(&self, scratch: &mut Scratch, options: &mut Vec<u32>) -> Value {
        options.sort_unstable();
        options.dedup();
        if options.is_empty() {
            return Value::ZERO;
        }
        if let Some(simpler) = self.simpler(scratch, options) {
            return simpler;
        }
        if let Some(known) = self.exactly(options) {
            return known;
        }
        let loses = |option: &u32, bit: u32| !self.win(Value(option ^ bit));
        let alone = options.iter().any(|option| loses(option, 0));
        let mut nimber = 0;
        while options
            .iter()
            .any(|&option| self.nimber(Value(option)) == nimber)
        {
            nimber += 1;
        }
        let deepest = options.iter().map(|&option| self.depth(Value(option)));
        let facts = Facts {
            nimber,
            depth: 1 + deepest.max().unwrap_or(0),
            wins: [
                alone,
                // The extra move is to take the heap away.
                !alone || options.iter().any(|option| loses(option, 1)),
            ],
        };
        self.intern(options, facts)
    }

    /// The tree with exactly these options, if it is known.
    fn exactly(&self, options: &[u32]) -> Option<Value> {
        if let Some(tree) = self.options.find(options) {
            return Some(Value::new(tree, 0));
        }
        // Is it z + 1? Its options are z and each option of z plus one.
        options.iter().map(|&option| Value(option)).find_map(|z| {
            let of_z = self.options(z.tree());
            (z.bit() == 0
                && of_z.len() + 1 == options.len()
                && of_z
                    .iter()
                    .all(|option| options.binary_search(&(option ^ 1)).is_ok()))
            .then_some(z.flip())
        })
    }

    /// The simpler game that this one is equal to, if there is one.
    ///
    /// An option that has R as an option is deeper than R, and R is deeper than its own options: so the options of R are
    /// those up to some depth, and the others leave out at least the depth after it.
    fn simpler(&self, scratch: &mut Scratch, options: &[u32]) -> Option<Value> {
        // R is the empty game.
        if options
            .iter()
            .all(|&option| self.has_option(Value(option), Value::ZERO))
            && options.iter().any(|&option| !self.win(Value(option)))
        {
            return Some(Value::ZERO);
        }
        let mut prefix = scratch.take();
        let mut found = None;
        let mut floor = 0;
        loop {
            // The next depth that occurs, and whether it is followed by a gap.
            let depths = |least: u32| {
                options
                    .iter()
                    .map(|&option| self.depth(Value(option)))
                    .filter(|&depth| depth >= least)
                    .min()
            };
            let Some(depth) = depths(floor) else {
                break;
            };
            let Some(next) = depths(depth + 1) else {
                break;
            };
            floor = next;
            if next < depth + 2 {
                continue;
            }
            prefix.clear();
            prefix.extend(
                options
                    .iter()
                    .filter(|&&option| self.depth(Value(option)) <= depth),
            );
            if let Some(simpler) = self.exactly(&prefix)
                && options
                    .iter()
                    .map(|&option| Value(option))
                    .filter(|&option| self.depth(option) > depth)
                    .all(|option| self.has_option(option, simpler))
            {
                found = Some(simpler);
                break;
            }
        }
        scratch.give(prefix);
        found
    }

    /// The sum of two games as one tree. Costs as much as the product of their sizes the first time.
    pub(super) fn add(
        &self,
        scratch: &mut Scratch,
        one: Value,
        two: Value,
    ) -> Result<Value, Halted> {
        let bit = one.bit() ^ two.bit();
        let (low, high) = (one.tree().min(two.tree()), one.tree().max(two.tree()));
        if low == 0 {
            return Ok(Value::new(high, bit));
        }
        let sum = match self.pairs.find(&[low, high]) {
            Some(pair) => Value(self.pairs.known(pair).load(Acquire)),
            None => scratch.deeper(|scratch| self.add_trees(scratch, low, high))?,
        };
        Ok(Value(sum.0 ^ bit))
    }

    fn add_trees(&self, scratch: &mut Scratch, low: u32, high: u32) -> Result<Value, Halted> {
        scratch.step()?;
        let mut options = scratch.take();
        for (changed, other) in [(low, high), (high, low)] {
            for option in self.options(changed).iter() {
                let sum = self.add(scratch, Value(option), Value::new(other, 0))?;
                options.push(sum.0);
            }
        }
        let sum = self.reduce(scratch, &mut options);
        scratch.give(options);
        self.pairs
            .intern(&[low, high], |known| known.store(sum.0, Release));
        Ok(sum)
    }
}

#[cfg(test)]
mod tests;
