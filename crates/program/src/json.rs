//! JSON that comes in. Texts and bytes go the same way: each kind of source would compile the reading of every type once more.

use serde::de::DeserializeOwned;

/// Reads a text or its bytes.
pub fn read<T: DeserializeOwned>(json: impl AsRef<[u8]>) -> serde_json::Result<T> {
    serde_json::from_slice(json.as_ref())
}
