//! The same questions answered by flood fill: no forests, nothing kept but whose stone stands where.
//! The oracle of the frameworks, and the brute force they are measured against.

use super::adjacency::{Adjacency, Neighbourhoods};
use super::framework::{Groups, GroupsWithDeletion};
use super::ludemes::Regions;
use super::site_sets::SiteSet;
use super::{Forest, PlayerId, SiteId};

/// Stones on sites, with a fresh search for every question.
#[derive(Clone, Debug)]
pub struct FloodFill {
    neighbourhoods: Neighbourhoods,
    /// 0 is no stone, otherwise the number of the player.
    owner: Vec<u8>,
    /// How many stones each player has; neutral ones come first.
    stones: Vec<u32>,
    /// The number of the last search that came by.
    seen: Vec<u32>,
    search: u32,
    /// The group found last, in the order of the search.
    found: Vec<SiteId>,
}

impl FloodFill {
    /// No stones yet.
    pub fn new(neighbourhoods: Neighbourhoods) -> Self {
        let sites = neighbourhoods.sites();
        Self {
            owner: vec![0; sites],
            stones: vec![0; usize::from(neighbourhoods.players()) + 1],
            seen: vec![0; sites],
            search: 0,
            found: Vec::with_capacity(sites),
            neighbourhoods,
        }
    }

    /// Whose stone stands there.
    pub fn owner(&self, site: SiteId) -> Option<PlayerId> {
        Some(self.owner[site.index()])
            .filter(|&owner| owner != 0)
            .map(PlayerId)
    }

    /// The group of a site, in the order of the search; nothing without a stone.
    pub fn group(&mut self, site: SiteId, forest: Forest) -> &[SiteId] {
        self.fill(site, forest, |_| false);
        &self.found
    }

    /// Searches the group of a site until `stop` says so of a site. Whether it did.
    fn fill(&mut self, site: SiteId, forest: Forest, mut stop: impl FnMut(SiteId) -> bool) -> bool {
        let Self {
            neighbourhoods,
            owner,
            seen,
            search,
            found,
            ..
        } = self;
        let belongs = |site: SiteId| match forest {
            Forest::Player(PlayerId(player)) => owner[site.index()] == player,
            Forest::Common => owner[site.index()] != 0,
        };
        found.clear();
        if !belongs(site) {
            return false;
        }
        *search = search.wrapping_add(1);
        if *search == 0 {
            // The counter went all the way round: forget the old marks.
            seen.fill(0);
            *search = 1;
        }
        let adjacency: &Adjacency = neighbourhoods.of(forest);
        seen[site.index()] = *search;
        found.push(site);
        let mut next = 0;
        while let Some(&site) = found.get(next) {
            next += 1;
            if stop(site) {
                return true;
            }
            for &neighbour in adjacency.neighbours(site) {
                if seen[neighbour.index()] != *search && belongs(neighbour) {
                    seen[neighbour.index()] = *search;
                    found.push(neighbour);
                }
            }
        }
        false
    }
}

/// Where the stones of a player are counted.
#[inline]
fn counted(player: PlayerId) -> usize {
    match player {
        PlayerId::NEUTRAL => 0,
        PlayerId(number) => usize::from(number),
    }
}

impl Groups for FloodFill {
    fn neighbourhoods(&self) -> &Neighbourhoods {
        &self.neighbourhoods
    }

    fn reset(&mut self) {
        self.owner.fill(0);
        self.stones.fill(0);
    }

    #[inline]
    fn put(&mut self, site: SiteId, player: PlayerId) {
        debug_assert_eq!(self.owner[site.index()], 0, "a stone is put down once");
        self.owner[site.index()] = player.0;
        self.stones[counted(player)] += 1;
    }

    #[inline]
    fn has(&self, site: SiteId, player: PlayerId) -> bool {
        self.owner[site.index()] == player.0
    }

    fn connected(&mut self, a: SiteId, b: SiteId, forest: Forest) -> bool {
        self.fill(a, forest, |site| site == b)
    }

    fn size(&mut self, site: SiteId, forest: Forest) -> u32 {
        self.group(site, forest).len() as u32
    }

    fn collect(&mut self, site: SiteId, forest: Forest, into: &mut SiteSet) {
        self.group(site, forest)
            .iter()
            .for_each(|&site| into.insert(site));
    }

    fn regions_met(&mut self, site: SiteId, player: PlayerId, regions: &Regions) -> u32 {
        let mut met = 0;
        self.fill(site, Forest::Player(player), |site| {
            met |= regions.at(site);
            met == regions.all()
        });
        met
    }

    fn sizes(&mut self, forest: Forest, sizes: &mut Vec<u32>) {
        sizes.clear();
        let mut done = SiteSet::new(self.owner.len());
        for site in (0..self.owner.len() as u16).map(SiteId) {
            if !done.as_items().contains(site) {
                let group = self.group(site, forest);
                group.iter().for_each(|&site| done.insert(site));
                if !group.is_empty() {
                    sizes.push(group.len() as u32);
                }
            }
        }
    }

    fn is_single_group(&mut self, player: PlayerId) -> bool {
        let first = self.owner.iter().position(|&owner| owner == player.0);
        first.is_some_and(|first| {
            self.size(SiteId(first as u16), Forest::Player(player)) == self.stones[counted(player)]
        })
    }
}

impl GroupsWithDeletion for FloodFill {
    fn take(&mut self, site: SiteId, player: PlayerId) {
        if self.has(site, player) {
            self.owner[site.index()] = 0;
            self.stones[counted(player)] -= 1;
        }
    }

    fn take_group(&mut self, site: SiteId, player: PlayerId) {
        self.fill(site, Forest::Player(player), |_| false);
        for &site in &self.found {
            self.owner[site.index()] = 0;
        }
        self.stones[counted(player)] -= self.found.len() as u32;
    }

    fn freedoms(&mut self, site: SiteId, player: PlayerId) -> u32 {
        self.fill(site, Forest::Player(player), |_| false);
        let mut free = SiteSet::new(self.owner.len());
        for &site in &self.found {
            for &neighbour in self.neighbourhoods.orthogonal().neighbours(site) {
                if self.owner[neighbour.index()] == 0 {
                    free.insert(neighbour);
                }
            }
        }
        free.as_items().len()
    }

    fn freedoms_of_move(&mut self, site: SiteId, player: PlayerId) -> u32 {
        self.put(site, player);
        let freedoms = self.freedoms(site, player);
        self.take(site, player);
        freedoms
    }
}
