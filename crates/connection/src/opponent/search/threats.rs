//! Threats: moves that win at once, moves that have to be answered, and rows of such moves. They are settled by playing and taking back,
//! and written into the tree as sure results.

use super::node::Node;
use super::{GATHERING_LOOKS, Tree, person};
use crate::board::SiteId;
use crate::engine::Status;
use crate::moves::{Move, MoveKind};
use crate::plan::{Colour, Placing};

/// So many positions are looked at for a row of threats.
const ROW_POSITIONS: u32 = 8;
/// The same at the root, where a move is wanted.
const ROW_POSITIONS_ROOT: u32 = 32;

/// Where the player who is not to move would win at once, if he were.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Threats {
    None,
    One(SiteId),
    Two(SiteId),
}

impl Tree {
    /// A move that wins at once, if there is one.
    pub fn winning_move(&mut self) -> Option<Move> {
        let mut moves = std::mem::take(&mut self.moves);
        self.engine.legal_moves(&mut moves);
        let mover = self.engine.mover();
        let found = moves.iter().copied().find(|candidate| {
            self.engine.play(*candidate);
            let won = *candidate != Move::SWAP && self.engine.status() == Status::Won(mover);
            self.engine.undo();
            won
        });
        self.moves = moves;
        found
    }
    /// A move that wins at once is known as soon as it can be chosen, so that two moves ahead nothing is overlooked. Where stones are
    /// to be united, what comes of every move is judged on the way.
    pub(super) fn find_win(&mut self, here: usize, moves: &[Move], person: u8) {
        let mover = self.engine.mover();
        self.knowledge.look(&*self.engine);
        for (number, &played) in moves.iter().enumerate() {
            let may_win = match played.kind() {
                MoveKind::Place { site, colour } => self.knowledge.may_win(colour, site),
                kind => kind != MoveKind::Swap,
            };
            if !may_win {
                continue;
            }
            self.engine.play(played);
            let won = self.engine.status() == Status::Won(mover);
            let child = self.nodes[here].first as usize + number;
            if let Some(gathering) = &mut self.knowledge.gathering {
                let one = gathering.judge(&*self.engine);
                let own = if mover == Colour(1) { one } else { 1.0 - one };
                self.nodes[child].visits = GATHERING_LOOKS;
                self.nodes[child].value = GATHERING_LOOKS * own;
            }
            self.engine.undo();
            if won {
                self.nodes[child].winner = person;
                self.nodes[here].winner = person;
                return;
            }
        }
    }

    /// Where the player who is not to move would win at once. `moves` are those of one of them, now or a move ago.
    fn threats(&mut self, moves: &[Move]) -> Threats {
        let other = Colour(3 - self.engine.mover().0);
        let own = self.engine.plan().moves.place == Some(Placing::Own);
        let mut found = Threats::None;
        self.knowledge.look(&*self.engine);
        self.engine.play(Move::PASS);
        for played in moves {
            let MoveKind::Place { site, colour } = played.kind() else {
                continue;
            };
            if !self.knowledge.may_win(other, site) || self.engine.stone(site) != Colour::NONE {
                continue;
            }
            let theirs = Move::place(site, if own { other } else { colour });
            self.engine.play(theirs);
            let won = self.engine.status() == Status::Won(other);
            self.engine.undo();
            found = match found {
                Threats::None if won => Threats::One(site),
                Threats::One(first) if won && first != site => Threats::Two(first),
                _ => found,
            };
            if matches!(found, Threats::Two(_)) {
                break;
            }
        }
        self.engine.undo();
        found
    }

    /// Where the other player would win at once a stone has to come, and of two such places one stays his.
    pub(super) fn answer_threats(&mut self, here: usize, moves: &[Move], swapped: bool) {
        // While somebody may swap, colours are not persons.
        if self.engine.plan().swap && self.engine.moves_made() < 2 {
            return;
        }
        let winner = person(Colour(3 - self.engine.mover().0), swapped);
        let threats = self.threats(moves);
        if let Threats::One(site) | Threats::Two(site) = threats {
            self.mark(here, winner, |played| played.target() != Some(site));
        }
        // At the root a move is wanted all the same.
        if matches!(threats, Threats::Two(_)) && here != 0 {
            self.nodes[here].winner = winner;
        }
    }

    /// Looks for a row of threats, each of which has to be answered, up to a move after which its player would win in two places: a
    /// ring, a fork or a bridge. Nobody wins before him, because he answers what the answers threaten.
    pub(super) fn find_row(&mut self, here: usize) {
        self.nodes[here].threatened = true;
        let may_swap = self.engine.plan().swap && self.engine.moves_made() < 2;
        if !self.knowledge.threats_last || may_swap {
            return;
        }
        let mut moves = std::mem::take(&mut self.moves);
        self.engine.legal_moves(&mut moves);
        let mut positions = match here {
            0 => ROW_POSITIONS_ROOT,
            _ => ROW_POSITIONS,
        };
        let row = self.row_of_threats(&moves, &mut positions);
        self.moves = moves;
        for child in self.children(here) {
            let Node { played, person, .. } = self.nodes[child];
            if row == Some(played) {
                self.nodes[child].winner = person;
                self.nodes[here].winner = person;
            }
        }
    }

    /// The first move of such a row for the player to move, who does not win at once. `moves` are his, now or some moves ago.
    fn row_of_threats(&mut self, moves: &[Move], positions: &mut u32) -> Option<Move> {
        *positions = positions.checked_sub(1)?;
        let must = match self.threats(moves) {
            Threats::None => None,
            Threats::One(site) => Some(site),
            Threats::Two(_) => return None,
        };
        let (engine, knowledge) = (&self.engine, &mut self.knowledge);
        knowledge.look(&**engine);
        let mover = engine.mover();
        let may_threaten = |played: &&Move| {
            played.target().is_some_and(|site| {
                engine.stone(site) == Colour::NONE
                    && must.is_none_or(|must| must == site)
                    && knowledge.may_threaten(mover, site)
            })
        };
        let candidates: Vec<Move> = moves.iter().filter(may_threaten).copied().collect();
        let mut rows = Vec::new();
        for played in candidates {
            self.engine.play(played);
            let threats = self.threats(moves);
            self.engine.undo();
            match threats {
                Threats::Two(_) => return Some(played),
                Threats::One(answer) => rows.push((played, answer)),
                Threats::None => {}
            }
        }
        // An answer has to be one move.
        if self.engine.plan().moves.place != Some(Placing::Own) {
            return None;
        }
        let goes_on = |(played, answer): &(Move, SiteId)| {
            self.engine.play(*played);
            self.engine.play(Move::place(*answer, self.engine.mover()));
            let row = self.row_of_threats(moves, positions);
            self.engine.undo();
            self.engine.undo();
            row.is_some()
        };
        rows.into_iter().find(goes_on).map(|(played, _)| played)
    }
}
