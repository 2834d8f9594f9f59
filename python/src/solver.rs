//! The solver for Python. It stays warm from call to call; a call that is stopped keeps what it proved. What is asked and answered in words
//! that a person likes stands in `rhizome/solver.py`.

use crate::certificate::{Certificate, check_small};
use crate::errors;
use crate::frontier::{Claim, each_news, put_news, read_question};
use crate::neighbours::{self, Files, Neighbours};
use crate::patience::{Allowed, Patience, Stop};
use crate::position::{Position, given};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use solver::extract::{self, ExtractError, Goal, extract};
use solver::{Carrier, Company, Database, Effort, Guides, Limits, News, Solver as Engine, Stopped};
use sprouts::{Canonical, Ending, Outcome, PackedLand};
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Attempts at a small certificate.
const CERTIFICATE_PASSES: u32 = 8;
/// What a run takes besides its tables: the program itself, and the buffers of each thread.
const PROGRAM_BYTES: u64 = 14 << 20;
const THREAD_BYTES: u64 = 5 << 19;
/// The least that tables get, however little memory is allowed.
const TABLE_BYTES_MIN: u64 = 1 << 20;

/// A job is at least this part of its budget, however soon another one matters more.
const SHORTEST_SHARE: u64 = 8;

/// What the lock is around.
struct Inner {
    engine: Engine,
    /// Losses of misère play among the positions asked for, packed: a table need not hold the position itself.
    lost: BTreeSet<Vec<u8>>,
}

/// The solver behind `rhizome.Solver`.
#[pyclass(module = "rhizome._rhizome", frozen)]
pub struct Solver {
    inner: Mutex<Inner>,
    limits: Limits,
    /// Others who search the same at once. News go to and fro while a search holds the lock.
    company: Arc<Company>,
    /// What its neighbours were told, where it tells them itself.
    told: Mutex<Option<Arc<Mutex<Vec<u8>>>>>,
}

/// Work left, work left for each move, facts, nodes.
type Worked<'py> = (
    (u32, u32),
    Option<Bound<'py, PyBytes>>,
    Bound<'py, PyBytes>,
    u64,
);

/// What was proved, where it is, nodes and children.
type Exchanged<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>, (u64, u64));

/// Nodes, children, positions, results proved, bytes.
type Counts = (u64, u64, u64, u64, u64);

#[pymethods]
impl Solver {
    /// `memory` is what the tables and the program may take together, in bytes.
    #[new]
    fn new(threads: usize, memory: u64) -> PyResult<Self> {
        if !(1..=256).contains(&threads) {
            return Err(PyValueError::new_err("a solver has 1 to 256 threads"));
        }
        let limits = Limits {
            memory_bytes: table_bytes(threads, memory),
            threads,
        };
        Ok(Solver {
            inner: Mutex::new(Inner {
                engine: Engine::new(limits),
                lost: BTreeSet::new(),
            }),
            limits,
            company: Arc::default(),
            told: Mutex::default(),
        })
    }

    /// Begins anew as one of many who work on parts of a game with so many lives. Another `margin` is another sample of the search's luck.
    #[pyo3(signature = (lives, margin = None))]
    fn begin_game(&self, py: Python<'_>, lives: u32, margin: Option<f64>) {
        let mut guides = Guides {
            misere: solver::misere::Guide::for_game(lives),
            ..Guides::default()
        };
        guides.normal.margin = margin.unwrap_or(guides.normal.margin);
        py.detach(|| {
            let mut inner = self.lock();
            inner.lost.clear();
            *lock(&self.told) = None;
            self.company.begin(0);
            inner.engine = Engine::with_guides(self.limits, guides);
        });
    }

    /// Searches normal play in company from now on, as the member of this number, until a new game begins. 0 has no order of its own. What
    /// neighbours it is given it talks to while it searches.
    #[pyo3(signature = (member, neighbours = None))]
    fn join(&self, py: Python<'_>, member: u64, neighbours: Option<&Neighbours>) {
        self.company.begin(member);
        *lock(&self.told) = neighbours.map(|neighbours| {
            let told = Arc::default();
            self.company.carried_by(Box::new(Courier {
                files: neighbours.files.clone(),
                told: Arc::clone(&told),
            }));
            told
        });
        py.detach(|| self.lock().engine.join(Some(self.company.clone())));
    }

