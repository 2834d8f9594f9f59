//! `table`: a connection game in the terminal, for persons and computers, with undo and redo.
//!
//! Reads one command a line; the game in progress is the crate `table`'s. Sites are named as players name them. Ctrl-C while the computer
//! thinks wants its move; at any other time it ends the program.

mod picture;

use super::Outcome;
use super::connection::{Arguments, Failure, plan};
use super::gtp::effort;
use super::thinker::{Effort, Thinker};
use crate::input;
use crate::json;
use crate::output;
use crate::quantity;
use connection::board::SiteId;
use connection::moves::{Move, MoveKind};
use connection::opponent::Strength;
use connection::plan::{Action, Plan};
use connection::random::Random;
use connection::record::{self, RecordedGame};
use connection::sgf;
use connection::solving::{Solver, Unsolved};
use connection::vertex;
use picture::SIGNS;
pub use picture::{draw, pictured};
use std::fmt::Write as _;
use std::io::{BufRead, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use table::{Game, Message, Player, Reason, Rules, Stones, StonesStart, Table};
use terminal::{Progress, clock, interrupt};

enum Seat {
    Person,
    Random,
    Computer(Strength),
}

impl Seat {
    fn is_person(&self) -> bool {
        matches!(self, Seat::Person)
    }
}

const HELP: &str = "a move (`d5`, `d5:2`, `d5-e6`, `#17` where sites have numbers, `pass`, `swap`, `take` where an opening offers its colour), `moves`, `undo`, `redo`, `hint`, \
    `solve` (who wins, in games of two), `resign`, `quit`; `save FILE` and `load FILE` (JSON, or SGF of Hex and Go where the name ends in .sgf); \
    before the first move `put d5:2 …` and `clear d5 …` set a position up, in which player 1 moves; while the computer thinks, Ctrl-C lets it play at once";

/// How long `solve` may take where nothing else was said, in seconds of processor time.
const SOLVE_S: f64 = 60.0;

pub fn play(name: &str, rest: &[String]) -> Outcome {
    let mut arguments = Arguments::read(
        rest,
        &["players", "seats", "seed", "seconds", "playouts", "threads"],
        &[],
    )?;
    let seats_text = seats_text(&mut arguments)?;
    let (start, plan, moves) = opened(name, &arguments)?;
    let seats = seats(seats_text.as_deref(), plan.players as usize)?;
    let effort = effort(&arguments, quantity::cores())?;
    let seed: u64 = arguments.value("seed")?.unwrap_or(1);
    let thinkers = seats.iter().map(|seat| match seat {
        Seat::Computer(level) => Some(Thinker::new(*level, effort, seed)),
        _ => None,
    });
    let mut thinkers: Vec<Option<Thinker>> = thinkers.collect();
    let hurried = interrupt::watch_key()?;
    if seats.iter().any(Seat::is_person) {
        let thinkers = thinkers.iter_mut().flatten();
        thinkers.for_each(|thinker| thinker.heed(&hurried));
    }
    let sitting = Sitting {
        thinkers,
        table: replayed(start, plan.clone(), &moves)?,
        seats,
        effort,
        seed,
        shown: None,
        hurried,
    };
    println!("{}. {}", plan.title, plan.about);
    print!("{}", whose_sides(&plan));
    sitting.run()
}

/// A table with who sits at it and what was shown of it.
struct Sitting {
    table: Table<Stones>,
    seats: Vec<Seat>,
    thinkers: Vec<Option<Thinker>>,
    effort: Effort,
    seed: u64,
    /// After how many moves the board was drawn last.
    shown: Option<usize>,
    /// Raised by Ctrl-C while the computer thinks. Where it is raised already, Ctrl-C ends the program.
    hurried: Arc<AtomicBool>,
}

impl Sitting {
    /// Until somebody leaves, or the game is over and nobody is there to say what comes next.
    fn run(mut self) -> Outcome {
        let mut lines = std::io::stdin().lock();
        loop {
            if self.shown != Some(self.table.len()) {
                draw(self.table.game());
                self.shown = Some(self.table.len());
            }
            self.hurried.store(!self.waits_for_computer(), Relaxed);
            println!("{}", status(&self.table));
            match self.table.turn() {
                Some(turn) if !self.is_persons_turn() => self.play_for(turn)?,
                None if !self.seats.iter().any(Seat::is_person) => {
                    return Ok(ExitCode::SUCCESS);
                }
                _ => match typed(&mut lines)? {
                    Some(line) if self.obey(line.trim()) => {}
                    _ => return Ok(ExitCode::SUCCESS),
                },
            }
        }
    }

    /// Whether a person waits for the computer's move. Where nobody sits, nobody wants a move sooner.
    fn waits_for_computer(&self) -> bool {
        !self.is_persons_turn() && self.seats.iter().any(Seat::is_person)
    }

    /// Whether a person is to say what comes next; so it is when the game is over.
    fn is_persons_turn(&self) -> bool {
        match self.table.turn() {
            Some(player) => self.seats[player as usize].is_person(),
            None => true,
        }
    }

    /// The move of a player who is no person.
    fn play_for(&mut self, turn: Player) -> Result<(), Failure> {
        let game = self.table.game();
        let mover = game.engine().mover().0;
        let chosen = match &mut self.thinkers[turn as usize] {
            Some(thinker) => {
                let chosen = think(game, thinker);
                if thinker.certainty() == Some(true) {
                    println!("Player {mover} is sure of a win.");
                }
                chosen
            }
            None => {
                self.seed += 1;
                game.engine().fork().sample(&mut Random::new(self.seed))
            }
        };
        println!(
            "Player {mover} plays {}",
            vertex::move_shown(game.plan(), chosen)
        );
        let text = chosen.text(game.plan());
        self.table.try_apply(0, turn, Message::Play(text))?;
        self.tell_swap();
        Ok(())
    }

    /// Who plays which stones after a swap.
    fn tell_swap(&self) {
        if self.table.game().last() == Some(Move::SWAP) {
            println!(
                "The sides are exchanged: whoever began is player 2 ({}) now, and moves.",
                SIGNS[2]
            );
        }
    }

    /// Does what a line says; false when the person leaves.
    fn obey(&mut self, line: &str) -> bool {
        match line {
            "" => {}
            "quit" | "q" => return false,
            "help" | "?" => println!("{HELP}"),
            "save" | "load" => println!("say which file: `{line} game.json`"),
            "put" | "clear" => println!("say which places: `put d5:2 c4:1`, `clear d5`"),
            "moves" => self.list_moves(),
            "hint" if self.table.turn().is_some() => {
                let mut thinker = Thinker::new(Strength::Strong, self.effort, 1);
                self.hurried.store(false, Relaxed);
                thinker.heed(&self.hurried);
                let game = self.table.game();
                let hint = think(game, &mut thinker);
                println!("Try {}", vertex::move_shown(game.plan(), hint));
            }
            "solve" => {
                let seconds = self.effort.seconds.unwrap_or(SOLVE_S);
                self.hurried.store(false, Relaxed);
                println!("{}", solved(self.table.game(), seconds, &self.hurried));
            }
            "undo" if self.has_resigned() => self.take_resignation_back(),
            "undo" => self.go(Message::TakeBack(1)),
            "redo" => self.go(Message::Redo),
            "resign" => self.tell(Message::Resign),
            line => match file_command(line) {
                Some((command, argument)) => self.obey_file_command(command, argument),
                None => self.tell(Message::Play(by_name(self.table.game(), line))),
            },
        }
        true
    }

    fn list_moves(&self) {
        let game = self.table.game();
        let mut moves = match self.table.turn() {
            Some(_) => game.legal(),
            None => Vec::new(),
        };
        // Engines list empty sites as they come; moves of stones stand stone by stone.
        moves.sort_by_key(|one| match one.kind() {
            MoveKind::Place { site, .. } => Some(site),
            _ => None,
        });
        let named = moves
            .iter()
            .map(|one| vertex::move_shown(game.plan(), *one));
        let named: Vec<String> = named.collect();
        println!("{} legal: {}", named.len(), named.join(" "));
    }

    fn obey_file_command(&mut self, command: &str, argument: &str) {
        let done = match command {
            "save" => save(self.table.game(), argument),
            "load" => load(&mut self.table, argument),
            _ => set_up(&mut self.table, command, argument),
        };
        match done {
            Ok(()) if command == "save" => println!("Saved."),
            Ok(()) => self.shown = None,
            Err(error) => println!("{error}"),
        }
    }

    fn has_resigned(&self) -> bool {
        let ended = self.table.ended();
        ended.is_some_and(|ended| ended.reason != Reason::Rules)
    }

    /// The game goes on where somebody gave up.
    fn take_resignation_back(&mut self) {
        let game = self.table.game();
        let plan = Arc::new(Plan::clone(game.plan()));
        match replayed(game.start().clone(), plan, &record_of(game).moves) {
            Ok(table) => self.table = table,
            Err(error) => println!("{error}"),
        }
    }

    /// Back, or on, to a person's move, past what the computer answered.
    fn go(&mut self, step: Message<String>) {
        let mut steps = 0;
        loop {
            let by = self.table.turn().unwrap_or(Player::Host);
            match self.table.try_apply(0, by, step.clone()) {
                Ok(_) => steps += 1,
                Err(refused) if steps == 0 => return println!("{refused}"),
                Err(_) => break,
            }
            if self.is_persons_turn() {
                break;
            }
        }
        self.shown = None;
    }

    /// Tells the table, and the person why it refuses.
    fn tell(&mut self, message: Message<String>) {
        let by = self.table.turn().unwrap_or(Player::Host);
        let text = match &message {
            Message::Play(text) => Some(text.clone()),
            _ => None,
        };
        let is_move = text.is_some();
        if let Err(refused) = self.table.try_apply(0, by, message) {
            // The table names sites as moves are written; who looks at this board reads its letters and numbers.
            let engine = self.table.game().engine();
            let wrong = text.and_then(|text| engine.read(&text).err());
            let words = match wrong {
                Some(wrong) => wrong.named(engine.plan()).to_string(),
                None => refused.to_string(),
            };
            return println!("{words} (`help` lists the commands)");
        }
        if is_move {
            self.tell_swap();
        }
    }
}

/// Who sits where, from `--seats`. `--players person,easy` says the same, but `--players 3` is the game's own option.
fn seats_text(arguments: &mut Arguments) -> Result<Option<String>, Failure> {
    let mut seats: Option<String> = arguments.value("seats")?;
    if let Some(text) = arguments.value::<String>("players")? {
        if text.parse::<u8>().is_ok() {
            arguments.options.push(("players".into(), text));
        } else if seats.replace(text).is_some() {
            return Err(
                "say who plays once: `--seats person,easy`, and `--players 3` for their number"
                    .into(),
            );
        }
    }
    Ok(seats)
}

/// What `table` opens: a game by its name, a description in a file, or a record in a file.
type Opened = (StonesStart, Arc<Plan>, Vec<String>);

fn opened(name: &str, arguments: &Arguments) -> Result<Opened, Failure> {
    let is_record = [".sgf", ".json", ".jsonl"]
        .iter()
        .any(|end| name.ends_with(end));
    if is_record && std::path::Path::new(name).exists() {
        if !arguments.options.is_empty() {
            return Err("a record has its options in it; leave them out".into());
        }
        let record = read_record(name)?;
        let plan = Arc::new(record.plan().map_err(|error| format!("{name}: {error}"))?);
        let start = StonesStart {
            game: record
                .description
                .clone()
                .unwrap_or_else(|| record.game.clone()),
            options: record.option_texts(),
        };
        return Ok((start, plan, record.moves));
    }
    let plan = plan(name, &arguments.options)?;
    let game = match connection::library::game(name) {
        Some(_) => name.to_string(),
        None => input::text(name)?,
    };
    let start = StonesStart {
        game,
        options: arguments.options.clone(),
    };
    Ok((start, plan, Vec::new()))
}

/// A table at the end of some moves.
fn replayed(
    start: StonesStart,
    plan: Arc<Plan>,
    moves: &[String],
) -> Result<Table<Stones>, Failure> {
    let mut table = Table::new(Stones::new(start, plan), Rules::default());
    for (number, text) in moves.iter().enumerate() {
        let by = table
            .turn()
            .ok_or("the record goes on after the end of the game")?;
        let played = table.try_apply(0, by, Message::Play(text.clone()));
        played.map_err(|refused| format!("move {}: {refused}", number + 1))?;
    }
    Ok(table)
}

fn read_record(file: &str) -> Result<RecordedGame, Failure> {
    let text = input::text(file)?;
    if file.ends_with(".sgf") {
        return sgf::read(&text).map_err(|error| format!("{file}: {error}").into());
    }
    // Of a file of many games the first one.
    let line = text
        .lines()
        .find(|line| !line.trim().is_empty())
        .unwrap_or_default();
    json::read(line).map_err(|error| format!("{file} holds no recorded game: {error}").into())
}

/// The game so far as a record that opens anywhere.
fn record_of(game: &Stones) -> RecordedGame {
    let moves: Vec<Move> = game.played().collect();
    let mut record = RecordedGame::of(game.engine(), &moves, 0);
    let start = game.start();
    if connection::library::game(&start.game).is_none() {
        record.description = Some(start.game.clone());
    }
    let described = start.plan().map(|plan| plan.start).unwrap_or_default();
    if described != game.plan().start {
        record.setup = Some(record::setup_texts(game.plan()));
    }
    record
}

fn save(game: &Stones, file: &str) -> Result<(), Failure> {
    let record = record_of(game);
    let text = if file.ends_with(".sgf") {
        let moves: Vec<Move> = game.played().collect();
        sgf::write(game.plan(), &moves, game.engine().status())?
    } else {
        format!("{}\n", serde_json::to_string(&record)?)
    };
    Ok(output::write(file.as_ref(), text)?)
}

/// Goes on with a record of the same game.
fn load(table: &mut Table<Stones>, file: &str) -> Result<(), Failure> {
    let record = read_record(file)?;
    let plan = record.plan().map_err(|error| format!("{file}: {error}"))?;
    let now = table.game().plan();
    if (&plan.name, &plan.options) != (&now.name, &now.options) {
        let options: Vec<String> = plan
            .options
            .iter()
            .map(|(name, value)| format!("--{name} {value}"))
            .collect();
        return Err(format!(
            "this is a game of {} {}; open it with `rhizome table {file}`",
            plan.name,
            options.join(" ")
        )
        .into());
    }
    let start = table.game().start().clone();
    *table = replayed(start, Arc::new(plan), &record.moves)?;
    Ok(())
}

/// Puts stones on the board or takes them off it, before the first move.
fn set_up(table: &mut Table<Stones>, command: &str, stones: &str) -> Result<(), Failure> {
    if !table.is_empty() {
        return Err(
            "a position is set up before the first move; take all moves back with `undo`".into(),
        );
    }
    let mut plan = Plan::clone(table.game().plan());
    for text in stones.split_whitespace() {
        if command == "clear" {
            let site = plan.board.parse_site(text);
            let before = plan.start.len();
            plan.start.retain(|(other, _)| Some(*other) != site);
            plan.heights.retain(|(other, _)| Some(*other) != site);
            if plan.start.len() == before {
                return Err(format!("no stone stands on {text}").into());
            }
        } else {
            record::set_up(&mut plan, text)?;
        }
    }
    let start = table.game().start().clone();
    *table = replayed(start, Arc::new(plan), &[])?;
    Ok(())
}

/// Whose sides are whose, where players have sides of their own.
fn whose_sides(plan: &Plan) -> String {
    let mut text = String::new();
    for family in &plan.families {
        let shared = family.regions.windows(2).all(|pair| pair[0] == pair[1]);
        if shared {
            continue;
        }
        for (player, regions) in (1..).zip(&family.regions) {
            let name = |region: &Vec<SiteId>| {
                let side = plan.board.sides().iter().find(|(_, side)| side == region);
                side.map(|(name, _)| *name)
            };
            let names: Option<Vec<&str>> = regions.iter().map(name).collect();
            if let Some(names) = names.filter(|names| !names.is_empty()) {
                let sign = SIGNS[player % SIGNS.len()];
                let _ = writeln!(
                    text,
                    "Player {player} ({sign}) has the sides {}.",
                    names.join(" and ")
                );
            }
        }
    }
    text
}

/// The next line; nothing when the input has ended.
fn typed(lines: &mut impl BufRead) -> std::io::Result<Option<String>> {
    if std::io::stdin().is_terminal() {
        print!("> ");
        std::io::stdout().flush()?;
    }
    input::line(lines)
}

/// `save`, `load`, `put` or `clear` and what follows.
fn file_command(line: &str) -> Option<(&str, &str)> {
    let (command, argument) = line.split_once(char::is_whitespace)?;
    let known = ["save", "load", "put", "clear"].contains(&command);
    known.then_some((command, argument.trim()))
}

/// A move as the table reads it: `take` is the move that takes an opening's colour.
fn by_name(game: &Stones, text: &str) -> String {
    let taking = game.taking().filter(|_| text == "take");
    taking.map_or_else(|| text.to_string(), |taking| taking.text(game.plan()))
}

/// What a turn made of actions asks for now, where there is a choice of one.
fn what_is_due(due: &[Action]) -> &'static str {
    match due {
        [Action::PlaceOwn] => ": a stone of his own",
        [Action::PlaceOther] => ": a stone of the other player",
        [Action::PlaceNeutral] => ": a stone of nobody (=)",
        [Action::Take] => ": a stone of nobody (=) that becomes his",
        [Action::Free] => ": a stone of his that becomes nobody's (=)",
        [Action::PlaceOwn, Action::Take] => {
            ": a stone of his own, or a stone of nobody (=) that becomes his"
        }
        _ => "",
    }
}

