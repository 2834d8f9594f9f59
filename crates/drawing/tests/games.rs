//! Whole games in ink: every move routed, inserted and redrawn, every map proved sound and exactly the wanted one.

use drawing::PlanarMap;
use sprouts::Seed;

/// Plays a random game; panics on the first thing that is wrong.
fn play(spots: u32, value: u64, steps: u32) -> PlanarMap {
    let mut seed = Seed::new(value);
    let mut map = PlanarMap::start(spots);
    loop {
        let moves = map.labelled().moves();
        let Some(wanted) = seed.pick(&moves).cloned() else {
            return map;
        };
        let context = || {
            format!(
                "{spots} spots, seed {value}, {wanted:?} on {}",
                map.to_text()
            )
        };
        let curve = map
            .route(&wanted)
            .unwrap_or_else(|error| panic!("{error}: {}", context()));
        let mut next = map.clone();
        let insertion = next
            .insert(&curve)
            .unwrap_or_else(|error| panic!("{error}: {}", context()));
        assert_eq!(insertion.played, wanted, "{}", context());
        next.check()
            .unwrap_or_else(|error| panic!("{error}: {}", context()));
        next.redraw(steps);
        next.check()
            .unwrap_or_else(|error| panic!("{error} after redrawing: {}", context()));
        map = next;
    }
}

#[test]
fn random_games_in_ink() {
    for spots in 1..=8 {
        for seed in 0..6 {
            play(spots, seed, 8);
        }
    }
}

#[test]
fn larger_games_in_ink() {
    for seed in 0..3 {
        play(20, seed, 30);
    }
}

#[test]
fn redrawing_does_not_depend_on_how_it_is_run() {
    let map = play(5, 9, 30);
    let mut whole = map.clone();
    whole.redraw(12);
    let mut steps = drawing::Redraw::new(&map, 12);
    while steps.step() {}
    assert_eq!(steps.into_map(), whole);
}

/// Smooth lines meet no more than polylines do: sampled finely, they are still a sound map.
#[test]
fn smooth_lines_do_not_cross() {
    for seed in 0..12 {
        let map = play(3 + (seed % 4) as u32, seed, 30);
        let smooth = map.smooth();
        let points: Vec<drawing::Point> = map.spot_ids().map(|spot| map.spot_point(spot)).collect();
        let lines: Vec<_> = map
            .edge_ids()
            .map(|id| {
                let mut line = vec![map.edge(id).points()[0]];
                for cubic in smooth.cubics(id) {
                    let [a, b, c, d] = cubic.map(|point| point.unit());
                    for step in 1..=6 {
                        let t = f64::from(step) / 6.0;
                        let s = 1.0 - t;
                        let at = |p: fn((f64, f64)) -> f64| {
                            s * s * s * p(a)
                                + 3.0 * s * s * t * p(b)
                                + 3.0 * s * t * t * p(c)
                                + t * t * t * p(d)
                        };
                        line.push(drawing::Point::from_unit(at(|p| p.0), at(|p| p.1)));
                    }
                }
                line.dedup();
                (map.edge(id).from(), map.edge(id).to(), line)
            })
            .collect();
        let sampled = PlanarMap::from_parts(&points, &lines).expect("smooth lines do not cross");
        sampled.check().unwrap();
        assert_eq!(
            sampled.labelled().position().unwrap().canonical(),
            map.labelled().position().unwrap().canonical()
        );
    }
}