    /// Tells a solver in company what others have proved and where they are, and asks what it has proved since the last call of lands with so many
    /// lives, where it is (unless it tells its neighbours itself), and its nodes and their children since it joined. May be called while it works.
    fn exchange<'py>(
        &self,
        py: Python<'py>,
        heard: &[u8],
        lives_min: u32,
    ) -> PyResult<Exchanged<'py>> {
        let (proved, paths) = py.detach(|| {
            self.company.tell_from(lives_min);
            self.company.tell(news_from(heard)?);
            if let Some(told) = &*lock(&self.told) {
                self.company.carry();
                return Ok((std::mem::take(&mut *lock(told)), Vec::new()));
            }
            let news = self.company.fetch();
            Ok::<_, PyErr>((news_to_bytes(&news), paths_to_bytes(&news)))
        })?;
        let (proved, paths) = (PyBytes::new(py, &proved), PyBytes::new(py, &paths));
        let counts = (self.company.nodes(), self.company.children());
        Ok((proved, paths, counts))
    }

    /// Works on a question until it is decided, the work left reaches the limits, or so many nodes are expanded. The work left to show a win
    /// and a loss, the same for each move where the nodes are spent, the facts proved since the last call, and the nodes it took.
    #[pyo3(signature = (question, misere, nodes, limits, lives_min = 0, stop = None, progress = None))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn work<'py>(
        &self,
        py: Python<'py>,
        question: &[u8],
        misere: bool,
        nodes: u64,
        limits: (u32, u32),
        lives_min: u32,
        stop: Option<&Stop>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Worked<'py>> {
        let question = read_question(question)?;
        let ending = Ending::of_misere(misere);
        let mut allowed = allowed(None, progress, stop);
        allowed.nodes = Some(nodes);
        let (effort, moves, news, nodes) = py.detach(|| {
            let mut inner = self.lock();
            let before = inner.engine.progress(ending).nodes;
            let mut patience = Patience::new(allowed, before);
            let engine = &mut inner.engine;
            let worked = catch_unwind(AssertUnwindSafe(|| {
                let mut limits = Effort {
                    win: limits.0,
                    loss: limits.1,
                };
                loop {
                    let effort = engine.work(&question, ending, limits, &mut |progress| {
                        patience.ask(progress)
                    })?;
                    let taken = engine.progress(ending).nodes - before;
                    // A call takes as long as some nodes: no job is shorter than a part of its budget.
                    let is_short = taken < nodes / SHORTEST_SHARE && !patience.is_spent();
                    if effort.outcome().is_some() || !is_short {
                        return Ok::<Effort, Stopped>(effort);
                    }
                    limits = Effort {
                        win: limits.win.max(effort.win).saturating_mul(2).min(1 << 30),
                        loss: limits.loss.max(effort.loss).saturating_mul(2).min(1 << 30),
                    };
                }
            }));
            let Ok(worked) = worked else {
                // Two nimbers were proved for one land: somebody told something wrong. Nothing here can be trusted any more.
                inner.engine = Engine::for_game(self.limits, 0);
                return Err(errors::ContradictionError::new_err(
                    "what was heard contradicts what was proved",
                ));
            };
            if self.company.is_contradicted() {
                return Err(errors::ContradictionError::new_err(
                    "what was heard contradicts what was proved",
                ));
            }
            if let Some(error) = patience.raised() {
                return Err(error);
            }
            let effort =
                worked.map_err(|stopped| errors::OutOfMemory::new_err(stopped.to_string()))?;
            let taken = engine.progress(ending).nodes - before;
            let is_sum = ending == Ending::Normal && question.position.lands().len() > 1;
            let moves = (effort.outcome().is_none() && taken >= nodes).then(|| {
                let mut moves = Vec::new();
                for next in question.moves().iter().filter(|_| !is_sum) {
                    let Effort { win, loss } = engine.effort(next, ending);
                    moves.extend_from_slice(&win.to_le_bytes());
                    moves.extend_from_slice(&loss.to_le_bytes());
                }
                moves
            });
            let mut news = Vec::new();
            for (packed, nimber) in engine.news(ending, lives_min) {
                put_news(&mut news, Claim::Is, &packed, nimber);
            }
            Ok((effort, moves, news, taken))
        })?;
        let moves = moves.map(|moves| PyBytes::new(py, &moves));
        let news = PyBytes::new(py, &news);
        Ok(((effort.win, effort.loss), moves, news, nodes))
    }

    /// Takes facts of others on trust; a contradiction is an error. Refutations are for those in company.
    fn hear(&self, py: Python<'_>, facts: &[u8], misere: bool) -> PyResult<()> {
        let ending = Ending::of_misere(misere);
        py.detach(|| {
            let mut inner = self.lock();
            each_news(facts, |claim, packed, nimber| {
                let heard = match claim {
                    Claim::Is => inner.engine.hear(ending, packed, nimber),
                    Claim::IsNot | Claim::IsSearched => Ok(()),
                };
                heard.map_err(|error| errors::ContradictionError::new_err(error.to_string()))
            })
        })
    }

    /// The canonical text, whether the player to move wins, and the nimber where it is asked for.
    #[pyo3(signature = (position, misere, nimber, timeout = None, progress = None, stop = None))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn solve(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        misere: bool,
        nimber: bool,
        timeout: Option<f64>,
        progress: Option<Py<PyAny>>,
        stop: Option<&Stop>,
    ) -> PyResult<(bool, Option<u8>)> {
        let position = given(position)?;
        let allowed = allowed(timeout, progress, stop);
        py.detach(|| {
            let mut inner = self.lock();
            let before = inner.engine.progress(Ending::of_misere(misere)).nodes;
            let mut patience = Patience::new(allowed, before);
            inner.solve(&position, misere, nimber, &mut patience)
        })
    }

    /// The position's children, each with whether its player to move wins and, in normal play, its nimber if that is asked for.
    #[pyo3(signature = (position, misere, nimber, timeout = None, progress = None, stop = None))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn moves(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        misere: bool,
        nimber: Option<bool>,
        timeout: Option<f64>,
        progress: Option<Py<PyAny>>,
        stop: Option<&Stop>,
    ) -> PyResult<Vec<(Position, bool, Option<u8>)>> {
        let position = given(position)?;
        let nimber = !misere && nimber.unwrap_or(position.lives() <= NIMBER_LIVES_MAX);
        let allowed = allowed(timeout, progress, stop);
        py.detach(|| {
            let mut inner = self.lock();
            let before = inner.engine.progress(Ending::of_misere(misere)).nodes;
            let mut patience = Patience::new(allowed, before);
            let mut moves = Vec::new();
            for child in crate::position::children(&position, &mut patience)? {
                let (wins, nimber) =
                    inner.solve(&child.canonical, misere, nimber, &mut patience)?;
                moves.push((child, wins, nimber));
            }
            Ok(moves)
        })
    }

    /// Who wins, if it is proved already.
    fn known(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        misere: bool,
    ) -> PyResult<Option<bool>> {
        let position = given(position)?;
        let known = py.detach(|| {
            self.lock()
                .engine
                .known(&position, Ending::of_misere(misere))
        });
        Ok(known.map(|outcome| outcome == Outcome::Win))
    }

    /// The nimber, if it is proved already.
    fn known_nimber(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Option<u8>> {
        let position = given(position)?;
        let known = py.detach(|| self.lock().engine.known_nimber(&position));
        Ok(known.map(|nimber| nimber.get()))
    }

    /// Solves, writes the proof down, and has it checked: what the checker does not accept is not given out.
    #[pyo3(signature = (position, misere, nimber, timeout = None, progress = None, stop = None))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn certificate(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        misere: bool,
        nimber: bool,
        timeout: Option<f64>,
        progress: Option<Py<PyAny>>,
        stop: Option<&Stop>,
    ) -> PyResult<Certificate> {
        let position = given(position)?;
        let begun = std::time::Instant::now();
        let again = progress.as_ref().map(|progress| progress.clone_ref(py));
        let first = allowed(timeout, progress, stop);
        let claims = py.detach(|| {
            let mut inner = self.lock();
            let before = inner.engine.progress(Ending::of_misere(misere)).nodes;
            let mut patience = Patience::new(first, before);
            inner.solve(&position, misere, nimber, &mut patience)?;
            self.extract(&mut inner, &position, misere, nimber, &mut patience)
        })?;
        let rest = timeout.map(|limit| (limit - begun.elapsed().as_secs_f64()).max(0.0));
        let patience = Patience::new(allowed(rest, again, stop), 0);
        check_small(py, &claims.to_string(), self.limits.threads, patience).map_err(|error| {
            match error.is_instance_of::<errors::CertificateError>(py) {
                true => errors::certificate(format!(
                    "the checker does not accept the proof, so it is not given out: {}",
                    error.value(py)
                )),
                false => error,
            }
        })?;
        Ok(Certificate { claims })
    }

    /// Takes the results of a file on trust, as many as fit into half of the tables. How many there are.
    fn load(&self, py: Python<'_>, path: PathBuf) -> PyResult<(usize, usize)> {
        let mut patience = Patience::new(Allowed::default(), 0);
        py.detach(|| {
            let room = self.limits.memory_bytes / 2;
            let read = |error| errors::database(&path, error);
            std::fs::metadata(&path).map_err(|error| errors::file(&path, error))?;
            let database = Database::open_read_only(&path).map_err(read)?;
            let mut inner = self.lock();
            for (land, nimber) in database.iter() {
                if inner.engine.progress(Ending::Normal).bytes > room {
                    break;
                }
                inner
                    .engine
                    .believe_nimber(land, nimber)
                    .map_err(|error| errors::database(&path, error.into()))?;
            }
            for loss in database.misere_losses() {
                if inner.engine.progress(Ending::Misere).bytes > room {
                    break;
                }
                if patience.go_on().is_break() {
                    return Err(patience.error());
                }
                let position = Canonical::from_bytes(loss)
                    .map_err(|error| errors::database(&path, error.into()))?;
                inner.engine.learn_misere_loss(&position);
            }
            Ok((database.nimbers_len(), database.misere_losses_len()))
        })
    }

    /// Adds everything proved to a file of results, which is made where there is none. How many it holds then.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<(usize, usize)> {
        py.detach(|| {
            let named = |error| errors::database(&path, error);
            let mut database = Database::open(&path).map_err(named)?;
            let inner = self.lock();
            for (land, nimber) in inner.engine.nimbers() {
                database.insert(land, nimber).map_err(named)?;
            }
            for loss in inner
                .lost
                .iter()
                .cloned()
                .chain(inner.engine.misere_losses())
            {
                database.insert_misere_loss(&loss).map_err(named)?;
            }
            database.save().map_err(named)?;
            Ok((database.nimbers_len(), database.misere_losses_len()))
        })
    }

    /// What has been done so far.
    fn progress(&self, py: Python<'_>, misere: bool) -> Counts {
        let progress = py.detach(|| self.lock().engine.progress(Ending::of_misere(misere)));
        (
            progress.nodes,
            progress.children,
            progress.positions,
            progress.proved,
            progress.bytes,
        )
    }

    /// Every nimber proved: packed lands and their nimbers.
    fn nimbers<'py>(&self, py: Python<'py>) -> Vec<(Bound<'py, PyBytes>, u8)> {
        let proved: Vec<(Vec<u8>, u8)> = py.detach(|| {
            let inner = self.lock();
            let proved = inner.engine.nimbers();
            proved
                .map(|(land, nimber)| (land.as_bytes().to_vec(), nimber.get()))
                .collect()
        });
        proved
            .into_iter()
            .map(|(land, nimber)| (PyBytes::new(py, &land), nimber))
            .collect()
    }

    /// Lost positions that speak for all the losses proved in misère play, packed.
    fn misere_losses<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyBytes>> {
        let losses: Vec<Vec<u8>> = py.detach(|| {
            let inner = self.lock();
            inner.engine.misere_losses().collect()
        });
        let bytes = |loss: Vec<u8>| PyBytes::new(py, &loss);
        losses.into_iter().map(bytes).collect()
    }
}

