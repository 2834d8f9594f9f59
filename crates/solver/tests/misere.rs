//! The misère solver against the reference data, the known outcomes of start positions, and the obvious solver.

use proptest::prelude::*;
use solver::extract::{self, extract_misere};
use solver::misere::{Guide, Solver};
use solver::{Limits, Stopped};
use solver::{Oracle, Outcome};
use sprouts::{Canonical, Position, Seed};
use std::ops::ControlFlow;

fn solve(solver: &mut Solver, position: &Canonical) -> Outcome {
    solver
        .outcome(position, &mut |_| ControlFlow::Continue(()))
        .expect("the memory is enough")
}

fn start(spots: u32) -> Canonical {
    Position::start(spots).expect("a small number").canonical()
}

fn on_threads(threads: usize) -> Limits {
    Limits {
        threads,
        ..Limits::default()
    }
}

/// Known outcomes of start positions: wins at 1, 5, 6, 10, 11, 12, 16, 17.
fn expected(spots: u32) -> Outcome {
    match spots {
        0 | 1 | 5 | 6 | 10 | 11 | 12 | 16 | 17 => Outcome::Win,
        _ => Outcome::Loss,
    }
}

#[test]
fn reference_data() {
    let text = include_str!("../../../tests/data/sprouts/misere.tsv");
    // With 9 almost everything is replaced by trees, with 3 almost everything is searched.
    for (tree_lives_max, threads) in [(9, 1), (3, 1), (3, 4)] {
        let guide = Guide {
            tree_lives_max: Some(tree_lives_max),
            ..Guide::default()
        };
        let mut solver = Solver::with_guide(on_threads(threads), &guide);
        let mut compared = 0;
        for line in text.lines().skip(1) {
            let (position, outcome) = line.split_once('\t').expect("two columns");
            let outcome = match outcome {
                "W" => Outcome::Win,
                "L" => Outcome::Loss,
                other => panic!("{other} is no outcome"),
            };
            let canonical = position
                .parse::<Position>()
                .expect("a position")
                .canonical();
            assert_eq!(solve(&mut solver, &canonical), outcome, "{position}");
            compared += 1;
        }
        assert_eq!(compared, 913);
    }
}

#[test]
fn start_positions_with_a_warm_solver() {
    for threads in [1, 3] {
        let mut solver = Solver::new(on_threads(threads));
        for spots in 0..=11 {
            assert_eq!(
                solve(&mut solver, &start(spots)),
                expected(spots),
                "{spots} spots"
            );
        }
    }
}

/// `cargo test --profile optimised -p rhizome-solver --test misere -- --ignored`
#[test]
#[ignore = "takes minutes"]
fn larger_start_positions() {
    let is_long = std::env::var_os("RHIZOME_LONG").is_some();
    for spots in 12..=if is_long { 17 } else { 15 } {
        let mut solver = Solver::new(on_threads(2));
        assert_eq!(
            solve(&mut solver, &start(spots)),
            expected(spots),
            "{spots} spots"
        );
    }
}

#[test]
fn little_memory_is_enough_and_is_not_exceeded() {
    let memory_bytes = 3_000_000;
    for threads in [1, 2] {
        let mut solver = Solver::new(Limits {
            memory_bytes,
            threads,
        });
        let mut most = 0;
        let mut shrank = 0;
        let mut before = 0;
        let outcome = solver.outcome(&start(10), &mut |progress| {
            most = most.max(progress.bytes);
            shrank += u32::from(progress.bytes < before);
            before = progress.bytes;
            ControlFlow::Continue(())
        });
        assert_eq!(outcome, Ok(expected(10)));
        assert!(most <= memory_bytes, "{most} bytes");
        assert!(shrank > 0, "the test wants a solver that had to forget");
    }
}

#[test]
fn no_memory_at_all_is_an_error() {
    let mut solver = Solver::new(Limits {
        memory_bytes: 1000,
        threads: 2,
    });
    let outcome = solver.outcome(&start(9), &mut |_| ControlFlow::Continue(()));
    assert_eq!(outcome, Err(Stopped::ByMemory));
}

