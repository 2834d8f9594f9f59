//! The messages between client and server, version and all. It owns their form; `docs/protocol.md` describes them.

use crate::{Act, BoardSnapshot, Invitation, Name, Numbered, Refusal, RoomState};
use serde::{Deserialize, Serialize};
use table::{Ended, Player};

/// The version of the protocol. It changes with the messages and with what redrawing makes of a picture. A client of another one is told so
/// and asked to reload.
pub const VERSION: u32 = 4;

/// The first message on a connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The version that the client speaks.
    pub version: u32,
    /// The secret of a seat; without it one only watches, or joins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// The number of the last event that the client has applied; nothing when it has no table yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<u64>,
}

/// What a client says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ToServer {
    /// The first message.
    Hello(Hello),
    /// Takes a free seat. Answered by [`FromServer::Seated`].
    Join {
        /// A number of the client's own, told back in the answer.
        id: u64,
        /// The name to be shown.
        name: Name,
        /// The secret that the seat shall have, made by the client: so a join that is sent twice takes one seat.
        token: String,
    },
    /// Does something at the room. Sent again until it is acknowledged; the number tells the server that it is the same.
    Do {
        /// A number of the client's own, at random.
        id: u64,
        /// What.
        act: Act,
    },
    /// Is anybody there?
    Ping,
}

/// What each player's clock says, in the order of the seats, and whose runs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clocks {
    /// Milliseconds left.
    pub left_ms: Vec<u64>,
    /// Whose clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<Player>,
}

/// What a server says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FromServer {
    /// The answer to hello: who you are, and everything unless you have it already.
    Welcome {
        /// Your seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        you: Option<Player>,
        /// The number of the last event that is contained.
        seq: u64,
        /// The whole room, when the client has nothing or too little.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        all: Option<Box<Summary>>,
        /// The clocks now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<Clocks>,
    },
    /// You have a seat now.
    Seated {
        /// The number of the request.
        id: u64,
        /// Which seat.
        you: Player,
    },
    /// Something happened. Events come in order and without gaps.
    Event {
        /// What.
        #[serde(flatten)]
        event: Numbered,
        /// The clocks after it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clocks: Option<Clocks>,
    },
    /// A request was carried out, now or before.
    Done {
        /// Its number.
        id: u64,
    },
    /// A request was not possible.
    Refused {
        /// Its number; nothing when the whole connection is refused.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<u64>,
        /// Why.
        why: Refusal,
    },
    /// Who is connected, and how many watch. Not numbered: it is only true now.
    Present {
        /// The players who are connected.
        here: Vec<Player>,
        /// How many watch.
        watching: u32,
        /// The players who left, as far as the server knows since when.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        away: Vec<Away>,
    },
    /// The server stops, and will be back; come again after a while.
    Closing,
    /// Yes.
    Pong,
}

/// A player who is not connected. A duration, for two clocks need not agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Away {
    /// Who.
    pub player: Player,
    /// For how long.
    pub for_ms: u64,
}

/// A room as somebody sees it who knows nothing of it yet. No secrets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// What it is about.
    pub invitation: Invitation,
    /// Who sits there, in order.
    pub seats: Vec<Name>,
    /// Waiting, playing or cancelled.
    pub state: RoomState,
    /// The game so far.
    pub board: BoardSnapshot,
    /// How it ended, once it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ended>,
}
