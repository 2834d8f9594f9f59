//! Positions of games in which joining sides is the only goal.
//!
//! A search in depth in which virtual connections end most lines at once, and cut the moves that need a look: whoever is about
//! to lose must play into every threat of the other (R. Hayward and others, *Solving 7×7 Hex: virtual connections and game-state
//! reduction*). Every result carries the sites that the winner needs, so a refutation of one move refutes all others that
//! leave those sites alone. The line that is looked at is kept as a list, so that a search goes on where it was left.

use super::{Key, Solution, known_max};
use crate::board::SiteId;
use crate::connections::{Connections, Goals, Lists, Sites};
use crate::engine::Engine;
use crate::moves::Move;
use crate::opponent::circuit::Circuits;
use crate::plan::{Colour, Plan};
use std::collections::HashMap;

/// Steps of the rules for one player in one position.
const STEPS_MAX: u32 = 40_000;
/// Longer lists than in a game: with 12 half connections instead of 16 the start of Y-Hex 4 is not seen to be won.
const LISTS: Lists = Lists {
    full_max: 8,
    half_max: 16,
};
/// No site.
const NOWHERE: u16 = u16::MAX;

/// What is known of a position.
#[derive(Clone, Copy)]
struct Known {
    winner: u8,
    best: u16,
    /// Whether virtual connections show it, after the best move where there is one.
    sure: bool,
    carrier: Sites,
}

/// A position whose moves are being tried.
struct Frame {
    key: Key,
    mover: u8,
    /// The moves, the best ones first, and how many were tried.
    moves: Vec<u16>,
    tried: usize,
    /// The moves that are not refuted yet, and what the other player needs against all that are.
    open: Sites,
    needed: Sites,
}

/// A solver for one plan. It remembers what it found, so that asking again after a move costs little.
pub struct Joining {
    goals: Goals,
    circuits: Circuits,
    connections: Connections,
    stones: Vec<u8>,
    empty: Sites,
    from_centre: Vec<f32>,
    known: HashMap<Key, Known>,
    mover: u8,
    line: Vec<Frame>,
    nodes: u64,
}

impl Joining {
    /// A solver for the games of a plan, if joining is their only goal.
    pub fn new(plan: &Plan) -> Option<Joining> {
        let goals = Goals::new(plan)?;
        let circuits = Circuits::new(plan)?;
        Some(Joining {
            connections: Connections::with_lists(&goals, LISTS),
            stones: vec![0; goals.sites()],
            empty: Sites::EMPTY,
            from_centre: from_centre(plan),
            known: HashMap::new(),
            mover: 1,
            line: Vec::new(),
            nodes: 0,
            goals,
            circuits,
        })
    }

    /// Takes a position that is not over.
    pub fn begin(&mut self, engine: &dyn Engine) {
        self.empty = Sites::EMPTY;
        self.nodes = 0;
        self.line.clear();
        for site in engine.plan().board.ids() {
            let stone = engine.stone(site);
            self.stones[site.index()] = stone.0;
            if stone == Colour::NONE {
                self.empty.insert(site.index());
            }
        }
        self.mover = engine.mover().0;
    }

    /// Positions looked at since the beginning.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Looks at one position more, and says who wins the first one when that is settled.
    pub fn step(&mut self) -> Option<Solution> {
        let mut found = self.enter();
        loop {
            if let Some(known) = found {
                if self.line.is_empty() {
                    return Some(self.solution(known));
                }
                found = self.hear(known);
            } else if self.advance() {
                return None;
            } else {
                found = Some(self.lost());
            }
            if let Some(known) = found
                && let Some(frame) = self.line.pop()
            {
                self.mover = frame.mover;
                self.remember(frame.key, known);
            }
        }
    }

    /// What is known of the position on the board, or found by a look at it; else it comes to the end of the line.
    fn enter(&mut self) -> Option<Known> {
        let key = super::key(
            self.stones.len(),
            |site| self.stones[site],
            u64::from(self.mover),
        );
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        self.nodes += 1;
        let found = self.look();
        match found {
            Some(known) => self.remember(key, known),
            None => self.open(key),
        }
        found
    }

    /// What is remembered of a position takes twice the room here, since it has the sites that the winner needs.
    fn remember(&mut self, key: Key, known: Known) {
        if self.known.len() < known_max(self.stones.len()) / 2 {
            self.known.insert(key, known);
        }
    }

    /// Virtual connections of both players, those of the other one last: they settle the position, or [`Joining::open`] asks them.
    fn look(&mut self) -> Option<Known> {
        let (mover, other) = (self.mover, 3 - self.mover);
        if let Some(found) = self.wins_at_once(mover) {
            return Some(found);
        }
        self.connect(other);
        let carrier = self.connections.sure()?;
        Some(Known {
            winner: other,
            best: NOWHERE,
            sure: true,
            carrier,
        })
    }

