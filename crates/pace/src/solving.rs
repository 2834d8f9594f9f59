//! Solving: positions from an empty table, in both endings. The numbers of nodes are counted too: where they differ, it is not the same
//! work that was timed.

use crate::{host, least};
use solver::{Limits, Solver, unlimited};
use sprouts::{Canonical, Ending, Nimber, Position};

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

const LIMITS: Limits = Limits {
    memory_bytes: 512 << 20,
    threads: 1,
};

/// Reports the times of solving, of so many runs the least.
pub fn run(runs: u32) {
    for text in NORMAL {
        who_wins(text, Ending::Normal, runs);
    }
    for text in MISERE {
        who_wins(text, Ending::Misere, runs);
    }
    let moves = read(ANALYSED).children();
    let time = least(runs, || {
        let mut solver = Solver::new(LIMITS);
        moves.iter().fold(Nimber::ZERO, |sum, child| {
            sum ^ solver.nimber(child, &mut unlimited()).expect("it fits")
        })
    });
    host::say(&format!("the nimbers of all moves of {ANALYSED}"), time);
}

/// The same for the first position of each ending alone.
pub fn run_shortly() {
    who_wins(NORMAL[0], Ending::Normal, 1);
    who_wins(MISERE[0], Ending::Misere, 1);
}

fn who_wins(text: &str, ending: Ending, runs: u32) {
    let position = read(text);
    let mut nodes = 0;
    let time = least(runs, || {
        let mut solver = Solver::new(LIMITS);
        let outcome = solver.outcome(&position, ending, &mut unlimited());
        nodes = solver.progress(ending).nodes;
        outcome.expect("it fits")
    });
    let name = match ending {
        Ending::Normal => text.to_owned(),
        Ending::Misere => format!("{text}, misère"),
    };
    host::say(&format!("count: nodes of {name}"), nodes as f64);
    host::say(&format!("who wins {name}"), time);
}

fn read(text: &str) -> Canonical {
    text.parse::<Position>().expect("a position").canonical()
}