/// One sentence about where the game stands.
fn status(table: &Table<Stones>) -> String {
    let game = table.game();
    let engine = game.engine();
    let scores = || {
        let scores: Vec<String> = engine.scores().iter().map(u128::to_string).collect();
        if game.plan().score.is_empty() {
            String::new()
        } else {
            format!(" Scores: {}.", scores.join(", "))
        }
    };
    let Some(ended) = table.ended() else {
        let player = engine.mover().0;
        return match game.taking() {
            Some(_) => format!(
                "Player {player} to move: a stone of the opening ({sign}), or `take` to play {sign} from now on.",
                sign = SIGNS[1]
            ),
            None => format!("Player {player} to move{}.", what_is_due(&engine.due())),
        };
    };
    match (ended.reason, ended.winner) {
        (Reason::Rules, _) => match engine.status() {
            connection::engine::Status::Won(colour) => {
                format!("Player {} wins.{}", colour.0, scores())
            }
            _ => format!("A draw.{}", scores()),
        },
        (_, Some(_)) => format!("Player {} has resigned.", engine.mover().0),
        (_, None) => format!("Player {} has resigned, so nobody wins.", engine.mover().0),
    }
}

fn seats(text: Option<&str>, players: usize) -> Result<Vec<Seat>, Failure> {
    let mut seats = Vec::new();
    for word in text.unwrap_or("person,medium").split(',') {
        seats.push(match word {
            "person" => Seat::Person,
            "random" => Seat::Random,
            level => match Strength::parse(level) {
                Some(level) => Seat::Computer(level),
                None => {
                    return Err(format!("{level:?} cannot play; a player is person, random, easy, medium, strong or master").into());
                }
            },
        });
    }
    if seats.len() > players {
        return Err(format!("this game has {players} players, not {}", seats.len()).into());
    }
    while seats.len() < players {
        seats.push(Seat::Computer(Strength::Medium));
    }
    Ok(seats)
}

