//! The server of remote play, as a process: killed in the middle of games, and spoken to by people who mean no good.

use futures_util::{SinkExt, StreamExt};
use rooms::{FromServer, Hello, Refusal, ToServer, VERSION};
use serde_json::{Value, json};
use sprouts::Seed;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message as Frame;

const PROGRAM: &str = env!("CARGO_BIN_EXE_rhizome");

/// A server with a folder of its own, on a port that it keeps.
struct Server {
    child: Child,
    data: PathBuf,
    port: u16,
}

impl Server {
    fn start(name: &str) -> Self {
        let data =
            std::env::temp_dir().join(format!("rhizome-rooms-{}-{name}", std::process::id()));
        std::fs::remove_dir_all(&data).ok();
        let (child, port) = launch(&data, 0);
        Server { child, data, port }
    }

    fn address(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Ends it as a power cut would, and starts it again.
    fn kill_and_restart(&mut self) {
        self.child.kill().expect("our own child");
        self.child.wait().expect("it ends");
        let (child, _) = launch(&self.data, self.port);
        self.child = child;
    }

    fn request(&self, method: &str, path: &str, headers: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.address()).expect("the server listens");
        let length = body.len();
        let host = self.address();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}Content-Length: {length}\r\n\r\n{body}"
        )
        .expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let status = answer.split(' ').nth(1).and_then(|word| word.parse().ok());
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        (status.expect("a status"), body.to_owned())
    }

    fn open(&self, listed: bool) -> String {
        let (status, body) =
            self.request("POST", "/api/rooms", "", &wanted("<b>Tuesday</b>", listed));
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

fn launch(data: &PathBuf, port: u16) -> (Child, u16) {
    let mut child = Command::new(PROGRAM)
        .args([
            "serve",
            "--port",
            &port.to_string(),
            "--connections-per-address",
            "1000",
            "--rooms-per-address",
            "1000",
            "--data",
        ])
        .arg(data)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let line = lines.next().expect("a line").expect("text");
    let port = line
        .split("127.0.0.1:")
        .nth(1)
        .and_then(|rest| rest.split('/').next());
    let port = port
        .and_then(|port| port.parse().ok())
        .unwrap_or_else(|| panic!("{line}"));
    (child, port)
}

const HOST_TOKEN: &str = "a-secret-of-the-host-0123456789";

fn wanted(title: &str, listed: bool) -> String {
    json!({
        "invitation": {
            "title": title,
            "game": { "stones": { "game": "hex", "options": [["size", "3"]] } },
            "listed": listed, "watchable": false,
        },
        "name": "Ada", "token": HOST_TOKEN,
    })
    .to_string()
}

/// No confirmed move is lost, none is doubled, and both sides of every game end with the same picture.
#[test]
fn games_survive_kills_and_broken_connections() {
    let mut server = Server::start("kill");
    let mut bots = Command::new(PROGRAM)
        .args([
            "bots",
            "--games",
            "12",
            "--spots",
            "2..4",
            "--pace",
            "100ms..600ms",
            "--cut-every",
            "2s",
            "--json",
        ])
        .args([
            "--timeout",
            "8m",
            "--server",
            &format!("ws://{}", server.address()),
        ])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut kills = 0;
    while bots.try_wait().expect("our own child").is_none() && kills < 10 {
        std::thread::sleep(Duration::from_millis(700));
        server.kill_and_restart();
        kills += 1;
    }
    let output = bots.wait_with_output().expect("it ends");
    let report: Value = serde_json::from_slice(&output.stdout).expect("an object");
    assert!(output.status.success(), "{report}");
    for name in ["lost", "doubled", "differing"] {
        assert_eq!(report[name], 0, "{report}");
    }
    assert_eq!(report["finished"], 12, "{report}");
    assert!(
        report["reconnects"].as_u64() > Some(10) && kills >= 2,
        "{report}: nothing was tried"
    );
}

/// A connection to a room.
struct Visitor(
    tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>,
);

impl Visitor {
    async fn come(server: &Server, room: &str) -> Self {
        let address = format!("ws://{}/api/rooms/{room}/socket", server.address());
        Visitor(
            tokio_tungstenite::connect_async(address)
                .await
                .expect("a connection")
                .0,
        )
    }

    async fn say(&mut self, text: String) {
        self.0.send(Frame::Text(text.into())).await.expect("sent");
    }

    async fn greet(&mut self, token: Option<&str>) {
        let hello = Hello {
            version: VERSION,
            token: token.map(str::to_owned),
            seen: None,
        };
        self.say(serde_json::to_string(&ToServer::Hello(hello)).unwrap())
            .await;
    }

    /// The next message that is no news of who is there.
    async fn hear(&mut self) -> Option<FromServer> {
        loop {
            let heard = tokio::time::timeout(Duration::from_secs(20), self.0.next()).await;
            let Some(Ok(Frame::Text(text))) = heard.expect("the server answers") else {
                return None;
            };
            assert!(!text.contains(HOST_TOKEN), "a secret came out");
            match serde_json::from_str(&text).expect("a message of the protocol") {
                FromServer::Present { .. } => {}
                message => return Some(message),
            }
        }
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
}

#[test]
fn what_is_no_message_is_refused_and_nobody_else_notices() {
    let server = Server::start("hostile");
    let room = server.open(false);
    runtime().block_on(async {
        let mut stranger = Visitor::come(&server, &room).await;
        stranger.say("{}".into()).await;
        let malformed = Some(FromServer::Refused {
            id: None,
            why: Refusal::Malformed,
        });
        assert_eq!(stranger.hear().await, malformed, "nothing before hello");
        stranger
            .greet(Some("a-guess-of-the-secret-0123456789"))
            .await;
        let Some(FromServer::Welcome { you: None, .. }) = stranger.hear().await else {
            panic!("a wrong secret opens no seat");
        };
        let play = r#"{"do":{"id":1,"act":{"tell":{"do":"play","with":"1,1"}}}}"#;
        stranger.say(play.into()).await;
        let no_seat = Some(FromServer::Refused {
            id: Some(1),
            why: Refusal::NoSeat,
        });
        assert_eq!(stranger.hear().await, no_seat);
        // True messages with mistakes in them, at the pace that is allowed.
        let mut seed = Seed::new(1);
        let join = r#"{"join":{"id":2,"name":"Bo","token":"another-secret-0123456789"}}"#;
        for round in 0..60 {
            let mut bytes = [play, join][round % 2].as_bytes().to_vec();
            for _ in 0..=seed.below(3) {
                let place = seed.below(bytes.len());
                bytes[place] = b" \"{}[]:,x0"[seed.below(10)];
            }
            stranger.say(String::from_utf8(bytes).expect("ASCII")).await;
        }
        drop(stranger);
        // Too long for a message: the connection ends, the server does not.
        let mut large = Visitor::come(&server, &room).await;
        large
            .0
            .send(Frame::Text("x".repeat(1 << 20).into()))
            .await
            .ok();
        assert_eq!(large.hear().await, None);
        let mut host = Visitor::come(&server, &room).await;
        host.greet(Some(HOST_TOKEN)).await;
        let Some(FromServer::Welcome {
            you: Some(table::Player::Host),
            ..
        }) = host.hear().await
        else {
            panic!("the host's secret opens his seat");
        };
    });
    assert_eq!(server.request("GET", "/health", "", "").0, 200);
}

#[test]
fn other_sites_cannot_act_and_bad_wishes_are_refused_in_words() {
    let server = Server::start("sites");
    let theirs = "Origin: http://evil.example\r\n";
    let (status, _) = server.request("POST", "/api/rooms", theirs, &wanted("Mine", true));
    assert_eq!(status, 403);
    let ours = format!("Origin: http://{}\r\n", server.address());
    let (status, _) = server.request("POST", "/api/rooms", &ours, &wanted("Mine", true));
    assert_eq!(status, 201);
    for (body, reason) in [
        (wanted("", true), "name"),
        (wanted(&"x".repeat(99), true), "characters"),
        (wanted("Mine", true).replace("hex", "hexx"), "hexx"),
        (wanted("Mine", true).replace(HOST_TOKEN, "short"), "read"),
        ("[".to_owned(), "line 1"),
    ] {
        let (status, said) = server.request("POST", "/api/rooms", "", &body);
        assert!(
            status == 400 && said.contains(reason),
            "{status} {said} for {body}"
        );
    }
    let (status, _) = server.request("POST", "/api/rooms", "", &"x".repeat(1 << 20));
    assert_eq!(status, 413);
}

#[test]
fn the_list_shows_open_rooms_and_no_secrets() {
    let server = Server::start("list");
    let (shown, hidden) = (server.open(true), server.open(false));
    let (_, list) = server.request("GET", "/api/rooms", "", "");
    assert!(list.contains(&shown) && !list.contains(&hidden), "{list}");
    assert!(!list.contains("secret") && !list.contains("key"), "{list}");
    let rooms: Value = serde_json::from_str(&list).expect("a list");
    assert_eq!(
        rooms[0]["title"], "<b>Tuesday</b>",
        "names are text, and shown as text"
    );
    let (status, _) = server.request("POST", &format!("/api/rooms/{shown}/record"), "", "");
    assert_eq!(
        status, 403,
        "a room that cannot be watched gives its record to its players alone"
    );
    let (status, record) = server.request(
        "POST",
        &format!("/api/rooms/{shown}/record"),
        "",
        HOST_TOKEN,
    );
    assert!(status == 200 && !record.contains(HOST_TOKEN), "{record}");
}
