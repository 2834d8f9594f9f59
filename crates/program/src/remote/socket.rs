//! Rooms on HTTP: the addresses, the WebSocket of each visitor, and what is refused before it comes to a room.

use super::admission::Bucket;
use super::gate::Peer;
use super::journal::Outbox;
use super::lobby::Lobby;
use super::worker::{Job, Visitor, is_secret};
use super::{RoomId, now_ms};
use crate::json;
use axum::Router;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use rooms::{FromServer, Invitation, Name, Refusal, ToServer};
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// The longest message of a client: a curve of the most points fits.
const MESSAGE_MAX: usize = 256 * 1024;
/// What is read at once: a move fits, and thousands of connections that say little take little.
const READ_BYTES: usize = 4096;
/// The longest request for a room: a map or a description fits.
const REQUEST_MAX: usize = 128 * 1024;
/// Who says nothing for so long is gone; a client says something every twenty seconds.
const SILENCE: Duration = Duration::from_secs(60);
/// How long a message may take to be read before the reader counts as gone.
const WRITING: Duration = Duration::from_secs(20);

/// How long we wait for somebody to hear that the connection ends.
const LEAVING: Duration = Duration::from_secs(2);

/// What the addresses share.
#[derive(Clone)]
pub struct Site {
    lobby: Arc<Lobby>,
    /// Whether a proxy in front of us says who the visitor is.
    behind_proxy: bool,
    /// Turns true when the server stops.
    stopping: watch::Receiver<bool>,
}

/// A request for a room.
#[derive(Deserialize)]
struct Wanted {
    invitation: Invitation,
    name: Name,
    /// The secret that the host's seat shall have.
    token: String,
}

#[derive(Serialize)]
struct Opened {
    room: RoomId,
}

/// The addresses of remote play.
pub fn router(lobby: Arc<Lobby>, behind_proxy: bool, stopping: watch::Receiver<bool>) -> Router {
    Router::new()
        .route("/api/rooms", get(list).post(open))
        .route("/api/rooms/{room}/record", post(record))
        .route("/api/rooms/{room}/socket", get(socket))
        .route("/health", get(|| async { "ok\n" }))
        .route("/metrics", get(metrics))
        .layer(axum::middleware::map_response(guarded))
        .layer(DefaultBodyLimit::max(REQUEST_MAX))
        .with_state(Site {
            lobby,
            behind_proxy,
            stopping,
        })
}

/// Answers are for whoever asked, at this moment, and are no pages.
async fn guarded(mut response: Response) -> Response {
    for (name, value) in [
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ] {
        let value = HeaderValue::from_static(value);
        response.headers_mut().insert(name, value);
    }
    response
}

impl Site {
    fn visitor(&self, peer: Peer, headers: &HeaderMap) -> IpAddr {
        let forwarded = headers.get("x-forwarded-for").filter(|_| self.behind_proxy);
        let forwarded = forwarded.and_then(|value| value.to_str().ok());
        // The last one is what the proxy has seen itself; everything before it may be invented.
        let last = forwarded.and_then(|text| text.rsplit(',').next());
        last.and_then(|text| text.trim().parse().ok())
            .unwrap_or(peer.0.ip())
    }
}

/// Whether a request comes from a page of ours, or from no page at all. Another site's page must not act for a visitor.
fn is_ours(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let host = headers
        .get(header::HOST)
        .and_then(|value| value.to_str().ok());
    let origin = origin
        .to_str()
        .ok()
        .and_then(|origin| origin.split_once("://"));
    matches!((origin, host), (Some((_, origin)), Some(host)) if origin.eq_ignore_ascii_case(host))
}

fn refuse(why: &Refusal) -> Response {
    let status = match why {
        Refusal::NoSuchRoom => StatusCode::NOT_FOUND,
        Refusal::TooFast | Refusal::TooMany => StatusCode::TOO_MANY_REQUESTS,
        Refusal::NoSeat | Refusal::NotWatchable => StatusCode::FORBIDDEN,
        _ => StatusCode::BAD_REQUEST,
    };
    (status, why.to_string()).into_response()
}

fn answer(status: StatusCode, what: &impl Serialize) -> Response {
    let text = serde_json::to_string(what).expect("answers are made to be written");
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (status, kind, text).into_response()
}

fn stranger() -> Response {
    (
        StatusCode::FORBIDDEN,
        "this request comes from another site",
    )
        .into_response()
}

async fn list(State(site): State<Site>) -> Response {
    answer(StatusCode::OK, &site.lobby.listed())
}

async fn metrics(State(site): State<Site>) -> String {
    site.lobby.metrics().text()
}

async fn open(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    headers: HeaderMap,
    body: String,
) -> Response {
    if !is_ours(&headers) {
        return stranger();
    }
    let wanted: Wanted = match json::read(&body) {
        Ok(wanted) => wanted,
        Err(error) => return refuse(&Refusal::Invalid(error.to_string())),
    };
    if !is_secret(&wanted.token) {
        return refuse(&Refusal::Malformed);
    }
    if !site
        .lobby
        .admission()
        .open_room(site.visitor(peer, &headers), now_ms())
    {
        return refuse(&Refusal::TooMany);
    }
    match site
        .lobby
        .open(wanted.invitation, wanted.name, &wanted.token)
        .await
    {
        Ok(room) => {
            tracing::info!(%room, "opened");
            answer(StatusCode::CREATED, &Opened { room })
        }
        Err(why) => refuse(&why),
    }
}

