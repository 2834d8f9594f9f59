//! Who wins when nobody can move. Owns nothing else.

use std::fmt;

/// How a game ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Ending {
    /// Who cannot move loses.
    #[default]
    Normal,
    /// Who cannot move wins.
    Misere,
}

impl Ending {
    /// Misère play if so, normal play if not.
    pub fn of_misere(misere: bool) -> Self {
        if misere {
            Ending::Misere
        } else {
            Ending::Normal
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Normal => "normal",
            Ending::Misere => "misère",
        })
    }
}
