//! A game of Sprouts in ink, as the table plays it: every move is a curve on the picture, after which the picture
//! relaxes. It owns the pictures of the game so far; the geometry is `drawing`'s, the rules are `sprouts`'.

use crate::{Game, Side, Verdict};
use drawing::{Curve, PlanarMap, Point, Redraw};
use serde::{Deserialize, Serialize};
use sprouts::{Corner, Ending, Move, RegionId, SpotId};
use std::fmt;

/// A move in ink: what it does, and the curve that did it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InkMove {
    /// The region drawn in.
    pub region: u32,
    /// Boundary and place of the corner where the curve begins.
    pub from: [u32; 2],
    /// Boundary and place of the corner where it ends.
    pub to: [u32; 2],
    /// The boundaries that go to the inner side.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inside: Vec<u32>,
    /// The curve in lattice steps, from spot to spot; found anew where it is missing or no longer fits the picture.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub curve: Vec<[i32; 2]>,
}

impl InkMove {
    /// A move without a curve yet.
    pub fn of(m: &Move) -> Self {
        InkMove {
            region: m.region.0,
            from: [m.from.boundary, m.from.index],
            to: [m.to.boundary, m.to.index],
            inside: m.inside.clone(),
            curve: Vec::new(),
        }
    }

    /// A move with its curve.
    pub fn drawn(m: &Move, curve: &Curve) -> Self {
        let curve = curve
            .points
            .iter()
            .map(|point| [point.x, point.y])
            .collect();
        InkMove {
            curve,
            ..Self::of(m)
        }
    }

    /// The move without its curve.
    pub fn abstract_move(&self) -> Move {
        let corner = |[boundary, index]: [u32; 2]| Corner { boundary, index };
        Move {
            region: RegionId(self.region),
            from: corner(self.from),
            to: corner(self.to),
            inside: self.inside.clone(),
        }
    }
}

/// Why a move in ink is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InkError {
    /// The rules forbid it.
    Rules(sprouts::MoveError),
    /// No curve was found for it.
    NoCurve(String),
    /// The curve does something else than the move says.
    OtherMove,
}

impl fmt::Display for InkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InkError::Rules(error) => error.fmt(f),
            InkError::NoCurve(why) => write!(f, "no curve was found for this move: {why}"),
            InkError::OtherMove => f.write_str("the curve does something else than the move says"),
        }
    }
}

/// A game of Sprouts in ink.
#[derive(Clone, Debug)]
pub struct Ink {
    ending: Ending,
    /// The picture after every number of moves, the start included: never empty.
    pictures: Vec<PlanarMap>,
    /// The curve of every move, as it was inserted.
    curves: Vec<InkMove>,
    /// How the picture came from the one before, while somebody watches: kept for no longer than the next change.
    frames: Option<Vec<PlanarMap>>,
}

impl Ink {
    /// A game that starts from a picture; moves that the picture already holds become its start.
    pub fn new(mut start: PlanarMap, ending: Ending) -> Self {
        start.rebase();
        Ink {
            ending,
            pictures: vec![start],
            curves: Vec::new(),
            frames: None,
        }
    }

    /// Who wins when nobody can move.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// The picture as it is now.
    pub fn picture(&self) -> &PlanarMap {
        self.pictures.last().expect("the start is always there")
    }

    /// The picture after so many moves.
    pub fn picture_after(&self, moves: usize) -> Option<&PlanarMap> {
        self.pictures.get(moves)
    }

    /// How many moves were played.
    pub fn len(&self) -> usize {
        self.curves.len()
    }

    /// Whether no move was played yet.
    pub fn is_empty(&self) -> bool {
        self.curves.is_empty()
    }

    /// From now on keeps the frames of every change, for whoever animates it.
    pub fn watch(&mut self) {
        self.frames = Some(Vec::new());
    }

    /// The pictures on the way of the last change: the curve just drawn, then the parts of its relaxing.
    pub fn frames(&self) -> &[PlanarMap] {
        self.frames.as_deref().unwrap_or_default()
    }

    /// Redraws the picture as it is now. The position stays the same.
    pub fn redraw(&mut self) {
        let mut picture = self.picture().clone();
        let frames = self.frames.is_some().then(|| relax_watched(&mut picture));
        match frames {
            Some(frames) => self.frames = Some(frames),
            None => picture.redraw(Redraw::STEPS),
        }
        *self.pictures.last_mut().expect("the start is always there") = picture;
    }

