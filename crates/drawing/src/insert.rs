//! Inserting a curve: the exact predicates that say whether it is legal and which abstract move it is, what it does to the
//! map, and undoing it. The door for everybody else is `judge`. It knows nothing of pens or of looks.

use crate::map::{Boundary, DartId, Edge, EdgeId, PlanarMap, Spot};
use crate::point::{
    Point, SIDE, doubled_area, inside_polygon, on_segment, orient, segments_meet, segments_overlap,
    turns_between,
};
use sprouts::{Corner, Move, RegionId, SpotId};

/// A curve from spot to spot as a polyline, both spots' points included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Curve {
    /// The spot at which it begins.
    pub from: SpotId,
    /// The spot at which it ends.
    pub to: SpotId,
    /// The polyline.
    pub points: Vec<Point>,
}

impl Curve {
    /// The most points that a curve may have. Judging compares every small edge with every other and with those of the
    /// map, so this bounds the time that somebody else's curve can take.
    pub const MAX_POINTS: usize = 1 << 12;

    /// The length in units of the board.
    pub fn length(&self) -> f64 {
        let steps: f64 = self
            .points
            .windows(2)
            .map(|pair| pair[0].distance(pair[1]))
            .sum();
        steps / f64::from(crate::point::SIDE)
    }

    /// The same line drawn from its end to its beginning.
    pub fn reversed(mut self) -> Self {
        self.points.reverse();
        std::mem::swap(&mut self.from, &mut self.to);
        self
    }
}

/// Why a curve cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CurveError {
    /// There is no such spot.
    NoSuchSpot {
        /// The spot named.
        spot: SpotId,
    },
    /// The polyline does not begin or end in its spot, or has too few or too many points.
    NotFromSpotToSpot,
    /// The curve leaves the board.
    OffBoard {
        /// Where it does.
        at: Point,
    },
    /// Three lines end in the spot already.
    SpotIsDead {
        /// The spot.
        spot: SpotId,
    },
    /// A curve from a spot to itself takes two of its lives.
    NeedsTwoLives {
        /// The spot.
        spot: SpotId,
    },
    /// No region has both spots on its edge, so every curve between them crosses a line.
    OtherRegion {
        /// The spot that cannot be reached.
        spot: SpotId,
    },
    /// The curve crosses or touches a line.
    CrossesEdge {
        /// The line.
        edge: EdgeId,
        /// Where they meet, as nearly as the lattice can say it.
        at: Point,
    },
    /// The curve crosses or touches itself.
    CrossesItself {
        /// Where it does.
        at: Point,
    },
    /// The curve runs into a spot on its way.
    TooCloseTo {
        /// The spot.
        spot: SpotId,
    },
    /// The place is so narrow that the lattice has no room for the new spot.
    TooTight,
    /// The stroke has not reached a spot.
    EndsInTheOpen,
    /// The map has as many spots as it may have.
    MapIsFull,
    /// The curve was judged on another picture.
    OtherPicture,
}

impl std::fmt::Display for CurveError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CurveError::NoSuchSpot { spot } => write!(f, "there is no spot {spot}"),
            CurveError::NotFromSpotToSpot => f.write_str("a curve runs from spot to spot"),
            CurveError::OffBoard { .. } => f.write_str("the curve leaves the board"),
            CurveError::SpotIsDead { spot } => write!(f, "spot {spot} has no life left"),
            CurveError::NeedsTwoLives { spot } => {
                write!(f, "a loop needs two lives; spot {spot} has one left")
            }
            CurveError::CrossesEdge { .. } => f.write_str("that would cross a line"),
            CurveError::OtherRegion { spot } => write!(f, "spot {spot} lies in another region"),
            CurveError::CrossesItself { .. } => f.write_str("the curve would touch itself"),
            CurveError::TooCloseTo { spot } => write!(f, "that would pass through spot {spot}"),
            CurveError::TooTight => f.write_str("there is no room for a new spot; redraw first"),
            CurveError::EndsInTheOpen => f.write_str("end on a spot"),
            CurveError::MapIsFull => f.write_str("the map has too many spots"),
            CurveError::OtherPicture => f.write_str("the picture has changed; draw the line again"),
        }
    }
}

impl std::error::Error for CurveError {}

