//! Normal play: who wins, and which nimber. Owns the questions that can be asked, the threads that look for the answer, and the table of
//! what is proved ([`Lands`]). How one thread looks is `search`.

mod search;

use crate::company::Company;
use crate::guess::Guesses;
use crate::lands::{LandId, Lands};
use crate::numbers::Numbers;
use crate::solver::{Budget, Progress, Stopped, unlimited};
use search::{Halt, Worker};
use sprouts::{Canonical, Land, Nimber};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// How the search is guided. The defaults are what measured best; see `docs/solving.md`.
#[derive(Clone, Copy, Debug)]
pub struct Guide {
    /// The first guess of the work to show a win is lives + 4·heap to this power, …
    pub win_exponent: f64,
    /// … times the moves for each life to this power.
    pub win_mobility_exponent: f64,
    /// The power of lives + 4·heap for a loss, …
    pub loss_exponent: f64,
    /// … and that of the moves for each life.
    pub loss_mobility_exponent: f64,
    /// The guess for a loss is e to this times as large for each capital: what hangs together by many spots is slow to fall apart.
    pub loss_for_each_capital: f64,
    /// How much the guesses heed the odds that the heap is the nimber: these to this power.
    pub tilt: f64,
    /// A child is searched until it is worse than the second best by this share, so that the search jumps less.
    pub margin: f64,
}

impl Default for Guide {
    fn default() -> Self {
        Guide {
            win_exponent: 1.7,
            win_mobility_exponent: 0.1,
            loss_exponent: 2.5,
            loss_mobility_exponent: 0.4,
            loss_for_each_capital: 0.1,
            tilt: 0.55,
            margin: 0.18,
        }
    }
}

/// Counters of a search.
#[derive(Default, Debug)]
struct Counters {
    /// Lands expanded.
    nodes: AtomicU64,
    /// Children generated, before equal ones are recognised.
    children: AtomicU64,
}

/// A solver for normal play. It stays warm: what one question proved helps with the next.
pub struct Solver {
    lands: Lands,
    guide: Guide,
    guesses: Guesses,
    counters: Counters,
    /// Others who search the same at once, with tables of their own.
    company: Option<Arc<Company>>,
}

impl Solver {
    /// A solver that may use so much memory.
    pub fn new(memory_bytes: u64, guide: Guide) -> Self {
        Solver {
            lands: Lands::new(memory_bytes),
            guesses: Guesses::new(&guide),
            guide,
            counters: Counters::default(),
            company: None,
        }
    }

    /// The table of lands.
    pub fn lands(&self) -> &Lands {
        &self.lands
    }

    /// What has been done so far.
    pub fn progress(&self) -> Progress {
        Progress {
            nodes: self.counters.nodes.load(Relaxed),
            children: self.counters.children.load(Relaxed),
            positions: self.lands.count() as u64,
            proved: self.lands.proved_count(),
            bytes: self.lands.bytes_used(),
        }
    }

    /// Searches in company from now on, or alone.
    pub(crate) fn join(&mut self, company: Option<Arc<Company>>) {
        self.company = company;
    }

    /// Goes on with the counts and the company of another solver, whose work this one takes over.
    pub(crate) fn go_on_from(&mut self, other: &Solver) {
        self.company.clone_from(&other.company);
        let Progress {
            nodes, children, ..
        } = other.progress();
        self.counters.nodes.fetch_add(nodes, Relaxed);
        self.counters.children.fetch_add(children, Relaxed);
    }

    /// After [`Stopped::ByMemory`]: forgets what took no work, so that asking again goes on with what was proved and the numbers of
    /// the lands that were searched. False if the memory is too small for that.
    pub fn make_room(&mut self) -> bool {
        self.lands.make_room()
    }

    /// Whether the player to move wins the position together with a heap, however long it takes.
    pub fn is_win(&self, position: &Canonical, heap: Nimber) -> Result<bool, Stopped> {
        self.is_win_within(position, heap, 1, &mut unlimited())
    }

    /// Whether the player to move wins the position together with a heap. What was proved before a stop is kept.
    pub fn is_win_within(
        &self,
        position: &Canonical,
        heap: Nimber,
        threads: usize,
        budget: Budget<'_>,
    ) -> Result<bool, Stopped> {
        let numbers = self.numbers_within(position, heap, Numbers::UNLIMITED, threads, budget)?;
        Ok(numbers.win == 0)
    }

