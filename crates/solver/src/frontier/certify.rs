//! From facts to a certificate. Owns what is done about gaps: facts whose grounds nobody has sent are searched for again, and a fact
//! that turns out to have none is a lie.

use super::Frontier;
use crate::extract::{self, ExtractError, Goal, extract};
use crate::solver::{Budget, Effort, Limits, Question, Solver, Stopped};
use sprouts::{Canonical, Certificate, Ending, Nimber, Outcome};
use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotCertified {
    /// It is not decided yet.
    Open,
    /// Something that was sent is wrong: see [`Frontier::audit`].
    Wrong {
        /// The position that something wrong was said of.
        claim: Canonical,
    },
    /// The facts do not make a proof.
    Extract(ExtractError),
    /// The search for what is missing was stopped.
    Stopped(Stopped),
}

impl fmt::Display for NotCertified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotCertified::Open => f.write_str("it is not decided yet"),
            NotCertified::Wrong { claim } => write!(f, "something wrong was said of {claim}"),
            NotCertified::Extract(error) => error.fmt(f),
            NotCertified::Stopped(stopped) => stopped.fmt(f),
        }
    }
}

impl std::error::Error for NotCertified {}

impl From<Stopped> for NotCertified {
    fn from(stopped: Stopped) -> Self {
        NotCertified::Stopped(stopped)
    }
}

/// Attempts at a small certificate.
const PASSES: u32 = 8;
/// A claim whose grounds are still missing after so many attempts is given up.
const ATTEMPTS_MAX: u32 = 3;

impl Frontier {
    /// A small certificate from the facts. Nothing is promised: who writes it has it checked first.
    pub fn certificate(
        &mut self,
        limits: Limits,
        budget: Budget<'_>,
    ) -> Result<Certificate, NotCertified> {
        let outcome = self.outcome().ok_or(NotCertified::Open)?;
        match self.ending {
            Ending::Normal => self.certificate_of_nimbers(limits, budget),
            Ending::Misere => self.certificate_of_losses(outcome, limits, budget),
        }
    }

    fn certificate_of_nimbers(
        &mut self,
        limits: Limits,
        budget: Budget<'_>,
    ) -> Result<Certificate, NotCertified> {
        let root = self.root.clone();
        let mut solver: Option<Solver> = None;
        let mut attempts = Attempts::default();
        loop {
            let extracted = extract(
                &root,
                Goal::Outcome,
                |land| self.nimber(land),
                extraction_limits(limits),
                |_| ControlFlow::Continue(()),
            );
            let (claim, child) = match extracted {
                Ok(certificate) if Some(certificate.outcome()) == self.outcome() => {
                    return Ok(certificate);
                }
                Ok(_) => return Err(NotCertified::Wrong { claim: root }),
                Err(ExtractError::Missing { claim, child }) => (claim, child),
                Err(error) => return Err(NotCertified::Extract(error)),
            };
            let tried = attempts.at(&claim, child)?;
            let known = solver.get_or_insert_with(|| self.warm_solver(limits));
            let known_nimber = match claim.lands() {
                [land] => self.nimber(land.packed()),
                _ => None,
            };
            match (known_nimber, tried) {
                // Each of its moves must have an answer: it is searched for with all that is known but the claim itself.
                (Some(nimber), 1) => {
                    for position in claim.children() {
                        let heap = nimber;
                        let asked = Question { position, heap };
                        let effort =
                            known.work(&asked, Ending::Normal, Effort::UNLIMITED, &mut *budget)?;
                        if effort.outcome() == Some(Outcome::Loss) {
                            return Err(NotCertified::Wrong { claim });
                        }
                    }
                }
                _ => {
                    let mut fresh = Solver::for_game(limits, root.lives());
                    let found = fresh.nimber(&claim, &mut *budget)?;
                    if known_nimber.is_some_and(|nimber| nimber != found) {
                        return Err(NotCertified::Wrong { claim });
                    }
                    self.take_news(&mut fresh);
                }
            }
            let known = solver.as_mut().expect("just made");
            self.take_news(known);
            if self.is_contradicted() {
                return Err(NotCertified::Wrong { claim });
            }
        }
    }

