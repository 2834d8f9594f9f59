//! The state machine of a room: seats, requests, entries. It owns who may do what, and in which order things happened.
//!
//! A request that is accepted becomes an [`Entry`]. Entries change the room, nothing else does, so a room that is built again from its
//! entries is the same room. Whoever runs it keeps an entry before he tells anybody of it.

use crate::{AnyMove, Board, BoardSnapshot, Clocks, Invalid, Invitation, Name, Phrase, Summary};
use drawing::PictureHash;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::fmt;
use table::{Message, Player, Refused, ReplayError};

/// What a seat's secret becomes before it is kept or compared: a digest that does not give the secret away.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub struct Key(pub [u8; 32]);

impl PartialEq for Key {
    /// Takes the same time wherever the two differ, so that nobody finds a key by trying.
    fn eq(&self, other: &Key) -> bool {
        let differing = self
            .0
            .iter()
            .zip(&other.0)
            .fold(0, |all, (a, b)| all | (a ^ b));
        std::hint::black_box(differing) == 0
    }
}

impl Eq for Key {}

impl fmt::Debug for Key {
    /// Never shown.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

/// What somebody with a seat may ask for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Act {
    /// Closes a room in which nobody has joined yet.
    Cancel,
    /// Says a set phrase.
    Say(Phrase),
    /// Says something to the table.
    Tell(Message<AnyMove>),
}

/// Something that was accepted: all that has to be kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// When.
    pub at_ms: u64,
    /// What.
    #[serde(flatten)]
    deed: Deed,
    /// The picture after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    picture: Option<PictureHash>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Deed {
    Join { name: Name, key: Key },
    Act { by: Player, id: u64, act: Act },
    Look,
}

/// What happened, for everybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Event {
    /// Somebody has taken a seat. When it was the last one, the game begins.
    Joined {
        /// Which seat.
        player: Player,
        /// Who.
        name: Name,
    },
    /// The room was closed before anybody had joined.
    Cancelled,
    /// A player has said something.
    Said {
        /// Who.
        by: Player,
        /// What.
        phrase: Phrase,
    },
    /// A player has said something to the table.
    Told {
        /// Who.
        by: Player,
        /// What. Every table that hears it comes to the same.
        message: Message<AnyMove>,
        /// The picture after it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        picture: Option<PictureHash>,
    },
    /// The clock was looked at, and a flag had fallen.
    Looked,
}

/// An event with its number and time. The first one has number 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Numbered {
    /// Its number.
    pub seq: u64,
    /// When.
    pub at_ms: u64,
    /// What.
    pub event: Event,
}

/// An entry to be kept, and the event to be told once it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// To be kept.
    pub entry: Entry,
    /// To be told.
    pub event: Numbered,
}

/// How far a room has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RoomState {
    /// Seats are free.
    Waiting,
    /// All seats are taken; the game runs or has ended.
    Playing,
    /// Closed before it began.
    Cancelled,
}

/// Why a request was not possible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "because", content = "words")]
pub enum Refusal {
    /// The client speaks another version.
    Version,
    /// There is no such room.
    NoSuchRoom,
    /// The host has closed the room.
    Cancelled,
    /// All seats are taken.
    Full,
    /// The others have not come yet.
    Waiting,
    /// The game has begun, so the room cannot be closed any more.
    HasBegun,
    /// The one who asks has no seat here.
    NoSeat,
    /// The creator does not want spectators.
    NotWatchable,
    /// Too many requests; wait a little.
    TooFast,
    /// Too many rooms, connections or spectators.
    TooMany,
    /// What was sent is no message of the protocol.
    Malformed,
    /// Something written is not taken: why.
    Invalid(String),
    /// The table refuses it.
    Table(Refused),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::Version => "the page is older or newer than the server; reload it",
            Refusal::NoSuchRoom => "there is no such room; ask for a new link",
            Refusal::Cancelled => "the host has closed this room",
            Refusal::Full => "all seats in this room are taken",
            Refusal::Waiting => "wait until everybody has joined",
            Refusal::HasBegun => "somebody has joined already; give up instead",
            Refusal::NoSeat => "you have no seat in this room",
            Refusal::NotWatchable => "the players would like to be alone",
            Refusal::TooFast => "too many requests; wait a little",
            Refusal::TooMany => "there are too many of you here; try again later",
            Refusal::Malformed => "the message could not be read",
            Refusal::Invalid(why) => why,
            Refusal::Table(refused) => return refused.fmt(f),
        })
    }
}

