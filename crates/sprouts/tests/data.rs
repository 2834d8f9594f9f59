//! Every line of the reference data that concerns rules.

use sprouts::{Canonical, Labelled, Position};

const RAW: &str = include_str!("../../../tests/data/sprouts/raw.tsv");
const CHILDREN: &str = include_str!("../../../tests/data/sprouts/children.tsv");

/// The lines of a table of the reference data after its header, split at tabs.
fn rows(text: &str) -> Vec<Vec<String>> {
    text.lines()
        .skip(1)
        .map(|line| line.split('\t').map(String::from).collect())
        .collect()
}

fn canonical(text: &str) -> Canonical {
    text.parse::<Position>()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
        .canonical()
}

#[test]
fn raw_strings_reduce_to_their_equivalents() {
    for row in rows(RAW) {
        let (raw, reduced) = (canonical(&row[0]), canonical(&row[1]));
        assert_eq!(raw, reduced, "{} and {}", row[0], row[1]);
        let labelled =
            Labelled::from_raw(&row[0]).unwrap_or_else(|error| panic!("{row:?}: {error}"));
        let position = labelled.position().expect("a small position");
        assert_eq!(position.canonical(), raw, "{}", row[0]);
    }
}

#[test]
fn numbers_of_children() {
    for row in rows(CHILDREN) {
        let children = canonical(&row[0]).children();
        assert_eq!(
            children.len().to_string(),
            row[1],
            "{}: {children:?}",
            row[0]
        );
    }
}

#[test]
fn every_position_of_the_data_reads_back() {
    for file in ["nimbers.tsv", "children.tsv", "misere.tsv"] {
        for row in rows(file) {
            let position = canonical(&row[0]);
            assert_eq!(canonical(&position.to_string()), position, "{}", row[0]);
        }
    }
}
