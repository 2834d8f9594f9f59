//! Positions of any game of two, by trying everything: one move deep, then two, and so on, until somebody is sure to win or
//! the game is sure to be drawn. What the rules forbid and when a game is over is the engine's to say. A game in which stones
//! move can go on and on; then only wins within so many moves are found.

use super::{Key, Solution, Unsolved, known_max};
use crate::board::SiteId;
use crate::engine::{Engine, Status};
use crate::moves::Move;
use crate::plan::{Colour, Plan, Turn};
use std::collections::HashMap;

/// What a position is worth to colour 1: 1 is a win, 0 a draw, -1 a loss. It lies between the two.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Worth {
    low: i8,
    high: i8,
}

impl Worth {
    const UNKNOWN: Worth = Worth { low: -1, high: 1 };

    fn exactly(value: i8) -> Worth {
        let (low, high) = (value, value);
        Worth { low, high }
    }

    fn is_settled(self) -> bool {
        self.low == self.high
    }

    /// The better of two for a player.
    fn or(self, other: Worth, mover: Colour) -> Worth {
        let better = |a: i8, b: i8| if mover.0 == 1 { a.max(b) } else { a.min(b) };
        Worth {
            low: better(self.low, other.low),
            high: better(self.high, other.high),
        }
    }
}

/// A win for a colour, in numbers.
fn win(colour: Colour) -> i8 {
    if colour.0 == 1 { 1 } else { -1 }
}

/// A position whose moves are being tried.
struct Frame {
    key: Option<Key>,
    mover: Colour,
    moves: Vec<Move>,
    tried: usize,
    worth: Worth,
    best: Option<Move>,
}

/// A solver for one plan.
pub struct Trying {
    engine: Box<dyn Engine>,
    line: Vec<Frame>,
    /// How many moves are looked ahead.
    depth: usize,
    /// Whether a position is its stones, whose turn it is, how many moves were made and whether the last was a pass.
    has_keys: bool,
    known: HashMap<Key, (Worth, u16)>,
    /// How often a stone on a site was the best move, per colour.
    good: [Vec<u32>; 2],
    nodes: u64,
}

impl Trying {
    /// A solver for the game of an engine.
    pub fn new(engine: &dyn Engine) -> Trying {
        let plan = engine.plan();
        let sites = plan.board.len();
        Trying {
            engine: engine.fork(),
            line: Vec::new(),
            depth: 1,
            has_keys: is_stones_alone(plan),
            known: HashMap::new(),
            good: [vec![0; sites], vec![0; sites]],
            nodes: 0,
        }
    }

    /// Takes a position that is not over.
    pub fn begin(&mut self, engine: &dyn Engine) -> Result<(), Unsolved> {
        let mut moves = Vec::new();
        engine.legal_moves(&mut moves);
        let takes = moves.contains(&Move::PASS) || moves.contains(&Move::SWAP);
        if engine.plan().opening.is_some() && takes {
            return Err(Unsolved::Opening);
        }
        self.engine = engine.fork();
        self.line.clear();
        self.depth = 1;
        self.nodes = 0;
        self.enter();
        Ok(())
    }

    /// Positions looked at since the beginning.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How many moves are looked ahead now.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Tries one move more, and says who wins the first position when that is settled.
    pub fn step(&mut self) -> Option<Solution> {
        if let Some(played) = self.next_move() {
            self.engine.play(played);
            self.nodes += 1;
            if let Some(worth) = self.value() {
                self.engine.undo();
                self.hear(worth);
            } else {
                self.enter();
            }
            return None;
        }
        let frame = self.line.pop()?;
        self.remember(&frame);
        if !self.line.is_empty() {
            self.engine.undo();
            self.hear(frame.worth);
            return None;
        }
        if frame.worth.is_settled() {
            return Some(self.solution(&frame));
        }
        self.depth += 1;
        self.enter();
        None
    }

