//! `match` for connection games: levels and programs play many games against each other, from openings drawn by a seed, each
//! of them twice with exchanged colours.
//!
//! Levels are bound by processor time or playouts, so that a busy machine makes nobody weaker.

use super::Outcome;
use super::connection::{Arguments, Failure, plan};
use super::gtp::program::{Chosen, Program};
use super::gtp::{effort, level_of};
use super::thinker::{Effort, Thinker};
use crate::output;
use connection::engine::{self, Engine, Status};
use connection::moves::Move;
use connection::plan::{Colour, Plan};
use connection::random::Random;
use connection::vertex;
use serde_json::json;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use terminal::{Progress, interrupt};

/// A program that does not say otherwise may take so long for a move.
const PATIENCE_S: f64 = 60.0;

/// Plays the match that the arguments after a game's name describe.
pub fn play(game: &str, rest: &[String]) -> Outcome {
    let known = [
        "first", "second", "games", "seconds", "playouts", "threads", "seed", "opening",
        "patience", "records",
    ];
    let arguments = Arguments::read(rest, &known, &["json"])?;
    let plan = plan(game, &arguments.options)?;
    if plan.players != 2 {
        return Err("a match is between two: choose the options for two players".into());
    }
    let player = |name: &str| -> Result<Player, Failure> {
        let text: Option<String> = arguments.value(name)?;
        let text = text.ok_or_else(|| {
            format!(
                "--{name} says who plays: easy, medium, strong, master (`master:5000` with 5,000 playouts a move), random or program:COMMAND"
            )
        })?;
        let patience = arguments.value("patience")?.unwrap_or(PATIENCE_S);
        if !(patience > 0.0 && patience < 1e6) {
            return Err("--patience is a number of seconds above 0".into());
        }
        Player::new(
            &text,
            effort(&arguments, 1)?,
            Duration::from_secs_f64(patience),
        )
    };
    let games = arguments.value("games")?.unwrap_or(20);
    if games == 0 {
        return Err("--games is how many games are played and must be above 0".into());
    }
    let records: Option<String> = arguments.value("records")?;
    if let Some(file) = &records {
        output::check(file.as_ref())?;
    }
    let mut played = Match {
        players: [player("first")?, player("second")?],
        games,
        seed: arguments.value("seed")?.unwrap_or(1),
        opening: arguments.value("opening")?.unwrap_or(1),
        effort: effort(&arguments, 1)?,
        plan,
        results: [0; 3],
        by_colour: [[0; 2]; 2],
        failures: Vec::new(),
        records: Vec::new(),
        moves: 0,
    };
    let interrupted = interrupt::watch()?;
    for player in &mut played.players {
        if let Player::Level(thinker, _) = player {
            thinker.heed(&interrupted);
        }
    }
    let finished = played.run(&interrupted)?;
    played.report(arguments.has("json"));
    if let Some(file) = &records {
        output::write_or_rescue(file.as_ref(), played.records.join("\n") + "\n")?;
    }
    Ok(if finished {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

enum Player {
    Random(Random),
    /// As it was asked for.
    Level(Box<Thinker>, String),
    Program(Box<Program>),
}

impl Player {
    fn new(text: &str, effort: Effort, patience: Duration) -> Result<Player, Failure> {
        if let Some(command) = text.strip_prefix("program:") {
            let program = Program::start(command, patience)
                .map_err(|error| format!("program `{command}`: {error}"))?;
            return Ok(Player::Program(Box::new(program)));
        }
        if text == "random" {
            return Ok(Player::Random(Random::new(0)));
        }
        let (level, effort) = match text.split_once(':') {
            None => (text, effort),
            Some((level, playouts)) => (level, held_to(playouts, effort)?),
        };
        let thinker = Thinker::new(level_of(level)?, effort, 0);
        Ok(Player::Level(Box::new(thinker), text.to_owned()))
    }

    fn name(&self) -> String {
        match self {
            Player::Random(_) => "random".into(),
            Player::Level(_, name) => name.clone(),
            Player::Program(program) => program.name().into(),
        }
    }

    fn new_game(&mut self, plan: &Plan, effort: Effort, seed: u64) -> Result<(), String> {
        match self {
            Player::Random(random) => *random = Random::new(seed),
            Player::Level(thinker, _) => thinker.new_game(seed),
            Player::Program(program) => program.new_game(plan, effort.seconds)?,
        }
        Ok(())
    }

    /// A move in a running game; an error costs the game.
    fn choose(&mut self, position: &Position) -> Result<Chosen, String> {
        let engine = &*position.engine;
        match self {
            Player::Random(random) => Ok(Chosen::Move(engine.fork().sample(random))),
            Player::Level(thinker, _) => {
                let chosen = thinker.choose(engine, position.swapped, &mut |_| {});
                Ok(Chosen::Move(chosen))
            }
            Player::Program(program) => {
                let colour = position.told(engine.mover());
                let chosen = program.choose(engine.plan(), colour)?;
                let Chosen::Move(chosen) = chosen else {
                    return Ok(chosen);
                };
                let chosen = position.seen(chosen);
                match engine.is_legal(chosen) {
                    true => Ok(Chosen::Move(chosen)),
                    false => Err(format!(
                        "it played {}, which is not legal",
                        vertex::write(engine.plan(), chosen)
                    )),
                }
            }
        }
    }

    /// Hears a move that it did not choose itself.
    fn hear(&mut self, position: &Position, colour: Colour, played: Move) -> Result<(), String> {
        if let Player::Program(program) = self {
            let plan = position.engine.plan();
            program.play(plan, position.told(colour), position.seen(played))?;
        }
        Ok(())
    }

    /// Moves, processor seconds and playouts so far, as far as they are known.
    fn work(&self) -> serde_json::Value {
        match self {
            Player::Random(_) => json!({}),
            Player::Level(thinker, _) => json!({
                "moves": thinker.moves,
                "cpu_seconds_a_move": thinker.seconds / thinker.moves.max(1) as f64,
                "playouts_a_move": thinker.playouts as f64 / thinker.moves.max(1) as f64,
            }),
            Player::Program(program) => json!({"cpu_seconds": program.seconds()}),
        }
    }

    /// The same for people; nothing where there is nothing to tell.
    fn work_in_words(&self) -> Option<String> {
        match self {
            Player::Random(_) => None,
            Player::Level(thinker, _) => {
                let moves = thinker.moves.max(1) as f64;
                Some(format!(
                    "{} moves, for each {:.0} playouts and {:.3} s of processor time",
                    thinker.moves,
                    thinker.playouts as f64 / moves,
                    thinker.seconds / moves
                ))
            }
            Player::Program(program) => program
                .seconds()
                .map(|seconds| format!("{seconds:.2} s of processor time in all")),
        }
    }
}

/// The effort with a number of playouts for this player alone.
fn held_to(playouts: &str, effort: Effort) -> Result<Effort, Failure> {
    match playouts.parse() {
        Ok(playouts @ 1..) => Ok(Effort {
            playouts: Some(playouts),
            ..effort
        }),
        _ => {
            Err(format!("{playouts:?} is no number of playouts a move, such as master:5000").into())
        }
    }
}

/// A game of the match.
struct Position {
    engine: Box<dyn Engine>,
    swapped: bool,
    moves: Vec<Move>,
}

impl Position {
    /// Which person plays a colour, 0 or 1.
    fn person(&self, colour: Colour) -> usize {
        usize::from(self.swapped ^ (colour.0 == 2))
    }

    /// Programs see the board mirrored once somebody has swapped pieces.
    fn is_mirrored(&self) -> bool {
        self.swapped && vertex::is_rhombus(self.engine.plan())
    }

    fn told(&self, colour: Colour) -> Colour {
        Colour(if self.is_mirrored() {
            3 - colour.0
        } else {
            colour.0
        })
    }

    /// A move as a program sees it, or the move that a program means.
    fn seen(&self, played: Move) -> Move {
        match self.is_mirrored() {
            true => vertex::mirrored(self.engine.plan(), played),
            false => played,
        }
    }

    fn play(&mut self, played: Move) {
        self.engine.play(played);
        self.moves.push(played);
        self.swapped |= played == Move::SWAP;
    }
}

struct Match {
    plan: Arc<Plan>,
    players: [Player; 2],
    games: u32,
    seed: u64,
    /// How many random moves an opening has.
    opening: u32,
    effort: Effort,
    /// Won by the first, drawn, won by the second.
    results: [u32; 3],
    /// Wins of each of the two, when it began and when it did not.
    by_colour: [[u32; 2]; 2],
    failures: Vec<String>,
    records: Vec<String>,
    moves: u64,
}

impl Match {
    /// Plays all games; false when it was interrupted.
    fn run(&mut self, interrupted: &AtomicBool) -> Result<bool, Failure> {
        let mut progress = Progress::new();
        for number in 0..self.games {
            let Some(winner) = self.game(number, interrupted)? else {
                return Ok(false);
            };
            match winner {
                None => self.results[1] += 1,
                Some(side) => {
                    self.results[2 * side] += 1;
                    let began = side == number as usize % 2;
                    self.by_colour[side][usize::from(!began)] += 1;
                }
            }
            let [won, drawn, lost] = self.results;
            progress.show(|| {
                let played = number + 1;
                format!(
                    "game {played} of {}: {won} won, {drawn} drawn, {lost} lost",
                    self.games
                )
            });
        }
        Ok(true)
    }

    /// One game: who won it, if anybody did; nothing when interrupted.
    fn game(
        &mut self,
        number: u32,
        interrupted: &AtomicBool,
    ) -> Result<Option<Option<usize>>, Failure> {
        let seed = self
            .seed
            .wrapping_mul(1 << 20)
            .wrapping_add(u64::from(number));
        let opening = self.draw_opening(number);
        let mut position = Position {
            engine: engine::start(&self.plan),
            swapped: false,
            moves: Vec::new(),
        };
        // Which of the two is the first person.
        let first = number as usize % 2;
        for side in 0..2 {
            let player = &mut self.players[side];
            let begun = player.new_game(&self.plan, self.effort, seed << 8 | side as u64);
            begun.map_err(|error| format!("{}: {error}", player.name()))?;
        }
        let mut lost = None;
        while position.engine.status() == Status::Running && lost.is_none() {
            if interrupted.load(Relaxed) {
                return Ok(None);
            }
            let mover = position.engine.mover();
            let side = first ^ position.person(mover);
            let from_opening = opening.get(position.moves.len()).copied();
            let chosen = match from_opening {
                Some(chosen) => Ok(Chosen::Move(chosen)),
                None => self.players[side].choose(&position),
            };
            match chosen {
                Ok(Chosen::Move(chosen)) => {
                    for (hearer, player) in self.players.iter_mut().enumerate() {
                        if (hearer != side || from_opening.is_some())
                            && let Err(error) = player.hear(&position, mover, chosen)
                        {
                            self.failures.push(format!("{}: {error}", player.name()));
                            lost = Some(hearer);
                        }
                    }
                    position.play(chosen);
                }
                Ok(Chosen::Resign) => lost = Some(side),
                Err(error) => {
                    self.failures
                        .push(format!("{}: {error}", self.players[side].name()));
                    lost = Some(side);
                }
            }
        }
        self.moves += position.moves.len() as u64;
        let winner = match (lost, position.engine.status()) {
            (Some(side), _) => Some(1 - side),
            (None, Status::Won(colour)) => Some(first ^ position.person(colour)),
            _ => None,
        };
        self.keep_record(&position, first, winner);
        Ok(Some(winner))
    }

    fn keep_record(&mut self, position: &Position, first: usize, winner: Option<usize>) {
        let words: Vec<String> = position
            .moves
            .iter()
            .map(|one| vertex::write(&self.plan, *one))
            .collect();
        self.records.push(
            json!({"game": self.plan.name, "began": if first == 0 { "first" } else { "second" },
            "winner": winner.map(|side| ["first", "second"][side]), "moves": words.join(" ")})
            .to_string(),
        );
    }

    /// Random moves, the same for both games of a pair, that end no game and swap nothing.
    fn draw_opening(&self, number: u32) -> Vec<Move> {
        let mut random = Random::new(
            self.seed
                .wrapping_mul(0x9e37)
                .wrapping_add(u64::from(number / 2)),
        );
        let mut engine = engine::start(&self.plan);
        let mut moves = Vec::new();
        for _ in 0..1000 {
            if moves.len() as u32 == self.opening {
                break;
            }
            let drawn = engine.sample(&mut random);
            if drawn == Move::SWAP || drawn == Move::PASS {
                continue;
            }
            engine.play(drawn);
            if engine.status() != Status::Running {
                engine.undo();
                continue;
            }
            moves.push(drawn);
        }
        moves
    }

    fn report(&self, as_json: bool) {
        let [won, drawn, lost] = self.results;
        let games = won + drawn + lost;
        let score = f64::from(won) + f64::from(drawn) / 2.0;
        let (low, high) = interval(score, f64::from(games));
        let names = self.players.each_ref().map(Player::name);
        if as_json {
            let options: serde_json::Map<String, serde_json::Value> = self
                .plan
                .options
                .iter()
                .map(|(name, value)| (name.clone(), value.as_str().into()))
                .collect();
            println!(
                "{}",
                json!({
                    "game": self.plan.name, "options": options, "first": names[0], "second": names[1], "games": games,
                    "won": won, "drawn": drawn, "lost": lost, "score": score / f64::from(games.max(1)),
                    "low": low, "high": high, "won_beginning": self.by_colour[0][0], "won_following": self.by_colour[0][1],
                    "lost_beginning": self.by_colour[1][1], "lost_following": self.by_colour[1][0],
                    "seed": self.seed, "opening": self.opening, "seconds": self.effort.seconds, "playouts": self.effort.playouts,
                    "moves": self.moves, "first_work": self.players[0].work(), "second_work": self.players[1].work(),
                    "failures": self.failures,
                })
            );
            return;
        }
        println!(
            "{} against {}, {games} {} of {}: {won} won, {drawn} drawn, {lost} lost; score {:.1} %, with 95 % certainty between {:.1} and {:.1} %",
            names[0],
            names[1],
            if games == 1 { "game" } else { "games" },
            self.plan.title,
            100.0 * score / f64::from(games.max(1)),
            100.0 * low,
            100.0 * high
        );
        println!(
            "{} won {} games that it began and {} that it did not",
            names[0], self.by_colour[0][0], self.by_colour[0][1]
        );
        for (name, player) in names.iter().zip(&self.players) {
            if let Some(work) = player.work_in_words() {
                println!("{name}: {work}");
            }
        }
        for failure in &self.failures {
            println!("{failure}");
        }
    }
}

/// The interval in which the true share lies with 95 % certainty (Wilson).
fn interval(score: f64, games: f64) -> (f64, f64) {
    if games == 0.0 {
        return (0.0, 1.0);
    }
    const Z: f64 = 1.96;
    let share = score / games;
    let centre = share + Z * Z / (2.0 * games);
    let spread = Z * (share * (1.0 - share) / games + Z * Z / (4.0 * games * games)).sqrt();
    let whole = 1.0 + Z * Z / games;
    (
        ((centre - spread) / whole).max(0.0),
        ((centre + spread) / whole).min(1.0),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_that_of_the_tables() {
        let near = |(low, high): (f64, f64), wanted: (f64, f64)| {
            assert!(
                (low - wanted.0).abs() < 5e-4 && (high - wanted.1).abs() < 5e-4,
                "{low} {high}"
            );
        };
        near(interval(10.0, 20.0), (0.2993, 0.7007));
        near(interval(0.0, 10.0), (0.0, 0.2775));
        near(interval(100.0, 100.0), (0.963, 1.0));
    }
}
