//! Positions: any well-formed one that is not seen at once to be impossible (`drawable`), and the canonical one that the solver needs. The way in from text is in
//! `notation`; reduction and canonical form are in `reduce` and `canonize`.

use crate::children::Generator;
use crate::drawable::{self, Fault, Place};
use crate::land::{Land, PackedLand};
use crate::reduce::{Draft, Reducer};
use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;

/// A position as it was read or drawn: nothing is reduced, dead spots and regions are still there.
///
/// ```
/// use sprouts::Position;
/// let position: Position = "A.BCDEFGFEDH|DCBH.IJKJLMLJIN.O|IN|PQGFGQ.RS|RS".parse()?;
/// assert_eq!(position.canonical(), "0.AB2C|BAC.1a1a2.0+12.AB|AB".parse::<Position>()?.canonical());
/// # Ok::<(), sprouts::PositionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Degree by spot number; numbers run in the order of first occurrence.
    pub(crate) degrees: Vec<u8>,
    /// Regions of boundaries of spot occurrences.
    pub(crate) regions: Vec<Vec<Vec<u32>>>,
}

/// Why a position was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The text is not a position: where (the column, from 1) and what is wrong.
    Text {
        /// The column of the offending character, counted from 1.
        column: usize,
        /// What is wrong there and what was expected.
        problem: Problem,
    },
    /// The regions do not make a position.
    Regions(String),
    /// More living spots than the packed form holds.
    TooLarge,
}

/// What is wrong in the text of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// There is no position.
    Empty,
    /// Something follows the `!` that ends it.
    AfterEnd,
    /// A digit that is no spot with a life left.
    Degree(char),
    /// A blank.
    Blank,
    /// A character that has no meaning.
    Character(char),
    /// Spots that are not lone ones are counted with a star.
    CountedSpots,
    /// No number after the star.
    NoCount,
    /// Something other than an ending after the number.
    AfterCount,
    /// A boundary, a region or a land of nothing before this ending: `.`, `|` or `+`.
    NothingBefore(char),
    /// A spot without lines in a boundary with others.
    LoneSpotWithOthers,
    /// A letter for the fourth time.
    FourthTime,
    /// No drawing has these boundaries.
    NoPicture(NoPicture),
}

/// Why no drawing has the boundaries of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPicture {
    /// A spot is on two boundaries of one region.
    Shared,
    /// Two boundaries of a region hang together through other regions.
    Linked,
    /// A spot comes back after one that it would have to cross.
    Crossing,
    /// A line has an odd number of sides.
    OneSided,
    /// A piece of ink does not fit on a sheet.
    Bent,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Empty => f.write_str(
                "expected a position such as 0*5 or 0.AB|AB; write ! for the finished game",
            ),
            Problem::AfterEnd => f.write_str("nothing may follow the ! that ends the position"),
            Problem::Degree(symbol) => write!(
                f,
                "a spot of degree {symbol}: only 0, 1 and 2 are spots with a life left"
            ),
            Problem::Blank => f.write_str("a blank inside the position: write it without blanks"),
            Problem::Character(symbol) => write!(
                f,
                "expected 0, 1, 2, a letter, or one of . | + ! instead of {symbol:?}"
            ),
            Problem::CountedSpots => {
                f.write_str("only lone spots are counted so: write 0*5, in a boundary of its own")
            }
            Problem::NoCount => f.write_str("expected a number of lone spots after 0*"),
            Problem::AfterCount => f.write_str("expected . | + or ! after a number of lone spots"),
            Problem::NothingBefore(ending) => {
                let what = match ending {
                    '.' => "a boundary without a spot",
                    '|' => "a region without a boundary",
                    _ => "a land without a region",
                };
                write!(
                    f,
                    "{what}: expected 0, 1, 2 or a letter before this {ending}"
                )
            }
            Problem::LoneSpotWithOthers => f.write_str(
                "a spot without lines has no neighbours: 0 stands alone in its boundary",
            ),
            Problem::FourthTime => f.write_str(
                "this letter occurs a fourth time, but no spot has more than three line ends",
            ),
            Problem::NoPicture(why) => why.fmt(f),
        }
    }
}

/// Says what is wrong and what to look for; where it is, is for the caller to say.
impl fmt::Display for NoPicture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoPicture::Shared => {
                "this spot is on two boundaries of one region, which cannot be drawn: boundaries that share a spot are one \
                 boundary, so write them without a . between them"
            }
            NoPicture::Linked => {
                "this boundary hangs together with another one of its region through other regions, which cannot be drawn: \
                 the boundaries of a region are separate pieces, so look for a wrong letter or a . too many"
            }
            NoPicture::Crossing => {
                "this spot comes back after a spot that it would have to cross (as in ABAB), which cannot be drawn: \
                 between two occurrences of a spot in a boundary, others occur as often as in the boundary (as in ABBA)"
            }
            NoPicture::OneSided => {
                "the line from this spot to the next is walked an odd number of times, which cannot be drawn: each line has \
                 two sides, so look for a missing spot or a region left out"
            }
            NoPicture::Bent => {
                "this boundary and those that share spots with it do not fit on a sheet (spots and boundaries must be two \
                 more than lines), so look for a boundary or a region left out"
            }
        })
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Text { column, problem } => write!(f, "column {column}: {problem}"),
            PositionError::Regions(problem) => f.write_str(problem),
            PositionError::TooLarge => {
                write!(
                    f,
                    "the position is too large: at most {} lone spots, or as many lives in other spots",
                    Position::SPOTS_MAX
                )
            }
        }
    }
}

