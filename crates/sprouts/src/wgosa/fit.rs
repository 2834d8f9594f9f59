//! Which move of a labelled position a text means, and which text means a move.
//! It owns the rules of preference between moves that fit a text. It reads by trying the legal moves between the two spots, and writes
//! by reading its own proposals back, so that the two can never disagree.

use super::{MoveText, ReadError};
use crate::labelled::Outline;
use crate::order;
use crate::{Corner, Labelled, Move, MoveError, RegionId, SpotId};
use std::collections::BTreeSet;
use std::fmt;

/// The move that a text means on a position.
///
/// ```
/// use sprouts::{Labelled, wgosa};
/// let mut game = Labelled::start(3);
/// let m = wgosa::read(&game, "1(4)1[2]")?;
/// assert_eq!(wgosa::write(&game, &m).unwrap(), "1(4)1[2]");
/// game.play(&m).unwrap();
/// let error = wgosa::read(&game, "1(5)4").unwrap_err();
/// assert_eq!(error.to_string(), "the move could be 1(5@2)4 or 1(5@3)4; write which");
/// # Ok::<(), wgosa::ReadError>(())
/// ```
pub fn read(game: &Labelled, text: &str) -> Result<Move, ReadError> {
    let text: MoveText = text.parse().map_err(ReadError::Syntax)?;
    text.find(game).map_err(ReadError::Fit)
}

/// The shortest text that means a move: read on the same position it gives a move after which the position has the
/// same outline. Every legal move of a game that began with lone spots has one.
pub fn write(game: &Labelled, m: &Move) -> Result<String, WriteError> {
    game.check(m).map_err(WriteError::Illegal)?;
    let text = MoveText::of(game, m).ok_or(WriteError::NoText)?;
    Ok(text.to_string())
}

/// Why a move has no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteError {
    /// It is not legal.
    Illegal(MoveError),
    /// The position is a custom map where the notation cannot tell the move from another.
    NoText,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Illegal(error) => error.fmt(f),
            WriteError::NoText => {
                f.write_str("the notation cannot tell this move from another one")
            }
        }
    }
}

impl std::error::Error for WriteError {}

impl MoveText {
    /// The move that the text means on a position.
    pub fn find(&self, game: &Labelled) -> Result<Move, FitError> {
        self.check_spots(game)?;
        let mut candidates = self.candidates(game)?;
        candidates.narrow(self);
        let mut found = candidates.0.into_iter();
        let first = found.next().expect("narrowing keeps a candidate");
        let mut others: Vec<Candidate> = Vec::new();
        for other in found {
            if other.outline != first.outline
                && others.iter().all(|known| known.outline != other.outline)
            {
                others.push(other);
            }
        }
        if others.is_empty() {
            return Ok(first.m);
        }
        let moves = std::iter::once(&first)
            .chain(&others)
            .map(|candidate| &candidate.m);
        let mut texts: Vec<String> = moves
            .filter_map(|m| MoveText::of(game, m))
            .map(|text| text.to_string())
            .collect();
        order::sort_by(&mut texts, Ord::cmp);
        Err(FitError::Ambiguous { texts })
    }

    /// The shortest text for a legal move; nothing where every text fits another move too, which no game leads to.
    pub fn of(game: &Labelled, m: &Move) -> Option<MoveText> {
        shortest(game, game, m).map(|(text, _)| text)
    }

    fn check_spots(&self, game: &Labelled) -> Result<(), FitError> {
        let listed = self.listed.iter().map(|range| range.1);
        for spot in [self.from, self.to].into_iter().chain(listed) {
            if spot.0 >= game.spots() {
                return Err(FitError::NoSuchSpot { spot });
            }
        }
        if self.new.0 != game.spots() {
            return Err(FitError::WrongNewSpot {
                spot: self.new,
                expected: SpotId(game.spots()),
            });
        }
        for spot in [self.from, self.to] {
            if game.lives(spot) == 0 {
                return Err(FitError::SpotIsDead { spot });
            }
        }
        if self.from == self.to && game.lives(self.from) < 2 {
            return Err(FitError::NeedsTwoLives { spot: self.from });
        }
        Ok(())
    }