impl CurveError {
    /// The place to point at: where the curve meets what it may not meet, or the spot that is the reason.
    pub fn place(&self, map: &PlanarMap) -> Option<Point> {
        match *self {
            CurveError::OffBoard { at }
            | CurveError::CrossesEdge { at, .. }
            | CurveError::CrossesItself { at } => Some(at),
            CurveError::SpotIsDead { spot }
            | CurveError::NeedsTwoLives { spot }
            | CurveError::OtherRegion { spot }
            | CurveError::TooCloseTo { spot } => Some(map.spot_point(spot)),
            CurveError::NoSuchSpot { .. }
            | CurveError::NotFromSpotToSpot
            | CurveError::TooTight
            | CurveError::EndsInTheOpen
            | CurveError::MapIsFull
            | CurveError::OtherPicture => None,
        }
    }
}

/// What an inserted curve has become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insertion {
    /// The new spot on the curve.
    pub spot: SpotId,
    /// The halves of the curve, in the order drawn; a loop that had its own lines on the right is stored reversed.
    pub edges: [EdgeId; 2],
    /// The abstract move, in the numbers of the map before it: what [`PlanarMap::labelled`] has just played.
    pub played: Move,
}

impl PlanarMap {
    /// The spots that some curve from this one can reach: alive, and on the edge of a common region.
    pub fn ends_from(&self, from: SpotId) -> Vec<SpotId> {
        self.spot_ids()
            .filter(|&to| self.check_ends(from, to).is_ok())
            .collect()
    }

