//! Why a game ended, as a board can show it: the chain, the ring or the line that decided it, without a stone too many.
//!
//! Reads the stones and the rules; the verdict itself is the engine's.

use crate::board::SiteId;
use crate::engine::{Engine, Status};
use crate::moves::Move;
use crate::plan::{Colour, Condition, LoopInside, Plan, Turn, Verdict};
use crate::referee::flood;

/// What kind of thing decided a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// A group that touches all the regions it has to.
    Chain,
    /// A closed loop.
    Ring,
    /// Stones in a row.
    Line,
    /// The last stone's group, for any other rule about it.
    Group,
    /// Nothing on the board in particular: a score, a lack of moves, a pass.
    Rule,
}

/// What decided a game, and the stones that show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The kind.
    pub cause: Cause,
    /// The stones; none where no stone is to be pointed at.
    pub stones: Vec<SiteId>,
}

/// What decided a game that is over, from the move that ended it.
pub fn decision(engine: &dyn Engine, last: Option<Move>) -> Option<Decision> {
    let winner = match engine.status() {
        Status::Running => return None,
        Status::Won(colour) => Some(colour),
        Status::Draw => None,
    };
    let nothing = Decision {
        cause: Cause::Rule,
        stones: Vec::new(),
    };
    let Some(site) = last.and_then(Move::target) else {
        return Some(nothing);
    };
    // A turn may end with a stone of nobody: then the winner's own decided it.
    let own = match (engine.stone(site), winner) {
        (Colour::NEUTRAL, Some(winner)) => winner,
        (own, _) => own,
    };
    if own == Colour::NONE || winner.is_none() {
        return Some(nothing);
    }
    let shown = Shown { engine, site, own };
    let ends = engine.plan().ends.iter();
    let decided = ends
        .filter(|end| end.verdict != Verdict::BestScore)
        .find_map(|end| shown.by(&end.condition));
    Some(decided.unwrap_or(nothing))
}

/// The stones that decided a game; none while it goes on, and where no stone is to be pointed at.
pub fn winning_group(engine: &dyn Engine, last: Option<Move>) -> Vec<SiteId> {
    decision(engine, last).map_or_else(Vec::new, |found| found.stones)
}

/// The stones round the last one.
struct Shown<'a> {
    engine: &'a dyn Engine,
    site: SiteId,
    own: Colour,
}

