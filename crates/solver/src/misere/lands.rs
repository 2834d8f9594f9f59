//! Lands interned to small numbers, and the trees of small lands. Owns the lands of the search and their values; does not
//! search.

use super::interner::Interner;
use super::phase::Phase;
use super::scratch::{Halted, Scratch, unless_halted};
use super::trees::{Trees, Value};
use crate::guess::Mobility;
use sprouts::{Names, PackedLand};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering::Acquire, Ordering::Relaxed, Ordering::Release};

/// A land, numbered in the order of appearance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct LandId(pub(super) u32);

/// All lands met so far.
pub(super) struct Lands {
    packed: Interner<u8, Known>,
    pub(super) trees: Trees,
    /// Lands with at most this many lives are replaced by their tree.
    pub(super) lives_max: u32,
}

/// What a first guess at the work goes by.
#[derive(Clone, Copy)]
pub(super) struct Size {
    /// How long the longest play may be.
    pub(super) lives: u32,
    pub(super) mobility: Mobility,
    /// How long a play is expected to be.
    pub(super) phase: Phase,
}

impl Size {
    pub(super) fn pack(self) -> u32 {
        let Size {
            lives,
            mobility,
            phase,
        } = self;
        lives.min(0xffff) << 16 | u32::from(mobility.step()) << 8 | u32::from(phase.steps())
    }

    pub(super) fn unpack(word: u32) -> Self {
        Size {
            lives: word >> 16,
            mobility: Mobility::of_step((word >> 8) as u8),
            phase: Phase::of_steps(word as u8),
        }
    }
}

/// What is known of a land.
#[derive(Default)]
struct Known {
    /// Its [`Size`], packed.
    size: AtomicU32,
    /// One more than its value, once that is known.
    value: AtomicU32,
}

impl Lands {
    pub(super) fn new(lives_max: u32) -> Self {
        Lands {
            packed: Interner::new(),
            trees: Trees::new(),
            lives_max,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.packed.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.packed.bytes() + self.trees.bytes()
    }

    pub(super) fn is_full(&self) -> bool {
        self.packed.is_full()
    }

    /// The number of a land.
    pub(super) fn intern(&self, land: PackedLand<'_>) -> LandId {
        let id = self.packed.intern(land.as_bytes(), |known| {
            let size = Size {
                lives: land.lives(),
                mobility: Mobility::of_land(land),
                phase: Phase::of_land(land),
            };
            known.size.store(size.pack(), Relaxed);
        });
        LandId(id)
    }

    pub(super) fn size(&self, land: LandId) -> Size {
        Size::unpack(self.packed.known(land.0).size.load(Relaxed))
    }

    pub(super) fn lives(&self, land: LandId) -> u32 {
        self.size(land).lives
    }

    /// Whether the land is small enough to be replaced by its tree.
    pub(super) fn is_small(&self, land: LandId) -> bool {
        self.lives(land) <= self.lives_max
    }

    fn known_value(&self, land: LandId) -> Option<Value> {
        let known = self.packed.known(land.0).value.load(Acquire);
        known.checked_sub(1).map(Value)
    }

    fn set_value(&self, land: LandId, value: Value) {
        self.packed.known(land.0).value.store(value.0 + 1, Release);
    }

    /// The value of a small land. The first time this walks the whole game below it.
    pub(super) fn value(&self, scratch: &mut Scratch, land: LandId) -> Result<Value, Halted> {
        match self.known_value(land) {
            Some(known) => Ok(known),
            None => scratch.deeper(|scratch| self.find_value(scratch, land)),
        }
    }

    fn find_value(&self, scratch: &mut Scratch, land: LandId) -> Result<Value, Halted> {
        let children = self.children(scratch, land)?;
        let mut options = scratch.take();
        let mut rest = &children[..];
        while let Some((&count, after)) = rest.split_first() {
            let (child, after) = after.split_at(count as usize);
            rest = after;
            let sum = child.iter().try_fold(Value::ZERO, |sum, &land| {
                let value = self.value(scratch, LandId(land))?;
                self.trees.add(scratch, sum, value)
            })?;
            options.push(sum.0);
        }
        let value = self.trees.reduce(scratch, &mut options);
        scratch.give(options);
        scratch.give(children);
        self.set_value(land, value);
        Ok(value)
    }

    /// The children of a land, each after the number of its lands.
    fn children(&self, scratch: &mut Scratch, land: LandId) -> Result<Vec<u32>, Halted> {
        let mut children = scratch.take();
        let mut mill = scratch.take_mill();
        self.copy_packed(land, &mut mill.packed);
        let flow =
            mill.generator
                .named_children(PackedLand::stored(&mill.packed), &mut &*self, |child| {
                    scratch.children += 1;
                    children.push(child.len() as u32);
                    children.extend_from_slice(child);
                    unless_halted::<_, Halted>(scratch.step())
                });
        scratch.give_mill(mill);
        match flow {
            ControlFlow::Continue(()) => Ok(children),
            ControlFlow::Break(halted) => Err(halted),
        }
    }

    /// The packed form of a land.
    pub(super) fn copy_packed(&self, land: LandId, packed: &mut Vec<u8>) {
        packed.clear();
        packed.extend(self.packed.get(land.0).iter());
    }

    /// For each value that some land has, a land with few lives that has it.
    pub(super) fn examples(&self) -> HashMap<Value, LandId> {
        let mut examples: HashMap<Value, LandId> = HashMap::new();
        for land in (0..self.len() as u32).map(LandId) {
            if let Some(value) = self.known_value(land) {
                let example = examples.entry(value).or_insert(land);
                if self.lives(land) < self.lives(*example) {
                    *example = land;
                }
            }
        }
        examples
    }

    /// Forgets all lands but the small ones whose value is known and those marked; gives each land's new number, or nothing.
    /// Trees keep theirs.
    pub(super) fn forget(&mut self, keep: &[bool]) -> Vec<Option<LandId>> {
        let trees = std::mem::replace(&mut self.trees, Trees::new());
        let old = std::mem::replace(self, Lands::new(self.lives_max));
        self.trees = trees;
        let mut packed = Vec::new();
        (0..old.len() as u32)
            .map(LandId)
            .map(|land| {
                let value = old.known_value(land);
                if !keep[land.0 as usize] && value.is_none() {
                    return None;
                }
                old.copy_packed(land, &mut packed);
                let kept = self.intern(PackedLand::stored(&packed));
                if let Some(value) = value {
                    self.set_value(kept, value);
                }
                Some(kept)
            })
            .collect()
    }
}

impl Names for &Lands {
    fn find(&mut self, land: PackedLand<'_>) -> Option<u32> {
        self.packed.find(land.as_bytes())
    }
    fn name(&mut self, land: PackedLand<'_>) -> u32 {
        self.intern(land).0
    }
}
