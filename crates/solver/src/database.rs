//! The result database: proved nimbers of lands and proved misère losses, in memory and on disk. Owns the promise that what was
//! reported as saved survives a crash at any instant, and that nothing else appears. It must not know how results are
//! found; whoever inserts vouches for them.
//!
//! The file is a sorted part followed by a log. Saving appends one checked block to the log. When the log has outgrown the sorted
//! part, everything is written to a new file, which takes the place of the old one when it is complete and on the disk.
//! A block that is cut off or wrong ends the log: it was never reported as saved. `docs/certificates.md` has the format.

mod blocks;
mod load;
mod prove;
mod storage;
mod text;

pub(crate) use prove::prove_beside;
pub use prove::{Proved, prove};
pub use storage::{FileStorage, Storage};
pub use text::{TextError, read_text, write_results, write_text};

use blocks::{Block, BlockKind};
use load::read_file_header;
use sprouts::{Canonical, Full, Land, Nimber, PackedError, PackedLand, PackedTable};
use std::path::{Path, PathBuf};
use std::{fmt, io};

/// A block of the log holds about as much; larger saves make several.
const LOG_BLOCK_BYTES: usize = 4 << 20;
const SORTED_BLOCK_BYTES: usize = 256 << 10;
/// A log smaller than this is never worth a new file.
const LOG_BYTES_MIN: u64 = 1 << 20;

/// Proved results. See the module.
///
/// ```no_run
/// use solver::Database;
/// use sprouts::{Nimber, Position};
/// let mut database = Database::open("results.rhz".as_ref())?;
/// let start = Position::start(3)?.canonical();
/// let land = start.lands()[0].packed();
/// database.insert(land, Nimber::new(1))?;
/// database.save()?;
/// assert_eq!(database.get(land), Some(Nimber::new(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Database<S = FileStorage> {
    storage: S,
    nimbers: PackedTable,
    losses: PackedTable,
    /// How many entries of either table are on the disk: the first ones.
    saved: (usize, usize),
    /// Where the file ends, and where its sorted part does.
    length: u64,
    sorted_length: u64,
    /// Bytes of an unfinished block that were dropped when the file was opened.
    dropped: u64,
    /// A write failed and could not be undone: nothing more may be appended.
    broken: bool,
}

/// Why a database cannot be used.
#[derive(Debug)]
pub enum DatabaseError {
    /// The system refused to read or write.
    Io(io::Error),
    /// Somebody else writes to it.
    Locked(PathBuf),
    /// The file is something else.
    NotADatabase,
    /// Written by a later version.
    Version(u8),
    /// The sorted part is damaged, or a block says something that cannot be.
    Damaged {
        /// Where, in bytes from the beginning.
        offset: u64,
    },
    /// Two different nimbers for one land.
    Contradiction(Contradiction),
    /// More than the memory layout holds.
    Full,
    /// In memory it takes more than the caller allows.
    TooLarge {
        /// How much it takes.
        bytes: u64,
    },
    /// An earlier write failed and could not be undone.
    Broken,
    /// It was opened for reading.
    ReadOnly,
}

/// Two different nimbers for one land: one of them is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The land.
    pub land: Land,
    /// What is known, and what was to be inserted.
    pub nimbers: [Nimber; 2],
}

/// Results from elsewhere: another database, a text, a certificate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Nimbers of lands.
    pub nimbers: Vec<(Land, Nimber)>,
    /// Positions lost for the player to move in misère play.
    pub misere_losses: Vec<Canonical>,
}

impl Results {
    /// Everything that a database holds. An error means that somebody forged it: keys are whole, but no lands.
    pub fn of<S>(database: &Database<S>) -> Result<Self, DatabaseError> {
        let nimber = |(land, nimber)| Ok((Land::from_bytes(land)?, Nimber::new(nimber)));
        let loss = |(position, _)| Ok(Canonical::from_bytes(position)?);
        Ok(Results {
            nimbers: database
                .nimbers
                .iter()
                .map(nimber)
                .collect::<Result<_, DatabaseError>>()?,
            misere_losses: database
                .losses
                .iter()
                .map(loss)
                .collect::<Result<_, DatabaseError>>()?,
        })
    }
}

