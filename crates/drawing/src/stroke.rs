//! A stroke of the pen, point by point: whether it may go on, where the ink stops, and the finished curve.
//! It owns what the player is doing right now. It never changes the map, and it decides by the exact predicates.

use crate::insert::{Curve, CurveError, crossing_share};
use crate::judge::LegalCurve;
use crate::map::PlanarMap;
use crate::point::{
    Point, SIDE, distance_to_segment, doubled_area, inside_polygon, on_segment, orient,
    segments_meet, segments_overlap,
};
use sprouts::order;
use sprouts::{RegionId, SpotId};
use std::cell::OnceCell;

/// How near to a spot's middle the ink may come at most, in units of the board.
const CORE: f64 = 0.0112;

/// The share of the reach within which the pointer is said to be on a spot.
const ON_SPOT: f64 = 0.5;

/// The share of the reach that a loop must have been away from its spot before it may come back.
const LOOP_OUT: f64 = 0.6;

/// How wide a bend of the ink back to itself may be, in units of the board, to be a hand that went back or trembled. It is
/// the width of a strip of the same area whose two long sides are the bend.
const BEND_WIDE: f64 = 0.02;

/// The most places of the pointer that are kept: more than a minute's drawing. The finished curve has far fewer.
const POINTS_MAX: usize = 1 << 14;

/// A stroke in progress. It holds no reference to the map; pass the same unchanged map to every call.
#[derive(Clone, Debug)]
pub struct Stroke {
    from: SpotId,
    points: Vec<Point>,
    /// How near to a spot's middle the ink may come, in lattice steps; smaller where lines are near anyway. Found when the ink
    /// first comes near: a picture has many spots, and a stroke passes few.
    cores: Vec<OnceCell<f64>>,
    /// How near the pointer must be to a spot to reach it, in lattice steps.
    reach: f64,
    /// Where the pointer is.
    pointer: Point,
    /// What stopped the ink on its way to the pointer.
    stopped: Option<CurveError>,
    /// How far from its first spot the ink has been, in lattice steps.
    farthest: f64,
}

/// What became of a pointer event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extension {
    /// Where the ink ends now.
    pub ink: Point,
    /// The spot in which the stroke would end if the pen were lifted now.
    pub spot: Option<SpotId>,
    /// Why it could not end there, when there is more to say than that no spot is near.
    pub stopped: Option<CurveError>,
}

impl Stroke {
    /// Begins a stroke at the living spot within `reach` of the point (in units of the board).
    pub fn begin(map: &PlanarMap, point: Point, reach: f64) -> Result<Stroke, CurveError> {
        let spot = map
            .locate(point, reach)
            .spot
            .ok_or(CurveError::EndsInTheOpen)?;
        Stroke::begin_at(map, spot, reach)
    }

    /// Begins a stroke at a spot. It may end in a spot within `reach` of the pointer.
    pub fn begin_at(map: &PlanarMap, spot: SpotId, reach: f64) -> Result<Stroke, CurveError> {
        map.check_ends(spot, spot).or_else(|error| match error {
            CurveError::NeedsTwoLives { .. } => Ok(()),
            error => Err(error),
        })?;
        let start = map.spot_point(spot);
        Ok(Stroke {
            from: spot,
            points: vec![start],
            cores: map.spot_ids().map(|_| OnceCell::new()).collect(),
            reach: reach * f64::from(SIDE),
            pointer: start,
            stopped: None,
            farthest: 0.0,
        })
    }

    /// How near to a spot's middle the ink may come, in lattice steps.
    fn core(&self, map: &PlanarMap, spot: SpotId) -> f64 {
        *self.cores[spot.0 as usize]
            .get_or_init(|| (map.spot_clearance(spot) * 0.4).min(CORE * f64::from(SIDE)))
    }

    /// The spot in which the stroke began.
    pub fn from(&self) -> SpotId {
        self.from
    }

