//! The referee plays every plan, slowly and obviously: it floods groups afresh for every question and keeps a copy of
//! every position for undo. It is the oracle of the fast engines and the engine of plans that none of them covers.
//!
//! Written from the rules alone. It must stay free of cleverness.

mod capture;
mod cells;
mod judge;
mod links;
mod sight;
mod ways;

use crate::board::{Board, Connectivity, SiteId};
use crate::engine::{Engine, Status};
use crate::moves::{Move, MoveKind};
use crate::plan::{Action, Colour, Needs, Placing, Plan, ScoreTerm, Turn};
use crate::policy::{self, Policy, Seen};
use crate::random::Random;
use capture::capture;
use std::cmp::Ordering;
use std::sync::Arc;

/// Draws that may fail before all moves are listed.
const TRIES_MAX: u32 = 256;

/// One position.
#[derive(Clone, PartialEq, Debug)]
struct State {
    stones: Vec<Colour>,
    mover: Colour,
    /// Moves made in this turn.
    step: u32,
    /// Turns completed.
    turns: u32,
    moves: u32,
    passes: u32,
    captured: u32,
    captures: Vec<u32>,
    status: Status,
    /// Whether both still place stones of colour 1.
    opening: bool,
    /// The size of the largest group when the turn began.
    largest: u32,
    /// Whether the turn before this one made the largest group larger.
    grown: bool,
    /// The stones that the ends ask about: the one that came or moved last, cells that were won with it, and in a turn that is judged
    /// as a whole all of its stones.
    came: Vec<SiteId>,
    /// Stones that are linked.
    links: Vec<[SiteId; 2]>,
    /// How high the stack on every site is, where there are stacks.
    heights: Vec<u8>,
    /// In a turn made of actions, those that are done, and where.
    done: Vec<Action>,
    touched: Vec<SiteId>,
    /// The move that led here.
    last: Option<Move>,
}

/// The slow engine.
#[derive(Clone, PartialEq, Debug)]
pub struct Referee {
    plan: Arc<Plan>,
    now: State,
    past: Vec<State>,
}

/// What an end rule looks at: who moved, and the stone he placed or moved.
struct Last {
    mover: Colour,
    stone: Option<(SiteId, Colour)>,
}

impl Referee {
    /// The start of a game.
    pub fn new(plan: Arc<Plan>) -> Self {
        let mut stones = vec![Colour::NONE; plan.board.len()];
        for (site, colour) in &plan.start {
            stones[site.index()] = *colour;
        }
        let mut heights = Vec::new();
        if plan.moves.settle.is_some() {
            heights.extend(stones.iter().map(|stone| u8::from(*stone != Colour::NONE)));
            for (site, height) in &plan.heights {
                heights[site.index()] = *height;
            }
        }
        let now = State {
            stones,
            heights,
            mover: Colour(1),
            step: 0,
            turns: 0,
            moves: 0,
            passes: 0,
            captured: 0,
            captures: vec![0; plan.players as usize + 1],
            status: Status::Running,
            opening: plan.opening.is_some(),
            largest: 0,
            grown: false,
            came: Vec::new(),
            links: Vec::new(),
            done: Vec::new(),
            touched: Vec::new(),
            last: None,
        };
        let mut referee = Referee {
            plan: plan.clone(),
            now,
            past: Vec::new(),
        };
        for (site, _) in &plan.start {
            referee.link(*site);
            referee.win_cells(*site);
        }
        referee.now.came.clear();
        referee.now.largest = referee.largest_group();
        referee
    }

    fn largest_group(&self) -> u32 {
        let sizes = self
            .groups(Colour::is_owned)
            .into_iter()
            .map(|group| group.len());
        sizes.max().unwrap_or(0) as u32
    }

    fn board(&self) -> &Board {
        &self.plan.board
    }

