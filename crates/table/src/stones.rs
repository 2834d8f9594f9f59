//! A connection game as the table plays it. It owns which person plays which colour, swap included; the rules are
//! `connection`'s.

use crate::{Game, SIDES_MAX, Side, Verdict};
use connection::engine::{self, Engine, Status};
use connection::moves::Move;
use connection::plan::{Colour, PLAYERS_MAX, Plan};
use std::fmt;
use std::sync::Arc;

/// Why a move with stones is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StonesError {
    /// The text names no move of this board.
    NotAMove(String),
    /// The rules forbid it.
    Illegal(String),
}

impl fmt::Display for StonesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StonesError::NotAMove(text) => write!(f, "`{text}` is no move on this board"),
            StonesError::Illegal(text) => write!(f, "`{text}` is not allowed now"),
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
    /// The start of a game, for as many players as its description names.
    pub fn new(plan: Arc<Plan>) -> Self {
        const { assert!(PLAYERS_MAX as usize <= SIDES_MAX) };
        Stones {
            engine: engine::start(&plan),
            played: Vec::new(),
        }
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
        let side = Side::ALL[colour.index() - 1];
        if self.is_swapped() {
            side.other()
        } else {
            side
        }
    }

    /// Whether the two players have swapped sides.
    pub fn is_swapped(&self) -> bool {
        self.played.contains(&Move::SWAP)
    }
}

impl Game for Stones {
    type Move = String;
    type Refusal = StonesError;

    fn sides(&self) -> usize {
        usize::from(self.engine.plan().players)
    }

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
    use crate::{Message, Player, Reason, Refused, Rules, Table, TakeBack};

    fn table(name: &str, options: &[(&str, &str)]) -> Table<Stones> {
        let game = connection::library::game(name).unwrap();
        let plan = Arc::new(game.plan(options).unwrap());
        Table::new(Stones::new(plan), Rules::default())
    }

    fn hex(size: &str) -> Table<Stones> {
        table("hex", &[("size", size)])
    }

    const OMEGA: [(&str, &str); 2] = [("players", "3"), ("base", "3")];

    /// Plays the first legal move until the game is over or has so many moves.
    fn play_on(table: &mut Table<Stones>, moves_max: usize) {
        while let Some(player) = table.turn()
            && table.moves().len() < moves_max
        {
            let mut legal = Vec::new();
            let engine = table.game().engine();
            engine.legal_moves(&mut legal);
            let text = legal[0].text(engine.plan());
            table.try_apply(0, player, Message::Play(text)).unwrap();
        }
    }

    #[test]
    fn three_players_move_in_turn_and_one_of_them_wins() {
        let mut game = table("omega", &OMEGA);
        let mut seen = Vec::new();
        for _ in 0..9 {
            seen.push(game.turn().unwrap());
            let count = game.moves().len() + 1;
            play_on(&mut game, count);
        }
        use Player::{Guest, Host, Third};
        let turns = [Host, Host, Host, Guest, Guest, Guest, Third, Third, Third];
        assert_eq!(seen, turns, "a turn places one stone of every colour");
        play_on(&mut game, usize::MAX);
        let ended = game.ended().unwrap();
        assert_eq!(ended.reason, Reason::Rules);
        let scores = game.game().engine().scores();
        let best = (0..3).max_by_key(|player| scores[*player]).unwrap();
        let shared = scores
            .iter()
            .filter(|score| **score == scores[best])
            .count()
            > 1;
        assert_eq!(ended.winner, (!shared).then_some(Player::ALL[best]));
        let all = game.moves().len() as u32;
        game.try_apply(0, Guest, Message::TakeBack(all)).unwrap();
        assert_eq!((game.turn(), game.undone()), (Some(Host), all as usize));
        for _ in 0..all {
            let turn = game.turn().unwrap();
            game.try_apply(0, turn, Message::Redo).unwrap();
        }
        assert_eq!(game.ended(), Some(ended));
    }

    #[test]
    fn who_starts_is_followed_by_the_others_in_order() {
        let game = table("omega", &OMEGA).game().clone();
        let mut started = Table::started(game, Rules::default(), Player::Guest);
        play_on(&mut started, 3);
        assert_eq!(started.turn(), Some(Player::Third));
        play_on(&mut started, 6);
        assert_eq!(started.turn(), Some(Player::Host));
        let record = started.record();
        let again = record.replay(table("omega", &OMEGA).game().clone(), Rules::default());
        assert_eq!(again.unwrap().turn(), Some(Player::Host));
        assert!(
            record
                .replay(hex("3").game().clone(), Rules::default())
                .is_err(),
            "two players cannot play what three did"
        );
    }

    #[test]
    fn when_one_of_three_gives_up_nobody_wins() {
        let mut game = table("omega", &OMEGA);
        play_on(&mut game, 4);
        let stranger = game.try_apply(0, Player::Fourth, Message::Resign);
        assert_eq!(stranger, Err(Refused::NotAtTheTable));
        game.try_apply(0, Player::Third, Message::Resign).unwrap();
        let ended = game.ended().unwrap();
        assert_eq!((ended.winner, ended.by), (None, Some(Player::Third)));
        game.try_apply(0, Player::Host, Message::TakeBack(1))
            .unwrap();
        assert_eq!(game.turn(), Some(Player::Guest), "it can be taken back");
    }

    #[test]
    fn everybody_else_must_agree_to_a_take_back() {
        let rules = Rules {
            take_back: TakeBack::ByConsent,
            ..Rules::default()
        };
        let mut game = Table::new(table("omega", &OMEGA).game().clone(), rules);
        play_on(&mut game, 2);
        let say = |game: &mut Table<Stones>, player, message| {
            game.try_apply(0, player, message)
                .map(|_| game.moves().len())
        };
        assert_eq!(say(&mut game, Player::Host, Message::TakeBack(1)), Ok(2));
        assert!(say(&mut game, Player::Host, Message::Answer(true)).is_err());
        assert_eq!(say(&mut game, Player::Third, Message::Answer(true)), Ok(2));
        assert_eq!(say(&mut game, Player::Guest, Message::Answer(true)), Ok(1));
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
