//! The end rules for the fast engines: an engine offers the facts it keeps, the judge goes through the rules in order.
//!
//! Called only when an engine's triggers say that something may have ended, so it may take its time; it allocates nothing.
//! Must not know how an engine keeps its groups.

mod stones;

use super::Status;
use super::listing::{self, Listing};
use crate::board::{SITES_MAX, SiteId};
use crate::plan::{
    Colour, Condition, LARGEST_MAX, LoopInside, PLAYERS_MAX, Plan, Quantity, ScoreTerm, Test, Tie,
    Verdict, Who, held_corners,
};
use std::cmp::Ordering;
use stones::Stones;

/// Who moved, and the stone he placed or moved.
#[derive(Clone, Copy)]
pub struct Last {
    pub mover: Colour,
    pub stone: Option<(SiteId, Colour)>,
    pub round_over: bool,
    /// Whether the stone closes a loop of any kind, where the engine knows.
    pub known_loop: Option<bool>,
}

/// What an engine must be able to say about its position.
pub trait Facts: Listing {
    fn plan(&self) -> &Plan;
    fn masks(&self) -> &Masks;
    /// The colour on every site, by its number.
    fn stones(&self) -> &[u8];
    fn moves(&self) -> u32;
    fn empties(&self) -> u32;
    fn captured(&self) -> u32;
    fn captures(&self, player: Colour) -> u32;
    /// The region bits of the group of a stone.
    fn group_mask(&self, site: SiteId) -> u32;
    /// How many regions of a family the group of a stone touches; asked more often than anything else.
    fn touched(&self, family: usize, (site, colour): (SiteId, Colour)) -> u32 {
        let bits = self.group_mask(site);
        self.masks().touched(family, colour, bits)
    }
    fn size_of_group(&self, site: SiteId) -> u32;
    /// Calls with colour and size of every group.
    fn each_group(&self, call: &mut dyn FnMut(Colour, u32));
    /// The scores of players 1, 2, …
    fn scores_into(&self, scores: &mut [u128]);
}

/// Regions as bits: a site has a bit for every region it belongs to, a group the bits of all its sites.
#[derive(Clone, PartialEq, Debug)]
pub struct Masks {
    /// Per family the bits of its regions, per player.
    family: Vec<Vec<u32>>,
    /// Per player (index 0 is player 1) the bits of every site.
    site: Vec<Vec<u32>>,
}

impl Masks {
    /// The bits of a plan, where 32 are enough.
    pub fn new(plan: &Plan) -> Option<Masks> {
        let players = plan.players as usize;
        let mut masks = Masks {
            family: vec![vec![0; players]; plan.families.len()],
            site: vec![vec![0; plan.board.len()]; players],
        };
        for player in 0..players {
            let mut next = 0;
            for (number, family) in plan.families.iter().enumerate() {
                for region in &family.regions[player] {
                    if next == 32 {
                        return None;
                    }
                    masks.family[number][player] |= 1 << next;
                    region
                        .iter()
                        .for_each(|site| masks.site[player][site.index()] |= 1 << next);
                    next += 1;
                }
            }
        }
        Some(masks)
    }

    /// The bits of one site for stones of a colour.
    pub fn site(&self, colour: Colour, site: SiteId) -> u32 {
        self.site[colour.index() - 1][site.index()]
    }

    /// Whether a single stone can touch as many regions as some end asks for.
    pub fn lone_matters(&self, plan: &Plan) -> bool {
        let least = least_regions(plan);
        (1..=plan.players).map(Colour).any(|colour| {
            let touched = |family| {
                plan.board
                    .ids()
                    .map(move |site| self.touched(family, colour, self.site(colour, site)))
            };
            (0..plan.families.len())
                .flat_map(touched)
                .any(|count| count >= least)
        })
    }

    /// The bits of one family, the first of its regions lowest. A family's regions have bits next to each other.
    fn of_family(&self, family: usize, colour: Colour, bits: u32) -> u32 {
        let own = self.family[family][colour.index() - 1];
        (bits & own).checked_shr(own.trailing_zeros()).unwrap_or(0)
    }