    /// The legal moves that agree with everything the text says, or the last thing they failed on.
    fn candidates(&self, game: &Labelled) -> Result<Candidates, FitError> {
        let mut failed = FitError::NoSharedRegion {
            from: self.from,
            to: self.to,
        };
        let mut candidates = Vec::new();
        let mut after = game.without_history();
        for region in game.region_ids() {
            let to_corners = corners(game, region, self.to);
            for from in corners(game, region, self.from) {
                for &to in &to_corners {
                    for (m, listed_inner) in self.partitions(game, region, from, to, &mut failed) {
                        candidates.push(Candidate::new(game, &mut after, m, listed_inner, self));
                    }
                }
            }
        }
        // Before the marks are looked at: a mark chooses between ways to draw a move, not between lists.
        let mut candidates = Candidates(candidates);
        candidates.prefer(|candidate| candidate.complete);
        candidates
            .0
            .retain(|candidate| match candidate.refuses(self) {
                None => true,
                Some(error) => {
                    if error.stage() >= failed.stage() {
                        failed = error;
                    }
                    false
                }
            });
        if candidates.0.is_empty() {
            Err(failed)
        } else {
            Ok(candidates)
        }
    }

    /// The moves between two corners that put the listed spots on one side and all other boundaries on the other, with
    /// whether the listed side is the inner one.
    fn partitions(
        &self,
        game: &Labelled,
        region: RegionId,
        from: Corner,
        to: Corner,
        failed: &mut FitError,
    ) -> Vec<(Move, bool)> {
        let mut fitting = Vec::new();
        let make = |inside: Vec<u32>| Move {
            region,
            from,
            to,
            inside,
        };
        if from.boundary != to.boundary {
            if self.listed.is_empty() {
                fitting.push((make(Vec::new()), true));
            } else if failed.stage() < FitError::NothingIsSeparated.stage() {
                *failed = FitError::NothingIsSeparated;
            }
            return fitting;
        }
        let mut listed = Vec::new();
        let mut unlisted = Vec::new();
        for (index, boundary) in game.regions()[region.0 as usize].iter().enumerate() {
            if index as u32 == from.boundary {
            } else if boundary.iter().any(|&spot| self.lists(spot)) {
                listed.push(index as u32);
            } else if boundary.iter().any(|&spot| game.lives(spot) > 0) {
                unlisted.push(index as u32);
            }
        }
        for (inside, listed_inner) in [(listed, true), (unlisted, false)] {
            let m = make(inside);
            let sides = Sides::of(game, &m);
            let side = if listed_inner {
                &sides.inner
            } else {
                &sides.outer
            };
            let mut listed = (0..game.spots())
                .map(SpotId)
                .filter(|&spot| self.lists(spot));
            match listed.find(|spot| !side.contains(spot)) {
                None => fitting.push((m, listed_inner)),
                Some(spot) => {
                    let error = FitError::CannotSeparate { spot };
                    if error.stage() > failed.stage() {
                        *failed = error;
                    }
                }
            }
        }
        fitting
    }
}

/// The shortest text that `reader` reads as a move which leads to the outline that `m` leads to in `game`, with the move
/// it reads. The two positions must have the same outline; they may differ in hands and in what is dead.
pub(super) fn shortest(reader: &Labelled, game: &Labelled, m: &Move) -> Option<(MoveText, Move)> {
    let mut after = game.without_history();
    after.play(m).expect("the caller checked the move");
    let target = after.outline();
    let first_that_fits = |faces: &[Option<SpotId>], shorter_than: usize| {
        let texts = proposals(game, m, faces, shorter_than);
        texts.into_iter().find_map(|text| {
            let read = text.find_unique(reader).ok()?;
            (read.outline == target).then_some((text, read.m))
        })
    };
    // Most moves need no `@`, so the many texts with one are tried only where they could be shorter.
    let plain = first_that_fits(&[None], usize::MAX);
    let shorter_than = plain
        .as_ref()
        .map_or(usize::MAX, |(text, _)| text.to_string().len());
    let faces: Vec<Option<SpotId>> = witnesses(&after, SpotId(game.spots()))
        .into_iter()
        .map(Some)
        .collect();
    first_that_fits(&faces, shorter_than).or(plain)
}

impl MoveText {
    /// Like `find`, without the texts of an ambiguity, which would be written by trying texts again.
    fn find_unique(&self, game: &Labelled) -> Result<Candidate, FitError> {
        self.check_spots(game)?;
        let mut candidates = self.candidates(game)?;
        candidates.narrow(self);
        let first = candidates.0.swap_remove(0);
        if candidates
            .0
            .iter()
            .all(|candidate| candidate.outline == first.outline)
        {
            Ok(first)
        } else {
            Err(FitError::Ambiguous { texts: Vec::new() })
        }
    }
}

