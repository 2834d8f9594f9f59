//! The top of a proof that many solvers work on. Owns the tree of questions above their jobs, which open question is the next job, what
//! follows from their answers, and all facts they have sent with who sent them. It searches nothing, and knows no machines and no clocks.
//!
//! It is proof-number search over questions. Solvers work on its leaves, each within a budget of nodes, and until another question matters
//! more. A leaf whose budget was spent in vain is expanded, and its moves start with the numbers that the solver saw. A leaf looks worse while
//! somebody is at work on it, so that jobs spread out; if it is still the best one, it is expanded beside that. Of questions that matter
//! nearly as much, a solver gets one that it has worked on before: it remembers.
//!
//! Facts are nimbers of lands, or lost positions of misère play. They hold wherever they are known, so order and repetition do not matter.

mod audit;
mod certify;
mod store;

use crate::database::Results;
use crate::guess::{Guesses, Shape};
use crate::normal::Guide;
use crate::numbers::{INFINITE, Numbers};
use crate::solver::{Effort, Question};
pub use audit::{Audit, Lie};
pub use certify::NotCertified;
use sprouts::hash::FastHash;
use sprouts::{Canonical, Ending, Full, Land, Nimber, Outcome, PackedLand, PackedTable};
use std::collections::HashMap;
pub use store::FrontierError;

/// What a solver is asked to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The question, by its place in the tree.
    pub id: u32,
    /// What to find out.
    pub question: Question,
    /// How often its budget was spent in vain.
    pub visits: u32,
    /// Where the work that seems left reaches these, another question matters more.
    pub limits: Effort,
}

/// The top of a proof. See the module.
///
/// ```
/// use solver::{Frontier, Limits, Progress, Solver};
/// use sprouts::{Ending, Nimber, Outcome, Position};
/// use std::ops::ControlFlow;
/// let root = Position::start(6)?.canonical();
/// let mut frontier = Frontier::new(root.clone(), Ending::Normal);
/// let mut solver = Solver::for_game(Limits::default(), root.lives());
/// while let Some(job) = frontier.next_job(1) {
///     let enough = solver.progress(Ending::Normal).nodes + 64;
///     let effort = solver.work(&job.question, Ending::Normal, job.limits, &mut |progress| {
///         if progress.nodes < enough { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
///     })?;
///     let moves: Vec<_> = job.question.moves().iter().map(|m| solver.effort(m, Ending::Normal)).collect();
///     for (land, nimber) in solver.news(Ending::Normal, 0) {
///         frontier.learn(&land, Nimber::new(nimber), 1);
///     }
///     frontier.finish(&job.question, effort, Some(&moves), 1);
/// }
/// assert_eq!(frontier.outcome(), Some(Outcome::Loss));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Frontier {
    ending: Ending,
    root: Canonical,
    nodes: Vec<Node>,
    by_key: HashMap<Box<[u8]>, u32, FastHash>,
    /// The nodes in whose key a land stands; normal play.
    with_land: HashMap<Box<[u8]>, Vec<u32>, FastHash>,
    facts: PackedTable,
    /// Who sent each fact, in the order of the facts.
    sources: Vec<u32>,
    /// Lands, each with a heap that its nimber is not as its last byte: what solvers tell each other beside facts. Kept so that an audit
    /// finds who made one up.
    refutations: PackedTable,
    /// Who sent each of them.
    refuters: Vec<u32>,
    /// Facts that contradict others: packed land, nimber, who sent it.
    contradictions: Vec<(Vec<u8>, u8, u32)>,
    /// Decided by a solver's word alone, with who gave it.
    verdicts: Vec<(u32, u32)>,
    guesses: Guesses,
    nodes_max: usize,
    jobs_out: usize,
    /// Nodes whose numbers may have changed.
    dirty: Vec<u32>,
}

struct Node {
    /// The heap, then the packed lands.
    key: Box<[u8]>,
    /// As they are known.
    numbers: Numbers,
    /// The same, worse where somebody is at work.
    shown: Numbers,
    kind: Kind,
    parents: Vec<u32>,
    jobs: u16,
    visits: u16,
    /// Who worked on it, or on what is below it, last.
    owner: u32,
    is_dirty: bool,
}

