//! Exact answers for both endings. Owns the two solvers, keeps them warm, and makes room in them when they are full.

use crate::{misere, normal};
use sprouts::{Canonical, Ending, Land, Nimber, Outcome};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// How often a search looks around before it comes back to ask for more time.
const LOOKS_A_SLICE: u32 = 2;

/// Finds out who wins.
pub(crate) struct Judge {
    normal: normal::Solver,
    misere: misere::Solver,
    memory_bytes: u64,
}

impl Judge {
    pub(crate) fn new(memory_bytes: u64) -> Self {
        Judge {
            normal: normal::Solver::new(memory_bytes, normal::Guide::default()),
            misere: misere::Solver::new(misere::Limits {
                memory_bytes,
                ..Default::default()
            }),
            memory_bytes,
        }
    }

    /// The solver of normal play.
    pub(super) fn normal(&self) -> &normal::Solver {
        &self.normal
    }

    /// The solver of misère play.
    pub(super) fn misere(&self) -> &misere::Solver {
        &self.misere
    }

    pub(super) fn misere_mut(&mut self) -> &mut misere::Solver {
        &mut self.misere
    }

    /// How many positions were expanded so far.
    pub(super) fn nodes(&self, ending: Ending) -> u64 {
        match ending {
            Ending::Normal => self.normal.counters.nodes.load(Relaxed),
            Ending::Misere => self.misere.progress().nodes,
        }
    }

    /// How many results are proved.
    pub(super) fn proved_count(&self, ending: Ending) -> u64 {
        match ending {
            Ending::Normal => self.normal.lands().proved_count(),
            Ending::Misere => self.misere.progress().losses,
        }
    }

    /// The misère solver makes room by itself. The normal one does when it is asked; where that leaves too little it starts afresh, with
    /// as many of its nimbers as a third of the memory holds.
    pub(crate) fn make_room(&mut self) {
        if !self.normal.lands().is_full() || self.normal.make_room() {
            return;
        }
        let lands = self.normal.lands();
        let fresh = normal::Solver::new(self.memory_bytes, normal::Guide::default());
        for (bytes, nimber) in lands.proved() {
            if fresh.lands().bytes_used() > self.memory_bytes / 3 {
                break;
            }
            fresh.lands().prove(fresh.lands().intern(bytes), nimber);
        }
        self.normal = fresh;
    }

    /// Who wins, as far as it is proved already.
    pub(crate) fn known(&mut self, position: &Canonical, ending: Ending) -> Option<Outcome> {
        match ending {
            Ending::Normal => self
                .normal
                .known(position, Nimber::ZERO)
                .map(outcome_of_win),
            Ending::Misere => self.misere.known(position),
        }
    }

    /// The nimber of a position, if it is known.
    pub(crate) fn known_nimber(&self, position: &Canonical, ending: Ending) -> Option<Nimber> {
        match ending {
            Ending::Normal => self.normal.known_nimber(position),
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
        &self,
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

    fn seen_nimber(&self, land: &Land, sight: Option<u32>) -> Option<Nimber> {
        let lands = self.normal.lands();
        let known = || Some(Nimber::new(lands.nimber(lands.find(land.as_bytes())?)?));
        match sight {
            None => known(),
            Some(lives) if land.lives() > lives => None,
            Some(_) => known().or_else(|| {
                let alone = Canonical::sum([land.clone()]);
                self.normal.nimber(&alone).ok()
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
        let nodes_max = self.nodes(ending).saturating_add(nodes_max);
        match ending {
            Ending::Normal => {
                while go_on() && self.nodes(ending) < nodes_max {
                    // A search may be asked from several threads, so it cannot call back; it works in slices instead,
                    // and goes on each time from what its table holds.
                    let looks = AtomicU32::new(0);
                    let control = normal::Control {
                        threads: 1,
                        stop: &|| looks.fetch_add(1, Relaxed) >= LOOKS_A_SLICE,
                    };
                    match self.normal.is_win_within(position, Nimber::ZERO, &control) {
                        Ok(wins) => return Some(outcome_of_win(wins)),
                        Err(normal::Stopped::Asked) => {}
                        Err(normal::Stopped::Memory) => return None,
                    }
                }
                None
            }
            Ending::Misere => self
                .misere
                .outcome(position, &mut |progress| {
                    if go_on() && progress.nodes < nodes_max {
                        ControlFlow::Continue(())
                    } else {
                        ControlFlow::Break(())
                    }
                })
                .ok(),
        }
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

fn outcome_of_win(wins: bool) -> Outcome {
    if wins { Outcome::Win } else { Outcome::Loss }
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
        assert!(judge.normal().lands().is_full());
        judge.make_room();
        assert!(!judge.normal().lands().is_full());
        let easy = judge.prove(&start(5), Ending::Normal, &mut || true);
        assert_eq!(easy, Some(Outcome::Win));
    }
}
