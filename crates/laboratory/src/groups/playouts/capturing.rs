//! Games in which enclosed groups are captured: Go, Atari Go, Gonnect and Pentalath. A stone is legal if it captures or if
//! its group has a freedom then; Go and Gonnect also forbid to repeat a position.

use super::{Captures, Played, Playouts, Random, in_row_of_five, opponent, pick};
use crate::groups::{GroupsWithDeletion, PlayerId, Regions, SiteSet, size_territory};
use connection::board::{Board, SiteId};
use std::collections::HashSet;

/// No game is longer than this.
const PLIES_MAX: u32 = 2500;

/// Which of the games it is.
#[derive(Debug)]
pub(super) enum Rule {
    Go,
    AtariGo,
    /// The two sides of each player.
    Gonnect([Regions; 2]),
    Pentalath,
}

/// A capturing game on a keeper of groups.
#[derive(Debug)]
pub(super) struct Capturing<G> {
    board: Board,
    groups: G,
    captures: Captures,
    rule: Rule,
    /// Sites without a stone; those found illegal this turn stand at the end.
    empty: Vec<SiteId>,
    /// Where a site stands in `empty`.
    place: Vec<u16>,
    /// A random number for each player's stone on each site; a position is the exclusive or of its stones.
    keys: [Vec<u64>; 2],
    position: u64,
    earlier: HashSet<u64>,
    captured: SiteSet,
    points: [u32; 2],
}

/// A legal stone, and the position it leads to.
struct Stone {
    site: SiteId,
    position: u64,
}

impl<G: GroupsWithDeletion> Capturing<G> {
    pub(super) fn new(board: &Board, groups: G, captures: Captures, rule: Rule) -> Self {
        let mut random = Random::new(0x5eed);
        let mut keys = || board.ids().map(|_| random.next_u64()).collect();
        Self {
            captured: SiteSet::new(board.len()),
            empty: Vec::with_capacity(board.len()),
            place: vec![0; board.len()],
            keys: [keys(), keys()],
            position: 0,
            earlier: HashSet::new(),
            points: [0; 2],
            board: board.clone(),
            groups,
            captures,
            rule,
        }
    }

    fn key(&self, site: SiteId, player: PlayerId) -> u64 {
        self.keys[usize::from(player.0) - 1][site.index()]
    }

    /// Whether a stone is legal. Leaves in `captured` what it takes.
    fn judge(&mut self, site: SiteId, player: PlayerId) -> Option<Stone> {
        self.captured.clear();
        let enemy = opponent(player);
        for i in 0..self
            .groups
            .neighbourhoods()
            .orthogonal()
            .neighbours(site)
            .len()
        {
            let neighbour = self.groups.neighbourhoods().orthogonal().neighbours(site)[i];
            // The last freedom of a neighbour's group can only be this site.
            if self.groups.has(neighbour, enemy)
                && !self.captured.as_items().contains(neighbour)
                && self.groups.freedoms(neighbour, enemy) == 1
            {
                self.groups.collect(
                    neighbour,
                    crate::groups::Forest::Player(enemy),
                    &mut self.captured,
                );
            }
        }
        if self.captured.as_items().is_empty() && self.groups.freedoms_of_move(site, player) == 0 {
            return None;
        }
        let gone = self
            .captured
            .as_items()
            .iter()
            .fold(0, |keys, stone| keys ^ self.key(stone, enemy));
        let position = self.position ^ self.key(site, player) ^ gone;
        let repeats =
            matches!(self.rule, Rule::Go | Rule::Gonnect(_)) && self.earlier.contains(&position);
        (!repeats).then_some(Stone { site, position })
    }

    /// A legal stone, every one equally likely; where `may_pass`, passing is one choice more. None is a pass.
    fn choose(&mut self, player: PlayerId, may_pass: bool, random: &mut Random) -> Option<Stone> {
        let mut untried = self.empty.len();
        while untried + usize::from(may_pass) > 0 {
            let choice = pick(random, untried + usize::from(may_pass));
            if choice == untried {
                return None;
            }
            if let Some(stone) = self.judge(self.empty[choice], player) {
                return Some(stone);
            }
            untried -= 1;
            self.swap_places(choice, untried);
        }
        None
    }

