//! `table`: a connection game in the terminal, for persons and computers, with undo and redo.
//!
//! Draws the board from its geometry and reads one command a line; the game in progress is the crate `table`'s.

use super::Outcome;
use super::connection::{Arguments, Failure, plan};
use connection::board::SiteId;
use connection::deciding::winning_group;
use connection::moves::Move;
use connection::opponent::{Search, Strength};
use connection::random::Random;
use std::io::{BufRead, IsTerminal, Write};
use std::process::ExitCode;
use table::{Message, Player, Reason, Rules, Stones, StonesStart, Table};
use terminal::Progress;

enum Seat {
    Person,
    Random,
    Computer(Strength),
}

const HELP: &str = "a move (`3,4`, `3,4:2`, `3,4-5,4`, `#17`, `pass`, `swap`), `moves`, `undo`, `redo`, `hint`, `resign`, `quit`";

pub fn play(name: &str, rest: &[String]) -> Outcome {
    let mut arguments = Arguments::read(rest, &["players", "seed"], &[])?;
    // `--players 3` is the game's own option where it has one; `person,easy` are seats.
    let mut seats_text: Option<String> = arguments.value("players")?;
    if let Some(count) = seats_text.take_if(|text| text.parse::<u8>().is_ok()) {
        arguments.options.push(("players".into(), count));
    }
    let plan = plan(name, &arguments.options)?;
    let seats = seats(seats_text.as_deref(), plan.players as usize)?;
    let mut seed: u64 = arguments.value("seed")?.unwrap_or(1);
    let start = StonesStart {
        game: name.into(),
        options: arguments.options.clone(),
    };
    let mut table = Table::new(Stones::new(start, plan.clone()), Rules::default());
    println!("{}. {}", plan.title, plan.about);
    let mut lines = std::io::stdin().lock().lines();
    let mut shown = None;
    let is_person = |table: &Table<Stones>| match table.turn() {
        Some(player) => matches!(seats[player as usize], Seat::Person),
        None => true,
    };
    loop {
        if shown != Some(table.len()) {
            draw(table.game());
            shown = Some(table.len());
        }
        println!("{}", status(&table));
        let Some(turn) = table.turn() else {
            if !seats.iter().any(|seat| matches!(seat, Seat::Person)) {
                return Ok(ExitCode::SUCCESS);
            }
            match typed(&mut lines)? {
                Some(line) => {
                    if !obey(&mut table, &line, seed, &mut shown, &is_person) {
                        return Ok(ExitCode::SUCCESS);
                    }
                }
                None => return Ok(ExitCode::SUCCESS),
            }
            continue;
        };
        let chosen = match seats[turn as usize] {
            Seat::Person => {
                match typed(&mut lines)? {
                    Some(line) if obey(&mut table, &line, seed, &mut shown, &is_person) => {}
                    _ => return Ok(ExitCode::SUCCESS),
                }
                continue;
            }
            Seat::Computer(level) => {
                seed += 1;
                think(table.game(), level, seed)
            }
            Seat::Random => {
                seed += 1;
                table.game().engine().fork().sample(&mut Random::new(seed))
            }
        };
        let text = chosen.text(&plan);
        println!("Player {} plays {text}", table.game().engine().mover().0);
        table.try_apply(0, turn, Message::Play(text))?;
    }
}

/// The next line; nothing when the input has ended.
fn typed(
    lines: &mut impl Iterator<Item = std::io::Result<String>>,
) -> std::io::Result<Option<String>> {
    if std::io::stdin().is_terminal() {
        print!("> ");
        std::io::stdout().flush()?;
    }
    lines.next().transpose()
}

/// Does what a line says; false when the person leaves.
fn obey(
    table: &mut Table<Stones>,
    line: &str,
    seed: u64,
    shown: &mut Option<usize>,
    is_person: &dyn Fn(&Table<Stones>) -> bool,
) -> bool {
    let by = table.turn().unwrap_or(Player::Host);
    let message = match line.trim() {
        "" => return true,
        "quit" | "q" => return false,
        "help" | "?" => {
            println!("{HELP}");
            return true;
        }
        "moves" => {
            let moves = match table.turn() {
                Some(_) => table.game().legal(),
                None => Vec::new(),
            };
            let plan = table.game().plan();
            let legal: Vec<String> = moves.iter().map(|one| one.text(plan)).collect();
            println!("{} legal: {}", legal.len(), legal.join(" "));
            return true;
        }
        "hint" if table.turn().is_some() => {
            let hint = think(table.game(), Strength::Strong, seed);
            println!("Try {}", hint.text(table.game().plan()));
            return true;
        }
        word @ ("undo" | "redo") => {
            // Back, or on, to a person's move, past what the computer answered.
            loop {
                let by = table.turn().unwrap_or(Player::Host);
                let message = match word {
                    "undo" => Message::TakeBack(1),
                    _ => Message::Redo,
                };
                if table.try_apply(0, by, message).is_err() || is_person(table) {
                    break;
                }
            }
            *shown = None;
            return true;
        }
        "resign" => Message::Resign,
        text => Message::Play(text.into()),
    };
    if let Err(refused) = table.try_apply(0, by, message) {
        println!("{refused} (`help` lists the commands)");
    }
    true
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
        return format!("Player {} to move.", engine.mover().0);
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

fn think(game: &Stones, level: Strength, seed: u64) -> Move {
    let mut search = Search::new(game.engine(), game.is_swapped(), level, seed);
    let mut progress = Progress::new();
    while search.think(256) {
        progress.show(|| format!("thinking {:3.0} %", 100.0 * search.progress()));
    }
    search.best().expect("a running game has a move")
}

/// Draws the board: every site where its centre is, rows from top to bottom, each with the name of its first site.
pub fn draw(game: &Stones) {
    let board = &game.plan().board;
    let wide = match board.directions() {
        6 => 2.0 * 3f64.sqrt(),
        8 => 2.0,
        _ => 6.0,
    };
    let left = board
        .sites()
        .iter()
        .map(|site| site.centre.x)
        .fold(f64::INFINITY, f64::min);
    let mut rows: Vec<(i64, Vec<(usize, SiteId)>)> = Vec::new();
    for site in board.ids() {
        let centre = board.sites()[site.index()].centre;
        let row = (centre.y * 4.0).round() as i64;
        let column = ((centre.x - left) * wide).round() as usize;
        match rows.iter_mut().find(|(known, _)| *known == row) {
            Some((_, sites)) => sites.push((column, site)),
            None => rows.push((row, vec![(column, site)])),
        }
    }
    rows.sort_by_key(|(row, _)| *row);
    let last = game.last().and_then(Move::target);
    let winners = winning_group(game.engine(), game.last());
    for (_, mut sites) in rows {
        sites.sort();
        let mut line = String::new();
        for &(column, site) in &sites {
            while line.chars().count() < column {
                line.push(' ');
            }
            let stone = game.engine().stone(site).0;
            let sign = ['·', 'x', 'o', 'v', 'w', '5', '6', '7', '8'][stone as usize % 9];
            let marked = Some(site) == last || winners.contains(&site);
            line.push(if marked {
                sign.to_ascii_uppercase()
            } else {
                sign
            });
        }
        println!("{:>8}  {line}", board.label(sites[0].1).to_string());
    }
}