    /// How many regions of a family these bits touch.
    pub fn touched(&self, family: usize, colour: Colour, bits: u32) -> u32 {
        (bits & self.family[family][colour.index() - 1]).count_ones()
    }
}

/// The smallest number of regions that some end asks for.
pub fn least_regions(plan: &Plan) -> u32 {
    fn least(condition: &Condition) -> u32 {
        match condition {
            Condition::Connect { at_least, .. } => *at_least,
            // A corner is held by joining three.
            Condition::Count(Quantity::Held { .. }, _) => 3,
            Condition::All(list) | Condition::Any(list) => {
                list.iter().map(least).min().unwrap_or(u32::MAX)
            }
            _ => u32::MAX,
        }
    }
    plan.ends
        .iter()
        .map(|end| least(&end.condition))
        .min()
        .unwrap_or(u32::MAX)
}

/// The verdict of the end rules and the limits after a move.
pub fn judge(facts: &dyn Facts, last: Last) -> Status {
    let plan = facts.plan();
    for end in &plan.ends {
        if holds(facts, plan, &end.condition, last) {
            return verdict(facts, end.verdict, last);
        }
    }
    let turns = facts.turns();
    let all_passed = turns.now.passes() >= plan.players;
    if turns.over >= plan.turns_max() || facts.moves() >= plan.moves_max() || all_passed {
        return Status::Draw;
    }
    Status::Running
}

fn next_player(plan: &Plan, player: Colour) -> Colour {
    Colour(player.0 % plan.players + 1)
}

fn player(plan: &Plan, who: Who, last: Last) -> Colour {
    match who {
        Who::Mover | Who::Every => last.mover,
        Who::Next => next_player(plan, last.mover),
        Who::Owner => last.stone.map_or(last.mover, |(_, colour)| colour),
        Who::Player(player) => Colour(player),
    }
}

fn verdict(facts: &dyn Facts, verdict: Verdict, last: Last) -> Status {
    let plan = facts.plan();
    match verdict {
        Verdict::Wins(who) => Status::Won(player(plan, who, last)),
        Verdict::Loses(who) => Status::Won(next_player(plan, player(plan, who, last))),
        Verdict::Draw => Status::Draw,
        Verdict::BestScore => best_score(facts),
    }
}

fn best_score(facts: &dyn Facts) -> Status {
    let mut scores = [0u128; PLAYERS_MAX as usize];
    let players = facts.plan().players as usize;
    facts.scores_into(&mut scores[..players]);
    crate::referee::best(&scores[..players], |one, other| untie(facts, one, other))
}

/// Who of two with equal scores is ahead.
fn untie(facts: &dyn Facts, one: Colour, other: Colour) -> Ordering {
    let mut order = Ordering::Equal;
    for tie in &facts.plan().ties {
        order = order.then_with(|| match tie {
            Tie::LargerGroups => compare_groups(facts, one, other),
            Tie::FewerStones => stones(facts)
                .of(other)
                .count()
                .cmp(&stones(facts).of(one).count()),
            Tie::Player(player) => (one == *player).cmp(&(other == *player)),
        });
    }
    order
}

/// The sizes of two players' groups, from the largest down: who has more groups of the largest size in which they differ.
fn compare_groups(facts: &dyn Facts, one: Colour, other: Colour) -> Ordering {
    let mut more = [0i16; SITES_MAX + 1];
    facts.each_group(&mut |colour, size| {
        more[size as usize % (SITES_MAX + 1)] +=
            i16::from(colour == one) - i16::from(colour == other)
    });
    let differ = more.iter().rev().find(|count| **count != 0);
    differ.map_or(Ordering::Equal, |count| count.cmp(&0))
}

fn stones(facts: &dyn Facts) -> Stones<'_> {
    Stones {
        plan: facts.plan(),
        colours: facts.stones(),
    }
}

