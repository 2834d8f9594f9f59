//! A plain request to a server of ours, on a connection of its own. It owns just as much HTTP as that takes.

use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The longest answer that is read.
const ANSWER_MAX: u64 = 16 << 20;
/// After this time nobody will answer any more.
const PATIENCE: Duration = Duration::from_secs(30);

/// What a server answered.
pub struct Answer {
    /// The number that says how it went.
    pub status: u16,
    /// The text.
    pub body: String,
}

/// Asks; nothing when nobody answers. `server` is an address with a port.
pub async fn request(server: &str, method: &str, path: &str, body: &str) -> Option<Answer> {
    tokio::time::timeout(PATIENCE, talk(server, method, path, body))
        .await
        .ok()?
}

/// The text of the answer; nothing unless it was answered with success.
pub async fn fetch(server: &str, method: &str, path: &str, body: &str) -> Option<String> {
    let answer = request(server, method, path, body).await?;
    (answer.status / 100 == 2).then_some(answer.body)
}

async fn talk(server: &str, method: &str, path: &str, body: &str) -> Option<Answer> {
    let mut stream = TcpStream::connect(server).await.ok()?;
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: {length}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.ok()?;
    stream.write_all(body.as_bytes()).await.ok()?;
    let mut text = String::new();
    stream
        .take(ANSWER_MAX)
        .read_to_string(&mut text)
        .await
        .ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    Some(Answer {
        status: head.split(' ').nth(1)?.parse().ok()?,
        body: body.to_owned(),
    })
}
