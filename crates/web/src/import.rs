//! Reads whatever a person pastes: a map, a game in WGOSA notation, a JSON record, a position. It decides which of them a
//! text is; each is read by the crate that owns it.

use crate::session::{Kind, Start};
use serde::{Deserialize, Serialize};
use sprouts::wgosa;
use table::{InkMove, Player, Record};
use wasm_bindgen::prelude::*;

/// The longest text that is read.
const TEXT_MAX: usize = 1 << 20;

/// A game as it is exported and read again.
#[derive(Serialize, Deserialize)]
struct Exported {
    start: Start,
    ending: Kind,
    record: Record<InkMove>,
}

/// A game as it is exported.
pub fn exported(start: Start, ending: sprouts::Ending, record: Record<InkMove>) -> impl Serialize {
    Exported {
        start,
        ending: ending.into(),
        record,
    }
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
enum Imported {
    /// A start, and the moves that were played from it.
    Game {
        start: Start,
        ending: Kind,
        record: Option<Record<InkMove>>,
    },
    /// A position without a picture.
    Position { text: String, canonical: String },
}

/// Reads a pasted text, or says why it is none of the kinds that can be read.
#[wasm_bindgen(js_name = readText)]
pub fn read_text(text: &str) -> Result<String, JsError> {
    let text = text.trim();
    if text.len() > TEXT_MAX {
        return Err(JsError::new("this text is too long to be a game"));
    }
    let imported = if text.starts_with('{') {
        let Exported {
            start,
            ending,
            record,
        } = serde_json::from_str(text)?;
        Imported::Game {
            start,
            ending,
            record: Some(record),
        }
    } else if text.starts_with("m1") {
        Imported::Game {
            start: Start::Map(text.to_owned()),
            ending: Kind::Normal,
            record: None,
        }
    } else {
        match text.parse::<sprouts::Position>() {
            Ok(position) => position_of(text, &position),
            Err(position_error) => match text.parse::<wgosa::Record>() {
                Ok(record) => game_of(&record)?,
                Err(error) => {
                    // Whoever wrote brackets meant moves; everybody else a position.
                    let why = if text.contains('(') {
                        error.to_string()
                    } else {
                        position_error.to_string()
                    };
                    return Err(JsError::new(&why));
                }
            },
        }
    };
    Ok(serde_json::to_string(&imported)?)
}

fn position_of(text: &str, position: &sprouts::Position) -> Imported {
    let canonical = position.canonical();
    let lone = (1..=20).find(|&spots| {
        sprouts::Position::start(spots).is_ok_and(|start| start.canonical() == canonical)
    });
    match lone {
        Some(spots) => Imported::Game {
            start: Start::Spots(spots),
            ending: Kind::Normal,
            record: None,
        },
        None => Imported::Position {
            text: text.to_owned(),
            canonical: canonical.to_string(),
        },
    }
}

fn game_of(record: &wgosa::Record) -> Result<Imported, JsError> {
    let played = record.replay()?;
    let moves = played.history().iter().map(InkMove::of).collect();
    let record_of = Record {
        starter: Player::Host,
        moves,
        ended: None,
    };
    Ok(Imported::Game {
        start: Start::Spots(record.spots),
        ending: record.ending.into(),
        record: Some(record_of),
    })
}
