//! The misère bench: solves start positions from an empty table and reports nodes, children, bytes and seconds apart.
//!
//! `cargo run --release -p laboratory --bin misere_bench -- 8 12 [name=value …]`, where the names are those of `misere::Guide`
//! and `memory` (in megabytes) and `threads`.

use solver::Limits;
use solver::misere::{Guide, Solver};
use sprouts::Position;
use std::ops::ControlFlow;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut guide = Guide::default();
    let mut memory_megabytes = 4096;
    let mut threads = 1;
    let mut sizes = Vec::new();
    for argument in std::env::args().skip(1) {
        match argument.split_once('=') {
            None => sizes.push(argument.parse::<u32>()?),
            Some(("tree_lives_max", value)) => guide.tree_lives_max = Some(value.parse()?),
            Some(("fold_depth_max", value)) => guide.fold_depth_max = value.parse()?,
            Some(("win_exponent", value)) => guide.win_exponent = value.parse()?,
            Some(("loss_exponent", value)) => guide.loss_exponent = value.parse()?,
            Some(("win_mobility_exponent", value)) => {
                guide.win_mobility_exponent = value.parse()?;
            }
            Some(("loss_mobility_exponent", value)) => {
                guide.loss_mobility_exponent = value.parse()?;
            }
            Some(("win_tilt", value)) => guide.win_tilt = value.parse()?,
            Some(("loss_tilt", value)) => guide.loss_tilt = value.parse()?,
            Some(("margin", value)) => guide.margin = value.parse()?,
            Some(("memory", value)) => memory_megabytes = value.parse()?,
            Some(("threads", value)) => threads = value.parse()?,
            Some((name, _)) => return Err(format!("{name} is not a number of the guide").into()),
        }
    }
    let (first, last) = match sizes[..] {
        [] => (8, 11),
        [only] => (only, only),
        [first, last, ..] => (first, last),
    };
    println!("spots outcome seconds nodes children positions losses megabytes");
    for spots in first..=last {
        let start = Instant::now();
        let mut solver = Solver::with_guide(
            Limits {
                memory_bytes: memory_megabytes << 20,
                threads,
            },
            &guide,
        );
        let position = Position::start(spots)?.canonical();
        let outcome = solver.outcome(&position, &mut |_| ControlFlow::Continue(()))?;
        let progress = solver.progress();
        println!(
            "{spots} {outcome} {:.3} {} {} {} {} {:.1}",
            start.elapsed().as_secs_f64(),
            progress.nodes,
            progress.children,
            progress.positions,
            progress.proved,
            progress.bytes as f64 / 1e6,
        );
    }
    Ok(())
}
