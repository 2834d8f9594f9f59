//! Reading a move and saying why it cannot be played. It owns the words; what is legal is the engine's to say.

use crate::board::SiteId;
use crate::engine::{Engine, Status};
use crate::moves::{Move, MoveKind};
use crate::plan::{Action, Colour, Placing, Plan, Turn};
use crate::vertex;
use std::fmt;

/// Why a move was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// The game is over.
    Over,
    /// The text is no move.
    Unreadable(String),
    /// Somebody's stone stands there.
    Occupied(String),
    /// The rules forbid it; why, as far as it can be said in a sentence.
    Illegal {
        /// The move.
        played: String,
        /// What the rules want.
        reason: Forbidden,
    },
}

/// What the rules want of a move that they forbid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forbidden {
    /// Stones are not placed.
    NoPlacing,
    /// A site that the opening leaves free.
    Barred,
    /// A site that is closed to the player.
    Closed,
    /// A cell: stones come on points.
    Cell,
    /// A bare diagonal, at the end of the turn.
    BareDiagonal,
    /// A stone has moved: now one is placed.
    MustPlace,
    /// No stone that may be placed after it leaves a legal position.
    NoEnd,
    /// In a turn made of actions an own stone is to come.
    OwnDue,
    /// A stone of the other player is to come.
    OtherDue,
    /// A stone of nobody is to come.
    NeutralDue,
    /// A stone of nobody is to become the mover's.
    TakeDue,
    /// A stone of the mover is to become nobody's.
    FreeDue,
    /// No way to spend the turn goes on like this.
    NotDue,
    /// No way to spend the turn could be finished.
    NoWayLeft,
    /// No stack of one's own in sight.
    Unseen,
    /// A stack as high as those in sight, or higher.
    NotHigher,
    /// A crosscut, or another colour's turn.
    Crosscut,
    /// Too few neighbours.
    FewNeighbours,
    /// Too large a group, or another colour's turn.
    LargeGroup,
    /// No freedom, or a position that was there before.
    NoFreedom,
    /// Another colour's turn.
    OtherTurn,
    /// A stone that cannot go there.
    NoWay,
    /// In the opening only the first player passes.
    OpeningPass,
    /// There are other moves than passing.
    OtherMoves,
    /// In the opening only the second player swaps.
    OpeningSwap,
    /// Swapping at another time than the second player's first move.
    LateSwap,
}

impl fmt::Display for Forbidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Forbidden::NoPlacing => "stones are not placed in this game",
            Forbidden::Barred => "in the opening no stone comes there",
            Forbidden::Closed => "this player places no stone there",
            Forbidden::Cell => {
                "stones come on the points; a cell is won by holding half of its points"
            }
            Forbidden::BareDiagonal => {
                "two stones of a colour would touch over a corner without a common neighbour of that colour"
            }
            Forbidden::MustPlace => "a stone has moved in this turn; now one is placed",
            Forbidden::NoEnd => {
                "that stone cannot go there, or no stone placed after it would end the turn well"
            }
            Forbidden::OwnDue => "now a stone of one's own comes on an empty site",
            Forbidden::OtherDue => "now a stone of the other player comes on an empty site",
            Forbidden::NeutralDue => "now a stone of nobody comes on an empty site",
            Forbidden::TakeDue => "now one of nobody's stones that was there before this turn becomes one's own",
            Forbidden::FreeDue => "now one of one's own stones that was there before this turn becomes nobody's",
            Forbidden::NotDue => "no turn begins or goes on like this",
            Forbidden::NoWayLeft => "no turn could be finished any more, so one passes",
            Forbidden::Unseen => "no stack of one's own is in sight of it",
            Forbidden::NotHigher => {
                "a new stack must be higher than the one there, and too few of one's own are in sight"
            }
            Forbidden::Crosscut => {
                "the stone would complete a crosscut, or it is another colour's turn"
            }
            Forbidden::FewNeighbours => "the site has too few occupied neighbours",
            Forbidden::LargeGroup => "the group would be too large, or it is another colour's turn",
            Forbidden::NoFreedom => {
                "the stone would have no freedom, or repeat an earlier position"
            }
            Forbidden::OtherTurn => "it is another colour's turn",
            Forbidden::NoWay => "that stone cannot go there",
            Forbidden::OpeningPass => "only player 1 passes, to end the opening; player 2 swaps",
            Forbidden::OtherMoves => "passing is allowed only when there is no other move",
            Forbidden::OpeningSwap => "only player 2 swaps, to end the opening; player 1 passes",
            Forbidden::LateSwap => {
                "swapping is allowed only instead of the second player's first move"
            }
        })
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Over => write!(f, "the game is over; take a move back or start again"),
            MoveError::Unreadable(text) => {
                write!(
                    f,
                    "{text:?} is no move here; a move looks like `c4`, `c4:2`, `c4-e4`, `#17`, `pass` or `swap`"
                )
            }
            MoveError::Occupied(site) => write!(f, "a stone stands on {site} already"),
            MoveError::Illegal { played, reason } => write!(f, "{played} is not legal: {reason}"),
        }
    }
}

