//! Moves on canonical lands: every child of a land, as canonical lands. Owns the enumeration; the labelled position has its
//! own, and the two check each other.
//!
//! Equal boundaries are not told apart: where a move divides the other boundaries between two sides, only the number of
//! each kind on either side counts, so that lone spots never make 2^k children. Of moves that a symmetry of the land maps
//! to each other, one is made.

use crate::land::{Land, PackedLand};
use crate::parent::Parent;
use crate::reduce::{Draft, Reducer};
use crate::symmetry::Symmetries;
use std::ops::ControlFlow;

/// The result of one move on a land: a sum of lands, in no particular order.
#[derive(Clone, Copy)]
pub struct Child<'a> {
    bytes: &'a [u8],
    ends: &'a [u32],
}

impl<'a> Child<'a> {
    /// Each land, packed.
    pub fn lands(self) -> impl ExactSizeIterator<Item = PackedLand<'a>> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let land = &self.bytes[start as usize..end as usize];
            start = end;
            PackedLand::stored(land)
        })
    }

    /// The lands as values of their own.
    pub fn to_lands(self) -> Vec<Land> {
        self.lands().map(PackedLand::to_land).collect()
    }
}

/// Lands under names of the caller's choice, so that a land met often is made canonical only now and then.
pub trait Names {
    /// The name of a land that was named before.
    fn find(&mut self, land: PackedLand<'_>) -> Option<u32>;
    /// The name of a land, old or new. Different lands have different names, and a name is for ever.
    fn name(&mut self, land: PackedLand<'_>) -> u32;
}

/// Generates children. Holds scratch space, so keep it: in steady state nothing is allocated.
///
/// ```
/// use sprouts::{Generator, Position};
/// use std::ops::ControlFlow;
/// let land = "0*3".parse::<Position>()?.canonical().lands()[0].clone();
/// let mut raw_children = 0;
/// let _ = Generator::default().children(land.packed(), |_| {
///     raw_children += 1;
///     ControlFlow::<()>::Continue(())
/// });
/// assert!(raw_children >= 3);
/// # Ok::<(), sprouts::PositionError>(())
/// ```
#[derive(Default)]
pub struct Generator {
    moves: Moves,
    reducer: Reducer,
    bytes: Vec<u8>,
    ends: Vec<u32>,
    names: Vec<u32>,
}

impl Generator {
    /// Visits the children of a land until `visit` breaks. Children may be visited more than once.
    pub fn children<B>(
        &mut self,
        land: PackedLand<'_>,
        mut visit: impl FnMut(Child<'_>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Generator {
            moves,
            reducer,
            bytes,
            ends,
            ..
        } = self;
        moves.read(land, reducer);
        moves.each(|draft| {
            bytes.clear();
            ends.clear();
            reducer.reduce(draft, bytes, ends);
            visit(Child { bytes, ends })
        })
    }

    /// The same with the names of the lands of each child. A generator remembers names, so it serves one set of names only.
    pub fn named_children<B>(
        &mut self,
        land: PackedLand<'_>,
        names: &mut impl Names,
        mut visit: impl FnMut(&[u32]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Generator {
            moves,
            reducer,
            names: list,
            ..
        } = self;
        moves.read(land, reducer);
        moves.each(|draft| {
            list.clear();
            reducer.reduce_to_names(draft, names, list);
            visit(list)
        })
    }
}

/// The order of moves: what leaves small lands comes first, because a search knows small lands best and may stop at one that it knows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// Splits with between two and three fifths of the other boundaries inside.
    EvenSplits,
    OtherSplits,
    Joins,
}

/// The moves of a land, up to its symmetries.
#[derive(Default)]
struct Moves {
    parent: Parent,
    symmetries: Symmetries,
    draft: Draft,
    inside: Vec<u8>,
}

impl Moves {
    fn read(&mut self, land: PackedLand<'_>, reducer: &mut Reducer) {
        self.parent.read(land.as_bytes());
        self.symmetries.find(&self.parent, reducer.canonizer());
    }

    /// What each move leaves, before anything is reduced.
    fn each<B>(&mut self, mut visit: impl FnMut(&Draft) -> ControlFlow<B>) -> ControlFlow<B> {
        let Moves {
            parent,
            symmetries,
            draft,
            inside,
        } = self;
        let mut emit = |draft: &mut Draft, from: u8, to: u8| {
            // Written last: the new spot has one life, the ends of the curve lose one each.
            draft.lives.clear();
            draft.lives.extend_from_slice(&parent.lives);
            draft.lives.push(1);
            draft.lives[usize::from(from)] -= 1;
            draft.lives[usize::from(to)] -= 1;
            visit(draft)
        };
        for turn in [Turn::EvenSplits, Turn::OtherSplits, Turn::Joins] {
            for region in 0..parent.regions.len() {
                draft.tokens.clear();
                for other in (0..parent.regions.len()).filter(|&other| other != region) {
                    parent.write_region(other, draft);
                }
                match turn {
                    Turn::Joins => joins(parent, region, symmetries, draft, &mut emit)?,
                    _ => splits(parent, region, symmetries, inside, turn, draft, &mut emit)?,
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The moves of a region that join two occurrences of one boundary, or one with itself. The draft holds the other regions.
fn splits<B>(
    parent: &Parent,
    region: usize,
    symmetries: &mut Symmetries,
    inside: &mut Vec<u8>,
    turn: Turn,
    draft: &mut Draft,
    emit: &mut impl FnMut(&mut Draft, u8, u8) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let (first, end) = parent.regions[region];
    let others = end - first - 1;
    let untouched = draft.tokens.len();
    let new = parent.lives.len() as u8;
    // The last of its kind stands for all equal boundaries.
    for one in (first..end).filter(|&one| parent.alike_after(one, end) == 0) {
        let boundary = parent.boundaries[one];
        // Which of the other boundaries go inside: an odometer over the number of each kind.
        inside.clear();
        inside.resize(end - first, 0);
        loop {
            let count = inside.iter().filter(|&&side| side == 1).count();
            let is_even = 5 * count >= 2 * others && 5 * count <= 3 * others;
            let occurrences = if is_even == (turn == Turn::EvenSplits) {
                boundary.start..boundary.end
            } else {
                0..0
            };
            for from in occurrences {
                for to in from..boundary.end {
                    let (from_spot, to_spot) = (parent.spots[from], parent.spots[to]);
                    if from_spot == to_spot
                        && (from != to || parent.lives[usize::from(from_spot)] < 2)
                    {
                        continue;
                    }
                    if !symmetries.is_first_split(parent, region, one, from, to, inside) {
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
    draft.tokens.truncate(untouched);
    ControlFlow::Continue(())
}

/// The moves of a region that join two boundaries. The draft holds the other regions.
fn joins<B>(
    parent: &Parent,
    region: usize,
    symmetries: &mut Symmetries,
    draft: &mut Draft,
    emit: &mut impl FnMut(&mut Draft, u8, u8) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let (first, end) = parent.regions[region];
    let untouched = draft.tokens.len();
    let new = parent.lives.len() as u8;
    for one in first..end {
        for two in (one + 1..end).filter(|&two| parent.alike_after(two, end) == 0) {
            let (a, b) = (parent.boundaries[one], parent.boundaries[two]);
            // The last of its kind stands for all equal boundaries, the last two where a move needs two of them.
            if parent.alike_after(one, end) != usize::from(a.kind == b.kind) {
                continue;
            }
            draft.tokens.truncate(untouched);
            for other in (first..end).filter(|&other| other != one && other != two) {
                parent.write_boundary(other, draft);
            }
            let rest = draft.tokens.len();
            for from in a.start..a.end {
                // Two equal boundaries can change places.
                let first_to = if a.kind == b.kind {
                    b.start + (from - a.start)
                } else {
                    b.start
                };
                for to in first_to..b.end {
                    if !symmetries.is_first_join(parent, region, (one, from), (two, to)) {
                        continue;
                    }
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
    draft.tokens.truncate(untouched);
    ControlFlow::Continue(())
}