#[test]
fn stopped_and_asked_again() {
    let mut solver = Solver::new(Limits::default());
    let mut stops = 0;
    let outcome = loop {
        let until = solver.progress().nodes + 300;
        match solver.outcome(&start(9), &mut |progress| {
            if progress.nodes > until {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        }) {
            Err(Stopped::ByBudget) => stops += 1,
            Err(stopped) => panic!("{stopped}"),
            Ok(outcome) => break outcome,
        }
    };
    assert_eq!(outcome, expected(9));
    assert!(stops > 0, "the test wants a solver that was stopped");
    assert_eq!(solver.known(&start(9)), Some(outcome));
}

#[test]
fn solvers_can_be_shared_by_threads() {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<Solver>();
    is_shared::<solver::normal::Solver>();
}

/// The budget and the memory hold while trees are made, too, where no node is expanded.
#[test]
fn the_making_of_trees_heeds_the_budget() {
    let guide = &Guide {
        tree_lives_max: Some(40),
        ..Guide::default()
    };
    for threads in [1, 2] {
        let mut solver = Solver::with_guide(on_threads(threads), guide);
        let mut looks = 0;
        let outcome = solver.outcome(&start(9), &mut |_| {
            looks += 1;
            if looks > 20 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert_eq!(outcome, Err(Stopped::ByBudget));
        assert_eq!(looks, 21);
        assert_eq!(solver.progress().nodes, 0, "the test wants trees only");
    }
    let limits = Limits {
        memory_bytes: 4_000_000,
        threads: 1,
    };
    let mut solver = Solver::with_guide(limits, guide);
    let mut most = 0;
    let outcome = solver.outcome(&start(9), &mut |progress| {
        most = most.max(progress.bytes);
        ControlFlow::Continue(())
    });
    assert_eq!(outcome, Err(Stopped::ByMemory));
    assert!(most <= limits.memory_bytes, "{most} bytes");
    let known = solver.known(&start(9));
    assert_eq!(known, None, "what needs no search is given up in time");
}

/// Learning what was proved before in larger trees heeds the budget, and nothing proved is lost.
#[test]
fn losses_stay_proved_when_learning_them_again_is_stopped() {
    let mut solver = Solver::new(Limits::default());
    solve(&mut solver, &start(11));
    let losses: Vec<Vec<u8>> = solver.losses().collect();
    let outcome = solver.outcome(&start(12), &mut |_| ControlFlow::Break(()));
    assert_eq!(outcome, Err(Stopped::ByBudget));
    assert!(solver.losses().count() >= losses.len());
    assert_eq!(solve(&mut solver, &start(12)), expected(12));
}

#[test]
fn losses_are_true_and_can_be_learnt() {
    let mut oracle = Oracle::default();
    let guide = Guide {
        tree_lives_max: Some(5),
        ..Guide::default()
    };
    for threads in [1, 4] {
        let mut solver = Solver::with_guide(on_threads(threads), &guide);
        solve(&mut solver, &start(5));
        let mut compared = 0;
        for packed in solver.losses() {
            let position = Canonical::from_bytes(&packed).expect("a position");
            assert_eq!(position.to_bytes(), packed, "{position}");
            assert_eq!(oracle.misere(&position), Outcome::Loss, "{position}");
            compared += 1;
        }
        assert!(compared > 10, "{compared} compared");
    }

    let mut first = Solver::new(Limits::default());
    solve(&mut first, &start(9));
    let mut second = Solver::new(Limits::default());
    for packed in first.losses() {
        second.learn_loss(&Canonical::from_bytes(&packed).expect("a position"));
    }
    assert_eq!(solve(&mut second, &start(9)), expected(9));
    assert!(second.progress().nodes * 10 < first.progress().nodes);
}

/// A larger game makes larger trees worth while. What was proved before helps all the same, and is still a proof.
#[test]
fn a_larger_game_after_a_smaller_one() {
    let mut solver = Solver::new(Limits::default());
    solve(&mut solver, &start(11));
    let (small_lives, losses) = (solver.tree_lives_max(), solver.losses().count());
    solve(&mut solver, &start(12));
    assert!(solver.tree_lives_max() > small_lives);
    assert!(solver.losses().count() > losses);
    let nodes = solver.progress().nodes;
    assert_eq!(solve(&mut solver, &start(11)), expected(11));
    assert!(
        solver.progress().nodes <= nodes + 1,
        "the losses of 11 spots were proved before"
    );
    solver.forget_all_but_losses();
    for spots in [11, 12] {
        let limits = extract::Limits::default();
        let certificate = extract_misere(&start(spots), &mut solver, limits, |_| {
            ControlFlow::Continue(())
        });
        let certificate = certificate.expect("every answer is known");
        let checked = certificate.check(|_| ControlFlow::<()>::Continue(()));
        assert!(matches!(checked, ControlFlow::Continue(Ok(_))));
    }
}

/// What the search has proved is enough for a certificate: nothing needs to be searched again.
#[test]
fn certificates_from_what_is_known() {
    for spots in 1..=10 {
        let mut solver = Solver::new(on_threads(1 + spots as usize % 2));
        let root = start(spots);
        let outcome = solve(&mut solver, &root);
        let nodes = solver.progress().nodes;
        let once = extract::Limits {
            passes: 1,
            ..extract::Limits::default()
        };
        let certificate = extract_misere(&root, &mut solver, once, |_| ControlFlow::Continue(()))
            .expect("every answer is known");
        assert_eq!(certificate.outcome(), outcome);
        let checked = certificate.check(|_| ControlFlow::<()>::Continue(()));
        assert!(
            matches!(checked, ControlFlow::Continue(Ok(_))),
            "{spots} spots: {checked:?}"
        );
        assert_eq!(solver.progress().nodes, nodes);
        println!("{spots} spots: {} claims", certificate.len());
    }
}

/// A position met in random play, with at most so many lives.
fn random_position(seed: u64, lives_max: u32) -> Canonical {
    let mut seed = Seed::new(seed);
    let mut lands = Vec::new();
    for _ in 0..1 + seed.below(2) {
        let mut position = start(1 + seed.below(6) as u32);
        while position.lives() > lives_max / 2 || seed.below(4) == 0 {
            let children = position.children();
            match seed.pick(&children) {
                Some(child) => position = child.clone(),
                None => break,
            }
        }
        lands.extend_from_slice(position.lands());
    }
    Canonical::sum(lands)
}

proptest! {
    #![proptest_config(trial::cases(48))]

    #[test]
    fn agrees_with_the_obvious_solver(seed: u64, tree_lives_max in 0u32..10, fold_depth_max in 0u32..12, threads in 1usize..4) {
        let position = random_position(seed, 14);
        let guide = Guide { tree_lives_max: Some(tree_lives_max), fold_depth_max, ..Guide::default() };
        let mut solver = Solver::with_guide(on_threads(threads), &guide);
        let mut oracle = Oracle::default();
        prop_assert_eq!(solve(&mut solver, &position), oracle.misere(&position), "{}", position);
    }
}
