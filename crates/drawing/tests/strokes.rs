//! Strokes by hand against a slow check that knows nothing of the crate's predicates: exact fractions, all pairs.

use drawing::{Curve, CurveError, PlanarMap, Point, Stroke};
use proptest::prelude::*;
use sprouts::{Seed, SpotId};

/// Whether two closed segments have a point in common, by solving for it in exact integers.
fn meet(a: Point, b: Point, c: Point, d: Point) -> bool {
    let big = |value: i32| i128::from(value);
    let (ux, uy) = (big(b.x) - big(a.x), big(b.y) - big(a.y));
    let (vx, vy) = (big(d.x) - big(c.x), big(d.y) - big(c.y));
    let (wx, wy) = (big(c.x) - big(a.x), big(c.y) - big(a.y));
    let cross = ux * vy - uy * vx;
    if cross != 0 {
        // a + s u = c + t v with s, t in [0, 1].
        let (s, t) = (wx * vy - wy * vx, wx * uy - wy * ux);
        let sign = cross.signum();
        return (0..=cross.abs()).contains(&(s * sign)) && (0..=cross.abs()).contains(&(t * sign));
    }
    if wx * uy - wy * ux != 0 || (ux == 0 && uy == 0 && wx * vy - wy * vx != 0) {
        return false;
    }
    let overlap = |p: i32, q: i32, r: i32, s: i32| p.min(q) <= r.max(s) && r.min(s) <= p.max(q);
    overlap(a.x, b.x, c.x, d.x) && overlap(a.y, b.y, c.y, d.y)
}

/// Whether two segments have a point in common besides one end point they share.
fn meet_beyond(shared: Point, a: Point, b: Point) -> bool {
    let big = |value: i32| i128::from(value);
    let (ux, uy) = (big(a.x) - big(shared.x), big(a.y) - big(shared.y));
    let (vx, vy) = (big(b.x) - big(shared.x), big(b.y) - big(shared.y));
    ux * vy == uy * vx && ux * vx + uy * vy > 0
}

/// The slow check: legal as far as lives go, and touching nothing but its two spots.
fn is_legal(map: &PlanarMap, curve: &Curve) -> bool {
    let needed = if curve.from == curve.to { 2 } else { 1 };
    if map.lives(curve.from) < needed || map.lives(curve.to) < needed {
        return false;
    }
    let points = &curve.points;
    let count = points.len() - 1;
    if curve.from == curve.to && count < 3 {
        return false;
    }
    for i in 0..count {
        let (a, b) = (points[i], points[i + 1]);
        if a == b {
            return false;
        }
        for spot in map.spot_ids() {
            let at = map.spot_point(spot);
            let own = (i == 0 && spot == curve.from) || (i + 1 == count && spot == curve.to);
            if !own && meet(a, b, at, at) {
                return false;
            }
        }
        for j in i + 1..count {
            let (c, d) = (points[j], points[j + 1]);
            let closes = curve.from == curve.to && i == 0 && j + 1 == count;
            let touches = if j == i + 1 {
                meet_beyond(b, a, d) || (closes && meet(a, b, c, d))
            } else if closes {
                meet_beyond(a, b, c)
            } else {
                meet(a, b, c, d)
            };
            if touches {
                return false;
            }
        }
        for edge in map.edge_ids() {
            let line = map.edge(edge).points();
            for (k, pair) in line.windows(2).enumerate() {
                let (c, d) = (pair[0], pair[1]);
                if !meet(a, b, c, d) {
                    continue;
                }
                // The common points allowed: an own spot that is also the line's end here.
                let mut allowed = 0;
                let mut beyond = false;
                for (own, at, far) in [(i == 0, points[0], b), (i + 1 == count, points[count], a)] {
                    for (ends, end, other) in [
                        (k == 0, line[0], d),
                        (k + 2 == line.len(), line[line.len() - 1], c),
                    ] {
                        if own && ends && at == end {
                            allowed += 1;
                            beyond |= meet_beyond(at, far, other);
                        }
                    }
                }
                if allowed != 1 || beyond {
                    return false;
                }
            }
        }
    }
    true
}