    /// The ink so far.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The spots in which the stroke may end: alive, and on the edge of the region that the ink is in.
    pub fn possible_ends(&self, map: &PlanarMap) -> Vec<SpotId> {
        let mut ends = map.ends_from(self.from);
        if let Some(region) = self.region(map) {
            ends.retain(|&spot| map.regions_at(spot).any(|other| other == region));
        }
        ends
    }

    /// Takes the next place of the pointer. The ink goes there in a straight line, or stops before the first thing in
    /// its way; when the pointer is later at a place that the ink's end can see, the ink goes on. What a hand that goes
    /// back drew in vain falls away.
    pub fn extend(&mut self, map: &PlanarMap, target: Point) -> Extension {
        self.pointer = target;
        self.stopped = None;
        while self.fall_away(map, target) {}
        let end = self.end();
        // Near the first spot nothing is inked yet, so that the direction in which it is left is a clear one.
        let leaving = self.points.len() == 1;
        if target != end
            && !(leaving && target.distance(end) < self.core(map, self.from))
            && self.points.len() < POINTS_MAX
        {
            match self.obstacle(map, end, target) {
                None => self.points.push(target),
                Some((share, error)) => {
                    self.stopped = Some(error);
                    self.stop_before(map, end, target, share);
                }
            }
            self.farthest = self.farthest.max(self.end().distance(self.points[0]));
        }
        let verdict = self.verdict(map);
        Extension {
            ink: self.end(),
            spot: verdict.ok(),
            stopped: verdict
                .err()
                .filter(|error| *error != CurveError::EndsInTheOpen),
        }
    }

    /// Ends the stroke in the spot under the pointer: the curve, simplified, or why there is none. The reason is the one
    /// that the last [`Extension`] gave.
    pub fn finish(&self, map: &PlanarMap) -> Result<LegalCurve, CurveError> {
        let to = self.verdict(map)?;
        let mut points = self.points.clone();
        points.push(map.spot_point(to));
        let curve = Curve {
            from: self.from,
            to,
            points,
        };
        map.judge(map.simplify(&curve, 0.0015))
    }

    /// The spot in which the stroke ends if the pen is lifted now, or why there is none. What is said while the pen is
    /// held and what is said when it is lifted both come from here, so the two agree.
    fn verdict(&self, map: &PlanarMap) -> Result<SpotId, CurveError> {
        let away = |spot: SpotId| map.spot_point(spot).distance(self.pointer);
        let mut near: Vec<SpotId> = map
            .spot_ids()
            .filter(|&spot| away(spot) <= self.reach)
            .collect();
        order::sort_by(&mut near, |&a, &b| away(a).total_cmp(&away(b)));
        let legal = near
            .iter()
            .find(|&&spot| self.may_end(map, spot).is_ok() && self.can_reach(map, spot).is_ok());
        if let Some(&spot) = legal {
            return Ok(spot);
        }
        let on = near.first().filter(|&&spot| {
            let away = away(spot);
            away <= self.reach * ON_SPOT || away <= self.core(map, spot)
        });
        let Some(&on) = on else {
            return Err(self.stopped.unwrap_or(CurveError::EndsInTheOpen));
        };
        if on == self.from && !self.has_left() {
            return Err(CurveError::EndsInTheOpen);
        }
        self.may_end(map, on)?;
        // A line on the way is the reason even where the end of the ink sees nothing but a longer way round.
        match self.stopped {
            Some(error) => Err(error),
            None => self.can_reach(map, on).map(|()| on),
        }
    }

    /// Whether lives and regions let the stroke end in a spot.
    fn may_end(&self, map: &PlanarMap, spot: SpotId) -> Result<(), CurveError> {
        map.check_ends(self.from, spot)?;
        match self.region(map) {
            Some(region) if !map.regions_at(spot).any(|other| other == region) => {
                Err(CurveError::OtherRegion { spot })
            }
            _ => Ok(()),
        }
    }