impl std::error::Error for Refusal {}

impl From<Invalid> for Refusal {
    fn from(invalid: Invalid) -> Self {
        Refusal::Invalid(invalid.to_string())
    }
}

/// Somebody at the table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Seat {
    /// Who.
    pub name: Name,
    key: Key,
    /// The numbers of the requests carried out lately: one that comes again is not done again.
    done: VecDeque<u64>,
}

impl Seat {
    /// As many requests are remembered for each seat: more than a client can have under way.
    const DONE_MAX: usize = 64;

    fn new(name: Name, key: Key) -> Self {
        Seat {
            name,
            key,
            done: VecDeque::new(),
        }
    }

    fn remember(&mut self, id: u64) {
        if self.done.len() == Self::DONE_MAX {
            self.done.pop_front();
        }
        self.done.push_back(id);
    }
}

/// A room as it stands after some of its entries, secrets and picture included: it need not be made of all of them again. To be
/// kept beside them, and never to be shown.
#[derive(Clone, Serialize, Deserialize)]
pub struct RoomSnapshot {
    seats: Vec<Seat>,
    state: RoomState,
    board: BoardSnapshot,
    seq: u64,
    last_ms: u64,
}

impl RoomSnapshot {
    /// The number of the last event that is contained.
    pub fn seq(&self) -> u64 {
        self.seq
    }
}

/// A room.
#[derive(Clone)]
pub struct Room {
    invitation: Invitation,
    seats: Vec<Seat>,
    state: RoomState,
    board: Board,
    /// The number of the last event.
    seq: u64,
    /// When it happened: time never runs backwards in a room, whatever the clock of the machine does.
    last_ms: u64,
    /// The last events, for whoever comes back.
    recent: VecDeque<Numbered>,
}

impl Room {
    /// As many events are kept for those who come back; who has missed more gets everything.
    pub const RECENT_MAX: usize = 32;

    /// A new room with its host.
    pub fn open(
        invitation: Invitation,
        host: Name,
        key: Key,
        now_ms: u64,
    ) -> Result<Self, Invalid> {
        invitation.check()?;
        let board = Board::open(&invitation.game, invitation.rules)?;
        let mut room = Room {
            invitation,
            seats: vec![Seat::new(host, key)],
            state: RoomState::Waiting,
            board,
            seq: 0,
            last_ms: now_ms,
            recent: VecDeque::new(),
        };
        room.begin_when_full(now_ms);
        Ok(room)
    }

    /// The room as it stands, to be kept.
    pub fn snapshot(&self) -> RoomSnapshot {
        RoomSnapshot {
            seats: self.seats.clone(),
            state: self.state,
            board: self.board.snapshot(),
            seq: self.seq,
            last_ms: self.last_ms,
        }
    }

    /// The room of a snapshot, with the last of the entries that are in it: so many events can be told to those who come back.
    pub fn reopen(
        invitation: Invitation,
        snapshot: RoomSnapshot,
        last: &[Entry],
    ) -> Result<Self, ReplayError> {
        let board = Board::restore(&snapshot.board)?;
        let RoomSnapshot {
            seats,
            state,
            seq,
            last_ms,
            ..
        } = snapshot;
        let full = seats.len() == board.players();
        if seats.is_empty()
            || seats.len() > board.players()
            || (state == RoomState::Playing) != full
        {
            let reason = format!("{} seats do not fit the game", seats.len());
            return Err(ReplayError { index: 0, reason });
        }
        let mut room = Room {
            invitation,
            seats,
            state,
            board,
            seq,
            last_ms,
            recent: VecDeque::new(),
        };
        room.recall(last);
        Ok(room)
    }

