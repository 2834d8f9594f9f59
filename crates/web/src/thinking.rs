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

#[derive(Deserialize)]
struct StonesQuestion {
    game: String,
    options: Vec<(String, String)>,
    moves: Vec<String>,
    level: String,
    seed: u64,
}

/// Chooses a move for the computer in a connection game: the written move. `go_on` is asked between playouts.
#[wasm_bindgen(js_name = chooseStone)]
pub fn choose_stone(question: &str, go_on: &js_sys::Function) -> Result<String, JsError> {
    use connection::opponents::{self, Level};
    let question: StonesQuestion = serde_json::from_str(question)?;
    let level = Level::from_name(&question.level).ok_or(JsError::new("there is no such level"))?;
    let plan = std::sync::Arc::new(crate::stones::plan(&question.game, &question.options)?);
    let mut engine = connection::engine::start(&plan);
    for text in &question.moves {
        let played = connection::moves::Move::parse(text, &plan, engine.mover());
        let legal = played.filter(|&played| engine.is_legal(played));
        engine.play(legal.ok_or_else(|| JsError::new(&format!("`{text}` is not allowed")))?);
    }
    let mut random = connection::random::Random::new(question.seed);
    let more = || {
        go_on
            .call0(&JsValue::NULL)
            .is_ok_and(|answer| answer.is_truthy())
    };
    let chosen = opponents::choose(&mut *engine, level, &mut random, more)
        .ok_or(JsError::new("the game is over"))?;
    Ok(chosen.text(&plan))
}
