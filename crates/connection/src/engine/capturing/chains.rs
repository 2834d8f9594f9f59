//! Chains of stones with their liberties: what a stone joins and captures, and how both are taken back.

use super::{Capturing, PLAYERS};
use crate::board::SiteId;
use crate::engine::OUTSIDE;
use crate::engine::bits::Bits;
use crate::engine::index::Index;
use crate::engine::log::Entry;
use crate::engine::reached::Reached;
use crate::moves::Move;
use crate::plan::Colour;

/// A chain of stones, kept under the number of one of them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Chain<const W: usize> {
    pub(super) stones: Bits<W>,
    pub(super) liberties: Bits<W>,
    pub(super) hash: u64,
    pub(super) mask: u32,
    pub(super) size: u32,
}

impl<const W: usize> Chain<W> {
    pub(super) const NONE: Self = Chain {
        stones: Bits::EMPTY,
        liberties: Bits::EMPTY,
        hash: 0,
        mask: 0,
        size: 0,
    };

    /// Makes another chain a part of this one, but for the regions that it reaches.
    #[inline(always)]
    fn absorb(&mut self, other: &Chain<W>) {
        self.stones = self.stones.union(other.stones);
        self.liberties = self.liberties.union(other.liberties);
        self.hash ^= other.hash;
        self.size += other.size;
    }
}

/// What a stone changed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Change<I, const W: usize, const K: usize> {
    pub(super) absorbed_count: u8,
    pub(super) captured_count: u8,
    pub(super) captured_stones: u16,
    /// The chain that was written over, under which number, and what the site's head was.
    pub(super) written: I,
    pub(super) head: I,
    pub(super) absorbed: [I; K],
    pub(super) captured: [I; K],
    pub(super) captured_colour: [u8; K],
    pub(super) chain: Chain<W>,
}

impl<I: Index, const W: usize, const K: usize> Change<I, W, K> {
    /// What passing and swapping change.
    pub(super) fn none() -> Self {
        let nowhere = I::new(0);
        Change {
            absorbed_count: 0,
            captured_count: 0,
            captured_stones: 0,
            written: nowhere,
            head: nowhere,
            absorbed: [nowhere; K],
            captured: [nowhere; K],
            captured_colour: [0; K],
            chain: Chain::NONE,
        }
    }
}

impl<I: Index, const N: usize, const W: usize, const K: usize> Capturing<I, N, W, K> {
    /// Whether a stone may come on this empty site: it keeps a liberty or captures, and makes a new position.
    #[inline(always)]
    pub(super) fn may_place(&self, site: I, colour: u8) -> bool {
        let s = site.at() & (N - 1);
        let ring = &self.tables.ring[s];
        let here = Bits::<W>::one(s);
        let (mut alive, mut captures) = (false, false);
        for next in ring {
            let n = next.at() & (N - 1);
            let stone = self.stones[n];
            if stone == 0 {
                alive = true;
            } else if stone != OUTSIDE {
                let only = self.chains[self.head[n].at() & (N - 1)].liberties == here;
                if stone == colour {
                    alive |= !only;
                } else {
                    captures |= only;
                }
            }
        }
        if !(alive || captures) {
            return false;
        }
        !self.tables.superko
            || self.lost[colour as usize][s] == 0
            || self.is_new(site, colour, captures)
    }

    #[inline(never)]
    pub(super) fn is_new(&self, site: I, colour: u8, captures: bool) -> bool {
        let s = site.at() & (N - 1);
        let here = Bits::<W>::one(s);
        let mut hash = self.hash ^ self.tables.zobrist[colour as usize % PLAYERS][s];
        if captures {
            let mut heads = [I::new(N - 1); K];
            let mut count = 0;
            for next in &self.tables.ring[s] {
                let n = next.at() & (N - 1);
                if self.stones[n] == 0 || self.stones[n] == OUTSIDE || self.stones[n] == colour {
                    continue;
                }
                let head = self.head[n];
                let chain = &self.chains[head.at() & (N - 1)];
                if chain.liberties == here && !heads[..count].contains(&head) {
                    heads[count] = head;
                    count += 1;
                    hash ^= chain.hash;
                }
            }
        }
        !self.hashes.contains(&hash)
    }

