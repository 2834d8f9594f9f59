//! The fast engine of games that capture enclosed groups: Go and its family.
//!
//! A chain knows its stones and its liberties as sets of bits. A move saves one chain and remembers which chains it
//! absorbed and captured; everything else that it changes is recomputed backwards from the sets. Positions are hashed
//! (Zobrist) for superko, and looked up only where a stone of the same colour was captured before: no other placement can
//! repeat a position.
//!
//! Must not know moving stones or placements of a chosen colour.

mod chains;
mod tables;

use super::index::Index;
use super::judge::{self, Facts, Last, Masks};
use super::listing::Listing;
use super::log::{Entry, Log};
use super::sites::SiteList;
use super::turns::Turns;
use super::{Engine, OUTSIDE, Status};
use crate::board::SiteId;
use crate::moves::{Move, MoveKind};
use crate::plan::{Colour, PLAYERS_MAX, Placing, Plan, ScoreTerm, Turn};
use crate::random::Random;
use chains::{Chain, Change};
use std::sync::Arc;
use tables::Tables;

const PLAYERS: usize = PLAYERS_MAX as usize + 1;
/// Draws that may fail before all moves are listed.
const TRIES_MAX: u32 = 64;

/// The state. Chains whose number is not a head mean nothing, but are restored all the same.
#[derive(Clone)]
pub struct Capturing<I, const N: usize, const W: usize, const K: usize> {
    plan: Arc<Plan>,
    tables: Arc<Tables<I, N, W, K>>,
    stones: [u8; N],
    head: [I; N],
    chains: [Chain<W>; N],
    empty: SiteList<I, N>,
    /// How often a stone of a colour was captured on a site.
    lost: Vec<[u16; N]>,
    captures: [u32; PLAYERS],
    hash: u64,
    hashes: Log<u64>,
    entries: Log<Entry<Change<I, W, K>>>,
    relisted: Log<(I, I)>,
    turns: Turns,
    status: Status,
    /// From this move on the judge is asked after every move.
    ask_from: u32,
    /// The first position, for starting again.
    first: Option<Arc<Self>>,
}

/// The engine for a plan, if it is one of those this file knows.
pub fn start(plan: &Arc<Plan>) -> Option<Box<dyn Engine>> {
    let shifts = plan.moves.step.is_some() || plan.moves.hop.is_some() || plan.moves.line.is_some();
    let needs = &plan.needs;
    let other_needs =
        !needs.freedom || needs.group_at_most.is_some() || needs.neighbours_at_least.is_some();
    let one_connectivity = plan
        .connect
        .iter()
        .all(|connectivity| *connectivity == plan.connect[0]);
    let simple_turn = plan.turn == Turn::Moves { count: 1, first: 1 };
    let known = plan.capture_enclosed
        && plan.moves.place == Some(Placing::Own)
        && one_connectivity
        && simple_turn;
    if shifts || other_needs || !known {
        return None;
    }
    let widest = plan
        .board
        .ids()
        .map(|site| plan.board.neighbours(site, plan.connect[0]).len())
        .max()
        .unwrap_or(0);
    match (widest, plan.board.len()) {
        (..=4, ..=128) => made::<u8, 256, 2, 4>(plan),
        (..=4, ..=384) => made::<u16, 512, 6, 4>(plan),
        (..=6, ..=64) => made::<u8, 256, 1, 6>(plan),
        (..=6, ..=128) => made::<u8, 256, 2, 6>(plan),
        (..=6, ..=384) => made::<u16, 512, 6, 6>(plan),
        _ => None,
    }
}

fn made<I: Index, const N: usize, const W: usize, const K: usize>(
    plan: &Arc<Plan>,
) -> Option<Box<dyn Engine>> {
    Some(Box::new(Capturing::<I, N, W, K>::new(plan)?))
}

