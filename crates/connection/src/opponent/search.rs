//! The search: a tree grown by playouts, in which every node belongs to the person who moved into it.
//!
//! A playout pays every person a share of one: all of it to a winner, equal parts to all in a draw, or to those who tie
//! for the best score. A node adds up what its own person was paid, and that person chooses among the node and its
//! siblings by it. So everybody maximises his own part of the payoffs, however many play (max^n). A position that somebody
//! is known to win, whatever the others do, is not searched again.

mod judgement;
mod node;
mod passing;
mod scoring;
mod swapping;
mod threats;

use super::knowledge::{Depth, Knowledge};
use crate::board::SiteId;
use crate::engine::{Engine, Status};
use crate::moves::Move;
use crate::plan::{Colour, PLAYERS_MAX};
use crate::random::Random;
use node::{NOBODY, Node};

/// Playouts are broken off as draws after so many moves: longer random games say nothing about a position.
const PLAYOUT_MOVES_MAX: u32 = 600;
/// The tree stops growing here.
const NODES_MAX: usize = 1 << 21;
/// A move gets children once it was looked at so often, when the tree is nearly full; at first one look is enough.
const GROWN_AT_LAST: f32 = 24.0;
/// How much exploring is worth.
const EXPLORATION: f32 = 0.25;
/// The same where currents say what is worth a look, and what playouts say in passing speaks of every other move.
const EXPLORATION_LED: f32 = 0.0;
/// The same where the order of moves speaks in passing: against 0.25 it won 16 of 20 games of Go 9 with 500 playouts, and 10 of 24 against 0.
const EXPLORATION_IN_ORDER: f32 = 0.05;
/// The same where the opponent may swap after the move: many moves are worth nearly one half then, and one of them is enough.
const EXPLORATION_BEFORE_SWAP: f32 = 0.1;
/// So many visits of a move count as much as what playouts say of it in passing.
const PASSING_WORTH: f32 = 300.0;
/// The same for every site of the board where stones are captured and currents say what is worth a look: there a stone that comes later
/// is less like one that comes now, and the currents know most of it. A larger board has more moves to share the looks. With 100 for its
/// 49 sites the tree won 97 of 148 games of Gonnect 7 against 300.
const PASSING_WORTH_A_SITE: f32 = 2.0;
/// The same where the highest score wins: there every stone of the final board counts, and no small shape ends the game before.
const PASSING_WORTH_SCORED: f32 = 1500.0;
/// A move after which the stones are judged by their gaps starts with so many looks.
const GATHERING_LOOKS: f32 = 5.0;
/// Rows of threats are looked for in a position once it was looked at so often: that takes as long as some hundred playouts.
const ROWS_AT: f32 = 500.0;
/// Virtual connections of a position are looked for once it was looked at so often: that takes as long as some hundred playouts.
const EXAMINED_AT: f32 = 100.0;

/// What every person is paid, by number.
type Payoffs = [f32; PLAYERS_MAX as usize + 1];

/// A tree over one position.
pub struct Tree {
    engine: Box<dyn Engine>,
    random: Random,
    nodes: Vec<Node>,
    path: Vec<u32>,
    moves: Vec<Move>,
    /// Whether colour 2 is played by person 1.
    swapped: bool,
    /// Whether a stone on the final board was somebody's move, and says something of that move.
    passing: bool,
    /// Whether the first stone that came to a site does, since stones are captured.
    in_order: bool,
    /// Stones placed before the root, where those of a playout cost points that they should not.
    placed: Option<scoring::Stones>,
    /// So many visits of a move count as much as what is said in passing.
    passing_worth: f32,
    /// Whether currents say what is worth a look.
    led: bool,
    /// What is known beyond the rules.
    knowledge: Knowledge,
    /// Sites that mend a bridge in the position at hand.
    answers: Vec<SiteId>,
    /// The stones at the end of a playout.
    stones: Vec<Colour>,
    /// Whether the position is known to be lost, so that the tree forgets proofs and looks for moves that are hard to answer.
    lost: bool,
}

