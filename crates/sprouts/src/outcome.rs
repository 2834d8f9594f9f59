//! Who wins. Owns nothing but the two words; how they are found out is the business of the searches.

use crate::Nimber;
use std::fmt;

/// What the player to move can force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The player to move wins with the right move.
    Win,
    /// Every move leads to a win of the other player.
    Loss,
}

impl Outcome {
    /// Who wins in normal play a position of this nimber.
    pub fn of_nimber(nimber: Nimber) -> Self {
        if nimber.is_loss() {
            Outcome::Loss
        } else {
            Outcome::Win
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Win => "win",
            Outcome::Loss => "loss",
        })
    }
}
