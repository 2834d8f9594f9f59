//! A connection game as the table plays it. It owns which person plays which colour, swap included; the rules are
//! `connection`'s.

use crate::{Game, Side, Verdict};
use connection::engine::{self, Engine, Status};
use connection::moves::Move;
use connection::plan::{Colour, Plan};
use std::fmt;
use std::sync::Arc;

/// Why a move with stones is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StonesError {
    /// The text names no move of this board.
    NotAMove(String),
    /// The rules forbid it.
    Illegal(String),
    /// The table seats two.
    Players(u8),
}

impl fmt::Display for StonesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StonesError::NotAMove(text) => write!(f, "`{text}` is no move on this board"),
            StonesError::Illegal(text) => write!(f, "`{text}` is not allowed now"),
            StonesError::Players(players) => {
                write!(
                    f,
                    "this game is for {players} players, and the table seats two"
                )
            }
        }
    }
}

impl std::error::Error for StonesError {}

/// A connection game in progress. Its moves are the written ones.
pub struct Stones {
    engine: Box<dyn Engine>,
    played: Vec<Move>,
}

impl Clone for Stones {
    fn clone(&self) -> Self {
        Stones {
            engine: self.engine.fork(),
            played: self.played.clone(),
        }
    }
}

impl Stones {
    /// The start of a game for two.
    pub fn new(plan: Arc<Plan>) -> Result<Self, StonesError> {
        if plan.players != 2 {
            return Err(StonesError::Players(plan.players));
        }
        Ok(Stones {
            engine: engine::start(&plan),
            played: Vec::new(),
        })
    }

    /// The engine, to look at.
    pub fn engine(&self) -> &dyn Engine {
        &*self.engine
    }

    /// The moves so far.
    pub fn played(&self) -> &[Move] {
        &self.played
    }

    /// The person who plays a colour now: a swap exchanges them.
    pub fn side_of(&self, colour: Colour) -> Side {
        let side = if colour == Colour(1) {
            Side::First
        } else {
            Side::Second
        };
        if self.played.contains(&Move::SWAP) {
            side.other()
        } else {
            side
        }
    }
}

impl Game for Stones {
    type Move = String;
    type Refusal = StonesError;

    fn mover(&self) -> Option<Side> {
        (self.engine.status() == Status::Running).then(|| self.side_of(self.engine.mover()))
    }

    fn play(&mut self, text: &String) -> Result<(), StonesError> {
        let plan = self.engine.plan();
        let m = Move::parse(text, plan, self.engine.mover())
            .ok_or_else(|| StonesError::NotAMove(text.clone()))?;
        if !self.engine.is_legal(m) {
            return Err(StonesError::Illegal(text.clone()));
        }
        self.engine.play(m);
        self.played.push(m);
        Ok(())
    }

    fn undo(&mut self) -> bool {
        self.played.pop().is_some() && self.engine.undo()
    }

    fn verdict(&self) -> Option<Verdict> {
        match self.engine.status() {
            Status::Running => None,
            Status::Won(colour) => Some(Verdict::Wins(self.side_of(colour))),
            Status::Draw => Some(Verdict::Draw),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Message, Player, Rules, Table};

    fn hex(size: &str) -> Table<Stones> {
        let plan = connection::library::game("hex")
            .unwrap()
            .plan(&[("size", size)])
            .unwrap();
        Table::new(Stones::new(Arc::new(plan)).unwrap(), Rules::default())
    }

    #[test]
    fn after_a_swap_the_opener_answers_his_own_stone() {
        let mut table = hex("3");
        table
            .try_apply(0, Player::Host, Message::Play("1,1".into()))
            .unwrap();
        table
            .try_apply(0, Player::Guest, Message::Play("swap".into()))
            .unwrap();
        assert_eq!(table.turn(), Some(Player::Host));
        for (player, text) in [
            (Player::Host, "0,0"),
            (Player::Guest, "1,0"),
            (Player::Host, "2,2"),
            (Player::Guest, "0,2"),
        ] {
            table
                .try_apply(0, player, Message::Play(text.into()))
                .unwrap();
        }
        let ended = table.ended().expect("colour 1 has joined top and bottom");
        assert_eq!(
            ended.winner,
            Some(Player::Guest),
            "who took the first stone over"
        );
        table
            .try_apply(0, Player::Host, Message::TakeBack(5))
            .unwrap();
        assert_eq!((table.turn(), table.undone()), (Some(Player::Guest), 5));
    }

    #[test]
    fn what_is_not_allowed_changes_nothing() {
        let mut table = hex("3");
        table
            .try_apply(0, Player::Host, Message::Play("1,1".into()))
            .unwrap();
        for text in ["1,1", "9,9", "pass", "nonsense"] {
            assert!(
                table
                    .try_apply(0, Player::Guest, Message::Play(text.into()))
                    .is_err(),
                "{text}"
            );
        }
        assert_eq!(table.moves().len(), 1);
    }
}
