//! The obvious solver against the reference data, as far as it gets in a short time.

use solver::Oracle;
use sprouts::{Canonical, Nimber, Outcome, Position};
use std::path::Path;

/// The lines of a file of the reference data after its header, split at tabs; none, with a word, where the data is absent.
fn rows(file: &str) -> Vec<(Canonical, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/sprouts")
        .join(file);
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("skipped: {file} is not on this machine");
        return Vec::new();
    };
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
    for (position, nimber) in rows("nimbers.tsv") {
        if position.lands().iter().all(|land| land.lives() <= 12) {
            let nimber: Nimber = nimber.parse().expect("a nimber");
            assert_eq!(oracle.nimber(&position), nimber, "{position}");
            compared += 1;
        }
    }
    println!("{compared} compared");
}

#[test]
fn misere_outcomes_of_small_positions() {
    let mut oracle = Oracle::default();
    for (position, outcome) in rows("misere.tsv") {
        let outcome = match outcome.as_str() {
            "W" => Outcome::Win,
            "L" => Outcome::Loss,
            other => panic!("{other}"),
        };
        if position.lives() <= 12 {
            assert_eq!(oracle.misere(&position), outcome, "{position}");
        }
    }
}
