//! What is measured and what only the papers do: nobody who plays or links a library carries it.
//!
//! - [`groups`]: the two union-find frameworks of the report on connection games, beside a flood fill.
//! - [`simulation`]: whole random games in ink, every step checked, with what was noted on the way.
//! - [`looks`]: how clear a picture is, in numbers.
//! - [`luck`]: means of ratios, and how sure they are.
//!
//! The program `laboratory` runs the experiments and the simulation; the smaller programs under `src/bin` are benches that
//! take arguments. The crate decides nothing for the product: it may know every engine, and none may know it.

pub mod groups;
pub mod looks;
pub mod luck;
pub mod simulation;
