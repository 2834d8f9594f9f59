//! What only the whole of a description shows: statements that need each other, or do not go together.

use super::{Compiled, error};
use crate::board::Connectivity;
use crate::language::At;
use crate::language::mistake::{Mistake, Rare};
use crate::language::syntax::{
    Condition, Expression, Guarded, QuantityWord, Statement, TestWord, Verdict,
};
use crate::plan::{self, Action, Colour, Placing, Plan, ScoreTerm, Turn, Way};

/// A plan with the statements it was made from, which say where a mistake stands.
pub(super) struct Whole<'a> {
    plan: &'a Plan,
    active: &'a [&'a Guarded],
    /// Where the last of them stands: the place of what is missing.
    last: At,
    /// Whether stones move from site to site.
    shifts: bool,
    /// Whether nothing but stones comes on the board, anywhere and to stay: what turns made of actions, stones of nobody and
    /// stacks go with.
    is_simple: bool,
}

impl<'a> Whole<'a> {
    pub(super) fn new(plan: &'a Plan, active: &'a [&'a Guarded], last: At) -> Self {
        let moves = &plan.moves;
        Whole {
            plan,
            active,
            last,
            shifts: moves.step.is_some() || moves.hop.is_some() || moves.line.is_some(),
            is_simple: !plan.captures()
                && plan.needs == Default::default()
                && plan.opening.is_none()
                && !plan.has_links()
                && !plan.board.has_points(),
        }
    }

    /// The first thing that is missing or does not go together.
    pub(super) fn check(&self) -> Compiled<()> {
        self.check_presence()?;
        self.check_placing()?;
        self.check_captures()?;
        self.check_ways()?;
        self.check_stacks()?;
        self.check_stones()?;
        self.check_turns()?;
        self.check_bars()?;
        self.check_links_and_points()?;
        self.check_opening()?;
        self.check_stopping_and_swap()?;
        self.check_score()
    }

    /// Where the first statement of a kind stands.
    fn find(&self, wanted: fn(&Statement) -> bool) -> At {
        let mut active = self.active.iter();
        let found = active.find(|guarded| wanted(&guarded.statement));
        found.map_or(self.last, |guarded| guarded.at)
    }

    /// A game has moves and an end.
    fn check_presence(&self) -> Compiled<()> {
        let moves = &self.plan.moves;
        let none = moves.place.is_none() && moves.settle.is_none() && !self.shifts;
        if none && self.plan.ways.is_empty() {
            return error(self.last, Mistake::NoMove);
        }
        if self.plan.ends.is_empty() {
            return error(self.last, Mistake::NoEnd);
        }
        Ok(())
    }

    /// Stones are the mover's or anybody's, not both.
    fn check_placing(&self) -> Compiled<()> {
        let mut placing = self
            .active
            .iter()
            .filter_map(|guarded| match guarded.statement {
                Statement::Place { any } => Some((any, guarded.at)),
                _ => None,
            });
        let first = placing.next();
        match placing.find(|(any, _)| first.is_some_and(|(one, _)| one != *any)) {
            Some((_, at)) => error(at, Rare::PlacedTwice),
            None => Ok(()),
        }
    }

    /// What is captured can be counted only where something is.
    fn check_captures(&self) -> Compiled<()> {
        let moves = &self.plan.moves;
        // Who moves along a line or settles takes what stands there.
        if self.plan.captures() || moves.line.is_some() || moves.settle.is_some() {
            return Ok(());
        }
        let counted = self
            .active
            .iter()
            .find_map(|guarded| match &guarded.statement {
                Statement::End(condition, _) => captures_counted(condition),
                _ => None,
            });
        counted.map_or(Ok(()), |at| error(at, Rare::NothingCaptured))
    }

    /// What turns made of actions and stones of nobody do not go with.
    fn check_ways(&self) -> Compiled<()> {
        let (plan, moves) = (self.plan, &self.plan.moves);
        let moved = moves.place.is_some() || moves.settle.is_some() || self.shifts;
        let others = !plan.ways.is_empty() && moved;
        let actions = !plan.ways.is_empty() || !plan.first_ways.is_empty();
        if actions && (others || !self.is_simple) {
            let at = self.find(|s| matches!(s, Statement::TurnWays { .. }));
            return error(at, Rare::Ways);
        }
        if plan.neutral && !self.is_simple {
            let at = self.find(|s| matches!(s, Statement::Start { colour: None, .. }));
            return error(at, Rare::Neutral);
        }
        Ok(())
    }

    /// What stacks need, and what they do not go with.
    fn check_stacks(&self) -> Compiled<()> {
        let (plan, moves) = (self.plan, &self.plan.moves);
        if moves.settle.is_none() {
            if !plan.heights.is_empty() {
                let has_height = |s: &Statement| matches!(s, Statement::Start { height, .. } if height.is_some());
                return error(self.find(has_height), Rare::NoStacks);
            }
            if plan.score.contains(&ScoreTerm::Sight) {
                let at = self.find(|s| matches!(s, Statement::Score(_)));
                return error(at, Rare::NoSight);
            }
            return Ok(());
        }
        let at = self.find(|s| matches!(s, Statement::Settle(..)));
        if moves.place.is_some() || self.shifts || !self.is_simple {
            return error(at, Rare::Settle);
        }
        // Who has no stack sees nothing from it, and stays without one.
        for player in (1..=plan.players).map(Colour) {
            let comes = |way: &Way| {
                let placed = |action: &Action| action.change(Colour(1))[1] == player;
                way.iter().any(placed)
            };
            let comes = !plan.first_ways.is_empty() && plan.first_ways.iter().all(comes);
            if !self.has_stones(player) && !comes {
                return error(at, Rare::NoStack.of(&[&player.0]));
            }
        }
        Ok(())
    }

    /// Whether stones of a player stand there when the game begins.
    fn has_stones(&self, player: Colour) -> bool {
        let mut start = self.plan.start.iter();
        start.any(|(_, colour)| *colour == player)
    }

    /// Where stones only move, everybody needs one.
    fn check_stones(&self) -> Compiled<()> {
        let mut players = (1..=self.plan.players).map(Colour);
        let idle = players.find(|&player| !self.has_stones(player));
        if let (None, Some(player), true) = (self.plan.moves.place, idle, self.shifts) {
            let at = self.find(|s| {
                matches!(
                    s,
                    Statement::Hop(..) | Statement::Line(..) | Statement::Step(..)
                )
            });
            return error(at, Rare::NoStoneToMove.of(&[&player.0]));
        }
        Ok(())
    }

    /// Turns of more than one kind of move, or of every colour, need these moves.
    fn check_turns(&self) -> Compiled<()> {
        let moves = &self.plan.moves;
        let places_own = moves.place == Some(Placing::Own);
        match self.plan.turn {
            Turn::EachColour if !places_own || self.shifts => {
                let at = self.find(|s| matches!(s, Statement::TurnEachColour));
                error(at, Rare::EachColour)
            }
            Turn::MoveThenPlace if !places_own || !self.shifts || moves.pass => {
                let at = self.find(|s| matches!(s, Statement::TurnMoveThenPlace));
                error(at, Rare::MoveThenPlace)
            }
            _ => Ok(()),
        }
    }

    /// Only where stones are placed can sites be barred.
    fn check_bars(&self) -> Compiled<()> {
        let (plan, moves) = (self.plan, &self.plan.moves);
        let places = moves.place.is_some() || moves.settle.is_some() || !plan.ways.is_empty();
        if !places && plan.barred.iter().any(|sites| !sites.is_empty()) {
            let at = self.find(|s| matches!(s, Statement::Bar(..)));
            return error(at, Rare::NothingBarred);
        }
        Ok(())
    }

    /// Links, and cells that are won by points, are for stones that stay.
    fn check_links_and_points(&self) -> Compiled<()> {
        let plan = self.plan;
        let stays = !self.shifts && !plan.captures() && plan.needs == Default::default();
        let all_linked = |joined: &Connectivity| *joined == Connectivity::Knight;
        let loops = plan.ends.iter().any(|end| has_loop(&end.condition));
        if plan.has_links() && !(stays && !loops && plan.connect.iter().all(all_linked)) {
            let at = self.find(|s| matches!(s, Statement::Connect(Connectivity::Knight, ..)));
            return error(at, Rare::Links);
        }
        if plan.board.has_points() && (!stays || loops) {
            let at = self.find(|s| matches!(s, Statement::Board { .. }));
            return error(at, Rare::Points);
        }
        Ok(())
    }

    /// What an opening does not go with.
    fn check_opening(&self) -> Compiled<()> {
        let (plan, moves) = (self.plan, &self.plan.moves);
        if plan.opening.is_none() {
            return Ok(());
        }
        let at = self.find(|s| matches!(s, Statement::Opening(_)));
        if plan.players != 2 {
            return error(at, Rare::OpeningForTwo);
        }
        if moves.place != Some(Placing::Own) || self.shifts || moves.pass {
            return error(at, Rare::OpeningMoves);
        }
        if plan.turn != (Turn::Moves { count: 1, first: 1 }) {
            return error(at, Rare::OpeningTurns);
        }
        if plan.swap {
            return error(at, Rare::OpeningSwap);
        }
        Ok(())
    }

    fn check_stopping_and_swap(&self) -> Compiled<()> {
        let plan = self.plan;
        if matches!(plan.turn, Turn::UpTo { .. }) && plan.moves.pass {
            let at = self.find(|s| matches!(s, Statement::TurnUpTo { .. }));
            return error(at, Rare::StopAndPass);
        }
        if plan.swap && plan.players != 2 {
            let at = self.find(|s| matches!(s, Statement::Swap));
            return error(at, Rare::SwapForTwo);
        }
        Ok(())
    }

    /// What is decided by a score needs one.
    fn check_score(&self) -> Compiled<()> {
        let plan = self.plan;
        if !plan.score.is_empty() {
            return Ok(());
        }
        let by_score = |end: &plan::End| end.verdict == plan::Verdict::BestScore;
        if plan.ends.iter().any(by_score) {
            let at = self.find(|s| matches!(s, Statement::End(_, Verdict::BestScore)));
            return error(at, Rare::NoScore);
        }
        if !plan.ties.is_empty() {
            let at = self.find(|s| matches!(s, Statement::Tie(_) | Statement::TiePlayer(_)));
            return error(at, Rare::NoTie);
        }
        Ok(())
    }
}

fn has_loop(condition: &plan::Condition) -> bool {
    match condition {
        plan::Condition::Loop(_) | plan::Condition::Enclosed => true,
        plan::Condition::All(list) | plan::Condition::Any(list) => list.iter().any(has_loop),
        plan::Condition::Not(inner) => has_loop(inner),
        _ => false,
    }
}

/// Where a condition counts what is captured.
fn captures_counted(condition: &Condition) -> Option<At> {
    match condition {
        Condition::Compare(left, TestWord::Compare(_, right)) => {
            captures_in(left).or_else(|| captures_in(right))
        }
        Condition::Compare(left, _) => captures_in(left),
        Condition::All(list) | Condition::Any(list) => list.iter().find_map(captures_counted),
        Condition::Not(inner) => captures_counted(inner),
        _ => None,
    }
}

fn captures_in(expression: &Expression) -> Option<At> {
    match expression {
        Expression::Quantity(quantity, at) => {
            let captures = matches!(
                **quantity,
                QuantityWord::Captured | QuantityWord::Captures(_)
            );
            captures.then_some(*at)
        }
        Expression::Negative(inner) => captures_in(inner),
        Expression::Operation(left, _, right, _) => {
            captures_in(left).or_else(|| captures_in(right))
        }
        _ => None,
    }
}
