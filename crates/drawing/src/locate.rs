//! Where a point lies: the region round it, and what is under the pointer.
//! It owns exact point location by a ray, and nearness for pointers. It changes nothing.

use crate::map::{DartId, EdgeId, PlanarMap};
use crate::point::{Point, SIDE, distance_to_segment, orient};
use sprouts::{RegionId, SpotId};
use std::cmp::Ordering;

/// What lies under the pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Located {
    /// The region that holds the point. On a line it is the one on its left.
    pub region: RegionId,
    /// The nearest spot within reach.
    pub spot: Option<SpotId>,
    /// The nearest edge within reach.
    pub edge: Option<EdgeId>,
}

impl PlanarMap {
    /// What lies within `reach` (in units of the board) of a point. When several spots are within reach, the nearest
    /// living one comes before the nearest dead one.
    pub fn locate(&self, point: Point, reach: f64) -> Located {
        let reach = reach * f64::from(SIDE);
        let spot = self
            .spot_ids()
            .filter(|&spot| self.spot_point(spot).distance(point) <= reach)
            .min_by_key(|&spot| {
                (
                    self.lives(spot) == 0,
                    self.spot_point(spot).distance_squared(point),
                )
            });
        let mut edge = None;
        let mut least = reach;
        for id in self.edge_ids() {
            for pair in self.edge(id).points.windows(2) {
                let distance = distance_to_segment(point, pair[0], pair[1]);
                if distance <= least {
                    least = distance;
                    edge = Some(id);
                }
            }
        }
        Located {
            region: self.region_at(point),
            spot,
            edge,
        }
    }

    /// The region that holds a point, exactly.
    pub fn region_at(&self, point: Point) -> RegionId {
        // A lone spot's own place is decided like any other point's: it hides nothing.
        match facing_dart(self, point, |_| true) {
            Some(dart) => self.region_of(dart),
            None => self.outermost(),
        }
    }

    /// The region that only the board encloses.
    pub fn outermost(&self) -> RegionId {
        // A move in the outermost region may give its number to either side, so it has to be looked up: a ray from left
        // of the board sees the open in front of the first line that it meets.
        let rising = self
            .edges
            .iter()
            .flat_map(|edge| edge.points.windows(2))
            .find(|pair| pair[0].y != pair[1].y);
        rising
            .and_then(|pair| {
                let height = pair[0].y.min(pair[1].y);
                facing_dart(self, Point::new(-1, height), |_| true)
            })
            // Level lines alone enclose nothing, so there is one region only.
            .map_or(RegionId(0), |dart| self.region_of(dart))
    }
}

/// The dart that a ray from the point to the right meets first, directed so that the point lies on its left; only edges
/// that pass the filter count. Nothing when the ray meets no line.
pub(crate) fn facing_dart(
    map: &PlanarMap,
    point: Point,
    counts: impl Fn(EdgeId) -> bool,
) -> Option<DartId> {
    let mut best: Option<(Point, Point, DartId)> = None;
    for id in map.edge_ids() {
        if !counts(id) {
            continue;
        }
        for pair in map.edge(id).points.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            if (a.y > point.y) == (b.y > point.y) || a.x.max(b.x) < point.x {
                continue;
            }
            let (low, high, dart) = if a.y < b.y {
                (a, b, id.forward())
            } else {
                (b, a, id.forward().twin())
            };
            if orient(low, high, point) <= 0 {
                continue;
            }
            let nearer = best.is_none_or(|(other_low, other_high, _)| {
                compare_at(point.y, (low, high), (other_low, other_high)) == Ordering::Less
            });
            if nearer {
                best = Some((low, high, dart));
            }
        }
    }
    best.map(|(_, _, dart)| dart)
}

/// Which of two rising segments a ray just above height `y` meets first, exactly.
fn compare_at(y: i32, (a, b): (Point, Point), (c, d): (Point, Point)) -> Ordering {
    let crossing = |low: Point, high: Point| {
        let rise = i128::from(high.y) - i128::from(low.y);
        let run = i128::from(high.x) - i128::from(low.x);
        let over = i128::from(y) - i128::from(low.y);
        (i128::from(low.x) * rise + over * run, run, rise)
    };
    let (at, run, rise) = crossing(a, b);
    let (other_at, other_run, other_rise) = crossing(c, d);
    (at * other_rise)
        .cmp(&(other_at * rise))
        .then((run * other_rise).cmp(&(other_run * rise)))
}
