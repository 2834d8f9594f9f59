//! Times of what a person waits for, on finished and nearly finished games of growing size.

// The macro makes a public function without documentation.
#![allow(missing_docs)]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use drawing::{PlanarMap, Point, Stroke};
use std::hint::black_box;

/// The picture at the end of a game of random moves.
fn finished(spots: u32) -> PlanarMap {
    let mut seed = sprouts::Seed::new(3);
    let mut map = PlanarMap::start(spots);
    while let Some(wanted) = seed.pick(&map.labelled().moves()) {
        let curve = map.route_freely(wanted).expect("every move has a curve");
        map.insert(&curve).expect("a routed curve fits");
        map.redraw(30);
    }
    map
}

fn all(criterion: &mut Criterion) {
    for spots in [3, 6, 10, 20, 40] {
        let map = finished(spots);
        let mut late = map.clone();
        for _ in 0..6 {
            late.undo();
        }
        let points = map.small_edge_count() as u64;
        let id = |what: &str| {
            BenchmarkId::new(
                what.to_owned(),
                format!("{spots} spots, {points} small edges"),
            )
        };

        let mut group = criterion.benchmark_group("redraw");
        group
            .sample_size(20)
            .throughput(Throughput::Elements(points));
        group.bench_function(id("30 steps"), |bencher| {
            bencher.iter(|| {
                let mut map = map.clone();
                map.redraw(30);
                map
            });
        });
        group.finish();

        let mut group = criterion.benchmark_group("route");
        group.sample_size(20);
        let moves = late.labelled().moves();
        group.bench_function(id("a late move"), |bencher| {
            let mut next = 0;
            bencher.iter(|| {
                next += 1;
                late.route_freely(&moves[next % moves.len()])
            });
        });
        let start = PlanarMap::start(spots);
        let first = start.labelled().moves();
        group.bench_function(id("a first move"), |bencher| {
            let mut next = 0;
            bencher.iter(|| {
                next += 1;
                start.route_freely(&first[next % first.len()])
            });
        });
        group.finish();

        let mut group = criterion.benchmark_group("pen");
        group.throughput(Throughput::Elements(points));
        let living = late
            .spot_ids()
            .find(|&spot| late.lives(spot) > 0)
            .expect("a game that is not over has a living spot");
        let stroke = Stroke::begin_at(&late, living, 0.03).expect("the spot is alive");
        let (x, y) = late.spot_point(living).unit();
        group.bench_function(id("pointer event"), |bencher| {
            bencher.iter(|| {
                let mut stroke = stroke.clone();
                stroke.extend(&late, black_box(Point::from_unit(x + 0.02, y + 0.01)))
            });
        });
        group.bench_function(id("locate"), |bencher| {
            bencher.iter(|| late.locate(black_box(Point::from_unit(0.4, 0.45)), 0.03));
        });
        group.bench_function(id("smooth"), |bencher| bencher.iter(|| map.smooth()));
        group.bench_function(id("check"), |bencher| bencher.iter(|| map.check()));
        group.finish();
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
