//! What a playout may know beyond the rules. It answers a stone that intrudes into a bridge or leaves a group one liberty. It does not
//! fill its own eyes where it may pass instead, nor lose by a move where another one does not. And it may know what moves were worth
//! in playouts before.
//!
//! Two points of one player are bridged when two empty sites both join them: if the other player takes one, the answer is the
//! other. A point is a stone or a region that the player's goal asks him to touch. All of this follows from the plan: the graph
//! of the board, what makes a group, and the goals. Must not know how an engine keeps its stones.

mod averages;

use crate::board::{Connectivity, SiteId};
use crate::engine::{Engine, Status};
use crate::moves::{Move, MoveKind};
use crate::plan::{Colour, Condition, End, Plan, Verdict, Who};
use crate::random::Random;
use averages::Averages;
use std::sync::Arc;

/// The most neighbours of a site that are looked at.
const AROUND_MAX: usize = 16;

/// So many other moves are drawn instead of one that loses.
const LOSS_TRIES: u32 = 4;

/// What the policy asks of a position.
pub trait View {
    /// What stands on a site.
    fn stone(&self, site: SiteId) -> Colour;
    /// Whether two stones of one colour belong to one group.
    fn joined(&self, one: SiteId, other: SiteId) -> bool;
    /// Whether the group of a stone touches a region, given as a bit.
    fn touches(&self, stone: SiteId, region: u32) -> bool;
}

/// A bridge that a stone on a site would break: what must stand where, and the answer.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Bridge {
    /// Own stones among the neighbours of the site, a bit each: two, or one and a region.
    ends: u16,
    /// The region's bit, or none.
    region: u32,
    /// The first and the last of the ends.
    one: SiteId,
    other: SiteId,
    answer: SiteId,
}

/// The bridges of one colour round every site.
#[derive(Clone, PartialEq, Debug, Default)]
struct Bridges {
    around: Vec<Vec<SiteId>>,
    /// Where the list of a site begins in `all`; one more than there are sites.
    begins: Vec<u32>,
    all: Vec<Bridge>,
}

/// What playouts know of a plan.
#[derive(Clone, Debug)]
pub struct Policy {
    /// Per player (index 0 is player 1), nothing for those who want no connections.
    bridges: Arc<Vec<Option<Bridges>>>,
    /// What surrounds every site, where groups are captured and passing is free.
    eyes: Option<Arc<Vec<Surroundings>>>,
    /// Whether groups are captured.
    captures: bool,
    /// Whether a move can lose the game.
    avoids_losing: bool,
    /// What moves were worth, where playouts learn from each other.
    averages: Option<Averages>,
}

/// The neighbours of a site, and the sites that it only touches.
#[derive(Clone, PartialEq, Debug)]
struct Surroundings {
    near: Vec<SiteId>,
    corners: Vec<SiteId>,
    on_rim: bool,
}

impl Policy {
    /// What follows from a plan; nothing when no player wants to connect anything, there are no eyes to fill, and no move loses.
    pub fn new(plan: &Plan) -> Option<Policy> {
        let stones_come = plan.moves.place.is_some();
        let bridges: Vec<Option<Bridges>> = (1..=plan.players)
            .map(Colour)
            .map(|colour| {
                (stones_come && wants_connections(plan, colour)).then(|| Bridges::new(plan, colour))
            })
            .collect();
        let useful =
            |bridges: &Option<Bridges>| bridges.as_ref().is_some_and(|b| !b.all.is_empty());
        let eyes = (stones_come && plan.capture_enclosed && plan.moves.pass)
            .then(|| Arc::new(surroundings(plan)));
        let loses = |end: &End| end.verdict == Verdict::Loses(Who::Mover);
        let avoids_losing = plan.ends.iter().any(loses);
        (bridges.iter().any(useful) || eyes.is_some() || avoids_losing).then(|| Policy {
            bridges: Arc::new(bridges),
            captures: plan.capture_enclosed,
            eyes,
            avoids_losing,
            averages: None,
        })
    }

    /// A policy that knows nothing of the plan and learns what moves are worth.
    pub fn learning(plan: &Plan) -> Policy {
        Policy {
            bridges: Arc::default(),
            eyes: None,
            captures: false,
            avoids_losing: false,
            averages: Some(Averages::new(plan)),
        }
    }

    /// Of two moves that were drawn the one that was worth more in playouts before; the first where nothing is learned.
    #[inline]
    pub fn better(&self, drawn: Move, other: impl FnOnce() -> Move) -> Move {
        match &self.averages {
            Some(averages) => averages.better(drawn, other()),
            None => drawn,
        }
    }

    /// Whether playouts learn from each other.
    pub fn learns(&self) -> bool {
        self.averages.is_some()
    }

    /// Learns from a move of a playout that somebody won.
    pub fn learn(&mut self, played: Move, winner: Colour) {
        if let Some(averages) = &mut self.averages {
            averages.learn(played, winner);
        }
    }

