//! Points on a lattice, and the exact predicates that decide everything topological.
//! It owns coordinates and signs; it knows nothing of spots, edges or maps.
//!
//! The unit square is a lattice of 2²⁴ steps a side. Differences then need 25 bits and their products 50, so plain
//! 64-bit integers decide every orientation exactly: no tolerance, no adaptive arithmetic, the same on every machine.

/// Lattice steps along a side of the board.
pub const SIDE: i32 = 1 << 24;

/// A point of the board, in lattice steps from its corner. The board is `0..=SIDE` in both directions, y downwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "[i32; 2]", into = "[i32; 2]"))]
pub struct Point {
    /// Steps from the left.
    pub x: i32,
    /// Steps from the top.
    pub y: i32,
}

impl From<[i32; 2]> for Point {
    fn from([x, y]: [i32; 2]) -> Self {
        Point { x, y }
    }
}

impl From<Point> for [i32; 2] {
    fn from(point: Point) -> Self {
        [point.x, point.y]
    }
}

impl Point {
    /// A point from lattice steps.
    pub const fn new(x: i32, y: i32) -> Self {
        Point { x, y }
    }

    /// The lattice point nearest to a place given in units of the board, moved onto the board where it lies outside.
    ///
    /// ```
    /// use drawing::Point;
    /// let point = Point::from_unit(0.25, 7.0);
    /// assert_eq!(point.unit(), (0.25, 1.0));
    /// ```
    pub fn from_unit(x: f64, y: f64) -> Self {
        let side = f64::from(SIDE);
        Point::from_steps(x * side, y * side)
    }

    /// Where a pointer is that may have left the board, up to a board's side away from it.
    pub fn from_pointer(x: f64, y: f64) -> Self {
        let side = f64::from(SIDE);
        let round = |value: f64| ((value * side + 0.5).floor() as i32).clamp(-SIDE, 2 * SIDE);
        Point::new(round(x), round(y))
    }

    /// The coordinates in units of the board.
    pub fn unit(self) -> (f64, f64) {
        let side = f64::from(SIDE);
        (f64::from(self.x) / side, f64::from(self.y) / side)
    }

    /// The lattice point nearest to a place given in lattice steps, moved onto the board.
    pub(crate) fn from_steps(x: f64, y: f64) -> Self {
        // The cast saturates, and sends what is not a number to 0.
        let round = |value: f64| ((value + 0.5).floor() as i32).clamp(0, SIDE);
        Point::new(round(x), round(y))
    }

    /// Whether the point lies on the board.
    pub fn on_board(self) -> bool {
        (0..=SIDE).contains(&self.x) && (0..=SIDE).contains(&self.y)
    }

    /// The square of the distance, exact.
    pub fn distance_squared(self, other: Point) -> i64 {
        let (dx, dy) = (self.dx(other), self.dy(other));
        dx * dx + dy * dy
    }

    /// The distance in lattice steps.
    pub fn distance(self, other: Point) -> f64 {
        (self.distance_squared(other) as f64).sqrt()
    }

    /// The lattice point nearest to a place between two points.
    pub(crate) fn between(self, other: Point, share: f64) -> Point {
        Point::from_steps(
            f64::from(self.x) + share * self.dx(other) as f64,
            f64::from(self.y) + share * self.dy(other) as f64,
        )
    }

    fn dx(self, other: Point) -> i64 {
        i64::from(other.x) - i64::from(self.x)
    }

    fn dy(self, other: Point) -> i64 {
        i64::from(other.y) - i64::from(self.y)
    }
}

/// Twice the signed area of the triangle: positive when `c` lies to the left of the line from `a` to `b`.
pub fn orient(a: Point, b: Point, c: Point) -> i64 {
    a.dx(b) * a.dy(c) - a.dy(b) * a.dx(c)
}

fn dot(a: Point, b: Point, c: Point) -> i64 {
    a.dx(b) * a.dx(c) + a.dy(b) * a.dy(c)
}

/// Whether the boxes around two segments meet.
#[inline]
pub(crate) fn boxes_meet(a: Point, b: Point, c: Point, d: Point) -> bool {
    a.x.min(b.x) <= c.x.max(d.x)
        && c.x.min(d.x) <= a.x.max(b.x)
        && a.y.min(b.y) <= c.y.max(d.y)
        && c.y.min(d.y) <= a.y.max(b.y)
}

/// Whether a point lies on a closed segment.
pub fn on_segment(p: Point, a: Point, b: Point) -> bool {
    boxes_meet(p, p, a, b) && orient(a, b, p) == 0
}

/// Whether two closed segments have a point in common.
pub fn segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool {
    if !boxes_meet(a, b, c, d) {
        return false;
    }
    let (c_side, d_side) = (orient(a, b, c).signum(), orient(a, b, d).signum());
    let (a_side, b_side) = (orient(c, d, a).signum(), orient(c, d, b).signum());
    if c_side * d_side < 0 && a_side * b_side < 0 {
        return true;
    }
    on_segment(c, a, b) || on_segment(d, a, b) || on_segment(a, c, d) || on_segment(b, c, d)
}

/// Whether two segments that leave the same point have more than that point in common.
pub fn segments_overlap(shared: Point, b: Point, d: Point) -> bool {
    orient(shared, b, d) == 0 && dot(shared, b, d) > 0 || shared == b || shared == d
}