/// The record of a game. The secret comes in the body, where no log and no address shows it.
async fn record(
    State(site): State<Site>,
    Path(room): Path<String>,
    headers: HeaderMap,
    token: String,
) -> Response {
    if !is_ours(&headers) {
        return stranger();
    }
    let Some(room) = RoomId::read(&room) else {
        return refuse(&Refusal::NoSuchRoom);
    };
    let token = Some(token).filter(|token| !token.is_empty());
    match site.lobby.export(&room, token).await {
        Ok(record) => ([(header::CONTENT_TYPE, "application/json")], record).into_response(),
        Err(why) => refuse(&why),
    }
}

async fn socket(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    Path(room): Path<String>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_ours(&headers) {
        return stranger();
    }
    let Some(room) = RoomId::read(&room) else {
        return refuse(&Refusal::NoSuchRoom);
    };
    let metrics = site.lobby.metrics();
    let address = site.visitor(peer, &headers);
    let connections = metrics.connections();
    let Some(ticket) = site.lobby.admission().connect(address, connections) else {
        metrics.turned_away();
        return refuse(&Refusal::TooMany);
    };
    upgrade
        .max_message_size(MESSAGE_MAX)
        .max_frame_size(MESSAGE_MAX)
        .read_buffer_size(READ_BYTES)
        .on_upgrade(move |socket| async move {
            site.lobby.metrics().connection(1);
            converse(&site.lobby, room, address, socket, site.stopping.clone()).await;
            site.lobby.metrics().connection(-1);
            drop(ticket);
        })
}

/// One visitor, from the first word to the last.
async fn converse(
    lobby: &Lobby,
    room: RoomId,
    address: IpAddr,
    mut socket: WebSocket,
    mut stopping: watch::Receiver<bool>,
) {
    static CONNECTIONS: AtomicU64 = AtomicU64::new(1);
    let (outbox, mut inbox) = Outbox::new();
    let cut = inbox.cut();
    let mut ear = Ear {
        lobby,
        room,
        visitor: Visitor {
            connection: CONNECTIONS.fetch_add(1, Ordering::Relaxed),
            address,
        },
        outbox,
        pace: Bucket::default(),
        greeted: false,
    };
    let goodbye = loop {
        tokio::select! {
            text = inbox.text() => {
                // We hold a sender ourselves, so there is always another text to come.
                let Some(text) = text else { break "" };
                let bytes = text.len();
                let sending = tokio::time::timeout(WRITING, socket.send(Message::Text(text)));
                tokio::select! {
                    sent = sending => if !matches!(sent, Ok(Ok(()))) { break "" },
                    () = cut.notified() => break "too slow",
                }
                inbox.wrote(bytes);
            }
            () = cut.notified() => break "too slow",
            () = stopped(&mut stopping) => {
                tell(&mut socket, &FromServer::Closing).await;
                break "closing";
            }
            heard = tokio::time::timeout(SILENCE, socket.recv()) => {
                let text = match heard {
                    Ok(Some(Ok(Message::Text(text)))) => text,
                    Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => continue,
                    Ok(Some(Ok(Message::Binary(_)))) => break "text only",
                    _ => break "",
                };
                let answer = ear.hear(text.as_str()).await;
                if let Some(answer) = answer && !tell(&mut socket, &answer).await { break "" }
            }
        }
    };
    ear.leave().await;
    let frame = CloseFrame {
        code: 1000,
        reason: Utf8Bytes::from_static(goodbye),
    };
    tokio::time::timeout(LEAVING, socket.send(Message::Close(Some(frame))))
        .await
        .ok();
}

/// What one visitor says, on its way to the room.
struct Ear<'a> {
    lobby: &'a Lobby,
    room: RoomId,
    visitor: Visitor,
    outbox: Outbox,
    pace: Bucket,
    /// Whether the visitor has said who is there.
    greeted: bool,
}

impl Ear<'_> {
    /// Passes a message on; the room's answer comes by the outbox. What need not go there is answered at once.
    async fn hear(&mut self, text: &str) -> Option<FromServer> {
        let per_second = self.lobby.admission().limits().requests_per_second;
        let most = per_second.saturating_mul(4);
        if !self.pace.take(now_ms(), most, f64::from(per_second)) {
            return Some(self.refuse(Refusal::TooFast));
        }
        let room = self.room.clone();
        let job = match json::read::<ToServer>(text) {
            Ok(ToServer::Ping) => return Some(FromServer::Pong),
            Ok(ToServer::Hello(hello)) if !self.greeted => {
                self.greeted = true;
                Job::Attach(room, self.visitor, hello, self.outbox.clone())
            }
            Ok(message) if self.greeted => {
                Job::Say(room, self.visitor.connection, message, Instant::now())
            }
            _ => return Some(self.refuse(Refusal::Malformed)),
        };
        self.lobby.ask(&self.room, job).await;
        None
    }

    fn refuse(&self, why: Refusal) -> FromServer {
        self.lobby.metrics().refused(&why);
        FromServer::Refused { id: None, why }
    }

    /// The visitor is gone.
    async fn leave(self) {
        if self.greeted {
            let job = Job::Detach(self.room.clone(), self.visitor.connection);
            self.lobby.ask(&self.room, job).await;
        }
    }
}

/// Waits until the server stops. The value is locked only while it is looked at.
async fn stopped(stopping: &mut watch::Receiver<bool>) {
    stopping.wait_for(|stopping| *stopping).await.ok();
}

async fn tell(socket: &mut WebSocket, message: &FromServer) -> bool {
    let text = serde_json::to_string(message).expect("messages are made to be written");
    let sent = tokio::time::timeout(WRITING, socket.send(Message::Text(text.into()))).await;
    matches!(sent, Ok(Ok(())))
}
