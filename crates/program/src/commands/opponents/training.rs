//! The command `train`: full training of the perfect opponent into a database, resumable. Owns the file, the progress line and
//! the report.

use crate::commands::Outcome;
use crate::commands::campaign::{self, rehearsal};
use crate::commands::database::about;
use crate::output;
use crate::quantity;
use clap::{Args, ValueEnum};
use serde_json::json;
use solver::Database;
use solver::database::{DatabaseError, Results, read_text, write_results};
use solver::opponent::Opponents;
use solver::opponent::training::{
    Course, Coverage, EASY_LIVES, FAST_NODES, Lessons, Seat, Stopped, Supervisor,
};
use sprouts::{Canonical, Ending, Labelled, Position};
use std::error::Error;
use std::io::BufReader;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};
use terminal::{Progress, interrupt};

/// What to train, and where to keep it.
#[derive(Args)]
pub struct Train {
    /// Starts of so many spots, such as 3..11.
    #[arg(long, value_parser = quantity::spots)]
    spots: Option<RangeInclusive<u32>>,
    /// A start position of your own; may be given several times.
    #[arg(long, value_name = "POSITION")]
    position: Vec<String>,
    /// The levels of a campaign, from `rhizome campaign`.
    #[arg(long, value_name = "FILE")]
    campaign: Option<PathBuf>,
    /// Only these levels of the campaign, such as 1..80.
    #[arg(long, value_name = "LEVELS", requires = "campaign", value_parser = quantity::range)]
    levels: Option<RangeInclusive<u32>>,
    /// Which player the opponent is: favoured (whoever can win), unfavoured (the other one, as in a campaign), first, second or both.
    #[arg(long, value_enum, default_value_t = Side::Favoured)]
    side: Side,
    /// The file of results: read first, and grown by what is proved. A training that was stopped goes on from it.
    #[arg(long, value_name = "FILE", required_unless_present = "lessons")]
    database: Option<PathBuf>,
    /// A text of the few results that make everything trained fast: read first, and grown.
    #[arg(long, value_name = "FILE")]
    lessons: Option<PathBuf>,
    /// Whoever cannot move wins.
    #[arg(long)]
    misere: bool,
    /// How many winning moves are followed in each won position that takes a lesson.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    winning_moves: u32,
    /// How many moves are followed in each lost position; with 0 lost positions are not trained.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=1000))]
    losing_moves: u32,
    /// In lost positions follow the moves after which the largest share of replies are mistakes, not those that take the least work.
    #[arg(long)]
    by_mistakes: bool,
    /// Leave to the moment what takes at most so many nodes from nothing; with 0 everything is trained.
    #[arg(long, default_value_t = FAST_NODES, value_name = "NODES")]
    fast_nodes: u64,
    /// Memory for the tables, such as 512M or 8G.
    #[arg(long, default_value = "4G", value_parser = quantity::bytes)]
    memory: u64,
    /// Then play so many games from every first position of a level, against moves at random, as the page would, and train wherever Perfect
    /// guesses.
    #[arg(long, default_value_t = 0, value_name = "GAMES", requires_all = ["campaign", "lessons"], conflicts_with = "misere")]
    rehearse: u64,
    /// How often what was proved is put on the disk; that is said each time, and from then on no crash can undo it.
    #[arg(long, default_value = "20s", value_name = "TIME", value_parser = quantity::duration)]
    save_every: Duration,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

/// Which player the opponent is.
#[derive(Clone, Copy, ValueEnum)]
enum Side {
    Favoured,
    Unfavoured,
    First,
    Second,
    Both,
}

impl From<Side> for Seat {
    fn from(side: Side) -> Self {
        match side {
            Side::Favoured => Seat::Favoured,
            Side::Unfavoured => Seat::Unfavoured,
            Side::First => Seat::First,
            Side::Second => Seat::Second,
            Side::Both => Seat::Both,
        }
    }
}

/// A position that games start from.
struct Start {
    name: String,
    position: Canonical,
    /// The boards on which a rehearsal begins.
    questions: Vec<Labelled>,
}

/// What is known so far, and the file that keeps it.
struct Known {
    database: Option<Database>,
    opponents: Opponents,
    lessons: Lessons,
}

/// Shows how far a training is, saves what it proves, and stops it on Ctrl-C.
struct Watch<'a> {
    name: &'a str,
    ending: Ending,
    database: Option<&'a mut Database>,
    interrupted: Arc<AtomicBool>,
    progress: Progress,
    saved: Instant,
    save_every: Duration,
    /// What went wrong with the file.
    failed: Option<DatabaseError>,
    last: Coverage,
}

