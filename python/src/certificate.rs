//! Certificates for Python: reading, writing, looking at them, and having them checked.

use crate::errors;
use crate::patience::{Allowed, Patience, beside};
use crate::position::{Position, style};
use drawing::PlanarMap;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple, PyType};
use sprouts::certificate::Checker;
use sprouts::{Certificate as Claims, Ending, Outcome};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// A proof of who wins a position: a list of claims, each of which follows from the others by the rules. Reading one does not mean
/// that it is believed; `check` does that.
#[pyclass(module = "rhizome", frozen)]
pub struct Certificate {
    /// The claims.
    pub claims: Claims,
}

/// Claims, children and replies that a check looked at, and seconds.
type Looked = (usize, u64, u64, f64);

#[pymethods]
impl Certificate {
    /// A certificate from the bytes of its file, or of its text.
    #[classmethod]
    fn from_bytes(_class: &Bound<'_, PyType>, py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        let read = || match Claims::is_text(data) {
            false => Claims::read(data).map_err(|error| error.to_string()),
            true => str::from_utf8(data)
                .map_err(|error| error.to_string())
                .and_then(|text| Claims::from_text(text).map_err(|error| error.to_string())),
        };
        let claims = py.detach(read).map_err(errors::certificate)?;
        Ok(Certificate { claims })
    }

    /// The position that it is about.
    #[getter]
    fn position(&self) -> Position {
        Position {
            canonical: self.claims.root().clone(),
        }
    }

    /// Whether it is about misère play.
    #[getter]
    fn misere(&self) -> bool {
        self.claims.ending() == Ending::Misere
    }

    /// Whether it says that the player to move wins.
    #[getter]
    fn is_win(&self) -> bool {
        self.claims.outcome() == Outcome::Win
    }

    /// The nimber that it claims, if it does.
    #[getter]
    fn nimber(&self) -> Option<u8> {
        self.claims.nimber().map(|nimber| nimber.get())
    }

    fn __len__(&self) -> usize {
        self.claims.len()
    }

    /// The text: a header, then one claim a line.
    #[getter]
    fn text(&self, py: Python<'_>) -> String {
        py.detach(|| self.claims.to_string())
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &py.detach(|| self.claims.write()))
    }

    /// The packed positions of all claims, in order.
    fn claimed<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyBytes>> {
        let lands = self.claims.nimbers().map(|(land, _)| land);
        lands
            .chain(self.claims.losses())
            .map(|claim| PyBytes::new(py, claim))
            .collect()
    }

    /// Has it checked; see `rhizome.check`.
    #[pyo3(signature = (threads, fast, timeout = None))]
    fn _check(
        &self,
        py: Python<'_>,
        threads: usize,
        fast: bool,
        timeout: Option<f64>,
    ) -> PyResult<Looked> {
        let allowed = Allowed {
            timeout,
            ..Allowed::default()
        };
        let patience = Patience::new(allowed, 0);
        match fast {
            false => check_small(
                py,
                &py.detach(|| self.claims.to_string()),
                threads,
                patience,
            ),
            true => self.check_fast(py, patience),
        }
    }

    /// The picture of its position, with what is proved of it.
    #[pyo3(signature = (*, size = 320.0))]
    fn svg(&self, py: Python<'_>, size: f64) -> PyResult<String> {
        let style = style(size, false, false)?;
        let picture = py
            .detach(|| PlanarMap::realise(self.claims.root()).map(|map| map.svg(&style)))
            .map_err(errors::position)?;
        let height = size * 1.12;
        let (x, y, font) = (size / 2.0, size * 1.075, size / 22.0);
        Ok(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {height}\" width=\"{size}\" height=\"{height}\">\n{picture}<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" font-family=\"system-ui, sans-serif\" font-size=\"{font:.2}\" fill=\"{ink}\">{caption}</text>\n</svg>\n",
            ink = style.ink,
            caption = self.caption(),
        ))
    }

    /// For notebooks.
    fn _repr_svg_(&self, py: Python<'_>) -> Option<String> {
        self.svg(py, 320.0).ok()
    }

    fn __repr__(&self) -> String {
        format!(
            "<Certificate of {}: {}>",
            self.claims.root(),
            self.caption()
        )
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Certificate>()
            .is_ok_and(|other| other.get().claims.write() == self.claims.write())
    }

    fn __hash__(&self) -> u64 {
        sprouts::hash::of_bytes(&self.claims.write())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let from_bytes = py.get_type::<Certificate>().getattr("from_bytes")?;
        Ok((from_bytes, PyTuple::new(py, [self.__bytes__(py)])?))
    }
}

impl Certificate {
    fn caption(&self) -> String {
        let play = match self.claims.ending() {
            Ending::Normal => "normal",
            Ending::Misere => "misère",
        };
        let nimber = match self.claims.nimber() {
            Some(nimber) => format!(", nimber {nimber}"),
            None => String::new(),
        };
        let claims = match self.claims.len() {
            1 => "1 claim".to_string(),
            count => format!("{count} claims"),
        };
        format!("{} in {play} play{nimber}, {claims}", self.claims.outcome())
    }

    /// The checker of `sprouts`, claim by claim.
    fn check_fast(&self, py: Python<'_>, patience: Patience) -> PyResult<Looked> {
        let begun = std::time::Instant::now();
        let checked = beside(py, patience, |stop| {
            let mut checker = Checker::unless(&self.claims, &|| stop.load(Relaxed))?;
            for index in 0..self.claims.len() {
                if stop.load(Relaxed) {
                    return None;
                }
                if let Err(error) = checker.claim(index) {
                    return Some(Err(error));
                }
            }
            Some(checker.root().map(|()| checker.checked()))
        })?;
        match checked {
            Some(Ok(checked)) => Ok((
                self.claims.len(),
                checked.children,
                checked.replies,
                begun.elapsed().as_secs_f64(),
            )),
            Some(Err(error)) => Err(errors::certificate(error)),
            None => Err(errors::Stopped::new_err(
                "stopped before all claims were checked",
            )),
        }
    }
}

/// The checker that has to be believed: the crate `checker`, which is given the text.
pub fn check_small(
    py: Python<'_>,
    text: &str,
    threads: usize,
    patience: Patience,
) -> PyResult<Looked> {
    let begun = std::time::Instant::now();
    let checked = beside(py, patience, |stop| {
        let certificate = checker::Certificate::read(text).map_err(|error| error.to_string())?;
        certificate
            .check(threads, &AtomicUsize::new(0), &|| stop.load(Relaxed))
            .map_err(|error| error.to_string())
    })?;
    let checked = checked.map_err(errors::certificate)?;
    Ok((
        checked.claims,
        checked.children,
        checked.replies,
        begun.elapsed().as_secs_f64(),
    ))
}
