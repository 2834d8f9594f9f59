//! Moves, reduction and equality of lands against published counts and values, and against every other way to write a land.

use checker::{Certificate, Land, children_of, read_position};
use std::collections::HashMap;

fn rows(file: &str) -> Vec<(String, String)> {
    let path = format!(
        "{}/../../tests/data/sprouts/{file}",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let row = |line: &str| {
        let (position, value) = line.rsplit_once('\t').expect("two columns");
        (position.to_string(), value.to_string())
    };
    text.lines().skip(1).map(row).collect()
}

fn lives(lands: &[Land]) -> u32 {
    lands.iter().map(Land::lives).sum()
}

#[test]
fn there_are_as_many_children_as_published() {
    let rows = rows("children.tsv");
    for (position, count) in &rows {
        let children = children_of(&read_position(position).unwrap());
        assert_eq!(children.len().to_string(), *count, "{position}");
    }
    assert_eq!(rows.len(), 317);
}

fn nimber(lands: &[Land], known: &mut HashMap<Land, u32>) -> u32 {
    lands
        .iter()
        .fold(0, |sum, land| sum ^ nimber_of(land, known))
}

fn nimber_of(land: &Land, known: &mut HashMap<Land, u32>) -> u32 {
    if let Some(&nimber) = known.get(land) {
        return nimber;
    }
    let children = children_of(std::slice::from_ref(land));
    let worth: Vec<u32> = children.iter().map(|child| nimber(child, known)).collect();
    let least = (0..).find(|nimber| !worth.contains(nimber)).unwrap();
    known.insert(land.clone(), least);
    least
}

#[test]
fn nimbers_follow_from_the_children() {
    let mut known = HashMap::new();
    let mut checked = 0;
    for (position, value) in rows("nimbers.tsv") {
        let lands = read_position(&position).unwrap();
        if lands.iter().all(|land| land.lives() <= 10) {
            assert_eq!(nimber(&lands, &mut known).to_string(), value, "{position}");
            checked += 1;
        }
    }
    assert!(checked > 1000, "{checked} checked");
}

fn misere_wins(lands: &[Land], known: &mut HashMap<Vec<Land>, bool>) -> bool {
    if let Some(&wins) = known.get(lands) {
        return wins;
    }
    let children = children_of(lands);
    let wins = children.is_empty() || children.iter().any(|child| !misere_wins(child, known));
    known.insert(lands.to_vec(), wins);
    wins
}

#[test]
fn misere_outcomes_follow_from_the_children() {
    let mut known = HashMap::new();
    let mut checked = 0;
    for (position, value) in rows("misere.tsv") {
        let lands = read_position(&position).unwrap();
        if lives(&lands) <= 10 {
            let wins = misere_wins(&lands, &mut known);
            assert_eq!(if wins { "W" } else { "L" }, value, "{position}");
            checked += 1;
        }
    }
    assert!(checked > 300, "{checked} checked");
}

/// Reduced trees say the same as playing the game to its end: of small lands, and of sums of them.
#[test]
fn trees_say_who_wins() {
    let mut known = HashMap::new();
    let mut lands: Vec<Land> = Vec::new();
    for (position, _) in rows("misere.tsv") {
        lands.extend(read_position(&position).unwrap());
    }
    lands.sort_unstable();
    lands.dedup();
    let all = lands.clone();
    lands.retain(|land| land.lives() <= 5);
    let pairs = lands
        .iter()
        .flat_map(|one| lands.iter().map(move |two| vec![one, two]));
    let single = all
        .iter()
        .filter(|land| land.lives() <= 9)
        .map(|land| vec![land]);
    let mut compared = [0, 0];
    for sum in single.chain(pairs) {
        let text: Vec<&str> = sum.iter().map(|land| land.as_str()).collect();
        let text = text.join("+");
        let wins = misere_wins(&read_position(&text).unwrap(), &mut known);
        for (outcome, is_win) in [("win", true), ("loss", false)] {
            let without_claims = format!(
                "rhizome certificate 1\nposition {text}\nending misere\noutcome {outcome}\nsmall 12\nclaims 0\n"
            );
            let certificate = Certificate::read(&without_claims).unwrap();
            let checked = certificate.check(1, &Default::default(), &|| false);
            assert_eq!(checked.is_ok(), wins == is_win, "{text}: {outcome}");
        }
        compared[usize::from(wins)] += 1;
    }
    assert!(compared.iter().all(|&some| some > 50), "{compared:?}");
}

/// A number that follows from a state, for choices that are the same in each run.
fn random(state: &mut u64, below: usize) -> usize {
    *state = state
        .wrapping_mul(6364136223846793005)
        .wrapping_add(1442695040888963407);
    ((*state >> 33) % below as u64) as usize
}

fn shuffle<T>(state: &mut u64, list: &mut [T]) {
    for index in (1..list.len()).rev() {
        list.swap(index, random(state, index + 1));
    }
}

/// The same land written in another way: boundaries turned, regions reversed, all shuffled, letters renamed.
fn rewrite(land: &str, state: &mut u64) -> String {
    let mut names: Vec<char> = ('A'..='Z').collect();
    shuffle(state, &mut names);
    let rename = |spot: char| match spot {
        'A'..='Z' => names[(spot as u8 - b'A') as usize],
        other => other,
    };
    let mut regions: Vec<String> = Vec::new();
    for region in land.split('|') {
        let reverse = random(state, 2) == 1;
        let mut boundaries: Vec<String> = Vec::new();
        for boundary in region.split('.') {
            let mut spots: Vec<char> = boundary.chars().map(rename).collect();
            let turn = random(state, spots.len());
            spots.rotate_left(turn);
            if reverse {
                spots.reverse();
            }
            boundaries.push(spots.into_iter().collect());
        }
        shuffle(state, &mut boundaries);
        regions.push(boundaries.join("."));
    }
    shuffle(state, &mut regions);
    regions.join("|")
}

#[test]
fn all_writings_of_a_land_are_equal() {
    let mut state = 1;
    let mut lands: Vec<Land> = Vec::new();
    for (position, _) in rows("nimbers.tsv") {
        lands.extend(read_position(&position).unwrap());
    }
    // All that look alike from everywhere: bubbles, rings and a prism of regions.
    for symmetric in [
        "ABCDEFGHIJKL|ABCDEFGHIJKL",
        "0.AB.CD.EF.GH|AB|CD|EF|0.GH",
        "ABC|DEF|ADGH|BEGI|CFHI",
        "AB|BC|CD|DE|EA",
        "0.AB|0.AB.CD|0.CD.EF|0.EF",
    ] {
        lands.extend(read_position(symmetric).unwrap());
    }
    lands.sort_unstable();
    lands.dedup();
    for land in &lands {
        assert_eq!(
            read_position(land.as_str()).unwrap(),
            std::slice::from_ref(land)
        );
        for _ in 0..8 {
            let other = rewrite(land.as_str(), &mut state);
            let lands = read_position(&other).unwrap();
            assert_eq!(lands, std::slice::from_ref(land), "{other}");
        }
    }
    assert!(lands.len() > 2000, "{} lands", lands.len());
}

#[test]
fn lands_that_differ_stay_apart() {
    for (one, two) in [
        ("0*3.AB|AB", "0*2.AB|0.AB"),
        ("ABCD|ABCD", "ABCD|ABDC"),
        // A land and itself with one region reversed, where the reversal is seen.
        ("12ABC|12ABC", "12ABC|12CBA"),
        ("1a1a22", "1a12a2"),
    ] {
        assert_ne!(read_position(one), read_position(two));
    }
    assert_eq!(read_position("1.2"), read_position("12"));
    assert_eq!(read_position("2a2a"), read_position("222"));
    assert_eq!(read_position("0*2.2"), read_position("2.0.0"));
}

#[test]
fn what_is_no_position_is_refused() {
    for text in [
        "", "0*", "3", "0.", "|0", "0+", "A", "AAA|A", "a|a", "01", "0*2x", "0 0", "A'|A",
        "0*1000", "é",
    ] {
        assert!(read_position(text).is_err(), "{text:?}");
    }
    assert_eq!(read_position("!"), Ok(Vec::new()));
    assert_eq!(read_position("0|2"), read_position("0"));
}
