//! Andantino on hexagons or squares: a tile must touch two others. Five in a row wins. So does surrounding enemy tiles, with a loop as
//! in the report or by shutting a group in as the rule is today.

use super::{Played, Playouts, Random, Surrounding, in_row_of_five, opponent, pick};
use crate::groups::{Adjacency, Forest, Groups, LocalSets, PlayerId, SiteSet};
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
    goal: Surrounding,
    local: LocalSets,
    /// The sites that a search for enemies inside a loop came by, and those it has still to look at.
    inside: SiteSet,
    open: Vec<SiteId>,
}

impl<G: Groups> Andantino<G> {
    pub(super) fn new(board: &Board, groups: G, goal: Surrounding) -> Self {
        let adjacent = Adjacency::of(board, Connectivity::Adjacent);
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
            goal,
            local: LocalSets::new(&adjacent, &adjacent),
            inside: SiteSet::new(board.len()),
            open: Vec::new(),
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

    /// Whether a loop that the tile has just closed holds an enemy: from a neighbour of the tile, over sites without a tile of
    /// the player, no further than a loop of so many tiles can hold.
    fn loops_round_an_enemy(&mut self, site: SiteId, player: PlayerId) -> bool {
        // A loop of k tiles holds fewer than k²/4 cells: as many as a square of side k/2, which a loop over edges would hold.
        let tiles = self.groups.size(site, Forest::Player(player));
        let most = (tiles * tiles / 4).max(1);
        let enemy = opponent(player);
        for seed in 0..self.board.neighbours(site, Connectivity::Adjacent).len() {
            let seed = self.board.neighbours(site, Connectivity::Adjacent)[seed];
            if self.groups.has(seed, player) {
                continue;
            }
            self.inside.clear();
            self.inside.insert(seed);
            self.open.clear();
            self.open.push(seed);
            let (mut count, mut enemies, mut shut) = (1, false, true);
            while let Some(here) = self.open.pop() {
                enemies |= self.groups.has(here, enemy);
                if count > most || self.board.is_outer(here) {
                    shut = false;
                    break;
                }
                for &next in self.board.neighbours(here, Connectivity::Orthogonal) {
                    if !self.groups.has(next, player) && !self.inside.as_items().contains(next) {
                        self.inside.insert(next);
                        self.open.push(next);
                        count += 1;
                    }
                }
            }
            if shut && enemies {
                return true;
            }
        }
        false
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
            // Loops are foreseen before the union and confirmed after it.
            let closes = self.goal == Surrounding::Loop
                && self.local.loops_closed(&mut self.groups, site, mover) > 0;
            self.put(site, mover);
            let surrounds = match self.goal {
                Surrounding::Loop => closes && self.loops_round_an_enemy(site, mover),
                Surrounding::Group => self.encloses(site, mover),
            };
            if surrounds || in_row_of_five(&self.board, &self.groups, site, mover) {
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
