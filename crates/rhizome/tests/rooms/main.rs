//! The server of remote play, as a process.
//!
//! | file | what must hold |
//! |---|---|
//! | `faults` | nothing is lost or doubled when the server is killed and connections break |
//! | `manners` | what is refused, and in which words |
//! | `hostile` | people who mean no good neither break it nor hold up others |
//! | `secrets` | tokens come out nowhere |
//! | `joining` | two terminals play a game |
//! | `keeping` | backups, the archive, an orderly stop |
//! | `proxy` | two servers behind nginx; terminals through TLS |

mod faults;
mod hostile;
mod joining;
mod keeping;
mod manners;
mod proxy;
mod secrets;
mod server;

/// Whether everything is asked for that takes long.
fn is_long() -> bool {
    std::env::var_os("RHIZOME_LONG").is_some()
}
