//! The legal moves of a labelled position, boundaries that may stand for each other not told apart.
//! It owns the notion of interchangeable boundaries; what a move does lives with the position itself.

use super::{Corner, Labelled, Move, RegionId, SpotId};
use crate::Canonical;
use std::collections::BTreeMap;

impl Labelled {
    /// Every move, where interchangeable boundaries (lone spots, or equal strings of spots that live nowhere else) are
    /// represented by the first ones of their kind: with `k` lone spots to enclose there are `k + 1` choices, not `2^k`.
    /// Every canonical child is reached by one of them.
    pub fn moves(&self) -> Vec<Move> {
        self.moves_up_to(usize::MAX)
    }

    /// The first `limit` of [`Labelled::moves`]. With `k` boundaries that are *not* interchangeable there are `2^k` ways
    /// to enclose some of them, so whoever accepts positions from outside wants a limit.
    pub fn moves_up_to(&self, limit: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        let shared = self.shared_spots();
        for region in self.region_ids() {
            if self.region_lives(region) >= 2 {
                self.moves_in(region, &shared, limit, &mut moves);
            }
        }
        moves
    }

    /// Every different position that a move leads to, in order, with a move that leads there.
    ///
    /// ```
    /// let game = sprouts::Labelled::start(2);
    /// let children: Vec<String> = game.children().iter().map(|(_, child)| child.to_string()).collect();
    /// assert_eq!(children, ["0.AB|AB", "1a1a"]);
    /// ```
    pub fn children(&self) -> Vec<(Move, Canonical)> {
        self.children_up_to(usize::MAX)
    }

    /// The same for the first `limit` of [`Labelled::moves`].
    pub fn children_up_to(&self, limit: usize) -> Vec<(Move, Canonical)> {
        let mut after = self.without_history();
        let mut children = BTreeMap::new();
        for m in self.moves_up_to(limit) {
            after.play(&m).expect("a generated move is legal");
            let child = after.position();
            after.undo();
            // Where there are more spots than canonical form has room for, there is no such child.
            if let Ok(child) = child {
                children.entry(child.canonical()).or_insert(m);
            }
        }
        children.into_iter().map(|(child, m)| (m, child)).collect()
    }

    /// The first `limit` moves from one spot to another, told apart as in [`Labelled::moves`].
    ///
    /// ```
    /// use sprouts::{Labelled, SpotId};
    /// let game = Labelled::start(6);
    /// assert_eq!(game.moves_between(SpotId(1), SpotId(4), 100).len(), 1);
    /// // Of five other spots none, one or two inside; three inside are two outside.
    /// assert_eq!(game.moves_between(SpotId(3), SpotId(3), 100).len(), 3);
    /// ```
    pub fn moves_between(&self, from: SpotId, to: SpotId, limit: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        let shared = self.shared_spots();
        for region in self.region_ids() {
            let kinds = self.kinds(region, &shared);
            let ends = self.corners_of(region, to);
            for start in self.corners_of(region, from) {
                for &end in &ends {
                    if from == to && start != end {
                        continue;
                    }
                    let lone = self.degree(from) == 0;
                    let choices: Box<dyn Iterator<Item = Vec<u32>>> =
                        if start.boundary == end.boundary {
                            Box::new(Enclosures::around(&kinds, start.boundary, lone))
                        } else {
                            Box::new(std::iter::once(Vec::new()))
                        };
                    let of_choice = |inside| Move {
                        region,
                        from: start,
                        to: end,
                        inside,
                    };
                    let legal = choices.map(of_choice).filter(|m| self.check(m).is_ok());
                    moves.extend(legal.take(limit - moves.len()));
                }
            }
        }
        moves
    }

    /// The corners of a spot in a region.
    fn corners_of(&self, region: RegionId, spot: SpotId) -> Vec<Corner> {
        let boundaries = (0u32..).zip(&self.regions()[region.0 as usize]);
        boundaries
            .flat_map(|(boundary, corners)| {
                let here = (0u32..).zip(corners).filter(|(_, other)| **other == spot);
                here.map(move |(index, _)| Corner { boundary, index })
            })
            .collect()
    }

    fn moves_in(&self, region: RegionId, shared: &[bool], limit: usize, moves: &mut Vec<Move>) {
        let kinds = self.kinds(region, shared);
        let corners = |boundary: u32| {
            self.regions()[region.0 as usize][boundary as usize]
                .iter()
                .enumerate()
                .filter(|(_, spot)| self.lives(**spot) > 0)
                .map(move |(index, &spot)| {
                    let index = index as u32;
                    (Corner { boundary, index }, spot)
                })
                .collect::<Vec<(Corner, SpotId)>>()
        };
        for (first, from_kind) in kinds.iter().enumerate() {
            let from_corners = corners(from_kind[0]);
            for (index, &(from, from_spot)) in from_corners.iter().enumerate() {
                for &(to, to_spot) in &from_corners[index..] {
                    if from_spot == to_spot && (from != to || self.lives(from_spot) < 2) {
                        continue;
                    }
                    for inside in Enclosures::new(&kinds, first, self.degree(from_spot) == 0) {
                        if moves.len() >= limit {
                            return;
                        }
                        moves.push(Move {
                            region,
                            from,
                            to,
                            inside,
                        });
                    }
                }
            }
            for (second, to_kind) in kinds.iter().enumerate().skip(first) {
                let Some(&to_boundary) = to_kind.get(usize::from(first == second)) else {
                    continue;
                };
                let to_corners = corners(to_boundary);
                for &(from, _) in &from_corners {
                    for &(to, _) in &to_corners {
                        if moves.len() >= limit {
                            return;
                        }
                        moves.push(Move {
                            region,
                            from,
                            to,
                            inside: Vec::new(),
                        });
                    }
                }
            }
        }
    }

