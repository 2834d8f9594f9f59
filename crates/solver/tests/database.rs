//! The database against a model, and against a disk that fails at every step.

use proptest::prelude::*;
use solver::Oracle;
use solver::database::{Database, DatabaseError, Results, Storage, prove, read_text, write_text};
use sprouts::{Canonical, Land, Nimber, Outcome, Position, Seed};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::LazyLock;

/// Lands and nimbers to store: the game tree of four spots.
static LANDS: LazyLock<Vec<(Land, Nimber)>> = LazyLock::new(|| {
    let mut oracle = Oracle::default();
    oracle.nimber(&Position::start(4).unwrap().canonical());
    let mut lands: Vec<(Land, Nimber)> = oracle
        .nimbers()
        .iter()
        .map(|(land, &nimber)| (land.clone(), nimber))
        .collect();
    lands.sort_unstable();
    Seed::new(11).shuffle(&mut lands);
    lands
});

/// A disk. What was written and not synced may be lost in a crash, in part or with garbage in it; a file that took another's name may
/// still be under its own.
#[derive(Clone, Default)]
struct Disk {
    main: Option<Contents>,
    new: Option<Contents>,
    /// The main file before a replacement that is not synced.
    replaced: Option<Option<Contents>>,
    /// Steps until the power fails, and the seed of what is then lost.
    steps_left: Option<u32>,
    steps: u32,
}

#[derive(Clone, Default)]
struct Contents {
    bytes: Vec<u8>,
    synced: Vec<u8>,
}

impl Contents {
    fn sync(&mut self) {
        self.synced = self.bytes.clone();
    }

    /// What is found after a crash: what was synced, and anything of what was not.
    fn crash(&mut self, seed: &mut Seed) {
        let same = self
            .bytes
            .iter()
            .zip(&self.synced)
            .take_while(|(a, b)| a == b)
            .count();
        // A file cut off and not synced may have its old length back.
        let candidate = if seed.below(2) == 0 {
            &self.bytes
        } else {
            &self.synced
        };
        let (length, shortest) = (candidate.len(), same.min(candidate.len()));
        let keep = shortest + seed.below(length - shortest + 1);
        let mut found = candidate[..keep].to_vec();
        if keep > shortest && seed.below(2) == 0 && candidate.len() == self.bytes.len() {
            let from = shortest + seed.below(keep - shortest);
            for byte in &mut found[from..] {
                *byte = if seed.below(2) == 0 {
                    0
                } else {
                    seed.next_u64() as u8
                };
            }
        }
        if found.len() < self.synced.len() && self.bytes.len() >= self.synced.len() {
            found = self.synced.clone();
        }
        self.bytes = found;
        self.sync();
    }
}

