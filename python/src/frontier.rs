//! The top of a proof that many machines work on, for Python. Jobs, answers and facts go over the network as bytes; machines, clocks and
//! Ray are Python's.

use crate::certificate::{Certificate, check_small};
use crate::errors;
use crate::patience::{Allowed, Patience};
use crate::position::given;
use crate::solver::table_bytes;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};
use solver::{Effort, Frontier as Tree, Job, Limits, NotCertified, Question};
use sprouts::{Canonical, Ending, Nimber, Outcome};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The top of a proof; see `rhizome.cluster`.
#[pyclass(module = "rhizome._rhizome", frozen)]
pub struct Frontier {
    tree: Mutex<Tree>,
}

/// Number, question, visits and limits of a job.
type JobParts<'py> = (u32, Bound<'py, PyBytes>, u32, (u32, u32));

#[pymethods]
impl Frontier {
    #[new]
    fn new(position: &Bound<'_, PyAny>, misere: bool) -> PyResult<Self> {
        let tree = Tree::new(given(position)?, Ending::of_misere(misere));
        Ok(Frontier {
            tree: Mutex::new(tree),
        })
    }

    /// A frontier from `to_bytes`.
    #[classmethod]
    fn from_bytes(_class: &Bound<'_, PyType>, py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        let tree = py.detach(|| Tree::from_bytes(data));
        let tree = tree.map_err(|error| errors::ResultsError::new_err(error.to_string()))?;
        Ok(Frontier {
            tree: Mutex::new(tree),
        })
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &py.detach(|| self.lock().to_bytes()))
    }

    #[getter]
    fn position(&self) -> crate::position::Position {
        crate::position::Position {
            canonical: self.lock().root().clone(),
        }
    }
    #[getter]
    fn misere(&self) -> bool {
        self.lock().ending() == Ending::Misere
    }
    /// Whether the player to move wins, once that is decided.
    #[getter]
    fn wins(&self) -> Option<bool> {
        (self.lock().outcome()).map(|outcome| outcome == Outcome::Win)
    }
    /// The work that seems left to show a win, and a loss.
    #[getter]
    fn effort(&self) -> (u32, u32) {
        let Effort { win, loss } = self.lock().effort();
        (win, loss)
    }
    #[getter]
    fn questions(&self) -> usize {
        self.lock().len()
    }
    #[getter]
    fn jobs(&self) -> usize {
        self.lock().jobs()
    }
    #[getter]
    fn facts(&self) -> usize {
        self.lock().facts()
    }
    #[getter]
    fn refutations(&self) -> usize {
        self.lock().refutations()
    }
    #[getter]
    fn memory_bytes(&self) -> usize {
        self.lock().memory_bytes()
    }
    #[getter]
    fn is_contradicted(&self) -> bool {
        self.lock().is_contradicted()
    }

    fn limit_questions(&self, most: usize) {
        self.lock().limit_nodes(most);
    }

    /// The open question that matters most, for a solver.
    fn next_job<'py>(&self, py: Python<'py>, solver: u32) -> Option<JobParts<'py>> {
        let job = py.detach(|| self.lock().next_job(solver))?;
        Some(parts(py, &job))
    }

    /// The same job once more, unless it is decided.
    fn again<'py>(&self, py: Python<'py>, id: u32) -> Option<JobParts<'py>> {
        let job = py.detach(|| self.lock().again(id))?;
        Some(parts(py, &job))
    }

    /// A job comes back without an answer.
    fn give_back(&self, py: Python<'_>, question: &[u8]) -> PyResult<()> {
        let question = read_question(question)?;
        py.detach(|| self.lock().give_back(&question));
        Ok(())
    }

    /// A solver's answer; what is left for each move, where its budget was spent in vain.
    fn finish(
        &self,
        py: Python<'_>,
        question: &[u8],
        effort: (u32, u32),
        moves: Option<&[u8]>,
        source: u32,
    ) -> PyResult<()> {
        let question = read_question(question)?;
        let number = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("four bytes"));
        let pair = |pair: &[u8]| Effort {
            win: number(&pair[..4]),
            loss: number(&pair[4..]),
        };
        let moves: Option<Vec<Effort>> =
            moves.map(|moves| moves.chunks_exact(8).map(pair).collect());
        let effort = Effort {
            win: effort.0,
            loss: effort.1,
        };
        py.detach(|| {
            self.lock()
                .finish(&question, effort, moves.as_deref(), source)
        });
        Ok(())
    }

    /// Learns news of one who sent them, and says how many were new.
    fn learn(&self, py: Python<'_>, news: &[u8], source: u32) -> PyResult<usize> {
        py.detach(|| {
            let mut tree = self.lock();
            let mut new = 0;
            each_news(news, |claim, packed, nimber| {
                new += usize::from(match claim {
                    Claim::Is => tree.learn(packed, nimber, source),
                    Claim::IsNot => tree.learn_refutation(packed, nimber, source),
                    Claim::IsSearched => false,
                });
                Ok(())
            })?;
            Ok(new)
        })
    }

    /// The news from these numbers of facts and refutations on, up to others, but for those of some who know them.
    #[pyo3(signature = (first, end = None, but_of = None))]
    fn news_from<'py>(
        &self,
        py: Python<'py>,
        first: (usize, usize),
        end: Option<(usize, usize)>,
        but_of: Option<Vec<u32>>,
    ) -> Bound<'py, PyBytes> {
        let but_of = but_of.unwrap_or_default();
        let news = py.detach(|| {
            let tree = self.lock();
            let (facts, refutations) = end.unwrap_or((usize::MAX, usize::MAX));
            let facts = (first.0..facts.min(tree.facts())).map(|index| tree.fact(index));
            let refutations =
                (first.1..refutations.min(tree.refutations())).map(|index| tree.refutation(index));
            let facts = facts.map(|fact| (Claim::Is, fact));
            let refutations = refutations.map(|refutation| (Claim::IsNot, refutation));
            let mut out = Vec::new();
            for (claim, (packed, nimber, source)) in facts.chain(refutations) {
                if !but_of.contains(&source) {
                    put_news(&mut out, claim, packed, nimber.get());
                }
            }
            out
        });
        PyBytes::new(py, &news)
    }

    /// The jobs among these whose answers matter no more.
    fn needless(&self, py: Python<'_>, jobs: Vec<u32>) -> Vec<u32> {
        py.detach(|| self.lock().needless(&jobs))
    }

    /// The proof, checked by the rules alone. `LiarError` where something that was sent is wrong: then `audit` says what.
    #[pyo3(signature = (threads, memory, timeout = None))]
    fn certificate(
        &self,
        py: Python<'_>,
        threads: usize,
        memory: u64,
        timeout: Option<f64>,
    ) -> PyResult<Certificate> {
        let limits = limits(threads, memory);
        let allowed = || Allowed {
            timeout,
            ..Allowed::default()
        };
        let claims = py.detach(|| {
            let mut patience = Patience::new(allowed(), 0);
            let found = (self.lock()).certificate(limits, &mut |progress| patience.ask(progress));
            found.map_err(|error| match error {
                NotCertified::Stopped(solver::Stopped::ByBudget) => patience.error(),
                NotCertified::Stopped(stopped) => errors::OutOfMemory::new_err(stopped.to_string()),
                NotCertified::Wrong { .. } => errors::LiarError::new_err(error.to_string()),
                NotCertified::Extract(error) => errors::extraction(error),
                NotCertified::Open => errors::NoProof::new_err(error.to_string()),
            })
        })?;
        let text = py.detach(|| claims.to_string());
        check_small(py, &text, threads, Patience::new(allowed(), 0)).map_err(|error| {
            match error.is_instance_of::<errors::CertificateError>(py) {
                true => errors::LiarError::new_err(format!(
                    "the checker does not accept the proof: {}",
                    error.value(py)
                )),
                false => error,
            }
        })?;
        Ok(Certificate { claims })
    }

    /// Proves every fact again, throws away what does not hold, and begins the tree anew. What was wrong and who sent it; how many facts
    /// are left.
    fn audit(
        &self,
        py: Python<'_>,
        threads: usize,
        memory: u64,
    ) -> PyResult<(Vec<(String, u32)>, usize)> {
        let limits = limits(threads, memory);
        let mut patience = Patience::new(Allowed::default(), 0);
        py.detach(
            || match (self.lock()).audit(limits, &mut |progress| patience.ask(progress)) {
                Ok(audit) => {
                    let lies = audit.lies.into_iter();
                    Ok((
                        lies.map(|lie| (lie.claim, lie.source)).collect(),
                        audit.kept,
                    ))
                }
                Err(solver::Stopped::ByBudget) => Err(patience.error()),
                Err(stopped) => Err(errors::OutOfMemory::new_err(stopped.to_string())),
            },
        )
    }
}