fn holds(facts: &dyn Facts, plan: &Plan, condition: &Condition, last: Last) -> bool {
    match condition {
        Condition::Connect { family, at_least } => last
            .stone
            .is_some_and(|stone| facts.touched(*family, stone) >= *at_least),
        // A stone in the centre of a ring closes no loop, so what the engine knows of loops does not help.
        Condition::Loop(LoopInside::Full) => last
            .stone
            .is_some_and(|(site, _)| stones(facts).completes_full_loop(site)),
        Condition::Loop(inside) => match (last.known_loop, last.stone) {
            (Some(false), _) | (_, None) => false,
            (Some(true), _) if *inside == LoopInside::All => true,
            (_, Some((site, _))) => stones(facts).closes_loop(site, *inside),
        },
        Condition::Line(length) => last
            .stone
            .is_some_and(|(site, _)| stones(facts).longest_line(site) >= *length),
        Condition::Enclosed => last
            .stone
            .is_some_and(|(site, _)| stones(facts).encloses(site, last.mover)),
        Condition::SomeGroup(who, test) => some_group(facts, *who, *test, last),
        Condition::Count(quantity, test) => test.holds(count(facts, *quantity, last)),
        Condition::Compare(left, relation, right) => {
            let counted = |quantity| count(facts, quantity, last);
            relation.holds(left.evaluate(&counted), right.evaluate(&counted))
        }
        Condition::Is(one, other) => player(plan, *one, last) == player(plan, *other, last),
        Condition::Not(inner) => !holds(facts, plan, inner, last),
        Condition::Single(Who::Every) => {
            let mut groups = [0; PLAYERS_MAX as usize + 1];
            facts.each_group(&mut |colour, _| groups[colour.index()] += 1);
            groups[1..=plan.players as usize]
                .iter()
                .all(|count| *count == 1)
        }
        Condition::Single(who) => {
            let player = player(plan, *who, last);
            let mut groups = 0;
            facts.each_group(&mut |colour, _| groups += u32::from(colour == player));
            groups == 1
        }
        Condition::NoMove => !listing::has_move(facts),
        Condition::AllPassed => facts.turns().now.passes() >= plan.players,
        Condition::RoundOver => last.round_over,
        Condition::All(list) => list.iter().all(|one| holds(facts, plan, one, last)),
        Condition::Any(list) => list.iter().any(|one| holds(facts, plan, one, last)),
    }
}

fn some_group(facts: &dyn Facts, who: Who, test: Test, last: Last) -> bool {
    let player = player(facts.plan(), who, last);
    let mut found = false;
    facts.each_group(&mut |colour, size| {
        found |= (who == Who::Every || colour == player) && test.holds(size)
    });
    found
}

fn count(facts: &dyn Facts, quantity: Quantity, last: Last) -> u32 {
    let plan = facts.plan();
    match quantity {
        Quantity::Moves => facts.moves(),
        Quantity::Empty => facts.empties(),
        Quantity::Captured => facts.captured(),
        Quantity::Captures(Who::Every) => (1..=plan.players)
            .map(|player| facts.captures(Colour(player)))
            .sum(),
        Quantity::Captures(who) => facts.captures(player(plan, who, last)),
        Quantity::Groups { who, from } => {
            let player = player(plan, who, last);
            let mut groups = 0;
            facts.each_group(&mut |colour, size| {
                groups += u32::from((who == Who::Every || colour == player) && size >= from);
            });
            groups
        }
        Quantity::Group => last.stone.map_or(0, |(site, _)| facts.size_of_group(site)),
        Quantity::Freedom => last
            .stone
            .map_or(0, |(site, _)| stones(facts).freedom(site)),
        Quantity::Stones(who) => {
            let player = player(plan, who, last);
            let counts = |site: &SiteId| {
                let colour = stones(facts).at(*site);
                colour != Colour::NONE && (who == Who::Every || colour == player)
            };
            plan.board.ids().filter(counts).count() as u32
        }
        Quantity::Territory(Who::Every) => (1..=plan.players)
            .map(|player| stones(facts).territory(Colour(player)))
            .sum(),
        Quantity::Territory(who) => stones(facts).territory(player(plan, who, last)),
        Quantity::Held { family, who } => held(facts, family, player(plan, who, last)),
    }
}