    /// The group of the stone on `site`, sorted.
    pub fn group(&self, site: SiteId) -> Vec<SiteId> {
        if self.plan.has_links() {
            return self.linked(site);
        }
        group(&self.plan, &self.now.stones, site)
    }

    /// What the last stone makes urgent, where that is watched.
    fn urgent(&self, policy: &Policy) -> Vec<SiteId> {
        match self.now.last.map(|last| last.kind()) {
            Some(MoveKind::Place { site, .. }) if policy.captures() => policy::urgent(self, site),
            _ => Vec::new(),
        }
    }

    /// All groups of somebody's stones.
    fn groups(&self, who: impl Fn(Colour) -> bool) -> Vec<Vec<SiteId>> {
        let mut groups: Vec<Vec<SiteId>> = Vec::new();
        for site in self.board().ids() {
            let colour = self.now.stones[site.index()];
            if colour != Colour::NONE
                && who(colour)
                && !groups.iter().any(|group| group.contains(&site))
            {
                groups.push(self.group(site));
            }
        }
        groups
    }

    fn next_player(&self, player: Colour) -> Colour {
        Colour(player.0 % self.plan.players + 1)
    }

    /// The colours of stones that may come now; none where stones are not placed.
    fn colours(&self) -> std::ops::Range<u8> {
        let (plan, now) = (&*self.plan, &self.now);
        match (plan.moves.place, plan.turn) {
            _ if plan.moves.settle.is_some() => now.mover.0..now.mover.0 + 1,
            (None, _) => 0..0,
            _ if now.opening => 1..2,
            (Some(Placing::Any), _) => 1..plan.players + 1,
            (_, Turn::EachColour) => now.step as u8 + 1..now.step as u8 + 2,
            _ => now.mover.0..now.mover.0 + 1,
        }
    }

    /// The moves without the forced pass.
    fn real_moves(&self, moves: &mut Vec<Move>) {
        let (plan, now) = (&*self.plan, &self.now);
        if self.acts() {
            self.list_actions(moves);
        } else {
            self.list_moves(moves);
        }
        // A turn made of actions is finished once it is begun, and one that opens the game is not passed.
        let passes = plan.moves.pass && now.done.is_empty() && !self.is_set_up();
        if passes || self.may_stop() || now.opening && now.mover == Colour(1) {
            moves.push(Move::PASS);
        }
        let second = now.step == 0 && now.mover == Colour(2);
        if plan.swap && now.turns == 1 && second || now.opening && second {
            moves.push(Move::SWAP);
        }
    }

    fn list_moves(&self, moves: &mut Vec<Move>) {
        for site in self.board().ids() {
            for colour in self.colours().map(Colour) {
                if self.may_place(site, colour) {
                    moves.push(Move::place(site, colour));
                }
            }
        }
        let own = |site: &SiteId| self.now.stones[site.index()] == self.now.mover;
        for from in self.board().ids().filter(own) {
            if !self.must_place() {
                self.shifts(from, moves);
            }
        }
    }

    /// Whether this is a first turn with ways of its own.
    fn is_set_up(&self) -> bool {
        self.now.turns == 0 && !self.plan.first_ways.is_empty()
    }

    /// Whether one may stop here, having made a move of the turn.
    fn may_stop(&self) -> bool {
        matches!(self.plan.turn, Turn::UpTo { .. }) && self.now.step > 0
    }

    /// Whether a stone was moved in a turn that ends with one placed.
    fn must_place(&self) -> bool {
        self.plan.turn == Turn::MoveThenPlace && self.now.step > 0
    }

    fn may_place(&self, site: SiteId, colour: Colour) -> bool {
        if self.plan.moves.settle.is_some() {
            return self.settles(site, colour).is_some();
        }
        self.may_place_among(&self.now.stones, site, colour)
    }

