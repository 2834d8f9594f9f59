//! Remote play on sockets. A room's rules are `rooms`'; here are the threads, the file and the connections around them.
//!
//! ```text
//! socket ──request──► worker (owns its rooms, judges) ──entry, answers──► journal (one file, one sync for many) ──answers──► socket
//! ```
//!
//! Every answer goes through the journal, behind the entries it depends on. So nobody hears of anything that a crash could undo, and a
//! thousand games cost as many syncs a second as the disk likes, not a thousand. A room belongs to one worker, chosen by its name:
//! rooms share nothing, and a move that takes long to judge holds up no socket.

mod admission;
mod journal;
mod lobby;
mod metrics;
mod socket;
mod worker;

pub use admission::Limits;
pub use lobby::Lobby;
pub use socket::router;

use serde::{Deserialize, Serialize};
use std::fmt;

/// The name of a room, as it stands in its link.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RoomId(String);

impl RoomId {
    const LENGTH: usize = 12;

    /// A name that nobody can guess: sixty random bits, written so that they can be read aloud.
    pub fn random() -> Self {
        let mut bytes = [0; Self::LENGTH];
        // Without randomness there are no secrets, and so no server.
        getrandom::fill(&mut bytes).expect("the system gives random bytes");
        let digit = |byte: u8| crate::store::DIGITS[usize::from(byte & 31)] as char;
        RoomId(bytes.into_iter().map(digit).collect())
    }

    /// Reads a name out of an address.
    pub fn read(text: &str) -> Option<Self> {
        let digits = text
            .bytes()
            .all(|byte| crate::store::DIGITS.contains(&byte));
        (text.len() == Self::LENGTH && digits).then(|| RoomId(text.to_owned()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for RoomId {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        RoomId::read(&text).ok_or("this is no name of a room")
    }
}

impl From<RoomId> for String {
    fn from(id: RoomId) -> String {
        id.0
    }
}

/// What a seat's secret becomes before anything is done with it.
fn key(token: &str) -> rooms::Key {
    use sha2::Digest;
    rooms::Key(sha2::Sha256::digest(token.as_bytes()).into())
}

/// The time, as rooms count it.
fn now_ms() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}
