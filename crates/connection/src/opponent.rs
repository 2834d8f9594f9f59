//! The computer opponents: Monte Carlo tree search over the undoable interface, in four strengths.
//!
//! Works in slices: the caller asks for some playouts at a time and stops by its own clock, so the same search runs in a
//! page, a terminal or a test. From the same seed and number of playouts comes the same move.

use crate::engine::{Engine, Status};
use crate::moves::{Move, MoveKind};
use crate::plan::{Colour, Placing, Turn};
use crate::random::Random;

/// How strong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Looks a moment, and often plays at random.
    Easy,
    /// Sees what is directly threatened.
    Medium,
    /// Plans.
    Strong,
    /// Takes its time.
    Master,
}

impl Level {
    /// All of them, weakest first.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Medium, Level::Strong, Level::Master];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Strong => "strong",
            Level::Master => "master",
        }
    }

    /// The level of this name.
    pub fn parse(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }

    /// Playouts for a move.
    pub fn playouts(self) -> u32 {
        match self {
            Level::Easy => 30,
            Level::Medium => 150,
            Level::Strong => 3_000,
            Level::Master => 40_000,
        }
    }
}

/// Playouts are broken off as draws after so many moves: longer random games say nothing about a position.
const PLAYOUT_MOVES_MAX: u32 = 600;
/// The tree stops growing here.
const NODES_MAX: usize = 1 << 21;
/// How much exploring is worth.
const EXPLORATION: f64 = 0.25;
/// So many visits of a move count as much as what playouts say of it in passing.
const PASSING_WORTH: f64 = 300.0;

/// The value of a node is seen by the person who moved into it.
#[derive(Clone)]
struct Node {
    played: Move,
    person: u8,
    first: u32,
    count: u32,
    visits: f64,
    value: f64,
    /// The same from playouts in which the move came later.
    passing_visits: f64,
    passing_value: f64,
    expanded: bool,
}

impl Node {
    fn new(played: Move, person: u8) -> Self {
        Node {
            played,
            person,
            first: 0,
            count: 0,
            visits: 0.0,
            value: 0.0,
            passing_visits: 0.0,
            passing_value: 0.0,
            expanded: false,
        }
    }
}

/// A search for a move in one position.
pub struct Search {
    engine: Box<dyn Engine>,
    level: Level,
    random: Random,
    nodes: Vec<Node>,
    path: Vec<u32>,
    moves: Vec<Move>,
    swapped: bool,
    /// Stones only come, each player his own: then a stone on the final board was its owner's move.
    passing: bool,
    done: u32,
}

impl Search {
    /// A search in the position of an engine; `swapped` says whether colour 2 is played by person 1.
    pub fn new(engine: &dyn Engine, swapped: bool, level: Level, seed: u64) -> Self {
        let plan = engine.plan();
        let passing = plan.moves.place == Some(Placing::Own)
            && !plan.capture_enclosed
            && plan.turn == Turn::Moves { count: 1, first: 1 };
        Search {
            engine: engine.fork(),
            level,
            random: Random::new(seed),
            nodes: vec![Node::new(Move::PASS, 0)],
            path: Vec::new(),
            moves: Vec::new(),
            swapped,
            passing,
            done: 0,
        }
    }

    /// Runs up to so many playouts; false when the level's budget is used up or there is nothing to think about.
    pub fn think(&mut self, playouts: u32) -> bool {
        for _ in 0..playouts {
            if self.done >= self.level.playouts()
                || self.engine.status() != Status::Running
                || self.is_forced()
            {
                return false;
            }
            self.playout();
            self.done += 1;
        }
        self.done < self.level.playouts()
    }

    /// Playouts so far.
    pub fn playouts(&self) -> u32 {
        self.done
    }

    /// The share of the budget used, from 0 to 1.
    pub fn progress(&self) -> f64 {
        f64::from(self.done) / f64::from(self.level.playouts())
    }

    /// The chance of winning that the chosen move is thought to give.
    pub fn expectation(&self) -> f64 {
        let best = self
            .children(0)
            .max_by(|a, b| self.nodes[*a].visits.total_cmp(&self.nodes[*b].visits));
        best.map_or(0.5, |node| {
            self.nodes[node].value / self.nodes[node].visits.max(1.0)
        })
    }

