//! The command `play`: Sprouts in the terminal, in the list model, between persons, the strategies that come with the
//! program and programs of the user's. Owns whose turn it is and what is printed; rules and notations live in `sprouts`.

mod person;
mod program;
mod strategy;

use super::Outcome;
use crate::interrupt;
use clap::Subcommand;
use person::{Console, Decision};
use program::{Answer, Program};
use serde_json::json;
use sprouts::list_model::{Dead, ListModel};
use sprouts::wgosa::{self, Record, Transcript};
use sprouts::{Ending, Move, Position, Seed, SpotId};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use strategy::Heuristic;

/// How many legal moves a program is told.
const MOVES_TOLD_MAX: usize = 500;
/// The longest time limit that may be asked for.
const TIME_LIMIT_S_MAX: f64 = 86_400.0;

/// The commands of this family.
#[derive(Subcommand)]
pub enum Command {
    /// Play Sprouts in the terminal, or let the computer play whole games.
    Play(Arguments),
}

/// What to play, and who.
#[derive(clap::Args)]
pub struct Arguments {
    /// The number of spots.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=i64::from(Position::SPOTS_MAX)))]
    spots: u32,
    /// Start from a recorded game such as "4+ 1(5)2 1(6)1[3]", which also says the spots and the ending.
    #[arg(long, value_name = "RECORD", conflicts_with_all = ["spots", "misere"])]
    from: Option<Record>,
    /// Who moves first: person, random, heuristic, or program:COMMAND [default: person, with --games heuristic].
    #[arg(long, value_name = "PLAYER")]
    first: Option<Player>,
    /// Who moves second [default: heuristic].
    #[arg(long, value_name = "PLAYER")]
    second: Option<Player>,
    /// Whoever cannot move wins.
    #[arg(long)]
    misere: bool,
    /// Keep dead points, components and regions in the tables.
    #[arg(long)]
    keep_dead: bool,
    /// Let the computer play so many whole games, and print a summary.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: Option<u32>,
    /// Where the random numbers start; the same seed gives the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the position as Prolog facts to this file after every move.
    #[arg(long, value_name = "FILE")]
    prolog: Option<PathBuf>,
    /// Seconds that a program may think about a move.
    #[arg(long, default_value_t = 10.0, value_name = "SECONDS")]
    time_limit: f64,
    /// Print a JSON object for every game and one for the summary; the dialogue goes to standard error.
    #[arg(long)]
    json: bool,
}

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Player {
    Person,
    Random,
    Heuristic,
    Program(String),
}

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "person" => Ok(Player::Person),
            "random" => Ok(Player::Random),
            "heuristic" => Ok(Player::Heuristic),
            _ => match text.strip_prefix("program:") {
                Some(command) => Ok(Player::Program(command.to_string())),
                None => Err("expected person, random, heuristic or program:COMMAND".into()),
            },
        }
    }
}

impl Command {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let Command::Play(arguments) = self;
        play(&arguments)
    }
}

/// A game as it stands: the tables and what a reader of the record has.
#[derive(Clone)]
pub struct Table {
    model: ListModel,
    transcript: Transcript,
    ending: Ending,
    dead: Dead,
}

impl Table {
    /// The beginning of every game that is asked for.
    fn new(arguments: &Arguments) -> Result<Table, Box<dyn std::error::Error>> {
        let dead = if arguments.keep_dead {
            Dead::Kept
        } else {
            Dead::Removed
        };
        let Some(record) = &arguments.from else {
            return Ok(Table {
                model: ListModel::start(arguments.spots),
                transcript: Transcript::start(arguments.spots),
                ending: Ending::of_misere(arguments.misere),
                dead,
            });
        };
        if record.spots > Position::SPOTS_MAX {
            return Err(format!("a game to play has at most {} spots", Position::SPOTS_MAX).into());
        }
        let mut table = Table {
            model: ListModel::start(record.spots),
            transcript: Transcript::start(record.spots),
            ending: record.ending,
            dead,
        };
        for m in record.replay()?.history() {
            table.play(m);
        }
        Ok(table)
    }

