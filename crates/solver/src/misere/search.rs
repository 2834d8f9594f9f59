//! Depth-first proof-number search over nodes. Owns the proof numbers and the lists of open moves; knows lands and trees only
//! through the nodes.
//!
//! A node is won if one move leads to a loss. So the work to show a win is the least work to show the loss of a move. The work to show
//! a loss is the sum of that to show each move won. The search always works on the move that looks easiest to prove
//! lost, for as long as it stays so. Several threads search the same root and share all tables; a node looks worse while
//! others are at work below it, so that they spread out.

mod first;
mod guard;

use super::Guide;
use super::lists::Lists;
use super::nodes::{Node, Nodes};
use super::scratch::{Buffers, Halted, Scratch};
use crate::Outcome;
use crate::numbers::{INFINITE, Numbers};
use crate::pieces::Pieces;
use crate::solver::{Budget, Limits, Progress, Stopped};
use first::FirstNumbers;
use guard::{Guard, Halt};
use sprouts::PackedLand;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering::Relaxed};

/// What is known about nodes, and what one thread needs to ask.
pub(super) struct Search {
    shared: Shared,
    buffers: Buffers,
    limits: Limits,
    guide: Guide,
    losses_at_last_clearing: u64,
    /// How many times in a row the tables were cleared without a loss proved since the time before.
    idle_clearings: u32,
}

/// What needs no search is given up after so many looks: seconds.
const BRIEF_LOOKS_MAX: u32 = 4096;

/// Without a new loss for so many clearings the search would run in circles.
const IDLE_CLEARINGS_MAX: u32 = 8;

impl Search {
    pub(super) fn new(limits: Limits, guide: &Guide) -> Self {
        Search {
            shared: Shared::new(guide),
            buffers: Buffers::default(),
            limits,
            guide: guide.clone(),
            losses_at_last_clearing: 0,
            idle_clearings: 0,
        }
    }

    pub(super) fn nodes(&self) -> &Nodes {
        &self.shared.nodes
    }

    /// Begins again with lands of at most so many lives replaced by their tree. What was done stays counted.
    pub(super) fn forget_everything(&mut self, tree_lives_max: u32) {
        let guide = Guide {
            tree_lives_max: Some(tree_lives_max),
            ..self.guide.clone()
        };
        let Progress {
            nodes, children, ..
        } = self.progress();
        self.buffers = Buffers::default();
        // What was shared is given back before the new one grows.
        self.shared = Shared::new(&guide);
        self.shared.expansions = AtomicU64::new(nodes);
        self.shared.children = AtomicU64::new(children);
        (self.losses_at_last_clearing, self.idle_clearings) = (0, 0);
    }

