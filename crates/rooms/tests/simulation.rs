//! Whole games over a network that loses, delays and repeats, with a server whose power fails between any two steps. Everything follows
//! from a seed. What must hold: no confirmed request is lost, none is done twice, and everybody ends with the same table.

use drawing::PictureHash;
use rooms::{
    Act, AnyMove, Board, BoardSnapshot, Client, Entry, FromServer, GameStart, Invitation, Key,
    Name, News, Refusal, Room, RoomSnapshot, RoomState, ToServer, VERSION,
};
use sprouts::{Ending, Seed};
use std::collections::{HashMap, HashSet, VecDeque};
use table::{
    InkMove, Message, Opening, Player, Rules, Setting, Start, StonesStart, TakeBack, TimeControl,
};

/// A connection: what is on its way, in order. Messages travel as text, as they do in earnest.
struct Connection {
    id: u64,
    up: VecDeque<String>,
    down: VecDeque<String>,
    seat: Option<Player>,
    greeted: bool,
}

struct Peer {
    client: Client,
    connection: Option<Connection>,
    /// The numbers of requests that the server has confirmed.
    confirmed: HashSet<u64>,
    turned: bool,
}

/// A server with a disk: entries are first written, then safe. What is said to anybody waits for the entries before it.
struct Server {
    founding: (Invitation, Name, Key, u64),
    room: Room,
    safe: Vec<Entry>,
    written: Vec<Entry>,
    /// A snapshot, as text, that becomes safe together with the entries.
    safe_snapshot: Option<String>,
    written_snapshot: Option<String>,
    held_back: Vec<(u64, FromServer)>,
}

impl Server {
    fn crash(&mut self) {
        let (invitation, name, key, at_ms) = self.founding.clone();
        let entries: Vec<Entry> = self
            .safe
            .iter()
            .map(|entry| serde_json::from_str(&serde_json::to_string(entry).unwrap()).unwrap())
            .collect();
        let (room, contained) = match &self.safe_snapshot {
            None => (Room::open(invitation, name, key, at_ms).unwrap(), 0),
            Some(text) => {
                let snapshot: RoomSnapshot = serde_json::from_str(text).unwrap();
                let contained = snapshot.seq() as usize;
                let last = &entries[contained.saturating_sub(3)..contained];
                (Room::reopen(invitation, snapshot, last).unwrap(), contained)
            }
        };
        self.room = room;
        for entry in &entries[contained..] {
            self.room.restore(entry).unwrap();
        }
        self.written.clear();
        self.written_snapshot = None;
        self.held_back.clear();
    }

    fn sync(&mut self) -> Vec<(u64, FromServer)> {
        self.safe.append(&mut self.written);
        if let Some(snapshot) = self.written_snapshot.take() {
            self.safe_snapshot = Some(snapshot);
        }
        std::mem::take(&mut self.held_back)
    }
}

fn key(token: &str) -> Key {
    let mut bytes = [0; 32];
    bytes[..token.len()].copy_from_slice(token.as_bytes());
    Key(bytes)
}

struct World {
    seed: Seed,
    now_ms: u64,
    server: Server,
    peers: Vec<Peer>,
    connections: u64,
    requests: u64,
    /// Nothing goes wrong any more.
    calm: bool,
}

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

impl World {
    fn new(game: GameStart, rules: Rules, players: usize, seed: u64) -> Self {
        let invitation = Invitation {
            title: name("A room"),
            game,
            rules,
            listed: true,
            watchable: true,
        };
        let founding = (invitation, name("Host"), key("host"), 1000);
        let (invitation, host, host_key, at_ms) = founding.clone();
        let room = Room::open(invitation, host, host_key, at_ms).unwrap();
        let mut clients = vec![Client::new(Some("host".into()))];
        for player in 1..players {
            let token = format!("guest {player}");
            clients.push(Client::joining(token, player as u64, name("Guest")));
        }
        clients.push(Client::new(None));
        let peer = |client| Peer {
            client,
            connection: None,
            confirmed: HashSet::new(),
            turned: false,
        };
        World {
            seed: Seed::new(seed),
            now_ms: 1000,
            server: Server {
                founding,
                room,
                safe: Vec::new(),
                written: Vec::new(),
                safe_snapshot: None,
                written_snapshot: None,
                held_back: Vec::new(),
            },
            peers: clients.into_iter().map(peer).collect(),
            connections: 0,
            requests: 100,
            calm: false,
        }
    }