enum Kind {
    Leaf,
    /// One node for each move.
    Moves(Box<[u32]>),
    /// Several lands of unknown nimber: for each a couple that asks for the least heap that its nimber may still be.
    Sum(Box<[u32]>),
    /// The same question, since more nimbers are known.
    Same(u32),
}

/// The root's place.
const ROOT: u32 = 0;
/// Who found a fact: the frontier itself.
pub const SELF: u32 = 0;
/// A node is worth so many visitors in [`Numbers::with_visitors`] for each job: its numbers triple.
const VISITORS_PER_JOB: u32 = 8;
/// A job is left when its question is so many times as hard as the next best one.
const STAY: f64 = 1.2;
/// A question that is at most so many times as hard as the best one is taken by who knows it.
const KNOWN: f64 = 3.0;

impl Frontier {
    /// The whole proof still to be found.
    pub fn new(root: Canonical, ending: Ending) -> Self {
        let mut frontier = Frontier {
            ending,
            root,
            nodes: Vec::new(),
            by_key: HashMap::default(),
            with_land: HashMap::default(),
            facts: PackedTable::default(),
            sources: Vec::new(),
            refutations: PackedTable::default(),
            refuters: Vec::new(),
            contradictions: Vec::new(),
            verdicts: Vec::new(),
            guesses: Guesses::new(&Guide::default()),
            nodes_max: 4_000_000,
            jobs_out: 0,
            dirty: Vec::new(),
        };
        frontier.plant();
        frontier
    }

    /// The tree grows up to so many nodes; after that jobs are given out again and again.
    pub fn limit_nodes(&mut self, nodes_max: usize) {
        self.nodes_max = nodes_max;
    }

    /// The position that all this is about.
    pub fn root(&self) -> &Canonical {
        &self.root
    }

    /// How the game ends.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// Who wins, once it is decided.
    pub fn outcome(&self) -> Option<Outcome> {
        Effort::from(self.nodes[ROOT as usize].numbers).outcome()
    }

    /// The work that seems left.
    pub fn effort(&self) -> Effort {
        self.nodes[ROOT as usize].numbers.into()
    }

    /// How many questions are in the tree.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: there is always the root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many jobs are given out.
    pub fn jobs(&self) -> usize {
        self.jobs_out
    }

    /// How many facts are known.
    pub fn facts(&self) -> usize {
        self.facts.len()
    }

    /// A fact by its number: packed, its nimber (0 in misère play), who sent it.
    pub fn fact(&self, index: usize) -> (&[u8], Nimber, u32) {
        let (packed, nimber) = self.facts.entry(index);
        (packed, Nimber::new(nimber), self.sources[index])
    }

    /// How many refutations are known.
    pub fn refutations(&self) -> usize {
        self.refutations.len()
    }

    /// A refutation by its number: a packed land, a heap that its nimber is not, who sent it.
    pub fn refutation(&self, index: usize) -> (&[u8], Nimber, u32) {
        let (key, heap) = self.refutations.entry(index);
        (
            &key[..key.len() - 1],
            Nimber::new(heap),
            self.refuters[index],
        )
    }

    /// Whether somebody has contradicted what somebody else sent.
    pub fn is_contradicted(&self) -> bool {
        !self.contradictions.is_empty()
    }

    /// About the memory in use.
    pub fn memory_bytes(&self) -> usize {
        let node_bytes = size_of::<Node>() + 160;
        let facts = self.facts.bytes() + 4 * self.sources.len();
        let refutations = self.refutations.bytes() + 4 * self.refuters.len();
        facts + refutations + node_bytes * self.nodes.len()
    }

    /// The open question that matters most, which is given out with this to a solver. Nothing when all is decided, or when the tree is full
    /// of jobs.
    pub fn next_job(&mut self, solver: u32) -> Option<Job> {
        self.settle();
        loop {
            if self.outcome().is_some() {
                return None;
            }
            let (leaf, limits) = self.most_proving(solver);
            if self.nodes[leaf as usize].jobs > 0 {
                if self.nodes.len() >= self.nodes_max {
                    return None;
                }
                self.expand(leaf, &[]);
                self.settle();
                continue;
            }
            return Some(self.give_out(leaf, limits.into()));
        }
    }