/// Between a searching solver and its neighbours. What it told them is kept for whoever asks the solver.
#[derive(Debug)]
struct Courier {
    files: Arc<Mutex<Files>>,
    told: Arc<Mutex<Vec<u8>>>,
}

/// More than this is not kept for somebody who does not ask.
const TOLD_BYTES_MAX: usize = 64 << 20;

impl Carrier for Courier {
    fn carry(&mut self, company: &Company) {
        let news = company.fetch();
        let mut message = news_to_bytes(&news);
        let mut told = lock(&self.told);
        if told.len() + message.len() <= TOLD_BYTES_MAX {
            told.extend_from_slice(&message);
        }
        drop(told);
        message.append(&mut paths_to_bytes(&news));
        let mut files = neighbours::lock(&self.files);
        // Whoever asks the solver hears of it all the same.
        let _ = files.tell(&message);
        let heard = files.hear();
        drop(files);
        // What is garbled is nothing to trust.
        company.tell(news_from(&heard).unwrap_or_default());
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// News of others; what is no land is left out.
fn news_from(bytes: &[u8]) -> PyResult<News> {
    let mut news = News::default();
    each_news(bytes, |claim, packed, nimber| {
        if claim == Claim::IsSearched && packed.is_empty() {
            news.paths.push((u64::from(nimber.get()), Vec::new()));
        } else if let Ok(land) = PackedLand::from_bytes(packed) {
            let land = land.to_land();
            match claim {
                Claim::Is => news.nimbers.push((land, nimber.get())),
                Claim::IsNot => news.refutations.push((land, nimber.get())),
                Claim::IsSearched => (news.paths.last_mut())
                    .into_iter()
                    .for_each(|(_, path)| path.push(land.clone())),
            }
        }
        Ok(())
    })?;
    Ok(news)
}

fn news_to_bytes(news: &News) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (claim, claims) in [
        (Claim::Is, &news.nimbers),
        (Claim::IsNot, &news.refutations),
    ] {
        for (land, nimber) in claims {
            put_news(&mut bytes, claim, land.as_bytes(), *nimber);
        }
    }
    bytes
}

fn paths_to_bytes(news: &News) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (member, path) in &news.paths {
        // Members are few: see `rhizome.cluster`.
        let member = *member as u8;
        put_news(&mut bytes, Claim::IsSearched, &[], member);
        for land in path {
            put_news(&mut bytes, Claim::IsSearched, land.as_bytes(), member);
        }
    }
    bytes
}

