//! A chess clock that never looks at the time: whoever calls says what time it is.

use crate::{SIDES_MAX, Side};
use serde::{Deserialize, Serialize};

/// How much time the players have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// For the whole game, each.
    pub base_ms: u64,
    /// Added after each move.
    pub increment_ms: u64,
}

/// A clock for every side, of which at most one runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    left_ms: [u64; SIDES_MAX],
    running: Option<(Side, u64)>,
}

impl Clock {
    /// All clocks full, none running.
    pub fn new(control: TimeControl) -> Self {
        Clock {
            control,
            left_ms: [control.base_ms; SIDES_MAX],
            running: None,
        }
    }

    /// Time left for a side. A clock that is told an earlier time than before stands still rather than gaining.
    pub fn left_ms(&self, side: Side, now_ms: u64) -> u64 {
        let left = self.left_ms[side as usize];
        match self.running {
            Some((running, since_ms)) if running == side => {
                left.saturating_sub(now_ms.saturating_sub(since_ms))
            }
            _ => left,
        }
    }

    /// When the running clock will reach zero.
    pub fn flag_at_ms(&self) -> Option<u64> {
        self.running
            .map(|(side, since_ms)| since_ms.saturating_add(self.left_ms[side as usize]))
    }

    /// Stops the running clock and starts `side`'s, if any. A finished turn earns the increment.
    pub fn hand_to(&mut self, side: Option<Side>, now_ms: u64, finished_turn: bool) {
        if let Some((running, _)) = self.running {
            let left = self.left_ms(running, now_ms);
            let earned = if finished_turn {
                self.control.increment_ms
            } else {
                0
            };
            self.left_ms[running as usize] = left.saturating_add(earned);
        }
        self.running = side.map(|side| (side, now_ms));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_costs_its_time_and_earns_the_increment() {
        let mut clock = Clock::new(TimeControl {
            base_ms: 1000,
            increment_ms: 50,
        });
        clock.hand_to(Some(Side::First), 100, false);
        assert_eq!(clock.flag_at_ms(), Some(1100));
        clock.hand_to(Some(Side::Second), 400, true);
        assert_eq!(clock.left_ms(Side::First, 9999), 750);
        assert_eq!(clock.left_ms(Side::Second, 1300), 100);
        assert_eq!(
            clock.left_ms(Side::Second, 300),
            1000,
            "time never runs backwards"
        );
        assert_eq!(clock.left_ms(Side::Second, 5000), 0);
    }
}
