//! The nodes of the search: a multiset of large lands, a sum of trees for all small ones, and a heap of one counter or none.
//! Owns their numbers and their moves; does not know who wins.

use super::interner::Interner;
use super::lands::{LandId, Lands, Size};
use super::lists::Lists;
use super::phase::Phase;
use super::scratch::{Halted, Mill, Scratch, unless_halted};
use super::sums::Sums;
use super::trees::Value;
use crate::guess::Mobility;
use sprouts::PackedLand;
use sprouts::hash::FastHash;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

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
    positions: Interner<u32, Known>,
    /// The nodes that moves of a large land lead to.
    moves: Lists<u32>,
    /// Trees are added up to one tree while their depths together stay within this.
    fold_depth_max: u32,
}

/// What is known of a position.
#[derive(Default)]
struct Known {
    /// Its [`Size`], packed. Trees have as many lives as they are deep.
    size: AtomicU32,
    /// What the search notes, of the position alone and with the heap.
    notes: [AtomicU64; 2],
}

/// Called with each move of a node, until it breaks.
type Visit<'a, B> = &'a mut dyn FnMut(&mut Scratch, Node) -> ControlFlow<B>;

impl Nodes {
    pub(super) fn new(lives_max: u32, fold_depth_max: u32) -> Self {
        Nodes {
            lands: Lands::new(lives_max),
            sums: Sums::new(),
            positions: Interner::new(),
            moves: Lists::new(),
            fold_depth_max,
        }
    }

    /// How many nodes there are, each position counted alone and with the heap.
    pub(super) fn len(&self) -> usize {
        2 * self.positions.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.lands.bytes() + self.sums.bytes() + self.positions.bytes() + self.moves.bytes()
    }

    /// Whether a number is about to outgrow its 32 bits.
    pub(super) fn is_full(&self) -> bool {
        self.lands.is_full() || self.positions.is_full()
    }

    /// A word for each node, for the search to use; 0 at first.
    pub(super) fn note(&self, node: Node) -> &AtomicU64 {
        &self.positions.known(node.position()).notes[node.bit() as usize]
    }

    /// What a first guess at the work goes by.
    pub(super) fn size(&self, node: Node) -> Size {
        let known = self.positions.known(node.position());
        let mut size = Size::unpack(known.size.load(Relaxed));
        if node.bit() == 1 {
            size.phase = size.phase.plus(Phase::ONE);
        }
        size
    }

    /// Whether something is left to search.
    pub(super) fn has_large_land(&self, node: Node) -> bool {
        self.positions.get(node.position()).len() > 1
    }

    /// Who wins, if no large land is left: whether it is the player to move.
    pub(super) fn win_of_trees(
        &self,
        scratch: &mut Scratch,
        node: Node,
    ) -> Result<Option<bool>, Halted> {
        let list = self.positions.get(node.position());
        if list.len() > 1 {
            return Ok(None);
        }
        let trees = &self.lands.trees;
        let win = self.sums.win(scratch, trees, list.at(0), node.bit())?;
        Ok(Some(win))
    }

