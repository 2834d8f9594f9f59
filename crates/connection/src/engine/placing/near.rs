//! Rules that look at occupied neighbours: freedoms of groups, and sites where stones may come only next to others.

use super::Incremental;
use crate::engine::OUTSIDE;
use crate::engine::index::Index;

impl<I: Index, const N: usize, const D: usize, const F: u32> Incremental<I, N, D, F> {
    pub(super) fn take_freedoms(&mut self, site: I) {
        let ring = self.tables.ring[site.at() & (N - 1)];
        let mut own = 0;
        for next in ring {
            match self.stones[next.at() & (N - 1)] {
                0 => own += 1,
                OUTSIDE => {}
                _ => {
                    let root = self.find(next);
                    self.freedoms[root.at() & (N - 1)] -= 1;
                }
            }
        }
        self.freedoms[site.at() & (N - 1)] = own;
    }

    pub(super) fn give_freedoms(&mut self, site: I) {
        let ring = self.tables.ring[site.at() & (N - 1)];
        self.freedoms[site.at() & (N - 1)] = 0;
        for next in ring {
            if !matches!(self.stones[next.at() & (N - 1)], 0 | OUTSIDE) {
                let root = self.find(next);
                self.freedoms[root.at() & (N - 1)] += 1;
            }
        }
    }

    pub(super) fn encloses(&self, site: I, colour: u8) -> bool {
        self.tables.adjacent[site.at()].iter().any(|&next| {
            let stone = self.stones[next.at() & (N - 1)];
            stone != 0 && stone != colour && self.freedoms[self.find(next).at() & (N - 1)] == 0
        })
    }

    /// Neighbours gain an occupied neighbour; those that have enough now join the list.
    pub(super) fn list_neighbours(&mut self, site: I) {
        let tables = self.tables.clone();
        let enough = tables.near;
        if enough == 0 {
            return;
        }
        for &next in &tables.adjacent[site.at()] {
            let n = next.at() & (N - 1);
            self.near[n] += 1;
            if self.near[n] == enough && self.stones[n] == 0 {
                self.added.push(self.listed.append(next));
            }
        }
    }

    pub(super) fn unlist_neighbours(&mut self, site: I) {
        let tables = self.tables.clone();
        let enough = tables.near;
        if enough == 0 {
            return;
        }
        for &next in tables.adjacent[site.at()].iter().rev() {
            let n = next.at() & (N - 1);
            if self.near[n] == enough && self.stones[n] == 0 {
                let before = self.added.pop().expect("every listing was logged");
                self.listed.take_last(before);
            }
            self.near[n] -= 1;
        }
    }
}
