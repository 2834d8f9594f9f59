//! Where the spots of a new game lie. It owns the start layouts; it knows nothing of lines.

use crate::map::PlanarMap;
use crate::point::Point;

impl PlanarMap {
    /// A new game of `spots` lone spots, at least one, laid out pleasantly with room to play.
    ///
    /// ```
    /// let map = drawing::PlanarMap::start(3);
    /// assert_eq!(map.spot_count(), 3);
    /// map.check().unwrap();
    /// ```
    pub fn start(spots: u32) -> Self {
        let count = (spots.max(1) as usize).min(PlanarMap::MAX_SPOTS);
        PlanarMap::from_spots(&start_points(count)).expect("the layouts keep spots apart")
    }
}

/// Where spots begin: a balanced figure for every number, evened out so that it fills the paper.
fn start_points(count: usize) -> Vec<Point> {
    let mut places = match count {
        1 => vec![(0.5, 0.5)],
        2..=20 => in_rings(count),
        _ => in_a_spiral(count),
    };
    for _ in 0..EVENINGS {
        even_out(&mut places);
    }
    let points = places.into_iter();
    points.map(|(x, y)| Point::from_unit(x, y)).collect()
}

/// How often a figure is evened out: often enough to fill the paper, not so often that it becomes a grid.
const EVENINGS: usize = 12;

/// Rings of spots, outermost first. By hand up to 20, so that every number has its own balanced figure.
pub(crate) fn rings(count: usize) -> Vec<usize> {
    let by_hand: &[usize] = match count {
        1..=6 => return vec![count],
        7 => &[6, 1],
        8 => &[7, 1],
        9 => &[6, 3],
        10 => &[7, 3],
        11 => &[8, 3],
        12 => &[8, 4],
        13 => &[9, 4],
        14 => &[10, 4],
        15 => &[10, 5],
        16 => &[11, 5],
        17 => &[11, 5, 1],
        18 => &[11, 6, 1],
        19 => &[12, 6, 1],
        20 => &[13, 6, 1],
        _ => &[],
    };
    if !by_hand.is_empty() {
        return by_hand.to_vec();
    }
    // Each ring holds about six spots more than the one inside it: what even spacing in a disc gives.
    let mut inside = Vec::new();
    let mut left = count;
    let mut size = 1;
    while left > 0 {
        let ring = size.min(left);
        inside.push(ring);
        left -= ring;
        size = if size == 1 { 6 } else { size + 6 };
    }
    if let [.., before, last] = &mut inside[..] {
        // The rest goes outside only if it is a ring worth the name; otherwise the ring before takes it.
        if *last * 3 < *before * 2 {
            let both = *last + *before;
            *last = both * 5 / 9;
            *before = both - *last;
        }
    }
    inside.reverse();
    inside
}

/// Up to twenty spots in rings.
fn in_rings(count: usize) -> Vec<(f64, f64)> {
    let rings = rings(count);
    // Few spots sit nearer to the middle, so that curves find room outside.
    let outer = match count {
        2 => 0.23,
        3 | 4 => 0.27,
        5 | 6 => 0.30,
        7..=10 => 0.34,
        _ => 0.375,
    };
    let mut places = Vec::new();
    for (index, &ring) in rings.iter().enumerate() {
        let from_inside = rings.len() - 1 - index;
        let middle_is_spot = rings.last() == Some(&1);
        let levels = rings.len() as f64 - if middle_is_spot { 1.0 } else { 0.45 };
        let level = from_inside as f64 + if middle_is_spot { 0.0 } else { 0.55 };
        let radius = if rings.len() == 1 {
            outer
        } else {
            outer * level / levels
        };
        for place in 0..ring {
            // Two lie side by side, the others start from the top; every second ring is turned by half a place.
            let shift = if count == 2 {
                0.0
            } else if count == 4 {
                -0.125
            } else if index % 2 == 1 && rings[0].is_multiple_of(ring) {
                -0.25 + 0.5 / ring as f64
            } else {
                -0.25 + 0.5 * (index % 2) as f64
            };
            places.push(around_middle(place as f64 / ring as f64 + shift, radius));
        }
    }
    places
}

