//! The forest of groups: what a stone joins, the log of links, loops, and all groups at once where none are kept.

use super::tables::{COLOURS, SIZES_MAX};
use super::{GROUPS, Incremental, LOOPS, NEAR, REGIONS, SIZES};
use crate::engine::index::Index;
use crate::engine::reached::Reached;

/// A tree hung under another: undone, the parent has its old bits again.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Link<I> {
    pub(super) child: I,
    pub(super) parent: I,
    pub(super) mask: u32,
}

impl<I: Index, const N: usize, const D: usize, const F: u32> Incremental<I, N, D, F> {
    #[inline(always)]
    pub(super) fn find(&self, stone: I) -> I {
        let mut here = stone;
        loop {
            let up = self.parent[here.at() & (N - 1)];
            if up == here {
                return here;
            }
            here = up;
        }
    }

    /// Which entries of the ring of a site hold this colour, a bit each.
    #[inline(always)]
    pub(super) fn own_around(&self, site: I, colour: u8) -> u32 {
        let ring = &self.tables.ring[site.at() & (N - 1)];
        let mut pattern = 0;
        for (k, next) in ring.iter().enumerate() {
            pattern |= u32::from(self.stones[next.at() & (N - 1)] == colour) << k;
        }
        pattern
    }

    /// The first entry of every run.
    #[inline(always)]
    pub(super) fn starts(&self, site: I, pattern: u32) -> u32 {
        match D {
            4 => pattern,
            6 => pattern & !(pattern << 1 | pattern >> 5) | u32::from(pattern == 63),
            _ if self.tables.runs => {
                let len = self.tables.ring_len[site.at() & (N - 1)] as u32;
                let turned = |p: u32, by: u32| (p << by | p >> (len - by)) & ((1 << len) - 1);
                // A stone that only touches in a point, between two own ones, does not part them.
                let between = u32::from(self.tables.ring_diagonal[site.at() & (N - 1)]);
                let whole = pattern | between & turned(pattern, 1) & turned(pattern, len - 1);
                let starts = whole & !turned(whole, 1);
                // Unless the ring is closed, a run starts with an own stone, because it is closed at both ends.
                if starts == 0 && pattern != 0 {
                    pattern & pattern.wrapping_neg()
                } else {
                    starts
                }
            }
            _ => pattern,
        }
    }

    #[inline(always)]
    pub(super) fn link(&mut self, child: I, parent: I) {
        let (c, p) = (child.at() & (N - 1), parent.at() & (N - 1));
        self.links[self.link_count as usize & (N - 1)] = Link {
            child,
            parent,
            mask: self.mask[p],
        };
        self.link_count += 1;
        self.parent[c] = parent;
        if F & SIZES != 0 {
            let colour = self.stones[p] as usize;
            self.recount(colour, self.size[c], self.size[p], 1);
        }
        self.size[p] += self.size[c];
        if F & REGIONS != 0 {
            self.mask[p] |= self.mask[c];
        }
        if F & NEAR != 0 {
            self.freedoms[p] += self.freedoms[c];
        }
    }

    #[inline(always)]
    pub(super) fn unlink(&mut self) {
        self.link_count -= 1;
        let Link {
            child,
            parent,
            mask,
        } = self.links[self.link_count as usize & (N - 1)];
        let (c, p) = (child.at() & (N - 1), parent.at() & (N - 1));
        self.parent[c] = child;
        self.size[p] -= self.size[c];
        if F & SIZES != 0 {
            let colour = self.stones[p] as usize;
            self.recount(colour, self.size[c], self.size[p], u16::MAX);
        }
        if F & REGIONS != 0 {
            self.mask[p] = mask;
        }
        if F & NEAR != 0 {
            self.freedoms[p] -= self.freedoms[c];
        }
    }

    /// Two groups become one (`by` 1) or one becomes two (`by` −1).
    #[inline(always)]
    pub(super) fn recount(&mut self, colour: usize, one: u16, other: u16, by: u16) {
        let counts = &mut self.counts[colour % COLOURS];
        let mut add = |size: usize, by: u16| {
            if size < SIZES_MAX {
                counts[size] = counts[size].wrapping_add(by);
            }
        };
        add(one as usize, by.wrapping_neg());
        add(other as usize, by.wrapping_neg());
        add((one + other) as usize, by);
    }

    /// Puts a stone down and joins its groups. Says whether an end may have come, and whether a loop may have closed.
    #[inline(always)]
    pub(super) fn put(&mut self, site: I, colour: u8) -> (bool, bool) {
        let s = site.at() & (N - 1);
        let (mut ask, mut looped) = (false, false);
        if F & NEAR == 0 || self.tables.near == 0 {
            self.listed.remove(site);
        } else if self.near[s] >= self.tables.near {
            // Stones of the start position may stand where no move could put them.
            self.listed.remove(site);
        }
        self.stones[s] = colour;
        self.empties -= 1;
        if F & GROUPS == 0 {
            return (false, false);
        }
        let mut reached = Reached::alone(0, false);
        if F & REGIONS != 0 {
            let mask = self.tables.site_mask[colour as usize % COLOURS][s];
            self.mask[s] = mask;
            reached = Reached::alone(mask, self.tables.lone_matters);
        }
        if F & SIZES != 0 {
            self.counts[colour as usize % COLOURS][1] += 1;
        }
        if F & NEAR != 0 {
            self.take_freedoms(site);
        }
        let pattern = self.own_around(site, colour);
        if pattern != 0 {
            looped = self.join(site, pattern, &mut reached);
            if F & LOOPS != 0 {
                looped |= self.fills_ring(site, colour, pattern);
            }
        }
        if F & REGIONS != 0 {
            ask |= reached.is_more;
        }
        if F & NEAR != 0 {
            ask |= self.tables.triggers.enclosed && self.encloses(site, colour);
            self.list_neighbours(site);
        }
        (ask, F & LOOPS != 0 && looped)
    }

