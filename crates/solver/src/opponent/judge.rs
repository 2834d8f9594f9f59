//! Exact answers for the opponents: the solver, and what a player sees who does not see everything.

use crate::solver::{Limits, Progress, Solver, unlimited};
use sprouts::{Canonical, Ending, Land, Nimber, Outcome};
use std::ops::ControlFlow;

/// Finds out who wins.
pub(crate) struct Judge {
    pub(super) solver: Solver,
}

impl Judge {
    /// A judge whose tables take at most so many bytes for each ending.
    pub(crate) fn new(memory_bytes: u64) -> Self {
        let threads = 1;
        Judge {
            solver: Solver::new(Limits {
                memory_bytes,
                threads,
            }),
        }
    }

    /// How many positions were expanded so far.
    pub(super) fn nodes(&self, ending: Ending) -> u64 {
        self.solver.progress(ending).nodes
    }

    /// How many results are proved.
    pub(super) fn proved_count(&self, ending: Ending) -> u64 {
        self.solver.progress(ending).proved
    }

    /// Who wins, as far as it is proved already.
    pub(crate) fn known(&mut self, position: &Canonical, ending: Ending) -> Option<Outcome> {
        self.solver.known(position, ending)
    }

    /// The nimber of a position, if it is known.
    pub(crate) fn known_nimber(&self, position: &Canonical, ending: Ending) -> Option<Nimber> {
        match ending {
            Ending::Normal => self.solver.known_nimber(position),
            Ending::Misere => None,
        }
    }

    /// Who wins as a player sees it who sees so many lives; without a limit, as far as it is proved already.
    pub(super) fn seen(
        &mut self,
        position: &Canonical,
        ending: Ending,
        sight: Option<u32>,
    ) -> Option<Outcome> {
        match sight {
            None => self.known(position, ending),
            Some(lives) if is_within(position, ending, lives) => {
                self.prove(position, ending, &mut || true)
            }
            Some(_) => None,
        }
    }

    /// What a position comes down to in normal play: a heap for the lands that are seen to their end, and the others, without
    /// pairs of equal ones. Without a limit on the lives the lands that are proved already are seen.
    pub(super) fn parts<'a>(
        &mut self,
        position: &'a Canonical,
        sight: Option<u32>,
    ) -> (Nimber, Vec<&'a Land>) {
        let mut heap = Nimber::ZERO;
        let mut unknown: Vec<&Land> = Vec::new();
        for land in position.lands() {
            match self.seen_nimber(land, sight) {
                Some(nimber) => heap ^= nimber,
                None if unknown.last() == Some(&land) => {
                    unknown.pop();
                }
                None => unknown.push(land),
            }
        }
        (heap, unknown)
    }

    fn seen_nimber(&mut self, land: &Land, sight: Option<u32>) -> Option<Nimber> {
        let known = self.solver.known_land(land);
        match sight {
            None => known,
            Some(lives) if land.lives() > lives => None,
            Some(_) => known.or_else(|| {
                let alone = Canonical::sum([land.clone()]);
                self.solver.nimber(&alone, &mut unlimited()).ok()
            }),
        }
    }

    /// Who wins; nothing if `go_on` says no before it is proved, or the memory is full.
    pub(crate) fn prove(
        &mut self,
        position: &Canonical,
        ending: Ending,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Outcome> {
        if let Some(outcome) = self.known(position, ending) {
            return Some(outcome);
        }
        self.prove_within(position, ending, u64::MAX, go_on)
    }

    /// The same, with a bound on the positions expanded for it.
    pub(super) fn prove_within(
        &mut self,
        position: &Canonical,
        ending: Ending,
        nodes_max: u64,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Outcome> {
        if nodes_max == 0 || !go_on() {
            return None;
        }
        let nodes_max = self.nodes(ending).saturating_add(nodes_max);
        let budget = &mut |progress: &Progress| match progress.nodes < nodes_max && go_on() {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        self.solver.outcome(position, ending, budget).ok()
    }
}

/// Whether a position is small enough for a player who sees so many lives. In normal play the lands count one by one, for
/// each of them is worth a heap; in misère play they do not come apart.
pub(super) fn is_within(position: &Canonical, ending: Ending, lives: u32) -> bool {
    match ending {
        Ending::Normal => position.lands().iter().all(|land| land.lives() <= lives),
        Ending::Misere => position.lives() <= lives,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprouts::Position;

    #[test]
    fn a_full_table_does_not_end_the_proofs() {
        let mut judge = Judge::new(1 << 20);
        let start = |spots| Position::start(spots).expect("few spots").canonical();
        let hard = judge.prove(&start(18), Ending::Normal, &mut || true);
        assert_eq!(hard, None, "18 spots do not fit");
        let easy = judge.prove(&start(5), Ending::Normal, &mut || true);
        assert_eq!(easy, Some(Outcome::Win));
    }
}