    /// The node of a sum of lands. It is good until the next search.
    pub(super) fn node<'a>(
        &mut self,
        lands: impl Iterator<Item = PackedLand<'a>>,
    ) -> Result<Node, Stopped> {
        self.briefly(|shared, scratch| shared.nodes.of_packed(scratch, lands))
    }

    /// Whether two nodes are the same game as far as can be told: the same large lands beside trees of the same sum.
    pub(super) fn same_game(&mut self, one: Node, two: Node) -> Result<bool, Stopped> {
        if one == two || !self.shared.nodes.same_large_lands(one, two) {
            return Ok(one == two);
        }
        self.briefly(|shared, scratch| {
            let nodes = &shared.nodes;
            Ok(nodes.whole(scratch, one)? == nodes.whole(scratch, two)?)
        })
    }

    /// Visits the moves of a node; a move may be visited more than once.
    pub(super) fn moves(&mut self, node: Node, mut visit: impl FnMut(Node)) -> Result<(), Stopped> {
        self.briefly(|shared, scratch| {
            let visit = &mut |_: &mut Scratch, child| {
                visit(child);
                ControlFlow::<Halted>::Continue(())
            };
            match shared.nodes.moves(scratch, node, visit) {
                ControlFlow::Continue(()) => Ok(()),
                ControlFlow::Break(halted) => Err(halted),
            }
        })
    }

    /// What is already proved about a node, without any search.
    pub(super) fn known(&mut self, node: Node) -> Result<Option<Outcome>, Stopped> {
        self.briefly(|shared, scratch| Ok(outcome(shared.look(scratch, node)?)))
    }

    /// The work that seems left to show a win and a loss of a node, without any search.
    pub(super) fn numbers(&mut self, node: Node) -> Result<Numbers, Stopped> {
        self.briefly(|shared, scratch| shared.look(scratch, node))
    }

    /// Takes a loss of a sum of lands on trust.
    pub(super) fn learn_loss<'a>(
        &mut self,
        lands: impl Iterator<Item = PackedLand<'a>>,
        budget: Option<Budget<'_>>,
    ) -> Result<(), Stopped> {
        let learn = |shared: &Shared, scratch: &mut Scratch| {
            let node = shared.nodes.of_packed(scratch, lands)?;
            shared.look(scratch, node)?;
            shared.set(node, Numbers::LOST);
            Ok(())
        };
        match budget {
            None => self.briefly(learn),
            Some(budget) => self.watched(Some(budget), u32::MAX, |shared, _, scratch| {
                learn(shared, scratch)
            }),
        }
    }

    /// Does work that takes a moment; where it would take long it is stopped.
    fn briefly<T>(
        &mut self,
        work: impl FnOnce(&Shared, &mut Scratch) -> Result<T, Halted>,
    ) -> Result<T, Stopped> {
        self.watched(None, BRIEF_LOOKS_MAX, |shared, _, scratch| {
            work(shared, scratch)
        })
    }

    /// Does work that is stopped by the budget, by the memory, or after so many looks.
    fn watched<T>(
        &mut self,
        budget: Option<Budget<'_>>,
        looks_max: u32,
        work: impl FnOnce(&Shared, &Halt, &mut Scratch) -> Result<T, Halted>,
    ) -> Result<T, Stopped> {
        let Search {
            shared,
            buffers,
            limits,
            ..
        } = self;
        let halt = Halt::default();
        let mut guard = Guard::new(shared, limits, &halt, budget, looks_max);
        let mut scratch = Scratch::watched_by(&mut guard, std::mem::take(buffers));
        let done = work(shared, &halt, &mut scratch);
        shared.report(&mut scratch.children);
        *buffers = scratch.into_buffers();
        done.map_err(|Halted| halt.reason().unwrap_or(Stopped::ByBudget))
    }

    /// The proved losses that are not a matter of small lands only, each as the packed lands of a position equal to it.
    pub(super) fn losses(&self) -> impl Iterator<Item = Vec<u8>> {
        let nodes = self.nodes();
        let examples = nodes.lands.examples();
        self.shared
            .seen()
            .filter(|&(_, numbers)| is_loss(numbers))
            .filter(|&(node, _)| nodes.has_large_land(node))
            .filter_map(move |(node, _)| nodes.packed(node, &examples))
    }

    /// Proves who wins a sum of lands, or works on it until its numbers reach the limits. Gives the numbers.
    pub(super) fn prove<'a>(
        &mut self,
        lands: impl Iterator<Item = PackedLand<'a>> + Clone,
        root_limits: Numbers,
        budget: Budget<'_>,
    ) -> Result<Numbers, Stopped> {
        loop {
            // The root is made anew each time the memory was cleared, for numbers change then.
            match self.search(lands.clone(), root_limits, budget) {
                Ok(numbers) if numbers.won().is_some() || root_limits != Numbers::UNLIMITED => {
                    return Ok(numbers);
                }
                Ok(_) => {}
                Err(Stopped::ByMemory) => self.forget()?,
                Err(stopped) => return Err(stopped),
            }
        }
    }

    /// Searches on all threads until the root is proved, or something stops them.
    fn search<'a>(
        &mut self,
        lands: impl Iterator<Item = PackedLand<'a>>,
        root_limits: Numbers,
        budget: Budget<'_>,
    ) -> Result<Numbers, Stopped> {
        let limits = self.limits;
        self.watched(Some(budget), u32::MAX, |shared, halt, scratch| {
            let root = shared.nodes.of_packed(scratch, lands)?;
            let known = shared.look(scratch, root)?;
            if known.won().is_some() {
                return Ok(known);
            }
            let work_beside = || {
                let mut guard = Guard::new(shared, &limits, halt, None, u32::MAX);
                let scratch = &mut Scratch::watched_by(&mut guard, Buffers::default());
                Worker::new(shared, &limits, halt, scratch).work_on(root, root_limits);
                shared.report(&mut scratch.children);
            };
            if limits.threads <= 1 {
                Worker::new(shared, &limits, halt, scratch).work_on(root, root_limits);
            } else {
                std::thread::scope(|scope| {
                    for _ in 1..limits.threads {
                        scope.spawn(work_beside);
                    }
                    Worker::new(shared, &limits, halt, scratch).work_on(root, root_limits);
                });
            }
            match halt.reason() {
                Some(_) => Err(Halted),
                None => Ok(shared.numbers(root)),
            }
        })
    }

    pub(super) fn progress(&self) -> Progress {
        self.shared.progress()
    }

    /// Makes room. What took work is kept if half of the memory is enough for it: the proved losses, and the numbers of the
    /// nodes that were worked on, from which the search goes on where it was. If not, only the losses.
    fn forget(&mut self) -> Result<(), Stopped> {
        let losses = self.shared.losses.load(Relaxed);
        if losses > self.losses_at_last_clearing {
            self.idle_clearings = 0;
        }
        self.idle_clearings += 1;
        self.losses_at_last_clearing = losses;
        self.buffers = Buffers::default();
        self.shared.forget_all_but(|shared, node, numbers| {
            is_loss(numbers) || (numbers.won().is_none() && shared.is_expanded(node))
        });
        if self.shared.bytes() > self.limits.memory_bytes / 2 {
            self.forget_all_but_losses();
        }
        if self.shared.bytes() > self.limits.memory_bytes / 2
            || self.idle_clearings > IDLE_CLEARINGS_MAX
        {
            return Err(Stopped::ByMemory);
        }
        Ok(())
    }

    pub(super) fn forget_all_but_losses(&mut self) {
        self.buffers = Buffers::default();
        self.shared.forget_all_but(|_, _, numbers| is_loss(numbers));
    }
}

