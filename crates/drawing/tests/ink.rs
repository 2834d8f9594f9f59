//! Small drawings by hand whose abstraction is known: every kind of move, its undo, its text.

use drawing::{Curve, PlanarMap, Point};
use sprouts::SpotId;

/// From a spot to a spot by way of some places.
type Line<'places> = (u32, u32, &'places [(f64, f64)]);

fn at(x: f64, y: f64) -> Point {
    Point::from_unit(x, y)
}

fn curve(map: &PlanarMap, from: u32, to: u32, between: &[(f64, f64)]) -> Curve {
    let mut points = vec![map.spot_point(SpotId(from))];
    points.extend(between.iter().map(|&(x, y)| at(x, y)));
    points.push(map.spot_point(SpotId(to)));
    Curve {
        from: SpotId(from),
        to: SpotId(to),
        points,
    }
}

/// Draws the curves one after another on spots at given places; the map's raw position is as expected after the last,
/// the map is sound all the way, its text gives it back, and undoing everything gives back the start.
#[track_caller]
fn check(spots: &[(f64, f64)], curves: &[Line], expected: &str) {
    let points: Vec<Point> = spots.iter().map(|&(x, y)| at(x, y)).collect();
    let start = PlanarMap::from_spots(&points).unwrap();
    let mut map = start.clone();
    for &(from, to, between) in curves {
        let line = curve(&map, from, to, between);
        map.insert(&line).unwrap();
        map.check().unwrap();
        assert_eq!(map.to_text().parse::<PlanarMap>().as_ref(), Ok(&map));
    }
    assert_eq!(map.labelled().raw(), expected);
    for _ in curves {
        map.undo().unwrap();
        map.check().unwrap();
    }
    assert_eq!(map, start);
}

#[test]
fn a_join_and_both_ways_round_a_third_spot() {
    let spots = [(0.3, 0.5), (0.7, 0.5), (0.5, 0.3)];
    check(&spots, &[(0, 1, &[])], "C.ADBD");
    // Above spot C: it lies between the two curves.
    check(&spots, &[(0, 1, &[]), (0, 1, &[(0.5, 0.1)])], "C.BDAE|ADBE");
    check(&spots, &[(0, 1, &[]), (1, 0, &[(0.5, 0.1)])], "ADBE|C.BDAE");
    // Below: C stays outside.
    check(&spots, &[(0, 1, &[]), (0, 1, &[(0.5, 0.9)])], "C.BDAE|ADBE");
}

#[test]
fn loops_on_a_lone_spot_in_both_directions() {
    let spots = [(0.5, 0.5), (0.7, 0.5), (0.2, 0.2)];
    let around: &[(f64, f64)] = &[(0.6, 0.3), (0.9, 0.5), (0.6, 0.7)];
    let mut back = around.to_vec();
    back.reverse();
    check(&spots, &[(0, 0, around)], "B.AD|C.AD");
    check(&spots, &[(0, 0, &back)], "C.AD|B.AD");
}

#[test]
fn loops_on_a_spot_with_a_line() {
    let spots = [(0.5, 0.5), (0.3, 0.5), (0.8, 0.5)];
    let join: Line = (0, 1, &[]);
    // To the right round the third spot, and leftwards round the own line.
    check(
        &spots,
        &[join, (0, 0, &[(0.6, 0.2), (0.9, 0.5), (0.6, 0.8)])],
        "ADBDAE|C.AE",
    );
    check(
        &spots,
        &[join, (0, 0, &[(0.6, 0.8), (0.9, 0.5), (0.6, 0.2)])],
        "ADBDAE|C.AE",
    );
    check(
        &spots,
        &[
            join,
            (0, 0, &[(0.6, 0.2), (0.1, 0.3), (0.1, 0.7), (0.6, 0.8)]),
        ],
        "ADBDAE|C.AE",
    );
}

#[test]
fn the_side_decides_the_corner() {
    // C hangs between A and B; from A to C above or below reaches its two corners.
    let spots = [(0.2, 0.5), (0.8, 0.5)];
    let join: Line = (0, 1, &[]);
    check(&spots, &[join, (0, 2, &[(0.35, 0.3)])], "CAD|ACBCD");
    check(&spots, &[join, (0, 2, &[(0.35, 0.7)])], "CBCAD|ACD");
}
