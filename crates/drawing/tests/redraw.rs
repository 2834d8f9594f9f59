//! What redrawing promises to the eye: nothing jumps, and whoever asks for a better picture gets one.

use drawing::{Curve, PlanarMap, Point, Redraw, SIDE};
use sprouts::{Seed, SpotId};

/// The pictures of a random game: each with its newest curve as it was drawn, not redrawn yet.
fn game(spots: u32, value: u64, mut each: impl FnMut(&PlanarMap)) {
    let mut seed = Seed::new(value);
    let mut map = PlanarMap::start(spots);
    while let Some(wanted) = seed.pick(&map.labelled().moves()).cloned() {
        let curve = map.route_freely(&wanted).expect("every move has a curve");
        map.draw(&curve).expect("it was judged on this picture");
        each(&map);
        map.redraw(Redraw::STEPS);
    }
}

fn furthest(before: &PlanarMap, after: &PlanarMap) -> f64 {
    let apart = |spot| before.spot_point(spot).distance(after.spot_point(spot));
    before.spot_ids().map(apart).fold(0.0, f64::max) / f64::from(SIDE)
}

#[test]
fn no_spot_travels_far_in_any_part_of_a_redrawing() {
    // Rounding to the lattice.
    let most = Redraw::TRAVEL_MAX + 2.0 / f64::from(SIDE);
    for (spots, seed) in [(2, 1), (4, 2), (7, 3), (12, 4)] {
        game(spots, seed, |map| {
            let mut redraw = Redraw::new(map, Redraw::STEPS);
            loop {
                let more = redraw.step();
                let far = furthest(map, redraw.map());
                assert!(far <= most, "{far} of {spots} spots: {}", map.to_text());
                if !more {
                    break;
                }
            }
        });
    }
}

/// The squared turns of all lines over their sizes: the less, the smoother.
fn bend(map: &PlanarMap) -> f64 {
    let edges = map.edge_ids().map(|id| map.edge(id).points());
    edges
        .flat_map(|points| points.windows(3))
        .map(|p| {
            let [(a, b), (c, d), (e, f)] = [p[0], p[1], p[2]].map(|point| point.unit());
            let (x, y, u, v) = (c - a, d - b, e - c, f - d);
            let turn = (x * v - y * u).atan2(x * u + y * v);
            turn * turn * 2.0 / (x.hypot(y) + u.hypot(v))
        })
        .sum()
}

#[test]
fn asking_for_a_better_picture_straightens_what_a_hand_has_drawn() {
    let (mut before, mut after) = (0.0, 0.0);
    for seed in 0..4 {
        game(6, seed, |map| {
            let mut tidied = map.clone();
            tidied.tidy();
            tidied.check().unwrap();
            before += bend(map);
            after += bend(&tidied);
        });
    }
    assert!(after < 0.8 * before, "{before} became {after}");
}

#[test]
fn a_start_stays_where_it_is() {
    for spots in 1..=20 {
        let start = PlanarMap::start(spots);
        let mut redrawn = start.clone();
        redrawn.redraw(Redraw::STEPS);
        let far = furthest(&start, &redrawn);
        assert!(far < 0.03, "{spots} spots: {far}");
    }
}

/// Both curves as they were drawn on the start page: the second one leads round the first, whose own spot is held by the limit on travel.
/// The line goes on through it, instead of leaving it behind as the tip of a hook.
#[test]
fn a_line_does_not_go_on_without_its_spot() {
    let drawn = [
        vec![
            (8388608, 4102206),
            (8240455, 5024385),
            (8126127, 5915596),
            (8077147, 6771213),
            (8120582, 7576490),
            (8277202, 8320115),
            (8560064, 8994977),
            (8973621, 9598649),
            (9513419, 10133556),
            (10166403, 10606812),
            (10911802, 11029730),
            (11722547, 11417052),
            (12580161, 11795787),
        ],
        vec![
            (8425887, 4135080),
            (6900005, 5805871),
            (5478044, 7406918),
            (4257252, 8897852),
            (3598527, 9806892),
            (3089941, 10633752),
            (2749705, 11368462),
            (2591885, 12003325),
            (2626054, 12533099),
            (2857060, 12955133),
            (3571309, 13386893),
            (5172283, 13607533),
            (6798316, 13540217),
            (8712127, 13315382),
            (10827104, 12980434),
            (13058651, 12601906),
        ],
    ];
    let mut map = PlanarMap::start(3);
    for curve in drawn {
        let mut points: Vec<Point> = curve.into_iter().map(|(x, y)| Point { x, y }).collect();
        let last = points.len() - 1;
        (points[0], points[last]) = (map.spot_point(SpotId(0)), map.spot_point(SpotId(1)));
        let curve = Curve {
            from: SpotId(0),
            to: SpotId(1),
            points,
        };
        let legal = map.judge(curve).unwrap();
        map.draw(&legal).unwrap();
        map.redraw(Redraw::STEPS);
    }
    // The last and the first stretch beside the first line's own spot, and those before and after them.
    let halves: Vec<Vec<Point>> = map
        .edge_ids()
        .take(2)
        .map(|id| map.edge(id).points().to_vec())
        .collect();
    let (one, two) = (&halves[0][halves[0].len() - 3..], &halves[1][..3]);
    let heading = |a: Point, b: Point| {
        f64::from(b.y - a.y)
            .atan2(f64::from(b.x - a.x))
            .to_degrees()
    };
    let headings = [
        heading(one[0], one[1]),
        heading(one[1], one[2]),
        heading(two[0], two[1]),
        heading(two[1], two[2]),
    ];
    let turns: Vec<f64> = headings.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(
        turns.iter().all(|turn| (-40.0..10.0).contains(turn)),
        "the line turns one way, and gently: {turns:?}"
    );
}
