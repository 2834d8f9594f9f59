//! The fixed bench of normal play: one thread, an empty table for each position.
//! `cargo run --release -p laboratory --bin normal_bench -- [threads=2] [POSITION …]`

use solver::{Limits, Solver};
use sprouts::{Ending, Outcome, Position};
use std::ops::ControlFlow;
use std::time::Instant;
use terminal::clock::thread_time as cpu;

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
    let mut threads = 1;
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut positions: Vec<&str> = Vec::new();
    for argument in &arguments {
        match argument.strip_prefix("threads=") {
            Some(number) => threads = number.parse().expect("a number of threads"),
            None => positions.push(argument),
        }
    }
    if positions.is_empty() {
        positions.extend(POSITIONS);
    }
    println!(
        "| position | outcome | nodes | children | proved | seconds | CPU s of a thread | µs a child |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let mut logarithms = 0.0;
    for text in &positions {
        let position: Position = text.parse().expect("a position");
        let mut solver = Solver::new(Limits {
            memory_bytes: 4 << 30,
            threads,
        });
        let (start, start_cpu) = (Instant::now(), cpu());
        let answer = solver.outcome(&position.canonical(), Ending::Normal, &mut |_| match start
            .elapsed()
            .as_secs()
        {
            0..=120 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        });
        let seconds = start.elapsed().as_secs_f64();
        let cpu_seconds = (cpu() - start_cpu).as_secs_f64();
        let outcome = match answer {
            Ok(Outcome::Win) => "win",
            Ok(Outcome::Loss) => "loss",
            Err(_) => "unknown",
        };
        let progress = solver.progress(Ending::Normal);
        let children = progress.children;
        println!(
            "| `{}` | {outcome} | {} | {children} | {} | {seconds:.2} | {cpu_seconds:.2} | {:.2} |",
            text.replace('|', "\\|"),
            progress.nodes,
            progress.proved,
            cpu_seconds * threads as f64 * 1e6 / children as f64,
        );
        logarithms += (children as f64).ln();
    }
    println!(
        "geometric mean of children: {:.0}",
        (logarithms / positions.len() as f64).exp()
    );
}
