//! One thread of a search in normal play: depth-first proof-number search over couples (land, heap). What it proves goes into [`Lands`].
//!
//! A couple is lost for the player to move exactly when the land's nimber is the heap, so every proved loss is a nimber. Proof
//! numbers are seen from the player to move: `win` is the work left to show a win, `loss` the work left to show a loss. A
//! position of several lands of unknown nimber is no couple; it is valued by the work to find the nimbers of its lands, and
//! worked on, easiest land first, only for as long as it stays the best choice. Lives fall with every move, so the graph has no cycles.

mod member;
mod spread;

use super::Solver;
use crate::company::{Company, ELSEWHERE, News};
use crate::heap::HeapSet;
use crate::lands::{Children, Expander, Head, LandId, Lands};
use crate::numbers::{INFINITE, Numbers};
use crate::solver::{Budget, Stopped};
use spread::{NODES_AT_ONCE, TAKEN_OF_ALL};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A child of the node being searched, with its numbers as last seen.
#[derive(Clone, Copy)]
struct Branch {
    /// Where the child stands in the list of children, or the smaller heap that a Nim move leaves.
    place: u32,
    numbers: Numbers,
    /// How this member of a company likes it; 0 where that was not asked yet.
    preference: f32,
}

impl Branch {
    fn new(place: u32, numbers: Numbers) -> Self {
        Branch {
            place,
            numbers,
            preference: 0.0,
        }
    }
}

/// Marks a branch as a move in the heap.
const HEAP_MOVE: u32 = 1 << 31;

/// Why a thread leaves what it is searching.
pub(super) enum Halt {
    Stopped(Stopped),
    /// Another thread has decided a couple on the path, the one at this depth: what is below it is needed no more.
    Overtaken {
        depth: usize,
    },
    /// It begins at the root again, with all that is known by now.
    Again,
}

/// Tells a thread when to stop.
struct Watch<'a> {
    solver: &'a Solver,
    /// Raised when a thread has the answer, or the budget is spent.
    is_done: &'a AtomicBool,
    /// With the thread that asked the question.
    budget: Option<Budget<'a>>,
}

impl Watch<'_> {
    fn stops(&mut self) -> bool {
        if self.is_done.load(Relaxed) {
            return true;
        }
        let Some(budget) = &mut self.budget else {
            return false;
        };
        let stops = budget(&self.solver.progress()).is_break();
        if stops {
            self.is_done.store(true, Relaxed);
        }
        stops
    }
}

/// One thread of a search.
pub(super) struct Worker<'a> {
    solver: &'a Solver,
    lands: &'a Lands,
    threads: usize,
    watch: Watch<'a>,
    expander: Expander,
    /// The branches of all nodes on the path, one after another.
    branches: Vec<Branch>,
    /// The couples being searched, from the root on.
    path: Vec<(LandId, u8)>,
    /// Not reported yet.
    nodes: u64,
    company: Option<&'a Company>,
    /// Which member of the company this is; 0 without one.
    member: u64,
    /// Not told to the company yet.
    news: News,
    /// Lands that others of the company are searching, in order, and how often they had moved then.
    elsewhere: Vec<LandId>,
    moved: u64,
    /// So many more nodes before it begins at the root again.
    nodes_until_again: u64,
}

impl<'a> Worker<'a> {
    pub(super) fn new(solver: &'a Solver, threads: usize, is_done: &'a AtomicBool) -> Self {
        Worker {
            solver,
            lands: &solver.lands,
            threads,
            watch: Watch {
                solver,
                is_done,
                budget: None,
            },
            expander: Expander::default(),
            branches: Vec::new(),
            path: Vec::new(),
            nodes: 0,
            company: solver.company.as_deref(),
            member: (solver.company.as_ref()).map_or(0, |company| company.member()),
            news: News::default(),
            elsewhere: Vec::new(),
            moved: 0,
            nodes_until_again: if threads > 1 { NODES_AT_ONCE } else { u64::MAX },
        }
    }

    /// This is the thread that watches the budget.
    pub(super) fn watch(&mut self, budget: Budget<'a>) {
        self.watch.budget = Some(budget);
    }

    /// What this thread answers to a question.
    pub(super) fn answer<T>(
        &mut self,
        question: impl Fn(&mut Self) -> Result<T, Halt>,
    ) -> Result<T, Stopped> {
        self.hear();
        let answer = loop {
            match question(self) {
                Ok(answer) => break Ok(answer),
                Err(Halt::Stopped(stopped)) => break Err(stopped),
                Err(Halt::Again) => self.nodes_until_again = NODES_AT_ONCE,
                Err(Halt::Overtaken { .. }) => unreachable!("what was overtaken is on the path"),
            }
        };
        self.report();
        self.expander.clear(self.lands);
        answer
    }

