//! A static judgement for goals that want some of many regions joined: how many stones a chain over a site would still take.
//!
//! From every region the fewest stones to every site are counted. What a chain over a site takes is the sum over as many of the nearest
//! regions as the goal wants. All of it follows from the plan. Allocates nothing once it is made. Must not know who searches, or how.

use crate::board::SiteId;
use crate::plan::{Colour, Condition, Plan, Verdict, Who};

/// More stones than any chain takes, and few enough to be added up.
const FAR: u16 = 1 << 12;
/// Goals that want more regions than this are not judged.
const WANTED_MAX: usize = 3;
/// What is left of a chain's worth when it takes a stone more.
const STONE: f32 = 0.5;

/// A goal of a player: so many of the regions of a family.
#[derive(Clone, Copy, Debug)]
struct Goal {
    colour: Colour,
    family: usize,
    wanted: usize,
}

/// The judgement of a plan, and room to work in.
#[derive(Clone, Debug)]
pub struct Reach {
    goals: Vec<Goal>,
    stones: Vec<Colour>,
    /// The stones needed from the region at hand to every site, that one included.
    needed: Vec<u16>,
    /// Sites that are reached with as many stones as now, and with one more.
    now: Vec<SiteId>,
    next: Vec<SiteId>,
    /// Per site what the nearest regions take, in order.
    nearest: Vec<[u16; WANTED_MAX]>,
    /// Per player and site what the shortest chain over it takes.
    chains: [Vec<u16>; 2],
    /// Per player what his shortest chain takes.
    least: [u16; 2],
}

impl Reach {
    /// The judgement of a plan for two who place stones; nothing where they do not both want some of more regions.
    pub fn new(plan: &Plan) -> Option<Reach> {
        if plan.players != 2 || plan.moves.place.is_none() {
            return None;
        }
        let (one, other) = (goals(plan, Colour(1)), goals(plan, Colour(2)));
        let sites = plan.board.len();
        (!one.is_empty() && !other.is_empty()).then(|| Reach {
            goals: [one, other].concat(),
            stones: vec![Colour::NONE; sites],
            needed: vec![FAR; sites],
            now: Vec::with_capacity(sites),
            next: Vec::with_capacity(sites),
            nearest: vec![[FAR; WANTED_MAX]; sites],
            chains: [vec![FAR; sites], vec![FAR; sites]],
            least: [FAR; 2],
        })
    }

    /// Judges a position, given by the stone on every site.
    pub fn judge(&mut self, plan: &Plan, stone: impl Fn(SiteId) -> Colour) {
        for site in plan.board.ids() {
            self.stones[site.index()] = stone(site);
        }
        for chains in &mut self.chains {
            chains.fill(FAR);
        }
        for number in 0..self.goals.len() {
            let goal = self.goals[number];
            self.nearest.fill([FAR; WANTED_MAX]);
            for region in &plan.families[goal.family].regions[goal.colour.index() - 1] {
                self.walk(plan, goal.colour, region);
            }
            self.shorten(goal);
        }
        for (least, chains) in self.least.iter_mut().zip(&self.chains) {
            *least = chains.iter().copied().min().unwrap_or(FAR);
        }
    }

    /// What a player's chain over a site is worth beside his shortest, from 0 to 1, after [`Reach::judge`].
    pub fn share(&self, colour: Colour, site: SiteId) -> f32 {
        let player = colour.index() - 1;
        match self.chains[player][site.index()] {
            FAR.. => 0.0,
            chain => STONE.powi(i32::from(chain - self.least[player])),
        }
    }

    /// Counts the stones from a region to every site, and sorts them in among the nearest.
    fn walk(&mut self, plan: &Plan, colour: Colour, region: &[SiteId]) {
        self.needed.fill(FAR);
        self.now.clear();
        self.next.clear();
        for &site in region {
            self.reach(site, colour, 0);
        }
        let mut depth = 0;
        while !self.now.is_empty() || !self.next.is_empty() {
            let mut place = 0;
            while let Some(&site) = self.now.get(place) {
                place += 1;
                for &near in plan.board.neighbours(site, plan.connectivity(colour)) {
                    self.reach(near, colour, depth);
                }
            }
            self.now.clear();
            std::mem::swap(&mut self.now, &mut self.next);
            depth += 1;
        }
        for (nearest, needed) in self.nearest.iter_mut().zip(&self.needed) {
            let mut value = *needed;
            for kept in nearest {
                if value < *kept {
                    std::mem::swap(kept, &mut value);
                }
            }
        }
    }

