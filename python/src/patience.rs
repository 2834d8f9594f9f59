//! How long a call may take: a time, a number of nodes, a flag that another thread raises, Ctrl-C, and a callback that is told how far it is.
//! Long calls run without the interpreter's lock; it is taken for a moment about twenty times a second.

use crate::errors;
use pyo3::prelude::*;
use solver::Progress;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// So often Ctrl-C is looked for.
pub const LOOK_EVERY: Duration = Duration::from_millis(50);
/// So often the callback is called.
const CALL_EVERY: Duration = Duration::from_millis(250);

/// A flag that stops a long call from another thread.
///
/// >>> stop = Stop()
/// >>> stop.set()
/// >>> stop.is_set
/// True
#[pyclass(module = "rhizome", frozen)]
#[derive(Default)]
pub struct Stop {
    /// Raised when the call is to stop.
    pub flag: Arc<AtomicBool>,
}

#[pymethods]
impl Stop {
    #[new]
    fn new() -> Self {
        Stop::default()
    }

    /// Stops every call that was given this flag, and every later one.
    fn set(&self) {
        self.flag.store(true, Relaxed);
    }

    /// Lets calls run again.
    fn clear(&self) {
        self.flag.store(false, Relaxed);
    }

    /// Whether calls are to stop.
    #[getter]
    fn is_set(&self) -> bool {
        self.flag.load(Relaxed)
    }

    fn __repr__(&self) -> &'static str {
        match self.is_set() {
            true => "<Stop: set>",
            false => "<Stop: clear>",
        }
    }
}

/// What a call is given.
#[derive(Default)]
pub struct Allowed {
    /// Seconds.
    pub timeout: Option<f64>,
    /// Nodes, counted from the beginning of the call.
    pub nodes: Option<u64>,
    /// Raised by another thread.
    pub stop: Option<Arc<AtomicBool>>,
    /// Called with nodes, children, positions, proved, bytes and seconds; `False` stops.
    pub progress: Option<Py<PyAny>>,
}

/// Why a call was stopped.
enum Why {
    Time,
    Nodes,
    Flag,
    Raised(PyErr),
}

/// Watches over one call.
pub struct Patience {
    allowed: Allowed,
    begun: Instant,
    nodes_before: u64,
    looked: Instant,
    called: Instant,
    why: Option<Why>,
}

impl Patience {
    /// Starts the clock. `nodes_before` were expanded by earlier calls.
    pub fn new(allowed: Allowed, nodes_before: u64) -> Self {
        let begun = Instant::now();
        Patience {
            allowed,
            begun,
            nodes_before,
            looked: begun,
            called: begun,
            why: None,
        }
    }

    /// Whether to go on, where a solver says how far it is.
    pub fn ask(&mut self, progress: &Progress) -> ControlFlow<()> {
        let nodes = progress.nodes - self.nodes_before.min(progress.nodes);
        if self.allowed.nodes.is_some_and(|max| nodes >= max) {
            return self.break_off(Why::Nodes);
        }
        self.look(Some(progress))
    }

    /// Whether to go on, where nothing is counted.
    pub fn go_on(&mut self) -> ControlFlow<()> {
        self.look(None)
    }

    fn look(&mut self, progress: Option<&Progress>) -> ControlFlow<()> {
        if self.why.is_some() {
            return ControlFlow::Break(());
        }
        if (self.allowed.stop.as_ref()).is_some_and(|stop| stop.load(Relaxed)) {
            return self.break_off(Why::Flag);
        }
        let now = Instant::now();
        let seconds = (now - self.begun).as_secs_f64();
        if self.allowed.timeout.is_some_and(|limit| seconds >= limit) {
            return self.break_off(Why::Time);
        }
        if now - self.looked < LOOK_EVERY {
            return ControlFlow::Continue(());
        }
        self.looked = now;
        let call = progress.is_some() && now - self.called >= CALL_EVERY;
        if call {
            self.called = now;
        }
        let callback = self.allowed.progress.as_ref().filter(|_| call);
        let asked = Python::attach(|py| {
            py.check_signals()?;
            match (callback, progress) {
                (Some(callback), Some(progress)) => tell(py, callback, progress, seconds),
                _ => Ok(true),
            }
        });
        match asked {
            Ok(true) => ControlFlow::Continue(()),
            Ok(false) => self.break_off(Why::Flag),
            Err(error) => self.break_off(Why::Raised(error)),
        }
    }

    fn break_off(&mut self, why: Why) -> ControlFlow<()> {
        self.why.get_or_insert(why);
        ControlFlow::Break(())
    }

    /// The exception for a call that was broken off.
    pub fn error(self) -> PyErr {
        let go_on = solver::Stopped::ByBudget;
        match self.why {
            Some(Why::Raised(error)) => error,
            Some(Why::Time) => errors::TimeUp::new_err(format!("the time is up; {go_on}")),
            Some(Why::Nodes) => errors::Stopped::new_err(format!("enough nodes; {go_on}")),
            Some(Why::Flag) | None => errors::Stopped::new_err(go_on.to_string()),
        }
    }

    /// Whether it was broken off.
    pub fn is_spent(&self) -> bool {
        self.why.is_some()
    }

    /// An exception raised by Ctrl-C or by the callback.
    pub fn raised(&mut self) -> Option<PyErr> {
        match self.why.take() {
            Some(Why::Raised(error)) => Some(error),
            other => {
                self.why = other;
                None
            }
        }
    }
}

/// Tells the callback; it may say `False`.
fn tell(py: Python<'_>, callback: &Py<PyAny>, progress: &Progress, seconds: f64) -> PyResult<bool> {
    let Progress {
        nodes,
        children,
        positions,
        proved,
        bytes,
    } = *progress;
    let said = callback.call1(py, (nodes, children, positions, proved, bytes, seconds))?;
    Ok(!said.bind(py).is(&*pyo3::types::PyBool::new(py, false)))
}

/// Runs work on a thread of its own, without the interpreter's lock, while this one looks for Ctrl-C and for the flag. The work is to look at
/// the flag that it is given.
pub fn beside<T: Send>(
    py: Python<'_>,
    mut patience: Patience,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    py.detach(|| {
        std::thread::scope(|scope| {
            let working = scope.spawn(|| work(&stop));
            let mut pause = Duration::from_micros(50);
            while !working.is_finished() {
                std::thread::sleep(pause);
                pause = (pause * 2).min(LOOK_EVERY);
                if patience.go_on().is_break() {
                    stop.store(true, Relaxed);
                }
            }
            let done = working
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            match stop.load(Relaxed) {
                true => Err(patience.error()),
                false => Ok(done),
            }
        })
    })
}