/// Whether, turning left from the direction `from`, the direction `middle` comes strictly before the direction `to`.
/// All three leave `centre`; when `from` and `to` agree, the turn is a full one.
pub fn turns_between(centre: Point, from: Point, middle: Point, to: Point) -> bool {
    let half = |p: Point| {
        // 0 for the same direction as `from`, 1 for a left turn below a half, 2 for opposite, 3 for beyond.
        match orient(centre, from, p).signum() {
            0 if dot(centre, from, p) > 0 => 0,
            1 => 1,
            0 => 2,
            _ => 3,
        }
    };
    let (m, t) = (half(middle), half(to));
    if m == 0 {
        return false;
    }
    if t == 0 || m < t {
        return true;
    }
    m == t && orient(centre, middle, to) > 0
}

/// Twice the signed area of a closed polygon: positive when it is walked with its inside on the left.
pub fn doubled_area(polygon: &[Point]) -> i128 {
    let mut sum = 0i128;
    for (index, a) in polygon.iter().enumerate() {
        let b = polygon[(index + 1) % polygon.len()];
        sum += i128::from(i64::from(a.x) * i64::from(b.y) - i64::from(a.y) * i64::from(b.x));
    }
    sum
}

/// Whether a ray from `p` to the right meets the closed polygon an odd number of times. A stretch walked twice counts
/// twice, so the polygon may be a face's walk. The point must not lie on the polygon.
pub fn inside_polygon(p: Point, polygon: &[Point]) -> bool {
    let mut inside = false;
    for (index, &a) in polygon.iter().enumerate() {
        let b = polygon[(index + 1) % polygon.len()];
        if (a.y > p.y) != (b.y > p.y) {
            let (low, high) = if a.y < b.y { (a, b) } else { (b, a) };
            if orient(low, high, p) > 0 {
                inside = !inside;
            }
        }
    }
    inside
}

/// The point of a segment nearest to `p`, and the distance to it, in lattice steps. Floating point: for looks only.
pub(crate) fn nearest_on_segment(p: (f64, f64), a: (f64, f64), b: (f64, f64)) -> ((f64, f64), f64) {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx * dx + dy * dy;
    let share = if length > 0.0 {
        (((p.0 - a.0) * dx + (p.1 - a.1) * dy) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let nearest = (a.0 + share * dx, a.1 + share * dy);
    let (x, y) = (p.0 - nearest.0, p.1 - nearest.1);
    (nearest, (x * x + y * y).sqrt())
}

/// The coordinates in lattice steps as floating point, exactly.
pub(crate) fn steps(p: Point) -> (f64, f64) {
    (f64::from(p.x), f64::from(p.y))
}

/// The distance from a point to a segment in lattice steps. Floating point: for looks only.
pub(crate) fn distance_to_segment(p: Point, a: Point, b: Point) -> f64 {
    nearest_on_segment(steps(p), steps(a), steps(b)).1
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn small() -> impl Strategy<Value = Point> {
        (0..7i32, 0..7i32).prop_map(|(x, y)| Point::new(x, y))
    }

    #[test]
    fn turning_left_once_round() {
        let centre = Point::new(5, 5);
        let east = Point::new(9, 5);
        let north = Point::new(5, 9);
        let west = Point::new(1, 5);
        assert!(turns_between(centre, east, north, west));
        assert!(!turns_between(centre, west, north, east));
        assert!(turns_between(centre, north, west, east));
        assert!(turns_between(centre, east, north, east));
        assert!(!turns_between(centre, east, east, east));
    }

    #[test]
    fn a_square_walked_left_has_positive_area() {
        let square = [(0, 0), (4, 0), (4, 4), (0, 4)].map(|(x, y)| Point::new(x, y));
        assert_eq!(doubled_area(&square), 32);
        assert!(inside_polygon(Point::new(1, 1), &square));
        assert!(!inside_polygon(Point::new(5, 1), &square));
    }

    proptest! {
        #![proptest_config(trial::cases(256))]

        /// Against the parametric solution in exact rationals, on a lattice so small that every degenerate case occurs.
        #[test]
        fn segments_meet_as_rationals_say(a in small(), b in small(), c in small(), d in small()) {
            let mut met = false;
            // Sample all crossing candidates: both lines' common point, and the four ends.
            for (p, q, r) in [(a, c, d), (b, c, d), (c, a, b), (d, a, b)] {
                met |= on_segment(p, q, r);
            }
            let cross = a.dx(b) * c.dy(d) - a.dy(b) * c.dx(d);
            if cross != 0 {
                let s = a.dx(c) * c.dy(d) - a.dy(c) * c.dx(d);
                let t = a.dx(c) * a.dy(b) - a.dy(c) * a.dx(b);
                let (s, t, cross) = if cross < 0 { (-s, -t, -cross) } else { (s, t, cross) };
                met |= (0..=cross).contains(&s) && (0..=cross).contains(&t);
            }
            prop_assert_eq!(segments_meet(a, b, c, d), met);
        }

        /// The turning order agrees with angles where those are not too close to call.
        #[test]
        fn turns_agree_with_angles(centre in small(), f in small(), m in small(), t in small()) {
            prop_assume!(f != centre && m != centre && t != centre);
            let angle = |p: Point| f64::atan2(f64::from(p.y - centre.y), f64::from(p.x - centre.x));
            let turn = |p: Point| (angle(p) - angle(f)).rem_euclid(std::f64::consts::TAU);
            let near = |x: f64, y: f64| (x - y).abs() < 1e-9 || (x - y).abs() > std::f64::consts::TAU - 1e-9;
            let middle = turn(m);
            let to = if near(turn(t), 0.0) { std::f64::consts::TAU } else { turn(t) };
            let expected = !near(middle, 0.0) && !near(middle, to) && middle < to;
            prop_assert_eq!(turns_between(centre, f, m, t), expected);
        }
    }
}
