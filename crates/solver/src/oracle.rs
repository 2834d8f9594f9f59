//! The slow, obvious solver: nimbers by the least excluded value over all children, misère outcomes of whole positions by trying every move.
//! It is what the fast searches are tested against, so it owns no trick and must never learn one.

use sprouts::{Canonical, Generator, Land, Nimber, Outcome};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

/// Solves small positions and remembers everything it has met.
///
/// ```
/// use solver::Oracle;
/// use sprouts::{Nimber, Outcome, Position};
/// let mut oracle = Oracle::default();
/// let start = Position::start(3)?.canonical();
/// assert_eq!(oracle.nimber(&start), Nimber::new(1));
/// assert_eq!(oracle.misere(&start), Outcome::Loss);
/// # Ok::<(), sprouts::PositionError>(())
/// ```
#[derive(Default)]
pub struct Oracle {
    nimbers: HashMap<Land, Nimber>,
    misere: HashMap<Canonical, Outcome>,
    children: HashMap<Land, Vec<Canonical>>,
}

impl Oracle {
    /// The nimber of a position in normal play.
    pub fn nimber(&mut self, position: &Canonical) -> Nimber {
        let lands = position.lands().iter();
        lands.fold(Nimber::ZERO, |sum, land| sum ^ self.land_nimber(land))
    }

    /// The nimber of a land in normal play.
    pub fn land_nimber(&mut self, land: &Land) -> Nimber {
        if let Some(&nimber) = self.nimbers.get(land) {
            return nimber;
        }
        let children = self.children(land);
        let nimbers: Vec<Nimber> = children.iter().map(|child| self.nimber(child)).collect();
        let nimber = Nimber::mex(nimbers).expect("a land has fewer than 256 moves in a row");
        self.nimbers.insert(land.clone(), nimber);
        nimber
    }

    /// Who wins in normal play.
    pub fn normal(&mut self, position: &Canonical) -> Outcome {
        if self.nimber(position).is_loss() {
            Outcome::Loss
        } else {
            Outcome::Win
        }
    }

    /// Who wins in misère play.
    pub fn misere(&mut self, position: &Canonical) -> Outcome {
        if position.is_over() {
            return Outcome::Win;
        }
        if let Some(&outcome) = self.misere.get(position) {
            return outcome;
        }
        let lands = position.lands();
        let won = (0..lands.len()).any(|index| {
            self.children(&lands[index]).iter().any(|child| {
                let others = lands[..index].iter().chain(&lands[index + 1..]);
                let sum = Canonical::sum(others.chain(child.lands()).cloned());
                self.misere(&sum) == Outcome::Loss
            })
        });
        let outcome = if won { Outcome::Win } else { Outcome::Loss };
        self.misere.insert(position.clone(), outcome);
        outcome
    }

    /// What was found out in normal play so far.
    pub fn nimbers(&self) -> &HashMap<Land, Nimber> {
        &self.nimbers
    }

    /// The different children of a land.
    fn children(&mut self, land: &Land) -> Vec<Canonical> {
        if let Some(children) = self.children.get(land) {
            return children.clone();
        }
        let mut children = HashSet::new();
        let _ = Generator::default().children(land.packed(), |child| {
            children.insert(Canonical::sum(child.to_lands()));
            ControlFlow::<()>::Continue(())
        });
        let children: Vec<Canonical> = children.into_iter().collect();
        self.children.insert(land.clone(), children.clone());
        children
    }
}
