//! What players say to the table and what the table tells everybody: the words of the protocol, without any transport.

use crate::Player;
use drawing::PictureHash;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a player says to the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "do", content = "with")]
pub enum Message<M> {
    /// Play this move.
    Play(M),
    /// Take back so many moves.
    TakeBack(u32),
    /// Play again what was taken back last.
    Redo,
    /// Agree, or not, to the take-back that somebody asked for.
    Answer(bool),
    /// In the opening: the game has this size.
    Size(u32),
    /// In the opening: this player is to move.
    Choose(Player),
    /// Redraw the picture, for everybody.
    Redraw,
    /// Give the game up. The other one of two players wins; with more, the game ends and nobody wins, for the rules do not
    /// say how the rest would go on.
    Resign,
    /// After the end: play again from the same start, the next player beginning; or rather not.
    Again(bool),
    /// Look at the clock.
    Look,
}

impl<M> Message<M> {
    /// The same message with its move in another form, if it has one.
    pub fn try_map<N, E>(
        &self,
        translate: impl FnOnce(&M) -> Result<N, E>,
    ) -> Result<Message<N>, E> {
        Ok(match self {
            Message::Play(m) => Message::Play(translate(m)?),
            Message::TakeBack(count) => Message::TakeBack(*count),
            Message::Redo => Message::Redo,
            Message::Answer(yes) => Message::Answer(*yes),
            Message::Size(size) => Message::Size(*size),
            Message::Choose(player) => Message::Choose(*player),
            Message::Redraw => Message::Redraw,
            Message::Resign => Message::Resign,
            Message::Again(yes) => Message::Again(*yes),
            Message::Look => Message::Look,
        })
    }
}

/// What the table tells everybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "effect")]
pub enum Effect<M> {
    /// A move was played.
    Played {
        /// By whom.
        by: Player,
        /// As it is recorded.
        r#move: M,
        /// The picture after it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        picture: Option<PictureHash>,
    },
    /// The last moves were taken back.
    TakenBack {
        /// How many.
        count: u32,
        /// The picture after it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        picture: Option<PictureHash>,
    },
    /// The picture was redrawn.
    Redrawn {
        /// By whom.
        by: Player,
        /// The picture after it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        picture: Option<PictureHash>,
    },
    /// A player would like to take moves back.
    Asked {
        /// Who asks.
        by: Player,
        /// How many.
        count: u32,
    },
    /// Somebody agreed, and others have yet to.
    Agreed {
        /// Who.
        by: Player,
    },
    /// Somebody did not agree.
    Declined {
        /// Who.
        by: Player,
    },
    /// The size of the game was named.
    Sized {
        /// The size.
        size: u32,
    },
    /// It was decided who is to move.
    Chosen {
        /// The player to move.
        mover: Player,
    },
    /// The game is over.
    Ended(Ended),
    /// A player would like to play again, or no longer.
    Offered {
        /// Who.
        by: Player,
        /// Whether he would.
        again: bool,
    },
    /// All agreed, and a new game has begun.
    Again {
        /// Who moves first.
        starter: Player,
    },
    /// Somebody should say [`Message::Look`] at this time, or a fallen flag goes unnoticed.
    LookAt {
        /// When.
        at_ms: u64,
    },
    /// The message was not possible.
    Refused {
        /// Who sent it.
        to: Player,
        /// Why.
        why: Refused,
    },
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// By the rules of the game.
    Rules,
    /// A player gave it up.
    Resignation,
    /// A player's time ran out.
    Time,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// Who won; nobody in a draw, or when one of more than two players left.
    pub winner: Option<Player>,
    /// Why.
    pub reason: Reason,
    /// Who gave up or ran out of time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Player>,
}

/// Why a message was not possible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "because", content = "words")]
pub enum Refused {
    /// The game has ended.
    GameIsOver,
    /// The game has not ended yet.
    GameGoesOn,
    /// It is somebody else's turn.
    NotYourTurn,
    /// The opening waits for a size.
    NameSizeFirst,
    /// There is no game of this size.
    NoSuchSize,
    /// The opening waits for a choice of who is to move.
    ChooseFirst,
    /// There is nothing to choose.
    NothingToChoose,
    /// Fewer moves were played than should be taken back.
    NothingToTakeBack,
    /// Nothing was taken back since the last move.
    NothingToRedo,
    /// Moves stay played at this table.
    NoTakeBacks,
    /// Nobody asked the player for anything.
    NothingAsked,
    /// There is no picture, or it is at rest.
    NothingToRedraw,
    /// The game has fewer players.
    NotAtTheTable,
    /// The rules of the game do not allow it: why, in the words of the game.
    Move(String),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refused::GameIsOver => "the game is over",
            Refused::GameGoesOn => "the game is not over yet",
            Refused::NotYourTurn => "it is another player's turn",
            Refused::NameSizeFirst => "first name the size of the game",
            Refused::NoSuchSize => "there is no game of this size",
            Refused::ChooseFirst => "first choose who is to move",
            Refused::NothingToChoose => "there is nothing to choose now",
            Refused::NothingToTakeBack => "there is no move to take back",
            Refused::NothingToRedo => "there is no move to play again",
            Refused::NoTakeBacks => "moves cannot be taken back in this game",
            Refused::NothingAsked => "nobody asked for anything",
            Refused::NothingToRedraw => "there is nothing to redraw",
            Refused::NotAtTheTable => "this game has fewer players",
            Refused::Move(why) => why,
        })
    }
}

impl std::error::Error for Refused {}
