//! Extracted certificates are accepted by the checker, and small.

use proptest::prelude::*;
use solver::extract::{self, ExtractError, Goal, extract};
use solver::misere::Guide;
use solver::{Guides, Limits, Solver, unlimited};
use solver::{Oracle, Outcome, normal};
use sprouts::{Canonical, Certificate, Ending, Nimber, PackedLand, Position, Seed};
use std::ops::ControlFlow;

fn check(certificate: &Certificate) {
    let ControlFlow::Continue(checked) = certificate.check(|_| ControlFlow::<()>::Continue(()))
    else {
        unreachable!()
    };
    checked.unwrap_or_else(|error| panic!("{certificate:?}: {error}"));
}

fn passes(passes: u32) -> extract::Limits {
    extract::Limits {
        passes,
        ..extract::Limits::default()
    }
}

fn extract_from(oracle: &Oracle, root: &Canonical, goal: Goal) -> Certificate {
    let known = |land: PackedLand<'_>| oracle.nimbers().get(land.as_bytes()).copied();
    extract(root, goal, known, passes(24), |_| ControlFlow::Continue(())).unwrap()
}

#[test]
fn start_positions() {
    let mut oracle = Oracle::default();
    for (spots, claims_max) in [(0, 0), (1, 1), (2, 3), (3, 4), (4, 16), (5, 16)] {
        let root = Position::start(spots).unwrap().canonical();
        let nimber = oracle.nimber(&root);
        let certificate = extract_from(&oracle, &root, Goal::Outcome);
        check(&certificate);
        assert_eq!(certificate.outcome(), oracle.normal(&root));
        assert!(certificate.len() <= claims_max, "{certificate:?}");
        let certificate = extract_from(&oracle, &root, Goal::Nimber);
        check(&certificate);
        assert_eq!(certificate.nimber(), Some(nimber));
    }
}

/// Solves a position in misère play and proves it; checks the proof.
fn certify_misere(root: &Canonical, tree_lives_max: u32, fold_depth_max: u32) -> Certificate {
    let guide = Guide {
        tree_lives_max: Some(tree_lives_max),
        fold_depth_max,
        ..Guide::default()
    };
    let guides = Guides {
        misere: guide,
        ..Guides::default()
    };
    let mut solver = Solver::with_guides(Limits::default(), guides);
    let outcome = solver.outcome(root, Ending::Misere, &mut unlimited());
    let certificate = solver
        .misere_certificate(root, passes(2), |_| ControlFlow::Continue(()))
        .expect("all is known");
    check(&certificate);
    assert_eq!(Ok(certificate.outcome()), outcome);
    certificate
}

#[test]
fn misere_start_positions() {
    let mut oracle = Oracle::default();
    for spots in 0..=4 {
        let root = Position::start(spots).unwrap().canonical();
        let outcome = oracle.misere(&root);
        for tree_lives_max in [0, 4, 9] {
            for fold_depth_max in [0, 3, 20] {
                let certificate = certify_misere(&root, tree_lives_max, fold_depth_max);
                assert_eq!(certificate.outcome(), outcome);
            }
        }
    }
}

/// Trees that are not added up make several nodes of one game, according to the way that led there.
#[test]
fn misere_proofs_with_several_nodes_of_one_game() {
    let root = Position::start(12).unwrap().canonical();
    for fold_depth_max in [0, 4, 7] {
        certify_misere(&root, 10, fold_depth_max);
    }
}

/// With memory for one attempt but not for many the proof is still a proof; with less there is none, and that is said.
#[test]
fn little_memory_gives_a_larger_proof_or_none() {
    let root = Position::start(8).unwrap().canonical();
    let solver = normal::Solver::new(1 << 30, normal::Guide::default());
    solver.is_win(&root, Nimber::ZERO).unwrap();
    let lands = solver.lands();
    let mut sizes = Vec::new();
    for kilobytes in (1..20).map(|step| 100 * step) {
        let limits = extract::Limits {
            passes: 8,
            memory_bytes: kilobytes << 10,
        };
        let known = |land: PackedLand<'_>| lands.nimber(lands.find(land)?).map(Nimber::new);
        let found = extract(&root, Goal::Outcome, known, limits, |_| {
            ControlFlow::Continue(())
        });
        match found {
            Ok(certificate) => {
                check(&certificate);
                sizes.push(Some(certificate.len()));
            }
            Err(error) => {
                assert_eq!(error, ExtractError::Memory);
                sizes.push(None);
            }
        }
    }
    assert_eq!(sizes[0], None);
    assert!(
        sizes.iter().flatten().is_sorted_by(|a, b| a >= b),
        "{sizes:?}"
    );
    // There the widest choice of proofs does not fit: 700 kB are the least for it.
    assert!(sizes[4].is_some() && sizes[4] > sizes[6], "{sizes:?}");
    let mut found = sizes.iter().flatten();
    assert!(found.next() > found.last(), "{sizes:?}");
}

