//! How whoever runs a server speaks to it: a file in its folder says where it listens and what to say. Only somebody who may read
//! that folder can ask. It owns the file and the one thing that can be asked for, a copy of the data.

use super::RoomId;
use super::lobby::Lobby;
use crate::file;
use crate::json;
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use redb::Database;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The name of the file.
const NAME: &str = "control.json";

/// What the file says.
#[derive(Serialize, Deserialize)]
pub struct Note {
    /// Where the server listens, for somebody on the same machine.
    pub address: SocketAddr,
    /// What to say.
    pub secret: String,
}

impl Note {
    /// The note of a server that uses this folder, if one does.
    pub fn read(folder: &Path) -> Option<Self> {
        let text = std::fs::read_to_string(folder.join(NAME)).ok()?;
        json::read(&text).ok()
    }
}

/// The control of a running server.
pub struct Control {
    folder: PathBuf,
    secret: String,
    database: Arc<Database>,
    lobby: Arc<Lobby>,
    /// One copy at a time.
    copying: Mutex<()>,
}

impl Control {
    /// Writes the note.
    pub fn open(
        folder: &Path,
        address: SocketAddr,
        database: Arc<Database>,
        lobby: Arc<Lobby>,
    ) -> std::io::Result<Self> {
        let ip = match address.ip() {
            ip if !ip.is_unspecified() => ip,
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        };
        let secret = super::secret();
        let note = Note {
            address: SocketAddr::new(ip, address.port()),
            secret: secret.clone(),
        };
        let path = folder.join(NAME);
        std::fs::remove_file(&path).ok();
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt;
            options.mode(0o600);
        }
        let text = serde_json::to_string(&note).expect("a note can be written");
        options.open(&path)?.write_all(text.as_bytes())?;
        Ok(Control {
            folder: folder.to_owned(),
            secret,
            database,
            lobby,
            copying: Mutex::default(),
        })
    }

    /// Copies the data beside itself; the name of the copy.
    fn backup(&self) -> Result<String, file::FileError> {
        let Ok(_copying) = self.copying.try_lock() else {
            return Err("another copy is being made".into());
        };
        let name = format!("backup-{}.redb", RoomId::random());
        let path = self.folder.join(&name);
        let begun = std::time::Instant::now();
        if let Err(error) = file::copy(&self.database, &path) {
            std::fs::remove_file(&path).ok();
            return Err(error);
        }
        self.lobby.metrics().backed_up();
        tracing::info!(milliseconds = begun.elapsed().as_millis() as u64, "backup");
        Ok(name)
    }
}

impl Drop for Control {
    fn drop(&mut self) {
        std::fs::remove_file(self.folder.join(NAME)).ok();
    }
}

/// The address for it.
pub fn router(control: Arc<Control>) -> Router {
    Router::new()
        .route("/control/backup", post(backup))
        .with_state(control)
}

async fn backup(
    State(control): State<Arc<Control>>,
    headers: HeaderMap,
    secret: String,
) -> (StatusCode, String) {
    // A page or a proxy has nothing to ask for here.
    let strange = headers.contains_key("origin") || headers.contains_key("x-forwarded-for");
    if strange || super::key(&secret) != super::key(&control.secret) {
        return (StatusCode::FORBIDDEN, "this is not for you\n".into());
    }
    match tokio::task::spawn_blocking(move || control.backup()).await {
        Ok(Ok(name)) => (StatusCode::CREATED, name),
        Ok(Err(error)) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()),
        Err(_) => (StatusCode::INTERNAL_SERVER_ERROR, "the copy failed".into()),
    }
}
