//! Smooth curves through the polylines: a cubic for every small edge, guaranteed to meet nothing that the polylines do
//! not meet. It owns how lines are rounded. It knows nothing of colours or files.
//!
//! A cubic lies in the convex hull of its four control points. All hulls are made disjoint (those of neighbours share their common
//! point only), by halving the handles of both cubics of a conflict until none is left. Without handles the hulls are the small edges
//! themselves, which do not meet. The tests are exact.

use crate::map::{Boundary, DartId, EdgeId, PlanarMap};
use crate::point::{Point, SIDE, segments_meet, segments_overlap, steps};
use crate::stroke::in_triangle;
use sprouts::order;
use sprouts::{RegionId, SpotId};
use std::fmt::Write;

/// A cubic Bézier curve by its control points.
pub type Cubic = [Point; 4];

/// The smooth curves of all edges of a map as it was when they were made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmoothMap {
    edges: Vec<Vec<Cubic>>,
}

impl PlanarMap {
    /// Smooth curves for all edges.
    pub fn smooth(&self) -> SmoothMap {
        let mut handles: Vec<Handle> = Vec::with_capacity(self.small_edge_count());
        for id in self.edge_ids() {
            self.collect_handles(id, &mut handles);
        }
        let mut cubics: Vec<Cubic> = handles.iter().map(Handle::cubic).collect();
        // Five halvings and then none at all; a conflict costs both sides a step, so this many rounds settle all.
        for _ in 0..2 * FULL + 2 {
            let conflicts = conflicts(&handles, &cubics);
            if conflicts.is_empty() {
                break;
            }
            for index in conflicts {
                let handle = &mut handles[index];
                handle.tension = handle.tension.saturating_sub(1);
                cubics[index] = handle.cubic();
            }
        }
        let mut edges = Vec::with_capacity(self.edges.len());
        let mut rest = &cubics[..];
        for edge in &self.edges {
            let (own, others) = rest.split_at(edge.points.len() - 1);
            edges.push(own.to_vec());
            rest = others;
        }
        SmoothMap { edges }
    }

    /// The direction in which a line passes through a spot that was made on it, so that both halves meet smoothly.
    fn tangent_through(&self, spot: SpotId) -> Option<(f64, f64)> {
        let number = self.move_of_spot(spot)?;
        let first = &self.edges[self.base.1 + 2 * number];
        let second = &self.edges[self.base.1 + 2 * number + 1];
        Some(tangent(
            first.points[first.points.len() - 2],
            self.spot_point(spot),
            second.points[1],
        ))
    }

    fn collect_handles(&self, id: EdgeId, handles: &mut Vec<Handle>) {
        let edge = self.edge(id);
        let points = &edge.points;
        let last = points.len() - 1;
        let made_here = |spot: SpotId| {
            // Only the two halves of its own curve pass straight through a spot; a later line ends there.
            let own = self.move_of_spot(spot).is_some()
                && self.move_of_spot(spot) == self.move_of_edge(id);
            own.then(|| self.tangent_through(spot)).flatten()
        };
        let tangents: Vec<Option<(f64, f64)>> = (0..=last)
            .map(|index| {
                if index == 0 {
                    made_here(edge.from)
                } else if index == last {
                    made_here(edge.to)
                } else {
                    Some(tangent(points[index - 1], points[index], points[index + 1]))
                }
            })
            .collect();
        for index in 0..last {
            let (a, b) = (points[index], points[index + 1]);
            handles.push(Handle {
                edge: id,
                index,
                last: index + 1 == last,
                ends: [edge.from, edge.to],
                a,
                b,
                out: tangents[index],
                into: tangents[index + 1],
                tension: FULL,
            });
        }
    }
}

/// The tension of handles at full length.
const FULL: u8 = 5;

/// A small edge with the directions of its cubic's handles.
struct Handle {
    edge: EdgeId,
    index: usize,
    last: bool,
    ends: [SpotId; 2],
    a: Point,
    b: Point,
    out: Option<(f64, f64)>,
    into: Option<(f64, f64)>,
    tension: u8,
}

impl Handle {
    fn cubic(&self) -> Cubic {
        let (a, b) = (self.a, self.b);
        if self.tension == 0 {
            return [a, a, b, b];
        }
        let length = a.distance(b) / 3.0 / f64::from(1u32 << (FULL - self.tension));
        let (start, end) = (steps(a), steps(b));
        let first = self
            .out
            .map(|(x, y)| Point::from_steps(start.0 + x * length, start.1 + y * length));
        let second = self
            .into
            .map(|(x, y)| Point::from_steps(end.0 - x * length, end.1 - y * length));
        // At a free end the curve has no bend: its handle points to the other one.
        match (first, second) {
            (Some(first), Some(second)) => [a, first, second, b],
            (None, Some(second)) => [a, a.between(second, 0.5), second, b],
            (Some(first), None) => [a, first, b.between(first, 0.5), b],
            (None, None) => [a, a, b, b],
        }
    }

    fn end_spot(&self, at_start: bool) -> Option<SpotId> {
        if at_start {
            (self.index == 0).then_some(self.ends[0])
        } else {
            self.last.then_some(self.ends[1])
        }
    }

    /// The common point of two small edges that are neighbours, in one edge or round a spot.
    fn shared(&self, other: &Handle) -> Option<Point> {
        if self.edge == other.edge {
            if self.index + 1 == other.index {
                return Some(self.b);
            }
            if other.index + 1 == self.index {
                return Some(self.a);
            }
        }
        for at_start in [true, false] {
            for other_at_start in [true, false] {
                let spot = self.end_spot(at_start);
                if spot.is_some() && spot == other.end_spot(other_at_start) {
                    return Some(if at_start { self.a } else { self.b });
                }
            }
        }
        None
    }
}

