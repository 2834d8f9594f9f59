//! What the server keeps: texts that somebody shared under a short link, in one embedded file. It knows no HTTP, and it
//! does not care what the texts mean.

use crate::file::{self, SHARES};
use redb::{Database, ReadableDatabase, ReadableTable, ReadableTableMetadata};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The longest text that is kept.
pub const TEXT_MAX: usize = 64 * 1024;

/// The most texts that are kept: with the longest ones the file stays below two gigabytes.
const SHARES_MAX: u64 = 30_000;

/// Letters and digits that cannot be mistaken for one another when read aloud.
pub const DIGITS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The embedded file.
pub struct Store {
    database: Arc<Database>,
}

/// Why a text was not kept.
#[derive(Debug)]
pub enum StoreError {
    /// The text is longer than anything that the page shares.
    TooLong,
    /// There is no room for more.
    Full,
    /// The file failed.
    File(Box<dyn std::error::Error + Send + Sync>),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::TooLong => write!(f, "a shared text has at most {TEXT_MAX} bytes"),
            StoreError::Full => {
                f.write_str("this server keeps no more shared texts; share the long link instead")
            }
            StoreError::File(error) => write!(f, "the data file failed: {error}"),
        }
    }
}

impl<E: Into<redb::Error>> From<E> for StoreError {
    fn from(error: E) -> Self {
        StoreError::File(Box::new(error.into()))
    }
}

impl Store {
    /// Opens the file in a folder, making both where they are missing.
    pub fn open(folder: &Path) -> Result<Store, Box<dyn std::error::Error>> {
        let database = file::open(folder)?;
        let database = Arc::new(database);
        Ok(Store { database })
    }

    /// The file, for others who keep things in it.
    pub fn database(&self) -> Arc<Database> {
        Arc::clone(&self.database)
    }

    /// Keeps a text and says under which short name; the same text has the same name.
    pub fn share(&self, text: &str) -> Result<String, StoreError> {
        if text.len() > TEXT_MAX {
            return Err(StoreError::TooLong);
        }
        let transaction = self.database.begin_write()?;
        let name = {
            let mut table = transaction.open_table(SHARES)?;
            let mut attempt = 0;
            loop {
                let name = short_name(text, attempt);
                let known = table.get(name.as_str())?.map(|known| known.value() == text);
                match known {
                    Some(true) => break name,
                    Some(false) => attempt += 1,
                    None if table.len()? >= SHARES_MAX => return Err(StoreError::Full),
                    None => {
                        table.insert(name.as_str(), text)?;
                        break name;
                    }
                }
            }
        };
        transaction.commit()?;
        Ok(name)
    }

    /// The text under a short name.
    pub fn shared(&self, name: &str) -> Result<Option<String>, StoreError> {
        let transaction = self.database.begin_read()?;
        let table = transaction.open_table(SHARES)?;
        Ok(table.get(name)?.map(|text| text.value().to_owned()))
    }
}

/// Where programs of this user keep their data, by the custom of the system.
pub fn default_folder() -> Option<PathBuf> {
    let variable = |name: &str| {
        std::env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    let folder = if cfg!(windows) {
        variable("APPDATA")
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        variable("XDG_DATA_HOME").or_else(|| variable("HOME").map(|home| home.join(".local/share")))
    };
    folder.map(|folder| folder.join("rhizome"))
}

/// Ten characters from the text: short enough to type, long enough that strangers' texts are not found by guessing.
fn short_name(text: &str, attempt: u64) -> String {
    let hash = |seed: u64| {
        let start =
            0xcbf2_9ce4_8422_2325 ^ (attempt * 2 + seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        text.bytes().fold(start, |state, byte| {
            (state ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        })
    };
    let mut bits = hash(0) ^ hash(1).rotate_left(32);
    bits ^= bits >> 29;
    let digits = (0..10).map(|index| DIGITS[(bits >> (5 * index + 7)) as usize & 31] as char);
    digits.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("rhizome-store-{}-{name}", std::process::id()));
        std::fs::remove_dir_all(&folder).ok();
        folder
    }

    #[test]
    fn a_text_is_found_again_after_the_file_is_opened_anew() {
        let folder = folder("again");
        let name = Store::open(&folder).unwrap().share("m1abc").unwrap();
        let store = Store::open(&folder).unwrap();
        assert_eq!(store.shared(&name).unwrap().as_deref(), Some("m1abc"));
        assert_eq!(store.share("m1abc").unwrap(), name);
        assert_ne!(store.share("m1abd").unwrap(), name);
        assert_eq!(store.shared("nosuchname").unwrap(), None);
        assert!(matches!(
            store.share(&"x".repeat(TEXT_MAX + 1)),
            Err(StoreError::TooLong)
        ));
        std::fs::remove_dir_all(&folder).ok();
    }

    #[test]
    fn a_file_in_use_is_an_error_that_says_what_to_do() {
        let folder = folder("in-use");
        let _open = Store::open(&folder).unwrap();
        let Err(error) = Store::open(&folder) else {
            panic!("the file was opened twice")
        };
        assert!(error.to_string().contains("--data"), "{error}");
        std::fs::remove_dir_all(&folder).ok();
    }
}