    fn recall(&mut self, last: &[Entry]) {
        let first = (self.seq + 1).saturating_sub(last.len() as u64);
        let drawn = self.board.picture_hash().is_some();
        for (seq, entry) in (first..).zip(last) {
            let Some(event) = self.event_of(entry) else {
                continue;
            };
            if let Event::Told { picture: None, .. } = &event
                && drawn
            {
                // Older servers did not write the picture down. Nobody could check this event, so it is told to nobody, nor
                // what was before it.
                self.recent.clear();
                continue;
            }
            let at_ms = entry.at_ms;
            self.recent.push_back(Numbered { seq, at_ms, event });
        }
    }

    /// What an entry was to everybody who heard of it.
    fn event_of(&self, entry: &Entry) -> Option<Event> {
        Some(match &entry.deed {
            Deed::Join { name, key } => Event::Joined {
                player: self.seat_of(key)?,
                name: name.clone(),
            },
            Deed::Act {
                act: Act::Cancel, ..
            } => Event::Cancelled,
            Deed::Act {
                by,
                act: Act::Say(phrase),
                ..
            } => Event::Said {
                by: *by,
                phrase: *phrase,
            },
            Deed::Act {
                by,
                act: Act::Tell(message),
                ..
            } => Event::Told {
                by: *by,
                message: message.clone(),
                picture: entry.picture,
            },
            Deed::Look => Event::Looked,
        })
    }

    /// What it is about.
    pub fn invitation(&self) -> &Invitation {
        &self.invitation
    }

    /// Who sits there, in order.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// How far it has come.
    pub fn state(&self) -> RoomState {
        self.state
    }

    /// The game.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The number of the last event.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// When something happened last.
    pub fn last_ms(&self) -> u64 {
        self.last_ms
    }

    /// Whose seat a key opens. Every seat is looked at, whichever it is.
    pub fn seat_of(&self, key: &Key) -> Option<Player> {
        let seats = self.seats.iter().zip(Player::ALL);
        seats.fold(None, |found, (seat, player)| {
            if seat.key == *key {
                Some(player)
            } else {
                found
            }
        })
    }

    /// The events after a number; nothing when some of them are no longer kept, or the number lies ahead.
    pub fn since(&self, seen: u64) -> Option<impl Iterator<Item = &Numbered>> {
        let missed = self.seq.checked_sub(seen)? as usize;
        let known = self.recent.len().checked_sub(missed)?;
        Some(self.recent.iter().skip(known))
    }

    /// The room for somebody who knows nothing of it.
    pub fn summary(&self) -> Summary {
        Summary {
            invitation: self.invitation.clone(),
            seats: self.seats.iter().map(|seat| seat.name.clone()).collect(),
            state: self.state,
            board: self.board.snapshot(),
            ended: self.board.ended(),
        }
    }

    /// What the clocks say.
    pub fn clocks(&self, now_ms: u64) -> Option<Clocks> {
        let players = Player::ALL[..self.board.players()].iter();
        let left_ms: Option<Vec<u64>> = players
            .map(|&player| self.board.left_ms(player, now_ms.max(self.last_ms)))
            .collect();
        Some(Clocks {
            left_ms: left_ms?,
            running: self.board.flag_at_ms().and(self.board.turn()),
        })
    }

    /// Takes a free seat. The same key takes the same seat again, so a request may be sent twice.
    pub fn join(
        &mut self,
        now_ms: u64,
        name: Name,
        key: Key,
    ) -> Result<(Player, Option<Done>), Refusal> {
        if let Some(player) = self.seat_of(&key) {
            return Ok((player, None));
        }
        let player = Player::ALL[self.seats.len().min(Player::ALL.len() - 1)];
        let done = self.enter(now_ms, Deed::Join { name, key })?;
        Ok((player, Some(done)))
    }

    /// Carries a request out. One that was carried out before changes nothing and is no error.
    pub fn act(
        &mut self,
        now_ms: u64,
        by: Player,
        id: u64,
        act: Act,
    ) -> Result<Option<Done>, Refusal> {
        let seat = self.seats.get(by as usize).ok_or(Refusal::NoSeat)?;
        if seat.done.contains(&id) {
            return Ok(None);
        }
        self.enter(now_ms, Deed::Act { by, id, act }).map(Some)
    }

