//! What the claim of a nimber requires, in terms of further nimbers: the checker's argument, turned into options.

use super::select::{ClaimId, Proofs as _, Requirement};
use super::small::Small;
use super::{ExtractError, Gap, Goal, select, sum};
use sprouts::{Canonical, Generator, Land, Nimber, Outcome, PackedLand, PackedTable};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// Replies by land are remembered while they take at most one part in so many of the memory.
const REMEMBERED_SHARE: u64 = 4;

/// Lands all of whose nimbers are known, equal ones cancelled, and what they are worth together.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Folded {
    nimber: Nimber,
    claims: Box<[ClaimId]>,
}

/// Replies by land, in few bytes: there are many of them, and most have a claim or two.
#[derive(Default)]
struct Remembered {
    lands: PackedTable,
    /// One past the last word of each land.
    ends: Vec<usize>,
    /// The replies, one after another: the number of claims and the nimber in a word, then the claims.
    words: Vec<u32>,
}

impl Remembered {
    fn get(&self, land: PackedLand<'_>) -> Option<Vec<Folded>> {
        let index = self.lands.index_of(land.as_bytes())?;
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        let mut words = &self.words[start..self.ends[index]];
        let mut replies = Vec::new();
        while let Some((&head, rest)) = words.split_first() {
            let (claims, rest) = rest.split_at((head >> 8) as usize);
            replies.push(Folded {
                nimber: Nimber::new(head as u8),
                claims: claims.iter().copied().map(ClaimId).collect(),
            });
            words = rest;
        }
        Some(replies)
    }

    fn insert(&mut self, land: PackedLand<'_>, replies: &[Folded]) {
        // A full table only means that they are found again.
        if self.lands.insert(land.as_bytes(), 0) != Ok(None) {
            return;
        }
        for Folded { nimber, claims } in replies {
            let head = (claims.len() as u32) << 8 | u32::from(nimber.get());
            self.words.push(head);
            self.words.extend(claims.iter().map(|claim| claim.0));
        }
        self.ends.push(self.words.len());
    }

    fn bytes(&self) -> usize {
        self.lands.bytes()
            + self.ends.capacity() * size_of::<usize>()
            + self.words.capacity() * size_of::<u32>()
    }
}

/// Among how much a proof is chosen. The more, the smaller it becomes, and the more memory it takes.
#[derive(Clone, Copy)]
pub(super) struct Breadth {
    /// Nimbers of lands with at most so many lives are found here where they are not known.
    pub(super) small_lives_max: u32,
    /// Options beyond this many for one requirement are not looked at: the cheapest stay.
    pub(super) options_max: usize,
}

impl Breadth {
    /// From the widest on.
    pub(super) const ALL: [Breadth; 3] = [
        Breadth {
            small_lives_max: Small::LIVES_MAX,
            options_max: 24,
        },
        Breadth {
            small_lives_max: 7,
            options_max: 8,
        },
        Breadth {
            small_lives_max: 4,
            options_max: 3,
        },
    ];
}

/// The claims of normal play: lands, with nimbers that `known` gives.
pub(super) struct Proofs<K> {
    known: K,
    small: Small,
    /// The nimbers of the lands that were met and are known; the number of an entry is that of the claim.
    lands: PackedTable,
    generator: Generator,
    /// The replies in a land that are known.
    replies: Remembered,
    remembered_bytes_max: u64,
    breadth: Breadth,
}