    /// Whether a stone may come on a site when these are the others.
    fn may_place_among(&self, before: &[Colour], site: SiteId, colour: Colour) -> bool {
        let (plan, now) = (&*self.plan, &self.now);
        if before[site.index()] != Colour::NONE
            || !self.board().points(site).is_empty()
            || plan.barred[now.mover.index() - 1].contains(&site)
        {
            return false;
        }
        let opening = plan.opening.as_ref().filter(|_| now.opening);
        if opening.is_some_and(|opening| opening.barred.contains(&site)) {
            return false;
        }
        if let Some(least) = plan.needs.neighbours_at_least {
            let around = self.board().neighbours(site, Connectivity::Adjacent);
            if (around
                .iter()
                .filter(|n| before[n.index()] != Colour::NONE)
                .count() as u32)
                < least
            {
                return false;
            }
        }
        if plan.needs == Needs::default() && !plan.captures() {
            return true;
        }
        let mut stones = before.to_vec();
        stones[site.index()] = colour;
        capture(plan, &mut stones, site);
        self.needs_hold(&stones, site)
    }

    /// Whether a turn that has led to these stones can end with one placed.
    fn may_go_on(&self, stones: &[Colour]) -> bool {
        let mover = self.now.mover;
        let bare = || bare_diagonal(self.board(), stones, mover);
        match bare().filter(|_| self.plan.needs.no_bare_diagonal) {
            // Nothing but a stone on one of these two sites mends it.
            Some(mends) => mends
                .into_iter()
                .any(|site| self.may_place_among(stones, site, mover)),
            None => (self.board().ids()).any(|site| self.may_place_among(stones, site, mover)),
        }
    }

    /// The needs that look at the position after the move.
    fn needs_hold(&self, after: &[Colour], site: SiteId) -> bool {
        let needs = &self.plan.needs;
        if needs.freedom && freedom(&self.plan, after, &group(&self.plan, after, site)) == 0 {
            return false;
        }
        if needs
            .group_at_most
            .is_some_and(|most| group(&self.plan, after, site).len() as u32 > most)
        {
            return false;
        }
        if needs.no_crosscut && crosscut(&self.plan, after, site) {
            return false;
        }
        if needs.no_bare_diagonal
            && bare_diagonal(self.board(), after, after[site.index()]).is_some()
        {
            return false;
        }
        !(needs.new_position
            && (self.now.stones == after || self.past.iter().any(|state| state.stones == after)))
    }

    fn shifts(&self, from: SiteId, moves: &mut Vec<Move>) {
        let (plan, board, stones) = (&*self.plan, self.board(), &self.now.stones);
        let empty = |site: SiteId| stones[site.index()] == Colour::NONE;
        let mut candidates = Vec::new();
        for direction in plan
            .moves
            .step
            .map_or(0..0, |along| board.directions_of(along))
        {
            candidates.extend(board.step(from, direction).filter(|to| empty(*to)));
        }
        for direction in plan
            .moves
            .hop
            .map_or(0..0, |along| board.directions_of(along))
        {
            if let Some(over) = board.step(from, direction).filter(|over| !empty(*over)) {
                candidates.extend(board.step(over, direction).filter(|to| empty(*to)));
            }
        }
        if let Some(line) = plan.moves.line {
            for direction in board.directions_of(line.along) {
                candidates.extend(self.line_move(from, direction));
            }
        }
        for to in candidates {
            let candidate = Move::shift(from, to);
            if self.may_shift(from, to) && !moves.contains(&candidate) {
                moves.push(candidate);
            }
        }
    }

    /// Whether a stone may go where its way of moving leads it.
    fn may_shift(&self, from: SiteId, to: SiteId) -> bool {
        let mut after = self.now.stones.clone();
        after[to.index()] = after[from.index()];
        after[from.index()] = Colour::NONE;
        capture(&self.plan, &mut after, to);
        match self.plan.turn {
            Turn::MoveThenPlace => self.may_go_on(&after),
            _ => self.needs_hold(&after, to),
        }
    }

