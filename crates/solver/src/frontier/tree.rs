//! The tree of questions: which leaf is the next job, what a leaf's moves are, and how numbers and decisions are carried up.

use super::{Frontier, Kind, Node, ROOT, SELF, key, lives_of, question};
use crate::guess::Shape;
use crate::numbers::{INFINITE, Numbers};
use crate::solver::{Effort, Question};
use sprouts::{Ending, Nimber, PackedLand};

/// A node is worth so many visitors in [`Numbers::with_visitors`] for each job: its numbers triple.
const VISITORS_PER_JOB: u32 = 8;
/// A job is left when its question is so many times as hard as the next best one.
const STAY: f64 = 1.2;
/// A question that is at most so many times as hard as the best one is taken by who knows it.
const KNOWN: f64 = 3.0;

impl Frontier {
    /// The root, alone.
    pub(super) fn plant(&mut self) {
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

    /// The leaf to work on next, and the numbers at which it is no more. Of children that are nearly as good, one that the solver knows.
    pub(super) fn most_proving(&self, solver: u32) -> (u32, Numbers) {
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
    pub(super) fn own(&mut self, id: u32, solver: u32) {
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
    pub(super) fn expand(&mut self, id: u32, seen: &[Effort]) {
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

    pub(super) fn add(&mut self, key: Vec<u8>) -> u32 {
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
    pub(super) fn decide(&mut self, id: u32, wins: bool, source: u32) {
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

    /// The numbers of a node may have changed.
    pub(super) fn touch(&mut self, id: u32) {
        let node = &mut self.nodes[id as usize];
        if !std::mem::replace(&mut node.is_dirty, true) {
            self.dirty.push(id);
        }
    }

    /// Carries changes of numbers up until nothing changes any more.
    pub(super) fn settle(&mut self) {
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

pub(super) fn bounded(effort: Effort) -> Numbers {
    Numbers {
        win: effort.win.clamp(1, INFINITE - 1),
        loss: effort.loss.clamp(1, INFINITE - 1),
    }
}
