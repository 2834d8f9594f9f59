//! The fast engine of games in which the stones on the board move: sets of bits and tables of rays.
//!
//! A stone has at most one move in each direction. So a random move is a random stone and a random direction, drawn again until they
//! make a move. Every legal move is equally likely, and none need be listed.
//!
//! Must not know placements.

mod tables;

use super::Engine;
use super::bits::Bits;
use super::judge::{self, Facts, Last, Masks};
use super::listing::Listing;
use super::mechanics::{Course, Mechanics};
use super::turns::Turns;
use crate::board::SiteId;
use crate::moves::{Move, MoveKind};
use crate::plan::{Colour, PLAYERS_MAX, Plan, Turn};
use crate::random::Random;
use std::sync::Arc;
use tables::{Kind, Tables};

const N: usize = 256;
const PLAYERS: usize = PLAYERS_MAX as usize + 1;
const DIRECTIONS: usize = 8;
/// A ray is shorter than this.
const REACH: usize = 16;
/// Draws that may fail before all moves are listed.
const TRIES_MAX: u32 = 256;
const NOWHERE: u8 = 255;

/// What a shift changed.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Change {
    /// The colour of a captured stone, or 0, and where it stood in its list.
    captured: u8,
    captured_place: u8,
    /// What stood in the table of places for the site moved to.
    place: u8,
}

/// The state.
#[derive(Clone)]
pub struct Shifting<const W: usize> {
    course: Course<Change>,
    tables: Arc<Tables<W>>,
    stones: [u8; N],
    own: [Bits<W>; PLAYERS],
    all: Bits<W>,
    list: [[u8; N]; PLAYERS],
    place: [u8; N],
    count: [u32; PLAYERS],
    captures: [u32; PLAYERS],
}

/// The engine for a plan, if it is one of those this file knows.
pub fn start(plan: &Arc<Plan>) -> Option<Box<dyn Engine>> {
    let moves = &plan.moves;
    let steps = moves.step.is_some() || moves.hop.is_some();
    let kinds = u32::from(steps) + u32::from(moves.line.is_some());
    let simple = plan.turn == Turn::Moves { count: 1, first: 1 }
        && !plan.capture_enclosed
        && !plan.swap
        && plan.opening.is_none();
    let board = &plan.board;
    let directions = board.directions();
    let known = moves.place.is_none() && kinds == 1 && simple && plan.needs == Default::default();
    if !known || directions == 0 || directions > DIRECTIONS {
        return None;
    }
    match board.len() {
        ..=64 => Some(Box::new(Shifting::<1>::new(plan)?)),
        65..=192 => Some(Box::new(Shifting::<3>::new(plan)?)),
        _ => None,
    }
}

impl<const W: usize> Shifting<W> {
    fn new(plan: &Arc<Plan>) -> Option<Self> {
        let mut engine = Shifting {
            course: Course::new(plan),
            tables: Arc::new(Tables::new(plan)?),
            stones: [0; N],
            own: [Bits::EMPTY; PLAYERS],
            all: Bits::EMPTY,
            list: [[0; N]; PLAYERS],
            place: [0; N],
            count: [0; PLAYERS],
            captures: [0; PLAYERS],
        };
        for &(site, colour) in &plan.start {
            let (s, c) = (site.index(), colour.index());
            engine.stones[s] = colour.0;
            engine.own[c].insert(s);
            engine.all.insert(s);
            engine.list[c][engine.count[c] as usize] = s as u8;
            engine.place[s] = engine.count[c] as u8;
            engine.count[c] += 1;
        }
        Some(engine)
    }

    /// Where the stone on a site goes in a direction, if it can.
    #[inline(always)]
    fn target(&self, from: u8, direction: usize) -> Option<u8> {
        let tables = &*self.tables;
        let (f, d) = (from as usize, direction % DIRECTIONS);
        if tables.kind == Kind::Line {
            if !tables.steps[d] {
                return None;
            }
            let distance = self.all.intersection(tables.lines[d / 2][f]).len() as usize;
            let to = tables.ray[d][f][distance % REACH];
            if to == NOWHERE {
                return None;
            }
            let t = to as usize;
            let own = self.own[self.course.turns.now.mover() as usize % PLAYERS];
            let mut between = tables.ahead[d][f].without(tables.ahead[d][t]);
            between.remove(t);
            let blocked =
                own.contains(t) || !self.all.without(own).intersection(between).is_empty();
            return if blocked { None } else { Some(to) };
        }
        let next = tables.ray[d][f][1];
        if next == NOWHERE {
            return None;
        }
        if self.stones[next as usize] == 0 {
            return if tables.steps[d] { Some(next) } else { None };
        }
        let behind = tables.ray[d][f][2];
        (tables.hops[d] && behind != NOWHERE && self.stones[behind as usize] == 0).then_some(behind)
    }

