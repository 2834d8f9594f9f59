//! One bot: a client with a connection that may break at any moment. It owns what it has sent and heard.

use futures_util::{SinkExt, StreamExt};
use rooms::{Act, AnyMove, Board, Client, Event, FromServer, Name, News, ToServer};
use sprouts::Seed;
use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use table::{InkMove, Message};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until};
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// After this silence everything unanswered is said again.
const AGAIN: Duration = Duration::from_secs(3);

/// What came of all games.
#[derive(Default)]
pub struct Report {
    /// Moves in the records of the server.
    pub moves: u64,
    /// Moves that were confirmed and are not in the record.
    pub lost: u64,
    /// Moves that are in the record more often than they were made.
    pub doubled: u64,
    /// Games whose players ended with different pictures, or with another one than the server.
    pub differing: u32,
    /// Games that were not over in time.
    pub unfinished: u32,
    /// Connections that broke.
    pub reconnects: u64,
    /// Requests that the server refused.
    pub refused: u64,
    /// Milliseconds from sending a move to the other side's seeing it, on connections that held.
    pub latencies: Vec<f64>,
    /// How much the server's memory grew.
    pub server_bytes_per_game: Option<u64>,
}

impl Report {
    /// Adds a game, with its record as the server gave it out.
    pub fn add(&mut self, host: &mut Seat, guest: &mut Seat, record: Option<&str>) {
        let record = record.and_then(|text| serde_json::from_str::<rooms::Summary>(text).ok());
        let board = record.and_then(|summary| Board::restore(&summary.board).ok());
        let confirmed = (host.confirmed.len() + guest.confirmed.len()) as u64;
        let made = u64::from(host.made + guest.made);
        match &board {
            Some(board) => {
                let recorded = board.len() as u64;
                self.moves += recorded;
                self.lost += confirmed.saturating_sub(recorded);
                self.doubled += recorded.saturating_sub(made);
            }
            None => self.lost += confirmed,
        }
        let pictures =
            [&host.client, &guest.client].map(|client| client.board().map(Board::picture_hash));
        let truth = board.as_ref().map(Board::picture_hash);
        self.differing += u32::from(pictures.iter().any(|picture| *picture != truth));
        for seat in [host, guest] {
            self.reconnects += u64::from(seat.connects.saturating_sub(1));
            self.refused += u64::from(seat.refused);
            self.latencies.append(&mut seat.latencies);
        }
    }
}

/// When the last move was sent, and whether the connection has held since.
type SentAt = Arc<Mutex<Option<Instant>>>;

/// A bot.
pub struct Seat {
    address: String,
    client: Client,
    seed: Seed,
    sent_at: SentAt,
    /// The numbers of the moves that the server has confirmed.
    confirmed: HashSet<u64>,
    made: u32,
    refused: u32,
    connects: u32,
    latencies: Vec<f64>,
}

impl Seat {
    /// A bot with a seat, or one who joins.
    pub fn new(address: &str, token: &str, joins: bool, seed: u64, sent_at: SentAt) -> Self {
        let mut seed = Seed::new(seed);
        let client = if joins {
            let name = Name::new("Guest").expect("a name");
            Client::joining(token.to_owned(), number(&mut seed), name)
        } else {
            Client::new(Some(token.to_owned()))
        };
        Seat {
            address: address.to_owned(),
            client,
            seed,
            sent_at,
            confirmed: HashSet::new(),
            made: 0,
            refused: 0,
            connects: 0,
            latencies: Vec::new(),
        }
    }

    /// Plays until the game is over and nothing is unanswered.
    pub async fn play(&mut self, pace: (Duration, Duration), cut_every: Option<Duration>) {
        while !self.is_over() {
            let Ok((socket, _)) = connect_async(&self.address).await else {
                self.forget_time();
                tokio::time::sleep(Duration::from_millis(100 + self.seed.below(400) as u64)).await;
                continue;
            };
            self.connects += 1;
            self.converse(socket, pace, cut_every).await;
            if !self.is_over() {
                self.forget_time();
            }
        }
    }

