//! What Python sees of Rhizome: the extension module `rhizome._rhizome`. It owns the way between Python's values and the crates', when the
//! interpreter's lock is let go, and how a long call is stopped. It knows no rules; friendly words stand in the package `rhizome`, in Python.

mod certificate;
mod connection;
mod errors;
mod frontier;
mod game;
mod neighbours;
mod opponents;
mod patience;
mod position;
mod solver;

use pyo3::prelude::*;

/// The part of the package that is written in Rust.
#[pymodule]
fn _rhizome(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<position::Position>()?;
    module.add_class::<certificate::Certificate>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<game::Spot>()?;
    module.add_class::<patience::Stop>()?;
    module.add_class::<solver::Solver>()?;
    module.add_class::<opponents::Opponents>()?;
    module.add_class::<frontier::Frontier>()?;
    module.add_class::<neighbours::Neighbours>()?;
    module.add_class::<connection::Description>()?;
    module.add_class::<connection::Board>()?;
    Ok(())
}
