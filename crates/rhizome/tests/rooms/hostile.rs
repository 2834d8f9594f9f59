//! People who mean no good: messages that are none, moves that are not theirs, lines across lines, and connections that neither
//! read nor speak. Nobody else may notice, and nothing of it may stay.

use crate::is_long;
use crate::server::{Guest, PROGRAM, Server, Visitor, runtime, sprouts};
use drawing::Point;
use futures_util::{SinkExt, StreamExt};
use rooms::{FromServer, Refusal, ToServer, VERSION};
use serde_json::{Value, json};
use sprouts::Seed;
use std::io::Write;
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use table::{InkMove, Refused};
use tokio_tungstenite::tungstenite::Message as Frame;

/// As many requests as the server can take, from one address.
const WIDE_OPEN: &str = "--requests-per-second 1000000 --judging-per-address 4000000 \
    --connections-per-address 20000 --rooms-per-address 1000";

/// What must come back for a message.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Expected {
    /// It is no message.
    Malformed,
    /// The table refuses it: because it is not the sender's turn.
    NotYourTurn,
    /// The table refuses it, for a reason of its own.
    Table,
    /// No seat, no say.
    NoSeat,
    /// There is no seat left, or it is too late to close the room.
    TooLate,
    /// It was done before, and is not done again.
    DoneBefore,
    /// The room, without a seat.
    Welcome,
}

impl Expected {
    fn is(self, answer: &FromServer) -> bool {
        match (self, answer) {
            (Expected::Welcome, FromServer::Welcome { you: None, .. }) => true,
            (Expected::DoneBefore, FromServer::Done { .. }) => true,
            (expected, FromServer::Refused { why, .. }) => match (expected, why) {
                (Expected::Malformed, Refusal::Malformed) => true,
                (Expected::NotYourTurn, Refusal::Table(Refused::NotYourTurn)) => true,
                (Expected::Table, Refusal::Table(refused)) => *refused != Refused::NotYourTurn,
                (Expected::NoSeat, Refusal::NoSeat) => true,
                (Expected::TooLate, Refusal::Full | Refusal::HasBegun) => true,
                _ => false,
            },
            _ => false,
        }
    }
}

/// Makes bad messages.
struct Mischief {
    seed: Seed,
    next_id: u64,
    /// A move that could be played now, by whoever is to move.
    legal: InkMove,
    /// Another one.
    other: InkMove,
    /// What the host has done before.
    done: ToServer,
}

impl Mischief {
    fn act(&mut self, act: Value) -> String {
        self.next_id += 1;
        json!({ "do": { "id": self.next_id, "act": act } }).to_string()
    }

    fn play(&mut self, m: &InkMove) -> String {
        let m = serde_json::to_value(m).unwrap();
        self.act(json!({ "tell": { "do": "play", "with": m } }))
    }

