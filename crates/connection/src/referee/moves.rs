//! Which moves there are, and how one is drawn.

use super::capture::capture;
use super::{Referee, freedom, group};
use crate::board::{Board, Connectivity, SiteId};
use crate::moves::Move;
use crate::plan::{Colour, Needs, Placing, Plan, Turn};
use crate::random::Random;

/// Draws that may fail before all moves are listed.
const TRIES_MAX: u32 = 256;

impl Referee {
    /// The colours of stones that may come now; none where stones are not placed.
    pub(super) fn colours(&self) -> std::ops::Range<u8> {
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
    pub(super) fn real_moves(&self, moves: &mut Vec<Move>) {
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
    pub(super) fn is_set_up(&self) -> bool {
        self.now.turns == 0 && !self.plan.first_ways.is_empty()
    }

    /// Whether one may stop here, having made a move of the turn.
    pub(super) fn may_stop(&self) -> bool {
        matches!(self.plan.turn, Turn::UpTo { .. }) && self.now.step > 0
    }

    /// Whether a stone was moved in a turn that ends with one placed.
    pub(super) fn must_place(&self) -> bool {
        self.plan.turn == Turn::MoveThenPlace && self.now.step > 0
    }

    pub(super) fn may_place(&self, site: SiteId, colour: Colour) -> bool {
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
    pub(super) fn draw(&self, random: &mut Random) -> Option<Move> {
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
