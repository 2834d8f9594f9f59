//! Many random games in a row, counted. Knows no clock: the caller says when to stop.

use crate::engine::{Engine, Status};
use crate::random::Random;

/// What came out.
#[derive(Clone, PartialEq, Debug)]
pub struct Tally {
    /// Games played.
    pub playouts: u64,
    /// Moves made in all of them.
    pub moves: u64,
    /// The sum of the squares of the lengths, for their deviation.
    pub squares: u64,
    /// Draws first, then the wins of players 1, 2, …
    pub results: Vec<u64>,
}

impl Tally {
    /// The mean length of a game.
    pub fn mean_length(&self) -> f64 {
        self.moves as f64 / self.playouts.max(1) as f64
    }

    /// How fast that was, if the clock ran long enough to tell.
    pub fn speed(&self, seconds: f64) -> Option<Speed> {
        let measurable = seconds.is_finite() && seconds >= SECONDS_MIN && self.playouts > 0;
        measurable.then(|| Speed {
            playouts: self.playouts as f64 / seconds,
            moves: self.moves as f64 / seconds,
        })
    }

    /// The standard deviation of the length of a game.
    pub fn deviation(&self) -> f64 {
        let count = self.playouts.max(1) as f64;
        (self.squares as f64 / count - self.mean_length().powi(2))
            .max(0.0)
            .sqrt()
    }
}

/// Games and moves in a second.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Speed {
    /// Games.
    pub playouts: f64,
    /// Moves.
    pub moves: f64,
}

/// The shortest time that says something about speed. Clocks of processor time tick; below this a tick is most of it.
pub const SECONDS_MIN: f64 = 0.02;

/// Plays random games from the start, in batches of `batch`, until `go_on` says no.
pub fn run(
    engine: &mut dyn Engine,
    random: &mut Random,
    batch: u32,
    mut go_on: impl FnMut(&Tally) -> bool,
) -> Tally {
    let results = vec![0; engine.plan().players as usize + 1];
    let mut tally = Tally {
        playouts: 0,
        moves: 0,
        squares: 0,
        results,
    };
    while go_on(&tally) {
        for _ in 0..batch {
            engine.restart();
            let length = u64::from(engine.playout(random));
            tally.playouts += 1;
            tally.moves += length;
            tally.squares += length * length;
            match engine.status() {
                Status::Won(colour) => tally.results[colour.index()] += 1,
                Status::Draw | Status::Running => tally.results[0] += 1,
            }
        }
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_reads_nothing_gives_no_speed() {
        let tally = Tally {
            playouts: 50,
            moves: 2000,
            squares: 80_000,
            results: vec![0, 25, 25],
        };
        for seconds in [0.0, 1e-9, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(tally.speed(seconds), None, "{seconds}");
        }
        let speed = tally.speed(0.5).unwrap();
        assert_eq!((speed.playouts, speed.moves), (100.0, 4000.0));
        let none = Tally {
            playouts: 0,
            ..tally
        };
        assert_eq!(none.speed(1.0), None);
    }
}
