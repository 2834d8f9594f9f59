//! `simulate`: whole games in ink, each move routed, inserted, redrawn and checked.
//! It reads arguments and the clock and prints; the games are played by [`laboratory::simulation`].

use crate::Outcome;
use clap::Args;
use drawing::{Case, PlanarMap, Redraw, Style};
use laboratory::simulation::{self, Hand, Manner};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use terminal::{Progress, clock, interrupt};

/// Plays random games in ink and reports failures, times and looks.
#[derive(Args)]
pub struct Arguments {
    /// Spots at the start: a number, or a range such as `2-20` that the games go through in turn.
    #[arg(long, default_value = "6", value_parser = spots)]
    spots: (u32, u32),
    /// How many games.
    #[arg(long, default_value_t = 10)]
    games: u64,
    /// The seed of the first game; each next game has the next one.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Steps of redrawing after every move.
    #[arg(long, default_value_t = Redraw::STEPS, value_parser = clap::value_parser!(u32).range(0..=10_000))]
    steps: u32,
    /// Draw as a trembling hand does.
    #[arg(long)]
    shaky: bool,
    /// Write the pictures of every game into this directory: the start, early, in the middle and at the end.
    #[arg(long)]
    pictures: Option<PathBuf>,
    /// Where to write a file for each failure.
    #[arg(long, default_value = ".")]
    failures: PathBuf,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

fn spots(text: &str) -> Result<(u32, u32), String> {
    let parse = |part: &str| {
        part.trim()
            .parse::<u32>()
            .ok()
            .filter(|count| (1..=100).contains(count))
            .ok_or_else(|| format!("`{part}` is no number of spots from 1 to 100"))
    };
    let (low, high) = match text.split_once('-') {
        None => (parse(text)?, parse(text)?),
        Some((low, high)) => (parse(low)?, parse(high)?),
    };
    if low > high {
        return Err(format!("{low} is more than {high}"));
    }
    Ok((low, high))
}

#[derive(Default)]
struct Sums {
    games: u64,
    moves: u64,
    failures: Vec<Value>,
    noted: BTreeMap<&'static str, Vec<f64>>,
    cases: BTreeMap<Case, u64>,
}

impl Arguments {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let stop = interrupt::watch()?;
        let mut sums = Sums::default();
        let range = u64::from(self.spots.1 - self.spots.0) + 1;
        let mut progress = Progress::new();
        for game in 0..self.games {
            if stop.load(Ordering::Relaxed) {
                eprintln!("stopped after {game} games");
                break;
            }
            let spots = self.spots.0 + (game % range) as u32;
            let seed = self.seed.wrapping_add(game);
            let mut pictures: Vec<PlanarMap> = Vec::new();
            let report = simulation::simulate(
                spots,
                seed,
                self.manner(),
                &mut || clock::thread_time().as_secs_f64() * 1e3,
                &mut |map| {
                    if self.pictures.is_some() {
                        pictures.push(map.clone());
                    }
                },
            );
            if let Some(directory) = &self.pictures {
                write_pictures(directory, spots, seed, &pictures)?;
            }
            sums.games += 1;
            sums.moves += u64::from(report.moves);
            for (name, values) in report.noted {
                sums.noted.entry(name).or_default().extend(values);
            }
            for (case, count) in report.cases {
                *sums.cases.entry(case).or_default() += u64::from(count);
            }
            if let Some(failure) = report.failure {
                let file = self.failures.join(format!("failure-{spots}-{seed}.txt"));
                let text = format!(
                    "{}\nspots {spots}, seed {seed}, after {} moves\n{:?}\n{}\n",
                    failure.what, report.moves, failure.wanted, failure.map
                );
                std::fs::write(&file, text)
                    .map_err(|error| format!("cannot write {}: {error}", file.display()))?;
                progress.aside(|| eprintln!("failure: {} (see {})", failure.what, file.display()));
                sums.failures.push(json!({
                    "what": failure.what, "spots": spots, "seed": seed, "file": file.display().to_string(),
                }));
            }
            let moves = sums.moves;
            progress.show(|| format!("{} of {} games, {moves} moves", game + 1, self.games));
        }
        drop(progress);
        let failed = !sums.failures.is_empty();
        sums.print(self.json);
        Ok(if failed {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        })
    }

    fn manner(&self) -> Manner {
        Manner {
            redraw_steps: self.steps,
            hand: if self.shaky {
                Hand::Shaky
            } else {
                Hand::Steady
            },
        }
    }
}

/// Writes some of a game's pictures, each named by spots, seed and moves.
fn write_pictures(
    directory: &Path,
    spots: u32,
    seed: u64,
    pictures: &[PlanarMap],
) -> Result<(), String> {
    let last = pictures.len() - 1;
    let mut moves = vec![0, 1, 2, 3, last / 3, last / 2, last * 3 / 4, last];
    moves.sort_unstable();
    moves.dedup();
    for moves in moves.into_iter().filter(|&moves| moves <= last) {
        let file = directory.join(format!("{spots:02}-{seed}-{moves:02}.svg"));
        std::fs::write(&file, pictures[moves].svg(&Style::default()))
            .map_err(|error| format!("cannot write {}: {error}", file.display()))?;
    }
    Ok(())
}

/// The shares at which every measure is reported.
const SHARES: [(f64, &str); 7] = [
    (0.0, "min"),
    (0.01, "p1"),
    (0.1, "p10"),
    (0.5, "p50"),
    (0.9, "p90"),
    (0.99, "p99"),
    (1.0, "max"),
];

/// The value below which a share of the sorted values lie; nought when there are none.
fn quantile(values: &mut [f64], share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let index = (values.len().saturating_sub(1) as f64 * share).round() as usize;
    values.get(index).copied().unwrap_or(0.0)
}

impl Sums {
    fn print(mut self, as_json: bool) {
        let round = |value: f64| (value * 1e6).round() / 1e6;
        let mut numbers = Map::new();
        for (name, values) in &mut self.noted {
            let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
            numbers.insert(format!("{name}_mean"), json!(round(mean)));
            for (share, label) in SHARES {
                let value = round(quantile(values, share));
                numbers.insert(format!("{name}_{label}"), json!(value));
            }
        }
        let cases: Map<String, Value> = Case::ALL
            .iter()
            .map(|case| {
                let count = self.cases.get(case).copied().unwrap_or(0);
                (case.name().to_owned(), json!(count))
            })
            .collect();
        if as_json {
            let mut object = Map::new();
            object.insert("games".into(), json!(self.games));
            object.insert("moves".into(), json!(self.moves));
            object.insert("failures".into(), json!(self.failures.len()));
            object.extend(numbers);
            object.insert("cases".into(), Value::Object(cases));
            object.insert("failed".into(), Value::Array(self.failures));
            println!("{}", Value::Object(object));
            return;
        }
        println!(
            "{} games, {} moves, {} failures",
            self.games,
            self.moves,
            self.failures.len()
        );
        for (name, value) in numbers.iter().chain(&cases) {
            println!("{name:>22} {value}");
        }
    }
}
