//! Connection games: thoughts of the computer, and random games to their end. What they come to is counted too: where it differs, it is not
//! the same work that was timed.

use crate::{host, least};
use connection::engine;
use connection::library;
use connection::opponent::{Search, Strength};
use connection::random::Random;
use std::sync::Arc;

/// Games, each with the size of its board.
const GAMES: [(&str, &[(&str, &str)]); 8] = [
    // Before a swap nothing is judged: that would be another thought.
    ("hex", &[("size", "11"), ("swap", "no")]),
    // Playouts that learn.
    ("havannah", &[("base", "6")]),
    // Playouts whose players do not lose by their own move.
    ("yavalath", &[("swap", "no")]),
    ("manalath", &[]),
    // Stones that are captured: the order of the moves speaks in passing, in Gonnect beside currents, in Pentalath alone.
    ("go", &[("size", "9")]),
    ("gonnect", &[("size", "9"), ("swap", "no")]),
    ("pentalath", &[]),
    ("lines-of-action", &[]),
];
/// Playouts of a thought, and random games.
const PLAYOUTS: u32 = 500;

/// Reports the times of thoughts and of random games, of so many runs the least.
pub fn run(runs: u32) {
    for (game, options) in GAMES {
        let plan = library::game(game).and_then(|game| game.plan(options).ok());
        let mut engine = engine::start(&Arc::new(plan.expect("a game with its options")));
        let mut moves = 0;
        let time = least(runs, || {
            let mut random = Random::new(1);
            moves = 0;
            for _ in 0..PLAYOUTS {
                engine.restart();
                moves += engine.playout(&mut random);
            }
        });
        host::say(
            &format!("count: moves of random games, {game}"),
            moves as f64,
        );
        host::say(&format!("{PLAYOUTS} random games, {game}"), time);
        engine.restart();
        let mut expectation = 0.0;
        let time = least(runs, || {
            let mut search = Search::new(&*engine, false, Strength::Strong, 1);
            search.think(PLAYOUTS);
            expectation = search.expectation();
        });
        host::say(
            &format!("count: expectation of a thought, {game}"),
            expectation,
        );
        host::say(&format!("a thought of {PLAYOUTS} playouts, {game}"), time);
    }
}
