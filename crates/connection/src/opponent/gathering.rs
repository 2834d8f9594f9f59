//! A static judgement for the goal of uniting all own stones, where stones move: how far apart they are.
//!
//! The distance of two stones is the number of steps between sites that would make a group. The shortest tree over all stones of a
//! player says how many gaps he has to close; their ways to the stone in their middle say how far they have to go. All of it follows
//! from the plan. Allocates nothing once it is made. Must not know who searches, or how.

use crate::engine::Engine;
use crate::plan::{Colour, Condition, Plan, Verdict, Who};

/// How much a step to the middle counts beside a gap.
const STEP: f32 = 0.5;
/// How much surer of a win a player is who has a gap less to close.
const GAP: f32 = 0.4;

/// The judgement of a plan, and room to work in.
#[derive(Clone, Debug)]
pub struct Gathering {
    /// Per player the steps from any site to any other.
    steps: Vec<Vec<u8>>,
    sites: usize,
    /// The stones of the player at hand.
    stones: Vec<u16>,
    /// How near each of them is to the tree as far as it is made.
    near: Vec<u8>,
}

impl Gathering {
    /// The judgement of a plan for two who move stones and want to unite theirs; nothing for others.
    pub fn new(plan: &Plan) -> Option<Gathering> {
        let mut players = (1..=plan.players).map(Colour);
        let unite = players.all(|player| wants_one_group(plan, player));
        if plan.players != 2 || plan.moves.place.is_some() || !unite {
            return None;
        }
        let sites = plan.board.len();
        let players = (1..=plan.players).map(Colour);
        Some(Gathering {
            steps: players.map(|player| steps(plan, player)).collect(),
            sites,
            stones: Vec::with_capacity(sites),
            near: Vec::with_capacity(sites),
        })
    }

    /// What player 1 may expect of a position, from 0 to 1; player 2 may expect the rest.
    pub fn judge(&mut self, engine: &dyn Engine) -> f32 {
        let ahead = self.effort(engine, Colour(2)) - self.effort(engine, Colour(1));
        1.0 / (1.0 + exponential(-GAP * ahead))
    }

    /// How much a player still has to do.
    fn effort(&mut self, engine: &dyn Engine, colour: Colour) -> f32 {
        let (sites, steps) = (self.sites, &self.steps[colour.index() - 1]);
        let stones = &mut self.stones;
        stones.clear();
        let all = engine.plan().board.ids();
        stones.extend(all.filter(|s| engine.stone(*s) == colour).map(|s| s.0));
        let way = |from: u16, to: u16| steps[usize::from(from) * sites + usize::from(to)];
        let ways = |middle: &u16| stones.iter().map(|s| u32::from(way(*middle, *s))).sum();
        let spread: u32 = stones.iter().map(ways).min().unwrap_or(0);
        gaps(stones, &mut self.near, way) as f32 + STEP * spread as f32
    }
}

/// Euler's exponential function, to some percent. By multiplication, so that the same bits come out on every machine.
fn exponential(value: f32) -> f32 {
    let root = 1.0 + value.clamp(-20.0, 20.0) / 256.0;
    (0..8).fold(root, |power, _| power * power)
}

/// The empty steps of the shortest tree over all stones, by Prim's algorithm. Changes the order of the stones.
fn gaps(stones: &mut [u16], near: &mut Vec<u8>, way: impl Fn(u16, u16) -> u8) -> u32 {
    near.clear();
    near.resize(stones.len(), u8::MAX);
    let mut sum = 0;
    for joined in 1..stones.len() {
        let last = stones[joined - 1];
        let mut next = joined;
        for place in joined..stones.len() {
            near[place] = near[place].min(way(last, stones[place]));
            if near[place] < near[next] {
                next = place;
            }
        }
        stones.swap(joined, next);
        near.swap(joined, next);
        sum += u32::from(near[joined]).saturating_sub(1);
    }
    sum
}

