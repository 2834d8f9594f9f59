//! A game written down: what was played and how it ended, enough to come to the very same table again.

use crate::{Ended, Game, Player, Rules, Table};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The moves of a game and its end. What kind of game and where it started stands beside it, not in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record<M> {
    /// Who moved first.
    pub starter: Player,
    /// Every move, in order.
    pub moves: Vec<M>,
    /// How the game ended; absent while it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ended>,
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
        let mut table = Table::started(game, rules, self.starter);
        let stranger = |player: Player| player as usize >= table.players();
        let left = self.ended.and_then(|ended| ended.winner.or(ended.by));
        if stranger(self.starter) || left.is_some_and(stranger) {
            let reason = format!("this game has {} players", table.players());
            return Err(ReplayError { index: 0, reason });
        }
        for (index, m) in self.moves.iter().enumerate() {
            if let Err(refused) = table.replay(m) {
                return Err(ReplayError {
                    index,
                    reason: refused.to_string(),
                });
            }
        }
        match self.ended {
            Some(ended) if table.ended().is_none() => table.end(ended),
            _ => {}
        }
        Ok(table)
    }
}