    /// The move to play: the one looked at most. `None` when the game is over.
    pub fn best(&mut self) -> Option<Move> {
        if self.engine.status() != Status::Running {
            return None;
        }
        // The weakest level plays at random now and then, or it would still punish every slip.
        if self.level == Level::Easy && self.random.below(3) == 0 {
            return Some(self.engine.sample(&mut self.random));
        }
        if self.level > Level::Easy
            && let Some(winning) = self.winning_move()
        {
            return Some(winning);
        }
        let best = self
            .children(0)
            .max_by(|a, b| self.nodes[*a].visits.total_cmp(&self.nodes[*b].visits));
        match best {
            Some(node) => Some(self.nodes[node].played),
            None => Some(self.engine.sample(&mut self.random)),
        }
    }

    fn children(&self, node: usize) -> std::ops::Range<usize> {
        let node = &self.nodes[node];
        node.first as usize..(node.first + node.count) as usize
    }

    /// Only one move: no need to think.
    fn is_forced(&self) -> bool {
        self.nodes[0].expanded && self.nodes[0].count == 1
    }

    fn winning_move(&mut self) -> Option<Move> {
        let mut moves = std::mem::take(&mut self.moves);
        self.engine.legal_moves(&mut moves);
        let mover = self.engine.mover();
        let found = moves.iter().copied().find(|candidate| {
            self.engine.play(*candidate);
            let won = *candidate != Move::SWAP && self.engine.status() == Status::Won(mover);
            self.engine.undo();
            won
        });
        self.moves = moves;
        found
    }

    fn person(&self, colour: Colour, swapped: bool) -> u8 {
        if swapped { 3 - colour.0 } else { colour.0 }
    }

    fn playout(&mut self) {
        let depth = self.engine.moves_made();
        let mut swapped = self.swapped;
        self.path.clear();
        self.path.push(0);
        let mut here = 0;
        while self.engine.status() == Status::Running {
            if !self.nodes[here].expanded {
                let fresh = here != 0 && self.nodes[here].visits < 1.0;
                if fresh || self.nodes.len() > NODES_MAX {
                    break;
                }
                self.expand(here, swapped);
            }
            here = self.select(here);
            self.path.push(here as u32);
            let played = self.nodes[here].played;
            swapped ^= played == Move::SWAP;
            self.engine.play(played);
        }
        self.engine
            .playout_limited(&mut self.random, PLAYOUT_MOVES_MAX);
        self.learn(swapped);
        while self.engine.moves_made() > depth {
            self.engine.undo();
        }
    }

    fn expand(&mut self, here: usize, swapped: bool) {
        let mut moves = std::mem::take(&mut self.moves);
        self.engine.legal_moves(&mut moves);
        let person = self.person(self.engine.mover(), swapped);
        self.nodes[here].first = self.nodes.len() as u32;
        self.nodes[here].count = moves.len() as u32;
        self.nodes[here].expanded = true;
        for played in &moves {
            self.nodes.push(Node::new(*played, person));
        }
        self.moves = moves;
    }

    fn select(&mut self, here: usize) -> usize {
        let total = self.nodes[here].visits.max(1.0);
        let log = total.ln();
        let mut best = (f64::MIN, 0);
        for child in self.children(here) {
            let node = &self.nodes[child];
            // A little noise, so that equal moves are tried in no fixed order.
            let noise = 1e-4 * self.random.unit();
            let score = if node.visits == 0.0 && node.passing_visits == 0.0 {
                1.1 + noise
            } else {
                let own = if node.visits > 0.0 {
                    node.value / node.visits
                } else {
                    0.0
                };
                let passing = if node.passing_visits > 0.0 {
                    node.passing_value / node.passing_visits
                } else {
                    own
                };
                let share = if node.visits == 0.0 {
                    1.0
                } else if node.passing_visits > 0.0 {
                    (PASSING_WORTH / (3.0 * node.visits + PASSING_WORTH)).sqrt()
                } else {
                    0.0
                };
                let exploring = EXPLORATION * (log / (node.visits + 1.0)).sqrt();
                share * passing + (1.0 - share) * own + exploring + noise
            };
            if score > best.0 {
                best = (score, child);
            }
        }
        best.1
    }