    /// The group of a stone.
    #[inline(always)]
    fn flood(&self, colour: u8, site: usize) -> Bits<W> {
        let joined = &self.tables.joined[colour as usize];
        let own = self.own[colour as usize % PLAYERS];
        let mut group = Bits::one(site);
        let mut left = group;
        while !left.is_empty() {
            let here = left.first();
            left.remove(here);
            let new = joined[here % N].intersection(own).without(group);
            group = group.union(new);
            left = left.union(new);
        }
        group
    }

    #[inline(always)]
    fn is_single(&self, colour: u8, site: usize) -> bool {
        let own = self.own[colour as usize % PLAYERS];
        // Most stones of a random game stand alone.
        let near = self.tables.joined[colour as usize][site % N].intersection(own);
        if near.is_empty() {
            return self.count[colour as usize % PLAYERS] == 1;
        }
        self.flood(colour, site) == own
    }

    #[inline(always)]
    fn shift(&mut self, from: usize, to: usize) -> Change {
        let colour = self.stones[from % N];
        let (mut captured, mut captured_place) = (0, 0);
        let place = self.place[to % N];
        if self.stones[to % N] != 0 {
            captured = self.stones[to % N];
            captured_place = place;
            let c = captured as usize % PLAYERS;
            self.count[c] -= 1;
            let last = self.list[c][self.count[c] as usize % N];
            self.list[c][captured_place as usize] = last;
            self.place[last as usize] = captured_place;
            self.own[c].remove(to);
            self.captures[self.course.turns.now.mover() as usize % PLAYERS] += 1;
        }
        let c = colour as usize % PLAYERS;
        self.stones[from % N] = 0;
        self.stones[to % N] = colour;
        self.own[c].remove(from);
        self.own[c].insert(to);
        self.all.remove(from);
        self.all.insert(to);
        self.list[c][self.place[from % N] as usize] = to as u8;
        self.place[to % N] = self.place[from % N];
        Change {
            captured,
            captured_place,
            place,
        }
    }

    #[inline(always)]
    fn unshift(&mut self, from: usize, to: usize, change: &Change) {
        let colour = self.stones[to % N];
        let c = colour as usize % PLAYERS;
        self.list[c][self.place[from % N] as usize] = from as u8;
        self.place[to % N] = change.place;
        self.all.remove(to);
        self.all.insert(from);
        self.own[c].remove(to);
        self.own[c].insert(from);
        self.stones[to % N] = 0;
        self.stones[from % N] = colour;
        if change.captured != 0 {
            let c = change.captured as usize % PLAYERS;
            self.stones[to % N] = change.captured;
            self.all.insert(to);
            self.own[c].insert(to);
            let last = self.list[c][change.captured_place as usize];
            // When the captured stone was the last of the list, its place is its own again.
            if last as usize != to {
                self.place[last as usize] = self.count[c] as u8;
                self.list[c][self.count[c] as usize % N] = last;
                self.list[c][change.captured_place as usize] = to as u8;
            }
            self.count[c] += 1;
            self.captures[self.course.turns.now.mover() as usize % PLAYERS] -= 1;
        }
    }

    #[inline(always)]
    fn may_be_single(&self, mover: u8, to: usize, captured: bool) -> bool {
        if self.is_single(mover, to) {
            return true;
        }
        // Nobody else's stones have changed, unless one was captured or the start position was never judged.
        (captured || self.course.entries.len() == 1)
            && (1..=self.course.plan.players).any(|other| {
                let own = self.own[other as usize % PLAYERS];
                other != mover && !own.is_empty() && self.is_single(other, own.first())
            })
    }
}

impl<const W: usize> Listing for Shifting<W> {
    #[inline(always)]
    fn turns(&self) -> &Turns {
        &self.course.turns
    }

    #[inline(always)]
    fn each_move(&self, call: &mut dyn FnMut(Move) -> bool) {
        let colour = self.course.turns.now.mover() as usize % PLAYERS;
        for k in 0..self.count[colour] as usize {
            let from = self.list[colour][k % N];
            for direction in 0..self.tables.directions as usize {
                if let Some(to) = self.target(from, direction)
                    && !call(Move::shift(SiteId(from.into()), SiteId(to.into())))
                {
                    return;
                }
            }
        }
    }
}

