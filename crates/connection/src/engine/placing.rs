//! The fast engine of games in which stones only come: union by size with a rollback log.
//!
//! A stone looks at the ring of its neighbours once. Own neighbours that stand next to each other form one run and belong to one group
//! already, so only the first of each run is looked up. Two runs of one group mean that a loop closes. Every
//! link of the forest is logged and taken back in reverse, which restores every word of the state.
//!
//! Indices are as wide as the board needs, the width of the ring and the rules that need work at every move are constants
//! of the type, chosen once per plan. Must not know captures or moving stones.

mod facts;
mod groups;
mod near;
mod tables;

use super::index::Index;
use super::judge::{Facts, Last, Triggers};
use super::listing::Listing;
use super::log::Log;
use super::mechanics::{Course, Mechanics};
use super::sites::SiteList;
use super::turns::Turns;
use super::{Engine, OUTSIDE};
use crate::board::{Connectivity, SiteId};
use crate::moves::{Move, MoveKind};
use crate::plan::{Colour, Plan, Turn};
use crate::random::Random;
use groups::Link;
use std::sync::Arc;
use tables::{COLOURS, SIZES_MAX, Tables};

/// Groups are kept at every move, not only looked at in the end.
const GROUPS: u32 = 1;
/// Groups carry region bits.
const REGIONS: u32 = 2;
/// Loops are watched for.
const LOOPS: u32 = 4;
/// Sizes of groups are counted and may be limited.
const SIZES: u32 = 8;
/// Groups carry freedoms, and sites need occupied neighbours.
const NEAR: u32 = 16;
/// A turn may be more than one move.
const TURNS: u32 = 32;
/// Stones may not come on every empty site: crosscuts, an opening.
const BARS: u32 = 64;
/// A turn may be longer or shorter, as the players choose.
const STOPS: u32 = 128;
/// Whatever else a plan may ask.
const EVERYTHING: u32 = 255;

/// Draws that may fail before all moves are listed.
const TRIES_MAX: u32 = 64;
/// The state. Entries of the logs beyond their lengths mean nothing.
#[derive(Clone)]
pub struct Incremental<I, const N: usize, const D: usize, const F: u32> {
    /// Every move is noted with the number of links before it.
    course: Course<u16>,
    tables: Arc<Tables<I, N, D>>,
    stones: [u8; N],
    parent: [I; N],
    size: [u16; N],
    mask: [u32; N],
    /// Sites where stones may come.
    listed: SiteList<I, N>,
    empties: u32,
    near: [u8; N],
    freedoms: [u16; N],
    counts: [[u16; SIZES_MAX]; COLOURS],
    links: [Link<I>; N],
    link_count: u32,
    added: Log<(I, I)>,
    /// The size of the largest group at the start and after every stone, where turns depend on it.
    largest: Log<u16>,
    /// From this move on the judge is asked after every move.
    ask_from: u32,
    /// The first position, for starting again.
    first: Option<Arc<Self>>,
}

/// The engine for a plan, if it is one of those this file knows.
pub fn start(plan: &Arc<Plan>) -> Option<Box<dyn Engine>> {
    if !covers(plan) {
        return None;
    }
    let sites = plan.board.len();
    let widest = plan
        .board
        .ids()
        .map(|site| plan.board.neighbours(site, plan.connect[0]).len())
        .max()
        .unwrap_or(0);
    let connectivity = plan.connect[0];
    let hexagonal = connectivity != Connectivity::Diagonal && plan.board.is_hexagonal();
    let square = connectivity == Connectivity::Orthogonal && plan.board.is_square() || widest <= 4;
    match (hexagonal, square) {
        (true, _) => with_width::<6>(plan, sites),
        (_, true) => with_width::<4>(plan, sites),
        _ if widest <= 12 => with_width::<12>(plan, sites),
        _ => None,
    }
}

