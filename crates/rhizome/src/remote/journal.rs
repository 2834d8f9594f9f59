//! The file of rooms, and the thread that writes it. It owns the order: entries are on disk before any answer that
//! follows them goes out. It does not know what they mean.

use super::RoomId;
use super::metrics::Metrics;
use axum::extract::ws::Utf8Bytes;
use redb::{Database, ReadableTable, TableDefinition, WriteTransaction};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Instant;
use tokio::sync::{Notify, mpsc};

/// How each room began.
const ROOMS: TableDefinition<&str, &[u8]> = TableDefinition::new("rooms");
/// What happened in it, by number.
const ENTRIES: TableDefinition<(&str, u64), &[u8]> = TableDefinition::new("entries");
/// The rooms that are not over, with what has to be known of them without reading their entries.
const OPEN: TableDefinition<&str, &[u8]> = TableDefinition::new("open-rooms");

/// The most steps that wait for the disk; a worker that is faster waits too.
const QUEUE_MAX: usize = 8192;
/// The most steps that share a sync.
const BATCH_MAX: usize = 2048;

/// Why the file failed.
pub type FileError = Box<dyn std::error::Error + Send + Sync>;

/// One thing to be kept.
pub enum Write {
    /// How a room began.
    Room(RoomId, Vec<u8>),
    /// An entry with its number.
    Entry(RoomId, u64, Vec<u8>),
    /// What is to be known of a room that is not over.
    Open(RoomId, Vec<u8>),
    /// The room is over.
    Over(RoomId),
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
    cut: Arc<Notify>,
}

impl Outbox {
    /// The most texts that wait for a reader.
    const TEXTS_MAX: usize = 64;

    /// A way, its other end, and the sign that it was cut.
    pub fn new() -> (Self, mpsc::Receiver<Utf8Bytes>, Arc<Notify>) {
        let (texts, receiver) = mpsc::channel(Self::TEXTS_MAX);
        let cut = Arc::new(Notify::new());
        let outbox = Outbox {
            texts,
            cut: Arc::clone(&cut),
        };
        (outbox, receiver, cut)
    }

    fn send(&self, text: Utf8Bytes) -> bool {
        let taken = self.texts.try_send(text).is_ok();
        if !taken {
            self.cut.notify_one();
        }
        taken
    }
}

/// A step of a worker: what to keep, and what may be said once it is kept.
#[derive(Default)]
pub struct Step {
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
        let transaction = database.begin_write()?;
        transaction.open_table(ROOMS)?;
        transaction.open_table(ENTRIES)?;
        transaction.open_table(OPEN)?;
        transaction.commit()?;
        let (steps, receiver) = sync_channel(QUEUE_MAX);
        let journal = Journal {
            steps,
            database: Arc::clone(&database),
        };
        let thread = std::thread::Builder::new()
            .name("journal".into())
            .spawn(move || run(&database, &receiver, &metrics))?;
        Ok((journal, thread))
    }

    /// Hands a step over. It is carried out in the order of the calls.
    pub fn push(&self, step: Step) {
        // The thread ends only when every sender is gone.
        self.steps.send(step).ok();
    }

    /// How a room began, and what happened in it, in order.
    pub fn read(&self, room: &RoomId) -> Result<Option<Kept>, FileError> {
        let transaction = self.database.begin_read()?;
        let rooms = transaction.open_table(ROOMS)?;
        let Some(founding) = rooms.get(room.as_str())? else {
            return Ok(None);
        };
        let entries = transaction.open_table(ENTRIES)?;
        let range = (room.as_str(), 0)..=(room.as_str(), u64::MAX);
        let entries = entries
            .range(range)?
            .map(|row| Ok(row?.1.value().to_vec()))
            .collect::<Result<_, redb::StorageError>>()?;
        Ok(Some(Kept {
            founding: founding.value().to_vec(),
            entries,
        }))
    }

    /// All rooms that are not over.
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

/// A room as it lies in the file.
pub struct Kept {
    /// How it began.
    pub founding: Vec<u8>,
    /// What happened, in order.
    pub entries: Vec<Vec<u8>>,
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
        for answer in batch.drain(..).flat_map(|step| step.answers) {
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
    }
}

fn commit(database: &Database, batch: &[Step]) -> Result<(), FileError> {
    let transaction = database.begin_write()?;
    write(&transaction, batch)?;
    transaction.commit()?;
    Ok(())
}

fn write(transaction: &WriteTransaction, batch: &[Step]) -> Result<(), FileError> {
    let mut rooms = transaction.open_table(ROOMS)?;
    let mut entries = transaction.open_table(ENTRIES)?;
    let mut open = transaction.open_table(OPEN)?;
    for write in batch.iter().flat_map(|step| &step.writes) {
        match write {
            Write::Room(room, bytes) => drop(rooms.insert(room.as_str(), bytes.as_slice())?),
            Write::Entry(room, seq, bytes) => {
                drop(entries.insert((room.as_str(), *seq), bytes.as_slice())?);
            }
            Write::Open(room, bytes) => drop(open.insert(room.as_str(), bytes.as_slice())?),
            Write::Over(room) => drop(open.remove(room.as_str())?),
        }
    }
    Ok(())
}