    /// A site next to what takes so many stones.
    fn reach(&mut self, site: SiteId, colour: Colour, depth: u16) {
        let (needed, queue) = match self.stones[site.index()] {
            own if own == colour => (depth, &mut self.now),
            Colour::NONE => (depth + 1, &mut self.next),
            _ => return,
        };
        if needed < self.needed[site.index()] {
            self.needed[site.index()] = needed;
            queue.push(site);
        }
    }

    /// Chains of a goal, where they are shorter than those of other goals.
    fn shorten(&mut self, goal: Goal) {
        let chains = &mut self.chains[goal.colour.index() - 1];
        for (site, chain) in chains.iter_mut().enumerate() {
            // An empty site was counted for every region.
            let again = match self.stones[site] {
                Colour::NONE => goal.wanted as u16 - 1,
                _ => 0,
            };
            let sum: u16 = self.nearest[site][..goal.wanted].iter().sum();
            *chain = (*chain).min(sum - again);
        }
    }
}

/// What a player wins by: joining some of more regions.
fn goals(plan: &Plan, colour: Colour) -> Vec<Goal> {
    let mut found = Vec::new();
    let ends = plan.ends.iter();
    for end in ends.filter(|end| matches!(end.verdict, Verdict::Wins(Who::Mover | Who::Owner))) {
        let any = match &end.condition {
            Condition::Any(list) => list.as_slice(),
            one => std::slice::from_ref(one),
        };
        for condition in any {
            let Condition::Connect { family, at_least } = *condition else {
                continue;
            };
            let wanted = at_least as usize;
            let regions = plan.families[family].regions[colour.index() - 1].len();
            if (2..=WANTED_MAX).contains(&wanted) && wanted < regions {
                found.push(Goal {
                    colour,
                    family,
                    wanted,
                });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{self, Engine, Status};
    use crate::library;
    use crate::random::Random;
    use std::sync::Arc;

    fn plan(name: &str, options: &[(&str, &str)]) -> Arc<Plan> {
        Arc::new(library::game(name).unwrap().plan(options).unwrap())
    }

    fn judged(reach: &mut Reach, game: &dyn Engine) -> [u16; 2] {
        reach.judge(game.plan(), |site| game.stone(site));
        reach.least
    }

    #[test]
    fn only_goals_that_leave_a_choice_are_judged() {
        for game in library::games() {
            let leaves_choice = ["havannah", "kensington-havannah"].contains(&game.name.as_str());
            let reach = Reach::new(&plan(&game.name, &[]));
            assert_eq!(reach.is_some(), leaves_choice, "{}", game.name);
        }
    }

    /// Two corners of a small board lie three stones apart, ends included; two stones of another colour between them make it four.
    #[test]
    fn a_bridge_takes_as_many_stones_as_are_missing() {
        let mut game = engine::start(&plan("havannah", &[("base", "3")]));
        let mut reach = Reach::new(game.plan()).unwrap();
        assert_eq!(judged(&mut reach, &*game), [3, 3]);
        game.play_text("0,-2").unwrap();
        assert_eq!(judged(&mut reach, &*game), [2, 3]);
    }

    /// A stone takes at most one away, a chain that takes one more can be finished at once, and none takes none while the game goes on.
    #[test]
    fn chains_agree_with_the_course_of_random_games() {
        let mut random = Random::new(7);
        let mut game = engine::start(&plan("havannah", &[("base", "4")]));
        let mut reach = Reach::new(game.plan()).unwrap();
        for _ in 0..60 {
            game.restart();
            let mut before = judged(&mut reach, &*game);
            loop {
                let mover = game.mover();
                let drawn = game.sample(&mut random);
                game.play(drawn);
                let after = judged(&mut reach, &*game);
                let (own, other) = (mover.index() - 1, 2 - mover.index());
                assert!(after[own] <= before[own] && after[own] + 1 >= before[own]);
                assert!(after[other] >= before[other]);
                if game.status() != Status::Running {
                    break;
                }
                assert!(after[0] > 0 && after[1] > 0);
                let next = game.mover();
                if after[next.index() - 1] == 1 {
                    assert!(wins_at_once(&mut *game), "{}", game.image());
                }
                before = after;
            }
        }
    }

    fn wins_at_once(game: &mut dyn Engine) -> bool {
        let (mut moves, mover) = (Vec::new(), game.mover());
        game.legal_moves(&mut moves);
        moves.into_iter().any(|played| {
            game.play(played);
            let won = game.status() == Status::Won(mover);
            game.undo();
            won
        })
    }
}