impl std::error::Error for PositionError {}

impl Position {
    /// The largest start position that fits the packed form.
    ///
    /// A game on n lone spots never has more than 2n living spots of degree two at once, and the packed form has 123 names for them.
    pub const SPOTS_MAX: u32 = 61;

    /// The start of a game on `spots` lone spots.
    pub fn start(spots: u32) -> Result<Self, PositionError> {
        if spots > Self::SPOTS_MAX {
            return Err(PositionError::TooLarge);
        }
        Ok(Position {
            degrees: vec![0; spots as usize],
            regions: vec![(0..spots).map(|spot| vec![spot]).collect()],
        })
    }

    /// A position from regions of boundaries of spots. Equal numbers mean the same spot; it occurs as often as its degree, and a
    /// lone spot once, alone in its boundary.
    pub fn from_regions(regions: &[Vec<Vec<u32>>]) -> Result<Self, PositionError> {
        let position = Position::count(regions)?;
        position.check_drawable().map_err(|fault| {
            let Place {
                region,
                boundary,
                index,
            } = fault.place();
            let spot = regions[region][boundary][index];
            let (region, boundary, fault) = (region + 1, boundary + 1, fault.reason());
            PositionError::Regions(format!(
                "spot {spot} in boundary {boundary} of region {region}: {fault}"
            ))
        })?;
        position.bounded()
    }

    /// The same from regions that come from play, so that there is a picture of them.
    pub(crate) fn from_drawn_regions(regions: &[Vec<Vec<u32>>]) -> Result<Self, PositionError> {
        let position = Position::count(regions)?;
        debug_assert_eq!(position.check_drawable(), Ok(()));
        position.bounded()
    }

    /// Numbers the spots of regions in order of first occurrence, and counts their line ends.
    fn count(regions: &[Vec<Vec<u32>>]) -> Result<Self, PositionError> {
        let mut numbers = std::collections::BTreeMap::new();
        let mut degrees: Vec<u8> = Vec::new();
        let mut renamed = Vec::with_capacity(regions.len());
        for region in regions {
            let mut boundaries = Vec::with_capacity(region.len());
            for boundary in region {
                if boundary.is_empty() {
                    return Err(PositionError::Regions("a boundary has no spot".into()));
                }
                let mut occurrences = Vec::with_capacity(boundary.len());
                for &spot in boundary {
                    let number = *numbers.entry(spot).or_insert(degrees.len() as u32);
                    if number as usize == degrees.len() {
                        degrees.push(0);
                    }
                    degrees[number as usize] += 1;
                    if degrees[number as usize] > 3 {
                        return Err(PositionError::Regions(format!(
                            "spot {spot} occurs more than three times"
                        )));
                    }
                    occurrences.push(number);
                }
                boundaries.push(occurrences);
            }
            renamed.push(boundaries);
        }
        for boundary in renamed.iter().flatten() {
            if let [spot] = boundary[..]
                && degrees[spot as usize] == 1
            {
                degrees[spot as usize] = 0;
            }
        }
        Ok(Position {
            degrees,
            regions: renamed,
        })
    }

    /// The regions, each a list of boundaries of spots. Equal numbers mean the same spot.
    pub fn regions(&self) -> &[Vec<Vec<u32>>] {
        &self.regions
    }

    /// How many line ends a spot of [`Position::regions`] has. It may occur less often: dead parts need not be written.
    /// Panics when there is no such spot.
    pub fn degree(&self, spot: u32) -> u8 {
        self.degrees[spot as usize]
    }

    /// Refuses what can be seen at once to have no picture.
    pub(crate) fn check_drawable(&self) -> Result<(), Fault> {
        drawable::check(self.degrees.len(), &self.regions, |spot: u32| spot as usize)
    }

    /// Refuses what does not fit the packed form, now or after any number of moves.
    pub(crate) fn bounded(self) -> Result<Self, PositionError> {
        // A move takes at least half a letter from each end of the curve by this measure, and adds one letter: it never grows.
        let twice_letters: u64 = self
            .degrees
            .iter()
            .map(|&degree| [4, 3, 2, 0][usize::from(degree)])
            .sum();
        let occurrences: usize = self.regions.iter().flatten().map(Vec::len).sum();
        if twice_letters > u64::from(4 * Self::SPOTS_MAX)
            || occurrences > 10_000
            || self.regions.len() > 5_000
        {
            return Err(PositionError::TooLarge);
        }
        Ok(self)
    }

