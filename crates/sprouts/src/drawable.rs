//! What can be seen at once of whether a position can be drawn: asked where positions come in from outside, never during play.
//! Owns these necessary conditions and nothing else. Whether there really is a picture is for `drawing` to find out.
//!
//! They hold for positions with all their dead parts and for reduced ones alike. Where reduction merged boundaries, a dead line
//! could have joined them into one; so a merged boundary may be taken for a real one.
//!
//! - On a sheet regions and connected pieces of ink make a tree: between two of them there is only one way. So boundaries of
//!   one region never share a spot, and never hang together through other regions.
//! - A boundary that comes twice to one spot is cut there into two parts, and no other spot is on both.
//! - Where nothing is left out, every line has two sides, and every piece of ink satisfies Euler's formula.

use crate::order;
use crate::position::NoPicture;

/// A place in a list of regions: region, boundary, and index in the boundary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) region: usize,
    pub(crate) boundary: usize,
    pub(crate) index: usize,
}

/// Why there can be no picture, and a place that is part of the trouble.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The spot here is on another boundary of the same region.
    Shared(Place),
    /// This boundary hangs together with another one of its region through other regions.
    Linked(Place),
    /// The spot here comes back after another one has come only once of several times.
    Crossing(Place),
    /// The line from the spot here to the next has an odd number of sides.
    OneSided(Place),
    /// The piece of ink to which this boundary belongs does not fit on a sheet.
    Bent(Place),
}

impl Fault {
    pub(crate) fn place(self) -> Place {
        match self {
            Fault::Shared(place)
            | Fault::Linked(place)
            | Fault::Crossing(place)
            | Fault::OneSided(place)
            | Fault::Bent(place) => place,
        }
    }

    /// What is wrong, without the place.
    pub(crate) fn reason(self) -> NoPicture {
        match self {
            Fault::Shared(_) => NoPicture::Shared,
            Fault::Linked(_) => NoPicture::Linked,
            Fault::Crossing(_) => NoPicture::Crossing,
            Fault::OneSided(_) => NoPicture::OneSided,
            Fault::Bent(_) => NoPicture::Bent,
        }
    }
}

/// Looks for a fault that even a position with dead parts left out cannot have. Spots are numbers below `spots`.
pub(crate) fn check<S: Copy>(
    spots: usize,
    regions: &[Vec<Vec<S>>],
    number: impl Fn(S) -> usize,
) -> Result<(), Fault> {
    let mut pieces = Pieces::of(spots, regions, &number)?;
    pieces.check_tree(regions)?;
    check_crossings(spots, regions, &number)
}

/// Looks for a fault in a position with nothing left out. The degree of a spot is the number of its occurrences, or 0.
pub(crate) fn check_whole<S: Copy>(
    degrees: &[u8],
    regions: &[Vec<Vec<S>>],
    number: impl Fn(S) -> usize,
) -> Result<(), Fault> {
    check(degrees.len(), regions, &number)?;
    check_sides(degrees, regions, &number)?;
    Pieces::of(degrees.len(), regions, &number)?.check_euler(degrees, regions, &number)
}

/// The boundaries of all regions, joined into connected pieces of ink.
struct Pieces {
    /// The region and the place in it of each boundary.
    boundaries: Vec<(usize, usize)>,
    /// Boundaries, then regions: each leads towards the one that stands for its set.
    parents: Vec<usize>,
}

impl Pieces {
    fn of<S: Copy>(
        spots: usize,
        regions: &[Vec<Vec<S>>],
        number: &impl Fn(S) -> usize,
    ) -> Result<Self, Fault> {
        let boundaries: Vec<(usize, usize)> = regions
            .iter()
            .enumerate()
            .flat_map(|(region, list)| (0..list.len()).map(move |boundary| (region, boundary)))
            .collect();
        let parents = (0..boundaries.len() + regions.len()).collect();
        let mut pieces = Pieces {
            boundaries,
            parents,
        };
        // The first boundary that has the spot, and the last one so far.
        let mut met: Vec<Option<(usize, usize)>> = vec![None; spots];
        for which in 0..pieces.boundaries.len() {
            let (region, boundary) = pieces.boundaries[which];
            for (index, &spot) in regions[region][boundary].iter().enumerate() {
                let met = &mut met[number(spot)];
                let Some((first, last)) = *met else {
                    *met = Some((which, which));
                    continue;
                };
                if [first, last]
                    .iter()
                    .any(|&other| other != which && pieces.boundaries[other].0 == region)
                {
                    return Err(Fault::Shared(Place {
                        region,
                        boundary,
                        index,
                    }));
                }
                *met = Some((first, which));
                pieces.join(first, which);
            }
        }
        Ok(pieces)
    }

    fn root(&mut self, mut node: usize) -> usize {
        while self.parents[node] != node {
            self.parents[node] = self.parents[self.parents[node]];
            node = self.parents[node];
        }
        node
    }

    /// Joins two sets; says whether they were apart.
    fn join(&mut self, one: usize, two: usize) -> bool {
        let (one, two) = (self.root(one), self.root(two));
        self.parents[one.max(two)] = one.min(two);
        one != two
    }

    /// Regions and pieces make a tree, or several.
    fn check_tree<S>(&mut self, regions: &[Vec<Vec<S>>]) -> Result<(), Fault> {
        debug_assert_eq!(self.parents.len(), self.boundaries.len() + regions.len());
        for which in 0..self.boundaries.len() {
            let (region, boundary) = self.boundaries[which];
            if !self.join(which, self.boundaries.len() + region) {
                return Err(Fault::Linked(Place {
                    region,
                    boundary,
                    index: 0,
                }));
            }
        }
        Ok(())
    }

