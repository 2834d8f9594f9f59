//! The ends: which of them holds after a move, who wins by it, and what it counts.

use super::{Last, Referee, best, flood, freedom};
use crate::board::{Connectivity, SiteId};
use crate::engine::{Engine, Status};
use crate::plan::{Colour, Condition, LoopInside, Quantity, Tie, Verdict, Who};
use std::cmp::Ordering;

impl Referee {
    pub(super) fn judge(&self, last: &Last, round_over: bool) -> Status {
        let plan = &*self.plan;
        for end in &plan.ends {
            if self.holds(&end.condition, last, round_over) {
                return self.verdict(end.verdict, last);
            }
        }
        let now = &self.now;
        if now.turns >= plan.turns_max()
            || now.moves >= plan.moves_max()
            || now.passes >= u32::from(plan.players)
        {
            return Status::Draw;
        }
        Status::Running
    }

    fn player(&self, who: Who, last: &Last) -> Colour {
        match who {
            Who::Mover | Who::Every => last.mover,
            Who::Next => self.next_player(last.mover),
            Who::Owner => last.stone.map_or(last.mover, |(_, colour)| colour),
            Who::Player(player) => Colour(player),
        }
    }

    fn belongs(&self, who: Who, last: &Last) -> impl Fn(Colour) -> bool + use<> {
        let player = self.player(who, last);
        move |colour| colour.is_owned() && (who == Who::Every || colour == player)
    }

    fn verdict(&self, verdict: Verdict, last: &Last) -> Status {
        match verdict {
            Verdict::Wins(who) => Status::Won(self.player(who, last)),
            Verdict::Loses(who) => Status::Won(self.next_player(self.player(who, last))),
            Verdict::Draw => Status::Draw,
            Verdict::BestScore => best(&self.scores(), |one, other| self.untie(one, other)),
        }
    }

    fn holds(&self, condition: &Condition, last: &Last, round_over: bool) -> bool {
        let plan = &*self.plan;
        match condition {
            Condition::Connect { family, at_least } => self.has_come(&|site| {
                let group = self.group(site);
                let colour = self.now.stones[site.index()];
                let regions = &plan.families[*family].regions[colour.index() - 1];
                let touched = regions
                    .iter()
                    .filter(|region| region.iter().any(|site| group.contains(site)))
                    .count();
                touched as u32 >= *at_least
            }),
            Condition::Loop(LoopInside::Full) => {
                self.has_come(&|site| self.completes_full_loop(site))
            }
            Condition::Loop(inside) => self.has_come(&|site| self.closes_loop(site, *inside)),
            Condition::Line(length) => self.has_come(&|site| self.longest_line(site) >= *length),
            Condition::Enclosed => self.has_come(&|site| self.encloses(site, last.mover)),
            Condition::SomeGroup(who, test) => self
                .groups(self.belongs(*who, last))
                .iter()
                .any(|group| test.holds(group.len() as u32)),
            Condition::Count(quantity, test) => test.holds(self.count(*quantity, last)),
            Condition::Compare(left, relation, right) => {
                let counted = |quantity| self.count(quantity, last);
                relation.holds(left.evaluate(&counted), right.evaluate(&counted))
            }
            Condition::Is(one, other) => self.player(*one, last) == self.player(*other, last),
            Condition::Not(inner) => !self.holds(inner, last, round_over),
            Condition::Single(Who::Every) => (1..=plan.players)
                .map(Colour)
                .all(|player| self.groups(|colour| colour == player).len() == 1),
            Condition::Single(who) => self.groups(self.belongs(*who, last)).len() == 1,
            Condition::NoMove => {
                let mut moves = Vec::new();
                self.real_moves(&mut moves);
                moves.is_empty()
            }
            Condition::AllPassed => self.now.passes >= u32::from(plan.players),
            Condition::RoundOver => round_over,
            Condition::All(list) => list.iter().all(|one| self.holds(one, last, round_over)),
            Condition::Any(list) => list.iter().any(|one| self.holds(one, last, round_over)),
        }
    }

    /// Whether a stone that has come, or a cell that was won with it, does something.
    fn has_come(&self, does: &dyn Fn(SiteId) -> bool) -> bool {
        self.now.came.iter().any(|site| does(*site))
    }

    fn count(&self, quantity: Quantity, last: &Last) -> u32 {
        let now = &self.now;
        let stones = |belongs: &dyn Fn(Colour) -> bool| {
            now.stones.iter().filter(|c| belongs(**c)).count() as u32
        };
        match quantity {
            Quantity::Moves => now.moves,
            Quantity::Empty => stones(&|colour| colour == Colour::NONE),
            Quantity::Captured => now.captured,
            Quantity::Captures(Who::Every) => now.captures.iter().sum(),
            Quantity::Captures(who) => now.captures[self.player(who, last).index()],
            Quantity::Groups { who, from } => self
                .groups(self.belongs(who, last))
                .iter()
                .filter(|group| group.len() as u32 >= from)
                .count() as u32,
            Quantity::Group => last
                .stone
                .map_or(0, |(site, _)| self.group(site).len() as u32),
            Quantity::Freedom => last.stone.map_or(0, |(site, _)| {
                freedom(&self.plan, &now.stones, &self.group(site))
            }),
            Quantity::Stones(who) => stones(&self.belongs(who, last)),
            Quantity::Territory(Who::Every) => (1..=self.plan.players)
                .map(|p| self.territory(Colour(p)))
                .sum(),
            Quantity::Territory(who) => self.territory(self.player(who, last)),
            Quantity::Held { family, who } => self.held(family, self.player(who, last)),
        }
    }

