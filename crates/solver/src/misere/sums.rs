//! Sums of trees too large to be made into one tree. Owns the multisets and the memory of who wins them; knows nothing of
//! Sprouts.

use super::interner::Interner;
use super::pieces::Pieces;
use super::trees::{Trees, Value};

/// All multisets of trees met so far. Number 0 is the empty one.
pub(super) struct Sums {
    /// Trees in ascending order, none of them empty.
    lists: Interner<u32>,
    /// What is known of each multiset, alone and with a heap of one counter.
    wins: Pieces<[Known; 2]>,
    stack: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Nothing,
    Win,
    Loss,
}

impl Sums {
    pub(super) fn new() -> Self {
        let mut lists = Interner::new();
        lists.intern(&[]);
        let mut wins = Pieces::new();
        wins.push([Known::Win, Known::Loss]);
        Sums {
            lists,
            wins,
            stack: Vec::new(),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.lists.bytes() + self.wins.bytes()
    }

    /// The trees of a sum, in ascending order.
    pub(super) fn trees(&self, sum: u32) -> &[u32] {
        self.lists.get(sum)
    }

    /// The number of a multiset in ascending order.
    pub(super) fn intern(&mut self, trees: &[u32]) -> u32 {
        debug_assert!(trees.is_sorted() && !trees.contains(&0));
        let sum = self.lists.intern(trees);
        if sum as usize == self.wins.len() {
            self.wins.push([Known::Nothing; 2]);
        }
        sum
    }

    /// The sum after `from`, one of its trees, has become `to`: the new sum, and whether a heap of one counter comes with it.
    pub(super) fn replace(&mut self, sum: u32, from: u32, to: Value) -> (u32, u32) {
        let base = self.stack.len();
        let list = self.lists.get(sum);
        let place = list
            .binary_search(&from)
            .expect("a tree of the sum is replaced");
        self.stack.extend_from_slice(&list[..place]);
        self.stack.extend_from_slice(&list[place + 1..]);
        if to.tree() != 0 {
            let place = self.stack[base..].partition_point(|&tree| tree < to.tree());
            self.stack.insert(base + place, to.tree());
        }
        let stack = std::mem::take(&mut self.stack);
        let replaced = self.intern(&stack[base..]);
        self.stack = stack;
        self.stack.truncate(base);
        (replaced, to.bit())
    }

    /// Whether the player to move wins the sum, with a heap of one counter if `bit` is 1.
    pub(super) fn win(&mut self, trees: &Trees, sum: u32, bit: u32) -> bool {
        match self.wins[sum as usize][bit as usize] {
            Known::Win => return true,
            Known::Loss => return false,
            Known::Nothing => {}
        }
        let win = match *self.lists.get(sum) {
            [tree] => trees.win(Value::new(tree, bit)),
            _ => (bit == 1 && !self.win(trees, sum, 0)) || self.has_winning_move(trees, sum, bit),
        };
        self.wins[sum as usize][bit as usize] = if win { Known::Win } else { Known::Loss };
        win
    }

    fn has_winning_move(&mut self, trees: &Trees, sum: u32, bit: u32) -> bool {
        for place in 0..self.lists.get(sum).len() {
            let list = self.lists.get(sum);
            let tree = list[place];
            if place > 0 && list[place - 1] == tree {
                continue;
            }
            for &option in trees.options(tree) {
                let (next, flipped) = self.replace(sum, tree, Value(option));
                if !self.win(trees, next, bit ^ flipped) {
                    return true;
                }
            }
        }
        false
    }
}
