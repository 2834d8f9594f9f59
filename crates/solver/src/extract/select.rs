//! Which claims a small certificate needs: a choice in a graph of requirements. Owns the choice; knows nothing of games.
//!
//! A claim has requirements, a requirement has options, and an option is a set of further claims. A set of claims is a proof when
//! every requirement of every claim in it has an option inside the set. The smallest such set is hard to find, so this looks for a
//! small one. It is greedy: it prefers claims that settle many open requirements at little cost. Then it leaves out what is not
//! needed, and begins again with costs learnt from what was found.

use super::Limits;
use sprouts::Seed;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

/// How much costs are disturbed, pass by pass: little keeps to what is known, much finds other proofs.
const NOISE: [f64; 6] = [0.0, 0.4, 1.5, 0.15, 0.8, 0.4];

/// The number of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ClaimId(pub(super) u32);

/// Sets of claims, any one of which will do. An empty list cannot be met.
pub(super) type Requirement = Vec<Vec<ClaimId>>;

/// What the requirements of claims are.
pub(super) trait Proofs {
    /// Why a claim cannot be proved.
    type Missing;

    /// The requirements of a claim; an error when one of them has no option.
    fn requirements(&mut self, claim: ClaimId) -> Result<Vec<Requirement>, Self::Missing>;

    /// About how much larger claims cost more, before anything is learnt.
    fn lives(&self, claim: ClaimId) -> u32;

    /// About the memory in use.
    fn bytes(&self) -> u64;
}

impl<P: Proofs> Proofs for &mut P {
    type Missing = P::Missing;

    fn requirements(&mut self, claim: ClaimId) -> Result<Vec<Requirement>, Self::Missing> {
        (**self).requirements(claim)
    }

    fn lives(&self, claim: ClaimId) -> u32 {
        (**self).lives(claim)
    }

    fn bytes(&self) -> u64 {
        (**self).bytes()
    }
}

/// How a selection ended without a proof.
pub(super) enum Failure<M> {
    /// The root cannot be proved; the first reason found.
    Missing(M),
    /// Stopped before any proof was found.
    Stopped,
    /// The memory was full before any proof was found.
    Memory,
}

struct Claim {
    /// First and one-past-last requirement, once it was asked for.
    requirements: Option<(u32, u32)>,
    /// The options that hold this claim.
    uses: Vec<u32>,
    cost: f64,
    /// Cannot be proved from what is known.
    dead: bool,
}

struct Choice {
    owner: Option<ClaimId>,
    /// First and one-past-last option.
    options: (u32, u32),
}

struct Set {
    requirement: u32,
    /// One past its last claim in the list of all; its first comes after the last of the option before.
    end: u32,
    dead: bool,
}

/// The graph as far as it was needed.
struct Graph<P: Proofs> {
    proofs: P,
    claims: Vec<Claim>,
    requirements: Vec<Choice>,
    options: Vec<Set>,
    /// The claims of all options, one after another.
    members: Vec<ClaimId>,
    missing: Option<P::Missing>,
    bytes_max: u64,
}

/// One attempt.
struct Attempt {
    chosen: Vec<bool>,
    order: Vec<ClaimId>,
    /// By requirement: whether it must be met, and whether it is.
    active: Vec<bool>,
    met: Vec<bool>,
    /// By option: how many of its claims are not chosen, where the requirement is active and open.
    absent: Vec<u32>,
    /// By claim: how many open requirements it would meet at once.
    score: Vec<u32>,
    /// What each claim costs in this attempt.
    costs: Vec<f64>,
    /// Claims by score over cost. An entry may be out of date: scores only rise where a new entry is made, so the first whose
    /// value is still right is the best.
    candidates: BinaryHeap<Candidate>,
    /// Chosen, requirements not yet activated.
    fresh: Vec<ClaimId>,
    noise: f64,
    salt: u64,
}

struct Candidate {
    value: f64,
    claim: ClaimId,
}

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_value = self.value.total_cmp(&other.value);
        by_value.then_with(|| other.claim.cmp(&self.claim))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Candidate {}