    fn chance(&mut self, one_in: usize) -> bool {
        !self.calm && self.seed.below(one_in) == 0
    }

    fn connect(&mut self, which: usize) {
        self.connections += 1;
        let peer = &mut self.peers[which];
        let said = peer.client.greet();
        let text = said
            .iter()
            .map(|message| serde_json::to_string(message).unwrap());
        peer.connection = Some(Connection {
            id: self.connections,
            up: text.collect(),
            down: VecDeque::new(),
            seat: None,
            greeted: false,
        });
    }

    /// Something is said to everybody who is connected, once it is safe.
    fn tell_all(&mut self, event: rooms::Numbered) {
        let clocks = self.server.room.clocks(self.now_ms);
        for peer in &self.peers {
            if let Some(connection) = peer.connection.as_ref().filter(|it| it.greeted) {
                let (event, clocks) = (event.clone(), clocks.clone());
                self.server
                    .held_back
                    .push((connection.id, FromServer::Event { event, clocks }));
            }
        }
    }

    fn keep(&mut self, done: rooms::Done) {
        self.server.written.push(done.entry);
        if self.seed.below(4) == 0 {
            let snapshot = self.server.room.snapshot();
            self.server.written_snapshot = Some(serde_json::to_string(&snapshot).unwrap());
        }
        self.tell_all(done.event);
    }

    fn look(&mut self) {
        if let Some(done) = self.server.room.look(self.now_ms) {
            self.keep(done);
        }
    }

    /// The server takes the next message of a connection.
    fn serve(&mut self, which: usize) {
        self.look();
        let Some(connection) = self.peers[which].connection.as_mut() else {
            return;
        };
        let Some(text) = connection.up.pop_front() else {
            return;
        };
        let (id, seat) = (connection.id, connection.seat);
        let room = &mut self.server.room;
        let answer = match serde_json::from_str::<ToServer>(&text).unwrap() {
            ToServer::Hello(hello) => {
                assert_eq!(hello.version, VERSION);
                connection.seat = hello.token.and_then(|token| room.seat_of(&key(&token)));
                connection.greeted = true;
                let missed = hello.seen.and_then(|seen| room.since(seen));
                let events: Option<Vec<_>> = missed.map(|events| events.cloned().collect());
                let welcome = FromServer::Welcome {
                    you: connection.seat,
                    seq: room.seq(),
                    all: events.is_none().then(|| Box::new(room.summary())),
                    clocks: room.clocks(self.now_ms),
                };
                self.server.held_back.push((id, welcome));
                for event in events.into_iter().flatten() {
                    self.server.held_back.push((
                        id,
                        FromServer::Event {
                            event,
                            clocks: None,
                        },
                    ));
                }
                return;
            }
            ToServer::Join {
                id: request,
                name,
                token,
            } => match room.join(self.now_ms, name, key(&token)) {
                Ok((you, done)) => {
                    connection.seat = Some(you);
                    if let Some(done) = done {
                        self.keep(done);
                    }
                    FromServer::Seated { id: request, you }
                }
                Err(why) => FromServer::Refused {
                    id: Some(request),
                    why,
                },
            },
            ToServer::Do { id: request, act } => match seat {
                None => FromServer::Refused {
                    id: Some(request),
                    why: Refusal::NoSeat,
                },
                Some(player) => match room.act(self.now_ms, player, request, act) {
                    Ok(done) => {
                        if let Some(done) = done {
                            self.keep(done);
                        }
                        FromServer::Done { id: request }
                    }
                    Err(why) => FromServer::Refused {
                        id: Some(request),
                        why,
                    },
                },
            },
            ToServer::Ping => FromServer::Pong,
        };
        self.server.held_back.push((id, answer));
    }

