//! The door for positions from outside: what can be seen at once to have no picture is refused, and nothing that occurs in play.

use sprouts::{Canonical, Labelled, Land, Position};
use std::collections::BTreeSet;

fn check(text: &str, column: usize, reason: &str) {
    let error = text.parse::<Position>().expect_err(text).to_string();
    assert!(
        error.starts_with(&format!("column {column}: ")) && error.contains(reason),
        "{text}: {error}"
    );
}

#[test]
fn boundaries_of_one_region_share_no_spot() {
    check("AB.A", 4, "on two boundaries of one region");
    check("1ACB.1a1aAAB.CDCD", 10, "on two boundaries of one region");
    check("12bABbaCD.AB.CD", 11, "on two boundaries of one region");
    check("0|ABC.1C", 8, "on two boundaries of one region");
    // The same letters in different regions or lands are fine.
    for text in ["AB|A1", "AB|AB+AB|AB", "1a1a.1a1a", "ABC1|ABC"] {
        assert!(text.parse::<Position>().is_ok(), "{text}");
    }
}

#[test]
fn boundaries_of_one_region_do_not_hang_together() {
    check("ABCD.EFGH|ABCD.EFGH", 16, "through other regions");
    check("  1A.1B|ABCD|CD11", 6, "through other regions");
}

#[test]
fn spots_of_one_boundary_do_not_cross() {
    check("1a2b1a2b", 6, "cross");
    check("0.1AB1A1B", 7, "cross");
}

#[test]
fn labelled_positions_are_refused_for_the_same_reasons() {
    let refused = |text: &str| Labelled::from_raw(text).expect_err(text).to_string();
    assert!(refused("AB.A").starts_with(
        "spot 1 in boundary 2 of region 1: this spot is on two boundaries of one region"
    ));
    assert!(refused("ABC").contains("two sides"));
    assert!(refused("ABCD|ABDC|ACBD").contains("two more than lines"));
    assert!(Labelled::from_raw("AB|AB+CD|CD").is_ok());
}

#[test]
fn regions_that_cannot_be_drawn_are_refused() {
    let error = Position::from_regions(&[vec![vec![7, 8], vec![7]]]).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("spot 7 in boundary 2 of region 1: ")
    );
}

/// Every position of a game tree is let in again: as text, and as packed bytes.
#[test]
fn nothing_that_occurs_in_play_is_refused() {
    let start = Position::start(5).expect("few spots").canonical();
    let mut met: BTreeSet<Land> = start.lands().iter().cloned().collect();
    let mut next: Vec<Land> = met.iter().cloned().collect();
    while let Some(land) = next.pop() {
        let text = land.to_string();
        let read = text.parse::<Position>().map(|read| read.canonical());
        assert_eq!(read, Ok(Canonical::sum([land.clone()])), "{text}");
        assert_eq!(Land::from_bytes(land.as_bytes()), Ok(land.clone()));
        for child in Canonical::sum([land]).children() {
            for land in child.lands() {
                if met.insert(land.clone()) {
                    next.push(land.clone());
                }
            }
        }
    }
    assert!(met.len() > 5000, "{}", met.len());
}
