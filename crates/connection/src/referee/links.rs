//! Links between stones a knight's move apart: which are made, and what they join. They stay for as long as their stones do.

use super::Referee;
use crate::board::{Connectivity, SiteId};

impl Referee {
    /// All stones that links join with the stone on `site`.
    pub(super) fn linked(&self, site: SiteId) -> Vec<SiteId> {
        let mut reached = vec![site];
        let mut next = 0;
        while next < reached.len() {
            for &[one, other] in &self.now.links {
                for (from, to) in [(one, other), (other, one)] {
                    if from == reached[next] && !reached.contains(&to) {
                        reached.push(to);
                    }
                }
            }
            next += 1;
        }
        reached.sort();
        reached
    }

    /// Links the stone on `site` with every stone of its colour a knight's move away, unless a link of another colour lies across.
    pub(super) fn link(&mut self, site: SiteId) {
        let plan = self.plan.clone();
        let (board, now) = (&plan.board, &mut self.now);
        let own = now.stones[site.index()];
        if plan.connectivity(own) != Connectivity::Knight {
            return;
        }
        for &other in board.neighbours(site, Connectivity::Knight) {
            let barred = |link: &[SiteId; 2]| {
                now.stones[link[0].index()] != own && board.links_cross(*link, [site, other])
            };
            if now.stones[other.index()] == own
                && !now.links.contains(&[other, site])
                && !now.links.iter().any(barred)
            {
                now.links.push([site, other]);
            }
        }
    }
}
