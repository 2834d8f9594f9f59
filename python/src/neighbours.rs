//! What workers on one machine tell each other without asking anybody: each one writes its news at the end of a file of its own and reads what
//! the others have written since. A searching thread does it itself, every few nodes: nobody has to be woken, and news are as young as a search
//! can heed them. The files are also the record of who told what: see `Coordinator.audit` in Python. It knows no Ray, and of news only the bytes.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Then a worker goes on with another file, and deletes the one before the last.
const FILE_BYTES: u64 = 8 << 20;
/// So often one who is searching looks for new neighbours and new files.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// One worker's side: its own file, and how far it has read those of the others. `directory` is where they meet.
///
/// >>> import tempfile
/// >>> place = tempfile.mkdtemp()
/// >>> one, two = Neighbours(place, "one"), Neighbours(place, "two")
/// >>> one.begin(0), two.begin(0), one.tell(b"news")
/// (None, None, None)
/// >>> two.hear(), two.hear(), one.hear()
/// (b'news', b'', b'')
/// >>> two.record()
/// {'one': b'news', 'two': b''}
/// >>> one.end()
#[pyclass(module = "rhizome._rhizome", frozen)]
pub struct Neighbours {
    /// Shared with whoever carries the news of a search.
    pub files: Arc<Mutex<Files>>,
}

#[pymethods]
impl Neighbours {
    #[new]
    #[pyo3(signature = (directory, name, file_bytes = FILE_BYTES))]
    fn new(directory: PathBuf, name: String, file_bytes: u64) -> Self {
        let files = Files {
            directory,
            name,
            file_bytes,
            ..Files::default()
        };
        Neighbours {
            files: Arc::new(Mutex::new(files)),
        }
    }

    /// Begins a file of its own, unless there is one. What was told in another epoch is not heard.
    fn begin(&self, epoch: u64) -> PyResult<()> {
        Ok(lock(&self.files).begin(epoch)?)
    }

    /// Tells all neighbours.
    fn tell(&self, news: &[u8]) -> PyResult<()> {
        Ok(lock(&self.files).tell(news)?)
    }

    /// What the neighbours have told since the last call.
    fn hear<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let mut files = lock(&self.files);
        files.look();
        PyBytes::new(py, &files.read())
    }

    /// Everything that the files of this epoch hold, by who told it.
    fn record<'py>(&self, py: Python<'py>) -> PyResult<BTreeMap<String, Bound<'py, PyBytes>>> {
        let record = py.detach(|| lock(&self.files).record())?;
        let record = record.into_iter();
        Ok(record
            .map(|(name, news)| (name, PyBytes::new(py, &news)))
            .collect())
    }

    /// Deletes the files, for all.
    fn end(&self) {
        let mut files = lock(&self.files);
        files.close();
        // What is gone already, or still in use by another, needs nobody's help.
        let _ = fs::remove_dir_all(&files.directory);
    }
}

/// The files of one worker.
#[derive(Debug, Default)]
pub struct Files {
    directory: PathBuf,
    name: String,
    file_bytes: u64,
    epoch: Option<u64>,
    own: Option<File>,
    number: u64,
    written: u64,
    others: HashMap<String, Reader>,
    looked: Option<Instant>,
}

impl Files {
    fn begin(&mut self, epoch: u64) -> io::Result<()> {
        if self.epoch == Some(epoch) && self.own.is_some() {
            return Ok(());
        }
        self.close();
        self.epoch = Some(epoch);
        self.open(0)
    }

    /// Tells all neighbours. What could not be written whole ends a file: nobody reads behind it.
    pub fn tell(&mut self, news: &[u8]) -> io::Result<()> {
        if news.is_empty() || self.own.is_none() {
            return Ok(());
        }
        if self.written > self.file_bytes {
            let old = self
                .number
                .checked_sub(1)
                .map(|old| self.path(&self.name, old));
            // The next one can be written all the same.
            old.map(fs::remove_file);
            self.open(self.number + 1)?;
        }
        let length = u32::try_from(news.len()).map_err(io::Error::other)?;
        let message = [&length.to_le_bytes()[..], news].concat();
        self.written += message.len() as u64;
        let own = self.own.as_mut().expect("it is open");
        own.write_all(&message)
            .inspect_err(|_| self.written = u64::MAX)
    }