    /// The regions that have a spot on their edge; one is named again for each of its corners there.
    pub(crate) fn regions_at(&self, spot: SpotId) -> impl Iterator<Item = RegionId> + '_ {
        let darts = self.spots[spot.0 as usize].darts.iter();
        let lone = self.lone_places[spot.0 as usize].filter(|_| darts.len() == 0);
        darts
            .map(|dart| self.places[dart.0 as usize].0)
            .chain(lone.map(|(region, _)| region))
    }

    /// Whether two spots have the lives for a curve between them, and a region to draw it in.
    pub fn check_ends(&self, from: SpotId, to: SpotId) -> Result<(), CurveError> {
        for spot in [from, to] {
            if spot.0 as usize >= self.spots.len() {
                return Err(CurveError::NoSuchSpot { spot });
            }
            if self.lives(spot) == 0 {
                return Err(CurveError::SpotIsDead { spot });
            }
        }
        if from == to && self.lives(from) < 2 {
            return Err(CurveError::NeedsTwoLives { spot: from });
        }
        if !self
            .regions_at(from)
            .any(|region| self.regions_at(to).any(|other| other == region))
        {
            return Err(CurveError::OtherRegion { spot: to });
        }
        Ok(())
    }

    /// Whether a curve is legal, exactly: it may touch nothing but its two spots.
    pub(crate) fn check_curve(&self, curve: &Curve) -> Result<(), CurveError> {
        self.check_ends(curve.from, curve.to)?;
        let points = &curve.points;
        let last = points.len().saturating_sub(1);
        if points.len() < 2
            || points.len() > Curve::MAX_POINTS
            || points[0] != self.spot_point(curve.from)
            || points[last] != self.spot_point(curve.to)
            || (curve.from == curve.to && points.len() < 4)
        {
            return Err(CurveError::NotFromSpotToSpot);
        }
        if let Some(point) = points.iter().find(|point| !point.on_board()) {
            let at = Point::new(point.x.clamp(0, SIDE), point.y.clamp(0, SIDE));
            return Err(CurveError::OffBoard { at });
        }
        for index in 0..last {
            let from = (index == 0).then_some(curve.from);
            let to = (index + 1 == last).then_some(curve.to);
            self.check_segment(points[index], points[index + 1], from, to)?;
        }
        match self_touch(points, curve.from == curve.to) {
            Some(at) => Err(CurveError::CrossesItself { at }),
            None => Ok(()),
        }
    }

    /// Whether a segment touches a spot or an edge, other than a spot in which it may begin and one in which it may end.
    pub(crate) fn check_segment(
        &self,
        a: Point,
        b: Point,
        from: Option<SpotId>,
        to: Option<SpotId>,
    ) -> Result<(), CurveError> {
        for (index, spot) in self.spots.iter().enumerate() {
            let id = SpotId(index as u32);
            if Some(id) != from && Some(id) != to && on_segment(spot.point, a, b) {
                return Err(CurveError::TooCloseTo { spot: id });
            }
        }
        for (index, edge) in self.edges.iter().enumerate() {
            let last = edge.points.len() - 2;
            for (small, pair) in edge.points.windows(2).enumerate() {
                let (c, d) = (pair[0], pair[1]);
                if !crate::point::boxes_meet(a, b, c, d) || !segments_meet(a, b, c, d) {
                    continue;
                }
                // A common spot is allowed; then, and only then, may the two segments share that one point.
                let touches = [
                    (from, a, b, small == 0 && from == Some(edge.from), d),
                    (from, a, b, small == last && from == Some(edge.to), c),
                    (to, b, a, small == 0 && to == Some(edge.from), d),
                    (to, b, a, small == last && to == Some(edge.to), c),
                ];
                let allowed = touches.iter().any(|&(_, shared, far, at_spot, other)| {
                    at_spot && !segments_overlap(shared, far, other)
                });
                // Both ends may lie in the two spots of one straight small edge: then it is the same segment.
                let same = (a == c && b == d) || (a == d && b == c);
                if !allowed || same {
                    return Err(CurveError::CrossesEdge {
                        edge: EdgeId(index as u32),
                        at: a.between(b, crossing_share(a, b, c, d)),
                    });
                }
            }
        }
        Ok(())
    }

    /// The region and corner that a curve uses when it leaves a spot towards a point, which must not lie on a line of
    /// that spot.
    pub fn corner_towards(&self, spot: SpotId, towards: Point) -> Option<(RegionId, Corner)> {
        let centre = self.spot_point(spot);
        let darts = &self.spots[spot.0 as usize].darts;
        if darts.is_empty() {
            return self.lone_places[spot.0 as usize];
        }
        (0..darts.len())
            .find(|&index| {
                turns_between(
                    centre,
                    self.first_step(darts[index]),
                    towards,
                    self.first_step(darts[(index + 1) % darts.len()]),
                )
            })
            .map(|index| self.places[darts[index].0 as usize])
    }

    /// The abstract move that a curve makes which [`PlanarMap::check_curve`] has found legal.
    pub(crate) fn abstract_move(&self, curve: &Curve) -> Move {
        if self.runs_backwards(curve) {
            return self.abstract_move(&curve.clone().reversed());
        }
        let last = curve.points.len() - 1;
        let (region, from) = self
            .corner_towards(curve.from, curve.points[1])
            .expect("a legal curve leaves its spot between lines");
        let (to_region, to) = self
            .corner_towards(curve.to, curve.points[last - 1])
            .expect("a legal curve reaches its spot between lines");
        debug_assert_eq!(region, to_region, "a legal curve stays in one region");
        let boundaries = &self.regions[region.0 as usize];
        let mut inside = Vec::new();
        if from.boundary == to.boundary {
            let (inner, outer) = self.side_polygons(region, from, to, &curve.points);
            // One of the two sides is bounded; what it encloses is decided there.
            let inner_is_bounded = doubled_area(&inner) > 0;
            for (index, boundary) in boundaries.iter().enumerate() {
                if index as u32 == from.boundary {
                    continue;
                }
                let sample = self.spot_point(self.first_spot(boundary));
                let is_inside = if inner_is_bounded {
                    inside_polygon(sample, &inner)
                } else {
                    !inside_polygon(sample, &outer)
                };
                if is_inside {
                    inside.push(index as u32);
                }
            }
        }
        Move {
            region,
            from,
            to,
            inside,
        }
    }

    /// Whether a loop in one corner of a spot with lines has those lines on its right, where the inner side belongs.
    /// Such a loop is the same move drawn in the other direction.
    fn runs_backwards(&self, curve: &Curve) -> bool {
        let (start, end) = (curve.points[1], curve.points[curve.points.len() - 2]);
        let darts = &self.spots[curve.from.0 as usize].darts;
        if curve.from != curve.to || darts.is_empty() {
            return false;
        }
        let corner = self.corner_towards(curve.from, start);
        if corner != self.corner_towards(curve.from, end) {
            return false;
        }
        let centre = self.spot_point(curve.from);
        darts
            .iter()
            .filter(|dart| Some(self.places[dart.0 as usize]) == corner)
            .any(|&dart| turns_between(centre, self.first_step(dart), start, end))
    }

    /// The closed walks of the inner and the outer side of a curve from corner to corner of one boundary.
    pub(crate) fn side_polygons(
        &self,
        region: RegionId,
        from: Corner,
        to: Corner,
        curve: &[Point],
    ) -> (Vec<Point>, Vec<Point>) {
        let boundary = &self.regions[region.0 as usize][from.boundary as usize];
        let darts: &[DartId] = match boundary {
            Boundary::Lone(_) => &[],
            Boundary::Walk(darts) => darts,
        };
        let arc = |first: u32, last: u32, full: bool| {
            let mut points = Vec::new();
            let mut index = first as usize;
            let mut rounds = full && !darts.is_empty();
            while rounds || index != last as usize {
                rounds = false;
                points.extend(self.dart_points(darts[index]));
                points.pop();
                index = (index + 1) % darts.len();
            }
            points
        };
        let mut inner = arc(from.index, to.index, false);
        inner.extend(curve.iter().rev());
        let mut outer = arc(to.index, from.index, from.index == to.index);
        outer.extend(curve);
        (inner, outer)
    }

    /// The index of the new spot among the points of a legal curve, and those points where one had to be added for it.
    pub(crate) fn place_spot(
        &self,
        curve: &Curve,
        played: &Move,
    ) -> Result<(Option<Vec<Point>>, usize), CurveError> {
        let points = &curve.points;
        let last = points.len() - 1;
        let total: f64 = points
            .windows(2)
            .map(|pair| pair[0].distance(pair[1]))
            .sum();
        let mut so_far = 0.0;
        let mut segment = 0;
        let mut share = 0.5;
        for (index, pair) in points.windows(2).enumerate() {
            let length = pair[0].distance(pair[1]);
            if so_far + length >= total / 2.0 {
                segment = index;
                share = if length > 0.0 {
                    (total / 2.0 - so_far) / length
                } else {
                    0.0
                };
                break;
            }
            so_far += length;
        }
        // A point of the curve near the middle serves as it is, so that the polyline does not change at all.
        if share < 0.25 && segment > 0 {
            return Ok((None, segment));
        }
        if share > 0.75 && segment + 1 < last {
            return Ok((None, segment + 1));
        }
        // Otherwise one is added on the segment. It lies on the lattice, so the line bends by up to half a step: check.
        let fits = |segment: usize, share: f64| {
            let (a, b) = (points[segment], points[segment + 1]);
            let middle = a.between(b, share);
            if middle == a || middle == b {
                return None;
            }
            let mut bent = points.clone();
            bent.insert(segment + 1, middle);
            let bent = Curve {
                points: bent,
                ..*curve
            };
            self.check_curve(&bent).ok()?;
            // A bend of half a step may in principle pass a spot: then it would be another move.
            (self.abstract_move(&bent) == *played).then_some(bent.points)
        };
        for step in 0..8 {
            for share in [
                share + f64::from(step) / 16.0,
                share - f64::from(step) / 16.0,
            ] {
                if share > 0.0
                    && share < 1.0
                    && let Some(bent) = fits(segment, share)
                {
                    return Ok((Some(bent), segment + 1));
                }
            }
        }
        if last >= 2 {
            return Ok((None, (segment + 1).min(last - 1)));
        }
        Err(CurveError::TooTight)
    }

    /// Changes the map as the move says; mirrors [`sprouts::Labelled::play`] with darts for spots.
    pub(crate) fn apply(
        &mut self,
        curve: &Curve,
        points: &[Point],
        middle: usize,
        played: &Move,
    ) -> Insertion {
        if self.runs_backwards(curve) {
            let points: Vec<Point> = points.iter().rev().copied().collect();
            let middle = points.len() - 1 - middle;
            return self.apply(&curve.clone().reversed(), &points, middle, played);
        }
        let new = self
            .labelled
            .play(played)
            .expect("a legal curve is a legal move");
        debug_assert_eq!(new.0 as usize, self.spots.len());
        let first = EdgeId(self.edges.len() as u32);
        let second = EdgeId(first.0 + 1);
        let to_new = first.forward();
        let from_new = second.forward();
        self.edges.push(Edge {
            from: curve.from,
            to: new,
            points: points[..=middle].to_vec(),
        });
        self.edges.push(Edge {
            from: new,
            to: curve.to,
            points: points[middle..].to_vec(),
        });
        self.spots.push(Spot {
            point: points[middle],
            darts: Vec::new(),
        });
        for dart in [to_new, to_new.twin(), from_new, from_new.twin()] {
            self.add_dart(dart);
        }

        let region = played.region.0 as usize;
        let old = std::mem::take(&mut self.regions[region]);
        if played.encloses() {
            let [inner, outer] = split(&old, played, [to_new, from_new]);
            self.regions[region] = outer;
            self.regions.push(inner);
        } else {
            self.regions[region] = joined(&old, played, [to_new, from_new]);
        }
        self.before.push(old);
        self.note_places();
        debug_assert_eq!(self.spot_lists(), self.labelled.regions());
        Insertion {
            spot: new,
            edges: [first, second],
            played: played.clone(),
        }
    }

    /// Takes the last move back and returns it; nothing when no move has been drawn. All other lines stay as they are
    /// now, even if the picture was redrawn since.
    pub fn undo(&mut self) -> Option<Move> {
        let undone = self.labelled.undo()?;
        let old = self.before.pop()?;
        if undone.encloses() {
            self.regions.pop();
        }
        self.regions[undone.region.0 as usize] = old;
        self.spots.pop();
        self.edges.truncate(self.edges.len() - 2);
        let darts = self.edges.len() as u32 * 2;
        for spot in &mut self.spots {
            spot.darts.retain(|dart| dart.0 < darts);
        }
        self.note_places();
        Some(undone)
    }
}