impl Frontier {
    fn lock(&self) -> MutexGuard<'_, Tree> {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn limits(threads: usize, memory: u64) -> Limits {
    Limits {
        memory_bytes: table_bytes(threads, memory),
        threads,
    }
}

fn parts<'py>(py: Python<'py>, job: &Job) -> JobParts<'py> {
    let mut bytes = vec![job.question.heap.get()];
    bytes.extend_from_slice(&job.question.position.to_bytes());
    let Effort { win, loss } = job.limits;
    (job.id, PyBytes::new(py, &bytes), job.visits, (win, loss))
}

/// A question from its bytes: the heap, then the packed position.
pub fn read_question(bytes: &[u8]) -> PyResult<Question> {
    let Some((&heap, packed)) = bytes.split_first() else {
        return Err(PyValueError::new_err("no question"));
    };
    Ok(Question {
        position: Canonical::from_bytes(packed).map_err(errors::position)?,
        heap: Nimber::new(heap),
    })
}

/// What a piece of news says of a land: that a number is its nimber, or that it is not. Of a position of misère play it says that it is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    Is,
    IsNot,
    /// The number is that of a worker who is searching the land. Before its lands comes an empty one.
    IsSearched,
}

/// Set in the length of what is packed where the nimber is refuted, or the land is being searched.
const IS_NOT: u16 = 1 << 15;
const IS_SEARCHED: u16 = 1 << 14;