impl Tree {
    pub fn new(engine: &dyn Engine, swapped: bool, depth: Depth, seed: u64) -> Self {
        let knowledge = Knowledge::new(engine.plan(), depth);
        let passing = passing::stones_tell(engine.plan());
        let in_order = passing::order_tells(engine.plan());
        Tree {
            engine: engine.fork(),
            random: Random::new(seed),
            nodes: vec![Node::new(Move::PASS, NOBODY)],
            path: Vec::new(),
            moves: Vec::new(),
            swapped,
            passing,
            in_order,
            placed: scoring::stones_cost(engine.plan()).then(|| scoring::placed(engine)),
            passing_worth: match engine.plan().score.is_empty() {
                true if in_order && knowledge.circuits.is_some() => {
                    PASSING_WORTH_A_SITE * engine.plan().board.len() as f32
                }
                true => PASSING_WORTH,
                false => PASSING_WORTH_SCORED,
            },
            led: passing && knowledge.circuits.is_some(),
            knowledge,
            answers: Vec::new(),
            stones: Vec::new(),
            lost: false,
        }
    }

    /// Follows a move that was played and keeps what was thought about what comes after it.
    pub fn advance(&mut self, played: Move) {
        let known = self
            .children(0)
            .find(|child| self.nodes[*child].played == played);
        self.swapped ^= played == Move::SWAP;
        self.engine.play(played);
        self.placed = self.placed.map(|_| scoring::placed(&*self.engine));
        self.lost = false;
        let root = known.map_or(Node::new(played, NOBODY), |child| self.nodes[child].clone());
        let mut kept = vec![root];
        let mut next = 0;
        while next < kept.len() {
            let children =
                kept[next].first as usize..(kept[next].first + kept[next].count) as usize;
            kept[next].first = kept.len() as u32;
            kept.extend_from_slice(&self.nodes[children]);
            next += 1;
        }
        // At the root not only the winner is wanted but also the move.
        kept[0].winner = NOBODY;
        kept[0].examined = false;
        kept[0].threatened = false;
        self.nodes = kept;
    }

    /// Whether a move is legal in this position.
    pub fn allows(&self, played: Move) -> bool {
        self.engine.is_legal(played)
    }

    /// Whether this is the position of an engine.
    pub fn is_at(&self, engine: &dyn Engine, swapped: bool) -> bool {
        let same = |site| {
            let stone = self.engine.stone(site) == engine.stone(site);
            stone && self.engine.height(site) == engine.height(site)
        };
        self.swapped == swapped
            && self.engine.moves_made() == engine.moves_made()
            && self.engine.mover() == engine.mover()
            && *self.engine.plan() == *engine.plan()
            && engine.plan().board.ids().all(same)
    }

    /// The moves with how often they were looked at, and whether they are known to win or to lose.
    pub fn tallies(&self) -> impl Iterator<Item = (Move, f32, Option<bool>)> {
        let best = self.best_child();
        let all: f32 = self.children(0).map(|child| self.nodes[child].visits).sum();
        self.children(0).map(move |child| {
            let node = &self.nodes[child];
            let sure = (node.winner != NOBODY).then_some(node.winner == node.person);
            // Nobody looks at a swap: all looks at the others speak for it, or none.
            let visits = match node.played == Move::SWAP && best == Some(child) {
                true => all,
                false => node.visits,
            };
            (node.played, visits, sure)
        })
    }

    /// Whether there is nothing to think about: the game is over, only one move is legal, or the winner is known.
    pub fn is_decided(&self) -> bool {
        let root = &self.nodes[0];
        self.is_over() || root.expanded && root.count == 1 || root.winner != NOBODY
    }

    /// Whether there is no move to look for.
    pub fn is_over(&self) -> bool {
        self.engine.status() != Status::Running
    }

    /// Any legal move. The game must be running.
    pub fn any_move(&mut self) -> Move {
        self.engine.sample(&mut self.random)
    }

    /// A number below `bound`.
    pub fn draw(&mut self, bound: u32) -> u32 {
        self.random.below(bound)
    }

