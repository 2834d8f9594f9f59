//! The fast engine of games that capture enclosed groups: Go and its family.
//!
//! A chain knows its stones and its liberties as sets of bits. A move saves one chain and remembers which chains it
//! absorbed and captured; everything else that it changes is recomputed backwards from the sets. Positions are hashed
//! (Zobrist) for superko, and looked up only where a stone of the same colour was captured before: no other placement can
//! repeat a position.
//!
//! Must not know moving stones or placements of a chosen colour.

use super::bits::Bits;
use super::index::Index;
use super::judge::{self, Facts, Last, Masks, Triggers};
use super::listing::Listing;
use super::log::{Entry, Log};
use super::sites::{Lines, SiteList};
use super::turns::Turns;
use super::{Engine, OUTSIDE, Status};
use crate::board::SiteId;
use crate::moves::{Move, MoveKind};
use crate::plan::{Colour, PLAYERS_MAX, Placing, Plan, ScoreTerm, Turn};
use crate::random::Random;
use std::sync::Arc;

const PLAYERS: usize = PLAYERS_MAX as usize + 1;
/// Draws that may fail before all moves are listed.
const TRIES_MAX: u32 = 64;

#[derive(Clone, Debug)]
struct Tables<I, const N: usize, const W: usize, const K: usize> {
    ring: [[I; K]; N],
    ring_bits: [Bits<W>; N],
    site_mask: [[u32; N]; PLAYERS],
    zobrist: [[u64; N]; PLAYERS],
    masks: Masks,
    triggers: Triggers,
    lone_matters: bool,
    sites: usize,
    superko: bool,
    always: bool,
    lines: Lines<I, N>,
    line: Option<u32>,
}

/// A chain of stones, kept under the number of one of them.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Chain<const W: usize> {
    stones: Bits<W>,
    liberties: Bits<W>,
    hash: u64,
    mask: u32,
    size: u32,
}

impl<const W: usize> Chain<W> {
    const NONE: Self = Chain {
        stones: Bits::EMPTY,
        liberties: Bits::EMPTY,
        hash: 0,
        mask: 0,
        size: 0,
    };
}

/// What a stone changed.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Change<I, const W: usize, const K: usize> {
    absorbed_count: u8,
    captured_count: u8,
    captured_stones: u16,
    /// The chain that was written over, under which number, and what the site's head was.
    written: I,
    head: I,
    absorbed: [I; K],
    captured: [I; K],
    captured_colour: [u8; K],
    chain: Chain<W>,
}

impl<I: Index, const W: usize, const K: usize> Change<I, W, K> {
    /// What passing and swapping change.
    fn none() -> Self {
        let nowhere = I::new(0);
        Change {
            absorbed_count: 0,
            captured_count: 0,
            captured_stones: 0,
            written: nowhere,
            head: nowhere,
            absorbed: [nowhere; K],
            captured: [nowhere; K],
            captured_colour: [0; K],
            chain: Chain::NONE,
        }
    }
}

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

impl<I: Index, const N: usize, const W: usize, const K: usize> Tables<I, N, W, K> {
    fn new(plan: &Plan) -> Option<Self> {
        let board = &plan.board;
        let masks = Masks::new(plan)?;
        let triggers = Triggers::new(plan);
        let mut ring = [[I::new(N - 1); K]; N];
        let mut ring_bits = [Bits::EMPTY; N];
        for site in board.ids() {
            for (k, next) in board.neighbours(site, plan.connect[0]).iter().enumerate() {
                ring[site.index()][k] = I::new(next.index());
                ring_bits[site.index()].insert(next.index());
            }
        }
        let mut random = Random::new(0x5eed);
        let players = plan.players as usize;
        let mut site_mask = [[0; N]; PLAYERS];
        let mut zobrist = [[0; N]; PLAYERS];
        for colour in 1..=players {
            for site in board.ids() {
                site_mask[colour][site.index()] = masks.site(Colour(colour as u8), site);
                zobrist[colour][site.index()] = random.next_u64();
            }
        }
        Some(Tables {
            ring,
            ring_bits,
            lines: Lines::new(board),
            site_mask,
            zobrist,
            lone_matters: masks.lone_matters(plan),
            sites: board.len(),
            superko: plan.needs.new_position,
            always: triggers.always
                || triggers.loops
                || triggers.enclosed
                || triggers.single
                || !triggers.sizes.is_empty(),
            line: triggers.line,
            masks,
            triggers,
        })
    }
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

