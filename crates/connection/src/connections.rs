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

mod rules;

use crate::board::{Connectivity, SiteId};
use crate::engine::bits::Bits;
use crate::engine::{Engine, Status};
use crate::plan::{Colour, Condition, Placing, Plan, Turn, Verdict, Who};
use rules::Found;
pub use rules::Lists;

/// Words of a set of sites.
pub const WORDS: usize = 6;
/// Words of a set on boards like Hex 11.
const SMALL: usize = 2;
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
            && plan.is_plain()
            && plan.turn == Turn::Moves { count: 1, first: 1 }
            && plan.moves.place == Some(Placing::Own)
            && plan.moves.step.is_none()
            && plan.moves.hop.is_none()
            && plan.moves.line.is_none()
            && !plan.moves.pass
            && plan.opening.is_none()
            && !plan.captures()
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

    /// The first region of a player, and the neighbours of every site.
    pub(crate) fn around(&self, colour: Colour) -> (&[u16], &[Vec<u16>]) {
        (&self.regions[colour.index() - 1][0], &self.near)
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
    let hexagons = board.is_hexagonal() && !board.is_cut();
    hexagons && covered && on_rim && pieces && (opposite || same)
}

/// Steps of the rules for one player that are worth their time in a game.
pub const STEPS_MAX: u32 = 30_000;

const LISTS: Lists = Lists {
    full_max: 8,
    half_max: 12,
};

/// The empty sites with which the player who has just moved is sure to win, whatever the other one does, if that is seen.
pub fn needed_by_last(engine: &dyn Engine) -> Option<Vec<SiteId>> {
    let plan = engine.plan();
    // While somebody may swap, colours are not persons.
    let may_swap = plan.swap && engine.moves_made() < 2;
    if may_swap || engine.status() != Status::Running {
        return None;
    }
    let goals = Goals::new(plan)?;
    let mut connections = Connections::new(&goals);
    let last = Colour(3 - engine.mover().0);
    connections.find(&goals, last, |site| engine.stone(site), STEPS_MAX);
    let carrier = connections.sure()?.into_iter();
    Some(carrier.map(|site| SiteId(site as u16)).collect())
}

/// The connections of one player in one position, and room to find them in.
#[derive(Clone, Debug)]
pub struct Connections(Room);

/// Sets are as short as the board allows: most of the time goes into comparing them.
#[derive(Clone, Debug)]
enum Room {
    Small(Found<SMALL>),
    Large(Found<WORDS>),
}

impl Connections {
    /// Room for positions of such goals, with lists that are worth their time in a game.
    pub fn new(goals: &Goals) -> Self {
        Connections::with_lists(goals, LISTS)
    }

    /// The same with lists of other lengths.
    pub fn with_lists(goals: &Goals, lists: Lists) -> Self {
        Connections(match goals.sites <= 64 * SMALL {
            true => Room::Small(Found::new(goals, lists)),
            false => Room::Large(Found::new(goals, lists)),
        })
    }

    /// Finds connections of a player until nothing is new or so many steps are done.
    pub fn find(
        &mut self,
        goals: &Goals,
        colour: Colour,
        stone: impl Fn(SiteId) -> Colour,
        steps_max: u32,
    ) {
        match &mut self.0 {
            Room::Small(found) => found.find(goals, colour, stone, steps_max),
            Room::Large(found) => found.find(goals, colour, stone, steps_max),
        }
    }

    /// The smallest set of sites with which the player reaches his goal even if the other one moves.
    pub fn sure(&self) -> Option<Sites> {
        match &self.0 {
            Room::Small(found) => smallest(&found.goal().full).map(wide),
            Room::Large(found) => smallest(&found.goal().full),
        }
    }

    /// Sets of sites with each of which the player reaches his goal if he moves.
    pub fn if_moving(&self) -> Vec<Sites> {
        match &self.0 {
            Room::Small(found) => found.goal().half.iter().copied().map(wide).collect(),
            Room::Large(found) => found.goal().half.clone(),
        }
    }

    /// The smallest set of sites with which he reaches it if he moves.
    pub fn sure_if_moving(&self) -> Option<Sites> {
        let half = self.if_moving().into_iter();
        half.chain(self.sure()).min_by_key(|carrier| carrier.len())
    }
}

fn smallest<const W: usize>(list: &[Bits<W>]) -> Option<Bits<W>> {
    list.iter().copied().min_by_key(|carrier| carrier.len())
}

/// The same set, in as many words as everybody else uses.
fn wide(narrow: Bits<SMALL>) -> Sites {
    let mut words = [0; WORDS];
    words[..SMALL].copy_from_slice(&narrow.0);
    Bits(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{engine, library};
    use std::sync::Arc;

    fn needed(moves: &[&str], size: &str) -> Option<Vec<String>> {
        let options = [("size", size), ("swap", "no")];
        let plan = Arc::new(library::game("hex").unwrap().plan(&options).unwrap());
        let mut game = engine::start(&plan);
        for text in moves {
            game.play_text(text).unwrap();
        }
        let name = |site: &SiteId| plan.board.sites()[site.index()].label.to_string();
        Some(needed_by_last(&*game)?.iter().map(name).collect())
    }

    /// A stone in the middle of Hex 3 has a bridge to both sides.
    #[test]
    fn who_has_two_bridges_needs_their_four_sites() {
        assert_eq!(needed(&["1,1"], "3").map(|sites| sites.len()), Some(4));
        assert_eq!(needed(&["1,1", "0,0"], "3"), None, "the other one moved");
        assert_eq!(needed(&["0,0"], "5"), None);
    }

    /// Boards of up to 128 sites take short sets, larger ones long sets; both find the same.
    #[test]
    fn long_and_short_sets_say_the_same() {
        for size in ["11", "13"] {
            let plan = library::game("hex")
                .unwrap()
                .plan(&[("size", size), ("swap", "no")]);
            let game = engine::start(&Arc::new(plan.unwrap()));
            let goals = Goals::new(game.plan()).unwrap();
            let is_small = matches!(Connections::new(&goals).0, Room::Small(_));
            assert_eq!(is_small, size == "11");
        }
        let plan = library::game("hex")
            .unwrap()
            .plan(&[("size", "6"), ("swap", "no")]);
        let mut game = engine::start(&Arc::new(plan.unwrap()));
        let goals = Goals::new(game.plan()).unwrap();
        let mut small = Connections::new(&goals);
        let mut large = Connections(Room::Large(Found::new(&goals, LISTS)));
        let mut random = crate::random::Random::new(1);
        for _ in 0..16 {
            let played = game.sample(&mut random);
            game.play(played);
            for colour in [Colour(1), Colour(2)] {
                small.find(&goals, colour, |site| game.stone(site), STEPS_MAX);
                large.find(&goals, colour, |site| game.stone(site), STEPS_MAX);
                assert_eq!(small.sure(), large.sure());
                assert_eq!(small.if_moving(), large.if_moving());
            }
        }
    }
}
