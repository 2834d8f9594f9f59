//! Reduction: from a position with dead parts to its lands. Owns the steps of the reduction and hands each land to the
//! canonical form; knows no moves.
//!
//! The steps: dead spots are deleted, and a spot next to itself in a boundary is written once. Empty boundaries and regions with fewer
//! than two lives are deleted. The boundaries of a region with at most three lives are merged, each spot written once. Regions that
//! share a living spot form a land. Deleting a region takes no life from any other, so one pass is enough.

use crate::canonize::Canonizer;
use crate::children::Names;
use crate::land::PackedLand;
use crate::recent::Recent;

/// A position being built: regions of boundaries of spots, each spot under a number of its own.
#[derive(Default)]
pub(crate) struct Draft {
    /// Spot numbers, [`Draft::BOUNDARY`] after each boundary and [`Draft::REGION`] after each region.
    pub(crate) tokens: Vec<u8>,
    /// Lives by spot number.
    pub(crate) lives: Vec<u8>,
}

impl Draft {
    /// Ends a boundary.
    pub(crate) const BOUNDARY: u8 = 0xfe;
    /// Ends a region.
    pub(crate) const REGION: u8 = 0xff;
    /// Spot numbers lie below this.
    pub(crate) const SPOTS_MAX: usize = 0xfe;
}

/// What is known about a spot during one reduction.
#[derive(Clone, Copy, Default)]
struct Seen {
    count: u8,
    first_boundary: u16,
    first_place: u16,
    second_boundary: u16,
    second_place: u16,
    region: u8,
    letter: u8,
}

/// Scratch space of the reduction.
#[derive(Default)]
pub(crate) struct Reducer {
    canonizer: Canonizer,
    /// The living spots, boundary after boundary.
    spots: Vec<u8>,
    boundaries: Vec<(u16, u16)>,
    regions: Vec<Region>,
    seen: Vec<Seen>,
    /// The region of the draft in which a spot was last counted.
    counted: Vec<u16>,
    recent: Recent,
    bytes: Vec<u8>,
}

#[derive(Clone, Copy)]
struct Region {
    first_boundary: u16,
    end_boundary: u16,
    /// Another region of the same land, or itself.
    parent: u8,
}

impl Reducer {
    /// The canonical form's own scratch space, free between reductions.
    pub(crate) fn canonizer(&mut self) -> &mut Canonizer {
        &mut self.canonizer
    }

    /// Appends the canonical bytes of each land of the draft to `bytes`, and to `ends` where each ends. Lands are in no particular order.
    pub(crate) fn reduce(&mut self, draft: &Draft, bytes: &mut Vec<u8>, ends: &mut Vec<u32>) {
        self.each_land(draft, |reducer| {
            reducer.canonizer.finish(bytes);
            ends.push(bytes.len() as u32);
        });
    }

    /// Appends the name of each land of the draft. Lands are in no particular order.
    pub(crate) fn reduce_to_names(
        &mut self,
        draft: &Draft,
        names: &mut impl Names,
        list: &mut Vec<u32>,
    ) {
        self.each_land(draft, |reducer| {
            let Reducer {
                canonizer,
                recent,
                bytes,
                ..
            } = reducer;
            let slot = recent.slot(canonizer.form());
            let name = slot.and_then(|slot| recent.get(slot, canonizer.form()));
            let name = name.unwrap_or_else(|| {
                bytes.clear();
                let found =
                    canonizer.finish_unless(bytes, |land| names.find(PackedLand::stored(land)));
                let name = found.unwrap_or_else(|| names.name(PackedLand::stored(bytes)));
                if let Some(slot) = slot {
                    recent.put(slot, canonizer.form(), name);
                }
                name
            });
            list.push(name);
        });
    }

    /// Pushes one land of the draft after another to the canonical form.
    fn each_land(&mut self, draft: &Draft, mut then: impl FnMut(&mut Self)) {
        self.keep_living(draft);
        self.join_regions(draft.lives.len());
        for root in 0..self.regions.len() {
            if usize::from(self.regions[root].parent) == root {
                self.push_land(root, &draft.lives);
                then(self);
            }
        }
    }