/// A map after a few random moves.
fn some_map(seed: &mut Seed) -> PlanarMap {
    let mut map = PlanarMap::start(2 + seed.below(5) as u32);
    for _ in 0..seed.below(6) {
        let moves = map.labelled().moves();
        let Some(wanted) = seed.pick(&moves).cloned() else {
            break;
        };
        let curve = map.route(&wanted).expect("a move has a curve");
        map.insert(&curve).expect("a routed curve is legal");
        map.redraw(6);
    }
    map
}

/// A wobbly line from spot to spot, by way of a few places.
fn wobbly(map: &PlanarMap, seed: &mut Seed) -> Curve {
    let spot = |seed: &mut Seed| SpotId(seed.below(map.spot_count()) as u32);
    let (from, to) = (spot(seed), spot(seed));
    let mut stops = vec![map.spot_point(from).unit()];
    for _ in 0..seed.below(4) {
        stops.push((
            seed.below(1000) as f64 / 1000.0,
            seed.below(1000) as f64 / 1000.0,
        ));
    }
    stops.push(map.spot_point(to).unit());
    let mut points = vec![map.spot_point(from)];
    for pair in stops.windows(2) {
        let steps = 1 + seed.below(12);
        for step in 1..=steps {
            let share = step as f64 / steps as f64;
            let mut wobble = || (seed.below(1000) as f64 - 500.0) / 500.0 * 0.01;
            let (dx, dy) = (wobble(), wobble());
            points.push(Point::from_unit(
                pair[0].0 + share * (pair[1].0 - pair[0].0) + dx,
                pair[0].1 + share * (pair[1].1 - pair[0].1) + dy,
            ));
        }
        points.pop();
    }
    points.push(map.spot_point(to));
    Curve { from, to, points }
}

proptest! {
    #![proptest_config(trial::cases(60))]

    /// A curve is accepted exactly when the slow check says so, and an accepted one leaves a sound map.
    #[test]
    fn curves_are_accepted_exactly_when_legal(value in any::<u64>()) {
        let mut seed = Seed::new(value);
        let mut map = some_map(&mut seed);
        for _ in 0..40 {
            let curve = wobbly(&map, &mut seed);
            let verdict = map.judge(curve.clone());
            prop_assert_eq!(verdict.is_ok(), is_legal(&map, &curve), "{:?} {:?}", verdict, curve);
            if verdict.is_ok() {
                map.insert(&curve).expect("a legal curve can be inserted");
                prop_assert_eq!(map.check(), Ok(()));
                if seed.below(2) == 0 {
                    map.undo();
                    prop_assert_eq!(map.check(), Ok(()));
                }
            }
        }
    }

    /// Whatever the pointer does, the ink never touches anything, and a finished stroke is legal; where it was never
    /// stopped, the whole polyline that the pointer made is legal too.
    #[test]
    fn ink_never_crosses(value in any::<u64>()) {
        let mut seed = Seed::new(value);
        let mut map = some_map(&mut seed);
        for _ in 0..20 {
            let way = wobbly(&map, &mut seed);
            let mut stroke = match Stroke::begin_at(&map, way.from, 0.03) {
                Ok(stroke) => stroke,
                Err(error) => {
                    prop_assert_eq!(error, CurveError::SpotIsDead { spot: way.from });
                    prop_assert_eq!(map.lives(way.from), 0);
                    continue;
                }
            };
            let mut may_end = None;
            let mut held = None;
            for &point in &way.points[1..] {
                let extension = stroke.extend(&map, point);
                prop_assert_eq!(Some(&extension.ink), stroke.points().last());
                may_end = extension.spot;
                held = extension.stopped;
            }
            match stroke.finish(&map) {
                Ok(curve) => {
                    prop_assert_eq!(may_end, Some(curve.to));
                    prop_assert!(is_legal(&map, &curve), "{:?}", curve);
                    map.insert(&curve).expect("a finished stroke can be inserted");
                    prop_assert_eq!(map.check(), Ok(()));
                }
                Err(error) => {
                    prop_assert_eq!(may_end, None);
                    prop_assert_eq!(held.unwrap_or(CurveError::EndsInTheOpen), error);
                    let says_where = error != CurveError::EndsInTheOpen;
                    prop_assert_eq!(error.place(&map).is_some_and(Point::on_board), says_where);
                }
            }
        }
    }
}