    /// Puts a stone down, joins chains, captures, and logs it all. True when an end may have come.
    #[inline(always)]
    pub(super) fn put(&mut self, site: I, colour: u8) -> bool {
        let s = site.at() & (N - 1);
        let tables = &*self.tables;
        let ring = tables.ring[s];
        let zobrist = tables.zobrist[colour as usize % PLAYERS][s];
        let own_mask = tables.site_mask[colour as usize % PLAYERS][s];
        let mut reached = Reached::alone(own_mask, tables.lone_matters);
        self.empty.remove(site);
        self.stones[s] = colour;
        self.hash ^= zobrist;
        let mut chain = Chain {
            stones: Bits::one(s),
            liberties: Bits::EMPTY,
            hash: zobrist,
            mask: own_mask,
            size: 1,
        };
        let mut absorbed = [site; K];
        let mut absorbed_count = 0;
        let mut biggest = 0;
        let mut enemies = 0u32;
        for (k, next) in ring.iter().enumerate() {
            let n = next.at() & (N - 1);
            let stone = self.stones[n];
            if stone == 0 {
                chain.liberties.insert(n);
            } else if stone == colour {
                let head = self.head[n];
                if !absorbed[..absorbed_count].contains(&head) {
                    let other = &self.chains[head.at() & (N - 1)];
                    chain.absorb(other);
                    reached.join(other.mask);
                    absorbed[absorbed_count] = head;
                    if other.size > self.chains[absorbed[biggest].at() & (N - 1)].size {
                        biggest = absorbed_count;
                    }
                    absorbed_count += 1;
                }
            } else if stone != OUTSIDE {
                enemies |= 1 << k;
                self.chains[self.head[n].at() & (N - 1)].liberties.remove(s);
            }
        }
        chain.mask = reached.mask;
        chain.liberties.remove(s);
        // The largest chain keeps its number, so that few stones change theirs.
        let mut written = site;
        if absorbed_count > 0 {
            absorbed.swap(biggest, absorbed_count - 1);
            absorbed_count -= 1;
            written = absorbed[absorbed_count];
        }
        let mut change = Change {
            absorbed_count: absorbed_count as u8,
            captured_count: 0,
            captured_stones: 0,
            written,
            head: self.head[s],
            absorbed,
            captured: [site; K],
            captured_colour: [0; K],
            chain: self.chains[written.at() & (N - 1)],
        };
        for other in &absorbed[..absorbed_count] {
            for stone in self.chains[other.at() & (N - 1)].stones {
                self.head[stone & (N - 1)] = written;
            }
        }
        self.head[s] = written;
        self.chains[written.at() & (N - 1)] = chain;
        self.capture(&ring, enemies, &mut change);
        let captured = change.captured_stones != 0;
        self.course.entries.push(Entry {
            played: Move::place(SiteId(s as u16), Colour(colour)),
            before: self.course.turns.now,
            change,
        });
        reached.is_more || captured && self.tables.triggers.captured
    }

    /// Takes the chains off the board that have no liberty left, of those that hold these entries of the ring, and notes them.
    #[inline(always)]
    fn capture(&mut self, ring: &[I; K], mut enemies: u32, change: &mut Change<I, W, K>) {
        while enemies != 0 {
            let n = ring[enemies.trailing_zeros() as usize % K].at() & (N - 1);
            enemies &= enemies - 1;
            if self.stones[n] == 0 {
                continue;
            }
            let head = self.head[n];
            if self.chains[head.at() & (N - 1)].liberties.is_empty() {
                change.captured[change.captured_count as usize % K] = head;
                change.captured_colour[change.captured_count as usize % K] = self.stones[n];
                change.captured_count += 1;
                change.captured_stones += self.remove(head) as u16;
            }
        }
    }

    /// Takes a captured chain off the board.
    #[inline(never)]
    pub(super) fn remove(&mut self, head: I) -> u32 {
        let tables = self.tables.clone();
        let chain = self.chains[head.at() & (N - 1)];
        let colour = self.stones[head.at() & (N - 1)];
        for s in chain.stones {
            self.stones[s & (N - 1)] = 0;
            self.lost[colour as usize][s & (N - 1)] += 1;
            self.relisted.push(self.empty.append(I::new(s)));
            for next in &tables.ring[s & (N - 1)] {
                let n = next.at() & (N - 1);
                if self.stones[n] != 0 && self.stones[n] != OUTSIDE && self.stones[n] != colour {
                    self.chains[self.head[n].at() & (N - 1)].liberties.insert(s);
                }
            }
        }
        self.hash ^= chain.hash;
        self.captures[self.course.turns.now.mover() as usize % PLAYERS] += chain.size;
        chain.size
    }

    /// Puts a captured chain back.
    #[inline(never)]
    pub(super) fn restore(&mut self, head: I, colour: u8) {
        let tables = self.tables.clone();
        let chain = self.chains[head.at() & (N - 1)];
        for s in chain.stones {
            for next in &tables.ring[s & (N - 1)] {
                let n = next.at() & (N - 1);
                if self.stones[n] != 0 && self.stones[n] != OUTSIDE && self.stones[n] != colour {
                    self.chains[self.head[n].at() & (N - 1)].liberties.remove(s);
                }
            }
        }
        for _ in 0..chain.size {
            let before = self
                .relisted
                .pop()
                .expect("every captured stone was logged");
            let s = self.empty.take_last(before).at() & (N - 1);
            self.stones[s] = colour;
            self.lost[colour as usize][s] -= 1;
        }
        self.hash ^= chain.hash;
        self.captures[self.course.turns.now.mover() as usize % PLAYERS] -= chain.size;
    }