impl Shown<'_> {
    fn plan(&self) -> &Plan {
        self.engine.plan()
    }

    /// The stones that fulfil a condition, if it is one about stones and they do.
    fn by(&self, condition: &Condition) -> Option<Decision> {
        match condition {
            Condition::Connect { family, at_least } => {
                let regions = &self.plan().families[*family].regions[self.own.index() - 1];
                let joins = |some: &[SiteId]| {
                    let touched = regions
                        .iter()
                        .filter(|region| region.iter().any(|site| some.contains(site)));
                    touched.count() as u32 >= *at_least && self.hangs_together(some)
                };
                // A cell that was won with the stone, or another stone of its turn, may be what joined them.
                let plan = self.plan();
                let mut ends = vec![self.site];
                if !plan.is_plain() || plan.turn == Turn::MoveThenPlace {
                    ends.extend(plan.board.ids());
                    ends.retain(|site| self.engine.stone(*site) == self.own);
                }
                let mut groups = ends.into_iter().map(|site| self.group_of(site));
                groups.find_map(|group| self.least(group, Cause::Chain, &joins))
            }
            Condition::Loop(inside) => {
                let closes = |some: &[SiteId]| self.closes(some, *inside);
                let group = self.group();
                // A ring may be full of its own stones: then one of them is what it encloses.
                let hollow = group.iter().map(|inner| {
                    let rest = group.iter().filter(|site| *site != inner);
                    rest.copied().collect::<Vec<SiteId>>()
                });
                std::iter::once(group.clone())
                    .chain(hollow)
                    .find_map(|stones| self.least(stones, Cause::Ring, &closes))
            }
            Condition::Line(length) => {
                let stones = self.longest_line();
                (stones.len() as u32 >= *length).then_some(Decision {
                    cause: Cause::Line,
                    stones,
                })
            }
            Condition::SomeGroup(..) | Condition::Single(_) => Some(Decision {
                cause: Cause::Group,
                stones: self.group(),
            }),
            Condition::Any(list) => list.iter().find_map(|one| self.by(one)),
            Condition::All(list) => list.iter().find_map(|one| self.by(one)),
            Condition::Enclosed
            | Condition::Count(..)
            | Condition::Compare(..)
            | Condition::Is(..)
            | Condition::Not(_)
            | Condition::NoMove
            | Condition::AllPassed
            | Condition::RoundOver => None,
        }
    }

    fn group(&self) -> Vec<SiteId> {
        self.group_of(self.site)
    }

    fn group_of(&self, site: SiteId) -> Vec<SiteId> {
        let root = self.engine.group_root(site);
        let own = |other: &SiteId| {
            self.engine.stone(*other) == self.own && self.engine.group_root(*other) == root
        };
        self.plan().board.ids().filter(own).collect()
    }

    /// Leaves out one stone after another for as long as the rest still does it.
    fn least(
        &self,
        mut stones: Vec<SiteId>,
        cause: Cause,
        does: &dyn Fn(&[SiteId]) -> bool,
    ) -> Option<Decision> {
        if !does(&stones) {
            return None;
        }
        let board = &self.plan().board;
        let away = |site: SiteId| {
            let (a, b) = (
                board.sites()[site.index()].centre,
                board.sites()[self.site.index()].centre,
            );
            (a.x - b.x).hypot(a.y - b.y)
        };
        let mut order = stones.clone();
        // What lies near the last stone stays longest.
        order.sort_by(|&a, &b| away(b).total_cmp(&away(a)));
        for site in order.into_iter().filter(|site| *site != self.site) {
            let rest: Vec<SiteId> = stones.iter().copied().filter(|one| *one != site).collect();
            if does(&rest) {
                stones = rest;
            }
        }
        Some(Decision { cause, stones })
    }

    /// Whether some stones are one piece.
    fn hangs_together(&self, some: &[SiteId]) -> bool {
        let Some(&first) = some.first() else {
            return false;
        };
        if self.plan().has_links() {
            return self.is_linked(some, first);
        }
        let connectivity = self.plan().connectivity(self.own);
        flood(&self.plan().board, first, connectivity, |site| {
            some.contains(&site)
        })
        .len()
            == some.len()
    }

    /// Whether links among these stones alone join them all.
    fn is_linked(&self, some: &[SiteId], first: SiteId) -> bool {
        let links = self.engine.links();
        let mut reached = vec![first];
        let mut next = 0;
        while let Some(&here) = reached.get(next) {
            for &[one, other] in &links {
                for (from, to) in [(one, other), (other, one)] {
                    if from == here && some.contains(&to) && !reached.contains(&to) {
                        reached.push(to);
                    }
                }
            }
            next += 1;
        }
        reached.len() == some.len()
    }

    /// Whether some stones enclose what a loop must enclose.
    fn closes(&self, some: &[SiteId], inside: LoopInside) -> bool {
        let board = &self.plan().board;
        let fill = board.outside(self.plan().connectivity(self.own));
        let mut seen = vec![false; board.sites().len()];
        for seed in board.ids() {
            if seen[seed.index()] || some.contains(&seed) {
                continue;
            }
            let part = flood(board, seed, fill, |site| !some.contains(&site));
            for site in &part {
                seen[site.index()] = true;
            }
            if part.iter().any(|site| board.is_outer(*site)) {
                continue;
            }
            let colours = || part.iter().map(|site| self.engine.stone(*site));
            let enough = match inside {
                LoopInside::All => true,
                LoopInside::Enemy => colours().any(|one| one != self.own && one != Colour::NONE),
                LoopInside::Empty => colours().any(|one| one == Colour::NONE),
                LoopInside::Full => part.len() == 1 && colours().all(|one| one == self.own),
            };
            if enough {
                return true;
            }
        }
        false
    }

    fn longest_line(&self) -> Vec<SiteId> {
        let board = &self.plan().board;
        let mut longest = Vec::new();
        for axis in 0..board.directions() / 2 {
            let mut line = vec![self.site];
            for direction in [2 * axis, 2 * axis + 1] {
                let mut here = self.site;
                while let Some(next) = board
                    .step(here, direction)
                    .filter(|next| self.engine.stone(*next) == self.own)
                {
                    line.push(next);
                    here = next;
                }
            }
            if line.len() > longest.len() {
                longest = line;
            }
        }
        longest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{engine, library};
    use std::sync::Arc;

    /// Plays a game and says what decided it and with how many stones.
    fn decided(name: &str, options: &[(&str, &str)], moves: &[&str]) -> (Cause, usize) {
        let plan = library::game(name).unwrap().plan(options).unwrap();
        let mut game = engine::start(&Arc::new(plan));
        let mut last = None;
        for text in moves {
            last = Some(game.play_text(text).unwrap());
        }
        let found = decision(&*game, last).expect("the game is over");
        (found.cause, found.stones.len())
    }

    fn winners(name: &str, options: &[(&str, &str)], moves: &[String]) -> usize {
        let plan = library::game(name).unwrap().plan(options).unwrap();
        let mut game = engine::start(&Arc::new(plan));
        let mut last = None;
        for text in moves {
            last = Some(game.play_text(text).unwrap());
        }
        winning_group(&*game, last).len()
    }

    #[test]
    fn a_group_that_joins_two_sides_is_shown() {
        let moves = ["0,0", "1,0", "0,1", "1,1", "0,2"].map(String::from);
        let hex = [("size", "3"), ("swap", "no")];
        assert_eq!(winners("hex", &hex, &moves), 3);
        assert_eq!(winners("hex", &hex, &moves[..4]), 0);
    }

    #[test]
    fn a_line_is_shown_as_the_winning_group() {
        let mut moves = Vec::new();
        for k in 0..4 {
            moves.push(format!("{},0", k - 2));
            moves.push(format!("{k},-4"));
        }
        moves.push("2,0".into());
        assert_eq!(winners("pentalath", &[("board", "hexagon")], &moves), 5);
    }

    #[test]
    fn a_chain_is_shown_without_its_loose_ends() {
        let hex = [("size", "3"), ("swap", "no")];
        let moves = ["0,0", "2,0", "1,0", "2,1", "0,1", "2,2", "0,2"];
        assert_eq!(decided("hex", &hex, &moves), (Cause::Chain, 3));
    }

    #[test]
    fn a_ring_is_shown_as_a_ring() {
        let six = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
        let mut moves = vec!["2,0".to_owned(), "-3,0".to_owned()];
        for (index, (q, r)) in six.iter().enumerate() {
            moves.push(format!("{q},{r}"));
            moves.push(format!("{},3", -3 + index as i32));
        }
        moves.pop();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let havannah = [("base", "5")];
        assert_eq!(decided("havannah", &havannah, &moves), (Cause::Ring, 6));
    }

    #[test]
    fn who_loses_by_a_chain_sees_it_too() {
        // Joining two opposite sides loses in Cross.
        let moves = [
            "0,-2", "2,0", "0,-1", "2,-1", "0,0", "2,-2", "0,1", "-2,0", "0,2",
        ];
        assert_eq!(
            decided("cross", &[("base", "3")], &moves),
            (Cause::Chain, 5)
        );
    }
}
