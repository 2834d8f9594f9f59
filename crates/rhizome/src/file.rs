//! The one data file: its tables, opening it, taking over files of older versions, copying it while it is used. It owns the form on disk
//! and does not know what the rows mean.

use redb::{
    Database, Key, ReadTransaction, ReadableDatabase, ReadableTable, TableDefinition, TableError,
    TableHandle, Value, WriteTransaction,
};
use std::fs;
use std::path::{Path, PathBuf};

/// Texts that somebody shared under a short name.
pub const SHARES: TableDefinition<&str, &str> = TableDefinition::new("shares");
/// How each room began.
pub const ROOMS: TableDefinition<&str, &[u8]> = TableDefinition::new("rooms");
/// What happened in it, by number.
pub const ENTRIES: TableDefinition<(&str, u64), &[u8]> = TableDefinition::new("entries");
/// Each room as it stood after one of its entries, so that it need not be made of all of them again.
pub const SNAPSHOTS: TableDefinition<&str, (u64, &[u8])> = TableDefinition::new("room-snapshots");
/// What has to be known of each room without reading its entries.
pub const OPEN: TableDefinition<&str, &[u8]> = TableDefinition::new("open-rooms");
/// Finished games, by room and round. No secrets are in them.
pub const ARCHIVE: TableDefinition<(&str, u32), &[u8]> = TableDefinition::new("archive");

/// Why the file failed.
pub type FileError = Box<dyn std::error::Error + Send + Sync>;

/// The name of the file in its folder.
const NAME: &str = "rhizome.redb";
/// What the file may keep in memory of itself. A room that is played lies in memory anyway.
const CACHE_BYTES: usize = 64 << 20;

/// Where the file lies in a folder.
pub fn path(folder: &Path) -> PathBuf {
    folder.join(NAME)
}

/// Opens the file in a folder, making both where they are missing. A file of an older version is taken over.
pub fn open(folder: &Path) -> Result<Database, Box<dyn std::error::Error>> {
    let advice = "choose another folder with --data DIR";
    fs::create_dir_all(folder).map_err(|error| {
        let folder = folder.display();
        format!("cannot make the data folder {folder}: {error}; {advice}")
    })?;
    let file = path(folder);
    let opened = match create(&file) {
        Err(redb::DatabaseError::UpgradeRequired(_)) => {
            take_over(folder).map_err(|error| {
                let file = file.display();
                format!("{file} was written by an older version and cannot be taken over: {error}. It is unchanged; {advice}")
            })?;
            create(&file)
        }
        opened => opened,
    };
    let database = opened.map_err(|error| {
        let file = file.display();
        format!("cannot open {file}: {error}. Another rhizome may be using it; {advice}")
    })?;
    let transaction = database.begin_write()?;
    transaction.open_table(SHARES)?;
    transaction.open_table(ROOMS)?;
    transaction.open_table(ENTRIES)?;
    transaction.open_table(SNAPSHOTS)?;
    transaction.open_table(OPEN)?;
    transaction.open_table(ARCHIVE)?;
    transaction.commit()?;
    Ok(database)
}

fn create(file: &Path) -> Result<Database, redb::DatabaseError> {
    redb::Builder::new()
        .set_cache_size(CACHE_BYTES)
        .create(file)
}

/// Copies everything as it is at this moment to a new file. Others may go on reading and writing.
pub fn copy(database: &Database, to: &Path) -> Result<(), FileError> {
    fs::remove_file(to).ok();
    let source = database.begin_read()?;
    let copy = create(to)?;
    let target = copy.begin_write()?;
    copy_table(&source, &target, SHARES)?;
    copy_table(&source, &target, ROOMS)?;
    copy_table(&source, &target, ENTRIES)?;
    copy_table(&source, &target, SNAPSHOTS)?;
    copy_table(&source, &target, OPEN)?;
    copy_table(&source, &target, ARCHIVE)?;
    target.commit()?;
    drop(copy);
    sync_folder(to);
    Ok(())
}

fn copy_table<K: Key + 'static, V: Value + 'static>(
    source: &ReadTransaction,
    target: &WriteTransaction,
    definition: TableDefinition<K, V>,
) -> Result<(), FileError> {
    let rows = match source.open_table(definition) {
        Err(TableError::TableDoesNotExist(_)) => return Ok(()),
        table => table?,
    };
    let mut table = target.open_table(definition)?;
    for row in rows.iter()? {
        let (key, value) = row?;
        table.insert(key.value(), value.value())?;
    }
    Ok(())
}