    /// Adds to the counts of the solver, and tells the company.
    fn report(&mut self) {
        self.tell();
        self.solver
            .counters
            .nodes
            .fetch_add(std::mem::take(&mut self.nodes), Relaxed);
        self.solver
            .counters
            .children
            .fetch_add(std::mem::take(&mut self.expander.raw_children), Relaxed);
    }

    pub(super) fn nimber(&mut self, land: LandId) -> Result<u8, Halt> {
        loop {
            let entry = self.lands.entry(land);
            if let Some(nimber) = entry.nimber() {
                return Ok(nimber);
            }
            self.couple(land, entry.refuted().mex(), Numbers::UNLIMITED)?;
        }
    }

    /// The numbers of a couple as last stored, or a first guess.
    fn couple_numbers(&self, land: LandId, heap: u8) -> Numbers {
        let entry = self.lands.entry(land);
        if let Some(nimber) = entry.nimber() {
            return Numbers::decided(nimber != heap);
        }
        if entry.refuted().contains(heap) {
            return Numbers::WON;
        }
        let stored = match entry.numbers.get(usize::from(heap)) {
            Some(numbers) => numbers.load(Relaxed),
            None => self.lands.large_heap_numbers(land, heap),
        };
        if stored != 0 {
            return Numbers::unpack(stored);
        }
        let (win, loss) = self.solver.guesses.of(entry.lives, entry.shape, heap);
        Numbers { win, loss }
    }

    fn store(&self, land: LandId, heap: u8, numbers: Numbers) {
        match self.lands.entry(land).numbers.get(usize::from(heap)) {
            Some(stored) => stored.store(numbers.pack(), Relaxed),
            None => self
                .lands
                .store_large_heap_numbers(land, heap, numbers.pack()),
        }
    }

    /// The nimber of a sum of lands and a heap, if that of each land is known.
    fn folded(&self, ids: &[u32], heap: u8) -> Option<u8> {
        ids.iter().try_fold(heap, |heap, &id| {
            Some(heap ^ self.lands.nimber(LandId(id))?)
        })
    }

    /// The numbers of a sum of lands and a heap, without searching.
    pub(super) fn position_numbers(&self, ids: &[u32], mut heap: u8) -> Numbers {
        let mut unknown = None;
        let mut work = 0u32;
        let mut count = 0;
        for &id in ids {
            let land = LandId(id);
            match self.lands.nimber(land) {
                Some(nimber) => heap ^= nimber,
                None => {
                    count += 1;
                    unknown = Some(land);
                    if ids.len() > 1 {
                        work = work.saturating_add(self.nimber_work(land).1);
                    }
                }
            }
        }
        match (unknown, count) {
            (None, _) => Numbers::decided(heap != 0),
            (Some(land), 1) => self.couple_numbers(land, heap),
            _ => Numbers {
                win: work.min(INFINITE - 1),
                loss: work.min(INFINITE - 1),
            },
        }
    }

    /// The smallest heap that may still be the nimber, and the work to decide whether it is.
    fn nimber_work(&self, land: LandId) -> (u8, u32, Numbers) {
        let heap = self.lands.entry(land).refuted().mex();
        let numbers = self.couple_numbers(land, heap);
        (heap, numbers.win.min(numbers.loss), numbers)
    }

    /// Searches a sum of lands and a heap until its numbers reach the limits.
    pub(super) fn position(
        &mut self,
        ids: &[u32],
        start_heap: u8,
        limits: Numbers,
    ) -> Result<Numbers, Halt> {
        loop {
            let mut heap = start_heap;
            let mut easiest: Option<(LandId, u8, u32, Numbers)> = None;
            let (mut count, mut work, mut easiest_work) = (0, 0u32, f64::MAX);
            for &id in ids {
                let land = LandId(id);
                match self.lands.nimber(land) {
                    Some(nimber) => heap ^= nimber,
                    None => {
                        count += 1;
                        let (least, land_work, numbers) = self.nimber_work(land);
                        work = work.saturating_add(land_work);
                        // The nimbers of all lands are needed: members of a company begin with different ones, and so do threads.
                        let mut seeming_work = f64::from(land_work);
                        if self.has_own_order() && ids.len() > 1 {
                            seeming_work *= self.preference(&[id], 0);
                            if self.is_elsewhere(&[id]) {
                                seeming_work *= ELSEWHERE;
                            }
                        }
                        if self.threads > 1 && ids.len() > 1 {
                            seeming_work *= self.taken(&[id], TAKEN_OF_ALL);
                        }
                        if seeming_work < easiest_work || easiest.is_none() {
                            easiest_work = seeming_work;
                            easiest = Some((land, least, land_work, numbers));
                        }
                    }
                }
            }
            let Some((land, least, land_work, numbers)) = easiest else {
                return Ok(Numbers::decided(heap != 0));
            };
            if count == 1 {
                return self.couple(land, heap, limits);
            }
            let limit = limits.win.min(limits.loss);
            if work >= limit {
                return Ok(Numbers {
                    win: work.min(INFINITE - 1),
                    loss: work.min(INFINITE - 1),
                });
            }
            let limit = limit - (work - land_work);
            let limits = if numbers.win <= numbers.loss {
                Numbers {
                    win: limit,
                    loss: INFINITE,
                }
            } else {
                Numbers {
                    win: INFINITE,
                    loss: limit,
                }
            };
            self.couple(land, least, limits)?;
        }
    }