impl<const W: usize> Facts for Shifting<W> {
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
        self.tables.sites as u32 - self.all.len()
    }

    fn captured(&self) -> u32 {
        self.course
            .entries
            .last()
            .map_or(0, |entry| u32::from(entry.change.captured != 0))
    }

    fn captures(&self, player: Colour) -> u32 {
        self.captures[player.index()]
    }

    fn group_mask(&self, site: SiteId) -> u32 {
        let colour = Mechanics::stone(self, site);
        let group = self.flood(colour.0, site.index());
        group.into_iter().fold(0, |mask, s| {
            mask | self.tables.masks.site(colour, SiteId(s as u16))
        })
    }

    fn size_of_group(&self, site: SiteId) -> u32 {
        self.flood(self.stones[site.index()], site.index()).len()
    }

    fn each_group(&self, call: &mut dyn FnMut(Colour, u32)) {
        for colour in 1..=self.course.plan.players {
            let mut left = self.own[colour as usize];
            while !left.is_empty() {
                let group = self.flood(colour, left.first());
                left = left.without(group);
                call(Colour(colour), group.len());
            }
        }
    }

    fn scores_into(&self, scores: &mut [u128]) {
        judge::add_scores(self, scores);
    }
}

impl<const W: usize> Mechanics for Shifting<W> {
    type Change = Change;

    #[inline(always)]
    fn course(&self) -> &Course<Change> {
        &self.course
    }

    #[inline(always)]
    fn course_mut(&mut self) -> &mut Course<Change> {
        &mut self.course
    }

    #[inline(always)]
    fn stone(&self, site: SiteId) -> Colour {
        Colour(self.stones[site.index() % N])
    }

    fn allows(&self, kind: MoveKind) -> bool {
        let MoveKind::Shift { from, to } = kind else {
            return false;
        };
        from.index() < self.tables.sites
            && self.stones[from.index()] == self.course.turns.now.mover()
            && (0..self.tables.directions as usize)
                .any(|d| self.target(from.0 as u8, d) == Some(to.0 as u8))
    }

    #[inline(always)]
    fn guess(&mut self, random: &mut Random) -> Option<Move> {
        let colour = self.course.turns.now.mover() as usize % PLAYERS;
        let choices = self.count[colour] * self.tables.directions;
        if choices == 0 || self.course.turns.pass {
            return None;
        }
        for _ in 0..TRIES_MAX {
            let chosen = random.below(choices);
            let (stone, direction) = match self.tables.directions {
                8 => (chosen >> 3, chosen & 7),
                directions => (chosen / directions, chosen % directions),
            };
            let from = self.list[colour][stone as usize % N];
            if let Some(to) = self.target(from, direction as usize) {
                return Some(Move::shift(SiteId(from.into()), SiteId(to.into())));
            }
        }
        None
    }

    #[inline(always)]
    fn make(&mut self, legal: Move) {
        let mover = self.course.turns.mover();
        let MoveKind::Shift { from, to } = legal.kind() else {
            return;
        };
        let change = self.shift(from.index(), to.index());
        self.course.note(legal, change);
        let triggers = &self.tables.triggers;
        let captured = change.captured != 0;
        let ask = self.tables.ask_always
            || self.course.entries.len() as u32 >= triggers.moves
            || captured && triggers.captured
            || triggers.empties.is_some()
            || triggers.single && self.may_be_single(mover.0, to.index(), captured);
        let round_over = self.course.turns.finish();
        if ask {
            self.ask(Last {
                mover,
                stone: Some((to, mover)),
                round_over,
                known_loop: None,
            });
        }
    }

    #[inline(always)]
    fn unmake(&mut self, kind: MoveKind, change: &Change) {
        if let MoveKind::Shift { from, to } = kind {
            self.unshift(from.index(), to.index(), change);
        }
    }

    fn rest(&mut self) -> Change {
        Change::default()
    }

    fn root(&self, site: SiteId) -> SiteId {
        SiteId(self.flood(self.stones[site.index()], site.index()).first() as u16)
    }

    fn words(&self) -> String {
        format!(
            "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
            &self.stones[..self.tables.sites],
            self.own,
            self.all,
            self.list,
            &self.place[..self.tables.sites],
            self.count,
            self.captures,
            self.course,
        )
    }
}