/// A name is on disk when its folder is.
fn sync_folder(file: &Path) {
    if let Some(folder) = file.parent().and_then(|folder| fs::File::open(folder).ok()) {
        folder.sync_all().ok();
    }
}

/// Writes the rows of a table of the older form into the new file.
macro_rules! take_over_table {
    ($old:expr, $new:expr, $definition:expr, $key:ty, $value:ty) => {
        let definition: redb_2::TableDefinition<$key, $value> =
            redb_2::TableDefinition::new($definition.name());
        match $old.open_table(definition) {
            Err(redb_2::TableError::TableDoesNotExist(_)) => {}
            table => {
                use redb_2::ReadableTable;
                let mut new = $new.open_table($definition)?;
                for row in table?.iter()? {
                    let (key, value) = row?;
                    new.insert(key.value(), value.value())?;
                }
            }
        }
    };
}

/// Makes a new file of one that redb 2 wrote, and keeps the old one beside it. The new one takes its place in one step.
fn take_over(folder: &Path) -> Result<(), FileError> {
    let (file, new, kept) = (
        path(folder),
        folder.join(format!("{NAME}.new")),
        folder.join(format!("{NAME}.old")),
    );
    fs::remove_file(&new).ok();
    {
        let old = redb_2::Database::open(&file)?;
        let source = old.begin_read()?;
        let database = create(&new)?;
        let target = database.begin_write()?;
        take_over_table!(source, target, SHARES, &str, &str);
        take_over_table!(source, target, ROOMS, &str, &[u8]);
        take_over_table!(source, target, ENTRIES, (&str, u64), &[u8]);
        take_over_table!(source, target, OPEN, &str, &[u8]);
        target.commit()?;
    }
    if fs::hard_link(&file, &kept).is_err() {
        fs::copy(&file, &kept)?;
    }
    fs::rename(&new, &file)?;
    sync_folder(&file);
    eprintln!(
        "The data file was written by an older version and was taken over. The old one stays as {}; remove it when all is well.",
        kept.display()
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("rhizome-file-{}-{name}", std::process::id()));
        fs::remove_dir_all(&folder).ok();
        folder
    }

    #[test]
    fn a_file_of_an_older_version_is_taken_over_and_kept() {
        let folder = folder("older");
        fs::create_dir_all(&folder).unwrap();
        let old = redb_2::Database::create(path(&folder)).unwrap();
        let transaction = old.begin_write().unwrap();
        {
            let shares: redb_2::TableDefinition<&str, &str> =
                redb_2::TableDefinition::new("shares");
            let entries: redb_2::TableDefinition<(&str, u64), &[u8]> =
                redb_2::TableDefinition::new("entries");
            let mut table = transaction.open_table(shares).unwrap();
            table.insert("name", "text").unwrap();
            let mut table = transaction.open_table(entries).unwrap();
            for seq in 1..=300 {
                let bytes = vec![seq as u8; seq as usize];
                table.insert(("room", seq), bytes.as_slice()).unwrap();
            }
        }
        transaction.commit().unwrap();
        drop(old);
        let database = open(&folder).unwrap();
        let read = database.begin_read().unwrap();
        let shares = read.open_table(SHARES).unwrap();
        assert_eq!(shares.get("name").unwrap().unwrap().value(), "text");
        let entries = read.open_table(ENTRIES).unwrap();
        assert_eq!(entries.iter().unwrap().count(), 300);
        let last = entries.get(("room", 300)).unwrap().unwrap();
        assert_eq!(last.value(), vec![44u8; 300]);
        assert!(folder.join("rhizome.redb.old").is_file());
        drop((shares, entries, last, read, database));
        open(&folder).unwrap();
        fs::remove_dir_all(&folder).ok();
    }

    #[test]
    fn a_copy_has_everything_that_was_there_and_nothing_that_came_later() {
        let folder = folder("copy");
        let database = open(&folder).unwrap();
        let put = |seq: u64| {
            let transaction = database.begin_write().unwrap();
            let mut table = transaction.open_table(ENTRIES).unwrap();
            table.insert(("room", seq), &b"entry"[..]).unwrap();
            drop(table);
            transaction.commit().unwrap();
        };
        (0..50).for_each(put);
        let to = folder.join("copy.redb");
        copy(&database, &to).unwrap();
        (50..60).for_each(put);
        let copied = redb::Database::open(&to).unwrap();
        let read = copied.begin_read().unwrap();
        let entries = read.open_table(ENTRIES).unwrap();
        assert_eq!(entries.iter().unwrap().count(), 50);
        fs::remove_dir_all(&folder).ok();
    }
}
