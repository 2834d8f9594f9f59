//! Virtual connections: who is sure to join the regions of his goal, whatever the other player does.
//!
//! Two points are fully connected when their owner joins them even if the other player moves first, and half connected when he
//! does so if he moves first himself. Two rules find both from contacts (V. Anshelevich, *A hierarchical approach to computer
//! Hex*). *And*: two full connections with one end in common and nothing else make a full connection if that end is an own
//! stone, and a half one if it is empty. *Or*: half connections that have no site in common make a full one.
//!
//! A connection carries the empty sites that it needs. What is found is true; what is not found may be true all the same, since
//! the lists are bounded. Only plans in which nothing else can happen are taken: stones come one at a time and stay, the only
//! ends are goals of connection, and not both players can reach theirs.

use crate::board::{Connectivity, SiteId};
use crate::engine::bits::Bits;
use crate::plan::{Colour, Condition, Placing, Plan, Turn, Verdict, Who};

/// The most full connections of two points that are kept.
const FULL_MAX: usize = 8;
/// The most half connections of two points that are kept.
const HALF_MAX: usize = 12;
/// The most half connections that the or-rule puts together.
const OR_MAX: usize = 5;
/// Words of a set of sites.
pub const WORDS: usize = 6;
/// A set of sites.
pub type Sites = Bits<WORDS>;

/// A goal that can be proved: the regions of each player, all of which one group has to touch.
#[derive(Clone, Debug)]
pub struct Goals {
    sites: usize,
    near: Vec<Vec<u16>>,
    /// Per player, per region its sites.
    regions: [Vec<Vec<u16>>; 2],
}

impl Goals {
    /// The goals of a plan, if nothing else decides its games.
    pub fn new(plan: &Plan) -> Option<Goals> {
        let simple = plan.players == 2
            && plan.turn == Turn::Moves { count: 1, first: 1 }
            && plan.moves.place == Some(Placing::Own)
            && plan.moves.step.is_none()
            && plan.moves.hop.is_none()
            && plan.moves.line.is_none()
            && !plan.moves.pass
            && plan.opening.is_none()
            && !plan.capture_enclosed
            && plan.needs == Default::default()
            && plan.connect[0] == plan.connect[1]
            && plan.board.len() <= 64 * WORDS;
        let family = match plan.ends.as_slice() {
            [end] if simple && end.verdict == Verdict::Wins(Who::Mover) => match end.condition {
                Condition::Connect { family, at_least } => Some((family, at_least)),
                _ => None,
            },
            _ => None,
        };
        let (family, at_least) = family?;
        let families = &plan.families[family].regions;
        if families
            .iter()
            .any(|regions| regions.len() != at_least as usize || regions.len() < 2)
            || !is_exclusive(plan, families)
        {
            return None;
        }
        let numbers = |sites: &[SiteId]| sites.iter().map(|site| site.0).collect::<Vec<u16>>();
        let of = |player: usize| {
            families[player]
                .iter()
                .map(|region| numbers(region))
                .collect()
        };
        let near = plan
            .board
            .ids()
            .map(|site| numbers(plan.board.neighbours(site, plan.connect[0])));
        Some(Goals {
            sites: plan.board.len(),
            near: near.collect(),
            regions: [of(0), of(1)],
        })
    }

    /// How many sites the board has.
    pub fn sites(&self) -> usize {
        self.sites
    }
}

