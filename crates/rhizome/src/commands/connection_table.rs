//! `table`: a connection game in the terminal, for persons and computers, with undo and redo.
//!
//! Draws the board from its geometry and reads one command a line; the game in progress is the crate `table`'s.

use super::Outcome;
use super::connection::{Arguments, Failure, plan};
use super::gtp::{cores, effort};
use super::thinker::{Effort, Thinker};
use connection::board::SiteId;
use connection::deciding::winning_group;
use connection::moves::Move;
use connection::opponent::Strength;
use connection::plan::Plan;
use connection::random::Random;
use connection::solving::Solver;
use connection::vertex;
use std::io::{BufRead, IsTerminal, Write};
use std::process::ExitCode;
use table::{Message, Player, Reason, Rules, Stones, StonesStart, Table};
use terminal::{Progress, clock};

enum Seat {
    Person,
    Random,
    Computer(Strength),
}

const HELP: &str = "a move (`3,4`, `3,4:2`, `3,4-5,4`, `#17`, `pass`, `swap`), `moves`, `undo`, `redo`, `hint`, `solve` (who wins, where only connections count), `resign`, `quit`";

/// How long `solve` may take where nothing else was said, in seconds of processor time.
const SOLVE_S: f64 = 60.0;

pub fn play(name: &str, rest: &[String]) -> Outcome {
    let mut arguments = Arguments::read(
        rest,
        &["players", "seed", "seconds", "playouts", "threads"],
        &[],
    )?;
    // `--players 3` is the game's own option where it has one; `person,easy` are seats.
    let mut seats_text: Option<String> = arguments.value("players")?;
    if let Some(count) = seats_text.take_if(|text| text.parse::<u8>().is_ok()) {
        arguments.options.push(("players".into(), count));
    }
    let plan = plan(name, &arguments.options)?;
    let seats = seats(seats_text.as_deref(), plan.players as usize)?;
    let effort = effort(&arguments, cores())?;
    let mut seed: u64 = arguments.value("seed")?.unwrap_or(1);
    let mut thinkers: Vec<Option<Thinker>> = seats
        .iter()
        .map(|seat| match seat {
            Seat::Computer(level) => Some(Thinker::new(*level, effort, seed)),
            _ => None,
        })
        .collect();
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
                    if !obey(&mut table, &line, effort, &mut shown, &is_person) {
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
                    Some(line) if obey(&mut table, &line, effort, &mut shown, &is_person) => {}
                    _ => return Ok(ExitCode::SUCCESS),
                }
                continue;
            }
            Seat::Computer(_) => {
                let thinker = thinkers[turn as usize].as_mut().expect("made for its seat");
                let chosen = think(table.game(), thinker);
                if thinker.certainty() == Some(true) {
                    println!(
                        "Player {} is sure of a win.",
                        table.game().engine().mover().0
                    );
                }
                chosen
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
    effort: Effort,
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
            let hint = think(table.game(), &mut Thinker::new(Strength::Strong, effort, 1));
            println!("Try {}", hint.text(table.game().plan()));
            return true;
        }
        "solve" => {
            println!(
                "{}",
                solved(table.game(), effort.seconds.unwrap_or(SOLVE_S))
            );
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

fn think(game: &Stones, thinker: &mut Thinker) -> Move {
    let mut progress = Progress::new();
    thinker.choose(game.engine(), game.is_swapped(), &mut |share| {
        progress.show(|| format!("thinking {:3.0} %", 100.0 * share));
    })
}

/// Who wins the position, by which move, and the empty sites that he needs.
fn solved(game: &Stones, seconds: f64) -> String {
    let begun = clock::thread_time();
    let spent = || (clock::thread_time() - begun).as_secs_f64();
    let solution = Solver::new(game.engine())
        .and_then(|mut solver| solver.solve(game.engine(), &mut |_| spent() < seconds));
    let solution = match solution {
        Ok(solution) => solution,
        Err(reason) => return format!("Not solved: {reason}."),
    };
    let name = |site: SiteId, plan: &Plan| {
        vertex::name(plan, site).map_or_else(String::new, |name| format!(" ({name})"))
    };
    let plan = game.plan();
    let by = solution.best.map_or_else(String::new, |best| {
        let site = best
            .target()
            .map_or_else(String::new, |site| name(site, plan));
        format!(" by {}{site}", best.text(plan))
    });
    let sites: Vec<String> = solution
        .carrier
        .iter()
        .map(|site| plan.board.label(*site).to_string())
        .collect();
    format!(
        "Player {} wins{by}. Needed are {} of the empty sites: {}. {} positions in {:.2} s.",
        solution.winner.0,
        sites.len(),
        sites.join(" "),
        solution.nodes,
        spent()
    )
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
