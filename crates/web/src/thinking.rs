//! What the thinking worker asks: a move for the computer. It knows opponents and positions, no pictures.

use crate::session::Kind;
use serde::{Deserialize, Serialize};
use sprouts::{Labelled, Seed, SpotId};
use table::InkMove;
use wasm_bindgen::prelude::*;

#[derive(Deserialize)]
struct Question {
    regions: Vec<Vec<Vec<u32>>>,
    ending: Kind,
    level: String,
    seed: u64,
    #[allow(dead_code)]
    deadline_ms: u64,
}

#[derive(Serialize)]
struct Choice {
    r#move: InkMove,
    knows: &'static str,
}

/// Chooses a move for the computer.
#[wasm_bindgen]
pub fn choose(question: &str) -> Result<String, JsError> {
    let question: Question = serde_json::from_str(question)?;
    let _ = (question.ending, question.level);
    let regions = question.regions.into_iter().map(|region| {
        region
            .into_iter()
            .map(|boundary| boundary.into_iter().map(SpotId).collect())
            .collect()
    });
    let labelled = Labelled::from_regions(regions.collect())?;
    let moves = labelled.moves();
    let chosen = Seed::new(question.seed)
        .pick(&moves)
        .ok_or(JsError::new("there is no move"))?
        .clone();
    Ok(serde_json::to_string(&Choice {
        r#move: InkMove::of(&chosen),
        knows: "guess",
    })?)
}
