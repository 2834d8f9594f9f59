//! What the stones alone show, whatever an engine keeps beside them: loops, lines, enclosed groups, territory, stars.
//!
//! Must not know what follows from it. Compiled once for all engines.

use crate::board::{Connectivity, SITES_MAX, SiteId};
use crate::plan::{Colour, LoopInside, Plan};

/// The stones on a plan's board.
#[derive(Clone, Copy)]
pub struct Stones<'a> {
    pub plan: &'a Plan,
    /// The colour on every site, by its number.
    pub colours: &'a [u8],
}

impl<'a> Stones<'a> {
    /// What stands on a site.
    pub fn at(self, site: SiteId) -> Colour {
        Colour(self.colours[site.index()])
    }

    /// The sites of one colour.
    pub fn of(self, colour: Colour) -> impl Iterator<Item = SiteId> + 'a {
        let ids = self.plan.board.ids();
        ids.filter(move |site| self.at(*site) == colour)
    }

    /// Visits everything reachable from `seed` over `open` sites; stops early when `visit` says false, and then gives false.
    #[inline]
    fn flood(
        self,
        seen: &mut Seen,
        seed: SiteId,
        along: Connectivity,
        open: impl Fn(SiteId) -> bool,
        visit: impl FnMut(SiteId) -> bool,
    ) -> bool {
        // Clearing a stack for the largest board would cost more than flooding a small one.
        if self.plan.board.len() <= 256 {
            self.flood_with(&mut [SiteId(0); 256], seen, seed, along, open, visit)
        } else {
            self.flood_with(&mut [SiteId(0); SITES_MAX], seen, seed, along, open, visit)
        }
    }

    fn flood_with(
        self,
        stack: &mut [SiteId],
        seen: &mut Seen,
        seed: SiteId,
        along: Connectivity,
        open: impl Fn(SiteId) -> bool,
        mut visit: impl FnMut(SiteId) -> bool,
    ) -> bool {
        let board = &self.plan.board;
        let mut height = 0;
        if seen.insert(seed) {
            stack[0] = seed;
            height = 1;
        }
        while height > 0 {
            height -= 1;
            let here = stack[height];
            if !visit(here) {
                return false;
            }
            for &site in board.neighbours(here, along) {
                if open(site) && seen.insert(site) {
                    stack[height] = site;
                    height += 1;
                }
            }
        }
        true
    }

    /// Whether the stone on `site` closes a loop: a neighbour off the rim from which no path leads to the rim past own stones, and one did before.
    pub fn closes_loop(self, site: SiteId, inside: LoopInside) -> bool {
        let plan = self.plan;
        let board = &plan.board;
        let own = self.at(site);
        let fill = board.outside(plan.connectivity(own));
        let mut leaks = Seen::new();
        board
            .neighbours(site, Connectivity::Touching)
            .iter()
            .any(|&seed| {
                if board.is_outer(seed) || self.at(seed) != own && leaks.contains(seed) {
                    return false;
                }
                let (mut enemy, mut empty) = (false, false);
                let mut seen = Seen::new();
                let enclosed = self.flood(
                    &mut seen,
                    seed,
                    fill,
                    |site| self.at(site) != own,
                    |site| {
                        let colour = self.at(site);
                        enemy |= colour != own && colour != Colour::NONE;
                        empty |= colour == Colour::NONE;
                        !(board.is_outer(site) || colour != own && leaks.contains(site))
                    },
                );
                if !enclosed {
                    // All that was seen leads to the rim, unless it hangs together only through an own stone.
                    if self.at(seed) != own {
                        leaks.add(&seen);
                    }
                    return false;
                }
                let is_wanted = match inside {
                    LoopInside::All | LoopInside::Full => true,
                    LoopInside::Enemy => enemy,
                    LoopInside::Empty => empty,
                };
                let enclosed_before = || {
                    self.flood(
                        &mut Seen::new(),
                        seed,
                        fill,
                        |other| other == site || self.at(other) != own,
                        |other| !board.is_outer(other),
                    )
                };
                is_wanted && !enclosed_before()
            })
    }

    /// Whether the stone on `site` completes a full loop: an own stone off the rim with own stones all round it, the last one
    /// being the centre or one of those round it.
    pub fn completes_full_loop(self, site: SiteId) -> bool {
        let plan = self.plan;
        let board = &plan.board;
        let own = self.at(site);
        let around = board.outside(plan.connectivity(own));
        let is_own = |site: &SiteId| self.at(*site) == own;
        let ringed = |centre: SiteId| {
            let ring = board.neighbours(centre, around);
            !board.is_outer(centre) && !ring.is_empty() && ring.iter().all(is_own)
        };
        let mut beside = board.neighbours(site, around).iter();
        ringed(site) || beside.any(|next| is_own(next) && ringed(*next))
    }

    /// The longest straight line of one colour through the stone on `site`.
    pub fn longest_line(self, site: SiteId) -> u32 {
        let board = &self.plan.board;
        let own = self.at(site);
        let mut longest = 0;
        for axis in 0..board.directions() / 2 {
            let mut length = 1;
            for direction in [2 * axis, 2 * axis + 1] {
                let mut here = site;
                while let Some(next) = board
                    .step(here, direction)
                    .filter(|next| self.at(*next) == own)
                {
                    length += 1;
                    here = next;
                }
            }
            longest = longest.max(length);
        }
        longest
    }

    pub fn encloses(self, site: SiteId, mover: Colour) -> bool {
        let plan = self.plan;
        let board = &plan.board;
        board
            .neighbours(site, Connectivity::Adjacent)
            .iter()
            .any(|&enemy| {
                let colour = self.at(enemy);
                if colour == Colour::NONE || colour == mover || board.is_outer(enemy) {
                    return false;
                }
                let along = plan.connectivity(colour);
                self.flood(
                    &mut Seen::new(),
                    enemy,
                    along,
                    |site| self.at(site) == colour,
                    |site| {
                        board
                            .neighbours(site, along)
                            .iter()
                            .all(|next| [mover, colour].contains(&self.at(*next)))
                    },
                )
            })
    }

    pub fn freedom(self, site: SiteId) -> u32 {
        let plan = self.plan;
        let own = self.at(site);
        let along = plan.connectivity(own);
        let (mut empty, mut count) = (Seen::new(), 0);
        self.flood(
            &mut Seen::new(),
            site,
            along,
            |site| self.at(site) == own,
            |site| {
                for next in plan.board.neighbours(site, along) {
                    count += u32::from(self.at(*next) == Colour::NONE && empty.insert(*next));
                }
                true
            },
        );
        count
    }

    /// Empty sites in regions that only `player`'s stones border.
    pub fn territory(self, player: Colour) -> u32 {
        let plan = self.plan;
        let along = plan.connectivity(player);
        let mut seen = Seen::new();
        let mut total = 0;
        for site in plan
            .board
            .ids()
            .filter(|site| self.at(*site) == Colour::NONE)
        {
            let (mut size, mut own) = (0, true);
            self.flood(
                &mut seen,
                site,
                along,
                |site| self.at(site) == Colour::NONE,
                |site| {
                    size += 1;
                    own &= plan
                        .board
                        .neighbours(site, along)
                        .iter()
                        .all(|n| [Colour::NONE, player].contains(&self.at(*n)));
                    true
                },
            );
            total += if own { size } else { 0 };
        }
        total
    }

    /// Per player what stars are worth: groups that touch at least three cells beyond the rim, each their number less two.
    pub fn add_stars(self, scores: &mut [u128]) {
        let plan = self.plan;
        let mut seen = Seen::new();
        for site in plan.board.ids() {
            let own = self.at(site);
            if own == Colour::NONE || seen.contains(site) {
                continue;
            }
            let (mut beyond, mut touched) = (Seen::new(), 0u128);
            let along = plan.connectivity(own);
            let is_own = |site| self.at(site) == own;
            self.flood(&mut seen, site, along, is_own, |site| {
                for cell in plan.board.fringe(site) {
                    touched += u128::from(beyond.insert(SiteId(*cell)));
                }
                true
            });
            scores[own.index() - 1] += touched.saturating_sub(2);
        }
    }
}

/// Sites seen, a bit each.
#[derive(Clone, Copy)]
struct Seen([u64; SITES_MAX / 64]);

impl Seen {
    fn new() -> Self {
        Seen([0; SITES_MAX / 64])
    }

    fn contains(&self, site: SiteId) -> bool {
        self.0[site.index() / 64 % (SITES_MAX / 64)] >> (site.index() % 64) & 1 != 0
    }

    fn add(&mut self, other: &Seen) {
        self.0
            .iter_mut()
            .zip(other.0)
            .for_each(|(word, other)| *word |= other);
    }

    /// Marks a site and says whether it was new.
    fn insert(&mut self, site: SiteId) -> bool {
        let (word, bit) = (
            site.index() / 64 % (SITES_MAX / 64),
            1 << (site.index() % 64),
        );
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }
}