/// The unit vector of a line's direction in a point between two neighbours, nearer to the direction of the shorter side.
fn tangent(before: Point, at: Point, after: Point) -> (f64, f64) {
    let (p, q, r) = (steps(before), steps(at), steps(after));
    let unit = |x: f64, y: f64| {
        let length = (x * x + y * y).sqrt();
        if length > 0.0 {
            (x / length, y / length, length)
        } else {
            (0.0, 0.0, 0.0)
        }
    };
    let (x, y, length) = unit(q.0 - p.0, q.1 - p.1);
    let (u, v, other) = unit(r.0 - q.0, r.1 - q.1);
    let (sum_x, sum_y, size) = unit(x * other + u * length, y * other + v * length);
    if size > 0.0 { (sum_x, sum_y) } else { (x, y) }
}

/// The indices of all cubics whose hull meets another's.
fn conflicts(handles: &[Handle], cubics: &[Cubic]) -> Vec<usize> {
    let left = |cubic: &Cubic| cubic.iter().map(|point| point.x).min().unwrap_or(0);
    let right = |cubic: &Cubic| cubic.iter().map(|point| point.x).max().unwrap_or(0);
    let mut order: Vec<usize> = (0..cubics.len()).collect();
    order::sort_by_key(&mut order, |&index| left(&cubics[index]));
    let mut active: Vec<usize> = Vec::new();
    let mut found = vec![false; cubics.len()];
    for &index in &order {
        let start = left(&cubics[index]);
        active.retain(|&other| right(&cubics[other]) >= start);
        for &other in &active {
            if handles[index].tension == 0 && handles[other].tension == 0 {
                continue;
            }
            if hulls_conflict(
                &cubics[index],
                &cubics[other],
                handles[index].shared(&handles[other]),
            ) {
                found[index] = true;
                found[other] = true;
            }
        }
        active.push(index);
    }
    (0..cubics.len()).filter(|&index| found[index]).collect()
}

/// Whether two hulls have a point in common, other than a given one.
fn hulls_conflict(one: &Cubic, two: &Cubic, shared: Option<Point>) -> bool {
    let spans = |cubic: &Cubic| {
        let y = cubic.map(|point| point.y);
        (
            y.into_iter().min().unwrap_or(0),
            y.into_iter().max().unwrap_or(0),
        )
    };
    let ((low, high), (other_low, other_high)) = (spans(one), spans(two));
    if high < other_low || other_high < low {
        return false;
    }
    const PAIRS: [(usize, usize); 6] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    for (i, j) in PAIRS {
        let (a, b) = (one[i], one[j]);
        for (k, l) in PAIRS {
            let (c, d) = (two[k], two[l]);
            let meets = match shared {
                Some(v) if (a == v || b == v) && (c == v || d == v) => {
                    let far = if a == v { b } else { a };
                    let other = if c == v { d } else { c };
                    far != v && other != v && segments_overlap(v, far, other)
                }
                _ => segments_meet(a, b, c, d),
            };
            if meets {
                return true;
            }
        }
    }
    let holds = |hull: &Cubic, point: Point| {
        Some(point) != shared
            && [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
                .iter()
                .any(|&(i, j, k)| in_triangle(point, hull[i], hull[j], hull[k]))
    };
    one.iter().any(|&point| holds(two, point)) || two.iter().any(|&point| holds(one, point))
}

impl SmoothMap {
    /// The cubics of an edge in the order of its polyline.
    pub fn cubics(&self, edge: EdgeId) -> &[Cubic] {
        &self.edges[edge.0 as usize]
    }

    /// The path of an edge, for the `d` of an SVG path on a board of `size` units a side.
    pub fn edge_path(&self, edge: EdgeId, size: f64) -> String {
        let mut path = String::new();
        self.write_dart(edge.forward(), size, true, &mut path);
        path
    }

    /// The path round a region, to be filled with the even-odd rule. The outermost region is bounded by the board.
    pub fn region_path(&self, map: &PlanarMap, region: RegionId, size: f64) -> String {
        let mut path = String::new();
        if region == map.outermost() {
            let _ = write!(path, "M0 0H{size}V{size}H0Z");
        }
        for boundary in &map.regions[region.0 as usize] {
            if let Boundary::Walk(darts) = boundary {
                for (index, &dart) in darts.iter().enumerate() {
                    self.write_dart(dart, size, index == 0, &mut path);
                }
                path.push('Z');
            }
        }
        path
    }

    fn write_dart(&self, dart: DartId, size: f64, begin: bool, path: &mut String) {
        let cubics = &self.edges[dart.edge().0 as usize];
        let forward = dart.is_forward();
        let count = cubics.len();
        for index in 0..count {
            let mut cubic = cubics[if forward { index } else { count - 1 - index }];
            if !forward {
                cubic.reverse();
            }
            if begin && index == 0 {
                let _ = write!(path, "M{}", show(cubic[0], size));
            }
            if cubic[0] == cubic[1] && cubic[2] == cubic[3] {
                let _ = write!(path, "L{}", show(cubic[3], size));
            } else {
                let _ = write!(
                    path,
                    "C{} {} {}",
                    show(cubic[1], size),
                    show(cubic[2], size),
                    show(cubic[3], size)
                );
            }
        }
    }
}

/// A point as SVG coordinates, to a four-thousandth of a pixel on a board of 1000.
pub(crate) fn show(point: Point, size: f64) -> String {
    let scale = size / f64::from(SIDE);
    let number = |value: i32| {
        let rounded = (f64::from(value) * scale * 1000.0).round() / 1000.0;
        format!("{rounded}")
    };
    format!("{} {}", number(point.x), number(point.y))
}