impl Supervisor for Watch<'_> {
    fn go_on(&mut self, coverage: &Coverage) -> bool {
        self.last = *coverage;
        let seconds = self.progress.seconds();
        self.progress.show(|| {
            format!(
                "{}: {} positions trained, {} answered fast anyway, {} results proved, {seconds:.0} s",
                self.name, coverage.trained, coverage.fast, coverage.proved,
            )
        });
        self.failed.is_none() && !self.interrupted.load(Relaxed)
    }

    fn keep(&mut self, opponents: &Opponents) {
        let Some(database) = &mut self.database else {
            return;
        };
        if self.saved.elapsed() < self.save_every {
            return;
        }
        self.failed = save(database, opponents, self.ending).err();
        self.saved = Instant::now();
        if self.failed.is_none() {
            let results = results(database, self.ending);
            self.progress
                .aside(|| eprintln!("{}: {results} results saved", self.name));
        }
    }
}

impl Train {
    /// Runs the command.
    pub fn run(&self) -> Outcome {
        let interrupted = interrupt::watch()?;
        let mut known = self.known()?;
        let course = Course {
            ending: Ending::of_misere(self.misere),
            winning_moves_max: self.winning_moves as usize,
            losing_moves_max: self.losing_moves as usize,
            by_mistakes: self.by_mistakes,
            fast_nodes: self.fast_nodes,
        };
        for start in self.starts()? {
            let now = Instant::now();
            let (trained, last) = self.train(&start, course, &mut known, &interrupted)?;
            let Known {
                database, lessons, ..
            } = &known;
            let kept = (database.as_ref()).map_or(lessons.len(), |it| results(it, course.ending));
            match trained {
                Ok(coverage) => {
                    let bytes = database.as_ref().map(|database| database.file_bytes().0);
                    self.report(&start, &coverage, (kept, bytes), lessons, now.elapsed());
                }
                Err(Stopped) if interrupted.load(Relaxed) => {
                    eprintln!(
                        "stopped in the training of {}, {} positions trained and {} answered fast anyway; {kept} results are kept, run the same again to go on",
                        start.name, last.trained, last.fast,
                    );
                    return Ok(ExitCode::FAILURE);
                }
                Err(Stopped) => {
                    return Err(format!(
                        "the memory is full after {} positions of {}; allow more with --memory",
                        last.trained, start.name
                    )
                    .into());
                }
            }
        }
        if let Some(database) = &mut known.database {
            self.about_database(database.compact())?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// What the files hold.
    fn known(&self) -> Result<Known, Box<dyn Error>> {
        let open = |file| about(file, Database::open(file));
        let database = self.database.as_deref().map(open).transpose()?;
        let mut opponents = Opponents::new(self.memory);
        if let Some(database) = &database {
            learn(&mut opponents, database)?;
        }
        if let Some(file) = &self.lessons {
            output::check(file)?;
        }
        let lessons = self.read_lessons()?;
        opponents.learn_results(&Results::from(&lessons));
        Ok(Known {
            database,
            opponents,
            lessons,
        })
    }

    /// Trains and rehearses one start, and keeps what came of it; gives back how far it came, too, whether it was stopped or not.
    fn train(
        &self,
        start: &Start,
        course: Course,
        known: &mut Known,
        interrupted: &Arc<AtomicBool>,
    ) -> Result<(Result<Coverage, Stopped>, Coverage), Box<dyn Error>> {
        let Known {
            database,
            opponents,
            lessons,
        } = known;
        let mut watch = Watch {
            name: &start.name,
            ending: course.ending,
            database: database.as_mut(),
            interrupted: interrupted.clone(),
            progress: Progress::new(),
            saved: Instant::now(),
            save_every: self.save_every,
            failed: None,
            last: Coverage::default(),
        };
        let seat = self.side.into();
        let trained = opponents
            .train(&start.position, seat, course, lessons, &mut watch)
            .and_then(|coverage| {
                let rehearsed = self.rehearse(start, course, opponents, lessons, &mut watch)?;
                Ok(coverage + rehearsed)
            });
        let Watch { failed, last, .. } = watch;
        // Whatever becomes of the other file.
        self.write_lessons(lessons)?;
        if let Some(error) = failed {
            return self.about_database(Err(error));
        }
        // What was proved on the way to "nothing to train" needs no place in the file.
        if let Some(database) = database
            && trained.map_or(true, |coverage| coverage.trained > 0)
        {
            self.about_database(save(database, opponents, course.ending))?;
        }
        Ok((trained, last))
    }

    /// Names the file of results in what went wrong with it.
    fn about_database<T>(&self, result: Result<T, DatabaseError>) -> Result<T, Box<dyn Error>> {
        about(self.database.as_deref().unwrap_or(Path::new("")), result)
    }

    /// Plays the games of a rehearsal. Where Perfect guesses, that position is trained and the game played again.
    fn rehearse(
        &self,
        start: &Start,
        course: Course,
        opponents: &mut Opponents,
        lessons: &mut Lessons,
        watch: &mut Watch,
    ) -> Result<Coverage, Stopped> {
        let mut coverage = Coverage::default();
        for seed in 0..self.rehearse {
            for (number, board) in (0..).zip(&start.questions) {
                let seed = seed << 32 | number;
                while let Err(position) =
                    rehearsal::play(board.clone(), &Results::from(&*lessons), seed)
                {
                    let known = lessons.len();
                    coverage = coverage
                        + opponents.train(&position, Seat::First, course, lessons, watch)?;
                    if lessons.len() == known {
                        let name = watch.name;
                        (watch.progress).aside(|| eprintln!("{name}: still a guess in {position}"));
                        break;
                    }
                }
                if !watch.go_on(&coverage) {
                    return Err(Stopped);
                }
            }
        }
        Ok(coverage)
    }

    /// Every position that was asked for.
    fn starts(&self) -> Result<Vec<Start>, Box<dyn Error>> {
        let mut starts = Vec::new();
        for spots in self.spots.clone().into_iter().flatten() {
            starts.push(Start {
                name: format!("{spots} spots"),
                position: Position::start(spots)?.canonical(),
                questions: Vec::new(),
            });
        }
        for text in &self.position {
            starts.push(Start {
                name: text.clone(),
                position: text.parse::<Position>()?.canonical(),
                questions: Vec::new(),
            });
        }
        if let Some(file) = &self.campaign {
            let wanted = |level: &u32| (self.levels.as_ref()).is_none_or(|it| it.contains(level));
            for (number, level) in (1..).zip(campaign::read(file)?) {
                if wanted(&number) {
                    starts.push(Start {
                        name: format!("level {number}"),
                        position: level.map.labelled().position()?.canonical(),
                        questions: rehearsal::first_questions(&level.map, level.computer_starts),
                    });
                }
            }
        }
        if starts.is_empty() {
            return Err(
                "say what to train: --spots 3..11, --position POSITION or --campaign FILE".into(),
            );
        }
        Ok(starts)
    }

    fn read_lessons(&self) -> Result<Lessons, Box<dyn Error>> {
        match &self.lessons {
            Some(file) if file.exists() => {
                let opened = about(file, std::fs::File::open(file))?;
                let (results, _) = about(file, read_text(BufReader::new(opened)))?;
                Ok(results.into())
            }
            _ => Ok(Lessons::default()),
        }
    }

    fn write_lessons(&self, lessons: &Lessons) -> Result<(), Box<dyn Error>> {
        if let Some(file) = &self.lessons {
            let mut text = Vec::new();
            write_results(&Results::from(lessons), &mut text)?;
            output::write(file, text)?;
        }
        Ok(())
    }

    fn report(
        &self,
        start: &Start,
        coverage: &Coverage,
        (results, bytes): (usize, Option<u64>),
        lessons: &Lessons,
        time: Duration,
    ) {
        let name = &start.name;
        if self.json {
            let report = json!({
                "start": name,
                "ending": if self.misere { "misere" } else { "normal" },
                "trained": coverage.trained,
                "fast": coverage.fast,
                "fast_nodes": self.fast_nodes,
                "fast_nodes_max": coverage.fast_nodes_max,
                "left": coverage.left,
                "easy": coverage.easy,
                "easy_lives": EASY_LIVES,
                "winning_moves": self.winning_moves,
                "losing_moves": self.losing_moves,
                "lessons": lessons.len(),
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
            0 => println!("{name}: nothing to train; {by_itself}; {seconds:.1} s"),
            trained => {
                let lessons = lessons.len();
                let kept = bytes.map_or(format!("{lessons} lessons"), |bytes| {
                    format!("{results} results in {bytes} bytes, {lessons} lessons")
                });
                println!(
                    "{name}: covered, {trained} positions trained; {by_itself}; {kept}, {seconds:.1} s"
                );
            }
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