#[test]
fn a_stroke_stops_at_a_line_and_goes_on_when_the_pointer_comes_back() {
    let at = Point::from_unit;
    let mut map = PlanarMap::from_spots(&[at(0.2, 0.2), at(0.8, 0.2), at(0.5, 0.6)]).unwrap();
    let line = Curve {
        from: SpotId(0),
        to: SpotId(1),
        points: vec![at(0.2, 0.2), at(0.8, 0.2)],
    };
    map.insert(&line).unwrap();
    let mut stroke = Stroke::begin(&map, at(0.505, 0.6), 0.03).unwrap();
    assert_eq!(stroke.extend(&map, at(0.4, 0.5)).stopped, None);
    let stopped = stroke.extend(&map, at(0.4, 0.1));
    assert!(matches!(
        stopped.stopped,
        Some(CurveError::CrossesEdge { .. })
    ));
    let (x, y) = stopped.ink.unit();
    assert!(
        (x - 0.4).abs() < 1e-6 && y > 0.2 && y < 0.21,
        "the ink stops just before the line"
    );
    assert_eq!(stroke.extend(&map, at(0.25, 0.3)).stopped, None);
    assert_eq!(stroke.extend(&map, at(0.2, 0.2)).spot, Some(SpotId(0)));
    let curve = stroke.finish(&map).unwrap();
    assert_eq!((curve.from, curve.to), (SpotId(2), SpotId(0)));
    map.insert(&curve).unwrap();
    map.check().unwrap();

    let open = Stroke::begin_at(&map, SpotId(1), 0.03).unwrap();
    assert_eq!(open.finish(&map), Err(CurveError::EndsInTheOpen));
    let row = PlanarMap::from_spots(&[at(0.2, 0.5), at(0.5, 0.5), at(0.8, 0.5)]).unwrap();
    let mut through = Stroke::begin_at(&row, SpotId(0), 0.03).unwrap();
    let near = through.extend(&row, at(0.8, 0.501));
    assert_eq!(
        near.stopped,
        Some(CurveError::TooCloseTo { spot: SpotId(1) })
    );
}

/// What the pointer does after it left a spot, and what is then said, both while it is held and when it is lifted.
fn check_refusal(map: &PlanarMap, from: u32, places: &[(f64, f64)], expected: CurveError) {
    let mut stroke = Stroke::begin_at(map, SpotId(from), 0.03).unwrap();
    let mut held = None;
    for &(x, y) in places {
        held = stroke.extend(map, Point::from_pointer(x, y)).stopped;
    }
    let lifted = stroke.finish(map).unwrap_err();
    assert_eq!(held.unwrap_or(CurveError::EndsInTheOpen), lifted);
    // Where the ink meets something is a matter of rounding; what it meets is not.
    let what = |error: CurveError| std::mem::discriminant(&error);
    assert_eq!(what(lifted), what(expected), "{lifted:?}");
    match (lifted.place(map), expected.place(map)) {
        (Some(place), Some(wanted)) => {
            let ((x, y), (u, v)) = (place.unit(), wanted.unit());
            assert!((x - u).hypot(y - v) < 0.005, "{place:?} {wanted:?}");
        }
        (place, wanted) => assert_eq!(place, wanted),
    }
}

