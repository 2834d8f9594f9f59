//! A server with a folder of its own, and visitors of its rooms.

use futures_util::{SinkExt, StreamExt};
use rooms::{Act, AnyMove, Board, Client, FromServer, Hello, Name, ToServer, VERSION};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use table::{InkMove, Message};
use tokio_tungstenite::tungstenite::Message as Frame;

/// The program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_rhizome");
/// The secret of whoever opens a room.
pub const HOST_TOKEN: &str = "a-secret-of-the-host-0123456789";
/// The secret of whoever joins it.
pub const GUEST_TOKEN: &str = "a-secret-of-the-guest-0123456789";

/// A server with a folder of its own, on a port that it keeps.
pub struct Server {
    child: Child,
    /// Its folder.
    pub data: PathBuf,
    port: u16,
    options: Vec<String>,
}

impl Server {
    /// One that lets many in from one address, as all visitors here come from one.
    pub fn start(name: &str) -> Self {
        Self::with(
            name,
            "--connections-per-address 1000 --rooms-per-address 1000",
        )
    }

    /// One with these options.
    pub fn with(name: &str, options: &str) -> Self {
        let data =
            std::env::temp_dir().join(format!("rhizome-rooms-{}-{name}", std::process::id()));
        std::fs::remove_dir_all(&data).ok();
        std::fs::create_dir_all(&data).expect("a folder");
        let options: Vec<String> = options.split_whitespace().map(str::to_owned).collect();
        let (child, port) = launch(&data, 0, &options);
        Server {
            child,
            data,
            port,
            options,
        }
    }

    /// Where it listens.
    pub fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Ends it as a power cut would, and starts it again.
    pub fn kill_and_restart(&mut self) {
        self.child.kill().expect("our own child");
        self.child.wait().expect("it ends");
        let (child, _) = launch(&self.data, self.port, &self.options);
        self.child = child;
    }

    /// Asks it to stop, as a system does, and waits; whether it ended well.
    pub fn stop(&mut self) -> bool {
        let id = self.child.id().to_string();
        let asked = Command::new("kill").args(["-TERM", &id]).status();
        assert!(asked.expect("kill is there").success());
        self.child.wait().expect("it ends").success()
    }

    /// Everything that it has logged.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.data.join("log")).expect("a log")
    }

    /// One of its figures.
    pub fn metric(&self, name: &str) -> f64 {
        let (_, text) = self.request("GET", "/metrics", "", "");
        let mut lines = text.lines().filter_map(|line| line.rsplit_once(' '));
        let value = lines.find_map(|(known, value)| (known == name).then_some(value));
        let value = value.unwrap_or_else(|| panic!("no {name} in\n{text}"));
        value.parse().expect("a number")
    }

    /// A request and its answer.
    pub fn request(&self, method: &str, path: &str, headers: &str, body: &str) -> (u16, String) {
        request(&self.address(), method, path, headers, body)
    }

    /// Opens a room for a game, and says its name.
    pub fn open(&self, title: &str, game: Value, listed: bool, watchable: bool) -> String {
        let body = wanted(title, game, listed, watchable);
        let (status, body) = self.request("POST", "/api/rooms", "", &body);
        assert_eq!(status, 201, "{body}");
        let value: Value = serde_json::from_str(&body).expect("an object");
        value["room"].as_str().expect("a name").to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
        std::fs::remove_dir_all(&self.data).ok();
    }
}

fn launch(data: &Path, port: u16, options: &[String]) -> (Child, u16) {
    let mut log = std::fs::OpenOptions::new();
    let log = log.create(true).append(true).open(data.join("log"));
    let mut child = Command::new(PROGRAM)
        .args(["serve", "--port", &port.to_string(), "--data"])
        .arg(data)
        .args(options)
        .env("RHIZOME_LOG", "trace")
        .stdout(Stdio::piped())
        .stderr(log.expect("a log"))
        .spawn()
        .expect("the binary runs");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("piped"))
        .read_line(&mut line)
        .expect("text");
    let port = line
        .split("127.0.0.1:")
        .nth(1)
        .and_then(|rest| rest.split('/').next())
        .and_then(|port| port.parse().ok());
    (child, port.unwrap_or_else(|| panic!("{line}")))
}

/// A request to an address, and its answer.
pub fn request(
    address: &str,
    method: &str,
    path: &str,
    headers: &str,
    body: &str,
) -> (u16, String) {
    let (status, _, body) = whole_request(address, method, path, headers, body);
    (status, body)
}

/// The same with the head of the answer.
pub fn whole_request(
    address: &str,
    method: &str,
    path: &str,
    headers: &str,
    body: &str,
) -> (u16, String, String) {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    let length = body.len();
    // A server that refuses a long body closes the door before it has read it all: what it said before counts.
    let _ = write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}Content-Length: {length}\r\n\r\n{body}"
    );
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8(answer).expect("text");
    let status = answer.split(' ').nth(1).and_then(|word| word.parse().ok());
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    (
        status.expect("a status"),
        head.to_lowercase(),
        body.to_owned(),
    )
}

