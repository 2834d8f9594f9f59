//! The fixed bench of normal play: one thread, an empty table for each position.
//! `cargo run --release -p solver --example normal_bench -- [POSITION …]`

mod clock;

use clock::cpu;
use solver::normal::{Control, Guide, Solver};
use sprouts::{Nimber, Position};

const POSITIONS: [&str; 19] = [
    "0*8",
    "0*10",
    "0*11",
    "0*12",
    "0*13",
    "0*14",
    "0*15",
    "0*16",
    "0*17",
    "0*18",
    "0*19",
    "0*20",
    "0*22",
    "0*23",
    "0*3.ABCDEFGH|ABCDEFGH",
    "0.ABCDEFGHIJKL|ABCDEFGHIJKL",
    "0*2.ABCDEFGH|0*2.ABCDEFGH",
    "0*3.11a1a.1abc1cba",
    "0.ABCDEFGHIJKLMN|ABCDEFGHIJKLMN",
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let positions: Vec<&str> = if arguments.is_empty() {
        POSITIONS.to_vec()
    } else {
        arguments.iter().map(String::as_str).collect()
    };
    println!("| position | outcome | nodes | children | proved | CPU s | µs a child |");
    println!("|---|---|---|---|---|---|---|");
    let mut logarithms = 0.0;
    for text in &positions {
        let position: Position = text.parse().expect("a position");
        let solver = Solver::new(4 << 30, Guide::default());
        let start = cpu();
        let stop = || (cpu() - start).as_secs() > 120;
        let control = Control {
            threads: 1,
            stop: &stop,
        };
        let answer = solver.is_win_within(&position.canonical(), Nimber::ZERO, &control);
        let seconds = (cpu() - start).as_secs_f64();
        let outcome = match answer {
            Ok(true) => "win",
            Ok(false) => "loss",
            Err(_) => "unknown",
        };
        let read = |counter: &std::sync::atomic::AtomicU64| {
            counter.load(std::sync::atomic::Ordering::Relaxed)
        };
        let children = read(&solver.counters.children);
        println!(
            "| `{}` | {outcome} | {} | {children} | {} | {seconds:.2} | {:.2} |",
            text.replace('|', "\\|"),
            read(&solver.counters.nodes),
            solver.lands().proved_count(),
            seconds * 1e6 / children as f64,
        );
        logarithms += (children as f64).ln();
    }
    println!(
        "geometric mean of children: {:.0}",
        (logarithms / positions.len() as f64).exp()
    );
}
