//! Andantino on hexagons or squares: a tile must touch two others; five in a row or an enclosed enemy group wins.

use super::{Played, Playouts, Random, in_row_of_five, opponent, pick};
use crate::groups::{Forest, Groups, PlayerId, SiteSet};
use connection::board::{Board, Connectivity, SiteId};

/// Nobody has won by then: a draw.
const PLIES_MAX: u32 = 48;

/// Andantino on a keeper of groups.
#[derive(Debug)]
pub(super) struct Andantino<G> {
    board: Board,
    groups: G,
    start: [SiteId; 2],
    /// How many tiles touch a site.
    touched: Vec<u8>,
    occupied: Vec<bool>,
    /// Every site with a tile or touched by one, so that a new game clears only those.
    used: Vec<SiteId>,
    /// The sites where a tile may be put.
    legal: Vec<SiteId>,
    group: SiteSet,
}

impl<G: Groups> Andantino<G> {
    pub(super) fn new(board: &Board, groups: G) -> Self {
        let centre = SiteId((board.len() / 2) as u16);
        let east = board.step(centre, 0).expect("a site east of the centre");
        Self {
            groups,
            start: [centre, east],
            touched: vec![0; board.len()],
            occupied: vec![false; board.len()],
            used: Vec::new(),
            legal: Vec::new(),
            group: SiteSet::new(board.len()),
            board: board.clone(),
        }
    }

    fn put(&mut self, site: SiteId, player: PlayerId) {
        self.groups.put(site, player);
        self.occupied[site.index()] = true;
        self.used.push(site);
        for &neighbour in self.board.neighbours(site, Connectivity::Adjacent) {
            self.touched[neighbour.index()] += 1;
            self.used.push(neighbour);
            if self.touched[neighbour.index()] == 2 && !self.occupied[neighbour.index()] {
                self.legal.push(neighbour);
            }
        }
    }

    /// Whether an enemy group that touches the tile has no way out.
    fn encloses(&mut self, site: SiteId, player: PlayerId) -> bool {
        let enemy = opponent(player);
        for &tile in self.board.neighbours(site, Connectivity::Adjacent) {
            if !self.groups.has(tile, enemy) || self.board.is_outer(tile) {
                continue;
            }
            self.group.clear();
            self.groups
                .collect(tile, Forest::Player(enemy), &mut self.group);
            let shut = |tile: SiteId| {
                let around = self.board.neighbours(tile, Connectivity::Orthogonal);
                around.iter().all(|next| self.occupied[next.index()])
            };
            if self.group.as_items().iter().all(shut) {
                return true;
            }
        }
        false
    }
}

impl<G: Groups> Playouts for Andantino<G> {
    fn play(&mut self, random: &mut Random) -> Played {
        self.groups.reset();
        for site in self.used.drain(..) {
            self.touched[site.index()] = 0;
            self.occupied[site.index()] = false;
        }
        self.legal.clear();
        let [centre, east] = self.start;
        self.put(centre, PlayerId(1));
        self.put(east, PlayerId(2));
        let mut mover = PlayerId(1);
        for moves in 1..=PLIES_MAX {
            let site = self.legal.swap_remove(pick(random, self.legal.len()));
            self.put(site, mover);
            if self.encloses(site, mover) || in_row_of_five(&self.board, &self.groups, site, mover)
            {
                return Played {
                    moves,
                    winner: Some(mover),
                };
            }
            mover = opponent(mover);
        }
        Played {
            moves: PLIES_MAX,
            winner: None,
        }
    }
}