    /// A legal move, each equally likely, drawn among all sites and all steps until one is legal; nothing when that takes too long, or
    /// where there are other moves.
    fn draw(&self, random: &mut Random) -> Option<Move> {
        let (plan, now, board) = (&*self.plan, &self.now, self.board());
        let moves = &plan.moves;
        if moves.settle.is_some() {
            return self.draw_settling(random);
        }
        let plain = moves.place == Some(Placing::Own) && plan.turn != Turn::EachColour;
        let others = moves.hop.is_some() || moves.line.is_some() || moves.pass || self.may_stop();
        if !plain || others || now.opening || plan.swap && now.turns == 1 {
            return None;
        }
        let steps = moves.step.filter(|_| !self.must_place());
        let directions = steps.map_or(0..0, |along| board.directions_of(along));
        let sites = board.len() as u32;
        let is_own = |site: &SiteId| now.stones[site.index()] == now.mover;
        let own: Vec<SiteId> = match steps {
            Some(_) => board.ids().filter(is_own).collect(),
            None => Vec::new(),
        };
        (0..TRIES_MAX).find_map(|_| {
            let drawn = random.below(sites + (own.len() * directions.len()) as u32);
            let Some(step) = drawn.checked_sub(sites) else {
                let site = SiteId(drawn as u16);
                let may = self.may_place(site, now.mover);
                return may.then(|| Move::place(site, now.mover));
            };
            let (stone, way) = (
                step as usize / directions.len(),
                step as usize % directions.len(),
            );
            let to = board.step(own[stone], directions.start + way)?;
            let may = now.stones[to.index()] == Colour::NONE && self.may_shift(own[stone], to);
            may.then(|| Move::shift(own[stone], to))
        })
    }

    /// The same where stacks settle: passing is one place more to draw.
    fn draw_settling(&self, random: &mut Random) -> Option<Move> {
        let (plan, now) = (&*self.plan, &self.now);
        if self.acts() || self.may_stop() || plan.swap && now.turns == 1 {
            return None;
        }
        let sites = plan.board.len() as u32;
        (0..TRIES_MAX).find_map(|_| {
            let drawn = random.below(sites + u32::from(plan.moves.pass));
            let site = SiteId(drawn as u16);
            match drawn == sites {
                true => Some(Move::PASS),
                false => (self.settles(site, now.mover)).map(|_| Move::place(site, now.mover)),
            }
        })
    }

    fn line_move(&self, from: SiteId, direction: usize) -> Option<SiteId> {
        let (board, stones) = (self.board(), &self.now.stones);
        let own = stones[from.index()];
        let mut distance = 1;
        for way in [direction, direction ^ 1] {
            let mut site = from;
            while let Some(next) = board.step(site, way) {
                distance += u32::from(stones[next.index()] != Colour::NONE);
                site = next;
            }
        }
        let mut site = from;
        for left in (0..distance).rev() {
            site = board.step(site, direction)?;
            let here = stones[site.index()];
            let blocked = if left > 0 {
                here != Colour::NONE && here != own
            } else {
                here == own
            };
            if blocked {
                return None;
            }
        }
        Some(site)
    }