impl<I: Index, const N: usize, const W: usize, const K: usize> Capturing<I, N, W, K> {
    fn new(plan: &Arc<Plan>) -> Option<Self> {
        let tables = Arc::new(Tables::new(plan)?);
        let mut engine = Capturing {
            plan: plan.clone(),
            stones: [0; N],
            head: [I::new(0); N],
            chains: [Chain::NONE; N],
            empty: SiteList::new(),
            lost: vec![[0; N]; plan.players as usize + 1],
            captures: [0; PLAYERS],
            hash: 0,
            hashes: Log::new(plan),
            entries: Log::new(plan),
            relisted: Log::new(plan),
            turns: Turns::new(plan),
            status: Status::Running,
            ask_from: if tables.always {
                0
            } else {
                tables.triggers.moves
            },
            first: None,
            tables,
        };
        engine.stones[N - 1] = OUTSIDE;
        for k in 0..engine.tables.sites {
            engine.empty.append(I::new(k));
        }
        for &(site, colour) in &plan.start {
            // A start position in which somebody is captured already is no business of this engine.
            engine.put(I::new(site.index()), colour.0);
            if engine.entries.pop()?.change.captured_count > 0 {
                return None;
            }
        }
        engine.hashes.clear();
        engine.hashes.push(engine.hash);
        engine.first = Some(Arc::new(engine.clone()));
        Some(engine)
    }

    #[cold]
    #[inline(never)]
    fn ask(&mut self, last: Last) {
        self.status = judge::judge(self, last);
    }

    #[cold]
    #[inline(never)]
    fn other(&mut self, played: Move) {
        let mover = self.turns.mover();
        self.entries.push(Entry {
            played,
            before: self.turns.now,
            change: Change::none(),
        });
        self.hashes.push(self.hash);
        let round_over = self.turns.pass_or_swap(played);
        self.ask(Last {
            mover,
            stone: None,
            round_over,
            known_loop: None,
        });
    }
}

impl<I: Index, const N: usize, const W: usize, const K: usize> Listing for Capturing<I, N, W, K> {
    #[inline(always)]
    fn turns(&self) -> &Turns {
        &self.turns
    }

    fn each_move(&self, mut call: impl FnMut(Move) -> bool) {
        let mover = self.turns.mover();
        for number in 0..self.empty.len() {
            let site = self.empty.get(number);
            if self.may_place(site, mover.0) && !call(Move::place(SiteId(site.at() as u16), mover))
            {
                return;
            }
        }
    }
}

impl<I: Index, const N: usize, const W: usize, const K: usize> Facts for Capturing<I, N, W, K> {
    fn plan(&self) -> &Plan {
        &self.plan
    }

    fn masks(&self) -> &Masks {
        &self.tables.masks
    }

    #[inline(always)]
    fn stone(&self, site: SiteId) -> Colour {
        Colour(self.stones[site.index() & (N - 1)])
    }

    fn moves(&self) -> u32 {
        self.entries.len() as u32
    }

    fn empties(&self) -> u32 {
        self.empty.len()
    }

    fn captured(&self) -> u32 {
        self.entries
            .last()
            .map_or(0, |entry| u32::from(entry.change.captured_stones))
    }

    fn captures(&self, player: Colour) -> u32 {
        self.captures[player.index()]
    }

    fn group_mask(&self, site: SiteId) -> u32 {
        self.chains[self.head[site.index()].at()].mask
    }

    fn size_of_group(&self, site: SiteId) -> u32 {
        self.chains[self.head[site.index()].at()].size
    }

    fn each_group(&self, call: &mut dyn FnMut(Colour, u32)) {
        for s in 0..self.tables.sites {
            if self.stones[s] != 0 && self.head[s].at() == s {
                call(Colour(self.stones[s]), self.chains[s].size);
            }
        }
    }

    fn scores_into(&self, scores: &mut [u128]) {
        let quick = |term: &ScoreTerm| matches!(term, ScoreTerm::Captures | ScoreTerm::Territory);
        if !self.plan.score.iter().all(quick) {
            return judge::add_scores(self, scores);
        }
        let territories = self.territories();
        for (player, score) in scores.iter_mut().enumerate() {
            let one = |term: &ScoreTerm| match term {
                ScoreTerm::Captures => u128::from(self.captures[player + 1]),
                _ => u128::from(territories[player + 1]),
            };
            *score = self.plan.score.iter().map(one).sum();
        }
    }
}

impl<I: Index, const N: usize, const W: usize, const K: usize> Engine for Capturing<I, N, W, K> {
    fn plan(&self) -> &Arc<Plan> {
        &self.plan
    }

    #[inline(always)]
    fn status(&self) -> Status {
        self.status
    }

    fn mover(&self) -> Colour {
        self.turns.mover()
    }

    fn stone(&self, site: SiteId) -> Colour {
        Colour(self.stones[site.index()])
    }

    #[inline(always)]
    fn moves_made(&self) -> u32 {
        self.entries.len() as u32
    }

    fn captured(&self) -> u32 {
        Facts::captured(self)
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        if self.status != Status::Running {
            return;
        }
        self.list(moves);
    }