/// Two spots joined by a straight line and by a loop round spot 2, which is cut off from spot 3 by it.
fn map_with_an_island() -> PlanarMap {
    let at = Point::from_unit;
    let mut map =
        PlanarMap::from_spots(&[at(0.2, 0.5), at(0.6, 0.5), at(0.4, 0.4), at(0.8, 0.8)]).unwrap();
    let mut join = |from: u32, to: u32, points: &[(f64, f64)]| {
        let points = points.iter().map(|&(x, y)| at(x, y)).collect();
        let (from, to) = (SpotId(from), SpotId(to));
        map.insert(&Curve { from, to, points }).unwrap();
    };
    join(0, 1, &[(0.2, 0.5), (0.4, 0.5), (0.6, 0.5)]);
    join(0, 1, &[(0.2, 0.5), (0.2, 0.3), (0.6, 0.3), (0.6, 0.5)]);
    map
}

#[test]
fn the_reason_for_a_refusal_is_the_right_one_and_points_at_the_place() {
    let map = map_with_an_island();
    let at = Point::from_unit;
    let edge = map.edge_ids().next().unwrap();
    let crossing = CurveError::CrossesEdge {
        edge,
        at: at(0.35, 0.5),
    };
    check_refusal(&map, 2, &[(0.35, 0.42), (0.35, 0.7)], crossing);
    let touching = CurveError::CrossesItself { at: at(0.8, 0.7) };
    let knot = [(0.8, 0.65), (0.9, 0.65), (0.9, 0.7), (0.75, 0.7)];
    check_refusal(&map, 3, &knot, touching);
    let off = CurveError::OffBoard { at: at(0.9, 1.0) };
    check_refusal(&map, 3, &[(0.9, 0.85), (0.9, 1.2)], off);
    let other = CurveError::OtherRegion { spot: SpotId(3) };
    check_refusal(&map, 2, &[(0.35, 0.42), (0.8, 0.8)], other);
    let open = CurveError::EndsInTheOpen;
    check_refusal(&map, 3, &[(0.7, 0.9)], open);
    let row = PlanarMap::from_spots(&[at(0.2, 0.5), at(0.5, 0.5), at(0.8, 0.5)]).unwrap();
    let through = CurveError::TooCloseTo { spot: SpotId(1) };
    check_refusal(&row, 0, &[(0.7, 0.503)], through);
}

#[test]
fn a_dead_spot_and_a_loop_without_a_life_are_named() {
    let mut map = map_with_an_island();
    let at = Point::from_unit;
    let curve = Curve {
        from: SpotId(1),
        to: SpotId(3),
        points: vec![at(0.6, 0.5), at(0.8, 0.8)],
    };
    map.insert(&curve).unwrap();
    let dead = CurveError::SpotIsDead { spot: SpotId(1) };
    check_refusal(&map, 3, &[(0.8, 0.6), (0.6, 0.5)], dead);
    let one = CurveError::NeedsTwoLives { spot: SpotId(0) };
    let round = [(0.1, 0.6), (0.2, 0.7), (0.3, 0.6), (0.2, 0.51)];
    check_refusal(&map, 0, &round, one);
}

#[test]
fn a_wide_finger_ends_in_the_nearest_spot_that_is_legal() {
    let at = Point::from_unit;
    let row = PlanarMap::from_spots(&[at(0.2, 0.5), at(0.5, 0.5), at(0.8, 0.5)]).unwrap();
    let end = |places: &[(f64, f64)]| {
        let mut stroke = Stroke::begin_at(&row, SpotId(0), 0.08).unwrap();
        let mut spot = None;
        for &(x, y) in places {
            spot = stroke.extend(&row, at(x, y)).spot;
        }
        assert_eq!(stroke.finish(&row).ok().map(|curve| curve.to), spot);
        spot
    };
    assert_eq!(end(&[(0.3, 0.4), (0.44, 0.46)]), Some(SpotId(1)));
    assert_eq!(
        end(&[(0.3, 0.4), (0.4, 0.4)]),
        None,
        "too far from any spot"
    );
    assert_eq!(end(&[(0.3, 0.6), (0.2, 0.6), (0.2, 0.57)]), Some(SpotId(0)));
    assert_eq!(
        end(&[(0.21, 0.52), (0.22, 0.52), (0.21, 0.53)]),
        None,
        "a tremble is no loop"
    );
    // A dead spot is nearer, and gives way to a living one.
    let mut map = map_with_an_island();
    map.insert(&Curve {
        from: SpotId(1),
        to: SpotId(3),
        points: vec![at(0.6, 0.5), at(0.8, 0.8)],
    })
    .unwrap();
    let mut stroke = Stroke::begin_at(&map, SpotId(3), 0.45).unwrap();
    stroke.extend(&map, at(0.5, 0.6));
    let ended = stroke.extend(&map, at(0.55, 0.53)).spot.unwrap();
    assert!(map.lives(ended) > 0 && ended != SpotId(1));
}

