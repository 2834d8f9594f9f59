//! A game of Sprouts in ink, as the table plays it: every move is a curve on the picture, after which the picture
//! relaxes. It owns the moves with their curves and the picture as it is now; the geometry is `drawing`'s, the rules are
//! `sprouts`'.
//!
//! Redrawing goes by fixed steps and comes to the same points on every machine, so a picture of the past is drawn again
//! from the curves. Only some pictures are kept, so that going back is quick.

use crate::written::stuck_verdict;
use crate::{Game, Side, Verdict};
use drawing::{Curve, CurveError, LegalCurve, PictureHash, PlanarMap, Point, Redraw, RouteError};
use serde::{Deserialize, Serialize};
use sprouts::{Ending, Labelled, Move};
use std::borrow::Cow;
use std::fmt;

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Start {
    /// So many lone spots.
    Spots(u32),
    /// A drawn map, as text.
    Map(String),
}

impl Start {
    /// The most spots to begin with.
    pub const SPOTS_MAX: u32 = 40;

    /// The picture to begin with: nothing on it can be undone.
    pub fn picture(&self) -> Result<PlanarMap, InkError> {
        match self {
            Start::Spots(spots @ 1..=Start::SPOTS_MAX) => Ok(PlanarMap::start(*spots)),
            Start::Spots(_) => Err(InkError::SpotCount),
            Start::Map(text) => {
                let mut map: PlanarMap = text.parse().map_err(InkError::Map)?;
                map.rebase();
                Ok(map)
            }
        }
    }
}

/// A start and who wins at the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    /// Where the game begins.
    pub start: Start,
    /// Who wins when nobody can move.
    pub ending: Ending,
}

/// A move in ink: what it does, and the curve that did it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InkMove {
    /// What it does, in the numbers of the position before it.
    #[serde(flatten)]
    pub played: Move,
    /// The curve in lattice steps, from spot to spot. A move without one is given one by the table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub curve: Vec<Point>,
    /// How often the picture was redrawn between the move before and this one.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub redrawn: u32,
    /// The judgement on the curve, where there has been one. It does not travel.
    #[serde(skip)]
    judged: Judged,
}

/// A judgement that goes along with a move and makes it no other move.
#[derive(Clone, Debug, Default)]
struct Judged(Option<Box<LegalCurve>>);

impl PartialEq for Judged {
    fn eq(&self, _: &Judged) -> bool {
        true
    }
}

impl Eq for Judged {}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

impl InkMove {
    /// A move without a curve yet.
    pub fn of(played: &Move) -> Self {
        InkMove {
            played: played.clone(),
            curve: Vec::new(),
            redrawn: 0,
            judged: Judged(None),
        }
    }
}

impl From<LegalCurve> for InkMove {
    /// The move of a curve that need not be judged again on the same picture.
    fn from(legal: LegalCurve) -> Self {
        InkMove {
            played: legal.played().clone(),
            curve: legal.points.clone(),
            redrawn: 0,
            judged: Judged(Some(Box::new(legal))),
        }
    }
}

/// Why a game or a move in ink is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InkError {
    /// Too few or too many spots to begin with.
    SpotCount,
    /// The start is no map.
    Map(drawing::TextError),
    /// The rules forbid it.
    Rules(sprouts::MoveError),
    /// The curve cannot be drawn.
    Curve(CurveError),
    /// No curve was found for it.
    NoCurve(RouteError),
    /// The curve does something else than the move says.
    OtherMove,
    /// A record asks for more redrawings than there can be.
    RedrawnTooOften,
}

impl fmt::Display for InkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InkError::SpotCount => write!(f, "a board has 1 to {} spots", Start::SPOTS_MAX),
            InkError::Map(error) => error.fmt(f),
            InkError::Rules(error) => error.fmt(f),
            InkError::Curve(error) => error.fmt(f),
            InkError::NoCurve(error) => error.fmt(f),
            InkError::OtherMove => f.write_str("the curve does something else than the move says"),
            InkError::RedrawnTooOften => f.write_str("the picture is redrawn too often"),
        }
    }
}

impl std::error::Error for InkError {}

/// A move as the game keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Drawn {
    played: Move,
    curve: Box<[Point]>,
    /// Redrawings before it.
    redrawn: u32,
}