fn is_loss(numbers: Numbers) -> bool {
    numbers.won() == Some(false)
}

fn outcome(numbers: Numbers) -> Option<Outcome> {
    let won = numbers.won()?;
    Some(if won { Outcome::Win } else { Outcome::Loss })
}

/// What all threads share.
struct Shared {
    /// Their notes are [`Numbers`], packed; 0 while a node was never looked at.
    nodes: Nodes,
    /// The moves of each expanded node that were not yet proved to be wins of the other player then.
    open: Lists<u32>,
    /// How many threads are at work on each node, where there is more than one thread.
    visitors: Pieces<AtomicU16>,
    first: FirstNumbers,
    margin: f64,
    expansions: AtomicU64,
    children: AtomicU64,
    losses: AtomicU64,
}

impl Shared {
    fn new(guide: &Guide) -> Self {
        let lives_max = guide
            .tree_lives_max
            .unwrap_or_else(|| super::tree_lives_max_of(0));
        Shared {
            nodes: Nodes::new(lives_max, guide.fold_depth_max),
            open: Lists::new(),
            visitors: Pieces::new(),
            first: FirstNumbers::new(guide),
            margin: 1.0 + guide.margin,
            expansions: AtomicU64::new(0),
            children: AtomicU64::new(0),
            losses: AtomicU64::new(0),
        }
    }

    /// The numbers of a node, those of a first guess if it is new.
    fn look(&self, scratch: &mut Scratch, node: Node) -> Result<Numbers, Halted> {
        let cell = self.nodes.note(node);
        let stored = cell.load(Relaxed);
        if stored != 0 {
            return Ok(Numbers::unpack(stored));
        }
        let numbers = match self.nodes.win_of_trees(scratch, node)? {
            Some(won) => Numbers::decided(won),
            None => self.first.of(self.nodes.size(node)),
        };
        Ok(
            match cell.compare_exchange(0, numbers.pack(), Relaxed, Relaxed) {
                Ok(_) => numbers,
                Err(other) => Numbers::unpack(other),
            },
        )
    }

    /// Counts children that were generated.
    fn report(&self, children: &mut u64) {
        self.children.fetch_add(std::mem::take(children), Relaxed);
    }

    /// The numbers of a node that was looked at.
    fn numbers(&self, node: Node) -> Numbers {
        Numbers::unpack(self.nodes.note(node).load(Relaxed))
    }

    /// Stores the numbers of a node, unless they are proofs already.
    fn set(&self, node: Node, numbers: Numbers) {
        let unless_proved = |stored| {
            (Numbers::unpack(stored).won().is_none() || stored == 0).then_some(numbers.pack())
        };
        let before = self
            .nodes
            .note(node)
            .fetch_update(Relaxed, Relaxed, unless_proved);
        if before.is_ok() && numbers == Numbers::LOST {
            self.losses.fetch_add(1, Relaxed);
        }
    }

    fn is_expanded(&self, node: Node) -> bool {
        self.open.get(node.index()).is_some()
    }

    /// All nodes that were looked at.
    fn seen(&self) -> impl Iterator<Item = (Node, Numbers)> {
        (0..self.nodes.len() as u32).filter_map(|node| {
            let stored = self.nodes.note(Node(node)).load(Relaxed);
            (stored != 0).then(|| (Node(node), Numbers::unpack(stored)))
        })
    }