    /// The best move so far: a sure win, or else the one looked at most that is no sure loss. None before any playout.
    pub fn best(&self) -> Option<Move> {
        self.best_child().map(|child| self.nodes[child].played)
    }

    /// Whether somebody is known to win, and if so, whether it is the player to move.
    pub fn certainty(&self) -> Option<bool> {
        let best = self.best_child().map(|child| &self.nodes[child]);
        match best {
            Some(node) if node.winner != NOBODY => Some(node.winner == node.person),
            _ => self.lost.then_some(false),
        }
    }

    /// The share of the payoffs that the best move is thought to bring.
    pub fn expectation(&self) -> f64 {
        if self.lost {
            return 0.0;
        }
        let best = self.best_staying();
        best.map_or(0.5, |best| f64::from(self.expected(best)))
    }

    fn best_child(&self) -> Option<usize> {
        let best = self.best_staying()?;
        let swap = self.swap_of(0).filter(|_| self.is_better_swapped(best));
        swap.or(Some(best))
    }

    /// The best child that does not swap.
    fn best_staying(&self) -> Option<usize> {
        let sure = |node: &Node| match node.winner {
            NOBODY => 0,
            winner if winner == node.person => 1,
            _ => -1,
        };
        let stays = |child: &usize| self.nodes[*child].played != Move::SWAP;
        self.children(0).filter(stays).max_by(|a, b| {
            let (a, b) = (&self.nodes[*a], &self.nodes[*b]);
            sure(a).cmp(&sure(b)).then(a.visits.total_cmp(&b.visits))
        })
    }

    fn children(&self, node: usize) -> std::ops::Range<usize> {
        let node = &self.nodes[node];
        node.first as usize..(node.first + node.count) as usize
    }

    /// Goes down the tree, plays on at random to the end, and tells every node on the way what it was worth.
    pub fn playout(&mut self) {
        let depth = self.engine.moves_made();
        let mut swapped = self.swapped;
        self.path.clear();
        self.path.push(0);
        let mut here = 0;
        let mut known = NOBODY;
        while self.engine.status() == Status::Running {
            if !self.nodes[here].expanded {
                let fresh = here != 0 && self.nodes[here].visits < self.grown_at();
                if fresh || self.nodes.len() > NODES_MAX {
                    break;
                }
                self.expand(here, swapped);
                if here != 0 && self.nodes[here].winner != NOBODY {
                    known = self.nodes[here].winner;
                    break;
                }
            }
            if self.is_due(here, self.nodes[here].judged, self.judged_at()) {
                self.judge(here);
            }
            if self.is_due(here, self.nodes[here].threatened, ROWS_AT) {
                self.find_row(here);
                if self.nodes[here].winner != NOBODY {
                    known = self.nodes[here].winner;
                    break;
                }
            }
            let proves = !self.lost;
            if proves && self.is_due(here, self.nodes[here].examined, EXAMINED_AT) {
                self.examine(here, swapped);
                if self.lost {
                    // The tree begins anew.
                    continue;
                }
                if self.nodes[here].winner != NOBODY {
                    known = self.nodes[here].winner;
                    break;
                }
            }
            here = self.select(here);
            self.path.push(here as u32);
            if self.nodes[here].winner != NOBODY {
                known = self.nodes[here].winner;
                break;
            }
            let played = self.nodes[here].played;
            swapped ^= played == Move::SWAP;
            self.engine.play(played);
            if let Status::Won(colour) = self.engine.status() {
                self.nodes[here].winner = person(colour, swapped);
            }
        }
        let mut policy = None;
        if known == NOBODY {
            let payoffs = self.play_out(swapped);
            self.learn(&payoffs, self.passing);
            if self.in_order {
                self.learn_backwards(depth, &payoffs);
            }
            policy = self.knowledge.policy.as_mut();
        } else {
            self.learn(&payoffs_of(known), false);
        }
        if let (Some(policy), Status::Won(winner)) = (policy, self.engine.status())
            && policy.learns()
        {
            while self.engine.moves_made() > depth {
                self.engine
                    .last()
                    .inspect(|played| policy.learn(*played, winner));
                self.engine.undo();
            }
        }
        self.prove();
        while self.engine.moves_made() > depth {
            self.engine.undo();
        }
    }