#[test]
fn a_hand_that_goes_back_along_its_ink_takes_another_way() {
    let at = Point::from_unit;
    let map = map_with_an_island();
    // From spot 4 upwards into the line from spot 1 to spot 2, over it, and back with a tremble that crosses the ink.
    let mut stroke = Stroke::begin_at(&map, SpotId(3), 0.03).unwrap();
    let out = (1..=20).map(|step| (0.8 - 0.02 * f64::from(step), 0.8 - 0.017 * f64::from(step)));
    let mut stopped = None;
    for (x, y) in out {
        stopped = stroke.extend(&map, at(x, y)).stopped;
    }
    assert!(matches!(stopped, Some(CurveError::CrossesEdge { .. })));
    let longest = stroke.points().len();
    let back = (0..=12).map(|step| {
        let way = 0.34 - 0.02 * f64::from(step);
        let aside = if step % 2 == 0 { 0.006 } else { -0.006 };
        (0.8 - way + aside, 0.8 - 0.85 * way + aside)
    });
    for (x, y) in back {
        let extension = stroke.extend(&map, at(x, y));
        assert_eq!(extension.stopped, None);
        assert_eq!(extension.ink, at(x, y), "the ink is where the hand is");
    }
    assert!(
        stroke.points().len() < longest,
        "what was in vain fell away"
    );
    // The same way back to the point, and on to the other side.
    assert_eq!(stroke.extend(&map, at(0.8, 0.6)).stopped, None);
    assert_eq!(stroke.extend(&map, at(0.6, 0.5)).spot, Some(SpotId(1)));
    assert!(is_legal(&map, &stroke.finish(&map).unwrap()));

    // Exactly back along one long edge: the ink gets shorter, up to where it began.
    let mut stroke = Stroke::begin_at(&map, SpotId(3), 0.03).unwrap();
    for y in [0.9, 0.97, 0.95, 0.88] {
        assert_eq!(stroke.extend(&map, at(0.8, y)).ink, at(0.8, y));
    }
    assert_eq!(stroke.points().len(), 2);
    assert_eq!(
        stroke.extend(&map, at(0.8, 0.801)).spot,
        None,
        "no loop, and no line"
    );
}

#[test]
fn a_bend_that_is_wide_or_goes_round_a_spot_does_not_fall_away() {
    let at = Point::from_unit;
    let map = PlanarMap::from_spots(&[at(0.2, 0.5), at(0.5, 0.5), at(0.8, 0.8)]).unwrap();
    // Along below, back above, and down at `left` through the ink.
    let bend = |wide: f64, left: f64, right: f64| {
        let mut stroke = Stroke::begin_at(&map, SpotId(0), 0.03).unwrap();
        let (low, high) = (0.5 + wide / 2.0, 0.5 - wide / 2.0);
        stroke.extend(&map, at(0.3, low));
        for (x, y) in [(right, low), (right, high), (left, high)] {
            assert_eq!(stroke.extend(&map, at(x, y)).ink, at(x, y));
        }
        stroke.extend(&map, at(left, 0.6))
    };
    let touches = |extension: drawing::Extension| {
        matches!(extension.stopped, Some(CurveError::CrossesItself { .. }))
    };
    assert_eq!(
        bend(0.026, 0.395, 0.445).ink,
        at(0.395, 0.6),
        "narrow, round nothing"
    );
    assert!(touches(bend(0.026, 0.475, 0.525)), "narrow, round a spot");
    assert!(touches(bend(0.06, 0.35, 0.445)), "wide");
}