    fn apply(&mut self, played: Move) {
        let before = self.now.clone();
        self.past.push(before);
        let plan = self.plan.clone();
        let mover = self.now.mover;
        self.now.captured = 0;
        self.now.moves += 1;
        let acts = self.acts();
        if !self.must_place() && self.now.done.is_empty() {
            self.now.came.clear();
        }
        let mut stone = None;
        let mut finished = false;
        match played.kind() {
            MoveKind::Place { site, colour } => {
                let action = self.action(site, colour);
                if plan.moves.settle.is_some() {
                    let before = self.now.stones[site.index()];
                    self.now.captured += u32::from(![Colour::NONE, colour].contains(&before));
                    // A stone of a first turn sees nothing yet.
                    let height = if acts {
                        1
                    } else {
                        self.settles(site, colour).unwrap_or(1)
                    };
                    self.now.heights[site.index()] = height;
                }
                self.now.stones[site.index()] = colour;
                stone = Some((site, colour));
                finished = action.is_some_and(|action| self.finish_action(action, site));
            }
            MoveKind::Shift { from, to } => {
                self.now.captured += u32::from(self.now.stones[to.index()] != Colour::NONE);
                self.now.stones[to.index()] = self.now.stones[from.index()];
                self.now.stones[from.index()] = Colour::NONE;
                stone = Some((to, self.now.stones[to.index()]));
            }
            MoveKind::Pass | MoveKind::Swap => {}
        }
        if let Some((site, colour)) = stone
            && colour.is_owned()
        {
            self.now.came.push(site);
            self.link(site);
            self.win_cells(site);
        }
        if let Some((site, _)) = stone {
            self.now.captured += capture(&plan, &mut self.now.stones, site);
        }
        self.now.captures[mover.index()] += self.now.captured;
        // Who stops after some moves has not passed.
        let stops = self.may_stop();
        self.now.passes = if played == Move::PASS && !stops {
            self.now.passes + 1
        } else {
            0
        };
        self.now.opening &= stone.is_some();
        self.now.step += 1;
        let most = plan.moves_in_turn(self.now.turns, self.now.grown);
        let placed = matches!(played.kind(), MoveKind::Place { .. });
        let whole = plan.turn == Turn::MoveThenPlace || acts;
        let turn_over = match acts {
            true => stone.is_none() || finished,
            false => stone.is_none() || self.now.step >= most || whole && placed,
        };
        // The turn passes before the ends are tested, so that `no move` can ask for the next player's moves;
        // the ends themselves speak of the mover.
        if turn_over {
            self.now.step = 0;
            self.now.turns += 1;
            self.now.done.clear();
            self.now.touched.clear();
            // After a swap colour 2 moves again, now played by the person who opened.
            if played != Move::SWAP {
                self.now.mover = self.next_player(mover);
            }
        }
        if turn_over && matches!(plan.turn, Turn::UpTo { .. }) {
            let (before, largest) = (self.now.largest, self.largest_group());
            self.now.grown = before > 0 && largest > before;
            self.now.largest = largest;
        }
        let round_over = turn_over && mover.0 == plan.players;
        // Nobody's stones do nothing, so that the ends speak of the last one of somebody.
        if acts && stone.is_some() {
            let came = self.now.came.last();
            stone = came.map(|site| (*site, self.now.stones[site.index()]));
        }
        // A turn that is judged as a whole is not judged in its middle.
        if turn_over || !whole {
            self.now.status = self.judge(&Last { mover, stone }, round_over);
        }
    }
}

/// Who has the highest of the scores; `untie` compares two who have the same. Nobody when two are equal at the top.
pub(crate) fn best(scores: &[u128], untie: impl Fn(Colour, Colour) -> Ordering) -> Status {
    let colour = |player: usize| Colour(player as u8 + 1);
    let (mut first, mut alone) = (0, true);
    for player in 1..scores.len() {
        let order = scores[player].cmp(&scores[first]);
        match order.then_with(|| untie(colour(player), colour(first))) {
            Ordering::Greater => (first, alone) = (player, true),
            Ordering::Equal => alone = false,
            Ordering::Less => {}
        }
    }
    if alone {
        Status::Won(colour(first))
    } else {
        Status::Draw
    }
}

/// Whether the stone on `site` is a corner of a square of four in which two of its colour face two of another colour.
fn crosscut(plan: &Plan, stones: &[Colour], site: SiteId) -> bool {
    let own = stones[site.index()];
    plan.board.squares(site).any(|corners| {
        let [across, one, other] = corners.map(|corner| stones[corner.index()]);
        across == own && one == other && one != own && one != Colour::NONE
    })
}