#[test]
fn misere_proofs_keep_to_their_memory_too() {
    let root = Position::start(8).unwrap().canonical();
    let mut solver = Solver::new(Limits::default());
    solver
        .outcome(&root, Ending::Misere, &mut unlimited())
        .unwrap();
    for (memory_bytes, enough) in [(1 << 10, false), (16 << 20, true)] {
        let limits = extract::Limits {
            passes: 1,
            memory_bytes,
        };
        match solver.misere_certificate(&root, limits, |_| ControlFlow::Continue(())) {
            Ok(certificate) => {
                assert!(enough);
                check(&certificate);
            }
            Err(error) => assert_eq!((enough, error), (false, ExtractError::Memory)),
        }
    }
}

#[test]
fn what_is_missing_is_named() {
    let root = Position::start(4).unwrap().canonical();
    let nothing = |_: PackedLand<'_>| None;
    let error = extract(&root, Goal::Nimber, nothing, passes(1), |_| {
        ControlFlow::Continue(())
    })
    .unwrap_err();
    assert_eq!(
        error,
        ExtractError::Missing {
            claim: root.clone(),
            child: None
        }
    );
    let bytes = root.to_bytes();
    let only_root = |land: PackedLand<'_>| (land.as_bytes() == bytes).then_some(Nimber::new(1));
    let error = extract(&root, Goal::Nimber, only_root, passes(1), |_| {
        ControlFlow::Continue(())
    })
    .unwrap_err();
    let ExtractError::Missing {
        claim,
        child: Some(child),
    } = error
    else {
        panic!("{error}")
    };
    assert_eq!(claim, root);
    assert!(root.children().contains(&child), "{child}");
}

#[test]
fn it_can_be_stopped() {
    let root = Position::start(3).unwrap().canonical();
    let mut oracle = Oracle::default();
    oracle.nimber(&root);
    let known = |land: PackedLand<'_>| oracle.nimbers().get(land.as_bytes()).copied();
    let stopped = extract(&root, Goal::Nimber, known, passes(1), |_| {
        ControlFlow::Break(())
    });
    assert_eq!(stopped.unwrap_err(), ExtractError::Stopped);
}

/// A position after some random moves.
fn wander(spots: u32, moves: usize, seed: u64) -> Canonical {
    let mut seed = Seed::new(seed);
    let mut position = Position::start(spots).unwrap().canonical();
    for _ in 0..moves {
        match seed.pick(&position.children()) {
            Some(child) => position = child.clone(),
            None => break,
        }
    }
    position
}

proptest! {
    #![proptest_config(trial::cases(40))]

    /// Sums of lands too, and with part of the nimbers unknown: then there is a certificate that holds, or an error.
    #[test]
    fn random_positions(spots in 4..7u32, moves in 2..6usize, seed in any::<u64>(), hidden in 0..4u64) {
        let root = wander(spots, moves, seed);
        prop_assume!(root.lives() <= 11);
        let mut oracle = Oracle::default();
        oracle.nimber(&root);
        for goal in [Goal::Outcome, Goal::Nimber] {
            let known = |land: PackedLand<'_>| {
                let nimber = oracle.nimbers().get(land.as_bytes()).copied();
                // Some lands, by their bytes, were never proved.
                let sum: u64 = land.as_bytes().iter().map(|&byte| u64::from(byte)).sum();
                nimber.filter(|_| hidden == 0 || (sum ^ seed) % 8 >= hidden)
            };
            match extract(&root, goal, known, passes(2), |_| ControlFlow::Continue(())) {
                Ok(certificate) => {
                    check(&certificate);
                    let nimber = oracle.nimber(&root);
                    let outcome = if nimber.is_loss() { Outcome::Loss } else { Outcome::Win };
                    prop_assert_eq!(certificate.outcome(), outcome);
                }
                Err(error) => prop_assert!(hidden > 0, "{}", error),
            }
        }
    }

    #[test]
    fn random_misere_positions(
        spots in 4..6u32, moves in 2..6usize, seed in any::<u64>(), tree_lives_max in 0..9u32, fold_depth_max in 0..9u32,
    ) {
        let root = wander(spots, moves, seed);
        prop_assume!(root.lives() <= 10);
        let mut oracle = Oracle::default();
        let outcome = oracle.misere(&root);
        let certificate = certify_misere(&root, tree_lives_max, fold_depth_max);
        prop_assert_eq!(certificate.outcome(), outcome);
    }
}