    /// The region that the ink is in, once there is ink.
    fn region(&self, map: &PlanarMap) -> Option<RegionId> {
        let first = self.points.get(1)?;
        map.corner_towards(self.from, *first)
            .map(|(region, _)| region)
    }

    fn end(&self) -> Point {
        *self.points.last().expect("a stroke has a point")
    }

    /// Whether the ink has been far enough from its first spot for its return to be meant as a loop.
    fn has_left(&self) -> bool {
        self.points.len() >= 3 && self.farthest >= self.reach * LOOP_OUT
    }

    /// Whether the ink's end sees the middle of a spot, and if not, what is between.
    fn can_reach(&self, map: &PlanarMap, spot: SpotId) -> Result<(), CurveError> {
        let (end, middle) = (self.end(), map.spot_point(spot));
        if end == middle || (spot == self.from && !self.has_left()) {
            return Err(CurveError::EndsInTheOpen);
        }
        let from = (self.points.len() == 1).then_some(self.from);
        map.check_segment(end, middle, from, Some(spot))?;
        let through = |other: SpotId| self.enters_core(map, other, end, middle);
        if let Some(other) = map
            .spot_ids()
            .find(|&other| other != spot && Some(other) != from && through(other))
        {
            return Err(CurveError::TooCloseTo { spot: other });
        }
        match self.own_obstacle(end, middle, spot == self.from) {
            Some((share, _)) => Err(CurveError::CrossesItself {
                at: end.between(middle, share),
            }),
            None => Ok(()),
        }
    }

    /// The first thing in the way of a straight line from the ink's end, and at which share of the line it is met.
    fn obstacle(&self, map: &PlanarMap, a: Point, b: Point) -> Option<(f64, CurveError)> {
        let leaving = (self.points.len() == 1).then_some(self.from);
        let mut first: Option<(f64, CurveError)> = None;
        let mut meet = |share: f64, error: CurveError| {
            if first.is_none_or(|(least, _)| share < least) {
                first = Some((share, error));
            }
        };
        for (index, edge) in map.edges.iter().enumerate() {
            let last = edge.points.len() - 2;
            for (small, pair) in edge.points.windows(2).enumerate() {
                let (c, d) = (pair[0], pair[1]);
                if !segments_meet(a, b, c, d) {
                    continue;
                }
                let at_start = leaving.is_some()
                    && ((small == 0 && leaving == Some(edge.from) && !segments_overlap(a, b, d))
                        || (small == last
                            && leaving == Some(edge.to)
                            && !segments_overlap(a, b, c)));
                if !at_start {
                    let edge = crate::map::EdgeId(index as u32);
                    let share = crossing_share(a, b, c, d);
                    let at = a.between(b, share);
                    meet(share, CurveError::CrossesEdge { edge, at });
                }
            }
        }
        for spot in map.spot_ids() {
            let middle = map.spot_point(spot);
            if Some(spot) == leaving {
                continue;
            }
            if self.enters_core(map, spot, a, b) {
                let core = self.core(map, spot);
                let share = entry_share(a, b, middle, core);
                meet(share, CurveError::TooCloseTo { spot });
            }
        }
        if let Some((share, _)) = self.own_obstacle(a, b, false) {
            let at = a.between(b, share);
            meet(share, CurveError::CrossesItself { at });
        }
        if !b.on_board() {
            let share = leaving_share(a, b);
            let at = a.between(b, share);
            meet(share, CurveError::OffBoard { at });
        }
        first
    }

    /// Whether a line from the ink's end comes too near to a spot. Inside the core already (a tight place), only going
    /// nearer does.
    fn enters_core(&self, map: &PlanarMap, spot: SpotId, a: Point, b: Point) -> bool {
        let middle = map.spot_point(spot);
        if on_segment(middle, a, b) {
            return true;
        }
        let away = distance_to_segment(middle, a, b);
        away < CORE * f64::from(SIDE) && away < self.core(map, spot).min(a.distance(middle))
    }

