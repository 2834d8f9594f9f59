//! Stacks: what a site sees along straight lines, where a stack may come, and how high it is.

use super::Referee;
use crate::board::{Connectivity, SiteId};
use crate::plan::Colour;

impl Referee {
    /// How high the stack on a site is; a stone alone is one high.
    pub(super) fn height_of(&self, site: SiteId) -> u8 {
        match self.now.heights.get(site.index()) {
            Some(height) => *height,
            None => u8::from(self.now.stones[site.index()] != Colour::NONE),
        }
    }

    /// How many stacks of a player a site sees: in each direction the first that stands there.
    fn seen(&self, along: Connectivity, site: SiteId, player: Colour) -> u8 {
        let (board, stones) = (&self.plan.board, &self.now.stones);
        let mut seen = 0;
        for direction in board.directions_of(along) {
            let mut next = board.step(site, direction);
            while let Some(here) = next.filter(|here| stones[here.index()] == Colour::NONE) {
                next = board.step(here, direction);
            }
            seen += u8::from(next.is_some_and(|here| stones[here.index()] == player));
        }
        seen
    }

    /// The height of the stack that a player may put on a site now.
    pub(super) fn settles(&self, site: SiteId, player: Colour) -> Option<u8> {
        let along = self.plan.moves.settle?;
        let closed = self.plan.barred[player.index() - 1].contains(&site);
        let height = self.seen(along, site, player);
        (height > self.height_of(site) && !closed).then_some(height)
    }

    /// Empty sites that see more stacks of a player than of anybody else.
    pub(super) fn in_sight(&self, player: Colour) -> u32 {
        let Some(along) = self.plan.moves.settle else {
            return 0;
        };
        let others = || {
            let players = (1..=self.plan.players).map(Colour);
            players.filter(move |other| *other != player)
        };
        let empty = |site: &SiteId| self.now.stones[site.index()] == Colour::NONE;
        let held = |site: &SiteId| {
            let own = self.seen(along, *site, player);
            others().all(|other| self.seen(along, *site, other) < own)
        };
        self.plan.board.ids().filter(empty).filter(held).count() as u32
    }
}