    /// Something that looks like a message and is none.
    fn malformed(&mut self) -> String {
        let legal = self.legal.clone();
        let whole = self.play(&legal);
        match self.seed.below(8) {
            0 => whole[..1 + self.seed.below(whole.len() - 1)].to_owned(),
            1 => "[".repeat(5000),
            2 => format!(r#"{{"do":{}"#, r#"{"do":"#.repeat(300)),
            3 => whole.replacen("\"id\":", "\"id\":-", 1),
            4 => whole.replacen("\"play\"", "\"playplay\"", 1),
            5 => r#"{"do":{"id":1e400,"act":"cancel"}}"#.into(),
            6 => r#"{"join":{"id":3,"name":"a\u202eb","token":"0123456789012345678901"}}"#.into(),
            _ => {
                (0..self.seed.below(200))
                    .map(|_| char::from(b'!' + self.seed.below(90) as u8))
                    .collect::<String>()
                    + "}"
            }
        }
    }

    /// A true message with a few characters exchanged.
    fn mutated(&mut self) -> String {
        let legal = self.legal.clone();
        let mut bytes = self.play(&legal).into_bytes();
        for _ in 0..=self.seed.below(4) {
            let place = self.seed.below(bytes.len());
            bytes[place] = b" \"{}[]:,x0-9e"[self.seed.below(13)];
        }
        String::from_utf8(bytes).expect("ASCII")
    }

    /// A move whose curve is none that may be drawn.
    fn crossing(&mut self) -> String {
        let mut m = self.legal.clone();
        let (first, last) = (m.curve[0], *m.curve.last().unwrap());
        let side = drawing::SIDE;
        match self.seed.below(9) {
            // Through itself.
            0 | 1 => {
                let mut at = || {
                    Point::new(
                        self.seed.below(side as usize) as i32,
                        self.seed.below(side as usize) as i32,
                    )
                };
                let (a, b, c, d) = (at(), at(), at(), at());
                m.curve = vec![first, a, b, c, d, a, c, b, d, last];
            }
            2 => m.curve.insert(1, Point::new(i32::MAX, i32::MIN)),
            3 => m.curve.insert(1, Point::new(-1, side + 1)),
            4 => m.curve[0] = Point::new(first.x ^ 1, first.y),
            5 => m.curve.truncate(1),
            6 => m.curve = vec![first; 5000],
            // Another move than it says.
            7 => m.curve = self.other.curve.clone(),
            _ => m.played.region.0 += 1000,
        }
        self.play(&m)
    }

    /// The longest curve that is looked at at all: it runs to and fro and touches itself at the end.
    fn long(&mut self) -> String {
        let mut m = self.legal.clone();
        let (first, last) = (m.curve[0], *m.curve.last().unwrap());
        let step = drawing::SIDE / 5000;
        let teeth = (0..4000).map(|tooth| Point::new(step * tooth, 10 + tooth % 2));
        m.curve = [first]
            .into_iter()
            .chain(teeth)
            .chain([first, last])
            .collect();
        self.play(&m)
    }

    fn by_stranger(&mut self) -> (String, Expected) {
        let legal = self.legal.clone();
        match self.seed.below(7) {
            0 => (self.malformed(), Expected::Malformed),
            1 | 2 => {
                let text = self.mutated();
                // Now and then it is a message still.
                match serde_json::from_str::<ToServer>(&text) {
                    Ok(_) => (text, Expected::NoSeat),
                    Err(_) => (text, Expected::Malformed),
                }
            }
            3 => (self.play(&legal), Expected::NoSeat),
            4 => {
                let act = ["cancel", "resign"][self.seed.below(2)];
                let act = if act == "cancel" {
                    json!(act)
                } else {
                    json!({ "tell": { "do": act } })
                };
                (self.act(act), Expected::NoSeat)
            }
            5 => {
                self.next_id += 1;
                let token = format!("{:022}", self.next_id);
                let join = json!({ "join": { "id": self.next_id, "name": "Eve", "token": token } });
                (join.to_string(), Expected::TooLate)
            }
            _ => {
                let token = format!("{:032x}", self.seed.next_u64());
                let hello = json!({ "hello": { "version": VERSION, "token": token, "seen": 3 } });
                (hello.to_string(), Expected::Welcome)
            }
        }
    }

    /// The host, who is not to move.
    fn by_host(&mut self) -> (String, Expected) {
        let legal = self.legal.clone();
        match self.seed.below(6) {
            0 => (self.malformed(), Expected::Malformed),
            1 => (self.play(&legal), Expected::NotYourTurn),
            2 => (
                self.act(json!({ "tell": { "do": "redraw" } })),
                Expected::NotYourTurn,
            ),
            3 => {
                let message = ["answer", "choose", "size", "again"][self.seed.below(4)];
                let with = match message {
                    "answer" | "again" => json!(true),
                    "choose" => json!("host"),
                    _ => json!(7),
                };
                (
                    self.act(json!({ "tell": { "do": message, "with": with } })),
                    Expected::Table,
                )
            }
            4 => (self.act(json!("cancel")), Expected::TooLate),
            _ => (
                serde_json::to_string(&self.done).unwrap(),
                Expected::DoneBefore,
            ),
        }
    }

    /// The guest, who is to move.
    fn by_guest(&mut self) -> (String, Expected) {
        match self.seed.below(8) {
            0 => (self.malformed(), Expected::Malformed),
            1 => {
                let stone = json!({ "tell": { "do": "play", "with": "1,1" } });
                (self.act(stone), Expected::Table)
            }
            2 if self.seed.below(20) == 0 => (self.long(), Expected::Table),
            _ => (self.crossing(), Expected::Table),
        }
    }
}

/// So many messages go out before their answers are read.
const WINDOW: usize = 25;

/// Sends bad messages, and compares what comes back.
async fn attack(visitor: &mut Visitor, count: usize, mut make: impl FnMut() -> (String, Expected)) {
    for _ in 0..count.div_ceil(WINDOW) {
        let mut open: Vec<(Option<u64>, Expected, String)> = Vec::new();
        for _ in 0..WINDOW {
            let (text, expected) = make();
            let request = serde_json::from_str::<ToServer>(&text)
                .ok()
                .and_then(|it| match it {
                    ToServer::Do { id, .. } | ToServer::Join { id, .. } => Some(id),
                    _ => None,
                });
            open.push((request, expected, text.clone()));
            visitor.say(text).await;
        }
        while !open.is_empty() {
            let answer = visitor.hear().await.expect("the connection holds");
            let id = match &answer {
                FromServer::Done { id } | FromServer::Seated { id, .. } => Some(*id),
                FromServer::Refused { id, .. } => *id,
                _ => None,
            };
            // Answers to what is no message overtake the others.
            let place = open
                .iter()
                .position(|(request, expected, _)| *request == id && expected.is(&answer));
            let Some(place) = place else {
                panic!("{answer:?} is no right answer to any of {open:#?}");
            };
            open.remove(place);
        }
    }
}

/// Others who play meanwhile.
fn bystanders(server: &Server) -> Child {
    Command::new(PROGRAM)
        .args("bots --games 3 --spots 2..3 --pace 100ms..300ms --timeout 2m --json".split(' '))
        .args(["--server", &format!("ws://{}", server.address())])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs")
}

fn all_went_well(bystanders: Child) {
    let output = bystanders.wait_with_output().expect("they end");
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{report}");
    println!("bystanders: {report}");
}

#[test]
fn bad_messages_are_refused_for_the_right_reason_and_change_nothing() {
    let messages = if is_long() { 100_000 } else { 4_000 };
    let server = Server::with("hostile", WIDE_OPEN);
    let room = server.open("Hostile", sprouts(4), false, true);
    let address = server.address();
    let others = bystanders(&server);
    let before = server.metric("process_resident_memory_bytes");
    runtime().block_on(async {
        let mut host = Guest::host(&address, &room).await;
        let mut guest = Guest::join(&address, &room).await;
        let done = host.play(5).await;
        guest.see(1).await;
        let picture = guest.board().snapshot();
        let legal = guest.legal(0);
        let mut place = 1;
        let other = loop {
            let other = guest.legal(place);
            if other.played != legal.played {
                break other;
            }
            place += 1;
        };
        let mut mischief = Mischief {
            seed: Seed::new(13),
            next_id: 1000,
            legal,
            other,
            done,
        };
        let mut stranger = Visitor::come(&address, &room).await;
        stranger.greet(None).await;
        stranger.hear().await;
        // While the host is at it, what the stranger's greetings tell everybody must not fill his way.
        for _ in 0..messages / 500 {
            attack(&mut stranger, 100, || mischief.by_stranger()).await;
            attack(&mut host.visitor, 200, || mischief.by_host()).await;
            attack(&mut guest.visitor, 200, || mischief.by_guest()).await;
        }
        // Nothing has happened.
        let watcher = Guest::host(&address, &room).await;
        assert_eq!(watcher.board().snapshot(), picture);
        guest.play(3).await;
        host.see(2).await;
        assert_eq!(host.board().snapshot(), guest.board().snapshot());
    });
    all_went_well(others);
    let refused: f64 = ["malformed", "noseat", "table"]
        .map(|because| server.metric(&format!("rhizome_refusals_total{{because=\"{because}\"}}")))
        .iter()
        .sum();
    assert!(refused > messages as f64 / 2.0, "{refused}");
    let grown = server.metric("process_resident_memory_bytes") - before;
    assert!(grown < 64e6, "{grown} bytes more");
}

#[test]
fn what_is_too_large_ends_the_connection_and_nothing_else() {
    let server = Server::with("large", WIDE_OPEN);
    let room = server.open("Large", sprouts(3), false, true);
    let before = server.metric("process_resident_memory_bytes");
    runtime().block_on(async {
        for size in [1 << 18, 1 << 20, 1 << 22] {
            for frame in [
                Frame::Text("x".repeat(size + 1).into()),
                Frame::Binary(vec![0; size + 1].into()),
            ] {
                let mut visitor = Visitor::come(&server.address(), &room).await;
                visitor.greet(None).await;
                visitor.hear().await;
                // The server may hang up before everything is sent.
                visitor.0.send(frame).await.ok();
                while visitor.hear().await.is_some() {}
            }
        }
        Guest::host(&server.address(), &room).await;
    });
    let grown = server.metric("process_resident_memory_bytes") - before;
    assert!(grown < 32e6, "{grown} bytes more");
}

#[test]
fn who_asks_too_much_waits_and_nobody_else_does() {
    let server = Server::with(
        "fast",
        "--connections-per-address 100 --rooms-per-address 100",
    );
    let room = server.open("Fast", sprouts(3), false, true);
    let others = bystanders(&server);
    let too_fast = runtime().block_on(async {
        let mut visitor = Visitor::come(&server.address(), &room).await;
        visitor.greet(None).await;
        let mut too_fast = 0;
        for id in 0..400 {
            visitor
                .say(format!(r#"{{"do":{{"id":{id},"act":"cancel"}}}}"#))
                .await;
        }
        // The welcome, and an answer each.
        for _ in 0..401 {
            let answer = visitor.hear().await.expect("an answer");
            let why = Refusal::TooFast;
            too_fast += u32::from(answer == FromServer::Refused { id: None, why });
        }
        too_fast
    });
    assert!((200..=321).contains(&too_fast), "{too_fast}");
    all_went_well(others);
}

/// Whoever lets the server judge for long has to wait. His next request is not lost, and nobody else waits.
#[test]
fn time_for_judging_runs_out_and_comes_back() {
    let server = Server::with(
        "judging",
        "--requests-per-second 1000000 --judging-per-address 1 --connections-per-address 100",
    );
    let room = server.open("Judging", sprouts(3), false, true);
    let address = server.address();
    runtime().block_on(async {
        let mut host = Guest::host(&address, &room).await;
        let mut guest = Guest::join(&address, &room).await;
        let done = host.play(5).await;
        guest.see(1).await;
        let mut mischief = Mischief {
            seed: Seed::new(1),
            next_id: 5000,
            legal: guest.legal(0),
            other: guest.legal(1),
            done,
        };
        let (mut judged, mut slowed) = (0, 0);
        let too_fast = |answer: &FromServer| {
            let why = Refusal::TooFast;
            *answer == FromServer::Refused { id: None, why }
        };
        // There is a millisecond in each second, and twenty at once.
        while slowed == 0 && judged < 5000 {
            guest.visitor.say(mischief.long()).await;
            let answer = guest.visitor.hear().await.expect("an answer");
            match too_fast(&answer) {
                true => slowed += 1,
                false => judged += 1,
            }
        }
        assert!(slowed > 0, "{judged} were judged");
        // The same request, said again until it is heard.
        let legal = mischief.legal.clone();
        let good = mischief.play(&legal);
        for tries in 0.. {
            assert!(tries < 100, "the time does not come back");
            guest.visitor.say(good.clone()).await;
            let mut answer = guest.visitor.hear().await.expect("an answer");
            if matches!(answer, FromServer::Event { .. }) {
                guest.client.receive(answer);
                answer = guest.visitor.hear().await.expect("an answer");
            }
            if matches!(answer, FromServer::Done { .. }) {
                break;
            }
            assert!(too_fast(&answer), "{answer:?}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        host.see(2).await;
        assert_eq!(host.board().snapshot(), guest.board().snapshot());
    });
    assert!(server.metric("rhizome_refusals_total{because=\"toofast\"}") > 0.0);
}

#[test]
fn idle_and_unfinished_connections_hold_up_nobody() {
    let count = if is_long() { 8_000 } else { 600 };
    let server = Server::with("idle", WIDE_OPEN);
    let room = server.open("Idle", sprouts(3), false, true);
    let before = server.metric("process_resident_memory_bytes");
    let idle: Vec<TcpStream> = (0..count)
        .map(|index| {
            let mut stream = TcpStream::connect(server.address()).expect("a connection");
            let said = match index % 3 {
                0 => String::new(),
                1 => "GET / HTTP/1.1\r\nHost: x\r\nX-Slow:".to_owned(),
                _ => format!(
                    "GET /api/rooms/{room}/socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                     Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
                ),
            };
            stream.write_all(said.as_bytes()).expect("sent");
            stream
        })
        .collect();
    all_went_well(bystanders(&server));
    let each = (server.metric("process_resident_memory_bytes") - before) / f64::from(count);
    println!("{each} bytes for an idle connection");
    assert!(each < 50e3, "{each} bytes for an idle connection");
    let open = server.metric("rhizome_connections");
    assert!(
        open >= f64::from(count / 3),
        "{open} are there: nothing was tried"
    );
    drop(idle);
}

#[test]
fn an_address_that_holds_too_many_connections_gets_no_more() {
    let server = Server::with("many", "--connections-per-address 10");
    let streams: Vec<TcpStream> = (0..400)
        .map(|_| TcpStream::connect(server.address()).expect("the system takes it"))
        .collect();
    let open = |stream: &TcpStream| {
        stream
            .set_read_timeout(Some(Duration::from_millis(300)))
            .expect("a timeout");
        let read = std::io::Read::read(&mut { stream }, &mut [0]);
        matches!(read, Err(error) if matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut))
    };
    // Ten for players, 256 for pages; all others were closed at once.
    assert!(open(&streams[0]) && open(&streams[265]));
    assert!(!open(&streams[266]) && !open(&streams[399]));
}

#[test]
fn who_does_not_read_is_cut_off_and_holds_up_nobody() {
    let server = Server::with("slow", WIDE_OPEN);
    let room = server.open("Slow", sprouts(40), false, true);
    let before = server.metric("process_resident_memory_bytes");
    let others = bystanders(&server);
    let cut = runtime().block_on(async {
        let mut slow = Visitor::come(&server.address(), &room).await;
        let hello = json!({ "hello": { "version": VERSION } }).to_string();
        let mut sent = 0;
        // Every greeting is answered with the whole room, and nothing of it is read.
        while sent < 200_000 {
            let sending = slow.0.send(Frame::Text(hello.as_str().into()));
            match tokio::time::timeout(Duration::from_secs(10), sending).await {
                Ok(Ok(())) => sent += 1,
                _ => break,
            }
            if sent % 1000 == 0 && server.metric("rhizome_slow_total") > 0.0 {
                break;
            }
        }
        println!("{sent} greetings");
        while let Some(Ok(_)) = slow.0.next().await {}
        server.metric("rhizome_slow_total")
    });
    assert!(cut > 0.0, "he was not cut off");
    all_went_well(others);
    let grown = server.metric("process_resident_memory_bytes") - before;
    assert!(grown < 64e6, "{grown} bytes more");
}
