//! What a search knows of a plan beyond playing it out: bridges, circuits, virtual connections. Each level knows more than the
//! one below; where a game has no goals of connection there is nothing to know.

use super::circuit::Circuits;
use crate::board::SiteId;
use crate::connections::{Connections, Goals, STEPS_MAX, Sites};
use crate::engine::Engine;
use crate::plan::{self, Colour, Plan};
use crate::policy::Policy;

/// How much of what can be known is used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Depth {
    /// Nothing but the rules.
    Rules,
    /// Moves that win at once are seen wherever the tree grows.
    Threats,
    /// Bridges are mended, and moves are judged by currents.
    Judgement,
    /// Won and lost positions are seen by their virtual connections.
    Proofs,
}

/// What is known, with room to find it out in.
pub struct Knowledge {
    /// What playouts know.
    pub policy: Option<Policy>,
    /// The static judgement.
    pub circuits: Option<Circuits>,
    /// Whether moves that win at once are looked for wherever the tree grows.
    pub seeks_wins: bool,
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
        let judges = depth >= Depth::Judgement;
        let goals = Goals::new(plan).filter(|_| depth >= Depth::Proofs);
        let circuits = judges.then(|| Circuits::new(plan)).flatten();
        // Bridges to any of many regions win nothing: matches of Havannah showed no gain, so there playouts stay plain.
        let useful = |policy: &Policy| circuits.is_some() || policy.spares_eyes();
        let wins = |end: &plan::End| matches!(end.verdict, plan::Verdict::Wins(_));
        Knowledge {
            policy: Policy::new(plan).filter(|policy| judges && useful(policy)),
            seeks_wins: depth >= Depth::Threats && plan.ends.iter().any(wins),
            circuits,
            proofs: goals.map(|goals| {
                let connections = Connections::new(&goals);
                (goals, connections)
            }),
        }
    }

    /// Who is sure to win the position of an engine, or where the player to move has to play.
    pub fn verdict(&mut self, engine: &dyn Engine) -> Verdict {
        // While somebody may swap, colours are not persons.
        let may_swap = engine.plan().swap && engine.moves_made() < 2;
        let Some((goals, connections)) = self.proofs.as_mut().filter(|_| !may_swap) else {
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
}
