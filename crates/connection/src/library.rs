//! The games that come with the program, as the texts in `games/`. Knows nothing of their rules.

use crate::language::Description;
use std::sync::OnceLock;

macro_rules! library {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../games/", $name, ".game")))),*]
    };
}

/// How many of them are the report's; for these there are recorded games of another program.
const OF_THE_REPORT: usize = 16;

/// The texts by name: the games of the report in its order, then the others.
pub const TEXTS: [(&str, &str); 32] = library![
    "hex",
    "y-hex",
    "havannah",
    "kensington-havannah",
    "cross",
    "gonnect",
    "chameleon",
    "andantino",
    "omega",
    "odd",
    "manalath",
    "lines-of-action",
    "groups",
    "go",
    "atari-go",
    "pentalath",
    "y",
    "poly-y",
    "star",
    "bridg-it",
    "atoll",
    "crossway",
    "unlur",
    "yavalath",
    "product",
    "catchup",
    "slither",
    "conhex",
    "twixt",
    "nex",
    "tumbleweed",
    "kanga",
];

/// The names of the games of the report.
pub fn of_the_report() -> impl Iterator<Item = &'static str> {
    TEXTS[..OF_THE_REPORT].iter().map(|(name, _)| *name)
}

/// All games, read once.
pub fn games() -> &'static [Description] {
    static GAMES: OnceLock<Vec<Description>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let read = |&(name, text)| {
            Description::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"))
        };
        TEXTS.iter().map(read).collect()
    })
}

/// The game of this name.
pub fn game(name: &str) -> Option<&'static Description> {
    games().iter().find(|game| game.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_has_the_name_of_its_file_and_makes_a_plan() {
        for ((name, _), game) in TEXTS.iter().zip(games()) {
            assert_eq!(*name, game.name);
            assert!(!game.about.is_empty());
            if let Err(error) = game.plan::<&str, &str>(&[]) {
                panic!("{name}: {error}");
            }
        }
    }
}
