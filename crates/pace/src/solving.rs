//! Solving: positions from an empty table, in both endings. The numbers of nodes are counted too: where they differ, it is not the same
//! work that was timed.

use crate::{host, least};
use solver::{misere, normal};
use sprouts::{Canonical, Nimber, Position};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;

/// Positions of normal play, asked for who wins.
const NORMAL: [&str; 7] = [
    "0*8",
    "0*10",
    "0*11",
    "0*12",
    "0*2.ABCDEFGH|0*2.ABCDEFGH",
    "0.ABCDEFGHIJKL|ABCDEFGHIJKL",
    "0*3.11a1a.1abc1cba",
];
/// Positions of misère play.
const MISERE: [&str; 3] = ["0*8", "0*9", "0*10"];
/// A position whose moves are all asked for their nimbers, one after another with one table, as the page's analysis does it.
const ANALYSED: &str = "0*9";

const MEMORY_BYTES: u64 = 512 << 20;

/// Reports the times of solving, of so many runs the least.
pub fn run(runs: u32) {
    for text in NORMAL {
        normal(text, runs);
    }
    for text in MISERE {
        misere(text, runs);
    }
    let moves = read(ANALYSED).children();
    let time = least(runs, || {
        let solver = normal::Solver::new(MEMORY_BYTES, normal::Guide::default());
        let nimbers = moves
            .iter()
            .map(|child| solver.nimber(child).expect("it fits"));
        nimbers.fold(Nimber::ZERO, |sum, nimber| sum ^ nimber)
    });
    host::say(&format!("the nimbers of all moves of {ANALYSED}"), time);
}

/// The same for the first position of each ending alone.
pub fn run_shortly() {
    normal(NORMAL[0], 1);
    misere(MISERE[0], 1);
}

fn normal(text: &str, runs: u32) {
    let position = read(text);
    let mut nodes = 0;
    let time = least(runs, || {
        let solver = normal::Solver::new(MEMORY_BYTES, normal::Guide::default());
        let won = solver.is_win(&position, Nimber::ZERO).expect("it fits");
        nodes = solver.counters.nodes.load(Relaxed);
        won
    });
    host::say(&format!("count: nodes of {text}"), nodes as f64);
    host::say(&format!("who wins {text}"), time);
}

fn misere(text: &str, runs: u32) {
    let position = read(text);
    let mut nodes = 0;
    let time = least(runs, || {
        let mut solver = misere::Solver::new(misere::Limits {
            memory_bytes: MEMORY_BYTES,
            threads: 1,
        });
        let outcome = solver.outcome(&position, &mut |_| ControlFlow::Continue(()));
        nodes = solver.progress().nodes;
        outcome.expect("it fits")
    });
    host::say(&format!("count: nodes of {text}, misère"), nodes as f64);
    host::say(&format!("who wins {text}, misère"), time);
}

fn read(text: &str) -> Canonical {
    text.parse::<Position>().expect("a position").canonical()
}
