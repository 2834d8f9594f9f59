//! A labelled position: every spot under its own number, dead spots and dead regions included, with the game's history.
//! It owns the drawing's topology as lists of corners and what a move does to them. It knows nothing of how canonical form is
//! made, of notations for moves, or of who plays.
//!
//! A boundary is the cyclic list of its corners, walked with the region always on the same hand. All boundaries of one region share
//! that hand, and in a game that began with [`Labelled::start`] so do all regions. A spot of degree one or
//! more has as many corners as its degree; a lone spot is a boundary of one corner.

mod moves;
mod outline;
mod raw;

use crate::drawable::{self, Place};
use crate::{Ending, Position, PositionError};
pub use outline::Outline;
pub use raw::RawError;
use std::fmt;

/// A spot, numbered as born, from 0. People see [`SpotId::number`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SpotId(pub u32);

impl SpotId {
    /// The number that people use: the first spot is 1.
    pub fn number(self) -> u32 {
        self.0.saturating_add(1)
    }
}

impl fmt::Display for SpotId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// A region: an index into [`Labelled::regions`]. Dead regions stay, so an id never changes its meaning but by `undo`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RegionId(pub u32);

/// One occurrence of a spot: a boundary of the region, and the place in that boundary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "[u32; 2]", into = "[u32; 2]"))]
pub struct Corner {
    /// Index of the boundary in its region.
    pub boundary: u32,
    /// Index of the corner in its boundary.
    pub index: u32,
}

impl From<[u32; 2]> for Corner {
    fn from([boundary, index]: [u32; 2]) -> Self {
        Corner { boundary, index }
    }
}

impl From<Corner> for [u32; 2] {
    fn from(corner: Corner) -> Self {
        [corner.boundary, corner.index]
    }
}

/// A move: a curve inside one region from a corner to a corner, with a new spot on it.
///
/// When both corners lie on different boundaries the two become one. Otherwise the region is split: the inner side
/// gets the corners from `from` forward to `to` and the boundaries named in `inside`, the outer side gets the rest.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Move {
    /// Where the curve is drawn.
    pub region: RegionId,
    /// Where it starts.
    pub from: Corner,
    /// Where it ends.
    pub to: Corner,
    /// Indices of the boundaries that go to the inner side; empty when two boundaries are joined.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Vec::is_empty")
    )]
    pub inside: Vec<u32>,
}

impl Move {
    /// Whether the move closes a curve and so splits its region.
    pub fn encloses(&self) -> bool {
        self.from.boundary == self.to.boundary
    }
}

/// A region as its boundaries, each a cyclic list of spots.
pub type Region = Vec<Vec<SpotId>>;

/// A position with every spot under its own number, and the moves that led to it.
///
/// ```
/// use sprouts::{Corner, Labelled, Move, RegionId};
/// let mut game = Labelled::start(2);
/// let corner = |boundary, index| Corner { boundary, index };
/// let join = Move { region: RegionId(0), from: corner(0, 0), to: corner(1, 0), inside: vec![] };
/// game.play(&join).unwrap();
/// assert_eq!(game.raw(), "ACBC");
/// let enclose = Move { region: RegionId(0), from: corner(0, 0), to: corner(0, 2), inside: vec![] };
/// game.play(&enclose).unwrap();
/// assert_eq!(game.raw(), "BCAD|ACBD");
/// game.undo();
/// assert_eq!(game.raw(), "ACBC");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelled {
    degrees: Vec<u8>,
    regions: Vec<Region>,
    history: Vec<Move>,
    /// For every move of the history, the boundaries of its region before it: all that undo cannot recompute.
    before: Vec<Region>,
}

impl Labelled {
    /// The start of a game: lone spots in one region.
    pub fn start(spots: u32) -> Self {
        Labelled {
            degrees: vec![0; spots as usize],
            regions: vec![(0..spots).map(|spot| vec![SpotId(spot)]).collect()],
            history: Vec::new(),
            before: Vec::new(),
        }
    }

