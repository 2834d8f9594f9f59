//! The canonical form: blind to everything that does not matter, and to nothing else.

use proptest::prelude::*;
use sprouts::{Canonical, Labelled, Position, Seed};
use std::collections::{BTreeMap, BTreeSet};

fn canonical(text: &str) -> Canonical {
    text.parse::<Position>()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
        .canonical()
}

/// A position taken apart by this test alone: lands, regions, boundaries, spots. Letters are numbers that stand for one spot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Spot {
    Generic(char),
    Letter(u32),
}
type Region = Vec<Vec<Spot>>;
type Lands = Vec<Vec<Region>>;

fn take_apart(text: &str) -> Lands {
    let mut letters: BTreeMap<(usize, usize, String), u32> = BTreeMap::new();
    let mut boundaries_seen = 0;
    let mut lands = Vec::new();
    for (land_number, land) in text.split('+').filter(|&land| land != "!").enumerate() {
        let mut regions = Vec::new();
        for region in land.split('|') {
            let mut boundaries = Vec::new();
            for boundary in region.split('.') {
                if let Some(count) = boundary.strip_prefix("0*") {
                    boundaries.extend(vec![vec![Spot::Generic('0')]; count.parse().unwrap()]);
                    continue;
                }
                boundaries_seen += 1;
                let mut spots = Vec::new();
                let mut characters = boundary.chars().peekable();
                while let Some(character) = characters.next() {
                    if character.is_ascii_digit() {
                        spots.push(Spot::Generic(character));
                        continue;
                    }
                    let mut name = character.to_string();
                    while let Some(prime) = characters.next_if_eq(&'\'') {
                        name.push(prime);
                    }
                    let scope = if character.is_ascii_lowercase() {
                        boundaries_seen
                    } else {
                        0
                    };
                    let next = letters.len() as u32;
                    spots.push(Spot::Letter(
                        *letters.entry((land_number, scope, name)).or_insert(next),
                    ));
                }
                boundaries.push(spots);
            }
            regions.push(boundaries);
        }
        lands.push(regions);
    }
    lands
}

/// The same position said differently: rotated, turned over, in another order, under other names.
fn say_differently(text: &str, seed: &mut Seed) -> String {
    let mut lands = take_apart(text);
    seed.shuffle(&mut lands);
    let mut names: Vec<u32> = (0..200).collect();
    seed.shuffle(&mut names);
    let write = |spot: &Spot| match spot {
        Spot::Generic(degree) => degree.to_string(),
        Spot::Letter(letter) => {
            let name = names[*letter as usize];
            format!(
                "{}{}",
                char::from(b'A' + (name % 26) as u8),
                "'".repeat((name / 26) as usize)
            )
        }
    };
    let mut land_texts = Vec::new();
    for mut land in lands {
        seed.shuffle(&mut land);
        let mut region_texts = Vec::new();
        for mut region in land {
            seed.shuffle(&mut region);
            let turned = seed.below(2) == 1;
            let boundaries: Vec<String> = region
                .into_iter()
                .map(|mut boundary| {
                    let places = seed.below(boundary.len());
                    boundary.rotate_left(places);
                    if turned {
                        boundary.reverse();
                    }
                    boundary.iter().map(write).collect()
                })
                .collect();
            region_texts.push(boundaries.join("."));
        }
        land_texts.push(region_texts.join("|"));
    }
    if land_texts.is_empty() {
        "!".into()
    } else {
        land_texts.join("+")
    }
}

/// The least way to write a land over all names, directions and rotations: slow and obviously right.
fn least_by_trying_all(land: &[Region]) -> Vec<Region> {
    let letters: BTreeSet<u32> = land
        .iter()
        .flatten()
        .flatten()
        .filter_map(|spot| {
            if let Spot::Letter(letter) = spot {
                Some(*letter)
            } else {
                None
            }
        })
        .collect();
    let letters: Vec<u32> = letters.into_iter().collect();
    let mut least: Option<Vec<Region>> = None;
    for_each_permutation(letters.len(), &mut |names| {
        let name = |spot: Spot| match spot {
            Spot::Letter(letter) => Spot::Letter(names[letters.binary_search(&letter).unwrap()]),
            generic => generic,
        };
        let mut regions: Vec<Region> = land
            .iter()
            .map(|region| {
                let read = |turned: bool| {
                    let mut boundaries: Region = region
                        .iter()
                        .map(|boundary| {
                            let mut spots: Vec<Spot> =
                                boundary.iter().map(|&spot| name(spot)).collect();
                            if turned {
                                spots.reverse();
                            }
                            (0..spots.len())
                                .map(|places| {
                                    let mut rotated = spots.clone();
                                    rotated.rotate_left(places);
                                    rotated
                                })
                                .min()
                                .unwrap()
                        })
                        .collect();
                    boundaries.sort();
                    boundaries
                };
                read(false).min(read(true))
            })
            .collect();
        regions.sort();
        if least.as_ref().is_none_or(|least| regions < *least) {
            least = Some(regions);
        }
    });
    least.unwrap()
}

