//! The command `play`: Sprouts in the terminal, in the list model, between persons, the computer opponents and programs of
//! the user's. Owns what is printed; the game in progress is `table`'s, rules and notations live in `sprouts`.

mod person;
mod program;
mod seats;
mod strategy;
mod summary;

pub use person::read_move;
pub use seats::move_texts;

use super::Outcome;
use crate::output;
use crate::quantity;
use clap::Subcommand;
use person::{Console, Decision};
use seats::{Limits, Player, Seat};
use serde_json::json;
use sprouts::list_model::Dead;
use sprouts::wgosa::Record;
use sprouts::{Ending, Position, Seed, SpotId};
use std::error::Error;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;
use summary::Summary;
use table::{Ended, Message, Reason, Rules, Setting, Start, Table, Written};
use terminal::{Progress, interrupt};

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
    /// Who moves first: person, easy, medium, hard, insane, perfect, random, heuristic, or program:COMMAND [default: person,
    /// with --games heuristic].
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
    #[arg(long, default_value_t = 1, value_parser = quantity::seed)]
    seed: u64,
    /// Write the position as Prolog facts to this file after every move.
    #[arg(long, value_name = "FILE")]
    prolog: Option<PathBuf>,
    /// Seconds that a program may think about a move.
    #[arg(long, default_value_t = 10.0, value_name = "SECONDS")]
    time_limit: f64,
    /// Milliseconds of processor time that easy to perfect may think about a move.
    #[arg(long, default_value_t = 1000, value_name = "MILLISECONDS", value_parser = clap::value_parser!(u32).range(1..=3_600_000))]
    deadline_ms: u32,
    /// Print a JSON object for every game and one for the summary; the dialogue goes to standard error.
    #[arg(long)]
    json: bool,
}

impl Command {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let Command::Play(arguments) = self;
        play(&arguments)
    }
}

impl Arguments {
    /// The beginning of every game that is asked for.
    fn start(&self) -> Result<Table<Written>, Box<dyn Error>> {
        let setting = |spots, ending| Setting {
            start: Start::Spots(spots),
            ending,
        };
        let open = |setting: Setting| <Written as table::Game>::open(&setting);
        let Some(record) = &self.from else {
            let game = open(setting(self.spots, Ending::of_misere(self.misere)))?;
            return Ok(Table::new(game, Rules::default()));
        };
        let game = open(setting(record.spots, record.ending))?;
        let mut table = Table::new(game, Rules::default());
        for m in record.replay()?.history() {
            let turn = table.turn().ok_or("the record goes on after the end")?;
            table.try_apply(0, turn, Message::Play(m.clone()))?;
        }
        Ok(table)
    }

    fn dead(&self) -> Dead {
        if self.keep_dead {
            Dead::Kept
        } else {
            Dead::Removed
        }
    }

    fn write_prolog(&self, game: &Written) -> Result<(), String> {
        match &self.prolog {
            None => Ok(()),
            Some(path) => output::write(path, game.model().prolog(self.dead())),
        }
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
    table: Table<Written>,
    winner: Option<usize>,
    end: End,
}

impl Game {
    fn survivors(&self) -> usize {
        let position = self.table.game().labelled();
        let spots = (0..position.spots()).map(SpotId);
        spots.filter(|&spot| position.lives(spot) > 0).count()
    }
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
        return Err("--games lets the computer play by itself; choose a level, random, heuristic or program:COMMAND for both sides".into());
    }
    let start = arguments.start()?;
    let limits = Limits {
        program: Duration::from_secs_f64(arguments.time_limit),
        level: Duration::from_millis(u64::from(arguments.deadline_ms)),
    };
    let mut seats = Vec::new();
    for player in &players {
        seats.push(Seat::take(player, limits)?);
    }
    let mut console = Console {
        input: Box::new(io::stdin().lock()),
        output: match (arguments.games, arguments.json) {
            (Some(_), _) => Box::new(io::sink()),
            (None, true) => Box::new(io::stderr()),
            (None, false) => Box::new(io::stdout()),
        },
        dead: arguments.dead(),
    };
    let mut hall = Hall {
        arguments,
        start,
        seats,
        seeds: Seed::new(arguments.seed),
    };
    match arguments.games {
        None => hall.one_game(&mut console),
        Some(games) => hall.many_games(games, &mut console),
    }
}

/// Where games are played one after another: the start, who plays, and where the random numbers come from.
struct Hall<'play> {
    arguments: &'play Arguments,
    start: Table<Written>,
    seats: Vec<Seat>,
    seeds: Seed,
}