/// Which constants there are code for: all rules on the common boards, fewer where a plan is rarer. The rest takes the
/// code that can do everything.
fn with_width<const D: usize>(plan: &Arc<Plan>, sites: usize) -> Option<Box<dyn Engine>> {
    const CONNECT: u32 = GROUPS | REGIONS;
    const HAVANNAH: u32 = GROUPS | REGIONS | LOOPS;
    const SIZED: u32 = GROUPS | SIZES;
    const TILES: u32 = GROUPS | NEAR;
    match (D, sites, rules(plan)) {
        (6, ..256, 0) => made::<u8, 256, 6, 0>(plan),
        (6, ..256, TURNS) => made::<u8, 256, 6, TURNS>(plan),
        (6, ..256, CONNECT) => made::<u8, 256, 6, CONNECT>(plan),
        (6, ..256, HAVANNAH) => made::<u8, 256, 6, HAVANNAH>(plan),
        (6, ..256, SIZED) => made::<u8, 256, 6, SIZED>(plan),
        (6, 256..512, CONNECT) => made::<u16, 512, 6, CONNECT>(plan),
        (6, 256..512, HAVANNAH) => made::<u16, 512, 6, HAVANNAH>(plan),
        (6, 512..2048, TILES) => made::<u16, 2048, 6, TILES>(plan),
        (4, 512..2048, TILES) => made::<u16, 2048, 4, TILES>(plan),
        (12, ..256, HAVANNAH) => made::<u8, 256, 12, HAVANNAH>(plan),
        (_, ..256, _) => made::<u8, 256, D, EVERYTHING>(plan),
        (_, ..2048, _) => made::<u16, 2048, D, EVERYTHING>(plan),
        _ => None,
    }
}

fn made<I: Index, const N: usize, const D: usize, const F: u32>(
    plan: &Arc<Plan>,
) -> Option<Box<dyn Engine>> {
    Some(Box::new(Incremental::<I, N, D, F>::new(plan)?))
}

/// Whether stones only come, and all rules are known here.
fn covers(plan: &Plan) -> bool {
    let shifts = plan.moves.step.is_some() || plan.moves.hop.is_some() || plan.moves.line.is_some();
    let limits = plan.capture_enclosed || plan.needs.freedom || plan.needs.new_position;
    let one_connectivity = plan
        .connect
        .iter()
        .all(|connectivity| *connectivity == plan.connect[0]);
    let both_limits =
        plan.needs.group_at_most.is_some() && plan.needs.neighbours_at_least.is_some();
    !shifts && !limits && one_connectivity && !both_limits && plan.moves.place.is_some()
}

/// The rules that need work at every move.
fn rules(plan: &Plan) -> u32 {
    let triggers = Triggers::new(plan);
    let mut rules = 0;
    let flag = |wanted: bool, flag: u32| if wanted { flag } else { 0 };
    rules |= flag(
        triggers.looks_at_groups() || plan.needs.group_at_most.is_some(),
        GROUPS,
    );
    rules |= flag(
        triggers.connect || triggers.always && !plan.families.is_empty(),
        REGIONS,
    );
    rules |= flag(triggers.loops, LOOPS);
    rules |= flag(
        !triggers.sizes.is_empty() || plan.needs.group_at_most.is_some(),
        SIZES,
    );
    rules |= flag(
        triggers.enclosed || plan.needs.neighbours_at_least.is_some(),
        NEAR,
    );
    rules |= flag(plan.turn != Turn::Moves { count: 1, first: 1 }, TURNS);
    rules |= flag(plan.needs.no_crosscut || plan.opening.is_some(), BARS);
    rules |= flag(plan.moves.pass, STOPS);
    rules |= flag(matches!(plan.turn, Turn::UpTo { .. }), STOPS | GROUPS);
    if rules & NEAR != 0 {
        rules |= GROUPS;
    }
    rules
}

