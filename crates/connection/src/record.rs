//! Recorded games: replaying one move by move and comparing everything it claims.
//!
//! Knows the shape of a record; reading the file is the caller's.

use crate::board::SiteId;
use crate::engine::{self, Engine, Status};
use crate::language::{Description, PlanError};
use crate::library;
use crate::moves::{self, Move};
use crate::plan::{Colour, HEIGHT_MAX, Plan};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// A game as it is written down, one JSON object a line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RecordedGame {
    /// The name of the game.
    pub game: String,
    /// Its options.
    #[serde(default)]
    pub options: BTreeMap<String, serde_json::Value>,
    /// The whole description, where the game is none of the library's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// All stones before the first move, as `3,4:2`, where somebody set them up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<Vec<String>>,
    /// Which game of its configuration.
    #[serde(default)]
    pub seed: u64,
    /// The moves.
    pub moves: Vec<String>,
    /// The number of legal moves before each of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<u32>>,
    /// Stones removed by each of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captures: Option<Vec<u32>>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<RecordedResult>,
}

/// How a recorded game ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RecordedResult {
    /// The colour that won, 0 for nobody.
    pub winner: u8,
    /// The scores of colours 1, 2, …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<Vec<u64>>,
}

impl RecordedResult {
    /// Compares it with how the game has ended on an engine.
    fn compare(&self, engine: &dyn Engine) -> Result<(), ReplayError> {
        let judged = match engine.status() {
            Status::Running => return Err(ReplayError::Unfinished),
            Status::Won(colour) => colour.0,
            Status::Draw => 0,
        };
        if judged != self.winner {
            return Err(ReplayError::Winner {
                recorded: self.winner,
                judged,
            });
        }
        let Some(recorded) = &self.scores else {
            return Ok(());
        };
        let counted = engine.scores();
        let same = counted
            .iter()
            .copied()
            .eq(recorded.iter().map(|&score| u128::from(score)));
        match same {
            true => Ok(()),
            false => Err(ReplayError::Scores {
                recorded: recorded.clone(),
                counted,
            }),
        }
    }
}

/// Where a record and the rules part.
#[derive(Clone, PartialEq, Debug)]
pub enum ReplayError {
    /// There is no such game.
    UnknownGame(String),
    /// The options make no game.
    Plan(PlanError),
    /// A stone of the position set up that cannot be read or stands where another does.
    Setup(String),
    /// Moves and counts do not match in number.
    Lengths,
    /// The game was over before this ply.
    OverBefore(usize),
    /// A move that cannot be read.
    Unreadable(usize, String),
    /// A move that is not legal.
    Illegal(usize, String),
    /// Another number of legal moves.
    Legal {
        /// The ply, from 0.
        ply: usize,
        /// As recorded.
        recorded: u32,
        /// As counted.
        counted: u32,
    },
    /// Another number of captured stones.
    Captures {
        /// The ply, from 0.
        ply: usize,
        /// As recorded.
        recorded: u32,
        /// As counted.
        counted: u32,
    },
    /// The record ends but the game does not.
    Unfinished,
    /// Another winner.
    Winner {
        /// As recorded.
        recorded: u8,
        /// As judged.
        judged: u8,
    },
    /// Other scores.
    Scores {
        /// As recorded.
        recorded: Vec<u64>,
        /// As counted.
        counted: Vec<u128>,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::UnknownGame(name) => {
                write!(f, "there is no game {name}; `rhizome games` lists them")
            }
            ReplayError::Plan(error) => error.fmt(f),
            ReplayError::Setup(text) => {
                write!(
                    f,
                    "{text:?} cannot be set up; a stone looks like `c4:2`, and each site holds one"
                )
            }
            ReplayError::Lengths => {
                write!(f, "`legal` or `captures` has another length than `moves`")
            }
            ReplayError::OverBefore(ply) => {
                write!(f, "ply {ply}: the game was over before this move")
            }
            ReplayError::Unreadable(ply, text) => {
                write!(f, "ply {ply}: {text:?} is no move on this board")
            }
            ReplayError::Illegal(ply, text) => write!(f, "ply {ply}: {text} is not legal"),
            ReplayError::Legal {
                ply,
                recorded,
                counted,
            } => {
                write!(
                    f,
                    "ply {ply}: {recorded} legal moves recorded, {counted} counted"
                )
            }
            ReplayError::Captures {
                ply,
                recorded,
                counted,
            } => {
                write!(
                    f,
                    "ply {ply}: {recorded} captures recorded, {counted} counted"
                )
            }
            ReplayError::Unfinished => write!(f, "the record ends before the game does"),
            ReplayError::Winner { recorded, judged } => {
                write!(f, "winner {recorded} recorded, {judged} by the rules")
            }
            ReplayError::Scores { recorded, counted } => {
                write!(f, "scores {recorded:?} recorded, {counted:?} counted")
            }
        }
    }
}

impl std::error::Error for ReplayError {}