/// Two stones of a colour that face each other in a square of four without a third of them in it: the two other corners of the
/// square, one of which would have to be theirs.
fn bare_diagonal(board: &Board, stones: &[Colour], own: Colour) -> Option<[SiteId; 2]> {
    let is_own = |site: &SiteId| stones[site.index()] == own;
    let mut squares = (board.ids().filter(is_own)).flat_map(|site| board.squares(site));
    squares.find_map(|[across, one, other]| {
        (is_own(&across) && !is_own(&one) && !is_own(&other)).then_some([one, other])
    })
}

/// All sites reachable from `seed` over sites that are `open`; the seed belongs to them whatever it is.
pub(crate) fn flood(
    board: &Board,
    seed: SiteId,
    along: Connectivity,
    open: impl Fn(SiteId) -> bool,
) -> Vec<SiteId> {
    let mut seen = vec![false; board.len()];
    seen[seed.index()] = true;
    let mut reached = vec![seed];
    let mut next = 0;
    while next < reached.len() {
        for &site in board.neighbours(reached[next], along) {
            if !seen[site.index()] && open(site) {
                seen[site.index()] = true;
                reached.push(site);
            }
        }
        next += 1;
    }
    reached.sort();
    reached
}

fn group(plan: &Plan, stones: &[Colour], site: SiteId) -> Vec<SiteId> {
    let own = stones[site.index()];
    flood(&plan.board, site, plan.connectivity(own), |site| {
        stones[site.index()] == own
    })
}

/// The number of different empty neighbours of a group.
fn freedom(plan: &Plan, stones: &[Colour], group: &[SiteId]) -> u32 {
    let connectivity = plan.connectivity(stones[group[0].index()]);
    let around = group
        .iter()
        .flat_map(|site| plan.board.neighbours(*site, connectivity));
    let mut empty: Vec<SiteId> = around
        .copied()
        .filter(|site| stones[site.index()] == Colour::NONE)
        .collect();
    empty.sort();
    empty.dedup();
    empty.len() as u32
}

impl Engine for Referee {
    fn plan(&self) -> &Arc<Plan> {
        &self.plan
    }

    fn status(&self) -> Status {
        self.now.status
    }

    fn mover(&self) -> Colour {
        self.now.mover
    }

    fn stone(&self, site: SiteId) -> Colour {
        self.now.stones[site.index()]
    }

    fn height(&self, site: SiteId) -> u8 {
        self.height_of(site)
    }

    fn moves_made(&self) -> u32 {
        self.now.moves
    }

    fn captured(&self) -> u32 {
        self.now.captured
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.clear();
        if self.now.status == Status::Running {
            self.real_moves(moves);
            if moves.is_empty() {
                moves.push(Move::PASS);
            }
        }
    }

    fn is_legal(&self, candidate: Move) -> bool {
        if let MoveKind::Place { site, colour } = candidate.kind() {
            if self.acts() {
                return self.now.status == Status::Running
                    && site.index() < self.board().len()
                    && self.action(site, colour).is_some();
            }
            return self.now.status == Status::Running
                && site.index() < self.board().len()
                && self.colours().contains(&colour.0)
                && self.may_place(site, colour);
        }
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.contains(&candidate)
    }

    fn sample(&mut self, random: &mut Random) -> Move {
        if let Some(drawn) = self.draw(random) {
            return drawn;
        }
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves[random.below(moves.len() as u32) as usize]
    }

    fn play(&mut self, legal: Move) {
        self.apply(legal);
        self.now.last = Some(legal);
    }

    fn undo(&mut self) -> bool {
        match self.past.pop() {
            Some(before) => {
                self.now = before;
                true
            }
            None => false,
        }
    }

