//! The end rules for the fast engines: an engine offers the facts it keeps, the judge goes through the rules in order.
//!
//! Called only when an engine's triggers say that something may have ended, so it may take its time; it allocates nothing.
//! Must not know how an engine keeps its groups.

use super::Status;
use super::listing::Listing;
use crate::board::{Connectivity, SITES_MAX, SiteId};
use crate::plan::{
    Colour, Condition, LARGEST_MAX, LoopInside, PLAYERS_MAX, Plan, Quantity, ScoreTerm, Test, Tie,
    Verdict, Who, held_corners,
};
use std::cmp::Ordering;

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
    fn stone(&self, site: SiteId) -> Colour;
    fn moves(&self) -> u32;
    fn empties(&self) -> u32;
    fn captured(&self) -> u32;
    fn captures(&self, player: Colour) -> u32;
    /// The region bits of the group of a stone.
    fn group_mask(&self, site: SiteId) -> u32;
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
fn least_regions(plan: &Plan) -> u32 {
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
pub fn judge<F: Facts>(facts: &F, last: Last) -> Status {
    let plan = facts.plan();
    for end in &plan.ends {
        if holds(facts, &end.condition, last) {
            return verdict(facts, end.verdict, last);
        }
    }
    let all_passed = facts.turns().now.passes() >= plan.players;
    if facts.turns().over >= plan.turns_max() || facts.moves() >= plan.moves_max() || all_passed {
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

fn verdict<F: Facts>(facts: &F, verdict: Verdict, last: Last) -> Status {
    let plan = facts.plan();
    match verdict {
        Verdict::Wins(who) => Status::Won(player(plan, who, last)),
        Verdict::Loses(who) => Status::Won(next_player(plan, player(plan, who, last))),
        Verdict::Draw => Status::Draw,
        Verdict::BestScore => best_score(facts),
    }
}

fn best_score<F: Facts>(facts: &F) -> Status {
    let mut scores = [0u128; PLAYERS_MAX as usize];
    let players = facts.plan().players as usize;
    facts.scores_into(&mut scores[..players]);
    crate::referee::best(&scores[..players], |one, other| untie(facts, one, other))
}

/// Who of two with equal scores is ahead.
fn untie<F: Facts>(facts: &F, one: Colour, other: Colour) -> Ordering {
    let mut order = Ordering::Equal;
    for tie in &facts.plan().ties {
        order = order.then_with(|| match tie {
            Tie::LargerGroups => compare_groups(facts, one, other),
            Tie::FewerStones => stones(facts, other).cmp(&stones(facts, one)),
            Tie::Player(player) => (one == *player).cmp(&(other == *player)),
        });
    }
    order
}

/// The sizes of two players' groups, from the largest down: who has more groups of the largest size in which they differ.
fn compare_groups<F: Facts>(facts: &F, one: Colour, other: Colour) -> Ordering {
    let mut more = [0i16; SITES_MAX + 1];
    facts.each_group(&mut |colour, size| {
        more[size as usize % (SITES_MAX + 1)] +=
            i16::from(colour == one) - i16::from(colour == other)
    });
    let differ = more.iter().rev().find(|count| **count != 0);
    differ.map_or(Ordering::Equal, |count| count.cmp(&0))
}

fn stones<F: Facts>(facts: &F, player: Colour) -> usize {
    let own = |site: &SiteId| facts.stone(*site) == player;
    facts.plan().board.ids().filter(own).count()
}

fn holds<F: Facts>(facts: &F, condition: &Condition, last: Last) -> bool {
    let plan = facts.plan();
    match condition {
        Condition::Connect { family, at_least } => last.stone.is_some_and(|(site, colour)| {
            facts
                .masks()
                .touched(*family, colour, facts.group_mask(site))
                >= *at_least
        }),
        // A stone in the centre of a ring closes no loop, so what the engine knows of loops does not help.
        Condition::Loop(LoopInside::Full) => last
            .stone
            .is_some_and(|(site, _)| completes_full_loop(facts, site)),
        Condition::Loop(inside) => match (last.known_loop, last.stone) {
            (Some(false), _) | (_, None) => false,
            (Some(true), _) if *inside == LoopInside::All => true,
            (_, Some((site, _))) => closes_loop(facts, site, *inside),
        },
        Condition::Line(length) => last
            .stone
            .is_some_and(|(site, _)| longest_line(facts, site) >= *length),
        Condition::Enclosed => last
            .stone
            .is_some_and(|(site, _)| encloses(facts, site, last.mover)),
        Condition::SomeGroup(who, test) => some_group(facts, *who, *test, last),
        Condition::Count(quantity, test) => test.holds(count(facts, *quantity, last)),
        Condition::Compare(left, relation, right) => {
            let counted = |quantity| count(facts, quantity, last);
            relation.holds(left.evaluate(&counted), right.evaluate(&counted))
        }
        Condition::Is(one, other) => player(plan, *one, last) == player(plan, *other, last),
        Condition::Not(inner) => !holds(facts, inner, last),
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
        Condition::NoMove => !facts.has_move(),
        Condition::AllPassed => facts.turns().now.passes() >= plan.players,
        Condition::RoundOver => last.round_over,
        Condition::All(list) => list.iter().all(|one| holds(facts, one, last)),
        Condition::Any(list) => list.iter().any(|one| holds(facts, one, last)),
    }
}

fn some_group<F: Facts>(facts: &F, who: Who, test: Test, last: Last) -> bool {
    let player = player(facts.plan(), who, last);
    let mut found = false;
    facts.each_group(&mut |colour, size| {
        found |= (who == Who::Every || colour == player) && test.holds(size)
    });
    found
}

fn count<F: Facts>(facts: &F, quantity: Quantity, last: Last) -> u32 {
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
        Quantity::Freedom => last.stone.map_or(0, |(site, _)| freedom(facts, site)),
        Quantity::Stones(who) => {
            let player = player(plan, who, last);
            let counts = |site: &SiteId| {
                let colour = facts.stone(*site);
                colour != Colour::NONE && (who == Who::Every || colour == player)
            };
            plan.board.ids().filter(counts).count() as u32
        }
        Quantity::Territory(Who::Every) => (1..=plan.players)
            .map(|player| territory(facts, Colour(player)))
            .sum(),
        Quantity::Territory(who) => territory(facts, player(plan, who, last)),
        Quantity::Held { family, who } => held(facts, family, player(plan, who, last)),
    }
}

/// How many corners a player's groups hold.
fn held<F: Facts>(facts: &F, family: usize, player: Colour) -> u32 {
    let plan = facts.plan();
    let regions = plan.families[family].regions[player.index() - 1].len() as u32;
    let mut corners = 0;
    for site in plan.board.ids().filter(|site| facts.stone(*site) == player) {
        let touched = facts
            .masks()
            .of_family(family, player, facts.group_mask(site));
        corners |= held_corners(touched, regions);
    }
    corners.count_ones()
}

/// Per player what stars are worth: groups that touch at least three cells beyond the rim, each their number less two.
fn add_stars<F: Facts>(facts: &F, scores: &mut [u128]) {
    let plan = facts.plan();
    let mut seen = Seen::new();
    for site in plan.board.ids() {
        let own = facts.stone(site);
        if own == Colour::NONE || seen.contains(site) {
            continue;
        }
        let (mut beyond, mut touched) = (Seen::new(), 0u128);
        let along = plan.connectivity(own);
        let is_own = |site| facts.stone(site) == own;
        flood(facts, &mut seen, site, along, is_own, |site| {
            for cell in plan.board.fringe(site) {
                touched += u128::from(beyond.insert(SiteId(*cell)));
            }
            true
        });
        scores[own.index() - 1] += touched.saturating_sub(2);
    }
}

/// The scores of all players from the facts, going through the groups once.
pub fn add_scores<F: Facts>(facts: &F, scores: &mut [u128]) {
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
            ScoreTerm::Stars => add_stars(facts, scores),
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
                    *score += u128::from(territory(facts, Colour(player as u8 + 1)));
                }
            }
            ScoreTerm::Stones => {
                for colour in plan
                    .board
                    .ids()
                    .map(|site| facts.stone(site))
                    .filter(|colour| *colour != Colour::NONE)
                {
                    scores[colour.index() - 1] += 1;
                }
            }
        }
    }
}

