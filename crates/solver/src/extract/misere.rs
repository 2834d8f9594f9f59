//! What the claim of a misère loss requires: to every child a lost answer.

use super::select::{ClaimId, Requirement};
use super::{ExtractError, Gap, select, split, sum};
use sprouts::{Canonical, Generator, Land, Outcome};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;

/// Options beyond this many for one requirement are not looked at: the cheapest stay.
const OPTIONS_MAX: usize = 24;

/// The claims of misère play: packed positions that `known` says are lost.
pub(super) struct Proofs<K> {
    known: K,
    ids: HashMap<Box<[u8]>, Option<ClaimId>>,
    losses: Vec<(Box<[u8]>, u32)>,
    generator: Generator,
    /// The lost positions that one move leads to.
    answers: HashMap<Box<[u8]>, Vec<ClaimId>>,
}

impl<K: FnMut(&[u8]) -> Option<Outcome>> Proofs<K> {
    pub(super) fn new(known: K) -> Self {
        Proofs {
            known,
            ids: HashMap::new(),
            losses: Vec::new(),
            generator: Generator::default(),
            answers: HashMap::new(),
        }
    }

    pub(super) fn claim(&self, claim: ClaimId) -> Canonical {
        Canonical::from_bytes(&self.losses[claim.0 as usize].0)
            .expect("a position that a generator made")
    }

    /// What the claims must show of the root.
    pub(super) fn root(
        &mut self,
        root: &Canonical,
    ) -> Result<(Outcome, Requirement), ExtractError> {
        let bytes = root.to_bytes();
        if bytes.is_empty() {
            return Ok((Outcome::Win, vec![Vec::new()]));
        }
        if let Some(claim) = self.id(&bytes) {
            return Ok((Outcome::Loss, vec![vec![claim]]));
        }
        match self.answers(&bytes) {
            answers if answers.is_empty() => Err(Gap {
                claim: bytes,
                child: None,
            }
            .into()),
            answers => Ok((Outcome::Win, one_of(answers))),
        }
    }

    fn id(&mut self, position: &[u8]) -> Option<ClaimId> {
        if let Some(&id) = self.ids.get(position) {
            return id;
        }
        let lost = (self.known)(position) == Some(Outcome::Loss);
        let id = lost.then(|| {
            self.losses.push((position.into(), lives_of(position)));
            ClaimId(self.losses.len() as u32 - 1)
        });
        self.ids.insert(position.into(), id);
        id
    }

    /// The different positions that one move leads to, packed.
    fn children(&mut self, position: &[u8]) -> BTreeSet<Vec<u8>> {
        let lands = split(position);
        let mut children = BTreeSet::new();
        for (index, land) in lands.iter().enumerate() {
            if index > 0 && lands[index - 1] == *land {
                continue;
            }
            let others = [&lands[..index], &lands[index + 1..]].concat();
            let _ = self.generator.children(land, |child| {
                children.insert(sum(others.iter().copied().chain(child.lands())));
                ControlFlow::<()>::Continue(())
            });
        }
        children
    }

    fn answers(&mut self, position: &[u8]) -> Vec<ClaimId> {
        if let Some(answers) = self.answers.get(position) {
            return answers.clone();
        }
        // Those with the fewest lives are the cheapest to prove.
        let mut children: Vec<(u32, Vec<u8>)> = self
            .children(position)
            .into_iter()
            .filter(|child| !child.is_empty())
            .map(|child| (lives_of(&child), child))
            .collect();
        children.sort_unstable();
        let mut answers: Vec<ClaimId> = Vec::new();
        for (_, child) in children {
            answers.extend(self.id(&child));
            if answers.len() == OPTIONS_MAX {
                break;
            }
        }
        self.answers.insert(position.into(), answers.clone());
        answers
    }
}

fn lives_of(position: &[u8]) -> u32 {
    split(position).into_iter().map(Land::lives_of).sum()
}

fn one_of(claims: Vec<ClaimId>) -> Requirement {
    claims.into_iter().map(|claim| vec![claim]).collect()
}

impl<K: FnMut(&[u8]) -> Option<Outcome>> select::Proofs for Proofs<K> {
    type Missing = Gap;

    fn requirements(&mut self, claim: ClaimId) -> Result<Vec<Requirement>, Gap> {
        let position = self.losses[claim.0 as usize].0.clone();
        let mut requirements = HashSet::new();
        for child in self.children(&position) {
            if child.is_empty() {
                continue;
            }
            let answers = self.answers(&child);
            if answers.is_empty() {
                return Err(Gap {
                    claim: position.into_vec(),
                    child: Some(child),
                });
            }
            requirements.insert(one_of(answers));
        }
        let mut requirements: Vec<Requirement> = requirements.into_iter().collect();
        requirements.sort_unstable();
        Ok(requirements)
    }

    fn lives(&self, claim: ClaimId) -> u32 {
        self.losses[claim.0 as usize].1
    }
}
