//! All rooms of a server: which worker has which, and the list of those that are open to everybody.

use super::admission::{Admission, Limits};
use super::journal::Journal;
use super::metrics::Metrics;
use super::worker::{Founding, Job, Outline, Worker};
use super::{Letter, RoomId, essential, key, now_ms};
use crate::file::FileError;
use crate::json;
use redb::Database;
use rooms::{GameStart, Invitation, Name, Refusal, Room, RoomState};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use table::Rules;

/// A room as it stands in the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Listing {
    /// Its name in the address.
    pub room: String,
    /// What it is called.
    pub title: Name,
    /// Who opened it.
    pub host: Name,
    /// The game. A map or a description is left out: the room itself shows it.
    pub game: GameStart,
    /// Opening and clock.
    pub rules: Rules,
    /// Whether somebody can still join.
    pub waiting: bool,
    /// Whether it can be watched.
    pub watchable: bool,
}

impl Listing {
    /// The listing of a room that wants to be listed.
    pub fn of(id: &RoomId, room: &Room) -> Option<Self> {
        let invitation = room.invitation();
        let waiting = room.state() == RoomState::Waiting;
        let shown = invitation.listed && (waiting || invitation.watchable);
        shown.then(|| Listing {
            room: id.to_string(),
            title: invitation.title.clone(),
            host: room.seats()[0].name.clone(),
            game: invitation.game.without_texts(),
            rules: invitation.rules,
            waiting,
            watchable: invitation.watchable,
        })
    }
}

/// What all workers share.
pub struct Shared {
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// Who may come in.
    pub admission: Admission,
    listed: Mutex<BTreeMap<RoomId, Listing>>,
}

impl Shared {
    /// Puts a room on the list, or takes it off.
    pub fn list(&self, id: &RoomId, listing: Option<Listing>) {
        let mut listed = self.listed.lock().unwrap_or_else(PoisonError::into_inner);
        match listing {
            Some(listing) => drop(listed.insert(id.clone(), listing)),
            None => drop(listed.remove(id)),
        }
    }
}

/// The most requests that wait for a worker; after that sockets wait.
const JOBS_MAX: usize = 4096;
/// The most rooms that a list shows.
const LIST_MAX: usize = 200;

/// All rooms.
pub struct Lobby {
    /// How the names of its rooms begin.
    letter: Option<Letter>,
    shared: Arc<Shared>,
    workers: Vec<SyncSender<Job>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl Lobby {
    /// Starts the threads, and takes over what the file has.
    pub fn start(
        database: Arc<Database>,
        limits: Limits,
        letter: Option<Letter>,
    ) -> Result<Self, FileError> {
        let shared = Arc::new(Shared {
            metrics: Arc::default(),
            admission: Admission::new(limits),
            listed: Mutex::default(),
        });
        let (journal, thread) = Journal::start(database, Arc::clone(&shared.metrics))?;
        let count = std::thread::available_parallelism().map_or(1, usize::from);
        let mut crew: Vec<Worker> = (0..count)
            .map(|_| Worker::new(Arc::clone(&shared), journal.clone()))
            .collect();
        for (room, bytes) in journal.open_rooms()? {
            let outline: Outline = json::read(&bytes)?;
            shared.list(&room, outline.listing);
            if let Some(at_ms) = outline.look_at_ms {
                crew[place(&room, count)].promise(room, at_ms);
            }
        }
        drop(journal);
        let (mut workers, mut threads) = (Vec::new(), vec![thread]);
        for worker in crew {
            let (jobs, receiver) = sync_channel(JOBS_MAX);
            threads.push(essential("rooms", move || worker.run(&receiver))?);
            workers.push(jobs);
        }
        Ok(Lobby {
            letter,
            shared,
            workers,
            threads: Mutex::new(threads),
        })
    }

    /// What is counted.
    pub fn metrics(&self) -> &Metrics {
        &self.shared.metrics
    }

    /// Who may come in.
    pub fn admission(&self) -> &Admission {
        &self.shared.admission
    }

    /// The rooms that are open to everybody, those that wait for somebody first.
    pub fn listed(&self) -> Vec<Listing> {
        let listed = self
            .shared
            .listed
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let mut rooms: Vec<Listing> = listed.values().take(LIST_MAX * 4).cloned().collect();
        rooms.sort_by_key(|room| !room.waiting);
        rooms.truncate(LIST_MAX);
        rooms
    }

    /// Opens a room. It is there, for good, when this returns.
    pub async fn open(
        &self,
        invitation: Invitation,
        host: Name,
        token: &str,
    ) -> Result<RoomId, Refusal> {
        let id = RoomId::beginning(self.letter);
        let founding = Founding {
            invitation,
            host,
            key: key(token),
            at_ms: now_ms(),
        };
        let (answer, opened) = tokio::sync::oneshot::channel();
        self.ask(&id, Job::Open(id.clone(), Box::new(founding), answer))
            .await;
        opened.await.unwrap_or(Err(Refusal::TooMany))?;
        Ok(id)
    }

    /// The record of a room, for its players and for whoever may watch.
    pub async fn export(&self, id: &RoomId, token: Option<String>) -> Result<String, Refusal> {
        let (answer, exported) = tokio::sync::oneshot::channel();
        self.ask(id, Job::Export(id.clone(), token, answer)).await;
        exported.await.unwrap_or(Err(Refusal::NoSuchRoom))
    }

    /// Gives a job to the worker of a room. Where the worker has too much to do, whoever asks waits.
    pub async fn ask(&self, room: &RoomId, job: Job) {
        let worker = &self.workers[place(room, self.workers.len())];
        let mut job = job;
        loop {
            match worker.try_send(job) {
                Ok(()) => return,
                Err(std::sync::mpsc::TrySendError::Full(back)) => {
                    job = back;
                    tokio::time::sleep(std::time::Duration::from_millis(5)).await;
                }
                Err(std::sync::mpsc::TrySendError::Disconnected(_)) => return,
            }
        }
    }

    /// Waits until everything is on disk.
    pub fn finish(self) {
        let Lobby {
            workers, threads, ..
        } = self;
        drop(workers);
        for thread in threads
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
            .into_iter()
            .rev()
        {
            thread.join().ok();
        }
    }
}

/// Which of so many workers has a room.
fn place(room: &RoomId, count: usize) -> usize {
    let mut hasher = DefaultHasher::new();
    room.hash(&mut hasher);
    (hasher.finish() % count as u64) as usize
}