/// For every player the product of the sizes of so many of the largest groups.
fn largest_products<F: Facts>(facts: &F, count: usize) -> [u128; PLAYERS_MAX as usize] {
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

/// Sites seen, a bit each.
#[derive(Clone, Copy)]
struct Seen([u64; SITES_MAX / 64]);

impl Seen {
    fn new() -> Self {
        Seen([0; SITES_MAX / 64])
    }

    fn contains(&self, site: SiteId) -> bool {
        self.0[site.index() / 64 % (SITES_MAX / 64)] >> (site.index() % 64) & 1 != 0
    }

    fn add(&mut self, other: &Seen) {
        self.0
            .iter_mut()
            .zip(other.0)
            .for_each(|(word, other)| *word |= other);
    }

    /// Marks a site and says whether it was new.
    fn insert(&mut self, site: SiteId) -> bool {
        let (word, bit) = (
            site.index() / 64 % (SITES_MAX / 64),
            1 << (site.index() % 64),
        );
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }
}

/// Visits everything reachable from `seed` over `open` sites; stops early when `visit` says false, and then gives false.
#[inline]
fn flood<F: Facts>(
    facts: &F,
    seen: &mut Seen,
    seed: SiteId,
    along: Connectivity,
    open: impl Fn(SiteId) -> bool,
    visit: impl FnMut(SiteId) -> bool,
) -> bool {
    // Clearing a stack for the largest board would cost more than flooding a small one.
    if facts.plan().board.len() <= 256 {
        flood_with(&mut [SiteId(0); 256], facts, seen, seed, along, open, visit)
    } else {
        flood_with(
            &mut [SiteId(0); SITES_MAX],
            facts,
            seen,
            seed,
            along,
            open,
            visit,
        )
    }
}

fn flood_with<F: Facts>(
    stack: &mut [SiteId],
    facts: &F,
    seen: &mut Seen,
    seed: SiteId,
    along: Connectivity,
    open: impl Fn(SiteId) -> bool,
    mut visit: impl FnMut(SiteId) -> bool,
) -> bool {
    let board = &facts.plan().board;
    let mut height = 0;
    if seen.insert(seed) {
        stack[0] = seed;
        height = 1;
    }
    while height > 0 {
        height -= 1;
        let here = stack[height];
        if !visit(here) {
            return false;
        }
        for &site in board.neighbours(here, along) {
            if open(site) && seen.insert(site) {
                stack[height] = site;
                height += 1;
            }
        }
    }
    true
}

/// Whether the stone on `site` closes a loop: a neighbour off the rim from which no path leads to the rim past own stones, and one did before.
pub fn closes_loop<F: Facts>(facts: &F, site: SiteId, inside: LoopInside) -> bool {
    let plan = facts.plan();
    let board = &plan.board;
    let own = facts.stone(site);
    let fill = board.outside(plan.connectivity(own));
    let mut leaks = Seen::new();
    board
        .neighbours(site, Connectivity::Touching)
        .iter()
        .any(|&seed| {
            if board.is_outer(seed) || facts.stone(seed) != own && leaks.contains(seed) {
                return false;
            }
            let (mut enemy, mut empty) = (false, false);
            let mut seen = Seen::new();
            let enclosed = flood(
                facts,
                &mut seen,
                seed,
                fill,
                |site| facts.stone(site) != own,
                |site| {
                    let colour = facts.stone(site);
                    enemy |= colour != own && colour != Colour::NONE;
                    empty |= colour == Colour::NONE;
                    !(board.is_outer(site) || colour != own && leaks.contains(site))
                },
            );
            if !enclosed {
                // All that was seen leads to the rim, unless it hangs together only through an own stone.
                if facts.stone(seed) != own {
                    leaks.add(&seen);
                }
                return false;
            }
            let is_wanted = match inside {
                LoopInside::All | LoopInside::Full => true,
                LoopInside::Enemy => enemy,
                LoopInside::Empty => empty,
            };
            let enclosed_before = || {
                flood(
                    facts,
                    &mut Seen::new(),
                    seed,
                    fill,
                    |other| other == site || facts.stone(other) != own,
                    |other| !board.is_outer(other),
                )
            };
            is_wanted && !enclosed_before()
        })
}

/// Whether the stone on `site` completes a full loop: an own stone off the rim with own stones all round it, the last one
/// being the centre or one of those round it.
fn completes_full_loop<F: Facts>(facts: &F, site: SiteId) -> bool {
    let plan = facts.plan();
    let board = &plan.board;
    let own = facts.stone(site);
    let around = board.outside(plan.connectivity(own));
    let is_own = |site: &SiteId| facts.stone(*site) == own;
    let ringed = |centre: SiteId| {
        let ring = board.neighbours(centre, around);
        !board.is_outer(centre) && !ring.is_empty() && ring.iter().all(is_own)
    };
    let mut beside = board.neighbours(site, around).iter();
    ringed(site) || beside.any(|next| is_own(next) && ringed(*next))
}

/// The longest straight line of one colour through the stone on `site`.
#[inline]
pub fn longest_line<F: Facts>(facts: &F, site: SiteId) -> u32 {
    let board = &facts.plan().board;
    let own = facts.stone(site);
    let mut longest = 0;
    for axis in 0..board.directions() / 2 {
        let mut length = 1;
        for direction in [2 * axis, 2 * axis + 1] {
            let mut here = site;
            while let Some(next) = board
                .step(here, direction)
                .filter(|next| facts.stone(*next) == own)
            {
                length += 1;
                here = next;
            }
        }
        longest = longest.max(length);
    }
    longest
}

fn encloses<F: Facts>(facts: &F, site: SiteId, mover: Colour) -> bool {
    let plan = facts.plan();
    let board = &plan.board;
    board
        .neighbours(site, Connectivity::Adjacent)
        .iter()
        .any(|&enemy| {
            let colour = facts.stone(enemy);
            if colour == Colour::NONE || colour == mover || board.is_outer(enemy) {
                return false;
            }
            let along = plan.connectivity(colour);
            flood(
                facts,
                &mut Seen::new(),
                enemy,
                along,
                |site| facts.stone(site) == colour,
                |site| {
                    board
                        .neighbours(site, along)
                        .iter()
                        .all(|next| [mover, colour].contains(&facts.stone(*next)))
                },
            )
        })
}

fn freedom<F: Facts>(facts: &F, site: SiteId) -> u32 {
    let plan = facts.plan();
    let own = facts.stone(site);
    let along = plan.connectivity(own);
    let (mut empty, mut count) = (Seen::new(), 0);
    flood(
        facts,
        &mut Seen::new(),
        site,
        along,
        |site| facts.stone(site) == own,
        |site| {
            for next in plan.board.neighbours(site, along) {
                count += u32::from(facts.stone(*next) == Colour::NONE && empty.insert(*next));
            }
            true
        },
    );
    count
}

/// Empty sites in regions that only `player`'s stones border.
pub fn territory<F: Facts>(facts: &F, player: Colour) -> u32 {
    let plan = facts.plan();
    let along = plan.connectivity(player);
    let mut seen = Seen::new();
    let mut total = 0;
    for site in plan
        .board
        .ids()
        .filter(|site| facts.stone(*site) == Colour::NONE)
    {
        let (mut size, mut own) = (0, true);
        flood(
            facts,
            &mut seen,
            site,
            along,
            |site| facts.stone(site) == Colour::NONE,
            |site| {
                size += 1;
                own &= plan
                    .board
                    .neighbours(site, along)
                    .iter()
                    .all(|n| [Colour::NONE, player].contains(&facts.stone(*n)));
                true
            },
        );
        total += if own { size } else { 0 };
    }
    total
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
