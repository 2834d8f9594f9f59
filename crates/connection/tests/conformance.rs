//! Random playouts have the mean lengths and results of the conformance table, within sampling error. Slow: run with
//! `cargo test --profile optimised -p rhizome-connection --test conformance -- --ignored`.

use connection::random::Random;
use connection::{engine, library, playouts};
use std::sync::Arc;

/// Game, options, mean length, its deviation, sample; share of wins of player 1, and of draws.
type Row = (
    &'static str,
    &'static [(&'static str, &'static str)],
    f64,
    f64,
    f64,
    f64,
    f64,
);

/// Larger samples where the table has two. Hex counts the swap move: its mean is the reference program's.
const TABLE: &[Row] = &[
    ("hex", &[("size", "7")], 42.27, 5.35, 1e6, 0.544, 0.0),
    ("hex", &[("size", "11")], 107.5, 10.72, 3e5, 0.523, 0.0),
    ("hex", &[("size", "19")], 331.6, 23.4, 2e3, 0.510, 0.0),
    ("chameleon", &[("size", "7")], 40.86, 6.21, 2e4, 0.504, 0.0),
    ("y-hex", &[("base", "5")], 54.17, 5.42, 2e3, 0.546, 0.0),
    ("cross", &[("base", "5")], 51.91, 5.99, 2e3, 0.486, 0.0),
    (
        "havannah",
        &[("base", "5")],
        46.56,
        6.66,
        1.5e5,
        0.536,
        0.0001,
    ),
    ("havannah", &[("base", "8")], 120.5, 19.5, 1.5e5, 0.516, 0.0),
    ("kensington-havannah", &[], 25.09, 7.56, 2e3, 0.538, 0.0),
    (
        "pentalath",
        &[("board", "hexagon")],
        45.61,
        9.62,
        2e4,
        0.522,
        0.0,
    ),
    ("atari-go", &[("size", "9")], 48.24, 12.66, 2e3, 0.514, 0.0),
    (
        "gonnect",
        &[("size", "9")],
        89.32,
        14.69,
        1642.0,
        0.524,
        0.0,
    ),
    ("go", &[("size", "9")], 123.6, 42.9, 49469.0, 0.495, 0.033),
    ("go", &[("size", "8")], 97.77, 38.1, 2e3, 0.503, 0.045),
    (
        "andantino",
        &[("tiling", "hexagonal")],
        31.24,
        11.65,
        2e3,
        0.501,
        0.177,
    ),
    (
        "andantino",
        &[("tiling", "square")],
        24.88,
        11.62,
        2e3,
        0.558,
        0.057,
    ),
    ("omega", &[("players", "2")], 60.0, 0.0, 2e3, 0.506, 0.001),
    ("omega", &[("players", "3")], 54.0, 0.0, 2e3, 0.322, 0.047),
    ("omega", &[("players", "4")], 48.0, 0.0, 2e3, 0.212, 0.128),
    ("odd", &[], 61.0, 0.0, 2e3, 0.543, 0.0),
    ("manalath", &[], 19.78, 5.70, 8e4, 0.5005, 0.0),
    ("lines-of-action", &[], 212.1, 65.5, 307.0, 0.534, 0.0),
    ("groups", &[], 2357.0, 473.0, 238.0, 0.067, 0.891),
];

#[test]
#[ignore = "a minute in release"]
fn random_playouts_agree_with_the_table() {
    for (game, options, length, deviation, sample, first, draws) in TABLE {
        let plan = Arc::new(library::game(game).unwrap().plan(options).unwrap());
        let mut engine = engine::start(&plan);
        let count: u64 = if *game == "groups" { 3_000 } else { 60_000 };
        let tally = playouts::run(&mut *engine, &mut Random::new(2024), 100, |tally| {
            tally.playouts < count
        });
        let count = tally.playouts as f64;
        // Four and a half standard errors of the difference of two samples, and the last digit of the table.
        let error = 4.5 * deviation * (1.0 / count + 1.0 / sample).sqrt() + 0.06;
        println!(
            "{game} {options:?}: {:.2} for {length}",
            tally.mean_length()
        );
        assert!(
            (tally.mean_length() - length).abs() <= error,
            "{game} {options:?}: {}",
            tally.mean_length()
        );
        for (found, expected) in [(tally.results[1], first), (tally.results[0], draws)] {
            let found = found as f64 / count;
            let p = expected.clamp(0.002, 0.998);
            let error = 4.5 * (p * (1.0 - p) * (1.0 / count + 1.0 / sample)).sqrt() + 0.001;
            assert!(
                (found - expected).abs() <= error,
                "{game} {options:?}: {found} for {expected}"
            );
        }
    }
}