    fn is_over(&self) -> bool {
        let ended = self
            .client
            .board()
            .is_some_and(|board| board.ended().is_some());
        ended && !self.client.is_waiting()
    }

    /// A time that contains a broken connection says nothing of the server's speed.
    fn forget_time(&self) {
        *self.sent_at.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn within(&mut self, (low, high): (Duration, Duration)) -> Duration {
        let span = (high - low).as_millis() as usize + 1;
        low + Duration::from_millis(self.seed.below(span) as u64)
    }

    /// One connection, until it breaks, is cut, or the game is over.
    async fn converse(
        &mut self,
        mut socket: Socket,
        pace: (Duration, Duration),
        cut_every: Option<Duration>,
    ) {
        for message in self.client.greet() {
            if !say(&mut socket, &message).await {
                return;
            }
        }
        let never = Instant::now() + Duration::from_secs(1 << 24);
        let cut_at = cut_every.map_or(never, |mean| {
            Instant::now() + self.within((Duration::ZERO, 2 * mean))
        });
        let mut move_at = None;
        let mut again_at = Instant::now() + AGAIN;
        while !self.is_over() {
            if self.may_move() {
                let wait = self.within(pace);
                move_at.get_or_insert_with(|| Instant::now() + wait);
            } else {
                move_at = None;
            }
            tokio::select! {
                heard = socket.next() => {
                    let Some(Ok(frame)) = heard else { return };
                    let Frame::Text(text) = frame else { continue };
                    let Ok(message) = serde_json::from_str(&text) else { return };
                    if !self.hear(message) { return }
                }
                () = sleep_until(move_at.unwrap_or(never)) => {
                    move_at = None;
                    if let Some(message) = self.choose() && !say(&mut socket, &message).await { return }
                }
                () = sleep_until(again_at) => {
                    again_at = Instant::now() + AGAIN;
                    for message in self.client.unanswered() {
                        if !say(&mut socket, &message).await { return }
                    }
                    if !say(&mut socket, &ToServer::Ping).await { return }
                }
                () = sleep_until(cut_at) => return,
            }
        }
        socket.close(None).await.ok();
    }

    fn may_move(&self) -> bool {
        let turn = self.client.board().and_then(Board::turn);
        turn.is_some() && turn == self.client.you() && !self.client.is_waiting()
    }

    /// Takes a message; false when the connection is of no more use.
    fn hear(&mut self, message: FromServer) -> bool {
        if let FromServer::Done { id } = message {
            self.confirmed.insert(id);
        }
        for news in self.client.receive(message) {
            match news {
                News::Happened(numbered) => {
                    if let Event::Told {
                        by,
                        message: Message::Play(_),
                        ..
                    } = numbered.event
                        && Some(by) != self.client.you()
                    {
                        let sent = self
                            .sent_at
                            .lock()
                            .unwrap_or_else(PoisonError::into_inner)
                            .take();
                        self.latencies
                            .extend(sent.map(|sent| sent.elapsed().as_secs_f64() * 1e3));
                    }
                }
                News::Refused { .. } => self.refused += 1,
                News::Turned(_) | News::Astray | News::Closing => return false,
                _ => {}
            }
        }
        true
    }

    fn choose(&mut self) -> Option<ToServer> {
        let Some(Board::Ink(table)) = self.client.board() else {
            return None;
        };
        let moves = table.game().labelled().moves();
        let wanted = self.seed.pick(&moves)?;
        let legal = table.game().route(wanted).ok()?;
        let message = Message::Play(AnyMove::Ink(Box::new(InkMove::from(legal))));
        let id = number(&mut self.seed);
        self.made += 1;
        *self.sent_at.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        Some(self.client.act(id, Act::Tell(message)))
    }
}

/// A number that is not used again.
fn number(seed: &mut Seed) -> u64 {
    (seed.below(1 << 26) as u64) << 26 | seed.below(1 << 26) as u64
}

async fn say(socket: &mut Socket, message: &ToServer) -> bool {
    let text = serde_json::to_string(message).expect("messages are made to be written");
    socket.send(Frame::Text(text.into())).await.is_ok()
}
