//! Random playouts of every configuration with a reference speed, and playing to the end and taking everything back.

#![allow(missing_docs)] // The macro of criterion makes a function without words.

use connection::random::Random;
use connection::reference::TABLE;
use connection::{engine, library};
use criterion::{Criterion, criterion_group, criterion_main};
use std::sync::Arc;
use std::time::Duration;

fn playouts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("playout");
    group
        .sample_size(20)
        .measurement_time(Duration::from_secs(1))
        .warm_up_time(Duration::from_millis(300));
    for row in &TABLE {
        let options: Vec<String> = row
            .options
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let name = format!("{} {}", row.game, options.join(" "));
        let plan = Arc::new(
            library::game(row.game)
                .expect("a game")
                .plan(row.options)
                .expect("its options"),
        );
        let mut engine = engine::start(&plan);
        let mut random = Random::new(1);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                engine.restart();
                engine.playout(&mut random)
            });
        });
    }
    group.finish();
}

fn undo(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("play and undo");
    group
        .sample_size(20)
        .measurement_time(Duration::from_secs(1))
        .warm_up_time(Duration::from_millis(300));
    for name in ["hex", "havannah", "go", "lines-of-action"] {
        let plan = Arc::new(
            library::game(name)
                .expect("a game")
                .plan::<&str, &str>(&[])
                .expect("its defaults"),
        );
        let mut engine = engine::start(&plan);
        let mut random = Random::new(1);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                engine.playout(&mut random);
                while engine.undo() {}
            });
        });
    }
    group.finish();
}

criterion_group!(benches, playouts, undo);
criterion_main!(benches);