    /// Whether a move can lose the game.
    pub fn avoids_losing(&self) -> bool {
        self.avoids_losing
    }

    /// Where a player's move has just lost the game, takes it back and draws others instead, as long as they lose it, too, and not too
    /// often. Whether it took anything back.
    #[inline]
    pub fn takes_back<E: Engine>(
        &self,
        engine: &mut E,
        mover: Colour,
        random: &mut Random,
    ) -> bool {
        let mut tries = 0;
        while self.avoids_losing
            && tries < LOSS_TRIES
            && matches!(engine.status(), Status::Won(winner) if winner != mover)
        {
            engine.undo();
            let drawn = engine.sample(random);
            engine.play(drawn);
            tries += 1;
        }
        tries > 0
    }

    /// Whether groups are captured, so that their liberties are watched.
    #[inline]
    pub fn captures(&self) -> bool {
        self.captures
    }

    /// Whether playouts spare eyes, and pass when there is nothing else to do.
    #[inline]
    pub fn spares_eyes(&self) -> bool {
        self.eyes.is_some()
    }

    /// Whether a stone would fill an eye of its own player: only own stones around, and hardly a stranger at the corners.
    #[inline]
    pub fn fills_eye(&self, view: &impl View, played: Move) -> bool {
        let (Some(eyes), MoveKind::Place { site, colour }) = (&self.eyes, played.kind()) else {
            return false;
        };
        let around = &eyes[site.index()];
        if around.near.iter().any(|near| view.stone(*near) != colour) {
            return false;
        }
        let is_stranger = |site: &&SiteId| {
            let stone = view.stone(**site);
            stone != colour && stone != Colour::NONE
        };
        let strangers = around.corners.iter().filter(is_stranger).count();
        strangers < if around.on_rim { 1 } else { 2 }
    }

    /// The answer of a player to the last move, if it broke one of his bridges; drawn among all such answers.
    #[inline]
    pub fn answer(
        &self,
        view: &impl View,
        last: Move,
        mover: Colour,
        random: &mut Random,
    ) -> Option<SiteId> {
        let mut found = None;
        let mut count = 0;
        self.each_answer(view, last, mover, |site| {
            count += 1;
            if count == 1 || random.below(count) == 0 {
                found = Some(site);
            }
        });
        found
    }

    /// Calls with every answer of a player to the last move.
    #[inline]
    pub fn each_answer(
        &self,
        view: &impl View,
        last: Move,
        mover: Colour,
        mut call: impl FnMut(SiteId),
    ) {
        let MoveKind::Place { site, colour } = last.kind() else {
            return;
        };
        let Some(Some(bridges)) = self.bridges.get(mover.index() - 1) else {
            return;
        };
        if colour == mover {
            return;
        }
        let mut own = 0u16;
        for (bit, next) in bridges.around[site.index()].iter().enumerate() {
            own |= u16::from(view.stone(*next) == mover) << bit;
        }
        if own == 0 {
            return;
        }
        let here = site.index();
        let listed = bridges.begins[here] as usize..bridges.begins[here + 1] as usize;
        for bridge in &bridges.all[listed] {
            if own & bridge.ends == bridge.ends
                && view.stone(bridge.answer) == Colour::NONE
                && !bridge.is_joined(view)
            {
                call(bridge.answer);
            }
        }
    }
}

impl Bridge {
    #[inline]
    fn is_joined(&self, view: &impl View) -> bool {
        match self.region {
            0 => view.joined(self.one, self.other),
            region => view.touches(self.one, region),
        }
    }
}

impl Bridges {
    fn new(plan: &Plan, colour: Colour) -> Bridges {
        let board = &plan.board;
        let connectivity = plan.connectivity(colour);
        let near = |site: SiteId| board.neighbours(site, connectivity);
        let mut bridges = Bridges::default();
        for site in board.ids() {
            bridges.begins.push(bridges.all.len() as u32);
            let around: Vec<SiteId> = near(site).iter().copied().take(AROUND_MAX).collect();
            for (k, &one) in around.iter().enumerate() {
                for (l, &other) in around.iter().enumerate().skip(k + 1) {
                    if near(one).contains(&other) {
                        continue;
                    }
                    let common = near(one)
                        .iter()
                        .filter(|e| **e != site && near(other).contains(e));
                    for &answer in common {
                        bridges.all.push(Bridge {
                            ends: 1 << k | 1 << l,
                            region: 0,
                            one,
                            other,
                            answer,
                        });
                    }
                }
                for (bit, region) in wanted_regions(plan, colour) {
                    if !region.contains(&site) || region.contains(&one) {
                        continue;
                    }
                    for &answer in near(one) {
                        if answer != site && region.contains(&answer) {
                            bridges.all.push(Bridge {
                                ends: 1 << k,
                                region: bit,
                                one,
                                other: one,
                                answer,
                            });
                        }
                    }
                }
            }
            bridges.around.push(around);
        }
        bridges.begins.push(bridges.all.len() as u32);
        bridges
    }
}