    /// What a game that goes on like this would pay, by a playout or by a judgement that says more.
    fn play_out(&mut self, swapped: bool) -> Payoffs {
        let (engine, random) = (&mut self.engine, &mut self.random);
        if let Some(gathering) = &mut self.knowledge.gathering {
            if engine.status() == Status::Running {
                let one = gathering.judge(&**engine);
                let mut payoffs = Payoffs::default();
                payoffs[usize::from(person(Colour(1), swapped))] = one;
                payoffs[usize::from(person(Colour(2), swapped))] = 1.0 - one;
                return payoffs;
            }
        } else if let Some(policy) = &self.knowledge.policy {
            engine.playout_guided(random, policy, PLAYOUT_MOVES_MAX);
        } else {
            engine.playout_limited(random, PLAYOUT_MOVES_MAX);
        }
        self.payoffs(swapped)
    }

    /// Whether it is time for something that is done once in a position, at the root at once.
    fn is_due(&self, here: usize, done: bool, visits: f32) -> bool {
        !done && (here == 0 || self.nodes[here].visits >= visits)
    }

    /// A move gets children once it was looked at so often: the fuller the tree, the later, so that it never stops to see further.
    fn grown_at(&self) -> f32 {
        match self.looks_given() {
            // Looking again without children would say the same again.
            0.0 => 1.0 + GROWN_AT_LAST * self.nodes.len() as f32 / NODES_MAX as f32,
            given => 1.0 + given,
        }
    }

    /// The looks that every move starts with.
    fn looks_given(&self) -> f32 {
        match self.knowledge.gathering {
            Some(_) => GATHERING_LOOKS,
            None => 0.0,
        }
    }

    /// Gives a node its children, in random order, so that nothing but the seed decides which of two equal moves is tried.
    fn expand(&mut self, here: usize, swapped: bool) {
        let mut moves = std::mem::take(&mut self.moves);
        self.engine.legal_moves(&mut moves);
        for place in (1..moves.len()).rev() {
            moves.swap(place, self.random.below(place as u32 + 1) as usize);
        }
        let person = person(self.engine.mover(), swapped);
        self.nodes[here].first = self.nodes.len() as u32;
        self.nodes[here].count = moves.len() as u32;
        self.nodes[here].expanded = true;
        self.nodes
            .extend(moves.iter().map(|played| Node::new(*played, person)));
        let may_swap = self.engine.plan().swap;
        self.nodes[here].swaps = may_swap && moves.contains(&Move::SWAP);
        self.nodes[here].before_swap = may_swap && swapping::comes_next(&mut *self.engine, &moves);
        if let Some(swap) = self.swap_of(here) {
            self.nodes[swap].promise = f32::NEG_INFINITY;
        }
        if self.knowledge.seeks_wins {
            self.find_win(here, &moves, person);
        }
        if self.knowledge.threats_last && self.nodes[here].winner == NOBODY {
            self.answer_threats(here, &moves, swapped);
        }
        self.moves = moves;
        self.prefer_mending(here);
    }

    /// Writes down who wins after some of the moves of a node.
    fn mark(&mut self, here: usize, winner: u8, which: impl Fn(Move) -> bool) {
        for child in self.children(here) {
            if which(self.nodes[child].played) {
                self.nodes[child].winner = winner;
            }
        }
    }

    /// How much exploring is worth here. Currents say nothing of a stone that may be swapped.
    fn exploration(&self, here: usize) -> f32 {
        match (self.nodes[here].before_swap, self.led) {
            (true, _) => EXPLORATION_BEFORE_SWAP,
            (_, true) => EXPLORATION_LED,
            _ if self.in_order => EXPLORATION_IN_ORDER,
            _ => EXPLORATION,
        }
    }

