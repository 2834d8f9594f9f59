//! Pictures of positions from their text alone: whatever is known of positions anywhere can be drawn.

use drawing::{PlanarMap, Unrealisable};
use sprouts::{Canonical, Labelled, Position, Seed};
use std::collections::HashSet;

fn canonical(text: &str) -> Canonical {
    text.parse::<Position>().unwrap().canonical()
}

/// Draws a position; the map is sound and, read off its ink alone, it is that position.
fn draw(position: &Canonical) -> Result<PlanarMap, Unrealisable> {
    let map = PlanarMap::realise(position)?;
    map.check().unwrap();
    let mut fresh = map.clone();
    fresh.rebase();
    let found = fresh.labelled().position().unwrap().canonical();
    assert_eq!(found, *position);
    Ok(map)
}

#[track_caller]
fn draw_all(positions: impl IntoIterator<Item = Canonical>) {
    let mut refused = Vec::new();
    for position in positions {
        if let Err(error) = draw(&position) {
            refused.push(format!("{position}: {error}"));
        }
    }
    assert!(refused.is_empty(), "{refused:#?}");
}

/// The positions of a table of the reference data.
fn table(text: &str) -> Vec<Canonical> {
    let first = |line: &str| line.split('\t').next().map(canonical);
    text.lines().skip(1).filter_map(first).collect()
}

#[test]
fn every_position_with_a_known_nimber() {
    draw_all(table(include_str!(
        "../../../tests/data/sprouts/nimbers.tsv"
    )));
}

#[test]
fn every_position_with_a_known_misere_outcome() {
    draw_all(table(include_str!(
        "../../../tests/data/sprouts/misere.tsv"
    )));
}

#[test]
fn everything_that_three_spots_can_become() {
    let mut known = HashSet::from([canonical("0*3")]);
    let mut todo: Vec<Canonical> = known.iter().cloned().collect();
    while let Some(position) = todo.pop() {
        todo.extend(
            position
                .children()
                .into_iter()
                .filter(|child| known.insert(child.clone())),
        );
    }
    assert!(known.len() > 50);
    draw_all(known);
}

#[test]
fn positions_of_random_games() {
    let mut seed = Seed::new(1);
    for spots in 2..=12 {
        let mut game = Labelled::start(spots);
        while let Some(step) = seed.pick(&game.moves_up_to(2000)).cloned() {
            game.play(&step).unwrap();
            if seed.below(3) == 0 {
                draw_all([game.position().unwrap().canonical()]);
            }
        }
    }
}

/// Spots of all kinds thrown into boundaries and regions.
fn random_text(seed: &mut Seed) -> String {
    let mut regions: Vec<Vec<String>> = (0..1 + seed.below(4))
        .map(|_| vec![String::new(); 1 + seed.below(3)])
        .collect();
    let mut spots: Vec<char> = "122".chars().take(seed.below(4)).collect();
    for letter in ('A'..='Z').take(seed.below(9)) {
        spots.extend([letter, letter]);
    }
    for spot in spots {
        let region = seed.below(regions.len());
        let boundary = seed.below(regions[region].len());
        let boundary = &mut regions[region][boundary];
        boundary.insert(seed.below(boundary.len() + 1), spot);
    }
    for region in &mut regions {
        for boundary in region.iter_mut().filter(|boundary| boundary.is_empty()) {
            boundary.push('0');
        }
    }
    let regions: Vec<String> = regions.iter().map(|region| region.join(".")).collect();
    regions.join("|")
}

#[test]
fn random_texts_are_drawn_or_refused_for_a_reason() {
    let mut seed = Seed::new(2);
    let (mut drawn, mut impossible, mut crossing) = (0, 0, 0);
    for _ in 0..600 {
        let text = random_text(&mut seed);
        let Ok(position) = text.parse::<Position>() else {
            impossible += 1;
            continue;
        };
        match draw(&position.canonical()) {
            Ok(_) => drawn += 1,
            Err(Unrealisable::Crossing { .. }) => crossing += 1,
            Err(error) => panic!("{text}: {error}"),
        }
    }
    assert!(
        drawn > 100 && impossible > 20 && crossing > 5,
        "{drawn} {impossible} {crossing}"
    );
}

#[test]
fn what_no_sheet_can_hold() {
    // Two boundaries of a region in one piece; a ring of regions; five regions each beside each other.
    for text in ["ABCD.AEFG|BCD|EFG", "ABCD.EFGH|ABCD.EFGH"] {
        assert!(text.parse::<Position>().is_err(), "{text}");
    }
    let text = "ABCD|AEFG|BEHI|CFHJ|DGIJ";
    let refused = draw(&canonical(text)).unwrap_err();
    assert!(matches!(refused, Unrealisable::Crossing { .. }));
    assert!(refused.to_string().contains("cross"));
}

#[test]
fn large_and_finished_positions() {
    let twelve = "0.ABCDEFGHIJKL|ABCDEFGHIJKL";
    let many: String = (0..26).map(|place| char::from(b'A' + place)).collect();
    let texts = [
        "!".to_owned(),
        "0*61".to_owned(),
        twelve.to_owned(),
        format!("0*30.{many}|0*2.{many}"),
        ["0.AB|AB"; 12].join("+"),
        "2".repeat(60),
        "1".repeat(60),
        "0*20.11.22.1212".to_owned(),
    ];
    for text in texts {
        draw(&canonical(&text)).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}