/// From which move on the judge is asked every time: at once where nothing cheaper tells that an end may have come.
fn ask_from(triggers: &Triggers, runs: bool) -> u32 {
    let blind = triggers.always || triggers.no_move || triggers.single || triggers.loops && !runs;
    if blind { 0 } else { triggers.moves }
}

impl<I: Index, const N: usize, const D: usize, const F: u32> Incremental<I, N, D, F> {
    fn new(plan: &Arc<Plan>) -> Option<Self> {
        let tables: Arc<Tables<I, N, D>> = Tables::new(plan)?.into();
        let sites = tables.sites;
        let mut engine = Incremental {
            course: Course::new(plan),
            stones: [0; N],
            parent: [I::new(0); N],
            size: [1; N],
            mask: [0; N],
            listed: SiteList::new(),
            empties: sites as u32,
            near: [0; N],
            freedoms: [0; N],
            counts: [[0; SIZES_MAX]; COLOURS],
            links: [Link {
                child: I::new(0),
                parent: I::new(0),
                mask: 0,
            }; N],
            link_count: 0,
            added: Log::new(plan),
            largest: Log::new(plan),
            ask_from: ask_from(&tables.triggers, tables.runs),
            first: None,
            tables,
        };
        engine.stones[N - 1] = OUTSIDE;
        for k in 0..N {
            engine.parent[k] = I::new(k);
        }
        for k in 0..sites {
            if engine.tables.near == 0 {
                engine.listed.append(I::new(k));
            }
        }
        for &(site, colour) in &plan.start {
            engine.put(I::new(site.index()), colour.0);
        }
        // Stones of the start position are not moves and are never taken back.
        engine.added.clear();
        if F & STOPS != 0 {
            let mut largest = 0;
            engine.each_group(&mut |_, size| largest = largest.max(size));
            engine.largest.push(largest as u16);
        }
        engine.first = Some(Arc::new(engine.clone()));
        Some(engine)
    }

    /// Whether the mover has a group of a size that some end asks for.
    #[inline(always)]
    fn has_watched_size(&self, mover: u8) -> bool {
        let counts = &self.counts[mover as usize % COLOURS];
        let mut sizes = self.tables.sizes;
        if sizes == u32::MAX {
            return true;
        }
        while sizes != 0 {
            if counts[sizes.trailing_zeros() as usize % SIZES_MAX] != 0 {
                return true;
            }
            sizes &= sizes - 1;
        }
        false
    }

    /// The colours that may come next, as first colour and how many.
    #[inline(always)]
    fn colours(&self) -> (u8, u32) {
        if F & BARS != 0 && self.course.turns.is_opening() {
            (1, 1)
        } else if self.tables.colours > 1 {
            (1, self.tables.colours)
        } else if F & TURNS != 0 && self.tables.each_colour {
            (self.course.turns.now.step() + 1, 1)
        } else {
            (self.course.turns.now.mover(), 1)
        }
    }

    /// Whether nothing but a limit on groups forbids a stone on this empty site.
    #[inline(always)]
    fn admits(&self, site: I, colour: u8) -> bool {
        if F & BARS == 0 {
            return true;
        }
        let s = site.at() & (N - 1);
        let barred = self.course.turns.is_opening() && self.tables.barred[s];
        !(barred || self.tables.no_crosscut && self.crosscuts(site, colour))
    }

    /// Whether a stone would complete a square of four in which two of its colour face two of another.
    fn crosscuts(&self, site: I, colour: u8) -> bool {
        let stone = |site: I| self.stones[site.at() & (N - 1)];
        self.tables.squares[site.at()]
            .iter()
            .any(|&[across, one, other]| {
                stone(across) == colour
                    && stone(one) == stone(other)
                    && stone(one) != colour
                    && stone(one) != 0
            })
    }