    /// For each neighbour that is not on the rim: flood from it over sites without a stone of the colour; a flood that
    /// never meets the rim is enclosed. The last stone has closed the loop if the flood met the rim without it: a foreign stone that came into
    /// a loop of old is not caught by the next stone beside it.
    fn closes_loop(&self, site: SiteId, inside: LoopInside) -> bool {
        let (board, stones) = (self.board(), &self.now.stones);
        let own = stones[site.index()];
        let fill = board.outside(self.plan.connectivity(own));
        board
            .neighbours(site, Connectivity::Touching)
            .iter()
            .any(|&seed| {
                if board.is_outer(seed) {
                    return false;
                }
                let flooded = flood(board, seed, fill, |site| stones[site.index()] != own);
                let before = flood(board, seed, fill, |other| {
                    other == site || stones[other.index()] != own
                });
                let meets_rim =
                    |flooded: &[SiteId]| flooded.iter().any(|site| board.is_outer(*site));
                if meets_rim(&flooded) || !meets_rim(&before) {
                    return false;
                }
                let colours = || flooded.iter().map(|site| stones[site.index()]);
                match inside {
                    LoopInside::All | LoopInside::Full => true,
                    LoopInside::Enemy => colours().any(|colour| colour != own && colour.is_owned()),
                    LoopInside::Empty => colours().any(|colour| colour == Colour::NONE),
                }
            })
    }

    /// A full loop is an own stone from which a flood over everything else goes nowhere. The last stone completes one when it is
    /// the centre, or when the flood from the centre would leave through its site.
    fn completes_full_loop(&self, site: SiteId) -> bool {
        let (board, stones) = (self.board(), &self.now.stones);
        let own = stones[site.index()];
        let fill = board.outside(self.plan.connectivity(own));
        board
            .ids()
            .filter(|centre| stones[centre.index()] == own && !board.is_outer(*centre))
            .filter(|centre| !board.neighbours(*centre, fill).is_empty())
            .filter(|centre| *centre == site || board.neighbours(*centre, fill).contains(&site))
            .any(|centre| flood(board, centre, fill, |site| stones[site.index()] != own).len() == 1)
    }

    fn longest_line(&self, site: SiteId) -> u32 {
        let (board, stones) = (self.board(), &self.now.stones);
        let mut longest = 0;
        for axis in 0..board.directions() / 2 {
            let mut length = 1;
            for direction in [2 * axis, 2 * axis + 1] {
                let mut here = site;
                while let Some(next) = board.step(here, direction) {
                    if stones[next.index()] != stones[site.index()] {
                        break;
                    }
                    length += 1;
                    here = next;
                }
            }
            longest = longest.max(length);
        }
        longest
    }

    fn encloses(&self, site: SiteId, mover: Colour) -> bool {
        let (board, stones) = (self.board(), &self.now.stones);
        board
            .neighbours(site, Connectivity::Adjacent)
            .iter()
            .any(|&enemy| {
                let colour = stones[enemy.index()];
                if !colour.is_owned() || colour == mover || board.is_outer(enemy) {
                    return false;
                }
                let connectivity = self.plan.connectivity(colour);
                let group = self.group(enemy);
                let mut around = group
                    .iter()
                    .flat_map(|stone| board.neighbours(*stone, connectivity));
                around.all(|site| stones[site.index()] == mover || group.contains(site))
            })
    }

    /// How many corners a player holds: for each pair of neighbouring regions, whether a group joins it with a third.
    fn held(&self, family: usize, player: Colour) -> u32 {
        let regions = &self.plan.families[family].regions[player.index() - 1];
        let groups = self.groups(|colour| colour == player);
        let touches = |group: &Vec<SiteId>, number: usize| {
            regions[number % regions.len()]
                .iter()
                .any(|site| group.contains(site))
        };
        let holds = |number: usize, group: &Vec<SiteId>| {
            let all = (0..regions.len()).filter(|other| touches(group, *other));
            touches(group, number) && touches(group, number + 1) && all.count() >= 3
        };
        let corners = (0..regions.len()).filter(|number| groups.iter().any(|g| holds(*number, g)));
        corners.count() as u32
    }

    /// Who of two with equal scores is ahead.
    pub(super) fn untie(&self, one: Colour, other: Colour) -> Ordering {
        let sizes = |player: Colour| {
            let groups = self.groups(|colour| colour == player);
            let mut sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
            sizes.sort_unstable_by(|a, b| b.cmp(a));
            sizes
        };
        let stones = |player: Colour| sizes(player).iter().sum::<usize>();
        let ties = self.plan.ties.iter().map(|tie| match tie {
            Tie::LargerGroups => sizes(one).cmp(&sizes(other)),
            Tie::FewerStones => stones(other).cmp(&stones(one)),
            Tie::Player(player) => (one == *player).cmp(&(other == *player)),
        });
        ties.fold(Ordering::Equal, Ordering::then)
    }

    pub(super) fn territory(&self, player: Colour) -> u32 {
        let (board, stones) = (self.board(), &self.now.stones);
        let connectivity = self.plan.connectivity(player);
        let mut count = 0;
        for site in board
            .ids()
            .filter(|site| stones[site.index()] == Colour::NONE)
        {
            let region = flood(board, site, connectivity, |site| {
                stones[site.index()] == Colour::NONE
            });
            let mut border = region
                .iter()
                .flat_map(|site| board.neighbours(*site, connectivity));
            let own = border.all(|site| [Colour::NONE, player].contains(&stones[site.index()]));
            count += u32::from(own);
        }
        count
    }
}
