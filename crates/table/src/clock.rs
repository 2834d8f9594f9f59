//! A clock that never looks at the time: whoever calls says what time it is. It owns the time of every player and knows
//! nothing of moves.

use crate::{Player, SIDES_MAX};
use serde::{Deserialize, Serialize};

/// How much time the players have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TimeControl {
    /// So much for the whole game.
    Live {
        /// For the whole game, each.
        base_ms: u64,
        /// Added after each move.
        increment_ms: u64,
    },
    /// So much for every move, days perhaps. What is not used is not kept.
    Move {
        /// For each move.
        each_ms: u64,
    },
}

impl TimeControl {
    /// What a player has before the first move.
    fn base_ms(self) -> u64 {
        match self {
            TimeControl::Live { base_ms, .. } => base_ms,
            TimeControl::Move { each_ms } => each_ms,
        }
    }

    /// What a player has after a turn that left so much.
    fn after_turn_ms(self, left_ms: u64) -> u64 {
        match self {
            TimeControl::Live { increment_ms, .. } => left_ms.saturating_add(increment_ms),
            TimeControl::Move { each_ms } => each_ms,
        }
    }
}

/// A clock for every player, of which at most one runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    control: TimeControl,
    left_ms: [u64; SIDES_MAX],
    running: Option<(Player, u64)>,
}

impl Clock {
    /// All clocks full, none running.
    pub fn new(control: TimeControl) -> Self {
        Clock {
            control,
            left_ms: [control.base_ms(); SIDES_MAX],
            running: None,
        }
    }

    /// Time left for a player. A clock that is told an earlier time than before stands still rather than gaining.
    pub fn left_ms(&self, player: Player, now_ms: u64) -> u64 {
        let left = self.left_ms[player as usize];
        match self.running {
            Some((running, since_ms)) if running == player => {
                left.saturating_sub(now_ms.saturating_sub(since_ms))
            }
            _ => left,
        }
    }

    /// When the running clock will reach zero.
    pub fn flag_at_ms(&self) -> Option<u64> {
        self.running
            .map(|(player, since_ms)| since_ms.saturating_add(self.left_ms[player as usize]))
    }

    /// Stops the running clock and starts the next player's, if any. A finished turn earns what the control says.
    pub fn hand_to(&mut self, next: Option<Player>, now_ms: u64, finished_turn: bool) {
        if let Some((running, _)) = self.running {
            let left = self.left_ms(running, now_ms);
            self.left_ms[running as usize] = if finished_turn {
                self.control.after_turn_ms(left)
            } else {
                left
            };
        }
        self.running = next.map(|player| (player, now_ms));
    }

    /// Stops at the time of the last change, for whoever stops it knows no time.
    pub fn stop(&mut self) {
        self.running = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_costs_its_time_and_earns_the_increment() {
        let mut clock = Clock::new(TimeControl::Live {
            base_ms: 1000,
            increment_ms: 50,
        });
        clock.hand_to(Some(Player::Host), 100, false);
        assert_eq!(clock.flag_at_ms(), Some(1100));
        clock.hand_to(Some(Player::Guest), 400, true);
        assert_eq!(clock.left_ms(Player::Host, 9999), 750);
        assert_eq!(clock.left_ms(Player::Guest, 1300), 100);
        let early = clock.left_ms(Player::Guest, 300);
        assert_eq!(early, 1000, "time never runs backwards");
        assert_eq!(clock.left_ms(Player::Guest, 5000), 0);
    }

    #[test]
    fn days_for_a_move_are_full_again_after_it() {
        let mut clock = Clock::new(TimeControl::Move { each_ms: 1000 });
        clock.hand_to(Some(Player::Host), 0, false);
        clock.hand_to(Some(Player::Guest), 900, true);
        assert_eq!(clock.left_ms(Player::Host, 900), 1000);
        clock.hand_to(Some(Player::Host), 1000, false);
        assert_eq!(clock.left_ms(Player::Guest, 1000), 900, "not a move of his");
    }
}
