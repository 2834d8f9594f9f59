//! Playouts per CPU second of every configuration that the documentation lists, or of one: `rate hex size=11`.

use connection::random::Random;
use connection::{engine, library, playouts};
use std::sync::Arc;
use std::time::Instant;

/// Game, options, and the playouts per CPU second of Ludii's optimised playouts.
const TABLE: &[(&str, &[(&str, &str)], f64)] = &[
    ("hex", &[("size", "7")], 17600.0),
    ("hex", &[("size", "9")], 9060.0),
    ("hex", &[("size", "11")], 6270.0),
    ("hex", &[("size", "13")], 4490.0),
    ("hex", &[("size", "15")], 2760.0),
    ("hex", &[("size", "17")], 1900.0),
    ("hex", &[("size", "19")], 1430.0),
    ("y-hex", &[("base", "5")], 17200.0),
    ("havannah", &[("base", "5")], 8250.0),
    ("havannah", &[("base", "8")], 1540.0),
    ("kensington-havannah", &[], 15400.0),
    ("cross", &[("base", "5")], 5140.0),
    ("gonnect", &[("size", "9")], 810.0),
    ("chameleon", &[("size", "7")], 3710.0),
    ("chameleon", &[("size", "11")], 740.0),
    ("andantino", &[("tiling", "hexagonal")], 900.0),
    ("andantino", &[("tiling", "square")], 790.0),
    ("omega", &[("players", "2")], 4230.0),
    ("omega", &[("players", "3")], 5080.0),
    ("omega", &[("players", "4")], 4390.0),
    ("odd", &[], 2860.0),
    ("manalath", &[], 3970.0),
    ("lines-of-action", &[], 190.0),
    ("groups", &[], 52.0),
    ("go", &[("size", "9")], 980.0),
    ("atari-go", &[("size", "9")], 3050.0),
    ("pentalath", &[("board", "hexagon")], 3220.0),
];

fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace()
        .next()
        .and_then(|n| n.parse::<u64>().ok())
        .map_or(0.0, |n| n as f64 / 1e9)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let seconds: f64 = std::env::var("SECONDS_EACH")
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(0.5);
    let (mut logs, mut count) = (0.0, 0);
    for (game, options, ludii) in TABLE {
        let text: Vec<String> = options
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        if let [name, wanted @ ..] = &arguments[..]
            && (name != game || wanted.iter().any(|option| !text.contains(option)))
        {
            continue;
        }
        let plan = Arc::new(library::game(game).unwrap().plan(options).unwrap());
        let mut engine = engine::start(&plan);
        let mut random = Random::new(1);
        let (start, before) = (Instant::now(), cpu_seconds());
        let mut go_on = move |_: &playouts::Tally| start.elapsed().as_secs_f64() < seconds;
        let tally = playouts::run(&mut *engine, &mut random, 16, &mut go_on);
        let cpu = cpu_seconds() - before;
        let rate = tally.playouts as f64 / cpu;
        let results: Vec<String> = tally
            .results
            .iter()
            .map(|n| format!("{:.3}", *n as f64 / tally.playouts as f64))
            .collect();
        println!(
            "{game:20} {:16} {rate:10.0}/s  x{:6.1}  {:5.1} ns/move  length {:.2}  {}",
            text.join(" "),
            rate / ludii,
            cpu * 1e9 / tally.moves as f64,
            tally.mean_length(),
            results.join(" ")
        );
        logs += (rate / ludii).ln();
        count += 1;
    }
    println!("geometric mean x{:.1}", (logs / f64::from(count)).exp());
}
