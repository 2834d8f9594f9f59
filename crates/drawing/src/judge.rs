//! Judging a curve, once: whether it is legal, which move it is, and where its new spot lies. It owns the value that
//! carries the judgement, so that nobody who has one need judge again. The exact predicates stand in `insert`.

use crate::geometry::PictureHash;
use crate::insert::{Curve, CurveError, Insertion};
use crate::map::PlanarMap;
use crate::point::Point;
use sprouts::Move;
use std::ops::Deref;

/// A curve that was judged legal on one picture, with the move it makes there. Only [`PlanarMap::judge`] and what stands
/// on it (routing, finished strokes) make one; only a map with the same picture takes it.
///
/// ```
/// use drawing::{Curve, PlanarMap};
/// use sprouts::SpotId;
/// let mut map = PlanarMap::start(2);
/// let (from, to) = (SpotId(0), SpotId(1));
/// let points = vec![map.spot_point(from), map.spot_point(to)];
/// let legal = map.judge(Curve { from, to, points }).unwrap();
/// assert!(!legal.played().encloses());
/// assert_eq!(map.draw(&legal).unwrap().spot, SpotId(2));
/// assert!(map.draw(&legal).is_err(), "the picture is another one now");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalCurve {
    curve: Curve,
    played: Move,
    /// The points with the new spot among them, when that is not one of the curve's own.
    bent: Option<Vec<Point>>,
    /// The index of the new spot among the points.
    middle: usize,
    picture: PictureHash,
}

impl LegalCurve {
    /// The move that the curve makes, in the numbers of the map that it was judged on.
    pub fn played(&self) -> &Move {
        &self.played
    }

    /// The curve itself, as it was drawn.
    pub fn curve(&self) -> &Curve {
        &self.curve
    }

    /// The curve itself, to keep.
    pub fn into_curve(self) -> Curve {
        self.curve
    }
}

impl Deref for LegalCurve {
    type Target = Curve;

    fn deref(&self) -> &Curve {
        &self.curve
    }
}

impl PlanarMap {
    /// Judges a curve: the legal curve with the move it makes, or why it cannot be drawn. The work is bounded by
    /// [`Curve::MAX_POINTS`] and the size of the map.
    pub fn judge(&self, curve: Curve) -> Result<LegalCurve, CurveError> {
        self.check_curve(&curve)?;
        if self.spots.len() >= PlanarMap::MAX_SPOTS {
            return Err(CurveError::MapIsFull);
        }
        let played = self.abstract_move(&curve);
        let (bent, middle) = self.place_spot(&curve, &played)?;
        Ok(LegalCurve {
            curve,
            played,
            bent,
            middle,
            picture: self.picture_hash(),
        })
    }

    /// The same where the new spot is to be a given one of the points, neither the first nor the last.
    pub(crate) fn judge_with_spot(
        &self,
        curve: Curve,
        middle: usize,
    ) -> Result<LegalCurve, CurveError> {
        self.check_curve(&curve)?;
        if self.spots.len() >= PlanarMap::MAX_SPOTS {
            return Err(CurveError::MapIsFull);
        }
        if middle == 0 || middle + 1 >= curve.points.len() {
            return Err(CurveError::NotFromSpotToSpot);
        }
        Ok(LegalCurve {
            played: self.abstract_move(&curve),
            curve,
            bent: None,
            middle,
            picture: self.picture_hash(),
        })
    }

    /// Draws a legal curve: it becomes two edges with a new spot between them. Refused only when the curve was judged
    /// on another picture.
    pub fn draw(&mut self, legal: &LegalCurve) -> Result<Insertion, CurveError> {
        if legal.picture != self.picture_hash() {
            return Err(CurveError::OtherPicture);
        }
        let points = legal.bent.as_ref().unwrap_or(&legal.curve.points);
        Ok(self.apply(&legal.curve, points, legal.middle, &legal.played))
    }

    /// Judges a curve and draws it. On an error the map is unchanged.
    ///
    /// ```
    /// use drawing::{Curve, PlanarMap};
    /// use sprouts::SpotId;
    /// let mut map = PlanarMap::start(2);
    /// let (from, to) = (SpotId(0), SpotId(1));
    /// let points = vec![map.spot_point(from), map.spot_point(to)];
    /// let insertion = map.insert(&Curve { from, to, points }).unwrap();
    /// assert_eq!(insertion.spot, SpotId(2));
    /// assert_eq!(map.labelled().raw(), "ACBC");
    /// map.undo();
    /// assert_eq!(map, PlanarMap::start(2));
    /// ```
    pub fn insert(&mut self, curve: &Curve) -> Result<Insertion, CurveError> {
        let legal = self.judge(curve.clone())?;
        self.draw(&legal)
    }
}