    fn is_legal(&self, candidate: Move) -> bool {
        if self.status != Status::Running {
            return false;
        }
        match candidate.kind() {
            MoveKind::Place { site, colour } => {
                colour == self.turns.mover()
                    && site.index() < self.tables.sites
                    && self.stones[site.index()] == 0
                    && self.may_place(I::new(site.index()), colour.0)
            }
            MoveKind::Shift { .. } => false,
            MoveKind::Pass => self.turns.pass || !self.has_move(),
            MoveKind::Swap => self.turns.may_swap(),
        }
    }

    #[inline(always)]
    fn sample(&mut self, random: &mut Random) -> Move {
        let listed = self.empty.len();
        let choices = listed + u32::from(self.turns.pass);
        if choices == 0 || self.turns.is_swap_turn() {
            return self.draw(random);
        }
        let mover = self.turns.mover();
        for _ in 0..TRIES_MAX {
            let chosen = random.below(choices);
            if chosen == listed {
                return Move::PASS;
            }
            let site = self.empty.get(chosen);
            if self.may_place(site, mover.0) {
                return Move::place(SiteId(site.at() as u16), mover);
            }
        }
        self.draw(random)
    }

    #[inline(always)]
    fn play(&mut self, legal: Move) {
        let MoveKind::Place { site, colour } = legal.kind() else {
            return self.other(legal);
        };
        let mut ask = self.put(I::new(site.index()), colour.0);
        if self.tables.superko {
            self.hashes.push(self.hash);
        }
        let mover = self.turns.mover();
        let round_over = self.turns.finish();
        let triggers = &self.tables.triggers;
        ask |= self.entries.len() as u32 >= self.ask_from;
        ask |= triggers.empties.is_some_and(|few| self.empty.len() <= few);
        ask |= triggers.no_move && !self.has_move();
        if let Some(line) = self.tables.line {
            ask |= self
                .tables
                .lines
                .longest(&self.stones, I::new(site.index()), colour.0)
                >= line;
        }
        if ask {
            self.ask(Last {
                mover,
                stone: Some((site, colour)),
                round_over,
                known_loop: None,
            });
        }
    }

    fn undo(&mut self) -> bool {
        let Some(entry) = self.entries.pop() else {
            return false;
        };
        self.turns.undo(entry.before);
        if let MoveKind::Place { site, colour } = entry.played.kind() {
            self.take(I::new(site.index()), colour.0, &entry.change);
            if self.tables.superko {
                self.hashes.pop();
            }
        } else {
            self.hashes.pop();
        }
        self.status = Status::Running;
        true
    }

    fn restart(&mut self) {
        let Some(first) = self.first.take() else {
            return while self.undo() {};
        };
        let sites = self.tables.sites;
        self.stones[..sites].copy_from_slice(&first.stones[..sites]);
        self.head[..sites].copy_from_slice(&first.head[..sites]);
        self.chains[..sites].copy_from_slice(&first.chains[..sites]);
        self.empty.copy_from(&first.empty, sites);
        for (lost, zero) in self.lost.iter_mut().zip(&first.lost) {
            lost[..sites].copy_from_slice(&zero[..sites]);
        }
        self.captures = first.captures;
        self.hash = first.hash;
        self.hashes.truncate(1);
        self.entries.clear();
        self.relisted.clear();
        self.turns.restart();
        self.status = Status::Running;
        self.first = Some(first);
    }

    fn scores(&self) -> Vec<u128> {
        let mut scores = vec![0; self.plan.players as usize];
        self.scores_into(&mut scores);
        scores
    }

    fn group_root(&self, site: SiteId) -> SiteId {
        SiteId(self.head[site.index()].at() as u16)
    }

    fn group_size(&self, site: SiteId) -> u32 {
        self.size_of_group(site)
    }

    fn fork(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }

    fn image(&self) -> String {
        let sites = self.tables.sites;
        let lost: Vec<_> = self.lost.iter().map(|lost| &lost[..sites]).collect();
        format!(
            "{:?} {:?} {:?} {} {:?} {:?} {} {:?} {:?} {:?} {:?} {:?}",
            &self.stones[..sites],
            &self.head[..sites],
            &self.chains[..sites],
            self.empty.image(sites),
            lost,
            self.captures,
            self.hash,
            self.hashes,
            self.entries,
            self.relisted,
            self.turns,
            self.status,
        )
    }
}
