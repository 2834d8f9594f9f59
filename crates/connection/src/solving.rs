//! Solving positions of games whose only goals are connections: who wins, by which move, and which empty sites he needs.
//!
//! A search in depth in which virtual connections end most lines at once, and cut the moves that need a look: whoever is about
//! to lose must play into every threat of the other (R. Hayward and others, *Solving 7×7 Hex: virtual connections and game-state
//! reduction*). Every result carries the sites that the winner needs, so a refutation of one move refutes all others that
//! leave those sites alone. Reads no clock: the caller is asked now and then whether to go on.

use crate::board::SiteId;
use crate::connections::{Connections, Goals, Sites};
use crate::engine::{Engine, Status};
use crate::moves::Move;
use crate::opponent::circuit::Circuits;
use crate::plan::Colour;
use crate::random::Random;
use std::collections::HashMap;

/// Steps of the rules for one player in one position.
const STEPS_MAX: u32 = 40_000;
/// Positions that are remembered.
const KNOWN_MAX: usize = 1 << 21;

/// Who wins, and what for.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    /// The colour that wins.
    pub winner: Colour,
    /// A winning move, when the winner is to move.
    pub best: Option<Move>,
    /// The empty sites that the winner needs: whatever else is played does not matter.
    pub carrier: Vec<SiteId>,
    /// Positions looked at.
    pub nodes: u64,
}

/// Why there is no solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsolved {
    /// The game has other goals than connections, or more than they allow for.
    NotThisGame,
    /// The game is over.
    Over,
    /// The caller did not want to go on.
    Stopped,
}

impl std::fmt::Display for Unsolved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Unsolved::NotThisGame => {
                "only games are solved in which stones come one at a time and stay, and joining sides is the only goal, such as Hex and Y-Hex"
            }
            Unsolved::Over => "the game is over",
            Unsolved::Stopped => "not solved in the time there was",
        })
    }
}

impl std::error::Error for Unsolved {}

/// What is known of a position.
#[derive(Clone, Copy)]
struct Known {
    winner: u8,
    best: u16,
    carrier: Sites,
}

/// No site.
const NOWHERE: u16 = u16::MAX;

/// A solver for one plan. It remembers what it found, so that asking again after a move costs little.
pub struct Solver {
    goals: Goals,
    circuits: Circuits,
    connections: Connections,
    stones: Vec<u8>,
    empty: Sites,
    keys: Vec<[u64; 3]>,
    from_centre: Vec<f32>,
    known: HashMap<u64, Known>,
    hash: u64,
    nodes: u64,
}

impl Solver {
    /// A solver for the game of an engine.
    pub fn new(engine: &dyn Engine) -> Result<Solver, Unsolved> {
        let plan = engine.plan();
        let goals = Goals::new(plan).ok_or(Unsolved::NotThisGame)?;
        let circuits = Circuits::new(plan).ok_or(Unsolved::NotThisGame)?;
        let mut random = Random::new(0x501);
        let mut key = || [0, random.next_u64(), random.next_u64()];
        Ok(Solver {
            connections: Connections::new(&goals),
            stones: vec![0; goals.sites()],
            empty: Sites::EMPTY,
            keys: (0..goals.sites()).map(|_| key()).collect(),
            from_centre: from_centre(plan),
            known: HashMap::new(),
            hash: 0,
            nodes: 0,
            goals,
            circuits,
        })
    }

