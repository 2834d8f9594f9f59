//! A table with either kind of game, Sprouts or stones. It owns the choice between the two and decides nothing else.

use crate::Invalid;
use drawing::PictureHash;
use serde::{Deserialize, Serialize};
use table::{
    Ended, Game, Ink, InkMove, Message, Player, Refused, ReplayError, Rules, Setting, Snapshot,
    Start, Stones, StonesStart, Table,
};

/// Which game, and where it begins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameStart {
    /// Sprouts, drawn.
    Sprouts(Setting),
    /// A connection game.
    Stones(StonesStart),
}

impl GameStart {
    /// The same without a map or a description of one's own: short enough for a list.
    pub fn without_texts(&self) -> GameStart {
        let mut start = self.clone();
        match &mut start {
            GameStart::Sprouts(Setting {
                start: Start::Map(text),
                ..
            }) => text.clear(),
            GameStart::Stones(start) if start.game.contains('\n') => start.game.clear(),
            _ => {}
        }
        start
    }

    /// How long the texts are that a visitor wrote.
    pub(crate) fn text_bytes(&self) -> usize {
        match self {
            GameStart::Sprouts(setting) => match &setting.start {
                Start::Spots(_) => 0,
                Start::Map(text) => text.len(),
            },
            GameStart::Stones(start) => {
                let options = start.options.iter();
                start.game.len()
                    + options
                        .map(|(name, value)| name.len() + value.len())
                        .sum::<usize>()
            }
        }
    }
}

/// A move of either kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum AnyMove {
    /// A stone, as text.
    Stone(String),
    /// A curve. The larger kind by far, and stones are small.
    Ink(Box<InkMove>),
}

/// Everything that decides how a board goes on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BoardSnapshot {
    /// Sprouts.
    Sprouts(Snapshot<Setting, InkMove>),
    /// A connection game.
    Stones(Snapshot<StonesStart, String>),
}

impl BoardSnapshot {
    /// Leaves out the picture, which can be drawn again.
    pub fn forget_drawing(&mut self) {
        match self {
            BoardSnapshot::Sprouts(snapshot) => snapshot.drawn = None,
            BoardSnapshot::Stones(snapshot) => snapshot.drawn = None,
        }
    }
}

/// A table with one of the games.
#[derive(Clone)]
pub enum Board {
    /// Sprouts.
    Ink(Box<Table<Ink>>),
    /// A connection game.
    Stones(Box<Table<Stones>>),
}

/// Runs the same code on either table.
macro_rules! either {
    ($board:expr, $table:ident => $code:expr) => {
        match $board {
            Board::Ink($table) => $code,
            Board::Stones($table) => $code,
        }
    };
}

impl Board {
    /// A table at the start of a game.
    pub fn open(start: &GameStart, rules: Rules) -> Result<Self, Invalid> {
        fn open<G: Game>(start: &G::Start, rules: Rules) -> Result<Box<Table<G>>, Invalid> {
            let game = G::open(start).map_err(|refusal| Invalid::Game(refusal.to_string()))?;
            Ok(Box::new(Table::new(game, rules)))
        }
        Ok(match start {
            GameStart::Sprouts(setting) => Board::Ink(open(setting, rules)?),
            GameStart::Stones(start) => Board::Stones(open(start, rules)?),
        })
    }

    /// The table of a snapshot.
    pub fn restore(snapshot: &BoardSnapshot) -> Result<Self, ReplayError> {
        Ok(match snapshot {
            BoardSnapshot::Sprouts(snapshot) => Board::Ink(Box::new(Table::restore(snapshot)?)),
            BoardSnapshot::Stones(snapshot) => Board::Stones(Box::new(Table::restore(snapshot)?)),
        })
    }

    /// Everything that decides how this board goes on.
    pub fn snapshot(&self) -> BoardSnapshot {
        match self {
            Board::Ink(table) => BoardSnapshot::Sprouts(table.snapshot()),
            Board::Stones(table) => BoardSnapshot::Stones(table.snapshot()),
        }
    }

    /// How many players it takes.
    pub fn players(&self) -> usize {
        either!(self, table => table.players())
    }

    /// Who is to act.
    pub fn turn(&self) -> Option<Player> {
        either!(self, table => table.turn())
    }

    /// How the game ended, once it did.
    pub fn ended(&self) -> Option<Ended> {
        either!(self, table => table.ended())
    }

    /// How many moves were played.
    pub fn len(&self) -> usize {
        either!(self, table => table.len())
    }

    /// Whether no move was played yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many games were played here before this one.
    pub fn round(&self) -> u32 {
        either!(self, table => table.round())
    }

    /// Time left for a player, if there is a clock.
    pub fn left_ms(&self, player: Player, now_ms: u64) -> Option<u64> {
        either!(self, table => table.left_ms(player, now_ms))
    }

    /// When a flag falls if nothing happens before.
    pub fn flag_at_ms(&self) -> Option<u64> {
        either!(self, table => table.flag_at_ms())
    }

    /// What everybody must see alike.
    pub fn picture_hash(&self) -> Option<PictureHash> {
        either!(self, table => table.game().picture_hash())
    }

    /// Keeps the pictures on the way of the next change, where there are any.
    pub(crate) fn watch(&mut self) {
        if let Board::Ink(table) = self {
            let game = table.game_mut();
            game.keep_every(1);
            game.watch();
        }
    }

    /// Everybody is there: the clock may run.
    pub fn begin(&mut self, now_ms: u64) {
        either!(self, table => drop(table.begin(now_ms)));
    }

    /// What a player says to the table.
    pub fn tell(
        &mut self,
        now_ms: u64,
        from: Player,
        message: &Message<AnyMove>,
    ) -> Result<(), Refused> {
        let stranger = || Refused::Move("this is a move of another kind of game".to_owned());
        match self {
            Board::Ink(table) => {
                let message = message.try_map(|m| match m {
                    AnyMove::Ink(m) => Ok((**m).clone()),
                    AnyMove::Stone(_) => Err(stranger()),
                })?;
                table.try_apply(now_ms, from, message).map(drop)
            }
            Board::Stones(table) => {
                let message = message.try_map(|m| match m {
                    AnyMove::Stone(text) => Ok(text.clone()),
                    AnyMove::Ink(_) => Err(stranger()),
                })?;
                table.try_apply(now_ms, from, message).map(drop)
            }
        }
    }
}