fn think(game: &Stones, thinker: &mut Thinker) -> Move {
    let mut progress = Progress::new();
    thinker.choose(game.engine(), game.is_swapped(), &mut |share| {
        progress.show(|| format!("thinking {:3.0} % (Ctrl-C: play now)", 100.0 * share));
    })
}

/// Who wins the position, by which move, and the empty sites that he needs.
fn solved(game: &Stones, seconds: f64, stopped: &AtomicBool) -> String {
    let begun = clock::thread_time();
    let spent = || (clock::thread_time() - begun).as_secs_f64();
    let solution = Solver::new(game.engine()).and_then(|mut solver| {
        solver.solve(game.engine(), &mut |_| {
            spent() < seconds && !stopped.load(Relaxed)
        })
    });
    let solution = match solution {
        Ok(solution) => solution,
        Err(Unsolved::Stopped) => {
            return "Not solved in the time there was; `--seconds` gives it more.".into();
        }
        Err(reason) => return format!("Not solved: {reason}."),
    };
    let plan = game.plan();
    let by = solution.best.map_or_else(String::new, |best| {
        format!(" by {}", vertex::move_shown(plan, best))
    });
    let who = match solution.winner {
        Some(winner) => format!("Player {} wins{by}.", winner.0),
        None => format!("Nobody can win: a draw{by}."),
    };
    let needed = solution.carrier.map_or_else(String::new, |carrier| {
        let sites: Vec<String> = carrier
            .iter()
            .map(|site| vertex::shown(plan, *site))
            .collect();
        let are = if sites.len() == 1 { "is" } else { "are" };
        format!(
            " Needed {are} {} of the empty sites: {}.",
            sites.len(),
            sites.join(" ")
        )
    });
    let positions = match solution.nodes {
        1 => "1 position".to_string(),
        many => format!("{many} positions"),
    };
    format!("{who}{needed} {positions} in {:.2} s.", spent())
}
