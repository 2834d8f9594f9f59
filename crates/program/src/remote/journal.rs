//! The file of rooms, and the thread that writes it. It owns the order: entries are on disk before any answer that
//! follows them goes out. It does not know what they mean.

use super::metrics::Metrics;
use super::{RoomId, essential};
use crate::file::{ARCHIVE, ENTRIES, FileError, OPEN, ROOMS, SNAPSHOTS};
use axum::extract::ws::Utf8Bytes;
use redb::{Database, ReadableDatabase, ReadableTable, WriteTransaction};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Instant;
use tokio::sync::{Notify, mpsc};

/// The most steps that wait for the disk; a worker that is faster waits too.
const QUEUE_MAX: usize = 8192;
/// The most steps that share a sync.
const BATCH_MAX: usize = 2048;

/// One thing to be kept.
pub enum Write {
    /// How a room began.
    Room(RoomId, Vec<u8>),
    /// An entry with its number.
    Entry(RoomId, u64, Vec<u8>),
    /// The room as it stands after the entry of this number. Only the last one is kept.
    Snapshot(RoomId, u64, Vec<u8>),
    /// A game that is over, by its round.
    Archive(RoomId, u32, Vec<u8>),
    /// What is to be known of a room without reading it.
    Open(RoomId, Vec<u8>),
    /// The room goes, with all that belongs to it. Its games stay in the archive.
    Forget(RoomId),
}

/// One thing to be said, and to whom.
pub enum Answer {
    /// A text on a connection.
    Text(Outbox, Utf8Bytes),
    /// Whoever asked for a room hears that it is there.
    Opened(tokio::sync::oneshot::Sender<Result<(), rooms::Refusal>>),
    /// Somebody will look whether a step is safe.
    Mark(Arc<AtomicBool>),
}

/// The way to a connection. Whoever does not read is cut off; he will come back and hear what he has missed.
#[derive(Clone)]
pub struct Outbox {
    texts: mpsc::Sender<Utf8Bytes>,
    /// Bytes that wait for the reader.
    waiting: Arc<AtomicUsize>,
    cut: Arc<Notify>,
}

/// The other end of an outbox.
pub struct Inbox {
    texts: mpsc::Receiver<Utf8Bytes>,
    waiting: Arc<AtomicUsize>,
    cut: Arc<Notify>,
}

impl Outbox {
    /// The most texts that wait for a reader: more than the answers to all that he may ask for at once.
    const TEXTS_MAX: usize = 256;
    /// The most bytes that wait for a reader, unless it is a single text.
    const BYTES_MAX: usize = 1 << 20;

    /// A way and its other end.
    pub fn new() -> (Self, Inbox) {
        let (texts, receiver) = mpsc::channel(Self::TEXTS_MAX);
        let (waiting, cut) = (Arc::default(), Arc::new(Notify::new()));
        let inbox = Inbox {
            texts: receiver,
            waiting: Arc::clone(&waiting),
            cut: Arc::clone(&cut),
        };
        let outbox = Outbox {
            texts,
            waiting,
            cut,
        };
        (outbox, inbox)
    }

    /// Sends a text; false when the reader has not taken the ones before. One who has gone misses nothing.
    fn send(&self, text: Utf8Bytes) -> bool {
        if self.texts.is_closed() {
            return true;
        }
        let length = text.len();
        let before = self.waiting.fetch_add(length, Ordering::Relaxed);
        let fits = before == 0 || before + length <= Self::BYTES_MAX;
        let taken = fits && self.texts.try_send(text).is_ok();
        if !taken {
            self.waiting.fetch_sub(length, Ordering::Relaxed);
            self.cut.notify_one();
        }
        taken
    }
}

impl Inbox {
    /// The next text. It counts as waiting until [`Inbox::wrote`] is told of it.
    pub async fn text(&mut self) -> Option<Utf8Bytes> {
        self.texts.recv().await
    }

    /// So many bytes are on their way.
    pub fn wrote(&self, bytes: usize) {
        self.waiting.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// The sign that the way was cut.
    pub fn cut(&self) -> Arc<Notify> {
        Arc::clone(&self.cut)
    }
}

/// A step of a worker: what to keep, and what may be said once it is kept.
#[derive(Default)]
pub struct Step {
    /// When it was asked for.
    pub asked: Option<Instant>,
    /// To be kept.
    pub writes: Vec<Write>,
    /// To be said after that.
    pub answers: Vec<Answer>,
}

/// The writing end. Steps of one sender stay in order.
#[derive(Clone)]
pub struct Journal {
    steps: SyncSender<Step>,
    database: Arc<Database>,
}

impl Journal {
    /// Starts the thread that writes.
    pub fn start(
        database: Arc<Database>,
        metrics: Arc<Metrics>,
    ) -> Result<(Self, JoinHandle<()>), FileError> {
        let (steps, receiver) = sync_channel(QUEUE_MAX);
        let journal = Journal {
            steps,
            database: Arc::clone(&database),
        };
        let thread = essential("journal", move || run(&database, &receiver, &metrics))?;
        Ok((journal, thread))
    }

    /// Hands a step over. It is carried out in the order of the calls.
    pub fn push(&self, step: Step) {
        // The thread ends only when every sender is gone.
        self.steps.send(step).ok();
    }

