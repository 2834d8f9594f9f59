//! Lands interned to small numbers, and the trees of small lands. Owns the lands of the search and their values; does not
//! search.

use super::interner::Interner;
use super::length::Length;
use super::pieces::Pieces;
use super::trees::{Trees, Value};
use sprouts::{Generator, Land};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// A land, numbered in the order of appearance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct LandId(pub(super) u32);

#[derive(Clone, Copy)]
struct Facts {
    lives: u16,
    length: Length,
    /// The value of a small land once it is known.
    value: Option<Value>,
}

/// All lands met so far.
pub(super) struct Lands {
    packed: Interner<u8>,
    facts: Pieces<Facts>,
    pub(super) trees: Trees,
    /// One for each depth of the recursion over small lands, and one for the search.
    generators: Vec<(Generator, Vec<u8>)>,
    buffers: Vec<Vec<u32>>,
    /// Lands with at most this many lives are replaced by their tree.
    pub(super) lives_max: u32,
    /// Children generated, before equal ones are recognised.
    pub(super) children: u64,
}

impl Lands {
    pub(super) fn new(lives_max: u32) -> Self {
        Lands {
            packed: Interner::new(),
            facts: Pieces::new(),
            trees: Trees::new(),
            generators: Vec::new(),
            buffers: Vec::new(),
            lives_max,
            children: 0,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.facts.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.packed.bytes() + self.facts.bytes() + self.trees.bytes()
    }

    pub(super) fn is_full(&self) -> bool {
        self.packed.is_full()
    }

    /// The number of a land in packed form.
    pub(super) fn intern(&mut self, packed: &[u8]) -> LandId {
        let land = self.packed.intern(packed);
        if land as usize == self.facts.len() {
            self.facts.push(Facts {
                lives: Land::lives_of(packed) as u16,
                length: Length::of_land(packed),
                value: None,
            });
        }
        LandId(land)
    }

    pub(super) fn lives(&self, land: LandId) -> u32 {
        u32::from(self.facts[land.0 as usize].lives)
    }

    /// How long a play of the land is expected to be.
    pub(super) fn length(&self, land: LandId) -> Length {
        self.facts[land.0 as usize].length
    }

    /// Whether the land is small enough to be replaced by its tree.
    pub(super) fn is_small(&self, land: LandId) -> bool {
        self.lives(land) <= self.lives_max
    }

    /// The value of a small land. The first time this walks the whole game below it.
    pub(super) fn value(&mut self, land: LandId) -> Value {
        if let Some(known) = self.facts[land.0 as usize].value {
            return known;
        }
        let mut options = self.buffers.pop().unwrap_or_default();
        let (mut generator, packed) = self.take(land);
        let _ = generator.children(&packed, |child| {
            self.children += 1;
            let mut sum = Value::ZERO;
            for part in child.lands() {
                let land = self.intern(part);
                let value = self.value(land);
                sum = self.trees.add(sum, value);
            }
            if !options.contains(&sum.0) {
                options.push(sum.0);
            }
            ControlFlow::<()>::Continue(())
        });
        let value = self.trees.reduce(&mut options);
        options.clear();
        self.buffers.push(options);
        self.give(generator, packed);
        self.facts[land.0 as usize].value = Some(value);
        value
    }

    /// A generator, and the packed form of a land copied out of the storage that its children's lands will go into.
    /// Both are handed back with [`Lands::give`].
    pub(super) fn take(&mut self, land: LandId) -> (Generator, Vec<u8>) {
        let (generator, mut packed) = self.generators.pop().unwrap_or_default();
        packed.extend_from_slice(self.packed.get(land.0));
        (generator, packed)
    }

    pub(super) fn give(&mut self, generator: Generator, mut packed: Vec<u8>) {
        packed.clear();
        self.generators.push((generator, packed));
    }

    /// The packed form of a land.
    pub(super) fn packed(&self, land: LandId) -> &[u8] {
        self.packed.get(land.0)
    }

    /// For each value that some land has, a land with few lives that has it.
    pub(super) fn examples(&self) -> HashMap<Value, LandId> {
        let mut examples: HashMap<Value, LandId> = HashMap::new();
        for land in (0..self.facts.len() as u32).map(LandId) {
            if let Some(value) = self.facts[land.0 as usize].value {
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
        let packed = std::mem::replace(&mut self.packed, Interner::new());
        let facts = std::mem::replace(&mut self.facts, Pieces::new());
        (0..facts.len())
            .map(|land| {
                (keep[land] || facts[land].value.is_some()).then(|| {
                    let kept = self.intern(packed.get(land as u32));
                    self.facts[kept.0 as usize].value = facts[land].value;
                    kept
                })
            })
            .collect()
    }
}