    /// A position from a drawing or a custom map. Spots are numbered from 0 without a gap; a spot occurs as often as
    /// its degree, except that a spot that occurs only once and alone in its boundary is a lone one. Nothing is left out, so
    /// every line has two sides. What can be seen at once to have no picture is refused.
    pub fn from_regions(regions: Vec<Region>) -> Result<Self, LabelledError> {
        let mut degrees: Vec<u8> = Vec::new();
        let corners: usize = regions.iter().flatten().map(Vec::len).sum();
        for (region, boundaries) in regions.iter().enumerate() {
            for (boundary, corners_here) in boundaries.iter().enumerate() {
                if corners_here.is_empty() {
                    return Err(LabelledError::EmptyBoundary { region, boundary });
                }
                for &spot in corners_here {
                    // With a gap-free numbering no spot can exceed the number of corners; this also bounds memory.
                    if spot.0 as usize >= corners {
                        return Err(LabelledError::NumbersHaveGap { spot });
                    }
                    if degrees.len() <= spot.0 as usize {
                        degrees.resize(spot.0 as usize + 1, 0);
                    }
                    let degree = &mut degrees[spot.0 as usize];
                    if *degree == 3 {
                        return Err(LabelledError::TooManyCorners { spot });
                    }
                    *degree += 1;
                }
            }
        }
        if let Some(spot) = degrees.iter().position(|&degree| degree == 0) {
            return Err(LabelledError::NumbersHaveGap {
                spot: SpotId(spot as u32),
            });
        }
        for corners_here in regions.iter().flatten() {
            if let [spot] = corners_here[..]
                && degrees[spot.0 as usize] == 1
            {
                degrees[spot.0 as usize] = 0;
            }
        }
        drawable::check_whole(&degrees, &regions, |spot: SpotId| spot.0 as usize).map_err(
            |fault| {
                let Place {
                    region,
                    boundary,
                    index,
                } = fault.place();
                LabelledError::NoPicture {
                    region,
                    boundary,
                    spot: regions[region][boundary][index],
                    reason: fault.reason().to_string(),
                }
            },
        )?;
        Ok(Labelled {
            degrees,
            regions,
            history: Vec::new(),
            before: Vec::new(),
        })
    }

    /// All regions, dead ones included: region, boundary, corner.
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// How many spots there are, dead ones included.
    pub fn spots(&self) -> u32 {
        self.degrees.len() as u32
    }

    /// How many lines end in a spot. Panics when there is no such spot.
    pub fn degree(&self, spot: SpotId) -> u8 {
        self.degrees[spot.0 as usize]
    }

    /// How many more lines may end in a spot. Panics when there is no such spot.
    pub fn lives(&self, spot: SpotId) -> u8 {
        3 - self.degree(spot)
    }

    /// The lives of all spots together. Every move takes one.
    pub fn total_lives(&self) -> u32 {
        self.degrees
            .iter()
            .map(|&degree| u32::from(3 - degree))
            .sum()
    }

    /// The lives of the spots of a region, a spot counted once however often it occurs there.
    pub fn region_lives(&self, region: RegionId) -> u32 {
        let mut spots: Vec<SpotId> = self.regions[region.0 as usize].concat();
        spots.sort_unstable();
        spots.dedup();
        spots
            .into_iter()
            .map(|spot| u32::from(self.lives(spot)))
            .sum()
    }

    /// Whether no move is left: no region holds two lives.
    pub fn is_over(&self) -> bool {
        self.region_ids()
            .all(|region| self.region_lives(region) < 2)
    }

    /// Whether whoever is to move wants an odd number of survivors. Every move takes a life, so a game lasts as many
    /// moves as there are lives, less those of the spots that survive, one each.
    pub fn mover_wants_odd_survivors(&self, ending: Ending) -> bool {
        self.total_lives().is_multiple_of(2) == (ending == Ending::Normal)
    }