/// All texts worth trying for a move, shortest first.
fn proposals(
    game: &Labelled,
    m: &Move,
    faces: &[Option<SpotId>],
    shorter_than: usize,
) -> Vec<MoveText> {
    let spot = |corner| {
        game.spot_at(m.region, corner)
            .expect("the caller checked the move")
    };
    let (from, to) = (spot(m.from), spot(m.to));
    let new = SpotId(game.spots());
    let lists = if m.encloses() {
        lists(game, m)
    } else {
        BTreeSet::from([Vec::new()])
    };
    let bangs = |possible: bool| {
        if possible {
            vec![false, true]
        } else {
            vec![false]
        }
    };
    let has_sides = |spot: SpotId| game.degree(spot) == 2;
    let mut texts = Vec::new();
    for (from, to) in BTreeSet::from([(from, to), (to, from)]) {
        for list in &lists {
            for &faces in faces {
                for from_other in bangs(has_sides(from)) {
                    for listed_left in bangs(m.encloses() && from != to) {
                        for to_other in bangs(has_sides(to)) {
                            texts.push(MoveText {
                                from,
                                from_other,
                                new,
                                faces,
                                listed_left,
                                to,
                                to_other,
                                listed: MoveText::list_of(
                                    list.iter().map(|&spot| (spot, spot)).collect(),
                                ),
                            });
                        }
                    }
                }
            }
        }
    }
    let bangs = |text: &MoveText| {
        [text.from_other, text.listed_left, text.to_other]
            .map(u8::from)
            .iter()
            .sum::<u8>()
    };
    let mut ranked: Vec<_> = texts
        .into_iter()
        .map(|text| {
            let written = text.to_string();
            (
                (written.len(), bangs(&text), text.from > text.to, written),
                text,
            )
        })
        .filter(|(rank, _)| rank.0 < shorter_than)
        .collect();
    order::sort_by(&mut ranked, |one, other| one.0.cmp(&other.0));
    ranked.into_iter().map(|(_, text)| text).collect()
}

/// Ways to list the spots of either side of an enclosing move: all living ones, or fewer where one tells the rest.
fn lists(game: &Labelled, m: &Move) -> BTreeSet<Vec<SpotId>> {
    let sides = Sides::of(game, m);
    let mut lists = BTreeSet::new();
    for (side, inner) in [(&sides.inner, true), (&sides.outer, false)] {
        let living: Vec<SpotId> = side
            .iter()
            .copied()
            .filter(|&spot| game.lives(spot) > 0)
            .collect();
        let mut lowest: BTreeSet<SpotId> = BTreeSet::new();
        let mut elsewhere: BTreeSet<SpotId> = BTreeSet::new();
        for (index, boundary) in game.regions()[m.region.0 as usize].iter().enumerate() {
            let index = index as u32;
            if index != m.from.boundary && m.inside.contains(&index) == inner {
                elsewhere.extend(boundary);
                lowest.extend(boundary.iter().filter(|&&spot| game.lives(spot) > 0).min());
            }
        }
        let arc: Vec<SpotId> = living
            .iter()
            .copied()
            .filter(|spot| !elsewhere.contains(spot))
            .collect();
        lists.insert(living);
        for kept in [0, 1, arc.len()] {
            let mut list = lowest.clone();
            list.extend(arc.iter().take(kept));
            lists.insert(list.into_iter().collect());
        }
    }
    lists
}

/// The corners of a living spot in a region.
fn corners(game: &Labelled, region: RegionId, wanted: SpotId) -> Vec<Corner> {
    let mut corners = Vec::new();
    for (boundary, spots) in game.regions()[region.0 as usize].iter().enumerate() {
        for (index, &spot) in spots.iter().enumerate() {
            if spot == wanted {
                let (boundary, index) = (boundary as u32, index as u32);
                corners.push(Corner { boundary, index });
            }
        }
    }
    corners
}

/// The living spots that a spot can be joined to.
fn witnesses(game: &Labelled, of: SpotId) -> BTreeSet<SpotId> {
    let mut found = BTreeSet::new();
    for region in game.regions() {
        let spots = || region.iter().flatten().copied();
        if spots().any(|spot| spot == of) {
            found.extend(spots().filter(|&spot| spot != of && game.lives(spot) > 0));
        }
    }
    found
}

/// The spots that an enclosing move leaves on one side only, dead ones included.
struct Sides {
    inner: BTreeSet<SpotId>,
    outer: BTreeSet<SpotId>,
}

