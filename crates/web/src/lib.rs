//! What the page asks of the engine, compiled to WebAssembly: games in progress with their pictures, and opponents.
//! It turns the engine's values into the page's and back. It knows no elements, no addresses and no storage.

mod asked;
mod hand;
mod import;
mod picture;
mod proving;
mod remote;
mod said;
mod session;
mod shown;
mod stones;
mod thinking;

use said::Said;
use wasm_bindgen::prelude::*;

pub use proving::StonesProof;
pub use remote::RemoteSession;
pub use session::Session;
pub use stones::StonesSession;
pub use thinking::{Analyst, Thinker};

/// The program's version.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").into()
}

/// The picture of a start: `{"spots": n}` or `{"map": text}`.
#[wasm_bindgen(js_name = pictureOf)]
pub fn picture_of(start: &str) -> Result<String, Said> {
    let start: table::Start = serde_json::from_str(start)?;
    Ok(serde_json::to_string(&picture::Picture::of(
        &start.picture()?,
    ))?)
}