    /// The bytes of everything that grows.
    fn bytes(&self) -> u64 {
        let bytes = self.nodes.bytes() + self.open.bytes() + self.visitors.bytes();
        bytes as u64
    }

    fn progress(&self) -> Progress {
        Progress {
            nodes: self.expansions.load(Relaxed),
            children: self.children.load(Relaxed),
            positions: self.nodes.len() as u64 / 2,
            proved: self.losses.load(Relaxed),
            bytes: self.bytes(),
        }
    }

    fn forget_all_but(&mut self, keep: impl Fn(&Shared, Node, Numbers) -> bool) {
        let (kept, numbers): (Vec<Node>, Vec<Numbers>) = self
            .seen()
            .filter(|&(node, numbers)| keep(self, node, numbers))
            .unzip();
        self.open = Lists::new();
        self.visitors = Pieces::new();
        let kept = self.nodes.forget_all_but(&kept);
        for (node, numbers) in kept.into_iter().zip(numbers) {
            self.nodes.note(node).store(numbers.pack(), Relaxed);
        }
    }
}

/// One thread of a search.
struct Worker<'a, 'w> {
    shared: &'a Shared,
    scratch: &'a mut Scratch<'w>,
    limits: &'a Limits,
    halt: &'a Halt,
    /// The open moves of all nodes on the path, one after another.
    branches: Vec<Branch>,
    depth: u32,
    expansions: u64,
}

/// How many expansions pass between two looks at the budget and the memory, at most.
const EXPANSIONS_BETWEEN_LOOKS: u64 = 32;

/// No game has more moves than the largest start position has lives; what goes deeper is no game.
const DEPTH_MAX: u32 = 3 * sprouts::Position::SPOTS_MAX;

impl<'a, 'w> Worker<'a, 'w> {
    fn new(
        shared: &'a Shared,
        limits: &'a Limits,
        halt: &'a Halt,
        scratch: &'a mut Scratch<'w>,
    ) -> Self {
        Worker {
            shared,
            scratch,
            limits,
            halt,
            branches: Vec::new(),
            depth: 0,
            expansions: 0,
        }
    }

    /// Works on the root until it is proved, its numbers reach the limits, or something stops the search.
    fn work_on(&mut self, root: Node, limits: Numbers) {
        if self.search(root, limits).is_some() {
            self.halt.raise(Halt::PROVED);
        }
    }

    /// Works on a node until it is proved or one of its numbers reaches its limit. Gives its numbers, nothing if the search is to stop.
    fn search(&mut self, node: Node, limits: Numbers) -> Option<Numbers> {
        if self.depth > DEPTH_MAX {
            self.halt.raise(Halt::BY_DEPTH);
            return None;
        }
        let base = self.branches.len();
        let visitors = self.visitors(node);
        visitors.inspect(|visitors| {
            visitors.fetch_add(1, Relaxed);
        });
        self.depth += 1;
        let numbers = self
            .open(node)
            .and_then(|()| self.search_branches(node, base, limits));
        self.depth -= 1;
        visitors.inspect(|visitors| {
            visitors.fetch_sub(1, Relaxed);
        });
        self.branches.truncate(base);
        self.shared.set(node, numbers?);
        numbers
    }

    /// Puts the open moves of a node into the list of branches.
    fn open(&mut self, node: Node) -> Option<()> {
        let shared = self.shared;
        if let Some(open) = shared.open.get(node.index()) {
            self.branch(open.iter());
            return Some(());
        }
        self.expand(node).ok()?;
        if self.expansions.is_multiple_of(EXPANSIONS_BETWEEN_LOOKS) {
            self.scratch.look().ok()?;
        }
        Some(())
    }

    fn branch(&mut self, open: impl Iterator<Item = u32>) {
        for node in open.map(Node) {
            let numbers = self.numbers_of_move(node);
            if numbers.win != 0 {
                self.branches.push(Branch { node, numbers });
            }
        }
    }