    /// Gives a job out once more, beside whoever has it; nothing when its question is decided.
    pub fn again(&mut self, id: u32) -> Option<Job> {
        let node = self.nodes.get(id as usize)?;
        if node.numbers.won().is_some() || node.jobs == u16::MAX {
            return None;
        }
        Some(self.give_out(id, Effort::UNLIMITED))
    }

    /// A job comes back without an answer: whoever had it is gone, or was stopped.
    pub fn give_back(&mut self, question: &Question) {
        if let Some(&id) = self.by_key.get(&*key(question)) {
            self.take_back(id);
            self.touch(id);
            self.settle();
        }
    }

    fn take_back(&mut self, id: u32) {
        let node = &mut self.nodes[id as usize];
        if node.jobs > 0 {
            node.jobs -= 1;
            self.jobs_out -= 1;
        }
    }

    /// A solver's answer: the work left for the question and, where its budget was spent in vain, for each of [`Question::moves`].
    pub fn finish(
        &mut self,
        question: &Question,
        effort: Effort,
        moves: Option<&[Effort]>,
        source: u32,
    ) {
        let Some(&id) = self.by_key.get(&*key(question)) else {
            return;
        };
        self.take_back(id);
        let node = &mut self.nodes[id as usize];
        node.visits = node.visits.saturating_add(u16::from(moves.is_some()));
        let is_open = node.numbers.won().is_none();
        match effort.outcome() {
            Some(outcome) if is_open => {
                self.verdicts.push((id, source));
                self.decide(id, outcome == Outcome::Win, source);
            }
            Some(_) => {}
            None if is_open && matches!(node.kind, Kind::Leaf) => {
                node.numbers = bounded(effort);
                if let Some(moves) = moves {
                    self.expand(id, moves);
                }
            }
            None => {}
        }
        self.own(id, source);
        self.touch(id);
        self.settle();
    }

    /// Learns a fact: the nimber of a packed land, or a lost position of misère play with nimber 0. False if it is known, is no land, or
    /// contradicts another one, which is then kept for an audit.
    pub fn learn(&mut self, packed: &[u8], nimber: Nimber, source: u32) -> bool {
        let is_one = match self.ending {
            Ending::Normal => PackedLand::from_bytes(packed).is_ok(),
            Ending::Misere => Canonical::from_bytes(packed).is_ok(),
        };
        if !is_one {
            return false;
        }
        if self.is_refuted(packed, nimber) {
            self.contradictions
                .push((packed.to_vec(), nimber.get(), source));
            return false;
        }
        match self.facts.insert(packed, nimber.get()) {
            Ok(None) => self.sources.push(source),
            Ok(Some(known)) if known != nimber.get() => {
                self.contradictions
                    .push((packed.to_vec(), nimber.get(), source));
                return false;
            }
            Ok(Some(_)) | Err(Full) => return false,
        }
        match self.ending {
            Ending::Normal => {
                if let Some(nodes) = self.with_land.remove(packed) {
                    nodes.into_iter().for_each(|id| self.touch(id));
                }
            }
            Ending::Misere => {
                let mut key = vec![0];
                key.extend_from_slice(packed);
                if let Some(&id) = self.by_key.get(&*key) {
                    self.decide(id, false, source);
                }
            }
        }
        true
    }

    /// Learns that the nimber of a packed land is not this heap; normal play. False if that is known, is no land, or contradicts a fact.
    pub fn learn_refutation(&mut self, packed: &[u8], heap: Nimber, source: u32) -> bool {
        let is_land = PackedLand::from_bytes(packed).is_ok();
        match self.facts.get(packed) {
            _ if !is_land || self.ending == Ending::Misere => false,
            Some(nimber) if nimber == heap.get() => {
                let index = self.facts.index_of(packed).expect("it was found");
                self.insert_refutation(packed, heap, source);
                self.contradictions
                    .push((packed.to_vec(), nimber, self.sources[index]));
                false
            }
            // Kept even where a nimber is known: whoever told that one may have believed this.
            _ => self.insert_refutation(packed, heap, source),
        }
    }

