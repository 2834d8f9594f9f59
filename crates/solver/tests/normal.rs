//! The search for normal play against the reference data and the obviously right solver.

use proptest::prelude::*;
use solver::normal::Solver;
use solver::{Oracle, unlimited};
use sprouts::{Canonical, Labelled, Nimber, Position, Seed};

fn solver() -> Solver {
    Solver::new(1 << 30, Default::default())
}

fn canonical(text: &str) -> Canonical {
    text.parse::<Position>()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
        .canonical()
}

#[test]
fn every_nimber_of_the_data() {
    let nimbers = include_str!("../../../tests/data/sprouts/nimbers.tsv");
    let raw = include_str!("../../../tests/data/sprouts/raw.tsv");
    let solver = solver();
    let mut compared = 0;
    let rows = nimbers.lines().skip(1).chain(raw.lines().skip(1));
    for row in rows {
        let mut columns = row.split('\t');
        let position = columns.next().expect("a position");
        let nimber = columns.next_back().expect("a nimber");
        assert_eq!(
            solver.nimber(&canonical(position)).unwrap().to_string(),
            nimber,
            "{position}"
        );
        compared += 1;
    }
    assert_eq!(compared, 3094 + 165);
}

#[test]
fn outcomes_of_start_positions() {
    let solver = solver();
    for spots in 0..=11 {
        let start = Position::start(spots).unwrap().canonical();
        let wins = solver.is_win(&start, Nimber::ZERO).unwrap();
        assert_eq!(wins, spots % 6 > 2, "{spots} spots");
    }
}

/// Threads decide what others are at work on; nothing wrong may come of it.
#[test]
fn threads_prove_the_same() {
    for spots in 0..=12 {
        let threaded = solver();
        let start = Position::start(spots).unwrap().canonical();
        let wins = threaded.is_win_within(&start, Nimber::ZERO, 4, &mut unlimited());
        assert_eq!(wins, Ok(spots % 6 > 2), "{spots} spots");
        let alone = solver();
        for (land, nimber) in threaded.lands().proved().step_by(7) {
            let position = Canonical::sum([land.to_land()]);
            let expected = alone.nimber(&position).unwrap();
            assert_eq!(expected, Nimber::new(nimber), "{position}");
        }
    }
}

#[test]
fn little_memory_is_an_answer_or_a_stop_but_never_a_wrong_answer() {
    for memory in [0, 10_000, 100_000, 1_000_000] {
        let solver = Solver::new(memory, Default::default());
        for spots in 0..=7 {
            let start = Position::start(spots).unwrap().canonical();
            if let Ok(wins) = solver.is_win(&start, Nimber::ZERO) {
                assert_eq!(wins, spots % 6 > 2, "{spots} spots with {memory} bytes");
            }
        }
    }
}

#[test]
fn little_memory_is_enough_when_room_is_made() {
    let mut solver = Solver::new(1_000_000, Default::default());
    let start = Position::start(8).unwrap().canonical();
    let mut rooms = 0;
    let wins = loop {
        match solver.is_win(&start, Nimber::ZERO) {
            Ok(wins) => break wins,
            Err(_) => assert!(solver.make_room(), "after {rooms} times"),
        }
        rooms += 1;
        assert!(solver.lands().bytes_used() < 500_000);
    };
    assert!(!wins, "8 spots");
    assert!(rooms > 0, "the test wants a solver that had to forget");
}

proptest! {
    #![proptest_config(trial::cases(64))]

    /// Random positions of random games agree with the mex over all children, whatever was asked before.
    #[test]
    fn agrees_with_the_oracle(spots in 2u32..6, number in any::<u64>()) {
        let mut seed = Seed::new(number);
        let mut game = Labelled::start(spots);
        let (solver, mut oracle) = (solver(), Oracle::default());
        loop {
            let position = game.position().unwrap().canonical();
            if position.lives() <= 10 {
                let nimber = oracle.nimber(&position);
                for heap in 0..4 {
                    let wins = solver.is_win(&position, Nimber::new(heap)).unwrap();
                    prop_assert_eq!(wins, nimber != Nimber::new(heap), "{} with {}", position, heap);
                }
                prop_assert_eq!(solver.nimber(&position).unwrap(), nimber, "{}", position);
            }
            let moves = game.moves();
            if moves.is_empty() {
                break;
            }
            game.play(&moves[seed.below(moves.len())]).unwrap();
        }
    }
}
