//! The game tree of a position: how many different positions and lands can be reached. Owns the enumeration only; nothing is solved.

use crate::children::Generator;
use crate::hash::FastHash;
use crate::land::{Land, PackedLand};
use crate::position::Canonical;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

/// What [`Tree::of`] has counted, so far or in the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// Different positions, the first and the finished one included.
    pub positions: u64,
    /// Different lands; the finished game has none.
    pub lands: u64,
    /// Children generated, before equal ones are recognised.
    pub raw_children: u64,
}

impl Tree {
    /// Counts the game tree below a position. Calls `progress` now and then; when that breaks, gives back what it broke with.
    ///
    /// ```
    /// use sprouts::{Position, Tree};
    /// use std::ops::ControlFlow;
    /// let ControlFlow::Continue(tree) = Tree::of(&Position::start(3)?.canonical(), |_| ControlFlow::<()>::Continue(())) else { unreachable!() };
    /// assert_eq!((tree.positions, tree.lands), (148, 126));
    /// # Ok::<(), sprouts::PositionError>(())
    /// ```
    pub fn of<B>(
        position: &Canonical,
        mut progress: impl FnMut(&Tree) -> ControlFlow<B>,
    ) -> ControlFlow<B, Tree> {
        let mut walk = Walk::default();
        let start: Box<[u32]> = {
            let mut ids: Vec<u32> = position
                .lands()
                .iter()
                .map(|land| walk.intern(land.packed()))
                .collect();
            ids.sort_unstable();
            ids.into()
        };
        let mut seen: HashSet<Box<[u32]>, FastHash> = HashSet::from_iter([start.clone()]);
        let mut open = vec![start];
        let mut child = Vec::new();
        while let Some(position) = open.pop() {
            for (index, &land) in position.iter().enumerate() {
                if index > 0 && position[index - 1] == land {
                    continue;
                }
                walk.expand(land);
                for lands in &walk.children[land as usize] {
                    child.clear();
                    child.extend(
                        position[..index]
                            .iter()
                            .chain(&position[index + 1..])
                            .chain(lands.iter()),
                    );
                    child.sort_unstable();
                    if !seen.contains(&child[..]) {
                        let child: Box<[u32]> = child[..].into();
                        seen.insert(child.clone());
                        open.push(child);
                    }
                }
            }
            walk.tree.positions = seen.len() as u64;
            if seen.len().is_multiple_of(1024) {
                progress(&walk.tree)?;
            }
        }
        walk.tree.positions = seen.len() as u64;
        ControlFlow::Continue(walk.tree)
    }
}

#[derive(Default)]
struct Walk {
    generator: Generator,
    ids: HashMap<Land, u32, FastHash>,
    lands: Vec<Land>,
    /// The different children of each land as sorted lists of lands; empty until it is expanded.
    children: Vec<Vec<Box<[u32]>>>,
    tree: Tree,
}

impl Walk {
    fn intern(&mut self, land: PackedLand<'_>) -> u32 {
        if let Some(&id) = self.ids.get(land.as_bytes()) {
            return id;
        }
        let land = land.to_land();
        let id = self.lands.len() as u32;
        self.ids.insert(land.clone(), id);
        self.lands.push(land);
        self.children.push(Vec::new());
        self.tree.lands = self.ids.len() as u64;
        id
    }

    fn expand(&mut self, land: u32) {
        if !self.children[land as usize].is_empty() {
            return;
        }
        let parent = self.lands[land as usize].clone();
        let mut generator = std::mem::take(&mut self.generator);
        let mut children: HashSet<Box<[u32]>, FastHash> = HashSet::default();
        let mut lands = Vec::new();
        let _ = generator.children(parent.packed(), |child| {
            self.tree.raw_children += 1;
            lands.clear();
            lands.extend(child.lands().map(|land| self.intern(land)));
            lands.sort_unstable();
            if !children.contains(&lands[..]) {
                children.insert(lands[..].into());
            }
            ControlFlow::<()>::Continue(())
        });
        self.generator = generator;
        self.children[land as usize] = children.into_iter().collect();
    }
}
