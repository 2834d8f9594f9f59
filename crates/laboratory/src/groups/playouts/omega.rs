//! Omega for two to four: every turn puts down a stone of each colour; the product of the sizes of a colour's groups is
//! its score. As in the report, the unions are made when the game is over.

use super::{Played, Playouts, Random, pick};
use crate::groups::{Forest, Groups, PlayerId};
use connection::board::{Board, SiteId};

/// Omega on a keeper of groups.
#[derive(Debug)]
pub(super) struct Omega<G> {
    groups: G,
    players: u8,
    sites: Vec<SiteId>,
    empty: Vec<SiteId>,
    /// The stones in the order they were put down.
    stones: Vec<(SiteId, PlayerId)>,
    sizes: Vec<u32>,
}

impl<G: Groups> Omega<G> {
    pub(super) fn new(board: &Board, groups: G) -> Self {
        let players = groups.neighbourhoods().players();
        let sites: Vec<SiteId> = board.ids().collect();
        Self {
            groups,
            players,
            empty: sites.clone(),
            stones: Vec::new(),
            sites,
            sizes: Vec::new(),
        }
    }

    fn score(&mut self, player: PlayerId) -> u128 {
        self.groups.sizes(Forest::Player(player), &mut self.sizes);
        // At most 61 stones in all: the largest product, of threes, is below 2^34.
        self.sizes.iter().map(|&size| u128::from(size)).product()
    }
}

impl<G: Groups> Playouts for Omega<G> {
    fn play(&mut self, random: &mut Random) -> Played {
        self.groups.reset();
        self.empty.clone_from(&self.sites);
        self.stones.clear();
        let players = usize::from(self.players);
        // A round is a turn of every player; it is begun while there is room for all of it.
        while self.empty.len() >= players * players {
            for _turn in 0..players {
                for colour in PlayerId::all(self.players) {
                    let site = self.empty.swap_remove(pick(random, self.empty.len()));
                    self.stones.push((site, colour));
                }
            }
        }
        for i in 0..self.stones.len() {
            let (site, colour) = self.stones[i];
            self.groups.put(site, colour);
        }
        let mut best = (0, None);
        for player in PlayerId::all(self.players) {
            let score = self.score(player);
            if score > best.0 {
                best = (score, Some(player));
            } else if score == best.0 {
                best.1 = None;
            }
        }
        Played {
            moves: self.stones.len() as u32,
            winner: best.1,
        }
    }
}
