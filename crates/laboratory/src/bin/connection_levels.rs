//! How often each level of the computer beats the one below, counted in games and in playouts, never in time:
//! `connection_levels hex size=7 20` for twenty games of Hex, `connection_levels --markdown` for the table of the manual.
//!
//! The stronger sits on every seat in turn, so with two players it opens half of the games. With three it plays against two of the
//! weaker, and would win a third of the games if it were no stronger.

use connection::library;
use connection::opponent::{Match, Strength};
use std::sync::Arc;

type Options = &'static [(&'static str, &'static str)];

/// As many games of each as a few minutes allow.
const TABLE: [(&str, Options, u32); 8] = [
    ("hex", &[("size", "7")], 40),
    ("hex", &[("size", "9")], 40),
    ("y-hex", &[("base", "5")], 40),
    ("havannah", &[("base", "5")], 40),
    ("omega", &[("players", "3")], 42),
    ("atari-go", &[("size", "9")], 20),
    ("gonnect", &[("size", "7")], 20),
    ("lines-of-action", &[], 6),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let options: Vec<(&str, &str)> = arguments
        .iter()
        .filter_map(|text| text.split_once('='))
        .collect();
    let mut numbers = arguments.iter().filter_map(|text| text.parse().ok());
    let name = arguments.first().map_or("hex", String::as_str);
    if name != "--markdown" {
        return measure(name, &options, numbers.next_back().unwrap_or(10));
    }
    println!(
        "| game | stronger | weaker | wins of games | drawn | playouts a move, stronger | weaker |\n|---|---|---|---|---|---|---|"
    );
    for (name, options, games) in TABLE {
        measure(name, options, games);
    }
}

fn measure(name: &str, options: &[(&str, &str)], games: u32) {
    let plan = library::game(name)
        .expect("the name of a game: see `rhizome games`")
        .plan(options)
        .expect("options that the game has");
    let plan = Arc::new(plan);
    let words: Vec<String> = options
        .iter()
        .map(|(name, value)| format!(" {name}={value}"))
        .collect();
    for pair in Strength::ALL.windows(2) {
        let mut result = Match::default();
        for number in 0..games {
            result.play(&plan, pair[1], pair[0], number);
        }
        println!(
            "| {name}{} | {} | {} | {} of {games} | {} | {:.0} | {:.0} |",
            words.concat(),
            pair[1].name(),
            pair[0].name(),
            result.won,
            result.drawn,
            result.one.mean(),
            result.others.mean()
        );
    }
}