    fn swap_places(&mut self, a: usize, b: usize) {
        self.empty.swap(a, b);
        self.place[self.empty[a].index()] = a as u16;
        self.place[self.empty[b].index()] = b as u16;
    }

    /// Puts down the stone judged last. Returns how many stones it captured.
    fn apply(&mut self, stone: &Stone, player: PlayerId) -> u32 {
        let enemy = opponent(player);
        let captured = self.captured.as_items().len();
        for gone in self.captured.as_items().iter() {
            match self.captures {
                Captures::StoneByStone => self.groups.take(gone, enemy),
                // Once for every group: for its other stones there is nothing left to take.
                Captures::Group if self.groups.has(gone, enemy) => {
                    self.groups.take_group(gone, enemy)
                }
                Captures::Group => {}
            }
        }
        self.groups.put(stone.site, player);
        self.swap_places(
            usize::from(self.place[stone.site.index()]),
            self.empty.len() - 1,
        );
        self.empty.pop();
        for gone in self.captured.as_items().iter() {
            self.place[gone.index()] = self.empty.len() as u16;
            self.empty.push(gone);
        }
        self.position = stone.position;
        if matches!(self.rule, Rule::Go | Rule::Gonnect(_)) {
            self.earlier.insert(stone.position);
        }
        captured
    }

    /// The winner of a finished game of Go: captures and territory.
    fn count(&self) -> Option<PlayerId> {
        let owner = |site| {
            PlayerId::all(2)
                .find(|&player| self.groups.has(site, player))
                .map_or(0, |player| player.0)
        };
        let score = |player: PlayerId| {
            self.points[usize::from(player.0) - 1]
                + size_territory(self.groups.neighbourhoods(), owner, player)
        };
        match score(PlayerId(1)).cmp(&score(PlayerId(2))) {
            std::cmp::Ordering::Greater => Some(PlayerId(1)),
            std::cmp::Ordering::Less => Some(PlayerId(2)),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// Whether the stone just put down won.
    fn won(&mut self, site: SiteId, player: PlayerId, captured: u32) -> bool {
        match &self.rule {
            Rule::Go => false,
            Rule::AtariGo => captured > 0,
            Rule::Gonnect(sides) => {
                sides[usize::from(player.0) - 1].connected(&mut self.groups, site, player, 2)
            }
            Rule::Pentalath => in_row_of_five(&self.board, &self.groups, site, player),
        }
    }
}

impl<G: GroupsWithDeletion> Playouts for Capturing<G> {
    fn play(&mut self, random: &mut Random) -> Played {
        self.groups.reset();
        self.empty.clear();
        self.empty.extend(self.board.ids());
        self.place
            .iter_mut()
            .zip(0..)
            .for_each(|(place, i)| *place = i);
        self.position = 0;
        self.earlier.clear();
        self.earlier.insert(0);
        self.points = [0; 2];
        let mut mover = PlayerId(1);
        let mut passes = 0;
        for moves in 1..=PLIES_MAX {
            match self.choose(mover, matches!(self.rule, Rule::Go), random) {
                Some(stone) => {
                    passes = 0;
                    let captured = self.apply(&stone, mover);
                    self.points[usize::from(mover.0) - 1] += captured;
                    if self.won(stone.site, mover, captured) {
                        return Played {
                            moves,
                            winner: Some(mover),
                        };
                    }
                }
                // Who cannot move in Gonnect has lost with the opponent's last move.
                None if matches!(self.rule, Rule::Gonnect(_)) => {
                    return Played {
                        moves: moves - 1,
                        winner: Some(opponent(mover)),
                    };
                }
                None => {
                    passes += 1;
                    if passes == 2 {
                        let winner = if matches!(self.rule, Rule::Go) {
                            self.count()
                        } else {
                            None
                        };
                        return Played { moves, winner };
                    }
                }
            }
            mover = opponent(mover);
        }
        Played {
            moves: PLIES_MAX,
            winner: None,
        }
    }
}
