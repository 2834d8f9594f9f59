//! The computer opponents on the command line: `match` lets two of them play each other, `train` works out beforehand what
//! the perfect one may be asked. Owns the clock, the score and the file; how a move is chosen lives in `solver`.

mod training;

use super::Outcome;
use super::database::about;
use crate::quantity;
use clap::{Args, Subcommand};
use serde_json::json;
use solver::Database;
use solver::opponent::tournament::{Player, fair_start, first_has_won};
use solver::opponent::{Knowledge, Opponents};
use sprouts::{Ending, Labelled, Seed};
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use terminal::{Progress, clock, interrupt};

/// The commands of this family.
#[derive(Subcommand)]
pub enum Command {
    /// Let two computer opponents play games against each other: of Sprouts with `--spots`, or of a connection game, as in
    /// `match hex --size 9 --first strong --second program:COMMAND --games 20 --seconds 0.5`.
    Match(Match),
    /// Work out beforehand every position that the perfect opponent can be asked when it plays the side that can win.
    Train(training::Train),
}

/// Who plays what, and how often.
#[derive(Args)]
pub struct Match {
    /// Who moves first: random, easy, medium, hard, insane or perfect.
    #[arg(long, value_name = "LEVEL", required_unless_present = "game")]
    first: Option<Player>,
    /// Who moves second.
    #[arg(long, value_name = "LEVEL", required_unless_present = "game")]
    second: Option<Player>,
    /// The number of spots.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=30), required_unless_present = "game")]
    spots: Option<u32>,
    /// A connection game, or a file with a description; then its own options such as `--size 9`, `--first` and `--second`
    /// (random, easy, medium, strong, master, `master:5000` with 5,000 playouts a move, or program:COMMAND), `--games N`, `--seconds S` or `--playouts N` a move,
    /// `--threads N` (1), `--opening N` random moves, `--seed N`, `--patience S` for programs, `--records FILE`, `--json`.
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "GAME"
    )]
    game: Vec<String>,
    /// How many games.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// Where the random numbers start; the same seed gives the same games as long as no time runs out.
    #[arg(long, default_value_t = 1, value_parser = quantity::seed)]
    seed: u64,
    /// Whoever cannot move wins.
    #[arg(long)]
    misere: bool,
    /// The processor time for one move, in milliseconds.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=3_600_000))]
    deadline_ms: u32,
    /// Start from random positions where both could win, each of them twice: in the second game the sides are changed.
    #[arg(long)]
    from_balanced: bool,
    /// Forget between games what was proved, so that every game starts with empty tables.
    #[arg(long)]
    cold: bool,
    /// Memory for the tables of each player, such as 512M or 2G.
    #[arg(long, default_value = "512M", value_parser = quantity::bytes)]
    memory: u64,
    /// A file of results that both players know from the start, from `rhizome train` for example.
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

impl Command {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        match self {
            Command::Match(arguments) => match arguments.game.split_first() {
                Some((game, rest)) => {
                    super::connection::run("match", game, rest, super::connection_match::play)
                }
                None => arguments.run(),
            },
            Command::Train(arguments) => arguments.run(),
        }
    }
}

/// What one of the two did over all games.
struct Side {
    player: Player,
    opponents: Opponents,
    wins: u32,
    /// Processor time of every answer.
    answers_ms: Vec<f64>,
    guesses: u32,
}

impl Side {
    fn new(player: Player, opponents: Opponents) -> Self {
        Side {
            player,
            opponents,
            wins: 0,
            answers_ms: Vec::new(),
            guesses: 0,
        }
    }

    /// Plays a move; whether there was one.
    fn play(
        &mut self,
        board: &mut Labelled,
        ending: Ending,
        seed: &mut Seed,
        deadline_s: f64,
    ) -> bool {
        let begun = clock::thread_time();
        let spent = || (clock::thread_time() - begun).as_secs_f64();
        let chosen = self
            .player
            .choose(&mut self.opponents, board, ending, seed, &mut || {
                spent() / deadline_s
            });
        let Some((played, choice)) = chosen else {
            return false;
        };
        self.answers_ms.push(spent() * 1000.0);
        let guess =
            |choice: &solver::opponent::Choice| matches!(choice.knowledge, Knowledge::Guess { .. });
        self.guesses += u32::from(choice.as_ref().is_some_and(guess));
        board.play(&played).expect("opponents play legal moves");
        true
    }

    /// The time within which so many of a hundred answers came.
    fn percentile_ms(&mut self, percent: usize) -> f64 {
        self.answers_ms.sort_by(f64::total_cmp);
        let last = self.answers_ms.len().saturating_sub(1);
        let place = (self.answers_ms.len() * percent)
            .div_ceil(100)
            .saturating_sub(1);
        let ms = self.answers_ms.get(place.min(last)).copied().unwrap_or(0.0);
        (ms * 1000.0).round() / 1000.0
    }
}