/// The steps from every site to every other on the empty board; the most there can be where no way leads.
fn steps(plan: &Plan, colour: Colour) -> Vec<u8> {
    let board = &plan.board;
    let sites = board.len();
    let mut steps = vec![u8::MAX; sites * sites];
    let mut queue = Vec::with_capacity(sites);
    for from in board.ids() {
        let row = &mut steps[from.index() * sites..][..sites];
        row[from.index()] = 0;
        queue.clear();
        queue.push(from);
        let mut next = 0;
        while let Some(&here) = queue.get(next) {
            next += 1;
            let further = row[here.index()].saturating_add(1);
            for near in board.neighbours(here, plan.connectivity(colour)) {
                if row[near.index()] == u8::MAX {
                    row[near.index()] = further;
                    queue.push(*near);
                }
            }
        }
    }
    steps
}

/// Whether a player wins by uniting his stones.
fn wants_one_group(plan: &Plan, colour: Colour) -> bool {
    plan.ends.iter().any(|end| match end.condition {
        Condition::Single(whose @ (Who::Mover | Who::Player(_))) => {
            end.verdict == Verdict::Wins(whose)
                && (whose == Who::Mover || whose == Who::Player(colour.0))
        }
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::{engine, library};
    use std::sync::Arc;

    fn plan(name: &str) -> Arc<Plan> {
        Arc::new(
            library::game(name)
                .unwrap()
                .plan::<&str, &str>(&[])
                .unwrap(),
        )
    }

    /// The slow way: the shortest edge between what is joined and what is not, again and again.
    fn gaps_slowly(stones: &[u16], way: impl Fn(u16, u16) -> u8) -> u32 {
        let (mut inside, mut outside) = (stones[..1].to_vec(), stones[1..].to_vec());
        let mut sum = 0;
        while !outside.is_empty() {
            let nearest = |stone: &u16| inside.iter().map(|s| way(*s, *stone)).min().unwrap();
            let place = (0..outside.len())
                .min_by_key(|place| nearest(&outside[*place]))
                .unwrap();
            sum += u32::from(nearest(&outside[place])) - 1;
            inside.push(outside.swap_remove(place));
        }
        sum
    }

    #[test]
    fn games_of_uniting_are_judged_and_no_others() {
        for game in library::games() {
            let name = game.name.clone();
            let unites = ["lines-of-action", "groups"].contains(&name.as_str());
            assert_eq!(Gathering::new(&plan(&name)).is_some(), unites, "{name}");
        }
    }

    #[test]
    fn gaps_are_those_of_the_shortest_tree_and_none_are_left_at_the_end() {
        for name in ["lines-of-action", "groups"] {
            let plan = plan(name);
            let gathering = Gathering::new(&plan).unwrap();
            let mut random = Random::new(5);
            let mut game = engine::start(&plan);
            for _ in 0..20 {
                game.restart();
                while game.status() == engine::Status::Running {
                    let drawn = game.sample(&mut random);
                    game.play(drawn);
                    for player in [1, 2].map(Colour) {
                        let steps = &gathering.steps[player.index() - 1];
                        let way = |a: u16, b: u16| steps[usize::from(a) * 64 + usize::from(b)];
                        let all = plan.board.ids();
                        let mut stones: Vec<u16> = all
                            .filter(|s| game.stone(*s) == player)
                            .map(|s| s.0)
                            .collect();
                        let slowly = gaps_slowly(&stones, way);
                        assert_eq!(gaps(&mut stones, &mut Vec::new(), way), slowly);
                        let won = game.status() == engine::Status::Won(player);
                        assert!(!won || slowly == 0, "{name}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_exponential_function_is_near_enough() {
        for value in [-6.0f32, -2.0, -0.4, 0.0, 0.4, 2.0, 6.0] {
            let ratio = exponential(value) / value.exp();
            assert!((ratio - 1.0).abs() < 0.1, "{value}: {ratio}");
        }
    }

    /// Whoever has his stones together may expect more, whichever of the two it is.
    #[test]
    fn stones_together_promise_more() {
        let plan = plan("lines-of-action");
        let mut gathering = Gathering::new(&plan).unwrap();
        let mut game = engine::start(&plan);
        let level = gathering.judge(&*game);
        assert!((level - 0.5).abs() < 1e-6, "the start is even: {level}");
        game.play_text("1,0-1,2").unwrap();
        assert!(gathering.judge(&*game) > level);
        game.play_text("0,1-2,1").unwrap();
        assert!((gathering.judge(&*game) - level).abs() < 1e-6);
    }
}