    /// The ids of all regions, dead ones included.
    pub fn region_ids(&self) -> impl Iterator<Item = RegionId> + use<> {
        (0..self.regions.len() as u32).map(RegionId)
    }

    /// The spot at a corner of a region, if there is such a corner.
    pub fn spot_at(&self, region: RegionId, corner: Corner) -> Option<SpotId> {
        self.regions
            .get(region.0 as usize)?
            .get(corner.boundary as usize)?
            .get(corner.index as usize)
            .copied()
    }

    /// The position without its history: cheaper to copy, and as good to try moves on.
    pub fn without_history(&self) -> Labelled {
        Labelled {
            degrees: self.degrees.clone(),
            regions: self.regions.clone(),
            history: Vec::new(),
            before: Vec::new(),
        }
    }

    /// The moves played so far, first one first.
    pub fn history(&self) -> &[Move] {
        &self.history
    }

    /// The position with its numbers forgotten, from which canonical form follows. An error only where there are more
    /// living spots than canonical form has room for ([`Position::SPOTS_MAX`]).
    pub fn position(&self) -> Result<Position, PositionError> {
        let numbers = |boundary: &Vec<SpotId>| boundary.iter().map(|spot| spot.0).collect();
        let regions: Vec<Vec<Vec<u32>>> = self
            .regions
            .iter()
            .map(|region| region.iter().map(numbers).collect())
            .collect();
        Position::from_drawn_regions(&regions)
    }

    /// Whether a move is legal here, and if not, why.
    pub fn check(&self, m: &Move) -> Result<(), MoveError> {
        let boundaries = self
            .regions
            .get(m.region.0 as usize)
            .ok_or(MoveError::NoSuchRegion { region: m.region })?;
        let spot = |corner: Corner| {
            self.spot_at(m.region, corner)
                .ok_or(MoveError::NoSuchCorner {
                    region: m.region,
                    corner,
                })
        };
        let (from, to) = (spot(m.from)?, spot(m.to)?);
        for spot in [from, to] {
            if self.lives(spot) == 0 {
                return Err(MoveError::SpotIsDead { spot });
            }
        }
        if from == to && self.lives(from) < 2 {
            return Err(MoveError::NeedsTwoLives { spot: from });
        }
        if !m.encloses() && !m.inside.is_empty() {
            return Err(MoveError::NothingIsEnclosed);
        }
        let mut seen = vec![false; boundaries.len()];
        for &boundary in &m.inside {
            match seen.get_mut(boundary as usize) {
                None => {
                    return Err(MoveError::NoSuchBoundary {
                        region: m.region,
                        boundary,
                    });
                }
                Some(_) if boundary == m.from.boundary => {
                    return Err(MoveError::EnclosesItself { boundary });
                }
                Some(true) => return Err(MoveError::EnclosedTwice { boundary }),
                Some(seen) => *seen = true,
            }
        }
        Ok(())
    }