impl std::error::Error for MoveError {}

impl MoveError {
    /// The same, with sites named as a board shows them: people read `c3` beside it, not `2,2`.
    pub fn named(self, plan: &Plan) -> MoveError {
        match self {
            MoveError::Occupied(site) => match plan.board.parse_site(&site) {
                Some(found) => MoveError::Occupied(vertex::shown(plan, found)),
                None => MoveError::Occupied(site),
            },
            MoveError::Illegal { played, reason } => {
                let parsed = Move::parse(&played, plan, Colour(1));
                let played = parsed.map_or(played, |parsed| vertex::move_shown(plan, parsed));
                MoveError::Illegal { played, reason }
            }
            other => other,
        }
    }
}

impl dyn Engine + '_ {
    /// Whether a move can be played now, and if not, why.
    pub fn check(&self, candidate: Move) -> Result<(), MoveError> {
        if self.status() != Status::Running {
            return Err(MoveError::Over);
        }
        if !self.is_legal(candidate) {
            return Err(self.refusal(candidate));
        }
        Ok(())
    }

    /// The legal move that a text means, or why there is none.
    pub fn read(&self, text: &str) -> Result<Move, MoveError> {
        if self.status() != Status::Running {
            return Err(MoveError::Over);
        }
        let unreadable = || MoveError::Unreadable(text.trim().to_string());
        let read = Move::parse(text, self.plan(), self.mover()).ok_or_else(unreadable)?;
        // Who may choose a colour and names none means his own.
        let candidate = if text.contains(':') || self.plan().moves.place == Some(Placing::Any) {
            read
        } else {
            self.with_colour(read)
        };
        self.check(candidate)?;
        Ok(candidate)
    }

    /// Reads a move and plays it.
    pub fn play_text(&mut self, text: &str) -> Result<Move, MoveError> {
        let played = self.read(text)?;
        self.play(played);
        Ok(played)
    }

    /// A placement in the one colour that may come there, where only one may: in an opening, in a turn of every colour, or in one made
    /// of actions.
    pub fn with_colour(&self, candidate: Move) -> Move {
        let MoveKind::Place { site, .. } = candidate.kind() else {
            return candidate;
        };
        let neutral = self.plan().neutral.then_some(Colour::NEUTRAL);
        let colours = (1..=self.plan().players).map(Colour).chain(neutral);
        let colours = colours.map(|colour| Move::place(site, colour));
        let mut legal = colours.filter(|one| self.is_legal(*one));
        match (legal.next(), legal.next()) {
            (Some(only), None) => only,
            _ => candidate,
        }
    }

    fn refusal(&self, candidate: Move) -> MoveError {
        let plan = self.plan();
        let due = self.due();
        let reason = match candidate.kind() {
            MoveKind::Place { site, .. } if self.acts() => match due.as_slice() {
                _ if self.stone(site) == Colour::NONE && self.is_closed(site) => Forbidden::Closed,
                [] => Forbidden::NoWayLeft,
                [Action::Take] => Forbidden::TakeDue,
                [Action::Free] => Forbidden::FreeDue,
                _ if self.stone(site).is_owned() => return self.occupied(site),
                [Action::PlaceOwn] => Forbidden::OwnDue,
                [Action::PlaceOther] => Forbidden::OtherDue,
                [Action::PlaceNeutral] => Forbidden::NeutralDue,
                _ => Forbidden::NotDue,
            },
            MoveKind::Place { site, colour } if plan.moves.settle.is_some() => match () {
                _ if colour != self.mover() => Forbidden::OtherTurn,
                _ if self.is_closed(site) => Forbidden::Closed,
                _ if self.stone(site) == Colour::NONE => Forbidden::Unseen,
                _ => Forbidden::NotHigher,
            },
            MoveKind::Place { site, .. } if self.stone(site) != Colour::NONE => {
                return self.occupied(site);
            }
            MoveKind::Place { .. } if plan.moves.place.is_none() => Forbidden::NoPlacing,
            MoveKind::Place { site, .. } if !plan.board.points(site).is_empty() => Forbidden::Cell,
            MoveKind::Place { site, .. } if self.is_closed(site) => Forbidden::Closed,
            MoveKind::Place { site, .. } if self.is_barred(site) => Forbidden::Barred,
            MoveKind::Place { .. } if plan.needs.no_bare_diagonal => Forbidden::BareDiagonal,
            MoveKind::Place { .. } if plan.needs.no_crosscut => Forbidden::Crosscut,
            MoveKind::Place { .. } if plan.needs.neighbours_at_least.is_some() => {
                Forbidden::FewNeighbours
            }
            MoveKind::Place { .. } if plan.needs.group_at_most.is_some() => Forbidden::LargeGroup,
            MoveKind::Place { .. } if plan.needs.freedom => Forbidden::NoFreedom,
            MoveKind::Place { .. } => Forbidden::OtherTurn,
            MoveKind::Shift { .. } if self.must_place() => Forbidden::MustPlace,
            MoveKind::Shift { .. } if plan.turn == Turn::MoveThenPlace => Forbidden::NoEnd,
            MoveKind::Shift { .. } => Forbidden::NoWay,
            MoveKind::Pass if plan.opening.is_some() => Forbidden::OpeningPass,
            MoveKind::Pass if plan.moves.pass => Forbidden::NotDue,
            MoveKind::Pass => Forbidden::OtherMoves,
            MoveKind::Swap if plan.opening.is_some() => Forbidden::OpeningSwap,
            MoveKind::Swap => Forbidden::LateSwap,
        };
        MoveError::Illegal {
            played: candidate.text(plan),
            reason,
        }
    }
}

