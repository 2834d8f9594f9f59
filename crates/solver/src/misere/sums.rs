//! Sums of trees too large to be made into one tree. Owns the multisets and the memory of who wins them; knows nothing of
//! Sprouts.

use super::interner::Interner;
use super::lists::List;
use super::scratch::{Halted, Scratch};
use super::trees::{Trees, Value};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// All multisets of trees met so far. Number 0 is the empty one.
pub(super) struct Sums {
    /// Trees in ascending order, none of them empty; who wins them, alone and with a heap of one counter, is one of the numbers below.
    lists: Interner<u32, [AtomicU8; 2]>,
}

const NOTHING: u8 = 0;
const WIN: u8 = 1;
const LOSS: u8 = 2;

impl Sums {
    pub(super) fn new() -> Self {
        let sums = Sums {
            lists: Interner::new(),
        };
        let empty = sums.intern(&[]);
        sums.known(empty, 0).store(WIN, Relaxed);
        sums.known(empty, 1).store(LOSS, Relaxed);
        sums
    }

    pub(super) fn bytes(&self) -> usize {
        self.lists.bytes()
    }

    /// The trees of a sum, in ascending order.
    pub(super) fn trees(&self, sum: u32) -> List<'_, u32> {
        self.lists.get(sum)
    }

    /// The number of a multiset in ascending order.
    pub(super) fn intern(&self, trees: &[u32]) -> u32 {
        debug_assert!(trees.is_sorted() && !trees.contains(&0));
        self.lists.intern(trees, |_| ())
    }

    fn known(&self, sum: u32, bit: u32) -> &AtomicU8 {
        &self.lists.known(sum)[bit as usize]
    }

    /// The sum after `from`, one of its trees, has become `to`: the new sum, and whether a heap of one counter comes with it.
    fn replace(&self, scratch: &mut Scratch, sum: u32, from: u32, to: Value) -> (u32, u32) {
        let mut trees = scratch.take();
        trees.extend(self.trees(sum).iter());
        let place = trees
            .binary_search(&from)
            .expect("a tree of the sum is replaced");
        trees.remove(place);
        if to.tree() != 0 {
            let place = trees.partition_point(|&tree| tree < to.tree());
            trees.insert(place, to.tree());
        }
        let replaced = self.intern(&trees);
        scratch.give(trees);
        (replaced, to.bit())
    }

    /// Whether the player to move wins the sum, with a heap of one counter if `bit` is 1. The first time this may take as long as
    /// there are ways to move in the sum.
    pub(super) fn win(
        &self,
        scratch: &mut Scratch,
        trees: &Trees,
        sum: u32,
        bit: u32,
    ) -> Result<bool, Halted> {
        match self.known(sum, bit).load(Relaxed) {
            NOTHING => {}
            known => return Ok(known == WIN),
        }
        let list = self.trees(sum);
        let win = if list.len() == 1 {
            trees.win(Value::new(list.at(0), bit))
        } else {
            scratch.step()?;
            scratch.deeper(|scratch| {
                Ok((bit == 1 && !self.win(scratch, trees, sum, 0)?)
                    || self.has_winning_move(scratch, trees, sum, bit)?)
            })?
        };
        self.known(sum, bit)
            .store(if win { WIN } else { LOSS }, Relaxed);
        Ok(win)
    }

    fn has_winning_move(
        &self,
        scratch: &mut Scratch,
        trees: &Trees,
        sum: u32,
        bit: u32,
    ) -> Result<bool, Halted> {
        let list = self.trees(sum);
        for place in 0..list.len() {
            let tree = list.at(place);
            if place > 0 && list.at(place - 1) == tree {
                continue;
            }
            for option in trees.options(tree).iter() {
                let (next, flipped) = self.replace(scratch, sum, tree, Value(option));
                if !self.win(scratch, trees, next, bit ^ flipped)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}