impl Sides {
    fn of(game: &Labelled, m: &Move) -> Sides {
        let boundaries = &game.regions()[m.region.0 as usize];
        let boundary = &boundaries[m.from.boundary as usize];
        let (from, to) = (m.from.index as usize, m.to.index as usize);
        let mut inner = BTreeSet::new();
        let mut outer = BTreeSet::new();
        for (index, &spot) in boundary.iter().enumerate() {
            let between = if from <= to {
                from <= index && index <= to
            } else {
                from <= index || index <= to
            };
            if between {
                inner.insert(spot)
            } else {
                outer.insert(spot)
            };
        }
        let ends = [boundary[from], boundary[to]];
        let both: Vec<SpotId> = inner.intersection(&outer).copied().chain(ends).collect();
        for spot in both {
            inner.remove(&spot);
            outer.remove(&spot);
        }
        for (index, other) in boundaries.iter().enumerate() {
            if index as u32 != m.from.boundary {
                let side = if m.inside.contains(&(index as u32)) {
                    &mut inner
                } else {
                    &mut outer
                };
                side.extend(other);
            }
        }
        Sides { inner, outer }
    }
}

/// A move that the list of a text allows, with what else decides whether the text means it.
struct Candidate {
    m: Move,
    outline: Outline,
    witnesses: BTreeSet<SpotId>,
    /// Whether the list names every living spot of its side.
    exact: bool,
    /// Whether it names at least one of the living spots that stay on the curve's own boundary, if there are such.
    /// (Every other boundary is on the listed side only because one of its spots is listed.)
    complete: bool,
    from_other: bool,
    to_other: bool,
    listed_left: bool,
}

impl Candidate {
    fn new(
        game: &Labelled,
        after: &mut Labelled,
        m: Move,
        listed_inner: bool,
        text: &MoveText,
    ) -> Self {
        let new = after
            .play(&m)
            .expect("both spots are alive and the partition is one");
        let outline = after.outline();
        let witnesses = witnesses(after, new);
        after.undo();
        let (mut exact, mut complete) = (true, true);
        if m.encloses() {
            let sides = Sides::of(game, &m);
            let mut side = if listed_inner {
                sides.inner
            } else {
                sides.outer
            };
            side.retain(|&spot| game.lives(spot) > 0);
            exact = side.iter().all(|&spot| text.lists(spot));
            let own = &game.regions()[m.region.0 as usize][m.from.boundary as usize];
            side.retain(|spot| own.contains(spot));
            complete = side.is_empty() || side.iter().any(|&spot| text.lists(spot));
        }
        Candidate {
            outline,
            witnesses,
            exact,
            complete,
            from_other: is_other_side(game, m.region, m.from),
            to_other: is_other_side(game, m.region, m.to),
            // The inner side lies to the right of the way from `from` over the new spot to `to`.
            listed_left: m.encloses() && m.from != m.to && !listed_inner,
            m,
        }
    }

    /// What the text says that is not so of this move. A `!` that is missing is a matter of preference.
    fn refuses(&self, text: &MoveText) -> Option<FitError> {
        if let Some(spot) = text.faces
            && !self.witnesses.contains(&spot)
        {
            return Some(FitError::DoesNotFace { spot });
        }
        let sides = [
            (text.from_other, self.from_other),
            (text.listed_left, self.listed_left),
            (text.to_other, self.to_other),
        ];
        sides
            .into_iter()
            .any(|(written, is)| written && !is)
            .then_some(FitError::NoOtherSide)
    }
}

/// Whether the curve reaches a spot with two neighbours so that the lower one is not on the left.
fn is_other_side(game: &Labelled, region: RegionId, corner: Corner) -> bool {
    let boundary = &game.regions()[region.0 as usize][corner.boundary as usize];
    let index = corner.index as usize;
    if game.degree(boundary[index]) != 2 {
        return false;
    }
    // The region lies to the left of the boundary, so who comes out of it sees the next spot on the left.
    let left = boundary[(index + 1) % boundary.len()];
    let right = boundary[(index + boundary.len() - 1) % boundary.len()];
    left > right
}

/// The moves that fit a text; never empty.
struct Candidates(Vec<Candidate>);

