//! The nodes of the search: a multiset of large lands, a sum of trees for all small ones, and a heap of one counter or none.
//! Owns their numbers and their moves; does not know who wins.

use super::interner::Interner;
use super::lands::{LandId, Lands};
use super::length::Length;
use super::pieces::Pieces;
use super::sums::Sums;
use super::trees::Value;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// A position up to misère equivalence of its small lands; the lowest bit says whether a heap of one counter is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Node(pub(super) u32);

impl Node {
    fn new(position: u32, bit: u32) -> Self {
        debug_assert!(bit < 2);
        Node(position << 1 | bit)
    }

    fn position(self) -> u32 {
        self.0 >> 1
    }

    fn bit(self) -> u32 {
        self.0 & 1
    }

    /// The sum with a heap of one counter if `bit` is 1: two such heaps cancel.
    fn flip(self, bit: u32) -> Self {
        Node(self.0 ^ bit)
    }

    /// A place in a list with one entry for each node.
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// All nodes met so far, and the moves of the large lands that were generated in full.
pub(super) struct Nodes {
    pub(super) lands: Lands,
    sums: Sums,
    /// Each list is the number of a sum of trees, then large lands in ascending order.
    positions: Interner<u32>,
    /// How large each position is: the lives of its large lands and the depths of its trees.
    weights: Pieces<u16>,
    lengths: Pieces<Length>,
    /// For each land, where its moves are kept: from the first place up to the second, both 0 while they are not.
    kept: Pieces<(u32, u32)>,
    moves: Pieces<Node>,
    /// Trees are added up to one tree while their depths together stay within this.
    fold_depth_max: u32,
    buffers: Vec<Vec<u32>>,
}

impl Nodes {
    pub(super) fn new(lives_max: u32, fold_depth_max: u32) -> Self {
        Nodes {
            lands: Lands::new(lives_max),
            sums: Sums::new(),
            positions: Interner::new(),
            weights: Pieces::new(),
            lengths: Pieces::new(),
            kept: Pieces::new(),
            moves: Pieces::new(),
            fold_depth_max,
            buffers: Vec::new(),
        }
    }

    /// How many nodes there are, each position counted alone and with the heap.
    pub(super) fn len(&self) -> usize {
        2 * self.positions.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.lands.bytes()
            + self.sums.bytes()
            + self.positions.bytes()
            + self.weights.bytes()
            + self.lengths.bytes()
            + self.kept.bytes()
            + self.moves.bytes()
    }

    /// Whether a number is about to outgrow its 32 bits.
    pub(super) fn is_full(&self) -> bool {
        self.lands.is_full() || self.positions.is_full() || self.moves.len() > (1 << 31)
    }

    /// How large the node is: about the length of the longest play.
    pub(super) fn weight(&self, node: Node) -> u32 {
        u32::from(self.weights[node.position() as usize])
    }

    /// How long a play is expected to be.
    pub(super) fn length(&self, node: Node) -> Length {
        let length = self.lengths[node.position() as usize];
        if node.bit() == 1 {
            length.plus(Length::ONE)
        } else {
            length
        }
    }

    /// Whether something is left to search.
    pub(super) fn has_large_land(&self, node: Node) -> bool {
        self.positions.get(node.position()).len() > 1
    }

    /// Who wins, if no large land is left: whether it is the player to move.
    pub(super) fn win_of_trees(&mut self, node: Node) -> Option<bool> {
        match *self.positions.get(node.position()) {
            [sum] => Some(self.sums.win(&self.lands.trees, sum, node.bit())),
            _ => None,
        }
    }

    /// The node of a sum of packed lands.
    pub(super) fn of_lands<'a>(&mut self, packed: impl Iterator<Item = &'a [u8]>) -> Node {
        let mut trees = self.take();
        let mut large = self.take();
        let mut bit = 0;
        for land in packed {
            let land = self.lands.intern(land);
            if self.lands.is_small(land) {
                let value = self.lands.value(land);
                bit ^= value.bit();
                if value.tree() != 0 {
                    trees.push(value.tree());
                }
            } else {
                large.push(land.0);
            }
        }
        let node = self.of_parts(&mut trees, &mut large, bit);
        self.give(trees);
        self.give(large);
        node
    }

