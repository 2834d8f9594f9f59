//! The checker that shares no code with us, against the moves, the canonical form and the certificates of this side.

use checker::{Land, children_of, read_position};
use solver::extract::{Goal, Limits, extract};
use solver::{Oracle, Solver, unlimited};
use sprouts::{Canonical, Certificate, Ending, PackedLand, Position, Seed};
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

/// A position in the words of the checker.
fn lands(position: &Canonical) -> Vec<Land> {
    read_position(&position.to_string()).unwrap()
}

/// Positions of random games, the first moves left out where boards are large.
fn random_positions(spots: u32, games: u32, seed: u64) -> Vec<Canonical> {
    let mut seed = Seed::new(seed);
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = Position::start(spots).unwrap().canonical();
        while let Some(child) = seed.pick(&position.children()).cloned() {
            positions.push(std::mem::replace(&mut position, child));
        }
    }
    positions
}

#[test]
fn both_sides_have_the_same_moves() {
    let mut compared = 0;
    for (spots, games) in [(2, 10), (3, 20), (4, 30), (5, 30), (7, 20), (9, 10)] {
        for position in random_positions(spots, games, 17) {
            let ours: BTreeSet<Vec<Land>> = position.children().iter().map(lands).collect();
            let theirs = children_of(&lands(&position));
            assert_eq!(ours, theirs, "{position}");
            compared += theirs.len();
        }
    }
    assert!(compared > 10_000, "{compared} compared");
}

#[test]
fn both_sides_call_the_same_lands_equal() {
    let (mut ours, mut theirs) = (HashMap::new(), HashMap::new());
    for (spots, games) in [(3, 40), (5, 40), (8, 30), (12, 8), (16, 4)] {
        for position in random_positions(spots, games, 23) {
            for land in position.lands() {
                let text = land.to_string();
                let [written] = &read_position(&text).unwrap()[..] else {
                    panic!("{text} is one land");
                };
                assert_eq!(written.lives(), land.lives(), "{text}");
                assert_eq!(
                    *ours.entry(text.clone()).or_insert(written.clone()),
                    *written
                );
                assert_eq!(*theirs.entry(written.clone()).or_insert(text.clone()), text);
            }
        }
    }
    assert!(ours.len() > 500, "{} lands", ours.len());
}

fn normal(spots: u32) -> Certificate {
    let root = Position::start(spots).unwrap().canonical();
    let mut oracle = Oracle::default();
    oracle.nimber(&root);
    let known = |land: PackedLand<'_>| oracle.nimbers().get(land.as_bytes()).copied();
    extract(&root, Goal::Outcome, known, Limits::default(), |_| {
        ControlFlow::Continue(())
    })
    .unwrap()
}

fn misere(spots: u32) -> Certificate {
    let root = Position::start(spots).unwrap().canonical();
    let mut solver = Solver::new(solver::Limits::default());
    solver
        .outcome(&root, Ending::Misere, &mut unlimited())
        .unwrap();
    solver
        .misere_certificate(&root, Limits::default(), |_| ControlFlow::Continue(()))
        .unwrap()
}

/// Whether the small and the fast checker accept a text; nothing if it cannot be read.
fn verdicts(text: &str) -> Option<(bool, bool)> {
    let ours = Certificate::from_text(text).ok()?;
    let ControlFlow::Continue(fast) = ours.check(|_| ControlFlow::<()>::Continue(())) else {
        unreachable!("it never breaks");
    };
    let small = checker::Certificate::read(text).unwrap();
    let small = small.check(2, &Default::default(), &|| false);
    Some((small.is_ok(), fast.is_ok()))
}

/// Two checkers without a common line: they agree on proofs, and on proofs with one line lost, doubled, or swapped for another.
#[test]
fn both_checkers_judge_alike() {
    let mut refused = 0;
    for certificate in [normal(4), normal(5), misere(6), misere(7), misere(8)] {
        let text = certificate.to_string();
        assert_eq!(verdicts(&text), Some((true, true)), "{text}");
        let (header, rest) = text.split_once("\nclaims ").unwrap();
        let claims: Vec<&str> = rest.lines().skip(1).collect();
        for changed in (0..claims.len()).step_by(3) {
            let mut lost = claims.clone();
            lost.remove(changed);
            let other = claims[(changed + 1) % claims.len()];
            let digit = |claim: &str| claim.replacen('2', "1", 1);
            let changed_spot = digit(claims[changed]);
            let mut swapped = claims.clone();
            swapped[changed] = &changed_spot;
            let mut doubled = claims.clone();
            doubled.push(other);
            for lines in [lost, swapped, doubled] {
                let text = format!("{header}\nclaims {}\n{}\n", lines.len(), lines.join("\n"));
                if let Some((small, fast)) = verdicts(&text) {
                    assert_eq!(small, fast, "{text}");
                    refused += usize::from(!small);
                }
            }
        }
    }
    assert!(refused > 30, "{refused} refused");
}
