//! What a search knows of a plan beyond playing it out: bridges, static judgements, threats, virtual connections. Each level knows more than the
//! one below; where a game has no goals of connection there is nothing to know.

use super::circuit::Circuits;
use super::gathering::Gathering;
use super::joints::Joints;
use super::reach::Reach;
use crate::board::SiteId;
use crate::connections::{Connections, Goals, STEPS_MAX, Sites};
use crate::engine::Engine;
use crate::plan::{self, Colour, Condition, LoopInside, Plan, Turn, Who};
use crate::policy::Policy;

/// How much of what can be known is used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Depth {
    /// Nothing but the rules.
    Rules,
    /// Moves that win at once are seen wherever the tree grows.
    Threats,
    /// Bridges are mended, threats are answered, and moves are judged by currents, chains or gaps.
    Judgement,
    /// Won and lost positions are seen by their virtual connections.
    Proofs,
}

/// What is known, with room to find it out in.
pub struct Knowledge {
    /// What playouts know.
    pub policy: Option<Policy>,
    /// The static judgement where all regions are to be joined.
    pub circuits: Option<Circuits>,
    /// The static judgement where some of many regions are to be joined.
    pub reach: Option<Reach>,
    /// The static judgement where stones are to be united.
    pub gathering: Option<Gathering>,
    /// Whether a move that wins at once goes on doing so until its site is taken.
    pub threats_last: bool,
    /// Whether moves that win at once are looked for wherever the tree grows.
    pub seeks_wins: bool,
    /// Where a stone can win at once, where that is soon said.
    joints: Option<Joints>,
    proofs: Option<(Goals, Connections)>,
}

/// What virtual connections say of a position.
#[derive(Clone, Copy, Debug)]
pub enum Verdict {
    /// This colour wins. If it is to move, it does so by playing on one of these sites, the smallest set that was found.
    Won(Colour, Sites),
    /// Nobody is sure of it yet; a move on any other site loses.
    Must(Sites),
    /// Nothing.
    Open,
}

impl Knowledge {
    /// What can be known of a plan, to a depth.
    pub fn new(plan: &Plan, depth: Depth) -> Self {
        // Currents and bridges run from neighbour to neighbour. They know nothing of links that cross or of cells that points win:
        // with them, strong lost all of 40 games of TwixT 8 against easy at equal playouts.
        let judges = depth >= Depth::Judgement && plan.is_plain();
        let goals = Goals::new(plan).filter(|_| depth >= Depth::Proofs);
        let circuits = judges.then(|| Circuits::new(plan)).flatten();
        // Bridges to any of many regions win nothing: matches of Havannah showed no gain, so there playouts mend none.
        let useful =
            |policy: &Policy| circuits.is_some() || policy.spares_eyes() || policy.avoids_losing();
        let wins = |end: &plan::End| matches!(end.verdict, plan::Verdict::Wins(_));
        let reach = judges.then(|| Reach::new(plan)).flatten();
        let policy = Policy::new(plan).filter(|policy| judges && useful(policy));
        Knowledge {
            // There they learn from each other instead.
            policy: policy.or_else(|| reach.as_ref().map(|_| Policy::learning(plan))),
            seeks_wins: depth >= Depth::Threats && plan.ends.iter().any(wins),
            circuits,
            reach,
            gathering: judges.then(|| Gathering::new(plan)).flatten(),
            joints: Joints::new(plan),
            // Virtual connections see more than that.
            threats_last: judges && goals.is_none() && threats_last(plan),
            proofs: goals.map(|goals| {
                let connections = Connections::new(&goals);
                (goals, connections)
            }),
        }
    }

    /// Whether virtual connections are looked for.
    pub fn proves(&self) -> bool {
        self.proofs.is_some()
    }

    /// Looks at a position before [`Knowledge::may_win`] is asked about it.
    pub fn look(&mut self, engine: &dyn Engine) {
        if let Some(joints) = &mut self.joints {
            joints.count(engine);
        }
    }

    /// Whether a player's stone on a site might win at once, in the position that was looked at.
    pub fn may_win(&self, colour: Colour, site: SiteId) -> bool {
        self.has_joints(2, colour, site)
    }

    /// Whether it might make another stone win, or win itself.
    pub fn may_threaten(&self, colour: Colour, site: SiteId) -> bool {
        self.has_joints(1, colour, site)
    }

    fn has_joints(&self, least: u8, colour: Colour, site: SiteId) -> bool {
        let joints = self.joints.as_ref();
        joints.is_none_or(|joints| joints.has(least, colour, site))
    }

