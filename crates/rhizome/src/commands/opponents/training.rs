//! The command `train`: full training of the perfect opponent into a database, resumable. Owns the file, the progress line and
//! the report.

use crate::commands::Outcome;
use crate::{interrupt, quantity};
use clap::Args;
use serde_json::json;
use solver::opponent::Opponents;
use solver::opponent::training::{Coverage, EASY_LIVES};
use solver::{Database, opponent};
use sprouts::Position;
use std::error::Error;
use std::io::IsTerminal;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// How often what was proved is put on the disk.
const SAVE_EVERY: Duration = Duration::from_secs(20);
const PROGRESS_EVERY: Duration = Duration::from_millis(250);

/// What to train, and where to keep it.
#[derive(Args)]
pub struct Train {
    /// Numbers of spots, such as 3..11.
    #[arg(long, value_parser = quantity::spots)]
    spots: RangeInclusive<u32>,
    /// The file of results: read first, and grown by what is proved. A training that was stopped goes on from it.
    #[arg(long, value_name = "FILE")]
    database: PathBuf,
    /// How many winning moves are followed in each won position.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    winning_moves: u32,
    /// Memory for the tables, such as 512M or 8G.
    #[arg(long, default_value = "4G", value_parser = quantity::bytes)]
    memory: u64,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

impl Train {
    /// Runs the command.
    pub fn run(&self) -> Outcome {
        let interrupted = interrupt::watch()?;
        let show = std::io::stderr().is_terminal();
        let mut database = Database::open(&self.database)?;
        let mut opponents = Opponents::new(self.memory);
        opponents.learn(database.iter());
        for spots in self.spots.clone() {
            let position = Position::start(spots)?.canonical();
            let begun = Instant::now();
            // Saving needs what the walk is using, so the walk is left for it and taken up again: all that is proved is found
            // in the tables then, and the way back costs little.
            let coverage = loop {
                let (mut shown, started) = (Instant::now(), Instant::now());
                let mut last = Coverage::default();
                // Each time the walk gets longer before it is left, so that walking back never takes over.
                let patience = SAVE_EVERY.max(begun.elapsed());
                let trained =
                    opponents.train(&position, self.winning_moves as usize, &mut |coverage| {
                        last = *coverage;
                        if show && shown.elapsed() >= PROGRESS_EVERY {
                            shown = Instant::now();
                            eprint!(
                                "\r\x1b[K{spots} spots: {} answers, {} results proved, {:.0} s",
                                coverage.answers,
                                coverage.proved,
                                begun.elapsed().as_secs_f64()
                            );
                        }
                        !interrupted.load(Relaxed) && started.elapsed() < patience
                    });
                save(&mut database, &opponents)?;
                match trained {
                    Ok(coverage) => break Some(coverage),
                    Err(_) if interrupted.load(Relaxed) => break None,
                    Err(_) if started.elapsed() < patience => {
                        return Err(format!(
                            "the memory is full after {} answers; allow more with --memory",
                            last.answers
                        )
                        .into());
                    }
                    Err(opponent::training::Stopped) => {}
                }
            };
            if show {
                eprint!("\r\x1b[K");
            }
            let Some(coverage) = coverage else {
                eprintln!(
                    "stopped in the training of {spots} spots; {} results are kept, run the same again to go on",
                    database.nimbers_len()
                );
                return Ok(ExitCode::FAILURE);
            };
            self.report(spots, &coverage, &database, begun.elapsed());
        }
        database.compact()?;
        Ok(ExitCode::SUCCESS)
    }

    fn report(&self, spots: u32, coverage: &Coverage, database: &Database, time: Duration) {
        let bytes = database.file_bytes().0;
        if self.json {
            let report = json!({
                "spots": spots,
                "answers": coverage.answers,
                "left": coverage.left,
                "easy": coverage.easy,
                "easy_lives": EASY_LIVES,
                "winning_moves": self.winning_moves,
                "results": database.nimbers_len(),
                "bytes": bytes,
                "seconds": time.as_secs_f64(),
            });
            println!("{report}");
        } else {
            println!(
                "{spots} spots: covered, {} positions to answer in, {} with fewer than {EASY_LIVES} lives left to the moment; {} results in {bytes} bytes, {:.1} s",
                coverage.answers,
                coverage.easy,
                database.nimbers_len(),
                time.as_secs_f64()
            );
        }
    }
}

fn save(database: &mut Database, opponents: &Opponents) -> Result<(), Box<dyn Error>> {
    for (land, nimber) in opponents.proved() {
        database.insert(land, nimber)?;
    }
    Ok(database.save()?)
}
