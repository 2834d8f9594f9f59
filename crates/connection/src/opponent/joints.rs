//! Where a stone can win at once, where nothing but joining regions and closing loops wins: only where it has two things to join.
//!
//! Own stones beside a site and regions in which it lies are counted together. A stone that has fewer than two of them neither joins
//! two regions that were not joined before nor closes a loop. Must not know who searches, or how.

use crate::board::SiteId;
use crate::engine::Engine;
use crate::plan::{Colour, Condition, End, Placing, Plan, Verdict, Who};

/// What there is to join round every site, for both players.
#[derive(Clone, Debug)]
pub struct Joints {
    /// Per player and site the regions in which it lies.
    regions: [Vec<u8>; 2],
    /// The same with his stones beside it, in the position that was counted last.
    counts: [Vec<u8>; 2],
}

impl Joints {
    /// For a plan of two who place their own stones, which stay where they are, and win by nothing but joining and loops.
    pub fn new(plan: &Plan) -> Option<Joints> {
        let wins = |end: &End| {
            matches!(end.verdict, Verdict::Wins(Who::Mover | Who::Owner)) && joins(&end.condition)
        };
        let moves = &plan.moves;
        let shifts = moves.step.is_some() || moves.hop.is_some() || moves.line.is_some();
        let fits = plan.players == 2
            && plan.is_plain()
            && !shifts
            && !plan.captures()
            && moves.place == Some(Placing::Own)
            && plan.ends.iter().all(wins);
        fits.then(|| {
            let regions = [0, 1].map(|player| {
                let mut regions = vec![0; plan.board.len()];
                let families = plan.families.iter();
                for site in families.flat_map(|family| family.regions[player].iter().flatten()) {
                    regions[site.index()] += 1;
                }
                regions
            });
            Joints {
                counts: regions.clone(),
                regions,
            }
        })
    }

    /// Counts in the position of an engine.
    pub fn count(&mut self, engine: &dyn Engine) {
        let plan = engine.plan();
        for (counts, regions) in self.counts.iter_mut().zip(&self.regions) {
            counts.copy_from_slice(regions);
        }
        for site in plan.board.ids() {
            let colour = engine.stone(site);
            if colour != Colour::NONE {
                let counts = &mut self.counts[colour.index() - 1];
                for near in plan.board.neighbours(site, plan.connectivity(colour)) {
                    counts[near.index()] += 1;
                }
            }
        }
    }

    /// Whether a stone has at least so many things to join, in the position that was counted: two, or it cannot win; one, or no other
    /// stone could win because of it.
    pub fn has(&self, least: u8, colour: Colour, site: SiteId) -> bool {
        self.counts[colour.index() - 1][site.index()] >= least
    }
}

fn joins(condition: &Condition) -> bool {
    match condition {
        Condition::Connect { at_least, .. } => *at_least >= 2,
        Condition::Loop(_) => true,
        Condition::All(list) | Condition::Any(list) => list.iter().all(joins),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{self, Status};
    use crate::moves::Move;
    use crate::{library, random::Random};
    use std::sync::Arc;

    /// No stone that is left out wins, in random games of every library game that has joints.
    #[test]
    fn what_is_left_out_wins_nothing() {
        let mut random = Random::new(5);
        let mut games = 0;
        for game in library::games() {
            let plan = Arc::new(game.plan::<&str, &str>(&[]).unwrap());
            let Some(mut joints) = Joints::new(&plan) else {
                continue;
            };
            games += 1;
            let mut engine = engine::start(&plan);
            for _ in 0..3 {
                engine.restart();
                while engine.status() == Status::Running {
                    joints.count(&*engine);
                    let mover = engine.mover();
                    for site in plan.board.ids() {
                        let stone = Move::place(site, mover);
                        if joints.has(2, mover, site) || !engine.is_legal(stone) {
                            continue;
                        }
                        engine.play(stone);
                        assert_ne!(engine.status(), Status::Won(mover), "{}", plan.name);
                        engine.undo();
                    }
                    let drawn = engine.sample(&mut random);
                    engine.play(drawn);
                }
            }
        }
        assert!(games >= 3, "{games}");
    }
}
