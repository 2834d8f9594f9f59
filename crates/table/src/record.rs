//! A game written down: what was played and how it ended, enough to come to the very same table again.
//!
//! A recorded move says what it does in the numbers of the position, which follow from the start and the moves before it
//! and from nothing else. How it looked (a curve, redrawings) stands beside that and may be lost without harm.

use crate::state::{Asked, Phase, Players};
use crate::{Clock, Ended, Game, Player, Rules, Table};
use drawing::PictureHash;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The moves of a game and its end. What kind of game and where it started stands beside it, not in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record<M> {
    /// Who moved first.
    pub starter: Player,
    /// Every move, in order.
    pub moves: Vec<M>,
    /// How often the picture was redrawn after the last of them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub redrawn: u32,
    /// How the game ended; absent while it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ended>,
}

/// Everything that decides how a table goes on: what a server keeps, and what it sends to whoever has missed too much.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot<S, M> {
    /// Where the game began.
    pub start: S,
    /// What was agreed.
    pub rules: Rules,
    /// Where the opening stands.
    pub phase: Phase,
    /// How many moves belong to the opening.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub opened: u32,
    /// The game so far.
    pub record: Record<M>,
    /// The moves taken back, the next to play again last.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub undone: Vec<M>,
    /// A take-back that waits for answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Asked>,
    /// Who would like to play again.
    #[serde(default)]
    pub again: Players,
    /// The clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// How many games were played here before this one.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub round: u32,
    /// The picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<PictureHash>,
    /// The picture itself, as text: with it nothing has to be drawn again, and nobody comes to another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<String>,
}

/// A record whose moves cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// Which move, from 0.
    pub index: usize,
    /// Why not.
    pub reason: String,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "move {} of the record cannot be played: {}",
            self.index + 1,
            self.reason
        )
    }
}

impl std::error::Error for ReplayError {}

/// More moves than any game of ours can have: a bound on what a pasted record may ask for.
const MOVES_MAX: usize = 4096;

impl<M: Clone + PartialEq + fmt::Debug> Record<M> {
    /// Plays the record on a fresh game.
    pub fn replay<G: Game<Move = M>>(
        &self,
        game: G,
        rules: Rules,
    ) -> Result<Table<G>, ReplayError> {
        if self.moves.len() > MOVES_MAX {
            let reason = format!("a record has at most {MOVES_MAX} moves");
            return Err(ReplayError {
                index: MOVES_MAX,
                reason,
            });
        }
        let mut table = self.seat(game, rules)?;
        for (index, m) in self.moves.iter().enumerate() {
            if let Err(refused) = table.replay(m) {
                return Err(ReplayError {
                    index,
                    reason: refused.to_string(),
                });
            }
        }
        for _ in 0..self.redrawn {
            // A game redraws only so often; more is not asked of it.
            if !table.game_mut().redraw() {
                break;
            }
        }
        self.end(&mut table);
        Ok(table)
    }

    /// The table of a game that stands at the end of this record already.
    pub(crate) fn resume<G: Game<Move = M>>(
        &self,
        game: G,
        rules: Rules,
    ) -> Result<Table<G>, ReplayError> {
        let mut table = self.seat(game, rules)?;
        self.end(&mut table);
        Ok(table)
    }

    fn seat<G: Game<Move = M>>(&self, game: G, rules: Rules) -> Result<Table<G>, ReplayError> {
        let table = Table::started(game, rules, self.starter);
        let stranger = |player: Player| player as usize >= table.players();
        let left = self.ended.and_then(|ended| ended.winner.or(ended.by));
        if stranger(self.starter) || left.is_some_and(stranger) {
            let reason = format!("this game has {} players", table.players());
            return Err(ReplayError { index: 0, reason });
        }
        Ok(table)
    }

    fn end<G: Game<Move = M>>(&self, table: &mut Table<G>) {
        match self.ended {
            Some(ended) if table.ended().is_none() => {
                table.end(ended);
            }
            _ => {}
        }
    }
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}