    /// The living boundaries of a region, interchangeable ones together, each kind in list order.
    fn kinds(&self, region: RegionId, shared: &[bool]) -> Vec<Vec<u32>> {
        let mut kinds: Vec<(Option<Shape>, Vec<u32>)> = Vec::new();
        for (index, boundary) in self.regions()[region.0 as usize].iter().enumerate() {
            let index = index as u32;
            let mut living: Vec<SpotId> = boundary.clone();
            living.retain(|&spot| self.lives(spot) > 0);
            if living.is_empty() {
                continue;
            }
            let shape = if living.iter().any(|spot| shared[spot.0 as usize]) {
                None
            } else {
                Some(self.shape(living))
            };
            match kinds
                .iter_mut()
                .find(|kind| kind.0.is_some() && kind.0 == shape)
            {
                Some(kind) => kind.1.push(index),
                None => kinds.push((shape, vec![index])),
            }
        }
        kinds.into_iter().map(|kind| kind.1).collect()
    }

    /// For every spot whether it occurs in two or more boundaries of living regions; what happens to it in one of them
    /// can be felt in the other.
    fn shared_spots(&self) -> Vec<bool> {
        let mut home = vec![None; self.spots() as usize];
        let mut shared = vec![false; self.spots() as usize];
        for region in self.region_ids() {
            if self.region_lives(region) < 2 {
                continue;
            }
            for (index, boundary) in self.regions()[region.0 as usize].iter().enumerate() {
                for &spot in boundary {
                    let place = (region, index);
                    shared[spot.0 as usize] |= *home[spot.0 as usize].get_or_insert(place) != place;
                }
            }
        }
        shared
    }

    /// What a boundary of living, unshared spots looks like with names and starting place forgotten. Equal shapes can
    /// stand for each other; mirror images get different shapes, since a region has one hand.
    fn shape(&self, mut living: Vec<SpotId>) -> Shape {
        living.dedup();
        while living.len() > 1 && living.first() == living.last() {
            living.pop();
        }
        let rotation = |start: usize| {
            let turned = || living[start..].iter().chain(&living[..start]);
            turned()
                .enumerate()
                .map(|(place, spot)| {
                    let first = turned().position(|other| other == spot).unwrap_or(place);
                    (self.degree(*spot), (place - first) as u32)
                })
                .collect::<Shape>()
        };
        (0..living.len()).map(rotation).min().unwrap_or_default()
    }
}

/// Per corner the spot's degree, and how far back it occurred before (0 when it did not).
type Shape = Vec<(u8, u32)>;

/// The ways to enclose some of the boundaries of a region, the boundary of the curve itself left out.
struct Enclosures {
    /// Per kind the boundaries that may be enclosed; the first ones stand for any.
    kinds: Vec<Vec<u32>>,
    counts: Vec<usize>,
    /// Around a lone spot both sides look alike, so an enclosure and its complement are one move.
    symmetric: bool,
    done: bool,
}

impl Enclosures {
    fn new(kinds: &[Vec<u32>], of: usize, symmetric: bool) -> Self {
        Enclosures::around(kinds, kinds[of][0], symmetric)
    }

    /// The choices for a curve that begins and ends on a boundary.
    fn around(kinds: &[Vec<u32>], own: u32, symmetric: bool) -> Self {
        let mut kinds = kinds.to_vec();
        for kind in &mut kinds {
            kind.retain(|&boundary| boundary != own);
        }
        Enclosures {
            counts: vec![0; kinds.len()],
            kinds,
            symmetric,
            done: false,
        }
    }

    fn advance(&mut self) {
        for (count, kind) in self.counts.iter_mut().zip(&self.kinds).rev() {
            if *count < kind.len() {
                *count += 1;
                return;
            }
            *count = 0;
        }
        self.done = true;
    }
}

impl Iterator for Enclosures {
    type Item = Vec<u32>;

    fn next(&mut self) -> Option<Vec<u32>> {
        loop {
            if self.done {
                return None;
            }
            let complement = self
                .kinds
                .iter()
                .zip(&self.counts)
                .map(|(kind, count)| kind.len() - count);
            let keep = !self.symmetric || self.counts.iter().copied().le(complement);
            let mut inside: Vec<u32> = Vec::new();
            for (kind, &count) in self.kinds.iter().zip(&self.counts) {
                inside.extend(&kind[..count]);
            }
            inside.sort_unstable();
            self.advance();
            if keep {
                return Some(inside);
            }
        }
    }
}