    /// A curve for a move on the picture as it is now.
    pub fn route(&self, m: &Move) -> Result<Curve, InkError> {
        self.picture()
            .labelled()
            .check(m)
            .map_err(InkError::Rules)?;
        self.picture()
            .route_freely(m)
            .map_err(|error| InkError::NoCurve(error.to_string()))
    }

    /// A curve for exactly this move, on a picture that is redrawn where it is too narrow. Which of several like spots
    /// are enclosed decides the numbers of regions, so a recorded move must not be drawn freely.
    fn route_exactly(picture: &mut PlanarMap, m: &Move) -> Result<Curve, InkError> {
        picture.labelled().check(m).map_err(InkError::Rules)?;
        for _ in 0..REDRAWS_FOR_ROOM {
            match picture.route(m) {
                Err(drawing::RouteError::NoRoom) => picture.redraw(Redraw::STEPS),
                Err(error) => return Err(InkError::NoCurve(error.to_string())),
                Ok(curve) => return Ok(curve),
            }
        }
        picture
            .route(m)
            .map_err(|error| InkError::NoCurve(error.to_string()))
    }

    fn insert(&mut self, m: &InkMove, recorded: bool) -> Result<SpotId, InkError> {
        let wanted = m.abstract_move();
        self.picture()
            .labelled()
            .check(&wanted)
            .map_err(InkError::Rules)?;
        let mut picture = self.picture().clone();
        let curve = match self.given_curve(m, &wanted) {
            Some(curve) => curve,
            None if recorded => Self::route_exactly(&mut picture, &wanted)?,
            None => self.route(&wanted)?,
        };
        let insertion = picture
            .insert(&curve)
            .map_err(|error| InkError::NoCurve(error.to_string()))?;
        if self.frames.is_some() {
            self.frames = Some(relax_watched(&mut picture));
        } else {
            picture.redraw(Redraw::STEPS);
        }
        self.curves.push(InkMove::drawn(&insertion.played, &curve));
        self.pictures.push(picture);
        Ok(insertion.spot)
    }

    /// The move's own curve, if it still fits the picture and does what the move says.
    fn given_curve(&self, m: &InkMove, wanted: &Move) -> Option<Curve> {
        if m.curve.len() < 2 || m.curve.len() > Curve::MAX_POINTS {
            return None;
        }
        let picture = self.picture();
        let labelled = picture.labelled();
        let (from, to) = (
            labelled.spot_at(wanted.region, wanted.from)?,
            labelled.spot_at(wanted.region, wanted.to)?,
        );
        let points = m.curve.iter().map(|&[x, y]| Point { x, y }).collect();
        let curve = Curve { from, to, points };
        picture.check_curve(&curve).ok()?;
        (picture.abstract_move(&curve) == *wanted).then_some(curve)
    }
}

/// How often a narrow picture is redrawn to make room for a recorded move.
const REDRAWS_FOR_ROOM: u32 = 3;

/// Every so many steps of the redrawing make a frame. The steps are counted, not timed: two players must see the same
/// picture.
const STEPS_PER_FRAME: u32 = 2;

/// Relaxes, and returns the picture as it was first and after every part of the way.
fn relax_watched(picture: &mut PlanarMap) -> Vec<PlanarMap> {
    let mut frames = vec![picture.clone()];
    let mut redraw = Redraw::new(picture, Redraw::STEPS);
    while redraw.step() {
        if redraw.steps_done().is_multiple_of(STEPS_PER_FRAME) {
            frames.push(redraw.map().clone());
        }
    }
    *picture = redraw.into_map();
    frames
}

impl Game for Ink {
    type Move = InkMove;
    type Refusal = InkError;

    fn mover(&self) -> Option<Side> {
        (!self.picture().labelled().is_over()).then(|| Side::of_turn(self.len()))
    }

    fn play(&mut self, m: &InkMove) -> Result<(), InkError> {
        self.insert(m, false).map(|_| ())
    }

    fn replay(&mut self, m: &InkMove) -> Result<(), InkError> {
        self.insert(m, true).map(|_| ())
    }

    fn undo(&mut self) -> bool {
        if self.curves.pop().is_none() {
            return false;
        }
        self.pictures.pop();
        if let Some(frames) = &mut self.frames {
            frames.clear();
        }
        true
    }

    fn verdict(&self) -> Option<Verdict> {
        if self.mover().is_some() {
            return None;
        }
        let stuck = Side::of_turn(self.len());
        Some(Verdict::Wins(match self.ending {
            Ending::Normal => stuck.other(),
            Ending::Misere => stuck,
        }))
    }

    fn last_move(&self) -> Option<InkMove> {
        self.curves.last().cloned()
    }
}