    fn certificate_of_losses(
        &mut self,
        outcome: Outcome,
        limits: Limits,
        budget: Budget<'_>,
    ) -> Result<Certificate, NotCertified> {
        let root = self.root.clone();
        let wrong = |claim: &Canonical| NotCertified::Wrong {
            claim: claim.clone(),
        };
        let mut solver = self.warm_solver(limits);
        if solver.outcome(&root, Ending::Misere, &mut *budget)? != outcome {
            return Err(wrong(&root));
        }
        // The grounds of all facts first: to find one gap after the other, the whole would be looked at as often.
        let losses = (0..self.facts()).map(|index| self.fact(index).0);
        for claim in solver.unanswered(losses, extraction_limits(limits).memory_bytes)? {
            if !has_answers(&mut solver, &claim, &mut *budget)? {
                return Err(wrong(&claim));
            }
        }
        let mut attempts = Attempts::default();
        loop {
            let extracted = solver.misere_certificate(&root, extraction_limits(limits), |_| {
                ControlFlow::Continue(())
            });
            let (claim, child) = match extracted {
                Ok(certificate) => return Ok(certificate),
                Err(ExtractError::Missing { claim, child }) => (claim, child),
                Err(error) => return Err(NotCertified::Extract(error)),
            };
            let tried = attempts.at(&claim, child)?;
            if tried == ATTEMPTS_MAX {
                // Grounds that are known and still make no proof: the whole is searched for again, as one machine would.
                solver = Solver::for_game(limits, root.lives());
                if solver.outcome(&root, Ending::Misere, &mut *budget)? != outcome {
                    return Err(wrong(&claim));
                }
                continue;
            }
            if !has_answers(&mut solver, &claim, &mut *budget)? {
                return Err(wrong(&claim));
            }
        }
    }

    /// A solver that knows all facts.
    fn warm_solver(&self, limits: Limits) -> Solver {
        let mut solver = Solver::for_game(limits, self.root.lives());
        for index in 0..self.facts() {
            let (packed, nimber, _) = self.fact(index);
            // No two facts contradict each other.
            let _ = solver.hear(self.ending, packed, nimber);
        }
        solver
    }

    fn take_news(&mut self, solver: &mut Solver) {
        for (packed, nimber) in solver.news(self.ending, 0) {
            self.learn(&packed, Nimber::new(nimber), super::SELF);
        }
    }
}

/// Whether every move of a position has an answer in misère play, which is searched for where it is not known.
fn has_answers(
    solver: &mut Solver,
    claim: &Canonical,
    budget: Budget<'_>,
) -> Result<bool, Stopped> {
    for child in claim.children() {
        if solver.outcome(&child, Ending::Misere, &mut *budget)? == Outcome::Loss {
            return Ok(false);
        }
    }
    Ok(true)
}

/// How often the grounds of each claim were searched for.
#[derive(Default)]
struct Attempts(HashMap<Canonical, u32>);

impl Attempts {
    /// Counts one more attempt at a claim with a gap, and gives their number; an error when there were enough.
    fn at(&mut self, claim: &Canonical, child: Option<Canonical>) -> Result<u32, NotCertified> {
        let tried = self.0.entry(claim.clone()).or_default();
        *tried += 1;
        match *tried {
            1..=ATTEMPTS_MAX => Ok(*tried),
            _ => Err(NotCertified::Extract(ExtractError::Missing {
                claim: claim.clone(),
                child,
            })),
        }
    }
}

fn extraction_limits(limits: Limits) -> extract::Limits {
    extract::Limits {
        passes: PASSES,
        memory_bytes: limits.memory_bytes,
    }
}
