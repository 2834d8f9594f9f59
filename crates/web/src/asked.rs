//! A function of the script that a long thought asks now and then: whether to go on, how much of the time is gone.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// The function.
    pub type Asked;

    /// What it says when it is called.
    #[wasm_bindgen(method, catch, js_name = call)]
    pub fn answer(this: &Asked) -> Result<JsValue, JsValue>;
}

impl Asked {
    /// Whether the answer is yes. A function that fails says no: nobody may think for ever.
    pub fn says_yes(&self) -> bool {
        self.answer().is_ok_and(|answer| answer.is_truthy())
    }
}
