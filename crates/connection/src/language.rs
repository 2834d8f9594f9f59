//! The language of ludemes: a game is a short text, one statement a line. `docs/games.md` teaches it.
//!
//! Text becomes a [`Description`] (its grammar checked, its options known), and a description with its options chosen
//! becomes a [`Plan`](crate::plan::Plan). Knows nothing of playing.

mod compile;
mod lexer;
mod meant;
mod mistake;
mod parser;
mod syntax;

use std::fmt;

pub use mistake::{Found, Mistake, Rare, Thing};
pub use syntax::{Description, OptionKind, OptionSpec};

/// A place in a text, both from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct At {
    /// The line.
    pub line: u32,
    /// The column, counted in characters.
    pub column: u32,
}

/// A mistake in a description: where it is and what was expected there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LanguageError {
    /// Where.
    pub at: At,
    /// What is wrong and what to do.
    pub mistake: Mistake,
}

impl LanguageError {
    fn new(at: At, mistake: impl Into<Mistake>) -> Self {
        LanguageError {
            at,
            mistake: mistake.into(),
        }
    }
}

impl fmt::Display for LanguageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.at.line, self.at.column, self.mistake
        )
    }
}

impl std::error::Error for LanguageError {}

/// Why a description with these options does not make a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlanError {
    /// The description itself is wrong.
    Language(LanguageError),
    /// An option that it does not declare.
    UnknownOption {
        /// The option asked for.
        name: String,
        /// Those there are.
        known: Vec<String>,
    },
    /// An option with a value that it does not allow.
    OptionValue {
        /// The option.
        name: String,
        /// The value given.
        value: String,
        /// The values allowed.
        allowed: Allowed,
    },
}

/// The values that an option may have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Allowed {
    /// A number from the first to the second.
    Numbers(u32, u32),
    /// One of these words.
    Words(Vec<String>),
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Allowed::Numbers(min, max) => write!(f, "{min} to {max}"),
            Allowed::Words(words) => f.write_str(&words.join(" or ")),
        }
    }
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanError::Language(error) => error.fmt(f),
            PlanError::UnknownOption { name, known } if known.is_empty() => {
                write!(f, "there is no option {name}; this game has no options")
            }
            PlanError::UnknownOption { name, known } => {
                let known_words = known.iter().map(String::as_str);
                let guess = mistake::guess(meant::meant(name, known_words));
                write!(
                    f,
                    "there is no option {name}; this game has {}{guess}",
                    known.join(", ")
                )
            }
            PlanError::OptionValue {
                name,
                value,
                allowed,
            } => {
                write!(f, "{name} cannot be {value}; it can be {allowed}")
            }
        }
    }
}

impl std::error::Error for PlanError {}

impl From<LanguageError> for PlanError {
    fn from(error: LanguageError) -> Self {
        PlanError::Language(error)
    }
}
