//! Games in which stones move until they form one group: Lines of Action and Groups.

use super::{Played, Playouts, Random, opponent, pick};
use crate::groups::{GroupsWithDeletion, PlayerId};
use connection::board::{Board, Label, SiteId};

/// No game is longer than this.
const PLIES_MAX: u32 = 2500;

/// Which of the two games it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    LinesOfAction,
    Groups,
}

/// A moving game on a keeper of groups.
#[derive(Debug)]
pub(super) struct Moving<G> {
    board: Board,
    groups: G,
    rule: Rule,
    start: [Vec<SiteId>; 2],
    /// 0 is no stone, otherwise the number of the player.
    owner: Vec<u8>,
    stones: [Vec<SiteId>; 2],
    moves: Vec<(SiteId, SiteId)>,
}

impl<G: GroupsWithDeletion> Moving<G> {
    pub(super) fn new(board: &Board, groups: G, rule: Rule) -> Self {
        let at = |x, y| {
            board
                .find(Label::Pair(x, y))
                .expect("a square of eight by eight")
        };
        let start = match rule {
            Rule::LinesOfAction => [
                (1..7).flat_map(|x| [at(x, 0), at(x, 7)]).collect(),
                (1..7).flat_map(|y| [at(0, y), at(7, y)]).collect(),
            ],
            Rule::Groups => [
                [(3, 2), (2, 3), (4, 3), (3, 4), (5, 4), (4, 5)]
                    .map(|(x, y)| at(x, y))
                    .to_vec(),
                [(4, 2), (3, 3), (5, 3), (2, 4), (4, 4), (3, 5)]
                    .map(|(x, y)| at(x, y))
                    .to_vec(),
            ],
        };
        let owner = vec![0; board.len()];
        Self {
            board: board.clone(),
            groups,
            rule,
            stones: start.clone(),
            start,
            owner,
            moves: Vec::new(),
        }
    }

    /// How many stones stand on the whole line through a site in a direction and its opposite.
    fn on_line(&self, site: SiteId, direction: usize) -> u32 {
        let along = |direction| {
            std::iter::successors(self.board.step(site, direction), move |&site| {
                self.board.step(site, direction)
            })
        };
        let stones = along(direction)
            .chain(along(direction ^ 1))
            .filter(|site| self.owner[site.index()] != 0);
        1 + stones.count() as u32
    }

    fn generate(&mut self, player: PlayerId) {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        for &from in &self.stones[usize::from(player.0) - 1] {
            for direction in 0..self.board.directions() {
                let to = match self.rule {
                    Rule::LinesOfAction => self.line_move(from, direction, player),
                    Rule::Groups => self.step_or_hop(from, direction),
                };
                moves.extend(to.map(|to| (from, to)));
            }
        }
        self.moves = moves;
    }

    /// Exactly as far as there are stones on the line, over own stones only, not onto one.
    fn line_move(&self, from: SiteId, direction: usize, player: PlayerId) -> Option<SiteId> {
        let distance = self.on_line(from, direction);
        let mut to = from;
        for i in 1..=distance {
            to = self.board.step(to, direction)?;
            if i < distance && self.owner[to.index()] == opponent(player).0 {
                return None;
            }
        }
        (self.owner[to.index()] != player.0).then_some(to)
    }

    fn step_or_hop(&self, from: SiteId, direction: usize) -> Option<SiteId> {
        let next = self.board.step(from, direction)?;
        if self.owner[next.index()] == 0 {
            return Some(next);
        }
        self.board
            .step(next, direction)
            .filter(|behind| self.owner[behind.index()] == 0)
    }

    fn apply(&mut self, from: SiteId, to: SiteId, player: PlayerId) {
        let enemy = opponent(player);
        self.groups.take(from, player);
        self.owner[from.index()] = 0;
        if self.owner[to.index()] == enemy.0 {
            self.groups.take(to, enemy);
            self.stones[usize::from(enemy.0) - 1].retain(|&stone| stone != to);
        }
        self.groups.put(to, player);
        self.owner[to.index()] = player.0;
        let own = &mut self.stones[usize::from(player.0) - 1];
        let moved = own
            .iter_mut()
            .find(|stone| **stone == from)
            .expect("the stone that moves");
        *moved = to;
    }

    /// The result after a move, if it ended the game: a winner or, with both whole at once, nobody.
    fn result(&mut self, mover: PlayerId) -> Option<Option<PlayerId>> {
        match self.rule {
            Rule::Groups => self.groups.is_single_group(mover).then_some(Some(mover)),
            Rule::LinesOfAction => {
                let [first, second] =
                    [PlayerId(1), PlayerId(2)].map(|player| self.groups.is_single_group(player));
                match (first, second) {
                    (true, true) => Some(None),
                    (true, false) => Some(Some(PlayerId(1))),
                    (false, true) => Some(Some(PlayerId(2))),
                    (false, false) => None,
                }
            }
        }
    }
}

impl<G: GroupsWithDeletion> Playouts for Moving<G> {
    fn play(&mut self, random: &mut Random) -> Played {
        self.groups.reset();
        self.owner.fill(0);
        for player in PlayerId::all(2) {
            let i = usize::from(player.0) - 1;
            self.stones[i].clone_from(&self.start[i]);
            for &site in &self.start[i] {
                self.owner[site.index()] = player.0;
                self.groups.put(site, player);
            }
        }
        let mut mover = PlayerId(1);
        let mut passes = 0;
        for moves in 1..=PLIES_MAX {
            self.generate(mover);
            if self.moves.is_empty() {
                passes += 1;
                if passes == 2 {
                    return Played {
                        moves,
                        winner: None,
                    };
                }
            } else {
                passes = 0;
                let (from, to) = self.moves[pick(random, self.moves.len())];
                self.apply(from, to, mover);
                if let Some(winner) = self.result(mover) {
                    return Played { moves, winner };
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
