//! The command `train`: full training of the perfect opponent into a database, resumable. Owns the file, the progress line and
//! the report.

use crate::commands::Outcome;
use crate::{interrupt, quantity};
use clap::Args;
use serde_json::json;
use solver::Database;
use solver::database::DatabaseError;
use solver::opponent::Opponents;
use solver::opponent::training::{Course, Coverage, EASY_LIVES, FAST_NODES, Supervisor};
use sprouts::{Canonical, Ending, Position};
use std::error::Error;
use std::io::IsTerminal;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

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
    /// Whoever cannot move wins.
    #[arg(long)]
    misere: bool,
    /// How many winning moves are followed in each won position.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    winning_moves: u32,
    /// Leave to the moment what takes at most so many nodes from nothing; with 0 everything is trained.
    #[arg(long, default_value_t = FAST_NODES, value_name = "NODES")]
    fast_nodes: u64,
    /// Memory for the tables, such as 512M or 8G.
    #[arg(long, default_value = "4G", value_parser = quantity::bytes)]
    memory: u64,
    /// How often what was proved is put on the disk; that is said each time, and from then on no crash can undo it.
    #[arg(long, default_value = "20s", value_name = "TIME", value_parser = quantity::duration)]
    save_every: Duration,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

/// Shows how far a training is, saves what it proves, and stops it on Ctrl-C.
struct Progress<'a> {
    spots: u32,
    ending: Ending,
    database: &'a mut Database,
    interrupted: Arc<AtomicBool>,
    show: bool,
    begun: Instant,
    shown: Instant,
    saved: Instant,
    save_every: Duration,
    /// What went wrong with the file.
    failed: Option<DatabaseError>,
    last: Coverage,
}

impl Supervisor for Progress<'_> {
    fn go_on(&mut self, coverage: &Coverage) -> bool {
        self.last = *coverage;
        if self.show && self.shown.elapsed() >= PROGRESS_EVERY {
            self.shown = Instant::now();
            eprint!(
                "\r\x1b[K{} spots: {} positions trained, {} answered fast anyway, {} results proved, {:.0} s",
                self.spots,
                coverage.trained,
                coverage.fast,
                coverage.proved,
                self.begun.elapsed().as_secs_f64()
            );
        }
        self.failed.is_none() && !self.interrupted.load(Relaxed)
    }

    fn keep(&mut self, opponents: &Opponents) {
        if self.saved.elapsed() < self.save_every {
            return;
        }
        self.failed = save(self.database, opponents, self.ending).err();
        self.saved = Instant::now();
        if self.failed.is_none() {
            let clear = if self.show { "\r\x1b[K" } else { "" };
            let results = results(self.database, self.ending);
            eprintln!("{clear}{} spots: {results} results saved", self.spots);
        }
    }
}

impl Train {
    /// Runs the command.
    pub fn run(&self) -> Outcome {
        let interrupted = interrupt::watch()?;
        let mut database = Database::open(&self.database)?;
        let mut opponents = Opponents::new(self.memory);
        learn(&mut opponents, &database)?;
        let course = Course {
            ending: Ending::of_misere(self.misere),
            winning_moves_max: self.winning_moves as usize,
            fast_nodes: self.fast_nodes,
        };
        for spots in self.spots.clone() {
            let position = Position::start(spots)?.canonical();
            let now = Instant::now();
            let mut progress = Progress {
                spots,
                ending: course.ending,
                database: &mut database,
                interrupted: interrupted.clone(),
                show: std::io::stderr().is_terminal(),
                begun: now,
                shown: now,
                saved: now,
                save_every: self.save_every,
                failed: None,
                last: Coverage::default(),
            };
            let trained = opponents.train(&position, course, &mut progress);
            let Progress {
                show, failed, last, ..
            } = progress;
            if show {
                eprint!("\r\x1b[K");
            }
            if let Some(error) = failed {
                return Err(error.into());
            }
            // What was proved on the way to "nothing to train" needs no place in the file.
            if trained.map_or(true, |coverage| coverage.trained > 0) {
                save(&mut database, &opponents, course.ending)?;
            }
            match trained {
                Ok(coverage) => self.report(spots, &coverage, &database, now.elapsed()),
                Err(_) if interrupted.load(Relaxed) => {
                    eprintln!(
                        "stopped in the training of {spots} spots, {} positions trained and {} answered fast anyway; {} results are kept, run the same again to go on",
                        last.trained,
                        last.fast,
                        results(&database, course.ending)
                    );
                    return Ok(ExitCode::FAILURE);
                }
                Err(_) => {
                    return Err(format!(
                        "the memory is full after {} positions of {spots} spots; allow more with --memory",
                        last.trained
                    )
                    .into());
                }
            }
        }
        database.compact()?;
        Ok(ExitCode::SUCCESS)
    }

    fn report(&self, spots: u32, coverage: &Coverage, database: &Database, time: Duration) {
        let bytes = database.file_bytes().0;
        let results = results(database, Ending::of_misere(self.misere));
        if self.json {
            let report = json!({
                "spots": spots,
                "ending": if self.misere { "misere" } else { "normal" },
                "trained": coverage.trained,
                "fast": coverage.fast,
                "fast_nodes": self.fast_nodes,
                "fast_nodes_max": coverage.fast_nodes_max,
                "left": coverage.left,
                "easy": coverage.easy,
                "easy_lives": EASY_LIVES,
                "winning_moves": self.winning_moves,
                "results": results,
                "bytes": bytes,
                "seconds": time.as_secs_f64(),
            });
            println!("{report}");
            return;
        }
        let by_itself = format!(
            "{} positions answered fast anyway, the slowest in {} nodes",
            coverage.fast, coverage.fast_nodes_max
        );
        let seconds = time.as_secs_f64();
        match coverage.trained {
            0 => println!("{spots} spots: nothing to train; {by_itself}; {seconds:.1} s"),
            trained => println!(
                "{spots} spots: covered, {trained} positions trained; {by_itself}; {results} results in {bytes} bytes, {seconds:.1} s"
            ),
        }
    }
}

/// Tells opponents everything that a database holds.
pub fn learn(opponents: &mut Opponents, database: &Database) -> Result<(), Box<dyn Error>> {
    opponents.learn(database.iter());
    for position in database.misere_losses() {
        opponents.learn_misere([&Canonical::from_bytes(position)?]);
    }
    Ok(())
}

fn results(database: &Database, ending: Ending) -> usize {
    match ending {
        Ending::Normal => database.nimbers_len(),
        Ending::Misere => database.misere_losses_len(),
    }
}

fn save(
    database: &mut Database,
    opponents: &Opponents,
    ending: Ending,
) -> Result<(), DatabaseError> {
    match ending {
        Ending::Normal => {
            for (land, nimber) in opponents.proved() {
                database.insert(land, nimber)?;
            }
        }
        Ending::Misere => {
            for position in opponents.proved_misere() {
                database.insert_misere_loss(&position)?;
            }
        }
    }
    database.save()
}