    /// Puts the position that was just looked at to the end of the line, with the moves that are worth a try.
    fn open(&mut self, key: Key) {
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
        let moves = self.ordered(open, self.mover);
        self.line.push(Frame {
            key,
            mover: self.mover,
            moves,
            tried: 0,
            open,
            needed,
        });
    }

    /// Takes the last move of the line back and hears what it was worth: the position is settled when it wins.
    fn hear(&mut self, reply: Known) -> Option<Known> {
        let frame = self.line.last()?;
        let (site, mover) = (frame.moves[frame.tried - 1], frame.mover);
        self.take(site);
        self.mover = mover;
        if reply.winner == mover {
            let mut carrier = reply.carrier;
            carrier.insert(site as usize);
            return Some(Known {
                winner: mover,
                best: site,
                sure: reply.sure,
                carrier,
            });
        }
        let frame = self.line.last_mut()?;
        frame.needed = frame.needed.union(reply.carrier);
        frame.open = frame.open.intersection(reply.carrier);
        None
    }

    /// Plays the next move of the last position of the line that is not refuted; false when there is none.
    fn advance(&mut self) -> bool {
        let Some(frame) = self.line.last_mut() else {
            return false;
        };
        while let Some(site) = frame.moves.get(frame.tried).copied() {
            frame.tried += 1;
            if frame.open.contains(site as usize) {
                let mover = frame.mover;
                self.put(site, mover);
                self.mover = 3 - mover;
                return true;
            }
        }
        false
    }

    /// All moves of the last position of the line are refuted.
    fn lost(&self) -> Known {
        let (winner, carrier) = match self.line.last() {
            Some(frame) => (3 - frame.mover, frame.needed),
            None => (3 - self.mover, self.empty),
        };
        Known {
            winner,
            best: NOWHERE,
            sure: false,
            carrier,
        }
    }

    fn solution(&self, known: Known) -> Solution {
        let winner = Colour(known.winner);
        let best = (known.winner == self.mover && known.best != NOWHERE)
            .then(|| Move::place(SiteId(known.best), winner));
        let sites = |sites: Sites| sites.into_iter().map(|site| SiteId(site as u16)).collect();
        Solution {
            winner: Some(winner),
            best,
            carrier: Some(sites(known.carrier)),
            chain: match known.sure {
                true => sites(self.chain(known)),
                false => Vec::new(),
            },
            nodes: self.nodes,
        }
    }

    /// The winner's stones that the sites of a sure connection join to his first region.
    fn chain(&self, known: Known) -> Sites {
        let own = |site: usize| self.stones[site] == known.winner;
        let part = |site: usize| own(site) || known.carrier.contains(site);
        let (region, near) = self.goals.around(Colour(known.winner));
        let mut seen = Sites::EMPTY;
        let mut open: Vec<u16> = region.to_vec();
        while let Some(site) = open.pop() {
            if part(site as usize) && !seen.contains(site as usize) {
                seen.insert(site as usize);
                open.extend(&near[site as usize]);
            }
        }
        seen.without(known.carrier)
    }

    /// A half connection of the whole goal, and a move that makes it full.
    fn wins_at_once(&mut self, mover: u8) -> Option<Known> {
        self.connect(mover);
        let carrier = self.connections.sure_if_moving()?;
        if carrier.is_empty() {
            return Some(Known {
                winner: mover,
                best: NOWHERE,
                sure: true,
                carrier,
            });
        }
        // The key of a half connection is one of its sites, and the rest makes it full. Where the lists were too short to show
        // that again, the site after which the player is nearest to his goal is as good a guess as any; it is searched below.
        for site in self.ordered(carrier, mover) {
            self.put(site, mover);
            self.connect(mover);
            let sure = self.connections.sure();
            self.take(site);
            if let Some(rest) = sure {
                let mut carrier = rest;
                carrier.insert(site as usize);
                return Some(Known {
                    winner: mover,
                    best: site,
                    sure: true,
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
    }

    fn take(&mut self, site: u16) {
        self.stones[site as usize] = 0;
        self.empty.insert(site as usize);
    }
}

/// How far every site lies from the middle of the picture.
fn from_centre(plan: &Plan) -> Vec<f32> {
    let centres: Vec<_> = plan.board.sites().iter().map(|site| site.centre).collect();
    let count = centres.len().max(1) as f64;
    let x = centres.iter().map(|centre| centre.x).sum::<f64>() / count;
    let y = centres.iter().map(|centre| centre.y).sum::<f64>() / count;
    let distance = |centre: &crate::board::Point| (centre.x - x).hypot(centre.y - y) as f32;
    centres.iter().map(distance).collect()
}
