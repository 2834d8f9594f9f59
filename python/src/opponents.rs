//! The computer opponents of Sprouts for Python. They stay warm from move to move. Names and words stand in `rhizome/opponents.py`.

use crate::game::Game;
use crate::patience::{Allowed, Patience, Stop};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use solver::opponent::{Knowledge, Level, Opponents as Engine};
use sprouts::Seed;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The opponents behind `rhizome.Opponents`.
#[pyclass(module = "rhizome._rhizome", frozen)]
pub struct Opponents {
    inner: Mutex<Engine>,
}

/// The move, whether it wins where that is proved, the guessed chance where it is not, the knowledge in words, the number of different moves.
type Chosen = (String, Option<bool>, Option<f64>, String, usize);

#[pymethods]
impl Opponents {
    /// `memory` is for the tables of each ending, in bytes.
    #[new]
    fn new(memory: u64) -> Self {
        Opponents {
            inner: Mutex::new(Engine::new(memory)),
        }
    }

    /// A move of a level; nothing when the game is over. Without a time proofs take as long as they take.
    #[pyo3(signature = (game, level, seed, seconds = None, stop = None))]
    fn choose(
        &self,
        py: Python<'_>,
        game: &Game,
        level: &str,
        seed: u64,
        seconds: Option<f64>,
        stop: Option<&Stop>,
    ) -> PyResult<Option<Chosen>> {
        let level: Level = (level.parse()).map_err(|error| {
            PyValueError::new_err(format!("there is no level '{level}': {error}"))
        })?;
        let allowed = Allowed {
            stop: stop.map(|stop| stop.flag.clone()),
            ..Allowed::default()
        };
        py.detach(|| {
            let (labelled, ending) = game.labelled();
            let mut patience = Patience::new(allowed, 0);
            let begun = Instant::now();
            let mut spent = || match patience.go_on().is_break() {
                true => f64::INFINITY,
                false => seconds.map_or(0.0, |limit| begun.elapsed().as_secs_f64() / limit),
            };
            let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            let seed = &mut Seed::new(seed);
            let choice = inner.choose(&labelled, ending, level, seed, &mut spent);
            if patience.is_spent() {
                return Err(patience.error());
            }
            Ok(choice.map(|choice| {
                let (wins, chance) = match choice.knowledge {
                    Knowledge::Wins { .. } => (Some(true), None),
                    Knowledge::Loses { .. } => (Some(false), None),
                    Knowledge::Guess { chance, .. } => (None, Some(chance)),
                    _ => (None, None),
                };
                let words = choice.knowledge.to_string();
                let text = game.text(&choice.played);
                (text, wins, chance, words, choice.different_moves)
            }))
        })
    }
}
