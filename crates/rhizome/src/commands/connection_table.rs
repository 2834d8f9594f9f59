//! `table`: a connection game in the terminal, for persons and computers, with undo and redo.
//!
//! Draws the board from its geometry and reads one command a line; the game itself is the crate `connection`'s.

use super::Outcome;
use super::connection::{Arguments, Failure, plan};
use connection::board::SiteId;
use connection::engine::Status;
use connection::game::Game;
use connection::opponent::{Level, Search};
use connection::random::Random;
use std::io::{BufRead, IsTerminal, Write};
use std::process::ExitCode;

enum Seat {
    Person,
    Random,
    Computer(Level),
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
    let mut game = Game::new(plan);
    println!("{}. {}", game.plan().title, game.plan().about);
    let mut lines = std::io::stdin().lock().lines();
    let mut shown = usize::MAX;
    loop {
        if shown != game.played().len() {
            draw(&game);
            shown = game.played().len();
        }
        println!("{}", game.status_text());
        let running = game.status() == Status::Running;
        let person = !running || matches!(seats[game.person() as usize - 1], Seat::Person);
        if !running && !seats.iter().any(|seat| matches!(seat, Seat::Person)) {
            return Ok(ExitCode::SUCCESS);
        }
        if !person {
            seed += 1;
            let chosen = match seats[game.person() as usize - 1] {
                Seat::Computer(level) => think(&game, level, seed),
                _ => game.engine().fork().sample(&mut Random::new(seed)),
            };
            println!(
                "Player {} plays {}",
                game.mover().0,
                chosen.text(game.plan())
            );
            game.play(chosen)?;
            continue;
        }
        if std::io::stdin().is_terminal() {
            print!("> ");
            std::io::stdout().flush()?;
        }
        let Some(line) = lines.next().transpose()? else {
            return Ok(ExitCode::SUCCESS);
        };
        match line.trim() {
            "" => {}
            "quit" | "q" => return Ok(ExitCode::SUCCESS),
            "help" | "?" => println!("{HELP}"),
            "resign" => game.resign(),
            "moves" => {
                let legal: Vec<String> = game
                    .legal()
                    .iter()
                    .map(|one| one.text(game.plan()))
                    .collect();
                println!("{} legal: {}", legal.len(), legal.join(" "));
            }
            "hint" if running => {
                let hint = think(&game, Level::Strong, seed);
                println!("Try {}", hint.text(game.plan()));
            }
            "undo" => {
                // Back to a person's move, past what the computer answered.
                while game.undo().is_some()
                    && !matches!(seats[game.person() as usize - 1], Seat::Person)
                {}
                shown = usize::MAX;
            }
            "redo" => {
                while game.redo().is_some()
                    && !matches!(seats[game.person() as usize - 1], Seat::Person)
                {}
                shown = usize::MAX;
            }
            text => {
                if let Err(error) = game.play_text(text) {
                    println!("{error} (`help` lists the commands)");
                }
            }
        }
    }
}

fn seats(text: Option<&str>, players: usize) -> Result<Vec<Seat>, Failure> {
    let mut seats = Vec::new();
    for word in text.unwrap_or("person,medium").split(',') {
        seats.push(match word {
            "person" => Seat::Person,
            "random" => Seat::Random,
            level => match Level::parse(level) {
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
        seats.push(Seat::Computer(Level::Medium));
    }
    Ok(seats)
}

fn think(game: &Game, level: Level, seed: u64) -> connection::moves::Move {
    let mut search = Search::new(game.engine(), game.swapped(), level, seed);
    let start = std::time::Instant::now();
    let mut told = false;
    while search.think(256) {
        if start.elapsed().as_millis() > 500 && std::io::stderr().is_terminal() {
            eprint!("\rthinking {:3.0} %", 100.0 * search.progress());
            told = true;
        }
    }
    if told {
        eprint!("\r              \r");
    }
    search.best().expect("a running game has a move")
}

/// Draws the board: every site where its centre is, rows from top to bottom, each with the name of its first site.
fn draw(game: &Game) {
    let board = game.board();
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
    let last = game.last().and_then(connection::moves::Move::target);
    let winners = game.winning_group();
    for (_, mut sites) in rows {
        sites.sort();
        let mut line = String::new();
        for &(column, site) in &sites {
            while line.chars().count() < column {
                line.push(' ');
            }
            let stone = game.stone(site).0;
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
