//! Reads whatever a person pastes: a map, a game in WGOSA notation, a JSON record, a position. It decides which of them a
//! text is; each is read by the crate that owns it.

use crate::said::{Said, Say, say, unplayable};
use serde::{Deserialize, Serialize};
use sprouts::{Ending, wgosa};
use table::{Game, Ink, InkMove, Player, Record, Rules, Setting, Start};

/// The longest text that is read.
const TEXT_MAX: usize = 1 << 20;

/// A game as it is exported and read again.
#[derive(Serialize, Deserialize)]
pub struct Exported {
    /// Where it began, and who wins.
    #[serde(flatten)]
    pub setting: Setting,
    /// What was played.
    pub record: Record<InkMove>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
enum Imported {
    /// A start, and the moves that were played from it.
    Game {
        #[serde(flatten)]
        setting: Setting,
        record: Option<Record<InkMove>>,
    },
    /// A position without a picture, and why it has none; a finished one needs none.
    Position {
        text: String,
        canonical: String,
        why: Option<Said>,
    },
}

/// Reads a pasted text, or says why it is none of the kinds that can be read.
pub fn read_text(text: &str) -> Result<String, Said> {
    let text = pasted(text)?;
    let imported = if text.starts_with('{') {
        let Exported { setting, record } = serde_json::from_str(text)?;
        // A file may hold anything: it is played through before it takes the place of what is on the board.
        let game = Ink::open(&setting)?;
        let replayed = record.replay(game.clone(), Rules::default());
        replayed.map_err(|error| unplayable(game, &record, &error))?;
        Imported::Game {
            setting,
            record: Some(record),
        }
    } else if text.starts_with("m1") {
        let start = Start::Map(text.to_owned());
        start.picture()?;
        begun(start)
    } else {
        match text.parse::<sprouts::Position>() {
            Ok(position) => position_of(text, &position),
            Err(position_error) => match text.parse::<wgosa::Record>() {
                Ok(record) => game_of(&record)?,
                Err(error) => {
                    // Whoever wrote brackets meant moves; everybody else a position.
                    return Err(match text.contains('(') {
                        true => error.said(),
                        false => position_error.said(),
                    });
                }
            },
        }
    };
    Ok(serde_json::to_string(&imported)?)
}

/// A text that somebody pasted, if it is not longer than any game.
pub fn pasted(text: &str) -> Result<&str, Said> {
    let text = text.trim();
    if text.len() > TEXT_MAX {
        let words = "this text is too long to be a game";
        return Err(say("textTooLong", serde_json::json!([]), words));
    }
    Ok(text)
}

/// A start from which nothing was played.
fn begun(start: Start) -> Imported {
    let ending = Ending::Normal;
    Imported::Game {
        setting: Setting { start, ending },
        record: None,
    }
}

fn position_of(text: &str, position: &sprouts::Position) -> Imported {
    let canonical = position.canonical();
    let lone = (1..=20).find(|&spots| {
        sprouts::Position::start(spots).is_ok_and(|start| start.canonical() == canonical)
    });
    let start = match lone {
        Some(spots) => Ok(Start::Spots(spots)),
        None if canonical.is_over() => Err(None),
        None => drawing::PlanarMap::realise(&canonical)
            .map(|map| Start::Map(map.to_text()))
            .map_err(|error| Some(error.said())),
    };
    match start {
        Ok(start) => begun(start),
        Err(why) => Imported::Position {
            text: text.to_owned(),
            canonical: canonical.to_string(),
            why,
        },
    }
}

fn game_of(record: &wgosa::Record) -> Result<Imported, Said> {
    let played = record.replay()?;
    let moves = played.history().iter().map(InkMove::of).collect();
    let record_of = Record {
        starter: Player::Host,
        moves,
        redrawn: 0,
        ended: None,
    };
    let setting = Setting {
        start: Start::Spots(record.spots),
        ending: record.ending,
    };
    Ok(Imported::Game {
        setting,
        record: Some(record_of),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> String {
        let read = read_text(text).unwrap_or_else(|_| panic!("{text} is read"));
        let value: serde_json::Value = serde_json::from_str(&read).unwrap();
        match value["kind"].as_str().unwrap() {
            "game" => {
                let moves = value["record"]["moves"].as_array().map_or(0, Vec::len);
                format!(
                    "{} {} {moves}",
                    value["start"],
                    value["ending"].as_str().unwrap()
                )
            }
            kind => format!("{kind} {}", value["canonical"].as_str().unwrap()),
        }
    }

    #[test]
    fn every_kind_of_text_is_known_for_what_it_is() {
        assert_eq!(kind("0*5"), r#"{"spots":5} normal 0"#);
        assert_eq!(kind(" 3+ 1(4)2 "), r#"{"spots":3} normal 1"#);
        assert_eq!(kind("2- 1(3)2"), r#"{"spots":2} misere 1"#);
        assert_eq!(kind("!"), "position !");
        let map = drawing::PlanarMap::start(3).to_text();
        assert_eq!(kind(&map), format!(r#"{{"map":"{map}"}} normal 0"#));
    }

    #[test]
    fn a_position_gets_its_picture() {
        let read = read_text("0.2+12.AB|AB").unwrap_or_else(|_| panic!("it is read"));
        let value: serde_json::Value = serde_json::from_str(&read).unwrap();
        let map: drawing::PlanarMap = value["start"]["map"].as_str().unwrap().parse().unwrap();
        let found = map.labelled().position().unwrap().canonical();
        assert_eq!(found.to_string(), "0.2+12.AB|AB");
    }
}