    /// Joins a stone with the groups round it, which hold these entries of its ring. Whether it touches one of them twice.
    #[inline(always)]
    fn join(&mut self, site: I, pattern: u32, reached: &mut Reached) -> bool {
        let ring = self.tables.ring[site.at() & (N - 1)];
        let mut starts = self.starts(site, pattern);
        let mut root = self.find(ring[starts.trailing_zeros() as usize % D]);
        starts &= starts - 1;
        if F & REGIONS != 0 {
            reached.join(self.mask[root.at() & (N - 1)]);
        }
        // The new stone hangs directly under the root, so trees stay flat.
        self.link(site, root);
        let mut is_twice = false;
        while starts != 0 {
            let other = self.find(ring[starts.trailing_zeros() as usize % D]);
            starts &= starts - 1;
            if other == root {
                is_twice = true;
                continue;
            }
            if F & REGIONS != 0 {
                reached.join(self.mask[other.at() & (N - 1)]);
            }
            if self.size[other.at() & (N - 1)] > self.size[root.at() & (N - 1)] {
                self.link(root, other);
                root = other;
            } else {
                self.link(other, root);
            }
        }
        is_twice
    }

    /// Whether the stone completes a ring of stones round one own neighbour.
    #[inline(always)]
    pub(super) fn fills_ring(&self, site: I, colour: u8, pattern: u32) -> bool {
        let ring = &self.tables.ring[site.at() & (N - 1)];
        let mut inner = match D {
            6 => pattern & (pattern << 1 | pattern >> 5) & (pattern >> 1 | pattern << 5) & 63,
            _ => pattern & !u32::from(self.tables.ring_diagonal[site.at() & (N - 1)]),
        };
        while inner != 0 {
            let next = ring[inner.trailing_zeros() as usize % D];
            inner &= inner - 1;
            if self.tables.outer[next.at() & (N - 1)] {
                continue;
            }
            let around = self.own_around(next, colour);
            let all = match D {
                6 => 63,
                _ => {
                    ((1 << self.tables.ring_len[next.at() & (N - 1)]) - 1)
                        & !u32::from(self.tables.ring_diagonal[next.at() & (N - 1)])
                }
            };
            if around & all == all {
                return true;
            }
        }
        false
    }

    #[inline(always)]
    pub(super) fn take(&mut self, site: I, colour: u8, links: u32) {
        let s = site.at() & (N - 1);
        if F & GROUPS != 0 {
            if F & NEAR != 0 {
                self.unlist_neighbours(site);
            }
            while self.link_count > links {
                self.unlink();
            }
            if F & NEAR != 0 {
                self.give_freedoms(site);
            }
            if F & SIZES != 0 {
                self.counts[colour as usize % COLOURS][1] -= 1;
            }
            if F & REGIONS != 0 {
                self.mask[s] = 0;
            }
        }
        self.stones[s] = 0;
        self.empties += 1;
        self.listed.put_back(site);
    }

    /// Whether the size of the group that a stone would make is allowed.
    #[inline(always)]
    pub(super) fn fits(&self, site: I, colour: u8) -> bool {
        let Some(most) = self.tables.group_at_most else {
            return true;
        };
        let pattern = self.own_around(site, colour);
        if pattern == 0 {
            return most >= 1;
        }
        let ring = &self.tables.ring[site.at() & (N - 1)];
        let mut starts = self.starts(site, pattern);
        let mut roots = [I::new(N - 1); 12];
        let (mut count, mut size) = (0, 1);
        while starts != 0 {
            let root = self.find(ring[starts.trailing_zeros() as usize % D]);
            starts &= starts - 1;
            if !roots[..count].contains(&root) {
                roots[count] = root;
                count += 1;
                size += u32::from(self.size[root.at() & (N - 1)]);
            }
        }
        size <= most
    }

    /// All groups at once, where they are not kept: every stone joins the groups of its neighbours with smaller numbers.
    pub(super) fn forest(&self) -> ([I; N], [u16; N]) {
        let mut parent = self.parent;
        let mut size = self.size;
        let find = |parent: &[I; N], stone: I| {
            let mut here = stone;
            while parent[here.at() & (N - 1)] != here {
                here = parent[here.at() & (N - 1)];
            }
            here
        };
        for site in 0..self.tables.sites {
            let colour = self.stones[site & (N - 1)];
            if colour == 0 {
                continue;
            }
            let mut root = I::new(site);
            for &next in &self.tables.ring[site] {
                if next.at() < site && self.stones[next.at() & (N - 1)] == colour {
                    let other = find(&parent, next);
                    if other == root {
                        continue;
                    }
                    let (a, b) = (root.at() & (N - 1), other.at() & (N - 1));
                    let (child, top) = if size[a] > size[b] { (b, a) } else { (a, b) };
                    parent[child] = I::new(top);
                    size[top] += size[child];
                    root = I::new(top);
                }
            }
        }
        (parent, size)
    }
}
