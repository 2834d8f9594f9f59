//! The two rules, *and* and *or*, over sets of sites of a fixed number of words. Knows no plans: goals come as regions.

use super::Goals;
use crate::board::SiteId;
use crate::engine::bits::Bits;
use crate::plan::Colour;

/// The most half connections that the or-rule puts together.
const OR_MAX: usize = 5;

/// How many connections of two points are kept. Longer lists see more and take more time.
#[derive(Clone, Copy, Debug)]
pub struct Lists {
    /// Full ones.
    pub full_max: usize,
    /// Half ones.
    pub half_max: usize,
}

/// What is known of two points.
#[derive(Clone, Debug)]
pub struct Pair<const W: usize> {
    pub full: Vec<Bits<W>>,
    pub half: Vec<Bits<W>>,
}

impl<const W: usize> Default for Pair<W> {
    fn default() -> Self {
        Pair {
            full: Vec::new(),
            half: Vec::new(),
        }
    }
}

/// The connections of one player in one position, and room to find them in.
#[derive(Clone, Debug)]
pub struct Found<const W: usize> {
    lists: Lists,
    pairs: Vec<Pair<W>>,
    /// Pairs with anything in them, for clearing.
    used: Vec<u32>,
    queue: std::collections::VecDeque<(u16, u16, Bits<W>)>,
    /// The point of every site: itself, the first stone of its group, or none.
    point: Vec<u16>,
    own: Vec<bool>,
    /// Points that have a full connection to a point.
    partners: Vec<Vec<u16>>,
    points: usize,
    /// Half connections of the whole goal.
    goal: Pair<W>,
    /// Room for what the or-rule finds.
    found: Vec<Bits<W>>,
}

/// No point: a stone of the other player.
const NOWHERE: u16 = u16::MAX;

impl<const W: usize> Found<W> {
    /// Room for positions of such goals, and lists of such lengths.
    pub fn new(goals: &Goals, lists: Lists) -> Self {
        let regions = goals.regions.iter().map(Vec::len).max().unwrap_or(0);
        let points = goals.sites + regions;
        Found {
            lists,
            pairs: vec![Pair::default(); points * points],
            used: Vec::new(),
            queue: Default::default(),
            point: vec![NOWHERE; points],
            own: vec![false; points],
            partners: vec![Vec::new(); points],
            points,
            goal: Pair::default(),
            found: Vec::new(),
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

    /// What is known of the whole goal.
    pub fn goal(&self) -> &Pair<W> {
        &self.goal
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
                    self.add_full(here, there, Bits::EMPTY);
                }
            }
            for (number, region) in goals.regions[colour.index() - 1].iter().enumerate() {
                if region.contains(&(site as u16)) {
                    self.add_full(here, (goals.sites + number) as u16, Bits::EMPTY);
                }
            }
        }
    }

    /// The and-rule over the second point: everything that a new connection makes with those that are known.
    fn conclude(&mut self, goals: &Goals, end: u16, middle: u16, carrier: Bits<W>) -> u32 {
        // A group that touches a region is not joined to another one that does: regions are no way through.
        if middle as usize >= goals.sites {
            return 0;
        }
        let mut steps = 0;
        let is_own = self.own[middle as usize];
        let holds = |carrier: &Bits<W>, point: u16| {
            (point as usize) < 64 * W && carrier.contains(point as usize)
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

    fn add_full(&mut self, one: u16, other: u16, carrier: Bits<W>) {
        let place = self.place(one, other);
        let pair = &mut self.pairs[place];
        let fresh = pair.full.is_empty() && pair.half.is_empty();
        let first = pair.full.is_empty();
        if !insert(&mut pair.full, carrier, self.lists.full_max) {
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

    fn add_half(&mut self, one: u16, other: u16, carrier: Bits<W>) {
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
        if !insert(&mut pair.half, carrier, self.lists.half_max) {
            return;
        }
        if fresh {
            self.used.push(place as u32);
        }
        let mut found = std::mem::take(&mut self.found);
        let half = &self.pairs[place].half;
        let most = self.lists.full_max;
        alternatives(half, 0, carrier, carrier, OR_MAX - 1, most, &mut found);
        for full in found.drain(..) {
            self.add_full(one, other, full);
        }
        self.found = found;
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
            self.stars(goals, site, regions, own, Bits::EMPTY, false, &mut goal);
        }
        let half = goal.half.clone();
        let most = self.lists.full_max;
        let mut found = Vec::new();
        for (number, carrier) in half.iter().enumerate() {
            let first = number + 1;
            alternatives(
                &half,
                first,
                *carrier,
                *carrier,
                OR_MAX - 1,
                most,
                &mut found,
            );
        }
        for full in found {
            insert(&mut goal.full, full, most);
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
        carrier: Bits<W>,
        is_half: bool,
        goal: &mut Pair<W>,
    ) {
        if regions == 0 {
            let mut carrier = carrier;
            if !own {
                carrier.insert(site as usize);
            }
            match own && !is_half {
                true => insert(&mut goal.full, carrier, self.lists.full_max),
                false => insert(&mut goal.half, carrier, 4 * self.lists.half_max),
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
fn insert<const W: usize>(list: &mut Vec<Bits<W>>, carrier: Bits<W>, most: usize) -> bool {
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

/// The or-rule: half connections from `first` on that leave nothing in common, with everything that they need. It stops looking deeper
/// when about `most` are found.
fn alternatives<const W: usize>(
    list: &[Bits<W>],
    first: usize,
    common: Bits<W>,
    all: Bits<W>,
    left: usize,
    most: usize,
    found: &mut Vec<Bits<W>>,
) {
    for (number, other) in list.iter().enumerate().skip(first) {
        let shared = common.intersection(*other);
        if shared == common {
            continue;
        }
        let whole = all.union(*other);
        if shared.is_empty() {
            found.push(whole);
        } else if left > 1 && found.len() < most {
            alternatives(list, number + 1, shared, whole, left - 1, most, found);
        }
    }
}
