//! On which side of a curve each boundary belongs. It owns what the move says of it, and which boundaries may change places
//! because they are alike; it knows no cuts.

use super::{Freedom, Router};
use crate::insert::Curve;
use crate::map::Boundary;
use sprouts::order;
use sprouts::{Move, SpotId};
use std::collections::BTreeMap;

/// The wanted side of a boundary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Inner,
    Outer,
    Any,
}

/// Boundaries that can stand for each other, and how many of them are wanted inside.
type Group = (Vec<usize>, usize);

impl Router<'_> {
    /// The wanted side of every boundary.
    pub(super) fn sides(&self, freedom: Freedom) -> Vec<Wanted> {
        self.boundaries()
            .iter()
            .enumerate()
            .map(|(index, boundary)| {
                let free = freedom == Freedom::Alike && !self.is_alive(boundary);
                if free || index as u32 == self.wanted.from.boundary {
                    Wanted::Any
                } else if self.wanted.inside.contains(&(index as u32)) {
                    Wanted::Inner
                } else {
                    Wanted::Outer
                }
            })
            .collect()
    }

    fn is_alive(&self, boundary: &Boundary) -> bool {
        match boundary {
            Boundary::Lone(_) => true,
            Boundary::Walk(darts) => darts
                .iter()
                .any(|&dart| self.map.lives(self.map.tail(dart)) > 0),
        }
    }

    /// Whether a curve's move puts every boundary where it is wanted.
    pub(super) fn fits(&self, found: &Move, sides: &[Wanted]) -> bool {
        found.region == self.wanted.region
            && found.from == self.wanted.from
            && found.to == self.wanted.to
            && sides.iter().enumerate().all(|(index, side)| {
                let inside = found.inside.contains(&(index as u32));
                match side {
                    Wanted::Any => true,
                    Wanted::Inner => inside,
                    Wanted::Outer => !inside,
                }
            })
    }

    /// A name that boundaries share when they can stand for each other: none of their spots occurs anywhere else, and
    /// they read the same from some corner on.
    fn kind(&self, boundary: &Boundary) -> Option<Vec<(u8, u8)>> {
        let darts = match boundary {
            Boundary::Lone(_) => return Some(Vec::new()),
            Boundary::Walk(darts) => darts,
        };
        let spots: Vec<SpotId> = darts.iter().map(|&dart| self.map.tail(dart)).collect();
        if spots.len() > 64 {
            return None;
        }
        let here = |spot: SpotId| spots.iter().filter(|&&other| other == spot).count();
        if spots
            .iter()
            .any(|&spot| here(spot) != usize::from(self.map.labelled.degree(spot)))
        {
            return None;
        }
        (0..spots.len())
            .map(|start| {
                let mut seen: Vec<SpotId> = Vec::new();
                (0..spots.len())
                    .map(|step| {
                        let spot = spots[(start + step) % spots.len()];
                        let place = seen.iter().position(|&other| other == spot);
                        if place.is_none() {
                            seen.push(spot);
                        }
                        let number = place.unwrap_or(seen.len() - 1);
                        (number as u8, self.map.lives(spot))
                    })
                    .collect::<Vec<_>>()
            })
            .min()
    }

    /// Groups of boundaries that can stand for each other, with the number wanted inside.
    fn groups(&self, sides: &[Wanted]) -> Vec<Group> {
        let mut groups: BTreeMap<Vec<(u8, u8)>, Group> = BTreeMap::new();
        for (index, boundary) in self.boundaries().iter().enumerate() {
            if sides[index] == Wanted::Any {
                continue;
            }
            if let Some(kind) = self.kind(boundary) {
                let group = groups.entry(kind).or_default();
                group.0.push(index);
                group.1 += usize::from(sides[index] == Wanted::Inner);
            }
        }
        groups.into_values().collect()
    }

    /// Of boundaries that are alike, encloses those that a free curve encloses anyway, and then those nearest to it.
    pub(super) fn exchange(&self, sides: &mut [Wanted], free: &Curve, free_move: &Move) {
        for (mut members, inside) in self.groups(sides) {
            // How far a boundary is on the inner side: negative when the free curve has it outside.
            let depth = |&index: &usize| {
                let point = self
                    .map
                    .spot_point(self.map.first_spot(&self.boundaries()[index]));
                let distance = free
                    .points
                    .iter()
                    .map(|&other| point.distance_squared(other))
                    .min()
                    .unwrap_or(0);
                if free_move.inside.contains(&(index as u32)) {
                    -distance
                } else {
                    distance
                }
            };
            order::sort_by_key(&mut members, depth);
            for (rank, &index) in members.iter().enumerate() {
                sides[index] = if rank < inside {
                    Wanted::Inner
                } else {
                    Wanted::Outer
                };
            }
        }
    }

    /// For a loop, encloses those of like boundaries that are nearest to its spot.
    pub(super) fn gather(&self, sides: &mut [Wanted]) {
        let centre = self.map.spot_point(self.spot(self.wanted.from));
        for (mut members, inside) in self.groups(sides) {
            order::sort_by_key(&mut members, |&index| {
                let point = self
                    .map
                    .spot_point(self.map.first_spot(&self.boundaries()[index]));
                point.distance_squared(centre)
            });
            // On a lone spot both sides are alike: the smaller number is enclosed near the spot either way.
            let few_outside = self.lone && inside * 2 > members.len();
            for (rank, &index) in members.iter().enumerate() {
                let near = if few_outside {
                    rank >= members.len() - inside
                } else {
                    rank < inside
                };
                sides[index] = if near { Wanted::Inner } else { Wanted::Outer };
            }
        }
    }
}
