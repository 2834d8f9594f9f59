//! Normal play: depth-first proof-number search over couples (land, heap). Owns the search; what it proves goes into [`Lands`].
//!
//! A couple is lost for the player to move exactly when the land's nimber is the heap, so every proved loss is a nimber. Proof
//! numbers are seen from the player to move: `win` is the work left to show a win, `loss` the work left to show a loss. A
//! position of several lands of unknown nimber is no couple; it is valued by the work to find the nimbers of its lands, and
//! worked on, easiest land first, only for as long as it stays the best choice. Lives fall with every move, so the graph has no cycles.

use crate::company::{Company, ELSEWHERE, News};
use crate::guess::Guesses;
use crate::heap::HeapSet;
use crate::lands::{Children, Expander, Head, LandId, Lands};
use crate::numbers::{INFINITE, Numbers};
use crate::solver::{Budget, Progress, Stopped, unlimited};
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
                worker.watch.budget = Some(budget);
            }
            worker.hear();
            let answer = question(&mut worker).map_err(|halt| match halt {
                Halt::Stopped(stopped) => stopped,
                Halt::Overtaken { .. } => unreachable!("what was overtaken is on the path"),
            });
            worker.report();
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
enum Halt {
    Stopped(Stopped),
    /// Another thread has decided a couple on the path, the one at this depth: what is below it is needed no more.
    Overtaken {
        depth: usize,
    },
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
struct Worker<'a> {
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
}