    /// The node made of these trees, large lands and heap. The lists are put in order, trees may be added up.
    fn of_parts(&mut self, trees: &mut Vec<u32>, large: &mut [u32], mut bit: u32) -> Node {
        bit ^= self.fold(trees);
        trees.sort_unstable();
        large.sort_unstable();
        let mut list = self.take();
        list.push(self.sums.intern(trees));
        list.extend_from_slice(large);
        let position = self.positions.intern(&list);
        self.give(list);
        if position as usize == self.weights.len() {
            let depths = trees
                .iter()
                .map(|&tree| self.lands.trees.depth(Value::new(tree, 0)));
            let lives = large.iter().map(|&land| self.lands.lives(LandId(land)));
            let weight: u32 = depths.chain(lives).sum();
            self.weights.push(weight.min(u32::from(u16::MAX)) as u16);
            let nimber = trees.iter().fold(0, |nimber, &tree| {
                nimber ^ self.lands.trees.nimber(Value::new(tree, 0))
            });
            let length = large
                .iter()
                .fold(Length::of_nimber(nimber), |length, &land| {
                    length.plus(self.lands.length(LandId(land)))
                });
            self.lengths.push(length);
        }
        Node::new(position, bit)
    }

    /// Adds up shallow trees, so that equal sums become equal nodes; gives the heap that comes out of it.
    fn fold(&mut self, trees: &mut Vec<u32>) -> u32 {
        let mut bit = 0;
        while trees.len() > 1 {
            let values = &self.lands.trees;
            let depth = |tree: u32| values.depth(Value::new(tree, 0));
            trees.sort_unstable_by_key(|&tree| std::cmp::Reverse((depth(tree), tree)));
            let [.., one, two] = trees[..] else { break };
            if depth(one) + depth(two) > self.fold_depth_max {
                break;
            }
            let sum = self.lands.trees.add(Value::new(one, 0), Value::new(two, 0));
            trees.truncate(trees.len() - 2);
            bit ^= sum.bit();
            if sum.tree() != 0 {
                trees.push(sum.tree());
            }
        }
        bit
    }

    /// Visits the moves of a node until `visit` breaks; a move may be visited more than once.
    pub(super) fn moves<B>(
        &mut self,
        node: Node,
        visit: &mut dyn FnMut(&mut Nodes, Node) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if node.bit() == 1 {
            visit(self, node.flip(1))?;
        }
        let mut trees = self.take();
        let mut large = self.take();
        let list = self.positions.get(node.position());
        trees.extend_from_slice(self.sums.trees(list[0]));
        large.extend_from_slice(&list[1..]);
        let flow = self.moves_of_parts(&trees, &large, &mut |nodes, child| {
            visit(nodes, child.flip(node.bit()))
        });
        self.give(trees);
        self.give(large);
        flow
    }

    fn moves_of_parts<B>(
        &mut self,
        trees: &[u32],
        large: &[u32],
        visit: &mut dyn FnMut(&mut Nodes, Node) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut rest = self.take();
        for place in places(trees) {
            rest.clear();
            rest.extend_from_slice(&trees[..place]);
            rest.extend_from_slice(&trees[place + 1..]);
            for index in 0..self.lands.trees.options(trees[place]).len() {
                let option = Value(self.lands.trees.options(trees[place])[index]);
                let child = self.with_tree(&rest, option, large);
                visit(self, child)?;
            }
        }
        // Lands whose moves are known come first: they may make it needless to generate others.
        for known in [true, false] {
            for place in places(large) {
                let land = LandId(large[place]);
                let (start, end) = self.kept_moves(land);
                if (end != 0) != known {
                    continue;
                }
                rest.clear();
                rest.extend_from_slice(&large[..place]);
                rest.extend_from_slice(&large[place + 1..]);
                if known {
                    for index in start..end {
                        let child = self.join(self.moves[index as usize], trees, &rest);
                        visit(self, child)?;
                    }
                } else {
                    self.generate(land, &mut |nodes: &mut Nodes, child| {
                        let child = nodes.join(child, trees, &rest);
                        visit(nodes, child)
                    })?;
                }
            }
        }
        self.give(rest);
        ControlFlow::Continue(())
    }

    fn kept_moves(&self, land: LandId) -> (u32, u32) {
        if (land.0 as usize) < self.kept.len() {
            self.kept[land.0 as usize]
        } else {
            (0, 0)
        }
    }

    /// The node of some trees, one more value, and some large lands.
    fn with_tree(&mut self, trees: &[u32], value: Value, large: &[u32]) -> Node {
        let mut all_trees = self.take();
        let mut all_large = self.take();
        all_trees.extend_from_slice(trees);
        if value.tree() != 0 {
            all_trees.push(value.tree());
        }
        all_large.extend_from_slice(large);
        let node = self.of_parts(&mut all_trees, &mut all_large, value.bit());
        self.give(all_trees);
        self.give(all_large);
        node
    }

