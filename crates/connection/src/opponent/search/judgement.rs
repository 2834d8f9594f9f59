//! What is known of a position without playing it out, told to the tree: static judgements as promises of moves, virtual connections as
//! sure results, bridges and last liberties as wins to begin with.

use super::node::Node;
use super::{Tree, person};
use crate::board::SiteId;
use crate::engine::Status;
use crate::moves::{Move, MoveKind};
use crate::opponent::knowledge::Verdict;
use crate::plan::Colour;

/// A move that mends a bridge starts with so many wins.
const MENDING_WINS: f32 = 30.0;

/// What currents promise all moves of a position together at first; it fades as a move is looked at. Moves share it, so that a
/// position with many fair moves is not searched wider than others are: only then more looks see further.
const PROMISE: f32 = 2.5;
/// The promise of the best move alone where nothing is said in passing, since stones can be captured: with a shared one the tree of
/// Gonnect 7 won 5 of 30 games.
const CAPTURE_PROMISE: f32 = 1.0;
/// The promise of the best move alone where chains are counted instead of currents.
const CHAIN_PROMISE: f32 = 0.4;
/// A position is judged once it was looked at so often: a judgement takes about as long as ten playouts.
const JUDGED_AT: f32 = 8.0;
/// The same where playouts are cheaper beside it, because they know nothing.
const CHAINS_JUDGED_AT: f32 = 40.0;
/// What both resistances say of a position counts as so many looks, once it is judged.
const RESISTANCE_LOOKS: f32 = 10.0;
/// The least share of the current that a site counts for, so that a site that only one player needs is not forgotten.
const SHARE_MIN: f32 = 0.003;
/// The same for the worth of a chain.
const CHAIN_MIN: f32 = 0.05;

impl Tree {
    pub(super) fn judged_at(&self) -> f32 {
        match self.knowledge.reach {
            Some(_) => CHAINS_JUDGED_AT,
            None => JUDGED_AT,
        }
    }

    /// Gives the children their promises: a site is worth the more, the more of both players' currents pass through it, or the shorter
    /// both players' chains over it are.
    pub(super) fn judge(&mut self, here: usize) {
        self.nodes[here].judged = true;
        let (engine, knowledge) = (&self.engine, &mut self.knowledge);
        // The best first move is swapped, so it is no promise.
        if engine.plan().swap && engine.moves_made() == 0 {
            return;
        }
        let mover = engine.mover();
        let node = &self.nodes[here];
        let children = node.first as usize..(node.first + node.count) as usize;
        let children = &mut self.nodes[children];
        if let Some(circuits) = &mut knowledge.circuits {
            circuits.judge(|site| engine.stone(site));
            // There are two players wherever regions are to be joined.
            let share = |colour: u8, site| circuits.share(Colour(colour), site) + SHARE_MIN;
            let worth = |site| share(1, site) * share(2, site);
            if self.led {
                let (sum, _) = weigh(children, mover, &worth);
                scale(children, PROMISE / sum);
            } else {
                let (_, most) = weigh(children, mover, &|site| worth(site).sqrt());
                scale(children, CAPTURE_PROMISE / most);
            }
        } else if let Some(reach) = &mut knowledge.reach {
            reach.judge(engine.plan(), |site| engine.stone(site));
            let share = |colour: u8, site| reach.share(Colour(colour), site) + CHAIN_MIN;
            let worth = |site| (share(1, site) * share(2, site)).sqrt();
            let (_, most) = weigh(children, mover, &worth);
            scale(children, CHAIN_PROMISE / most);
        }
        // The node belongs to the player who is not to move.
        if let Some(share) = self.knowledge.share_of_last(&*self.engine) {
            self.nodes[here].visits += RESISTANCE_LOOKS;
            self.nodes[here].value += RESISTANCE_LOOKS * share;
        }
    }

    /// Looks for virtual connections: a won or lost position is known, and moves that lose at once are.
    pub(super) fn examine(&mut self, here: usize, swapped: bool) {
        self.nodes[here].examined = true;
        let mover = self.engine.mover();
        match self.knowledge.verdict(&*self.engine) {
            Verdict::Open => {}
            Verdict::Won(colour, carrier) if here == 0 => {
                // At the root a move is wanted, too.
                if colour != mover {
                    return self.despair();
                }
                let mut sure = carrier.into_iter().map(|site| SiteId(site as u16));
                if let Some(site) = sure.find(|site| self.secures(*site)) {
                    self.mark(here, person(mover, swapped), |played| {
                        played == Move::place(site, mover)
                    });
                    self.nodes[here].winner = person(mover, swapped);
                }
            }
            Verdict::Won(colour, _) => self.nodes[here].winner = person(colour, swapped),
            // There are two players wherever connections say anything.
            Verdict::Must(sites) => {
                self.mark(here, person(Colour(3 - mover.0), swapped), |played| {
                    played
                        .target()
                        .is_some_and(|site| !sites.contains(site.index()))
                });
            }
        }
    }

    /// Whether the player to move is sure to win after a stone on this site.
    fn secures(&mut self, site: SiteId) -> bool {
        let mover = self.engine.mover();
        self.engine.play(Move::place(site, mover));
        let won = self.engine.status() == Status::Won(mover);
        let sure = won || self.knowledge.is_sure(&*self.engine, mover);
        self.engine.undo();
        sure
    }

    /// Moves that mend a bridge which the last move broke, capture its group or save one from it start with some wins.
    pub(super) fn prefer_mending(&mut self, here: usize) {
        let Some(policy) = &self.knowledge.policy else {
            return;
        };
        self.engine.answers(policy, &mut self.answers);
        if self.answers.is_empty() {
            return;
        }
        let mover = self.engine.mover();
        for child in self.children(here) {
            let node = &mut self.nodes[child];
            let mends = |site: &SiteId| node.played == Move::place(*site, mover);
            if self.answers.iter().any(mends) {
                node.visits += MENDING_WINS;
                node.value += MENDING_WINS;
            }
        }
    }
}

/// Writes down what a site is worth as the promise of a stone there, and says what all of them are worth together, and the best.
fn weigh(moves: &mut [Node], mover: Colour, worth: &dyn Fn(SiteId) -> f32) -> (f32, f32) {
    let (mut sum, mut most) = (1e-9f32, 1e-9f32);
    for node in &mut *moves {
        if let MoveKind::Place { site, colour } = node.played.kind()
            && colour == mover
        {
            node.promise = worth(site);
            sum += node.promise;
            most = most.max(node.promise);
        }
    }
    (sum, most)
}

fn scale(moves: &mut [Node], factor: f32) {
    for node in moves {
        node.promise *= factor;
    }
}