    /// When somebody should call [`Room::look`], if nothing happens before.
    pub fn look_at_ms(&self) -> Option<u64> {
        self.board.flag_at_ms()
    }

    /// Looks at the clock: what came of it if a flag has fallen. To be asked before every request.
    pub fn look(&mut self, now_ms: u64) -> Option<Done> {
        let now_ms = now_ms.max(self.last_ms);
        let fallen = self.board.flag_at_ms()? <= now_ms;
        fallen.then(|| {
            self.enter(now_ms, Deed::Look)
                .expect("a fallen flag can be looked at")
        })
    }

    /// Takes an entry that was kept. Only what this room once gave out may come in.
    pub fn restore(&mut self, entry: &Entry) -> Result<(), Refusal> {
        self.apply(entry).map(drop)
    }

    fn enter(&mut self, now_ms: u64, deed: Deed) -> Result<Done, Refusal> {
        let at_ms = now_ms.max(self.last_ms);
        let picture = None;
        let mut entry = Entry {
            at_ms,
            deed,
            picture,
        };
        let event = self.apply(&entry)?;
        if let Event::Told { picture, .. } = &event.event {
            entry.picture = *picture;
        }
        Ok(Done { entry, event })
    }

    /// The one place where a room changes. A refused entry changes nothing.
    fn apply(&mut self, entry: &Entry) -> Result<Numbered, Refusal> {
        if self.state == RoomState::Cancelled {
            return Err(Refusal::Cancelled);
        }
        let event = match &entry.deed {
            Deed::Join { name, key } => self.seat(entry.at_ms, name, *key)?,
            Deed::Act { by, id, act } => {
                let event = self.carry_out(entry.at_ms, *by, act)?;
                self.seats[*by as usize].remember(*id);
                event
            }
            Deed::Look => {
                let anybody = Player::Host;
                self.board
                    .tell(entry.at_ms, anybody, &Message::Look)
                    .map_err(Refusal::Table)?;
                Event::Looked
            }
        };
        self.seq += 1;
        self.last_ms = entry.at_ms;
        let numbered = Numbered {
            seq: self.seq,
            at_ms: entry.at_ms,
            event,
        };
        if self.recent.len() == Self::RECENT_MAX {
            self.recent.pop_front();
        }
        self.recent.push_back(numbered.clone());
        Ok(numbered)
    }

    fn seat(&mut self, at_ms: u64, name: &Name, key: Key) -> Result<Event, Refusal> {
        if self.state != RoomState::Waiting {
            return Err(Refusal::Full);
        }
        let player = Player::ALL[self.seats.len()];
        self.seats.push(Seat::new(name.clone(), key));
        self.begin_when_full(at_ms);
        Ok(Event::Joined {
            player,
            name: name.clone(),
        })
    }

    fn begin_when_full(&mut self, at_ms: u64) {
        if self.seats.len() == self.board.players() {
            self.state = RoomState::Playing;
            self.board.begin(at_ms);
        }
    }

    fn carry_out(&mut self, at_ms: u64, by: Player, act: &Act) -> Result<Event, Refusal> {
        if by as usize >= self.seats.len() {
            return Err(Refusal::NoSeat);
        }
        match act {
            Act::Cancel if self.state != RoomState::Waiting => Err(Refusal::HasBegun),
            Act::Cancel if by != Player::Host => Err(Refusal::NoSeat),
            Act::Cancel => {
                self.state = RoomState::Cancelled;
                Ok(Event::Cancelled)
            }
            Act::Say(phrase) => Ok(Event::Said {
                by,
                phrase: *phrase,
            }),
            Act::Tell(_) if self.state == RoomState::Waiting => Err(Refusal::Waiting),
            Act::Tell(message) => {
                self.board
                    .tell(at_ms, by, message)
                    .map_err(Refusal::Table)?;
                Ok(Event::Told {
                    by,
                    message: message.clone(),
                    picture: self.board.picture_hash(),
                })
            }
        }
    }
}
