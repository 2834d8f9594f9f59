//! True positions with mistakes in them, solved within small budgets in both endings: an answer that is right, or none, in time.

use solver::{Limits, Oracle, Outcome, Solver, Stopped};
use sprouts::{Canonical, Ending, Position};
use std::ops::ControlFlow;
use trial::Mistakes;

const NIMBERS: &str = include_str!("../../../tests/data/sprouts/nimbers.tsv");

const MEMORY_BYTES: u64 = 8 << 20;
const LOOKS_MAX: u32 = 20;
/// Positions larger than this take the obvious solver too long.
const LIVES_MAX: u32 = 12;

fn solve(position: &Canonical, ending: Ending) -> Option<Outcome> {
    let mut solver = Solver::new(Limits {
        memory_bytes: MEMORY_BYTES,
        threads: 1,
    });
    let mut looks = 0;
    let outcome = solver.outcome(position, ending, &mut |progress| {
        assert!(progress.bytes <= MEMORY_BYTES, "{position}: {progress:?}");
        looks += 1;
        if looks < LOOKS_MAX {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    assert_ne!(outcome, Err(Stopped::ByDepth), "{position}");
    outcome.ok()
}

#[test]
fn spoilt_positions_are_solved_or_given_up() {
    let texts: Vec<&str> = NIMBERS
        .lines()
        .skip(1)
        .map(|line| line.split('\t').next().unwrap_or_default())
        .collect();
    let mut mistakes = Mistakes::new(trial::seed());
    let mut oracle = Oracle::default();
    let (mut compared, mut solved) = (0, 0);
    for _ in 0..trial::count(300) {
        let (text, other) = (*mistakes.pick(&texts), *mistakes.pick(&texts));
        let text = mistakes.in_text(text, other, "0012abcABCD.|+*5");
        let Ok(position) = text.parse::<Position>() else {
            continue;
        };
        let position = position.canonical();
        let (normal, misere) = (
            solve(&position, Ending::Normal),
            solve(&position, Ending::Misere),
        );
        solved += u32::from(normal.is_some()) + u32::from(misere.is_some());
        if position.lives() <= LIVES_MAX {
            compared += 1;
            let is_loss = oracle.nimber(&position).is_loss();
            let expected = if is_loss { Outcome::Loss } else { Outcome::Win };
            assert!(normal.is_none_or(|found| found == expected), "{text}");
            let expected = oracle.misere(&position);
            assert!(misere.is_none_or(|found| found == expected), "{text}");
        }
    }
    assert!(compared > 20 && solved > 40, "{compared} {solved}");
}

/// Positions with far more moves than anybody looks at: budgets hold while the moves of a single land are generated.
#[test]
fn lands_with_millions_of_moves_are_given_up_in_time() {
    let many = [
        "0.1.11.111.12.112.1112.22.122.1a1a.1a2a.12a1a.11a1a.12a2a.2a22a.1a1a1.11a2a1",
        "0.AB|AB.1.11.111.12.112.1112.22.122.1a1a.1a2a.12a1a.11a1a.12a2a",
    ];
    for text in many {
        let position = text.parse::<Position>().expect(text).canonical();
        assert_eq!(solve(&position, Ending::Normal), None, "{text}");
        assert_eq!(solve(&position, Ending::Misere), None, "{text}");
    }
}