    /// The share of a line from the ink's end at which it meets the ink itself, and the small edge that it meets there. A
    /// line that closes a loop may meet the first point.
    fn own_obstacle(&self, a: Point, b: Point, closes: bool) -> Option<(f64, usize)> {
        let mut least: Option<(f64, usize)> = None;
        let count = self.points.len().saturating_sub(1);
        for (index, pair) in self.points.windows(2).enumerate() {
            let (c, d) = (pair[0], pair[1]);
            let meets = if index + 1 == count {
                segments_overlap(a, c, b)
            } else if closes && index == 0 {
                segments_overlap(b, a, d)
            } else {
                segments_meet(a, b, c, d)
            };
            if meets {
                let share = if index + 1 == count {
                    0.0
                } else {
                    crossing_share(a, b, c, d)
                };
                if least.is_none_or(|(least, _)| share < least) {
                    least = Some((share, index));
                }
            }
        }
        least
    }

    /// Where the way to the pointer meets the ink first, and the bend from there to the ink's end is narrow and goes round no
    /// spot, the bend is taken away. So a hand that ran into a line can go back along its ink and take another way.
    fn fall_away(&mut self, map: &PlanarMap, target: Point) -> bool {
        let end = self.end();
        let Some((share, index)) = self.own_obstacle(end, target, false) else {
            return false;
        };
        let at = end.between(target, share);
        let clear = at == end
            || matches!(
                self.obstacle(map, end, at),
                None | Some((_, CurveError::CrossesItself { .. }))
            );
        let mut bend = self.points[index + 1..].to_vec();
        bend.push(at);
        let around = bend.iter().zip(bend.iter().cycle().skip(1));
        let length: f64 = around.map(|(a, b)| a.distance(*b)).sum();
        let wide = doubled_area(&bend).unsigned_abs() as f64 / length.max(1.0);
        let holds = |spot: SpotId| inside_polygon(map.spot_point(spot), &bend);
        if !clear || wide > BEND_WIDE * f64::from(SIDE) || map.spot_ids().any(holds) {
            return false;
        }
        let kept = self.points.split_off(index + 1);
        let last = self.end();
        // The ink goes on to where it was met, but for the edge that ends where the ink ends: there it only gets shorter.
        if at != end && at != last && self.obstacle(map, last, at).is_none() {
            self.points.push(at);
        } else if at != end && at != last {
            self.points.extend(kept);
            return false;
        }
        let start = self.points[0];
        let away = self.points.iter().map(|point| point.distance(start));
        self.farthest = away.fold(0.0, f64::max);
        true
    }

    /// Inks as much of a blocked line as leaves a little air before the obstacle, if any.
    fn stop_before(&mut self, map: &PlanarMap, a: Point, b: Point, share: f64) {
        let length = a.distance(b);
        let air = 0.004 * f64::from(SIDE);
        let reach = share * length - air;
        // Too little to see; and a stroke must not creep into an obstacle in ever smaller steps.
        if reach < air {
            return;
        }
        let stop = a.between(b, reach / length);
        let leaving = self.points.len() == 1;
        let near_start = leaving && stop.distance(a) < self.core(map, self.from);
        if stop != a && !near_start && self.obstacle(map, a, stop).is_none() {
            self.points.push(stop);
        }
    }
}

/// At which share of the segment from a point of the board to one outside it leaves the board.
fn leaving_share(a: Point, b: Point) -> f64 {
    let along = |from: i32, to: i32| {
        let (from, to) = (f64::from(from), f64::from(to));
        if to < 0.0 {
            from / (from - to)
        } else if to > f64::from(SIDE) {
            (f64::from(SIDE) - from) / (to - from)
        } else {
            1.0
        }
    };
    along(a.x, b.x).min(along(a.y, b.y)).clamp(0.0, 1.0)
}

