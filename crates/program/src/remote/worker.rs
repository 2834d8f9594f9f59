//! A thread that owns some of the rooms. It takes requests one after the other, lets `rooms` judge them, and hands entries and answers to
//! the journal. It owns which rooms are in memory and when a clock has to be looked at; it touches neither sockets nor the file.

mod hosted;

use super::journal::{Answer, Entries, Journal, Outbox, Step, Write};
use super::lobby::Shared;
use super::{RoomId, key, now_ms};
use crate::file::FileError;
use crate::json;
pub use hosted::Outline;
use hosted::{Connection, Hosted, WAITING_MAX_MS, say};
use rooms::{
    Entry, FromServer, Hello, Invitation, Name, Numbered, Refusal, Room, RoomState, ToServer,
    VERSION,
};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use table::Player;

/// What a worker is asked.
pub enum Job {
    /// Open a room.
    Open(
        RoomId,
        Box<Founding>,
        tokio::sync::oneshot::Sender<Result<(), Refusal>>,
    ),
    /// A connection greets a room.
    Attach(RoomId, Visitor, Hello, Outbox),
    /// A connection says something to its room, at this moment.
    Say(RoomId, u64, ToServer, Instant),
    /// A connection has gone.
    Detach(RoomId, u64),
    /// A line of the record of a room, for whoever may see it.
    Export(
        RoomId,
        Option<String>,
        tokio::sync::oneshot::Sender<Result<String, Refusal>>,
    ),
}

/// A connection as a room knows it.
#[derive(Clone, Copy)]
pub struct Visitor {
    /// Its number.
    pub connection: u64,
    /// Where it comes from.
    pub address: IpAddr,
}

/// How a room begins: all that has to be kept besides its entries.
#[derive(Clone, Serialize, Deserialize)]
pub struct Founding {
    /// What it is about.
    pub invitation: Invitation,
    /// Who opened it.
    pub host: Name,
    /// His key.
    pub key: rooms::Key,
    /// When.
    pub at_ms: u64,
}

impl Founding {
    fn room(&self) -> Result<Room, rooms::Invalid> {
        Room::open(
            self.invitation.clone(),
            self.host.clone(),
            self.key,
            self.at_ms,
        )
    }
}

/// A room that nobody is connected to leaves the memory after this time.
const IDLE_MS: u64 = 60_000;
/// How often the worker looks for rooms that nobody needs in memory.
const SWEEP_MS: u64 = 10_000;

/// A worker.
pub struct Worker {
    shared: Arc<Shared>,
    journal: Journal,
    rooms: HashMap<RoomId, Hosted>,
    /// When which room has to be looked at. A room may be named too often and too early, never too late.
    looks: BinaryHeap<Reverse<(u64, RoomId)>>,
    swept_ms: u64,
}

impl Worker {
    /// A worker without rooms yet.
    pub fn new(shared: Arc<Shared>, journal: Journal) -> Self {
        Worker {
            shared,
            journal,
            rooms: HashMap::new(),
            looks: BinaryHeap::new(),
            swept_ms: now_ms(),
        }
    }

    /// Promises to look at a room that is still in the file.
    pub fn promise(&mut self, room: RoomId, at_ms: u64) {
        self.looks.push(Reverse((at_ms, room)));
    }