fn for_each_permutation(count: usize, visit: &mut impl FnMut(&[u32])) {
    fn extend(chosen: &mut Vec<u32>, count: usize, visit: &mut impl FnMut(&[u32])) {
        if chosen.len() == count {
            return visit(chosen);
        }
        for next in 0..count as u32 {
            if !chosen.contains(&next) {
                chosen.push(next);
                extend(chosen, count, visit);
                chosen.pop();
            }
        }
    }
    extend(&mut Vec::new(), count, visit);
}

/// Every land of the 4-spot game with few letters: different canonical forms are different lands, by trying all names.
#[test]
fn different_forms_are_different_lands() {
    let mut seen: BTreeSet<Canonical> = BTreeSet::new();
    let mut open = vec![Position::start(4).unwrap().canonical()];
    let mut lands = BTreeSet::new();
    while let Some(position) = open.pop() {
        lands.extend(position.lands().iter().cloned());
        for child in position.children() {
            if seen.insert(child.clone()) {
                open.push(child);
            }
        }
    }
    let mut by_least: BTreeMap<Vec<Region>, String> = BTreeMap::new();
    let mut compared = 0;
    for land in lands {
        let text = land.to_string();
        let apart = take_apart(&text);
        let letters: BTreeSet<Spot> = apart[0]
            .iter()
            .flatten()
            .flatten()
            .copied()
            .filter(|spot| matches!(spot, Spot::Letter(_)))
            .collect();
        if letters.len() <= 6 {
            compared += 1;
            if let Some(other) = by_least.insert(least_by_trying_all(&apart[0]), text.clone()) {
                panic!("{text} and {other} are the same land");
            }
        }
    }
    assert!(compared > 1000, "only {compared} lands compared");
}

/// Regions that touch along a curve of three spots or more: how one is turned against the other matters exactly when
/// neither looks the same turned over.
#[test]
fn curves_between_two_regions_keep_their_sense() {
    let insides = [
        "0*2.",
        "12a1a.",
        "21a1a.",
        "11.",
        "1a2a.",
        "DE2.",
        "12a1a.DE.",
    ];
    let outsides = ["0.", "12a1a.", "12.21a1a.", "D.E.", "1DE."];
    let closings = ["", "|DE.0", "|DE.12a1a", "|D.1|E.0", "|DE1"];
    let curves = [
        ("AB", "BA"),
        ("ABC", "ABC"),
        ("ABC", "ACB"),
        ("ABCF", "AFCB"),
        ("ABCF", "ACBF"),
    ];
    let mut forms: BTreeMap<Vec<Region>, (Canonical, String)> = BTreeMap::new();
    let (mut compared, mut refused) = (0, 0);
    for inside in insides {
        for outside in outsides {
            for closing in closings {
                for (one, two) in curves {
                    let text = format!("{inside}{one}|{outside}{two}{closing}");
                    let occurrences = |letter| text.matches(letter).count();
                    if [occurrences('D'), occurrences('E')]
                        .iter()
                        .any(|&n| n != 0 && n != 2)
                    {
                        continue;
                    }
                    let apart = take_apart(&text);
                    let letters = apart[0].iter().flatten().flatten();
                    let occurring = letters.filter(|spot| matches!(spot, Spot::Letter(_)));
                    if occurring.count() > 2 * 6 {
                        continue;
                    }
                    // Some of these have no picture, and the door refuses them.
                    let Ok(form) = text.parse::<Position>() else {
                        refused += 1;
                        continue;
                    };
                    let form = form.canonical();
                    assert_eq!(form.lands().len(), 1, "{text}");
                    compared += 1;
                    let entry = forms.entry(least_by_trying_all(&apart[0]));
                    let (first, other) = entry.or_insert((form.clone(), text.clone()));
                    assert_eq!(*first, form, "{text} and {other} are the same land");
                }
            }
        }
    }
    let different: BTreeSet<&Canonical> = forms.values().map(|(form, _)| form).collect();
    assert_eq!(different.len(), forms.len(), "two lands with one form");
    assert!(
        compared > forms.len() && forms.len() > 60 && refused < compared,
        "{compared} {refused} {}",
        forms.len()
    );
}

