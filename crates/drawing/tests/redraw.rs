//! What redrawing promises to the eye: nothing jumps, and whoever asks for a better picture gets one.

use drawing::{PlanarMap, Redraw, SIDE};
use sprouts::Seed;

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