impl Database<FileStorage> {
    /// Opens or creates a database for reading and writing. Only one program at a time can.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        Self::open_within(path, u64::MAX)
    }

    /// The same, unless that takes more memory than so much: then it is [`DatabaseError::TooLarge`], and none is taken.
    pub fn open_within(path: &Path, memory_bytes_max: u64) -> Result<Self, DatabaseError> {
        refuse_other_files(path)?;
        Self::with_storage_within(FileStorage::open(path)?, memory_bytes_max)
    }

    /// Opens a database for reading alone; somebody may be writing to it.
    pub fn open_read_only(path: &Path) -> Result<Self, DatabaseError> {
        Self::with_storage(FileStorage::open_read_only(path)?)
    }
}

/// What is no database is refused before anything is made beside it.
fn refuse_other_files(path: &Path) -> Result<(), DatabaseError> {
    let mut storage = match FileStorage::open_read_only(path) {
        Err(DatabaseError::Io(error)) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        storage => storage?,
    };
    // An empty file becomes a database.
    if storage.length()? != Some(0) {
        read_file_header(&mut storage)?;
    }
    Ok(())
}

impl<S: Storage> Database<S> {
    /// A database on other storage than files.
    pub fn with_storage(storage: S) -> Result<Self, DatabaseError> {
        Self::with_storage_within(storage, u64::MAX)
    }

    fn with_storage_within(storage: S, memory_bytes_max: u64) -> Result<Self, DatabaseError> {
        let mut database = Database {
            storage,
            nimbers: PackedTable::default(),
            losses: PackedTable::default(),
            saved: (0, 0),
            length: 0,
            sorted_length: 0,
            dropped: 0,
            broken: false,
        };
        database.load(memory_bytes_max)?;
        Ok(database)
    }

    /// The nimber of a land, if it is known.
    pub fn get(&self, land: PackedLand<'_>) -> Option<Nimber> {
        self.nimbers.get(land.as_bytes()).map(Nimber::new)
    }

    /// Whether a packed canonical position is known to be lost for the player to move in misère play.
    pub fn is_misere_loss(&self, position: &[u8]) -> bool {
        self.losses.get(position).is_some()
    }

    /// Remembers a proved nimber of a land; it is on the disk after the next [`Database::save`].
    pub fn insert(&mut self, land: PackedLand<'_>, nimber: Nimber) -> Result<(), DatabaseError> {
        debug_assert!(
            Land::from_bytes(land.as_bytes()).is_ok_and(|canonical| canonical.packed() == land)
        );
        insert_nimber(&mut self.nimbers, land, nimber)
    }

    /// Remembers that a packed canonical position is a proved loss in misère play.
    pub fn insert_misere_loss(&mut self, position: &[u8]) -> Result<(), DatabaseError> {
        debug_assert!(
            Canonical::from_bytes(position).is_ok_and(|canonical| canonical.to_bytes() == position)
        );
        self.losses.insert(position, 0)?;
        Ok(())
    }

    /// Remembers results from elsewhere, all or, if one contradicts what is known, none. Gives back how many are new.
    pub fn insert_all(&mut self, results: &Results) -> Result<usize, DatabaseError> {
        let mut seen = PackedTable::default();
        for (land, nimber) in &results.nimbers {
            let known = self.nimbers.get(land.as_bytes());
            let known = seen.insert(land.as_bytes(), nimber.get())?.or(known);
            if let Some(known) = known.filter(|&known| known != nimber.get()) {
                return Err(DatabaseError::Contradiction(Contradiction {
                    land: land.clone(),
                    nimbers: [Nimber::new(known), *nimber],
                }));
            }
        }
        let before = self.unsaved();
        for (land, nimber) in &results.nimbers {
            self.insert(land.packed(), *nimber)?;
        }
        for position in &results.misere_losses {
            self.insert_misere_loss(&position.to_bytes())?;
        }
        Ok(self.unsaved() - before)
    }