/// A game of Sprouts in ink.
#[derive(Clone, Debug)]
pub struct Ink {
    setting: Setting,
    moves: Vec<Drawn>,
    /// The picture as it is now, without a history of its own.
    picture: PlanarMap,
    /// Redrawings since the last move.
    redrawn: u32,
    /// Pictures on which moves were drawn, with the number of moves before: always the first, then every so many.
    kept: Vec<(usize, PlanarMap)>,
    keep_every: usize,
    /// Whether the picture's points came from elsewhere, so that it cannot be drawn again from the curves.
    taken_over: bool,
    /// Moves whose recorded curve no longer fitted and was drawn anew.
    drawn_anew: u32,
    /// How the picture came from the one before, while somebody watches: kept for no longer than the next change.
    frames: Option<Vec<PlanarMap>>,
}

impl Ink {
    /// The most redrawings between two moves: after that a picture is at rest.
    pub const REDRAWS_MAX: u32 = 16;

    /// A picture is kept for every so many moves, unless [`Ink::keep_every`] says otherwise.
    pub const KEEP_EVERY: usize = 8;

    /// A game that starts from a picture; moves that the picture already holds become its start.
    pub fn new(mut start: PlanarMap, ending: Ending) -> Self {
        start.rebase();
        let setting = Setting {
            start: Start::Map(start.to_text()),
            ending,
        };
        Self::begin(setting, start)
    }

    fn begin(setting: Setting, picture: PlanarMap) -> Self {
        Ink {
            setting,
            moves: Vec::new(),
            picture,
            redrawn: 0,
            kept: Vec::new(),
            keep_every: Ink::KEEP_EVERY,
            taken_over: false,
            drawn_anew: 0,
            frames: None,
        }
    }

    /// From now on keeps a picture for every so many moves: 1 for somebody who goes back and forth all the time.
    pub fn keep_every(&mut self, moves: usize) {
        self.keep_every = moves.max(1);
    }

    /// Who wins when nobody can move.
    pub fn ending(&self) -> Ending {
        self.setting.ending
    }

    /// The picture as it is now.
    pub fn picture(&self) -> &PlanarMap {
        &self.picture
    }

    /// The position as it is now, without its history.
    pub fn labelled(&self) -> &Labelled {
        self.picture.labelled()
    }

    /// The moves without their curves.
    pub fn played(&self) -> impl ExactSizeIterator<Item = &Move> {
        self.moves.iter().map(|drawn| &drawn.played)
    }

    /// The picture after so many moves, as the next move found it.
    pub fn picture_after(&self, moves: usize) -> Option<Cow<'_, PlanarMap>> {
        if moves >= self.moves.len() {
            return (moves == self.moves.len()).then_some(Cow::Borrowed(&self.picture));
        }
        let place = self.kept.partition_point(|(known, _)| *known <= moves) - 1;
        let (known, picture) = &self.kept[place];
        if *known == moves {
            return Some(Cow::Borrowed(picture));
        }
        let mut picture = picture.clone();
        for index in *known..moves {
            let drawn = &self.moves[index];
            // Points that were taken over from elsewhere may have made other pictures than are made here.
            let legal = judge(&picture, &drawn.played, &drawn.curve)
                .or_else(|_| route_exactly(&mut picture, &drawn.played, &mut 0))
                .ok()?;
            picture.draw(&legal).expect("it was judged on this picture");
            picture.redraw(Redraw::STEPS);
            for _ in 0..self.moves[index + 1].redrawn {
                picture.tidy();
            }
        }
        picture.forget_history();
        Some(Cow::Owned(picture))
    }

    /// How many moves of a record were drawn anew because their curve no longer fitted the picture.
    pub fn drawn_anew(&self) -> u32 {
        self.drawn_anew
    }

    /// From now on keeps the frames of every change, for whoever animates it.
    pub fn watch(&mut self) {
        self.frames = Some(Vec::new());
    }

    /// The pictures on the way of the last change: the curve just drawn, then the parts of its relaxing.
    pub fn frames(&self) -> &[PlanarMap] {
        self.frames.as_deref().unwrap_or_default()
    }

    /// Takes over the points of the same picture from somebody whose redrawing came out differently.
    pub fn take_geometry(&mut self, text: &str) -> Result<(), InkError> {
        self.picture = self.picture.with_geometry(text).map_err(InkError::Map)?;
        self.taken_over = true;
        Ok(())
    }

    /// A curve for a move on the picture as it is now, such as a person would draw: of several like spots it may enclose
    /// others than the move says.
    pub fn route(&self, m: &Move) -> Result<LegalCurve, InkError> {
        self.picture.route_freely(m).map_err(route_error)
    }

    /// Plays a curve that was judged on this very picture.
    pub fn play_curve(&mut self, legal: &LegalCurve) -> Result<(), InkError> {
        let redrawn = self.redrawn;
        let mut picture = self.picture.clone();
        picture.draw(legal).map_err(InkError::Curve)?;
        picture.forget_history();
        let before = std::mem::replace(&mut self.picture, picture);
        if self.moves.len().is_multiple_of(self.keep_every) || self.taken_over {
            self.kept.push((self.moves.len(), before));
        }
        self.taken_over = false;
        self.moves.push(Drawn {
            played: legal.played().clone(),
            curve: legal.points.clone().into(),
            redrawn,
        });
        self.redrawn = 0;
        self.relax(Redraw::new(&self.picture, Redraw::STEPS));
        Ok(())
    }

    fn relax(&mut self, mut redraw: Redraw) {
        if let Some(frames) = &mut self.frames {
            *frames = relax_watched(&mut redraw);
        } else {
            while redraw.step() {}
        }
        self.picture = redraw.into_map();
    }
}