    fn insert_refutation(&mut self, packed: &[u8], heap: Nimber, source: u32) -> bool {
        let is_new = self
            .refutations
            .insert(&refutation_key(packed, heap), heap.get())
            == Ok(None);
        if is_new {
            self.refuters.push(source);
        }
        is_new
    }

    fn is_refuted(&self, packed: &[u8], heap: Nimber) -> bool {
        !self.refutations.is_empty()
            && self
                .refutations
                .get(&refutation_key(packed, heap))
                .is_some()
    }

    /// The jobs among these whose answers matter no more.
    pub fn needless(&self, jobs: &[u32]) -> Vec<u32> {
        let mut needed: HashMap<u32, bool, FastHash> = HashMap::default();
        let mut needless = Vec::new();
        for &id in jobs {
            if !self.is_needed(id, &mut needed, 0) {
                needless.push(id);
            }
        }
        needless
    }

    fn is_needed(&self, id: u32, needed: &mut HashMap<u32, bool, FastHash>, depth: u32) -> bool {
        let Some(node) = self.nodes.get(id as usize) else {
            return false;
        };
        if node.numbers.won().is_some() {
            return false;
        }
        if id == ROOT || depth > 256 {
            return true;
        }
        if let Some(&known) = needed.get(&id) {
            return known;
        }
        let is_needed = (node.parents.iter()).any(|&up| self.is_needed(up, needed, depth + 1));
        needed.insert(id, is_needed);
        is_needed
    }

    /// All facts, for a certificate or another solver.
    pub fn results(&self) -> Results {
        let mut results = Results::default();
        for (packed, nimber) in self.facts.iter() {
            match self.ending {
                Ending::Normal => {
                    if let Ok(land) = Land::from_bytes(packed) {
                        results.nimbers.push((land, Nimber::new(nimber)));
                    }
                }
                Ending::Misere => {
                    results.misere_losses.extend(Canonical::from_bytes(packed));
                }
            }
        }
        results
    }

    /// The nimber of a packed land, if it was sent.
    pub fn nimber(&self, land: PackedLand<'_>) -> Option<Nimber> {
        self.facts.get(land.as_bytes()).map(Nimber::new)
    }

    fn plant(&mut self) {
        let question = Question {
            position: self.root.clone(),
            heap: Nimber::ZERO,
        };
        // Pairs of equal lands stay in the root's key, so that it is always the first node.
        let key = key(&question);
        self.add(key);
        self.touch(ROOT);
        self.settle();
    }

    fn give_out(&mut self, id: u32, limits: Effort) -> Job {
        self.jobs_out += 1;
        let node = &mut self.nodes[id as usize];
        node.jobs += 1;
        let job = Job {
            id,
            question: question(&node.key),
            visits: u32::from(node.visits),
            limits,
        };
        self.touch(id);
        self.settle();
        job
    }

    /// The leaf to work on next, and the numbers at which it is no more. Of children that are nearly as good, one that the solver knows.
    fn most_proving(&self, solver: u32) -> (u32, Numbers) {
        let (mut id, mut limits) = (ROOT, Numbers::UNLIMITED);
        loop {
            let node = &self.nodes[id as usize];
            match &node.kind {
                Kind::Leaf => return (id, limits),
                Kind::Same(other) => id = *other,
                Kind::Moves(moves) => {
                    let (best, second) = self.best(moves, solver, |shown| shown.loss);
                    let below = self.nodes[best as usize].shown;
                    let stay = (f64::from(second) * STAY).min(f64::from(INFINITE)) as u32;
                    limits = Numbers {
                        win: (limits.loss.max(node.shown.loss + 1) - node.shown.loss)
                            .saturating_add(below.win),
                        loss: limits.win.min(stay).max(below.loss + 1),
                    };
                    id = best;
                }
                Kind::Sum(couples) => {
                    let (best, _) = self.best(couples, solver, |shown| shown.win.min(shown.loss));
                    let below = self.nodes[best as usize].shown;
                    let work = below.win.min(below.loss);
                    let limit = limits.win.min(limits.loss).max(node.shown.win + 1);
                    let limit = (limit - node.shown.win).saturating_add(work);
                    limits = match below.win <= below.loss {
                        true => Numbers {
                            win: limit,
                            loss: INFINITE,
                        },
                        false => Numbers {
                            win: INFINITE,
                            loss: limit,
                        },
                    };
                    id = best;
                }
            }
            limits.win = limits.win.min(INFINITE);
            limits.loss = limits.loss.min(INFINITE);
        }
    }

