//! `rhizome puzzles`: makes "find the only move" puzzles, each one drawn, each one proved: one different move wins, every
//! other one loses. It owns how puzzles are chosen and graded; positions and pictures come from the campaign's making.

use super::Outcome;
use super::campaign::{Level, candidates, draw};
use crate::output;
use crate::quantity;
use clap::Subcommand;
use serde_json::{Value, json};
use solver::{Limits, Solver, unlimited};
use sprouts::{Canonical, Ending};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;
use terminal::{Progress, meanwhile};

/// The commands of the puzzles.
#[derive(Subcommand)]
pub enum Command {
    /// Make puzzles in which one move wins and all others lose, and prove them (their file is part of the page)
    Puzzles {
        /// How many of each grade
        #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100))]
        each: u32,
        /// The same seed makes the same puzzles
        #[arg(long, default_value_t = 7, value_parser = quantity::seed)]
        seed: u64,
        /// Where to write them, as one JSON array
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
    },
}

impl Command {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let Self::Puzzles { each, seed, output } = self;
        output::check(&output)?;
        let made = make(each, seed)?;
        let lines: Vec<String> = made.iter().map(Value::to_string).collect();
        output::write_or_rescue(&output, format!("[\n{}\n]\n", lines.join(",\n")))?;
        println!("{} puzzles in {}", made.len(), output.display());
        Ok(ExitCode::SUCCESS)
    }
}

/// How many different moves a puzzle of each grade offers: the more there are, the longer one looks.
const GRADES: [RangeInclusive<usize>; 5] = [3..=8, 9..=13, 14..=19, 20..=28, 29..=70];

/// Positions with more lives are proved too slowly for a test to prove them all again.
const LIVES_MAX: u32 = 18;

/// Of every so many puzzles at most one is misère.
const MISERE_EVERY: usize = 4;

/// How many random games are looked through for every number of spots.
const GAMES: u64 = 300;

/// What a solver may use for all puzzles together.
const MEMORY_BYTES: u64 = 1 << 30;

/// Who wins, in both endings.
struct Judge {
    solver: Solver,
}

impl Judge {
    fn new() -> Self {
        Judge {
            solver: Solver::new(Limits {
                memory_bytes: MEMORY_BYTES,
                ..Default::default()
            }),
        }
    }

    /// Whether a position is lost for whoever moves.
    fn is_loss(&mut self, position: &Canonical, ending: Ending) -> bool {
        let outcome = self.solver.outcome(position, ending, &mut unlimited());
        outcome == Ok(sprouts::Outcome::Loss)
    }

    /// The one child that a winning move leads to, if there is exactly one.
    fn only_move(&mut self, children: &[Canonical], ending: Ending) -> Option<Canonical> {
        let mut found = None;
        for child in children {
            if self.is_loss(child, ending) && found.replace(child).is_some() {
                return None;
            }
        }
        found.cloned()
    }
}

fn make(each: u32, seed: u64) -> Result<Vec<Value>, Box<dyn std::error::Error>> {
    let mut judge = Judge::new();
    let mut by_grade: Vec<Vec<Value>> = vec![Vec::new(); GRADES.len()];
    let each = each as usize;
    let positions = meanwhile("playing games", || {
        candidates(seed, GAMES).map_err(|error| error.to_string())
    })?;
    let mut progress = Progress::new();
    let all = positions
        .into_iter()
        .filter(|(lives, _)| *lives <= LIVES_MAX);
    for level in interleaved(all.map(|(_, levels)| levels).collect()) {
        let children = level.position.children();
        let Some(grade) = GRADES
            .iter()
            .position(|range| range.contains(&children.len()))
        else {
            continue;
        };
        let made = by_grade[grade].len();
        if made >= each {
            continue;
        }
        progress.show(|| {
            let all: usize = by_grade.iter().map(Vec::len).sum();
            format!("{all} of {} puzzles (Ctrl-C stops)", each * GRADES.len())
        });
        let is_misere = |puzzle: &&Value| puzzle["ending"] == "misere";
        let misere = by_grade[grade].iter().filter(is_misere).count();
        let endings = match misere < each / MISERE_EVERY {
            true => &[Ending::Misere, Ending::Normal][..],
            false => &[Ending::Normal][..],
        };
        let found = endings.iter().find_map(|&ending| {
            let answer = judge.only_move(&children, ending)?;
            Some((ending, answer))
        });
        let Some((ending, answer)) = found else {
            continue;
        };
        let drawn = draw(&level)?;
        by_grade[grade].push(json!({
            "grade": grade + 1,
            "ending": if ending == Ending::Misere { "misere" } else { "normal" },
            "moves": children.len(),
            "answer": answer.to_string(),
            "map": drawn["map"],
        }));
    }
    match by_grade.iter().position(|made| made.len() < each) {
        Some(grade) => Err(format!(
            "there are not so many of grade {}; ask for fewer",
            grade + 1
        )
        .into()),
        None => Ok(by_grade.into_iter().flatten().collect()),
    }
}

/// One of each list in turn, so that no number of lives comes first in every grade.
fn interleaved(mut lists: Vec<Vec<Level>>) -> Vec<Level> {
    let mut all = Vec::new();
    while lists.iter().any(|list| !list.is_empty()) {
        all.extend(lists.iter_mut().filter_map(Vec::pop));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use drawing::PlanarMap;

    /// The puzzles that the page ships.
    fn shipped() -> Vec<Value> {
        let text = include_str!("../../../web/page/data/puzzles.json");
        serde_json::from_str(text).expect("the puzzles are JSON")
    }

    #[test]
    fn every_shipped_puzzle_has_exactly_one_move_that_wins() {
        let puzzles = shipped();
        assert_eq!(puzzles.len(), 100);
        let mut judge = Judge::new();
        let mut known = std::collections::BTreeSet::new();
        for (index, puzzle) in puzzles.iter().enumerate() {
            let map: PlanarMap = puzzle["map"].as_str().unwrap().parse().unwrap();
            assert_eq!(map.check(), Ok(()), "puzzle {}", index + 1);
            let position = map.labelled().position().unwrap().canonical();
            let ending = match puzzle["ending"].as_str().unwrap() {
                "misere" => Ending::Misere,
                _ => Ending::Normal,
            };
            let children = position.children();
            assert_eq!(puzzle["moves"], children.len());
            let grade = puzzle["grade"].as_u64().unwrap() as usize;
            assert_eq!(grade, index / 20 + 1);
            assert!(GRADES[grade - 1].contains(&children.len()));
            let answer = judge.only_move(&children, ending);
            assert_eq!(
                answer.map(|answer| answer.to_string()).as_deref(),
                puzzle["answer"].as_str(),
                "puzzle {}",
                index + 1
            );
            assert!(
                known.insert(position),
                "puzzle {} is there twice",
                index + 1
            );
        }
    }

    #[test]
    fn two_winning_moves_make_no_puzzle() {
        let mut judge = Judge::new();
        let position: sprouts::Position = "0*3".parse().unwrap();
        let children = position.canonical().children();
        let wins = children
            .iter()
            .filter(|child| judge.is_loss(child, Ending::Normal))
            .count();
        let only = judge.only_move(&children, Ending::Normal);
        assert_eq!(only.is_some(), wins == 1);
    }
}