impl Disk {
    fn step(&mut self) -> io::Result<()> {
        self.steps += 1;
        match &mut self.steps_left {
            Some(0) => Err(io::Error::other("the power failed")),
            Some(left) => {
                *left -= 1;
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn crash(&mut self, seed: &mut Seed) {
        if let Some(before) = self.replaced.take()
            && seed.below(2) == 0
        {
            self.main = before;
        }
        for file in [&mut self.main, &mut self.new].into_iter().flatten() {
            file.crash(seed);
        }
        self.steps_left = None;
    }
}

#[derive(Clone, Default)]
struct Shared(Rc<RefCell<Disk>>);

impl Shared {
    fn on<T>(&self, act: impl FnOnce(&mut Disk) -> T) -> io::Result<T> {
        let mut disk = self.0.borrow_mut();
        disk.step()?;
        Ok(act(&mut disk))
    }
}

impl Storage for Shared {
    fn length(&mut self) -> io::Result<Option<u64>> {
        let disk = self.0.borrow();
        Ok(disk.main.as_ref().map(|main| main.bytes.len() as u64))
    }

    fn read(&mut self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let disk = self.0.borrow();
        let bytes = &disk.main.as_ref().unwrap().bytes;
        let rest = &bytes[(offset as usize).min(bytes.len())..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        // A write is many steps: the power can fail in the middle of it.
        for chunk in bytes.chunks(bytes.len().div_ceil(3).max(1)) {
            self.on(|disk| disk.main.as_mut().unwrap().bytes.extend_from_slice(chunk))?;
        }
        Ok(())
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.on(|disk| disk.main.as_mut().unwrap().bytes.truncate(length as usize))
    }

    fn sync(&mut self) -> io::Result<()> {
        self.on(|disk| disk.main.as_mut().unwrap().sync())
    }

    fn create_new(&mut self) -> io::Result<()> {
        self.on(|disk| disk.new = Some(Contents::default()))
    }

    fn append_new(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.on(|disk| disk.new.as_mut().unwrap().bytes.extend_from_slice(bytes))
    }

    fn sync_new(&mut self) -> io::Result<()> {
        self.on(|disk| disk.new.as_mut().unwrap().sync())
    }

    fn replace(&mut self) -> io::Result<()> {
        self.on(|disk| {
            let before = std::mem::replace(&mut disk.main, disk.new.take());
            disk.replaced.get_or_insert(before);
        })
    }

    fn sync_directory(&mut self) -> io::Result<()> {
        self.on(|disk| disk.replaced = None)
    }
}

/// What a database should hold, whatever happened.
#[derive(Default)]
struct Model {
    inserted: BTreeMap<Land, Nimber>,
    saved: BTreeSet<Land>,
}

impl Model {
    fn check<S: Storage>(&self, database: &Database<S>) {
        for (land, nimber) in database.iter() {
            assert_eq!(
                self.inserted.get(land.as_bytes()),
                Some(&nimber),
                "never inserted"
            );
        }
        for loss in database.misere_losses() {
            assert!(self.inserted.contains_key(loss), "never inserted");
        }
        for land in &self.saved {
            assert_eq!(
                database.get(land.packed()),
                Some(self.inserted[land]),
                "lost"
            );
            assert!(database.is_misere_loss(land.as_bytes()), "lost");
        }
    }
}

/// Opens, inserts, saves and compacts until the end or the first error. Each land is also used as a misère loss.
fn work(
    disk: &Shared,
    model: &mut Model,
    from: usize,
    seed: &mut Seed,
) -> Result<(), DatabaseError> {
    let mut database = Database::with_storage(disk.clone())?;
    model.check(&database);
    let mut since_opened = Vec::new();
    for chunk in LANDS[from..].chunks(7).take(6) {
        for (land, nimber) in chunk {
            model.inserted.insert(land.clone(), *nimber);
            since_opened.push(land.clone());
            database.insert(land.packed(), *nimber)?;
            database.insert_misere_loss(land.as_bytes())?;
        }
        match seed.below(4) {
            0 => {}
            1 => {
                database.compact()?;
                model.saved.extend(since_opened.iter().cloned());
            }
            _ => {
                database.save()?;
                assert_eq!(database.unsaved(), 0);
                model.saved.extend(since_opened.iter().cloned());
            }
        }
    }
    Ok(())
}

/// The power fails at every single step of a run; after it, what was reported as saved is there, and nothing that was never
/// inserted. Then the same again on what was left.
#[test]
fn a_crash_at_every_step() {
    for run in 0..30 {
        for step in 0.. {
            let disk = Shared::default();
            let mut model = Model::default();
            let mut seed = Seed::new(run);
            let mut losses = Seed::new(run * 1000 + step);
            disk.0.borrow_mut().steps_left = Some(step as u32);
            let finished = work(&disk, &mut model, 0, &mut seed).is_ok();
            disk.0.borrow_mut().crash(&mut losses);
            // And once more, now with a crash while recovering.
            disk.0.borrow_mut().steps_left = Some(losses.below(8) as u32);
            let _ = work(&disk, &mut model, 42, &mut seed);
            disk.0.borrow_mut().crash(&mut losses);
            model.check(&Database::with_storage(disk.clone()).unwrap());
            if finished {
                break;
            }
        }
    }
}

/// A write that fails without a crash: the database goes on, and the failed results are saved the next time.
#[test]
fn a_full_disk_costs_nothing_but_the_write() {
    let (first, rest) = LANDS.split_at(5);
    for step in 0..6 {
        let disk = Shared::default();
        let mut database = Database::with_storage(disk.clone()).unwrap();
        for (land, nimber) in first {
            database.insert(land.packed(), *nimber).unwrap();
        }
        disk.0.borrow_mut().steps_left = Some(step);
        let saved = database.save();
        disk.0.borrow_mut().steps_left = None;
        for (land, nimber) in &rest[..5] {
            database.insert(land.packed(), *nimber).unwrap();
        }
        if saved.is_err() && database.save().is_err() {
            // The failed write could not be taken back either: only a new file helps.
            database.compact().unwrap();
        }
        database.save().unwrap();
        let again = Database::with_storage(disk).unwrap();
        assert_eq!((again.nimbers_len(), again.dropped_bytes()), (10, 0));
    }
}

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn contents<S: Storage>(database: &Database<S>) -> BTreeMap<Land, Nimber> {
    database
        .iter()
        .map(|(land, nimber)| (land.to_land(), nimber))
        .collect()
}

#[test]
fn files_are_read_back_and_locked() {
    let path = folder("database_files").join("results.rhz");
    let mut database = Database::open(&path).unwrap();
    for (index, (land, nimber)) in LANDS.iter().enumerate() {
        database.insert(land.packed(), *nimber).unwrap();
        if index % 300 == 0 {
            database.save().unwrap();
        }
    }
    assert!(matches!(
        Database::open(&path),
        Err(DatabaseError::Locked(_))
    ));
    database.save().unwrap();
    let all = contents(&database);
    assert_eq!(contents(&Database::open_read_only(&path).unwrap()), all);
    let (logged, _) = database.file_bytes();
    database.compact().unwrap();
    let (compact, log) = database.file_bytes();
    assert!(compact < logged && log == 0);
    drop(database);
    assert_eq!(std::fs::metadata(&path).unwrap().len(), compact);
    let mut database = Database::open(&path).unwrap();
    assert_eq!(contents(&database), all);
    assert_eq!(database.unsaved(), 0);
    let (land, nimber) = &LANDS[0];
    let other = Nimber::new(nimber.get() + 1);
    assert!(matches!(
        database.insert(land.packed(), other),
        Err(DatabaseError::Contradiction(_))
    ));
    assert_eq!(database.get(land.packed()), Some(*nimber));
}

/// A file with a sorted part, a log and an unfinished write says what it takes, to the byte, and is left as it was.
#[test]
#[cfg(unix)]
fn a_link_stays_a_link_and_leads_to_the_same_lock() {
    let folder = folder("link");
    let (file, link) = (folder.join("results.rhz"), folder.join("link.rhz"));
    Database::open(&file).unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    let mut database = Database::open(&link).unwrap();
    assert!(matches!(
        Database::open(&file),
        Err(DatabaseError::Locked(_))
    ));
    // This puts a new file in the place of the old one.
    let nimber = Nimber::new(1);
    database.insert(land("0").packed(), nimber).unwrap();
    database.compact().unwrap();
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    let read = Database::open_read_only(&file).unwrap();
    assert_eq!(contents(&read), BTreeMap::from([(land("0"), nimber)]));
}

#[test]
#[cfg(unix)]
fn what_is_no_file_is_refused_and_stays() {
    use std::os::unix::fs::FileTypeExt;
    let folder = folder("no-file");
    let pipe = folder.join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()));
    for path in [&pipe, &folder] {
        let error = Database::open(path).err().expect("refused");
        assert!(matches!(error, DatabaseError::Io(_)), "{error}");
        let error = Database::open_read_only(path).err().expect("refused");
        assert!(matches!(error, DatabaseError::Io(_)), "{error}");
    }
    let kind = std::fs::metadata(&pipe).unwrap().file_type();
    assert!(kind.is_fifo(), "the pipe was replaced");
    assert!(!folder.join("pipe.lock").exists());
}

#[test]
fn what_takes_too_much_memory_is_refused() {
    let path = folder("database_too_large").join("results.rhz");
    let mut database = Database::open(&path).unwrap();
    for (index, (land, nimber)) in LANDS.iter().enumerate() {
        database.insert(land.packed(), *nimber).unwrap();
        database.insert_misere_loss(land.as_bytes()).unwrap();
        if index == 600 {
            database.compact().unwrap();
        }
    }
    database.save().unwrap();
    drop(database);
    let mut file = std::fs::OpenOptions::new()
        .append(true)
        .open(&path)
        .unwrap();
    std::io::Write::write_all(&mut file, &[1, 2, 3]).unwrap();
    let written = std::fs::read(&path).unwrap();
    let Err(DatabaseError::TooLarge { bytes }) = Database::open_within(&path, 1000).map(drop)
    else {
        panic!("it takes more than 1000 bytes");
    };
    assert!(matches!(
        Database::open_within(&path, bytes - 1),
        Err(DatabaseError::TooLarge { .. })
    ));
    assert_eq!(std::fs::read(&path).unwrap(), written);
    let database = Database::open_within(&path, bytes).unwrap();
    assert_eq!(database.memory_bytes() as u64, bytes);
    assert_eq!(database.nimbers_len(), LANDS.len());
    assert_eq!(database.dropped_bytes(), 3);
}

#[test]
fn other_files_are_refused() {
    let folder = folder("database_refused");
    let path = folder.join("text");
    std::fs::write(&path, "0*3 1\n").unwrap();
    assert!(matches!(
        Database::open(&path),
        Err(DatabaseError::NotADatabase)
    ));
    assert_eq!(std::fs::read(&path).unwrap(), b"0*3 1\n");
    assert!(!folder.join("text.lock").exists());
    let nothing = folder.join("nothing");
    assert!(matches!(
        Database::open_read_only(&nothing),
        Err(DatabaseError::Io(_))
    ));
}

/// Damage anywhere in a file is noticed, or drops the end of the log; what is read is what was written.
#[test]
fn damage_never_makes_a_wrong_claim() {
    let disk = Shared::default();
    let mut database = Database::with_storage(disk.clone()).unwrap();
    for (index, (land, nimber)) in LANDS[..60].iter().enumerate() {
        database.insert(land.packed(), *nimber).unwrap();
        if index == 30 {
            database.compact().unwrap();
        }
        if index > 30 && index % 10 == 0 {
            database.save().unwrap();
        }
    }
    let truth = contents(&database);
    let file = disk.0.borrow().main.as_ref().unwrap().bytes.clone();
    let check = |bytes: Vec<u8>| {
        let disk = Shared::default();
        disk.0.borrow_mut().main = Some(Contents {
            synced: bytes.clone(),
            bytes,
        });
        if let Ok(database) = Database::with_storage(disk) {
            assert!(
                contents(&database)
                    .iter()
                    .all(|(land, nimber)| truth.get(land) == Some(nimber))
            );
        }
    };
    for at in 0..file.len() {
        check(file[..at].to_vec());
        for flip in [1, 0x80, 0xff] {
            let mut bytes = file.clone();
            bytes[at] ^= flip;
            check(bytes);
        }
    }
}

fn land(text: &str) -> Land {
    text.parse::<Position>().unwrap().canonical().lands()[0].clone()
}

#[test]
fn the_text_form_is_read_in_any_spelling() {
    let text = "[Positions+Nimber]\n\n0.2 1\r\n1.1\t1\n2.0 : 1\n1.1+0.0.0 0\n! 0\nAB|AB+0.AB|AB+1a1a 3\n\
        [WinLoss_Misere:Losing_Position]\n0*2\n";
    let (results, open) = read_text(text.as_bytes()).unwrap();
    // The sum of `1.1` and `0*3` settles `0*3`.
    let expected = BTreeMap::from([
        (land("0.2"), Nimber::new(1)),
        (land("1.1"), Nimber::new(1)),
        (land("0*3"), Nimber::new(1)),
    ]);
    assert_eq!(
        results.nimbers.into_iter().collect::<BTreeMap<_, _>>(),
        expected
    );
    assert_eq!(
        results.misere_losses,
        ["0*2".parse::<Position>().unwrap().canonical()]
    );
    assert_eq!(open, 1);
    let check = |text: &str, message: &str| {
        let error = read_text(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    };
    check(
        "0.2 1\n2.0 2\n",
        "line 2: 0.2 has nimber 2 here and 1 by the lines before",
    );
    check("0.2 1\n0.2+0.2 1\n", "line 2");
    check("! 1\n", "line 1");
    check("0.2\n", "line 1: expected a position and its nimber");
    check("0.3 1\n", "line 1, column 3");
    check("0.2 x\n", "line 1: expected a nimber");
    check("0.2 256\n", "line 1: a nimber above 255");
}

#[test]
fn text_goes_out_and_comes_back() {
    let mut database = Database::with_storage(Shared::default()).unwrap();
    for (land, nimber) in LANDS.iter() {
        database.insert(land.packed(), *nimber).unwrap();
    }
    database.insert_misere_loss(LANDS[0].0.as_bytes()).unwrap();
    let mut text = Vec::new();
    write_text(&database, &mut text).unwrap();
    let (results, open) = read_text(&text[..]).unwrap();
    assert_eq!(open, 0);
    let mut other = Database::with_storage(Shared::default()).unwrap();
    assert_eq!(other.insert_all(&results).unwrap(), LANDS.len() + 1);
    assert_eq!(contents(&other), contents(&database));
    assert!(other.misere_losses().eq(database.misere_losses()));
    // Twice is once.
    assert_eq!(other.insert_all(&results).unwrap(), 0);
}

#[test]
fn a_contradiction_changes_nothing() {
    let mut database = Database::with_storage(Shared::default()).unwrap();
    database
        .insert(land("0.2").packed(), Nimber::new(1))
        .unwrap();
    let results = Results {
        nimbers: vec![(land("0*3"), Nimber::new(1)), (land("0.2"), Nimber::new(2))],
        misere_losses: Vec::new(),
    };
    assert!(matches!(
        database.insert_all(&results),
        Err(DatabaseError::Contradiction(_))
    ));
    let proved = prove(&database, &results, |_, _| ControlFlow::Continue(()));
    assert!(matches!(
        proved,
        ControlFlow::Continue(Err(DatabaseError::Contradiction(_)))
    ));
    assert_eq!(database.nimbers_len(), 1);
}

proptest! {
    #![proptest_config(trial::cases(12))]

    /// Only what is true is proved, however the list was changed; and an unchanged one is proved whole.
    #[test]
    fn false_results_are_not_proved(wrong in prop::collection::vec((0..100usize, 0..4u8), 0..4), known in 0..50usize) {
        let mut oracle = Oracle::default();
        let root = Position::start(3).unwrap().canonical();
        oracle.nimber(&root);
        let mut truth: Vec<(Land, Nimber)> = oracle.nimbers().iter().map(|(land, &nimber)| (land.clone(), nimber)).collect();
        truth.sort_unstable();
        let mut database = Database::with_storage(Shared::default()).unwrap();
        for (land, nimber) in &truth[..known] {
            database.insert(land.packed(), *nimber).unwrap();
        }
        let mut nimbers = truth.clone();
        for (at, nimber) in wrong {
            // What the database knows would be a contradiction.
            nimbers[50 + at % 70].1 = Nimber::new(nimber);
        }
        let changed = nimbers != truth;
        let mut misere = Vec::new();
        for child in root.children() {
            // One true and, perhaps, one false loss.
            if oracle.misere(&child) == Outcome::Loss || changed {
                misere.push(child);
            }
        }
        let mut losses = BTreeSet::from([root.clone()]);
        losses.extend(misere);
        let results = Results { nimbers, misere_losses: losses.into_iter().collect() };
        let ControlFlow::Continue(proved) = prove(&database, &results, |_, _| ControlFlow::Continue(())) else { unreachable!() };
        let proved = proved.unwrap();
        for (land, nimber) in &proved.results.nimbers {
            prop_assert_eq!(oracle.land_nimber(land), *nimber);
        }
        for loss in &proved.results.misere_losses {
            prop_assert_eq!(oracle.misere(loss), Outcome::Loss);
        }
        if !changed {
            prop_assert_eq!(proved.results.nimbers.len(), truth.len() - known);
        }
        prop_assert_eq!(proved.rejected > 0, proved.reason.is_some());
    }
}

#[test]
fn a_whole_misere_tree_is_proved() {
    let mut oracle = Oracle::default();
    let root = Position::start(3).unwrap().canonical();
    let mut losses = BTreeSet::new();
    let mut open = vec![root.clone()];
    let mut seen = BTreeSet::new();
    while let Some(position) = open.pop() {
        if seen.insert(position.clone()) {
            if oracle.misere(&position) == Outcome::Loss {
                losses.insert(position.clone());
            }
            open.extend(position.children());
        }
    }
    let database = Database::with_storage(Shared::default()).unwrap();
    let results = Results {
        nimbers: Vec::new(),
        misere_losses: losses.iter().cloned().collect(),
    };
    let ControlFlow::Continue(proved) =
        prove(&database, &results, |_, _| ControlFlow::Continue(()))
    else {
        unreachable!()
    };
    assert_eq!(
        proved
            .unwrap()
            .results
            .misere_losses
            .into_iter()
            .collect::<BTreeSet<Canonical>>(),
        losses
    );
}
