//! A client that loses its connection, hears things twice, and still comes to the same table as everybody else.
//! It owns a table of its own and the requests that were not acknowledged yet. The connection and the clock are the caller's.

use crate::{
    Act, Away, Board, Clocks, Event, FromServer, Hello, Invitation, Name, Numbered, Refusal,
    RoomState, Summary, ToServer, VERSION,
};
use std::collections::VecDeque;
use table::Player;

/// What a client learns from a message.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// Everything is new: look at the board.
    Everything,
    /// Something happened.
    Happened(Numbered),
    /// A request of ours was not possible.
    Refused {
        /// Which.
        act: Act,
        /// Why.
        why: Refusal,
    },
    /// The seat that we asked for is ours.
    Seated(Player),
    /// We cannot be here at all, or not have the seat that we asked for.
    Turned(Refusal),
    /// The server could not take something just now. We stay, and say it again more slowly.
    Slower,
    /// Who is there.
    Present {
        /// The players who are connected.
        here: Vec<Player>,
        /// How many watch.
        watching: u32,
        /// Who left, and for how long.
        away: Vec<Away>,
    },
    /// Our table differs from the server's: connect anew.
    Astray,
    /// The server stops for a while.
    Closing,
}

/// A seat in a room that is wanted.
#[derive(Clone, Debug)]
struct Wish {
    id: u64,
    name: Name,
}

/// A client of one room.
#[derive(Clone)]
pub struct Client {
    token: Option<String>,
    wish: Option<Wish>,
    you: Option<Player>,
    invitation: Option<Invitation>,
    seats: Vec<Name>,
    state: RoomState,
    board: Option<Board>,
    /// Whether the pictures on the way of a change are kept for somebody who looks on.
    watched: bool,
    /// The number of the last event that was applied.
    seen: u64,
    clocks: Option<Clocks>,
    /// What was asked for and not acknowledged, in order.
    outbox: VecDeque<(u64, Act)>,
}

impl Client {
    /// Somebody with a seat, if there is a token, or who watches.
    pub fn new(token: Option<String>) -> Self {
        Client {
            token,
            wish: None,
            you: None,
            invitation: None,
            seats: Vec::new(),
            state: RoomState::Waiting,
            board: None,
            watched: false,
            seen: 0,
            clocks: None,
            outbox: VecDeque::new(),
        }
    }

    /// Somebody who wants to join: with the secret that the seat shall have, and a number of his own.
    pub fn joining(token: String, id: u64, name: Name) -> Self {
        Client {
            wish: Some(Wish { id, name }),
            ..Client::new(Some(token))
        }
    }

    /// From now on keeps the pictures on the way of every change, for whoever animates it.
    pub fn watch(&mut self) {
        self.watched = true;
    }

    /// Our seat.
    pub fn you(&self) -> Option<Player> {
        self.you
    }

    /// What the room is about, once we have heard of it.
    pub fn invitation(&self) -> Option<&Invitation> {
        self.invitation.as_ref()
    }

    /// Who sits there.
    pub fn seats(&self) -> &[Name] {
        &self.seats
    }

    /// How far the room has come.
    pub fn state(&self) -> RoomState {
        self.state
    }

    /// The table, once we have heard of it.
    pub fn board(&self) -> Option<&Board> {
        self.board.as_ref()
    }

    /// The clocks as they were told last.
    pub fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    /// The number of the last event that was applied.
    pub fn seen(&self) -> u64 {
        self.seen
    }

    /// Whether something that we asked for is not acknowledged yet.
    pub fn is_waiting(&self) -> bool {
        !self.outbox.is_empty() || self.wish.is_some()
    }

    /// What to say on a new connection: who we are, and whatever was not acknowledged.
    pub fn greet(&self) -> Vec<ToServer> {
        let hello = Hello {
            version: VERSION,
            token: self.token.clone(),
            seen: self.board.is_some().then_some(self.seen),
        };
        let mut said = vec![ToServer::Hello(hello)];
        said.extend(self.unanswered());
        said
    }

    /// Everything that was not acknowledged, to be said again after a while.
    pub fn unanswered(&self) -> Vec<ToServer> {
        let join = self.wish.as_ref().zip(self.token.as_ref());
        let join = join.map(|(wish, token)| ToServer::Join {
            id: wish.id,
            name: wish.name.clone(),
            token: token.clone(),
        });
        let acts = self.outbox.iter().map(|(id, act)| ToServer::Do {
            id: *id,
            act: act.clone(),
        });
        join.into_iter().chain(acts).collect()
    }

    /// Asks for a seat, with the secret that it shall have and a number that we have not used before.
    pub fn join(&mut self, token: String, id: u64, name: Name) -> ToServer {
        self.token = Some(token.clone());
        self.wish = Some(Wish {
            id,
            name: name.clone(),
        });
        ToServer::Join { id, name, token }
    }

