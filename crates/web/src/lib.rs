//! The page, compiled to WebAssembly.

use wasm_bindgen::prelude::*;

/// The engine's version, for the page to show and to compare.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").into()
}
