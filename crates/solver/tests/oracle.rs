//! The obvious solver against the reference data, as far as it gets in a short time.

use solver::Oracle;
use sprouts::{Canonical, Nimber, Outcome, Position};

/// The lines of a table of the reference data after its header: a position and its value.
fn rows(text: &str) -> Vec<(Canonical, String)> {
    let row = |line: &str| {
        let (position, value) = line.split_once('\t').expect("two columns");
        let position: Position = position.parse().expect("a position");
        (position.canonical(), value.to_string())
    };
    text.lines().skip(1).map(row).collect()
}

#[test]
fn nimbers_of_small_positions() {
    let mut oracle = Oracle::default();
    let mut compared = 0;
    for (position, nimber) in rows(include_str!("../../../tests/data/sprouts/nimbers.tsv")) {
        if position.lands().iter().all(|land| land.lives() <= 12) {
            let nimber: Nimber = nimber.parse().expect("a nimber");
            assert_eq!(oracle.nimber(&position), nimber, "{position}");
            compared += 1;
        }
    }
    assert_eq!(compared, 2910);
}

#[test]
fn misere_outcomes_of_small_positions() {
    let mut oracle = Oracle::default();
    let mut compared = 0;
    for (position, outcome) in rows(include_str!("../../../tests/data/sprouts/misere.tsv")) {
        let outcome = match outcome.as_str() {
            "W" => Outcome::Win,
            "L" => Outcome::Loss,
            other => panic!("{other}"),
        };
        if position.lives() <= 12 {
            assert_eq!(oracle.misere(&position), outcome, "{position}");
            compared += 1;
        }
    }
    assert_eq!(compared, 912);
}