    /// Works until nobody can ask any more.
    pub fn run(mut self, jobs: &Receiver<Job>) {
        loop {
            let look = self
                .looks
                .peek()
                .map_or(u64::MAX, |Reverse((at_ms, _))| *at_ms);
            let wait = look.min(self.swept_ms + SWEEP_MS).saturating_sub(now_ms());
            match jobs.recv_timeout(Duration::from_millis(wait)) {
                Ok(job) => self.work(job),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            self.look_at_rooms();
            self.sweep();
        }
    }

    fn work(&mut self, job: Job) {
        let mut step = Step::default();
        match job {
            Job::Open(id, founding, answer) => self.open(id, &founding, answer, &mut step),
            Job::Attach(id, visitor, hello, outbox) => {
                if let Err(why) = self.attach(&id, visitor, hello, &outbox, &mut step) {
                    self.shared.metrics.refused(&why);
                    say(&outbox, &FromServer::Refused { id: None, why }, &mut step);
                }
            }
            Job::Say(id, connection, message, asked) => {
                step.asked = Some(asked);
                self.said(&id, connection, message, &mut step);
            }
            Job::Detach(id, connection) => self.detach(&id, connection, &mut step),
            Job::Export(id, token, answer) => drop(answer.send(self.export(&id, token.as_deref()))),
        }
        self.hand_over(step);
    }

    fn hand_over(&self, step: Step) {
        let ended = |write: &&Write| matches!(write, Write::Archive(..));
        for _ in step.writes.iter().filter(ended) {
            self.shared.metrics.game_ended();
        }
        self.journal.push(step);
    }

    fn open(
        &mut self,
        id: RoomId,
        founding: &Founding,
        answer: tokio::sync::oneshot::Sender<Result<(), Refusal>>,
        step: &mut Step,
    ) {
        let room = match founding.room() {
            Ok(room) => room,
            Err(invalid) => return drop(answer.send(Err(invalid.into()))),
        };
        let bytes = serde_json::to_vec(founding).expect("a founding can be written");
        step.writes.push(Write::Room(id.clone(), bytes));
        self.host(id.clone(), founding.at_ms, room);
        self.outline(&id, step);
        self.shared.metrics.room_opened();
        // The host hears of his room when it is safe.
        step.answers.push(Answer::Opened(answer));
    }

    fn host(&mut self, id: RoomId, opened_ms: u64, room: Room) {
        self.shared.metrics.room(1);
        let board = room.board();
        let ended_round = board.ended().map(|_| board.round());
        let hosted = Hosted {
            room,
            opened_ms,
            connections: HashMap::new(),
            outline: None,
            idle_since_ms: now_ms(),
            left_ms: HashMap::new(),
            safe: Arc::new(AtomicBool::new(true)),
            ended_round,
            forgotten: false,
        };
        self.rooms.insert(id, hosted);
    }

    /// The room, from the file if need be.
    fn room(&mut self, id: &RoomId) -> Result<&mut Hosted, Refusal> {
        let kept_ms = self.shared.admission.limits().kept_ms;
        if !self.rooms.contains_key(id) {
            let begun = Instant::now();
            let (founding, room) = self.load(id)?;
            self.shared.metrics.loaded(begun.elapsed());
            self.host(id.clone(), founding.at_ms, room);
            let hosted = self.rooms.get_mut(id).expect("just put there");
            hosted.outline = Some(hosted.outlined(id, kept_ms));
        }
        let hosted = self.rooms.get_mut(id).expect("it is there");
        match hosted.forgotten {
            true => Err(Refusal::NoSuchRoom),
            false => Ok(hosted),
        }
    }

    fn load(&self, id: &RoomId) -> Result<(Founding, Room), Refusal> {
        let failed = |error: &dyn std::fmt::Display| {
            tracing::error!(room = %id, %error, "a room cannot be read");
            Refusal::NoSuchRoom
        };
        match self.build(id, Entries::Last) {
            Ok(found) => found.ok_or(Refusal::NoSuchRoom),
            Err(error) => {
                tracing::warn!(room = %id, %error, "a snapshot cannot be used; the room is made of all its entries");
                let found = self.build(id, Entries::All);
                found
                    .map_err(|error| failed(&error))?
                    .ok_or(Refusal::NoSuchRoom)
            }
        }
    }

    /// Makes a room of what the file has: of its snapshot and the entries since, or of all entries.
    fn build(&self, id: &RoomId, which: Entries) -> Result<Option<(Founding, Room)>, FileError> {
        let Some(kept) = self.journal.read(id, which)? else {
            return Ok(None);
        };
        let founding: Founding = json::read(&kept.founding)?;
        let entries = kept
            .entries
            .iter()
            .map(|(seq, bytes)| Ok((*seq, json::read(bytes)?)))
            .collect::<Result<Vec<(u64, Entry)>, serde_json::Error>>()?;
        let (mut room, contained) = match (kept.snapshot, which) {
            (Some((seq, bytes)), Entries::Last) => {
                let contained = entries.partition_point(|(known, _)| *known <= seq);
                let snapshot = json::read(&bytes)?;
                let last: Vec<Entry> = entries[..contained]
                    .iter()
                    .map(|(_, entry)| entry.clone())
                    .collect();
                let room = Room::reopen(founding.invitation.clone(), snapshot, &last)?;
                (room, contained)
            }
            _ => (founding.room()?, 0),
        };
        for (_, entry) in &entries[contained..] {
            room.restore(entry)?;
        }
        Ok(Some((founding, room)))
    }

    /// Brings the file, the list and the promises in line with a room that may have changed.
    fn outline(&mut self, id: &RoomId, step: &mut Step) {
        let Some(hosted) = self.rooms.get_mut(id) else {
            return;
        };
        if !step.writes.is_empty() {
            hosted.safe = Arc::new(AtomicBool::new(false));
            step.answers.push(Answer::Mark(Arc::clone(&hosted.safe)));
        }
        let outline = hosted.outlined(id, self.shared.admission.limits().kept_ms);
        if hosted.outline.as_ref() == Some(&outline) {
            return;
        }
        let bytes = serde_json::to_vec(&outline).expect("an outline can be written");
        step.writes.push(Write::Open(id.clone(), bytes));
        self.shared.list(id, outline.listing.clone());
        let look_at_ms = outline.look_at_ms;
        hosted.outline = Some(outline);
        if let Some(at_ms) = look_at_ms {
            self.promise(id.clone(), at_ms);
        }
    }

    fn attach(
        &mut self,
        id: &RoomId,
        visitor: Visitor,
        hello: Hello,
        outbox: &Outbox,
        step: &mut Step,
    ) -> Result<(), Refusal> {
        if hello.version != VERSION {
            return Err(Refusal::Version);
        }
        let spectators_max = self.shared.admission.limits().spectators;
        let now_ms = now_ms();
        let hosted = self.room(id)?;
        if let Some(done) = hosted.room.look(now_ms) {
            hosted.keep(id, done, step);
        }
        let seat = hello
            .token
            .and_then(|token| hosted.room.seat_of(&key(&token)));
        if seat.is_none() {
            let begun = hosted.room.state() == RoomState::Playing;
            if begun && !hosted.room.invitation().watchable {
                return Err(Refusal::NotWatchable);
            }
            if hosted.watching() >= spectators_max {
                return Err(Refusal::TooMany);
            }
        }
        let missed = hello.seen.and_then(|seen| hosted.room.since(seen));
        let missed: Option<Vec<Numbered>> = missed.map(|events| events.cloned().collect());
        let welcome = FromServer::Welcome {
            you: seat,
            seq: hosted.room.seq(),
            all: missed.is_none().then(|| Box::new(hosted.room.summary())),
            clocks: hosted.room.clocks(now_ms),
        };
        say(outbox, &welcome, step);
        for event in missed.into_iter().flatten() {
            let clocks = hosted.room.clocks(now_ms);
            say(outbox, &FromServer::Event { event, clocks }, step);
        }
        let connection = Connection {
            seat,
            address: visitor.address,
            outbox: outbox.clone(),
        };
        hosted.connections.insert(visitor.connection, connection);
        let present = hosted.present();
        hosted.tell_all(&present, step);
        self.outline(id, step);
        Ok(())
    }

    fn said(&mut self, id: &RoomId, connection: u64, message: ToServer, step: &mut Step) {
        let (begun, cpu) = (Instant::now(), terminal::clock::thread_time());
        let Some(hosted) = self.rooms.get_mut(id) else {
            return;
        };
        let Some(speaker) = hosted.connections.get(&connection) else {
            return;
        };
        let (seat, outbox, address) = (speaker.seat, speaker.outbox.clone(), speaker.address);
        let now_ms = now_ms();
        if !self.shared.admission.may_judge(address, now_ms) {
            // Without the request's number: it is not judged at all, so it may have been carried out before. Whoever asks again later
            // hears what came of it.
            let refused = FromServer::Refused {
                id: None,
                why: Refusal::TooFast,
            };
            self.shared.metrics.refused(&Refusal::TooFast);
            return say(&outbox, &refused, step);
        }
        if let Some(done) = hosted.room.look(now_ms) {
            hosted.keep(id, done, step);
        }
        let answer = match message {
            ToServer::Hello(hello) => {
                let visitor = Visitor {
                    connection,
                    address,
                };
                let attached = self.attach(id, visitor, hello, &outbox, step);
                attached
                    .err()
                    .map(|why| FromServer::Refused { id: None, why })
            }
            ToServer::Join {
                id: request,
                name,
                token,
            } => Some(self.join(id, connection, request, name, &token, step)),
            ToServer::Do { id: request, act } => {
                let is_move = matches!(&act, rooms::Act::Tell(table::Message::Play(_)));
                let done = seat
                    .ok_or(Refusal::NoSeat)
                    .and_then(|player| hosted.room.act(now_ms, player, request, act));
                let answer = done.map(|done| {
                    if let Some(done) = done {
                        hosted.keep(id, done, step);
                        if is_move {
                            self.shared.metrics.moved();
                        }
                    }
                    FromServer::Done { id: request }
                });
                Some(answer.unwrap_or_else(|why| FromServer::Refused {
                    id: Some(request),
                    why,
                }))
            }
            ToServer::Ping => Some(FromServer::Pong),
        };
        if let Some(FromServer::Refused { why, .. }) = &answer {
            self.shared.metrics.refused(why);
        }
        if let Some(answer) = answer {
            say(&outbox, &answer, step);
        }
        self.outline(id, step);
        self.shared.metrics.request(begun.elapsed());
        // By processor time: nobody answers for what else the machine has to do.
        let spent = terminal::clock::thread_time() - cpu;
        self.shared.admission.judged(address, spent);
    }

    fn join(
        &mut self,
        id: &RoomId,
        connection: u64,
        request: u64,
        name: Name,
        token: &str,
        step: &mut Step,
    ) -> FromServer {
        let refuse = |why| FromServer::Refused {
            id: Some(request),
            why,
        };
        if !is_secret(token) {
            return refuse(Refusal::Malformed);
        }
        let Some(hosted) = self.rooms.get_mut(id) else {
            return refuse(Refusal::NoSuchRoom);
        };
        match hosted.room.join(now_ms(), name, key(token)) {
            Ok((you, done)) => {
                if let Some(speaker) = hosted.connections.get_mut(&connection) {
                    speaker.seat = Some(you);
                }
                hosted.close_doors(step);
                if let Some(done) = done {
                    hosted.keep(id, done, step);
                }
                let present = hosted.present();
                hosted.tell_all(&present, step);
                FromServer::Seated { id: request, you }
            }
            Err(why) => refuse(why),
        }
    }

    fn detach(&mut self, id: &RoomId, connection: u64, step: &mut Step) {
        let Some(hosted) = self.rooms.get_mut(id) else {
            return;
        };
        if let Some(gone) = hosted.connections.remove(&connection) {
            hosted.idle_since_ms = now_ms();
            if let Some(player) = gone.seat {
                hosted.left_ms.insert(player, hosted.idle_since_ms);
            }
            let present = hosted.present();
            hosted.tell_all(&present, step);
            // What could not be done while somebody was there is done now.
            let look_at_ms = hosted
                .outline
                .as_ref()
                .and_then(|outline| outline.look_at_ms);
            if hosted.connections.is_empty() && look_at_ms.is_some_and(|at_ms| at_ms <= now_ms()) {
                self.promise(id.clone(), now_ms());
            }
        }
    }

    /// The game so far, for the players and for whoever may watch. No secrets.
    fn export(&mut self, id: &RoomId, token: Option<&str>) -> Result<String, Refusal> {
        let hosted = self.room(id)?;
        let seat = token.and_then(|token| hosted.room.seat_of(&key(token)));
        if seat.is_none() && !hosted.room.invitation().watchable {
            return Err(Refusal::NoSeat);
        }
        Ok(serde_json::to_string(&hosted.room.summary()).expect("a summary can be written"))
    }

    fn look_at_rooms(&mut self) {
        while let Some(Reverse((at_ms, _))) = self.looks.peek()
            && *at_ms <= now_ms()
        {
            let Some(Reverse((_, id))) = self.looks.pop() else {
                return;
            };
            let mut step = Step::default();
            self.look_at(&id, &mut step);
            self.hand_over(step);
        }
    }

    fn look_at(&mut self, id: &RoomId, step: &mut Step) {
        let now_ms = now_ms();
        let kept_ms = self.shared.admission.limits().kept_ms;
        let Ok(hosted) = self.room(id) else {
            return;
        };
        let abandoned = hosted.room.state() == RoomState::Waiting
            && hosted.connections.is_empty()
            && now_ms >= hosted.opened_ms + WAITING_MAX_MS;
        if abandoned {
            let closed = hosted
                .room
                .act(now_ms, Player::Host, u64::MAX, rooms::Act::Cancel);
            if let Ok(Some(done)) = closed {
                hosted.keep(id, done, step);
            }
        }
        if let Some(done) = hosted.room.look(now_ms) {
            hosted.keep(id, done, step);
        }
        let due = hosted.is_over() && now_ms >= hosted.room.last_ms().saturating_add(kept_ms);
        if due && hosted.connections.is_empty() {
            return hosted.forget(id, step);
        }
        self.outline(id, step);
    }

    fn sweep(&mut self) {
        let now_ms = now_ms();
        if now_ms < self.swept_ms + SWEEP_MS {
            return;
        }
        self.swept_ms = now_ms;
        let metrics = &self.shared.metrics;
        self.rooms.retain(|_, hosted| {
            let needed = !hosted.connections.is_empty()
                || now_ms < hosted.idle_since_ms + IDLE_MS
                || !hosted.safe.load(Ordering::Acquire);
            if !needed {
                metrics.room(-1);
            }
            needed
        });
    }
}

/// Whether a text is long enough to be nobody's guess, and short enough to be kept.
pub fn is_secret(token: &str) -> bool {
    (22..=64).contains(&token.len()) && token.bytes().all(|byte| byte.is_ascii_graphic())
}