/// Finds a small proof of the root requirement in so many attempts, fewer when `progress` (passes made, smallest size so far) breaks
/// or the memory is full.
pub(super) fn select<P: Proofs>(
    proofs: P,
    root: Requirement,
    limits: Limits,
    mut progress: impl FnMut(u32, Option<usize>) -> ControlFlow<()>,
) -> Result<Vec<ClaimId>, Failure<P::Missing>> {
    let mut graph = Graph {
        proofs,
        claims: Vec::new(),
        requirements: Vec::new(),
        options: Vec::new(),
        members: Vec::new(),
        missing: None,
        bytes_max: limits.memory_bytes,
    };
    graph.add_requirement(None, root);
    let mut seed = Seed::new(1);
    let mut best: Option<Vec<ClaimId>> = None;
    let mut pass = 0;
    while pass < limits.passes {
        if progress(pass, best.as_ref().map(Vec::len)).is_break() {
            break;
        }
        match graph.attempt(&mut seed, NOISE[pass as usize % NOISE.len()], &mut || {
            progress(pass, best.as_ref().map(Vec::len))
        }) {
            Attempted::Found(found) => {
                let found = graph.prune(found, &mut seed);
                graph.learn(&found);
                if best.as_ref().is_none_or(|best| found.len() < best.len()) {
                    best = Some(found);
                }
                pass += 1;
            }
            // A claim that was chosen turned out to have no proof: it will not be chosen again.
            Attempted::DeadEnd => {}
            Attempted::Impossible => {
                return Err(match graph.missing {
                    Some(missing) => Failure::Missing(missing),
                    None => Failure::Stopped,
                });
            }
            Attempted::Stopped => break,
            Attempted::Full => return best.ok_or(Failure::Memory),
        }
    }
    best.ok_or(Failure::Stopped)
}

enum Attempted {
    Found(Vec<ClaimId>),
    DeadEnd,
    Impossible,
    Stopped,
    Full,
}

impl<P: Proofs> Graph<P> {
    /// About the memory in use. The lists of uses hold each member once, and may have twice the room that they need.
    fn bytes(&self) -> u64 {
        const ALLOCATION_BYTES: usize = 32;
        let claims = self.claims.capacity() * size_of::<Claim>()
            + self.claims.len() * ALLOCATION_BYTES
            + 2 * self.members.len() * size_of::<u32>();
        let bytes = claims
            + self.requirements.capacity() * size_of::<Choice>()
            + self.options.capacity() * size_of::<Set>()
            + self.members.capacity() * size_of::<ClaimId>();
        bytes as u64 + self.proofs.bytes()
    }

    /// The claims of an option.
    fn members(&self, option: u32) -> &[ClaimId] {
        let before = (option as usize).checked_sub(1);
        let start = before.map_or(0, |before| self.options[before].end);
        &self.members[start as usize..self.options[option as usize].end as usize]
    }

    fn claim_exists(&mut self, claim: ClaimId) {
        while self.claims.len() <= claim.0 as usize {
            let lives = self.proofs.lives(ClaimId(self.claims.len() as u32));
            self.claims.push(Claim {
                requirements: None,
                uses: Vec::new(),
                cost: 1.0 + f64::from(lives).powf(1.5) / 4.0,
                dead: false,
            });
        }
    }

    fn add_requirement(&mut self, owner: Option<ClaimId>, options: Requirement) {
        let requirement = self.requirements.len() as u32;
        let first = self.options.len() as u32;
        for claims in options {
            let option = self.options.len() as u32;
            let mut dead = false;
            for &claim in &claims {
                self.claim_exists(claim);
                self.claims[claim.0 as usize].uses.push(option);
                dead |= self.claims[claim.0 as usize].dead;
            }
            self.members.extend(claims);
            self.options.push(Set {
                requirement,
                end: self.members.len() as u32,
                dead,
            });
        }
        self.requirements.push(Choice {
            owner,
            options: (first, self.options.len() as u32),
        });
    }