impl RecordedGame {
    /// The options as names and written values.
    pub fn option_texts(&self) -> Vec<(String, String)> {
        let text = |value: &serde_json::Value| match value {
            serde_json::Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        self.options
            .iter()
            .map(|(name, value)| (name.clone(), text(value)))
            .collect()
    }

    /// A record of moves and nothing else.
    pub fn new(
        game: &str,
        options: BTreeMap<String, serde_json::Value>,
        moves: Vec<String>,
    ) -> RecordedGame {
        RecordedGame {
            game: game.to_string(),
            options,
            description: None,
            setup: None,
            seed: 0,
            moves,
            legal: None,
            captures: None,
            result: None,
        }
    }

    /// The plan of the recorded game: of its own description, or found in the library.
    pub fn plan(&self) -> Result<Plan, ReplayError> {
        if let Some(text) = &self.description {
            let wrong = |error| ReplayError::Plan(PlanError::Language(error));
            return self.plan_of(&Description::parse(text).map_err(wrong)?);
        }
        let game =
            library::game(&self.game).ok_or_else(|| ReplayError::UnknownGame(self.game.clone()))?;
        self.plan_of(game)
    }

    /// The plan of the recorded game when it is this one.
    pub fn plan_of(&self, game: &Description) -> Result<Plan, ReplayError> {
        let mut plan = game.plan(&self.option_texts()).map_err(ReplayError::Plan)?;
        if let Some(stones) = &self.setup {
            plan.start.clear();
            plan.heights.clear();
            plan.first_ways.clear();
            for text in stones {
                set_up(&mut plan, text)?;
            }
        }
        Ok(plan)
    }

    /// Replays the record with the fastest engine for its game.
    pub fn replay(&self) -> Result<(), ReplayError> {
        self.replay_with(&mut *engine::start(&Arc::new(self.plan()?)))
    }

    /// Replays the record on an engine at the start of its game and compares everything.
    pub fn replay_with(&self, engine: &mut dyn Engine) -> Result<(), ReplayError> {
        let plan = engine.plan().clone();
        let lists = [&self.legal, &self.captures];
        if lists
            .into_iter()
            .flatten()
            .any(|list| list.len() != self.moves.len())
        {
            return Err(ReplayError::Lengths);
        }
        for ply in 0..self.moves.len() {
            self.replay_move(engine, &plan, ply)?;
        }
        match &self.result {
            Some(result) => result.compare(engine),
            None => Ok(()),
        }
    }

    fn replay_move(
        &self,
        engine: &mut dyn Engine,
        plan: &Plan,
        ply: usize,
    ) -> Result<(), ReplayError> {
        let text = &self.moves[ply];
        if engine.status() != Status::Running {
            return Err(ReplayError::OverBefore(ply));
        }
        let counted = engine.legal_count();
        if let Some(&recorded) = self.legal.as_ref().map(|list| &list[ply])
            && recorded != counted
        {
            return Err(ReplayError::Legal {
                ply,
                recorded,
                counted,
            });
        }
        let unreadable = || ReplayError::Unreadable(ply, text.clone());
        let mut played = Move::parse(text, plan, engine.mover()).ok_or_else(unreadable)?;
        // In a turn made of actions the site says which stone comes.
        if !engine.due().is_empty() && !text.contains(':') {
            played = engine.with_colour(played);
        }
        if !engine.is_legal(played) {
            return Err(ReplayError::Illegal(ply, text.clone()));
        }
        engine.play(played);
        let counted = engine.captured();
        match self.captures.as_ref().map(|list| list[ply]) {
            Some(recorded) if recorded != counted => Err(ReplayError::Captures {
                ply,
                recorded,
                counted,
            }),
            _ => Ok(()),
        }
    }

    /// Writes down a finished or running game.
    pub fn of(engine: &dyn Engine, moves: &[Move], seed: u64) -> RecordedGame {
        let plan = engine.plan();
        let value = |text: &String| match text.parse::<u32>() {
            Ok(number) => number.into(),
            Err(_) => text.clone().into(),
        };
        let winner = match engine.status() {
            Status::Won(Colour(winner)) => Some(winner),
            Status::Draw => Some(0),
            Status::Running => None,
        };
        let options = plan.options.iter();
        let options = options.map(|(name, text)| (name.clone(), value(text)));
        let texts = moves.iter().map(|played| played.text(plan)).collect();
        RecordedGame {
            seed,
            result: winner.map(|winner| RecordedResult {
                winner,
                scores: None,
            }),
            ..RecordedGame::new(&plan.name, options.collect(), texts)
        }
    }
}

/// Puts a stone, written `3,4:2` or `d5:2`, or a stack, written `3,4:2x3`, on the board before the first move.
pub fn set_up(plan: &mut Plan, text: &str) -> Result<(), ReplayError> {
    let stone = || {
        let (site, colour) = text.trim().split_once(':')?;
        let site = plan.board.parse_site(site)?;
        let (colour, height) = match colour.split_once('x') {
            Some((colour, height)) => (colour, height.parse().ok()?),
            None => (colour, 1),
        };
        let colour = moves::parse_colour(colour, plan)?;
        let free = plan.start.iter().all(|(other, _)| *other != site);
        let stacks = plan.moves.settle.is_some() && (1..=HEIGHT_MAX).contains(&height);
        (free && (stacks || height == 1)).then_some((site, colour, height))
    };
    let (site, colour, height) = stone().ok_or_else(|| ReplayError::Setup(text.to_string()))?;
    plan.start.push((site, colour));
    // Who sets a position up has opened the game.
    plan.first_ways.clear();
    if height > 1 {
        plan.heights.push((site, height));
    }
    Ok(())
}

/// The stones before the first move, each written `3,4:2`, and stacks `3,4:2x3`.
pub fn setup_texts(plan: &Plan) -> Vec<String> {
    let stone = |(site, colour): &(SiteId, Colour)| {
        let number = if colour.is_owned() { colour.0 } else { 0 };
        let high = plan.heights.iter().find(|(other, _)| other == site);
        let height = high.map_or_else(String::new, |(_, height)| format!("x{height}"));
        format!("{}:{number}{height}", plan.board.label(*site))
    };
    plan.start.iter().map(stone).collect()
}

/// The stones on the board as text, a character a site, for tests and messages.
pub fn stones(engine: &dyn Engine) -> String {
    let site = |site: SiteId| char::from(b'0' + engine.stone(site).0).to_string();
    engine
        .plan()
        .board
        .ids()
        .map(|id| site(id).replace('0', "."))
        .collect()
}
