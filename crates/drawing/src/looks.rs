//! Measures of looks, so that a change to routing or redrawing can be judged on a thousand games.
//! They decide nothing: floating point throughout.

use crate::insert::Curve;
use crate::map::{EdgeId, PlanarMap};
use crate::point::{Point, SIDE, nearest_on_segment};
use crate::relax::Grid;
use sprouts::SpotId;

/// How a picture looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Looks {
    /// The least distance between lines, spots included, except near a spot in which they meet; in units of the board.
    pub clearance: f64,
    /// The same in widths of a line.
    pub clearance_widths: f64,
    /// All lines together, in sides of the board.
    pub length: f64,
    /// The sharpest turn inside a line, as the cosine of its angle: 1 is straight, -1 turns back.
    pub sharpest: f64,
    /// The share of the board that the largest disc without ink takes.
    pub largest_empty: f64,
}

impl PlanarMap {
    /// Measures the picture.
    pub fn looks(&self) -> Looks {
        let clearance = self.clearance();
        let mut length = 0.0;
        let mut sharpest: f64 = 1.0;
        for edge in &self.edges {
            for pair in edge.points.windows(2) {
                length += pair[0].distance(pair[1]) / f64::from(SIDE);
            }
            for triple in edge.points.windows(3) {
                sharpest = sharpest.min(turn_cosine(triple[0], triple[1], triple[2]));
            }
        }
        Looks {
            clearance,
            clearance_widths: clearance / self.measures().line_width,
            length,
            sharpest,
            largest_empty: self.largest_empty(),
        }
    }

    /// The least distance between a point of a line or a spot and another line, except near a common spot; what is
    /// further apart than a tenth of the board counts as that.
    pub fn clearance(&self) -> f64 {
        const REACH: f64 = 0.1;
        // Lines that meet in a spot are as near as they like until they have had room to part.
        const APART: f64 = 0.04;
        let mut segments = Vec::new();
        let mut owners = Vec::new();
        for id in self.edge_ids() {
            for pair in self.edge(id).points.windows(2) {
                segments.push((pair[0].unit(), pair[1].unit()));
                owners.push(id);
            }
        }
        let grid = Grid::new(&segments, REACH);
        let mut least = REACH;
        let mut measure = |point: Point, ends: [SpotId; 2], own: Option<EdgeId>| {
            let at = point.unit();
            for &near in grid.near(at) {
                let (a, b) = segments[near as usize];
                let edge = owners[near as usize];
                let distance = nearest_on_segment(at, a, b).1;
                if distance >= least || Some(edge) == own {
                    continue;
                }
                let other = self.edge(edge);
                let common = ends
                    .iter()
                    .filter(|&&end| end == other.from || end == other.to)
                    .any(|&end| self.spot_point(end).distance(point) < APART * f64::from(SIDE));
                if !common {
                    least = distance;
                }
            }
        };
        for (index, spot) in self.spots.iter().enumerate() {
            measure(spot.point, [SpotId(index as u32); 2], None);
        }
        for id in self.edge_ids() {
            let edge = self.edge(id);
            for &point in &edge.points[1..edge.points.len() - 1] {
                measure(point, [edge.from, edge.to], Some(id));
            }
        }
        least
    }

    fn largest_empty(&self) -> f64 {
        const ROWS: usize = 32;
        let mut largest: f64 = 0.0;
        for row in 0..ROWS {
            for column in 0..ROWS {
                let at = (
                    (column as f64 + 0.5) / ROWS as f64,
                    (row as f64 + 0.5) / ROWS as f64,
                );
                let mut room = at.0.min(at.1).min(1.0 - at.0).min(1.0 - at.1);
                for spot in &self.spots {
                    let (x, y) = spot.point.unit();
                    room = room.min(((x - at.0) * (x - at.0) + (y - at.1) * (y - at.1)).sqrt());
                }
                for edge in &self.edges {
                    for pair in edge.points.windows(2) {
                        room = room.min(nearest_on_segment(at, pair[0].unit(), pair[1].unit()).1);
                    }
                }
                largest = largest.max(room);
            }
        }
        std::f64::consts::PI * largest * largest
    }

    /// A curve's length over the straight distance of its spots; nothing for a loop.
    pub fn detour(&self, curve: &Curve) -> Option<f64> {
        let straight = self
            .spot_point(curve.from)
            .distance(self.spot_point(curve.to))
            / f64::from(SIDE);
        (curve.from != curve.to).then(|| curve.length() / straight)
    }
}

fn turn_cosine(a: Point, b: Point, c: Point) -> f64 {
    let (u, v, w) = (a.unit(), b.unit(), c.unit());
    let (dx, dy) = (v.0 - u.0, v.1 - u.1);
    let (ex, ey) = (w.0 - v.0, w.1 - v.1);
    let lengths = ((dx * dx + dy * dy) * (ex * ex + ey * ey)).sqrt();
    if lengths > 0.0 {
        (dx * ex + dy * ey) / lengths
    } else {
        1.0
    }
}