    fn sync(&mut self) {
        for (id, message) in self.server.sync() {
            let text = serde_json::to_string(&message).unwrap();
            let (lost, twice) = (self.chance(30), self.chance(30));
            let mut connections = self
                .peers
                .iter_mut()
                .filter_map(|peer| peer.connection.as_mut());
            // A connection that was cut meanwhile takes nothing.
            if let Some(connection) = connections.find(|it| it.id == id) {
                for _ in 0..(2 - u32::from(lost) * 2).saturating_sub(u32::from(!twice)) {
                    connection.down.push_back(text.clone());
                }
            }
        }
    }

    /// A client takes the next message.
    fn hear(&mut self, which: usize) {
        let peer = &mut self.peers[which];
        let Some(text) = peer.connection.as_mut().and_then(|it| it.down.pop_front()) else {
            return;
        };
        let message: FromServer = serde_json::from_str(&text).unwrap();
        if let FromServer::Done { id } = message {
            peer.confirmed.insert(id);
        }
        for news in peer.client.receive(message) {
            match news {
                News::Astray => peer.connection = None,
                News::Turned(_) => peer.turned = true,
                _ => {}
            }
        }
    }

    /// A player who has nothing under way does something.
    fn play(&mut self, which: usize) {
        let client = &self.peers[which].client;
        let Some((board, you)) = client.board().zip(client.you()) else {
            return;
        };
        if client.is_waiting() || client.state() != RoomState::Playing {
            return;
        }
        let message = match choose(board, you, &mut self.seed) {
            Some(message) => message,
            None => return,
        };
        self.requests += 1;
        let said = self.peers[which]
            .client
            .act(self.requests, Act::Tell(message));
        self.say(which, &said);
    }

    fn say(&mut self, which: usize, message: &ToServer) {
        let (lost, twice) = (self.chance(30), self.chance(30));
        if let Some(connection) = &mut self.peers[which].connection {
            let text = serde_json::to_string(message).unwrap();
            for _ in 0..(2 - u32::from(lost) * 2).saturating_sub(u32::from(!twice)) {
                connection.up.push_back(text.clone());
            }
        }
    }

    fn step(&mut self) {
        let which = self.seed.below(self.peers.len());
        self.now_ms += self.seed.below(20) as u64;
        match self.seed.below(12) {
            0..=2 => self.serve(which),
            3..=5 => self.hear(which),
            6 | 7 => self.sync(),
            8 => self.play(which),
            9 => {
                // After a silence everything is said again.
                for message in self.peers[which].client.unanswered() {
                    self.say(which, &message);
                }
            }
            10 => {
                if self.peers[which].connection.is_none() {
                    self.connect(which);
                } else if self.chance(20) {
                    self.peers[which].connection = None;
                }
            }
            _ => {
                self.look();
                if self.chance(60) {
                    self.server.crash();
                    for peer in &mut self.peers {
                        peer.connection = None;
                    }
                }
            }
        }
    }

    fn is_over(&self) -> bool {
        self.server.room.board().ended().is_some()
    }

    /// Lets everything that is under way arrive.
    fn settle(&mut self) {
        self.calm = true;
        for _ in 0..4 {
            for which in 0..self.peers.len() {
                self.peers[which].connection = None;
                self.connect(which);
            }
            for _ in 0..400 {
                for which in 0..self.peers.len() {
                    self.serve(which);
                    self.sync();
                    self.hear(which);
                }
            }
        }
    }
}

/// Without the clock, which everybody reads at another time.
fn game_of(board: &Board) -> (BoardSnapshot, Option<PictureHash>) {
    let mut snapshot = board.snapshot();
    match &mut snapshot {
        BoardSnapshot::Sprouts(snapshot) => snapshot.clock = None,
        BoardSnapshot::Stones(snapshot) => snapshot.clock = None,
    }
    (snapshot, board.picture_hash())
}