fn surroundings(plan: &Plan) -> Vec<Surroundings> {
    let board = &plan.board;
    let all = board.ids().map(|site| {
        let near = board.neighbours(site, plan.connect[0]).to_vec();
        let touching = board.neighbours(site, Connectivity::Touching).iter();
        Surroundings {
            corners: touching
                .filter(|next| !near.contains(next))
                .copied()
                .collect(),
            on_rim: board.is_outer(site),
            near,
        }
    });
    all.collect()
}

/// The regions of a colour with their bits, as [`crate::engine`] numbers them.
pub fn wanted_regions(plan: &Plan, colour: Colour) -> Vec<(u32, &[SiteId])> {
    let player = colour.index() - 1;
    let regions = plan
        .families
        .iter()
        .flat_map(move |family| &family.regions[player]);
    regions
        .enumerate()
        .take(32)
        .map(|(number, region)| (1 << number, region.as_slice()))
        .collect()
}

/// Whether a player wins by something that holds together: regions joined or a loop, by his own stones.
pub fn wants_connections(plan: &Plan, colour: Colour) -> bool {
    fn holds_together(condition: &Condition) -> bool {
        match condition {
            Condition::Connect { .. } | Condition::Loop(_) => true,
            Condition::All(list) | Condition::Any(list) => list.iter().any(holds_together),
            _ => false,
        }
    }
    plan.ends.iter().any(|end| {
        let his = match end.verdict {
            Verdict::Wins(Who::Mover | Who::Owner) => true,
            Verdict::Wins(Who::Player(player)) => player == colour.0,
            _ => false,
        };
        his && holds_together(&end.condition)
    })
}

/// The sites that the last stone makes urgent for the other player where groups are captured, the best first: the only liberty of its
/// own group, to capture it; then, for each group beside it that has one liberty left, what captures a group around that one, and
/// that liberty, if the group has two or more with a stone there.
pub fn urgent(engine: &dyn Engine, last: SiteId) -> Vec<SiteId> {
    let plan = engine.plan();
    let near = |site: SiteId| plan.board.neighbours(site, plan.connect[0]).iter().copied();
    let group = |stone: SiteId| {
        let root = engine.group_root(stone);
        let own = move |site: &SiteId| {
            engine.stone(*site) != Colour::NONE && engine.group_root(*site) == root
        };
        plan.board.ids().filter(own)
    };
    let liberties = |stone: SiteId| {
        let mut free: Vec<SiteId> = group(stone).flat_map(near).collect();
        free.retain(|site| engine.stone(*site) == Colour::NONE);
        free.sort();
        free.dedup();
        free
    };
    let enemy = engine.stone(last);
    let theirs = |stone: &SiteId| engine.stone(*stone) == enemy;
    let mine = |stone: &SiteId| engine.stone(*stone) != Colour::NONE && !theirs(stone);
    let only = |stone: SiteId| Some(liberties(stone)).filter(|free| free.len() == 1);
    let mut found: Vec<SiteId> = only(last).into_iter().flatten().collect();
    for own in near(last).filter(mine) {
        let Some(&[liberty]) = only(own).as_deref().and_then(<[_]>::first_chunk) else {
            continue;
        };
        let around = group(own).flat_map(near).filter(theirs);
        found.extend(around.filter_map(only).flatten());
        let joined = near(liberty).filter(mine).flat_map(liberties);
        let empty = near(liberty).filter(|site| engine.stone(*site) == Colour::NONE);
        let mut after: Vec<SiteId> = joined.chain(empty).collect();
        after.retain(|site| *site != liberty);
        after.sort();
        after.dedup();
        if after.len() >= 2 {
            found.push(liberty);
        }
    }
    found
}

/// Any engine, seen through its interface: slower than what the engines offer themselves.
pub struct Seen<'a>(pub &'a dyn Engine);

impl View for Seen<'_> {
    fn stone(&self, site: SiteId) -> Colour {
        self.0.stone(site)
    }

    fn joined(&self, one: SiteId, other: SiteId) -> bool {
        self.0.group_root(one) == self.0.group_root(other)
    }

    fn touches(&self, stone: SiteId, region: u32) -> bool {
        let (plan, root) = (self.0.plan(), self.0.group_root(stone));
        let colour = self.0.stone(stone);
        wanted_regions(plan, colour)
            .into_iter()
            .filter(|(bit, _)| bit & region != 0)
            .any(|(_, sites)| {
                let mut own = sites.iter().filter(|site| self.0.stone(**site) == colour);
                own.any(|site| self.0.group_root(*site) == root)
            })
    }
}