    /// Whether a stone may come on this empty site: it keeps a liberty or captures, and makes a new position.
    #[inline(always)]
    fn may_place(&self, site: I, colour: u8) -> bool {
        let s = site.at() & (N - 1);
        let ring = &self.tables.ring[s];
        let here = Bits::<W>::one(s);
        let (mut alive, mut captures) = (false, false);
        for next in ring {
            let n = next.at() & (N - 1);
            let stone = self.stones[n];
            if stone == 0 {
                alive = true;
            } else if stone != OUTSIDE {
                let only = self.chains[self.head[n].at() & (N - 1)].liberties == here;
                if stone == colour {
                    alive |= !only;
                } else {
                    captures |= only;
                }
            }
        }
        if !(alive || captures) {
            return false;
        }
        !self.tables.superko
            || self.lost[colour as usize][s] == 0
            || self.is_new(site, colour, captures)
    }

    #[inline(never)]
    fn is_new(&self, site: I, colour: u8, captures: bool) -> bool {
        let s = site.at() & (N - 1);
        let here = Bits::<W>::one(s);
        let mut hash = self.hash ^ self.tables.zobrist[colour as usize % PLAYERS][s];
        if captures {
            let mut heads = [I::new(N - 1); K];
            let mut count = 0;
            for next in &self.tables.ring[s] {
                let n = next.at() & (N - 1);
                if self.stones[n] == 0 || self.stones[n] == OUTSIDE || self.stones[n] == colour {
                    continue;
                }
                let head = self.head[n];
                let chain = &self.chains[head.at() & (N - 1)];
                if chain.liberties == here && !heads[..count].contains(&head) {
                    heads[count] = head;
                    count += 1;
                    hash ^= chain.hash;
                }
            }
        }
        !self.hashes.contains(&hash)
    }

    /// Puts a stone down, joins chains, captures, and logs it all. True when an end may have come.
    #[inline(always)]
    fn put(&mut self, site: I, colour: u8) -> bool {
        let s = site.at() & (N - 1);
        let tables = &*self.tables;
        let ring = tables.ring[s];
        let zobrist = tables.zobrist[colour as usize % PLAYERS][s];
        let own_mask = tables.site_mask[colour as usize % PLAYERS][s];
        let mut gained = tables.lone_matters && own_mask != 0;
        self.empty.remove(site);
        self.stones[s] = colour;
        self.hash ^= zobrist;
        let mut chain = Chain {
            stones: Bits::one(s),
            liberties: Bits::EMPTY,
            hash: zobrist,
            mask: own_mask,
            size: 1,
        };
        let mut absorbed = [site; K];
        let mut absorbed_count = 0;
        let mut biggest = 0;
        let mut enemies = 0u32;
        for (k, next) in ring.iter().enumerate() {
            let n = next.at() & (N - 1);
            let stone = self.stones[n];
            if stone == 0 {
                chain.liberties.insert(n);
            } else if stone == colour {
                let head = self.head[n];
                if !absorbed[..absorbed_count].contains(&head) {
                    let other = &self.chains[head.at() & (N - 1)];
                    chain.stones = chain.stones.union(other.stones);
                    chain.liberties = chain.liberties.union(other.liberties);
                    chain.hash ^= other.hash;
                    chain.size += other.size;
                    let both = chain.mask | other.mask;
                    gained = both != other.mask && (both != chain.mask || gained);
                    chain.mask = both;
                    absorbed[absorbed_count] = head;
                    if other.size > self.chains[absorbed[biggest].at() & (N - 1)].size {
                        biggest = absorbed_count;
                    }
                    absorbed_count += 1;
                }
            } else if stone != OUTSIDE {
                enemies |= 1 << k;
                self.chains[self.head[n].at() & (N - 1)].liberties.remove(s);
            }
        }
        chain.liberties.remove(s);
        // The largest chain keeps its number, so that few stones change theirs.
        let mut written = site;
        if absorbed_count > 0 {
            absorbed.swap(biggest, absorbed_count - 1);
            absorbed_count -= 1;
            written = absorbed[absorbed_count];
        }
        let mut change = Change {
            absorbed_count: absorbed_count as u8,
            captured_count: 0,
            captured_stones: 0,
            written,
            head: self.head[s],
            absorbed,
            captured: [site; K],
            captured_colour: [0; K],
            chain: self.chains[written.at() & (N - 1)],
        };
        for other in &absorbed[..absorbed_count] {
            for stone in self.chains[other.at() & (N - 1)].stones {
                self.head[stone & (N - 1)] = written;
            }
        }
        self.head[s] = written;
        self.chains[written.at() & (N - 1)] = chain;
        while enemies != 0 {
            let n = ring[enemies.trailing_zeros() as usize % K].at() & (N - 1);
            enemies &= enemies - 1;
            if self.stones[n] == 0 {
                continue;
            }
            let head = self.head[n];
            if self.chains[head.at() & (N - 1)].liberties.is_empty() {
                change.captured[change.captured_count as usize % K] = head;
                change.captured_colour[change.captured_count as usize % K] = self.stones[n];
                change.captured_count += 1;
                change.captured_stones += self.remove(head) as u16;
            }
        }
        let captured = change.captured_stones != 0;
        self.entries.push(Entry {
            played: Move::place(SiteId(s as u16), Colour(colour)),
            before: self.turns.now,
            change,
        });
        gained || captured && self.tables.triggers.captured
    }