    /// All nimbers, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (PackedLand<'_>, Nimber)> {
        self.nimbers
            .iter()
            .map(|(land, nimber)| (PackedLand::stored(land), Nimber::new(nimber)))
    }

    /// All misère losses, in no particular order.
    pub fn misere_losses(&self) -> impl Iterator<Item = &[u8]> {
        self.losses.iter().map(|(position, _)| position)
    }

    /// The number of nimbers.
    pub fn nimbers_len(&self) -> usize {
        self.nimbers.len()
    }

    /// The number of misère losses.
    pub fn misere_losses_len(&self) -> usize {
        self.losses.len()
    }

    /// The number of results that are not saved yet.
    pub fn unsaved(&self) -> usize {
        self.nimbers.len() - self.saved.0 + self.losses.len() - self.saved.1
    }

    /// The length of the file, and how much of it is the log.
    pub fn file_bytes(&self) -> (u64, u64) {
        (self.length, self.length.saturating_sub(self.sorted_length))
    }

    /// How many bytes of an unfinished write were dropped when the file was opened.
    pub fn dropped_bytes(&self) -> u64 {
        self.dropped
    }

    /// About the memory in use.
    pub fn memory_bytes(&self) -> usize {
        self.nimbers.bytes() + self.losses.bytes()
    }

    /// Puts everything inserted so far on the disk. When this comes back without an error, it survives any crash.
    pub fn save(&mut self) -> Result<(), DatabaseError> {
        while self.unsaved() > 0 {
            self.append_block()?;
        }
        let log = self.length - self.sorted_length;
        if log > LOG_BYTES_MIN && log > self.sorted_length {
            self.compact()?;
        }
        Ok(())
    }

    /// Saves everything as one sorted part with an empty log, the smallest form of the file.
    pub fn compact(&mut self) -> Result<(), DatabaseError> {
        self.storage.create_new()?;
        let mut length = 0;
        let mut write = |storage: &mut S, bytes: &[u8]| {
            length += bytes.len() as u64;
            storage.append_new(bytes)
        };
        write(&mut self.storage, &blocks::file_header())?;
        for (table, is_nimbers) in [(&self.nimbers, true), (&self.losses, false)] {
            let mut block = Block::new(BlockKind::Sorted);
            for index in sorted(table, 0..table.len()) {
                let (key, value) = table.entry(index as usize);
                block.push(key, is_nimbers.then_some(value));
                if block.bytes() > SORTED_BLOCK_BYTES {
                    let full = std::mem::replace(&mut block, Block::new(BlockKind::Sorted));
                    write(&mut self.storage, &full.finish())?;
                }
            }
            write(&mut self.storage, &block.finish())?;
        }
        write(
            &mut self.storage,
            &Block::new(BlockKind::EndOfSorted).finish(),
        )?;
        self.storage.sync_new()?;
        self.storage.replace()?;
        // From here on the new file is the one that appends go to, whether or not the directory is on the disk yet:
        // whatever is reported as saved later is synced after it.
        self.length = length;
        self.sorted_length = length;
        self.broken = true;
        self.storage.sync_directory()?;
        self.broken = false;
        self.saved = (self.nimbers.len(), self.losses.len());
        Ok(())
    }

    /// Appends one block of results that are not saved yet.
    fn append_block(&mut self) -> Result<(), DatabaseError> {
        if self.broken {
            return Err(DatabaseError::Broken);
        }
        let end = |table: &PackedTable, saved: usize, room: &mut usize| {
            let mut end = saved;
            while end < table.len() && *room > 0 {
                *room = room.saturating_sub(table.entry(end).0.len() + 3);
                end += 1;
            }
            end
        };
        let mut room = LOG_BLOCK_BYTES;
        let nimbers_end = end(&self.nimbers, self.saved.0, &mut room);
        let losses_end = end(&self.losses, self.saved.1, &mut room);
        let mut block = Block::new(BlockKind::Log);
        for index in sorted(&self.nimbers, self.saved.0..nimbers_end) {
            let (key, value) = self.nimbers.entry(index as usize);
            block.push(key, Some(value));
        }
        for index in sorted(&self.losses, self.saved.1..losses_end) {
            block.push(self.losses.entry(index as usize).0, None);
        }
        let bytes = block.finish();
        let written = self
            .storage
            .append(&bytes)
            .and_then(|()| self.storage.sync());
        if let Err(error) = written {
            // What was written of the block must go, or the next one would stand behind a wrong one and be dropped with it.
            let undone = self
                .storage
                .truncate(self.length)
                .and_then(|()| self.storage.sync());
            self.broken = undone.is_err();
            return Err(error.into());
        }
        self.length += bytes.len() as u64;
        self.saved = (nimbers_end, losses_end);
        Ok(())
    }
}