/// What to send for a room.
pub fn wanted(title: &str, game: Value, listed: bool, watchable: bool) -> String {
    json!({
        "invitation": { "title": title, "game": game, "listed": listed, "watchable": watchable,
            "rules": { "take_back": "byconsent" } },
        "name": "Ada", "token": HOST_TOKEN,
    })
    .to_string()
}

/// Hex on a small board.
pub fn hex() -> Value {
    json!({ "stones": { "game": "hex", "options": [["size", "3"]] } })
}

/// Sprouts.
pub fn sprouts(spots: u32) -> Value {
    json!({ "sprouts": { "start": { "spots": spots }, "ending": "normal" } })
}

/// A runtime for visitors.
pub fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
}

/// A connection to a room.
pub struct Visitor(
    pub tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>,
);

impl Visitor {
    /// Connects.
    pub async fn come(address: &str, room: &str) -> Self {
        let address = format!("ws://{address}/api/rooms/{room}/socket");
        let connected = tokio_tungstenite::connect_async_with_config(address, None, true).await;
        Visitor(connected.expect("a connection").0)
    }

    /// Sends a text.
    pub async fn say(&mut self, text: String) {
        self.0.send(Frame::Text(text.into())).await.expect("sent");
    }

    /// Sends a message.
    pub async fn tell(&mut self, message: &ToServer) {
        self.say(serde_json::to_string(message).unwrap()).await;
    }

    /// Says hello, with a secret or without.
    pub async fn greet(&mut self, token: Option<&str>) {
        let hello = Hello {
            version: VERSION,
            token: token.map(str::to_owned),
            seen: None,
        };
        self.tell(&ToServer::Hello(hello)).await;
    }

    /// The next message that is no news of who is there; nothing when the connection has ended.
    pub async fn hear(&mut self) -> Option<FromServer> {
        loop {
            let heard = tokio::time::timeout(Duration::from_secs(30), self.0.next()).await;
            let Some(Ok(Frame::Text(text))) = heard.expect("the server answers") else {
                return None;
            };
            assert!(
                !text.contains(HOST_TOKEN) && !text.contains(GUEST_TOKEN),
                "a secret came out"
            );
            match serde_json::from_str(&text).expect("a message of the protocol") {
                FromServer::Present { .. } => {}
                message => return Some(message),
            }
        }
    }
}

/// Somebody with a table of his own.
pub struct Guest {
    /// The connection.
    pub visitor: Visitor,
    /// What he knows.
    pub client: Client,
}

/// The number of the last request of anybody: no seat may use one twice, also not after coming back.
static REQUESTS: AtomicU64 = AtomicU64::new(0);

impl Guest {
    /// The host of a room comes.
    pub async fn host(address: &str, room: &str) -> Self {
        Self::come(address, room, Client::new(Some(HOST_TOKEN.into()))).await
    }

    /// Somebody joins it, or comes back to his seat.
    pub async fn join(address: &str, room: &str) -> Self {
        let name = Name::new("Bo").unwrap();
        let client = Client::joining(GUEST_TOKEN.into(), 1 << 40, name);
        Self::come(address, room, client).await
    }

    async fn come(address: &str, room: &str, client: Client) -> Self {
        let visitor = Visitor::come(address, room).await;
        let mut guest = Guest { visitor, client };
        for message in guest.client.greet() {
            guest.visitor.tell(&message).await;
        }
        while guest.client.is_waiting() || guest.client.board().is_none() {
            guest.hear().await;
        }
        guest
    }

    /// Takes the next message.
    pub async fn hear(&mut self) {
        let message = self.visitor.hear().await.expect("the connection holds");
        self.client.receive(message);
    }

    /// Hears until so many moves were played.
    pub async fn see(&mut self, moves: usize) {
        while self.board().len() < moves || self.client.is_waiting() {
            self.hear().await;
        }
    }

    /// The table.
    pub fn board(&self) -> &Board {
        self.client.board().expect("a table")
    }

    /// A move of Sprouts that could be played, the first from a place in the list of all.
    pub fn legal(&self, from: usize) -> InkMove {
        let Board::Ink(table) = self.board() else {
            panic!("a game of Sprouts");
        };
        let moves = table.game().labelled().moves();
        let count = moves.len();
        let mut legal = (0..count).filter_map(|step| {
            let m = &moves[(from + step) % count];
            table.game().picture().route(m).ok()
        });
        InkMove::from(legal.next().expect("a move"))
    }

    /// Plays a move of Sprouts; the request, to be sent again by those who mean no good.
    pub async fn play(&mut self, from: usize) -> ToServer {
        let m = self.legal(from);
        self.act(Act::Tell(Message::Play(AnyMove::Ink(Box::new(m)))))
            .await
    }

    /// Asks for something and waits until it is done.
    pub async fn act(&mut self, act: Act) -> ToServer {
        let id = REQUESTS.fetch_add(1, Ordering::Relaxed);
        let message = self.client.act(id, act);
        self.visitor.tell(&message).await;
        while self.client.is_waiting() {
            self.hear().await;
        }
        message
    }
}
