//! Finding out who lied. Owns the way from facts that make no proof to the one that is wrong, and to who sent it.
//!
//! Facts that follow from each other by the rules stay. The others are looked at from the smallest on. A fact can only be derived from
//! smaller ones. So the smallest wrong one was made up, while larger ones may have been derived from it in good faith. A refutation
//! follows from facts about smaller lands, and a nimber from refutations of the same land and of smaller ones: they are looked at together.

use super::{Frontier, lives_of, question};
use crate::database::{Results, prove_beside};
use crate::solver::{Budget, Effort, Limits, Question, Solver, Stopped};
use sprouts::order;
use sprouts::{Canonical, Ending, Land, Nimber, Outcome};
use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;

/// A claim that is wrong, and who made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lie {
    /// What was said of which position, and what is true.
    pub claim: String,
    /// Who said it.
    pub source: u32,
}

impl fmt::Display for Lie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "solver {} said {}", self.source, self.claim)
    }
}

/// What came of an audit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// The smallest wrong claims; none if nothing is wrong.
    pub lies: Vec<Lie>,
    /// Facts that were kept, because they follow from the rules.
    pub kept: usize,
}

/// A fact to be judged.
struct Claim {
    packed: Vec<u8>,
    nimber: u8,
    source: u32,
    /// The claim is that this is not the nimber.
    is_refutation: bool,
}

impl Claim {
    /// A claim follows from claims of lower rank only.
    fn rank(&self) -> u32 {
        2 * lives_of(&self.packed) + u32::from(!self.is_refutation)
    }
}

impl Frontier {
    /// Proves every fact again, throws away what does not hold or leans on it, and begins the tree anew with the rest.
    pub fn audit(&mut self, limits: Limits, budget: Budget<'_>) -> Result<Audit, Stopped> {
        let contradicted: HashSet<&[u8]> = (self.contradictions.iter())
            .map(|(packed, ..)| &**packed)
            .collect();
        let mut results = self.results();
        (results.nimbers).retain(|(land, _)| !contradicted.contains(land.as_bytes()));
        drop(contradicted);
        let accepted = match prove_beside(&Results::default(), results, |_, _| {
            ControlFlow::Continue(())
        }) {
            ControlFlow::Continue(Ok(proved)) => proved.results,
            // There is one nimber for each land.
            _ => Results::default(),
        };
        let mut judge = Solver::for_game(limits, self.root.lives());
        let mut kept = HashSet::new();
        for (land, nimber) in &accepted.nimbers {
            kept.insert(land.as_bytes().to_vec());
            let _ = judge.believe_nimber(land.packed(), *nimber);
        }
        for position in &accepted.misere_losses {
            kept.insert(position.to_bytes());
            judge.learn_misere_loss(position);
        }
        let mut lies = Vec::new();
        let mut rank_of_lies = u32::MAX;
        for claim in self.doubtful(&kept) {
            if claim.rank() > rank_of_lies {
                break;
            }
            match self.judge_fact(&mut judge, &claim, &mut *budget)? {
                None if claim.is_refutation => {}
                None => {
                    kept.insert(claim.packed);
                }
                Some(lie) => {
                    rank_of_lies = claim.rank();
                    lies.push(lie);
                }
            }
        }
        // What contradicts a refutation stands among the facts as well.
        lies.dedup();
        if lies.is_empty() {
            lies = self.judge_verdicts(&mut judge, budget)?;
        }
        self.begin_anew(&kept);
        Ok(Audit {
            lies,
            kept: kept.len(),
        })
    }

