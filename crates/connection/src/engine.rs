//! The one interface through which every game is played and taken back, and the choice of the engine that plays a plan.
//!
//! Owns the contract. Must not know how any engine keeps its state.

use crate::board::SiteId;
use crate::moves::Move;
use crate::plan::{Action, Colour, Plan};
use crate::policy::Policy;
use crate::random::Random;
use crate::referee::{Referee, flood};
use std::sync::Arc;

pub(crate) mod bits;
mod capturing;
mod index;
mod judge;
mod listing;
mod log;
mod mechanics;
mod placing;
mod reached;
mod shifting;
mod sites;
mod turns;

/// The colour of the place beyond the rim, for engines that keep one.
const OUTSIDE: u8 = 255;

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// It goes on.
    Running,
    /// The player of this colour has won.
    Won(Colour),
    /// It is over and nobody has won.
    Draw,
}

/// A game being played. Every move can be taken back, at any depth, and leaves the state bit for bit as it was.
pub trait Engine: Send {
    /// The rules.
    fn plan(&self) -> &Arc<Plan>;

    /// How the game stands.
    fn status(&self) -> Status;

    /// The player to move; when the game is over, the one who would be.
    fn mover(&self) -> Colour;

    /// What stands on a site.
    fn stone(&self, site: SiteId) -> Colour;

    /// How high the stack on a site is; a stone is one high, nothing is 0.
    fn height(&self, site: SiteId) -> u8 {
        u8::from(self.stone(site) != Colour::NONE)
    }

    /// How many moves have been made.
    fn moves_made(&self) -> u32;

    /// Stones removed by the last move.
    fn captured(&self) -> u32;

    /// Puts all legal moves into `moves`; none when the game is over.
    fn legal_moves(&self, moves: &mut Vec<Move>);

    /// How many legal moves there are.
    fn legal_count(&self) -> u32 {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.len() as u32
    }

    /// Whether a move is legal now.
    fn is_legal(&self, candidate: Move) -> bool {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.contains(&candidate)
    }

    /// A legal move, each exactly equally likely. The game must be running.
    fn sample(&mut self, random: &mut Random) -> Move;

    /// Plays a legal move. What happens after an illegal one is not defined, except that memory stays safe.
    fn play(&mut self, legal: Move);

    /// Takes the last move back; false when there is none.
    fn undo(&mut self) -> bool;

    /// Back to the start of the game.
    fn restart(&mut self) {
        while self.undo() {}
    }

    /// The scores of players 1, 2, … as they would count now.
    fn scores(&self) -> Vec<u128>;

    /// How many stones a player has captured so far.
    fn prisoners(&self, player: Colour) -> u32;

    /// A stone of the group that this stone belongs to: the same one for all its stones. The site must be occupied.
    fn group_root(&self, site: SiteId) -> SiteId;

    /// How many stones belong to this stone's group.
    fn group_size(&self, site: SiteId) -> u32;

    /// Plays random moves to the end, but at most so many, and says how many.
    fn playout_limited(&mut self, random: &mut Random, moves_max: u32) -> u32 {
        let end = self.moves_made().saturating_add(moves_max);
        let before = self.moves_made();
        while self.status() == Status::Running && self.moves_made() < end {
            let chosen = self.sample(random);
            self.play(chosen);
        }
        self.moves_made() - before
    }

    /// The same, but a broken bridge is mended and a group with one liberty captured or saved where the policy sees one, and else the
    /// better of two random moves is played where the policy has learned which one that is.
    fn playout_guided(&mut self, random: &mut Random, policy: &Policy, moves_max: u32) -> u32;

    /// Puts the sites that mend a bridge which the last move broke, capture its group or save one from it into `sites`.
    fn answers(&self, policy: &Policy, sites: &mut Vec<SiteId>);

    /// The links between stones, where stones are joined by links.
    fn links(&self) -> Vec<[SiteId; 2]> {
        Vec::new()
    }

    /// What may be done next, in a turn that is made of actions.
    fn due(&self) -> Vec<Action> {
        Vec::new()
    }

    /// The last move, if there is one and it is known.
    fn last(&self) -> Option<Move>;

    /// A copy in the same position, history included.
    fn fork(&self) -> Box<dyn Engine>;

    /// The whole state in words, for comparing two of them bit for bit.
    fn image(&self) -> String;
}

impl dyn Engine + '_ {
    /// Plays random moves to the end and says how many.
    pub fn playout(&mut self, random: &mut Random) -> u32 {
        // Not a method of every engine: each would carry a loop of its own, and the page's engine is weighed.
        self.playout_limited(random, u32::MAX)
    }
}

/// The fastest engine that knows all rules of this plan.
pub fn start(plan: &Arc<Plan>) -> Box<dyn Engine> {
    let fast = (plan.is_plain() && !begins_joined(plan)).then(|| {
        placing::start(plan)
            .or_else(|| capturing::start(plan))
            .or_else(|| shifting::start(plan))
    });
    fast.flatten()
        .unwrap_or_else(|| Box::new(Referee::new(plan.clone())))
}

/// Whether stones of the start join as many regions as some end asks for. The fast engines ask about regions only when a group comes to
/// touch more of them; in a position that was not over before, that is enough.
fn begins_joined(plan: &Plan) -> bool {
    let least = judge::least_regions(plan);
    if least == u32::MAX {
        return false;
    }
    let stands = |site: SiteId| plan.start.iter().find(|(other, _)| *other == site);
    plan.start.iter().any(|&(site, colour)| {
        let own = |site| stands(site).is_some_and(|stone| stone.1 == colour);
        let group = flood(&plan.board, site, plan.connectivity(colour), own);
        let touches = |region: &&Vec<SiteId>| region.iter().any(|site| group.contains(site));
        plan.families.iter().any(|family| {
            let regions = &family.regions[colour.index() - 1];
            regions.iter().filter(touches).count() as u32 >= least
        })
    })
}
