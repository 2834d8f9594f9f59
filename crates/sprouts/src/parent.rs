//! A canonical land taken apart for move generation: spots under numbers of their own, boundaries, regions.

use crate::land::{CAPITAL, END_BOUNDARY, END_REGION};
use crate::reduce::Draft;

/// The land whose children are generated, taken apart.
#[derive(Default)]
pub(crate) struct Parent {
    /// Spot numbers, boundary after boundary.
    pub(crate) spots: Vec<u8>,
    pub(crate) lives: Vec<u8>,
    pub(crate) boundaries: Vec<Boundary>,
    /// First and one-past-last boundary of each region.
    pub(crate) regions: Vec<(usize, usize)>,
    capitals: usize,
}

#[derive(Clone, Copy)]
pub(crate) struct Boundary {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The first boundary of the same region that is equal to this one.
    pub(crate) kind: usize,
}

impl Parent {
    pub(crate) fn read(&mut self, land: &[u8]) {
        self.spots.clear();
        self.lives.clear();
        self.boundaries.clear();
        self.regions.clear();
        // Capitals first, so that a capital's number is its letter.
        let capitals = land
            .iter()
            .map(|&byte| {
                if byte >= CAPITAL {
                    byte - CAPITAL + 1
                } else {
                    0
                }
            })
            .max()
            .unwrap_or(0);
        self.capitals = usize::from(capitals);
        self.lives.resize(self.capitals, 1);
        let (mut start, mut boundary_bytes, mut first_boundary) = (0, 0, 0);
        for (index, &byte) in land.iter().enumerate() {
            match byte {
                END_BOUNDARY => {
                    self.boundaries.push(Boundary {
                        start,
                        end: self.spots.len(),
                        kind: 0,
                    });
                    let this = self.boundaries.len() - 1;
                    // In a canonical land equal boundaries stand side by side.
                    let before = (this > first_boundary).then(|| self.boundaries[this - 1]);
                    self.boundaries[this].kind = match before {
                        Some(before)
                            if before.end - before.start == index - boundary_bytes
                                && land[boundary_bytes - 1 - (index - boundary_bytes)
                                    ..boundary_bytes - 1]
                                    == land[boundary_bytes..index]
                                && land[boundary_bytes..index]
                                    .iter()
                                    .all(|&byte| byte < CAPITAL) =>
                        {
                            before.kind
                        }
                        _ => this,
                    };
                    start = self.spots.len();
                    boundary_bytes = index + 1;
                }
                END_REGION => {
                    self.regions.push((first_boundary, self.boundaries.len()));
                    first_boundary = self.boundaries.len();
                    boundary_bytes = index + 1;
                }
                0..=2 => {
                    self.spots.push(self.lives.len() as u8);
                    self.lives.push(3 - byte);
                }
                CAPITAL.. => self.spots.push(byte - CAPITAL),
                _ => match land[boundary_bytes..index]
                    .iter()
                    .position(|&other| other == byte)
                {
                    Some(place) => self.spots.push(self.spots[start + place]),
                    None => {
                        self.spots.push(self.lives.len() as u8);
                        self.lives.push(1);
                    }
                },
            }
        }
    }

    /// Capitals have the numbers below this one.
    pub(crate) fn capitals(&self) -> usize {
        self.capitals
    }

    /// How many boundaries equal to this one come after it in its region.
    pub(crate) fn alike_after(&self, boundary: usize, end: usize) -> usize {
        self.boundaries[boundary + 1..end]
            .iter()
            .take_while(|other| other.kind == self.boundaries[boundary].kind)
            .count()
    }

    pub(crate) fn write_region(&self, region: usize, draft: &mut Draft) {
        let (first, end) = self.regions[region];
        for boundary in first..end {
            self.write_boundary(boundary, draft);
        }
        draft.tokens.push(Draft::REGION);
    }

    pub(crate) fn write_boundary(&self, boundary: usize, draft: &mut Draft) {
        let Boundary { start, end, .. } = self.boundaries[boundary];
        draft.tokens.extend_from_slice(&self.spots[start..end]);
        draft.tokens.push(Draft::BOUNDARY);
    }

    /// The boundary walked all round from one occurrence back to it. A lone spot is met once; it does not matter that a spot
    /// left alone by dead neighbours is met twice, since a spot next to itself is written once.
    pub(crate) fn write_round(&self, boundary: Boundary, from: usize, draft: &mut Draft) {
        draft
            .tokens
            .extend_from_slice(&self.spots[from..boundary.end]);
        if boundary.end - boundary.start > 1 {
            draft
                .tokens
                .extend_from_slice(&self.spots[boundary.start..=from]);
        }
    }

    /// The boundaries of a region other than `one` that lie on the given side.
    pub(crate) fn write_side(
        &self,
        first: usize,
        end: usize,
        one: usize,
        inside: &[u8],
        side: u8,
        draft: &mut Draft,
    ) {
        for boundary in
            (first..end).filter(|&boundary| boundary != one && inside[boundary - first] == side)
        {
            self.write_boundary(boundary, draft);
        }
    }

    /// Advances to the next way to divide the boundaries, never telling equal ones apart: of equal boundaries the first ones go inside.
    pub(crate) fn next_partition(
        &self,
        first: usize,
        end: usize,
        one: usize,
        inside: &mut [u8],
    ) -> bool {
        let mut boundary = first;
        while boundary < end {
            let kind = self.boundaries[boundary].kind;
            let mut kind_end = boundary + 1;
            while kind_end < end && self.boundaries[kind_end].kind == kind {
                kind_end += 1;
            }
            if let Some(place) =
                (boundary..kind_end).find(|&place| place != one && inside[place - first] == 0)
            {
                inside[place - first] = 1;
                return true;
            }
            inside[boundary - first..kind_end - first].fill(0);
            boundary = kind_end;
        }
        false
    }
}
