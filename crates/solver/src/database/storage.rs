//! Where a database is kept: one trait with the few steps whose order matters, so that a test can stop the world between any
//! two of them; and the files of the real thing. Knows nothing of what the bytes mean.

use super::DatabaseError;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The steps of reading and writing a database: a main file that is only appended to, and a new one that takes its place.
pub trait Storage {
    /// Whether nothing can be written.
    fn is_read_only(&self) -> bool {
        false
    }

    /// The length of the main file, if there is one.
    fn length(&mut self) -> io::Result<Option<u64>>;

    /// Reads from the main file until the buffer is full or the file ends; gives back how much.
    fn read(&mut self, offset: u64, buffer: &mut [u8]) -> io::Result<usize>;

    /// Appends to the main file.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Cuts the main file off.
    fn truncate(&mut self, length: u64) -> io::Result<()>;

    /// Comes back when the main file is on the disk.
    fn sync(&mut self) -> io::Result<()>;

    /// Makes an empty new file.
    fn create_new(&mut self) -> io::Result<()>;

    /// Appends to the new file.
    fn append_new(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Comes back when the new file is on the disk.
    fn sync_new(&mut self) -> io::Result<()>;

    /// The new file becomes the main file, at once.
    fn replace(&mut self) -> io::Result<()>;

    /// Comes back when it is on the disk which file is the main one.
    fn sync_directory(&mut self) -> io::Result<()>;
}

/// A database in a file. Beside it stand, while it is in use, `FILE.lock` and now and then `FILE.new`.
pub struct FileStorage {
    path: PathBuf,
    main: Option<File>,
    new: Option<File>,
    /// Held for as long as this lives; nothing when opened for reading.
    lock: Option<File>,
}

impl FileStorage {
    /// Opens a file for reading and writing and locks it against other writers. The file need not exist.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        refuse_what_is_no_file(path)?;
        // Through links: the link stays, what it leads to is replaced, and all who come by any name meet at one lock.
        let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.into());
        // The lock is a file of its own: the main file is replaced from time to time.
        let lock = OpenOptions::new()
            .create(true)
            .append(true)
            .open(beside(&path, ".lock"))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(DatabaseError::Locked(path)),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let main = match OpenOptions::new().read(true).append(true).open(&path) {
            Ok(file) => Some(file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error.into()),
        };
        Ok(FileStorage {
            path,
            main,
            new: None,
            lock: Some(lock),
        })
    }

    /// Opens a file for reading; it must exist.
    pub fn open_read_only(path: &Path) -> Result<Self, DatabaseError> {
        refuse_what_is_no_file(path)?;
        Ok(FileStorage {
            path: path.into(),
            main: Some(File::open(path)?),
            new: None,
            lock: None,
        })
    }

    fn main(&mut self) -> io::Result<&mut File> {
        self.main
            .as_mut()
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn new_file(&mut self) -> io::Result<&mut File> {
        self.new
            .as_mut()
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

/// A device would be replaced by a file, and a pipe has no length.
fn refuse_what_is_no_file(path: &Path) -> io::Result<()> {
    match std::fs::metadata(path) {
        Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if !there.is_file() => Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "a database must be a plain file",
        )),
        // What is missing may be made.
        _ => Ok(()),
    }
}

/// The path with something after its name.
fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

impl Storage for FileStorage {
    fn is_read_only(&self) -> bool {
        self.lock.is_none()
    }

    fn length(&mut self) -> io::Result<Option<u64>> {
        match &self.main {
            Some(file) => Ok(Some(file.metadata()?.len())),
            None => Ok(None),
        }
    }

    fn read(&mut self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let file = self.main()?;
        file.seek(SeekFrom::Start(offset))?;
        let mut filled = 0;
        while filled < buffer.len() {
            match file.read(&mut buffer[filled..]) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(filled)
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.main()?.write_all(bytes)
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.main()?.set_len(length)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.main()?.sync_data()
    }

    fn create_new(&mut self) -> io::Result<()> {
        if self.is_read_only() {
            return Err(io::ErrorKind::ReadOnlyFilesystem.into());
        }
        let path = beside(&self.path, ".new");
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut options = OpenOptions::new();
        self.new = Some(
            options
                .read(true)
                .append(true)
                .create_new(true)
                .open(path)?,
        );
        Ok(())
    }

    fn append_new(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.new_file()?.write_all(bytes)
    }

    fn sync_new(&mut self) -> io::Result<()> {
        self.new_file()?.sync_all()
    }

    fn replace(&mut self) -> io::Result<()> {
        std::fs::rename(beside(&self.path, ".new"), &self.path)?;
        self.main = self.new.take();
        Ok(())
    }

    fn sync_directory(&mut self) -> io::Result<()> {
        // Only Unix lets a directory be opened and synced; elsewhere the rename is as durable as the system makes it.
        #[cfg(unix)]
        {
            let parent = match self.path.parent() {
                Some(parent) if !parent.as_os_str().is_empty() => parent,
                _ => Path::new("."),
            };
            File::open(parent)?.sync_all()?;
        }
        Ok(())
    }
}