    /// Asks for something. The number is one that we have not used before.
    pub fn act(&mut self, id: u64, act: Act) -> ToServer {
        self.outbox.push_back((id, act.clone()));
        ToServer::Do { id, act }
    }

    /// Takes a message of the server.
    pub fn receive(&mut self, message: FromServer) -> Vec<News> {
        match message {
            FromServer::Welcome {
                you,
                seq,
                all,
                clocks,
            } => {
                self.you = you;
                self.clocks = clocks;
                match all {
                    Some(all) => self.take(seq, &all),
                    None => Vec::new(),
                }
            }
            FromServer::Seated { id, you } => {
                if self.wish.take_if(|wish| wish.id == id).is_none() {
                    return Vec::new();
                }
                self.you = Some(you);
                vec![News::Seated(you)]
            }
            FromServer::Event { event, clocks } => {
                self.clocks = clocks;
                self.happened(event)
            }
            FromServer::Done { id } => {
                self.answered(id);
                Vec::new()
            }
            FromServer::Refused {
                id: None,
                why: Refusal::TooFast | Refusal::Malformed,
            } => vec![News::Slower],
            FromServer::Refused { id: None, why } => vec![News::Turned(why)],
            FromServer::Refused { id: Some(id), why } => {
                if self.wish.take_if(|wish| wish.id == id).is_some() {
                    // The secret opens nothing; what remains is to watch.
                    self.token = None;
                    return vec![News::Turned(why)];
                }
                let act = self.answered(id);
                act.map(|act| News::Refused { act, why })
                    .into_iter()
                    .collect()
            }
            FromServer::Present {
                here,
                watching,
                away,
            } => vec![News::Present {
                here,
                watching,
                away,
            }],
            FromServer::Closing => vec![News::Closing],
            FromServer::Pong => Vec::new(),
        }
    }

    /// Takes a move together with the table that somebody else has brought to it already, which spares drawing it a second time; nothing
    /// when it is not the next event, or the table not the one that follows from it. Then the message has to be received as any other.
    pub fn adopt(
        &mut self,
        event: &Numbered,
        clocks: Option<&Clocks>,
        board: &Board,
    ) -> Option<News> {
        let Event::Told { picture, .. } = &event.event else {
            return None;
        };
        let next = self.board.is_some() && event.seq == self.seen + 1;
        if !next || board.picture_hash() != *picture {
            return None;
        }
        self.board = Some(board.clone());
        self.seen = event.seq;
        self.clocks = clocks.cloned();
        Some(News::Happened(event.clone()))
    }

    fn take(&mut self, seq: u64, all: &Summary) -> Vec<News> {
        // An older answer that was on its way for long must not take us back.
        if self.board.is_some() && seq < self.seen {
            return Vec::new();
        }
        match Board::restore(&all.board) {
            Ok(board) => self.board = Some(board),
            Err(_) => return vec![News::Turned(Refusal::Malformed)],
        }
        self.invitation = Some(all.invitation.clone());
        self.seats = all.seats.clone();
        self.state = all.state;
        self.seen = seq;
        vec![News::Everything]
    }

    fn answered(&mut self, id: u64) -> Option<Act> {
        let place = self.outbox.iter().position(|(known, _)| *known == id)?;
        self.outbox.remove(place).map(|(_, act)| act)
    }

    fn happened(&mut self, event: Numbered) -> Vec<News> {
        if self.board.is_none() || event.seq <= self.seen {
            return Vec::new();
        }
        if event.seq != self.seen + 1 {
            // Something was lost on the way. What we have is right; the rest comes with the next greeting.
            return vec![News::Astray];
        }
        if self.apply(&event).is_err() {
            self.board = None;
            return vec![News::Astray];
        }
        self.seen = event.seq;
        vec![News::Happened(event)]
    }

    /// Does to our table what the server did to its own.
    fn apply(&mut self, numbered: &Numbered) -> Result<(), Refusal> {
        let board = self.board.as_mut().ok_or(Refusal::NoSuchRoom)?;
        if self.watched {
            board.watch();
        }
        match &numbered.event {
            Event::Joined { name, .. } => {
                self.seats.push(name.clone());
                if self.seats.len() == board.players() {
                    self.state = RoomState::Playing;
                    board.begin(numbered.at_ms);
                }
            }
            Event::Cancelled => self.state = RoomState::Cancelled,
            Event::Said { .. } => {}
            Event::Told {
                by,
                message,
                picture,
            } => {
                board
                    .tell(numbered.at_ms, *by, message)
                    .map_err(Refusal::Table)?;
                if board.picture_hash() != *picture {
                    return Err(Refusal::Malformed);
                }
            }
            Event::Looked => board
                .tell(numbered.at_ms, Player::Host, &table::Message::Look)
                .map_err(Refusal::Table)?,
        }
        Ok(())
    }
}
