//! Commands about connection games: `games`, `playouts`, `replay`, `table`, `gtp`.
//!
//! Reads files, clocks and arguments; the rules are the crate `connection`'s.

use super::Outcome;
use crate::input;
use clap::Subcommand;
use connection::language::{Description, OptionKind, PlanError};
use connection::moves::Move;
use connection::plan::Plan;
use connection::playouts::Tally;
use connection::random::Random;
use connection::record::RecordedGame;
use connection::{engine, library, playouts};
use serde_json::json;
use std::io::BufRead;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;
use terminal::Progress;

/// The commands of this family.
#[derive(Subcommand)]
pub enum Command {
    /// List the connection games with board, players and rules in a sentence; `games check FILE` explains mistakes.
    Games {
        #[command(subcommand)]
        action: Option<GamesAction>,
        /// Print one JSON object a line.
        #[arg(long)]
        json: bool,
    },
    /// Measure random playouts: `playouts hex --size 11 --seconds 5 --json`.
    Playouts {
        /// A game's name, or a file with a description.
        game: String,
        /// The game's own options such as `--size 11`, and `--seconds N`, `--playouts N`, `--seed N`, `--json`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        rest: Vec<String>,
    },
    /// Play a connection game in the terminal: `table hex --size 7 --seats person,strong`.
    Table {
        /// A game's name, a file with a description, or a saved game (`.json`, `.sgf`).
        game: String,
        /// The game's own options such as `--size 7`, `--seats A,B`, each person, random, easy, medium, strong or
        /// master, `--seconds S` for the computer's moves, `--threads N`, `--seed N`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        rest: Vec<String>,
    },
    /// Be driven by other programs: `gtp hex --level master --seconds 1` speaks GTP, for Hex its dialect HTP (`docs/protocol.md`).
    Gtp {
        /// A game's name, or a file with a description.
        game: String,
        /// The game's own options such as `--size 11`, and `--level NAME`, `--seconds S`, `--playouts N`, `--threads N`, `--seed N`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        rest: Vec<String>,
    },
    /// Replay recorded games (JSON, one a line) and compare legal moves, captures and results.
    Replay {
        /// The files; `-` reads standard input.
        #[arg(required = true)]
        files: Vec<String>,
    },
}

/// What `games` can do besides listing.
#[derive(Subcommand)]
pub enum GamesAction {
    /// Read a description and say what is wrong with it, with line and column.
    Check {
        /// The description.
        file: String,
    },
    /// Print the description of a game.
    Show {
        /// The game's name.
        game: String,
    },
}

pub(super) type Failure = Box<dyn std::error::Error>;

impl Command {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        match self {
            Command::Games { action: None, json } => list(json),
            Command::Games {
                action: Some(GamesAction::Check { file }),
                ..
            } => check(&file),
            Command::Games {
                action: Some(GamesAction::Show { game }),
                ..
            } => {
                match library::TEXTS.iter().find(|(name, _)| *name == game) {
                    Some((_, text)) => print!("{text}"),
                    None => {
                        return Err(
                            format!("there is no game {game}; `rhizome games` lists them").into(),
                        );
                    }
                }
                Ok(ExitCode::SUCCESS)
            }
            Command::Playouts { game, rest } => run("playouts", &game, &rest, measure),
            Command::Table { game, rest } => {
                run("table", &game, &rest, super::connection_table::play)
            }
            Command::Gtp { game, rest } => run("gtp", &game, &rest, super::gtp::serve),
            Command::Replay { files } => replay(&files),
        }
    }
}

/// Runs a command about a game, unless the arguments ask what they can be.
pub(super) fn run(
    command: &str,
    game: &str,
    rest: &[String],
    play: fn(&str, &[String]) -> Outcome,
) -> Outcome {
    if !rest.iter().any(|word| word == "--help" || word == "-h") {
        return play(game, rest);
    }
    let description = description(game)?;
    describe(&description, &description.plan::<&str, &str>(&[])?);
    println!("`rhizome {command} --help` lists what the command itself takes.");
    Ok(ExitCode::SUCCESS)
}

/// Arguments after a game's name: switches and values that the command knows, and the game's own options.
pub(super) struct Arguments {
    known: Vec<(String, String)>,
    switches: Vec<String>,
    pub(super) options: Vec<(String, String)>,
}

impl Arguments {
    pub(super) fn read(
        rest: &[String],
        known: &[&str],
        switches: &[&str],
    ) -> Result<Self, Failure> {
        let mut result = Arguments {
            known: Vec::new(),
            switches: Vec::new(),
            options: Vec::new(),
        };
        let mut rest = rest.iter();
        while let Some(argument) = rest.next() {
            let Some(name) = argument.strip_prefix("--") else {
                return Err(format!(
                    "{argument:?} is not an option; options look like `--size 11`"
                )
                .into());
            };
            if switches.contains(&name) {
                result.switches.push(name.to_string());
                continue;
            }
            let (name, value) = match name.split_once('=') {
                Some((name, value)) => (name.to_string(), value.to_string()),
                None => {
                    let value = rest
                        .next()
                        .ok_or_else(|| format!("--{name} needs a value"))?;
                    (name.to_string(), value.clone())
                }
            };
            let list = if known.contains(&name.as_str()) {
                &mut result.known
            } else {
                &mut result.options
            };
            list.push((name, value));
        }
        Ok(result)
    }