/// At which share of the segment it comes within `radius` of a point.
fn entry_share(a: Point, b: Point, centre: Point, radius: f64) -> f64 {
    let length = a.distance(b);
    let along = ((f64::from(b.x) - f64::from(a.x)) * (f64::from(centre.x) - f64::from(a.x))
        + (f64::from(b.y) - f64::from(a.y)) * (f64::from(centre.y) - f64::from(a.y)))
        / length;
    let aside = orient(a, b, centre) as f64 / length;
    let half = (radius * radius - aside * aside).max(0.0).sqrt();
    ((along - half) / length).clamp(0.0, 1.0)
}

impl PlanarMap {
    /// The distance from a spot to the nearest line that does not end there, to the nearest other spot and to the edge
    /// of the board, in lattice steps.
    pub(crate) fn spot_clearance(&self, spot: SpotId) -> f64 {
        let point = self.spot_point(spot);
        let mut least = f64::from(
            point
                .x
                .min(point.y)
                .min(SIDE - point.x)
                .min(SIDE - point.y)
                .max(1),
        );
        for other in self.spot_ids() {
            if other != spot {
                least = least.min(point.distance(self.spot_point(other)));
            }
        }
        for edge in &self.edges {
            let last = edge.points.len() - 2;
            for (small, pair) in edge.points.windows(2).enumerate() {
                let own = (small == 0 && edge.from == spot) || (small == last && edge.to == spot);
                if !own {
                    least = least.min(distance_to_segment(point, pair[0], pair[1]));
                }
            }
        }
        least
    }

    /// The same move with fewer points: a point goes when the line then passes it within `tolerance` (in units of the
    /// board) and the triangle that the line sweeps is empty of everything.
    pub fn simplify(&self, curve: &Curve, tolerance: f64) -> Curve {
        let tolerance = tolerance * f64::from(SIDE);
        let mut points = curve.points.clone();
        // A loop keeps at least two points of its own, so that it encloses something.
        let least = if curve.from == curve.to { 5 } else { 2 };
        let mut removed = true;
        while removed && points.len() > least {
            removed = false;
            let mut index = 1;
            while index + 1 < points.len() && points.len() > least {
                let (a, p, b) = (points[index - 1], points[index], points[index + 1]);
                if distance_to_segment(p, a, b) < tolerance
                    && a.distance(b) < 0.06 * f64::from(SIDE)
                    && self.triangle_is_empty(a, p, b)
                    && !points
                        .iter()
                        .enumerate()
                        .any(|(other, &q)| other.abs_diff(index) > 1 && in_triangle(q, a, p, b))
                {
                    points.remove(index);
                    removed = true;
                    // The next point stays for this round, so that points go evenly.
                }
                index += 1;
            }
        }
        Curve { points, ..*curve }
    }

    /// Whether a closed triangle holds no vertex of the map. Lines that do not meet two sides of it then do not meet
    /// the third.
    fn triangle_is_empty(&self, a: Point, b: Point, c: Point) -> bool {
        let corners = [a, b, c];
        !self
            .spots
            .iter()
            .map(|spot| spot.point)
            .chain(
                self.edges
                    .iter()
                    .flat_map(|edge| edge.points.iter().copied()),
            )
            .any(|point| !corners.contains(&point) && in_triangle(point, a, b, c))
    }
}

/// Whether a point lies in a closed triangle of either orientation.
pub(crate) fn in_triangle(p: Point, a: Point, b: Point, c: Point) -> bool {
    let low = a.min(b).min(c).x;
    let high = a.max(b).max(c).x;
    if p.x < low || p.x > high {
        return false;
    }
    let signs = [orient(a, b, p), orient(b, c, p), orient(c, a, p)];
    if orient(a, b, c) == 0 {
        return on_segment(p, a, b) || on_segment(p, b, c) || on_segment(p, a, c);
    }
    signs.iter().all(|&sign| sign >= 0) || signs.iter().all(|&sign| sign <= 0)
}