    /// Asks for the requirements of a claim, once. False when it is dead.
    fn expand(&mut self, claim: ClaimId) -> bool {
        if self.claims[claim.0 as usize].requirements.is_some() {
            return !self.claims[claim.0 as usize].dead;
        }
        let first = self.requirements.len() as u32;
        match self.proofs.requirements(claim) {
            Ok(requirements) => {
                for requirement in requirements {
                    self.add_requirement(Some(claim), requirement);
                }
            }
            Err(missing) => {
                self.missing.get_or_insert(missing);
                self.claims[claim.0 as usize].dead = true;
            }
        }
        let end = self.requirements.len() as u32;
        self.claims[claim.0 as usize].requirements = Some((first, end));
        let dead_before = self.claims[claim.0 as usize].dead;
        let unmeetable = (first..end).any(|requirement| self.is_unmeetable(requirement));
        if dead_before || unmeetable {
            self.bury(claim);
        }
        !self.claims[claim.0 as usize].dead
    }

    fn is_unmeetable(&self, requirement: u32) -> bool {
        let (first, end) = self.requirements[requirement as usize].options;
        (first..end).all(|option| self.options[option as usize].dead)
    }

    /// A claim without a proof takes every option that needs it along, and those claims that then have a requirement without an option.
    fn bury(&mut self, claim: ClaimId) {
        let mut buried = vec![claim];
        self.claims[claim.0 as usize].dead = true;
        while let Some(claim) = buried.pop() {
            for index in 0..self.claims[claim.0 as usize].uses.len() {
                let option = self.claims[claim.0 as usize].uses[index] as usize;
                self.options[option].dead = true;
                let requirement = self.options[option].requirement;
                if self.is_unmeetable(requirement)
                    && let Some(owner) = self.requirements[requirement as usize].owner
                    && !self.claims[owner.0 as usize].dead
                {
                    self.claims[owner.0 as usize].dead = true;
                    buried.push(owner);
                }
            }
        }
    }

    /// Chooses claims until everything they require is met. Costs are disturbed by up to a factor e^noise.
    fn attempt(
        &mut self,
        seed: &mut Seed,
        noise: f64,
        progress: &mut impl FnMut() -> ControlFlow<()>,
    ) -> Attempted {
        if self.is_unmeetable(0) {
            return Attempted::Impossible;
        }
        let mut attempt = Attempt {
            chosen: Vec::new(),
            order: Vec::new(),
            active: Vec::new(),
            met: Vec::new(),
            absent: Vec::new(),
            score: Vec::new(),
            costs: Vec::new(),
            candidates: BinaryHeap::new(),
            fresh: Vec::new(),
            noise,
            salt: seed.next_u64(),
        };
        attempt.activate(self, 0);
        loop {
            if let Err(ended) = self.activate_chosen(&mut attempt, progress) {
                return ended;
            }
            if let Some(claim) = attempt.best(self) {
                attempt.choose(self, claim);
                continue;
            }
            // Whatever is still open needs two claims or more at once: the cheapest option of all.
            match self.cheapest_option(&attempt) {
                Some(option) => {
                    for &claim in self.members(option) {
                        attempt.choose(self, claim);
                    }
                }
                None if (0..self.requirements.len()).any(|index| attempt.is_open(index)) => {
                    return Attempted::DeadEnd;
                }
                None => return Attempted::Found(attempt.order),
            }
        }
    }

    /// What the claims just chosen require has to be met from now on. An error ends the attempt.
    fn activate_chosen(
        &mut self,
        attempt: &mut Attempt,
        progress: &mut impl FnMut() -> ControlFlow<()>,
    ) -> Result<(), Attempted> {
        while let Some(claim) = attempt.fresh.pop() {
            if progress().is_break() {
                return Err(Attempted::Stopped);
            }
            if self.bytes() + attempt.bytes() > self.bytes_max {
                return Err(Attempted::Full);
            }
            if !self.expand(claim) {
                return Err(Attempted::DeadEnd);
            }
            let (first, end) = self.claims[claim.0 as usize]
                .requirements
                .expect("expanded");
            for requirement in first..end {
                attempt.activate(self, requirement);
            }
        }
        Ok(())
    }