    /// What the neighbours have told since the last call; looks for new ones now and then.
    pub fn hear(&mut self) -> Vec<u8> {
        if self
            .looked
            .is_none_or(|looked| looked.elapsed() >= LOOK_EVERY)
        {
            self.look();
        }
        self.read()
    }

    fn read(&mut self) -> Vec<u8> {
        let mut heard = Vec::new();
        for reader in self.others.values_mut() {
            reader.read(&mut heard);
        }
        heard
    }

    /// Finds neighbours, and the next files of those known.
    fn look(&mut self) {
        self.looked = Some(Instant::now());
        for (name, number) in self.listed() {
            let known = self.others.get(&name);
            if name == self.name || known.is_some_and(|known| known.last >= number) {
                continue;
            }
            let Ok(file) = File::open(self.path(&name, number)) else {
                continue;
            };
            match self.others.get_mut(&name) {
                Some(known) => known.follow(number, file),
                None => drop(self.others.insert(name, Reader::new(number, file))),
            }
        }
    }

    fn record(&self) -> io::Result<BTreeMap<String, Vec<u8>>> {
        let mut record: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        for (name, number) in self.listed() {
            match File::open(self.path(&name, number)) {
                Ok(file) => Reader::new(number, file).read(record.entry(name).or_default()),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(record)
    }

    /// The files of this epoch by name and number, in order.
    fn listed(&self) -> Vec<(String, u64)> {
        let entries = fs::read_dir(&self.directory)
            .into_iter()
            .flatten()
            .flatten();
        let mut listed: Vec<(String, u64)> = entries
            .filter_map(|entry| {
                let file = entry.file_name().into_string().ok()?;
                let mut parts = file.splitn(3, '-');
                let epoch = parts.next()?.parse().ok()?;
                let number = parts.next()?.parse().ok()?;
                (self.epoch == Some(epoch)).then_some((parts.next()?.to_string(), number))
            })
            .collect();
        listed.sort_unstable();
        listed
    }

    fn open(&mut self, number: u64) -> io::Result<()> {
        let path = self.path(&self.name, number);
        (self.number, self.written) = (number, 0);
        self.own = None;
        self.own = Some(OpenOptions::new().append(true).create(true).open(path)?);
        Ok(())
    }

    fn path(&self, name: &str, number: u64) -> PathBuf {
        let epoch = self.epoch.unwrap_or_default();
        self.directory.join(format!("{epoch}-{number}-{name}"))
    }

    fn close(&mut self) {
        self.others.clear();
        self.own = None;
        self.looked = None;
    }
}

/// How far the files of a neighbour are read.
#[derive(Debug)]
struct Reader {
    file: File,
    /// The later ones, and the number of the last.
    next: Vec<File>,
    last: u64,
    /// What was read of a message that is not whole yet.
    begun: Vec<u8>,
}

impl Reader {
    fn new(number: u64, file: File) -> Self {
        Reader {
            file,
            next: Vec::new(),
            last: number,
            begun: Vec::new(),
        }
    }

    /// Knows of a later file. Nothing is written into a file once there is a later one.
    fn follow(&mut self, number: u64, file: File) {
        self.last = number;
        self.next.push(file);
    }

    /// Adds what is new to what was heard.
    fn read(&mut self, heard: &mut Vec<u8>) {
        self.read_file(heard);
        for file in std::mem::take(&mut self.next) {
            // Somebody who died in the midst of a message has left a part of it.
            self.begun.clear();
            self.file = file;
            self.read_file(heard);
        }
    }

    fn read_file(&mut self, heard: &mut Vec<u8>) {
        // What cannot be read now may be read the next time.
        let _ = self.file.read_to_end(&mut self.begun);
        let mut rest = &self.begun[..];
        while let Some((length, behind)) = rest.split_first_chunk::<4>() {
            let length = u32::from_le_bytes(*length) as usize;
            let Some((news, behind)) = behind.split_at_checked(length) else {
                break;
            };
            heard.extend_from_slice(news);
            rest = behind;
        }
        let whole = self.begun.len() - rest.len();
        self.begun.drain(..whole);
    }
}

/// The files, for one call.
pub fn lock(files: &Mutex<Files>) -> MutexGuard<'_, Files> {
    files.lock().unwrap_or_else(PoisonError::into_inner)
}