impl<'a> Worker<'a> {
    fn new(solver: &'a Solver, threads: usize, is_done: &'a AtomicBool) -> Self {
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
        }
    }

    fn report(&mut self) {
        if let Some(company) = self.company {
            company.count(self.nodes, self.expander.raw_children);
            if self.has_company() {
                let path = self.path.iter();
                let lands = path.map(|&(land, _)| self.lands.entry(land).land.clone());
                self.news.paths = vec![(self.member, lands.collect())];
            }
            company.put(std::mem::take(&mut self.news));
        }
        self.solver
            .counters
            .nodes
            .fetch_add(std::mem::take(&mut self.nodes), Relaxed);
        self.solver
            .counters
            .children
            .fetch_add(std::mem::take(&mut self.expander.raw_children), Relaxed);
    }

    /// Looks where others of the company are, and takes on trust what they have told; whether there was something.
    fn hear(&mut self) -> bool {
        let elsewhere = self
            .company
            .and_then(|company| company.elsewhere(&mut self.moved));
        if let Some(elsewhere) = elsewhere {
            let lands = elsewhere.iter();
            self.elsewhere = lands
                .filter_map(|land| self.lands.find(land.packed()))
                .collect();
            self.elsewhere.sort_unstable();
        }
        let Some((company, news)) = self
            .company
            .and_then(|company| Some((company, company.heard()?)))
        else {
            return false;
        };
        for (land, nimber) in &news.nimbers {
            let id = self.lands.intern(land.packed());
            let entry = self.lands.entry(id);
            let is_wrong = match entry.nimber() {
                Some(known) => known != *nimber,
                None => entry.refuted().contains(*nimber),
            };
            if is_wrong {
                company.contradict();
            } else {
                self.lands.prove(id, *nimber);
                self.lands.is_told(id);
            }
        }
        for (land, heap) in &news.refutations {
            let entry = self.lands.entry(self.lands.intern(land.packed()));
            if entry.nimber() == Some(*heap) {
                company.contradict();
            } else {
                entry.refute(*heap);
            }
        }
        true
    }

    /// Notes for the company that a couple is decided.
    fn note(&mut self, land: LandId, heap: u8, is_win: bool) {
        let Some(company) = self.company else { return };
        let entry = self.lands.entry(land);
        if u32::from(entry.lives) < company.lives_min() {
            return;
        }
        let news = (entry.land.clone(), heap);
        if is_win {
            self.news.refutations.push(news);
        } else {
            self.lands.is_told(land);
            self.news.nimbers.push(news);
        }
    }

    fn nimber(&mut self, land: LandId) -> Result<u8, Halt> {
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
        let numbers = if stored != 0 {
            Numbers::unpack(stored)
        } else {
            let (win, loss) = self.solver.guesses.of(entry.lives, entry.shape, heap);
            Numbers { win, loss }
        };
        if self.threads > 1 {
            numbers.with_visitors(entry.visitors())
        } else {
            numbers
        }
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
    fn position_numbers(&self, ids: &[u32], mut heap: u8) -> Numbers {
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
    fn position(&mut self, ids: &[u32], start_heap: u8, limits: Numbers) -> Result<Numbers, Halt> {
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
                        // The nimbers of all lands are needed: members of a company begin with different ones.
                        let mut seeming_work = f64::from(land_work);
                        if self.has_own_order() && ids.len() > 1 {
                            seeming_work *= self.preference(&[id], 0);
                            if self.is_elsewhere(&[id]) {
                                seeming_work *= ELSEWHERE;
                            }
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
                    entry.refute(heap);
                    self.note(land, heap, true);
                    return Ok(Numbers::WON);
                };
                match lands.keep_children(land, children) {
                    Ok(children) => children,
                    Err(children) => {
                        owned = children;
                        &owned
                    }
                }
            }
        };
        let base = self.branches.len();
        entry.enter();
        self.path.push((land, heap));
        let result = self.couple_among(land, heap, children, limits);
        self.path.pop();
        entry.leave();
        self.branches.truncate(base);
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
                    if let Halt::Stopped(Stopped::ByBudget) = halt {
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

    /// The branch that this member of the company likes best among those below the limit, and the number at which it would like another one.
    fn preferred(
        &mut self,
        land: LandId,
        heap: u8,
        children: &Children,
        base: usize,
        limit: u32,
    ) -> (usize, u32) {
        let (mut best, mut best_key, mut factor, mut second_key) = (0, f64::MAX, 1.0, f64::MAX);
        for index in 0..self.branches.len() - base {
            let branch = self.branches[base + index];
            if branch.numbers.loss >= limit {
                continue;
            }
            let (ids, branch_heap) = match branch.place & HEAP_MOVE != 0 {
                true => (&[land.0][..], (branch.place & !HEAP_MOVE) as u8),
                false => {
                    let (ids, child_heap, _) = child_at(children, branch.place as usize);
                    (ids, child_heap ^ heap)
                }
            };
            let mut preference = f64::from(branch.preference);
            if branch.preference == 0.0 {
                preference = self.preference(ids, branch_heap);
                self.branches[base + index].preference = preference as f32;
            }
            if branch.place & HEAP_MOVE == 0 && self.is_elsewhere(ids) {
                preference *= ELSEWHERE;
            }
            let key = f64::from(branch.numbers.loss) * preference;
            if key < best_key {
                second_key = best_key;
                (best, best_key, factor) = (index, key, preference);
            } else if key < second_key {
                second_key = key;
            }
        }
        let second = (second_key / factor).min(f64::from(INFINITE));
        (best, second as u32)
    }

    /// Whether this is a member of a company. A page has none, and need not carry what is for it.
    fn has_company(&self) -> bool {
        cfg!(not(target_family = "wasm")) && self.member > 0
    }

    /// Whether this member looks for other work than one alone would do. The first one does not, so that an unlucky order of the
    /// others seldom holds the answer up. What it hears from them still changes its way.
    fn has_own_order(&self) -> bool {
        self.has_company() && self.member > 1
    }

    /// Whether another member of the company is at work on one of these lands.
    fn is_elsewhere(&self, ids: &[u32]) -> bool {
        let mut ids = ids.iter();
        ids.any(|&id| self.elsewhere.binary_search(&LandId(id)).is_ok())
    }

    /// How this member of the company likes a sum of lands and a heap.
    fn preference(&self, ids: &[u32], mut heap: u8) -> f64 {
        let mut key = 0u64;
        for &id in ids {
            let entry = self.lands.entry(LandId(id));
            match entry.nimber() {
                Some(nimber) => heap ^= nimber,
                None => key = key.wrapping_add(sprouts::hash::of_bytes(entry.land.as_bytes())),
            }
        }
        let key = key.wrapping_add(u64::from(heap).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        Company::preference(self.member, key)
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
        Ok(())
    }
}

/// A child in the list: its lands, the heap, and where the next child stands.
fn child_at(children: &Children, place: usize) -> (&[u32], u8, usize) {
    let head = Head::from_word(children.unknown[place]);
    let next = place + 1 + head.lands();
    (&children.unknown[place + 1..next], head.heap(), next)
}
