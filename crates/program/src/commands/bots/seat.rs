//! One bot: a client with a connection that may break at any moment. It owns what it has sent and heard.

use super::game::Manners;
use crate::json;
use futures_util::{SinkExt, StreamExt};
use rooms::{Act, AnyMove, Board, Client, Event, FromServer, Name, News, ToServer};
use sprouts::Seed;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use table::{InkMove, Message};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until};
use tokio_tungstenite::tungstenite::Message as Frame;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// After this silence everything unanswered is said again.
const AGAIN: Duration = Duration::from_secs(3);

/// What the two bots of a game share, sitting in one program.
#[derive(Default)]
pub struct Between {
    /// When the last move was sent, if the connections have held since.
    sent_at: Option<Instant>,
    /// The table after the last event, by its number: two people would draw it twice, but their machines are not what is measured.
    drawn: Option<(u64, Board)>,
}

/// The same, behind a lock.
pub type Shared = Arc<Mutex<Between>>;

/// A bot.
pub struct Seat {
    address: String,
    /// What it knows of the room.
    pub client: Client,
    seed: Seed,
    shared: Shared,
    /// The moves that were sent, by the number of the request, and whether the server has confirmed them.
    pub made: HashMap<u64, (InkMove, bool)>,
    /// Requests that were refused.
    pub refused: u32,
    /// Connections that were made.
    pub connects: u32,
    /// Milliseconds from the other side's sending a move to our seeing it.
    pub latencies: Vec<f64>,
    /// Milliseconds from a broken connection to the welcome.
    pub returns: Vec<f64>,
    /// When the connection broke.
    broken_at: Option<Instant>,
}

impl Seat {
    /// A bot with a seat, or one who joins.
    pub fn new(address: &str, token: &str, joins: bool, seed: u64, shared: Shared) -> Self {
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
            shared,
            made: HashMap::new(),
            refused: 0,
            connects: 0,
            latencies: Vec::new(),
            returns: Vec::new(),
            broken_at: None,
        }
    }

    /// Plays until the game is over and nothing is unanswered.
    pub async fn play(&mut self, manners: Manners) {
        while !self.is_over() {
            // Without waiting for more to send: a move is a small message that nobody should wait for.
            let connecting = connect_async_with_config(&self.address, None, true);
            let Ok((socket, _)) = connecting.await else {
                self.forget_time();
                tokio::time::sleep(Duration::from_millis(100 + self.seed.below(400) as u64)).await;
                continue;
            };
            self.connects += 1;
            self.converse(socket, manners).await;
            if !self.is_over() {
                self.forget_time();
                self.broken_at.get_or_insert_with(Instant::now);
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
        self.shared().sent_at = None;
    }

    fn shared(&self) -> MutexGuard<'_, Between> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a message, with the table of the other bot if that one has heard it before.
    fn receive(&mut self, message: FromServer) -> Vec<News> {
        let FromServer::Event { event, clocks } = &message else {
            return self.client.receive(message);
        };
        // Whoever hears it first draws, and the other one waits for that.
        let shared = Arc::clone(&self.shared);
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let seq = event.seq;
        let drawn = shared.drawn.as_ref().filter(|(known, _)| *known == seq);
        let adopted = drawn.and_then(|(_, board)| self.client.adopt(event, clocks.as_ref(), board));
        if let Some(news) = adopted {
            return vec![news];
        }
        let news = self.client.receive(message);
        if self.client.seen() == seq {
            shared.drawn = self.client.board().map(|board| (seq, board.clone()));
        }
        news
    }

    fn within(&mut self, (low, high): (Duration, Duration)) -> Duration {
        let span = (high - low).as_millis() as usize + 1;
        low + Duration::from_millis(self.seed.below(span) as u64)
    }

    /// One connection, until it breaks, is cut, or the game is over.
    async fn converse(&mut self, mut socket: Socket, manners: Manners) {
        for message in self.client.greet() {
            if !say(&mut socket, &message).await {
                return;
            }
        }
        let never = Instant::now() + Duration::from_secs(1 << 24);
        let cut_at = manners.cut_every.map_or(never, |mean| {
            Instant::now() + self.within((Duration::ZERO, 2 * mean))
        });
        let mut move_at = None;
        let mut again_at = Instant::now() + AGAIN;
        while !self.is_over() {
            if self.may_move() {
                let wait = self.within(manners.pace);
                move_at.get_or_insert_with(|| Instant::now() + wait);
            } else {
                move_at = None;
            }
            tokio::select! {
                heard = socket.next() => {
                    let Some(Ok(frame)) = heard else { return };
                    let Frame::Text(text) = frame else { continue };
                    let Ok(message) = json::read(&text) else { return };
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
        match &message {
            FromServer::Done { id } => {
                if let Some((_, confirmed)) = self.made.get_mut(id) {
                    *confirmed = true;
                }
            }
            // Not done, and never will be: the same move may be made again.
            FromServer::Refused { id: Some(id), .. } => drop(self.made.remove(id)),
            FromServer::Welcome { .. } => {
                let broken = self.broken_at.take();
                self.returns
                    .extend(broken.map(|broken| broken.elapsed().as_secs_f64() * 1e3));
            }
            _ => {}
        }
        for news in self.receive(message) {
            match news {
                News::Happened(numbered) => {
                    if let Event::Told {
                        by,
                        message: Message::Play(_),
                        ..
                    } = numbered.event
                        && Some(by) != self.client.you()
                    {
                        let sent = self.shared().sent_at.take();
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
        let m = InkMove::from(legal);
        let id = number(&mut self.seed);
        self.made.insert(id, (m.clone(), false));
        let message = Message::Play(AnyMove::Ink(Box::new(m)));
        self.shared().sent_at = Some(Instant::now());
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