    /// The open node with the least work, and the least work of another one.
    fn best(&self, ids: &[u32], solver: u32, work: fn(Numbers) -> u32) -> (u32, u32) {
        let (mut best, mut known) = ((INFINITE, ROOT), (INFINITE, ROOT));
        let mut second = INFINITE;
        for &id in ids {
            let node = &self.nodes[id as usize];
            if node.numbers.won().is_some() {
                continue;
            }
            let work = work(node.shown);
            if work < best.0 {
                second = best.0;
                best = (work, id);
            } else {
                second = second.min(work);
            }
            if node.owner == solver && work < known.0 {
                known = (work, id);
            }
        }
        debug_assert_ne!(best.1, ROOT, "an open node has an open child");
        if known.1 != best.1
            && known.0 < INFINITE
            && f64::from(known.0) <= f64::from(best.0) * KNOWN
        {
            return (known.1, second.max(known.0));
        }
        (best.1, second)
    }

    /// Whoever works on a question knows those above it, too.
    fn own(&mut self, id: u32, solver: u32) {
        let mut up = Some(id);
        while let Some(id) = up.take() {
            let node = &mut self.nodes[id as usize];
            if node.owner != solver {
                node.owner = solver;
                up = node.parents.first().copied();
            }
        }
    }

    /// Puts the moves of a leaf into the tree, with the numbers that a solver saw where they are given.
    fn expand(&mut self, id: u32, seen: &[Effort]) {
        let question = question(&self.nodes[id as usize].key);
        let lands = question.position.lands();
        if self.nodes.len() >= self.nodes_max {
            return;
        }
        if self.ending == Ending::Normal && lands.len() > 1 {
            let couples: Box<[u32]> = lands
                .to_vec()
                .iter()
                .map(|land| self.couple(land.packed(), 0, id))
                .collect();
            self.nodes[id as usize].kind = Kind::Sum(couples);
        } else {
            let moves = question.moves();
            let mut ids = Vec::with_capacity(moves.len());
            for (index, question) in moves.iter().enumerate() {
                let before = self.nodes.len();
                let child = self.find_or_add(question);
                if let Some(&effort) = seen.get(index)
                    && seen.len() == moves.len()
                    && child as usize >= before
                    && effort.outcome().is_none()
                {
                    // A decision comes with its facts, or not at all.
                    self.nodes[child as usize].numbers = bounded(effort);
                }
                self.nodes[child as usize].parents.push(id);
                ids.push(child);
            }
            ids.sort_unstable();
            ids.dedup();
            self.nodes[id as usize].kind = Kind::Moves(ids.into());
        }
        self.touch(id);
    }

    fn couple(&mut self, land: PackedLand<'_>, heap: u8, parent: u32) -> u32 {
        let mut key = vec![heap];
        key.extend_from_slice(land.as_bytes());
        let id = match self.by_key.get(&*key) {
            Some(&id) => id,
            None => self.add(key),
        };
        self.nodes[id as usize].parents.push(parent);
        id
    }

    /// The node of a question, with what is known folded into the heap.
    fn find_or_add(&mut self, question: &Question) -> u32 {
        let key = match self.ending {
            Ending::Misere => key(question),
            Ending::Normal => self.folded(&key(question)),
        };
        match self.by_key.get(&*key) {
            Some(&id) => id,
            None => self.add(key),
        }
    }