    pub(super) fn take(&mut self, site: I, colour: u8, change: &Change<I, W, K>) {
        let s = site.at() & (N - 1);
        for k in (0..change.captured_count as usize).rev() {
            self.restore(change.captured[k], change.captured_colour[k]);
        }
        self.chains[change.written.at() & (N - 1)] = change.chain;
        for other in &change.absorbed[..change.absorbed_count as usize] {
            for stone in self.chains[other.at() & (N - 1)].stones {
                self.head[stone & (N - 1)] = *other;
            }
        }
        self.head[s] = change.head;
        self.stones[s] = 0;
        let ring = self.tables.ring[s];
        for next in ring {
            let n = next.at() & (N - 1);
            let stone = self.stones[n];
            if stone != 0 && stone != OUTSIDE && stone != colour {
                self.chains[self.head[n].at() & (N - 1)].liberties.insert(s);
            }
        }
        self.hash ^= self.tables.zobrist[colour as usize % PLAYERS][s];
        self.empty.put_back(site);
    }

    /// Calls with the sites that the stone on a site makes urgent ([`crate::policy::urgent`]), until the answer is false.
    pub(super) fn urgent(&self, site: I, call: &mut dyn FnMut(SiteId) -> bool) {
        let s = site.at() & (N - 1);
        let colour = self.stones[s];
        let chain = |n: usize| &self.chains[self.head[n & (N - 1)].at() & (N - 1)];
        let free = chain(s).liberties;
        if free.len() == 1 && !call(SiteId(free.first() as u16)) {
            return;
        }
        for next in &self.tables.ring[s] {
            let n = next.at() & (N - 1);
            let stone = self.stones[n];
            if stone == 0 || stone == OUTSIDE || stone == colour {
                continue;
            }
            let own = chain(n);
            if own.liberties.len() == 1 && !self.rescue(own, colour, call) {
                return;
            }
        }
    }

    /// Whether a stone on an empty site captures nothing and would join a chain that has one liberty then.
    pub(super) fn leaves_one(&self, site: I, colour: u8) -> bool {
        let s = site.at() & (N - 1);
        let mut free = Bits::<W>::EMPTY;
        let mut joins = false;
        for next in &self.tables.ring[s] {
            let n = next.at() & (N - 1);
            let stone = self.stones[n];
            if stone == 0 {
                free.insert(n);
            } else if stone != OUTSIDE {
                let liberties = self.chains[self.head[n].at() & (N - 1)].liberties;
                if stone == colour {
                    free = free.union(liberties);
                    joins = true;
                } else if liberties.len() == 1 {
                    return false;
                }
            }
        }
        free.remove(s);
        joins && free.len() < 2
    }

    /// Calls with what saves a chain that has one liberty left; false when the answer was.
    fn rescue(&self, own: &Chain<W>, enemy: u8, call: &mut dyn FnMut(SiteId) -> bool) -> bool {
        let chain = |n: usize| &self.chains[self.head[n & (N - 1)].at() & (N - 1)];
        for stone in own.stones {
            for next in &self.tables.ring[stone & (N - 1)] {
                let n = next.at() & (N - 1);
                if self.stones[n] == enemy {
                    let free = chain(n).liberties;
                    if free.len() == 1 && !call(SiteId(free.first() as u16)) {
                        return false;
                    }
                }
            }
        }
        let last = own.liberties.first();
        let mut after = own.liberties;
        for next in &self.tables.ring[last & (N - 1)] {
            let n = next.at() & (N - 1);
            match self.stones[n] {
                0 => after.insert(n),
                OUTSIDE => {}
                stone if stone != enemy => after = after.union(chain(n).liberties),
                _ => {}
            }
        }
        // The liberty itself is among them, and gone then.
        after.len() <= 2 || call(SiteId(last as u16))
    }

    /// Empty regions that only one player's stones border, for all players at once.
    pub(super) fn territories(&self) -> [u32; PLAYERS] {
        let mut colours = [Bits::<W>::EMPTY; PLAYERS];
        let mut empty = Bits::<W>::EMPTY;
        for s in 0..self.tables.sites {
            match self.stones[s & (N - 1)] {
                0 => empty.insert(s),
                colour => colours[colour as usize % PLAYERS].insert(s),
            }
        }
        let mut result = [0; PLAYERS];
        while !empty.is_empty() {
            let mut region = Bits::<W>::one(empty.first());
            let mut border = Bits::<W>::EMPTY;
            let mut left = region;
            while !left.is_empty() {
                let s = left.first();
                left.remove(s);
                let around = self.tables.ring_bits[s & (N - 1)];
                border = border.union(around);
                let new = around.intersection(empty).without(region);
                region = region.union(new);
                left = left.union(new);
            }
            empty = empty.without(region);
            for player in 1..=self.course.plan.players as usize {
                let foreign = (1..=self.course.plan.players as usize).any(|other| {
                    other != player && !border.intersection(colours[other % PLAYERS]).is_empty()
                });
                result[player % PLAYERS] += if foreign { 0 } else { region.len() };
            }
        }
        result
    }
}