    /// Works on the branches from place `base` on, which are the open moves of the node.
    fn search_branches(&mut self, node: Node, base: usize, limits: Numbers) -> Option<Numbers> {
        loop {
            if self.halt.is_raised() {
                return None;
            }
            let known = self.shared.numbers(node);
            if known.won().is_some() {
                return Some(known);
            }
            let Some(easiest) = Easiest::of(&self.branches[base..]) else {
                return Some(Numbers::LOST);
            };
            let Numbers { win, loss } = easiest.numbers;
            if win == 0 {
                return Some(Numbers::WON);
            }
            if win >= limits.win || loss >= limits.loss {
                return Some(easiest.numbers);
            }
            let branch = self.branches[base + easiest.place];
            // Not back at once when another move looks a little easier: each change of mind costs a walk down the tree.
            let stay = f64::from(easiest.second_loss) * self.shared.margin;
            let child_limits = Numbers {
                win: limits.loss - (loss - branch.numbers.win.min(loss)),
                loss: limits.win.min((stay as u32).saturating_add(1)),
            };
            let Some(numbers) = self.search(branch.node, child_limits) else {
                self.note_stop(node, base, easiest.place);
                return None;
            };
            if numbers.win == 0 {
                self.branches.swap_remove(base + easiest.place);
            } else {
                self.branches[base + easiest.place].numbers = numbers;
            }
        }
    }

    /// Keeps what a search that is stopped by its budget has learnt of a node, so that asking again goes on from there.
    fn note_stop(&mut self, node: Node, base: usize, searched: usize) {
        if self.halt.reason() != Some(Stopped::ByBudget) {
            return;
        }
        let branch = &mut self.branches[base + searched];
        branch.numbers = self.shared.numbers(branch.node);
        if let Some(easiest) = Easiest::of(&self.branches[base..])
            && easiest.numbers.won().is_none()
        {
            self.shared.set(node, easiest.numbers);
        }
    }

    /// How many threads are at work on a node, if there are several threads.
    fn visitors(&self, node: Node) -> Option<&'a AtomicU16> {
        (self.limits.threads > 1).then(|| self.shared.visitors.at(node.index()))
    }

    /// The numbers of a move, worse than they are while other threads are at work on it.
    fn numbers_of_move(&self, node: Node) -> Numbers {
        let visitors = self
            .visitors(node)
            .map_or(0, |visitors| visitors.load(Relaxed));
        self.shared.numbers(node).with_visitors(u32::from(visitors))
    }

    /// Generates the moves of a node into the list of branches, until one is known to be lost.
    fn expand(&mut self, node: Node) -> Result<(), Halted> {
        self.expansions += 1;
        self.shared.expansions.fetch_add(1, Relaxed);
        let Worker {
            shared, scratch, ..
        } = self;
        let mut open = scratch.take();
        let flow = shared.nodes.moves(scratch, node, &mut |scratch, child| {
            match shared.look(scratch, child) {
                Err(halted) => return ControlFlow::Break(halted.into()),
                Ok(numbers) => match numbers.won() {
                    Some(false) => return ControlFlow::Break(Leave::Lost),
                    Some(true) => {}
                    None => open.push(child.0),
                },
            }
            ControlFlow::Continue(())
        });
        match flow {
            ControlFlow::Break(Leave::Halted(halted)) => return Err(halted),
            ControlFlow::Break(Leave::Lost) => shared.set(node, Numbers::WON),
            ControlFlow::Continue(()) => {
                open.sort_unstable();
                open.dedup();
                shared.open.keep(node.index(), open.iter().copied());
                self.branch(open.iter().copied());
            }
        }
        self.scratch.give(open);
        Ok(())
    }
}

/// Why not all moves of a node were looked at.
enum Leave {
    /// One is lost for the other player: the node is won.
    Lost,
    Halted(Halted),
}

impl From<Halted> for Leave {
    fn from(halted: Halted) -> Self {
        Leave::Halted(halted)
    }
}

/// A move of a node that is being searched, with its numbers as last seen.
#[derive(Clone, Copy)]
struct Branch {
    node: Node,
    numbers: Numbers,
}

/// The move that looks easiest to prove lost.
struct Easiest {
    place: usize,
    /// The loss number of the next easiest move.
    second_loss: u32,
    /// What follows for the node that has these moves.
    numbers: Numbers,
}

impl Easiest {
    fn of(branches: &[Branch]) -> Option<Self> {
        let mut best = Numbers::UNLIMITED;
        let (mut place, mut second_loss, mut loss) = (None, INFINITE, 0u32);
        for (index, &Branch { numbers, .. }) in branches.iter().enumerate() {
            loss = loss.saturating_add(numbers.win);
            if (numbers.loss, numbers.win) < (best.loss, best.win) {
                (place, second_loss, best) = (Some(index), best.loss, numbers);
            } else {
                second_loss = second_loss.min(numbers.loss);
            }
        }
        Some(Easiest {
            place: place?,
            second_loss,
            numbers: Numbers {
                win: best.loss,
                loss: loss.min(INFINITE - 1),
            },
        })
    }
}