    /// Of all options of open requirements the one whose claims cost least together.
    fn cheapest_option(&self, attempt: &Attempt) -> Option<u32> {
        let mut cheapest: Option<(f64, u32)> = None;
        for requirement in 0..self.requirements.len() {
            if !attempt.is_open(requirement) {
                continue;
            }
            let (first, end) = self.requirements[requirement].options;
            for option in (first..end).filter(|&option| !self.options[option as usize].dead) {
                let sum = self
                    .members(option)
                    .iter()
                    .filter(|claim| !attempt.is_chosen(**claim))
                    .map(|claim| attempt.costs[claim.0 as usize])
                    .sum();
                if cheapest.is_none_or(|(other, _)| sum < other) {
                    cheapest = Some((sum, option));
                }
            }
        }
        cheapest.map(|(_, option)| option)
    }

    /// Leaves out claims that nothing needs, the costliest first.
    fn prune(&self, mut found: Vec<ClaimId>, seed: &mut Seed) -> Vec<ClaimId> {
        let mut kept = vec![false; self.claims.len()];
        for claim in &found {
            kept[claim.0 as usize] = true;
        }
        loop {
            let before = found.len();
            seed.shuffle(&mut found);
            found.sort_by(|a, b| {
                self.claims[b.0 as usize]
                    .cost
                    .total_cmp(&self.claims[a.0 as usize].cost)
            });
            found.retain(|&claim| {
                let needed = self.claims[claim.0 as usize].uses.iter().any(|&option| {
                    let requirement = self.options[option as usize].requirement as usize;
                    let Choice { owner, options } = &self.requirements[requirement];
                    owner.is_none_or(|owner| kept[owner.0 as usize] && owner != claim)
                        && !(options.0..options.1).any(|other| {
                            self.members(other)
                                .iter()
                                .all(|&other| other != claim && kept[other.0 as usize])
                        })
                });
                kept[claim.0 as usize] = needed;
                needed
            });
            if found.len() == before {
                return found;
            }
        }
    }

    /// What a claim really cost: itself, and its share of every claim that it needs.
    fn learn(&mut self, found: &[ClaimId]) {
        let mut kept = vec![false; self.claims.len()];
        for claim in found {
            kept[claim.0 as usize] = true;
        }
        let mut supports: Vec<(ClaimId, Vec<ClaimId>)> = Vec::with_capacity(found.len());
        let mut uses = vec![0u32; self.claims.len()];
        for &claim in found {
            let (first, end) = self.claims[claim.0 as usize]
                .requirements
                .expect("expanded");
            let mut needed: Vec<ClaimId> = Vec::new();
            for requirement in first..end {
                let (first, end) = self.requirements[requirement as usize].options;
                let met = (first..end).find(|&option| {
                    let mut claims = self.members(option).iter();
                    claims.all(|claim| kept[claim.0 as usize])
                });
                needed.extend(met.iter().flat_map(|&option| self.members(option)));
            }
            needed.sort_unstable();
            needed.dedup();
            for support in &needed {
                uses[support.0 as usize] += 1;
            }
            supports.push((claim, needed));
        }
        supports.sort_by_key(|&(claim, _)| self.proofs.lives(claim));
        let mut shares = vec![0.0; self.claims.len()];
        for (claim, needed) in supports {
            let below: f64 = needed
                .iter()
                .map(|support| shares[support.0 as usize] / f64::from(uses[support.0 as usize]))
                .sum();
            shares[claim.0 as usize] = 1.0 + below;
            let cost = &mut self.claims[claim.0 as usize].cost;
            *cost = (*cost + 1.0 + below) / 2.0;
        }
    }
}

impl Attempt {
    /// About the memory in use.
    fn bytes(&self) -> u64 {
        let flags = self.chosen.capacity() + self.active.capacity() + self.met.capacity();
        let claims = self.order.capacity() + self.fresh.capacity();
        let counts = self.absent.capacity() + self.score.capacity();
        let bytes = flags
            + (claims + counts) * size_of::<u32>()
            + self.costs.capacity() * size_of::<f64>()
            + self.candidates.capacity() * size_of::<Candidate>();
        bytes as u64
    }