    /// The child to look at next. Sure losses only when there is nothing else.
    fn select(&self, here: usize) -> usize {
        let before_swap = self.nodes[here].before_swap;
        let curiosity = self.exploration(here) * self.nodes[here].visits.max(1.0).ln().sqrt();
        let mut best = (f32::MIN, self.nodes[here].first as usize);
        for child in self.children(here) {
            let node = &self.nodes[child];
            if node.winner == node.person && node.winner != NOBODY {
                return child;
            }
            let score = if node.winner != NOBODY {
                -1.0
            } else if before_swap {
                node.score_before_swap(curiosity, self.passing_worth)
            } else {
                node.score(curiosity, self.passing_worth)
            };
            if score > best.0 {
                best = (score, child);
            }
        }
        best.1
    }

    fn learn(&mut self, payoffs: &Payoffs, passing: bool) {
        if passing {
            self.note_stones();
        }
        for place in 0..self.path.len() {
            let here = self.path[place] as usize;
            let node = &mut self.nodes[here];
            node.visits += 1.0;
            node.value += payoffs[usize::from(node.person)];
            if passing {
                passing::tell(&mut self.nodes, here, &self.stones, payoffs);
            }
        }
    }

    /// Notes the stones that the moves along the path would have placed: every site once, or only those moves where that is less.
    fn note_stones(&mut self) {
        let (stones, engine) = (&mut self.stones, &self.engine);
        let board = &engine.plan().board;
        stones.resize(board.len(), Colour::NONE);
        let children = |node: &Node| node.first as usize..(node.first + node.count) as usize;
        let path = || self.path.iter().map(|here| &self.nodes[*here as usize]);
        if path().map(|node| node.count as usize).sum::<usize>() >= board.len() {
            for site in board.ids() {
                stones[site.index()] = engine.stone(site);
            }
            return;
        }
        for node in path() {
            for child in &self.nodes[children(node)] {
                if let Some(site) = child.played.target() {
                    stones[site.index()] = engine.stone(site);
                }
            }
        }
    }

    /// Who can choose a sure win wins; when every choice lets the same other person win, that one does.
    fn prove(&mut self) {
        let last = *self.path.last().unwrap_or(&0) as usize;
        if self.nodes[last].winner == NOBODY {
            return;
        }
        for place in (0..self.path.len().saturating_sub(1)).rev() {
            let parent = self.path[place] as usize;
            let swap = self.swap_of(parent);
            let stays = |child: &usize| Some(*child) != swap;
            let mut children = self
                .children(parent)
                .filter(stays)
                .map(|child| &self.nodes[child]);
            let Some(first) = children.next() else {
                return;
            };
            let (mover, mut same) = (first.person, first.winner);
            let mut wins = same == mover;
            for child in children {
                wins |= child.winner == mover;
                if child.winner != same {
                    same = NOBODY;
                }
            }
            let mut winner = if wins { mover } else { same };
            if winner == NOBODY {
                return;
            }
            // Who may swap takes over what he would lose.
            if let Some(swap) = swap.filter(|_| !wins) {
                self.nodes[swap].winner = mover;
                winner = mover;
            }
            self.nodes[parent].winner = winner;
            if parent == 0 && winner != mover && !self.lost && self.knowledge.proves() {
                return self.despair();
            }
        }
    }

    /// Plays on in a lost position, for mistakes. Proofs say nothing more: all moves lose. So the tree begins anew without virtual
    /// connections, and what is looked at most is what somebody who does not see them finds hardest to answer.
    fn despair(&mut self) {
        self.lost = true;
        let root = &self.nodes[0];
        self.nodes = vec![Node::new(root.played, root.person)];
        self.path.truncate(1);
    }
}

/// Everything to one.
fn payoffs_of(winner: u8) -> Payoffs {
    let mut payoffs = Payoffs::default();
    payoffs[usize::from(winner)] = 1.0;
    payoffs
}

/// The person who plays a colour.
fn person(colour: Colour, swapped: bool) -> u8 {
    if swapped { 3 - colour.0 } else { colour.0 }
}