/// Whether not both players can reach their goals: on hexagons, where the regions are pieces of the rim that cover it, and each
/// player has two opposite ones, or both have the same three or more.
fn is_exclusive(plan: &Plan, families: &[Vec<Vec<SiteId>>]) -> bool {
    let board = &plan.board;
    let rim = |site: &SiteId| board.is_outer(*site);
    let all = || families.iter().flatten();
    let covered = board
        .ids()
        .filter(rim)
        .all(|site| all().any(|region| region.contains(&site)));
    let on_rim = all().flatten().all(rim);
    let connected = |region: &Vec<SiteId>| {
        let mut seen = vec![region[0]];
        let mut next = 0;
        while next < seen.len() {
            for near in board.neighbours(seen[next], Connectivity::Adjacent) {
                if region.contains(near) && !seen.contains(near) {
                    seen.push(*near);
                }
            }
            next += 1;
        }
        seen.len() == region.len()
    };
    let pieces = all().all(|region| !region.is_empty() && connected(region));
    let overlap =
        |one: &[SiteId], other: &[SiteId]| one.iter().filter(|site| other.contains(site)).count();
    let apart = |regions: &[Vec<SiteId>]| {
        regions
            .iter()
            .enumerate()
            .all(|(k, one)| regions[..k].iter().all(|other| overlap(one, other) <= 1))
    };
    let opposite = families[0].len() == 2
        && families[1].len() == 2
        && families.iter().all(|pair| overlap(&pair[0], &pair[1]) == 0)
        && families[0]
            .iter()
            .all(|one| families[1].iter().all(|other| overlap(one, other) <= 1));
    let same = families[0] == families[1] && families[0].len() == 3 && apart(&families[0]);
    let hexagons = board.directions() == 6 && !board.is_cut();
    hexagons && covered && on_rim && pieces && (opposite || same)
}

/// What is known of two points.
#[derive(Clone, Default, Debug)]
struct Pair {
    full: Vec<Sites>,
    half: Vec<Sites>,
}

/// The connections of one player in one position, and room to find them in.
#[derive(Clone, Debug)]
pub struct Connections {
    pairs: Vec<Pair>,
    /// Pairs with anything in them, for clearing.
    used: Vec<u32>,
    queue: std::collections::VecDeque<(u16, u16, Sites)>,
    /// The point of every site: itself, the first stone of its group, or none.
    point: Vec<u16>,
    own: Vec<bool>,
    /// Points that have a full connection to a point.
    partners: Vec<Vec<u16>>,
    points: usize,
    /// Half connections of the whole goal.
    goal: Pair,
}

/// No point: a stone of the other player.
const NOWHERE: u16 = u16::MAX;

impl Connections {
    /// Room for positions of such goals.
    pub fn new(goals: &Goals) -> Self {
        let regions = goals.regions.iter().map(Vec::len).max().unwrap_or(0);
        let points = goals.sites + regions;
        Connections {
            pairs: vec![Pair::default(); points * points],
            used: Vec::new(),
            queue: Default::default(),
            point: vec![NOWHERE; points],
            own: vec![false; points],
            partners: vec![Vec::new(); points],
            points,
            goal: Pair::default(),
        }
    }

    /// Finds connections of a player until nothing is new or so many steps are done.
    pub fn find(
        &mut self,
        goals: &Goals,
        colour: Colour,
        stone: impl Fn(SiteId) -> Colour,
        steps_max: u32,
    ) {
        self.clear();
        self.name_points(goals, colour, &stone);
        self.contacts(goals, colour);
        let mut steps = 0;
        while let Some((one, other, carrier)) = self.queue.pop_front() {
            // Newer, smaller ones may have pushed it out.
            if !self.pairs[self.place(one, other)].full.contains(&carrier) {
                continue;
            }
            steps += self.conclude(goals, one, other, carrier)
                + self.conclude(goals, other, one, carrier);
            if steps >= steps_max {
                break;
            }
        }
        self.conclude_goal(goals, colour);
    }

    /// The smallest set of sites with which the player reaches his goal even if the other one moves.
    pub fn sure(&self) -> Option<Sites> {
        self.goal
            .full
            .iter()
            .copied()
            .min_by_key(|carrier| carrier.len())
    }

    /// Sets of sites with each of which the player reaches his goal if he moves.
    pub fn if_moving(&self) -> &[Sites] {
        &self.goal.half
    }

    /// The smallest set of sites with which he reaches it if he moves.
    pub fn sure_if_moving(&self) -> Option<Sites> {
        let half = self.if_moving().iter().copied();
        half.chain(self.sure()).min_by_key(|carrier| carrier.len())
    }