    /// Searches a couple until it is decided or its numbers reach the limits.
    fn couple(&mut self, land: LandId, heap: u8, limits: Numbers) -> Result<Numbers, Halt> {
        let lands = self.lands;
        let entry = lands.entry(land);
        if let Some(nimber) = entry.nimber() {
            return Ok(Numbers::decided(nimber != heap));
        }
        if entry.refuted().contains(heap) {
            return Ok(Numbers::WON);
        }
        // A move in the heap leaves the same land.
        let is_first = (self.path.last()).is_none_or(|&(above, _)| above != land);
        if is_first {
            entry.enter();
        }
        let result = self.couple_entered(land, heap, limits);
        if is_first {
            entry.leave();
        }
        let numbers = match result {
            Err(Halt::Overtaken { depth }) if depth == self.path.len() => {
                return Ok(self.couple_numbers(land, heap));
            }
            result => result?,
        };
        if numbers.win == 0 {
            entry.refute(heap);
            self.note(land, heap, true);
        } else if numbers.loss == 0 {
            lands.prove(land, heap);
            self.note(land, heap, false);
        } else {
            self.store(land, heap, numbers);
        }
        Ok(numbers)
    }

    /// The same for a couple that is not decided, while others see that somebody is at work on its land.
    fn couple_entered(&mut self, land: LandId, heap: u8, limits: Numbers) -> Result<Numbers, Halt> {
        let lands = self.lands;
        let entry = lands.entry(land);
        let owned;
        let children = match entry.children.get() {
            Some(children) => children,
            None => {
                self.count_node()?;
                let watch = &mut self.watch;
                let go_on = |bytes| {
                    if watch.stops() {
                        Err(Halt::Stopped(Stopped::ByBudget))
                    } else if lands.is_full_with(bytes) {
                        Err(Halt::Stopped(Stopped::ByMemory))
                    } else {
                        Ok(())
                    }
                };
                let Some(children) = self.expander.expand(lands, land, Some(heap), go_on)? else {
                    return Ok(Numbers::WON);
                };
                match lands.keep_children(land, children) {
                    Ok(children) => children,
                    Err(children) => {
                        // To begin again would be to generate them again.
                        self.nodes_until_again = u64::MAX;
                        owned = children;
                        &owned
                    }
                }
            }
        };
        let base = self.branches.len();
        self.path.push((land, heap));
        let result = self.couple_among(land, heap, children, limits);
        self.path.pop();
        self.branches.truncate(base);
        result
    }

    fn couple_among(
        &mut self,
        land: LandId,
        heap: u8,
        children: &Children,
        limits: Numbers,
    ) -> Result<Numbers, Halt> {
        let base = self.branches.len();
        if self.open_branches(land, heap, children) {
            return Ok(Numbers::WON);
        }
        loop {
            let (mut win, mut second, mut loss, mut best) = (INFINITE, INFINITE, 0u32, usize::MAX);
            for (index, branch) in self.branches[base..].iter().enumerate() {
                loss = loss.saturating_add(branch.numbers.win);
                if branch.numbers.loss < win {
                    (second, win, best) = (win, branch.numbers.loss, index);
                } else if branch.numbers.loss < second {
                    second = branch.numbers.loss;
                }
            }
            if best == usize::MAX {
                return Ok(Numbers::LOST);
            }
            let loss = loss.min(INFINITE - 1);
            if win >= limits.win || loss >= limits.loss {
                return Ok(Numbers { win, loss });
            }
            // Where a loss is likelier, all moves must be tried.
            if self.has_own_order() && loss < win {
                (best, second) = self.preferred(land, heap, children, base, limits.win);
            }
            let numbers = Numbers { win, loss };
            if self.threads > 1
                && let Some(beside) = self.beside_others(children, base, best, numbers, limits.win)
            {
                (best, second) = beside;
            }
            let branch = self.branches[base + best];
            let margin = (f64::from(second) * self.solver.guide.margin) as u32;
            let child_limits = Numbers {
                win: limits.loss - (loss - branch.numbers.win.min(loss)),
                loss: limits
                    .win
                    .min(second.saturating_add(margin).saturating_add(1))
                    .min(INFINITE),
            };
            let numbers = if branch.place & HEAP_MOVE != 0 {
                self.couple(land, (branch.place & !HEAP_MOVE) as u8, child_limits)
            } else {
                let (ids, child_heap, _) = child_at(children, branch.place as usize);
                self.position(ids, child_heap ^ heap, child_limits)
            };
            let numbers = match numbers {
                Ok(numbers) => numbers,
                Err(halt) => {
                    if let Halt::Again | Halt::Stopped(Stopped::ByBudget) = halt {
                        self.note_stop(land, heap, children, base, best);
                    }
                    return Err(halt);
                }
            };
            if numbers.loss == 0 {
                return Ok(Numbers::WON);
            }
            if numbers.win == 0 {
                self.branches.swap_remove(base + best);
            } else {
                self.branches[base + best].numbers = numbers;
            }
        }
    }

