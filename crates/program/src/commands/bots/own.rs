//! A server of the bots' own: started on a free port with an empty folder, killed in the middle of games, started again. It owns the
//! process and the folder, and takes both away at the end.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// A running server.
pub struct Own {
    child: Child,
    folder: PathBuf,
    port: u16,
}

impl Own {
    /// Starts one.
    pub fn start() -> Result<Self, String> {
        let folder = std::env::temp_dir().join(format!("rhizome-bots-{}", std::process::id()));
        std::fs::remove_dir_all(&folder).ok();
        let (child, port) = launch(&folder, 0)?;
        Ok(Own {
            child,
            folder,
            port,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Kills it every so often, until somebody says that it is enough; how long each start took, in milliseconds.
    pub fn torment(&mut self, kills: u32, every: Duration, enough: &Receiver<()>) -> Vec<f64> {
        let mut starts = Vec::new();
        for _ in 0..kills {
            if enough.recv_timeout(every) != Err(RecvTimeoutError::Timeout) {
                break;
            }
            // No signal that it could answer: as if the power had failed.
            self.child.kill().ok();
            self.child.wait().ok();
            let begun = Instant::now();
            match launch(&self.folder, self.port) {
                Ok((child, _)) => self.child = child,
                Err(error) => {
                    eprintln!("rhizome: {error}");
                    break;
                }
            }
            starts.push(begun.elapsed().as_secs_f64() * 1e3);
        }
        starts
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
        std::fs::remove_dir_all(&self.folder).ok();
    }
}

/// Starts a server and waits until it listens.
fn launch(folder: &Path, port: u16) -> Result<(Child, u16), String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let port = port.to_string();
    let most = u32::MAX.to_string();
    let mut child = Command::new(program)
        .args(["serve", "--port", &port, "--data"])
        .arg(folder)
        .args(["--connections-per-address", &most])
        .args(["--rooms-per-address", &most])
        .args(["--judging-per-address", &most])
        .args(["--connections", "200000"])
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("the server does not start: {error}"))?;
    let mut line = String::new();
    if let Some(output) = child.stdout.take() {
        BufReader::new(output).read_line(&mut line).ok();
    }
    let port = line
        .split("127.0.0.1:")
        .nth(1)
        .and_then(|rest| rest.split('/').next()?.parse().ok());
    match port {
        Some(port) => Ok((child, port)),
        None => {
            child.kill().ok();
            child.wait().ok();
            Err(format!("the server said {line:?} instead of where it is"))
        }
    }
}
