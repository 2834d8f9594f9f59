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