    /// Plays a move and returns the new spot.
    ///
    /// In the region of the move (and in the new region of the inner side, which goes to the end of the list) the
    /// untouched boundaries keep their order and the boundary that the curve made comes last.
    pub fn play(&mut self, m: &Move) -> Result<SpotId, MoveError> {
        self.check(m)?;
        let new = SpotId(self.spots());
        let old = std::mem::take(&mut self.regions[m.region.0 as usize]);
        let spot = |corner: Corner| old[corner.boundary as usize][corner.index as usize];
        let (from, to) = (spot(m.from), spot(m.to));

        if m.encloses() {
            let boundary = &old[m.from.boundary as usize];
            let lone = self.degree(from) == 0;
            let mut inner = Region::new();
            let mut outer = Region::new();
            for (index, other) in old.iter().enumerate() {
                if index == m.from.boundary as usize {
                    continue;
                }
                if m.inside.contains(&(index as u32)) {
                    inner.push(other.clone());
                } else {
                    outer.push(other.clone());
                }
            }
            let mut inner_boundary = walk(boundary, m.from.index, m.to.index);
            let mut outer_boundary = if m.from.index != m.to.index {
                walk(boundary, m.to.index, m.from.index)
            } else if lone {
                vec![from]
            } else {
                walk_round(boundary, m.from.index)
            };
            inner_boundary.push(new);
            outer_boundary.push(new);
            inner.push(inner_boundary);
            outer.push(outer_boundary);
            self.regions[m.region.0 as usize] = outer;
            self.regions.push(inner);
        } else {
            let mut joined = Vec::new();
            for (corner, spot) in [(m.from, from), (m.to, to)] {
                if self.degree(spot) == 0 {
                    joined.push(spot);
                } else {
                    joined.extend(walk_round(&old[corner.boundary as usize], corner.index));
                }
                joined.push(new);
            }
            let mut boundaries: Region = old
                .iter()
                .enumerate()
                .filter(|(index, _)| ![m.from.boundary, m.to.boundary].contains(&(*index as u32)))
                .map(|(_, other)| other.clone())
                .collect();
            boundaries.push(joined);
            self.regions[m.region.0 as usize] = boundaries;
        }

        self.degrees[from.0 as usize] += 1;
        self.degrees[to.0 as usize] += 1;
        self.degrees.push(2);
        self.history.push(m.clone());
        self.before.push(old);
        Ok(new)
    }

    /// Takes the last move back and returns it; nothing when no move has been played.
    pub fn undo(&mut self) -> Option<Move> {
        let m = self.history.pop()?;
        let old = self.before.pop()?;
        for corner in [m.from, m.to] {
            let spot = old[corner.boundary as usize][corner.index as usize];
            self.degrees[spot.0 as usize] -= 1;
        }
        self.degrees.pop();
        if m.encloses() {
            self.regions.pop();
        }
        self.regions[m.region.0 as usize] = old;
        Some(m)
    }
}

/// The corners from `first` forward to `last`, both included.
fn walk(boundary: &[SpotId], first: u32, last: u32) -> Vec<SpotId> {
    let (first, last) = (first as usize, last as usize);
    if first <= last {
        boundary[first..=last].to_vec()
    } else {
        [&boundary[first..], &boundary[..=last]].concat()
    }
}

/// All corners from `start` round to `start` again, which so occurs at both ends.
fn walk_round(boundary: &[SpotId], start: u32) -> Vec<SpotId> {
    let start = start as usize;
    [&boundary[start..], &boundary[..=start]].concat()
}

/// Why lists of corners are no position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LabelledError {
    /// A boundary without corners.
    EmptyBoundary {
        /// Index of the region.
        region: usize,
        /// Index of the boundary in it.
        boundary: usize,
    },
    /// A spot with more than three corners.
    TooManyCorners {
        /// The spot.
        spot: SpotId,
    },
    /// Spots must be numbered from 0 without a gap.
    NumbersHaveGap {
        /// The spot that is missing, or one that is numbered too high.
        spot: SpotId,
    },
    /// A position that leaves out what is dead: its lines have no place to be.
    LeavesOut {
        /// A spot with more line ends than corners.
        spot: SpotId,
    },
    /// No drawing has these boundaries.
    NoPicture {
        /// Index of the region.
        region: usize,
        /// Index of the boundary in it.
        boundary: usize,
        /// A spot there.
        spot: SpotId,
        /// Why, and what to look for.
        reason: String,
    },
}

impl fmt::Display for LabelledError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LabelledError::EmptyBoundary { region, boundary } => write!(
                f,
                "boundary {} of region {} is empty; a boundary has at least one spot",
                boundary + 1,
                region + 1
            ),
            LabelledError::TooManyCorners { spot } => {
                write!(
                    f,
                    "spot {spot} occurs more than three times; a spot has at most three lines"
                )
            }
            LabelledError::NumbersHaveGap { spot } => write!(
                f,
                "spots must be numbered without a gap; spot {spot} is missing or numbered too high"
            ),
            LabelledError::LeavesOut { spot } => write!(
                f,
                "the lines of spot {spot} are left out; draw the position, and take the numbers of the picture"
            ),
            LabelledError::NoPicture {
                region,
                boundary,
                spot,
                reason,
            } => write!(
                f,
                "spot {spot} in boundary {} of region {}: {reason}",
                boundary + 1,
                region + 1
            ),
        }
    }
}

