//! The fixed bench of the rules, in processor time: whole games of few spots, and the children of lands of different kinds. The counts
//! change only when the rules' code generates more or fewer children.
//! `cargo run --release -p laboratory --bin rules_bench -- [once]`: with `once` nothing is repeated, for tools that count instructions.

use sprouts::{Generator, Position, Tree};
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Duration;
use terminal::clock::thread_time;

/// So long every line is measured at least, unless each is made once.
const LEAST: Duration = Duration::from_millis(500);

fn main() {
    let least = match std::env::args().nth(1).as_deref() {
        None => LEAST,
        Some("once") => Duration::ZERO,
        Some(other) => panic!("{other} is not known: only `once`"),
    };
    println!("| what | positions | lands | children | ns a child |\n|---|---|---|---|---|");
    for spots in [3, 4, 5] {
        let mut counted = Tree::default();
        let nanoseconds = nanoseconds_each(least, || {
            counted = tree(black_box(spots));
            counted.raw_children
        });
        let Tree {
            positions,
            lands,
            raw_children,
            ..
        } = counted;
        println!(
            "| all games of {spots} spots | {positions} | {lands} | {raw_children} | {nanoseconds:.0} |"
        );
    }
    for text in ["0*10", "0*3.11a1a.1abc1cba", "0*2.ABCDEFGH|0*2.ABCDEFGH"] {
        let position = text.parse::<Position>().expect("a position").canonical();
        let land = &position.lands()[0];
        let mut generator = Generator::default();
        let mut children = 0;
        let nanoseconds = nanoseconds_each(least, || {
            children = 0;
            let _ = generator.children(black_box(land.packed()), |_| {
                children += 1;
                ControlFlow::<()>::Continue(())
            });
            children
        });
        let text = text.replace('|', "\\|");
        println!("| children of `{text}` | | 1 | {children} | {nanoseconds:.0} |");
    }
}

fn tree(spots: u32) -> Tree {
    let start = Position::start(spots).expect("few spots").canonical();
    match Tree::of(&start, |_| ControlFlow::<()>::Continue(())) {
        ControlFlow::Continue(tree) => tree,
        ControlFlow::Break(()) => unreachable!("nothing breaks it"),
    }
}

/// Does it again and again; it says how many children it made.
fn nanoseconds_each(least: Duration, mut make: impl FnMut() -> u64) -> f64 {
    let (mut children, before) = (0, thread_time());
    loop {
        children += make();
        if thread_time() - before >= least {
            break;
        }
    }
    (thread_time() - before).as_nanos() as f64 / children as f64
}
