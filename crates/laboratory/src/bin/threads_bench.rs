//! What more threads buy on one table: a solver with several threads against one with a single thread, on the same question.
//! `cargo run --release -p laboratory --bin threads_bench -- [threads=2] [POSITION@MARGIN …]`
//!
//! A search is luck, and with threads every run is another one. So many positions with several margins (how much worse a move may become
//! before the search leaves it) are asked, by both sides alike. Children are the work that was done, whoever else uses the machine; seconds need a
//! quiet one. The pace is how many children each thread generates in a second, by how many one alone does.

use laboratory::luck::{Mean, PAIRS};
use solver::{Guides, Limits, Solver, unlimited};
use sprouts::{Canonical, Ending, Position};
use std::collections::BTreeMap;
use std::time::Instant;

/// Large searches, where a thread that goes elsewhere may be lost for long: rules that are good up to 23 spots failed here. A minute or so each.
const LARGE_PAIRS: [&str; 3] = ["0*24@0.14", "0*24@0.18", "0*24@0.22"];

/// Nodes, children and seconds.
struct Cost {
    nodes: f64,
    children: f64,
    seconds: f64,
}

fn cost(root: &Canonical, margin: f64, threads: usize) -> Cost {
    let mut guides = Guides::default();
    guides.normal.margin = margin;
    let limits = Limits {
        memory_bytes: 4 << 30,
        threads,
    };
    let mut solver = Solver::with_guides(limits, guides);
    let start = Instant::now();
    (solver.outcome(root, Ending::Normal, &mut unlimited())).expect("it ends");
    let seconds = start.elapsed().as_secs_f64();
    let progress = solver.progress(Ending::Normal);
    Cost {
        nodes: progress.nodes as f64,
        children: progress.children as f64,
        seconds,
    }
}

fn main() {
    let mut threads = 2;
    let mut pairs: Vec<String> = Vec::new();
    for argument in std::env::args().skip(1) {
        match argument.split_once('=') {
            Some(("threads", number)) => threads = number.parse().expect("a number"),
            _ => pairs.push(argument),
        }
    }
    if pairs.is_empty() {
        // Those from 18 spots on: smaller ones are over before threads matter.
        let all = PAIRS[5..].iter().chain(&LARGE_PAIRS);
        pairs.extend(all.map(|pair| pair.to_string()));
    }
    println!(
        "| position, margin | one thread: children | seconds | {threads} threads: children | seconds | nodes by nodes | children by children | pace of a thread | times as fast |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let mut ratios: [Vec<f64>; 4] = Default::default();
    let mut by_position: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for pair in &pairs {
        let (text, margin) = pair.split_once('@').expect("POSITION@MARGIN");
        let position: Position = text.parse().expect("a position");
        let (root, margin) = (position.canonical(), margin.parse().expect("a margin"));
        let (alone, together) = (cost(&root, margin, 1), cost(&root, margin, threads));
        let row = [
            together.nodes / alone.nodes,
            together.children / alone.children,
            (together.children / together.seconds / threads as f64)
                / (alone.children / alone.seconds),
            alone.seconds / together.seconds,
        ];
        println!(
            "| `{text}`, {margin} | {} | {:.2} | {} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} |",
            alone.children,
            alone.seconds,
            together.children,
            together.seconds,
            row[0],
            row[1],
            row[2],
            row[3]
        );
        (ratios.iter_mut().zip(row)).for_each(|(ratios, ratio)| ratios.push(ratio));
        by_position.entry(text).or_default().push(row[1]);
    }
    // A mean of all hides a size on which a rule fails.
    for (text, children) in &by_position {
        println!("children of `{text}`: {}", Mean::of(children));
    }
    for (what, ratios) in (["nodes", "children", "pace", "times as fast"].iter()).zip(&ratios) {
        println!("{what}: {}", Mean::of(ratios));
    }
}