/// What a player does: mostly a move, sometimes something else, now and then what is not allowed.
fn choose(board: &Board, you: Player, seed: &mut Seed) -> Option<Message<AnyMove>> {
    match seed.below(24) {
        0 => return Some(Message::TakeBack(1)),
        1 => return Some(Message::Answer(seed.below(2) == 0)),
        2 => return Some(Message::Redraw),
        3 if seed.below(20) == 0 => return Some(Message::Resign),
        4 | 5 => {
            return Some(Message::Choose(if seed.below(2) == 0 {
                you
            } else {
                you.other()
            }));
        }
        _ => {}
    }
    let out_of_turn = seed.below(40) == 0;
    if board.turn() != Some(you) && !out_of_turn {
        return None;
    }
    match board {
        Board::Ink(table) => {
            let moves = table.game().labelled().moves();
            let wanted = seed.pick(&moves)?;
            let legal = table.game().route(wanted).ok()?;
            Some(Message::Play(AnyMove::Ink(Box::new(InkMove::from(legal)))))
        }
        Board::Stones(table) => {
            let mut legal = Vec::new();
            let engine = table.game().engine();
            engine.legal_moves(&mut legal);
            let m = seed.pick(&legal)?;
            Some(Message::Play(AnyMove::Stone(m.text(engine.plan()))))
        }
    }
}

/// Plays a game to its end and checks what must hold. Returns how many requests were confirmed.
fn check(game: GameStart, rules: Rules, players: usize, seed: u64) -> usize {
    let mut world = World::new(game, rules, players, seed);
    let mut steps = 0;
    while !world.is_over() && steps < 20_000 {
        world.step();
        steps += 1;
    }
    world.settle();
    assert!(steps < 20_000, "seed {seed}: the game does not end");
    let mut times: HashMap<u64, u32> = HashMap::new();
    for entry in &world.server.safe {
        let value = serde_json::to_value(entry).unwrap();
        if let Some(id) = value["act"]["id"].as_u64() {
            *times.entry(id).or_default() += 1;
        }
    }
    assert!(
        times.values().all(|&count| count == 1),
        "seed {seed}: done twice"
    );
    let truth = game_of(world.server.room.board());
    let mut confirmed = 0;
    for peer in &world.peers {
        assert!(!peer.turned, "seed {seed}");
        let board = peer
            .client
            .board()
            .unwrap_or_else(|| panic!("seed {seed}: a client without a table"));
        assert_eq!(game_of(board), truth, "seed {seed}");
        assert_eq!(peer.client.seen(), world.server.room.seq(), "seed {seed}");
        for id in &peer.confirmed {
            assert!(
                times.contains_key(id),
                "seed {seed}: request {id} was confirmed and lost"
            );
        }
        confirmed += peer.confirmed.len();
    }
    confirmed
}

fn hex(size: u32) -> GameStart {
    GameStart::Stones(StonesStart {
        game: "hex".into(),
        options: vec![("size".into(), size.to_string())],
    })
}

fn sprouts(spots: u32) -> GameStart {
    GameStart::Sprouts(Setting {
        start: Start::Spots(spots),
        ending: Ending::Normal,
    })
}

fn remote(opening: Opening, base_ms: u64) -> Rules {
    Rules {
        opening,
        take_back: TakeBack::ByConsent,
        time: Some(TimeControl::Live {
            base_ms,
            increment_ms: 10,
        }),
    }
}

#[test]
fn ten_thousand_games_with_stones() {
    let mut confirmed = 0;
    for seed in 0..10_000 {
        // Some are short of time, so that flags fall, also while somebody is away.
        let base_ms = if seed % 4 == 0 { 1500 } else { 1_000_000 };
        confirmed += check(hex(3), remote(Opening::Plain, base_ms), 2, seed);
    }
    assert!(
        confirmed > 50_000,
        "{confirmed}: the players hardly did anything"
    );
}

#[test]
fn games_in_ink() {
    let mut confirmed = 0;
    for seed in 0..60 {
        let spots = 1 + (seed % 3) as u32;
        confirmed += check(sprouts(spots), remote(Opening::Swap2, 1_000_000), 2, seed);
    }
    assert!(
        confirmed > 200,
        "{confirmed}: the players hardly did anything"
    );
}

#[test]
fn games_of_three() {
    for seed in 0..20 {
        let omega = GameStart::Stones(StonesStart {
            game: "omega".into(),
            options: vec![("players".into(), "3".into()), ("base".into(), "3".into())],
        });
        check(omega, remote(Opening::Plain, 1_000_000), 3, seed);
    }
}