/// How many corners a player's groups hold.
fn held(facts: &dyn Facts, family: usize, player: Colour) -> u32 {
    let plan = facts.plan();
    let regions = plan.families[family].regions[player.index() - 1].len() as u32;
    let mut corners = 0;
    for site in stones(facts).of(player) {
        let touched = facts
            .masks()
            .of_family(family, player, facts.group_mask(site));
        corners |= held_corners(touched, regions);
    }
    corners.count_ones()
}

/// The scores of all players from the facts, going through the groups once.
pub fn add_scores(facts: &dyn Facts, scores: &mut [u128]) {
    let plan = facts.plan();
    scores.fill(0);
    for term in &plan.score {
        match *term {
            ScoreTerm::Product => {
                let mut products = [1u128; PLAYERS_MAX as usize];
                facts.each_group(&mut |colour, size| {
                    let product = &mut products[(colour.index() - 1) % PLAYERS_MAX as usize];
                    *product = product.saturating_mul(u128::from(size));
                });
                scores
                    .iter_mut()
                    .zip(products)
                    .for_each(|(score, product)| *score = score.saturating_add(product));
            }
            ScoreTerm::Largest(count) => {
                let products = largest_products(facts, count as usize);
                for (score, product) in scores.iter_mut().zip(products) {
                    *score = score.saturating_add(product);
                }
            }
            ScoreTerm::Groups(from) => {
                facts.each_group(&mut |colour, size| {
                    scores[colour.index() - 1] += u128::from(size >= from)
                });
            }
            // Only stacks see anything, and no engine but the referee has stacks.
            ScoreTerm::Sight => unreachable!("the referee plays with stacks"),
            ScoreTerm::Stars => stones(facts).add_stars(scores),
            ScoreTerm::Bonus { player, points } => {
                scores[player.index() - 1] += u128::from(points);
            }
            ScoreTerm::Captures => {
                for (player, score) in scores.iter_mut().enumerate() {
                    *score += u128::from(facts.captures(Colour(player as u8 + 1)));
                }
            }
            ScoreTerm::Territory => {
                for (player, score) in scores.iter_mut().enumerate() {
                    *score += u128::from(stones(facts).territory(Colour(player as u8 + 1)));
                }
            }
            ScoreTerm::Stones => {
                for colour in plan
                    .board
                    .ids()
                    .map(|site| stones(facts).at(site))
                    .filter(|colour| *colour != Colour::NONE)
                {
                    scores[colour.index() - 1] += 1;
                }
            }
        }
    }
}

/// For every player the product of the sizes of so many of the largest groups.
fn largest_products(facts: &dyn Facts, count: usize) -> [u128; PLAYERS_MAX as usize] {
    let mut largest = [[0u32; LARGEST_MAX]; PLAYERS_MAX as usize];
    facts.each_group(&mut |colour, size| {
        // What is larger moves up, and the smallest falls out.
        let mut size = size;
        for place in &mut largest[(colour.index() - 1) % PLAYERS_MAX as usize][..count] {
            if size > *place {
                std::mem::swap(&mut size, place);
            }
        }
    });
    largest.map(|sizes| {
        sizes[..count]
            .iter()
            .map(|size| u128::from(*size))
            .product()
    })
}