    /// A key without lands of known nimber and without pairs of equal ones.
    fn folded(&self, key: &[u8]) -> Vec<u8> {
        let mut heap = key[0];
        let mut lands: Vec<PackedLand<'_>> = Vec::new();
        for land in PackedLand::all_in(&key[1..]) {
            match self.facts.get(land.as_bytes()) {
                Some(nimber) => heap ^= nimber,
                None if lands.last() == Some(&land) => {
                    lands.pop();
                }
                None => lands.push(land),
            }
        }
        let mut folded = vec![heap];
        lands
            .iter()
            .for_each(|land| folded.extend_from_slice(land.as_bytes()));
        folded
    }

    fn add(&mut self, key: Vec<u8>) -> u32 {
        let id = self.nodes.len() as u32;
        let key: Box<[u8]> = key.into();
        let numbers = self.first_numbers(&key);
        if self.ending == Ending::Normal {
            for land in PackedLand::all_in(&key[1..]) {
                self.with_land
                    .entry(land.as_bytes().into())
                    .or_default()
                    .push(id);
            }
        }
        self.nodes.push(Node {
            key: key.clone(),
            numbers,
            shown: numbers,
            kind: Kind::Leaf,
            parents: Vec::new(),
            jobs: 0,
            visits: 0,
            owner: SELF,
            is_dirty: false,
        });
        self.by_key.insert(key, id);
        id
    }

