//! Measures of looks, so that a change to routing or redrawing can be judged on a thousand games.
//! They decide nothing: floating point throughout, in sides of the board where nothing else is said.

mod bends;
mod widths;

pub use bends::Bends;
pub use widths::{PHONE, WIDE, hugging, largest_travel, living_widths};

use drawing::{Curve, EdgeId, PlanarMap, Point, SIDE};
use rstar::primitives::{GeomWithData, Line};
use rstar::{PointDistance, RTree};
use sprouts::SpotId;

/// The least distance between a point of a line or a spot and another line, except near a common spot; what is
/// further apart than a tenth of the board counts as that.
pub fn clearance(map: &PlanarMap) -> f64 {
    const REACH: f64 = 0.1;
    let lines = Lines::of(map);
    let mut least = REACH;
    for spot in map.spot_ids() {
        least = lines.nearest(map.spot_point(spot), [spot; 2], None, least);
    }
    for id in map.edge_ids() {
        let edge = map.edge(id);
        let inner = &edge.points()[1..edge.points().len() - 1];
        for &point in inner {
            least = lines.nearest(point, [edge.from(), edge.to()], Some(id), least);
        }
    }
    least
}

/// A curve's length over the straight distance of its spots; nothing for a loop.
pub fn detour(map: &PlanarMap, curve: &Curve) -> Option<f64> {
    let straight = map
        .spot_point(curve.from)
        .distance(map.spot_point(curve.to))
        / f64::from(SIDE);
    (curve.from != curve.to).then(|| curve.length() / straight)
}

/// All segments of a picture's lines, found by place.
struct Lines<'a> {
    map: &'a PlanarMap,
    segments: RTree<GeomWithData<Line<[f64; 2]>, EdgeId>>,
}

impl<'a> Lines<'a> {
    fn of(map: &'a PlanarMap) -> Self {
        let at = |point: Point| <[f64; 2]>::from(point.unit());
        let segments = map.edge_ids().flat_map(|id| {
            let pairs = map.edge(id).points().windows(2);
            pairs.map(move |pair| GeomWithData::new(Line::new(at(pair[0]), at(pair[1])), id))
        });
        Lines {
            map,
            segments: RTree::bulk_load(segments.collect()),
        }
    }

    /// How near another line comes to a point of the line `own` that joins `ends`, or `least` if none comes nearer.
    fn nearest(&self, point: Point, ends: [SpotId; 2], own: Option<EdgeId>, least: f64) -> f64 {
        // Lines that meet in a spot are as near as they like until they have had room to part.
        const APART: f64 = 0.04;
        let at = <[f64; 2]>::from(point.unit());
        let near = self
            .segments
            .locate_within_distance(at, least * least)
            .filter(|segment| Some(segment.data) != own)
            .filter(|segment| {
                let other = self.map.edge(segment.data);
                !ends
                    .iter()
                    .filter(|&&end| end == other.from() || end == other.to())
                    .any(|&end| self.map.spot_point(end).distance(point) < APART * f64::from(SIDE))
            });
        near.map(|segment| segment.distance_2(&at).sqrt())
            .fold(least, f64::min)
    }
}