    fn learn(&mut self, swapped: bool) {
        let winner = match self.engine.status() {
            Status::Won(colour) => Some(self.person(colour, swapped)),
            Status::Draw | Status::Running => None,
        };
        let draw = 1.0 / f64::from(self.engine.plan().players);
        let reward = |person: u8| match winner {
            Some(winner) => f64::from(u8::from(winner == person)),
            None => draw,
        };
        for place in 0..self.path.len() {
            let here = self.path[place] as usize;
            let person = self.nodes[here].person;
            self.nodes[here].visits += 1.0;
            self.nodes[here].value += reward(person);
            if !self.passing {
                continue;
            }
            for child in self.children(here) {
                let MoveKind::Place { site, colour } = self.nodes[child].played.kind() else {
                    continue;
                };
                if self.engine.stone(site) == colour {
                    let reward = reward(self.nodes[child].person);
                    self.nodes[child].passing_visits += 1.0;
                    self.nodes[child].passing_value += reward;
                }
            }
        }
    }
}

/// A move found with the level's whole budget.
pub fn choose(engine: &dyn Engine, swapped: bool, level: Level, seed: u64) -> Option<Move> {
    let mut search = Search::new(engine, swapped, level, seed);
    while search.think(1024) {}
    search.best()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::library;
    use std::sync::Arc;

    fn game(name: &str, options: &[(&str, &str)]) -> Game {
        Game::new(Arc::new(
            library::game(name).unwrap().plan(options).unwrap(),
        ))
    }

    /// How many of so many games the first level wins, each opening half of them.
    fn wins(name: &str, options: &[(&str, &str)], one: Level, other: Level, games: u32) -> u32 {
        let mut won = 0;
        for number in 0..games {
            let mut game = game(name, options);
            let first = (number % 2) as u8;
            while game.status() == Status::Running {
                let level = if (game.person() - 1) ^ first == 0 {
                    one
                } else {
                    other
                };
                let seed = u64::from(number) * 1000 + game.played().len() as u64;
                let chosen = choose(game.engine(), game.swapped(), level, seed).unwrap();
                game.play(chosen).unwrap();
            }
            let Status::Won(colour) = game.status() else {
                continue;
            };
            won += u32::from((game.person_of(colour) - 1) ^ first == 0);
        }
        won
    }

    #[test]
    fn stronger_levels_beat_weaker_ones() {
        assert!(wins("hex", &[("size", "5")], Level::Medium, Level::Easy, 10) >= 8);
        assert!(wins("hex", &[("size", "7")], Level::Strong, Level::Medium, 8) >= 6);
        assert!(wins("atari-go", &[("size", "5")], Level::Medium, Level::Easy, 10) >= 7);
    }

    #[test]
    #[ignore = "minutes; run with --release -- --ignored levels"]
    fn all_four_levels_differ() {
        for (name, options) in [
            ("hex", &[("size", "9")][..]),
            ("havannah", &[("base", "4")]),
            ("gonnect", &[("size", "7")]),
        ] {
            for pair in Level::ALL.windows(2) {
                let won = wins(name, options, pair[1], pair[0], 10);
                println!(
                    "{name}: {} beat {} in {won} of 10",
                    pair[1].name(),
                    pair[0].name()
                );
                assert!(won >= 7, "{name} {pair:?}: {won}");
            }
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_move() {
        let hex = game("hex", &[("size", "6")]);
        let choose = |seed| choose(hex.engine(), false, Level::Medium, seed);
        assert_eq!(choose(5), choose(5));
    }

    #[test]
    fn a_win_in_one_is_taken_and_a_lost_game_has_no_move() {
        let mut hex = game("hex", &[("size", "3"), ("swap", "no")]);
        for text in ["0,0", "1,0", "0,1", "1,1"] {
            hex.play_text(text).unwrap();
        }
        let chosen = choose(hex.engine(), false, Level::Medium, 1).unwrap();
        hex.play(chosen).unwrap();
        assert_eq!(hex.status(), Status::Won(Colour(1)));
        assert_eq!(choose(hex.engine(), false, Level::Medium, 1), None);
    }

    #[test]
    fn every_game_has_an_opponent() {
        for described in library::games() {
            let mut game = Game::new(Arc::new(described.plan::<&str, &str>(&[]).unwrap()));
            for _ in 0..2 {
                let mut search = Search::new(game.engine(), game.swapped(), Level::Medium, 3);
                search.think(20);
                let chosen = search.best().unwrap();
                game.play(chosen).unwrap();
            }
        }
    }
}