    /// Takes a captured chain off the board.
    #[inline(never)]
    fn remove(&mut self, head: I) -> u32 {
        let tables = self.tables.clone();
        let chain = self.chains[head.at() & (N - 1)];
        let colour = self.stones[head.at() & (N - 1)];
        for s in chain.stones {
            self.stones[s & (N - 1)] = 0;
            self.lost[colour as usize][s & (N - 1)] += 1;
            self.relisted.push(self.empty.append(I::new(s)));
            for next in &tables.ring[s & (N - 1)] {
                let n = next.at() & (N - 1);
                if self.stones[n] != 0 && self.stones[n] != OUTSIDE && self.stones[n] != colour {
                    self.chains[self.head[n].at() & (N - 1)].liberties.insert(s);
                }
            }
        }
        self.hash ^= chain.hash;
        self.captures[self.turns.now.mover as usize % PLAYERS] += chain.size;
        chain.size
    }

    /// Puts a captured chain back.
    #[inline(never)]
    fn restore(&mut self, head: I, colour: u8) {
        let tables = self.tables.clone();
        let chain = self.chains[head.at() & (N - 1)];
        for s in chain.stones {
            for next in &tables.ring[s & (N - 1)] {
                let n = next.at() & (N - 1);
                if self.stones[n] != 0 && self.stones[n] != OUTSIDE && self.stones[n] != colour {
                    self.chains[self.head[n].at() & (N - 1)].liberties.remove(s);
                }
            }
        }
        for _ in 0..chain.size {
            let before = self
                .relisted
                .pop()
                .expect("every captured stone was logged");
            let s = self.empty.take_last(before).at() & (N - 1);
            self.stones[s] = colour;
            self.lost[colour as usize][s] -= 1;
        }
        self.hash ^= chain.hash;
        self.captures[self.turns.now.mover as usize % PLAYERS] -= chain.size;
    }

    fn take(&mut self, site: I, colour: u8, change: &Change<I, W, K>) {
        let s = site.at() & (N - 1);
        for k in (0..change.captured_count as usize).rev() {
            self.restore(change.captured[k], change.captured_colour[k]);
        }
        self.chains[change.written.at() & (N - 1)] = change.chain;
        for other in &change.absorbed[..change.absorbed_count as usize] {
            for stone in self.chains[other.at() & (N - 1)].stones {
                self.head[stone & (N - 1)] = *other;
            }
        }
        self.head[s] = change.head;
        self.stones[s] = 0;
        let ring = self.tables.ring[s];
        for next in ring {
            let n = next.at() & (N - 1);
            let stone = self.stones[n];
            if stone != 0 && stone != OUTSIDE && stone != colour {
                self.chains[self.head[n].at() & (N - 1)].liberties.insert(s);
            }
        }
        self.hash ^= self.tables.zobrist[colour as usize % PLAYERS][s];
        self.empty.put_back(site);
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

    /// Empty regions that only one player's stones border, for all players at once.
    fn territories(&self) -> [u32; PLAYERS] {
        let mut colours = [Bits::<W>::EMPTY; PLAYERS];
        let mut empty = Bits::<W>::EMPTY;
        for s in 0..self.tables.sites {
            match self.stones[s & (N - 1)] {
                0 => empty.insert(s),
                colour => colours[colour as usize % PLAYERS].insert(s),
            }
        }
        let mut result = [0; PLAYERS];
        while !empty.is_empty() {
            let mut region = Bits::<W>::one(empty.first());
            let mut border = Bits::<W>::EMPTY;
            let mut left = region;
            while !left.is_empty() {
                let s = left.first();
                left.remove(s);
                let around = self.tables.ring_bits[s & (N - 1)];
                border = border.union(around);
                let new = around.intersection(empty).without(region);
                region = region.union(new);
                left = left.union(new);
            }
            empty = empty.without(region);
            for player in 1..=self.plan.players as usize {
                let foreign = (1..=self.plan.players as usize).any(|other| {
                    other != player && !border.intersection(colours[other % PLAYERS]).is_empty()
                });
                result[player % PLAYERS] += if foreign { 0 } else { region.len() };
            }
        }
        result
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
        self.turns.now.passes = 0;
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
