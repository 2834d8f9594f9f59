//! A room in memory: who is connected to it, what is told to whom, and what of it goes to the file and the archive. It judges nothing and does
//! not know when it is asked.

use crate::remote::journal::{Answer, Outbox, Step, Write};
use crate::remote::lobby::Listing;
use crate::remote::{RoomId, now_ms};
use axum::extract::ws::Utf8Bytes;
use rooms::{Away, Done, FromServer, Refusal, Room, RoomState, Summary};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use table::Player;

/// A room in which nobody joined is over after this time.
pub(super) const WAITING_MAX_MS: u64 = 24 * 3_600_000;

/// What has to be known of a room without reading its entries.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct Outline {
    /// When it has to be looked at.
    pub look_at_ms: Option<u64>,
    /// How it stands in the list, if it does.
    pub listing: Option<Listing>,
}

/// Whoever is there.
pub(super) struct Connection {
    pub(super) seat: Option<Player>,
    pub(super) address: IpAddr,
    pub(super) outbox: Outbox,
}

/// A room in memory.
pub(super) struct Hosted {
    pub(super) room: Room,
    pub(super) opened_ms: u64,
    pub(super) connections: HashMap<u64, Connection>,
    /// What the file says of it, if it says anything yet.
    pub(super) outline: Option<Outline>,
    /// When the last connection left.
    pub(super) idle_since_ms: u64,
    /// When a player's last connection left, by player.
    pub(super) left_ms: HashMap<Player, u64>,
    /// Whether all that happened is on disk.
    pub(super) safe: Arc<AtomicBool>,
    /// The last round that came to an end.
    pub(super) ended_round: Option<u32>,
    /// It is being taken out of the file.
    pub(super) forgotten: bool,
}

/// A finished game as it is archived: no secrets.
#[derive(Serialize)]
struct Archived<'room> {
    room: &'room RoomId,
    round: u32,
    /// When it ended.
    at_ms: u64,
    #[serde(flatten)]
    summary: Summary,
}

impl Hosted {
    pub(super) fn is_over(&self) -> bool {
        match self.room.state() {
            RoomState::Waiting => false,
            RoomState::Playing => self.room.board().ended().is_some(),
            RoomState::Cancelled => true,
        }
    }

    /// What the file should say of it, if a room is kept for so long when it is over.
    pub(super) fn outlined(&self, id: &RoomId, kept_ms: u64) -> Outline {
        if self.is_over() {
            return Outline {
                look_at_ms: Some(self.room.last_ms().saturating_add(kept_ms)),
                listing: None,
            };
        }
        Outline {
            look_at_ms: match self.room.state() {
                RoomState::Waiting => Some(self.opened_ms + WAITING_MAX_MS),
                _ => self.room.look_at_ms(),
            },
            listing: Listing::of(id, &self.room),
        }
    }

    pub(super) fn present(&self) -> FromServer {
        let mut here: Vec<Player> = self.connections.values().filter_map(|it| it.seat).collect();
        here.sort_by_key(|player| *player as usize);
        here.dedup();
        let now_ms = now_ms();
        let left = self.left_ms.iter().filter(|(who, _)| !here.contains(who));
        let mut away: Vec<Away> = left
            .map(|(&player, &left_ms)| Away {
                player,
                for_ms: now_ms.saturating_sub(left_ms),
            })
            .collect();
        away.sort_by_key(|away| away.player as usize);
        FromServer::Present {
            here,
            watching: self.watching(),
            away,
        }
    }

    pub(super) fn watching(&self) -> u32 {
        self.connections
            .values()
            .filter(|it| it.seat.is_none())
            .count() as u32
    }

    pub(super) fn tell_all(&self, message: &FromServer, step: &mut Step) {
        let text = text(message);
        let all = self.connections.values();
        step.answers
            .extend(all.map(|it| Answer::Text(it.outbox.clone(), text.clone())));
    }

    /// Once the game has begun, whoever only looked at the invitation has to go, unless the players may be watched.
    pub(super) fn close_doors(&mut self, step: &mut Step) {
        if self.room.state() != RoomState::Playing || self.room.invitation().watchable {
            return;
        }
        let refused = FromServer::Refused {
            id: None,
            why: Refusal::NotWatchable,
        };
        self.connections.retain(|_, it| {
            if it.seat.is_none() {
                say(&it.outbox, &refused, step);
            }
            it.seat.is_some()
        });
    }

    /// Keeps what was done, and tells everybody.
    pub(super) fn keep(&mut self, id: &RoomId, done: Done, step: &mut Step) {
        let Done { entry, event } = done;
        let bytes = serde_json::to_vec(&entry).expect("entries are made to be written");
        step.writes.push(Write::Entry(id.clone(), event.seq, bytes));
        if matches!(event.event, rooms::Event::Told { .. }) {
            // Drawing a game again takes long; what is said beside the game is quickly said again.
            let snapshot = self.room.snapshot();
            let bytes = serde_json::to_vec(&snapshot).expect("snapshots are made to be written");
            let write = Write::Snapshot(id.clone(), event.seq, bytes);
            step.writes.push(write);
        }
        self.archive(id, event.at_ms, step);
        let clocks = self.room.clocks(event.at_ms);
        self.tell_all(&FromServer::Event { event, clocks }, step);
    }

    /// Takes it out of the file. Nobody comes in any more.
    pub(super) fn forget(&mut self, id: &RoomId, step: &mut Step) {
        tracing::info!(room = %id, "forgotten");
        step.writes.push(Write::Forget(id.clone()));
        self.forgotten = true;
        self.safe = Arc::new(AtomicBool::new(false));
        step.answers.push(Answer::Mark(Arc::clone(&self.safe)));
    }

    /// Writes a game that has just come to its end into the archive. What is said after its end changes it no more, unless it is taken back.
    fn archive(&mut self, id: &RoomId, at_ms: u64, step: &mut Step) {
        let board = self.room.board();
        let round = board.round();
        if board.ended().is_none() {
            self.ended_round = self.ended_round.filter(|ended| *ended != round);
            return;
        }
        if self.ended_round.replace(round) == Some(round) {
            return;
        }
        tracing::info!(room = %id, round, moves = board.len(), "over");
        let mut summary = self.room.summary();
        summary.board.forget_drawing();
        let archived = Archived {
            room: id,
            round,
            at_ms,
            summary,
        };
        let bytes = serde_json::to_vec(&archived).expect("a game can be written");
        step.writes.push(Write::Archive(id.clone(), round, bytes));
    }
}

fn text(message: &FromServer) -> Utf8Bytes {
    let text = serde_json::to_string(message).expect("messages are made to be written");
    text.into()
}

/// Tells something to one connection.
pub(super) fn say(outbox: &Outbox, message: &FromServer, step: &mut Step) {
    step.answers
        .push(Answer::Text(outbox.clone(), text(message)));
}