/// More spots than there are figures for, as the seeds of a sunflower lie: each turned by the golden section.
fn in_a_spiral(count: usize) -> Vec<(f64, f64)> {
    const GOLDEN: f64 = 0.381_966_011_250_105_1;
    (0..count)
        .map(|index| {
            let share = (index as f64 + 0.5) / count as f64;
            around_middle(index as f64 * GOLDEN, 0.4 * share.sqrt())
        })
        .collect()
}

/// The place at a share of a full turn, on a ring that bulges a little towards the corners, since paper is square.
fn around_middle(share: f64, radius: f64) -> (f64, f64) {
    let (cos, sin) = turn(share);
    let fourths = cos * cos * cos * cos + sin * sin * sin * sin;
    let radius = radius / fourths.sqrt().sqrt();
    (0.5 + radius * cos, 0.5 + radius * sin)
}

/// Lets every spot go a little way from the others and from the edge of the paper.
fn even_out(places: &mut [(f64, f64)]) {
    const MARGIN: f64 = 0.03;
    const STEP: f64 = 0.02;
    let cell = 1.0 / (places.len() as f64).sqrt();
    // The push of something at a distance, for each unit of that distance.
    let push = |square: f64| {
        let near = cell * cell / square;
        near * near
    };
    let before = places.to_vec();
    for (index, at) in places.iter_mut().enumerate() {
        let (mut x, mut y) = (0.0, 0.0);
        for (other, &(u, v)) in before.iter().enumerate() {
            if other != index {
                let (dx, dy) = (at.0 - u, at.1 - v);
                let by = push(dx * dx + dy * dy);
                x += dx * by;
                y += dy * by;
            }
        }
        // The edge is a mirror: each spot keeps off its own image.
        let wall = |distance: f64| 2.0 * distance * push(4.0 * distance * distance);
        x += wall(at.0 - MARGIN) - wall(1.0 - MARGIN - at.0);
        y += wall(at.1 - MARGIN) - wall(1.0 - MARGIN - at.1);
        let length = (x * x + y * y).sqrt();
        let scale = if length > 0.0 {
            (STEP * cell / length).min(0.05)
        } else {
            0.0
        };
        at.0 += x * scale;
        at.1 += y * scale;
    }
}

/// Cosine and sine of a share of a full turn, by series: the standard library's may differ in the last bit from machine
/// to machine, and two players must see the same picture.
pub(crate) fn turn(share: f64) -> (f64, f64) {
    let share = share - share.floor();
    // A share just below nought is rounded up to a full turn.
    let share = if share < 1.0 { share } else { 0.0 };
    let quarter = (share * 4.0).floor();
    let angle = (share - quarter / 4.0) * std::f64::consts::TAU;
    let square = angle * angle;
    let (mut cos, mut sin) = (1.0, angle);
    let (mut cos_term, mut sin_term) = (1.0, angle);
    for step in 1..14 {
        let step = f64::from(2 * step);
        cos_term *= -square / (step * (step - 1.0));
        sin_term *= -square / (step * (step + 1.0));
        cos += cos_term;
        sin += sin_term;
    }
    match quarter as i32 {
        0 => (cos, sin),
        1 => (-sin, cos),
        2 => (-cos, -sin),
        _ => (sin, -cos),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_cosine_and_sine() {
        for step in 0..1000 {
            let share = f64::from(step) / 1000.0;
            let (cos, sin) = turn(share);
            let angle = share * std::f64::consts::TAU;
            assert!((cos - angle.cos()).abs() < 1e-12 && (sin - angle.sin()).abs() < 1e-12);
        }
    }

    #[test]
    fn every_start_is_sound_and_spots_keep_apart() {
        for count in 1..=60 {
            let map = PlanarMap::start(count);
            assert_eq!(map.spot_count(), count as usize);
            map.check().unwrap();
            let least = 0.5 / f64::from(count).sqrt();
            for a in map.spot_ids() {
                for b in map.spot_ids().filter(|&b| b < a) {
                    let distance = map.spot_point(a).distance(map.spot_point(b))
                        / f64::from(crate::point::SIDE);
                    assert!(distance > least, "{count} spots: {distance}");
                }
            }
        }
    }
}