/// What is left to the tables of so much memory.
pub fn table_bytes(threads: usize, memory: u64) -> u64 {
    let program = PROGRAM_BYTES + threads as u64 * THREAD_BYTES;
    memory.saturating_sub(program).max(TABLE_BYTES_MIN)
}

/// Boards of more lives get only winners and losers unless nimbers are asked for.
const NIMBER_LIVES_MAX: u32 = 21;

impl Solver {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        // What a call that panicked has proved is still proved: results go into the tables one by one.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The claims of a proof, from what was proved.
    fn extract(
        &self,
        inner: &mut Inner,
        position: &Canonical,
        misere: bool,
        nimber: bool,
        patience: &mut Patience,
    ) -> PyResult<sprouts::Certificate> {
        let ending = Ending::of_misere(misere);
        let limits = |inner: &Inner| extract::Limits {
            passes: CERTIFICATE_PASSES,
            memory_bytes: (self.limits.memory_bytes)
                .saturating_sub(inner.engine.progress(ending).bytes)
                .max(TABLE_BYTES_MIN),
        };
        let limits = limits(inner);
        let extracted = if misere {
            match inner.misere_claims(position, limits, patience) {
                // Losses that were only learnt are no proofs: they are looked for again.
                Err(ExtractError::Missing { .. }) => {
                    let mut fresh = Inner {
                        engine: Engine::new(self.limits),
                        lost: BTreeSet::new(),
                    };
                    fresh.solve(position, misere, nimber, patience)?;
                    fresh.misere_claims(position, limits, patience)
                }
                extracted => extracted,
            }
        } else {
            let goal = if nimber { Goal::Nimber } else { Goal::Outcome };
            let engine = &inner.engine;
            extract(
                position,
                goal,
                |land| engine.known_packed(land),
                limits,
                |_| patience.go_on(),
            )
        };
        match patience.raised() {
            Some(error) => Err(error),
            None => extracted.map_err(errors::extraction),
        }
    }
}