    /// Copies what is alive into `spots`, `boundaries` and `regions`.
    fn keep_living(&mut self, draft: &Draft) {
        self.spots.clear();
        self.boundaries.clear();
        self.regions.clear();
        self.counted.clear();
        self.counted.resize(draft.lives.len(), u16::MAX);
        let (mut boundary_start, mut region_boundaries, mut region_lives) = (0usize, 0usize, 0u32);
        let mut draft_region = 0u16;
        for &token in &draft.tokens {
            match token {
                Draft::BOUNDARY => {
                    // The boundary is cyclic: its end is next to its beginning.
                    while self.spots.len() > boundary_start + 1
                        && self.spots.last() == self.spots.get(boundary_start)
                    {
                        self.spots.pop();
                    }
                    if self.spots.len() > boundary_start {
                        self.boundaries
                            .push((boundary_start as u16, self.spots.len() as u16));
                        boundary_start = self.spots.len();
                    }
                }
                Draft::REGION => {
                    let region_start = self
                        .boundaries
                        .get(region_boundaries)
                        .map_or(boundary_start, |&(start, _)| usize::from(start));
                    if region_lives < 2 {
                        self.spots.truncate(region_start);
                        self.boundaries.truncate(region_boundaries);
                    } else {
                        if region_lives <= 3 {
                            self.merge_boundaries(region_start, region_boundaries);
                        }
                        let parent = self.regions.len() as u8;
                        let (first_boundary, end_boundary) =
                            (region_boundaries as u16, self.boundaries.len() as u16);
                        self.regions.push(Region {
                            first_boundary,
                            end_boundary,
                            parent,
                        });
                    }
                    boundary_start = self.spots.len();
                    region_boundaries = self.boundaries.len();
                    region_lives = 0;
                    draft_region += 1;
                }
                spot => {
                    let lives = draft.lives[usize::from(spot)];
                    if lives == 0
                        || (self.spots.len() > boundary_start && self.spots.last() == Some(&spot))
                    {
                        continue;
                    }
                    let counted = &mut self.counted[usize::from(spot)];
                    if *counted != draft_region {
                        *counted = draft_region;
                        region_lives += u32::from(lives);
                    }
                    self.spots.push(spot);
                }
            }
        }
    }

    /// Makes one boundary of all that stands from `start` on, each spot once.
    fn merge_boundaries(&mut self, start: usize, first_boundary: usize) {
        let mut kept = start;
        for place in start..self.spots.len() {
            let spot = self.spots[place];
            if !self.spots[start..kept].contains(&spot) {
                self.spots[kept] = spot;
                kept += 1;
            }
        }
        self.spots.truncate(kept);
        self.boundaries.truncate(first_boundary);
        self.boundaries.push((start as u16, kept as u16));
    }

    /// Finds the two occurrences of each letter and joins the regions that share one.
    fn join_regions(&mut self, spots: usize) {
        self.seen.clear();
        self.seen.resize(spots, Seen::default());
        for region in 0..self.regions.len() {
            let Region {
                first_boundary,
                end_boundary,
                ..
            } = self.regions[region];
            for boundary in first_boundary..end_boundary {
                let (start, end) = self.boundaries[usize::from(boundary)];
                for place in start..end {
                    let seen = &mut self.seen[usize::from(self.spots[usize::from(place)])];
                    seen.count += 1;
                    if seen.count == 1 {
                        (seen.first_boundary, seen.first_place, seen.region) =
                            (boundary, place, region as u8);
                    } else {
                        (seen.second_boundary, seen.second_place) = (boundary, place);
                        let other = usize::from(seen.region);
                        if other != region {
                            let (a, b) = (self.root(other), self.root(region));
                            // The smaller number is the root, so that a land's regions come after it.
                            self.regions[a.max(b)].parent = a.min(b) as u8;
                        }
                    }
                }
            }
        }
    }

    fn root(&self, mut region: usize) -> usize {
        while usize::from(self.regions[region].parent) != region {
            region = usize::from(self.regions[region].parent);
        }
        region
    }

    fn push_land(&mut self, root: usize, lives: &[u8]) {
        self.canonizer.clear();
        let mut capitals = 0u8;
        for region in root..self.regions.len() {
            if self.root(region) != root {
                continue;
            }
            let Region {
                first_boundary,
                end_boundary,
                ..
            } = self.regions[region];
            for boundary in first_boundary..end_boundary {
                let (start, end) = self.boundaries[usize::from(boundary)];
                if end - start == 1 {
                    let spot = usize::from(self.spots[usize::from(start)]);
                    if self.seen[spot].count == 1 {
                        self.canonizer.push_single(3 - lives[spot]);
                        continue;
                    }
                }
                for place in start..end {
                    let spot = usize::from(self.spots[usize::from(place)]);
                    let seen = &mut self.seen[spot];
                    if seen.count == 1 {
                        self.canonizer.push_generic(3 - lives[spot]);
                    } else if seen.first_boundary == seen.second_boundary {
                        let between = seen.second_place - seen.first_place;
                        let distance = if place == seen.first_place {
                            between
                        } else {
                            end - start - between
                        };
                        self.canonizer.push_lower(distance, end - start - distance);
                    } else {
                        if place == seen.first_place {
                            seen.letter = capitals;
                            capitals += 1;
                            // The door lets no position in where boundaries of one region share a spot.
                            debug_assert!(seen.second_boundary >= end_boundary);
                        }
                        self.canonizer.push_capital(seen.letter);
                    }
                }
                self.canonizer.end_boundary();
            }
            self.canonizer.end_region();
        }
    }
}
