//! Rounding a curve that was found: its inner points find their places among everything else in the region, which is held fast.
//! Whether the curve may be rounded is judged elsewhere.

use super::Router;
use crate::insert::Curve;
use crate::map::Boundary;
use crate::point::Point;
use crate::redraw::forces_for;
use crate::relax::{Chain, Line, Relaxer};
use sprouts::SpotId;
use std::collections::BTreeMap;

impl Router<'_> {
    /// The curve after its inner points have found their places among everything else, which is held fast.
    pub(super) fn relaxed(&self, curve: &Curve) -> Curve {
        let (mut points, spots, mut lines) = self.surroundings(curve);
        let mut fixed = vec![true; points.len()];
        let mut vertices = vec![spots[&curve.from]];
        for &point in &curve.points[1..curve.points.len() - 1] {
            vertices.push(points.len() as u32);
            points.push(point);
            fixed.push(false);
        }
        vertices.push(spots[&curve.to]);
        lines.push(free_line(vertices, false));
        let spot_count = spots.len();
        let own = lines.len() as u32 - 1;
        let mut relaxer = Relaxer {
            points,
            fixed,
            spots: spot_count,
            lines,
            chains: vec![Chain {
                lines: vec![(own, true)],
                closed: false,
            }],
            degrees: vec![0; spot_count],
            homes: Vec::new(),
            forces: forces_for(self.map),
            owners: Vec::new(),
            spot_regions: vec![1; spot_count],
            tight: false,
        };
        relaxer.compact();
        let steps = 24;
        for step in 0..steps {
            relaxer.step(1.0 - 0.8 * f64::from(step) / f64::from(steps));
        }
        let own = relaxer.lines.last().expect("the curve is a line");
        Curve {
            from: curve.from,
            to: curve.to,
            points: own
                .vertices
                .iter()
                .map(|&vertex| relaxer.points[vertex as usize])
                .collect(),
        }
    }

    /// What a curve in the region has round it: points, those of spots first; the vertices of spots; and the lines between them, which are held fast.
    fn surroundings(&self, curve: &Curve) -> (Vec<Point>, BTreeMap<SpotId, u32>, Vec<Line>) {
        let mut points: Vec<Point> = Vec::new();
        let mut spots: BTreeMap<SpotId, u32> = BTreeMap::new();
        let mut spot_vertex = |points: &mut Vec<Point>, spot: SpotId| {
            *spots.entry(spot).or_insert_with(|| {
                points.push(self.map.spot_point(spot));
                points.len() as u32 - 1
            })
        };
        let mut edges = Vec::new();
        spot_vertex(&mut points, curve.from);
        spot_vertex(&mut points, curve.to);
        for boundary in self.boundaries() {
            match boundary {
                Boundary::Lone(spot) => {
                    spot_vertex(&mut points, *spot);
                }
                Boundary::Walk(darts) => {
                    for &dart in darts {
                        spot_vertex(&mut points, self.map.tail(dart));
                        if !edges.contains(&dart.edge()) {
                            edges.push(dart.edge());
                        }
                    }
                }
            }
        }
        let mut lines = Vec::new();
        for edge in edges {
            let edge = self.map.edge(edge);
            let mut vertices = vec![spot_vertex(&mut points, edge.from)];
            for &point in &edge.points[1..edge.points.len() - 1] {
                vertices.push(points.len() as u32);
                points.push(point);
            }
            vertices.push(spot_vertex(&mut points, edge.to));
            lines.push(free_line(vertices, true));
        }
        (points, spots, lines)
    }
}

/// A line on which nothing presses.
fn free_line(vertices: Vec<u32>, fixed: bool) -> Line {
    Line {
        vertices,
        fixed,
        least: 3,
        pressure: 0.0,
        reaches: [1.0; 2],
        regions: 1,
    }
}