    fn spots(&self) -> u32 {
        self.model.game().spots() - self.model.game().history().len() as u32
    }

    fn tables(&self) -> String {
        self.model.tables(self.dead).to_string()
    }

    fn record(&self) -> Record {
        Record {
            spots: self.spots(),
            ending: self.ending,
            players: None,
            moves: self.transcript.texts().to_vec(),
            result: None,
        }
    }

    /// Texts of the legal moves, as a reader of the record writes them.
    fn moves(&self, limit: usize) -> Vec<String> {
        let game = self.transcript.game();
        let mut texts: Vec<String> = Vec::new();
        for m in game.moves_up_to(limit) {
            let text = wgosa::write(game, &m).expect("a legal move of a game from lone spots");
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts
    }

    fn play(&mut self, m: &Move) {
        self.transcript.write(self.model.game(), m);
        self.model.play(m).expect("the move was checked");
    }

    fn undo(&mut self) {
        self.transcript.undo();
        self.model.undo();
    }

    fn survivors(&self) -> usize {
        let game = self.model.game();
        (0..game.spots())
            .filter(|&spot| game.lives(SpotId(spot)) > 0)
            .count()
    }
}

/// A side of the table, ready to choose.
enum Seat {
    Person,
    Random(Seed),
    Heuristic(Heuristic, Seed),
    Program(Program),
}

impl Seat {
    fn name(&self) -> &str {
        match self {
            Seat::Person => "person",
            Seat::Random(_) => "random",
            Seat::Heuristic(..) => "heuristic",
            Seat::Program(program) => program.name(),
        }
    }

    fn new_game(&mut self, table: &Table, new_seed: u64) {
        match self {
            Seat::Person => {}
            Seat::Random(seed) | Seat::Heuristic(_, seed) => *seed = Seed::new(new_seed),
            Seat::Program(program) => program.new_game(table.spots(), table.ending),
        }
    }