    /// Spots and boundaries are two more than lines in every piece.
    fn check_euler<S: Copy>(
        &mut self,
        degrees: &[u8],
        regions: &[Vec<Vec<S>>],
        number: &impl Fn(S) -> usize,
    ) -> Result<(), Fault> {
        // Twice the excess of spots and boundaries over lines, by piece.
        let mut excess = vec![0i64; self.boundaries.len()];
        let mut counted = vec![false; degrees.len()];
        for which in 0..self.boundaries.len() {
            let (region, boundary) = self.boundaries[which];
            let piece = self.root(which);
            excess[piece] += 2;
            for &spot in &regions[region][boundary] {
                let spot = number(spot);
                if !std::mem::replace(&mut counted[spot], true) {
                    excess[piece] += 2 - i64::from(degrees[spot]);
                }
            }
        }
        for (which, &(region, boundary)) in self.boundaries.iter().enumerate() {
            if self.parents[which] == which && excess[which] != 4 {
                return Err(Fault::Bent(Place {
                    region,
                    boundary,
                    index: 0,
                }));
            }
        }
        Ok(())
    }
}

/// The spots of a boundary do not cross: what lies between two occurrences of a spot occurs nowhere else in the boundary.
fn check_crossings<S: Copy>(
    spots: usize,
    regions: &[Vec<Vec<S>>],
    number: &impl Fn(S) -> usize,
) -> Result<(), Fault> {
    let mut left = vec![0u32; spots];
    let mut is_open = vec![false; spots];
    let mut open: Vec<usize> = Vec::new();
    for (region, list) in regions.iter().enumerate() {
        for (boundary, corners) in list.iter().enumerate() {
            for &spot in corners {
                left[number(spot)] += 1;
            }
            for (index, &spot) in corners.iter().enumerate() {
                let spot = number(spot);
                left[spot] -= 1;
                if !std::mem::replace(&mut is_open[spot], true) {
                    open.push(spot);
                } else if open.last() != Some(&spot) {
                    return Err(Fault::Crossing(Place {
                        region,
                        boundary,
                        index,
                    }));
                }
                if left[spot] == 0 {
                    is_open[spot] = false;
                    open.pop();
                }
            }
        }
    }
    Ok(())
}

/// Between any two spots the boundaries walk an even number of times: once on each side of every line.
fn check_sides<S: Copy>(
    degrees: &[u8],
    regions: &[Vec<Vec<S>>],
    number: &impl Fn(S) -> usize,
) -> Result<(), Fault> {
    let mut steps = Vec::new();
    for (region, list) in regions.iter().enumerate() {
        for (boundary, corners) in list.iter().enumerate() {
            for (index, &from) in corners.iter().enumerate() {
                let from = number(from);
                let to = number(corners[(index + 1) % corners.len()]);
                if degrees[from] > 0 {
                    let place = (region, boundary, index);
                    steps.push(((from.min(to), from.max(to)), place));
                }
            }
        }
    }
    order::sort_by(&mut steps, Ord::cmp);
    for same in steps.chunk_by(|one, two| one.0 == two.0) {
        if same.len() % 2 == 1 {
            let (region, boundary, index) = same[0].1;
            return Err(Fault::OneSided(Place {
                region,
                boundary,
                index,
            }));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lists(text: &str) -> Vec<Vec<Vec<u8>>> {
        let boundary = |text: &str| text.bytes().map(|letter| letter - b'A').collect();
        text.split('|')
            .map(|region| region.split('.').map(boundary).collect())
            .collect()
    }

    fn place(region: usize, boundary: usize, index: usize) -> Place {
        Place {
            region,
            boundary,
            index,
        }
    }

    #[test]
    fn faults_are_found_where_they_are() {
        let found = |text: &str| check(26, &lists(text), usize::from);
        assert_eq!(found("AB.A"), Err(Fault::Shared(place(0, 1, 0))));
        assert_eq!(found("CD|AC.BD|ADC.EA"), Err(Fault::Shared(place(2, 1, 1))));
        assert_eq!(found("A.B|AC|CB"), Err(Fault::Linked(place(0, 1, 0))));
        assert_eq!(found("AB.CD|AB.CD"), Err(Fault::Linked(place(1, 1, 0))));
        assert_eq!(found("ABAB"), Err(Fault::Crossing(place(0, 0, 2))));
        assert_eq!(found("ABCBDA"), Ok(()));
        assert_eq!(found("ABACAD"), Ok(()));
    }

    #[test]
    fn whole_positions_have_two_sides_to_every_line() {
        let found = |text: &str| {
            let lists = lists(text);
            let mut degrees = [0u8; 26];
            for boundary in lists.iter().flatten().filter(|boundary| boundary.len() > 1) {
                for &spot in boundary {
                    degrees[usize::from(spot)] += 1;
                }
            }
            check_whole(&degrees, &lists, usize::from)
        };
        assert_eq!(found("ACBC"), Ok(()));
        assert_eq!(found("ACBCAD.E|AD"), Ok(()));
        assert_eq!(found("ABC"), Err(Fault::OneSided(place(0, 0, 0))));
        assert_eq!(found("AB|AB|AB"), Ok(()));
        assert_eq!(found("AB|AB.CD|CD"), Ok(()));
        assert_eq!(found("ABCABC"), Err(Fault::Crossing(place(0, 0, 3))));
        // Three squares on four spots, any two of them side by side along two lines: the projective plane.
        assert_eq!(found("ABCD|ABDC|ACBD"), Err(Fault::Bent(place(0, 0, 0))));
    }
}