    /// The node of a sum of lands.
    pub(super) fn of_packed<'a>(
        &self,
        scratch: &mut Scratch,
        lands: impl Iterator<Item = PackedLand<'a>>,
    ) -> Result<Node, Halted> {
        let mut ids = scratch.take();
        ids.extend(lands.map(|land| self.lands.intern(land).0));
        let node = self.of_lands(scratch, &ids);
        scratch.give(ids);
        node
    }

    /// The node of a sum of lands.
    fn of_lands(&self, scratch: &mut Scratch, lands: &[u32]) -> Result<Node, Halted> {
        let mut trees = scratch.take();
        let mut large = scratch.take();
        let mut bit = 0;
        for &land in lands {
            if self.lands.is_small(LandId(land)) {
                let value = self.lands.value(scratch, LandId(land))?;
                bit ^= value.bit();
                if value.tree() != 0 {
                    trees.push(value.tree());
                }
            } else {
                large.push(land);
            }
        }
        self.of_parts(scratch, trees, large, bit)
    }

    /// The node made of these trees, large lands and heap. Trees may be added up.
    fn of_parts(
        &self,
        scratch: &mut Scratch,
        mut trees: Vec<u32>,
        large: Vec<u32>,
        bit: u32,
    ) -> Result<Node, Halted> {
        let heap = self.fold(scratch, &mut trees, self.fold_depth_max)?;
        Ok(self.of_folded_parts(scratch, trees, large, bit ^ heap))
    }

    fn of_folded_parts(
        &self,
        scratch: &mut Scratch,
        mut trees: Vec<u32>,
        mut large: Vec<u32>,
        bit: u32,
    ) -> Node {
        trees.sort_unstable();
        large.sort_unstable();
        let mut list = scratch.take();
        list.push(self.sums.intern(&trees));
        list.extend_from_slice(&large);
        let position = self.positions.intern(&list, |known| {
            let size = self.size_of_parts(&trees, &large);
            known.size.store(size.pack(), Relaxed);
        });
        for list in [list, trees, large] {
            scratch.give(list);
        }
        Node::new(position, bit)
    }

    /// The node with all trees added up to one: the same for all nodes that have the same large lands and trees of the same sum. That
    /// takes long if they are deep.
    pub(super) fn whole(&self, scratch: &mut Scratch, node: Node) -> Result<Node, Halted> {
        let (mut trees, mut large) = (scratch.take(), scratch.take());
        let list = self.positions.get(node.position());
        trees.extend(self.sums.trees(list.at(0)).iter());
        large.extend(list.tail().iter());
        let heap = self.fold(scratch, &mut trees, u32::MAX)?;
        Ok(self.of_folded_parts(scratch, trees, large, node.bit() ^ heap))
    }

    /// Whether two nodes have the same large lands.
    pub(super) fn same_large_lands(&self, one: Node, two: Node) -> bool {
        let large = |node: Node| self.positions.get(node.position()).tail();
        large(one).iter().eq(large(two).iter())
    }

    fn size_of_parts(&self, trees: &[u32], large: &[u32]) -> Size {
        let (mut nimber, mut depth) = (0, 0);
        for &tree in trees {
            let value = Value::new(tree, 0);
            nimber ^= self.lands.trees.nimber(value);
            depth += self.lands.trees.depth(value);
        }
        let (mut lives, mut moves, mut phase) = (0, 0.0, Phase::of_nimber(nimber));
        for &land in large {
            let size = self.lands.size(LandId(land));
            lives += size.lives;
            moves += size.mobility.moves_per_life() * size.lives as f32;
            phase = phase.plus(size.phase);
        }
        Size {
            lives: depth + lives,
            mobility: Mobility::new(moves, lives as f32),
            phase,
        }
    }

    /// Adds up shallow trees, so that most equal sums become equal nodes; gives the heap that comes out of it.
    fn fold(
        &self,
        scratch: &mut Scratch,
        trees: &mut Vec<u32>,
        depth_max: u32,
    ) -> Result<u32, Halted> {
        let mut bit = 0;
        while trees.len() > 1 {
            let values = &self.lands.trees;
            let depth = |tree: u32| values.depth(Value::new(tree, 0));
            trees.sort_unstable_by_key(|&tree| std::cmp::Reverse((depth(tree), tree)));
            let [.., one, two] = trees[..] else { break };
            if depth(one) + depth(two) > depth_max {
                break;
            }
            let sum = values.add(scratch, Value::new(one, 0), Value::new(two, 0))?;
            trees.truncate(trees.len() - 2);
            bit ^= sum.bit();
            if sum.tree() != 0 {
                trees.push(sum.tree());
            }
        }
        Ok(bit)
    }

    /// Visits the moves of a node until `visit` breaks; a move may be visited more than once.
    pub(super) fn moves<B: From<Halted>>(
        &self,
        scratch: &mut Scratch,
        node: Node,
        visit: Visit<'_, B>,
    ) -> ControlFlow<B> {
        if node.bit() == 1 {
            visit(scratch, node.flip(1))?;
        }
        let mut trees = scratch.take();
        let mut large = scratch.take();
        let list = self.positions.get(node.position());
        trees.extend(self.sums.trees(list.at(0)).iter());
        large.extend(list.tail().iter());
        let flow = self.moves_of_parts(scratch, &trees, &large, &mut |scratch, child| {
            visit(scratch, child.flip(node.bit()))
        });
        scratch.give(trees);
        scratch.give(large);
        flow
    }

    fn moves_of_parts<B: From<Halted>>(
        &self,
        scratch: &mut Scratch,
        trees: &[u32],
        large: &[u32],
        visit: Visit<'_, B>,
    ) -> ControlFlow<B> {
        let mut rest = scratch.take();
        let mut flow = self.moves_of_trees(scratch, trees, large, &mut rest, visit);
        if flow.is_continue() {
            flow = self.moves_of_large_lands(scratch, trees, large, &mut rest, visit);
        }
        scratch.give(rest);
        flow
    }

    fn moves_of_trees<B: From<Halted>>(
        &self,
        scratch: &mut Scratch,
        trees: &[u32],
        large: &[u32],
        rest: &mut Vec<u32>,
        visit: Visit<'_, B>,
    ) -> ControlFlow<B> {
        for place in places(trees) {
            all_but(trees, place, rest);
            for option in self.lands.trees.options(trees[place]).iter() {
                let child = unless_halted(self.with_tree(scratch, rest, Value(option), large))?;
                visit(scratch, child)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn moves_of_large_lands<B: From<Halted>>(
        &self,
        scratch: &mut Scratch,
        trees: &[u32],
        large: &[u32],
        rest: &mut Vec<u32>,
        visit: Visit<'_, B>,
    ) -> ControlFlow<B> {
        // Lands whose moves are known come first: they may make it needless to generate others. Which lands that are is asked
        // only once, for another thread may come to know more meanwhile.
        let mut unknown = scratch.take();
        let mut flow = places(large).try_for_each(|place| {
            let Some(moves) = self.moves.get(large[place] as usize) else {
                unknown.push(place as u32);
                return ControlFlow::Continue(());
            };
            all_but(large, place, rest);
            moves.iter().try_for_each(|child| {
                let child = unless_halted(self.join(scratch, Node(child), trees, rest))?;
                visit(scratch, child)
            })
        });
        if flow.is_continue() {
            flow = unknown.iter().try_for_each(|&place| {
                all_but(large, place as usize, rest);
                let land = LandId(large[place as usize]);
                self.generate(scratch, land, &mut |scratch, child| {
                    let child = unless_halted(self.join(scratch, child, trees, rest))?;
                    visit(scratch, child)
                })
            });
        }
        scratch.give(unknown);
        flow
    }

    /// The node of some trees, one more value, and some large lands.
    fn with_tree(
        &self,
        scratch: &mut Scratch,
        trees: &[u32],
        value: Value,
        large: &[u32],
    ) -> Result<Node, Halted> {
        let mut all_trees = scratch.take();
        let mut all_large = scratch.take();
        all_trees.extend_from_slice(trees);
        if value.tree() != 0 {
            all_trees.push(value.tree());
        }
        all_large.extend_from_slice(large);
        self.of_parts(scratch, all_trees, all_large, value.bit())
    }

    /// The sum of a node with some trees and large lands.
    fn join(
        &self,
        scratch: &mut Scratch,
        node: Node,
        trees: &[u32],
        large: &[u32],
    ) -> Result<Node, Halted> {
        if trees.is_empty() && large.is_empty() {
            return Ok(node);
        }
        let mut all_trees = scratch.take();
        let mut all_large = scratch.take();
        let list = self.positions.get(node.position());
        all_trees.extend(self.sums.trees(list.at(0)).iter());
        all_trees.extend_from_slice(trees);
        all_large.extend(list.tail().iter());
        all_large.extend_from_slice(large);
        self.of_parts(scratch, all_trees, all_large, node.bit())
    }

    /// Generates the different moves of a large land, and keeps them unless `visit` breaks.
    fn generate<B: From<Halted>>(
        &self,
        scratch: &mut Scratch,
        land: LandId,
        visit: Visit<'_, B>,
    ) -> ControlFlow<B> {
        let mut found = scratch.take();
        let mut mill = scratch.take_mill();
        self.lands.copy_packed(land, &mut mill.packed);
        let Mill {
            generator,
            packed,
            met,
        } = &mut mill;
        met.clear();
        let land_packed = PackedLand::stored(packed);
        let flow = generator.named_children(land_packed, &mut &self.lands, |child| {
            scratch.children += 1;
            unless_halted(scratch.step())?;
            let node = unless_halted(self.of_lands(scratch, child))?;
            if !is_new(node.0, &found, met) {
                return ControlFlow::Continue(());
            }
            found.push(node.0);
            visit(scratch, node)
        });
        scratch.give_mill(mill);
        if flow.is_continue() {
            self.moves.keep(land.0 as usize, found.iter().copied());
        }
        scratch.give(found);
        flow
    }

    /// The lands of a position equal to the node, packed one after another in order; nothing if no land is known that a tree
    /// could stand for.
    pub(super) fn packed(&self, node: Node, examples: &HashMap<Value, LandId>) -> Option<Vec<u8>> {
        let list = self.positions.get(node.position());
        let mut lands: Vec<LandId> = list.tail().iter().map(LandId).collect();
        let mut bit = node.bit();
        for tree in self.sums.trees(list.at(0)).iter() {
            let alone = Value::new(tree, 0);
            let example = examples.get(&alone).or_else(|| {
                bit ^= 1;
                examples.get(&alone.flip())
            });
            lands.push(*example?);
        }
        if bit == 1 {
            lands.push(*examples.get(&Value::ZERO.flip())?);
        }
        let packed = |land| {
            let mut packed = Vec::new();
            self.lands.copy_packed(land, &mut packed);
            packed
        };
        let mut packed: Vec<Vec<u8>> = lands.into_iter().map(packed).collect();
        packed.sort_unstable();
        Some(packed.concat())
    }

    /// Forgets everything but trees, small lands, and the nodes listed; gives their new numbers in the same order.
    pub(super) fn forget_all_but(&mut self, nodes: &[Node]) -> Vec<Node> {
        self.moves = Lists::new();
        let positions = std::mem::replace(&mut self.positions, Interner::new());
        let mut keep = vec![false; self.lands.len()];
        for &node in nodes {
            for land in positions.get(node.position()).tail().iter() {
                keep[land as usize] = true;
            }
        }
        let renumbered = self.lands.forget(&keep);
        let renumber = |land: u32| {
            renumbered[land as usize]
                .expect("lands of a kept node are kept")
                .0
        };
        let mut scratch = Scratch::default();
        nodes
            .iter()
            .map(|&node| {
                let list = positions.get(node.position());
                let (mut trees, mut large) = (scratch.take(), scratch.take());
                trees.extend(self.sums.trees(list.at(0)).iter());
                large.extend(list.tail().iter().map(renumber));
                self.of_folded_parts(&mut scratch, trees, large, node.bit())
            })
            .collect()
    }
}

/// Whether a move is not in the list yet. A short list is looked through quicker than it is hashed; a long one may have a hundred thousand.
fn is_new(node: u32, list: &[u32], met: &mut HashSet<u32, FastHash>) -> bool {
    const SHORT: usize = 128;
    if list.len() < SHORT {
        return !list.contains(&node);
    }
    if met.is_empty() {
        met.extend(list);
    }
    met.insert(node)
}

/// The places of a list in ascending order whose item differs from the one before.
fn places(list: &[u32]) -> impl Iterator<Item = usize> + '_ {
    (0..list.len()).filter(|&place| place == 0 || list[place - 1] != list[place])
}

/// The items of a list at all places but one.
fn all_but(list: &[u32], place: usize, others: &mut Vec<u32>) {
    others.clear();
    others.extend_from_slice(&list[..place]);
    others.extend_from_slice(&list[place + 1..]);
}
