//! A list of sites in no particular order, from which one is drawn, taken out and put back at once; and straight lines.

use super::index::Index;
use crate::board::Board;

/// Sites in a list, and where each stands in it. Places of sites that are not in the list are kept for putting them back.
#[derive(Clone)]
pub struct SiteList<I, const N: usize> {
    list: [I; N],
    place: [I; N],
    len: u32,
}

impl<I: Index, const N: usize> SiteList<I, N> {
    pub fn new() -> Self {
        SiteList {
            list: [I::new(0); N],
            place: [I::new(0); N],
            len: 0,
        }
    }

    #[inline(always)]
    pub fn len(&self) -> u32 {
        self.len
    }

    #[inline(always)]
    pub fn get(&self, number: u32) -> I {
        self.list[number as usize & (N - 1)]
    }

    /// Takes a site out; its own place stays written.
    #[inline(always)]
    pub fn remove(&mut self, site: I) {
        let place = self.place[site.at() & (N - 1)];
        self.len -= 1;
        let last = self.list[self.len as usize & (N - 1)];
        self.list[place.at() & (N - 1)] = last;
        self.place[last.at() & (N - 1)] = place;
    }

    /// Undoes [`SiteList::remove`].
    #[inline(always)]
    pub fn put_back(&mut self, site: I) {
        let place = self.place[site.at() & (N - 1)];
        let last = self.list[place.at() & (N - 1)];
        self.place[last.at() & (N - 1)] = I::new(self.len as usize);
        self.list[self.len as usize & (N - 1)] = last;
        self.list[place.at() & (N - 1)] = site;
        self.place[site.at() & (N - 1)] = place;
        self.len += 1;
    }

    /// Puts a site at the end and gives what was written over.
    #[inline(always)]
    pub fn append(&mut self, site: I) -> (I, I) {
        let end = self.len as usize & (N - 1);
        let before = (self.list[end], self.place[site.at() & (N - 1)]);
        self.list[end] = site;
        self.place[site.at() & (N - 1)] = I::new(end);
        self.len += 1;
        before
    }

    /// Undoes [`SiteList::append`] and gives the site.
    #[inline(always)]
    pub fn take_last(&mut self, (list, place): (I, I)) -> I {
        self.len -= 1;
        let end = self.len as usize & (N - 1);
        let site = self.list[end];
        self.list[end] = list;
        self.place[site.at() & (N - 1)] = place;
        site
    }

    /// Becomes another list of the same board.
    pub fn copy_from(&mut self, other: &Self, sites: usize) {
        self.list[..sites].copy_from_slice(&other.list[..sites]);
        self.place[..sites].copy_from_slice(&other.place[..sites]);
        self.len = other.len;
    }

    /// The whole state in words.
    pub fn image(&self, sites: usize) -> String {
        let (list, place) = (&self.list[..sites], &self.place[..sites]);
        format!("{list:?} {place:?} {}", self.len)
    }
}

/// Per axis of straight lines and site, the next site forwards and backwards; beyond the rim where there is none.
#[derive(Clone, Debug)]
pub struct Lines<I, const N: usize>(Vec<[[I; 2]; N]>);

impl<I: Index, const N: usize> Lines<I, N> {
    pub fn new(board: &Board) -> Self {
        let mut along = vec![[[I::new(N - 1); 2]; N]; board.directions() / 2];
        for site in board.ids() {
            for direction in 0..board.directions() {
                if let Some(next) = board.step(site, direction) {
                    along[direction / 2][site.index()][direction % 2] = I::new(next.index());
                }
            }
        }
        Lines(along)
    }

    /// The longest straight line of this colour through a site.
    #[inline(always)]
    pub fn longest(&self, stones: &[u8; N], site: I, colour: u8) -> u32 {
        let mut longest = 0;
        for along in &self.0 {
            let mut length = 1;
            for (way, first) in along[site.at() & (N - 1)].iter().enumerate() {
                let mut here = *first;
                while stones[here.at() & (N - 1)] == colour {
                    length += 1;
                    here = along[here.at() & (N - 1)][way];
                }
            }
            longest = longest.max(length);
        }
        longest
    }
}
