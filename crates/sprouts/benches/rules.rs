//! How long the rules take: `cargo bench -p rhizome-sprouts`. The counts that go with the times are printed first and never change
//! but with the rules: positions, lands and children generated.

// The macro that names the benches writes a function without documentation.
#![allow(missing_docs)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sprouts::{Generator, Position, Tree};
use std::hint::black_box;
use std::ops::ControlFlow;

fn tree(spots: u32) -> Tree {
    let start = Position::start(spots).expect("few spots").canonical();
    match Tree::of(&start, |_| ControlFlow::<()>::Continue(())) {
        ControlFlow::Continue(tree) => tree,
        ControlFlow::Break(()) => unreachable!("nothing breaks it"),
    }
}

fn trees(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tree");
    group.sample_size(10);
    for spots in [3, 4, 5] {
        let counted = tree(spots);
        println!("{spots} spots: {counted:?}");
        group.throughput(Throughput::Elements(counted.raw_children));
        group.bench_function(spots.to_string(), |bencher| {
            bencher.iter(|| tree(black_box(spots)))
        });
    }
    group.finish();
}

fn children(criterion: &mut Criterion) {
    let mut generator = Generator::default();
    let mut group = criterion.benchmark_group("children");
    for text in ["0*10", "0*3.11a1a.1abc1cba", "0*2.ABCDEFGH|0*2.ABCDEFGH"] {
        let position = text.parse::<Position>().expect("a position").canonical();
        let land = position.lands()[0].clone();
        let mut count = || {
            let mut count = 0u64;
            let _ = generator.children(black_box(land.packed()), |_| {
                count += 1;
                ControlFlow::<()>::Continue(())
            });
            count
        };
        group.throughput(Throughput::Elements(count()));
        group.bench_function(text, |bencher| bencher.iter(&mut count));
    }
    group.finish();
}

criterion_group!(benches, trees, children);
criterion_main!(benches);