fn insert_nimber(
    nimbers: &mut PackedTable,
    land: PackedLand<'_>,
    nimber: Nimber,
) -> Result<(), DatabaseError> {
    match nimbers.insert(land.as_bytes(), nimber.get())? {
        Some(known) if known != nimber.get() => Err(DatabaseError::Contradiction(Contradiction {
            land: land.to_land(),
            nimbers: [Nimber::new(known), nimber],
        })),
        _ => Ok(()),
    }
}

/// Entries by key.
fn sorted(table: &PackedTable, entries: std::ops::Range<usize>) -> Vec<u32> {
    let mut order: Vec<u32> = entries.map(|index| index as u32).collect();
    order.sort_unstable_by_key(|&index| table.entry(index as usize).0);
    order
}

impl From<io::Error> for DatabaseError {
    fn from(error: io::Error) -> Self {
        DatabaseError::Io(error)
    }
}

impl From<Contradiction> for DatabaseError {
    fn from(contradiction: Contradiction) -> Self {
        DatabaseError::Contradiction(contradiction)
    }
}

impl From<Full> for DatabaseError {
    fn from(_: Full) -> Self {
        DatabaseError::Full
    }
}

impl From<PackedError> for DatabaseError {
    fn from(_: PackedError) -> Self {
        DatabaseError::Damaged { offset: 0 }
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, other] = self.nimbers;
        write!(
            f,
            "{} has nimber {one} here and {other} there: one of them is wrong",
            self.land
        )
    }
}

impl fmt::Display for DatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DatabaseError::Io(error) => error.fmt(f),
            DatabaseError::Locked(path) => write!(
                f,
                "{} is in use by another program: wait until that one is done, or use a copy",
                path.display()
            ),
            DatabaseError::NotADatabase => f.write_str("not a database of results"),
            DatabaseError::Version(version) => {
                write!(
                    f,
                    "the database has format {version}, which this program does not know: use a newer program"
                )
            }
            DatabaseError::Damaged { offset } => write!(
                f,
                "the database is damaged at byte {offset}: use a copy of it, or begin a new one"
            ),
            DatabaseError::Contradiction(contradiction) => contradiction.fmt(f),
            DatabaseError::Full => {
                f.write_str("the database is full: it holds 4 GB of packed positions")
            }
            DatabaseError::TooLarge { bytes } => write!(
                f,
                "the database alone takes {} MB of memory: allow more",
                (bytes >> 20) + 1
            ),
            DatabaseError::Broken => f.write_str(
                "an earlier write to the database failed: make room on the disk and open it again",
            ),
            DatabaseError::ReadOnly => f.write_str("the database was opened for reading alone"),
        }
    }
}

impl std::error::Error for DatabaseError {}
