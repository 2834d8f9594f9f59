//! The work of `benches/overhead.py` without Python, for comparison: processor time of children and of random games in bulk.

use connection::{engine, library, random::Random};
use sprouts::Position;
use std::sync::Arc;

/// As in `benches/overhead.py`.
const POSITIONS: [&str; 4] = ["0*6", "0*8", "0*3.1a1a", "0.AB2C|BAC.1a1a2.0+12.AB|AB"];

fn main() {
    let count: u32 = std::env::args()
        .nth(1)
        .map_or(2_000, |text| text.parse().expect("a number"));
    for text in POSITIONS {
        let position = text.parse::<Position>().expect("a position").canonical();
        let (begun, mut children) = (processor_seconds(), 0);
        for _ in 0..count {
            children += position.children().len();
        }
        let seconds = processor_seconds() - begun;
        println!(
            "children {text} {:.3} us a child",
            seconds / children as f64 * 1e6
        );
    }
    for name in ["hex", "havannah", "go"] {
        let options: [(&str, &str); 0] = [];
        let plan = Arc::new(
            library::game(name)
                .expect("a game")
                .plan(&options)
                .expect("a plan"),
        );
        let mut game = engine::start(&plan);
        let mut random = Random::new(1);
        let begun = processor_seconds();
        for _ in 0..10 * count {
            game.restart();
            game.playout(&mut random);
        }
        let seconds = processor_seconds() - begun;
        println!(
            "playouts {name} {:.3} us a game",
            seconds / f64::from(10 * count) * 1e6
        );
    }
}

/// Processor time of this thread, as Linux counts it: other programs do not disturb it.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux says it");
    let nanoseconds = text.split(' ').next().and_then(|word| word.parse().ok());
    nanoseconds.map_or(0.0, |nanoseconds: f64| nanoseconds / 1e9)
}
