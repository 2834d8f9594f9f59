//! The fixed bench of drawing: whole games of random moves, each listed, routed, judged and redrawn, in processor time.
//! The hash of all pictures tells whether a change of the code changed any of them.
//! `cargo run --release -p laboratory --bin drawing_bench -- [spots=3-8] [games=10] [seed=1]`

use drawing::{PictureHash, PlanarMap, Redraw};
use sprouts::Seed;
use std::time::Duration;
use terminal::clock::thread_time as cpu;

#[derive(Default)]
struct Times {
    moves: u32,
    small_edges: usize,
    listing: Duration,
    routing: Duration,
    judging: Duration,
    redrawing: Duration,
    pictures: u64,
}

fn main() {
    let (mut spots, mut games, mut seed) = (3..=8, 10, 1);
    for argument in std::env::args().skip(1) {
        let (name, value) = argument.split_once('=').expect("NAME=VALUE");
        match name {
            "spots" => {
                let (low, high) = value.split_once('-').unwrap_or((value, value));
                spots = low.parse().expect("spots")..=high.parse().expect("spots");
            }
            "games" => games = value.parse().expect("a number of games of each size"),
            "seed" => seed = value.parse().expect("a seed"),
            _ => panic!("{name} is not known: spots, games or seed"),
        }
    }
    println!(
        "| spots | moves | small edges | listing ms | routing ms | judging ms | redrawing ms | pictures |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for spots in spots {
        let mut times = Times::default();
        for game in 0..games {
            times.play(spots, seed + game);
        }
        times.print(spots);
    }
}

impl Times {
    fn play(&mut self, spots: u32, seed: u64) {
        let mut seed = Seed::new(seed);
        let mut map = PlanarMap::start(spots);
        loop {
            let moves = timed(&mut self.listing, || map.labelled().moves());
            let Some(wanted) = seed.pick(&moves) else {
                return;
            };
            let routed = timed(&mut self.routing, || map.route_freely(wanted));
            let routed = routed.expect("every move has a curve");
            let legal = timed(&mut self.judging, || map.judge(routed.into_curve()));
            map.draw(&legal.expect("a routed curve fits"))
                .expect("it was judged on this picture");
            timed(&mut self.redrawing, || map.redraw(Redraw::STEPS));
            let PictureHash(picture) = map.picture_hash();
            self.pictures = self.pictures.rotate_left(1) ^ picture;
            self.small_edges += map.small_edge_count();
            self.moves += 1;
        }
    }

    /// A line of the table; times are those of one move in the mean.
    fn print(&self, spots: u32) {
        let each = f64::from(self.moves.max(1));
        let [listing, routing, judging, redrawing] =
            [self.listing, self.routing, self.judging, self.redrawing]
                .map(|time| time.as_secs_f64() * 1e3 / each);
        println!(
            "| {spots} | {} | {:.0} | {listing:.3} | {routing:.3} | {judging:.3} | {redrawing:.3} | {:016x} |",
            self.moves,
            self.small_edges as f64 / each,
            self.pictures,
        );
    }
}

fn timed<T>(sum: &mut Duration, what: impl FnOnce() -> T) -> T {
    let begun = cpu();
    let done = what();
    *sum += cpu() - begun;
    done
}
