//! Moves on canonical lands: every child of a land, as canonical lands. Owns the enumeration; the labelled position has its
//! own, and the two check each other.
//!
//! Equal boundaries are not told apart: where a move divides the other boundaries between two sides, only the number of
//! each kind on either side counts, so that lone spots never make 2^k children.

use crate::land::{CAPITAL, END_BOUNDARY, END_REGION, Land};
use crate::reduce::{Draft, Reducer};
use std::ops::ControlFlow;

/// The result of one move on a land: a sum of lands, in no particular order.
#[derive(Clone, Copy)]
pub struct Child<'a> {
    bytes: &'a [u8],
    ends: &'a [u32],
}

impl<'a> Child<'a> {
    /// The packed form of each land, see [`Land::as_bytes`].
    pub fn lands(self) -> impl ExactSizeIterator<Item = &'a [u8]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let land = &self.bytes[start as usize..end as usize];
            start = end;
            land
        })
    }

    /// The lands as values of their own.
    pub fn to_lands(self) -> Vec<Land> {
        self.lands().map(Land::from_canonical_bytes).collect()
    }
}

/// Generates children. Holds scratch space, so keep it: in steady state nothing is allocated.
///
/// ```
/// use sprouts::{Generator, Position};
/// use std::ops::ControlFlow;
/// let land = "0*3".parse::<Position>()?.canonical().lands()[0].clone();
/// let mut raw_children = 0;
/// let _ = Generator::default().children(land.as_bytes(), |_| {
///     raw_children += 1;
///     ControlFlow::<()>::Continue(())
/// });
/// assert!(raw_children >= 3);
/// # Ok::<(), sprouts::PositionError>(())
/// ```
#[derive(Default)]
pub struct Generator {
    parent: Parent,
    draft: Draft,
    inside: Vec<u8>,
    reducer: Reducer,
    bytes: Vec<u8>,
    ends: Vec<u32>,
}

/// The land whose children are generated, taken apart.
#[derive(Default)]
struct Parent {
    /// Spot numbers, boundary after boundary.
    spots: Vec<u8>,
    lives: Vec<u8>,
    boundaries: Vec<Boundary>,
    /// First and one-past-last boundary of each region.
    regions: Vec<(usize, usize)>,
}

#[derive(Clone, Copy)]
struct Boundary {
    start: usize,
    end: usize,
    /// The first boundary of the same region that is equal to this one.
    kind: usize,
}

impl Generator {
    /// Visits the children of a packed land until `visit` breaks. Children may be visited more than once.
    ///
    /// The bytes must come from a [`Land`] or a [`Child`].
    pub fn children<B>(
        &mut self,
        land: &[u8],
        mut visit: impl FnMut(Child<'_>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.parent.read(land);
        let Generator {
            parent,
            draft,
            inside,
            reducer,
            bytes,
            ends,
        } = self;
        let mut emit = |draft: &mut Draft, from: u8, to: u8| {
            // Written last: the new spot has one life, the ends of the curve lose one each.
            draft.lives.clear();
            draft.lives.extend_from_slice(&parent.lives);
            draft.lives.push(1);
            draft.lives[usize::from(from)] -= 1;
            draft.lives[usize::from(to)] -= 1;
            bytes.clear();
            ends.clear();
            reducer.reduce(draft, bytes, ends);
            visit(Child { bytes, ends })
        };
        let new = parent.lives.len() as u8;
        for region in 0..parent.regions.len() {
            let (first, end) = parent.regions[region];
            draft.tokens.clear();
            for other in (0..parent.regions.len()).filter(|&other| other != region) {
                parent.write_region(other, draft);
            }
            let untouched = draft.tokens.len();
            for one in first..end {
                // The last of its kind stands for all equal boundaries, the last two where a move needs two of them.
                let alike_after_one = parent.alike_after(one, end);
                if alike_after_one < 2 {
                    for two in one + 1..end {
                        let same_kind = parent.boundaries[two].kind == parent.boundaries[one].kind;
                        if parent.alike_after(two, end) > 0 || (alike_after_one == 1 && !same_kind)
                        {
                            continue;
                        }
                        draft.tokens.truncate(untouched);
                        for other in (first..end).filter(|&other| other != one && other != two) {
                            parent.write_boundary(other, draft);
                        }
                        let rest = draft.tokens.len();
                        let (a, b) = (parent.boundaries[one], parent.boundaries[two]);
                        for from in a.start..a.end {
                            for to in b.start..b.end {
                                draft.tokens.truncate(rest);
                                parent.write_round(a, from, draft);
                                draft.tokens.push(new);
                                parent.write_round(b, to, draft);
                                draft.tokens.extend([new, Draft::BOUNDARY, Draft::REGION]);
                                emit(draft, parent.spots[from], parent.spots[to])?;
                            }
                        }
                    }
                }
                if alike_after_one > 0 {
                    continue;
                }
                let boundary = parent.boundaries[one];
                // Which of the other boundaries go inside: an odometer over the number of each kind.
                inside.clear();
                inside.resize(end - first, 0);
                loop {
                    for from in boundary.start..boundary.end {
                        for to in from..boundary.end {
                            let (from_spot, to_spot) = (parent.spots[from], parent.spots[to]);
                            if from_spot == to_spot
                                && (from != to || parent.lives[usize::from(from_spot)] < 2)
                            {
                                continue;
                            }
                            draft.tokens.truncate(untouched);
                            parent.write_side(first, end, one, inside, 1, draft);
                            draft.tokens.extend_from_slice(&parent.spots[from..=to]);
                            draft.tokens.extend([new, Draft::BOUNDARY, Draft::REGION]);
                            parent.write_side(first, end, one, inside, 0, draft);
                            draft
                                .tokens
                                .extend_from_slice(&parent.spots[to..boundary.end]);
                            draft
                                .tokens
                                .extend_from_slice(&parent.spots[boundary.start..=from]);
                            draft.tokens.extend([new, Draft::BOUNDARY, Draft::REGION]);
                            emit(draft, from_spot, to_spot)?;
                        }
                    }
                    if !parent.next_partition(first, end, one, inside) {
                        break;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl Parent {
    fn read(&mut self, land: &[u8]) {
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
        self.lives.resize(usize::from(capitals), 1);
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

    /// How many boundaries equal to this one come after it in its region.
    fn alike_after(&self, boundary: usize, end: usize) -> usize {
        self.boundaries[boundary + 1..end]
            .iter()
            .take_while(|other| other.kind == self.boundaries[boundary].kind)
            .count()
    }

    fn write_region(&self, region: usize, draft: &mut Draft) {
        let (first, end) = self.regions[region];
        for boundary in first..end {
            self.write_boundary(boundary, draft);
        }
        draft.tokens.push(Draft::REGION);
    }

    fn write_boundary(&self, boundary: usize, draft: &mut Draft) {
        let Boundary { start, end, .. } = self.boundaries[boundary];
        draft.tokens.extend_from_slice(&self.spots[start..end]);
        draft.tokens.push(Draft::BOUNDARY);
    }

    /// The boundary walked all round from one occurrence back to it. A lone spot is met once; it does not matter that a spot
    /// left alone by dead neighbours is met twice, since a spot next to itself is written once.
    fn write_round(&self, boundary: Boundary, from: usize, draft: &mut Draft) {
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
    fn write_side(
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
    fn next_partition(&self, first: usize, end: usize, one: usize, inside: &mut [u8]) -> bool {
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