    fn fit<P: Proofs>(&mut self, graph: &Graph<P>) {
        self.chosen.resize(graph.claims.len(), false);
        self.score.resize(graph.claims.len(), 0);
        self.active.resize(graph.requirements.len(), false);
        self.met.resize(graph.requirements.len(), false);
        self.absent.resize(graph.options.len(), 0);
        for claim in self.costs.len()..graph.claims.len() {
            let random = Seed::new(self.salt ^ claim as u64).below(2001) as f64 / 1000.0 - 1.0;
            let cost = graph.claims[claim].cost * (self.noise * random).exp();
            self.costs.push(cost);
        }
    }

    /// The claim that meets most open requirements for its cost, of those that meet one at once.
    fn best<P: Proofs>(&mut self, graph: &Graph<P>) -> Option<ClaimId> {
        while let Some(Candidate { value, claim }) = self.candidates.pop() {
            let index = claim.0 as usize;
            if self.chosen[index] || self.score[index] == 0 || graph.claims[index].dead {
                continue;
            }
            if self.value(claim) == value {
                return Some(claim);
            }
            self.candidates.push(Candidate {
                value: self.value(claim),
                claim,
            });
        }
        None
    }

    fn value(&self, claim: ClaimId) -> f64 {
        f64::from(self.score[claim.0 as usize]) / self.costs[claim.0 as usize]
    }

    fn is_chosen(&self, claim: ClaimId) -> bool {
        self.chosen[claim.0 as usize]
    }

    fn is_open(&self, requirement: usize) -> bool {
        self.active.get(requirement) == Some(&true) && !self.met[requirement]
    }

    /// From now on the requirement must be met.
    fn activate<P: Proofs>(&mut self, graph: &Graph<P>, requirement: u32) {
        self.fit(graph);
        self.active[requirement as usize] = true;
        let (first, end) = graph.requirements[requirement as usize].options;
        for option in first..end {
            let absent = graph
                .members(option)
                .iter()
                .filter(|claim| !self.is_chosen(**claim))
                .count();
            self.absent[option as usize] = absent as u32;
            if absent == 0 {
                self.met[requirement as usize] = true;
            }
        }
        if self.met[requirement as usize] {
            return;
        }
        let mut living = (first..end).filter(|&option| !graph.options[option as usize].dead);
        if let (Some(only), None) = (living.next(), living.next()) {
            // No choice: chosen now, so that what it settles is known before anything is weighed.
            for option in first..end {
                self.count(graph, option, 1);
            }
            for &claim in graph.members(only) {
                if !self.is_chosen(claim) {
                    self.choose(graph, claim);
                }
            }
            return;
        }
        for option in first..end {
            self.count(graph, option, 1);
        }
    }

    /// Adds to or takes from the score of the one claim that an option lacks.
    fn count<P: Proofs>(&mut self, graph: &Graph<P>, option: u32, by: i32) {
        if self.absent[option as usize] != 1 || graph.options[option as usize].dead {
            return;
        }
        let mut claims = graph.members(option).iter();
        if let Some(&claim) = claims.find(|claim| !self.is_chosen(**claim)) {
            let score = &mut self.score[claim.0 as usize];
            *score = score.saturating_add_signed(by);
            if by > 0 {
                let value = self.value(claim);
                self.candidates.push(Candidate { value, claim });
            }
        }
    }

    fn choose<P: Proofs>(&mut self, graph: &Graph<P>, claim: ClaimId) {
        if self.is_chosen(claim) {
            return;
        }
        self.chosen[claim.0 as usize] = true;
        self.order.push(claim);
        self.fresh.push(claim);
        for &option in &graph.claims[claim.0 as usize].uses {
            let requirement = graph.options[option as usize].requirement;
            if !self.is_open(requirement as usize) {
                continue;
            }
            self.absent[option as usize] -= 1;
            if self.absent[option as usize] > 0 {
                self.count(graph, option, 1);
                continue;
            }
            self.met[requirement as usize] = true;
            let (first, end) = graph.requirements[requirement as usize].options;
            for other in first..end {
                self.count(graph, other, -1);
            }
        }
    }
}
