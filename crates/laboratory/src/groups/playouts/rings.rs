//! Rings of Havannah on any of its boards: the report's loop test, which asks the union trees, and the flood fill that the
//! rule itself is written with. A ring is a loop of own stones around at least one cell that is not on the rim.

use crate::groups::{Adjacency, Groups, LocalSets, PlayerId};
use connection::board::{Board, Connectivity, SiteId};

/// What a board needs to know to find rings, prepared once.
#[derive(Debug)]
pub(super) struct Rings {
    local: LocalSets,
    /// The neighbours of a site, over vertices too, that are not on the rim.
    inner_around: Vec<Vec<SiteId>>,
    /// The neighbours of a site that have neighbours on all their sides.
    enclosable_around: Vec<Vec<SiteId>>,
    orthogonal: Vec<Vec<SiteId>>,
    outer: Vec<bool>,
    /// Cells on the rim that have neighbours on all sides and touch the outside with a vertex only.
    tucked_in: Vec<bool>,
    seen: Vec<bool>,
    queue: Vec<SiteId>,
}

impl Rings {
    pub(super) fn new(board: &Board) -> Self {
        let adjacent = Adjacency::of(board, Connectivity::Adjacent);
        let enclosable = |site: SiteId| {
            board.neighbours(site, Connectivity::Orthogonal).len()
                == board.sites()[site.index()].outline.len()
        };
        let around = |site, wanted: &dyn Fn(SiteId) -> bool| {
            let all = board.neighbours(site, Connectivity::Adjacent).iter();
            all.copied().filter(|&site| wanted(site)).collect()
        };
        let inner = |site| !board.is_outer(site);
        Self {
            tucked_in: board
                .ids()
                .map(|site| board.is_outer(site) && enclosable(site))
                .collect(),
            local: LocalSets::new(&adjacent, &adjacent),
            inner_around: board.ids().map(|site| around(site, &inner)).collect(),
            enclosable_around: board.ids().map(|site| around(site, &enclosable)).collect(),
            orthogonal: board
                .ids()
                .map(|site| board.neighbours(site, Connectivity::Orthogonal).to_vec())
                .collect(),
            outer: board.ids().map(|site| board.is_outer(site)).collect(),
            seen: vec![false; board.len()],
            queue: Vec::with_capacity(board.len()),
        }
    }

    /// Whether a stone may close a ring as far as the trees can tell, asked before it is put down: it closes an open loop,
    /// or it fills a cell of the rim around which there may be a loop already, no ring only because of that cell.
    pub(super) fn foresees(
        &self,
        groups: &mut impl Groups,
        site: SiteId,
        player: PlayerId,
    ) -> bool {
        self.tucked_in[site.index()] || self.local.loops_closed(groups, site, player) > 0
    }

    /// Whether a stone just put down closed a ring. The trees rule out nearly every stone; what they let through, a loop
    /// around a single cell or what was foreseen, is confirmed by the rule's own search, because a loop may also lie around
    /// a cell of the rim that touches the outside with a vertex only.
    pub(super) fn closed(
        &mut self,
        groups: &impl Groups,
        site: SiteId,
        player: PlayerId,
        foreseen: bool,
    ) -> bool {
        (foreseen || self.surrounds_a_cell(groups, site, player))
            && self.found_by_search(groups, site, player)
    }

    /// What the local sets cannot see: full loops, loops round a triangle, and those on the far side of a triangle of the rim
    /// whose other sides join round it. In each of them all sides of a neighbour are own stones.
    fn surrounds_a_cell(&self, groups: &impl Groups, site: SiteId, player: PlayerId) -> bool {
        let surrounded = |cell: &SiteId| {
            self.orthogonal[cell.index()]
                .iter()
                .all(|&side| groups.has(side, player))
        };
        self.enclosable_around[site.index()].iter().any(surrounded)
    }

    /// The rule: from some inner neighbour of the stone no way leads to the rim over cells that are not the player's.
    fn found_by_search(&mut self, groups: &impl Groups, site: SiteId, player: PlayerId) -> bool {
        let Self {
            inner_around,
            orthogonal,
            outer,
            seen,
            queue,
            ..
        } = self;
        inner_around[site.index()].iter().any(|&start| {
            seen.fill(false);
            seen[start.index()] = true;
            queue.clear();
            queue.push(start);
            while let Some(cell) = queue.pop() {
                for &next in &orthogonal[cell.index()] {
                    if !seen[next.index()] && !groups.has(next, player) {
                        if outer[next.index()] {
                            return false;
                        }
                        seen[next.index()] = true;
                        queue.push(next);
                    }
                }
            }
            true
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Game, opponent, pick};
    use super::*;
    use crate::groups::{FrameworkA, Method};
    use connection::random::Random;

    /// Plays full boards, past any win but the first ring, and compares the two ring tests after every stone.
    fn check(game: Game, games: u32) {
        let board = game.board().unwrap();
        let mut groups = FrameworkA::new(game.connectivity(&board).unwrap(), Method::WQUPC);
        let mut rings = Rings::new(&board);
        let mut random = Random::new(3);
        let mut found = 0;
        for _ in 0..games {
            groups.reset();
            let mut empty: Vec<SiteId> = board.ids().collect();
            let mut player = PlayerId(1);
            while !empty.is_empty() {
                let site = empty.swap_remove(pick(&mut random, empty.len()));
                let foreseen = rings.foresees(&mut groups, site, player);
                groups.union(site, player);
                let expected = rings.found_by_search(&groups, site, player);
                assert_eq!(
                    rings.closed(&groups, site, player, foreseen),
                    expected,
                    "{game}"
                );
                if expected {
                    found += 1;
                    break;
                }
                // One player moves three times as often, so that rings come up.
                player = if random.below(2) == 0 {
                    opponent(player)
                } else {
                    PlayerId(1)
                };
            }
        }
        assert!(found > games / 4, "{game}: {found} rings");
    }

    #[test]
    fn the_trees_miss_no_ring() {
        check(Game::Havannah { base: 4 }, 1000);
        check(Game::Havannah { base: 6 }, 200);
        check(Game::KensingtonHavannah, 5000);
    }
}
