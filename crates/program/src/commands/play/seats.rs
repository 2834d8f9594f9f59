//! Who sits at the terminal's table and how each of them decides: persons, the strategies and levels of the program, and
//! programs of the user's. Knows nothing of turns; those are the table's.

use super::person::{Console, Decision};
use super::program::{Answer, Program};
use super::strategy::{self, Heuristic};
use solver::opponent::{Level, Opponents};
use sprouts::{Move, Seed, wgosa};
use std::io;
use std::str::FromStr;
use std::time::Duration;
use table::Written;
use terminal::clock;

/// How many legal moves a program is told.
const MOVES_TOLD_MAX: usize = 500;

/// What a level may remember for each ending.
const LEVEL_BYTES: u64 = 256 << 20;

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// Somebody at the keyboard.
    Person,
    /// Any legal move.
    Random,
    /// Looks one move ahead.
    Heuristic,
    /// A computer opponent.
    Level(Level),
    /// A program of the user's, by its command.
    Program(String),
}

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "person" => Ok(Player::Person),
            "random" => Ok(Player::Random),
            "heuristic" => Ok(Player::Heuristic),
            _ => match (text.parse(), text.strip_prefix("program:")) {
                (Ok(level), _) => Ok(Player::Level(level)),
                (_, Some(command)) => Ok(Player::Program(command.to_string())),
                _ => Err("expected person, easy, medium, hard, insane, perfect, random, heuristic or program:COMMAND".into()),
            },
        }
    }
}

/// How long the two kinds of computers may think about a move.
#[derive(Clone, Copy)]
pub struct Limits {
    /// A program, by the clock on the wall.
    pub program: Duration,
    /// A level, in processor time.
    pub level: Duration,
}

/// A side of the table, ready to choose.
pub enum Seat {
    /// Somebody at the keyboard.
    Person,
    /// Any legal move.
    Random(Seed),
    /// Looks one move ahead.
    Heuristic(Heuristic, Seed),
    /// A computer opponent.
    Level(Box<Computer>),
    /// A program of the user's.
    Program(Program),
}

/// A computer opponent with all it remembers.
pub struct Computer {
    level: Level,
    opponents: Opponents,
    seed: Seed,
    deadline_s: f64,
}

impl Seat {
    /// Somebody takes a seat; a program is started.
    pub fn take(player: &Player, limits: Limits) -> Result<Seat, String> {
        Ok(match player {
            Player::Person => Seat::Person,
            Player::Random => Seat::Random(Seed::new(0)),
            Player::Heuristic => Seat::Heuristic(Heuristic::default(), Seed::new(0)),
            Player::Level(level) => Seat::Level(Box::new(Computer {
                level: *level,
                opponents: Opponents::new(LEVEL_BYTES),
                seed: Seed::new(0),
                deadline_s: limits.level.as_secs_f64(),
            })),
            Player::Program(command) => {
                let program = Program::start(command, limits.program);
                Seat::Program(program.map_err(|error| format!("program `{command}`: {error}"))?)
            }
        })
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        match self {
            Seat::Person => "person",
            Seat::Random(_) => "random",
            Seat::Heuristic(..) => "heuristic",
            Seat::Level(computer) => computer.level.name(),
            Seat::Program(program) => program.name(),
        }
    }

    /// A game begins.
    pub fn new_game(&mut self, game: &Written, new_seed: u64) {
        match self {
            Seat::Person => {}
            Seat::Random(seed) | Seat::Heuristic(_, seed) => *seed = Seed::new(new_seed),
            Seat::Level(computer) => computer.seed = Seed::new(new_seed),
            Seat::Program(program) => program.new_game(game.spots(), game.ending()),
        }
    }

    /// What the side does; `Err` says why a program forfeits.
    pub fn decide(
        &mut self,
        game: &Written,
        player: usize,
        console: &mut Console,
    ) -> io::Result<Result<Decision, String>> {
        let (position, ending) = (game.labelled(), game.ending());
        let chosen = match self {
            Seat::Person => return console.decide(game, player).map(Ok),
            Seat::Random(seed) => strategy::random(position, seed),
            Seat::Heuristic(heuristic, seed) => heuristic.choose(position, ending, seed),
            Seat::Level(computer) => computer.choose(game),
            Seat::Program(program) => return Ok(ask(program, game)),
        };
        Ok(Ok(chosen.map_or(Decision::Resign, Decision::Play)))
    }

    /// The game is over.
    pub fn game_over(&mut self, winner: &str) {
        if let Seat::Program(program) = self {
            program.game_over(winner);
        }
    }
}

impl Computer {
    fn choose(&mut self, game: &Written) -> Option<Move> {
        let begun = clock::thread_time();
        let mut spent = || (clock::thread_time() - begun).as_secs_f64() / self.deadline_s;
        let choice = self.opponents.choose(
            game.labelled(),
            game.ending(),
            self.level,
            &mut self.seed,
            &mut spent,
        );
        choice.map(|choice| choice.played)
    }
}

fn ask(program: &mut Program, game: &Written) -> Result<Decision, String> {
    let record = game.record().to_string();
    let drawing = game.transcript().game().raw();
    match program.choose(&record, &drawing, &move_texts(game, MOVES_TOLD_MAX))? {
        Answer::Resign => Ok(Decision::Resign),
        Answer::Move(text) => match game.transcript().read(game.labelled(), &text) {
            Ok(m) => Ok(Decision::Play(m)),
            Err(error) => Err(format!("its move {text:?} cannot be played: {error}")),
        },
    }
}

/// Texts of the legal moves, as a reader of the record writes them.
pub fn move_texts(game: &Written, limit: usize) -> Vec<String> {
    let read = game.transcript().game();
    let mut texts: Vec<String> = Vec::new();
    for m in read.moves_up_to(limit) {
        let text = wgosa::write(read, &m).expect("a legal move of a game from lone spots");
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}
