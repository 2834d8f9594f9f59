//! The one data file: its tables, opening it, copying it while it is used. It owns the form on disk and does not know what the rows mean.

use redb::{
    Database, Key, ReadTransaction, ReadableDatabase, ReadableTable, TableDefinition, TableError,
    Value, WriteTransaction,
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

/// Opens the file in a folder, making both where they are missing.
pub fn open(folder: &Path) -> Result<Database, Box<dyn std::error::Error>> {
    let advice = "choose another folder with --data DIR";
    fs::create_dir_all(folder).map_err(|error| {
        let folder = folder.display();
        format!("cannot make the data folder {folder}: {error}; {advice}")
    })?;
    let file = path(folder);
    let database = create(&file).map_err(|error| format!("{}; {advice}", refused(&file, error)))?;
    make_tables(&database)
        .map_err(|error| format!("cannot write {}: {error}; {advice}", file.display()))?;
    Ok(database)
}

fn make_tables(database: &Database) -> Result<(), redb::Error> {
    let transaction = database.begin_write()?;
    transaction.open_table(SHARES)?;
    transaction.open_table(ROOMS)?;
    transaction.open_table(ENTRIES)?;
    transaction.open_table(SNAPSHOTS)?;
    transaction.open_table(OPEN)?;
    transaction.open_table(ARCHIVE)?;
    Ok(transaction.commit()?)
}

/// Why a file was not opened, in words. Nothing has changed it.
pub fn refused(file: &Path, error: redb::DatabaseError) -> String {
    use redb::{DatabaseError, StorageError};
    let file = file.display();
    match error {
        DatabaseError::UpgradeRequired(_) => format!(
            "{file} was written by Rhizome 0.1, and only 0.2.0 can take it over: start that once with this folder"
        ),
        DatabaseError::DatabaseAlreadyOpen => format!("another rhizome is using {file}"),
        DatabaseError::Storage(StorageError::Io(error))
            if error.kind() == std::io::ErrorKind::InvalidData =>
        {
            format!("{file} is no data of a server, or it is damaged")
        }
        error => format!("cannot open {file}: {error}"),
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Seek, SeekFrom, Write};

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("rhizome-file-{}-{name}", std::process::id()));
        fs::remove_dir_all(&folder).ok();
        folder
    }

    /// Where redb keeps the version of the file's form, once for each of its two last commits.
    const VERSIONS: [u64; 2] = [64, 192];

    #[test]
    fn a_file_of_an_older_version_is_left_alone_and_the_words_say_what_to_do() {
        let folder = folder("older");
        drop(open(&folder).unwrap());
        let mut file = fs::File::options().write(true).open(path(&folder)).unwrap();
        for place in VERSIONS {
            file.seek(SeekFrom::Start(place)).unwrap();
            file.write_all(&[2]).unwrap();
        }
        drop(file);
        let before = fs::read(path(&folder)).unwrap();
        let why = open(&folder).unwrap_err().to_string();
        assert!(why.contains("only 0.2.0 can take it over"), "{why}");
        assert_eq!(fs::read(path(&folder)).unwrap(), before);
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