    /// The reduced, canonical form: what decides the game and nothing else.
    pub fn canonical(&self) -> Canonical {
        // Only living spots get a number in the draft; there are at most 2 · SPOTS_MAX of them.
        let mut draft = Draft::default();
        let mut numbers = vec![u8::MAX; self.degrees.len()];
        for (number, &degree) in numbers.iter_mut().zip(&self.degrees) {
            if degree < 3 {
                *number = draft.lives.len() as u8;
                draft.lives.push(3 - degree);
            }
        }
        debug_assert!(draft.lives.len() < Draft::SPOTS_MAX);
        for region in &self.regions {
            for boundary in region {
                draft.tokens.extend(
                    boundary
                        .iter()
                        .map(|&spot| numbers[spot as usize])
                        .filter(|&number| number != u8::MAX),
                );
                draft.tokens.push(Draft::BOUNDARY);
            }
            draft.tokens.push(Draft::REGION);
        }
        let (mut bytes, mut ends) = (Vec::new(), Vec::new());
        Reducer::default().reduce(&draft, &mut bytes, &mut ends);
        let mut start = 0;
        Canonical::sum(ends.into_iter().map(|end| {
            let land = PackedLand::stored(&bytes[start..end as usize]).to_land();
            start = end as usize;
            land
        }))
    }
}

/// A reduced position in canonical form: a sum of lands. Two positions are equal here exactly when they differ by rotation of
/// boundaries, reversal of all boundaries of a region together, order and names.
///
/// ```
/// use sprouts::Position;
/// let position = "0*2".parse::<Position>()?.canonical();
/// let children: Vec<String> = position.children().iter().map(|child| child.to_string()).collect();
/// assert_eq!(children, ["0.AB|AB", "1a1a"]);
/// # Ok::<(), sprouts::PositionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Canonical {
    lands: Vec<Land>,
}

impl Canonical {
    /// A sum of lands.
    pub fn sum(lands: impl IntoIterator<Item = Land>) -> Self {
        let mut lands: Vec<Land> = lands.into_iter().collect();
        lands.sort_unstable();
        Canonical { lands }
    }

    /// The lands, in order; equal ones stand side by side.
    pub fn lands(&self) -> &[Land] {
        &self.lands
    }

    /// The number of lives of all spots that still matter.
    pub fn lives(&self) -> u32 {
        self.lands.iter().map(Land::lives).sum()
    }

    /// The number of regions that still matter.
    pub fn regions(&self) -> u32 {
        self.lands.iter().map(Land::regions).sum()
    }

    /// Whether no move is left.
    pub fn is_over(&self) -> bool {
        self.lands.is_empty()
    }

    /// The different positions that one move leads to, in order. A region with many different boundaries has a move for every way to
    /// divide them, so there may be very many: see [`Canonical::children_within`].
    pub fn children(&self) -> Vec<Canonical> {
        self.children_within(u64::MAX)
            .expect("nobody generates that many")
    }

    /// The same, or nothing if more moves than `moves_max` have to be looked at.
    ///
    /// ```
    /// use sprouts::Position;
    /// let many: Position = "1.11.111.1111.12.112.122.1112.1122.1222.1a1a.1a2a.12a1a".parse()?;
    /// assert_eq!(many.canonical().children_within(1000), None);
    /// # Ok::<(), sprouts::PositionError>(())
    /// ```
    pub fn children_within(&self, moves_max: u64) -> Option<Vec<Canonical>> {
        self.children_while(|moves| moves <= moves_max)
    }

    /// The same, or nothing as soon as `go_on`, which is asked at every move with the number of moves so far, says no.
    ///
    /// ```
    /// use sprouts::Position;
    /// let position = "0*2".parse::<Position>()?.canonical();
    /// let mut looked_at = 0;
    /// position.children_while(|moves| { looked_at = moves; true });
    /// assert!(looked_at >= 2);
    /// # Ok::<(), sprouts::PositionError>(())
    /// ```
    pub fn children_while(&self, mut go_on: impl FnMut(u64) -> bool) -> Option<Vec<Canonical>> {
        let mut generator = Generator::default();
        let mut children = BTreeSet::new();
        let mut moves = 0;
        for (index, land) in self.lands.iter().enumerate() {
            if index > 0 && self.lands[index - 1] == *land {
                continue;
            }
            let others = self.lands[..index].iter().chain(&self.lands[index + 1..]);
            let flow = generator.children(land.packed(), |child| {
                moves += 1;
                if !go_on(moves) {
                    return ControlFlow::Break(());
                }
                children.insert(Canonical::sum(
                    others.clone().cloned().chain(child.to_lands()),
                ));
                ControlFlow::Continue(())
            });
            if flow.is_break() {
                return None;
            }
        }
        Some(children.into_iter().collect())
    }
}

impl fmt::Display for Canonical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.lands.is_empty() {
            return f.write_str("!");
        }
        for (index, land) in self.lands.iter().enumerate() {
            if index > 0 {
                f.write_str("+")?;
            }
            land.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Canonical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Canonical({self})")
    }
}