    /// How a room began, how it stood last, and what happened in it: everything, or from a little before it stood so.
    pub fn read(&self, room: &RoomId, which: Entries) -> Result<Option<Kept>, FileError> {
        let transaction = self.database.begin_read()?;
        let rooms = transaction.open_table(ROOMS)?;
        let Some(founding) = rooms.get(room.as_str())? else {
            return Ok(None);
        };
        let snapshots = transaction.open_table(SNAPSHOTS)?;
        let row = snapshots.get(room.as_str())?;
        let snapshot = row.map(|row| (row.value().0, row.value().1.to_vec()));
        let first = match (&snapshot, which) {
            (Some((seq, _)), Entries::Last) => (seq + 1).saturating_sub(RECALLED),
            _ => 0,
        };
        let entries = transaction.open_table(ENTRIES)?;
        let entries = entries
            .range((room.as_str(), first)..=(room.as_str(), u64::MAX))?
            .map(|row| row.map(|(key, value)| (key.value().1, value.value().to_vec())))
            .collect::<Result<_, redb::StorageError>>()?;
        Ok(Some(Kept {
            founding: founding.value().to_vec(),
            snapshot,
            entries,
        }))
    }

    /// What is to be known of all rooms.
    pub fn open_rooms(&self) -> Result<Vec<(RoomId, Vec<u8>)>, FileError> {
        let transaction = self.database.begin_read()?;
        let open = transaction.open_table(OPEN)?;
        let mut found = Vec::new();
        for row in open.iter()? {
            let (name, value) = row?;
            if let Some(room) = RoomId::read(name.value()) {
                found.push((room, value.value().to_vec()));
            }
        }
        Ok(found)
    }
}

/// As many entries before a snapshot are read again, for those who come back and have missed the last move.
const RECALLED: u64 = 4;

/// Which entries are wanted.
#[derive(Clone, Copy)]
pub enum Entries {
    /// All there are.
    All,
    /// Those after the snapshot, and a few before.
    Last,
}

/// A room as it lies in the file.
pub struct Kept {
    /// How it began.
    pub founding: Vec<u8>,
    /// How it stood after the entry of a number.
    pub snapshot: Option<(u64, Vec<u8>)>,
    /// What happened, in order, with numbers.
    pub entries: Vec<(u64, Vec<u8>)>,
}

fn run(database: &Database, steps: &Receiver<Step>, metrics: &Metrics) {
    let mut batch = Vec::new();
    while let Ok(first) = steps.recv() {
        batch.push(first);
        batch.extend(steps.try_iter().take(BATCH_MAX - 1));
        if batch.iter().any(|step| !step.writes.is_empty()) {
            let begun = Instant::now();
            if let Err(error) = commit(database, &batch) {
                // What was promised can no longer be kept. The file is sound as it was at the last commit: stop, and start again
                // from there.
                tracing::error!(%error, "the data file failed");
                eprintln!("rhizome: the data file failed: {error}");
                std::process::exit(1);
            }
            metrics.committed(begun.elapsed());
        }
        for step in batch.drain(..) {
            for answer in step.answers {
                match answer {
                    Answer::Text(to, text) => {
                        if !to.send(text) {
                            metrics.too_slow();
                        }
                    }
                    Answer::Opened(waiter) => drop(waiter.send(Ok(()))),
                    Answer::Mark(safe) => safe.store(true, Ordering::Release),
                }
            }
            if let Some(asked) = step.asked {
                metrics.answered(asked.elapsed());
            }
        }
    }
}

fn commit(database: &Database, batch: &[Step]) -> Result<(), FileError> {
    let mut transaction = database.begin_write()?;
    // After a crash the file is ready at once, however large it is; and nobody who chooses what is written can choose what a half
    // finished commit becomes. It costs a second sync, which many steps share.
    transaction.set_quick_repair(true);
    write(&transaction, batch)?;
    transaction.commit()?;
    Ok(())
}

fn write(transaction: &WriteTransaction, batch: &[Step]) -> Result<(), FileError> {
    let mut rooms = transaction.open_table(ROOMS)?;
    let mut entries = transaction.open_table(ENTRIES)?;
    let mut snapshots = transaction.open_table(SNAPSHOTS)?;
    let mut open = transaction.open_table(OPEN)?;
    let mut archive = transaction.open_table(ARCHIVE)?;
    for write in batch.iter().flat_map(|step| &step.writes) {
        match write {
            Write::Room(room, bytes) => drop(rooms.insert(room.as_str(), bytes.as_slice())?),
            Write::Entry(room, seq, bytes) => {
                drop(entries.insert((room.as_str(), *seq), bytes.as_slice())?);
            }
            Write::Snapshot(room, seq, bytes) => {
                drop(snapshots.insert(room.as_str(), (*seq, bytes.as_slice()))?);
            }
            Write::Archive(room, round, bytes) => {
                drop(archive.insert((room.as_str(), *round), bytes.as_slice())?);
            }
            Write::Open(room, bytes) => drop(open.insert(room.as_str(), bytes.as_slice())?),
            Write::Forget(room) => {
                let room = room.as_str();
                rooms.remove(room)?;
                snapshots.remove(room)?;
                open.remove(room)?;
                entries.retain_in((room, 0)..=(room, u64::MAX), |_, _| false)?;
            }
        }
    }
    Ok(())
}
