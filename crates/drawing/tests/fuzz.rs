//! Maps as text with mistakes in them: each gives a sound map, or is refused with a reason.

use drawing::PlanarMap;
use sprouts::Seed;
use trial::Mistakes;

/// The text of a map with a few moves on it.
fn text(number: u64) -> String {
    let mut seed = Seed::new(number);
    let mut map = PlanarMap::start(2 + seed.below(3) as u32);
    for _ in 0..seed.below(6) {
        let moves = map.labelled().moves();
        let Some(m) = seed.pick(&moves) else { break };
        let curve = map.route(m).expect("every legal move has a curve");
        map.insert(&curve).expect("a routed curve is legal");
    }
    map.to_text()
}

#[test]
fn spoilt_maps_are_sound_or_refused() {
    let texts: Vec<String> = (0..12).map(text).collect();
    let mut mistakes = Mistakes::new(trial::seed());
    let mut sound = 0;
    for _ in 0..trial::count(1500) {
        let (text, other) = (mistakes.pick(&texts), mistakes.pick(&texts));
        let text = mistakes.in_text(text, other, "ABCDabcdwxyz0189-_ é");
        match text.parse::<PlanarMap>() {
            Ok(map) => {
                sound += 1;
                assert!(map.check().is_ok(), "{text}");
                assert_eq!(
                    map.to_text().parse::<PlanarMap>().as_ref(),
                    Ok(&map),
                    "{text}"
                );
            }
            Err(error) => assert!(!error.to_string().is_empty(), "{text}"),
        }
    }
    assert!(sound > 0);
}