/// A curve for exactly this move, on a picture that is redrawn, and counted, where it is too narrow. Which of several like
/// spots are enclosed decides the numbers of regions, so a recorded move must not be drawn freely.
fn route_exactly(
    picture: &mut PlanarMap,
    m: &Move,
    redrawn: &mut u32,
) -> Result<LegalCurve, InkError> {
    for _ in 0..REDRAWS_FOR_ROOM {
        match picture.route(m) {
            Err(RouteError::NoRoom) => {
                picture.tidy();
                *redrawn += 1;
            }
            found => return found.map_err(route_error),
        }
    }
    picture.route(m).map_err(route_error)
}

/// How often a narrow picture is redrawn to make room for a recorded move.
const REDRAWS_FOR_ROOM: u32 = 3;

fn route_error(error: RouteError) -> InkError {
    match error {
        RouteError::Move(error) => InkError::Rules(error),
        error => InkError::NoCurve(error),
    }
}

/// Judges a given curve, which must make the move it is given for.
fn judge(picture: &PlanarMap, m: &Move, points: &[Point]) -> Result<LegalCurve, InkError> {
    let labelled = picture.labelled();
    labelled.check(m).map_err(InkError::Rules)?;
    let spot = |corner| {
        labelled
            .spot_at(m.region, corner)
            .expect("a legal move names corners")
    };
    let curve = Curve {
        from: spot(m.from),
        to: spot(m.to),
        points: points.to_vec(),
    };
    let legal = picture.judge(curve).map_err(InkError::Curve)?;
    if legal.played() == m {
        Ok(legal)
    } else {
        Err(InkError::OtherMove)
    }
}

/// The most frames of a redrawing, its end included: whoever shows them goes evenly from one to the next. The steps between
/// are counted, not timed: two players must see the same picture.
const FRAMES: u32 = 16;

/// Relaxes, and returns the picture as it was first, after every part of the way, and as it is in the end.
fn relax_watched(redraw: &mut Redraw) -> Vec<PlanarMap> {
    let mut frames = vec![redraw.map().clone()];
    let every = redraw.steps().div_ceil(FRAMES - 1).max(1);
    loop {
        let more = redraw.step();
        if !more || redraw.steps_done().is_multiple_of(every) {
            frames.push(redraw.map().clone());
        }
        if !more {
            return frames;
        }
    }
}

impl Game for Ink {
    type Start = Setting;
    type Move = InkMove;
    type Refusal = InkError;

    fn open(start: &Setting) -> Result<Self, InkError> {
        Ok(Ink::begin(start.clone(), start.start.picture()?))
    }

    fn start(&self) -> &Setting {
        &self.setting
    }

    fn mover(&self) -> Option<Side> {
        (!self.labelled().is_over()).then(|| Side::of_turn(self.len()))
    }

    fn len(&self) -> usize {
        self.moves.len()
    }

    fn move_at(&self, index: usize) -> Option<InkMove> {
        self.moves.get(index).map(|drawn| InkMove {
            played: drawn.played.clone(),
            curve: drawn.curve.to_vec(),
            redrawn: drawn.redrawn,
            judged: Judged(None),
        })
    }