/// The two regions after a line from a boundary to itself, through the new spot: the one inside and the one outside.
fn split(old: &[Boundary], played: &Move, [to_new, from_new]: [DartId; 2]) -> [Vec<Boundary>; 2] {
    let (mut inner, mut outer) = (Vec::new(), Vec::new());
    for (index, other) in old.iter().enumerate() {
        let index = index as u32;
        if index == played.from.boundary {
            continue;
        }
        if played.inside.contains(&index) {
            inner.push(other.clone());
        } else {
            outer.push(other.clone());
        }
    }
    let walk = walk_of(old, played.from);
    let (from, to) = (played.from.index as usize, played.to.index as usize);
    let mut inner_walk = stretch(walk, from, to, false);
    inner_walk.extend([from_new.twin(), to_new.twin()]);
    let mut outer_walk = stretch(walk, to, from, true);
    outer_walk.extend([to_new, from_new]);
    inner.push(Boundary::Walk(inner_walk));
    outer.push(Boundary::Walk(outer_walk));
    [inner, outer]
}

/// The region after a line from one boundary to another, through the new spot.
fn joined(old: &[Boundary], played: &Move, [to_new, from_new]: [DartId; 2]) -> Vec<Boundary> {
    let round = |corner: Corner| {
        let start = corner.index as usize;
        stretch(walk_of(old, corner), start, start, true)
    };
    let mut walk = round(played.from);
    walk.extend([to_new, from_new]);
    walk.extend(round(played.to));
    walk.extend([from_new.twin(), to_new.twin()]);
    let touched = [played.from.boundary, played.to.boundary];
    let others = old.iter().enumerate();
    let mut boundaries: Vec<Boundary> = others
        .filter(|(index, _)| !touched.contains(&(*index as u32)))
        .map(|(_, other)| other.clone())
        .collect();
    boundaries.push(Boundary::Walk(walk));
    boundaries
}

