//! Measuring: a run plays random games for a while and counts; runs are repeated and spread over time.
//! Knows what to play, not why.

use super::plan::{Cell, Part, Test};
use connection::random::Random;
use laboratory::groups::playouts::{PlayoutError, Playouts, playouts};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use terminal::clock::thread_time;

/// A mean and a standard deviation over runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The sample standard deviation; 0 for a single run.
    pub deviation: f64,
}

impl Spread {
    /// Of these values; nothing of none.
    pub fn of(values: &[f64]) -> Option<Self> {
        if values.is_empty() {
            return None;
        }
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let deviation = if values.len() > 1 {
            (squares / (count - 1.0)).sqrt()
        } else {
            0.0
        };
        Some(Self { mean, deviation })
    }
}

/// How fast a game is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// Games in a second.
    pub playouts: Spread,
    /// Plies in a second.
    pub moves: Spread,
}

/// How often and how long to measure.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Runs of every cell.
    pub runs: u32,
    /// Processor time of a run.
    pub seconds: f64,
    /// The games follow from it.
    pub seed: u64,
}

/// One run of one cell.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// Games played to the end.
    pub playouts: u64,
    /// Their plies.
    pub moves: u64,
    /// Processor time.
    pub seconds: f64,
}

/// All runs of all cells of a part, by point and series.
pub struct Measured {
    runs: Vec<Vec<Vec<Run>>>,
}

impl Measured {
    fn new(part: &Part) -> Self {
        Self {
            runs: vec![vec![Vec::new(); part.series.len()]; part.points.len()],
        }
    }

    /// The runs of a cell.
    pub fn runs(&self, cell: Cell) -> &[Run] {
        &self.runs[cell.point][cell.series]
    }

    /// How fast a cell was; nothing if it was not reached.
    pub fn rates(&self, cell: Cell) -> Option<Rates> {
        let rate = |count: fn(&Run) -> u64| {
            Spread::of(
                &self
                    .runs(cell)
                    .iter()
                    .map(|run| count(run) as f64 / run.seconds)
                    .collect::<Vec<_>>(),
            )
        };
        Some(Rates {
            playouts: rate(|run| run.playouts)?,
            moves: rate(|run| run.moves)?,
        })
    }

    /// The mean number of plies of a game at a point, over everything that was played there.
    pub fn length(&self, point: usize) -> Option<f64> {
        let all = || self.runs[point].iter().flatten();
        let playouts: u64 = all().map(|run| run.playouts).sum();
        let moves: u64 = all().map(|run| run.moves).sum();
        (playouts > 0).then(|| moves as f64 / playouts as f64)
    }
}

/// What goes on, for whoever watches.
pub struct Step<'a> {
    /// The test.
    pub test: &'a Test,
    /// The part of it.
    pub part: &'a Part,
    /// The cell about to be measured.
    pub cell: Cell,
    /// Which run it is, from 0.
    pub run: u32,
}

/// How many runs a list of tests takes.
pub fn total_runs(tests: &[Test], effort: Effort) -> u64 {
    let cells: usize = tests
        .iter()
        .flat_map(|test| &test.parts)
        .map(|part| part.points.len() * part.series.len())
        .sum();
    cells as u64 * u64::from(effort.runs)
}

/// Measures a part. The cells take turns, run by run, so that a slow minute of the machine falls on all of them alike.
/// Stops between two games once `stop` is raised; a run cut short does not count.
pub fn measure(
    test: &Test,
    part: &Part,
    effort: Effort,
    stop: &AtomicBool,
    mut watch: impl FnMut(Step),
) -> Result<Measured, PlayoutError> {
    let mut measured = Measured::new(part);
    let mut ready = Vec::new();
    for (point, spec) in part.points.iter().enumerate() {
        for (series, keeper) in part.series.iter().enumerate() {
            ready.push((Cell { point, series }, playouts(spec.game, keeper.keeper)?));
        }
    }
    for run in 0..effort.runs {
        for (cell, playouts) in &mut ready {
            watch(Step {
                test,
                part,
                cell: *cell,
                run,
            });
            // The same games for every keeper: the seed knows the point and the run only.
            let seed = effort
                .seed
                .wrapping_mul(0x1_0001)
                .wrapping_add(u64::from(run) << 16 | cell.point as u64);
            let seconds = Duration::from_secs_f64(effort.seconds);
            if run == 0 {
                // Caches and branch predictors warm up unmeasured.
                play_for(playouts.as_mut(), seed, seconds / 10, stop);
            }
            match play_for(playouts.as_mut(), seed, seconds, stop) {
                Some(result) => measured.runs[cell.point][cell.series].push(result),
                None => return Ok(measured),
            }
        }
    }
    Ok(measured)
}

fn play_for(
    playouts: &mut dyn Playouts,
    seed: u64,
    duration: Duration,
    stop: &AtomicBool,
) -> Option<Run> {
    let mut random = Random::new(seed);
    let (mut count, mut moves) = (0, 0);
    let start = thread_time();
    loop {
        // The clock costs a system call: ask it once in a few hundred moves.
        let batch = moves + 400;
        while moves < batch {
            moves += u64::from(playouts.play(&mut random).moves);
            count += 1;
        }
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let used = thread_time() - start;
        if used >= duration {
            return Some(Run {
                playouts: count,
                moves,
                seconds: used.as_secs_f64().max(1e-9),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deviation_is_that_of_a_sample() {
        assert_eq!(Spread::of(&[]), None);
        assert_eq!(
            Spread::of(&[3.0]),
            Some(Spread {
                mean: 3.0,
                deviation: 0.0
            })
        );
        assert_eq!(
            Spread::of(&[1.0, 3.0]),
            Some(Spread {
                mean: 2.0,
                deviation: 2.0_f64.sqrt()
            })
        );
    }
}