impl Hall<'_> {
    fn one_game(&mut self, console: &mut Console) -> Outcome {
        let spots = self.start.game().spots();
        writeln!(
            console.output,
            "Sprouts with {spots} {}, {}.",
            if spots == 1 { "spot" } else { "spots" },
            match self.start.game().ending() {
                Ending::Normal => "normal play: who cannot move loses",
                Ending::Misere => "misère: who cannot move wins",
            }
        )?;
        let [first, second] = [0, 1].map(|side| self.seats[side].name());
        writeln!(console.output, "Player 1 is {first}, player 2 is {second}.")?;
        if self.seats.iter().any(|seat| matches!(seat, Seat::Person)) {
            writeln!(console.output, "Type help for the ways to enter a move.")?;
        }
        let game = self.play_game(console)?;
        let reason = match &game.end {
            End::Over => "no move is left".into(),
            End::Resigned => "the other side resigned".into(),
            End::Forfeit(reason) => format!("the other side forfeits: {reason}"),
            End::Left => "the game was left".into(),
        };
        match game.winner {
            Some(winner) => {
                let (number, name) = (winner + 1, self.seats[winner].name());
                writeln!(console.output, "\nPlayer {number} ({name}) wins: {reason}.")?;
            }
            None => writeln!(console.output, "\nNobody wins: {reason}.")?,
        }
        writeln!(console.output, "{}", game.table.game().record())?;
        if self.arguments.json {
            writeln!(io::stdout(), "{}", json_of(1, &game, &self.seats))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn many_games(&mut self, games: u32, console: &mut Console) -> Outcome {
        let mut summary = Summary::default();
        let mut progress = Progress::new();
        let interrupted = interrupt::watch()?;
        for number in 1..=games {
            if interrupted.load(Ordering::Relaxed) {
                break;
            }
            let game = self.play_game(console)?;
            summary.add(&game, &self.seats);
            if self.arguments.json {
                writeln!(io::stdout(), "{}", json_of(number, &game, &self.seats))?;
            }
            progress.show(|| format!("{number} of {games} games"));
        }
        drop(progress);
        summary.print(self.arguments, self.start.game(), &self.seats)
    }

    /// Plays a game to its end.
    fn play_game(&mut self, console: &mut Console) -> Result<Game, Box<dyn Error>> {
        let mut table = self.start.clone();
        for seat in &mut self.seats {
            seat.new_game(table.game(), self.seeds.next_u64());
        }
        self.arguments.write_prolog(table.game())?;
        let mut end = End::Over;
        while let Some(turn) = table.turn() {
            let player = turn as usize;
            let decision = self.seats[player].decide(table.game(), player, console)?;
            match decision {
                Err(reason) => {
                    // A program that breaks the rules of the house has lost, and the record says no more than that.
                    table.end(Ended {
                        winner: Some(turn.other()),
                        reason: Reason::Resignation,
                        by: Some(turn),
                    });
                    end = End::Forfeit(reason);
                }
                Ok(Decision::Resign) => {
                    table.try_apply(0, turn, Message::Resign)?;
                    end = End::Resigned;
                }
                Ok(Decision::Leave) => {
                    end = End::Left;
                    break;
                }
                Ok(Decision::Undo) => {
                    // Against the computer its answer is taken back, too.
                    let person = matches!(self.seats[turn.other() as usize], Seat::Person);
                    let count = if person { 1 } else { 2 };
                    if let Err(refused) = table.try_apply(0, turn, Message::TakeBack(count)) {
                        writeln!(console.output, "Not taken back: {refused}.")?;
                    }
                }
                Ok(Decision::Play(m)) => {
                    let words = table.game().model().describe(&m);
                    let words = words.map(|words| words.to_string()).unwrap_or_default();
                    table.try_apply(0, turn, Message::Play(m))?;
                    if let Some(text) = table.game().transcript().texts().last() {
                        let (number, name) = (player + 1, self.seats[player].name());
                        writeln!(
                            console.output,
                            "Player {number} ({name}) plays {text}, in the tables {words}"
                        )?;
                    }
                }
            }
            self.arguments.write_prolog(table.game())?;
        }
        if matches!(end, End::Over) {
            let tables = table.game().model().tables(self.arguments.dead());
            write!(console.output, "\n{tables}")?;
        }
        let winner = table.ended().and_then(|ended| ended.winner);
        let winner = winner.map(|winner| winner as usize);
        let word = winner.map_or("nobody", |winner| ["first", "second"][winner]);
        for seat in &mut self.seats {
            seat.game_over(word);
        }
        Ok(Game { table, winner, end })
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
        "record": game.table.game().record().to_string(),
        "first": seats[0].name(),
        "second": seats[1].name(),
        "winner": game.winner.map(|winner| ["first", "second"][winner]),
        "end": end,
        "reason": reason,
        "moves": game.table.len(),
        "survivors": matches!(game.end, End::Over).then(|| game.survivors()),
    })
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
        let start = arguments.start().expect("a start");
        let mut shown = Vec::new();
        let mut console = Console {
            input: Box::new(input),
            output: Box::new(&mut shown),
            dead: Dead::Removed,
        };
        let mut hall = Hall {
            arguments: &arguments,
            start,
            seats: vec![Seat::Person, Seat::Person],
            seeds: Seed::new(1),
        };
        assert!(hall.play_game(&mut console).is_ok());
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