    /// The facts that did not follow from the others, those that contradict them, and all refutations, smallest first.
    fn doubtful(&self, kept: &HashSet<Vec<u8>>) -> Vec<Claim> {
        let facts = (0..self.facts()).map(|index| {
            let (packed, nimber, source) = self.fact(index);
            (packed, nimber.get(), source)
        });
        let others = (self.contradictions.iter())
            .map(|(packed, nimber, source)| (&**packed, *nimber, *source));
        let mut doubtful: Vec<Claim> = facts
            .chain(others)
            .filter(|(packed, ..)| !kept.contains(*packed))
            .map(|(packed, nimber, source)| Claim {
                packed: packed.to_vec(),
                nimber,
                source,
                is_refutation: false,
            })
            .collect();
        doubtful.extend((0..self.refutations()).map(|index| {
            let (packed, heap, source) = self.refutation(index);
            Claim {
                packed: packed.to_vec(),
                nimber: heap.get(),
                source,
                is_refutation: true,
            }
        }));
        order::sort_by_key(&mut doubtful, Claim::rank);
        doubtful
    }

    fn judge_fact(
        &self,
        judge: &mut Solver,
        claim: &Claim,
        budget: Budget<'_>,
    ) -> Result<Option<Lie>, Stopped> {
        let Claim { packed, source, .. } = claim;
        let Ok(position) = Canonical::from_bytes(packed) else {
            return Ok(Some(Lie {
                claim: "something of what is no position".to_string(),
                source: *source,
            }));
        };
        let said = match self.ending {
            Ending::Normal if claim.is_refutation => {
                let heap = Nimber::new(claim.nimber);
                let asked = Question { position, heap };
                let effort = judge.work(&asked, self.ending, Effort::UNLIMITED, budget)?;
                (effort.outcome() == Some(Outcome::Loss)).then(|| {
                    let position = &asked.position;
                    format!("that the nimber of {position} is not {heap}; it is")
                })
            }
            Ending::Normal => {
                let found = judge.nimber(&position, budget)?;
                let said = Nimber::new(claim.nimber);
                (found != said)
                    .then(|| format!("that the nimber of {position} is {said}; it is {found}"))
            }
            Ending::Misere => {
                let found = judge.outcome(&position, self.ending, budget)?;
                (found != Outcome::Loss)
                    .then(|| format!("that {position} is a loss in misère play; it is a win"))
            }
        };
        Ok(said.map(|claim| Lie {
            claim,
            source: *source,
        }))
    }

    /// Where all facts hold, somebody gave a wrong answer to a job.
    fn judge_verdicts(&self, judge: &mut Solver, budget: Budget<'_>) -> Result<Vec<Lie>, Stopped> {
        let mut verdicts: Vec<(u32, u32, u32)> = (self.verdicts.iter())
            .map(|&(id, source)| (lives_of(&self.nodes[id as usize].key[1..]), id, source))
            .collect();
        verdicts.sort_unstable();
        for (_, id, source) in verdicts {
            let node = &self.nodes[id as usize];
            let asked = question(&node.key);
            let found = judge
                .work(&asked, self.ending, Effort::UNLIMITED, &mut *budget)?
                .outcome();
            let said = node.numbers.won();
            if let Some(found) = found
                && said != Some(found == Outcome::Win)
            {
                let claim = format!(
                    "that {} with a heap of {} is a {}; it is a {found}",
                    asked.position,
                    asked.heap,
                    if said == Some(true) { "win" } else { "loss" },
                );
                return Ok(vec![Lie { claim, source }]);
            }
        }
        Ok(Vec::new())
    }

    fn begin_anew(&mut self, kept: &HashSet<Vec<u8>>) {
        let mut anew = Frontier::new(self.root.clone(), self.ending);
        anew.nodes_max = self.nodes_max;
        for index in 0..self.facts() {
            let (packed, nimber, source) = self.fact(index);
            let holds = kept.contains(packed)
                && !(self.contradictions.iter()).any(|(contradicted, ..)| contradicted == packed);
            if holds && (self.ending == Ending::Misere || Land::from_bytes(packed).is_ok()) {
                anew.learn(packed, nimber, source);
            }
        }
        anew.settle();
        *self = anew;
    }
}