    /// The sum of a node with some trees and large lands.
    fn join(&mut self, node: Node, trees: &[u32], large: &[u32]) -> Node {
        if trees.is_empty() && large.is_empty() {
            return node;
        }
        let mut all_trees = self.take();
        let mut all_large = self.take();
        let list = self.positions.get(node.position());
        all_trees.extend_from_slice(self.sums.trees(list[0]));
        all_trees.extend_from_slice(trees);
        all_large.extend_from_slice(&list[1..]);
        all_large.extend_from_slice(large);
        let joined = self.of_parts(&mut all_trees, &mut all_large, node.bit());
        self.give(all_trees);
        self.give(all_large);
        joined
    }

    /// Generates the different moves of a large land, and keeps them unless `visit` breaks.
    fn generate<B>(
        &mut self,
        land: LandId,
        visit: &mut dyn FnMut(&mut Nodes, Node) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut found = self.take();
        let (mut generator, packed) = self.lands.take(land);
        let flow = generator.children(&packed, |child| {
            self.lands.children += 1;
            let node = self.of_lands(child.lands());
            if found.contains(&node.0) {
                return ControlFlow::Continue(());
            }
            found.push(node.0);
            visit(self, node)
        });
        self.lands.give(generator, packed);
        if flow.is_continue() {
            let start = self.moves.len() as u32;
            for &node in &found {
                self.moves.push(Node(node));
            }
            self.kept.extend_to(self.lands.len(), (0, 0));
            self.kept[land.0 as usize] = (start, self.moves.len() as u32);
        }
        self.give(found);
        flow
    }

    /// The lands of a position equal to the node, packed one after another in order; nothing if no land is known that a tree
    /// could stand for.
    pub(super) fn packed(&self, node: Node, examples: &HashMap<Value, LandId>) -> Option<Vec<u8>> {
        let list = self.positions.get(node.position());
        let mut lands: Vec<&[u8]> = Vec::new();
        for &land in &list[1..] {
            lands.push(self.lands.packed(LandId(land)));
        }
        let mut bit = node.bit();
        for &tree in self.sums.trees(list[0]) {
            let alone = Value::new(tree, 0);
            let example = examples.get(&alone).or_else(|| {
                bit ^= 1;
                examples.get(&alone.flip())
            });
            lands.push(self.lands.packed(*example?));
        }
        if bit == 1 {
            lands.push(self.lands.packed(*examples.get(&Value::ZERO.flip())?));
        }
        lands.sort_unstable();
        Some(lands.concat())
    }

    /// Forgets everything but trees, small lands, and the nodes listed; gives their new numbers in the same order.
    pub(super) fn forget_all_but(&mut self, nodes: &[Node]) -> Vec<Node> {
        self.kept = Pieces::new();
        self.moves = Pieces::new();
        self.weights = Pieces::new();
        self.lengths = Pieces::new();
        let positions = std::mem::replace(&mut self.positions, Interner::new());
        let mut keep = vec![false; self.lands.len()];
        for &node in nodes {
            for &land in &positions.get(node.position())[1..] {
                keep[land as usize] = true;
            }
        }
        let renumbered = self.lands.forget(&keep);
        let mut trees = self.take();
        let mut large = self.take();
        let kept = nodes
            .iter()
            .map(|&node| {
                let list = positions.get(node.position());
                trees.clear();
                trees.extend_from_slice(self.sums.trees(list[0]));
                large.clear();
                large.extend(list[1..].iter().map(|&land| {
                    renumbered[land as usize]
                        .expect("lands of a kept node are kept")
                        .0
                }));
                self.of_parts(&mut trees, &mut large, node.bit())
            })
            .collect();
        self.give(trees);
        self.give(large);
        kept
    }

    fn take(&mut self) -> Vec<u32> {
        self.buffers.pop().unwrap_or_default()
    }

    fn give(&mut self, mut buffer: Vec<u32>) {
        buffer.clear();
        self.buffers.push(buffer);
    }
}

/// The places of a list in ascending order whose item differs from the one before.
fn places(list: &[u32]) -> impl Iterator<Item = usize> + '_ {
    (0..list.len()).filter(|&place| place == 0 || list[place - 1] != list[place])
}
