//! Errors as Python sees them: exceptions of the right kind, with the words of the command line. The classes stand in `rhizome/errors.py`.

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use solver::database::DatabaseError;
use solver::extract::ExtractError;
use std::fmt::Display;
use std::path::Path;

mod classes {
    pyo3::import_exception!(rhizome.errors, CertificateError);
    pyo3::import_exception!(rhizome.errors, ContradictionError);
    pyo3::import_exception!(rhizome.errors, DescriptionError);
    pyo3::import_exception!(rhizome.errors, IllegalMove);
    pyo3::import_exception!(rhizome.errors, LiarError);
    pyo3::import_exception!(rhizome.errors, NoProof);
    pyo3::import_exception!(rhizome.errors, OutOfMemory);
    pyo3::import_exception!(rhizome.errors, PositionError);
    pyo3::import_exception!(rhizome.errors, ResultsError);
    pyo3::import_exception!(rhizome.errors, Stopped);
    pyo3::import_exception!(rhizome.errors, TimeUp);
}

pub use classes::*;

/// A position that cannot be.
pub fn position(error: impl Display) -> PyErr {
    PositionError::new_err(error.to_string())
}

/// A move that cannot be played.
pub fn illegal(error: impl Display) -> PyErr {
    IllegalMove::new_err(error.to_string())
}

/// A description of a game that is wrong, or an option that it does not have.
pub fn description(error: impl Display) -> PyErr {
    DescriptionError::new_err(error.to_string())
}

/// A certificate that is none, or is not to be believed.
pub fn certificate(error: impl Display) -> PyErr {
    CertificateError::new_err(error.to_string())
}

/// A file that cannot be read or written: what Python itself would raise.
pub fn file(path: &Path, error: std::io::Error) -> PyErr {
    match error.raw_os_error() {
        // With the number Python chooses FileNotFoundError and the like.
        Some(number) => {
            let text = error.to_string();
            let text = text.split(" (os error").next().unwrap_or_default();
            PyOSError::new_err((number, text.to_string(), path.display().to_string()))
        }
        None => PyOSError::new_err(format!("{}: {error}", path.display())),
    }
}

/// A file of results that cannot be used.
pub fn database(path: &Path, error: DatabaseError) -> PyErr {
    match error {
        DatabaseError::Io(error) => file(path, error),
        DatabaseError::TooLarge { .. } => {
            OutOfMemory::new_err(format!("{}: {error}", path.display()))
        }
        DatabaseError::Contradiction(error) => {
            ContradictionError::new_err(format!("{}: {error}", path.display()))
        }
        error => ResultsError::new_err(format!("{}: {error}", path.display())),
    }
}

/// A certificate that could not be made.
pub fn extraction(error: ExtractError) -> PyErr {
    match error {
        ExtractError::Memory => OutOfMemory::new_err(error.to_string()),
        ExtractError::Stopped => Stopped::new_err(error.to_string()),
        error => NoProof::new_err(error.to_string()),
    }
}