    /// The stone on `site` was one of a turn that may be longer or shorter; says whether a round is over.
    fn advance(&mut self, site: I) -> bool {
        let size = self.size[self.find(site).at() & (N - 1)];
        let before = self.largest.last().copied().unwrap_or(0);
        self.largest.push(size.max(before));
        let turns = &mut self.course.turns;
        let stones = turns.now.step() + 1;
        let most = self
            .course
            .plan
            .moves_in_turn(turns.over, turns.now.grown());
        let (turn_over, round_over) = turns.step_up_to(most);
        if turn_over {
            self.watch_growth(stones);
        }
        round_over
    }

    /// A turn of so many stones has ended: did it make the largest group larger?
    fn watch_growth(&mut self, stones: u8) {
        let now = self.largest.len() - 1;
        let (before, largest) = (self.largest[now - usize::from(stones)], self.largest[now]);
        if before > 0 && largest > before {
            self.course.turns.grow();
        }
    }

    #[inline(always)]
    fn place_stone(&mut self, site: I, colour: u8) {
        let mover = self.course.turns.now.mover();
        let (mut ask, looped) = self.put(site, colour);
        let round_over = if F & STOPS != 0 && self.tables.stops {
            self.advance(site)
        } else if F & TURNS != 0 {
            let first = self.course.turns.over == 0;
            self.course
                .turns
                .step(self.tables.in_turn[usize::from(!first)])
        } else {
            self.course.turns.finish()
        };
        ask |= looped
            || self.course.entries.len() as u32 >= self.ask_from
            || self.empties < self.tables.ask_below;
        if F & SIZES != 0 {
            ask |= self.has_watched_size(mover);
        }
        if self.tables.line != u32::MAX {
            ask |= self.tables.lines.longest(&self.stones, site, colour) >= self.tables.line;
        }
        if ask {
            // Without two runs of one group no loop closes; with them one does, if the cells are hexagons.
            let local = F & LOOPS != 0 && self.tables.runs;
            let known_loop = (local && (self.tables.local_loops || !looped)).then_some(looped);
            let stone = (SiteId(site.at() as u16), Colour(colour));
            self.ask(Last {
                mover: Colour(mover),
                stone: Some(stone),
                round_over,
                known_loop,
            });
        }
    }
}

impl<I: Index, const N: usize, const D: usize, const F: u32> Listing for Incremental<I, N, D, F> {
    #[inline(always)]
    fn turns(&self) -> &Turns {
        &self.course.turns
    }

    #[inline(always)]
    fn each_move(&self, call: &mut dyn FnMut(Move) -> bool) {
        let (first, colours) = self.colours();
        for number in 0..self.listed.len() {
            let site = self.listed.get(number);
            for colour in first..first + colours as u8 {
                let allowed = F & SIZES == 0 || self.fits(site, colour);
                if allowed
                    && self.admits(site, colour)
                    && !call(Move::place(SiteId(site.at() as u16), Colour(colour)))
                {
                    return;
                }
            }
        }
    }
}

impl<I: Index, const N: usize, const D: usize, const F: u32> Mechanics for Incremental<I, N, D, F> {
    type Change = u16;

    #[inline(always)]
    fn course(&self) -> &Course<u16> {
        &self.course
    }

    #[inline(always)]
    fn course_mut(&mut self) -> &mut Course<u16> {
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
        let (first, count) = self.colours();
        let allowed = first <= colour.0 && u32::from(colour.0) < u32::from(first) + count;
        let here = site.index();
        allowed
            && here < self.tables.sites
            && self.stones[here] == 0
            && self.near[here] >= self.tables.near
            && (F & SIZES == 0 || self.fits(I::new(here), colour.0))
            && self.admits(I::new(here), colour.0)
    }