    /// Lists the moves of a couple that are not decided yet; says whether one of them is known to win.
    fn open_branches(&mut self, land: LandId, heap: u8, children: &Children) -> bool {
        if children.known.contains(heap) {
            return true;
        }
        let mut place = 0;
        while place < children.unknown.len() {
            let (ids, child_heap, next) = child_at(children, place);
            if let Some(nimber) = self.folded(ids, child_heap) {
                if nimber == heap {
                    return true;
                }
                // A child of that nimber: the land has another one.
                self.lands.entry(land).refute(nimber);
                place = next;
                continue;
            }
            let numbers = self.position_numbers(ids, child_heap ^ heap);
            if numbers.loss == 0 {
                return true;
            }
            if numbers.win != 0 {
                self.branches.push(Branch::new(place as u32, numbers));
            }
            place = next;
        }
        let refuted: HeapSet = self.lands.entry(land).refuted();
        for smaller in (0..heap)
            .filter(|&smaller| !refuted.contains(smaller) && !children.known.contains(smaller))
        {
            let numbers = self.couple_numbers(land, smaller);
            (self.branches).push(Branch::new(HEAP_MOVE | u32::from(smaller), numbers));
        }
        false
    }

    /// Keeps what a search that is stopped has learnt of a couple: asking again goes on from there, and who asks how much work is left
    /// hears of the work that was done.
    fn note_stop(
        &mut self,
        land: LandId,
        heap: u8,
        children: &Children,
        base: usize,
        searched: usize,
    ) {
        let place = self.branches[base + searched].place;
        self.branches[base + searched].numbers = if place & HEAP_MOVE != 0 {
            self.couple_numbers(land, (place & !HEAP_MOVE) as u8)
        } else {
            let (ids, child_heap, _) = child_at(children, place as usize);
            self.position_numbers(ids, child_heap ^ heap)
        };
        let branches = self.branches[base..].iter().map(|branch| branch.numbers);
        let (win, loss) = branches.fold((INFINITE, 0u32), |(win, loss), numbers| {
            (win.min(numbers.loss), loss.saturating_add(numbers.win))
        });
        let loss = loss.min(INFINITE - 1);
        if win != 0 && loss != 0 {
            self.store(land, heap, Numbers { win, loss });
        }
    }

    /// The first couple on the path that another thread has decided.
    fn overtaken(&self) -> Option<usize> {
        self.path.iter().position(|&(land, heap)| {
            let entry = self.lands.entry(land);
            entry.nimber().is_some() || entry.refuted().contains(heap)
        })
    }

    fn count_node(&mut self) -> Result<(), Halt> {
        self.nodes += 1;
        let mut has_heard = false;
        if self.nodes.is_multiple_of(64) {
            self.report();
            has_heard = self.hear();
            let is_contradicted = (self.company).is_some_and(Company::is_contradicted);
            if self.watch.stops() || is_contradicted {
                return Err(Halt::Stopped(Stopped::ByBudget));
            }
        }
        if (self.threads > 1 || has_heard)
            && let Some(depth) = self.overtaken()
        {
            return Err(Halt::Overtaken { depth });
        }
        if self.lands.is_full() {
            return Err(Halt::Stopped(Stopped::ByMemory));
        }
        if self.nodes_until_again == 0 {
            return Err(Halt::Again);
        }
        self.nodes_until_again -= 1;
        Ok(())
    }
}

/// A child in the list: its lands, the heap, and where the next child stands.
fn child_at(children: &Children, place: usize) -> (&[u32], u8, usize) {
    let head = Head::from_word(children.unknown[place]);
    let next = place + 1 + head.lands();
    (&children.unknown[place + 1..next], head.heap(), next)
}