impl dyn Engine + '_ {
    fn occupied(&self, site: SiteId) -> MoveError {
        MoveError::Occupied(self.plan().board.label(site).to_string())
    }

    /// Whether the turn at hand is made of actions.
    fn acts(&self) -> bool {
        !self.plan().ways.is_empty() || !self.due().is_empty()
    }

    /// Whether the player to move never places a stone on this site.
    fn is_closed(&self, site: SiteId) -> bool {
        self.plan().barred[self.mover().index() - 1].contains(&site)
    }

    /// Whether a stone was moved in a turn that ends with one placed.
    fn must_place(&self) -> bool {
        let moved = matches!(self.last().map(Move::kind), Some(MoveKind::Shift { .. }));
        moved && self.plan().turn == Turn::MoveThenPlace
    }

    /// Whether the game is in its opening, and no stone comes on this site before it is over.
    fn is_barred(&self, site: SiteId) -> bool {
        let opening = self.plan().opening.as_ref();
        let settles = self.is_legal(Move::PASS) || self.is_legal(Move::SWAP);
        settles && opening.is_some_and(|opening| opening.barred.contains(&site))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{engine, library};
    use std::sync::Arc;

    #[test]
    fn bad_moves_are_refused_with_a_reason() {
        let plan = library::game("hex")
            .unwrap()
            .plan(&[("size", "3")])
            .unwrap();
        let mut hex = engine::start(&Arc::new(plan));
        hex.play_text("1,1").unwrap();
        for text in [
            "1,1", "9,9", "", "1,2:1", "0,0-1,0", "pass", "#3", "1,2:9", "ü",
        ] {
            assert!(hex.play_text(text).is_err(), "{text}");
        }
        assert_eq!(hex.play_text("swap"), Ok(Move::SWAP));
        assert_eq!(hex.mover(), Colour(2));
        assert_eq!(
            hex.read("1,1").unwrap_err().to_string(),
            "a stone stands on 1,1 already"
        );
        let named = |text: &str| {
            let refused = hex.read(text).unwrap_err();
            refused.named(hex.plan()).to_string()
        };
        assert_eq!(named("1,1"), "a stone stands on b2 already");
        assert!(named("0,0-1,0").starts_with("a1-b1 is not legal"));
        assert!(named("pass").starts_with("pass is not legal"));
        for text in ["0,0", "1,0", "2,2", "1,2"] {
            hex.play_text(text).unwrap();
        }
        assert_eq!(hex.play_text("2,0"), Err(MoveError::Over));
    }
}
