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
mod tree;

use crate::database::Results;
use crate::guess::Guesses;
use crate::normal::Guide;
use crate::numbers::Numbers;
use crate::solver::{Effort, Question};
pub use audit::{Audit, Lie};
pub use certify::NotCertified;
use sprouts::hash::FastHash;
use sprouts::{Canonical, Ending, Full, Land, Nimber, Outcome, PackedLand, PackedTable};
use std::collections::HashMap;
pub use store::FrontierError;
use tree::bounded;

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