impl Inner {
    fn solve(
        &mut self,
        position: &Canonical,
        misere: bool,
        nimber: bool,
        patience: &mut Patience,
    ) -> PyResult<(bool, Option<u8>)> {
        let ending = Ending::of_misere(misere);
        let answer = if nimber && !misere {
            let found = (self.engine).nimber(position, &mut |progress| patience.ask(progress));
            found.map(|nimber| (Outcome::of_nimber(nimber), Some(nimber.get())))
        } else {
            let found =
                (self.engine).outcome(position, ending, &mut |progress| patience.ask(progress));
            found.map(|outcome| (outcome, None))
        };
        match answer {
            Ok((outcome, nimber)) => {
                if misere && outcome == Outcome::Loss {
                    self.lost.insert(position.to_bytes());
                }
                Ok((outcome == Outcome::Win, nimber))
            }
            Err(Stopped::ByBudget) => {
                Err(std::mem::replace(patience, Patience::new(Allowed::default(), 0)).error())
            }
            Err(stopped @ Stopped::ByMemory) => {
                Err(errors::OutOfMemory::new_err(stopped.to_string()))
            }
            Err(stopped) => Err(errors::position(stopped)),
        }
    }

    fn misere_claims(
        &mut self,
        position: &Canonical,
        limits: extract::Limits,
        patience: &mut Patience,
    ) -> Result<sprouts::Certificate, ExtractError> {
        (self.engine).misere_certificate(position, limits, |_| patience.go_on())
    }
}

fn allowed(timeout: Option<f64>, progress: Option<Py<PyAny>>, stop: Option<&Stop>) -> Allowed {
    Allowed {
        timeout,
        nodes: None,
        stop: stop.map(|stop| stop.flag.clone()),
        progress,
    }
}