    /// What the side does; `Err` says why a program forfeits.
    fn decide(
        &mut self,
        table: &Table,
        player: usize,
        console: &mut Console,
    ) -> io::Result<Result<Decision, String>> {
        let game = table.model.game();
        let chosen = match self {
            Seat::Person => return console.decide(table, player).map(Ok),
            Seat::Random(seed) => strategy::random(game, seed),
            Seat::Heuristic(heuristic, seed) => heuristic.choose(game, table.ending, seed),
            Seat::Program(program) => return Ok(ask(program, table)),
        };
        Ok(Ok(chosen.map_or(Decision::Resign, Decision::Play)))
    }
}

fn ask(program: &mut Program, table: &Table) -> Result<Decision, String> {
    let record = table.record().to_string();
    let drawing = table.transcript.game().raw();
    match program.choose(&record, &drawing, &table.moves(MOVES_TOLD_MAX))? {
        Answer::Resign => Ok(Decision::Resign),
        Answer::Move(text) => match table.transcript.read(table.model.game(), &text) {
            Ok(m) => Ok(Decision::Play(m)),
            Err(error) => Err(format!("its move {text:?} cannot be played: {error}")),
        },
    }
}

/// How a game came to its end.
enum End {
    /// Nobody could move.
    Over,
    Resigned,
    Forfeit(String),
    /// A person left.
    Left,
}

/// One game and who won it, unless it was left.
struct Game {
    table: Table,
    winner: Option<usize>,
    end: End,
}

fn play(arguments: &Arguments) -> Outcome {
    if !(arguments.time_limit > 0.0 && arguments.time_limit <= TIME_LIMIT_S_MAX) {
        return Err("--time-limit must be a number of seconds above 0 and at most a day".into());
    }
    let first_default = if arguments.games.is_some() {
        Player::Heuristic
    } else {
        Player::Person
    };
    let players = [
        arguments.first.clone().unwrap_or(first_default),
        arguments.second.clone().unwrap_or(Player::Heuristic),
    ];
    if arguments.games.is_some() && players.contains(&Player::Person) {
        return Err("--games lets the computer play by itself; choose random, heuristic or program:COMMAND for both sides".into());
    }
    let start = Table::new(arguments)?;
    let mut seats = Vec::new();
    for player in &players {
        seats.push(match player {
            Player::Person => Seat::Person,
            Player::Random => Seat::Random(Seed::new(0)),
            Player::Heuristic => Seat::Heuristic(Heuristic::default(), Seed::new(0)),
            Player::Program(command) => {
                let limit = Duration::from_secs_f64(arguments.time_limit);
                let program = Program::start(command, limit);
                Seat::Program(program.map_err(|error| format!("program `{command}`: {error}"))?)
            }
        });
    }
    let mut console = Console {
        input: Box::new(io::stdin().lock()),
        output: match (arguments.games, arguments.json) {
            (Some(_), _) => Box::new(io::sink()),
            (None, true) => Box::new(io::stderr()),
            (None, false) => Box::new(io::stdout()),
        },
    };
    let mut seeds = Seed::new(arguments.seed);
    match arguments.games {
        None => one_game(arguments, &start, &mut seats, &mut seeds, &mut console),
        Some(games) => many_games(
            arguments,
            &start,
            games,
            &mut seats,
            &mut seeds,
            &mut console,
        ),
    }
}

fn one_game(
    arguments: &Arguments,
    start: &Table,
    seats: &mut [Seat],
    seeds: &mut Seed,
    console: &mut Console,
) -> Outcome {
    let spots = start.spots();
    writeln!(
        console.output,
        "Sprouts with {spots} {}, {}.",
        if spots == 1 { "spot" } else { "spots" },
        match start.ending {
            Ending::Normal => "normal play: who cannot move loses",
            Ending::Misere => "misère: who cannot move wins",
        }
    )?;
    writeln!(
        console.output,
        "Player 1 is {}, player 2 is {}.",
        seats[0].name(),
        seats[1].name()
    )?;
    if seats.iter().any(|seat| matches!(seat, Seat::Person)) {
        writeln!(console.output, "Type help for the ways to enter a move.")?;
    }
    let game = play_game(arguments, start, seats, seeds, console)?;
    let reason = match &game.end {
        End::Over => "no move is left".into(),
        End::Resigned => "the other side resigned".into(),
        End::Forfeit(reason) => format!("the other side forfeits: {reason}"),
        End::Left => "the game was left".into(),
    };
    match game.winner {
        Some(winner) => {
            let name = seats[winner].name();
            writeln!(
                console.output,
                "\nPlayer {} ({name}) wins: {reason}.",
                winner + 1
            )?;
        }
        None => writeln!(console.output, "\nNobody wins: {reason}.")?,
    }
    writeln!(console.output, "{}", game.table.record())?;
    if arguments.json {
        writeln!(io::stdout(), "{}", json_of(1, &game, seats))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn many_games(
    arguments: &Arguments,
    start: &Table,
    games: u32,
    seats: &mut [Seat],
    seeds: &mut Seed,
    console: &mut Console,
) -> Outcome {
    let mut output = io::stdout().lock();
    let started = Instant::now();
    let mut shown = started;
    let mut wins = [0u32; 2];
    let mut forfeits = [0u32; 2];
    let mut moves = Spread::default();
    let mut survivors = Spread::default();
    let interrupted = interrupt::watch()?;
    let mut played = 0;
    for number in 1..=games {
        if interrupted.load(Ordering::Relaxed) {
            break;
        }
        played = number;
        let game = play_game(arguments, start, seats, seeds, console)?;
        if let Some(winner) = game.winner {
            wins[winner] += 1;
            if let End::Forfeit(reason) = &game.end {
                forfeits[1 - winner] += 1;
                let name = seats[1 - winner].name();
                eprintln!(
                    "game {number}: player {} ({name}) forfeits: {reason}",
                    2 - winner
                );
            }
        }
        if matches!(game.end, End::Over) {
            moves.add(game.table.transcript.texts().len());
            survivors.add(game.table.survivors());
        }
        if arguments.json {
            writeln!(output, "{}", json_of(number, &game, seats))?;
        }
        if shown.elapsed() > Duration::from_secs(1) && io::stderr().is_terminal() {
            shown = Instant::now();
            eprint!("\r{number} of {games} games");
            io::stderr().flush()?;
        }
    }
    if shown != started {
        eprint!("\r{:40}\r", "");
    }
    if arguments.json {
        let summary = json!({
            "games": played, "spots": start.spots(), "misere": start.ending == Ending::Misere, "seed": arguments.seed,
            "first": seats[0].name(), "second": seats[1].name(),
            "first_wins": wins[0], "second_wins": wins[1],
            "first_forfeits": forfeits[0], "second_forfeits": forfeits[1],
            "moves_min": moves.least, "moves_mean": moves.mean(), "moves_max": moves.most,
            "survivors_min": survivors.least, "survivors_mean": survivors.mean(), "survivors_max": survivors.most,
        });
        writeln!(output, "{summary}")?;
        return Ok(ExitCode::SUCCESS);
    }
    let ending = match start.ending {
        Ending::Normal => "normal play",
        Ending::Misere => "misère",
    };
    let plural = if played == 1 { "game" } else { "games" };
    writeln!(
        output,
        "{played} {plural} of {} spots, {ending}, seed {}",
        start.spots(),
        arguments.seed
    )?;
    let width = seats
        .iter()
        .map(|seat| seat.name().chars().count())
        .max()
        .unwrap_or_default();
    for (side, word) in ["first ", "second"].into_iter().enumerate() {
        let share = 100.0 * f64::from(wins[side]) / f64::from(played.max(1));
        let forfeits = if forfeits[side] > 0 {
            format!(", forfeits {}", forfeits[side])
        } else {
            String::new()
        };
        writeln!(
            output,
            "{word}  {:<width$}  wins {} ({share:.1} %){forfeits}",
            seats[side].name(),
            wins[side]
        )?;
    }
    if let (Some(moves_mean), Some(survivors_mean)) = (moves.mean(), survivors.mean()) {
        writeln!(
            output,
            "moves {} to {}, mean {moves_mean:.2}; survivors {} to {}, mean {survivors_mean:.2}",
            moves.least.unwrap_or_default(),
            moves.most,
            survivors.least.unwrap_or_default(),
            survivors.most
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Least, mean and greatest of some numbers.
#[derive(Default)]
struct Spread {
    least: Option<usize>,
    most: usize,
    sum: usize,
    count: usize,
}

impl Spread {
    fn add(&mut self, value: usize) {
        self.least = Some(self.least.map_or(value, |least| least.min(value)));
        self.most = self.most.max(value);
        self.sum += value;
        self.count += 1;
    }

    fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }
}

fn json_of(number: u32, game: &Game, seats: &[Seat]) -> serde_json::Value {
    let (end, reason) = match &game.end {
        End::Over => ("over", None),
        End::Resigned => ("resigned", None),
        End::Forfeit(reason) => ("forfeit", Some(reason.clone())),
        End::Left => ("left", None),
    };
    json!({
        "game": number,
        "record": game.table.record().to_string(),
        "first": seats[0].name(),
        "second": seats[1].name(),
        "winner": game.winner.map(|winner| ["first", "second"][winner]),
        "end": end,
        "reason": reason,
        "moves": game.table.transcript.texts().len(),
        "survivors": matches!(game.end, End::Over).then(|| game.table.survivors()),
    })
}

fn play_game(
    arguments: &Arguments,
    start: &Table,
    seats: &mut [Seat],
    seeds: &mut Seed,
    console: &mut Console,
) -> Result<Game, Box<dyn std::error::Error>> {
    let mut table = start.clone();
    for seat in &mut *seats {
        seat.new_game(&table, seeds.next_u64());
    }
    write_prolog(arguments, &table)?;
    let (winner, end) = loop {
        let player = table.transcript.texts().len() % 2;
        let other = 1 - player;
        if table.model.game().is_over() {
            let winner = if table.ending == Ending::Normal {
                other
            } else {
                player
            };
            break (Some(winner), End::Over);
        }
        match seats[player].decide(&table, player, console)? {
            Err(reason) => break (Some(other), End::Forfeit(reason)),
            Ok(Decision::Resign) => break (Some(other), End::Resigned),
            Ok(Decision::Leave) => break (None, End::Left),
            Ok(Decision::Undo) => {
                // Against the computer its answer is taken back, too.
                let plies = if matches!(seats[other], Seat::Person) {
                    1
                } else {
                    2
                };
                if table.transcript.texts().len() < plies {
                    writeln!(console.output, "There is nothing to take back.")?;
                } else {
                    (0..plies).for_each(|_| table.undo());
                }
            }
            Ok(Decision::Play(m)) => {
                let words = table
                    .model
                    .describe(&m)
                    .map(|words| words.to_string())
                    .unwrap_or_default();
                table.play(&m);
                if let Some(text) = table.transcript.texts().last() {
                    let name = seats[player].name();
                    writeln!(
                        console.output,
                        "Player {} ({name}) plays {text}, in the tables {words}",
                        player + 1
                    )?;
                }
            }
        }
        write_prolog(arguments, &table)?;
    };
    if matches!(end, End::Over) {
        write!(console.output, "\n{}", table.tables())?;
    }
    let word = winner.map_or("nobody", |winner| ["first", "second"][winner]);
    for seat in seats {
        if let Seat::Program(program) = seat {
            program.game_over(word);
        }
    }
    Ok(Game { table, winner, end })
}

fn write_prolog(arguments: &Arguments, table: &Table) -> Result<(), String> {
    match &arguments.prolog {
        None => Ok(()),
        Some(path) => std::fs::write(path, table.model.prolog(table.dead))
            .map_err(|error| format!("cannot write {}: {error}", path.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        arguments: Arguments,
    }

    /// Plays two persons who type `input`, and returns what they see.
    fn type_in(input: &[u8]) -> String {
        let line = [
            "play", "--spots", "3", "--first", "person", "--second", "person",
        ];
        let arguments = Line::parse_from(line).arguments;
        let start = Table::new(&arguments).expect("a start");
        let mut shown = Vec::new();
        let mut console = Console {
            input: Box::new(input),
            output: Box::new(&mut shown),
        };
        let mut seats = [Seat::Person, Seat::Person];
        let game = play_game(
            &arguments,
            &start,
            &mut seats,
            &mut Seed::new(1),
            &mut console,
        );
        assert!(game.is_ok());
        drop(console);
        String::from_utf8(shown).expect("text")
    }

    /// Whatever is typed, the game ends with the input and never otherwise than by its rules.
    #[test]
    fn anything_may_be_typed() {
        let mut seed = Seed::new(11);
        let words = [
            "1",
            "2",
            "3",
            "4",
            "5",
            "9999999",
            "0",
            " ",
            "\n",
            "\n",
            "(",
            ")",
            "[",
            "]",
            "!",
            "@",
            "-",
            "/",
            "inside ",
            "undo\n",
            "moves\n",
            "record\n",
            "help\n",
            "tables\n",
            "1(4)1\n",
            "1 1 2 1 2\n",
            "é",
            "\u{1b}[2J",
            "\0",
        ];
        for _ in 0..500 {
            let mut input = Vec::new();
            for _ in 0..seed.below(60) {
                if seed.below(20) == 0 {
                    input.push(seed.below(256) as u8);
                } else {
                    input.extend(seed.pick(&words).expect("a word").bytes());
                }
            }
            let shown = type_in(&input);
            assert!(
                !shown.contains('\u{1b}'),
                "what was typed cannot control the terminal"
            );
        }
    }

    #[test]
    fn a_line_without_end_is_not_read() {
        let shown = type_in(&[vec![b'1'; 100_000], b"\n1(4)2\n".to_vec()].concat());
        assert!(shown.contains("Not read: a line has at most 4096 bytes."));
        assert!(shown.contains("Player 1 (person) plays 1(4)2"));
    }
}