    fn clear(&mut self) {
        for place in self.used.drain(..) {
            self.pairs[place as usize].full.clear();
            self.pairs[place as usize].half.clear();
        }
        self.partners.iter_mut().for_each(Vec::clear);
        self.queue.clear();
        self.goal.full.clear();
        self.goal.half.clear();
    }

    fn place(&self, one: u16, other: u16) -> usize {
        let (low, high) = if one < other {
            (one, other)
        } else {
            (other, one)
        };
        low as usize * self.points + high as usize
    }

    fn name_points(&mut self, goals: &Goals, colour: Colour, stone: &impl Fn(SiteId) -> Colour) {
        self.own.fill(false);
        for site in 0..goals.sites as u16 {
            let here = stone(SiteId(site));
            self.point[site as usize] = if here == Colour::NONE { site } else { NOWHERE };
            self.own[site as usize] = here == colour;
        }
        let mut group = Vec::new();
        for site in 0..goals.sites as u16 {
            if !self.own[site as usize] || self.point[site as usize] != NOWHERE {
                continue;
            }
            self.point[site as usize] = site;
            group.push(site);
            while let Some(here) = group.pop() {
                for &next in &goals.near[here as usize] {
                    if self.own[next as usize] && self.point[next as usize] == NOWHERE {
                        self.point[next as usize] = site;
                        group.push(next);
                    }
                }
            }
        }
        for region in goals.sites..self.points {
            self.point[region] = region as u16;
        }
    }

    fn contacts(&mut self, goals: &Goals, colour: Colour) {
        for site in 0..goals.sites {
            let here = self.point[site];
            if here == NOWHERE {
                continue;
            }
            for &next in &goals.near[site] {
                let there = self.point[next as usize];
                if there != NOWHERE && there != here {
                    self.add_full(here, there, Sites::EMPTY);
                }
            }
            for (number, region) in goals.regions[colour.index() - 1].iter().enumerate() {
                if region.contains(&(site as u16)) {
                    self.add_full(here, (goals.sites + number) as u16, Sites::EMPTY);
                }
            }
        }
    }

    /// The and-rule over the second point: everything that a new connection makes with those that are known.
    fn conclude(&mut self, goals: &Goals, end: u16, middle: u16, carrier: Sites) -> u32 {
        // A group that touches a region is not joined to another one that does: regions are no way through.
        if middle as usize >= goals.sites {
            return 0;
        }
        let mut steps = 0;
        let is_own = self.own[middle as usize];
        let holds = |carrier: &Sites, point: u16| {
            (point as usize) < 64 * WORDS && carrier.contains(point as usize)
        };
        for number in 0..self.partners[middle as usize].len() {
            let far = self.partners[middle as usize][number];
            if far == end || holds(&carrier, far) {
                continue;
            }
            let place = self.place(middle, far);
            for known in 0..self.pairs[place].full.len() {
                let Some(&other) = self.pairs[place].full.get(known) else {
                    break;
                };
                steps += 1;
                if !carrier.intersection(other).is_empty() || holds(&other, end) {
                    continue;
                }
                let both = carrier.union(other);
                if is_own {
                    self.add_full(end, far, both);
                } else if !both.contains(middle as usize) {
                    let mut half = both;
                    half.insert(middle as usize);
                    self.add_half(end, far, half);
                }
            }
        }
        steps
    }

    fn add_full(&mut self, one: u16, other: u16, carrier: Sites) {
        let place = self.place(one, other);
        let pair = &mut self.pairs[place];
        let fresh = pair.full.is_empty() && pair.half.is_empty();
        let first = pair.full.is_empty();
        if !insert(&mut pair.full, carrier, FULL_MAX) {
            return;
        }
        if fresh {
            self.used.push(place as u32);
        }
        if first {
            self.partners[one as usize].push(other);
            self.partners[other as usize].push(one);
        }
        self.queue.push_back((one, other, carrier));
    }

