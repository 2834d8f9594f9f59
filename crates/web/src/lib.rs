//! What the page asks of the engine, compiled to WebAssembly: games in progress with their pictures, and opponents.
//! It turns the engine's values into the page's and back. It knows no elements, no addresses and no storage.

mod door;
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

pub use door::answer;
pub use said::Said;

/// The picture of a start: `{"spots": n}` or `{"map": text}`.
fn picture_of(start: &str) -> Result<String, Said> {
    let start: table::Start = serde_json::from_str(start)?;
    Ok(serde_json::to_string(&picture::Picture::of(
        &start.picture()?,
    ))?)
}
