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
use super::listing::{self, Listing};
use super::log::Log;
use super::mechanics::{Course, Mechanics};
use super::sites::SiteList;
use super::turns::Turns;
use super::{Engine, OUTSIDE};
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
    course: Course<Change<I, W, K>>,
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
    relisted: Log<(I, I)>,
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
    if shifts || other_needs || !known || needs.no_crosscut || plan.opening.is_some() {
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
            course: Course::new(plan),
            stones: [0; N],
            head: [I::new(0); N],
            chains: [Chain::NONE; N],
            empty: SiteList::new(),
            lost: vec![[0; N]; plan.players as usize + 1],
            captures: [0; PLAYERS],
            hash: 0,
            hashes: Log::new(plan),
            relisted: Log::new(plan),
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
            if engine.course.entries.pop()?.change.captured_count > 0 {
                return None;
            }
        }
        engine.hashes.clear();
        engine.hashes.push(engine.hash);
        engine.first = Some(Arc::new(engine.clone()));
        Some(engine)
    }
}

impl<I: Index, const N: usize, const W: usize, const K: usize> Listing for Capturing<I, N, W, K> {
    #[inline(always)]
    fn turns(&self) -> &Turns {
        &self.course.turns
    }

    #[inline(always)]
    fn each_move(&self, call: &mut dyn FnMut(Move) -> bool) {
        let mover = self.course.turns.mover();
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
        &self.course.plan
    }

    fn masks(&self) -> &Masks {
        &self.tables.masks
    }

    fn stones(&self) -> &[u8] {
        &self.stones
    }

    fn moves(&self) -> u32 {
        self.course.entries.len() as u32
    }

    fn empties(&self) -> u32 {
        self.empty.len()
    }

    fn captured(&self) -> u32 {
        self.course
            .entries
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
        let quick = |term: &ScoreTerm| {
            use ScoreTerm::{Bonus, Captures, Stones, Territory};
            matches!(term, Captures | Stones | Territory | Bonus { .. })
        };
        if !self.course.plan.score.iter().all(quick) {
            return judge::add_scores(self, scores);
        }
        let territories = self.territories();
        for (player, score) in scores.iter_mut().enumerate() {
            let one = |term: &ScoreTerm| match term {
                ScoreTerm::Captures => u128::from(self.captures[player + 1]),
                ScoreTerm::Stones => {
                    let stones = &self.stones[..self.tables.sites];
                    let own = |stone: &&u8| usize::from(**stone) == player + 1;
                    stones.iter().filter(own).count() as u128
                }
                ScoreTerm::Bonus {
                    player: owner,
                    points,
                } => match owner.index() == player + 1 {
                    true => u128::from(*points),
                    false => 0,
                },
                _ => u128::from(territories[player + 1]),
            };
            *score = self.course.plan.score.iter().map(one).sum();
        }
    }
}

impl<I: Index, const N: usize, const W: usize, const K: usize> Mechanics for Capturing<I, N, W, K> {
    type Change = Change<I, W, K>;

    #[inline(always)]
    fn course(&self) -> &Course<Self::Change> {
        &self.course
    }

    #[inline(always)]
    fn course_mut(&mut self) -> &mut Course<Self::Change> {
        &mut self.course
    }

    #[inline(always)]
    fn stone(&self, site: SiteId) -> Colour {
        Colour(self.stones[site.index() & (N - 1)])
    }

    fn allows(&self, kind: MoveKind) -> bool {
        let MoveKind::Place { site, colour } = kind else {
            return false;
        };
        colour == self.course.turns.mover()
            && site.index() < self.tables.sites
            && self.stones[site.index()] == 0
            && self.may_place(I::new(site.index()), colour.0)
    }

    #[inline(always)]
    fn guess(&mut self, random: &mut Random) -> Option<Move> {
        let listed = self.empty.len();
        let choices = listed + u32::from(self.course.turns.pass);
        if choices == 0 || self.course.turns.is_swap_turn() {
            return None;
        }
        let mover = self.course.turns.mover();
        for _ in 0..TRIES_MAX {
            let chosen = random.below(choices);
            if chosen == listed {
                return Some(Move::PASS);
            }
            let site = self.empty.get(chosen);
            if self.may_place(site, mover.0) {
                return Some(Move::place(SiteId(site.at() as u16), mover));
            }
        }
        None
    }

    #[inline(always)]
    fn make(&mut self, legal: Move) {
        let MoveKind::Place { site, colour } = legal.kind() else {
            return;
        };
        let mut ask = self.put(I::new(site.index()), colour.0);
        if self.tables.superko {
            self.hashes.push(self.hash);
        }
        let mover = self.course.turns.mover();
        let round_over = self.course.turns.finish();
        let triggers = &self.tables.triggers;
        ask |= self.course.entries.len() as u32 >= self.ask_from;
        ask |= triggers.empties.is_some_and(|few| self.empty.len() <= few);
        ask |= triggers.no_move && !listing::has_move(self);
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

    #[inline(always)]
    fn unmake(&mut self, kind: MoveKind, change: &Self::Change) {
        let MoveKind::Place { site, colour } = kind else {
            self.hashes.pop();
            return;
        };
        self.take(I::new(site.index()), colour.0, change);
        if self.tables.superko {
            self.hashes.pop();
        }
    }

    fn each_urgent(&self, last: SiteId, call: &mut dyn FnMut(SiteId) -> bool) {
        self.urgent(I::new(last.index()), call);
    }

    fn is_rash(&self, site: SiteId, colour: Colour) -> bool {
        self.leaves_one(I::new(site.index()), colour.0)
    }

    fn rest(&mut self) -> Self::Change {
        self.hashes.push(self.hash);
        Change::none()
    }

    fn reset(&mut self) -> bool {
        let Some(first) = self.first.take() else {
            return false;
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
        self.relisted.clear();
        self.course.restart();
        self.first = Some(first);
        true
    }

    fn root(&self, site: SiteId) -> SiteId {
        SiteId(self.head[site.index()].at() as u16)
    }

    fn words(&self) -> String {
        let sites = self.tables.sites;
        let lost: Vec<_> = self.lost.iter().map(|lost| &lost[..sites]).collect();
        format!(
            "{:?} {:?} {:?} {} {:?} {:?} {} {:?} {:?} {:?}",
            &self.stones[..sites],
            &self.head[..sites],
            &self.chains[..sites],
            self.empty.image(sites),
            lost,
            self.captures,
            self.hash,
            self.hashes,
            self.relisted,
            self.course,
        )
    }
}
