//! Many games of the computer, and what came of them: wins, forfeits, lengths, survivors, as text or JSON.

use super::seats::Seat;
use super::{Arguments, End, Game};
use crate::commands::Outcome;
use serde_json::json;
use sprouts::Ending;
use std::io::{self, Write};
use std::process::ExitCode;
use table::Written;

/// How many games were played, and how.
#[derive(Default)]
pub struct Summary {
    played: u32,
    wins: [u32; 2],
    forfeits: [u32; 2],
    moves: Spread,
    survivors: Spread,
}

impl Summary {
    /// Counts a game.
    pub fn add(&mut self, game: &Game, seats: &[Seat]) {
        self.played += 1;
        if let Some(winner) = game.winner {
            self.wins[winner] += 1;
            if let End::Forfeit(reason) = &game.end {
                self.forfeits[1 - winner] += 1;
                let name = seats[1 - winner].name();
                let (number, player) = (self.played, 2 - winner);
                eprintln!("game {number}: player {player} ({name}) forfeits: {reason}");
            }
        }
        if matches!(game.end, End::Over) {
            self.moves.add(game.table.len());
            self.survivors.add(game.survivors());
        }
    }

    /// Prints what was counted.
    pub fn print(&self, arguments: &Arguments, start: &Written, seats: &[Seat]) -> Outcome {
        let mut output = io::stdout().lock();
        if arguments.json {
            writeln!(output, "{}", self.json(arguments, start, seats))?;
            return Ok(ExitCode::SUCCESS);
        }
        let ending = match start.ending() {
            Ending::Normal => "normal play",
            Ending::Misere => "misère",
        };
        let played = self.played;
        let plural = if played == 1 { "game" } else { "games" };
        let (spots, seed) = (start.spots(), arguments.seed);
        writeln!(
            output,
            "{played} {plural} of {spots} spots, {ending}, seed {seed}"
        )?;
        let widths = seats.iter().map(|seat| seat.name().chars().count());
        let width = widths.max().unwrap_or_default();
        for (side, word) in ["first ", "second"].into_iter().enumerate() {
            let wins = self.wins[side];
            let share = 100.0 * f64::from(wins) / f64::from(played.max(1));
            let forfeits = match self.forfeits[side] {
                0 => String::new(),
                forfeits => format!(", forfeits {forfeits}"),
            };
            let name = seats[side].name();
            writeln!(
                output,
                "{word}  {name:<width$}  wins {wins} ({share:.1} %){forfeits}"
            )?;
        }
        if let (Some(moves_mean), Some(survivors_mean)) = (self.moves.mean(), self.survivors.mean())
        {
            writeln!(
                output,
                "moves {} to {}, mean {moves_mean:.2}; survivors {} to {}, mean {survivors_mean:.2}",
                self.moves.least.unwrap_or_default(),
                self.moves.most,
                self.survivors.least.unwrap_or_default(),
                self.survivors.most
            )?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn json(&self, arguments: &Arguments, start: &Written, seats: &[Seat]) -> serde_json::Value {
        let (wins, forfeits, moves, survivors) =
            (self.wins, self.forfeits, &self.moves, &self.survivors);
        json!({
            "games": self.played, "spots": start.spots(), "misere": start.ending() == Ending::Misere, "seed": arguments.seed,
            "first": seats[0].name(), "second": seats[1].name(),
            "first_wins": wins[0], "second_wins": wins[1],
            "first_forfeits": forfeits[0], "second_forfeits": forfeits[1],
            "moves_min": moves.least, "moves_mean": moves.mean(), "moves_max": moves.most,
            "survivors_min": survivors.least, "survivors_mean": survivors.mean(), "survivors_max": survivors.most,
        })
    }
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
