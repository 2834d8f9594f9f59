//! How wide the regions are in which somebody can still move, and how much of the lines runs along the edge of the board.

use drawing::{Boundary, PlanarMap, Point};
use sprouts::RegionId;

/// The side of a board on a phone, in pixels.
pub const PHONE: f64 = 360.0;

/// Wider than this, in pixels on a phone, is wide enough for any finger.
pub const WIDE: f64 = 48.0;

type Vector = (f64, f64);

/// For every region in which somebody can move: the diameter of the largest disc that fits between its lines, in pixels
/// on a phone, at most [`WIDE`].
pub fn living_widths(map: &PlanarMap) -> Vec<f64> {
    let labelled = map.labelled();
    let living = labelled
        .region_ids()
        .filter(|&region| labelled.region_lives(region) >= 2);
    let walls = living.map(|region| Walls::of(map, region));
    walls.map(|walls| walls.width()).collect()
}

/// The share of all lines that runs along a side of the board, nearly parallel to it and no further from it than this.
pub fn hugging(map: &PlanarMap) -> f64 {
    const NEAR: f64 = 0.1;
    const SLOPE: f64 = 0.3;
    let (mut along, mut whole) = (0.0, 0.0);
    for id in map.edge_ids() {
        for pair in map.edge(id).points().windows(2) {
            let ((x, y), (u, v)) = (pair[0].unit(), pair[1].unit());
            let (dx, dy) = ((u - x).abs(), (v - y).abs());
            let near = |value: f64| value.min(1.0 - value) < NEAR;
            let length = dx.hypot(dy);
            whole += length;
            if (near((y + v) / 2.0) && dy < SLOPE * dx) || (near((x + u) / 2.0) && dx < SLOPE * dy)
            {
                along += length;
            }
        }
    }
    if whole > 0.0 { along / whole } else { 0.0 }
}

/// The lines round a region.
struct Walls {
    segments: Vec<(Vector, Vector)>,
    /// The outermost region has the board round it.
    outermost: bool,
}

impl Walls {
    fn of(map: &PlanarMap, region: RegionId) -> Self {
        let mut segments = Vec::new();
        for boundary in &map.regions()[region.0 as usize] {
            if matches!(boundary, Boundary::Walk(_)) {
                let polygon = map.boundary_polygon(boundary);
                let next = polygon.iter().cycle().skip(1);
                let pairs = polygon.iter().zip(next).map(|(a, b)| (a.unit(), b.unit()));
                segments.extend(pairs);
            }
        }
        let outermost = region == map.outermost();
        if outermost {
            let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
            segments.extend((0..4).map(|side| (corners[side], corners[(side + 1) % 4])));
        }
        Walls {
            segments,
            outermost,
        }
    }

    /// The distance to the nearest wall, negative outside the region.
    fn depth(&self, at: Vector) -> f64 {
        let (mut nearest, mut inside) = (f64::INFINITY, false);
        for &(a, b) in &self.segments {
            let step = (b.0 - a.0, b.1 - a.1);
            let from = (at.0 - a.0, at.1 - a.1);
            let square = (step.0 * step.0 + step.1 * step.1).max(f64::MIN_POSITIVE);
            let share = ((from.0 * step.0 + from.1 * step.1) / square).clamp(0.0, 1.0);
            let away = (from.0 - share * step.0, from.1 - share * step.1);
            nearest = nearest.min(away.0 * away.0 + away.1 * away.1);
            if (a.1 > at.1) != (b.1 > at.1) && at.0 < a.0 + (at.1 - a.1) / step.1 * step.0 {
                inside = !inside;
            }
        }
        if inside {
            nearest.sqrt()
        } else {
            -nearest.sqrt()
        }
    }

    /// The diameter of the largest disc inside, in pixels on a phone: squares are searched, those that could hold the
    /// deepest place first.
    fn width(&self) -> f64 {
        const FINE: f64 = 0.25 / PHONE;
        let enough = WIDE / 2.0 / PHONE;
        let (mut low, mut high) = ((1.0f64, 1.0f64), (0.0f64, 0.0f64));
        for &((x, y), _) in &self.segments {
            low = (low.0.min(x), low.1.min(y));
            high = (high.0.max(x), high.1.max(y));
        }
        debug_assert!(!self.outermost || low == (0.0, 0.0));
        let half = (high.0 - low.0).max(high.1 - low.1) / 2.0;
        let middle = ((low.0 + high.0) / 2.0, (low.1 + high.1) / 2.0);
        let mut best = 0.0f64;
        let mut squares = vec![(self.depth(middle) + half * 1.5, middle, half)];
        while let Some(index) = most(&squares) {
            let (bound, (x, y), half) = squares.swap_remove(index);
            if bound <= best + FINE || best >= enough {
                break;
            }
            let half = half / 2.0;
            for (dx, dy) in [(-half, -half), (half, -half), (-half, half), (half, half)] {
                let at = (x + dx, y + dy);
                let depth = self.depth(at);
                best = best.max(depth);
                // No place in a square is further from its middle than half its diagonal.
                let bound = depth + half * std::f64::consts::SQRT_2;
                if bound > best + FINE {
                    squares.push((bound, at, half));
                }
            }
        }
        2.0 * best.min(enough) * PHONE
    }
}

/// The index of the square with the highest bound.
fn most(squares: &[(f64, Vector, f64)]) -> Option<usize> {
    (0..squares.len()).max_by(|&a, &b| squares[a].0.total_cmp(&squares[b].0))
}

/// How far the spots that both pictures have lie apart: the largest distance, in sides of the board.
pub fn largest_travel(before: &PlanarMap, after: &PlanarMap) -> f64 {
    let side = f64::from(drawing::SIDE);
    let apart = |(a, b): (Point, Point)| a.distance(b) / side;
    before
        .spot_ids()
        .map(|spot| apart((before.spot_point(spot), after.spot_point(spot))))
        .fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disc_fits_between_the_walls_of_a_strip() {
        let corners = [(0.2, 0.2), (0.8, 0.2), (0.8, 0.25), (0.2, 0.25)];
        let strip = Walls {
            segments: (0..4)
                .map(|side| (corners[side], corners[(side + 1) % 4]))
                .collect(),
            outermost: false,
        };
        let width = strip.width();
        assert!((width - 0.05 * PHONE).abs() < 1.0, "{width}");
    }

    #[test]
    fn a_start_has_one_wide_region_and_nothing_along_its_edge() {
        let map = PlanarMap::start(3);
        assert_eq!(living_widths(&map), [WIDE]);
        assert_eq!(hugging(&map), 0.0);
        assert_eq!(largest_travel(&map, &map), 0.0);
    }
}