    #[inline(always)]
    fn guess(&mut self, random: &mut Random) -> Option<Move> {
        // Passing, swapping and a full board are for the careful way.
        let careful = F & STOPS == 0 && self.course.turns.pass;
        if self.listed.len() == 0 || careful || self.course.turns.is_swap_turn() {
            return None;
        }
        let (first, colours) = self.colours();
        if F & STOPS != 0 && (self.course.turns.pass || self.course.turns.may_stop()) {
            // Passing is one choice among all; where stones may not come everywhere these have to be counted.
            let bars = self.tables.no_crosscut || self.course.turns.is_opening();
            if bars || self.tables.group_at_most.is_some() {
                return None;
            }
            if random.below(self.listed.len() * colours + 1) == 0 {
                return Some(Move::PASS);
            }
        }
        let mut tries = 0;
        loop {
            let (site, colour) = if colours == 1 {
                (self.listed.get(random.below(self.listed.len())), first)
            } else {
                let chosen = random.below(self.listed.len() * colours);
                let colour = if colours == 2 {
                    chosen & 1
                } else {
                    chosen % colours
                };
                let place = if colours == 2 {
                    chosen >> 1
                } else {
                    chosen / colours
                };
                (self.listed.get(place), first + colour as u8)
            };
            if (F & SIZES == 0 || self.fits(site, colour)) && self.admits(site, colour) {
                return Some(Move::place(SiteId(site.at() as u16), Colour(colour)));
            }
            tries += 1;
            if tries == TRIES_MAX {
                return None;
            }
        }
    }

    #[inline(always)]
    fn make(&mut self, legal: Move) {
        if let MoveKind::Place { site, colour } = legal.kind() {
            self.course.note(legal, self.link_count as u16);
            self.place_stone(I::new(site.index()), colour.0);
        }
    }

    #[inline(always)]
    fn unmake(&mut self, kind: MoveKind, links: &u16) {
        if let MoveKind::Place { site, colour } = kind {
            self.take(I::new(site.index()), colour.0, u32::from(*links));
            if F & STOPS != 0 && self.tables.stops {
                self.largest.pop();
            }
        } else {
            let moves = self.course.entries.len() as u32;
            self.course.turns.unsettle(moves);
        }
    }

    fn stopped(&mut self, moves: u8) {
        if F & STOPS != 0 && self.tables.stops {
            self.watch_growth(moves);
        }
    }

    fn rest(&mut self) -> u16 {
        self.link_count as u16
    }

    fn reset(&mut self) -> bool {
        let Some(first) = self.first.take() else {
            return false;
        };
        let sites = self.tables.sites;
        self.stones[..sites].copy_from_slice(&first.stones[..sites]);
        self.listed.copy_from(&first.listed, sites);
        if F & GROUPS != 0 {
            self.parent[..sites].copy_from_slice(&first.parent[..sites]);
            self.size[..sites].copy_from_slice(&first.size[..sites]);
        }
        if F & REGIONS != 0 {
            self.mask[..sites].copy_from_slice(&first.mask[..sites]);
        }
        if F & NEAR != 0 {
            self.near[..sites].copy_from_slice(&first.near[..sites]);
            self.freedoms[..sites].copy_from_slice(&first.freedoms[..sites]);
        }
        if F & SIZES != 0 {
            self.counts = first.counts;
        }
        self.link_count = first.link_count;
        self.empties = first.empties;
        self.added.clear();
        self.largest.truncate(1);
        self.course.restart();
        self.first = Some(first);
        true
    }

    fn root(&self, site: SiteId) -> SiteId {
        if F & GROUPS != 0 {
            return SiteId(self.find(I::new(site.index())).at() as u16);
        }
        let (parent, _) = self.forest();
        let mut root = site.index();
        while parent[root].at() != root {
            root = parent[root].at();
        }
        SiteId(root as u16)
    }

    fn words(&self) -> String {
        let sites = self.tables.sites;
        format!(
            "{:?} {:?} {:?} {:?} {} {} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
            &self.stones[..sites],
            &self.parent[..sites],
            &self.size[..sites],
            &self.mask[..sites],
            self.listed.image(sites),
            self.empties,
            &self.near[..sites],
            &self.freedoms[..sites],
            self.counts,
            &self.links[..self.link_count as usize],
            self.added,
            self.largest,
            self.course,
        )
    }
}