    /// The same, or how much work seems left as soon as that reaches the limits.
    pub(crate) fn numbers_within(
        &self,
        position: &Canonical,
        heap: Nimber,
        limits: Numbers,
        threads: usize,
        budget: Budget<'_>,
    ) -> Result<Numbers, Stopped> {
        let ids = self.ids(position);
        self.search(threads, budget, |worker| {
            worker.position(&ids, heap.get(), limits)
        })
    }

    /// The nimber of a position: the exclusive or of those of its lands, however long it takes.
    pub fn nimber(&self, position: &Canonical) -> Result<Nimber, Stopped> {
        self.nimber_within(position, 1, &mut unlimited())
    }

    /// The nimber of a position. What was proved before a stop is kept.
    pub fn nimber_within(
        &self,
        position: &Canonical,
        threads: usize,
        budget: Budget<'_>,
    ) -> Result<Nimber, Stopped> {
        let mut sum = Nimber::ZERO;
        for id in self.ids(position) {
            let nimber = self.search(threads, &mut *budget, |worker| worker.nimber(LandId(id)))?;
            sum ^= Nimber::new(nimber);
        }
        Ok(sum)
    }

    /// The nimber of a position, if that of each of its lands is already proved.
    pub fn known_nimber(&self, position: &Canonical) -> Option<Nimber> {
        position.lands().iter().try_fold(Nimber::ZERO, |sum, land| {
            let id = self.lands.find(land.packed())?;
            Some(sum ^ Nimber::new(self.lands.nimber(id)?))
        })
    }

    /// Whether the player to move wins the position together with a heap, as far as that is proved already.
    pub fn known(&self, position: &Canonical, heap: Nimber) -> Option<bool> {
        let mut unknown: Vec<&Land> = Vec::new();
        let mut sum = heap;
        for land in position.lands() {
            let id = self.lands.find(land.packed());
            match id.and_then(|id| self.lands.nimber(id)) {
                Some(nimber) => sum ^= Nimber::new(nimber),
                // Equal lands stand side by side, and two of them are worth nothing.
                None if unknown.last() == Some(&land) => {
                    unknown.pop();
                }
                None => unknown.push(land),
            }
        }
        match unknown[..] {
            [] => Some(!sum.is_loss()),
            [land] => {
                let entry = self.lands.entry(self.lands.find(land.packed())?);
                entry.refuted().contains(sum.get()).then_some(true)
            }
            _ => None,
        }
    }

    /// The work that seems left to show a win and a loss of the position together with a heap, without a search.
    pub(crate) fn numbers(&self, position: &Canonical, heap: Nimber) -> Numbers {
        let is_done = AtomicBool::new(false);
        let worker = Worker::new(self, 1, &is_done);
        worker.position_numbers(&self.ids(position), heap.get())
    }

    /// Asks the same question on several threads that share the table; the first answer counts. The caller's thread watches the budget.
    fn search<T: Send>(
        &self,
        threads: usize,
        budget: Budget<'_>,
        question: impl Fn(&mut Worker<'_>) -> Result<T, Halt> + Sync,
    ) -> Result<T, Stopped> {
        let is_done = AtomicBool::new(false);
        let ask = |budget: Option<Budget<'_>>| {
            let mut worker = Worker::new(self, threads, &is_done);
            if let Some(budget) = budget {
                worker.watch(budget);
            }
            let answer = worker.answer(&question);
            if answer.is_ok() {
                is_done.store(true, Relaxed);
            }
            answer
        };
        if threads <= 1 {
            return ask(Some(budget));
        }
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(|| ask(None))).collect();
            others.into_iter().fold(ask(Some(budget)), |answer, other| {
                // A thread that was stopped because another had the answer says nothing about the question.
                let other = other
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                answer.or(other)
            })
        })
    }

    /// The lands of a position, without pairs of equal ones.
    fn ids(&self, position: &Canonical) -> Vec<u32> {
        let mut ids = position
            .lands()
            .iter()
            .map(|land| self.lands.intern(land.packed()))
            .collect();
        crate::lands::cancel_equal(&mut ids);
        ids.into_iter().map(|id| id.0).collect()
    }
}