    /// The next move of the last position of the line, unless one was found already that wins.
    fn next_move(&mut self) -> Option<Move> {
        let frame = self.line.last_mut()?;
        if frame.worth == Worth::exactly(win(frame.mover)) {
            return None;
        }
        let next = frame.moves.get(frame.tried).copied();
        frame.tried += 1;
        next
    }

    /// What the position after a move is worth, if that is known without trying its moves.
    fn value(&self) -> Option<Worth> {
        match self.engine.status() {
            Status::Won(colour) => return Some(Worth::exactly(win(colour))),
            Status::Draw => return Some(Worth::exactly(0)),
            Status::Running => {}
        }
        let ahead = self.depth - self.line.len();
        let known = self.key().and_then(|key| self.known.get(&key));
        if let Some((worth, depth)) = known
            && (worth.is_settled() || usize::from(*depth) >= ahead)
        {
            return Some(*worth);
        }
        (ahead == 0).then_some(Worth::UNKNOWN)
    }

    /// The position on the board comes to the end of the line.
    fn enter(&mut self) {
        let mover = self.engine.mover();
        let mut moves = Vec::new();
        self.engine.legal_moves(&mut moves);
        // Colours are judged, not persons.
        moves.retain(|one| *one != Move::SWAP);
        let good = &self.good[usize::from(mover.0 == 1)];
        let rank = |one: &Move| one.target().map_or(0, |site| good[site.index()]);
        moves.sort_by_key(|one| std::cmp::Reverse(rank(one)));
        self.line.push(Frame {
            key: self.key(),
            mover,
            moves,
            tried: 0,
            worth: Worth::exactly(-win(mover)),
            best: None,
        });
    }

    /// The last position of the line hears what the move just tried is worth.
    fn hear(&mut self, worth: Worth) {
        let Some(frame) = self.line.last_mut() else {
            return;
        };
        let before = frame.worth;
        frame.worth = before.or(worth, frame.mover);
        if frame.worth != before || frame.best.is_none() {
            frame.best = frame.moves.get(frame.tried - 1).copied();
        }
    }

    fn remember(&mut self, frame: &Frame) {
        if let Some(site) = frame.best.and_then(Move::target) {
            self.good[usize::from(frame.mover.0 == 1)][site.index()] += 1;
        }
        if let Some(key) = frame.key.clone()
            && (self.known.len() < known_max(self.good[0].len()) || self.known.contains_key(&key))
        {
            let ahead = (self.depth - self.line.len()).min(usize::from(u16::MAX)) as u16;
            self.known.insert(key, (frame.worth, ahead));
        }
    }

    /// The position, where it can be remembered.
    fn key(&self) -> Option<Key> {
        self.has_keys.then(|| {
            let passed = u64::from(self.engine.last() == Some(Move::PASS));
            let moves = u64::from(self.engine.moves_made());
            let rest = moves << 3 | passed << 2 | u64::from(self.engine.mover().0);
            let stone = |site: usize| self.engine.stone(SiteId(site as u16)).0;
            super::key(self.engine.plan().board.len(), stone, rest)
        })
    }

    fn solution(&self, frame: &Frame) -> Solution {
        let value = frame.worth.low;
        let winner = match value {
            0 => None,
            value => Some(Colour(if value == 1 { 1 } else { 2 })),
        };
        let loses = winner.is_some_and(|winner| winner != frame.mover);
        Solution {
            winner,
            best: frame.best.filter(|_| !loses),
            carrier: None,
            chain: Vec::new(),
            nodes: self.nodes,
        }
    }
}

/// Whether the stones, whose turn it is and the number of moves say all there is to know of a position.
fn is_stones_alone(plan: &Plan) -> bool {
    plan.moves.place.is_some()
        && !plan.neutral
        && plan.first_ways.is_empty()
        && plan.moves.step.is_none()
        && plan.moves.hop.is_none()
        && plan.moves.line.is_none()
        && !plan.moves.pass
        && !plan.captures()
        && !plan.needs.new_position
        && !plan.has_links()
        && matches!(plan.turn, Turn::Moves { .. })
}