impl std::error::Error for LabelledError {}

/// The numbers of a position become those of spots, in order of first occurrence. Only a position that leaves nothing out has a place for
/// every line: a start, or what [`Labelled::raw`] writes.
///
/// ```
/// use sprouts::{Labelled, Position};
/// let start: Position = "0*3".parse()?;
/// assert_eq!(Labelled::try_from(&start)?, Labelled::start(3));
/// let short: Position = "2.1a1a".parse()?;
/// assert!(Labelled::try_from(&short).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl TryFrom<&Position> for Labelled {
    type Error = LabelledError;

    fn try_from(position: &Position) -> Result<Self, LabelledError> {
        let mut corners = vec![0u8; position.degrees.len()];
        for &spot in position.regions().iter().flatten().flatten() {
            corners[spot as usize] += 1;
        }
        for (spot, (&corners, &degree)) in (0..).zip(corners.iter().zip(&position.degrees)) {
            if corners != degree.max(1) {
                let spot = SpotId(spot);
                return Err(LabelledError::LeavesOut { spot });
            }
        }
        let boundary = |boundary: &Vec<u32>| boundary.iter().map(|&spot| SpotId(spot)).collect();
        let region = |region: &Vec<Vec<u32>>| region.iter().map(boundary).collect();
        Labelled::from_regions(position.regions().iter().map(region).collect())
    }
}

/// Why a move is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveError {
    /// The region does not exist.
    NoSuchRegion {
        /// The region named.
        region: RegionId,
    },
    /// The corner does not exist in its region.
    NoSuchCorner {
        /// The region named.
        region: RegionId,
        /// The corner named.
        corner: Corner,
    },
    /// A boundary to be enclosed does not exist.
    NoSuchBoundary {
        /// The region named.
        region: RegionId,
        /// The boundary named.
        boundary: u32,
    },
    /// The spot has three lines already.
    SpotIsDead {
        /// The spot.
        spot: SpotId,
    },
    /// A curve from a spot to itself takes two of its lives.
    NeedsTwoLives {
        /// The spot.
        spot: SpotId,
    },
    /// The move joins two boundaries, so there is no inner side.
    NothingIsEnclosed,
    /// A boundary cannot be enclosed by a curve that ends on it.
    EnclosesItself {
        /// The boundary.
        boundary: u32,
    },
    /// A boundary is named twice.
    EnclosedTwice {
        /// The boundary.
        boundary: u32,
    },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::NoSuchRegion { region } => write!(f, "there is no region {}", region.0),
            MoveError::NoSuchCorner { region, corner } => write!(
                f,
                "region {} has no corner {} on a boundary {}",
                region.0, corner.index, corner.boundary
            ),
            MoveError::NoSuchBoundary { region, boundary } => {
                write!(f, "region {} has no boundary {boundary}", region.0)
            }
            MoveError::SpotIsDead { spot } => {
                write!(f, "spot {spot} is dead: three lines end there already")
            }
            MoveError::NeedsTwoLives { spot } => write!(
                f,
                "spot {spot} has one life left; a curve from a spot to itself needs two"
            ),
            MoveError::NothingIsEnclosed => f.write_str(
                "the move joins two boundaries, so nothing is enclosed; name no inner boundaries",
            ),
            MoveError::EnclosesItself { boundary } => write!(
                f,
                "boundary {boundary} carries the ends of the curve and cannot be enclosed by it"
            ),
            MoveError::EnclosedTwice { boundary } => {
                write!(
                    f,
                    "boundary {boundary} is named twice among the enclosed ones"
                )
            }
        }
    }
}

impl std::error::Error for MoveError {}