    fn scores(&self) -> Vec<u128> {
        let score = |player: Colour| {
            let term = |term: &ScoreTerm| match *term {
                ScoreTerm::Captures => u128::from(self.now.captures[player.index()]),
                ScoreTerm::Sight => u128::from(self.in_sight(player)),
                ScoreTerm::Territory => u128::from(self.territory(player)),
                ScoreTerm::Bonus {
                    player: owner,
                    points,
                } => u128::from(if owner == player { points } else { 0 }),
                ScoreTerm::Product => self
                    .groups(|colour| colour == player)
                    .iter()
                    .fold(1u128, |product, group| {
                        product.saturating_mul(group.len() as u128)
                    }),
                ScoreTerm::Largest(count) => {
                    let groups = self.groups(|colour| colour == player);
                    let mut sizes: Vec<u128> = groups.iter().map(|g| g.len() as u128).collect();
                    sizes.sort_unstable_by(|a, b| b.cmp(a));
                    sizes.resize(count as usize, 0);
                    sizes.iter().product()
                }
                ScoreTerm::Stars => {
                    let groups = self.groups(|colour| colour == player);
                    let stars = groups.iter().map(|group| {
                        let touched = group.iter().flat_map(|site| self.board().fringe(*site));
                        let touched: std::collections::HashSet<_> = touched.collect();
                        (touched.len() as u128).saturating_sub(2)
                    });
                    stars.sum()
                }
                ScoreTerm::Groups(from) => self
                    .groups(|colour| colour == player)
                    .iter()
                    .filter(|group| group.len() as u32 >= from)
                    .count() as u128,
                ScoreTerm::Stones => self
                    .now
                    .stones
                    .iter()
                    .filter(|colour| **colour == player)
                    .count() as u128,
            };
            self.plan.score.iter().map(term).sum()
        };
        (1..=self.plan.players)
            .map(|player| score(Colour(player)))
            .collect()
    }

    fn group_root(&self, site: SiteId) -> SiteId {
        self.group(site)[0]
    }

    fn group_size(&self, site: SiteId) -> u32 {
        self.group(site).len() as u32
    }

    fn playout_guided(&mut self, random: &mut Random, policy: &Policy, moves_max: u32) -> u32 {
        let before = self.moves_made();
        while self.status() == Status::Running && self.moves_made() - before < moves_max {
            let mover = self.mover();
            let last = self.now.last;
            let answer = last.and_then(|last| policy.answer(&Seen(self), last, mover, random));
            let urgent = self.urgent(policy).into_iter();
            let mended = urgent
                .map(|site| Move::place(site, mover))
                .find(|urgent| self.is_legal(*urgent))
                .or(answer.map(|site| Move::place(site, mover)));
            let chosen = match mended.filter(|mended| self.is_legal(*mended)) {
                Some(mended) => mended,
                None if policy.spares_eyes() => {
                    let mut drawn = (0..16).map(|_| self.sample(random)).collect::<Vec<Move>>();
                    drawn.retain(|one| *one != Move::PASS && !policy.fills_eye(&Seen(self), *one));
                    drawn.first().copied().unwrap_or(Move::PASS)
                }
                None => self.sample(random),
            };
            self.play(chosen);
            policy.takes_back(self, mover, random);
        }
        self.moves_made() - before
    }

    fn answers(&self, policy: &Policy, sites: &mut Vec<SiteId>) {
        sites.clear();
        if let Some(last) = self.now.last {
            policy.each_answer(&Seen(self), last, self.mover(), |site| sites.push(site));
        }
        sites.extend(self.urgent(policy));
    }

    fn links(&self) -> Vec<[SiteId; 2]> {
        self.now.links.clone()
    }

    fn due(&self) -> Vec<Action> {
        match self.now.status {
            Status::Running => self.due(),
            _ => Vec::new(),
        }
    }

    fn last(&self) -> Option<Move> {
        self.now.last
    }

    fn fork(&self) -> Box<dyn Engine> {
        Box::new(self.clone())
    }

    fn image(&self) -> String {
        format!("{:?} {:?}", self.now, self.past)
    }
}
