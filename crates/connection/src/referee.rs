//! The referee plays every plan, slowly and obviously: it floods groups afresh for every question and keeps a copy of
//! every position for undo. It is the oracle of the fast engines and the engine of plans that none of them covers.
//!
//! Written from the rules alone. It must stay free of cleverness.

mod capture;
mod cells;
mod judge;
mod links;
mod moves;
mod scores;
mod sight;
mod ways;

use crate::board::{Board, Connectivity, SiteId};
use crate::engine::{Engine, Status};
use crate::moves::{Move, MoveKind};
use crate::plan::{Action, Colour, Plan, Turn};
use crate::policy::{self, Policy, Seen};
use crate::random::Random;
use capture::capture;
pub(crate) use scores::best;
use std::sync::Arc;

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

/// What a move did to the board at first.
struct Moved {
    /// The stone that came or moved, and its colour.
    stone: Option<(SiteId, Colour)>,
    /// Whether it was the last action of a turn made of actions.
    ends_actions: bool,
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

    /// Plays a legal move.
    fn apply(&mut self, played: Move) {
        self.past.push(self.now.clone());
        let mover = self.now.mover;
        let acts = self.acts();
        self.now.captured = 0;
        self.now.moves += 1;
        if !self.must_place() && self.now.done.is_empty() {
            self.now.came.clear();
        }
        let Moved {
            stone,
            ends_actions,
        } = self.move_stone(played, acts);
        if let Some((site, colour)) = stone {
            if colour.is_owned() {
                self.now.came.push(site);
                self.link(site);
                self.win_cells(site);
            }
            let plan = self.plan.clone();
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
        let is_whole = self.plan.turn == Turn::MoveThenPlace || acts;
        let placed = matches!(played.kind(), MoveKind::Place { .. });
        let turn_over = match acts {
            true => stone.is_none() || ends_actions,
            false => stone.is_none() || self.has_made_all_moves() || is_whole && placed,
        };
        // The turn passes before the ends are tested, so that `no move` can ask for the next player's moves;
        // the ends themselves speak of the mover.
        if turn_over {
            self.pass_turn(played);
        }
        // A turn that is judged as a whole is not judged in its middle.
        if turn_over || !is_whole {
            // Nobody's stones do nothing, so that the ends speak of the last one of somebody.
            let judged = match stone {
                Some(_) if acts => {
                    (self.now.came.last()).map(|site| (*site, self.now.stones[site.index()]))
                }
                stone => stone,
            };
            let last = Last {
                mover,
                stone: judged,
            };
            let round_over = turn_over && mover.0 == self.plan.players;
            self.now.status = self.judge(&last, round_over);
        }
    }

    /// Puts down or moves the stone of a move, before anything follows from it.
    fn move_stone(&mut self, played: Move, acts: bool) -> Moved {
        match played.kind() {
            MoveKind::Place { site, colour } => {
                let action = self.action(site, colour);
                if self.plan.moves.settle.is_some() {
                    let before = self.now.stones[site.index()];
                    self.now.captured += u32::from(![Colour::NONE, colour].contains(&before));
                    // A stone of a first turn sees nothing yet.
                    let height = match acts {
                        true => 1,
                        false => self.settles(site, colour).unwrap_or(1),
                    };
                    self.now.heights[site.index()] = height;
                }
                self.now.stones[site.index()] = colour;
                Moved {
                    stone: Some((site, colour)),
                    ends_actions: action.is_some_and(|action| self.finish_action(action, site)),
                }
            }
            MoveKind::Shift { from, to } => {
                let stones = &mut self.now.stones;
                self.now.captured += u32::from(stones[to.index()] != Colour::NONE);
                stones[to.index()] = stones[from.index()];
                stones[from.index()] = Colour::NONE;
                Moved {
                    stone: Some((to, stones[to.index()])),
                    ends_actions: false,
                }
            }
            MoveKind::Pass | MoveKind::Swap => Moved {
                stone: None,
                ends_actions: false,
            },
        }
    }

    fn has_made_all_moves(&self) -> bool {
        self.now.step >= self.plan.moves_in_turn(self.now.turns, self.now.grown)
    }

    fn pass_turn(&mut self, played: Move) {
        self.now.step = 0;
        self.now.turns += 1;
        self.now.done.clear();
        self.now.touched.clear();
        // After a swap colour 2 moves again, now played by the person who opened.
        if played != Move::SWAP {
            self.now.mover = self.next_player(self.now.mover);
        }
        if matches!(self.plan.turn, Turn::UpTo { .. }) {
            let (before, largest) = (self.now.largest, self.largest_group());
            self.now.grown = before > 0 && largest > before;
            self.now.largest = largest;
        }
    }
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

    fn prisoners(&self, player: Colour) -> u32 {
        self.now.captures[player.index()]
    }

    fn scores(&self) -> Vec<u128> {
        let players = (1..=self.plan.players).map(Colour);
        players.map(|player| self.score(player)).collect()
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
                None => {
                    let drawn = self.sample(random);
                    policy.better(drawn, || self.sample(random))
                }
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