/// What can make the ends come true, so that an engine asks the judge only then.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Triggers {
    /// A group may gain regions.
    pub connect: bool,
    /// A loop may close.
    pub loops: bool,
    /// A line of this length or more.
    pub line: Option<u32>,
    /// An enemy group may lose its last freedom.
    pub enclosed: bool,
    /// A group of the mover of one of these sizes.
    pub sizes: Vec<u32>,
    /// Ask once no more than so many sites are empty.
    pub empties: Option<u32>,
    /// Ask from this move on.
    pub moves: u32,
    /// Ask when stones were captured.
    pub captured: bool,
    /// Ask when all stones of some colour may have come together.
    pub single: bool,
    /// The next player may be without a move.
    pub no_move: bool,
    /// Ask after every move.
    pub always: bool,
}

impl Triggers {
    /// What to watch for a plan's ends.
    pub fn new(plan: &Plan) -> Triggers {
        let mut triggers = Triggers {
            moves: plan.turns_max().min(plan.moves_max()),
            ..Default::default()
        };
        for end in &plan.ends {
            triggers.watch(&end.condition);
        }
        triggers
    }

    fn watch(&mut self, condition: &Condition) {
        match condition {
            Condition::Connect { .. } => self.connect = true,
            // A stone that fills the centre of a ring joins what is joined already: nothing an engine keeps shows it.
            Condition::Loop(LoopInside::Full) => self.always = true,
            Condition::Loop(_) => self.loops = true,
            Condition::Line(length) => {
                self.line = Some(self.line.map_or(*length, |other| other.min(*length)))
            }
            Condition::Enclosed => self.enclosed = true,
            Condition::SomeGroup(Who::Mover, Test::Equal(size)) => self.sizes.push(*size),
            Condition::Count(Quantity::Empty, Test::Equal(n) | Test::AtMost(n)) => {
                self.watch_empties(*n)
            }
            Condition::Count(Quantity::Empty, Test::Less(n)) if *n > 0 => {
                self.watch_empties(*n - 1)
            }
            Condition::Count(Quantity::Moves, Test::Equal(n) | Test::AtLeast(n)) => {
                self.moves = self.moves.min(*n)
            }
            Condition::Count(Quantity::Captured, Test::AtLeast(n)) if *n > 0 => {
                self.captured = true
            }
            // Who holds more corners than before has joined regions that were not joined.
            Condition::Count(
                Quantity::Held {
                    who: Who::Mover | Who::Owner,
                    ..
                },
                Test::AtLeast(1..),
            ) => self.connect = true,
            Condition::Single(_) => self.single = true,
            Condition::NoMove => self.no_move = true,
            // Passes always go to the judge.
            Condition::AllPassed => {}
            Condition::Any(list) => list.iter().for_each(|one| self.watch(one)),
            // Whose stone it was never changes for a group, so the rest of the condition is what to watch.
            Condition::All(list) if list.iter().any(is_whose) => {
                let rest = list.iter().filter(|one| !is_whose(one)).cloned().collect();
                self.watch(&Condition::All(rest));
            }
            Condition::All(list) if list.len() == 1 => self.watch(&list[0]),
            // `full` and the like come true once and stay: in company they are enough of a trigger.
            Condition::All(list) if list.iter().any(is_late) => {
                list.iter()
                    .filter(|one| is_late(one))
                    .for_each(|one| self.watch(one));
            }
            _ => self.always = true,
        }
    }

    fn watch_empties(&mut self, n: u32) {
        self.empties = Some(self.empties.map_or(n, |other| other.max(n)));
    }

    /// Whether groups are looked at before the board is nearly full.
    pub fn looks_at_groups(&self) -> bool {
        self.connect
            || self.loops
            || self.enclosed
            || !self.sizes.is_empty()
            || self.single
            || self.always
    }
}

/// Conditions on the colour of the last stone alone.
fn is_whose(condition: &Condition) -> bool {
    matches!(condition, Condition::Is(Who::Owner, Who::Player(_)))
}

/// Conditions on the number of empty sites that hold from some point on while stones only come.
fn is_late(condition: &Condition) -> bool {
    matches!(
        condition,
        Condition::Count(
            Quantity::Empty,
            Test::Equal(_) | Test::AtMost(_) | Test::Less(1..)
        )
    )
}