    pub(super) fn value<T: std::str::FromStr>(&self, name: &str) -> Result<Option<T>, Failure> {
        match self.known.iter().rfind(|(known, _)| known == name) {
            None => Ok(None),
            Some((_, value)) => match value.parse() {
                Ok(value) => Ok(Some(value)),
                Err(_) => Err(format!("--{name} cannot be {value:?}").into()),
            },
        }
    }

    pub(super) fn has(&self, switch: &str) -> bool {
        self.switches.iter().any(|known| known == switch)
    }
}

/// A game of the library, or the description in a file.
fn description(game: &str) -> Result<Description, Failure> {
    if let Some(known) = library::game(game) {
        return Ok(known.clone());
    }
    if !std::path::Path::new(game).exists() {
        return Err(format!(
            "there is no game {game} and no such file; `rhizome games` lists the games"
        )
        .into());
    }
    let text = input::text(game)?;
    Description::parse(&text).map_err(|error| format!("{game}: {error}").into())
}

pub(super) fn plan(game: &str, options: &[(String, String)]) -> Result<Arc<Plan>, Failure> {
    let plan = description(game)?
        .plan(options)
        .map_err(|error| format!("{game}: {error}"))?;
    Ok(Arc::new(plan))
}

fn option_text(game: &Description) -> String {
    let one = |option: &connection::language::OptionSpec| match &option.kind {
        OptionKind::Number { default, min, max } => {
            format!("--{} {default} ({min}–{max})", option.name)
        }
        OptionKind::Choice(words) => format!("--{} {}", option.name, words.join("|")),
    };
    game.options.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn list(json: bool) -> Outcome {
    for game in library::games() {
        let plan = game.plan::<&str, &str>(&[])?;
        if json {
            let options: Vec<_> = plan
                .options
                .iter()
                .map(|(name, value)| json!({"name": name, "default": value}))
                .collect();
            let line = json!({"game": game.name, "title": game.title, "by": game.by, "about": game.about,
                "sites": plan.board.len(), "players": plan.players, "options": options});
            println!("{line}");
        } else {
            describe(game, &plan);
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn describe(game: &Description, plan: &Plan) {
    let (sites, players) = (plan.board.len(), plan.players);
    println!(
        "{:20} {sites} sites, {players} players. {}",
        game.name, game.about
    );
    if !game.options.is_empty() {
        println!("{:20} {}", "", option_text(game));
    }
    if !game.by.is_empty() {
        println!("{:20} By {}.", "", game.by);
    }
}

/// Says what a description plays, or the first mistake in it: with its defaults, and with every option in turn at its other words or at its
/// limits.
fn check(file: &str) -> Outcome {
    let text = input::text(file)?;
    let game = match Description::parse(&text) {
        Ok(game) => game,
        Err(error) => return Ok(mistaken(file, &text, None, &error.into())),
    };
    let plan = match game.plan::<&str, &str>(&[]) {
        Ok(plan) => plan,
        Err(error) => return Ok(mistaken(file, &text, None, &error)),
    };
    for option in &game.options {
        let values = match &option.kind {
            OptionKind::Number { min, max, .. } => vec![min.to_string(), max.to_string()],
            OptionKind::Choice(words) => words.clone(),
        };
        for value in values {
            if let Err(error) = game.plan(&[(&option.name, &value)]) {
                let chosen = format!("--{} {value}", option.name);
                return Ok(mistaken(file, &text, Some(&chosen), &error));
            }
        }
    }
    println!(
        "{file}: {} plays on {} sites with {} players",
        game.title,
        plan.board.len(),
        plan.players
    );
    if !game.options.is_empty() {
        println!("options: {}", option_text(&game));
    }
    let mut moves = Vec::new();
    engine::start(&Arc::new(plan)).legal_moves(&mut moves);
    if moves.iter().all(|played| *played == Move::PASS) {
        println!("as it begins, the first player can do nothing but pass");
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints a mistake with its line of the description, and the option with which it comes.
fn mistaken(file: &str, text: &str, chosen: Option<&str>, error: &PlanError) -> ExitCode {
    let chosen = chosen.map_or_else(String::new, |chosen| format!("with {chosen}: "));
    println!("{file}: {chosen}{error}");
    if let PlanError::Language(error) = error
        && let Some(line) = text.lines().nth(error.at.line as usize - 1)
    {
        let line = line.trim_start_matches('\u{feff}');
        // A tab is as wide below as above.
        let before = line.chars().take(error.at.column as usize - 1);
        let space: String = before.map(|c| if c == '\t' { c } else { ' ' }).collect();
        println!("  {line}\n  {space}^");
    }
    ExitCode::FAILURE
}

/// CPU time of this thread where the system tells it, else the time since the start.
fn cpu_seconds(start: Instant) -> f64 {
    let used = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = used.and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |n| n as f64 / 1e9)
}

fn measure(game: &str, rest: &[String]) -> Outcome {
    let arguments = Arguments::read(rest, &["seconds", "playouts", "seed"], &["json"])?;
    let plan = plan(game, &arguments.options)?;
    let limit: Option<u64> = arguments.value("playouts")?;
    let seconds: Option<f64> = arguments.value("seconds")?;
    if limit == Some(0) || seconds.is_some_and(|seconds| seconds.is_nan() || seconds <= 0.0) {
        return Err(
            "at least one playout is needed: give `--playouts` or `--seconds` above 0".into(),
        );
    }
    let seconds = seconds.unwrap_or(if limit.is_some() { f64::INFINITY } else { 5.0 });
    let mut random = Random::new(arguments.value("seed")?.unwrap_or(1));
    let mut engine = engine::start(&plan);
    let start = Instant::now();
    let before = cpu_seconds(start);
    let mut batch_end = start;
    let batch = if limit.is_some() { 1 } else { 16 };
    let mut progress = Progress::new();
    let tally = playouts::run(&mut *engine, &mut random, batch, |tally| {
        // Reading the clock costs as much as a move: once in 16 games is enough.
        batch_end = Instant::now();
        progress.show(|| format!("{} playouts (Ctrl-C stops)", tally.playouts));
        (batch_end - start).as_secs_f64() < seconds
            && limit.is_none_or(|limit| tally.playouts < limit)
    });
    let cpu = (cpu_seconds(start) - before).max(0.0);
    drop(progress);
    if arguments.has("json") {
        println!("{}", tally_json(&plan, &tally, cpu));
    } else {
        print_tally(&plan, &tally, cpu);
    }
    Ok(ExitCode::SUCCESS)
}

fn tally_json(plan: &Plan, tally: &Tally, cpu_seconds: f64) -> serde_json::Value {
    let options: serde_json::Map<String, serde_json::Value> = plan
        .options
        .iter()
        .map(|(name, value)| (name.clone(), number_or_text(value)))
        .collect();
    let mut results = serde_json::Map::new();
    for (player, wins) in tally.results.iter().enumerate().skip(1) {
        results.insert(player.to_string(), (*wins).into());
    }
    results.insert("draw".into(), tally.results[0].into());
    let speed = tally.speed(cpu_seconds);
    json!({"game": plan.name, "options": options, "playouts": tally.playouts, "moves": tally.moves,
        "cpu_seconds": cpu_seconds, "playouts_per_cpu_second": speed.map(|speed| speed.playouts),
        "moves_per_cpu_second": speed.map(|speed| speed.moves),
        "mean_length": tally.mean_length(), "deviation": tally.deviation(), "results": results})
}

fn print_tally(plan: &Plan, tally: &Tally, cpu_seconds: f64) {
    let (count, title) = (tally.playouts, &plan.title);
    match tally.speed(cpu_seconds) {
        Some(speed) => println!(
            "{count} playouts of {title} in {cpu_seconds:.2} CPU seconds: {:.0} a second",
            speed.playouts
        ),
        None => println!(
            "{count} playouts of {title}, too few to tell how fast: play more of them, or give `--seconds 5`"
        ),
    }
    println!(
        "mean length {:.2}, deviation {:.2}",
        tally.mean_length(),
        tally.deviation()
    );
    for (player, wins) in tally.results.iter().enumerate() {
        let name = if player == 0 {
            "draw".to_string()
        } else {
            format!("player {player}")
        };
        println!(
            "{name:9} {:.4}",
            *wins as f64 / tally.playouts.max(1) as f64
        );
    }
}

fn number_or_text(text: &str) -> serde_json::Value {
    text.parse::<u32>().map_or_else(|_| text.into(), Into::into)
}

fn replay_line(line: &str) -> Result<(), String> {
    let record: RecordedGame =
        crate::json::read(line).map_err(|error| format!("no record: {error}"))?;
    record
        .replay()
        .map_err(|error| format!("{}: {error}", record.game))
}

fn replay(files: &[String]) -> Outcome {
    let (mut passed, mut failed) = (0u64, 0u64);
    for file in files {
        let mut reader: Box<dyn BufRead> = if file == "-" {
            Box::new(std::io::stdin().lock())
        } else {
            match std::fs::File::open(file) {
                Ok(file) => Box::new(std::io::BufReader::new(file)),
                Err(error) => {
                    println!("{file}: {error}");
                    failed += 1;
                    continue;
                }
            }
        };
        for number in 1.. {
            let line = match input::line(&mut reader) {
                Ok(None) => break,
                Ok(Some(line)) if line.trim().is_empty() => continue,
                Ok(Some(line)) => line,
                // It would be the same for every line that follows.
                Err(error) => {
                    println!("{file}:{number}: {error}");
                    failed += 1;
                    break;
                }
            };
            match replay_line(&line) {
                Ok(()) => passed += 1,
                Err(error) => {
                    println!("{file}:{number}: {error}");
                    failed += 1;
                }
            }
        }
    }
    println!("{passed} passed, {failed} failed");
    Ok(if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
