//! Games in which stones are only put down and the group of the last one decides: Hex, Chameleon, Y-Hex, Cross, Havannah
//! and Kensington Havannah.

use super::rings::Rings;
use super::{Game, Played, Playouts, Random, opponent, opposite_sides, pick, sides};
use crate::groups::{Groups, PlayerId, Regions};
use connection::board::{Board, SiteId};

/// When a game ends after a stone.
#[derive(Debug)]
enum Rule {
    /// The colour's two sides are connected. `either_colour`: the mover may choose whose stone he puts down.
    Sides {
        by_player: [Regions; 2],
        either_colour: bool,
    },
    /// Three regions, the same for both, are connected.
    AllOf(Regions),
    /// Three alternate sides win, else two opposite ones lose: five questions, asked in turn as the report does.
    Cross {
        winning: [Regions; 2],
        losing: [Regions; 3],
    },
    /// Three sides without corners, two corners, or a ring.
    Havannah {
        sides: Regions,
        corners: Regions,
        rings: Box<Rings>,
    },
}

/// A placing game on a keeper of groups.
#[derive(Debug)]
pub(super) struct Placing<G> {
    groups: G,
    rule: Rule,
    empty: Vec<SiteId>,
    sites: Vec<SiteId>,
}

impl<G: Groups> Placing<G> {
    pub(super) fn new(game: Game, board: &Board, groups: G) -> Self {
        let rule = match game {
            Game::YHex { .. } => Rule::AllOf(joined_sides(
                board,
                &[["S", "SW"], ["NW", "N"], ["NE", "SE"]],
            )),
            Game::Cross { .. } => Rule::Cross {
                winning: [
                    sides(board, &["S", "NW", "NE"]),
                    sides(board, &["N", "SW", "SE"]),
                ],
                losing: [
                    sides(board, &["N", "S"]),
                    sides(board, &["NW", "SE"]),
                    sides(board, &["NE", "SW"]),
                ],
            },
            Game::Havannah { .. } => havannah(board),
            Game::KensingtonHavannah => kensington(board),
            Game::Chameleon { .. } => Rule::Sides {
                by_player: opposite_sides(board),
                either_colour: true,
            },
            _ => Rule::Sides {
                by_player: opposite_sides(board),
                either_colour: false,
            },
        };
        Self {
            groups,
            rule,
            empty: Vec::with_capacity(board.len()),
            sites: board.ids().collect(),
        }
    }

    /// Puts a stone down. The winner, if that ended the game.
    fn put(&mut self, site: SiteId, player: PlayerId) -> Option<PlayerId> {
        let groups = &mut self.groups;
        // Loops are foreseen before the union and confirmed after it.
        let closes_loop = match &self.rule {
            Rule::Havannah { rings, .. } => rings.foresees(groups, site, player),
            _ => false,
        };
        groups.put(site, player);
        match &mut self.rule {
            Rule::Sides { by_player, .. } => by_player[usize::from(player.0) - 1]
                .connected(groups, site, player, 2)
                .then_some(player),
            Rule::AllOf(regions) => regions.connected(groups, site, player, 3).then_some(player),
            Rule::Cross { winning, losing } => {
                if winning
                    .iter()
                    .any(|three| three.connected(groups, site, player, 3))
                {
                    Some(player)
                } else if losing
                    .iter()
                    .any(|pair| pair.connected(groups, site, player, 2))
                {
                    Some(opponent(player))
                } else {
                    None
                }
            }
            Rule::Havannah {
                sides,
                corners,
                rings,
            } => {
                let won = sides.connected(groups, site, player, 3)
                    || corners.connected(groups, site, player, 2)
                    || rings.closed(groups, site, player, closes_loop);
                won.then_some(player)
            }
        }
    }
}

impl<G: Groups> Playouts for Placing<G> {
    fn play(&mut self, random: &mut Random) -> Played {
        self.groups.reset();
        self.empty.clone_from(&self.sites);
        let mut mover = PlayerId(1);
        let mut moves = 0;
        while !self.empty.is_empty() {
            let site = self.empty.swap_remove(pick(random, self.empty.len()));
            let colour = match self.rule {
                Rule::Sides {
                    either_colour: true,
                    ..
                } => PlayerId(1 + random.below(2) as u8),
                _ => mover,
            };
            moves += 1;
            if let Some(winner) = self.put(site, colour) {
                return Played {
                    moves,
                    winner: Some(winner),
                };
            }
            mover = opponent(mover);
        }
        // Both must pass on a full board.
        Played {
            moves: moves + 2,
            winner: None,
        }
    }
}

fn joined_sides(board: &Board, pairs: &[[&str; 2]]) -> Regions {
    let side = |name: &str| {
        board
            .sides()
            .iter()
            .find(|(side, _)| *side == name)
            .expect("a hexagon's side")
            .1
            .clone()
    };
    let join = |[a, b]: &[&str; 2]| [side(a), side(b)].concat();
    Regions::new(board.len(), &pairs.iter().map(join).collect::<Vec<_>>())
}

fn havannah(board: &Board) -> Rule {
    let inner = |(_, side): &(_, Vec<SiteId>)| {
        side.iter()
            .copied()
            .filter(|site| !board.corners().contains(site))
            .collect::<Vec<_>>()
    };
    let corners: Vec<Vec<SiteId>> = board.corners().iter().map(|&corner| vec![corner]).collect();
    Rule::Havannah {
        sides: Regions::new(
            board.len(),
            &board.sides().iter().map(inner).collect::<Vec<_>>(),
        ),
        corners: Regions::new(board.len(), &corners),
        rings: Box::new(Rings::new(board)),
    }
}

/// The sides (without corners) and corners of the 61 cells, by their numbers in the recorded games.
fn kensington(board: &Board) -> Rule {
    const SIDES: [&[u16]; 6] = [
        &[2, 4, 10, 11, 22, 26, 37],
        &[0, 2],
        &[0, 3, 5, 6, 16, 23, 34],
        &[23, 34, 38, 49, 50, 56, 58],
        &[58, 60],
        &[26, 37, 44, 54, 55, 57, 60],
    ];
    const CORNERS: [u16; 12] = [1, 7, 9, 12, 15, 27, 33, 45, 48, 51, 53, 59];
    let numbered = |numbers: &[u16]| numbers.iter().copied().map(SiteId).collect::<Vec<_>>();
    Rule::Havannah {
        sides: Regions::new(board.len(), &SIDES.map(numbered)),
        corners: Regions::new(board.len(), &CORNERS.map(|corner| vec![SiteId(corner)])),
        rings: Box::new(Rings::new(board)),
    }
}
