//! How lines bend: energy, S-bends, hooks where they end, and angles where they meet.

use drawing::{DartId, EdgeId, PlanarMap, Point};
use sprouts::SpotId;
use std::collections::BTreeMap;

/// How the lines of a picture bend. A line is what one move drew, through its new spot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bends {
    /// For every line: the integral of the squared curvature, times its length. An arc of a circle has the square of
    /// its turning, whatever its size; a full circle has 39.5.
    pub energies: Vec<f64>,
    /// For every line: how often it changes from turning one way to turning the other.
    pub changes: Vec<f64>,
    /// For every end of a line: how far it turns within its last quarter and the last 0.06 of the board, in radians.
    pub end_turns: Vec<f64>,
    /// For every spot in which three lines end: the least angle between two of them, in degrees.
    pub angles: Vec<f64>,
}

/// A turn of less than this, in radians, is no bend.
const LOBE: f64 = 0.35;
/// How far from a spot its lines are looked at.
const END: f64 = 0.06;
/// How far from a spot the eye sees the angle of two lines.
const EYE: f64 = 0.025;

type Vector = (f64, f64);

impl Bends {
    /// The bends of a picture.
    pub fn of(map: &PlanarMap) -> Self {
        let mut bends = Bends::default();
        for points in lines(map) {
            let turns = turns(&points);
            bends.energies.push(energy(&points, &turns));
            bends.changes.push(f64::from(changes(&turns)));
        }
        for id in map.edge_ids() {
            for dart in [id.forward(), id.forward().twin()] {
                let points: Vec<Vector> = map.dart_points(dart).map(Point::unit).collect();
                bends.end_turns.push(end_turn(&points));
            }
        }
        for (_, darts) in ends(map).into_iter().filter(|(_, darts)| darts.len() == 3) {
            bends.angles.push(least_angle(map, &darts));
        }
        bends
    }
}

/// The darts that leave each spot.
fn ends(map: &PlanarMap) -> BTreeMap<SpotId, Vec<DartId>> {
    let mut ends: BTreeMap<SpotId, Vec<DartId>> = BTreeMap::new();
    for id in map.edge_ids() {
        for dart in [id.forward(), id.forward().twin()] {
            ends.entry(map.tail(dart)).or_default().push(dart);
        }
    }
    ends
}

/// The lines as they were drawn: both halves of a move's curve make one.
fn lines(map: &PlanarMap) -> Vec<Vec<Vector>> {
    let unit = |id: EdgeId| map.edge(id).points().iter().map(|point| point.unit());
    let mut lines: Vec<Vec<Vector>> = Vec::new();
    let mut last = None;
    for id in map.edge_ids() {
        let by = map.move_of_edge(id);
        match lines.last_mut() {
            Some(line) if by.is_some() && by == last => line.extend(unit(id).skip(1)),
            _ => lines.push(unit(id).collect()),
        }
        last = by;
    }
    lines
}

fn length((x, y): Vector) -> f64 {
    x.hypot(y)
}

fn minus(a: Vector, b: Vector) -> Vector {
    (a.0 - b.0, a.1 - b.1)
}

/// The angle from one direction to another, to the left.
fn angle(a: Vector, b: Vector) -> f64 {
    (a.0 * b.1 - a.1 * b.0).atan2(a.0 * b.0 + a.1 * b.1)
}

/// The turn at each inner vertex.
fn turns(points: &[Vector]) -> Vec<f64> {
    points
        .windows(3)
        .map(|p| angle(minus(p[1], p[0]), minus(p[2], p[1])))
        .collect()
}

fn energy(points: &[Vector], turns: &[f64]) -> f64 {
    let sizes: Vec<f64> = points
        .windows(2)
        .map(|p| length(minus(p[1], p[0])))
        .collect();
    let bent: f64 = turns
        .iter()
        .zip(sizes.windows(2))
        .map(|(turn, size)| turn * turn * 2.0 / (size[0] + size[1]))
        .sum();
    bent * sizes.iter().sum::<f64>()
}

/// How often the line turns the other way; what is a bend at all is decided by [`LOBE`].
fn changes(turns: &[f64]) -> u32 {
    let (mut way, mut extreme, mut heading, mut count) = (0.0, 0.0f64, 0.0f64, 0);
    for turn in turns {
        heading += turn;
        if way == 0.0 {
            if heading.abs() > LOBE {
                way = heading.signum();
                extreme = heading;
            }
        } else if (heading - extreme) * way > 0.0 {
            extreme = heading;
        } else if (extreme - heading) * way > LOBE {
            way = -way;
            extreme = heading;
            count += 1;
        }
    }
    count
}

/// The place so far along a line.
fn along(points: &[Vector], far: f64) -> Vector {
    let mut left = far;
    for p in points.windows(2) {
        let step = minus(p[1], p[0]);
        let size = length(step);
        if size >= left && size > 0.0 {
            return (p[0].0 + step.0 * left / size, p[0].1 + step.1 * left / size);
        }
        left -= size;
    }
    points[points.len() - 1]
}

/// How far a line turns near its beginning.
fn end_turn(points: &[Vector]) -> f64 {
    let whole: f64 = points.windows(2).map(|p| length(minus(p[1], p[0]))).sum();
    let reach = END.min(whole / 4.0);
    let (mut gone, mut turned) = (0.0, 0.0);
    for p in points.windows(3) {
        gone += length(minus(p[1], p[0]));
        if gone > reach {
            break;
        }
        turned += angle(minus(p[1], p[0]), minus(p[2], p[1]));
    }
    f64::abs(turned)
}

/// The least angle between lines that leave a spot, seen a little way out.
fn least_angle(map: &PlanarMap, darts: &[DartId]) -> f64 {
    let seen = |dart: DartId| {
        let points: Vec<Vector> = map.dart_points(dart).map(Point::unit).collect();
        let whole: f64 = points.windows(2).map(|p| length(minus(p[1], p[0]))).sum();
        // Not beyond a quarter of the line: the other end of a short one is no direction.
        let at = along(&points, EYE.min(whole / 4.0));
        minus(at, points[0])
    };
    let ways: Vec<Vector> = darts.iter().map(|&dart| seen(dart)).collect();
    let mut least = 180.0f64;
    for (index, &one) in ways.iter().enumerate() {
        for &two in &ways[..index] {
            least = least.min(angle(one, two).abs().to_degrees());
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_has_the_square_of_its_turning_and_no_change() {
        let circle: Vec<Vector> = (0..=100)
            .map(|step| (f64::from(step) / 100.0 * std::f64::consts::TAU).sin_cos())
            .collect();
        let turns = turns(&circle);
        let energy = energy(&circle, &turns);
        assert!((energy - 39.5).abs() < 1.0, "{energy}");
        assert_eq!(changes(&turns), 0);
    }

    #[test]
    fn a_wave_changes_as_often_as_it_has_turning_points_of_its_heading() {
        let wave: Vec<Vector> = (0..=200)
            .map(|step| f64::from(step) / 100.0 * std::f64::consts::TAU)
            .map(|x| (x, x.sin()))
            .collect();
        assert_eq!(changes(&turns(&wave)), 3);
        let flat: Vec<Vector> = wave.iter().map(|&(x, y)| (x, 0.1 * y)).collect();
        assert_eq!(changes(&turns(&flat)), 0, "what is hardly seen is no bend");
    }
}
