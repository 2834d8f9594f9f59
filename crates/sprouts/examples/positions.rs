//! How many different positions come after one, move by move, and how many of them no move is left in:
//! `cargo run --release -p rhizome-sprouts --example positions -- "0*3"`

use sprouts::{Canonical, Position};
use std::collections::BTreeSet;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).unwrap_or("0*3".into());
    let mut positions = BTreeSet::from([text.parse::<Position>()?.canonical()]);
    for moves in 0.. {
        let over = positions.iter().filter(|position| position.is_over());
        println!(
            "after {moves} moves {} positions, {} of them over",
            positions.len(),
            over.count()
        );
        positions = positions.iter().flat_map(Canonical::children).collect();
        if positions.is_empty() {
            break;
        }
    }
    Ok(())
}