impl Candidates {
    /// Applies the preferences of the notation, each only where it decides something.
    fn narrow(&mut self, text: &MoveText) {
        self.prefer(|candidate| candidate.exact);
        if text.faces.is_none() {
            // A region where the new spot faces something the other regions lack would have been named with `@`.
            let common: BTreeSet<SpotId> = self.0[0]
                .witnesses
                .iter()
                .copied()
                .filter(|spot| {
                    self.0
                        .iter()
                        .all(|candidate| candidate.witnesses.contains(spot))
                })
                .collect();
            self.prefer(|candidate| candidate.witnesses == common);
        }
        self.prefer_in_region(|candidate| candidate.from_other == text.from_other);
        self.prefer_in_region(|candidate| candidate.to_other == text.to_other);
        self.prefer_in_region(|candidate| candidate.listed_left == text.listed_left);
    }

    fn prefer(&mut self, preferred: impl Fn(&Candidate) -> bool) {
        if self.0.iter().any(&preferred) {
            self.0.retain(preferred);
        }
    }

    /// A missing `!` chooses between the ways to draw in one region; it never chooses the region.
    fn prefer_in_region(&mut self, preferred: impl Fn(&Candidate) -> bool) {
        let regions: BTreeSet<RegionId> = self
            .0
            .iter()
            .filter(|candidate| preferred(candidate))
            .map(|candidate| candidate.m.region)
            .collect();
        self.0
            .retain(|candidate| preferred(candidate) || !regions.contains(&candidate.m.region));
    }
}

/// Why a text means no move of a position, or more than one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FitError {
    /// A spot that does not exist.
    NoSuchSpot {
        /// The spot named.
        spot: SpotId,
    },
    /// New spots are numbered in turn.
    WrongNewSpot {
        /// The number named.
        spot: SpotId,
        /// The number that is next.
        expected: SpotId,
    },
    /// Three lines end there already.
    SpotIsDead {
        /// The spot.
        spot: SpotId,
    },
    /// A curve from a spot to itself takes two lives.
    NeedsTwoLives {
        /// The spot.
        spot: SpotId,
    },
    /// No region has both spots.
    NoSharedRegion {
        /// Where the move starts.
        from: SpotId,
        /// Where it ends.
        to: SpotId,
    },
    /// Spots are listed but the move joins what was apart.
    NothingIsSeparated,
    /// The curve cannot have this listed spot on the side of the others.
    CannotSeparate {
        /// The spot.
        spot: SpotId,
    },
    /// The new spot cannot face this spot.
    DoesNotFace {
        /// The spot.
        spot: SpotId,
    },
    /// A `!` where the curve has no other side to come from.
    NoOtherSide,
    /// Several different moves fit.
    Ambiguous {
        /// A text for each that means only it.
        texts: Vec<String>,
    },
}

impl FitError {
    /// How far a move came before it failed; of many moves that all fail the furthest gives the reason.
    fn stage(&self) -> u8 {
        match self {
            FitError::NothingIsSeparated => 1,
            FitError::CannotSeparate { .. } => 2,
            FitError::DoesNotFace { .. } => 4,
            FitError::NoOtherSide => 5,
            _ => 0,
        }
    }
}

impl fmt::Display for FitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FitError::NoSuchSpot { spot } => write!(f, "there is no spot {spot}"),
            FitError::WrongNewSpot { spot, expected } => {
                write!(f, "the new spot is number {expected}, not {spot}")
            }
            FitError::SpotIsDead { spot } => {
                write!(f, "spot {spot} is dead: three lines end there already")
            }
            FitError::NeedsTwoLives { spot } => {
                write!(
                    f,
                    "spot {spot} has one life left; a curve from a spot to itself needs two"
                )
            }
            FitError::NoSharedRegion { from, to } => {
                write!(f, "spots {from} and {to} share no region")
            }
            FitError::NothingIsSeparated => f.write_str(
                "this move joins two boundaries and separates nothing; leave the list out",
            ),
            FitError::CannotSeparate { spot } => {
                write!(f, "this move cannot have spot {spot} on the listed side")
            }
            FitError::DoesNotFace { spot } => {
                write!(
                    f,
                    "the new spot of this move does not face a living spot {spot}"
                )
            }
            FitError::NoOtherSide => {
                f.write_str("there is no other side where a `!` is written; leave it out")
            }
            FitError::Ambiguous { texts } if texts.is_empty() => {
                f.write_str("several moves fit, and the notation cannot tell them apart")
            }
            FitError::Ambiguous { texts } => {
                write!(f, "the move could be {}; write which", texts.join(" or "))
            }
        }
    }
}

impl std::error::Error for FitError {}