/// Table 2.3 of the thesis: strings that the literature's pseudo-canonical form takes for different ones.
#[test]
fn strings_that_pseudo_canonical_form_keeps_apart() {
    let strings = [
        "ABCDEF|ABCDEG|FG",
        "ABCDEF|ABCDGF|EG",
        "ABCDEF|ABCGEF|DG",
        "ABCDEF|ABGDEF|CG",
        "ABCDEF|BCDEFG|AG",
    ];
    let forms: BTreeSet<Canonical> = strings.iter().map(|text| canonical(text)).collect();
    assert_eq!(forms.len(), 1);
}

/// The thesis's example, Figures 2.12 to 2.15: each step of the reduction is the same position.
#[test]
fn the_example_of_the_thesis() {
    let steps = [
        "A.BCDEFGFEDH.|DCBH.IJKJLMLJIN.O.|IN|+PQGFGQ.RS.|RS.|+!",
        "A.BCDEFGFEDH|DCBH.IJKJLMLJIN.O|IN|PQGFGQ.RS|RS",
        "A.BCEEH|CBH.KLMLN.O|PQQ.RS|RS",
        "0.BC2H|CBH.1L1L2.0|12.RS|RS",
        "0.BC2H|CBH.1L1L2.0+12.RS|RS",
        "0.AB2C|BAC.1a1a2.0+12.AB|AB",
        "0.12a1a.ABC|0.2ABC+12.AB|AB",
    ];
    // In Figure 2.13 a letter no longer occurs as often as its degree; every other step stands for itself.
    for text in steps.iter().filter(|text| !text.contains("KLMLN")) {
        assert_eq!(canonical(text), canonical(steps[1]), "{text}");
    }
}

/// Figure 5 and section 2.3 of the 1991 report: the set representation and the string it becomes.
#[test]
fn the_example_of_the_report() {
    // The printed set has lost the second b of its first boundary and the second j of the next; the string below it has both.
    assert_eq!(
        canonical("ABCDHFCB.IJKJ.L|CFED|DEGH|EFHG"),
        canonical("12.1a1a.0")
    );
    assert_eq!(canonical("1bb.1j1j.0"), canonical("12.1j1j.0"));
}

fn check_scrambled(spots: u32, number: u64) {
    let mut seed = Seed::new(number);
    let mut game = Labelled::start(spots);
    loop {
        let position = game.position().expect("a game from few spots").canonical();
        let text = position.to_string();
        assert_eq!(canonical(&text), position, "{text} reads back");
        for _ in 0..3 {
            let other = say_differently(&text, &mut seed);
            assert_eq!(canonical(&other).to_string(), text, "{other}");
        }
        let moves = game.moves();
        let Some(next) = seed.pick(&moves) else { break };
        game.play(&next.clone()).expect("a legal move");
    }
}

proptest! {
    #![proptest_config(trial::cases(400))]

    #[test]
    fn blind_to_rotation_reversal_order_and_names(spots in 2u32..=12, number in any::<u64>()) {
        check_scrambled(spots, number);
    }

    /// Reading and printing any position gives it back.
    #[test]
    fn printing_and_reading_is_the_identity(text in "[0-2a-dA-F.|+!*']{0,24}") {
        if let Ok(position) = text.parse::<Position>() {
            let printed = position.to_string();
            prop_assert_eq!(&printed.parse::<Position>().unwrap(), &position, "{} {}", text, printed);
            let form = position.canonical();
            prop_assert_eq!(form.to_string().parse::<Position>().unwrap().canonical(), form.clone(), "{}", text);
            // Whatever was accepted can be played on.
            for child in form.children() {
                prop_assert!(child.lives() < form.lives());
            }
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let _ = String::from_utf8_lossy(&bytes).parse::<Position>();
    }
}
