//! What a room is about. It owns the bounds on everything that a visitor may write, and lets nothing else in.

use crate::GameStart;
use serde::{Deserialize, Serialize};
use std::fmt;
use table::Rules;

/// A name that people read: of a person or of a room. One line, without characters that hide or reorder others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(String);

impl Name {
    /// The most characters of a name.
    pub const CHARS_MAX: usize = 40;

    /// The name, trimmed.
    pub fn new(text: &str) -> Result<Self, Invalid> {
        let text = text.trim();
        if text.is_empty() {
            return Err(Invalid::NoName);
        }
        if text.chars().count() > Self::CHARS_MAX {
            return Err(Invalid::NameTooLong);
        }
        match text.chars().find(|&c| is_deceptive(c)) {
            Some(c) => Err(Invalid::NameHas(c)),
            None => Ok(Name(text.to_owned())),
        }
    }

    /// As it was written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Characters that make a name look like another one: controls, marks of direction, invisible spaces.
fn is_deceptive(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

impl TryFrom<String> for Name {
    type Error = Invalid;

    fn try_from(text: String) -> Result<Self, Invalid> {
        Name::new(&text)
    }
}

impl From<Name> for String {
    fn from(name: Name) -> String {
        name.0
    }
}

/// What can be said instead of a free chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Phrase {
    Hello,
    GoodLuck,
    WellPlayed,
    Oops,
    OneMoment,
    ThankYou,
    GoodGame,
    Goodbye,
}

/// What somebody invites to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Invitation {
    /// What the room is called.
    pub title: Name,
    /// The game and where it begins.
    pub game: GameStart,
    /// Opening, take-backs and clock.
    #[serde(default)]
    pub rules: Rules,
    /// Whether everybody sees the room in the list; otherwise it is found by its link alone.
    #[serde(default)]
    pub listed: bool,
    /// Whether others may watch.
    #[serde(default)]
    pub watchable: bool,
}

impl Invitation {
    /// The most bytes of a map or of a description of a game.
    pub const TEXT_BYTES_MAX: usize = 64 * 1024;

    /// Refuses what is out of bounds before anything is made of it.
    pub fn check(&self) -> Result<(), Invalid> {
        if self.game.text_bytes() > Self::TEXT_BYTES_MAX {
            return Err(Invalid::TextTooLong);
        }
        Ok(())
    }
}

/// Why something that a visitor wrote is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invalid {
    /// There is no name.
    NoName,
    /// The name is too long.
    NameTooLong,
    /// The name has a character that cannot be seen, or that changes how others are seen.
    NameHas(char),
    /// A map or a description is too long.
    TextTooLong,
    /// There is no such game, in the words of the game.
    Game(String),
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Invalid::NoName => f.write_str("give it a name"),
            Invalid::NameTooLong => {
                write!(f, "a name has at most {} characters", Name::CHARS_MAX)
            }
            Invalid::NameHas(c) => write!(f, "a name cannot contain {}", c.escape_unicode()),
            Invalid::TextTooLong => write!(
                f,
                "a map or a description has at most {} bytes",
                Invitation::TEXT_BYTES_MAX
            ),
            Invalid::Game(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Invalid {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_line_and_show_what_they_are() {
        assert_eq!(Name::new("  Zoë 🌱 ").unwrap().as_str(), "Zoë 🌱");
        assert_eq!(Name::new("  "), Err(Invalid::NoName));
        assert_eq!(Name::new("a\nb"), Err(Invalid::NameHas('\n')));
        assert_eq!(Name::new("a\u{202e}b"), Err(Invalid::NameHas('\u{202e}')));
        assert_eq!(Name::new(&"x".repeat(41)), Err(Invalid::NameTooLong));
        // Markup is a name like any other: whoever shows it shows it as text.
        assert!(Name::new("<script>alert(1)</script>").is_ok());
    }
}