/// A piece of news as bytes: the length of what is packed (two bytes), the packed land or position, the nimber.
pub fn put_news(out: &mut Vec<u8>, claim: Claim, packed: &[u8], nimber: u8) {
    let length = u16::try_from(packed.len()).expect("lands are short");
    assert!(length < IS_SEARCHED, "lands are short");
    let mark = match claim {
        Claim::Is => 0,
        Claim::IsNot => IS_NOT,
        Claim::IsSearched => IS_SEARCHED,
    };
    out.extend_from_slice(&(length | mark).to_le_bytes());
    out.extend_from_slice(packed);
    out.push(nimber);
}

/// Reads news from bytes.
pub fn each_news(
    mut news: &[u8],
    mut each: impl FnMut(Claim, &[u8], Nimber) -> PyResult<()>,
) -> PyResult<()> {
    let cut = || PyValueError::new_err("the news are cut off");
    while let Some((length, rest)) = news.split_first_chunk::<2>() {
        let length = u16::from_le_bytes(*length);
        let claim = match (length & IS_NOT != 0, length & IS_SEARCHED != 0) {
            (false, false) => Claim::Is,
            (true, _) => Claim::IsNot,
            (false, true) => Claim::IsSearched,
        };
        let length = usize::from(length & !(IS_NOT | IS_SEARCHED));
        let (packed, rest) = rest.split_at_checked(length).ok_or_else(cut)?;
        let (&nimber, rest) = rest.split_first().ok_or_else(cut)?;
        each(claim, packed, Nimber::new(nimber))?;
        news = rest;
    }
    match news {
        [] => Ok(()),
        _ => Err(cut()),
    }
}