    /// Solves the position of an engine of the same game. `go_on` hears how many positions were looked at. A right to swap is
    /// left aside: the answer is about the stones on the board.
    pub fn solve(
        &mut self,
        engine: &dyn Engine,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Solution, Unsolved> {
        if engine.status() != Status::Running {
            return Err(Unsolved::Over);
        }
        self.empty = Sites::EMPTY;
        self.hash = 0;
        self.nodes = 0;
        for site in engine.plan().board.ids() {
            let stone = engine.stone(site);
            self.stones[site.index()] = stone.0;
            self.hash ^= self.keys[site.index()][stone.index()];
            if stone == Colour::NONE {
                self.empty.insert(site.index());
            }
        }
        let mover = engine.mover().0;
        let known = self.search(mover, go_on).ok_or(Unsolved::Stopped)?;
        let winner = Colour(known.winner);
        let best = (winner == engine.mover() && known.best != NOWHERE)
            .then(|| Move::place(SiteId(known.best), winner));
        let carrier = known.carrier.into_iter();
        Ok(Solution {
            winner,
            best,
            carrier: carrier.map(|site| SiteId(site as u16)).collect(),
            nodes: self.nodes,
        })
    }

    /// Who wins with this player to move; nothing when told to stop.
    fn search(&mut self, mover: u8, go_on: &mut dyn FnMut(u64) -> bool) -> Option<Known> {
        let key = self.hash ^ u64::from(mover);
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        self.nodes += 1;
        if !go_on(self.nodes) {
            return None;
        }
        let found = self.look(mover, go_on)?;
        if self.known.len() < KNOWN_MAX {
            self.known.insert(key, found);
        }
        Some(found)
    }

    fn look(&mut self, mover: u8, go_on: &mut dyn FnMut(u64) -> bool) -> Option<Known> {
        let other = 3 - mover;
        if let Some(found) = self.wins_at_once(mover) {
            return Some(found);
        }
        self.connect(other);
        if let Some(carrier) = self.connections.sure() {
            return Some(Known {
                winner: other,
                best: NOWHERE,
                carrier,
            });
        }
        // Whatever is not in all threats of the other leaves him one of them.
        let mut needed = Sites::EMPTY;
        let mut open = self.empty;
        for threat in self.connections.if_moving() {
            if open.without(threat).is_empty() {
                continue;
            }
            open = open.intersection(threat);
            needed = needed.union(threat);
        }
        let moves = self.ordered(open, mover);
        for site in moves {
            if !open.contains(site as usize) {
                continue;
            }
            self.put(site, mover);
            let reply = self.search(other, go_on);
            self.take(site, mover);
            let reply = reply?;
            if reply.winner == mover {
                let mut carrier = reply.carrier;
                carrier.insert(site as usize);
                return Some(Known {
                    winner: mover,
                    best: site,
                    carrier,
                });
            }
            needed = needed.union(reply.carrier);
            open = open.intersection(reply.carrier);
        }
        Some(Known {
            winner: other,
            best: NOWHERE,
            carrier: needed,
        })
    }

    /// A half connection of the whole goal, and a move that makes it full.
    fn wins_at_once(&mut self, mover: u8) -> Option<Known> {
        self.connect(mover);
        let carrier = self.connections.sure_if_moving()?;
        if carrier.is_empty() {
            return Some(Known {
                winner: mover,
                best: NOWHERE,
                carrier,
            });
        }
        // The key of a half connection is one of its sites, and the rest makes it full. Where the lists were too short to show
        // that again, the site after which the player is nearest to his goal is as good a guess as any; it is searched below.
        for site in self.ordered(carrier, mover) {
            self.put(site, mover);
            self.connect(mover);
            let sure = self.connections.sure();
            self.take(site, mover);
            if let Some(rest) = sure {
                let mut carrier = rest;
                carrier.insert(site as usize);
                return Some(Known {
                    winner: mover,
                    best: site,
                    carrier,
                });
            }
        }
        None
    }

    fn connect(&mut self, colour: u8) {
        let stones = &self.stones;
        self.connections.find(
            &self.goals,
            Colour(colour),
            |site| Colour(stones[site.index()]),
            STEPS_MAX,
        );
    }

    /// Sites of a set, those first through which most of both currents flow.
    fn ordered(&mut self, sites: Sites, mover: u8) -> Vec<u16> {
        let stones = &self.stones;
        self.circuits.judge(|site| Colour(stones[site.index()]));
        // Currents crowd in corners: on an empty board the middle is where to begin.
        let begins = stones.iter().filter(|stone| **stone != 0).count() < 2;
        let worth = |site: u16| {
            if begins {
                return -self.from_centre[site as usize];
            }
            let share = |colour: u8| self.circuits.share(Colour(colour), SiteId(site)) + 0.003;
            share(mover) * share(3 - mover)
        };
        let mut list: Vec<u16> = sites.into_iter().map(|site| site as u16).collect();
        list.sort_by(|a, b| worth(*b).total_cmp(&worth(*a)));
        list
    }

    fn put(&mut self, site: u16, colour: u8) {
        self.stones[site as usize] = colour;
        self.empty.remove(site as usize);
        self.hash ^= self.keys[site as usize][colour as usize];
    }

    fn take(&mut self, site: u16, colour: u8) {
        self.stones[site as usize] = 0;
        self.empty.insert(site as usize);
        self.hash ^= self.keys[site as usize][colour as usize];
    }
}

/// How far every site lies from the middle of the picture.
fn from_centre(plan: &crate::plan::Plan) -> Vec<f32> {
    let centres: Vec<_> = plan.board.sites().iter().map(|site| site.centre).collect();
    let count = centres.len().max(1) as f64;
    let x = centres.iter().map(|centre| centre.x).sum::<f64>() / count;
    let y = centres.iter().map(|centre| centre.y).sum::<f64>() / count;
    let distance = |centre: &crate::board::Point| (centre.x - x).hypot(centre.y - y) as f32;
    centres.iter().map(distance).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine;
    use crate::library;
    use crate::opponent::{Search, Strength};
    use std::sync::Arc;

    fn game(name: &str, options: &[(&str, &str)]) -> Box<dyn Engine> {
        let plan = library::game(name).unwrap().plan(options).unwrap();
        engine::start(&Arc::new(plan))
    }

    fn hex(size: &str) -> Box<dyn Engine> {
        game("hex", &[("size", size), ("swap", "no")])
    }

    fn stones(game: &dyn Engine) -> Vec<u8> {
        let sites = game.plan().board.ids();
        sites.map(|site| game.stone(site).0).collect()
    }

    /// The obvious way: all moves, no knowledge.
    fn mover_wins(game: &mut dyn Engine, seen: &mut HashMap<Vec<u8>, bool>) -> bool {
        let stones = stones(game);
        if let Some(known) = seen.get(&stones) {
            return *known;
        }
        let (mut moves, mover) = (Vec::new(), game.mover());
        game.legal_moves(&mut moves);
        let wins = moves.into_iter().any(|played| {
            game.play(played);
            let won = match game.status() {
                Status::Won(colour) => colour == mover,
                _ => !mover_wins(game, seen),
            };
            game.undo();
            won
        });
        seen.insert(stones, wins);
        wins
    }

    #[test]
    fn positions_are_solved_as_by_trying_everything() {
        for mut game in [hex("3"), hex("4"), game("y-hex", &[("base", "3")])] {
            let mut solver = Solver::new(&*game).unwrap();
            let mut seen = HashMap::new();
            let mut random = Random::new(2);
            for _ in 0..150 {
                game.restart();
                // A full search of a nearly empty board takes too long.
                let begun = (game.plan().board.len() as u32).saturating_sub(9) + random.below(4);
                while game.moves_made() < begun && game.status() == Status::Running {
                    let chosen = game.sample(&mut random);
                    game.play(chosen);
                }
                if game.status() != Status::Running {
                    continue;
                }
                let wins = mover_wins(&mut *game, &mut seen);
                let solution = solver.solve(&*game, &mut |_| true).unwrap();
                assert_eq!(solution.winner == game.mover(), wins, "{}", game.image());
                let mut search = Search::new(&*game, false, Strength::Strong, 1);
                search.think(1);
                assert!(search.certainty().is_none_or(|sure| sure == wins));
            }
        }
    }

    /// The winner plays the solver's moves, the other one everything there is.
    fn wins_against_all(
        game: &mut dyn Engine,
        solver: &mut Solver,
        winner: Colour,
        seen: &mut HashMap<Vec<u8>, bool>,
    ) {
        if seen.insert(stones(game), true).is_some() {
            return;
        }
        if let Status::Won(colour) = game.status() {
            assert_eq!(colour, winner);
            return;
        }
        if game.mover() == winner {
            let solution = solver.solve(game, &mut |_| true).unwrap();
            assert_eq!(solution.winner, winner);
            let mut any = Random::new(1);
            let best = solution.best.unwrap_or_else(|| game.sample(&mut any));
            game.play(best);
            wins_against_all(game, solver, winner, seen);
            game.undo();
            return;
        }
        let mut moves = Vec::new();
        game.legal_moves(&mut moves);
        for played in moves {
            game.play(played);
            wins_against_all(game, solver, winner, seen);
            game.undo();
        }
    }

    #[test]
    fn a_proof_holds_against_every_reply() {
        for (mut game, first) in [
            (hex("3"), ""),
            (hex("4"), "1,2"),
            (game("y-hex", &[("base", "3")]), ""),
        ] {
            if !first.is_empty() {
                game.play_text(first).unwrap();
            }
            let mut solver = Solver::new(&*game).unwrap();
            let winner = solver.solve(&*game, &mut |_| true).unwrap().winner;
            assert_eq!(winner, Colour(1), "whoever begins wins");
            let mut seen = HashMap::new();
            wins_against_all(&mut *game, &mut solver, winner, &mut seen);
            assert!(seen.len() > 20, "{}", seen.len());
        }
    }

    #[test]
    fn games_with_other_goals_are_refused() {
        for name in ["go", "havannah", "gonnect", "chameleon", "cross", "omega"] {
            assert_eq!(
                Solver::new(&*game(name, &[])).err(),
                Some(Unsolved::NotThisGame),
                "{name}"
            );
        }
        assert!(Solver::new(&*game("hex", &[("misere", "yes")])).is_err());
        let mut stopped = Solver::new(&*hex("7")).unwrap();
        assert_eq!(
            stopped.solve(&*hex("7"), &mut |nodes| nodes < 5),
            Err(Unsolved::Stopped)
        );
    }
}
