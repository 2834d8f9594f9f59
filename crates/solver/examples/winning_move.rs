//! Who wins a position, by which move, and a picture of it:
//! `cargo run --release -p rhizome-solver --example winning_move -- "0*3.AB|AB" > position.svg`

use drawing::{PlanarMap, Style};
use solver::{Limits, Outcome, Solver};
use sprouts::{Ending, Position, wgosa};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).unwrap_or("0*4".into());
    let position = text.parse::<Position>()?.canonical();
    let mut map = PlanarMap::realise(&position)?;
    let mut solver = Solver::new(Limits::default());
    let end = Instant::now() + Duration::from_secs(60);
    let mut budget = |_: &_| match Instant::now() < end {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    for ending in [Ending::Normal, Ending::Misere] {
        let outcome = solver.outcome(&position, ending, &mut budget)?;
        eprintln!("{position}, {ending}: {outcome} for the player to move");
    }
    for (played, child) in map.labelled().children() {
        let outcome = solver.outcome(&child, Ending::Normal, &mut budget)?;
        let notation = wgosa::write(map.labelled(), &played)?;
        eprintln!("{notation} leaves {child}, a {outcome}");
        if outcome == Outcome::Loss {
            map.draw(&map.route(&played)?)?;
            break;
        }
    }
    println!("{}", map.svg(&Style::default()));
    Ok(())
}
