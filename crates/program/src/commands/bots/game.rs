//! One game of two bots: the room that they meet in, and what its record says in the end.

use super::report::Report;
use super::seat::{Seat, Shared};
use crate::request::fetch;
use rooms::{GameStart, Invitation, Name};
use serde_json::json;
use sprouts::Ending;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use table::{Opening, Rules, Setting, Start, TakeBack};

/// Whoever was not answered asks again after this time.
const AGAIN: Duration = Duration::from_millis(300);

/// How a bot behaves.
#[derive(Clone, Copy)]
pub struct Manners {
    /// How long it thinks, at least and at most.
    pub pace: (Duration, Duration),
    /// How often its connection breaks.
    pub cut_every: Option<Duration>,
}

/// One game.
pub struct Game {
    /// The address of the server.
    pub server: String,
    /// Spots at the start.
    pub spots: u32,
    /// Where the random numbers start.
    pub seed: u64,
    /// How both bots behave.
    pub manners: Manners,
    /// When everybody gives up.
    pub deadline: Instant,
}

impl Game {
    /// Plays it, and adds what came of it.
    pub async fn play(self, report: &Mutex<Report>) {
        let Some(room) = self.open().await else {
            let mut report = report.lock().unwrap_or_else(PoisonError::into_inner);
            report.unfinished += 1;
            return;
        };
        let address = format!("ws://{}/api/rooms/{room}/socket", self.server);
        let shared = Shared::default();
        let seat = |side: &str, joins: bool, seed: u64| {
            let token = self.token(side);
            Seat::new(&address, &token, joins, seed, Arc::clone(&shared))
        };
        let (mut host, mut guest) = (
            seat("host", false, self.seed),
            seat("guest", true, !self.seed),
        );
        let playing = async { tokio::join!(host.play(self.manners), guest.play(self.manners)) };
        let finished = tokio::time::timeout_at(self.deadline.into(), playing)
            .await
            .is_ok();
        let record = self.record(&room).await;
        let mut report = report.lock().unwrap_or_else(PoisonError::into_inner);
        report.unfinished += u32::from(!finished);
        report.add(&mut host, &mut guest, record.as_deref());
    }

    fn token(&self, side: &str) -> String {
        let (seed, more) = (self.seed, self.seed ^ 0x5bd1_e995);
        format!("bot-{side}-{seed:016x}-{more:016x}")
    }

    async fn open(&self) -> Option<String> {
        let invitation = Invitation {
            title: Name::new("bots").expect("a name"),
            game: GameStart::Sprouts(Setting {
                start: Start::Spots(self.spots),
                ending: Ending::Normal,
            }),
            rules: Rules {
                opening: Opening::Plain,
                take_back: TakeBack::ByConsent,
                time: None,
            },
            listed: false,
            watchable: false,
        };
        let token = self.token("host");
        let body = json!({ "invitation": invitation, "name": "Host", "token": token }).to_string();
        while Instant::now() < self.deadline {
            let answer = fetch(&self.server, "POST", "/api/rooms", &body).await;
            let value = answer.and_then(|text| crate::json::read::<serde_json::Value>(&text).ok());
            if let Some(room) = value.and_then(|value| Some(value["room"].as_str()?.to_owned())) {
                return Some(room);
            }
            tokio::time::sleep(AGAIN).await;
        }
        None
    }

    async fn record(&self, room: &str) -> Option<String> {
        let path = format!("/api/rooms/{room}/record");
        loop {
            let record = fetch(&self.server, "POST", &path, &self.token("host")).await;
            if record.is_some() || Instant::now() > self.deadline {
                return record;
            }
            tokio::time::sleep(AGAIN).await;
        }
    }
}