    fn first_numbers(&self, key: &[u8]) -> Numbers {
        let (heap, packed) = (key[0], &key[1..]);
        if self.ending == Ending::Misere {
            if self.facts.get(packed).is_some() {
                return Numbers::LOST;
            }
            if packed.is_empty() {
                return Numbers::WON;
            }
            let lives = lives_of(packed).max(1);
            return Numbers {
                win: lives,
                loss: lives * lives,
            };
        }
        let guess = |land: PackedLand<'_>, heap| {
            let lives = land.lives().min(255) as u8;
            self.guesses.of(lives, Shape::of(land), heap)
        };
        let mut lands = PackedLand::all_in(packed);
        match (lands.next(), lands.next()) {
            (None, _) => Numbers::decided(heap != 0),
            (Some(land), None) => {
                let (win, loss) = guess(land, heap);
                Numbers { win, loss }
            }
            _ => {
                let work = PackedLand::all_in(packed).map(|land| guess(land, 0));
                let work: u32 = work.map(|(win, loss)| win.min(loss)).sum();
                Numbers {
                    win: work,
                    loss: work,
                }
            }
        }
    }

    /// Sets down who wins a node.
    fn decide(&mut self, id: u32, wins: bool, source: u32) {
        let node = &mut self.nodes[id as usize];
        if node.numbers.won().is_some() {
            return;
        }
        node.numbers = Numbers::decided(wins);
        node.shown = node.numbers;
        let (key, parents) = (node.key.clone(), node.parents.clone());
        parents.into_iter().for_each(|up| self.touch(up));
        if wins {
            return;
        }
        // A loss is a fact.
        match self.ending {
            Ending::Misere => {
                self.learn(&key[1..], Nimber::ZERO, source);
            }
            Ending::Normal if PackedLand::all_in(&key[1..]).count() == 1 => {
                self.learn(&key[1..], Nimber::new(key[0]), source);
            }
            Ending::Normal => {}
        }
    }

    fn touch(&mut self, id: u32) {
        let node = &mut self.nodes[id as usize];
        if !std::mem::replace(&mut node.is_dirty, true) {
            self.dirty.push(id);
        }
    }

    /// Carries changes of numbers up until nothing changes any more.
    fn settle(&mut self) {
        while let Some(id) = self.dirty.pop() {
            self.nodes[id as usize].is_dirty = false;
            if self.nodes[id as usize].numbers.won().is_some() {
                continue;
            }
            if self.ending == Ending::Normal {
                self.fold(id);
            }
            let node = &self.nodes[id as usize];
            let (numbers, shown) = self.combined(node);
            if let Some(wins) = numbers.won() {
                self.decide(id, wins, SELF);
                continue;
            }
            let node = &mut self.nodes[id as usize];
            let shown = shown.with_visitors(VISITORS_PER_JOB * u32::from(node.jobs));
            if (node.numbers, node.shown) != (numbers, shown) {
                (node.numbers, node.shown) = (numbers, shown);
                let parents = std::mem::take(&mut node.parents);
                parents.iter().for_each(|&up| self.touch(up));
                self.nodes[id as usize].parents = parents;
            }
        }
    }

    /// Where nimbers have become known since, the node is the same as one with fewer lands; a sum asks for the next heap.
    fn fold(&mut self, id: u32) {
        let folded = self.folded(&self.nodes[id as usize].key);
        if let Kind::Same(_) = self.nodes[id as usize].kind {
            return;
        }
        if *folded != *self.nodes[id as usize].key {
            let other = match self.by_key.get(&*folded) {
                Some(&other) => other,
                None => self.add(folded),
            };
            self.nodes[other as usize].parents.push(id);
            self.nodes[id as usize].kind = Kind::Same(other);
            self.touch(other);
            return;
        }
        if let Kind::Sum(couples) = &self.nodes[id as usize].kind {
            let mut couples = couples.clone();
            for couple in &mut couples {
                while self.nodes[*couple as usize].numbers.won() == Some(true) {
                    let key = self.nodes[*couple as usize].key.clone();
                    *couple = self.couple(PackedLand::stored(&key[1..]), key[0] + 1, id);
                }
            }
            self.nodes[id as usize].kind = Kind::Sum(couples);
        }
    }

    /// What follows for a node from those below it.
    fn combined(&self, node: &Node) -> (Numbers, Numbers) {
        match &node.kind {
            Kind::Leaf => (node.numbers, node.numbers),
            Kind::Same(other) => {
                let other = &self.nodes[*other as usize];
                (other.numbers, other.shown)
            }
            Kind::Moves(moves) => {
                let fold = |numbers: fn(&Node) -> Numbers| {
                    let start = Numbers {
                        win: INFINITE,
                        loss: 0,
                    };
                    let folded = moves.iter().fold(start, |sum, &id| {
                        let below = numbers(&self.nodes[id as usize]);
                        Numbers {
                            win: sum.win.min(below.loss),
                            loss: sum.loss.saturating_add(below.win),
                        }
                    });
                    match folded {
                        Numbers { win: 0, .. } => Numbers::WON,
                        Numbers { loss: 0, .. } => Numbers::LOST,
                        Numbers { win, loss } => Numbers {
                            win: win.min(INFINITE - 1),
                            loss: loss.min(INFINITE - 1),
                        },
                    }
                };
                (fold(|node| node.numbers), fold(|node| node.shown))
            }
            Kind::Sum(couples) => {
                let work = |numbers: fn(&Node) -> Numbers| {
                    let works = couples.iter().map(|&id| {
                        let Numbers { win, loss } = numbers(&self.nodes[id as usize]);
                        win.min(loss).max(1)
                    });
                    let work = works.fold(0u32, u32::saturating_add).min(INFINITE - 1);
                    Numbers {
                        win: work,
                        loss: work,
                    }
                };
                (work(|node| node.numbers), work(|node| node.shown))
            }
        }
    }
}

fn bounded(effort: Effort) -> Numbers {
    Numbers {
        win: effort.win.clamp(1, INFINITE - 1),
        loss: effort.loss.clamp(1, INFINITE - 1),
    }
}

fn refutation_key(packed: &[u8], heap: Nimber) -> Vec<u8> {
    let mut key = packed.to_vec();
    key.push(heap.get());
    key
}

fn key(question: &Question) -> Vec<u8> {
    let mut key = vec![question.heap.get()];
    key.extend_from_slice(&question.position.to_bytes());
    key
}

fn question(key: &[u8]) -> Question {
    Question {
        position: Canonical::from_bytes(&key[1..]).expect("keys hold canonical lands"),
        heap: Nimber::new(key[0]),
    }
}

fn lives_of(packed: &[u8]) -> u32 {
    PackedLand::all_in(packed).map(PackedLand::lives).sum()
}
