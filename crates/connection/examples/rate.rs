//! Playouts per CPU second of every configuration that the documentation lists, or of one: `rate hex size=11`.

use connection::random::Random;
use connection::reference::TABLE;
use connection::{engine, library, playouts};
use std::sync::Arc;
use std::time::Instant;

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
    for row in &TABLE {
        let (game, options, ludii) = (row.game, row.options, row.ludii);
        let text: Vec<String> = options
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        if let [name, wanted @ ..] = &arguments[..]
            && (name.as_str() != game || wanted.iter().any(|option| !text.contains(option)))
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