impl Match {
    /// The number of spots; required by the command line.
    fn spots(&self) -> u32 {
        self.spots.unwrap_or(1)
    }

    fn run(&self) -> Outcome {
        let ending = Ending::of_misere(self.misere);
        let database = match &self.database {
            Some(file) => Some(about(file, Database::open_read_only(file))?),
            None => None,
        };
        let opponents = || {
            let mut opponents = Opponents::new(self.memory);
            if let Some(database) = &database {
                training::learn(&mut opponents, database)?;
            }
            Ok::<_, Box<dyn Error>>(opponents)
        };
        let interrupted = interrupt::watch()?;
        let mut sides = [
            Side::new(self.first.ok_or("--first says who begins")?, opponents()?),
            Side::new(
                self.second.ok_or("--second says who follows")?,
                opponents()?,
            ),
        ];
        let mut referee = Opponents::new(self.memory);
        let mut progress = Progress::new();
        let mut played = 0;
        for game in 0..self.games {
            if interrupted.load(Relaxed) {
                break;
            }
            if self.cold && game > 0 {
                for side in &mut sides {
                    side.opponents = opponents()?;
                }
            }
            let mut seed = Seed::new(self.seed.wrapping_add(u64::from(game)));
            let (start, first) = self.start(game, ending, &mut referee, &interrupted)?;
            let Some(first_won) =
                self.play(&mut sides, &start, first, ending, &mut seed, &interrupted)
            else {
                break;
            };
            let winner = if first_won { first } else { 1 - first };
            sides[winner].wins += 1;
            played += 1;
            let wins = [sides[0].wins, sides[1].wins];
            progress.show(|| {
                format!(
                    "game {played} of {}: {} to {}",
                    self.games, wins[0], wins[1]
                )
            });
        }
        drop(progress);
        self.report(&mut sides, played);
        Ok(if played == self.games {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }

    /// Where a game starts, and which side moves first.
    fn start(
        &self,
        game: u32,
        ending: Ending,
        referee: &mut Opponents,
        interrupted: &AtomicBool,
    ) -> Result<(Labelled, usize), Box<dyn Error>> {
        if !self.from_balanced {
            return Ok((Labelled::start(self.spots()), 0));
        }
        // Both games of a pair start from the same number, and so from the same position.
        let mut seed = Seed::new(
            self.seed
                .wrapping_add(u64::from(game / 2))
                .wrapping_mul(0x9e37),
        );
        let begun = clock::thread_time();
        let mut budget = || {
            let stopped = interrupted.load(Relaxed);
            let seconds = (clock::thread_time() - begun).as_secs_f64();
            if stopped { 1.0 } else { seconds / 60.0 }
        };
        let start = fair_start(referee, self.spots(), ending, &mut seed, &mut budget).ok_or(
            "no position where both could win was proved within a minute; ask for fewer spots",
        )?;
        Ok((start, game as usize % 2))
    }

    /// Plays a game to its end: whether the side that moved first won; nothing when stopped.
    fn play(
        &self,
        sides: &mut [Side; 2],
        start: &Labelled,
        first: usize,
        ending: Ending,
        seed: &mut Seed,
        interrupted: &AtomicBool,
    ) -> Option<bool> {
        let mut board = start.clone();
        let mut mover = first;
        while sides[mover].play(
            &mut board,
            ending,
            seed,
            f64::from(self.deadline_ms) / 1000.0,
        ) {
            if interrupted.load(Relaxed) {
                return None;
            }
            mover = 1 - mover;
        }
        Some(first_has_won(&board, start.history().len(), ending))
    }

    fn report(&self, sides: &mut [Side; 2], played: u32) {
        let [first, second] = sides;
        if self.json {
            let report = json!({
                "first": first.player.to_string(),
                "second": second.player.to_string(),
                "spots": self.spots,
                "ending": if self.misere { "misere" } else { "normal" },
                "from_balanced": self.from_balanced,
                "games": played,
                "seed": self.seed,
                "deadline_ms": self.deadline_ms,
                "first_wins": first.wins,
                "second_wins": second.wins,
                "first_answers": first.answers_ms.len(),
                "second_answers": second.answers_ms.len(),
                "first_guesses": first.guesses,
                "second_guesses": second.guesses,
                "first_ms_p50": first.percentile_ms(50),
                "second_ms_p50": second.percentile_ms(50),
                "first_ms_p99": first.percentile_ms(99),
                "second_ms_p99": second.percentile_ms(99),
            });
            println!("{report}");
            return;
        }
        for side in [first, second] {
            let within_ms = side.percentile_ms(99);
            println!(
                "{}: {} of {played} games won; 99 of 100 answers within {within_ms} ms of processor time, {} of {} guessed",
                side.player,
                side.wins,
                side.guesses,
                side.answers_ms.len()
            );
        }
    }
}
