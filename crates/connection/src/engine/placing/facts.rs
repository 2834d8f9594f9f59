//! What the judge may ask of a position into which stones only came.

use super::{GROUPS, Incremental};
use crate::board::SiteId;
use crate::engine::index::Index;
use crate::engine::judge::{self, Facts, Masks};
use crate::plan::{Colour, Plan};

impl<I: Index, const N: usize, const D: usize, const F: u32> Facts for Incremental<I, N, D, F> {
    fn plan(&self) -> &Plan {
        &self.course.plan
    }

    fn masks(&self) -> &Masks {
        &self.tables.masks
    }

    fn stones(&self) -> &[u8] {
        &self.stones
    }

    fn moves(&self) -> u32 {
        self.course.entries.len() as u32
    }

    fn empties(&self) -> u32 {
        self.empties
    }

    fn captured(&self) -> u32 {
        0
    }

    fn captures(&self, _: Colour) -> u32 {
        0
    }

    fn group_mask(&self, site: SiteId) -> u32 {
        self.mask[self.find(I::new(site.index())).at() & (N - 1)]
    }

    fn size_of_group(&self, site: SiteId) -> u32 {
        if F & GROUPS != 0 {
            return u32::from(self.size[self.find(I::new(site.index())).at() & (N - 1)]);
        }
        let (parent, size) = self.forest();
        let mut root = site.index();
        while parent[root].at() != root {
            root = parent[root].at();
        }
        u32::from(size[root])
    }

    fn each_group(&self, call: &mut dyn FnMut(Colour, u32)) {
        let (parent, size) = if F & GROUPS != 0 {
            (self.parent, self.size)
        } else {
            self.forest()
        };
        for site in 0..self.tables.sites {
            if self.stones[site] != 0 && parent[site].at() == site {
                call(Colour(self.stones[site]), u32::from(size[site]));
            }
        }
    }

    fn scores_into(&self, scores: &mut [u128]) {
        judge::add_scores(self, scores);
    }
}