    /// Who is sure to win the position of an engine, or where the player to move has to play.
    pub fn verdict(&mut self, engine: &dyn Engine) -> Verdict {
        let Some((goals, connections)) = self.proofs.as_mut().filter(|_| !may_swap(engine)) else {
            return Verdict::Open;
        };
        let mover = engine.mover();
        let other = Colour(3 - mover.0);
        connections.find(goals, mover, |site| engine.stone(site), STEPS_MAX);
        if let Some(carrier) = connections.sure_if_moving() {
            return Verdict::Won(mover, carrier);
        }
        connections.find(goals, other, |site| engine.stone(site), STEPS_MAX);
        if let Some(carrier) = connections.sure() {
            return Verdict::Won(other, carrier);
        }
        let threats = connections.if_moving();
        match threats.split_first() {
            None => Verdict::Open,
            Some((first, rest)) => Verdict::Must(
                rest.iter()
                    .fold(*first, |all, threat| all.intersection(*threat)),
            ),
        }
    }

    /// Whether a player is sure to win though the other one is to move.
    pub fn is_sure(&mut self, engine: &dyn Engine, colour: Colour) -> bool {
        let Some((goals, connections)) = &mut self.proofs else {
            return false;
        };
        connections.find(goals, colour, |site: SiteId| engine.stone(site), STEPS_MAX);
        connections.sure().is_some()
    }

    /// What the resistances say of a position that was just judged, where nothing but connections decides: the share of the player who is
    /// not to move.
    pub fn share_of_last(&self, engine: &dyn Engine) -> Option<f32> {
        let decides = self.proofs.is_some() && !may_swap(engine);
        let circuits = self.circuits.as_ref().filter(|_| decides)?;
        let mover = engine.mover();
        let [own, other] = [Colour(3 - mover.0), mover].map(|of| circuits.resistance(of));
        Some(other / (own + other))
    }
}

/// While somebody may swap, colours are not persons.
fn may_swap(engine: &dyn Engine) -> bool {
    engine.plan().swap && engine.moves_made() < 2
}

/// Whether a stone that would win goes on doing so after stones elsewhere: for two, stones only come, one in a turn and anywhere, and
/// all that wins are things that nothing but a stone in their way prevents.
fn threats_last(plan: &Plan) -> bool {
    fn lasts(condition: &Condition) -> bool {
        match condition {
            Condition::Connect { .. } | Condition::Loop(LoopInside::All) | Condition::Line(_) => {
                true
            }
            Condition::All(list) | Condition::Any(list) => list.iter().all(lasts),
            _ => false,
        }
    }
    let moves = &plan.moves;
    let shifts = moves.step.is_some() || moves.hop.is_some() || moves.line.is_some();
    let stones_only_come = moves.place.is_some() && !shifts && !plan.captures();
    let anywhere = plan.needs == Default::default() && plan.opening.is_none() && plan.is_plain();
    let one = plan.turn == Turn::Moves { count: 1, first: 1 } && !moves.pass;
    let wins = |end: &plan::End| {
        matches!(end.verdict, plan::Verdict::Wins(Who::Mover | Who::Owner)) && lasts(&end.condition)
    };
    plan.players == 2 && stones_only_come && anywhere && one && plan.ends.iter().all(wins)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{engine, library};
    use std::sync::Arc;

    /// The share of whoever moved last, after these moves.
    fn share_after(name: &str, options: &[(&str, &str)], moves: &[&str]) -> Option<f32> {
        let plan = Arc::new(library::game(name).unwrap().plan(options).unwrap());
        let mut game = engine::start(&plan);
        for text in moves {
            game.play_text(text).unwrap();
        }
        let mut knowledge = Knowledge::new(&plan, Depth::Proofs);
        let circuits = knowledge.circuits.as_mut().unwrap();
        circuits.judge(|site| game.stone(site));
        knowledge.share_of_last(&*game)
    }

    #[test]
    fn who_is_nearer_to_his_goal_has_the_larger_share() {
        let hex = [("size", "7"), ("swap", "no")];
        let chain = ["3,1", "0,6", "2,3", "6,0", "1,5", "6,1"];
        assert!(share_after("hex", &hex, &chain[..5]).unwrap() > 0.6);
        assert!(share_after("hex", &hex, &chain).unwrap() < 0.4);
    }

    /// While somebody may swap, a good first stone is his; where stones are captured, resistance decides little.
    #[test]
    fn where_more_than_connections_decides_there_is_no_share() {
        assert_eq!(share_after("hex", &[("size", "7")], &["3,3"]), None);
        assert_eq!(share_after("gonnect", &[("size", "7")], &["3,3"]), None);
    }
}
