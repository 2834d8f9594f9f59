//! Turns made of actions: which ways to spend the turn are left, and what may be done next so that one of them can be finished.
//!
//! An action is a placement: what stands on the site and the colour that comes there say which one it is. No site is touched twice in
//! a turn. So a way can be finished exactly when enough untouched sites of each kind are there, and what cannot be finished now cannot
//! be later in the turn. That is why nobody has to note whether a turn began with the ways for those who have no other.

use super::Referee;
use crate::board::SiteId;
use crate::moves::Move;
use crate::plan::{Action, Colour, Way};

impl Referee {
    /// Whether the turn at hand is made of actions.
    pub(super) fn acts(&self) -> bool {
        !self.plan.ways_in(self.now.turns).is_empty()
    }

    /// What may be done next.
    pub(super) fn due(&self) -> Vec<Action> {
        let mut due = self.next_of(self.plan.ways_in(self.now.turns));
        for way in self.last_ways() {
            if due.is_empty() {
                due = self.next_of(std::slice::from_ref(way));
            }
        }
        due
    }

    /// What is done when no other way is open.
    fn last_ways(&self) -> &[Way] {
        match self.now.turns {
            0 if !self.plan.first_ways.is_empty() => &[],
            _ => &self.plan.last_ways,
        }
    }

    /// What may be done next, so that one of these ways can be finished.
    fn next_of(&self, ways: &[Way]) -> Vec<Action> {
        let mut due = Vec::new();
        for way in ways {
            if let Some(rest @ [next, ..]) = way.strip_prefix(&*self.now.done)
                && self.has_sites_for(rest)
                && !due.contains(next)
            {
                due.push(*next);
            }
        }
        due
    }

    /// Whether there are sites enough for all of these actions.
    fn has_sites_for(&self, actions: &[Action]) -> bool {
        let on = |action: &Action| action.change(self.now.mover)[0];
        actions.iter().all(|action| {
            let wanted = actions.iter().filter(|other| on(other) == on(action));
            let sites = self.plan.board.ids();
            sites.filter(|site| self.fits(*action, *site)).count() >= wanted.count()
        })
    }

    /// Whether an action may be done on a site, if it is due.
    fn fits(&self, action: Action, site: SiteId) -> bool {
        let (now, mover) = (&self.now, self.now.mover);
        let [before, _] = action.change(mover);
        let closed = before == Colour::NONE && self.plan.barred[mover.index() - 1].contains(&site);
        now.stones[site.index()] == before && !now.touched.contains(&site) && !closed
    }

    /// The action that a stone of this colour on this site would be, if it may be done now.
    pub(super) fn action(&self, site: SiteId, colour: Colour) -> Option<Action> {
        let is_it = |action: &Action| {
            action.change(self.now.mover)[1] == colour && self.fits(*action, site)
        };
        self.due().into_iter().find(is_it)
    }

    /// Lists everything that may be done next.
    pub(super) fn list_actions(&self, moves: &mut Vec<Move>) {
        let due = self.due();
        for site in self.plan.board.ids() {
            for action in due.iter().filter(|action| self.fits(**action, site)) {
                moves.push(Move::place(site, action.change(self.now.mover)[1]));
            }
        }
    }

    /// Notes an action, and says whether the turn is over with it.
    pub(super) fn finish_action(&mut self, action: Action, site: SiteId) -> bool {
        self.now.done.push(action);
        self.now.touched.push(site);
        let ways = self.plan.ways_in(self.now.turns);
        let is_done = |way: &Way| *way == self.now.done;
        ways.iter().any(is_done)
            || self.last_ways().iter().any(is_done) && self.next_of(ways).is_empty()
    }
}