    fn add_half(&mut self, one: u16, other: u16, carrier: Sites) {
        let place = self.place(one, other);
        let pair = &mut self.pairs[place];
        // Nothing is gained over a full connection that needs less.
        if pair
            .full
            .iter()
            .any(|full| full.without(carrier).is_empty())
        {
            return;
        }
        let fresh = pair.full.is_empty() && pair.half.is_empty();
        if !insert(&mut pair.half, carrier, HALF_MAX) {
            return;
        }
        if fresh {
            self.used.push(place as u32);
        }
        let mut found = Vec::new();
        alternatives(
            &self.pairs[place].half,
            0,
            carrier,
            carrier,
            OR_MAX - 1,
            &mut found,
        );
        for full in found {
            self.add_full(one, other, full);
        }
    }

    /// What is known of all regions together.
    fn conclude_goal(&mut self, goals: &Goals, colour: Colour) {
        let regions = goals.regions[colour.index() - 1].len();
        let region = |number: usize| (goals.sites + number) as u16;
        if regions == 2 {
            let place = self.place(region(0), region(1));
            self.goal = self.pairs[place].clone();
            return;
        }
        let mut goal = std::mem::take(&mut self.goal);
        for site in 0..goals.sites as u16 {
            if self.point[site as usize] != site {
                continue;
            }
            let own = self.own[site as usize];
            self.stars(goals, site, regions, own, Sites::EMPTY, false, &mut goal);
        }
        let half = goal.half.clone();
        let mut found = Vec::new();
        for (number, carrier) in half.iter().enumerate() {
            alternatives(
                &half,
                number + 1,
                *carrier,
                *carrier,
                OR_MAX - 1,
                &mut found,
            );
        }
        for full in found {
            insert(&mut goal.full, full, FULL_MAX);
        }
        self.goal = goal;
    }

    /// Connections of one point to all regions that have nothing in common. One of them may be half, if the point is an own stone.
    #[allow(clippy::too_many_arguments)]
    fn stars(
        &self,
        goals: &Goals,
        site: u16,
        regions: usize,
        own: bool,
        carrier: Sites,
        is_half: bool,
        goal: &mut Pair,
    ) {
        if regions == 0 {
            let mut carrier = carrier;
            if !own {
                carrier.insert(site as usize);
            }
            match own && !is_half {
                true => insert(&mut goal.full, carrier, FULL_MAX),
                false => insert(&mut goal.half, carrier, 4 * HALF_MAX),
            };
            return;
        }
        let pair = &self.pairs[self.place(site, (goals.sites + regions - 1) as u16)];
        let full = pair.full.iter().map(|other| (other, is_half));
        let half = (pair.half.iter().filter(|_| own && !is_half)).map(|other| (other, true));
        for (other, is_half) in full.chain(half) {
            if carrier.intersection(*other).is_empty() {
                let carrier = carrier.union(*other);
                self.stars(goals, site, regions - 1, own, carrier, is_half, goal);
            }
        }
    }
}

/// Puts a set into a list of which none contains another, smallest first. False when it says nothing new or there is no room.
fn insert(list: &mut Vec<Sites>, carrier: Sites, most: usize) -> bool {
    if list.iter().any(|known| known.without(carrier).is_empty()) {
        return false;
    }
    list.retain(|known| !carrier.without(*known).is_empty());
    let size = carrier.len();
    let place = list.partition_point(|known| known.len() <= size);
    if place >= most {
        return false;
    }
    list.insert(place, carrier);
    list.truncate(most);
    true
}

/// The or-rule: half connections from `first` on that leave nothing in common, with everything that they need.
fn alternatives(
    list: &[Sites],
    first: usize,
    common: Sites,
    all: Sites,
    left: usize,
    found: &mut Vec<Sites>,
) {
    for (number, other) in list.iter().enumerate().skip(first) {
        let shared = common.intersection(*other);
        if shared == common {
            continue;
        }
        let whole = all.union(*other);
        if shared.is_empty() {
            found.push(whole);
        } else if left > 1 && found.len() < FULL_MAX {
            alternatives(list, number + 1, shared, whole, left - 1, found);
        }
    }
}