impl<K: FnMut(PackedLand<'_>) -> Option<Nimber>> Proofs<K> {
    pub(super) fn new(known: K, memory_bytes: u64, breadth: Breadth) -> Self {
        Proofs {
            known,
            small: Small::new(breadth.small_lives_max),
            lands: PackedTable::default(),
            generator: Generator::default(),
            replies: Remembered::default(),
            remembered_bytes_max: memory_bytes / REMEMBERED_SHARE,
            breadth,
        }
    }

    pub(super) fn claim(&self, claim: ClaimId) -> (Land, Nimber) {
        let (land, nimber) = self.lands.entry(claim.0 as usize);
        (PackedLand::stored(land).to_land(), Nimber::new(nimber))
    }

    /// What the claims must show of the root.
    pub(super) fn root(
        &mut self,
        root: &Canonical,
        goal: Goal,
    ) -> Result<(Outcome, Option<Nimber>, Requirement), ExtractError> {
        let lands = cancel(root.lands().iter().map(Land::packed).collect());
        let folded = self.fold(&lands);
        let gap = |child| {
            ExtractError::from(Gap::Missing {
                claim: root.to_bytes(),
                child,
            })
        };
        match (goal, folded) {
            (Goal::Nimber, None) => Err(gap(None)),
            (Goal::Nimber, Some(Folded { nimber, claims })) => {
                let outcome = if nimber.is_loss() {
                    Outcome::Loss
                } else {
                    Outcome::Win
                };
                Ok((outcome, Some(nimber), vec![claims.into()]))
            }
            (Goal::Outcome, Some(Folded { nimber, claims })) if nimber.is_loss() => {
                Ok((Outcome::Loss, None, vec![claims.into()]))
            }
            (Goal::Outcome, folded) => {
                let mut options = Vec::new();
                options.extend(folded.map(|folded| folded.claims.into_vec()));
                self.answers(&lands, Nimber::ZERO, &mut options);
                if options.is_empty() {
                    return Err(gap(None));
                }
                Ok((Outcome::Win, None, self.least(options)))
            }
        }
    }

    /// The number of a land whose nimber is known. That one is not is asked again each time: there are too many to remember.
    fn id(&mut self, land: PackedLand<'_>) -> Option<ClaimId> {
        if let Some(index) = self.lands.index_of(land.as_bytes()) {
            return Some(ClaimId(index as u32));
        }
        let nimber = (self.known)(land).or_else(|| self.small.nimber(land))?;
        // What no table can hold is as good as not known.
        self.lands.insert(land.as_bytes(), nimber.get()).ok()?;
        Some(ClaimId(self.lands.len() as u32 - 1))
    }

    fn nimber(&self, claim: ClaimId) -> Nimber {
        Nimber::new(self.lands.entry(claim.0 as usize).1)
    }

    /// The claims about these lands, already cancelled, if all are known.
    fn fold(&mut self, lands: &[PackedLand<'_>]) -> Option<Folded> {
        let mut claims = Vec::with_capacity(lands.len());
        let mut nimber = Nimber::ZERO;
        for &land in lands {
            let id = self.id(land)?;
            nimber ^= self.nimber(id);
            claims.push(id);
        }
        claims.sort_unstable();
        let claims = claims.into();
        Some(Folded { nimber, claims })
    }

    /// The different results of moves in a land whose nimbers are all known, with `others` beside it.
    fn replies(&mut self, land: PackedLand<'_>, others: &[PackedLand<'_>]) -> Vec<Folded> {
        let mut generator = std::mem::take(&mut self.generator);
        let mut found = HashSet::new();
        let _ = generator.children(land, |reply| {
            let lands = cancel(reply.lands().chain(others.iter().copied()).collect());
            found.extend(self.fold(&lands));
            ControlFlow::<()>::Continue(())
        });
        self.generator = generator;
        let mut found: Vec<Folded> = found.into_iter().collect();
        found.sort_unstable_by(|a, b| a.claims.cmp(&b.claims));
        found
    }

    fn remembered_replies(&mut self, land: PackedLand<'_>) -> Vec<Folded> {
        if let Some(replies) = self.replies.get(land) {
            return replies;
        }
        let replies = self.replies(land, &[]);
        if (self.replies.bytes() as u64) < self.remembered_bytes_max {
            self.replies.insert(land, &replies);
        }
        replies
    }

    /// The sets of claims that show a move from these lands to a sum worth `wanted`.
    fn answers(
        &mut self,
        lands: &[PackedLand<'_>],
        wanted: Nimber,
        options: &mut Vec<Vec<ClaimId>>,
    ) {
        for (moved, &land) in lands.iter().enumerate() {
            let others = [&lands[..moved], &lands[moved + 1..]].concat();
            match self.fold(&others) {
                Some(rest) => {
                    for reply in self.remembered_replies(land) {
                        if reply.nimber ^ rest.nimber == wanted {
                            options.push(difference(&reply.claims, &rest.claims));
                        }
                    }
                }
                None => {
                    // Another land is not known: only a move that makes its equal helps, and that has fewer lives.
                    let lives = land.lives();
                    let hopeless = others
                        .iter()
                        .any(|&other| other.lives() >= lives && self.id(other).is_none());
                    if hopeless {
                        continue;
                    }
                    for reply in self.replies(land, &others) {
                        if reply.nimber == wanted {
                            options.push(reply.claims.into());
                        }
                    }
                }
            }
        }
    }

    /// The options worth keeping: none that holds another, the cheapest first.
    fn least(&self, mut options: Vec<Vec<ClaimId>>) -> Requirement {
        options.sort_by_cached_key(|option| {
            let lives: u32 = option.iter().map(|&claim| self.lives(claim).pow(2)).sum();
            (option.len(), lives, option.clone())
        });
        options.dedup();
        let mut kept: Vec<Vec<ClaimId>> = Vec::new();
        for option in options {
            if kept.len() >= self.breadth.options_max {
                break;
            }
            if !kept
                .iter()
                .any(|smaller| smaller.iter().all(|claim| option.contains(claim)))
            {
                kept.push(option);
            }
        }
        kept
    }
}

impl<K: FnMut(PackedLand<'_>) -> Option<Nimber>> select::Proofs for Proofs<K> {
    type Missing = Gap;

    fn requirements(&mut self, claim: ClaimId) -> Result<Vec<Requirement>, Gap> {
        let (land, nimber) = self.claim(claim);
        let mut children: HashSet<Vec<Land>> = HashSet::new();
        let mut generator = std::mem::take(&mut self.generator);
        let _ = generator.children(land.packed(), |child| {
            let lands = cancel(child.lands().collect());
            children.insert(lands.into_iter().map(PackedLand::to_land).collect());
            ControlFlow::<()>::Continue(())
        });
        self.generator = generator;
        let mut children: Vec<Vec<Land>> = children.into_iter().collect();
        children.sort_unstable();
        let mut requirements: HashSet<Requirement> = HashSet::new();
        let mut worth: Vec<Vec<Vec<ClaimId>>> = vec![Vec::new(); usize::from(nimber.get())];
        for child in &children {
            let lands: Vec<PackedLand<'_>> = child.iter().map(Land::packed).collect();
            let mut options = Vec::new();
            if let Some(folded) = self.fold(&lands) {
                if let Some(worth) = worth.get_mut(usize::from(folded.nimber.get())) {
                    worth.push(folded.claims.to_vec());
                }
                if folded.nimber != nimber {
                    options.push(folded.claims.into_vec());
                }
            }
            if options.first().is_some_and(Vec::is_empty) {
                continue;
            }
            self.answers(&lands, nimber, &mut options);
            if options.is_empty() {
                let child = Some(sum(lands));
                let claim = sum([land.packed()]);
                return Err(Gap::Missing { claim, child });
            }
            let options = self.least(options);
            if !options[0].is_empty() {
                requirements.insert(options);
            }
        }
        for options in worth {
            let options = self.least(options);
            match options.first() {
                None => {
                    return Err(Gap::Missing {
                        claim: sum([land.packed()]),
                        child: None,
                    });
                }
                Some(option) if option.is_empty() => {}
                Some(_) => {
                    requirements.insert(options);
                }
            }
        }
        let mut requirements: Vec<Requirement> = requirements.into_iter().collect();
        requirements.sort_unstable();
        Ok(requirements)
    }

    fn lives(&self, claim: ClaimId) -> u32 {
        PackedLand::stored(self.lands.entry(claim.0 as usize).0).lives()
    }

    fn bytes(&self) -> u64 {
        (self.small.bytes() + self.lands.bytes() + self.replies.bytes()) as u64
    }
}

/// Equal lands taken away in pairs; sorted.
fn cancel(mut lands: Vec<PackedLand<'_>>) -> Vec<PackedLand<'_>> {
    lands.sort_unstable();
    let mut kept: Vec<PackedLand<'_>> = Vec::with_capacity(lands.len());
    for land in lands {
        if kept.last() == Some(&land) {
            kept.pop();
        } else {
            kept.push(land);
        }
    }
    kept
}

/// What is in exactly one of two sorted lists.
fn difference(one: &[ClaimId], other: &[ClaimId]) -> Vec<ClaimId> {
    let mut all: Vec<ClaimId> = one.iter().chain(other).copied().collect();
    all.sort_unstable();
    let mut kept: Vec<ClaimId> = Vec::with_capacity(all.len());
    for claim in all {
        if kept.last() == Some(&claim) {
            kept.pop();
        } else {
            kept.push(claim);
        }
    }
    kept
}