/// The darts of the boundary with this corner.
fn walk_of(boundaries: &[Boundary], corner: Corner) -> &[DartId] {
    match &boundaries[corner.boundary as usize] {
        Boundary::Lone(_) => &[],
        Boundary::Walk(darts) => darts,
    }
}

/// The darts of a walk from corner `first` forward to corner `last`; all of them when the two agree and `round` is set.
fn stretch(walk: &[DartId], first: usize, last: usize, round: bool) -> Vec<DartId> {
    if walk.is_empty() || (first == last && !round) {
        Vec::new()
    } else if first < last {
        walk[first..last].to_vec()
    } else {
        [&walk[first..], &walk[..last]].concat()
    }
}

/// Where a polyline touches itself anywhere but in the common point of neighbouring segments (and, when closed, in the
/// point where it began).
pub(crate) fn self_touch(points: &[Point], closed: bool) -> Option<Point> {
    let count = points.len() - 1;
    for index in 0..count {
        let (a, b) = (points[index], points[index + 1]);
        if a == b {
            return Some(a);
        }
        for other in index + 1..count {
            let (c, d) = (points[other], points[other + 1]);
            if !crate::point::boxes_meet(a, b, c, d) {
                continue;
            }
            let touches = if other == index + 1 {
                segments_overlap(b, a, d)
            } else if closed && index == 0 && other + 1 == count {
                segments_overlap(a, b, c)
            } else {
                segments_meet(a, b, c, d)
            };
            if touches {
                return Some(c.between(d, crossing_share(c, d, a, b)));
            }
        }
    }
    None
}

/// At which share of the segment from `a` to `b` it meets the other one. Floating point: it only says where to point at
/// or where ink may end, which is checked exactly before it is used.
pub(crate) fn crossing_share(a: Point, b: Point, c: Point, d: Point) -> f64 {
    let (from, to) = (orient(c, d, a) as f64, orient(c, d, b) as f64);
    if from == to {
        0.0
    } else {
        (from / (from - to)).clamp(0.0, 1.0)
    }
}
