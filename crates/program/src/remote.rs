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
mod control;
mod gate;
mod journal;
mod lobby;
mod metrics;
mod socket;
mod worker;

pub use admission::Limits;
pub use control::{Control, Note, router as control_router};
pub use gate::{Gate, Peer};
pub use lobby::Lobby;
pub use socket::router;
pub use worker::is_secret;

use serde::{Deserialize, Serialize};
use std::fmt;

/// The name of a room, as it stands in its link.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RoomId(String);

impl RoomId {
    const LENGTH: usize = 12;

    /// A name that nobody can guess and that begins with a given letter, if there is one: a proxy in front of several servers sees from
    /// it whose room it is.
    pub fn beginning(letter: Option<Letter>) -> Self {
        let mut name = Self::random().0;
        if let Some(Letter(letter)) = letter {
            name.replace_range(..1, letter.encode_utf8(&mut [0; 4]));
        }
        RoomId(name)
    }

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

/// A letter with which the names of a server's rooms begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letter(char);

impl std::str::FromStr for Letter {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.as_bytes() {
            [byte] if crate::store::DIGITS.contains(byte) => Ok(Letter(*byte as char)),
            _ => Err(format!(
                "a letter is one of {}",
                String::from_utf8_lossy(crate::store::DIGITS)
            )),
        }
    }
}

/// A secret for a seat: 180 random bits.
pub fn secret() -> String {
    let part = RoomId::random;
    format!("{}{}{}", part(), part(), part())
}

/// A number for a request, which nobody has used before. It stays below what every reader of JSON takes.
pub fn number() -> u64 {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    u64::from_le_bytes(bytes) >> 11
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

/// Starts a thread without which the server is none. A bug in it ends the program: what was accepted is on the disk, and a program that is
/// started again has all its rooms. One that went on without the thread would leave them without an answer.
fn essential(
    name: &str,
    work: impl FnOnce() + Send + 'static,
) -> std::io::Result<std::thread::JoinHandle<()>> {
    struct End;
    impl Drop for End {
        fn drop(&mut self) {
            if std::thread::panicking() {
                std::process::abort();
            }
        }
    }
    std::thread::Builder::new().name(name.into()).spawn(|| {
        let _end = End;
        work();
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, HashSet};

    /// The test starts itself as a program of its own, in which a thread fails.
    #[test]
    fn a_bug_in_an_essential_thread_ends_the_program() {
        const INNER: &str = "RHIZOME_TEST_ESSENTIAL";
        if std::env::var_os(INNER).is_some() {
            let thread = essential("failing", || panic!("a bug")).expect("a thread");
            thread.join().ok();
            println!("went on");
            return;
        }
        let name = "remote::tests::a_bug_in_an_essential_thread_ends_the_program";
        let output = std::process::Command::new(std::env::current_exe().expect("our program"))
            .args(["--exact", name, "--nocapture"])
            .env(INNER, "1")
            .output()
            .expect("it starts");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains("running 1 test"), "{said}");
        assert!(
            !output.status.success() && !said.contains("went on"),
            "{said}"
        );
    }

    #[test]
    fn names_and_secrets_are_nobodys_guess() {
        let names: Vec<String> = (0..20_000).map(|_| RoomId::random().to_string()).collect();
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
        // Every digit is as frequent as any other at every place: a tenth more or less is four times the spread.
        for place in 0..RoomId::LENGTH {
            let mut counts: HashMap<u8, u32> = HashMap::new();
            for name in &names {
                *counts.entry(name.as_bytes()[place]).or_default() += 1;
            }
            let (least, most) = (
                counts.values().min().unwrap(),
                counts.values().max().unwrap(),
            );
            assert!(
                counts.len() == 32 && *least > 500 && *most < 750,
                "{counts:?}"
            );
        }
        assert!(is_secret(&secret()) && secret() != secret());
    }

    #[test]
    fn a_secret_is_compared_whole_and_never_shown() {
        let (one, same) = (
            key("a-secret-0123456789-0123"),
            key("a-secret-0123456789-0123"),
        );
        assert!(one == same && format!("{one:?}") == "Key(…)");
        // Whichever of its bits differs, the two are not equal.
        for bit in 0..256 {
            let mut other = one;
            other.0[bit / 8] ^= 1 << (bit % 8);
            assert!(one != other);
        }
    }

    #[test]
    fn rooms_of_a_server_begin_with_its_letter() {
        let letter: Letter = "b".parse().unwrap();
        let name = RoomId::beginning(Some(letter));
        assert!(name.as_str().starts_with('b') && RoomId::read(name.as_str()) == Some(name));
        assert!("l".parse::<Letter>().is_err() && "ab".parse::<Letter>().is_err());
    }
}
