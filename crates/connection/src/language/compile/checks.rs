//! What only the whole of a description shows: statements that need each other, or do not go together.

use super::{At, Compiled, Compiler, Guarded, Mistake, Rare, Statement, Verdict, error};
use crate::board::Connectivity;
use crate::plan::{self, Action, Colour, Placing, Plan, ScoreTerm, Turn, Way};

impl Compiler<'_> {
    /// What only the whole shows.
    pub(super) fn check(&self, plan: &Plan, active: &[&Guarded], last: At) -> Compiled<()> {
        let find = |wanted: fn(&Statement) -> bool| {
            active
                .iter()
                .find(|guarded| wanted(&guarded.statement))
                .map_or(last, |guarded| guarded.at)
        };
        let moves = &plan.moves;
        let shifts = moves.step.is_some() || moves.hop.is_some() || moves.line.is_some();
        let settles = moves.settle.is_some();
        if moves.place.is_none() && !shifts && !settles && plan.ways.is_empty() {
            return error(last, Mistake::NoMove);
        }
        if plan.ends.is_empty() {
            return error(last, Mistake::NoEnd);
        }
        self.check_ways(plan, &find)?;
        self.check_stacks(plan, &find)?;
        let has_stones = |player| plan.start.iter().any(|(_, colour)| *colour == player);
        let idle = (1..=plan.players)
            .map(Colour)
            .find(|&player| !has_stones(player));
        if let (None, Some(player), true) = (moves.place, idle, shifts) {
            let at = find(|s| {
                matches!(
                    s,
                    Statement::Hop(..) | Statement::Line(..) | Statement::Step(..)
                )
            });
            let number = player.0;
            return error(at, Rare::NoStoneToMove.of(&[&number]));
        }
        if plan.turn == Turn::EachColour && (moves.place != Some(Placing::Own) || shifts) {
            let at = find(|s| matches!(s, Statement::TurnEachColour));
            return error(at, Rare::EachColour);
        }
        if plan.turn == Turn::MoveThenPlace
            && (moves.place != Some(Placing::Own) || !shifts || moves.pass)
        {
            let at = find(|s| matches!(s, Statement::TurnMoveThenPlace));
            return error(at, Rare::MoveThenPlace);
        }
        let places = moves.place.is_some() || settles || !plan.ways.is_empty();
        if !places && plan.barred.iter().any(|sites| !sites.is_empty()) {
            return error(
                find(|s| matches!(s, Statement::Bar(..))),
                Rare::NothingBarred,
            );
        }
        let stays = !shifts && !plan.captures() && plan.needs == Default::default();
        let all_linked = |joined: &Connectivity| *joined == Connectivity::Knight;
        let loops = plan.ends.iter().any(|end| has_loop(&end.condition));
        if plan.has_links() && !(stays && !loops && plan.connect.iter().all(all_linked)) {
            return error(
                find(|s| matches!(s, Statement::Connect(Connectivity::Knight, ..))),
                Rare::Links,
            );
        }
        if plan.board.has_points() && !stays {
            return error(find(|s| matches!(s, Statement::Board { .. })), Rare::Points);
        }
        self.check_opening(plan, find(|s| matches!(s, Statement::Opening(_))))?;
        if matches!(plan.turn, Turn::UpTo { .. }) && moves.pass {
            return error(
                find(|s| matches!(s, Statement::TurnUpTo { .. })),
                Rare::StopAndPass,
            );
        }
        if plan.swap && plan.players != 2 {
            return error(find(|s| matches!(s, Statement::Swap)), Rare::SwapForTwo);
        }
        if plan.score.is_empty()
            && plan
                .ends
                .iter()
                .any(|end| end.verdict == plan::Verdict::BestScore)
        {
            let at = find(|s| matches!(s, Statement::End(_, Verdict::BestScore)));
            return error(at, Rare::NoScore);
        }
        if plan.score.is_empty() && !plan.ties.is_empty() {
            return error(
                find(|s| matches!(s, Statement::Tie(_) | Statement::TiePlayer(_))),
                Rare::NoTie,
            );
        }
        Ok(())
    }

    /// What turns made of actions and stones of nobody do not go with.
    fn check_ways(&self, plan: &Plan, find: &dyn Fn(fn(&Statement) -> bool) -> At) -> Compiled<()> {
        let moves = &plan.moves;
        let shifts = moves.step.is_some() || moves.hop.is_some() || moves.line.is_some();
        let plain = is_simple(plan);
        let moved = moves.place.is_some() || moves.settle.is_some() || shifts;
        let others = !plan.ways.is_empty() && moved;
        let actions = !plan.ways.is_empty() || !plan.first_ways.is_empty();
        if actions && (others || !plain) {
            return error(
                find(|s| matches!(s, Statement::TurnWays { .. })),
                Rare::Ways,
            );
        }
        if plan.neutral && !plain {
            return error(
                find(|s| matches!(s, Statement::Start { colour: None, .. })),
                Rare::Neutral,
            );
        }
        Ok(())
    }

    /// What stacks need, and what they do not go with.
    fn check_stacks(
        &self,
        plan: &Plan,
        find: &dyn Fn(fn(&Statement) -> bool) -> At,
    ) -> Compiled<()> {
        let moves = &plan.moves;
        let high = |s: &Statement| {
            matches!(
                s,
                Statement::Start {
                    height: Some(_),
                    ..
                }
            )
        };
        if moves.settle.is_none() && !plan.heights.is_empty() {
            return error(find(high), Rare::NoStacks);
        }
        if moves.settle.is_none() && plan.score.contains(&ScoreTerm::Sight) {
            return error(find(|s| matches!(s, Statement::Score(_))), Rare::NoSight);
        }
        if moves.settle.is_none() {
            return Ok(());
        }
        let at = find(|s| matches!(s, Statement::Settle(..)));
        let shifts = moves.step.is_some() || moves.hop.is_some() || moves.line.is_some();
        let plain = is_simple(plan);
        if moves.place.is_some() || shifts || !plain {
            return error(at, Rare::Settle);
        }
        // Who has no stack sees nothing from it, and stays without one.
        for player in (1..=plan.players).map(Colour) {
            let stands = plan.start.iter().any(|(_, colour)| *colour == player);
            let comes = |way: &Way| {
                let placed = |action: &Action| action.change(Colour(1))[1] == player;
                way.iter().any(placed)
            };
            let comes = !plan.first_ways.is_empty() && plan.first_ways.iter().all(comes);
            if !stands && !comes {
                return error(at, Rare::NoStack.of(&[&player.0]));
            }
        }
        Ok(())
    }

    /// What an opening does not go with.
    fn check_opening(&self, plan: &Plan, at: At) -> Compiled<()> {
        if plan.opening.is_none() {
            return Ok(());
        }
        let moves = &plan.moves;
        let shifts = moves.step.is_some() || moves.hop.is_some() || moves.line.is_some();
        if plan.players != 2 {
            return error(at, Rare::OpeningForTwo);
        }
        if moves.place != Some(Placing::Own) || shifts || moves.pass {
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
}

fn has_loop(condition: &plan::Condition) -> bool {
    match condition {
        plan::Condition::Loop(_) | plan::Condition::Enclosed => true,
        plan::Condition::All(list) | plan::Condition::Any(list) => list.iter().any(has_loop),
        plan::Condition::Not(inner) => has_loop(inner),
        _ => false,
    }
}

/// Whether nothing but stones comes on the board, anywhere and to stay: what turns made of actions, stones of nobody and stacks go with.
fn is_simple(plan: &Plan) -> bool {
    !plan.captures()
        && plan.needs == Default::default()
        && plan.opening.is_none()
        && !plan.has_links()
        && !plan.board.has_points()
}