    /// Plays a move. A given curve must fit the picture and make the move; where none is given, one is found.
    fn play(&mut self, m: &InkMove) -> Result<(), InkError> {
        if let Some(legal) = m.judged.0.as_deref()
            && legal.points == m.curve
            && *legal.played() == m.played
        {
            return self.play_curve(legal);
        }
        let legal = if m.curve.is_empty() {
            self.route(&m.played)?
        } else {
            judge(&self.picture, &m.played, &m.curve)?
        };
        self.play_curve(&legal)
    }

    /// Plays a recorded move. The curve is how it looked; where it no longer fits (an older version redrew otherwise, or
    /// somebody redrew in between) the move is drawn anew.
    fn replay(&mut self, m: &InkMove) -> Result<(), InkError> {
        if m.redrawn > Ink::REDRAWS_MAX + REDRAWS_FOR_ROOM {
            return Err(InkError::RedrawnTooOften);
        }
        self.labelled().check(&m.played).map_err(InkError::Rules)?;
        while self.redrawn < m.redrawn {
            self.picture.tidy();
            self.redrawn += 1;
        }
        let legal = match judge(&self.picture, &m.played, &m.curve) {
            Ok(legal) => legal,
            Err(_) => {
                self.drawn_anew += u32::from(!m.curve.is_empty());
                route_exactly(&mut self.picture, &m.played, &mut self.redrawn)?
            }
        };
        self.play_curve(&legal)
    }

    fn undo(&mut self) -> Option<InkMove> {
        let last = self.moves.len().checked_sub(1)?;
        let picture = self.picture_after(last)?.into_owned();
        let undone = self.move_at(last);
        self.picture = picture;
        self.taken_over = self.kept.last().is_some_and(|(known, _)| *known == last);
        self.moves.pop();
        self.kept.retain(|(known, _)| *known < last);
        self.redrawn = undone.as_ref().map_or(0, |undone| undone.redrawn);
        if let Some(frames) = &mut self.frames {
            frames.clear();
        }
        undone
    }

    fn verdict(&self) -> Option<Verdict> {
        self.mover()
            .is_none()
            .then(|| Verdict::Wins(stuck_verdict(self.len(), self.setting.ending)))
    }

    fn sized(start: &Setting, size: u32) -> Option<Setting> {
        (1..=Start::SPOTS_MAX).contains(&size).then_some(Setting {
            start: Start::Spots(size),
            ending: start.ending,
        })
    }

    fn redraw(&mut self) -> bool {
        if self.redrawn >= Ink::REDRAWS_MAX {
            return false;
        }
        self.relax(Redraw::tidy(&self.picture));
        self.redrawn += 1;
        true
    }

    fn redrawn(&self) -> u32 {
        self.redrawn
    }

    fn drawn(&self) -> Option<String> {
        Some(self.picture.to_played_text())
    }

    /// The picture's own lines say which moves made it, so a picture of other moves does not come in. Its points are taken as
    /// they are.
    fn reopen(start: &Setting, moves: &[InkMove], redrawn: u32, drawn: &str) -> Option<Self> {
        let too_often = |redrawn: u32| redrawn > Ink::REDRAWS_MAX + REDRAWS_FOR_ROOM;
        let mut first = start.start.picture().ok()?;
        let mut picture: PlanarMap = drawn.parse().ok()?;
        let mut labelled = first.labelled().clone();
        for m in moves {
            labelled.play(&m.played).ok()?;
        }
        let strange = moves.iter().any(|m| too_often(m.redrawn)) || too_often(redrawn);
        if strange || labelled != *picture.labelled() {
            return None;
        }
        picture.forget_history();
        let mut ink = Ink::begin(start.clone(), picture);
        ink.redrawn = redrawn;
        if let Some(m) = moves.first() {
            for _ in 0..m.redrawn {
                first.tidy();
            }
            first.forget_history();
            ink.kept.push((0, first));
        }
        let drawn = moves.iter().map(|m| Drawn {
            played: m.played.clone(),
            curve: m.curve.clone().into(),
            redrawn: m.redrawn,
        });
        ink.moves = drawn.collect();
        Some(ink)
    }

    fn picture_hash(&self) -> Option<PictureHash> {
        Some(self.picture.picture_hash())
    }
}
