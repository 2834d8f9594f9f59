//! Positions of Sprouts for Python: canonical ones, since only these can be compared, kept in tables and sent elsewhere.

use crate::errors;
use crate::patience::{Allowed, Patience};
use drawing::{PlanarMap, Style};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple, PyType};
use sprouts::Canonical;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Positions with more moves than this are not listed move by move: that takes seconds.
const MOVES_MAX: u64 = 1 << 20;

/// A position of Sprouts, in canonical form.
///
/// Two positions are equal exactly when they are the same game: names of spots, order, rotation and mirror images do not count, and
/// what nobody can move in any more is left out.
///
/// >>> p = Position("0*5")
/// >>> p.lives
/// 15
/// >>> Position("0.0.AB|AB") == Position("AB.0.0|BA")
/// True
/// >>> [str(child) for child in Position("0*2").children()]
/// ['0.AB|AB', '1a1a']
#[pyclass(module = "rhizome", frozen)]
#[derive(Clone)]
pub struct Position {
    /// The position itself.
    pub canonical: Canonical,
}

/// The children of a position, with the words of the command line where there are too many.
pub fn children(position: &Canonical, patience: &mut Patience) -> PyResult<Vec<Position>> {
    let mut too_many = false;
    let children = position.children_while(|moves| {
        too_many = moves > MOVES_MAX;
        !too_many && (moves % 4096 != 0 || patience.go_on().is_continue())
    });
    match children {
        Some(children) => Ok(children
            .into_iter()
            .map(|canonical| Position { canonical })
            .collect()),
        None if too_many => Err(errors::position(format!(
            "the position has more than {MOVES_MAX} moves; ask about one with fewer boundaries in a region"
        ))),
        None => Err(patience
            .raised()
            .unwrap_or_else(|| errors::Stopped::new_err("stopped"))),
    }
}

#[pymethods]
impl Position {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        let position: sprouts::Position = text.parse().map_err(errors::position)?;
        Ok(Position {
            canonical: position.canonical(),
        })
    }

    /// The start of a game on so many lone spots.
    ///
    /// >>> Position.start(5)
    /// Position('0*5')
    #[staticmethod]
    fn start(spots: u32) -> PyResult<Self> {
        let position = sprouts::Position::start(spots).map_err(errors::position)?;
        Ok(Position {
            canonical: position.canonical(),
        })
    }

    /// A position from what `bytes(position)` gave.
    ///
    /// >>> Position.from_bytes(bytes(Position("0*5")))
    /// Position('0*5')
    #[classmethod]
    fn from_bytes(_class: &Bound<'_, PyType>, data: &[u8]) -> PyResult<Self> {
        let canonical = Canonical::from_bytes(data).map_err(errors::position)?;
        Ok(Position { canonical })
    }

    /// The canonical form as text: equal exactly for equal positions.
    ///
    /// >>> Position("AB.0.0|BA").canonical
    /// '0*2.AB|AB'
    #[getter]
    pub fn canonical(&self) -> String {
        self.canonical.to_string()
    }

    /// The lives of all spots that still matter.
    #[getter]
    fn lives(&self) -> u32 {
        self.canonical.lives()
    }

    /// How many regions still matter.
    #[getter]
    fn regions(&self) -> u32 {
        self.canonical.regions()
    }

    /// The independent parts of the position, each a position.
    ///
    /// >>> Position("0*2+0*3").lands
    /// [Position('0*3'), Position('0*2')]
    #[getter]
    fn lands(&self) -> Vec<Position> {
        let lands = self.canonical.lands().iter().cloned();
        lands
            .map(|land| Position {
                canonical: Canonical::sum([land]),
            })
            .collect()
    }

    /// Whether no move is left.
    #[getter]
    fn is_over(&self) -> bool {
        self.canonical.is_over()
    }

    /// The different positions that one move leads to, in order.
    ///
    /// >>> Position("0*2").children()
    /// [Position('0.AB|AB'), Position('1a1a')]
    fn children(&self, py: Python<'_>) -> PyResult<Vec<Position>> {
        let mut patience = Patience::new(Allowed::default(), 0);
        // Small positions take microseconds: the lock is kept for them.
        if self.canonical.lives() <= 12 {
            return children(&self.canonical, &mut patience);
        }
        py.detach(|| children(&self.canonical, &mut patience))
    }

    /// The picture of the position as an SVG document.
    ///
    /// >>> Position("0*2.AB|AB").svg(size=200)[:4]
    /// '<svg'
    #[pyo3(signature = (*, size = 320.0, labels = false, tint = false))]
    fn svg(&self, py: Python<'_>, size: f64, labels: bool, tint: bool) -> PyResult<String> {
        let style = style(size, labels, tint)?;
        py.detach(|| PlanarMap::realise(&self.canonical).map(|map| map.svg(&style)))
            .map_err(errors::position)
    }

    /// For notebooks; nothing where the position cannot be drawn.
    fn _repr_svg_(&self, py: Python<'_>) -> Option<String> {
        self.svg(py, 320.0, false, false).ok()
    }

    fn __add__(&self, other: &Position) -> Position {
        let lands = [&self.canonical, &other.canonical];
        Position {
            canonical: Canonical::sum(lands.iter().flat_map(|sum| sum.lands().iter().cloned())),
        }
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.canonical.to_bytes())
    }

    fn __str__(&self) -> String {
        self.canonical.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.canonical)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        (other.cast::<Position>()).is_ok_and(|other| other.get().canonical == self.canonical)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.canonical.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let from_bytes = py.get_type::<Position>().getattr("from_bytes")?;
        Ok((from_bytes, PyTuple::new(py, [self.__bytes__(py)])?))
    }
}

/// A position given as such, as text, or as a number of lone spots.
pub fn given(value: &Bound<'_, PyAny>) -> PyResult<Canonical> {
    if let Ok(position) = value.cast::<Position>() {
        return Ok(position.get().canonical.clone());
    }
    if let Ok(spots) = value.extract::<u32>() {
        return Position::start(spots).map(|position| position.canonical);
    }
    match value.extract::<String>() {
        Ok(text) => Position::new(&text).map(|position| position.canonical),
        Err(_) => Err(PyTypeError::new_err(format!(
            "a position is a rhizome.Position, its text such as '0*5', or a number of spots, not {}",
            value.get_type().name()?
        ))),
    }
}

/// How a picture is to look.
pub fn style(size: f64, labels: bool, tint: bool) -> PyResult<Style> {
    if !(1.0..=100_000.0).contains(&size) {
        return Err(PyValueError::new_err(
            "the size of a picture is 1 to 100000",
        ));
    }
    Ok(Style {
        size,
        labels,
        tint,
        ..Style::default()
    })
}
